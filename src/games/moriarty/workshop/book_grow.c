/* games/moriarty/workshop/book_grow.c -- `./dev workshop moriarty book FILE`: the opening book,
 * grown by searches of our own from the opening alone.
 *
 * In rounds: the positions that are worth most to know (book_draft.h) are searched, all to the
 * same depth with every move, by as many threads as there are; then they are in the book, and
 * everything is worked out anew. What a round searches depends on the book alone, and a search
 * on nothing but its position: so the book depends on the settings, not on the number of
 * threads, nor on interruptions. FILE is written after every round, and the same command goes
 * on from there. */
#include "games/moriarty/workshop/workshop.h"

#include "base/clock.h"
#include "base/file.h"
#include "games/moriarty/commands.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    TABLE = 16 << 20,
    MOST_THREADS = 64,
    LEAST_ROUND = 16, /* positions of a round: a quarter of the book, but not beyond these */
    MOST_ROUND = 512,
    LEAST_DEPTH = 3 /* three depths make a value and its doubt */
};

/* ---- one position ---------------------------------------------------------------- */

/* What the last three depths said of each move, by its square. */
typedef struct depths {
    int score[3][MORIARTY_SQUARES]; /* units; the last depth first */
} depths;

static void note_depth(void *user, const moriarty_answer *a)
{
    depths *s = user;
    memmove(s->score[1], s->score[0], 2 * sizeof s->score[0]);
    for (int i = 0; i < a->move_count; i++)
        s->score[0][a->moves[i].move] = a->moves[i].score;
}

static int in_quarters(int units)
{
    int rounded =
        (units + (units < 0 ? -1 : 1) * MORIARTY_BOOK_UNITS / 2) / MORIARTY_BOOK_UNITS;
    return rounded > MORIARTY_BOOK_MOST    ? MORIARTY_BOOK_MOST
           : rounded < -MORIARTY_BOOK_MOST ? -MORIARTY_BOOK_MOST
                                           : rounded;
}

/* A value is the middle of two depths, for odd ones and even ones differ; the doubt is how far
 * the last ply moved the best one. */
static void sum_up(const depths *s, int best, moriarty_book_searched *out)
{
    int count = 0;
    for (uint64_t set = moriarty_moves(out->board, MORIARTY_ALL); set; set &= set - 1) {
        int square = moriarty_first(set);
        out->value[count++] =
            (int8_t)in_quarters((s->score[0][square] + s->score[1][square]) / 2);
    }
    out->doubt = (uint8_t)abs(in_quarters((s->score[0][best] - s->score[2][best]) / 2));
}

static duel_status search_position(const moriarty_growing *g, moriarty_table *table,
                                   moriarty_board b, moriarty_book_searched *out)
{
    depths scores = {0};
    moriarty_answer a;
    moriarty_request q = {.board = b,
                          .playable = MORIARTY_ALL,
                          .every_move = true,
                          .max_depth = g->depth,
                          .threads = 1,
                          .path = MORIARTY_BEST_PATH,
                          .table = table,
                          .eval = &moriarty_trained,
                          .progress = note_depth,
                          .user = &scores};
    moriarty_table_clear(table);
    duel_status status = moriarty_think(&q, &a, NULL);
    if (status == DUEL_OK) {
        out->board = b;
        sum_up(&scores, a.move, out);
    }
    return status;
}

/* ---- a round --------------------------------------------------------------------- */

typedef struct round {
    const moriarty_growing *g;
    const moriarty_book_wish *wish;
    moriarty_book_searched *found;
    int count;
    uint32_t before;       /* positions of the book */
    atomic_int next, done; /* next to be searched */
} round;

typedef struct reader {
    round *round;
    moriarty_table table;
    bool reports;
    pthread_t thread;
    duel_status status;
} reader;

static void *search_share(void *self)
{
    reader *r = self;
    round *all = r->round;
    int i;
    while (r->status == DUEL_OK && (i = atomic_fetch_add(&all->next, 1)) < all->count) {
        r->status = search_position(all->g, &r->table, all->wish[i].board, &all->found[i]);
        int done = atomic_fetch_add(&all->done, 1) + 1;
        if (r->reports && all->g->progress)
            all->g->progress(all->g->user, all->before + (uint64_t)done);
    }
    return NULL;
}

