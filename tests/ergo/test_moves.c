/* tests/ergo/test_moves.c -- the game of Ergo held against a second reading of its rules.
 *
 * Whole games are played at random through the contract. Every move is also played by the
 * brute-force reading (brute.h), and the two positions must be the same, points of a round that
 * ends included. In some of the positions all legal moves are compared, as texts, for the first
 * card and after some of the first cards for the second. */
#include "ergo/brute.h"

#include "check.h"

extern const duel_game duel_game_ergo;

/* ---- what a run has met: a comparison of nothing would prove nothing -------------------- */

typedef enum class { PLACE, WILD, DISCARD, BLOCK, JUSTIFY, ERASE, SWAP, END, CLASSES } class;

typedef struct run {
    long positions, first_moves, seconds, second_moves, moves, rounds, games;
    long offered[CLASSES]; /* positions compared with such a first card */
    long played[CLASSES];
    long blocked;           /* positions compared in which the seat was blocked */
    long wild_specials;     /* wilds played as Ergo or Justification */
    long by_ergo, by_empty; /* how rounds ended */
    long paradoxes, points; /* rounds without a model; with somebody scoring */
    long erased_at_empty;   /* Tabula Rasa in the turn in which the pile became empty */
    long mended;            /* turns whose first card left a line broken */
} run;

static class class_of(const char *move)
{
    const char *equals = strchr(move, '=');
    if (strchr(move, '@'))
        return equals ? WILD : PLACE;
    switch (equals ? equals[1] : move[0]) {
    case 'F':
        return BLOCK;
    case 'J':
        return JUSTIFY;
    case 'T':
        return ERASE;
    case 'R':
        return SWAP;
    case 'E':
        return END;
    default:
        return DISCARD;
    }
}

/* ---- a table: the game and the brute side by side --------------------------------------- */

typedef struct table {
    const char *settings;
    duel_variant v;
    brute_rules rules;
    duel_state state;
    duel_rng rng;
    run *run;
    int quota; /* positions still to compare in this game */
} table;

static void text_of(const table *t, const duel_state *s, duel_buf *out)
{
    duel_buf_clear(out);
    duel_print(&t->v, s, &out->sink);
}

static void text_of_move(const table *t, const duel_state *s, duel_move m, char out[BRUTE_TEXT])
{
    CHECK_BUF(b);
    duel_print_move(&t->v, s, m, &b.sink);
    assert_true(b.len < BRUTE_TEXT);
    memcpy(out, b.text, b.len + 1);
}

/* The position as the brute reads it from its text. */
static brute_state brute_of(const table *t, const duel_state *s)
{
    brute_state out;
    CHECK_BUF(b);
    text_of(t, s, &b);
    if (!brute_read(&t->rules, b.text, &out))
        fail_msg("not a position: %s (%s)", b.text, t->settings);
    return out;
}

static void fail_at(const table *t, const duel_state *s, const char *what, const char *move)
{
    CHECK_BUF(b);
    text_of(t, s, &b);
    print_error("%s\n  %s\n  variant: %s\n", b.text, move, t->settings);
    fail_msg("%s", what);
}

/* ---- comparing lists of moves ----------------------------------------------------------- */

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void sort_moves(brute_moves *list)
{
    qsort(list->text, (size_t)list->count, sizeof *list->text, by_text);
}

static void list_of_game(const table *t, const duel_state *s, brute_moves *out)
{
    duel_move moves[DUEL_MOVES_MAX];
    out->count = duel_game_ergo.moves(&t->v, s, moves);
    assert_in_range(out->count, 0, BRUTE_USES);
    for (int i = 0; i < out->count; i++)
        text_of_move(t, s, moves[i], out->text[i]);
    sort_moves(out);
}

/* Both lists are sorted, so that the first difference is a move that only one of them has. */
static void compare_lists(const table *t, const duel_state *s, const brute_moves *game,
                          const brute_moves *brute)
{
    for (int i = 0; i < game->count || i < brute->count; i++) {
        int order = i == game->count    ? 1
                    : i == brute->count ? -1
                                        : strcmp(game->text[i], brute->text[i]);
        if (order < 0)
            fail_at(t, s, "the game lists a move that is not legal, or twice", game->text[i]);
        if (order > 0)
            fail_at(t, s, "the game does not list a legal move", brute->text[i]);
    }
}

