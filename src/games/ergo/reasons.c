/* games/ergo/reasons.c -- why a turn, and why the game is over, as facts that can be checked.
 *
 * Facts about a turn compare the proof before and after it, by truth tables. They speak of the
 * proof, which everybody sees, and of nothing hidden. Two hints come before them: how the proof
 * stands, and then what sort of thing to do, and where; neither tells the card. Facts about an
 * end say who is proven in the last round, by which lines, and how that is derived. */
#include "core/play.h"
#include "core/reason.h"
#include "games/ergo/well_formed.h"
#include "logic/explain.h"

#include <string.h>

/* ---- the first hint: the situation, whatever the move ------------------------------------ */

static const char *situation(const duel_variant *v, const ergo *s)
{
    logic_verdict verdict;
    if (s->stage == ERGO_BETWEEN)
        return N_("The round is over.");
    if (s->fallacy[s->turn])
        return N_("A Fallacy blocks you: the proof is out of reach.");
    if (!ergo_verdict(v, s, &verdict))
        return N_("A line is broken, and this card must mend it.");
    unsigned own = 1U << s->turn, players = (1U << v->seats) - 1;
    if (verdict.paradox)
        return N_("The lines contradict each other: as it stands, nobody scores.");
    if ((verdict.proven & players) == own)
        return N_("You alone are proven: let the proof grow, or end the round.");
    if (verdict.proven & own)
        return N_("You are proven, but not alone.");
    if (verdict.proven & players)
        return N_("Somebody else is proven, and you are not.");
    return N_("Nobody is proven yet.");
}

/* ---- the second hint: what sort of thing, and where -------------------------------------- */

/* Whether what is said of the sort of the one is said of the other. */
static bool same_sort(const ergo_use *a, const ergo_use *b)
{
    bool lined = a->act == ERGO_PLACE || a->act == ERGO_ERASE;
    return a->act == b->act && (!lined || a->line == b->line);
}

/* The sort would give the move away where no other is of it. */
static bool is_alone_of_its_sort(const duel_variant *v, const void *view, const ergo_use *u)
{
    duel_move list[DUEL_MOVES_MAX];
    int count = ergo_moves(v, view, list), alike = 0;
    for (int i = 0; i < count; i++) {
        ergo_use other = ergo_unpack(list[i]);
        alike += same_sort(u, &other);
    }
    return count > 1 && alike < 2;
}

static void point_at_line(duel_fact *f, unsigned line)
{
    f->target[f->targets++] = duel_target_of("line:%u", line + 1);
}

static void say_sort(const ergo_use *u, duel_fact *f)
{
    int64_t line = u->line + 1;
    switch ((ergo_act)u->act) {
    case ERGO_PLACE:
        duel_say(&f->text, N_("A card of yours belongs in line {0}."), "i", line);
        point_at_line(f, u->line);
        break;
    case ERGO_DISCARD:
        duel_say(&f->text, N_("One of your cards serves best by leaving."), "");
        f->target[f->targets++] = duel_target_of("discard");
        break;
    case ERGO_BLOCK:
        duel_say(&f->text, N_("Somebody should be kept from the proof."), "");
        break;
    case ERGO_JUSTIFY:
        duel_say(&f->text, N_("You can free yourself."), "");
        break;
    case ERGO_ERASE:
        duel_say(&f->text, N_("Line {0} has a card too many."), "i", line);
        point_at_line(f, u->line);
        break;
    case ERGO_SWAP:
        duel_say(&f->text,
                 N_("Two cards of the proof would stand better in each other's place."), "");
        break;
    case ERGO_END:
        duel_say(&f->text, N_("The round may end as it stands."), "");
        break;
    case ERGO_NEXT:
        duel_say(&f->text, N_("There is only one thing to do."), "");
        break;
    }
}

/* ---- what a turn changes ----------------------------------------------------------------- */

/* A smallest set of lines whose models all lie in `goal`, a bit each; 0 if there is none, or if
 * it takes no line at all. */
