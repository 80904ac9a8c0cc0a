/* games/col.c -- Col (Colin Vout; in Conway, "On Numbers and Games"): painting a map.
 *
 * In turn each player paints an empty region in the own colour; two regions that share a border
 * never get the same one. Who cannot paint has lost. The map is a wall of bricks, each row set
 * off by half a brick, or a plain grid; regions are numbered row by row from the top.
 *
 * Invariants: (1) no region has two colours  (2) no two neighbours have one colour. */
#include "core/reason.h"

#include <string.h>

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct map {
    uint32_t painted[2]; /* by seat: a bit for each region */
    uint32_t seat;       /* to move */
} map;
#pragma GCC diagnostic pop

enum { COLUMNS, ROWS, BRICKS };
enum { MOST = 6, REGIONS = 30 };

static const char *const layouts[] = {"wall", "grid", NULL};
static const duel_option options[] = {
    {"columns", DUEL_NUMBER, 4, 1, MOST, NULL, N_("regions in a row")},
    {"rows", DUEL_NUMBER, 4, 1, MOST, NULL, N_("rows of the map")},
    {"map", DUEL_CHOICE, 0, 0, 1, layouts, N_("a wall of bricks, or squares")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

static const char *const rules[] = {
    N_("In turn, each player paints one empty region of the map in the own colour. Two regions "
       "that share a border never get the same colour."),
    N_("Whoever finds no region left to paint has lost."),
    N_("A region is written by its column and its row: a1 is at the bottom left."), NULL};

/* ---- the map --------------------------------------------------------------------- */

typedef struct borders {
    uint32_t all;             /* the regions */
    uint32_t beside[REGIONS]; /* of each, those that share a border with it */
} borders;
DUEL_VARIANT_DATA(borders)

static int columns_of_map(const duel_variant *v)
{
    return (int)v->option[COLUMNS];
}

/* Where the region begins, in half bricks. */
static int left_edge(const duel_variant *v, int region)
{
    int row = region / columns_of_map(v);
    bool set_off = v->option[BRICKS] == 0 && row % 2 == 1;
    return 2 * (region % columns_of_map(v)) + set_off;
}

static bool share_a_border(const duel_variant *v, int one, int other)
{
    int down = other / columns_of_map(v) - one / columns_of_map(v);
    int across = left_edge(v, other) - left_edge(v, one);
    if (down == 0)
        return across == 2 || across == -2;
    return (down == 1 || down == -1) && across > -2 && across < 2;
}

static duel_status variant(duel_variant *v, duel_msg *why)
{
    int64_t regions = v->option[COLUMNS] * v->option[ROWS];
    if (regions > REGIONS)
        return duel_invalid(why, N_("The map has {0} regions; {1} is the most."), "ii", regions,
                            (int64_t)REGIONS);
    borders *b = borders_room(v);
    for (int one = 0; one < regions; one++) {
        b->all |= UINT32_C(1) << one;
        for (int other = 0; other < regions; other++)
            if (share_a_border(v, one, other))
                b->beside[one] |= UINT32_C(1) << other;
    }
    v->state_size = sizeof(map);
    v->max_moves = (uint32_t)regions;
    v->max_plies = (uint32_t)regions;
    v->max_score = 1;
    v->key_bits = 2 * (uint32_t)regions + 1;
    v->actions = (uint32_t)regions;
    return DUEL_OK;
}

/* ---- the rules ------------------------------------------------------------------- */

static duel_status deal(const duel_variant *v, duel_rng *rng, void *state)
{
    *(map *)state = (map){.seat = 0};
    return DUEL_OK;
}

static int turn(const duel_variant *v, const void *state)
{
    return (int)((const map *)state)->seat;
}

/* The regions the seat may still paint. */
static uint32_t open_to(const duel_variant *v, const map *s, uint32_t seat)
{
    const borders *b = borders_of(v);
    uint32_t open = b->all & ~(s->painted[0] | s->painted[1]);
    for (uint32_t own = s->painted[seat]; own; own &= own - 1)
        open &= ~b->beside[__builtin_ctz(own)];
    return open;
}

static bool over(const duel_variant *v, const void *state, int32_t score[])
{
    const map *s = state;
    if (open_to(v, s, s->seat))
        return false;
    score[s->seat] = 0;
    score[1 - s->seat] = 1;
    return true;
}

static int moves(const duel_variant *v, const void *state, duel_move out[])
{
    const map *s = state;
    int count = 0;
    for (uint32_t open = open_to(v, s, s->seat); open; open &= open - 1)
        out[count++] = (duel_move)__builtin_ctz(open);
    return count;
}

static void play(const duel_variant *v, void *state, duel_move move)
{
    map *s = state;
    s->painted[s->seat] |= UINT32_C(1) << move;
    s->seat = 1 - s->seat;
}

/* ---- notation: rows from the top, divided by "/": 1, 2, "."; then ":1" if the second moves */

static const char paint[] = {'1', '2', '.'};

static int colour_of(const map *s, int region)
{
    return s->painted[0] >> region & 1 ? 0 : s->painted[1] >> region & 1 ? 1 : 2;
}

static void print(const duel_variant *v, const void *view, duel_sink *out)
{
    const map *s = view;
    for (int region = 0; borders_of(v)->all >> region & 1; region++)
        duel_putf(out, "%s%c", region && region % columns_of_map(v) == 0 ? "/" : "",
                  paint[colour_of(s, region)]);
    duel_putf(out, ":%u", s->seat + 1);
}

static bool read_row(const duel_variant *v, duel_str row, int first, map *s)
{
    if (row.len != (size_t)columns_of_map(v))
        return false;
    for (int i = 0; i < columns_of_map(v); i++) {
        const char *colour = memchr(paint, row.at[i], sizeof paint);
        if (colour == NULL)
            return false;
        if (colour != paint + 2)
            s->painted[colour - paint] |= UINT32_C(1) << (first + i);
    }
    return true;
}

static bool read_map(const duel_variant *v, duel_str text, map *s)
{
    duel_str rest = text, row;
    int64_t seat = 0;
    duel_str_part(&rest, ':', &text);
    if (rest.at == NULL || !duel_str_number(rest, &seat) || seat < 1 || seat > 2)
        return false;
    *s = (map){.seat = (uint32_t)seat - 1};
    int rows = 0;
    for (; duel_str_part(&text, '/', &row); rows++)
        if (rows == v->option[ROWS] || !read_row(v, row, rows * columns_of_map(v), s))
            return false;
    return rows == v->option[ROWS];
}

/* A region and a neighbour of one colour; false: there are none. */
static bool clash(const duel_variant *v, const map *s, int *region)
{
    for (*region = 0; *region < REGIONS; ++*region) {
        int colour = colour_of(s, *region);
        if (colour < 2 && (borders_of(v)->beside[*region] & s->painted[colour]))
            return true;
    }
    return false;
}

static duel_target name_of_region(const duel_variant *v, int region)
{
    return duel_target_of("%c%d", 'a' + region % columns_of_map(v),
                          (int)v->option[ROWS] - region / columns_of_map(v));
}

/* The players take turns, so their regions differ by one at most: as many for the first when it
 * is the first's turn, one more when it is the second's. */
static bool turns_were_kept(const map *s)
{
    return __builtin_popcount(s->painted[0]) ==
           __builtin_popcount(s->painted[1]) + (int)s->seat;
}

static duel_status parse(const duel_variant *v, duel_str text, void *state, duel_msg *why)
{
    map fresh;
    int region;
    if (!read_map(v, text, &fresh))
        return duel_invalid(
            why,
            N_("A position is the rows of the map from the top, divided by /, with 1, 2 or a "
               "dot for each region, then : and who moves, as 1../.2.:1; not “{0}”."),
            "s", text);
    if (clash(v, &fresh, &region))
        return duel_invalid(why, N_("{0} has a neighbour of its own colour."), "c",
                            name_of_region(v, region).text);
    if (!turns_were_kept(&fresh))
        return duel_invalid(
            why, N_("The players take turns: one of them has painted too often."), "");
    *(map *)state = fresh;
    return DUEL_OK;
}

static void print_move(const duel_variant *v, const void *view, duel_move move, duel_sink *out)
{
    duel_put(out, name_of_region(v, (int)move).text);
}

/* ---- the picture ----------------------------------------------------------------- */

static duel_target target_of(const duel_variant *v, int region)
{
    return duel_target_of("cell:%d:%d", region % columns_of_map(v), region / columns_of_map(v));
}

static void scene(const duel_variant *v, const void *view, int seat, duel_scene *out)
{
    const map *s = view;
    bool wall = v->option[BRICKS] == 0 && v->option[ROWS] > 1;
    out->width = (float)columns_of_map(v) + (wall ? 0.5f : 0);
    out->height = (float)v->option[ROWS];
    out->axes = (duel_axes){.column = 'a', .row = '1', .up = true};
    for (int region = 0; borders_of(v)->all >> region & 1; region++) {
        int colour = colour_of(s, region);
        duel_target id = target_of(v, region);
        duel_element *e =
            duel_scene_add(out, DUEL_CELL, id.text, (float)left_edge(v, region) / 2,
                           (float)(region / columns_of_map(v)), 1, 1);
        e->target = id;
        duel_say(&e->label, N_("{0}, empty"), "c", name_of_region(v, region).text);
        if (colour == 2)
            continue;
        float x = e->x, y = e->y;
        e = duel_scene_add(out, DUEL_PIECE, duel_target_of("paint:%d", region).text, x, y, 1,
                           1);
        e->tone = colour ? DUEL_SEAT2 : DUEL_SEAT1;
        e->shape = "square";
        e->target = id;
        duel_say(&e->label,
                 colour ? N_("{0}, painted by the second player")
                        : N_("{0}, painted by the first player"),
                 "c", name_of_region(v, region).text);
    }
}

static int path(const duel_variant *v, const void *view, duel_move move, duel_target out[])
{
    out[0] = target_of(v, (int)move);
    return 1;
}

/* ---- reasons --------------------------------------------------------------------- */

enum { LEFT_TO_BOTH, BLOCKED, SHUT_OUT };

/* What the painting leaves: how many regions each may still paint, and how many of them the
 * other never can. */
static const duel_seek col_hints[] = {
    {BLOCKED, 1, N_("The other player can be left nothing to paint.")},
    {LEFT_TO_BOTH, 1, N_("Keep regions that only you can paint.")},
    {LEFT_TO_BOTH, 0, N_("Count the regions that only one of you can paint.")},
    {LEFT_TO_BOTH, -1, N_("The other player has more regions of its own: lose no time.")},
    {0, 0, NULL}};

static void explain(const duel_variant *v, const void *view, int seat,
                    const duel_move moves_made[], int count, duel_reason *out)
{
    map after = *(const map *)view;
    play(v, &after, moves_made[0]);
    uint32_t own = open_to(v, &after, (uint32_t)seat);
    uint32_t others = open_to(v, &after, 1 - (uint32_t)seat);
    int64_t mine = __builtin_popcount(own), theirs = __builtin_popcount(others);
    if (others == 0) {
        duel_fact *f = duel_reason_add(out, BLOCKED);
        f->speaks = 1;
        duel_say(&f->text, N_("It leaves the other player nothing to paint: the game is won."),
                 "");
        duel_reason_seek(out, col_hints);
        return;
    }
    duel_fact *f = duel_reason_add(out, LEFT_TO_BOTH);
    f->arg[0] = mine, f->arg[1] = theirs;
    f->arg[2] = __builtin_popcount(own & ~others),
    f->arg[3] = __builtin_popcount(others & ~own);
    f->speaks = f->arg[2] > f->arg[3] ? 1 : f->arg[2] < f->arg[3] ? -1 : 0;
    duel_say(&f->text,
             N_("It leaves you {0} {0:region|regions} to paint, {2} of them safe from the "
                "other player, who keeps {1}, {3} of them safe from you."),
             "iiii", f->arg[0], f->arg[1], f->arg[2], f->arg[3]);
    duel_reason_seek(out, col_hints);
}

static void ending(const duel_variant *v, const void *view, int seat, duel_reason *out)
{
    const map *s = view;
    uint32_t empty = borders_of(v)->all & ~(s->painted[0] | s->painted[1]);
    duel_fact *f = duel_reason_add(out, SHUT_OUT);
    f->arg[0] = empty;
    duel_say(&f->text,
             empty ? N_("Every empty region borders on the colour of the player to move, who "
                        "has lost.")
                   : N_("No region is empty: whoever should paint has lost."),
             "");
}

/* ---- speed ----------------------------------------------------------------------- */

static uint64_t pack(const duel_variant *v, const void *state)
{
    const map *s = state;
    unsigned regions = (v->key_bits - 1) / 2;
    return s->painted[0] | (uint64_t)s->painted[1] << regions |
           (uint64_t)s->seat << 2 * regions;
}

static bool unpack(const duel_variant *v, uint64_t key, void *state)
{
    unsigned regions = (v->key_bits - 1) / 2;
    uint64_t all = borders_of(v)->all;
    map s = {{(uint32_t)(key & all), (uint32_t)(key >> regions & all)},
             (uint32_t)(key >> 2 * regions & 1)};
    if (key >> v->key_bits || s.painted[0] & s.painted[1])
        return false;
    *(map *)state = s;
    return true;
}

/* The regions still empty. */
static uint32_t tier(const duel_variant *v, const void *state)
{
    const map *s = state;
    return v->max_moves - (uint32_t)__builtin_popcount(s->painted[0] | s->painted[1]);
}

static int32_t evaluate(const duel_variant *v, const void *state, int seat)
{
    const map *s = state;
    return __builtin_popcount(open_to(v, s, (uint32_t)seat)) -
           __builtin_popcount(open_to(v, s, 1 - (uint32_t)seat));
}

static const duel_accel accel = {
    .pack = pack, .evaluate = evaluate, .unpack = unpack, .tier = tier};

static void task(const duel_variant *v, const void *view, duel_msg *out)
{
    duel_say(out, N_("Paint a region that has no border with one of your colour."), "");
}

static const char *const layout_words[] = {N_("a wall of bricks"), N_("squares")};
static const duel_wording wordings[] = {{"map", N_("The map"), layout_words},
                                        {NULL, NULL, NULL}};

const duel_game duel_game_col = {
    .id = "col",
    .title = N_("Col"),
    .tagline = N_("Paint the map; neighbours never share your colour"),
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
    .scene = scene,
    .path = path,
    .teaching.explain = explain,
    .teaching.task = task,
    .teaching.ending = ending,
    .accel = &accel,
};
