/* front/phrase.c -- see phrase.h. */
#include "front/phrase.h"
#include "core/play.h"

#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The 16 colours every terminal has; bold marks what matters most. */
static void ansi_tone(duel_pen *pen, duel_tone tone)
{
    static const char *const code[] = {
        [DUEL_PLAIN] = "\033[0m",    [DUEL_SEAT1] = "\033[1;32m", [DUEL_SEAT2] = "\033[1;31m",
        [DUEL_SEAT3] = "\033[1;34m", [DUEL_SEAT4] = "\033[1;33m", [DUEL_SOFT] = "\033[2m",
        [DUEL_LAST] = "\033[4m",     [DUEL_PICK] = "\033[1;35m",  [DUEL_SAFE] = "\033[32m",
        [DUEL_DANGER] = "\033[31m",  [DUEL_UNKNOWN] = "\033[2m"};
    duel_put_command(pen->out, code[tone]);
}

duel_pen terminal_pen(const duel_console *c, duel_sink *out)
{
    const char *codeset = nl_langinfo(CODESET), *plain = getenv("NO_COLOR");
    bool colours = c->terminal && (plain == NULL || plain[0] == '\0');
    return (duel_pen){.out = out,
                      .lang = c->lang,
                      .utf8 = strcmp(codeset, "UTF-8") == 0,
                      .tone = colours ? ansi_tone : NULL};
}

static bool plain_score(const duel_variant *v, const int32_t score[])
{
    for (int i = 0; i < v->seats; i++)
        if (score[i] < 0 || score[i] > 1)
            return false;
    return !(v->traits & DUEL_MARGIN);
}

static void put_scores(const duel_pen *pen, const duel_variant *v, const int32_t score[])
{
    duel_put(pen->out, " (");
    for (int i = 0; i < v->seats; i++)
        duel_putf(pen->out, "%s%d", i ? (pen->utf8 ? "–" : "-") : "", score[i]);
    duel_put(pen->out, ")");
}

void phrase_result(const duel_pen *pen, const duel_variant *v, const int32_t score[])
{
    int winner = -1, winners = 0;
    for (int i = 0; i < v->seats; i++) {
        if (duel_share(v, score, i) > 0) {
            winner = i;
            winners++;
        }
    }
    if (v->seats == 1)
        duel_tell(pen->lang, pen->out, N_("Final score: {0}."), "i", (int64_t)score[0]);
    else if (winners == 1)
        duel_tell(pen->lang, pen->out, N_("{0} wins."), "w", duel_role(v, winner));
    else
        duel_tell(pen->lang, pen->out, N_("A tie."), "");
    if (v->seats > 1 && !plain_score(v, score))
        put_scores(pen, v, score);
}

void phrase_value(duel_lang lang, duel_sink *out, const duel_variant *v, const duel_result *r)
{
    int64_t plies = r->remoteness, margin = r->score < 0 ? -r->score : r->score;
    bool by = v->traits & DUEL_MARGIN && r->score != 0,
         timed = r->remoteness != DUEL_NO_REMOTENESS;
    switch (r->value) {
    case DUEL_WIN:
        if (by)
            duel_tell(lang, out, N_("a win by {0}"), "i", margin);
        else if (timed)
            duel_tell(lang, out, N_("a win in {0} {0:move|moves}"), "i", plies);
        else
            duel_tell(lang, out, N_("a win"), "");
        break;
    case DUEL_LOSS:
        if (by)
            duel_tell(lang, out, N_("a loss by {0}"), "i", margin);
        else if (timed)
            duel_tell(lang, out, N_("a loss in {0} {0:move|moves}"), "i", plies);
        else
            duel_tell(lang, out, N_("a loss"), "");
        break;
    case DUEL_TIE:
        duel_tell(lang, out, N_("a tie"), "");
        break;
    case DUEL_DRAW:
        duel_tell(lang, out, N_("endless"), "");
        break;
    case DUEL_UNSOLVED:
        duel_tell(lang, out, N_("not solved"), "");
        break;
    }
}

const char *phrase_number(duel_lang lang, double number, bool exact, char text[PHRASE_NUMBER])
{
    snprintf(text, PHRASE_NUMBER, exact ? "%.0f" : "%.1f", number);
    char *point = strchr(text, '.');
    if (point && lang == DUEL_FR)
        *point = ',';
    return text;
}

void phrase_lead(duel_lang lang, duel_sink *out, double points)
{
    const double even = 0.5;
    char text[PHRASE_NUMBER];
    if (points < even && points > -even)
        duel_tell(lang, out, N_("about even"), "");
    else if (points > 0)
        duel_tell(lang, out, N_("ahead by about {0}"), "c",
                  phrase_number(lang, points, false, text));
    else
        duel_tell(lang, out, N_("behind by about {0}"), "c",
                  phrase_number(lang, -points, false, text));
}

static int64_t per_cent(double share)
{
    return (int64_t)(100 * share + 0.5);
}