static unsigned lines_that_entail(const duel_variant *v, const ergo *s, logic_table goal)
{
    logic_table table[LOGIC_LINES];
    unsigned best = 0, least = LOGIC_LINES + 1;
    for (unsigned line = 0; line < LOGIC_LINES; line++)
        if (!logic_symbols_table(s->line[line], s->length[line], ergo_precedence(v),
                                 &table[line]))
            return 0;
    for (unsigned set = 1; set < 1U << LOGIC_LINES; set++) {
        logic_table models = LOGIC_TRUE;
        for (unsigned line = 0; line < LOGIC_LINES; line++)
            models &= set >> line & 1 ? table[line] : LOGIC_TRUE;
        unsigned size = (unsigned)__builtin_popcount(set);
        if ((models & ~goal) == 0 && size < least) {
            best = set;
            least = size;
        }
    }
    return best;
}

/* "1, 3", and the lines as things to highlight. */
static const char *name_lines(unsigned lines, duel_fact *f, char text[16])
{
    text[0] = '\0';
    for (unsigned line = 0; line < LOGIC_LINES; line++) {
        if (!(lines >> line & 1))
            continue;
        if (text[0])
            strcat(text, ", ");
        strcat(text, (char[]){(char)('1' + line), '\0'});
        f->target[f->targets++] = duel_target_of("line:%u", line + 1);
    }
    return text;
}

static const char *letter_name(unsigned letter)
{
    return logic_symbol_text((logic_symbol)letter, LOGIC_ASCII);
}

static void say_paradox(const duel_variant *v, const ergo *s, duel_reason *out)
{
    char text[16];
    unsigned lines = lines_that_entail(v, s, LOGIC_FALSE);
    duel_fact *f = duel_reason_add(out, ERGO_FACT_PARADOX);
    f->arg[0] = lines;
    const char *names = name_lines(lines, f, text);
    duel_say(&f->text,
             N_("The proof becomes a paradox, by {0:line|lines} {1}: nobody would score."),
             "ic", (int64_t)__builtin_popcount(lines), names);
}

static void say_settled(const duel_variant *v, const ergo *s, unsigned letter, bool proven,
                        duel_reason *out)
{
    char text[16];
    logic_table goal = logic_letter_table(letter);
    unsigned lines = lines_that_entail(v, s, proven ? goal : (logic_table)~goal);
    duel_fact *f = duel_reason_add(out, proven ? ERGO_FACT_PROVES : ERGO_FACT_DISPROVES);
    f->arg[0] = letter;
    f->arg[1] = lines;
    f->arg[2] = proven ? (int64_t)ergo_size(s) : 0;
    const char *names = name_lines(lines, f, text);
    duel_say(&f->text,
             proven ? N_("{2} becomes proven, by {0:line|lines} {1}, for {3} {3:point|points}.")
                    : N_("{2} becomes disproven, by {0:line|lines} {1}."),
             "icci", (int64_t)__builtin_popcount(lines), names, letter_name(letter), f->arg[2]);
}

static void say_unsettled(unsigned letter, bool was_proven, duel_reason *out)
{
    duel_fact *f = duel_reason_add(out, ERGO_FACT_UNSETTLES);
    f->arg[0] = letter;
    f->arg[1] = was_proven;
    duel_say(&f->text,
             was_proven ? N_("{0} is proven no longer.") : N_("{0} is disproven no longer."),
             "c", letter_name(letter));
}

/* Own letter first, then the others. */
static void compare_letters(const duel_variant *v, const ergo *after, int own,
                            const logic_verdict *was, const logic_verdict *is, duel_reason *out)
{
    for (unsigned i = 0; i < LOGIC_LETTERS; i++) {
        unsigned letter = i == 0 ? (unsigned)own : i <= (unsigned)own ? i - 1 : i;
        bool proven = is->proven >> letter & 1, before = was->proven >> letter & 1;
        bool disproven = is->disproven >> letter & 1, denied = was->disproven >> letter & 1;
        if (proven && !before)
            say_settled(v, after, letter, true, out);
        else if (disproven && !denied)
            say_settled(v, after, letter, false, out);
        else if (before != proven || denied != disproven)
            say_unsettled(letter, before, out);
    }
}

static void say_stake(const ergo *s, const logic_verdict *is, bool ends, duel_reason *out)
{
    char text[ERGO_LETTER_LIST];
    duel_fact *f = duel_reason_add(out, ends ? ERGO_FACT_ENDS : ERGO_FACT_STAKE);
    f->arg[0] = is->proven;
    f->arg[1] = (int64_t)ergo_size(s);
    duel_say(
        &f->text,
        ends ? N_("It ends the round: {0} {0:point|points} for each letter proven ({1}).")
        : is->proven
            ? N_("The proof is worth {0} {0:point|points} now, to {1}.")
            : N_("The proof is worth {0} {0:point|points} now, and nobody would get them."),
        "ic", f->arg[1], ergo_letter_list(is->proven, text));
}

