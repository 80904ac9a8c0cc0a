/* match/match.c -- who meets whom, and threads that play it: each takes the next number that
 * nobody has, plays that game with players of its own, and counts it. See match.h. */
#include "base/grow.h"
#include "core/fault_guard.h"
#include "core/variant.h"
#include "match/inside.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- who meets whom ---------------------------------------------------------------------- */

enum { PLAYERS_MOST = 64, ENCOUNTERS_MOST = 100000 };

duel_status match_schedule_add(match_schedule *s, const match_encounter *e, duel_msg *why)
{
    if (s->encounters == ENCOUNTERS_MOST)
        return duel_refuse(why, N_("So many players would meet in more than {0} ways."), "i",
                           (int64_t)ENCOUNTERS_MOST);
    if (!GROW_ONE(s->encounter, s->encounters))
        return duel_no_space(why);
    s->encounter[s->encounters++] = *e;
    return DUEL_OK;
}

void match_schedule_fini(match_schedule *s)
{
    free(s->encounter);
    s->encounter = NULL;
    s->encounters = 0;
}

/* Adds all ways to fill the chairs from `chair` on, each player after the one before. */
static duel_status fill_chairs(match_schedule *s, match_encounter *e, int chair, duel_msg *why)
{
    if (chair >= s->seats || chair >= DUEL_SEATS)
        return match_schedule_add(s, e, why);
    duel_status status = DUEL_OK;
    int first = chair ? e->player[chair - 1] + 1 : 0;
    for (int i = first; status == DUEL_OK && i < s->players; i++) {
        e->player[chair] = i;
        status = fill_chairs(s, e, chair + 1, why);
    }
    return status;
}

/* All ways in which the chairs before `chair` are taken by the first players. */
static duel_status schedule_from(int chair, int seats, int players, match_schedule *out,
                                 duel_msg *why)
{
    match_schedule s = {.seats = seats, .players = players};
    match_encounter e = {{0}};
    if (players < seats)
        return duel_invalid(why, N_("The game has {0} {0:seat|seats}; there are {1} players."),
                            "ii", (int64_t)seats, (int64_t)players);
    if (players > PLAYERS_MOST)
        return duel_invalid(why, N_("At most {0} players may take part."), "i",
                            (int64_t)PLAYERS_MOST);
    for (int i = 0; i < chair; i++)
        e.player[i] = i;
    duel_status status = fill_chairs(&s, &e, chair, why);
    if (status == DUEL_OK)
        *out = s;
    else
        match_schedule_fini(&s);
    return status;
}

duel_status match_schedule_together(int seats, int players, match_schedule *out, duel_msg *why)
{
    return schedule_from(seats, seats, players, out, why);
}

duel_status match_schedule_round(int seats, int players, match_schedule *out, duel_msg *why)
{
    return schedule_from(0, seats, players, out, why);
}

duel_status match_schedule_gauntlet(int seats, int players, match_schedule *out, duel_msg *why)
{
    return schedule_from(1, seats, players, out, why);
}

uint64_t match_schedule_numbers(const match_schedule *s)
{
    uint64_t seats = (uint64_t)s->seats, sets = (s->games + seats - 1) / seats;
    return sets * (uint64_t)s->encounters * seats;
}

uint64_t match_schedule_games(const match_schedule *s)
{
    return s->games * (uint64_t)s->encounters;
}

bool match_schedule_place(const match_schedule *s, uint64_t number, match_place *out)
{
    uint64_t seats = (uint64_t)s->seats, block = number / seats;
    match_place p = {.encounter = (int)(block % (uint64_t)s->encounters),
                     .set = block / (uint64_t)s->encounters,
                     .rotation = (int)(number % seats)};
    if (p.set * seats + (uint64_t)p.rotation >= s->games)
        return false;
    *out = p;
    return true;
}

/* ---- threads that play ------------------------------------------------------------------- */

enum { MOST_THREADS = 64 };

typedef struct arena { /* what the threads share */
    const match_setup *m;
    int threads, rings; /* wanted; begun */
    int chairs;         /* players that a thread opens */
    pthread_mutex_t lock;
    uint64_t next; /* the first number that nobody has taken */
    match_score *tally;
    duel_status status; /* the first failure, and why */
    duel_msg why;
    atomic_bool halt; /* there was one, or a test has ended */
} arena;

