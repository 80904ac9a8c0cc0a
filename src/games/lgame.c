/* games/lgame.c -- the L-game (Edward de Bono): two L pieces and two neutral ones on 4×4.
 *
 * Squares are numbered row by row from the top: a4 is 0, d1 is 15; an L is the set of its four
 * squares. A turn is one move: the L put elsewhere, then at most one neutral piece.
 *
 * The neutral pieces look alike but are two: they are told apart in a state, as a hand that
 * moves one of them does. So counted, all 73472 positions come from the start, 32192 won, 928
 * lost and 40352 endless, as published; told together they are half as many of each. `canon`
 * takes them as the same.
 *
 * Invariants: (1) the four pieces do not overlap; (2) each L is one of the 48 placements. */
#include "games/squares.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct table {
    uint16_t ell[2];    /* by seat: the squares of the L */
    uint8_t neutral[2]; /* their squares */
    uint16_t seat;      /* to move */
} table;
#pragma GCC diagnostic pop

enum { SIDE = 4, SQUARES = 16, PLACEMENTS = 48, FULL = 0xffff, NEUTRALS = 2 };
enum { NEUTRAL_MOVES = 1 + NEUTRALS * SQUARES }; /* none, or a piece to a square */

static const char *const rules[] = {
    N_("On a board of 4×4, each player has an L of four squares; two neutral pieces of one "
       "square belong to nobody."),
    N_("In turn, each player lifts their L and puts it down in another place, turned over "
       "or round as they like; then they may move one neutral piece to any empty square."),
    N_("A player who cannot put their L anywhere else has lost. Played without mistakes the "
       "game never ends."),
    N_("A move is the four squares of the L, then if wanted the neutral piece and where it "
       "goes: c4d4c3c2/a4-b4; a1 is at the bottom left."),
    NULL};

static duel_status variant(duel_variant *v, duel_msg *why)
{
    v->state_size = sizeof(table);
    v->max_moves = 221; /* 17 places for the L, each with 1 + 2·6 choices: counted over all */
    v->max_plies = 1000000;
    v->max_score = 1;
    v->key_bits = 21;
    v->positions = 73472;
    v->actions = PLACEMENTS * NEUTRAL_MOVES;
    return DUEL_OK;
}

static duel_status deal(const duel_variant *v, duel_rng *rng, void *state)
{
    /* a 1 1 .
     * . 2 1 .
     * . 2 1 .
     * . 2 2 b */
    *(table *)state = (table){.ell = {0x0446, 0x6220}, .neutral = {0, 15}, .seat = 0};
    return DUEL_OK;
}

static int turn(const duel_variant *v, const void *state)
{
    return ((const table *)state)->seat;
}

/* ---- where an L can lie ------------------------------------------------------------ */

/* Eight ways to turn it, four upright and four lying, each with six places. */
static unsigned placement(int index)
{
    static const uint16_t upright[4] = {0x113, 0x311, 0x223, 0x322};
    static const uint16_t lying[4] = {0x017, 0x047, 0x071, 0x074};
    int way = index / 6, place = index % 6;
    if (way < 4)
        return (unsigned)upright[way] << (place % 3 + SIDE * (place / 3));
    return (unsigned)lying[way - 4] << (place % 2 + SIDE * (place / 2));
}

static int placement_index(unsigned squares)
{
    for (int i = 0; i < PLACEMENTS; i++)
        if (placement(i) == squares)
            return i;
    return -1;
}

static unsigned neutrals(const table *s)
{
    return 1u << s->neutral[0] | 1u << s->neutral[1];
}

/* The places for the L of `seat` other than its own, by index; gives how many there are. */
static int places_of_ell(const table *s, int seat, uint16_t out[PLACEMENTS])
{
    unsigned others = s->ell[1 - seat] | neutrals(s);
    int count = 0;
    for (int i = 0; i < PLACEMENTS; i++) {
        unsigned squares = placement(i);
        if (!(squares & others) && squares != s->ell[seat])
            out[count++] = (uint16_t)squares;
    }
    return count;
}

