/* tests/gdl/test_bit_program.c -- flat programs against the prover, and games played 256 at
 * once. */
#include "examples.h"
#include "gdl/cross_check.h"
#include "gdl/playouts.h"
#include "gdl/prover.h"

#include <dirent.h>

/* One lane's state from and to bits: fact i is bit i. */
static void put_state(gdl_bit_states *s, uint32_t lane, const uint64_t *bits)
{
    uint64_t bit = (uint64_t)1 << (lane % 64);
    for (uint32_t i = 0; i < s->flat->facts; i++) {
        uint64_t *word = &s->value[1 + i].at[lane / 64], before = *word & ~bit;
        *word = bits[i / 64] >> (i % 64) & 1 ? before | bit : before;
    }
}

static void get_state(const gdl_bit_states *s, uint32_t lane, uint64_t *bits)
{
    memset(bits, 0, (s->flat->facts + 63) / 64 * sizeof *bits);
    for (uint32_t i = 0; i < s->flat->facts; i++)
        bits[i / 64] |= (uint64_t)gdl_lane(&s->value[1 + i], lane) << (i % 64);
}

static gdl_bit_program *flat_in_way(const gdl_sheet *s, bool split)
{
    gdl_bit_program *f = NULL;
    duel_msg why = {0};
    if (gdl_bit_program_try(s, (gdl_limits){0}, split, &f, &why) != DUEL_OK)
        print_error("%s\n", check_english(&why));
    assert_non_null(f);
    return f;
}

static gdl_bit_program *flat_of(const gdl_sheet *s)
{
    return flat_in_way(s, false);
}

static void check_way(const gdl_sheet *s, const char *name, uint32_t games, bool split)
{
    gdl_bit_program *f = flat_in_way(s, split);
    duel_msg why = {0};
    uint64_t states = 0;
    duel_rng rng = check_rng(1);
    if (gdl_cross_check(s, f, &rng, games, 60, &states, &why) != DUEL_OK) {
        print_error("%s%s: %s\n", name, split ? ", cut" : "", check_english(&why));
        fail();
    }
    assert_true(states >= games);
    gdl_bit_program_free(f);
}

static void check_agrees(const gdl_sheet *s, const char *name, uint32_t games)
{
    check_way(s, name, games, false);
    check_way(s, name, games, true);
}

