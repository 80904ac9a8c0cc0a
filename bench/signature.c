/* bench/signature.c -- one number for what all engines do, so that "no functional change" can
 * be shown.
 *
 *     signature            the number
 *     signature --all      before it the table it is made of: diff two of them to find a change
 *
 * Every engine is asked what to play in every game: in the usual variant and in small ones,
 * over a few turns from the opening, the middle and the last part of a game drawn at random. A
 * row of the table is one question: where, who, how many nodes and positions were looked at,
 * what was proved, which moves were chosen. The number is a hash of the rows, so a row more
 * changes it too. Nothing in it depends on time, threads or the machine: limits are nodes and
 * seeds are fixed; estimates, which may come from fractions, are left out. */
#include "core/play.h"
#include "core/variant.h"
#include "players/catalogue.h"
#include "players/player.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NODES = 10000,     /* for a turn, */
    PLAYOUTS = 250,    /* and where a node is a whole game played at random */
    TURNS = 3,         /* from each start */
    LONGEST = 80,      /* plies of a random game; loopy ones need not end */
    PARTS = 8,         /* of that game */
    MEMORY = 64 << 20, /* for each seat's player */
    SEED = 7
};
static const int starts[] = {0, 4, 7}; /* after so many parts of the random game */

/* Besides the usual variant: other rules, and sizes that are solved within NODES. */
static const struct {
    const char *game, *settings;
} small_variants[] = {
    {"allumettes", "take=1,3,4 misere=yes"},
    {"nim", "matches=30 max=5 misere=yes"},
    {"ergo", "players=3 one_round=yes"},
    {"ergo", "preset=official points=10"},
    {"wumpus", "rules=textbook"},
    {"wumpus", "size=5 wumpuses=2 counted=yes"},
    {"chicago", "players=3"},
    {"chicago", "view=tops"},
    {"chicago", "expert=yes komi=2"},
    {"moriarty", "size=4"},
    {"moriarty", "size=6 rules=seed"},
    {"connect4", "width=4 height=3"},
    {"kayles", "rules=dawson"},
    {"chomp", "rows=3 cols=4 poison=left"},
};

/* ---- the table and its number -------------------------------------------------------------
 */

/* A sink that hashes what goes through it (FNV-1a). */
typedef struct seal {
    duel_sink sink;
    uint64_t hash;
    duel_sink *shown; /* NULL: to nobody */
} seal;

static void seal_write(duel_sink *self, const char *bytes, size_t count)
{
    seal *s = (seal *)self;
    for (size_t i = 0; i < count; i++)
        s->hash = (s->hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001B3);
    if (s->shown)
        s->shown->write(s->shown, bytes, count);
}

static seal seal_begin(duel_sink *shown)
{
    return (seal){{.write = seal_write}, UINT64_C(0xCBF29CE484222325), shown};
}

/* Ten digits at most: a number that people compare. */
static uint32_t seal_number(const seal *s)
{
    return (uint32_t)(s->hash ^ s->hash >> 32);
}

/* ---- a question and its row ---------------------------------------------------------------
 */

typedef struct bout { /* one player at one variant */
    const duel_variant *v;
    const char *settings, *spec;
    uint64_t nodes;
    machine_player *player[DUEL_SEATS];
    duel_answer *answer;
    duel_sink *table;
} bout;

static void put_result(duel_sink *out, const duel_result *r)
{
    static const char *const names[] = {"?", "loss", "draw", "tie", "win"};
    duel_putf(out, "%s:%d:%u:%u", names[r->value], r->score, r->remoteness, r->nimber);
}

static void put_moves(const duel_variant *v, const duel_state *at, const duel_answer *a,
                      duel_sink *out)
{
    duel_state state = *at;
    for (int i = 0; i < a->plan_count; i++) {
        duel_put(out, i ? "," : "");
        duel_print_move(v, &state, a->plan[i], out);
        v->game->play(v, &state, a->plan[i]);
    }
}

/* What was said of every move, in one number: a row has no room for hundreds. */
static uint32_t number_of_ratings(const duel_answer *a)
{
    seal s = seal_begin(NULL);
    for (int i = 0; i < a->rated_count; i++) {
        const duel_move_value *r = &a->rated[i];
        duel_putf(&s.sink, "%" PRIu64 " %" PRIu64 " ", r->move, r->visits);
        put_result(&s.sink, &r->result);
    }
    for (int value = DUEL_UNSOLVED; value <= DUEL_WIN; value++)
        duel_putf(&s.sink, " %" PRIu64, a->counts[value]);
    return seal_number(&s);
}

static void put_where(const bout *b, int ply)
{
    duel_putf(b->table, "%s %s | %s | %d |", b->v->game->id, b->settings, b->spec, ply);
}

static void put_no(const bout *b, int ply)
{
    put_where(b, ply);
    duel_put(b->table, " no\n");
}

static void put_row(const bout *b, int ply, const duel_state *at)
{
    const duel_answer *a = b->answer;
    put_where(b, ply);
    duel_putf(b->table, " %" PRIu64 " %" PRIu64 " ", a->nodes, a->positions);
    if (a->proved)
        put_result(b->table, &a->result);
    duel_putf(b->table, " %08" PRIx32 " ", number_of_ratings(a));
    put_moves(b->v, at, a, b->table);
    duel_put(b->table, "\n");
}

/* How much is asked: a move, the value of every move, or of every position below. */
typedef enum question { A_MOVE, EVERY_MOVE, EVERY_POSITION } question;

