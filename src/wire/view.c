/* wire/view.c -- what a client is shown of its table.
 *
 * Positions are looked at through table_view, or duel_view with the eyes that the table
 * gives the client, never otherwise. */
#include "core/play.h"
#include "core/variant.h"
#include "front/opponents.h"
#include "front/wording.h"
#include "players/program_player.h"
#include "wire/inside.h"
#include "wire/json.h"

static bool holds_seat(const wire_client *c, int seat)
{
    return seat >= 0 && client_seats(c) >> seat & 1;
}

static bool holds_several(const wire_client *c)
{
    return (client_seats(c) & (client_seats(c) - 1)) != 0;
}

/* ---- the table ------------------------------------------------------------------------- */

static json_t *machine_name(duel_lang lang, const duel_game *g, const char *spec)
{
    duel_buf name;
    if (program_player_is(duel_str_of(spec)))
        return program_name(spec);
    duel_buf_init(&name);
    opponent_name(lang, &name.sink, g, spec);
    return json_take_text(&name);
}

static json_t *seat_name(const wire_client *c, int seat, const table_chair_state *chair)
{
    const wire_table *t = c->table;
    if (!chair->human)
        return machine_name(c->lang, t->v->game, chair->spec);
    if (t->known[seat].name[0])
        return json_text(duel_str_of(t->known[seat].name));
    if (holds_seat(c, seat))
        return json_tell(c->lang, holds_several(c) ? N_("at this screen") : N_("you"), "");
    if (chair->present)
        return json_tell(c->lang, N_("somebody elsewhere"), "");
    return json_tell(c->lang, chair->open ? N_("a free seat") : N_("not here now"), "");
}

static json_t *seat_json(const wire_client *c, int seat, const int32_t score[], bool over)
{
    const wire_table *t = c->table;
    table_chair_state chair = table_chair(t->table, seat, hub_now());
    bool yours = !chair.human && table_keys(t->table, c->number) >> seat & 1;
    json_t *j = json_pack(
        "{sssosb sb sb sb}", "role", duel_text(c->lang, duel_role(t->v, seat)), "name",
        seat_name(c, seat, &chair), "person", chair.human, "mine", holds_seat(c, seat), "open",
        chair.open, "present", !chair.human || chair.present);
    json_object_set_new(j, "absent", json_boolean(!over && chair.absent));
    json_object_set_new(j, "profile", json_boolean(chair.human && t->known[seat].name[0]));
    json_object_set_new(j, "yours", json_boolean(yours));
    json_object_set_new(j, "turn", json_boolean(!over && table_turn(t->table) == seat));
    if (over) {
        json_object_set_new(j, "score", json_integer(score[seat]));
        json_object_set_new(j, "won", json_boolean(duel_share(t->v, score, seat) > 0));
    }
    return j;
}

static json_t *ending_text(const wire_client *c, const int32_t score[])
{
    duel_buf text;
    duel_buf_init(&text);
    duel_pen pen = {.out = &text.sink, .lang = c->lang, .utf8 = true};
    wording_ending(&pen, table_record(c->table->table), score, wording_reader(client_seats(c)));
    return json_take_text(&text);
}

/* What the seat to move has to do, in the words of the game. */
static json_t *task_text(const wire_client *c)
{
    duel_state view;
    duel_msg task;
    table_view(c->table->table, c->number, &view);
    duel_prompt(c->table->v, &view, &task);
    return json_say(c->lang, &task);
}

/* The same for one of several at a screen, by the name of the seat. */
static json_t *task_of_seat(const wire_client *c, const char *role)
{
    json_t *whose = json_tell(c->lang, N_("{0} to play."), "w", role);
    if (table_covered_seat(c->table->table, c->number) != DUEL_NOBODY)
        return whose;
    json_t *task = task_text(c);
    json_t *both = json_sprintf("%s %s", json_string_value(whose), json_string_value(task));
    json_decref(whose);
    json_decref(task);
    return both;
}

