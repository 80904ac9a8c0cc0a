/* games/ergo/movetext.c -- moves as text, and why one is refused.
 *
 *     A@1.3  (@2.1   that card before the 3rd card of line 1, the 1st of line 2
 *     V=B@1.2 O=>@1.2  wilds and what they stand for; V=E V=J where wilds may be these
 *     xA             discards      F2  Fallacy on seat 2      J  E
 *     T1.3           Tabula Rasa on the 3rd card of line 1
 *     R1.2/3.4       Revolution    next  deals the next round
 *
 * Cards are named by kind, never by their place in a hand. Letters may be small when read. */
#include "games/ergo/fit.h"
#include "games/ergo/reader.h"

/* ---- printing --------------------------------------------------------------------------- */

static void print_place(unsigned line, unsigned at, duel_sink *out)
{
    duel_putf(out, "%u.%u", line + 1, at + 1);
}

static void print_symbol(const ergo_use *u, duel_sink *out)
{
    if (u->card >= ERGO_WILDVAR)
        duel_putf(out, "%c=", ergo_letters[u->card]);
    duel_putf(out, "%c@", ergo_symbols[u->symbol]);
    print_place(u->line, u->at, out);
}

void ergo_print_move(const duel_variant *v, const void *view, duel_move move, duel_sink *out)
{
    (void)v, (void)view;
    ergo_use u = ergo_unpack(move);
    const char *wild = u.card == ERGO_WILDVAR ? "V=" : u.card == ERGO_WILDOP ? "O=" : "";
    switch ((ergo_act)u.act) {
    case ERGO_PLACE:
        print_symbol(&u, out);
        break;
    case ERGO_DISCARD:
        duel_putf(out, "x%c", ergo_letters[u.card]);
        break;
    case ERGO_BLOCK:
        duel_putf(out, "F%d", u.victim + 1);
        break;
    case ERGO_JUSTIFY:
        duel_putf(out, "%sJ", wild);
        break;
    case ERGO_END:
        duel_putf(out, "%sE", wild);
        break;
    case ERGO_ERASE:
        duel_put(out, "T");
        print_place(u.line, u.at, out);
        break;
    case ERGO_SWAP:
        duel_put(out, "R");
        print_place(u.line, u.at, out);
        duel_put(out, "/");
        print_place(u.line2, u.at2, out);
        break;
    case ERGO_NEXT:
        duel_put(out, "next");
        break;
    }
}

/* ---- reading ---------------------------------------------------------------------------- */

/* A number from 1 to 99, given from 0. */
static bool take_number(duel_str *text, uint8_t *out)
{
    unsigned n = 0;
    if (!ergo_take_number(text, 99, &n) || n == 0)
        return false;
    *out = (uint8_t)(n - 1);
    return true;
}

static bool take_place(duel_str *text, uint8_t *line, uint8_t *at)
{
    return take_number(text, line) && ergo_take(text, '.') && take_number(text, at) &&
           *line < LOGIC_LINES;
}

static bool take_gap(duel_str *text, ergo_use *u)
{
    u->act = ERGO_PLACE;
    return ergo_take(text, '@') && take_place(text, &u->line, &u->at);
}

/* "V=B@1.2", "O=E" … after the sign =. */
static bool take_wild(duel_str *text, ergo_use *u)
{
    uint8_t special;
    if (ergo_take_of(text, "EJ", &special)) {
        u->act = special == 0 ? ERGO_END : ERGO_JUSTIFY;
        return true;
    }
    return ergo_take_of(text, ergo_symbols, &u->symbol) && take_gap(text, u);
}

static bool take_symbol(duel_str *text, ergo_use *u)
{
    if (!ergo_take_of(text, ergo_symbols, &u->symbol))
        return false;
    u->card = u->symbol == LOGIC_CLOSE ? ERGO_PAREN : u->symbol;
    return take_gap(text, u);
}

/* The two cards in reading order. */
static void order_swap(ergo_use *u)
{
    ergo_use given = *u;
    if (u->line < u->line2 || (u->line == u->line2 && u->at < u->at2))
        return;
    u->line = given.line2;
    u->at = given.at2;
    u->line2 = given.line;
    u->at2 = given.at;
}

