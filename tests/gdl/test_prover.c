/* tests/gdl/test_prover.c -- what sheets say of their states, rule by rule of the language. */
#include "check.h"
#include "gdl/inside.h"
#include "gdl/prover.h"

typedef struct fixture {
    gdl_sheet *sheet;
    gdl_prover *prover;
} fixture;

static fixture open_prover(const char *text)
{
    fixture f = {0};
    duel_msg why = {0};
    if (gdl_sheet_read(duel_str_of(text), &f.sheet, &why) != DUEL_OK ||
        gdl_prover_new(f.sheet, (gdl_limits){0}, &f.prover, &why) != DUEL_OK)
        print_error("%s\n", check_english(&why));
    assert_non_null(f.prover);
    return f;
}

static void close_prover(fixture *f)
{
    gdl_prover_free(f->prover);
    gdl_sheet_free(f->sheet);
}

static void play_text(fixture *f, const char *moves)
{
    gdl_term move[8];
    duel_str rest = duel_str_of(moves), part;
    for (int i = 0; duel_str_part(&rest, ',', &part); i++)
        assert_ok(gdl_prover_term(f->prover, part, &move[i], NULL));
    assert_ok(gdl_prover_play(f->prover, move, NULL));
}

/* "a (b c)|noop": the legal moves of each role. */
static const char *legal_text(fixture *f)
{
    static char text[1024];
    CHECK_BUF(b);
    for (uint32_t r = 0; r < f->sheet->roles; r++) {
        const gdl_list *moves = gdl_prover_legal(f->prover, r);
        duel_put(&b.sink, r ? "|" : "");
        for (size_t i = 0; i < moves->count; i++) {
            duel_put(&b.sink, i ? " " : "");
            gdl_put_term(gdl_prover_terms(f->prover), moves->at[i], &b.sink);
        }
    }
    snprintf(text, sizeof text, "%s", b.text);
    return text;
}

static void check_goal(fixture *f, uint32_t role, gdl_goal kind, int32_t points)
{
    int32_t got = points;
    assert_int_equal(gdl_prover_goal(f->prover, role, &got), kind);
    assert_int_equal(got, points);
}

/* Each sheet asks its question by the moves that are legal at the start. */
static const struct {
    const char *text, *legal;
} start[] = {
    {"(role you)(<= (legal you a) (not (distinct p p)))(<= (legal you b) (not (distinct p q)))",
     "a"},
    {"(role you)(n 1)(n 2)(n 3)(<= (legal you ?x) (n ?x) (distinct ?x 2))", "1 3"},
    {"(role you)(n 1)(n 2)(n 3)(<= (legal you ?x) (distinct ?x 2) (not (m ?x)) (n ?x))(m 3)",
     "1"},
    {"(role you)(init (p 1))(<= (legal you (q ?x)) (or (true (p ?x)) (r ?x)))(r 1)(r 2)",
     "(q 1) (q 2)"},
    {"(role you)(<= (legal you a) open)(<= (legal you b) (open))(open)", "b"},
    {"(role you)(n 1)(n 01)(<= (legal you ?x) (n ?x))(legal me c)(legal (you) d)", "01 1"},
    {"(role you)(e 1 2)(e 2 3)(e 3 1)(<= (p ?x ?y) (e ?x ?y))(<= (p ?x ?z) (p ?x ?y) (e ?y ?z))"
     "(init (at 1))(<= (legal you ?y) (true (at ?x)) (p ?x ?y))",
     "1 2 3"},
    /* two that could each be asked for by what the other says */
    {"(role you)(init (t 1 2))(init (t 2 3))(<= (a ?x ?y) (true (t ?x ?y)))(<= (b ?x ?y) (true "
     "(t ?x ?y)))(<= (legal you m) (a 1 ?y) (b ?y 3))",
     "m"},
    {"(role you)(true (p 1))(<= (legal you a) (true (p 1)))(<= (legal you b) (init (p 1)))",
     "a"},
    {"(role you)(<= (legal you a) (not (does you a)))(<= (legal you b) (does you a))", "a"},
    {"(role you)(<= (init (p 1)) (not (true (p 2))))(init (p 2))"
     "(<= (legal you ?x) (true (p ?x)))",
     "1 2"},
    {"(role you)(d 1)(d 2)(init (p 1))(<= (none ?x) (d ?x) (not (true (p ?x))))"
     "(<= (legal you (a ?x)) (d ?x) (none ?x))(<= (legal you (b ?x)) (d ?x) (not (none ?x)))",
     "(a 2) (b 1)"},
    {"(role you)(kind a pawn)(kind b king)(init (at a))(init (at b))"
     "(<= (legal you ?x) (true (at ?x)) (not (kind ?x pawn)))"
     "(<= (legal you (k ?x)) (true (at ?x)) (kind ?x king))",
     "(k b) b"},
    {"(role You)(role you)(<= (legal ?r Pass) (role ?r) (distinct ?r you))(legal you pass)",
     "Pass|pass"},
};

