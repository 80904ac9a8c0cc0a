/* service/session.c -- see session.h. */
#include "service/session.h"
#include "core/play.h"
#include "core/variant.h"
#include "service/catalogue.h"
#include "service/learned.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct seat {
    char spec[DUEL_SPEC_TEXT];
    duel_player *player; /* NULL: a person, or not yet opened */
} seat;

struct duel_session {
    duel_store *store;
    char id[DUEL_ID_TEXT];
    int64_t events; /* in the store */
    duel_record record;
    duel_state state, draft; /* validated; with the moves drafted on top */
    duel_move drafted[DUEL_SESSION_DRAFT];
    int drafted_count;
    seat seat[DUEL_SEATS];
    size_t memory;
    duel_learned learned; /* self == NULL: nothing is kept */
    bool assisted;
};

static const duel_variant *variant_of(const duel_session *s)
{
    return &s->record.variant;
}

/* ---- beginning ----------------------------------------------------------------------------
 */

static duel_session *session_new(duel_store *store, size_t memory)
{
    duel_session *s = calloc(1, sizeof *s);
    if (s) {
        s->store = store;
        s->memory = memory;
    }
    return s;
}

static void session_free(duel_session *s)
{
    for (int i = 0; i < DUEL_SEATS; i++)
        duel_player_close(s->seat[i].player);
    if (s->learned.self)
        duel_learned_close(&s->learned);
    duel_record_fini(&s->record);
    free(s);
}

static duel_status set_seat(duel_session *s, int i, duel_str spec, duel_msg *why)
{
    seat *at = &s->seat[i];
    if (spec.len >= sizeof at->spec)
        return duel_bad(why, N_("A player is named in at most {0} characters."), "i",
                        (int64_t)DUEL_SPEC_TEXT - 1);
    memcpy(at->spec, spec.at, spec.len);
    at->spec[spec.len] = '\0';
    if (duel_session_human(s, i))
        return DUEL_OK;
    return duel_player_open(spec, variant_of(s), s->memory,
                            s->learned.self ? &s->learned : NULL, &at->player, why);
}

static duel_status begin(duel_session *s, duel_msg *why)
{
    duel_status status = duel_record_begin(&s->record, &s->state, why);
    memcpy(&s->draft, &s->state, variant_of(s)->state_size);
    if (status == DUEL_OK && s->store)
        status = duel_learned_open(s->store, variant_of(s), &s->learned, why);
    return status;
}

static duel_status create(duel_session *s, int64_t now, duel_msg *why)
{
    if (s->store == NULL)
        return DUEL_OK;
    char secret[DUEL_SEED_TEXT];
    duel_rng rng;
    duel_buf variant, seats;
    const duel_variant *v = variant_of(s);
    duel_seed_from_system(secret);
    duel_rng_init(&rng, duel_str_of(secret));
    duel_buf_init(&variant);
    duel_buf_init(&seats);
    duel_variant_print(v, &variant.sink);
    for (int i = 0; i < v->seats; i++)
        duel_putf(&seats.sink, "%s%s", i ? " " : "", s->seat[i].spec);
    duel_saved header = {.game = duel_str_of(v->game->id),
                         .rules = v->game->version,
                         .variant = duel_buf_str(&variant),
                         .seed = duel_str_of(s->record.seed),
                         .start = duel_buf_str(&s->record.start),
                         .seats = duel_buf_str(&seats)};
    duel_status status = duel_store_create(s->store, &header, now, &rng, s->id, why);
    duel_buf_fini(&variant);
    duel_buf_fini(&seats);
    return status;
}

static void set_seed(duel_session *s, duel_str seed)
{
    if (duel_seed_valid(seed))
        snprintf(s->record.seed, sizeof s->record.seed, "%.*s", (int)seed.len, seed.at);
    else
        duel_seed_from_system(s->record.seed);
}

