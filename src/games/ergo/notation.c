/* games/ergo/notation.c -- positions as text.
 *
 *     A>B,~(C!),,;AB&(FE,C!????;?29_D;~~F;3:1*;0,12f2;?
 *     proof       hands         pile  gone turn seats secret
 *
 * proof   four lines joined by commas: A B C D & | > ~ ( ), ! after a card that is a wild, *
 * after the one placed in this turn hands   by seat, the cards in the order ABCD&|>~(FJTRVOE, !
 * after one that everybody knows to be there, then ? for each that is not known pile    from
 * the top: every card, or ? and how many; then _ and the cards at the bottom that everybody
 * knows gone    the cards discarded or played as specials turn    round : seat to move, * when
 * it has used its first card, ! when its draw emptied the pile; = after the seat between two
 * rounds (it says next), # when the game is over seats   points of each, f and the turns a
 * Fallacy still lasts, i if immune secret  what the coming rounds are shuffled from, 32
 * hexadecimal digits; ? = not known
 *
 * Reading is total: whatever is accepted is a position the invariants of rules.h hold in. */
#include "games/ergo/fit.h"
#include "games/ergo/reader.h"

#include <string.h>

/* ---- printing --------------------------------------------------------------------------- */

static void print_proof(const ergo *s, duel_sink *out)
{
    for (unsigned line = 0; line < LOGIC_LINES; line++) {
        for (unsigned at = 0; at < s->length[line]; at++) {
            duel_put_char(out, ergo_symbols[s->line[line][at]]);
            if (s->wild[line] >> at & 1)
                duel_put_char(out, '!');
            if (s->fresh_line == line + 1 && s->fresh_at == at)
                duel_put_char(out, '*');
        }
        duel_put_char(out, line + 1 < LOGIC_LINES ? ',' : ';');
    }
}

static void print_cards(ergo_cards cards, ergo_cards shown, duel_sink *out)
{
    for (unsigned kind = 0; kind < ERGO_KINDS; kind++)
        for (unsigned i = 0; i < ergo_count(cards, kind); i++)
            duel_putf(out, "%c%s", ergo_letters[kind], i < ergo_count(shown, kind) ? "!" : "");
}

static void print_hands(const duel_variant *v, const ergo *s, duel_sink *out)
{
    for (int seat = 0; seat < v->seats; seat++) {
        print_cards(s->hand[seat], s->shown[seat], out);
        for (unsigned i = ergo_total(s->hand[seat]); i < s->held[seat]; i++)
            duel_put_char(out, '?');
        duel_put_char(out, seat + 1 < v->seats ? ',' : ';');
    }
}

static void print_pile(const ergo *s, duel_sink *out)
{
    if (s->pile_count > s->sunk && s->pile[s->sunk] == ERGO_UNKNOWN)
        duel_putf(out, "?%d", s->pile_count - s->sunk);
    else
        for (int i = s->pile_count - 1; i >= s->sunk; i--)
            duel_put_char(out, ergo_letters[s->pile[i]]);
    if (s->sunk)
        duel_put_char(out, '_');
    for (int i = s->sunk - 1; i >= 0; i--)
        duel_put_char(out, ergo_letters[s->pile[i]]);
    duel_put_char(out, ';');
}

static void print_seats(const duel_variant *v, const ergo *s, duel_sink *out)
{
    for (int seat = 0; seat < v->seats; seat++) {
        duel_putf(out, "%s%u", seat ? "," : "", (unsigned)s->score[seat]);
        if (s->fallacy[seat])
            duel_putf(out, "f%d", s->fallacy[seat]);
        if (s->immune >> seat & 1)
            duel_put_char(out, 'i');
    }
    duel_put_char(out, ';');
}