static void put_chance(duel_lang lang, duel_sink *out, const duel_worth *w)
{
    if (w->unclear)
        duel_tell(lang, out, N_("unclear"), "");
    else
        duel_tell(lang, out, N_("a chance of about {0} %"), "i", per_cent(w->share));
}

void phrase_worth(duel_lang lang, duel_sink *out, const duel_variant *v, const duel_worth *w)
{
    duel_result proved = duel_result_of_worth(w);
    if (!w->scored)
        proved.score = 0; /* by how much nobody knows */
    if (!w->known)
        duel_tell(lang, out, N_("not valued"), "");
    else if (w->proved)
        phrase_value(lang, out, v, &proved);
    else if (w->scored)
        phrase_lead(lang, out, w->points);
    else
        put_chance(lang, out, w);
}

void phrase_verdict(duel_lang lang, duel_sink *out, const duel_variant *v, const duel_answer *a)
{
    duel_worth w = duel_worth_of_answer(v, a);
    if (a->proved)
        duel_tell(lang, out, N_("proved: "), "");
    phrase_worth(lang, out, v, &w);
    if (w.known && !a->proved) {
        duel_put(out, ", ");
        duel_tell(lang, out, N_("an estimate, not a proof"), "");
    }
}

/* Where only the move advised is proved, the other stands alone. */
static void put_unproved(duel_lang lang, duel_sink *out, const duel_variant *v,
                         const duel_advice *a)
{
    duel_tell(lang, out, N_("Nothing is proved of it: "), "");
    phrase_worth(lang, out, v, &a->instead_worth);
    duel_put(out, ".");
}

static void put_shortfall(duel_lang lang, duel_sink *out, const duel_variant *v,
                          const duel_advice *a)
{
    const double little = 0.1, hardly = 0.01; /* points, share */
    duel_cost less = duel_worth_lost(v, &a->advised_worth, &a->instead_worth);
    char text[PHRASE_NUMBER];
    if (less.scored ? less.points < little : less.share < hardly)
        duel_tell(lang, out, N_("It is worth about as much."), "");
    else if (less.scored)
        duel_tell(lang, out, N_("It is worth about {0} less."), "c",
                  phrase_number(lang, less.points, false, text));
    else
        duel_tell(lang, out, N_("It has a chance of about {0} %, the move advised {1} %."),
                  "ii", per_cent(a->instead_worth.share), per_cent(a->advised_worth.share));
}

void phrase_other_move(duel_lang lang, duel_sink *out, const duel_variant *v,
                       const duel_advice *a)
{
    if (a->instead_worth.proved) {
        duel_tell(lang, out, N_("It comes to "), "");
        phrase_worth(lang, out, v, &a->instead_worth);
        duel_put(out, ".");
    } else if (!a->weighed) {
        duel_tell(lang, out, N_("Nobody here can weigh it."), "");
    } else if (a->advised_worth.proved) {
        put_unproved(lang, out, v, a);
    } else {
        put_shortfall(lang, out, v, a);
    }
}

void phrase_line(duel_sink *out, const duel_variant *v, const void *view, const duel_move *move,
                 int count)
{
    duel_state state;
    bool goes_on = duel_imagine(v, view, &state);
    for (int i = 0; i < count && (goes_on || i == 0); i++) {
        duel_put(out, i ? " " : "");
        duel_print_move(v, &state, move[i], out);
        if (goes_on)
            v->game->play(v, &state, move[i]);
    }
}

static int columns_of_phrase(duel_str s)
{
    int columns = 0;
    for (size_t i = 0; i < s.len; i++)
        columns += !duel_char_goes_on(s.at[i]);
    return columns;
}

void phrase_wrap(duel_sink *out, const char *text, int columns)
{
    const char *drawing = strchr(text, '\n');
    duel_str rest = {text, drawing ? (size_t)(drawing - text) : strlen(text)}, word;
    int at = 0;
    while (duel_str_word(&rest, " ", &word)) {
        int width = columns_of_phrase(word);
        if (at && at + 1 + width > columns) {
            duel_put(out, "\n");
            at = 0;
        }
        if (at) {
            duel_put(out, " ");
            at++;
        }
        duel_put_str(out, word);
        at += width;
    }
    if (drawing)
        duel_put(out, drawing);
    duel_put(out, "\n");
}

void phrase_put_padded(duel_sink *out, const char *text, int columns)
{
    duel_put(out, text);
    for (int at = columns_of_phrase(duel_str_of(text)); at < columns; at++)
        duel_put(out, " ");
}

void phrase_fact(duel_lang lang, duel_sink *out, const duel_fact *f)
{
    enum { COLUMNS = 76 };
    duel_buf text;
    duel_buf_init(&text);
    duel_render(lang, &f->text, &text.sink);
    phrase_wrap(out, text.text, COLUMNS);
    duel_buf_fini(&text);
}
