/* games/duo.c -- Cards on the Table: two rows, two cards each, shown or hidden, and coins.
 *
 * A game of our own, small enough to list every deal and every state, with all that a large
 * card game needs: hidden cards, turns of two moves, cards revealed by play.
 *
 *      first           5 ──┐   row 1: 3 coins    a turn: lay a card, face up or face down, then
 *      second          ▒ ──┘                     stake on a row: two coins if up, one if down.
 *
 * A move names a place in the hand (a or b), never a number, so that a move told to everybody
 * tells no secret. The seat to move learns nothing in its own turn: cards are turned up at the
 * end by their owners, each by a move `show` of its own.
 *
 * Invariants: (1) known cards differ; (2) a card everybody sees is known; (3) the cards laid
 * alternate, first player first; (4) the coins staked are those the cards laid gave. */
#include "core/play.h"
#include "core/reason.h"

enum { SEATS = 2, SLOTS = 2, LANES = 2, CARDS = 7, UNKNOWN = 0, LAID = SEATS * SLOTS };
enum { HAND, UP1, DOWN1, UP2, DOWN2 }; /* where a card is: in hand, or on a row and how */
enum { STAKE_MOVE = 8, SHOW_MOVE = 10 };

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct duo {
    uint8_t card[SEATS][SLOTS];  /* 1 to 7, UNKNOWN in a view */
    uint8_t place[SEATS][SLOTS]; /* HAND … DOWN2 */
    uint8_t coins[LANES];        /* staked on each row */
    uint8_t pending;             /* coins the seat to move must stake now; 0 = none */
    uint8_t shown[SEATS];        /* 1 = turned up its face-down cards at the end */
} duo;
#pragma GCC diagnostic pop

static const char *const rules[] = {
    N_("Seven cards bear the numbers 1 to 7. Each player is dealt two, a and b; three stay "
       "aside, unseen. Two rows lie on the table."),
    N_("In turn, twice each, a player lays a card on a row, face up or face down, then "
       "stakes coins of the bank on one row, the same or the other: two coins if the card "
       "lies face up, one if it lies face down."),
    N_("In the end both players turn up their cards. A row is worth one coin and all the "
       "coins staked on it; it goes to the player whose cards on it have the higher sum, to "
       "nobody when the sums are equal. Whoever has more coins wins."),
    N_("Moves: a1+ lays card a on row 1 face up, b2- lays card b on row 2 face down; 1 or 2 "
       "stakes on that row; show turns up one's cards."),
    NULL};

static duel_status variant(duel_variant *v, duel_msg *why)
{
    v->state_size = sizeof(duo);
    v->max_moves = 8;
    v->max_plies = 10; /* four turns of two moves, two moves to show */
    v->max_score = 10; /* four cards face up, and one coin for each row */
    v->key_bits = 32;
    v->actions = SHOW_MOVE + 1;
    return DUEL_OK;
}

/* All 7·6·5·4 = 840 ways to deal four cards in order are equally likely. */
static duel_status deal(const duel_variant *v, duel_rng *rng, void *state)
{
    uint8_t deck[CARDS];
    for (int i = 0; i < CARDS; i++)
        deck[i] = (uint8_t)(i + 1);
    duel_rng_shuffle(rng, deck, CARDS);
    *(duo *)state = (duo){.card = {{deck[0], deck[1]}, {deck[2], deck[3]}}};
    return DUEL_OK;
}

/* ---- who does what next ------------------------------------------------------------ */

typedef enum stage { LAY, STAKE, SHOW, END } stage;

static bool is_down(int place)
{
    return place == DOWN1 || place == DOWN2;
}

static int lane_of(int place)
{
    return (place - 1) / 2;
}

static int stake_of(int place)
{
    return place == HAND ? 0 : is_down(place) ? 1 : 2;
}

static int laid_by(const duo *s, int seat)
{
    return (s->place[seat][0] != HAND) + (s->place[seat][1] != HAND);
}

static bool must_show(const duo *s, int seat)
{
    return !s->shown[seat] && (is_down(s->place[seat][0]) || is_down(s->place[seat][1]));
}

