/* front/wire_verbs.c -- what a client can ask for, a function each. See docs/wire.md.
 *
 * A verb that returns DUEL_OK has answered, or will; any other status becomes a refusal. */
#include "core/play.h"
#include "core/variant.h"
#include "front/wire_hub.h"
#include "front/wire_json.h"
#include "service/catalogue.h"

#include <stdio.h>
#include <string.h>

/* ---- requests -------------------------------------------------------------------------- */

typedef struct asked {
    wire_client *c;
    json_t *what;
    json_int_t re;
} asked;

static const char *text_of(const asked *a, const char *key)
{
    return json_string_value(json_object_get(a->what, key));
}

static duel_status need_text(const asked *a, const char *key, const char **out, duel_msg *why)
{
    *out = text_of(a, key);
    if (*out)
        return DUEL_OK;
    return duel_bad(why, N_("The request lacks “{0}”."), "c", key);
}

static void done(const asked *a)
{
    client_send(a->c, "done", a->re, json_object());
}

static duel_status do_hello(const asked *a, duel_msg *why)
{
    (void)why;
    const char *lang = text_of(a, "lang");
    a->c->lang = duel_lang_of(lang ? lang : "en");
    a->c->greeted = true;
    a->c->table_news = a->c->table != NULL;
    client_send(a->c, "hello", a->re, view_hello(a->c));
    return DUEL_OK;
}

static duel_status do_home(const asked *a, duel_msg *why)
{
    (void)why;
    if (a->c->table)
        table_leave(a->c);
    a->c->watches_lobby = true;
    client_send(a->c, "mine", a->re, view_mine(a->c, json_object_get(a->what, "mine")));
    a->c->lobby_news = true;
    client_wake(a->c);
    return DUEL_OK;
}

/* The options of a request, {"matches":"11"…}, as a variant. */
static duel_status read_variant(const asked *a, duel_variant *v, duel_msg *why)
{
    const duel_game *g;
    const char *game, *name;
    json_t *value;
    char text[DUEL_OPTIONS][96];
    duel_str setting[DUEL_OPTIONS];
    int count = 0;
    duel_status status = need_text(a, "game", &game, why);
    if (status == DUEL_OK)
        status = duel_need_game(duel_str_of(game), &g, why);
    if (status != DUEL_OK)
        return status;
    json_object_foreach(json_object_get(a->what, "options"), name, value)
    {
        const char *given = json_string_value(value);
        if (given == NULL || count == DUEL_OPTIONS)
            return duel_bad(why, N_("The options of a game are texts, {0} at most."), "i",
                            (int64_t)DUEL_OPTIONS);
        int len = snprintf(text[count], sizeof text[count], "%s=%s", name, given);
        if (len >= (int)sizeof text[count])
            return duel_bad(why, N_("The option “{0}” is too long."), "c", name);
        setting[count] = (duel_str){text[count], (size_t)len};
        count++;
    }
    return duel_variant_make(g, setting, count, v, why);
}

/* What is needed only once somebody wants to know or to choose. */
static duel_status do_rules(const asked *a, duel_msg *why)
{
    const duel_game *g;
    const char *game;
    duel_status status = need_text(a, "game", &game, why);
    if (status == DUEL_OK)
        status = duel_need_game(duel_str_of(game), &g, why);
    if (status == DUEL_OK)
        client_send(a->c, "rules", a->re,
                    json_pack("{soso}", "rules", wire_rules(g, a->c->lang), "options",
                              wire_options(g, a->c->lang)));
    return status;
}

/* How many seats a choice of options makes, or what is wrong with it. */
static duel_status do_variant(const asked *a, duel_msg *why)
{
    duel_variant v;
    duel_status status = read_variant(a, &v, why);
    if (status != DUEL_OK)
        return status;
    json_t *roles = json_array();
    for (int i = 0; i < v.seats; i++)
        json_array_append_new(roles, json_string(duel_text(a->c->lang, duel_role(&v, i))));
    client_send(a->c, "variant", a->re, json_pack("{so}", "roles", roles));
    return DUEL_OK;
}

/* Machines a stranger may seat: their cost is known, unlike that of a spec with a budget. */
static bool allowed_machine(const duel_game *g, const char *spec)
{
    static const char *const plain[] = {"expert", "random", "greedy"};
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (strcmp(spec, plain[i]) == 0)
            return true;
    return (strncmp(spec, "level:", 6) == 0 && strlen(spec) <= 8 &&
            strspn(spec + 6, "0123456789") == strlen(spec + 6)) ||
           (g->opponent && strcmp(spec, g->opponent) == 0);
}

