/* tests/ergo/test_secrecy.c -- nobody knows what nobody was shown.
 *
 * Two deals that differ in two cards a seat has not seen are played side by side with the same
 * moves. As long as the seat has come to know neither, everything it sees is the same to the
 * byte, and machines in its place choose the same turn. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/play.h"
#include "core/reason.h"
#include "core/scene.h"
#include "core/variant.h"
#include "games/ergo/rules.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const duel_game duel_game_ergo;

static int full_or(int sample, int full)
{
    return getenv("DUEL_FULL") ? full : sample;
}

static duel_variant variant_of(int players, int preset)
{
    duel_variant v;
    char text[64];
    snprintf(text, sizeof text, "players=%d preset=%s", players, preset ? "official" : "seed");
    assert_int_equal(duel_variant_read(&duel_game_ergo, duel_str_of(text), &v, NULL), DUEL_OK);
    return v;
}

/* ---- everything that is shown ---------------------------------------------------------------
 */

static void put_element(const duel_element *e, duel_sink *out)
{
    duel_putf(out, "%s %d %g %g %g %g %d %s %lld %s %s %d ", e->id, (int)e->kind, (double)e->x,
              (double)e->y, (double)e->w, (double)e->h, (int)e->tone, e->face,
              (long long)e->number, e->target.text, e->alternative.text, e->last);
    duel_render(DUEL_FR, &e->label, out);
    duel_put_char(out, '\n');
}

static void put_reasons(const duel_variant *v, const void *view, int seat, duel_sink *out)
{
    static duel_reason reason;
    duel_move list[DUEL_MOVES_MAX];
    int count = seat == ergo_turn(v, view) ? ergo_moves(v, view, list) : 0;
    for (int i = 0; i < count; i += 1 + count / 8) {
        memset(&reason, 0, sizeof reason);
        duel_explain(v, view, seat, list[i], &reason);
        for (int k = 0; k < reason.count; k++)
            duel_render(DUEL_EN, &reason.fact[k].text, out);
    }
}

/* Notation, drawing, scene and reasons in one text. */
static void put_everything(const duel_variant *v, const void *view, int seat, duel_sink *out)
{
    duel_pen pen = {.out = out, .lang = DUEL_EN, .utf8 = true};
    duel_scene scene;
    duel_print(v, view, out);
    ergo_draw(v, view, seat, &pen);
    duel_scene_init(&scene);
    duel_scene_make(v, view, seat, &scene);
    for (int i = 0; i < scene.count; i++)
        put_element(&scene.element[i], out);
    duel_scene_fini(&scene);
    put_reasons(v, view, seat, out);
}

/* ---- pairs of deals
 * ---------------------------------------------------------------------------- */

/* A place of a card that the seat does not see: in another hand, or in the pile. */
typedef struct spot {
    int seat;    /* -1: the pile */
    unsigned at; /* place in the pile, or the kind in the hand */
} spot;

static spot any_spot(const duel_variant *v, const ergo *s, int seat, duel_rng *rng)
{
    for (;;) {
        int owner = (int)duel_rng_below(rng, (uint32_t)v->seats + 1) - 1;
        unsigned kind = duel_rng_below(rng, ERGO_KINDS);
        if (owner == -1 && s->pile_count > s->sunk)
            return (spot){-1,
                          s->sunk + duel_rng_below(rng, (uint32_t)(s->pile_count - s->sunk))};
        if (owner >= 0 && owner != seat &&
            ergo_count(s->hand[owner], kind) > ergo_count(s->shown[owner], kind))
            return (spot){owner, kind};
    }
}

static unsigned card_of(const ergo *s, spot p)
{
    return p.seat < 0 ? s->pile[p.at] : p.at;
}

static void put_card(ergo *s, spot p, unsigned kind)
{
    if (p.seat < 0)
        s->pile[p.at] = (uint8_t)kind;
    else
        s->hand[p.seat] += ergo_one(kind) - ergo_one(p.at);
}

/* The same state with two cards exchanged that the seat does not see; the secret is another,
 * too.
 */
