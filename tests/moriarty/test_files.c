/* tests/moriarty/test_files.c -- what others write and say: problem files, lists of moves, GGF,
 * GTP and NBoard dialogues, and the game's commands. Malformed input is named and refused. */
#include "check.h"

#include "front/console.h"
#include "front/inside.h"
#include "front/json.h"
#include "games/moriarty/commands.h"
#include "games/moriarty/moriarty.h"
#include "games/moriarty/protocols.h"
#include "games/moriarty/workshop/workshop.h"
#include "helper.h"

#include <unistd.h>

static duel_variant full_board(void)
{
    duel_variant v;
    assert_ok(duel_variant_make(&duel_game_moriarty, NULL, 0, &v, NULL));
    return v;
}

#define FFO1 "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--"

/* ---- problem files ---------------------------------------------------------------------- */

TEST(problem_files_are_read_or_refused)
{
    static const struct {
        bool table;
        const char *text;
        int count;   /* problems; -1: refused */
        size_t line; /* that is wrong */
    } cases[] = {
        {false, FFO1 " X; G8:+18; h1:+12; % FFO 1\n", 1, 0},
        {false, "\n% a comment\n" FFO1 " X\r\n\n" FFO1 " O;\n", 2, 0},
        {false, FFO1 " X;g8:18", 1, 0},
        {false, "", -1, 0},
        {false, "\n\n", -1, 0},
        {false, FFO1 " X\n" FFO1 "\n", -1, 2},
        {false, FFO1 " X\n" FFO1 " Y\n", -1, 2},
        {false, FFO1 " X; g8\n", -1, 1},
        {false, FFO1 " X; g8:+65\n", -1, 1},
        {false, FFO1 " X; g8:+-5\n", -1, 1},
        {false, FFO1 " X; g8:\n", -1, 1},
        {false, FFO1 " X; d4:+2\n", -1, 1},
        {false, FFO1 " X; z9:+2\n", -1, 1},
        {false, "\n" FFO1 "- X\n", -1, 2},
        {false, "hello\n", -1, 1},
        {true, "# note\nnumber\tboard\tside\texact_score\n7\t" FFO1 "\tX\t18\n", 1, 0},
        {true, "side\tboard\nX\t" FFO1 "\nO\t" FFO1 "\n", 2, 0},
        {true, "number\tboard\n1\t" FFO1 "\n", -1, 1},
        {true, "board\tside\n" FFO1 "\tX\n" FFO1 "\n", -1, 3},
        {true, "board\tside\texact_score\n" FFO1 "\tX\tmany\n", -1, 2},
        {true, "number\tboard\tside\nseven\t" FFO1 "\tX\n", -1, 2},
        {true, "board\tside\n", -1, 0},
    };
    duel_variant v = full_board();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        moriarty_problems p;
        duel_msg why = {0};
        size_t line = 99;
        duel_status status = moriarty_problems_read(&v, duel_str_of(cases[i].text),
                                                    cases[i].table, &p, &line, &why);
        if (cases[i].count < 0) {
            assert_int_not_equal(status, DUEL_OK);
            assert_int_equal(line, cases[i].line);
            assert_non_null(why.id);
            assert_null(p.list);
            assert_int_equal(p.count, 0);
        } else {
            assert_ok(status);
            assert_int_equal(p.count, cases[i].count);
        }
        moriarty_problems_fini(&p);
    }
}

TEST(problems_keep_number_and_score)
{
    duel_variant v = full_board();
    moriarty_problems p;
    size_t line;
    duel_str text = duel_str_of("number\tboard\tside\texact_score\n7\t" FFO1 "\tX\t-18\n");
    assert_ok(moriarty_problems_read(&v, text, true, &p, &line, NULL));
    assert_int_equal(p.list[0].number, 7);
    assert_true(p.list[0].scored && p.list[0].score == -18);
    moriarty_problems_fini(&p);
    text = duel_str_of(FFO1 " X; h1:-12; g8:+18; a2:-6;");
    assert_ok(moriarty_problems_read(&v, text, false, &p, &line, NULL));
    assert_int_equal(p.list[0].number, 1);
    assert_true(p.list[0].scored && p.list[0].score == 18);
    moriarty_problems_fini(&p);
}

