/* front/json.c -- see json.h. */
#include "front/json.h"
#include "core/play.h"
#include "core/value.h"
#include "core/variant.h"
#include "front/inside.h"
#include "front/wording.h"
#include "players/catalogue.h"

#include <stdlib.h>
#include <string.h>

void json_print(const duel_console *c, json_t *object)
{
    char *text = json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(12));
    json_decref(object);
    if (text) {
        duel_put(c->out, text);
        duel_put(c->out, "\n");
    }
    free(text);
}

/* ---- texts, failures --------------------------------------------------------------------- */

json_t *json_text(duel_str s)
{
    json_t *j = json_stringn(s.at ? s.at : "", s.at ? s.len : 0);
    return j ? j : json_string("?");
}

json_t *json_take_text(duel_buf *b)
{
    json_t *j = json_text(duel_buf_str(b));
    duel_buf_fini(b);
    return j;
}

json_t *json_say(duel_lang lang, const duel_msg *m)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_render(lang, m, &text.sink);
    return json_take_text(&text);
}

json_t *json_tell(duel_lang lang, const char *id, const char *kinds, ...)
{
    duel_msg m;
    va_list args;
    va_start(args, kinds);
    duel_say_list(&m, id, kinds, &args);
    va_end(args);
    return json_say(lang, &m);
}

void json_set(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

const char *json_kind(duel_status status)
{
    static const char *const kind[] = {
        [DUEL_OK] = "ok",         [DUEL_REFUSED] = "no",      [DUEL_INVALID] = "bad",
        [DUEL_NO_SPACE] = "full", [DUEL_STOPPED] = "stopped", [DUEL_FAILED] = "failed"};
    return kind[status];
}

json_t *json_error(duel_lang lang, const char *kind, const duel_msg *why)
{
    return json_pack("{ssso}", "kind", kind, "message", json_say(lang, why));
}

json_t *json_failure(duel_lang lang, duel_status status, const duel_msg *why)
{
    return json_pack("{so}", "error", json_error(lang, json_kind(status), why));
}

/* ---- games ------------------------------------------------------------------------------- */

static json_t *option_json(const duel_option *o, duel_lang lang)
{
    static const char *const kind[] = {"number", "yesno", "choice", "set", "decimal"};
    bool has_default = duel_option_has_default(o);
    duel_buf initial;
    duel_buf_init(&initial);
    if (has_default)
        duel_option_print(o, o->initial, &initial.sink);
    json_t *j = json_pack("{sssssoss}", "name", o->name, "kind", kind[o->kind], "default",
                          has_default ? json_text(duel_buf_str(&initial)) : json_null(), "help",
                          duel_text(lang, o->help));
    duel_buf_fini(&initial);
    if (o->kind == DUEL_NUMBER) {
        json_set(j, "least", json_integer(o->least));
        json_set(j, "most", json_integer(o->most));
    }
    if (o->choices) {
        json_t *list = json_array();
        for (int i = 0; o->choices[i]; i++)
            json_array_append_new(list, json_string(o->choices[i]));
        json_set(j, "choices", list);
    }
    return j;
}

/* The table may be NULL. */
static json_t *json_options(const duel_option *table, duel_lang lang)
{
    json_t *list = json_array();
    for (int i = 0; table && table[i].name; i++)
        json_array_append_new(list, option_json(&table[i], lang));
    return list;
}

/* What people call an option of a game, and its choices. */
static void set_wording(json_t *option, const duel_wording *w, duel_lang lang)
{
    json_t *list = json_array();
    json_set(option, "title", json_string(duel_text(lang, w->title)));
    for (size_t i = 0; w->values && i < json_array_size(json_object_get(option, "choices"));
         i++)
        json_array_append_new(list, json_string(duel_text(lang, w->values[i])));
    json_set(option, "words", list);
}

json_t *json_game_options(const duel_game *g, duel_lang lang)
{
    json_t *list = json_options(g->options, lang);
    for (const duel_wording *w = g->wordings; w && w->option; w++) {
        int at = duel_option_find(g->options, duel_str_of(w->option));
        if (at >= 0)
            set_wording(json_array_get(list, (size_t)at), w, lang);
    }
    return list;
}

json_t *json_command(const char *called, const duel_command *command, duel_lang lang)
{
    json_t *texts = json_array();
    for (const duel_flag *f = command->texts; f && f->name; f++)
        json_array_append_new(texts, json_pack("{ssssss}", "name", f->name, "value", f->value,
                                               "help", duel_text(lang, f->help)));
    return json_pack("{sssssssoso}", "command", called, "words", command->words, "help",
                     duel_text(lang, command->help), "options",
                     json_options(command->options, lang), "texts", texts);
}

json_t *json_rules(const duel_game *g, duel_lang lang)
{
    json_t *list = json_array();
    for (int i = 0; g->rules && g->rules[i]; i++)
        json_array_append_new(list, json_string(duel_text(lang, g->rules[i])));
    return list;
}

json_t *json_position(const duel_variant *v, const void *view)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_print(v, view, &text.sink);
    return json_take_text(&text);
}

