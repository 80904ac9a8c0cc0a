/* games/dodgem.c -- Dodgem on 3×3 (Colin Vout; in Berlekamp, Conway and Guy, "Winning Ways").
 *
 * Squares are numbered row by row from the top: a3 is 0, c1 is 8. Seat 0 drives its two cars to
 * the right, seat 1 upwards; neither ever drives back. Positions can come back, since cars may
 * go from side to side.
 *
 * The end is read so: a player who finds no move has won, since one must always leave the other
 * a move. This reading gives the published 1963 positions, 1123 won and 840 lost; were a player
 * without a move lost, 1120 would be won and 843 lost.
 *
 * Invariants: (1) no square has two cars; (2) at most one player has no car left, and then it
 * is the other's turn. */
#include "games/squares.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct road {
    uint16_t cars[2]; /* by seat: a bit for each square */
    uint16_t seat;    /* to move */
} road;
#pragma GCC diagnostic pop

enum { SIDE = 3, SQUARES = 9, CARS = 2, OFF = SQUARES, NOWHERE = -1 };

static const char car_of[2] = {'R', 'U'};

static const char *const roles[] = {N_("Rightwards"), N_("Upwards")};

static const char *const rules[] = {
    N_("On a board of 3×3, each player has two cars. The first player's start on the left "
       "and drive to the right; the second player's start at the bottom and drive up."),
    N_("In turn, each player moves one car by one square, forward or to either side, never "
       "back, onto an empty square. Only at the far edge, driving forward, a car leaves the "
       "board."),
    N_("Whoever first gets both cars off the board wins. One must always leave the other "
       "player a move: a player who cannot move has won."),
    N_("A move is written a2-b2, or c2-off for a car that leaves the board; a1 is at the "
       "bottom left."),
    NULL};

static duel_status variant(duel_variant *v, duel_msg *why)
{
    v->state_size = sizeof(road);
    v->max_moves = 6; /* two cars, three directions */
    v->max_plies = 1000000;
    v->max_score = 1;
    v->key_bits = 2 * SQUARES + 1;
    v->positions = 2754; /* all that can be written; 1963 come from the start */
    v->actions = 16 * SQUARES;
    return DUEL_OK;
}

static duel_status deal(const duel_variant *v, duel_rng *rng, void *state)
{
    *(road *)state = (road){.cars = {1u << 0 | 1u << 3, 1u << 7 | 1u << 8}, .seat = 0};
    return DUEL_OK;
}

static int turn(const duel_variant *v, const void *state)
{
    return ((const road *)state)->seat;
}

/* ---- moves: 16·from + to, where `to` may be OFF ------------------------------------ */

enum { FORWARD, ONE_SIDE, OTHER_SIDE, DIRECTIONS };

/* Where a car of `seat` gets to from a square: a square, OFF, or NOWHERE. */
static int square_towards(int seat, int square, int direction)
{
    static const int8_t dx[2][DIRECTIONS] = {{1, 0, 0}, {0, -1, 1}};
    static const int8_t dy[2][DIRECTIONS] = {{0, -1, 1}, {-1, 0, 0}};
    int x = square % SIDE + dx[seat][direction], y = square / SIDE + dy[seat][direction];
    if (x >= 0 && x < SIDE && y >= 0 && y < SIDE)
        return y * SIDE + x;
    return direction == FORWARD ? OFF : NOWHERE;
}

static unsigned taken(const road *s)
{
    return (unsigned)s->cars[0] | s->cars[1];
}

static int list(const road *s, duel_move out[])
{
    int count = 0;
    for (unsigned cars = s->cars[s->seat]; cars; cars &= cars - 1) {
        int from = __builtin_ctz(cars);
        for (int d = FORWARD; d < DIRECTIONS; d++) {
            int to = square_towards(s->seat, from, d);
            if (to == OFF || (to != NOWHERE && !(taken(s) >> to & 1)))
                out[count++] = (duel_move)(16 * from + to);
        }
    }
    return count;
}

static int moves(const duel_variant *v, const void *state, duel_move out[])
{
    const road *s = state;
    return s->cars[0] && s->cars[1] ? list(s, out) : 0;
}

static bool over(const duel_variant *v, const void *state, int32_t score[])
{
    const road *s = state;
    duel_move any[6];
    if (moves(v, s, any) > 0)
        return false;
    int winner = s->cars[0] == 0 ? 0 : s->cars[1] == 0 ? 1 : s->seat;
    score[winner] = 1;
    score[1 - winner] = 0;
    return true;
}

