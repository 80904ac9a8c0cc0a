/* wire/requests.c -- the requests of a client, a function for each. See docs/wire.md.
 *
 * A verb that returns DUEL_OK has answered, or will; any other status becomes a refusal. */
#include "core/play.h"
#include "front/opponents.h"
#include "players/catalogue.h"
#include "teach/level_advice.h"
#include "wire/inside.h"

#include <stdio.h>
#include <string.h>

/* ---- requests -------------------------------------------------------------------------- */

const char *asked_text(const wire_asked *a, const char *key)
{
    return json_string_value(json_object_get(a->what, key));
}

duel_status asked_need(const wire_asked *a, const char *key, const char **out, duel_msg *why)
{
    *out = asked_text(a, key);
    if (*out)
        return DUEL_OK;
    return duel_invalid(why, N_("The request lacks “{0}”."), "c", key);
}

duel_status asked_game(const wire_asked *a, const duel_game **out, duel_msg *why)
{
    const char *game;
    duel_status status = asked_need(a, "game", &game, why);
    return status == DUEL_OK ? catalogue_need_game(duel_str_of(game), out, why) : status;
}

duel_status asked_nodes(const wire_asked *a, uint64_t *out, duel_msg *why)
{
    const json_int_t most = (json_int_t)1 << 32;
    json_int_t nodes = json_integer_value(json_object_get(a->what, "nodes"));
    if (nodes < 0 || nodes > most)
        return duel_invalid(why, N_("{0} goes from {1} to {2}; {3} is outside."), "ciii",
                            "nodes", (int64_t)0, (int64_t)most, (int64_t)nodes);
    *out = (uint64_t)nodes;
    return DUEL_OK;
}

void asked_done(const wire_asked *a)
{
    client_send(a->c, "done", a->re, json_object());
}

static duel_status do_hello(const wire_asked *a, duel_msg *why)
{
    const char *lang = asked_text(a, "lang");
    a->c->lang = duel_lang_of(lang ? lang : "en");
    a->c->greeted = true;
    a->c->table_news = a->c->table != NULL;
    if (a->c->away)
        slow_client_greet(a->c->away);
    client_send_shared(a->c, "hello", a->re, home_hello(a->c));
    return DUEL_OK;
}

static duel_status do_home(const wire_asked *a, duel_msg *why)
{
    client_leave_table(a->c);
    a->c->watches_lobby = true;
    client_send(a->c, "mine", a->re, view_mine(a->c, json_object_get(a->what, "mine")));
    a->c->lobby_news = true;
    client_wake(a->c);
    return DUEL_OK;
}

/* The level to begin with, for who asks. */
static json_t *suggestion(const wire_client *c, const duel_game *g)
{
    level_advice l = level_advice_begin(g);
    if (c->profile[0])
        level_advice_of(c->hub->setup.store, c->profile, g, &l, NULL);
    return json_sprintf("level:%d", l.level);
}

/* What is needed only once somebody wants to know or to choose. */
static json_t *figure_list(const duel_game *g, duel_lang lang)
{
    json_t *list = json_array();
    for (const duel_figure *f = g->museum.figures; f && f->id; f++)
        json_array_append_new(
            list, json_pack("{ssss}", "id", f->id, "title", duel_text(lang, f->title)));
    return list;
}

static duel_status do_figure(const wire_asked *a, duel_msg *why)
{
    const duel_game *g;
    const char *id;
    duel_status status = asked_game(a, &g, why);
    if (status == DUEL_OK)
        status = asked_need(a, "id", &id, why);
    if (status != DUEL_OK)
        return status;
    for (const duel_figure *f = g->museum.figures; f && f->id; f++)
        if (strcmp(f->id, id) == 0) {
            duel_buf svg;
            duel_buf_init(&svg);
            f->svg(a->c->lang, &svg.sink);
            client_send(a->c, "figure", a->re,
                        json_pack("{ssssso}", "id", f->id, "title",
                                  duel_text(a->c->lang, f->title), "svg",
                                  json_take_text(&svg)));
            return DUEL_OK;
        }
    return duel_refuse(why, N_("There is no figure “{0}”."), "c", id);
}

static duel_status do_rules(const wire_asked *a, duel_msg *why)
{
    const duel_game *g;
    duel_lang lang = a->c->lang;
    duel_status status = asked_game(a, &g, why);
    if (status == DUEL_OK)
        client_send(a->c, "rules", a->re,
                    json_pack("{sosososososo}", "rules", json_rules(g, lang), "figures",
                              figure_list(g, lang), "options", json_game_options(g, lang),
                              "opponents", opponents_json(lang, g), "suggested",
                              suggestion(a->c, g), "programs", program_list(a->c->hub, g)));
    return status;
}