static const char *const tricky[] = {
    /* legal, goal and terminal see no moves */
    "(role a)(init (p 1))(<= moved (does a go))(<= (legal a go) (not moved))(legal a stay)"
    "(<= (legal a odd) moved)(<= (next (p 2)) moved)(<= (next (p 1)) (not moved))"
    "(<= (goal a 50) moved)(<= (goal a 60) (not moved))",
    /* a circle at run time: what is reached over open edges */
    "(role a)(e 1 2)(e 2 3)(e 3 4)(e 4 1)(e 3 1)(init (open 1 2))(init (open 4 1))"
    "(<= (legal a (open ?x ?y)) (e ?x ?y))(<= (legal a (shut ?x ?y)) (e ?x ?y))"
    "(<= (next (open ?x ?y)) (does a (open ?x ?y)))"
    "(<= (next (open ?x ?y)) (true (open ?x ?y)) (not (does a (shut ?x ?y))))"
    "(<= (way ?x ?y) (true (open ?x ?y)))(<= (way ?x ?z) (way ?x ?y) (true (open ?y ?z)))"
    "(<= (legal a (go ?x)) (way 1 ?x))(<= terminal (way 1 1))(<= (goal a 100) (way 1 4))",
    /* two roles choose at once; sets of moves and their complements */
    "(role a)(role b)(n 1)(n 2)(n 3)(n 4)(n 5)(init (at 1))(<= (legal ?r ?n) (role ?r) (n ?n))"
    "(<= (next (at ?n)) (does a ?n) (does b ?m) (distinct ?n ?m))"
    "(<= (next (same ?n)) (does a ?n) (does b ?n))"
    "(<= (next (kept ?n)) (n ?n) (does a ?m) (distinct ?n ?m) (distinct ?m 3))"
    "(<= (next none) (not (does a 1)) (not (does a 2)) (not (does b 5)))"
    "(<= (goal a ?n) (true (at ?n)))(<= (goal b ?n) (true (same ?n)))",
    /* facts that always hold, and goals that no rule can reach */
    "(role a)(true (p 1))(init (p 2))(<= (legal a (m ?x)) (true (p ?x)))(<= (next (p 3)) (does a "
    "(m 1)))(<= (next (p ?x)) (true (p ?x)) (does a (m 2)))(<= (goal a 10) (true (p 4)))",
    /* one move only */
    "(role a)(init (s 0))(legal a tick)(succ 0 1)(succ 1 2)(succ 2 3)"
    "(<= (next (s ?y)) (does a tick) (true (s ?x)) (succ ?x ?y))(<= terminal (true (s 3)))",
    /* a request for part of a relation, under a negation */
    "(role a)(d 1)(d 2)(d 3)(init (c 1 2))(init (c 2 3))"
    "(<= (sum ?x ?y ?z) (true (c ?x ?y)) (true (c ?y ?z)))"
    "(<= (legal a (m ?x ?z)) (d ?x) (d ?z) (not (some ?x ?z)))"
    "(<= (some ?x ?z) (sum ?x ?y ?z))(<= (next (c ?x ?y)) (does a (m ?x ?y)))"
    "(<= (next (c ?x ?y)) (true (c ?x ?y)) (not (does a (m ?y ?x))))",
    /* rules with many variables: frame axioms, sums */
    "(role a)(role b)(n 1)(n 2)(n 3)(init (cell 1 1 a))(init (cell 2 3 b))(init (cell 3 3 a))"
    "(plus 1 1 2)(plus 1 2 3)(plus 2 1 3)(plus 2 2 1)(plus 3 3 3)(plus 3 1 1)(plus 1 3 2)"
    "(<= (legal ?r (go ?x ?y ?u ?v)) (true (cell ?x ?y ?r)) (n ?u) (n ?v))"
    "(<= (legal ?r rest) (role ?r))"
    "(<= (next (cell ?x ?y ?s)) (true (cell ?x ?y ?s)) (does ?r (go ?a ?b ?c ?d))"
    " (or (distinct ?x ?a) (distinct ?y ?b)) (or (distinct ?x ?c) (distinct ?y ?d)))"
    "(<= (next (cell ?c ?d ?r)) (does ?r (go ?a ?b ?c ?d)))"
    "(<= (next (cell ?x ?y ?s)) (true (cell ?x ?y ?s)) (does a rest) (does b rest))"
    "(<= (total ?t) (true (cell ?x ?y a)) (plus ?x ?y ?s) (true (cell ?u ?v b)) (plus ?s ?u ?w)"
    " (plus ?w ?v ?t))"
    "(<= (goal a ?t) (total ?t))(<= (goal b 9) (true (cell ?x ?y b)) (true (cell ?u ?y a))"
    " (not (plus ?x ?u ?y)) (distinct ?x ?u))",
    /* no move at all for one role, now and then */
    "(role a)(role b)(init (p 1))(<= (legal a (m ?x)) (true (p ?x)))(legal b x)(legal b y)"
    "(<= (next (p 1)) (does b x))",
};

TEST(flat_programs_say_what_the_prover_says)
{
    for (size_t i = 0; i < sizeof tricky / sizeof *tricky; i++) {
        gdl_sheet *s = NULL;
        duel_msg why = {0};
        if (gdl_sheet_read(duel_str_of(tricky[i]), &s, &why) != DUEL_OK)
            print_error("%s\n", check_english(&why));
        assert_non_null(s);
        check_agrees(s, tricky[i], 40);
        gdl_sheet_free(s);
    }
}

static bool is_kif(const char *name)
{
    size_t len = strlen(name);
    return len > 4 && strcmp(name + len - 4, ".kif") == 0;
}

