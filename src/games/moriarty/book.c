/* games/moriarty/book.c -- the opening book looked up: see book.h. What makes the tables of the
 * program links this file as well, without any other room. */
#include "games/moriarty/book.h"

#include <stdlib.h>

moriarty_book_next moriarty_book_after(moriarty_board b, int move)
{
    int symmetry;
    moriarty_book_next next = {.sign = -1};
    b = moriarty_play(b, move);
    if (moriarty_moves(b, MORIARTY_ALL) == 0) {
        b = moriarty_passed(b);
        next.sign = 1;
        next.over = moriarty_moves(b, MORIARTY_ALL) == 0;
    }
    next.board = moriarty_canonical(b, &symmetry);
    return next;
}

const moriarty_book_entry *moriarty_book_find(const moriarty_book *book, moriarty_board least)
{
    uint32_t low = 0, high = book->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (moriarty_board_less(book->entry[middle].board, least))
            low = middle + 1;
        else
            high = middle;
    }
    bool there = low < book->count && !moriarty_board_less(least, book->entry[low].board);
    return there ? &book->entry[low] : NULL;
}

static int by_value(const void *left, const void *right)
{
    const moriarty_book_move *l = left, *r = right;
    if (l->value != r->value)
        return l->value < r->value ? 1 : -1;
    if (l->followed != r->followed)
        return l->followed ? -1 : 1;
    return l->move < r->move ? -1 : 1;
}

static bool is_followed(const moriarty_book *book, moriarty_board b, int move)
{
    moriarty_book_next next = moriarty_book_after(b, move);
    return !next.over && moriarty_book_find(book, next.board) != NULL;
}

bool moriarty_book_open(const moriarty_book *book, moriarty_board b, moriarty_book_page *out)
{
    int symmetry;
    moriarty_board least = moriarty_canonical(b, &symmetry);
    const moriarty_book_entry *e = moriarty_book_find(book, least);
    if (e == NULL)
        return false;
    const int8_t *value = &book->value[e->first];
    out->count = 0;
    out->doubt = e->doubt;
    for (uint64_t set = moriarty_moves(least, MORIARTY_ALL); set; set &= set - 1) {
        int square = moriarty_first(set);
        out->move[out->count++] = (moriarty_book_move){
            moriarty_square_back(square, symmetry), *value++, is_followed(book, least, square)};
    }
    qsort(out->move, (size_t)out->count, sizeof out->move[0], by_value);
    return true;
}

bool moriarty_book_clear(const moriarty_book_page *page)
{
    return page->move[0].followed && page->doubt < MORIARTY_BOOK_UNCLEAR;
}

int moriarty_book_choices(moriarty_book_page *page, int margin)
{
    int chosen = 0, least = page->move[0].value - margin;
    for (int i = 0; i < page->count; i++)
        if (page->move[i].followed && page->move[i].value >= least) {
            moriarty_book_move other = page->move[chosen];
            page->move[chosen++] = page->move[i];
            page->move[i] = other;
        }
    return chosen;
}
