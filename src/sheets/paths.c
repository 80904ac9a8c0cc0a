/* sheets/paths.c -- moves as paths through the picture: see picture.h. */
#include "sheets/picture.h"

#include <stdlib.h>
#include <string.h>

/* ---- places ----------------------------------------------------------------------------- */

/* Cells named by arguments one behind the other. */
static int cells_named(const board *b, const named *move, pick *out)
{
    int count = 0, x, y, words = board_arguments(b);
    for (int i = 1; words && i + words <= move->parts && count < PICK_MOST;) {
        if (board_place_named(b, move->part + i, &x, &y) && board_has(b, x, y)) {
            uint32_t number = (uint32_t)(y * b->columns + x);
            /* a place named twice running is picked once */
            if (count == 0 || out[count - 1].number != number)
                out[count++] = (pick){.kind = PICK_CELL, .number = number};
            i += words;
        } else {
            i++;
        }
    }
    return count;
}

/* A move with a single argument, that is a column of the board. */
static int column_named(const board *b, const named *move, pick *out)
{
    int column = board_arguments(b) == 2 && move->parts == 2
                     ? board_index(&b->axis[0], move->part[1])
                     : -1;
    if (column < 0)
        return 0;
    out[0] = (pick){.kind = PICK_COLUMN, .number = (uint32_t)column};
    return 1;
}

/* ---- words ------------------------------------------------------------------------------ */

/* The first move of the list that has the same word at this step. */
static uint32_t first_with(const machine *m, const routes *r, int step, const char *word)
{
    for (int i = 0; i < r->count; i++) {
        const named *n = machine_move_name(m, r->at[i].move);
        if (r->at[i].listed && step < n->parts && strcmp(n->part[step], word) == 0)
            return r->at[i].move;
    }
    return NAMES_NONE;
}

/* Whether moves without a place differ in this part. */
static bool differ_in(const machine *m, const routes *r, int step)
{
    const char *word = NULL;
    for (int i = 0; i < r->count; i++) {
        const named *n = machine_move_name(m, r->at[i].move);
        if (!r->at[i].listed || step >= n->parts)
            continue;
        if (word && strcmp(word, n->part[step]) != 0)
            return true;
        word = n->part[step];
    }
    return false;
}

static int words_picked(const machine *m, const routes *r, const named *move, const bool *told,
                        pick *out)
{
    int count = 0;
    for (int step = 0; step < move->parts && step < PICK_MOST; step++)
        if (told[step])
            out[count++] = (pick){.kind = PICK_WORD,
                                  .step = (uint16_t)step,
                                  .number = first_with(m, r, step, move->part[step])};
    return count;
}

/* Of many moves without a place, the words that tell them apart. */
static void narrow_list(const machine *m, routes *r)
{
    enum { SHORT_LIST = 16 };
    int listed = 0;
    bool told[PICK_MOST];
    for (int i = 0; i < r->count; i++)
        listed += r->at[i].listed = r->at[i].count == 0;
    if (listed <= SHORT_LIST)
        return;
    for (int step = 0; step < PICK_MOST; step++)
        told[step] = differ_in(m, r, step);
    for (int i = 0; i < r->count; i++)
        if (r->at[i].listed)
            r->at[i].count =
                words_picked(m, r, machine_move_name(m, r->at[i].move), told, r->at[i].pick);
}

/* ---- ways to all moves ------------------------------------------------------------------ */

static int compare_picks(const pick *a, const pick *b)
{
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->step != b->step)
        return a->step < b->step ? -1 : 1;
    return a->number == b->number ? 0 : a->number < b->number ? -1 : 1;
}

/* A beginning comes before what it begins. */
static int compare_routes(const void *one, const void *other)
{
    const route *a = one, *b = other;
    for (int i = 0; i < a->count && i < b->count; i++) {
        int order = compare_picks(&a->pick[i], &b->pick[i]);
        if (order)
            return order;
    }
    return a->count - b->count;
}

