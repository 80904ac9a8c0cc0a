/* store/solved_counts.c -- counts over all solved positions of a game: counted with a few
 * positions of each kind to look at, written as lines, and as facts of Prolog. See results.h.
 * */
#include "base/grow.h"
#include "base/rng.h"
#include "core/fault_guard.h"
#include "core/play.h"
#include "core/value.h"
#include "core/variant.h"
#include "store/results_inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- counted ----------------------------------------------------------------------------- */

typedef struct counting {
    solved_counts *to;
    value_format format;
    duel_rng rng;
    const atomic_bool *stop;
    bool stopped;
    uint64_t met; /* whatever is known of them */
} counting;

int solved_counts_sampled(const solved_counts *c, duel_value value)
{
    return c->open[value] < SOLVED_COUNTS_SAMPLE ? (int)c->open[value] : SOLVED_COUNTS_SAMPLE;
}

/* The n-th of its kind takes a place with chance places / n (Vitter, "Random sampling with a
 * reservoir", ACM TOMS 11(1), 1985). */
static void sample_key(counting *c, duel_value value, uint64_t key)
{
    uint64_t n = ++c->to->open[value], place = n - 1;
    if (n > SOLVED_COUNTS_SAMPLE)
        place = (uint64_t)(duel_rng_unit(&c->rng) * (double)n);
    if (place < SOLVED_COUNTS_SAMPLE)
        c->to->sample[value][place] = key;
}

static bool count_position(void *to, uint64_t key, uint64_t code)
{
    enum { LOOK_EVERY = 4096 };
    counting *c = to;
    duel_result r = value_decode(&c->format, code);
    solved_counts *out = c->to;
    c->met++;
    if (r.value == DUEL_UNSOLVED)
        return true;
    out->positions++;
    out->count[r.value]++;
    if (r.remoteness > 0 || r.value == DUEL_DRAW) /* without end, nobody counts plies */
        sample_key(c, r.value, key);
    if (r.value == DUEL_WIN && r.remoteness != DUEL_NO_REMOTENESS &&
        r.remoteness > out->longest) {
        out->longest = r.remoteness;
        out->longest_key = key;
    }
    c->stopped = out->positions % LOOK_EVERY == 0 && c->stop && atomic_load(c->stop);
    return !c->stopped;
}

/* Positions solved in one way: by tiers, else under canonical keys, else under plain ones. */
static duel_status count_one_way(counting *c, data_store *store, const duel_variant *v,
                                 duel_msg *why)
{
    static const results_coding ways[] = {RESULTS_TIERS, RESULTS_CANONICAL, RESULTS_PACK};
    duel_status status = DUEL_OK;
    for (size_t i = 0; status == DUEL_OK && c->met == 0 && i < sizeof ways / sizeof *ways;
         i++) {
        c->to->folded = ways[i] == RESULTS_TIERS ? v->game->accel && v->game->accel->canon
                                                 : ways[i] == RESULTS_CANONICAL;
        status = results_pass(store, v, ways[i], count_position, c, &c->to->damaged, why);
    }
    return status;
}

duel_status solved_counts_make(data_store *store, const duel_variant *v, uint64_t seed,
                               const atomic_bool *stop, solved_counts *out, duel_msg *why)
{
    counting c = {.to = out, .format = value_format_of(v), .stop = stop};
    *out = (solved_counts){.ahead = value_has_margin(v)};
    if (duel_has_secrets(v))
        return duel_refuse(why, N_("A game with secrets has no positions to count."), "");
    duel_rng_init_number(&c.rng, seed);
    duel_status status = count_one_way(&c, store, v, why);
    if (status == DUEL_OK && c.stopped)
        return duel_say(why, N_("Stopped before all positions were counted."), ""),
               DUEL_STOPPED;
    if (status == DUEL_OK && out->positions == 0)
        return duel_refuse(
            why,
            N_("Nothing of this game is kept as solved yet; “duel solve” keeps what it proves."),
            "");
    return status;
}

