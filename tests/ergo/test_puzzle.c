/* tests/ergo/test_puzzle.c -- puzzles of Ergo held against the second reading of its rules.
 *
 * Every pair of cards is tried by brute force (brute.h), from the text of the position: those
 * that prove the letter and no other must all be one answer, and the answer told is one of
 * them. */
#include "ergo/brute.h"

#include "check.h"
#include "games/ergo/puzzle.h"

/* ---- what an answer comes to ------------------------------------------------------------ */

enum { ENDING = 256 };

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The lines in the order of the alphabet, and the cards left in the hand. */
static void ending_of(const brute_state *s, int seat, char out[ENDING])
{
    char line[BRUTE_LINES][BRUTE_DECK + 1] = {""};
    for (int i = 0; i < BRUTE_LINES; i++)
        for (int k = 0; k < s->line[i].count; k++)
            line[i][k] = s->line[i].card[k].face;
    qsort(line, BRUTE_LINES, sizeof *line, by_text);
    int len = snprintf(out, ENDING, "%s %s %s %s /", line[0], line[1], line[2], line[3]);
    for (int kind = 0; kind < BRUTE_KINDS; kind++)
        len += snprintf(out + len, (size_t)(ENDING - len), "%d", s->hand[seat][kind]);
}

static bool solves(const brute_rules *rules, const brute_state *after, int seat)
{
    char verdict[8];
    brute_verdict(rules, after->line, verdict);
    for (int letter = 0; letter < 4; letter++)
        if ((verdict[letter] == 'T') != (letter == seat))
            return false;
    return strcmp(verdict, "PARADOX") != 0;
}

/* ---- by brute force --------------------------------------------------------------------- */

typedef struct hunt {
    const brute_rules *rules;
    const duel_variant *v;
    const ergo *puzzle; /* the position, for the judge of the game */
    int seat;
    int turns;          /* pairs of cards tried */
    char found[ENDING]; /* the one ending that solves it; "" so far */
} hunt;

/* The judge of the game says the same of the turn, and tells why it is wrong. */
static void check_judge(const hunt *h, const char *first, const char *second, bool right)
{
    duel_move turn[2];
    duel_msg why = {.id = NULL};
    ergo half = *h->puzzle;
    assert_ok(duel_read_move(h->v, &half, duel_str_of(first), &turn[0], NULL));
    ergo_play(h->v, &half, turn[0]);
    assert_ok(duel_read_move(h->v, &half, duel_str_of(second), &turn[1], NULL));
    bool said = ergo_puzzles.judge(h->v, h->puzzle, turn, 2, &why) == DUEL_OK;
    assert_true(said == right && right == (why.id == NULL));
}

static void try_second_cards(hunt *h, const brute_state *half, const char *first)
{
    brute_moves list;
    brute_list(h->rules, half, &list);
    for (int i = 0; i < list.count; i++) {
        brute_state after = *half;
        char ending[ENDING];
        assert_true(brute_play(h->rules, &after, list.text[i]));
        bool right = solves(h->rules, &after, h->seat);
        if (right || h->turns % 7 == 0)
            check_judge(h, first, list.text[i], right);
        h->turns++;
        if (!right)
            continue;
        ending_of(&after, h->seat, ending);
        if (h->found[0])
            assert_string_equal(ending, h->found);
        memcpy(h->found, ending, sizeof ending);
    }
}

static void try_everything(hunt *h, const brute_state *s)
{
    brute_moves list;
    brute_list(h->rules, s, &list);
    assert_false(solves(h->rules, s, h->seat));
    for (int i = 0; i < list.count; i++) {
        brute_state half = *s;
        assert_true(brute_play(h->rules, &half, list.text[i]));
        if (half.stage == BRUTE_PLAYING && half.seat == s->seat)
            try_second_cards(h, &half, list.text[i]);
        else /* one card ended the round */
            assert_false(solves(h->rules, &half, h->seat));
    }
}

static void play_answer(const brute_rules *rules, const duel_variant *v, const ergo_puzzle *p,
                        brute_state *s)
{
    assert_int_equal(p->answer.count, 2);
    for (int i = 0; i < p->answer.count; i++) {
        CHECK_BUF(text);
        duel_print_move(v, &p->state, p->answer.move[i], &text.sink);
        assert_true(brute_play(rules, s, text.text));
    }
}

static void check_puzzle(const char *settings, uint64_t seed)
{
    char table[64];
    ergo_puzzle p;
    brute_rules rules;
    brute_state s;
    snprintf(table, sizeof table, "ergo %s", settings);
    duel_variant v = check_variant(table);
    assert_ok(ergo_puzzle_make(&v, seed, NULL, &p, NULL));
    assert_true(brute_rules_read(settings, &rules));
    CHECK_BUF(text);
    duel_print(&v, &p.state, &text.sink);
    assert_true(brute_read(&rules, text.text, &s));
    hunt h = {.rules = &rules, .v = &v, .puzzle = &p.state, .seat = s.seat};
    try_everything(&h, &s);
    assert_true(h.found[0] && h.turns > 20);
    char told[ENDING];
    play_answer(&rules, &v, &p, &s);
    ending_of(&s, h.seat, told);
    assert_string_equal(told, h.found);
}

/* ---- the tests -------------------------------------------------------------------------- */

TEST(answers_are_right_and_alone)
{
    static const char *const tables[] = {"players=2", "players=4", "players=3 preset=official",
                                         "players=2 preset=official"};
    for (int i = 0; i < check_sample(6, 200); i++)
        for (int k = 0; k < 4; k++)
            check_puzzle(tables[k], (uint64_t)i);
}

/* As the house tells it: the cards of the answer, and the proof it leaves. */
TEST(the_house_is_told_the_same)
{
    duel_variant v = check_variant("ergo");
    ergo_puzzle p;
    duel_puzzle told;
    atomic_bool stop = true;
    assert_ok(ergo_puzzle_make(&v, 5, NULL, &p, NULL));
    assert_ok(ergo_puzzles.make(&v, 5, NULL, &told, NULL));
    assert_memory_equal(&told.state, &p.state, sizeof p.state);
    assert_int_equal(told.count, p.answer.count);
    assert_memory_equal(told.answer, p.answer.move, sizeof p.answer.move);
    bool proves = false;
    for (int i = 0; i < told.why.count; i++)
        proves |= told.why.fact[i].kind == ERGO_FACT_PROVES &&
                  told.why.fact[i].arg[0] == p.state.turn;
    assert_true(proves);
    assert_int_equal(ergo_puzzles.make(&v, 5, &stop, &told, NULL), DUEL_STOPPED);
}

TEST(seeds_give_the_same_puzzle_again)
{
    duel_variant v = check_variant("ergo");
    ergo_puzzle a, b, c;
    assert_ok(ergo_puzzle_make(&v, 7, NULL, &a, NULL));
    assert_ok(ergo_puzzle_make(&v, 7, NULL, &b, NULL));
    assert_ok(ergo_puzzle_make(&v, 8, NULL, &c, NULL));
    assert_memory_equal(&a.state, &b.state, sizeof a.state);
    assert_memory_equal(a.answer.move, b.answer.move, sizeof a.answer.move);
    assert_true(memcmp(&a.state, &c.state, sizeof a.state) != 0);
}
