/* front/cli/look.c -- commands that only look: games, rules, new, show, moves, perft. */
#include "core/play.h"
#include "core/variant.h"
#include "front/cli/subject.h"
#include "front/commands.h"
#include "front/phrase.h"
#include "front/work.h"
#include "service/catalogue.h"
#include "service/puzzles.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* ---- games, rules -------------------------------------------------------------------------
 */

static json_t *option_json(const duel_option *o, duel_lang lang)
{
    static const char *const kind[] = {"number", "yesno", "choice", "set", "decimal"};
    duel_buf initial;
    duel_buf_init(&initial);
    duel_option_print(o, o->initial, &initial.sink);
    json_t *j = json_pack("{ssssssss}", "name", o->name, "kind", kind[o->kind], "default",
                          initial.text, "help", duel_text(lang, o->help));
    if (o->kind == DUEL_NUMBER)
        json_object_update_new(
            j, json_pack("{sIsI}", "least", (json_int_t)o->least, "most", (json_int_t)o->most));
    for (int i = 0; o->choices && o->choices[i]; i++) {
        json_t *list = json_object_get(j, "choices");
        if (list == NULL)
            json_object_set_new(j, "choices", list = json_array());
        json_array_append_new(list, json_string(o->choices[i]));
    }
    duel_buf_fini(&initial);
    return j;
}

static json_t *game_json(const duel_game *g, duel_lang lang)
{
    json_t *options = json_array();
    for (int i = 0; g->options && g->options[i].name; i++)
        json_array_append_new(options, option_json(&g->options[i], lang));
    return json_pack("{sssssssisisbso}", "id", g->id, "title", duel_text(lang, g->title),
                     "tagline", duel_text(lang, g->tagline), "min_seats", g->min_seats,
                     "max_seats", g->max_seats, "hidden", (g->traits & DUEL_SECRETS) != 0,
                     "options", options);
}

static int run_games(request *r)
{
    duel_lang lang = r->console.lang;
    json_t *list = json_array();
    for (int i = 0; duel_games[i]; i++) {
        if (r->console.json) {
            json_array_append_new(list, game_json(duel_games[i], lang));
            continue;
        }
        duel_putf(r->console.out, "%-12s ", duel_games[i]->id);
        phrase_put_padded(r->console.out, duel_text(lang, duel_games[i]->title), 26);
        duel_putf(r->console.out, " %s\n", duel_text(lang, duel_games[i]->tagline));
    }
    if (r->console.json)
        args_print_json(r, json_pack("{sO}", "games", list));
    json_decref(list);
    return EXIT_DONE;
}

const command command_games = {"games", "", N_("Lists the games."), NULL, run_games};

static void print_rules(const request *r, const duel_game *g)
{
    duel_lang lang = r->console.lang;
    duel_sink *out = r->console.out;
    duel_putf(out, "%s\n\n", duel_text(lang, g->title));
    for (int i = 0; g->rules[i]; i++) {
        phrase_wrap(out, duel_text(lang, g->rules[i]), 76);
        duel_put(out, "\n");
    }
    for (int i = 0; g->options && g->options[i].name; i++) {
        duel_putf(out, "  %s=", g->options[i].name);
        duel_option_print(&g->options[i], g->options[i].initial, out);
        duel_putf(out, "  %s\n", duel_text(lang, g->options[i].help));
    }
}

static int run_rules(request *r)
{
    const duel_game *g;
    duel_msg why;
    if (r->word_count != 1)
        return duel_bad(&why, N_("Which game? Write “duel rules GAME”."), ""),
               args_fail(r, DUEL_BAD, &why);
    duel_status status = duel_open_game(r->word[0], &g, &why);
    if (status != DUEL_OK)
        return args_fail(r, status, &why);
    if (!r->console.json) {
        print_rules(r, g);
        return EXIT_DONE;
    }
    json_t *j = game_json(g, r->console.lang), *rules = json_array();
    for (int i = 0; g->rules[i]; i++)
        json_array_append_new(rules, json_string(duel_text(r->console.lang, g->rules[i])));
    json_object_set_new(j, "rules", rules);
    args_print_json(r, j);
    return EXIT_DONE;
}

const command command_rules = {
    "rules", "GAME", N_("Tells the rules of a game and its options."), NULL, run_rules};

/* ---- new, show, moves ---------------------------------------------------------------------
 */

static const flag new_flags[] = {SUBJECT_FLAGS, {NULL, NULL, NULL}};
static const flag show_flags[] = {
    SUBJECT_FLAGS,
    {"--seat", "N", N_("as player N sees it (0: as a spectator)")},
    {"--lens", "NAME", N_("with this help under the drawing (a wrong name lists them)")},
    {NULL, NULL, NULL}};
