/* games/ergo/rules.c -- how the state changes: deal, cards, turns, rounds. See rules.h. */
#include "games/ergo/rules.h"

#include <string.h>

/* ---- options ----------------------------------------------------------------------------- */

static const char *const presets[] = {"seed", "official", NULL};

const duel_option ergo_options[] = {
    [ERGO_OPT_PLAYERS] = {"players", DUEL_NUMBER, 2, 2, 4, NULL, N_("how many play")},
    [ERGO_OPT_PRESET] = {"preset", DUEL_CHOICE, 0, 0, 1, presets,
                         N_("rules of the seed, or of the publisher's sheet of 2015: the "
                            "defaults of the options below")},
    [ERGO_OPT_PRECEDENCE] = {"precedence", DUEL_CHOICE, 0, 0, 1, presets,
                             N_("what binds tighter: NOT AND OR THEN (seed), or NOT THEN OR "
                                "AND (official)")},
    [ERGO_OPT_POINTS] = {"points", DUEL_NUMBER, 50, 1, 500, NULL, N_("points to win")},
    [ERGO_OPT_ONE_ROUND] = {"one_round", DUEL_YESNO, 0, 0, 1, NULL,
                            N_("the game ends after one round")},
    [ERGO_OPT_ROUNDS] = {"rounds", DUEL_NUMBER, 30, 1, 99, NULL,
                         N_("the largest number of rounds")},
    [ERGO_OPT_PAIRED] = {"paired_parentheses", DUEL_YESNO, 0, 0, 1, NULL,
                         N_("parentheses are placed two in one turn")},
    [ERGO_OPT_RESET] = {"fallacy_reset", DUEL_YESNO, 1, 0, 1, NULL,
                        N_("a Fallacy may be played on a blocked player, and counts from 3 "
                           "again")},
    [ERGO_OPT_RETURNS] = {"fallacy_returns", DUEL_YESNO, 0, 0, 1, NULL,
                          N_("an expired Fallacy goes under the pile")},
    [ERGO_OPT_IMMUNITY] = {"immunity", DUEL_YESNO, 0, 0, 1, NULL,
                           N_("Justification makes immune for the rest of the round")},
    [ERGO_OPT_WILD_NOT] = {"wild_not", DUEL_YESNO, 0, 0, 1, NULL,
                           N_("the wild operator may be NOT")},
    [ERGO_OPT_WILD_ERGO] = {"wild_ergo", DUEL_YESNO, 0, 0, 1, NULL,
                            N_("wilds may be played as Ergo")},
    [ERGO_OPT_WILD_JUST] = {"wild_justification", DUEL_YESNO, 0, 0, 1, NULL,
                            N_("wilds may be played as Justification")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

/* What the official rules set; those of the seed are the defaults of the table. */
static const struct {
    int option, value;
} official[] = {{ERGO_OPT_PRECEDENCE, 1}, {ERGO_OPT_PAIRED, 1},   {ERGO_OPT_RESET, 0},
                {ERGO_OPT_RETURNS, 1},    {ERGO_OPT_IMMUNITY, 1}, {ERGO_OPT_WILD_NOT, 1},
                {ERGO_OPT_WILD_ERGO, 1},  {ERGO_OPT_WILD_JUST, 1}};

int ergo_last_round(const duel_variant *v)
{
    return ergo_has(v, ERGO_OPT_ONE_ROUND) ? 1 : (int)v->option[ERGO_OPT_ROUNDS];
}

/* A round has at most 33 turns: each draws two of 45 cards, to which Tabula Rasa adds one, and
 * returning Fallacies one for every three turns of a victim at most. */
enum { ROUND_PLIES = 2 * 33 + 2 };

duel_status ergo_variant(duel_variant *v, duel_msg *why)
{
    for (size_t i = 0; ergo_has(v, ERGO_OPT_PRESET) && i < sizeof official / sizeof *official;
         i++)
        if (!(v->given >> official[i].option & 1))
            v->option[official[i].option] = official[i].value;
    v->seats = (int)v->option[ERGO_OPT_PLAYERS];
    v->state_size = sizeof(ergo);
    v->max_moves = ERGO_MOVES_MAX;
    v->max_plies = (uint32_t)(ergo_last_round(v) * ROUND_PLIES);
    v->max_score = (int32_t)v->option[ERGO_OPT_POINTS] - 1 + ERGO_PROOF;
    v->actions = ergo_action_count();
    return DUEL_OK;
}

/* ---- cards ------------------------------------------------------------------------------- */

unsigned ergo_total(ergo_cards cards)
{
    const uint64_t low = UINT64_C(0x0F0F0F0F0F0F0F0F);
    uint64_t bytes = (cards & low) + (cards >> 4 & low);
    return (unsigned)(bytes * UINT64_C(0x0101010101010101) >> 56);
}

static bool is_letter(unsigned symbol)
{
    return symbol <= LOGIC_D;
}

static bool is_operator(unsigned symbol)
{
    return symbol >= LOGIC_AND && symbol <= LOGIC_THEN;
}

unsigned ergo_kind_at(const ergo *s, unsigned line, unsigned at)
{
    unsigned symbol = s->line[line][at];
    if (s->wild[line] >> at & 1)
        return is_letter(symbol) ? ERGO_WILDVAR : ERGO_WILDOP;
    return symbol == LOGIC_CLOSE ? ERGO_PAREN : symbol;
}

bool ergo_can_be(const duel_variant *v, unsigned kind, unsigned symbol)
{
    if (kind == ERGO_WILDVAR)
        return is_letter(symbol);
    if (kind == ERGO_WILDOP)
        return is_operator(symbol) || (symbol == LOGIC_NOT && ergo_has(v, ERGO_OPT_WILD_NOT));
    if (kind == ERGO_PAREN)
        return symbol == LOGIC_OPEN || symbol == LOGIC_CLOSE;
    return kind == symbol && kind <= ERGO_NOT;
}

static bool is_wild(unsigned kind)
{
    return kind == ERGO_WILDVAR || kind == ERGO_WILDOP;
}

bool ergo_can_end(const duel_variant *v, unsigned kind)
{
    return kind == ERGO_ERGO || (is_wild(kind) && ergo_has(v, ERGO_OPT_WILD_ERGO));
}

bool ergo_can_justify(const duel_variant *v, unsigned kind)
{
    return kind == ERGO_JUSTIFICATION || (is_wild(kind) && ergo_has(v, ERGO_OPT_WILD_JUST));
}

bool ergo_can_block(const duel_variant *v, const ergo *s, int victim)
{
    return victim >= 0 && victim < v->seats && victim != s->turn &&
           !(s->immune >> victim & 1) &&
           (s->fallacy[victim] == 0 || ergo_has(v, ERGO_OPT_RESET));
}

bool ergo_has_letters(const ergo *s)
{
    unsigned seen = 0;
    for (unsigned line = 0; line < LOGIC_LINES; line++)
        for (unsigned at = 0; at < s->length[line]; at++)
            seen |= 1U << s->line[line][at];
    return (seen & 15) == 15;
}

unsigned ergo_size(const ergo *s)
{
    return (unsigned)s->length[0] + s->length[1] + s->length[2] + s->length[3];
}

bool ergo_verdict(const duel_variant *v, const ergo *s, logic_verdict *out)
{
    logic_table models = LOGIC_TRUE, table;
    for (unsigned line = 0; line < LOGIC_LINES; line++) {
        if (!logic_symbols_table(s->line[line], s->length[line], ergo_precedence(v), &table))
            return false;
        models &= table;
    }
    *out = logic_verdict_of(models);
    return true;
}

/* ---- the proof --------------------------------------------------------------------------- */

static uint64_t below(unsigned at)
{
    return (UINT64_C(1) << at) - 1;
}

static void insert_card(ergo *s, const ergo_use *u)
{
    uint8_t *line = s->line[u->line];
    uint64_t wild = s->wild[u->line];
    DUEL_REQUIRE(u->at <= s->length[u->line] && s->length[u->line] < ERGO_PROOF);
    memmove(line + u->at + 1, line + u->at, (size_t)(s->length[u->line] - u->at));
    line[u->at] = u->symbol;
    s->length[u->line]++;
    s->wild[u->line] = (wild & below(u->at)) | (wild & ~below(u->at)) << 1 |
                       (uint64_t)is_wild(u->card) << u->at;
    s->fresh_line = (uint8_t)(u->line + 1);
    s->fresh_at = u->at;
}

static void erase(ergo *s, unsigned line_number, unsigned at)
{
    uint8_t *line = s->line[line_number];
    uint64_t wild = s->wild[line_number];
    DUEL_REQUIRE(at < s->length[line_number]);
    unsigned last = --s->length[line_number];
    memmove(line + at, line + at + 1, last - at);
    line[last] = 0;
    s->wild[line_number] = (wild & below(at)) | (wild >> 1 & ~below(at));
}

/* Cards change places, and a wild stays a wild. */
static void swap(ergo *s, const ergo_use *u)
{
    uint8_t *a = &s->line[u->line][u->at], *b = &s->line[u->line2][u->at2], kept = *a;
    uint64_t wild_a = s->wild[u->line] >> u->at & 1, wild_b = s->wild[u->line2] >> u->at2 & 1;
    *a = *b;
    *b = kept;
    s->wild[u->line] ^= (wild_a ^ wild_b) << u->at;
    s->wild[u->line2] ^= (wild_a ^ wild_b) << u->at2;
}

/* ---- pile and hands ---------------------------------------------------------------------- */

static void sink(ergo *s, unsigned kind)
{
    DUEL_REQUIRE(s->pile_count < ERGO_PILE);
    memmove(s->pile + 1, s->pile, s->pile_count);
    s->pile[0] = (uint8_t)kind;
    s->pile_count++;
    s->sunk++;
}

/* The top card; one that was known to everybody is known in the hand, too. */
static void take_top(ergo *s, int seat)
{
    unsigned top = --s->pile_count, kind = s->pile[top];
    s->pile[top] = 0;
    s->held[seat]++;
    if (kind != ERGO_UNKNOWN)
        s->hand[seat] += ergo_one(kind);
    if (top < s->sunk) {
        s->shown[seat] += ergo_one(kind);
        s->sunk = (uint8_t)top;
    }
}

static void begin_turn(ergo *s, int seat)
{
    s->turn = (uint8_t)seat;
    for (int i = 0; i < ERGO_DRAWN && s->pile_count; i++)
        take_top(s, seat);
    s->emptied = s->pile_count == 0;
}

static void leave_hand(ergo *s, unsigned kind)
{
    ergo_cards *hand = &s->hand[s->turn], *shown = &s->shown[s->turn];
    s->held[s->turn]--;
    *hand -= ergo_count(*hand, kind) ? ergo_one(kind) : 0; /* may be unknown in a view */
    *shown -= ergo_count(*shown, kind) ? ergo_one(kind) : 0;
}

/* ---- rounds ------------------------------------------------------------------------------ */

int ergo_starter(const duel_variant *v, int round)
{
    return (round - 1) % v->seats;
}

bool ergo_secret_known(const ergo *s)
{
    static const uint8_t zero[ERGO_SECRET];
    return memcmp(s->secret, zero, ERGO_SECRET) != 0;
}

void ergo_draw_secret(ergo *s, duel_rng *rng)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < ERGO_SECRET; i++, bits >>= 8) {
        if (i % 8 == 0)
            bits = duel_rng_next(rng);
        s->secret[i] = bits & 255;
    }
    s->secret[0] |= !ergo_secret_known(s); /* all zero would mean unknown */
}

