/* wire/edit_position.c -- setting a position up by hand, on a board to analyse on.
 *
 * Nothing is kept here: a request names where it begins and every change since, so taking one
 * back is leaving it out. What comes of it may be no position of the game yet; then the answer
 * says why, in the words with which its text would be refused. Where something is hidden it may
 * take a search to say so: the crew does it before the request is obeyed. */
#include "core/fault_guard.h"
#include "core/play.h"
#include "wire/inside.h"
#include "wire/json.h"

#include <stdlib.h>

static duel_status may_set_up(const wire_client *c, duel_msg *why)
{
    if (edit_allowed(c))
        return DUEL_OK;
    return duel_refuse(why, N_("Positions are set up on a board to analyse on."), "");
}

bool edit_allowed(const wire_client *c)
{
    const wire_table *t = c->table;
    return client_seats(c) && table_terms(t->table)->analysis && t->v->game->edit &&
           t->v->game->parse;
}

/* Where it begins: a text, the first position of a game, or the one after so many moves. */
static duel_status read_base(const duel_record *r, const json_t *what, duel_state *out,
                             duel_msg *why)
{
    const duel_variant *v = &r->variant;
    const char *text = json_string_value(json_object_get(what, "position"));
    json_int_t ply = json_integer_value(json_object_get(what, "ply"));
    if (text)
        return duel_read(v, duel_str_of(text), out, why);
    if (json_is_true(json_object_get(what, "start")) && v->traits & DUEL_SEARCHES)
        return duel_record_begin(r, out, why); /* of this game: it is at hand */
    if (json_is_true(json_object_get(what, "start")))
        return duel_deal(v, duel_str_of(r->seed[0] ? r->seed : "1"), out);
    if (ply < 0 || ply > (json_int_t)r->count)
        return duel_invalid(why, N_("The game has no such move."), "");
    return duel_record_replay(r, (size_t)ply, out, why);
}

/* [["cell:3:2",1]…]; *changed tells whether the last one did something. */
static duel_status apply_edits(const duel_variant *v, const json_t *what, duel_state *state,
                               bool *changed, duel_msg *why)
{
    json_t *list = json_object_get(what, "edits"), *one;
    size_t i;
    *changed = true;
    json_array_foreach(list, i, one)
    {
        const char *element = json_string_value(json_array_get(one, 0));
        json_int_t step = json_integer_value(json_array_get(one, 1));
        if (element == NULL || (step != 1 && step != -1))
            return duel_invalid(why, N_("A change is an element and a step, 1 or -1."), "");
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

/* What a position comes to, and whether it is one. */
struct wire_draft {
    duel_state state, back; /* the latter as it is read again */
    duel_buf text;
    bool changed, lawful;
    duel_msg why;
};

void edit_free(wire_draft *d)
{
    if (d)
        duel_buf_fini(&d->text);
    free(d);
}

static duel_status draft_position(const duel_record *r, const json_t *what, wire_draft *d,
                                  duel_msg *why)
{
    duel_status status = read_base(r, what, &d->state, why);
    if (status == DUEL_OK)
        status = apply_edits(&r->variant, what, &d->state, &d->changed, why);
    if (status != DUEL_OK)
        return status;
    duel_print(&r->variant, &d->state, &d->text.sink);
    d->lawful = duel_read(&r->variant, duel_buf_str(&d->text), &d->back, &d->why) == DUEL_OK;
    return DUEL_OK;
}

duel_status edit_draft(const duel_record *r, const json_t *what, wire_draft **out,
                       duel_msg *why)
{
    duel_fault_guard g;
    wire_draft *d = calloc(1, sizeof *d);
    if (d == NULL)
        return duel_no_space(why);
    duel_buf_init(&d->text);
    duel_fault_guard_begin(&g, r->variant.game);
    duel_status status = duel_fault_guard_end(&g, draft_position(r, what, d, why), why);
    if (status == DUEL_OK)
        *out = d;
    else
        edit_free(d);
    return status;
}

static void send_setup(const wire_asked *a, const wire_draft *d)
{
    const duel_variant *v = a->c->table->v;
    duel_lang lang = a->c->lang;
    int turn = v->game->turn(v, &d->state);
    json_t *j = json_pack("{sosbsbsisbso}", "position", json_text(duel_buf_str(&d->text)),
                          "changed", d->changed, "lawful", d->lawful, "seat", turn, "turns",
                          can_turn(v, &d->state), "text",
                          d->lawful ? told(v, &d->back, lang) : json_say(lang, &d->why));
    json_object_set_new(
        j, "scene",
        wire_setup_scene(v, &d->state, duel_has_secrets(v) ? DUEL_SEES_ALL : turn, lang));
    client_send(a->c, "setup", a->re, j);
}

static duel_status tell_draft(const wire_asked *a, const wire_draft *d, duel_msg *why)
{
    if (!json_is_true(json_object_get(a->what, "done"))) {
        send_setup(a, d);
        return DUEL_OK;
    }
    if (d->lawful)
        return new_table_analysis(a, a->c->table->v, duel_buf_str(&d->text), NULL, why);
    *why = d->why;
    return DUEL_INVALID;
}

duel_status edit_position(const wire_asked *a, duel_msg *why)
{
    duel_status status = may_set_up(a->c, why);
    if (status != DUEL_OK)
        return status;
    if (a->ahead)
        return tell_draft(a, prepared_draft_of(a), why);
    const duel_record *r = table_record(a->c->table->table);
    if (duel_has_secrets(&r->variant) && prepared_is_needed(a))
        return prepared_draft(a, r, why);
    wire_draft *d;
    status = edit_draft(r, a->what, &d, why);
    if (status == DUEL_OK) {
        status = tell_draft(a, d, why);
        edit_free(d);
    }
    return status;
}
