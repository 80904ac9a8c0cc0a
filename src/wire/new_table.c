/* wire/new_table.c -- new tables: what is asked for, read and checked; the return game;
 * boards to analyse on. */
#include "core/play.h"
#include "core/variant.h"
#include "players/catalogue.h"
#include "wire/inside.h"

#include <stdio.h>
#include <string.h>

/* The options of a request, {"matches":"11"…}, as a variant. */
duel_status new_table_variant(const wire_asked *a, duel_variant *v, duel_msg *why)
{
    const duel_game *g;
    const char *name;
    json_t *value;
    char text[DUEL_OPTIONS][96];
    duel_str setting[DUEL_OPTIONS];
    int count = 0;
    duel_status status = asked_game(a, &g, why);
    if (status != DUEL_OK)
        return status;
    json_object_foreach(json_object_get(a->what, "options"), name, value)
    {
        const char *given = json_string_value(value);
        if (given == NULL || count == DUEL_OPTIONS)
            return duel_invalid(why, N_("The options of a game are texts, {0} at most."), "i",
                                (int64_t)DUEL_OPTIONS);
        int len = snprintf(text[count], sizeof text[count], "%s=%s", name, given);
        if (len >= (int)sizeof text[count])
            return duel_invalid(why, N_("The option “{0}” is too long."), "c", name);
        setting[count] = (duel_str){text[count], (size_t)len};
        count++;
    }
    return duel_variant_make(g, setting, count, v, why);
}

static duel_status refuse_alone(duel_msg *why)
{
    return duel_refuse(
        why,
        N_("This page works without a server: nobody can come from elsewhere. Sit "
           "down here together, or play against a machine."),
        "");
}

static duel_status read_seat(const wire_hub *hub, const table_plan *p, json_t *given,
                             char out[PLAYER_SPEC_TEXT], duel_msg *why)
{
    const char *seat = json_string_value(given);
    if (seat && program_is(seat))
        return program_spec(hub, seat, out, why);
    bool person = seat && (strcmp(seat, "here") == 0 || strcmp(seat, "elsewhere") == 0 ||
                           strcmp(seat, "open") == 0);
    if (seat == NULL || (!person && !seat_machine_allowed(p->v.game, seat)))
        return duel_invalid(
            why,
            N_("A seat is here, elsewhere, open, expert, level:1 to level:10 or a machine "
               "of the game."),
            "");
    if (person && hub->setup.alone && strcmp(seat, "here") != 0)
        return refuse_alone(why);
    snprintf(out, PLAYER_SPEC_TEXT, "%s", seat);
    return DUEL_OK;
}

static duel_status read_advice(const wire_asked *a, advice_rule *out, duel_msg *why)
{
    static const char *const words[] = {"off", "all", "shown"};
    json_t *given = json_object_get(a->what, "advice");
    const char *word = json_string_value(given);
    *out = json_is_true(given) ? ADVICE_ALL : ADVICE_OFF;
    for (int i = 0; word && i < 3; i++) {
        if (strcmp(word, words[i]) == 0) {
            *out = (advice_rule)i;
            return DUEL_OK;
        }
    }
    return word ? duel_invalid(why, N_("Advice is off, all or shown."), "") : DUEL_OK;
}

static duel_status read_clock(const wire_asked *a, game_terms *out, duel_msg *why)
{
    enum { LONGEST = 24 * 3600, LONGEST_MORE = 600 };
    json_t *clock = json_object_get(a->what, "clock");
    if (clock == NULL || json_is_null(clock))
        return DUEL_OK;
    double main = json_number_value(json_object_get(clock, "main"));
    double more = json_number_value(json_object_get(clock, "more"));
    if (!(main >= 1 && main <= LONGEST && more >= 0 && more <= LONGEST_MORE))
        return duel_invalid(
            why, N_("A clock has 1 to {0} seconds, and at most {1} more for each move."), "ii",
            (int64_t)LONGEST, (int64_t)LONGEST_MORE);
    out->main = (int64_t)(main * 1000);
    out->more = (int64_t)(more * 1000);
    return DUEL_OK;
}

static duel_status read_plan(const wire_asked *a, table_plan *p, duel_msg *why)
{
    json_t *seats = json_object_get(a->what, "seats");
    duel_status status = new_table_variant(a, &p->v, why);
    const char *start = asked_text(a, "start");
    p->start = duel_str_of(start ? start : "");
    if (status == DUEL_OK)
        status = read_advice(a, &p->terms.advice, why);
    if (status == DUEL_OK)
        status = read_clock(a, &p->terms, why);
    if (status == DUEL_OK && (int)json_array_size(seats) != p->v.seats)
        status = duel_invalid(why, N_("This game has {0} {0:seat|seats}."), "i",
                              (int64_t)p->v.seats);
    for (int i = 0; status == DUEL_OK && i < p->v.seats; i++)
        status = read_seat(a->c->hub, p, json_array_get(seats, (size_t)i), p->seat[i], why);
    return status;
}

