/* games/ergo/expert.c -- the best there is: what each turn leads to on guesses of the view.
 *
 * The turns that look best one turn deep are candidates. Again and again the cards out of sight
 * are guessed, and on each guess every candidate still in the race is played and the round
 * brought to its end by machines that look one turn ahead; what counts is the chance to win the
 * game with the scores that come out (see turns.h). The same guesses and the same chance for
 * all candidates make the difference between two of them less noisy. While the budget is spent
 * the worse half is left out again and again (sequential halving: Z. Karnin, T. Koren, O.
 * Somekh, ICML 2013; guesses instead of states: P. Cowling, E. Powley, D. Whitehouse, IEEE
 * TCIAIG 2012).
 *
 * Turns that end the round are not guessed about: their value is computed. Nothing is
 * remembered from call to call, and nothing but the view is looked at. A node is a turn of a
 * play-out. */
#include "base/clock.h"
#include "core/play.h"
#include "games/ergo/turns.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the chance to win, between two rounds ----------------------------------------------- */

enum { LEAST = 5, SIZES = 30 }; /* points of a round that are thought possible */

struct ergo_race {
    const duel_variant *v;
    int rounds, points;
    float reached[]; /* [rounds played][points needed]: the chance to have them */
};

static float *row(ergo_race *r, int rounds)
{
    return r->reached + (size_t)rounds * (size_t)(r->points + 1);
}

static const float *reached(const ergo_race *r, int rounds)
{
    return r->reached + (size_t)rounds * (size_t)(r->points + 1);
}

/* The chance that a seat scores in a round, by the number of players. */
static double scoring_chance(const duel_variant *v)
{
    static const double chance[] = {0, 0, 0.57, 0.41, 0.31};
    return chance[v->seats];
}

/* How likely a round that scores is worth so many points: a triangle. */
static double size_chance(int points)
{
    const double mode = 14, end = LEAST + SIZES, sum = (end - LEAST) / 2;
    double height = points < mode ? (points - LEAST + 1) / (mode - LEAST + 1)
                                  : (end - points) / (end - mode);
    return height / sum;
}

static void fill_chances(ergo_race *r)
{
    double total = 0, score = scoring_chance(r->v);
    for (int i = 0; i < SIZES; i++)
        total += size_chance(LEAST + i);
    for (int need = 0; need <= r->points; need++)
        row(r, 0)[need] = need == 0;
    for (int n = 1; n <= r->rounds; n++)
        for (int need = 0; need <= r->points; need++) {
            double sum = (1 - score) * (double)row(r, n - 1)[need];
            for (int i = 0; i < SIZES; i++) {
                int left = need > LEAST + i ? need - LEAST - i : 0;
                sum += score * size_chance(LEAST + i) / total * (double)row(r, n - 1)[left];
            }
            row(r, n)[need] = (float)sum;
        }
}

ergo_race *ergo_race_new(const duel_variant *v)
{
    int rounds = ergo_last_round(v), points = (int)v->option[ERGO_OPT_POINTS];
    size_t cells = (size_t)(rounds + 1) * (size_t)(points + 1);
    ergo_race *r = malloc(sizeof *r + cells * sizeof *r->reached);
    if (r == NULL)
        return NULL;
    r->v = v;
    r->rounds = rounds;
    r->points = points;
    fill_chances(r);
    return r;
}

void ergo_race_free(ergo_race *r)
{
    free(r);
}

static int needs(const ergo_race *r, const ergo *s, int seat)
{
    return s->score[seat] < r->points ? r->points - s->score[seat] : 0;
}

/* The chance that nobody else has enough points when `seat` gets there in this round: those who
 * get there in the same one count half. */
static double others_behind(const ergo_race *r, const ergo *s, int seat, int round)
{
    double chance = 1;
    for (int other = 0; other < r->v->seats; other++) {
        int need = needs(r, s, other);
        if (other != seat)
            chance *=
                1 - ((double)reached(r, round - 1)[need] + (double)reached(r, round)[need]) / 2;
    }
    return chance;
}

