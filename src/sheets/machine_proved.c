/* sheets/machine_proved.c -- the state machine that asks the prover of a sheet: see
 * state_machine.h.
 *
 * One prover, one thread at a time. Facts and moves have numbers in the order in which they are
 * met, so that a state is a set of bits here too. */
#include "base/hash.h"
#include "gdl/prover.h"
#include "sheets/state_machine.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ---- steps that were worked out --------------------------------------------------------- */

/* A step takes milliseconds, and searches, laws and pictures ask for the same ones again and
 * again. The latest are kept here, each as the numbers of its facts and moves, which are few; a
 * new one takes the place of whichever has its slot.
 *
 *     if (!remembered_ask(r, m, step)) { …work it out…; remembered_learn(r, m, step); } */

/* Steps that are kept; numbers that one may have, so that all together have a limit. */
enum { SLOTS = 1 << 14, NUMBERS = 1024, NO_NUMBER = UINT16_MAX };

typedef struct remembered_step {
    uint64_t hash;
    uint32_t asked, facts, legal; /* how many of each there are in `number` */
    bool over;
    uint8_t scored;
    int32_t points[MACHINE_ROLES];
    uint16_t number[];
} remembered_step;

typedef struct remembered {
    remembered_step **slot;
    uint16_t *asked; /* the question at hand; room for all facts, and a move of each role */
    size_t length;
    uint64_t hash;
} remembered;

/* For a machine whose facts and moves all have their room. False: no memory, and
 * remembered_fini is due all the same. */
static bool remembered_init(remembered *r, const machine *m)
{
    DUEL_REQUIRE(m->facts < NO_NUMBER && m->moves < NO_NUMBER);
    *r = (remembered){.slot = calloc(SLOTS, sizeof(remembered_step *))};
    r->asked = calloc((size_t)m->facts + 1 + MACHINE_ROLES, sizeof *r->asked);
    return r->slot && r->asked;
}

static void remembered_fini(remembered *r)
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

/* True: the step is filled in. */
static bool remembered_ask(remembered *r, const machine *m, machine_step *step)
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

/* The answer to what was asked last; without memory for it, it is forgotten. */
static void remembered_learn(remembered *r, const machine *m, const machine_step *step)
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

/* ---- the machine ------------------------------------------------------------------------ */

enum { FACTS_ROOM = 16384, MOVES_ROOM = 8192 }; /* moves of each role */

typedef struct proved_machine {
    machine m; /* first */
    const gdl_sheet *sheet;
    gdl_prover *prover;
    pthread_mutex_t lock;
    gdl_term *fact; /* by number */
    gdl_term *move;
    gdl_list given; /* scratch: the facts of a state; room for all */
    duel_buf text;  /* scratch */
    remembered steps;
} proved_machine;

/* ---- numbers ---------------------------------------------------------------------------- */

static duel_str text_of(proved_machine *p, gdl_term term)
{
    duel_buf_clear(&p->text);
    gdl_put_term(gdl_prover_terms(p->prover), term, &p->text.sink);
    return duel_buf_str(&p->text);
}

/* The number of a term, kept in `term` under it. */
static uint32_t number_of(proved_machine *p, term_ids *n, gdl_term *term, gdl_term of)
{
    duel_str text = text_of(p, of);
    uint32_t number = p->text.failed ? NAMES_NONE : term_ids_find(n, text);
    if (number == NAMES_NONE && !p->text.failed)
        number = term_ids_add(n, text);
    if (number != NAMES_NONE)
        term[number] = of;
    return number;
}

static bool no_room(duel_msg *why)
{
    duel_refuse(why,
                N_("This sheet does not ground, and has more facts or moves than can be "
                   "numbered as they are met."),
                "");
    return false;
}