static bool take_special(duel_str *text, ergo_use *u)
{
    switch (u->card) {
    case ERGO_FALLACY:
        u->act = ERGO_BLOCK;
        return take_number(text, &u->victim) && u->victim < DUEL_SEATS;
    case ERGO_JUSTIFICATION:
        u->act = ERGO_JUSTIFY;
        return true;
    case ERGO_ERGO:
        u->act = ERGO_END;
        return true;
    case ERGO_RASA:
        u->act = ERGO_ERASE;
        return take_place(text, &u->line, &u->at);
    case ERGO_REVOLUTION:
        u->act = ERGO_SWAP;
        if (!take_place(text, &u->line, &u->at) || !ergo_take(text, '/') ||
            !take_place(text, &u->line2, &u->at2))
            return false;
        order_swap(u);
        return true;
    case ERGO_WILDVAR:
    case ERGO_WILDOP:
        return ergo_take(text, '=') && take_wild(text, u);
    default: /* not a special */
        return false;
    }
}

/* In capitals. */
static bool take_use(duel_str text, ergo_use *u)
{
    *u = (ergo_use){.act = ERGO_NEXT};
    if (duel_str_is(text, "NEXT"))
        return true;
    if (ergo_take(&text, 'X')) {
        u->act = ERGO_DISCARD;
        u->card = ERGO_PAREN;
        return (ergo_take(&text, ')') || ergo_take_of(&text, ergo_letters, &u->card)) &&
               text.len == 0;
    }
    duel_str rest = text;
    if (ergo_take_of(&rest, ergo_letters, &u->card) && u->card > ERGO_PAREN)
        return take_special(&rest, u) && rest.len == 0;
    u->card = 0;
    return take_symbol(&text, u) && text.len == 0;
}

static bool read_use(duel_str text, ergo_use *u)
{
    char capitals[16]; /* the longest is R1.10/2.10 */
    if (text.len > sizeof capitals)
        return false;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        capitals[i] = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
    }
    return take_use((duel_str){capitals, text.len}, u);
}

/* ---- why not ------------------------------------------------------------------------------
 */

static bool touches_proof(const ergo_use *u)
{
    return u->act == ERGO_PLACE || u->act == ERGO_ERASE || u->act == ERGO_SWAP ||
           u->act == ERGO_END;
}

static duel_status check_card(const duel_variant *v, const ergo *s, const ergo_use *u,
                              duel_msg *why)
{
    if (ergo_count(s->hand[s->turn], u->card) == 0)
        return duel_refuse(why, N_("The card “{0}” is not in your hand."), "w",
                           ergo_name(u->card));
    if (u->act == ERGO_PLACE && !ergo_can_be(v, u->card, u->symbol))
        return duel_refuse(
            why,
            u->card == ERGO_WILDVAR          ? N_("The wild letter stands for A, B, C or D.")
            : ergo_has(v, ERGO_OPT_WILD_NOT) ? N_("The wild operator stands for &, |, > or ~.")
                                             : N_("The wild operator stands for &, | or >."),
            "");
    if ((u->act == ERGO_END && !ergo_can_end(v, u->card)) ||
        (u->act == ERGO_JUSTIFY && !ergo_can_justify(v, u->card)))
        return duel_refuse(why, N_("Here a wild is neither Ergo nor Justification."), "");
    if (s->fallacy[s->turn] && touches_proof(u))
        return duel_refuse(why,
                           N_("A Fallacy blocks you for {0} more {0:turn|turns}: discard, play "
                              "a Fallacy or Justification."),
                           "i", (int64_t)s->fallacy[s->turn]);
    return DUEL_OK;
}

static duel_status check_fallacy(const duel_variant *v, const ergo *s, const ergo_use *u,
                                 duel_msg *why)
{
    if (u->victim >= v->seats)
        return duel_refuse(why, N_("There are {0} players."), "i", (int64_t)v->seats);
    if (u->victim == s->turn)
        return duel_refuse(why, N_("A Fallacy is played on another player, not on oneself."),
                           "");
    if (s->immune >> u->victim & 1)
        return duel_refuse(why, N_("That player is immune for the rest of the round."), "");
    if (!ergo_can_block(v, s, u->victim))
        return duel_refuse(why, N_("That player is blocked already."), "");
    return DUEL_OK;
}

static duel_status check_erasure(const duel_variant *v, const ergo *s, const ergo_use *u,
                                 duel_msg *why)
{
    (void)v;
    if (u->at >= s->length[u->line])
        return duel_refuse(why, N_("Line {0} has no card {1}."), "ii", (int64_t)u->line + 1,
                           (int64_t)u->at + 1);
    if (s->fresh_line == u->line + 1 && s->fresh_at == u->at)
        return duel_refuse(why, N_("Tabula Rasa removes no card that was placed in this turn."),
                           "");
    return DUEL_OK;
}

