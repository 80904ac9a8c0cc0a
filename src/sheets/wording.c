/* sheets/wording.c -- what people are told of a sheet: its name, its rules as far as it tells
 * them, what is unusual about it, and why a game of it has ended.
 *
 * A sheet has no title and no sentences. What stands in comments at its beginning is taken for
 * its rules; the rest is said here. */
#include "base/grow.h"
#include "core/reason.h"
#include "sheets/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- texts that live as long as the game ------------------------------------------------ */

static char *keep_block(sheets_game *g, char *text)
{
    if (text == NULL || !GROW_ONE(g->kept, g->kept_count)) {
        free(text);
        return NULL;
    }
    return g->kept[g->kept_count++] = text;
}

/* Both languages in one text, as base/messages.h has it. */
static const char *keep_both(sheets_game *g, duel_str english, duel_str french)
{
    char *text = malloc(english.len + french.len + 3);
    if (text) {
        text[0] = DUEL_BILINGUAL;
        memcpy(text + 1, english.at, english.len);
        text[1 + english.len] = '\0';
        memcpy(text + 2 + english.len, french.at, french.len);
        text[2 + english.len + french.len] = '\0';
    }
    return keep_block(g, text);
}

/* Braces would be taken for places of arguments. */
static const char *keep_plain(sheets_game *g, duel_str text)
{
    duel_buf plain = duel_buf_empty();
    for (size_t i = 0; i < text.len; i++)
        duel_put_char(&plain.sink, text.at[i] == '{'   ? '('
                                   : text.at[i] == '}' ? ')'
                                                       : text.at[i]);
    const char *kept = keep_both(g, duel_buf_str(&plain), duel_buf_str(&plain));
    duel_buf_fini(&plain);
    return kept;
}

static const char *keep_said(sheets_game *g, const duel_msg *m)
{
    duel_buf english = duel_buf_empty(), french = duel_buf_empty();
    duel_render(DUEL_EN, m, &english.sink);
    duel_render(DUEL_FR, m, &french.sink);
    const char *kept = keep_both(g, duel_buf_str(&english), duel_buf_str(&french));
    duel_buf_fini(&english);
    duel_buf_fini(&french);
    return kept;
}

/* ---- comments at the beginning ---------------------------------------------------------- */

static duel_str without_marks(duel_str line)
{
    duel_str_skip(&line, "; \t");
    return duel_str_trim(line);
}

/* The lines of comments before the first sentence, without rulers and empty ones. */
static void read_comments(duel_str source, duel_buf *out)
{
    duel_str line;
    while (duel_str_part(&source, '\n', &line)) {
        line = duel_str_trim(line);
        if (line.len && line.at[0] != ';')
            return;
        duel_str words = without_marks(line);
        if (words.len == 0 || strspn(words.at, "-=*_#~") >= words.len)
            continue;
        duel_putf(&out->sink, "%s%.*s", out->len ? " " : "", (int)words.len, words.at);
    }
}

/* ---- what is unusual -------------------------------------------------------------------- */

enum { MOST_RULES = 10 };

static void add_rule(sheets_game *g, int *count, const char *text)
{
    if (text && *count < MOST_RULES)
        g->rule_texts[(*count)++] = text;
}

static void say_rule_of(sheets_game *g, int *count, const char *id, const char *word)
{
    duel_msg m;
    duel_say(&m, id, "c", word ? word : "");
    add_rule(g, count, keep_said(g, &m));
}

static bool adds_up(const sheet_sampling *s)
{
    return s->ends == 0 || s->least_sum == s->most_sum;
}

static void say_scores(sheets_game *g, int *count)
{
    const sheet_sampling *s = &g->sheet_sampling;
    if (g->seats > 1 && !adds_up(s))
        say_rule_of(g, count,
                    N_("What the players get does not always add up to the same; here whoever "
                       "gets more than the others wins, and the difference is what counts."),
                    NULL);
    else if (g->seats > 1 && s->shades)
        say_rule_of(g, count, N_("It matters by how much one wins."), NULL);
    if (g->seats == 1)
        say_rule_of(g, count, N_("There is one player, who plays for points."), NULL);
}

