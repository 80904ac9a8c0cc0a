/* games/tictactoe.c -- Tic-tac-toe: three in a row on a board of 3×3.
 *
 * Squares are numbered row by row from the top: a3 is 0, c1 is 8. X is seat 0 and begins, so
 * the seat to move follows from the number of marks and is not kept.
 *
 * Invariants: (1) no square has two marks; (2) X has as many marks as O, or one more; (3) only
 * the player who moved last can have a line. */
#include "core/action.h"
#include "games/squares.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct grid {
    uint16_t marks[2]; /* by seat: a bit for each square */
} grid;
#pragma GCC diagnostic pop

enum { SIDE = 3, SQUARES = 9, LINES = 8, SYMMETRIES = 8, CENTRE_SQUARE = 4, FULL = 0x1ff };

static const unsigned line[LINES] = {0x007, 0x038, 0x1c0, 0x049, 0x092, 0x124, 0x111, 0x054};

static const char mark_of[2] = {'X', 'O'};

static const char *const roles[] = {N_("Crosses"), N_("Noughts")};

static const char *const rules[] = {
    N_("The board has three rows of three squares. In turn, each player marks an empty "
       "square, the first with X, the second with O."),
    N_("Whoever first has three marks in a row, across, upright or slanting, wins. A full "
       "board without three in a row is a tie."),
    N_("A square is written by its column and its row: a1 is at the bottom left, c3 at the "
       "top right. The numbers 1 to 9, row by row from the top, are understood too."),
    NULL};

static duel_status variant(duel_variant *v, duel_msg *why)
{
    v->state_size = sizeof(grid);
    v->max_moves = SQUARES;
    v->max_plies = SQUARES;
    v->max_score = 1;
    v->key_bits = 15; /* 3^9 = 19683 */
    v->positions = 5478;
    v->actions = SQUARES;
    v->tensor_size = 2 * SQUARES;
    return DUEL_OK;
}

static duel_status deal(const duel_variant *v, duel_rng *rng, void *state)
{
    *(grid *)state = (grid){{0, 0}};
    return DUEL_OK;
}

static int count_of(unsigned squares)
{
    return __builtin_popcount(squares);
}

static unsigned taken(const grid *s)
{
    return (unsigned)s->marks[0] | s->marks[1];
}

static int turn(const duel_variant *v, const void *state)
{
    return count_of(taken(state)) & 1;
}

static bool has_line(unsigned marks)
{
    for (int i = 0; i < LINES; i++)
        if ((marks & line[i]) == line[i])
            return true;
    return false;
}

static bool over(const duel_variant *v, const void *state, int32_t score[])
{
    const grid *s = state;
    bool won[2] = {has_line(s->marks[0]), has_line(s->marks[1])};
    if (!won[0] && !won[1] && taken(s) != FULL)
        return false;
    score[0] = won[0];
    score[1] = won[1];
    return true;
}

static int moves(const duel_variant *v, const void *state, duel_move out[])
{
    const grid *s = state;
    int count = 0;
    if (has_line(s->marks[0]) || has_line(s->marks[1]))
        return 0;
    for (unsigned free = FULL & ~taken(s); free; free &= free - 1)
        out[count++] = (duel_move)__builtin_ctz(free);
    return count;
}

static void play(const duel_variant *v, void *state, duel_move move)
{
    grid *s = state;
    int seat = turn(v, s);
    s->marks[seat] = (uint16_t)(s->marks[seat] | 1u << move);
}

/* ---- notation: XO..X...O, row by row from the top; moves a1..c3 -------------------- */

static void print(const duel_variant *v, const void *view, duel_sink *out)
{
    const grid *s = view;
    for (int i = 0; i < SQUARES; i++)
        duel_put_char(out, s->marks[0] >> i & 1 ? 'X' : s->marks[1] >> i & 1 ? 'O' : '.');
}

static duel_status check_history(const unsigned marks[2], duel_msg *why)
{
    int x = count_of(marks[0]), o = count_of(marks[1]), last = x == o ? 1 : 0;
    if (x != o && x != o + 1)
        return duel_invalid(
            why,
            N_("X begins, so X has as many marks as O, or one more; here X has {0} and O "
               "has {1}."),
            "ii", (int64_t)x, (int64_t)o);
    if (has_line(marks[0]) && has_line(marks[1]))
        return duel_invalid(
            why, N_("Both players have three in a row, but the first line ends the game."), "");
    if (has_line(marks[1 - last]))
        return duel_invalid(
            why,
            N_("{0} has three in a row, which ended the game: {1} cannot have played "
               "afterwards."),
            "cc", last ? "X" : "O", last ? "O" : "X");
    return DUEL_OK;
}