static int from_of(duel_move move)
{
    return (int)(move / 16);
}

static int to_of(duel_move move)
{
    return (int)(move % 16);
}

static void play(const duel_variant *v, void *state, duel_move move)
{
    road *s = state;
    unsigned cars = s->cars[s->seat] & ~(1u << from_of(move));
    if (to_of(move) != OFF)
        cars |= 1u << to_of(move);
    s->cars[s->seat] = (uint16_t)cars;
    s->seat = (uint16_t)(1 - s->seat);
}

/* ---- notation: R..R...UU/1, row by row from the top, then the player to move ------- */

static void print(const duel_variant *v, const void *view, duel_sink *out)
{
    const road *s = view;
    for (int i = 0; i < SQUARES; i++)
        duel_put_char(out, s->cars[0] >> i & 1 ? 'R' : s->cars[1] >> i & 1 ? 'U' : '.');
    duel_putf(out, "/%d", s->seat + 1);
}

static duel_status check_cars(const unsigned cars[2], int64_t seat, duel_msg *why)
{
    for (int i = 0; i < 2; i++)
        if (__builtin_popcount(cars[i]) > 2)
            return duel_invalid(why, N_("A player has at most two cars."), "");
    if (seat < 1 || seat > 2)
        return duel_invalid(why, N_("The player to move is 1 or 2."), "");
    if (cars[seat - 1] == 0)
        return duel_invalid(
            why,
            N_("The player to move has a car left: getting the last one off ends the game."),
            "");
    return DUEL_OK;
}

static duel_status parse(const duel_variant *v, duel_str text, void *state, duel_msg *why)
{
    duel_str seat_text = text, board = text;
    unsigned cars[2];
    int64_t seat = 1;
    duel_str_part(&seat_text, '/', &board);
    if (!squares_read_sets(SIDE, board, "RUru", 2, cars) ||
        (seat_text.at && !duel_str_number(seat_text, &seat)))
        return duel_invalid(
            why,
            N_("A position is nine characters, row by row from the top, R for a car that "
               "drives right, U for one that drives up, a dot for an empty square, then the "
               "player to move: R..R...UU/1; not “{0}”."),
            "s", text);
    duel_status status = check_cars(cars, seat, why);
    if (status == DUEL_OK)
        *(road *)state = (road){{(uint16_t)cars[0], (uint16_t)cars[1]}, (uint16_t)(seat - 1)};
    return status;
}

static duel_target square_name(int square)
{
    return square == OFF ? duel_target_of("off") : squares_name(SIDE, square);
}

static void print_move(const duel_variant *v, const void *view, duel_move move, duel_sink *out)
{
    duel_putf(out, "%s-%s", square_name(from_of(move)).text, square_name(to_of(move)).text);
}

static bool reaches(int seat, int from, int to)
{
    for (int d = FORWARD; d < DIRECTIONS; d++)
        if (square_towards(seat, from, d) == to)
            return true;
    return false;
}

/* Names the rule that forbids a car of the seat to move to go there. */
static duel_status check_move(const road *s, int from, int to, duel_msg *why)
{
    if (!(s->cars[s->seat] >> from & 1))
        return duel_refuse(why, N_("You have no car on {0}."), "c", square_name(from).text);
    if (to == OFF && !reaches(s->seat, from, to))
        return duel_refuse(why, N_("A car leaves the board only forward, from the far edge."),
                           "");
    if (!reaches(s->seat, from, to))
        return duel_refuse(
            why, N_("A car moves one square, forward or to either side, never back."), "");
    if (to != OFF && taken(s) >> to & 1)
        return duel_refuse(why, N_("There is a car on {0}."), "c", square_name(to).text);
    return DUEL_OK;
}

static duel_status parse_move(const duel_variant *v, const void *view, duel_str text,
                              duel_move *move, duel_msg *why)
{
    duel_str rest = text, from_text = text;
    duel_str_part(&rest, '-', &from_text);
    int from = squares_read(SIDE, from_text);
    int to = rest.at && duel_str_same_word(rest, "off") ? OFF : squares_read(SIDE, rest);
    if (from == NOWHERE || to == NOWHERE)
        return duel_invalid(why, N_("A move is two squares, like a2-b2, or c2-off; not “{0}”."),
                            "s", text);
    duel_status status = check_move(view, from, to, why);
    if (status == DUEL_OK)
        *move = (duel_move)(16 * from + to);
    return status;
}

