/* front/web/wire_view.c -- what a client is shown of its table.
 *
 * Positions are looked at through duel_session_view or duel_view with the client's own seat,
 * never otherwise. */
#include "core/play.h"
#include "core/variant.h"
#include "front/phrase.h"
#include "front/web/wire_hub.h"
#include "front/web/wire_json.h"
#include "service/bot.h"

#include <string.h>

/* ---- through whose eyes ---------------------------------------------------------------- */

static bool holds_seat(const wire_client *c, int seat)
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
        if (holds_seat(c, i))
            return i;
    return DUEL_NOBODY;
}

/* Once it is over, on a board to analyse on, and for who plays alone and asked to. */
static bool sees_all(const wire_client *c)
{
    const wire_table *t = c->table;
    return table_over(t) || (duel_session_observed(t->session) && table_alone(c));
}

/* Whose turn it is at a screen shared with secrets while that person is not there yet. */
static int covered_seat(const wire_client *c)
{
    int turn = duel_session_turn(c->table->session);
    bool shared = holds_several(c) && duel_has_secrets(c->table->v) && !sees_all(c);
    return shared && holds_seat(c, turn) && c->uncovered != turn ? turn : DUEL_NOBODY;
}

int view_seat(const wire_client *c)
{
    const wire_table *t = c->table;
    int turn = duel_session_turn(t->session);
    if (table_over(t) || (sees_all(c) && duel_has_secrets(t->v)))
        return DUEL_ALL;
    if (!holds_several(c))
        return first_held(c);
    if (!duel_has_secrets(t->v))
        return holds_seat(c, turn) ? turn : first_held(c);
    return holds_seat(c, turn) && c->uncovered == turn ? turn : DUEL_NOBODY;
}

int view_acting(const wire_client *c)
{
    int turn = duel_session_turn(c->table->session);
    if (table_over(c->table) || !holds_seat(c, turn) || covered_seat(c) != DUEL_NOBODY)
        return DUEL_NOBODY;
    return turn;
}

/* ---- the table ------------------------------------------------------------------------- */

static json_t *machine_name(duel_lang lang, const char *spec)
{
    if (strncmp(spec, "level:", 6) == 0)
        return json_tell(lang, N_("Machine, level {0}"), "c", spec + 6);
    if (strcmp(spec, "expert") == 0)
        return json_tell(lang, N_("Machine, expert"), "");
    if (duel_bot_is(duel_str_of(spec)))
        return program_name(spec);
    return json_tell(lang, N_("Machine, {0}"), "c", spec);
}

static bool is_open(const wire_table *t, int seat)
{
    return duel_session_terms(t->session)->open >> seat & 1;
}

static json_t *seat_name(const wire_client *c, int seat)
{
    const wire_table *t = c->table;
    if (!duel_session_human(t->session, seat))
        return machine_name(c->lang, duel_session_spec(t->session, seat));
    if (t->seat[seat].name[0])
        return json_text(duel_str_of(t->seat[seat].name));
    if (holds_seat(c, seat))
        return json_tell(c->lang, holds_several(c) ? N_("at this screen") : N_("you"), "");
    if (t->seat[seat].present)
        return json_tell(c->lang, N_("somebody elsewhere"), "");
    return json_tell(c->lang, is_open(t, seat) ? N_("a free seat") : N_("not here now"), "");
}

static json_t *seat_json(const wire_client *c, int seat, const int32_t score[], bool over)
{
    const wire_table *t = c->table;
    bool person = duel_session_human(t->session, seat);
    json_t *j =
        json_pack("{sssosb sb sb sb}", "role", duel_text(c->lang, duel_role(t->v, seat)),
                  "name", seat_name(c, seat), "person", person, "mine", holds_seat(c, seat),
                  "open", is_open(t, seat), "present", !person || t->seat[seat].present > 0);
    json_object_set_new(j, "absent", json_boolean(!over && table_absent(t, seat, hub_now())));
    json_object_set_new(j, "profile", json_boolean(person && t->seat[seat].name[0]));
    json_object_set_new(j, "yours", json_boolean(!person && (c->keys >> seat & 1)));
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
    phrase_result(&pen, t->v, score);
    json_t *j = json_text(duel_buf_str(&text));
    duel_buf_fini(&text);
    return j;
}

