/* tiers/peers.c -- see peers.h. */
#include "tiers/peers.h"
#include "base/messages.h"
#include "tiers/inside.h"

#include <string.h>

/* ---- what one has to say ----------------------------------------------------------------- */

enum { SENTENCE = 400, WORD = 100 };

/* A message without pointers, which mean nothing elsewhere; `plain` is what it says in English,
 * for sentences that a game brings. */
typedef struct letter {
    int count;
    struct {
        int kind;
        int64_t number;
        size_t at;
        char word[WORD];
    } arg[DUEL_MSG_ARGS];
    char text[DUEL_MSG_TEXT], id[SENTENCE], plain[SENTENCE];
    size_t used;
} letter;

static void copy_text(char *out, size_t room, const char *text)
{
    size_t size = text ? strlen(text) : 0;
    size = size < room ? size : room - 1;
    if (size)
        memcpy(out, text, size);
    out[size] = '\0';
}

static bool is_of_the_house(const duel_msg *m)
{
    bool known = duel_id_of(m->id) != NULL && strlen(m->id) < SENTENCE;
    for (int i = 0; known && i < m->count; i++)
        known = m->arg[i].kind != DUEL_ARG_WORD ||
                (duel_id_of(m->arg[i].word) && strlen(m->arg[i].word) < WORD);
    return known;
}

static void write_letter(letter *out, const duel_msg *why)
{
    duel_buf plain;
    memset(out, 0, sizeof *out);
    if (why == NULL || why->id == NULL)
        return;
    duel_buf_init(&plain);
    duel_render(DUEL_EN, why, &plain.sink);
    copy_text(out->plain, sizeof out->plain, plain.failed ? NULL : plain.text);
    duel_buf_fini(&plain);
    if (!is_of_the_house(why))
        return;
    out->count = why->count;
    out->used = why->used;
    memcpy(out->text, why->text, sizeof out->text);
    copy_text(out->id, sizeof out->id, why->id);
    for (int i = 0; i < why->count; i++) {
        const duel_arg *a = &why->arg[i];
        out->arg[i].kind = (int)a->kind;
        out->arg[i].number = a->number;
        out->arg[i].at = a->at;
        if (a->kind == DUEL_ARG_WORD)
            copy_text(out->arg[i].word, WORD, a->word);
    }
}

static void read_letter(const letter *l, duel_msg *why)
{
    if (why == NULL)
        return;
    const char *id = duel_id_of(l->id);
    if (id == NULL) {
        duel_say(why, l->plain[0] ? "{0}" : NULL, "c", l->plain);
        return;
    }
    *why = (duel_msg){.id = id, .count = l->count, .used = l->used};
    memcpy(why->text, l->text, sizeof why->text);
    for (int i = 0; i < l->count; i++) {
        duel_arg *a = &why->arg[i];
        a->kind = l->arg[i].kind;
        a->number = l->arg[i].number;
        a->at = l->arg[i].at;
        a->word = duel_id_of(l->arg[i].word);
    }
}

/* The first who fails; being asked to stop is no failure of one's own. */
static int rank_of_worst(const int32_t *status, int count)
{
    int worst = 0;
    for (int i = 1; i < count; i++)
        if (status[i] != DUEL_OK &&
            (status[worst] == DUEL_OK ||
             (status[worst] == DUEL_STOPPED && status[i] != DUEL_STOPPED)))
            worst = i;
    return worst;
}

static void spread_message(const tiers_peers *p, int from, duel_msg *why)
{
    letter l;
    if (p->rank == from)
        write_letter(&l, why);
    peers_tell(p, from, &l, sizeof l);
    if (p->rank != from)
        read_letter(&l, why);
}

duel_status peers_agree(const tiers_peers *p, duel_status status, duel_msg *why)
{
    int32_t own = (int32_t)status, list[PEERS_MOST];
    if (peers_count(p) == 1)
        return status;
    p->share(p->self, &own, sizeof own, list);
    int worst = rank_of_worst(list, p->count);
    if (list[worst] != DUEL_OK)
        spread_message(p, worst, why);
    return (duel_status)list[worst];
}

/* ---- shares ------------------------------------------------------------------------------ */

void peers_blocks(const tiers_peers *p, uint64_t blocks, uint64_t *from, uint64_t *upto)
{
    uint64_t count = (uint64_t)peers_count(p), rank = (uint64_t)peers_rank(p);
    uint64_t each = blocks / count, more = blocks % count;
    *from = rank * each + (rank < more ? rank : more);
    *upto = *from + each + (rank < more);
}

/* ---- blocks ------------------------------------------------------------------------------ */

void peers_send(const tiers_peers *p, int to, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    while (size) {
        unsigned waited = 0;
        size_t part = size < PEERS_BLOCK ? size : PEERS_BLOCK;
        while (!p->post(p->self, to, at, part))
            peers_rest(&waited);
        at += part;
        size -= part;
    }
}

void peers_tell(const tiers_peers *p, int from, void *bytes, size_t size)
{
    if (p->rank != from)
        peers_receive(p, from, bytes, &size);
    for (int to = 0; to < p->count && p->rank == from; to++)
        if (to != from)
            peers_send(p, to, bytes, size);
}

void peers_end(const tiers_peers *p, int to)
{
    unsigned waited = 0;
    while (!p->post(p->self, to, NULL, 0))
        peers_rest(&waited);
}

bool peers_receive(const tiers_peers *p, int from, void *block, size_t *size)
{
    unsigned waited = 0;
    while (!p->take(p->self, from, block, size))
        peers_rest(&waited);
    return *size != 0;
}