json_t *json_scores(const duel_variant *v, const int32_t score[])
{
    json_t *list = json_array();
    for (int i = 0; i < v->seats; i++)
        json_array_append_new(list, json_integer(score[i]));
    return list;
}

/* Options as people call them. */
static json_t *json_settings(const duel_game *game, duel_str variant, duel_lang lang)
{
    duel_buf text;
    duel_buf_init(&text);
    wording_settings(lang, &text.sink, game, variant);
    return json_take_text(&text);
}

json_t *json_saved(const saved_game *g, duel_lang lang)
{
    const duel_game *game = catalogue_find_game(g->game);
    if (game == NULL || game->version != g->rules)
        return NULL;
    return json_pack("{sssssssososIsbsI}", "table", g->id, "game", game->id, "title",
                     duel_text(lang, game->title), "variant", json_text(g->variant), "settings",
                     json_settings(game, g->variant, lang), "moves", (json_int_t)g->moves,
                     "over", g->finished, "updated", (json_int_t)g->updated);
}

static json_t *rank_class_json(const duel_game *game, const high_score_class *c, duel_lang lang)
{
    json_t *list = json_array();
    for (size_t i = 0; i < c->rows; i++)
        json_array_append_new(
            list, json_pack("{sosIsIsI}", "name", json_text(duel_buf_str(&c->row[i].name)),
                            "best", (json_int_t)c->row[i].best, "openings",
                            (json_int_t)c->row[i].openings, "won", (json_int_t)c->row[i].won));
    return json_pack("{sososo}", "variant", json_text(duel_buf_str(&c->variant)), "settings",
                     json_settings(game, duel_buf_str(&c->variant), lang), "list", list);
}

json_t *json_ranking(const duel_game *game, const high_scores *r, duel_lang lang)
{
    json_t *classes = json_array();
    for (size_t i = 0; i < r->classes; i++)
        json_array_append_new(classes, rank_class_json(game, &r->class[i], lang));
    return classes;
}

/* ---- moves ------------------------------------------------------------------------------- */

json_t *json_move(const duel_variant *v, const void *view, duel_move move)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_print_move(v, view, move, &text.sink);
    return json_take_text(&text);
}

json_t *json_path(const duel_variant *v, const void *view, duel_move move)
{
    duel_target path[DUEL_PATH];
    json_t *list = json_array();
    int count = duel_path(v, view, move, path);
    for (int i = 0; i < count; i++)
        json_array_append_new(list, json_text(duel_str_of(path[i].text)));
    return list;
}

json_t *json_told_move(const duel_variant *v, const void *view, duel_move move, duel_lang lang)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_move_in_words(lang, v, view, move, &text.sink);
    return json_take_text(&text);
}

void json_set_said(json_t *j, const duel_variant *v, const void *view, duel_move move,
                   duel_lang lang)
{
    if (v->game->teaching.say_move)
        json_set(j, "said", json_told_move(v, view, move, lang));
}

static json_t *move_with_path(const duel_variant *v, const void *view, duel_move move,
                              duel_lang lang)
{
    json_t *j =
        json_pack("{soso}", "move", json_move(v, view, move), "path", json_path(v, view, move));
    json_set_said(j, v, view, move, lang);
    return j;
}

json_t *json_moves(const duel_variant *v, const void *view, duel_lang lang)
{
    duel_move list[DUEL_MOVES_MAX];
    json_t *out = json_array();
    if (duel_is_over(v, view))
        return out;
    int count = v->game->moves(v, view, list);
    for (int i = 0; i < count; i++)
        json_array_append_new(out, move_with_path(v, view, list[i], lang));
    return out;
}

/* Moves played one after the other, as they are written or, in a language, as people say them.
 */
static json_t *moves_played(const duel_variant *v, const void *from, const duel_move *move,
                            int count, const duel_lang *told)
{
    duel_state state;
    json_t *list = json_array();
    memcpy(&state, from, v->state_size);
    for (int i = 0; i < count && !duel_is_over(v, &state) && duel_legal(v, &state, move[i]);
         i++) {
        json_array_append_new(list, told ? json_told_move(v, &state, move[i], *told)
                                         : json_move(v, &state, move[i]));
        if (i + 1 < count)
            v->game->play(v, &state, move[i]);
    }
    return list;
}