/* Calls `check` for each of our own sheets. */
static void each_example(void (*check)(const gdl_sheet *s, const char *name))
{
    struct dirent *entry;
    int count = 0;
    DIR *dir = opendir(example_path("gdl"));
    assert_non_null(dir);
    while ((entry = readdir(dir))) {
        gdl_sheet *s = NULL;
        duel_msg why = {0};
        if (!is_kif(entry->d_name))
            continue;
        char name[512];
        snprintf(name, sizeof name, "gdl/%s", entry->d_name);
        if (gdl_sheet_load(example_path(name), &s, &why) != DUEL_OK)
            fail_msg("%s: %s", name, check_english(&why));
        assert_int_equal(s->warnings, 0);
        check(s, entry->d_name);
        gdl_sheet_free(s);
        count++;
    }
    closedir(dir);
    assert_true(count >= 4);
}

static void check_example(const gdl_sheet *s, const char *name)
{
    check_agrees(s, name, (uint32_t)check_sample(3, 100));
}

TEST(our_sheets_agree)
{
    each_example(check_example);
}

/* Each game ends with points that sum to 100, and nobody is left without a move. Chance may be
 * a third role, which gets nothing. */
static void check_playouts(const gdl_sheet *s, const char *name)
{
    gdl_bit_program *f = flat_of(s);
    int64_t points[3] = {0, 0, 0};
    gdl_playouts out = {.points = points};
    (void)name;
    assert_in_range(s->roles, 2, 3);
    assert_ok(gdl_play_out(f, 7, 50000, 1000, &out, NULL));
    assert_true(out.states >= 50000 && out.games > 100);
    assert_int_equal(out.stranded, 0);
    assert_int_equal(points[0] + points[1] + points[2], 100 * (int64_t)out.games);
    gdl_bit_program_free(f);
}

TEST(playouts_of_our_sheets_end)
{
    each_example(check_playouts);
}

enum { MOST_STATES = 1 << 14 };

/* All states met, of 64 facts at most, each once. */
typedef struct search {
    const gdl_bit_program *flat;
    gdl_bit_states states;
    uint64_t met[MOST_STATES];
    uint32_t count, ends;
} search;

/* Every pair of legal moves of the first lane gets a lane of its own; returns how many. */
static uint32_t spread_pairs(search *s, const uint64_t *state)
{
    const gdl_bit_program *f = s->flat;
    uint32_t pair[GDL_LANES][2], lanes = 0;
    for (uint32_t a = f->first_move[0]; a < f->first_move[1]; a++)
        for (uint32_t b = f->first_move[1]; b < f->first_move[2]; b++)
            if (gdl_signal_word(&s->states, f->legal[a], 0) &
                gdl_signal_word(&s->states, f->legal[b], 0) & 1) {
                pair[lanes][0] = a;
                pair[lanes++][1] = b;
            }
    gdl_clear_moves(&s->states);
    for (uint32_t lane = 0; lane < lanes; lane++) {
        put_state(&s->states, lane, state);
        gdl_choose(&s->states, lane, pair[lane][0]);
        gdl_choose(&s->states, lane, pair[lane][1]);
    }
    return lanes;
}

static void meet_lane(search *s, uint32_t lane)
{
    uint32_t k = 0;
    assert_true(s->count < MOST_STATES);
    get_state(&s->states, lane, &s->met[s->count]);
    while (s->met[k] != s->met[s->count])
        k++;
    s->count += k == s->count;
}

static void expand_state(search *s, uint32_t number)
{
    put_state(&s->states, 0, &s->met[number]);
    gdl_find_legal(&s->states);
    if (gdl_signal_word(&s->states, s->flat->over, 0) & 1) {
        s->ends++;
        return;
    }
    uint32_t lanes = spread_pairs(s, &s->met[number]);
    gdl_find_legal(&s->states);
    gdl_step(&s->states);
    for (uint32_t lane = 0; lane < lanes; lane++)
        meet_lane(s, lane);
}

