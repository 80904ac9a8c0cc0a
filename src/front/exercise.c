/* front/exercise.c -- see exercise.h. */
#include "front/exercise.h"
#include "core/play.h"
#include "core/variant.h"
#include "front/inside.h"
#include "front/wording.h"
#include "teach/mistakes.h"

#include <math.h>

/* ---- words ------------------------------------------------------------------------------- */

static void put_move(const game_mistake *m, duel_move move, duel_buf *out)
{
    duel_buf_init(out);
    duel_print_move(&m->record.variant, &m->state, move, &out->sink);
}

static void put_worth(duel_lang lang, const game_mistake *m, const duel_worth *w, duel_buf *out)
{
    duel_buf_init(out);
    wording_worth(lang, &out->sink, &m->record.variant, w, WORDING_MOVER);
}

static bool is_win(const duel_worth *w)
{
    return w->proved && w->share >= 1;
}

static bool is_loss(const duel_worth *w)
{
    return w->proved && w->share <= 0;
}

/* What was done, by what is proved of it; NULL: the loss is told in numbers. */
static const char *what_was_done(const game_mistake *m)
{
    if (m->record.variant.seats == 1)
        return NULL;
    if (is_win(&m->had))
        return is_loss(&m->got)
                   ? N_("You played {0} here, and a win became a loss. Find something better.")
                   : N_("You played {0} here and let a win slip away. Find something better.");
    return is_loss(&m->got) ? N_("You played {0} here, and that loses. Find something better.")
                            : NULL;
}

static void put_points_lost(duel_lang lang, duel_sink *out, const duel_cost *cost,
                            duel_str played)
{
    char number[WORDING_NUMBER];
    if (cost->sure)
        duel_tell(lang, out,
                  N_("You played {0} here and gave away {1} {1:point|points}. Find something "
                     "better."),
                  "si", played, (int64_t)(cost->points + 0.5));
    else
        duel_tell(lang, out,
                  N_("You played {0} here and gave away about {1} points. Find something "
                     "better."),
                  "sc", played, wording_number(lang, cost->points, false, number));
}

/* What was lost, in points where they count, else as a share: as the review said it, and
 * without a number where it told none. */
static void put_loss(duel_lang lang, duel_sink *out, const game_mistake *m, duel_str played)
{
    const duel_variant *v = &m->record.variant;
    duel_cost cost = duel_worth_lost(v, &m->had, &m->got);
    int64_t per_cent = (int64_t)llround(100 * cost.share);
    if (!cost.told)
        duel_tell(lang, out,
                  N_("You played {0} here; another move seems to be better. Find it."), "s",
                  played);
    else if (cost.scored && cost.points > 0)
        put_points_lost(lang, out, &cost, played);
    else
        duel_tell(lang, out,
                  N_("You played {0} here and gave away about {1} % of the win. Find "
                     "something better."),
                  "si", played, per_cent);
}

void exercise_question(duel_lang lang, duel_sink *out, const game_mistake *m)
{
    const char *done = what_was_done(m);
    duel_buf played;
    put_move(m, m->played, &played);
    if (done)
        duel_tell(lang, out, done, "s", duel_buf_str(&played));
    else
        put_loss(lang, out, m, duel_buf_str(&played));
    duel_buf_fini(&played);
}

static const char *verdict_words(const game_mistake *m, const exercise_try *t)
{
    if (t->right && t->move == m->played)
        return N_("On another look, {0} was no mistake: {1}.");
    if (t->right)
        return N_("Right, {0}: {1}.");
    if (t->move == m->played)
        return N_("That is what you played: after {0}, {1}.");
    return t->mark == DUEL_INACCURATE ? N_("There is still better: after {0}, {1}.")
                                      : N_("No: after {0}, {1}.");
}

/* A sentence about a move {0} and what it is worth {1}. */
static void put_judged(duel_lang lang, duel_sink *out, const game_mistake *m, const char *words,
                       duel_move move, const duel_worth *w)
{
    duel_buf played, worth;
    put_move(m, move, &played);
    put_worth(lang, m, w, &worth);
    duel_tell(lang, out, words, "ss", duel_buf_str(&played), duel_buf_str(&worth));
    duel_buf_fini(&played);
    duel_buf_fini(&worth);
}

void exercise_verdict(duel_lang lang, duel_sink *out, const game_mistake *m,
                      const exercise_try *t)
{
    put_judged(lang, out, m, verdict_words(m, t), t->move, &t->worth);
}

void exercise_solution(duel_lang lang, duel_sink *out, const game_mistake *m)
{
    put_judged(lang, out, m, N_("Play {0}: {1}."), m->line[0], &m->had);
}

/* From today on. */
static int64_t days_until(int64_t due, int64_t now)
{
    return (due - spacing_today(now)) / SPACING_DAY;
}

void exercise_plan(duel_lang lang, duel_sink *out, const exercise_asked *a, int64_t now)
{
    int64_t days = days_until(a->due, now);
    if (a->due == DUEL_NEVER)
        duel_tell(lang, out, N_("You know this one: it is asked no more."), "");
    else if (days == 1)
        duel_tell(lang, out, N_("It comes back tomorrow."), "");
    else
        duel_tell(lang, out, N_("It comes back in {0} days."), "i", days);
}

