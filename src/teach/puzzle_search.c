/* teach/puzzle_search.c -- the one door to puzzles: one of the game's own, or a position looked
 * for by solving many; tries judged; deals of a chosen value. See puzzle_search.h.
 *
 * A puzzle found here is a position in which exactly one move keeps the result; of several the
 * best is taken: one that the greedy player misses, a win, far from the end. What is spent is
 * counted in nodes, so that a seed gives the same puzzle everywhere; time is only a guard.
 *
 * Games are played half by the greedy player and half by chance, and kept from ending as long
 * as can be; positions are taken from them no earlier than they can be solved: how early that
 * is, is learned on the way. A game that can repeat positions is solved whole or not at all: it
 * is, once, from its beginning; or, where it is too large, from positions far enough on. */
#include "teach/puzzle_search.h"
#include "base/clock.h"
#include "core/fault_guard.h"
#include "core/play.h"
#include "core/reason.h"
#include "table/advice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- looking for positions by solving them ----------------------------------------------- */

typedef struct hunt {
    const duel_variant *v;
    const atomic_bool *stop;
    machine_player *solver, *greedy;
    duel_answer *answer, *naive; /* what they said last */
} hunt;

enum {
    TRIES = 1500,
    POSITION_NODES = 150000, /* for one position */
    WHOLE_NODES = 2000000,   /* for a game that can repeat positions */
    ALL_NODES = 6000000,     /* for all of them; a third once a good one is there */
    GOOD_ENOUGH = 2,         /* good puzzles to choose from */
    LONGEST = 400,           /* plies of a game played to get a position */
    WANDERING = 24,          /* the same where it need not end, and all of it is solved, */
    WANDERING_ON = 120       /* or its endings are */
};
/* Guards, for games in files; all others are done with their nodes long before, and a busy
 * machine must not lose a puzzle by the clock. */
static const double position_seconds = 10, all_seconds = 40, patience = 15;

static double guard(const hunt *h, double seconds)
{
    return h->v->traits & DUEL_SLOW ? seconds : seconds * patience;
}

/* ---- life -------------------------------------------------------------------------------- */

static void hunt_fini(hunt *h)
{
    player_close(h->solver);
    player_close(h->greedy);
    free(h->answer);
    free(h->naive);
}

/* DUEL_REFUSED when the variant cannot be solved by anybody. */
static duel_status hunt_init(hunt *h, const duel_variant *v, size_t memory,
                             const atomic_bool *stop, duel_msg *why)
{
    *h = (hunt){.v = v, .stop = stop};
    h->answer = malloc(sizeof *h->answer);
    h->naive = malloc(sizeof *h->naive);
    duel_status status = h->answer && h->naive ? DUEL_OK : duel_no_space(why);
    if (status == DUEL_OK)
        status = player_open(duel_str_of("exact"), v, memory, NULL, &h->solver, why);
    if (status == DUEL_OK)
        status = player_open(duel_str_of("greedy"), v, memory, NULL, &h->greedy, why);
    if (status != DUEL_OK)
        hunt_fini(h);
    return status;
}

/* Whether the position was solved within the limits, 0 for none; then h->answer tells all. */
static bool hunt_solve(hunt *h, const void *state, uint64_t nodes, double seconds,
                       bool every_move)
{
    duel_think t = {.view = state,
                    .seat = h->v->game->turn(h->v, state),
                    .seconds = seconds,
                    .nodes = nodes,
                    .stop = h->stop,
                    .every_move = every_move};
    duel_status status = player_think(h->solver, &t, h->answer, NULL);
    if (status == DUEL_NO_SPACE)
        player_forget(h->solver); /* room for the next one */
    return status == DUEL_OK && h->answer->proved;
}

static bool greedy_move(hunt *h, const void *state, uint64_t seed, duel_move *out)
{
    duel_think t = {.view = state, .seat = h->v->game->turn(h->v, state), .seed = seed};
    if (player_think(h->greedy, &t, h->naive, NULL) != DUEL_OK || h->naive->plan_count == 0)
        return false;
    *out = h->naive->plan[0];
    return true;
}

