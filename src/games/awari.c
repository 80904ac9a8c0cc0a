/* games/awari.c -- Awari: sow the seeds of a pit, and take where they come to two or three.
 *
 * Six pits a player, four seeds in each. By the rules under which the game was solved (J. W.
 * Romein, H. E. Bal, "Solving Awari with parallel retrograde analysis", IEEE Computer 36(10),
 * 2003): a pit of twelve or more passes over itself; whoever would leave the other player
 * without a seed must play otherwise if that is possible; a player without seeds ends the game,
 * and what is left goes to the other. A game without end is worth what was taken.
 *
 * Pits are numbered against the clock: 0 to 5 are the first player's, a1 to f1, 6 to 11 the
 * second's, f2 to a2. A move is a pit of one's own, 0 to 5.
 *
 * Invariants: (1) no more seeds than the variant has lie in pits and with the players; fewer
 * may, where a position was set up, or made from its key, which knows nothing of seeds taken;
 * (2) `spare` is 0. */
#include "core/lesson.h"
#include "core/play.h"
#include "core/reason.h"

#include <stdio.h>
#include <string.h>

enum { SIDE = 6, PITS = 12, MOST_SEEDS = 48 };

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct sown {
    uint8_t pit[PITS];
    uint8_t taken[2]; /* by seat */
    uint8_t seat;     /* to move */
    uint8_t spare;
} sown;
#pragma GCC diagnostic pop

