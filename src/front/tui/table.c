/* front/tui/table.c -- see table.h. */
#include "front/tui/table.h"
#include "core/play.h"
#include "service/catalogue.h"
#include "service/keeping.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static int64_t now(void)
{
    return (int64_t)time(NULL);
}

duel_status tui_table_choose(tui_table *t, const duel_game *g, duel_msg *why)
{
    tui_setup setup;
    duel_status status = tui_setup_init(&setup, g, why);
    if (status != DUEL_OK)
        return status;
    tui_table_clear(t);
    t->game = g;
    t->setup = setup;
    t->shown_setup = true; /* what is drawn is what will be played */
    return DUEL_OK;
}

tui_finished tui_table_give(tui_table *t)
{
    tui_finished f = {t->session, t->cast};
    t->session = NULL;
    t->cast = NULL;
    return f;
}

duel_status tui_finished_close(tui_finished *f, uint64_t *saved, duel_msg *why)
{
    *saved = 0;
    if (f->session == NULL)
        return DUEL_OK;
    duel_status status = duel_cast_learn(f->cast, now(), saved, why);
    duel_cast_free(f->cast);
    duel_session_free(f->session);
    memset(f, 0, sizeof *f);
    return status;
}

void tui_table_clear(tui_table *t)
{
    duel_msg why;
    uint64_t saved;
    tui_finished f = tui_table_give(t);
    tui_finished_close(&f, &saved, &why);
    tui_table_stop_learning(t);
    if (t->game)
        tui_setup_fini(&t->setup);
    t->game = NULL;
    t->shown_setup = false;
}

duel_status tui_table_learn(tui_table *t, duel_msg *why)
{
    duel_learner *l = malloc(sizeof *l);
    if (l == NULL)
        return duel_full(why);
    duel_status status = duel_learner_begin(t->game, l, why);
    if (status != DUEL_OK) {
        free(l);
        return status;
    }
    tui_table_stop_learning(t);
    t->learner = l;
    return DUEL_OK;
}

void tui_table_stop_learning(tui_table *t)
{
    free(t->learner);
    t->learner = NULL;
}

static duel_status seat_players(const tui_table *t, tui_finished *f, duel_msg *why)
{
    int32_t score[DUEL_SEATS];
    duel_status status = duel_cast_new(t->store, duel_session_variant(f->session),
                                       t->memory / 2, t->memory / 4, &f->cast, why);
    if (status != DUEL_OK)
        return status;
    duel_cast_follow(f->cast, f->session);
    return duel_session_over(f->session, score) ? DUEL_OK : duel_cast_begin(f->cast, why);
}

static void take_seats(tui_table *t, const tui_finished *f)
{
    t->session = f->session;
    t->cast = f->cast;
    t->people = 0;
    t->present = DUEL_NOBODY;
    for (int i = 0; i < tui_table_variant(t)->seats; i++)
        t->people += duel_session_human(t->session, i);
}

/* The table must have no session. */
duel_status tui_table_begin(tui_table *t, duel_msg *why)
{
    char room[DUEL_SEATS][DUEL_SPEC_TEXT];
    duel_opening o;
    tui_finished fresh = {NULL, NULL};
    uint64_t saved;
    if (!t->shown_setup)
        tui_setup_new_deal(&t->setup);
    duel_status status = tui_setup_opening(&t->setup, room, &o, why);
    if (status == DUEL_OK)
        status = duel_keep_new(t->store, &o, NULL, now(), &fresh.session, why);
    if (status == DUEL_OK)
        status = seat_players(t, &fresh, why);
    if (status == DUEL_OK)
        status = duel_keep_change(t->store, fresh.session, why);
    if (status != DUEL_OK) {
        tui_finished_close(&fresh, &saved, NULL);
        return status;
    }
    take_seats(t, &fresh);
    t->shown_setup = false;
    return DUEL_OK;
}

/* The situation prepared becomes that of the resumed game, so that F3 can play it again. */
duel_status tui_table_resume(tui_table *t, const char *id, duel_msg *why)
{
    tui_finished f = {NULL, NULL};
    uint64_t saved;
    duel_status status = duel_keep_load(t->store, id, &f.session, why);
    if (status == DUEL_OK)
        status = seat_players(t, &f, why);
    if (status == DUEL_OK)
        status = tui_table_choose(t, duel_session_variant(f.session)->game, why);
    if (status != DUEL_OK) {
        tui_finished_close(&f, &saved, NULL);
        return status;
    }
    t->setup.v = *duel_session_variant(f.session);
    duel_put_str(&t->setup.start.sink, duel_buf_str(&duel_session_record(f.session)->start));
    take_seats(t, &f);
    return DUEL_OK;
}

