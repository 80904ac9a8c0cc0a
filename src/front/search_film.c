/* front/search_film.c -- a search as a film, and films in words: see search_film.h. */
#include "front/search_film.h"
#include "base/film.h"
#include "core/play.h"
#include "front/inside.h"
#include "front/json.h"
#include "front/opponents.h"
#include "players/catalogue.h"
#include "players/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- films for those who look ------------------------------------------------------------ */

static void set_words(json_t *j, const char *key, const char *text, duel_lang lang)
{
    if (*text)
        json_set(j, key, json_string(duel_text(lang, text)));
}

/* What is usual is left out: no note, no column, a plain tone. */
static json_t *json_thing(const duel_film *f, const film_put *p, duel_lang lang)
{
    json_t *j = json_pack("{sisi}", "id", p->id, "in", p->in);
    set_words(j, "text", film_text(f, p->text), lang);
    set_words(j, "note", film_text(f, p->note), lang);
    if (p->tone != FILM_PLAIN)
        json_set(j, "tone", json_string(film_tone_name(p->tone)));
    if (f->kind == FILM_TABLE)
        json_set(j, "column", json_integer(p->column));
    if (f->kind == FILM_TREE)
        json_set(j, "at", json_pack("[iii]", p->x, p->y, p->w));
    return j;
}

static json_t *json_step(const duel_film *f, int i, duel_lang lang)
{
    const film_step *s = &f->step[i];
    json_t *put = json_array(), *look = json_array();
    for (size_t k = s->first; k < film_puts_end(f, i); k++)
        json_array_append_new(put, json_thing(f, &f->put[k], lang));
    for (int k = 0; k < 3 && s->look[k] != FILM_NOWHERE; k++)
        json_array_append_new(look, json_integer(s->look[k]));
    return json_pack("{sisososo}", "depth", s->depth, "text", json_say(lang, &s->say), "put",
                     put, "look", look);
}

duel_status film_report(duel_film *f, duel_lang lang, json_t *to, duel_msg *why)
{
    json_t *steps = json_array(), *heads = json_array();
    film_lay_out(f);
    if (f->failed) {
        json_decref(steps);
        json_decref(heads);
        return duel_no_space(why);
    }
    for (int i = 0; i < FILM_HEADS && f->head[i]; i++)
        json_array_append_new(heads, json_string(duel_text(lang, f->head[i])));
    for (int i = 0; i < f->count; i++)
        json_array_append_new(steps, json_step(f, i, lang));
    json_set(to, "kind", json_string(film_kind_name(f->kind)));
    json_set(to, "heads", heads);
    json_set(to, "steps", steps);
    json_set(to, "cut", json_boolean(f->cut));
    return DUEL_OK;
}

void film_print_steps(const json_t *film, duel_sink *out)
{
    const json_t *step;
    size_t i;
    json_array_foreach(json_object_get(film, "steps"), i, step)
        duel_putf(out, "%*s%s\n", 2 * (int)json_integer_value(json_object_get(step, "depth")),
                  "", json_string_value(json_object_get(step, "text")));
    if (json_is_true(json_object_get(film, "cut")))
        duel_put(out, "…\n");
}

/* ---- as a picture ------------------------------------------------------------------------ */

enum { LETTER = 9, LEVEL = 68, MARGIN = 40, BOX = 40 };

/* Where a node stands, in points. */
typedef struct spot {
    int x, y, w;
} spot;

static spot node_spot(const json_t *thing)
{
    int x = 0, y = 0, w = 0;
    json_unpack(json_object_get(thing, "at"), "[iii]", &x, &y, &w);
    return (spot){MARGIN + x * LETTER, MARGIN + y * LEVEL, w * LETTER + 14};
}

static void put_escaped(const char *text, duel_sink *out)
{
    for (; text && *text; text++)
        if (*text == '<' || *text == '&')
            duel_put(out, *text == '<' ? "&lt;" : "&amp;");
        else
            duel_put_char(out, *text);
}

static void put_label(const json_t *thing, const char *key, int x, int y, int size,
                      duel_sink *out)
{
    duel_putf(out, "<text x=\"%d\" y=\"%d\" font-size=\"%d\">", x, y, size);
    put_escaped(json_string_value(json_object_get(thing, key)), out);
    duel_put(out, "</text>\n");
}

