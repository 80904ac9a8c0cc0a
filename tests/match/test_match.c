/* tests/match/test_match.c -- matches: who meets whom, what is counted, what is kept. */
#include "check.h"

#include "base/file.h"
#include "match/inside.h"
#include "match/match.h"
#include "players/inside.h"

#include <dirent.h>
#include <math.h>
#include <unistd.h>

enum { MEMORY = 64 << 20 };

typedef struct event { /* a match and all it points to */
    duel_variant v;
    duel_str spec[8];
    match_schedule schedule;
    match_setup m;
    match_score *tally;
} event;

/* Up to a NULL name; a match if there are as many as seats, else everybody with everybody. */
static void event_init(event *e, const char *variant, const char *const names[], uint64_t games)
{
    int count = 0;
    *e = (event){.v = check_variant(variant)};
    for (; names[count]; count++)
        e->spec[count] = duel_str_of(names[count]);
    assert_ok(match_schedule_round(e->v.seats, count, &e->schedule, NULL));
    e->schedule.games = games;
    e->m = (match_setup){.v = &e->v,
                         .spec = e->spec,
                         .schedule = &e->schedule,
                         .seed = 1,
                         .threads = 1,
                         .memory = MEMORY};
}

static void event_run(event *e)
{
    duel_msg why = {0};
    match_score_free(e->tally);
    e->tally = NULL;
    if (match_run(&e->m, &e->tally, &why) != DUEL_OK)
        fail_msg("%s", check_english(&why));
}

static void event_fini(event *e)
{
    match_score_free(e->tally);
    match_schedule_fini(&e->schedule);
}

static match_points played(const char *variant, const char *a, const char *b, uint64_t games,
                           int threads, uint64_t *plies)
{
    event e;
    event_init(&e, variant, (const char *const[]){a, b, NULL}, games);
    e.m.threads = threads;
    event_run(&e);
    match_points p = *match_score_standing(e.tally, 0, 0);
    assert_int_equal(match_score_sums(e.tally)->games, games);
    *plies = match_score_sums(e.tally)->plies;
    memset(p.forfeit, 0, sizeof p.forfeit); /* they went with the tally */
    event_fini(&e);
    return p;
}

/* ---- games ------------------------------------------------------------------------------ */

TEST(exact_never_loses_at_tictactoe)
{
    uint64_t games = (uint64_t)check_sample(100, 1000), plies;
    match_points p = played("tictactoe", "exact", "random", games, 2, &plies);
    assert_int_equal(p.losses, 0);
    assert_true(p.wins > games / 2);
    assert_int_equal(played("tictactoe", "exact", "exact", 20, 1, &plies).ties, 20);
}

TEST(seats_rotate_and_threads_change_nothing)
{
    uint64_t first, second;
    /* with 1 match the first to move wins: sharing equally shows that seats rotate */
    assert_int_equal(played("allumettes matches=1", "random", "random", 50, 1, &first).wins,
                     25);
    match_points one = played("nim matches=20", "random", "exact", 60, 1, &first);
    match_points two = played("nim matches=20", "random", "exact", 60, 3, &second);
    assert_memory_equal(&one, &two, sizeof one);
    assert_int_equal(first, second);
}

/* Equal seeds give equal matches, on any number of threads; other seeds other ones. */
TEST(openings_come_from_the_seed)
{
    double margin[3];
    for (int i = 0; i < 3; i++) {
        event e;
        event_init(&e, "moriarty", (const char *const[]){"random", "greedy", NULL}, 12);
        e.m.openings = (match_openings){.plies = 8, .balanced = true};
        e.m.threads = i == 1 ? 2 : 1;
        e.m.seed = i == 2 ? 2 : 1;
        event_run(&e);
        margin[i] = match_score_standing(e.tally, 0, 0)->margin;
        event_fini(&e);
    }
    assert_true(margin[0] == margin[1] && margin[0] != margin[2]);
}