/* Nobody got there in the rounds left: the lead counts, the less the more rounds there were. */
static double share_of_the_rest(const ergo_race *r, const ergo *s, int seat, int left)
{
    const double usual = 5; /* points by which a round moves a score */
    double sum = 0, spread = usual * sqrt((double)left);
    for (int other = 0; other < r->v->seats; other++)
        sum += exp((s->score[other] - s->score[seat]) / spread);
    return 1 / sum;
}

double ergo_race_chance(const ergo_race *r, const ergo *s, int seat)
{
    int32_t score[DUEL_SEATS] = {0};
    if (ergo_over(r->v, s, score))
        return duel_share(r->v, score, seat);
    int left = r->rounds - s->round, need = needs(r, s, seat);
    double chance = 0, nobody = 1;
    for (int n = 1; n <= left; n++) {
        double now = (double)reached(r, n)[need] - (double)reached(r, n - 1)[need];
        chance += now * others_behind(r, s, seat, n);
    }
    for (int other = 0; other < r->v->seats; other++)
        nobody *= 1 - (double)reached(r, left)[needs(r, s, other)];
    return chance + nobody * share_of_the_rest(r, s, seat, left > 0 ? left : 1);
}

enum {
    CANDIDATES = 128,    /* to begin with, if the budget is large */
    FEWEST = 2,          /* halving stops here */
    ALIKE = 3,           /* candidates that use the same cards to the same effect */
    ENOUGH = 20000,      /* guesses after which nothing is left to learn, */
    ENOUGH_ALONE = 400,  /* or of the only turn, of which no more is asked than its chance */
    PLAY_OUT = 8,        /* turns, about */
    PER_SECOND = 200000, /* nodes, about */
    PER_MILLE = 1000
};
static const double USUAL_SECONDS = 1; /* where nobody set a limit */
static const duel_scale per_mille_of_the_win = {.meaning = DUEL_MEANS_SHARE, .unit = PER_MILLE};

typedef struct candidate {
    ergo_way way;
    uint64_t effect; /* what it does, one turn deep: see effect_of */
    bool sure;       /* ends the round: `mean` is its value */
    double sum, trial;
    uint32_t visits;
    double mean;
} candidate;

typedef struct brain {
    const duel_variant *v;
    ergo_race *race;
    const ergo_weights *own, *others; /* by which the seats are thought to play */
} brain;

typedef struct search {
    const brain *b;
    const ergo *view;
    int seat;
    duel_think t;
    double begin;
    ergo_scale scale[DUEL_SEATS]; /* how each seat is thought to play */
    int no_ergo;                  /* a seat that probably has none, or -1 */
    candidate *list;
    candidate *best_sure;  /* while they are chosen; or NULL */
    uint32_t room, open;   /* candidates to be guessed about: wanted, found */
    uint32_t count, alive; /* the first `alive` are in the race */
    uint32_t guesses;
    uint64_t nodes;
    duel_rng rng;
} search;

/* ---- candidates -------------------------------------------------------------------------- */

static int by_worth(const void *a, const void *b)
{
    const ergo_way *x = a, *y = b;
    if (x->worth != y->worth)
        return x->worth < y->worth ? 1 : -1;
    return (x->found > y->found) - (x->found < y->found);
}

static void play_way(const duel_variant *v, ergo *s, const ergo_way *way)
{
    for (int i = 0; i < way->count; i++)
        ergo_play(v, s, way->move[i]);
}

/* The models and the size of the proof afterwards, and the cards left in the hand. */
static uint64_t effect_of(const search *x, const ergo *after)
{
    logic_verdict verdict = {0};
    ergo_verdict(x->b->v, after, &verdict);
    return (after->hand[x->seat] * UINT64_C(0x9E3779B97F4A7C15)) ^
           ((uint64_t)verdict.models << 8 | ergo_size(after));
}

static bool is_new_first(const search *x, duel_move first)
{
    for (uint32_t i = 0; i < x->count; i++)
        if (x->list[i].way.move[0] == first)
            return false;
    return true;
}

static unsigned alike(const search *x, uint64_t effect)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < x->count; i++)
        count += x->list[i].effect == effect;
    return count;
}

