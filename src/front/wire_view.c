/* front/wire_view.c -- what a client is shown: its table, the lobby, its games, the catalogue.
 *
 * The only file of the hub that looks at positions, and always through duel_session_view or
 * duel_view with the client's own seat. */
#include "core/play.h"
#include "core/variant.h"
#include "front/pen.h"
#include "front/wire_hub.h"
#include "front/wire_json.h"
#include "service/catalogue.h"

#include <string.h>

/* ---- through whose eyes ---------------------------------------------------------------- */

static bool is_over(const wire_table *t)
{
    return duel_session_over(t->session, (int32_t[DUEL_SEATS]){0});
}

static bool holds(const wire_client *c, int seat)
{
    return seat >= 0 && c->seats >> seat & 1;
}

static bool holds_several(const wire_client *c)
{
    return (c->seats & (c->seats - 1)) != 0;
}

static int first_held(const wire_client *c)
{
    for (int i = 0; i < c->table->v->seats; i++)
        if (holds(c, i))
            return i;
    return DUEL_NOBODY;
}

/* Whose turn it is at a screen shared with secrets while that person is not there yet. */
static int covered_seat(const wire_client *c)
{
    int turn = duel_session_turn(c->table->session);
    bool shared = holds_several(c) && duel_has_secrets(c->table->v) && !is_over(c->table);
    return shared && holds(c, turn) && c->uncovered != turn ? turn : DUEL_NOBODY;
}

int view_seat(const wire_client *c)
{
    const wire_table *t = c->table;
    int turn = duel_session_turn(t->session);
    if (is_over(t))
        return DUEL_ALL;
    if (!holds_several(c))
        return first_held(c);
    if (!duel_has_secrets(t->v))
        return holds(c, turn) ? turn : first_held(c);
    return holds(c, turn) && c->uncovered == turn ? turn : DUEL_NOBODY;
}

int view_acting(const wire_client *c)
{
    int turn = duel_session_turn(c->table->session);
    if (is_over(c->table) || !holds(c, turn) || covered_seat(c) != DUEL_NOBODY)
        return DUEL_NOBODY;
    return turn;
}

/* ---- the table ------------------------------------------------------------------------- */

static json_t *machine_name(duel_lang lang, const char *spec)
{
    if (strncmp(spec, "level:", 6) == 0)
        return wire_tell(lang, N_("Machine, level {0}"), "c", spec + 6);
    if (strcmp(spec, "expert") == 0)
        return wire_tell(lang, N_("Machine, expert"), "");
    return wire_tell(lang, N_("Machine, {0}"), "c", spec);
}

static json_t *seat_name(const wire_client *c, int seat)
{
    const wire_table *t = c->table;
    if (!duel_session_human(t->session, seat))
        return machine_name(c->lang, duel_session_spec(t->session, seat));
    if (holds(c, seat))
        return wire_tell(c->lang, holds_several(c) ? N_("at this screen") : N_("you"), "");
    if (t->seat[seat].present)
        return wire_tell(c->lang, N_("somebody elsewhere"), "");
    return wire_tell(c->lang, t->seat[seat].open ? N_("a free seat") : N_("not here now"), "");
}

static json_t *seat_json(const wire_client *c, int seat, const int32_t score[], bool over)
{
    const wire_table *t = c->table;
    bool person = duel_session_human(t->session, seat);
    json_t *j =
        json_pack("{sssosb sb sb sb}", "role", duel_text(c->lang, duel_role(t->v, seat)),
                  "name", seat_name(c, seat), "person", person, "mine", holds(c, seat), "open",
                  t->seat[seat].open, "present", !person || t->seat[seat].present > 0);
    json_object_set_new(j, "turn",
                        json_boolean(!over && duel_session_turn(t->session) == seat));
    if (over) {
        json_object_set_new(j, "score", json_integer(score[seat]));
        json_object_set_new(j, "won", json_boolean(duel_share(t->v, score, seat) > 0));
    }
    return j;
}

static json_t *result_text(const wire_table *t, const int32_t score[], duel_lang lang)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_pen pen = {.out = &text.sink, .lang = lang, .utf8 = true};
    pen_result(&pen, t->v, score);
    json_t *j = wire_string(duel_buf_str(&text));
    duel_buf_fini(&text);
    return j;
}

