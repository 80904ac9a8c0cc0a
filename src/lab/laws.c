/* lab/laws.c -- the play that tries the laws, and the shortest line that breaks one: see
 * laws.h. The laws themselves stand in laws_rules, laws_secrets, laws_speed, laws_picture,
 * laws_reasons and laws_help. */
#include "lab/laws.h"
#include "core/play.h"
#include "core/variant.h"
#include "lab/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is remembered -------------------------------------------------------------- */

/* A fixed number of places: what comes later is not kept. */
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

static void law_memo_free(law_memo *m)
{
    if (m == NULL)
        return;
    free(m->exact.state);
    free(m->canon.state);
    free(m);
}

/* NULL: no memory. */
static law_memo *law_memo_new(const duel_variant *v)
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

/* ---- the list ------------------------------------------------------------------------ */

static const law *const groups[] = {laws_of_rules,    laws_of_secrets, laws_of_speed,
                                    laws_of_pictures, laws_of_reasons, laws_of_help,
                                    laws_of_deals,    laws_of_numbers, laws_of_typing};
enum { GROUPS = sizeof groups / sizeof *groups };

static int size_of(const law *group)
{
    int n = 0;
    while (group[n].name)
        n++;
    return n;
}

static int law_count(void)
{
    int n = 0;
    for (int g = 0; g < GROUPS; g++)
        n += size_of(groups[g]);
    return n;
}

/* Number `n` of all the laws, which there must be. */
static const law *law_number(int n)
{
    int g = 0;
    for (; n >= size_of(groups[g]); g++)
        n -= size_of(groups[g]);
    return &groups[g][n];
}

/* ---- trying -------------------------------------------------------------------------- */

static void look_again(law_trial *t)
{
    t->over = t->g->over(t->v, &t->state, t->score);
    t->count = t->g->moves(t->v, &t->state, t->list);
}

/* The same draws for the same law at the same point, so that a breach can be shown again. */
static bool law_holds(law_trial *t, int number)
{
    duel_rng_init_number(&t->rng, (uint64_t)number * 1000003 + t->record.count);
    bool right = law_number(number)->holds(t);
    return duel_fault_guard_take(t->guard, t->detail) == DUEL_OK &&
           right; /* a failure tells more */
}

static duel_status begin_trial(law_trial *t, const duel_variant *v, uint64_t seed,
                               duel_msg *why)
{
    t->v = v;
    t->g = v->game;
    duel_record_init(&t->record, v);
    snprintf(t->record.seed, sizeof t->record.seed, "%llu", (unsigned long long)seed);
    duel_status status = duel_record_begin(&t->record, &t->state, why);
    if (status == DUEL_OK)
        look_again(t);
    return status;
}

static void step_in_trial(law_trial *t, duel_move move)
{
    duel_record_add(&t->record, move, NULL);
    t->g->play(t->v, &t->state, move);
    look_again(t);
}

/* ---- shrinking ----------------------------------------------------------------------- */

/* Whether a law is broken at the end of these moves; false too if one of them is not legal. */
static bool shows(const law_trial *from, int number, const duel_move *moves, size_t count)
{
    law_trial *t = malloc(sizeof *t);
    duel_msg detail = {0};
    bool shown = false;
    if (t == NULL)
        return false;
    *t = *from;
    t->detail = &detail;
    t->seen = NULL; /* laws about pairs of positions are not shrunk */
    duel_record_init(&t->record, from->v);
    strcpy(t->record.seed, from->record.seed);
    duel_record_begin(&t->record, &t->state, NULL);
    look_again(t);
    size_t played = 0;
    while (played < count && duel_legal(t->v, &t->state, moves[played]))
        step_in_trial(t, moves[played++]);
    if (played == count)
        shown = !law_holds(t, number);
    duel_record_fini(&t->record);
    free(t);
    return shown;
}

/* Leaves out blocks of moves, then single ones, as long as what remains still shows the breach
 * (Zeller and Hildebrandt's delta debugging, IEEE TSE 2002, without its first split). */
static size_t shrink_breach(const law_trial *t, int number, duel_move *moves, size_t count)
{
    duel_move *shorter = malloc((count + 1) * sizeof *shorter);
    for (size_t block = count / 2 + 1; shorter && block > 0; block /= 2) {
        for (size_t at = 0; at + block <= count;) {
            memcpy(shorter, moves, at * sizeof *moves);
            memcpy(shorter + at, moves + at + block, (count - at - block) * sizeof *moves);
            if (shows(t, number, shorter, count - block)) {
                count -= block;
                memcpy(moves, shorter, count * sizeof *moves);
            } else {
                at++;
            }
        }
    }
    free(shorter);
    return count;
}

static void describe(const law_trial *t, const duel_move *moves, size_t count, law_breach *b)
{
    duel_state state;
    duel_buf_init(&b->variant);
    duel_buf_init(&b->position);
    duel_buf_init(&b->moves);
    snprintf(b->seed, sizeof b->seed, "%s", t->record.seed);
    duel_variant_print(t->v, &b->variant.sink);
    duel_deal(t->v, duel_str_of(b->seed), &state);
    for (size_t i = 0; i < count; i++) {
        if (i)
            duel_put(&b->moves.sink, ",");
        duel_print_move(t->v, &state, moves[i], &b->moves.sink);
        t->g->play(t->v, &state, moves[i]);
    }
    duel_print(t->v, &state, &b->position.sink);
}

