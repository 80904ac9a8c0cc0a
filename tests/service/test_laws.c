/* tests/service/test_laws.c -- every game of the catalogue keeps the laws, and a game with a
 * planted fault does not: the law is named, and few moves show it. */
#include "check.h"

#include "core/lesson.h"
#include "core/puzzle.h"
#include "core/reason.h"
#include "lab/laws.h"

/* A long game shows as many positions as several short ones. */
static int games_to_try(const duel_game *g)
{
    enum { LONG = 100 };
    duel_variant v = check_variant(g->id);
    return check_sample(v.max_plies > LONG ? 4 : 12, 300);
}

static void every_game_keeps_the_laws(void **state)
{
    (void)state;
    for (int i = 0; duel_games[i]; i++) {
        duel_laws_report r;
        duel_msg why = {0};
        assert_int_equal(duel_laws_check(duel_games[i], 11, games_to_try(duel_games[i]),
                                         check_sample(6, 60), &r, &why),
                         DUEL_OK);
        if (r.broken)
            fail_msg("%s: %s (%s; --seed %s --play %s)", duel_games[i]->id, r.breach.law,
                     r.breach.variant.text, r.breach.seed, r.breach.moves.text);
        assert_true(r.positions > 50);
        duel_laws_report_fini(&r);
    }
}

/* ---- planted faults: copies of games in which one function is wrong -----------------------
 */

extern const duel_game duel_game_connect4, duel_game_duo, duel_game_nim, duel_game_tictactoe,
    duel_game_allumettes, duel_game_template, duel_game_wumpus;

static void wrong_undo(const duel_variant *v, void *state, duel_move move, uint64_t trace)
{
    uint64_t *words = state;
    duel_game_connect4.accel->undo(v, state, move, trace);
    if (words[0] & 0x8000) /* a disc on a certain cell: only some positions show it */
        words[1] |= 1;
}

static int lists_too_much(const duel_variant *v, const void *state, duel_move out[])
{
    int count = duel_game_nim.moves(v, state, out);
    if (count > 1 && count < 3)
        out[count++] = 3 + 1; /* a move that nobody may play */
    return count;
}

static void prints_wrong(const duel_variant *v, const void *view, duel_sink *out)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_game_tictactoe.print(v, view, &text.sink);
    if (text.text[4] == 'O')
        text.text[4] = '.';
    duel_put(out, text.text);
    duel_buf_fini(&text);
}

/* The other's card a is not erased once its card b lies face down. */
static void leaks(const duel_variant *v, void *state, int seat)
{
    unsigned char before[64];
    memcpy(before, state, v->state_size);
    duel_game_duo.hide(v, state, seat);
    if (seat == DUEL_NOBODY && before[4 + 2] != 0)
        ((unsigned char *)state)[2] = before[2];
}

static bool ends_too_early(const duel_variant *v, const void *state, int32_t score[])
{
    score[0] = score[1] = 0;
    return duel_game_template.over(v, state, score) || *(const int32_t *)state == 3;
}

static uint64_t same_key(const duel_variant *v, const void *state)
{
    return duel_game_connect4.accel->pack(v, state) >> 3;
}

static uint64_t wrong_symmetry(const duel_variant *v, const void *state)
{
    return duel_game_tictactoe.accel->canon(v, state) / 3 * 3;
}

static bool wrong_formula(const duel_variant *v, const void *state, duel_result *out)
{
    bool told = duel_game_allumettes.accel->known(v, state, out);
    if (out->remoteness == 5)
        out->remoteness = 4;
    return told;
}

static int same_path(const duel_variant *v, const void *view, duel_move move, duel_target out[])
{
    (void)v, (void)view, (void)move;
    strcpy(out[0].text, "cell:0:0");
    return 1;
}

static void writes_outside(const duel_variant *v, void *state, duel_move move)
{
    duel_game_template.play(v, state, move);
    if (*(int32_t *)state == 4)
        ((unsigned char *)state)[v->state_size] = 1;
}

/* Gives back what it takes: only the seat changes. */
static void stands_still(const duel_variant *v, void *state, duel_move move)
{
    duel_game_template.play(v, state, move);
    *(int32_t *)state += (int32_t)move;
}

static void hold(const duel_game *g, const char *law, size_t most_moves)
{
    duel_laws_report r;
    duel_msg why = {0};
    assert_int_equal(duel_laws_check(g, 3, 200, 0, &r, &why), DUEL_OK);
    if (!r.broken)
        fail_msg("not found: %s", law);
    if (strstr(r.breach.law, law) == NULL)
        fail_msg("expected “%s”, got “%s”", law, r.breach.law);
    size_t moves = r.breach.moves.len ? 1 : 0;
    for (const char *c = r.breach.moves.text; *c; c++)
        moves += *c == ',';
    if (moves > most_moves)
        fail_msg("%s: %zu moves: %s", law, moves, r.breach.moves.text);
    duel_laws_report_fini(&r);
}

