/* games/ergo/study.c -- the lines of the proof as an address of the logic bench, which reads
 * formulas by its own precedence: so every pair of them is in parentheses. */
#include "games/ergo/help.h"

/* Where the part that ends before `end` begins. */
static int part_begins(const logic_rpn *r, int end)
{
    int wanted = 1, at = end;
    while (wanted > 0) {
        uint8_t symbol = r->symbol[--at];
        wanted += symbol == LOGIC_NOT ? 0 : symbol >= LOGIC_AND ? 1 : -1;
    }
    return at;
}

static void put_bracketed(const logic_rpn *r, int end, duel_sink *out)
{
    uint8_t symbol = r->symbol[end - 1];
    if (symbol == LOGIC_NOT) {
        duel_put(out, "~");
        put_bracketed(r, end - 1, out);
    } else if (symbol < LOGIC_AND) {
        duel_put(out, logic_symbol_text(symbol, LOGIC_ASCII));
    } else {
        duel_put(out, "(");
        put_bracketed(r, part_begins(r, end - 1), out);
        duel_put(out, logic_symbol_text(symbol, LOGIC_ASCII));
        put_bracketed(r, end - 1, out);
        duel_put(out, ")");
    }
}

/* All but letters and digits as the addresses of the web have it. */
static void put_encoded(duel_str text, duel_sink *out)
{
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];
        if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
            duel_put_char(out, (char)c);
        else
            duel_putf(out, "%%%02X", c);
    }
}

static void put_line_of(const duel_variant *v, const ergo *s, int i, duel_sink *out)
{
    logic_line line = {.count = s->length[i]};
    logic_rpn rpn;
    for (int k = 0; k < s->length[i]; k++)
        line.symbol[k] = s->line[i][k];
    if (line.count == 0 || logic_check(line.symbol, line.count).want != LOGIC_WANT_NOTHING)
        return;
    logic_to_rpn(&line, ergo_precedence(v), &rpn);
    put_bracketed(&rpn, rpn.count, out);
    duel_put(out, "\n");
}

void ergo_study(const duel_variant *v, const void *view, duel_sink *out)
{
    duel_buf lines;
    duel_buf_init(&lines);
    for (int i = 0; i < LOGIC_LINES; i++)
        put_line_of(v, view, i, &lines.sink);
    if (lines.len) {
        duel_put(out, "logic/proven/");
        put_encoded(duel_buf_str(&lines), out);
    }
    duel_buf_fini(&lines);
}
