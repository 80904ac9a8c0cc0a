/* front/cli/explore.c -- `duel explore`: what was solved of a game, counted; its longest win,
 * or a position of a chosen value, with what every move of it is worth; or any position, to
 * walk on from. */
#include "core/play.h"
#include "core/scene_text.h"
#include "front/cli/inside.h"
#include "front/commands.h"
#include "front/console.h"
#include "front/solved_stats.h"
#include "front/wording.h"

#include <stdlib.h>

/* What is shown: a position out of the base, and what is known of it. */
typedef struct sight {
    duel_variant v;
    solved_stats of;
    duel_state state;
    duel_answer answer;
} sight;

static duel_status read_wanted(const duel_args *a, duel_value *out, duel_msg *why)
{
    const char *word = duel_args_text(a, "value", NULL);
    *out = word ? solved_stats_value(duel_str_of(word)) : DUEL_UNSOLVED;
    if (word && *out == DUEL_UNSOLVED)
        return duel_invalid(why, N_("--value is win, tie, loss or draw."), "");
    return DUEL_OK;
}

/* The position that was asked about, else one of those that were drawn. */
static duel_status choose_position(const position_args *asked, duel_value wanted, uint64_t seed,
                                   sight *s, duel_msg *why)
{
    bool given = asked->record.start.len || asked->record.count;
    if (!given)
        return solved_stats_position(&s->of.census, &s->v, wanted, seed, &s->state, why);
    s->state = asked->state;
    return DUEL_OK;
}

static duel_status look_into_base(const duel_console *c, const duel_args *a,
                                  const position_args *asked, sight *s, duel_msg *why)
{
    duel_value wanted;
    uint64_t seed;
    data_store *store = NULL;
    duel_status status = read_wanted(a, &wanted, why);
    if (status == DUEL_OK)
        status = position_args_seed(a, &seed, why);
    if (status == DUEL_OK)
        status = store_open(c->data, &store, why);
    if (status == DUEL_OK)
        status = solved_stats_open(store, &s->v, seed, &work_stop, &s->of, why);
    if (status == DUEL_OK)
        status = choose_position(asked, wanted, seed, s, why);
    if (status == DUEL_OK)
        status = solved_stats_look(&s->of, &s->state, progress_memory(a), &work_stop,
                                   &s->answer, why);
    solved_stats_close(&s->of);
    store_close(store);
    return status;
}

static void print_moves_worth(const duel_console *c, const sight *s)
{
    for (int i = 0; i < s->answer.rated_count; i++) {
        duel_put(c->out, "  ");
        duel_print_move(&s->v, &s->state, s->answer.rated[i].move, c->out);
        duel_put(c->out, ": ");
        wording_value(c->lang, c->out, &s->v, &s->answer.rated[i].result, WORDING_APART);
        duel_put(c->out, "\n");
    }
}

static void print_sight(const duel_console *c, const sight *s)
{
    duel_pen pen = terminal_pen(c, c->out);
    int seat = s->v.game->turn(&s->v, &s->state);
    solved_stats_tell(c->lang, c->out, &s->of.census);
    duel_put(c->out, "\n\n");
    duel_draw(&s->v, &s->state, seat, &pen);
    duel_put(c->out, "\n");
    duel_print(&s->v, &s->state, c->out);
    duel_put(c->out, "\n");
    duel_tell(c->lang, c->out, N_("For {0}, to move: "), "w", duel_role(&s->v, seat));
    wording_value(c->lang, c->out, &s->v, &s->answer.result, WORDING_APART);
    duel_put(c->out, "\n");
    print_moves_worth(c, s);
}

static json_t *sight_json(const duel_console *c, const sight *s)
{
    json_t *j = solved_stats_json(c->lang, &s->of.census);
    json_t *at = json_pack("{so}", "position", json_position(&s->v, &s->state));
    json_set_worth(at, &s->v, json_worth_of_answer(&s->v, &s->answer), c->lang);
    json_set(at, "moves", json_rated(&s->v, &s->state, &s->answer, c->lang));
    json_set(j, "game", json_string(s->v.game->id));
    json_set(j, "at", at);
    return j;
}

static duel_status run_explore(const duel_console *c, const duel_args *a, duel_msg *why)
{
    position_args asked;
    sight *s = calloc(1, sizeof *s);
    if (s == NULL)
        return duel_no_space(why);
    duel_status status = position_args_read(a, 0, &asked, why);
    if (status == DUEL_OK) {
        s->v = asked.v;
        progress_begin();
        status = look_into_base(c, a, &asked, s, why);
        if (status == DUEL_OK && c->json)
            c->print_json(c, sight_json(c, s));
        else if (status == DUEL_OK)
            print_sight(c, s);
        position_args_fini(&asked);
    }
    free(s);
    return status;
}

static const duel_option explore_options[] = {WORK_MEMORY, WORK_LAST};
static const duel_flag explore_texts[] = {
    SUBJECT_TEXTS_SEEDED(N_("which of the positions of that value (default 1)")),
    {"value", "VALUE",
     N_("a position that is a win, tie, loss or draw (default: the longest win)")},
    SUBJECT_LAST_TEXT};

const duel_command command_explore = {
    "explore",
    SUBJECT_USAGE,
    N_("What was solved of a game: how much of it is won, the longest win, and positions to practise on."),
    explore_options,
    explore_texts,
    DUEL_GAME_ARGS,
    run_explore};
