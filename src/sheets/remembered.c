/* sheets/remembered.c -- see remembered.h. */
#include "sheets/remembered.h"
#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

/* Steps that are kept; numbers that one may have, so that all together have a limit. */
enum { SLOTS = 1 << 14, NUMBERS = 1024, NO_NUMBER = UINT16_MAX };

struct remembered_step {
    uint64_t hash;
    uint32_t asked, facts, legal; /* how many of each there are in `number` */
    bool over;
    uint8_t scored;
    int32_t points[MACHINE_ROLES];
    uint16_t number[];
};

bool remembered_init(remembered *r, const machine *m)
{
    DUEL_REQUIRE(m->facts < NO_NUMBER && m->moves < NO_NUMBER);
    *r = (remembered){.slot = calloc(SLOTS, sizeof(remembered_step *))};
    r->asked = calloc((size_t)m->facts + 1 + MACHINE_ROLES, sizeof *r->asked);
    return r->slot && r->asked;
}

void remembered_fini(remembered *r)
{
    for (size_t i = 0; r->slot && i < SLOTS; i++)
        free(r->slot[i]);
    free(r->slot);
    free(r->asked);
    *r = (remembered){.slot = NULL};
}

/* ---- sets of bits, and numbers ---------------------------------------------------------- */

static uint32_t count_bits(const uint64_t *set, uint32_t words)
{
    uint32_t count = 0;
    for (uint32_t w = 0; w < words; w++)
        count += (uint32_t)__builtin_popcountll(set[w]);
    return count;
}

/* Returns where the next number goes. */
static uint16_t *list_bits(const uint64_t *set, uint32_t words, uint16_t *to)
{
    for (uint32_t w = 0; w < words; w++)
        for (uint64_t left = set[w]; left; left &= left - 1)
            *to++ = (uint16_t)(w * 64 + (uint32_t)__builtin_ctzll(left));
    return to;
}

static void set_bits(const uint16_t *number, uint32_t count, uint64_t *set, uint32_t words)
{
    memset(set, 0, words * sizeof *set);
    for (uint32_t i = 0; i < count; i++)
        set[number[i] / 64] |= (uint64_t)1 << (number[i] % 64);
}

/* ---- questions and answers -------------------------------------------------------------- */

/* The facts one comes from and what everybody does; or the facts alone. */
static void put_question(remembered *r, const machine *m, const machine_step *step)
{
    const uint64_t *facts = step->from ? step->from : step->facts;
    uint16_t *end = list_bits(facts, machine_fact_words(m), r->asked);
    if (step->from) {
        *end++ = NO_NUMBER;
        for (uint32_t role = 0; role < m->roles; role++)
            *end++ = (uint16_t)step->move[role];
    }
    r->length = (size_t)(end - r->asked);
    r->hash = hash_bytes(r->asked, r->length * sizeof *r->asked, 0);
}

static bool answers(const remembered *r, const remembered_step *kept)
{
    return kept && kept->hash == r->hash && kept->asked == r->length &&
           memcmp(kept->number, r->asked, r->length * sizeof *r->asked) == 0;
}

bool remembered_ask(remembered *r, const machine *m, machine_step *step)
{
    put_question(r, m, step);
    const remembered_step *kept = r->slot[r->hash % SLOTS];
    if (!answers(r, kept))
        return false;
    const uint16_t *facts = kept->number + kept->asked, *legal = facts + kept->facts;
    if (step->from)
        set_bits(facts, kept->facts, step->facts, machine_fact_words(m));
    set_bits(legal, kept->legal, step->legal, machine_move_words(m));
    step->over = kept->over;
    step->scored = kept->scored;
    memcpy(step->points, kept->points, sizeof step->points);
    return true;
}

void remembered_learn(remembered *r, const machine *m, const machine_step *step)
{
    uint32_t fact_words = step->from ? machine_fact_words(m) : 0;
    remembered_step head = {.hash = r->hash,
                            .asked = (uint32_t)r->length,
                            .facts = count_bits(step->facts, fact_words),
                            .legal = count_bits(step->legal, machine_move_words(m)),
                            .over = step->over,
                            .scored = step->scored};
    size_t numbers = (size_t)head.asked + head.facts + head.legal;
    remembered_step *kept =
        numbers <= NUMBERS ? malloc(sizeof head + numbers * sizeof *r->asked) : NULL;
    if (kept == NULL)
        return;
    *kept = head;
    memcpy(kept->points, step->points, sizeof kept->points);
    memcpy(kept->number, r->asked, r->length * sizeof *r->asked);
    uint16_t *end = list_bits(step->facts, fact_words, kept->number + head.asked);
    list_bits(step->legal, machine_move_words(m), end);
    free(r->slot[r->hash % SLOTS]);
    r->slot[r->hash % SLOTS] = kept;
}
