/* games/ergo/ending.c -- why a game of Ergo is over: who is proven in its last round, by which
 * lines, and how that is derived. */
#include "core/play.h"
#include "core/reason.h"
#include "games/ergo/help.h"
#include "logic/explain.h"

#include <string.h>

static void proof_of(const duel_variant *v, const ergo *s, logic_proof *out)
{
    for (unsigned i = 0; i < LOGIC_LINES; i++) {
        logic_line line = {.count = s->length[i]};
        memcpy(line.symbol, s->line[i], s->length[i]);
        logic_to_rpn(&line, ergo_precedence(v), &out->line[i]);
    }
}

static void mark_lines(unsigned lines, duel_fact *f)
{
    for (unsigned i = 0; i < LOGIC_LINES; i++)
        if (lines >> i & 1)
            f->target[f->targets++] = duel_target_of("line:%u", i + 1);
}

/* All steps of a derivation, or none where they are too many to be read here: so many facts are
 * still to come. */
static void tell_steps(const logic_explanation *e, logic_wording wording, unsigned to_come,
                       duel_reason *out)
{
    if ((unsigned)out->count + e->count + to_come > DUEL_FACTS)
        return;
    for (unsigned i = 0; i < e->count; i++) {
        duel_fact *f = duel_reason_add(out, ERGO_FACT_STEP);
        f->arg[0] = e->letter;
        f->arg[1] = i + 1;
        logic_say_step(e, i, wording, &f->text);
    }
}

/* A letter that is proven, or the paradox; the numbers are those of a turn that leads there. */
static void tell_letter(const duel_variant *v, const ergo *s, const logic_proof *proof,
                        unsigned letter, unsigned to_come, duel_reason *out)
{
    logic_wording wording = {ergo_precedence(v), LOGIC_UNICODE};
    logic_explanation *e;
    if (logic_explain(proof, letter, &e) != DUEL_OK)
        return;
    bool paradox = e->why == LOGIC_WHY_PARADOX;
    duel_fact *f = duel_reason_add(out, paradox ? ERGO_FACT_PARADOX : ERGO_FACT_PROVES);
    f->arg[0] = paradox ? e->lines : (int64_t)letter;
    f->arg[1] = paradox ? 0 : e->lines;
    f->arg[2] = paradox ? 0 : (int64_t)ergo_size(s);
    mark_lines(e->lines, f);
    logic_say_why(e, wording, &f->text);
    tell_steps(e, wording, to_come, out);
    logic_explanation_free(e);
}

static void tell_round(const duel_variant *v, const ergo *s, const logic_verdict *is,
                       duel_reason *out)
{
    unsigned seats = is->proven & ((1U << v->seats) - 1);
    duel_fact *f = duel_reason_add(out, ERGO_FACT_ENDS);
    f->arg[0] = seats;
    f->arg[1] = seats ? (int64_t)ergo_size(s) : 0;
    duel_say(&f->text,
             seats ? N_("The proof has {0} {0:card|cards}: that many points for each player "
                        "proven.")
                   : N_("No player is proven: nobody scores in this round."),
             "i", (int64_t)ergo_size(s));
}

void ergo_ending(const duel_variant *v, const void *view, int seat, duel_reason *out)
{
    (void)seat;
    const ergo *s = view;
    logic_verdict is = {0};
    logic_proof proof;
    ergo_verdict(v, s, &is);
    proof_of(v, s, &proof);
    if (is.paradox)
        tell_letter(v, s, &proof, 0, 1, out);
    for (unsigned letter = 0; !is.paradox && letter < (unsigned)v->seats; letter++)
        if (is.proven >> letter & 1)
            tell_letter(v, s, &proof, letter, (unsigned)v->seats - letter, out);
    tell_round(v, s, &is, out);
}
