/* tests/wumpus/test_knowledge.c -- the notation, read and printed; what is refused; arrows. */
#include "helpers.h"

TEST(test_round_trip)
{
    static const char *const texts[] = {
        "P ? ? / B ? ? / . BE ?",
        "? ? ? ? / . B BPE ? / B *BT ? *. / . B B ?",
        "? ? ? / ? *W ? / . P ?",
        "? ? ? / ? ? ? / . . G",
        "? ? ? / ? ? ? / . P ? ; arrow 1,0 east hit",
        "? ? ? / ? ? ? / . P ? ; arrow 1,0 east miss ; arrow 0,0 north hit 0,2",
    };
    CHECK_BUF(out);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        wumpus_knowledge k;
        assert_ok(wumpus_read_knowledge(duel_str_of(texts[i]), &k, NULL));
        assert_string_equal(knowledge_text(&k, &out), texts[i]);
    }
}

TEST(test_layouts)
{
    static const char *const same[] = {
        "P ? ? / B ? ? / . BE ?\n",
        "  P ?\t? /B ? ?/ . EB ?  ",
        "P ? ?\nB ? ?\n. BE ?\n",
        "\nP ? ? /\nB ? ? /\r\n. BE ?\r\n\n",
    };
    CHECK_BUF(out);
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        wumpus_knowledge k;
        assert_ok(wumpus_read_knowledge(duel_str_of(same[i]), &k, NULL));
        assert_string_equal(knowledge_text(&k, &out), "P ? ? / B ? ? / . BE ?");
    }
}

