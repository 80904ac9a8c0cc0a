/* tests/front/test_exercise.c -- exercises from one's mistakes, in words: the question, the
 * verdict, when it comes back. */
#include "check.h"

#include "front/exercise.h"

enum { DAY = 86400 };

#define WON                                                                                    \
    {                                                                                          \
        .known = true, .proved = true, .share = 1, .plies = 5                                  \
    }
#define LOST                                                                                   \
    {                                                                                          \
        .known = true, .proved = true, .share = 0, .plies = 4                                  \
    }
#define TIED                                                                                   \
    {                                                                                          \
        .known = true, .proved = true, .share = 0.5, .plies = 3                                \
    }
#define CHANCE(part)                                                                           \
    {                                                                                          \
        .known = true, .calibrated = true, .share = part                                       \
    }
#define POINTS(number)                                                                         \
    {                                                                                          \
        .known = true, .scored = true, .calibrated = true, .share = 0.5, .points = number      \
    }

#define SURE_POINTS(number)                                                                    \
    {                                                                                          \
        .known = true, .proved = true, .scored = true, .share = 0.5, .points = number          \
    }

static void expect_words(duel_buf *text, const char *expected)
{
    assert_string_equal(text->text, expected);
    duel_buf_clear(text);
}

/* At the beginning of a game, where this move was played. */
static game_mistake mistake_at(const char *variant, const char *played, const char *better)
{
    game_mistake m = {.line_count = 1, .mark = DUEL_BLUNDER};
    duel_variant v = check_variant(variant);
    duel_record_init(&m.record, &v);
    snprintf(m.record.seed, sizeof m.record.seed, "1");
    assert_ok(duel_record_begin(&m.record, &m.state, NULL));
    m.seat = v.game->turn(&v, &m.state);
    assert_ok(duel_read_move(&v, &m.state, duel_str_of(played), &m.played, NULL));
    assert_ok(duel_read_move(&v, &m.state, duel_str_of(better), &m.line[0], NULL));
    return m;
}

TEST(the_question_says_what_was_lost)
{
    static const struct {
        const char *variant, *played, *better;
        duel_worth had, got;
        const char *english, *french;
    } cases[] = {
        {"nim matches=11", "1", "3", WON, LOST,
         "You played 1 here, and a win became a loss. Find something better.",
         "Ici vous avez joué 1, et un gain est devenu une perte. Trouvez mieux."},
        {"tictactoe", "a2", "b2", WON, TIED,
         "You played a2 here and let a win slip away. Find something better.",
         "Ici vous avez joué a2 et laissé filer le gain. Trouvez mieux."},
        {"tictactoe", "a2", "b2", WON, CHANCE(0.4),
         "You played a2 here and let a win slip away. Find something better.",
         "Ici vous avez joué a2 et laissé filer le gain. Trouvez mieux."},
        {"tictactoe", "a2", "b2", TIED, LOST,
         "You played a2 here, and that loses. Find something better.",
         "Ici vous avez joué a2, et cela perd. Trouvez mieux."},
        {"tictactoe", "a2", "b2", CHANCE(0.75), CHANCE(0.35),
         "You played a2 here and gave away about 40 % of the win. Find something better.",
         "Ici vous avez joué a2 et donné environ 40\u202f% du gain. Trouvez mieux."},
        {"moriarty", "c4", "d3", POINTS(1.8), POINTS(-8.9),
         "You played c4 here and gave away about 10.7 points. Find something better.",
         "Ici vous avez joué c4 et cédé environ 10,7 points. Trouvez mieux."},
        {"moriarty", "c4", "d3", SURE_POINTS(5), SURE_POINTS(4),
         "You played c4 here and gave away 1 point. Find something better.",
         "Ici vous avez joué c4 et cédé 1 point. Trouvez mieux."},
    };
    CHECK_BUF(text);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        game_mistake m = mistake_at(cases[i].variant, cases[i].played, cases[i].better);
        m.had = cases[i].had;
        m.got = cases[i].got;
        exercise_question(DUEL_EN, &text.sink, &m);
        expect_words(&text, cases[i].english);
        exercise_question(DUEL_FR, &text.sink, &m);
        expect_words(&text, cases[i].french);
        mistake_fini(&m);
    }
}

