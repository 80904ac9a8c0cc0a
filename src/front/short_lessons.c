/* front/short_lessons.c -- lessons listed and shown, and what is tried in an exercise, judged
 * here: see short_lessons.h. */
#include "front/short_lessons.h"
#include "base/spelling.h"
#include "core/play.h"
#include "core/reason.h"
#include "core/variant.h"
#include "core/worth.h"
#include "front/inside.h"
#include "front/logic_methods.h"
#include "front/search_film.h"
#include "players/catalogue.h"
#include "players/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is tried in an exercise, judged by the house ----------------------------------- */

enum { PRIMER_NODES = 200000, PRIMER_MEMORY = 1 << 26 };

/* An exercise, and what was tried. */
typedef struct trial {
    const short_lesson_part *p;
    duel_str tried;
    duel_lang lang;
    duel_variant v; /* of those about a position */
    duel_state state;
    bool right;
    duel_buf text;
} trial;

static void say_tried(trial *t, const char *id)
{
    duel_tell(t->lang, &t->text.sink, id, "");
}

/* ---- positions --------------------------------------------------------------------------- */

duel_status short_lesson_position(const short_lesson_part *p, duel_variant *v,
                                  duel_state *state, duel_msg *why)
{
    const duel_game *g;
    duel_str setting[DUEL_OPTIONS], rest = duel_str_of(p->variant);
    int count = 0;
    duel_status status = catalogue_need_game(duel_str_of(p->game), &g, why);
    while (status == DUEL_OK && count < DUEL_OPTIONS &&
           duel_str_word(&rest, " ", &setting[count]))
        count++;
    if (status == DUEL_OK)
        status = duel_variant_make(g, setting, count, v, why);
    return status == DUEL_OK ? search_film_position(v, duel_str_of(p->position), state, why)
                             : status;
}

static duel_status read_tried_move(trial *t, duel_move *move, duel_msg *why)
{
    duel_status status = short_lesson_position(t->p, &t->v, &t->state, why);
    return status == DUEL_OK ? duel_read_move(&t->v, &t->state, t->tried, move, why) : status;
}

/* What the engine says of all moves. */
static duel_status rate_moves(trial *t, duel_answer *out, duel_msg *why)
{
    machine_player *player;
    duel_think think = {.view = &t->state,
                        .seat = t->v.game->turn(&t->v, &t->state),
                        .nodes = PRIMER_NODES,
                        .threads = 1,
                        .seed = 1,
                        .every_move = true};
    duel_status status =
        player_open(duel_str_of(t->p->of), &t->v, PRIMER_MEMORY, NULL, &player, why);
    if (status != DUEL_OK)
        return status;
    status = player_think(player, &think, out, why);
    player_close(player);
    return status;
}

/* The worth of a move, and of the best one. */
static bool find_worths(const trial *t, const duel_answer *a, duel_move move, duel_worth *own,
                        duel_worth *best)
{
    bool found = false;
    for (int i = 0; i < a->rated_count; i++) {
        duel_worth w = duel_worth_of_move_value(&t->v, a, &a->rated[i]);
        if (i == 0 || duel_worth_better(&t->v, &w, best))
            *best = w;
        if (a->rated[i].move == move)
            *own = w, found = true;
    }
    return found;
}

static duel_status judge_move(trial *t, duel_msg *why)
{
    duel_move move;
    duel_worth own, best;
    duel_answer *a = calloc(1, sizeof *a);
    duel_status status = a ? read_tried_move(t, &move, why) : duel_no_space(why);
    if (status == DUEL_OK)
        status = rate_moves(t, a, why);
    if (status == DUEL_OK && find_worths(t, a, move, &own, &best)) {
        duel_cost cost = duel_worth_lost(&t->v, &best, &own);
        t->right = cost.known && cost.share < 0.01;
        say_tried(t, t->right ? N_("Right: nothing better can be played.")
                              : N_("No: something better can be played."));
    } else if (status == DUEL_OK) {
        say_tried(t, N_("No: that gets you nowhere."));
    }
    free(a);
    return status;
}