TEST(sheets_say_what_is_legal)
{
    for (size_t i = 0; i < sizeof start / sizeof *start; i++) {
        fixture f = open_prover(start[i].text);
        if (strcmp(legal_text(&f), start[i].legal) != 0)
            print_error("%s\n→ %s\n", start[i].text, legal_text(&f));
        assert_string_equal(legal_text(&f), start[i].legal);
        close_prover(&f);
    }
}

static const char countdown[] =
    "(role left) (role right) (init (heap 3)) (init (turn left))\n"
    "(less 3 2) (less 2 1) (less 1 0) (other left right) (other right left)\n"
    "(<= (legal ?r take) (true (turn ?r)) (true (heap ?n)) (distinct ?n 0))\n"
    "(<= (legal ?r noop) (other ?r ?s) (true (turn ?s)))\n"
    "(<= (next (heap ?m)) (does ?r take) (true (heap ?n)) (less ?n ?m))\n"
    "(<= (next (turn ?s)) (true (turn ?r)) (other ?r ?s))\n"
    "(<= terminal (true (heap 0)))\n"
    "(<= (goal ?r 0) (role ?r) (not (goal ?r 100)))\n"
    "(<= (goal ?r 100) terminal (role ?r) (not (true (turn ?r))))\n";

TEST(a_game_goes_to_its_end)
{
    fixture f = open_prover(countdown);
    assert_string_equal(legal_text(&f), "take|noop");
    play_text(&f, "take,noop");
    assert_string_equal(legal_text(&f), "noop|take");
    assert_false(gdl_prover_over(f.prover));
    check_goal(&f, 0, GDL_GOAL_ONE, 0);
    play_text(&f, "noop,take");
    play_text(&f, "take,noop");
    assert_true(gdl_prover_over(f.prover));
    check_goal(&f, 0, GDL_GOAL_ONE, 100);
    check_goal(&f, 1, GDL_GOAL_ONE, 0);
    assert_ok(gdl_prover_restart(f.prover, NULL));
    assert_string_equal(legal_text(&f), "take|noop");
    close_prover(&f);
}

/* There is no frame axiom, moves are not judged, and unknown ones mean nothing. */
TEST(moves_are_computed_and_not_judged)
{
    fixture f = open_prover(countdown);
    play_text(&f, "noop,take");
    assert_int_equal(gdl_prover_state(f.prover)->count, 2);
    play_text(&f, "(take 7),Noop");
    assert_int_equal(gdl_prover_state(f.prover)->count, 1);
    assert_string_equal(legal_text(&f), "|noop");
    close_prover(&f);
}

