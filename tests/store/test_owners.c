/* tests/store/test_owners.c -- a game that two processes believe to be theirs: the base takes
 * a batch of events only where it goes on from the last event (store/store.h), tried in small
 * worlds with processes that are lost, stopped and come back. Who has which table is a list
 * here and a lease in the base, made up for the test; a server has the data folder to itself.
 *
 *     client ──by its list of who lives──▶ a process ──▶ session ──▶ the base
 *                                           │ not its table, by its own list: elsewhere
 *                                           └ the game has gone on: taken up anew, asked again
 *
 * Lists may be old, at clients and at processes; so a table may be awake in two of them. Held
 * to: what was acknowledged stands in the log, once and where it was acknowledged. Without the
 * rule that a batch names the number of events before it, that is not so, which is noticed. */
#include "place.h"

#include "check.h"
#include "kept.h"
#include "store/inside.h"
#include "table/inside.h"

enum { PROCESSES = 4, TABLES = 5, CLIENTS = 6, EVENTS = 1500, LEASE = 40, ACKS = 1024 };

typedef struct hand { /* a table in a process */
    game_session *s;  /* NULL: asleep */
    int client;       /* who waits for the batch on its way; -1: nobody */
    bool on_its_way;
} hand;

typedef struct process {
    bool lives, stopped;
    unsigned knows; /* who lives, as bits, as far as it has heard */
    hand table[TABLES];
} process;

typedef struct client {
    unsigned knows;
    int table; /* where it has asked for a move; -1: nowhere */
} client;

typedef struct ack {
    int64_t at;
    char text[16];
} ack;

typedef struct world {
    duel_rng rng;
    data_store *store;
    bool blind; /* batches are written wherever the log ends */
    int64_t now;
    int64_t lease[PROCESSES]; /* in the base: until when each is believed to live */
    process process[PROCESSES];
    client client[CLIENTS];
    char id[TABLES][STORE_ID_TEXT];
    ack acks[TABLES][ACKS];
    int acked[TABLES];
    int conflicts, redirects;
    bool unreadable; /* a game could not be taken up again */
} world;

static uint32_t below(world *w, uint32_t n)
{
    return duel_rng_below(&w->rng, n);
}

/* ---- who owns a table -------------------------------------------------------------------- */

/* The one with the highest hash of table and process (rendezvous hashing: when one is lost only
 * its tables move). -1: nobody lives. */
static int owner_of(const char *id, unsigned living)
{
    uint64_t best = 0;
    int owner = -1;
    for (int p = 0; p < PROCESSES; p++) {
        uint64_t hash = UINT64_C(0xcbf29ce484222325) + (uint64_t)p;
        for (const char *c = id; *c; c++)
            hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
        hash ^= hash >> 29;
        if ((living >> p & 1) && (owner < 0 || hash > best))
            best = hash, owner = p;
    }
    return owner;
}

static unsigned living_now(const world *w)
{
    unsigned living = 0;
    for (int p = 0; p < PROCESSES; p++)
        living |= (unsigned)(w->lease[p] > w->now) << p;
    return living;
}

/* ---- processes --------------------------------------------------------------------------- */

static void put_to_sleep(hand *h)
{
    session_free(h->s);
    *h = (hand){.client = -1};
}

static void lose_process(world *w, int p)
{
    for (int t = 0; t < TABLES; t++)
        put_to_sleep(&w->process[p].table[t]);
    w->process[p].lives = false;
}

static void begin_process(world *w, int p)
{
    w->process[p].lives = true;
    w->process[p].stopped = false;
    w->lease[p] = w->now + LEASE;
    w->process[p].knows = living_now(w);
}

/* NULL: the log is no game any more. */
static game_session *wake_table(world *w, int p, int t)
{
    hand *h = &w->process[p].table[t];
    if (h->s == NULL && session_store_load(w->store, w->id[t], &h->s, NULL) != DUEL_OK)
        w->unreadable = true;
    return h->s;
}

static int64_t events_of(data_store *s, const char *id);

/* The batch on its way reaches the base, or the base refuses it: then the game has gone on in
 * other hands, and what is known of it here is forgotten. */
