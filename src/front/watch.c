/* front/watch.c -- see watch.h. */
#include "front/watch.h"
#include "core/play.h"
#include "service/player.h"

#include <stdio.h>
#include <stdlib.h>

enum { WATCH_PLIES = 128, WATCH_NODES = 20000, WATCH_MEMORY = 1 << 26, WATCH_TEXT = 48 };

/* Positions from the root to where the search is. */
typedef struct watched {
    duel_state state;
    int node;          /* of the film */
    int last;          /* below it, the node that was left last; -1: none yet, */
    duel_move last_by; /* and the move that led there */
} watched;

typedef struct watcher {
    duel_witness witness; /* the first: who looks on is found by it */
    const duel_variant *v;
    duel_film film;
    int nodes; /* of the film */
    uint64_t entered, searched, cuts;
    watched at[WATCH_PLIES];
} watcher;

/* ---- texts --------------------------------------------------------------------------------
 */

/* "+1" where somebody has won, "≈+12" where it only looks so. */
static void put_bound(int64_t bound, duel_sink *out)
{
    int64_t size = bound < 0 ? -bound : bound;
    const char *sign = bound < 0 ? "−" : bound > 0 ? "+" : "";
    if (size >= DUEL_NO_BOUND / 2) /* a window of no width at the end of the line counts, too */
        duel_putf(out, "%s∞", sign);
    else if (size >= DUEL_ENDED)
        duel_putf(out, "%s%lld", sign, (long long)(size - DUEL_ENDED));
    else
        duel_putf(out, "%s%s%lld", size ? "≈" : "", sign, (long long)size);
}

static void put_window(const duel_sight *e, duel_sink *out)
{
    duel_put(out, "[");
    put_bound(e->low, out);
    duel_put(out, ", ");
    put_bound(e->high, out);
    duel_put(out, "]");
}

/* The move that led to a position, as it is written in the one above. */
static void put_way(const watcher *w, const duel_sight *e, duel_sink *out)
{
    if (e->ply > 0)
        duel_print_move(w->v, &w->at[e->ply - 1].state, e->move, out);
}

/* ---- events -------------------------------------------------------------------------------
 */

typedef struct texts {
    duel_buf way, more;
} texts;

static void texts_init(texts *t)
{
    duel_buf_init(&t->way);
    duel_buf_init(&t->more);
}

static void texts_fini(texts *t)
{
    duel_buf_fini(&t->way);
    duel_buf_fini(&t->more);
}

static void set_node(watcher *w, const duel_sight *e, const texts *t, film_tone tone)
{
    const watched *here = &w->at[e->ply];
    film_set(&w->film, &(film_thing){.id = here->node,
                                     .in = e->ply ? w->at[e->ply - 1].node : FILM_NOWHERE,
                                     .tone = tone,
                                     .text = e->ply ? t->way.text : N_("here"),
                                     .note = t->more.text});
}

/* A position that was left a moment ago may be looked at once more, in a wider window. */
static bool is_again(const watcher *w, const duel_sight *e)
{
    const watched *above = &w->at[e->ply - 1];
    return e->ply > 0 && above->last >= 0 && above->last_by == e->move;
}

static void see_entered(watcher *w, const duel_sight *e)
{
    watched *here = &w->at[e->ply];
    bool again = e->ply && is_again(w, e);
    texts t;
    texts_init(&t);
    if (e->ply) {
        here->state = w->at[e->ply - 1].state;
        w->v->game->play(w->v, &here->state, e->move);
    }
    here->node = again ? w->at[e->ply - 1].last : w->nodes++;
    here->last = -1;
    put_way(w, e, &t.way.sink);
    put_window(e, &t.more.sink);
    duel_msg *say = film_next(&w->film, e->ply);
    if (say && e->ply == 0)
        duel_say(say, N_("The search begins here."), "");
    else if (say)
        duel_say(say,
                 again ? N_("{0} once more, between wider bounds: {1}.")
                       : N_("{0} is looked at; only a worth inside {1} matters."),
                 "ss", duel_buf_str(&t.way), duel_buf_str(&t.more));
    set_node(w, e, &t, FILM_GUESS);
    texts_fini(&t);
}

static void see_left(watcher *w, const duel_sight *e)
{
    static const char *const says[] = {
        [DUEL_BY_SEARCH] = N_("{0} is worth {1}: the best that is below it, for who moves "
                              "there."),
        [DUEL_BY_END] = N_("{0} ends the game: {1}."),
        [DUEL_BY_LOOKS] = N_("{0}: as far as one looks. It looks like {1}."),
        [DUEL_BY_MEMORY] = N_("{0}: this was met before, and is worth {1}."),
    };
    texts t;
    texts_init(&t);
    put_way(w, e, &t.way.sink);
    put_bound(e->worth, &t.more.sink);
    duel_msg *say = film_next(&w->film, e->ply);
    if (say && e->ply == 0)
        duel_say(say, N_("All is known: {0} for who is to move."), "s", duel_buf_str(&t.more));
    else if (say)
        duel_say(say, says[e->by], "ss", duel_buf_str(&t.way), duel_buf_str(&t.more));
    set_node(w, e, &t,
             !e->ends       ? FILM_PLAIN
             : e->worth > 0 ? FILM_YES
             : e->worth < 0 ? FILM_NO
                            : FILM_FACT);
    if (e->ply) {
        w->at[e->ply - 1].last = w->at[e->ply].node;
        w->at[e->ply - 1].last_by = e->move;
    }
    texts_fini(&t);
}