/* ---- lists ------------------------------------------------------------------------------ */

TEST(lists_of_moves_are_played)
{
    static const struct {
        const char *text, *list;
        size_t wrong; /* move; 0: none */
    } cases[] = {
        {"f5d6c3", "f5d6c3", 0},
        {"F5 D6, c3", "f5d6c3", 0},
        {"5,4 3,5 2,2", "f5d6c3", 0},
        {"(5,4)(3,5)(2,2)", "f5d6c3", 0},
        {"", "", 0},
        {"f5d6c3c3", NULL, 4},
        {"f5 pass", NULL, 2},
        {"f5d", NULL, 2},
        {"f5xx", NULL, 2},
        {"5,", NULL, 1},
    };
    duel_variant v = full_board();
    moriarty_state start = moriarty_begin();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        moriarty_game g = moriarty_game_of(&start);
        size_t number;
        duel_msg why = {0};
        duel_status status =
            moriarty_list_read(&v, duel_str_of(cases[i].text), &g, &number, &why);
        if (cases[i].wrong) {
            assert_int_not_equal(status, DUEL_OK);
            assert_int_equal(number, cases[i].wrong);
            assert_int_equal(g.count, 0);
            continue;
        }
        assert_ok(status);
        CHECK_BUF(out);
        moriarty_list_print(&v, &g, &out.sink);
        assert_string_equal(out.text, cases[i].list);
    }
}

/* Random games written without their passes come back with them. */
TEST(whole_games_round_trip)
{
    duel_variant v = full_board();
    duel_rng rng = check_rng(3);
    int passes = 0;
    for (int i = 0; i < check_sample(200, 5000); i++) {
        moriarty_state start = moriarty_begin();
        moriarty_game g = moriarty_game_of(&start), back = g;
        size_t number;
        while (!moriarty_ended(&v, &g.now)) {
            int move = (int)v.game->accel->sample(&v, &g.now, &rng);
            passes += move == MORIARTY_PASS;
            g.move[g.count++] = move;
            moriarty_do(&g.now, move);
        }
        CHECK_BUF(list);
        moriarty_list_print(&v, &g, &list.sink);
        assert_ok(moriarty_list_read(&v, duel_buf_str(&list), &back, &number, NULL));
        assert_int_equal(back.count, g.count);
        assert_memory_equal(&back.now, &g.now, sizeof g.now);
        while (moriarty_game_undo(&back))
            ;
        assert_memory_equal(&back.now, &start, sizeof start);
    }
    assert_true(passes > 0);
}

#define GGF_BOARD "BO[8 ---------------------------O*------*O--------------------------- *]"

/* ---- protocols -------------------------------------------------------------------------- */

typedef duel_status talk_loop(const moriarty_talk *t, duel_msg *why);

/* What is answered to `said`, in a buffer of the caller's. */
static void converse_so(talk_loop *loop, const char *said, bool ponder, duel_buf *out)
{
    FILE *in = tmpfile();
    assert_non_null(in);
    fputs(said, in);
    rewind(in);
    duel_buf_init(out);
    moriarty_talk t = {
        .in = in, .out = &out->sink, .seconds = 0.05, .threads = 1, .ponder = ponder};
    assert_ok(loop(&t, NULL));
    fclose(in);
}

static void converse(talk_loop *loop, const char *said, duel_buf *out)
{
    converse_so(loop, said, false, out);
}

