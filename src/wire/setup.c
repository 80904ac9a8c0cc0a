/* wire/setup.c -- setting a position up by hand, on a board to analyse on.
 *
 * Nothing is kept here: a request names where it begins and every change since, so taking one
 * back is leaving it out. What comes of it may be no position of the game yet; then the answer
 * says why, in the words with which its text would be refused. */
#include "core/play.h"
#include "wire/hub.h"
#include "wire/json.h"

#include <string.h>

static duel_status may_set_up(const wire_client *c, duel_msg *why)
{
    if (setup_allowed(c))
        return DUEL_OK;
    return duel_refuse(why, N_("Positions are set up on a board to analyse on."), "");
}

bool setup_allowed(const wire_client *c)
{
    const wire_table *t = c->table;
    return client_seats(c) && duel_table_terms(t->table)->analysis && t->v->game->edit &&
           t->v->game->parse;
}

/* Where it begins: a text, the first position of a game, or the one after so many moves. */
static duel_status read_base(const wire_asked *a, duel_state *out, duel_msg *why)
{
    const wire_table *t = a->c->table;
    const duel_record *r = duel_table_record(t->table);
    const char *text = asked_text(a, "position");
    json_int_t ply = json_integer_value(json_object_get(a->what, "ply"));
    if (text)
        return duel_read(t->v, duel_str_of(text), out, why);
    if (json_is_true(json_object_get(a->what, "start")) && t->v->traits & DUEL_SEARCHES)
        return duel_record_begin(r, out, why); /* of this game: it is at hand */
    if (json_is_true(json_object_get(a->what, "start")))
        return duel_deal(t->v, duel_str_of(r->seed[0] ? r->seed : "1"), out);
    if (ply < 0 || ply > (json_int_t)r->count)
        return duel_bad(why, N_("The game has no such move."), "");
    return duel_record_replay(r, (size_t)ply, out, why);
}

/* [["cell:3:2",1]…]; *changed tells whether the last one did something. */
static duel_status apply_edits(const wire_asked *a, duel_state *state, bool *changed,
                               duel_msg *why)
{
    const duel_variant *v = a->c->table->v;
    json_t *list = json_object_get(a->what, "edits"), *one;
    size_t i;
    *changed = true;
    json_array_foreach(list, i, one)
    {
        const char *element = json_string_value(json_array_get(one, 0));
        json_int_t step = json_integer_value(json_array_get(one, 1));
        if (element == NULL || (step != 1 && step != -1))
            return duel_bad(why, N_("A change is an element and a step, 1 or -1."), "");
        *changed = duel_edit(v, state, duel_str_of(element), (int)step);
    }
    return DUEL_OK;
}

static bool can_turn(const duel_variant *v, const duel_state *state)
{
    duel_state copy = *state;
    return duel_edit(v, &copy, duel_str_of("turn"), 1);
}

static json_t *told(const duel_variant *v, const duel_state *state, duel_lang lang)
{
    if (duel_is_over(v, state))
        return json_tell(lang, N_("The game is over here."), "");
    return json_tell(lang, N_("{0} to play."), "w", duel_role(v, v->game->turn(v, state)));
}

static void send_setup(const wire_asked *a, const duel_state *state, duel_str text,
                       bool changed)
{
    const duel_variant *v = a->c->table->v;
    duel_lang lang = a->c->lang;
    duel_state back;
    duel_msg why = {.id = NULL};
    int turn = v->game->turn(v, state);
    bool lawful = duel_read(v, text, &back, &why) == DUEL_OK;
    json_t *j = json_pack("{sosbsbsisbso}", "position", json_text(text), "changed", changed,
                          "lawful", lawful, "seat", turn, "turns", can_turn(v, state), "text",
                          lawful ? told(v, &back, lang) : json_say(lang, &why));
    json_object_set_new(
        j, "scene", wire_setup_scene(v, state, duel_has_secrets(v) ? DUEL_ALL : turn, lang));
    client_send(a->c, "setup", a->re, j);
}

duel_status setup_position(const wire_asked *a, duel_msg *why)
{
    const duel_variant *v = a->c->table->v;
    duel_state state;
    duel_buf text;
    bool changed;
    memset(&state, 0, sizeof state);
    duel_status status = may_set_up(a->c, why);
    if (status == DUEL_OK)
        status = read_base(a, &state, why);
    if (status == DUEL_OK)
        status = apply_edits(a, &state, &changed, why);
    if (status != DUEL_OK)
        return status;
    duel_buf_init(&text);
    duel_print(v, &state, &text.sink);
    if (json_is_true(json_object_get(a->what, "done")))
        status = make_analysis(a, v, duel_buf_str(&text), NULL, why);
    else
        send_setup(a, &state, duel_buf_str(&text), changed);
    duel_buf_fini(&text);
    return status;
}