/* ---- pictures ---------------------------------------------------------------------- */

/* The way out in front of a square of the far edge. */
static duel_target exit_from(int seat, int square)
{
    return seat == 0 ? duel_target_of("exit:right:%d", square / SIDE)
                     : duel_target_of("exit:top:%d", square % SIDE);
}

static void add_exits(duel_scene *out)
{
    for (int i = 0; i < SIDE; i++) {
        int edge[2] = {i * SIDE + SIDE - 1, i}; /* by seat, a square of its far edge */
        for (int seat = 0; seat < 2; seat++) {
            duel_target id = exit_from(seat, edge[seat]);
            float x = (float)(seat == 0 ? SIDE : i), y = (float)(seat == 0 ? i + 1 : 0);
            duel_element *e = duel_scene_add(out, DUEL_GAP, id.text, x, y, 1, 1);
            e->target = id;
            e->tone = seat == 0 ? DUEL_SEAT1 : DUEL_SEAT2;
            strcpy(e->face, seat == 0 ? "→" : "↑");
            duel_say(&e->label, N_("off the board from {0}"), "c",
                     square_name(edge[seat]).text);
        }
    }
}

/* The board stands one row lower, under the exits of the cars that drive up. */
static void scene(const duel_variant *v, const void *view, int seat, duel_scene *out)
{
    const road *s = view;
    int number[2] = {0, 0};
    duel_scene_grid(out, SIDE, SIDE);
    out->axes = (duel_axes){'a', '1', true};
    for (int i = 0; i < SQUARES; i++) {
        if (!(taken(s) >> i & 1))
            continue;
        int owner = s->cars[1] >> i & 1;
        duel_target id = duel_target_of("car:%d:%d", owner, number[owner]++);
        duel_element *e = duel_scene_piece(out, id.text, i % SIDE, i / SIDE,
                                           owner ? DUEL_SEAT2 : DUEL_SEAT1, "car");
        e->face[0] = car_of[owner];
        duel_say(&e->label,
                 owner ? N_("car driving up, on {0}") : N_("car driving right, on {0}"), "c",
                 square_name(i).text);
    }
    for (int i = 0; i < out->count; i++)
        out->element[i].y += 1;
    out->width = out->height = SIDE + 1;
    add_exits(out);
}

static int path(const duel_variant *v, const void *view, duel_move move, duel_target out[])
{
    int seat = ((const road *)view)->seat, from = from_of(move), to = to_of(move);
    out[0] = squares_target(SIDE, from);
    out[1] = to == OFF ? exit_from(seat, from) : squares_target(SIDE, to);
    return 2;
}

/* A square goes from empty to a car of the first, of the second, and round again. */
static bool edit(const duel_variant *v, void *state, duel_str element, int change)
{
    road *s = state;
    if (!duel_str_is(element, "turn"))
        return squares_edit(SIDE, s->cars, element, change);
    s->seat = (uint16_t)(1 - s->seat);
    return true;
}

/* ---- reasons ----------------------------------------------------------------------- */

enum {
    GETS_THE_LAST_OFF,
    LEAVES_NO_MOVE,
    GETS_ONE_OFF,
    STANDS_IN_THE_WAY,
    RACE,
    ALL_OFF,
    SHUT_IN
};

/* Forward moves still needed to get all cars of a seat off. */
static int distance(const road *s, int seat)
{
    int sum = 0;
    for (unsigned cars = s->cars[seat]; cars; cars &= cars - 1) {
        int square = __builtin_ctz(cars);
        sum += seat == 0 ? SIDE - square % SIDE : square / SIDE + 1;
    }
    return sum;
}

/* The cars of `seat` right before which a car of the other stands. */
static unsigned hindered(const road *s, int seat)
{
    unsigned set = 0;
    for (unsigned cars = s->cars[seat]; cars; cars &= cars - 1) {
        int square = __builtin_ctz(cars), ahead = square_towards(seat, square, FORWARD);
        if (ahead != OFF && s->cars[1 - seat] >> ahead & 1)
            set |= 1u << square;
    }
    return set;
}

static void explain_traffic(duel_reason *out, const road *s, int mover)
{
    unsigned stopped = hindered(s, 1 - mover);
    if (stopped) {
        duel_fact *f = duel_reason_add(out, STANDS_IN_THE_WAY);
        f->arg[0] = stopped;
        squares_point_at(SIDE, stopped, f);
        duel_say(&f->text,
                 N_("It leaves {0} of the other player's cars with a car of yours in front."),
                 "i", (int64_t)__builtin_popcount(stopped));
    }
    duel_fact *f = duel_reason_add(out, RACE);
    f->arg[0] = distance(s, mover);
    f->arg[1] = distance(s, 1 - mover);
    duel_say(&f->text,
             N_("You then need {0} {0:forward move|forward moves}, the other player {1}."),
             "ii", f->arg[0], f->arg[1]);
}