static int mobility(const table *s, int seat)
{
    uint16_t unused[PLACEMENTS];
    return places_of_ell(s, seat, unused);
}

static bool over(const duel_variant *v, const void *state, int32_t score[])
{
    const table *s = state;
    if (mobility(s, s->seat) > 0)
        return false;
    score[s->seat] = 0;
    score[1 - s->seat] = 1;
    return true;
}

/* ---- moves: squares of the L, neutral piece (0 = none, 1, 2), its new square ------- */

static duel_move move_of(unsigned squares, int piece, int to)
{
    return (duel_move)squares | (duel_move)piece << 16 | (duel_move)to << 18;
}

static unsigned ell_of(duel_move move)
{
    return (unsigned)(move & FULL);
}

static int piece_of(duel_move move)
{
    return (int)(move >> 16 & 3);
}

static int to_of(duel_move move)
{
    return (int)(move >> 18 & 15);
}

static uint32_t action(const duel_variant *v, duel_move move)
{
    int piece = piece_of(move), neutral = piece ? 1 + (piece - 1) * SQUARES + to_of(move) : 0;
    return (uint32_t)(placement_index(ell_of(move)) * NEUTRAL_MOVES + neutral);
}

static int moves(const duel_variant *v, const void *state, duel_move out[])
{
    const table *s = state;
    uint16_t place[PLACEMENTS];
    int count = 0, found = places_of_ell(s, s->seat, place);
    for (int i = 0; i < found; i++) {
        out[count++] = move_of(place[i], 0, 0);
        unsigned taken = place[i] | s->ell[1 - s->seat] | neutrals(s);
        for (unsigned free = FULL & ~taken; free; free &= free - 1)
            for (int piece = 1; piece <= NEUTRALS; piece++)
                out[count++] = move_of(place[i], piece, __builtin_ctz(free));
    }
    return count;
}

static void play(const duel_variant *v, void *state, duel_move move)
{
    table *s = state;
    s->ell[s->seat] = (uint16_t)ell_of(move);
    if (piece_of(move))
        s->neutral[piece_of(move) - 1] = (uint8_t)to_of(move);
    s->seat = (uint16_t)(1 - s->seat);
}

/* ---- notation of positions: a11..21..21..22b/1, row by row from the top ------------ */

static char sign(const table *s, int square)
{
    if (s->ell[0] >> square & 1)
        return '1';
    if (s->ell[1] >> square & 1)
        return '2';
    return square == s->neutral[0] ? 'a' : square == s->neutral[1] ? 'b' : '.';
}

static void print(const duel_variant *v, const void *view, duel_sink *out)
{
    const table *s = view;
    for (int i = 0; i < SQUARES; i++)
        duel_put_char(out, sign(s, i));
    duel_putf(out, "/%d", s->seat + 1);
}

static duel_status check_board(const unsigned set[4], int64_t seat, duel_msg *why)
{
    for (int k = 0; k < 2; k++)
        if (placement_index(set[k]) < 0)
            return duel_invalid(why, N_("The squares marked {0} are not an L of four squares."),
                                "i", (int64_t)k + 1);
    if (__builtin_popcount(set[2]) != 1 || __builtin_popcount(set[3]) != 1)
        return duel_invalid(why, N_("There is one neutral piece a and one neutral piece b."),
                            "");
    if (seat < 1 || seat > 2)
        return duel_invalid(why, N_("The player to move is 1 or 2."), "");
    return DUEL_OK;
}

static duel_status parse(const duel_variant *v, duel_str text, void *state, duel_msg *why)
{
    duel_str seat_text = text, board = text;
    unsigned set[4]; /* in the order of "12ab" */
    int64_t seat = 1;
    duel_str_part(&seat_text, '/', &board);
    if (!squares_read_sets(SIDE, board, "12ab", 4, set) ||
        (seat_text.at && !duel_str_number(seat_text, &seat)))
        return duel_invalid(
            why,
            N_("A position is sixteen characters, row by row from the top, 1 and 2 for the "
               "squares of the Ls, a and b for the neutral pieces, a dot for an empty "
               "square, then the player to move: a11..21..21..22b/1; not “{0}”."),
            "s", text);
    duel_status status = check_board(set, seat, why);
    if (status == DUEL_OK)
        *(table *)state =
            (table){.ell = {(uint16_t)set[0], (uint16_t)set[1]},
                    .neutral = {(uint8_t)__builtin_ctz(set[2]), (uint8_t)__builtin_ctz(set[3])},
                    .seat = (uint16_t)(seat - 1)};
    return status;
}

