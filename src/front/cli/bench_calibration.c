/* front/cli/bench_calibration.c -- `duel bench calibration GAME`: an engine plays against
 * itself, and what it told at each of its turns is compared with what was then reached.
 *
 * Only estimates are compared, as the engine says them, without the table that it may have.
 * A few plies at random before it sets in make games of a game without chance differ. */
#include "base/grow.h"
#include "core/play.h"
#include "core/value.h"
#include "core/variant.h"
#include "core/worth.h"
#include "front/cli/inside.h"
#include "front/console.h"
#include "players/calibration.h"
#include "table/judge.h"

#include <jansson.h>
#include <stdlib.h>

enum { LONGEST = 2000 }; /* plies after which a game is broken off */

typedef struct trial {
    const duel_variant *v;
    const duel_state *start; /* where all games begin; NULL: they are dealt */
    const char *spec;
    machine_player *player;
    duel_answer *answer;
    int64_t games, nodes, openings, every;
    duel_rng rng;
    calibration_sample *sample;
    int *seat; /* whose each is */
    size_t count;
    bool shares; /* else points */
} trial;

static bool room_for_sample(trial *t)
{
    return GROW_ONE(t->sample, t->count) && GROW_ONE(t->seat, t->count);
}

/* Where two depths disagree who is ahead, no share is told. */
static bool keep_estimate(trial *t, int game, int seat)
{
    duel_scale raw = t->answer->scale;
    raw.calibration = NULL;
    if (t->answer->proved || t->answer->result.value != DUEL_UNSOLVED)
        return true;
    duel_worth w = duel_worth_of_estimate(t->v, &raw, t->answer->estimate);
    if (!w.known || (w.unclear && !w.scored) || raw.expected)
        return true;
    if (!room_for_sample(t))
        return false;
    t->shares = !w.scored;
    t->seat[t->count] = seat;
    t->sample[t->count++] =
        (calibration_sample){.said = w.scored ? w.points : w.share, .game = game};
    return true;
}

static void play_at_random(trial *t, duel_rng *rng, duel_state *state)
{
    duel_move list[DUEL_MOVES_MAX];
    uint32_t plies = duel_rng_below(rng, (uint32_t)t->openings + 1);
    for (uint32_t i = 0; i < plies && !duel_is_over(t->v, state); i++) {
        uint32_t count = (uint32_t)t->v->game->moves(t->v, state, list);
        t->v->game->play(t->v, state, list[duel_rng_below(rng, count)]);
    }
}

/* The whole turn, as far as it can be played. */
static int play_plan(const trial *t, int seat, duel_state *state)
{
    int played = 0;
    const duel_answer *a = t->answer;
    while (played < a->plan_count && !duel_is_over(t->v, state) &&
           t->v->game->turn(t->v, state) == seat && duel_legal(t->v, state, a->plan[played]))
        t->v->game->play(t->v, state, a->plan[played++]);
    return played;
}

static duel_status play_turn(trial *t, int game, duel_rng *rng, duel_state *state, int *plies,
                             duel_msg *why)
{
    duel_state view;
    int seat = t->v->game->turn(t->v, state);
    duel_view(t->v, state, seat, &view);
    duel_think call = {.view = &view,
                       .seat = seat,
                       .nodes = (uint64_t)t->nodes,
                       .seed = duel_rng_next(rng),
                       .every_move = duel_rng_below(rng, (uint32_t)t->every) == 0,
                       .stop = &work_stop};
    duel_status status = player_think(t->player, &call, t->answer, why);
    if (status == DUEL_OK && atomic_load(&work_stop))
        return DUEL_STOPPED;
    if (status == DUEL_OK && call.every_move && !keep_estimate(t, game, seat))
        return duel_no_space(why);
    int played = status == DUEL_OK ? play_plan(t, seat, state) : 1;
    *plies += played;
    return played
               ? status
               : duel_fail(why, N_("{0} has played a move that is not legal."), "c", t->spec);
}

static void take_result(trial *t, size_t from, const duel_state *state)
{
    int32_t score[DUEL_SEATS] = {0};
    if (!t->v->game->over(t->v, state, score) && t->v->seats == 2)
        value_scores_unfinished(t->v, state, score);
    for (size_t i = from; i < t->count; i++)
        t->sample[i].reached = t->shares ? duel_share(t->v, score, t->seat[i])
                                         : duel_margin(t->v, score, t->seat[i]);
}

static duel_status play_game(trial *t, int game, duel_msg *why)
{
    duel_rng rng;
    duel_state state = {{0}};
    size_t from = t->count;
    int plies = 0;
    duel_rng_fork(&t->rng, (uint64_t)game, &rng);
    player_forget(t->player);
    duel_status status = DUEL_OK;
    if (t->start)
        state = *t->start;
    else
        status = t->v->game->deal(t->v, &rng, &state);
    play_at_random(t, &rng, &state);
    while (status == DUEL_OK && plies < LONGEST && !duel_is_over(t->v, &state))
        status = play_turn(t, game, &rng, &state, &plies, why);
    if (status == DUEL_OK)
        take_result(t, from, &state);
    return status;
}

