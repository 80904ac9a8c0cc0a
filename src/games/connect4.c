/* games/connect4.c -- Four in a row on any board up to 8×8.
 *
 * Bitboards, column after column from the bottom up. Where 64 bits allow it (all boards but
 * 8×8) each column has a spare bit on top, which makes room for a short injective key: the
 * mover's discs plus all discs plus the ground row (J. Tromp, "John's Connect Four
 * Playground"). Lines are looked for from their lowest or leftmost cell, and masks of the
 * cells a line may start from keep them from wrapping.
 *
 * Invariants: (1) the discs of a column lie on the ground or on each other; (2) spare bits are
 * zero; (3) the first player has as many discs as the second before its move. */
#include "core/action.h"
#include "core/play.h"
#include "core/reason.h"

#include <string.h>

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct board {
    uint64_t disc[2]; /* by seat */
    uint64_t seat;    /* to move; a full word, so that no byte is padding */
} board;
#pragma GCC diagnostic pop

enum { WIDTH, HEIGHT };

typedef struct layout {                   /* of the board in a word, made once for a variant */
    uint64_t stride;                      /* from a column to the next */
    uint64_t ground, cells;               /* the lowest row; all */
    uint64_t across, up, rising, falling; /* where a line of four in this direction may start */
} layout;
DUEL_VARIANT_DATA(layout)

