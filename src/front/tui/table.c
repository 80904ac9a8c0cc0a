/* front/tui/table.c -- see table.h. */
#include "front/tui/table.h"
#include "core/play.h"
#include "service/catalogue.h"
#include "service/learned.h"

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
    tui_finished f = {t->session, t->adviser, t->learned};
    t->session = NULL;
    t->adviser = NULL;
    memset(&t->learned, 0, sizeof t->learned);
    return f;
}

/* What the machines of the table proved, and what the adviser did for the player. */
static duel_status keep_proved(const tui_finished *f, duel_store *store, uint64_t *saved,
                               duel_msg *why)
{
    const duel_engine *engine;
    void *self;
    uint64_t mine = 0, more = 0;
    duel_status status = duel_session_learn(f->session, now(), &mine, why);
    if (status == DUEL_OK && f->adviser && duel_player_prover(f->adviser, &engine, &self))
        status = duel_learned_harvest(store, duel_session_variant(f->session), engine, self,
                                      now(), &more, why);
    if (status == DUEL_OK)
        *saved = mine + more;
    return status;
}

duel_status tui_finished_close(tui_finished *f, duel_store *store, uint64_t *saved,
                               duel_msg *why)
{
    if (f->session == NULL) {
        *saved = 0;
        return DUEL_OK;
    }
    duel_status status = keep_proved(f, store, saved, why);
    duel_player_close(f->adviser);
    if (f->learned.self)
        duel_learned_close(&f->learned);
    duel_session_close(f->session, now());
    memset(f, 0, sizeof *f);
    return status;
}

void tui_table_clear(tui_table *t)
{
    duel_msg why;
    uint64_t saved;
    tui_finished f = tui_table_give(t);
    tui_finished_close(&f, t->store, &saved, &why);
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

static void count_people(tui_table *t)
{
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
    duel_session *fresh;
    if (!t->shown_setup)
        tui_setup_new_deal(&t->setup);
    duel_status status = tui_setup_opening(&t->setup, room, &o, why);
    if (status == DUEL_OK)
        status = duel_session_new(t->store, &o, t->memory / 2, now(), &fresh, why);
    if (status != DUEL_OK)
        return status;
    t->session = fresh;
    t->shown_setup = false;
    count_people(t);
    return DUEL_OK;
}

/* The situation prepared becomes that of the resumed game, so that F3 can play it again. */
duel_status tui_table_resume(tui_table *t, const char *id, duel_msg *why)
{
    duel_session *s;
    duel_status status = duel_session_resume(t->store, id, t->memory / 2, &s, why);
    if (status != DUEL_OK)
        return status;
    status = duel_session_start(s, why);
    if (status == DUEL_OK)
        status = tui_table_choose(t, duel_session_variant(s)->game, why);
    if (status != DUEL_OK) {
        duel_session_close(s, now());
        return status;
    }
    t->setup.v = *duel_session_variant(s);
    duel_put_str(&t->setup.start.sink, duel_buf_str(&duel_session_record(s)->start));
    t->session = s;
    count_people(t);
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
    return duel_session_mark(t->session, false, now(), why);
}

duel_status tui_table_open_adviser(tui_table *t, duel_msg *why)
{
    if (t->adviser)
        return DUEL_OK;
    duel_status status = DUEL_OK;
    if (t->learned.self == NULL)
        status = duel_learned_open(t->store, tui_table_variant(t), &t->learned, why);
    if (status != DUEL_OK)
        return status;
    return duel_player_open(duel_str_of("expert"), tui_table_variant(t), t->memory / 4,
                            &t->learned, &t->adviser, why);
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
        status = duel_session_play(s, a->plan[i], now(), why);
    }
    if (status == DUEL_OK && duel_session_ready(s))
        status = duel_session_validate(s, now(), why);
    if (status == DUEL_OK && duel_session_drafted(s, &drafted) > 0)
        status = duel_refuse(why, N_("The turn is not complete yet."), "");
    while (status != DUEL_OK && duel_session_take_back(s))
        continue;
    return status;
}