static duel_status judge_worth(trial *t, duel_msg *why)
{
    duel_answer *a = calloc(1, sizeof *a);
    duel_status status =
        a ? short_lesson_position(t->p, &t->v, &t->state, why) : duel_no_space(why);
    if (status == DUEL_OK)
        status = rate_moves(t, a, why);
    if (status == DUEL_OK) {
        const char *is = a->result.value == DUEL_WIN    ? "+1"
                         : a->result.value == DUEL_LOSS ? "-1"
                                                        : "0";
        t->right = duel_str_is(t->tried, is);
        say_tried(t, t->right ? N_("Right.") : N_("No. Go through the film once more."));
    }
    free(a);
    return status;
}

static duel_status judge_claim(trial *t, duel_msg *why)
{
    static const char *const words[] = {
        [DUEL_MARK_OPEN] = "open", [DUEL_MARK_PROVED] = "danger", [DUEL_MARK_WRONG] = "safe"};
    duel_target target;
    duel_reason *reason = calloc(1, sizeof *reason);
    duel_status status =
        reason ? short_lesson_position(t->p, &t->v, &t->state, why) : duel_no_space(why);
    if (status == DUEL_OK) {
        snprintf(target.text, sizeof target.text, "%s", t->p->ask);
        duel_mark_verdict is = t->v.game->teaching.mark(&t->v, &t->state, 0, &target, reason);
        t->right = is != DUEL_MARK_NONE && duel_str_is(t->tried, words[is]);
        for (int i = 0; i < reason->count; i++) {
            duel_put(&t->text.sink, i ? " " : "");
            duel_render(t->lang, &reason->fact[i].text, &t->text.sink);
        }
    }
    free(reason);
    return status;
}

/* ---- engines at work --------------------------------------------------------------------- */

static duel_status watch_part(trial *t, const duel_move *first, json_t **out, duel_msg *why)
{
    search_film_asked asked = {
        .v = &t->v, .view = &t->state, .engine = duel_str_of(t->p->of), .first = first};
    return search_film_engine(&asked, t->lang, out, why);
}

static duel_status positions_with(trial *t, duel_move first, json_int_t *out, duel_msg *why)
{
    json_t *film;
    duel_status status = watch_part(t, &first, &film, why);
    if (status != DUEL_OK)
        return status;
    *out = json_integer_value(json_object_get(film, "nodes"));
    json_decref(film);
    return DUEL_OK;
}

static duel_status judge_first(trial *t, duel_msg *why)
{
    duel_move list[DUEL_MOVES_MAX], move;
    json_int_t own = 0, nodes = 0;
    duel_status status = read_tried_move(t, &move, why);
    if (status == DUEL_OK)
        status = positions_with(t, move, &own, why);
    if (status != DUEL_OK)
        return status;
    int count = t->v.game->moves(&t->v, &t->state, list);
    t->right = true;
    for (int i = 0; status == DUEL_OK && i < count; i++) {
        status = positions_with(t, list[i], &nodes, why);
        t->right = t->right && own <= nodes;
    }
    duel_tell(t->lang, &t->text.sink,
              t->right
                  ? N_("Right: then it looks at {0} positions only, and no other move does "
                       "better.")
                  : N_("Then it looks at {0} positions; another move does better."),
              "i", (int64_t)own);
    return status;
}

static duel_status judge_played(trial *t, duel_msg *why)
{
    json_t *film;
    duel_move move;
    duel_status status = read_tried_move(t, &move, why);
    if (status == DUEL_OK)
        status = watch_part(t, NULL, &film, why);
    if (status != DUEL_OK)
        return status;
    const char *played = json_string_value(json_object_get(film, "move"));
    t->right = played && duel_str_is(t->tried, played);
    say_tried(t, t->right ? N_("Right.") : N_("No. Go through the film once more."));
    json_decref(film);
    return DUEL_OK;
}

static int64_t cuts_in(const json_t *film)
{
    int64_t cuts = 0;
    json_t *step, *thing;
    size_t i, k;
    json_array_foreach(json_object_get(film, "steps"), i, step)
        json_array_foreach(json_object_get(step, "put"), k, thing)
    {
        const char *tone = json_string_value(json_object_get(thing, "tone"));
        cuts += tone && strcmp(tone, "cut") == 0;
    }
    return cuts;
}

static bool is_number(duel_str text, int64_t number)
{
    char is[24];
    snprintf(is, sizeof is, "%lld", (long long)number);
    return duel_str_is(text, is);
}