/* ---- the table --------------------------------------------------------------------------- */

static json_t *bin_json(const duel_bin *b)
{
    return json_pack("{sfsfsfsi}", "told", b->told, "reached", b->reached, "error", b->error,
                     "games", b->games);
}

static void print_json(const duel_console *c, const trial *t, const duel_calibration *k)
{
    json_t *bins = json_array(), *knots = json_array();
    duel_buf variant;
    duel_buf_init(&variant);
    duel_variant_print(t->v, &variant.sink);
    for (int i = 0; i < DUEL_BINS; i++)
        json_array_append_new(bins, bin_json(&k->bin[i]));
    for (int i = 0; i < DUEL_KNOTS; i++)
        json_array_append_new(
            knots, json_pack("{sfsf}", "said", k->knot[i].said, "reached", k->knot[i].reached));
    c->print_json(c,
                  json_pack("{sssssssIsIsIsssfsfsbsososo}", "game", t->v->game->id, "variant",
                            variant.text, "engine", t->spec, "nodes", (json_int_t)t->nodes,
                            "games", (json_int_t)t->games, "turns", (json_int_t)t->count,
                            "unit", t->shares ? "share" : "points", "low", k->low, "width",
                            k->width, "holds", duel_calibration_holds(k), "first",
                            bin_json(&k->first), "knots", knots, "bins", bins));
    duel_buf_fini(&variant);
}

static void print_bin(const duel_console *c, const duel_bin *b)
{
    if (b->games)
        duel_putf(c->out, "%10.3f %8.3f  ± %.3f %6d\n", b->told, b->reached, b->error,
                  b->games);
    else
        duel_put(c->out, "       –\n");
}

static void print_bins(const duel_console *c, const trial *t, const duel_calibration *k)
{
    duel_tell(c->lang, c->out,
              N_("{0}: {1} {1:estimate|estimates} in {2} {2:game|games} of {3} against itself, "
                 "{4} nodes a turn\n"),
              "ciici", t->v->game->title, (int64_t)t->count, t->games, t->spec, t->nodes);
    duel_tell(c->lang, c->out,
              t->shares ? N_("share of the win     estimated   result    error  games\n")
                        : N_("points               estimated   result    error  games\n"),
              "");
    for (int i = 0; i < DUEL_BINS; i++) {
        double low = k->low + i * k->width;
        duel_putf(c->out, "%8.2f … %-8.2f", low, low + k->width);
        print_bin(c, &k->bin[i]);
    }
    duel_tell(c->lang, c->out, N_("at the first turn  "), "");
    print_bin(c, &k->first);
    duel_tell(
        c->lang, c->out,
        duel_calibration_holds(k)
            ? N_("The estimates agree with the results.\n")
            : N_("The estimates do not agree with the results, or there are too few games: "
                 "no number will be shown.\n"),
        "");
}

static duel_status play_games(const duel_console *c, trial *t, duel_msg *why)
{
    progress_meter meter = {c, -1};
    duel_status status = DUEL_OK;
    for (int64_t i = 0; status == DUEL_OK && i < t->games; i++) {
        progress_bar(&meter, (uint64_t)i, (uint64_t)t->games);
        status = play_game(t, (int)i, why);
    }
    progress_clear(&meter);
    return status;
}

static duel_status measure_estimates(const duel_console *c, const duel_args *a, trial *t,
                                     duel_msg *why)
{
    duel_calibration k;
    uint64_t seed;
    duel_status status = position_args_seed(a, &seed, why);
    t->answer = malloc(sizeof *t->answer);
    if (status == DUEL_OK && t->answer == NULL)
        status = duel_no_space(why);
    if (status == DUEL_OK)
        status =
            player_open(duel_str_of(t->spec), t->v, (size_t)64 << 20, NULL, &t->player, why);
    if (status == DUEL_OK) {
        duel_rng_init_number(&t->rng, seed);
        status = play_games(c, t, why);
    }
    if (status == DUEL_OK && t->count == 0)
        status = duel_refuse(why, N_("{0} estimated nothing in these games."), "c", t->spec);
    if (status != DUEL_OK)
        return status;
    if (!calibration_fit(t->sample, t->count, t->shares, &k))
        return duel_no_space(why);
    if (c->json)
        print_json(c, t, &k);
    else
        print_bins(c, t, &k);
    return DUEL_OK;
}

duel_status bench_calibration(const duel_console *c, const duel_args *a, duel_msg *why)
{
    position_args s;
    duel_status status = position_args_read(a, 1, &s, why);
    if (status != DUEL_OK)
        return status;
    trial t = {.v = &s.v,
               .start = s.record.count || s.record.start.len ? &s.state : NULL,
               .games = duel_args_value(a, "games"),
               .nodes = duel_args_value(a, "nodes"),
               .openings = duel_args_value(a, "openings"),
               .every = duel_args_value(a, "every")};
    t.spec = duel_args_text(a, "engine", judge_searcher(&s.v));
    progress_begin();
    status = measure_estimates(c, a, &t, why);
    player_close(t.player);
    free(t.answer);
    free(t.sample);
    free(t.seat);
    position_args_fini(&s);
    return status;
}
