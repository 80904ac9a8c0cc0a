/* games/allumettes.c -- Allumettes (1995): take 1 to 3 matches, whoever takes the last wins.
 *
 * Options: the largest number taken, or any set of numbers (a subtraction game), and misère.
 * Values are proved for the sets {1..K}: normal play is lost exactly when N ≡ 0 mod K+1, misère
 * when N ≡ 1 mod K+1; nim-value N mod K+1 (theory of subtraction games). */
#include "games/matches.h"

#include "core/lesson.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct heap {
    uint32_t left; /* matches */
    uint32_t seat; /* to move */
} heap;
#pragma GCC diagnostic pop

enum { MATCHES, MAX, TAKE, MISERE };

static const duel_option options[] = {
    {"matches", DUEL_NUMBER, 19, 1, 1000000000, NULL, N_("matches at the beginning")},
    {"max", DUEL_NUMBER, 3, 1, 60, NULL, N_("the most one may take")},
    {"take", DUEL_SET, 0, 1, 60, NULL,
     N_("the numbers one may take, like 1,3,4, instead of 1 to max")},
    {"misere", DUEL_YESNO, 0, 0, 1, NULL, N_("whoever takes the last match loses")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

static const char *const rules[] = {
    N_("A heap of matches lies between two players. In turn, each takes 1, 2 or 3 matches; "
       "any other number is forbidden."),
    N_("Whoever takes the last match wins."),
    N_("Options change the largest number (max), allow only certain numbers (take), or make "
       "the last match the losing one (misere). Who cannot take any allowed number has lost."),
    NULL};

typedef struct takes {
    uint64_t set;  /* of the numbers that may be taken, a bit each */
    uint64_t most; /* K if the set is {1..K}, else 0 */
} takes;
DUEL_VARIANT_DATA(takes)

static duel_status variant(duel_variant *v, duel_msg *why)
{
    int given_max = v->given >> MAX & 1;
    if (v->option[TAKE] && given_max)
        return duel_invalid(why, N_("Give max or take, not both."), "");
    uint64_t set = (uint64_t)v->option[TAKE];
    if (set == 0)
        set = (UINT64_C(2) << v->option[MAX]) - 2;
    bool consecutive = (set & (set + 2)) == 0; /* 1..K is a block of ones from bit 1 */
    uint64_t most = consecutive ? (uint64_t)__builtin_popcountll(set) : 0;
    *takes_room(v) = (takes){.set = set, .most = most};
    v->state_size = sizeof(heap);
    v->max_moves = (uint32_t)__builtin_popcountll(set);
    v->max_plies = (uint32_t)v->option[MATCHES];
    v->max_score = 1;
    v->traits = v->option[MISERE] ? DUEL_IMPARTIAL : DUEL_IMPARTIAL | DUEL_NIMBERS;
    v->key_bits = 64 - (uint32_t)__builtin_clzll((uint64_t)v->option[MATCHES]);
    v->positions = (uint64_t)v->option[MATCHES] + 1;
    v->actions = 64 - (uint32_t)__builtin_clzll(set);
    return DUEL_OK;
}

static duel_status deal(const duel_variant *v, duel_rng *rng, void *state)
{
    *(heap *)state = (heap){.left = (uint32_t)v->option[MATCHES], .seat = 0};
    return DUEL_OK;
}

static int turn(const duel_variant *v, const void *state)
{
    return (int)((const heap *)state)->seat;
}

static int moves(const duel_variant *v, const void *state, duel_move out[])
{
    const heap *s = state;
    int count = 0;
    for (uint64_t set = takes_of(v)->set; set; set &= set - 1) {
        uint64_t n = (uint64_t)__builtin_ctzll(set);
        if (n > s->left)
            break;
        out[count++] = n;
    }
    return count;
}

/* Misère turns round only the empty heap: a player who cannot take from a heap that is not
 * empty has lost under both rules. */
static bool over(const duel_variant *v, const void *state, int32_t score[])
{
    const heap *s = state;
    uint32_t least = (uint32_t)__builtin_ctzll(takes_of(v)->set);
    if (s->left >= least)
        return false;
    uint32_t winner = s->left == 0 && v->option[MISERE] ? s->seat : 1 - s->seat;
    score[winner] = 1;
    score[1 - winner] = 0;
    return true;
}

static void play(const duel_variant *v, void *state, duel_move move)
{
    heap *s = state;
    s->left -= (uint32_t)move;
    s->seat = 1 - s->seat;
}

/* ---- notation: "matches" or "matches/seat" -------------------------------------------- */

static void print(const duel_variant *v, const void *view, duel_sink *out)
{
    const heap *s = view;
    duel_putf(out, "%u/%u", s->left, s->seat + 1);
}

static duel_status parse(const duel_variant *v, duel_str text, void *state, duel_msg *why)
{
    duel_str rest = text, left;
    int64_t n, seat = 1, most = v->option[MATCHES];
    duel_str_part(&rest, '/', &left);
    if (!duel_str_number(left, &n) || (rest.at && !duel_str_number(rest, &seat)))
        return duel_invalid(
            why,
            N_("A position is the number of matches, or with the player to move "
               "12/2; not “{0}”."),
            "s", text);
    if (n < 0 || n > most)
        return matches_too_many(options, most, n, why);
    if (seat < 1 || seat > 2)
        return duel_invalid(why, N_("The player to move is 1 or 2."), "");
    *(heap *)state = (heap){.left = (uint32_t)n, .seat = (uint32_t)seat - 1};
    return DUEL_OK;
}

static duel_status parse_move(const duel_variant *v, const void *view, duel_str text,
                              duel_move *move, duel_msg *why)
{
    const heap *s = view;
    int64_t n;
    if (!duel_str_number(text, &n))
        return duel_invalid(why, N_("A move is how many matches you take, not “{0}”."), "s",
                            text);
    if (n < 1 || n > 63 || !(takes_of(v)->set >> n & 1))
        return duel_refuse(why, N_("One may not take {0} {0:match|matches}."), "i", n);
    if (n > (int64_t)s->left)
        return duel_refuse(why, N_("Only {0} {0:match is|matches are} left."), "i",
                           (int64_t)s->left);
    *move = (duel_move)n;
    return DUEL_OK;
}

/* ---- pictures and reasons ------------------------------------------------------------- */

static void scene(const duel_variant *v, const void *view, int seat, duel_scene *out)
{
    int largest = 63 - __builtin_clzll(takes_of(v)->set);
    matches_scene(((const heap *)view)->left, v->option[MATCHES], largest, out);
}

static int path(const duel_variant *v, const void *view, duel_move move, duel_target out[])
{
    out[0] = duel_target_of("take:%d", (int)move);
    return 1;
}

static bool edit(const duel_variant *v, void *state, duel_str element, int step)
{
    heap *s = state;
    if (!duel_str_is(element, "turn"))
        return matches_edit(element, step, v->option[MATCHES], &s->left);
    s->seat = 1 - s->seat;
    return true;
}

enum { LEAVES_LOST, LEAVES_WON, ENDS };

/* Only for {1..K}, where the theory gives a person something to hold on to. */
static const duel_seek allumettes_hints[] = {
    {LEAVES_LOST, 0,
     N_("Some heaps are lost for whoever must take from them: look for one to leave.")},
    {LEAVES_WON, 0,
     N_("Every number leaves the other player a good answer: make it hard to find.")},
    {0, 0, NULL}};

static void explain(const duel_variant *v, const void *view, int seat, const duel_move played[],
                    int count, duel_reason *out)
{
    duel_move move = played[0];
    int64_t group = (int64_t)takes_of(v)->most + 1;
    if (takes_of(v)->most == 0)
        return;
    int64_t rest = (int64_t)((const heap *)view)->left - (int64_t)move;
    int64_t lost = v->option[MISERE] ? 1 : 0, over_by = (rest - lost) % group;
    duel_fact *f = duel_reason_add(out, over_by == 0 ? LEAVES_LOST : LEAVES_WON);
    f->arg[0] = rest, f->arg[1] = group, f->arg[2] = over_by;
    f->groups = matches_groups(rest, (int)lost, (int)group);
    if (rest == 0 && lost == 0)
        duel_say(&f->text, N_("It takes the last {0:match|matches}, and wins."), "i",
                 (int64_t)move);
    else if (rest == 1 && lost == 1)
        duel_say(&f->text, N_("It leaves the last match to the other player, who loses."), "");
    else if (over_by == 0 && lost == 0)
        duel_say(&f->text,
                 N_("It leaves {0} {0:match|matches}, a multiple of {1}: whatever is taken "
                    "next, you complete the group of {1}, down to the last match."),
                 "ii", rest, group);
    else if (over_by == 0)
        duel_say(&f->text,
                 N_("It leaves {0} {0:match|matches}, one more than a multiple of {1}: you "
                    "complete each group of {1}, and the last match is not yours."),
                 "ii", rest, group);
    else
        duel_say(&f->text,
                 N_("It leaves {0} {0:match|matches}, and the other player takes {2} to "
                    "leave groups of {1}."),
                 "iii", rest, group, (over_by + group) % group);
    duel_reason_seek(out, allumettes_hints);
}

/* ---- a first lesson ---------------------------------------------------------------------- */

static const duel_step steps[] = {
    {.say = N_("In turn, each takes 1, 2 or 3 matches, and whoever takes the last one wins. "
               "Three are left and it is your turn: win. A move is how many you take."),
     .at = "3",
     .good = "3",
     .right = N_("Won. With 1, 2 or 3 matches left, whoever is to move takes them all."),
     .wrong = N_("Then the other player takes what is left, and the last match with it. Take "
                 "all three.")},
    {.say = N_("Now five. The other can take all of 1, 2 or 3 matches: leave a number that "
               "cannot be emptied at once."),
     .at = "5",
     .good = "1",
     .right = N_("Four are left. Whatever is taken of them, you will take the rest."),
     .wrong =
         N_("That leaves three or fewer, and the other player takes them all. Leave four."),
     .reply = "2"},
    {.say = N_("The other player took 2. Two are left."),
     .good = "2",
     .right =
         N_("Won. Four is lost for whoever must take: 1 is answered by 3, 2 by 2, 3 by 1."),
     .wrong = N_("That leaves one match, and the other player takes it.")},
    {.say =
         N_("Ten matches. Four is lost for whoever must take, and so is eight: 1 is answered "
            "by 3, 2 by 2, 3 by 1, and only four are left. So leave eight."),
     .at = "10",
     .good = "2",
     .right = N_("Eight: from now on, what the other takes and what you take make four."),
     .wrong = N_("From there it is the other player who can leave you 8 or 4. Leave eight "
                 "yourself."),
     .reply = "3"},
    {.say = N_("The other player took 3, and five are left. Take what makes four with it."),
     .good = "1",
     .right = N_("3 and 1 make four, and four are left."),
     .wrong = N_("Then three or fewer are left, and the other player takes them all. 3 and 1 "
                 "make four."),
     .reply = "1"},
    {.say = N_("The other player took 1. Make four once more."),
     .good = "3",
     .right = N_("Won: 8, 4 and 0 were left, always a multiple of four."),
     .wrong =
         N_("What you leave is taken at once. The other took 1: take the 3 that are left.")},
    {.say = N_("Nineteen, as in 1995. You know enough: leave a multiple of four."),
     .at = "19",
     .good = "3",
     .right = N_("Sixteen is four times four: the game is won, if you always make four."),
     .wrong = N_("That is no multiple of four, and the other player can come down to one. "
                 "Leave 16.")},
    {.say =
         N_("And if the other knows it, too? Twelve are left, and it is your turn. Take what "
            "you like."),
     .at = "12",
     .good = "*",
     .right = N_("Whatever you take, eight can be left to you: a multiple of four is lost for "
                 "whoever must take. Then take one, and hope for a mistake.")},
    {.say = NULL}};

static const duel_lesson lesson = {.options = "", .steps = steps};

static void ending(const duel_variant *v, const void *view, int seat, duel_reason *out)
{
    const heap *s = view;
    duel_fact *f = duel_reason_add(out, ENDS);
    f->arg[0] = s->left;
    duel_say(&f->text,
             s->left == 0
                 ? v->option[MISERE] ? N_("Whoever takes the last match loses.")
                                     : N_("Whoever takes the last match wins.")
                 : N_("{0} {0:match is|matches are} left, fewer than anybody may take: whoever "
                      "cannot move has lost."),
             "i", f->arg[0]);
}

/* ---- speed ------------------------------------------------------------------------------ */

static uint64_t pack(const duel_variant *v, const void *state)
{
    return ((const heap *)state)->left;
}

static uint64_t make(const duel_variant *v, void *state, duel_move move)
{
    play(v, state, move);
    return 0;
}

static void undo(const duel_variant *v, void *state, duel_move move, uint64_t trace)
{
    heap *s = state;
    s->left += (uint32_t)move;
    s->seat = 1 - s->seat;
}

/* With {1..K} the winner answers every m by K+1-m, the loser takes one at a time. So from
 * N = q(K+1)+r a normal game lasts 2q plies, and one more when r > 0. The misère game is the
 * normal one on N-1 matches, followed by the loser's last match. */
static bool known(const duel_variant *v, const void *state, duel_result *out)
{
    if (takes_of(v)->most == 0)
        return false;
    uint64_t group = takes_of(v)->most + 1, n = ((const heap *)state)->left;
    bool misere = v->option[MISERE];
    if (misere && n == 0) {
        *out = (duel_result){.value = DUEL_WIN, .score = 1};
        return true;
    }
    uint64_t m = misere ? n - 1 : n, rest = m % group;
    bool won = rest != 0;
    *out = (duel_result){.value = won ? DUEL_WIN : DUEL_LOSS,
                         .score = won ? 1 : -1,
                         .remoteness = (uint32_t)(2 * (m / group) + won + misere),
                         .nimber = misere ? 0 : (uint32_t)rest};
    return true;
}

static const duel_accel accel = {.pack = pack, .make = make, .undo = undo, .known = known};

static void task(const duel_variant *v, const void *view, duel_msg *out)
{
    const heap *s = view;
    uint64_t most = takes_of(v)->most < s->left ? takes_of(v)->most : s->left;
    if (takes_of(v)->most == 0)
        duel_say(out, N_("Take some matches: the numbers of your list, and no others."), "");
    else if (most < 2)
        duel_say(out, N_("Take one match."), "");
    else
        duel_say(out, N_("Take 1 to {0} matches."), "i", (int64_t)most);
}

static const duel_wording wordings[] = {
    {"take", N_("Only these numbers may be taken (like 1,3,4)"), NULL}, {NULL, NULL, NULL}};

const duel_game duel_game_allumettes = {
    .id = "allumettes",
    .title = N_("Matches"),
    .tagline = N_("Take one, two or three; take the last one"),
    .rules = rules,
    .version = 1,
    .min_seats = 2,
    .max_seats = 2,
    .traits = DUEL_IMPARTIAL | DUEL_NIMBERS,
    .options = options,
    .wordings = wordings,
    .variant = variant,
    .deal = deal,
    .turn = turn,
    .over = over,
    .moves = moves,
    .play = play,
    .print = print,
    .parse = parse,
    .parse_move = parse_move,
    .scene = scene,
    .path = path,
    .edit = edit,
    .teaching.explain = explain,
    .teaching.task = task,
    .teaching.ending = ending,
    .teaching.lesson = &lesson,
    .museum.machines = matches_machines,
    .accel = &accel,
};