void ergo_print(const duel_variant *v, const void *view, duel_sink *out)
{
    const ergo *s = view;
    print_proof(s, out);
    print_hands(v, s, out);
    print_pile(s, out);
    print_cards(s->gone, 0, out);
    duel_putf(out, ";%d:%d%s%s%s;", s->round, s->turn + 1, s->used ? "*" : "",
              s->emptied ? "!" : "",
              s->stage == ERGO_BETWEEN ? "="
              : s->stage == ERGO_ENDED ? "#"
                                       : "");
    print_seats(v, s, out);
    for (unsigned i = 0; i < ERGO_SECRET && ergo_secret_known(s); i++)
        duel_putf(out, "%02x", s->secret[i]);
    if (!ergo_secret_known(s))
        duel_put_char(out, '?');
}

/* ---- reading: the parts ------------------------------------------------------------------ */

static bool read_proof_line(duel_str text, unsigned line, ergo *s)
{
    while (text.len) {
        unsigned at = s->length[line];
        uint8_t symbol;
        if (at == ERGO_PROOF || !ergo_take_of(&text, ergo_symbols, &symbol))
            return false;
        s->line[line][at] = symbol;
        s->wild[line] |= (uint64_t)ergo_take(&text, '!') << at;
        s->length[line]++;
        if ((s->wild[line] >> at & 1) && symbol >= LOGIC_OPEN)
            return false;
        if (!ergo_take(&text, '*'))
            continue;
        if (s->fresh_line)
            return false;
        s->fresh_line = (uint8_t)(line + 1);
        s->fresh_at = (uint8_t)at;
    }
    return true;
}

static bool read_proof(duel_str text, ergo *s)
{
    duel_str part;
    for (unsigned line = 0; line < LOGIC_LINES; line++)
        if (!duel_str_part(&text, ',', &part) || !read_proof_line(part, line, s))
            return false;
    return text.at == NULL;
}

static bool add_card(ergo_cards *cards, unsigned kind)
{
    if (ergo_count(*cards, kind) >= ergo_count(ERGO_ALL, kind))
        return false;
    *cards += ergo_one(kind);
    return true;
}

static bool read_hand(duel_str text, int seat, ergo *s)
{
    while (text.len) {
        if (s->held[seat] == ERGO_HAND)
            return false;
        s->held[seat]++;
        if (ergo_take(&text, '?'))
            continue;
        uint8_t kind;
        if (!ergo_take_of(&text, ergo_letters, &kind) || !add_card(&s->hand[seat], kind))
            return false;
        if (ergo_take(&text, '!') && !add_card(&s->shown[seat], kind))
            return false;
    }
    return true;
}

static bool read_hands(const duel_variant *v, duel_str text, ergo *s)
{
    duel_str part;
    for (int seat = 0; seat < v->seats; seat++)
        if (!duel_str_part(&text, ',', &part) || !read_hand(part, seat, s))
            return false;
    return text.at == NULL;
}

/* Cards from the top down, put under those read before. */
static bool read_stack(duel_str text, ergo *s)
{
    while (text.len) {
        uint8_t kind;
        if (s->pile_count == ERGO_PILE || !ergo_take_of(&text, ergo_letters, &kind))
            return false;
        memmove(s->pile + 1, s->pile, s->pile_count);
        s->pile[0] = kind;
        s->pile_count++;
    }
    return true;
}

static bool read_pile(duel_str text, ergo *s)
{
    duel_str top;
    unsigned unknown;
    duel_str_part(&text, '_', &top);
    if (ergo_take(&top, '?')) {
        if (!ergo_take_number(&top, ERGO_PILE, &unknown) || unknown == 0 || top.len)
            return false;
        memset(s->pile, ERGO_UNKNOWN, unknown);
        s->pile_count = (uint8_t)unknown;
    } else if (!read_stack(top, s)) {
        return false;
    }
    unsigned before = s->pile_count;
    if (text.at && (text.len == 0 || !read_stack(text, s)))
        return false;
    s->sunk = (uint8_t)(s->pile_count - before);
    return true;
}

static bool read_gone(duel_str text, ergo *s)
{
    while (text.len) {
        uint8_t kind;
        if (!ergo_take_of(&text, ergo_letters, &kind) || !add_card(&s->gone, kind))
            return false;
    }
    return true;
}