/* ---- notation of moves: c4d4c3c2, or c4d4c3c2/a4-b4 with a neutral piece ----------- */

static void print_move(const duel_variant *v, const void *view, duel_move move, duel_sink *out)
{
    const table *s = view;
    for (unsigned rest = ell_of(move); rest; rest &= rest - 1)
        duel_put(out, squares_name(SIDE, __builtin_ctz(rest)).text);
    if (piece_of(move))
        duel_putf(out, "/%s-%s", squares_name(SIDE, s->neutral[piece_of(move) - 1]).text,
                  squares_name(SIDE, to_of(move)).text);
}

/* Four squares written one after the other, in any order. */
static bool read_ell(duel_str text, unsigned *squares)
{
    unsigned set = 0;
    if (text.len != 8)
        return false;
    for (int i = 0; i < 4; i++) {
        int square = squares_read(SIDE, (duel_str){text.at + 2 * i, 2});
        if (square < 0)
            return false;
        set |= 1u << square;
    }
    *squares = set;
    return true;
}

static bool read_neutral(duel_str text, int *from, int *to)
{
    duel_str rest = text, from_text = text;
    duel_str_part(&rest, '-', &from_text);
    *from = squares_read(SIDE, from_text);
    *to = squares_read(SIDE, rest);
    return *from >= 0 && *to >= 0;
}

static duel_status check_ell(const table *s, unsigned squares, duel_msg *why)
{
    if (placement_index(squares) < 0)
        return duel_refuse(why,
                           N_("These squares are not an L: three in a row, and one beside "
                              "an end."),
                           "");
    if (squares == s->ell[s->seat])
        return duel_refuse(why, N_("Your L must lie in another place than before."), "");
    if (squares & (s->ell[1 - s->seat] | neutrals(s)))
        return duel_refuse(why, N_("Your L would lie on another piece."), "");
    return DUEL_OK;
}

static duel_status check_neutral(const table *s, unsigned squares, int from, int to,
                                 duel_msg *why)
{
    if (!(neutrals(s) >> from & 1))
        return duel_refuse(why, N_("There is no neutral piece on {0}."), "c",
                           squares_name(SIDE, from).text);
    if ((squares | s->ell[1 - s->seat] | neutrals(s)) >> to & 1)
        return duel_refuse(why, N_("The neutral piece needs an empty square: {0} is not."), "c",
                           squares_name(SIDE, to).text);
    return DUEL_OK;
}

static duel_status parse_move(const duel_variant *v, const void *view, duel_str text,
                              duel_move *move, duel_msg *why)
{
    const table *s = view;
    duel_str rest = text, ell_text = text;
    unsigned squares;
    int from = -1, to = 0;
    duel_str_part(&rest, '/', &ell_text);
    if (!read_ell(ell_text, &squares) || (rest.at && !read_neutral(rest, &from, &to)))
        return duel_invalid(
            why,
            N_("A move is the four squares of the L, like c4d4c3c2, and if wanted a neutral "
               "piece and where it goes, like c4d4c3c2/a4-b4; not “{0}”."),
            "s", text);
    duel_status status = check_ell(s, squares, why);
    if (status == DUEL_OK && from >= 0)
        status = check_neutral(s, squares, from, to, why);
    if (status != DUEL_OK)
        return status;
    int piece = from < 0 ? 0 : from == s->neutral[0] ? 1 : 2;
    *move = move_of(squares, piece, to);
    return DUEL_OK;
}

/* ---- pictures ---------------------------------------------------------------------- */