static void say_rounds(sheets_game *g, int *count)
{
    const sheet_sampling *s = &g->sheet_sampling;
    if (g->secrets && g->seats > 1 && s->together)
        say_rule_of(
            g, count,
            N_("Players choose at the same time: each choice stays sealed until all have "
               "made theirs."),
            NULL);
    if (s->chance_chose)
        say_rule_of(g, count, N_("Chance has a part: it is drawn when the game begins."), NULL);
}

static void say_faults(sheets_game *g, int *count)
{
    const sheet_sampling *s = &g->sheet_sampling;
    if (s->stranded)
        say_rule_of(
            g, count,
            N_("A fault of the sheet: {0} may be left without a move. The game then ends "
               "there."),
            g->role_name[s->poor_role]);
    if (s->unscored)
        say_rule_of(g, count,
                    N_("A fault of the sheet: at an end {0} may have no goal, or several. It "
                       "then counts as 0."),
                    g->role_name[s->open_role]);
    if (!g->m->ground)
        say_rule_of(g, count,
                    N_("This sheet does not ground within the limits: it is proved from, state "
                       "by state, which is slow."),
                    NULL);
}

static duel_status describe_rules(sheets_game *g, duel_msg *why)
{
    int count = 0;
    duel_buf comments = duel_buf_empty();
    read_comments(duel_str_of(g->source), &comments);
    g->rule_texts = calloc(MOST_RULES + 1, sizeof *g->rule_texts);
    if (g->rule_texts && comments.len && duel_str_is_readable(duel_buf_str(&comments)))
        add_rule(g, &count, keep_plain(g, duel_buf_str(&comments)));
    duel_buf_fini(&comments);
    if (g->rule_texts == NULL)
        return duel_no_space(why);
    if (count == 0)
        say_rule_of(g, &count, N_("The rules are the sheet {0}."), g->id);
    say_rounds(g, &count);
    say_scores(g, &count);
    say_faults(g, &count);
    g->game.rules = g->rule_texts;
    return DUEL_OK;
}

/* ---- the table -------------------------------------------------------------------------- */

duel_status sheets_describe(sheets_game *g, duel_msg *why)
{
    duel_str name = duel_str_of(g->id);
    duel_msg tagline;
    name.len -= strlen(".kif");
    duel_say(&tagline, N_("a rule sheet, for {0} {0:player|players}"), "i", (int64_t)g->seats);
    g->game.title = keep_plain(g, name);
    g->game.tagline = keep_said(g, &tagline);
    for (int seat = 0; seat < g->seats; seat++)
        g->seat_role[seat] = keep_plain(g, duel_str_of(g->seat_name[seat]));
    g->game.roles = g->seat_role;
    return g->game.title && g->game.tagline ? describe_rules(g, why) : duel_no_space(why);
}

/* ---- endings ---------------------------------------------------------------------------- */

enum { ENDED_BY_SHEET, ENDED_WITHOUT_MOVE, ENDED_WITHOUT_GOAL, ENDED_BY_FAILURE };

static void say_ending(duel_reason *out, int kind, const char *id, const char *role)
{
    duel_say(&duel_reason_add(out, kind)->text, id, "c", role);
}

static void ending(const duel_variant *v, const void *view, int seat, duel_reason *out)
{
    const sheets_game *g = sheets_of(v);
    const sheets_head *head = head_in(view);
    const char *role = g->role_name[head->poor];
    if (head->faults & FAULT_FAILED)
        say_ending(out, ENDED_BY_FAILURE, N_("The sheet could not be followed any further."),
                   "");
    if (head->faults & FAULT_NO_MOVE)
        say_ending(out, ENDED_WITHOUT_MOVE,
                   N_("The sheet gives {0} no move here, which is a fault of it."), role);
    if (head->faults & FAULT_NO_GOAL)
        say_ending(out, ENDED_WITHOUT_GOAL,
                   N_("The sheet gives {0} no goal here, or several, which is a fault of it."),
                   role);
    for (int i = 0; i < g->seats && head->faults == 0; i++) {
        duel_fact *f = duel_reason_add(out, ENDED_BY_SHEET);
        f->arg[0] = i;
        f->arg[1] = scores_in(view)->of[i];
        duel_say(&f->text, N_("The sheet ends the game here, with {1} for {0}."), "ci",
                 g->seat_name[i], (int64_t)scores_in(view)->of[i]);
    }
}

void sheets_words_install(sheets_game *g)
{
    g->game.teaching.ending = ending;
}
