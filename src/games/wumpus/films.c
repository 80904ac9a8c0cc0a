/* games/wumpus/films.c -- two films (base/film.h): what the knowledge base asks itself about
 * the cells one might enter next, and how a grid is made that can be explored by reasoning
 * alone. The base and the maker of grids do what they always do, and tell it. */
#include "base/film.h"
#include "games/wumpus/explain.h"
#include "games/wumpus/state.h"

#include <stdio.h>
#include <string.h>

enum { REEL_TEXT = 64 };

static void put_cell_name(wumpus_cell c, char out[REEL_TEXT])
{
    snprintf(out, REEL_TEXT, "(%d,%d)", c.x, c.y);
}

/* ---- the knowledge base -------------------------------------------------------------- */

enum { CELL, PIT, WUMPUS, NO_PIT, NO_WUMPUS, NEITHER, SO, COLUMNS };
_Static_assert((int)COLUMNS <= (int)FILM_HEADS, "a film has a head for each column");

typedef struct inquiry {
    duel_film *film;
    int n, row; /* of the cell that is judged */
    wumpus_cell cell;
} inquiry;

static void set_answer(const inquiry *q, int column, film_tone tone, const char *text)
{
    film_set(q->film, &(film_thing){.id = q->row * COLUMNS + column,
                                    .in = q->row,
                                    .column = column,
                                    .tone = tone,
                                    .text = text});
}

/* What lies and is felt on a cell that was entered: the letters of the notation. */
static void put_percepts(const wumpus_knowledge *k, wumpus_cell c, char out[REEL_TEXT])
{
    static const char letters[WUMPUS_SIGNS + 1] = "BGPTEW";
    size_t used = 0;
    for (int sign = 0; sign < WUMPUS_SIGNS; sign++)
        if (wumpus_has(&k->is[sign], c.x, c.y))
            out[used++] = letters[sign];
    if (used == 0)
        out[used++] = '.';
    out[used] = '\0';
}

static void show_fact(inquiry *q, const wumpus_knowledge *k, wumpus_cell c)
{
    char name[REEL_TEXT], felt[REEL_TEXT];
    put_cell_name(c, name);
    put_percepts(k, c, felt);
    duel_msg *say = film_next(q->film, 0);
    if (say)
        duel_say(say,
                 *felt == '.'
                     ? N_("{0} is known: nothing is there, and nothing is felt. The "
                          "base learns that as clauses.")
                     : N_("{0} is known: {1} (B breeze, P stench, E glitter). The base "
                          "learns that as clauses."),
                 "cc", name, felt);
    set_answer(q, CELL, FILM_HEAD, name);
    set_answer(q, SO, FILM_FACT, felt);
    q->row++;
}

static int column_asked(const inquiry *q, const wumpus_question *asked)
{
    wumpus_sign sign;
    wumpus_cell cell;
    int literal = asked->a < 0 ? -asked->a : asked->a;
    if (asked->a < 0 && asked->b < 0)
        return NEITHER;
    wumpus_literal_read(q->n, literal, &sign, &cell);
    return sign == WUMPUS_T ? (asked->a > 0 ? PIT : NO_PIT)
                            : (asked->a > 0 ? WUMPUS : NO_WUMPUS);
}

static const char *question_words(int column)
{
    static const char *const words[COLUMNS] = {
        [PIT] = N_("a pit"),       [WUMPUS] = N_("a live wumpus"),
        [NO_PIT] = N_("no pit"),   [NO_WUMPUS] = N_("no live wumpus"),
        [NEITHER] = N_("neither"),
    };
    return words[column];
}

/* A cell has its row from the first question about it on. */
static void begin_cell(inquiry *q, wumpus_cell c)
{
    char name[REEL_TEXT];
    if (c.x == q->cell.x && c.y == q->cell.y)
        return;
    q->row += q->cell.y >= 0;
    q->cell = c;
    put_cell_name(c, name);
    set_answer(q, CELL, FILM_HEAD, name);
}

static void hear_question(void *self, const wumpus_question *asked)
{
    inquiry *q = self;
    int column = column_asked(q, asked);
    char name[REEL_TEXT];
    put_cell_name(asked->cell, name);
    duel_msg *say = film_next(q->film, 1);
    if (say)
        duel_say(say,
                 asked->before
                     ? N_("{0}: could there be {1}? Yes, in a world that was found before.")
                 : asked->possible
                     ? N_("{0}: could there be {1}? Yes: the solver finds a world that agrees "
                          "with all that is known.")
                     : N_("{0}: could there be {1}? No: with it the clauses contradict each "
                          "other."),
                 "cw", name, question_words(column));
    begin_cell(q, asked->cell);
    set_answer(q, column, asked->possible ? FILM_GUESS : FILM_NO,
               asked->possible ? N_("possible") : N_("impossible"));
}

