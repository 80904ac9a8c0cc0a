/* front/web/wire_verbs.c -- what a client can ask for, a function each. See docs/wire.md.
 *
 * A verb that returns DUEL_OK has answered, or will; any other status becomes a refusal. */
#include "core/play.h"
#include "core/variant.h"
#include "front/web/wire_hub.h"
#include "front/web/wire_json.h"
#include "service/catalogue.h"

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
    return duel_bad(why, N_("The request lacks “{0}”."), "c", key);
}

duel_status asked_game(const wire_asked *a, const duel_game **out, duel_msg *why)
{
    const char *game;
    duel_status status = asked_need(a, "game", &game, why);
    return status == DUEL_OK ? duel_need_game(duel_str_of(game), out, why) : status;
}

void asked_done(const wire_asked *a)
{
    client_send(a->c, "done", a->re, json_object());
}

static duel_status do_hello(const wire_asked *a, duel_msg *why)
{
    (void)why;
    const char *lang = asked_text(a, "lang");
    a->c->lang = duel_lang_of(lang ? lang : "en");
    a->c->greeted = true;
    a->c->table_news = a->c->table != NULL;
    client_send(a->c, "hello", a->re, view_hello(a->c));
    return DUEL_OK;
}

static duel_status do_home(const wire_asked *a, duel_msg *why)
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

/* What is needed only once somebody wants to know or to choose. */
static duel_status do_rules(const wire_asked *a, duel_msg *why)
{
    const duel_game *g;
    duel_status status = asked_game(a, &g, why);
    if (status == DUEL_OK)
        client_send(a->c, "rules", a->re,
                    json_pack("{sososo}", "rules", json_rules(g, a->c->lang), "options",
                              json_options(g->options, a->c->lang), "programs",
                              program_list(a->c->hub)));
    return status;
}

/* How many seats a choice of options makes, or what is wrong with it. */
static duel_status do_variant(const wire_asked *a, duel_msg *why)
{
    duel_variant v;
    duel_status status = make_variant(a, &v, why);
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
        status = table_find(a->c->hub, duel_str_of(id), &t, why);
    if (status == DUEL_OK && t->member_count >= HUB_MEMBERS && a->c->table != t)
        status = duel_refuse(why, N_("There is no room left at this table."), "");
    if (status != DUEL_OK)
        return status;
    a->c->watches_lobby = false;
    if (t->writing && duel_session_record(t->session)->count == 0 && t->members == NULL)
        return table_park(t, a->c, a->what, why); /* being made */
    table_join(t, a->c, seats_of(a, t));
    asked_done(a);
    return DUEL_OK;
}

/* A free seat of the lobby goes to the first who asks; the answer is the seat's token. */
static duel_status do_claim(const wire_asked *a, duel_msg *why)
{
    const char *id;
    wire_table *t;
    json_int_t seat = json_integer_value(json_object_get(a->what, "seat"));
    duel_status status = asked_need(a, "table", &id, why);
    if (status == DUEL_OK)
        status = table_find(a->c->hub, duel_str_of(id), &t, why);
    if (status != DUEL_OK)
        return status;
    if (t->writing)
        return table_park(t, a->c, a->what, why);
    return seat_claim(a->c, a->re, t, seat < 0 || seat > DUEL_SEATS ? -1 : (int)seat, why);
}

/* ---- requests at a table --------------------------------------------------------------- */

static bool repeated(const wire_asked *a, int seat)
{
    json_int_t nonce = json_integer_value(json_object_get(a->what, "nonce"));
    return nonce && seat >= 0 && a->c->table->seat[seat].nonce == nonce;
}

/* Whether what is asked is about the table as it is now, if it says what it has seen. */
static duel_status as_seen(const wire_asked *a, duel_msg *why)
{
    json_int_t rev = json_integer_value(json_object_get(a->what, "rev"));
    if (rev == 0 || rev == a->c->table->rev)
        return DUEL_OK;
    a->c->table_news = true;
    return duel_refuse(why, N_("The table has changed meanwhile: look again."), "");
}

static duel_status do_move(const wire_asked *a, duel_msg *why)
{
    const char *text;
    wire_table *t = a->c->table;
    json_int_t nonce = json_integer_value(json_object_get(a->what, "nonce"));
    duel_status status = asked_need(a, "move", &text, why);
    for (int i = 0; status == DUEL_OK && i < t->v->seats; i++) {
        if ((a->c->seats >> i & 1) && repeated(a, i)) {
            asked_done(a);
            return DUEL_OK;
        }
    }
    if (status == DUEL_OK)
        status = as_seen(a, why);
    return status == DUEL_OK ? play_move(a->c, a->re, nonce, duel_str_of(text), why) : status;
}