static void write_batch(world *w, int p, int t)
{
    hand *h = &w->process[p].table[t];
    store_changes *b = session_pending(h->s);
    ack a = {.at = b->next};
    snprintf(a.text, sizeof a.text, "%.*s", (int)b->event[0].data.len, b->event[0].data.at);
    if (w->blind)
        b->next = events_of(w->store, w->id[t]);
    duel_status status = store_append(w->store, b, NULL);
    client *c = h->client < 0 ? NULL : &w->client[h->client];
    if (status == DUEL_OK && session_settle(h->s, NULL) == DUEL_OK) {
        h->on_its_way = false;
        if (c && w->acked[t] < ACKS)
            w->acks[t][w->acked[t]++] = a;
    } else {
        assert_int_equal(status, DUEL_REFUSED);
        w->conflicts++;
        put_to_sleep(h);
    }
    if (c)
        c->table = -1;
    h->client = -1;
}

/* ---- clients ----------------------------------------------------------------------------- */

static void play_any(world *w, game_session *s)
{
    const duel_variant *v = session_variant(s);
    duel_move list[DUEL_MOVES_MAX];
    duel_state view;
    session_view(s, session_turn(s), &view);
    int count = v->game->moves(v, &view, list);
    assert_ok(session_play(s, list[below(w, (uint32_t)count)], w->now, NULL));
}

static bool is_over(const game_session *s)
{
    int32_t score[DUEL_SEATS];
    return session_over(s, score);
}

/* A process is asked for a move, which it makes if the table is its own as far as it knows. */
static void obey(world *w, int p, int client_number)
{
    client *c = &w->client[client_number];
    hand *h = &w->process[p].table[c->table];
    if (owner_of(w->id[c->table], w->process[p].knows) != p) {
        w->redirects++;
        c->knows = living_now(w);
        c->table = -1;
        return;
    }
    game_session *s = wake_table(w, p, c->table);
    if (s == NULL || h->on_its_way || is_over(s)) {
        c->table = -1;
        return;
    }
    play_any(w, s);
    h->on_its_way = true;
    h->client = client_number;
}

static void ask_somebody(world *w, int client_number)
{
    client *c = &w->client[client_number];
    if (c->table >= 0)
        return;
    c->table = (int)below(w, TABLES);
    int p = owner_of(w->id[c->table], c->knows);
    if (p >= 0 && w->process[p].lives && !w->process[p].stopped) {
        obey(w, p, client_number);
    } else { /* no answer: it asks who lives */
        c->knows = living_now(w);
        c->table = -1;
    }
}

/* Who waits for a process that is gone gives up, and does not know what became of it. */
static void give_up(world *w, int p)
{
    for (int t = 0; t < TABLES; t++) {
        hand *h = &w->process[p].table[t];
        if (h->client >= 0)
            w->client[h->client].table = -1;
        h->client = -1;
    }
}

/* ---- events ------------------------------------------------------------------------------ */

static void process_event(world *w, int p)
{
    process *q = &w->process[p];
    uint32_t what = below(w, 60);
    if (!q->lives) {
        if (what < 6)
            begin_process(w, p);
    } else if (q->stopped) { /* it comes back, and believes what it believed */
        if (what < 4)
            q->stopped = false;
    } else if (what < 40) {
        hand *h = &q->table[below(w, TABLES)];
        if (h->on_its_way)
            write_batch(w, p, (int)(h - q->table));
    } else if (what < 52) { /* it says that it lives, and hears who else does */
        w->lease[p] = w->now + LEASE;
        q->knows = living_now(w) | 1U << p;
    } else if (what == 52) {
        give_up(w, p);
        lose_process(w, p);
    } else if (what == 53) {
        give_up(w, p);
        q->stopped = true;
    }
}

static void one_event(world *w)
{
    w->now++;
    if (below(w, 2))
        ask_somebody(w, (int)below(w, CLIENTS));
    else
        process_event(w, (int)below(w, PROCESSES));
}

/* ---- what must hold ---------------------------------------------------------------------- */

typedef struct log_check {
    const world *w;
    int table, acks;
    int64_t events;
    bool broken;
} log_check;

static bool check_event(void *to, const store_event *e)
{
    log_check *l = to;
    const ack *a = &l->w->acks[l->table][l->acks];
    l->events++;
    if (l->acks < l->w->acked[l->table] && a->at == e->seq) {
        l->broken |= !duel_str_is(e->data, a->text);
        l->acks++;
    }
    return true;
}