static void show_verdict(inquiry *q, const wumpus_setup *u, const wumpus_knowledge *k,
                         wumpus_cell c, wumpus_status status)
{
    static const struct {
        const char *text;
        film_tone tone;
    } shown[] = {[WUMPUS_IS_UNKNOWN] = {N_("open"), FILM_GUESS},
                 [WUMPUS_IS_SAFE] = {N_("safe"), FILM_YES},
                 [WUMPUS_IS_PIT] = {N_("pit"), FILM_NO},
                 [WUMPUS_IS_WUMPUS] = {N_("wumpus"), FILM_NO},
                 [WUMPUS_IS_DANGER] = {N_("deadly"), FILM_NO}};
    wumpus_explanation e;
    char name[REEL_TEXT];
    put_cell_name(c, name);
    duel_msg *say = film_next(q->film, 0);
    if (say && wumpus_explain(&u->rules, k, c, status, &e, NULL) == DUEL_OK)
        wumpus_say_explanation(&e, say);
    else if (say)
        duel_say(say, N_("{0} stays open: what is known decides nothing."), "c", name);
    set_answer(q, SO, shown[status].tone, shown[status].text);
}

/* Cells are judged one at a time, so that each verdict stands behind its questions. */
static duel_status judge_and_show(inquiry *q, void *base, const wumpus_setup *u,
                                  const wumpus_knowledge *k, duel_msg *why)
{
    wumpus_set edge = wumpus_frontier(k);
    duel_status status = DUEL_OK;
    for (wumpus_cell c = wumpus_first(&edge); status == DUEL_OK && c.y >= 0;
         c = wumpus_next(&edge, c)) {
        wumpus_set one = wumpus_only(c.x, c.y);
        wumpus_verdicts v;
        status = wumpus_sat.judge(base, &one, &v, why);
        if (status == DUEL_OK)
            show_verdict(q, u, k, c, wumpus_status_of(&v, c.x, c.y));
    }
    return status;
}

static void name_columns(duel_film *film)
{
    static const char *const heads[COLUMNS] = {N_("cell"),    N_("a pit?"),     N_("a wumpus?"),
                                               N_("no pit?"), N_("no wumpus?"), N_("none?"),
                                               N_("so")};
    memcpy(film->head, heads, sizeof heads);
}

static duel_status shoot_knowledge(const duel_variant *v, const void *view, duel_film *out,
                                   duel_msg *why)
{
    const wumpus_setup *u = wumpus_setup_of(v);
    wumpus_knowledge k = wumpus_knowledge_of(u, view);
    wumpus_set known = wumpus_known(&k);
    wumpus_facts facts;
    void *base;
    film_init(out, FILM_TABLE);
    name_columns(out);
    inquiry q = {.film = out, .n = k.n, .cell = {-1, -1}};
    for (wumpus_cell c = wumpus_first(&known); c.y >= 0; c = wumpus_next(&known, c))
        show_fact(&q, &k, c);
    duel_status status = wumpus_facts_of(&u->rules, &k, &facts, why);
    if (status == DUEL_OK)
        status = wumpus_sat.open(&u->rules, &base, why);
    if (status != DUEL_OK)
        return status;
    wumpus_sat_listen(base, hear_question, &q);
    status = wumpus_sat.learn(base, &facts, why);
    if (status == DUEL_OK)
        status = judge_and_show(&q, base, u, &k, why);
    wumpus_sat.close(base);
    return status;
}

/* ---- a grid -------------------------------------------------------------------------- */

typedef struct making {
    duel_film *film;
    wumpus_world shown; /* as it is in the film */
    bool begun;
    int number; /* of the grid that is looked at */
} making;

typedef enum thing { NOTHING, A_PIT, A_WUMPUS, A_GOLD } thing;

static thing thing_at(const wumpus_world *w, int x, int y)
{
    return wumpus_has(&w->pit, x, y)      ? A_PIT
           : wumpus_has(&w->wumpus, x, y) ? A_WUMPUS
           : wumpus_has(&w->gold, x, y)   ? A_GOLD
                                          : NOTHING;
}

/* A is where everybody starts. */
static void set_square(const making *m, const wumpus_world *w, int x, int y, film_tone tone)
{
    static const char *const signs[] = {"·", "●", "☠", "◆"};
    film_set(m->film, &(film_thing){.id = y * w->n + x,
                                    .in = w->n - 1 - y,
                                    .column = x,
                                    .tone = tone,
                                    .text = x + y ? signs[thing_at(w, x, y)] : "A"});
}

