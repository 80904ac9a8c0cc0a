/* sheets/sampling.c -- facts about a sheet from games of random moves, before it is played.
 *
 * Who chooses when, which moves are mere waiting, whose turn a fact names, what the goals come
 * to, and what the sheet leaves open. States met on the way are kept: whoever looks for a
 * board, or for what is true in every state, begins with what is true in these. */
#include "base/clock.h"
#include "base/long_work.h"
#include "gdl/bit_program.h"
#include "sheets/inside.h"

#include <stdlib.h>
#include <string.h>

enum { LANES = 256, SAMPLES = 4096, LONGEST = 600 };

/* A relation of one argument that may name whose turn it is. */
typedef struct turn_relation {
    const char *word;
    bool refuted;
    uint32_t right; /* states in which it named the only one who chose */
} turn_relation;

typedef struct surveyor {
    machine *m;
    const char *const *role;
    sheet_sampling *out;
    duel_rng rng;
    int lanes;
    machine_step step[LANES];
    uint64_t *room; /* two states for each lane: facts and legal moves */
    uint32_t words; /* of one */
    uint32_t steps[LANES];
    turn_relation *relation;
    uint32_t relations;
    uint32_t *relation_of; /* by fact: relation + 1; 0: none */
    int8_t *role_of;       /* by fact of such a relation: the role it names */
} surveyor;

/* ---- relations that may name the turn --------------------------------------------------- */

static uint32_t relation_named(surveyor *s, const char *word)
{
    uint32_t i = 0;
    while (i < s->relations && strcmp(s->relation[i].word, word) != 0)
        i++;
    if (i == s->relations)
        s->relation[s->relations++] = (turn_relation){.word = word};
    return i;
}

static void find_relations(surveyor *s)
{
    const term_ids *facts = &s->m->fact_names;
    for (uint32_t i = 0; i < facts->count; i++) {
        const term_id *n = facts->at[i];
        int role =
            n->parts == 2 ? machine_role_named(s->m, s->role, n->part[1]) : SAMPLING_NOBODY;
        if (role == SAMPLING_NOBODY || s->relation_of[i])
            continue;
        s->relation_of[i] = relation_named(s, n->part[0]) + 1;
        s->role_of[i] = (int8_t)role;
    }
}

/* `chooser`: the only one who chooses; SAMPLING_NOBODY: it cannot be told. */
static void try_relations(surveyor *s, const uint64_t *facts, int chooser)
{
    for (uint32_t k = 0; k < s->relations; k++) {
        int whose = SAMPLING_NOBODY, count = 0;
        for (uint32_t i = 0; i < s->m->fact_names.count; i++)
            if (s->relation_of[i] == k + 1 && bit_in(facts, i)) {
                whose = s->role_of[i];
                count++;
            }
        turn_relation *r = &s->relation[k];
        r->refuted |= count != 1 || (chooser != SAMPLING_NOBODY && whose != chooser);
        r->right += chooser != SAMPLING_NOBODY && whose == chooser;
    }
}

/* The relation that was right most often. */
static void settle_turns(surveyor *s)
{
    uint32_t best = 0, right = 0;
    for (uint32_t k = 0; k < s->relations; k++)
        if (!s->relation[k].refuted && s->relation[k].right > right) {
            best = k + 1;
            right = s->relation[k].right;
        }
    for (uint32_t i = 0; i < s->m->facts; i++)
        s->out->names_role[i] =
            (int8_t)(best && s->relation_of[i] == best ? s->role_of[i] : SAMPLING_NOBODY);
}

/* ---- one state -------------------------------------------------------------------------- */

static void note_end(surveyor *s, const machine_step *step, uint32_t steps)
{
    sheet_sampling *o = s->out;
    int32_t sum = 0;
    for (uint32_t r = 0; r < s->m->roles; r++) {
        if (r == o->chance)
            continue;
        if (!(step->scored >> r & 1)) {
            o->unscored = true;
            o->open_role = r;
            continue;
        }
        int32_t p = step->points[r];
        o->shades |= p != 0 && p != 50 && p != 100;
        sum += p;
    }
    o->least_sum = o->ends == 0 || sum < o->least_sum ? sum : o->least_sum;
    o->most_sum = o->ends == 0 || sum > o->most_sum ? sum : o->most_sum;
    o->ends++;
    o->longest = steps > o->longest ? steps : o->longest;
}

/* Who has a choice. Moves that are the only one of a role meanwhile are waiting. */
static void note_choices(surveyor *s, const machine_step *step)
{
    sheet_sampling *o = s->out;
    uint32_t count[MACHINE_ROLES], choosers = 0;
    int chooser = SAMPLING_NOBODY;
    for (uint32_t r = 0; r < s->m->roles; r++) {
        count[r] = machine_count(s->m, step->legal, r);
        o->chance_chose |= r == o->chance && count[r] > 1;
        if (r == o->chance || count[r] < 2)
            continue;
        choosers++;
        chooser = (int)r;
    }
    o->together |= choosers > 1;
    for (uint32_t r = 0; r < s->m->roles && choosers; r++)
        if (count[r] == 1)
            o->idle[machine_next(s->m, step->legal, r, NAMES_NONE)] = 1;
    try_relations(s, step->facts, choosers == 1 ? chooser : SAMPLING_NOBODY);
}

static void keep_sample(surveyor *s, const uint64_t *facts)
{
    size_t words = machine_fact_words(s->m);
    if (s->out->samples < SAMPLES)
        memcpy(s->out->sample + words * s->out->samples++, facts, words * sizeof *facts);
}

