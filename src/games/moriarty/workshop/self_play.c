/* games/moriarty/workshop/self_play.c -- games that the engine plays against itself, every
 * position labelled with the score it leads to.
 *
 * A game begins with random moves, mixed with quick ones after the first few; then it is
 * played on by short searches until so few squares are empty that a proof ends it. From the
 * last random move on each position is labelled with the proved score: play was as good as the
 * engine knows, then perfect. A game depends on the settings and its number alone.
 *
 * A file of them: a line of text that says what was played (so that nothing else is added to
 * it), then games one after the other, each a byte with the number of its positions and these,
 * 17 bytes each. A game that was not written to its end is dropped when the file is opened
 * again. */
#include "base/grow.h"
#include "games/moriarty/workshop/workshop.h"

#include "base/compact_numbers.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- games against itself -------------------------------------------------------- */

enum {
    PROVE_FROM = 14,   /* empties */
    RANDOM_PLIES = 5,  /* at least, at the beginning of a game */
    LAST_RANDOM = 40,  /* the last random ply of any game */
    RANDOM_OF_TEN = 3, /* so many moves of ten are random from then on; the others are quick */
    QUICK_NODES = 100,
    TABLE = 1 << 20,
    MOST_PLAYERS = 64
};

typedef struct player { /* one thread */
    const moriarty_selfplay *settings;
    uint64_t first;
    int begin, count; /* games begin, begin + threads, … below count */
    moriarty_labelled_game *out;
    moriarty_table table;
    pthread_t thread;
    duel_status status;
} player;

/* False when the search failed; p->status tells how. */
static bool search_board(player *p, moriarty_board b, uint64_t nodes, moriarty_answer *a)
{
    moriarty_request q = {.board = b,
                          .playable = MORIARTY_ALL,
                          .prove = nodes == 0,
                          .node_limit = nodes,
                          .threads = 1,
                          .path = MORIARTY_BEST_PATH,
                          .table = &p->table,
                          .eval = p->settings->eval};
    p->status = moriarty_think(&q, a, NULL);
    if (p->status == DUEL_STOPPED && nodes)
        p->status = DUEL_OK;
    return p->status == DUEL_OK;
}

/* Plays up to the last random move; false when the game ended before, or a search failed. */
static bool begin_game(player *p, duel_rng *rng, moriarty_board *b)
{
    int last = RANDOM_PLIES + (int)duel_rng_below(rng, LAST_RANDOM - RANDOM_PLIES + 1);
    for (int ply = 0; ply < last; ply++) {
        moriarty_answer a;
        uint64_t moves = moriarty_moves(*b, MORIARTY_ALL);
        bool random =
            ply < RANDOM_PLIES || ply == last - 1 || duel_rng_below(rng, 10) < RANDOM_OF_TEN;
        if (moriarty_over(*b, MORIARTY_ALL))
            return false;
        if (moves == 0)
            *b = moriarty_passed(*b);
        else if (random)
            *b = moriarty_play(*b, moriarty_random_square(moves, rng));
        else if (search_board(p, *b, QUICK_NODES, &a))
            *b = moriarty_play(*b, a.move);
        else
            return false;
    }
    return true;
}

static void keep_position(moriarty_labelled_game *g, moriarty_board b, int sign)
{
    g->position[g->count++] = (moriarty_labelled){b, (int8_t)sign};
}

/* The proof of a board and the positions of its best line. */
static bool finish_game(player *p, moriarty_board b, int sign, moriarty_labelled_game *g,
                        int *score)
{
    moriarty_answer a;
    if (!search_board(p, b, 0, &a))
        return false;
    *score = sign * a.score / MORIARTY_UNIT;
    for (int i = 0; i < a.line_length; i++) {
        b = moriarty_play(b, a.line[i]);
        sign = -sign;
        if (moriarty_moves(b, MORIARTY_ALL))
            keep_position(g, b, sign);
    }
    return true;
}

