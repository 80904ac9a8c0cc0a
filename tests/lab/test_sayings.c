/* tests/lab/test_sayings.c -- what a game in C says it knows: each statement is held to a
 * search from its state, and the false ones are named, with the moves that lead there. */
#include "breach.h"
#include "core/play.h"

/* Statements about matches that are left, of the game in games/allumettes.c. */
typedef struct statement {
    duel_saying_kind kind;
    const char *position;
    duel_said said;
    const char *found; /* NULL: it is so */
} statement;

static const statement statements[] = {
    {DUEL_SAYS, "5", {DUEL_WIN, true, 1}, NULL},
    {DUEL_SAYS, "4", {DUEL_LOSS, false, 0}, NULL},
    {DUEL_SAYS, "8", {DUEL_WIN, false, 0}, "it says won, but the search finds it lost"},
    {DUEL_SAYS, "6", {DUEL_LOSS, false, 0}, "it says lost, but the search finds it won, by 2"},
    {DUEL_SAYS, "7", {DUEL_WIN, true, 1}, "the move it names does not win; the search finds 3"},
    {DUEL_SAYS, "3", {DUEL_WIN, true, 4}, "the move it names is not legal there"},
    {DUEL_SAYS,
     "0",
     {DUEL_WIN, false, 0},
     "it says won, but the game is over there, and not won"},
    {DUEL_SAYS_NOTHING, "", {DUEL_WIN, false, 0}, "it says neither won nor lost"},
    {DUEL_SAYS_NOWHERE,
     "",
     {DUEL_WIN, false, 0},
     "it speaks of something that is no position of the game"},
    {DUEL_SAYS_OPENLY, "", {DUEL_WIN, false, 0}, NULL},
    {DUEL_SAYS_LARGER, "", {DUEL_WIN, false, 0}, NULL}};
enum { STATEMENTS = sizeof statements / sizeof *statements };

static uint64_t sayings(const duel_variant *v)
{
    (void)v;
    return STATEMENTS;
}

static void saying(const duel_variant *v, uint64_t i, int seat, duel_saying *out,
                   duel_sink *text)
{
    char position[16];
    const statement *s = &statements[i];
    duel_putf(text, "statement %d", (int)i);
    out->kind = s->kind;
    out->said = s->said;
    snprintf(position, sizeof position, "%s/%d", s->position, seat + 1);
    if (s->kind == DUEL_SAYS)
        assert_int_equal(duel_read(v, duel_str_of(position), &out->state, NULL), DUEL_OK);
}

static void each_statement_is_held_to_a_search(void **state)
{
    (void)state;
    duel_game g = duel_game_allumettes;
    duel_laws_report r;
    g.sayings = sayings;
    g.saying = saying;
    assert_int_equal(duel_laws_check(&g, 1, 1, 0, &r, NULL), DUEL_OK);
    assert_false(r.broken);
    assert_int_equal(r.said.all, STATEMENTS);
    assert_int_equal(r.said.held, STATEMENTS - 2);
    assert_int_equal(r.said.open, 1);
    assert_int_equal(r.said.large, 1);
    int named = 0;
    for (int i = 0; i < STATEMENTS; i++) {
        if (statements[i].found == NULL)
            continue;
        const duel_falsehood *f = &r.said.named[named++];
        assert_int_equal(f->number, i);
        assert_string_equal(check_english(&f->found), statements[i].found);
        assert_int_equal(f->reached, statements[i].kind == DUEL_SAYS);
    }
    assert_int_equal(r.said.names, named);
    assert_int_equal(r.said.wrong, named);
    duel_laws_report_fini(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_statement_is_held_to_a_search)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