static json_t *status_text(const wire_client *c, const int32_t score[], bool over)
{
    const wire_table *t = c->table;
    int turn = duel_session_turn(t->session);
    const char *role = duel_role(t->v, turn);
    if (over)
        return result_text(t, score, c->lang);
    if (t->busy)
        return wire_tell(c->lang,
                         N_("The machine is busy with other tables and will play soon."), "");
    if (!duel_session_human(t->session, turn))
        return wire_tell(c->lang, N_("{0} is thinking…"), "w", role);
    if (duel_session_ready(t->session) && holds(c, turn))
        return wire_tell(c->lang, N_("Confirm the turn, or take something back."), "");
    if (holds(c, turn) && holds_several(c))
        return wire_tell(c->lang, N_("{0} to play."), "w", role);
    if (holds(c, turn))
        return wire_tell(c->lang, N_("Your turn."), "");
    return wire_tell(c->lang, N_("Waiting for {0}."), "w", role);
}

static json_t *moves_so_far(const wire_client *c, int seat)
{
    const wire_table *t = c->table;
    const duel_record *r = duel_session_record(t->session);
    json_t *list = json_array();
    duel_state state, view;
    if (duel_record_begin(r, &state, NULL) != DUEL_OK)
        return list;
    for (size_t i = 0; i < r->count; i++) {
        duel_view(t->v, &state, seat, &view);
        json_array_append_new(list, json_pack("{siso}", "s", t->v->game->turn(t->v, &state),
                                              "m", wire_move(t->v, &view, r->move[i])));
        t->v->game->play(t->v, &state, r->move[i]);
    }
    return list;
}

static void add_picture(json_t *j, const duel_variant *v, const void *view, int seat,
                        duel_lang lang)
{
    json_t *scene = wire_scene(v, view, seat, lang, false);
    if (scene)
        json_object_set_new(j, "scene", scene);
    else
        json_object_set_new(j, "drawing", wire_drawing(v, view, seat, lang));
}

static void add_actions(json_t *j, const wire_client *c, int seat, const void *view)
{
    const wire_table *t = c->table;
    const duel_move *drafted;
    bool acting = view_acting(c) != DUEL_NOBODY, ready = duel_session_ready(t->session);
    int count = duel_session_drafted(t->session, &drafted);
    json_object_set_new(j, "acting", json_boolean(acting));
    json_object_set_new(j, "drafted",
                        json_integer(acting && view_acting(c) == seat ? count : 0));
    json_object_set_new(j, "ready", json_boolean(acting && ready));
    json_object_set_new(j, "moves", acting && !ready ? wire_moves(t->v, view) : json_array());
    json_object_set_new(j, "advises", json_boolean(acting && !ready && table_advises(c)));
    json_object_set_new(
        j, "undoes",
        json_boolean(c->seats && (count || duel_session_record(t->session)->count)));
    json_object_set_new(
        j, "leaves", json_boolean(is_over(t) || (!duel_has_secrets(t->v) && table_advises(c))));
    if (t->asked && c->seats)
        json_object_set_new(j, "asked", json_boolean(c->seats != t->asked));
}

static void add_heading(json_t *j, const wire_client *c)
{
    const wire_table *t = c->table;
    duel_buf variant;
    duel_buf_init(&variant);
    duel_variant_print(t->v, &variant.sink);
    json_object_update_new(j, json_pack("{sssIsssssosisb}", "id", t->id, "rev",
                                        (json_int_t)t->rev, "game", t->v->game->id, "title",
                                        duel_text(c->lang, t->v->game->title), "variant",
                                        wire_string(duel_buf_str(&variant)), "watching",
                                        t->member_count, "secrets", duel_has_secrets(t->v)));
    duel_buf_fini(&variant);
}

json_t *view_table(wire_client *c)
{
    const wire_table *t = c->table;
    int32_t score[DUEL_SEATS] = {0};
    bool over = duel_session_over(t->session, score);
    int seat = view_seat(c);
    duel_state view;
    json_t *j = json_object(), *seats = json_array();
    duel_session_view(t->session, seat, &view);
    for (int i = 0; i < t->v->seats; i++)
        json_array_append_new(seats, seat_json(c, i, score, over));
    add_heading(j, c);
    json_object_set_new(j, "seats", seats);
    json_object_set_new(j, "seat", json_integer(seat));
    json_object_set_new(j, "over", json_boolean(over));
    json_object_set_new(j, "assisted", json_boolean(duel_session_assisted(t->session)));
    json_object_set_new(j, "status", status_text(c, score, over));
    json_object_set_new(j, "list", moves_so_far(c, seat));
    add_picture(j, t->v, &view, seat, c->lang);
    add_actions(j, c, seat, &view);
    if (covered_seat(c) != DUEL_NOBODY)
        json_object_set_new(j, "cover", json_integer(covered_seat(c)));
    if (t->trouble.id)
        json_object_set_new(j, "trouble", wire_say(c->lang, &t->trouble));
    if (t->again[0])
        json_object_set_new(j, "again", json_string(t->again));
    return j;
}