static void count_states(const gdl_sheet *sheet, uint32_t *states, uint32_t *ends)
{
    search *s = calloc(1, sizeof *s);
    gdl_bit_program *f = flat_of(sheet);
    assert_true(f->facts <= 64 && f->roles == 2);
    assert_ok(gdl_bit_states_init(f, &s->states, NULL));
    s->flat = f;
    gdl_start(&s->states, &(gdl_word256){{1}});
    meet_lane(s, 0);
    for (uint32_t i = 0; i < s->count; i++)
        expand_state(s, i);
    *states = s->count;
    *ends = s->ends;
    gdl_bit_states_fini(&s->states);
    gdl_bit_program_free(f);
    free(s);
}

/* The public figures of tic-tac-toe; of the heaps, what (heap, last, turn) can be reached. */
TEST(all_states_are_counted)
{
    static const struct {
        const char *name;
        uint32_t states, ends;
    } known[] = {{"gdl/tictactoe.kif", 5478, 958},
                 {"gdl/allumettes.kif", 38, 2},
                 {"gdl/nim.kif", 96, 8}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        gdl_sheet *s = NULL;
        uint32_t states, ends;
        assert_ok(gdl_sheet_load(example_path(known[i].name), &s, NULL));
        count_states(s, &states, &ends);
        assert_int_equal(states, known[i].states);
        assert_int_equal(ends, known[i].ends);
        gdl_sheet_free(s);
    }
}

/* States go into lanes and come out as they were, and lanes do not touch each other. */
TEST(lanes_are_apart)
{
    gdl_sheet *s = NULL;
    gdl_bit_states st;
    assert_ok(gdl_sheet_read(duel_str_of(tricky[1]), &s, NULL));
    gdl_bit_program *f = flat_of(s);
    assert_ok(gdl_bit_states_init(f, &st, NULL));
    assert_true(f->facts <= 64);
    for (uint32_t lane = 0; lane < GDL_LANES; lane++)
        put_state(&st, lane, &(uint64_t){lane * 0x9E3779B97F4A7C15u >> (64 - f->facts)});
    for (uint32_t lane = 0; lane < GDL_LANES; lane++) {
        uint64_t bits;
        get_state(&st, lane, &bits);
        assert_int_equal(bits, lane * 0x9E3779B97F4A7C15u >> (64 - f->facts));
    }
    gdl_bit_states_fini(&st);
    gdl_bit_program_free(f);
    gdl_sheet_free(s);
}

/* Play-outs choose each legal move as often as the others. */
TEST(choices_are_even)
{
    gdl_sheet *s = NULL;
    int64_t points[1] = {0};
    gdl_playouts out = {.points = points};
    const char *dice = "(role a)(n 1)(n 2)(n 3)(n 4)(n 5)(n 6)(n 7)(<= (legal a ?n) (n ?n))"
                       "(<= (next (rolled ?n)) (does a ?n))(<= over (true (rolled ?n)))"
                       "(<= terminal over)(<= (goal a ?n) (true (rolled ?n)))";
    assert_ok(gdl_sheet_read(duel_str_of(dice), &s, NULL));
    gdl_bit_program *f = flat_of(s);
    assert_ok(gdl_play_out(f, 3, 1 << 18, 10, &out, NULL));
    double mean = (double)points[0] / (double)out.games;
    assert_true(mean > 3.97 && mean < 4.03); /* one in three hundred would be ± 0.016 */
    gdl_bit_program_free(f);
    gdl_sheet_free(s);
}

TEST(limits_are_kept)
{
    gdl_sheet *s = NULL;
    gdl_bit_program *f = NULL;
    duel_msg why = {0};
    const char *endless = "(role you)(init (s 0))(legal you go)(<= (next (s (s ?x))) (true (s "
                          "?x)))";
    assert_ok(gdl_sheet_read(duel_str_of(endless), &s, &why));
    assert_int_equal(gdl_bit_program_make(s, (gdl_limits){0}, &f, &why), DUEL_REFUSED);
    assert_null(f);
    gdl_sheet_free(s);
    assert_ok(gdl_sheet_read(duel_str_of(tricky[2]), &s, &why));
    assert_int_equal(gdl_bit_program_make(s, (gdl_limits){.bytes = 20000}, &f, &why),
                     DUEL_NO_SPACE);
    assert_null(f);
    gdl_sheet_free(s);
}