/* The cards of a round, lowest first; all unknown if the secret is. */
static void shuffle(const ergo *s, uint8_t deck[ERGO_DECK])
{
    uint8_t seed[ERGO_SECRET + 1];
    unsigned count = 0;
    duel_rng rng;
    memset(deck, ERGO_UNKNOWN, ERGO_DECK);
    if (!ergo_secret_known(s))
        return;
    for (unsigned kind = 0; kind < ERGO_KINDS; kind++)
        for (unsigned i = 0; i < ergo_count(ERGO_ALL, kind); i++)
            deck[count++] = (uint8_t)kind;
    DUEL_REQUIRE(count == ERGO_DECK);
    memcpy(seed, s->secret, ERGO_SECRET);
    seed[ERGO_SECRET] = s->round;
    duel_rng_init(&rng, (duel_str){(const char *)seed, sizeof seed});
    duel_rng_shuffle(&rng, deck, ERGO_DECK);
}

/* Everything goes back into the pile but the scores. */
static void deal_round(const duel_variant *v, ergo *s, int round)
{
    ergo fresh = {.round = (uint8_t)round};
    uint8_t deck[ERGO_DECK];
    memcpy(fresh.score, s->score, sizeof fresh.score);
    memcpy(fresh.secret, s->secret, sizeof fresh.secret);
    shuffle(&fresh, deck);
    int pile = ERGO_DECK - ERGO_DEALT * v->seats;
    for (int i = pile; i < ERGO_DECK; i++) {
        int seat = (i - pile) / ERGO_DEALT;
        fresh.hand[seat] += deck[i] == ERGO_UNKNOWN ? 0 : ergo_one(deck[i]);
        fresh.held[seat]++;
    }
    memcpy(fresh.pile, deck, (size_t)pile);
    fresh.pile_count = (uint8_t)pile;
    begin_turn(&fresh, ergo_starter(v, round));
    *s = fresh;
}

