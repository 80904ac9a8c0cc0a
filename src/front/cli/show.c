/* front/cli/show.c -- commands that only show: games, rules, new, show, moves, perft, trace. */
#include "base/file.h"
#include "core/play.h"
#include "core/scene_text.h"
#include "core/variant.h"
#include "front/cli/inside.h"
#include "front/commands.h"
#include "front/console.h"
#include "front/json.h"
#include "front/opponents.h"
#include "front/search_film.h"
#include "front/wording.h"
#include "players/catalogue.h"
#include "teach/puzzle_search.h"

#include <stdlib.h>
#include <string.h>

/* ---- games, rules ------------------------------------------------------------------------ */

static json_t *game_json(const duel_game *g, duel_lang lang)
{
    return json_pack("{sssssssisisbso}", "id", g->id, "title", duel_text(lang, g->title),
                     "tagline", duel_text(lang, g->tagline), "min_seats", g->min_seats,
                     "max_seats", g->max_seats, "hidden", (g->traits & DUEL_SECRETS) != 0,
                     "options", json_game_options(g, lang));
}

static duel_status run_games(const duel_console *c, const duel_args *a, duel_msg *why)
{
    duel_lang lang = c->lang;
    json_t *list = json_array();
    for (int i = 0; duel_games[i]; i++) {
        if (c->json) {
            json_array_append_new(list, game_json(duel_games[i], lang));
            continue;
        }
        duel_putf(c->out, "%-12s ", duel_games[i]->id);
        wording_put_padded(c->out, duel_text(lang, duel_games[i]->title), 26);
        duel_putf(c->out, " %s\n", duel_text(lang, duel_games[i]->tagline));
    }
    if (c->json)
        c->print_json(c, json_pack("{sO}", "games", list));
    json_decref(list);
    return DUEL_OK;
}

const duel_command command_games = {"games", "",       N_("Lists the games."), NULL, NULL,
                                    0,       run_games};

static void print_ladder(const duel_console *c, const duel_game *g)
{
    duel_buf text;
    duel_buf_init(&text);
    opponent_ladder(c->lang, &text.sink, g);
    if (text.len) {
        duel_put(c->out, "\n");
        TELL(c, N_("How strong the levels are (duel play, duel match):"), "");
        duel_put_str(c->out, duel_buf_str(&text));
    }
    duel_buf_fini(&text);
}

static void print_machines(const duel_console *c, const duel_game *g)
{
    duel_put(c->out, "\n");
    TELL(c, N_("Machines that can be met by name (duel play, duel match):"), "");
    for (const duel_machine *m = g->museum.machines; m->spec; m++) {
        duel_buf text;
        duel_buf_init(&text);
        opponent_paragraph(c->lang, &text.sink, m);
        wording_wrap(c->out, text.text, 76);
        duel_buf_fini(&text);
    }
}

static void print_rules(const duel_console *c, const duel_game *g)
{
    duel_lang lang = c->lang;
    duel_sink *out = c->out;
    duel_putf(out, "%s\n\n", duel_text(lang, g->title));
    for (int i = 0; g->rules[i]; i++) {
        wording_wrap(out, duel_text(lang, g->rules[i]), 76);
        duel_put(out, "\n");
    }
    for (int i = 0; g->options && g->options[i].name; i++) {
        duel_putf(out, "  %s=", g->options[i].name);
        duel_option_print(&g->options[i], g->options[i].initial, out);
        duel_putf(out, "  %s\n", duel_text(lang, g->options[i].help));
    }
    print_ladder(c, g);
    if (g->museum.machines)
        print_machines(c, g);
}

static duel_status run_rules(const duel_console *c, const duel_args *a, duel_msg *why)
{
    const duel_game *g;
    if (a->word_count != 1)
        return duel_invalid(why, N_("Which game? Write “duel rules GAME”."), "");
    duel_status status = catalogue_open_game(a->word[0], &g, why);
    if (status != DUEL_OK)
        return status;
    if (c->json) {
        json_t *j = game_json(g, c->lang);
        json_set(j, "rules", json_rules(g, c->lang));
        json_set(j, "opponents", opponents_json(c->lang, g));
        c->print_json(c, j);
    } else {
        print_rules(c, g);
    }
    return DUEL_OK;
}

const duel_command command_rules = {
    "rules", "GAME",   N_("Tells the rules of a game and its options."), NULL, NULL,
    1,       run_rules};

/* ---- new, show, moves -------------------------------------------------------------------- */

static const duel_option show_options[] = {{"seat", DUEL_NUMBER, -1, 0, DUEL_SEATS, NULL,
                                            N_("as this player sees it (0: as a spectator)")},
                                           WORK_LAST};