/* ---- looking ----------------------------------------------------------------------------- */

const duel_variant *tui_table_variant(const tui_table *t)
{
    if (t->learner)
        return &t->learner->v;
    return t->session ? duel_session_variant(t->session) : &t->setup.v;
}

bool tui_table_over(const tui_table *t)
{
    int32_t score[DUEL_SEATS];
    return t->session && !t->learner && duel_session_over(t->session, score);
}

bool tui_table_secrets(const tui_table *t)
{
    return duel_has_secrets(tui_table_variant(t));
}

bool tui_table_waits(const tui_table *t)
{
    if (t->learner)
        return duel_learner_step(t->learner) != NULL;
    return t->session && !tui_table_over(t) &&
           duel_session_human(t->session, duel_session_turn(t->session));
}

bool tui_table_needs_cover(const tui_table *t)
{
    return !t->learner && t->people > 1 && tui_table_secrets(t) && tui_table_waits(t) &&
           t->present != duel_session_turn(t->session);
}

int tui_table_turn(const tui_table *t)
{
    if (t->learner)
        return t->learner->v.game->turn(&t->learner->v, &t->learner->state);
    return duel_session_turn(t->session);
}

bool tui_table_ready(const tui_table *t)
{
    return t->session && !t->learner && duel_session_ready(t->session);
}

void tui_table_mover(const tui_table *t, duel_state *view)
{
    if (t->learner)
        duel_view(&t->learner->v, &t->learner->state, tui_table_turn(t), view);
    else
        duel_session_view(t->session, duel_session_turn(t->session), view);
}

/* The seat of the one before the screen. Several people with secrets: only whoever has said to
 * be there, and only in their own turn. */
static int looking(const tui_table *t)
{
    int turn = duel_session_turn(t->session), first = DUEL_NOBODY;
    if (tui_table_over(t))
        return DUEL_ALL;
    for (int i = tui_table_variant(t)->seats - 1; i >= 0; i--)
        if (duel_session_human(t->session, i))
            first = i;
    if (t->people < 2)
        return first;
    bool human = duel_session_human(t->session, turn);
    if (tui_table_secrets(t))
        return human && t->present == turn ? turn : DUEL_NOBODY;
    return human ? turn : first;
}

duel_status tui_table_view(const tui_table *t, duel_state *view, int *seat, duel_msg *why)
{
    if (t->learner) {
        *seat = tui_table_turn(t);
        tui_table_mover(t, view);
        return DUEL_OK;
    }
    if (t->session) {
        *seat = looking(t);
        duel_session_view(t->session, *seat, view);
        return DUEL_OK;
    }
    duel_state state;
    duel_status status = tui_setup_state(&t->setup, &state, why);
    if (status == DUEL_OK) {
        *seat = DUEL_NOBODY;
        duel_view(&t->setup.v, &state, DUEL_NOBODY, view);
    }
    return status;
}

/* ---- machines ---------------------------------------------------------------------------- */

duel_status tui_table_assist(tui_table *t, duel_msg *why)
{
    if (t->session == NULL || t->people == 0 || duel_session_assisted(t->session))
        return DUEL_OK;
    return tui_table_keep(t, duel_session_mark(t->session, false, now(), why), why);
}

duel_status tui_table_keep(tui_table *t, duel_status status, duel_msg *why)
{
    if (status == DUEL_OK)
        status = duel_keep_change(t->store, t->session, why);
    duel_cast_follow(t->cast, t->session);
    return status;
}

duel_status tui_table_play_plan(tui_table *t, const duel_answer *a, duel_msg *why)
{
    duel_session *s = t->session;
    const duel_move *drafted;
    size_t before = duel_session_record(s)->count;
    duel_status status = DUEL_OK;
    for (int i = 0; status == DUEL_OK && i < a->plan_count; i++) {
        if (duel_session_ready(s) || duel_session_record(s)->count != before)
            break; /* the turn is complete: what follows is no part of it */
        status = tui_table_keep(t, duel_session_play(s, a->plan[i], now(), why), why);
    }
    if (status == DUEL_OK && duel_session_ready(s))
        status = tui_table_keep(t, duel_session_validate(s, now(), why), why);
    if (status == DUEL_OK && duel_session_drafted(s, &drafted) > 0)
        status = duel_refuse(why, N_("The turn is not complete yet."), "");
    while (status != DUEL_OK && duel_session_take_back(s))
        continue;
    return status;
}
