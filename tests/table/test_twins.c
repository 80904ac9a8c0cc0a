/* tests/table/test_twins.c -- what a seat cannot know, its table does not tell: two deals
 * that look the same to one seat are played side by side at two tables, with the same moves,
 * comings and goings, machines and requests, and everything that leaves the tables towards that
 * seat, or towards one who looks on, is the same to the byte: notices, views, and what an
 * engine, an explainer, a lens or a hint of that seat is given to look at.
 *
 * The second deal completes what the seat sees of the first at random. Moves are those that are
 * legal in both and after which the seat still sees no difference. */
#include "examples.h"
#include "table/inside.h"
#include "table/table.h"

enum {
    EVENTS = 14,
    STUCK = 3,    /* moves that were to be made and could not */
    PRELUDE = 20, /* moves before the two part, at most */
    GUESSES = 4,
    ABSENCE = 1000,
    PACE = 10,
    EYES = 1, /* guests */
    WATCHER = 2,
    OTHERS = 10
};

typedef struct side {
    game_table *t;
    int thinks; /* the seat of a machine that has been asked; DUEL_NOBODY: none */
    duel_buf heard;
} side;

typedef struct twins {
    duel_variant v;
    int seat; /* that cannot tell them apart */
    side side[2];
    duel_rng rng;
    uint64_t ms;
    int64_t re;
    unsigned away, kept; /* seats whose guest has left; that a machine keeps */
    bool planted;        /* one bit of what is hidden is told besides */
    long bytes, plays, takeovers;
} twins;

static table_moment moment_of(const twins *w)
{
    return (table_moment){w->ms, 1000 + (int64_t)(w->ms / 1000)};
}

static uint64_t guest_of_seat(const twins *w, int seat)
{
    return seat == w->seat ? EYES : (uint64_t)(OTHERS + seat);
}

static void true_state(const side *s, duel_state *out)
{
    session_view(table_session(s->t), DUEL_SEES_ALL, out);
}

/* ---- what leaves a table ---------------------------------------------------------------- */

static void hear_bytes(const twins *w, side *s, const duel_state *view)
{
    duel_put_str(&s->heard.sink, (duel_str){(const char *)view, w->v.state_size});
}

static void hear_notices(side *s)
{
    table_notice n;
    while (table_next_notice(s->t, &n)) {
        table_notice_print(&n, &s->heard.sink);
        duel_put(&s->heard.sink, "\n");
        if (n.why.id)
            duel_render(DUEL_EN, &n.why, &s->heard.sink);
    }
}

/* A machine at the seat is given its view: that is heard, too. */
static void grant_wish(const twins *w, side *s, const table_effect *wish)
{
    static const duel_answer none = {.plan_count = 0};
    duel_msg why = {.id = NULL};
    duel_state view;
    if (wish->kind == TABLE_EFFECT_WRITE) {
        wish->batch->status = DUEL_OK;
        table_written(s->t, moment_of(w));
    } else if (wish->kind == TABLE_EFFECT_THINK) {
        s->thinks = wish->seat;
        duel_putf(&s->heard.sink, "think %d\n", wish->seat);
        table_seat_view(s->t, wish->seat, &view);
        if (wish->seat == w->seat)
            hear_bytes(w, s, &view);
    } else if (s->thinks != DUEL_NOBODY) {
        s->thinks = DUEL_NOBODY;
        table_thought(s->t, DUEL_STOPPED, &none, false, &why, moment_of(w));
    }
}

static void serve_side(const twins *w, side *s)
{
    table_effect wish;
    while (table_next_effect(s->t, &wish))
        grant_wish(w, s, &wish);
    hear_notices(s);
}

static void look_through(const twins *w, side *s, uint64_t guest)
{
    duel_state view;
    duel_putf(&s->heard.sink, "%d %d %d %d%d ", table_view_seat(s->t, guest),
              table_acting(s->t, guest), table_covered_seat(s->t, guest),
              table_helps(s->t, guest), table_leaves(s->t, guest));
    table_view(s->t, guest, &view);
    hear_bytes(w, s, &view);
}

