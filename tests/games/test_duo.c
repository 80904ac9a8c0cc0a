/* tests/games/test_duo.c -- the small card game against full enumeration.
 *
 * Nothing here looks inside a state. All 840 deals are made from texts, moves are played by
 * their texts, and what a seat can know is worked out again from those texts. */
#include "check.h"

#include <math.h>

extern const duel_game duel_game_duo;

enum { SEATS = 2, SLOTS = 2, CARDS = 7, DEALS = 840, LONGEST = 10, STATES = 7961 };

static duel_variant game(void)
{
    duel_variant v;
    assert_ok(duel_variant_read(&duel_game_duo, duel_str_of(""), &v, NULL));
    return v;
}

/* ---- deals and lines --------------------------------------------------------------- */

typedef struct four {
    int card[SEATS][SLOTS];
} four;

static int all_deals(four out[DEALS])
{
    int count = 0;
    for (int code = 0; code < CARDS * CARDS * CARDS * CARDS; code++) {
        int c[4], rest = code, seen = 0;
        for (int i = 0; i < 4; i++, rest /= CARDS) {
            c[i] = rest % CARDS + 1;
            seen |= 1 << c[i];
        }
        if (__builtin_popcount((unsigned)seen) == 4)
            out[count++] = (four){{{c[0], c[1]}, {c[2], c[3]}}};
    }
    return count;
}

static void start(const duel_variant *v, const four *d, duel_state *s)
{
    char text[32];
    snprintf(text, sizeof text, "%d.%d/%d.%d/0:0", d->card[0][0], d->card[0][1], d->card[1][0],
             d->card[1][1]);
    assert_ok(duel_read(v, duel_str_of(text), s, NULL));
}

/* A line of moves, and which cards everybody has seen after it. */
typedef struct line {
    int length;
    char move[LONGEST][8];
    bool laid[SEATS][SLOTS], open[SEATS][SLOTS];
} line;

static void follow(line *l, int seat, const char *move)
{
    snprintf(l->move[l->length++], sizeof l->move[0], "%s", move);
    for (int slot = 0; slot < SLOTS; slot++) {
        if (move[0] == 'a' + slot) {
            l->laid[seat][slot] = true;
            l->open[seat][slot] = move[2] == '+';
        }
        if (strcmp(move, "show") == 0)
            l->open[seat][slot] |= l->laid[seat][slot];
    }
}

static void play_text(const duel_variant *v, duel_state *s, const char *text)
{
    check_play(v, s, text);
}

static void play_line(const duel_variant *v, const line *l, duel_state *s)
{
    for (int i = 0; i < l->length; i++)
        play_text(v, s, l->move[i]);
}

static void name_of(const duel_variant *v, const duel_state *s, duel_move move, char out[8])
{
    CHECK_BUF(text);
    duel_print_move(v, s, move, &text.sink);
    snprintf(out, 8, "%s", text.text);
}

/* Plays `length` random moves from *s, fewer if the game ends before. */
static line random_line(const duel_variant *v, duel_state *s, int length, duel_rng *rng)
{
    line l = {0};
    duel_move list[DUEL_MOVES_MAX];
    while (l.length < length) {
        int count = v->game->moves(v, s, list);
        if (count == 0)
            break;
        char name[8];
        duel_move move = list[duel_rng_below(rng, (uint32_t)count)];
        name_of(v, s, move, name);
        follow(&l, v->game->turn(v, s), name);
        v->game->play(v, s, move);
    }
    return l;
}

/* Whether `seat` could tell the two deals apart after the line. */
static bool tells_apart(const line *l, int seat, const four *a, const four *b)
{
    for (int owner = 0; owner < SEATS; owner++)
        for (int slot = 0; slot < SLOTS; slot++)
            if ((owner == seat || l->open[owner][slot]) &&
                a->card[owner][slot] != b->card[owner][slot])
                return true;
    return false;
}

/* ---- chance ------------------------------------------------------------------------ */

/* Far beyond what a right sampler gives: the mean and six standard deviations. Seeds are fixed,
 * so this fails always or never. */
static void assert_uniform(const int *hits, int kinds, int draws)
{
    double expected = (double)draws / kinds, sum = 0, freedom = kinds - 1;
    for (int i = 0; i < kinds; i++)
        sum += (hits[i] - expected) * (hits[i] - expected) / expected;
    if (sum > freedom + 6 * sqrt(2 * freedom))
        fail_msg("chi-square %.1f with %d degrees of freedom", sum, kinds - 1);
}

