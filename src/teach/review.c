/* teach/review.c -- see review.h. */
#include "teach/review.h"
#include "core/play.h"
#include "table/advice.h"
#include "teach/inside.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOOKED_AT = 16, /* searches from behind, at most, about one move */
    LONGER = 8      /* times the limits, for a second look */
};

typedef struct candidate {
    duel_move move;
    duel_worth worth;
    int looks; /* taken from behind: 0, 1, or 2 with a longer one */
} candidate;

struct game_reviewer {
    game_review_request q;
    const duel_variant *v;
    player_context troupe;
    table_judge *judge;
    size_t left;         /* moves to be reviewed */
    duel_state *state;   /* before every move, and after the last */
    uint64_t *known;     /* what who moves there has seen and done; 0: nobody asks */
    duel_answer *answer; /* to the position being reviewed */
    duel_answer *other;  /* to one behind a move of it */
    candidate *list;     /* the moves that were rated, best first */
    int listed;
    game_review out;
};

/* What was found by a search that was stopped is of no use. */
static duel_status unless_stopped(const game_reviewer *w, duel_msg *why)
{
    if (w->q.stop && atomic_load(w->q.stop))
        return duel_refuse(why, N_("Interrupted: the review is not complete."), "");
    return DUEL_OK;
}

static duel_status ask_judge(const game_reviewer *w, const duel_state *state, uint64_t known,
                             int effort, duel_answer *out, duel_msg *why)
{
    duel_state view;
    int seat = w->v->game->turn(w->v, state);
    duel_view(w->v, state, seat, &view);
    duel_think t = {.view = &view,
                    .seat = seat,
                    .known = known,
                    .seconds = effort * w->q.seconds,
                    .nodes = (uint64_t)effort * w->q.nodes,
                    .threads = w->q.threads,
                    .seed = 1,
                    .stop = w->q.stop};
    judge_result unused;
    duel_status status = judge_ask(w->judge, &t, out, &unused, why);
    return status == DUEL_OK ? unless_stopped(w, why) : status;
}

/* ---- looking from behind a move ---------------------------------------------------------- */

/* What a position is worth to who moves there, for `seat`, who made the move before. */
static duel_worth seen_by(const game_reviewer *w, duel_worth worth, const duel_state *at,
                          int seat)
{
    return duel_worth_behind(w->v, worth, w->v->game->turn(w->v, at), seat);
}

/* The worth for `seat` of a position it has moved to, by a search of its own. */
static duel_status look_from_behind(game_reviewer *w, const duel_state *at, int seat,
                                    int effort, duel_worth *out, duel_msg *why)
{
    int32_t score[DUEL_SEATS];
    if (w->v->game->over(w->v, at, score)) {
        *out = duel_worth_before(duel_worth_of_end(w->v, score, seat));
        return DUEL_OK;
    }
    duel_status status = ask_judge(w, at, 0, effort, w->other, why);
    if (status == DUEL_OK)
        *out = seen_by(w, duel_worth_of_answer(w->v, w->other), at, seat);
    return status;
}

/* Whether searches from behind say anything: not of what is hidden, nor beyond two seats. */
static bool can_look_behind(const game_reviewer *w)
{
    return w->v->seats <= 2 && !duel_has_secrets(w->v);
}

static bool turn_goes_on(const game_reviewer *w, size_t i)
{
    const move_review *d = &w->out.move[i];
    return i + 1 < w->out.count && d[1].seat == d->seat;
}

/* What is known without a search of the move that was played: the end of the game, or what the
 * review says of the next position. */
static duel_worth heard_from_behind(const game_reviewer *w, size_t i)
{
    const move_review *d = &w->out.move[i];
    const duel_state *after = &w->state[i + 1];
    int32_t score[DUEL_SEATS];
    if (w->v->game->over(w->v, after, score))
        return duel_worth_before(duel_worth_of_end(w->v, score, d->seat));
    if (i + 1 == w->out.count || !(turn_goes_on(w, i) || can_look_behind(w)))
        return (duel_worth){.known = false};
    return seen_by(w, d[1].had, after, d->seat);
}