static int compare_acks(const void *a, const void *b)
{
    int64_t x = ((const ack *)a)->at, y = ((const ack *)b)->at;
    return (x > y) - (x < y);
}

static bool count_event(void *to, const store_event *e)
{
    (void)e;
    ++*(int64_t *)to;
    return true;
}

static int64_t events_of(data_store *s, const char *id)
{
    int64_t count = 0;
    assert_ok(store_events(s, id, 0, count_event, &count, NULL));
    return count;
}

/* Every move that somebody was told of stands where it was told to stand, no two at one place,
 * and the whole is a game. */
static bool holds(world *w, int t)
{
    log_check l = {.w = w, .table = t};
    game_session *s = NULL;
    bool well = true;
    qsort(w->acks[t], (size_t)w->acked[t], sizeof w->acks[t][0], compare_acks);
    for (int i = 1; i < w->acked[t]; i++)
        well &= w->acks[t][i].at != w->acks[t][i - 1].at;
    assert_ok(store_events(w->store, w->id[t], 0, check_event, &l, NULL));
    well &= !l.broken && l.acks == w->acked[t];
    well &= session_store_load(w->store, w->id[t], &s, NULL) == DUEL_OK;
    session_free(s);
    return well;
}

/* ---- worlds ------------------------------------------------------------------------------ */

static void open_world(world *w, data_store *store, uint64_t seed, bool blind)
{
    duel_variant v = check_variant("connect4");
    session_opening o = {.variant = &v,
                         .seed = duel_str_of("1"),
                         .seats = {duel_str_of("human"), duel_str_of("human")}};
    memset(w, 0, sizeof *w);
    duel_rng_init_number(&w->rng, seed);
    w->store = store;
    w->blind = blind;
    for (int t = 0; t < TABLES; t++) {
        game_session *s = NULL;
        snprintf(w->id[t], sizeof w->id[t], "%c%05u%c", blind ? 'b' : 'w',
                 (unsigned)seed % 100000, 'a' + t);
        o.id = w->id[t];
        assert_ok(session_new(&o, 1, &s, NULL));
        assert_ok(session_store_change(store, s, NULL));
        session_free(s);
    }
    for (int p = 0; p < PROCESSES; p++)
        for (int t = 0; t < TABLES; t++)
            w->process[p].table[t].client = -1;
    for (int p = 0; p < PROCESSES; p++)
        begin_process(w, p);
    for (int c = 0; c < CLIENTS; c++)
        w->client[c] = (client){.knows = living_now(w), .table = -1};
}

/* Whether everything held. */
static bool live_through(world *w, data_store *store, uint64_t seed, bool blind)
{
    open_world(w, store, seed, blind);
    for (int i = 0; i < EVENTS; i++)
        one_event(w);
    bool well = !w->unreadable;
    for (int p = 0; p < PROCESSES; p++)
        lose_process(w, p);
    for (int t = 0; t < TABLES; t++)
        well &= holds(w, t);
    return well;
}

static data_store *open_quick(const place *p)
{
    data_store *s = open_at(p);
    assert_ok(database_execute(database_take(s), "PRAGMA synchronous = OFF", NULL));
    database_give_back(s, DUEL_OK);
    return s;
}

TEST(no_acknowledged_move_is_lost)
{
    static world w;
    int conflicts = 0, redirects = 0, acked = 0;
    PLACE(p);
    data_store *s = open_quick(&p);
    for (int seed = 1; seed <= check_sample(8, 400); seed++) {
        if (!live_through(&w, s, (uint64_t)seed, false))
            fail_msg("the world of seed %d is broken", seed);
        conflicts += w.conflicts;
        redirects += w.redirects;
        for (int t = 0; t < TABLES; t++)
            acked += w.acked[t];
    }
    print_message("# %d moves acknowledged, %d conflicts, %d sent elsewhere\n", acked,
                  conflicts, redirects);
    assert_true(acked > 100 && conflicts > 0 && redirects > 0); /* all of it was tried */
    store_close(s);
}

TEST(without_the_number_some_are)
{
    static world w;
    bool noticed = false;
    PLACE(p);
    data_store *s = open_quick(&p);
    for (uint64_t seed = 1; !noticed && seed <= 40; seed++)
        noticed = !live_through(&w, s, seed, true);
    assert_true(noticed);
    store_close(s);
}