static json_t *status_text(const wire_client *c, const int32_t score[], bool over)
{
    const wire_table *t = c->table;
    int turn = duel_session_turn(t->session);
    const char *role = duel_role(t->v, turn);
    const duel_record *r = duel_session_record(t->session);
    if (over && r->ending != DUEL_BY_RULES)
        return json_tell(c->lang,
                         r->ending == DUEL_BY_TIME ? N_("{0} has run out of time.")
                                                   : N_("{0} has resigned."),
                         "w", duel_role(t->v, r->loser));
    if (over)
        return result_text(t, score, c->lang);
    if (t->busy)
        return json_tell(c->lang,
                         N_("The machine is busy with other tables and will play soon."), "");
    if (!duel_session_human(t->session, turn))
        return json_tell(c->lang, N_("{0} is thinking…"), "w", role);
    if (duel_session_ready(t->session) && holds_seat(c, turn))
        return json_tell(c->lang, N_("Confirm the turn, or take something back."), "");
    if (holds_seat(c, turn) && holds_several(c))
        return json_tell(c->lang, N_("{0} to play."), "w", role);
    if (holds_seat(c, turn))
        return json_tell(c->lang, N_("Your turn."), "");
    return json_tell(c->lang, N_("Waiting for {0}."), "w", role);
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
        json_array_append_new(list, json_pack("{siso}", "seat", t->v->game->turn(t->v, &state),
                                              "move", json_move(t->v, &view, r->move[i])));
        t->v->game->play(t->v, &state, r->move[i]);
    }
    return list;
}