/* Waits for the others, and gives back what all of them used. */
static duel_status end_readers(reader all[], int started, duel_status status, duel_msg *why)
{
    for (int i = 0; i < started; i++) {
        if (i > 0)
            pthread_join(all[i].thread, NULL);
        moriarty_table_fini(&all[i].table);
        if (status == DUEL_OK && all[i].status != DUEL_OK)
            status = duel_no_space(why);
    }
    return status;
}

/* The first reader is this thread. */
static duel_status search_round(round *r, duel_msg *why)
{
    reader all[MOST_THREADS];
    int started = 0;
    duel_status status = DUEL_OK;
    while (status == DUEL_OK && started < r->g->threads && started < r->count) {
        reader *new = &all[started];
        *new = (reader){.round = r, .reports = started == 0};
        status = moriarty_table_init(&new->table, TABLE, why);
        if (status == DUEL_OK && started > 0 &&
            pthread_create(&new->thread, NULL, search_share, new) != 0) {
            moriarty_table_fini(&new->table);
            status = duel_no_space(why);
        }
        started += status == DUEL_OK;
    }
    if (status == DUEL_OK)
        search_share(&all[0]);
    return end_readers(all, started, status, why);
}

/* ---- all of them ----------------------------------------------------------------- */

/* Compared with what a file says: it keeps the words that the first ones were made by. */
static void describe_growing(const moriarty_growing *g, char made[MORIARTY_FILE_MADE])
{
    snprintf(made, MORIARTY_FILE_MADE, "duel moriarty book --depth %d --seed %llu", g->depth,
             (unsigned long long)g->seed);
}

static duel_status keep_draft(const moriarty_growing *g, const moriarty_book_draft *d,
                              duel_msg *why)
{
    char made[MORIARTY_FILE_MADE];
    size_t size = moriarty_draft_size(d);
    uint8_t *bytes = malloc(size);
    if (bytes == NULL)
        return duel_no_space(why);
    describe_growing(g, made);
    moriarty_draft_write(d, made, bytes);
    duel_status status = duel_file_replace(g->file, (duel_str){(char *)bytes, size}, why);
    free(bytes);
    return status;
}

/* *full: a file has no room for more. */
static duel_status add_found(moriarty_book_draft *d, const round *r, bool *full, duel_msg *why)
{
    for (int i = 0; i < r->count && !*full; i++) {
        *full = moriarty_draft_size(d) + sizeof r->found[i] > MORIARTY_BOOK_BYTES;
        if (!*full && !moriarty_draft_add(d, &r->found[i]))
            return duel_no_space(why);
    }
    moriarty_draft_settle(d);
    return DUEL_OK;
}

/* Whatever is wanted in all: a book that is to be larger begins like a smaller one. */
static int size_of_round(const moriarty_book_draft *d)
{
    uint32_t size = d->count / 4;
    return (int)(size < LEAST_ROUND ? LEAST_ROUND : size > MOST_ROUND ? MOST_ROUND : size);
}

/* *over: there is nothing more to be done. */
static duel_status grow_round(const moriarty_growing *g, moriarty_book_draft *d, bool *over,
                              duel_msg *why)
{
    moriarty_book_wish *wish = malloc(MOST_ROUND * sizeof *wish);
    moriarty_book_searched *found = malloc(MOST_ROUND * sizeof *found);
    duel_status status = duel_no_space(why);
    int count = wish && found ? moriarty_draft_wishes(d, g->seed, size_of_round(d), wish) : -1;
    *over = count <= 0;
    if (count >= 0) {
        round r = {.g = g, .wish = wish, .found = found, .count = count, .before = d->count};
        status = count ? search_round(&r, why) : DUEL_OK;
        if (status == DUEL_OK)
            status = add_found(d, &r, over, why);
    }
    free(wish);
    free(found);
    if (status == DUEL_OK && g->file)
        status = keep_draft(g, d, why);
    return status;
}

duel_status moriarty_book_grow(const moriarty_growing *g, moriarty_book_draft *d, duel_msg *why)
{
    double begin = duel_clock();
    bool over = false;
    duel_status status = DUEL_OK;
    while (status == DUEL_OK && !over && d->count < g->positions &&
           (g->seconds <= 0 || duel_clock() - begin < g->seconds))
        status = grow_round(g, d, &over, why);
    return status;
}

/* ---- the command ----------------------------------------------------------------- */

