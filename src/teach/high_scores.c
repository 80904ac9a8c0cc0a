/* teach/high_scores.c -- see high_scores.h.
 *
 * Games are gathered from the store first, then sorted by class and profile; what was dealt is
 * dealt again only where a profile has several games of one class. */
#include "teach/high_scores.h"
#include "base/grow.h"

#include "core/play.h"
#include "core/record.h"
#include "core/variant.h"

#include <stdlib.h>
#include <string.h>

/* A game that was played, in the order of the store. */
typedef struct played {
    duel_buf class, profile, name, variant, seed, start;
    int64_t score;
    bool won, assisted;
    size_t order;
    char opening[DUEL_POSITION_HASH]; /* "": not yet asked for */
} played;

typedef struct heap_of_games {
    const duel_game *game;
    played *in;
    size_t count, room;
    bool failed; /* no memory */
} heap_of_games;

/* ---- gathering --------------------------------------------------------------------------- */

static void fini_played(played *p)
{
    duel_buf *texts[] = {&p->class, &p->profile, &p->name, &p->variant, &p->seed, &p->start};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        duel_buf_fini(texts[i]);
}

static bool copy_text(duel_buf *out, duel_str text)
{
    duel_buf_init(out);
    duel_put_str(&out->sink, text);
    return !out->failed;
}

/* Games of options that are no more are left out. */
static bool take_played(void *to, const store_score *game)
{
    heap_of_games *h = to;
    duel_variant v;
    if (duel_variant_read(h->game, game->variant, &v, NULL) != DUEL_OK)
        return true;
    if (!GROW(h->in, h->room, h->count + 1)) {
        h->failed = true;
        return false;
    }
    played *p = &h->in[h->count];
    *p = (played){.score = game->score,
                  .won = game->won,
                  .assisted = game->assisted,
                  .order = h->count++};
    bool kept = copy_text(&p->profile, game->profile) && copy_text(&p->name, game->name);
    kept = copy_text(&p->variant, game->variant) && kept;
    kept = copy_text(&p->seed, game->seed) && kept;
    kept = copy_text(&p->start, game->start) && kept;
    duel_buf_init(&p->class);
    h->game->museum.ranked(&v, &p->class.sink);
    h->failed = h->failed || !kept || p->class.failed;
    return !h->failed;
}

static int by_class_and_profile(const void *a, const void *b)
{
    const played *x = a, *y = b;
    int class = strcmp(x->class.text, y->class.text);
    int profile = class ? class : strcmp(x->profile.text, y->profile.text);
    return profile ? profile : (x->order > y->order) - (x->order < y->order);
}

/* ---- what counts ------------------------------------------------------------------------- */

/* The hash of the opening; what cannot be dealt any more is like nothing else. */
static const char *opening_of(const duel_game *game, played *p)
{
    duel_variant v;
    duel_state state;
    if (p->opening[0])
        return p->opening;
    duel_status status = duel_variant_read(game, duel_buf_str(&p->variant), &v, NULL);
    if (status == DUEL_OK)
        status = p->start.len ? duel_read(&v, duel_buf_str(&p->start), &state, NULL)
                              : duel_deal(&v, duel_buf_str(&p->seed), &state);
    if (status == DUEL_OK)
        duel_position_hash(&v, &state, p->opening);
    return p->opening;
}

/* Whether none of the games from `first` on, by the same profile, had this opening. */
static bool plays_first(const duel_game *game, played *first, played *p)
{
    for (played *other = first; other < p; other++) {
        const char *before = opening_of(game, other);
        if (before[0] && strcmp(before, opening_of(game, p)) == 0)
            return false;
    }
    return true;
}

/* The games of one profile in one class, as a row; false: none counts. */
static bool make_row(const duel_game *game, played *first, size_t count, high_score *out,
                     size_t *since)
{
    high_score row = {.openings = 0};
    for (size_t i = 0; i < count; i++) {
        played *p = &first[i];
        if (p->assisted || !plays_first(game, first, p))
            continue;
        if (row.openings++ == 0 || p->score > row.best) {
            row.best = p->score;
            *since = p->order;
        }
        row.won += p->won;
    }
    if (row.openings == 0)
        return false;
    row.name = first->name;
    memset(&first->name, 0, sizeof first->name); /* it has moved */
    *out = row;
    return true;
}

/* ---- classes ----------------------------------------------------------------------------- */

typedef struct contender {
    high_score row;
    size_t since; /* when the best score was made */
} contender;

static int by_score(const void *a, const void *b)
{
    const contender *x = a, *y = b;
    if (x->row.best != y->row.best)
        return x->row.best < y->row.best ? 1 : -1;
    return (x->since > y->since) - (x->since < y->since);
}

static size_t same_profile(const played *p, size_t count)
{
    size_t same = 1;
    while (same < count && strcmp(p[same].profile.text, p->profile.text) == 0)
        same++;
    return same;
}

static void fini_class(high_score_class *c)
{
    for (size_t i = 0; i < c->rows; i++)
        duel_buf_fini(&c->row[i].name);
    duel_buf_fini(&c->variant);
    free(c->row);
}

/* All games of a class, sorted. */
static bool make_class(const duel_game *game, played *p, size_t count, high_score_class *out)
{
    contender *all = calloc(count, sizeof *all);
    high_score_class c = {.row = calloc(count, sizeof *c.row)};
    bool made = all && c.row && copy_text(&c.variant, duel_buf_str(&p->class));
    for (size_t i = 0; made && i < count;) {
        size_t same = same_profile(&p[i], count - i);
        c.rows += make_row(game, &p[i], same, &all[c.rows].row, &all[c.rows].since);
        i += same;
    }
    if (made && c.rows)
        qsort(all, c.rows, sizeof *all, by_score);
    for (size_t i = 0; made && i < c.rows; i++)
        c.row[i] = all[i].row;
    free(all);
    if (made)
        *out = c;
    else
        fini_class(&c);
    return made;
}

static bool make_classes(heap_of_games *h, high_scores *r)
{
    for (size_t i = 0; i < h->count;) {
        size_t same = 1;
        while (i + same < h->count &&
               strcmp(h->in[i + same].class.text, h->in[i].class.text) == 0)
            same++;
        high_score_class *c = &r->class[r->classes];
        if (!make_class(h->game, &h->in[i], same, c))
            return false;
        if (c->rows)
            r->classes++;
        else
            fini_class(c);
        i += same;
    }
    return true;
}

duel_status high_scores_make(data_store *store, const duel_game *game, high_scores *out,
                             duel_msg *why)
{
    heap_of_games h = {.game = game};
    high_scores r = {.classes = 0};
    duel_status status =
        store_scored(store, duel_str_of(game->id), game->version, take_played, &h, why);
    if (status == DUEL_OK && h.failed)
        status = duel_no_space(why);
    if (status == DUEL_OK && h.count) {
        qsort(h.in, h.count, sizeof *h.in, by_class_and_profile);
        r.class = calloc(h.count, sizeof *r.class);
        if (r.class == NULL || !make_classes(&h, &r))
            status = duel_no_space(why);
    }
    for (size_t i = 0; i < h.count; i++)
        fini_played(&h.in[i]);
    free(h.in);
    if (status == DUEL_OK)
        *out = r;
    else
        high_scores_fini(&r);
    return status;
}

void high_scores_fini(high_scores *r)
{
    for (size_t i = 0; i < r->classes; i++)
        fini_class(&r->class[i]);
    free(r->class);
}