static int find(const duel_variant *v, const duel_state *set, int count, const duel_state *s)
{
    for (int i = 0; i < count; i++)
        if (duel_states_equal(v, &set[i], s))
            return i;
    return -1;
}

TEST(test_deal_is_uniform)
{
    duel_variant v = game();
    static four deal[DEALS];
    static int hits[CARDS * CARDS * CARDS * CARDS], compact[DEALS];
    int draws = 40 * DEALS, kinds = 0;
    assert_int_equal(all_deals(deal), DEALS);
    duel_rng rng = check_rng(1995);
    for (int i = 0; i < draws; i++) {
        duel_state s;
        int c[4];
        memset(&s, 0xaa, sizeof s);
        assert_ok(v.game->deal(&v, &rng, &s));
        CHECK_BUF(text);
        duel_print(&v, &s, &text.sink);
        assert_int_equal(sscanf(text.text, "%d.%d/%d.%d/", &c[0], &c[1], &c[2], &c[3]), 4);
        hits[((c[3] - 1) * CARDS + c[2] - 1) * CARDS * CARDS + (c[1] - 1) * CARDS + c[0] - 1]++;
    }
    for (int i = 0; i < CARDS * CARDS * CARDS * CARDS; i++)
        if (hits[i])
            compact[kinds++ % DEALS] = hits[i];
    assert_int_equal(kinds, DEALS);
    assert_uniform(compact, DEALS, draws);
}

/* Draws guesses of one view and compares them with all deals that give the same view. */
static void check_guess(const duel_variant *v, const four *deal, const line *l, int chosen,
                        int seat, uint64_t seed)
{
    static duel_state fits[DEALS];
    static int hits[DEALS];
    int kinds = 0, draws;
    duel_state view, s;
    start(v, &deal[chosen], &s);
    play_line(v, l, &s);
    duel_view(v, &s, seat, &view);
    for (int i = 0; i < DEALS; i++) {
        if (tells_apart(l, seat, &deal[chosen], &deal[i]))
            continue;
        start(v, &deal[i], &fits[kinds]);
        play_line(v, l, &fits[kinds++]);
    }
    memset(hits, 0, sizeof hits);
    draws = 60 * kinds;
    duel_rng rng = check_rng(seed);
    for (int i = 0; i < draws; i++) {
        s = view;
        assert_ok(v->game->guess(v, &s, &rng, NULL));
        int which = find(v, fits, kinds, &s);
        assert_true(which >= 0);
        hits[which]++;
    }
    if (kinds > 1)
        assert_uniform(hits, kinds, draws);
}

TEST(test_guess_is_deal_given_the_view)
{
    duel_variant v = game();
    static four deal[DEALS];
    int rounds = check_sample(2, 20);
    all_deals(deal);
    duel_rng rng = check_rng(7);
    for (int round = 0; round < rounds; round++)
        for (int length = 0; length <= LONGEST; length++)
            for (int seat = DUEL_NOBODY; seat < SEATS; seat++) {
                int chosen = (int)duel_rng_below(&rng, DEALS);
                duel_state s;
                start(&v, &deal[chosen], &s);
                line l = random_line(&v, &s, length, &rng);
                check_guess(&v, deal, &l, chosen, seat, duel_rng_next(&rng));
            }
}

/* ---- what is hidden ---------------------------------------------------------------- */

static void assert_reads_back(const duel_variant *v, const duel_state *s)
{
    duel_state back;
    CHECK_BUF(text);
    duel_print(v, s, &text.sink);
    memset(&back, 0xaa, sizeof back);
    assert_ok(duel_read(v, duel_buf_str(&text), &back, NULL));
    assert_true(duel_states_equal(v, &back, s));
}

static int unknown_in(const duel_variant *v, const duel_state *view)
{
    int count = 0;
    CHECK_BUF(text);
    duel_print(v, view, &text.sink);
    for (size_t i = 0; i < text.len; i++)
        count += text.text[i] == '?';
    return count;
}

static void assert_laws_of_hiding(const duel_variant *v, const duel_state *s, int seat,
                                  duel_rng *rng)
{
    duel_state view, again;
    duel_move seen[DUEL_MOVES_MAX], real[DUEL_MOVES_MAX];
    duel_view(v, s, seat, &view);
    duel_view(v, &view, seat, &again);
    assert_true(duel_states_equal(v, &view, &again));
    assert_reads_back(v, &view);
    assert_ok(v->game->guess(v, &again, rng, NULL));
    assert_int_equal(unknown_in(v, &again), 0);
    duel_hide(v, &again, seat);
    assert_true(duel_states_equal(v, &view, &again));
    int count = v->game->moves(v, &view, seen);
    assert_int_equal(count, v->game->moves(v, s, real));
    assert_memory_equal(seen, real, (size_t)count * sizeof *seen);
}