/* Only what changed is put there again. */
static void set_world(making *m, const wumpus_world *w)
{
    for (int y = 0; y < w->n; y++)
        for (int x = 0; x < w->n; x++)
            if (!m->begun || thing_at(w, x, y) != thing_at(&m->shown, x, y))
                set_square(m, w, x, y, thing_at(w, x, y) == A_PIT ? FILM_NO : FILM_PLAIN);
    m->shown = *w;
    m->begun = true;
}

/* Where something stands that did not stand there before. */
static wumpus_cell place_changed(const wumpus_world *from, const wumpus_world *to)
{
    for (int y = 0; y < to->n; y++)
        for (int x = 0; x < to->n; x++)
            if (thing_at(from, x, y) != thing_at(to, x, y) && thing_at(to, x, y))
                return (wumpus_cell){x, y};
    return (wumpus_cell){-1, -1};
}

static void see_grid(void *self, const wumpus_world *w, int distance, bool taken)
{
    making *m = self;
    duel_msg *say = film_next(m->film, 0);
    wumpus_cell c = m->begun ? place_changed(&m->shown, w) : (wumpus_cell){-1, -1};
    m->number++;
    if (say && c.y < 0)
        duel_say(
            say,
            N_("A grid is drawn by chance: ● pits, ☠ the wumpus, ◆ the gold. It is {0} away from what is wanted."),
            "i", (int64_t)distance);
    else if (say)
        duel_say(say,
                 taken ? N_("Grid {0}: something is moved to ({1},{2}). It is {3} away from "
                            "what is wanted: it is gone on from.")
                       : N_("Grid {0}: something is moved to ({1},{2}). It is {3} away from "
                            "what is wanted, so the move is taken back."),
                 "iiii", (int64_t)m->number, (int64_t)c.x, (int64_t)c.y, (int64_t)distance);
    if (taken)
        set_world(m, w);
    else if (c.y >= 0)
        film_look(m->film, c.y * w->n + c.x);
}

/* The certificate: the gold is reached on proved cells, step by step. */
static bool see_explored(void *self, const wumpus_knowledge *k, const wumpus_facts *facts,
                         const wumpus_verdicts *verdicts)
{
    making *m = self;
    duel_msg *say = film_next(m->film, 1);
    if (say)
        duel_say(say,
                 N_("It is explored by proof alone: {0} {0:cell is|cells are} entered, {1} "
                    "more {1:is|are} proved safe."),
                 "ii", (int64_t)wumpus_count(&k->explored),
                 (int64_t)wumpus_count(&verdicts->safe));
    for (wumpus_cell c = wumpus_first(&k->explored); c.y >= 0; c = wumpus_next(&k->explored, c))
        set_square(m, &m->shown, c.x, c.y, FILM_YES);
    return true;
}

static duel_status explore_made(making *m, const wumpus_rules *rules, const wumpus_world *w,
                                duel_msg *why)
{
    wumpus_grade grade;
    void *base;
    duel_status status = wumpus_sat.open(rules, &base, why);
    if (status != DUEL_OK)
        return status;
    status = wumpus_explore(&wumpus_sat, base, rules, w, false, see_explored, m, &grade, why);
    wumpus_sat.close(base);
    duel_msg *say = status == DUEL_OK ? film_next(m->film, 0) : NULL;
    if (say)
        duel_say(say,
                 grade == WUMPUS_DEDUCIBLE
                     ? N_("The gold is reached without any risk: the grid can be given out.")
                     : N_("No further: whoever wants the gold must take a risk."),
                 "");
    return status;
}

/* A grid of its own, of the size and class of the variant: nothing of the one played. */
static duel_status shoot_grid(const duel_variant *v, const void *view, duel_film *out,
                              duel_msg *why)
{
    enum { LARGEST = 8, OFTEN = 3 };
    const wumpus_setup *u = wumpus_setup_of(v);
    wumpus_rules rules = wumpus_rules_seed(u->rules.n < LARGEST ? u->rules.n : LARGEST);
    wumpus_difficulty wanted =
        u->difficulty < WUMPUS_DIFFICULTIES ? u->difficulty : WUMPUS_MEDIUM;
    making m = {.film = out};
    wumpus_onlooker o = {see_grid, &m};
    wumpus_world world;
    duel_rng rng;
    film_init(out, FILM_TABLE);
    duel_rng_init_number(&rng, OFTEN);
    duel_status status = wumpus_draw_graded(&rules, wanted, -1, &rng, &o, &world, why);
    return status == DUEL_OK ? explore_made(&m, &rules, &world, why) : status;
}

const duel_film_maker wumpus_reels[] = {
    {"knowledge", N_("The knowledge base and its questions"), shoot_knowledge},
    {"grid", N_("A grid is made"), shoot_grid},
    {NULL, NULL, NULL}};
