/* tests/wumpus/test_memory.c -- the lifeline when memory is short: the right answer or none. */
#include "check.h"

#include "games/wumpus/state.h"
#include "scarce.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static int lifelines_of(const duel_variant *v, const duel_state *s, duel_move out[])
{
    duel_move list[DUEL_MOVES_MAX];
    int moves = v->game->moves(v, s, list), count = 0;
    for (int i = 0; i < moves; i++)
        if (wumpus_move_act(list[i]) == WUMPUS_DEDUCE)
            out[count++] = list[i];
    return count;
}

/* One wumpus, one gold: the answer needs no memory at all. */
TEST(the_usual_lifeline_needs_no_memory)
{
    static const char *const seeds[] = {"1", "2", "3", "4", "5", "6"};
    duel_variant v = check_variant("wumpus deduces=3");
    int told = 0;
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        duel_state s;
        duel_move list[DUEL_MOVES_MAX];
        assert_ok(duel_deal(&v, duel_str_of(seeds[i]), &s));
        int count = lifelines_of(&v, &s, list);
        assert_true(count > 0);
        for (int m = 0; m < count; m++) {
            duel_state right = s, poor = s;
            v.game->play(&v, &right, list[m]);
            scarce_from(0);
            v.game->play(&v, &poor, list[m]);
            scarce_end();
            assert_true(duel_states_equal(&v, &right, &poor));
            told += wumpus_empty(&((const wumpus_state *)&right)->open);
        }
    }
    assert_true(told > 0); /* not "unknown" every time */
}

TEST(a_lifeline_without_memory_is_refused)
{
    duel_variant v = check_variant("wumpus deduces=3 wumpuses=2");
    duel_move list[DUEL_MOVES_MAX], move = 777;
    duel_msg why = {0};
    duel_str text = duel_str_of("deduce:1:0");
    duel_state s = check_dealt(&v, 1);
    assert_true(lifelines_of(&v, &s, list) > 0);
    scarce_from(0);
    duel_status status = duel_read_move(&v, &s, text, &move, &why);
    scarce_end();
    assert_int_equal(status, DUEL_NO_SPACE);
    assert_int_equal(move, 777);
    assert_string_equal(check_english(&why), "Not enough memory.");
    assert_ok(duel_read_move(&v, &s, text, &move, &why));
}

/* Of 1024 cells nearly all are alike: judging one asks for less memory than one call for each.
 */
TEST(a_lifeline_does_not_go_through_every_cell)
{
    duel_variant v = check_variant("wumpus size=32 pits=150 deduces=3 wumpuses=4 golds=4");
    duel_move move;
    duel_state s = check_dealt(&v, 1);
    scarce_from(1000);
    duel_status status = duel_read_move(&v, &s, duel_str_of("deduce:1:0"), &move, NULL);
    scarce_end();
    assert_ok(status);
}

/* Played all the same, it ends the program: no state is better than another one than the
 * record's. */
TEST(a_lifeline_without_memory_is_not_played)
{
    duel_variant v = check_variant("wumpus deduces=3 wumpuses=2");
    duel_move list[DUEL_MOVES_MAX];
    int said[2], how;
    char text[200] = "";
    duel_state s = check_dealt(&v, 1);
    assert_true(lifelines_of(&v, &s, list) > 0);
    assert_int_equal(pipe(said), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(said[1], STDERR_FILENO);
        signal(SIGABRT, SIG_DFL);
        scarce_from(0);
        v.game->play(&v, &s, list[0]);
        _exit(0);
    }
    close(said[1]);
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(read(said[0], text, sizeof text - 1) >= 0);
    close(said[0]);
    assert_true(WIFSIGNALED(how) && WTERMSIG(how) == SIGABRT);
    assert_non_null(strstr(text, "Not enough memory"));
}