static candidate candidate_of(const search *x, const ergo_way *way)
{
    ergo after = *x->view;
    play_way(x->b->v, &after, way);
    candidate c = {.way = *way, .effect = effect_of(x, &after)};
    c.sure = after.stage != ERGO_PLAYING;
    if (c.sure)
        c.mean = ergo_race_chance(x->b->race, &after, x->seat);
    return c;
}

/* Of the turns that end the round only the best is of interest. */
static void consider_sure(search *x, const candidate *c)
{
    if (x->best_sure == NULL)
        x->best_sure = &x->list[x->count++];
    else if (x->best_sure->mean >= c->mean)
        return;
    *x->best_sure = *c;
}

/* Turns come the best first, by what they look worth. */
static void consider_way(search *x, const ergo_way *way)
{
    candidate c = candidate_of(x, way);
    if (x->t.every_move && is_new_first(x, way->move[0])) {
        x->list[x->count++] = c;
    } else if (c.sure) {
        consider_sure(x, &c);
    } else if (x->open < x->room && alike(x, c.effect) < ALIKE) {
        x->list[x->count++] = c;
        x->open++;
    }
}

/* Many, even if each is then tried on few guesses before the worse half is left out: a turn
 * that looks bad one turn deep is the best one often enough. */
static uint32_t room_for(const duel_think *t)
{
    double nodes = t->nodes ? (double)t->nodes : t->seconds * PER_SECOND;
    double play_outs = nodes / PLAY_OUT;
    uint32_t room = FEWEST;
    while (room < CANDIDATES && (double)room * room < 9 * play_outs)
        room++;
    return room;
}

static duel_status choose_candidates(search *x, duel_msg *why)
{
    ergo_turns t;
    ergo_turns_init(&t);
    duel_status status =
        ergo_turns_find(x->b->v, x->view, ergo_tuned_worth, x->t.stop, &t, why);
    if (status == DUEL_OK && t.count == 0)
        status = duel_refuse(why, N_("The hand of the seat to move is not known."), "");
    if (status == DUEL_OK && (x->list = calloc(t.count, sizeof *x->list)) == NULL)
        status = duel_no_space(why);
    if (status == DUEL_OK) {
        qsort(t.way, t.count, sizeof *t.way, by_worth);
        for (uint32_t i = 0; i < t.count; i++)
            consider_way(x, &t.way[i]);
        x->alive = x->count;
    }
    ergo_turns_fini(&t);
    return status;
}

/* ---- guesses ----------------------------------------------------------------------------- */

/* The seat that has just played left a proof that it would rather have ended by Ergo. */
static bool wished_to_end(const search *x, int seat)
{
    const ergo_scale *scale = &x->scale[seat];
    logic_verdict verdict = {0};
    unsigned size = ergo_size(x->view);
    if (x->view->fallacy[seat] || !ergo_has_letters(x->view) ||
        !ergo_verdict(x->b->v, x->view, &verdict))
        return false;
    return ergo_rate_proof(scale, verdict.models, size, ERGO_BY_ERGO) - scale->cost[ERGO_ERGO] >
           ergo_rate_proof(scale, verdict.models, size, ERGO_GOES_ON);
}

/* Cards that a player would probably have used: one still blocked at the end of an own turn had
 * no Justification, and one who wished to end the round had no Ergo. Nobody but the seat to
 * move has drawn since. */
static bool likely(const search *x, const ergo *world)
{
    for (int seat = 0; seat < x->b->v->seats; seat++) {
        bool blocked = world->fallacy[seat] && world->fallacy[seat] < ERGO_BLOCKED;
        if (seat != x->seat && blocked && ergo_count(world->hand[seat], ERGO_JUSTIFICATION))
            return false;
    }
    return x->no_ergo < 0 || ergo_count(world->hand[x->no_ergo], ERGO_ERGO) == 0;
}

static duel_status guess(const search *x, duel_rng *rng, ergo *out, duel_msg *why)
{
    enum { TRIES = 16 };
    duel_status status = DUEL_OK;
    for (int i = 0; status == DUEL_OK && i < TRIES; i++) {
        *out = *x->view;
        status = ergo_guess(x->b->v, out, rng, why);
        if (status == DUEL_OK && likely(x, out))
            break;
    }
    return status;
}