/* One bit of a hash (FNV-1a) of everything, what is hidden included. */
static unsigned hidden_bit(const twins *w, const side *s)
{
    duel_state state;
    uint64_t hash = UINT64_C(14695981039346656037);
    true_state(s, &state);
    for (size_t i = 0; i < w->v.state_size; i++)
        hash = (hash ^ ((const unsigned char *)&state)[i]) * UINT64_C(1099511628211);
    return hash >> 32 & 1;
}

/* Everything that can be seen of a table by the seat, by one who looks on, and by who helps the
 * seat. */
static void look_at_side(const twins *w, side *s)
{
    duel_state view;
    bool there = !(w->away >> w->seat & 1);
    duel_putf(&s->heard.sink, "%lld %d %d %d%d%d\n", (long long)table_number(s->t),
              (int)table_stage(s->t), table_turn(s->t), table_ready(s->t), table_assisted(s->t),
              table_observed(s->t));
    for (int i = 0; i < w->v.seats; i++) {
        table_chair_state c = table_chair(s->t, i, w->ms);
        duel_putf(&s->heard.sink, "%s %d%d%d%d%d\n", c.spec, c.human, c.present, c.absent,
                  c.kept, c.hands);
    }
    if (there)
        look_through(w, s, EYES);
    look_through(w, s, WATCHER);
    table_seat_view(s->t, w->seat, &view); /* for advice, hints, lenses, marks */
    hear_bytes(w, s, &view);
    if (w->planted)
        duel_putf(&s->heard.sink, "%u", hidden_bit(w, s));
}

/* Whether both have told the same since this was last asked. */
static bool tell_the_same(twins *w)
{
    for (int i = 0; i < 2; i++) {
        serve_side(w, &w->side[i]);
        look_at_side(w, &w->side[i]);
    }
    const duel_buf *a = &w->side[0].heard, *b = &w->side[1].heard;
    bool same = a->len == b->len && memcmp(a->text, b->text, a->len) == 0;
    w->bytes += (long)a->len;
    duel_buf_clear(&w->side[0].heard);
    duel_buf_clear(&w->side[1].heard);
    return same;
}

/* ---- what happens at both --------------------------------------------------------------- */

static void ask_both(twins *w, table_request r)
{
    r.re = ++w->re;
    for (int i = 0; i < 2; i++)
        table_ask(w->side[i].t, &r, moment_of(w));
}

static void tick_both(twins *w, uint64_t ms)
{
    w->ms += ms;
    for (int i = 0; i < 2; i++)
        table_tick(w->side[i].t, moment_of(w));
}

static bool look_alike(const twins *w, const duel_state *a, const duel_state *b, int eyes)
{
    duel_state seen_a, seen_b;
    duel_view(&w->v, a, eyes, &seen_a);
    duel_view(&w->v, b, eyes, &seen_b);
    return memcmp(&seen_a, &seen_b, w->v.state_size) == 0;
}

/* A move that can be made in both and shows no difference; both states are then after it. */
static bool common_move(twins *w, duel_state state[2], duel_move *out)
{
    duel_move list[DUEL_MOVES_MAX];
    int count = duel_is_over(&w->v, &state[0]) ? 0 : w->v.game->moves(&w->v, &state[0], list);
    for (; count > 0; count--) {
        uint32_t at = duel_rng_below(&w->rng, (uint32_t)count);
        duel_move move = list[at];
        list[at] = list[count - 1];
        duel_state after[2] = {state[0], state[1]};
        if (!duel_legal(&w->v, &after[1], move))
            continue;
        for (int i = 0; i < 2; i++)
            w->v.game->play(&w->v, &after[i], move);
        if (duel_is_over(&w->v, &after[0]) || duel_is_over(&w->v, &after[1]) ||
            w->v.game->turn(&w->v, &after[0]) != w->v.game->turn(&w->v, &after[1]) ||
            !look_alike(w, &after[0], &after[1], w->seat) ||
            !look_alike(w, &after[0], &after[1], DUEL_NOBODY))
            continue;
        state[0] = after[0];
        state[1] = after[1];
        *out = move;
        return true;
    }
    return false;
}

