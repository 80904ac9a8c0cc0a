/* tests/wumpus/test_help.c -- hints tell no more than their step, lenses tell what follows, the
 * lesson can be learned. */
#include "helpers.h"

#include "core/lesson.h"
#include "core/reason.h"
#include "games/wumpus/agent.h"
#include "games/wumpus/cell_status.h"
#include "games/wumpus/move_reasons.h"

extern const duel_game duel_game_wumpus;

/* ---- hints -------------------------------------------------------------------------- */

/* Whether the rendered hint or its marks give the cell away. */
static bool marks(const duel_reason *r, wumpus_cell c)
{
    duel_target target = duel_target_of("cell:%d:%d", c.x, c.y);
    for (int i = 0; i < r->count; i++)
        for (int k = 0; k < r->fact[i].targets; k++)
            if (strcmp(r->fact[i].target[k].text, target.text) == 0)
                return true;
    return false;
}

static int all_marks(const duel_reason *r)
{
    int count = 0;
    for (int i = 0; i < r->count; i++)
        count += r->fact[i].targets;
    return count;
}

static bool has_digit(const duel_reason *r)
{
    bool digit = false;
    for (int i = 0; i < r->count; i++) {
        CHECK_BUF(text);
        duel_render(DUEL_EN, &r->fact[i].text, &text.sink);
        for (size_t k = 0; k < text.len; k++)
            digit = digit || (text.text[k] >= '0' && text.text[k] <= '9');
    }
    return digit;
}

static void check_hints(const duel_variant *v, const wumpus_state *s, duel_move move)
{
    static duel_reason hint[DUEL_HINTS + 1], all;
    const wumpus_setup *u = wumpus_setup_of(v);
    wumpus_knowledge k = wumpus_knowledge_of(u, s);
    wumpus_set edge = wumpus_frontier(&k);
    wumpus_cell c = wumpus_move_cell(move);
    duel_explain(v, s, 0, &move, 1, &all);
    for (int step = 1; step <= DUEL_HINTS; step++) {
        hint[step] = all;
        duel_reason_keep(&hint[step], step, step);
        assert_true(hint[step].count > 0 || step == DUEL_GIVES_WHY);
        if (step < DUEL_GIVES_WHY)
            assert_int_equal(hint[step].fact[0].arg[2], step);
    }
    assert_int_equal(all_marks(&hint[1]), 0); /* that, not where */
    assert_false(has_digit(&hint[1]));
    assert_false(has_digit(&hint[2]));
    if (wumpus_move_act(move) == WUMPUS_GO && wumpus_has(&edge, c.x, c.y)) {
        assert_true(marks(&hint[2], c)); /* where, not which */
        assert_true(all_marks(&hint[2]) > 1);
        assert_true(marks(&hint[3], c));
    }
    assert_int_equal(hint[3].count, 1); /* which, not why */
    if (wumpus_move_act(move) == WUMPUS_GO)
        assert_true(hint[4].count > 0);
}

TEST(hints_in_steps)
{
    static const char *const variants[] = {"", "size=5 pits=6", "rules=textbook",
                                           "wumpuses=2 golds=2 size=6"};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        duel_variant v = check_settings("wumpus", variants[i]);
        const wumpus_setup *u = wumpus_setup_of(&v);
        for (int game = 0; game < check_sample(2, 50); game++) {
            duel_state view;
            duel_state state = check_dealt(&v, (int)game);
            while (!duel_is_over(&v, &state)) {
                wumpus_choice choice;
                duel_view(&v, &state, 0, &view);
                assert_ok(wumpus_choose(u, (wumpus_state *)&view, &choice, NULL));
                check_hints(&v, (wumpus_state *)&view, choice.move);
                v.game->play(&v, &state, choice.move);
            }
        }
    }
}

/* ---- lenses ------------------------------------------------------------------------- */

static const duel_lens *lens_of(const char *id)
{
    const duel_lens *l = duel_game_wumpus.teaching.lenses;
    for (; l->id && strcmp(l->id, id) != 0; l++)
        continue;
    assert_non_null(l->id);
    return l;
}