/* Compares the moves of a position, and leaves them in *game. */
static void compare_moves(const table *t, const duel_state *s, brute_moves *game)
{
    brute_moves brute;
    brute_state b = brute_of(t, s);
    list_of_game(t, s, game);
    brute_list(&t->rules, &b, &brute);
    sort_moves(&brute);
    compare_lists(t, s, game, &brute);
}

static duel_move move_of(const table *t, const duel_state *s, const char *text)
{
    duel_move m = 0;
    if (duel_read_move(&t->v, s, duel_str_of(text), &m, NULL) != DUEL_OK)
        fail_at(t, s, "the game does not understand its own move", text);
    return m;
}

static void note_offers(run *r, const brute_moves *list)
{
    bool met[CLASSES] = {false};
    for (int i = 0; i < list->count; i++)
        met[class_of(list->text[i])] = true;
    for (int c = 0; c < CLASSES; c++)
        r->offered[c] += met[c];
}

/* The first cards of a position, and the second ones after some of them. */
static void compare_turns(table *t, int firsts)
{
    brute_moves list, seconds;
    compare_moves(t, &t->state, &list);
    note_offers(t->run, &list);
    t->run->positions++;
    t->run->first_moves += list.count;
    for (int i = 0; i < firsts; i++) {
        const char *first = list.text[duel_rng_below(&t->rng, (uint32_t)list.count)];
        if (class_of(first) == END)
            continue; /* no second card */
        duel_state after = t->state;
        duel_game_ergo.play(&t->v, &after, move_of(t, &t->state, first));
        compare_moves(t, &after, &seconds);
        t->run->seconds++;
        t->run->second_moves += seconds.count;
    }
}

/* ---- playing a game --------------------------------------------------------------------- */

/* A move at random: first of which class, so that rare cards are played and Ergo seldom is,
 * then uniform. */
static int choose(duel_rng *rng, const brute_moves *list)
{
    static const int weight[CLASSES] = {[PLACE] = 12,  [WILD] = 8,  [DISCARD] = 3, [BLOCK] = 3,
                                        [JUSTIFY] = 5, [ERASE] = 8, [SWAP] = 8,    [END] = 1};
    int count[CLASSES] = {0}, total = 0, c = 0, seen = 0;
    for (int i = 0; i < list->count; i++)
        count[class_of(list->text[i])]++;
    for (c = 0; c < CLASSES; c++)
        total += count[c] ? weight[c] : 0;
    int left = (int)duel_rng_below(rng, (uint32_t)total);
    for (c = 0; !count[c] || left >= weight[c]; c++)
        left -= count[c] ? weight[c] : 0;
    int rank = (int)duel_rng_below(rng, (uint32_t)count[c]);
    for (int i = 0; i < list->count; i++)
        if ((int)class_of(list->text[i]) == c && seen++ == rank)
            return i;
    fail_msg("no move of class %d", c);
    return 0;
}

static void note_move(run *r, const brute_state *before, const brute_state *after,
                      const char *move)
{
    class c = class_of(move);
    r->moves++;
    r->played[c]++;
    r->wild_specials += strchr(move, '=') && c != WILD;
    r->erased_at_empty += c == ERASE && before->emptied;
    for (int i = 0; i < BRUTE_LINES && !before->used && after->used; i++)
        r->mended += after->line[i].count && !brute_well_formed(&after->line[i]);
}

static void note_round(table *t, const brute_state *before, const brute_state *after,
                       const char *move)
{
    char verdict[8];
    brute_verdict(&t->rules, after->line, verdict);
    t->run->rounds++;
    t->run->by_ergo += class_of(move) == END;
    t->run->by_empty += class_of(move) != END;
    t->run->paradoxes += strcmp(verdict, "PARADOX") == 0;
    t->run->points += memcmp(before->points, after->points, sizeof before->points) != 0;
}