/* The chance to win the game when the round has been brought to its end. */
static double play_out(search *x, ergo *s, duel_rng *rng)
{
    while (s->stage == ERGO_PLAYING) {
        ergo_way way;
        ergo_reply(x->b->v, s, &x->scale[s->turn], rng, &way);
        play_way(x->b->v, s, &way);
        x->nodes++;
    }
    return ergo_race_chance(x->b->race, s, x->seat);
}

static bool out_of_budget(const search *x)
{
    const duel_think *t = &x->t;
    return (t->stop && atomic_load_explicit(t->stop, memory_order_relaxed)) ||
           (t->nodes && x->nodes >= t->nodes) ||
           (t->seconds > 0 && duel_clock() - x->begin >= t->seconds);
}

/* All candidates in the race on one guess; false if the budget ended before the last: then the
 * guess counts for none. */
static bool try_guess(search *x, const ergo *world, const duel_rng *chance)
{
    for (uint32_t i = 0; i < x->alive; i++) {
        candidate *c = &x->list[i];
        ergo s = *world;
        duel_rng rng = *chance;
        if (c->sure)
            continue;
        if (out_of_budget(x))
            return false;
        play_way(x->b->v, &s, &c->way);
        c->trial = play_out(x, &s, &rng);
    }
    for (uint32_t i = 0; i < x->alive; i++) {
        candidate *c = &x->list[i];
        c->visits++;
        c->sum += c->trial;
        c->mean = c->sure ? c->mean : c->sum / c->visits;
    }
    x->guesses++;
    return true;
}

/* ---- the race of candidates -------------------------------------------------------------- */

static int by_mean(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->mean != y->mean)
        return x->mean < y->mean ? 1 : -1;
    return by_worth(&x->way, &y->way);
}

static void rank(search *x)
{
    qsort(x->list, x->alive, sizeof *x->list, by_mean);
}

static double budget_spent(const search *x)
{
    const duel_think *t = &x->t;
    double nodes = t->nodes ? (double)x->nodes / (double)t->nodes : 0;
    double seconds = t->seconds > 0 ? (duel_clock() - x->begin) / t->seconds : 0;
    double guesses = (double)x->guesses / ENOUGH;
    nodes = nodes > guesses ? nodes : guesses;
    return nodes > seconds ? nodes : seconds;
}

static unsigned halvings(uint32_t count)
{
    unsigned n = 0;
    for (; count > FEWEST; count = (count + 1) / 2)
        n++;
    return n;
}

static void tell_candidate(const search *x)
{
    const duel_think *t = &x->t;
    if (t->progress == NULL)
        return;
    duel_progress p = {.nodes = x->nodes,
                       .positions = x->guesses,
                       .depth = 1,
                       .seconds = duel_clock() - x->begin,
                       .best = x->list[0].way.move[0],
                       .score = (int32_t)(x->list[0].mean * PER_MILLE),
                       .scale = per_mille_of_the_win};
    t->progress(t->watcher, &p);
}

/* Nothing is left to be learned if one wins the game at once; or if one turn is left, unless
 * people want to know what it leads to. */
static bool undecided(const search *x)
{
    bool open = false;
    for (uint32_t i = 0; i < x->alive; i++) {
        const candidate *c = &x->list[i];
        if (c->sure && c->mean >= 1)
            return false;
        open |= !c->sure;
    }
    return open && (x->alive > 1 || x->t.every_move);
}

static uint32_t enough_for(const search *x)
{
    return x->count > 1 ? ENOUGH : ENOUGH_ALONE;
}

static duel_status run_race(search *x, duel_msg *why)
{
    unsigned steps = halvings(x->alive) + 1, step = 1;
    while (undecided(x) && x->guesses < enough_for(x) && !out_of_budget(x)) {
        duel_rng rng;
        ergo world;
        duel_rng_fork(&x->rng, x->guesses, &rng);
        duel_status status = guess(x, &rng, &world, why);
        if (status != DUEL_OK)
            return status;
        if (!try_guess(x, &world, &rng))
            break;
        if (step < steps && budget_spent(x) * steps >= step) {
            rank(x);
            tell_candidate(x);
            x->alive = x->alive > FEWEST ? (x->alive + 1) / 2 : x->alive;
            step++;
        }
    }
    if (x->guesses || !undecided(x))
        rank(x);
    return DUEL_OK;
}