TEST(goals_are_numbers)
{
    fixture f = open_prover("(role a)(role b)(role c)(role d)(role e)(goal a 050)(goal b +7)"
                            "(goal c -5)(goal d 1.5)(goal e 1)(goal e 2)(goal a (9))");
    check_goal(&f, 0, GDL_GOAL_ONE, 50);
    check_goal(&f, 1, GDL_GOAL_ONE, 7);
    check_goal(&f, 2, GDL_GOAL_ONE, -5);
    check_goal(&f, 3, GDL_GOAL_NONE, 0);
    int32_t points;
    assert_int_equal(gdl_prover_goal(f.prover, 4, &points), GDL_GOAL_MANY);
    close_prover(&f);
}

/* Facts of a relation of the sheet in the state at hand. */
static size_t count_facts(fixture *f, const char *name, int arity)
{
    gdl_terms *t = gdl_prover_terms(f->prover);
    gdl_functor relation = gdl_functor_of(t, gdl_symbol(t, duel_str_of(name)), arity);
    return gdl_facts_of(gdl_prover_facts(f->prover), relation)->count;
}

/* Stones counted along a row, by a sum handed on from place to place: each place is asked about
 * the one sum that has come to it, not about all of them. */
TEST(only_what_is_asked_for_is_proved)
{
    enum { PLACES = 20 };
    CHECK_BUF(text);
    duel_put(&text.sink, "(role you)(<= (legal you (have ?n)) (sum 1 0 ?n))"
                         "(<= (sum ?i ?n ?m) (last ?i) (one ?i ?n ?m))"
                         "(<= (sum ?i ?n ?m) (one ?i ?n ?k) (succ ?i ?j) (sum ?j ?k ?m))"
                         "(<= (one ?i ?n ?m) (true (at ?i stone)) (succ ?n ?m))"
                         "(<= (one ?i ?n ?n) (true (at ?i nothing)) (number ?n))");
    duel_putf(&text.sink, "(last %d)(number 0)", PLACES);
    for (int i = 1; i <= PLACES; i++)
        duel_putf(&text.sink, "(number %d)(succ %d %d)(init (at %d %s))", i, i - 1, i, i,
                  i % 3 ? "stone" : "nothing");
    fixture f = open_prover(text.text);
    assert_string_equal(legal_text(&f), "(have 14)");
    assert_int_equal(count_facts(&f, "one", 3), PLACES);
    assert_int_equal(count_facts(&f, "sum", 3), PLACES);
    close_prover(&f);
}

/* What grows from state to state is legal; what never ends is stopped. */
TEST(limits_hold)
{
    fixture f =
        open_prover("(role you)(init (s 0))(legal you go)(<= (next (s (s ?x))) (true (s "
                    "?x)))");
    duel_msg why = {0};
    gdl_term go;
    duel_status status = gdl_prover_term(f.prover, duel_str_of("go"), &go, &why);
    for (int i = 0; i < 2 * GDL_DEEPEST && status == DUEL_OK; i++)
        status = gdl_prover_play(f.prover, &go, &why);
    assert_int_equal(status, DUEL_REFUSED);
    assert_non_null(strstr(check_english(&why), "grows without end"));
    close_prover(&f);

    gdl_sheet *s = NULL;
    gdl_prover *p = NULL;
    const char *wide = "(role you)(d 1)(d 2)(d 3)(d 4)(d 5)(d 6)(d 7)(d 8)(d 9)"
                       "(<= (legal you (m ?a ?b ?c ?d ?e ?f ?g)) (d ?a)(d ?b)(d ?c)(d ?d)(d "
                       "?e)(d ?f)(d ?g))";
    assert_ok(gdl_sheet_read(duel_str_of(wide), &s, &why));
    assert_int_equal(gdl_prover_new(s, (gdl_limits){.bytes = 1 << 22}, &p, &why),
                     DUEL_NO_SPACE);
    assert_string_equal(why.id, "The rule sheet takes more memory than the {0} MB given.");
    assert_int_equal(why.arg[0].number, 4);
    assert_null(p);
    gdl_sheet_free(s);
}