duel_status solved_counts_position(const duel_variant *v, uint64_t key, duel_state *out,
                                   duel_msg *why)
{
    const duel_accel *a = v->game->accel;
    if (a == NULL || a->unpack == NULL || !a->unpack(v, key, out))
        return duel_refuse(why,
                           N_("Positions of this game cannot be made from what is kept of "
                              "them."),
                           "");
    return DUEL_OK;
}

/* ---- of which games and variants --------------------------------------------------------- */

/* The variants to export, noted first: exporting takes long and the list's reader must not. */
typedef struct topics {
    duel_finder *find;
    duel_variant *variant;
    size_t count;
    bool failed;
} topics;

/* The same variant may have been solved in several ways. */
static bool has_topic(const topics *t, const duel_variant *v)
{
    for (size_t i = 0; i < t->count; i++)
        if (t->variant[i].game == v->game &&
            memcmp(t->variant[i].option, v->option, sizeof v->option) == 0)
            return true;
    return false;
}

static bool note_topic(void *to, const stored_results *row)
{
    topics *t = to;
    const duel_game *game = t->find(row->topic.game);
    duel_variant v;
    if (game == NULL || game->version != row->topic.rules ||
        duel_variant_read(game, row->topic.variant, &v, NULL) != DUEL_OK || has_topic(t, &v))
        return true;
    t->failed = !GROW_ONE(t->variant, t->count);
    if (t->failed)
        return false;
    t->variant[t->count++] = v;
    return true;
}

static duel_status note_topics(data_store *store, duel_str game, topics *t, duel_msg *why)
{
    duel_status status = results_list(store, game, note_topic, t, why);
    return status == DUEL_OK && t->failed ? duel_no_space(why) : status;
}

/* ---- as lines ---------------------------------------------------------------------------- */

typedef struct line_writer {
    const duel_variant *v;
    bool mixes; /* of a game with secrets */
    results_coding way;
    value_format format;
    duel_buf text; /* the variant's */
    duel_sink *out;
} line_writer;

static bool export_position(void *to, uint64_t key, uint64_t code)
{
    line_writer *w = to;
    duel_sink *out = w->out;
    duel_putf(out, "%s\t", w->v->game->id);
    duel_put_str(out, duel_buf_str(&w->text));
    if (w->mixes) { /* a chance for each choice */
        duel_putf(out, "\tmix\t%llu\t%.12f\n", (unsigned long long)key,
                  ldexp((double)(code - 1), -DUEL_MIX_BITS));
        return true;
    }
    static const char *const words[8] = {"unsolved", "loss", "draw", "tie",
                                         "win",      "?",    "?",    "?"};
    bool canon = w->way == RESULTS_TIERS ? w->v->game->accel->canon != NULL
                                         : w->way == RESULTS_CANONICAL;
    duel_result r = value_decode(&w->format, code);
    duel_putf(out, "\t%s\t%llu\t%s\t%lu\t%ld\t%lu\n", canon ? "canon" : "pack",
              (unsigned long long)key, words[r.value & 7], (unsigned long)r.remoteness,
              (long)r.score, (unsigned long)r.nimber);
    return true;
}

static duel_status export_variant(data_store *store, const duel_variant *v, duel_sink *out,
                                  uint64_t *damaged, duel_msg *why)
{
    static const results_coding ways[] = {RESULTS_CANONICAL, RESULTS_PACK, RESULTS_TIERS};
    line_writer w = {
        .v = v, .mixes = duel_has_secrets(v), .format = value_format_of(v), .out = out};
    duel_status status = DUEL_OK;
    duel_buf_init(&w.text);
    duel_variant_print(v, &w.text.sink);
    for (size_t i = 0; status == DUEL_OK && i < sizeof ways / sizeof *ways; i++) {
        w.way = ways[i];
        status = results_pass(store, v, w.way, export_position, &w, damaged, why);
    }
    duel_buf_fini(&w.text);
    return status;
}

