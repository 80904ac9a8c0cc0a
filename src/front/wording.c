/* front/wording.c -- see wording.h. */
#include "front/wording.h"
#include "core/play.h"
#include "core/variant.h"
#include "front/inside.h"

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
    const char *plain = getenv("NO_COLOR");
    bool colours = c->terminal && (plain == NULL || plain[0] == '\0');
    return (duel_pen){
        .out = out, .lang = c->lang, .utf8 = c->utf8, .tone = colours ? ansi_tone : NULL};
}

/* Whether the scores say no more than who won. */
static bool plain_score(const duel_variant *v, const int32_t score[])
{
    for (int i = 0; i < v->seats; i++)
        if (score[i] < 0 || score[i] > 1)
            return false;
    return !(v->traits & DUEL_MARGIN);
}

/* ---- options in words -------------------------------------------------------------------- */

static const duel_wording *wording_of(const duel_game *game, const duel_option *o)
{
    for (const duel_wording *w = game->wordings; w && w->option; w++)
        if (strcmp(w->option, o->name) == 0)
            return w;
    return NULL;
}

/* A choice that has words of its own needs no title. */
static void put_setting(duel_lang lang, duel_sink *out, const duel_game *game,
                        const duel_option *o, duel_str value)
{
    const duel_wording *w = wording_of(game, o);
    const char *title = w ? w->title : o->help;
    int64_t number = 0;
    bool read = duel_option_read(o, value, &number, NULL) == DUEL_OK;
    if (read && o->kind == DUEL_CHOICE && w && w->values)
        duel_put(out, duel_text(lang, w->values[number]));
    else if (o->kind == DUEL_YESNO)
        duel_tell(lang, out, N_("{0}: {1}"), "ww", title, number ? N_("yes") : N_("no"));
    else
        duel_tell(lang, out, N_("{0}: {1}"), "ws", title, value);
}

void wording_settings(duel_lang lang, duel_sink *out, const duel_game *game, duel_str variant)
{
    duel_str rest = variant, setting;
    const char *between = "";
    while (duel_str_word(&rest, " ", &setting)) {
        duel_str value = setting, name;
        duel_str_part(&value, '=', &name);
        int at = duel_option_find(game->options, name);
        duel_put(out, between);
        if (at >= 0)
            put_setting(lang, out, game, &game->options[at], value);
        else
            duel_put_str(out, setting);
        between = " · ";
    }
}

/* ---- how a game ended -------------------------------------------------------------------- */

int wording_reader(unsigned seats)
{
    bool one = seats && (seats & (seats - 1)) == 0;
    return one ? __builtin_ctz(seats) : DUEL_NOBODY;
}

/* By seat, but the reader's own first. */
static void put_scores(const duel_pen *pen, const duel_variant *v, const int32_t score[],
                       int reader)
{
    const char *dash = pen->utf8 ? "–" : "-";
    bool told = reader >= 0;
    duel_put(pen->out, " (");
    if (told)
        duel_putf(pen->out, "%d", score[reader]);
    for (int i = 0; i < v->seats; i++) {
        if (i == reader)
            continue;
        duel_putf(pen->out, "%s%d", told ? dash : "", score[i]);
        told = true;
    }
    duel_put(pen->out, ")");
}

/* The only winner; -1: there are several. */
static int only_winner(const duel_variant *v, const int32_t score[])
{
    for (int i = 0; i < v->seats; i++)
        if (duel_outcome(v, score, i) == DUEL_WIN)
            return i;
    return -1;
}

static void tell_onlooker(const duel_pen *pen, const duel_variant *v, const int32_t score[])
{
    int winner = only_winner(v, score);
    int64_t by = winner < 0 ? 0 : duel_margin(v, score, winner);
    if (winner < 0)
        duel_tell(pen->lang, pen->out, N_("A tie."), "");
    else if (v->traits & DUEL_MARGIN)
        duel_tell(pen->lang, pen->out, N_("The game goes to {0}, by {1}."), "wi",
                  duel_role(v, winner), by);
    else
        duel_tell(pen->lang, pen->out, N_("The game goes to {0}."), "w", duel_role(v, winner));
}