/* How many seats a choice of options makes, or what is wrong with it. */
static duel_status do_variant(const wire_asked *a, duel_msg *why)
{
    duel_variant v;
    duel_status status = new_table_variant(a, &v, why);
    if (status != DUEL_OK)
        return status;
    json_t *roles = json_array();
    for (int i = 0; i < v.seats; i++)
        json_array_append_new(roles, json_string(duel_text(a->c->lang, duel_role(&v, i))));
    client_send(a->c, "variant", a->re, json_pack("{so}", "roles", roles));
    return DUEL_OK;
}

static unsigned seats_of(const wire_asked *a, const wire_table *t)
{
    unsigned seats = 0;
    json_t *tokens = json_object_get(a->what, "tokens");
    for (size_t i = 0; i < json_array_size(tokens) && i < DUEL_SEATS; i++) {
        const char *token = json_string_value(json_array_get(tokens, i));
        for (int s = 0; token && s < t->v->seats; s++)
            seats |= (unsigned)seat_fits(t, s, token) << s;
    }
    return seats;
}

static duel_status do_join(const wire_asked *a, duel_msg *why)
{
    const char *id;
    wire_table *t;
    duel_status status = asked_need(a, "table", &id, why);
    if (status == DUEL_OK)
        status = wire_table_find(a, duel_str_of(id), &t, why);
    if (status != DUEL_OK || t == NULL)
        return status;
    if (a->c->table != t)
        status =
            quotas_allow(t->hub->setup.quotas, LIMIT_TABLE_MEMBERS, t->member_count + 1, why);
    if (status != DUEL_OK)
        return status;
    a->c->watches_lobby = false;
    status = wire_table_join(t, a->c, seats_of(a, t), why);
    if (status == DUEL_OK)
        asked_done(a);
    return status;
}

/* A free seat of the lobby goes to the first who asks; the answer is the seat's token. */
static duel_status do_claim(const wire_asked *a, duel_msg *why)
{
    const char *id;
    wire_table *t;
    json_int_t seat = json_integer_value(json_object_get(a->what, "seat"));
    duel_status status = asked_need(a, "table", &id, why);
    if (status == DUEL_OK)
        status = wire_table_find(a, duel_str_of(id), &t, why);
    if (status != DUEL_OK || t == NULL)
        return status;
    wire_table_ask(a->c, t, a->re,
                   (table_request){.ask = TABLE_ASK_CLAIM,
                                   .seat = seat < 0 || seat > DUEL_SEATS ? -1 : (int)seat});
    return DUEL_OK;
}

/* ---- requests at a table --------------------------------------------------------------- */

/* At the client's own table; the notice that it causes is the answer. */
static duel_status ask_here(const wire_asked *a, table_request r)
{
    r.seen = json_integer_value(json_object_get(a->what, "rev"));
    r.nonce = json_integer_value(json_object_get(a->what, "nonce"));
    r.yes = json_is_true(json_object_get(a->what, "yes"));
    wire_table_ask(a->c, a->c->table, a->re, r);
    return DUEL_OK;
}

static duel_status do_move(const wire_asked *a, duel_msg *why)
{
    const char *text;
    duel_status status = asked_need(a, "move", &text, why);
    if (status != DUEL_OK)
        return status;
    return ask_here(a, (table_request){.ask = TABLE_ASK_MOVE, .text = duel_str_of(text)});
}

static duel_status do_confirm(const wire_asked *a, duel_msg *why)
{
    return ask_here(a, (table_request){.ask = TABLE_ASK_CONFIRM});
}

static duel_status do_back(const wire_asked *a, duel_msg *why)
{
    return ask_here(a, (table_request){.ask = TABLE_ASK_BACK});
}

static duel_status do_answer(const wire_asked *a, duel_msg *why)
{
    return ask_here(a, (table_request){.ask = TABLE_ASK_ANSWER});
}

static int seat_number(const wire_asked *a)
{
    json_t *given = json_object_get(a->what, "seat");
    json_int_t seat = json_integer_value(given);
    return json_is_integer(given) && seat >= 0 && seat < DUEL_SEATS ? (int)seat : -1;
}