duel_status ergo_deal(const duel_variant *v, duel_rng *rng, void *state)
{
    ergo *s = state;
    memset(s, 0, sizeof *s);
    ergo_draw_secret(s, rng);
    deal_round(v, s, 1);
    return DUEL_OK;
}

static void score_round(const duel_variant *v, ergo *s, bool *enough)
{
    logic_verdict verdict = {0};
    bool formed = ergo_verdict(v, s, &verdict);
    DUEL_REQUIRE(formed);
    for (int seat = 0; seat < v->seats; seat++) {
        if (verdict.proven >> seat & 1)
            s->score[seat] = (uint16_t)(s->score[seat] + ergo_size(s));
        *enough |= s->score[seat] >= v->option[ERGO_OPT_POINTS];
    }
}

/* Who says `next`: the seat after the one that ended the round, but among three or four not the
 * one that begins the next round, which must not see its cards in its own turn. Of two players
 * there may be nobody else; then that one says `next` first, the other deals (next_round). */
static int seat_after_round(const duel_variant *v, const ergo *s)
{
    int seat = (s->turn + 1) % v->seats;
    return v->seats > 2 && seat == ergo_starter(v, s->round + 1) ? (seat + 1) % v->seats : seat;
}

static void end_round(const duel_variant *v, ergo *s)
{
    bool enough = false;
    score_round(v, s, &enough);
    s->emptied = 0;
    s->stage = enough || s->round >= ergo_last_round(v) ? ERGO_ENDED : ERGO_BETWEEN;
    if (s->stage == ERGO_BETWEEN)
        s->turn = (uint8_t)seat_after_round(v, s);
}

