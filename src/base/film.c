/* base/film.c -- see film.h. */
#include "base/film.h"
#include "base/grow.h"

#include <stdlib.h>
#include <string.h>

void film_init(duel_film *f, film_kind kind)
{
    *f = (duel_film){.kind = kind};
    duel_buf_init(&f->bytes);
    duel_put_char(&f->bytes.sink, '\0'); /* so that 0 is the place of no text */
}

void film_fini(duel_film *f)
{
    free(f->step);
    free(f->put);
    duel_buf_fini(&f->bytes);
    *f = (duel_film){.kind = f->kind};
}

const char *film_kind_name(film_kind kind)
{
    static const char *const names[FILM_KINDS] = {"tree", "table", "lanes"};
    return names[kind];
}

const char *film_tone_name(film_tone tone)
{
    static const char *const names[FILM_TONES] = {"plain", "yes",   "no",  "cut",
                                                  "fact",  "guess", "head"};
    return names[tone];
}

/* ---- making -------------------------------------------------------------------------- */

static bool has_room_for_step(duel_film *f)
{
    bool room = GROW(f->step, f->step_room, f->count + 1);
    f->failed = f->failed || !room;
    return room;
}

duel_msg *film_next(duel_film *f, int depth)
{
    f->cut = f->cut || f->count == FILM_STEPS;
    if (f->count < FILM_STEPS && has_room_for_step(f))
        f->step[f->count++] =
            (film_step){.first = f->puts, .look = {FILM_NOWHERE, FILM_NOWHERE, FILM_NOWHERE}};
    if (f->count == 0)
        return NULL;
    film_step *s = &f->step[f->count - 1];
    s->depth = depth;
    s->say.id = NULL;
    return &s->say;
}

static size_t keep_text(duel_film *f, const char *text)
{
    size_t at = f->bytes.len;
    if (text == NULL || *text == '\0')
        return 0;
    duel_put_str(&f->bytes.sink, (duel_str){text, strlen(text) + 1});
    f->failed = f->failed || f->bytes.failed;
    return f->bytes.failed ? 0 : at;
}

static bool has_room_to_put(duel_film *f)
{
    bool room = GROW(f->put, f->put_room, f->puts + 1);
    f->failed = f->failed || !room;
    return room;
}

void film_set(duel_film *f, const film_thing *t)
{
    if (f == NULL || f->cut || f->count == 0 || !has_room_to_put(f))
        return;
    f->put[f->puts++] = (film_put){.id = t->id,
                                   .in = t->in,
                                   .column = t->column,
                                   .tone = t->tone,
                                   .text = keep_text(f, t->text),
                                   .note = keep_text(f, t->note)};
}

void film_look(duel_film *f, int id)
{
    int k = 0;
    if (f == NULL || f->cut || f->count == 0)
        return;
    film_step *s = &f->step[f->count - 1];
    while (k < 3 && s->look[k] != FILM_NOWHERE)
        k++;
    if (k < 3)
        s->look[k] = id;
}

const char *film_text(const duel_film *f, size_t at)
{
    return f->bytes.text + at;
}

size_t film_puts_end(const duel_film *f, int step)
{
    return step + 1 < f->count ? f->step[step + 1].first : f->puts;
}

/* ---- trees laid out ------------------------------------------------------------------ */

/* A node as it is in the end, as wide as it ever was. */
typedef struct leafage {
    bool there;
    int in;
    int w, inner, span; /* in letters: of its texts, of all below it, of the wider of the two */
    int edge;           /* where the next one below it begins */
    int x, y;
} leafage;

enum { LEAST = 3, BETWEEN = 2 }; /* letters of a node, and from one to the next */

static int letters_in(const char *text)
{
    int count = 0;
    for (; *text; text++)
        count += !duel_char_goes_on(*text);
    return count;
}

static int largest_id(const duel_film *f)
{
    int largest = -1;
    for (size_t i = 0; i < f->puts; i++)
        largest = f->put[i].id > largest ? f->put[i].id : largest;
    return largest;
}

static void gather(const duel_film *f, leafage *node)
{
    for (size_t i = 0; i < f->puts; i++) {
        const film_put *p = &f->put[i];
        leafage *n = &node[p->id];
        int text = letters_in(film_text(f, p->text)), note = letters_in(film_text(f, p->note));
        int w = text > note ? text : note;
        w = w > LEAST ? w : LEAST;
        n->w = w > n->w ? w : n->w;
        n->in = p->in;
        n->there = true;
    }
}

/* Nodes have greater numbers than those above them, so that one way up measures them all, and
 * one way down gives each its place. `node[-1]` is above all roots. */
static void measure_nodes(leafage *node, int count)
{
    for (int i = count - 1; i >= 0; i--) {
        leafage *n = &node[i];
        if (!n->there)
            continue;
        n->span = n->inner > n->w + BETWEEN ? n->inner : n->w + BETWEEN;
        node[n->in].inner += n->span;
    }
}

static void place(leafage *node, int count)
{
    node[-1].y = -1;
    for (int i = 0; i < count; i++) {
        leafage *n = &node[i], *above = &node[n->in];
        if (!n->there)
            continue;
        n->x = above->edge + n->span / 2;
        n->y = above->y + 1;
        n->edge = above->edge + (n->span - n->inner) / 2;
        above->edge += n->span;
    }
}

void film_lay_out(duel_film *f)
{
    int count = largest_id(f) + 1;
    leafage *node = calloc((size_t)count + 1, sizeof *node);
    f->failed = f->failed || node == NULL;
    if (!f->failed && f->kind == FILM_TREE) {
        gather(f, node + 1);
        measure_nodes(node + 1, count);
        place(node + 1, count);
        for (size_t i = 0; i < f->puts; i++) {
            const leafage *n = &node[f->put[i].id + 1];
            f->put[i].x = n->x;
            f->put[i].y = n->y;
            f->put[i].w = n->w;
        }
    }
    free(node);
}
