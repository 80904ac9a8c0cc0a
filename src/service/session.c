/* service/session.c -- see session.h. */
#include "core/guard.h"
#include "core/play.h"
#include "core/variant.h"
#include "service/bot.h"
#include "service/catalogue.h"
#include "service/learned.h"
#include "service/session_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- beginning ----------------------------------------------------------------------------
 */

static duel_session *session_new(duel_store *store, size_t memory)
{
    duel_session *s = calloc(1, sizeof *s);
    if (s) {
        s->store = store;
        s->memory = memory;
        s->stopped = -1;
    }
    return s;
}

static void session_free(duel_session *s)
{
    change_free(s->pending);
    for (int i = 0; i < DUEL_SEATS; i++)
        duel_player_close(s->seat[i].player);
    if (s->learned.self)
        duel_learned_close(&s->learned);
    duel_record_fini(&s->record);
    free(s);
}

static duel_status open_player(duel_session *s, seat *at, duel_msg *why)
{
    if (s->store && s->learned.self == NULL) { /* only machines have a use for it */
        duel_status status = duel_learned_open(s->store, session_variant(s), &s->learned, why);
        if (status != DUEL_OK)
            return status;
    }
    return duel_player_open(duel_str_of(at->spec), session_variant(s), s->memory,
                            s->learned.self ? &s->learned : NULL, &at->player, why);
}

duel_status session_set_seat(duel_session *s, int i, duel_str spec, duel_msg *why)
{
    seat *at = &s->seat[i];
    if (spec.len >= sizeof at->spec)
        return duel_bad(why, N_("A player is named in at most {0} characters."), "i",
                        (int64_t)DUEL_SPEC_TEXT - 1);
    memcpy(at->spec, spec.at, spec.len);
    at->spec[spec.len] = '\0';
    return duel_session_human(s, i) ? DUEL_OK : open_player(s, at, why);
}

static duel_status begin_state(duel_session *s, duel_msg *why)
{
    duel_status status = duel_record_begin(&s->record, &s->state, why);
    session_drop_draft(s);
    return status;
}

/* ---- beginning a game ---------------------------------------------------------------------
 */

static void write_header(duel_session *s, change *c)
{
    const duel_variant *v = session_variant(s);
    duel_variant_print(v, &c->variant.sink);
    for (int i = 0; i < v->seats; i++)
        duel_putf(&c->seats.sink, "%s%s", i ? " " : "", s->seat[i].spec);
    terms_print(&s->terms, &c->terms.sink);
    c->header = (duel_saved){.game = duel_str_of(v->game->id),
                             .rules = v->game->version,
                             .variant = duel_buf_str(&c->variant),
                             .seed = duel_str_of(s->record.seed),
                             .start = duel_buf_str(&s->record.start),
                             .seats = duel_buf_str(&c->seats),
                             .terms = duel_buf_str(&c->terms)};
    c->batch.header = &c->header;
}

static void write_moves(const duel_session *s, change *c, const duel_move *move, size_t count)
{
    const duel_variant *v = session_variant(s);
    duel_state state = s->state;
    for (size_t i = 0; i < count; i++) {
        duel_sink *text = change_add(c, "move", v->game->turn(v, &state));
        duel_print_move(v, &state, move[i], text);
        v->game->play(v, &state, move[i]);
    }
    c->batch.moves += (int64_t)count;
}

static void write_deal(change *c, const duel_dealt *dealt)
{
    snprintf(c->profile, sizeof c->profile, "%s", dealt->profile);
    snprintf(c->opening, sizeof c->opening, "%s", dealt->opening);
    c->dealt = (duel_dealt){c->profile, c->opening};
    c->batch.dealt = &c->dealt;
}

/* The header, the moves of a game that is copied, and who was dealt what are stored together.
 * `dealt` may be NULL. */
static duel_status create(duel_session *s, const duel_record *from, const duel_dealt *dealt,
                          int64_t now, duel_msg *why)
{
    char secret[DUEL_SEED_TEXT];
    duel_rng rng;
    size_t moves = from ? from->count : 0;
    if (s->store) {
        duel_seed_from_system(secret);
        duel_rng_init(&rng, duel_str_of(secret));
        duel_store_draw_id(&rng, s->id);
    }
    change *c = change_new(s, moves, now);
    if (c == NULL)
        return duel_full(why);
    write_header(s, c);
    if (dealt)
        write_deal(c, dealt);
    if (moves)
        write_moves(s, c, from->move, moves);
    return session_commit(s, c, why);
}

static void set_seed(duel_session *s, duel_str seed)
{
    if (duel_seed_valid(seed))
        snprintf(s->record.seed, sizeof s->record.seed, "%.*s", (int)seed.len, seed.at);
    else
        duel_seed_from_system(s->record.seed);
}