duel_status duel_session_new(duel_store *store, const duel_opening *o, size_t memory,
                             int64_t now, duel_session **out, duel_msg *why)
{
    duel_session *s = session_new(store, memory);
    if (s == NULL)
        return duel_full(why);
    duel_record_init(&s->record, o->variant);
    set_seed(s, o->seed);
    duel_put_str(&s->record.start.sink, o->start);
    duel_status status = begin(s, why);
    for (int i = 0; status == DUEL_OK && i < o->variant->seats; i++)
        status = set_seat(s, i, o->seats[i], why);
    if (status == DUEL_OK)
        status = create(s, now, why);
    if (status == DUEL_OK)
        *out = s;
    else
        session_free(s);
    return status;
}

void duel_session_close(duel_session *s, int64_t now)
{
    uint64_t saved;
    if (s == NULL)
        return;
    duel_session_learn(s, now, &saved, NULL); /* what cannot be kept can be solved again */
    session_free(s);
}

/* ---- resuming -----------------------------------------------------------------------------
 */

typedef struct resuming {
    duel_session *s;
    duel_status status;
    duel_msg *why;
} resuming;

static duel_status read_header(duel_session *s, const duel_saved *game, duel_msg *why)
{
    const duel_game *g;
    duel_variant v;
    duel_str seats = game->seats, spec;
    duel_status status = duel_need_game(game->game, &g, why);
    if (status == DUEL_OK && g->version != game->rules)
        status =
            duel_refuse(why, N_("This game was played with other rules of {0}."), "c", g->id);
    if (status == DUEL_OK)
        status = duel_variant_read(g, game->variant, &v, why);
    if (status != DUEL_OK)
        return status;
    duel_record_init(&s->record, &v);
    set_seed(s, game->seed);
    duel_put_str(&s->record.start.sink, game->start);
    memcpy(s->id, game->id, sizeof s->id);
    status = begin(s, why);
    for (int i = 0; status == DUEL_OK && i < v.seats; i++)
        status = duel_str_word(&seats, " ", &spec) ? set_seat(s, i, spec, why) : DUEL_FAILED;
    return status;
}

static bool take_header(void *to, const duel_saved *game)
{
    resuming *r = to;
    r->status = read_header(r->s, game, r->why);
    return false;
}

static duel_status drop_moves(duel_session *s, size_t keep, duel_msg *why)
{
    s->record.count = keep < s->record.count ? keep : s->record.count;
    s->drafted_count = 0;
    duel_status status = duel_record_replay(&s->record, s->record.count, &s->state, why);
    memcpy(&s->draft, &s->state, variant_of(s)->state_size);
    return status;
}

static duel_status replay_event(duel_session *s, const duel_event *e, duel_msg *why)
{
    const duel_variant *v = variant_of(s);
    duel_move move;
    int64_t keep;
    s->events++;
    if (duel_str_is(e->kind, "undo") && duel_str_number(e->data, &keep) && keep >= 0) {
        s->assisted = true;
        return drop_moves(s, (size_t)keep, why);
    }
    if (!duel_str_is(e->kind, "move"))
        return DUEL_OK;
    duel_status status = duel_read_move(v, &s->state, e->data, &move, why);
    if (status == DUEL_OK)
        status = duel_record_add(&s->record, move, why);
    if (status == DUEL_OK)
        v->game->play(v, &s->state, move);
    return status;
}

static bool take_event(void *to, const duel_event *e)
{
    resuming *r = to;
    r->status = replay_event(r->s, e, r->why);
    return r->status == DUEL_OK;
}

duel_status duel_session_resume(duel_store *store, const char *id, size_t memory,
                                duel_session **out, duel_msg *why)
{
    resuming r = {session_new(store, memory), DUEL_OK, why};
    if (r.s == NULL)
        return duel_full(why);
    duel_status status = duel_store_load(store, id, take_header, &r, why);
    if (status == DUEL_OK)
        status = r.status;
    if (status == DUEL_OK)
        status = duel_store_events(store, id, 0, take_event, &r, why);
    if (status == DUEL_OK)
        status = r.status;
    if (status == DUEL_OK) {
        memcpy(&r.s->draft, &r.s->state, variant_of(r.s)->state_size);
        *out = r.s;
    } else {
        session_free(r.s);
    }
    return status;
}

/* ---- looking ------------------------------------------------------------------------------
 */

const char *duel_session_id(const duel_session *s)
{
    return s->id;
}

