/* tests/lab/test_shown_breaches.c -- a game that shows or says something wrong, in its
 * pictures, texts, hints, lessons or puzzles, breaks a law: it is named. */
#include "breach.h"

#include "core/lesson.h"
#include "core/play.h"
#include "core/puzzle.h"
#include "core/reason.h"
#include "core/scene.h"

/* ---- words ------------------------------------------------------------------------------ */

static const char english[] = "This sentence has no French";
static const char no_french[] = "no French for “This sentence has no French”";

TEST(a_missing_translation_breaks_a_law)
{
    static const char *const rules[] = {"Play {0}.", english, NULL};
    static const char *const roles[] = {"Play {0}.", english};
    static const duel_option options[] = {{"squares", DUEL_NUMBER, 10, 1, 1000, NULL, english},
                                          {.name = NULL}};
    const duel_game *sound = &duel_game_template;
    duel_game title = *sound, tagline = *sound, rule = *sound, role = *sound, option = *sound;
    title.title = tagline.tagline = english;
    rule.rules = rules;
    role.roles = roles;
    option.options = options;
    const duel_game *const faults[] = {&title, &tagline, &rule, &role, &option};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        hold_telling(faults[i], "both languages",
                     "no French for “This sentence has no French”");
}

/* Looks at every byte, so at what a view does not have. */
static duel_mark_verdict peeks(const duel_variant *v, const void *view, int seat,
                               const duel_target *target, duel_reason *out)
{
    (void)seat, (void)target;
    const unsigned char *bytes = view;
    unsigned ones = 0;
    for (uint32_t i = 0; i < v->state_size; i++)
        ones += (unsigned)__builtin_popcount(bytes[i]);
    duel_say(&duel_reason_add(out, 1)->text, "Play {0}.", "i", (int64_t)1);
    return ones > 3 ? DUEL_MARK_PROVED : DUEL_MARK_OPEN;
}

static duel_mark_verdict judges_silently(const duel_variant *v, const void *view, int seat,
                                         const duel_target *target, duel_reason *out)
{
    (void)v, (void)view, (void)seat, (void)target, (void)out;
    return DUEL_MARK_WRONG;
}

static duel_mark_verdict judges_in_english(const duel_variant *v, const void *view, int seat,
                                           const duel_target *target, duel_reason *out)
{
    (void)v, (void)view, (void)seat, (void)target;
    duel_say(&duel_reason_add(out, 1)->text, english, "");
    return DUEL_MARK_WRONG;
}

static duel_mark_verdict says_why_without_judging(const duel_variant *v, const void *view,
                                                  int seat, const duel_target *target,
                                                  duel_reason *out)
{
    peeks(v, view, seat, target, out);
    return DUEL_MARK_NONE;
}

TEST(faulty_marks_are_found)
{
    duel_game g = duel_game_wumpus;
    g.teaching.mark = peeks;
    hold(&g, "A mark is judged", 0);
    g = duel_game_tictactoe;
    g.teaching.mark = judges_silently;
    hold(&g, "A mark is judged", 0);
    g.teaching.mark = says_why_without_judging;
    hold(&g, "A mark is judged", 0);
    g.teaching.mark = judges_in_english;
    hold_telling(&g, "A mark is judged", no_french);
}

static void loses_an_element(const duel_variant *v, const void *view, int seat, duel_scene *out)
{
    (void)v, (void)view, (void)seat;
    out->count--;
}

static void adds_in_english(const duel_variant *v, const void *view, int seat, duel_scene *out)
{
    (void)v, (void)view, (void)seat;
    duel_say(&duel_scene_add(out, DUEL_LABEL, "note", 0, 0, 1, 1)->label, english, "");
}