duel_status results_export(data_store *store, duel_finder *find_game, duel_str game,
                           duel_sink *out, duel_msg *why)
{
    topics t = {.find = find_game};
    uint64_t damaged = 0;
    duel_status status = note_topics(store, game, &t, why);
    for (size_t i = 0; status == DUEL_OK && i < t.count; i++)
        status = export_variant(store, &t.variant[i], out, &damaged, why);
    free(t.variant);
    if (status == DUEL_OK && damaged)
        return duel_fail(why, N_("{0} damaged {0:block|blocks} of learned positions left out."),
                         "i", (int64_t)damaged);
    return status;
}

/* ---- as facts of Prolog, as the files of 1995 have them ---------------------------------- */

/*     base([7,0],[1,3]).      won, by taking 3
 *     base([5,1],[0,nil]).    lost */

typedef struct facts_walk { /* all positions below the start, in the order they are met */
    const duel_variant *v;
    const duel_learned *learned;
    value_format format;
    unsigned char *states;
    size_t count, room;
    uint32_t *slot; /* by key: number + 1, or 0 */
    uint32_t slot_bits;
} facts_walk;

static const void *walk_state(const facts_walk *w, size_t i)
{
    return w->states + i * w->v->state_size;
}

static uint64_t walk_key(const facts_walk *w, const void *state)
{
    return w->v->game->accel->pack(w->v, state);
}

/* Where a key stands, or would. */
static uint32_t *place_of(const facts_walk *w, uint64_t key)
{
    uint32_t mask = (UINT32_C(1) << w->slot_bits) - 1;
    uint32_t at = (uint32_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 32) & mask;
    while (w->slot[at] && walk_key(w, walk_state(w, w->slot[at] - 1)) != key)
        at = (at + 1) & mask;
    return &w->slot[at];
}

static bool widen_walk(facts_walk *w)
{
    size_t room = w->room;
    if (!duel_grow(&w->states, w->v->state_size, &room, sizeof room, room + 1))
        return false;
    uint32_t *slot = calloc(2 * room, sizeof *slot);
    if (slot == NULL)
        return false;
    free(w->slot);
    w->slot = slot;
    w->room = room;
    w->slot_bits = (uint32_t)__builtin_ctzll(2 * room);
    for (size_t i = 0; i < w->count; i++)
        *place_of(w, walk_key(w, walk_state(w, i))) = (uint32_t)i + 1;
    return true;
}

static bool meet_position(facts_walk *w, const void *state)
{
    if (w->count == w->room && !widen_walk(w))
        return false;
    uint32_t *place = place_of(w, walk_key(w, state));
    if (*place)
        return true;
    memcpy(w->states + w->count * w->v->state_size, state, w->v->state_size);
    *place = (uint32_t)++w->count;
    return true;
}

/* What is known of a position. */
static duel_result known_of(const facts_walk *w, const void *state)
{
    int32_t score[DUEL_SEATS];
    const duel_accel *accel = w->v->game->accel;
    int seat = w->v->game->turn(w->v, state);
    if (w->v->game->over(w->v, state, score))
        return value_of_end(w->v, score, seat);
    uint64_t pack = accel->pack(w->v, state);
    uint64_t canon = accel->canon ? accel->canon(w->v, state) : pack;
    duel_result r = value_decode(&w->format, w->learned->find(w->learned->self, pack, canon));
    return value_has_margin(w->v) ? value_total(r, value_margin_so_far(w->v, state, seat)) : r;
}

static void write_quoted(duel_str text, duel_sink *out)
{
    int64_t number;
    if (duel_str_number(text, &number)) {
        duel_put_str(out, text);
        return;
    }
    duel_put_char(out, '\'');
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] == '\'' || text.at[i] == '\\')
            duel_put_char(out, text.at[i]);
        duel_put_char(out, text.at[i]);
    }
    duel_put_char(out, '\'');
}