typedef struct ring { /* one thread's players */
    arena *a;
    int number;
    machine_player **player; /* by player, then by how many of it sit at the table already */
    machine_player *judge;   /* of openings; NULL: not needed */
    machine_player *solver;
    duel_answer *answer;
} ring;

/* With the lock held. The first failure ends the match, and is the one told. */
static void fail_arena(arena *a, duel_status status, const duel_msg *why)
{
    atomic_store(&a->halt, true);
    if (a->status != DUEL_OK)
        return;
    a->status = status;
    a->why = *why;
}

/* ---- players ----------------------------------------------------------------------------- */

/* How many of the player sit in an encounter before `one`: an instance serves one seat. */
static int copies_before(const match_encounter *e, int one)
{
    int copies = 0;
    for (int i = 0; i < one; i++)
        copies += e->player[i] == e->player[one];
    return copies;
}

/* Chairs for which a player is opened, over all encounters. */
static int count_chairs(const match_schedule *s, bool *used)
{
    int count = 0;
    for (int e = 0; e < s->encounters; e++)
        for (int one = 0; one < s->seats; one++) {
            const match_encounter *met = &s->encounter[e];
            bool *chair = &used[met->player[one] * DUEL_SEATS + copies_before(met, one)];
            count += !*chair;
            *chair = true;
        }
    return count;
}

static size_t memory_share(const arena *a)
{
    const match_setup *m = a->m;
    int parts = a->chairs + 1 + (m->prove > 0);
    return m->memory / (size_t)(a->threads * parts);
}

/* What a program says on its standard error has a file of its own, for each instance. */
static duel_status log_player(const ring *r, int chair, machine_player *p, duel_msg *why)
{
    char path[PATH_MAX];
    const char *folder = r->a->m->keep;
    int player = chair / DUEL_SEATS + 1, copy = chair % DUEL_SEATS;
    if (folder == NULL)
        return DUEL_OK;
    int len =
        copy ? snprintf(path, sizeof path, "%s/stderr-%d-%d-%d.txt", folder, player, r->number,
                        copy + 1)
             : snprintf(path, sizeof path, "%s/stderr-%d-%d.txt", folder, player, r->number);
    return len < PATH_MAX ? player_log(p, path, why)
                          : duel_invalid(why, N_("The file name is too long."), "");
}

static duel_status open_chair(ring *r, int chair, duel_msg *why)
{
    const match_setup *m = r->a->m;
    machine_player **p = &r->player[chair];
    duel_status status =
        player_open(m->spec[chair / DUEL_SEATS], m->v, memory_share(r->a), NULL, p, why);
    if (status == DUEL_OK)
        status = log_player(r, chair, *p, why);
    return status == DUEL_OK ? player_start(*p, why) : status;
}

static duel_status open_judges(ring *r, duel_msg *why)
{
    const match_setup *m = r->a->m;
    duel_status status = DUEL_OK;
    if (m->openings.balanced)
        status =
            player_open(duel_str_of("expert"), m->v, memory_share(r->a), NULL, &r->judge, why);
    if (status == DUEL_OK && m->prove)
        status =
            player_open(duel_str_of("exact"), m->v, memory_share(r->a), NULL, &r->solver, why);
    return status;
}

static duel_status open_ring(ring *r, duel_msg *why)
{
    const match_schedule *s = r->a->m->schedule;
    size_t chairs = (size_t)s->players * DUEL_SEATS;
    bool *used = calloc(chairs, sizeof *used);
    r->answer = malloc(sizeof *r->answer);
    r->player = calloc(chairs, sizeof *r->player);
    duel_status status = used && r->answer && r->player ? DUEL_OK : duel_no_space(why);
    if (status == DUEL_OK)
        r->a->chairs = count_chairs(s, used);
    for (size_t i = 0; status == DUEL_OK && i < chairs; i++)
        if (used[i])
            status = open_chair(r, (int)i, why);
    free(used);
    return status == DUEL_OK ? open_judges(r, why) : status;
}

static void close_ring(ring *r)
{
    for (int i = 0; r->player && i < r->a->m->schedule->players * DUEL_SEATS; i++)
        player_close(r->player[i]);
    player_close(r->judge);
    player_close(r->solver);
    free(r->player);
    free(r->answer);
}