/* What the counters with a course have shown before each of the first `plies` moves. */
static void add_courses(json_t *scene, const wire_client *c, int seat, size_t plies)
{
    const duel_variant *v = c->table->v;
    const duel_record *r = duel_session_record(c->table->session);
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

static void add_picture(json_t *j, const wire_client *c, const void *view, int seat,
                        size_t plies)
{
    const duel_variant *v = c->table->v;
    json_t *scene = wire_scene(v, view, seat, c->lang, c->lenses, false);
    if (scene) {
        add_courses(scene, c, seat, plies);
        json_object_set_new(j, "scene", scene);
    } else {
        json_object_set_new(j, "drawing", wire_drawing(v, view, seat, c->lang));
    }
}

static void add_lenses(json_t *j, const wire_client *c)
{
    const duel_lens *lens = c->table->v->game->lenses;
    json_t *list = json_array();
    bool allowed = advice_allowed(c) || table_over(c->table);
    for (int i = 0; allowed && lens && lens[i].id && i < 32; i++)
        json_array_append_new(list, json_pack("{sssssb}", "id", lens[i].id, "title",
                                              duel_text(c->lang, lens[i].title), "on",
                                              (int)(c->lenses >> i & 1)));
    json_object_set_new(j, "lenses", list);
}

static void add_clock(json_t *j, const wire_table *t)
{
    const duel_terms *terms = duel_session_terms(t->session);
    uint64_t now = hub_now();
    if (terms->main == 0)
        return;
    json_t *left = json_array();
    for (int i = 0; i < t->v->seats; i++)
        json_array_append_new(left, duel_session_human(t->session, i)
                                        ? json_integer(play_clock(t, i, now))
                                        : json_null());
    json_object_set_new(j, "clock",
                        json_pack("{sfsfsosi}", "main", (double)terms->main / 1000, "more",
                                  (double)terms->more / 1000, "left", left, "running",
                                  play_clock_running(t)));
}

static void add_actions(json_t *j, const wire_client *c, int seat, const void *view)
{
    const wire_table *t = c->table;
    const duel_move *drafted;
    bool acting = view_acting(c) != DUEL_NOBODY && !t->writing;
    bool over = table_over(t), ready = duel_session_ready(t->session);
    int count = duel_session_drafted(t->session, &drafted);
    json_object_set_new(j, "acting", json_boolean(acting));
    json_object_set_new(j, "drafted",
                        json_integer(acting && view_acting(c) == seat ? count : 0));
    json_object_set_new(j, "ready", json_boolean(acting && ready));
    json_object_set_new(j, "moves", acting && !ready ? json_moves(t->v, view) : json_array());
    json_object_set_new(j, "advises", json_boolean(acting && !ready && advice_allowed(c)));
    json_object_set_new(
        j, "checks", json_boolean(acting && !ready && advice_allowed(c) && t->v->game->mark));
    bool played = count || duel_session_record(t->session)->count;
    bool by_rules = duel_session_record(t->session)->ending == DUEL_BY_RULES;
    json_object_set_new(j, "undoes", json_boolean(c->seats && played && by_rules));
    json_object_set_new(j, "leaves", json_boolean(advice_leaves(c)));
    json_object_set_new(j, "sets", json_boolean(setup_allowed(c)));
    json_object_set_new(
        j, "resigns",
        json_boolean(c->seats && !over && !duel_session_terms(t->session)->analysis));
    json_object_set_new(j, "observes",
                        json_boolean(duel_has_secrets(t->v) && !over && table_alone(c) &&
                                     !duel_session_observed(t->session)));
    if (t->asked && c->seats)
        json_object_set_new(j, "asked", json_boolean(c->seats != t->asked));
}

static void add_terms(json_t *j, const wire_client *c)
{
    static const char *const rule[] = {"off", "all", "shown"};
    static const char *const how[] = {"", "resigned", "time"};
    const wire_table *t = c->table;
    const duel_terms *terms = duel_session_terms(t->session);
    const duel_record *r = duel_session_record(t->session);
    char commitment[DUEL_COMMITMENT_TEXT];
    json_object_set_new(j, "advice", json_string(rule[terms->advice]));
    json_object_set_new(j, "analysis", json_boolean(terms->analysis));
    json_object_set_new(j, "observed",
                        json_boolean(duel_session_observed(t->session) && !terms->analysis));
    if (r->ending != DUEL_BY_RULES)
        json_object_set_new(j, "ended",
                            json_pack("{sssi}", "how", how[r->ending], "seat", r->loser));
    if (t->wants && (c->seats || c->number == t->wants))
        json_object_set_new(j, "wants",
                            json_pack("{sisssb}", "seat", t->wants_seat, "role",
                                      duel_text(c->lang, duel_role(t->v, t->wants_seat)),
                                      "mine", c->number == t->wants));
    if (!duel_has_secrets(t->v) || r->start.len)
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
    json_object_update_new(j, json_pack("{sssIsssssosisb}", "id", t->id, "rev",
                                        (json_int_t)t->rev, "game", t->v->game->id, "title",
                                        duel_text(c->lang, t->v->game->title), "variant",
                                        json_text(duel_buf_str(&variant)), "watching",
                                        t->member_count, "hidden", duel_has_secrets(t->v)));
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
    add_picture(j, c, &view, seat, duel_session_record(t->session)->count);
    add_actions(j, c, seat, &view);
    add_lenses(j, c);
    add_clock(j, t);
    add_terms(j, c);
    if (covered_seat(c) != DUEL_NOBODY)
        json_object_set_new(j, "cover", json_integer(covered_seat(c)));
    if (t->trouble.id)
        json_object_set_new(j, "trouble", json_say(c->lang, &t->trouble));
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
    add_picture(j, c, &view, seat, (size_t)ply);
    return j;
}
