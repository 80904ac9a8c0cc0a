/* games/moriarty/workshop/book_draft.c -- see book_draft.h. */
#include "games/moriarty/workshop/book_draft.h"
#include "base/grow.h"

#include "base/compact_numbers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FORMAT = 1,
    BOARD_BYTES = 16,
    ENTRY_BYTES = BOARD_BYTES + 1, /* and a byte for every move */
    PLY_COST = 2,                  /* quarters of a disc */
    LEAST_EMPTIES = 30 /* of a position of the book: proofs are near from there on */
};
static const char file_name[] = "MORIBOOK";

/* ---- memory ---------------------------------------------------------------------- */

void moriarty_draft_fini(moriarty_book_draft *d)
{
    free(d->entry);
    free(d->searched);
    free(d->value);
    *d = (moriarty_book_draft){0};
}

static bool room_for_moves(moriarty_book_draft *d, uint32_t moves)
{
    uint32_t room = d->move_room; /* one for both */
    return GROW(d->searched, room, d->moves + moves) &&
           GROW(d->value, d->move_room, d->moves + moves);
}

static int move_count(moriarty_board b)
{
    return moriarty_count(moriarty_moves(b, MORIARTY_ALL));
}

bool moriarty_draft_add(moriarty_book_draft *d, const moriarty_book_searched *s)
{
    uint32_t moves = (uint32_t)move_count(s->board);
    if (!GROW(d->entry, d->entry_room, d->count + 1) || !room_for_moves(d, moves))
        return false;
    d->entry[d->count++] =
        (moriarty_book_entry){.board = s->board, .first = d->moves, .searched = s->doubt};
    memcpy(d->searched + d->moves, s->value, moves);
    d->moves += moves;
    return true;
}

moriarty_book moriarty_draft_book(const moriarty_book_draft *d)
{
    return (moriarty_book){d->count, d->entry, d->value};
}

/* ---- values ---------------------------------------------------------------------- */

static int by_board(const void *left, const void *right)
{
    const moriarty_book_entry *l = left, *r = right;
    return moriarty_board_less(l->board, r->board)   ? -1
           : moriarty_board_less(r->board, l->board) ? 1
                                                     : 0;
}

static int discs_of(moriarty_board b)
{
    return moriarty_count(b.mover | b.other);
}

/* A move of an entry, and what follows it: `next` is NULL if the book does not have it. */
typedef struct step {
    uint32_t at; /* of its value */
    moriarty_book_next after;
    moriarty_book_entry *next;
} step;

/* The steps of an entry; returns how many. */
static int steps_of(const moriarty_book_draft *d, const moriarty_book_entry *e,
                    step out[MORIARTY_MAX_MOVES])
{
    moriarty_book book = moriarty_draft_book(d);
    int count = 0;
    for (uint64_t set = moriarty_moves(e->board, MORIARTY_ALL); set; set &= set - 1, count++) {
        step *s = &out[count];
        *s = (step){.at = e->first + (uint32_t)count,
                    .after = moriarty_book_after(e->board, moriarty_first(set))};
        const moriarty_book_entry *next =
            s->after.over ? NULL : moriarty_book_find(&book, s->after.board);
        s->next = next ? &d->entry[next - d->entry] : NULL;
    }
    return count;
}

static int best_value(const moriarty_book_draft *d, const moriarty_book_entry *e)
{
    int best = -MORIARTY_BOOK_MOST;
    for (int i = move_count(e->board) - 1; i >= 0; i--)
        if (d->value[e->first + (uint32_t)i] > best)
            best = d->value[e->first + (uint32_t)i];
    return best;
}

/* What is in doubt at the end of a line is less so for each ply before. */
static uint8_t doubt_before(uint8_t doubt)
{
    return doubt ? (uint8_t)(doubt - 1) : 0;
}

/* From what follows, which has been worked out. */
static void work_out(moriarty_book_draft *d, moriarty_book_entry *e)
{
    step steps[MORIARTY_MAX_MOVES];
    int best = -MORIARTY_BOOK_MOST - 1;
    for (int i = 0, count = steps_of(d, e, steps); i < count; i++) {
        const step *s = &steps[i];
        int value = s->next ? s->after.sign * best_value(d, s->next) : d->searched[s->at];
        d->value[s->at] = (int8_t)value;
        if (value > best) {
            best = value;
            e->doubt = s->next ? doubt_before(s->next->doubt) : e->searched;
        }
    }
}

