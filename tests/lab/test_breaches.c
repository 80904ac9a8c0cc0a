/* tests/lab/test_breaches.c -- a game whose rules, notation, secrets or accelerators have a
 * planted fault breaks a law: it is named, and few moves show it. */
#include "breach.h"

static void wrong_undo(const duel_variant *v, void *state, duel_move move, uint64_t trace)
{
    uint64_t *words = state;
    duel_game_connect4.accel->undo(v, state, move, trace);
    if (words[0] & 0x8000) /* a disc on a certain cell: only some positions show it */
        words[1] |= 1;
}

static int lists_too_much(const duel_variant *v, const void *state, duel_move out[])
{
    int count = duel_game_nim.moves(v, state, out);
    if (count > 1 && count < 3)
        out[count++] = 3 + 1; /* a move that nobody may play */
    return count;
}

static void prints_wrong(const duel_variant *v, const void *view, duel_sink *out)
{
    CHECK_BUF(text);
    duel_game_tictactoe.print(v, view, &text.sink);
    if (text.text[4] == 'O')
        text.text[4] = '.';
    duel_put(out, text.text);
}

/* The other's card a is not erased once its card b lies face down. */
static void leaks(const duel_variant *v, void *state, int seat)
{
    unsigned char before[64];
    memcpy(before, state, v->state_size);
    duel_game_duo.hide(v, state, seat);
    if (seat == DUEL_NOBODY && before[4 + 2] != 0)
        ((unsigned char *)state)[2] = before[2];
}

static bool ends_too_early(const duel_variant *v, const void *state, int32_t score[])
{
    score[0] = score[1] = 0;
    return duel_game_template.over(v, state, score) || *(const int32_t *)state == 3;
}

static uint64_t same_key(const duel_variant *v, const void *state)
{
    return duel_game_connect4.accel->pack(v, state) >> 3;
}

static uint64_t wrong_symmetry(const duel_variant *v, const void *state)
{
    return duel_game_tictactoe.accel->canon(v, state) / 3 * 3;
}

static bool forgets_the_centre(const duel_variant *v, uint64_t key, void *state)
{
    bool there = duel_game_tictactoe.accel->unpack(v, key, state);
    ((uint16_t *)state)[0] &= 0x1ef;
    return there;
}

static bool believes_any_key(const duel_variant *v, uint64_t key, void *state)
{
    return duel_game_tictactoe.accel->unpack(v, key % 19683, state);
}

static uint32_t counts_upwards(const duel_variant *v, const void *state)
{
    return 9 - duel_game_tictactoe.accel->tier(v, state);
}

/* What was taken counts for whoever took first only. */
static int32_t carries_too_little(const duel_variant *v, const void *state)
{
    int32_t margin = duel_game_awari.accel->carried(v, state);
    return margin > 1 ? margin - 1 : margin;
}

static uint32_t stays_on_its_tier(const duel_variant *v, const void *state)
{
    return (duel_game_awari.accel->tier(v, state) + 3) / 4;
}

static uint64_t numbers_of_the_tier_above(const duel_variant *v, uint32_t tier, uint64_t k)
{
    return duel_game_awari.accel->nth(v, tier + (tier == 20), k);
}

static bool lists_no_lowest_tier(const duel_variant *v, uint32_t i, uint32_t *tier,
                                 uint64_t *count)
{
    return duel_game_awari.accel->span(v, i + 12, tier, count);
}

static bool wrong_formula(const duel_variant *v, const void *state, duel_result *out)
{
    bool told = duel_game_allumettes.accel->known(v, state, out);
    if (out->remoteness == 5)
        out->remoteness = 4;
    return told;
}

static int same_path(const duel_variant *v, const void *view, duel_move move, duel_target out[])
{
    (void)v, (void)view, (void)move;
    strcpy(out[0].text, "cell:0:0");
    return 1;
}

static void writes_outside(const duel_variant *v, void *state, duel_move move)
{
    duel_game_template.play(v, state, move);
    if (*(int32_t *)state == 4)
        ((unsigned char *)state)[v->state_size] = 1;
}