static duel_status do_resign(const wire_asked *a, duel_msg *why)
{
    return ask_here(a, (table_request){.ask = TABLE_ASK_RESIGN, .seat = seat_number(a)});
}

static duel_status do_takeover(const wire_asked *a, duel_msg *why)
{
    const char *by;
    duel_status status = asked_need(a, "by", &by, why);
    return status == DUEL_OK ? seat_take_over(a->c, a->re, seat_number(a), by, why) : status;
}

static duel_status do_advise(const wire_asked *a, duel_msg *why)
{
    return advice_queue_ask(a->c, a->what, a->re, TASK_ADVICE, why);
}

static duel_status do_hint(const wire_asked *a, duel_msg *why)
{
    return advice_queue_ask(a->c, a->what, a->re, TASK_HINT, why);
}

static duel_status do_check(const wire_asked *a, duel_msg *why)
{
    return advice_queue_ask(a->c, a->what, a->re, TASK_CHECK, why);
}

static duel_status do_values(const wire_asked *a, duel_msg *why)
{
    return advice_queue_ask(a->c, a->what, a->re, TASK_VALUES, why);
}

static duel_status do_graph(const wire_asked *a, duel_msg *why)
{
    return advice_queue_ask(a->c, a->what, a->re, TASK_GRAPH, why);
}

/* What it asked for is answered now, with what was found so far; half a review is none. */
static duel_status do_stop(const wire_asked *a, duel_msg *why)
{
    const char *what = asked_text(a, "of");
    if (what && strcmp(what, "review") == 0)
        review_leave(a->c);
    else
        advice_queue_leave(a->c);
    asked_done(a);
    return DUEL_OK;
}

/* ---- looking through lenses, observing --------------------------------------------------- */

static duel_status read_lenses(const wire_asked *a, unsigned *out, duel_msg *why)
{
    const duel_lens *lens = a->c->table->v->game->teaching.lenses;
    json_t *show = json_object_get(a->what, "show");
    *out = 0;
    for (size_t i = 0; i < json_array_size(show); i++) {
        const char *id = json_string_value(json_array_get(show, i));
        bool found = false;
        for (int k = 0; id && lens && lens[k].id && k < 32; k++) {
            if (strcmp(lens[k].id, id) == 0) {
                *out |= 1U << k;
                found = true;
            }
        }
        if (!found)
            return duel_invalid(why, N_("This game has no such lens."), "");
    }
    return DUEL_OK;
}

static duel_status do_lens(const wire_asked *a, duel_msg *why)
{
    unsigned lenses;
    duel_status status = read_lenses(a, &lenses, why);
    if (status != DUEL_OK)
        return status;
    a->c->lenses_asked = lenses;
    if (lenses)
        return ask_here(a, (table_request){.ask = TABLE_ASK_LENS});
    a->c->lenses = 0;
    client_has_news(a->c);
    asked_done(a);
    return DUEL_OK;
}

static duel_status do_observe(const wire_asked *a, duel_msg *why)
{
    return ask_here(a, (table_request){.ask = TABLE_ASK_OBSERVE});
}

static duel_status do_uncover(const wire_asked *a, duel_msg *why)
{
    return ask_here(a, (table_request){.ask = TABLE_ASK_UNCOVER});
}

static duel_status do_record(const wire_asked *a, duel_msg *why)
{
    char commitment[DUEL_COMMITMENT_TEXT];
    duel_buf text;
    duel_status status = advice_may_leave(a->c, why);
    if (status != DUEL_OK)
        return status;
    const duel_record *r = table_record(a->c->table->table);
    duel_record_commitment(r, commitment);
    duel_buf_init(&text);
    duel_record_print(r, &text.sink);
    json_t *j = json_pack("{so}", "record", json_text(duel_buf_str(&text)));
    if (duel_record_is_dealt(r))
        json_object_set_new(j, "commitment", json_string(commitment));
    client_send(a->c, "record", a->re, j);
    duel_buf_fini(&text);
    return DUEL_OK;
}

/* ---- the table of verbs ---------------------------------------------------------------- */

