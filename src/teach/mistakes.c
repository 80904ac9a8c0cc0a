/* teach/mistakes.c -- see mistakes.h. */
#include "teach/mistakes.h"
#include "core/guard.h"
#include "core/play.h"
#include "players/catalogue.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void duel_mistake_fini(duel_mistake *m)
{
    duel_record_fini(&m->record);
}

/* ---- from a review ------------------------------------------------------------------------
 */

/* An engine that does not know what is hidden may go on with what cannot be played. */
static void take_playable(const duel_verdict *d, duel_mistake *m)
{
    const duel_variant *v = &m->record.variant;
    duel_state state = m->state;
    int count = 0;
    while (count < d->line_count && !duel_is_over(v, &state) &&
           duel_legal(v, &state, d->line[count])) {
        m->line[count] = d->line[count];
        v->game->play(v, &state, d->line[count++]);
    }
    m->line_count = count;
}

duel_status duel_mistake_take(const duel_record *game, const duel_review *review, size_t at,
                              duel_mistake *out, duel_msg *why)
{
    const duel_verdict *d = &review->move[at];
    if (d->mark < DUEL_MISTAKE)
        return DUEL_NO;
    *out = (duel_mistake){
        .seat = d->seat, .played = d->played, .mark = d->mark, .had = d->had, .got = d->got};
    duel_status status = duel_record_copy(game, at, &out->record, why);
    if (status != DUEL_OK)
        return status;
    status = duel_record_replay(&out->record, at, &out->state, why);
    if (status == DUEL_OK)
        take_playable(d, out);
    if (status == DUEL_OK && out->line_count == 0)
        status = DUEL_NO;
    if (status != DUEL_OK)
        duel_mistake_fini(out);
    return status;
}

/* ---- as text ------------------------------------------------------------------------------
 */

enum { MILLIONTHS = 1000000 };

/* Five yes or no, then share and points in millionths, and plies. */
static void print_worth(const duel_worth *w, duel_sink *out)
{
    duel_putf(out, "%d%d%d%d%d %lld %lld %lu", w->known, w->proved, w->endless, w->scored,
              w->unclear, llround(w->share * MILLIONTHS), llround(w->points * MILLIONTHS),
              (unsigned long)w->plies);
}

static bool read_number(duel_str *rest, int64_t least, int64_t most, int64_t *out)
{
    duel_str word;
    return duel_str_word(rest, " ", &word) && duel_str_number(word, out) && *out >= least &&
           *out <= most;
}

static bool read_worth(duel_str rest, duel_worth *out)
{
    enum { POINTS = 1 << 30 };
    duel_str flags;
    int64_t share, points, plies;
    if (!duel_str_word(&rest, " ", &flags) || flags.len != 5 ||
        !read_number(&rest, 0, MILLIONTHS, &share) ||
        !read_number(&rest, -(int64_t)POINTS * MILLIONTHS, (int64_t)POINTS * MILLIONTHS,
                     &points) ||
        !read_number(&rest, 0, UINT32_MAX, &plies))
        return false;
    *out = (duel_worth){.known = flags.at[0] == '1',
                        .proved = flags.at[1] == '1',
                        .endless = flags.at[2] == '1',
                        .scored = flags.at[3] == '1',
                        .unclear = flags.at[4] == '1',
                        .share = (double)share / MILLIONTHS,
                        .points = (double)points / MILLIONTHS,
                        .plies = (uint32_t)plies};
    return true;
}

void duel_mistake_print(const duel_mistake *m, duel_sink *out)
{
    const duel_variant *v = &m->record.variant;
    duel_state state = m->state;
    duel_put(out, "played ");
    duel_print_move(v, &state, m->played, out);
    duel_put(out, "\nbetter");
    for (int i = 0; i < m->line_count; i++) {
        duel_put(out, " ");
        duel_print_move(v, &state, m->line[i], out);
        v->game->play(v, &state, m->line[i]);
    }
    duel_putf(out, "\nmark %d\nhad ", (int)m->mark);
    print_worth(&m->had, out);
    duel_put(out, "\ngot ");
    print_worth(&m->got, out);
    duel_put(out, "\n");
}

static bool read_line(duel_str rest, duel_mistake *m)
{
    const duel_variant *v = &m->record.variant;
    duel_state state = m->state;
    while (m->line_count < DUEL_REVIEW_LINE && duel_str_skip(&rest, " ")) {
        duel_move *move = &m->line[m->line_count];
        if (duel_cut_move(v, &state, &rest, " ", move, NULL) != DUEL_OK)
            return false;
        v->game->play(v, &state, *move);
        m->line_count++;
    }
    return m->line_count > 0;
}

static bool read_mark(duel_str rest, duel_mark *out)
{
    int64_t mark;
    if (!read_number(&rest, DUEL_MISTAKE, DUEL_BLUNDER, &mark))
        return false;
    *out = (duel_mark)mark;
    return true;
}

/* The rest of the next line, which begins with `name`. */
static bool next_line(duel_str *told, const char *name, duel_str *rest)
{
    duel_str word;
    return duel_str_part(told, '\n', rest) && duel_str_word(rest, " ", &word) &&
           duel_str_is(word, name);
}