/* ---- the engine -------------------------------------------------------------------------- */

/* What was on no guess has no mean. */
static int32_t mean_told(const candidate *c)
{
    return c->sure || c->visits ? (int32_t)(c->mean * PER_MILLE) : DUEL_NO_ESTIMATE;
}

static void rate_candidates(const search *x, duel_answer *out)
{
    for (uint32_t i = 0; i < x->count; i++) {
        const candidate *c = &x->list[i];
        int32_t estimate = mean_told(c);
        int at = 0;
        while (at < out->rated_count && out->rated[at].move != c->way.move[0])
            at++;
        if (at == out->rated_count)
            out->rated_count++;
        else if (out->rated[at].estimate >= estimate)
            continue;
        out->rated[at] = (duel_move_value){
            .move = c->way.move[0], .estimate = estimate, .visits = c->visits};
    }
}

static void tell_answer(const search *x, bool every_move, duel_answer *out)
{
    const candidate *best = &x->list[0];
    out->plan_count = out->line_count = best->way.count;
    memcpy(out->plan, best->way.move, sizeof best->way.move);
    memcpy(out->line, best->way.move, sizeof best->way.move);
    out->estimate = mean_told(best);
    out->scale = per_mille_of_the_win;
    out->depth = 1;
    out->nodes = x->nodes;
    out->positions = x->guesses;
    if (every_move)
        rate_candidates(x, out);
}

static duel_status think(void *self, const duel_think *call, duel_answer *out, duel_msg *why)
{
    const brain *b = self;
    search x = {.b = b, .view = call->view, .t = *call, .begin = duel_clock()};
    memset(out, 0, sizeof *out);
    if (x.view->stage == ERGO_ENDED)
        return DUEL_OK;
    x.seat = x.view->turn;
    if (x.t.seconds <= 0 && x.t.nodes == 0)
        x.t.seconds = USUAL_SECONDS;
    x.room = room_for(&x.t);
    duel_rng_init_number(&x.rng, call->seed);
    for (int seat = 0; seat < b->v->seats; seat++)
        ergo_scale_init(b->v, seat == x.seat ? b->own : b->others, seat, &x.scale[seat]);
    int before = (x.seat + b->v->seats - 1) % b->v->seats;
    x.no_ergo = x.view->used == 0 && wished_to_end(&x, before) ? before : -1;
    duel_status status = choose_candidates(&x, why);
    if (status == DUEL_OK)
        status = run_race(&x, why);
    if (status == DUEL_OK)
        tell_answer(&x, call->every_move, out);
    free(x.list);
    out->seconds = duel_clock() - x.begin;
    return status;
}

static duel_status fits(const duel_variant *v, duel_msg *why)
{
    return DUEL_OK;
}

static void close_brain(void *self)
{
    brain *b = self;
    ergo_race_free(b->race);
    free(b);
}

static duel_status open_brain(const duel_variant *v, const duel_settings *settings,
                              size_t memory, void **self, duel_msg *why)
{
    brain *b = calloc(1, sizeof *b);
    if (b == NULL)
        return duel_no_space(why);
    *b = (brain){v, ergo_race_new(v),
                 settings->option[0] > 0 ? &ergo_tuned_weights : &ergo_seed_weights,
                 settings->option[0] > 1 ? &ergo_tuned_weights : &ergo_seed_weights};
    if (b->race == NULL) {
        close_brain(b);
        return duel_no_space(why);
    }
    *self = b;
    return DUEL_OK;
}

/* By default the seed's, which were better when both were tried (docs/decisions.md). */
static const char *const weights[] = {"seed", "mixed", "tuned", NULL};
static const duel_option options[] = {
    {"weights", DUEL_CHOICE, 0, 0, 2, weights,
     N_("by which numbers the turns of a play-out are chosen")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

const duel_engine ergo_expert = {
    .name = "expert",
    .about = N_("plays its best turns to the end of the round on many guesses of the hidden "
                "cards, for the chance to win the game"),
    .options = options,
    .fits = fits,
    .open = open_brain,
    .think = think,
    .close = close_brain,
};