/* The answer carries the tokens of every seat of a person: those here are kept by the page,
 * those elsewhere become links. */
void new_table_report(wire_table *t, wire_client *c, json_int_t re)
{
    json_t *seats = json_array();
    for (int i = 0; i < t->v->seats; i++)
        if (table_people(t->table) >> i & 1)
            json_array_append_new(seats, seat_token(t, i, t->kind[i]));
    client_send(c, "created", re, json_pack("{ssso}", "table", t->id, "seats", seats));
}

static const char *seat_kind(const char *seat)
{
    static const char *const kinds[] = {"here", "elsewhere", "open"};
    for (int i = 0; i < 3; i++)
        if (strcmp(seat, kinds[i]) == 0)
            return kinds[i];
    return "";
}

static duel_status make_table(const wire_asked *a, const table_plan *plan, duel_msg *why)
{
    wire_table *t;
    duel_status status = wire_table_create(a, plan, &t, why);
    if (status != DUEL_OK || t == NULL)
        return status;
    for (int i = 0; i < plan->v.seats; i++)
        t->kind[i] = seat_kind(plan->seat[i]);
    wire_table_serve(t);
    return DUEL_OK;
}

duel_status new_table_create(const wire_asked *a, duel_msg *why)
{
    table_plan plan = {.from = NULL};
    duel_status status = read_plan(a, &plan, why);
    return status == DUEL_OK ? make_table(a, &plan, why) : status;
}

/* ---- games that follow from another one -------------------------------------------------- */

/* The tokens of the seats that the asker held when it asked, as far as they have not gone to
 * somebody else at the new table. */
static void send_return_seats(const wire_table *fresh, const wire_request *from)
{
    wire_client *c = request_asker_there(fresh->hub, from);
    unsigned seats = from->seats;
    duel_msg why;
    for (int i = 0; i < fresh->v->seats; i++)
        if (table_chair(fresh->table, i, 0).hands > 0)
            seats &= ~(1U << i);
    if (c == NULL)
        request_refuse_gone(fresh->hub, from);
    else if (seats)
        seat_send_tokens(fresh, seats, c, from->re);
    else
        request_answer(fresh->hub, from,
                       duel_refuse(&why, N_("Somebody else has taken this seat."), ""), &why);
}

void new_table_return_ready(wire_table *fresh, duel_status status, const duel_msg *why)
{
    for (int i = 0; i < fresh->return_count; i++) {
        if (status == DUEL_OK)
            send_return_seats(fresh, &fresh->return_for[i]);
        else
            request_answer(fresh->hub, &fresh->return_for[i], status, why);
    }
    fresh->return_count = 0;
    for (wire_table *t = fresh->hub->tables; t; t = t->next) {
        if (strcmp(t->again, fresh->id))
            continue;
        if (status != DUEL_OK)
            t->again[0] = '\0';
        wire_table_tell(t);
    }
}

static duel_status wait_for_return(wire_table *fresh, const wire_asked *a, duel_msg *why)
{
    if (fresh->return_count == HUB_RETURNS)
        return duel_refuse(why, N_("Too much is waiting at this table: ask again in a moment."),
                           "");
    fresh->return_for[fresh->return_count++] = request_by(a->c, a->re);
    return DUEL_OK;
}

/* The return game: the same people, machines and options at a new table. */
static duel_status return_game(const wire_asked *a, duel_msg *why)
{
    wire_table *t = a->c->table, *fresh;
    table_plan plan = {.v = *t->v, .terms = *table_terms(t->table)};
    plan.terms.open = 0;
    for (int i = 0; i < t->v->seats; i++)
        snprintf(plan.seat[i], sizeof plan.seat[i], "%s",
                 (table_people(t->table) >> i & 1) ? "elsewhere"
                                                   : table_chair(t->table, i, 0).spec);
    duel_status status = wire_table_create(a, &plan, &fresh, why);
    if (status != DUEL_OK || fresh == NULL)
        return status;
    memcpy(t->again, fresh->id, sizeof t->again);
    fresh->returns = true;
    wait_for_return(fresh, a, why);
    wire_table_serve(fresh);
    return DUEL_OK;
}

duel_status new_table_again(const wire_asked *a, duel_msg *why)
{
    wire_table *t = a->c->table, *fresh;
    if (!wire_table_over(t))
        return duel_refuse(why, N_("This game is not over yet."), "");
    if (client_seats(a->c) == 0)
        return duel_refuse(why, N_("Only players can ask for another game."), "");
    if (t->again[0] == '\0')
        return return_game(a, why);
    duel_status status = wire_table_find(a, duel_str_of(t->again), &fresh, why);
    if (status != DUEL_OK || fresh == NULL)
        return status;
    if (table_making(fresh->table))
        return wait_for_return(fresh, a, why);
    wire_request from = request_by(a->c, a->re);
    send_return_seats(fresh, &from);
    return DUEL_OK;
}

