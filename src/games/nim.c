/* games/nim.c -- NIM (1995): take 1 to 3 matches, never the number the other has just taken.
 *
 * The state holds the last number taken, since it forbids one. A player who cannot move has
 * lost (with 1 to 3: one match after a 1, and nothing else). */
#include "games/matches.h"

#include "core/lesson.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct heap {
    uint32_t left; /* matches */
    uint16_t last; /* number just taken; 0 at the beginning */
    uint16_t seat; /* to move */
} heap;
#pragma GCC diagnostic pop

enum { MATCHES, MAX, MISERE };

static const duel_option options[] = {
    {"matches", DUEL_NUMBER, 19, 1, 1000000, NULL, N_("matches at the beginning")},
    {"max", DUEL_NUMBER, 3, 1, 60, NULL, N_("the most one may take")},
    {"misere", DUEL_YESNO, 0, 0, 1, NULL, N_("whoever takes the last match loses")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

static const char *const rules[] = {
    N_("A heap of matches lies between two players. The first takes 1, 2 or 3 matches; then "
       "each in turn takes 1, 2 or 3, but never the number the other has just taken."),
    N_("Whoever takes the last match wins. A player who cannot move has lost."),
    N_("Options change the largest number (max), or make the last match the losing one (misere)."),
    NULL};

enum { LAST_BITS = 6 };

static duel_status variant(duel_variant *v, duel_msg *why)
{
    uint32_t bits = 64 - (uint32_t)__builtin_clzll((uint64_t)v->option[MATCHES]);
    v->state_size = sizeof(heap);
    v->max_moves = (uint32_t)v->option[MAX];
    v->max_plies = (uint32_t)v->option[MATCHES];
    v->max_score = 1;
    v->traits = v->option[MISERE] ? DUEL_IMPARTIAL : DUEL_IMPARTIAL | DUEL_NIMBERS;
    v->key_bits = bits + LAST_BITS;
    v->actions = v->max_moves + 1;
    return DUEL_OK;
}

static duel_status deal(const duel_variant *v, duel_rng *rng, void *state)
{
    *(heap *)state = (heap){.left = (uint32_t)v->option[MATCHES]};
    return DUEL_OK;
}

static int turn(const duel_variant *v, const void *state)
{
    return ((const heap *)state)->seat;
}

static int moves(const duel_variant *v, const void *state, duel_move out[])
{
    const heap *s = state;
    int count = 0;
    for (uint32_t n = 1; n <= (uint32_t)v->option[MAX] && n <= s->left; n++)
        if (n != s->last)
            out[count++] = n;
    return count;
}

static bool blocked(const duel_variant *v, const heap *s)
{
    uint32_t least = s->last == 1 ? 2 : 1;
    return s->left < least || least > (uint32_t)v->option[MAX];
}

/* Misère turns round only the empty heap: a blocked player has lost under both rules. */
static bool over(const duel_variant *v, const void *state, int32_t score[])
{
    const heap *s = state;
    if (!blocked(v, s))
        return false;
    int winner = s->left == 0 && v->option[MISERE] ? s->seat : 1 - s->seat;
    score[winner] = 1;
    score[1 - winner] = 0;
    return true;
}

static void play(const duel_variant *v, void *state, duel_move move)
{
    heap *s = state;
    s->left -= (uint32_t)move;
    s->last = (uint16_t)move;
    s->seat = (uint16_t)(1 - s->seat);
}

/* ---- notation: 12, 12-3 (a 3 was just taken), 12-3/2 (player 2 to move) ------------------ */

static void print(const duel_variant *v, const void *view, duel_sink *out)
{
    const heap *s = view;
    duel_putf(out, "%u-%u/%u", s->left, s->last, s->seat + 1u);
}

static duel_status parse(const duel_variant *v, duel_str text, void *state, duel_msg *why)
{
    duel_str seat_text = text, heap_text, left_text;
    int64_t left, last = 0, seat = 1, most = v->option[MATCHES];
    duel_str_part(&seat_text, '/', &heap_text);
    duel_str_part(&heap_text, '-', &left_text);
    if (!duel_str_number(left_text, &left) ||
        (heap_text.at && !duel_str_number(heap_text, &last)) ||
        (seat_text.at && !duel_str_number(seat_text, &seat)))
        return duel_invalid(
            why,
            N_("A position is the number of matches, with the number just taken "
               "12-3, with the player to move 12-3/2; not “{0}”."),
            "s", text);
    if (left < 0 || left > most)
        return matches_too_many(options, most, left, why);
    if (last < 0 || last > v->option[MAX])
        return duel_invalid(why, N_("The number just taken goes from 0 (none yet) to {0}."),
                            "i", v->option[MAX]);
    if (seat < 1 || seat > 2)
        return duel_invalid(why, N_("The player to move is 1 or 2."), "");
    *(heap *)state = (heap){(uint32_t)left, (uint16_t)last, (uint16_t)(seat - 1)};
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
    if (n < 1 || n > v->option[MAX])
        return duel_refuse(why, N_("One may take 1 to {0} matches, not {1}."), "ii",
                           v->option[MAX], n);
    if (n == s->last)
        return duel_refuse(why, N_("The other player has just taken {0}: take another number."),
                           "i", n);
    if (n > (int64_t)s->left)
        return duel_refuse(why, N_("Only {0} {0:match is|matches are} left."), "i",
                           (int64_t)s->left);
    *move = (duel_move)n;
    return DUEL_OK;
}

/* ---- pictures and reasons ------------------------------------------------------------- */

static void scene(const duel_variant *v, const void *view, int seat, duel_scene *out)
{
    const heap *s = view;
    matches_scene(s->left, v->option[MATCHES], (int)v->option[MAX], out);
    if (s->left == 0)
        return; /* nobody is to move, and nothing is forbidden */
    duel_element *e = duel_scene_add(out, DUEL_COUNTER, "last", 5, out->height - 1, 4, 1);
    e->number = s->last;
    e->tone = s->last ? DUEL_DANGER : DUEL_SOFT;
    duel_say(&e->label,
             s->last ? N_("Just taken: {0}, now forbidden.") : N_("No number is forbidden."),
             "i", (int64_t)s->last);
}

static int path(const duel_variant *v, const void *view, duel_move move, duel_target out[])
{
    out[0] = duel_target_of("take:%d", (int)move);
    return 1;
}

static bool edit(const duel_variant *v, void *state, duel_str element, int step)
{
    heap *s = state;
    int numbers = (int)v->option[MAX] + 1;
    if (duel_str_is(element, "turn"))
        s->seat = (uint16_t)(1 - s->seat);
    else if (duel_str_is(element, "last"))
        s->last = (uint16_t)((s->last + step + numbers) % numbers);
    else
        return matches_edit(element, step, v->option[MATCHES], &s->left);
    return true;
}

enum { LEAVES_FOURS, BLOCKS, FORBIDS_THE_ANSWER, LEAVES_WON, ENDS };

/* The table of the 1..3 game, which has period 4 in the matches left: lost for the player to
 * move when 0 mod 4; 1 mod 4 just after a 1; 3 mod 4 just after a 3. */
static int fact_of(int64_t rest, int64_t taken)
{
    if (rest % 4 == 0)
        return LEAVES_FOURS;
    if (rest == 1 && taken == 1)
        return BLOCKS;
    if ((rest % 4 == 1 && taken == 1) || (rest % 4 == 3 && taken == 3))
        return FORBIDS_THE_ANSWER;
    return LEAVES_WON;
}

static const duel_seek nim_hints[] = {
    {LEAVES_FOURS, 0,
     N_("Some heaps are lost for whoever must take from them: look for one to leave.")},
    {BLOCKS, 0, N_("No number may be repeated: the other player can be blocked.")},
    {FORBIDS_THE_ANSWER, 0,
     N_("What you take is forbidden to the other player: that can spoil the answer.")},
    {LEAVES_WON, 0,
     N_("Every number leaves the other player a good answer: make it hard to find.")},
    {0, 0, NULL}};

static void explain(const duel_variant *v, const void *view, int seat, const duel_move played[],
                    int count, duel_reason *out)
{
    duel_move move = played[0];
    if (v->option[MAX] != 3 || v->option[MISERE])
        return;
    int64_t taken = (int64_t)move, rest = (int64_t)((const heap *)view)->left - taken;
    int kind = fact_of(rest, taken);
    duel_fact *f = duel_reason_add(out, kind);
    f->arg[0] = rest, f->arg[1] = taken;
    f->groups = matches_groups(rest, 0, 4);
    switch (kind) {
    case LEAVES_FOURS:
        duel_say(&f->text,
                 N_("It leaves {0} {0:match|matches}, a multiple of 4, and such a heap is "
                    "lost for whoever must take from it."),
                 "i", rest);
        break;
    case BLOCKS:
        duel_say(
            &f->text,
            N_("One match is left and a 1 may not be repeated: the other player is blocked."),
            "");
        break;
    case FORBIDS_THE_ANSWER:
        duel_say(&f->text,
                 N_("It leaves {0} {0:match|matches}: the answer would be {1}, down to a "
                    "multiple of 4, but {1} has just been taken and is forbidden."),
                 "ii", rest, taken);
        break;
    default:
        duel_say(&f->text,
                 N_("It leaves {0} {0:match|matches} after a {1}: the other player has a "
                    "winning answer."),
                 "ii", rest, taken);
    }
    duel_reason_seek(out, nim_hints);
}

/* ---- a first lesson ---------------------------------------------------------------------- */

static const duel_step steps[] = {
    {.say = N_("Each takes 1, 2 or 3 matches, whoever takes the last one wins, but nobody may "
               "take the number the other has just taken. The other took 1, so 1 is forbidden; "
               "three are left. Win."),
     .at = "3-1",
     .good = "3",
     .right = N_("Won: 3 was allowed."),
     .wrong = N_("That leaves one match, and the other player may take it: after a 2, a 1 is "
                 "allowed. Take all three.")},
    {.say = N_("Two are left, and 3 is forbidden. You could take both; but take 1 instead, and "
               "look what becomes of the other player."),
     .at = "2-3",
     .good = "1",
     .right = N_("One match is left, and 1 has just been taken: the other player is blocked, "
                 "and whoever cannot move has lost."),
     .wrong = N_("That wins as well. But there is a finer way: take 1, and the last match "
                 "cannot be taken.")},
    {.say =
         N_("Seven, and 1 is forbidden. A multiple of four is lost for whoever must take from "
            "it, here as in the game without the ban. Leave one."),
     .at = "7-1",
     .good = "3",
     .right = N_("Four are left, and 3 is now forbidden to the other player."),
     .wrong = N_("That leaves five, and the other player comes down to four by a 1. Leave four "
                 "yourself."),
     .reply = "2"},
    {.say = N_("The other player took 2. You would answer 2, and win; but 2 is forbidden now. "
               "There is still a way."),
     .good = "1",
     .right = N_("Blocked again. Four is lost, whatever is forbidden."),
     .wrong = N_("2 has just been taken. Take 1: the last match is then forbidden to the "
                 "other.")},
    {.say = N_("Nine, at the beginning of a game: nothing is forbidden. Leave a multiple of "
               "four."),
     .at = "9",
     .good = "1",
     .right = N_("Eight are left, and the other player may take 2 or 3."),
     .wrong = N_("From there the other player can win. Leave eight: two times four."),
     .reply = "2"},
    {.say = N_(
         "Six are left; 2, down to four, is forbidden. Turn the ban round: from 5 the other would need a 1, from 3 a 3. Take that very number, and it is gone."),
     .good = "1 3",
     .right = N_("The number the other player needs is the one you have just taken."),
     .wrong = N_("2 has just been taken: take 1 and leave five, or take 3 and leave three.")},
    {.say = N_("Last question: thirteen, and 2 is forbidden. Only one number wins."),
     .at = "13-2",
     .good = "1",
     .right = N_("Twelve. Now you know it all: leave a multiple of four; or one match more, by "
                 "taking 1; or three more, by taking 3."),
     .wrong =
         N_("That leaves ten after a 3, and the other player may leave eight by a 2. Leave "
            "a multiple of four.")},
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
                 : N_("{0} {0:match is|matches are} left, and {1} was just taken: whoever "
                      "cannot move has lost."),
             "ii", f->arg[0], (int64_t)s->last);
}

/* ---- speed ------------------------------------------------------------------------------ */

static uint64_t pack(const duel_variant *v, const void *state)
{
    const heap *s = state;
    return (uint64_t)s->left << LAST_BITS | s->last;
}

static bool unpack(const duel_variant *v, uint64_t key, void *state)
{
    uint64_t left = key >> LAST_BITS, last = key & ((1u << LAST_BITS) - 1);
    if (left > (uint64_t)v->option[MATCHES] || last > (uint64_t)v->option[MAX])
        return false;
    *(heap *)state = (heap){.left = (uint32_t)left, .last = (uint16_t)last};
    return true;
}

static uint32_t tier(const duel_variant *v, const void *state)
{
    return ((const heap *)state)->left;
}

static const duel_accel accel = {.pack = pack, .unpack = unpack, .tier = tier};

static void task(const duel_variant *v, const void *view, duel_msg *out)
{
    const heap *s = view;
    int64_t most = v->option[MAX] < s->left ? v->option[MAX] : s->left;
    if (s->last && s->last <= most)
        duel_say(out,
                 N_("Take 1 to {0} matches, but not {1}: the other has just taken so many."),
                 "ii", most, (int64_t)s->last);
    else
        duel_say(out, N_("Take 1 to {0} matches."), "i", most);
}

const duel_game duel_game_nim = {
    .id = "nim",
    .title = N_("NIM (no repeat)"),
    .tagline = N_("Never the number the other has just taken"),
    .rules = rules,
    .version = 1,
    .min_seats = 2,
    .max_seats = 2,
    .traits = DUEL_IMPARTIAL | DUEL_NIMBERS,
    .options = options,
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
