/* tests/table/test_table.c -- tables in a small world: people who come, go, ask and answer as
 * they like, a crew that thinks well, badly or late, a disk that is slow, fails and is cut off,
 * and a clock; after every event the table is held to a referee who knows the rules only
 * (referee.h).
 *
 *     generator ──▶ event ──▶ referee, table ──▶ notices, wishes ──▶ referee ──▶ compared
 *
 * Some worlds are twins: the same events happen at two tables whose deals one seat cannot tell
 * apart, and everything that reaches that seat is the same, byte by byte.
 *
 *     DUEL_TABLE_SEED=N     plays the world of this seed alone, and tells its events
 *     DUEL_TABLE_EVENTS=N   so many events instead of the usual number */
#include "check.h"

#include "referee.h"
#include "table/inside.h"

enum {
    VISITORS = 4,
    PERSONS = 3,
    ROWS = 4096,
    ROW_TEXT = 160,
    START_TEXT = 2048,
    TRACE = 40,
    TRACE_TEXT = 120,
    LIFE = 160, /* events in a world */
    PATIENCE = 400
};

/* ---- the world --------------------------------------------------------------------------- */

/* What is on the disk: the header of a game and its events. */
typedef struct disk {
    bool made;
    unsigned rules;
    char game[32], variant[DUEL_VARIANT_TEXT], seed[DUEL_SEED_TEXT], seats[600], terms[200];
    char start[START_TEXT];
    struct row {
        int seat;
        char kind[16], data[ROW_TEXT];
    } row[ROWS];
    size_t rows;
} disk;

/* A table with what is around it. */
typedef struct side {
    game_table *table;
    referee *referee;
    disk disk;
    store_changes *batch; /* on its way */
    int thinking;         /* a machine */
    bool stopped;
    duel_buf told; /* to those who know what the twins' seat knows */
} side;

/* Somebody with keys, who may come more than once. */
typedef struct person {
    int hands[DUEL_SEATS]; /* of the seat when its key was given; -1: no key */
    char profile[STORE_PROFILE_TEXT];
} person;

typedef struct visitor {
    uint64_t guest;
    int person;
    bool there;
} visitor;

/* How often things happened, in all worlds. */
typedef struct tally {
    int worlds, events, kills, twins, overs, tells[TABLE_NOTICE_MARKED + 1];
} tally;

typedef struct world {
    uint64_t seed;
    duel_rng rng;
    duel_variant v;
    table_settings manners;
    side side[2];
    int sides, seat; /* seat: to which the two sides look the same */
    person person[PERSONS];
    visitor visitor[VISITORS];
    uint64_t now, last_guest;
    int64_t re, nonce;
    bool over; /* nothing more can happen here */
    int events;
    tally *sum;
    bool loud;
    char trace[TRACE][TRACE_TEXT];
    int traced;
} world;

static uint32_t below(world *w, uint32_t n)
{
    return duel_rng_below(&w->rng, n);
}

static bool chance(world *w, uint32_t percent)
{
    return below(w, 100) < percent;
}

static table_moment moment(const world *w)
{
    return (table_moment){.ms = w->now, .date = (int64_t)(w->now / 1000)};
}

/* ---- telling what happened --------------------------------------------------------------- */

