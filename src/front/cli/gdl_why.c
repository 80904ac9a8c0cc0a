/* front/cli/gdl_why.c -- `duel gdl why SHEET [STEP…] MOVE`: why a move is legal, as a
 * derivation.
 *
 * A step is a move of each role, or of those only that have a choice. Instead of a move any
 * sentence can be asked for: `terminal`, `(goal x 100)`. */
#include "front/cli/gdl_folder.h"
#include "front/json.h"
#include "gdl/kif.h"
#include "gdl/why.h"

#include <stdlib.h>

typedef struct asking {
    const duel_console *c;
    gdl_sheet *sheet;
    gdl_prover *prover;
    gdl_term *move; /* by role */
    gdl_derivation derivation;
} asking;

/* ---- getting there ---------------------------------------------------------------------- */

/* Cuts the next term off: a word, or a bracket with all in it. */
static bool cut_term(duel_str *rest, duel_str *term)
{
    size_t len = 0;
    int open = 0;
    if (!duel_str_skip(rest, " \t"))
        return false;
    for (; len < rest->len; len++) {
        char c = rest->at[len];
        open += (c == '(') - (c == ')');
        if (open <= 0 && (c == ')' || c == ' ' || c == '\t'))
            break;
    }
    if (len < rest->len && rest->at[len] == ')')
        len++;
    *term = (duel_str){rest->at, len};
    *rest = (duel_str){rest->at + len, rest->len - len};
    return true;
}

static uint32_t count_terms(duel_str text)
{
    uint32_t count = 0;
    duel_str term;
    while (cut_term(&text, &term))
        count++;
    return count;
}

/* Whose move is not written: the only one it has. */
static bool has_only_move(asking *a, uint32_t role)
{
    const gdl_list *legal = gdl_prover_legal(a->prover, role);
    if (legal->count == 1)
        a->move[role] = legal->at[0];
    return legal->count == 1;
}

static duel_status play_step(asking *a, duel_str step, duel_msg *why)
{
    duel_str rest = step, term;
    bool all = count_terms(step) == a->sheet->roles, whole = true;
    duel_status status = DUEL_OK;
    for (uint32_t r = 0; status == DUEL_OK && r < a->sheet->roles; r++) {
        if (!all && has_only_move(a, r))
            continue;
        if (cut_term(&rest, &term))
            status = gdl_prover_term(a->prover, term, &a->move[r], why);
        else
            whole = false;
    }
    if (status == DUEL_OK && (!whole || cut_term(&rest, &term)))
        return duel_bad(why,
                        N_("“{0}”: a step has a move of each role, or of each that has a "
                           "choice."),
                        "s", step);
    return status == DUEL_OK ? gdl_prover_play(a->prover, a->move, why) : status;
}

/* ---- what is asked for ------------------------------------------------------------------ */

static bool is_among(const gdl_list *list, gdl_term term)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i] == term)
            return true;
    return false;
}

/* A move of whoever has it; else the sentence as it is. */
static duel_status find_sentence(asking *a, duel_str text, gdl_term *out, duel_msg *why)
{
    duel_status status = gdl_prover_term(a->prover, text, out, why);
    for (uint32_t r = 0; status == DUEL_OK && r < a->sheet->roles; r++)
        if (is_among(gdl_prover_legal(a->prover, r), *out))
            return gdl_prover_legal_term(a->prover, r, *out, out, why);
    return status;
}

static duel_status derive(asking *a, duel_str text, duel_msg *why)
{
    gdl_term sentence;
    duel_status status = find_sentence(a, text, &sentence, why);
    if (status == DUEL_OK)
        status = gdl_prover_why(a->prover, sentence, &a->derivation, why);
    if (status == DUEL_NO)
        return duel_refuse(why, N_("“{0}” is no legal move here, and nothing makes it true."),
                           "s", text);
    return status;
}

/* ---- telling ---------------------------------------------------------------------------- */

static void print_derivation(const asking *a)
{
    for (size_t i = 0; i < a->derivation.count; i++) {
        const gdl_proof_step *s = &a->derivation.step[i];
        duel_putf(a->c->out, "%*s", (int)(2 * s->depth), "");
        gdl_put_step(gdl_prover_terms(a->prover), s, a->c->lang, a->c->out);
        duel_put(a->c->out, "\n");
    }
}

static const char *const because_word[] = {
    [GDL_IN_STATE] = "state", [GDL_STATED] = "stated", [GDL_BY_RULE] = "rule",
    [GDL_AS_ABOVE] = "above", [GDL_ABSENT] = "absent", [GDL_UNLIKE] = "distinct",
    [GDL_ALIKE] = "same",
};

static json_t *json_term_of(const asking *a, gdl_term term)
{
    duel_buf text;
    duel_buf_init(&text);
    gdl_put_term(gdl_prover_terms(a->prover), term, &text.sink);
    return json_take_text(&text);
}

static json_t *json_step(const asking *a, const gdl_proof_step *s)
{
    json_t *j = json_pack("{sissso}", "depth", (int)s->depth, "because",
                          because_word[s->because], "sentence", json_term_of(a, s->sentence));
    if (s->because == GDL_UNLIKE || s->because == GDL_ALIKE)
        json_set(j, "other", json_term_of(a, s->other));
    if (s->rule) {
        duel_buf rule;
        duel_buf_init(&rule);
        gdl_kif_put(s->rule->source, &rule.sink);
        json_set(j, "line", json_integer(s->rule->line));
        json_set(j, "rule", json_take_text(&rule));
    }
    return j;
}

static void tell_derivation(const asking *a)
{
    if (!a->c->json) {
        print_derivation(a);
        return;
    }
    json_t *steps = json_array();
    for (size_t i = 0; i < a->derivation.count; i++)
        json_array_append_new(steps, json_step(a, &a->derivation.step[i]));
    a->c->print_json(a->c, json_pack("{so}", "steps", steps));
}

duel_status gdl_tell_why(const duel_console *c, const duel_str *words, int count, duel_msg *why)
{
    asking a = {.c = c};
    duel_status status = gdl_sheet_load(words[0].at, &a.sheet, why);
    if (status == DUEL_OK)
        status = gdl_prover_new_explaining(a.sheet, (gdl_limits){0}, &a.prover, why);
    if (status == DUEL_OK && (a.move = malloc(a.sheet->roles * sizeof *a.move)) == NULL)
        status = duel_full(why);
    for (int i = 1; status == DUEL_OK && i + 1 < count; i++)
        status = play_step(&a, words[i], why);
    if (status == DUEL_OK)
        status = derive(&a, words[count - 1], why);
    if (status == DUEL_OK)
        tell_derivation(&a);
    free(a.move);
    gdl_prover_free(a.prover);
    gdl_sheet_free(a.sheet);
    return status;
}