static bool read_turn(const duel_variant *v, duel_str text, ergo *s)
{
    unsigned round, seat;
    if (!ergo_take_number(&text, 255, &round) || !ergo_take(&text, ':') ||
        !ergo_take_number(&text, (unsigned)v->seats, &seat) || seat == 0)
        return false;
    s->round = (uint8_t)round;
    s->turn = (uint8_t)(seat - 1);
    s->used = ergo_take(&text, '*');
    s->emptied = ergo_take(&text, '!');
    s->stage = ergo_take(&text, '=')   ? ERGO_BETWEEN
               : ergo_take(&text, '#') ? ERGO_ENDED
                                       : ERGO_PLAYING;
    return text.len == 0;
}

static bool read_seats(const duel_variant *v, duel_str text, ergo *s)
{
    duel_str part;
    for (int seat = 0; seat < v->seats; seat++) {
        unsigned score, blocked = 0;
        if (!duel_str_part(&text, ',', &part) ||
            !ergo_take_number(&part, (unsigned)v->max_score, &score))
            return false;
        if (ergo_take(&part, 'f') &&
            (!ergo_take_number(&part, ERGO_BLOCKED, &blocked) || blocked == 0))
            return false;
        s->score[seat] = (uint16_t)score;
        s->fallacy[seat] = (uint8_t)blocked;
        s->immune |= (uint8_t)(ergo_take(&part, 'i') << seat);
        if (part.len)
            return false;
    }
    return text.at == NULL;
}

static bool read_secret(duel_str text, ergo *s)
{
    if (text.at == NULL || duel_str_is(text, "?"))
        return text.at != NULL;
    if (text.len != 2 * ERGO_SECRET)
        return false;
    for (unsigned i = 0; i < ERGO_SECRET; i++) {
        uint8_t high, low;
        if (!ergo_take_of(&text, "0123456789abcdef", &high) ||
            !ergo_take_of(&text, "0123456789abcdef", &low))
            return false;
        s->secret[i] = (uint8_t)(16 * high + low);
    }
    return ergo_secret_known(s);
}

/* ---- reading: what must hold ---------------------------------------------------------------
 */

static duel_status check_cards(const ergo *s, duel_msg *why)
{
    unsigned count = ergo_size(s) + ergo_total(s->gone) + s->pile_count;
    for (unsigned seat = 0; seat < DUEL_SEATS; seat++)
        count += s->held[seat] + (s->fallacy[seat] ? 1U : 0U);
    int surplus = ergo_surplus(s);
    if (surplus >= 0)
        return duel_bad(why, N_("There are more cards “{0}” than the {1} of the game."), "wi",
                        ergo_name((unsigned)surplus),
                        (int64_t)ergo_count(ERGO_ALL, (unsigned)surplus));
    if (count != ERGO_DECK)
        return duel_bad(why, N_("The cards are {0}, not the 55 of the game."), "i",
                        (int64_t)count);
    return DUEL_OK;
}

static bool wilds_allowed(const duel_variant *v, const ergo *s)
{
    for (unsigned line = 0; line < LOGIC_LINES; line++)
        for (unsigned at = 0; at < s->length[line]; at++)
            if (!ergo_can_be(v, ergo_kind_at(s, line, at), s->line[line][at]))
                return false;
    return true;
}

static duel_status check_lines(const duel_variant *v, const ergo *s, duel_msg *why)
{
    int broken = fit_broken_line(s);
    if (!wilds_allowed(v, s))
        return duel_bad(why, N_("A wild stands for a card that it cannot be."), "");
    if (s->fresh_line && !s->used)
        return duel_bad(why, N_("No card has been placed yet in this turn."), "");
    if (broken >= 0 && (!s->used || fit_broken_lines(s) > 1))
        return duel_bad(why, N_("Line {0} is not well formed."), "i", (int64_t)broken + 1);
    bool all_known = ergo_total(s->hand[s->turn]) == s->held[s->turn];
    if (broken >= 0 && all_known && !ergo_can_move(v, s))
        return duel_bad(why, N_("Line {0} is not well formed, and no card in hand mends it."),
                        "i", (int64_t)broken + 1);
    return DUEL_OK;
}

