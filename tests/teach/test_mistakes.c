/* tests/teach/test_mistakes.c -- learning from one's mistakes: taken from reviews, asked
 * again until right, spaced over days.
 *
 * Small games, whose positions a plain search of this file values; it shares nothing with the
 * engines. What was a mistake, and which answers are right, is asked of it; when something is
 * due is reckoned here, in days, by a model that knows the schedule and nothing of the store.
 */
#include "store/by_hand.h"
#include "store/place.h"

#include "check.h"
#include "kept.h"
#include "store/inside.h"
#include "table/inside.h"
#include "teach/inside.h"
#include "teach/mistakes.h"

enum { DAY = 86400, FIRST_DAY = 20000, MEMORY = 1 << 20 };

static const mistake_examiner examiner = {.memory = MEMORY, .nodes = 200000, .threads = 1};

/* ---- the witness: what a position is worth to who moves there ---------------------------- */

enum { MEMO = 1 << 16 };
typedef struct memo_entry {
    uint64_t key; /* 0: free */
    double share;
} memo_entry;

typedef struct witness {
    duel_variant v;
    memo_entry *memo;
} witness;

static double share_of(witness *w, const duel_state *state);

static double share_after(witness *w, const duel_state *state, duel_move move)
{
    duel_state after = *state;
    int seat = w->v.game->turn(&w->v, state);
    w->v.game->play(&w->v, &after, move);
    int32_t score[DUEL_SEATS];
    if (w->v.game->over(&w->v, &after, score))
        return duel_share(&w->v, score, seat);
    double share = share_of(w, &after);
    return w->v.game->turn(&w->v, &after) == seat ? share : 1 - share;
}

static double search_share(witness *w, const duel_state *state)
{
    duel_move list[DUEL_MOVES_MAX];
    int count = w->v.game->moves(&w->v, state, list);
    double best = 0;
    for (int i = 0; i < count; i++) {
        double share = share_after(w, state, list[i]);
        best = share > best ? share : best;
    }
    return best;
}

static double share_of(witness *w, const duel_state *state)
{
    uint64_t key = w->v.game->accel->pack(&w->v, state) + 1;
    size_t at = (size_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 48);
    while (w->memo[at].key && w->memo[at].key != key)
        at = (at + 1) % MEMO;
    if (w->memo[at].key == key)
        return w->memo[at].share;
    double share = search_share(w, state);
    while (w->memo[at].key) /* the search has filled places */
        at = (at + 1) % MEMO;
    w->memo[at] = (memo_entry){key, share};
    return share;
}

static void witness_init(witness *w, const char *variant)
{
    w->v = check_variant(variant);
    assert_non_null(w->v.game->accel->pack);
    w->memo = calloc(MEMO, sizeof *w->memo);
    assert_non_null(w->memo);
}

/* docs/review.md: a mistake loses 15 % of the win or more. */
static bool is_mistake(witness *w, const duel_state *state, duel_move move)
{
    return share_of(w, state) - share_after(w, state, move) >= 0.15;
}

/* ---- games in the store ----------------------------------------------------------------- */

static void add_profile(data_store *store, const char *id)
{
    assert_ok(store_profile_add(store, id, duel_str_of(id), duel_str_of("x"), 1, NULL));
}

static game_session *begin_game(data_store *store, const duel_variant *v, const char *first,
                                const char *second, int64_t now)
{
    const char *who[] = {first, second};
    game_session *s = NULL;
    session_opening o = {.variant = v, .terms = {.table = true}};
    for (int i = 0; i < v->seats; i++)
        o.seats[i] = duel_str_of("human");
    assert_ok(session_store_new(store, &o, NULL, now, &s, NULL));
    assert_ok(session_store_change(store, s, NULL));
    for (int i = 0; i < v->seats; i++)
        assert_ok(kept(store, s, session_name(s, i, who[i], now, NULL)));
    return s;
}