static const flag moves_flags[] = {
    SUBJECT_FLAGS,
    {"--seat", "N", N_("as player N sees it (0: as a spectator)")},
    {NULL, NULL, NULL}};

static json_t *position_json(const duel_variant *v, const void *view)
{
    int32_t score[DUEL_SEATS] = {0};
    duel_buf text;
    duel_buf_init(&text);
    duel_print(v, view, &text.sink);
    bool over = v->game->over(v, view, score);
    json_t *scores = json_array();
    for (int i = 0; over && i < v->seats; i++)
        json_array_append_new(scores, json_integer(score[i]));
    json_t *j =
        json_pack("{sssisbso}", "position", text.text, "turn", v->game->turn(v, view) + 1,
                  "over", over, "score", over ? scores : json_null());
    if (!over)
        json_decref(scores);
    duel_buf_fini(&text);
    return j;
}

/* --seat N: a player, 0 for a spectator; nothing said: everything is shown. */
static duel_status read_seat(const request *r, const duel_variant *v, int *seat, duel_msg *why)
{
    int64_t n;
    duel_status status = args_number(r, "--seat", 0, v->seats, 0, &n, why);
    if (status == DUEL_OK)
        *seat = !args_has(r, "--seat") ? DUEL_ALL : n == 0 ? DUEL_NOBODY : (int)n - 1;
    return status;
}

/* Takes the word value=V out of the request; false if there is none. */
static bool take_value(request *r, duel_str *value)
{
    static const char name[] = "value=";
    for (int i = 1; i < r->word_count; i++) {
        duel_str w = r->word[i];
        if (w.len < sizeof name || memcmp(w.at, name, sizeof name - 1) != 0)
            continue;
        *value = (duel_str){w.at + sizeof name - 1, w.len - (sizeof name - 1)};
        memmove(&r->word[i], &r->word[i + 1], (size_t)(--r->word_count - i) * sizeof w);
        return true;
    }
    return false;
}

/* Deals again and again until the solver finds the value asked for. */
static duel_status deal_of_value(const request *r, duel_str text, subject *s, duel_msg *why)
{
    static const duel_option value = {"value", DUEL_NUMBER, 0, -1000, 1000, NULL, NULL};
    const char *seed = args_text(r, "--seed");
    duel_search search = {
        .memory = (size_t)1 << 30, .seconds = 5, .tries = 2000, .stop = &work_stop};
    int64_t wanted;
    duel_status status = duel_option_read(&value, text, &wanted, why);
    work_begin();
    if (status == DUEL_OK)
        status = duel_deal_of_value(&s->v, seed ? strtoull(seed, NULL, 10) : 1, (int32_t)wanted,
                                    &search, s->record.seed, why);
    return status == DUEL_OK ? duel_record_begin(&s->record, &s->state, why) : status;
}

static int run_new(request *r)
{
    subject s;
    duel_msg why;
    duel_str value;
    bool valued = take_value(r, &value);
    duel_status status = subject_read(r, 0, &s, &why);
    if (status != DUEL_OK)
        return args_fail(r, status, &why);
    if (valued)
        status = deal_of_value(r, value, &s, &why);
    if (status != DUEL_OK) {
        subject_fini(&s);
        return args_fail(r, status, &why);
    }
    if (r->console.json) {
        args_print_json(r, position_json(&s.v, &s.state));
    } else {
        duel_print(&s.v, &s.state, r->console.out);
        duel_put(r->console.out, "\n");
    }
    subject_fini(&s);
    return EXIT_DONE;
}

const command command_new = {
    "new", "GAME [opt=value…]",
    N_("Deals an opening position and prints it in the game's notation."), new_flags, run_new};

/* --lens NAME; *out is NULL when none is asked for. */
static duel_status read_lens(const request *r, const duel_game *g, const duel_lens **out,
                             duel_msg *why)
{
    const char *name = args_text(r, "--lens");
    const duel_lens *l = name ? g->lenses : NULL;
    while (l && l->id && strcmp(l->id, name) != 0)
        l++;
    if (name == NULL || (l && l->id)) {
        *out = l;
        return DUEL_OK;
    }
    duel_buf names;
    duel_buf_init(&names);
    for (l = g->lenses; l && l->id; l++)
        duel_putf(&names.sink, l == g->lenses ? "%s" : ", %s", l->id);
    duel_status status = names.len
                             ? duel_bad(why, N_("There is no lens “{0}”; choose one of: {1}."),
                                        "cs", name, duel_buf_str(&names))
                             : duel_bad(why, N_("This game has no lenses."), "");
    duel_buf_fini(&names);
    return status;
}