static duel_status do_confirm(const wire_asked *a, duel_msg *why)
{
    return play_confirm(a->c, a->re, why);
}

/* Takes back the last step of the turn being made; without one, the last turn. */
static duel_status do_back(const wire_asked *a, duel_msg *why)
{
    wire_table *t = a->c->table;
    if (view_acting(a->c) != DUEL_NOBODY && duel_session_take_back(t->session)) {
        table_changed(t);
        asked_done(a);
        return DUEL_OK;
    }
    return play_undo(a->c, a->re, why);
}

static duel_status do_answer(const wire_asked *a, duel_msg *why)
{
    wire_table *t = a->c->table;
    bool yes = json_is_true(json_object_get(a->what, "yes"));
    duel_status status = as_seen(a, why);
    if (status != DUEL_OK)
        return status;
    if (t->wants && t->asked == 0)
        return seat_allow(a->c, a->re, yes, why);
    if (t->asked == 0 || a->c->seats == 0 || a->c->seats == t->asked)
        return duel_refuse(why, N_("Nobody has asked anything."), "");
    if (yes)
        return play_undo(a->c, a->re, why);
    t->asked = 0;
    asked_done(a);
    table_changed(t);
    return DUEL_OK;
}

static int seat_number(const wire_asked *a)
{
    json_t *given = json_object_get(a->what, "seat");
    json_int_t seat = json_integer_value(given);
    return json_is_integer(given) && seat >= 0 && seat < DUEL_SEATS ? (int)seat : -1;
}

static duel_status do_resign(const wire_asked *a, duel_msg *why)
{
    return play_resign(a->c, a->re, seat_number(a), why);
}

static duel_status do_takeover(const wire_asked *a, duel_msg *why)
{
    const char *by;
    duel_status status = asked_need(a, "by", &by, why);
    return status == DUEL_OK ? seat_take_over(a->c, a->re, seat_number(a), by, why) : status;
}

static duel_status do_advise(const wire_asked *a, duel_msg *why)
{
    return adviser_ask(a->c, a->what, a->re, TASK_ADVICE, why);
}

static duel_status do_hint(const wire_asked *a, duel_msg *why)
{
    return adviser_ask(a->c, a->what, a->re, TASK_HINT, why);
}

static duel_status do_check(const wire_asked *a, duel_msg *why)
{
    return adviser_ask(a->c, a->what, a->re, TASK_CHECK, why);
}

static duel_status do_values(const wire_asked *a, duel_msg *why)
{
    return adviser_ask(a->c, a->what, a->re, TASK_VALUES, why);
}

static duel_status do_graph(const wire_asked *a, duel_msg *why)
{
    return adviser_ask(a->c, a->what, a->re, TASK_GRAPH, why);
}

/* ---- looking through lenses, observing --------------------------------------------------- */

static void shown(wire_table *t, const wire_request *from, duel_status status,
                  const duel_msg *why)
{
    wire_client *c = request_asker_there(t->hub, from);
    if (c && status != DUEL_OK)
        c->lenses = 0;
    request_answer(t->hub, from, status, why);
    table_tell(t);
}

static duel_status read_lenses(const wire_asked *a, unsigned *out, duel_msg *why)
{
    const duel_lens *lens = a->c->table->v->game->lenses;
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
            return duel_bad(why, N_("This game has no such lens."), "");
    }
    return DUEL_OK;
}

static duel_status do_lens(const wire_asked *a, duel_msg *why)
{
    unsigned lenses;
    wire_request from = request_by(a->c, a->re);
    duel_status status = read_lenses(a, &lenses, why);
    if (status != DUEL_OK)
        return status;
    if (lenses && !advice_allowed(a->c) && !table_over(a->c->table))
        return duel_refuse(why, N_("Advice is off at this table."), "");
    a->c->lenses = lenses;
    if (lenses)
        advice_mark(a->c, a->re, false, shown);
    else
        shown(a->c->table, &from, DUEL_OK, NULL);
    return DUEL_OK;
}

/* What it would show must stay hidden from who plays against somebody yet to come. */
static duel_status none_awaited(const wire_table *t, duel_msg *why)
{
    for (int i = 0; i < t->v->seats; i++)
        if (table_awaited(t) >> i & 1)
            return duel_refuse(why,
                               N_("Somebody may still sit down as {0}: only who plays alone "
                                  "can see everything."),
                               "w", duel_role(t->v, i));
    return DUEL_OK;
}

