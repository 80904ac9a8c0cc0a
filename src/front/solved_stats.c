/* front/solved_stats.c -- see solved_stats.h. */
#include "front/solved_stats.h"
#include "players/player.h"

#include <string.h>

static const char *const words[SOLVED_COUNTS_KINDS] = {
    [DUEL_LOSS] = "loss", [DUEL_DRAW] = "draw", [DUEL_TIE] = "tie", [DUEL_WIN] = "win"};

duel_value solved_stats_value(duel_str word)
{
    for (int value = DUEL_LOSS; value < SOLVED_COUNTS_KINDS; value++)
        if (duel_str_is(word, words[value]))
            return (duel_value)value;
    return DUEL_UNSOLVED;
}

/* ---- the base ---------------------------------------------------------------------------- */

duel_status solved_stats_open(data_store *store, const duel_variant *v, uint64_t seed,
                              const atomic_bool *stop, solved_stats *out, duel_msg *why)
{
    solved_stats e = {.v = v};
    duel_status status = solved_counts_make(store, v, seed, stop, &e.census, why);
    if (status == DUEL_OK)
        status = results_open(store, v, &e.base, why);
    if (status == DUEL_OK)
        *out = e;
    return status;
}

void solved_stats_close(solved_stats *e)
{
    results_close(&e->base);
}

static bool base_holds(const solved_stats *e, const void *state)
{
    const duel_accel *a = e->v->game->accel;
    uint64_t pack = a->pack(e->v, state), canon = a->canon ? a->canon(e->v, state) : pack;
    return e->base.find(e->base.self, pack, canon) != 0;
}

/* Insertion: lists are short, and equals stay in the order of the game's own. */
static void put_best_first(duel_move_value *list, int count)
{
    for (int i = 1; i < count; i++) {
        duel_move_value r = list[i];
        int at = i;
        for (; at > 0 && value_better(&r.result, &list[at - 1].result); at--)
            list[at] = list[at - 1];
        list[at] = r;
    }
}

static duel_status ask_solver(const solved_stats *e, const duel_think *t, size_t memory,
                              duel_answer *out, duel_msg *why)
{
    machine_player *player;
    duel_status status =
        player_open(duel_str_of("exact"), e->v, memory, &e->base, &player, why);
    if (status != DUEL_OK)
        return status;
    status = player_think(player, t, out, why);
    player_close(player);
    if (status == DUEL_OK && !out->proved)
        return duel_say(why, N_("Stopped before the position was looked up."), ""),
               DUEL_STOPPED;
    put_best_first(out->rated, out->rated_count);
    return status;
}

/* The base holds every position below one that it holds, so the solver finds all it needs. One
 * that it does not hold, the solver would go and solve, for as long as that takes. */
duel_status solved_stats_look(const solved_stats *e, const duel_state *state, size_t memory,
                              const atomic_bool *stop, duel_answer *out, duel_msg *why)
{
    int32_t score[DUEL_SEATS];
    int seat = e->v->game->turn(e->v, state);
    duel_think t = {.view = state, .seat = seat, .stop = stop, .every_move = true};
    if (e->v->game->over(e->v, state, score)) {
        memset(out, 0, sizeof *out);
        out->result = value_of_end(e->v, score, seat);
        out->proved = true;
        return DUEL_OK;
    }
    if (!base_holds(e, state))
        return duel_refuse(why, N_("This position is not among those that are solved."), "");
    return ask_solver(e, &t, memory, out, why);
}

/* ---- positions out of it ----------------------------------------------------------------- */

static duel_status choose_key(const solved_counts *c, duel_value wanted, uint64_t number,
                              uint64_t *key, duel_msg *why)
{
    int sampled = wanted ? solved_counts_sampled(c, wanted) : c->longest > 0;
    if (sampled == 0)
        return duel_refuse(why, N_("No position that is solved has this value."), "");
    *key = wanted ? c->sample[wanted][number % (uint64_t)sampled] : c->longest_key;
    return DUEL_OK;
}

duel_status solved_stats_position(const solved_counts *c, const duel_variant *v,
                                  duel_value wanted, uint64_t number, duel_state *out,
                                  duel_msg *why)
{
    uint64_t key = 0;
    duel_status status = choose_key(c, wanted, number, &key, why);
    return status == DUEL_OK ? solved_counts_position(v, key, out, why) : status;
}

/* ---- in words ---------------------------------------------------------------------------- */

void solved_stats_tell(duel_lang lang, duel_sink *out, const solved_counts *c)
{
    duel_tell(lang, out,
              N_("{0} {0:position is|positions are} solved. For who is to move: {1} won, {2} "
                 "lost, {3} tied, {4} without end."),
              "iiiii", (int64_t)c->positions, (int64_t)c->count[DUEL_WIN],
              (int64_t)c->count[DUEL_LOSS], (int64_t)c->count[DUEL_TIE],
              (int64_t)c->count[DUEL_DRAW]);
    if (c->folded) {
        duel_put(out, " ");
        duel_tell(lang, out, N_("Symmetric positions are counted once."), "");
    }
    if (c->longest) {
        duel_put(out, " ");
        duel_tell(lang, out,
                  c->ahead ? N_("The longest way to the next gain takes {0} {0:move|moves}.")
                           : N_("The longest win takes {0} {0:move|moves}."),
                  "i", (int64_t)c->longest);
    }
}

json_t *solved_stats_json(duel_lang lang, const solved_counts *c)
{
    duel_buf text;
    duel_buf_init(&text);
    solved_stats_tell(lang, &text.sink, c);
    json_t *j = json_pack("{sIsbsI}", "positions", (json_int_t)c->positions, "folded",
                          c->folded, "longest", (json_int_t)c->longest);
    for (int value = DUEL_LOSS; value < SOLVED_COUNTS_KINDS; value++)
        json_set(j, words[value], json_integer((json_int_t)c->count[value]));
    json_set(j, "text", json_take_text(&text));
    return j;
}