/* One card, played by both. */
static void step(table *t)
{
    brute_moves list;
    duel_state before = t->state;
    brute_state first = brute_of(t, &t->state), brute = first;
    list_of_game(t, &t->state, &list);
    assert_true(list.count > 0);
    const char *move = list.text[choose(&t->rng, &list)];
    if (!brute_play(&t->rules, &brute, move))
        fail_at(t, &before, "the game lists a move that is not legal", move);
    duel_game_ergo.play(&t->v, &t->state, move_of(t, &before, move));
    brute_state game = brute_of(t, &t->state);
    const char *difference = brute_difference(&game, &brute);
    if (difference)
        fail_at(t, &before, difference, move);
    note_move(t->run, &first, &brute, move);
    if (brute.stage != BRUTE_PLAYING)
        note_round(t, &first, &brute, move);
}

/* Between rounds there is nothing to say but `next`; of two players both may have to. */
static void next_round(table *t, const brute_state *ended)
{
    brute_moves list;
    brute_state s = *ended;
    for (int said = 0; s.stage == BRUTE_BETWEEN; said++) {
        assert_true(said < t->v.seats);
        list_of_game(t, &t->state, &list);
        assert_int_equal(list.count, 1);
        assert_string_equal(list.text[0], "next");
        duel_game_ergo.play(&t->v, &t->state, move_of(t, &t->state, "next"));
        s = brute_of(t, &t->state);
    }
    const char *wrong = brute_dealt_badly(&t->rules, &s);
    if (wrong)
        fail_at(t, &t->state, wrong, "next");
    assert_int_equal(s.round, ended->round + 1);
    assert_memory_equal(s.points, ended->points, sizeof s.points);
}

/* The highest total wins, equal totals together. */
static void compare_end(const table *t, const brute_state *s)
{
    int32_t score[DUEL_SEATS] = {0};
    int best = 0;
    assert_true(duel_game_ergo.over(&t->v, &t->state, score));
    for (int seat = 0; seat < t->v.seats; seat++)
        best = s->points[seat] > best ? s->points[seat] : best;
    for (int seat = 0; seat < t->v.seats; seat++) {
        assert_int_equal(score[seat], s->points[seat]);
        assert_true((duel_share(&t->v, score, seat) > 0) == (s->points[seat] == best));
    }
}

/* Positions with a card of which there is only one are taken more often. */
static bool wants_comparison(table *t, const brute_state *s)
{
    bool rare = false;
    for (int kind = 11; kind < 15; kind++) /* Tabula Rasa, Revolution, the wilds */
        rare = rare || s->hand[s->seat][kind];
    return !s->used && t->quota > 0 && duel_rng_below(&t->rng, rare ? 4 : 16) == 0;
}

static void play_game(table *t)
{
    brute_state s = brute_of(t, &t->state);
    assert_null(brute_dealt_badly(&t->rules, &s));
    for (; s.stage != BRUTE_OVER; s = brute_of(t, &t->state)) {
        assert_int_equal(duel_game_ergo.turn(&t->v, &t->state), s.seat);
        if (s.stage == BRUTE_BETWEEN) {
            next_round(t, &s);
            continue;
        }
        if (wants_comparison(t, &s)) {
            t->quota--;
            t->run->blocked += s.fallacy[s.seat] > 0;
            compare_turns(t, 8);
        }
        step(t);
    }
    compare_end(t, &s);
    t->run->games++;
}

static table open_table(const char *settings, int number, run *r)
{
    table t = {.settings = settings, .run = r};
    char seed[32];
    duel_msg why = {0};
    if (duel_variant_read(&duel_game_ergo, duel_str_of(settings), &t.v, &why) != DUEL_OK)
        fail_msg("%s: %s", settings, check_english(&why));
    assert_true(brute_rules_read(settings, &t.rules));
    assert_int_equal(t.v.seats, t.rules.players);
    snprintf(seed, sizeof seed, "moves-%d", number);
    assert_ok(duel_deal(&t.v, duel_str_of(seed), &t.state));
    duel_rng_init_number(&t.rng, (uint64_t)number);
    return t;
}