const duel_variant *duel_session_variant(const duel_session *s)
{
    return variant_of(s);
}

const duel_record *duel_session_record(const duel_session *s)
{
    return &s->record;
}

const char *duel_session_spec(const duel_session *s, int i)
{
    return s->seat[i].spec;
}

bool duel_session_human(const duel_session *s, int i)
{
    return strcmp(s->seat[i].spec, "human") == 0;
}

bool duel_session_assisted(const duel_session *s)
{
    return s->assisted;
}

int duel_session_turn(const duel_session *s)
{
    return variant_of(s)->game->turn(variant_of(s), &s->state);
}

bool duel_session_over(const duel_session *s, int32_t score[])
{
    return variant_of(s)->game->over(variant_of(s), &s->state, score);
}

void duel_session_view(const duel_session *s, int i, void *view)
{
    bool drafting = i == duel_session_turn(s);
    duel_view(variant_of(s), drafting ? &s->draft : &s->state, i, view);
}

/* ---- a turn -------------------------------------------------------------------------------
 */

int duel_session_drafted(const duel_session *s, const duel_move **moves)
{
    *moves = s->drafted;
    return s->drafted_count;
}

bool duel_session_ready(const duel_session *s)
{
    const duel_variant *v = variant_of(s);
    return s->drafted_count && duel_turn_ended(v, duel_session_turn(s), &s->draft);
}

duel_status duel_session_play(duel_session *s, duel_move move, int64_t now, duel_msg *why)
{
    const duel_variant *v = variant_of(s);
    if (duel_session_ready(s))
        return duel_refuse(why, N_("The turn is complete: confirm it or take something back."),
                           "");
    if (s->drafted_count == DUEL_SESSION_DRAFT)
        return duel_refuse(why, N_("A turn has at most {0} moves."), "i",
                           (int64_t)DUEL_SESSION_DRAFT);
    if (duel_is_over(v, &s->draft) || !duel_legal(v, &s->draft, move))
        return duel_refuse(why, N_("That move is not legal here."), "");
    s->drafted[s->drafted_count++] = move;
    v->game->play(v, &s->draft, move);
    if (duel_session_ready(s) && !(v->traits & DUEL_CONFIRM))
        return duel_session_validate(s, now, why);
    return DUEL_OK;
}

static void print_result(const duel_session *s, const void *state, duel_buf *out)
{
    int32_t score[DUEL_SEATS];
    const duel_variant *v = variant_of(s);
    if (v->game->over(v, state, score))
        for (int i = 0; i < v->seats; i++)
            duel_putf(&out->sink, "%s%d", i ? " " : "", score[i]);
}

/* Writes the drafted moves to the store: all or none. */
static duel_status store_turn(duel_session *s, int64_t now, duel_msg *why)
{
    if (s->store == NULL)
        return DUEL_OK;
    const duel_variant *v = variant_of(s);
    duel_event event[DUEL_SESSION_DRAFT];
    duel_buf text[DUEL_SESSION_DRAFT], result;
    duel_state state = s->state;
    duel_buf_init(&result);
    print_result(s, &s->draft, &result);
    for (int i = 0; i < s->drafted_count; i++) {
        duel_buf_init(&text[i]);
        duel_print_move(v, &state, s->drafted[i], &text[i].sink);
        event[i] = (duel_event){.time = now,
                                .seat = v->game->turn(v, &state),
                                .kind = duel_str_of("move"),
                                .data = duel_buf_str(&text[i])};
        v->game->play(v, &state, s->drafted[i]);
    }
    duel_batch batch = {.id = s->id,
                        .next = s->events,
                        .event = event,
                        .count = (size_t)s->drafted_count,
                        .moves = (int64_t)s->record.count + s->drafted_count,
                        .time = now,
                        .result = result.len ? duel_buf_str(&result) : (duel_str){NULL, 0}};
    duel_status status = duel_store_append(s->store, &batch, why);
    for (int i = 0; i < s->drafted_count; i++)
        duel_buf_fini(&text[i]);
    duel_buf_fini(&result);
    return status;
}