static ergo twin_of(const duel_variant *v, const ergo *s, int seat, duel_rng *rng)
{
    ergo twin = *s;
    spot a, b;
    int tries = 0;
    do {
        a = any_spot(v, s, seat, rng);
        b = any_spot(v, s, seat, rng);
    } while ((a.seat == b.seat || card_of(s, a) == card_of(s, b)) && tries++ < 200);
    if (a.seat != b.seat) {
        put_card(&twin, a, card_of(s, b));
        put_card(&twin, b, card_of(s, a));
    }
    twin.secret[3] ^= 0x55;
    return twin;
}

static void assert_same_plan(const duel_variant *v, const duel_engine *e, const void *a,
                             const void *b, int seat, uint64_t seed)
{
    static duel_answer answer[2];
    const void *view[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        void *self;
        duel_settings settings = {.learned = NULL};
        duel_think t = {.view = view[i], .seat = seat, .seed = seed};
        assert_int_equal(e->open(v, &settings, 1 << 20, &self, NULL), DUEL_OK);
        assert_int_equal(e->think(self, &t, &answer[i], NULL), DUEL_OK);
        e->close(self);
    }
    assert_int_equal(answer[0].plan_count, answer[1].plan_count);
    assert_memory_equal(answer[0].plan, answer[1].plan, sizeof answer[0].plan);
}

static void assert_alike(const duel_variant *v, const ergo *a, const ergo *b, int seat,
                         uint64_t seed)
{
    duel_state view[2];
    duel_buf text[2];
    duel_view(v, a, seat, &view[0]);
    duel_view(v, b, seat, &view[1]);
    assert_memory_equal(&view[0], &view[1], v->state_size);
    for (int i = 0; i < 2; i++) {
        duel_buf_init(&text[i]);
        put_everything(v, &view[i], seat, &text[i].sink);
    }
    assert_string_equal(text[0].text, text[1].text);
    duel_buf_fini(&text[0]);
    duel_buf_fini(&text[1]);
    if (a->turn == seat && a->used == 0) {
        assert_same_plan(v, &ergo_seed_score, &view[0], &view[1], seat, seed);
        assert_same_plan(v, &ergo_seed_random, &view[0], &view[1], seat, seed);
    }
}

/* A move legal in both, or false. */
static bool common_move(const duel_variant *v, const ergo *a, const ergo *b, duel_rng *rng,
                        duel_move *out)
{
    duel_move list[2][DUEL_MOVES_MAX], both[DUEL_MOVES_MAX];
    int count[2] = {ergo_moves(v, a, list[0]), ergo_moves(v, b, list[1])}, common = 0;
    for (int i = 0; i < count[0]; i++)
        for (int k = 0; k < count[1]; k++)
            if (list[0][i] == list[1][k])
                both[common++] = list[0][i];
    if (common)
        *out = both[duel_rng_below(rng, (uint32_t)common)];
    return common > 0;
}

/* Follows the pair until the seat comes to know one of the cards; gives the positions compared.
 */
static int follow_pair(const duel_variant *v, ergo a, ergo b, int seat, duel_rng *rng)
{
    int compared = 0;
    duel_move move;
    while (a.stage == ERGO_PLAYING && b.stage == ERGO_PLAYING && a.hand[seat] == b.hand[seat] &&
           memcmp(a.shown, b.shown, sizeof a.shown) == 0) {
        assert_alike(v, &a, &b, seat, duel_rng_next(rng));
        compared++;
        if (!common_move(v, &a, &b, rng, &move))
            break;
        ergo_play(v, &a, move);
        ergo_play(v, &b, move);
    }
    return compared;
}