static json_t *status_text(const wire_client *c, const int32_t score[], bool over)
{
    const wire_table *t = c->table;
    int turn = table_turn(t->table);
    const char *role = duel_role(t->v, turn);
    if (over)
        return ending_text(c, score);
    if (!(table_people(t->table) >> turn & 1))
        return json_tell(c->lang, N_("{0} is thinking…"), "w", role);
    if (table_ready(t->table) && holds_seat(c, turn))
        return json_tell(c->lang, N_("Confirm the turn, or take something back."), "");
    if (holds_seat(c, turn) && holds_several(c))
        return task_of_seat(c, role);
    if (holds_seat(c, turn))
        return task_text(c);
    return json_tell(c->lang, N_("Waiting for {0}."), "w", role);
}

static json_t *moves_so_far(const wire_client *c, int seat)
{
    const wire_table *t = c->table;
    const duel_record *r = table_record(t->table);
    json_t *list = json_array();
    duel_state state, view;
    if (duel_record_begin(r, &state, NULL) != DUEL_OK)
        return list;
    for (size_t i = 0; i < r->count; i++) {
        duel_view(t->v, &state, seat, &view);
        json_t *one = json_pack("{siso}", "seat", t->v->game->turn(t->v, &state), "move",
                                json_move(t->v, &view, r->move[i]));
        json_set_said(one, t->v, &view, r->move[i], c->lang);
        json_array_append_new(list, one);
        t->v->game->play(t->v, &state, r->move[i]);
    }
    return list;
}

/* What the counters with a course have shown before each of the first `plies` moves. */
static void add_courses(json_t *scene, const duel_record *r, int seat, size_t plies)
{
    const duel_variant *v = &r->variant;
    duel_state state, view;
    duel_scene s;
    if (!wire_has_course(scene) || duel_record_begin(r, &state, NULL) != DUEL_OK)
        return;
    duel_scene_init(&s);
    for (size_t i = 0; i < plies && i < r->count; i++) {
        duel_view(v, &state, seat, &view);
        duel_scene_make(v, &view, seat, &s);
        wire_add_course(scene, &s);
        v->game->play(v, &state, r->move[i]);
    }
    duel_scene_fini(&s);
}

/* One move more, by whoever is to move: a turn goes on while its seat does. */
static void turn_add(const duel_variant *v, duel_state *state, const duel_move *move,
                     wire_turn *out, int *mover)
{
    int turn = v->game->turn(v, state);
    if (v->seats == 1 || turn != *mover) {
        out->before = *state;
        out->move = move;
        out->count = 0;
        *mover = turn;
    }
    out->count++;
    v->game->play(v, state, *move);
}

/* The last turn of the first `plies` moves, as far as it went. */
static void turn_before(const duel_record *r, size_t plies, wire_turn *out)
{
    duel_state state;
    int mover = DUEL_NOBODY;
    out->count = 0;
    if (duel_record_begin(r, &state, NULL) != DUEL_OK)
        return;
    for (size_t i = 0; i < plies; i++)
        turn_add(&r->variant, &state, r->move + i, out, &mover);
}

/* The turn that led to what a client sees: its own draft, else the last that was played. */
static void turn_seen(const wire_client *c, int seat, wire_turn *out)
{
    const game_table *t = c->table->table;
    const duel_record *r = table_record(t);
    const duel_move *drafted;
    int count = table_drafted(t, &drafted);
    if (count == 0 || (seat != table_turn(t) && seat != DUEL_SEES_ALL)) {
        turn_before(r, r->count, out);
    } else if (duel_record_replay(r, r->count, &out->before, NULL) == DUEL_OK) {
        out->move = drafted;
        out->count = count;
    }
}

/* A view of a client's game, or of one that might have been, after `plies` moves of it. */
static void add_picture(json_t *j, const wire_client *c, const duel_record *r, const void *view,
                        int seat, size_t plies, const wire_turn *turn)
{
    const duel_variant *v = c->table->v;
    json_t *scene = wire_scene_after(v, view, seat, c->lang, turn);
    if (scene) {
        lens_add(scene, c, view, seat);
        add_courses(scene, r, seat, plies);
        json_object_set_new(j, "scene", scene);
    } else {
        json_object_set_new(j, "drawing", wire_drawing(v, view, seat, c->lang));
    }
}

