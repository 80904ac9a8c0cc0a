/* table/players.c -- see players.h. */
#include "table/players.h"
#include "core/play.h"
#include "players/program_player.h"
#include "table/inside.h"

#include <stdlib.h>
#include <string.h>

struct table_players {
    duel_variant v;
    player_context troupe;
    lazy_player
        seat[DUEL_SEATS]; /* each its own, since a machine and the judge may think at once */
    table_judge *judge;
    int undone;       /* how often the session had taken turns back */
    duel_record past; /* the game so far, for programs that are told games by their moves */
    bool has_past;
    bool remembers;  /* somebody asks what a seat has seen and done */
    size_t followed; /* moves of the game when that was worked out */
    uint64_t known[DUEL_SEATS], seen[DUEL_SEATS]; /* it, and the view then; 0: not known */
};

duel_status table_players_new(data_store *store, const duel_variant *v, size_t memory,
                              size_t advice, memory_budget *purse, table_players **out,
                              duel_msg *why)
{
    table_players *c = calloc(1, sizeof *c);
    if (c == NULL)
        return duel_no_space(why);
    c->v = *v;
    c->troupe = (player_context){.store = store, .purse = purse, .v = &c->v};
    c->remembers = player_mixes(v);
    for (int i = 0; i < DUEL_SEATS; i++)
        c->seat[i].memory = memory;
    duel_status status = judge_new(&c->troupe, NULL, advice, &c->judge, why);
    if (status == DUEL_OK)
        *out = c;
    else
        free(c);
    return status;
}

static void forget_past(table_players *c)
{
    if (c->has_past)
        duel_record_fini(&c->past);
    c->has_past = false;
}

void table_players_free(table_players *c)
{
    if (c == NULL)
        return;
    for (int i = 0; i < DUEL_SEATS; i++)
        lazy_player_close(&c->troupe, &c->seat[i]);
    judge_free(c->judge);
    forget_past(c);
    free(c);
}

duel_status table_players_try(const duel_variant *v, const char *spec, duel_msg *why)
{
    enum { LITTLE = 16 << 20 }; /* of memory, since it is not to think */
    machine_player *tried = NULL;
    duel_status status = player_open(duel_str_of(spec), v, LITTLE, NULL, &tried, why);
    if (status == DUEL_OK)
        status = player_start(tried, why);
    player_close(tried);
    return status;
}

/* A copy, since the session may go on while a program thinks; without memory it has none, and
 * says so. */
static void copy_past(table_players *c, const game_session *s)
{
    const duel_record *r = session_record(s);
    bool wanted = false;
    for (int i = 0; i < c->v.seats; i++)
        wanted = wanted || program_player_is(duel_str_of(c->seat[i].spec));
    forget_past(c);
    c->has_past = wanted && !duel_has_secrets(&c->v) &&
                  duel_record_copy(r, r->count, &c->past, NULL) == DUEL_OK;
}

/* What each seat knows where the game stands now. */
static void remember_past(table_players *c, const duel_record *r)
{
    duel_info_set knowing;
    duel_state state;
    if (!c->remembers || (c->followed == r->count && c->known[0]))
        return;
    c->followed = r->count;
    bool told = duel_record_info_set(r, r->count, &knowing) &&
                duel_record_replay(r, r->count, &state, NULL) == DUEL_OK;
    for (int i = 0; i < c->v.seats; i++) {
        duel_state view;
        if (told)
            duel_view(&c->v, &state, i, &view);
        c->known[i] = told ? knowing.seat[i] : 0;
        c->seen[i] = told ? duel_info_set_first(&c->v, &view, i) : 0;
    }
}

/* The question with what the seat knows, if it is about where the game stands: a draft, or a
 * move gone back to, is another view. */
static duel_think with_past(const table_players *c, const duel_think *t)
{
    duel_think asked = *t;
    if (c->remembers && t->known == 0 && t->seat >= 0 && c->seen[t->seat] &&
        duel_info_set_first(&c->v, t->view, t->seat) == c->seen[t->seat])
        asked.known = c->known[t->seat];
    return asked;
}

void table_players_sync(table_players *c, const game_session *s)
{
    bool forget = c->undone != session_undone(s);
    c->undone = session_undone(s);
    if (forget)
        c->known[0] = 0;
    remember_past(c, session_record(s));
    for (int i = 0; i < c->v.seats; i++) {
        lazy_player *a = &c->seat[i];
        const char *spec = session_human(s, i) ? "" : session_spec(s, i);
        if (strcmp(a->spec, spec)) {
            lazy_player_close(&c->troupe, a);
            memcpy(a->spec, spec, strlen(spec) + 1);
        } else if (forget && a->player) {
            player_forget(a->player);
        }
    }
    copy_past(c, s);
}

duel_status table_players_begin(table_players *c, duel_msg *why)
{
    duel_status status = DUEL_OK;
    for (int i = 0; status == DUEL_OK && i < c->v.seats; i++) {
        if (c->seat[i].spec[0] == '\0')
            continue;
        status = lazy_player_open(&c->troupe, &c->seat[i], why);
        if (status == DUEL_OK)
            status = player_start(c->seat[i].player, why);
    }
    return status;
}

duel_status table_players_think(table_players *c, const duel_think *t, duel_answer *out,
                                duel_msg *why)
{
    duel_think call = with_past(c, t);
    call.past = c->has_past ? &c->past : NULL;
    return lazy_player_think(&c->troupe, &c->seat[t->seat], &call, out, why);
}

int table_players_ponderer(const table_players *c)
{
    for (int i = 0; i < c->v.seats; i++)
        if (c->seat[i].player && player_ponders(c->seat[i].player))
            return i;
    return DUEL_NOBODY;
}

void table_players_ponder(table_players *c, const duel_think *t)
{
    player_ponder(c->seat[t->seat].player, t);
}

bool table_players_forfeits(const table_players *c, int seat)
{
    const lazy_player *a = &c->seat[seat];
    return a->player ? player_forfeits(a->player, NULL)
                     : program_player_is(duel_str_of(a->spec));
}

duel_status table_players_advise(table_players *c, const duel_think *t,
                                 const duel_move *instead, table_advice *out, duel_msg *why)
{
    duel_think asked = with_past(c, t);
    return advice_give(c->judge, &c->v, &asked, instead, out, why);
}

duel_status table_players_judge(table_players *c, const duel_think *t, duel_answer *out,
                                judge_result *judged, duel_msg *why)
{
    duel_think asked = with_past(c, t);
    return judge_ask(c->judge, &asked, out, judged, why);
}

duel_status table_players_learn(table_players *c, int64_t now, uint64_t *saved, duel_msg *why)
{
    *saved = 0;
    if (c == NULL)
        return DUEL_OK;
    duel_status status = judge_learn(c->judge, now, saved, why);
    for (int i = 0; status == DUEL_OK && i < c->v.seats; i++)
        status = lazy_player_learn(&c->seat[i], now, saved, why);
    return status;
}
