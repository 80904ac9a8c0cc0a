/* wire/puzzle.c -- the puzzle of the day, or another one by its name.
 *
 *     daily ──▶ in the base? ──no──▶ the crew looks for it ──▶ the base ──▶ asked again
 *                    │
 *                    └──yes──▶ the question; with moves, a draft of the turn or a verdict,
 *                              which is kept with the profile (puzzle_list.c)
 *
 * In the base a puzzle is a record up to the position, and what is needed to answer tries and
 * to tell the solution without thinking again: the moves, the values, the words in both
 * languages. */
#include "core/play.h"
#include "core/variant.h"
#include "front/wording.h"
#include "players/catalogue.h"
#include "wire/inside.h"
#include "wire/json.h"
#include "wire/puzzle_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool puzzle_exists_on_day(const duel_game *g)
{
    duel_variant v;
    return g->print && g->parse && duel_variant_make(g, NULL, 0, &v, NULL) == DUEL_OK &&
           puzzle_fits(&v, NULL) == DUEL_OK;
}

/* ---- puzzles as texts ------------------------------------------------------------------- */

static json_t *in_both(const duel_msg *m)
{
    return json_pack("[oo]", json_say(DUEL_EN, m), json_say(DUEL_FR, m));
}

static const char *in_one(json_t *both, duel_lang lang)
{
    const char *text = json_string_value(json_array_get(both, lang == DUEL_FR));
    return text ? text : "";
}

/* ["c3",1,"d4"]: a move, its value, and the reply if it is known. */
static json_t *value_json(const found_puzzle *f, const valued_position *of)
{
    const duel_variant *v = &f->record.variant;
    duel_state after = f->puzzle.state;
    json_t *j = json_pack("[oi]", json_move(v, &after, of->move), (int)of->value);
    v->game->play(v, &after, of->move);
    if (of->replied)
        json_array_append_new(j, json_move(v, &after, of->reply));
    return j;
}

/* {"question":[en,fr],"answer":["A@4.1"…],"why":[[en,fr]…],"values":[["c3",1,"d4"]…],
 * "theme":[en,fr]} */
static json_t *answer_json(const found_puzzle *f)
{
    const duel_variant *v = &f->record.variant;
    const duel_puzzle *p = &f->puzzle;
    duel_msg theme;
    json_t *why = json_array(), *values = json_array();
    for (int i = 0; i < p->why.count; i++)
        json_array_append_new(why, in_both(&p->why.fact[i].text));
    for (int i = 0; i < f->valued_count; i++)
        json_array_append_new(values, value_json(f, &f->valued[i]));
    json_t *j =
        json_pack("{sosososo}", "question", in_both(&p->question), "answer",
                  json_played(v, &p->state, p->answer, p->count), "why", why, "values", values);
    if (puzzle_theme(f, &theme))
        json_set(j, "theme", in_both(&theme));
    return j;
}

static duel_status read_text(const duel_variant *v, const void *state, const json_t *text,
                             duel_move *out, duel_msg *why)
{
    const char *move = json_string_value(text);
    return duel_read_move(v, state, duel_str_of(move ? move : ""), out, why);
}

/* Fills in the moves of the answer. */
static duel_status read_answer(const json_t *list, found_puzzle *f, duel_msg *why)
{
    const duel_variant *v = &f->record.variant;
    duel_state state = f->puzzle.state;
    duel_status status = json_array_size(list) ? DUEL_OK : DUEL_REFUSED;
    for (size_t i = 0; status == DUEL_OK && i < json_array_size(list) && i < DUEL_PLAN; i++) {
        duel_move *move = &f->puzzle.answer[i];
        status = read_text(v, &state, json_array_get(list, i), move, why);
        if (status == DUEL_OK)
            v->game->play(v, &state, *move);
        f->puzzle.count++;
    }
    return status;
}

static duel_status read_value(const json_t *from, const found_puzzle *f, valued_position *out,
                              duel_msg *why)
{
    const duel_variant *v = &f->record.variant;
    duel_state after = f->puzzle.state;
    duel_status status = read_text(v, &after, json_array_get(from, 0), &out->move, why);
    json_int_t value = json_integer_value(json_array_get(from, 1));
    if (value < DUEL_LOSS || value > DUEL_WIN) /* the base is a file, which can be changed */
        return DUEL_REFUSED;
    out->value = (duel_value)value;
    out->replied = json_array_size(from) > 2;
    if (status != DUEL_OK || !out->replied)
        return status;
    v->game->play(v, &after, out->move);
    return read_text(v, &after, json_array_get(from, 2), &out->reply, why);
}