static duel_status judge_cuts(trial *t, duel_msg *why)
{
    json_t *film;
    duel_status status = short_lesson_position(t->p, &t->v, &t->state, why);
    if (status == DUEL_OK)
        status = watch_part(t, NULL, &film, why);
    if (status != DUEL_OK)
        return status;
    t->right = is_number(t->tried, cuts_in(film));
    say_tried(t, t->right ? N_("Right.") : N_("No. Go through the film once more."));
    json_decref(film);
    return DUEL_OK;
}

/* ---- formulas ---------------------------------------------------------------------------- */

/* A truth table of lines and a question (its `at` NULL: none). */
static duel_status ask_table(const trial *t, duel_str lines, duel_str question, json_t **out,
                             duel_msg *why)
{
    logic_asked asked;
    logic_place wrong;
    duel_status status = logic_read_text(lines, &asked, why);
    if (status != DUEL_OK)
        return status;
    if (question.at)
        asked.question = question;
    return logic_decide(duel_str_of("table"), &asked, t->lang, out, &wrong, why);
}

static duel_status ask_follows(const trial *t, duel_str lines, duel_str question, bool *out,
                               duel_msg *why)
{
    json_t *j;
    duel_status status = ask_table(t, lines, question, &j, why);
    if (status != DUEL_OK)
        return status;
    *out = json_is_true(json_object_get(j, "follows"));
    json_decref(j);
    return DUEL_OK;
}

static void put_verdict(trial *t, const json_t *table)
{
    const char *verdict = json_string_value(json_object_get(table, "verdict"));
    duel_put(&t->text.sink, verdict ? verdict : "");
}

static duel_status judge_yes_or_no(trial *t, duel_msg *why)
{
    bool together = t->p->kind == SHORT_LESSON_TOGETHER;
    json_t *j;
    duel_status status =
        ask_table(t, duel_str_of(t->p->lines),
                  together ? (duel_str){NULL, 0} : duel_str_of(t->p->ask), &j, why);
    if (status != DUEL_OK)
        return status;
    bool is = json_is_true(json_object_get(j, together ? "consistent" : "follows"));
    t->right = duel_str_is(t->tried, is ? "yes" : "no");
    put_verdict(t, j);
    json_decref(j);
    return DUEL_OK;
}

static duel_status judge_models(trial *t, duel_msg *why)
{
    json_t *j;
    duel_status status = ask_table(t, duel_str_of(t->p->lines), (duel_str){NULL, 0}, &j, why);
    if (status != DUEL_OK)
        return status;
    t->right = is_number(t->tried, json_integer_value(json_object_get(j, "models")));
    say_tried(t, t->right ? N_("Right.") : N_("No. Count the rows in which all is true."));
    json_decref(j);
    return DUEL_OK;
}

/* A letter, or its negation, in any usual notation. */
static bool read_literal(prop_pool *pool, duel_str text, prop_id *out)
{
    size_t at;
    if (prop_read(pool, duel_str_trim(text), out, &at, NULL) != DUEL_OK)
        return false;
    const prop_node *n = &pool->node[*out];
    if (n->op == PROP_NOT)
        n = &pool->node[n->left];
    return n->op == PROP_LETTER;
}

/* Whether `text` is one that does not stand among the lines by itself: that would not have been
 * found by thinking. A formula has one number in a pool, however it is written. */
static bool is_new_literal(const char *lines, duel_str text)
{
    prop_pool *pool = malloc(sizeof *pool);
    prop_id own, given;
    bool fine = pool != NULL;
    duel_str rest = duel_str_of(lines), line;
    if (fine)
        prop_pool_init(pool);
    fine = fine && read_literal(pool, text, &own);
    while (fine && duel_str_part(&rest, '\n', &line))
        fine = !read_literal(pool, line, &given) || given != own;
    free(pool);
    return fine;
}

static duel_status judge_forced(trial *t, duel_msg *why)
{
    if (!is_new_literal(t->p->lines, t->tried)) {
        say_tried(t, N_("Write one letter that is forced and does not stand there alone yet, "
                        "with ~ before it if it must be false."));
        return DUEL_OK;
    }
    duel_status status = ask_follows(t, duel_str_of(t->p->lines), t->tried, &t->right, why);
    say_tried(t, t->right ? N_("Right: there is no other way.")
                          : N_("No: the clauses can all be true without it."));
    return status;
}

