/* front/tui/table.c -- see table.h. */
#include "front/tui/table.h"
#include "core/play.h"

#include <stdlib.h>
#include <string.h>

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

host tui_table_give(tui_table *t)
{
    host was = t->at;
    t->at = (host){.store = was.store};
    return was;
}

void tui_table_clear(tui_table *t)
{
    uint64_t saved;
    host_close(&t->at, &saved, NULL);
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

/* Where nobody plays, eyes must be able to follow. */
static uint64_t pace_of(const duel_opening *o)
{
    enum { WATCHED = 700 }; /* ms */
    for (int i = 0; i < o->variant->seats; i++)
        if (duel_str_is(o->seats[i], "human"))
            return 0;
    return WATCHED;
}

/* There must be no game. */
duel_status tui_table_begin(tui_table *t, duel_msg *why)
{
    char room[DUEL_SEATS][DUEL_SPEC_TEXT];
    duel_opening o;
    if (!t->shown_setup)
        tui_setup_new_deal(&t->setup);
    duel_status status = tui_setup_opening(&t->setup, room, &o, why);
    if (status == DUEL_OK)
        status = host_begin(&t->at, &o, t->memory, pace_of(&o), why);
    if (status == DUEL_OK)
        t->shown_setup = false;
    return status;
}

/* What has no room here is left to the default. */
static void prepare_players(tui_table *t)
{
    duel_buf seats;
    duel_buf_init(&seats);
    for (int i = 0; i < duel_table_variant(t->at.table)->seats; i++)
        duel_putf(&seats.sink, "%s%s", i ? "," : "", duel_table_chair(t->at.table, i, 0).spec);
    if (!seats.failed && seats.len < sizeof t->setup.seats)
        memcpy(t->setup.seats, seats.text, seats.len + 1);
    duel_buf_fini(&seats);
}

/* The situation and the players prepared become those of the resumed game, so that F3 can play
 * it again. */
duel_status tui_table_resume(tui_table *t, const char *id, duel_msg *why)
{
    host again = {.store = t->at.store};
    uint64_t saved;
    duel_status status = host_resume(&again, id, t->memory, 0, why);
    if (status == DUEL_OK)
        status = tui_table_choose(t, duel_table_variant(again.table)->game, why);
    if (status != DUEL_OK) {
        host_close(&again, &saved, NULL);
        return status;
    }
    t->at = again;
    t->setup.v = *duel_table_variant(again.table);
    const duel_record *r = duel_table_record(again.table);
    if (!r->dealt)
        duel_put_str(&t->setup.start.sink, duel_buf_str(&r->start));
    prepare_players(t);
    t->shown_setup = false;
    return DUEL_OK;
}

/* ---- looking ----------------------------------------------------------------------------- */

const duel_variant *tui_table_variant(const tui_table *t)
{
    if (t->learner)
        return &t->learner->v;
    return t->at.table ? duel_table_variant(t->at.table) : &t->setup.v;
}

bool tui_table_over(const tui_table *t)
{
    return t->at.table && !t->learner && duel_table_over(t->at.table, NULL);
}

bool tui_table_secrets(const tui_table *t)
{
    return duel_has_secrets(tui_table_variant(t));
}

bool tui_table_waits(const tui_table *t)
{
    if (t->learner)
        return duel_learner_step(t->learner) != NULL;
    return t->at.table && duel_table_stage(t->at.table) == DUEL_AT_PERSON;
}

bool tui_table_needs_cover(const tui_table *t)
{
    return !t->learner && t->at.table &&
           duel_table_cover(t->at.table, HOST_GUEST) != DUEL_NOBODY;
}

int tui_table_turn(const tui_table *t)
{
    if (t->learner)
        return t->learner->v.game->turn(&t->learner->v, &t->learner->state);
    return duel_table_turn(t->at.table);
}

bool tui_table_ready(const tui_table *t)
{
    return t->at.table && !t->learner && duel_table_ready(t->at.table);
}

int tui_table_people(const tui_table *t)
{
    return t->at.table ? __builtin_popcount(duel_table_people(t->at.table)) : 0;
}

void tui_table_mover(const tui_table *t, duel_state *view)
{
    if (t->learner)
        duel_view(&t->learner->v, &t->learner->state, tui_table_turn(t), view);
    else
        duel_table_seat_view(t->at.table, duel_table_turn(t->at.table), view);
}

duel_status tui_table_view(const tui_table *t, duel_state *view, int *seat, duel_msg *why)
{
    if (t->learner) {
        *seat = tui_table_turn(t);
        tui_table_mover(t, view);
        return DUEL_OK;
    }
    if (t->at.table) {
        *seat = duel_table_eyes(t->at.table, HOST_GUEST);
        duel_table_view(t->at.table, HOST_GUEST, view);
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