static duel_status do_observe(const wire_asked *a, duel_msg *why)
{
    wire_table *t = a->c->table;
    if (!duel_has_secrets(t->v) || table_over(t))
        return duel_refuse(why, N_("Nothing is hidden here."), "");
    if (a->c->seats && none_awaited(t, why) != DUEL_OK)
        return DUEL_NO;
    if (!table_alone(a->c))
        return duel_refuse(why, N_("Only who plays alone can see everything."), "");
    advice_mark(a->c, a->re, true, shown);
    return DUEL_OK;
}

static duel_status do_look(const wire_asked *a, duel_msg *why)
{
    json_t *past = view_past(a->c, json_integer_value(json_object_get(a->what, "ply")));
    if (past == NULL)
        return duel_bad(why, N_("The game has no such move."), "");
    client_send(a->c, "past", a->re, past);
    return DUEL_OK;
}

static duel_status do_uncover(const wire_asked *a, duel_msg *why)
{
    (void)why;
    a->c->uncovered = duel_session_turn(a->c->table->session);
    a->c->table_news = true;
    client_wake(a->c);
    return DUEL_OK;
}

static duel_status do_record(const wire_asked *a, duel_msg *why)
{
    char commitment[DUEL_COMMITMENT_TEXT];
    duel_buf text;
    duel_status status = advice_may_leave(a->c, why);
    if (status != DUEL_OK)
        return status;
    const duel_record *r = duel_session_record(a->c->table->session);
    duel_record_commitment(r, commitment);
    duel_buf_init(&text);
    duel_record_print(r, &text.sink);
    json_t *j = json_pack("{so}", "record", json_text(duel_buf_str(&text)));
    if (r->start.len == 0)
        json_object_set_new(j, "commitment", json_string(commitment));
    client_send(a->c, "record", a->re, j);
    duel_buf_fini(&text);
    return DUEL_OK;
}

/* ---- the table of verbs ---------------------------------------------------------------- */

static const struct verb {
    const char *name;
    enum {
        ANYWHERE,
        LOOKS,  /* at a table, at any time */
        WRITES, /* waits while something is written down */
        STOPS   /* and ends the thinking of the machine first */
    } kind;
    duel_status (*run)(const wire_asked *a, duel_msg *why);
} verbs[] = {
    {"hello", ANYWHERE, do_hello},
    {"rules", ANYWHERE, do_rules},
    {"home", ANYWHERE, do_home},
    {"variant", ANYWHERE, do_variant},
    {"create", ANYWHERE, make_create},
    {"analyse", ANYWHERE, make_analyse},
    {"join", ANYWHERE, do_join},
    {"claim", ANYWHERE, do_claim},
    {"lesson", ANYWHERE, learn_lesson},
    {"daily", ANYWHERE, daily_puzzle},
    {"profile", ANYWHERE, people_profile},
    {"profiles", ANYWHERE, people_list},
    {"move", WRITES, do_move},
    {"confirm", WRITES, do_confirm},
    {"back", STOPS, do_back},
    {"answer", STOPS, do_answer},
    {"resign", STOPS, do_resign},
    {"takeover", STOPS, do_takeover},
    {"advise", WRITES, do_advise},
    {"hint", WRITES, do_hint},
    {"check", WRITES, do_check},
    {"lens", WRITES, do_lens},
    {"observe", WRITES, do_observe},
    {"values", LOOKS, do_values},
    {"graph", LOOKS, do_graph},
    {"look", LOOKS, do_look},
    {"uncover", LOOKS, do_uncover},
    {"again", LOOKS, make_again},
    {"branch", LOOKS, make_branch},
    {"record", LOOKS, do_record},
    {"setup", LOOKS, setup_position},
};

/* Whether a request must wait at its table; a machine that is in the way is told to stop. */
static bool must_wait(const wire_client *c, const struct verb *v)
{
    const wire_table *t = c->table;
    bool plays = c->seats || c->keys; /* who looks on stops nobody */
    bool stops = v->kind == STOPS && t->machine->busy && plays;
    if (stops)
        atomic_store(&t->machine->stop, true);
    return stops || (v->kind >= WRITES && t->writing);
}

duel_status verb_obey(wire_client *c, json_t *what, json_int_t re, duel_msg *why)
{
    const char *name;
    wire_asked a = {c, what, re};
    duel_status status = asked_need(&a, "do", &name, why);
    if (status != DUEL_OK)
        return status;
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        if (strcmp(name, verbs[i].name))
            continue;
        if (verbs[i].kind != ANYWHERE && c->table == NULL)
            return duel_bad(why, N_("That can be done at a table only."), "");
        if (verbs[i].kind != ANYWHERE && must_wait(c, &verbs[i]))
            return table_park(c->table, c, what, why);
        return verbs[i].run(&a, why);
    }
    return duel_bad(why, N_("The request “{0}” is not known."), "c", name);
}
