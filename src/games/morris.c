/* games/morris.c -- Men's morris: three in a row is a mill, and a mill takes a man.
 *
 * Three boards: nine men on 24 points, six on 16, three on 9. The first two are rings of eight
 * points inside each other, joined at the middles of their sides; the last is one ring with a
 * centre. Points are numbered ring by ring from the outside, clockwise from the top left
 * corner. Nine men's morris by the rules of R. Gasser, who solved it ("Solving Nine Men's
 * Morris", 1996): two mills closed at once take one man, a man in a mill is taken only where
 * all are, and with three men left one may fly. With three men, a mill wins.
 *
 * Invariants: (1) no point holds two men; (2) `placed` men were put on the board, by turns, so
 * that it tells how many are in hand and, until all are placed, who moves; (3) nobody has more
 * men on the board than were placed. */
#include "core/lesson.h"
#include "core/play.h"
#include "core/reason.h"

#include <string.h>

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct merels {
    uint32_t men[2]; /* by seat: a bit for each point */
    uint32_t placed; /* by both together, so far */
    uint32_t seat;   /* to move */
} merels;
#pragma GCC diagnostic pop

enum { BOARD };
enum { THREE, SIX, NINE };
enum { RING = 8, POINTS = 24, MILLS = 20, CENTRE = 8, MOST_SIZE = 7, NOBODY = 31, FEWEST = 3 };

