/* games/ergo/reasons.c -- what a turn changes in the proof, as facts that can be checked.
 *
 * Facts compare the proof before and after the turn, by truth tables. They speak of the proof,
 * which everybody sees, and of nothing hidden. */
#include "core/play.h"
#include "core/reason.h"
#include "games/ergo/fit.h"

#include <string.h>

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