/* ---- the moves there were ---------------------------------------------------------------- */

static bool is_better(const game_reviewer *w, const candidate *a, const candidate *b)
{
    return duel_worth_better(w->v, &a->worth, &b->worth);
}

static void insert_candidate(game_reviewer *w, candidate c, int at)
{
    for (; at > 0 && is_better(w, &c, &w->list[at - 1]); at--)
        w->list[at] = w->list[at - 1];
    w->list[at] = c;
}

static bool find_candidate(const game_reviewer *w, duel_move move, int *at)
{
    for (*at = 0; *at < w->listed; ++*at)
        if (w->list[*at].move == move)
            return true;
    return false;
}

/* The engine's choice comes before its equals; what it says of the position, it says of its
 * choice. The move played is there, rated or not. */
static void list_candidates(game_reviewer *w, const duel_answer *a, duel_move played)
{
    int at;
    w->listed = 0;
    if (a->plan_count) {
        const duel_move_value *r = advice_find_move(a, a->plan[0]);
        duel_worth worth = duel_worth_of_answer(w->v, a);
        if (r && !worth.proved)
            worth = duel_worth_of_move_value(w->v, a, r);
        w->list[w->listed++] = (candidate){a->plan[0], worth, 0};
    }
    for (int i = 0; i < a->rated_count; i++) {
        duel_worth worth = duel_worth_of_move_value(w->v, a, &a->rated[i]);
        if (a->plan_count == 0 || a->rated[i].move != a->plan[0])
            insert_candidate(w, (candidate){a->rated[i].move, worth, 0}, w->listed++);
    }
    if (!find_candidate(w, played, &at))
        insert_candidate(w, (candidate){.move = played}, w->listed++);
}

/* A move was valued anew: it goes to its new place. */
static void revalue(game_reviewer *w, int at, duel_worth worth, int looks)
{
    candidate c = {w->list[at].move, worth.known ? worth : w->list[at].worth, looks};
    memmove(w->list + at, w->list + at + 1, (size_t)(w->listed - at - 1) * sizeof *w->list);
    insert_candidate(w, c, w->listed - 1);
}

static duel_status look_behind(game_reviewer *w, size_t i, int at, duel_msg *why)
{
    duel_state after = w->state[i];
    duel_worth worth;
    int looks = w->list[at].looks + 1, effort = looks > 1 ? LONGER : 1;
    w->v->game->play(w->v, &after, w->list[at].move);
    duel_status status = look_from_behind(w, &after, w->out.move[i].seat, effort, &worth, why);
    if (status == DUEL_OK)
        revalue(w, at, worth, looks);
    return status;
}

static bool wants_a_look(const candidate *c, duel_mark mark)
{
    return !c->worth.proved && c->looks < (mark >= DUEL_MISTAKE ? 2 : 1);
}

/* What the move played seems to have cost; *at is its place. */
static duel_mark seeming_mark(const game_reviewer *w, duel_move played, int *at, bool *known)
{
    find_candidate(w, played, at);
    duel_cost cost = duel_worth_lost(w->v, &w->list[0].worth, &w->list[*at].worth);
    *known = cost.known;
    return duel_mark_of(w->v, &cost);
}

/* Looks at the move played and at what is better until that is sure, or nothing is better. */
static duel_status make_sure(game_reviewer *w, size_t i, duel_msg *why)
{
    duel_status status = DUEL_OK;
    for (int n = 0; n < LOOKED_AT && status == DUEL_OK; n++) {
        int at;
        bool known;
        duel_mark mark = seeming_mark(w, w->out.move[i].played, &at, &known);
        bool doubtful = !known || mark != DUEL_UNMARKED;
        if (doubtful && wants_a_look(&w->list[at], mark))
            status = look_behind(w, i, at, why);
        else if (doubtful && wants_a_look(&w->list[0], mark))
            status = look_behind(w, i, 0, why);
        else
            break;
    }
    return status;
}

/* Where the move played is proved, the engine's own choice is not passed over on an estimate.
 */