static void read_states(const twins *w, duel_state state[2])
{
    for (int i = 0; i < 2; i++)
        true_state(&w->side[i], &state[i]);
}

/* The person to move makes a move, and a turn that is whole counts. */
static bool person_moves(twins *w, int seat)
{
    duel_state before[2], after[2];
    duel_move move;
    read_states(w, before);
    memcpy(after, before, sizeof after);
    if (table_ready(w->side[0].t)) {
        ask_both(w, (table_request){.ask = TABLE_ASK_CONFIRM, .guest = guest_of_seat(w, seat)});
        return true;
    }
    if (!common_move(w, after, &move))
        return false;
    CHECK_BUF(text);
    duel_print_move(&w->v, &before[0], move, &text.sink);
    ask_both(w, (table_request){.ask = TABLE_ASK_MOVE,
                                .guest = guest_of_seat(w, seat),
                                .text = duel_buf_str(&text)});
    w->plays++;
    return true;
}

/* The machine that was asked has thought of a whole turn. */
static bool machine_moves(twins *w, int seat)
{
    CHECK_ANSWER(a);
    duel_msg why = {.id = NULL};
    duel_state state[2];
    bool whole = false;
    read_states(w, state);
    while (!whole && a->plan_count < DUEL_PLAN &&
           common_move(w, state, &a->plan[a->plan_count])) {
        a->plan_count++;
        whole = duel_turn_ended(&w->v, seat, &state[0]);
    }
    for (int i = 0; i < 2; i++) {
        w->side[i].thinks = DUEL_NOBODY;
        table_thought(w->side[i].t, whole ? DUEL_OK : DUEL_STOPPED, a, false, &why,
                      moment_of(w));
    }
    w->plays += whole;
    tick_both(w, 2 * PACE);
    return whole;
}

static bool play_on(twins *w)
{
    int turn = table_turn(w->side[0].t);
    if (w->side[0].thinks != DUEL_NOBODY && w->side[1].thinks != DUEL_NOBODY)
        return machine_moves(w, w->side[0].thinks);
    if (turn < 0 || w->kept >> turn & 1 || w->away >> turn & 1)
        return true;
    return person_moves(w, turn);
}

static void leave_or_return(twins *w, int seat)
{
    uint64_t guest = guest_of_seat(w, seat);
    bool back = w->away >> seat & 1;
    for (int i = 0; i < 2; i++) {
        if (back)
            table_join(w->side[i].t, guest, 1U << seat, "", moment_of(w), NULL);
        else
            table_leave(w->side[i].t, guest, moment_of(w));
    }
    w->away ^= 1U << seat;
    if (!back)
        tick_both(w, 2 * ABSENCE);
}

/* A machine takes the seat of one who is away, or who has come back takes it again. */
static void take_over(twins *w, int seat)
{
    int other = (seat + 1) % w->v.seats;
    if (w->away >> seat & 1 && !(w->kept >> seat & 1) && !(w->away >> other & 1) &&
        !(w->kept >> other & 1)) {
        ask_both(w, (table_request){.ask = TABLE_ASK_MACHINE,
                                    .guest = guest_of_seat(w, other),
                                    .seat = seat,
                                    .text = duel_str_of("level:1")});
        w->takeovers++;
    } else if (w->kept >> seat & 1 && !(w->away >> seat & 1)) {
        ask_both(w, (table_request){
                        .ask = TABLE_ASK_TAKE, .guest = guest_of_seat(w, seat), .seat = seat});
    }
}