/* Positions are kept with the sign of their mover, which the score of the end then replaces. */
static void play_game(player *p, duel_rng *rng, moriarty_labelled_game *g)
{
    moriarty_board b = moriarty_opening();
    int sign = 1, score = 0;
    bool playing = begin_game(p, rng, &b);
    while (playing && !moriarty_over(b, MORIARTY_ALL)) {
        moriarty_answer a;
        if (moriarty_moves(b, MORIARTY_ALL))
            keep_position(g, b, sign);
        if (moriarty_empties(b) <= PROVE_FROM) {
            playing = finish_game(p, b, sign, g, &score);
            break;
        }
        playing = search_board(p, b, p->settings->nodes, &a);
        b = moriarty_play(b, playing ? a.move : MORIARTY_PASS);
        sign = -sign;
        score = sign * moriarty_final(b, MORIARTY_ALL); /* if this was the last move */
    }
    if (!playing)
        g->count = 0;
    for (int i = 0; i < g->count; i++)
        g->position[i].score = (int8_t)(g->position[i].score * score);
}

static void *play_share(void *self)
{
    player *p = self;
    duel_rng root, rng;
    duel_rng_init_number(&root, p->settings->seed);
    for (int i = p->begin; p->status == DUEL_OK && i < p->count; i += p->settings->threads) {
        duel_rng_fork(&root, p->first + (uint64_t)i, &rng);
        moriarty_table_clear(&p->table);
        p->out[i].count = 0;
        play_game(p, &rng, &p->out[i]);
    }
    return NULL;
}

static duel_status start_player(player *p, duel_msg *why)
{
    duel_status status = moriarty_table_init(&p->table, TABLE, why);
    if (status == DUEL_OK && pthread_create(&p->thread, NULL, play_share, p) != 0) {
        moriarty_table_fini(&p->table);
        status = duel_no_space(why);
    }
    return status;
}

duel_status moriarty_play_games(const moriarty_selfplay *settings, uint64_t first, int count,
                                moriarty_labelled_game out[], duel_msg *why)
{
    player all[MOST_PLAYERS];
    int started = 0;
    duel_status status = DUEL_OK;
    while (status == DUEL_OK && started < settings->threads && started < MOST_PLAYERS) {
        all[started] = (player){settings, first, started, count, out, {0}, 0, DUEL_OK};
        status = start_player(&all[started], why);
        started += status == DUEL_OK;
    }
    for (int i = 0; i < started; i++) {
        pthread_join(all[i].thread, NULL);
        moriarty_table_fini(&all[i].table);
        if (status == DUEL_OK && all[i].status != DUEL_OK)
            status = duel_no_space(why);
    }
    return status;
}

/* ---- labels in memory and in files ----------------------------------------------- */

enum { POSITION_BYTES = 17, LINE = 256 };

duel_status moriarty_labels_add(moriarty_labels *l, const moriarty_labelled_game *g,
                                duel_msg *why)
{
    size_t need = l->count + (size_t)g->count;
    if (!GROW(l->at, l->room, need))
        return duel_no_space(why);
    if (g->count)
        memcpy(l->at + l->count, g->position, (size_t)g->count * sizeof g->position[0]);
    l->count = need;
    l->games++;
    return DUEL_OK;
}

void moriarty_labels_fini(moriarty_labels *l)
{
    free(l->at);
    *l = (moriarty_labels){0};
}

/* ---- the file -------------------------------------------------------------------- */

static duel_status file_trouble(const char *name, duel_msg *why)
{
    return duel_fail(why, "Cannot write {0}: {1}.", "cc", name, strerror(errno));
}

static bool read_position(FILE *file, moriarty_labelled *p)
{
    uint8_t bytes[POSITION_BYTES];
    if (fread(bytes, sizeof bytes, 1, file) != 1)
        return false;
    p->board = (moriarty_board){coding_get64(bytes), coding_get64(bytes + 8)};
    p->score = (int8_t)bytes[16];
    return (p->board.mover & p->board.other) == 0 && p->score >= -64 && p->score <= 64;
}