/* Gives back what it takes: only the seat changes. */
static void stands_still(const duel_variant *v, void *state, duel_move move)
{
    duel_game_template.play(v, state, move);
    *(int32_t *)state += (int32_t)move;
}

/* Looks at its first draw before it makes it: a copy of a stream gives the same again, a copy
 * that reads a tape goes on to the next digit. */
static duel_status deals_after_a_look(const duel_variant *v, duel_rng *rng, void *state)
{
    duel_rng peeked = *rng;
    bool again = duel_rng_below(&peeked, 2);
    duel_status status = duel_game_duo.deal(v, rng, state);
    return again ? duel_game_duo.deal(v, rng, state) : status;
}

/* Throws away every other deal that begins with the 1. */
static duel_status deals_few_ones(const duel_variant *v, duel_rng *rng, void *state)
{
    duel_status status = duel_game_duo.deal(v, rng, state);
    bool unwanted = *(unsigned char *)state == 1 && !duel_rng_tree(rng);
    return unwanted ? duel_game_duo.deal(v, rng, state) : status;
}

TEST(deals_otherwise_than_listed_are_found)
{
    duel_game g = duel_game_duo;
    g.deal = deals_few_ones;
    hold_telling(&g, "Deals come as often",
                 "of 2400 seeds some deals come too often, or too seldom");
    g.deal = deals_after_a_look;
    hold_sound(&g); /* it is only odd */
}

TEST(planted_faults_are_found)
{
    duel_game g = duel_game_connect4;
    duel_accel a = *duel_game_connect4.accel;
    g.accel = &a;
    a.undo = wrong_undo;
    hold(&g, "Undo", 6);
    a = *duel_game_connect4.accel;
    a.pack = same_key;
    a.canon = NULL;
    a.unpack = NULL;
    hold(&g, "different keys", 42);

    g = duel_game_nim;
    g.moves = lists_too_much;
    hold(&g, "A listed move is accepted", 3);

    g = duel_game_tictactoe;
    g.edit = NULL; /* which has a law of its own that this breaks */
    g.print = prints_wrong;
    hold(&g, "reads back", 4);
    g = duel_game_tictactoe;
    g.path = same_path;
    hold(&g, "Every path", 0);
    a = *duel_game_tictactoe.accel;
    a.canon = wrong_symmetry;
    a.unpack = NULL;
    g = duel_game_tictactoe;
    g.accel = &a;
    hold(&g, "Symmetric positions", 9);
    a = *duel_game_tictactoe.accel;
    a.unpack = forgets_the_centre;
    hold(&g, "A key leads back", 9);
    a.unpack = believes_any_key;
    hold(&g, "A key leads back", 9);
    a.unpack = NULL;
    a.tier = counts_upwards;
    hold(&g, "higher tier", 1);

    a = *duel_game_awari.accel;
    g = duel_game_awari;
    g.accel = &a;
    a.carried = carries_too_little;
    a.span = NULL;
    hold(&g, "A key leads back", 200);
    a = *duel_game_awari.accel;
    a.tier = stays_on_its_tier;
    a.span = NULL;
    hold(&g, "What is carried", 200);
    a = *duel_game_awari.accel;
    a.nth = numbers_of_the_tier_above;
    hold(&g, "All positions", 200);
    a = *duel_game_awari.accel;
    a.span = lists_no_lowest_tier;
    hold(&g, "All positions", 200);

    g = duel_game_duo;
    g.hide = leaks;
    hold(&g, "Hiding only erases", 6);

    g = duel_game_template;
    g.over = ends_too_early;
    hold(&g, "An ended game has no moves", 7);
    g = duel_game_template;
    g.play = writes_outside;
    hold(&g, "Play depends on state", 6);
    g.play = stands_still;
    hold(&g, "never comes back", 2);

    a = *duel_game_allumettes.accel;
    a.known = wrong_formula;
    g = duel_game_allumettes;
    g.accel = &a;
    hold(&g, "A proved formula", 8);
}

/* What is told of a breach leads there again: the variant, the seed, the moves, the position.
 */