static void play_moves(data_store *store, game_session *s, const char *line, int64_t now)
{
    duel_str rest = duel_str_of(line), word;
    while (duel_str_word(&rest, " ", &word))
        assert_ok(kept(store, s, session_play_text(s, word, now, NULL)));
}

/* A whole game between two profiles; its id. */
static void play_game(data_store *store, const char *variant, const char *first,
                      const char *second, const char *line, int64_t now, char id[STORE_ID_TEXT])
{
    duel_variant v = check_variant(variant);
    int32_t score[DUEL_SEATS];
    game_session *s = begin_game(store, &v, first, second, now);
    play_moves(store, s, line, now);
    assert_true(session_over(s, score));
    memcpy(id, session_id(s), STORE_ID_TEXT);
    session_free(s);
}

/* Stopped (NULL: never) once it is so far. */
static duel_status gather_until(const practice_setup *p, atomic_bool *stop,
                                mistakes_gathered until, mistakes_gathered *out)
{
    mistake_examiner x = examiner;
    mistake_gatherer *g;
    duel_status status = DUEL_OK;
    x.stop = stop;
    assert_ok(mistake_gatherer_new(p, &x, &g, NULL));
    while (status == DUEL_OK && mistake_gatherer_left(g)) {
        *out = mistake_gatherer_at(g);
        if (stop && out->games == until.games && out->done == until.done)
            atomic_store(stop, true);
        status = mistake_gatherer_step(g, NULL);
    }
    *out = mistake_gatherer_at(g);
    mistake_gatherer_free(g);
    return status;
}

static size_t gather(const practice_setup *p)
{
    mistakes_gathered g;
    assert_ok(gather_until(p, NULL, (mistakes_gathered){.of = 0}, &g));
    return g.games;
}

static exercise_agenda agenda(const practice_setup *p)
{
    exercise_agenda a;
    assert_ok(mistakes_agenda(p, &a, NULL));
    return a;
}

static duel_status try_it(const practice_setup *p, exercise_asked *a, duel_move move,
                          bool *right)
{
    duel_msg why = {0};
    exercise_try *t = calloc(1, sizeof *t);
    duel_status status = mistake_try(&a->mistake, move, &examiner, t, &why);
    if (status == DUEL_OK)
        status = mistakes_answer(p, a, t, &why);
    *right = t->right;
    free(t);
    return status;
}

/* ---- spacing ---------------------------------------------------------------------------- */

TEST(the_schedule_is_the_one_written_down)
{
    static const int days[] = {1, 3, 7, 16, 35};
    int64_t morning = (int64_t)FIRST_DAY * DAY + 3600, evening = morning + 20 * 3600;
    spaced_repetition s = {0, morning};
    for (size_t i = 0; i < sizeof days / sizeof *days; i++) {
        s = spacing_after(s, true, evening);
        assert_int_equal(s.step, i + 1);
        assert_int_equal(s.due, ((int64_t)FIRST_DAY + days[i]) * DAY);
        spaced_repetition lapsed = spacing_after(s, false, evening);
        assert_true(lapsed.step == 0 && lapsed.due == evening);
        lapsed = spacing_after(lapsed, true, evening);
        assert_true(lapsed.step == 1 && lapsed.due == ((int64_t)FIRST_DAY + 1) * DAY);
    }
    assert_true(spacing_after(s, true, evening).due == DUEL_NEVER);
    assert_true(spacing_after((spaced_repetition){-5, 0}, true, 0).due == DUEL_NEVER);
    assert_true(spacing_after((spaced_repetition){INT64_MAX, 0}, true, 0).due == DUEL_NEVER);
}

/* ---- mistakes --------------------------------------------------------------------------- */

static const char *const lost_nim = "1 2 1 3 1 3"; /* 3 would have won at once (11 matches) */

