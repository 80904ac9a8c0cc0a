/* tests/ergo/test_help.c -- what helps a person along: lenses, hints, the lesson, the rules to
 * read, the opening. What they say of a proof is worked out again by the second reading of the
 * rules (brute.h). */
#include "ergo/brute.h"

#include "core/reason.h"
#include "core/scene.h"
#include "hands.h"

static int columns(const char *text, const char **end)
{
    int count = 0;
    for (; *text && *text != '\n'; text++)
        count += ((unsigned char)*text & 0xC0) != 0x80;
    *end = *text ? text + 1 : text;
    return count;
}

static void assert_narrow(const char *text)
{
    while (*text)
        assert_true(columns(text, &text) <= 76);
}

/* ---- lenses: the proof as the brute reads it -------------------------------------------- */

static void lines_of(const ergo *s, brute_line line[BRUTE_LINES])
{
    memset(line, 0, BRUTE_LINES * sizeof *line);
    for (int i = 0; i < BRUTE_LINES; i++)
        for (int k = 0; k < s->length[i]; k++)
            line[i].card[line[i].count++].face = "ABCD&|>~()"[s->line[i][k]];
}

/* "" if a line is broken. */
static void verdict_of(const duel_variant *v, const ergo *s, char out[8])
{
    brute_line line[BRUTE_LINES];
    brute_rules rules = {.official_order = ergo_precedence(v) == LOGIC_OFFICIAL};
    lines_of(s, line);
    brute_verdict(&rules, line, out);
    for (int i = 0; i < BRUTE_LINES; i++)
        if (line[i].count && !brute_well_formed(&line[i]))
            out[0] = '\0';
}

/* Whether one line holds in a model: it and the model contradict each other, or not. */
static bool holds(const duel_variant *v, const ergo *s, int number, unsigned model)
{
    brute_line all[BRUTE_LINES], some[BRUTE_LINES] = {0};
    brute_rules rules = {.official_order = ergo_precedence(v) == LOGIC_OFFICIAL};
    char facts[32], verdict[8];
    lines_of(s, all);
    some[0] = all[number];
    snprintf(facts, sizeof facts, "%sA", model & 1 ? "" : "~");
    assert_true(brute_line_read(facts, &some[1]));
    snprintf(facts, sizeof facts, "%sB", model & 2 ? "" : "~");
    assert_true(brute_line_read(facts, &some[2]));
    snprintf(facts, sizeof facts, "(%sC)&(%sD)", model & 4 ? "" : "~", model & 8 ? "" : "~");
    assert_true(brute_line_read(facts, &some[3]));
    brute_verdict(&rules, some, verdict);
    return strcmp(verdict, "PARADOX") != 0;
}

static const duel_element *find(const duel_scene *scene, const char *id)
{
    for (int i = 0; i < scene->count; i++)
        if (strcmp(scene->element[i].id, id) == 0)
            return &scene->element[i];
    return NULL;
}

/* The picture through a lens; all of it lies inside. */
static void look(const duel_variant *v, const ergo *s, int lens, duel_scene *scene)
{
    duel_scene_init(scene);
    duel_scene_make(v, s, s->turn, scene);
    ergo_lenses[lens].scene(v, s, s->turn, scene);
    assert_false(scene->failed);
    for (int i = 0; i < scene->count; i++) {
        const duel_element *e = &scene->element[i];
        assert_true(e->x >= 0 && e->y >= 0 && e->x + e->w <= scene->width + 0.001F);
        assert_true(e->y + e->h <= scene->height + 0.001F);
    }
}