/* What FILE holds already; nothing if there is none. */
static duel_status take_up(const moriarty_growing *g, moriarty_book_draft *d, duel_msg *why)
{
    char made[MORIARTY_FILE_MADE], wanted[MORIARTY_FILE_MADE];
    if (access(g->file, F_OK) != 0 && errno == ENOENT)
        return DUEL_OK;
    duel_buf in = duel_buf_empty();
    duel_status status = duel_file_read(g->file, MORIARTY_BOOK_BYTES, &in, why);
    bool read =
        status == DUEL_OK && moriarty_draft_read((const uint8_t *)in.text, in.len, d, made);
    duel_buf_fini(&in);
    if (status != DUEL_OK)
        return status;
    if (!read)
        return duel_refuse(why, "{0} is not a whole opening book.", "c", g->file);
    describe_growing(g, wanted);
    if (strcmp(made, wanted) == 0)
        return DUEL_OK;
    return duel_refuse(why, "{0} was grown otherwise: by “{1}”.", "cc", g->file, made);
}

typedef struct gardener {
    const duel_console *c;
    uint64_t wanted;
} gardener;

static void show_growth(void *user, uint64_t positions)
{
    const gardener *k = user;
    duel_put_command(k->c->err, "\r\033[K");
    duel_tell(k->c->lang, k->c->err, "{0} of {1} {2}", "iiw", (int64_t)positions,
              (int64_t)k->wanted, "positions searched");
}

/* How many positions are clear enough to play by. */
static uint32_t clear_positions(const moriarty_book_draft *d)
{
    uint32_t clear = 0;
    moriarty_book book = moriarty_draft_book(d);
    moriarty_book_page page;
    for (uint32_t i = 0; i < d->count; i++)
        clear +=
            moriarty_book_open(&book, d->entry[i].board, &page) && moriarty_book_clear(&page);
    return clear;
}

static void tell_book(const duel_console *c, const moriarty_book_draft *d)
{
    uint32_t clear = clear_positions(d);
    size_t bytes = moriarty_draft_size(d);
    if (c->terminal)
        duel_put_command(c->err, "\r\033[K");
    if (c->json)
        duel_putf(c->out, "{\"positions\": %u, \"clear\": %u, \"moves\": %u, \"bytes\": %zu}\n",
                  d->count, clear, d->moves, bytes);
    else {
        duel_tell(c->lang, c->out,
                  "{0} {0:position|positions} with {1} {1:move|moves}, {2} bytes; {3} are "
                  "played by.",
                  "iiii", (int64_t)d->count, (int64_t)d->moves, (int64_t)bytes, (int64_t)clear);
        duel_put(c->out, "\n");
    }
}

enum { POSITIONS, DEPTH, SEED, SECONDS, THREADS };
const duel_option moriarty_book_options[] = {
    [POSITIONS] = {"positions", DUEL_NUMBER, 1000, 1, 1000000, NULL,
                   "how many positions it is to have at least"},
    [DEPTH] = {"depth", DUEL_NUMBER, 10, LEAST_DEPTH, 30, NULL,
               "how many moves each search looks ahead"},
    [SEED] = {"seed", DUEL_NUMBER, 1, 0, INT64_MAX, NULL, "the seed of the draws"},
    [SECONDS] = {"seconds", DUEL_DECIMAL, 0, 0, INT64_C(86400000000), NULL,
                 "no round is begun after so many; 0: no limit"},
    [THREADS] = {"threads", DUEL_NUMBER, 1, 1, MOST_THREADS, NULL, "threads to use"},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

duel_status moriarty_run_book(const duel_console *c, const duel_args *a, duel_msg *why)
{
    gardener k = {c, (uint64_t)a->value[POSITIONS]};
    moriarty_book_draft d = {0};
    moriarty_growing g = {.positions = (uint32_t)a->value[POSITIONS],
                          .depth = (int)a->value[DEPTH],
                          .seed = (uint64_t)a->value[SEED],
                          .seconds = (double)a->value[SECONDS] * 1e-6,
                          .threads = (int)a->value[THREADS],
                          .progress = c->terminal ? show_growth : NULL,
                          .user = &k};
    if (a->word_count != 1)
        return duel_invalid(why, "Which FILE is to hold the book?", "");
    g.file = a->word[0].at;
    duel_status status = take_up(&g, &d, why);
    if (status == DUEL_OK)
        status = moriarty_book_grow(&g, &d, why);
    if (status == DUEL_OK)
        tell_book(c, &d);
    moriarty_draft_fini(&d);
    return status;
}