static bool begins(const route *a, const route *b)
{
    for (int i = 0; i < a->count; i++)
        if (i == b->count || compare_picks(&a->pick[i], &b->pick[i]) != 0)
            return false;
    return true;
}

/* Whoever is alike, or begins another, ends with the move itself. In order, those stand one
 * behind the other. */
static void part_routes(routes *r)
{
    qsort(r->at, (size_t)r->count, sizeof *r->at, compare_routes);
    bool alike = false;
    for (int i = 0; i < r->count; i++) {
        route *now = &r->at[i];
        bool next = i + 1 < r->count && begins(now, now + 1);
        bool same = next && now->count == now[1].count;
        if (now->count == 0 || next || alike)
            now->pick[now->count++] = (pick){.kind = PICK_MOVE, .number = now->move};
        alike = same;
    }
}

static void name_places(const sheets_game *g, routes *r)
{
    const board *b = &g->picture->board;
    bool cells = false;
    for (int i = 0; i < r->count; i++) {
        r->at[i].count = cells_named(b, machine_move_name(g->m, r->at[i].move), r->at[i].pick);
        cells = cells || r->at[i].count;
    }
    for (int i = 0; i < r->count && !cells; i++) {
        r->at[i].count = column_named(b, machine_move_name(g->m, r->at[i].move), r->at[i].pick);
        r->columns = r->columns || r->at[i].count;
    }
}

bool routes_find(const duel_variant *v, const void *view, routes *out)
{
    const sheets_game *g = sheets_of(v);
    duel_move list[DUEL_MOVES_MAX];
    int count = v->game->moves(v, view, list);
    *out = (routes){.at = calloc((size_t)count + 1, sizeof *out->at), .count = count};
    if (out->at == NULL)
        return false;
    for (int i = 0; i < count; i++)
        out->at[i].move = (uint32_t)list[i];
    if (!head_in(view)->heard) {
        name_places(g, out);
        narrow_list(g->m, out);
    }
    part_routes(out);
    return true;
}

duel_target pick_target(const pick *p, const board *b)
{
    switch ((pick_kind)p->kind) {
    case PICK_CELL:
        return duel_target_of("cell:%u:%u", p->number % (unsigned)b->columns,
                              p->number / (unsigned)b->columns);
    case PICK_COLUMN:
        return duel_target_of("column:%u", p->number);
    case PICK_WORD:
        return duel_target_of("word:%u:%u", (unsigned)p->step, p->number);
    case PICK_MOVE:
        break;
    }
    return duel_target_of("move:%u", p->number);
}

/* Whoever asks for the way to one move of a state asks for those to the others next. */
static bool same_state_as_last(const duel_variant *v, struct picture *p, const void *view)
{
    if (p->of_state && memcmp(p->of_state, view, v->state_size) == 0)
        return true;
    if (p->of_state == NULL)
        p->of_state = malloc(v->state_size);
    free(p->last.at);
    bool good = p->of_state && routes_find(v, view, &p->last);
    if (good) {
        memcpy(p->of_state, view, v->state_size);
        return true;
    }
    free(p->of_state);
    p->of_state = NULL;
    p->last = (routes){.at = NULL};
    return false;
}

int sheets_path(const duel_variant *v, const void *view, duel_move move, duel_target out[])
{
    struct picture *p = sheets_of(v)->picture;
    int count = 0;
    pthread_mutex_lock(&p->lock);
    bool known = same_state_as_last(v, p, view);
    for (int i = 0; known && i < p->last.count && count == 0; i++) {
        const route *r = &p->last.at[i];
        for (int k = 0; r->move == move && k < r->count; k++)
            out[count++] = pick_target(&r->pick[k], &p->board);
    }
    pthread_mutex_unlock(&p->lock);
    if (count == 0)
        out[count++] = duel_target_of("move:%u", (unsigned)move);
    return count;
}