/* The first mistake of a game; given to mistake_fini. */
static void first_mistake(const char *text, game_mistake *out)
{
    duel_record record;
    game_review review;
    duel_msg why = {0};
    duel_status status =
        duel_record_read(duel_str_of(text), catalogue_find_game, &record, &why);
    game_review_request q = mistake_examine(&examiner, &record);
    if (status == DUEL_OK)
        status = game_review_run(&q, &review, &why);
    if (status != DUEL_OK)
        fail_msg("%s", check_english(&why));
    status = DUEL_REFUSED;
    for (size_t i = 0; i < review.count && status == DUEL_REFUSED; i++)
        status = mistake_take(&record, &review, i, out, &why);
    assert_ok(status);
    game_review_fini(&review);
    duel_record_fini(&record);
}

static void print_both(const game_mistake *m, duel_buf *record, duel_buf *told)
{
    duel_buf_init(record);
    duel_buf_init(told);
    duel_record_print(&m->record, &record->sink);
    mistake_print(m, &told->sink);
}

TEST(a_mistake_is_read_as_it_was_written)
{
    game_mistake m, again;
    duel_buf record, told, record_again, told_again;
    first_mistake("duelliste 1\ngame nim 1\nvariant matches=11\nseed 1\nmoves 1 2 1 3 1 3\n",
                  &m);
    assert_true(m.record.count == 0 && m.seat == 0 && m.played == 1 && m.line[0] == 3);
    assert_true(m.mark == DUEL_BLUNDER && m.had.proved && m.had.share == 1);
    print_both(&m, &record, &told);
    assert_ok(mistake_read(duel_buf_str(&record), duel_buf_str(&told), &again, NULL));
    print_both(&again, &record_again, &told_again);
    assert_string_equal(record.text, record_again.text);
    assert_string_equal(told.text, told_again.text);
    assert_true(duel_states_equal(&m.record.variant, &m.state, &again.state));
    assert_true(again.had.share == 1 && again.had.proved && again.got.share == 0);
    mistake_fini(&again);
    for (size_t len = 0; len + 1 < told.len; len++) { /* cut off anywhere, it is refused */
        duel_str part = {told.text, len};
        bool number = told.text[len - (len > 0)] >= '0' && told.text[len - (len > 0)] <= '9';
        duel_status status = mistake_read(duel_buf_str(&record), part, &again, NULL);
        if (status == DUEL_OK) { /* a shorter number is a number, too */
            assert_true(number && len + 12 > told.len);
            mistake_fini(&again);
        }
    }
    duel_buf_fini(&record), duel_buf_fini(&told);
    duel_buf_fini(&record_again), duel_buf_fini(&told_again);
    mistake_fini(&m);
}

/* A chance that was thrown away, as far as anybody can tell: nothing of it is proved. */
TEST(a_large_estimated_loss_becomes_an_exercise)
{
    static const struct {
        double had, got;
        bool asked;
    } cases[] = {{0.9, 0.2, true}, {0.7, 0.3, true}, {0.9, 0.85, false}, {0.6, 0.52, false}};
    duel_record record;
    assert_ok(duel_record_read(duel_str_of("duelliste 1\ngame nim 1\nvariant matches=11\n"
                                           "seed 1\nmoves 1 2 1\n"),
                               catalogue_find_game, &record, NULL));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        move_review d = {.seat = 0,
                         .had = {.known = true, .share = cases[i].had},
                         .got = {.known = true, .share = cases[i].got},
                         .line_count = 1};
        game_review review = {.count = 3, .move = (move_review[]){{0}, {0}, d}, .turning = 2};
        move_review *last = &review.move[2];
        game_mistake m;
        last->played = record.move[2];
        last->best = last->line[0] = 3;
        last->cost = duel_worth_lost(&record.variant, &d.had, &d.got);
        last->mark = duel_mark_of(&record.variant, &last->cost);
        duel_status status = mistake_take(&record, &review, 2, &m, NULL);
        if (status != DUEL_OK)
            continue;
        assert_true(m.mark >= DUEL_MISTAKE && !m.had.proved && m.played == record.move[2]);
        mistake_fini(&m);
    }
    duel_record_fini(&record);
}