static void put_node(const json_t *thing, const json_t *above, duel_sink *out)
{
    spot s = node_spot(thing), a = node_spot(above);
    const char *tone = json_string_value(json_object_get(thing, "tone"));
    if (above)
        duel_putf(out, "<path d=\"M%d %dL%d %d\"/>\n", a.x, a.y + BOX / 2, s.x, s.y - BOX / 2);
    duel_putf(out, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
              tone ? tone : "plain", s.x - s.w / 2, s.y - BOX / 2, s.w, BOX);
    put_label(thing, "text", s.x, s.y - 1, 14, out);
    put_label(thing, "note", s.x, s.y + 14, 11, out);
}

/* Every thing as it is last, by its number. */
static json_t *last_things(const json_t *film)
{
    json_t *all = json_object(), *step, *thing;
    size_t i, k;
    json_array_foreach(json_object_get(film, "steps"), i, step)
        json_array_foreach(json_object_get(step, "put"), k, thing)
    {
        char id[24];
        snprintf(id, sizeof id, "%lld",
                 (long long)json_integer_value(json_object_get(thing, "id")));
        json_object_set(all, id, thing);
    }
    return all;
}

static const json_t *thing_above(const json_t *all, const json_t *thing)
{
    char id[24];
    snprintf(id, sizeof id, "%lld",
             (long long)json_integer_value(json_object_get(thing, "in")));
    return json_object_get(all, id);
}

static void put_svg_head(json_t *all, duel_sink *out)
{
    int width = 0, height = 0;
    const char *id;
    json_t *thing;
    json_object_foreach(all, id, thing)
    {
        spot s = node_spot(thing);
        width = s.x + s.w > width ? s.x + s.w : width;
        height = s.y > height ? s.y : height;
    }
    duel_putf(out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
              "font-family=\"serif\" text-anchor=\"middle\"><style>rect{fill:#fffdf9;"
              "stroke:#5d6470;rx:8px}path{stroke:#5d6470}.yes{stroke:#1f7a54;stroke-width:2}"
              ".no{stroke:#c0392b;stroke-width:2}.cut,.guess{stroke-dasharray:4 3}</style>\n",
              width + MARGIN, height + MARGIN);
}

void film_put_svg(const json_t *film, duel_sink *out)
{
    json_t *all = last_things(film), *thing;
    const char *id;
    put_svg_head(all, out);
    json_object_foreach(all, id, thing) put_node(thing, thing_above(all, thing), out);
    duel_put(out, "</svg>\n");
    json_decref(all);
}

/* ---- an engine at work ------------------------------------------------------------------- */

enum { WATCH_PLIES = 128, WATCH_NODES = 20000, WATCH_MEMORY = 1 << 26, WATCH_TEXT = 48 };

static const char minimax_name[] = "minimax"; /* alpha-beta without what makes it fast */

/* A node of the film: where it hangs, and by which move. */
typedef struct knot {
    int in;
    duel_move by;
} knot;

typedef struct watcher {
    duel_search_observer witness; /* the first: who looks on is found by it */
    const duel_variant *v;
    duel_film film;
    knot knot[2 * FILM_STEPS]; /* those of cuts hang by no move */
    int knots;
    uint64_t entered, searched, cuts;
    int depth;             /* of the film; 0: it is none of depths */
    int walk;              /* its number, where a search is made of walks */
    bool walked;           /* and whether it is told already */
    duel_buf way;          /* that it has gone */
    bool waiting;          /* a position was entered, and is not told yet */
    duel_search_event met; /* that one */
    int at[WATCH_PLIES];
    duel_state state[WATCH_PLIES]; /* from the root to where the search is */
} watcher;

/* ---- texts ------------------------------------------------------------------------------- */

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

/* What a position is worth: after walks how many there were, and how much of them was won. */
static void put_found(const duel_search_event *e, duel_sink *out)
{
    if (e->walks)
        duel_putf(out, "%u× ", (unsigned)e->walks);
    if (e->walks && !e->ends)
        duel_putf(out, "%lld %%", (long long)(e->worth + 5) / 10);
    else
        put_bound(e->worth, out);
}

static bool is_unbounded(const duel_search_event *e)
{
    return e->low <= -DUEL_NO_BOUND && e->high >= DUEL_NO_BOUND;
}

static void put_window(const duel_search_event *e, duel_sink *out)
{
    duel_put(out, "[");
    put_bound(e->low, out);
    duel_put(out, ", ");
    put_bound(e->high, out);
    duel_put(out, "]");
}

typedef struct texts {
    duel_buf way, more;
} texts;

