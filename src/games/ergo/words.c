/* games/ergo/words.c -- what people say: a move in words, what is to be done now, and what the
 * options are called. */
#include "core/play.h"
#include "games/ergo/fit.h"
#include "games/ergo/help.h"

/* A symbol by its name if it is an operator, else as it stands on the card. */
static const char *symbol_word(unsigned symbol)
{
    bool named = symbol >= LOGIC_AND && symbol <= LOGIC_NOT;
    return named ? ergo_name(symbol) : logic_symbol_text((logic_symbol)symbol, LOGIC_UNICODE);
}

static void say_place(const ergo_use *u, duel_msg *out)
{
    duel_say(out,
             u->card >= ERGO_WILDVAR ? N_("{0} (a wild) into line {1}, place {2}")
                                     : N_("{0} into line {1}, place {2}"),
             "wii", symbol_word(u->symbol), (int64_t)u->line + 1, (int64_t)u->at + 1);
}

/* A special is told by its name, unless a wild is played as it. */
static void say_special(const ergo_use *u, const char *plain, const char *wild, duel_msg *out)
{
    duel_say(out, u->card == ERGO_WILDVAR || u->card == ERGO_WILDOP ? wild : plain, "w",
             ergo_name(u->card));
}

void ergo_say_move(const duel_variant *v, const void *view, duel_move move, duel_msg *out)
{
    (void)view;
    ergo_use u = ergo_unpack(move);
    switch ((ergo_act)u.act) {
    case ERGO_PLACE:
        say_place(&u, out);
        break;
    case ERGO_DISCARD:
        duel_say(out, N_("{0} thrown away"), "w", ergo_name(u.card));
        break;
    case ERGO_BLOCK:
        duel_say(out, N_("Fallacy on {0}"), "w", duel_role(v, u.victim));
        break;
    case ERGO_JUSTIFY:
        say_special(&u, N_("Justification"), N_("Justification, by a {0}"), out);
        break;
    case ERGO_END:
        say_special(&u, N_("Ergo: the round ends"), N_("Ergo, by a {0}: the round ends"), out);
        break;
    case ERGO_ERASE:
        duel_say(out, N_("Tabula Rasa on card {1} of line {0}"), "ii", (int64_t)u.line + 1,
                 (int64_t)u.at + 1);
        break;
    case ERGO_SWAP:
        duel_say(out, N_("Revolution: card {1} of line {0} with card {3} of line {2}"), "iiii",
                 (int64_t)u.line + 1, (int64_t)u.at + 1, (int64_t)u.line2 + 1,
                 (int64_t)u.at2 + 1);
        break;
    case ERGO_NEXT:
        duel_say(out, N_("Next round"), "");
        break;
    }
}

void ergo_task(const duel_variant *v, const void *view, duel_msg *out)
{
    (void)v;
    const ergo *s = view;
    int broken = fit_broken_line(s);
    if (s->stage == ERGO_BETWEEN)
        duel_say(out, N_("The round is over: go on to the next."), "");
    else if (broken >= 0)
        duel_say(out, N_("Line {0} is broken: your second card must mend it."), "i",
                 (int64_t)broken + 1);
    else if (s->fallacy[s->turn])
        duel_say(
            out,
            N_("A Fallacy blocks you: throw cards away, or play Justification or a Fallacy."),
            "");
    else if (s->used)
        duel_say(out, N_("One card more: put it into a line, play it, or throw it away."), "");
    else
        duel_say(out,
                 N_("Use two cards: put them into a line, play a special, or throw them away."),
                 "");
}

static const char *const preset_words[] = {N_("the students’ program of 2019"),
                                           N_("as on the publisher's sheet of 2015")};
static const char *const precedence_words[] = {N_("NOT, AND, OR, THEN"),
                                               N_("NOT, THEN, OR, AND")};
const duel_wording ergo_wordings[] = {
    {"preset", N_("Which rules"), preset_words},
    {"precedence", N_("What binds more tightly"), precedence_words},
    {NULL, NULL, NULL}};