json_t *view_past(wire_client *c, json_int_t ply)
{
    const wire_table *t = c->table;
    const duel_record *r = duel_session_record(t->session);
    int seat = view_seat(c);
    duel_state state, view;
    if (ply < 0 || ply > (json_int_t)r->count ||
        duel_record_replay(r, (size_t)ply, &state, NULL) != DUEL_OK)
        return NULL;
    json_t *j = json_pack("{sssI}", "id", t->id, "ply", ply);
    duel_view(t->v, &state, seat, &view);
    add_picture(j, t->v, &view, seat, c->lang);
    return j;
}

/* ---- the lobby, and games to take up again --------------------------------------------- */

static json_t *open_seats(const wire_table *t, duel_lang lang)
{
    json_t *list = json_array();
    for (int i = 0; i < t->v->seats; i++)
        if (t->seat[i].open)
            json_array_append_new(list, json_pack("{siss}", "seat", i, "role",
                                                  duel_text(lang, duel_role(t->v, i))));
    return list;
}

json_t *view_lobby(wire_hub *hub, duel_lang lang)
{
    json_t *list = json_array();
    for (const wire_table *t = hub->tables; t; t = t->next) {
        json_t *seats = open_seats(t, lang);
        if (json_array_size(seats) && t->members)
            json_array_append_new(
                list, json_pack("{sssssssO}", "table", t->id, "game", t->v->game->id, "title",
                                duel_text(lang, t->v->game->title), "seats", seats));
        json_decref(seats);
    }
    return json_pack("{so}", "open", list);
}

typedef struct summary {
    duel_lang lang;
    json_t *row;
} summary;

static bool take_summary(void *to, const duel_saved *g)
{
    summary *s = to;
    const duel_game *game = duel_find_game(g->game);
    if (game == NULL || game->version != g->rules)
        return false;
    s->row = json_pack("{sssssssIsosb}", "table", g->id, "game", game->id, "title",
                       duel_text(s->lang, game->title), "moves", (json_int_t)g->moves,
                       "variant", wire_string(g->variant), "over", g->finished);
    json_object_set_new(s->row, "updated", json_integer(g->updated));
    return false;
}

static bool is_token_of_some_seat(const wire_hub *hub, const char *id, const char *token)
{
    for (int i = 0; i < DUEL_SEATS; i++)
        if (wire_key_fits(&hub->key, id, i, duel_str_of(token)))
            return true;
    return false;
}

json_t *view_mine(wire_client *c, json_t *asked)
{
    json_t *list = json_array();
    for (size_t i = 0; i < json_array_size(asked) && i < HUB_MINE; i++) {
        const char *id, *token;
        summary s = {c->lang, NULL};
        if (json_unpack(json_array_get(asked, i), "{ssss}", "table", &id, "token", &token) ||
            strlen(id) >= DUEL_ID_TEXT || !is_token_of_some_seat(c->hub, id, token))
            continue;
        duel_store_load(c->hub->setup.store, id, take_summary, &s, NULL);
        if (s.row)
            json_array_append_new(list, s.row);
    }
    return json_pack("{so}", "games", list);
}

/* ---- the catalogue --------------------------------------------------------------------- */

/* A position on the way of a game played at random, to show what the game looks like: its seed
 * is fixed, so the page shows the same one every time. */
static json_t *miniature(const duel_variant *v, duel_lang lang)
{
    enum { LONGEST = 400 };
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

static json_t *game_json(const duel_game *g, duel_lang lang)
{
    duel_variant v;
    if (duel_variant_make(g, NULL, 0, &v, NULL) != DUEL_OK)
        return NULL;
    json_t *j =
        json_pack("{sssssssosssb}", "id", g->id, "title", duel_text(lang, g->title), "tagline",
                  duel_text(lang, g->tagline), "roles", roles_json(&v, lang), "opponent",
                  g->opponent ? g->opponent : "expert", "secrets", duel_has_secrets(&v));
    json_t *scene = miniature(&v, lang);
    if (scene)
        json_object_set_new(j, "scene", scene);
    return j;
}

/* The games, made once for each language: positions and texts do not change while we run. */
static json_t *catalogue(wire_hub *hub, duel_lang lang)
{
    if (hub->catalogue[lang] == NULL) {
        json_t *list = json_array();
        for (int i = 0; duel_games[i]; i++) {
            json_t *game = game_json(duel_games[i], lang);
            if (game)
                json_array_append_new(list, game);
        }
        hub->catalogue[lang] = list;
    }
    return json_incref(hub->catalogue[lang]);
}

json_t *view_hello(wire_client *c)
{
    return json_pack("{sssssoso}", "version", DUEL_VERSION, "lang",
                     c->lang == DUEL_FR ? "fr" : "en", "texts", wire_texts(c->lang), "games",
                     catalogue(c->hub, c->lang));
}