/* The move that led to a position, as it is written in the one above. */
static void texts_init(texts *t, const watcher *w, const duel_search_event *e)
{
    duel_buf_init(&t->way);
    duel_buf_init(&t->more);
    if (e->ply > 0)
        duel_print_move(w->v, &w->state[e->ply - 1], e->move, &t->way.sink);
}

static void texts_fini(texts *t)
{
    duel_buf_fini(&t->way);
    duel_buf_fini(&t->more);
}

/* ---- the tree ---------------------------------------------------------------------------- */

static int add_knot(watcher *w, int in, duel_move by)
{
    w->knot[w->knots] = (knot){in, by};
    return w->knots++;
}

/* The node a move leads to; -1: it was never entered. */
static int knot_below(const watcher *w, int in, duel_move by)
{
    for (int i = 1; i < w->knots; i++)
        if (w->knot[i].in == in && w->knot[i].by == by)
            return i;
    return -1;
}

static void set_node(watcher *w, const duel_search_event *e, const texts *t, film_tone tone)
{
    film_set(&w->film, &(film_thing){.id = w->at[e->ply],
                                     .in = e->ply ? w->at[e->ply - 1] : FILM_NOWHERE,
                                     .tone = tone,
                                     .text = e->ply ? t->way.text : N_("here"),
                                     .note = t->more.text});
}

static film_tone tone_found(const duel_search_event *e)
{
    return !e->ends ? FILM_PLAIN : e->worth > 0 ? FILM_YES : e->worth < 0 ? FILM_NO : FILM_FACT;
}

/* ---- events ------------------------------------------------------------------------------ */

/* Goes there; true: it was looked at before. */
static bool go_below(watcher *w, const duel_search_event *e)
{
    int in = w->at[e->ply - 1], known = knot_below(w, in, e->move);
    w->state[e->ply] = w->state[e->ply - 1];
    w->v->game->play(w->v, &w->state[e->ply], e->move);
    w->at[e->ply] = known >= 0 ? known : add_knot(w, in, e->move);
    return known >= 0;
}

static void tell_entered(watcher *w, const duel_search_event *e)
{
    texts t;
    texts_init(&t, w, e);
    bool again = go_below(w, e), open = is_unbounded(e);
    put_window(e, &t.more.sink);
    duel_msg *say = film_next(&w->film, e->ply);
    if (say)
        duel_say(say,
                 again  ? N_("{0} once more, between wider bounds: {1}.")
                 : open ? N_("{0} is looked at.")
                        : N_("{0} is looked at; only a worth inside {1} matters."),
                 "ss", duel_buf_str(&t.way), duel_buf_str(&t.more));
    if (open)
        duel_buf_clear(&t.more);
    set_node(w, e, &t, FILM_GUESS);
    texts_fini(&t);
}

/* What ends where it was entered is one step, not two. */
static void tell_waiting(watcher *w, const duel_search_event *next)
{
    bool leaf = next && next->deed == DUEL_SEARCH_LEAVE && next->by != DUEL_BY_SEARCH;
    if (w->waiting && leaf)
        go_below(w, &w->met);
    else if (w->waiting)
        tell_entered(w, &w->met);
    w->waiting = false;
}

static void tell_left(watcher *w, const duel_search_event *e)
{
    static const char *const says[] = {
        [DUEL_BY_SEARCH] = N_("{0} is worth {1}: the best that is below it, for who moves "
                              "there."),
        [DUEL_BY_END] = N_("{0} ends the game: {1}."),
        [DUEL_BY_EVALUATION] = N_("{0}: as far as one looks. It looks like {1}."),
        [DUEL_BY_TABLE] = N_("{0}: this was met before, and is worth {1}."),
        [DUEL_BY_PLAYOUT] = N_("{0}, played to the end by chance: {1}."),
    };
    texts t;
    texts_init(&t, w, e);
    put_found(e, &t.more.sink);
    duel_msg *say = film_next(&w->film, e->ply);
    if (say && e->ply == 0)
        duel_say(say, N_("All is known: {0} for who is to move."), "s", duel_buf_str(&t.more));
    else if (say)
        duel_say(say, says[e->by], "ss", duel_buf_str(&t.way), duel_buf_str(&t.more));
    set_node(w, e, &t, tone_found(e));
    texts_fini(&t);
}