static duel_status parse(const duel_variant *v, duel_str text, void *state, duel_msg *why)
{
    unsigned marks[2];
    if (!squares_read_sets(SIDE, text, "XOxo", 2, marks))
        return duel_invalid(
            why,
            N_("A position is nine characters, row by row from the top, X, O or a dot for "
               "an empty square: XO..X...O; not “{0}”."),
            "s", text);
    duel_status status = check_history(marks, why);
    if (status == DUEL_OK)
        *(grid *)state = (grid){{(uint16_t)marks[0], (uint16_t)marks[1]}};
    return status;
}

static void print_move(const duel_variant *v, const void *view, duel_move move, duel_sink *out)
{
    duel_put(out, squares_name(SIDE, (int)move).text);
}

/* The square named by "b3" or by "2"; -1 if it is neither. */
static int read_square_or_digit(duel_str text)
{
    if (text.len == 1 && text.at[0] >= '1' && text.at[0] <= '9')
        return text.at[0] - '1';
    return squares_read(SIDE, text);
}

static duel_status parse_move(const duel_variant *v, const void *view, duel_str text,
                              duel_move *move, duel_msg *why)
{
    const grid *s = view;
    int square = read_square_or_digit(text);
    if (square < 0)
        return duel_invalid(
            why, N_("A move is a square, a1 to c3, or a number 1 to 9; not “{0}”."), "s", text);
    if (taken(s) >> square & 1)
        return duel_refuse(why, N_("The square {0} already has a mark."), "c",
                           squares_name(SIDE, square).text);
    *move = (duel_move)square;
    return DUEL_OK;
}

/* Own marks, then the other's. */
static void tensor(const duel_variant *v, const void *view, int seat, float out[])
{
    const grid *s = view;
    int own = duel_tensor_side(seat);
    out = duel_tensor_bits(s->marks[own], SQUARES, out);
    duel_tensor_bits(s->marks[1 - own], SQUARES, out);
}

/* ---- pictures ---------------------------------------------------------------------- */

static void scene(const duel_variant *v, const void *view, int seat, duel_scene *out)
{
    const grid *s = view;
    duel_scene_grid(out, SIDE, SIDE);
    out->axes = (duel_axes){'a', '1', true};
    for (int i = 0; i < SQUARES; i++) {
        if (!(taken(s) >> i & 1))
            continue;
        int owner = s->marks[1] >> i & 1;
        duel_element *e =
            duel_scene_piece(out, duel_target_of("mark:%d", i).text, i % SIDE, i / SIDE,
                             owner ? DUEL_SEAT2 : DUEL_SEAT1, owner ? "ring" : "cross");
        e->face[0] = mark_of[owner];
        duel_say(&e->label, owner ? N_("O on {0}") : N_("X on {0}"), "c",
                 squares_name(SIDE, i).text);
    }
}

static int path(const duel_variant *v, const void *view, duel_move move, duel_target out[])
{
    out[0] = squares_target(SIDE, (int)move);
    return 1;
}

/* A square goes from empty to X to O and round again; whose turn it is follows. */
static bool edit(const duel_variant *v, void *state, duel_str element, int step)
{
    return squares_edit(SIDE, ((grid *)state)->marks, element, step);
}

/* ---- reasons ----------------------------------------------------------------------- */

enum {
    WINS,
    LEAVES_A_WIN,
    MISSES_A_WIN,
    BLOCKS,
    FORKS,
    THREATENS,
    CENTRE,
    OPEN_LINES,
    LINE,
    FULL_BOARD
};

/* The empty squares on which the owner of `mine` would complete a line. */
static unsigned completing(unsigned mine, unsigned theirs)
{
    unsigned squares = 0;
    for (int i = 0; i < LINES; i++)
        if (count_of(mine & line[i]) == 2 && !(theirs & line[i]))
            squares |= line[i] & ~mine;
    return squares;
}