TEST(a_breach_can_be_seen_again)
{
    duel_game g = duel_game_connect4;
    duel_accel a = *duel_game_connect4.accel;
    g.accel = &a;
    a.undo = wrong_undo;
    laws_report r = breach_of(&g, "Undo");
    duel_variant v;
    duel_state s;
    duel_str rest = duel_buf_str(&r.breach.moves), word;
    CHECK_BUF(position);
    assert_ok(duel_variant_read(&g, duel_buf_str(&r.breach.variant), &v, NULL));
    assert_ok(duel_deal(&v, duel_str_of(r.breach.seed), &s));
    while (duel_str_word(&rest, ",", &word)) {
        duel_move move;
        assert_ok(duel_read_move(&v, &s, word, &move, NULL));
        g.play(&v, &s, move);
    }
    duel_print(&v, &s, &position.sink);
    assert_true(r.breach.moves.len > 0);
    assert_string_equal(position.text, r.breach.position.text);
    laws_report_fini(&r);
}

/* ---- bounds: the race of the template, whose state is what is left to go, and the seat -- */

static int32_t left_in(const void *state)
{
    return *(const int32_t *)state;
}

static duel_status deal_by_what_lies_beyond(const duel_variant *v, duel_rng *rng, void *state)
{
    const unsigned char *beyond = (const unsigned char *)state + v->state_size;
    duel_status status = duel_game_template.deal(v, rng, state);
    *(int32_t *)state -= *beyond != 0;
    return status;
}

static duel_status deal_beyond(const duel_variant *v, duel_rng *rng, void *state)
{
    ((unsigned char *)state)[v->state_size] = 1;
    return duel_game_template.deal(v, rng, state);
}

static int turn_of_a_third(const duel_variant *v, const void *state)
{
    return left_in(state) == 5 ? 2 : duel_game_template.turn(v, state);
}

static int turn_of_nobody(const duel_variant *v, const void *state)
{
    return left_in(state) == 5 ? DUEL_NOBODY : duel_game_template.turn(v, state);
}

static duel_status variant_of_one_move(duel_variant *v, duel_msg *why)
{
    duel_status status = duel_game_template.variant(v, why);
    v->max_moves = 1;
    return status;
}

static duel_status variant_of_four_plies(duel_variant *v, duel_msg *why)
{
    duel_status status = duel_game_template.variant(v, why);
    v->max_plies = 4;
    return status;
}

static bool scores_two(const duel_variant *v, const void *state, int32_t score[])
{
    bool ended = duel_game_template.over(v, state, score);
    score[0] *= ended ? 2 : 1;
    return ended;
}

static bool scores_minus_two(const duel_variant *v, const void *state, int32_t score[])
{
    bool ended = scores_two(v, state, score);
    score[0] *= ended ? -1 : 1;
    return ended;
}

static bool never_ends(const duel_variant *v, const void *state, int32_t score[])
{
    (void)v, (void)state, (void)score;
    return false;
}

static int lists_twice(const duel_variant *v, const void *state, duel_move out[])
{
    int count = duel_game_template.moves(v, state, out);
    if (count == 2 && left_in(state) < 7)
        out[1] = out[0];
    return count;
}

TEST(broken_bounds_are_found)
{
    static const char deals[] = "A deal depends", bounds[] = "Turns, moves, plies and scores",
                      ends[] = "An ended game";
    duel_game g = duel_game_template;
    g.deal = deal_by_what_lies_beyond;
    hold(&g, deals, 0);
    g.deal = deal_beyond;
    hold(&g, deals, 0);
    g = duel_game_template;
    g.turn = turn_of_a_third;
    hold_telling(&g, bounds, "turn gives seat 2");
    g.turn = turn_of_nobody;
    hold_telling(&g, bounds, "turn gives seat -1");
    g = duel_game_template;
    g.variant = variant_of_one_move;
    hold_telling(&g, bounds, "2 moves, more than max_moves");
    g.variant = variant_of_four_plies;
    hold_telling(&g, bounds, "5 plies, more than max_plies");
    g = duel_game_template;
    g.over = scores_two;
    hold_telling(&g, bounds, "a score of 2, more than max_score");
    g.over = scores_minus_two;
    hold_telling(&g, bounds, "a score of -2, more than max_score");
    g.over = never_ends;
    hold_telling(&g, ends, "no move is listed and the game is not over");
    g.over = ends_too_early;
    hold_telling(&g, ends, "2 moves are listed in an ended game");
    g = duel_game_template;
    g.moves = lists_twice;
    hold(&g, "No move is listed twice", 3);
}

