/* lab/memo.c -- see memo.h. A fixed number of places: what comes later is not kept. */
#include "lab/memo.h"

#include <stdlib.h>
#include <string.h>

enum { PLACES = 4096 };

typedef struct shelf { /* states by key */
    bool used[PLACES];
    uint64_t key[PLACES];
    unsigned char *state;
    int count;
} shelf;

struct law_memo {
    size_t size;
    shelf exact, canon;
    duel_state out; /* the state handed out, aligned */
};

law_memo *law_memo_new(const duel_variant *v)
{
    law_memo *m = calloc(1, sizeof *m);
    if (m == NULL)
        return NULL;
    m->size = v->state_size;
    m->exact.state = malloc(PLACES * m->size);
    m->canon.state = malloc(PLACES * m->size);
    if (m->exact.state && m->canon.state)
        return m;
    law_memo_free(m);
    return NULL;
}

void law_memo_free(law_memo *m)
{
    if (m == NULL)
        return;
    free(m->exact.state);
    free(m->canon.state);
    free(m);
}

static const duel_state *recall_or_keep(law_memo *m, shelf *s, uint64_t key, const void *state)
{
    size_t at = (size_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 52);
    _Static_assert(PLACES == 1 << 12, "the shift above keeps 12 bits");
    while (s->used[at] && s->key[at] != key)
        at = (at + 1) % PLACES;
    if (s->used[at]) {
        memcpy(&m->out, s->state + at * m->size, m->size);
        return &m->out;
    }
    if (s->count < PLACES / 2) {
        s->used[at] = true;
        s->key[at] = key;
        memcpy(s->state + at * m->size, state, m->size);
        s->count++;
    }
    return NULL;
}

const duel_state *law_memo_meet(law_memo *m, uint64_t key, const void *state)
{
    return m ? recall_or_keep(m, &m->exact, key, state) : NULL;
}

const duel_state *law_memo_meet_canon(law_memo *m, uint64_t canon, const void *state)
{
    return m ? recall_or_keep(m, &m->canon, canon, state) : NULL;
}
