/* tests/web/twin_deals.c -- pairs of deals that one seat cannot tell apart, with moves to play
 * in both: for test_secrecy.py.
 *
 *     twin_deals "GAME [OPTIONS]" COUNT SEED
 *
 * One JSON object a line: the seat, both positions, and moves that are legal in both and after
 * each of which the seat sees the same. The second deal completes what the seat sees of the
 * first one at random; of several, the one that stays hidden longest is taken. */
#include "core/play.h"
#include "core/variant.h"
#include "players/catalogue.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whoever plays alone sees little change hands: few tries find a long game. */
enum { PLIES = 24, TRIES = 1500, TRIES_ALONE = 60 };

typedef struct twins {
    const duel_variant *v;
    int seat;
    duel_state a, b; /* where the two games stand */
    duel_rng rng;
    json_t *moves;
} twins;

static bool looks_same(const twins *t, const void *a, const void *b)
{
    duel_state seen_a, seen_b;
    duel_view(t->v, a, t->seat, &seen_a);
    duel_view(t->v, b, t->seat, &seen_b);
    return duel_states_equal(t->v, &seen_a, &seen_b);
}

/* Whether a move can be made in both games and shows the seat no difference. */
static bool keeps_secret(const twins *t, duel_move move, duel_state *a, duel_state *b)
{
    *a = t->a;
    *b = t->b;
    if (!duel_legal(t->v, b, move))
        return false;
    t->v->game->play(t->v, a, move);
    t->v->game->play(t->v, b, move);
    return !duel_is_over(t->v, a) && !duel_is_over(t->v, b) &&
           t->v->game->turn(t->v, a) == t->v->game->turn(t->v, b) && looks_same(t, a, b);
}

static bool step(twins *t)
{
    duel_move list[DUEL_MOVES_MAX];
    duel_state a, b;
    int count = t->v->game->moves(t->v, &t->a, list);
    for (; count > 0; count--) {
        int at = (int)duel_rng_below(&t->rng, (uint32_t)count);
        duel_move move = list[at];
        list[at] = list[count - 1];
        if (!keeps_secret(t, move, &a, &b))
            continue;
        duel_buf text;
        duel_buf_init(&text);
        duel_print_move(t->v, &t->a, move, &text.sink);
        json_array_append_new(
            t->moves,
            json_pack("{siss}", "seat", t->v->game->turn(t->v, &t->a), "move", text.text));
        duel_buf_fini(&text);
        t->a = a;
        t->b = b;
        return true;
    }
    return false;
}

/* Plays on from two deals as long as the seat sees no difference; NULL if they are the same. */
static json_t *play_twins(const duel_variant *v, int seat, const duel_state *a, duel_rng *rng,
                          duel_state *b)
{
    twins t = {.v = v, .seat = seat, .a = *a, .moves = json_array()};
    duel_view(v, a, seat, b);
    duel_rng_fork(rng, 1, &t.rng);
    if (v->game->guess(v, b, rng, NULL) != DUEL_OK || duel_states_equal(v, a, b) ||
        !looks_same(&t, a, b)) {
        json_decref(t.moves);
        return NULL;
    }
    t.b = *b;
    for (int ply = 0; ply < PLIES && step(&t); ply++)
        ;
    return t.moves;
}

static json_t *position(const duel_variant *v, const duel_state *state)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_print(v, state, &text.sink);
    json_t *j = json_string(text.text);
    duel_buf_fini(&text);
    return j;
}

static void print_pair(const duel_variant *v, int number, duel_rng *rng)
{
    duel_state a, b, best_b;
    json_t *best = NULL;
    char seed[32];
    int seat = number % v->seats, tries = v->seats == 1 ? TRIES_ALONE : TRIES;
    snprintf(seed, sizeof seed, "twins%llu", (unsigned long long)duel_rng_next(rng));
    if (duel_deal(v, duel_str_of(seed), &a) != DUEL_OK)
        return;
    for (int i = 0; i < tries; i++) {
        json_t *moves = play_twins(v, seat, &a, rng, &b);
        if (moves == NULL || json_array_size(moves) <= json_array_size(best)) {
            json_decref(moves);
            continue;
        }
        json_decref(best);
        best = moves;
        best_b = b;
    }
    if (best == NULL)
        return;
    json_t *line = json_pack("{sisososo}", "seat", seat, "a", position(v, &a), "b",
                             position(v, &best_b), "moves", best);
    json_dumpf(line, stdout, JSON_COMPACT);
    printf("\n");
    json_decref(line);
}

/* "ergo", "chicago view=tops", or a file. */
static duel_status find_variant(const char *text, duel_variant *out)
{
    const duel_game *game;
    duel_str rest = duel_str_of(text), name;
    duel_str_word(&rest, " ", &name);
    duel_status status = catalogue_open_game(name, &game, NULL);
    return status == DUEL_OK ? duel_variant_read(game, rest, out, NULL) : status;
}

int main(int argc, char **argv)
{
    duel_variant v;
    duel_rng rng;
    if (argc != 4 || find_variant(argv[1], &v) != DUEL_OK || !duel_has_secrets(&v))
        return 2;
    duel_rng_init_number(&rng, strtoull(argv[3], NULL, 10));
    for (int i = 0, count = atoi(argv[2]); i < count; i++)
        print_pair(&v, i, &rng);
    return 0;
}