/* Every deal, along random lines, for everybody who may look. */
TEST(test_hide_laws_on_all_deals)
{
    duel_variant v = game();
    static four deal[DEALS];
    int lines = check_sample(1, 30);
    all_deals(deal);
    duel_rng rng = check_rng(11);
    for (int i = 0; i < DEALS * lines; i++) {
        duel_state s, copy;
        start(&v, &deal[i % DEALS], &copy);
        line l = random_line(&v, &copy, LONGEST, &rng);
        start(&v, &deal[i % DEALS], &s);
        for (int k = 0; k <= l.length; k++) {
            assert_reads_back(&v, &s);
            for (int seat = DUEL_NOBODY; seat < SEATS; seat++)
                assert_laws_of_hiding(&v, &s, seat, &rng);
            if (k < l.length)
                play_text(&v, &s, l.move[k]);
        }
        assert_true(duel_is_over(&v, &s));
    }
}

/* States a seat cannot tell apart hide to the same bytes, and others do not. */
TEST(test_views_tell_what_is_seen)
{
    duel_variant v = game();
    static four deal[DEALS];
    int lines = check_sample(20, 400);
    all_deals(deal);
    duel_rng rng = check_rng(13);
    for (int i = 0; i < lines; i++) {
        int chosen = (int)duel_rng_below(&rng, DEALS);
        duel_state s, other, view, other_view;
        start(&v, &deal[chosen], &s);
        line l = random_line(&v, &s, (int)duel_rng_below(&rng, LONGEST + 1), &rng);
        for (int k = 0; k < DEALS; k++) {
            start(&v, &deal[k], &other);
            play_line(&v, &l, &other);
            for (int seat = DUEL_NOBODY; seat < SEATS; seat++) {
                duel_view(&v, &s, seat, &view);
                duel_view(&v, &other, seat, &other_view);
                assert_int_equal(duel_states_equal(&v, &view, &other_view),
                                 !tells_apart(&l, seat, &deal[chosen], &deal[k]));
            }
        }
    }
}

/* In its own turn a seat learns nothing; the other learns cards that are laid or turned up. */
TEST(test_own_turn_reveals_nothing)
{
    duel_variant v = game();
    static four deal[DEALS];
    int learned = 0;
    all_deals(deal);
    duel_rng rng = check_rng(17);
    for (int i = 0; i < DEALS; i++) {
        duel_state s, before, after;
        duel_move list[DUEL_MOVES_MAX];
        start(&v, &deal[i], &s);
        for (int count; (count = v.game->moves(&v, &s, list)) > 0;) {
            int mover = v.game->turn(&v, &s);
            duel_move move = list[duel_rng_below(&rng, (uint32_t)count)];
            duel_view(&v, &s, mover, &before);
            duel_view(&v, &s, 1 - mover, &after);
            int own = unknown_in(&v, &before), others = unknown_in(&v, &after);
            v.game->play(&v, &s, move);
            duel_view(&v, &s, mover, &before);
            duel_view(&v, &s, 1 - mover, &after);
            assert_int_equal(unknown_in(&v, &before), own);
            assert_true(unknown_in(&v, &after) <= others);
            learned += others - unknown_in(&v, &after);
        }
    }
    assert_int_equal(learned, 4 * DEALS); /* in the end every card has been seen */
}

/* ---- the whole game ---------------------------------------------------------------- */

typedef struct collection {
    uint64_t *key;
    unsigned char *states; /* one after the other */
    int count;
} collection;

/* Every state a deal can lead to, once each. */
static void walk(const duel_variant *v, const duel_state *s, int depth, collection *all)
{
    duel_move list[DUEL_MOVES_MAX];
    uint64_t key = v->game->accel->pack(v, s);
    int count = v->game->moves(v, s, list), at = 0;
    assert_int_equal(duel_is_over(v, s), count == 0);
    assert_true(depth <= (int)v->max_plies && key >> v->key_bits == 0);
    while (at < all->count && all->key[at] != key)
        at++;
    if (at < all->count) { /* an equal key means an equal state */
        assert_true(duel_states_equal(v, all->states + (size_t)at * v->state_size, s));
        return;
    }
    assert_true(all->count < STATES);
    all->key[all->count] = key;
    memcpy(all->states + (size_t)all->count++ * v->state_size, s, v->state_size);
    for (int i = 0; i < count; i++) {
        duel_state next = *s;
        v->game->play(v, &next, list[i]);
        walk(v, &next, depth + 1, all);
    }
}

