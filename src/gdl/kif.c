/* gdl/kif.c -- see kif.h. */
#include "gdl/kif.h"
#include "gdl/terms.h"

typedef struct kif_reader {
    gdl_arena *job;
    duel_str rest;
    uint32_t line;
    const char *line_begin;
    gdl_expr *expr;
    size_t count, room;
    uint32_t open[GDL_NESTED + 1]; /* lists that are not closed yet, the whole text first */
    uint32_t last[GDL_NESTED + 1]; /* what they hold so far: the last of it, or 0 */
    uint32_t depth;
} kif_reader;

static bool is_space(char c)
{
    return (unsigned char)c <= ' ';
}

static bool ends_symbol(char c)
{
    return is_space(c) || c == '(' || c == ')' || c == ';';
}

static void step_over(kif_reader *r)
{
    if (*r->rest.at == '\n') {
        r->line++;
        r->line_begin = r->rest.at + 1;
    }
    r->rest.at++;
    r->rest.len--;
}

static void skip_blanks(kif_reader *r)
{
    bool comment = false;
    while (r->rest.len) {
        char c = *r->rest.at;
        if (c == ';')
            comment = true;
        else if (c == '\n')
            comment = false;
        else if (!comment && !is_space(c))
            return;
        step_over(r);
    }
}

static uint32_t column_of(const kif_reader *r)
{
    return (uint32_t)(r->rest.at - r->line_begin) + 1;
}

_Noreturn static void leave_kif(kif_reader *r, const char *id, uint32_t line, uint32_t column)
{
    duel_say(&r->job->why, id, "ii", (int64_t)line, (int64_t)column);
    gdl_arena_abort(r->job, DUEL_INVALID);
}

/* A new expression here, as the last of the innermost open list. */
static uint32_t add_expr(kif_reader *r, duel_str text, bool list)
{
    r->expr = gdl_arena_grow(r->job, r->expr, &r->room, r->count + 1, sizeof *r->expr);
    uint32_t e = (uint32_t)r->count++;
    r->expr[e] =
        (gdl_expr){.text = text, .line = r->line, .column = column_of(r), .list = list};
    if (e == 0)
        return e;
    uint32_t in = r->open[r->depth], before = r->last[r->depth];
    *(before ? &r->expr[before].next : &r->expr[in].first) = e;
    r->expr[in].count++;
    r->last[r->depth] = e;
    return e;
}

static void open_list(kif_reader *r)
{
    uint32_t e = add_expr(r, (duel_str){r->rest.at, 1}, true);
    if (r->depth == GDL_NESTED)
        leave_kif(r, N_("Line {0}, column {1}: too many brackets inside each other."), r->line,
                  column_of(r));
    r->open[++r->depth] = e;
    r->last[r->depth] = 0;
    step_over(r);
}

static void close_list(kif_reader *r)
{
    if (r->depth == 0)
        leave_kif(r, N_("Line {0}, column {1}: this bracket closes nothing."), r->line,
                  column_of(r));
    gdl_expr *e = &r->expr[r->open[r->depth--]];
    step_over(r);
    e->text.len = (size_t)(r->rest.at - e->text.at);
}

static void read_symbol(kif_reader *r)
{
    duel_str text = {r->rest.at, 0};
    uint32_t e = add_expr(r, text, false);
    while (r->rest.len && !ends_symbol(*r->rest.at))
        step_over(r);
    text.len = (size_t)(r->rest.at - text.at);
    r->expr[e].text = text;
    if (text.len > GDL_SYMBOL_BYTES)
        leave_kif(r, N_("Line {0}, column {1}: a symbol is too long."), r->expr[e].line,
                  r->expr[e].column);
}

/* The whole rule that lacks a bracket has swallowed what follows it: the outermost is meant. */
static void need_all_closed(kif_reader *r)
{
    if (r->depth == 0)
        return;
    const gdl_expr *e = &r->expr[r->open[1]];
    leave_kif(r, N_("Line {0}, column {1}: this bracket is never closed."), e->line, e->column);
}

gdl_expr *gdl_kif_read(gdl_arena *j, duel_str text)
{
    kif_reader r = {.job = j, .rest = text, .line = 1, .line_begin = text.at};
    add_expr(&r, text, true);
    for (skip_blanks(&r); r.rest.len; skip_blanks(&r)) {
        if (*r.rest.at == '(')
            open_list(&r);
        else if (*r.rest.at == ')')
            close_list(&r);
        else
            read_symbol(&r);
    }
    need_all_closed(&r);
    return r.expr;
}

bool gdl_kif_begins(const gdl_expr *all, uint32_t e, const char *symbol)
{
    const gdl_expr *first = &all[all[e].first];
    return all[e].list && all[e].count && !first->list &&
           duel_str_same_word(first->text, symbol);
}

void gdl_kif_put(duel_str text, duel_sink *out)
{
    bool comment = false, gap = false;
    for (; text.len; text.at++, text.len--) {
        char c = *text.at;
        if (c == ';' || c == '\n')
            comment = c == ';';
        if (comment || is_space(c)) {
            gap = true;
            continue;
        }
        if (gap && c != ')')
            duel_put_char(out, ' ');
        gap = false;
        duel_put_char(out, c);
    }
}