static const duel_seek dodgem_hints[] = {
    {GETS_THE_LAST_OFF, 0, N_("Your last car can leave the board.")},
    {GETS_ONE_OFF, 0, N_("A car of yours can leave the board.")},
    {STANDS_IN_THE_WAY, 0, N_("Cars can stand in each other’s way.")},
    {RACE, 0, N_("It is a race: count the moves that each side still needs.")},
    {0, 0, NULL}};

static void explain(const duel_variant *v, const void *view, int seat, const duel_move played[],
                    int count, duel_reason *out)
{
    duel_move move = played[0];
    road s = *(const road *)view;
    int mover = s.seat;
    duel_move any[6];
    play(v, &s, move);
    if (s.cars[mover] == 0) {
        duel_say(&duel_reason_add(out, GETS_THE_LAST_OFF)->text,
                 N_("Your last car leaves the board: you have won."), "");
        duel_reason_seek(out, dodgem_hints);
        return;
    }
    if (moves(v, &s, any) == 0) {
        duel_say(&duel_reason_add(out, LEAVES_NO_MOVE)->text,
                 N_("It leaves the other player no move, which is forbidden and loses."), "");
        return;
    }
    if (to_of(move) == OFF)
        duel_say(&duel_reason_add(out, GETS_ONE_OFF)->text, N_("It gets a car off the board."),
                 "");
    explain_traffic(out, &s, mover);
    duel_reason_seek(out, dodgem_hints);
}

static void ending(const duel_variant *v, const void *view, int seat, duel_reason *out)
{
    const road *s = view;
    bool off = s->cars[0] == 0 || s->cars[1] == 0;
    duel_fact *f = duel_reason_add(out, off ? ALL_OFF : SHUT_IN);
    squares_point_at(SIDE, off ? 0 : s->cars[s->seat], f);
    duel_say(
        &f->text,
        off ? N_("Both cars of one player have left the board.")
            : N_("No car of the player to move can go anywhere: whoever shuts the other in "
                 "has lost."),
        "");
}

/* ---- speed ------------------------------------------------------------------------- */

static uint64_t pack(const duel_variant *v, const void *state)
{
    const road *s = state;
    return (uint64_t)s->cars[0] << (SQUARES + 1) | (uint64_t)s->cars[1] << 1 | s->seat;
}

static int32_t evaluate(const duel_variant *v, const void *state, int seat)
{
    const road *s = state;
    int race = distance(s, 1 - seat) - distance(s, seat);
    int traffic =
        __builtin_popcount(hindered(s, 1 - seat)) - __builtin_popcount(hindered(s, seat));
    return 10 * race + 7 * traffic;
}

static bool unpack(const duel_variant *v, uint64_t key, void *state)
{
    unsigned all = (1u << SQUARES) - 1, first = (unsigned)(key >> (SQUARES + 1)) & all;
    unsigned second = (unsigned)(key >> 1) & all;
    if (key >> v->key_bits || first & second || first + second == 0 ||
        __builtin_popcount(first) > CARS || __builtin_popcount(second) > CARS)
        return false;
    *(road *)state = (road){{(uint16_t)first, (uint16_t)second}, (uint16_t)(key & 1)};
    return true;
}

/* The squares that all cars have still to go: none goes back. */
static uint32_t tier(const duel_variant *v, const void *state)
{
    return (uint32_t)(distance(state, 0) + distance(state, 1));
}

static const duel_accel accel = {
    .pack = pack, .evaluate = evaluate, .unpack = unpack, .tier = tier};

static void task(const duel_variant *v, const void *view, duel_msg *out)
{
    duel_say(out, N_("Move one of your cars a square forwards or to a side."), "");
}

const duel_game duel_game_dodgem = {
    .id = "dodgem",
    .title = N_("Dodgem"),
    .tagline = N_("Two cars each, across one another's way"),
    .rules = rules,
    .version = 1,
    .min_seats = 2,
    .max_seats = 2,
    .roles = roles,
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
    .teaching.explain = explain,
    .teaching.task = task,
    .teaching.ending = ending,
    .accel = &accel,
};
