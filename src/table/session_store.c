/* table/session_store.c -- begins sessions, writes them to the store and loads them again. See
 * session.h. */
#include "base/long_work.h"
#include "core/play.h"
#include "table/inside.h"

#include <string.h>

/* ---- openings not played before ---------------------------------------------------------- */

/* Whether it is up to us what is dealt, and somebody minds. */
static bool may_draw_again(const data_store *store, const session_opening *o,
                           const char *profile)
{
    return store && profile && profile[0] && o->from == NULL && o->start.len == 0 &&
           !duel_seed_valid(o->seed);
}

/* A game whose every seed deals the same has nothing to draw; a few seeds tell. */
static bool deals_differ(const duel_variant *v)
{
    static const char *const seeds[] = {"1", "2", "3", "4", "5"};
    duel_state first, other;
    if (duel_deal(v, duel_str_of(seeds[0]), &first) != DUEL_OK)
        return false;
    for (size_t i = 1; i < sizeof seeds / sizeof *seeds; i++)
        if (duel_deal(v, duel_str_of(seeds[i]), &other) == DUEL_OK &&
            !duel_states_equal(v, &first, &other))
            return true;
    return false;
}

/* What was drawn: the seed, the hash of what it deals and, if that deal searches, its text. */
typedef struct drawn {
    char seed[DUEL_SEED_TEXT], opening[DUEL_POSITION_HASH];
    duel_buf start;
    bool settled; /* the deal drew nothing: the options settle it, as an id of Wumpus does */
} drawn;

static duel_status draw_once(const duel_variant *v, drawn *out, duel_msg *why)
{
    duel_state state;
    duel_rng rng;
    bool searches = v->traits & DUEL_SEARCHES;
    duel_seed_from_system(out->seed);
    duel_long_work_door(searches ? DUEL_LONG_WORK_SEARCH : DUEL_LONG_WORK_DEAL);
    duel_rng_init(&rng, duel_str_of(out->seed));
    memset(&state, 0, v->state_size);
    if (v->game->deal(v, &rng, &state) != DUEL_OK)
        return duel_fail(why, N_("The game cannot be dealt."), "");
    duel_position_hash(v, &state, out->opening);
    duel_buf_clear(&out->start);
    if (searches)
        duel_print(v, &state, &out->start.sink);
    out->settled = rng.block == 0;
    return out->start.failed ? duel_no_space(why) : DUEL_OK;
}

/* Draws seeds until one deals what the profile does not know; after many draws, or where there
 * is nothing to draw, the last one is taken. */
static duel_status draw_unplayed(data_store *store, const duel_variant *v, const char *profile,
                                 drawn *out, duel_msg *why)
{
    enum { DRAWS = 64 };
    const store_deal dealt = {profile, out->opening};
    bool known = true;
    duel_status status = DUEL_OK;
    out->settled = false;
    for (int i = 0; status == DUEL_OK && known && !out->settled && i < DRAWS; i++) {
        status = draw_once(v, out, why);
        if (status == DUEL_OK && !out->settled)
            status = store_deal_known(store, duel_str_of(v->game->id), v->game->version, &dealt,
                                      &known, why);
    }
    return status;
}

/* ---- new games --------------------------------------------------------------------------- */

static void draw_id(char id[STORE_ID_TEXT])
{
    char secret[DUEL_SEED_TEXT];
    duel_rng rng;
    duel_seed_from_system(secret);
    duel_rng_init(&rng, duel_str_of(secret));
    store_draw_id(&rng, id);
}

/* The seed, if it is not given. */
static duel_status draw_deal(data_store *store, session_opening *o, const char *profile,
                             drawn *out, store_deal *dealt, duel_msg *why)
{
    bool again = may_draw_again(store, o, profile) &&
                 (o->variant->traits & DUEL_SEARCHES || deals_differ(o->variant));
    if (!again && duel_seed_valid(o->seed))
        return DUEL_OK;
    duel_status status = DUEL_OK;
    if (again) {
        status = draw_unplayed(store, o->variant, profile, out, why);
        *dealt = (store_deal){profile, out->opening};
        o->dealt_to = dealt;
        o->start = duel_buf_str(&out->start);
        o->dealt = true;
    } else {
        duel_seed_from_system(out->seed);
    }
    o->seed = duel_str_of(out->seed);
    return status;
}

duel_status session_store_new(data_store *store, const session_opening *given,
                              const char *profile, int64_t now, game_session **out,
                              duel_msg *why)
{
    session_opening o = *given;
    char id[STORE_ID_TEXT];
    drawn d;
    store_deal dealt;
    if (store) {
        draw_id(id);
        o.id = id;
    }
    duel_buf_init(&d.start);
    duel_status status = draw_deal(store, &o, profile, &d, &dealt, why);
    if (status == DUEL_OK)
        status = session_new(&o, now, out, why);
    duel_buf_fini(&d.start);
    return status;
}

void session_store_drop(game_session *s)
{
    session_free(s);
}

duel_status session_store_change(data_store *store, game_session *s, duel_msg *why)
{
    store_changes *batch = session_pending(s);
    if (batch == NULL)
        return DUEL_OK;
    if (store)
        store_append(store, batch, NULL);
    return session_settle(s, why);
}

/* ---- taking one up again ----------------------------------------------------------------- */

typedef struct loading {
    game_session *s;
    duel_status status;
    duel_msg *why;
} loading;

static bool take_header(void *to, const saved_game *game)
{
    loading *l = to;
    l->status = session_read(game, &l->s, l->why);
    return false;
}

static bool take_event(void *to, const store_event *e)
{
    loading *l = to;
    l->status = session_apply(l->s, e, l->why);
    return l->status == DUEL_OK;
}

duel_status session_store_load(data_store *store, const char *id, game_session **out,
                               duel_msg *why)
{
    loading l = {NULL, DUEL_OK, why};
    duel_long_work_door(DUEL_LONG_WORK_READ);
    duel_status status = store_load(store, id, take_header, &l, why);
    if (status == DUEL_OK)
        status = l.status;
    if (status == DUEL_OK)
        status = store_events(store, id, 0, take_event, &l, why);
    if (status == DUEL_OK)
        status = l.status;
    if (status == DUEL_OK)
        *out = l.s;
    else
        session_free(l.s);
    return status;
}

duel_status session_store_print(data_store *store, const char *id, duel_sink *out,
                                duel_msg *why)
{
    game_session *s;
    int32_t score[DUEL_SEATS];
    duel_status status = session_store_load(store, id, &s, why);
    if (status != DUEL_OK)
        return status;
    if (duel_has_secrets(session_variant(s)) && !session_over(s, score))
        status = duel_refuse(why, N_("The game is not over: its cards are still secret."), "");
    else
        duel_record_print(session_record(s), out);
    session_free(s);
    return status;
}
