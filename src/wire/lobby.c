/* wire/lobby.c -- what a client is shown before it sits down: the lobby, its games,
 * the catalogue. */
#include "core/play.h"
#include "core/variant.h"
#include "players/catalogue.h"
#include "wire/inside.h"
#include "wire/json.h"

#include <string.h>

/* ---- the lobby, and games to take up again --------------------------------------------- */

static json_t *open_seats(const wire_table *t, duel_lang lang)
{
    json_t *list = json_array();
    for (int i = 0; i < t->v->seats; i++)
        if (seat_is_free(t, i))
            json_array_append_new(list, json_pack("{siss}", "seat", i, "role",
                                                  duel_text(lang, duel_role(t->v, i))));
    return list;
}

json_t *view_open(wire_hub *hub, duel_lang lang)
{
    json_t *list = json_array();
    for (const wire_table *t = hub->tables; t; t = t->next) {
        json_t *seats = open_seats(t, lang);
        if (json_array_size(seats) && t->members && !table_making(t->table) &&
            !wire_table_over(t))
            json_array_append_new(
                list, json_pack("{sssssssO}", "table", t->id, "game", t->v->game->id, "title",
                                duel_text(lang, t->v->game->title), "seats", seats));
        json_decref(seats);
    }
    return list;
}

json_t *view_lobby(wire_hub *hub, duel_lang lang)
{
    json_t *list = view_open(hub, lang);
    for (int i = 0; hub->annexes[i]; i++)
        json_array_extend(list, slow_game_summary(hub->annexes[i], SLOW_GAME_OPEN, lang));
    return json_pack("{so}", "open", list);
}

typedef struct summary {
    const wire_client *c;
    json_t *row;         /* of one game */
    json_t *list;        /* of games begun in the terminal */
    const json_t *known; /* by those who ask */
} summary;

static bool take_summary(void *to, const saved_game *g)
{
    summary *s = to;
    s->row = json_saved(g, s->c->lang);
    return false;
}

/* A seat that changed hands has another token: some changes are tried. */
static bool is_token_of_some_seat(const wire_hub *hub, const char *id, const char *token)
{
    enum { HANDS = 6 };
    for (int i = 0; i < DUEL_SEATS; i++)
        for (int hand = 0; hand < HANDS; hand++)
            if (wire_key_fits(&hub->key, id, i, hand, duel_str_of(token)))
                return true;
    return false;
}

/* A game of the terminal that is not over: its player may go on with it. */
static bool take_terminal(void *to, const saved_game *g)
{
    summary *s = to;
    duel_str seats = g->seats, spec;
    json_t *row = json_saved(g, s->c->lang);
    if (row == NULL)
        return true;
    json_t *list = json_array();
    for (int i = 0; i < DUEL_SEATS && duel_str_word(&seats, " ", &spec); i++) {
        char token[WIRE_TOKEN_TEXT];
        wire_key_token(&s->c->hub->key, g->id, i, 0, token);
        if (duel_str_is(spec, "human"))
            json_array_append_new(list, json_pack("{siss}", "seat", i, "token", token));
    }
    json_object_set_new(row, "seats", list);
    json_array_append_new(s->list, row);
    return true;
}

static bool is_known_to_asker(const json_t *wanted, const char *id)
{
    for (size_t i = 0; i < json_array_size(wanted); i++) {
        const char *known =
            json_string_value(json_object_get(json_array_get(wanted, i), "table"));
        if (known && strcmp(known, id) == 0)
            return true;
    }
    return false;
}

/* Where nobody else can come, all that is kept is of whoever sits here: also what was brought
 * from a server or from another browser. */
static bool take_unfinished(void *to, const saved_game *g)
{
    summary *s = to;
    if (!g->finished && g->moves && !is_known_to_asker(s->known, g->id))
        take_terminal(to, g);
    return json_array_size(s->list) < HUB_MINE;
}

/* The tokens of these games are for who could go on with them in a terminal, too: the user that
 * runs this server, and not whoever else has an account on the machine. Finding that out takes
 * the system longer the more connections there are. */
static bool plays_in_the_terminal(const wire_client *c)
{
    const wire_hub_setup *setup = &c->hub->setup;
    return setup->local && setup->owns(setup->self, c->socket);
}

json_t *view_mine(wire_client *c, json_t *wanted)
{
    json_t *list = json_array();
    for (size_t i = 0; i < json_array_size(wanted) && i < HUB_MINE; i++) {
        const char *id, *token;
        summary s = {.c = c};
        if (json_unpack(json_array_get(wanted, i), "{ssss}", "table", &id, "token", &token) ||
            strlen(id) >= STORE_ID_TEXT || !is_token_of_some_seat(c->hub, id, token))
            continue;
        store_load(c->hub->setup.store, id, take_summary, &s, NULL);
        if (s.row)
            json_array_append_new(list, s.row);
    }
    summary terminal = {.c = c, .list = json_array(), .known = wanted};
    if (c->hub->setup.alone)
        store_list(c->hub->setup.store, take_unfinished, &terminal, NULL);
    else if (c->hub->setup.local)
        store_list_resumable(c->hub->setup.store, take_terminal, &terminal, NULL);
    if (json_array_size(terminal.list) && !plays_in_the_terminal(c))
        json_array_clear(terminal.list);
    return json_pack("{soso}", "games", list, "terminal", terminal.list);
}