/* Asks the seat to move; false if it has no answer. */
static bool ask_player(const bout *b, int ply, const duel_state *at, question q)
{
    duel_msg why;
    duel_state view;
    int seat = b->v->game->turn(b->v, at);
    duel_view(b->v, at, seat, &view);
    duel_think t = {.view = &view,
                    .seat = seat,
                    .nodes = b->nodes,
                    .threads = 1,
                    .seed = SEED + (uint64_t)ply,
                    .every_move = q == EVERY_MOVE,
                    .count = q == EVERY_POSITION};
    bool answered = player_think(b->player[seat], &t, b->answer, &why) == DUEL_OK;
    if (answered)
        put_row(b, ply, at);
    else
        put_no(b, ply);
    return answered;
}

/* ---- the questions ------------------------------------------------------------------------
 */

/* A game of so many plies by random moves, always the same; gives how many it came to have. */
static int draw_game(const duel_variant *v, int plies, duel_state *state)
{
    duel_rng rng;
    duel_move list[DUEL_MOVES_MAX];
    int ply = 0;
    duel_rng_init_number(&rng, SEED);
    duel_deal(v, duel_str_of("7"), state);
    for (; ply < plies && !duel_is_over(v, state); ply++) {
        int count = v->game->moves(v, state, list);
        v->game->play(v, state, list[duel_rng_below(&rng, (uint32_t)count)]);
    }
    return ply;
}

/* All seats play a few turns; what they remember from turn to turn counts. */
static void ask_for_turns(const bout *b, int ply, duel_state state)
{
    for (int turn = 0; turn < TURNS && !duel_is_over(b->v, &state); turn++) {
        if (!ask_player(b, ply, &state, A_MOVE))
            return;
        for (int i = 0; i < b->answer->plan_count; i++, ply++)
            b->v->game->play(b->v, &state, b->answer->plan[i]);
    }
}

static bool proves(const bout *b)
{
    const duel_engine *engine;
    void *self;
    return player_prover(b->player[0], &engine, &self);
}

static void ask_from_starts(const bout *b)
{
    duel_state state;
    int length = draw_game(b->v, LONGEST, &state);
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        int ply = draw_game(b->v, length * starts[i] / PARTS, &state);
        for (int seat = 0; seat < b->v->seats; seat++)
            player_forget(b->player[seat]);
        ask_for_turns(b, ply, state);
        ask_player(b, ply, &state, EVERY_MOVE);
        if (proves(b))
            ask_player(b, ply, &state, EVERY_POSITION);
    }
}

static uint64_t nodes_for(const duel_variant *v, const char *spec)
{
    bool plays_out = duel_has_secrets(v) || strcmp(spec, "mcts") == 0;
    return plays_out ? PLAYOUTS : NODES;
}

static void try_player(bout b, const char *spec)
{
    duel_msg why;
    duel_status status = DUEL_OK;
    b.spec = spec;
    b.nodes = nodes_for(b.v, spec);
    for (int seat = 0; status == DUEL_OK && seat < b.v->seats; seat++)
        status = player_open(duel_str_of(spec), b.v, MEMORY, NULL, &b.player[seat], &why);
    if (status == DUEL_OK)
        ask_from_starts(&b);
    else
        put_no(&b, 0);
    for (int seat = 0; seat < b.v->seats; seat++)
        player_close(b.player[seat]);
}

/* The game's own engines, the generic ones under the names those leave free, and what is made
 * of them. */
static void try_players(const bout *b)
{
    const duel_game *g = b->v->game;
    for (int i = 0; g->engines && g->engines[i]; i++)
        try_player(*b, g->engines[i]->name);
    for (int i = 0; duel_engines[i]; i++)
        if (catalogue_find_engine(g, duel_str_of(duel_engines[i]->name)) == duel_engines[i])
            try_player(*b, duel_engines[i]->name);
    if (catalogue_find_engine(g, duel_str_of("expert")) == NULL)
        try_player(*b, "expert");
    try_player(*b, "level:5");
}

static bool try_variant(const duel_game *g, const char *settings, duel_answer *answer,
                        duel_sink *table)
{
    duel_variant v;
    duel_msg why;
    if (duel_variant_read(g, duel_str_of(settings), &v, &why) != DUEL_OK) {
        fprintf(stderr, "signature: %s has no variant %s\n", g->id, settings);
        return false;
    }
    try_players(&(bout){.v = &v, .settings = settings, .answer = answer, .table = table});
    return true;
}

static bool try_game(const duel_game *g, duel_answer *answer, duel_sink *table)
{
    bool good = try_variant(g, "", answer, table);
    for (size_t i = 0; i < sizeof small_variants / sizeof *small_variants; i++)
        if (strcmp(small_variants[i].game, g->id) == 0)
            good = try_variant(g, small_variants[i].settings, answer, table) && good;
    return good;
}

int main(int argc, char **argv)
{
    bool all = argc == 2 && strcmp(argv[1], "--all") == 0;
    duel_answer *answer = calloc(1, sizeof *answer);
    duel_stream out;
    duel_stream_init(&out, stdout);
    if (argc > 1 && !all) {
        fprintf(stderr, "usage: signature [--all]\n");
        return 2;
    }
    seal table = seal_begin(all ? &out.sink : NULL);
    bool good = answer != NULL;
    for (int i = 0; good && duel_games[i]; i++)
        good = try_game(duel_games[i], answer, &table.sink);
    if (good)
        printf("%" PRIu32 "\n", seal_number(&table));
    free(answer);
    return good ? 0 : 1;
}
