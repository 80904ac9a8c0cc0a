/* base/spelling.c -- see spelling.h. The distance is the optimal string alignment of Damerau
 * (1964), by dynamic programming. */
#include "base/spelling.h"

#include <stdio.h>
#include <string.h>

bool duel_str_pointless(duel_str s, duel_str *out)
{
    s = duel_str_trim(s);
    if (s.len < 2 || s.at[s.len - 1] != '.' || s.at[s.len - 2] == '.')
        return false; /* several in a row are empty cells of a board */
    *out = duel_str_trim((duel_str){s.at, s.len - 1});
    return true;
}

/* ---- folding ----------------------------------------------------------------------------- */

static bool is_combining(uint32_t code)
{
    return code >= 0x300 && code <= 0x36F;
}

/* A letter that stands for this one; as it is, if nothing does. */
static void put_plain(duel_str one, uint32_t code, duel_sink *out)
{
    char plain = duel_char_plain(code);
    if (plain >= 'A' && plain <= 'Z')
        plain = (char)(plain - 'A' + 'a');
    if (plain == '?' && code != '?')
        duel_put_str(out, one);
    else
        duel_put_char(out, plain);
}

static bool is_any_blank(uint32_t code)
{
    char plain = duel_char_plain(code);
    return plain == ' ' || plain == '\t' || plain == '\n';
}

/* A bracket alone may be a card, or a move. */
static bool is_sign(uint32_t code, duel_str rest, int *open)
{
    bool opens = code == '(' || code == '[', closes = code == ')' || code == ']';
    if (opens && rest.len && memchr(rest.at, code == '(' ? ')' : ']', rest.len))
        return ++*open;
    if (closes && *open)
        return (*open)--;
    return code && code < 0x80 && strchr(",;:.", (int)code);
}

void duel_fold(duel_str s, duel_folding how, duel_sink *out)
{
    bool any = false, parted = false;
    int open = 0;
    while (s.len) {
        duel_str one = s;
        uint32_t code;
        bool right = duel_str_character(&s, &code);
        one.len -= s.len;
        if (right && is_combining(code))
            continue;
        bool sign = how == DUEL_FOLD_SIGNS && is_sign(code, s, &open);
        if (right && (sign || is_any_blank(code))) {
            parted = how == DUEL_FOLD_SIGNS && any;
            continue;
        }
        duel_put(out, parted ? " " : "");
        if (right)
            put_plain(one, code, out);
        else
            duel_put_str(out, one);
        any = true;
        parted = false;
    }
}

bool duel_alike(duel_str a, duel_str b)
{
    duel_buf one, other;
    duel_buf_init(&one);
    duel_buf_init(&other);
    duel_fold(a, DUEL_FOLD_WORDS, &one.sink);
    duel_fold(b, DUEL_FOLD_WORDS, &other.sink);
    bool same = !one.failed && !other.failed && strcmp(one.text, other.text) == 0;
    duel_buf_fini(&one);
    duel_buf_fini(&other);
    return same;
}

/* ---- the nearest ------------------------------------------------------------------------- */

static void fold_name(duel_str name, char out[DUEL_NEAREST_TEXT])
{
    duel_buf folded;
    duel_buf_init(&folded);
    duel_fold(name, DUEL_FOLD_SIGNS, &folded.sink);
    snprintf(out, DUEL_NEAREST_TEXT, "%s", folded.len < DUEL_NEAREST_TEXT ? folded.text : "");
    duel_buf_fini(&folded);
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* To take one digit for another is no slip of the fingers: it is another number. */
static int cost_of_change(char a, char b)
{
    bool digits = a >= '0' && a <= '9' && b >= '0' && b <= '9';
    return a == b ? 0 : digits ? 2 : 1;
}

static int mistakes_between(const char *a, const char *b)
{
    int row[3][DUEL_NEAREST_TEXT], *before = row[0], *last = row[1], *now = row[2];
    int columns = (int)strlen(b);
    for (int j = 0; j <= columns; j++)
        last[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        now[0] = i;
        for (int j = 1; j <= columns; j++) {
            now[j] = least(last[j - 1] + cost_of_change(a[i - 1], b[j - 1]),
                           1 + least(last[j], now[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = least(now[j], before[j - 2] + 1);
        }
        int *free_row = before;
        before = last, last = now, now = free_row;
    }
    return last[columns];
}

static int most_mistakes(const duel_nearest *n)
{
    size_t len = strlen(n->typed);
    return len < 2 ? 0 : (int)(len + 1) / 3;
}

void duel_nearest_begin(duel_nearest *n, duel_str typed)
{
    *n = (duel_nearest){.alone = true};
    fold_name(typed, n->typed);
    n->mistakes = most_mistakes(n) + 1;
}

/* The beginning of a name is as good as the name with one mistake. */
void duel_nearest_try(duel_nearest *n, duel_str name)
{
    enum { BEGINNING = 3 };
    char folded[DUEL_NEAREST_TEXT];
    size_t len = strlen(n->typed);
    fold_name(name, folded);
    if (folded[0] == '\0' || name.len >= sizeof n->name)
        return;
    int mistakes = mistakes_between(n->typed, folded);
    if (len >= BEGINNING && strncmp(n->typed, folded, len) == 0)
        mistakes = least(mistakes, 1);
    if (mistakes > n->mistakes || mistakes > most_mistakes(n))
        return;
    n->alone = mistakes < n->mistakes || duel_str_is(name, n->name);
    if (mistakes == n->mistakes)
        return;
    n->mistakes = mistakes;
    snprintf(n->name, sizeof n->name, "%.*s", (int)name.len, name.at);
}

void duel_nearest_try_rows(duel_nearest *n, const void *rows, size_t size)
{
    const char *name;
    for (const char *row = rows; row && (memcpy(&name, row, sizeof name), name); row += size)
        duel_nearest_try(n, duel_str_of(name));
}

bool duel_nearest_found(const duel_nearest *n)
{
    return n->name[0] != '\0';
}

duel_status duel_nearest_ask(const duel_nearest *n, duel_status status, duel_msg *why)
{
    if (duel_nearest_found(n))
        duel_say_meant(why, n->name);
    return status;
}

duel_status duel_ask_nearest(duel_status status, duel_msg *why, duel_str typed,
                             const void *rows, size_t size)
{
    duel_nearest n;
    duel_nearest_begin(&n, typed);
    duel_nearest_try_rows(&n, rows, size);
    return duel_str_is(typed, n.name) ? status : duel_nearest_ask(&n, status, why);
}