/* The stage of the game, and the seat to move in it. */
static stage stage_of(const duo *s, int *seat)
{
    int laid = laid_by(s, 0) + laid_by(s, 1);
    *seat = s->pending ? (laid - 1) & 1 : laid & 1;
    if (s->pending)
        return STAKE;
    if (laid < LAID)
        return LAY;
    *seat = must_show(s, 0) ? 0 : 1;
    return must_show(s, *seat) ? SHOW : END;
}

static int turn(const duel_variant *v, const void *state)
{
    int seat;
    stage_of(state, &seat);
    return seat;
}

/* ---- moves: 0..7 lay (4·slot + place - 1), 8 and 9 stake on a row, 10 show --------- */

static duel_move lay_move(int slot, int place)
{
    return (duel_move)(4 * slot + place - 1);
}

static int slot_of(duel_move move)
{
    return (int)(move / 4);
}

static int place_of_move(duel_move move)
{
    return (int)(move % 4) + 1;
}

/* Which moves there are depends on no card. */
static int moves(const duel_variant *v, const void *state, duel_move out[])
{
    const duo *s = state;
    int seat, count = 0;
    switch (stage_of(s, &seat)) {
    case LAY:
        for (int slot = 0; slot < SLOTS; slot++)
            for (int place = UP1; place <= DOWN2 && s->place[seat][slot] == HAND; place++)
                out[count++] = lay_move(slot, place);
        break;
    case STAKE:
        for (int lane = 0; lane < LANES; lane++)
            out[count++] = (duel_move)(STAKE_MOVE + lane);
        break;
    case SHOW:
        out[count++] = SHOW_MOVE;
        break;
    case END:
        break;
    }
    return count;
}

static void play(const duel_variant *v, void *state, duel_move move)
{
    duo *s = state;
    int seat = turn(v, s);
    if (move < STAKE_MOVE) {
        s->place[seat][slot_of(move)] = (uint8_t)place_of_move(move);
        s->pending = (uint8_t)stake_of(place_of_move(move));
    } else if (move < SHOW_MOVE) {
        uint8_t *coins = &s->coins[move - STAKE_MOVE];
        *coins = (uint8_t)(*coins + s->pending);
        s->pending = 0;
    } else {
        s->shown[seat] = 1;
    }
}

static int sum_on(const duo *s, int seat, int lane)
{
    int sum = 0;
    for (int slot = 0; slot < SLOTS; slot++)
        if (s->place[seat][slot] != HAND && lane_of(s->place[seat][slot]) == lane)
            sum += s->card[seat][slot];
    return sum;
}

/* In the end every card laid is seen by everybody, so a view gives the scores too. */
static bool over(const duel_variant *v, const void *state, int32_t score[])
{
    const duo *s = state;
    int seat;
    if (stage_of(s, &seat) != END)
        return false;
    score[0] = score[1] = 0;
    for (int lane = 0; lane < LANES; lane++) {
        int lead = sum_on(s, 0, lane) - sum_on(s, 1, lane);
        if (lead != 0)
            score[lead > 0 ? 0 : 1] += 1 + s->coins[lane];
    }
    return true;
}

/* ---- secrets ----------------------------------------------------------------------- */

static bool seen_by_all(const duo *s, int seat, int slot)
{
    int place = s->place[seat][slot];
    return place != HAND && (!is_down(place) || s->shown[seat]);
}

static void hide(const duel_variant *v, void *state, int seat)
{
    duo *s = state;
    for (int owner = 0; owner < SEATS; owner++)
        for (int slot = 0; slot < SLOTS; slot++)
            if (owner != seat && !seen_by_all(s, owner, slot))
                s->card[owner][slot] = UNKNOWN;
}

/* Invariants 1 and 2. */
static duel_status check_cards(const duo *s, duel_msg *why)
{
    unsigned seen = 0;
    for (int seat = 0; seat < SEATS; seat++)
        for (int slot = 0; slot < SLOTS; slot++) {
            int card = s->card[seat][slot];
            if (card == UNKNOWN && seen_by_all(s, seat, slot))
                return duel_invalid(
                    why, N_("A card that lies face up is known: write its number."), "");
            if (card != UNKNOWN && seen >> card & 1)
                return duel_invalid(why, N_("There is only one card {0}."), "i", (int64_t)card);
            seen |= 1u << card;
        }
    return DUEL_OK;
}