static void tell_loser(const duel_pen *pen, const duel_variant *v, const int32_t score[],
                       int64_t by)
{
    int winner = only_winner(v, score);
    if (v->seats > 2 && winner < 0)
        duel_tell(pen->lang, pen->out, N_("You lose: others share the win."), "");
    else if (v->seats > 2)
        duel_tell(pen->lang, pen->out, N_("You lose: the game goes to {0}."), "w",
                  duel_role(v, winner));
    else if (v->traits & DUEL_MARGIN)
        duel_tell(pen->lang, pen->out, N_("You lose by {0}."), "i", by);
    else
        duel_tell(pen->lang, pen->out, N_("You lose."), "");
}

static void tell_player(const duel_pen *pen, const duel_variant *v, const int32_t score[],
                        int reader)
{
    int64_t margin = duel_margin(v, score, reader);
    if (margin < 0)
        tell_loser(pen, v, score, -margin);
    else if (margin == 0)
        duel_tell(pen->lang, pen->out,
                  v->seats == 2 ? N_("You tie.") : N_("You share the win."), "");
    else if (v->traits & DUEL_MARGIN)
        duel_tell(pen->lang, pen->out, N_("You win by {0}."), "i", margin);
    else
        duel_tell(pen->lang, pen->out, N_("You win."), "");
}

void wording_result(const duel_pen *pen, const duel_variant *v, const int32_t score[],
                    int reader)
{
    if (v->seats == 1) {
        duel_tell(pen->lang, pen->out,
                  reader == 0 ? N_("Your final score: {0}.") : N_("Final score: {0}."), "i",
                  (int64_t)score[0]);
        return;
    }
    if (reader >= 0)
        tell_player(pen, v, score, reader);
    else
        tell_onlooker(pen, v, score);
    if (!plain_score(v, score))
        put_scores(pen, v, score, reader);
}

void wording_ending(const duel_pen *pen, const duel_record *r, const int32_t score[],
                    int reader)
{
    enum { OWN, OTHERS, WATCHED };
    /* {0} has lost; where there are two, {1} has won: alone, of two, of more */
    static const char *const resigned[][3] = {
        [OWN] = {N_("You resigned."), N_("You resigned: the game goes to {1}."),
                 N_("You resigned: the others share the win.")},
        [OTHERS] = {"", N_("You win: {0} resigned."), N_("You share the win: {0} resigned.")},
        [WATCHED] = {N_("{0} resigned."), N_("{0} resigned: the game goes to {1}."),
                     N_("{0} resigned: the others share the win.")}};
    static const char *const timed[][3] = {
        [OWN] = {N_("You ran out of time."), N_("You ran out of time: the game goes to {1}."),
                 N_("You ran out of time: the others share the win.")},
        [OTHERS] = {"", N_("You win: {0} ran out of time."),
                    N_("You share the win: {0} ran out of time.")},
        [WATCHED] = {N_("{0} ran out of time."),
                     N_("{0} ran out of time: the game goes to {1}."),
                     N_("{0} ran out of time: the others share the win.")}};
    const duel_variant *v = &r->variant;
    if (r->ending == DUEL_BY_RULES) {
        wording_result(pen, v, score, reader);
        return;
    }
    int who = reader < 0 ? WATCHED : reader == r->loser ? OWN : OTHERS;
    int size = v->seats > 2 ? 2 : v->seats - 1;
    int winner = v->seats == 2 ? 1 - r->loser : r->loser;
    duel_tell(pen->lang, pen->out, (r->ending == DUEL_BY_TIME ? timed : resigned)[who][size],
              "ww", duel_role(v, r->loser), duel_role(v, winner));
}

/* ---- what a position is worth ------------------------------------------------------------ */

wording_chair wording_chair_of(const duel_variant *v, int reader, int seat)
{
    if (reader == seat)
        return WORDING_MOVER;
    return reader >= 0 && v->seats == 2 ? WORDING_OTHER : WORDING_APART;
}