static const duel_flag new_texts[] = {SUBJECT_TEXTS, SUBJECT_LAST_TEXT};
static const duel_flag show_texts[] = {
    SUBJECT_TEXTS,
    {"lens", "NAME", N_("with this help under the drawing (a wrong name lists them)")},
    SUBJECT_LAST_TEXT};

static json_t *state_json(const duel_variant *v, const void *view)
{
    int32_t score[DUEL_SEATS] = {0};
    bool over = v->game->over(v, view, score);
    return json_pack("{sosisbso}", "position", json_position(v, view), "turn",
                     v->game->turn(v, view) + 1, "over", over, "score",
                     over ? json_scores(v, score) : json_null());
}

/* --seat N: a player, 0 for a spectator; nothing said: everything is shown. */
static duel_status read_seat(const duel_args *a, const duel_variant *v, int *seat,
                             duel_msg *why)
{
    int64_t n = duel_args_value(a, "seat");
    if (n > v->seats)
        return duel_invalid(why, N_("{0} goes from {1} to {2}; {3} is outside."), "ciii",
                            "seat", INT64_C(0), (int64_t)v->seats, n);
    *seat = n < 0 ? DUEL_SEES_ALL : n == 0 ? DUEL_NOBODY : (int)n - 1;
    return DUEL_OK;
}

static void drop_word(duel_args *a, int i)
{
    memmove(&a->word[i], &a->word[i + 1], (size_t)(--a->word_count - i) * sizeof a->word[0]);
}

/* Takes the word value=V out of the arguments; false if there is none. */
static bool take_value(duel_args *a, duel_str *value)
{
    static const char name[] = "value=";
    for (int i = 1; i < a->word_count; i++) {
        duel_str w = a->word[i];
        if (w.len < sizeof name || memcmp(w.at, name, sizeof name - 1) != 0)
            continue;
        *value = (duel_str){w.at + sizeof name - 1, w.len - (sizeof name - 1)};
        drop_word(a, i);
        return true;
    }
    return false;
}

/* Deals again and again until the solver finds the value asked for. */
static duel_status deal_of_value(const duel_args *a, duel_str text, position_args *s,
                                 duel_msg *why)
{
    static const duel_option value = {"value", DUEL_NUMBER, 0, -1000, 1000, NULL, NULL};
    puzzle_search search = {
        .memory = (size_t)1 << 30, .seconds = 5, .tries = 2000, .stop = &work_stop};
    int64_t wanted;
    uint64_t seed;
    duel_status status = duel_option_read(&value, text, &wanted, why);
    if (status == DUEL_OK)
        status = position_args_seed(a, &seed, why);
    progress_begin();
    if (status == DUEL_OK)
        status =
            puzzle_deal_of_value(&s->v, seed, (int32_t)wanted, &search, s->record.seed, why);
    return status == DUEL_OK ? duel_record_begin(&s->record, &s->state, why) : status;
}

static duel_status run_new(const duel_console *c, const duel_args *a, duel_msg *why)
{
    position_args s;
    duel_str value;
    duel_args rest = *a;
    bool valued = take_value(&rest, &value);
    duel_status status = position_args_read(&rest, 0, &s, why);
    if (status != DUEL_OK)
        return status;
    if (valued)
        status = deal_of_value(a, value, &s, why);
    if (status == DUEL_OK && c->json) {
        c->print_json(c, state_json(&s.v, &s.state));
    } else if (status == DUEL_OK) {
        duel_print(&s.v, &s.state, c->out);
        duel_put(c->out, "\n");
    }
    position_args_fini(&s);
    return status;
}

const duel_command command_new = {
    "new",
    "GAME [opt=value…]",
    N_("Deals an opening position and prints it in the game's notation."),
    NULL,
    new_texts,
    DUEL_GAME_ARGS,
    run_new};

/* --lens NAME; *out is NULL when none is asked for. */
static duel_status read_lens(const duel_args *a, const duel_game *g, const duel_lens **out,
                             duel_msg *why)
{
    const char *name = duel_args_text(a, "lens", NULL);
    const duel_lens *lens = g->teaching.lenses, *l = name ? lens : NULL;
    while (l && l->id && strcmp(l->id, name) != 0)
        l++;
    if (name == NULL || (l && l->id)) {
        *out = l;
        return DUEL_OK;
    }
    duel_buf names;
    duel_buf_init(&names);
    for (l = lens; l && l->id; l++)
        duel_putf(&names.sink, l == lens ? "%s" : ", %s", l->id);
    duel_status status =
        names.len ? duel_invalid(why, N_("There is no lens “{0}”; choose one of: {1}."), "cs",
                                 name, duel_buf_str(&names))
                  : duel_invalid(why, N_("This game has no lenses."), "");
    duel_buf_fini(&names);
    return duel_ask_nearest(status, why, duel_str_of(name), lens, sizeof *lens);
}