/* The cards of which the view says nothing; gives how many there are. */
static uint32_t unseen_cards(const duo *s, uint8_t out[CARDS])
{
    unsigned seen = 0;
    uint32_t count = 0;
    for (int seat = 0; seat < SEATS; seat++)
        for (int slot = 0; slot < SLOTS; slot++)
            seen |= 1u << s->card[seat][slot];
    for (int card = 1; card <= CARDS; card++)
        if (!(seen >> card & 1))
            out[count++] = (uint8_t)card;
    return count;
}

/* Conditioning on a view means here: deals are equally likely, and the moves seen are taken as
 * given. No attempt is made to weigh how likely a player with other cards was to play them. As
 * legal moves depend on no card, every way to put unseen cards into the unknown places is then
 * equally likely: the first of a shuffled deck. */
static duel_status guess(const duel_variant *v, void *view, duel_rng *rng, duel_msg *why)
{
    duo *s = view;
    uint8_t deck[CARDS];
    duel_status status = check_cards(s, why);
    if (status != DUEL_OK)
        return status;
    uint32_t next = 0, count = unseen_cards(s, deck);
    duel_rng_shuffle(rng, deck, count);
    for (int seat = 0; seat < SEATS; seat++)
        for (int slot = 0; slot < SLOTS; slot++)
            if (s->card[seat][slot] == UNKNOWN)
                s->card[seat][slot] = deck[next++];
    return DUEL_OK;
}

/* ---- notation of positions ---------------------------------------------------------
 *
 *      5@1+.3/?@2-.?/2:1*1     cards a.b of the first / of the second / coins on rows 1:2
 *
 * @1+ = on row 1 face up, @2- = on row 2 face down, ! after a hand = shown in the end, *1 = one
 * coin to be staked now. */

static void print_hand(const duo *s, int seat, duel_sink *out)
{
    for (int slot = 0; slot < SLOTS; slot++) {
        int place = s->place[seat][slot];
        duel_putf(out, "%s%c", slot ? "." : "",
                  s->card[seat][slot] == UNKNOWN ? '?' : '0' + s->card[seat][slot]);
        if (place != HAND)
            duel_putf(out, "@%d%c", lane_of(place) + 1, is_down(place) ? '-' : '+');
    }
    duel_put(out, s->shown[seat] ? "!/" : "/");
}

static void print(const duel_variant *v, const void *view, duel_sink *out)
{
    const duo *s = view;
    for (int seat = 0; seat < SEATS; seat++)
        print_hand(s, seat, out);
    duel_putf(out, "%d:%d", s->coins[0], s->coins[1]);
    if (s->pending)
        duel_putf(out, "*%d", s->pending);
}

/* "1+" is the first row face up; HAND if it is no place. */
static int read_lane(const char text[2])
{
    int lane = text[0] - '1';
    if (lane < 0 || lane >= LANES || (text[1] != '+' && text[1] != '-'))
        return HAND;
    return UP1 + 2 * lane + (text[1] == '-');
}

static bool read_card(duel_str text, uint8_t *card, uint8_t *place)
{
    if (text.len != 1 && text.len != 4)
        return false;
    char c = text.at[0];
    if (c != '?' && (c < '1' || c > '0' + CARDS))
        return false;
    *card = c == '?' ? UNKNOWN : (uint8_t)(c - '0');
    *place = HAND;
    if (text.len == 4)
        *place = text.at[1] == '@' ? (uint8_t)read_lane(text.at + 2) : HAND;
    return text.len == 1 || *place != HAND;
}

static bool read_hand(duel_str text, int seat, duo *s)
{
    duel_str rest = text, word = text;
    if (text.len && text.at[text.len - 1] == '!') {
        s->shown[seat] = 1;
        rest.len--;
    }
    duel_str_part(&rest, '.', &word);
    return rest.at && read_card(word, &s->card[seat][0], &s->place[seat][0]) &&
           read_card(rest, &s->card[seat][1], &s->place[seat][1]);
}

static bool read_coins(duel_str text, duo *s)
{
    duel_str pending_text = text, row_text = text, first = text;
    int64_t coins[LANES], pending = 0, most = 2 * LAID;
    duel_str_part(&pending_text, '*', &row_text);
    duel_str_part(&row_text, ':', &first);
    if (!duel_str_number(first, &coins[0]) || !duel_str_number(row_text, &coins[1]) ||
        (pending_text.at && (!duel_str_number(pending_text, &pending) || pending < 1)))
        return false;
    if (coins[0] < 0 || coins[0] > most || coins[1] < 0 || coins[1] > most || pending > 2)
        return false;
    s->coins[0] = (uint8_t)coins[0];
    s->coins[1] = (uint8_t)coins[1];
    s->pending = (uint8_t)pending;
    return true;
}