static void seat_players(const ring *r, const match_place *p, machine_player *out[])
{
    const match_schedule *s = r->a->m->schedule;
    const match_encounter *e = &s->encounter[p->encounter];
    for (int seat = 0; seat < s->seats; seat++) {
        int one = match_place_at(s, p, seat);
        out[seat] = r->player[e->player[one] * DUEL_SEATS + copies_before(e, one)];
    }
}

/* ---- games ------------------------------------------------------------------------------- */

static bool take_game_number(arena *a, uint64_t *number, match_place *place)
{
    uint64_t end = match_schedule_numbers(a->m->schedule);
    bool stopped = a->m->stop && atomic_load(a->m->stop), found = false;
    pthread_mutex_lock(&a->lock);
    while (!found && !stopped && !atomic_load(&a->halt) && a->next < end) {
        *number = a->next++;
        found = !match_score_has(a->tally, *number) &&
                match_schedule_place(a->m->schedule, *number, place);
    }
    pthread_mutex_unlock(&a->lock);
    return found;
}

/* An opening belongs to a set: all its rotations share it, and all encounters. What players
 * draw is another for each game: drawn alike against different players, results would depend on
 * each other. */
static void seed_game(const match_setup *m, uint64_t number, const match_place *p,
                      duel_rng *opening, duel_rng *lots)
{
    duel_rng root;
    duel_rng_init_number(&root, m->seed);
    duel_rng_fork(&root, p->set, opening);
    duel_rng_fork(&root, ~number, lots);
}

static duel_status play_number(ring *r, uint64_t number, const match_place *place,
                               duel_record *record, match_game_result *out, duel_msg *why)
{
    const match_setup *m = r->a->m;
    duel_rng opening, lots;
    match_game_table t = {.v = m->v,
                          .judge = r->judge,
                          .solver = r->solver,
                          .room = r->answer,
                          .openings = &m->openings,
                          .seconds = m->seconds,
                          .nodes = m->nodes,
                          .solver_nodes = m->prove,
                          .strict = m->strict,
                          .stop = m->stop,
                          .halt = &r->a->halt};
    duel_fault_guard g;
    seat_players(r, place, t.player);
    seed_game(m, number, place, &opening, &lots);
    duel_fault_guard_begin(&g, m->v->game);
    duel_status status = match_game_play(&t, place->set, &opening, &lots, record, out, why);
    bool played = status == DUEL_OK;
    status = duel_fault_guard_end(&g, status, why);
    if (played && status != DUEL_OK) {
        duel_record_fini(record);
        match_game_fini(out);
    }
    return status;
}

static duel_status keep_game(const ring *r, uint64_t number, const match_place *p,
                             const duel_record *record, const match_game_result *b,
                             duel_msg *why)
{
    machine_player *player[DUEL_SEATS];
    const char *names[DUEL_SEATS];
    if (r->a->m->keep == NULL)
        return DUEL_OK;
    seat_players(r, p, player);
    for (int i = 0; i < r->a->m->v->seats; i++)
        names[i] = player_spec(player[i]);
    return match_files_write(r->a->m->keep, number, record, b, names, why);
}

/* With the lock held. */
static duel_status count_number(arena *a, uint64_t number, match_game_result *b, duel_msg *why)
{
    duel_status status = match_score_add(a->tally, number, b, why);
    if (match_score_sums(a->tally)->end != MATCH_SCORE_OPEN)
        atomic_store(&a->halt, true);
    if (status == DUEL_OK && a->m->progress)
        a->m->progress(a->m->watcher, a->tally);
    return status;
}

static duel_status play_and_count(ring *r, uint64_t number, const match_place *place,
                                  duel_msg *why)
{
    duel_record record;
    match_game_result bout;
    duel_status status = play_number(r, number, place, &record, &bout, why);
    if (status != DUEL_OK)
        return status;
    status = keep_game(r, number, place, &record, &bout, why);
    pthread_mutex_lock(&r->a->lock);
    if (status == DUEL_OK)
        status = count_number(r->a, number, &bout, why);
    pthread_mutex_unlock(&r->a->lock);
    duel_record_fini(&record);
    match_game_fini(&bout);
    return status;
}

