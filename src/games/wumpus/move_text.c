/* games/wumpus/move_text.c -- writes and reads moves, and says in words why one cannot be made:
 * see state.h. */
#include "games/wumpus/state.h"

static const char way_letters[] = "nesw";

void wumpus_print_move(const duel_variant *v, const void *view, duel_move move, duel_sink *out)
{
    wumpus_cell c = wumpus_move_cell(move);
    switch (wumpus_move_act(move)) {
    case WUMPUS_GO:
        duel_putf(out, "%d:%d", c.x, c.y);
        break;
    case WUMPUS_SHOOT:
        duel_putf(out, "shoot:%c", way_letters[c.x]);
        break;
    case WUMPUS_REVEAL:
        duel_putf(out, "reveal:%d:%d", c.x, c.y);
        break;
    case WUMPUS_DEDUCE:
        duel_putf(out, "deduce:%d:%d", c.x, c.y);
        break;
    case WUMPUS_GRAB:
        duel_put(out, "grab");
        break;
    case WUMPUS_CLIMB:
        duel_put(out, "climb");
        break;
    }
}

/* n e s w, or the whole word, in either case. */
static bool read_way(duel_str word, int *way)
{
    static const char *const names[] = {"north", "east", "south", "west"};
    for (int i = 0; i < 4; i++) {
        const char letter[] = {way_letters[i], '\0'};
        if (duel_str_same_word(word, letter) || duel_str_same_word(word, names[i])) {
            *way = i;
            return true;
        }
    }
    return false;
}

static duel_status bad_move(duel_str text, duel_msg *why)
{
    return duel_invalid(
        why,
        N_("“{0}” is no move: write a cell like 3:2, a step n, e, s or w, shoot:n, "
           "reveal:3:2 or deduce:3:2 (textbook: grab, climb)."),
        "s", text);
}

/* ---- why not ------------------------------------------------------------------------ */

static duel_status refuse_cell(wumpus_cell c, const char *id, duel_msg *why)
{
    return duel_refuse(why, id, "ii", (int64_t)c.x, (int64_t)c.y);
}

static duel_status check_walk(const wumpus_setup *u, const wumpus_state *s, wumpus_cell c,
                              duel_msg *why)
{
    wumpus_walk walk;
    int64_t left = (int64_t)u->steps - s->steps;
    wumpus_walk_from(u->rules.n, &s->explored, (wumpus_cell){s->x, s->y}, &walk);
    if (c.x == s->x && c.y == s->y)
        return refuse_cell(c, N_("You are at ({0},{1}) already."), why);
    if (walk.steps[c.y][c.x] == WUMPUS_FAR)
        return refuse_cell(c,
                           N_("({0},{1}) is out of reach: you walk through explored cells, and "
                              "one step beyond them."),
                           why);
    if (walk.steps[c.y][c.x] > left)
        return duel_refuse(
            why, N_("({0},{1}) is {2} {2:step|steps} away, and you have {3} left."), "iiii",
            (int64_t)c.x, (int64_t)c.y, (int64_t)walk.steps[c.y][c.x], left);
    return DUEL_OK;
}

static duel_status check_shot(const wumpus_setup *u, const wumpus_state *s, wumpus_way way,
                              duel_msg *why)
{
    wumpus_set ray = wumpus_ray(u->rules.n, (wumpus_cell){s->x, s->y}, way);
    if (u->arrows == 0)
        return duel_refuse(why, N_("There are no arrows in this game."), "");
    if (s->arrows >= u->arrows)
        return duel_refuse(why, N_("You have no arrow left."), "");
    if (wumpus_empty(&ray))
        return duel_refuse(why, N_("There is a wall: an arrow would cross no cell."), "");
    return DUEL_OK;
}

/* A lifeline is for cells nobody has seen. */
static duel_status check_unseen(const wumpus_state *s, wumpus_cell c, duel_msg *why)
{
    if (wumpus_has(&s->explored, c.x, c.y))
        return refuse_cell(c, N_("({0},{1}) is explored: there is nothing left to learn."),
                           why);
    if (wumpus_has(&s->shown, c.x, c.y))
        return refuse_cell(c, N_("({0},{1}) has been revealed already."), why);
    return DUEL_OK;
}

static duel_status check_reveal(const wumpus_setup *u, const wumpus_state *s, wumpus_cell c,
                                duel_msg *why)
{
    if (s->reveals >= u->reveals)
        return duel_refuse(why, N_("You have no lifeline left that reveals a cell."), "");
    return check_unseen(s, c, why);
}

static duel_status check_deduce(const wumpus_setup *u, const wumpus_state *s, wumpus_cell c,
                                duel_msg *why)
{
    wumpus_set here = wumpus_only(s->x, s->y), near = wumpus_around(u->rules.n, &here);
    duel_status status = check_unseen(s, c, why);
    if (s->deduces >= u->deduces)
        return duel_refuse(why, N_("You have no lifeline left that judges a cell."), "");
    if (status != DUEL_OK)
        return status;
    if (!wumpus_has(&near, c.x, c.y))
        return refuse_cell(
            c, N_("({0},{1}) is not beside you: this lifeline judges a cell next to yours."),
            why);
    if (wumpus_has(&s->safe, c.x, c.y) || wumpus_has(&s->danger, c.x, c.y))
        return refuse_cell(c, N_("({0},{1}) has been judged already."), why);
    return DUEL_OK;
}