/* Somebody alone plays for points, or where nobody has counted these, for a chance. */
TEST(alone_one_loses_points)
{
    game_mistake m = mistake_at("wumpus", "1:0", "0:1");
    duel_worth had = POINTS(30), got = POINTS(4), better = CHANCE(0.9), worse = CHANCE(0.2);
    CHECK_BUF(text);
    m.had = had;
    m.got = got;
    exercise_question(DUEL_EN, &text.sink, &m);
    expect_words(&text,
                 "You played 1:0 here and gave away about 26.0 points. Find something better.");
    m.had = better;
    m.got = worse;
    exercise_question(DUEL_EN, &text.sink, &m);
    expect_words(&text,
                 "You played 1:0 here and gave away about 70 % of the win. Find something "
                 "better.");
    m.got.calibrated = false;
    exercise_question(DUEL_EN, &text.sink, &m);
    expect_words(&text, "You played 1:0 here; another move seems to be better. Find it.");
    mistake_fini(&m);
}

TEST(the_verdict_says_what_comes_of_it)
{
    static const struct {
        const char *move;
        bool right;
        duel_mark mark;
        duel_worth worth;
        const char *english, *french;
    } cases[] = {
        {"3", true, DUEL_UNMARKED, WON, "Right, 3: you win in 5 moves.",
         "Juste, 3\u202f: vous gagnez en 5 coups."},
        {"2", false, DUEL_BLUNDER, LOST, "No: after 2, you lose in 4 moves.",
         "Non\u202f: après 2, vous perdez en 4 coups."},
        {"2", false, DUEL_INACCURATE, CHANCE(0.6),
         "There is still better: after 2, your chance is about 60 %.",
         "Il y a mieux encore\u202f: après 2, vos chances sont d’environ 60\u202f%."},
        {"1", false, DUEL_BLUNDER, LOST,
         "That is what you played: after 1, you lose in 4 moves.",
         "C’est ce que vous aviez joué\u202f: après 1, vous perdez en 4 coups."},
        {"1", true, DUEL_UNMARKED, WON,
         "On another look, 1 was no mistake: you win in 5 moves.",
         "À y regarder de plus près, 1 n’était pas une erreur\u202f: vous gagnez en 5 coups."},
    };
    game_mistake m = mistake_at("nim matches=11", "1", "3");
    exercise_try *t = calloc(1, sizeof *t);
    CHECK_BUF(text);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        *t = (exercise_try){
            .right = cases[i].right, .mark = cases[i].mark, .worth = cases[i].worth};
        assert_ok(duel_read_move(&m.record.variant, &m.state, duel_str_of(cases[i].move),
                                 &t->move, NULL));
        exercise_verdict(DUEL_EN, &text.sink, &m, t);
        expect_words(&text, cases[i].english);
        exercise_verdict(DUEL_FR, &text.sink, &m, t);
        expect_words(&text, cases[i].french);
    }
    duel_worth won = WON;
    m.had = won;
    exercise_solution(DUEL_EN, &text.sink, &m);
    expect_words(&text, "Play 3: you win in 5 moves.");
    free(t);
    mistake_fini(&m);
}

TEST(it_says_when_it_comes_back)
{
    static const struct {
        exercise_agenda agenda;
        bool one_game;
        const char *english;
    } cases[] = {
        {{.put_off = 3}, false, "That was all for today; 3 more wait for another day."},
        {{.later = 2, .next = 11 * DAY},
         false,
         "None of your mistakes is due: the next comes back tomorrow."},
        {{.later = 2, .next = 17 * DAY},
         true,
         "None of your mistakes is due: the next comes back in 7 days."},
        {{.retired = 1}, false, "None of your mistakes is due."},
        {{.due = 0}, true, "No move of yours in this game was a mistake."},
        {{.due = 0}, false, "No mistake of yours is known yet."},
    };
    int64_t now = 10 * DAY + 5000;
    exercise_asked a = {.due = 11 * DAY};
    CHECK_BUF(text);
    exercise_plan(DUEL_EN, &text.sink, &a, now);
    expect_words(&text, "It comes back tomorrow.");
    a.due = 26 * DAY;
    exercise_plan(DUEL_EN, &text.sink, &a, now);
    expect_words(&text, "It comes back in 16 days.");
    a.due = DUEL_NEVER;
    exercise_plan(DUEL_EN, &text.sink, &a, now);
    expect_words(&text, "You know this one: it is asked no more.");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        exercise_nothing(DUEL_EN, &text.sink, &cases[i].agenda, cases[i].one_game, now);
        expect_words(&text, cases[i].english);
    }
}