static duel_status read_seat(const table_plan *p, json_t *given, char out[DUEL_SPEC_TEXT],
                             duel_msg *why)
{
    const char *seat = json_string_value(given);
    bool person = seat && (strcmp(seat, "here") == 0 || strcmp(seat, "elsewhere") == 0 ||
                           strcmp(seat, "open") == 0);
    if (seat == NULL || (!person && !allowed_machine(p->v.game, seat)))
        return duel_bad(
            why, N_("A seat is here, elsewhere, open, expert or level:1 to level:10."), "");
    snprintf(out, DUEL_SPEC_TEXT, "%s", seat);
    return DUEL_OK;
}

static duel_status read_plan(const asked *a, table_plan *p, duel_msg *why)
{
    json_t *seats = json_object_get(a->what, "seats");
    duel_status status = read_variant(a, &p->v, why);
    const char *start = text_of(a, "start");
    p->advice = json_is_true(json_object_get(a->what, "advice"));
    p->start = duel_str_of(start ? start : "");
    if (status == DUEL_OK && (int)json_array_size(seats) != p->v.seats)
        status =
            duel_bad(why, N_("This game has {0} {0:seat|seats}."), "i", (int64_t)p->v.seats);
    for (int i = 0; status == DUEL_OK && i < p->v.seats; i++)
        status = read_seat(p, json_array_get(seats, (size_t)i), p->seat[i], why);
    return status;
}

static json_t *token_json(const wire_client *c, const char *table, int seat, const char *kind)
{
    char token[WIRE_TOKEN_TEXT];
    wire_key_token(&c->hub->key, table, seat, token);
    return json_pack("{sissss}", "seat", seat, "token", token, "kind", kind);
}

/* The answer carries the tokens of every seat of a person: those here are kept by the page,
 * those elsewhere become links. */
static duel_status make_table(const asked *a, const table_plan *plan, duel_msg *why)
{
    wire_table *t;
    duel_status status = table_create(a->c->hub, plan, &t, why);
    if (status != DUEL_OK)
        return status;
    json_t *seats = json_array();
    for (int i = 0; i < plan->v.seats; i++)
        if (duel_session_human(t->session, i))
            json_array_append_new(seats, token_json(a->c, t->id, i, plan->seat[i]));
    client_send(a->c, "created", a->re, json_pack("{ssso}", "table", t->id, "seats", seats));
    return DUEL_OK;
}

static duel_status do_create(const asked *a, duel_msg *why)
{
    table_plan plan;
    duel_status status = read_plan(a, &plan, why);
    return status == DUEL_OK ? make_table(a, &plan, why) : status;
}

static unsigned seats_of(const asked *a, const wire_table *t)
{
    unsigned seats = 0;
    json_t *tokens = json_object_get(a->what, "tokens");
    for (size_t i = 0; i < json_array_size(tokens) && i < DUEL_SEATS; i++) {
        const char *token = json_string_value(json_array_get(tokens, i));
        for (int s = 0; token && s < t->v->seats; s++)
            seats |= (unsigned)wire_key_fits(&t->hub->key, t->id, s, duel_str_of(token)) << s;
    }
    return seats;
}

static duel_status do_join(const asked *a, duel_msg *why)
{
    const char *id;
    wire_table *t;
    duel_status status = need_text(a, "table", &id, why);
    if (status == DUEL_OK)
        status = table_find(a->c->hub, duel_str_of(id), &t, why);
    if (status == DUEL_OK && t->member_count >= HUB_MEMBERS && a->c->table != t)
        status = duel_refuse(why, N_("There is no room left at this table."), "");
    if (status != DUEL_OK)
        return status;
    a->c->watches_lobby = false;
    table_join(t, a->c, seats_of(a, t));
    done(a);
    return DUEL_OK;
}