static void *work_in_arena(void *arg)
{
    arena *a = arg;
    ring r = {.a = a};
    duel_msg why = {0};
    match_place place;
    uint64_t number;
    pthread_mutex_lock(&a->lock); /* players are opened one after the other */
    r.number = ++a->rings;
    duel_status status = open_ring(&r, &why);
    pthread_mutex_unlock(&a->lock);
    while (status == DUEL_OK && take_game_number(a, &number, &place))
        status = play_and_count(&r, number, &place, &why);
    pthread_mutex_lock(&a->lock);
    if (status != DUEL_OK && status != DUEL_STOPPED)
        fail_arena(a, status, &why);
    pthread_mutex_unlock(&a->lock);
    close_ring(&r);
    return NULL;
}

/* ---- the match --------------------------------------------------------------------------- */

/* All that decides which games these are; how many of them are played does not. */
static void put_identity(const match_setup *m, duel_sink *out)
{
    const match_schedule *s = m->schedule;
    duel_putf(out, "game %s %u\nvariant ", m->v->game->id, m->v->game->version);
    duel_variant_print(m->v, out);
    duel_putf(out, "\nseed %llu\nseconds %g\nnodes %llu\nstrict %d\nprove %llu\nopenings %s\n",
              (unsigned long long)m->seed, m->seconds, (unsigned long long)m->nodes, m->strict,
              (unsigned long long)m->prove, m->openings_text ? m->openings_text : "0");
    for (int i = 0; i < s->players; i++)
        duel_putf(out, "player %d %.*s\n", i + 1, (int)m->spec[i].len, m->spec[i].at);
    for (int e = 0; e < s->encounters; e++) {
        duel_put(out, "encounter");
        for (int one = 0; one < s->seats; one++)
            duel_putf(out, " %d", s->encounter[e].player[one] + 1);
        duel_put(out, "\n");
    }
}

static duel_status take_kept(void *to, uint64_t number, match_game_result *b, duel_msg *why)
{
    arena *a = to;
    match_place unused;
    if (number >= match_schedule_numbers(a->m->schedule) ||
        !match_schedule_place(a->m->schedule, number, &unused))
        return DUEL_OK; /* a longer match was played here before */
    return match_score_add(a->tally, number, b, why);
}

static duel_status take_up(arena *a, duel_msg *why)
{
    duel_buf text;
    if (a->m->keep == NULL)
        return DUEL_OK;
    duel_buf_init(&text);
    put_identity(a->m, &text.sink);
    duel_status status = text.failed ? duel_no_space(why)
                                     : match_files_begin(a->m->keep, duel_buf_str(&text), why);
    duel_buf_fini(&text);
    if (status == DUEL_OK)
        status = match_files_read(a->m->keep, a->m->v, take_kept, a, why);
    if (status == DUEL_OK && match_score_sums(a->tally)->end != MATCH_SCORE_OPEN)
        atomic_store(&a->halt, true);
    return status;
}

static void play_in_threads(arena *a)
{
    pthread_t id[MOST_THREADS];
    int started = 1;
    while (started < a->threads && pthread_create(&id[started], NULL, work_in_arena, a) == 0)
        started++;
    work_in_arena(a);
    for (int i = 1; i < started; i++)
        pthread_join(id[i], NULL);
}

duel_status match_run(const match_setup *m, match_score **out, duel_msg *why)
{
    arena a = {.m = m};
    a.threads = m->threads < 1 ? 1 : m->threads > MOST_THREADS ? MOST_THREADS : m->threads;
    duel_status status = match_openings_fit(&m->openings, m->v, why);
    if (status == DUEL_OK)
        status = match_score_new(m->v, m->schedule, &m->sprt, &a.tally, why);
    if (status == DUEL_OK)
        status = take_up(&a, why);
    if (status == DUEL_OK) {
        pthread_mutex_init(&a.lock, NULL);
        play_in_threads(&a);
        pthread_mutex_destroy(&a.lock);
        status = a.status;
        if (status != DUEL_OK && why)
            *why = a.why;
    }
    if (status != DUEL_OK) {
        match_score_free(a.tally);
        return status;
    }
    match_score_close(a.tally);
    *out = a.tally;
    return DUEL_OK;
}