/* Who is alone may see everything, and is not tried: that difference may be seen. */
static void pry(twins *w)
{
    static const table_request_kind asks[] = {
        TABLE_ASK_HELP,    TABLE_ASK_LENS, TABLE_ASK_BACK,   TABLE_ASK_UNCOVER,
        TABLE_ASK_OBSERVE, TABLE_ASK_TAKE, TABLE_ASK_CONFIRM};
    table_request_kind ask = asks[duel_rng_below(&w->rng, sizeof asks / sizeof *asks)];
    bool alone = table_alone(w->side[0].t, EYES);
    uint64_t guest = duel_rng_below(&w->rng, 3) ? EYES : WATCHER;
    if ((ask == TABLE_ASK_OBSERVE && alone) || (guest == EYES && w->away >> w->seat & 1))
        return;
    ask_both(w, (table_request){.ask = ask,
                                .guest = guest,
                                .seat = (int)duel_rng_below(&w->rng, (uint32_t)w->v.seats),
                                .text = duel_str_of("?")});
}

static void note_kept(twins *w)
{
    w->kept = 0;
    for (int i = 0; i < w->v.seats; i++)
        w->kept |= (unsigned)table_chair(w->side[0].t, i, w->ms).kept << i;
}

/* False: there was no move to make in both. */
static bool one_event(twins *w)
{
    int seat = (int)duel_rng_below(&w->rng, (uint32_t)w->v.seats);
    w->ms += 1;
    switch (duel_rng_below(&w->rng, 10)) {
    case 0:
        if (w->v.seats > 1)
            leave_or_return(w, seat);
        return true;
    case 1:
    case 2:
        if (w->v.seats > 1)
            take_over(w, seat);
        return true;
    case 3:
    case 4:
        pry(w);
        return true;
    default:
        return play_on(w);
    }
}

/* ---- a pair ----------------------------------------------------------------------------- */

static bool open_side(twins *w, side *s, const duel_state *deal)
{
    game_session *session = NULL;
    session_opening o = {.variant = &w->v,
                         .seed = duel_str_of("1"),
                         .terms = {.table = true, .advice = ADVICE_ALL}};
    table_settings manners = {.pace = PACE, .absence = ABSENCE, .number = 1};
    CHECK_BUF(start);
    duel_print(&w->v, deal, &start.sink);
    o.start = duel_buf_str(&start);
    for (int i = 0; i < w->v.seats; i++)
        o.seats[i] = duel_str_of("human");
    s->thinks = DUEL_NOBODY;
    bool open = session_new(&o, 1, &session, NULL) == DUEL_OK &&
                table_new(session, &manners, 0, 0, moment_of(w), &s->t, NULL) == DUEL_OK;
    if (!open)
        return false;
    serve_side(w, s);
    for (int i = 0; i < w->v.seats; i++)
        table_join(s->t, guest_of_seat(w, i), 1U << i, "", moment_of(w), NULL);
    table_join(s->t, WATCHER, 0, "", moment_of(w), NULL);
    return true;
}

static void close_side(twins *w, side *s)
{
    static const duel_answer none = {.plan_count = 0};
    duel_msg why = {.id = NULL};
    if (s->t && s->thinks != DUEL_NOBODY)
        table_thought(s->t, DUEL_STOPPED, &none, false, &why, moment_of(w));
    table_free(s->t);
    s->t = NULL;
}

/* A game is dealt and played on a little: later there is less to hide, and more in common. */
static bool deal_one(twins *w, duel_state *deal)
{
    char seed[32];
    duel_move list[DUEL_MOVES_MAX];
    uint32_t prelude = duel_rng_below(&w->rng, 2) ? duel_rng_below(&w->rng, PRELUDE) : 0;
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)duel_rng_next(&w->rng));
    if (duel_deal(&w->v, duel_str_of(seed), deal) != DUEL_OK)
        return false;
    for (uint32_t left = prelude; left; left--) {
        duel_state after = *deal;
        uint32_t count = (uint32_t)w->v.game->moves(&w->v, deal, list);
        w->v.game->play(&w->v, &after, list[duel_rng_below(&w->rng, count)]);
        if (duel_is_over(&w->v, &after))
            break;
        *deal = after;
    }
    return true;
}

static int bytes_apart(const twins *w, const duel_state *a, const duel_state *b)
{
    int count = 0;
    for (size_t i = 0; i < w->v.state_size; i++)
        count += ((const unsigned char *)a)[i] != ((const unsigned char *)b)[i];
    return count;
}