static void check_proven(const duel_variant *v, const ergo *s)
{
    char verdict[8];
    duel_scene scene;
    verdict_of(v, s, verdict);
    look(v, s, 0, &scene);
    CHECK_BUF(text);
    duel_pen pen = {.out = &text.sink, .lang = DUEL_EN, .utf8 = true};
    ergo_lenses[0].draw(v, s, s->turn, &pen);
    assert_narrow(text.text);
    bool silent = verdict[0] == '\0' || strcmp(verdict, "PARADOX") == 0;
    assert_int_equal(find(&scene, "proven") != NULL, silent);
    for (unsigned letter = 0; letter < 4; letter++) {
        char id[16], line[16];
        snprintf(id, sizeof id, "proven:%u", letter + 1);
        const duel_element *e = find(&scene, id);
        assert_int_equal(e == NULL, silent);
        if (e == NULL)
            continue;
        const char *mark = verdict[letter] == 'T' ? "✓" : verdict[letter] == 'F' ? "✗" : "?";
        if ((int)letter < v->seats)
            assert_string_equal(e->face, mark);
        snprintf(line, sizeof line, "%s %c is", mark, 'A' + (int)letter);
        assert_non_null(strstr(text.text, line));
    }
    duel_scene_fini(&scene);
}

TEST(lens_tells_who_is_proven)
{
    duel_rng rng = check_rng(51);
    for (int i = 0; i < check_sample(200, 5000); i++) {
        duel_variant v = numbered_table(i);
        ergo s;
        draw_state(&v, 60, &rng, &s);
        check_proven(&v, &s);
    }
}

static char face_at(const duel_scene *scene, unsigned row, unsigned column)
{
    char id[16];
    snprintf(id, sizeof id, "table:%u:%u", row, column);
    const duel_element *e = find(scene, id);
    assert_non_null(e);
    return e ? e->face[0] : '!';
}

/* Every row is another model, every entry the line's value, every mark a model of them all. */
static void check_table(const duel_variant *v, const ergo *s)
{
    duel_scene scene;
    unsigned met = 0;
    look(v, s, 1, &scene);
    for (unsigned row = 1; row <= 16; row++) {
        unsigned model = 0;
        bool all = true;
        for (unsigned k = 0; k < 4; k++)
            model |= (unsigned)(face_at(&scene, row, k) == '1') << k;
        met |= 1U << model;
        for (int line = 0; line < 4; line++) {
            bool true_here = holds(v, s, line, model);
            all &= true_here;
            char face = face_at(&scene, row, 4 + (unsigned)line);
            assert_int_equal(face, s->length[line] == 0 ? ' ' : true_here ? '1' : '0');
        }
        assert_int_equal(face_at(&scene, row, 8) != '\0', all);
    }
    assert_int_equal(met, 0xFFFF);
    duel_scene_fini(&scene);
}

TEST(lens_shows_the_truth_table)
{
    duel_rng rng = check_rng(52);
    for (int i = 0; i < check_sample(60, 1000);) {
        duel_variant v = numbered_table(i);
        ergo s;
        char verdict[8];
        draw_state(&v, 60, &rng, &s);
        verdict_of(&v, &s, verdict);
        if (verdict[0] == '\0')
            continue;
        check_table(&v, &s);
        i++;
    }
}

TEST(the_table_is_drawn)
{
    duel_variant v = check_variant("ergo");
    duel_state s = check_state(&v, "A>B,A,,~D;BC&(FTE,?????;?37;;1:1;0,0;?");
    CHECK_BUF(text);
    duel_pen pen = {.out = &text.sink, .lang = DUEL_EN};
    ergo_lenses[1].draw(&v, &s, 0, &pen);
    assert_non_null(strstr(text.text, "  A B C D | 1 2 3 4 |\n  0 0 0 0 | 1 0   1 |\n"));
    assert_non_null(strstr(text.text, "\n> 1 1 0 0 | 1 1   1 | +\n"));
    assert_non_null(strstr(text.text, "\n  1 1 0 1 | 1 1   0 |\n"));
    assert_narrow(text.text);
}

/* ---- hints: a step tells no more than its own ------------------------------------------- */

static void hint_of(const duel_variant *v, const ergo *s, duel_move move, int gives,
                    duel_buf *out)
{
    static duel_reason hint;
    duel_explain(v, s, s->turn, &move, 1, &hint);
    duel_reason_keep(&hint, gives, gives);
    assert_int_equal(hint.count, 1);
    duel_buf_clear(out);
    duel_render(DUEL_EN, &hint.fact[0].text, &out->sink);
    for (int k = 0; k < hint.fact[0].targets; k++)
        duel_putf(&out->sink, " [%s]", hint.fact[0].target[k].text);
}