/* ---- is it one, and how good? ------------------------------------------------------------ */

/* As good a result; for a seat alone, as many points. */
static bool keeps(const duel_variant *v, const duel_answer *a, const duel_result *r)
{
    return r->value == a->result.value && (v->seats > 1 || r->score == a->result.score);
}

/* The index of the one move that keeps the result; -1 if there are several, or some move is not
 * solved. */
static int only_move(const duel_variant *v, const duel_answer *a)
{
    int only = -1, count = 0;
    for (int i = 0; i < a->rated_count; i++) {
        if (a->rated[i].result.value == DUEL_UNSOLVED)
            return -1;
        if (keeps(v, a, &a->rated[i].result)) {
            only = i;
            count++;
        }
    }
    return count == 1 ? only : -1;
}

/* The plies to the end along the best line. */
static int plies_left(const duel_answer *a)
{
    bool told = a->result.remoteness != DUEL_NO_REMOTENESS && a->result.value != DUEL_DRAW;
    return told ? (int)a->result.remoteness : a->line_count;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* 0: no puzzle; from GOOD on, one to be content with. `trap` is what the greedy player does. */
enum { MISSED = 64, WINS = 32, GOOD = MISSED + WINS + 8 };

static int grade(const duel_variant *v, const duel_answer *a, duel_move right, duel_move trap)
{
    enum { FEWEST_PLIES = 3, ENOUGH = 7, CHOICES = 6 };
    int plies = plies_left(a);
    if (a->result.value == DUEL_LOSS || a->rated_count < 2 || plies < FEWEST_PLIES)
        return 0;
    bool wins = a->result.value == DUEL_WIN || v->seats == 1;
    return (trap != right ? MISSED : 0) + (wins ? WINS : 0) + least(plies, ENOUGH) +
           least(a->rated_count, CHOICES) / 2;
}

/* ---- what is said of it ------------------------------------------------------------------ */

static const char *question_of(const duel_variant *v, duel_value value)
{
    if (v->seats == 1)
        return N_("One move only leads to the best result. Which one?");
    if (value == DUEL_WIN)
        return N_("{0} to move. One move wins, and one only: which?");
    if (value == DUEL_TIE)
        return N_("{0} to move. One move saves the tie, and one only: which?");
    return N_("{0} to move. One move does not lose, and one only: which?");
}

static const char *claim_of(const duel_variant *v, const duel_result *r)
{
    if (v->seats == 1)
        return N_("{0} leads to {1} {1:point|points}, and nothing else does.");
    if (r->value == DUEL_WIN)
        return v->traits & DUEL_MARGIN
                   ? N_("{0} wins by {1} {1:point|points}; no other move wins.")
                   : N_("{0} wins, and nothing else does.");
    return r->value == DUEL_TIE ? N_("{0} saves the tie, and nothing else does.")
                                : N_("{0} keeps the game going; everything else loses.");
}

static const char *trap_of(duel_value value)
{
    if (value == DUEL_LOSS)
        return N_("{0} looks best at first sight, and loses.");
    if (value == DUEL_TIE)
        return N_("{0} looks best at first sight, and only ties.");
    return value == DUEL_DRAW ? N_("{0} looks best at first sight, but then nobody can force "
                                   "an end any more.")
                              : N_("{0} looks best at first sight, and gets less.");
}

static void say_of_move(const duel_variant *v, const void *state, duel_move move,
                        const char *text, int64_t number, duel_reason *out)
{
    duel_buf name;
    duel_buf_init(&name);
    duel_print_move(v, state, move, &name.sink);
    duel_say(&duel_reason_add(out, -1)->text, text, "si", duel_buf_str(&name), number);
    duel_buf_fini(&name);
}

/* Whether a player who looks no further prefers the trap. */
static bool tempts_at_once(const duel_variant *v, const duel_answer *naive, duel_move trap,
                           duel_move right)
{
    const duel_move_value *a = advice_find_move(naive, trap),
                          *b = advice_find_move(naive, right);
    if (a == NULL || b == NULL)
        return false;
    duel_worth trap_worth = duel_worth_of_move_value(v, naive, a);
    duel_worth right_worth = duel_worth_of_move_value(v, naive, b);
    return duel_worth_better(v, &trap_worth, &right_worth);
}

/* What the move does for the result, what tempts instead, and what the game says of it. */
static void explain(const hunt *h, int right, duel_move trap, duel_puzzle *p)
{
    enum { ENOUGH = 3 }; /* facts of the game */
    duel_reason facts = {.count = 0};
    const duel_variant *v = h->v;
    const duel_answer *a = h->answer;
    const duel_move_value *r = &a->rated[right];
    int seat = v->game->turn(v, &p->state);
    say_of_move(v, &p->state, r->move, claim_of(v, &r->result), r->result.score, &p->why);
    bool tempts = tempts_at_once(v, h->naive, trap, r->move);
    for (int i = 0; i < a->rated_count && tempts; i++)
        if (a->rated[i].move == trap)
            say_of_move(v, &p->state, trap, trap_of(a->rated[i].result.value), 0, &p->why);
    duel_explain_why(v, &p->state, seat, &r->move, 1, &facts);
    duel_reason_drop_against(&facts);
    for (int i = 0; i < facts.count && i < ENOUGH; i++)
        p->why.fact[p->why.count++] = facts.fact[i];
}

/* The answer is a single move: what the turn may need besides is not what was asked. */
static void put_answer_line(const duel_answer *a, duel_move right, duel_puzzle *p)
{
    p->count = p->line_count = 1;
    p->answer[0] = p->line[0] = right;
    if (a->line_count == 0 || a->line[0] != right)
        return;
    p->line_count = a->line_count;
    memcpy(p->line, a->line, (size_t)a->line_count * sizeof *a->line);
}

/* Fills in all but the record. */
static duel_status tell_found(const hunt *h, const void *state, int right, duel_move trap,
                              found_puzzle *out, duel_msg *why)
{
    const duel_variant *v = h->v;
    const duel_answer *a = h->answer;
    duel_puzzle *p = &out->puzzle;
    memset(p, 0, sizeof *p);
    memcpy(&p->state, state, v->state_size);
    free(out->valued);
    out->valued_count = a->rated_count;
    out->valued = malloc((size_t)a->rated_count * sizeof *out->valued);
    if (out->valued == NULL)
        return duel_no_space(why);
    for (int i = 0; i < a->rated_count; i++)
        out->valued[i] =
            (valued_position){.move = a->rated[i].move, .value = a->rated[i].result.value};
    put_answer_line(a, a->rated[right].move, p);
    duel_say(&p->question, question_of(v, a->result.value), "w",
             duel_role(v, v->game->turn(v, state)));
    explain(h, right, trap, p);
    return DUEL_OK;
}

/* ---- positions --------------------------------------------------------------------------- */

/* What one search has come to. */
typedef struct trail {
    hunt *h;
    uint64_t seed, nodes;
    double begin;
    size_t from; /* plies played before a position can be solved, as far as is known */
    int best;    /* grade of what was found; 0: nothing */
    int good;    /* puzzles found that one can be content with */
    bool whole;  /* a game that can repeat positions is solved from its beginning */
    duel_rng rng;
    duel_record record; /* of the game being played */
} trail;

static bool asked_to_stop(const trail *t)
{
    return t->h->stop && atomic_load(t->h->stop);
}

static bool goes_on(const trail *t)
{
    return !asked_to_stop(t) && t->good < GOOD_ENOUGH &&
           t->nodes < ALL_NODES / (t->good ? 3 : 1) &&
           duel_clock() - t->begin < guard(t->h, all_seconds);
}

static bool is_loopy(const duel_variant *v)
{
    return v->traits & DUEL_LOOPY;
}

static bool ends(const duel_variant *v, const duel_state *state, duel_move move)
{
    duel_state after = *state;
    v->game->play(v, &after, move);
    return duel_is_over(v, &after);
}

/* A move by chance or by greed; one that does not end the game, if there is any. */
static duel_move draw_move(trail *t, const duel_state *state)
{
    const duel_variant *v = t->h->v;
    duel_move list[DUEL_MOVES_MAX];
    uint32_t count = (uint32_t)v->game->moves(v, state, list);
    duel_move move = list[duel_rng_below(&t->rng, count)];
    if (duel_rng_below(&t->rng, 2))
        greedy_move(t->h, state, duel_rng_next(&t->rng), &move);
    while (count > 0 && ends(v, state, move)) {
        uint32_t at = duel_rng_below(&t->rng, count);
        move = list[at];
        list[at] = list[--count];
    }
    return move;
}

/* Plays game number `try` into the record. */
static duel_status play_trail(trail *t, int try, duel_msg *why)
{
    const duel_variant *v = t->h->v;
    duel_rng root;
    duel_state state;
    duel_fault_guard g;
    size_t most = !is_loopy(v) ? LONGEST : t->whole ? WANDERING : WANDERING_ON;
    duel_fault_guard_begin(&g, v->game);
    duel_rng_init_number(&root, t->seed);
    duel_rng_fork(&root, (uint64_t)try, &t->rng);
    duel_record_init(&t->record, v);
    snprintf(t->record.seed, sizeof t->record.seed, "%llu.%d", (unsigned long long)t->seed,
             try);
    duel_status status = duel_record_begin(&t->record, &state, why);
    while (status == DUEL_OK && t->record.count < most && !duel_is_over(v, &state)) {
        duel_move move = draw_move(t, &state);
        status = duel_record_add(&t->record, move, why);
        v->game->play(v, &state, move);
    }
    return duel_fault_guard_end(&g, status, why);
}

/* Goes later if a position could not be solved, and earlier if one of the first could. */
static void adapt(trail *t, size_t plies, bool solved)
{
    if (!solved && plies >= t->from)
        t->from = plies + 1;
    else if (solved && plies == t->from && t->from > 0)
        t->from--;
}

static duel_status consider_position(trail *t, const duel_state *state, found_puzzle *out,
                                     duel_msg *why)
{
    const duel_variant *v = t->h->v;
    const duel_answer *a = t->h->answer;
    duel_move trap;
    int right = only_move(v, a);
    if (right < 0 || !greedy_move(t->h, state, 1, &trap))
        return DUEL_OK;
    int worth = grade(v, a, a->rated[right].move, trap);
    t->good += worth >= GOOD;
    if (worth <= t->best)
        return DUEL_OK;
    if (t->best)
        duel_record_fini(&out->record);
    t->best = worth;
    out->record = t->record;
    duel_record_init(&t->record, v); /* it belongs to the puzzle now */
    return tell_found(t->h, state, right, trap, out, why);
}

static duel_status try_position(trail *t, found_puzzle *out, duel_msg *why)
{
    duel_state state;
    size_t length = t->record.count;
    if (length <= t->from)
        return DUEL_OK;
    t->record.count = t->from + duel_rng_below(&t->rng, (uint32_t)(length - t->from));
    duel_status status = duel_record_replay(&t->record, t->record.count, &state, why);
    if (status != DUEL_OK)
        return status;
    bool solved = hunt_solve(t->h, &state, POSITION_NODES, guard(t->h, position_seconds), true);
    t->nodes += solved ? t->h->answer->nodes : POSITION_NODES;
    adapt(t, t->record.count, solved);
    return solved ? consider_position(t, &state, out, why) : DUEL_OK;
}

static duel_status solve_whole(trail *t, duel_msg *why)
{
    duel_state state;
    duel_record_init(&t->record, t->h->v);
    snprintf(t->record.seed, sizeof t->record.seed, "%llu", (unsigned long long)t->seed);
    duel_status status = duel_record_begin(&t->record, &state, why);
    if (status == DUEL_OK && !duel_is_over(t->h->v, &state))
        t->whole = hunt_solve(t->h, &state, WHOLE_NODES, guard(t->h, all_seconds), true);
    duel_record_fini(&t->record);
    return status;
}

/* What the other side does about each wrong move. */
static void find_replies(hunt *h, found_puzzle *f)
{
    const duel_variant *v = h->v;
    int seat = v->game->turn(v, &f->puzzle.state);
    for (int i = 0; i < f->valued_count; i++) {
        valued_position *to = &f->valued[i];
        duel_state after = f->puzzle.state;
        v->game->play(v, &after, to->move);
        if (to->move == f->puzzle.answer[0] || duel_is_over(v, &after) ||
            v->game->turn(v, &after) == seat)
            continue;
        to->replied =
            hunt_solve(h, &after, POSITION_NODES, guard(h, position_seconds), false) &&
            h->answer->plan_count > 0;
        to->reply = to->replied ? h->answer->plan[0] : 0;
    }
}

/* The best puzzle of a seed. On success *out must be given to found_puzzle_fini. */
static duel_status hunt_puzzle(hunt *h, uint64_t seed, found_puzzle *out, duel_msg *why)
{
    trail t = {.h = h, .seed = seed, .begin = duel_clock()};
    duel_status status = is_loopy(h->v) ? solve_whole(&t, why) : DUEL_OK;
    memset(out, 0, sizeof *out);
    for (int try = 0; status == DUEL_OK && try < TRIES && goes_on(&t); try++) {
        status = play_trail(&t, try, why);
        if (status == DUEL_OK)
            status = try_position(&t, out, why);
        duel_record_fini(&t.record);
    }
    if (status == DUEL_OK && asked_to_stop(&t)) {
        duel_say(why, N_("Stopped before a puzzle was found."), "");
        status = DUEL_STOPPED;
    }
    if (status == DUEL_OK && t.best == 0)
        status =
            duel_refuse(why, N_("No position was found in which one move only is right."), "");
    if (status == DUEL_OK)
        find_replies(h, out);
    else if (t.best)
        found_puzzle_fini(out);
    return status;
}

duel_status puzzle_fits(const duel_variant *v, duel_msg *why)
{
    if (v->game->teaching.puzzles)
        return DUEL_OK;
    if (duel_has_secrets(v))
        return duel_refuse(why, N_("There are no puzzles where things are hidden."), "");
    if (v->seats > 2)
        return duel_refuse(why, N_("There are no puzzles for more than two players."), "");
    return DUEL_OK;
}

/* ---- finding ----------------------------------------------------------------------------- */

static duel_status make_own(const duel_variant *v, uint64_t seed, const atomic_bool *stop,
                            found_puzzle *out, duel_msg *why)
{
    memset(out, 0, sizeof *out);
    duel_status status = v->game->teaching.puzzles->make(v, seed, stop, &out->puzzle, why);
    if (status != DUEL_OK)
        return status;
    duel_record_init(&out->record, v);
    duel_print(v, &out->puzzle.state, &out->record.start.sink);
    return DUEL_OK;
}

duel_status puzzle_find(const duel_variant *v, uint64_t seed, size_t memory,
                        const atomic_bool *stop, found_puzzle *out, duel_msg *why)
{
    hunt h;
    duel_status status = puzzle_fits(v, why);
    if (status == DUEL_OK && v->game->teaching.puzzles)
        return make_own(v, seed, stop, out, why);
    if (status == DUEL_OK)
        status = hunt_init(&h, v, memory < PUZZLE_MEMORY ? memory : PUZZLE_MEMORY, stop, why);
    if (status != DUEL_OK)
        return status;
    status = hunt_puzzle(&h, seed, out, why);
    hunt_fini(&h);
    return status;
}

void found_puzzle_fini(found_puzzle *f)
{
    duel_record_fini(&f->record);
    free(f->valued);
    f->valued = NULL;
}

/* ---- judging ----------------------------------------------------------------------------- */

bool puzzle_try_continues(const found_puzzle *f, int count, const void *after)
{
    const duel_variant *v = &f->record.variant;
    return count < f->puzzle.count &&
           !duel_turn_ended(v, v->game->turn(v, &f->puzzle.state), after);
}

static const char *words_of(duel_value tried)
{
    if (tried == DUEL_TIE)
        return N_("That only ties. Try another one.");
    if (tried == DUEL_DRAW)
        return N_("After that nobody can force an end any more. Try another one.");
    if (tried == DUEL_LOSS)
        return N_("That loses. Try another one.");
    return N_("There is more to be had. Try another one."); /* a game for one: fewer points */
}

static const char *words_with_reply(duel_value tried)
{
    if (tried == DUEL_TIE)
        return N_("That only ties: the other side replies {0}. Try another one.");
    if (tried == DUEL_DRAW)
        return N_("Nobody can force an end after the reply {0}. Try another one.");
    return N_("That loses: the other side replies {0}. Try another one.");
}

static duel_status say_wrong(const found_puzzle *f, const valued_position *tried, duel_msg *why)
{
    const duel_variant *v = &f->record.variant;
    duel_state after = f->puzzle.state;
    duel_buf reply;
    if (!tried->replied)
        return duel_refuse(why, words_of(tried->value), "");
    v->game->play(v, &after, tried->move);
    duel_buf_init(&reply);
    duel_print_move(v, &after, tried->reply, &reply.sink);
    duel_status status =
        duel_refuse(why, words_with_reply(tried->value), "s", duel_buf_str(&reply));
    duel_buf_fini(&reply);
    return status;
}

duel_status found_puzzle_judge(const found_puzzle *f, const duel_move turn[], int count,
                               duel_msg *why)
{
    const duel_variant *v = &f->record.variant;
    if (f->valued == NULL)
        return v->game->teaching.puzzles->judge(v, &f->puzzle.state, turn, count, why);
    if (turn[0] == f->puzzle.answer[0])
        return DUEL_OK;
    for (int i = 0; i < f->valued_count; i++)
        if (f->valued[i].move == turn[0])
            return say_wrong(f, &f->valued[i], why);
    return duel_refuse(why, N_("That gives the result away. Try another one."), "");
}

/* ---- deals ------------------------------------------------------------------------------- */

duel_status puzzle_deal_of_value(const duel_variant *v, uint64_t seed, int32_t value,
                                 const puzzle_search *s, char found[DUEL_SEED_TEXT],
                                 duel_msg *why)
{
    hunt h;
    duel_state state;
    duel_status status = hunt_init(&h, v, s->memory, s->stop, why);
    if (status != DUEL_OK)
        return status;
    bool done = false;
    for (int try = 0; status == DUEL_OK && !done && try < s->tries; try++) {
        char text[DUEL_SEED_TEXT];
        snprintf(text, sizeof text, "%llu.%d", (unsigned long long)seed, try);
        status = duel_deal(v, duel_str_of(text), &state);
        if (s->stop && atomic_load(s->stop))
            break;
        done = status == DUEL_OK && hunt_solve(&h, &state, 0, s->seconds, false) &&
               h.answer->result.score == value;
        if (done)
            strcpy(found, text);
    }
    hunt_fini(&h);
    if (status == DUEL_OK && !done)
        status = duel_refuse(why, N_("No deal of value {0} was found in {1} tries."), "ii",
                             (int64_t)value, (int64_t)s->tries);
    return status;
}