static void planted_faults_are_found(void **state)
{
    (void)state;
    duel_game g = duel_game_connect4;
    duel_accel a = *duel_game_connect4.accel;
    g.accel = &a;
    a.undo = wrong_undo;
    hold(&g, "Undo", 6);
    a = *duel_game_connect4.accel;
    a.pack = same_key;
    a.canon = NULL;
    hold(&g, "different keys", 42);

    g = duel_game_nim;
    g.moves = lists_too_much;
    hold(&g, "A listed move is accepted", 3);

    g = duel_game_tictactoe;
    g.print = prints_wrong;
    hold(&g, "reads back", 4);
    g = duel_game_tictactoe;
    g.path = same_path;
    hold(&g, "Every path", 0);
    a = *duel_game_tictactoe.accel;
    a.canon = wrong_symmetry;
    g = duel_game_tictactoe;
    g.accel = &a;
    hold(&g, "Symmetric positions", 9);

    g = duel_game_duo;
    g.hide = leaks;
    hold(&g, "Hiding only erases", 6);

    g = duel_game_template;
    g.over = ends_too_early;
    hold(&g, "An ended game has no moves", 7);
    g = duel_game_template;
    g.play = writes_outside;
    hold(&g, "Play depends on state", 6);
    g.play = stands_still;
    hold(&g, "never comes back", 2);

    a = *duel_game_allumettes.accel;
    a.known = wrong_formula;
    g = duel_game_allumettes;
    g.accel = &a;
    hold(&g, "A proved formula", 8);
}

static void a_missing_translation_breaks_a_law(void **state)
{
    (void)state;
    duel_game g = duel_game_template;
    g.tagline = "This sentence has no French";
    hold(&g, "both languages", 0);
}

/* Looks at every byte, so at what a view does not have. */
static duel_claim peeks(const duel_variant *v, const void *view, int seat,
                        const duel_target *target, duel_reason *out)
{
    (void)seat, (void)target;
    const unsigned char *bytes = view;
    unsigned ones = 0;
    for (uint32_t i = 0; i < v->state_size; i++)
        ones += (unsigned)__builtin_popcount(bytes[i]);
    duel_say(&duel_reason_add(out, 1)->text, "Play {0}.", "i", (int64_t)1);
    return ones > 3 ? DUEL_CLAIM_PROVED : DUEL_CLAIM_OPEN;
}

static duel_claim judges_silently(const duel_variant *v, const void *view, int seat,
                                  const duel_target *target, duel_reason *out)
{
    (void)v, (void)view, (void)seat, (void)target, (void)out;
    return DUEL_CLAIM_WRONG;
}

static void faulty_marks_are_found(void **state)
{
    (void)state;
    duel_game g = duel_game_wumpus;
    g.mark = peeks;
    hold(&g, "A mark is judged", 0);
    g = duel_game_tictactoe;
    g.mark = judges_silently;
    hold(&g, "A mark is judged", 0);
}

/* Lessons that stop half-way: a move that is not legal, two ways on, a mistake unanswered. */
static void faulty_help_is_found(void **state)
{
    (void)state;
    static const char say[] = "Play {0}.";
    static const duel_step illegal[] = {{.say = say, .good = "2", .wrong = say, .reply = "5"},
                                        {0}};
    static const duel_step forked[] = {{.say = say, .good = "1 2", .wrong = say},
                                       {.say = say, .good = "1", .wrong = say},
                                       {0}};
    static const duel_step silent[] = {{.say = say, .good = "1"}, {0}};
    static const duel_step *const faults[] = {illegal, forked, silent};
    duel_game g = duel_game_template;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        duel_lesson lesson = {.options = "squares=7", .steps = faults[i]};
        g = duel_game_template;
        g.lesson = &lesson;
        hold(&g, "The lesson", 0);
    }
}

/* ---- hints ---------------------------------------------------------------------------------
 */

static duel_fact *add_hint(duel_reason *out, int gives)
{
    duel_fact *f = duel_reason_add(out, gives);
    f->gives = gives;
    duel_say(&f->text, "It is about even.", "");
    return f;
}