static const duel_option options[] = {{"width", DUEL_NUMBER, 7, 1, 8, NULL, N_("columns")},
                                      {"height", DUEL_NUMBER, 6, 1, 8, NULL, N_("rows")},
                                      {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

static const char *const rules[] = {
    N_("In turn, each player drops a disc into a column; it falls on the ground or on the "
       "disc below."),
    N_("Whoever first has four discs in a row, across, upright or slanting, wins. A full "
       "board without four in a row is a tie."),
    NULL};

static uint64_t bit_of(const duel_variant *v, int x, int y)
{
    return UINT64_C(1) << ((uint64_t)x * layout_of(v)->stride + (uint64_t)y);
}

static uint64_t column(const duel_variant *v, int x)
{
    uint64_t ones = v->option[HEIGHT] == 8 ? 0xFF : (UINT64_C(1) << v->option[HEIGHT]) - 1;
    return ones << ((uint64_t)x * layout_of(v)->stride);
}

/* The cells from which a line of four in direction (dx, dy) stays on the board. */
static uint64_t starts(const duel_variant *v, int dx, int dy)
{
    int width = (int)v->option[WIDTH], height = (int)v->option[HEIGHT];
    uint64_t set = 0;
    for (int x = 0; x + 3 * dx < width; x++)
        for (int y = 0; y < height; y++)
            if (y + 3 * dy >= 0 && y + 3 * dy < height)
                set |= bit_of(v, x, y);
    return set;
}

static duel_status variant(duel_variant *v, duel_msg *why)
{
    uint64_t width = (uint64_t)v->option[WIDTH], height = (uint64_t)v->option[HEIGHT];
    bool spare = width * (height + 1) <= 64;
    layout *own = layout_room(v);
    own->stride = spare ? height + 1 : height;
    for (int x = 0; x < (int)width; x++) {
        own->ground |= bit_of(v, x, 0);
        own->cells |= column(v, x);
    }
    own->across = starts(v, 1, 0);
    own->up = starts(v, 0, 1);
    own->rising = starts(v, 1, 1);
    own->falling = starts(v, 1, -1);
    v->state_size = sizeof(board);
    v->max_moves = (uint32_t)width;
    v->max_plies = (uint32_t)(width * height);
    v->max_score = 1;
    v->key_bits = spare ? (uint32_t)(width * (height + 1)) : 0;
    v->actions = (uint32_t)width;
    v->tensor_size = (uint32_t)(2 * width * height);
    return DUEL_OK;
}

static duel_status deal(const duel_variant *v, duel_rng *rng, void *state)
{
    memset(state, 0, sizeof(board));
    return DUEL_OK;
}

static int turn(const duel_variant *v, const void *state)
{
    return (int)((const board *)state)->seat;
}

static uint64_t line(uint64_t discs, uint64_t from, uint64_t step)
{
    return from & discs & discs >> step & discs >> 2 * step & discs >> 3 * step;
}

static bool four(const duel_variant *v, uint64_t discs)
{
    const layout *own = layout_of(v);
    uint64_t found = line(discs, own->up, 1) | line(discs, own->across, own->stride) |
                     line(discs, own->rising, own->stride + 1) |
                     line(discs, own->falling, own->stride - 1);
    return found != 0;
}

static bool over(const duel_variant *v, const void *state, int32_t score[])
{
    const board *b = state;
    bool won = four(v, b->disc[1 - b->seat]);
    if (!won && (b->disc[0] | b->disc[1]) != layout_of(v)->cells)
        return false;
    score[b->seat] = 0;
    score[1 - b->seat] = won;
    return true;
}

/* The cells where a disc would land: one above each column, if it is on the board. */
static uint64_t landings(const duel_variant *v, const board *b)
{
    uint64_t all = b->disc[0] | b->disc[1];
    if (v->key_bits)
        return (all + layout_of(v)->ground) & layout_of(v)->cells;
    uint64_t set = 0; /* 8×8: a full column would carry into the next one */
    for (int x = 0; x < (int)v->option[WIDTH]; x++)
        set |= (all + bit_of(v, x, 0)) & column(v, x) & ~all;
    return set;
}

/* A move is the index of the bit where the disc lands. */
static int moves(const duel_variant *v, const void *state, duel_move out[])
{
    const board *b = state;
    int count = 0;
    if (four(v, b->disc[1 - b->seat]))
        return 0;
    for (uint64_t set = landings(v, b); set; set &= set - 1)
        out[count++] = (duel_move)__builtin_ctzll(set);
    return count;
}

static void play(const duel_variant *v, void *state, duel_move move)
{
    board *b = state;
    b->disc[b->seat] |= UINT64_C(1) << move;
    b->seat ^= 1;
}

static int column_of_bit(const duel_variant *v, duel_move move)
{
    return (int)(move / layout_of(v)->stride);
}

static int row_of_bit(const duel_variant *v, duel_move move)
{
    return (int)(move % layout_of(v)->stride);
}

/* A column, wherever the disc comes to lie. */
static uint32_t action(const duel_variant *v, duel_move move)
{
    return (uint32_t)column_of_bit(v, move);
}

/* Own discs, then the other's: column by column, from the ground up. */
static void tensor(const duel_variant *v, const void *view, int seat, float out[])
{
    const board *b = view;
    int own = duel_tensor_side(seat), height = (int)v->option[HEIGHT];
    for (int side = 0; side < 2; side++)
        for (int x = 0; x < (int)v->option[WIDTH]; x++)
            out = duel_tensor_bits(b->disc[side ? 1 - own : own] >>
                                       layout_of(v)->stride * (uint64_t)x,
                                   height, out);
}

/* ---- notation: rows from the top, X first player, O second, joined by / ------------------ */

static char disc_at(const duel_variant *v, const board *b, int x, int y)
{
    uint64_t bit = bit_of(v, x, y);
    return b->disc[0] & bit ? 'X' : b->disc[1] & bit ? 'O' : '.';
}

static void print(const duel_variant *v, const void *view, duel_sink *out)
{
    for (int y = (int)v->option[HEIGHT] - 1; y >= 0; y--) {
        for (int x = 0; x < (int)v->option[WIDTH]; x++)
            duel_put_char(out, disc_at(v, view, x, y));
        if (y)
            duel_put_char(out, '/');
    }
}

static duel_status parse_row(const duel_variant *v, duel_str row, int y, board *b,
                             duel_msg *why)
{
    if (row.len != (size_t)v->option[WIDTH])
        return duel_invalid(why, N_("Row {0} from the bottom has {1} cells instead of {2}."),
                            "iii", (int64_t)y + 1, (int64_t)row.len, v->option[WIDTH]);
    for (int x = 0; x < (int)row.len; x++) {
        char c = row.at[x];
        if (c == 'X' || c == 'x')
            b->disc[0] |= bit_of(v, x, y);
        else if (c == 'O' || c == 'o')
            b->disc[1] |= bit_of(v, x, y);
        else if (c != '.' && c != '-')
            return duel_invalid(why, N_("A cell is X, O or a point, not “{0}”."), "s",
                                (duel_str){&row.at[x], 1});
    }
    return DUEL_OK;
}

static duel_status check_discs(const duel_variant *v, const board *b, duel_msg *why)
{
    uint64_t all = b->disc[0] | b->disc[1];
    for (int x = 0; x < (int)v->option[WIDTH]; x++)
        for (int y = 1; y < (int)v->option[HEIGHT]; y++)
            if ((all & bit_of(v, x, y)) && !(all & bit_of(v, x, y - 1)))
                return duel_invalid(why, N_("A disc hangs in the air in column {0}."), "i",
                                    (int64_t)x + 1);
    int first = __builtin_popcountll(b->disc[0]), second = __builtin_popcountll(b->disc[1]);
    if (first != second && first != second + 1)
        return duel_invalid(
            why, N_("X plays first: with {0} X there are {0} O or one less, not {1}."), "ii",
            (int64_t)first, (int64_t)second);
    if (four(v, b->disc[b->seat]))
        return duel_invalid(why,
                            N_("The game ended before the last disc: the player to move "
                               "already has four in a row."),
                            "");
    return DUEL_OK;
}

static duel_status parse(const duel_variant *v, duel_str text, void *state, duel_msg *why)
{
    board b = {{0, 0}, 0};
    duel_str rest = text, row;
    int y = (int)v->option[HEIGHT];
    while (duel_str_part(&rest, '/', &row)) {
        if (--y < 0)
            return duel_invalid(why, N_("The board has {0} rows, joined by /."), "i",
                                v->option[HEIGHT]);
        duel_status status = parse_row(v, row, y, &b, why);
        if (status != DUEL_OK)
            return status;
    }
    if (y != 0)
        return duel_invalid(why, N_("The board has {0} rows, joined by /."), "i",
                            v->option[HEIGHT]);
    b.seat = __builtin_popcountll(b.disc[0]) > __builtin_popcountll(b.disc[1]);
    duel_status status = check_discs(v, &b, why);
    if (status == DUEL_OK)
        *(board *)state = b;
    return status;
}

static void print_move(const duel_variant *v, const void *view, duel_move move, duel_sink *out)
{
    duel_putf(out, "%d", column_of_bit(v, move) + 1);
}

static duel_status parse_move(const duel_variant *v, const void *view, duel_str text,
                              duel_move *move, duel_msg *why)
{
    int64_t x;
    if (!duel_str_number(text, &x) || x < 1 || x > v->option[WIDTH])
        return duel_invalid(why, N_("A move is the number of a column, 1 to {0}."), "i",
                            v->option[WIDTH]);
    uint64_t landing = landings(v, view) & column(v, (int)x - 1);
    if (landing == 0)
        return duel_refuse(why, N_("Column {0} is full."), "i", x);
    *move = (duel_move)__builtin_ctzll(landing);
    return DUEL_OK;
}

/* ---- pictures --------------------------------------------------------------------------- */

/* Every cell of a column drops into that column. */
static void scene(const duel_variant *v, const void *view, int seat, duel_scene *out)
{
    int width = (int)v->option[WIDTH], height = (int)v->option[HEIGHT];
    duel_scene_add(out, DUEL_BOARD, "well", 0, 0, (float)width, (float)height)->shape = "well";
    int first = out->count;
    duel_scene_grid(out, width, height);
    out->axes = (duel_axes){'1', 0, true};
    for (int i = first; i < out->count; i++)
        out->element[i].target = duel_target_of("column:%d", (i - first) % width);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            char c = disc_at(v, view, x, y);
            if (c == '.')
                continue;
            duel_target id = duel_target_of("disc:%d:%d", x, y);
            duel_element *e = duel_scene_piece(out, id.text, x, height - 1 - y,
                                               c == 'X' ? DUEL_SEAT1 : DUEL_SEAT2, "disc");
            e->target = duel_target_of("column:%d", x);
            duel_say(&e->label, N_("disc ({0}): column {1}, row {2}"), "wii",
                     duel_role(v, c == 'X' ? 0 : 1), (int64_t)x + 1, (int64_t)height - y);
        }
    }
}

