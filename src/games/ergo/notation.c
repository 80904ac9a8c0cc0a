/* games/ergo/notation.c -- positions and moves as text, and why one is refused.
 *
 *     A>B,~(C!),,;AB&(FE,C!????;?29_D;~~F;3:1*;0,12f2;?
 *     proof       hands         pile  gone turn seats secret
 *
 * proof   four lines joined by commas: A B C D & | > ~ ( ), ! after a card that is a wild, *
 *         after the one placed in this turn
 * hands   by seat, the cards in the order ABCD&|>~(FJTRVOE, ! after one that everybody knows to
 *         be there, then ? for each that is not known
 * pile    from the top: every card, or ? and how many; then _ and the cards at the bottom that
 *         everybody knows
 * gone    the cards discarded or played as specials
 * turn    round : seat to move, * when it has used its first card, ! when its draw emptied the
 *         pile; = after the seat between two rounds (it says next), # when the game is over
 * seats   points of each, f and the turns a Fallacy still lasts, i if immune
 * secret  what the coming rounds are shuffled from, 32 hexadecimal digits; ? = not known
 *
 *     A@1.3  (@2.1   that card before the 3rd card of line 1, the 1st of line 2
 *     V=B@1.2 O=>@1.2  wilds and what they stand for; V=E V=J where wilds may be these
 *     xA             discards      F2  Fallacy on seat 2      J  E
 *     T1.3           Tabula Rasa on the 3rd card of line 1
 *     R1.2/3.4       Revolution    next  deals the next round
 *
 * Cards are named by kind, never by their place in a hand. Letters of moves may be small when
 * read. Reading is total: in whatever is accepted the invariants of rules.h hold. */
#include "games/ergo/well_formed.h"

#include <string.h>

/* ---- reading texts, a piece at a time ---------------------------------------------------- */

/* Each function takes its piece off the front of *text if it is there, and leaves *text as it
 * was otherwise (but for a number that is too large, whose digits are gone). */

const char ergo_letters[ERGO_KINDS + 1] = "ABCD&|>~(FJTRVOE";
static const char ergo_symbols[LOGIC_SYMBOLS + 1] = "ABCD&|>~()";

static char front(const duel_str *text)
{
    return text->len ? text->at[0] : '\0';
}

static void drop(duel_str *text)
{
    text->at++;
    text->len--;
}

/* That byte. */
static bool take(duel_str *text, char c)
{
    bool found = text->len && text->at[0] == c;
    if (found)
        drop(text);
    return found;
}

/* A byte of the alphabet: its place there. */
static bool take_of(duel_str *text, const char *alphabet, uint8_t *place)
{
    const char *found = front(text) ? strchr(alphabet, front(text)) : NULL;
    if (found == NULL)
        return false;
    *place = (uint8_t)(found - alphabet);
    drop(text);
    return true;
}

/* Decimal digits: a number up to `most`. */
static bool take_number(duel_str *text, unsigned most, unsigned *out)
{
    unsigned n = 0, digits = 0;
    for (; front(text) >= '0' && front(text) <= '9' && n <= most; digits++) {
        n = 10 * n + (unsigned)(front(text) - '0');
        drop(text);
    }
    if (digits == 0 || n > most)
        return false;
    *out = n;
    return true;
}

/* ---- printing positions ------------------------------------------------------------------ */

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

/* ---- reading positions: the parts -------------------------------------------------------- */