static duel_status read_values(const json_t *list, found_puzzle *f, duel_msg *why)
{
    size_t count = json_array_size(list);
    duel_status status = DUEL_OK;
    if (count == 0) /* the game judges */
        return f->record.variant.game->teaching.puzzles ? DUEL_OK : DUEL_REFUSED;
    f->valued = calloc(count, sizeof *f->valued);
    if (f->valued == NULL)
        return duel_no_space(why);
    for (size_t i = 0; status == DUEL_OK && i < count; i++)
        status = read_value(json_array_get(list, i), f, &f->valued[f->valued_count++], why);
    return status;
}

/* A puzzle from the base, all that judging needs; given to found_puzzle_fini on success. */
static duel_status read_puzzle(duel_str record, const json_t *kept, found_puzzle *out,
                               duel_msg *why)
{
    memset(out, 0, sizeof *out);
    duel_status status = duel_record_read(record, catalogue_find_game, &out->record, why);
    if (status != DUEL_OK)
        return status;
    status = duel_record_replay(&out->record, out->record.count, &out->puzzle.state, why);
    if (status == DUEL_OK)
        status = read_answer(json_object_get(kept, "answer"), out, why);
    if (status == DUEL_OK)
        status = read_values(json_object_get(kept, "values"), out, why);
    if (status != DUEL_OK)
        found_puzzle_fini(out);
    return status;
}

/* ---- looking for it, on the crew -------------------------------------------------------- */

/* Somebody who waits for a puzzle. */
typedef struct waiting {
    struct waiting *next;
    wire_request from;
    char text[]; /* of the request */
} waiting;

/* One for a game and a name, however many wait for it. */
typedef struct wire_search {
    thread_job job;
    struct wire_search *next;
    wire_hub *hub;
    const duel_game *game;
    char name[PUZZLE_NAME];
    waiting *askers;
    duel_status status;
    duel_msg why;
} search;

static duel_status keep_daily(search *s, duel_str record, duel_str answer)
{
    return store_daily_add(s->hub->side, s->name, duel_str_of(s->game->id), s->game->version,
                           record, answer, &s->why);
}

static duel_status keep_puzzle(search *s, const found_puzzle *f)
{
    duel_buf record;
    json_t *answer = answer_json(f);
    char *text = json_dumps(answer, JSON_COMPACT);
    duel_buf_init(&record);
    duel_record_print(&f->record, &record.sink);
    duel_status status =
        text ? keep_daily(s, duel_buf_str(&record), duel_str_of(text)) : duel_no_space(&s->why);
    duel_buf_fini(&record);
    free(text);
    json_decref(answer);
    return status;
}

/* With less memory another puzzle would be found: it is had from the budget of those who think,
 * all of it. */
static duel_status find_puzzle(search *s, const duel_variant *v, found_puzzle *out)
{
    memory_budget *purse = s->hub->setup.purse;
    if (purse)
        memory_budget_charge(purse, PUZZLE_MEMORY);
    duel_status status = puzzle_find(v, puzzle_seed(s->name, s->game), PUZZLE_MEMORY,
                                     &s->hub->stop, out, &s->why);
    if (purse)
        memory_budget_give(purse, PUZZLE_MEMORY);
    return status;
}

static void run_search(thread_job *job)
{
    search *s = (search *)job;
    duel_variant v;
    found_puzzle f;
    s->status = duel_variant_make(s->game, NULL, 0, &v, &s->why);
    if (s->status == DUEL_OK)
        s->status = find_puzzle(s, &v, &f);
    if (s->status == DUEL_OK) {
        s->status = keep_puzzle(s, &f);
        found_puzzle_fini(&f);
    } else if (s->status == DUEL_REFUSED) { /* not looked for again today */
        s->status = keep_daily(s, duel_str_of(""), duel_str_of(""));
    }
}

static void take_off_list(search *s)
{
    search **at = &s->hub->searches;
    while (*at != s)
        at = &(*at)->next;
    *at = s->next;
}

/* Asks again for one who waited, now that the answer is in the base. */
static void tell_asker(const search *s, const waiting *who)
{
    wire_client *c = request_asker(s->hub, &who->from);
    duel_msg why = s->why;
    duel_status status = s->status;
    if (c && status == DUEL_OK)
        status = request_read(c, who->from.re, who->text, &why);
    if (c && status != DUEL_OK)
        client_refuse(c, who->from.re, json_kind(status), &why);
}

static void done_search(thread_job *job)
{
    search *s = (search *)job;
    hub_step step = step_begin_made(s->hub, "daily", s->game);
    take_off_list(s);
    while (s->askers) {
        waiting *next = s->askers->next;
        tell_asker(s, s->askers);
        free(s->askers);
        s->askers = next;
    }
    step_end(s->hub, &step);
    free(s);
}