static void report_breach(law_trial *t, int number, laws_report *out)
{
    size_t count = t->record.count;
    duel_move *moves = malloc((count + 1) * sizeof *moves);
    out->broken = true;
    out->breach.law = law_number(number)->name;
    if (moves == NULL)
        return;
    if (count)
        memcpy(moves, t->record.move, count * sizeof *moves);
    if (shows(t, number, moves, count))
        count = shrink_breach(t, number, moves, count);
    describe(t, moves, count, &out->breach);
    free(moves);
}

/* ---- playing ------------------------------------------------------------------------- */

static bool try_all(law_trial *t, laws_report *out)
{
    out->positions++;
    for (int number = 0; number < law_count(); number++) {
        duel_msg detail = {0};
        t->detail = &detail;
        out->checks++;
        if (law_holds(t, number))
            continue;
        out->breach.detail = detail;
        report_breach(t, number, out);
        return false;
    }
    return true;
}

static bool play_one(law_trial *t, duel_rng *rng, laws_report *out)
{
    enum { LOOPY_PLIES = 60, LONGEST = 2000 };
    size_t longest = t->v->traits & DUEL_LOOPY ? LOOPY_PLIES : LONGEST;
    out->games++;
    bool fine = try_all(t, out);
    while (fine && t->count && t->record.count < longest) {
        step_in_trial(t, t->list[duel_rng_below(rng, (uint32_t)t->count)]);
        fine = try_all(t, out);
    }
    return fine;
}

static duel_status check_variant(const duel_variant *v, duel_fault_guard *guard, uint64_t seed,
                                 int games, laws_report *out, duel_msg *why)
{
    duel_rng rng;
    law_trial *t = calloc(1, sizeof *t);
    law_memo *seen = law_memo_new(v);
    duel_status status = t && seen ? DUEL_OK : duel_no_space(why);
    duel_rng_init_number(&rng, seed);
    for (int i = 0; status == DUEL_OK && !out->broken && i < games; i++) {
        t->guard = guard;
        t->seen = seen;
        t->first = i == 0;
        status = begin_trial(t, v, seed + (uint64_t)i, why);
        if (status == DUEL_OK)
            play_one(t, &rng, out);
        duel_record_fini(&t->record);
    }
    law_memo_free(seen);
    free(t);
    return status;
}

/* A value for an option: often the default, else near the small end, where games are short;
 * decimals anywhere, since millionths say little. */
static int64_t draw_option(const duel_option *o, duel_rng *rng)
{
    enum { NEAR = 24 };
    bool wide = o->most - o->least > NEAR && o->kind != DUEL_DECIMAL;
    int64_t most = wide ? o->least + NEAR : o->most;
    if (duel_rng_below(rng, 2))
        return o->initial;
    if (o->kind == DUEL_SET) {
        int64_t some = (int64_t)(duel_rng_next(rng) & 0x3E);
        return some ? some : o->initial;
    }
    if (o->kind == DUEL_CHOICE) {
        uint32_t n = 0;
        while (o->choices[n])
            n++;
        return duel_rng_below(rng, n);
    }
    return o->least + duel_rng_below(rng, (uint32_t)(most - o->least + 1));
}

bool law_draw_variant(const duel_game *game,
                      int64_t (*draw)(const duel_option *o, duel_rng *rng), duel_rng *rng,
                      duel_variant *v)
{
    duel_buf text;
    duel_buf_init(&text);
    for (const duel_option *o = game->options; o && o->name; o++) {
        int64_t value = draw(o, rng);
        if (value == o->initial)
            continue;
        duel_putf(&text.sink, " %s=", o->name);
        duel_option_print(o, value, &text.sink);
    }
    bool good = duel_variant_read(game, duel_buf_str(&text), v, NULL) == DUEL_OK;
    duel_buf_fini(&text);
    return good;
}

static duel_status check_variants(const duel_game *game, duel_fault_guard *guard, uint64_t seed,
                                  int games, int variants, laws_report *out, duel_msg *why)
{
    duel_variant v;
    duel_rng rng;
    duel_rng_init_number(&rng, seed);
    duel_status status = duel_variant_make(game, NULL, 0, &v, why);
    if (status == DUEL_OK)
        status = check_variant(&v, guard, seed, games, out, why);
    for (int i = 0; status == DUEL_OK && !out->broken && game->options && i < variants; i++)
        if (law_draw_variant(game, draw_option, &rng, &v))
            status = check_variant(&v, guard, seed + (uint64_t)i, 1 + games / 4, out, why);
    return status;
}

duel_status laws_check(const duel_game *game, uint64_t seed, int games, int variants,
                       laws_report *out, duel_msg *why)
{
    memset(out, 0, sizeof *out);
    duel_fault_guard g;
    duel_fault_guard_begin_twice(&g, game);
    duel_status status = check_variants(game, &g, seed, games, variants, out, why);
    duel_fault_guard_take(&g, NULL); /* met again while a breach was described */
    return duel_fault_guard_end(&g, status, why);
}

void laws_report_fini(laws_report *r)
{
    if (!r->broken)
        return;
    duel_buf_fini(&r->breach.variant);
    duel_buf_fini(&r->breach.position);
    duel_buf_fini(&r->breach.moves);
}