static void add_ell(duel_scene *out, const table *s, int owner)
{
    int number = 0;
    for (unsigned rest = s->ell[owner]; rest; rest &= rest - 1) {
        int square = __builtin_ctz(rest);
        duel_target id = duel_target_of("ell:%d:%d", owner + 1, number++);
        duel_element *e = duel_scene_piece(out, id.text, square % SIDE, square / SIDE,
                                           owner ? DUEL_SEAT2 : DUEL_SEAT1, "square");
        e->face[0] = owner ? '2' : '1';
        duel_say(&e->label, N_("L of player {0}, on {1}"), "ic", (int64_t)owner + 1,
                 squares_name(SIDE, square).text);
    }
}

static void scene(const duel_variant *v, const void *view, int seat, duel_scene *out)
{
    const table *s = view;
    duel_scene_grid(out, SIDE, SIDE);
    out->axes = (duel_axes){'a', '1', true};
    for (int owner = 0; owner < 2; owner++)
        add_ell(out, s, owner);
    for (int i = 0; i < NEUTRALS; i++) {
        int square = s->neutral[i];
        duel_target id = duel_target_of("neutral:%d", i + 1);
        duel_element *e =
            duel_scene_piece(out, id.text, square % SIDE, square / SIDE, DUEL_PLAIN, "disc");
        duel_say(&e->label, N_("neutral piece on {0}"), "c", squares_name(SIDE, square).text);
    }
    out->height = SIDE + 1;
    duel_element *e = duel_scene_add(out, DUEL_BUTTON, "stay", 0, SIDE, SIDE, 1);
    e->target = duel_target_of("button:stay");
    duel_say(&e->label, N_("Leave the neutral pieces where they are"), "");
}

/* An L is shown by its corner, the end of its long leg, and its foot beside the corner. */
static void take_apart(unsigned squares, int *corner, int *end, int *foot)
{
    unsigned rest = squares;
    for (int i = 0; i < SQUARES; i++) {
        bool across = (i % SIDE > 0 && squares >> (i - 1) & 1) ||
                      (i % SIDE < SIDE - 1 && squares >> (i + 1) & 1);
        bool upright = (i >= SIDE && squares >> (i - SIDE) & 1) || squares >> (i + SIDE) & 1;
        if (squares >> i & 1 && across && upright)
            *corner = i;
    }
    for (unsigned set = squares; set; set &= set - 1) {
        int i = __builtin_ctz(set), gap = i > *corner ? i - *corner : *corner - i;
        if (gap == 2 || gap == 2 * SIDE)
            *end = i;
    }
    rest &= ~(1u << *corner | 1u << *end | 1u << (*corner + *end) / 2);
    *foot = __builtin_ctz(rest);
}

static int path(const duel_variant *v, const void *view, duel_move move, duel_target out[])
{
    const table *s = view;
    int corner = 0, end = 0, foot = 0;
    take_apart(ell_of(move), &corner, &end, &foot);
    out[0] = squares_target(SIDE, corner);
    out[1] = squares_target(SIDE, end);
    out[2] = squares_target(SIDE, foot);
    if (piece_of(move) == 0) {
        out[3] = duel_target_of("button:stay");
        return 4;
    }
    out[3] = squares_target(SIDE, s->neutral[piece_of(move) - 1]);
    out[4] = squares_target(SIDE, to_of(move));
    return 5;
}

/* The next place of an L that nothing else lies on. */
static unsigned next_place(const table *s, int which, int step)
{
    unsigned others = s->ell[1 - which] | neutrals(s);
    int at = placement_index(s->ell[which]);
    do {
        at = (at + step + PLACEMENTS) % PLACEMENTS;
    } while (placement(at) & others);
    return placement(at);
}

/* The next free square for a neutral piece. */
static int next_square(const table *s, int which, int step)
{
    unsigned others = s->ell[0] | s->ell[1] | 1u << s->neutral[1 - which];
    int at = s->neutral[which];
    do {
        at = (at + step + SQUARES) % SQUARES;
    } while (others >> at & 1);
    return at;
}

