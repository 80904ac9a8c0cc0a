/* tests/core/test_core.c -- variants, notation, turns, records, guards, sketches and the
 * arguments of commands. */
#include "check.h"

#include "core/command.h"
#include "core/fault_guard.h"
#include "core/lesson.h"
#include "core/reason.h"
#include "core/record.h"
#include "core/scene_diff.h"
#include "core/scene_text.h"
#include "core/value.h"

TEST(variants_are_checked_completely)
{
    static const struct {
        const char *game, *options, *word; /* a word the refusal must contain; NULL: accepted */
    } cases[] = {{"nim", "matches=19", NULL},
                 {"nim", "matches=0", "matches"},
                 {"nim", "matches=abc", "abc"},
                 {"nim", "matches=12 matches=12", "twice"},
                 {"nim", "stones=3", "stones"},
                 {"nim", "matches", "name=value"},
                 {"nim", "misere=oui", NULL},
                 {"nim", "misere=perhaps", "yes or no"},
                 {"allumettes", "take=1,3,4", NULL},
                 {"allumettes", "take=1,,4", "1,3,4"},
                 {"allumettes", "take=1,3 max=2", "both"},
                 {"kayles", "rules=dawson", NULL},
                 {"kayles", "rules=other", "dawson"},
                 {"connect4", "width=9", "width"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        duel_variant v;
        duel_msg why = {0};
        const duel_game *g = catalogue_find_game(duel_str_of(cases[i].game));
        duel_status status = duel_variant_read(g, duel_str_of(cases[i].options), &v, &why);
        assert_int_equal(status, cases[i].word ? DUEL_INVALID : DUEL_OK);
        if (cases[i].word)
            assert_non_null(strstr(check_english(&why), cases[i].word));
    }
}

TEST(a_variant_prints_to_itself)
{
    static const char *const texts[] = {
        "nim ", "nim matches=11", "allumettes take=1,3,4 misere=yes",
        "connect4 width=5 height=4", "kayles pins=20 rules=dawson"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        duel_variant v = check_variant(texts[i]), again;
        CHECK_BUF(text);
        duel_variant_print(&v, &text.sink);
        assert_string_equal(text.text, strchr(texts[i], ' ') + 1);
        assert_ok(duel_variant_read(v.game, duel_buf_str(&text), &again, NULL));
        assert_memory_equal(&v, &again, sizeof v);
    }
}

TEST(bad_positions_name_the_rule)
{
    static const struct {
        const char *game, *position, *word;
    } cases[] = {{"nim", "12-4", "0 (none yet) to 3"},
                 {"nim", "20", "matches=20"},
                 {"nim", "12-3/3", "1 or 2"},
                 {"nim", "", "number of matches"},
                 {"tictactoe", "XXXXXXXXX", "X begins"},
                 {"tictactoe", "XO..X", "nine characters"},
                 {"connect4", "......./......./......./......./X....../.......", "hangs"},
                 {"connect4", "X", "7"},
                 {"chomp", "3-4", "longer"},
                 {"duo", "5.5/?.?/0:0", "only one card 5"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        duel_variant v = check_variant(cases[i].game);
        duel_state before, after;
        duel_msg why = {0};
        memset(&before, 0x5A, sizeof before);
        after = before;
        assert_int_equal(duel_read(&v, duel_str_of(cases[i].position), &after, &why),
                         DUEL_INVALID);
        assert_memory_equal(&before, &after, sizeof after); /* nothing half-read */
        if (strstr(check_english(&why), cases[i].word) == NULL)
            fail_msg("%s %s: %s", cases[i].game, cases[i].position, check_english(&why));
    }
}

TEST(illegal_moves_name_the_rule)
{
    static const struct {
        const char *game, *position, *move, *word;
    } cases[] = {{"nim", "12-3/2", "3", "just taken"},
                 {"nim", "2/1", "3", "Only 2 matches are left"},
                 {"nim", "1-2/1", "2", "just taken 2"},
                 {"allumettes", "12", "4", "may not take 4"},
                 {"allumettes", "12", "two", "how many matches"},
                 {"tictactoe", "X........", "a3", "already has a mark"},
                 {"tictactoe", "XXXOO....", "c1", "over"},
                 {"connect4", "O....../X....../O....../X....../O....../X......", "1", "full"},
                 {"nim", "12", "a1", "how many matches"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        duel_variant v = check_variant(cases[i].game);
        duel_move move = 777;
        duel_msg why = {0};
        duel_state position = check_state(&v, cases[i].position);
        assert_int_not_equal(
            duel_read_move(&v, &position, duel_str_of(cases[i].move), &move, &why), DUEL_OK);
        assert_int_equal(move, 777);
        if (strstr(check_english(&why), cases[i].word) == NULL)
            fail_msg("%s %s: %s", cases[i].game, cases[i].move, check_english(&why));
    }
}

/* A game that only prints its moves: they are read by their print, capitals apart. */
TEST(moves_are_read_as_they_are_printed)
{
    duel_variant v = check_variant("tictactoe");
    duel_game g = *v.game;
    g.parse_move = NULL;
    v.game = &g;
    duel_move list[DUEL_MOVES_MAX], read = 777;
    duel_msg why = {0};
    duel_state position = check_state(&v, "X...O....");
    int count = g.moves(&v, &position, list);
    assert_int_equal(count, 7);
    for (int i = 0; i < count; i++) {
        CHECK_BUF(text);
        duel_print_move(&v, &position, list[i], &text.sink);
        assert_int_equal(duel_read_move(&v, &position, duel_buf_str(&text), &read, &why), 0);
        assert_int_equal(read, list[i]);
    }
    assert_ok(duel_read_move(&v, &position, duel_str_of(" C1 "), &read, &why));
    assert_int_equal(read, 8);
    assert_int_equal(duel_read_move(&v, &position, duel_str_of("a3"), &read, &why),
                     DUEL_REFUSED);
    assert_non_null(strstr(check_english(&why), "not a legal move"));
    assert_int_equal(read, 8);
}

/* ---- turns ------------------------------------------------------------------------------ */

static int always_the_first(const duel_variant *v, const void *state)
{
    (void)v, (void)state;
    return 0;
}

/* After the last move a game may still name its mover: the turn has ended all the same. */
TEST(an_ended_game_ends_the_turn)
{
    duel_variant v = check_variant("nim");
    duel_game g = *v.game;
    duel_state position;
    g.turn = always_the_first;
    v.game = &g;
    check_position(&v, "5", &position);
    assert_false(duel_turn_ended(&v, 0, &position));
    assert_true(duel_turn_ended(&v, 1, &position));
    check_position(&v, "0-1", &position);
    assert_true(duel_turn_ended(&v, 0, &position));
    check_position(&v, "5", &position);
    v.seats = 1;
    assert_true(duel_turn_ended(&v, 0, &position));
}

/* ---- records ---------------------------------------------------------------------------- */

static const char good_record[] = "duelliste 1\ngame nim 1\nvariant matches=11\nseed 1\n"
                                  "moves 3 1 3 1 3\nresult 1 0\n";

static duel_status read(const char *text, duel_msg *why)
{
    duel_record r;
    duel_status status = duel_record_read(duel_str_of(text), catalogue_find_game, &r, why);
    if (status == DUEL_OK)
        duel_record_fini(&r);
    return status;
}

TEST(a_record_is_written_and_read)
{
    duel_record r, again;
    assert_ok(duel_record_read(duel_str_of(good_record), catalogue_find_game, &r, NULL));
    CHECK_BUF(text);
    CHECK_BUF(twice);
    duel_record_print(&r, &text.sink);
    assert_memory_equal(text.text, good_record, strlen(good_record));
    assert_ok(duel_record_read(duel_buf_str(&text), catalogue_find_game, &again, NULL));
    duel_record_print(&again, &twice.sink);
    assert_string_equal(text.text, twice.text);
    duel_record_fini(&r);
    duel_record_fini(&again);
}

/* Whatever else is wrong with a record: it is of the game that reading it would ask. */
TEST(a_record_tells_its_game)
{
    static const struct {
        const char *text, *game;
    } records[] = {{good_record, "nim"},
                   {"duelliste 1\n\n  game ergo 9 and more\nvariant", "ergo"},
                   {"duelliste 1\nmoves 1\ngame tictactoe\ngame nim 1\n", "tictactoe"},
                   {"duelliste 1\ngames nim 1\ngame\ngame nim 1\n", NULL},
                   {"duelliste 1\ngame nim.lua 1\n", NULL},
                   {"", NULL}};
    for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
        const duel_game *g =
            duel_record_game(duel_str_of(records[i].text), catalogue_find_game);
        assert_int_equal(g != NULL, records[i].game != NULL);
        if (g)
            assert_string_equal(g->id, records[i].game);
    }
}

/* A long game may take several lines. */
TEST(moves_go_on_on_the_next_line)
{
    assert_ok(read("duelliste 1\ngame nim 1\nvariant matches=11\nseed 1\n"
                   "moves 3 1\nmoves 3 1 3\nresult 1 0\n",
                   NULL));
}

#define NIM "duelliste 1\ngame nim 1\nvariant matches=11\nseed 1\nmoves 3\n"

TEST(a_wrong_record_names_its_line)
{
    static const struct {
        const char *text, *word;
    } cases[] = {
        {"", "stops before"},
        {"hello", "Line 1"},
        {"duelliste 2\n", "format 2"},
        {"duelliste 1\nvariant x=1\n", "Line 2"},
        {"duelliste 1\ngame nosuch 1\n", "nosuch"},
        {"duelliste 1\ngame nim 9\n", "rules 9"},
        {"duelliste 1\ngame nim 1\nvariant matches=0\n", "matches"},
        {"duelliste 1\ngame nim 1\nvariant matches=5\nseed 1\nmoves 3 3\n", "move 2"},
        {"duelliste 1\ngame nim 1\nvariant matches=5\nseed 1\nmoves 3 2\nresult 1 0\n",
         "Line 6"},
        {"duelliste 1\ngame nim 1\nvariant matches=5\nseed 1\nmoves 3 2\nresult 0 1\ncheck 00\n",
         "Line 7"},
        {"duelliste 1\ngame nim 1\nvariant matches=5\nstart 12\n", "matches=12"},
        {"duelliste 1\ngame nim 1\nseed 1\n", "Line 3"},
        {"\ngame nim 1\nvariant matches=5\nseed 1\n", "Line 1"},
        {"duelliste 1\ngame nim 1 2\n", "Line 2"},
        {"duelliste 1\ngame nim 1\ngame connect4 1\n", "Line 3"},
        {"duelliste 1\ngame nim 1\nvariant matches=5\ngame connect4 1\nseed 1\n", "Line 4"},
        {NIM "game connect4 1\n", "Line 6"},
        {NIM "seed 2\n", "Line 6"},
        {NIM "ended\n", "Line 6"},
        {NIM "ended resigned 2\n", "Line 6"},
        {NIM "ended resigned 0 1\n", "Line 6"},
        {NIM "ended resigned 0\nended\n", "Line 7"},
        {NIM "ended resigned 0\nended time 1\n", "Line 7"},
        {NIM "ended resigned 0\nmoves 1\n", "Line 7"},
        {NIM "ended resigned 0\nresult 0 1\nended time 1\n", "Line 8"},
        {NIM "ended resigned 0\nresult 0 1\nresult 0 1\n", "Line 8"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        duel_msg why = {0};
        assert_int_not_equal(read(cases[i].text, &why), DUEL_OK);
        if (strstr(check_english(&why), cases[i].word) == NULL)
            fail_msg("%s: %s", cases[i].text, check_english(&why));
    }
}

/* A record is replayed by the rules it was made with, or not at all: neither newer nor older.
 */
TEST(other_rules_are_refused)
{
    static const int rules[] = {-1, 0, 1, 3, 4};
    duel_game second = *catalogue_find_game(duel_str_of("nim"));
    duel_record r;
    duel_msg why = {0};
    second.version = 2;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        char text[100], about[16];
        snprintf(text, sizeof text, "duelliste 1\ngame nim %d\nvariant matches=5\nseed 1\n",
                 rules[i]);
        snprintf(about, sizeof about, "rules %d of", rules[i]);
        assert_int_equal(duel_record_read_as(duel_str_of(text), &second, &r, &why),
                         DUEL_INVALID);
        assert_non_null(strstr(check_english(&why), about));
    }
    assert_ok(
        duel_record_read_as(duel_str_of("duelliste 1\ngame nim 2\nvariant matches=5\nseed 1\n"),
                            &second, &r, &why));
    duel_record_fini(&r);
}

/* ---- codes of results ------------------------------------------------------------------- */

TEST(codes_keep_every_result)
{
    duel_variant v = check_variant("nim matches=1000");
    v.traits |= DUEL_MARGIN;
    v.max_score = 60;
    value_format f = value_format_of(&v);
    for (int value = DUEL_LOSS; value <= DUEL_WIN; value++)
        for (int32_t score = -120; score <= 120; score += 7)
            for (uint32_t plies = 0; plies <= 1000; plies += 111) {
                duel_result r = {(duel_value)value, score, plies, plies % 4}, back;
                uint64_t code = value_encode(&f, &r);
                back = value_decode(&f, code);
                assert_int_not_equal(code, 0);
                assert_true(f.bits == 64 || code >> f.bits == 0);
                assert_memory_equal(&r, &back, sizeof r);
            }
}

/* The lesson of a copy of NIM: a right move goes on, any other is answered and changes nothing.
 */
TEST(a_lesson_answers_and_goes_on)
{
    static const duel_step steps[] = {
        {.say = "first", .at = "11", .good = "1", .right = "well", .wrong = "no", .reply = "2"},
        {.say = "second", .good = "3", .wrong = "not so"},
        {0}};
    static const duel_lesson lesson = {.options = "matches=11", .steps = steps};
    duel_game g = *catalogue_find_game(duel_str_of("nim"));
    g.teaching.lesson = &lesson;
    duel_learner l, before;
    duel_msg word = {0};
    assert_ok(duel_learner_begin(&g, &l, &word));
    assert_int_equal(duel_lesson_length(&lesson), 2);
    before = l;
    assert_int_equal(duel_learner_try(&l, duel_str_of("2"), &word), DUEL_REFUSED);
    assert_string_equal(word.id, "no");
    assert_int_equal(duel_learner_try(&l, duel_str_of("7"), &word), DUEL_REFUSED);
    assert_memory_equal(&before, &l, sizeof l);
    assert_ok(duel_learner_try(&l, duel_str_of("1"), &word));
    assert_string_equal(word.id, "well");
    assert_ok(duel_learner_go(&before, 1, &word));
    assert_memory_equal(&before, &l, sizeof l);
    assert_ok(duel_learner_try(&l, duel_str_of("3"), &word));
    assert_null(word.id);
    assert_null(duel_learner_step(&l));
    assert_int_equal(duel_learner_try(&l, duel_str_of("1"), &word), DUEL_REFUSED);
}

/* ---- the arguments of a game's own command ---------------------------------------------- */

TEST(arguments_are_checked_completely)
{
    static const duel_option options[] = {{"games", DUEL_NUMBER, 10, 1, 99, NULL, "games"},
                                          {"explain", DUEL_YESNO, 0, 0, 1, NULL, "explain"},
                                          {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};
    static const duel_flag texts[] = {{"svg", "FILE", "svg"}, {NULL, NULL, NULL}};
    static const duel_command command = {
        .name = "try", .words = "WORD", .options = options, .texts = texts, .most_words = 1};
    static const struct {
        const char *argument[4];
        const char *word; /* a word the refusal must contain; NULL: accepted */
    } cases[] = {{{"--games", "7", "--explain", "a"}, NULL},
                 {{"--games=7", "--svg=f", "a"}, NULL},
                 {{"--", "--games"}, NULL},
                 {{"--games", "7", "--games", "7"}, "games is given twice"},
                 {{"--games=7", "games=7"}, "games is given twice"},
                 {{"games=7", "games=8"}, "games is given twice"},
                 {{"--explain", "--explain"}, "explain is given twice"},
                 {{"--svg", "f", "--svg", "f"}, "svg is given twice"},
                 {{"--games"}, "needs a value"},
                 {{"--games", "100"}, "games"},
                 {{"--nothing"}, "no flag --nothing"},
                 {{"a", "b"}, "“b” is not understood"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[4][20], *argv[4];
        int argc = 0;
        for (; argc < 4 && cases[i].argument[argc]; argc++) {
            snprintf(text[argc], sizeof *text, "%s", cases[i].argument[argc]);
            argv[argc] = text[argc];
        }
        duel_args a;
        duel_msg why = {0};
        duel_status status = duel_args_read("nim try", &command, argc, argv, &a, &why);
        assert_int_equal(status, cases[i].word ? DUEL_INVALID : DUEL_OK);
        if (cases[i].word && strstr(check_english(&why), cases[i].word) == NULL)
            fail_msg("%s: %s", cases[i].word, check_english(&why));
    }
}

TEST(a_command_may_have_no_options)
{
    static const duel_command command = {.name = "try", .words = "WORD", .most_words = 1};
    char flag[] = "--games", word[] = "games=7", *flags[] = {flag}, *words[] = {word};
    duel_args a;
    duel_msg why = {0};
    assert_int_equal(duel_args_read("nim try", &command, 1, flags, &a, &why), DUEL_INVALID);
    assert_non_null(strstr(check_english(&why), "no flag --games"));
    assert_ok(duel_args_read("nim try", &command, 1, words, &a, &why));
    assert_int_equal(a.word_count, 1);
    assert_true(duel_str_is(a.word[0], "games=7"));
}

/* ---- guards ----------------------------------------------------------------------------- */

static duel_msg fault_called(const char *id)
{
    duel_msg m = {.id = id};
    return m;
}

/* The innermost guard that is for this game is told, and only the first fault. */
TEST(a_fault_is_told_to_the_innermost_guard)
{
    const duel_game *nim = catalogue_find_game(duel_str_of("nim"));
    const duel_game *chomp = catalogue_find_game(duel_str_of("chomp"));
    duel_msg first = fault_called("first"), second = fault_called("second"), why = {0};
    duel_fault_guard any, of_nim, of_chomp;
    duel_fault_guard_fault(nim, &first); /* told to nobody */
    duel_fault_guard_begin(&any, NULL);
    duel_fault_guard_begin(&of_nim, nim);
    duel_fault_guard_begin(&of_chomp, chomp);
    duel_fault_guard_fault(nim, &first);
    duel_fault_guard_fault(nim, &second);
    assert_true(duel_fault_guard_has_fault(nim));
    assert_false(duel_fault_guard_has_fault(chomp));
    assert_int_equal(duel_fault_guard_end(&of_chomp, DUEL_REFUSED, &why), DUEL_REFUSED);
    assert_int_equal(duel_fault_guard_end(&of_nim, DUEL_REFUSED, &why), DUEL_FAILED);
    assert_string_equal(why.id, "first");
    duel_fault_guard_fault(chomp, &second);
    assert_false(duel_fault_guard_has_fault(chomp)); /* that guard is not for it alone */
    assert_int_equal(duel_fault_guard_take(&any, NULL), DUEL_FAILED);
    assert_ok(duel_fault_guard_end(&any, DUEL_OK, &why));
    assert_string_equal(why.id, "first");
}

TEST(doubt_lasts_as_long_as_its_guard)
{
    const duel_game *nim = catalogue_find_game(duel_str_of("nim"));
    const duel_game *chomp = catalogue_find_game(duel_str_of("chomp"));
    duel_fault_guard doubting, inner;
    assert_false(duel_fault_guard_asks_twice(nim));
    duel_fault_guard_begin_twice(&doubting, nim);
    duel_fault_guard_begin(&inner, nim);
    assert_true(duel_fault_guard_asks_twice(nim));
    assert_false(duel_fault_guard_asks_twice(chomp));
    duel_fault_guard_end(&inner, DUEL_OK, NULL);
    duel_fault_guard_end(&doubting, DUEL_OK, NULL);
    assert_false(duel_fault_guard_asks_twice(nim));
}

/* ---- sketches: a position and its picture ----------------------------------------------- */

static const struct sketched {
    const char *game, *options, *position;
    bool utf8;
    const char *text;
} sketches[] = {
    {"tictactoe", "", "X...O...X", true,
     "  3  X │   │   \n    ───┼───┼───\n  2    │ O │   \n    ───┼───┼───\n"
     "  1    │   │ X \n     a   b   c\n"},
    {"connect4", "width=4 height=4", "..../..../..../XO..", true,
     "  │ · · · · │\n  │ · · · · │\n  │ · · · · │\n  │ ● ○ · · │\n  └─────────┘\n"
     "    1 2 3 4\n"},
    {"connect4", "width=4 height=4", "..../..../..../XO..", false,
     "  | . . . . |\n  | . . . . |\n  | . . . . |\n  | X O . . |\n  +---------+\n"
     "    1 2 3 4\n"},
    {"kayles", "", "3+2/1", true, "   ● ● ●   ● ●\n   ┻ ┻ ┻   ┻ ┻\n   3       2\n"},
    {"chomp", "rows=2 cols=4", "4-1/1", true, "     0 1 2 3\n  0  ✗ ■ ■ ■\n  1  ■ · · ·\n"},
    {"dodgem", "", "R..R...UU/1", false,
     "     ^   ^   ^ \n  3  R |   |     > \n    ---+---+---\n  2  R |   |     > \n"
     "    ---+---+---\n  1    | U | U   > \n     a   b   c\n"},
    {"lgame", "", "a11..21..21..22b/1", true,
     "  4  ● ▓1▓▓1▓ · \n  3  · ░2░▓1▓ · \n  2  · ░2░▓1▓ · \n  1  · ░2░░2░ ● \n"
     "     a  b  c  d\n"},
    {"allumettes", "matches=9", "7/1", true,
     "   ● ● ● ● ●  ● ●    \n   ┃ ┃ ┃ ┃ ┃  ┃ ┃ · ·\n  7 matches\n"},
    {"allumettes", "matches=2", "0/1", true, "      \n   · ·\n  0 matches\n"},
    {"allumettes", "matches=90", "61/1", false, NULL}};

TEST(scenes_are_sketched)
{
    for (size_t i = 0; i < sizeof sketches / sizeof *sketches; i++) {
        const struct sketched *c = &sketches[i];
        duel_variant v;
        const duel_game *g = catalogue_find_game(duel_str_of(c->game));
        assert_ok(duel_variant_read(g, duel_str_of(c->options), &v, NULL));
        duel_state s = check_state(&v, c->position);
        CHECK_BUF(text);
        duel_pen pen = {.out = &text.sink, .lang = DUEL_EN, .utf8 = c->utf8};
        duel_draw(&v, &s, DUEL_SEES_ALL, &pen);
        if (c->text)
            assert_string_equal(text.text, c->text);
        else
            assert_non_null(strstr(text.text, "\n  61 matches, 60 of them shown\n"));
    }
}

/* Cards in brackets, names of more than nine columns, words of one height on one line. */
TEST(any_scene_is_sketched)
{
    duel_scene s;
    CHECK_BUF(text);
    duel_pen pen = {.out = &text.sink, .lang = DUEL_EN};
    duel_scene_init(&s);
    assert_false(duel_scene_text(&s, &pen));
    duel_scene_grid(&s, 11, 1);
    s.axes = (duel_axes){'1', 0, true};
    duel_scene_piece(&s, "a", 4, 0, DUEL_SEAT1, "token")->face[0] = 'K';
    for (int i = 0; i < 2; i++) {
        duel_element *e = duel_scene_add(&s, DUEL_COUNTER, i ? "b" : "c", 0, 1, 1, 1);
        e->number = 7 + i;
        duel_say(&e->label, i ? "that is 8" : "so many", "");
    }
    assert_true(duel_scene_text(&s, &pen));
    assert_string_equal(text.text, "   . . . . K . . . . . .\n   1 2 3 4 5 6 7 8 9 0 1\n"
                                   "  so many 7   that is 8\n");
    duel_buf_clear(&text);
    s.count = 0;
    duel_scene_add(&s, DUEL_CARD, "d", 0, 0, 1, 1.4F)->face[0] = 'A';
    duel_scene_add(&s, DUEL_CARD, "e", 2, 0, 1, 1.4F)->face[0] = '?';
    assert_true(duel_scene_text(&s, &pen));
    assert_string_equal(text.text, "   [A]     [?]\n");
    duel_scene_fini(&s);
}

static void write_tone(duel_pen *pen, duel_tone tone)
{
    static const char *const names[] = {
        [DUEL_PLAIN] = "<", [DUEL_SEAT2] = "<2", [DUEL_SOFT] = "<~",
        [DUEL_LAST] = "<!", [DUEL_SAFE] = "<ok", [DUEL_UNKNOWN] = NULL};
    assert_non_null(names[tone]);
    duel_putf(pen->out, "%s>", names[tone]);
}

/* Cells are faint, unless they have something to say; what the last move changed shows. */
TEST(a_sketch_has_tones)
{
    duel_scene s;
    CHECK_BUF(text);
    duel_pen pen = {.out = &text.sink, .lang = DUEL_EN, .tone = write_tone};
    duel_scene_init(&s);
    duel_element *cell = duel_scene_grid(&s, 5, 1);
    cell[1].face[0] = 'x';
    cell[2].tone = DUEL_SAFE;
    cell[3].last = true;
    duel_scene_piece(&s, "a", 4, 0, DUEL_SEAT2, "token");
    assert_true(duel_scene_text(&s, &pen));
    assert_string_equal(text.text, "   <~>.<> x <ok>.<> <!>.<> <2>o<>\n");
    duel_scene_fini(&s);
}

/* What a turn did, as marks behind the ids of the things: + placed, ~ changed, - left. */
static void print_trace(const duel_variant *v, const char *from, const char *moves, int seat,
                        duel_sink *out)
{
    duel_state now, view;
    duel_move move[8];
    duel_scene after;
    duel_str rest = duel_str_of(moves), word;
    int count = 0;
    duel_state before = check_state(v, from);
    now = before;
    while (duel_str_word(&rest, " ", &word)) {
        assert_ok(duel_read_move(v, &now, word, &move[count], NULL));
        v->game->play(v, &now, move[count++]);
    }
    duel_view(v, &now, seat, &view);
    duel_scene_init(&after);
    duel_scene_make(v, &view, seat, &after);
    duel_scene_diff_turn(v, &before, move, count, seat, &after);
    for (int i = 0; i < after.count; i++)
        if (after.element[i].last)
            duel_putf(out, "%s%c ", after.element[i].id, " +~-"[after.element[i].last]);
    duel_scene_fini(&after);
}

TEST(a_turn_leaves_its_trace)
{
    static const struct {
        const char *game, *from, *moves, *trace;
    } cases[] = {
        {"tictactoe", "X...O....", "c3", "mark:2+ "},
        {"connect4", "......./......./......./......./X....../O.....X", "1", "disc:0:2+ "},
        {"dodgem", "R..R...UU/1", "a3-b3", "cell:0:0- car:0:0+ "},
        {"dodgem", "RR.....UU/1", "a3-a2", "cell:0:0- car:0:1+ "}, /* the cars change names */
        {"chomp", "3-3/1", "1,1", "cell:1:1- cell:2:1- "},
        {"kayles", "10/1", "10:1@3", ""}, /* pins that close up have not been moved */
        {"kayles", "4+4/1", "4:1@2", ""},
        {"allumettes", "19/1", "3", ""},
        {"duo", "7.1/5.2/0:0", "a1+ 1", "card:1:a+ "}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        duel_variant v = check_variant(cases[i].game);
        CHECK_BUF(text);
        print_trace(&v, cases[i].from, cases[i].moves, DUEL_SEES_ALL, &text.sink);
        assert_string_equal(text.text, cases[i].trace);
    }
}

/* Placed and turned are told apart. */
TEST(turned_discs_are_not_placed)
{
    duel_variant v = check_variant("moriarty");
    duel_buf from, text;
    duel_buf_init(&from), duel_buf_init(&text);
    duel_state start = check_dealt(&v, 1);
    duel_print(&v, &start, &from.sink);
    print_trace(&v, from.text, "f5", DUEL_NOBODY, &text.sink);
    assert_string_equal(text.text, "disc:4:4~ disc:5:4+ ");
    duel_buf_fini(&from), duel_buf_fini(&text);
}

TEST(the_end_tells_by_what)
{
    static const struct {
        const char *game, *position, *text, *targets;
    } cases[] = {
        {"tictactoe", "XXXOO....", "Three in a row: a3, b3, c3.", "mark:0 mark:1 mark:2 "},
        {"tictactoe", "XXOOOXXOX", "Every square is taken, and nobody has three in a row.", ""},
        {"connect4", "......./......./......./..OX.../..XO.../.XOXO..", "",
         NULL}, /* not over */
        {"connect4", "......./......./...X.../..XO.../.XOX.../XOOXO..",
         "Four in a row, slanting.", "disc:0:0 disc:1:1 disc:2:2 disc:3:3 "},
        {"nim", "1-1/2", "1 match is left, and 1 was just taken: whoever cannot move has lost.",
         ""},
        {"allumettes misere=yes", "0/1", "Whoever takes the last match loses.", ""},
        {"chomp", "0/1", "The poisoned square is eaten: whoever ate it has lost.",
         "cell:0:0 "}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        duel_variant v = check_variant(cases[i].game);
        duel_reason why;
        duel_buf targets;
        duel_state s = check_state(&v, cases[i].position);
        duel_explain_ending(&v, &s, DUEL_NOBODY, &why);
        assert_int_equal(why.count, cases[i].targets ? 1 : 0);
        if (why.count == 0)
            continue;
        duel_buf_init(&targets);
        for (int k = 0; k < why.fact[0].targets; k++)
            duel_putf(&targets.sink, "%s ", why.fact[0].target[k].text);
        assert_string_equal(check_english(&why.fact[0].text), cases[i].text);
        assert_string_equal(targets.text, cases[i].targets);
        duel_buf_fini(&targets);
    }
}

/* What is said to the player who moves is not for others to read; in either language. */
TEST(you_is_said_to_the_one_who_moves)
{
    static const struct {
        const char *text;
        bool to_mover;
    } cases[] = {
        {"You win.", true},
        {"It costs you two.", true},
        {"Your men can go.", true},
        {"Wait (you’re next).", true},
        {"The young man buys yours", true},
        {"The youngest goes on.", false},
        {"bayou", false},
        {DUEL_BOTH("It takes a seed.", "Il vous prend une graine."), true},
        {DUEL_BOTH("It takes a seed.", "Il prend votre graine."), true},
        {DUEL_BOTH("It takes a vote.", "Il prend les votrements, vosgiens."), false},
    };
    duel_reason r = {.count = 0};
    int others = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        duel_fact *f = duel_reason_add(&r, (int)i);
        duel_say(&f->text, cases[i].text, "");
        f->speaks = i % 2 ? -1 : 1;
        assert_int_equal(duel_fact_says_you(f), cases[i].to_mover);
        others += !cases[i].to_mover;
    }
    duel_reason_drop_you(&r);
    assert_int_equal(r.count, others);
    for (int i = 0; i < r.count; i++)
        assert_false(cases[r.fact[i].kind].to_mover);
    duel_reason_drop_against(&r);
    assert_true(r.count > 0 && r.count < others);
    for (int i = 0; i < r.count; i++)
        assert_int_equal(r.fact[i].speaks, 1);
}

/* A state that fits what a seat sees, where the game can guess it; without secrets, the view.
 */
TEST(what_is_hidden_is_imagined)
{
    int guessed = 0;
    for (int i = 0; duel_games[i]; i++) {
        duel_game mute = *duel_games[i];
        duel_variant v = check_variant(mute.id), silent = v;
        duel_state view, full, again;
        duel_state dealt = check_dealt(&v, 7);
        duel_view(&v, &dealt, 0, &view);
        assert_true(duel_guess_state(&v, &view, &full));
        duel_view(&v, &full, 0, &again);
        assert_true(duel_states_equal(&v, &view, &again));
        assert_int_equal(duel_states_equal(&v, &view, &full), !duel_has_secrets(&v));
        mute.guess = NULL;
        silent.game = &mute;
        assert_int_equal(duel_guess_state(&silent, &view, &full), !duel_has_secrets(&v));
        guessed += duel_has_secrets(&v);
    }
    assert_true(guessed > 1);
}
