/* sheets/term_ids.c -- numbers for terms, by their texts, and the parts of each: see
 * state_machine.h. */
#include "sheets/load.h"
#include "sheets/state_machine.h"

#include <stdlib.h>
#include <string.h>

duel_status term_ids_init(term_ids *n, uint32_t room, duel_msg *why)
{
    *n = (term_ids){.room = room, .slots = 16};
    while (n->slots < 2 * room)
        n->slots *= 2;
    n->at = calloc((size_t)room + 1, sizeof *n->at);
    n->slot = calloc(n->slots, sizeof *n->slot);
    if (n->at && n->slot)
        return DUEL_OK;
    term_ids_fini(n);
    return duel_no_space(why);
}

void term_ids_fini(term_ids *n)
{
    for (uint32_t i = 0; n->at && i < n->count; i++)
        free(n->at[i]);
    free(n->at);
    free(n->slot);
    *n = (term_ids){.at = NULL};
}

/* ---- terms ------------------------------------------------------------------------------ */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool ends_word(char c)
{
    return is_blank(c) || c == '(' || c == ')';
}

/* How many bytes from `at` on are one term; 0: a bracket is missing. */
static size_t term_length(duel_str s)
{
    size_t i = 0, depth = 0;
    if (s.at[0] != '(') {
        while (i < s.len && !ends_word(s.at[i]))
            i++;
        return i;
    }
    for (; i < s.len; i++) {
        depth += s.at[i] == '(';
        if (s.at[i] == ')' && --depth == 0)
            return i + 1;
    }
    return 0;
}

bool term_ids_cut(duel_str *rest, duel_str *term)
{
    duel_str s = *rest;
    if (!duel_str_skip(&s, " \t\r\n"))
        return false;
    size_t length = term_length(s);
    if (length == 0)
        return false;
    *term = (duel_str){s.at, length};
    *rest = (duel_str){s.at + length, s.len - length};
    return true;
}

void term_ids_put_plain(duel_str term, duel_sink *out)
{
    char before = '(';
    for (size_t i = 0; i < term.len; i++) {
        char c = term.at[i];
        if (is_blank(c))
            continue;
        bool parted = i > 0 && ends_word(term.at[i - 1]);
        if (c != ')' && before != '(' && (c == '(' || parted))
            duel_put_char(out, ' ');
        duel_put_char(out, c);
        before = c;
    }
}

/* ---- names ------------------------------------------------------------------------------ */

/* Inside the brackets; a word stays as it is. */
static duel_str inside(duel_str text)
{
    bool list = text.len >= 2 && text.at[0] == '(';
    return list ? (duel_str){text.at + 1, text.len - 2} : text;
}

static int count_parts(duel_str text)
{
    duel_str rest = inside(text), part;
    int count = 0;
    while (term_ids_cut(&rest, &part))
        count++;
    return count;
}

/* One block: the name, its parts, the text, the parts' texts. */
static term_id *new_name(duel_str text)
{
    int parts = count_parts(text);
    size_t head = sizeof(term_id) + (size_t)parts * sizeof(char *);
    term_id *made = malloc(head + 2 * text.len + (size_t)parts + 2);
    if (made == NULL)
        return NULL;
    char *at = (char *)made + head;
    memcpy(at, text.at, text.len);
    at[text.len] = '\0';
    made->text = at;
    made->parts = 0;
    at += text.len + 1;
    duel_str rest = inside(text), part;
    while (term_ids_cut(&rest, &part)) {
        memcpy(at, part.at, part.len);
        at[part.len] = '\0';
        made->part[made->parts++] = at;
        at += part.len + 1;
    }
    return made;
}

/* FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo). */
static uint32_t hash_text(duel_str s)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < s.len; i++)
        h = (h ^ (unsigned char)s.at[i]) * 16777619u;
    return h;
}

static uint32_t *name_slot(const term_ids *n, duel_str text)
{
    uint32_t i = hash_text(text) & (n->slots - 1);
    while (n->slot[i] && !duel_str_is(text, n->at[n->slot[i] - 1]->text))
        i = (i + 1) & (n->slots - 1);
    return &n->slot[i];
}

uint32_t term_ids_add(term_ids *n, duel_str text)
{
    term_id *made = n->count < n->room ? new_name(text) : NULL;
    if (made == NULL)
        return NAMES_NONE;
    uint32_t *slot = name_slot(n, text);
    n->at[n->count] = made;
    *slot = ++n->count;
    return n->count - 1;
}

uint32_t term_ids_find(const term_ids *n, duel_str text)
{
    uint32_t found = *name_slot(n, text);
    return found ? found - 1 : NAMES_NONE;
}