/* ---- openings not played before -----------------------------------------------------------
 */

/* Whether it is up to us what is dealt, and somebody minds. */
static bool may_draw_again(const duel_session *s, const duel_opening *o)
{
    return s->store && o->profile && o->profile[0] && o->from == NULL && o->start.len == 0 &&
           !duel_seed_valid(o->seed);
}

/* A game whose every seed deals the same has nothing to draw; a few seeds tell. */
static bool deals_differ(const duel_session *s)
{
    static const char *const seeds[] = {"1", "2", "3", "4"};
    const duel_variant *v = session_variant(s);
    duel_state other;
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++)
        if (duel_deal(v, duel_str_of(seeds[i]), &other) == DUEL_OK &&
            !duel_same(v, &s->state, &other))
            return true;
    return false;
}

/* Deals again while the profile knows the opening; after many draws the last one is given. The
 * opening's hash is left in dealt->opening, which is `room`. */
static duel_status draw_unplayed(duel_session *s, const duel_dealt *dealt,
                                 char room[DUEL_POSITION_HASH], duel_msg *why)
{
    enum { DRAWS = 64 };
    const duel_variant *v = session_variant(s);
    for (int i = 1;; i++) {
        bool known = false;
        duel_position_hash(v, &s->state, room);
        duel_status status = duel_store_deal_known(s->store, duel_str_of(v->game->id),
                                                   v->game->version, dealt, &known, why);
        if (status != DUEL_OK || !known || i == DRAWS)
            return status;
        duel_seed_from_system(s->record.seed);
        status = begin_state(s, why);
        if (status != DUEL_OK)
            return status;
    }
}

