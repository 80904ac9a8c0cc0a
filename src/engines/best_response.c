/* engines/best_response.c -- the best response to one given player, in games with hidden
 * information.
 *
 * The game is laid out once (sequence_form.c); wherever somebody has a choice the player is
 * asked how it plays there, as either seat, and a best reply to all of that is what is played.
 * Whoever mixes so that nobody can beat it loses nothing to it; any habit is punished. */
#include "base/grow.h"
#include "core/play.h"
#include "engines/inside.h"
#include "engines/sequence_form.h"

#include <stdlib.h>
#include <string.h>

/* A larger game is not worth asking a player about, set by set; what it is asked with where the
 * table sets no limit. */
enum { ENDS_MOST = 200000, USUAL_NODES = 1000 };

typedef struct punisher {
    const duel_variant *v;
    const duel_policy *against;
    size_t memory;
    sequence_form game;
    bool ready;                 /* the replies are known */
    duel_msg refusal;           /* why it is not tried again; id NULL: it may be */
    double *chance[SEQ_SEATS];  /* how the other plays, by choice */
    size_t room[SEQ_SEATS];     /* for chances */
    uint32_t *reply[SEQ_SEATS]; /* to it: a choice for each set */
    limits limits;              /* of the question being answered */
    duel_rng rng;
    turn_info turn;
} punisher;

/* ---- life -------------------------------------------------------------------------------- */

static duel_status open_punisher(const duel_variant *v, const duel_settings *settings,
                                 size_t memory, void **self, duel_msg *why)
{
    if (settings->against == NULL)
        return duel_refuse(why, N_("Say whom it is to punish: punisher:SPEC."), "");
    punisher *p = calloc(1, sizeof *p);
    if (p == NULL)
        return duel_no_space(why);
    p->v = v;
    p->against = settings->against;
    p->memory = memory;
    *self = p;
    return DUEL_OK;
}

static void forget_replies(punisher *p)
{
    sequence_form_fini(&p->game);
    for (int seat = 0; seat < SEQ_SEATS; seat++) {
        free(p->chance[seat]);
        free(p->reply[seat]);
        p->chance[seat] = NULL;
        p->reply[seat] = NULL;
        p->room[seat] = 0;
    }
}

/* The player it punishes is the same in the next game: what was found stays. */
static void close_punisher(void *self)
{
    forget_replies(self);
    free(self);
}

/* ---- how the other plays ----------------------------------------------------------------- */

static duel_status ask_other(void *self, int seat, const void *view, const duel_move *move,
                             int count, duel_msg *why)
{
    punisher *p = self;
    const seq_side *side = &p->game.side[seat];
    const duel_think *asked = p->limits.think;
    duel_think t = {.view = view,
                    .seat = seat,
                    .known = side->key[side->sets - 1],
                    .nodes = asked->nodes ? asked->nodes : USUAL_NODES,
                    .stop = asked->stop};
    if (!GROW(p->chance[seat], p->room[seat], side->choices))
        return duel_no_space(why);
    return p->against->ask(p->against->self, &t, move, count,
                           p->chance[seat] + side->first[side->sets - 1], why);
}

/* ---- what wins most ---------------------------------------------------------------------- */

static void choose_replies(punisher *p, const cfr *m, int seat)
{
    const seq_side *side = &p->game.side[seat];
    for (uint32_t set = 0; set < side->sets; set++) {
        uint32_t best = side->first[set];
        for (uint32_t c = best + 1; c < side->first[set + 1]; c++)
            if (m->gain[seat][c] > m->gain[seat][best])
                best = c;
        p->reply[seat][set] = best - side->first[set];
    }
}

static duel_status find_replies(punisher *p, duel_msg *why)
{
    cfr m;
    if (!cfr_init(&m, &p->game))
        return duel_no_space(why);
    duel_status status = DUEL_OK;
    for (int seat = 0; status == DUEL_OK && seat < SEQ_SEATS; seat++) {
        p->reply[seat] = calloc(p->game.side[seat].sets + 1, sizeof *p->reply[seat]);
        if (p->reply[seat] == NULL || !GROW(p->chance[1 - seat], p->room[1 - seat], 1)) {
            status = duel_no_space(why);
            continue;
        }
        cfr_best_reply(&m, seat, p->chance[1 - seat]);
        choose_replies(p, &m, seat);
    }
    cfr_fini(&m);
    return status;
}

static duel_status prepare_replies(punisher *p, duel_msg *why)
{
    if (p->refusal.id) {
        *why = p->refusal;
        return DUEL_REFUSED;
    }
    p->game = (sequence_form){.v = p->v, .memory = p->memory, .meet = ask_other, .meeting = p};
    duel_status status = sequence_form_build(&p->game, &p->limits, ENDS_MOST, why);
    if (status == DUEL_OK)
        status = find_replies(p, why);
    p->ready = status == DUEL_OK;
    if (status != DUEL_OK)
        forget_replies(p);
    if (status == DUEL_REFUSED)
        p->refusal = *why;
    return status;
}

/* ---- answering --------------------------------------------------------------------------- */

/* Without the past, as in the first set that looks so. */
static uint32_t find_set(const punisher *p, const void *view)
{
    const seq_side *side = &p->game.side[p->turn.seat];
    uint32_t set = p->turn.known ? sequence_form_find(side, p->turn.known) : side->sets;
    uint64_t seen = duel_info_set_first(p->v, view, p->turn.seat);
    if (set < side->sets)
        return set;
    for (set = 0; set < side->sets && side->view[set] != seen; set++)
        continue;
    return set;
}

static duel_status choose_reply(void *self, const void *view, duel_move *move, duel_msg *why)
{
    punisher *p = self;
    duel_move list[DUEL_MOVES_MAX];
    int count = p->v->game->moves(p->v, view, list);
    turn_info_observe(&p->turn, p->v, view);
    uint32_t set = count > 1 ? find_set(p, view) : p->game.side[p->turn.seat].sets;
    bool found = set < p->game.side[p->turn.seat].sets;
    uint32_t chosen = found       ? p->reply[p->turn.seat][set]
                      : count > 1 ? duel_rng_below(&p->rng, (uint32_t)count)
                                  : 0;
    *move = turn_info_move(&p->turn, list[chosen < (uint32_t)count ? chosen : 0]);
    return DUEL_OK;
}

static duel_status think(void *self, const duel_think *t, duel_answer *out, duel_msg *why)
{
    punisher *p = self;
    duel_msg unused;
    memset(out, 0, sizeof *out);
    limits_begin(&p->limits, t);
    duel_rng_init_number(&p->rng, t->seed);
    duel_status status = p->ready ? DUEL_OK : prepare_replies(p, why ? why : &unused);
    if (status != DUEL_OK && status != DUEL_STOPPED)
        return status;
    p->turn = turn_info_begin(t);
    status = plan_turn(p->v, t, &p->rng, choose_reply, p, out, why);
    out->positions = p->game.ends;
    out->seconds = limits_seconds(&p->limits);
    return status;
}

const duel_engine duel_engine_punisher = {
    .name = "punisher",
    .about = N_("plays what wins most against one certain player: punisher:SPEC"),
    .fits = sequence_form_fit,
    .open = open_punisher,
    .think = think,
    .close = close_punisher,
};