TEST(lens_texts)
{
    static const struct {
        const char *lens, *position, *text;
    } examples[] = {
        {"deduction", "? ? ? ? / ? ? ? ? / ? . ? ? / . . B ? ; at 1,1 4 ; view",
         "  3                     \n"
         "  2        v            \n"
         "  1   v    .    v       \n"
         "  0   .    .    .    !  \n"
         "  v proved safe, ! proved deadly, else the danger of entering\n"},
        {"deduction", "? ? ? ? / ? ? ? ? / ? ? ? ? / . . B ? ; at 2,0 2 ; view",
         "  3                     \n"
         "  2                     \n"
         "  1   v    v   54%      \n"
         "  0   .    .    .   54% \n"
         "  v proved safe, ! proved deadly, else the danger of entering\n"},
        {"percepts", "? ? ? ? / ? ? ? ? / ? ? ? ? / . . BP ? ; at 2,0 2 ; view",
         "  The breeze at (2,0): a pit at (3,0) / (2,1).\n"
         "  The stench at (2,0): a wumpus at (3,0) / (2,1).\n"},
        {"percepts", "? ? ? ? / ? ? ? ? / ? ? ? ? / . ? ? ? ; at 0,0 0 ; view",
         "  Nothing has been felt yet: every cell beside you is safe.\n"},
        /* what a lifeline revealed counts like what was felt on the way */
        {"percepts", "? ? ? ? / ? ? ? *B / ? ? ? ? / . . ? ? ; at 1,0 1 ; reveals 1 ; view",
         "  The breeze at (3,2): a pit at (3,1) / (2,2) / (3,3).\n"},
        {"percepts", "? ? ? ? / ? ? ? ? / ? ? *. ? / . . B ? ; at 2,0 2 ; reveals 1 ; view",
         "  The breeze at (2,0): a pit at (3,0).\n"},
        {"percepts", "? ? ? ? / ? ? ? ? / ? ? *T ? / . . B ? ; at 2,0 2 ; reveals 1 ; view",
         "  The breeze at (2,0): its pit has been seen.\n"},
        {"deduction", "? ? ? *. / ? ? ? ? / ? ? ? ? / . ? ? ? ; at 0,0 0 ; reveals 1 ; view",
         "  3             v    .  \n"
         "  2                  v  \n"
         "  1   v                 \n"
         "  0   .    v            \n"
         "  v proved safe, ! proved deadly, else the danger of entering\n"},
    };
    duel_variant v = check_settings("wumpus", "size=4 pits=2");
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        duel_state view;
        duel_msg why = {0};
        assert_ok(duel_read(&v, duel_str_of(examples[i].position), &view, &why));
        CHECK_BUF(text);
        duel_pen pen = {.out = &text.sink, .lang = DUEL_EN};
        lens_of(examples[i].lens)->draw(&v, &view, 0, &pen);
        assert_string_equal(text.text, examples[i].text);
    }
}

/* Every cell that can be entered has one mark, and the mark says what the reasoner says. */
TEST(lens_marks)
{
    duel_variant v = check_settings("wumpus", "size=6 pits=7");
    const wumpus_setup *u = wumpus_setup_of(&v);
    for (int game = 0; game < check_sample(5, 200); game++) {
        duel_state view;
        duel_state state = check_dealt(&v, (int)game);
        while (!duel_is_over(&v, &state)) {
            duel_scene scene;
            wumpus_choice choice;
            wumpus_verdicts verdicts;
            duel_view(&v, &state, 0, &view);
            wumpus_knowledge k = wumpus_knowledge_of(u, (wumpus_state *)&view);
            wumpus_set edge = wumpus_frontier(&k);
            assert_ok(wumpus_judge(&u->rules, &k, &edge, &verdicts, NULL));
            duel_scene_init(&scene);
            lens_of("deduction")->scene(&v, &view, 0, &scene);
            assert_int_equal(scene.count, wumpus_count(&edge));
            for (int i = 0; i < scene.count; i++) {
                int x = 0, y = 0;
                assert_int_equal(sscanf(scene.element[i].id, "deduced:%d:%d", &x, &y), 2);
                bool safe = wumpus_has(&verdicts.safe, x, y);
                assert_int_equal(strcmp(scene.element[i].face, "✓") == 0, safe);
                assert_int_equal(scene.element[i].tone == DUEL_SAFE, safe);
            }
            duel_scene_fini(&scene);
            assert_ok(wumpus_choose(u, (wumpus_state *)&view, &choice, NULL));
            v.game->play(&v, &state, choice.move);
        }
    }
}