/* Why it is over, where the game itself says so; it may be told a little later. */
static void add_why_over(json_t *j, const wire_client *c, const void *view, int seat)
{
    bool says = table_record(c->table->table)->ending == DUEL_BY_RULES &&
                c->table->v->game->teaching.ending;
    json_t *why = says ? lens_ending(c, view, seat) : NULL;
    json_object_set_new(j, "reasons", why ? why : json_array());
}

static void add_lenses(json_t *j, const wire_client *c)
{
    const duel_lens *lens = c->table->v->game->teaching.lenses;
    json_t *list = json_array();
    bool allowed = table_helps(c->table->table, c->number) || wire_table_over(c->table);
    for (int i = 0; allowed && lens && lens[i].id && i < 32; i++)
        json_array_append_new(list, json_pack("{sssssb}", "id", lens[i].id, "title",
                                              duel_text(c->lang, lens[i].title), "on",
                                              (int)(c->lenses >> i & 1)));
    json_object_set_new(j, "lenses", list);
}

static void add_clock(json_t *j, const wire_table *t)
{
    const game_terms *terms = table_terms(t->table);
    uint64_t now = hub_now();
    if (terms->main == 0)
        return;
    json_t *left = json_array();
    for (int i = 0; i < t->v->seats; i++)
        json_array_append_new(left, (table_people(t->table) >> i & 1)
                                        ? json_integer(table_clock(t->table, i, now))
                                        : json_null());
    json_object_set_new(j, "clock",
                        json_pack("{sfsfsosi}", "main", (double)terms->main / 1000, "more",
                                  (double)terms->more / 1000, "left", left, "running",
                                  table_clock_runs(t->table)));
}

static void add_actions(json_t *j, const wire_client *c, int seat, const void *view)
{
    const wire_table *t = c->table;
    const duel_move *drafted;
    int mover = table_acting(t->table, c->number);
    bool acting = mover != DUEL_NOBODY && !table_writing(t->table);
    bool over = wire_table_over(t), ready = table_ready(t->table);
    int count = table_drafted(t->table, &drafted);
    json_object_set_new(j, "acting", json_boolean(acting));
    json_object_set_new(j, "drafted", json_integer(acting && mover == seat ? count : 0));
    json_object_set_new(j, "ready", json_boolean(acting && ready));
    json_object_set_new(j, "moves",
                        acting && !ready ? json_moves(t->v, view, c->lang) : json_array());
    bool helps = table_helps(t->table, c->number);
    json_object_set_new(j, "helps", json_boolean(helps));
    json_object_set_new(j, "advises", json_boolean(acting && !ready && helps));
    json_object_set_new(j, "checks",
                        json_boolean(acting && !ready && helps && t->v->game->teaching.mark));
    bool played = count || table_record(t->table)->count;
    bool by_rules = table_record(t->table)->ending == DUEL_BY_RULES;
    json_object_set_new(j, "undoes", json_boolean(client_seats(c) && played && by_rules));
    json_object_set_new(j, "leaves", json_boolean(table_leaves(t->table, c->number)));
    json_object_set_new(j, "sets", json_boolean(edit_allowed(c)));
    json_object_set_new(
        j, "resigns",
        json_boolean(client_seats(c) && !over && !table_terms(t->table)->analysis));
    json_object_set_new(j, "observes",
                        json_boolean(duel_has_secrets(t->v) && !over &&
                                     table_alone(t->table, c->number) &&
                                     !table_observed(t->table)));
    unsigned own = client_seats(c), asked = table_asked(t->table);
    if (asked && own && ((asked | table_asker(t->table)) & own))
        json_object_set_new(j, "asked", json_boolean(asked & own));
}

