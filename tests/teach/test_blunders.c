/* tests/teach/test_blunders.c -- games with one planted blunder, gone through by a review
 * that may look at few positions; the solver, which may look at all of them, is the witness.
 *
 * A game begins from a position reached at random, near enough to its end to be solved. All
 * its moves keep the value of the position, as the solver has it, but for one, which gives away
 * half of the win or more. The review must mark that one, name it as the turning point, and
 * call no other move a mistake. At many of them it knows one of the two values only as an
 * estimate: that is what is tried here. Ergo has no solver; in the last turn of a game the
 * rules are the witness. */
#include "examples.h"

#include "core/record.h"
#include "core/worth.h"
#include "players/player.h"
#include "script/load.h"
#include "teach/review.h"

enum { SOLVER_MEMORY = 256 << 20, MEMORY = 8 << 20, LONGEST = 24, AFTER = 8, TRIES = 2000 };

typedef struct field {
    const char *variant;
    int from, to;   /* plies at random before the game that is reviewed begins */
    uint64_t nodes; /* of a search of the review */
    uint32_t deep;  /* a blunder loses within so many plies; 0: any number, any loss */
    int some, all;  /* games */
} field;

typedef struct valued {
    duel_move move;
    duel_worth worth;
} valued;

typedef struct planting {
    const field *f;
    duel_variant v;
    machine_player *solver; /* NULL: the rules are the witness */
    duel_answer *answer;
    duel_rng rng;
    valued list[DUEL_MOVES_MAX]; /* what the witness says of every move, unless it cannot */
    int count;
    duel_record record; /* the game, and where the blunder stands in it */
    size_t planted;
} planting;

/* ---- witnesses -------------------------------------------------------------------------- */

static bool ask_solver(planting *p, const duel_state *state)
{
    duel_think t = {.view = state,
                    .seat = p->v.game->turn(&p->v, state),
                    .nodes = 3000000,
                    .threads = 1,
                    .every_move = true};
    if (player_think(p->solver, &t, p->answer, NULL) != DUEL_OK || !p->answer->proved) {
        player_forget(p->solver); /* room for the next one */
        return false;
    }
    p->count = p->answer->rated_count;
    for (int i = 0; i < p->count; i++) {
        const duel_move_value *r = &p->answer->rated[i];
        p->list[i] = (valued){r->move, duel_worth_of_result(&p->v, &r->result)};
        if (!p->list[i].worth.proved)
            return false;
    }
    return true;
}

/* The best that `seat` can make of a turn it has begun, if every way through it ends the game.
 */
static bool play_through(const planting *p, const duel_state *state, int seat, int *left,
                         duel_worth *best)
{
    int32_t score[DUEL_SEATS];
    duel_move list[DUEL_MOVES_MAX];
    const duel_game *g = p->v.game;
    if (g->over(&p->v, state, score)) {
        duel_worth w = duel_worth_of_end(&p->v, score, seat);
        if (duel_worth_better(&p->v, &w, best))
            *best = w;
        return true;
    }
    int count = g->turn(&p->v, state) == seat ? g->moves(&p->v, state, list) : 0;
    for (int i = 0; i < count; i++) {
        duel_state after = *state;
        g->play(&p->v, &after, list[i]);
        if (--*left < 0 || !play_through(p, &after, seat, left, best))
            return false;
    }
    return count > 0;
}

static bool ask_rules(planting *p, const duel_state *state)
{
    duel_move list[DUEL_MOVES_MAX];
    const duel_game *g = p->v.game;
    int seat = g->turn(&p->v, state), left = 20000;
    p->count = g->moves(&p->v, state, list);
    for (int i = 0; i < p->count; i++) {
        duel_state after = *state;
        g->play(&p->v, &after, list[i]);
        p->list[i] = (valued){.move = list[i]};
        if (!play_through(p, &after, seat, &left, &p->list[i].worth))
            return false;
    }
    return true;
}

static bool ask_witness(planting *p, const duel_state *state)
{
    return p->solver ? ask_solver(p, state) : ask_rules(p, state);
}

