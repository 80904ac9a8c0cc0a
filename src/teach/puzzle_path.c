/* teach/puzzle_path.c -- see puzzle_path.h. */
#include "teach/puzzle_path.h"
#include "base/grow.h"
#include "core/play.h"
#include "core/variant.h"
#include "teach/inside.h"
#include "teach/mistakes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- names ------------------------------------------------------------------------------- */

void puzzle_day(int64_t now, char out[PUZZLE_NAME])
{
    time_t when = (time_t)now;
    struct tm day;
    gmtime_r(&when, &day);
    strftime(out, PUZZLE_NAME, "%Y-%m-%d", &day);
}

int puzzle_number(const char *name)
{
    int64_t number;
    bool plain = name[0] >= '1' && name[0] <= '9' && strlen(name) <= 4 &&
                 duel_str_number(duel_str_of(name), &number);
    return plain && number <= PUZZLE_NUMBERS ? (int)number : 0;
}

/* Whether it is one of the days up to today; their names are compared as they are written. */
static bool is_archived(const char *name, int64_t now)
{
    char day[PUZZLE_NAME];
    for (int i = 0; i < PUZZLE_ARCHIVE; i++) {
        puzzle_day(now - (int64_t)i * SPACING_DAY, day);
        if (strcmp(day, name) == 0)
            return true;
    }
    return false;
}

duel_status puzzle_named(duel_str name, int64_t now, char out[PUZZLE_NAME], duel_msg *why)
{
    char text[PUZZLE_NAME] = "";
    if (name.len < sizeof text)
        memcpy(text, name.at, name.len);
    if (puzzle_number(text) == 0 && !is_archived(text, now))
        return duel_refuse(
            why,
            N_("There is no puzzle “{0}”: it is a number from 1 to {1}, or one of "
               "the last {2} days, written 2026-11-16."),
            "sii", name, (int64_t)PUZZLE_NUMBERS, (int64_t)PUZZLE_ARCHIVE);
    memcpy(out, text, sizeof text);
    return DUEL_OK;
}

uint64_t puzzle_seed(const char *name, const duel_game *game)
{
    uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */
    for (const char *c = name; *c; c++)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(1099511628211);
    for (const char *c = game->id; *c; c++)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(1099511628211);
    return hash >> 1;
}

/* ---- what a puzzle is -------------------------------------------------------------------- */

glicko_rating puzzle_rating(const found_puzzle *f)
{
    const double guesser = 1000;
    const duel_variant *v = &f->record.variant;
    duel_move list[DUEL_MOVES_MAX];
    glicko_rating r = glicko_new();
    int count = v->game->moves(v, &f->puzzle.state, list);
    r.rating = guesser + 400 * log10(count > 2 ? count - 1 : 1);
    return r;
}

bool puzzle_theme(const found_puzzle *f, duel_msg *out)
{
    const duel_variant *v = &f->record.variant;
    int seat = v->game->turn(v, &f->puzzle.state);
    duel_state view;
    duel_reason why = {.count = 0};
    duel_view(v, &f->puzzle.state, seat, &view);
    duel_explain(v, &view, seat, f->puzzle.answer, f->puzzle.count, &why);
    for (int i = 0; i < why.count; i++) {
        if (why.fact[i].gives == DUEL_GIVES_KIND) {
            *out = why.fact[i].text;
            return true;
        }
    }
    return false;
}

/* ---- trying ------------------------------------------------------------------------------ */

static void hash_seen(const found_puzzle *f, char out[DUEL_POSITION_HASH])
{
    const duel_variant *v = &f->record.variant;
    duel_state view;
    duel_view(v, &f->puzzle.state, v->game->turn(v, &f->puzzle.state), &view);
    duel_position_hash(v, &view, out);
}

/* Whoever was away is less certain, by the day. */
static glicko_rating rested(const glicko_rated_at *r, int64_t now)
{
    int64_t days = r->known && now > r->time ? (now - r->time) / SPACING_DAY : 0;
    return glicko_rest(r->rating, (double)days);
}

typedef struct bout_of {
    bool right;
    int64_t now;
    puzzle_tried *out;
} bout_of;

static void meet(void *self, glicko_rated_at *own, glicko_rated_at *puzzle)
{
    const bout_of *b = self;
    glicko_rating person = rested(own, b->now), thing = rested(puzzle, b->now);
    glicko_game persons = {thing, b->right ? 1 : 0}, things = {person, b->right ? 0 : 1};
    b->out->counted = true;
    b->out->was = own->rating;
    own->rating = b->out->own = glicko_after(person, &persons, 1);
    puzzle->rating = b->out->puzzle = glicko_after(thing, &things, 1);
}