/* An L and a neutral piece go from place to place. */
static bool edit(const duel_variant *v, void *state, duel_str element, int step)
{
    table *s = state, before = *s;
    duel_str rest = element, word, number;
    int64_t piece;
    if (duel_str_is(element, "turn")) {
        s->seat = (uint16_t)(1 - s->seat);
        return true;
    }
    if (!duel_str_part(&rest, ':', &word) || !duel_str_part(&rest, ':', &number) ||
        !duel_str_number(number, &piece) || piece < 1 || piece > 2)
        return false;
    int which = (int)piece - 1;
    if (duel_str_is(word, "ell"))
        s->ell[which] = (uint16_t)next_place(s, which, step);
    if (duel_str_is(word, "neutral"))
        s->neutral[which] = (uint8_t)next_square(s, which, step);
    return s->ell[which] != before.ell[which] || s->neutral[which] != before.neutral[which];
}

/* ---- reasons ----------------------------------------------------------------------- */

enum { BLOCKS, LETS_BLOCK, LEAVES_PLACES, SHUT_IN };

/* A move of the seat to move that leaves the other no place, if there is one. */
static bool blocking_move(const duel_variant *v, const table *s, duel_move *answer)
{
    duel_move list[PLACEMENTS * (1 + NEUTRALS * SQUARES)];
    int count = moves(v, s, list);
    for (int i = 0; i < count; i++) {
        table next = *s;
        play(v, &next, list[i]);
        if (mobility(&next, next.seat) == 0) {
            *answer = list[i];
            return true;
        }
    }
    return false;
}

static void explain_danger(const duel_variant *v, const table *s, duel_reason *out)
{
    duel_move answer;
    if (!blocking_move(v, s, &answer))
        return;
    duel_buf text = duel_buf_empty();
    print_move(v, s, answer, &text.sink);
    duel_fact *f = duel_reason_add(out, LETS_BLOCK);
    f->arg[0] = (int64_t)answer;
    duel_say(&f->text, N_("It lets the other player block your L at once, by {0}."), "s",
             duel_buf_str(&text));
    duel_buf_fini(&text);
}

static const duel_seek lgame_hints[] = {
    {BLOCKS, 0, N_("The other player’s L can be shut in.")},
    {LEAVES_PLACES, 0, N_("Count the places that are left for the other player’s L.")},
    {0, 0, NULL}};

static void explain(const duel_variant *v, const void *view, int seat, const duel_move played[],
                    int count, duel_reason *out)
{
    duel_move move = played[0];
    table s = *(const table *)view;
    int64_t before = mobility(&s, 1 - s.seat);
    play(v, &s, move);
    int64_t left = mobility(&s, s.seat);
    if (left == 0) {
        duel_say(&duel_reason_add(out, BLOCKS)->text,
                 N_("The other player's L has no other place to go: you have won."), "");
        duel_reason_seek(out, lgame_hints);
        return;
    }
    explain_danger(v, &s, out);
    duel_fact *f = duel_reason_add(out, LEAVES_PLACES);
    f->arg[0] = left, f->arg[1] = before;
    duel_say(&f->text,
             N_("It leaves {0} {0:place|places} for the other player's L; there were {1}."),
             "ii", left, before);
    duel_reason_seek(out, lgame_hints);
}

static void ending(const duel_variant *v, const void *view, int seat, duel_reason *out)
{
    const table *s = view;
    duel_fact *f = duel_reason_add(out, SHUT_IN);
    f->arg[0] = s->ell[s->seat];
    squares_point_at(SIDE, s->ell[s->seat], f);
    duel_say(&f->text, N_("This L has no other place to go: its player has lost."), "");
}

/* ---- speed ------------------------------------------------------------------------- */

static uint64_t pack(const duel_variant *v, const void *state)
{
    const table *s = state;
    uint64_t key = (uint64_t)placement_index(s->ell[0]);
    key = key * PLACEMENTS + (uint64_t)placement_index(s->ell[1]);
    key = key << 4 | s->neutral[0];
    key = key << 4 | s->neutral[1];
    return key << 1 | s->seat;
}

/* Where one of the eight symmetries of the board (bits: turn over, turn over, exchange) puts a
 * square. */