static const struct verb {
    const char *name;
    wire_about about;
    duel_status (*run)(const wire_asked *a, duel_msg *why);
} verbs[] = {
    {"hello", ABOUT_HOUSE, do_hello},
    {"home", ABOUT_HOUSE, do_home},
    {"profile", ABOUT_HOUSE, profile_request},
    {"profiles", ABOUT_HOUSE, profile_list},
    {"mistakes", ABOUT_HOUSE, practice_agenda},
    {"gather", ABOUT_HOUSE, practice_gather},
    {"exercise", ABOUT_HOUSE, exercise_start},
    {"logic", ABOUT_HOUSE, films_logic},
    {"derive", ABOUT_HOUSE, films_derivation},
    {"goal", ABOUT_HOUSE, films_goal},
    {"inference", ABOUT_HOUSE, films_rules},
    {"learn", ABOUT_HOUSE, films_learn},
    {"words", ABOUT_HOUSE, texts_words},
    {"trace", ABOUT_GAME, films_trace},
    {"explore", ABOUT_GAME, films_explored},
    {"rules", ABOUT_GAME, do_rules},
    {"figure", ABOUT_GAME, do_figure},
    {"ranking", ABOUT_GAME, profile_ranking},
    {"variant", ABOUT_GAME, do_variant},
    {"create", ABOUT_GAME, new_table_create},
    {"lesson", ABOUT_GAME, learn_lesson},
    {"daily", ABOUT_GAME, puzzle_start},
    {"puzzles", ABOUT_GAME, puzzles_path},
    {"analyse", ABOUT_RECORD, new_table_analyse},
    {"claim", ABOUT_TABLE, do_claim},
    {"join", ABOUT_STAY, do_join},
    {"move", ABOUT_HERE, do_move},
    {"confirm", ABOUT_HERE, do_confirm},
    {"back", ABOUT_HERE, do_back},
    {"answer", ABOUT_HERE, do_answer},
    {"resign", ABOUT_HERE, do_resign},
    {"takeover", ABOUT_HERE, do_takeover},
    {"advise", ABOUT_HERE, do_advise},
    {"hint", ABOUT_HERE, do_hint},
    {"check", ABOUT_HERE, do_check},
    {"lens", ABOUT_HERE, do_lens},
    {"observe", ABOUT_HERE, do_observe},
    {"values", ABOUT_HERE, do_values},
    {"graph", ABOUT_HERE, do_graph},
    {"review", ABOUT_HERE, review_ask},
    {"mend", ABOUT_HERE, exercise_mend},
    {"look", ABOUT_HERE, view_past},
    {"uncover", ABOUT_HERE, do_uncover},
    {"again", ABOUT_HERE, new_table_again},
    {"branch", ABOUT_HERE, new_table_branch},
    {"watch", ABOUT_HERE, new_table_watched},
    {"retry", ABOUT_HERE, new_table_retry},
    {"record", ABOUT_HERE, do_record},
    {"setup", ABOUT_HERE, edit_position},
    {"stop", ABOUT_HERE, do_stop},
};

static const struct verb *find_verb(const char *name)
{
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (strcmp(name, verbs[i].name) == 0)
            return &verbs[i];
    return NULL;
}

const char *verb_name(const json_t *what)
{
    const char *name = json_string_value(json_object_get(what, "do"));
    const struct verb *verb = name ? find_verb(name) : NULL;
    return verb ? verb->name : "";
}

static duel_status run_verb(const struct verb *verb, const wire_asked *a, duel_msg *why)
{
    const char *game = asked_text(a, "game");
    hub_step step = step_begin(a->c->hub, verb->name,
                               verb->about == ABOUT_HERE
                                   ? a->c->table->v->game
                                   : catalogue_find_game(duel_str_of(game ? game : "")));
    duel_status status = verb->run(a, why);
    step_end(a->c->hub, &step);
    return status;
}

duel_status verb_run(wire_client *c, json_t *what, json_int_t re, wire_prepared *ahead,
                     duel_msg *why)
{
    const char *name;
    wire_asked a = {c, what, re, ahead};
    duel_status status = fields_check(what, why);
    if (status == DUEL_OK)
        status = asked_need(&a, "do", &name, why);
    if (status != DUEL_OK)
        return status;
    if (c->old)
        return duel_refuse(why, N_("This page is older than the server: please load it again."),
                           "");
    const struct verb *verb = find_verb(name);
    if (verb == NULL)
        return duel_invalid(why, N_("The request “{0}” is not known."), "c", name);
    slow_game *annex = dispatch_annex(&a, verb->about);
    if (annex)
        return dispatch_ask(annex, &a, verb->about, why);
    if (verb->about == ABOUT_HERE && c->table == NULL)
        return duel_invalid(why, N_("That can be done at a table only."), "");
    return run_verb(verb, &a, why);
}
