/* tests/static/answers.c -- games drawn by seeds and puzzles of seeds, as text: the program and
 * its WebAssembly must print the same (tests/static/compare). What engines choose is asked by
 * bench/signature.c.
 *
 *     answers            everything
 *     answers --pace     nothing but work whose time is taken by who starts it: NAME, then
 * seconds */
#include "base/clock.h"
#include "core/play.h"
#include "core/record.h"
#include "core/variant.h"
#include "games/moriarty/eval.h"
#include "games/moriarty/search.h"
#include "players/catalogue.h"
#include "players/player.h"
#include "teach/puzzle_search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 8, PUZZLES = 2, LONGEST = 120 };

/* ---- games and puzzles ------------------------------------------------------------------ */

static void put_game(const duel_variant *v, int seed, duel_sink *out)
{
    duel_record r;
    duel_rng rng;
    duel_state state;
    duel_move list[DUEL_MOVES_MAX];
    duel_record_init(&r, v);
    snprintf(r.seed, sizeof r.seed, "%d", seed);
    duel_rng_init_number(&rng, (uint64_t)seed);
    duel_record_begin(&r, &state, NULL);
    for (int ply = 0; ply < LONGEST && !duel_is_over(v, &state); ply++) {
        int count = v->game->moves(v, &state, list);
        duel_move move = list[duel_rng_below(&rng, (uint32_t)count)];
        duel_record_add(&r, move, NULL);
        v->game->play(v, &state, move);
    }
    duel_record_print(&r, out);
    duel_record_fini(&r);
}

static void put_puzzle(const duel_variant *v, uint64_t seed, duel_sink *out)
{
    found_puzzle f;
    duel_msg why;
    duel_status status = puzzle_find(v, seed, PUZZLE_MEMORY, NULL, &f, &why);
    duel_putf(out, "puzzle %s %llu: ", v->game->id, (unsigned long long)seed);
    if (status != DUEL_OK) {
        duel_put(out, "none\n");
        return;
    }
    duel_render(DUEL_EN, &f.puzzle.question, out);
    duel_state state = f.puzzle.state;
    for (int i = 0; i < f.puzzle.count; i++) {
        duel_put(out, " ");
        duel_print_move(v, &state, f.puzzle.answer[i], out);
        v->game->play(v, &state, f.puzzle.answer[i]);
    }
    duel_put(out, "\n");
    duel_record_print(&f.record, out);
    found_puzzle_fini(&f);
}

static void put_answers(const duel_game *g, duel_sink *out)
{
    duel_variant v;
    if (duel_variant_make(g, NULL, 0, &v, NULL) != DUEL_OK)
        return;
    for (int seed = 1; seed <= GAMES; seed++)
        put_game(&v, seed, out);
    for (uint64_t seed = 1; seed <= PUZZLES && puzzle_fits(&v, NULL) == DUEL_OK; seed++)
        put_puzzle(&v, seed, out);
}

/* ---- pace ------------------------------------------------------------------------------- */

/* Work by nodes, the same everywhere. */
static const struct {
    const char *name, *game, *settings, *spec;
    uint64_t nodes;
    int questions;
} works[] = {{"solver", "connect4", "width=5 height=4", "exact", 0, 4},
             {"chicago", "chicago", "", "expert", 4000, 2000},
             {"wumpus", "wumpus", "", "expert", 4000, 80000}};

static bool think_often(const duel_variant *v, const char *spec, uint64_t nodes, int questions)
{
    enum { MEMORY = 256 << 20 };
    machine_player *player;
    duel_msg why;
    duel_answer *answer = calloc(1, sizeof *answer);
    bool good =
        answer && player_open(duel_str_of(spec), v, MEMORY, NULL, &player, &why) == DUEL_OK;
    for (int i = 0; good && i < questions; i++) {
        char seed[16];
        duel_state state, view;
        snprintf(seed, sizeof seed, "%d", i + 1);
        duel_deal(v, duel_str_of(seed), &state);
        int seat = v->game->turn(v, &state);
        duel_view(v, &state, seat, &view);
        duel_think t = {.view = &view, .seat = seat, .nodes = nodes, .threads = 1, .seed = 7};
        good = player_think(player, &t, answer, &why) == DUEL_OK;
        player_forget(player);
    }
    if (good)
        player_close(player);
    free(answer);
    return good;
}

/* By the portable code, which is what a browser has. */
static bool search_othello(uint64_t nodes)
{
    enum { MEMORY = 64 << 20 };
    moriarty_table table;
    moriarty_answer answer;
    duel_msg why;
    if (moriarty_table_init(&table, MEMORY, &why) != DUEL_OK)
        return false;
    moriarty_request q = {.board = moriarty_opening(),
                          .playable = MORIARTY_ALL,
                          .node_limit = nodes,
                          .threads = 1,
                          .path = MORIARTY_PORTABLE,
                          .table = &table,
                          .eval = &moriarty_trained};
    bool good = moriarty_think(&q, &answer, &why) == DUEL_OK && answer.nodes >= nodes;
    moriarty_table_fini(&table);
    return good;
}

static int tell_pace(void)
{
    for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
        duel_variant v;
        duel_msg why;
        const duel_game *g = catalogue_find_game(duel_str_of(works[i].game));
        if (duel_variant_read(g, duel_str_of(works[i].settings), &v, &why) != DUEL_OK)
            return 1;
        double begun = duel_clock_cpu();
        if (!think_often(&v, works[i].spec, works[i].nodes, works[i].questions))
            return 1;
        printf("%s %.3f\n", works[i].name, duel_clock_cpu() - begun);
    }
    double begun = duel_clock_cpu();
    if (!search_othello(4000000))
        return 1;
    printf("othello %.3f\n", duel_clock_cpu() - begun);
    return 0;
}

int main(int argc, char **argv)
{
    duel_stream out;
    duel_stream_init(&out, stdout);
    if (argc == 2 && strcmp(argv[1], "--pace") == 0)
        return tell_pace();
    for (int i = 0; duel_games[i]; i++)
        put_answers(duel_games[i], &out.sink);
    return 0;
}