static void add_terms(json_t *j, const wire_client *c)
{
    static const char *const rule[] = {"off", "all", "shown"};
    static const char *const how[] = {"", "resigned", "time"};
    const wire_table *t = c->table;
    const game_terms *terms = table_terms(t->table);
    const duel_record *r = table_record(t->table);
    char commitment[DUEL_COMMITMENT_TEXT];
    json_object_set_new(j, "advice", json_string(rule[terms->advice]));
    json_object_set_new(j, "analysis", json_boolean(terms->analysis));
    json_object_set_new(j, "observed",
                        json_boolean(table_observed(t->table) && !terms->analysis));
    if (r->ending != DUEL_BY_RULES)
        json_object_set_new(j, "ended",
                            json_pack("{sssi}", "how", how[r->ending], "seat", r->loser));
    int wanted;
    uint64_t who = table_wants(t->table, &wanted);
    if (who && (client_seats(c) || c->number == who))
        json_object_set_new(j, "wants",
                            json_pack("{sisssb}", "seat", wanted, "role",
                                      duel_text(c->lang, duel_role(t->v, wanted)), "mine",
                                      c->number == who));
    if (!duel_has_secrets(t->v) || !duel_record_is_dealt(r))
        return;
    duel_record_commitment(r, commitment);
    json_object_set_new(j, "commitment", json_string(commitment));
}

static void add_heading(json_t *j, const wire_client *c)
{
    const wire_table *t = c->table;
    duel_buf variant;
    duel_buf_init(&variant);
    duel_variant_print(t->v, &variant.sink);
    json_object_update_new(
        j, json_pack("{sssIsssssosisb}", "id", t->id, "rev", (json_int_t)table_number(t->table),
                     "game", t->v->game->id, "title", duel_text(c->lang, t->v->game->title),
                     "variant", json_text(duel_buf_str(&variant)), "watching", t->member_count,
                     "hidden", duel_has_secrets(t->v)));
    duel_buf_fini(&variant);
}

static void add_study(json_t *j, const duel_variant *v, const void *view)
{
    duel_buf address;
    duel_buf_init(&address);
    catalogue_analysis_address(v, view, &address.sink);
    if (address.len)
        json_object_set_new(j, "study", json_text(duel_buf_str(&address)));
    duel_buf_fini(&address);
}

json_t *view_table(wire_client *c)
{
    const wire_table *t = c->table;
    int32_t score[DUEL_SEATS] = {0};
    bool over = table_over(t->table, score);
    int seat = table_view_seat(t->table, c->number);
    duel_state view;
    wire_turn turn = {.count = 0};
    json_t *j = json_object(), *seats = json_array();
    table_view(t->table, c->number, &view);
    for (int i = 0; i < t->v->seats; i++)
        json_array_append_new(seats, seat_json(c, i, score, over));
    add_heading(j, c);
    json_object_set_new(j, "seats", seats);
    json_object_set_new(j, "seat", json_integer(seat));
    json_object_set_new(j, "over", json_boolean(over));
    json_object_set_new(j, "assisted", json_boolean(table_assisted(t->table)));
    json_object_set_new(j, "status", status_text(c, score, over));
    json_object_set_new(j, "list", moves_so_far(c, seat));
    turn_seen(c, seat, &turn);
    const duel_record *r = table_record(t->table);
    add_picture(j, c, r, &view, seat, r->count, &turn);
    if (over)
        add_why_over(j, c, &view, seat);
    add_actions(j, c, seat, &view);
    add_study(j, t->v, &view);
    add_lenses(j, c);
    add_clock(j, t);
    add_terms(j, c);
    if (table_covered_seat(t->table, c->number) != DUEL_NOBODY)
        json_object_set_new(j, "cover", json_integer(table_covered_seat(t->table, c->number)));
    if (table_trouble(t->table)->id)
        json_object_set_new(j, "trouble", json_say(c->lang, table_trouble(t->table)));
    if (t->again[0])
        json_object_set_new(j, "again", json_string(t->again));
    return j;
}

/* ---- earlier positions, and those that might come ---------------------------------------- */