/* ---- the catalogue --------------------------------------------------------------------- */

/* A position on the way of a game played at random, to show what the game looks like: its seed
 * is fixed, so the page shows the same one every time. Those who want to play a slow file do
 * not wait for its picture. */
static json_t *miniature(const duel_variant *v, duel_lang lang)
{
    enum { LONGEST = 400, PATIENCE = 2000 };
    uint64_t until = v->traits & DUEL_SLOW ? hub_now() + PATIENCE : UINT64_MAX;
    duel_state state, view;
    duel_rng rng;
    duel_move list[DUEL_MOVES_MAX];
    int plies = LONGEST;
    for (int pass = 0; pass < 2; pass++) { /* the length of the game, then a third of it */
        int done = 0;
        duel_rng_init_number(&rng, 7);
        if (duel_deal(v, duel_str_of("miniature"), &state) != DUEL_OK)
            return NULL;
        for (; done < plies && !duel_is_over(v, &state); done++) {
            if (hub_now() > until)
                return NULL;
            int count = v->game->moves(v, &state, list);
            v->game->play(v, &state, list[duel_rng_below(&rng, (uint32_t)count)]);
        }
        plies = done / 3;
    }
    duel_view(v, &state, v->seats > 1 || duel_has_secrets(v) ? DUEL_NOBODY : 0, &view);
    return wire_scene(v, &view, DUEL_NOBODY, lang, true);
}

static json_t *roles_json(const duel_variant *v, duel_lang lang)
{
    json_t *list = json_array();
    for (int i = 0; i < v->seats; i++)
        json_array_append_new(list, json_string(duel_text(lang, duel_role(v, i))));
    return list;
}

json_t *view_card(const duel_game *g, duel_lang lang)
{
    static const char *const groups[] = {"main", "laboratory", ""};
    duel_variant v;
    if (catalogue_group_of(g) == CATALOGUE_TEMPLATE_GAME)
        return NULL;
    if (duel_variant_make(g, NULL, 0, &v, NULL) != DUEL_OK)
        return NULL;
    json_t *j = json_pack("{sssssssosssb}", "id", g->id, "title", duel_text(lang, g->title),
                          "tagline", duel_text(lang, g->tagline), "roles", roles_json(&v, lang),
                          "opponent", g->museum.opponent ? g->museum.opponent : "expert",
                          "hidden", duel_has_secrets(&v));
    json_object_set_new(j, "group", json_string(groups[catalogue_group_of(g)]));
    json_object_set_new(j, "lesson", json_boolean(g->teaching.lesson != NULL));
    json_object_set_new(j, "daily", json_boolean(puzzle_exists_on_day(g)));
    json_t *scene = miniature(&v, lang);
    if (scene)
        json_object_set_new(j, "scene", scene);
    return j;
}

/* The games, made once for each language: positions and texts do not change while we run. */
static json_t *made_here(wire_hub *hub, duel_lang lang)
{
    if (hub->catalogue[lang] == NULL) {
        json_t *list = json_array();
        for (int i = 0; duel_games[i]; i++) {
            bool elsewhere = duel_games[i]->traits & DUEL_SLOW;
            json_t *card = elsewhere ? NULL : view_card(duel_games[i], lang);
            if (card)
                json_array_append_new(list, card);
        }
        hub->catalogue[lang] = list;
    }
    return hub->catalogue[lang];
}

static json_t *catalogue(wire_hub *hub, duel_lang lang)
{
    json_t *list = json_copy(made_here(hub, lang));
    for (int i = 0; hub->annexes[i]; i++) {
        json_t *card = slow_game_summary(hub->annexes[i], SLOW_GAME_CARD, lang);
        if (card)
            json_array_append(list, card);
    }
    return list;
}

json_t *view_hello(wire_client *c)
{
    json_t **texts = &c->hub->texts[c->lang];
    if (*texts == NULL)
        *texts = wire_texts(c->lang);
    return json_pack("{sssssOsosbsb}", "version", DUEL_VERSION, "lang",
                     c->lang == DUEL_FR ? "fr" : "en", "texts", *texts, "games",
                     catalogue(c->hub, c->lang), "local", c->hub->setup.local, "alone",
                     c->hub->setup.alone);
}

wire_text *home_hello(wire_client *c)
{
    wire_text **made = &c->hub->hello[c->lang];
    if (*made == NULL)
        *made = text_new(view_hello(c));
    return *made;
}

void home_forget_hello(wire_hub *hub)
{
    for (int lang = 0; lang < 2; lang++) {
        text_let_go(hub->hello[lang]);
        hub->hello[lang] = NULL;
    }
}