enum { SEEDS };
static const duel_option options[] = {{"seeds", DUEL_NUMBER, MOST_SEEDS, 1, MOST_SEEDS, NULL,
                                       N_("seeds at the beginning, as evenly as it goes")},
                                      {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

static const char *const rules[] = {
    N_("In turn, each player empties one of the six pits on their side and sows its seeds one "
       "by one into the pits that follow, against the clock, passing over the pit they came "
       "from."),
    N_("If the last seed makes two or three in a pit of the other side, they are taken; so are "
       "those of the pits just before it, as long as they hold two or three and lie on that "
       "side."),
    N_("Nobody may leave the other player without seeds, unless every move does. Who has none "
       "to sow ends the game, and the other player gets what is left."),
    N_("Whoever has more seeds wins, by so many. Where both go round for ever, what lies in "
       "the pits counts for nobody."),
    N_("A move is written as its pit: a1 to f1 are those of the first player, below from left "
       "to right, a2 to f2 those of the second, above."),
    NULL};

/* ---- numbers of positions -------------------------------------------------------- */

/* n choose k, 0 where there are too few. */
#define OF1(n)  ((uint64_t)(n))
#define OF2(n)  (OF1(n) * ((uint64_t)(n)-1) / 2)
#define OF3(n)  (OF2(n) * ((uint64_t)(n)-2) / 3)
#define OF4(n)  (OF3(n) * ((uint64_t)(n)-3) / 4)
#define OF5(n)  (OF4(n) * ((uint64_t)(n)-4) / 5)
#define OF6(n)  (OF5(n) * ((uint64_t)(n)-5) / 6)
#define OF7(n)  (OF6(n) * ((uint64_t)(n)-6) / 7)
#define OF8(n)  (OF7(n) * ((uint64_t)(n)-7) / 8)
#define OF9(n)  (OF8(n) * ((uint64_t)(n)-8) / 9)
#define OF10(n) (OF9(n) * ((uint64_t)(n)-9) / 10)
#define OF11(n) (OF10(n) * ((uint64_t)(n)-10) / 11)
#define OF12(n) (OF11(n) * ((uint64_t)(n)-11) / 12)
#define TEN(of, n)                                                                             \
    of(n), of((n) + 1), of((n) + 2), of((n) + 3), of((n) + 4), of((n) + 5), of((n) + 6),       \
        of((n) + 7), of((n) + 8), of((n) + 9)
#define FIFTY(of, n)                                                                           \
    {                                                                                          \
        TEN(of, n), TEN(of, (n) + 10), TEN(of, (n) + 20), TEN(of, (n) + 30), TEN(of, (n) + 40) \
    }

/* [i][r]: in how many ways fewer than r seeds lie in i + 1 pits, r + i choose i + 1. */
static const uint64_t fewer[PITS][MOST_SEEDS + 2] = {
    FIFTY(OF1, 0), FIFTY(OF2, 1),  FIFTY(OF3, 2),   FIFTY(OF4, 3),
    FIFTY(OF5, 4), FIFTY(OF6, 5),  FIFTY(OF7, 6),   FIFTY(OF8, 7),
    FIFTY(OF9, 8), FIFTY(OF10, 9), FIFTY(OF11, 10), FIFTY(OF12, 11)};

static duel_status variant(duel_variant *v, duel_msg *why)
{
    v->state_size = sizeof(sown);
    v->max_moves = SIDE;
    v->max_plies = 1000;
    v->max_score = (int32_t)v->option[SEEDS];
    v->key_bits = 64 - (uint32_t)__builtin_clzll(fewer[PITS - 1][v->option[SEEDS] + 1]) + 1;
    v->actions = SIDE;
    return DUEL_OK;
}

/* ---- the rules ------------------------------------------------------------------- */

/* So many in each pit; of what is left over one more in a1, f2, b1, e2… */
static duel_status deal(const duel_variant *v, duel_rng *rng, void *state)
{
    sown s = {.seat = 0};
    int seeds = (int)v->option[SEEDS];
    for (int i = 0; i < PITS; i++)
        s.pit[i / 2 + SIDE * (i % 2)] = (uint8_t)(seeds / PITS + (i < seeds % PITS));
    *(sown *)state = s;
    return DUEL_OK;
}

static int turn(const duel_variant *v, const void *state)
{
    return ((const sown *)state)->seat;
}

static int seeds_of_side(const sown *s, int seat)
{
    const uint8_t *pit = s->pit + SIDE * seat;
    return pit[0] + pit[1] + pit[2] + pit[3] + pit[4] + pit[5];
}

static bool over(const duel_variant *v, const void *state, int32_t score[])
{
    const sown *s = state;
    if (seeds_of_side(s, s->seat))
        return false;
    score[s->seat] = s->taken[s->seat];
    score[1 - s->seat] = s->taken[1 - s->seat] + seeds_of_side(s, 1 - s->seat);
    return true;
}

static int next_pit(int pit)
{
    return pit == PITS - 1 ? 0 : pit + 1;
}

/* Sows the seeds of a pit; where the last one fell. */
static int sow_seeds(sown *s, int from)
{
    int at = from, seeds = s->pit[from];
    s->pit[from] = 0;
    while (seeds) {
        at = next_pit(at);
        if (at == from)
            continue;
        s->pit[at]++;
        seeds--;
    }
    return at;
}

/* Takes from the pit in which the last seed fell, and backwards from there. */
static void take_seeds(sown *s, int at)
{
    int first = SIDE * (1 - s->seat); /* of the other side */
    for (; at >= first && at < first + SIDE && (s->pit[at] == 2 || s->pit[at] == 3); at--) {
        s->taken[s->seat] = (uint8_t)(s->taken[s->seat] + s->pit[at]);
        s->pit[at] = 0;
    }
}

static void play(const duel_variant *v, void *state, duel_move move)
{
    sown *s = state;
    take_seeds(s, sow_seeds(s, SIDE * s->seat + (int)move));
    s->seat = 1 - s->seat;
}

/* What each move makes of the state, those that leave the other player something; where there
 * are none, all. How many. */
static int make_children(const sown *s, duel_move move[SIDE], sown child[SIDE])
{
    int count = 0, starving = 0;
    sown starved[SIDE];
    duel_move starves[SIDE];
    for (int i = 0; i < SIDE; i++) {
        if (s->pit[SIDE * s->seat + i] == 0)
            continue;
        sown after = *s;
        play(NULL, &after, (duel_move)i);
        if (seeds_of_side(&after, after.seat)) {
            move[count] = (duel_move)i;
            child[count++] = after;
        } else {
            starves[starving] = (duel_move)i;
            starved[starving++] = after;
        }
    }
    if (count)
        return count;
    memcpy(move, starves, (size_t)starving * sizeof *move);
    memcpy(child, starved, (size_t)starving * sizeof *child);
    return starving;
}

static int moves(const duel_variant *v, const void *state, duel_move out[])
{
    sown child[SIDE];
    return make_children(state, out, child);
}

/* ---- where pits are -------------------------------------------------------------- */

/* The first player's lie below, from left to right; the second's above, from right to left. */
static int column_of(int pit)
{
    return pit < SIDE ? pit : PITS - 1 - pit;
}

static int row_of(int pit)
{
    return pit < SIDE ? 1 : 0;
}

static duel_target name_of_pit(int pit)
{
    return duel_target_of("%c%d", 'a' + column_of(pit), 2 - row_of(pit));
}

static duel_target target_of_pit(int pit)
{
    return duel_target_of("cell:%d:%d", column_of(pit), row_of(pit));
}

/* ---- notation: a1 to f1 / f2 to a2 : who moves, what each has taken -------------- */

static void print(const duel_variant *v, const void *view, duel_sink *out)
{
    const sown *s = view;
    for (int i = 0; i < PITS; i++)
        duel_putf(out, "%s%d", i == 0 ? "" : i == SIDE ? "/" : ",", s->pit[i]);
    duel_putf(out, ":%d,%d,%d", s->seat + 1, s->taken[0], s->taken[1]);
}

static bool read_counts(duel_str text, int count, int least, int most, uint8_t out[])
{
    duel_str word;
    int64_t number;
    for (int i = 0; i < count; i++) {
        if (!duel_str_part(&text, ',', &word) || !duel_str_number(word, &number) ||
            number < least || number > most)
            return false;
        out[i] = (uint8_t)number;
    }
    return text.at == NULL;
}

static int count_all(const sown *s)
{
    return seeds_of_side(s, 0) + seeds_of_side(s, 1) + s->taken[0] + s->taken[1];
}

static duel_status parse(const duel_variant *v, duel_str text, void *state, duel_msg *why)
{
    sown s = {.seat = 0};
    uint8_t rest_numbers[3];
    duel_str rest = text, board, first;
    duel_str_part(&rest, ':', &board);
    duel_str_part(&board, '/', &first);
    bool read = rest.at && board.at && read_counts(first, SIDE, 0, MOST_SEEDS, s.pit) &&
                read_counts(board, SIDE, 0, MOST_SEEDS, s.pit + SIDE) &&
                read_counts(rest, 3, 0, MOST_SEEDS, rest_numbers);
    if (!read || rest_numbers[0] < 1 || rest_numbers[0] > 2)
        return duel_invalid(
            why,
            N_("A position is the seeds of a1 to f1, those of f2 to a2, then : who moves, and "
               "what each has taken, as 4,4,4,4,4,4/4,4,4,4,4,4:1,0,0; not “{0}”."),
            "s", text);
    s.seat = rest_numbers[0] - 1;
    s.taken[0] = rest_numbers[1];
    s.taken[1] = rest_numbers[2];
    if (count_all(&s) > (int)v->option[SEEDS])
        return duel_invalid(why, N_("There are {0} seeds in all, and here there would be {1}."),
                            "ii", v->option[SEEDS], (int64_t)count_all(&s));
    *(sown *)state = s;
    return DUEL_OK;
}

static void print_move(const duel_variant *v, const void *view, duel_move move, duel_sink *out)
{
    const sown *s = view;
    duel_put(out, name_of_pit(SIDE * s->seat + (int)move).text);
}

/* ---- pictures -------------------------------------------------------------------- */

static void draw_side(const sown *s, int seat, duel_pen *pen)
{
    duel_pen_put(pen, DUEL_SOFT, seat ? "2 " : "1 ");
    for (int x = 0; x < SIDE; x++) {
        int pit = seat ? PITS - 1 - x : x;
        char text[8];
        snprintf(text, sizeof text, "%3d", s->pit[pit]);
        duel_pen_thing(pen, target_of_pit(pit).text);
        duel_pen_put(pen, s->pit[pit] == 0 ? DUEL_SOFT : seat ? DUEL_SEAT2 : DUEL_SEAT1, text);
        duel_pen_thing(pen, NULL);
    }
    duel_put(pen->out, "   ");
    duel_pen_thing(pen, seat ? "taken:2" : "taken:1");
    duel_tell(pen->lang, pen->out, N_("taken: {0}"), "i", (int64_t)s->taken[seat]);
    duel_pen_thing(pen, NULL);
    duel_put(pen->out, "\n");
}

static void draw(const duel_variant *v, const void *view, int seat, duel_pen *pen)
{
    draw_side(view, 1, pen);
    draw_side(view, 0, pen);
    duel_pen_put(pen, DUEL_SOFT, "    a  b  c  d  e  f");
    duel_put(pen->out, "\n");
}

static void add_pit(const duel_variant *v, const sown *s, int pit, duel_scene *out)
{
    int owner = pit / SIDE;
    duel_target id = duel_target_of("seeds:%d", pit);
    duel_element *e = duel_scene_piece(out, id.text, column_of(pit), row_of(pit),
                                       owner ? DUEL_SEAT2 : DUEL_SEAT1, "token");
    snprintf(e->face, sizeof e->face, "%d", s->pit[pit]);
    e->target = target_of_pit(pit);
    duel_say(&e->label, N_("pit {0} ({1}): {2} {2:seed|seeds}"), "cwi", name_of_pit(pit).text,
             duel_role(v, owner), (int64_t)s->pit[pit]);
}

static void add_taken(const duel_variant *v, const sown *s, int seat, duel_scene *out)
{
    duel_element *e = duel_scene_add(out, DUEL_COUNTER, seat ? "taken:2" : "taken:1",
                                     seat ? SIDE / 2.0F : 0, 2, SIDE / 2.0F, 0.6F);
    e->tone = seat ? DUEL_SEAT2 : DUEL_SEAT1;
    e->number = s->taken[seat];
    e->course = true;
    duel_say(&e->label, N_("taken ({0}): {1}"), "wi", duel_role(v, seat), e->number);
}

static void scene(const duel_variant *v, const void *view, int seat, duel_scene *out)
{
    const sown *s = view;
    duel_scene_grid(out, SIDE, 2);
    out->axes = (duel_axes){'a', '1', true};
    for (int i = 0; i < PITS; i++) /* in reading order */
        if (s->pit[i < SIDE ? PITS - 1 - i : i - SIDE])
            add_pit(v, s, i < SIDE ? PITS - 1 - i : i - SIDE, out);
    for (int player = 0; player < 2; player++)
        add_taken(v, s, player, out);
    out->height += 0.6F;
}

static int path(const duel_variant *v, const void *view, duel_move move, duel_target out[])
{
    out[0] = target_of_pit(SIDE * ((const sown *)view)->seat + (int)move);
    return 1;
}

/* One seed more or less, of those that are there. */
static bool edit(const duel_variant *v, void *state, duel_str element, int step)
{
    sown *s = state;
    int x, y;
    uint8_t *place = NULL;
    if (duel_str_is(element, "turn")) {
        s->seat = 1 - s->seat;
        return true;
    }
    if (duel_cell_of(element, &x, &y) && x >= 0 && x < SIDE && (y == 0 || y == 1))
        place = &s->pit[y ? x : PITS - 1 - x];
    else if (duel_str_is(element, "taken:1") || duel_str_is(element, "taken:2"))
        place = &s->taken[duel_str_is(element, "taken:2")];
    if (place == NULL)
        return false;
    int values = (int)v->option[SEEDS] - count_all(s) + *place + 1;
    *place = (uint8_t)((*place + step + values) % values);
    return values > 1;
}

/* ---- reasons --------------------------------------------------------------------- */

enum { ENDS, TAKES, GIVES, SAVES, SAFE, STARVED };

/* The most that the seat takes by one move, were it to move, and by which. */
static int most_taken(const sown *s, int seat, int *pit)
{
    sown here = *s, child[SIDE];
    duel_move move[SIDE];
    int most = 0;
    here.seat = (uint8_t)seat;
    int count = make_children(&here, move, child);
    for (int i = 0; i < count; i++) {
        int taken = child[i].taken[seat] - s->taken[seat];
        if (taken <= most)
            continue;
        most = taken;
        *pit = SIDE * seat + (int)move[i];
    }
    return most;
}

static duel_fact *tell_seeds(duel_reason *out, int kind, int speaks, int64_t seeds, int pit)
{
    duel_fact *f = duel_reason_add(out, kind);
    f->speaks = speaks;
    f->arg[0] = seeds;
    f->targets = 1;
    f->target[0] = target_of_pit(pit);
    return f;
}

static const duel_seek awari_hints[] = {
    {ENDS, 0, N_("The game can be ended.")},
    {TAKES, 1, N_("Seeds can be taken.")},
    {SAVES, 1, N_("The other player is about to take some of your seeds.")},
    {SAFE, 1, N_("Leave nothing that can be taken.")},
    {GIVES, -1, N_("Every move gives something: give little.")},
    {0, 0, NULL}};

/* What the other player could take before the move, and can after it. */
static void tell_danger(const sown *before, const sown *after, duel_reason *out)
{
    int was = 0, is = 0, other = 1 - before->seat;
    int feared = most_taken(before, other, &was), given = most_taken(after, other, &is);
    if (given < feared) {
        duel_fact *f = tell_seeds(out, SAVES, 1, feared - given, was);
        duel_say(&f->text, N_("It saves {0} {0:seed|seeds} from the threat of {1}."), "ic",
                 f->arg[0], name_of_pit(was).text);
    }
    if (given) {
        duel_fact *f = tell_seeds(out, GIVES, -1, given, is);
        duel_say(&f->text, N_("The other player can then take {0} {0:seed|seeds}, by {1}."),
                 "ic", f->arg[0], name_of_pit(is).text);
    } else if (feared == 0) {
        duel_say(&duel_reason_add(out, SAFE)->text,
                 N_("It leaves the other player nothing to take."), "");
        out->fact[out->count - 1].speaks = 1;
    }
}

static void explain(const duel_variant *v, const void *view, int seat, const duel_move played[],
                    int count, duel_reason *out)
{
    sown before = *(const sown *)view, after = before;
    int own = SIDE * before.seat + (int)played[0];
    play(v, &after, played[0]);
    int taken = after.taken[before.seat] - before.taken[before.seat];
    if (taken) {
        duel_fact *f = tell_seeds(out, TAKES, 1, taken, own);
        duel_say(&f->text, N_("It takes {0} {0:seed|seeds}."), "i", f->arg[0]);
    }
    if (duel_is_over(v, &after)) {
        duel_fact *f = tell_seeds(out, ENDS, 0, seeds_of_side(&after, before.seat), own);
        duel_say(&f->text,
                 N_("It ends the game: the other player has nothing to sow, and the {0} "
                    "{0:seed that is|seeds that are} left are yours."),
                 "i", f->arg[0]);
    } else {
        tell_danger(&before, &after, out);
    }
    duel_reason_seek(out, awari_hints);
}

static void ending(const duel_variant *v, const void *view, int seat, duel_reason *out)
{
    const sown *s = view;
    duel_fact *f = duel_reason_add(out, STARVED);
    f->arg[0] = seeds_of_side(s, 1 - s->seat);
    for (int i = 0; i < SIDE; i++)
        f->target[f->targets++] = target_of_pit(SIDE * s->seat + i);
    duel_say(&f->text,
             N_("The player to move has nothing to sow; the {0} {0:seed that is|seeds that "
                "are} left go to the other."),
             "i", f->arg[0]);
}

/* ---- speed ----------------------------------------------------------------------- */

/* Seeds taken leave the game: a key is the pits as who moves sees them, by their place among
 * all positions, those with fewer seeds first; and above it, who that is. */
static uint64_t number_of_pits(const sown *s, int seat)
{
    const uint8_t *own = s->pit + SIDE * seat, *other = s->pit + SIDE * (1 - seat);
    uint64_t number = 0;
    uint32_t seeds = 0;
    for (int i = 0; i < SIDE; i++)
        number += fewer[i][seeds += own[i]];
    for (int i = 0; i < SIDE; i++)
        number += fewer[SIDE + i][seeds += other[i]];
    return number;
}

static uint64_t canon(const duel_variant *v, const void *state)
{
    const sown *s = state;
    return number_of_pits(s, s->seat);
}

static uint64_t pack(const duel_variant *v, const void *state)
{
    const sown *s = state;
    return number_of_pits(s, s->seat) | (uint64_t)s->seat << (v->key_bits - 1);
}

static bool unpack(const duel_variant *v, uint64_t key, void *state)
{
    sown s = {.seat = key >> (v->key_bits - 1) & 1};
    uint64_t number = key & ((UINT64_C(1) << (v->key_bits - 1)) - 1);
    uint32_t seeds = (uint32_t)v->option[SEEDS];
    if (key >> v->key_bits || number >= fewer[PITS - 1][seeds + 1])
        return false;
    for (int i = PITS - 1; i >= 0; i--) {
        uint32_t before = seeds;
        while (fewer[i][seeds] > number)
            seeds--;
        number -= fewer[i][seeds];
        if (i < PITS - 1)
            s.pit[(i + 1 + SIDE * s.seat) % PITS] = (uint8_t)(before - seeds);
    }
    s.pit[SIDE * s.seat] = (uint8_t)seeds;
    *(sown *)state = s;
    return true;
}

static uint32_t tier(const duel_variant *v, const void *state)
{
    const sown *s = state;
    return (uint32_t)(seeds_of_side(s, 0) + seeds_of_side(s, 1));
}

static int32_t carried(const duel_variant *v, const void *state)
{
    const sown *s = state;
    return s->taken[s->seat] - s->taken[1 - s->seat];
}

static bool span(const duel_variant *v, uint32_t i, uint32_t *tier_of, uint64_t *count)
{
    if (i > (uint32_t)v->option[SEEDS])
        return false;
    *tier_of = i;
    *count = fewer[PITS - 1][i + 1] - fewer[PITS - 1][i];
    return true;
}

static uint64_t nth(const duel_variant *v, uint32_t seeds, uint64_t k)
{
    return fewer[PITS - 1][seeds] + k;
}

static int expand(const duel_variant *v, const void *states, int count, duel_children *out,
                  int *made)
{
    const sown *s = states;
    sown *child = out->child, here[SIDE];
    duel_move move[SIDE];
    int done = 0;
    for (*made = 0; done < count; done++) {
        int children = make_children(&s[done], move, here);
        if (*made + children > out->room)
            break;
        for (int i = 0; i < children; i++, ++*made) {
            child[*made] = here[i];
            out->move[*made] = move[i];
            out->parent[*made] = done;
        }
    }
    return done;
}

/* What is taken, and a little for what lies on one's own side. */
static int32_t evaluate(const duel_variant *v, const void *state, int seat)
{
    const sown *s = state;
    int other = 1 - seat;
    return 100 * (s->taken[seat] - s->taken[other]) +
           10 * (seeds_of_side(s, seat) - seeds_of_side(s, other));
}

static const duel_accel accel = {.pack = pack,
                                 .canon = canon,
                                 .evaluate = evaluate,
                                 .expand = expand,
                                 .unpack = unpack,
                                 .tier = tier,
                                 .carried = carried,
                                 .span = span,
                                 .nth = nth};

/* ---- people ---------------------------------------------------------------------- */

static void task(const duel_variant *v, const void *view, duel_msg *out)
{
    const sown *s = view;
    duel_say(out,
             seeds_of_side(s, 1 - s->seat)
                 ? N_("Sow the seeds of one of your pits.")
                 : N_("Sow so that the other player gets a seed, if you can."),
             "");
}

static const duel_step steps[] = {
    {.say = N_("You sow from one of your pits, a1 to f1, against the clock. Sow c1: its four "
               "seeds fall into d1, e1, f1 and f2."),
     .at = "4,4,4,4,4,4/4,4,4,4,4,4:1,0,0",
     .good = "c1",
     .right = N_("The pit is empty now, and the four that follow have one more."),
     .wrong = N_("That is allowed, too; but sow c1, the third from the left.")},
    {.say = N_("The last seed decides: where it makes two or three on the other side, you take "
               "them. Take two."),
     .at = "2,0,0,3,0,2/4,1,0,5,0,3:1,14,14",
     .good = "f1",
     .right = N_("The last seed made two in e2. Those in f2 stay: five are too many."),
     .wrong = N_("Count where the last seed falls: it must come to e2, which holds one.")},
    {.say = N_("Pits in a row fall together, as long as each holds two or three. Take as many "
               "as you can."),
     .at = "1,0,4,0,3,0/1,2,0,6,0,2:1,15,14",
     .good = "e1",
     .right = N_("Five: three from e2, then two from f2."),
     .wrong = N_("There is more to be had: let the last seed fall into e2.")},
    {.say = N_("Now a2, with two seeds, would end in b1 and take two. Save them."),
     .at = "3,1,0,0,0,4/0,1,0,0,1,2:1,18,18",
     .good = "b1",
     .right = N_("An empty pit gives nothing: one seed alone is not taken."),
     .wrong = N_("Then a2 still takes. Move the seed of b1 away.")},
    {.say = N_("The other player has no seeds left, and you must give some: only d1 and f1 "
               "reach that far. Give no more than one."),
     .at = "1,0,0,4,0,1/0,0,0,0,0,0:1,21,21",
     .good = "f1",
     .right = N_("Whoever can feed the other must. Where nobody can, the game is over, and "
                 "your seeds are yours."),
     .wrong = N_("That gives two seeds. f1 gives one.")},
    {.say = N_("A pit of twelve goes all the way round, past itself. Where does the last seed "
               "of f1 fall?"),
     .at = "1,0,0,0,0,12/1,1,1,1,1,0:1,15,15",
     .good = "f1",
     .right = N_("In f2, for the second time: three, and they are yours."),
     .wrong = N_("Count the twelve seeds of f1: eleven pits, and one more.")},
    {.say = NULL}};

static const duel_lesson lesson = {.options = "", .steps = steps};

static const duel_wording wordings[] = {{"seeds", N_("Seeds"), NULL}, {NULL, NULL, NULL}};

const duel_game duel_game_awari = {
    .id = "awari",
    .title = N_("Awari"),
    .tagline = N_("Sow your seeds, and take where they come to two or three"),
    .rules = rules,
    .version = 1,
    .min_seats = 2,
    .max_seats = 2,
    .traits = DUEL_LOOPY | DUEL_MARGIN,
    .options = options,
    .wordings = wordings,
    .variant = variant,
    .deal = deal,
    .turn = turn,
    .over = over,
    .moves = moves,
    .play = play,
    .draw = draw,
    .print = print,
    .parse = parse,
    .print_move = print_move,
    .scene = scene,
    .path = path,
    .edit = edit,
    .teaching.task = task,
    .teaching.explain = explain,
    .teaching.ending = ending,
    .teaching.lesson = &lesson,
    .accel = &accel,
};