static bool number_facts(proved_machine *p, uint64_t *facts, duel_msg *why)
{
    const gdl_list *state = gdl_prover_state(p->prover);
    memset(facts, 0, machine_fact_words(&p->m) * sizeof *facts);
    for (size_t i = 0; i < state->count; i++) {
        uint32_t number = number_of(p, &p->m.fact_names, p->fact, state->at[i]);
        if (number == NAMES_NONE)
            return no_room(why);
        facts[number / 64] |= (uint64_t)1 << (number % 64);
    }
    return true;
}

static bool number_moves(proved_machine *p, uint64_t *legal, duel_msg *why)
{
    memset(legal, 0, machine_move_words(&p->m) * sizeof *legal);
    for (uint32_t r = 0; r < p->m.roles; r++) {
        const gdl_list *moves = gdl_prover_legal(p->prover, r);
        uint32_t first = p->m.first_move[r];
        for (size_t i = 0; i < moves->count; i++) {
            uint32_t n = number_of(p, &p->m.move_names[r], p->move + first, moves->at[i]);
            if (n == NAMES_NONE)
                return no_room(why);
            legal[(first + n) / 64] |= (uint64_t)1 << ((first + n) % 64);
        }
    }
    return true;
}

/* ---- running ---------------------------------------------------------------------------- */

static duel_status set_facts(proved_machine *p, const uint64_t *facts, duel_msg *why)
{
    p->given.count = 0;
    for (uint32_t w = 0; w < machine_fact_words(&p->m); w++)
        for (uint64_t left = facts[w]; left; left &= left - 1)
            p->given.at[p->given.count++] = p->fact[w * 64 + (uint32_t)__builtin_ctzll(left)];
    return gdl_prover_set(p->prover, p->given.at, p->given.count, why);
}

static duel_status play_step(proved_machine *p, const machine_step *step, duel_msg *why)
{
    gdl_term move[MACHINE_ROLES];
    for (uint32_t r = 0; r < p->m.roles; r++)
        move[r] = p->move[step->move[r]];
    return gdl_prover_play(p->prover, move, why);
}

static void score_state(proved_machine *p, machine_step *step)
{
    step->scored = 0;
    for (uint32_t r = 0; r < p->m.roles; r++)
        if (gdl_prover_goal(p->prover, r, &step->points[r]) == GDL_GOAL_ONE)
            step->scored |= (uint8_t)(1u << r);
}

static bool prove_step(proved_machine *p, machine_step *step, duel_msg *why)
{
    duel_status status = set_facts(p, step->from ? step->from : step->facts, why);
    if (status == DUEL_OK && step->from)
        status = play_step(p, step, why);
    if (status != DUEL_OK || (step->from && !number_facts(p, step->facts, why)) ||
        !number_moves(p, step->legal, why))
        return false;
    step->over = gdl_prover_over(p->prover);
    score_state(p, step);
    return true;
}

static void find_choices(const machine *m, machine_step *step)
{
    step->stuck = step->choosing = 0;
    for (uint32_t r = 0; r < m->roles; r++) {
        uint32_t first;
        step->choosing |= (uint8_t)(machine_chooses(m, step->legal, r, &first) << r);
        step->stuck |= (uint8_t)((first == NAMES_NONE) << r);
    }
}

static bool run_one(proved_machine *p, machine_step *step, duel_msg *why)
{
    bool known = remembered_ask(&p->steps, &p->m, step);
    if (!known && !prove_step(p, step, why))
        return false;
    if (!known)
        remembered_learn(&p->steps, &p->m, step);
    find_choices(&p->m, step);
    return true;
}

/* After a failure for want of time or memory a prover is spent. The terms of a new one have
 * other numbers, so all are read again. */
static bool renew_terms(proved_machine *p, term_ids *n, gdl_term *term)
{
    for (uint32_t i = 0; i < n->count; i++)
        if (gdl_prover_term(p->prover, duel_str_of(n->at[i]->text), &term[i], NULL) != DUEL_OK)
            return false;
    return true;
}

static const gdl_limits a_state = {.seconds = 20, .bytes = (size_t)1 << 30};