static duel_status keep_try(const puzzle_solver *s, const char *name, const found_puzzle *f,
                            bout_of *b, duel_msg *why)
{
    const duel_variant *v = &f->record.variant;
    char position[DUEL_POSITION_HASH];
    duel_buf record, variant;
    duel_buf_init(&record);
    duel_buf_init(&variant);
    duel_record_print(&f->record, &record.sink);
    duel_variant_print(v, &variant.sink);
    hash_seen(f, position);
    stored_puzzle_try t = {.profile = s->profile,
                           .name = name,
                           .game = duel_str_of(v->game->id),
                           .rules = v->game->version,
                           .variant = duel_buf_str(&variant),
                           .record = duel_buf_str(&record),
                           .position = position,
                           .own = glicko_new(),
                           .puzzle = puzzle_rating(f),
                           .right = b->right,
                           .now = s->now,
                           .meet = meet,
                           .self = b};
    duel_status status = record.failed || variant.failed ? duel_no_space(why)
                                                         : store_puzzle_try(s->store, &t, why);
    duel_buf_fini(&record);
    duel_buf_fini(&variant);
    return status;
}

/* ---- streaks ----------------------------------------------------------------------------- */

void puzzle_streak(const int64_t day[], size_t count, int64_t today, int *now, int *longest)
{
    int run = 0;
    *now = *longest = 0;
    for (size_t i = 0; i < count; i++) {
        run = i && day[i] == day[i - 1] - 1 ? run + 1 : 1;
        *longest = run > *longest ? run : *longest;
        if (day[0] >= today - 1 && day[i] == day[0] - (int64_t)i)
            *now = run;
    }
}

typedef struct day_list {
    int64_t *day;
    size_t count, room;
    bool failed;
} day_list;

static bool take_day(void *to, int64_t day)
{
    day_list *l = to;
    l->failed = !GROW(l->day, l->room, l->count + 1);
    if (l->failed)
        return false;
    l->day[l->count++] = day;
    return true;
}

static duel_status find_streak(const puzzle_solver *s, int *now, int *longest, duel_msg *why)
{
    day_list l = {.count = 0};
    duel_status status = store_puzzle_days(s->store, s->profile, take_day, &l, why);
    if (status == DUEL_OK && l.failed)
        status = duel_no_space(why);
    if (status == DUEL_OK)
        puzzle_streak(l.day, l.count, s->now / SPACING_DAY, now, longest);
    free(l.day);
    return status;
}

duel_status puzzle_path_try(const puzzle_solver *s, const char *name, const found_puzzle *f,
                            bool right, puzzle_tried *out, duel_msg *why)
{
    int longest;
    bout_of b = {right, s->now, out};
    *out = (puzzle_tried){.counted = false};
    duel_status status = keep_try(s, name, f, &b, why);
    return status == DUEL_OK ? find_streak(s, &out->streak, &longest, why) : status;
}

duel_status puzzle_path_seen(const puzzle_solver *s, const found_puzzle *f, bool *seen,
                             duel_msg *why)
{
    const duel_game *g = f->record.variant.game;
    char position[DUEL_POSITION_HASH];
    hash_seen(f, position);
    return store_puzzle_seen(s->store, s->profile, duel_str_of(g->id), g->version, position,
                             seen, why);
}

/* ---- how far somebody has come ----------------------------------------------------------- */

static bool count_tried(void *to, const char *name, int64_t step)
{
    puzzle_standing_at *at = to;
    int number = puzzle_number(name);
    at->tried++;
    at->solved += step > 0;
    if (number >= at->next)
        at->next = number + 1;
    return true;
}

duel_status puzzle_path_standing(const puzzle_solver *s, const duel_game *g,
                                 puzzle_standing_at *out, duel_msg *why)
{
    glicko_rated_at own = {.rating = glicko_new()};
    *out = (puzzle_standing_at){.next = 1};
    duel_status status = store_puzzle_tried(s->store, s->profile, duel_str_of(g->id),
                                            g->version, count_tried, out, why);
    if (status == DUEL_OK)
        status = store_rating(s->store, duel_str_of(g->id), s->profile, &own, why);
    out->rated = own.known;
    out->own = own.rating;
    return status == DUEL_OK ? find_streak(s, &out->streak, &out->longest, why) : status;
}