/* Whether two moves may differ in what a hint says: the first says nothing of the move, the
 * second its act and line. */
static bool may_differ(int gives, ergo_use a, ergo_use b)
{
    return gives == DUEL_GIVES_PLACE && (a.act != b.act || a.line != b.line);
}

/* Neither hint tells the card, and each is said of several moves, where there are several; one
 * alone of its sort is among all those of the hand. */
static void check_hints(const duel_variant *v, const ergo *s, duel_rng *rng)
{
    duel_move list[DUEL_MOVES_MAX];
    int count = ergo_moves(v, s, list);
    if (count == 0)
        return;
    CHECK_BUF(a);
    CHECK_BUF(b);
    duel_move one = list[duel_rng_below(rng, (uint32_t)count)];
    for (int gives = DUEL_GIVES_KIND; gives <= DUEL_GIVES_PLACE; gives++) {
        int alike = 0;
        hint_of(v, s, one, gives, &a);
        for (int i = 0; i < count; i++) {
            hint_of(v, s, list[i], gives, &b);
            alike += strcmp(a.text, b.text) == 0;
            if (!may_differ(gives, ergo_unpack(one), ergo_unpack(list[i])))
                assert_string_equal(a.text, b.text);
        }
        assert_true(alike > 1 || count == 1 || strstr(a.text, "card by card"));
        assert_null(strstr(a.text, "[hand:"));
    }
}

TEST(hints_tell_step_by_step)
{
    duel_rng rng = check_rng(53);
    for (int i = 0; i < check_sample(100, 2000); i++) {
        duel_variant v = numbered_table(i);
        ergo s;
        draw_state(&v, 60, &rng, &s);
        ergo_hide(&v, &s, s.turn);
        check_hints(&v, &s, &rng);
    }
}

/* ---- the lesson ------------------------------------------------------------------------- */

/* What holds after each step, in the brute's words. */
static const struct {
    const char *verdict;
    const char *asked; /* the card of the step, as the text tells it */
} after_step[] = {{"T???", "(A@1.1)"}, {"T???", "(xJ)"},    {"TF??", "(~@2.1)"},
                  {"TFT?", "(C@3.1)"}, {"T?T?", "(C@2.1)"}, {"T?T?", "(F2)"},
                  {"TF??", "(T4.1)"},  {"TF??", "(E)"}};
enum { STEPS = sizeof after_step / sizeof *after_step };

/* Every legal move but the right ones is answered, and changes nothing. */
static void check_wrong_moves(duel_learner *l)
{
    duel_move list[DUEL_MOVES_MAX];
    const duel_step *step = &l->lesson->steps[l->step];
    int count = ergo_moves(&l->v, &l->state, list), wrong = 0;
    for (int i = 0; i < count; i++) {
        duel_learner before = *l;
        duel_msg word = {0};
        CHECK_BUF(text);
        duel_print_move(&l->v, &l->state, list[i], &text.sink);
        bool good = strstr(step->good, text.text) != NULL;
        duel_status status = duel_learner_try(l, duel_buf_str(&text), &word);
        assert_int_equal(status == DUEL_OK, good);
        if (!good) {
            assert_string_equal(word.id, step->wrong);
            assert_memory_equal(&before.state, &l->state, sizeof before.state);
            wrong++;
        }
        *l = before;
    }
    assert_true(wrong > 3);
}