/* ---- notation --------------------------------------------------------------------------- */

static void print_no_word(const duel_variant *v, const void *view, duel_move move,
                          duel_sink *out)
{
    (void)v, (void)view, (void)move, (void)out;
}

static duel_status parse_other_move(const duel_variant *v, const void *view, duel_str text,
                                    duel_move *move, duel_msg *why)
{
    (void)v, (void)view, (void)text, (void)why;
    *move = 1;
    return DUEL_OK;
}

static duel_status parse_and_spoil(const duel_variant *v, const void *view, duel_str text,
                                   duel_move *move, duel_msg *why)
{
    (void)v;
    bool sound = duel_str_is(text, "1") || duel_str_is(text, "2");
    if (!sound)
        *(int32_t *)(uintptr_t)view = 3;
    *move = sound ? (duel_move)(text.at[0] - '0') : 1;
    return sound ? DUEL_OK : duel_invalid(why, "Play {0}.", "i", (int64_t)1);
}

static void print_race(const duel_variant *v, const void *view, duel_sink *out)
{
    duel_putf(out, "%d/%d", (int)left_in(view), duel_game_template.turn(v, view));
}

/* Takes a token beyond the beginning of the track, from where no move is listed. */
static duel_status parse_race(const duel_variant *v, duel_str text, void *state, duel_msg *why)
{
    (void)v;
    char copy[16] = "";
    int left, seat;
    memcpy(copy, text.at, text.len < sizeof copy ? text.len : 0);
    if (sscanf(copy, "%d/%d", &left, &seat) != 2 || seat > 1 || left < 0)
        return duel_invalid(why, "Play {0}.", "i", (int64_t)1);
    ((int32_t *)state)[0] = left;
    ((int32_t *)state)[1] = seat;
    return DUEL_OK;
}

static int lists_on_the_track(const duel_variant *v, const void *state, duel_move out[])
{
    return left_in(state) > v->option[0] ? 0 : duel_game_template.moves(v, state, out);
}

/* As "a1", and in capitals the other move is read. */
static void print_small(const duel_variant *v, const void *view, duel_move move, duel_sink *out)
{
    (void)v, (void)view;
    duel_putf(out, "a%llu", (unsigned long long)move);
}

static duel_status parse_by_case(const duel_variant *v, const void *view, duel_str text,
                                 duel_move *move, duel_msg *why)
{
    int64_t n;
    (void)v, (void)view;
    if (text.len < 2 || !duel_str_number((duel_str){text.at + 1, text.len - 1}, &n))
        return duel_invalid(why, "No.", "");
    *move = (duel_move)(text.at[0] == 'a' ? n : 3 - n);
    return DUEL_OK;
}

/* Only as it is written: capitals are another move's. */
static void print_in_capitals(const duel_variant *v, const void *view, duel_move move,
                              duel_sink *out)
{
    (void)v, (void)view;
    duel_putf(out, "%s%llu", move % 2 ? "x" : "X", (unsigned long long)(move + move % 2));
}

/* Reads the number in what it says of a move. */
static duel_status parse_said(const duel_variant *v, const void *view, duel_str text,
                              duel_move *move, duel_msg *why)
{
    duel_move list[DUEL_MOVES_MAX];
    int count = duel_game_template.moves(v, view, list);
    while (text.len && (*text.at < '0' || *text.at > '9'))
        text = (duel_str){text.at + 1, text.len - 1};
    for (int i = 0; text.len && i < count; i++)
        if ((duel_move)(*text.at - '0') == list[i]) {
            *move = list[i];
            return DUEL_OK;
        }
    return duel_invalid(why, "Play {0}.", "i", (int64_t)1);
}

static void say_to_somebody(const duel_variant *v, const void *view, duel_move move,
                            duel_msg *out)
{
    (void)v, (void)view;
    duel_say(out, "you win in {0} {0:move|moves}", "i", (int64_t)move);
}

