/* moriarty/bookplay.c -- see bookplay.h. */
#include "games/moriarty/bookplay.h"

#include "base/rng.h"
#include "games/moriarty/scale.h"

/* How many quarters of a disc a move may be worse than the best: one for who looks at a hundred
 * thousand positions, and another for each halving of that. */
static int margin_for(uint64_t nodes)
{
    int margin = 1;
    for (uint64_t most = 100000; nodes && nodes <= most / 2; most /= 2)
        margin++;
    return margin;
}

static int draw_move(moriarty_book_page *page, const duel_think *t)
{
    duel_rng rng;
    moriarty_book_page draw = *page;
    int choices = moriarty_book_choices(&draw, margin_for(t->nodes));
    duel_rng_init_number(&rng, t->seed);
    return draw.move[duel_rng_below(&rng, (uint32_t)choices)].move;
}

static int32_t estimate_of(int quarters)
{
    return moriarty_hundredths(quarters * MORIARTY_BOOK_UNITS);
}

/* The moves of the page that are asked about, and the value of the one that is played. */
static void rate_page(const moriarty_book_page *page, const duel_think *t, int played,
                      duel_answer *out)
{
    for (int i = 0; i < page->count; i++) {
        const moriarty_book_move *m = &page->move[i];
        if (m->move == played)
            out->estimate = estimate_of(m->value);
        if (t->every_move || m->move == played)
            out->rated[out->rated_count++] =
                (duel_rated){.move = (duel_move)m->move, .estimate = estimate_of(m->value)};
    }
}

/* The move and what the book thinks best after it; passes are not in it, but in the line. */
static void follow_book(const moriarty_book *book, moriarty_board b, int move, duel_answer *out)
{
    moriarty_book_page page;
    do {
        out->line[out->line_count++] = (duel_move)move;
        b = moriarty_play(b, move);
        move = moriarty_moves(b, MORIARTY_ALL)  ? MORIARTY_NO_MOVE
               : moriarty_over(b, MORIARTY_ALL) ? MORIARTY_NO_MOVE
                                                : MORIARTY_PASS;
        if (move == MORIARTY_NO_MOVE && moriarty_book_open(book, b, &page))
            move = page.move[0].move;
    } while (move != MORIARTY_NO_MOVE && out->line_count < DUEL_LINE);
}

bool moriarty_book_answer(const moriarty_book *book, const duel_variant *v, const duel_think *t,
                          duel_answer *out)
{
    moriarty_book_page page;
    moriarty_board b = moriarty_board_of(t->view);
    if (!moriarty_is_othello(v) || !moriarty_book_open(book, b, &page) ||
        !moriarty_book_clear(&page))
        return false;
    int move = t->every_move ? page.move[0].move : draw_move(&page, t);
    out->book = true;
    out->plan[out->plan_count++] = (duel_move)move;
    out->scale = moriarty_scale_of_discs(page.doubt * MORIARTY_BOOK_UNITS);
    rate_page(&page, t, move, out);
    follow_book(book, b, move, out);
    out->depth = out->line_count;
    out->nodes = out->positions = 1;
    return true;
}