/* By the notation of the game, for those that have no terms of their own. */
static void write_by_notation(const duel_variant *v, const void *state, const duel_said *said,
                              duel_sink *out)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_print(v, state, &text.sink);
    duel_put(out, "base(");
    write_quoted(duel_buf_str(&text), out);
    duel_put(out, said->value == DUEL_WIN ? ",[1," : ",[0,");
    duel_buf_clear(&text);
    if (said->has_move)
        duel_print_move(v, state, said->move, &text.sink);
    if (said->has_move)
        write_quoted(duel_buf_str(&text), out);
    else
        duel_put(out, "nil");
    duel_put(out, "]).\n");
    duel_buf_fini(&text);
}

static void write_one(const facts_walk *w, const void *state, const duel_said *said,
                      duel_sink *out)
{
    if (said->value != DUEL_WIN && said->value != DUEL_LOSS)
        return;
    if (w->v->game->source.write_fact)
        w->v->game->source.write_fact(w->v, state, said, out);
    else
        write_by_notation(w->v, state, said, out);
}

/* Looks at the children, and writes what is known of the position: the quickest win, if any. */
static bool tell_position(facts_walk *w, size_t i, duel_move *list, duel_sink *out)
{
    duel_state state = {{0}}, child = {{0}};
    memcpy(&state, walk_state(w, i), w->v->state_size);
    int count = duel_is_over(w->v, &state) ? 0 : w->v->game->moves(w->v, &state, list);
    duel_result known = known_of(w, &state);
    duel_said said = {.value = known.value};
    int seat = w->v->game->turn(w->v, &state);
    for (int m = 0; m < count; m++) {
        memcpy(&child, &state, w->v->state_size);
        w->v->game->play(w->v, &child, list[m]);
        bool other = w->v->game->turn(w->v, &child) != seat;
        duel_result after = value_step(known_of(w, &child), other);
        if (known.value == DUEL_WIN && !said.has_move && after.value == DUEL_WIN &&
            after.remoteness == known.remoteness)
            said = (duel_said){DUEL_WIN, true, list[m]};
        if (!meet_position(w, &child))
            return false;
    }
    if (count)
        write_one(w, &state, &said, out);
    return true;
}

/* Writes a fact for each position that can be reached and is known to be won or lost; those
 * that are over need none. */
static duel_status write_facts(const duel_variant *v, const duel_learned *l, duel_sink *out,
                               duel_msg *why)
{
    duel_state start;
    facts_walk w = {.v = v, .learned = l, .format = value_format_of(v)};
    duel_move *list = malloc(v->max_moves * sizeof *list);
    duel_status status = duel_deal(v, duel_str_of("1"), &start);
    bool fits = list && status == DUEL_OK && meet_position(&w, &start);
    for (size_t i = 0; fits && i < w.count; i++)
        fits = tell_position(&w, i, list, out);
    free(list);
    free(w.states);
    free(w.slot);
    return status == DUEL_OK && !fits ? duel_no_space(why) : status;
}

static duel_status facts_of_variant(data_store *store, const duel_variant *v, duel_sink *out,
                                    duel_msg *why)
{
    duel_learned l;
    duel_status status = results_open(store, v, &l, why);
    if (status != DUEL_OK)
        return status;
    duel_fault_guard g;
    duel_fault_guard_begin(&g, v->game);
    status = write_facts(v, &l, out, why);
    status = duel_fault_guard_end(&g, status, why);
    results_close(&l);
    return status;
}

duel_status results_facts(data_store *store, duel_finder *find_game, duel_str game,
                          duel_sink *out, duel_msg *why)
{
    topics t = {.find = find_game};
    duel_status status = note_topics(store, game, &t, why);
    for (size_t i = 0; status == DUEL_OK && i < t.count; i++)
        status = facts_of_variant(store, &t.variant[i], out, why);
    free(t.variant);
    return status;
}