static int path(const duel_variant *v, const void *view, duel_move move, duel_target out[])
{
    out[0] = duel_target_of("column:%d", column_of_bit(v, move));
    return 1;
}

/* The cell of an element, a cell or a disc of the picture. */
static bool cell_named(const duel_variant *v, duel_str element, int *x, int *y)
{
    int width = (int)v->option[WIDTH], height = (int)v->option[HEIGHT];
    duel_str rest = element, word;
    if (duel_cell_of(element, x, y) && *x < width && *y < height) {
        *y = height - 1 - *y;
        return true;
    }
    int64_t column, row;
    if (!duel_str_part(&rest, ':', &word) || !duel_str_is(word, "disc") ||
        !duel_str_part(&rest, ':', &word) || !duel_str_number(word, &column) ||
        !duel_str_number(rest, &row) || column < 0 || column >= width || row < 0 ||
        row >= height)
        return false;
    *x = (int)column, *y = (int)row;
    return true;
}

/* An empty cell drops a disc into its column; a disc changes hands, and the uppermost of its
 * column goes after the second player's. Whose turn it is follows. */
static bool edit(const duel_variant *v, void *state, duel_str element, int step)
{
    board *b = state;
    int x, y;
    if (!cell_named(v, element, &x, &y))
        return false;
    uint64_t all = b->disc[0] | b->disc[1], bit = bit_of(v, x, y);
    bool buried = y + 1 < (int)v->option[HEIGHT] && all & bit_of(v, x, y + 1);
    int holds = b->disc[0] & bit ? 1 : b->disc[1] & bit ? 2 : 0;
    int next = buried ? 3 - holds : (holds + step + 3) % 3;
    if (holds == 0)
        bit = landings(v, b) & column(v, x);
    for (int seat = 0; seat < 2; seat++)
        b->disc[seat] = next == seat + 1 ? b->disc[seat] | bit : b->disc[seat] & ~bit;
    b->seat = __builtin_popcountll(b->disc[0]) > __builtin_popcountll(b->disc[1]);
    return true;
}