static bool read_position(duel_str text, duo *s)
{
    duel_str rest = text, hand[SEATS] = {{NULL, 0}, {NULL, 0}};
    for (int seat = 0; seat < SEATS; seat++)
        if (!duel_str_part(&rest, '/', &hand[seat]) || !read_hand(hand[seat], seat, s))
            return false;
    return rest.at && read_coins(rest, s);
}

/* Invariant 4: each card laid gave its coins to one row; those of the last may be pending. */
static bool coins_add_up(const duo *s)
{
    int number[3] = {0, 0, 0}; /* of stakes of 1 and of 2 coins */
    for (int seat = 0; seat < SEATS; seat++)
        for (int slot = 0; slot < SLOTS; slot++)
            number[stake_of(s->place[seat][slot])]++;
    if (s->pending)
        number[s->pending]--;
    if (number[1] < 0 || number[2] < 0 ||
        s->coins[0] + s->coins[1] != number[1] + 2 * number[2])
        return false;
    for (int twos = 0; twos <= number[2]; twos++) {
        int ones = s->coins[0] - 2 * twos;
        if (ones >= 0 && ones <= number[1])
            return true;
    }
    return false;
}

/* Whether the coins to be staked are those of a card of the seat that laid the last. */
static bool pending_fits(const duo *s)
{
    int seat;
    if (stage_of(s, &seat) != STAKE)
        return true;
    return laid_by(s, seat) > 0 && (stake_of(s->place[seat][0]) == s->pending ||
                                    stake_of(s->place[seat][1]) == s->pending);
}

static duel_status check_course(const duo *s, duel_msg *why)
{
    int first = laid_by(s, 0), second = laid_by(s, 1), seat;
    if (first != second && first != second + 1)
        return duel_invalid(
            why, N_("The players lay their cards in turn, the first player first."), "");
    if (!pending_fits(s) || !coins_add_up(s))
        return duel_invalid(
            why,
            N_("The coins do not fit the cards: each card laid face up gives two coins to "
               "one row, face down one coin; those still to be staked follow a *."),
            "");
    for (int owner = 0; owner < SEATS; owner++) {
        bool any_down = is_down(s->place[owner][0]) || is_down(s->place[owner][1]);
        stage now = stage_of(s, &seat);
        bool early = now == LAY || now == STAKE || (now == SHOW && seat < owner);
        if (s->shown[owner] && (early || !any_down))
            return duel_invalid(
                why,
                N_("Only in the end do players turn up cards that lie face down, the first "
                   "player first."),
                "");
    }
    return check_cards(s, why);
}

static duel_status parse(const duel_variant *v, duel_str text, void *state, duel_msg *why)
{
    duo fresh = {.pending = 0};
    if (!read_position(text, &fresh))
        return duel_invalid(
            why,
            N_("A position is the two cards of each player and the coins on the rows, like "
               "5@1+.3/?@2-.?/2:1, with ? for a card that is not known; not “{0}”."),
            "s", text);
    duel_status status = check_course(&fresh, why);
    if (status == DUEL_OK)
        *(duo *)state = fresh;
    return status;
}

/* ---- notation of moves: a1+ b2- 1 2 show ------------------------------------------- */

static void print_move(const duel_variant *v, const void *view, duel_move move, duel_sink *out)
{
    if (move < STAKE_MOVE)
        duel_putf(out, "%c%d%c", 'a' + slot_of(move), lane_of(place_of_move(move)) + 1,
                  is_down(place_of_move(move)) ? '-' : '+');
    else if (move < SHOW_MOVE)
        duel_putf(out, "%d", (int)move - STAKE_MOVE + 1);
    else
        duel_put(out, "show");
}