static void show_text(const duel_console *c, const duel_variant *v, const void *view, int seat,
                      const duel_lens *lens)
{
    int32_t score[DUEL_SEATS];
    duel_pen pen = terminal_pen(c, c->out);
    duel_draw(v, view, seat, &pen);
    if (lens && lens->draw)
        lens->draw(v, view, seat, &pen);
    duel_print(v, view, c->out);
    duel_put(c->out, "\n");
    if (v->game->over(v, view, score))
        wording_result(&pen, v, score, DUEL_NOBODY);
    else
        TELL(c, N_("To move: {0}."), "w", duel_role(v, v->game->turn(v, view)));
    wording_why_over(c->lang, c->out, v, view, seat);
}

static duel_status run_show(const duel_console *c, const duel_args *a, duel_msg *why)
{
    position_args s;
    duel_state view;
    const duel_lens *lens = NULL;
    int seat = DUEL_SEES_ALL;
    duel_status status = position_args_read(a, 0, &s, why);
    if (status != DUEL_OK)
        return status;
    status = read_seat(a, &s.v, &seat, why);
    if (status == DUEL_OK)
        status = read_lens(a, s.v.game, &lens, why);
    if (status == DUEL_OK) {
        duel_view(&s.v, &s.state, seat, &view);
        if (c->json)
            c->print_json(c, state_json(&s.v, &view));
        else
            show_text(c, &s.v, &view, seat, lens);
    }
    position_args_fini(&s);
    return status;
}

const duel_command command_show = {"show",       SUBJECT_USAGE, N_("Draws a position."),
                                   show_options, show_texts,    DUEL_GAME_ARGS,
                                   run_show};

static void list_legal_moves(const duel_console *c, const position_args *s)
{
    duel_move list[DUEL_MOVES_MAX];
    int count = s->v.game->moves(&s->v, &s->state, list);
    for (int i = 0; i < count; i++) {
        duel_print_move(&s->v, &s->state, list[i], c->out);
        duel_put(c->out, "\n");
    }
}

static json_t *moves_json(const position_args *s)
{
    duel_move list[DUEL_MOVES_MAX];
    int count = s->v.game->moves(&s->v, &s->state, list);
    json_t *moves = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(moves, json_move(&s->v, &s->state, list[i]));
    return json_pack("{so}", "moves", moves);
}

static duel_status run_moves(const duel_console *c, const duel_args *a, duel_msg *why)
{
    position_args s;
    duel_status status = position_args_read(a, 0, &s, why);
    if (status != DUEL_OK)
        return status;
    if (c->json)
        c->print_json(c, moves_json(&s));
    else
        list_legal_moves(c, &s);
    position_args_fini(&s);
    return DUEL_OK;
}

const duel_command command_moves = {"moves",  SUBJECT_USAGE, N_("Lists the legal moves."),
                                    NULL,     new_texts,     DUEL_GAME_ARGS,
                                    run_moves};

/* ---- perft ------------------------------------------------------------------------------- */

static uint64_t perft_below(const duel_variant *v, const unsigned char *states, int count,
                            int depth);

static uint64_t count_ended(const duel_variant *v, const unsigned char *states, int count)
{
    uint64_t ended = 0;
    for (int i = 0; i < count; i++)
        ended += duel_is_over(v, states + (size_t)i * v->state_size);
    return ended;
}

/* The children of as many states as fit are made at once, then theirs. */
static uint64_t perft_with(const duel_variant *v, const unsigned char *states, int count,
                           int depth, duel_children *brood)
{
    uint64_t leaves = count_ended(v, states, count);
    while (count > 0) {
        int made, done = duel_expand(v, states, count, brood, &made);
        leaves += perft_below(v, brood->child, made, depth - 1);
        states += (size_t)done * v->state_size;
        count -= done;
    }
    return leaves;
}

/* Leaves at a depth; a game that ends earlier counts as one leaf. */
static uint64_t perft_below(const duel_variant *v, const unsigned char *states, int count,
                            int depth)
{
    enum { CHILDREN = 1024 };
    if (depth == 0)
        return (uint64_t)count;
    int room = v->max_moves > CHILDREN ? (int)v->max_moves : CHILDREN;
    duel_children brood = {.room = room};
    brood.child = malloc((size_t)room * v->state_size);
    brood.move = malloc((size_t)room * sizeof *brood.move);
    brood.parent = malloc((size_t)room * sizeof *brood.parent);
    bool good = brood.child && brood.move && brood.parent;
    uint64_t leaves = good ? perft_with(v, states, count, depth, &brood) : 0;
    free(brood.child);
    free(brood.move);
    free(brood.parent);
    return leaves;
}

static uint64_t perft(const duel_variant *v, const duel_state *state, int depth)
{
    return perft_below(v, state->bytes, 1, depth);
}