static void see_cut(watcher *w, const duel_sight *e)
{
    char text[WATCH_TEXT];
    duel_msg *say = film_next(&w->film, e->ply);
    snprintf(text, sizeof text, "✂ %d", e->left);
    if (say)
        duel_say(say,
                 N_("Cut: {0} {0:move need|moves need} not be looked at. Whoever moves before "
                    "this has something better already."),
                 "i", (int64_t)e->left);
    film_set(&w->film,
             &(film_thing){
                 .id = w->nodes++, .in = w->at[e->ply].node, .tone = FILM_CUT, .text = text});
}

/* Only the last depth is shown: what was seen before makes room. */
static void see_depth(watcher *w, const duel_sight *e)
{
    film_fini(&w->film);
    film_init(&w->film, FILM_TREE);
    w->nodes = 1;
    w->at[0].node = 0;
    w->at[0].last = -1;
    duel_msg *say = film_next(&w->film, 0);
    if (say)
        duel_say(say, N_("The search looks {0} {0:move|moves} ahead."), "i", (int64_t)e->left);
    film_set(&w->film, &(film_thing){.id = 0, .in = FILM_NOWHERE, .text = N_("here")});
}

static void watch_saw(duel_witness *self, const duel_sight *e)
{
    watcher *w = (watcher *)self;
    w->entered += e->deed == DUEL_DEED_ENTERS;
    w->searched += e->deed == DUEL_DEED_LEAVES && e->by == DUEL_BY_SEARCH;
    w->cuts += e->deed == DUEL_DEED_CUTS;
    if (e->deed == DUEL_DEED_DEPTH)
        see_depth(w, e);
    if (e->ply >= WATCH_PLIES || w->film.cut)
        return;
    if (e->deed == DUEL_DEED_ENTERS)
        see_entered(w, e);
    else if (e->deed == DUEL_DEED_LEAVES)
        see_left(w, e);
    else if (e->deed == DUEL_DEED_CUTS)
        see_cut(w, e);
}

/* ---- the whole ----------------------------------------------------------------------------
 */

/* "minimax" is alpha-beta without what makes it fast; options follow. */
static void put_spec(duel_str engine, duel_sink *out)
{
    static const char minimax[] = "minimax";
    size_t len = sizeof minimax - 1;
    if (engine.len < len || !duel_str_is((duel_str){engine.at, len}, minimax)) {
        duel_put_str(out, engine);
        return;
    }
    duel_put(out, "alphabeta:plain=yes");
    if (engine.len > len) {
        duel_put(out, ",");
        duel_put_str(out, (duel_str){engine.at + len + 1, engine.len - len - 1});
    }
}

static json_t *json_seen(const watch_asked *asked, const watcher *w, const duel_answer *answer,
                         duel_lang lang)
{
    json_t *j = json_pack("{sososIsIsIsI}", "engine", json_text(asked->engine), "move",
                          answer->plan_count ? json_move(asked->v, asked->view, answer->plan[0])
                                             : json_null(),
                          "nodes", (json_int_t)answer->nodes, "entered", (json_int_t)w->entered,
                          "searched", (json_int_t)w->searched, "cuts", (json_int_t)w->cuts);
    json_set_worth(j, asked->v, json_worth_of_answer(asked->v, answer), lang);
    return j;
}

static duel_status think_watched(const watch_asked *asked, watcher *w, duel_answer *answer,
                                 duel_msg *why)
{
    duel_buf spec;
    duel_player *player;
    duel_think t = {.view = asked->view,
                    .seat = asked->v->game->turn(asked->v, asked->view),
                    .nodes = WATCH_NODES,
                    .threads = 1,
                    .seed = 1,
                    .stop = asked->stop,
                    .witness = &w->witness};
    duel_buf_init(&spec);
    put_spec(asked->engine, &spec.sink);
    duel_status status =
        duel_player_open(duel_buf_str(&spec), asked->v, WATCH_MEMORY, NULL, &player, why);
    duel_buf_fini(&spec);
    if (status != DUEL_OK)
        return status;
    status = duel_player_think(player, &t, answer, why);
    duel_player_close(player);
    return status;
}

duel_status watch_engine(const watch_asked *asked, duel_lang lang, json_t **out, duel_msg *why)
{
    watcher *w = calloc(1, sizeof *w);
    duel_answer *answer = calloc(1, sizeof *answer);
    duel_status status = w && answer ? DUEL_OK : duel_full(why);
    if (status == DUEL_OK) {
        w->witness = (duel_witness){.saw = watch_saw,
                                    .has_first = asked->first != NULL,
                                    .first = asked->first ? *asked->first : 0};
        w->v = asked->v;
        duel_view(asked->v, asked->view, asked->v->game->turn(asked->v, asked->view),
                  &w->at[0].state);
        film_init(&w->film, FILM_TREE);
        status = think_watched(asked, w, answer, why);
        if (status == DUEL_OK && w->entered == 0)
            status = duel_refuse(why, N_("This engine does not let anybody look on."), "");
        json_t *j = status == DUEL_OK ? json_seen(asked, w, answer, lang) : NULL;
        if (j)
            status = film_tell(&w->film, lang, j, why);
        if (status == DUEL_OK)
            *out = j;
        else
            json_decref(j);
        film_fini(&w->film);
    }
    free(answer);
    free(w);
    return status;
}