static duel_status parse_lay(const duo *s, int seat, duel_str text, duel_move *move,
                             duel_msg *why)
{
    int slot = text.len == 3 ? (text.at[0] | 0x20) - 'a' : -1;
    int place = slot == 0 || slot == 1 ? read_lane(text.at + 1) : HAND;
    if (place == HAND)
        return duel_invalid(
            why,
            N_("Lay a card: a or b, the row 1 or 2, + for face up or - for face down, like "
               "a1+; not “{0}”."),
            "s", text);
    if (s->place[seat][slot] != HAND)
        return duel_refuse(why, N_("Card {0} has been laid already."), "c", slot ? "b" : "a");
    *move = lay_move(slot, place);
    return DUEL_OK;
}

static duel_status parse_move(const duel_variant *v, const void *view, duel_str text,
                              duel_move *move, duel_msg *why)
{
    int seat;
    stage now = stage_of(view, &seat);
    if (now == LAY)
        return parse_lay(view, seat, text, move, why);
    if (now == STAKE) {
        if (!duel_str_is(text, "1") && !duel_str_is(text, "2"))
            return duel_invalid(why, N_("Stake your coins on row 1 or 2; not “{0}”."), "s",
                                text);
        *move = (duel_move)(STAKE_MOVE + text.at[0] - '1');
        return DUEL_OK;
    }
    if (!duel_str_same_word(text, "show"))
        return duel_invalid(why, N_("All cards are laid: the move is show, not “{0}”."), "s",
                            text);
    *move = SHOW_MOVE;
    return DUEL_OK;
}

/* ---- pictures ---------------------------------------------------------------------- */

static duel_target hand_target(int slot)
{
    return duel_target_of("hand:%c", 'a' + slot);
}

static duel_target lane_target(int lane)
{
    return duel_target_of("row:%d", lane + 1);
}

static duel_target card_id(int seat, int slot)
{
    return duel_target_of("card:%d:%c", seat + 1, 'a' + slot);
}

/* 5 lies face up, (5) face down and known to the reader, (?) face down. */
static void draw_card(const duo *s, int seat, int slot, duel_pen *pen)
{
    bool open = seen_by_all(s, seat, slot) || s->place[seat][slot] == HAND;
    int card = s->card[seat][slot];
    char text[] = {open ? ' ' : '(', card == UNKNOWN ? '?' : (char)('0' + card),
                   open ? ' ' : ')', '\0'};
    duel_put(pen->out, " ");
    duel_pen_thing(pen, card_id(seat, slot).text);
    duel_pen_put(pen, card == UNKNOWN ? DUEL_UNKNOWN : seat ? DUEL_SEAT2 : DUEL_SEAT1, text);
    duel_pen_thing(pen, NULL);
}

static void draw_name(const duel_variant *v, int seat, duel_pen *pen)
{
    duel_put(pen->out, "    ");
    duel_tell(pen->lang, pen->out, N_("{0}:"), "w", duel_role(v, seat));
}

static void draw_lane(const duel_variant *v, const duo *s, int lane, duel_pen *pen)
{
    duel_put(pen->out, "  ");
    duel_pen_thing(pen, lane_target(lane).text);
    duel_tell(pen->lang, pen->out, N_("Row {0}, worth {1} {1:coin|coins}"), "ii",
              (int64_t)lane + 1, (int64_t)s->coins[lane] + 1);
    duel_pen_thing(pen, NULL);
    duel_put(pen->out, "\n");
    for (int seat = 0; seat < SEATS; seat++) {
        draw_name(v, seat, pen);
        for (int slot = 0; slot < SLOTS; slot++)
            if (s->place[seat][slot] != HAND && lane_of(s->place[seat][slot]) == lane)
                draw_card(s, seat, slot, pen);
        duel_put(pen->out, "\n");
    }
}

static void draw(const duel_variant *v, const void *view, int seat, duel_pen *pen)
{
    const duo *s = view;
    for (int lane = 0; lane < LANES; lane++)
        draw_lane(v, s, lane, pen);
    duel_put(pen->out, "  ");
    duel_tell(pen->lang, pen->out, N_("In hand"), "");
    duel_put(pen->out, "\n");
    for (int owner = 0; owner < SEATS; owner++) {
        draw_name(v, owner, pen);
        for (int slot = 0; slot < SLOTS; slot++)
            if (s->place[owner][slot] == HAND) {
                duel_putf(pen->out, "  %c", 'a' + slot);
                draw_card(s, owner, slot, pen);
            }
        duel_put(pen->out, "\n");
    }
}

