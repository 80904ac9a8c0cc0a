/* school/shunting_yard.c -- see shunting_yard.h. */
#include "school/shunting_yard.h"

#include <stdlib.h>

/* ---- reverse Polish ---------------------------------------------------------------------- */

typedef struct event {
    prop_deed deed;
    duel_str sign;
} event;

typedef struct looker_on {
    prop_watch watch;
    int count;
    event event[3 * PROP_SIGNS]; /* a sign waits, settles, and is read: no more */
} looker_on;

static void saw(prop_watch *self, prop_deed deed, duel_str sign)
{
    looker_on *l = (looker_on *)self;
    l->event[l->count++] = (event){deed, sign};
}

/* Somebody who tells what was seen. */
typedef struct teller {
    school_yard *yard;
    duel_buf *polish;
    duel_str waits[PROP_SIGNS]; /* what waits, and as which thing */
    int as[PROP_SIGNS];
    int waiting, read;
} teller;

static void move_sign(teller *t, int thing, duel_str sign, int lane)
{
    duel_buf text = duel_buf_empty();
    duel_put_str(&text.sink, sign);
    film_set(t->yard->film, &(film_thing){.id = thing,
                                          .in = lane,
                                          .tone = lane == YARD_OUT       ? FILM_FACT
                                                  : lane == YARD_WAITING ? FILM_GUESS
                                                                         : FILM_PLAIN,
                                          .text = text.text});
    duel_buf_fini(&text);
}

static void put_waiting(const teller *t, duel_sink *out)
{
    for (int i = 0; i < t->waiting; i++) {
        duel_put(out, i ? " " : "");
        duel_put_str(out, t->waits[i]);
    }
}

static void say_deed(teller *t, const event *e)
{
    static const char *const says[] = {
        [PROP_PUT_OUT] = N_("“{0}” is put out. Out: {1}   Waiting: {2}"),
        [PROP_WAITS] = N_("“{0}” waits. Out: {1}   Waiting: {2}"),
        [PROP_SETTLED] = N_("“{0}” has its parts and is put out. Out: {1}   Waiting: {2}"),
        [PROP_DROPPED] = N_("“{0}” takes its partner away. Out: {1}   Waiting: {2}"),
    };
    duel_buf waiting = duel_buf_empty();
    put_waiting(t, &waiting.sink);
    duel_msg *say = film_next(t->yard->film, 0);
    if (say)
        duel_say(say, says[e->deed], "sss", e->sign, duel_buf_str(t->polish),
                 duel_buf_str(&waiting));
    duel_buf_fini(&waiting);
}

static void put_out(teller *t, duel_str sign)
{
    duel_put(&t->polish->sink, t->polish->len ? " " : "");
    duel_put_str(&t->polish->sink, sign);
}

/* Which thing of the film goes where. */
static void follow(teller *t, const event *e)
{
    int thing = e->deed == PROP_SETTLED ? 0 : t->yard->first + t->read++, partner = 0;
    duel_str opened = {NULL, 0};
    if (e->deed == PROP_WAITS) {
        t->as[t->waiting] = thing;
        t->waits[t->waiting++] = e->sign;
    } else if (e->deed == PROP_SETTLED) {
        thing = t->as[--t->waiting];
    } else if (e->deed == PROP_DROPPED) {
        partner = t->as[--t->waiting];
        opened = t->waits[t->waiting];
    }
    if (e->deed == PROP_PUT_OUT || e->deed == PROP_SETTLED)
        put_out(t, e->sign);
    if (t->yard->film == NULL)
        return;
    say_deed(t, e);
    move_sign(t, thing, e->sign,
              e->deed == PROP_WAITS     ? YARD_WAITING
              : e->deed == PROP_DROPPED ? FILM_NOWHERE
                                        : YARD_OUT);
    if (opened.at)
        move_sign(t, partner, opened, FILM_NOWHERE);
}

/* The formula before, if there was one, makes room for this one. */
static void lay_signs(teller *t, const looker_on *l)
{
    school_yard *y = t->yard;
    duel_msg *say = y->film ? film_next(y->film, 0) : NULL;
    int before = y->first;
    if (say)
        duel_say(say, N_("The signs are read from left to right."), "");
    y->first = y->things;
    for (int i = before; i < y->first; i++)
        film_set(y->film, &(film_thing){.id = i, .in = FILM_NOWHERE});
    for (int i = 0; i < l->count; i++)
        if (l->event[i].deed != PROP_SETTLED)
            move_sign(t, y->things++, l->event[i].sign, YARD_TO_READ);
}

duel_status school_polish(prop_pool *pool, duel_str text, school_yard *yard, duel_buf *polish,
                          size_t *at, duel_msg *why)
{
    looker_on l = {.watch = {saw}, .count = 0};
    teller t = {.yard = yard, .polish = polish};
    prop_id unused;
    duel_status status = prop_read_watched(pool, text, &l.watch, &unused, at, why);
    if (status != DUEL_OK)
        return status;
    if (yard->film) {
        yard->film->head[YARD_TO_READ] = N_("to read");
        yard->film->head[YARD_OUT] = N_("put out");
        yard->film->head[YARD_WAITING] = N_("waiting");
    }
    lay_signs(&t, &l);
    for (int i = 0; i < l.count; i++)
        follow(&t, &l.event[i]);
    return DUEL_OK;
}

/* ---- the tree ---------------------------------------------------------------------------- */

typedef struct planting {
    const prop_pool *pool;
    duel_film *film;
    int *things;
} planting;

static const char *node_sign(const prop_node *n, char letter[2])
{
    static const char *const sign[PROP_OPS] = {
        [PROP_FALSE] = "⊥", [PROP_TRUE] = "⊤",   [PROP_NOT] = "¬",  [PROP_AND] = "∧",
        [PROP_OR] = "∨",    [PROP_EITHER] = "⊕", [PROP_THEN] = "⇒", [PROP_SAME] = "⇔"};
    letter[0] = (char)('A' + n->letter);
    letter[1] = '\0';
    return n->op == PROP_LETTER ? letter : sign[n->op];
}

static void say_part(const planting *p, prop_id id, const char *sign)
{
    const prop_node *n = &p->pool->node[id];
    duel_msg *say = film_next(p->film, 0);
    duel_buf whole = duel_buf_empty();
    prop_put(p->pool, id, PROP_UNICODE, &whole.sink);
    if (say && n->op < PROP_NOT)
        duel_say(say, N_("“{0}” is a formula by itself."), "c", sign);
    else if (say)
        duel_say(say,
                 n->op == PROP_NOT ? N_("“{0}” stands over the part behind it: {1}")
                                   : N_("“{0}” joins the two parts beside it: {1}"),
                 "cs", sign, duel_buf_str(&whole));
    duel_buf_fini(&whole);
}

/* Numbers are given on the way down, nodes shown on the way up. */
static void plant(const planting *p, prop_id id, int above)
{
    const prop_node *n = &p->pool->node[id];
    char letter[2];
    const char *sign = node_sign(n, letter);
    int own = (*p->things)++;
    if (p->film->cut)
        return;
    if (n->op >= PROP_NOT)
        plant(p, n->left, own);
    if (n->op > PROP_NOT)
        plant(p, n->right, own);
    say_part(p, id, sign);
    film_set(p->film, &(film_thing){.id = own,
                                    .in = above,
                                    .tone = n->op < PROP_NOT ? FILM_FACT : FILM_PLAIN,
                                    .text = sign});
}

void school_show_formula(const prop_pool *pool, prop_id id, duel_film *film, int *things)
{
    planting p = {pool, film, things};
    plant(&p, id, FILM_NOWHERE);
}