/* ---- making a game ---------------------------------------------------------------------- */

static const duel_worth *best_worth(const planting *p)
{
    const duel_worth *best = &p->list[0].worth;
    for (int i = 1; i < p->count; i++)
        if (duel_worth_better(&p->v, &p->list[i].worth, best))
            best = &p->list[i].worth;
    return best;
}

/* One of the moves that keep the value, or that give away half of the win, each as likely. */
static bool draw_move(planting *p, bool blunder, duel_move *move)
{
    const duel_worth *best = best_worth(p);
    uint32_t found = 0;
    for (int i = 0; i < p->count; i++) {
        const duel_worth *w = &p->list[i].worth;
        bool seen = p->f->deep == 0 || (w->share == 0 && w->plies <= p->f->deep);
        bool fits = blunder ? best->share - w->share >= 0.5 && seen
                            : w->share == best->share && w->points == best->points;
        if (fits && duel_rng_below(&p->rng, ++found) == 0)
            *move = p->list[i].move;
    }
    return found > 0;
}

/* A position some random plies from the deal; false if the game is over before. */
static bool draw_start(planting *p, duel_state *state)
{
    const duel_game *g = p->v.game;
    uint32_t plies = (uint32_t)p->f->from;
    plies += duel_rng_below(&p->rng, (uint32_t)(p->f->to - p->f->from) + 1);
    memset(state, 0, sizeof *state);
    assert_ok(g->deal(&p->v, &p->rng, state));
    for (uint32_t i = 0; i < plies && !duel_is_over(&p->v, state); i++) {
        duel_move list[DUEL_MOVES_MAX];
        uint32_t count = (uint32_t)g->moves(&p->v, state, list);
        g->play(&p->v, state, list[duel_rng_below(&p->rng, count)]);
    }
    return !duel_is_over(&p->v, state);
}

/* Plays from `state` on: the blunder at one of the first chances, then a few moves more. */
static bool play_with_blunder(planting *p, duel_state state)
{
    bool planted = false;
    for (size_t i = 0; i < LONGEST && !duel_is_over(&p->v, &state); i++) {
        duel_move move = 0;
        if ((planted && i > p->planted + AFTER) || !ask_witness(p, &state))
            break;
        bool now = !planted && duel_rng_below(&p->rng, 2) && draw_move(p, true, &move);
        if (now)
            p->planted = i;
        else
            draw_move(p, false, &move);
        planted = planted || now;
        assert_ok(duel_record_add(&p->record, move, NULL));
        p->v.game->play(&p->v, &state, move);
    }
    return planted;
}

static bool make_game(planting *p, uint64_t seed)
{
    duel_state start;
    duel_rng root = check_rng(seed);
    for (uint64_t i = 0; i < TRIES; i++) {
        duel_rng_fork(&root, i, &p->rng);
        duel_record_init(&p->record, &p->v);
        if (draw_start(p, &start)) {
            duel_print(&p->v, &start, &p->record.start.sink);
            if (play_with_blunder(p, start))
                return true;
        }
        duel_record_fini(&p->record);
    }
    return false;
}

/* ---- reviewing it ----------------------------------------------------------------------- */

static game_review review_with(const duel_record *record, uint64_t nodes)
{
    game_review out = {0};
    duel_msg why = {0};
    game_review_request q = {.record = record, .memory = MEMORY, .threads = 1, .nodes = nodes};
    if (game_review_run(&q, &out, &why) != DUEL_OK)
        fail_msg("%s", check_english(&why));
    return out;
}

/* For whoever looks into a fault. */
static void tell_review(const planting *p, const game_review *r, const char *fault)
{
    CHECK_BUF(text);
    duel_record_print(&p->record, &text.sink);
    print_message("%s; planted: move %zu\n%s", fault, p->planted + 1, text.text);
    for (size_t i = 0; i < r->count; i++) {
        const move_review *d = &r->move[i];
        print_message("%3zu. had %.3f%s got %.3f%s mark %d\n", i + 1, d->had.share,
                      d->had.proved ? "!" : "", d->got.share, d->got.proved ? "!" : "",
                      (int)d->mark);
    }
}