static void tell_cut(watcher *w, const duel_search_event *e)
{
    char text[WATCH_TEXT];
    duel_msg *say = film_next(&w->film, e->ply);
    snprintf(text, sizeof text, "✂ %d", e->left);
    if (say)
        duel_say(say,
                 N_("Cut: {0} {0:move need|moves need} not be looked at. Whoever moves before "
                    "this has something better already."),
                 "i", (int64_t)e->left);
    film_set(&w->film, &(film_thing){.id = add_knot(w, FILM_NOWHERE, 0),
                                     .in = w->at[e->ply],
                                     .tone = FILM_CUT,
                                     .text = text});
}

/* A film begins with the position that is thought about. */
static duel_msg *begin_film(watcher *w)
{
    film_init(&w->film, FILM_TREE);
    w->knots = 1;
    duel_msg *say = film_next(&w->film, 0);
    film_set(&w->film, &(film_thing){.id = 0, .in = FILM_NOWHERE, .text = N_("here")});
    return say;
}

/* Only the last depth is shown: what was seen before makes room. */
static void see_depth(watcher *w, const duel_search_event *e)
{
    film_fini(&w->film);
    duel_msg *say = begin_film(w);
    w->depth = e->left;
    if (say)
        duel_say(say, N_("The search looks {0} {0:move|moves} ahead."), "i", (int64_t)e->left);
}

/* ---- walks ------------------------------------------------------------------------------- */

static void see_walk(watcher *w, const duel_search_event *e)
{
    w->walk = e->left;
    w->walked = false;
    duel_buf_clear(&w->way);
}

static void walk_below(watcher *w, const duel_search_event *e)
{
    duel_put(&w->way.sink, e->ply > 1 ? ", " : "");
    duel_print_move(w->v, &w->state[e->ply - 1], e->move, &w->way.sink);
    go_below(w, e);
}

/* One sentence for a walk; the numbers along its way change with it. */
static void walk_back(watcher *w, const duel_search_event *e)
{
    texts t;
    duel_msg *say = w->walked ? NULL : film_next(&w->film, 0);
    texts_init(&t, w, e);
    put_found(e, &t.more.sink);
    if (say)
        duel_say(say,
                 e->by == DUEL_BY_END ? N_("Walk {0}: {1}. The game is over there.")
                 : e->by == DUEL_BY_TABLE
                     ? N_("Walk {0}: {1}. What comes of it is proved already.")
                     : N_("Walk {0}: {1}. Chance plays on to the end, and all on the way "
                          "count the result."),
                 "is", (int64_t)w->walk, duel_buf_str(&w->way));
    w->walked = true;
    set_node(w, e, &t, tone_found(e));
    texts_fini(&t);
}

/* ---- all --------------------------------------------------------------------------------- */

static void count_sight(watcher *w, const duel_search_event *e)
{
    w->entered += e->deed == DUEL_SEARCH_ENTER;
    w->searched += e->deed == DUEL_SEARCH_LEAVE && e->by == DUEL_BY_SEARCH;
    w->cuts += e->deed == DUEL_SEARCH_CUT;
}

static void see_search(watcher *w, const duel_search_event *e)
{
    tell_waiting(w, e);
    if (e->deed == DUEL_SEARCH_ENTER && e->ply > 0) {
        w->met = *e;
        w->waiting = true;
    } else if (e->deed == DUEL_SEARCH_LEAVE) {
        tell_left(w, e);
    } else if (e->deed == DUEL_SEARCH_CUT) {
        tell_cut(w, e);
    }
}

static void watch_saw(duel_search_observer *self, const duel_search_event *e)
{
    watcher *w = (watcher *)self;
    count_sight(w, e);
    if (e->deed == DUEL_SEARCH_DEPTH) {
        w->waiting = false;
        see_depth(w, e);
    }
    if (e->ply >= WATCH_PLIES || w->film.cut || w->knots >= 2 * FILM_STEPS - 1)
        return;
    if (e->deed == DUEL_SEARCH_PLAYOUT)
        see_walk(w, e);
    else if (w->walk && e->deed == DUEL_SEARCH_ENTER)
        walk_below(w, e);
    else if (w->walk)
        walk_back(w, e);
    else
        see_search(w, e);
}

/* The number behind "depth=" in "minimax:depth=9"; 0: there is none. */
static int64_t depth_wanted(duel_str engine)
{
    duel_str part, name;
    int64_t depth = 0;
    duel_str_part(&engine, ':', &part);
    while (duel_str_part(&engine, ',', &part)) {
        bool named = duel_str_part(&part, '=', &name) && duel_str_is(name, "depth");
        if (named && !duel_str_number(part, &depth))
            depth = 0;
    }
    return depth;
}