static bool read_game(FILE *file, moriarty_labelled_game *g)
{
    g->count = getc(file);
    if (g->count == EOF || g->count > MORIARTY_MOST_LABELS)
        return false;
    for (int i = 0; i < g->count; i++)
        if (!read_position(file, &g->position[i]))
            return false;
    return true;
}

/* Reads all whole games; *end is where the last of them ends. */
static duel_status take_games(moriarty_label_file *f, moriarty_take_game take, void *user,
                              long *end, duel_msg *why)
{
    moriarty_labelled_game g;
    *end = ftell(f->file);
    duel_status status = DUEL_OK;
    while (status == DUEL_OK && read_game(f->file, &g)) {
        status = take(user, f->games++, &g, why);
        *end = ftell(f->file);
    }
    return status;
}

static duel_status cut_behind(FILE *file, const char *name, long end, duel_msg *why)
{
    if (fseek(file, end, SEEK_SET) != 0 || ftruncate(fileno(file), end) != 0)
        return file_trouble(name, why);
    return DUEL_OK;
}

/* The first line must be the settings; a new file gets them. */
static duel_status meet_settings(FILE *file, const char *name, const char *settings,
                                 duel_msg *why)
{
    char line[LINE];
    if (fgets(line, sizeof line, file) == NULL) {
        rewind(file);
        return fprintf(file, "%s\n", settings) > 0 ? DUEL_OK : file_trouble(name, why);
    }
    line[strcspn(line, "\n")] = '\0';
    if (strcmp(line, settings) == 0)
        return DUEL_OK;
    return duel_refuse(why, "{0} holds games that were played otherwise.", "c", name);
}

duel_status moriarty_label_file_open(const char *name, const char *settings,
                                     moriarty_take_game take, void *user,
                                     moriarty_label_file *out, duel_msg *why)
{
    moriarty_label_file f = {.file = fopen(name, "r+b")};
    if (f.file == NULL)
        f.file = fopen(name, "w+b");
    if (f.file == NULL)
        return file_trouble(name, why);
    long end = 0;
    duel_status status = meet_settings(f.file, name, settings, why);
    if (status == DUEL_OK && fseek(f.file, 0, SEEK_CUR) == 0)
        status = take_games(&f, take, user, &end, why);
    if (status == DUEL_OK)
        status = cut_behind(f.file, name, end, why);
    if (status == DUEL_OK)
        *out = f;
    else
        fclose(f.file);
    return status;
}

duel_status moriarty_label_file_read(const char *name, moriarty_take_game take, void *user,
                                     duel_msg *why)
{
    char line[LINE];
    long end;
    moriarty_label_file f = {.file = fopen(name, "rb")};
    if (f.file == NULL)
        return duel_invalid(why, "Cannot read {0}: {1}.", "cc", name, strerror(errno));
    duel_status status = DUEL_OK;
    if (fgets(line, sizeof line, f.file))
        status = take_games(&f, take, user, &end, why);
    fclose(f.file);
    if (status == DUEL_OK && f.games == 0)
        return duel_invalid(why, "{0} holds no games of a training.", "c", name);
    return status;
}

duel_status moriarty_label_file_add(moriarty_label_file *f, const char *name,
                                    const moriarty_labelled_game *g, duel_msg *why)
{
    uint8_t bytes[1 + MORIARTY_MOST_LABELS * POSITION_BYTES] = {(uint8_t)g->count}, *at = bytes;
    at++;
    for (int i = 0; i < g->count; i++) {
        const moriarty_labelled *p = &g->position[i];
        coding_put64(at, p->board.mover);
        coding_put64(at + 8, p->board.other);
        at[16] = (uint8_t)p->score;
        at += POSITION_BYTES;
    }
    if (fwrite(bytes, (size_t)(at - bytes), 1, f->file) != 1 || fflush(f->file) != 0)
        return file_trouble(name, why);
    f->games++;
    return DUEL_OK;
}
