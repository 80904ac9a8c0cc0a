/* games/wumpus/game.c -- Wumpus World on the contract: one explorer, a hidden grid.
 *
 * A move is a whole turn: whatever the explorer does may tell something new. Walking to a cell
 * already explored, or next to one, is one move of as many steps as it takes. */
#include "games/wumpus/agent.h"
#include "games/wumpus/command.h"
#include "games/wumpus/world_count.h"

/* ---- variants ----------------------------------------------------------------------- */

static const char *const rule_names[] = {"seed", "textbook", NULL};
static const char *const grade_names[] = {"any", "easy", "medium", "hard", "risky", NULL};
_Static_assert(sizeof grade_names / sizeof *grade_names == 2 + (size_t)WUMPUS_DIFFICULTIES,
               "any, then the difficulties in their order");

enum { CHANCE = 200000, MOST_STEPS = 20000, SIZE = 8, TEXTBOOK_SIZE = 4, LEAST_SIZE = 4 };

const duel_option wumpus_options[] = {
    [WUMPUS_OPTION_RULES] = {"rules", DUEL_CHOICE, 0, 0, 1, rule_names,
                             N_("the rules: seed, or the world of the textbook")},
    [WUMPUS_OPTION_SIZE] = {"size", DUEL_NUMBER, SIZE, LEAST_SIZE, WUMPUS_SIDE, NULL,
                            N_("the side of the grid (textbook: 4)")},
    [WUMPUS_OPTION_PITS] = {"pits", DUEL_NUMBER, 8, 0, WUMPUS_CELLS, NULL,
                            N_("the number of pits (default: one for eight cells)")},
    [WUMPUS_OPTION_CHANCE] = {"chance", DUEL_DECIMAL, CHANCE, 0, 900000, NULL,
                              N_("the chance of a pit in each cell, instead of a number")},
    [WUMPUS_OPTION_COUNTED] = {"counted", DUEL_YESNO, 0, 0, 1, NULL,
                               N_("deduction, too, may use the number of pits")},
    [WUMPUS_OPTION_WUMPUSES] = {"wumpuses", DUEL_NUMBER, 1, 1, WUMPUS_MOST, NULL,
                                N_("how many wumpuses there are")},
    [WUMPUS_OPTION_GOLDS] = {"golds", DUEL_NUMBER, 1, 1, WUMPUS_MOST, NULL,
                             N_("how many golds there are")},
    [WUMPUS_OPTION_STRICT] = {"strict", DUEL_YESNO, 1, 0, 1, NULL,
                              N_("a wumpus and a gold never share a cell")},
    [WUMPUS_OPTION_ARROWS] = {"arrows", DUEL_NUMBER, 1, 0, WUMPUS_SHOTS, NULL,
                              N_("how many arrows you have (default: one for each wumpus)")},
    [WUMPUS_OPTION_REVEALS] = {"reveals", DUEL_NUMBER, 1, 0, WUMPUS_LIFELINES, NULL,
                               N_("lifelines that show a cell (textbook: 0)")},
    [WUMPUS_OPTION_DEDUCES] = {"deduces", DUEL_NUMBER, 3, 0, WUMPUS_LIFELINES, NULL,
                               N_("lifelines that judge a cell beside you (textbook: 0)")},
    [WUMPUS_OPTION_STEPS] = {"steps", DUEL_NUMBER, 0, 0, MOST_STEPS, NULL,
                             N_("steps after which the game is over (0: four for each cell)")},
    [WUMPUS_OPTION_ID] = {"id", DUEL_NUMBER, 0, 0, INT64_MAX, NULL,
                          N_("the id of a grid made by “duel wumpus generate” (0: draw one)")},
    [WUMPUS_OPTION_DIFFICULTY] = {"difficulty", DUEL_CHOICE, 0, 0, WUMPUS_DIFFICULTIES,
                                  grade_names,
                                  N_("how much thought the grid takes; risky: some luck, too")},
    [WUMPUS_OPTION_GOAL] = {"goal", DUEL_CHOICE, 0, 0, 1, wumpus_goal_names,
                            N_("what must be found: one gold, or all")},
    [WUMPUS_OPTION_COUNT] = {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};
_Static_assert((int)WUMPUS_OPTION_COUNT <= (int)DUEL_OPTIONS, "the options fit");

static bool given(const duel_variant *v, wumpus_option option)
{
    return v->given >> option & 1;
}

static int or_else(const duel_variant *v, wumpus_option option, int otherwise)
{
    return given(v, option) ? (int)v->option[option] : otherwise;
}

static wumpus_rules drawn_rules(const duel_variant *v, bool textbook)
{
    enum { CELLS_FOR_A_PIT = 8 };
    const int64_t *o = v->option;
    int n = or_else(v, WUMPUS_OPTION_SIZE, textbook ? TEXTBOOK_SIZE : SIZE);
    double chance = (double)o[WUMPUS_OPTION_CHANCE] * 1e-6;
    bool by_chance =
        given(v, WUMPUS_OPTION_CHANCE) || (textbook && !given(v, WUMPUS_OPTION_PITS));
    wumpus_rules r = textbook ? wumpus_rules_textbook(n, chance) : wumpus_rules_seed(n);
    r.pits_are = by_chance ? WUMPUS_PITS_CHANCE : WUMPUS_PITS_COUNT;
    r.chance = by_chance ? chance : 0;
    r.pits = by_chance ? 0 : or_else(v, WUMPUS_OPTION_PITS, n * n / CELLS_FOR_A_PIT);
    r.count_known = o[WUMPUS_OPTION_COUNTED];
    r.wumpuses = (int)o[WUMPUS_OPTION_WUMPUSES];
    r.golds = (int)o[WUMPUS_OPTION_GOLDS];
    r.strict = o[WUMPUS_OPTION_STRICT];
    r.all_golds = o[WUMPUS_OPTION_GOAL];
    return r;
}

/* Certificates speak of the seed's percepts, of any number of wumpuses and golds. */
static duel_status check_certified(const duel_variant *v, const wumpus_setup *u, duel_msg *why)
{
    static const wumpus_option plain[] = {WUMPUS_OPTION_RULES, WUMPUS_OPTION_COUNTED,
                                          WUMPUS_OPTION_STRICT};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (v->option[plain[i]] != wumpus_options[plain[i]].initial)
            return duel_invalid(why,
                                N_("A grid of a chosen difficulty follows the plain rules: "
                                   "{0} cannot be chosen too."),
                                "c", wumpus_options[plain[i]].name);
    if (given(v, WUMPUS_OPTION_CHANCE))
        return duel_invalid(why,
                            N_("For a chosen difficulty, give the number of pits or nothing, "
                               "not their chance."),
                            "");
    int n = u->rules.n, pits = u->rules.pits, things = u->rules.wumpuses + u->rules.golds;
    if (things > wumpus_most_things(n))
        return duel_invalid(
            why,
            N_("A grid of side {0} of a chosen difficulty has room for {1} wumpuses "
               "and golds together, not for {2}."),
            "iii", (int64_t)n, (int64_t)wumpus_most_things(n), (int64_t)things);
    wumpus_pit_range can = wumpus_possible_pits(&u->rules, u->difficulty);
    if (given(v, WUMPUS_OPTION_PITS) && (pits < can.least || pits > can.most))
        return duel_invalid(why,
                            N_("A grid of side {0} with difficulty={1} has {2} to {3} pits, "
                               "not {4}."),
                            "iciii", (int64_t)n, wumpus_difficulty_names[u->difficulty],
                            (int64_t)can.least, (int64_t)can.most, (int64_t)pits);
    return DUEL_OK;
}

/* The rules of grids drawn to order. How many pits there are is known only if it was said; else
 * risks are weighed by how many are usual. */
static duel_status certified_rules(const duel_variant *v, wumpus_setup *u, duel_msg *why)
{
    duel_status status = check_certified(v, u, why);
    if (status != DUEL_OK || given(v, WUMPUS_OPTION_PITS))
        return status;
    wumpus_pit_range usual = wumpus_usual_pits(u->rules.n, u->difficulty);
    wumpus_set ground = wumpus_ground(&u->rules);
    u->rules.pits_are = WUMPUS_PITS_CHANCE;
    u->rules.pits = 0;
    u->rules.chance = (usual.least + usual.most) / 2.0 / wumpus_count(&ground);
    return DUEL_OK;
}

static duel_status rules_of(const duel_variant *v, wumpus_setup *u, duel_msg *why)
{
    static const wumpus_option settled[] = {WUMPUS_OPTION_RULES,      WUMPUS_OPTION_SIZE,
                                            WUMPUS_OPTION_PITS,       WUMPUS_OPTION_CHANCE,
                                            WUMPUS_OPTION_COUNTED,    WUMPUS_OPTION_WUMPUSES,
                                            WUMPUS_OPTION_GOLDS,      WUMPUS_OPTION_STRICT,
                                            WUMPUS_OPTION_DIFFICULTY, WUMPUS_OPTION_GOAL};
    if (given(v, WUMPUS_OPTION_PITS) && given(v, WUMPUS_OPTION_CHANCE))
        return duel_invalid(why, N_("Give the number of pits or their chance, not both."), "");
    if (u->id == 0) {
        u->rules = drawn_rules(v, u->textbook);
        if (u->difficulty != WUMPUS_DIFFICULTIES)
            return certified_rules(v, u, why);
        return wumpus_rules_check(&u->rules, why);
    }
    for (size_t i = 0; i < sizeof settled / sizeof *settled; i++)
        if (given(v, settled[i]))
            return duel_invalid(why, N_("An id settles the grid: {0} cannot be chosen too."),
                                "c", wumpus_options[settled[i]].name);
    wumpus_grid_id id;
    duel_status status = wumpus_id_read(u->id, &id, why);
    if (status == DUEL_OK) {
        u->rules = wumpus_id_rules(&id);
        u->difficulty = id.difficulty;
    }
    return status;
}

static duel_status make_setup(const duel_variant *v, wumpus_setup *out, duel_msg *why)
{
    enum { STEPS_FOR_A_CELL = 4 };
    int64_t grade = v->option[WUMPUS_OPTION_DIFFICULTY]; /* 0: any */
    wumpus_setup u = {.textbook = v->option[WUMPUS_OPTION_RULES] == 1,
                      .id = v->option[WUMPUS_OPTION_ID],
                      .difficulty =
                          grade ? (wumpus_difficulty)(grade - 1) : WUMPUS_DIFFICULTIES};
    duel_status status = rules_of(v, &u, why);
    if (status != DUEL_OK)
        return status;
    u.arrows = or_else(v, WUMPUS_OPTION_ARROWS, u.rules.wumpuses);
    u.reveals = u.textbook ? or_else(v, WUMPUS_OPTION_REVEALS, 0)
                           : (int)v->option[WUMPUS_OPTION_REVEALS];
    u.deduces = u.textbook ? or_else(v, WUMPUS_OPTION_DEDUCES, 0)
                           : (int)v->option[WUMPUS_OPTION_DEDUCES];
    u.steps = (int)v->option[WUMPUS_OPTION_STEPS];
    if (u.steps == 0)
        u.steps = STEPS_FOR_A_CELL * u.rules.n * u.rules.n;
    *out = u;
    return DUEL_OK;
}

/* Each act has a number for each cell; four of them do for the ways of a shot. */
static uint32_t action(const duel_variant *v, duel_move move)
{
    int n = wumpus_setup_of(v)->rules.n;
    wumpus_cell c = wumpus_move_cell(move);
    return (uint32_t)(((int)wumpus_move_act(move) * n + c.y) * n + c.x);
}

static duel_status variant(duel_variant *v, duel_msg *why)
{
    enum { OTHER_MOVES = 4 + 4 + 2, MOST_POINTS = 1000 };
    wumpus_setup *u = wumpus_setup_room(v);
    duel_status status = make_setup(v, u, why);
    if (status != DUEL_OK)
        return status;
    uint32_t cells = (uint32_t)(u->rules.n * u->rules.n);
    uint32_t extra = (uint32_t)(u->arrows + u->reveals + u->deduces);
    if (u->id || u->difficulty != WUMPUS_DIFFICULTIES)
        v->traits |= DUEL_SEARCHES;
    v->state_size = sizeof(wumpus_state);
    v->max_moves = 2 * cells + OTHER_MOVES; /* each cell may be walked to and revealed */
    v->max_plies = (uint32_t)u->steps + extra;
    v->actions = (WUMPUS_CLIMB + 1) * cells;
    v->max_score = MOST_POINTS + u->steps + 50 * (int32_t)extra;
    return DUEL_OK;
}

/* ---- the course --------------------------------------------------------------------- */

static duel_status deal(const duel_variant *v, duel_rng *rng, void *state)
{
    const wumpus_setup *u = wumpus_setup_of(v);
    wumpus_world world;
    wumpus_grid_id id;
    duel_status status = DUEL_OK;
    if (u->id == 0 && u->difficulty == WUMPUS_DIFFICULTIES)
        status = wumpus_draw_world(&u->rules, rng, &world, NULL);
    else if (u->id == 0)
        status = wumpus_draw_graded(&u->rules, u->difficulty,
                                    given(v, WUMPUS_OPTION_PITS) ? u->rules.pits : -1, rng,
                                    NULL, &world, NULL);
    else if ((status = wumpus_id_read(u->id, &id, NULL)) == DUEL_OK)
        status = wumpus_id_grid(&id, &world, NULL);
    if (status == DUEL_OK)
        wumpus_begin(u, &world, state);
    return status;
}

static int turn(const duel_variant *v, const void *state)
{
    return 0;
}

static bool over(const duel_variant *v, const void *state, int32_t score[])
{
    const wumpus_setup *u = wumpus_setup_of(v);
    if (wumpus_ending_of(u, state) == WUMPUS_GOES_ON)
        return false;
    score[0] = wumpus_score_of(u, state);
    return true;
}

static int moves(const duel_variant *v, const void *state, duel_move out[])
{
    const wumpus_setup *u = wumpus_setup_of(v);
    return wumpus_moves(u, state, out);
}

static void play(const duel_variant *v, void *state, duel_move move)
{
    const wumpus_setup *u = wumpus_setup_of(v);
    wumpus_play(u, state, move);
}

/* ---- secrets ------------------------------------------------------------------------ */

/* The explorer and who watches see the same. */
static void hide(const duel_variant *v, void *state, int seat)
{
    wumpus_veil(state);
}

/* A world drawn among those that agree with all that is known, each as likely as `deal` makes
 * it. An id is not looked up and a difficulty not heeded: the guess is that of somebody who
 * does not know the grid. */
static duel_status guess(const duel_variant *v, void *view, duel_rng *rng, duel_msg *why)
{
    const wumpus_setup *u = wumpus_setup_of(v);
    wumpus_state *s = view;
    wumpus_knowledge k = wumpus_knowledge_of(u, s);
    wumpus_facts facts;
    wumpus_counts *counts;
    wumpus_world world;
    duel_status status = wumpus_facts_of(&u->rules, &k, &facts, why);
    if (status == DUEL_OK)
        status = wumpus_counts_new(&u->rules, &facts, &counts, why);
    if (status != DUEL_OK)
        return status;
    wumpus_counts_draw(counts, rng, &world);
    wumpus_counts_free(counts);
    s->pit = world.pit;
    s->wumpus = world.wumpus;
    s->gold = world.gold;
    s->veiled = 0;
    return DUEL_OK;
}

/* ---- best scores --------------------------------------------------------------------- */

/* By size and class, whether drawn or by id; other rules are other games. */
static void ranked(const duel_variant *v, duel_sink *out)
{
    const wumpus_setup *u = wumpus_setup_of(v);
    const wumpus_rules *r = &u->rules;
    duel_putf(out, "%ssize=%d", u->textbook ? "rules=textbook " : "", r->n);
    if (u->difficulty != WUMPUS_DIFFICULTIES)
        duel_putf(out, " difficulty=%s", wumpus_difficulty_names[u->difficulty]);
    if (r->wumpuses > 1)
        duel_putf(out, " wumpuses=%d", r->wumpuses);
    if (r->golds > 1)
        duel_putf(out, " golds=%d", r->golds);
    if (r->golds > 1 && r->all_golds)
        duel_put(out, " goal=all");
}

/* ---- the table ---------------------------------------------------------------------- */

static const char *const rules[] = {
    N_("A cave of square cells is dark. Somewhere in it lie the gold, a sleeping wumpus and "
       "bottomless pits. You enter at the bottom left, (0,0), and walk to neighbouring cells."),
    N_("Next to a pit you feel a breeze (≈, B), next to the wumpus you smell a stench (∴, P), "
       "next to the gold you see a glitter (✦, E). A source does not mark its own cell."),
    N_("Entering a pit, or the cell of a live wumpus, is death. Entering the gold’s cell is "
       "victory. At the start, and on the two cells beside it, nothing is felt."),
    N_("You have an arrow: it flies straight to the wall and kills the wumpus on its way. The "
       "stench stays; a dead wumpus is no danger."),
    N_("Lifelines: reveal shows any cell; deduce tells whether a cell beside you is safe, "
       "dangerous, or whether nothing can be known yet."),
    N_("The gold is worth 1000 points; a step costs 1, a lifeline 50, the arrow 10."),
    N_("There may be several wumpuses and several golds. One gold is enough, unless all "
       "of them are asked for: then only the last wins, all together are worth 1000 points, and "
       "the glitter of a gold that was found stays."),
    N_("Textbook rules: the gold glitters on its own cell; grab it, walk back and climb out at "
       "the start. Death costs 1000, every action 1; a breeze or a stench may be felt at once."),
    N_("Moves: 3:2 walks there through explored cells (n, e, s, w are steps), shoot:n shoots "
       "north, reveal:3:2 and deduce:3:2 use a lifeline; textbook: grab, climb."),
    NULL};

static const char *const roles[] = {N_("Explorer")};

static const struct duel_engine *const engines[] = {&wumpus_expert, NULL};

static void task(const duel_variant *v, const void *view, duel_msg *out)
{
    duel_say(out, N_("Go to a cell beside those you know. What you feel tells which are safe."),
             "");
}

static void say_move(const duel_variant *v, const void *view, duel_move move, duel_msg *out)
{
    static const char *const ways[] = {N_("an arrow to the north"), N_("an arrow to the east"),
                                       N_("an arrow to the south"), N_("an arrow to the west")};
    static const char *const acts[] = {
        [WUMPUS_GO] = N_("to ({0},{1})"),         [WUMPUS_SHOOT] = "",
        [WUMPUS_REVEAL] = N_("reveal ({0},{1})"), [WUMPUS_DEDUCE] = N_("deduce ({0},{1})"),
        [WUMPUS_GRAB] = N_("take the gold"),      [WUMPUS_CLIMB] = N_("climb out")};
    wumpus_cell cell = wumpus_move_cell(move);
    if (wumpus_move_act(move) == WUMPUS_SHOOT)
        duel_say(out, ways[cell.x & 3], "");
    else
        duel_say(out, acts[wumpus_move_act(move)], "ii", (int64_t)cell.x, (int64_t)cell.y);
}

static const char *const rule_words[] = {N_("the game of 2018"),
                                         N_("the world of the textbook")};
static const char *const grade_words[] = {N_("whatever comes"), N_("easy"), N_("medium"),
                                          N_("hard"), N_("risky: some luck, too")};
static const char *const goal_words[] = {N_("one gold"), N_("every gold")};
static const duel_wording wordings[] = {
    {"rules", N_("Which world"), rule_words},
    {"size", N_("Side of the grid"), NULL},
    {"wumpuses", N_("Wumpuses"), NULL},
    {"golds", N_("Golds"), NULL},
    {"difficulty", N_("How much thought the grid takes"), grade_words},
    {"goal", N_("What must be found"), goal_words},
    {"id", N_("The number of a grid that was kept (0: a new one)"), NULL},
    {NULL, NULL, NULL}};

const duel_game duel_game_wumpus = {
    .id = "wumpus",
    .title = N_("Wumpus World"),
    .tagline = N_("Find the gold in the dark by reasoning, not by luck"),
    .rules = rules,
    .version = 1,
    .min_seats = 1,
    .max_seats = 1,
    .roles = roles,
    .traits = DUEL_MARGIN | DUEL_SECRETS,
    .options = wumpus_options,
    .wordings = wordings,
    .variant = variant,
    .deal = deal,
    .turn = turn,
    .over = over,
    .moves = moves,
    .play = play,
    .draw = wumpus_draw,
    .hide = hide,
    .guess = guess,
    .print = wumpus_print,
    .parse = wumpus_parse,
    .print_move = wumpus_print_move,
    .parse_move = wumpus_parse_move,
    .scene = wumpus_scene,
    .path = wumpus_path,
    .edit = wumpus_edit,
    .teaching.say_move = say_move,
    .teaching.explain = wumpus_because,
    .teaching.task = task,
    .teaching.ending = wumpus_ending_told,
    .teaching.mark = wumpus_mark,
    .teaching.lenses = wumpus_lenses,
    .teaching.lesson = &wumpus_lesson,
    .teaching.puzzles = &wumpus_puzzles,
    .encoding.action = action,
    .museum.ranked = ranked,
    .museum.reels = wumpus_reels,
    .museum.figures = wumpus_figures,
    .engines = engines,
};