/* Words one below the other, as lines; false: one of them is no literal. */
static bool put_literals(duel_str words, duel_sink *out)
{
    duel_str word;
    bool fine = false, all = true;
    while (duel_str_word(&words, " ,;\n", &word)) {
        all = all && is_new_literal("", word);
        duel_put_str(out, word);
        duel_put(out, "\n");
        fine = true;
    }
    return fine && all;
}

static void put_conjunction(const char *lines, duel_sink *out)
{
    duel_str rest = duel_str_of(lines), line;
    const char *sign = "";
    while (duel_str_part(&rest, '\n', &line)) {
        duel_put(out, sign);
        duel_put(out, "(");
        duel_put_str(out, line);
        duel_put(out, ")");
        sign = "&";
    }
}

/* They do not contradict each other, and all lines follow from them. */
static duel_status model_holds(trial *t, duel_str letters, duel_str all, duel_msg *why)
{
    json_t *j;
    duel_status status = ask_table(t, letters, (duel_str){NULL, 0}, &j, why);
    if (status != DUEL_OK)
        return status;
    bool possible = json_is_true(json_object_get(j, "consistent"));
    json_decref(j);
    status = ask_follows(t, letters, all, &t->right, why);
    t->right = t->right && possible;
    if (status == DUEL_OK)
        say_tried(t, t->right ? N_("Right: every clause is true.")
                              : N_("No: some clause is not made true."));
    return status;
}

static duel_status judge_model(trial *t, duel_msg *why)
{
    duel_buf letters, all;
    duel_status status = DUEL_OK;
    duel_buf_init(&letters);
    duel_buf_init(&all);
    put_conjunction(t->p->lines, &all.sink);
    if (put_literals(t->tried, &letters.sink))
        status = model_holds(t, duel_buf_str(&letters), duel_buf_str(&all), why);
    else
        say_tried(t, N_("Write letters with blanks between, with ~ before those that are to "
                        "be false: A ~B C."));
    duel_buf_fini(&letters);
    duel_buf_fini(&all);
    return status;
}

static duel_status judge_meaning(trial *t, duel_msg *why)
{
    bool there = false, back = false;
    duel_str wanted = duel_str_of(t->p->ask);
    duel_status status = ask_follows(t, t->tried, wanted, &there, why);
    if (status == DUEL_OK)
        status = ask_follows(t, wanted, t->tried, &back, why);
    t->right = there && back;
    if (status == DUEL_OK)
        say_tried(t, t->right ? N_("Right: the two have the same truth table.")
                     : there  ? N_("No: that says more than the sentence does.")
                     : back   ? N_("No: that says less than the sentence does.")
                              : N_("No: that says something else."));
    return status;
}

static duel_status judge_derivation(trial *t, duel_msg *why)
{
    size_t at;
    prop_id goal;
    duel_buf text;
    fitch_derivation *d = malloc(sizeof *d);
    duel_buf_init(&text);
    duel_put(&text.sink, t->p->lines);
    duel_put_str(&text.sink, t->tried);
    duel_status status = d ? fitch_read(d, duel_buf_str(&text), why) : duel_no_space(why);
    if (status == DUEL_OK)
        status = prop_read(&d->pool, duel_str_of(t->p->ask), &goal, &at, why);
    if (status == DUEL_OK) {
        t->right = check_done(d, goal);
        say_tried(t, t->right        ? N_("Right: every line holds, and the last is the goal.")
                     : d->wrong == 0 ? N_("Every line holds, but the last is not the goal yet.")
                                     : N_("Not every line holds."));
    }
    duel_buf_fini(&text);
    free(d);
    return status;
}

/* ---- all --------------------------------------------------------------------------------- */

static duel_status (*const judges[SHORT_LESSON_KINDS])(trial *t, duel_msg *why) = {
    [SHORT_LESSON_MOVE] = judge_move,         [SHORT_LESSON_FIRST] = judge_first,
    [SHORT_LESSON_PLAYS] = judge_played,      [SHORT_LESSON_WORTH] = judge_worth,
    [SHORT_LESSON_CUTS] = judge_cuts,         [SHORT_LESSON_CLAIM] = judge_claim,
    [SHORT_LESSON_FOLLOWS] = judge_yes_or_no, [SHORT_LESSON_TOGETHER] = judge_yes_or_no,
    [SHORT_LESSON_MODELS] = judge_models,     [SHORT_LESSON_FORCED] = judge_forced,
    [SHORT_LESSON_MODEL] = judge_model,       [SHORT_LESSON_MEANS] = judge_meaning,
    [SHORT_LESSON_DERIVE] = judge_derivation,
};

