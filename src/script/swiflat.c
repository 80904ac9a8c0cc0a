/* script/swiflat.c -- see swiflat.h. */
#include "script/swiflat.h"
#include "script/flat.h"

#include <math.h>
#include <string.h>

static const char text_mark[] = "s", decimal_mark[] = "f";

/* ---- terms to bytes -----------------------------------------------------------------------
 */

typedef struct term_writer {
    const swi *p;
    duel_buf *out;
    size_t limit; /* out->len may not go beyond */
    int depth;
} term_writer;

static talk_answer write_term(term_writer *w, swi_term t);

static talk_answer write_integer(const term_writer *w, swi_term t)
{
    int64_t n;
    if (!w->p->get_int(t, &n))
        return TALK_NO_VALUE;
    flat_put_int(w->out, n);
    return TALK_OK;
}

static void put_mark(duel_buf *out, const char *mark)
{
    flat_put_map(out, 1);
    flat_put_text(out, duel_str_of(mark));
}

/* A decimal that is whole would be taken for a whole number. */
static talk_answer write_float(const term_writer *w, swi_term t)
{
    double d;
    if (!w->p->get_float(t, &d) || !isfinite(d))
        return TALK_NO_VALUE;
    if (d == floor(d))
        put_mark(w->out, decimal_mark);
    flat_put_float(w->out, d);
    return TALK_OK;
}

static talk_answer write_text(const term_writer *w, swi_term t)
{
    size_t len;
    char *at;
    if (!w->p->get_text(t, &len, &at, SWI_AS_TEXT | SWI_UTF8))
        return TALK_NO_VALUE;
    if (len > w->limit)
        return TALK_LARGE;
    flat_put_text(w->out, (duel_str){at, len});
    return TALK_OK;
}

/* Its length; 0: it has no end, or another than []. */
static uint32_t list_length(const term_writer *w, swi_term list)
{
    swi_term rest = w->p->terms(2);
    uint32_t count = 0;
    if (!w->p->get_list(list, rest + 1, rest))
        return 0;
    for (count = 1; count <= w->limit && w->p->get_list(rest, rest + 1, rest); count++)
        continue;
    return w->p->get_nil(rest) ? count : 0;
}

static talk_answer write_list(term_writer *w, swi_term list, uint32_t count)
{
    swi_term rest = w->p->terms(2), head = rest + 1;
    talk_answer said = w->p->get_list(list, head, rest) ? TALK_OK : TALK_NO_VALUE;
    flat_put_list(w->out, count);
    for (uint32_t i = 0; i < count && said == TALK_OK; i++) {
        said = write_term(w, head);
        if (i + 1 < count && !w->p->get_list(rest, head, rest))
            said = TALK_NO_VALUE;
    }
    return said;
}

static talk_answer write_compound(term_writer *w, swi_term t)
{
    swi_atom name;
    size_t arity, len;
    char *at;
    if (!w->p->get_name(t, &name, &arity) || !w->p->atom_text(name, &len, &at, SWI_UTF8))
        return TALK_NO_VALUE;
    flat_put_map(w->out, 1);
    flat_put_text(w->out, (duel_str){at, len});
    flat_put_list(w->out, (uint32_t)arity);
    swi_term argument = w->p->terms(1);
    talk_answer said = TALK_OK;
    for (size_t i = 1; i <= arity && said == TALK_OK; i++)
        said = w->p->get_arg(i, t, argument) ? write_term(w, argument) : TALK_NO_VALUE;
    return said;
}

static talk_answer write_kind(term_writer *w, swi_term t)
{
    uint32_t count;
    switch (w->p->type(t)) {
    case SWI_INTEGER:
        return write_integer(w, t);
    case SWI_FLOAT:
        return write_float(w, t);
    case SWI_ATOM:
        return write_text(w, t);
    case SWI_STRING:
        put_mark(w->out, text_mark);
        return write_text(w, t);
    case SWI_NIL:
        flat_put_list(w->out, 0);
        return TALK_OK;
    case SWI_LIST:
        count = list_length(w, t);
        return count ? write_list(w, t, count) : write_compound(w, t);
    case SWI_COMPOUND:
        return write_compound(w, t);
    default:
        return TALK_NO_VALUE;
    }
}

static talk_answer write_term(term_writer *w, swi_term t)
{
    if (w->depth >= FLAT_DEPTH / 2 || w->out->len > w->limit) /* a compound is two tables */
        return TALK_LARGE;
    w->depth++;
    talk_answer said = write_kind(w, t);
    w->depth--;
    return said == TALK_OK && w->out->len > w->limit ? TALK_LARGE : said;
}

talk_answer swiflat_write(const swi *p, swi_term t, size_t most, duel_buf *out)
{
    term_writer w = {p, out, out->len + most, 0};
    return write_term(&w, t);
}

/* ---- bytes to terms -----------------------------------------------------------------------
 */

static bool put_atom(const swi *p, duel_str text, swi_term t)
{
    return p->put_chars(t, SWI_ATOM | SWI_UTF8, text.len, text.at) != 0;
}

static bool put_items(const swi *p, duel_str *rest, uint32_t count, swi_term first)
{
    for (uint32_t i = 0; i < count; i++)
        if (!swiflat_put(p, rest, first + i))
            return false;
    return true;
}

static bool put_list(const swi *p, duel_str *rest, uint32_t count, swi_term t)
{
    swi_term items = p->terms((int)count + 1), list = items + count;
    if (!put_items(p, rest, count, items) || !p->put_nil(list))
        return false;
    while (count-- > 0)
        if (!p->cons_list(list, items + count, list))
            return false;
    return p->put_term(t, list) != 0;
}

static bool put_compound(const swi *p, duel_str *rest, duel_str name, uint32_t arity,
                         swi_term t)
{
    swi_term arguments = p->terms((int)arity + 1);
    if (!put_items(p, rest, arity, arguments))
        return false;
    swi_atom atom = p->atom(SWI_UTF8, name.len, name.at);
    bool made = p->cons(t, p->functor(atom, arity), arguments) != 0;
    p->release(atom);
    return made;
}

/* The value of a map of one name: arguments of a compound, a text, a decimal that is whole. */
static bool put_map(const swi *p, duel_str *rest, swi_term t)
{
    flat_item name, value;
    if (!flat_take(rest, &name) || name.kind != FLAT_TEXT || !flat_take(rest, &value))
        return false;
    if (value.kind == FLAT_LIST)
        return put_compound(p, rest, name.text, value.count, t);
    if (value.kind == FLAT_TEXT && duel_str_is(name.text, text_mark))
        return p->put_chars(t, SWI_STRING | SWI_UTF8, value.text.len, value.text.at) != 0;
    double d = value.kind == FLAT_INT ? (double)value.number : value.decimal;
    return duel_str_is(name.text, decimal_mark) && p->put_float(t, d) != 0;
}

bool swiflat_put(const swi *p, duel_str *rest, swi_term t)
{
    flat_item item;
    if (!flat_take(rest, &item))
        return false;
    switch (item.kind) {
    case FLAT_INT:
        return p->put_int(t, item.number) != 0;
    case FLAT_FLOAT:
        return p->put_float(t, item.decimal) != 0;
    case FLAT_TEXT:
        return put_atom(p, item.text, t);
    case FLAT_LIST:
        return put_list(p, rest, item.count, t);
    case FLAT_MAP:
        return item.count == 1 && put_map(p, rest, t);
    case FLAT_NIL:
    case FLAT_BOOL:
    default:
        return false;
    }
}