/* A free seat of the lobby goes to the first who asks; the answer is the seat's token. */
static duel_status do_claim(const asked *a, duel_msg *why)
{
    const char *id;
    wire_table *t;
    json_int_t seat = json_integer_value(json_object_get(a->what, "seat"));
    duel_status status = need_text(a, "table", &id, why);
    if (status == DUEL_OK)
        status = table_find(a->c->hub, duel_str_of(id), &t, why);
    if (status != DUEL_OK)
        return status;
    if (seat < 0 || seat >= t->v->seats || !t->seat[seat].open)
        return duel_refuse(why, N_("Somebody else has taken this seat."), "");
    t->seat[seat].open = false;
    json_t *seats = json_array();
    json_array_append_new(seats, token_json(a->c, t->id, (int)seat, "here"));
    client_send(a->c, "created", a->re, json_pack("{ssso}", "table", t->id, "seats", seats));
    table_tell(t);
    return DUEL_OK;
}

/* ---- requests at a table --------------------------------------------------------------- */

static bool repeated(const asked *a, int seat)
{
    json_int_t nonce = json_integer_value(json_object_get(a->what, "nonce"));
    return nonce && seat >= 0 && a->c->table->seat[seat].nonce == nonce;
}

static duel_status do_move(const asked *a, duel_msg *why)
{
    const char *text;
    wire_table *t = a->c->table;
    json_int_t rev = json_integer_value(json_object_get(a->what, "rev"));
    json_int_t nonce = json_integer_value(json_object_get(a->what, "nonce"));
    int seat = view_acting(a->c);
    duel_status status = need_text(a, "text", &text, why);
    for (int i = 0; status == DUEL_OK && i < t->v->seats; i++) {
        if ((a->c->seats >> i & 1) && repeated(a, i)) {
            done(a);
            return DUEL_OK;
        }
    }
    if (status == DUEL_OK && rev && rev != t->rev) {
        a->c->table_news = true;
        status = duel_refuse(why, N_("The table has changed meanwhile: look again."), "");
    }
    if (status == DUEL_OK)
        status = table_move(a->c, duel_str_of(text), why);
    if (status != DUEL_OK)
        return status;
    t->seat[seat].nonce = nonce;
    done(a);
    return DUEL_OK;
}

static duel_status do_confirm(const asked *a, duel_msg *why)
{
    wire_table *t = a->c->table;
    if (view_acting(a->c) == DUEL_NOBODY)
        return duel_refuse(why, N_("It is not your turn."), "");
    duel_status status = duel_session_validate(t->session, hub_time(), why);
    if (status == DUEL_OK) {
        t->moved = hub_now();
        t->asked = 0;
        done(a);
    }
    table_changed(t);
    table_go_on(t);
    return status;
}

/* Takes back the last step of the turn being made; without one, the last turn. */
static duel_status do_back(const asked *a, duel_msg *why)
{
    wire_table *t = a->c->table;
    if (view_acting(a->c) != DUEL_NOBODY && duel_session_take_back(t->session)) {
        table_changed(t);
        done(a);
        return DUEL_OK;
    }
    duel_status status = table_undo(a->c, why);
    if (status == DUEL_OK)
        done(a);
    return status;
}

static duel_status do_answer(const asked *a, duel_msg *why)
{
    wire_table *t = a->c->table;
    if (t->asked == 0 || a->c->seats == 0 || a->c->seats == t->asked)
        return duel_refuse(why, N_("Nobody has asked anything."), "");
    if (json_is_true(json_object_get(a->what, "yes")))
        return table_undo(a->c, why);
    t->asked = 0;
    table_changed(t);
    return DUEL_OK;
}

static duel_status do_advise(const asked *a, duel_msg *why)
{
    return table_advise(a->c, a->re, text_of(a, "instead"), why);
}

static duel_status do_look(const asked *a, duel_msg *why)
{
    json_t *past = view_past(a->c, json_integer_value(json_object_get(a->what, "ply")));
    if (past == NULL)
        return duel_bad(why, N_("The game has no such move."), "");
    client_send(a->c, "past", a->re, past);
    return DUEL_OK;
}

static duel_status do_uncover(const asked *a, duel_msg *why)
{
    (void)why;
    a->c->uncovered = duel_session_turn(a->c->table->session);
    a->c->table_news = true;
    client_wake(a->c);
    return DUEL_OK;
}