static void label_card(const duo *s, int seat, int slot, duel_element *e)
{
    int64_t card = s->card[seat][slot];
    bool in_hand = s->place[seat][slot] == HAND;
    e->tone = card == UNKNOWN ? DUEL_UNKNOWN : seat ? DUEL_SEAT2 : DUEL_SEAT1;
    e->face[0] = card == UNKNOWN ? '?' : (char)('0' + card);
    if (card == UNKNOWN)
        duel_say(&e->label, in_hand ? N_("a card in hand") : N_("a card face down"), "");
    else
        duel_say(&e->label,
                 in_hand                      ? N_("card {0} in hand")
                 : seen_by_all(s, seat, slot) ? N_("card {0} face up")
                                              : N_("card {0} face down"),
                 "i", card);
}

/* Hands at the outer edges, the second player's on top; between them the rows, each with two
 * places for either player. */
static void add_card(const duo *s, int seat, int slot, duel_scene *out)
{
    int place = s->place[seat][slot], mover;
    float x = (float)(2 + slot), y = seat == 0 ? 5 : 0;
    if (place != HAND) {
        x = (float)(5 * lane_of(place) + slot);
        y = seat == 0 ? 3 : 2;
    }
    duel_element *e = duel_scene_add(out, DUEL_CARD, card_id(seat, slot).text, x, y, 1, 1);
    label_card(s, seat, slot, e);
    if (place != HAND)
        e->target = lane_target(lane_of(place));
    else if (stage_of(s, &mover) == LAY && mover == seat)
        e->target = hand_target(slot);
}

static void add_lane(const duo *s, int lane, duel_scene *out)
{
    duel_target id = lane_target(lane);
    float x = (float)(5 * lane);
    duel_element *e = duel_scene_add(out, DUEL_BOARD, id.text, x, 2, 2, 2);
    e->target = id;
    duel_say(&e->label, N_("Row {0}, worth {1} {1:coin|coins}"), "ii", (int64_t)lane + 1,
             (int64_t)s->coins[lane] + 1);
    e = duel_scene_add(out, DUEL_COUNTER, duel_target_of("worth:%d", lane + 1).text, x, 1, 2,
                       1);
    e->number = s->coins[lane] + 1;
    e->target = id;
    duel_say(&e->label, N_("{0} {0:coin|coins}"), "i", e->number);
}

static void add_choices(const duo *s, duel_scene *out)
{
    int seat;
    stage now = stage_of(s, &seat);
    if (now == LAY) {
        duel_element *e = duel_scene_add(out, DUEL_CHOICE_ITEM, "up", 2, 4, 1, 1);
        e->target = duel_target_of("face:up");
        duel_say(&e->label, N_("face up: two coins to stake"), "");
        e = duel_scene_add(out, DUEL_CHOICE_ITEM, "down", 4, 4, 1, 1);
        e->target = duel_target_of("face:down");
        duel_say(&e->label, N_("face down: one coin to stake"), "");
    } else if (now == SHOW) {
        duel_element *e = duel_scene_add(out, DUEL_BUTTON, "show", 2, 4, 3, 1);
        e->target = duel_target_of("button:show");
        duel_say(&e->label, N_("Turn up your cards"), "");
    }
}

static void scene(const duel_variant *v, const void *view, int seat, duel_scene *out)
{
    out->width = 7;
    out->height = 6;
    for (int lane = 0; lane < LANES; lane++)
        add_lane(view, lane, out);
    for (int owner = 0; owner < SEATS; owner++)
        for (int slot = 0; slot < SLOTS; slot++)
            add_card(view, owner, slot, out);
    add_choices(view, out);
}

static int path(const duel_variant *v, const void *view, duel_move move, duel_target out[])
{
    if (move == SHOW_MOVE) {
        out[0] = duel_target_of("button:show");
        return 1;
    }
    if (move >= STAKE_MOVE) {
        out[0] = lane_target((int)move - STAKE_MOVE);
        return 1;
    }
    out[0] = hand_target(slot_of(move));
    out[1] = lane_target(lane_of(place_of_move(move)));
    out[2] = duel_target_of(is_down(place_of_move(move)) ? "face:down" : "face:up");
    return 3;
}

/* ---- reasons ----------------------------------------------------------------------- */

enum { BEATS_UNSEEN, SHOWS, HIDES, SUMS, ROW_GOES };