static bool read_told(duel_str told, duel_mistake *m)
{
    duel_str line;
    return next_line(&told, "played", &line) &&
           duel_read_move(&m->record.variant, &m->state, duel_str_trim(line), &m->played,
                          NULL) == DUEL_OK &&
           next_line(&told, "better", &line) && read_line(line, m) &&
           next_line(&told, "mark", &line) && read_mark(line, &m->mark) &&
           next_line(&told, "had", &line) && read_worth(line, &m->had) &&
           next_line(&told, "got", &line) && read_worth(line, &m->got);
}

/* A base is a file, which can be changed: nothing of it is believed. */
static duel_status install_told(duel_str told, duel_mistake *m, duel_msg *why)
{
    const duel_variant *v = &m->record.variant;
    duel_status status = duel_record_replay(&m->record, m->record.count, &m->state, why);
    if (status != DUEL_OK)
        return status;
    if (duel_is_over(v, &m->state))
        return duel_fail(why, N_("This exercise cannot be read."), "");
    m->seat = v->game->turn(v, &m->state);
    return read_told(told, m) ? DUEL_OK
                              : duel_fail(why, N_("This exercise cannot be read."), "");
}

duel_status duel_mistake_read(duel_str record, duel_str told, duel_mistake *out, duel_msg *why)
{
    memset(out, 0, sizeof *out);
    duel_status status = duel_record_read(record, duel_find_game, &out->record, why);
    if (status != DUEL_OK)
        return status;
    duel_guard g;
    duel_guard_begin(&g, out->record.variant.game);
    status = duel_guard_end(&g, install_told(told, out, why), why);
    if (status != DUEL_OK)
        duel_mistake_fini(out);
    return status;
}

/* ---- an answer ----------------------------------------------------------------------------
 */

duel_review_request duel_examine(const duel_examiner *x, const duel_record *game)
{
    return (duel_review_request){.record = game,
                                 .memory = x->memory,
                                 .purse = x->purse,
                                 .seconds = x->seconds,
                                 .nodes = x->nodes,
                                 .threads = x->threads,
                                 .stop = x->stop};
}

/* The line from `view` on, as far as a reply goes. */
static void think_of_reply(const duel_review_request *q, const duel_state *view, duel_try *out)
{
    const duel_variant *v = &q->record->variant;
    duel_troupe troupe = {.purse = q->purse, .v = v};
    duel_judge *judge = NULL;
    duel_judged unused;
    duel_answer *a = malloc(sizeof *a);
    duel_think t = {.view = view,
                    .seat = v->game->turn(v, view),
                    .seconds = q->seconds,
                    .nodes = q->nodes,
                    .threads = q->threads,
                    .seed = 1,
                    .stop = q->stop};
    if (a && duel_judge_new(&troupe, NULL, q->memory, &judge, NULL) == DUEL_OK &&
        duel_judge_ask(judge, &t, a, &unused, NULL) == DUEL_OK) {
        out->reply_count = a->line_count < DUEL_REVIEW_LINE ? a->line_count : DUEL_REVIEW_LINE;
        memcpy(out->reply, a->line, (size_t)out->reply_count * sizeof *out->reply);
    }
    duel_judge_free(judge);
    free(a);
}

/* What would follow a wrong move, where nothing is hidden; nothing if nobody can tell. */
static void take_reply(const duel_mistake *m, const duel_review_request *q, duel_try *out)
{
    const duel_variant *v = &m->record.variant;
    duel_state after = m->state;
    v->game->play(v, &after, out->move);
    if (!duel_is_over(v, &after) && !duel_has_secrets(v))
        think_of_reply(q, &after, out);
}

static void take_try(const duel_mistake *m, const duel_verdict *d, duel_try *out)
{
    const duel_variant *v = &m->record.variant;
    duel_state view;
    out->move = d->played;
    out->mark = d->mark;
    out->worth = d->got;
    out->right = d->cost.known && d->mark == DUEL_UNMARKED;
    duel_view(v, &m->state, m->seat, &view);
    duel_explain_why(v, &view, m->seat, &d->played, 1, &out->why);
}

static duel_status try_move(const duel_mistake *m, duel_move move, const duel_examiner *x,
                            duel_try *out, duel_msg *why)
{
    duel_record game;
    duel_verdict verdict;
    duel_status status = duel_record_copy(&m->record, m->record.count, &game, why);
    if (status != DUEL_OK)
        return status;
    duel_review_request q = duel_examine(x, &game);
    status = duel_record_add(&game, move, why);
    if (status == DUEL_OK)
        status = duel_review_last(&q, &verdict, why);
    if (status == DUEL_OK)
        take_try(m, &verdict, out);
    if (status == DUEL_OK && !out->right)
        take_reply(m, &q, out);
    duel_record_fini(&game);
    return status;
}

duel_status duel_mistake_try(const duel_mistake *m, duel_move move, const duel_examiner *x,
                             duel_try *out, duel_msg *why)
{
    duel_guard g;
    memset(out, 0, sizeof *out);
    duel_guard_begin(&g, m->record.variant.game);
    return duel_guard_end(&g, try_move(m, move, x, out, why), why);
}