static void hints_after_the_reason(const duel_variant *v, const void *view, int seat,
                                   const duel_move turn[], int count, duel_reason *out)
{
    (void)v, (void)view, (void)seat, (void)turn, (void)count;
    add_hint(out, DUEL_GIVES_WHY);
    add_hint(out, DUEL_GIVES_KIND);
}

static void hints_of_no_level(const duel_variant *v, const void *view, int seat,
                              const duel_move turn[], int count, duel_reason *out)
{
    (void)v, (void)view, (void)seat, (void)turn, (void)count;
    add_hint(out, 0);
}

static void names_the_move_for_its_kind(const duel_variant *v, const void *view, int seat,
                                        const duel_move turn[], int count, duel_reason *out)
{
    (void)v, (void)view, (void)seat, (void)count;
    duel_say(&add_hint(out, DUEL_GIVES_KIND)->text, "Play {0}.", "i", (int64_t)turn[0]);
}

static void point(const duel_variant *v, const void *view, duel_move move, duel_fact *f)
{
    f->targets = duel_path(v, view, move, f->target);
}

static void points_at_the_move_for_its_kind(const duel_variant *v, const void *view, int seat,
                                            const duel_move turn[], int count, duel_reason *out)
{
    (void)seat, (void)count;
    point(v, view, turn[0], add_hint(out, DUEL_GIVES_KIND));
}

static void points_at_the_move_for_its_place(const duel_variant *v, const void *view, int seat,
                                             const duel_move turn[], int count,
                                             duel_reason *out)
{
    (void)seat, (void)count;
    add_hint(out, DUEL_GIVES_KIND);
    point(v, view, turn[0], add_hint(out, DUEL_GIVES_PLACE));
}

/* Each of two facts leaves a choice, both together none: the move is where they meet. */
static void crosses_row_and_column(const duel_variant *v, const void *view, int seat,
                                   const duel_move turn[], int count, duel_reason *out)
{
    (void)v, (void)view, (void)seat, (void)count;
    duel_fact *row = add_hint(out, DUEL_GIVES_KIND), *column = add_hint(out, DUEL_GIVES_PLACE);
    for (int i = 0; i < 3; i++) {
        row->target[row->targets++] = duel_target_of("cell:%d:%d", i, (int)turn[0] / 3);
        column->target[column->targets++] = duel_target_of("cell:%d:%d", (int)turn[0] % 3, i);
    }
}

/* Points at everything that can be picked, then tells the move. */
static void hints_soundly(const duel_variant *v, const void *view, int seat,
                          const duel_move turn[], int count, duel_reason *out)
{
    (void)seat, (void)count;
    duel_move list[DUEL_MOVES_MAX];
    int moves = v->game->moves(v, view, list);
    add_hint(out, DUEL_GIVES_KIND);
    duel_fact *f = add_hint(out, DUEL_GIVES_PLACE);
    for (int i = 0; i < moves; i++)
        f->targets += duel_path(v, view, list[i], &f->target[f->targets]);
    f = add_hint(out, DUEL_GIVES_MOVE);
    duel_say(&f->text, "Play {0}.", "i", (int64_t)turn[0]);
    point(v, view, turn[0], f);
    add_hint(out, DUEL_GIVES_WHY);
}

static void faulty_hints_are_found(void **state)
{
    (void)state;
    static const struct {
        const duel_game *of;
        void (*explain)(const duel_variant *v, const void *view, int seat,
                        const duel_move turn[], int count, duel_reason *out);
    } faults[] = {{&duel_game_template, hints_after_the_reason},
                  {&duel_game_template, hints_of_no_level},
                  {&duel_game_template, names_the_move_for_its_kind},
                  {&duel_game_template, points_at_the_move_for_its_kind},
                  {&duel_game_tictactoe, points_at_the_move_for_its_place},
                  {&duel_game_tictactoe, crosses_row_and_column}};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        duel_game g = *faults[i].of;
        g.explain = faults[i].explain;
        hold(&g, "Hints give away", 0);
    }
    duel_laws_report r;
    duel_game g = duel_game_tictactoe;
    g.explain = hints_soundly;
    assert_int_equal(duel_laws_check(&g, 3, 20, 0, &r, NULL), DUEL_OK);
    assert_false(r.broken);
    duel_laws_report_fini(&r);
}

/* ---- puzzles: "take one match", sound but for one fault
 * ------------------------------------------
 */