/* ---- reasons ---------------------------------------------------------------------------- */

/* The landing cells that would give `seat` four in a row at once. */
static uint64_t winning_landings(const duel_variant *v, const board *b, uint64_t seat)
{
    uint64_t wins = 0;
    for (uint64_t set = landings(v, b); set; set &= set - 1) {
        uint64_t bit = set & -set;
        if (four(v, b->disc[seat] | bit))
            wins |= bit;
    }
    return wins;
}

enum { WINS, BLOCKS, GIVES, DOUBLE, THREATENS, FOUR, FULL_BOARD };

static duel_fact *tell_cells(duel_reason *out, const duel_variant *v, int kind, uint64_t cells)
{
    duel_fact *f = duel_reason_add(out, kind);
    f->arg[0] = (int64_t)cells;
    for (; cells && f->targets < DUEL_FACT_TARGETS; cells &= cells - 1) {
        duel_move at = (duel_move)__builtin_ctzll(cells);
        f->target[f->targets++] = duel_target_of(
            "cell:%d:%d", column_of_bit(v, at), (int)v->option[HEIGHT] - 1 - row_of_bit(v, at));
    }
    return f;
}

static int64_t column_name(const duel_variant *v, uint64_t cells)
{
    return column_of_bit(v, (duel_move)__builtin_ctzll(cells)) + 1;
}

static const duel_seek connect4_hints[] = {
    {WINS, 0, N_("Four in a row can be made.")},
    {BLOCKS, 0, N_("The other player is about to make four in a row.")},
    {DOUBLE, 0, N_("Two threats at once cannot both be stopped.")},
    {THREATENS, 0, N_("A threat would force the other player to answer it.")},
    {0, 0, NULL}};

