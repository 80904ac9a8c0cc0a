/* games/ergo/turns.c -- whole turns listed without repetition, and what one looks worth: see
 * turns.h. */
#include "games/ergo/turns.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 256, FIRST_SLOTS = 1024 };

void ergo_turns_init(ergo_turns *t)
{
    memset(t, 0, sizeof *t);
}

void ergo_turns_fini(ergo_turns *t)
{
    free(t->way);
    free(t->seen);
    ergo_turns_init(t);
}

/* ---- the set of outcomes ----------------------------------------------------------------- */

/* Multiply and fold, over whole words. Some ten thousand outcomes in 64 bits: a chance of
 * 10^-11 that two are taken for one. */
static uint64_t hash_of(const ergo *s)
{
    _Static_assert(sizeof(ergo) % 8 == 0, "an outcome is hashed by words");
    const unsigned char *bytes = (const unsigned char *)s;
    uint64_t h = UINT64_C(0x9E3779B97F4A7C15), word;
    for (size_t i = 0; i < sizeof *s; i += 8) {
        memcpy(&word, bytes + i, 8);
        h = (h ^ word) * UINT64_C(0xD6E8FEB86659FD93);
        h ^= h >> 32;
    }
    return h ? h : 1;
}

static bool grow_slots(ergo_turns *t)
{
    uint32_t slots = t->slots ? 2 * t->slots : FIRST_SLOTS;
    uint64_t *seen = calloc(slots, sizeof *seen);
    if (seen == NULL)
        return false;
    for (uint32_t i = 0; i < t->slots; i++) {
        if (t->seen[i] == 0)
            continue;
        uint32_t at = (uint32_t)t->seen[i] & (slots - 1);
        while (seen[at])
            at = (at + 1) & (slots - 1);
        seen[at] = t->seen[i];
    }
    free(t->seen);
    t->seen = seen;
    t->slots = slots;
    return true;
}

static bool grow_ways(ergo_turns *t)
{
    uint32_t room = t->room ? 2 * t->room : FIRST_ROOM;
    ergo_way *way = realloc(t->way, room * sizeof *way);
    if (way == NULL)
        return false;
    t->way = way;
    t->room = room;
    return true;
}

/* Remembers an outcome; *fresh tells if it was new. False: no memory. */
static bool meet_outcome(ergo_turns *t, uint64_t hash, bool *fresh)
{
    if (2 * t->count >= t->slots && !grow_slots(t))
        return false;
    uint32_t at = (uint32_t)hash & (t->slots - 1);
    while (t->seen[at] && t->seen[at] != hash)
        at = (at + 1) & (t->slots - 1);
    *fresh = t->seen[at] == 0;
    t->seen[at] = hash;
    return true;
}

/* ---- listing ----------------------------------------------------------------------------- */

typedef struct search {
    const duel_variant *v;
    const ergo *before;
    ergo_judge *judge;
    ergo_turns *t;
} search;

static bool keep_way(search *x, const ergo_way *way, const ergo *after)
{
    ergo_turns *t = x->t;
    bool fresh = false;
    if (!meet_outcome(t, hash_of(after), &fresh))
        return false;
    if (!fresh)
        return true;
    if (t->count == t->room && !grow_ways(t))
        return false;
    t->way[t->count] = *way;
    t->way[t->count].found = t->count;
    t->way[t->count].worth = x->judge ? x->judge(x->v, x->before, way, after) : 0;
    t->count++;
    return true;
}

/* Whether the turn of the seat has ended with the card that led to `after`. */
static bool turn_ends(const ergo *before, const ergo *after)
{
    return after->stage != ERGO_PLAYING || after->turn != before->turn;
}

static bool follow_half(search *x, ergo_way *way, const ergo *half)
{
    duel_move list[ERGO_MOVES_MAX];
    int count = ergo_moves(x->v, half, list);
    way->count++;
    for (int i = 0; i < count; i++) {
        ergo after = *half;
        way->move[way->count - 1] = list[i];
        ergo_play(x->v, &after, list[i]);
        x->t->nodes++;
        if (!keep_way(x, way, &after))
            return false;
    }
    return true;
}

duel_status ergo_turns_find(const duel_variant *v, const ergo *view, ergo_judge *judge,
                            const atomic_bool *stop, ergo_turns *t, duel_msg *why)
{
    search x = {v, view, judge, t};
    duel_move list[ERGO_MOVES_MAX];
    int count = ergo_moves(v, view, list);
    for (int i = 0; i < count; i++) {
        ergo_way way = {.move = {list[i]}, .count = 1};
        ergo half = *view;
        if (t->count && stop && atomic_load_explicit(stop, memory_order_relaxed))
            break;
        ergo_play(v, &half, list[i]);
        t->nodes++;
        if (!(turn_ends(view, &half) ? keep_way(&x, &way, &half)
                                     : follow_half(&x, &way, &half)))
            return duel_no_space(why);
    }
    return DUEL_OK;
}

/* ---- what a turn looks worth ------------------------------------------------------------- */

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