TEST(test_malformed)
{
    /* The numbers are arguments 0 and 1 of the message: the cell, or the row and its cells. */
    static const struct {
        const char *text;
        int a, b;
    } cases[] = {
        {"? ? ? / ? X ? / . . ?", 1, 1},
        {"? ? ? / ? ? BB / . . ?", 2, 1},
        {"? ? ? / ? ? ? / .B . ?", 0, 0},
        {"* ? ? / ? ? ? / . . ?", 0, 2},
        {"? ? ? / ? ?? ? / . . ?", 1, 1},
        {"? ? ? / ? ? / . . ?", 1, 2},
        {"? ? ? / ? ? ? ? / . . ?", 1, 4},
        {"? ? ? / / . . ?", 1, 0},
        {"? ? / . .", 3, 32},
        {"", 3, 32},
        {"? ? ? / ? ? b / . . ?", 2, 1},
        {"? ? ? / ? ? ? / . . ? /", 3, 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wumpus_knowledge k, before;
        duel_msg why = {.id = NULL};
        memset(&k, 0x55, sizeof k);
        before = k;
        assert_int_equal(wumpus_read_knowledge(duel_str_of(cases[i].text), &k, &why),
                         DUEL_INVALID);
        assert_memory_equal(&k, &before, sizeof k);
        assert_non_null(why.id);
        if (why.arg[0].number != cases[i].a || why.arg[1].number != cases[i].b)
            fail_msg("%s: %s %d %d", cases[i].text, why.id, (int)why.arg[0].number,
                     (int)why.arg[1].number);
    }
    static const char *const shots[] = {
        "; arrow 1,0 up miss",
        "; arrow 3,0 east miss",
        "; arrow 1 east miss",
        "; arrow 1,0 east",
        "; arrow 1,0 east hit 1,1",
        "; arrow 1,0 east miss 2,0",
        "; 1,0 east miss",
        ";",
        "; arrow 1,0 east miss; arrow 1,0 east miss; arrow 1,0 east miss; arrow 1,0 east miss; "
        "arrow 1,0 east miss"};
    for (size_t i = 0; i < sizeof shots / sizeof shots[0]; i++) {
        char text[256];
        wumpus_knowledge k;
        snprintf(text, sizeof text, "? ? ? / ? ? ? / . . ? %s", shots[i]);
        assert_int_equal(wumpus_read_knowledge(duel_str_of(text), &k, NULL), DUEL_INVALID);
    }
}

/* Any bytes: never a crash, and what is accepted is printed and read again alike. */
TEST(test_noise)
{
    static const char alphabet[] = "?.BPETWG*/ \n;,0123arowehitms\t\xC3";
    duel_rng rng = check_rng(70);
    CHECK_BUF(out);
    int accepted = 0;
    for (int i = 0; i < check_sample(20000, 500000); i++) {
        char text[64] = "? ? ? / ? B ? / . . ? ; arrow 1,0 east miss";
        uint32_t length = (uint32_t)strlen(text);
        for (uint32_t j = duel_rng_below(&rng, 4); j > 0; j--)
            text[duel_rng_below(&rng, length)] =
                alphabet[duel_rng_below(&rng, sizeof alphabet - 1)];
        wumpus_knowledge k, again;
        if (wumpus_read_knowledge((duel_str){text, length - duel_rng_below(&rng, 3) / 2}, &k,
                                  NULL) != DUEL_OK)
            continue;
        knowledge_text(&k, &out);
        assert_ok(wumpus_read_knowledge(duel_buf_str(&out), &again, NULL));
        assert_memory_equal(&k, &again, sizeof k);
        accepted++;
    }
    assert_true(accepted > 100);
}

TEST(test_arrows)
{
    wumpus_world world = {.n = 4};
    wumpus_knowledge k;
    wumpus_facts facts;
    wumpus_rules rules = wumpus_rules_seed(4);
    wumpus_add(&world.wumpus, 3, 1);
    wumpus_add(&world.gold, 3, 3);
    wumpus_know_nothing(4, &k);
    wumpus_enter(&k, &world, 0, 0);
    wumpus_enter(&k, &world, 0, 1);
    assert_false(wumpus_shoot(&k, &world, 0, 0, WUMPUS_EAST));
    assert_ok(wumpus_facts_of(&rules, &k, &facts, NULL));
    assert_true(wumpus_has(&facts.no[WUMPUS_W], 3, 0) && !facts.harmless);
    assert_true(wumpus_shoot(&k, &world, 0, 1, WUMPUS_EAST));
    assert_ok(wumpus_facts_of(&rules, &k, &facts, NULL));
    assert_true(facts.harmless && facts.hits == 1);
    assert_int_equal(wumpus_count(&facts.hit[0]), 3);
    assert_true(k.shot[1].struck.x < 0); /* one wumpus: only the scream */

    /* Two in a row: the nearer falls first, then the other, and the place is told. */
    rules.wumpuses = 2;
    wumpus_add(&world.wumpus, 2, 1);
    k.shots = 0;
    assert_true(wumpus_shoot(&k, &world, 0, 1, WUMPUS_EAST));
    assert_int_equal(k.shot[0].struck.x, 2);
    assert_ok(wumpus_facts_of(&rules, &k, &facts, NULL));
    assert_true(!facts.harmless && wumpus_has(&facts.slain, 2, 1));
    assert_true(wumpus_has(&facts.yes[WUMPUS_W], 2, 1) &&
                wumpus_has(&facts.no[WUMPUS_W], 1, 1));
    assert_false(wumpus_has(&facts.no[WUMPUS_W], 3, 1));
    assert_true(wumpus_shoot(&k, &world, 0, 1, WUMPUS_EAST));
    assert_int_equal(k.shot[1].struck.x, 3);
    assert_ok(wumpus_facts_of(&rules, &k, &facts, NULL));
    assert_true(facts.harmless && !wumpus_has(&facts.no[WUMPUS_W], 2, 1));
    k.shot[0].struck.x = -1;
    assert_int_equal(wumpus_facts_of(&rules, &k, &facts, NULL), DUEL_INVALID);
}

TEST(test_frontier)
{
    wumpus_knowledge k;
    wumpus_read_knowledge(duel_str_of("? ? ? ? / ? ? *. ? / . ? ? ? / . . ? ?"), &k, NULL);
    wumpus_set edge = wumpus_frontier(&k); /* a cell only shown has no frontier of its own */
    assert_int_equal(wumpus_count(&edge), 3);
    assert_true(wumpus_has(&edge, 2, 0) && wumpus_has(&edge, 1, 1) && wumpus_has(&edge, 0, 2));
}