static void next_round(const duel_variant *v, ergo *s)
{
    if (s->turn == ergo_starter(v, s->round + 1))
        s->turn = (uint8_t)((s->turn + 1) % v->seats);
    else
        deal_round(v, s, s->round + 1);
}

/* ---- turns ------------------------------------------------------------------------------- */

int ergo_turn(const duel_variant *v, const void *state)
{
    return ((const ergo *)state)->turn;
}

bool ergo_over(const duel_variant *v, const void *state, int32_t score[])
{
    const ergo *s = state;
    if (s->stage != ERGO_ENDED)
        return false;
    for (int seat = 0; seat < v->seats; seat++)
        score[seat] = s->score[seat];
    return true;
}

/* Counts down the Fallacy on the seat whose turn ends. */
static void end_turn(const duel_variant *v, ergo *s)
{
    uint8_t *blocked = &s->fallacy[s->turn];
    if (*blocked && --*blocked == 0) {
        if (ergo_has(v, ERGO_OPT_RETURNS))
            sink(s, ERGO_FALLACY);
        else
            s->gone += ergo_one(ERGO_FALLACY);
    }
    if (s->emptied)
        end_round(v, s);
    else
        begin_turn(s, (s->turn + 1) % v->seats);
}

static void block(ergo *s, int victim)
{
    if (s->fallacy[victim]) /* the new Fallacy takes the place of the old one */
        s->gone += ergo_one(ERGO_FALLACY);
    s->fallacy[victim] = ERGO_BLOCKED;
}

static void justify(const duel_variant *v, ergo *s, unsigned kind)
{
    s->gone += ergo_one(kind) + ergo_one(ERGO_FALLACY);
    s->fallacy[s->turn] = 0;
    if (ergo_has(v, ERGO_OPT_IMMUNITY))
        s->immune |= (uint8_t)(1U << s->turn);
}

static void use_card(const duel_variant *v, ergo *s, const ergo_use *u)
{
    leave_hand(s, u->card);
    switch ((ergo_act)u->act) {
    case ERGO_PLACE:
        insert_card(s, u);
        break;
    case ERGO_BLOCK:
        block(s, u->victim);
        break;
    case ERGO_JUSTIFY:
        justify(v, s, u->card);
        break;
    case ERGO_ERASE:
        sink(s, ergo_kind_at(s, u->line, u->at));
        erase(s, u->line, u->at);
        s->gone += ergo_one(u->card);
        break;
    case ERGO_SWAP:
        swap(s, u);
        s->gone += ergo_one(u->card);
        break;
    case ERGO_DISCARD:
    case ERGO_END:
    case ERGO_NEXT:
        s->gone += ergo_one(u->card);
        break;
    }
}

void ergo_play(const duel_variant *v, void *state, duel_move move)
{
    ergo *s = state;
    ergo_use u = ergo_unpack(move);
    if (u.act == ERGO_NEXT) {
        next_round(v, s);
        return;
    }
    use_card(v, s, &u);
    bool complete = u.act == ERGO_END || s->used + 1 == ERGO_DRAWN;
    s->used = complete ? 0 : 1;
    if (complete)
        s->fresh_line = s->fresh_at = 0;
    if (u.act == ERGO_END)
        end_round(v, s);
    else if (complete)
        end_turn(v, s);
}