TEST(what_is_no_exercise_is_refused)
{
    static const char record[] =
        "duelliste 1\ngame nim 1\nvariant matches=11\nseed 1\nmoves 1\n";
    static const char over[] =
        "duelliste 1\ngame nim 1\nvariant matches=11\nseed 1\nmoves 3 1 3 1 3\n";
    static const char *const told[] = {
        "",
        "played 9\nbetter 3\nmark 3\nhad 11000 0 0 0\ngot 11000 0 0 0\n",
        "played 2\nbetter\nmark 3\nhad 11000 0 0 0\ngot 11000 0 0 0\n",
        "played 2\nbetter 9\nmark 3\nhad 11000 0 0 0\ngot 11000 0 0 0\n",
        "played 2\nbetter 3\nmark 1\nhad 11000 0 0 0\ngot 11000 0 0 0\n",
        "played 2\nbetter 3\nmark 3\nhad 1100 0 0 0\ngot 11000 0 0 0\n",
        "played 2\nbetter 3\nmark 3\nhad 11000 1000001 0 0\ngot 11000 0 0 0\n",
        "played 2\nbetter 3\nmark 3\nhad 11000 0 x 0\ngot 11000 0 0 0\n",
        "played 2\nbetter 3\nmark 3\nhad 11000 0 0 4294967296\ngot 11000 0 0 0\n",
        "played 2\nbetter 3\nmark 3\ngot 11000 0 0 0\nhad 11000 0 0 0\n"};
    static const char sound[] =
        "played 2\nbetter 3\nmark 3\nhad 11000 0 0 0\ngot 11000 0 0 0\n";
    game_mistake m;
    assert_ok(mistake_read(duel_str_of(record), duel_str_of(sound), &m, NULL));
    mistake_fini(&m);
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        assert_int_not_equal(mistake_read(duel_str_of(record), duel_str_of(told[i]), &m, NULL),
                             DUEL_OK);
    assert_int_not_equal(mistake_read(duel_str_of(over), duel_str_of(sound), &m, NULL),
                         DUEL_OK);
    assert_int_not_equal(mistake_read(duel_str_of("x"), duel_str_of(sound), &m, NULL), DUEL_OK);
}

/* Every move of a few mistakes: right is what keeps the value, and nothing else. */
TEST(any_move_that_keeps_the_value_is_right)
{
    static const char *const games[] = {
        "duelliste 1\ngame nim 1\nvariant matches=11\nseed 1\nmoves 1 2 1 3 1 3\n",
        "duelliste 1\ngame tictactoe 1\nvariant \nseed 1\nmoves a1 b1 b2 c3 a2 a3 c2\n",
        "duelliste 1\ngame tictactoe 1\nvariant \nseed 1\nmoves b2 a2 a1 c3 b3 b1 c2 a3 c1\n"};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        game_mistake m;
        witness w;
        duel_move list[DUEL_MOVES_MAX];
        exercise_try *t = calloc(1, sizeof *t);
        first_mistake(games[g], &m);
        witness_init(&w, g == 0 ? "nim matches=11" : "tictactoe");
        assert_true(is_mistake(&w, &m.state, m.played));
        int count = w.v.game->moves(&w.v, &m.state, list), right = 0;
        double best = share_of(&w, &m.state);
        for (int i = 0; i < count; i++) {
            assert_ok(mistake_try(&m, list[i], &examiner, t, NULL));
            assert_int_equal(t->right, share_after(&w, &m.state, list[i]) >= best);
            right += t->right;
        }
        assert_true(right > 0 && right < count);
        free(w.memo);
        free(t);
        mistake_fini(&m);
    }
}

/* ---- whose, and which ------------------------------------------------------------------- */

