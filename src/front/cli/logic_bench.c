/* front/cli/logic_bench.c -- `duel logic table|polish|clauses|dpll|…`: the methods of the desk
 * (front/logic_desk.h) at the command line. */
#include "front/cli/logic_bench.h"
#include "front/cli/keep.h"
#include "front/logic_desk.h"

#include <string.h>

/* ---- what is asked ------------------------------------------------------------------------
 */

static bool is_dimacs(duel_str word)
{
    static const char end[] = ".cnf";
    size_t len = sizeof end - 1;
    return word.len > len && memcmp(word.at + word.len - len, end, len) == 0;
}

/* The words of the command, but for the first; `text` keeps what a file says. */
static duel_status read_asked(const duel_args *a, logic_asked *asked, duel_buf *text,
                              duel_msg *why)
{
    const char *question = duel_args_text(a, "ask", NULL);
    duel_status status = DUEL_OK;
    *asked = (logic_asked){0};
    if (a->word_count < 2 && question == NULL)
        return duel_bad(why, N_("Write one formula or several, each as one word."), "");
    if (a->word_count == 2 && is_dimacs(a->word[1])) {
        status = keep_read_file(a->word[1], text, why);
        asked->dimacs = duel_buf_str(text);
        return status;
    }
    for (int i = 1; i < a->word_count; i++)
        asked->line[asked->count++] = a->word[i];
    if (question)
        asked->question = duel_str_of(question);
    return status;
}
_Static_assert(DESK_LINES >= DUEL_WORDS - 1, "every word of the command is a line");

/* A mistake is told with the formula, and a mark under its place. */
static void tell_place(const duel_console *c, const logic_asked *asked, logic_place wrong)
{
    if (c->json || wrong.line < 0)
        return;
    duel_put(c->err, "  ");
    duel_put_str(c->err, wrong.line < asked->count ? asked->line[wrong.line] : asked->question);
    duel_put(c->err, "\n  ");
    for (size_t i = 0; i < wrong.at; i++)
        duel_put(c->err, " ");
    duel_put(c->err, "^\n");
}

/* ---- in words -----------------------------------------------------------------------------
 */

static int width_of(const char *text)
{
    int width = 0;
    for (; *text; text++)
        width += !duel_char_goes_on(*text);
    return width;
}

static void print_cells(duel_sink *out, const json_t *heads, const json_t *cells)
{
    const json_t *cell;
    size_t i;
    json_array_foreach(cells, i, cell)
    {
        int width = width_of(json_string_value(json_array_get(heads, i)));
        duel_putf(out, "%*s%d%*s  ", (width - 1) / 2, "", json_is_true(cell), width / 2, "");
    }
}

static void print_heads(duel_sink *out, const json_t *heads)
{
    const json_t *head;
    size_t i;
    json_array_foreach(heads, i, head) duel_putf(out, "%s  ", json_string_value(head));
}

static void print_table(duel_sink *out, const json_t *answer)
{
    const json_t *letters = json_object_get(answer, "letters"), *row;
    const json_t *lines = json_object_get(answer, "lines");
    size_t i;
    if (letters == NULL)
        return;
    print_heads(out, letters);
    duel_put(out, "│ ");
    print_heads(out, lines);
    duel_put(out, "\n");
    json_array_foreach(json_object_get(answer, "rows"), i, row)
    {
        print_cells(out, letters, json_object_get(row, "letters"));
        duel_put(out, "│ ");
        print_cells(out, lines, json_object_get(row, "values"));
        duel_put(out, json_is_true(json_object_get(row, "all")) ? "✓\n" : "\n");
    }
}

static void print_list(duel_sink *out, const json_t *list)
{
    const json_t *text;
    size_t i;
    json_array_foreach(list, i, text) duel_putf(out, "%s\n", json_string_value(text));
}

static void print_answer(const duel_console *c, const duel_args *a, const json_t *answer)
{
    const json_t *verdict = json_object_get(answer, "verdict");
    duel_sink *out = c->out;
    if (duel_args_value(a, "dimacs") && json_object_get(answer, "dimacs")) {
        duel_put(out, json_string_value(json_object_get(answer, "dimacs")));
        return;
    }
    if (json_object_get(answer, "rows"))
        print_table(out, answer);
    else
        film_print_steps(answer, out);
    print_list(out, json_object_get(answer, "polish"));
    if (verdict)
        duel_putf(out, "%s\n", json_string_value(verdict));
}

/* ---- the command --------------------------------------------------------------------------
 */

duel_status logic_bench(const duel_console *c, const duel_args *a, bool *known, duel_msg *why)
{
    logic_asked asked;
    logic_place wrong = {-1, 0};
    json_t *answer = NULL;
    duel_buf text;
    *known = a->word_count && logic_is_method(a->word[0]);
    if (!*known)
        return DUEL_OK;
    duel_buf_init(&text);
    duel_status status = read_asked(a, &asked, &text, why);
    if (status == DUEL_OK)
        status = logic_decide(a->word[0], &asked, c->lang, &answer, &wrong, why);
    if (status == DUEL_OK && c->json)
        c->print_json(c, json_incref(answer));
    else if (status == DUEL_OK)
        print_answer(c, a, answer);
    else
        tell_place(c, &asked, wrong);
    json_decref(answer);
    duel_buf_fini(&text);
    return status;
}