static void show_text(const request *r, const duel_variant *v, const void *view, int seat,
                      const duel_lens *lens)
{
    int32_t score[DUEL_SEATS];
    duel_pen pen = terminal_pen(&r->console, r->console.out);
    v->game->draw(v, view, seat, &pen);
    if (lens && lens->draw)
        lens->draw(v, view, seat, &pen);
    duel_print(v, view, r->console.out);
    duel_put(r->console.out, "\n");
    if (v->game->over(v, view, score))
        phrase_result(&pen, v, score);
    else
        duel_tell(r->console.lang, r->console.out, N_("To move: {0}."), "w",
                  duel_role(v, v->game->turn(v, view)));
    duel_put(r->console.out, "\n");
}

static int run_show(request *r)
{
    subject s;
    duel_msg why;
    duel_state view;
    const duel_lens *lens;
    int seat;
    duel_status status = subject_read(r, 0, &s, &why);
    if (status != DUEL_OK)
        return args_fail(r, status, &why);
    status = read_seat(r, &s.v, &seat, &why);
    if (status == DUEL_OK)
        status = read_lens(r, s.v.game, &lens, &why);
    if (status == DUEL_OK) {
        duel_view(&s.v, &s.state, seat, &view);
        if (r->console.json)
            args_print_json(r, position_json(&s.v, &view));
        else
            show_text(r, &s.v, &view, seat, lens);
    }
    subject_fini(&s);
    return status == DUEL_OK ? EXIT_DONE : args_fail(r, status, &why);
}

const command command_show = {"show", SUBJECT_USAGE, N_("Draws a position."), show_flags,
                              run_show};

static int run_moves(request *r)
{
    subject s;
    duel_msg why;
    duel_status status = subject_read(r, 0, &s, &why);
    if (status != DUEL_OK)
        return args_fail(r, status, &why);
    duel_move list[DUEL_MOVES_MAX];
    int count = s.v.game->moves(&s.v, &s.state, list);
    json_t *moves = json_array();
    for (int i = 0; i < count; i++) {
        duel_buf text;
        duel_buf_init(&text);
        duel_print_move(&s.v, &s.state, list[i], &text.sink);
        if (r->console.json)
            json_array_append_new(moves, json_string(text.text));
        else
            duel_putf(r->console.out, "%s\n", text.text);
        duel_buf_fini(&text);
    }
    if (r->console.json)
        args_print_json(r, json_pack("{sO}", "moves", moves));
    json_decref(moves);
    subject_fini(&s);
    return EXIT_DONE;
}

const command command_moves = {"moves", SUBJECT_USAGE, N_("Lists the legal moves."),
                               moves_flags, run_moves};

/* ---- perft --------------------------------------------------------------------------------
 */

/* Leaves at a depth; a game that ends earlier counts as one leaf. */
static uint64_t perft(const duel_variant *v, const void *state, int depth)
{
    if (depth == 0 || duel_is_over(v, state))
        return 1;
    duel_move *list = malloc(v->max_moves * sizeof *list);
    duel_state child;
    uint64_t leaves = 0;
    int count = list ? v->game->moves(v, state, list) : 0;
    for (int i = 0; i < count; i++) {
        memcpy(&child, state, v->state_size);
        v->game->play(v, &child, list[i]);
        leaves += perft(v, &child, depth - 1);
    }
    free(list);
    return leaves;
}

static int run_perft(request *r)
{
    enum { DEEPEST = 64 };
    static const duel_option depth_option = {"DEPTH", DUEL_NUMBER, 1, 0, DEEPEST, NULL, NULL};
    subject s;
    duel_msg why;
    int64_t depth;
    duel_status status = DUEL_OK;
    if (r->word_count < 2)
        status = duel_bad(&why, N_("Write “duel perft GAME DEPTH [POSITION]”."), "");
    if (status == DUEL_OK)
        status = duel_option_read(&depth_option, r->word[1], &depth, &why);
    if (status != DUEL_OK)
        return args_fail(r, status, &why);
    memmove(&r->word[1], &r->word[2], (size_t)(r->word_count - 2) * sizeof r->word[0]);
    r->word_count--;
    status = subject_read(r, 0, &s, &why);
    if (status != DUEL_OK)
        return args_fail(r, status, &why);
    uint64_t leaves = perft(&s.v, &s.state, (int)depth);
    if (r->console.json)
        args_print_json(r,
                        json_pack("{sisI}", "depth", (int)depth, "leaves", (json_int_t)leaves));
    else
        duel_putf(r->console.out, "%llu\n", (unsigned long long)leaves);
    subject_fini(&s);
    return EXIT_DONE;
}

const command command_perft = {"perft", "GAME DEPTH [POSITION] [opt=value…]",
                               N_("Counts the lines of play of a given length."), new_flags,
                               run_perft};