/* How many of the cards that `seat` has not seen the card in `slot` beats. */
static void explain_card(const duo *own, int seat, int slot, duel_reason *out)
{
    uint8_t unseen[CARDS];
    int64_t card = own->card[seat][slot], lower = 0, count = unseen_cards(own, unseen);
    for (int i = 0; i < count; i++)
        lower += unseen[i] < card;
    duel_fact *f = duel_reason_add(out, BEATS_UNSEEN);
    f->arg[0] = card, f->arg[1] = lower, f->arg[2] = count;
    f->target[f->targets++] = hand_target(slot);
    duel_say(&f->text, N_("The {0} is higher than {1} of the {2} cards you have not seen."),
             "iii", card, lower, count);
}

/* What laying it so tells the other player, who sees its own cards and those lying open. */
static void explain_face(const duo *own, int seat, int place, duel_reason *out)
{
    int64_t choice = CARDS - SLOTS;
    for (int slot = 0; slot < SLOTS; slot++)
        choice -= seen_by_all(own, seat, slot);
    duel_fact *f = duel_reason_add(out, is_down(place) ? HIDES : SHOWS);
    if (is_down(place))
        f->arg[0] = choice;
    duel_say(&f->text,
             is_down(place)
                 ? N_("Face down it gives one coin, and for the other player it may be any of "
                      "{0} cards.")
                 : N_("Face up it gives two coins, and the other player knows what to beat."),
             "i", choice);
}

/* What `seat` sees of a row. */
static void explain_lane(const duo *own, int seat, int lane, duel_reason *out)
{
    const uint8_t *place = own->place[1 - seat], *card = own->card[1 - seat];
    int64_t hidden = 0;
    for (int slot = 0; slot < SLOTS; slot++)
        hidden += card[slot] == UNKNOWN && place[slot] != HAND && lane_of(place[slot]) == lane;
    duel_fact *f = duel_reason_add(out, SUMS);
    f->arg[0] = lane + 1, f->arg[1] = sum_on(own, seat, lane);
    f->arg[2] = sum_on(own, 1 - seat, lane), f->arg[3] = hidden;
    f->target[f->targets++] = lane_target(lane);
    duel_say(
        &f->text,
        N_("On row {0} you have {1}; the other player shows {2} and hides {3} {3:card|cards}."),
        "iiii", f->arg[0], f->arg[1], f->arg[2], hidden);
}

static const duel_seek duo_hints[] = {
    {BEATS_UNSEEN, 0, N_("Weigh your cards against those you have not seen.")},
    {SUMS, 0, N_("Compare what lies on the rows, and what may lie there.")},
    {0, 0, NULL}};

/* Only from the mover's own view: nothing is explained with cards the mover cannot see. */
static void explain_move(const duel_variant *v, const void *view, int seat, duel_move move,
                         duel_reason *out)
{
    duo own = *(const duo *)view;
    int mover = turn(v, view);
    hide(v, &own, mover);
    if (own.card[mover][0] == UNKNOWN || own.card[mover][1] == UNKNOWN)
        return;
    if (move < STAKE_MOVE) {
        explain_card(&own, mover, slot_of(move), out);
        explain_face(&own, mover, place_of_move(move), out);
        play(v, &own, move);
        explain_lane(&own, mover, lane_of(place_of_move(move)), out);
    } else if (move < SHOW_MOVE) {
        explain_lane(&own, mover, (int)move - STAKE_MOVE, out);
    }
    duel_reason_seek(out, duo_hints);
}

static void explain(const duel_variant *v, const void *view, int seat, const duel_move played[],
                    int count, duel_reason *out)
{
    duel_explain_each(v, view, seat, played, count, explain_move, out);
}

static void tell_lane(const duel_variant *v, const duo *s, int lane, duel_reason *out)
{
    int64_t sum[SEATS] = {sum_on(s, 0, lane), sum_on(s, 1, lane)};
    int winner = sum[0] > sum[1] ? 0 : 1;
    duel_fact *f = duel_reason_add(out, ROW_GOES);
    f->arg[0] = lane, f->arg[1] = sum[0], f->arg[2] = sum[1], f->arg[3] = 1 + s->coins[lane];
    f->target[f->targets++] = lane_target(lane);
    if (sum[0] == sum[1])
        duel_say(&f->text, N_("Row {0} goes to nobody: {1} against {1}."), "ii",
                 (int64_t)lane + 1, sum[0]);
    else
        duel_say(&f->text, N_("Row {0} and its {1} {1:coin|coins} go to {2}: {3} against {4}."),
                 "iiwii", (int64_t)lane + 1, f->arg[3], duel_role(v, winner), sum[winner],
                 sum[1 - winner]);
}