static int image(int square, int symmetry)
{
    int x = square % SIDE, y = square / SIDE;
    if (symmetry & 1)
        x = SIDE - 1 - x;
    if (symmetry & 2)
        y = SIDE - 1 - y;
    return symmetry & 4 ? x * SIDE + y : y * SIDE + x;
}

static uint16_t image_of_set(unsigned squares, int symmetry)
{
    unsigned set = 0;
    for (; squares; squares &= squares - 1)
        set |= 1u << image(__builtin_ctz(squares), symmetry);
    return (uint16_t)set;
}

/* The board turned in eight ways, with the neutral pieces in order of their squares. */
static uint64_t canon(const duel_variant *v, const void *state)
{
    const table *s = state;
    uint64_t least = UINT64_MAX;
    for (int k = 0; k < 8; k++) {
        int a = image(s->neutral[0], k), b = image(s->neutral[1], k);
        table t = {.ell = {image_of_set(s->ell[0], k), image_of_set(s->ell[1], k)},
                   .neutral = {(uint8_t)(a < b ? a : b), (uint8_t)(a < b ? b : a)},
                   .seat = s->seat};
        uint64_t key = pack(v, &t);
        if (key < least)
            least = key;
    }
    return least;
}

static bool unpack(const duel_variant *v, uint64_t key, void *state)
{
    uint64_t places = key >> 9, first = places / PLACEMENTS, second = places % PLACEMENTS;
    table s = {.neutral = {key >> 5 & 15, key >> 1 & 15}, .seat = key & 1};
    if (first >= PLACEMENTS)
        return false;
    s.ell[0] = (uint16_t)placement((int)first);
    s.ell[1] = (uint16_t)placement((int)second);
    if (s.neutral[0] == s.neutral[1] || s.ell[0] & s.ell[1] ||
        neutrals(&s) & (s.ell[0] | s.ell[1]))
        return false;
    *(table *)state = s;
    return true;
}

/* Nothing is ever used up. */
static uint32_t tier(const duel_variant *v, const void *state)
{
    return 0;
}

static int32_t evaluate(const duel_variant *v, const void *state, int seat)
{
    return 10 * (mobility(state, seat) - mobility(state, 1 - seat));
}

static const duel_accel accel = {
    .pack = pack, .canon = canon, .evaluate = evaluate, .unpack = unpack, .tier = tier};

static void task(const duel_variant *v, const void *view, duel_msg *out)
{
    duel_say(
        out,
        N_("Pick the four squares where your L shall lie; then you may move a neutral piece."),
        "");
}

static void say_move(const duel_variant *v, const void *view, duel_move move, duel_msg *out)
{
    const table *s = view;
    duel_buf squares = duel_buf_empty();
    for (unsigned rest = ell_of(move); rest; rest &= rest - 1)
        duel_putf(&squares.sink, "%s%s", squares.len ? " " : "",
                  squares_name(SIDE, __builtin_ctz(rest)).text);
    if (piece_of(move))
        duel_say(out, N_("the L on {0}, the neutral piece from {1} to {2}"), "scc",
                 duel_buf_str(&squares),
                 squares_name(SIDE, s->neutral[piece_of(move) - 1]).text,
                 squares_name(SIDE, to_of(move)).text);
    else
        duel_say(out, N_("the L on {0}"), "s", duel_buf_str(&squares));
    duel_buf_fini(&squares);
}

const duel_game duel_game_lgame = {
    .id = "lgame",
    .title = N_("The L-game"),
    .tagline = N_("Two Ls in sixteen squares: leave the other no place"),
    .rules = rules,
    .version = 1,
    .min_seats = 2,
    .max_seats = 2,
    .traits = DUEL_LOOPY,
    .variant = variant,
    .deal = deal,
    .turn = turn,
    .over = over,
    .moves = moves,
    .play = play,
    .print = print,
    .parse = parse,
    .print_move = print_move,
    .parse_move = parse_move,
    .scene = scene,
    .path = path,
    .edit = edit,
    .teaching.say_move = say_move,
    .teaching.explain = explain,
    .teaching.task = task,
    .teaching.ending = ending,
    .encoding.action = action,
    .accel = &accel,
};