static duel_status check_swap(const duel_variant *v, const ergo *s, const ergo_use *u,
                              duel_msg *why)
{
    (void)v;
    if (u->at >= s->length[u->line] || u->at2 >= s->length[u->line2])
        return duel_refuse(why, N_("Revolution swaps two cards of the proof."), "");
    unsigned a = fit_sort_of(s->line[u->line][u->at]);
    unsigned b = fit_sort_of(s->line[u->line2][u->at2]);
    if (a != b || a > FIT_OPERATOR || (u->line == u->line2 && u->at == u->at2))
        return duel_refuse(why,
                           N_("Revolution swaps two letters, or two operators among AND, OR "
                              "and THEN."),
                           "");
    return DUEL_OK;
}

static duel_status check_special(const duel_variant *v, const ergo *s, const ergo_use *u,
                                 duel_msg *why)
{
    if (u->act == ERGO_BLOCK)
        return check_fallacy(v, s, u, why);
    if (u->act == ERGO_ERASE)
        return check_erasure(v, s, u, why);
    if (u->act == ERGO_SWAP)
        return check_swap(v, s, u, why);
    if (u->act == ERGO_JUSTIFY && !s->fallacy[s->turn])
        return duel_refuse(why, N_("Justification cancels a Fallacy, and none blocks you."),
                           "");
    if (u->act == ERGO_END && !ergo_has_letters(s))
        return duel_refuse(why, N_("Ergo needs A, B, C and D in the proof."), "");
    if (u->act == ERGO_PLACE && u->at > s->length[u->line])
        return duel_refuse(why, N_("Line {0} has {1} {1:card|cards}: places go from 1 to {2}."),
                           "iii", (int64_t)u->line + 1, (int64_t)s->length[u->line],
                           (int64_t)s->length[u->line] + 1);
    return DUEL_OK;
}

static bool is_listed(const duel_variant *v, const ergo *s, duel_move move)
{
    duel_move list[ERGO_MOVES_MAX];
    int count = ergo_moves(v, s, list);
    for (int i = 0; i < count; i++)
        if (list[i] == move)
            return true;
    return false;
}

/* What is left when the card itself may be used so: it must leave every line well formed. */
static duel_status check_lines(const duel_variant *v, const ergo *s, const ergo_use *u,
                               duel_msg *why)
{
    int broken = fit_broken_line(s);
    bool paren = (u->act == ERGO_PLACE && u->card == ERGO_PAREN) ||
                 (u->act == ERGO_ERASE && ergo_kind_at(s, u->line, u->at) == ERGO_PAREN);
    if (is_listed(v, s, ergo_pack(*u)))
        return DUEL_OK;
    if (broken >= 0)
        return duel_refuse(why,
                           N_("Line {0} is not well formed: your second card must mend it."),
                           "i", (int64_t)broken + 1);
    if (paren && ergo_has(v, ERGO_OPT_PAIRED))
        return duel_refuse(why, N_("Parentheses are placed two in one turn, around something."),
                           "");
    if (s->used)
        return duel_refuse(why,
                           N_("Line {0} would not be well formed, and the turn ends with this "
                              "card."),
                           "i", (int64_t)u->line + 1);
    return duel_refuse(why,
                       N_("Line {0} would not be well formed, and no second card in your hand "
                          "could mend it."),
                       "i", (int64_t)u->line + 1);
}

duel_status ergo_parse_move(const duel_variant *v, const void *view, duel_str text,
                            duel_move *move, duel_msg *why)
{
    const ergo *s = view;
    ergo_use u;
    duel_status status = DUEL_OK;
    if (!read_use(text, &u))
        return duel_bad(why,
                        N_("Moves are written like A@1.3, (@2.1, V=B@1.2, xA, F2, J, T1.3, "
                           "R1.2/3.4, E or next; not “{0}”."),
                        "s", text);
    if (s->stage == ERGO_BETWEEN && u.act != ERGO_NEXT)
        return duel_refuse(why, N_("The round is over: the move is next."), "");
    if (s->stage == ERGO_PLAYING && u.act == ERGO_NEXT)
        return duel_refuse(why, N_("The round is not over yet."), "");
    if (u.act != ERGO_NEXT)
        status = check_card(v, s, &u, why);
    if (status == DUEL_OK)
        status = check_special(v, s, &u, why);
    if (status == DUEL_OK)
        status = check_lines(v, s, &u, why);
    if (status == DUEL_OK)
        *move = ergo_pack(u);
    return status;
}