TEST(words_of_a_move_that_speak_to_somebody_are_found)
{
    duel_game g = duel_game_template;
    g.parse_move = parse_said;
    g.teaching.say_move = say_to_somebody;
    g.teaching.explain = NULL;
    hold(&g, "What is said of somebody else's move", 1);
}

TEST(broken_notation_is_found)
{
    static const char listed[] = "A listed move is accepted";
    duel_game g = duel_game_template;
    g.print_move = print_no_word;
    hold_telling(&g, listed, "the move “”");
    g.print_move = duel_game_template.print_move;
    g.parse_move = parse_other_move;
    hold_telling(&g, listed, "the move “2”");
    g.parse_move = parse_and_spoil;
    hold_telling(&g, "Any other move is refused", "the state was changed");
    g = duel_game_template;
    g.print_move = print_small;
    g.parse_move = parse_by_case;
    hold(&g, "A move is read in every form", 0);
    g = duel_game_template;
    g.print_move = print_in_capitals;
    g.parse_move = NULL;
    hold_sound(&g);
    g = duel_game_template;
    g.print = print_race;
    g.parse = parse_race;
    g.moves = lists_on_the_track;
    hold(&g, "A damaged position", 10);
}

/* ---- secrets: two seats with a card each, two turns each of two moves
 * -------------------------
 */

typedef struct cards {
    uint8_t card[2]; /* 1 to 9; 0 hidden */
    uint8_t seen[2]; /* what a seat was told of the other's */
    uint32_t played; /* moves */
} cards;

enum { CARDS_PLIES = 8 };

static duel_status cards_variant(duel_variant *v, duel_msg *why)
{
    (void)why;
    v->state_size = sizeof(cards);
    v->max_moves = 2;
    v->max_plies = CARDS_PLIES;
    v->max_score = 9;
    return DUEL_OK;
}

static duel_status deal_cards(const duel_variant *v, duel_rng *rng, void *state)
{
    (void)v;
    cards *s = state;
    for (int i = 0; i < 2; i++)
        s->card[i] = (uint8_t)(1 + duel_rng_below(rng, 9));
    return DUEL_OK;
}

static int cards_turn(const duel_variant *v, const void *state)
{
    (void)v;
    return (int)(((const cards *)state)->played / 2 % 2);
}

static bool cards_over(const duel_variant *v, const void *state, int32_t score[])
{
    (void)v;
    const cards *s = state;
    score[0] = s->card[0];
    score[1] = s->card[1];
    return s->played == CARDS_PLIES;
}

static int cards_moves(const duel_variant *v, const void *state, duel_move out[])
{
    (void)v;
    out[0] = 1;
    return ((const cards *)state)->played < CARDS_PLIES;
}

static void play_cards(const duel_variant *v, void *state, duel_move move)
{
    (void)v, (void)move;
    ((cards *)state)->played++;
}

static void erase_cards(void *state, int but)
{
    cards *s = state;
    for (int i = 0; i < 2; i++)
        if (i != but)
            s->card[i] = s->seen[i] = 0;
}

/* At the end the cards are on the table. */
static void hide_cards(const duel_variant *v, void *state, int seat)
{
    (void)v;
    if (((cards *)state)->played < CARDS_PLIES)
        erase_cards(state, seat);
}

static duel_status guess_cards(const duel_variant *v, void *view, duel_rng *rng, duel_msg *why)
{
    (void)v, (void)why;
    cards *s = view;
    for (int i = 0; i < 2; i++)
        if (s->card[i] == 0)
            s->card[i] = (uint8_t)(1 + duel_rng_below(rng, 9));
    return DUEL_OK;
}

static duel_game game_of_cards(void)
{
    duel_game g = duel_game_template;
    g.options = NULL;
    g.traits = DUEL_SECRETS;
    g.variant = cards_variant;
    g.deal = deal_cards;
    g.turn = cards_turn;
    g.over = cards_over;
    g.moves = cards_moves;
    g.play = play_cards;
    g.hide = hide_cards;
    g.guess = guess_cards;
    g.draw = NULL;
    return g;
}

