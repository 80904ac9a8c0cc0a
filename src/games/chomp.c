/* games/chomp.c -- Chomp: bite a corner off a bar of chocolate; the last square is poisoned.
 *
 * Rows and columns are counted from 0, from the poisoned square at the top left. A bite at
 * row, column removes every square at or beyond both. Two readings of the end, which win and
 * lose in the same positions: the poison is eaten (an empty board, won for the seat to move),
 * or is left (a player who finds nothing else has lost; then the game is impartial).
 *
 * Invariant: lengths never grow from one row to the next; rows beyond the board are 0. */
#include "core/reason.h"

#include <string.h>

enum { MOST_SIDE = 8 };

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct bar {
    uint8_t row[MOST_SIDE]; /* squares left in each row */
    uint32_t seat;          /* to move */
} bar;
#pragma GCC diagnostic pop

enum { ROWS, COLS, POISON };
enum { EATEN, LEFT };

static const char *const poison_names[] = {"eaten", "left", NULL};

static const duel_option options[] = {
    {"rows", DUEL_NUMBER, 4, 1, MOST_SIDE, NULL, N_("rows of the bar")},
    {"cols", DUEL_NUMBER, 7, 1, MOST_SIDE, NULL, N_("columns of the bar")},
    {"poison", DUEL_CHOICE, EATEN, EATEN, LEFT, poison_names,
     N_("eaten: whoever eats the poison loses; left: nobody may, and who cannot move loses")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

static const char *const rules[] = {
    N_("A bar of chocolate has one poisoned square, in its top left corner. In turn, each "
       "player bites a square: with it goes every square that lies neither above it nor to "
       "its left."),
    N_("Whoever eats the poisoned square loses."),
    N_("With the option poison=left nobody may eat it: a player who finds nothing else has "
       "lost."),
    N_("A move is the row and the column of the square bitten, counted from 0: 2,3. The "
       "poisoned square is 0,0."),
    NULL};

static uint64_t count_positions(uint64_t rows, uint64_t cols)
{
    uint64_t ways = 1; /* C(rows + cols, rows): a staircase from corner to corner */
    for (uint64_t i = 1; i <= rows; i++)
        ways = ways * (cols + i) / i;
    return ways;
}

static duel_status variant(duel_variant *v, duel_msg *why)
{
    uint32_t rows = (uint32_t)v->option[ROWS], cols = (uint32_t)v->option[COLS];
    v->state_size = sizeof(bar);
    v->max_moves = rows * cols;
    v->max_plies = rows * cols;
    v->max_score = 1;
    v->traits = v->option[POISON] == LEFT ? DUEL_IMPARTIAL | DUEL_NIMBERS : DUEL_IMPARTIAL;
    v->key_bits = rows + cols;
    v->positions = count_positions(rows, cols);
    v->actions = MOST_SIDE * rows;
    return DUEL_OK;
}

static duel_status deal(const duel_variant *v, duel_rng *rng, void *state)
{
    bar full = {.seat = 0};
    for (int i = 0; i < v->option[ROWS]; i++)
        full.row[i] = (uint8_t)v->option[COLS];
    *(bar *)state = full;
    return DUEL_OK;
}

static int turn(const duel_variant *v, const void *state)
{
    return (int)((const bar *)state)->seat;
}

static bool only_poison(const bar *s)
{
    return s->row[0] == 1 && s->row[1] == 0;
}

static bool over(const duel_variant *v, const void *state, int32_t score[])
{
    const bar *s = state;
    bool eaten = s->row[0] == 0;
    if (!eaten && !(v->option[POISON] == LEFT && only_poison(s)))
        return false;
    uint32_t winner = eaten ? s->seat : 1 - s->seat;
    score[winner] = 1;
    score[1 - winner] = 0;
    return true;
}

/* ---- moves: 8·row + column --------------------------------------------------------- */

static int row_bitten(duel_move move)
{
    return (int)(move / MOST_SIDE);
}

static int column_bitten(duel_move move)
{
    return (int)(move % MOST_SIDE);
}

static int moves(const duel_variant *v, const void *state, duel_move out[])
{
    const bar *s = state;
    int count = 0;
    for (int r = 0; r < MOST_SIDE; r++)
        for (int c = r == 0 && v->option[POISON] == LEFT; c < s->row[r]; c++)
            out[count++] = (duel_move)(r * MOST_SIDE + c);
    return count;
}

static void play(const duel_variant *v, void *state, duel_move move)
{
    bar *s = state;
    for (int r = row_bitten(move); r < MOST_SIDE; r++)
        if (s->row[r] > column_bitten(move))
            s->row[r] = (uint8_t)column_bitten(move);
    s->seat = 1 - s->seat;
}

/* ---- notation: 7-7-4-2/2 (rows from the top, player to move), 0/1 for nothing left -- */

static void print(const duel_variant *v, const void *view, duel_sink *out)
{
    const bar *s = view;
    duel_putf(out, "%u", s->row[0]);
    for (int i = 1; i < MOST_SIDE && s->row[i]; i++)
        duel_putf(out, "-%u", s->row[i]);
    duel_putf(out, "/%u", s->seat + 1);
}

static duel_status not_a_position(duel_str text, duel_msg *why)
{
    return duel_invalid(
        why,
        N_("A position is the lengths of the rows from the top, like 7-7-4-2, or with the "
           "player to move 7-7-4-2/2; not “{0}”."),
        "s", text);
}

static duel_status read_rows(const duel_variant *v, duel_str text, bar *s, duel_msg *why)
{
    duel_str rest = text, word;
    int64_t rows = v->option[ROWS], most = v->option[COLS], length;
    for (int i = 0; duel_str_part(&rest, '-', &word); i++) {
        if (!duel_str_number(word, &length) || length < 0)
            return not_a_position(text, why);
        if (i >= rows || length > v->option[COLS])
            return duel_invalid(
                why,
                N_("The bar has {0} {0:row|rows} of {1} {1:square|squares}; set rows and "
                   "cols for a larger one."),
                "ii", rows, v->option[COLS]);
        if (length > most)
            return duel_invalid(
                why, N_("Row {0} is longer than the row above it: no bite leaves that."), "i",
                (int64_t)i);
        s->row[i] = (uint8_t)length;
        most = length;
    }
    return DUEL_OK;
}

static duel_status parse(const duel_variant *v, duel_str text, void *state, duel_msg *why)
{
    duel_str seat_text = text, row_text = text;
    int64_t seat = 1;
    bar fresh = {.seat = 0};
    duel_str_part(&seat_text, '/', &row_text);
    if (text.len == 0 || (seat_text.at && !duel_str_number(seat_text, &seat)))
        return not_a_position(text, why);
    duel_status status = read_rows(v, row_text, &fresh, why);
    if (status != DUEL_OK)
        return status;
    if (seat < 1 || seat > 2)
        return duel_invalid(why, N_("The player to move is 1 or 2."), "");
    if (fresh.row[0] == 0 && v->option[POISON] == LEFT)
        return duel_invalid(why, N_("With poison=left the poisoned square is never eaten."),
                            "");
    fresh.seat = (uint32_t)seat - 1;
    *(bar *)state = fresh;
    return DUEL_OK;
}

static void print_move(const duel_variant *v, const void *view, duel_move move, duel_sink *out)
{
    duel_putf(out, "%d,%d", row_bitten(move), column_bitten(move));
}

/* "2,3", or "2:3" where a comma separates moves. */
static bool read_square(duel_str text, int64_t *row, int64_t *column)
{
    duel_str rest = text, row_text = text;
    duel_str_part(&rest, ',', &row_text);
    if (rest.at == NULL) {
        rest = text;
        duel_str_part(&rest, ':', &row_text);
    }
    return duel_str_number(row_text, row) && duel_str_number(rest, column);
}

static duel_status parse_move(const duel_variant *v, const void *view, duel_str text,
                              duel_move *move, duel_msg *why)
{
    const bar *s = view;
    int64_t r, c;
    if (!read_square(text, &r, &c))
        return duel_invalid(
            why,
            N_("A move is the row and the column of a square, counted from 0, like 2,3; not "
               "“{0}”."),
            "s", text);
    if (r < 0 || r >= v->option[ROWS] || c < 0 || c >= v->option[COLS])
        return duel_refuse(why, N_("The bar has rows 0 to {0} and columns 0 to {1}."), "ii",
                           v->option[ROWS] - 1, v->option[COLS] - 1);
    if (c >= s->row[r])
        return duel_refuse(why, N_("The square {0},{1} has been eaten already."), "ii", r, c);
    if (r == 0 && c == 0 && v->option[POISON] == LEFT)
        return duel_refuse(why, N_("With poison=left the poisoned square is never eaten."), "");
    *move = (duel_move)(r * MOST_SIDE + c);
    return DUEL_OK;
}

/* ---- pictures ---------------------------------------------------------------------- */

/* Where the poison was: an empty board would not say what happened. */
static void mark_eaten(duel_element *cell)
{
    cell->tone = DUEL_DANGER;
    strcpy(cell->face, "✗");
    duel_say(&cell->label, N_("the poisoned square, eaten"), "");
}

static void scene(const duel_variant *v, const void *view, int seat, duel_scene *out)
{
    const bar *s = view;
    duel_element *corner = duel_scene_grid(out, (int)v->option[COLS], (int)v->option[ROWS]);
    if (s->row[0] == 0)
        mark_eaten(corner);
    out->axes = (duel_axes){'0', '0', false};
    for (int r = 0; r < MOST_SIDE; r++)
        for (int c = 0; c < s->row[r]; c++) {
            bool poison = r == 0 && c == 0;
            duel_target id = duel_target_of("square:%d:%d", r, c);
            duel_element *e = duel_scene_piece(out, id.text, c, r,
                                               poison ? DUEL_DANGER : DUEL_PLAIN, "square");
            strcpy(e->face, poison ? "✗" : "");
            duel_say(&e->label, poison ? N_("the poisoned square") : N_("square {0},{1}"), "ii",
                     (int64_t)r, (int64_t)c);
        }
}

static int path(const duel_variant *v, const void *view, duel_move move, duel_target out[])
{
    out[0] = duel_target_of("cell:%d:%d", column_bitten(move), row_bitten(move));
    return 1;
}

/* A square that is there is bitten off, with all beyond it; one that is not comes back, with
 * all before it. */
static bool edit(const duel_variant *v, void *state, duel_str element, int step)
{
    bar *s = state;
    int x, y;
    if (duel_str_is(element, "turn")) {
        s->seat = 1 - s->seat;
        return true;
    }
    if (!duel_cell_of(element, &x, &y) || x >= v->option[COLS] || y >= v->option[ROWS])
        return false;
    bool there = x < s->row[y];
    for (int r = 0; r < v->option[ROWS]; r++) {
        if (there && r >= y && s->row[r] > x)
            s->row[r] = (uint8_t)x;
        if (!there && r <= y && s->row[r] <= x)
            s->row[r] = (uint8_t)(x + 1);
    }
    return true;
}

/* ---- reasons ----------------------------------------------------------------------- */

enum {
    EATS_POISON,
    LEAVES_POISON,
    LEAVES_A_LINE,
    LEAVES_EQUAL_ARMS,
    LEAVES_UNEQUAL_ARMS,
    LEAVES_A_STEP, /* two rows or columns, one square apart: lost, by induction */
    LEAVES_TWO_LINES,
    LEAVES_A_SQUARE,
    LEAVES_OTHER,
    ENDS
};

/* The bar with rows and columns exchanged. */
static bar transposed(const bar *s)
{
    bar t = {.seat = s->seat};
    for (int r = 0; r < MOST_SIDE; r++)
        for (int c = 0; c < s->row[r]; c++)
            t.row[c]++;
    return t;
}

/* Two rows of a and b squares, or two columns: the pair for which the theory speaks. */
static int kind_of_two(const bar *s)
{
    return s->row[0] == s->row[1] + 1 ? LEAVES_A_STEP : LEAVES_TWO_LINES;
}

static int kind_of(const bar *s)
{
    bar t = transposed(s);
    int wide = s->row[0], tall = t.row[0];
    if (wide == 0)
        return EATS_POISON;
    if (only_poison(s))
        return LEAVES_POISON;
    if (wide == 1 || tall == 1)
        return LEAVES_A_LINE;
    if (s->row[1] == 1)
        return wide == tall ? LEAVES_EQUAL_ARMS : LEAVES_UNEQUAL_ARMS;
    if (wide == tall && s->row[tall - 1] == wide)
        return LEAVES_A_SQUARE;
    if (tall == 2)
        return kind_of_two(s);
    if (wide == 2)
        return kind_of_two(&t);
    return LEAVES_OTHER;
}

static const char *const sentence[] = {
    [EATS_POISON] = N_("It eats the poisoned square and loses."),
    [LEAVES_POISON] = N_("It leaves only the poisoned square to the other player."),
    [LEAVES_A_LINE] =
        N_("It leaves a single line: the other player eats all of it but the poisoned square."),
    [LEAVES_EQUAL_ARMS] = N_(
        "It leaves two arms of equal length around the poisoned square: whatever is bitten off "
        "one, you bite off the other."),
    [LEAVES_UNEQUAL_ARMS] =
        N_("It leaves two arms of different lengths: the other player makes them equal."),
    [LEAVES_A_STEP] = N_(
        "It leaves two lines, the one at the poison one square longer: after any bite you can "
        "leave such a step again."),
    [LEAVES_TWO_LINES] = N_("It leaves two lines: the other player can make the one at the "
                            "poison one square longer than its neighbour."),
    [LEAVES_A_SQUARE] =
        N_("It leaves a square: the other player bites at 1,1 and two equal arms remain.")};

static const duel_seek chomp_hints[] = {
    {EATS_POISON, 0, N_("Only the poisoned square is left.")},
    {LEAVES_POISON, 0, N_("The poisoned square can be left alone to the other player.")},
    {LEAVES_EQUAL_ARMS, 0,
     N_("Symmetry around the poisoned square: what is bitten here can be bitten there.")},
    {LEAVES_A_STEP, 0,
     N_("Two lines can be left in such a way that every bite has its answer.")},
    {LEAVES_A_LINE, 0,
     N_("Every bite leaves the other player a good answer: make it hard to find.")},
    {LEAVES_UNEQUAL_ARMS, 0,
     N_("Every bite leaves the other player a good answer: make it hard to find.")},
    {LEAVES_TWO_LINES, 0,
     N_("Every bite leaves the other player a good answer: make it hard to find.")},
    {LEAVES_A_SQUARE, 0,
     N_("Every bite leaves the other player a good answer: make it hard to find.")},
    {0, 0, NULL}};

static void explain(const duel_variant *v, const void *view, int seat, const duel_move played[],
                    int count, duel_reason *out)
{
    duel_move move = played[0];
    bar s = *(const bar *)view;
    play(v, &s, move);
    int kind = kind_of(&s);
    if (kind == LEAVES_OTHER)
        return;
    bar t = transposed(&s);
    duel_fact *f = duel_reason_add(out, kind);
    f->arg[0] = s.row[0], f->arg[1] = s.row[1], f->arg[2] = t.row[0], f->arg[3] = t.row[1];
    duel_say(&f->text, sentence[kind], "");
    duel_reason_seek(out, chomp_hints);
}

static void ending(const duel_variant *v, const void *view, int seat, duel_reason *out)
{
    bool eaten = ((const bar *)view)->row[0] == 0;
    duel_fact *f = duel_reason_add(out, ENDS);
    f->arg[0] = eaten;
    f->target[f->targets++] = duel_target_of(eaten ? "cell:0:0" : "square:0:0");
    duel_say(&f->text,
             eaten
                 ? N_("The poisoned square is eaten: whoever ate it has lost.")
                 : N_("Nothing but the poisoned square is left: whoever should bite has lost."),
             "");
}

/* ---- speed ------------------------------------------------------------------------- */

/* The staircase from the bottom left: a one for each step to the right, a zero up each row. */
static uint64_t pack(const duel_variant *v, const void *state)
{
    const bar *s = state;
    uint64_t key = 0;
    int at = 0, reached = 0;
    for (int r = (int)v->option[ROWS] - 1; r >= 0; r--, at++)
        for (; reached < s->row[r]; reached++)
            key |= UINT64_C(1) << at++;
    return key;
}

static bool unpack(const duel_variant *v, uint64_t key, void *state)
{
    bar s = {.seat = 0};
    uint8_t reached = 0;
    for (int r = (int)v->option[ROWS] - 1; r >= 0; r--, key >>= 1) {
        for (; key & 1; key >>= 1)
            reached++;
        s.row[r] = reached;
    }
    if (key || reached > v->option[COLS])
        return false;
    *(bar *)state = s;
    return true;
}

/* The squares left. */
static uint32_t tier(const duel_variant *v, const void *state)
{
    uint32_t squares = 0;
    for (int r = 0; r < MOST_SIDE; r++)
        squares += ((const bar *)state)->row[r];
    return squares;
}

/* A bar as high as it is wide can be turned over. */
static uint64_t canon(const duel_variant *v, const void *state)
{
    uint64_t key = pack(v, state);
    if (v->option[ROWS] != v->option[COLS])
        return key;
    bar t = transposed(state);
    uint64_t other = pack(v, &t);
    return other < key ? other : key;
}

static const duel_accel accel = {.pack = pack, .canon = canon, .unpack = unpack, .tier = tier};

static void task(const duel_variant *v, const void *view, duel_msg *out)
{
    duel_say(out, N_("Bite a square: all that lie below it and to its right go with it."), "");
}

static const char *const poison_words[] = {
    N_("whoever eats it loses"), N_("nobody may eat it: who finds nothing else loses")};
static const duel_wording wordings[] = {{"poison", N_("The poisoned square"), poison_words},
                                        {NULL, NULL, NULL}};

const duel_game duel_game_chomp = {
    .id = "chomp",
    .title = N_("Chomp"),
    .tagline = N_("Bite the chocolate, leave the poisoned square"),
    .rules = rules,
    .version = 1,
    .min_seats = 2,
    .max_seats = 2,
    .options = options,
    .wordings = wordings,
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
    .accel = &accel,
};