static bool renew_prover(proved_machine *p)
{
    gdl_prover_free(p->prover);
    p->prover = NULL;
    bool good = gdl_prover_new(p->sheet, a_state, &p->prover, NULL) == DUEL_OK &&
                renew_terms(p, &p->m.fact_names, p->fact);
    for (uint32_t r = 0; r < p->m.roles && good; r++)
        good = renew_terms(p, &p->m.move_names[r], p->move + p->m.first_move[r]);
    return good;
}

static bool run_proved(machine *m, machine_step *step, int count, duel_msg *why)
{
    proved_machine *p = (proved_machine *)m;
    bool good = true;
    pthread_mutex_lock(&p->lock);
    if (p->prover == NULL)
        good = renew_prover(p) || (duel_no_space(why), false);
    for (int i = 0; i < count && good; i++)
        good = run_one(p, &step[i], why);
    if (!good) {
        gdl_prover_free(p->prover);
        p->prover = NULL;
    }
    pthread_mutex_unlock(&p->lock);
    return good;
}

static uint32_t meet_fact(machine *m, duel_str fact)
{
    proved_machine *p = (proved_machine *)m;
    gdl_term term;
    uint32_t number = NAMES_NONE;
    pthread_mutex_lock(&p->lock);
    if (p->prover && gdl_prover_term(p->prover, fact, &term, NULL) == DUEL_OK)
        number = number_of(p, &p->m.fact_names, p->fact, term);
    pthread_mutex_unlock(&p->lock);
    return number;
}

/* ---- life ------------------------------------------------------------------------------- */

static void free_proved(machine *m)
{
    proved_machine *p = (proved_machine *)m;
    gdl_prover_free(p->prover);
    free(p->fact);
    free(p->move);
    free(p->given.at);
    duel_buf_fini(&p->text);
    remembered_fini(&p->steps);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

static const machine_kind proved_way = {run_proved, meet_fact, free_proved};

static duel_status room_for_facts(proved_machine *p, duel_msg *why)
{
    machine *m = &p->m;
    duel_status status = term_ids_init(&m->fact_names, FACTS_ROOM, why);
    for (uint32_t r = 0; r < m->roles && status == DUEL_OK; r++)
        status = term_ids_init(&m->move_names[r], MOVES_ROOM, why);
    p->fact = calloc(FACTS_ROOM, sizeof *p->fact);
    p->move = calloc(m->moves, sizeof *p->move);
    p->given.at = calloc(FACTS_ROOM, sizeof *p->given.at);
    m->start = calloc(machine_fact_words(m), sizeof *m->start);
    bool room = remembered_init(&p->steps, m) && p->fact && p->move && p->given.at && m->start;
    return status == DUEL_OK && !room ? duel_no_space(why) : status;
}

static duel_status begin_proving(proved_machine *p, const gdl_sheet *s, duel_msg *why)
{
    machine *m = &p->m;
    m->way = &proved_way;
    m->roles = s->roles;
    m->facts = FACTS_ROOM;
    m->moves = MOVES_ROOM * s->roles;
    m->most_points = INT16_MAX;
    for (uint32_t r = 0; r <= s->roles; r++)
        m->first_move[r] = r * MOVES_ROOM;
    p->sheet = s;
    duel_status status = room_for_facts(p, why);
    if (status == DUEL_OK)
        status = gdl_prover_new(s, a_state, &p->prover, why);
    if (status == DUEL_OK && !number_facts(p, m->start, why))
        status = DUEL_REFUSED;
    return status;
}

duel_status machine_new_proved(const gdl_sheet *s, machine **out, duel_msg *why)
{
    proved_machine *p = calloc(1, sizeof *p);
    if (p == NULL)
        return duel_no_space(why);
    pthread_mutex_init(&p->lock, NULL);
    duel_buf_init(&p->text);
    duel_status status = begin_proving(p, s, why);
    if (status == DUEL_OK)
        *out = &p->m;
    else
        machine_free(&p->m);
    return status;
}