/* Why it does not look as far as it was told to: beside the depth of the film. */
static void tell_depth(watcher *w, int64_t wanted, const duel_answer *answer)
{
    if (w->depth == 0 || wanted <= w->depth || w->film.count == 0)
        return;
    duel_say(&w->film.step[0].say,
             answer->proved ? N_("The search looks {0} {0:move|moves} ahead, not {1}: to look "
                                 "further would change nothing.")
                            : N_("The search looks {0} {0:move|moves} ahead, not {1}: there "
                                 "are too many positions."),
             "ii", (int64_t)w->depth, wanted);
}

/* The last step: what it plays. */
static void tell_choice(watcher *w, const duel_answer *answer)
{
    duel_buf move;
    if (w->film.cut || answer->plan_count == 0)
        return;
    tell_waiting(w, NULL);
    duel_buf_init(&move);
    duel_print_move(w->v, &w->state[0], answer->plan[0], &move.sink);
    duel_msg *say = film_next(&w->film, 0);
    if (say)
        duel_say(say, N_("It plays {0}."), "s", duel_buf_str(&move));
    int chosen = knot_below(w, 0, answer->plan[0]);
    if (chosen > 0)
        film_look(&w->film, chosen);
    duel_buf_fini(&move);
}

/* ---- the whole --------------------------------------------------------------------------- */

/* "minimax" is alpha-beta without what makes it fast; options follow. */
static void put_spec(duel_str engine, duel_sink *out)
{
    duel_str name;
    duel_str_part(&engine, ':', &name);
    bool minimax = duel_str_is(name, minimax_name);
    duel_put_str(out, minimax ? duel_str_of("alphabeta:plain=yes") : name);
    if (engine.len) {
        duel_put(out, ":");
        duel_put_str(out, engine);
    }
}

static json_t *json_seen(const search_film_asked *asked, const watcher *w,
                         const duel_answer *answer, duel_lang lang)
{
    json_t *j = json_pack("{sososIsIsIsI}", "engine", json_text(asked->engine), "move",
                          answer->plan_count ? json_move(asked->v, asked->view, answer->plan[0])
                                             : json_null(),
                          "nodes", (json_int_t)answer->nodes, "entered", (json_int_t)w->entered,
                          "searched", (json_int_t)w->searched, "cuts", (json_int_t)w->cuts);
    json_set_worth(j, asked->v, json_worth_of_answer(asked->v, answer), lang);
    return j;
}

static duel_status think_watched(const search_film_asked *asked, watcher *w,
                                 duel_answer *answer, duel_msg *why)
{
    duel_buf spec;
    machine_player *player;
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
        player_open(duel_buf_str(&spec), asked->v, WATCH_MEMORY, NULL, &player, why);
    duel_buf_fini(&spec);
    if (status != DUEL_OK)
        return status;
    status = player_think(player, &t, answer, why);
    player_close(player);
    return status;
}

static duel_status film_engine(const search_film_asked *asked, watcher *w, duel_answer *answer,
                               duel_lang lang, json_t **out, duel_msg *why)
{
    w->witness = (duel_search_observer){.saw = watch_saw,
                                        .has_first = asked->first != NULL,
                                        .first = asked->first ? *asked->first : 0};
    w->v = asked->v;
    duel_view(asked->v, asked->view, asked->v->game->turn(asked->v, asked->view), &w->state[0]);
    duel_msg *say = begin_film(w);
    if (say)
        duel_say(say, N_("The search begins here."), "");
    duel_status status = think_watched(asked, w, answer, why);
    if (status == DUEL_OK && w->entered == 0)
        status = duel_refuse(why, N_("This engine does not let anybody look on."), "");
    if (status != DUEL_OK)
        return status;
    tell_depth(w, depth_wanted(asked->engine), answer);
    tell_choice(w, answer);
    *out = json_seen(asked, w, answer, lang);
    return film_report(&w->film, lang, *out, why);
}

static duel_status watch_thinking(const search_film_asked *asked, duel_lang lang, json_t **out,
                                  duel_msg *why)
{
    watcher *w = calloc(1, sizeof *w);
    duel_answer *answer = calloc(1, sizeof *answer);
    duel_status status = duel_no_space(why);
    if (w && answer) {
        duel_buf_init(&w->way);
        status = film_engine(asked, w, answer, lang, out, why);
        film_fini(&w->film);
        duel_buf_fini(&w->way);
    }
    free(answer);
    free(w);
    return status;
}