json_t *json_played(const duel_variant *v, const void *from, const duel_move *move, int count)
{
    return moves_played(v, from, move, count, NULL);
}

json_t *json_told_line(const duel_variant *v, const void *state, const duel_move *move,
                       int count, duel_lang lang)
{
    return moves_played(v, state, move, count, &lang);
}

json_t *json_line(const duel_variant *v, const void *view, const duel_move *move, int count)
{
    duel_state state;
    bool goes_on = count > 1 && duel_guess_state(v, view, &state);
    return moves_played(v, goes_on ? (const void *)&state : view, move,
                        goes_on || count < 1 ? count : 1, NULL);
}

/* A line under its name, and as people say it where that is another thing. */
static void set_line(json_t *j, const char *name, const char *said, const json_about *s,
                     const duel_move *move, int count, duel_lang lang)
{
    const void *from = s->imagined ? s->imagined : s->view;
    int known = s->imagined || count < 1 ? count : 1;
    json_set(j, name, moves_played(s->v, from, move, known, NULL));
    if (s->v->game->teaching.say_move)
        json_set(j, said, moves_played(s->v, from, move, known, &lang));
}

/* ---- what they are worth ----------------------------------------------------------------- */

static const char *value_word(duel_value value)
{
    static const char *const word[] = {[DUEL_UNSOLVED] = "unknown",
                                       [DUEL_LOSS] = "loss",
                                       [DUEL_DRAW] = "draw",
                                       [DUEL_TIE] = "tie",
                                       [DUEL_WIN] = "win"};
    return word[value];
}

static json_t *score_json(const duel_variant *v, const duel_result *r)
{
    bool told = r->value != DUEL_UNSOLVED && v->traits & DUEL_MARGIN;
    return told ? json_integer(r->score) : json_null();
}

static json_t *remoteness_json(const duel_result *r)
{
    bool told = r->value != DUEL_UNSOLVED && r->value != DUEL_DRAW &&
                r->remoteness != DUEL_NO_REMOTENESS;
    return told ? json_integer(r->remoteness) : json_null();
}

static json_t *worth_text(const duel_variant *v, const duel_worth *w, duel_lang lang)
{
    duel_buf text;
    duel_buf_init(&text);
    wording_worth(lang, &text.sink, v, w, WORDING_APART);
    return json_take_text(&text);
}

static void set_estimate(json_t *j, json_worth w)
{
    json_set(j, "estimate", json_integer(w.estimate));
    if (w.worth.scored)
        json_set(j, "points", json_real(w.worth.points));
    if (w.worth.unclear)
        json_set(j, "unclear", json_true());
    json_set(j, "calibrated", json_boolean(w.worth.calibrated));
}

void json_set_worth(json_t *j, const duel_variant *v, json_worth w, duel_lang lang)
{
    duel_result result = duel_result_of_worth(&w.worth);
    json_set(j, "value", json_string(value_word(result.value)));
    json_set(j, "score", w.worth.scored ? score_json(v, &result) : json_null());
    json_set(j, "remoteness", remoteness_json(&result));
    json_set(j, "proved", json_boolean(w.worth.proved));
    json_set(j, "text", worth_text(v, &w.worth, lang));
    if (!w.worth.known)
        return;
    json_set(j, "share", json_real(w.worth.share));
    json_set(j, "worth", json_real(duel_worth_level(v, &w.worth)));
    if (!w.worth.proved)
        set_estimate(j, w);
}

json_worth json_worth_of_answer(const duel_variant *v, const duel_answer *a)
{
    return (json_worth){duel_worth_of_answer(v, a), a->estimate};
}

typedef struct rated_json {
    duel_move move;
    json_worth w;
} rated_json;

/* Insertion: lists are short, and equals stay in the order of the game's own. */
static void insert_rated(const duel_variant *v, rated_json *list, int at, rated_json r)
{
    for (; at > 0 && duel_worth_better(v, &r.w.worth, &list[at - 1].w.worth); at--)
        list[at] = list[at - 1];
    list[at] = r;
}

json_t *json_mark(duel_mark mark)
{
    static const char *const names[] = {[DUEL_INACCURATE] = "inaccurate",
                                        [DUEL_MISTAKE] = "mistake",
                                        [DUEL_BLUNDER] = "blunder"};
    return mark == DUEL_UNMARKED ? json_null() : json_string(names[mark]);
}