static const char *const boards[] = {"three", "six", "nine", NULL};
static const duel_option options[] = {{"board", DUEL_CHOICE, THREE, THREE, NINE, boards,
                                       N_("how many men, and the board for them")},
                                      {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

static const char *const rules[] = {
    N_("In turn, each player puts a man on an empty point until all are placed; then moves a "
       "man along a line to the next point, if it is empty."),
    N_("Three men in a row along a line are a mill. Whoever closes one takes a man of the "
       "other player off the board, from a mill only if all stand in mills."),
    N_("Whoever has fewer than three men, or cannot move, has lost. On the board for nine men, "
       "a player who is down to three may move to any empty point."),
    N_("With three men there is nothing to take: whoever closes a mill wins."),
    N_("A man is placed by its point, d6, and moved from point to point, d6-d7; a man that is "
       "taken stands behind an x: d6-d7xa1. a1 is at the bottom left."),
    NULL};

/* ---- the board ------------------------------------------------------------------- */

typedef struct plan {
    uint32_t points, size, each; /* how many; of the picture; men of a player */
    uint32_t all, near[POINTS];  /* all points; of each, those beside it on a line */
    uint32_t mills, mill[MILLS];
} plan;
DUEL_VARIANT_DATA(plan)

static uint32_t bit(int point)
{
    return UINT32_C(1) << point;
}

static void join(plan *p, int one, int other)
{
    p->near[one] |= bit(other);
    p->near[other] |= bit(one);
}

static void add_mill(plan *p, int a, int b, int c)
{
    p->mill[p->mills++] = bit(a) | bit(b) | bit(c);
}

static void add_ring(plan *p, int first)
{
    for (int k = 0; k < RING; k++)
        join(p, first + k, first + (k + 1) % RING);
    for (int k = 0; k < RING; k += 2)
        add_mill(p, first + k, first + k + 1, first + (k + 2) % RING);
}

/* Rings are joined at the middles of their sides; the centre of a single one at every point. */
static void join_rings(plan *p, int rings)
{
    for (int point = 0; point + RING < rings * RING; point++)
        if (point % 2)
            join(p, point, point + RING);
    for (int k = 1; rings == 3 && k < RING; k += 2)
        add_mill(p, k, k + RING, k + 2 * RING);
    for (int k = 0; rings == 1 && k < RING; k++)
        join(p, k, CENTRE);
    for (int k = 0; rings == 1 && k < RING / 2; k++)
        add_mill(p, k, CENTRE, k + RING / 2);
}

static duel_status variant(duel_variant *v, duel_msg *why)
{
    int rings = 1 + (int)v->option[BOARD];
    plan *p = plan_room(v);
    p->points = rings == 1 ? RING + 1 : (uint32_t)(rings * RING);
    p->size = (uint32_t)(2 * rings + 1);
    p->each = (uint32_t)(3 * rings);
    p->all = (UINT32_C(1) << p->points) - 1;
    for (int ring = 0; ring < rings; ring++)
        add_ring(p, ring * RING);
    join_rings(p, rings);
    v->state_size = sizeof(merels);
    v->max_moves = 600; /* three men that fly to 18 points, each closing a mill beside nine */
    v->max_plies = 1000;
    v->max_score = 1;
    v->key_bits = 13 * (uint32_t)rings + (rings == 1 ? 2 : 0) + 6;
    v->actions = 1 << 15;
    return DUEL_OK;
}

/* ---- the rules ------------------------------------------------------------------- */

static duel_status deal(const duel_variant *v, duel_rng *rng, void *state)
{
    *(merels *)state = (merels){.seat = 0};
    return DUEL_OK;
}

static int turn(const duel_variant *v, const void *state)
{
    return (int)((const merels *)state)->seat;
}

/* Men of a seat that were placed, taken ones included. */
static uint32_t placed_by(const merels *s, uint32_t seat)
{
    return (s->placed + 1 - seat) / 2;
}

static uint32_t in_hand(const duel_variant *v, const merels *s, uint32_t seat)
{
    return plan_of(v)->each - placed_by(s, seat);
}

static uint32_t count_men(uint32_t men)
{
    return (uint32_t)__builtin_popcount(men);
}

/* The points of whole mills. */
static uint32_t milled(const duel_variant *v, uint32_t men)
{
    const plan *p = plan_of(v);
    uint32_t points = 0;
    for (uint32_t i = 0; i < p->mills; i++)
        if ((men & p->mill[i]) == p->mill[i])
            points |= p->mill[i];
    return points;
}

static bool takes(const duel_variant *v)
{
    return v->option[BOARD] != THREE;
}

static bool flies(const duel_variant *v, const merels *s, uint32_t seat)
{
    return v->option[BOARD] == NINE && count_men(s->men[seat]) == FEWEST;
}

static uint32_t empty_points(const duel_variant *v, const merels *s)
{
    return plan_of(v)->all & ~(s->men[0] | s->men[1]);
}

/* Where a man of the seat may go from `from`. */
static uint32_t reach_of(const duel_variant *v, const merels *s, uint32_t seat, int from)
{
    uint32_t empty = empty_points(v, s);
    return flies(v, s, seat) ? empty : plan_of(v)->near[from] & empty;
}

static bool is_shut_in(const duel_variant *v, const merels *s)
{
    if (in_hand(v, s, s->seat))
        return false;
    for (uint32_t men = s->men[s->seat]; men; men &= men - 1)
        if (reach_of(v, s, s->seat, __builtin_ctz(men)))
            return false;
    return true;
}

/* The seat to move has too few men, or faces the mill that decides a game of three. */
static bool is_beaten(const duel_variant *v, const merels *s)
{
    if (!takes(v))
        return milled(v, s->men[1 - s->seat]) != 0;
    return count_men(s->men[s->seat]) + in_hand(v, s, s->seat) < FEWEST;
}

static bool over(const duel_variant *v, const void *state, int32_t score[])
{
    const merels *s = state;
    if (!is_beaten(v, s) && !is_shut_in(v, s))
        return false;
    score[s->seat] = 0;
    score[1 - s->seat] = 1;
    return true;
}

/* A move is from + 32·to + 1024·taken; NOBODY stands for the hand, and for nothing taken. */
static int from_of(duel_move move)
{
    return (int)(move & 31);
}

static int to_of(duel_move move)
{
    return (int)(move >> 5 & 31);
}

static int taken_of(duel_move move)
{
    return (int)(move >> 10 & 31);
}

static duel_move morris_move(int from, int to, int taken)
{
    return (duel_move)(from | to << 5 | taken << 10);
}

static int add_moves(const duel_variant *v, const merels *s, int from, uint32_t targets,
                     duel_move *out)
{
    uint32_t left = from == NOBODY ? 0 : bit(from), theirs = s->men[1 - s->seat];
    uint32_t loose = theirs & ~milled(v, theirs), prey = loose ? loose : theirs;
    int count = 0;
    for (; targets; targets &= targets - 1) {
        int to = __builtin_ctz(targets);
        bool mill = milled(v, (s->men[s->seat] & ~left) | bit(to)) & bit(to);
        if (!mill || !takes(v) || prey == 0)
            out[count++] = morris_move(from, to, NOBODY);
        else
            for (uint32_t men = prey; men; men &= men - 1)
                out[count++] = morris_move(from, to, __builtin_ctz(men));
    }
    return count;
}

static int moves(const duel_variant *v, const void *state, duel_move out[])
{
    const merels *s = state;
    int count = 0;
    if (is_beaten(v, s))
        return 0;
    if (in_hand(v, s, s->seat))
        return add_moves(v, s, NOBODY, empty_points(v, s), out);
    for (uint32_t men = s->men[s->seat]; men; men &= men - 1) {
        int from = __builtin_ctz(men);
        count += add_moves(v, s, from, reach_of(v, s, s->seat, from), out + count);
    }
    return count;
}

static void play(const duel_variant *v, void *state, duel_move move)
{
    merels *s = state;
    if (from_of(move) == NOBODY)
        s->placed++;
    else
        s->men[s->seat] &= ~bit(from_of(move));
    s->men[s->seat] |= bit(to_of(move));
    if (taken_of(move) != NOBODY)
        s->men[1 - s->seat] &= ~bit(taken_of(move));
    s->seat = 1 - s->seat;
}

/* ---- where points are ------------------------------------------------------------ */

static int place_on_side(const duel_variant *v, int point, const uint8_t third[RING])
{
    int size = (int)plan_of(v)->size, ring = point / RING;
    if (v->option[BOARD] == THREE && point == CENTRE)
        return 1;
    int part = third[point % RING];
    return part == 0 ? ring : part == 1 ? size / 2 : size - 1 - ring;
}

static int column_of(const duel_variant *v, int point)
{
    static const uint8_t third[RING] = {0, 1, 2, 2, 2, 1, 0, 0};
    return place_on_side(v, point, third);
}

static int row_of(const duel_variant *v, int point)
{
    static const uint8_t third[RING] = {0, 0, 0, 1, 2, 2, 2, 1};
    return place_on_side(v, point, third);
}

/* The point at a place of the picture; NOBODY: there is none. */
static int point_at(const duel_variant *v, int x, int y)
{
    for (int point = 0; point < (int)plan_of(v)->points; point++)
        if (column_of(v, point) == x && row_of(v, point) == y)
            return point;
    return NOBODY;
}

static duel_target name_of_point(const duel_variant *v, int point)
{
    return duel_target_of("%c%d", 'a' + column_of(v, point),
                          (int)plan_of(v)->size - row_of(v, point));
}

/* ---- notation: points row by row from the top, then :who moves,men in hand,in hand ---- */

static const char sign_of_man[3] = {'X', 'O', '.'};

static int owner_of(const merels *s, int point)
{
    return s->men[0] >> point & 1 ? 0 : s->men[1] >> point & 1 ? 1 : 2;
}

static void print(const duel_variant *v, const void *view, duel_sink *out)
{
    const merels *s = view;
    int size = (int)plan_of(v)->size;
    for (int y = 0; y < size; y++) {
        duel_put(out, y ? "/" : "");
        for (int x = 0; x < size; x++)
            if (point_at(v, x, y) != NOBODY)
                duel_put_char(out, sign_of_man[owner_of(s, point_at(v, x, y))]);
    }
    duel_putf(out, ":%u,%u,%u", s->seat + 1, in_hand(v, s, 0), in_hand(v, s, 1));
}

static bool read_points_of_row(const duel_variant *v, duel_str row, int y, merels *s)
{
    size_t at = 0;
    for (int x = 0; x < (int)plan_of(v)->size; x++) {
        int point = point_at(v, x, y);
        if (point == NOBODY)
            continue;
        const char *sign = at < row.len ? memchr(sign_of_man, row.at[at++], 3) : NULL;
        if (sign == NULL)
            return false;
        if (sign - sign_of_man < 2)
            s->men[sign - sign_of_man] |= bit(point);
    }
    return at == row.len;
}

static bool read_rest(const duel_variant *v, duel_str text, merels *s)
{
    duel_str word[3];
    int64_t number[3], each = plan_of(v)->each;
    for (int i = 0; i < 3; i++)
        if (!duel_str_part(&text, ',', &word[i]) || !duel_str_number(word[i], &number[i]) ||
            number[i] < 0 || number[i] > each)
            return false;
    int64_t ahead = number[2] - number[1]; /* men the first has placed more than the second */
    bool by_turns = ahead == 0 || ahead == 1;
    if (text.at || number[0] < 1 || number[0] > 2 || !by_turns)
        return false;
    s->seat = (uint32_t)number[0] - 1;
    s->placed = (uint32_t)(2 * each - number[1] - number[2]);
    return true;
}

/* What the invariants say, and that nobody had lost before. */
static bool is_possible(const duel_variant *v, const merels *s)
{
    uint32_t other = 1 - s->seat;
    bool placing = s->placed < 2 * plan_of(v)->each;
    bool lost = takes(v) ? count_men(s->men[other]) + in_hand(v, s, other) < FEWEST
                         : milled(v, s->men[s->seat]) != 0;
    return (!placing || s->seat == s->placed % 2) && !lost &&
           count_men(s->men[0]) <= placed_by(s, 0) && count_men(s->men[1]) <= placed_by(s, 1) &&
           (takes(v) || count_men(s->men[0]) + count_men(s->men[1]) == s->placed);
}

static duel_status parse(const duel_variant *v, duel_str text, void *state, duel_msg *why)
{
    merels s = {.seat = 0};
    duel_str rest = text, board, row;
    duel_str_part(&rest, ':', &board);
    bool read = rest.at && read_rest(v, rest, &s);
    for (int y = 0; read && y < (int)plan_of(v)->size; y++)
        read = duel_str_part(&board, '/', &row) && read_points_of_row(v, row, y, &s);
    if (!read || board.at)
        return duel_invalid(
            why,
            N_("A position is the points row by row from the top, with X, O or a "
               "dot, then : who moves, and how many men each has in hand, as "
               "X../.../...:2,2,3; not “{0}”."),
            "s", text);
    if (!is_possible(v, &s))
        return duel_invalid(
            why,
            N_("No game comes to this: somebody has too many men, is not to move "
               "yet, or had lost before."),
            "");
    *(merels *)state = s;
    return DUEL_OK;
}

static void print_move(const duel_variant *v, const void *view, duel_move move, duel_sink *out)
{
    if (from_of(move) != NOBODY)
        duel_putf(out, "%s-", name_of_point(v, from_of(move)).text);
    duel_put(out, name_of_point(v, to_of(move)).text);
    if (taken_of(move) != NOBODY)
        duel_putf(out, "x%s", name_of_point(v, taken_of(move)).text);
}

/* ---- pictures -------------------------------------------------------------------- */

/* The ways that lines leave each place of the picture, bits numbered by the digits of a keypad:
 * 8 up, 6 to the right, 3 down to the right. */
typedef struct ways {
    uint16_t at[MOST_SIZE][MOST_SIZE]; /* [row][column] */
} ways;

static int step_towards(int n)
{
    return (n > 0) - (n < 0);
}

static uint16_t way(int dx, int dy)
{
    return (uint16_t)(1u << (5 + dx - 3 * dy));
}

static void add_line_between(const duel_variant *v, int one, int other, ways *w)
{
    int x = column_of(v, one), y = row_of(v, one);
    int dx = step_towards(column_of(v, other) - x), dy = step_towards(row_of(v, other) - y);
    while (x != column_of(v, other) || y != row_of(v, other)) {
        w->at[y][x] |= way(dx, dy);
        x += dx, y += dy;
        w->at[y][x] |= way(-dx, -dy);
    }
}

static ways ways_of(const duel_variant *v)
{
    ways w = {.at = {{0}}};
    for (int one = 0; one < (int)plan_of(v)->points; one++)
        for (uint32_t near = plan_of(v)->near[one] >> one; near; near &= near - 1)
            add_line_between(v, one, one + __builtin_ctz(near), &w);
    return w;
}

static bool leads(const ways *w, int x, int y, int dx, int dy)
{
    return w->at[y][x] & way(dx, dy);
}

static const char *crossing(const ways *w, int x, int y, bool utf8)
{
    static const char *const signs[16] = {" ", "╵", "╶", "└", "╷", "│", "┌", "├",
                                          "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"};
    int up = leads(w, x, y, 0, -1), right = leads(w, x, y, 1, 0);
    int down = leads(w, x, y, 0, 1), left = leads(w, x, y, -1, 0);
    if (utf8)
        return signs[up | right << 1 | down << 2 | left << 3];
    return up + right + down + left == 0   ? " "
           : up && down && !left && !right ? "|"
           : left && right && !up && !down ? "-"
                                           : "+";
}

static duel_target target_at(int x, int y)
{
    return duel_target_of("cell:%d:%d", x, y);
}

static duel_target target_of_point(const duel_variant *v, int point)
{
    return target_at(column_of(v, point), row_of(v, point));
}

static void draw_place(const duel_variant *v, const merels *s, const ways *w, int x, int y,
                       duel_pen *pen)
{
    static const char *const men[2][2] = {{"X", "●"}, {"O", "○"}};
    int point = point_at(v, x, y), owner = point == NOBODY ? 2 : owner_of(s, point);
    if (point != NOBODY)
        duel_pen_thing(pen, target_at(x, y).text);
    if (owner < 2)
        duel_pen_put(pen, owner ? DUEL_SEAT2 : DUEL_SEAT1, men[owner][pen->utf8]);
    else
        duel_pen_put(pen, DUEL_SOFT, crossing(w, x, y, pen->utf8));
    duel_pen_thing(pen, NULL);
}

static void draw_row(const duel_variant *v, const merels *s, const ways *w, int y,
                     duel_pen *pen)
{
    int size = (int)plan_of(v)->size;
    duel_putf(pen->out, "%d ", size - y);
    for (int x = 0; x < size; x++) {
        draw_place(v, s, w, x, y, pen);
        if (x + 1 < size)
            duel_pen_put(pen, DUEL_SOFT,
                         !leads(w, x, y, 1, 0) ? "   "
                         : pen->utf8           ? "───"
                                               : "---");
    }
    duel_put(pen->out, "\n");
}

/* What lies between two rows. */
static void draw_between(const duel_variant *v, const ways *w, int y, duel_pen *pen)
{
    int size = (int)plan_of(v)->size;
    duel_put(pen->out, "  ");
    for (int x = 0; x < size; x++) {
        duel_pen_put(pen, DUEL_SOFT, !leads(w, x, y, 0, 1) ? " " : pen->utf8 ? "│" : "|");
        if (x + 1 < size)
            duel_pen_put(pen, DUEL_SOFT,
                         leads(w, x, y, 1, 1)        ? pen->utf8 ? " ╲ " : " \\ "
                         : leads(w, x + 1, y, -1, 1) ? pen->utf8 ? " ╱ " : " / "
                                                     : "   ");
    }
    duel_put(pen->out, "\n");
}

static void draw(const duel_variant *v, const void *view, int seat, duel_pen *pen)
{
    const merels *s = view;
    int size = (int)plan_of(v)->size;
    ways w = ways_of(v);
    for (int y = 0; y < size; y++) {
        draw_row(v, s, &w, y, pen);
        if (y + 1 < size)
            draw_between(v, &w, y, pen);
    }
    duel_put(pen->out, " ");
    for (int x = 0; x < size; x++)
        duel_putf(pen->out, " %c  ", 'a' + x);
    duel_put(pen->out, "\n");
    if (in_hand(v, s, 1)) {
        duel_tell(pen->lang, pen->out, N_("In hand: {0} and {1}"), "ii",
                  (int64_t)in_hand(v, s, 0), (int64_t)in_hand(v, s, 1));
        duel_put(pen->out, "\n");
    }
}

static void add_place(const duel_variant *v, const ways *w, int x, int y, duel_scene *out)
{
    int point = point_at(v, x, y);
    duel_target id = point == NOBODY ? duel_target_of("line:%d:%d", x, y) : target_at(x, y);
    duel_element *e = duel_scene_add(out, DUEL_CELL, id.text, (float)x, (float)y, 1, 1);
    e->shape = "lines";
    size_t length = 0;
    for (int digit = 1; digit <= 9; digit++)
        if (w->at[y][x] >> digit & 1)
            e->face[length++] = (char)('0' + digit);
    if (point == NOBODY)
        return;
    e->target = id;
    duel_say(&e->label, N_("point {0}"), "c", name_of_point(v, point).text);
}

static void add_man(const duel_variant *v, const merels *s, int point, duel_scene *out)
{
    int owner = owner_of(s, point);
    duel_target id = duel_target_of("man:%d", point);
    duel_element *e = duel_scene_piece(out, id.text, column_of(v, point), row_of(v, point),
                                       owner ? DUEL_SEAT2 : DUEL_SEAT1, "disc");
    e->target = target_of_point(v, point);
    duel_say(&e->label, N_("man ({0}): {1}"), "wc", duel_role(v, owner),
             name_of_point(v, point).text);
}

static void add_hand(const duel_variant *v, const merels *s, uint32_t seat, duel_scene *out)
{
    float size = (float)plan_of(v)->size;
    duel_element *e = duel_scene_add(out, DUEL_COUNTER, seat ? "hand:2" : "hand:1",
                                     seat ? size / 2 : 0, size, size / 2, 0.6F);
    e->tone = seat ? DUEL_SEAT2 : DUEL_SEAT1;
    e->number = in_hand(v, s, seat);
    duel_say(&e->label, N_("in hand ({0}): {1}"), "wi", duel_role(v, (int)seat), e->number);
}

static void scene(const duel_variant *v, const void *view, int seat, duel_scene *out)
{
    const merels *s = view;
    int size = (int)plan_of(v)->size;
    ways w = ways_of(v);
    out->width = out->height = (float)size;
    out->axes = (duel_axes){'a', '1', true};
    duel_scene_add(out, DUEL_BOARD, "board", 0, 0, (float)size, (float)size);
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
            if (w.at[y][x])
                add_place(v, &w, x, y, out);
    for (int point = 0; point < (int)plan_of(v)->points; point++)
        if (owner_of(s, point) < 2)
            add_man(v, s, point, out);
    for (uint32_t player = 0; player < 2 && in_hand(v, s, 1); player++)
        add_hand(v, s, player, out);
    if (in_hand(v, s, 1))
        out->height += 0.6F;
}

static int path(const duel_variant *v, const void *view, duel_move move, duel_target out[])
{
    int count = 0;
    if (from_of(move) != NOBODY)
        out[count++] = target_of_point(v, from_of(move));
    out[count++] = target_of_point(v, to_of(move));
    if (taken_of(move) != NOBODY)
        out[count++] = target_of_point(v, taken_of(move));
    return count;
}

/* A position that is set up is one after all men were placed. */
static bool edit(const duel_variant *v, void *state, duel_str element, int step)
{
    merels *s = state;
    int x, y;
    if (duel_str_is(element, "turn")) {
        s->seat = 1 - s->seat;
        return true;
    }
    int point = duel_cell_of(element, &x, &y) ? point_at(v, x, y) : NOBODY;
    if (point == NOBODY)
        return false;
    int next =
        (owner_of(s, point) + 1 + step + 3) % 3; /* 0 nobody, 1 the first, 2 the second */
    s->men[0] &= ~bit(point);
    s->men[1] &= ~bit(point);
    if (next)
        s->men[next - 1] |= bit(point);
    s->placed = 2 * plan_of(v)->each;
    return true;
}

/* ---- reasons --------------------------------------------------------------------- */

enum { WINS, CLOSES, BLOCKS, GIVES, THREATENS, ROOM, FEW_MEN, SHUT_IN, LINE };

/* The points on which the seat would close a mill, were it to move. */
static uint32_t closing_points(const duel_variant *v, const merels *s, uint32_t seat)
{
    uint32_t own = s->men[seat], empty = empty_points(v, s), found = 0;
    bool placing = in_hand(v, s, seat) > 0;
    for (uint32_t set = empty; set; set &= set - 1) {
        int to = __builtin_ctz(set);
        if (placing && milled(v, own | bit(to)) & bit(to))
            found |= bit(to);
        for (uint32_t men = placing ? 0 : own; men; men &= men - 1) {
            int from = __builtin_ctz(men);
            if (reach_of(v, s, seat, from) & bit(to) &&
                milled(v, (own & ~bit(from)) | bit(to)) & bit(to))
                found |= bit(to);
        }
    }
    return found;
}

static int count_ways_out(const duel_variant *v, const merels *s, uint32_t seat)
{
    int count = 0;
    for (uint32_t men = s->men[seat]; men; men &= men - 1)
        count += __builtin_popcount(reach_of(v, s, seat, __builtin_ctz(men)));
    return count;
}

static duel_fact *tell_points(const duel_variant *v, duel_reason *out, int kind, int speaks,
                              uint32_t points)
{
    duel_fact *f = duel_reason_add(out, kind);
    f->speaks = speaks;
    f->arg[0] = points;
    for (; points && f->targets < DUEL_FACT_TARGETS; points &= points - 1)
        f->target[f->targets++] = target_of_point(v, __builtin_ctz(points));
    return f;
}

static const duel_seek morris_hints[] = {
    {WINS, 1, N_("The game can be won at once.")},
    {CLOSES, 1, N_("A mill can be closed.")},
    {BLOCKS, 1, N_("The other player is about to close a mill.")},
    {THREATENS, 1, N_("Prepare a mill.")},
    {ROOM, 0, N_("Keep room to move.")},
    {0, 0, NULL}};

static void tell_mills(const duel_variant *v, const merels *before, const merels *after,
                       duel_move move, duel_reason *out)
{
    uint32_t me = before->seat, other = 1 - me;
    uint32_t stopped = closing_points(v, before, other) & ~closing_points(v, after, other);
    uint32_t given = closing_points(v, after, other), mine = closing_points(v, after, me);
    if (taken_of(move) != NOBODY)
        duel_say(&tell_points(v, out, CLOSES, 1, bit(to_of(move)))->text,
                 N_("It closes a mill, and takes a man."), "");
    if (stopped)
        duel_say(&tell_points(v, out, BLOCKS, 1, stopped)->text,
                 N_("It keeps the other player from closing a mill."), "");
    if (given)
        duel_say(&tell_points(v, out, GIVES, -1, given)->text,
                 N_("The other player can close a mill then."), "");
    if (mine)
        duel_say(&tell_points(v, out, THREATENS, 1, mine)->text,
                 N_("It threatens to close a mill."), "");
}

/* Men go nowhere before all are placed. */
static void tell_room(const duel_variant *v, const merels *after, uint32_t me, duel_reason *out)
{
    if (in_hand(v, after, me) || in_hand(v, after, 1 - me))
        return;
    duel_fact *f = duel_reason_add(out, ROOM);
    f->arg[0] = count_ways_out(v, after, me);
    f->arg[1] = count_ways_out(v, after, 1 - me);
    duel_say(&f->text,
             N_("Your men then have {0} {0:way|ways} to go, those of the other player {1}."),
             "ii", f->arg[0], f->arg[1]);
}

static void explain(const duel_variant *v, const void *view, int seat, const duel_move played[],
                    int count, duel_reason *out)
{
    merels before = *(const merels *)view, after = before;
    play(v, &after, played[0]);
    if (duel_is_over(v, &after)) {
        duel_say(&tell_points(v, out, WINS, 1, bit(to_of(played[0])))->text,
                 N_("It wins the game."), "");
    } else {
        tell_mills(v, &before, &after, played[0], out);
        tell_room(v, &after, before.seat, out);
    }
    duel_reason_seek(out, morris_hints);
}

static void ending(const duel_variant *v, const void *view, int seat, duel_reason *out)
{
    const merels *s = view;
    if (!takes(v) && is_beaten(v, s))
        duel_say(&tell_points(v, out, LINE, 0, milled(v, s->men[1 - s->seat]))->text,
                 N_("Three in a row."), "");
    else if (is_beaten(v, s))
        duel_say(&tell_points(v, out, FEW_MEN, 0, s->men[s->seat])->text,
                 N_("The player to move has fewer than three men."), "");
    else
        duel_say(&tell_points(v, out, SHUT_IN, 0, s->men[s->seat])->text,
                 N_("No man of the player to move can go anywhere."), "");
}

/* ---- speed ----------------------------------------------------------------------- */

/* By the men of a ring, a bit each: the number whose digits in base 3 they are. */
#define DIGITS1(n) (n), (n) + 1
#define DIGITS2(n) DIGITS1(n), DIGITS1((n) + 3)
#define DIGITS3(n) DIGITS2(n), DIGITS2((n) + 9)
#define DIGITS4(n) DIGITS3(n), DIGITS3((n) + 27)
#define DIGITS5(n) DIGITS4(n), DIGITS4((n) + 81)
#define DIGITS6(n) DIGITS5(n), DIGITS5((n) + 243)
#define DIGITS7(n) DIGITS6(n), DIGITS6((n) + 729)
#define DIGITS8(n) DIGITS7(n), DIGITS7((n) + 2187)
static const uint16_t digits[256] = {DIGITS8(0)};
enum { RING_BITS = 13, RING_CODES = 6561, PLACED_BITS = 5 };

/* And back: by that number, the men of the first in the low byte, of the second in the high. */
#define MEN1(men) (men), (men) | 0x001, (men) | 0x100
#define MEN2(men) MEN1(men), MEN1((men) | 0x002), MEN1((men) | 0x200)
#define MEN3(men) MEN2(men), MEN2((men) | 0x004), MEN2((men) | 0x400)
#define MEN4(men) MEN3(men), MEN3((men) | 0x008), MEN3((men) | 0x800)
#define MEN5(men) MEN4(men), MEN4((men) | 0x010), MEN4((men) | 0x1000)
#define MEN6(men) MEN5(men), MEN5((men) | 0x020), MEN5((men) | 0x2000)
#define MEN7(men) MEN6(men), MEN6((men) | 0x040), MEN6((men) | 0x4000)
#define MEN8(men) MEN7(men), MEN7((men) | 0x080), MEN7((men) | 0x8000)
static const uint16_t men_of_code[RING_CODES] = {MEN8(0)};

static uint64_t code_of_ring(uint32_t first, uint32_t second)
{
    return digits[first & 255] + 2u * digits[second & 255];
}

static int rings_of(const duel_variant *v)
{
    return 1 + (int)v->option[BOARD];
}

/* Rings, the centre where there is one, men placed, who moves. */
static uint64_t key_of_code(const duel_variant *v, uint64_t rings, const merels *s)
{
    uint64_t key = rings;
    if (rings_of(v) == 1)
        key = key << 2 | (s->men[0] >> CENTRE & 1) | (s->men[1] >> CENTRE & 1) << 1;
    return (key << PLACED_BITS | s->placed) << 1 | s->seat;
}

static uint64_t pack(const duel_variant *v, const void *state)
{
    const merels *s = state;
    uint64_t code = 0;
    for (int i = 0; i < rings_of(v); i++)
        code = code << RING_BITS | code_of_ring(s->men[0] >> RING * i, s->men[1] >> RING * i);
    return key_of_code(v, code, s);
}

/* A ring turned over: point k becomes point 8 - k. */
static uint32_t turn_over(uint32_t ring)
{
    ring &= 255;
    ring = (ring & 0x0F) << 4 | ring >> 4;
    ring = (ring & 0x33) << 2 | (ring >> 2 & 0x33);
    ring = (ring & 0x55) << 1 | (ring >> 1 & 0x55);
    return (ring << 1 | ring >> 7) & 255;
}

static uint32_t turn_quarter(uint32_t ring)
{
    return (ring << 2 | ring >> (RING - 2)) & 255;
}

/* The lesser of the two codes of a board, inside out or not. */
static uint64_t code_of_rings(const uint64_t ring[3], int rings)
{
    uint64_t code = 0, inside_out = 0;
    for (int i = 0; i < rings; i++) {
        code = code << RING_BITS | ring[i];
        inside_out = inside_out << RING_BITS | ring[i == 0           ? rings - 1
                                                    : i == rings - 1 ? 0
                                                                     : i];
    }
    return code < inside_out ? code : inside_out;
}

/* The least key among all the ways to turn the board over and round and inside out; once all
 * men are placed, colours may be exchanged as well, so that the first player is to move. */
static uint64_t canon(const duel_variant *v, const void *state)
{
    merels s = *(const merels *)state;
    uint64_t least = UINT64_MAX;
    int rings = rings_of(v);
    if (s.placed == 2 * plan_of(v)->each && s.seat)
        s = (merels){{s.men[1], s.men[0]}, s.placed, 0};
    uint32_t men[3][2];
    for (int i = 0; i < rings; i++)
        for (int player = 0; player < 2; player++)
            men[i][player] = s.men[player] >> RING * i & 255;
    for (int k = 0; k < 8; k++) {
        uint64_t ring[3] = {0, 0, 0};
        for (int i = 0; i < rings; i++) {
            ring[i] = code_of_ring(men[i][0], men[i][1]);
            for (int player = 0; player < 2; player++)
                men[i][player] =
                    k == 3 ? turn_over(men[i][player]) : turn_quarter(men[i][player]);
        }
        uint64_t code = code_of_rings(ring, rings);
        least = code < least ? code : least;
    }
    return key_of_code(v, least, &s);
}

static bool unpack(const duel_variant *v, uint64_t key, void *state)
{
    merels s = {.seat = key & 1, .placed = key >> 1 & 31};
    key >>= 1 + PLACED_BITS;
    if (rings_of(v) == 1) {
        s.men[0] = (uint32_t)(key & 1) << CENTRE;
        s.men[1] = (uint32_t)(key >> 1 & 1) << CENTRE;
        key >>= 2;
    }
    for (int i = rings_of(v) - 1; i >= 0; i--, key >>= RING_BITS) {
        uint64_t code = key & ((1 << RING_BITS) - 1);
        if (code >= RING_CODES)
            return false;
        s.men[0] |= (uint32_t)(men_of_code[code] & 255) << RING * i;
        s.men[1] |= (uint32_t)(men_of_code[code] >> 8) << RING * i;
    }
    if (key || s.placed > 2 * plan_of(v)->each || s.men[0] & s.men[1] || !is_possible(v, &s))
        return false;
    *(merels *)state = s;
    return true;
}

/* Men still to be placed; then men on the board, and of which player more. */
static uint32_t tier(const duel_variant *v, const void *state)
{
    const merels *s = state;
    uint32_t first = count_men(s->men[0]), second = count_men(s->men[1]);
    uint32_t left = 2 * plan_of(v)->each - s->placed;
    return left << 10 | (first + second) << 5 | (first > second ? first : second);
}

/* ---- all positions after placing, as the first player is to move ----------------- */

/* n choose k, for what fits on a board. */
#define OF1(n) (n)
#define OF2(n) (OF1(n) * ((n)-1) / 2)
#define OF3(n) (OF2(n) * ((n)-2) / 3)
#define OF4(n) (OF3(n) * ((n)-3) / 4)
#define OF5(n) (OF4(n) * ((n)-4) / 5)
#define OF6(n) (OF5(n) * ((n)-5) / 6)
#define OF7(n) (OF6(n) * ((n)-6) / 7)
#define OF8(n) (OF7(n) * ((n)-7) / 8)
#define OF9(n) (OF8(n) * ((n)-8) / 9)
#define SETS_OF(n)                                                                             \
    {                                                                                          \
        1, OF1(n), OF2(n), OF3(n), OF4(n), OF5(n), OF6(n), OF7(n), OF8(n), OF9(n)              \
    }
static const int32_t sets[POINTS + 1][10] = {
    SETS_OF(0),  SETS_OF(1),  SETS_OF(2),  SETS_OF(3),  SETS_OF(4),  SETS_OF(5),  SETS_OF(6),
    SETS_OF(7),  SETS_OF(8),  SETS_OF(9),  SETS_OF(10), SETS_OF(11), SETS_OF(12), SETS_OF(13),
    SETS_OF(14), SETS_OF(15), SETS_OF(16), SETS_OF(17), SETS_OF(18), SETS_OF(19), SETS_OF(20),
    SETS_OF(21), SETS_OF(22), SETS_OF(23), SETS_OF(24)};

static uint64_t choose(uint32_t n, uint32_t k)
{
    return (uint64_t)sets[n][k];
}

/* Whether a position may have so many men: who is to move may just have come down to two. */
static bool may_have(const duel_variant *v, uint32_t mover, uint32_t other)
{
    uint32_t each = plan_of(v)->each, least = takes(v) ? FEWEST - 1 : each;
    return mover >= least && mover <= each && other >= FEWEST && other <= each;
}

static uint64_t ways_to_stand(const duel_variant *v, uint32_t mover, uint32_t other)
{
    uint32_t points = plan_of(v)->points;
    return may_have(v, mover, other) ? choose(points, mover) * choose(points - mover, other)
                                     : 0;
}

/* First those in which the mover has fewer men, then, if it is another number, more. */
static uint64_t count_in_tier(const duel_variant *v, uint32_t sum, uint32_t most)
{
    uint64_t count = ways_to_stand(v, sum - most, most);
    return most == sum - most ? count : count + ways_to_stand(v, most, sum - most);
}

static bool span(const duel_variant *v, uint32_t i, uint32_t *in_tier, uint64_t *count)
{
    uint32_t each = plan_of(v)->each;
    for (uint32_t sum = 0; sum <= 2 * each; sum++)
        for (uint32_t most = (sum + 1) / 2; most <= each && most <= sum; most++) {
            *count = count_in_tier(v, sum, most);
            *in_tier = sum << 5 | most;
            if (*count && i-- == 0)
                return true;
        }
    return false;
}

/* The set of `size` among these points that has number k. */
static uint32_t nth_set(uint32_t points, uint32_t size, uint64_t k)
{
    uint32_t set = 0;
    for (uint32_t left = count_men(points); size; points &= points - 1) {
        uint64_t with = choose(--left, size - 1); /* those that have the first of the points */
        if (k < with) {
            set |= points & -points;
            size--;
        } else {
            k -= with;
        }
    }
    return set;
}

static uint64_t nth(const duel_variant *v, uint32_t in_tier, uint64_t k)
{
    uint32_t sum = in_tier >> 5, other = in_tier & 31, mover = sum - other;
    uint64_t fewer = ways_to_stand(v, mover, other);
    if (k >= fewer) {
        k -= fewer;
        other = mover;
        mover = sum - other;
    }
    const plan *p = plan_of(v);
    uint64_t rest = choose(p->points - mover, other);
    merels s = {.placed = 2 * p->each};
    s.men[0] = nth_set(p->all, mover, k / rest);
    s.men[1] = nth_set(p->all & ~s.men[0], other, k % rest);
    return pack(v, &s);
}

static int32_t evaluate(const duel_variant *v, const void *state, int seat)
{
    const merels *s = state;
    uint32_t me = (uint32_t)seat, other = 1 - me;
    int men = (int)count_men(s->men[me]) - (int)count_men(s->men[other]);
    int mills = __builtin_popcount(closing_points(v, s, me)) -
                __builtin_popcount(closing_points(v, s, other));
    return 100 * men + 20 * mills + count_ways_out(v, s, me) - count_ways_out(v, s, other);
}

static const duel_accel accel = {.pack = pack,
                                 .canon = canon,
                                 .evaluate = evaluate,
                                 .unpack = unpack,
                                 .tier = tier,
                                 .span = span,
                                 .nth = nth};

/* ---- people ---------------------------------------------------------------------- */

static void task(const duel_variant *v, const void *view, duel_msg *out)
{
    const merels *s = view;
    duel_say(out,
             in_hand(v, s, s->seat) ? N_("Put a man on an empty point.")
             : flies(v, s, s->seat) ? N_("Move a man to any empty point.")
                                    : N_("Move a man along a line to the next point."),
             "");
}

static const duel_step steps[] = {
    {.say = N_("Two of your men stand on the upper side. Close the mill: put a third between "
               "them, and take a man of the other player."),
     .at = "X.X/.../..../.../O.O:1,4,4",
     .good = "c5xa1 c5xe1",
     .right = N_("A mill. The man you took stays out for good."),
     .wrong = N_("That closes no mill: look at the upper side.")},
    {.say = N_(
         "Now the other player has two on the lower side, and will close it. What do you do?"),
     .at = "X../.../.X../.../O.O:1,4,4",
     .good = "c1",
     .right = N_("Stopped. A man in the way costs less than a man lost."),
     .wrong = N_("Then c1 closes a mill. Stand there yourself.")},
    {.say = N_("The other player has a mill below. Close yours, and see whom you may take."),
     .at = "X.X/.../.X../..O/OOO:1,2,2",
     .good = "c5xd2",
     .right = N_("Men in a mill are safe while another stands outside."),
     .wrong = N_("Your mill is on the upper side: c5 closes it.")},
    {.say = N_("One man can threaten two mills at once. Where?"),
     .at = ".X./O../X.../..O/...:1,4,4",
     .good = "a5",
     .right = N_("Now e5 and a1 both close a mill, and only one of them can be stopped."),
     .wrong = N_("Look for the corner where two of your lines meet.")},
    {.say = N_("All men are placed: now they move along the lines. Close a mill."),
     .at = "X.X/.X./..../..O/O.O:1,0,0",
     .good = "c4-c5xa1 c4-c5xe1 c4-c5xd2",
     .right = N_("The other player has two men left, and can never close a mill: won."),
     .wrong = N_("Which man stands beside the gap on the upper side?")},
    {.say = NULL}};

static const duel_lesson lesson = {.options = "board=six", .steps = steps};

static const char *const board_words[] = {N_("three men, 9 points"), N_("six men, 16 points"),
                                          N_("nine men, 24 points")};
static const duel_wording wordings[] = {{"board", N_("The board"), board_words},
                                        {NULL, NULL, NULL}};

const duel_game duel_game_morris = {
    .id = "morris",
    .title = N_("Men’s morris"),
    .tagline = N_("Three in a row is a mill, and a mill takes a man"),
    .rules = rules,
    .version = 1,
    .min_seats = 2,
    .max_seats = 2,
    .traits = DUEL_LOOPY,
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