TEST(each_has_only_its_own)
{
    char id[STORE_ID_TEXT];
    bool right;
    PLACE(p);
    STORE(store, &p);
    add_profile(store, "ada");
    add_profile(store, "bob");
    play_game(store, "nim matches=11", "ada", "bob", lost_nim, 100, id);
    practice_setup ada = {store, "ada", "", 200}, bob = {store, "bob", "", 200};
    assert_int_equal(agenda(&ada).unreviewed, 1);
    assert_int_equal(gather(&ada), 1);
    assert_int_equal(gather(&ada), 0); /* once is enough */
    assert_int_equal(agenda(&ada).unreviewed, 0);
    assert_int_equal(agenda(&ada).due, 1);
    assert_int_equal(agenda(&bob).unreviewed, 1); /* it is reviewed for each */
    assert_int_equal(gather(&bob), 1);
    assert_int_equal(agenda(&bob).due, 0);
    exercise_asked a, none;
    assert_ok(mistakes_next(&ada, &a, NULL));
    assert_int_equal(mistakes_next(&bob, &none, NULL), DUEL_REFUSED);
    assert_int_equal(mistakes_find(&bob, a.id, &none, NULL), DUEL_REFUSED);
    assert_int_equal(store_attempt(store, "bob", a.id, true, 1, 1, 200, NULL), DUEL_REFUSED);
    assert_ok(try_it(&ada, &a, 1, &right));
    assert_false(right);
    assert_int_equal(agenda(&ada).due, 1);
    assert_ok(try_it(&ada, &a, 3, &right));
    assert_true(right);
    assert_true(agenda(&ada).due == 0 && agenda(&ada).later == 1 && agenda(&ada).next == DAY);
    assert_ok(try_it(&ada, &a, 1, &right)); /* not due: nothing is counted */
    assert_true(agenda(&ada).due == 0 && agenda(&ada).later == 1);
    exercise_asked_fini(&a);
}

/* The same position in two games is one exercise, and made again it begins anew; a game asked
 * for alone has what came up there last. */
TEST(one_position_is_one_exercise)
{
    char first[STORE_ID_TEXT], second[STORE_ID_TEXT], third[STORE_ID_TEXT];
    bool right;
    exercise_asked a;
    PLACE(p);
    STORE(store, &p);
    add_profile(store, "ada");
    play_game(store, "nim matches=11", "ada", "bob", lost_nim, 100, first);
    play_game(store, "nim matches=11", "ada", "bob", "1 2 3 2 3", 150, second);
    practice_setup all = {store, "ada", "", 200}, one = {store, "ada", first, 200};
    assert_int_equal(gather(&one), 1);
    assert_true(agenda(&one).due >= 1 && agenda(&all).unreviewed == 1);
    int64_t due = agenda(&all).due;
    assert_int_equal(gather(&all), 1);
    assert_int_equal(agenda(&one).due, 0); /* it is the second game's by now */
    one.game = second;
    assert_true(agenda(&all).due >= due && agenda(&one).due >= 1);
    assert_ok(mistakes_next(&one, &a, NULL));
    assert_int_equal(a.mistake.record.count, 0);
    assert_ok(try_it(&one, &a, 3, &right));
    assert_true(right && a.step == 1);
    int64_t id = a.id;
    exercise_asked_fini(&a);
    play_game(store, "nim matches=11", "ada", "bob", lost_nim, 300, third);
    all.now = 400;
    assert_int_equal(gather(&all), 1);
    assert_ok(mistakes_find(&all, id, &a, NULL));
    assert_true(a.step == 0 && a.due == 400);
    exercise_asked_fini(&a);
}