duel_status duel_session_validate(duel_session *s, int64_t now, duel_msg *why)
{
    if (!duel_session_ready(s))
        return duel_refuse(why, N_("The turn is not complete yet."), "");
    duel_status status = store_turn(s, now, why);
    for (int i = 0; status == DUEL_OK && i < s->drafted_count; i++)
        status = duel_record_add(&s->record, s->drafted[i], why);
    if (status != DUEL_OK) /* the draft stays, to be tried again */
        return status;
    s->events += s->store ? s->drafted_count : 0;
    memcpy(&s->state, &s->draft, variant_of(s)->state_size);
    s->drafted_count = 0;
    return DUEL_OK;
}

bool duel_session_take_back(duel_session *s)
{
    const duel_variant *v = variant_of(s);
    if (s->drafted_count == 0)
        return false;
    s->drafted_count--;
    memcpy(&s->draft, &s->state, v->state_size);
    for (int i = 0; i < s->drafted_count; i++)
        v->game->play(v, &s->draft, s->drafted[i]);
    return true;
}

/* ---- undo ---------------------------------------------------------------------------------
 */

static int people(const duel_session *s)
{
    int count = 0;
    for (int i = 0; i < variant_of(s)->seats; i++)
        count += duel_session_human(s, i);
    return count;
}

/* How many moves to keep: up to the beginning of a person's last turn; -1 if there is none. */
static int64_t last_decision(const duel_session *s)
{
    const duel_variant *v = variant_of(s);
    duel_state state;
    int64_t found = -1;
    int before = DUEL_NOBODY;
    if (duel_record_begin(&s->record, &state, NULL) != DUEL_OK)
        return -1;
    for (size_t i = 0; i < s->record.count; i++) {
        int seat_now = v->game->turn(v, &state);
        bool begins = v->seats == 1 || seat_now != before;
        if (begins && duel_session_human(s, seat_now))
            found = (int64_t)i;
        before = seat_now;
        v->game->play(v, &state, s->record.move[i]);
    }
    return found;
}

duel_status duel_session_undo(duel_session *s, int64_t now, duel_msg *why)
{
    if (people(s) > 1 && duel_has_secrets(variant_of(s)))
        return duel_refuse(why,
                           N_("Several people play with hidden cards: a turn that was "
                              "shown cannot be taken back."),
                           "");
    int64_t keep = last_decision(s);
    if (keep < 0)
        return duel_refuse(why, N_("There is nothing to take back."), "");
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)keep);
    duel_event event = {.time = now,
                        .seat = DUEL_NOBODY,
                        .kind = duel_str_of("undo"),
                        .data = duel_str_of(text)};
    duel_batch batch = {.id = s->id,
                        .next = s->events,
                        .event = &event,
                        .count = 1,
                        .moves = keep,
                        .time = now};
    duel_status status = s->store ? duel_store_append(s->store, &batch, why) : DUEL_OK;
    if (status != DUEL_OK)
        return status;
    s->events += s->store != NULL;
    s->assisted = true;
    for (int i = 0; i < variant_of(s)->seats; i++)
        if (s->seat[i].player)
            duel_player_forget(s->seat[i].player);
    return drop_moves(s, (size_t)keep, why);
}

/* ---- machines -----------------------------------------------------------------------------
 */

duel_status duel_session_think(duel_session *s, const duel_think *t, duel_answer *out,
                               duel_msg *why)
{
    duel_state view;
    duel_think call = *t;
    call.seat = duel_session_turn(s);
    duel_session_view(s, call.seat, &view);
    call.view = &view;
    return duel_player_think(s->seat[call.seat].player, &call, out, why);
}

duel_status duel_session_learn(duel_session *s, int64_t now, uint64_t *saved, duel_msg *why)
{
    duel_status status = DUEL_OK;
    *saved = 0;
    for (int i = 0; s->store && status == DUEL_OK && i < variant_of(s)->seats; i++) {
        const duel_engine *engine;
        void *self;
        uint64_t fresh = 0;
        if (s->seat[i].player && duel_player_prover(s->seat[i].player, &engine, &self))
            status =
                duel_learned_harvest(s->store, variant_of(s), engine, self, now, &fresh, why);
        *saved += fresh;
    }
    return status;
}