static void test_pairs_of_deals(void **unused)
{
    (void)unused;
    int pairs = full_or(1500, 15000), compared = 0, different = 0;
    duel_rng rng;
    duel_rng_init_number(&rng, 77);
    for (int i = 0; i < pairs; i++) {
        duel_variant v = variant_of(2 + i % 3, i / 3 % 2);
        ergo a, b;
        int seat = (int)duel_rng_below(&rng, (uint32_t)v.seats);
        int lead = (int)duel_rng_below(&rng, 30);
        assert_int_equal(ergo_deal(&v, &rng, &a), DUEL_OK);
        for (int k = 0; k < lead && a.stage == ERGO_PLAYING; k++)
            ergo_play(&v, &a, ergo_sample(&v, &a, &rng));
        if (a.stage != ERGO_PLAYING || a.used)
            continue;
        b = twin_of(&v, &a, seat, &rng);
        different += memcmp(a.pile, b.pile, sizeof a.pile) != 0 ||
                     memcmp(a.hand, b.hand, sizeof a.hand) != 0;
        compared += follow_pair(&v, a, b, seat, &rng);
    }
    assert_true(different > pairs / 4);
    assert_true(compared > pairs);
}

/* ---- guesses
 * ----------------------------------------------------------------------------------- */

/* Each unseen card is as likely in each unknown place: a card that lies in the pile or in the
 * other hand is in the hand as often as that hand has places. */
static void test_guesses_are_uniform(void **unused)
{
    (void)unused;
    duel_variant v = variant_of(2, 0);
    duel_state view, guess;
    const char *position = "A>B,,,;ABC&(FE,V!????;?36_~;~~D;1:1;0,0;?";
    int draws = full_or(20000, 400000), hits[ERGO_KINDS] = {0}, bottom = 0, top = 0;
    duel_rng rng;
    duel_rng_init_number(&rng, 5);
    assert_int_equal(duel_read(&v, duel_str_of(position), &view, NULL), DUEL_OK);
    for (int i = 0; i < draws; i++) {
        const ergo *s = (const ergo *)&guess;
        guess = view;
        assert_int_equal(ergo_guess(&v, &guess, &rng, NULL), DUEL_OK);
        assert_true(ergo_count(s->hand[1], ERGO_WILDVAR) == 1);
        assert_int_equal(s->pile[0], ERGO_NOT);
        for (unsigned kind = 0; kind < ERGO_KINDS; kind++)
            hits[kind] += (int)ergo_count(s->hand[1], kind);
        bottom += s->pile[1] == ERGO_RASA;
        top += s->pile[s->pile_count - 1] == ERGO_RASA;
    }
    /* 40 unseen cards, 4 of them in the hand; A B C: 2 2 3 unseen, one T */
    const struct {
        int seen;
        double unseen, places;
    } expected[] = {{hits[ERGO_A], 2, 4},    {hits[ERGO_B], 2, 4}, {hits[ERGO_C], 3, 4},
                    {hits[ERGO_RASA], 1, 4}, {bottom, 1, 1},       {top, 1, 1}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        double p = expected[i].places / 40, mean = draws * expected[i].unseen * p;
        double spread = sqrt(draws * expected[i].unseen * p * (1 - p));
        if (fabs(expected[i].seen - mean) > 5 * spread)
            fail_msg("case %zu: %d, expected %.0f ± %.0f", i, expected[i].seen, mean, spread);
    }
}

/* What a seat could not have seen makes a view that is refused. */
static void test_impossible_views(void **unused)
{
    (void)unused;
    duel_variant v = variant_of(2, 0);
    duel_rng rng;
    duel_rng_init_number(&rng, 6);
    duel_state s;
    assert_int_equal(duel_read(&v, duel_str_of(",,,;ABC&(FE,?????;?43;;1:1;0,0;?"), &s, NULL),
                     DUEL_OK);
    ((ergo *)&s)->gone = ergo_one(ERGO_RASA) * 2;
    assert_int_equal(ergo_guess(&v, &s, &rng, NULL), DUEL_BAD);
    ((ergo *)&s)->gone = ergo_one(ERGO_RASA);
    assert_int_equal(ergo_guess(&v, &s, &rng, NULL), DUEL_BAD);
    ((ergo *)&s)->gone = 0;
    assert_int_equal(ergo_guess(&v, &s, &rng, NULL), DUEL_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs_of_deals),
        cmocka_unit_test(test_guesses_are_uniform),
        cmocka_unit_test(test_impossible_views),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