/* What is wrong with the review; NULL: nothing. */
static const char *fault_of(const planting *p, const game_review *r)
{
    for (size_t i = 0; i < r->count; i++)
        if (i != p->planted && r->move[i].mark >= DUEL_MISTAKE)
            return "a move that keeps the value is called a mistake";
    if (r->move[p->planted].mark == DUEL_UNMARKED)
        return "the blunder is not marked";
    return r->turning == p->planted ? NULL : "another move is called the turning point";
}

/* Whether the review knew one of the two values as an estimate only. */
static bool review_planted(const planting *p)
{
    game_review r = review_with(&p->record, p->f->nodes);
    const move_review *d = &r.move[p->planted];
    const char *fault = fault_of(p, &r);
    bool estimated = !d->had.proved || !d->got.proved;
    if (fault)
        tell_review(p, &r, fault);
    assert_null(fault);
    game_review_fini(&r);
    return estimated;
}

/* Counts the reviews with an estimate. */
static int try_field(const field *f, const duel_variant *v)
{
    planting *p = calloc(1, sizeof *p);
    int estimated = 0;
    assert_non_null(p);
    p->f = f;
    p->v = *v;
    p->answer = malloc(sizeof *p->answer);
    assert_non_null(p->answer);
    if (!duel_has_secrets(v))
        assert_ok(
            player_open(duel_str_of("exact"), &p->v, SOLVER_MEMORY, NULL, &p->solver, NULL));
    for (int i = 0; i < check_sample(f->some, f->all); i++) {
        assert_true(make_game(p, (uint64_t)i));
        estimated += review_planted(p);
        duel_record_fini(&p->record);
    }
    player_close(p->solver);
    free(p->answer);
    free(p);
    return estimated;
}

/* ---- tests ------------------------------------------------------------------------------ */

/* Three discs in a column are four with the next: moves 6 to 10 let it happen, or pass it by.
 */
TEST(wins_in_one_that_are_missed)
{
    duel_record record;
    assert_ok(duel_record_read(duel_str_of("duelliste 1\ngame connect4 1\nvariant \n"
                                           "seed 1\nmoves 1 7 1 7 1 7 2 1 2 5\n"),
                               catalogue_find_game, &record, NULL));
    game_review r = review_with(&record, 20000);
    for (size_t i = 0; i < r.count; i++)
        assert_int_equal(r.move[i].mark != DUEL_UNMARKED, i >= 5);
    assert_int_equal(r.turning, 6); /* from a win at once to a loss at once */
    assert_true(r.move[6].had.proved && r.move[6].got.proved);
    assert_true(r.move[9].had.proved && !r.move[9].got.proved);
    game_review_fini(&r);
    duel_record_fini(&record);
}

TEST(planted_blunders_are_found)
{
    static const field fields[] = {
        {"connect4", 20, 25, 20000, 0, 2, 30}, {"moriarty", 46, 50, 10000, 0, 2, 40},
        {"chicago", 2, 7, 16000, 0, 3, 25},    {"dodgem", 0, 20, 500, 6, 3, 20},
        {"lgame", 0, 20, 3000, 2, 3, 40},      {"ergo one_round=yes", 20, 60, 20000, 0, 3, 25}};
    int estimated = 0;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        duel_variant v = check_variant(fields[i].variant);
        estimated += try_field(&fields[i], &v);
    }
    assert_true(estimated >= check_sample(5, 60));
}

TEST(and_in_a_game_from_a_file)
{
    static const field cram = {"cram.lua", 0, 2, 40, 0, 3, 20};
    script_file file;
    duel_variant v;
    duel_msg why = {0};
    if (script_open(example_path(cram.variant), &file, &why) != DUEL_OK)
        fail_msg("%s", check_english(&why));
    assert_ok(duel_variant_read(file.game, duel_str_of(""), &v, &why));
    try_field(&cram, &v);
    script_close(&file);
}