static search *search_for(wire_hub *hub, const duel_game *g, const char *name)
{
    search *s = hub->searches;
    while (s && (s->game != g || strcmp(s->name, name)))
        s = s->next;
    return s;
}

static duel_status begin_search(const wire_asked *a, const duel_game *g, const char *name,
                                search **out, duel_msg *why)
{
    wire_hub *hub = a->c->hub;
    duel_status status = client_may_ask(a->c, why);
    if (status != DUEL_OK)
        return status;
    search *s = calloc(1, sizeof *s);
    if (s == NULL)
        return duel_no_space(why);
    *s = (search){.job = client_job(a->c, JOB_CLASS_PUZZLES, run_search, done_search),
                  .next = hub->searches,
                  .hub = hub,
                  .game = g};
    snprintf(s->name, sizeof s->name, "%s", name);
    hub->searches = s;
    thread_pool_submit(hub->crew, &s->job);
    *out = s;
    return DUEL_OK;
}

/* Who asks for the same again waits for the last answer only. */
static void drop_earlier(search *s, wire_client *c)
{
    duel_msg why;
    waiting **at = &s->askers;
    while (*at && (*at)->from.asker != c->number)
        at = &(*at)->next;
    waiting *who = *at;
    if (who == NULL)
        return;
    *at = who->next;
    duel_say(&why, N_("Another question was asked meanwhile."), "");
    client_refuse(c, who->from.re, "advice", &why);
    free(who);
}

static duel_status wait_for_search(const wire_asked *a, const duel_game *g, const char *name,
                                   duel_msg *why)
{
    char *text = request_text(a->what);
    size_t size = text ? strlen(text) + 1 : 0;
    waiting *who = text ? malloc(sizeof *who + size) : NULL;
    search *s = search_for(a->c->hub, g, name);
    duel_status status = who ? DUEL_OK : duel_no_space(why);
    if (status == DUEL_OK && s == NULL)
        status = begin_search(a, g, name, &s, why);
    if (status == DUEL_OK) {
        drop_earlier(s, a->c);
        *who = (waiting){.next = s->askers, .from = request_by(a->c, a->re)};
        memcpy(who->text, text, size);
        s->askers = who;
    } else {
        free(who);
    }
    free(text);
    return status;
}

/* ---- talking about it ------------------------------------------------------------------- */

/* What somebody tries: moves of a turn, with blanks between. */
typedef struct attempt {
    int count;
    duel_move move[DUEL_PLAN];
    duel_state after;
} attempt;

static duel_status read_attempt(const found_puzzle *f, const char *text, attempt *t,
                                duel_msg *why)
{
    const duel_variant *v = &f->record.variant;
    duel_str rest = duel_str_of(text);
    duel_status status = DUEL_OK;
    t->count = 0;
    t->after = f->puzzle.state;
    while (status == DUEL_OK && duel_str_skip(&rest, " ")) {
        if (t->count && !puzzle_try_continues(f, t->count, &t->after))
            return duel_invalid(why, N_("These are more moves than the puzzle asks for."), "");
        status = duel_next_move_text(v, &t->after, &rest, " ", &t->move[t->count], why);
        if (status == DUEL_OK)
            v->game->play(v, &t->after, t->move[t->count++]);
    }
    if (status == DUEL_OK && t->count == 0)
        status = duel_invalid(why, N_("Which move?"), "");
    return status;
}

static json_t *puzzle_json(const wire_client *c, const found_puzzle *f, const char *name)
{
    const duel_variant *v = &f->record.variant;
    duel_state view;
    duel_buf variant;
    duel_buf_init(&variant);
    duel_variant_print(v, &variant.sink);
    duel_view(v, &f->puzzle.state, v->game->turn(v, &f->puzzle.state), &view);
    json_t *j = json_pack("{sssssssoso}", "game", v->game->id, "title",
                          duel_text(c->lang, v->game->title), "name", name, "variant",
                          json_take_text(&variant), "position", json_position(v, &view));
    if (puzzle_number(name) == 0)
        json_set(j, "date", json_string(name));
    puzzles_add_standing(j, c, f, name);
    return j;
}

static void add_solution(json_t *j, const json_t *kept, duel_lang lang)
{
    json_t *list = json_array(), *both, *theme = json_object_get(kept, "theme");
    size_t i;
    json_array_foreach(json_object_get(kept, "why"), i, both)
        json_array_append_new(list, json_string(in_one(both, lang)));
    json_set(j, "why", list);
    if (theme)
        json_set(j, "theme", json_string(in_one(theme, lang)));
}