static duel_status look_at_choice(game_reviewer *w, size_t i, duel_msg *why)
{
    int choice, played;
    const duel_answer *a = w->answer;
    if (a->proved || a->plan_count == 0 || !find_candidate(w, a->plan[0], &choice))
        return DUEL_OK;
    find_candidate(w, w->out.move[i].played, &played);
    bool alike = choice == played || !w->list[played].worth.proved;
    return alike || w->list[choice].worth.proved ? DUEL_OK : look_behind(w, i, choice, why);
}

/* A proof counts, and an estimate where there is none; where one can look behind, that is a
 * look; where the turn goes on, also how well it can still be ended. Where moves are to be
 * mixed, each has its worth over all that may be hidden: that a bluff was called, this time,
 * says nothing of it. */
static void hear_of_played(game_reviewer *w, size_t i)
{
    int at;
    if (w->answer->mixed)
        return;
    duel_worth heard = heard_from_behind(w, i);
    find_candidate(w, w->out.move[i].played, &at);
    const duel_worth *rated = &w->list[at].worth;
    bool better = turn_goes_on(w, i) && duel_worth_better(w->v, &heard, rated);
    if (heard.known && !rated->proved &&
        (heard.proved || !rated->known || better || can_look_behind(w)))
        revalue(w, at, heard, 1);
}

/* ---- one move ---------------------------------------------------------------------------- */

static void take_line(const duel_answer *a, move_review *d)
{
    d->line[0] = d->best;
    d->line_count = 1;
    if (a->line_count == 0 || a->line[0] != d->best)
        return;
    d->line_count = a->line_count < GAME_REVIEW_LINE ? a->line_count : GAME_REVIEW_LINE;
    memcpy(d->line, a->line, (size_t)d->line_count * sizeof *d->line);
}

static bool are_all_proved(const game_reviewer *w, const duel_state *state)
{
    duel_move list[DUEL_MOVES_MAX];
    for (int i = 0; i < w->listed; i++)
        if (!w->list[i].worth.proved)
            return false;
    return w->listed == w->v->game->moves(w->v, state, list);
}

static bool is_of_mix(const duel_answer *a, duel_move move)
{
    const double rare = 0.005;
    const duel_move_value *r = a->mixed ? advice_find_move(a, move) : NULL;
    return r && r->chance >= rare;
}

static void take_verdict(const game_reviewer *w, const duel_state *state, move_review *d)
{
    int at;
    find_candidate(w, d->played, &at);
    d->got = w->list[at].worth;
    d->had = w->list[0].worth;
    d->best = w->list[0].move;
    if (is_of_mix(w->answer, d->played))
        d->got = d->had; /* they are worth the same, but for what is left of the gap */
    if (d->had.proved && !w->answer->proved && !are_all_proved(w, state))
        d->had = duel_worth_at_least(d->had);
    if (!duel_worth_better(w->v, &d->had, &d->got))
        d->best = d->played;
    d->cost = duel_worth_lost(w->v, &d->had, &d->got);
    d->mark = duel_mark_of(w->v, &d->cost);
    if (can_look_behind(w) && d->mark > DUEL_INACCURATE &&
        (wants_a_look(&w->list[0], d->mark) || wants_a_look(&w->list[at], d->mark)))
        d->mark = DUEL_INACCURATE; /* nobody has made sure of it */
    take_line(w->answer, d);
}

/* How many moves of the better line are one turn. */
static int first_turn(const game_reviewer *w, const duel_state *state, const move_review *d)
{
    duel_state at = *state;
    int count = 0;
    do
        w->v->game->play(w->v, &at, d->line[count++]);
    while (count < d->line_count && !duel_is_over(w->v, &at) &&
           w->v->game->turn(w->v, &at) == d->seat && duel_legal(w->v, &at, d->line[count]));
    return count;
}