bool short_lesson_is_exercise(const short_lesson_part *p)
{
    return judges[p->kind] != NULL;
}

static duel_status primer_judge(const short_lesson_part *p, duel_str tried, duel_lang lang,
                                json_t **out, duel_msg *why)
{
    trial *t = calloc(1, sizeof *t);
    if (t == NULL)
        return duel_no_space(why);
    *t = (trial){.p = p, .tried = duel_str_trim(tried), .lang = lang};
    duel_buf_init(&t->text);
    duel_status status = t->tried.len ? judges[p->kind](t, why)
                                      : duel_invalid(why, N_("Write an answer first."), "");
    if (status == DUEL_OK)
        *out = json_pack("{sbso}", "right", t->right, "text", json_take_text(&t->text));
    else
        duel_buf_fini(&t->text);
    free(t);
    return status;
}

/* ---- lessons listed and shown ------------------------------------------------------------ */

const short_lesson_lesson *short_lesson_find(duel_str id, duel_msg *why)
{
    for (const short_lesson_lesson *l = primer_lessons; l->id; l++)
        if (duel_str_is(id, l->id))
            return l;
    duel_ask_nearest(duel_refuse(why, N_("There is no lesson “{0}”."), "s", id), why, id,
                     primer_lessons, sizeof *primer_lessons);
    return NULL;
}

static int exercises_in(const short_lesson_lesson *l)
{
    int count = 0;
    for (const short_lesson_part *p = l->part; p->text; p++)
        count += short_lesson_is_exercise(p);
    return count;
}

static json_t *json_heading(const short_lesson_lesson *l, duel_lang lang)
{
    return json_pack("{sssssssi}", "id", l->id, "title", duel_text(lang, l->title), "about",
                     duel_text(lang, l->about), "exercises", exercises_in(l));
}

json_t *short_lesson_list(duel_lang lang)
{
    json_t *list = json_array();
    for (const short_lesson_lesson *l = primer_lessons; l->id; l++)
        json_array_append_new(list, json_heading(l, lang));
    return json_pack("{so}", "lessons", list);
}

/* ---- parts ------------------------------------------------------------------------------- */

static const char *kind_name(short_lesson_kind kind)
{
    static const char *const names[SHORT_LESSON_KINDS] = {
        "say",   "trace",   "logic",    "move",   "first",  "plays", "worth", "cuts",
        "claim", "follows", "together", "models", "forced", "model", "means", "derive"};
    return names[kind];
}

static void set_given(json_t *j, const char *key, const char *text)
{
    if (text)
        json_set(j, key, json_string(text));
}

/* The question of a formula to be written would give it away. */
static bool shows_question(const short_lesson_part *p)
{
    return p->kind != SHORT_LESSON_MEANS;
}

static json_t *json_part(const short_lesson_part *p, duel_lang lang)
{
    json_t *j = json_pack("{sssssb}", "kind", kind_name(p->kind), "text",
                          duel_text(lang, p->text), "exercise", short_lesson_is_exercise(p));
    set_given(j, "game", p->game);
    set_given(j, "variant", p->variant);
    set_given(j, "position", p->position);
    set_given(j, "of", p->of);
    set_given(j, "lines", p->lines);
    if (shows_question(p))
        set_given(j, "ask", p->ask);
    return j;
}

json_t *short_lesson_show(const short_lesson_lesson *l, duel_lang lang)
{
    json_t *j = json_heading(l, lang), *parts = json_array();
    for (const short_lesson_part *p = l->part; p->text; p++)
        json_array_append_new(parts, json_part(p, lang));
    json_set(j, "parts", parts);
    return j;
}

duel_status short_lesson_try(const short_lesson_lesson *l, int64_t part, duel_str tried,
                             duel_lang lang, json_t **out, duel_msg *why)
{
    int64_t count = 0;
    while (l->part[count].text)
        count++;
    if (part < 0 || part >= count || !short_lesson_is_exercise(&l->part[part]))
        return duel_invalid(why, N_("The lesson has no such exercise."), "");
    return primer_judge(&l->part[part], tried, lang, out, why);
}