TEST(faulty_lenses_are_found)
{
    static const duel_lens untitled[] = {{.id = "lens", .title = english}, {.id = NULL}};
    static const duel_lens eraser[] = {{"lens", "Play {0}.", loses_an_element, NULL},
                                       {.id = NULL}};
    static const duel_lens note[] = {{"lens", "Play {0}.", adds_in_english, NULL},
                                     {.id = NULL}};
    duel_game g = duel_game_tictactoe;
    g.teaching.lenses = eraser;
    hold(&g, "A lens can be laid", 0);
    g.teaching.lenses = untitled;
    hold_telling(&g, "A lens can be laid", no_french);
    g.teaching.lenses = note;
    hold_telling(&g, "A lens can be laid", no_french);
}

/* Lessons that stop half-way: a move that is not legal, two ways on, a mistake unanswered,
 * words in one language. */
TEST(faulty_help_is_found)
{
    static const char say[] = "Play {0}.";
    static const duel_step illegal[] = {{.say = say, .good = "2", .wrong = say, .reply = "5"},
                                        {0}};
    static const duel_step forked[] = {{.say = say, .good = "1 2", .wrong = say},
                                       {.say = say, .good = "1", .wrong = say},
                                       {0}};
    static const duel_step silent[] = {{.say = say, .good = "1"}, {0}};
    static const duel_step says[] = {{.say = english, .good = "1", .wrong = say}, {0}};
    static const duel_step praises[] = {
        {.say = say, .good = "1", .wrong = say, .right = english}, {0}};
    static const duel_step corrects[] = {{.say = say, .good = "1", .wrong = english}, {0}};
    static const duel_step *const faults[] = {illegal, forked, silent, says, praises, corrects};
    duel_game g = duel_game_template;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        duel_lesson lesson = {.options = "squares=7", .steps = faults[i]};
        g = duel_game_template;
        g.teaching.lesson = &lesson;
        hold(&g, "The lesson", 0);
    }
}

/* ---- hints ------------------------------------------------------------------------------ */

