/* games/ergo/original_bots.c -- the two opponents of the original program (2018), which look
 * one turn ahead, and one of their kind with other weights.
 *
 * seed-random plays any outcome of a turn, each as likely. seed-score looks at every outcome,
 * one turn deep, and takes the one worth most (the seed's OrdiScore): see `worth`. tuned does
 * the same with numbers that self-play has found, see turns.h. All plan the whole turn from the
 * view alone. */
#include "base/clock.h"
#include "games/ergo/turns.h"

#include <stdlib.h>
#include <string.h>

/* ---- what an outcome is worth, in tenths ------------------------------------------------- */

enum { TENTHS = 10 };

/* n times the sum over letters: own +10 if proven, else -10; others -5 if proven, else +5. */
static int64_t proof_worth(const duel_variant *v, const ergo *after, int own)
{
    logic_verdict verdict;
    int64_t sum = 0;
    if (!ergo_verdict(v, after, &verdict) || verdict.paradox)
        return 0;
    for (int letter = 0; letter < LOGIC_LETTERS; letter++) {
        bool proven = verdict.proven >> letter & 1;
        sum += letter == own ? (proven ? 10 : -10) : (proven ? -5 : 5);
    }
    return sum * (int64_t)ergo_size(after);
}

static int64_t card_cost(unsigned kind)
{
    static const int8_t cost[ERGO_KINDS] = {1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5};
    return cost[kind];
}

/* The cost of one card and what it brings beside the proof. `blocked` are the turns each seat
 * is blocked when it is played. */
static int64_t use_worth(const ergo_use *u, const ergo *before, uint8_t blocked[DUEL_SEATS])
{
    int64_t worth = -TENTHS * card_cost(u->card);
    if (u->act == ERGO_JUSTIFY)
        worth = (u->card == ERGO_JUSTIFICATION ? 0 : worth) + TENTHS;
    if (u->act == ERGO_BLOCK) {
        worth += (10 + before->score[u->victim]) * (ERGO_BLOCKED - blocked[u->victim]);
        blocked[u->victim] = ERGO_BLOCKED;
    }
    return worth;
}

static int64_t worth(const duel_variant *v, const ergo *before, const ergo_way *way,
                     const ergo *after)
{
    uint8_t blocked[DUEL_SEATS];
    int64_t sum = 0, k = 1;
    memcpy(blocked, before->fallacy, sizeof blocked);
    for (int i = 0; i < way->count; i++) {
        ergo_use u = ergo_unpack(way->move[i]);
        if (u.act == ERGO_NEXT)
            return 0;
        if (u.act == ERGO_END)
            k = 2;
        sum += use_worth(&u, before, blocked);
    }
    return TENTHS * k * proof_worth(v, after, before->turn) + sum;
}

/* ---- numbers of self-play ---------------------------------------------------------------- */

/* The table was found, and measured on 20000 other games, by
 *     duel ergo tune --population 32 --games 300 --generations 60 --test 20000
 * against one seed-score 63.1 % [62.4, 63.8], against three 27.1 % [26.5, 27.7]. */
const ergo_weights ergo_tuned_weights = {{-100, 103,  -100, 37,   -49, 48,  23,  -33, 22,  -393,
                                          200,  -160, 100,  -130, 114, 100, -64, 131, -10, 63,
                                          100,  86,   18,   29,   100, 144, 62,  178, 377, 228,
                                          292,  514,  211,  995,  9,   100, 29}};

int64_t ergo_tuned_worth(const duel_variant *v, const ergo *before, const ergo_way *way,
                         const ergo *after)
{
    return ergo_rate_turn(v, &ergo_tuned_weights, before, way, after);
}

/* ---- engines ----------------------------------------------------------------------------- */

enum { SPREAD = TENTHS * 100 };

typedef const ergo_way *choice(const ergo_turns *t, duel_rng *rng);

typedef struct bot {
    const duel_variant *v;
    ergo_judge *judge; /* NULL: any outcome will do */
    choice *choose;    /* among the best */
    int32_t spread;    /* of estimates: a letter's worth in a proof of ten cards */
} bot;

/* One of the best, each as likely. */
static const ergo_way *choose_way(const ergo_turns *t, duel_rng *rng)
{
    uint32_t ties = 0;
    const ergo_way *best = &t->way[0];
    for (uint32_t i = 0; i < t->count; i++)
        if (t->way[i].worth > best->worth)
            best = &t->way[i];
    for (uint32_t i = 0; i < t->count; i++)
        ties += t->way[i].worth == best->worth;
    uint32_t pick = duel_rng_below(rng, ties);
    for (uint32_t i = 0; i < t->count; i++)
        if (t->way[i].worth == best->worth && pick-- == 0)
            return &t->way[i];
    return best;
}

/* The same with a draw for each of them, as tuned has always drawn: seeds keep their games. */
static const ergo_way *choose_tuned_way(const ergo_turns *t, duel_rng *rng)
{
    const ergo_way *best = &t->way[0];
    uint32_t ties = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        const ergo_way *way = &t->way[i];
        if (way->worth > best->worth)
            ties = 0;
        if (way->worth >= best->worth && duel_rng_below(rng, ++ties) == 0)
            best = way;
    }
    return best;
}

static duel_status fits(const duel_variant *v, duel_msg *why)
{
    return DUEL_OK;
}

static duel_status open_bot(bot what, void **self, duel_msg *why)
{
    bot *b = calloc(1, sizeof *b);
    if (b == NULL)
        return duel_no_space(why);
    *b = what;
    *self = b;
    return DUEL_OK;
}