/* The return game: the same people, machines and options at a new table. */
static duel_status do_again(const asked *a, duel_msg *why)
{
    wire_table *t = a->c->table, *fresh;
    table_plan plan = {.v = *t->v, .advice = t->advice};
    if (!duel_session_over(t->session, (int32_t[DUEL_SEATS]){0}))
        return duel_refuse(why, N_("This game is not over yet."), "");
    if (a->c->seats == 0)
        return duel_refuse(why, N_("Only players can ask for another game."), "");
    for (int i = 0; i < t->v->seats; i++)
        snprintf(plan.seat[i], sizeof plan.seat[i], "%s",
                 duel_session_human(t->session, i) ? "elsewhere"
                                                   : duel_session_spec(t->session, i));
    duel_status status = t->again[0] ? table_find(t->hub, duel_str_of(t->again), &fresh, why)
                                     : table_create(t->hub, &plan, &fresh, why);
    if (status != DUEL_OK)
        return status;
    memcpy(t->again, fresh->id, sizeof t->again);
    json_t *seats = json_array();
    for (int i = 0; i < t->v->seats; i++)
        if (a->c->seats >> i & 1)
            json_array_append_new(seats, token_json(a->c, fresh->id, i, "here"));
    client_send(a->c, "created", a->re,
                json_pack("{ssso}", "table", fresh->id, "seats", seats));
    table_tell(t);
    return DUEL_OK;
}

/* ---- what leaves a table ----------------------------------------------------------------- */

/* A whole position or record may leave once nothing in it is a secret any more, and never as a
 * way around a table without advice. */
static duel_status may_leave(const wire_client *c, duel_msg *why)
{
    const wire_table *t = c->table;
    if (duel_session_over(t->session, (int32_t[DUEL_SEATS]){0}))
        return DUEL_OK;
    if (duel_has_secrets(t->v) || !table_advises(c))
        return duel_refuse(why, N_("That can be had once the game is over."), "");
    return DUEL_OK;
}

/* A board to analyse: all seats here, from the position after so many moves. */
static duel_status do_branch(const asked *a, duel_msg *why)
{
    const wire_table *t = a->c->table;
    const duel_record *r = duel_session_record(t->session);
    json_int_t ply = json_integer_value(json_object_get(a->what, "ply"));
    table_plan plan = {.v = *t->v, .advice = true};
    duel_state state;
    duel_buf start;
    duel_status status = may_leave(a->c, why);
    if (status == DUEL_OK && (ply < 0 || ply > (json_int_t)r->count))
        status = duel_bad(why, N_("The game has no such move."), "");
    if (status == DUEL_OK)
        status = duel_record_replay(r, (size_t)ply, &state, why);
    if (status != DUEL_OK)
        return status;
    for (int i = 0; i < t->v->seats; i++)
        snprintf(plan.seat[i], sizeof plan.seat[i], "here");
    duel_buf_init(&start);
    duel_print(t->v, &state, &start.sink);
    plan.start = duel_buf_str(&start);
    status = make_table(a, &plan, why);
    duel_buf_fini(&start);
    return status;
}

static duel_status do_record(const asked *a, duel_msg *why)
{
    duel_buf text;
    duel_status status = may_leave(a->c, why);
    if (status != DUEL_OK)
        return status;
    duel_buf_init(&text);
    duel_record_print(duel_session_record(a->c->table->session), &text.sink);
    client_send(a->c, "record", a->re,
                json_pack("{so}", "text", wire_string(duel_buf_str(&text))));
    duel_buf_fini(&text);
    return DUEL_OK;
}

/* ---- the table of verbs ---------------------------------------------------------------- */

static const struct verb {
    const char *name;
    bool seated; /* only at a table */
    duel_status (*run)(const asked *a, duel_msg *why);
} verbs[] = {
    {"hello", false, do_hello},    {"rules", false, do_rules},
    {"home", false, do_home},      {"variant", false, do_variant},
    {"create", false, do_create},  {"join", false, do_join},
    {"claim", false, do_claim},    {"move", true, do_move},
    {"confirm", true, do_confirm}, {"back", true, do_back},
    {"answer", true, do_answer},   {"advise", true, do_advise},
    {"look", true, do_look},       {"uncover", true, do_uncover},
    {"again", true, do_again},     {"branch", true, do_branch},
    {"record", true, do_record},
};

duel_status verb_obey(wire_client *c, json_t *what, json_int_t re, duel_msg *why)
{
    const char *name;
    asked a = {c, what, re};
    duel_status status = need_text(&a, "do", &name, why);
    if (status != DUEL_OK)
        return status;
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        if (strcmp(name, verbs[i].name))
            continue;
        if (verbs[i].seated && c->table == NULL)
            return duel_bad(why, N_("That can be done at a table only."), "");
        return verbs[i].run(&a, why);
    }
    return duel_bad(why, N_("The request “{0}” is not known."), "c", name);
}