/* Why it would have been better, as advice has it. */
static duel_status explain_better(const game_reviewer *w, const duel_state *state,
                                  move_review *d, duel_msg *why)
{
    duel_state view;
    free(d->why);
    d->why = NULL;
    if (d->mark == DUEL_UNMARKED)
        return DUEL_OK;
    d->why = malloc(sizeof *d->why);
    if (d->why == NULL)
        return duel_no_space(why);
    duel_view(w->v, state, d->seat, &view);
    duel_explain_why(w->v, &view, d->seat, d->line, first_turn(w, state, d), d->why);
    duel_reason_drop_against(d->why);
    return DUEL_OK;
}

static duel_status review_move(game_reviewer *w, size_t i, int effort, duel_msg *why)
{
    move_review *d = &w->out.move[i];
    d->seat = w->v->game->turn(w->v, &w->state[i]);
    d->played = w->q.record->move[i];
    duel_status status = ask_judge(w, &w->state[i], w->known[i], effort, w->answer, why);
    if (status != DUEL_OK)
        return status;
    list_candidates(w, w->answer, d->played);
    hear_of_played(w, i);
    if (can_look_behind(w))
        status = look_at_choice(w, i, why);
    if (can_look_behind(w) && status == DUEL_OK)
        status = make_sure(w, i, why);
    if (status != DUEL_OK)
        return status;
    take_verdict(w, &w->state[i], d);
    return explain_better(w, &w->state[i], d, why);
}

/* ---- proofs from above ------------------------------------------------------------------- */

/* Whether a search from before move i proved what it led to, and the one made there did not. */
static bool is_known_from_above(const game_reviewer *w, size_t i)
{
    const move_review *d = &w->out.move[i];
    return i + 1 < w->out.count && can_look_behind(w) && d->got.proved && !d[1].had.proved;
}

/* The proof stands, also where no move is known that keeps to it. Who has lost loses by any. */
static void take_proof(const game_reviewer *w, const move_review *d, move_review *next)
{
    next->had = d->seat == next->seat ? d->got : duel_worth_across(d->got);
    next->had.plies -= next->had.plies > 0 && next->had.plies != DUEL_NO_REMOTENESS;
    if (next->had.share <= 0)
        next->got = next->had;
    next->cost = duel_worth_lost(w->v, &next->had, &next->got);
    next->mark = duel_mark_of(w->v, &next->cost);
}

/* What was proved of a position from above is true of it below: whoever knew less there looks
 * once more, for longer. */
static duel_status reconcile(game_reviewer *w, size_t i, duel_msg *why)
{
    duel_status status = DUEL_OK;
    for (; status == DUEL_OK && is_known_from_above(w, i); i++) {
        move_review *d = &w->out.move[i];
        status = review_move(w, i + 1, LONGER, why);
        if (status == DUEL_OK && !d[1].had.proved)
            take_proof(w, d, &d[1]);
    }
    return status;
}

/* ---- the game ---------------------------------------------------------------------------- */

/* What the seats know is worked out where somebody asks, and the past is known. */
static duel_status replay(game_reviewer *w, duel_msg *why)
{
    const duel_record *r = w->q.record;
    const duel_game *g = w->v->game;
    duel_info_set knowing;
    bool past = duel_record_is_dealt(r) && player_mixes(w->v);
    duel_status status = duel_record_begin(r, &w->state[0], why);
    if (past && status == DUEL_OK)
        duel_info_set_begin(w->v, &w->state[0], &knowing);
    for (size_t i = 0; status == DUEL_OK && i < r->count; i++) {
        int seat = g->turn(w->v, &w->state[i]);
        w->known[i] = past ? knowing.seat[seat] : 0;
        w->state[i + 1] = w->state[i];
        g->play(w->v, &w->state[i + 1], r->move[i]);
        if (past)
            duel_info_set_step(w->v, seat, r->move[i], &w->state[i + 1], &knowing);
    }
    return status;
}

/* Whether the game turned rather with `a` than with `b`, which came before. */
static bool weighs_more(const move_review *a, const move_review *b)
{
    if (a->mark != b->mark)
        return a->mark > b->mark;
    if (a->cost.share < b->cost.share || a->cost.share > b->cost.share)
        return a->cost.share > b->cost.share;
    return a->cost.points >= b->cost.points;
}