void exercise_nothing(duel_lang lang, duel_sink *out, const exercise_agenda *a, bool one_game,
                      int64_t now)
{
    int64_t days = days_until(a->next, now);
    if (a->put_off)
        duel_tell(lang, out,
                  N_("That was all for today; {0} more {0:waits|wait} for another day."), "i",
                  a->put_off);
    else if (a->next && days > 1)
        duel_tell(lang, out,
                  N_("None of your mistakes is due: the next comes back in {0} days."), "i",
                  days);
    else if (a->next)
        duel_tell(lang, out, N_("None of your mistakes is due: the next comes back tomorrow."),
                  "");
    else if (a->retired)
        duel_tell(lang, out, N_("None of your mistakes is due."), "");
    else
        duel_tell(lang, out,
                  one_game ? N_("No move of yours in this game was a mistake.")
                           : N_("No mistake of yours is known yet."),
                  "");
}

/* A right move is told what speaks for it, a wrong one what speaks against it. */
static bool is_to_the_point(const exercise_try *t, const duel_fact *f)
{
    return t->right ? f->speaks >= 0 : f->speaks <= 0;
}

static void put_reply(duel_lang lang, duel_sink *out, const game_mistake *m,
                      const exercise_try *t)
{
    const duel_variant *v = &m->record.variant;
    duel_state after = m->state;
    duel_buf line;
    duel_buf_init(&line);
    v->game->play(v, &after, t->move);
    wording_line(&line.sink, v, &after, t->reply, t->reply_count);
    duel_tell(lang, out, N_("It would go on with {0}."), "s", duel_buf_str(&line));
    duel_buf_fini(&line);
}

bool exercise_reason(duel_lang lang, duel_sink *out, const game_mistake *m,
                     const exercise_try *t, int i)
{
    for (int f = 0; f < t->why.count; f++)
        if (is_to_the_point(t, &t->why.fact[f]) && i-- == 0)
            return duel_render(lang, &t->why.fact[f].text, out), true;
    if (i == 0 && t->reply_count)
        return put_reply(lang, out, m, t), true;
    return false;
}

/* ---- JSON -------------------------------------------------------------------------------- */

json_t *exercise_json(duel_lang lang, const game_mistake *m)
{
    const duel_variant *v = &m->record.variant;
    duel_state view;
    duel_buf variant, question;
    duel_buf_init(&variant);
    duel_buf_init(&question);
    duel_variant_print(v, &variant.sink);
    exercise_question(lang, &question.sink, m);
    duel_view(v, &m->state, m->seat, &view);
    return json_pack("{sssssososisososo}", "game", v->game->id, "title",
                     duel_text(lang, v->game->title), "variant", json_take_text(&variant),
                     "position", json_position(v, &view), "turn", m->seat + 1, "played",
                     json_move(v, &view, m->played), "mark", json_mark(m->mark), "question",
                     json_take_text(&question));
}

static json_t *reasons_told(duel_lang lang, const game_mistake *m, const exercise_try *t)
{
    json_t *list = json_array();
    for (int i = 0;; i++) {
        duel_buf text;
        duel_buf_init(&text);
        bool more = exercise_reason(lang, &text.sink, m, t, i);
        json_t *sentence = json_take_text(&text);
        if (more)
            json_array_append(list, sentence);
        json_decref(sentence);
        if (!more)
            return list;
    }
}

json_t *exercise_try_json(duel_lang lang, const game_mistake *m, const exercise_try *t)
{
    duel_buf text;
    json_t *j = json_object();
    duel_buf_init(&text);
    exercise_verdict(lang, &text.sink, m, t);
    json_set_worth(j, &m->record.variant, (json_worth){t->worth, DUEL_NO_ESTIMATE}, lang);
    json_object_del(j, "estimate"); /* of which engine, nobody knows any more */
    json_set(j, "right", json_boolean(t->right));
    json_set(j, "move", json_move(&m->record.variant, &m->state, t->move));
    json_set(j, "mark", json_mark(t->mark));
    json_set(j, "text", json_take_text(&text));
    json_set(j, "why", reasons_told(lang, m, t));
    return j;
}

json_t *exercise_solution_json(duel_lang lang, const game_mistake *m)
{
    duel_buf text;
    duel_buf_init(&text);
    exercise_solution(lang, &text.sink, m);
    return json_pack("{soso}", "text", json_take_text(&text), "line",
                     json_played(&m->record.variant, &m->state, m->line, m->line_count));
}

json_t *exercise_agenda_json(const exercise_agenda *a)
{
    return json_pack("{sIsIsIsosIsI}", "due", (json_int_t)a->due, "put_off",
                     (json_int_t)a->put_off, "later", (json_int_t)a->later, "next",
                     a->next ? json_integer(a->next) : json_null(), "retired",
                     (json_int_t)a->retired, "unreviewed", (json_int_t)a->unreviewed);
}