static duel_fact *add_hint(duel_reason *out, int gives)
{
    duel_fact *f = duel_reason_add(out, gives);
    f->gives = gives;
    duel_say(&f->text, "Only one move is possible.", "");
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

TEST(faulty_hints_are_found)
{
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
        g.teaching.explain = faults[i].explain;
        hold(&g, "Hints give away", 0);
    }
    duel_game g = duel_game_tictactoe;
    g.teaching.explain = hints_soundly;
    hold_sound(&g);
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

static duel_status make_in_english(const duel_variant *v, uint64_t seed,
                                   const atomic_bool *stop, duel_puzzle *out, duel_msg *why)
{
    duel_status status = make_first(v, seed, stop, out, why);
    duel_say(&out->question, english, "");
    return status;
}

static duel_status make_unasked(const duel_variant *v, uint64_t seed, const atomic_bool *stop,
                                duel_puzzle *out, duel_msg *why)
{
    duel_status status = make_first(v, seed, stop, out, why);
    out->question.id = NULL;
    return status;
}

static duel_status make_unanswered(const duel_variant *v, uint64_t seed,
                                   const atomic_bool *stop, duel_puzzle *out, duel_msg *why)
{
    duel_status status = make_first(v, seed, stop, out, why);
    out->count = 0;
    return status;
}

/* The second of two has another answer. */
static duel_status make_another(const duel_variant *v, uint64_t seed, const atomic_bool *stop,
                                duel_puzzle *out, duel_msg *why)
{
    static int made;
    duel_status status = make_first(v, seed, stop, out, why);
    out->answer[0] += (duel_move)(made++ % 2);
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

TEST(faulty_puzzles_are_found)
{
    static const duel_puzzler faults[] = {
        {make_illegal, judge_first},  {make_in_english, judge_first},
        {make_unasked, judge_first},  {make_unanswered, judge_first},
        {make_another, judge_first},  {make_silent, judge_first},
        {make_first, judge_anything}, {make_first, judge_nothing},
        {make_first, judge_silently}};
    static const duel_puzzler sound = {make_first, judge_first};
    duel_game g = duel_game_nim;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        g.teaching.puzzles = &faults[i];
        hold(&g, "A puzzle repeats", 0);
    }
    g.teaching.puzzles = &sound;
    hold_sound(&g);
}

/* ---- pictures --------------------------------------------------------------------------- */

static int path_to_nowhere(const duel_variant *v, const void *view, duel_move move,
                           duel_target out[])
{
    (void)v, (void)view;
    out[0] = duel_target_of("cell:%d:9", (int)move);
    return 1;
}

static int path_of_nothing(const duel_variant *v, const void *view, duel_move move,
                           duel_target out[])
{
    (void)v, (void)view, (void)move, (void)out;
    return 0;
}

/* The first move's path goes on where that of the second ends, or the other way round. */
static int path_goes_on(const duel_variant *v, const void *view, duel_move move,
                        duel_target out[])
{
    (void)v, (void)view;
    out[0] = duel_target_of("cell:0:0");
    out[1] = duel_target_of("cell:1:%d", (int)move % 3);
    return move == 2 ? 1 : 2;
}

static void draw_half_a_line(const duel_variant *v, const void *view, int seat, duel_pen *pen)
{
    (void)v, (void)view, (void)seat;
    duel_put(pen->out, "X|O");
}

static void draw_nothing(const duel_variant *v, const void *view, int seat, duel_pen *pen)
{
    (void)v, (void)view, (void)seat, (void)pen;
}

static void draw_a_stranger(const duel_variant *v, const void *view, int seat, duel_pen *pen)
{
    (void)v, (void)view, (void)seat;
    duel_pen_thing(pen, "cell:0:0");
    duel_put(pen->out, "X");
    duel_pen_thing(pen, "cell:7:7");
    duel_put(pen->out, "O\n");
}

static void draw_one_cell(const duel_variant *v, const void *view, int seat, duel_pen *pen)
{
    (void)v, (void)view, (void)seat;
    duel_pen_thing(pen, "cell:0:0");
    duel_put(pen->out, "X\n");
}

static void scene_of_no_shape(const duel_variant *v, const void *view, int seat,
                              duel_scene *out)
{
    duel_game_tictactoe.scene(v, view, seat, out);
    out->element[3].shape = "dodecahedron";
}

static void scene_in_english(const duel_variant *v, const void *view, int seat, duel_scene *out)
{
    duel_game_tictactoe.scene(v, view, seat, out);
    duel_say(&out->element[3].label, english, "");
}

TEST(broken_pictures_are_found)
{
    static const char paths[] = "Every path", views[] = "Every view can be drawn";
    static const char begins[] = "the path of one move begins that of another: “cell:0:0”";
    duel_game g = duel_game_tictactoe;
    g.path = path_to_nowhere;
    hold_telling(&g, paths, "the picture has no “cell:0:9”");
    g.path = path_of_nothing;
    hold(&g, paths, 0);
    g.path = path_goes_on;
    hold_telling(&g, paths, begins);
    g = duel_game_tictactoe;
    g.draw = draw_half_a_line;
    hold(&g, views, 0);
    g.draw = draw_nothing;
    hold(&g, views, 0);
    g.draw = draw_a_stranger;
    hold_telling(&g, views, "the drawing names “cell:7:7”, which the scene does not have");
    g.draw = draw_one_cell;
    hold_telling(&g, "A drawing tells what it shows",
                 "“cell:1:0” can be picked, but the drawing does not name it");
    g = duel_game_tictactoe;
    g.scene = scene_of_no_shape;
    hold_telling(&g, views, "there is no shape “dodecahedron”");
    g.scene = scene_in_english;
    hold_telling(&g, views, no_french);
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
    duel_game_nim.teaching.explain(v, view, seat, turn, count, out);
    for (int i = 0; i < out->count; i++)
        out->fact[i].groups.count += 4;
}

static void says_nothing_about_it(const duel_variant *v, const void *view, int seat,
                                  const duel_move turn[], int count, duel_reason *out)
{
    duel_game_nim.teaching.explain(v, view, seat, turn, count, out);
    out->fact[out->count - 1].text.id = NULL;
}

static void reasons_in_english(const duel_variant *v, const void *view, int seat,
                               const duel_move turn[], int count, duel_reason *out)
{
    duel_game_nim.teaching.explain(v, view, seat, turn, count, out);
    out->fact[0].text.id = english;
}

static void reasons_more_each_time(const duel_variant *v, const void *view, int seat,
                                   const duel_move turn[], int count, duel_reason *out)
{
    static int asked;
    duel_game_nim.teaching.explain(v, view, seat, turn, count, out);
    out->count -= asked++ % 2;
}

static void reasons_otherwise_each_time(const duel_variant *v, const void *view, int seat,
                                        const duel_move turn[], int count, duel_reason *out)
{
    static int asked;
    duel_game_nim.teaching.explain(v, view, seat, turn, count, out);
    out->fact[0].arg[0] += asked++ % 2;
}

static void speaks_twice_for(const duel_variant *v, const void *view, int seat,
                             const duel_move turn[], int count, duel_reason *out)
{
    duel_game_nim.teaching.explain(v, view, seat, turn, count, out);
    out->fact[out->count - 1].speaks = 2;
}

static void speaks_against_all(const duel_variant *v, const void *view, int seat,
                               const duel_move turn[], int count, duel_reason *out)
{
    duel_game_allumettes.teaching.explain(v, view, seat, turn, count, out);
    for (int i = 0; i < out->count; i++)
        out->fact[i].speaks = -1;
}

TEST(faulty_reasons_are_found)
{
    duel_game g = duel_game_nim;
    g.teaching.explain = groups_too_much;
    hold(&g, "Reasons", 4);
    g.teaching.explain = says_nothing_about_it;
    hold(&g, "Reasons", 0);
    g.teaching.explain = reasons_in_english;
    hold_telling(&g, "Reasons", no_french);
    g.teaching.explain = reasons_more_each_time;
    hold(&g, "Reasons", 0);
    g.teaching.explain = reasons_otherwise_each_time;
    hold(&g, "Reasons", 0);
    g.teaching.explain = speaks_twice_for;
    hold(&g, "What is said for a move", 0);
    g = duel_game_allumettes;
    g.teaching.explain = speaks_against_all;
    hold_telling(&g, "What is said for a move",
                 "the first thing said of a winning move speaks against it");
}

static void ends_without_a_word(const duel_variant *v, const void *view, int seat,
                                duel_reason *out)
{
    (void)v, (void)view, (void)seat, (void)out;
}

static void ends_elsewhere(const duel_variant *v, const void *view, int seat, duel_reason *out)
{
    duel_game_tictactoe.teaching.ending(v, view, seat, out);
    out->fact[0].target[out->fact[0].targets++] = duel_target_of("cell:3:3");
}

static void ends_in_english(const duel_variant *v, const void *view, int seat, duel_reason *out)
{
    duel_game_tictactoe.teaching.ending(v, view, seat, out);
    out->fact[0].text.id = english;
}

TEST(faulty_endings_are_found)
{
    duel_game g = duel_game_tictactoe;
    g.teaching.ending = ends_without_a_word;
    hold(&g, "The end", 9);
    g.teaching.ending = ends_elsewhere;
    hold_telling(&g, "The end", "the picture has no “cell:3:3”");
    g.teaching.ending = ends_in_english;
    hold_telling(&g, "The end", no_french);
}

TEST(faulty_edits_are_found)
{
    duel_game g = duel_game_tictactoe;
    g.edit = boasts;
    hold(&g, "set up by hand", 9);
    g = duel_game_connect4;
    g.edit = forgets_the_turn;
    hold(&g, "set up by hand", 42);
}