static duel_status make_first(const duel_variant *v, uint64_t seed, const atomic_bool *stop,
                              duel_puzzle *out, duel_msg *why)
{
    (void)seed, (void)stop, (void)why;
    duel_move list[DUEL_MOVES_MAX];
    memset(out, 0, sizeof *out);
    duel_deal(v, duel_str_of("1"), &out->state);
    v->game->moves(v, &out->state, list);
    out->count = out->line_count = 1;
    out->answer[0] = out->line[0] = list[0];
    duel_say(&out->question, "Play {0}.", "i", (int64_t)1);
    duel_say(&duel_reason_add(&out->why, 1)->text, "Play {0}.", "i", (int64_t)1);
    return DUEL_OK;
}

static duel_status make_illegal(const duel_variant *v, uint64_t seed, const atomic_bool *stop,
                                duel_puzzle *out, duel_msg *why)
{
    duel_status status = make_first(v, seed, stop, out, why);
    out->answer[0] = 1000;
    return status;
}

static duel_status make_silent(const duel_variant *v, uint64_t seed, const atomic_bool *stop,
                               duel_puzzle *out, duel_msg *why)
{
    duel_status status = make_first(v, seed, stop, out, why);
    out->why.count = 0;
    return status;
}

static duel_status judge_first(const duel_variant *v, const void *state, const duel_move turn[],
                               int count, duel_msg *why)
{
    (void)count;
    duel_move list[DUEL_MOVES_MAX];
    v->game->moves(v, state, list);
    return turn[0] == list[0] ? DUEL_OK : duel_refuse(why, "Play {0}.", "i", (int64_t)1);
}

static duel_status judge_anything(const duel_variant *v, const void *state,
                                  const duel_move turn[], int count, duel_msg *why)
{
    (void)v, (void)state, (void)turn, (void)count, (void)why;
    return DUEL_OK;
}

static duel_status judge_nothing(const duel_variant *v, const void *state,
                                 const duel_move turn[], int count, duel_msg *why)
{
    judge_anything(v, state, turn, count, why);
    return duel_refuse(why, "Play {0}.", "i", (int64_t)1);
}

static duel_status judge_silently(const duel_variant *v, const void *state,
                                  const duel_move turn[], int count, duel_msg *why)
{
    (void)why;
    return judge_first(v, state, turn, count, NULL);
}

static void faulty_puzzles_are_found(void **state)
{
    (void)state;
    static const duel_puzzler faults[] = {{make_illegal, judge_first},
                                          {make_silent, judge_first},
                                          {make_first, judge_anything},
                                          {make_first, judge_nothing},
                                          {make_first, judge_silently}};
    static const duel_puzzler sound = {make_first, judge_first};
    duel_game g = duel_game_nim;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        g.puzzles = &faults[i];
        hold(&g, "A puzzle repeats", 0);
    }
    duel_laws_report r;
    g.puzzles = &sound;
    assert_int_equal(duel_laws_check(&g, 3, 20, 0, &r, NULL), DUEL_OK);
    assert_false(r.broken);
    duel_laws_report_fini(&r);
}

/* Says it has changed something, whatever it did. */
static bool boasts(const duel_variant *v, void *state, duel_str element, int step)
{
    duel_game_tictactoe.edit(v, state, element, step);
    return true;
}

/* Puts a disc and forgets whose turn it is then: the text says something else. */
static bool forgets_the_turn(const duel_variant *v, void *state, duel_str element, int step)
{
    uint64_t *seat = (uint64_t *)state + 2, before = *seat;
    bool done = duel_game_connect4.edit(v, state, element, step);
    *seat = before;
    return done;
}

static void groups_too_much(const duel_variant *v, const void *view, int seat,
                            const duel_move turn[], int count, duel_reason *out)
{
    duel_game_nim.explain(v, view, seat, turn, count, out);
    for (int i = 0; i < out->count; i++)
        out->fact[i].groups.count += 4;
}

static void faulty_pictures_are_found(void **state)
{
    (void)state;
    duel_game g = duel_game_tictactoe;
    g.edit = boasts;
    hold(&g, "set up by hand", 9);
    g = duel_game_connect4;
    g.edit = forgets_the_turn;
    hold(&g, "set up by hand", 42);
    g = duel_game_nim;
    g.explain = groups_too_much;
    hold(&g, "Reasons", 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_keeps_the_laws),
        cmocka_unit_test(planted_faults_are_found),
        cmocka_unit_test(a_missing_translation_breaks_a_law),
        cmocka_unit_test(faulty_help_is_found),
        cmocka_unit_test(faulty_hints_are_found),
        cmocka_unit_test(faulty_puzzles_are_found),
        cmocka_unit_test(faulty_pictures_are_found),
        cmocka_unit_test(faulty_marks_are_found),
    };
    return cmocka_run_group_tests_name("laws", tests, NULL, NULL);
}
