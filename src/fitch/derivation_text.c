/* fitch/derivation_text.c -- derivations as text, read and written: see derivation.h. */
#include "fitch/derivation.h"

#include <string.h>

enum { LONGEST_TEXT = 1 << 20 };

/* ---- reading ----------------------------------------------------------------------------- */

static void skip_blanks(duel_str *s)
{
    while (s->len && (s->at[0] == ' ' || s->at[0] == '\t')) {
        s->at++;
        s->len--;
    }
}

/* "12." or "12)" before a formula says nothing. */
static void skip_number(duel_str *s)
{
    size_t digits = 0;
    while (digits < s->len && s->at[digits] >= '0' && s->at[digits] <= '9')
        digits++;
    if (digits == 0 || digits == s->len || strchr(".)", s->at[digits]) == NULL)
        return;
    s->at += digits + 1;
    s->len -= digits + 1;
}

/* Bars, with or without blanks between them. */
static int read_depth(duel_str *s)
{
    static const char drawn[] = "│";
    int depth = 0;
    for (;; depth++) {
        skip_blanks(s);
        size_t bar = s->len && s->at[0] == '|' ? 1 : 0;
        if (s->len >= sizeof drawn - 1 && memcmp(s->at, drawn, sizeof drawn - 1) == 0)
            bar = sizeof drawn - 1;
        if (bar == 0)
            return depth;
        s->at += bar;
        s->len -= bar;
    }
}

/* "3", "3-5" or "3–5": counted from 1 by people. */
static bool read_cite(duel_str text, fitch_cite *out)
{
    int64_t first, last;
    duel_str rest = duel_str_trim(text), part;
    size_t dash = 0;
    while (dash < rest.len && rest.at[dash] >= '0' && rest.at[dash] <= '9')
        dash++;
    part = (duel_str){rest.at, dash};
    rest = (duel_str){rest.at + dash, rest.len - dash};
    while (rest.len && (rest.at[0] < '0' || rest.at[0] > '9'))
        rest.at++, rest.len--;
    if (!duel_str_number(part, &first))
        return false;
    last = first;
    if (rest.len && !duel_str_number(rest, &last))
        return false;
    if (first < 1 || first > FITCH_LINES || last < 1 || last > FITCH_LINES)
        return false;
    *out = (fitch_cite){(int)first - 1, (int)last - 1};
    return true;
}

static duel_status read_cites(duel_str text, fitch_line *l)
{
    duel_str part;
    while (duel_str_part(&text, ',', &part)) {
        if (l->cited == FITCH_CITED)
            return duel_refuse(&l->why, N_("No rule cites more than {0} lines."), "i",
                               (int64_t)FITCH_CITED);
        if (!read_cite(part, &l->cite[l->cited++]))
            return duel_refuse(&l->why,
                               N_("“{0}” is no line to cite: write 3, or 3-5 for a whole "
                                  "sub-derivation."),
                               "s", duel_str_trim(part));
    }
    return DUEL_OK;
}

/* The rule up to the first digit, then what it cites. */
static duel_status read_reason(duel_str text, fitch_line *l)
{
    size_t name = 0;
    text = duel_str_trim(text);
    while (name < text.len && (text.at[name] < '0' || text.at[name] > '9'))
        name++;
    duel_str rule = duel_str_trim((duel_str){text.at, name});
    l->rule = fitch_rule_of(rule);
    if (l->rule == FITCH_NO_RULE && !duel_str_is(rule, "?") && rule.len)
        return duel_refuse(&l->why, N_("There is no rule “{0}”."), "s", rule);
    if (l->rule == FITCH_NO_RULE || name == text.len)
        return DUEL_OK;
    return read_cites((duel_str){text.at + name, text.len - name}, l);
}

static size_t characters_before(duel_str line, const char *at)
{
    size_t count = 0;
    for (const char *c = line.at; c < at; c++)
        count += !duel_char_goes_on(*c);
    return count;
}

/* A line that cannot be read keeps its place, with what is wrong in it. */
static fitch_line read_line(prop_pool *pool, duel_str text)
{
    fitch_line l = {.formula = PROP_NONE, .rule = FITCH_NO_RULE};
    duel_str rest = text, formula;
    size_t at = 0;
    prop_id id;
    skip_blanks(&rest);
    skip_number(&rest);
    l.depth = read_depth(&rest);
    duel_str_part(&rest, ':', &formula);
    duel_status status = prop_read(pool, formula, &id, &at, &l.why);
    if (status == DUEL_OK && rest.at)
        status = read_reason(rest, &l);
    else
        l.at = characters_before(text, formula.at) + at;
    if (status == DUEL_OK)
        l.formula = id;
    return l;
}

duel_status fitch_read(fitch_derivation *d, duel_str text, duel_msg *why)
{
    duel_str row;
    duel_status status = DUEL_OK;
    if (text.len > LONGEST_TEXT)
        return duel_invalid(why, N_("The derivation is too long."), "");
    fitch_init(d);
    while (status == DUEL_OK && duel_str_part(&text, '\n', &row)) {
        duel_str inner = duel_str_trim(row);
        if (inner.len == 0 || inner.at[0] == '%')
            continue;
        fitch_line l = read_line(&d->pool, row);
        status = fitch_add(d, &l, why);
    }
    return status;
}

/* ---- writing ----------------------------------------------------------------------------- */

void fitch_put_cites(const fitch_line *l, duel_sink *out)
{
    for (int i = 0; i < l->cited; i++) {
        fitch_cite c = l->cite[i];
        duel_putf(out, i ? ", %d" : " %d", c.first + 1);
        if (c.first != c.last)
            duel_putf(out, "-%d", c.last + 1);
    }
}

void fitch_put_line(const fitch_derivation *d, int line, duel_lang lang, prop_style style,
                    duel_sink *out)
{
    const fitch_line *l = &d->line[line];
    duel_putf(out, "%3d. ", line + 1);
    for (int i = 0; i < l->depth; i++)
        duel_put(out, style == PROP_ASCII ? "| " : "│ ");
    if (l->formula == PROP_NONE)
        return;
    prop_put(&d->pool, l->formula, style, out);
    if (l->rule == FITCH_NO_RULE)
        return;
    duel_put(out, " : ");
    duel_put(out, duel_text(lang, fitch_rule_name(l->rule)));
    fitch_put_cites(l, out);
}