static void note(world *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void note(world *w, const char *format, ...)
{
    va_list args;
    char *line = w->trace[w->traced++ % TRACE];
    int head = snprintf(line, TRACE_TEXT, "%5d %8llu  ", w->events, (unsigned long long)w->now);
    va_start(args, format);
    vsnprintf(line + head, (size_t)(TRACE_TEXT - head), format, args);
    va_end(args);
    if (w->loud)
        print_message("%s\n", line);
}

static void give_up(world *w, const char *what)
{
    int from = w->traced > TRACE ? w->traced - TRACE : 0;
    for (int i = from; !w->loud && i < w->traced; i++)
        print_message("%s\n", w->trace[i % TRACE]);
    fail_msg("DUEL_TABLE_SEED=%llu, event %d: %s", (unsigned long long)w->seed, w->events,
             what);
}

/* ---- the disk ---------------------------------------------------------------------------- */

static void copy_text(char *out, size_t room, duel_str s)
{
    assert_true(s.len < room);
    if (s.len)
        memcpy(out, s.at, s.len);
    out[s.len] = '\0';
}

static void store_header(disk *d, const saved_game *h)
{
    d->made = true;
    d->rules = h->rules;
    copy_text(d->game, sizeof d->game, h->game);
    copy_text(d->variant, sizeof d->variant, h->variant);
    copy_text(d->seed, sizeof d->seed, h->seed);
    copy_text(d->start, sizeof d->start, h->start);
    copy_text(d->seats, sizeof d->seats, h->seats);
    copy_text(d->terms, sizeof d->terms, h->terms);
}

static void store_batch(disk *d, const store_changes *b)
{
    if (b->header)
        store_header(d, b->header);
    assert_int_equal(b->next, d->rows);
    for (size_t i = 0; i < b->count; i++) {
        struct row *row = &d->row[d->rows++];
        assert_true(d->rows < ROWS);
        row->seat = b->event[i].seat;
        copy_text(row->kind, sizeof row->kind, b->event[i].kind);
        copy_text(row->data, sizeof row->data, b->event[i].data);
    }
}

static game_session *read_back(const disk *d)
{
    game_session *s = NULL;
    saved_game h = {.id = "0123456789",
                    .game = duel_str_of(d->game),
                    .rules = d->rules,
                    .variant = duel_str_of(d->variant),
                    .seed = duel_str_of(d->seed),
                    .start = duel_str_of(d->start),
                    .seats = duel_str_of(d->seats),
                    .terms = duel_str_of(d->terms)};
    assert_ok(session_read(&h, &s, NULL));
    for (size_t i = 0; i < d->rows; i++) {
        const struct row *row = &d->row[i];
        store_event e = {.seq = (int64_t)i,
                         .seat = row->seat,
                         .kind = duel_str_of(row->kind),
                         .data = duel_str_of(row->data)};
        assert_ok(session_apply(s, &e, NULL));
    }
    return s;
}

/* ---- what comes of an event -------------------------------------------------------------- */

static visitor *visitor_of(world *w, uint64_t guest)
{
    for (int i = 0; i < VISITORS; i++)
        if (w->visitor[i].guest == guest)
            return &w->visitor[i];
    return NULL;
}

/* Who is seated gets the key of the seat as it is from now on. */
static void give_keys(world *w, const game_table *t, const table_notice *n)
{
    const visitor *who = visitor_of(w, n->guest);
    for (int seat = 0; who && seat < w->v.seats; seat++)
        if (n->seats >> seat & 1)
            w->person[who->person].hands[seat] = table_chair(t, seat, w->now).hands;
}

/* Whether this guest knows nothing but what the twins' seat knows. */
static bool knows_little(const world *w, const game_table *t, uint64_t guest)
{
    return (table_seats(t, guest) & ~(1U << w->seat)) == 0;
}

static void log_notice(const world *w, side *s, const table_notice *n)
{
    if (!table_notice_is_for_all(n->tell) && !knows_little(w, s->table, n->guest))
        return;
    duel_putf(&s->told.sink, "%d %llu %lld %d %d %u %d %s %s\n", (int)n->tell,
              (unsigned long long)n->guest, (long long)n->re, (int)n->ask, n->seat, n->seats,
              (int)n->status, n->why.id ? n->why.id : "",
              n->why.id ? check_english(&n->why) : "");
}

static void take_notices(world *w, side *s)
{
    table_notice n;
    while (table_next_notice(s->table, &n)) {
        if (s == w->side) {
            w->sum->tells[n.tell]++;
            note(w, "      tell %d guest %llu re %lld seat %d seats %x status %d %s",
                 (int)n.tell, (unsigned long long)n.guest, (long long)n.re, n.seat, n.seats,
                 (int)n.status,
                 n.status || n.tell == TABLE_NOTICE_TROUBLE ? check_english(&n.why) : "");
            if (n.tell == TABLE_NOTICE_SEATED)
                give_keys(w, s->table, &n);
        }
        referee_heard(s->referee, &n);
        log_notice(w, s, &n);
    }
}

static void note_wish(world *w, const table_effect *wish)
{
    const store_changes *b = wish->kind == TABLE_EFFECT_WRITE ? wish->batch : NULL;
    const store_event *e = b && b->count ? &b->event[0] : NULL;
    note(w, "      wish %d (%zu) seat %d %.*s %.*s", (int)wish->kind, b ? b->count : 0,
         e ? e->seat : wish->seat, e ? (int)e->kind.len : 0, e ? e->kind.at : "",
         e ? (int)e->data.len : 0, e ? e->data.at : "");
}

static void take_wishes(world *w, side *s)
{
    table_effect wish;
    while (table_next_effect(s->table, &wish)) {
        if (s == w->side)
            note_wish(w, &wish);
        referee_wished(s->referee, &wish);
        duel_putf(&s->told.sink, "wish %d %d\n", (int)wish.kind,
                  wish.kind == TABLE_EFFECT_WRITE ? 0 : wish.seat);
        if (wish.kind == TABLE_EFFECT_WRITE)
            s->batch = wish.batch;
        if (wish.kind == TABLE_EFFECT_THINK)
            s->thinking = wish.seat;
        if (wish.kind == TABLE_EFFECT_THINK || wish.kind == TABLE_EFFECT_STOP)
            s->stopped = wish.kind == TABLE_EFFECT_STOP;
    }
}

static void compare_twin_views(world *w)
{
    const game_table *a = w->side[0].table, *b = w->side[1].table;
    duel_state seen[2];
    memset(seen, 0, sizeof seen);
    for (int i = 0; i < VISITORS; i++) {
        uint64_t guest = w->visitor[i].guest;
        if (!w->visitor[i].there || !knows_little(w, a, guest))
            continue;
        table_view(a, guest, &seen[0]);
        table_view(b, guest, &seen[1]);
        if (table_view_seat(a, guest) != table_view_seat(b, guest) ||
            !duel_states_equal(&w->v, &seen[0], &seen[1]))
            give_up(w, "a guest is shown what its seat does not know");
    }
    table_seat_view(a, w->seat, &seen[0]);
    table_seat_view(b, w->seat, &seen[1]);
    if (!duel_states_equal(&w->v, &seen[0], &seen[1]))
        give_up(w, "a machine is shown what its seat does not know");
}

/* Twins part when one of them shows everything. */
static void compare_twins(world *w)
{
    const game_table *a = w->side[0].table, *b = w->side[1].table;
    if (strcmp(w->side[0].told.text, w->side[1].told.text) != 0)
        give_up(w, "one of two deals is told otherwise");
    if (table_number(a) != table_number(b))
        give_up(w, "the twins' numbers differ");
    w->over = w->over || table_over(a, NULL) || table_over(b, NULL);
    for (int i = 0; i < VISITORS; i++)
        w->over = w->over || (w->visitor[i].there && table_observed(a));
    if (!w->over)
        compare_twin_views(w);
}

/* After each event, on both sides. */
static void follow(world *w)
{
    for (int i = 0; i < w->sides; i++) {
        side *s = &w->side[i];
        duel_buf_clear(&s->told);
        take_notices(w, s);
        take_wishes(w, s);
        referee_compare(s->referee, s->table);
        if (referee_complaint(s->referee)[0])
            give_up(w, referee_complaint(s->referee));
    }
    if (w->sides == 2)
        compare_twins(w);
    w->events++;
    w->sum->events++;
}

/* ---- people ------------------------------------------------------------------------------ */

static unsigned keys_of(const world *w, const person *p)
{
    unsigned keys = 0;
    for (int i = 0; i < w->v.seats; i++)
        if (p->hands[i] == table_chair(w->side[0].table, i, w->now).hands)
            keys |= 1U << i;
    return keys;
}

static void join(world *w, visitor *who)
{
    const person *p = &w->person[who->person];
    unsigned keys = keys_of(w, p);
    who->there = true;
    note(w, "join guest %llu keys %x %s", (unsigned long long)who->guest, keys, p->profile);
    for (int i = 0; i < w->sides; i++) {
        side *s = &w->side[i];
        referee_join(s->referee, who->guest, keys, p->profile, w->now);
        assert_ok(table_join(s->table, who->guest, keys, p->profile, moment(w), NULL));
    }
    follow(w);
}

static void leave(world *w, visitor *who)
{
    who->there = false;
    note(w, "leave guest %llu", (unsigned long long)who->guest);
    for (int i = 0; i < w->sides; i++) {
        referee_leave(w->side[i].referee, who->guest, w->now);
        table_leave(w->side[i].table, who->guest, moment(w));
    }
    follow(w);
}

static void become_somebody(world *w, visitor *who)
{
    *who = (visitor){.guest = ++w->last_guest, .person = (int)below(w, PERSONS)};
}

static void come_or_go(world *w)
{
    visitor *who = &w->visitor[below(w, VISITORS)];
    if (who->there && chance(w, 40))
        return;
    if (!who->there) {
        become_somebody(w, who);
        join(w, who);
    } else if (chance(w, 30)) {
        join(w, who);
    } else {
        leave(w, who);
    }
}

/* ---- requests ---------------------------------------------------------------------------- */

static void ask(world *w, table_request q, const char *text)
{
    q.re = ++w->re;
    q.text = duel_str_of(text);
    note(w, "%s by guest %llu re %lld seat %d yes %d seen %lld nonce %lld “%s”",
         table_request_word(q.ask), (unsigned long long)q.guest, (long long)q.re, q.seat, q.yes,
         (long long)q.seen, (long long)q.nonce, text);
    for (int i = 0; i < w->sides; i++) {
        referee_ask(w->side[i].referee, &q, w->now);
        table_ask(w->side[i].table, &q, moment(w));
    }
    follow(w);
}

static int64_t any_seen(world *w)
{
    int64_t number = table_number(w->side[0].table);
    uint32_t kind = below(w, 10);
    return kind < 7 ? 0 : kind < 9 ? number : number - 1;
}

/* Where the game stands on a side, the draft included. */
static void stand(const side *s, const duel_variant *v, duel_state *out)
{
    const duel_record *r = table_record(s->table);
    const duel_move *drafted;
    int count = table_drafted(s->table, &drafted);
    memset(out, 0, sizeof *out);
    assert_ok(duel_record_replay(r, r->count, out, NULL));
    for (int i = 0; i < count; i++)
        v->game->play(v, out, drafted[i]);
}

/* Whether a move can be made on both sides and tells them apart for nobody. */
static bool suits_twins(const world *w, const duel_state at[2], duel_move move)
{
    duel_state after[2], seen[2];
    for (int i = 0; i < 2; i++) {
        if (!duel_legal(&w->v, &at[i], move))
            return false;
        after[i] = at[i];
        w->v.game->play(&w->v, &after[i], move);
        duel_view(&w->v, &after[i], w->seat, &seen[i]);
    }
    return !duel_is_over(&w->v, &after[0]) && !duel_is_over(&w->v, &after[1]) &&
           w->v.game->turn(&w->v, &after[0]) == w->v.game->turn(&w->v, &after[1]) &&
           duel_states_equal(&w->v, &seen[0], &seen[1]);
}

/* A move to be made there; false: none, or none that keeps the secret. */
static bool pick_move(world *w, const duel_state at[2], duel_move *out)
{
    static duel_move list[DUEL_MOVES_MAX];
    if (duel_is_over(&w->v, &at[0]))
        return false;
    for (int count = w->v.game->moves(&w->v, &at[0], list); count > 0; count--) {
        uint32_t i = below(w, (uint32_t)count);
        *out = list[i];
        list[i] = list[count - 1];
        if (w->sides == 1 || suits_twins(w, at, *out))
            return true;
    }
    return false;
}

static void stands(const world *w, duel_state at[2])
{
    for (int i = 0; i < w->sides; i++)
        stand(&w->side[i], &w->v, &at[i]);
}

static void ask_move(world *w, uint64_t guest, bool sense)
{
    duel_state at[2];
    duel_move move;
    if (w->sides == 2 && w->side[0].batch)
        return; /* whether it keeps the secret could change while it waits */
    stands(w, at);
    CHECK_BUF(text);
    if (!sense)
        duel_put(&text.sink, "zz");
    else if (pick_move(w, at, &move))
        duel_print_move(&w->v, &at[0], move, &text.sink);
    else
        w->over = w->over || (w->sides == 2 && !table_ready(w->side[0].table));
    bool again = chance(w, 8);
    w->nonce += !again;
    if (text.len)
        ask(w,
            (table_request){
                .ask = TABLE_ASK_MOVE, .guest = guest, .seen = any_seen(w), .nonce = w->nonce},
            text.text);
}

/* Whoever can get on does; false: nobody can. */
static bool get_on(world *w)
{
    const game_table *t = w->side[0].table;
    for (uint32_t i = 0, from = below(w, VISITORS); i < VISITORS; i++) {
        visitor *who = &w->visitor[(from + i) % VISITORS];
        if (!who->there)
            continue;
        if (table_covered_seat(t, who->guest) != DUEL_NOBODY) {
            ask(w, (table_request){.ask = TABLE_ASK_UNCOVER, .guest = who->guest}, "");
            return true;
        }
        if (table_acting(t, who->guest) == DUEL_NOBODY)
            continue;
        if (table_ready(t))
            ask(w, (table_request){.ask = TABLE_ASK_CONFIRM, .guest = who->guest}, "");
        else
            ask_move(w, who->guest, true);
        return true;
    }
    return false;
}

/* Somebody, as a rule one who is there. */
static visitor *anybody(world *w)
{
    visitor *who = &w->visitor[below(w, VISITORS)];
    for (int i = 0; i < VISITORS && !who->there && chance(w, 90); i++)
        who = &w->visitor[below(w, VISITORS)];
    return who;
}

/* Anybody asks for anything, with sense or without. */
static void meddle(world *w)
{
    visitor *who = anybody(w);
    table_request q = {.ask = (table_request_kind)below(w, TABLE_ASK_UNCOVER + 1),
                       .seat = (int)below(w, (uint32_t)w->v.seats + 2) - 1,
                       .yes = chance(w, 60),
                       .seen = any_seen(w)};
    if (who->guest == 0 || (!who->there && chance(w, 50)))
        become_somebody(w, who);
    q.guest = who->guest;
    if (q.ask == TABLE_ASK_RESIGN && chance(w, 60))
        q.ask = TABLE_ASK_BACK;
    if (q.ask == TABLE_ASK_MOVE)
        ask_move(w, q.guest, chance(w, 70));
    else
        ask(w, q, q.ask == TABLE_ASK_MACHINE ? "greedy" : "");
}

/* Those who are asked for something answer. */
static bool reply(world *w)
{
    const game_table *t = w->side[0].table;
    unsigned asked = table_asked(t);
    int seat;
    uint64_t wants = table_wants(t, &seat);
    for (uint32_t i = 0, from = below(w, VISITORS); i < VISITORS; i++) {
        visitor *who = &w->visitor[(from + i) % VISITORS];
        unsigned held = who->there ? table_seats(t, who->guest) : 0;
        if (!(held & asked) && !(held && wants))
            continue;
        bool yes = chance(w, 75);
        table_request_kind how =
            yes && held & asked && chance(w, 20) ? TABLE_ASK_BACK : TABLE_ASK_ANSWER;
        ask(w, (table_request){.ask = how, .guest = who->guest, .yes = yes}, "");
        return true;
    }
    return false;
}

/* What can be done about a seat, by somebody who is there. */
static bool mind_a_seat(world *w)
{
    const game_table *t = w->side[0].table;
    int seat = (int)below(w, (uint32_t)w->v.seats);
    table_chair_state chair = table_chair(t, seat, w->now);
    visitor *who = anybody(w);
    if (!who->there || !(chair.open || chair.kept || chair.absent))
        return false;
    bool sits = table_seats(t, who->guest) != 0;
    table_request q = {.guest = who->guest, .seat = seat};
    q.ask = chair.open            ? TABLE_ASK_CLAIM
            : chair.kept || !sits ? TABLE_ASK_TAKE
                                  : TABLE_ASK_MACHINE;
    ask(w, q, q.ask == TABLE_ASK_MACHINE ? "random" : "");
    return true;
}

/* ---- the crew ---------------------------------------------------------------------------- */

/* A whole turn for the machine; false if none keeps the twins alike. */
static bool plan_turn(world *w, duel_answer *a)
{
    duel_state at[2];
    stands(w, at);
    a->plan_count = 0;
    for (;;) {
        duel_move move;
        if (a->plan_count == DUEL_PLAN || !pick_move(w, at, &move))
            return false;
        a->plan[a->plan_count++] = move;
        for (int i = 0; i < w->sides; i++)
            w->v.game->play(&w->v, &at[i], move);
        if (duel_turn_ended(&w->v, w->side[0].thinking, &at[0]))
            return true;
    }
}

typedef enum mood { WELL, ILLEGALLY, HALF, FAILING, FORFEITING } mood;

static void machine_answers(world *w, mood how)
{
    static duel_answer a;
    duel_msg why = {.id = NULL};
    memset(&a, 0, sizeof a);
    if (!plan_turn(w, &a)) {
        w->over = w->sides == 2;
        a.plan_count = a.plan_count == DUEL_PLAN ? 0 : a.plan_count;
    }
    if (how == ILLEGALLY)
        a.plan[below(w, (uint32_t)(a.plan_count ? a.plan_count : 1))] = UINT64_MAX;
    if (how == HALF && a.plan_count)
        a.plan_count--;
    duel_status status = how == FAILING || how == FORFEITING ? DUEL_FAILED : DUEL_OK;
    if (status != DUEL_OK)
        duel_say(&why, "Nothing came to its mind.", "");
    note(w, "thought %d, %d moves", (int)how, a.plan_count);
    for (int i = 0; i < w->sides; i++) {
        side *s = &w->side[i];
        s->thinking = DUEL_NOBODY;
        referee_thought(s->referee, status, &a, how == FORFEITING, w->now);
        table_thought(s->table, status, &a, how == FORFEITING, &why, moment(w));
    }
    follow(w);
}

static mood any_mood(world *w)
{
    uint32_t kind = below(w, 100);
    return kind < 84   ? WELL
           : kind < 88 ? ILLEGALLY
           : kind < 92 ? HALF
           : kind < 97 ? FAILING
                       : FORFEITING;
}

/* ---- the writer and the clock ------------------------------------------------------------ */

static void disk_answers(world *w, bool well)
{
    note(w, "written %s", well ? "" : "not");
    for (int i = 0; i < w->sides; i++) {
        side *s = &w->side[i];
        store_changes *batch = s->batch;
        s->batch = NULL;
        batch->status = well ? DUEL_OK : DUEL_FAILED;
        if (well)
            store_batch(&s->disk, batch);
        else
            duel_say(&batch->why, "The disk is full.", "");
        referee_written(s->referee, batch->status, w->now);
        table_written(s->table, moment(w));
    }
    follow(w);
    w->over = w->over || table_creation_failed(w->side[0].table);
}

static void tick(world *w)
{
    note(w, "tick");
    for (int i = 0; i < w->sides; i++) {
        referee_tick(w->side[i].referee, w->now);
        table_tick(w->side[i].table, moment(w));
    }
    follow(w);
}

/* Time goes on; a table that is to be ticked is, as a rule, and another one now and then. */
static void pass_time(world *w)
{
    uint64_t due = table_due(w->side[0].table);
    uint32_t kind = below(w, 100);
    if (kind < 40 && due > w->now)
        w->now = due;
    else if (kind < 55)
        w->now += w->manners.absence / 2 + below(w, 3);
    else
        w->now += below(w, 50);
    if (chance(w, 5))
        tick(w);
    for (int i = 0; (due = table_due(w->side[0].table)) && due <= w->now && chance(w, 85);
         i++) {
        tick(w);
        if (i == PATIENCE)
            give_up(w, "it is to be ticked for ever");
    }
}

/* ---- a kill ------------------------------------------------------------------------------ */

static void take_up_again(world *w, side *s, bool stored)
{
    static duel_answer none;
    duel_msg why = {.id = NULL};
    if (s->batch && stored)
        store_batch(&s->disk, s->batch);
    if (s->thinking != DUEL_NOBODY)
        table_thought(s->table, DUEL_STOPPED, &none, false, &why, moment(w));
    s->batch = NULL;
    s->thinking = DUEL_NOBODY;
    w->manners.number = table_number(s->table) + 1;
    table_free(s->table);
    s->table = NULL;
    if (!s->disk.made)
        return;
    referee_restart(s->referee, stored, w->now);
    assert_ok(table_new(read_back(&s->disk), &w->manners, 0, 0, moment(w), &s->table, NULL));
}

static void kill_all(world *w)
{
    bool stored = chance(w, 50);
    note(w, "killed, what was on its way is %s", stored ? "stored" : "lost");
    w->sum->kills++;
    for (int i = 0; i < VISITORS; i++)
        w->visitor[i].there = false;
    for (int i = 0; i < w->sides; i++)
        take_up_again(w, &w->side[i], stored);
    if (w->side[0].table)
        follow(w);
    else
        w->over = true;
}

/* ---- every seat can get on --------------------------------------------------------------- */

static bool time_is_up(const game_table *t, uint64_t now)
{
    int seat = table_clock_runs(t);
    return seat != DUEL_NOBODY && table_clock(t, seat, now) == 0;
}

/* The world answers whatever the table waits for, until it waits for a person. */
static void let_it_come_to_rest(world *w)
{
    for (int i = 0; i < PATIENCE && !w->over; i++) {
        const game_table *t = w->side[0].table;
        table_stage_kind stage = table_stage(t);
        uint64_t due = table_due(t);
        if (w->side[0].batch)
            disk_answers(w, true);
        else if (w->side[0].thinking != DUEL_NOBODY)
            machine_answers(w, WELL);
        else if (due && (stage == TABLE_AT_PLANNED_MOVE || stage == TABLE_AT_MACHINE ||
                         due <= w->now || time_is_up(t, w->now))) {
            w->now = due > w->now ? due : w->now;
            tick(w);
        } else
            return;
    }
    if (!w->over)
        give_up(w, "it does not come to rest");
}

static int someone_there(const world *w)
{
    for (int i = 0; i < VISITORS; i++)
        if (w->visitor[i].there)
            return i;
    return -1;
}

/* The person of the seat to move comes, or somebody sits down there, and plays a turn. */
static void play_a_turn(world *w)
{
    const game_table *t = w->side[0].table;
    int turn = table_turn(t);
    size_t before = table_record(t)->count;
    visitor *who = &w->visitor[0];
    if (who->there)
        leave(w, who);
    become_somebody(w, who);
    w->person[who->person].hands[turn] = table_chair(t, turn, w->now).hands;
    join(w, who);
    for (int i = 0; i < PATIENCE && !w->over; i++) {
        let_it_come_to_rest(w);
        if (w->over || table_record(t)->count != before || table_over(t, NULL))
            return;
        if (!get_on(w))
            give_up(w, "who is to move cannot");
    }
    if (!w->over)
        give_up(w, "a turn does not come to its end");
}

/* A machine that gave trouble is asked again when somebody comes. */
static void get_going(world *w)
{
    const game_table *t = w->side[0].table;
    let_it_come_to_rest(w);
    for (int i = 0; i < 2 && !w->over && table_stage(t) == TABLE_AT_MACHINE; i++) {
        visitor *who = &w->visitor[someone_there(w) < 0 ? 0 : someone_there(w)];
        if (who->there)
            leave(w, who);
        become_somebody(w, who);
        join(w, who);
        let_it_come_to_rest(w);
    }
    if (w->over)
        return;
    if (table_stage(t) == TABLE_AT_PERSON)
        play_a_turn(w);
    else if (table_stage(t) != TABLE_OVER)
        give_up(w, "a machine's turn does not end");
}

/* ---- a life ------------------------------------------------------------------------------ */

/* Something happens. */
static void live(world *w)
{
    uint32_t kind = below(w, 100);
    if (w->side[0].batch && chance(w, 45))
        disk_answers(w, chance(w, 90));
    else if (w->side[0].thinking != DUEL_NOBODY && chance(w, w->side[0].stopped ? 50 : 35))
        machine_answers(w, any_mood(w));
    else if (kind < 40 && get_on(w))
        return;
    else if (kind < 50 && reply(w))
        return;
    else if (kind < 58 && mind_a_seat(w))
        return;
    else if (kind < 70)
        meddle(w);
    else if (kind < 79)
        come_or_go(w);
    else if (kind < 98)
        pass_time(w);
    else if (kind == 98)
        kill_all(w);
    else
        get_going(w);
}

/* ---- making a world ---------------------------------------------------------------------- */

static const char *const games[] = {
    "nim matches=7",
    "duo",
    "tictactoe",
    "ergo players=3 one_round=yes",
    "chomp",
    "wumpus size=4",
    "ergo players=4 one_round=yes",
    "duo",
    "chicago players=3",
    "chicago players=2 view=tops",
    "ergo players=2 one_round=yes",
    "chicago players=3 view=tops",
};

static game_terms draw_terms(world *w, unsigned human)
{
    game_terms t = {.table = chance(w, 80)};
    if (!t.table)
        return t;
    t.advice = (advice_rule)below(w, 3);
    for (int i = 0; i < w->v.seats; i++)
        t.open |= human >> i & 1 && chance(w, 25) ? 1U << i : 0;
    if (chance(w, 30)) {
        t.main = 1000 + below(w, 20000);
        t.more = chance(w, 50) ? 500 : 0;
    }
    if (human == (1U << w->v.seats) - 1 && chance(w, 15)) {
        t.analysis = true;
        t.open = 0;
    }
    return t;
}

/* Who has the keys of which seats. */
static void draw_people(world *w, const game_terms *t, unsigned human)
{
    for (int i = 0; i < PERSONS; i++) {
        for (int k = 0; k < DUEL_SEATS; k++)
            w->person[i].hands[k] = -1;
        if (chance(w, 50)) {
            memcpy(w->person[i].profile, "person0000", STORE_PROFILE_TEXT);
            w->person[i].profile[STORE_PROFILE_TEXT - 2] = (char)('0' + i);
        }
    }
    for (int k = 0; k < w->v.seats; k++) {
        bool known = human >> k & 1 && (!(t->open >> k & 1) || chance(w, 10));
        if (known)
            w->person[t->analysis || chance(w, 40) ? 0 : below(w, PERSONS)].hands[k] = 0;
    }
}

static bool draw_deal(world *w, duel_state first[2])
{
    char seed[32];
    snprintf(seed, sizeof seed, "table%llu", (unsigned long long)w->seed);
    memset(first, 0, 2 * sizeof *first);
    assert_ok(duel_deal(&w->v, duel_str_of(seed), &first[0]));
    if (w->seed % 4 != 3 || !duel_has_secrets(&w->v) || !w->v.game->guess || !w->v.game->parse)
        return false;
    w->seat = (int)below(w, (uint32_t)w->v.seats);
    duel_view(&w->v, &first[0], w->seat, &first[1]);
    return w->v.game->guess(&w->v, &first[1], &w->rng, NULL) == DUEL_OK;
}

static void open_side(world *w, side *s, session_opening o, const duel_state *first)
{
    game_session *session = NULL;
    CHECK_BUF(start);
    duel_buf_init(&s->told);
    s->thinking = DUEL_NOBODY;
    if (w->sides == 2)
        duel_print(&w->v, first, &start.sink);
    o.start = duel_buf_str(&start);
    s->referee = referee_new(&o, first, &w->manners, 1, 1, w->now);
    assert_ok(session_new(&o, 1, &session, NULL));
    assert_ok(table_new(session, &w->manners, 1, 1, moment(w), &s->table, NULL));
}

static void begin_world(world *w)
{
    duel_state first[2];
    char seed[32];
    unsigned human = 0;
    session_opening o = {.variant = &w->v, .id = "0123456789"};
    w->v = check_variant(games[below(w, sizeof games / sizeof *games)]);
    w->manners = (table_settings){.pace = 100 * below(w, 6), .absence = 2000, .number = 1};
    w->now = 1000;
    w->last_guest = 1;
    w->re = 1;
    for (int i = 0; i < w->v.seats; i++) {
        human |= chance(w, 70) ? 1U << i : 0;
        o.seats[i] = duel_str_of(human >> i & 1 ? "human" : "random");
    }
    o.terms = draw_terms(w, human);
    draw_people(w, &o.terms, human);
    w->sides = draw_deal(w, first) ? 2 : 1;
    w->sum->twins += w->sides == 2;
    snprintf(seed, sizeof seed, "table%llu", (unsigned long long)w->seed);
    o.seed = duel_str_of(seed);
    for (int i = 0; i < w->sides; i++)
        open_side(w, &w->side[i], o, &first[i]);
    note(w, "%s: people %x open %x advice %d clock %lld analysis %d, %d sides", w->v.game->id,
         human, o.terms.open, (int)o.terms.advice, (long long)o.terms.main, o.terms.analysis,
         w->sides);
    follow(w);
}

static void end_world(world *w)
{
    if (w->side[0].table)
        w->sum->overs += table_over(w->side[0].table, NULL);
    for (int i = 0; i < w->sides; i++) {
        side *s = &w->side[i];
        static duel_answer none;
        duel_msg why = {.id = NULL};
        if (s->table && s->thinking != DUEL_NOBODY)
            table_thought(s->table, DUEL_STOPPED, &none, false, &why, moment(w));
        table_free(s->table);
        referee_free(s->referee);
        duel_buf_fini(&s->told);
    }
}

static void play_world(uint64_t seed, tally *sum, bool loud)
{
    static world w;
    memset(&w, 0, sizeof w);
    w.seed = seed;
    w.sum = sum;
    w.loud = loud;
    duel_rng_init_number(&w.rng, seed);
    begin_world(&w);
    for (int i = 0; i < LIFE && !w.over; i++)
        live(&w);
    if (!w.over)
        get_going(&w);
    end_world(&w);
    sum->worlds++;
}

TEST(test_tables)
{
    const char *one = getenv("DUEL_TABLE_SEED"), *events = getenv("DUEL_TABLE_EVENTS");
    int wanted = events ? atoi(events) : check_sample(20000, 1000000);
    tally sum = {0};
    if (one) {
        play_world(strtoull(one, NULL, 10), &sum, true);
        return;
    }
    for (uint64_t seed = 1; sum.events < wanted; seed++)
        play_world(seed, &sum, false);
    print_message("# %d events in %d worlds, %d of twins: %d kills, %d games over\n",
                  sum.events, sum.worlds, sum.twins, sum.kills, sum.overs);
    for (int i = 0; wanted >= 20000 && i <= TABLE_NOTICE_MARKED; i++)
        if (sum.tells[i] == 0)
            fail_msg("notice %d was never told", i);
}

/* A loop that takes no notices for a while: each of many requests still has its one answer. */
TEST(test_no_answer_is_lost_while_nobody_listens)
{
    enum { REQUESTS = 1000 };
    duel_variant v = check_variant("allumettes");
    session_opening o = {.variant = &v, .id = "0123456789", .seed = duel_str_of("full")};
    game_session *session = NULL;
    game_table *table = NULL;
    o.seats[0] = o.seats[1] = duel_str_of("human");
    assert_ok(session_new(&o, 1, &session, NULL));
    assert_ok(table_new(session, &(table_settings){.number = 1}, 1, 0, (table_moment){.ms = 1},
                        &table, NULL));
    for (int re = 1; re <= REQUESTS; re++)
        table_ask(
            table,
            &(table_request){.ask = TABLE_ASK_MOVE, .guest = 7, .re = re, .seat = DUEL_NOBODY},
            (table_moment){.ms = 1});
    unsigned char answered[REQUESTS + 1] = {0};
    table_notice n;
    while (table_next_notice(table, &n))
        if (n.guest == 7 && n.tell == TABLE_NOTICE_REFUSED)
            answered[n.re]++;
    for (int re = 1; re <= REQUESTS; re++)
        assert_int_equal(answered[re], 1);
    table_free(table);
}