TEST(games_that_repeat_are_told)
{
    event e;
    double unused;
    event_init(&e, "nim matches=15", (const char *const[]){"exact", "exact", NULL}, 200);
    event_run(&e);
    const match_points *p = match_score_standing(e.tally, 0, 0);
    assert_int_equal(match_score_sums(e.tally)->different, 2);
    assert_int_equal(p->rank.sets, 100);
    assert_int_equal(p->rank.fresh, 1);
    assert_false(statistics_interval(&p->share, &unused, &unused));
    event_fini(&e);
}

/* A solver that knows the end gives the result that exact players reach. */
TEST(proofs_end_games_as_exact_play_does)
{
    uint64_t plies = 0, shorter = 0;
    match_points whole = {.wins = 0}, ended = {.wins = 0};
    for (int i = 0; i < 2; i++) {
        event e;
        event_init(&e, "connect4 width=4 height=4",
                   (const char *const[]){"exact", "exact", NULL}, 12);
        e.m.openings = (match_openings){.plies = 6};
        e.m.prove = i ? 100000 : 0;
        event_run(&e);
        *(i ? &ended : &whole) = *match_score_standing(e.tally, 0, 0);
        *(i ? &shorter : &plies) = match_score_sums(e.tally)->plies;
        assert_int_equal(match_score_sums(e.tally)->proved, i ? 12 : 0);
        event_fini(&e);
    }
    assert_true(whole.wins == ended.wins && whole.ties == ended.ties && shorter < plies);
}

/* ---- who meets whom --------------------------------------------------------------------- */