/* GAME DEPTH …: the depth is taken out. */
static duel_status take_depth(duel_args *a, int64_t *depth, duel_msg *why)
{
    enum { DEEPEST = 64 };
    static const duel_option option = {"DEPTH", DUEL_NUMBER, 1, 0, DEEPEST, NULL, NULL};
    if (a->word_count < 2)
        return duel_invalid(why, N_("Write “duel perft GAME DEPTH [POSITION]”."), "");
    duel_status status = duel_option_read(&option, a->word[1], depth, why);
    drop_word(a, 1);
    return status;
}

static duel_status run_perft(const duel_console *c, const duel_args *a, duel_msg *why)
{
    position_args s;
    duel_args rest = *a;
    int64_t depth;
    duel_status status = take_depth(&rest, &depth, why);
    if (status == DUEL_OK)
        status = position_args_read(&rest, 0, &s, why);
    if (status != DUEL_OK)
        return status;
    uint64_t leaves = perft(&s.v, &s.state, (int)depth);
    if (c->json)
        c->print_json(c,
                      json_pack("{sisI}", "depth", (int)depth, "leaves", (json_int_t)leaves));
    else
        duel_putf(c->out, "%llu\n", (unsigned long long)leaves);
    position_args_fini(&s);
    return DUEL_OK;
}

const duel_command command_perft = {"perft",
                                    "GAME DEPTH [POSITION] [opt=value…]",
                                    N_("Counts the lines of play of a given length."),
                                    NULL,
                                    new_texts,
                                    DUEL_GAME_ARGS,
                                    run_perft};

/* ---- trace: an engine at work ------------------------------------------------------------ */

/* It thinks about a small position, and every step is told, drawn, or given as JSON. */

static duel_status read_first(const duel_args *a, const position_args *s, duel_move *move,
                              bool *named, duel_msg *why)
{
    const char *text = duel_args_text(a, "first", NULL);
    *named = text != NULL;
    return text ? duel_read_move(&s->v, &s->state, duel_str_of(text), move, why) : DUEL_OK;
}

static duel_status write_svg(const char *path, const json_t *film, duel_msg *why)
{
    duel_buf svg;
    duel_buf_init(&svg);
    film_put_svg(film, &svg.sink);
    return duel_file_replace_with(path, &svg, why);
}

static void print_seen(const duel_console *c, const json_t *j)
{
    const char *move = json_string_value(json_object_get(j, "move"));
    film_print_steps(j, c->out);
    if (json_object_get(j, "nodes") == NULL) /* a film of the game's own: nobody chose */
        return;
    duel_tell(c->lang, c->out, N_("{0}: {1}. Positions looked at: {2}; cuts: {3}.\n"), "ccii",
              move ? move : "–", json_string_value(json_object_get(j, "text")),
              (int64_t)json_integer_value(json_object_get(j, "nodes")),
              (int64_t)json_integer_value(json_object_get(j, "cuts")));
}

static duel_status tell_trace(const duel_console *c, const duel_args *a, json_t *j,
                              duel_msg *why)
{
    const char *svg = duel_args_text(a, "svg", NULL);
    duel_status status = svg ? write_svg(svg, j, why) : DUEL_OK;
    if (status == DUEL_OK && c->json)
        c->print_json(c, json_incref(j));
    else if (status == DUEL_OK && svg == NULL)
        print_seen(c, j);
    json_decref(j);
    return status;
}

static duel_status run_trace(const duel_console *c, const duel_args *a, duel_msg *why)
{
    position_args s;
    duel_move first;
    bool named;
    json_t *j;
    duel_status status = position_args_read(a, 0, &s, why);
    if (status != DUEL_OK)
        return status;
    progress_begin();
    status = read_first(a, &s, &first, &named, why);
    if (status == DUEL_OK) {
        search_film_asked asked = {
            .v = &s.v,
            .view = &s.state,
            .engine = duel_str_of(duel_args_text(a, "engine", "alphabeta:depth=3")),
            .first = named ? &first : NULL,
            .stop = &work_stop};
        status = search_film_engine(&asked, c->lang, &j, why);
    }
    if (status == DUEL_OK)
        status = tell_trace(c, a, j, why);
    position_args_fini(&s);
    return status;
}

static const duel_option trace_options[] = {WORK_LAST};
static const duel_flag trace_texts[] = {
    SUBJECT_TEXTS,
    {"engine", "SPEC",
     N_("who thinks: minimax, alphabeta:depth=3, mcts:iterations=60, exact; or a film of the game’s own")},
    {"first", "MOVE", N_("a move to be tried before all others")},
    {"svg", "FILE", N_("draw the whole tree there")},
    SUBJECT_LAST_TEXT};

const duel_command command_trace = {
    "trace",
    SUBJECT_USAGE,
    N_("Shows an engine at work on a small position, step by step."),
    trace_options,
    trace_texts,
    DUEL_GAME_ARGS,
    run_trace};