/* What a second look finds to be as good as anything was no mistake. */
TEST(what_was_no_mistake_is_asked_no_more)
{
    char id[STORE_ID_TEXT];
    exercise_asked a;
    PLACE(p);
    STORE(store, &p);
    add_profile(store, "ada");
    play_game(store, "nim matches=11", "ada", "bob", lost_nim, 100, id);
    practice_setup ada = {store, "ada", "", 200};
    gather(&ada);
    assert_ok(mistakes_next(&ada, &a, NULL));
    exercise_try *t = calloc(1, sizeof *t);
    t->right = true;
    t->move = a.mistake.played;
    assert_ok(mistakes_answer(&ada, &a, t, NULL));
    assert_true(agenda(&ada).retired == 1 && agenda(&ada).due == 0);
    free(t);
    exercise_asked_fini(&a);
}

/* Stopped in its second game, the first is kept; and it goes on from there. */
TEST(a_gathering_that_is_stopped_keeps_what_it_has)
{
    char id[STORE_ID_TEXT];
    mistakes_gathered g;
    atomic_bool stop = false;
    PLACE(p);
    STORE(store, &p);
    add_profile(store, "ada");
    for (int i = 0; i < 3; i++)
        play_game(store, "nim matches=11", "ada", "bob", lost_nim, 100 + i, id);
    practice_setup ada = {store, "ada", "", 200};
    mistakes_gathered until = {.games = 1, .done = 1};
    assert_int_equal(gather_until(&ada, &stop, until, &g), DUEL_REFUSED);
    assert_true(g.games == 1 && g.of == 3 && agenda(&ada).unreviewed == 2);
    assert_int_equal(agenda(&ada).due, 1);
    assert_int_equal(gather(&ada), 2);
    assert_int_equal(agenda(&ada).due, 1);
}

/* ---- thirty days ------------------------------------------------------------------------ */

enum { CARDS = 400, POSITION = 120, VARIANTS = 4 };

/* An exercise as the model knows it. */
typedef struct card {
    int variant;
    char position[POSITION];
    int streak;   /* right in a row */
    int due;      /* a day; -1: no more */
    int tried_on; /* a day; -1: never */
    bool wrong;   /* today */
} card;

typedef struct life {
    place where;
    data_store *store;
    witness w[VARIANTS];
    duel_rng rng;
    int day;
    int64_t second; /* of the day */
    card list[CARDS];
    int count;
    int begun;                      /* today */
    int asked, wrong, lapsed, full; /* in all; days on which the limit was met */
} life;

static int64_t clock_of(life *l)
{
    l->second += 7;
    return ((int64_t)FIRST_DAY + l->day) * DAY + l->second;
}

static void position_text(const duel_variant *v, const duel_state *state, char out[POSITION])
{
    CHECK_BUF(text);
    duel_print(v, state, &text.sink);
    snprintf(out, POSITION, "%s", text.text);
}

static card *find_card(life *l, int variant, const char *position)
{
    for (int i = 0; i < l->count; i++)
        if (l->list[i].variant == variant && strcmp(l->list[i].position, position) == 0)
            return &l->list[i];
    return NULL;
}

/* Made for the first time or again: it is due today. */
static void model_mistake(life *l, int variant, const duel_state *state)
{
    char position[POSITION];
    position_text(&l->w[variant].v, state, position);
    card *c = find_card(l, variant, position);
    if (c == NULL) {
        assert_true(l->count < CARDS);
        c = &l->list[l->count++];
        *c = (card){.variant = variant, .tried_on = -1};
        memcpy(c->position, position, sizeof position);
    }
    c->streak = 0;
    c->due = l->day;
    c->wrong = c->tried_on == l->day;
}