TEST(the_lesson_goes_to_its_end)
{
    static duel_learner l;
    const duel_game *game = catalogue_find_game(duel_str_of("ergo"));
    assert_int_equal(duel_lesson_length(&ergo_lesson), STEPS);
    assert_ok(duel_learner_begin(game, &l, NULL));
    for (int i = 0; i < STEPS; i++) {
        const duel_step *step = &ergo_lesson.steps[i];
        char verdict[8];
        duel_msg word = {0};
        assert_non_null(strstr(step->say, after_step[i].asked));
        assert_non_null(strstr(step->wrong, after_step[i].asked));
        check_wrong_moves(&l);
        duel_learner here = l;
        duel_str first = {step->good, strcspn(step->good, " ")};
        duel_move move;
        assert_ok(duel_read_move(&l.v, &l.state, first, &move, NULL));
        ergo_play(&here.v, &here.state, move);
        verdict_of(&here.v, (const ergo *)&here.state, verdict);
        assert_string_equal(verdict, after_step[i].verdict);
        if (i == STEPS - 1)
            assert_int_equal(((const ergo *)&here.state)->score[0], 7);
        assert_ok(duel_learner_try(&l, first, &word));
        assert_string_equal(word.id, step->right);
    }
    assert_null(duel_learner_step(&l));
}

/* ---- the rules to read ------------------------------------------------------------------ */

static const char *drawing_of(const char *paragraph)
{
    return strchr(paragraph, '\n');
}

TEST(drawings_are_narrow)
{
    int drawings = 0;
    for (int i = 0; ergo_rulebook[i]; i++)
        for (int lang = DUEL_EN; lang <= DUEL_FR; lang++) {
            const char *drawing = drawing_of(duel_text((duel_lang)lang, ergo_rulebook[i]));
            if (drawing)
                assert_narrow(drawing);
            drawings += drawing != NULL && lang == DUEL_EN;
        }
    assert_int_equal(drawings, 7);
}

/* The rows of numbers of the first drawing: A B, then AND OR THEN, and A NOT in the first two.
 */
TEST(connectives_are_right)
{
    for (int lang = DUEL_EN; lang <= DUEL_FR; lang++) {
        int i = 0, rows = 0;
        while (drawing_of(ergo_rulebook[i]) == NULL)
            i++;
        const char *at = drawing_of(duel_text((duel_lang)lang, ergo_rulebook[i]));
        while (*at) {
            char row[160];
            int a, b, and, or, then, x, not_x;
            snprintf(row, sizeof row, "%.*s", (int)strcspn(at, "\n"), at);
            columns(at, &at);
            int read =
                sscanf(row, "%d %d %d %d %d %d %d", &a, &b, &and, & or, &then, &x, &not_x);
            if (read < 5)
                continue;
            assert_int_equal(2 * a + b, rows++);
            assert_int_equal(and, a && b);
            assert_int_equal(or, a || b);
            assert_int_equal(then, !a || b);
            assert_true(read == 5 || x != not_x);
        }
        assert_int_equal(rows, 4);
    }
}

/* ---- the opening ------------------------------------------------------------------------ */

/* The whole deck lies there, and no two cards on one place. */
TEST(the_name_is_dealt_with_the_whole_deck)
{
    duel_variant v = check_variant("ergo");
    duel_scene scene;
    duel_scene_init(&scene);
    ergo_lesson.scene(&v, &scene);
    assert_int_equal(scene.count, ERGO_DECK);
    for (int i = 0; i < scene.count; i++) {
        const duel_element *e = &scene.element[i];
        assert_true(e->x + e->w <= scene.width && e->y + e->h <= scene.height);
        for (int k = 0; k < i; k++) {
            const duel_element *other = &scene.element[k];
            assert_string_not_equal(e->id, other->id);
            assert_false(e->x == other->x && e->y == other->y);
        }
    }
    duel_scene_fini(&scene);
}

TEST(the_name_can_be_read)
{
    static const char *const rows[] = {"####.###...###..##",  "#....#..#.#....#..#",
                                       "###..#..#.#.##.#..#", "#....###..#..#.#..#",
                                       "#....#.#..#..#.#..#", "####.#..#..###..##..#"};
    duel_variant v = check_variant("ergo");
    CHECK_BUF(text);
    duel_pen pen = {.out = &text.sink, .lang = DUEL_EN};
    ergo_lesson.draw(&v, &pen);
    const char *at = text.text;
    for (int row = 0; row < 6; row++) {
        const char *line = at;
        assert_true(columns(at, &at) <= 76);
        for (int k = 0; rows[row][k]; k++)
            assert_int_equal(line[2 + 2 * k] != ' ', rows[row][k] == '#');
    }
}