static int lists_more_unseen(const duel_variant *v, const void *state, duel_move out[])
{
    const cards *s = state;
    int count = cards_moves(v, state, out);
    out[1] = 2;
    return count && !(s->card[0] && s->card[1]) ? 2 : count;
}

static void hide_to_the_end(const duel_variant *v, void *state, int seat)
{
    (void)v;
    erase_cards(state, seat);
}

static void hide_more_each_time(const duel_variant *v, void *state, int seat)
{
    hide_cards(v, state, seat);
    ((cards *)state)->seen[0]++;
}

static void hide_but_from_spectators(const duel_variant *v, void *state, int seat)
{
    hide_cards(v, state, seat == DUEL_NOBODY ? 0 : seat);
}

static duel_status guess_nothing(const duel_variant *v, void *view, duel_rng *rng,
                                 duel_msg *why)
{
    (void)v, (void)view, (void)rng;
    return duel_refuse(why, "Play {0}.", "i", (int64_t)1);
}

enum { JOKER = 12 }; /* is never dealt */

static duel_status guess_a_joker(const duel_variant *v, void *view, duel_rng *rng,
                                 duel_msg *why)
{
    (void)v, (void)rng, (void)why;
    cards *s = view;
    for (int i = 0; i < 2; i++)
        s->card[i] = s->card[i] ? s->card[i] : JOKER;
    return DUEL_OK;
}

static int lists_more_for_a_joker(const duel_variant *v, const void *state, duel_move out[])
{
    const cards *s = state;
    int count = cards_moves(v, state, out);
    out[1] = 2;
    return s->card[0] == JOKER || s->card[1] == JOKER ? 2 : count;
}

static duel_status guess_the_known(const duel_variant *v, void *view, duel_rng *rng,
                                   duel_msg *why)
{
    cards *s = view;
    s->card[0] = 0;
    return guess_cards(v, view, rng, why);
}

static void play_and_look(const duel_variant *v, void *state, duel_move move)
{
    cards *s = state;
    int seat = cards_turn(v, state);
    s->seen[seat] = s->card[1 - seat];
    play_cards(v, state, move);
}

TEST(broken_secrets_are_found)
{
    static const char hides[] = "Hiding only erases", guesses[] = "A guess completes";
    duel_game g = game_of_cards();
    hold_sound(&g);
    g.moves = lists_more_unseen;
    hold(&g, "A seat's view lists", 0);
    g = game_of_cards();
    g.hide = hide_to_the_end;
    hold(&g, "Everybody sees", CARDS_PLIES);
    g.hide = hide_more_each_time;
    hold_telling(&g, hides, "hiding twice is not hiding once");
    g.hide = hide_but_from_spectators;
    hold_telling(&g, hides, "a spectator sees what player 2 does not");
    g = game_of_cards();
    g.guess = guess_nothing;
    hold_telling(&g, guesses, "the view of a real position is refused");
    g.guess = guess_the_known;
    hold_telling(&g, guesses, "what player 1 knows changed by guessing");
    g.guess = guess_a_joker;
    g.moves = lists_more_for_a_joker;
    hold_telling(&g, guesses, "a guess has other moves than the view");
    g = game_of_cards();
    g.play = play_and_look;
    hold(&g, "Inside its own turn", 0);
}

/* ---- speed ------------------------------------------------------------------------------ */

static uint64_t makes_another(const duel_variant *v, void *state, duel_move move)
{
    uint64_t trace = duel_game_connect4.accel->make(v, state, move);
    ((uint64_t *)state)[0] ^= 1;
    return trace;
}

static duel_move samples_anything(const duel_variant *v, const void *state, duel_rng *rng)
{
    (void)v, (void)state;
    return duel_rng_below(rng, 7);
}

static int32_t boundless(const duel_variant *v, const void *state, int seat)
{
    (void)v, (void)state;
    return seat ? -1000001 : 1000000;
}

static int32_t boundless_above(const duel_variant *v, const void *state, int seat)
{
    return -boundless(v, state, seat);
}

static uint64_t wide_key(const duel_variant *v, const void *state)
{
    return duel_game_connect4.accel->pack(v, state) | (uint64_t)1 << v->key_bits;
}