TEST(test_all_states_of_a_deal)
{
    duel_variant v = game();
    duel_state s;
    four deal = {{{4, 7}, {2, 5}}};
    collection all = {calloc(STATES, sizeof(uint64_t)), calloc(STATES, v.state_size), 0};
    assert_non_null(all.key);
    assert_non_null(all.states);
    start(&v, &deal, &s);
    walk(&v, &s, 0, &all);
    assert_int_equal(all.count, STATES);
    free(all.key);
    free(all.states);
}

TEST(test_scores)
{
    static const struct {
        const char *position;
        int first, second;
    } cases[] = {
        {"5@1+.3@1-!/1@2-.2@2-!/2:3", 3, 4}, /* a row each */
        {"7@1+.3@2+/1@1+.2@2+/4:4", 10, 0},  /* both rows, all face up */
        {"7@1+.3@2+/1@1+.2@2+/8:0", 10, 0},  /* the worth moves, the sum stays */
        {"1@1-.6@1-!/7@1-.2@2-!/3:1", 0, 2}, /* 7 against 1 + 6: nobody */
        {"1@1+.6@1+/7@1+.2@2+/8:0", 0, 1},   /* a row without stakes is worth one coin */
    };
    duel_variant v = game();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int32_t score[DUEL_SEATS];
        duel_state s = check_state(&v, cases[i].position);
        assert_true(v.game->over(&v, &s, score));
        assert_int_equal(score[0], cases[i].first);
        assert_int_equal(score[1], cases[i].second);
    }
}

TEST(test_bad_positions_are_refused)
{
    static const char *const bad[] = {
        "",
        "5.3/2.7",
        "5.3/2.7/0:0/1",
        "5.3.1/2.7/0:0",
        "8.3/2.7/0:0",
        "5.5/2.7/0:0",               /* one card twice */
        "5.3/2@1+.7/2:0",            /* the first player begins */
        "5@1+.3@1+/2.7/4:0",         /* out of turn */
        "?@1+.3/2.7/2:0",            /* a card that everybody sees is known */
        "5@3+.3/2.7/2:0",            /* no third row */
        "5@1+.3/2.7/1:0",            /* two coins for a card face up */
        "5@1+.3/2.7/1:1",            /* on one row */
        "5@1+.3/2.7/0:0*1",          /* two coins to stake, not one */
        "5.3/2.7/0:0*1",             /* nothing laid */
        "5@1-.3!/2.7/1:0",           /* shown too early */
        "5@1+.3@1+!/2@1+.7@1+/8:0",  /* nothing to turn up */
        "5@1-.3@1-/2@1-.7@1-!/4:0",  /* the first player shows first */
        "5@1-.3@1-!/?@1-.7@1-!/4:0", /* shown, so known */
        "5.3/2.7/0:99999999999999999999",
    };
    duel_variant v = game();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        duel_state s;
        duel_msg why;
        if (duel_read(&v, duel_str_of(bad[i]), &s, &why) != DUEL_INVALID)
            fail_msg("accepted: %s", bad[i]);
        assert_non_null(why.id);
    }
}

/* A move is told by the number of its card to whoever sees that, and by a letter to others. */
TEST(test_moves_name_the_card_that_is_seen)
{
    static const char *const said[SEATS][2] = {
        {"the 6 on row 1, face up", "the 2 on row 2, face down"},
        {"card a on row 1, face up", "card b on row 2, face down"}};
    static const char *const moves[] = {"a1+", "b2-"};
    duel_variant v = game();
    duel_state s, view;
    four d = {{{6, 2}, {1, 3}}};
    start(&v, &d, &s);
    for (int seat = 0; seat < SEATS; seat++)
        for (int i = 0; i < 2; i++) {
            CHECK_BUF(text);
            duel_view(&v, &s, seat, &view);
            duel_move move = check_read_move(&v, &s, moves[i]);
            duel_move_in_words(DUEL_EN, &v, &view, move, &text.sink);
            assert_string_equal(text.text, said[seat][i]);
        }
}