static void ending(const duel_variant *v, const void *view, int seat, duel_reason *out)
{
    for (int lane = 0; lane < LANES; lane++)
        tell_lane(v, view, lane, out);
}

/* ---- speed ------------------------------------------------------------------------- */

/* Cards and places in three bits each, then what the rows and stages add; the coins on row 2
 * follow from the cards laid (invariant 4). */
static uint64_t pack(const duel_variant *v, const void *state)
{
    const duo *s = state;
    uint64_t key = 0;
    for (int seat = 0; seat < SEATS; seat++)
        for (int slot = 0; slot < SLOTS; slot++)
            key = key << 6 | (uint64_t)s->card[seat][slot] << 3 | s->place[seat][slot];
    key = key << 4 | s->coins[0];
    key = key << 2 | s->pending;
    return key << 2 | (uint64_t)s->shown[0] << 1 | s->shown[1];
}

/* Rows led, by their worth, and the lead on them. */
static int32_t evaluate(const duel_variant *v, const void *state, int seat)
{
    const duo *s = state;
    int32_t value = 0;
    for (int lane = 0; lane < LANES; lane++) {
        int lead = sum_on(s, seat, lane) - sum_on(s, 1 - seat, lane);
        int sign = (lead > 0) - (lead < 0);
        value += 20 * sign * (1 + s->coins[lane]) + lead;
    }
    return value;
}

static const duel_accel accel = {.pack = pack, .evaluate = evaluate};

static void task(const duel_variant *v, const void *view, duel_msg *out)
{
    static const char *const tasks[] = {
        [LAY] =
            N_("Pick a card, then the row where it shall lie and how: face up it brings two "
               "coins to stake, face down one."),
        [STAKE] = N_("Stake on the row that you hope to win."),
        [SHOW] = N_("Turn up your cards."),
        [END] = N_("Your turn.")};
    int seat;
    duel_say(out, tasks[stage_of(view, &seat)], "");
}

/* A card by its number; by its letter, which stands on no picture, where that is hidden. */
static void say_laying(const duo *s, int mover, duel_move move, duel_msg *out)
{
    int64_t card = s->card[mover][slot_of(move)];
    int64_t row = (int64_t)lane_of(place_of_move(move)) + 1;
    bool down = is_down(place_of_move(move));
    if (card == UNKNOWN)
        duel_say(out,
                 down ? N_("card {0} on row {1}, face down")
                      : N_("card {0} on row {1}, face up"),
                 "ci", slot_of(move) ? "b" : "a", row);
    else
        duel_say(out,
                 down ? N_("the {0} on row {1}, face down") : N_("the {0} on row {1}, face up"),
                 "ii", card, row);
}

static void say_move(const duel_variant *v, const void *view, duel_move move, duel_msg *out)
{
    if (move >= SHOW_MOVE)
        duel_say(out, N_("turn up the cards"), "");
    else if (move >= STAKE_MOVE)
        duel_say(out, N_("stake on row {0}"), "i", (int64_t)move - STAKE_MOVE + 1);
    else
        say_laying(view, turn(v, view), move, out);
}

const duel_game duel_game_duo = {
    .id = "duo",
    .title = N_("Cards on the Table"),
    .tagline = N_("Show your card or hide it, and stake on it"),
    .rules = rules,
    .version = 1,
    .min_seats = 2,
    .max_seats = 2,
    .traits = DUEL_CONFIRM | DUEL_SECRETS,
    .variant = variant,
    .deal = deal,
    .turn = turn,
    .over = over,
    .moves = moves,
    .play = play,
    .draw = draw,
    .hide = hide,
    .guess = guess,
    .print = print,
    .parse = parse,
    .print_move = print_move,
    .parse_move = parse_move,
    .scene = scene,
    .path = path,
    .teaching.say_move = say_move,
    .teaching.explain = explain,
    .teaching.task = task,
    .teaching.ending = ending,
    .accel = &accel,
};
