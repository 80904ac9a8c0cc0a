/* tests/core/test_deals.c -- every deal with its weight: tapes, lists, and what is refused. */
#include "examples.h"

#include "core/deals.h"

/* A throw of two dice of three faces, then of as many as the first shows. */
TEST(a_tape_counts_up)
{
    duel_chance_tree tape;
    duel_rng rng, fork;
    int ways = 0;
    double sum = 0;
    uint64_t last = 0;
    duel_chance_tree_init(&tape);
    do {
        duel_rng_init_tree(&rng, &tape);
        duel_rng_fork(&rng, 3, &fork);
        uint32_t first = duel_rng_below(&rng, 3);
        uint64_t number = 1000 + 100 * first + 10 * duel_rng_below(&fork, 3);
        number += duel_rng_below(&rng, first + 1);
        assert_true(number > last);
        last = number;
        sum += duel_chance_tree_weight(&tape);
        ways++;
    } while (duel_chance_tree_next(&tape));
    assert_int_equal(ways, 3 * (1 + 2 + 3));
    assert_true(sum > 1 - 1e-12 && sum < 1 + 1e-12);
}

TEST(a_tape_notices_what_it_cannot_list)
{
    duel_chance_tree tape;
    duel_rng rng;
    duel_chance_tree_init(&tape);
    duel_rng_init_tree(&rng, &tape);
    for (int i = 0; i <= DUEL_CHANCE_TREE_DRAWS; i++)
        duel_rng_below(&rng, 2);
    assert_int_equal(tape.fault, DUEL_CHANCE_TREE_LONG);
    assert_false(duel_chance_tree_next(&tape));
    duel_chance_tree_init(&tape);
    duel_rng_init_tree(&rng, &tape);
    duel_rng_unit(&rng);
    assert_int_equal(tape.fault, DUEL_CHANCE_TREE_ENDLESS);
    duel_chance_tree_init(&tape);
    duel_rng_init_tree(&rng, &tape);
    duel_rng_below(&rng, 4);
    assert_true(duel_chance_tree_next(&tape));
    duel_rng_init_tree(&rng, &tape);
    duel_rng_below(&rng, 5);
    assert_int_equal(tape.fault, DUEL_CHANCE_TREE_FICKLE);
    duel_chance_tree_init(&tape);
    duel_rng_init_tree(&rng, &tape);
    duel_rng_below(&rng, 4);
    assert_true(duel_chance_tree_next(&tape));
    duel_rng_init_tree(&rng, &tape);
    assert_false(duel_chance_tree_next(&tape)); /* it drew nothing */
}

static void expect_even_deals(const duel_variant *v, size_t count, uint64_t ways)
{
    duel_deals d;
    assert_ok(duel_deals_list(v, DUEL_DEALS_MOST, &d, NULL));
    assert_int_equal(d.count, count);
    assert_int_equal(d.ways, ways);
    for (size_t i = 0; i < count; i++) {
        double weight = duel_deals_weight(&d, i) * (double)count;
        assert_true(weight > 1 - 1e-12 && weight < 1 + 1e-12);
        assert_int_equal(duel_deals_find(v, &d, duel_deals_state(&d, i)), i);
    }
    duel_deals_fini(&d);
}

TEST(deals_are_listed_with_their_weight)
{
    duel_variant duo = check_variant("duo"), nim = check_variant("nim"),
                 kuhn = example("kuhn.lua", "");
    expect_even_deals(&duo, 840, 5040);
    expect_even_deals(&nim, 1, 1);
    expect_even_deals(&kuhn, 6, 6);
}

static duel_status shuffles_a_whole_deck(const duel_variant *v, duel_rng *rng, void *state)
{
    (void)v;
    uint8_t deck[52] = {0};
    duel_rng_shuffle(rng, deck, sizeof deck);
    memset(state, 0, v->state_size);
    return DUEL_OK;
}

static void expect_refusal(const duel_variant *v, uint64_t most, const char *sentence)
{
    duel_deals d;
    duel_msg why = {0};
    assert_int_equal(duel_deals_list(v, most, &d, &why), DUEL_REFUSED);
    assert_string_equal(check_english(&why), sentence);
}

TEST(what_cannot_be_listed_is_refused)
{
    duel_variant duo = check_variant("duo"), ergo = check_variant("ergo");
    duel_game large = *duo.game;
    expect_refusal(&duo, 5000,
                   "There are about 5040 ways to deal: more than 5000 are not listed.");
    expect_refusal(&ergo, DUEL_DEALS_MOST,
                   "The deal of ergo draws a number of 64 bits: its deals cannot be listed.");
    large.deal = shuffles_a_whole_deck;
    duo.game = &large;
    expect_refusal(&duo, DUEL_DEALS_MOST,
                   "There are about 8·10^67 ways to deal: more than 3000000 are not listed.");
}