/* ---- films of a game's own --------------------------------------------------------------- */

static const duel_film_maker *find_reel(const duel_game *g, duel_str id)
{
    for (const duel_film_maker *r = g->museum.reels; r && r->id; r++)
        if (duel_str_is(id, r->id))
            return r;
    return NULL;
}

static duel_status show_reel(const search_film_asked *asked, const duel_film_maker *reel,
                             duel_lang lang, json_t **out, duel_msg *why)
{
    duel_film film = {.kind = FILM_TREE};
    duel_state view;
    duel_view(asked->v, asked->view, asked->v->game->turn(asked->v, asked->view), &view);
    duel_status status = reel->shoot(asked->v, &view, &film, why);
    if (status == DUEL_OK) {
        *out = json_pack("{so}", "engine", json_text(asked->engine));
        status = film_report(&film, lang, *out, why);
    }
    film_fini(&film);
    return status;
}

/* ---- who can be watched ------------------------------------------------------------------ */

/* "alphabeta" of "alphabeta:depth=3". */
static duel_str engine_named(duel_str spec)
{
    duel_str name;
    duel_str_part(&spec, ':', &name);
    return name;
}

/* Programs of other people do not tell anything, and none is started by a question. */
static bool tells_something(const search_film_asked *asked)
{
    duel_str name = engine_named(asked->engine);
    if (duel_str_is(name, minimax_name))
        return true;
    const duel_engine *e = catalogue_find_engine(asked->v->game, name);
    return e && e->tells;
}

duel_status search_film_engine(const search_film_asked *asked, duel_lang lang, json_t **out,
                               duel_msg *why)
{
    const duel_film_maker *reel = find_reel(asked->v->game, asked->engine);
    *out = NULL;
    if (reel == NULL && !tells_something(asked))
        return duel_refuse(why, N_("This engine does not let anybody look on."), "");
    if (reel == NULL && duel_is_over(asked->v, asked->view))
        return duel_refuse(why, N_("The game is over."), "");
    duel_status status =
        reel ? show_reel(asked, reel, lang, out, why) : watch_thinking(asked, lang, out, why);
    if (status != DUEL_OK) {
        json_decref(*out);
        *out = NULL;
    }
    return status;
}

duel_status search_film_position(const duel_variant *v, duel_str text, duel_state *state,
                                 duel_msg *why)
{
    return text.len ? duel_read(v, text, state, why) : duel_deal(v, duel_str_of("1"), state);
}

static void add_way(json_t *list, const char *of, const char *name)
{
    json_array_append_new(list, json_pack("{ssss}", "of", of, "name", name));
}

/* Where positions come back the solver takes the game in one piece: nothing to be seen. */
static void add_general_ways(json_t *list, const duel_variant *v, duel_lang lang)
{
    static const struct {
        const char *of, *player, *name;
    } ways[] = {{"minimax:depth=3", "alphabeta", N_("Minimax")},
                {"alphabeta:depth=3", "alphabeta", N_("Alpha-beta")},
                {"mcts:iterations=60", "mcts", N_("Monte-Carlo tree search")},
                {"exact", "exact", N_("The solver and its base")}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        bool in_one_piece = (v->traits & DUEL_LOOPY) && strcmp(ways[i].of, "exact") == 0;
        if (!duel_has_secrets(v) && !in_one_piece &&
            player_fits(duel_str_of(ways[i].player), v))
            add_way(list, ways[i].of, duel_text(lang, ways[i].name));
    }
}

static void add_own_ways(json_t *list, const duel_variant *v, duel_lang lang)
{
    const duel_engine *const *own = v->game->engines;
    for (int i = 0; own && own[i]; i++) {
        duel_buf name;
        if (!own[i]->tells || !player_fits(duel_str_of(own[i]->name), v))
            continue;
        duel_buf_init(&name);
        opponent_name(lang, &name.sink, v->game, own[i]->name);
        add_way(list, own[i]->name, name.text);
        duel_buf_fini(&name);
    }
}

json_t *search_film_ways(const duel_variant *v, duel_lang lang)
{
    json_t *list = json_array();
    add_general_ways(list, v, lang);
    add_own_ways(list, v, lang);
    for (const duel_film_maker *r = v->game->museum.reels; r && r->id; r++)
        add_way(list, r->id, duel_text(lang, r->title));
    return list;
}