/* A board to analyse on: all seats here, everything shown. */
duel_status new_table_analysis(const wire_asked *a, const duel_variant *v, duel_str start,
                               const duel_record *from, duel_msg *why)
{
    table_plan plan = {.v = *v, .start = start, .from = from};
    plan.terms.analysis = true;
    plan.terms.advice = ADVICE_ALL;
    for (int i = 0; i < v->seats; i++)
        snprintf(plan.seat[i], sizeof plan.seat[i], "here");
    return make_table(a, &plan, why);
}

/* The state after so many moves, `ply` of the request, below `end`; as text, too. */
static duel_status earlier_position(const wire_asked *a, size_t end, duel_state *state,
                                    duel_buf *text, duel_msg *why)
{
    const wire_table *t = a->c->table;
    json_int_t ply = json_integer_value(json_object_get(a->what, "ply"));
    duel_status status = advice_may_leave(a->c, why);
    if (status == DUEL_OK && (ply < 0 || ply >= (json_int_t)end))
        status = duel_invalid(why, N_("The game has no such move."), "");
    if (status == DUEL_OK)
        status = duel_record_replay(table_record(t->table), (size_t)ply, state, why);
    duel_buf_init(text);
    if (status == DUEL_OK)
        duel_print(t->v, state, &text->sink);
    return status;
}

duel_status new_table_branch(const wire_asked *a, duel_msg *why)
{
    const wire_table *t = a->c->table;
    duel_state state;
    duel_buf start;
    size_t end = table_record(t->table)->count + 1;
    duel_status status = earlier_position(a, end, &state, &start, why);
    if (status == DUEL_OK)
        status = new_table_analysis(a, t->v, duel_buf_str(&start), NULL, why);
    duel_buf_fini(&start);
    return status;
}

/* The variant and the position: the page makes an address of them. */
duel_status new_table_watched(const wire_asked *a, duel_msg *why)
{
    const wire_table *t = a->c->table;
    duel_state state, view;
    duel_buf start, variant;
    size_t end = table_record(t->table)->count + 1;
    duel_status status = earlier_position(a, end, &state, &start, why);
    duel_buf_init(&variant);
    if (status == DUEL_OK) {
        duel_view(t->v, &state, t->v->game->turn(t->v, &state), &view);
        duel_variant_print(t->v, &variant.sink);
        client_send(a->c, "watch", a->re,
                    json_pack("{sssoso}", "game", t->v->game->id, "variant",
                              json_text(duel_buf_str(&variant)), "position",
                              json_position(t->v, &view)));
    }
    duel_buf_fini(&variant);
    duel_buf_fini(&start);
    return status;
}

/* The machines of the game, and `by` in the place of other people. */
static duel_status seat_retry(const wire_asked *a, int seat, table_plan *p, duel_msg *why)
{
    const char *by = asked_text(a, "by");
    duel_status status = DUEL_OK;
    for (int i = 0; status == DUEL_OK && i < p->v.seats; i++) {
        table_chair_state chair = table_chair(a->c->table->table, i, 0);
        const char *sits = i == seat ? "here" : chair.human ? by ? by : "expert" : chair.spec;
        snprintf(p->seat[i], sizeof p->seat[i], "%s", sits);
        if (i != seat && chair.human && !seat_machine_allowed(p->v.game, sits))
            status = duel_invalid(
                why, N_("A machine is expert, level:1 to level:10 or one of the game’s."), "");
    }
    return status;
}

duel_status new_table_retry(const wire_asked *a, duel_msg *why)
{
    const wire_table *t = a->c->table;
    table_plan plan = {.v = *t->v};
    duel_state state;
    duel_buf start;
    size_t end = table_record(t->table)->count;
    duel_status status = earlier_position(a, end, &state, &start, why);
    if (status == DUEL_OK)
        status = seat_retry(a, t->v->game->turn(t->v, &state), &plan, why);
    plan.start = duel_buf_str(&start);
    if (status == DUEL_OK)
        status = make_table(a, &plan, why);
    duel_buf_fini(&start);
    return status;
}

static duel_status analyse_record(const wire_asked *a, const char *text, duel_msg *why)
{
    duel_record r;
    if (a->ahead) {
        const duel_record *made = prepared_record_of(a);
        return new_table_analysis(a, &made->variant, (duel_str){NULL, 0}, made, why);
    }
    if (prepared_is_needed(a))
        return prepared_record(a, why);
    duel_status status = duel_record_read(duel_str_of(text), catalogue_find_game, &r, why);
    if (status != DUEL_OK)
        return status;
    status = new_table_analysis(a, &r.variant, (duel_str){NULL, 0}, &r, why);
    duel_record_fini(&r);
    return status;
}

duel_status new_table_analyse(const wire_asked *a, duel_msg *why)
{
    duel_variant v;
    const char *record = asked_text(a, "record"), *position = asked_text(a, "position");
    if (record)
        return analyse_record(a, record, why);
    duel_status status = new_table_variant(a, &v, why);
    if (status == DUEL_OK)
        status = new_table_analysis(a, &v, duel_str_trim(duel_str_of(position ? position : "")),
                                    NULL, why);
    return status;
}
