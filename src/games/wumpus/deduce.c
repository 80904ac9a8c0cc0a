/* games/wumpus/deduce.c -- `duel wumpus deduce`: what follows from a grid that somebody wrote
 * down.
 *
 * The grid is checked as a whole first; a grid that contradicts itself gets an error that names
 * the cells, never a verdict. */
#include "base/file.h"
#include "games/wumpus/cell_status.h"
#include "games/wumpus/command.h"
#include "games/wumpus/explain.h"

#include <jansson.h>
#include <stdlib.h>

enum { STRICT, PITS, CHANCE, COUNTED, WUMPUSES, GOLDS, TEXTBOOK, DIMACS, EXPLAIN };

const duel_option wumpus_deduce_options[] = {
    {"strict", DUEL_YESNO, 1, 0, 1, NULL, N_("a wumpus and a gold never share a cell")},
    {"pits", DUEL_NUMBER, 0, 0, WUMPUS_CELLS, NULL, N_("the number of pits, for the risk")},
    {"chance", DUEL_DECIMAL, 200000, 0, 999999, NULL,
     N_("the chance of a pit in each cell, for the risk")},
    {"counted", DUEL_YESNO, 0, 0, 1, NULL, N_("deduction, too, may use the number of pits")},
    {"wumpuses", DUEL_NUMBER, 1, 1, WUMPUS_MOST, NULL, N_("how many wumpuses there are")},
    {"golds", DUEL_NUMBER, 1, 1, WUMPUS_MOST, NULL, N_("how many golds there are")},
    {"textbook", DUEL_YESNO, 0, 0, 1, NULL, N_("the rules of the textbook’s world")},
    {"dimacs", DUEL_YESNO, 0, 0, 1, NULL, N_("print the knowledge base as a DIMACS file")},
    {"explain", DUEL_YESNO, 0, 0, 1, NULL, N_("tell why, by the fewest facts")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

typedef struct deduction {
    const duel_console *c;
    const duel_args *args;
    wumpus_rules rules;
    wumpus_knowledge known;
    wumpus_facts facts;
    wumpus_verdicts verdicts;
    bool has_risk;
    wumpus_risk risk;
} deduction;

/* ---- reading ------------------------------------------------------------------------ */

enum { GRID_MOST = 1 << 20 };

static duel_status read_grid(const char *name, duel_buf *text, duel_msg *why)
{
    if (name == NULL)
        return duel_invalid(why, N_("Which grid? Give a file, or - to read it here."), "");
    return duel_file_read(name, GRID_MOST, text, why);
}

/* Typed grids are held to what they say: nothing is assumed of the corner but its start. */
static duel_status make_rules(deduction *d, duel_msg *why)
{
    const duel_args *a = d->args;
    double chance = (double)a->value[CHANCE] * 1e-6;
    if (duel_given(a, PITS) && duel_given(a, CHANCE))
        return duel_invalid(why, N_("Give the number of pits or their chance, not both."), "");
    d->rules = a->value[TEXTBOOK] ? wumpus_rules_textbook(d->known.n, chance)
                                  : wumpus_rules_seed(d->known.n);
    d->rules.clear = 0;
    d->rules.strict = a->value[STRICT];
    d->rules.wumpuses = (int)a->value[WUMPUSES];
    d->rules.golds = (int)a->value[GOLDS];
    d->rules.count_known = a->value[COUNTED];
    bool numbered = duel_given(a, PITS);
    d->rules.pits_are = numbered ? WUMPUS_PITS_COUNT : WUMPUS_PITS_CHANCE;
    d->rules.pits = numbered ? (int)a->value[PITS] : 0;
    d->rules.chance = numbered ? 0 : chance;
    return wumpus_rules_check(&d->rules, why);
}

static duel_status read_deduction(deduction *d, duel_msg *why)
{
    duel_buf text = duel_buf_empty();
    duel_status status =
        read_grid(d->args->word_count ? d->args->word[0].at : NULL, &text, why);
    if (status == DUEL_OK)
        status = wumpus_read_knowledge(duel_buf_str(&text), &d->known, why);
    duel_buf_fini(&text);
    if (status == DUEL_OK)
        status = make_rules(d, why);
    if (status == DUEL_OK)
        status = wumpus_facts_of(&d->rules, &d->known, &d->facts, why);
    return status;
}

/* ---- concluding --------------------------------------------------------------------- */

static duel_status judge_cells(deduction *d, const wumpus_set *cells, duel_msg *why)
{
    duel_status status = wumpus_judge(&d->rules, &d->known, cells, &d->verdicts, why);
    if (status != DUEL_OK)
        return status;
    status = wumpus_risk_of(&d->rules, &d->known, &d->risk, why);
    d->has_risk = status == DUEL_OK;
    if (status == DUEL_NO_SPACE && !duel_given(d->args, PITS) && !duel_given(d->args, CHANCE))
        return DUEL_OK; /* too entangled to count: the verdicts are what was asked for */
    if (status == DUEL_REFUSED) /* the cells agree with each other: it is the number */
        return duel_refuse(why, N_("No grid with this number of pits agrees with these cells."),
                           "");
    return status;
}

static json_t *cells_json(const wumpus_set *cells)
{
    json_t *list = json_array();
    for (wumpus_cell c = wumpus_first(cells); c.y >= 0; c = wumpus_next(cells, c))
        json_array_append_new(list, json_pack("[ii]", c.x, c.y));
    return list;
}

/* ---- answering ---------------------------------------------------------------------- */

/* False when nothing follows for the cell, or its reasons are beyond listing. */
static bool find_reason(const deduction *d, wumpus_cell cell, wumpus_explanation *e)
{
    wumpus_status status = wumpus_status_of(&d->verdicts, cell.x, cell.y);
    return d->args->value[EXPLAIN] &&
           wumpus_explain(&d->rules, &d->known, cell, status, e, NULL) == DUEL_OK;
}

static json_t *reason_json(const deduction *d, const wumpus_explanation *e)
{
    duel_buf text = duel_buf_empty();
    duel_msg m;
    json_t *because = json_array();
    for (int i = 0; i < e->count; i++) {
        duel_buf_clear(&text);
        wumpus_say_premise(&e->premise[i], &m);
        duel_render(d->c->lang, &m, &text.sink);
        json_array_append_new(because, json_string(text.text));
    }
    duel_buf_clear(&text);
    wumpus_say_explanation(e, &m);
    duel_render(d->c->lang, &m, &text.sink);
    json_t *reason = json_pack("{sssoso}", "sentence", text.text, "because", because, "cells",
                               cells_json(&e->cells));
    duel_buf_fini(&text);
    return reason;
}

static void print_as_json(const deduction *d, const wumpus_set *cells)
{
    json_t *list = json_array();
    for (wumpus_cell c = wumpus_first(cells); c.y >= 0; c = wumpus_next(cells, c)) {
        wumpus_explanation e;
        wumpus_status status = wumpus_status_of(&d->verdicts, c.x, c.y);
        json_t *cell =
            json_pack("{sisiss}", "x", c.x, "y", c.y, "status", wumpus_status_name(status));
        json_object_set_new(cell, "risk",
                            d->has_risk ? json_real(d->risk.danger[c.y][c.x]) : json_null());
        if (find_reason(d, c, &e))
            json_object_set_new(cell, "why", reason_json(d, &e));
        json_array_append_new(list, cell);
    }
    d->c->print_json(d->c, json_pack("{sbso}", "consistent", 1, "cells", list));
}

static void print_sentence(const deduction *d, const duel_msg *m)
{
    duel_put(d->c->out, " ");
    duel_render(d->c->lang, m, d->c->out);
}

/* The reason in a sentence, and what is felt where that one cannot hold it all. */
static void print_reason(const deduction *d, const wumpus_explanation *e)
{
    wumpus_group group[WUMPUS_GROUPS];
    duel_msg m;
    bool whole = wumpus_say_explanation(e, &m);
    duel_put(d->c->out, " ");
    print_sentence(d, &m);
    int count = whole ? 0 : wumpus_groups_of(e, group);
    for (int i = 0; i < count; i++) {
        wumpus_say_group(&group[i], &m);
        print_sentence(d, &m);
    }
}

static void print_cell(const deduction *d, wumpus_cell c)
{
    wumpus_explanation e;
    wumpus_status status = wumpus_status_of(&d->verdicts, c.x, c.y);
    duel_putf(d->c->out, "(%d,%d) %-8s", c.x, c.y, wumpus_status_name(status));
    if (d->has_risk)
        duel_putf(d->c->out, " %8.4f %%", 100 * d->risk.danger[c.y][c.x]);
    if (find_reason(d, c, &e))
        print_reason(d, &e);
    duel_put(d->c->out, "\n");
}

static void print_answer(const deduction *d, const wumpus_set *cells)
{
    if (d->c->json) {
        print_as_json(d, cells);
        return;
    }
    for (wumpus_cell c = wumpus_first(cells); c.y >= 0; c = wumpus_next(cells, c))
        print_cell(d, c);
}

/* No verdict: what contradicts itself is named, and in JSON that is all there is to say. */
static void print_conflict(const deduction *d, const wumpus_conflict *found, duel_msg *why)
{
    duel_buf text;
    if (!d->c->json)
        return;
    duel_buf_init(&text);
    duel_render(d->c->lang, why, &text.sink);
    d->c->print_json(d->c, json_pack("{sbsosbs{ssss}}", "consistent", 0, "conflict",
                                     cells_json(&found->cells), "arrow", found->arrow, "error",
                                     "kind", "no", "message", text.text));
    duel_buf_fini(&text);
    why->id = NULL;
}

static void print_dimacs(const deduction *d)
{
    duel_buf text = duel_buf_empty();
    wumpus_print_dimacs(&d->rules, &d->facts, &text.sink);
    if (d->c->json)
        d->c->print_json(d->c, json_pack("{ss}", "dimacs", text.text));
    else
        duel_put(d->c->out, text.text);
    duel_buf_fini(&text);
}

static duel_status deduce_and_print(deduction *d, duel_msg *why)
{
    wumpus_conflict conflict = {.arrow = false};
    duel_status status = read_deduction(d, why);
    if (status != DUEL_OK)
        return status;
    if (d->args->value[DIMACS]) {
        print_dimacs(d);
        return DUEL_OK;
    }
    status = wumpus_check_knowledge(&d->rules, &d->known, &conflict, why);
    if (status == DUEL_REFUSED)
        print_conflict(d, &conflict, why);
    wumpus_set cells = wumpus_frontier(&d->known);
    if (status == DUEL_OK)
        status = judge_cells(d, &cells, why);
    if (status == DUEL_OK)
        print_answer(d, &cells);
    return status;
}

duel_status wumpus_run_deduce(const duel_console *c, const duel_args *a, duel_msg *why)
{
    deduction *d = calloc(1, sizeof *d);
    if (d == NULL)
        return duel_no_space(why);
    d->c = c;
    d->args = a;
    duel_status status = deduce_and_print(d, why);
    free(d);
    return status;
}