static void explain(const duel_variant *v, const void *view, int seat, const duel_move played[],
                    int count, duel_reason *out)
{
    duel_move move = played[0];
    const board *before = view;
    board after = *before;
    uint64_t me = before->seat, other = 1 - me, bit = UINT64_C(1) << move;
    play(v, &after, move);
    if (four(v, after.disc[me])) {
        duel_say(&tell_cells(out, v, WINS, bit)->text, N_("It makes four in a row."), "");
        duel_reason_seek(out, connect4_hints);
        return;
    }
    uint64_t given = winning_landings(v, &after, other);
    uint64_t menaced = winning_landings(v, before, other) & bit;
    uint64_t threats = winning_landings(v, &after, me);
    if (given)
        duel_say(&tell_cells(out, v, GIVES, given)->text,
                 N_("The other player then makes four in a row in column {0}."), "i",
                 column_name(v, given));
    if (menaced)
        duel_say(&tell_cells(out, v, BLOCKS, bit)->text,
                 N_("It stops the other player from making four in a row here."), "");
    if (__builtin_popcountll(threats) >= 2)
        duel_say(
            &tell_cells(out, v, DOUBLE, threats)->text,
            N_("It threatens four in a row in {0} columns at once: only one can be stopped."),
            "i", (int64_t)__builtin_popcountll(threats));
    else if (threats)
        duel_say(
            &tell_cells(out, v, THREATENS, threats)->text,
            N_("It threatens four in a row in column {0}, and the other player must answer."),
            "i", column_name(v, threats));
    duel_reason_seek(out, connect4_hints);
}

/* A line of four or more, by the cells it starts from, and what lies on it. */
static void tell_line(const duel_variant *v, uint64_t starts_at, uint64_t step,
                      const char *sentence, duel_reason *out)
{
    uint64_t cells =
        starts_at | starts_at << step | starts_at << 2 * step | starts_at << 3 * step;
    if (starts_at == 0)
        return;
    duel_fact *f = duel_reason_add(out, FOUR);
    f->arg[0] = (int64_t)cells;
    for (; cells && f->targets < DUEL_FACT_TARGETS; cells &= cells - 1) {
        duel_move at = (duel_move)__builtin_ctzll(cells);
        f->target[f->targets++] =
            duel_target_of("disc:%d:%d", column_of_bit(v, at), row_of_bit(v, at));
    }
    duel_say(&f->text, sentence, "");
}

static void ending(const duel_variant *v, const void *view, int seat, duel_reason *out)
{
    const board *b = view;
    const layout *own = layout_of(v);
    uint64_t discs = b->disc[1 - b->seat], wide = own->stride;
    tell_line(v, line(discs, own->across, wide), wide, N_("Four in a row, across."), out);
    tell_line(v, line(discs, own->up, 1), 1, N_("Four in a row, upright."), out);
    tell_line(v, line(discs, own->rising, wide + 1), wide + 1, N_("Four in a row, slanting."),
              out);
    tell_line(v, line(discs, own->falling, wide - 1), wide - 1, N_("Four in a row, slanting."),
              out);
    if (out->count == 0)
        duel_say(&duel_reason_add(out, FULL_BOARD)->text,
                 N_("The board is full, and nobody has four in a row."), "");
}

/* ---- speed ------------------------------------------------------------------------------ */

static uint64_t pack(const duel_variant *v, const void *state)
{
    const board *b = state;
    return b->disc[b->seat] + (b->disc[0] | b->disc[1]) + layout_of(v)->ground;
}

/* The key adds columns without carrying between them, so mirroring it column by column mirrors
 * the board. */
static uint64_t canon(const duel_variant *v, const void *state)
{
    uint64_t key = pack(v, state), rest = key, mirror = 0, stride = layout_of(v)->stride;
    uint64_t ones = (UINT64_C(1) << stride) - 1;
    for (int64_t x = 0; x < v->option[WIDTH]; x++) {
        mirror = mirror << stride | (rest & ones);
        rest >>= stride;
    }
    return key < mirror ? key : mirror;
}