/* A game at random between two people; what Ada does wrong in it, the witness says. */
static void live_a_game(life *l)
{
    int variant = (int)duel_rng_below(&l->rng, VARIANTS);
    int seat = (int)duel_rng_below(&l->rng, 2);
    witness *w = &l->w[variant];
    duel_move list[DUEL_MOVES_MAX];
    int32_t score[DUEL_SEATS];
    game_session *s = begin_game(l->store, &w->v, seat == 0 ? "ada" : "bob",
                                 seat == 0 ? "bob" : "ada", clock_of(l));
    while (!session_over(s, score)) {
        duel_state state;
        session_view(s, DUEL_SEES_ALL, &state);
        int count = w->v.game->moves(&w->v, &state, list);
        duel_move move = list[duel_rng_below(&l->rng, (uint32_t)count)];
        if (session_turn(s) == seat && is_mistake(w, &state, move))
            model_mistake(l, variant, &state);
        assert_ok(kept(l->store, s, session_play(s, move, clock_of(l), NULL)));
    }
    session_free(s);
}

static bool is_fresh(const life *l, const card *c)
{
    return c->due >= 0 && c->due <= l->day && c->tried_on != l->day;
}

static void model_counts(const life *l, int *fresh, int *again, int *later, int *never)
{
    *fresh = *again = *later = *never = 0;
    for (int i = 0; i < l->count; i++) {
        const card *c = &l->list[i];
        *fresh += is_fresh(l, c);
        *again += c->wrong && c->due <= l->day && c->tried_on == l->day;
        *later += c->due > l->day;
        *never += c->due < 0;
    }
}

static void compare_counts(life *l, const practice_setup *p)
{
    int fresh, again, later, never, room = PRACTICE_DAY - l->begun;
    exercise_agenda a = agenda(p);
    model_counts(l, &fresh, &again, &later, &never);
    int begin = fresh < room ? fresh : room;
    assert_int_equal(a.due, begin + again);
    assert_int_equal(a.put_off, fresh - begin);
    assert_int_equal(a.later, later);
    assert_int_equal(a.retired, never);
    assert_int_equal(a.unreviewed, 0);
}

static void model_answer(life *l, card *c, bool right)
{
    static const int days[] = {1, 3, 7, 16, 35};
    l->begun += c->tried_on != l->day;
    c->tried_on = l->day;
    c->wrong = !right;
    l->lapsed += !right && c->streak > 1;
    c->streak = right ? c->streak + 1 : 0;
    if (right)
        c->due = c->streak > 5 ? -1 : l->day + days[c->streak - 1];
}

/* One question; the learner knows better or worse, by chance. */
static void live_a_question(life *l, const practice_setup *p, exercise_asked *a)
{
    char position[POSITION];
    const duel_variant *v = &a->mistake.record.variant;
    int variant = 0;
    while (variant < VARIANTS && (l->w[variant].v.game != v->game ||
                                  memcmp(l->w[variant].v.option, v->option, sizeof v->option)))
        variant++;
    assert_true(variant < VARIANTS);
    position_text(v, &a->mistake.state, position);
    card *c = find_card(l, variant, position);
    assert_non_null(c); /* only what was a mistake */
    bool again = c->tried_on == l->day;
    assert_true(c->due >= 0 && c->due <= l->day); /* nothing before it is due */
    assert_true(again ? c->wrong : l->begun < PRACTICE_DAY);
    bool knows = duel_rng_below(&l->rng, 100) < 75, right;
    assert_ok(try_it(p, a, knows ? a->mistake.line[0] : a->mistake.played, &right));
    assert_int_equal(right, knows);
    model_answer(l, c, right);
    l->asked++;
    l->wrong += !right;
}

static void live_a_day(life *l)
{
    exercise_asked a;
    l->begun = 0;
    l->second = duel_rng_below(&l->rng, 12 * 3600);
    l->store = open_at(&l->where);
    for (uint32_t games = duel_rng_below(&l->rng, 5); games > 0; games--)
        live_a_game(l);
    practice_setup p = {l->store, "ada", "", clock_of(l)};
    gather(&p);
    compare_counts(l, &p);
    while (mistakes_next(&p, &a, NULL) == DUEL_OK) {
        live_a_question(l, &p, &a);
        exercise_asked_fini(&a);
        p.now = clock_of(l);
        compare_counts(l, &p);
    }
    int fresh, again, later, never;
    model_counts(l, &fresh, &again, &later, &never);
    assert_int_equal(again, 0); /* what was wrong has come back until it was right */
    assert_true(fresh == 0 || l->begun == PRACTICE_DAY);
    l->full += fresh > 0;
    assert_int_equal(agenda(&p).due, 0);
    store_close(l->store);
}

