/* match/book.c -- see book.h. */
#include "match/book.h"
#include "core/guard.h"
#include "core/play.h"
#include "store/files.h"

#include <stdlib.h>
#include <string.h>

struct duel_book {
    duel_record *line;
    size_t count, room;
};

typedef struct page { /* being read */
    const duel_variant *v;
    duel_book *book;
    int64_t number; /* of the line, from 1 */
} page;

/* A game dealt at random has no moves that could be written down for every deal. */
static bool deal_alike(const duel_variant *v, duel_state *dealt)
{
    duel_state other;
    return duel_deal(v, duel_str_of("1"), dealt) == DUEL_OK &&
           duel_deal(v, duel_str_of("2"), &other) == DUEL_OK && duel_same(v, dealt, &other);
}

static duel_status read_line_moves(page *p, duel_str moves, duel_record *r, duel_state *state,
                                   duel_msg *why)
{
    duel_str word;
    duel_status status = DUEL_OK;
    if (!deal_alike(p->v, state))
        return duel_bad(why,
                        N_("Line {0}: this game is dealt at random; write positions instead "
                           "of moves."),
                        "i", p->number);
    duel_print(p->v, state, &r->start.sink);
    while (status == DUEL_OK && duel_str_word(&moves, " \t", &word)) {
        duel_move move;
        if (duel_is_over(p->v, state) ||
            duel_read_move(p->v, state, word, &move, NULL) != DUEL_OK)
            return duel_bad(why, N_("Line {0}: move {1}, “{2}”, is not legal there."), "iis",
                            p->number, (int64_t)r->count + 1, word);
        status = duel_record_add(r, move, why);
        p->v->game->play(p->v, state, move);
    }
    return status;
}

static duel_status read_opening(page *p, duel_str line, duel_record *r, duel_msg *why)
{
    duel_state state;
    duel_str rest = line, word;
    duel_status status;
    duel_str_word(&rest, " ", &word);
    if (duel_str_is(word, "moves")) {
        status = read_line_moves(p, rest, r, &state, why);
    } else {
        duel_msg rule = {0};
        duel_put_str(&r->start.sink, line);
        status = duel_read(p->v, line, &state, &rule);
        if (status != DUEL_OK)
            return duel_bad(why, N_("Line {0}: “{1}” is no position of {2}."), "isw", p->number,
                            line, p->v->game->title);
    }
    if (status == DUEL_OK && duel_is_over(p->v, &state))
        status = duel_bad(why, N_("Line {0}: the game is over there."), "i", p->number);
    return status;
}

static duel_status keep_line(duel_book *b, const duel_record *r, duel_msg *why)
{
    if (b->count == b->room) {
        size_t room = b->room ? 2 * b->room : 64;
        duel_record *bigger = realloc(b->line, room * sizeof *bigger);
        if (bigger == NULL)
            return duel_full(why);
        b->line = bigger;
        b->room = room;
    }
    b->line[b->count++] = *r;
    return DUEL_OK;
}

static duel_status read_book_line(page *p, duel_str line, duel_msg *why)
{
    duel_record r;
    duel_record_init(&r, p->v);
    duel_status status = read_opening(p, line, &r, why);
    if (status == DUEL_OK)
        status = r.start.failed ? duel_full(why) : keep_line(p->book, &r, why);
    if (status != DUEL_OK)
        duel_record_fini(&r);
    return status;
}

static duel_status read_lines(page *p, duel_str text, const char *path, duel_msg *why)
{
    duel_status status = DUEL_OK;
    duel_str line;
    duel_guard g;
    duel_guard_begin(&g, p->v->game);
    while (status == DUEL_OK && duel_str_part(&text, '\n', &line)) {
        line = duel_str_trim(line);
        p->number++;
        if (line.len && line.at[0] != '#')
            status = read_book_line(p, line, why);
    }
    status = duel_guard_end(&g, status, why);
    if (status == DUEL_OK && p->book->count == 0)
        status = duel_bad(why, N_("There is no opening in {0}."), "c", path);
    return status;
}

duel_status duel_book_read(const char *path, const duel_variant *v, duel_book **out,
                           duel_msg *why)
{
    page p = {.v = v, .book = calloc(1, sizeof *p.book)};
    duel_buf text;
    duel_buf_init(&text);
    duel_status status = p.book ? duel_file_read(path, &text, why) : duel_full(why);
    if (status == DUEL_OK)
        status = read_lines(&p, duel_buf_str(&text), path, why);
    duel_buf_fini(&text);
    if (status == DUEL_OK)
        *out = p.book;
    else
        duel_book_free(p.book);
    return status;
}

void duel_book_free(duel_book *b)
{
    for (size_t i = 0; b && i < b->count; i++)
        duel_record_fini(&b->line[i]);
    if (b)
        free(b->line);
    free(b);
}

const duel_record *duel_book_line(const duel_book *b, uint64_t number)
{
    return &b->line[number % b->count];
}