/* A column of the key is a one on top of its discs, and the mover's among them below. */
static bool unpack(const duel_variant *v, uint64_t key, void *state)
{
    uint64_t stride = layout_of(v)->stride, ones = (UINT64_C(1) << stride) - 1;
    uint64_t all = 0, tops = 0, rest = key;
    for (uint64_t at = 0; at < v->key_bits; at += stride, rest >>= stride) {
        if ((rest & ones) == 0)
            return false;
        uint64_t top = UINT64_C(1) << (63 - __builtin_clzll(rest & ones));
        tops |= top << at;
        all |= (top - 1) << at;
    }
    uint64_t mover = key ^ tops, count = (uint64_t)__builtin_popcountll(all), seat = count & 1;
    if (rest || (uint64_t)__builtin_popcountll(mover) != count / 2)
        return false;
    board *b = state;
    b->disc[seat] = mover;
    b->disc[1 - seat] = all ^ mover;
    b->seat = seat;
    return true;
}

/* The cells still empty. */
static uint32_t tier(const duel_variant *v, const void *state)
{
    const board *b = state;
    return v->max_plies - (uint32_t)__builtin_popcountll(b->disc[0] | b->disc[1]);
}

static uint64_t make(const duel_variant *v, void *state, duel_move move)
{
    play(v, state, move);
    return 0;
}

static void undo(const duel_variant *v, void *state, duel_move move, uint64_t trace)
{
    board *b = state;
    b->seat ^= 1;
    b->disc[b->seat] &= ~(UINT64_C(1) << move);
}

/* Lines of four still open: three discs of one player and no disc of the other count 16, two
 * count 4, one counts 1. */
static int32_t open_lines(uint64_t mine, uint64_t theirs, uint64_t from, uint64_t step)
{
    int32_t sum = 0;
    for (; from; from &= from - 1) {
        uint64_t at = (uint64_t)__builtin_ctzll(from);
        uint64_t four_cells = (UINT64_C(1) | UINT64_C(1) << step | UINT64_C(1) << 2 * step |
                               UINT64_C(1) << 3 * step)
                              << at;
        int count = __builtin_popcountll(mine & four_cells);
        if (count && !(theirs & four_cells))
            sum += INT32_C(1) << 2 * (count - 1);
    }
    return sum;
}

static int32_t lines_of(const duel_variant *v, uint64_t mine, uint64_t theirs)
{
    const layout *own = layout_of(v);
    return open_lines(mine, theirs, own->up, 1) +
           open_lines(mine, theirs, own->across, own->stride) +
           open_lines(mine, theirs, own->rising, own->stride + 1) +
           open_lines(mine, theirs, own->falling, own->stride - 1);
}

static int32_t evaluate(const duel_variant *v, const void *state, int seat)
{
    const board *b = state;
    uint64_t mine = b->disc[seat], theirs = b->disc[1 - seat];
    return lines_of(v, mine, theirs) - lines_of(v, theirs, mine);
}

/* The middle first: more lines pass there. */
static int32_t order(const duel_variant *v, const void *state, duel_move move)
{
    int from_middle = 2 * column_of_bit(v, move) - (int)v->option[WIDTH] + 1;
    return -(from_middle < 0 ? -from_middle : from_middle);
}

static const duel_accel accel = {.pack = pack,
                                 .canon = canon,
                                 .evaluate = evaluate,
                                 .order = order,
                                 .make = make,
                                 .undo = undo,
                                 .unpack = unpack,
                                 .tier = tier};

static void task(const duel_variant *v, const void *view, duel_msg *out)
{
    duel_say(out, N_("Drop a disc into a column: four in a row win."), "");
}

const duel_game duel_game_connect4 = {
    .id = "connect4",
    .title = N_("Four in a row"),
    .tagline = N_("Drop discs, line up four"),
    .rules = rules,
    .version = 1,
    .min_seats = 2,
    .max_seats = 2,
    .options = options,
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
    .encoding.action = action,
    .encoding.tensor = tensor,
    .accel = &accel,
};