void moriarty_draft_settle(moriarty_book_draft *d)
{
    if (d->count == 0)
        return;
    qsort(d->entry, d->count, sizeof d->entry[0], by_board);
    for (int discs = MORIARTY_SQUARES; discs > 0; discs--)
        for (uint32_t i = 0; i < d->count; i++)
            if (discs_of(d->entry[i].board) == discs)
                work_out(d, &d->entry[i]);
}

/* ---- the file -------------------------------------------------------------------- */

size_t moriarty_draft_size(const moriarty_book_draft *d)
{
    return MORIARTY_FILE_HEAD + (size_t)ENTRY_BYTES * d->count + d->moves;
}

void moriarty_draft_write(const moriarty_book_draft *d, const char *made, uint8_t *file)
{
    moriarty_head head = {.format = FORMAT, .count = d->count};
    uint8_t *at = file + MORIARTY_FILE_HEAD;
    for (uint32_t i = 0; i < d->count; i++) {
        const moriarty_book_entry *e = &d->entry[i];
        size_t moves = (size_t)move_count(e->board);
        coding_put64(at, e->board.mover);
        coding_put64(at + 8, e->board.other);
        at[BOARD_BYTES] = e->searched;
        memcpy(at + ENTRY_BYTES, d->searched + e->first, moves);
        at += ENTRY_BYTES + moves;
    }
    memcpy(head.name, file_name, sizeof file_name);
    snprintf(head.made, sizeof head.made, "%s", made);
    moriarty_head_write(&head, file, moriarty_draft_size(d));
}

/* Whether a board may stand in a book behind `last`. */
static bool may_follow(moriarty_board b, const moriarty_board *last)
{
    int symmetry;
    if (b.mover & b.other || move_count(b) == 0)
        return false;
    moriarty_board least = moriarty_canonical(b, &symmetry);
    return least.mover == b.mover && least.other == b.other &&
           (last == NULL || moriarty_board_less(*last, b));
}

/* One entry off the front of *at; false if it is none. */
static bool take_entry(const uint8_t **at, size_t *left, moriarty_book_draft *d)
{
    moriarty_book_searched s;
    if (*left < ENTRY_BYTES)
        return false;
    s.board = (moriarty_board){coding_get64(*at), coding_get64(*at + 8)};
    s.doubt = (*at)[BOARD_BYTES];
    if (!may_follow(s.board, d->count ? &d->entry[d->count - 1].board : NULL))
        return false;
    size_t moves = (size_t)move_count(s.board), size = ENTRY_BYTES + moves;
    if (*left < size)
        return false;
    memcpy(s.value, *at + ENTRY_BYTES, moves);
    for (size_t i = 0; i < moves; i++)
        if (s.value[i] < -MORIARTY_BOOK_MOST)
            return false;
    *at += size;
    *left -= size;
    return moriarty_draft_add(d, &s);
}

bool moriarty_draft_read(const uint8_t *file, size_t size, moriarty_book_draft *d,
                         char made[MORIARTY_FILE_MADE])
{
    moriarty_head head;
    if (size > MORIARTY_BOOK_BYTES || !moriarty_head_read(file, size, file_name, FORMAT, &head))
        return false;
    const uint8_t *at = file + MORIARTY_FILE_HEAD;
    size_t left = size - MORIARTY_FILE_HEAD;
    while (left && take_entry(&at, &left, d))
        ;
    if (left || d->count != head.count) {
        moriarty_draft_fini(d);
        return false;
    }
    memcpy(made, head.made, sizeof head.made);
    moriarty_draft_settle(d);
    return true;
}

/* ---- what to search next --------------------------------------------------------- */

typedef struct wishing {
    const moriarty_book_draft *d;
    int32_t *cost; /* by entry: of the cheapest way there */
    moriarty_book_wish *wish;
    uint64_t seed;
    int count;
} wishing;

/* A number without any order, the same for the same board and seed (after Steele, Lea and
 * Flood, "Fast splittable pseudorandom number generators", 2014). */