/* ---- the tests -------------------------------------------------------------------------- */

static const char *const tables[] = {
    "players=2",
    "players=2 preset=official",
    "players=3",
    "players=3 preset=official",
    "players=4",
    "players=4 preset=official",
    "players=3 precedence=official points=20 fallacy_returns=yes wild_not=yes",
    "players=2 preset=official paired_parentheses=no wild_ergo=no rounds=3",
    "players=4 fallacy_reset=no immunity=yes wild_justification=yes one_round=yes",
    "players=3 preset=official precedence=seed fallacy_reset=yes immunity=no rounds=2",
    "players=2 wild_ergo=yes paired_parentheses=yes points=100",
    "players=4 preset=official wild_not=no fallacy_returns=no wild_justification=no",
};
enum { TABLES = sizeof tables / sizeof *tables };

static void print_run(const run *r)
{
    print_message("# %ld positions, %ld first cards; %ld first cards followed, %ld second "
                  "cards\n",
                  r->positions, r->first_moves, r->seconds, r->second_moves);
    print_message("# with wild %ld, Tabula Rasa %ld, Revolution %ld, Ergo %ld, Fallacy %ld, "
                  "Justification %ld; blocked %ld\n",
                  r->offered[WILD], r->offered[ERASE], r->offered[SWAP], r->offered[END],
                  r->offered[BLOCK], r->offered[JUSTIFY], r->blocked);
    print_message("# %ld games, %ld rounds (%ld by Ergo, %ld by the empty pile; %ld paradoxes, "
                  "%ld with points), %ld cards played\n",
                  r->games, r->rounds, r->by_ergo, r->by_empty, r->paradoxes, r->points,
                  r->moves);
    print_message("# played: wild %ld, Tabula Rasa %ld (%ld with the pile empty), Revolution "
                  "%ld, Fallacy %ld, Justification %ld, wilds as specials %ld; mended %ld\n",
                  r->played[WILD], r->played[ERASE], r->erased_at_empty, r->played[SWAP],
                  r->played[BLOCK], r->played[JUSTIFY], r->wild_specials, r->mended);
}

static void assert_all_met(const run *r)
{
    for (int c = 0; c < CLASSES; c++) {
        assert_true(r->offered[c] > 0);
        assert_true(r->played[c] > 0);
    }
    assert_true(r->blocked > 0 && r->mended > 0 && r->wild_specials > 0);
    assert_true(r->by_ergo > 0 && r->by_empty > 0);
    assert_true(r->paradoxes > 0 && r->points > 0);
    assert_true(r->erased_at_empty > 0 || !check_full()); /* rare */
}

TEST(moves_and_results_are_those_of_the_rules)
{
    run r = {0};
    int least = check_sample(300, 5000);
    for (int number = 0; number < TABLES || r.positions < least; number++) {
        table t = open_table(tables[number % TABLES], number, &r);
        t.quota = 5;
        play_game(&t);
    }
    print_run(&r);
    assert_all_met(&r);
}

/* The cases of the specification, so that the brute itself is not taken on trust. */
static void check_case(void *none, char *field[])
{
    (void)none;
    brute_line line[BRUTE_LINES];
    for (int i = 0; i < BRUTE_LINES; i++)
        assert_true(brute_line_read(field[i], &line[i]));
    if (strcmp(field[5], "syntax") == 0) {
        assert_int_equal(brute_well_formed(&line[0]), strcmp(field[4], "VALID") == 0);
        return;
    }
    for (int official = 0; official < 2; official++) {
        char verdict[8];
        brute_verdict(&(brute_rules){.official_order = official}, line, verdict);
        assert_string_equal(verdict, field[official ? 6 : 4]);
    }
}

TEST(brute_knows_the_cases)
{
    assert_true(check_rows("ergo_cases.tsv", 8, check_case, NULL) >= 59);
}