/* A legal move of every role. False: one has none. */
static bool choose_at_random(surveyor *s, machine_step *step)
{
    for (uint32_t r = 0; r < s->m->roles; r++) {
        uint32_t count = machine_count(s->m, step->legal, r);
        if (count == 0) {
            s->out->stranded = true;
            s->out->poor_role = r;
            return false;
        }
        step->move[r] = machine_nth(s->m, step->legal, r, duel_rng_below(&s->rng, count));
    }
    return true;
}

/* ---- games ------------------------------------------------------------------------------ */

static bool look_at_start(surveyor *s, machine_step *step, duel_msg *why)
{
    memcpy(step->facts, s->m->start, machine_fact_words(s->m) * sizeof *step->facts);
    step->from = NULL;
    return s->m->way->run(s->m, step, 1, why);
}

/* Two states for each lane, by turns the one before and the one to come. */
static uint64_t *state_room(const surveyor *s, int lane, int which)
{
    return s->room + ((size_t)lane * 2 + (size_t)which) * s->words;
}

static void note_state(surveyor *s, const machine_step *step)
{
    if (!s->m->ground)
        find_relations(s); /* facts are met on the way */
    note_choices(s, step);
    keep_sample(s, step->facts);
}

/* One step of every game; those that are over begin anew. */
static bool step_games(surveyor *s, const machine_step *start, int which, duel_msg *why)
{
    for (int i = 0; i < s->lanes; i++) {
        machine_step *step = &s->step[i];
        if (step->over)
            note_end(s, step, s->steps[i]);
        else
            note_state(s, step);
        if (step->over || s->steps[i] >= LONGEST || !choose_at_random(s, step)) {
            *step = *start;
            s->steps[i] = 0;
            choose_at_random(s, step);
        }
        step->from = step->facts;
        step->facts = state_room(s, i, which);
        step->legal = step->facts + machine_fact_words(s->m);
        s->steps[i]++;
    }
    return s->m->way->run(s->m, s->step, s->lanes, why);
}

/* Where a role has no move at the start, that is all there is to see. */
static bool can_begin(surveyor *s, machine_step *start)
{
    if (start->over)
        return false;
    for (uint32_t r = 0; r < s->m->roles; r++)
        if (machine_next(s->m, start->legal, r, NAMES_NONE) == NAMES_NONE) {
            note_state(s, start);
            return choose_at_random(s, start);
        }
    return true;
}

/* Always the same number for the same sheet: what is found must not depend on the hour. */
static int rounds_for(const machine *m)
{
    enum { INPUTS = 400000000, FEWEST = 24, OF_PROVER = 60 };
    const gdl_bit_program *flat = machine_compiled(m);
    if (flat == NULL)
        return OF_PROVER;
    size_t rounds = INPUTS / (flat->inputs + 1);
    return rounds < FEWEST ? FEWEST : rounds > LONGEST ? LONGEST : (int)rounds;
}

/* Ground sheets 256 games at once; of the others two, and where even that takes long, as far as
 * they get. */
static duel_status play_games(surveyor *s, duel_msg *why)
{
    double end = duel_clock() + 3;
    machine_step start = {.facts = state_room(s, LANES, 0)};
    start.legal = start.facts + machine_fact_words(s->m);
    s->lanes = s->m->ground ? LANES : 2;
    if (!look_at_start(s, &start, why))
        return DUEL_FAILED;
    for (int i = 0; i < s->lanes; i++)
        s->step[i] = start;
    find_relations(s);
    bool good = true, begun = can_begin(s, &start);
    for (int round = 0; good && begun && round < rounds_for(s->m); round++) {
        good = step_games(s, &start, round & 1, why);
        if (!s->m->ground && duel_clock() > end)
            break;
    }
    return good ? DUEL_OK : DUEL_FAILED;
}

static bool room_for_games(surveyor *s)
{
    machine *m = s->m;
    sheet_sampling *o = s->out;
    s->words = machine_fact_words(m) + machine_move_words(m);
    s->room = calloc((size_t)s->words * 2 * (LANES + 1), sizeof *s->room);
    s->relation = calloc((size_t)m->facts + 1, sizeof *s->relation);
    s->relation_of = calloc((size_t)m->facts + 1, sizeof *s->relation_of);
    s->role_of = calloc((size_t)m->facts + 1, sizeof *s->role_of);
    o->idle = calloc((size_t)m->moves + 1, sizeof *o->idle);
    o->names_role = calloc((size_t)m->facts + 1, sizeof *o->names_role);
    o->sample = malloc((size_t)SAMPLES * machine_fact_words(m) * sizeof *o->sample);
    return s->room && s->relation && s->relation_of && s->role_of && o->idle && o->names_role &&
           o->sample;
}

duel_status sampling_make(machine *m, const char *const *role, uint32_t chance,
                          sheet_sampling *out, duel_msg *why)
{
    duel_long_work_door(DUEL_LONG_WORK_SURVEY);
    surveyor *s = calloc(1, sizeof *s);
    *out = (sheet_sampling){.chance = chance};
    if (s == NULL)
        return duel_no_space(why);
    s->m = m;
    s->role = role;
    s->out = out;
    duel_rng_init_number(&s->rng, 1);
    duel_status status = room_for_games(s) ? play_games(s, why) : duel_no_space(why);
    if (status == DUEL_OK)
        settle_turns(s);
    else
        sampling_fini(out);
    free(s->room);
    free(s->relation);
    free(s->relation_of);
    free(s->role_of);
    free(s);
    return status;
}

void sampling_fini(sheet_sampling *s)
{
    free(s->idle);
    free(s->names_role);
    free(s->sample);
    *s = (sheet_sampling){.idle = NULL};
}
