/* front/tui/line.c -- one line being typed: editing, history, completion. See screen.h. */
#include "front/tui/screen.h"

#include <stdio.h>
#include <string.h>

void tui_line_set(tui_line *l, const char *text)
{
    snprintf(l->text, sizeof l->text, "%s", text);
    l->length = l->at = strlen(l->text);
}

void tui_line_clear(tui_line *l)
{
    tui_line_set(l, "");
    l->past_at = l->past_count;
}

void tui_line_forget(tui_line *l)
{
    memset(l, 0, sizeof *l);
}

duel_str tui_line_text(const tui_line *l)
{
    return (duel_str){l->text, l->length};
}

/* ---- history ----------------------------------------------------------------------------- */

void tui_line_remember(tui_line *l)
{
    bool again = l->past_count && strcmp(l->past[l->past_count - 1], l->text) == 0;
    if (l->length && !again) {
        if (l->past_count == TUI_HISTORY)
            memmove(l->past[0], l->past[1], sizeof l->past[0] * (TUI_HISTORY - 1));
        else
            l->past_count++;
        memcpy(l->past[l->past_count - 1], l->text, sizeof l->text);
    }
    l->past_at = l->past_count;
}

/* Back (-1) or forth (+1). */
static void go_through_history(tui_line *l, int step)
{
    int to = l->past_at + step;
    if (to < 0 || to > l->past_count)
        return;
    if (l->past_at == l->past_count)
        memcpy(l->kept, l->text, sizeof l->kept);
    l->past_at = to;
    tui_line_set(l, to == l->past_count ? l->kept : l->past[to]);
}

/* ---- editing ----------------------------------------------------------------------------- */

static size_t before(const tui_line *l, size_t at)
{
    do
        at--;
    while (at > 0 && ((unsigned char)l->text[at] & 0xC0) == 0x80);
    return at;
}

static size_t after(const tui_line *l, size_t at)
{
    do
        at++;
    while (at < l->length && ((unsigned char)l->text[at] & 0xC0) == 0x80);
    return at;
}

static void cut(tui_line *l, size_t from, size_t to)
{
    memmove(l->text + from, l->text + to, l->length + 1 - to);
    l->length -= to - from;
    l->at = from;
}

static void insert_text(tui_line *l, const char *text)
{
    size_t n = strlen(text);
    if (l->length + n >= sizeof l->text)
        return;
    memmove(l->text + l->at + n, l->text + l->at, l->length + 1 - l->at);
    memcpy(l->text + l->at, text, n);
    l->length += n;
    l->at += n;
}

bool tui_line_key(tui_line *l, const tui_key *k)
{
    switch (k->code) {
    case TUI_TEXT:
        insert_text(l, k->text);
        return true;
    case TUI_BACKSPACE:
        if (l->at > 0)
            cut(l, before(l, l->at), l->at);
        return true;
    case TUI_DELETE:
        if (l->at < l->length)
            cut(l, l->at, after(l, l->at));
        return true;
    case TUI_LEFT:
        l->at = l->at > 0 ? before(l, l->at) : 0;
        return true;
    case TUI_RIGHT:
        l->at = l->at < l->length ? after(l, l->at) : l->at;
        return true;
    case TUI_HOME:
        l->at = 0;
        return true;
    case TUI_END:
        l->at = l->length;
        return true;
    case TUI_UP:
    case TUI_CTRL + 'P':
        go_through_history(l, -1);
        return true;
    case TUI_DOWN_KEY:
    case TUI_CTRL + 'N':
        go_through_history(l, +1);
        return true;
    case TUI_CTRL + 'U':
        cut(l, 0, l->at);
        return true;
    case TUI_CTRL + 'K':
        cut(l, l->at, l->length);
        return true;
    default:
        return false;
    }
}

/* ---- completion -------------------------------------------------------------------------- */

static char small(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

static size_t shared(duel_str a, duel_str b)
{
    size_t n = 0;
    while (n < a.len && n < b.len && small(a.at[n]) == small(b.at[n]))
        n++;
    return n;
}

int tui_line_complete(tui_line *l, duel_str words, duel_sink *fits)
{
    duel_str word, common = {NULL, 0}, typed = tui_line_text(l);
    int count = 0;
    while (words.len && duel_str_part(&words, '\n', &word)) {
        if (word.len == 0 || shared(typed, word) < typed.len)
            continue;
        common = count == 0 ? word : (duel_str){common.at, shared(common, word)};
        duel_put(fits, count ? " " : "");
        duel_put_str(fits, word);
        count++;
    }
    if (count && common.len >= typed.len && common.len < sizeof l->text) {
        memcpy(l->text, common.at, common.len);
        l->text[common.len] = '\0';
        l->length = l->at = common.len;
    }
    return count;
}

int tui_line_paint(const tui_line *l, tui_canvas *c, int row, int column, int columns)
{
    duel_str head = {l->text, l->at}, rest = tui_line_text(l);
    char one[5];
    int cursor = tui_canvas_width(head), skip = cursor >= columns ? cursor - columns + 1 : 0;
    for (int i = 0; i < skip; i++)
        tui_canvas_next(&rest, true, one);
    for (int x = 0; x < columns && tui_canvas_next(&rest, c->utf8, one); x++)
        tui_canvas_put(c, row, column + x, one, TUI_TYPED);
    return column + cursor - skip;
}