static int open_lines(int square, unsigned theirs)
{
    int count = 0;
    for (int i = 0; i < LINES; i++)
        count += (line[i] >> square & 1) && !(theirs & line[i]);
    return count;
}

/* A fact about squares: arg[0] is the set, its squares are highlighted, and the first two fill
 * {0} and {1} of the sentence. */
static void add_fact(duel_reason *out, int kind, unsigned squares, const char *sentence)
{
    duel_fact *f = duel_reason_add(out, kind);
    f->arg[0] = squares;
    duel_target name[2] = {{""}, {""}};
    for (unsigned rest = squares; rest; rest &= rest - 1) {
        int square = __builtin_ctz(rest);
        if (f->targets < 2)
            name[f->targets] = squares_name(SIDE, square);
        f->target[f->targets++] = squares_target(SIDE, square);
    }
    duel_say(&f->text, sentence, "cc", name[0].text, name[1].text);
}

static void explain_threats(duel_reason *out, unsigned squares)
{
    if (count_of(squares) >= 2)
        add_fact(
            out, FORKS, squares,
            N_("It threatens two lines at once, on {0} and on {1}: only one can be blocked."));
    else if (squares)
        add_fact(out, THREATENS, squares,
                 N_("It threatens a line on {0}, where the other player must answer."));
}

static void explain_place(duel_reason *out, int square, unsigned theirs)
{
    if (square == CENTRE_SQUARE)
        add_fact(out, CENTRE, 1u << square,
                 N_("It takes the centre, which lies on four of the eight lines."));
    duel_fact *f = duel_reason_add(out, OPEN_LINES);
    f->arg[0] = square;
    f->arg[1] = open_lines(square, theirs);
    duel_say(&f->text,
             N_("Its square lies on {0} {0:line|lines} where the other player has no mark."),
             "i", f->arg[1]);
}

static const duel_seek tictactoe_hints[] = {
    {WINS, 0, N_("A line of yours can be completed.")},
    {BLOCKS, 0, N_("The other player is about to complete a line.")},
    {FORKS, 0, N_("Two lines can be threatened at once.")},
    {THREATENS, 0, N_("A threat would force the other player to answer it.")},
    {CENTRE, 0, N_("Some squares lie on more lines than others.")},
    {OPEN_LINES, 0, N_("Look for lines where the other player has no mark.")},
    {0, 0, NULL}};

static void explain(const duel_variant *v, const void *view, int seat, const duel_move played[],
                    int count, duel_reason *out)
{
    duel_move move = played[0];
    const grid *s = view;
    int mover = turn(v, s);
    unsigned bit = 1u << move, before = s->marks[mover], theirs = s->marks[1 - mover];
    unsigned mine = before | bit, missed = completing(before, theirs);
    if (missed & bit) {
        add_fact(out, WINS, bit, N_("It completes a line of three and wins."));
        duel_reason_seek(out, tictactoe_hints);
        return;
    }
    unsigned left = completing(theirs, mine);
    if (left)
        add_fact(out, LEAVES_A_WIN, left,
                 N_("It leaves {0} to the other player, who completes a line there."));
    if (missed)
        add_fact(out, MISSES_A_WIN, missed, N_("It misses {0}, which wins at once."));
    if (completing(theirs, before) & bit)
        add_fact(out, BLOCKS, bit,
                 N_("It blocks the line the other player would complete on {0}."));
    if (!left)
        explain_threats(out, completing(mine, theirs));
    explain_place(out, (int)move, theirs);
    duel_reason_seek(out, tictactoe_hints);
}

static void tell_line(duel_reason *out, unsigned squares)
{
    duel_fact *f = duel_reason_add(out, LINE);
    duel_target name[SIDE];
    f->arg[0] = squares;
    for (unsigned rest = squares; rest; rest &= rest - 1) {
        name[f->targets] = squares_name(SIDE, __builtin_ctz(rest));
        f->target[f->targets++] = duel_target_of("mark:%d", __builtin_ctz(rest));
    }
    duel_say(&f->text, N_("Three in a row: {0}, {1}, {2}."), "ccc", name[0].text, name[1].text,
             name[2].text);
}