static void live_thirty_days(uint64_t seed)
{
    static const char *const variants[VARIANTS] = {"nim matches=11", "nim matches=16",
                                                   "nim matches=21", "tictactoe"};
    life *l = calloc(1, sizeof *l);
    assert_non_null(l);
    place_init(&l->where);
    duel_rng_init_number(&l->rng, seed);
    for (int i = 0; i < VARIANTS; i++)
        witness_init(&l->w[i], variants[i]);
    l->store = open_at(&l->where);
    add_profile(l->store, "ada");
    add_profile(l->store, "bob");
    for (int i = 0; i < 30; i++) /* a past to begin with */
        live_a_game(l);
    store_close(l->store);
    for (l->day = 0; l->day < 30; l->day++)
        live_a_day(l);
    assert_true(l->asked > 100 && l->wrong > 20 && l->lapsed > 5 && l->full > 0);
    for (int i = 0; i < VARIANTS; i++)
        free(l->w[i].memo);
    place_fini(&l->where);
    free(l);
}

TEST(thirty_days_go_by_the_schedule)
{
    for (uint64_t seed = 1; seed <= (uint64_t)check_sample(1, 8); seed++)
        live_thirty_days(seed);
}

/* ---- older bases ------------------------------------------------------------------------ */

/* A base of the third version knows no exercises; its games can be reviewed. */
TEST(a_base_without_exercises_gets_them)
{
    char id[STORE_ID_TEXT];
    PLACE(p);
    data_store *store = open_at(&p);
    add_profile(store, "ada");
    play_game(store, "nim matches=11", "ada", "bob", lost_nim, 100, id);
    store_close(store);
    change_by_hand(p.file, "DROP TABLE attempt; DROP TABLE exercise; DROP TABLE rating;"
                           "ALTER TABLE tally DROP COLUMN reviewed; PRAGMA user_version = 3;");
    store = open_at(&p);
    practice_setup ada = {store, "ada", "", 200};
    assert_int_equal(agenda(&ada).unreviewed, 1);
    assert_int_equal(gather(&ada), 1);
    assert_int_equal(agenda(&ada).due, 1);
    assert_ok(store_check(store, NULL));
    store_close(store);
}

/* What was damaged, and what is of other rules, is passed over; the latter is not counted. */
TEST(what_cannot_be_asked_is_passed_over)
{
    char id[STORE_ID_TEXT];
    exercise_asked a;
    duel_msg why = {0};
    PLACE(p);
    data_store *store = open_at(&p);
    add_profile(store, "ada");
    play_game(store, "nim matches=11", "ada", "bob", lost_nim, 100, id);
    play_game(store, "nim matches=7", "ada", "bob", "1 2 1 3", 110, id);
    practice_setup ada = {store, "ada", "", 200};
    assert_int_equal(gather(&ada), 2);
    int64_t due = agenda(&ada).due;
    assert_true(due >= 2);
    store_close(store);
    change_by_hand(p.file, "UPDATE exercise SET told = 'x' WHERE variant <> 'matches=11'");
    ada.store = store = open_at(&p);
    assert_ok(mistakes_next(&ada, &a, NULL));
    assert_int_equal(a.mistake.played, 1);
    exercise_asked_fini(&a);
    store_close(store);
    change_by_hand(p.file, "UPDATE exercise SET rules = 99 WHERE variant = 'matches=11'");
    ada.store = store = open_at(&p);
    assert_int_equal(agenda(&ada).due, due - 1);
    assert_int_equal(mistakes_next(&ada, &a, &why), DUEL_REFUSED);
    store_close(store);
}