/* Adds the verdict; true if the try is right. */
static bool add_verdict(json_t *j, const found_puzzle *f, const json_t *kept, const attempt *t,
                        duel_lang lang)
{
    duel_msg why;
    bool right = found_puzzle_judge(f, t->move, t->count, &why) == DUEL_OK;
    json_set(j, "right", json_boolean(right));
    json_set(j, "text", right ? json_tell(lang, N_("That is it."), "") : json_say(lang, &why));
    if (right)
        add_solution(j, kept, lang);
    return right;
}

/* The answer given away, as if it had been tried. */
static void add_answer(json_t *j, const found_puzzle *f, const json_t *kept, attempt *t,
                       duel_lang lang)
{
    const duel_variant *v = &f->record.variant;
    duel_buf moves;
    duel_buf_init(&moves);
    wording_played(&moves.sink, v, &f->puzzle.state, f->puzzle.answer, f->puzzle.count);
    for (; t->count < f->puzzle.count; t->count++) {
        t->move[t->count] = f->puzzle.answer[t->count];
        v->game->play(v, &t->after, t->move[t->count]);
    }
    json_set(j, "right", json_false());
    json_set(j, "shown", json_true());
    json_set(j, "text", json_tell(lang, N_("The answer is {0}."), "s", duel_buf_str(&moves)));
    add_solution(j, kept, lang);
    duel_buf_fini(&moves);
}

/* What is asked, what is drafted, or what came of it; *told: whether that is a verdict. */
static json_t *tell_puzzle(const wire_asked *a, const found_puzzle *f, json_t *kept, attempt *t,
                           const char *name, bool *told)
{
    const duel_variant *v = &f->record.variant;
    duel_lang lang = a->c->lang;
    bool shows = json_is_true(json_object_get(a->what, "solution"));
    bool draft = !shows && t->count && puzzle_try_continues(f, t->count, &t->after);
    json_t *j = puzzle_json(a->c, f, name);
    *told = !draft && (shows || t->count);
    bool moved = draft || shows || (*told && add_verdict(j, f, kept, t, lang));
    if (shows)
        add_answer(j, f, kept, t, lang);
    if (draft)
        json_set(j, "drafted", json_integer(t->count));
    json_set(j, "question", json_string(in_one(json_object_get(kept, "question"), lang)));
    wire_turn turn = {
        .before = f->puzzle.state, .move = t->move, .count = moved ? t->count : 0};
    learn_add_position(j, v, moved ? &t->after : &f->puzzle.state, &turn,
                       v->game->turn(v, &f->puzzle.state), lang);
    return j;
}

/* Takes the puzzle over if there is something to be kept of it. */
static duel_status send_puzzle(const wire_asked *a, found_puzzle **f, json_t *kept,
                               const char *name, duel_msg *why)
{
    const char *text = asked_text(a, "move");
    attempt t = {.after = (*f)->puzzle.state};
    bool told;
    duel_status status = text ? read_attempt(*f, text, &t, why) : DUEL_OK;
    if (status != DUEL_OK)
        return status;
    json_t *j = tell_puzzle(a, *f, kept, &t, name, &told);
    if (told && a->c->profile[0])
        return puzzles_keep(a, f, name, j, why);
    client_send(a->c, "daily", a->re, j);
    return DUEL_OK;
}

/* A text that cannot be read is of another version of the program, from earlier today. */
static duel_status answer_from(const wire_asked *a, const duel_buf *record,
                               const duel_buf *answer, const char *name, duel_msg *why)
{
    json_t *kept = json_loads(answer->text, 0, NULL);
    found_puzzle *f = calloc(1, sizeof *f);
    duel_status status = f == NULL ? duel_no_space(why)
                         : kept    ? read_puzzle(duel_buf_str(record), kept, f, why)
                                   : DUEL_REFUSED;
    if (status == DUEL_OK) {
        status = send_puzzle(a, &f, kept, name, why);
        if (f)
            found_puzzle_fini(f);
    } else if (status != DUEL_NO_SPACE) {
        status = duel_refuse(why, N_("No puzzle was found here."), "");
    }
    free(f);
    json_decref(kept);
    return status;
}

duel_status puzzle_start(const wire_asked *a, duel_msg *why)
{
    const duel_game *g;
    char name[PUZZLE_NAME];
    duel_buf record, answer;
    duel_status status = puzzles_read(a, &g, name, why);
    if (status != DUEL_OK)
        return status;
    duel_buf_init(&record);
    duel_buf_init(&answer);
    status = store_daily(a->c->hub->setup.store, name, duel_str_of(g->id), g->version, &record,
                         &answer, why);
    if (status == DUEL_REFUSED)
        status = wait_for_search(a, g, name, why);
    else if (status == DUEL_OK)
        status = answer_from(a, &record, &answer, name, why);
    duel_buf_fini(&record);
    duel_buf_fini(&answer);
    return status;
}
