/* A plug-in that breaks its word, in the way that $BREACH names: take one or two of six. With
 * $LATE it does so from the second deal on, when the first look is over. */
#include "script/plugin.h"

#include <stdlib.h>
#include <string.h>

typedef struct heap {
    uint32_t left, seat;
} heap;

enum { ALL = 6, MOVES = 4, TOO_MANY = DUEL_MOVES_MAX + 900, BEYOND = 4096 };

static int deals;

static bool is_breach(const char *word)
{
    const char *breach = getenv("BREACH");
    return breach && strcmp(breach, word) == 0;
}

static bool breaks(const char *word)
{
    return is_breach(word) && (getenv("LATE") == NULL || deals > 1);
}

static duel_status variant(duel_variant *v, duel_msg *why)
{
    (void)why;
    v->state_size = breaks("state_size") ? 2 * DUEL_STATE_MAX
                    : breaks("no state") ? 0
                                         : sizeof(heap);
    v->max_moves = breaks("max_moves") ? 1000000 : MOVES;
    v->max_plies = breaks("max_plies") ? 0 : ALL;
    v->max_score = breaks("max_score") ? -1 : 1;
    v->key_bits = breaks("key_bits") ? 65 : breaks("no pack") ? 8 : breaks("pack") ? 3 : 0;
    v->seats = breaks("seats") ? DUEL_SEATS + 3 : 2;
    v->traits |= breaks("no hide") ? DUEL_SECRETS : 0;
    return DUEL_OK;
}

/* Behind the state, where nothing is anybody's. */
static void write_beyond(void *state, const char *word)
{
    if (breaks(word))
        memset((unsigned char *)state + sizeof(heap), 7, BEYOND);
}

static duel_status deal(const duel_variant *v, duel_rng *rng, void *state)
{
    (void)v, (void)rng;
    *(heap *)state = (heap){ALL, 0};
    deals++;
    write_beyond(state, "deal");
    return DUEL_OK;
}

static int turn(const duel_variant *v, const void *state)
{
    (void)v;
    return breaks("turn") ? 1000000 : (int)((const heap *)state)->seat;
}

static bool over(const duel_variant *v, const void *state, int32_t score[])
{
    (void)v;
    const heap *s = state;
    score[s->seat] = 0;
    score[1 - s->seat] = breaks("score") ? 50 : 1;
    return s->left == 0;
}

static int moves(const duel_variant *v, const void *state, duel_move out[])
{
    (void)v;
    const heap *s = state;
    int count = breaks("many moves") ? TOO_MANY : breaks("more moves") ? MOVES + 1 : 0;
    for (int i = 0; i < count; i++)
        out[i] = 1;
    for (uint32_t n = 1; count == 0 && n <= 2 && n <= s->left; n++)
        out[n - 1] = n;
    if (s->left == 0)
        return breaks("moves at the end") ? 1 : 0;
    return breaks("fewer than no moves") ? -1
           : breaks("no moves")          ? 0
           : count                       ? count
           : s->left > 1                 ? 2
                                         : 1;
}

static void play(const duel_variant *v, void *state, duel_move move)
{
    (void)v;
    heap *s = state;
    *s = (heap){s->left - (uint32_t)move, 1 - s->seat};
    write_beyond(state, "play");
}

static void draw(const duel_variant *v, const void *view, int seat, duel_pen *pen)
{
    (void)v, (void)seat;
    duel_putf(pen->out, "%u%s\n", ((const heap *)view)->left, breaks("draw") ? "\xff" : "");
}

static void hide(const duel_variant *v, void *state, int seat)
{
    (void)v, (void)seat;
    write_beyond(state, "hide");
}

static void print(const duel_variant *v, const void *view, duel_sink *out)
{
    (void)v;
    duel_putf(out, "%u%s", ((const heap *)view)->left, breaks("print") ? "\n7" : "");
}

static void print_move(const duel_variant *v, const void *view, duel_move move, duel_sink *out)
{
    (void)v, (void)view;
    if (!breaks("move without a text"))
        duel_putf(out, breaks("move of two words") ? "take %llu" : "%llu",
                  (unsigned long long)move);
}

static int path(const duel_variant *v, const void *view, duel_move move, duel_target out[])
{
    (void)v, (void)view, (void)move;
    int count = breaks("path") ? DUEL_PATH + 2 : 1;
    for (int i = 0; i < count; i++)
        memset(&out[i], breaks("target") ? 'x' : 0, sizeof *out);
    return count;
}