TEST(gtp_is_spoken)
{
    static const struct {
        const char *said, *answer;
    } cases[] = {
        {"protocol_version\n", "= 2\n\n"},
        {"7 name\n", "=7 Duelliste\n\n"},
        {"  # nothing\n\n", ""},
        {"known_command genmove\nknown_command ko\n", "= true\n\n= false\n\n"},
        {"dance\n", "? unknown command\n\n"},
        {"boardsize 19\nboardsize 6\n", "? unacceptable size\n\n= \n\n"},
        {"play b d3\nplay b d6\nplay w c3\n", "= \n\n? illegal move\n\n= \n\n"},
        {"play b a1\nplay b\nplay green d3\n",
         "? illegal move\n\n? syntax error\n\n? syntax error\n\n"},
        {"play white d6\n", "? illegal move\n\n"},
        {"genmove w\n", "? not this color's turn\n\n"},
        {"undo\nplay b d3\nundo\nundo\n", "? cannot undo\n\n= \n\n= \n\n? cannot undo\n\n"},
        {"final_score\n", "? cannot score\n\n"},
        {"quit\nname\n", "= \n\n"},
        {"komi 0\ntime_settings 60 0 0\ntime_left b 5 0\ntime_left b x 0\n",
         "= \n\n= \n\n= \n\n? syntax error\n\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        duel_buf out;
        converse(moriarty_gtp, cases[i].said, &out);
        assert_string_equal(out.text, cases[i].answer);
        duel_buf_fini(&out);
    }
}

/* The engine against itself on the small board: every answer is a move, then there is a score.
 */
static void play_gtp_game(bool ponder)
{
    duel_buf out;
    CHECK_BUF(said);
    duel_put(&said.sink, "boardsize 4\n");
    for (int i = 0; i < 16; i++)
        duel_put(&said.sink, i % 2 ? "genmove w\n" : "genmove b\n");
    duel_put(&said.sink, "final_score\n");
    converse_so(moriarty_gtp, said.text, ponder, &out);
    assert_null(strchr(out.text, '?'));
    assert_non_null(strstr(out.text, "= W+8\n"));
    duel_buf_fini(&out);
}

TEST(gtp_plays_a_game)
{
    play_gtp_game(false);
    play_gtp_game(true);
}

TEST(nboard_is_spoken)
{
    duel_buf out;
    converse(moriarty_nboard,
             "nboard 2\nset depth 4\nset game (;GM[Othello]" GGF_BOARD
             "B[F5]W[F6];)\nping 3\ngo\nmove E6/1.5/0.2\nhint 3\nlearn\nmystery\nping 4\n",
             &out);
    assert_non_null(strstr(out.text, "set myname Duelliste4\n"));
    assert_non_null(strstr(out.text, "pong 3\n"));
    assert_non_null(strstr(out.text, "\n=== "));
    assert_non_null(strstr(out.text, "\nsearch "));
    assert_non_null(strstr(out.text, "\nlearned\npong 4\n"));
    duel_buf_fini(&out);
    converse(moriarty_nboard, "nboard 2\nmove A1\nset game (;BO[9];)\nquit\nping 1\n", &out);
    assert_non_null(strstr(out.text, "status A disc on a1 turns nothing"));
    assert_null(strstr(out.text, "pong"));
    duel_buf_fini(&out);
}

/* Told of its own move, it thinks on until it is spoken to; pings do not disturb it. */
TEST(nboard_thinks_while_the_other_does)
{
    duel_buf out;
    char move[3] = "";
    converse(moriarty_nboard, "nboard 2\nset depth 2\ngo\n", &out);
    memcpy(move, strstr(out.text, "=== ") + 4, 2);
    duel_buf_fini(&out);
    CHECK_BUF(said);
    duel_putf(&said.sink,
              "nboard 2\nset depth 2\ngo\nmove %s\nping 1\nping 2\nhint 1\nping 3\n", move);
    converse_so(moriarty_nboard, said.text, true, &out);
    assert_non_null(strstr(out.text, "pong 1\npong 2\n"));
    assert_non_null(strstr(out.text, "pong 3\n"));
    assert_null(strstr(out.text, "status A disc"));
    duel_buf_fini(&out);
}

/* What was found while the other side thought is there afterwards. */
TEST(pondering_leaves_what_it_found)
{
    duel_variant v = full_board();
    moriarty_state s = moriarty_begin();
    moriarty_request q = moriarty_request_of(&v, &s);
    moriarty_table table;
    moriarty_known known;
    static moriarty_ponder ponder;
    assert_ok(moriarty_table_init(&table, 1 << 20, NULL));
    q.table = &table;
    q.max_depth = 6; /* ends by itself */
    moriarty_ponder_begin(&ponder, &q);
    assert_true(ponder.runs);
    assert_int_equal(pthread_join(ponder.thread, NULL), 0);
    ponder.runs = false;
    moriarty_ponder_end(&ponder);
    assert_true(moriarty_table_get(&table, q.board, &known) && known.depth == 6);
    moriarty_table_fini(&table);
}

/* ---- commands --------------------------------------------------------------------------- */

typedef struct told {
    duel_buf out, err;
    int status;
} told;

extern const duel_command moriarty_workshop[];

static void run(told *t, bool json, int argc, const char *const words[])
{
    char room[8][128], *argv[8] = {NULL};
    for (int i = 0; i + 1 < argc; i++) {
        snprintf(room[i], sizeof room[i], "%s", words[i + 1]);
        argv[i] = room[i];
    }
    duel_buf_init(&t->out);
    duel_buf_init(&t->err);
    duel_console c = {.out = &t->out.sink,
                      .err = &t->err.sink,
                      .lang = DUEL_EN,
                      .json = json,
                      .print_json = json_print};
    t->status = -1;
    const duel_command *const tables[] = {moriarty_commands, moriarty_workshop};
    for (int i = 0; i < 2; i++)
        for (const duel_command *d = tables[i]; d->name; d++)
            if (strcmp(d->name, words[0]) == 0)
                t->status = console_run(&c, "moriarty", d, argc - 1, argv);
}

static void told_fini(told *t)
{
    duel_buf_fini(&t->out);
    duel_buf_fini(&t->err);
}

TEST(commands_answer)
{
    static const struct {
        const char *word[4];
        int count;
        bool json;
        int status;
        const char *out, *err; /* parts of what is printed */
    } cases[] = {
        {{"perft", "6"}, 2, false, 0, "8200\n", ""},
        {{"perft", "9", "--convention", "pass0"}, 4, false, 0, "3005320\n", ""},
        {{"perft", "5", "--path", "portable"}, 4, true, 0, "\"leaves\": 1396", ""},
        {{"perft", "8", "--convention", "free"},
         4,
         false,
         2,
         "",
         "convention is one of pass1, pass0"},
        {{"perft"}, 1, false, 2, "", "How deep?"},
        {{"replay", "f5d6c3"}, 2, false, 0, "f5d6c3\n", ""},
        {{"replay", "d3e3f3"}, 2, true, 0, "\"discs\": [6, 1], \"over\": false", ""},
        {{"replay", "d3e3d6"}, 2, true, 2, "Move 3: A disc on d6 turns nothing", ""},
        {{"replay", "d3e3", "--record"}, 3, false, 0, "moves d3 e3\n", ""},
        {{"replay", "f5", "--dance"}, 3, false, 2, "", "has no flag --dance"},
        {{"ffo"}, 1, false, 2, "", "Which file"},
        {{"ffo", "/nonexistent.obf"}, 2, true, 2, "Cannot read", ""},
        {{"fit", "--games", "0"}, 3, false, 2, "", ""},
        {{"spread", "/dev/null"}, 2, false, 2, "", "holds no games"},
        {{"spread", "/etc/passwd"}, 2, false, 2, "", "holds no games"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        told t;
        run(&t, cases[i].json, cases[i].count, cases[i].word);
        assert_int_equal(t.status, cases[i].status);
        assert_non_null(strstr(t.out.text, cases[i].out));
        assert_non_null(strstr(t.err.text, cases[i].err));
        told_fini(&t);
    }
}

static void with_file(const char *text, bool json, const char *flag, const char *value, told *t)
{
    char name[] = "/tmp/moriarty-XXXXXX";
    int file = mkstemp(name);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
    const char *const words[] = {"ffo", name, flag, value};
    run(t, json, flag ? (value ? 4 : 3) : 2, words);
    unlink(name);
}

TEST(ffo_proves_problems)
{
    told t;
    with_file(FFO1 " X; g8:+18\n" FFO1 " X\n", true, "--only", "1-1", &t);
    assert_int_equal(t.status, 0);
    assert_non_null(
        strstr(t.out.text, "{\"positions\": [{\"number\": 1, \"score\": 18, \"best\": \"g8\""));
    assert_null(strstr(t.out.text, "\"number\": 2"));
    told_fini(&t);
    with_file(FFO1 " X; g8:+20\n", false, NULL, NULL, &t);
    assert_int_equal(t.status, 1);
    assert_non_null(strstr(t.out.text, "the file says 20"));
    told_fini(&t);
    with_file(FFO1 " X\n", false, "--obf", NULL, &t);
    assert_string_equal(t.out.text, FFO1 " X; g8:+18;\n");
    told_fini(&t);
    with_file(FFO1 " X\nrubbish\n", true, NULL, NULL, &t);
    assert_int_equal(t.status, 2);
    assert_non_null(strstr(t.out.text, "{\"error\":{\"kind\":\"bad\",\"message\":\"Line 2: "));
    told_fini(&t);
    with_file(FFO1 " X\n", true, "--only", "3-1", &t);
    assert_int_equal(t.status, 2);
    told_fini(&t);
}

/* ---- training --------------------------------------------------------------------------- */

static void keep_fitted(void *user, int generation, const moriarty_fitted *r)
{
    moriarty_fitted *kept = user;
    kept[generation - 1] = *r;
}

/* Both generations of a short training. */
static moriarty_fitted *train(int threads, const char *folder)
{
    moriarty_fitted *kept = calloc(2, sizeof *kept);
    moriarty_fit f = {.seed = 4,
                      .games = 80,
                      .nodes = 100,
                      .generations = 2,
                      .threads = threads,
                      .steps = 8,
                      .hold = 10,
                      .folder = folder};
    assert_non_null(kept);
    assert_ok(moriarty_fit_run(&f, keep_fitted, kept, NULL));
    return kept;
}

/* The same weights for any number of threads, and an error below that of knowing nothing. */
TEST(fitting_repeats)
{
    moriarty_fitted *one = train(1, NULL), *two = train(2, NULL);
    assert_memory_equal(one, two, 2 * sizeof *one);
    assert_true(one[0].point.positions > 500 &&
                one[1].point.positions > one[0].point.positions);
    assert_true(one[1].games == 144 && one[1].point.error > 1 && one[1].point.error < 28);
    free(one);
    free(two);
}

static void cut_file(const char *name, long bytes)
{
    FILE *f = fopen(name, "r+b");
    assert_non_null(f);
    assert_int_equal(fseek(f, 0, SEEK_END), 0);
    assert_int_equal(ftruncate(fileno(f), ftell(f) - bytes), 0);
    fclose(f);
}

/* Interrupted anywhere, a training goes on from what it has: the result is the same. */
TEST(fitting_resumes)
{
    char folder[] = "/tmp/moriarty-fit-XXXXXX", name[64];
    assert_non_null(mkdtemp(folder));
    moriarty_fitted *whole = train(1, folder);
    snprintf(name, sizeof name, "%s/games-2.bin", folder);
    cut_file(name, 1000);
    snprintf(name, sizeof name, "%s/games-1.bin", folder);
    cut_file(name, 5000);
    moriarty_fitted *again = train(2, folder);
    assert_memory_equal(whole, again, 2 * sizeof *whole);
    moriarty_fit other = {.seed = 5, .games = 1, .generations = 1, .threads = 1, .steps = 1};
    duel_msg why = {0};
    other.folder = folder;
    assert_int_equal(moriarty_fit_run(&other, NULL, NULL, &why), DUEL_REFUSED);
    free(whole);
    free(again);
    static const char *const files[] = {"games-1", "games-2", "weights-1", "weights-2"};
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "%s/%s.bin", folder, files[i]);
        assert_int_equal(remove(name), 0);
    }
    assert_int_equal(rmdir(folder), 0);
}