/* Another deal that is the same to the seat, and to who looks on; of a few, the one most like
 * it, so that they go on together for long. */
static bool find_twin(twins *w, const duel_state *deal, duel_state *twin)
{
    int best = 0;
    for (int i = 0; i < GUESSES; i++) {
        duel_state guess;
        duel_view(&w->v, deal, w->seat, &guess);
        if (w->v.game->guess(&w->v, &guess, &w->rng, NULL) != DUEL_OK)
            return false;
        int apart = bytes_apart(w, deal, &guess);
        if (duel_states_equal(&w->v, deal, &guess) || (best && apart >= best) ||
            !look_alike(w, deal, &guess, w->seat) || !look_alike(w, deal, &guess, DUEL_NOBODY))
            continue;
        best = apart;
        *twin = guess;
    }
    return best > 0;
}

typedef enum outcome { NO_TWINS, ALIKE, DIFFERENT } outcome;

static outcome try_pair(twins *w)
{
    duel_state deal[2];
    outcome found = NO_TWINS;
    w->ms = 1000;
    w->re = 0;
    w->away = w->kept = 0;
    if (!deal_one(w, &deal[0]) || !find_twin(w, &deal[0], &deal[1]))
        return NO_TWINS;
    if (open_side(w, &w->side[0], &deal[0]) && open_side(w, &w->side[1], &deal[1])) {
        bool same = tell_the_same(w);
        for (int i = 0, stuck = 0; same && stuck < STUCK && i < EVENTS; i++) {
            stuck += !one_event(w);
            same = tell_the_same(w);
            note_kept(w);
        }
        found = same ? ALIKE : DIFFERENT;
    }
    close_side(w, &w->side[0]);
    close_side(w, &w->side[1]);
    return found;
}

/* ---- games ------------------------------------------------------------------------------ */

/* How many of so many pairs are told apart; -1 where too few were found to say so. */
static int told_apart(const char *game, int wanted, bool planted)
{
    twins w = {.v = strstr(game, ".lua") ? example(game, "") : check_variant(game),
               .planted = planted};
    int pairs = 0, apart = 0;
    assert_true(duel_has_secrets(&w.v));
    duel_rng_init_number(&w.rng, 7);
    duel_buf_init(&w.side[0].heard);
    duel_buf_init(&w.side[1].heard);
    for (int tries = 0; pairs < wanted && tries < 10 * wanted; tries++) {
        w.seat = tries % w.v.seats;
        outcome found = try_pair(&w);
        pairs += found != NO_TWINS;
        apart += found == DIFFERENT;
    }
    duel_buf_fini(&w.side[0].heard);
    duel_buf_fini(&w.side[1].heard);
    if (check_full() && !planted)
        print_message("# %s: %d twins, %ld moves, %ld take-overs, %ld bytes, %d told apart\n",
                      game, pairs, w.plays, w.takeovers, w.bytes, apart);
    assert_true(w.plays > pairs / 8);
    assert_true(w.v.seats == 1 || w.takeovers > 0);
    return pairs == wanted ? apart : -1;
}

static void expect_secrecy(const char *game, int some)
{
    const char *whole = getenv("DUEL_TWINS");
    int wanted = check_sample(some, whole ? atoi(whole) : 100000);
    assert_int_equal(told_apart(game, wanted, false), 0);
    assert_true(told_apart(game, 40, true) > 0);
}

TEST(ergo_keeps_its_secrets)
{
    expect_secrecy("ergo", 150);
    assert_int_equal(told_apart("ergo players=3", check_sample(60, 1000), false), 0);
}

TEST(wumpus_keeps_its_secrets)
{
    expect_secrecy("wumpus", 150);
}

TEST(duo_keeps_its_secrets)
{
    expect_secrecy("duo", 200);
}

TEST(chicago_keeps_its_secrets)
{
    expect_secrecy("chicago view=tops", 100);
}

TEST(kuhn_keeps_its_secrets)
{
    expect_secrecy("kuhn.lua", 60);
}

TEST(mines_keeps_its_secrets)
{
    expect_secrecy("mines.lua", 60);
}