static duel_status check_grab_or_climb(const wumpus_setup *u, const wumpus_state *s,
                                       wumpus_act act, duel_msg *why)
{
    if (!u->textbook)
        return duel_refuse(why,
                           act == WUMPUS_GRAB
                               ? N_("By these rules the gold is taken by entering its cell.")
                               : N_("By these rules nobody climbs out: find the gold."),
                           "");
    if (act == WUMPUS_CLIMB)
        return s->x == 0 && s->y == 0
                   ? DUEL_OK
                   : duel_refuse(why, N_("One climbs out at the start, (0,0)."), "");
    if (!wumpus_has(&s->is[WUMPUS_G], s->x, s->y))
        return duel_refuse(why, N_("There is no gold here."), "");
    return wumpus_can_grab(u, s) ? DUEL_OK
                                 : duel_refuse(why, N_("You have the gold already."), "");
}

static duel_status check_move(const wumpus_setup *u, const wumpus_state *s, duel_move move,
                              duel_msg *why)
{
    wumpus_act act = wumpus_move_act(move);
    wumpus_cell c = wumpus_move_cell(move);
    return act == WUMPUS_GO       ? check_walk(u, s, c, why)
           : act == WUMPUS_SHOOT  ? check_shot(u, s, (wumpus_way)c.x, why)
           : act == WUMPUS_REVEAL ? check_reveal(u, s, c, why)
           : act == WUMPUS_DEDUCE ? check_deduce(u, s, c, why)
                                  : check_grab_or_climb(u, s, act, why);
}

/* ---- reading ------------------------------------------------------------------------ */

/* "3:2", of this grid or not: false if it is no such thing at all. */
static bool read_pair(duel_str text, int64_t *x, int64_t *y)
{
    duel_str first;
    return duel_str_part(&text, ':', &first) && text.at && duel_str_number(first, x) &&
           duel_str_number(text, y);
}

/* A step is a walk to the cell beside. */
static duel_status read_target(int n, wumpus_act act, int64_t x, int64_t y, duel_move *move,
                               duel_msg *why)
{
    if (x < 0 || y < 0 || x >= n || y >= n)
        return duel_refuse(why,
                           N_("({0},{1}) is outside the cave: its cells go from (0,0) to "
                              "({2},{2})."),
                           "iii", x, y, (int64_t)n - 1);
    *move = wumpus_move(act, (int)x, (int)y);
    return DUEL_OK;
}

static duel_status read_step(int n, const wumpus_state *s, int way, duel_move *move,
                             duel_msg *why)
{
    wumpus_cell c = wumpus_toward((wumpus_cell){s->x, s->y}, (wumpus_way)way);
    if (!wumpus_inside(n, c.x, c.y))
        return duel_refuse(why, N_("There is a wall."), "");
    *move = wumpus_move(WUMPUS_GO, c.x, c.y);
    return DUEL_OK;
}

/* Any move that can be written, allowed or not. */
static duel_status read_deed(int n, const wumpus_state *s, duel_str text, duel_move *move,
                             duel_msg *why)
{
    int way;
    int64_t x, y;
    duel_str rest = text, word;
    if (read_way(text, &way))
        return read_step(n, s, way, move, why);
    if (read_pair(text, &x, &y))
        return read_target(n, WUMPUS_GO, x, y, move, why);
    duel_str_part(&rest, ':', &word);
    bool reveal = duel_str_same_word(word, "reveal"), shoot = duel_str_same_word(word, "shoot");
    if (duel_str_same_word(text, "grab") || duel_str_same_word(text, "climb"))
        *move = wumpus_move(text.len == 4 ? WUMPUS_GRAB : WUMPUS_CLIMB, 0, 0);
    else if (shoot && rest.at && read_way(rest, &way))
        *move = wumpus_move(WUMPUS_SHOOT, way, 0);
    else if ((reveal || duel_str_same_word(word, "deduce")) && rest.at &&
             read_pair(rest, &x, &y))
        return read_target(n, reveal ? WUMPUS_REVEAL : WUMPUS_DEDUCE, x, y, move, why);
    else
        return bad_move(text, why);
    return DUEL_OK;
}

duel_status wumpus_parse_move(const duel_variant *v, const void *view, duel_str text,
                              duel_move *move, duel_msg *why)
{
    const wumpus_setup *u = wumpus_setup_of(v);
    duel_move read = 0;
    wumpus_status unused;
    duel_status status = read_deed(u->rules.n, view, text, &read, why);
    if (status == DUEL_OK)
        status = check_move(u, view, read, why);
    if (status != DUEL_OK)
        return status;
    /* A lifeline that has no answer now is refused, in words: to play it cannot fail. */
    if (wumpus_move_act(read) == WUMPUS_DEDUCE)
        status = wumpus_answer_of(u, view, wumpus_move_cell(read), &unused, NULL);
    if (status == DUEL_NO_SPACE)
        return duel_no_space(why);
    if (status == DUEL_STOPPED) {
        duel_say(why,
                 N_("What you know is too entangled: this lifeline cannot judge the cell."),
                 "");
        return DUEL_NO_SPACE; /* however it is written */
    }
    *move = read;
    return DUEL_OK;
}