void wording_keep_reasons(int reader, int seat, duel_reason *r)
{
    if (reader != seat)
        duel_reason_drop_you(r);
    if (reader != seat && reader >= 0)
        r->count = 0;
}

/* Where the game is over already there is nothing to count. */
static bool counts_moves(const duel_result *r)
{
    return r->remoteness != DUEL_NO_REMOTENESS && r->remoteness > 0;
}

static void put_decided(duel_lang lang, duel_sink *out, const duel_variant *v,
                        const duel_result *r, wording_chair chair)
{
    enum { BY, IN, BARE };
    static const char *const told[][2][3] = {
        {{N_("a loss by {0}"), N_("a loss in {0} {0:move|moves}"), N_("a loss")},
         {N_("a win by {0}"), N_("a win in {0} {0:move|moves}"), N_("a win")}},
        {{N_("you lose by {0}"), N_("you lose in {0} {0:move|moves}"), N_("you lose")},
         {N_("you win by {0}"), N_("you win in {0} {0:move|moves}"), N_("you win")}}};
    int how = v->traits & DUEL_MARGIN && r->score != 0 ? BY : counts_moves(r) ? IN : BARE;
    bool won = (r->value == DUEL_WIN) == (chair != WORDING_OTHER);
    int64_t margin = r->score < 0 ? -r->score : r->score;
    duel_tell(lang, out, told[chair != WORDING_APART][won][how], "i",
              how == BY ? margin : (int64_t)r->remoteness);
}

/* One who plays alone has nobody to win against: what counts is the score. */
static bool is_alone_for_points(const duel_variant *v)
{
    return v->seats == 1 && v->traits & DUEL_MARGIN;
}

