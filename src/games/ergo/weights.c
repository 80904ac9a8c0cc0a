/* games/ergo/weights.c -- see weights.h. */
#include "games/ergo/weights.h"

#include <string.h>

/* seed-score: own +10 if proven, else -10; others -5 if proven, else +5; twice that with Ergo;
 * the costs of its cards; 1 for a Justification; (10 + score) / 10 for each turn blocked. */
const ergo_weights ergo_seed_weights = {
    {-100, 100, -100, 50,  -50,  50,  50,  -50,  50,  /* going: own, others', nobody's */
     -200, 200, -200, 100, -100, 100, 100, -100, 100, /* ending */
     0,    50,                                        /* paradox, last */
     100,  100, 100,  100, 100,  100, 200, 200,  400, 400, 400, 500, 500, 500, /* cards */
     100,  100, 10}};

static ergo_owner owner_of(const duel_variant *v, int letter, int seat)
{
    return letter == seat ? ERGO_OWN : letter < v->seats ? ERGO_OTHERS : ERGO_NOBODYS;
}

static void lay_letters(const duel_variant *v, const ergo_weights *w, int seat, ergo_scale *out)
{
    for (int k = 0; k < LOGIC_LETTERS; k++)
        for (int fate = 0; fate < ERGO_FATES; fate++) {
            int at = (int)owner_of(v, k, seat) * ERGO_FATES + fate;
            int32_t ending = 10 * w->w[ERGO_W_ENDING + at];
            out->letter[ERGO_GOES_ON][k][fate] = 10 * w->w[ERGO_W_GOING + at];
            out->letter[ERGO_BY_ERGO][k][fate] = ending;
            out->letter[ERGO_BY_PILE][k][fate] = ending * w->w[ERGO_W_LAST] / 100;
        }
}

void ergo_scale_init(const duel_variant *v, const ergo_weights *w, int seat, ergo_scale *out)
{
    lay_letters(v, w, seat, out);
    for (int end = 0; end < 3; end++)
        out->paradox[end] = 10 * w->w[ERGO_W_PARADOX];
    for (int kind = 0; kind < ERGO_KINDS; kind++) {
        int at = kind >= ERGO_AND ? 2 + kind - ERGO_AND : kind != seat;
        out->cost[kind] = w->w[ERGO_W_COST + at];
    }
    out->justify = w->w[ERGO_W_JUSTIFY];
    out->block = w->w[ERGO_W_BLOCK];
    out->block_score = w->w[ERGO_W_BLOCK_SCORE];
}

int32_t ergo_rate_use(const ergo_scale *x, const ergo *before, const ergo_use *u,
                      unsigned blocked)
{
    int32_t cost = x->cost[u->card];
    if (u->act == ERGO_JUSTIFY)
        return x->justify - (u->card == ERGO_JUSTIFICATION ? 0 : cost);
    if (u->act == ERGO_BLOCK)
        return (x->block + x->block_score * before->score[u->victim]) *
                   (ERGO_BLOCKED - (int32_t)blocked) -
               cost;
    return -cost;
}

static logic_table models_of(const duel_variant *v, const ergo *s)
{
    logic_verdict verdict = {0};
    return ergo_verdict(v, s, &verdict) ? verdict.models : LOGIC_FALSE;
}

int64_t ergo_rate_turn(const duel_variant *v, const ergo_weights *w, const ergo *before,
                       const ergo_way *way, const ergo *after)
{
    ergo_scale x;
    uint8_t blocked[DUEL_SEATS];
    ergo_end end = before->emptied ? ERGO_BY_PILE : ERGO_GOES_ON;
    int64_t sum = 0;
    ergo_scale_init(v, w, before->turn, &x);
    memcpy(blocked, before->fallacy, sizeof blocked);
    for (int i = 0; i < way->count; i++) {
        ergo_use u = ergo_unpack(way->move[i]);
        if (u.act == ERGO_NEXT)
            return 0;
        if (u.act == ERGO_END)
            end = ERGO_BY_ERGO;
        sum += ergo_rate_use(&x, before, &u, blocked[u.victim]);
        if (u.act == ERGO_BLOCK)
            blocked[u.victim] = ERGO_BLOCKED;
    }
    return sum + ergo_rate_proof(&x, models_of(v, after), ergo_size(after), end);
}