/* ---- reasons ------------------------------------------------------------------------ */

/* The sentence on the status of the cell that the move enters. */
static void status_told(const char *position, const char *move, char *out, size_t size)
{
    duel_variant v = check_settings("wumpus", "size=4 pits=2");
    duel_move turn[1];
    duel_reason why = {.count = 0};
    duel_state view = check_state(&v, position);
    assert_ok(duel_read_move(&v, &view, duel_str_of(move), turn, NULL));
    v.game->teaching.explain(&v, &view, 0, turn, 1, &why);
    CHECK_BUF(text);
    for (int i = 0; i < why.count && text.len == 0; i++)
        if (why.fact[i].kind == WUMPUS_FACT_STATUS)
            duel_render(DUEL_EN, &why.fact[i].text, &text.sink);
    snprintf(out, size, "%s", text.text);
}

TEST(what_was_revealed_is_a_reason)
{
    static const struct {
        const char *position, *move, *says;
    } examples[] = {
        {"? ? ? ? / ? ? ? ? / ? ? ? ? / . *. ? ? ; at 0,0 0 ; reveals 1 ; view", "1:0",
         "(1,0) is safe: you have seen what is there."},
        {"? ? ? ? / ? ? ? ? / ? ? ? ? / . . B *T ; at 2,0 2 ; reveals 1 ; view", "3:0",
         "(3,0) is a pit: you have seen it."},
        {"*W ? ? ? / P ? ? ? / . ? ? ? / . . ? ? ; at 0,2 6 ; reveals 1 ; view", "1:2",
         "(1,2) is safe: there is no breeze at (0,2), and a wumpus at (0,3)."},
    };
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        char told[256];
        status_told(examples[i].position, examples[i].move, told, sizeof told);
        assert_string_equal(told, examples[i].says);
    }
}

/* ---- the lesson --------------------------------------------------------------------- */

/* Every other legal move is answered and changes nothing; the accepted ones lead to the gold.
 */
TEST(the_lesson)
{
    static duel_learner l;
    duel_msg word = {0};
    int moves = 0;
    assert_ok(duel_learner_begin(&duel_game_wumpus, &l, &word));
    while (duel_learner_step(&l)) {
        const duel_step *s = duel_learner_step(&l);
        duel_move list[DUEL_MOVES_MAX];
        int count = l.v.game->moves(&l.v, &l.state, list), refused = 0, step = l.step;
        char good[64];
        snprintf(good, sizeof good, " %s ", s->good);
        for (int i = 0; i < count; i++) {
            char wrapped[64];
            CHECK_BUF(text);
            duel_print_move(&l.v, &l.state, list[i], &text.sink);
            snprintf(wrapped, sizeof wrapped, " %s ", text.text);
            if (strstr(good, wrapped) == NULL) {
                assert_int_equal(duel_learner_try(&l, duel_buf_str(&text), &word),
                                 DUEL_REFUSED);
                assert_int_equal(l.step, step);
                refused++;
            }
        }
        assert_true(refused > 0 && refused < count);
        assert_ok(duel_learner_go(&l, step + 1, &word));
        moves++;
    }
    const wumpus_setup *u = wumpus_setup_of(&l.v);
    assert_true(moves >= 5);
    assert_int_equal(wumpus_ending_of(u, (wumpus_state *)&l.state), WUMPUS_FOUND);
}