static bool read_proof_line(duel_str text, unsigned line, ergo *s)
{
    while (text.len) {
        unsigned at = s->length[line];
        uint8_t symbol;
        if (at == ERGO_PROOF || !take_of(&text, ergo_symbols, &symbol))
            return false;
        s->line[line][at] = symbol;
        s->wild[line] |= (uint64_t)take(&text, '!') << at;
        s->length[line]++;
        if ((s->wild[line] >> at & 1) && symbol >= LOGIC_OPEN)
            return false;
        if (!take(&text, '*'))
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
        if (take(&text, '?'))
            continue;
        uint8_t kind;
        if (!take_of(&text, ergo_letters, &kind) || !add_card(&s->hand[seat], kind))
            return false;
        if (take(&text, '!') && !add_card(&s->shown[seat], kind))
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
        if (s->pile_count == ERGO_PILE || !take_of(&text, ergo_letters, &kind))
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
    if (take(&top, '?')) {
        if (!take_number(&top, ERGO_PILE, &unknown) || unknown == 0 || top.len)
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
        if (!take_of(&text, ergo_letters, &kind) || !add_card(&s->gone, kind))
            return false;
    }
    return true;
}

static bool read_turn(const duel_variant *v, duel_str text, ergo *s)
{
    unsigned round, seat;
    if (!take_number(&text, 255, &round) || !take(&text, ':') ||
        !take_number(&text, (unsigned)v->seats, &seat) || seat == 0)
        return false;
    s->round = (uint8_t)round;
    s->turn = (uint8_t)(seat - 1);
    s->used = take(&text, '*');
    s->emptied = take(&text, '!');
    s->stage = take(&text, '=') ? ERGO_BETWEEN : take(&text, '#') ? ERGO_ENDED : ERGO_PLAYING;
    return text.len == 0;
}

static bool read_seats(const duel_variant *v, duel_str text, ergo *s)
{
    duel_str part;
    for (int seat = 0; seat < v->seats; seat++) {
        unsigned score, blocked = 0;
        if (!duel_str_part(&text, ',', &part) ||
            !take_number(&part, (unsigned)v->max_score, &score))
            return false;
        if (take(&part, 'f') && (!take_number(&part, ERGO_BLOCKED, &blocked) || blocked == 0))
            return false;
        s->score[seat] = (uint16_t)score;
        s->fallacy[seat] = (uint8_t)blocked;
        s->immune |= (uint8_t)(take(&part, 'i') << seat);
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
        if (!take_of(&text, "0123456789abcdef", &high) ||
            !take_of(&text, "0123456789abcdef", &low))
            return false;
        s->secret[i] = (uint8_t)(16 * high + low);
    }
    return ergo_secret_known(s);
}

/* ---- reading positions: what must hold --------------------------------------------------- */

static duel_status check_cards(const ergo *s, duel_msg *why)
{
    unsigned count = ergo_size(s) + ergo_total(s->gone) + s->pile_count;
    for (unsigned seat = 0; seat < DUEL_SEATS; seat++)
        count += s->held[seat] + (s->fallacy[seat] ? 1U : 0U);
    int surplus = ergo_surplus(s);
    if (surplus >= 0)
        return duel_invalid(why, N_("There are more cards “{0}” than the {1} of the game."),
                            "wi", ergo_name((unsigned)surplus),
                            (int64_t)ergo_count(ERGO_ALL, (unsigned)surplus));
    if (count != ERGO_DECK)
        return duel_invalid(why, N_("The cards are {0}, not the 55 of the game."), "i",
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
        return duel_invalid(why, N_("A wild stands for a card that it cannot be."), "");
    if (s->fresh_line && !s->used)
        return duel_invalid(why, N_("No card has been placed yet in this turn."), "");
    if (broken >= 0 && (!s->used || fit_broken_lines(s) > 1))
        return duel_invalid(why, N_("Line {0} is not well formed."), "i", (int64_t)broken + 1);
    bool all_known = ergo_total(s->hand[s->turn]) == s->held[s->turn];
    if (broken >= 0 && all_known && !ergo_can_move(v, s))
        return duel_invalid(why,
                            N_("Line {0} is not well formed, and no card in hand mends it."),
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
        return duel_invalid(why, N_("Rounds go from 1 to {0}."), "i",
                            (int64_t)ergo_last_round(v));
    for (int seat = 0; seat < v->seats; seat++) {
        bool there = s->score[seat] >= v->option[ERGO_OPT_POINTS];
        if (there && s->stage != ERGO_ENDED)
            return duel_invalid(why, N_("Somebody has the points to win: the game is over."),
                                "");
        enough |= there;
        if ((s->immune >> seat & 1) && (!ergo_has(v, ERGO_OPT_IMMUNITY) || s->fallacy[seat]))
            return duel_invalid(why,
                                N_("An immune player is not blocked, and immunity is an option "
                                   "of its own."),
                                "");
    }
    if (enough != (s->stage == ERGO_ENDED) && !(s->stage == ERGO_PLAYING && enough))
        return duel_invalid(why,
                            N_("The game ends after the last round, or when somebody has the "
                               "points to win."),
                            "");
    if (s->stage == ERGO_BETWEEN && v->seats > 2 && s->turn == ergo_starter(v, s->round + 1))
        return duel_invalid(why, N_("Who begins the next round does not deal it."), "");
    if (!hands_fit(v, s) || !pile_fits(s))
        return duel_invalid(why,
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
        return duel_invalid(why,
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

/* ---- printing moves ---------------------------------------------------------------------- */

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

/* ---- reading moves ----------------------------------------------------------------------- */

/* A number from 1 to 99, given from 0. */
static bool take_index(duel_str *text, uint8_t *out)
{
    unsigned n = 0;
    if (!take_number(text, 99, &n) || n == 0)
        return false;
    *out = (uint8_t)(n - 1);
    return true;
}

static bool take_place(duel_str *text, uint8_t *line, uint8_t *at)
{
    return take_index(text, line) && take(text, '.') && take_index(text, at) &&
           *line < LOGIC_LINES;
}

static bool take_gap(duel_str *text, ergo_use *u)
{
    u->act = ERGO_PLACE;
    return take(text, '@') && take_place(text, &u->line, &u->at);
}

/* "V=B@1.2", "O=E" … after the sign =. */
static bool take_wild(duel_str *text, ergo_use *u)
{
    uint8_t special;
    if (take_of(text, "EJ", &special)) {
        u->act = special == 0 ? ERGO_END : ERGO_JUSTIFY;
        return true;
    }
    return take_of(text, ergo_symbols, &u->symbol) && take_gap(text, u);
}

static bool take_symbol(duel_str *text, ergo_use *u)
{
    if (!take_of(text, ergo_symbols, &u->symbol))
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
        return take_index(text, &u->victim) && u->victim < DUEL_SEATS;
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
        if (!take_place(text, &u->line, &u->at) || !take(text, '/') ||
            !take_place(text, &u->line2, &u->at2))
            return false;
        order_swap(u);
        return true;
    case ERGO_WILDVAR:
    case ERGO_WILDOP:
        return take(text, '=') && take_wild(text, u);
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
    if (take(&text, 'X')) {
        u->act = ERGO_DISCARD;
        u->card = ERGO_PAREN;
        return (take(&text, ')') || take_of(&text, ergo_letters, &u->card)) && text.len == 0;
    }
    duel_str rest = text;
    if (take_of(&rest, ergo_letters, &u->card) && u->card > ERGO_PAREN)
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

/* ---- why a move is refused --------------------------------------------------------------- */

static bool touches_proof(const ergo_use *u)
{
    return u->act == ERGO_PLACE || u->act == ERGO_ERASE || u->act == ERGO_SWAP ||
           u->act == ERGO_END;
}

static duel_status check_use(const duel_variant *v, const ergo *s, const ergo_use *u,
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
static duel_status check_result(const duel_variant *v, const ergo *s, const ergo_use *u,
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
        return duel_invalid(why,
                            N_("Moves are written like A@1.3, (@2.1, V=B@1.2, xA, F2, J, T1.3, "
                               "R1.2/3.4, E or next; not “{0}”."),
                            "s", text);
    if (s->stage == ERGO_BETWEEN && u.act != ERGO_NEXT)
        return duel_refuse(why, N_("The round is over: the move is next."), "");
    if (s->stage == ERGO_PLAYING && u.act == ERGO_NEXT)
        return duel_refuse(why, N_("The round is not over yet."), "");
    if (u.act != ERGO_NEXT)
        status = check_use(v, s, &u, why);
    if (status == DUEL_OK)
        status = check_special(v, s, &u, why);
    if (status == DUEL_OK)
        status = check_result(v, s, &u, why);
    if (status == DUEL_OK)
        *move = ergo_pack(u);
    return status;
}