static uint64_t one_key(const duel_variant *v, const void *state)
{
    (void)v, (void)state;
    return 1;
}

static bool wrong_nimber(const duel_variant *v, const void *state, duel_result *out)
{
    bool told = duel_game_allumettes.accel->known(v, state, out);
    out->nimber ^= out->remoteness == 3;
    return told;
}

static bool is_at(const duel_variant *v, const void *state, const char *position)
{
    CHECK_BUF(text);
    duel_print(v, state, &text.sink);
    bool same = strcmp(text.text, position) == 0;
    return same;
}

static bool says_six_is_lost(const duel_variant *v, const void *state, duel_said *out)
{
    *out = (duel_said){.value = DUEL_LOSS};
    return is_at(v, state, "6/1");
}

static bool says_one_wins_of_seven(const duel_variant *v, const void *state, duel_said *out)
{
    *out = (duel_said){.value = DUEL_WIN, .has_move = true, .move = 1};
    return is_at(v, state, "7/2");
}

static bool says_one_wins_of_five(const duel_variant *v, const void *state, duel_said *out)
{
    *out = (duel_said){.value = DUEL_WIN, .has_move = true, .move = 1};
    return is_at(v, state, "5/1");
}

TEST(false_statements_are_found)
{
    duel_game g = duel_game_allumettes;
    const char *law = "What the source says";
    g.source.says = says_six_is_lost;
    hold_telling(&g, law, "it says 6/1 is lost, and that is not so");
    hold(&g, law, 0); /* found before any game is played */
    g.source.says = says_one_wins_of_seven;
    hold_telling(&g, law, "it says 7/2 is won, but the move it names does not win");
    g.source.says = says_one_wins_of_five;
    hold_sound(&g);
}

TEST(broken_accelerators_are_found)
{
    const duel_accel *sound = duel_game_connect4.accel;
    duel_game g = duel_game_connect4;
    duel_accel a = *sound;
    g.accel = &a;
    a.make = makes_another;
    hold_telling(&g, "Undo restores", "make does not do what play does");
    a = *sound;
    a.sample = samples_anything;
    hold(&g, "A sampled move", 42);
    a = *sound;
    a.evaluate = boundless;
    hold(&g, "Evaluation is bounded", 0);
    a.evaluate = boundless_above;
    hold(&g, "Evaluation is bounded", 0);
    a = *sound;
    a.pack = wide_key;
    hold(&g, "different keys", 0);
    g = duel_game_allumettes;
    g.accel = &a;
    a = *duel_game_allumettes.accel;
    a.pack = one_key;
    hold(&g, "different keys", 40);
    a = *duel_game_allumettes.accel;
    a.known = wrong_nimber;
    hold(&g, "A proved formula", 40);
}

static uint32_t counts_too_far(const duel_variant *v, duel_move move)
{
    return duel_game_connect4.encoding.action(v, move) + 1;
}

static uint32_t counts_in_pairs(const duel_variant *v, duel_move move)
{
    return duel_game_connect4.encoding.action(v, move) / 2;
}

static void leaves_one_out(const duel_variant *v, const void *view, int seat, float out[])
{
    float last = out[17];
    duel_game_tictactoe.encoding.tensor(v, view, seat, out);
    out[17] = last;
}

static void tells_one_too_many(const duel_variant *v, const void *view, int seat, float out[])
{
    duel_game_tictactoe.encoding.tensor(v, view, seat, out);
    out[18] = 1;
}

TEST(broken_numbers_are_found)
{
    duel_game g = duel_game_connect4;
    g.encoding.action = counts_too_far;
    hold_telling(&g, "Every move has one number", "move 42 has the number 7, and there are 7");
    g.encoding.action = counts_in_pairs;
    hold_telling(&g, "Every move has one number", "moves 7 and 0 have the same number");
    g = duel_game_tictactoe;
    g.encoding.tensor = leaves_one_out;
    hold_telling(&g, "The numbers of a view", "number 17 of the view is none");
    g.encoding.tensor = tells_one_too_many;
    hold_telling(&g, "The numbers of a view", "numbers are written behind the last");
    g.encoding.tensor = NULL; /* its bits will do, and there are more of them */
    hold_sound(&g);
}