static void sum_up(game_review *r)
{
    size_t turning = 0;
    for (int seat = 0; seat < DUEL_SEATS; seat++)
        r->given[seat].told = true;
    for (size_t i = 0; i < r->count; i++) {
        const move_review *d = &r->move[i];
        duel_cost *given = &r->given[d->seat];
        if (weighs_more(d, &r->move[turning]))
            turning = i;
        given->told = given->told && (d->cost.told || d->cost.points <= 0);
        given->known = given->known || d->cost.known;
        given->scored = given->scored || d->cost.scored;
        given->share += d->cost.share;
        given->points += d->cost.points;
    }
    bool any = r->count && r->move[turning].mark != DUEL_UNMARKED;
    r->turning = any ? turning : r->count;
}

duel_status game_reviewer_new(const game_review_request *q, game_reviewer **out, duel_msg *why)
{
    size_t count = q->record->count;
    game_reviewer *w = calloc(1, sizeof *w);
    if (w == NULL)
        return duel_no_space(why);
    *w = (game_reviewer){
        .q = *q,
        .v = &q->record->variant,
        .troupe = {.purse = q->purse, .v = &q->record->variant},
        .left = count,
        .state = calloc(count + 1, sizeof *w->state),
        .known = calloc(count + 1, sizeof *w->known),
        .answer = malloc(sizeof *w->answer),
        .other = malloc(sizeof *w->other),
        .list = malloc((DUEL_MOVES_MAX + 1) * sizeof *w->list),
        .out = {.count = count, .move = calloc(count + 1, sizeof(move_review))}};
    bool room = w->state && w->known && w->answer && w->other && w->list && w->out.move;
    duel_status status = room ? replay(w, why) : duel_no_space(why);
    if (status == DUEL_OK)
        status = judge_new(&w->troupe, q->engine, q->memory, &w->judge, why);
    if (status == DUEL_OK)
        *out = w;
    else
        game_reviewer_free(w);
    return status;
}

void game_reviewer_free(game_reviewer *w)
{
    if (w == NULL)
        return;
    judge_free(w->judge);
    free(w->state);
    free(w->known);
    free(w->answer);
    free(w->other);
    free(w->list);
    game_review_fini(&w->out);
    free(w);
}

size_t game_reviewer_left(const game_reviewer *w)
{
    return w->left;
}

duel_status game_reviewer_step(game_reviewer *w, duel_msg *why)
{
    duel_status status = review_move(w, w->left - 1, 1, why);
    if (status == DUEL_OK)
        status = reconcile(w, w->left - 1, why);
    if (status == DUEL_OK)
        status = unless_stopped(w, why);
    if (status != DUEL_OK)
        return status;
    w->left--;
    if (w->q.progress)
        w->q.progress(w->q.watcher, w->out.count - w->left);
    return DUEL_OK;
}

void game_reviewer_finish(game_reviewer *w, game_review *out)
{
    sum_up(&w->out);
    *out = w->out;
    w->out = (game_review){.count = 0};
}

duel_status game_review_run(const game_review_request *q, game_review *out, duel_msg *why)
{
    game_reviewer *w;
    duel_status status = game_reviewer_new(q, &w, why);
    if (status != DUEL_OK)
        return status;
    while (status == DUEL_OK && game_reviewer_left(w))
        status = game_reviewer_step(w, why);
    if (status == DUEL_OK)
        game_reviewer_finish(w, out);
    game_reviewer_free(w);
    return status;
}

duel_status game_review_last(const game_review_request *q, move_review *out, duel_msg *why)
{
    game_reviewer *w;
    duel_status status = game_reviewer_new(q, &w, why);
    if (status != DUEL_OK)
        return status;
    status = game_reviewer_step(w, why);
    if (status == DUEL_OK) {
        *out = w->out.move[w->left];
        out->why = NULL;
    }
    game_reviewer_free(w);
    return status;
}

void game_review_fini(game_review *r)
{
    for (size_t i = 0; i < r->count && r->move; i++)
        free(r->move[i].why);
    free(r->move);
    memset(r, 0, sizeof *r);
}