duel_status duel_session_new(duel_store *store, const duel_opening *o, size_t memory,
                             int64_t now, duel_session **out, duel_msg *why)
{
    duel_session *s = session_new(store, memory);
    if (s == NULL)
        return duel_full(why);
    duel_record_init(&s->record, o->variant);
    set_seed(s, o->from ? duel_str_of(o->from->seed) : o->seed);
    duel_put_str(&s->record.start.sink, o->from ? duel_buf_str(&o->from->start) : o->start);
    s->deferred = o->deferred;
    session_set_terms(s, &o->terms);
    char opening[DUEL_POSITION_HASH];
    duel_dealt dealt = {o->profile, opening};
    duel_status status = begin_state(s, why);
    bool drawn = status == DUEL_OK && may_draw_again(s, o) && deals_differ(s);
    if (drawn)
        status = draw_unplayed(s, &dealt, opening, why);
    for (int i = 0; status == DUEL_OK && i < o->variant->seats; i++)
        status = session_set_seat(s, i, o->seats[i], why);
    if (status == DUEL_OK)
        status = duel_session_start(s, why);
    if (status == DUEL_OK)
        status = create(s, o->from, drawn ? &dealt : NULL, now, why);
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

/* A game can be looked at though its program is no longer there to be started: it is tried once
 * more when its turn comes, and has lost then. */
static duel_status seat_again(duel_session *s, int i, duel_str spec, duel_msg *why)
{
    duel_status status = session_set_seat(s, i, spec, why);
    bool gone = status == DUEL_NO || status == DUEL_BAD || status == DUEL_FAILED;
    return gone && duel_bot_is(spec) ? DUEL_OK : status;
}

static duel_status read_header(duel_session *s, const duel_saved *game, duel_msg *why)
{
    const duel_game *g;
    duel_variant v;
    duel_str seats = game->seats, terms = game->terms, spec;
    duel_terms agreed = {.table = false};
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
    while (duel_str_word(&terms, " ", &spec))
        terms_read(&agreed, spec);
    session_set_terms(s, &agreed);
    status = begin_state(s, why);
    for (int i = 0; status == DUEL_OK && i < v.seats; i++)
        status = duel_str_word(&seats, " ", &spec) ? seat_again(s, i, spec, why) : DUEL_FAILED;
    return status;
}

static bool take_header(void *to, const duel_saved *game)
{
    resuming *r = to;
    r->status = read_header(r->s, game, r->why);
    return false;
}

static bool take_event(void *to, const duel_event *e)
{
    resuming *r = to;
    r->status = session_apply(r->s, e, r->why);
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
    if (status == DUEL_OK)
        *out = r.s;
    else
        session_free(r.s);
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
    return session_variant(s);
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

bool duel_session_observed(const duel_session *s)
{
    return s->observed;
}

bool duel_session_kept(const duel_session *s, int i)
{
    return s->seat[i].kept;
}

const duel_terms *duel_session_terms(const duel_session *s)
{
    return &s->terms;
}

int duel_session_hands(const duel_session *s, int i)
{
    return s->seat[i].hands;
}

const char *duel_session_who(const duel_session *s, int i)
{
    return s->seat[i].who;
}

int64_t duel_session_left(const duel_session *s, int i)
{
    return s->seat[i].left;
}

int duel_session_turn(const duel_session *s)
{
    return session_variant(s)->game->turn(session_variant(s), &s->state);
}

bool duel_session_over(const duel_session *s, int32_t score[])
{
    return duel_record_over(&s->record, &s->state, score);
}

void duel_session_view(const duel_session *s, int i, void *view)
{
    bool drafting = i == duel_session_turn(s) || i == DUEL_ALL;
    duel_view(session_variant(s), drafting ? &s->draft : &s->state, i, view);
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
    const duel_variant *v = session_variant(s);
    return s->drafted_count && duel_turn_ended(v, duel_session_turn(s), &s->draft);
}

static duel_status ended(const duel_session *s, duel_msg *why)
{
    if (s->record.ending == DUEL_BY_RULES)
        return DUEL_OK;
    return duel_refuse(why, N_("The game is over."), "");
}

/* The draft with one more move. One that leads where the game fails is not made. */
static duel_status play_on_draft(const duel_session *s, duel_move move, duel_state *after,
                                 duel_msg *why)
{
    const duel_variant *v = session_variant(s);
    duel_guard g;
    duel_guard_begin(&g, v->game);
    duel_status status = DUEL_OK;
    *after = s->draft;
    if (duel_is_over(v, &s->draft) || !duel_legal(v, &s->draft, move)) {
        status = duel_refuse(why, N_("That move is not legal here."), "");
    } else {
        v->game->play(v, after, move);
        duel_is_over(v, after); /* looked at before anybody relies on it */
    }
    return duel_guard_end(&g, status, why);
}

duel_status duel_session_play(duel_session *s, duel_move move, int64_t now, duel_msg *why)
{
    const duel_variant *v = session_variant(s);
    if (session_busy(s, why) != DUEL_OK || ended(s, why) != DUEL_OK)
        return DUEL_NO;
    if (duel_session_ready(s))
        return duel_refuse(why, N_("The turn is complete: confirm it or take something back."),
                           "");
    if (s->drafted_count == DUEL_SESSION_DRAFT)
        return duel_refuse(why, N_("A turn has at most {0} moves."), "i",
                           (int64_t)DUEL_SESSION_DRAFT);
    duel_state after;
    duel_status status = play_on_draft(s, move, &after, why);
    if (status != DUEL_OK)
        return status;
    s->draft = after;
    s->drafted[s->drafted_count++] = move;
    if (duel_session_ready(s) && !(v->traits & DUEL_CONFIRM))
        return duel_session_validate(s, now, why);
    return DUEL_OK;
}

void duel_session_stop_clock(duel_session *s, int64_t left)
{
    s->stopped = left;
}

/* The turn as events: all are stored or none. */
static change *turn_change(const duel_session *s, int64_t now)
{
    const duel_variant *v = session_variant(s);
    int32_t score[DUEL_SEATS];
    change *c = change_new(s, DUEL_SESSION_DRAFT + 1, now);
    if (c == NULL)
        return NULL;
    write_moves(s, c, s->drafted, (size_t)s->drafted_count);
    if (s->stopped >= 0)
        duel_putf(change_add(c, "clock", duel_session_turn(s)), "%lld", (long long)s->stopped);
    if (v->game->over(v, &s->draft, score))
        change_result(s, c, score, true);
    return c;
}

duel_status duel_session_validate(duel_session *s, int64_t now, duel_msg *why)
{
    if (session_busy(s, why) != DUEL_OK)
        return DUEL_NO;
    if (!duel_session_ready(s))
        return duel_refuse(why, N_("The turn is not complete yet."), "");
    change *c = turn_change(s, now);
    s->stopped = -1;
    return session_commit(s, c, why);
}

duel_status duel_session_end(duel_session *s, duel_ending how, int seat_no, int64_t now,
                             duel_msg *why)
{
    int32_t score[DUEL_SEATS];
    if (session_busy(s, why) != DUEL_OK)
        return DUEL_NO;
    if (duel_session_over(s, score))
        return duel_refuse(why, N_("The game is over."), "");
    change *c = change_one(s, how == DUEL_BY_TIME ? "time" : "resigned", seat_no, now, "");
    duel_record after = {.variant = s->record.variant, .ending = how, .loser = seat_no};
    duel_record_over(&after, &s->state, score);
    if (c)
        change_result(s, c, score, false);
    return session_commit(s, c, why);
}

/* ---- the table ----------------------------------------------------------------------------
 */

duel_status duel_session_reseat(duel_session *s, int i, duel_str spec, bool fresh, int64_t now,
                                duel_msg *why)
{
    duel_player *tried = NULL;
    duel_status status = session_busy(s, why);
    if (status == DUEL_OK && !duel_str_is(spec, "human"))
        status = duel_player_open(spec, session_variant(s), s->memory, NULL, &tried, why);
    if (status == DUEL_OK && tried)
        status = duel_player_start(tried, why);
    duel_player_close(tried); /* it fits: opened again once that is on the disk */
    if (status != DUEL_OK)
        return status;
    change *c = change_new(s, 1, now);
    if (c) {
        duel_sink *text = change_add(c, "seat", i);
        duel_put_str(text, spec);
        duel_put(text, fresh ? " new" : "");
    }
    return session_commit(s, c, why);
}

duel_status duel_session_claim(duel_session *s, int i, int64_t now, duel_msg *why)
{
    if (session_busy(s, why) != DUEL_OK)
        return DUEL_NO;
    return session_commit(s, change_one(s, "claim", i, now, "new"), why);
}

duel_status duel_session_name(duel_session *s, int i, const char *profile, int64_t now,
                              duel_msg *why)
{
    if (session_busy(s, why) != DUEL_OK)
        return DUEL_NO;
    return session_commit(s, change_one(s, "name", i, now, profile), why);
}

duel_status duel_session_mark(duel_session *s, bool observed, int64_t now, duel_msg *why)
{
    if (session_busy(s, why) != DUEL_OK)
        return DUEL_NO;
    const char *kind = observed ? "observed" : "assisted";
    return session_commit(s, change_one(s, kind, DUEL_NOBODY, now, ""), why);
}

bool duel_session_take_back(duel_session *s)
{
    const duel_variant *v = session_variant(s);
    if (s->drafted_count == 0 || s->pending)
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
    for (int i = 0; i < session_variant(s)->seats; i++)
        count += duel_session_human(s, i) || s->seat[i].kept;
    return count;
}

/* How many moves to keep: up to the beginning of a person's last turn; -1 if there is none. */
static int64_t last_decision(const duel_session *s)
{
    const duel_variant *v = session_variant(s);
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
    if (session_busy(s, why) != DUEL_OK || ended(s, why) != DUEL_OK)
        return DUEL_NO;
    if (people(s) > 1 && duel_has_secrets(session_variant(s)) && !s->terms.analysis)
        return duel_refuse(why,
                           N_("Several people play with hidden cards: a turn that was "
                              "shown cannot be taken back."),
                           "");
    int64_t keep = last_decision(s);
    if (keep < 0)
        return duel_refuse(why, N_("There is nothing to take back."), "");
    change *c = change_new(s, 1, now);
    if (c) {
        duel_putf(change_add(c, "undo", DUEL_NOBODY), "%lld", (long long)keep);
        c->batch.moves = keep;
        c->batch.result = duel_str_of(""); /* the game goes on */
    }
    return session_commit(s, c, why);
}

/* ---- machines -----------------------------------------------------------------------------
 */

duel_status duel_session_start(duel_session *s, duel_msg *why)
{
    int32_t score[DUEL_SEATS];
    duel_status status = DUEL_OK;
    if (duel_session_over(s, score))
        return DUEL_OK;
    for (int i = 0; status == DUEL_OK && i < session_variant(s)->seats; i++)
        if (s->seat[i].player)
            status = duel_player_start(s->seat[i].player, why);
    return status;
}

duel_status duel_session_think(duel_session *s, const duel_think *t, duel_answer *out,
                               duel_msg *why)
{
    duel_state view;
    duel_think call = *t;
    call.seat = duel_session_turn(s);
    duel_session_view(s, call.seat, &view);
    call.view = &view;
    seat *at = &s->seat[call.seat];
    duel_status status = at->player ? DUEL_OK : open_player(s, at, why);
    return status == DUEL_OK ? duel_player_think(at->player, &call, out, why) : status;
}

bool duel_session_forfeits(const duel_session *s, int i)
{
    const duel_player *p = s->seat[i].player;
    return p ? duel_player_forfeits(p, NULL) : duel_bot_is(duel_str_of(s->seat[i].spec));
}

duel_status duel_session_learn(duel_session *s, int64_t now, uint64_t *saved, duel_msg *why)
{
    duel_status status = DUEL_OK;
    *saved = 0;
    for (int i = 0; s->store && status == DUEL_OK && i < session_variant(s)->seats; i++) {
        const duel_engine *engine;
        void *self;
        uint64_t fresh = 0;
        if (s->seat[i].player && duel_player_prover(s->seat[i].player, &engine, &self))
            status = duel_learned_harvest(s->store, session_variant(s), engine, self, now,
                                          &fresh, why);
        *saved += fresh;
    }
    return status;
}