static uint64_t pack(const duel_variant *v, const void *state)
{
    (void)v;
    return 2 * ((const heap *)state)->left + ((const heap *)state)->seat;
}

#define OPTION(its_name, its_kind, its_initial, its_choices)                                   \
    {                                                                                          \
        its_name, its_kind, its_initial, 1, 9, its_choices, DUEL_BOTH("a number", "un nombre") \
    }
#define FIVE                                                                                   \
    OPTION("a", DUEL_NUMBER, 1, NULL), OPTION("b", DUEL_NUMBER, 1, NULL),                      \
        OPTION("c", DUEL_NUMBER, 1, NULL), OPTION("d", DUEL_NUMBER, 1, NULL),                  \
        OPTION("e", DUEL_NUMBER, 1, NULL)

static const char *const no_choices[] = {NULL};
static const char *const rules[] = {DUEL_BOTH("Take one or two.", "Prenez un ou deux."), NULL};
static const char *const commands[] = {DUEL_BOTH("Take \033[2J.", "Prenez \033[2J."), NULL};
static const char *const one_role[] = {DUEL_BOTH("First", "Premier"), NULL, NULL};
static const duel_accel packs = {.pack = pack};
static const duel_option many[] = {FIVE, FIVE, FIVE, FIVE, FIVE, {.name = NULL}};
static const duel_option strange[] = {OPTION("strange", 99, 1, NULL), {.name = NULL}};
static const duel_option unnamed[] = {OPTION("two words", DUEL_NUMBER, 1, NULL),
                                      {.name = NULL}};
static const duel_option choice[] = {OPTION("choice", DUEL_CHOICE, 0, NULL), {.name = NULL}};
static const duel_option nothing[] = {OPTION("nothing", DUEL_CHOICE, 0, no_choices),
                                      {.name = NULL}};
static const duel_option initial[] = {OPTION("initial", DUEL_NUMBER, 70, NULL), {.name = NULL}};
static const duel_option set[] = {{"set", DUEL_SET, 2, 1, 200, NULL, DUEL_BOTH("some", "des")},
                                  {.name = NULL}};
static const duel_option helpless[] = {{"helpless", DUEL_NUMBER, 1, 1, 9, NULL, NULL},
                                       {.name = NULL}};

static duel_game game = {
    .id = "breaches.so",
    .title = DUEL_BOTH("Six", "Six"),
    .tagline = DUEL_BOTH("A plug-in that breaks its word", "Un greffon sans parole"),
    .rules = rules,
    .version = 1,
    .min_seats = 2,
    .max_seats = 2,
    .variant = variant,
    .deal = deal,
    .turn = turn,
    .over = over,
    .moves = moves,
    .play = play,
    .draw = draw,
    .print = print,
    .print_move = print_move,
};

static void break_texts(void)
{
    game.id = breaks("no id") ? NULL : breaks("id") ? "two words" : game.id;
    game.title = breaks("no title") ? NULL : breaks("title") ? "Si\xff" : game.title;
    game.tagline = breaks("tagline") ? DUEL_BOTH("Six", "Six\xff") : game.tagline;
    game.rules = breaks("no rules") ? NULL : breaks("rules") ? commands : game.rules;
    game.roles = breaks("roles") ? one_role : NULL;
}

static void break_options(void)
{
    game.options = breaks("many options")        ? many
                   : breaks("strange option")    ? strange
                   : breaks("option's name")     ? unnamed
                   : breaks("option's choices")  ? choice
                   : breaks("option of nothing") ? nothing
                   : breaks("option's initial")  ? initial
                   : breaks("option's set")      ? set
                   : breaks("option's help")     ? helpless
                                                 : NULL;
}

/* Before the program looks at the table. */
__attribute__((constructor)) static void break_table(void)
{
    break_texts();
    break_options();
    game.min_seats = breaks("min_seats") ? 0 : game.min_seats;
    game.max_seats = breaks("max_seats") ? 40 : breaks("seats") ? DUEL_SEATS : game.max_seats;
    game.traits = breaks("hide") ? DUEL_SECRETS : 0;
    game.hide = breaks("hide") ? hide : NULL;
    game.accel = breaks("pack") || breaks("key_bits") ? &packs : NULL;
    game.path = is_breach("path") || is_breach("target") ? path : NULL;
    game.deal = breaks("no deal") ? NULL : game.deal;
    game.moves = breaks("no function moves") ? NULL : game.moves;
}

DUEL_PLUGIN(game)