static void explain_special(const duel_variant *v, const ergo *s, const ergo_use *u,
                            duel_reason *out)
{
    if (u->act == ERGO_BLOCK) {
        duel_fact *f = duel_reason_add(out, ERGO_FACT_BLOCKS);
        f->arg[0] = u->victim + 1;
        f->arg[1] = s->fallacy[u->victim];
        f->target[f->targets++] = duel_target_of("seat:%d", u->victim + 1);
        duel_say(&f->text, N_("{0} is blocked for 3 turns (until now for {1})."), "wi",
                 duel_role(v, u->victim), f->arg[1]);
    } else if (u->act == ERGO_JUSTIFY) {
        duel_fact *f = duel_reason_add(out, ERGO_FACT_FREES);
        f->arg[0] = s->fallacy[s->turn];
        f->arg[1] = ergo_has(v, ERGO_OPT_IMMUNITY);
        duel_say(&f->text,
                 f->arg[1] ? N_("It cancels {0} blocked {0:turn|turns} and makes immune.")
                           : N_("It cancels {0} blocked {0:turn|turns}."),
                 "i", f->arg[0]);
    }
}

static void say_broken(int line, duel_reason *out)
{
    duel_fact *f = duel_reason_add(out, ERGO_FACT_BREAKS);
    f->arg[0] = line + 1;
    f->target[f->targets++] = duel_target_of("line:%d", line + 1);
    duel_say(&f->text, N_("The second card must mend line {0}."), "i", f->arg[0]);
}

/* The proof after the card alone; play would go on to the next turn or round. */
static ergo proof_after(const duel_variant *v, const ergo *s, duel_move move)
{
    ergo after = *s;
    after.pile_count = after.sunk = 0; /* drawing is no affair of the proof */
    after.emptied = 0;
    ergo_play(v, &after, move);
    return after;
}

/* What the proof `after` says that the one before did not. */
static void explain_proof(const duel_variant *v, const ergo *before, const ergo *after,
                          bool ends, duel_reason *out)
{
    logic_verdict was, is;
    ergo_verdict(v, after, &is);
    if (!ergo_verdict(v, before, &was)) /* mended now: compared with nothing said */
        was = logic_verdict_of(LOGIC_TRUE);
    if (is.paradox && !was.paradox)
        say_paradox(v, after, out);
    else if (was.paradox && !is.paradox)
        duel_say(&duel_reason_add(out, ERGO_FACT_RESOLVED)->text,
                 N_("The proof is a paradox no longer."), "");
    if (!is.paradox)
        compare_letters(v, after, before->turn, &was, &is, out);
    say_stake(after, &is, ends, out);
}

void ergo_add_reasons(const duel_variant *v, const ergo *s, const duel_move turn[], int count,
                      duel_reason *out)
{
    ergo after = *s;
    bool ends = false;
    for (int i = 0; i < count; i++) {
        ergo_use u = ergo_unpack(turn[i]);
        if (u.act == ERGO_NEXT)
            return;
        explain_special(v, &after, &u, out);
        after = proof_after(v, &after, turn[i]);
        ends = ends || u.act == ERGO_END;
    }
    int broken = fit_broken_line(&after);
    if (broken >= 0)
        say_broken(broken, out);
    else
        explain_proof(v, s, &after, ends, out);
}

void ergo_explain(const duel_variant *v, const void *view, int seat, const duel_move turn[],
                  int count, duel_reason *out)
{
    ergo_use u = ergo_unpack(turn[0]);
    duel_fact *f = duel_reason_add(out, ERGO_FACT_HINT);
    f->gives = DUEL_GIVES_KIND;
    duel_say(&f->text, situation(v, view), "");
    f = duel_reason_add(out, ERGO_FACT_HINT);
    f->gives = DUEL_GIVES_PLACE;
    if (is_alone_of_its_sort(v, view, &u))
        duel_say(&f->text, N_("Go through your hand, card by card."), "");
    else
        say_sort(&u, f);
    ergo_add_reasons(v, view, turn, count, out);
}

/* ---- why it is over ---------------------------------------------------------------------- */

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