static void ending(const duel_variant *v, const void *view, int seat, duel_reason *out)
{
    const grid *s = view;
    for (int i = 0; i < LINES; i++)
        if ((s->marks[0] & line[i]) == line[i] || (s->marks[1] & line[i]) == line[i])
            tell_line(out, line[i]);
    if (out->count == 0)
        duel_say(&duel_reason_add(out, FULL_BOARD)->text,
                 N_("Every square is taken, and nobody has three in a row."), "");
}

/* ---- speed ------------------------------------------------------------------------- */

/* The squares in the order in which each symmetry of the board reads them. */
static const uint8_t order_of[SYMMETRIES][SQUARES] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8}, {2, 1, 0, 5, 4, 3, 8, 7, 6}, {6, 7, 8, 3, 4, 5, 0, 1, 2},
    {8, 7, 6, 5, 4, 3, 2, 1, 0}, {0, 3, 6, 1, 4, 7, 2, 5, 8}, {2, 5, 8, 1, 4, 7, 0, 3, 6},
    {6, 3, 0, 7, 4, 1, 8, 5, 2}, {8, 5, 2, 7, 4, 1, 6, 3, 0}};

/* A number in base 3: a digit for each square. */
static uint64_t code(const grid *s, const uint8_t order[SQUARES])
{
    uint64_t key = 0;
    for (int i = 0; i < SQUARES; i++) {
        int square = order[i];
        key = 3 * key + (s->marks[0] >> square & 1u) + 2 * (s->marks[1] >> square & 1u);
    }
    return key;
}

static uint64_t pack(const duel_variant *v, const void *state)
{
    return code(state, order_of[0]);
}

static bool unpack(const duel_variant *v, uint64_t key, void *state)
{
    grid s = {{0, 0}};
    for (int square = SQUARES - 1; square >= 0; square--, key /= 3)
        if (key % 3)
            s.marks[key % 3 - 1] = (uint16_t)(s.marks[key % 3 - 1] | 1u << square);
    int ahead = count_of(s.marks[0]) - count_of(s.marks[1]);
    if (key || ahead < 0 || ahead > 1)
        return false;
    *(grid *)state = s;
    return true;
}

/* The squares still free. */
static uint32_t tier(const duel_variant *v, const void *state)
{
    return (uint32_t)(SQUARES - count_of(taken(state)));
}

static uint64_t canon(const duel_variant *v, const void *state)
{
    uint64_t least = pack(v, state);
    for (int i = 1; i < SYMMETRIES; i++) {
        uint64_t key = code(state, order_of[i]);
        if (key < least)
            least = key;
    }
    return least;
}

/* Lines still open, with a second mark on one worth much more. */
static int32_t promise(unsigned mine, unsigned theirs)
{
    static const int32_t worth[] = {1, 3, 20, 1000};
    int32_t sum = 0;
    for (int i = 0; i < LINES; i++)
        if (!(theirs & line[i]))
            sum += worth[count_of(mine & line[i])];
    return sum;
}

static int32_t evaluate(const duel_variant *v, const void *state, int seat)
{
    const grid *s = state;
    unsigned mine = s->marks[seat], theirs = s->marks[1 - seat];
    return promise(mine, theirs) - promise(theirs, mine);
}

static uint64_t make(const duel_variant *v, void *state, duel_move move)
{
    play(v, state, move);
    return 0;
}

static void undo(const duel_variant *v, void *state, duel_move move, uint64_t trace)
{
    grid *s = state;
    s->marks[0] = (uint16_t)(s->marks[0] & ~(1u << move));
    s->marks[1] = (uint16_t)(s->marks[1] & ~(1u << move));
}

static const duel_accel accel = {.pack = pack,
                                 .canon = canon,
                                 .evaluate = evaluate,
                                 .make = make,
                                 .undo = undo,
                                 .unpack = unpack,
                                 .tier = tier};

static void task(const duel_variant *v, const void *view, duel_msg *out)
{
    duel_say(out, N_("Mark an empty square: three in a row win."), "");
}

const duel_game duel_game_tictactoe = {
    .id = "tictactoe",
    .title = N_("Tic-tac-toe"),
    .tagline = N_("Three in a row on nine squares"),
    .rules = rules,
    .version = 1,
    .min_seats = 2,
    .max_seats = 2,
    .roles = roles,
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
    .teaching.explain = explain,
    .teaching.task = task,
    .teaching.ending = ending,
    .encoding.tensor = tensor,
    .accel = &accel,
};
