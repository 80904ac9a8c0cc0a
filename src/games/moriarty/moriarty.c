/* games/moriarty/moriarty.c -- Moriarty, or the swing-protein: Othello bound to the contract.
 *
 * Invariants of a state: (1) no square is both sides'; (2) all discs lie on the variant's
 * board; (3) the four squares in the middle are occupied. */
#include "games/moriarty/moriarty.h"

#include "core/action.h"

static const char *const sizes[] = {"4", "6", "8", NULL};
static const char *const rule_sets[] = {"standard", "seed", NULL};
static const char *const firsts[] = {"activator", "random", NULL};
static const char *const owners[] = {"usual", "winner", "nobody", NULL};
static const char *const notations[] = {"standard", "xy", NULL};

static const duel_option options[] = {
    [MORIARTY_SIZE] = {"size", DUEL_CHOICE, 2, 0, 2, sizes, N_("squares on a side")},
    [MORIARTY_RULES] = {"rules", DUEL_CHOICE, 0, 0, 1, rule_sets,
                        N_("seed: the game ends as soon as the player to move has no move")},
    [MORIARTY_FIRST] = {"first", DUEL_CHOICE, 0, 0, 1, firsts, N_("who plays first")},
    [MORIARTY_EMPTIES] =
        {"empties", DUEL_CHOICE, 0, 0, 2, owners,
         N_("who scores the empty squares; usual: the winner on the full board "
            "under the standard rules, else nobody")},
    [MORIARTY_NOTATION] = {"notation", DUEL_CHOICE, 0, 0, 1, notations,
                           N_("how moves are shown: d3, or x,y counted from 0; both are read")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

static const char *const rules[] = {
    N_("Proteins swing between two states. The Activator wants them active, the Inhibitor "
       "inactive; each disc on the board shows one state or the other."),
    N_("In turn, each player puts a disc of their own on an empty square so that it encloses, "
       "in at least one of the eight directions, an unbroken row of the other's discs between "
       "itself and another disc of their own. All enclosed discs turn."),
    N_("A move that turns nothing is not allowed. Who has no move passes; who has one must "
       "play. The game ends when neither can move, and most discs win. On the full board the "
       "winner also scores the empty squares."),
    N_("A move is written d3: column d, row 3 from the top; or 3,2: column and row counted "
       "from 0. A pass is written pass."),
    NULL};

static const char *const roles[] = {N_("Activator"), N_("Inhibitor"), NULL};

/* ---- variants -------------------------------------------------------------------- */

static bool plain_scores(const duel_variant *v)
{
    if (v->option[MORIARTY_EMPTIES] == MORIARTY_EMPTIES_USUAL)
        return moriarty_side(v) < 8 || moriarty_blocked_ends(v);
    return v->option[MORIARTY_EMPTIES] == MORIARTY_EMPTIES_NOBODY;
}

/* A key counts in threes, three states a square, and in twos for the seat. */
static uint32_t key_bits(int side)
{
    return side == 4 ? 27 : side == 6 ? 59 : 0;
}

static duel_status variant(duel_variant *v, duel_msg *why)
{
    int side = moriarty_side(v);
    *moriarty_setup_room(v) =
        (moriarty_setup){.playable = moriarty_playable(side), .plain = plain_scores(v)};
    v->state_size = sizeof(moriarty_state);
    v->max_moves = MORIARTY_MAX_MOVES;
    v->max_plies = (uint32_t)(2 * (side * side - 4)); /* nobody passes twice running */
    v->max_score = side * side;
    v->key_bits = key_bits(side);
    v->actions = MORIARTY_PASS + 1;
    v->tensor_size = 2 * (uint32_t)(side * side);
    return DUEL_OK;
}

/* Own discs, then the other's, row by row of the board played on. */
static void tensor(const duel_variant *v, const void *view, int seat, float out[])
{
    const moriarty_state *s = view;
    int own = duel_tensor_side(seat), side = moriarty_side(v);
    for (int of = 0; of < 2; of++)
        for (int row = 0; row < side; row++)
            out = duel_tensor_bits(s->disc[of ? 1 - own : own] >> moriarty_square(v, 0, row),
                                   side, out);
}

/* ---- the six --------------------------------------------------------------------- */

moriarty_state moriarty_begin(void)
{
    moriarty_board b = moriarty_opening();
    return (moriarty_state){{b.mover, b.other}, MORIARTY_ACTIVATOR};
}

static duel_status deal(const duel_variant *v, duel_rng *rng, void *state)
{
    moriarty_state s = moriarty_begin();
    if (v->option[MORIARTY_FIRST] == MORIARTY_FIRST_RANDOM)
        s.seat = duel_rng_below(rng, 2);
    *(moriarty_state *)state = s;
    return DUEL_OK;
}

static int turn(const duel_variant *v, const void *state)
{
    return (int)((const moriarty_state *)state)->seat;
}

bool moriarty_ended(const duel_variant *v, const moriarty_state *s)
{
    moriarty_board b = moriarty_board_of(s);
    if (moriarty_moves(b, moriarty_squares(v)))
        return false;
    return moriarty_blocked_ends(v) || moriarty_over(b, moriarty_squares(v));
}

int moriarty_result(const duel_variant *v, const moriarty_state *s)
{
    moriarty_board b = moriarty_board_of(s);
    return moriarty_is_plain(v) ? moriarty_margin(b) : moriarty_final(b, moriarty_squares(v));
}

static bool over(const duel_variant *v, const void *state, int32_t score[])
{
    const moriarty_state *s = state;
    if (!moriarty_ended(v, s))
        return false;
    int first = moriarty_count(s->disc[0]), second = moriarty_count(s->disc[1]);
    int empty = moriarty_count(moriarty_squares(v)) - first - second;
    int prize = moriarty_is_plain(v) ? 0 : empty;
    score[0] = first + (first > second ? prize : 0);
    score[1] = second + (second > first ? prize : 0);
    return true;
}

static int moves(const duel_variant *v, const void *state, duel_move out[])
{
    int count = 0;
    for (uint64_t set = moriarty_legal(v, state); set; set &= set - 1)
        out[count++] = (duel_move)moriarty_first(set);
    if (count == 0 && !moriarty_ended(v, state))
        out[count++] = MORIARTY_PASS;
    return count;
}

void moriarty_do(moriarty_state *s, int move)
{
    if (move != MORIARTY_PASS) {
        uint64_t flips = moriarty_flips(moriarty_board_of(s), move);
        s->disc[s->seat] |= flips | moriarty_bit(move);
        s->disc[1 - s->seat] &= ~flips;
    }
    s->seat ^= 1;
}

static void play(const duel_variant *v, void *state, duel_move move)
{
    moriarty_do(state, (int)move);
}

moriarty_request moriarty_request_of(const duel_variant *v, const moriarty_state *s)
{
    bool full = moriarty_squares(v) == MORIARTY_ALL;
    return (moriarty_request){.board = moriarty_board_of(s),
                              .playable = moriarty_squares(v),
                              .plain = moriarty_is_plain(v),
                              .blocked_ends = moriarty_blocked_ends(v),
                              .threads = 1,
                              .path = MORIARTY_BEST_PATH,
                              .eval = full ? &moriarty_trained : &moriarty_handmade};
}

/* ---- speed ----------------------------------------------------------------------- */

/* The number written in base three by the bits of a row, as digits 0 and 1. */
static uint64_t in_threes(uint64_t row)
{
    uint64_t sum = 0;
    for (uint64_t worth = 1; row; row >>= 1, worth *= 3)
        sum += (row & 1) * worth;
    return sum;
}

static uint64_t key_of(const duel_variant *v, uint64_t first, uint64_t second, uint64_t seat)
{
    int side = moriarty_side(v), from = moriarty_margin_of(v);
    uint64_t mask = (UINT64_C(1) << side) - 1, rows = side == 4 ? 81 : 729, key = 0;
    for (int row = 0; row < side; row++) {
        int shift = 8 * (row + from) + from;
        key = key * rows + in_threes(first >> shift & mask) +
              2 * in_threes(second >> shift & mask);
    }
    return 2 * key + seat;
}

static uint64_t pack(const duel_variant *v, const void *state)
{
    const moriarty_state *s = state;
    return v->key_bits ? key_of(v, s->disc[0], s->disc[1], s->seat) : 0;
}

static uint64_t canon(const duel_variant *v, const void *state)
{
    const moriarty_state *s = state;
    uint64_t first = s->disc[0], second = s->disc[1], least = pack(v, state);
    for (int step = 1; v->key_bits && step < MORIARTY_SYMMETRIES; step++) {
        first = moriarty_symmetry_step(first, step);
        second = moriarty_symmetry_step(second, step);
        uint64_t key = key_of(v, first, second, s->seat);
        if (key < least)
            least = key;
    }
    return least;
}

static int32_t evaluate(const duel_variant *v, const void *state, int seat)
{
    const moriarty_state *s = state;
    moriarty_path path = moriarty_path_chosen(MORIARTY_BEST_PATH);
    int32_t units = moriarty_handmade.estimate[path](moriarty_handmade.weights,
                                                     moriarty_board_of(s), moriarty_squares(v));
    return (int)s->seat == seat ? units : -units;
}

/* The fewer answers are left the better; corners first. */
static int32_t order(const duel_variant *v, const void *state, duel_move move)
{
    moriarty_board after = moriarty_play(moriarty_board_of(state), (int)move);
    int answers = moriarty_count(moriarty_moves(after, moriarty_squares(v)));
    bool corner = move < MORIARTY_SQUARES && moriarty_bit((int)move) & MORIARTY_CORNERS;
    return (corner ? 8 : 0) - answers;
}

/* The trace is the set of discs turned. */
static uint64_t make(const duel_variant *v, void *state, duel_move move)
{
    moriarty_state *s = state;
    uint64_t theirs = s->disc[1 - s->seat];
    moriarty_do(s, (int)move);
    return theirs & ~s->disc[s->seat];
}

static void undo(const duel_variant *v, void *state, duel_move move, uint64_t turned)
{
    moriarty_state *s = state;
    s->seat ^= 1;
    if (move == MORIARTY_PASS)
        return;
    s->disc[s->seat] &= ~(turned | moriarty_bit((int)move));
    s->disc[1 - s->seat] |= turned;
}

int moriarty_random_square(uint64_t set, duel_rng *rng)
{
    for (uint32_t skip = duel_rng_below(rng, (uint32_t)moriarty_count(set)); skip; skip--)
        set &= set - 1;
    return moriarty_first(set);
}

static duel_move sample(const duel_variant *v, const void *state, duel_rng *rng)
{
    uint64_t set = moriarty_legal(v, state);
    return set ? (duel_move)moriarty_random_square(set, rng) : MORIARTY_PASS;
}

static const duel_accel accel = {.pack = pack,
                                 .canon = canon,
                                 .evaluate = evaluate,
                                 .order = order,
                                 .make = make,
                                 .undo = undo,
                                 .sample = sample};

static const duel_machine machines[] = {
    {"seed-normal", N_("Normal"), N_("The first program’s easy machine: it plays anything.")},
    {"seed-hard", N_("Difficult"),
     N_("The first program’s hard machine: it turns as many discs as it can at once, which is "
        "not what wins.")},
    {NULL, NULL, NULL}};

static void task(const duel_variant *v, const void *view, duel_msg *out)
{
    duel_move list[DUEL_MOVES_MAX];
    bool passes = v->game->moves(v, view, list) == 1 && list[0] == MORIARTY_PASS;
    duel_say(out,
             passes ? N_("No square encloses anything: you must pass.")
                    : N_("Put a disc so that it encloses others in a row: those turn to your "
                         "side."),
             "");
}

static const char *const rule_words[] = {N_("when neither can move"),
                                         N_("as soon as the player to move cannot")};
static const char *const first_words[] = {N_("the Activator"), N_("drawn by lot")};
static const char *const owner_words[] = {N_("the winner, on the full board"), N_("the winner"),
                                          N_("nobody")};
static const char *const notation_words[] = {N_("letter and number: d3"),
                                             N_("two numbers: 3,2")};
static const duel_wording wordings[] = {
    {"rules", N_("When the game ends"), rule_words},
    {"first", N_("Who plays first"), first_words},
    {"empties", N_("Who scores the empty squares"), owner_words},
    {"notation", N_("How moves are written"), notation_words},
    {NULL, NULL, NULL}};

const duel_game duel_game_moriarty = {
    .id = "moriarty",
    .title = N_("Moriarty, or the swing-protein"),
    .tagline = N_("Enclose proteins to make them swing to your side (Othello)"),
    .rules = rules,
    .version = 1,
    .min_seats = 2,
    .max_seats = 2,
    .roles = roles,
    .traits = DUEL_MARGIN,
    .options = options,
    .wordings = wordings,
    .variant = variant,
    .deal = deal,
    .turn = turn,
    .over = over,
    .moves = moves,
    .play = play,
    .print = moriarty_print_state,
    .parse = moriarty_parse_state,
    .print_move = moriarty_print_move,
    .parse_move = moriarty_parse_move,
    .scene = moriarty_scene,
    .path = moriarty_path_of,
    .edit = moriarty_edit,
    .teaching.explain = moriarty_explain,
    .teaching.task = task,
    .teaching.ending = moriarty_ending,
    .teaching.lesson = &moriarty_lesson,
    .encoding.tensor = tensor,
    .museum.opponent = "level:4",
    .museum.machines = machines,
    .accel = &accel,
    .engines = moriarty_engines,
};