static duel_status open_random(const duel_variant *v, const duel_settings *settings,
                               size_t memory, void **self, duel_msg *why)
{
    return open_bot((bot){v, NULL, choose_way, SPREAD}, self, why);
}

static duel_status open_score(const duel_variant *v, const duel_settings *settings,
                              size_t memory, void **self, duel_msg *why)
{
    return open_bot((bot){v, worth, choose_way, SPREAD}, self, why);
}

static duel_status open_tuned(const duel_variant *v, const duel_settings *settings,
                              size_t memory, void **self, duel_msg *why)
{
    return open_bot((bot){v, ergo_tuned_worth, choose_tuned_way, 10 * SPREAD}, self, why);
}

/* Within 2 · 44 · 25 · 10, and bonuses below 10000, in tenths; ten times that for tuned. */
static int32_t estimate_of(const ergo_way *way)
{
    return (int32_t)way->worth;
}

/* Each first card with the best outcome found through it. */
static void rate_first_cards(const ergo_turns *t, duel_answer *out)
{
    for (uint32_t i = 0; i < t->count; i++) {
        int at = 0;
        while (at < out->rated_count && out->rated[at].move != t->way[i].move[0])
            at++;
        int32_t estimate = estimate_of(&t->way[i]);
        if (at < out->rated_count && out->rated[at].estimate >= estimate)
            continue;
        out->rated[at] = (duel_move_value){.move = t->way[i].move[0], .estimate = estimate};
        out->rated_count += at == out->rated_count;
    }
}

/* ---- who looks on ------------------------------------------------------------------------ */

static void tell_card(duel_search_observer *w, int ply, duel_move move)
{
    w->saw(w, &(duel_search_event){.deed = DUEL_SEARCH_ENTER,
                                   .ply = ply,
                                   .move = move,
                                   .low = -DUEL_NO_BOUND,
                                   .high = DUEL_NO_BOUND});
}

static void tell_worth(duel_search_observer *w, int ply, duel_move move,
                       int64_t worth_in_tenths, duel_found_by by)
{
    w->saw(w, &(duel_search_event){.deed = DUEL_SEARCH_LEAVE,
                                   .ply = ply,
                                   .move = move,
                                   .worth = worth_in_tenths,
                                   .by = by});
}

/* The ways that begin with the card of way `at`, together; the first of those behind them. */
static uint32_t tell_first_card(const ergo_turns *t, uint32_t at, duel_search_observer *w)
{
    duel_move first = t->way[at].move[0];
    int64_t best = t->way[at].worth;
    bool alone = t->way[at].count == 1;
    tell_card(w, 1, first);
    for (; at < t->count && t->way[at].move[0] == first; at++) {
        const ergo_way *way = &t->way[at];
        best = way->worth > best ? way->worth : best;
        for (int i = 1; i < way->count; i++)
            tell_card(w, i + 1, way->move[i]);
        for (int i = way->count - 1; i > 0; i--)
            tell_worth(w, i + 1, way->move[i], way->worth,
                       i == way->count - 1 ? DUEL_BY_EVALUATION : DUEL_BY_SEARCH);
    }
    tell_worth(w, 1, first, best, alone ? DUEL_BY_EVALUATION : DUEL_BY_SEARCH);
    return at;
}

static void tell_ways(const ergo_turns *t, duel_search_observer *w)
{
    for (uint32_t at = 0; at < t->count;)
        at = tell_first_card(t, at, w);
}

static duel_status think(void *self, const duel_think *t, duel_answer *out, duel_msg *why)
{
    const bot *b = self;
    double begin = duel_clock();
    ergo_turns turns;
    duel_rng rng;
    memset(out, 0, sizeof *out);
    if (((const ergo *)t->view)->stage == ERGO_ENDED)
        return DUEL_OK;
    duel_rng_init_number(&rng, t->seed);
    ergo_turns_init(&turns);
    duel_status status = ergo_turns_find(b->v, t->view, b->judge, t->stop, &turns, why);
    if (status == DUEL_OK && turns.count == 0)
        status = duel_refuse(why, N_("The hand of the seat to move is not known."), "");
    if (status == DUEL_OK) {
        const ergo_way *way = b->choose(&turns, &rng);
        out->plan_count = out->line_count = way->count;
        memcpy(out->plan, way->move, sizeof way->move);
        memcpy(out->line, way->move, sizeof way->move);
        out->estimate = estimate_of(way);
        out->scale =
            (duel_scale){.meaning = DUEL_MEANS_EVALUATION, .unit = 1, .spread = b->spread};
        if (t->every_move)
            rate_first_cards(&turns, out);
        if (t->witness && b->judge == worth)
            tell_ways(&turns, t->witness);
    }
    out->nodes = turns.nodes;
    out->positions = turns.count;
    out->depth = 1;
    ergo_turns_fini(&turns);
    out->seconds = duel_clock() - begin;
    return status;
}

const duel_engine ergo_seed_random = {
    .name = "seed-random",
    .about = N_("plays any outcome a turn can have, each as likely"),
    .fits = fits,
    .open = open_random,
    .think = think,
    .close = free,
};

const duel_engine ergo_seed_score = {
    .name = "seed-score",
    .about = N_("takes the turn after which the proof looks best, as the seed's program did"),
    .tells = true,
    .fits = fits,
    .open = open_score,
    .think = think,
    .close = free,
};

const duel_engine ergo_tuned = {
    .name = "tuned",
    .about =
        N_("takes the turn after which the proof looks best, by numbers found in self-play"),
    .fits = fits,
    .open = open_tuned,
    .think = think,
    .close = free,
};