static uint64_t lot_of(moriarty_board b, uint64_t seed)
{
    uint64_t lot = b.mover ^ (b.other + seed) * UINT64_C(0x9E3779B97F4A7C15);
    lot = (lot ^ lot >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    lot = (lot ^ lot >> 27) * UINT64_C(0x94D049BB133111EB);
    return lot ^ lot >> 31;
}

static void add_wish(wishing *w, moriarty_board b, int32_t cost)
{
    w->wish[w->count++] = (moriarty_book_wish){b, cost, lot_of(b, w->seed)};
}

static bool worth_keeping(const moriarty_book_next *after)
{
    return !after->over && MORIARTY_SQUARES - discs_of(after->board) >= LEAST_EMPTIES;
}

/* Carries the cost of an entry on to what follows its moves. */
static void go_on_from(wishing *w, const moriarty_book_entry *e)
{
    const moriarty_book_draft *d = w->d;
    step steps[MORIARTY_MAX_MOVES];
    int best = best_value(d, e), count = steps_of(d, e, steps);
    for (int i = 0; i < count; i++) {
        const step *s = &steps[i];
        int lost = best - d->value[s->at];
        int32_t cost = w->cost[e - d->entry] + PLY_COST + lost;
        if (s->next && cost < w->cost[s->next - d->entry])
            w->cost[s->next - d->entry] = cost;
        if (s->next == NULL && worth_keeping(&s->after))
            add_wish(w, s->after.board, cost - (lost == 0 ? e->searched : 0));
    }
}

static int by_wished_board(const void *left, const void *right)
{
    const moriarty_book_wish *l = left, *r = right;
    if (moriarty_board_less(l->board, r->board) || moriarty_board_less(r->board, l->board))
        return moriarty_board_less(l->board, r->board) ? -1 : 1;
    return (l->cost > r->cost) - (l->cost < r->cost);
}

static int by_cost(const void *left, const void *right)
{
    const moriarty_book_wish *l = left, *r = right;
    if (l->cost != r->cost)
        return l->cost < r->cost ? -1 : 1;
    return l->lot != r->lot ? (l->lot < r->lot ? -1 : 1) : by_wished_board(l, r);
}

/* Each board once, at its least cost; the cheapest first. */
static void put_in_order(wishing *w)
{
    int kept = 0;
    qsort(w->wish, (size_t)w->count, sizeof w->wish[0], by_wished_board);
    for (int i = 0; i < w->count; i++)
        if (i == 0 || w->wish[i].board.mover != w->wish[kept - 1].board.mover ||
            w->wish[i].board.other != w->wish[kept - 1].board.other)
            w->wish[kept++] = w->wish[i];
    w->count = kept;
    qsort(w->wish, (size_t)w->count, sizeof w->wish[0], by_cost);
}

/* Ways lead from few discs to many. */
static void gather_wishes(wishing *w)
{
    int symmetry;
    const moriarty_book_draft *d = w->d;
    moriarty_board opening = moriarty_canonical(moriarty_opening(), &symmetry);
    moriarty_book book = moriarty_draft_book(d);
    const moriarty_book_entry *first = moriarty_book_find(&book, opening);
    for (uint32_t i = 0; i < d->count; i++)
        w->cost[i] = INT32_MAX;
    if (first)
        w->cost[first - d->entry] = 0;
    else
        add_wish(w, opening, 0);
    for (int discs = 4; discs < MORIARTY_SQUARES; discs++)
        for (uint32_t i = 0; i < d->count; i++)
            if (w->cost[i] < INT32_MAX && discs_of(d->entry[i].board) == discs)
                go_on_from(w, &d->entry[i]);
    put_in_order(w);
}

int moriarty_draft_wishes(const moriarty_book_draft *d, uint64_t seed, int most,
                          moriarty_book_wish out[])
{
    wishing w = {.d = d,
                 .seed = seed,
                 .cost = malloc((d->count + 1) * sizeof *w.cost),
                 .wish = malloc((d->moves + 1) * sizeof *w.wish)};
    int count = -1;
    if (w.cost && w.wish) {
        gather_wishes(&w);
        count = w.count < most ? w.count : most;
        memcpy(out, w.wish, (size_t)count * sizeof *out);
    }
    free(w.cost);
    free(w.wish);
    return count;
}