json_t *json_rated(const duel_variant *v, const void *view, const duel_answer *a,
                   duel_lang lang)
{
    json_t *list = json_array();
    rated_json *sorted = malloc(((size_t)a->rated_count + 1) * sizeof *sorted);
    if (sorted == NULL)
        return list;
    for (int i = 0; i < a->rated_count; i++) {
        const duel_move_value *r = &a->rated[i];
        json_worth w = {duel_worth_of_move_value(v, a, r), r->estimate};
        insert_rated(v, sorted, i, (rated_json){r->move, w});
    }
    for (int i = 0; i < a->rated_count; i++) {
        json_t *j = move_with_path(v, view, sorted[i].move, lang);
        json_set_worth(j, v, sorted[i].w, lang);
        if (a->mixed)
            json_set(j, "chance", json_real(advice_find_move(a, sorted[i].move)->chance));
        json_array_append_new(list, j);
    }
    free(sorted);
    return list;
}

static json_t *fact_json(const duel_fact *f, duel_lang lang)
{
    json_t *targets = json_array();
    for (int i = 0; i < f->targets; i++)
        json_array_append_new(targets, json_text(duel_str_of(f->target[i].text)));
    json_t *j = json_pack("{soso}", "text", json_say(lang, &f->text), "targets", targets);
    if (f->speaks)
        json_set(j, "speaks", json_string(f->speaks > 0 ? "for" : "against"));
    if (f->groups.size)
        json_set(j, "groups",
                 json_pack("{sssisisi}", "of", f->groups.of, "from", f->groups.from, "count",
                           f->groups.count, "size", f->groups.size));
    return j;
}

json_t *json_reasons(const duel_reason *r, duel_lang lang)
{
    json_t *list = json_array();
    for (int i = 0; i < r->count; i++)
        json_array_append_new(list, fact_json(&r->fact[i], lang));
    return list;
}

json_about json_imagine(const duel_variant *v, const void *view, void *room)
{
    return (json_about){v, view, duel_guess_state(v, view, room) ? room : NULL};
}

json_t *json_answer(const json_about *s, const duel_answer *a, duel_lang lang)
{
    const duel_variant *v = s->v;
    const void *view = s->view;
    json_t *j = a->plan_count ? move_with_path(v, view, a->plan[0], lang)
                              : json_pack("{sns[]}", "move", "path");
    json_set_worth(j, v, (json_worth){duel_worth_of_plan(v, a), a->estimate}, lang);
    set_line(j, "plan", "plan_said", s, a->plan, a->plan_count, lang);
    set_line(j, "line", "line_said", s, a->line, a->line_count, lang);
    json_set(j, "moves", json_rated(v, view, a, lang));
    if (a->book && !a->proved)
        json_set(j, "book", json_true());
    return j;
}

static json_t *contest_text(const duel_variant *v, const void *view, const table_advice *a,
                            duel_lang lang)
{
    duel_buf text;
    duel_buf_init(&text);
    why_not_verdict(lang, &text.sink, v, view, a);
    return json_take_text(&text);
}

static json_t *instead_json(const json_about *s, const table_advice *a, duel_lang lang)
{
    static const char *const contest[] = {[WHY_NOT_SAME_MOVE] = "same",
                                          [WHY_NOT_AS_GOOD] = "equal",
                                          [WHY_NOT_WORSE] = "worse",
                                          [WHY_NOT_UNPROVED] = "unshown",
                                          [WHY_NOT_UNWEIGHED] = "unweighed"};
    const duel_variant *v = s->v;
    const why_not_answer *c = &a->other;
    json_t *j = move_with_path(v, s->view, c->move, lang);
    json_set_worth(j, v, (json_worth){c->worth, c->estimate}, lang);
    json_set(j, "contest", json_string(contest[c->how]));
    json_set(j, "verdict", contest_text(v, s->view, a, lang));
    json_set(j, "reasons", json_reasons(&c->why, lang));
    json_set(j, "only", json_reasons(&c->only, lang));
    json_set(j, "advised_only", json_reasons(&c->advised_only, lang));
    set_line(j, "line", "line_said", s, c->line, c->line_count, lang);
    return j;
}

json_t *json_advice(const json_about *s, const table_advice *a, duel_lang lang)
{
    json_t *j = json_answer(s, &a->answer, lang);
    json_set(j, "game", json_string(s->v->game->id));
    json_set(j, "nodes", json_integer((json_int_t)a->answer.nodes));
    json_set(j, "reasons", json_reasons(&a->why, lang));
    if (a->compared)
        json_set(j, "instead", instead_json(s, a, lang));
    return j;
}