/* In play the seat to move has drawn, the others hold five; afterwards the seat that ended the
 * round may have one card more (Ergo played first) or less (the last card drawn alone). */
static bool hands_fit(const duel_variant *v, const ergo *s)
{
    int other = 0;
    for (int seat = 0; seat < v->seats; seat++) {
        int held = s->held[seat];
        if (s->stage == ERGO_PLAYING && seat == s->turn) {
            held += s->used;
            if (held != ERGO_HAND && !(s->emptied && held == ERGO_HAND - 1))
                return false;
        } else if (held != ERGO_DEALT) {
            if (s->stage == ERGO_PLAYING || held < ERGO_DEALT - 1 || held > ERGO_DEALT + 1)
                return false;
            other++;
        }
    }
    return other <= 1;
}

static bool pile_fits(const ergo *s)
{
    if (s->stage != ERGO_PLAYING)
        return !s->emptied && !s->used;
    return s->emptied ? s->pile_count <= s->used && s->sunk == s->pile_count
                      : s->pile_count > 0;
}

static duel_status check_table(const duel_variant *v, const ergo *s, duel_msg *why)
{
    bool enough = s->round == ergo_last_round(v);
    if (s->round < 1 || s->round > ergo_last_round(v))
        return duel_bad(why, N_("Rounds go from 1 to {0}."), "i", (int64_t)ergo_last_round(v));
    for (int seat = 0; seat < v->seats; seat++) {
        bool there = s->score[seat] >= v->option[ERGO_OPT_POINTS];
        if (there && s->stage != ERGO_ENDED)
            return duel_bad(why, N_("Somebody has the points to win: the game is over."), "");
        enough |= there;
        if ((s->immune >> seat & 1) && (!ergo_has(v, ERGO_OPT_IMMUNITY) || s->fallacy[seat]))
            return duel_bad(why,
                            N_("An immune player is not blocked, and immunity is an option "
                               "of its own."),
                            "");
    }
    if (enough != (s->stage == ERGO_ENDED) && !(s->stage == ERGO_PLAYING && enough))
        return duel_bad(why,
                        N_("The game ends after the last round, or when somebody has the "
                           "points to win."),
                        "");
    if (s->stage == ERGO_BETWEEN && v->seats > 2 && s->turn == ergo_starter(v, s->round + 1))
        return duel_bad(why, N_("Who begins the next round does not deal it."), "");
    if (!hands_fit(v, s) || !pile_fits(s))
        return duel_bad(why,
                        N_("Hands and pile do not fit the turn: players hold 5 cards, the "
                           "seat to move has drawn 2 more."),
                        "");
    return DUEL_OK;
}

static bool read_parts(const duel_variant *v, duel_str text, ergo *s)
{
    enum { PARTS = 7 };
    duel_str part[PARTS];
    for (unsigned i = 0; i < PARTS; i++)
        if (!duel_str_part(&text, ';', &part[i]))
            return false;
    return text.at == NULL && read_proof(part[0], s) && read_hands(v, part[1], s) &&
           read_pile(part[2], s) && read_gone(part[3], s) && read_turn(v, part[4], s) &&
           read_seats(v, part[5], s) && read_secret(part[6], s);
}

duel_status ergo_parse(const duel_variant *v, duel_str text, void *state, duel_msg *why)
{
    ergo fresh = {.round = 0};
    if (!read_parts(v, text, &fresh))
        return duel_bad(why,
                        N_("A position is proof;hands;pile;gone;turn;seats;secret, like "
                           "A>B,,,;ABC&(FE,?????;?38;~~;1:1;0,0;? – not “{0}”."),
                        "s", text);
    duel_status status = check_cards(&fresh, why);
    if (status == DUEL_OK)
        status = check_table(v, &fresh, why);
    if (status == DUEL_OK)
        status = check_lines(v, &fresh, why);
    if (status == DUEL_OK)
        *(ergo *)state = fresh;
    return status;
}