TEST(everybody_sits_everywhere_equally_often)
{
    static const struct {
        int seats, players, encounters;
    } cases[] = {{2, 2, 1}, {2, 6, 15}, {3, 5, 10}, {4, 4, 1}, {1, 3, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        match_schedule s;
        int sat[8][DUEL_SEATS] = {{0}}, seats = cases[i].seats;
        assert_ok(match_schedule_round(seats, cases[i].players, &s, NULL));
        assert_int_equal(s.encounters, cases[i].encounters);
        s.games = (uint64_t)(3 * seats);
        for (uint64_t n = 0; n < match_schedule_numbers(&s); n++) {
            match_place p;
            assert_true(match_schedule_place(&s, n, &p));
            for (int seat = 0; seat < seats; seat++)
                sat[s.encounter[p.encounter].player[match_place_at(&s, &p, seat)]][seat]++;
        }
        for (int player = 0; player < cases[i].players; player++)
            for (int seat = 0; seat < seats; seat++)
                assert_int_equal(sat[player][seat], sat[0][0]);
        match_schedule_fini(&s);
    }
}

TEST(a_gauntlet_is_run_by_the_first)
{
    match_schedule s;
    match_place unused;
    duel_msg why = {0};
    assert_ok(match_schedule_gauntlet(2, 5, &s, &why));
    assert_int_equal(s.encounters, 4);
    for (int i = 0; i < 4; i++)
        assert_true(s.encounter[i].player[0] == 0 && s.encounter[i].player[1] == i + 1);
    s.games = 3; /* the last set of each has one game */
    uint64_t games = 0;
    for (uint64_t n = 0; n < match_schedule_numbers(&s); n++)
        games += match_schedule_place(&s, n, &unused);
    assert_true(games == 12 && match_schedule_games(&s) == 12);
    match_schedule_fini(&s);
    assert_int_equal(match_schedule_round(3, 2, &s, &why), DUEL_INVALID);
    assert_int_equal(match_schedule_round(2, 65, &s, &why), DUEL_INVALID);
}

/* ---- the tally -------------------------------------------------------------------------- */

/* The same games in any order, some repeated, give the same table. */
TEST(the_order_in_which_games_come_changes_nothing)
{
    enum { GAMES = 90 };
    duel_variant v = check_variant("chicago players=3");
    match_schedule s;
    sprt_test none = {0};
    match_points first = {.wins = 0};
    assert_ok(match_schedule_together(3, 3, &s, NULL));
    s.games = GAMES;
    for (int order = 0; order < 20; order++) {
        match_score *t = NULL;
        uint8_t number[GAMES];
        duel_rng rng = check_rng((uint64_t)order);
        for (int i = 0; i < GAMES; i++)
            number[i] = (uint8_t)i;
        if (order)
            duel_rng_shuffle(&rng, number, GAMES);
        assert_ok(match_score_new(&v, &s, &none, &t, NULL));
        for (int i = 0; i < GAMES; i++) {
            int n = number[i];
            match_game_result b = {.hash = (uint64_t)(n / 3 % 17), .plies = 1};
            for (int seat = 0; seat < 3; seat++)
                b.score[seat] = n * 7 * (seat + 1) % 11;
            assert_ok(match_score_add(t, (uint64_t)n, &b, NULL));
        }
        match_points p = *match_score_standing(t, 0, 1);
        if (order)
            assert_memory_equal(&p, &first, sizeof p);
        first = p;
        assert_int_equal(match_score_sums(t)->different,
                         51); /* seventeen openings, three seatings */
        assert_int_equal(p.rank.sets, 30);
        assert_int_equal(p.rank.fresh, 17);
        match_score_free(t);
    }
    match_schedule_fini(&s);
}

/* A test looks at sets in their order: a game that is missing holds the later ones back. */
TEST(a_test_waits_for_the_game_that_is_missing)
{
    duel_variant v = check_variant("nim");
    match_schedule s;
    sprt_test test = {0, 100, 0.05, 0.05};
    match_score *t = NULL;
    assert_ok(match_schedule_together(2, 2, &s, NULL));
    s.games = 1000;
    assert_ok(match_score_new(&v, &s, &test, &t, NULL));
    for (int n = 1; n <= 400; n++) {
        uint64_t number = n == 400 ? 0 : (uint64_t)n;
        match_game_result b = {.hash = (uint64_t)n,
                               .score = {number % 2 == 0, number % 2 == 1}};
        assert_int_equal(match_score_sums(t)->end, MATCH_SCORE_OPEN);
        assert_ok(match_score_add(t, number, &b, NULL));
    }
    assert_int_equal(match_score_sums(t)->end, MATCH_SCORE_TESTED);
    assert_int_equal(match_score_test(t).verdict, SPRT_ELO1);
    uint64_t games = match_score_sums(t)->games; /* those of the verdict, and no others */
    assert_true(games < 100);
    match_score_close(t);
    assert_int_equal(match_score_sums(t)->games, games);
    match_score_free(t);
    match_schedule_fini(&s);
}

/* ---- time ------------------------------------------------------------------------------- */

TEST(clocks_are_read)
{
    static const struct {
        const char *text;
        duel_status status;
        time_control is;
    } cases[] = {{"10+0.1", DUEL_OK, {10, 0.1}},  {"60", DUEL_OK, {60, 0}},
                 {"0.5+0", DUEL_OK, {0.5, 0}},    {"0", DUEL_INVALID, {0, 0}},
                 {"", DUEL_INVALID, {0, 0}},      {"10+", DUEL_INVALID, {0, 0}},
                 {"+1", DUEL_INVALID, {0, 0}},    {"-1+1", DUEL_INVALID, {0, 0}},
                 {"1+1+1", DUEL_INVALID, {0, 0}}, {"ten", DUEL_INVALID, {0, 0}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        time_control c = {0, 0};
        duel_msg why = {0};
        assert_int_equal(time_control_read(duel_str_of(cases[i].text), &c, &why),
                         cases[i].status);
        assert_true(fabs(c.base - cases[i].is.base) < 1e-9);
        assert_true(fabs(c.increment - cases[i].is.increment) < 1e-9);
    }
}

/* Whoever keeps to its share never runs out, however long the game. */
TEST(a_share_of_the_clock_leaves_something)
{
    double left = 10;
    for (int turn = 0; turn < 1000; turn++) {
        double share = time_control_share(left, 0.1);
        assert_true(share > 0 && share <= left / 2);
        left += 0.1 - share;
    }
    assert_true(left > 0);
}

TEST(lateness_begins_after_the_grace)
{
    player_lateness l = {0};
    assert_false(player_lateness_count(&l, 100, 0)); /* no limit */
    assert_false(player_lateness_count(&l, 1.04, 1));
    assert_true(player_lateness_count(&l, 1.2, 1));
    assert_true(player_lateness_count(&l, 1.1, 1));
    assert_true(l.turns == 2 && fabs(l.most - 0.2) < 1e-9);
}

/* ---- books ------------------------------------------------------------------------------ */

static const char *temporary_folder(void)
{
    static char path[64];
    strcpy(path, "/tmp/duel-match-XXXXXX");
    assert_non_null(mkdtemp(path));
    return path;
}

static void remove_folder(const char *folder)
{
    char path[512];
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent *e; (e = readdir(dir)) != NULL;) {
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        unlink(path);
    }
    closedir(dir);
    rmdir(folder);
}

static duel_status read_book(const duel_variant *v, const char *text, opening_book **out,
                             duel_msg *why)
{
    char path[128];
    const char *folder = temporary_folder();
    snprintf(path, sizeof path, "%s/book", folder);
    assert_ok(duel_file_replace(path, duel_str_of(text), NULL));
    duel_status status = opening_book_read(path, v, out, why);
    remove_folder(folder);
    return status;
}

TEST(books_are_read_whole_or_not)
{
    static const struct {
        const char *game, *text, *wrong; /* NULL: nothing */
    } cases[] = {{"moriarty", "# two\nmoves d3 c5\n\nmoves d3\n", NULL},
                 {"nim matches=9", "5-2/1\nmoves 1 2\n", NULL},
                 {"moriarty", "moves d3 d3\n", "Line 1: move 2"},
                 {"moriarty", "moves d3\nnonsense\n", "Line 2: “nonsense” is no position"},
                 {"nim matches=3", "moves 3\n", "Line 1: the game is over"},
                 {"nim", "# nothing\n", "There is no opening"},
                 {"duo", "moves 1\n", "dealt at random"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        duel_variant v = check_variant(cases[i].game);
        opening_book *book = NULL;
        duel_msg why = {0};
        duel_status status = read_book(&v, cases[i].text, &book, &why);
        assert_int_equal(status, cases[i].wrong ? DUEL_INVALID : DUEL_OK);
        if (cases[i].wrong)
            assert_non_null(strstr(check_english(&why), cases[i].wrong));
        opening_book_free(book);
    }
}

TEST(a_book_begins_again_after_its_end)
{
    event e;
    opening_book *book = NULL;
    event_init(&e, "nim matches=15", (const char *const[]){"exact", "exact", NULL}, 20);
    assert_ok(read_book(&e.v, "moves 1\nmoves 2\nmoves 3\n", &book, NULL));
    e.m.openings.book = book;
    event_run(&e);
    assert_int_equal(match_score_sums(e.tally)->different, 6);
    assert_int_equal(match_score_standing(e.tally, 0, 0)->rank.fresh, 3);
    event_fini(&e);
    opening_book_free(book);
}

/* ---- what is kept ----------------------------------------------------------------------- */

typedef struct table { /* what is told of an event */
    uint64_t games, different, plies;
    match_points points[6];
} table;

static table table_of(const event *e)
{
    table t;
    memset(&t, 0, sizeof t);
    t.games = match_score_sums(e->tally)->games;
    t.different = match_score_sums(e->tally)->different;
    t.plies = match_score_sums(e->tally)->plies;
    for (int i = 0; i < e->schedule.players; i++)
        t.points[i] = match_score_total(e->tally, i);
    return t;
}

static void lose_every_third(const char *folder, uint64_t games)
{
    char path[128];
    for (uint64_t n = 1; n <= games; n += 3) {
        snprintf(path, sizeof path, "%s/%08llu.duel", folder, (unsigned long long)n);
        if (n % 2)
            assert_int_equal(unlink(path), 0);
        else
            assert_int_equal(truncate(path, 100), 0);
    }
}

/* What is read again is what was played; what was lost or torn is played again. */
TEST(kept_games_give_the_same_table)
{
    static const char *const games[] = {"connect4 width=4 height=4", "duo", "lgame"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        const char *folder = temporary_folder();
        event e;
        event_init(&e, games[i],
                   (const char *const[]){"random", "mcts:nodes=20", "greedy", NULL}, 6);
        event_run(&e);
        table whole = table_of(&e), again;
        e.m.keep = folder;
        event_run(&e);
        again = table_of(&e);
        assert_memory_equal(&whole, &again, sizeof whole);
        lose_every_third(folder, whole.games);
        event_run(&e);
        again = table_of(&e);
        assert_memory_equal(&whole, &again, sizeof whole);
        event_run(&e); /* nothing is left to play */
        again = table_of(&e);
        assert_memory_equal(&whole, &again, sizeof whole);
        event_fini(&e);
        remove_folder(folder);
    }
}

TEST(another_match_does_not_go_on_here)
{
    const char *folder = temporary_folder();
    event e;
    match_score *unused = NULL;
    duel_msg why = {0};
    event_init(&e, "nim", (const char *const[]){"random", "greedy", NULL}, 4);
    e.m.keep = folder;
    event_run(&e);
    e.schedule.games = 8; /* more of the same */
    event_run(&e);
    assert_int_equal(match_score_sums(e.tally)->games, 8);
    e.m.seed = 2;
    assert_int_equal(match_run(&e.m, &unused, &why), DUEL_REFUSED);
    assert_non_null(strstr(check_english(&why), "another match"));
    event_fini(&e);
    remove_folder(folder);
}

typedef struct kept_one {
    match_game_result bout;
    int count;
} kept_one;

static duel_status take_one(void *to, uint64_t number, match_game_result *b, duel_msg *why)
{
    kept_one *k = to;
    (void)why;
    assert_int_equal(number, 6);
    k->bout = *b;
    b->reason = NULL;
    k->count++;
    return DUEL_OK;
}

/* Everything that counts comes back: who was late, who lost and why, in both languages. */
TEST(notes_bring_back_what_a_record_does_not_say)
{
    const char *folder = temporary_folder();
    const char *const names[] = {"cmd:./bot", "random"};
    duel_variant v = check_variant("nim matches=9");
    duel_record r;
    duel_state unused;
    duel_msg m;
    kept_one k = {.count = 0};
    duel_record_init(&r, &v);
    duel_put(&r.start.sink, "9-0/1");
    assert_ok(duel_record_add(&r, 1, NULL));
    r.ending = DUEL_BY_TIME;
    r.loser = 1;
    assert_ok(duel_record_replay(&r, 1, &unused, NULL));
    duel_say(&m, N_("The player {0} has overstepped its time."), "c", "{0}");
    match_game_result b = {.end = MATCH_GAME_TIME,
                           .loser = 1,
                           .reason = match_game_reason(&m),
                           .opening = 1,
                           .late = {{0, 0}, {3, 0.25}}};
    match_game_sum_up(&r, &unused, &b);
    assert_ok(match_files_write(folder, 6, &r, &b, names, NULL));
    assert_ok(match_files_read(folder, &v, take_one, &k, NULL));
    assert_int_equal(k.count, 1);
    assert_string_equal(duel_text(DUEL_EN, b.reason), duel_text(DUEL_EN, k.bout.reason));
    assert_string_equal(duel_text(DUEL_FR, b.reason), duel_text(DUEL_FR, k.bout.reason));
    assert_true(k.bout.end == b.end && k.bout.loser == 1 && k.bout.hash == b.hash);
    assert_true(k.bout.opening == 1 && k.bout.plies == 0 && k.bout.score[0] == 1);
    assert_true(k.bout.late[1].turns == 3 && k.bout.late[1].most == 0.25);
    match_game_fini(&b);
    match_game_fini(&k.bout);
    duel_record_fini(&r);
    remove_folder(folder);
}