/* Plays on the moves that somebody asks for. */
static duel_status add_line(duel_record *r, duel_state *state, json_t *line, duel_msg *why)
{
    const duel_variant *v = &r->variant;
    duel_status status = DUEL_OK;
    if (json_array_size(line) > DUEL_LINE)
        return duel_invalid(why, N_("A line has at most {0} moves."), "i", (int64_t)DUEL_LINE);
    for (size_t i = 0; status == DUEL_OK && i < json_array_size(line); i++) {
        const char *text = json_string_value(json_array_get(line, i));
        duel_move move;
        status = duel_is_over(v, state)
                     ? duel_refuse(why, N_("The game is over."), "")
                     : duel_read_written(v, state, duel_str_of(text ? text : ""), &move, why);
        if (status == DUEL_OK)
            status = duel_record_add(r, move, why);
        if (status == DUEL_OK)
            v->game->play(v, state, move);
    }
    return status;
}

/* What is drafted belongs to the present of who drafts it. */
static duel_status add_draft(const wire_client *c, duel_record *r, duel_state *state,
                             duel_msg *why)
{
    const game_table *t = c->table->table;
    const duel_move *drafted;
    int seat = table_view_seat(t, c->number);
    int count = seat == table_turn(t) || seat == DUEL_SEES_ALL ? table_drafted(t, &drafted) : 0;
    duel_status status = DUEL_OK;
    for (int i = 0; status == DUEL_OK && i < count; i++) {
        status = duel_record_add(r, drafted[i], why);
        r->variant.game->play(&r->variant, state, drafted[i]);
    }
    return status;
}

/* The first `ply` moves of the game and those of a line after them, as a game of its own. */
static duel_status might_have_been(const wire_client *c, size_t ply, json_t *line,
                                   duel_record *out, duel_msg *why)
{
    const duel_record *r = table_record(c->table->table);
    duel_state state;
    duel_status status = duel_record_copy(r, ply, out, why);
    if (status != DUEL_OK)
        return status;
    status = duel_record_replay(out, ply, &state, why);
    if (status == DUEL_OK && ply == r->count)
        status = add_draft(c, out, &state, why);
    if (status == DUEL_OK)
        status = add_line(out, &state, line, why);
    if (status != DUEL_OK)
        duel_record_fini(out);
    return status;
}

/* The picture after the first `plies` moves of `r`, once its lenses show something. */
static duel_status show_past(const wire_asked *a, const duel_record *r, size_t plies, json_t *j,
                             duel_msg *why)
{
    wire_client *c = a->c;
    int seat = table_view_seat(c->table->table, c->number);
    duel_state state, view;
    wire_turn turn;
    bool waits = false;
    duel_status status = duel_record_replay(r, plies, &state, why);
    if (status == DUEL_OK) {
        duel_view(&r->variant, &state, seat, &view);
        status = lens_wait(a, &view, seat, &waits, why);
    }
    if (status != DUEL_OK || waits) {
        json_decref(j);
        return status;
    }
    turn_before(r, plies, &turn);
    add_picture(j, c, r, &view, seat, plies, &turn);
    client_send(c, "past", a->re, j);
    return DUEL_OK;
}

duel_status view_past(const wire_asked *a, duel_msg *why)
{
    const wire_table *t = a->c->table;
    const duel_record *r = table_record(t->table);
    json_int_t ply = json_integer_value(json_object_get(a->what, "ply"));
    json_t *line = json_object_get(a->what, "line");
    duel_record other;
    if (ply < 0 || ply > (json_int_t)r->count)
        return duel_invalid(why, N_("The game has no such move."), "");
    json_t *j = json_pack("{sssI}", "id", t->id, "ply", ply);
    if (json_array_size(line) == 0)
        return show_past(a, r, (size_t)ply, j, why);
    json_object_set(j, "line", line);
    duel_status status = advice_may_leave(a->c, why);
    if (status == DUEL_OK)
        status = might_have_been(a->c, (size_t)ply, line, &other, why);
    if (status != DUEL_OK) {
        json_decref(j);
        return status;
    }
    status = show_past(a, &other, other.count, j, why);
    duel_record_fini(&other);
    return status;
}