static void put_value(duel_lang lang, duel_sink *out, const duel_variant *v,
                      const duel_result *r, wording_chair chair)
{
    switch (r->value) {
    case DUEL_WIN:
    case DUEL_LOSS:
        put_decided(lang, out, v, r, chair);
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

void wording_value(duel_lang lang, duel_sink *out, const duel_variant *v, const duel_result *r,
                   wording_chair chair)
{
    if (is_alone_for_points(v) && r->value != DUEL_UNSOLVED && r->value != DUEL_DRAW)
        duel_tell(lang, out, N_("{0} {0:point|points}"), "i", (int64_t)r->score);
    else
        put_value(lang, out, v, r, chair);
}

const char *wording_number(duel_lang lang, double number, bool exact, char text[WORDING_NUMBER])
{
    snprintf(text, WORDING_NUMBER, exact ? "%.0f" : "%.1f", number);
    char *point = strchr(text, '.');
    if (point && lang == DUEL_FR)
        *point = ',';
    return text;
}

static void put_expected_score(duel_lang lang, duel_sink *out, double points)
{
    const double exactly = 10; /* from there on nobody asks for tenths */
    char text[WORDING_NUMBER];
    bool whole = points >= exactly || points <= -exactly;
    duel_tell(lang, out, N_("about {0} points"), "c",
              wording_number(lang, points, whole, text));
}

static void put_lead(duel_lang lang, duel_sink *out, double points, wording_chair chair)
{
    static const char *const told[][2] = {
        {N_("behind by about {0}"), N_("ahead by about {0}")},
        {N_("you are behind by about {0}"), N_("you are ahead by about {0}")}};
    const double even = 0.5;
    char text[WORDING_NUMBER];
    bool ahead = (points > 0) == (chair != WORDING_OTHER);
    if (points < even && points > -even)
        duel_tell(lang, out, N_("about even"), "");
    else
        duel_tell(lang, out, told[chair != WORDING_APART][ahead], "c",
                  wording_number(lang, points < 0 ? -points : points, false, text));
}

/* What nobody has held to games says an order, and no more. */
static void put_impression(duel_lang lang, duel_sink *out, const duel_variant *v,
                           const duel_worth *w, wording_chair chair)
{
    static const char *const told[][2] = {
        {N_("looks bad"), N_("looks good")},
        {N_("it looks bad for you"), N_("it looks good for you")}};
    double level = duel_worth_level(v, w);
    bool clear = level <= -PHRASE_CLEAR || level >= PHRASE_CLEAR;
    bool good = (level > 0) == (chair != WORDING_OTHER);
    if (w->unclear || !clear)
        duel_tell(lang, out, N_("unclear"), "");
    else
        duel_tell(lang, out, told[chair != WORDING_APART][good], "");
}

/* What is not proved is never all, and never nothing. */
int64_t wording_per_cent(double share)
{
    int64_t whole = (int64_t)(100 * share + 0.5);
    return whole < 1 ? 1 : whole > 99 ? 99 : whole;
}

static void put_chance(duel_lang lang, duel_sink *out, const duel_worth *w, wording_chair chair)
{
    duel_tell(lang, out,
              chair == WORDING_APART ? N_("a chance of about {0} %")
                                     : N_("your chance is about {0} %"),
              "i", wording_per_cent(chair == WORDING_OTHER ? 1 - w->share : w->share));
}

void wording_worth(duel_lang lang, duel_sink *out, const duel_variant *v, const duel_worth *w,
                   wording_chair chair)
{
    duel_result proved = duel_result_of_worth(w);
    if (!w->scored)
        proved.score = 0; /* by how much nobody knows */
    if (!w->known)
        duel_tell(lang, out, N_("not valued"), "");
    else if (w->proved && !w->scored)
        put_value(lang, out, v, &proved, chair);
    else if (w->proved)
        wording_value(lang, out, v, &proved, chair);
    else if (!w->calibrated)
        put_impression(lang, out, v, w, chair);
    else if (w->scored && is_alone_for_points(v))
        put_expected_score(lang, out, w->points);
    else if (w->scored)
        put_lead(lang, out, w->points, chair);
    else
        put_chance(lang, out, w, chair);
}

void wording_verdict(duel_lang lang, duel_sink *out, const duel_variant *v,
                     const duel_answer *a, wording_chair chair)
{
    duel_worth w = duel_worth_of_plan(v, a);
    if (w.proved)
        duel_tell(lang, out, N_("proved: "), "");
    wording_worth(lang, out, v, &w, chair);
    wording_book(lang, out, a);
}

void wording_book(duel_lang lang, duel_sink *out, const duel_answer *a)
{
    if (a->proved || !a->book)
        return;
    duel_put(out, " ");
    duel_tell(lang, out, N_("(from the book, an estimate)"), "");
}

void wording_line(duel_sink *out, const duel_variant *v, const void *view,
                  const duel_move *move, int count)
{
    duel_state state;
    bool goes_on = count > 1 && duel_guess_state(v, view, &state);
    if (goes_on)
        wording_played(out, v, &state, move, count);
    else if (count > 0)
        duel_print_move(v, view, move[0], out);
}

void wording_played(duel_sink *out, const duel_variant *v, const void *from,
                    const duel_move *move, int count)
{
    duel_state state;
    memcpy(&state, from, v->state_size);
    for (int i = 0; i < count; i++) {
        duel_put(out, i ? " " : "");
        duel_print_move(v, &state, move[i], out);
        if (i + 1 < count)
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

void wording_wrap(duel_sink *out, const char *text, int columns)
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

void wording_put_padded(duel_sink *out, const char *text, int columns)
{
    duel_put(out, text);
    for (int at = columns_of_phrase(duel_str_of(text)); at < columns; at++)
        duel_put(out, " ");
}

void wording_fact(duel_lang lang, duel_sink *out, const duel_fact *f)
{
    enum { COLUMNS = 76 };
    duel_buf text;
    duel_buf_init(&text);
    duel_render(lang, &f->text, &text.sink);
    wording_wrap(out, text.text, COLUMNS);
    duel_buf_fini(&text);
}

void wording_why_over(duel_lang lang, duel_sink *out, const duel_variant *v, const void *view,
                      int seat)
{
    duel_reason why;
    duel_explain_ending(v, view, seat, &why);
    for (int i = 0; i < why.count; i++)
        wording_fact(lang, out, &why.fact[i]);
}
