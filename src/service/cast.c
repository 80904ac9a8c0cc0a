/* service/cast.c -- see cast.h. */
#include "service/cast.h"
#include "service/bot.h"
#include "service/learning.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A player and what it knows from earlier; each has its own, since two may think at once. */
typedef struct actor {
    char spec[DUEL_SPEC_TEXT]; /* "": a person */
    duel_player *player;       /* NULL: not opened yet */
    duel_learning learning;    /* store NULL: not opened yet, or nothing is kept */
    size_t memory, taken;      /* wanted; had from the purse */
} actor;

struct duel_cast {
    duel_store *store;
    duel_purse *purse; /* NULL: they have what they want */
    duel_variant v;    /* players point to it */
    actor seat[DUEL_SEATS], adviser;
    int undone; /* how often the session had taken turns back */
};

duel_status duel_cast_new(duel_store *store, const duel_variant *v, size_t memory,
                          size_t advice, duel_purse *purse, duel_cast **out, duel_msg *why)
{
    duel_cast *c = calloc(1, sizeof *c);
    if (c == NULL)
        return duel_full(why);
    c->store = store;
    c->purse = purse;
    c->v = *v;
    for (int i = 0; i < DUEL_SEATS; i++)
        c->seat[i].memory = memory;
    c->adviser = (actor){.spec = "expert", .memory = advice};
    *out = c;
    return DUEL_OK;
}

/* The store is somebody else's. */
static void send_home(duel_cast *c, actor *a)
{
    duel_player_close(a->player);
    if (c->purse)
        duel_purse_give(c->purse, a->taken);
    a->taken = 0;
    if (a->learning.learned.self)
        duel_learned_close(&a->learning.learned);
    a->player = NULL;
    a->learning = (duel_learning){.store = NULL};
}

void duel_cast_free(duel_cast *c)
{
    if (c == NULL)
        return;
    for (int i = 0; i < DUEL_SEATS; i++)
        send_home(c, &c->seat[i]);
    send_home(c, &c->adviser);
    free(c);
}

/* A program from outside has its own memory. */
static size_t memory_for(duel_cast *c, actor *a)
{
    if (c->purse == NULL || duel_bot_is(duel_str_of(a->spec)))
        return a->memory;
    if (a->taken == 0)
        a->taken = duel_purse_take(c->purse, a->memory);
    return a->taken;
}

/* What cannot be read of what was learned can be thought about again. */
static duel_status call_in(duel_cast *c, actor *a, duel_msg *why)
{
    duel_learning l = {.store = c->store, .v = &c->v};
    if (a->player)
        return DUEL_OK;
    if (c->store && a->learning.store == NULL &&
        duel_learned_open(c->store, &c->v, &l.learned, NULL) == DUEL_OK)
        a->learning = l;
    return duel_player_open(duel_str_of(a->spec), &c->v, memory_for(c, a),
                            a->learning.store ? duel_learning_base(&a->learning) : NULL,
                            &a->player, why);
}

duel_status duel_cast_try(const duel_variant *v, const char *spec, duel_msg *why)
{
    enum { LITTLE = 16 << 20 }; /* of memory, since it is not to think */
    duel_player *tried = NULL;
    duel_status status = duel_player_open(duel_str_of(spec), v, LITTLE, NULL, &tried, why);
    if (status == DUEL_OK)
        status = duel_player_start(tried, why);
    duel_player_close(tried);
    return status;
}

void duel_cast_follow(duel_cast *c, const duel_session *s)
{
    bool forget = c->undone != duel_session_undone(s);
    c->undone = duel_session_undone(s);
    for (int i = 0; i < c->v.seats; i++) {
        actor *a = &c->seat[i];
        const char *spec = duel_session_human(s, i) ? "" : duel_session_spec(s, i);
        if (strcmp(a->spec, spec)) {
            send_home(c, a);
            memcpy(a->spec, spec, strlen(spec) + 1);
        } else if (forget && a->player) {
            duel_player_forget(a->player);
        }
    }
}

duel_status duel_cast_begin(duel_cast *c, duel_msg *why)
{
    duel_status status = DUEL_OK;
    for (int i = 0; status == DUEL_OK && i < c->v.seats; i++) {
        if (c->seat[i].spec[0] == '\0')
            continue;
        status = call_in(c, &c->seat[i], why);
        if (status == DUEL_OK)
            status = duel_player_start(c->seat[i].player, why);
    }
    return status;
}

static duel_status learn_from(actor *a, int64_t now, uint64_t *saved, duel_msg *why)
{
    uint64_t fresh = 0;
    duel_status status = DUEL_OK;
    if (a->player && a->learning.store)
        status = duel_learning_save(&a->learning, a->player, now, &fresh, why);
    *saved += fresh;
    return status;
}

/* Where memory is short nobody keeps any between two thoughts; what was proved is kept. */
static void rest(duel_cast *c, actor *a)
{
    uint64_t saved = 0;
    if (a->taken == 0 || !duel_purse_is_short(c->purse))
        return;
    learn_from(a, (int64_t)time(NULL), &saved, NULL);
    send_home(c, a);
}

duel_status duel_cast_think(duel_cast *c, const duel_think *t, duel_answer *out, duel_msg *why)
{
    actor *a = &c->seat[t->seat];
    duel_status status = call_in(c, a, why);
    if (status == DUEL_OK)
        status = duel_player_think(a->player, t, out, why);
    rest(c, a);
    return status;
}

bool duel_cast_forfeits(const duel_cast *c, int seat)
{
    const actor *a = &c->seat[seat];
    return a->player ? duel_player_forfeits(a->player, NULL)
                     : duel_bot_is(duel_str_of(a->spec));
}

duel_status duel_cast_advise(duel_cast *c, const duel_think *t, const duel_move *instead,
                             duel_advice *out, duel_msg *why)
{
    duel_status status = call_in(c, &c->adviser, why);
    if (status == DUEL_OK)
        status = duel_advise(c->adviser.player, &c->v, t, instead, out, why);
    rest(c, &c->adviser);
    return status;
}

duel_status duel_cast_value(duel_cast *c, const duel_think *t, duel_answer *out, duel_msg *why)
{
    duel_status status = call_in(c, &c->adviser, why);
    if (status == DUEL_OK)
        status = duel_player_think(c->adviser.player, t, out, why);
    rest(c, &c->adviser);
    return status;
}

duel_status duel_cast_learn(duel_cast *c, int64_t now, uint64_t *saved, duel_msg *why)
{
    *saved = 0;
    if (c == NULL)
        return DUEL_OK;
    duel_status status = learn_from(&c->adviser, now, saved, why);
    for (int i = 0; status == DUEL_OK && i < c->v.seats; i++)
        status = learn_from(&c->seat[i], now, saved, why);
    return status;
}
