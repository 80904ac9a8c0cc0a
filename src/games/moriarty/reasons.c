/* games/moriarty/reasons.c -- why a move is good or bad: see moriarty.h.
 *
 * The most telling first: how it ends, corners, risks, then freedom of movement, parity, what
 * is safe for good, and the discs turned, which beginners look at and which tell least. Freedom
 * that is lost comes last: it is what the move costs, not why it is played.
 * The result of perfect play is told where working it out takes no longer than reading it. */
#include "games/moriarty/moriarty.h"

enum {
    CHEAP_EMPTIES = 10, /* left after the move: some thousand positions */
    CHEAP_TABLE = 1 << 16,
    LATE_EMPTIES = 24, /* from here on regions close and parity matters */
    SMALL_REGION = 9
};

typedef struct scenery { /* the board before and after the move, own side first in both */
    const duel_variant *v;
    const moriarty_state *state;
    moriarty_state next;
    uint64_t playable, corners;
    moriarty_board before, after;
    int move;
} scenery;

static scenery look_at_move(const duel_variant *v, const moriarty_state *s, int move)
{
    scenery y = {.v = v,
                 .state = s,
                 .next = *s,
                 .playable = moriarty_squares(v),
                 .corners = moriarty_corners(moriarty_squares(v)),
                 .before = moriarty_board_of(s),
                 .move = move};
    moriarty_do(&y.next, move);
    y.after = moriarty_passed(moriarty_board_of(&y.next));
    return y;
}

static uint64_t own_moves(const scenery *y, moriarty_board b)
{
    return moriarty_moves(b, y->playable);
}

static uint64_t their_moves(const scenery *y, moriarty_board b)
{
    return moriarty_moves(moriarty_passed(b), y->playable);
}

static uint64_t empties(const scenery *y, moriarty_board b)
{
    return y->playable & ~(b.mover | b.other);
}

/* A fact about a set of squares: the set is its number, and what is highlighted. */
static duel_fact *tell_squares(const scenery *y, duel_reason *out, int kind, uint64_t set)
{
    duel_fact *f = duel_reason_add(out, kind);
    f->arg[0] = (int64_t)set;
    for (; set && f->targets < DUEL_FACT_TARGETS; set &= set - 1)
        f->target[f->targets++] =
            duel_target_of("cell:%d:%d", moriarty_column(y->v, moriarty_first(set)),
                           moriarty_row(y->v, moriarty_first(set)));
    return f;
}

static void say_square(const scenery *y, duel_fact *f, uint64_t set, const char *sentence)
{
    duel_say(&f->text, sentence, "c", moriarty_square_name(y->v, moriarty_first(set)).text);
}

/* 1, 0 or -1: more, as much, less. */
static int compared(int64_t after, int64_t before)
{
    return (after > before) - (after < before);
}

/* ---- how it ends ----------------------------------------------------------------- */

static void explain_end(const scenery *y, duel_reason *out)
{
    int32_t score[DUEL_SEATS] = {0};
    y->v->game->over(y->v, &y->next, score);
    duel_fact *f = duel_reason_add(out, MORIARTY_FACT_ENDS);
    f->arg[0] = score[y->state->seat];
    f->arg[1] = score[1 - y->state->seat];
    f->speaks = compared(f->arg[0], f->arg[1]);
    duel_say(&f->text, N_("It ends the game, {0} to {1}."), "ii", f->arg[0], f->arg[1]);
}

/* Own lead with best play after the move; false, and nothing told, without memory. */
static bool perfect_lead(const scenery *y, int *lead)
{
    moriarty_table table;
    moriarty_answer answer;
    moriarty_request q = moriarty_request_of(y->v, &y->next);
    if (moriarty_table_init(&table, CHEAP_TABLE, NULL) != DUEL_OK)
        return false;
    q.prove = true;
    q.table = &table;
    bool proved = moriarty_think(&q, &answer, NULL) == DUEL_OK && answer.proved;
    moriarty_table_fini(&table);
    if (proved)
        *lead = -answer.score / MORIARTY_UNIT;
    return proved;
}

static const char *result_text(int lead)
{
    return lead > 0   ? N_("If both sides play their best from here on, you win by {0}.")
           : lead < 0 ? N_("If both sides play their best from here on, you lose by {0}.")
                      : N_("If both sides play their best from here on, it ends in a tie.");
}

static void explain_result(const scenery *y, duel_reason *out)
{
    int lead;
    if (moriarty_count(empties(y, y->after)) > CHEAP_EMPTIES || !perfect_lead(y, &lead))
        return;
    duel_fact *f = duel_reason_add(out, MORIARTY_FACT_RESULT);
    f->arg[0] = lead;
    f->speaks = compared(lead, 0);
    duel_say(&f->text, result_text(lead), "i", (int64_t)(lead < 0 ? -lead : lead));
}

/* ---- corners and what lies next to them ------------------------------------------ */

static void explain_corner(const scenery *y, duel_reason *out)
{
    uint64_t corner = moriarty_bit(y->move) & y->corners;
    if (corner == 0)
        return;
    duel_fact *f = tell_squares(y, out, MORIARTY_FACT_CORNER, corner);
    f->speaks = 1;
    say_square(y, f, corner, N_("It takes the corner {0}, which can never be turned."));
}

static void explain_gift(const scenery *y, duel_reason *out)
{
    uint64_t given = their_moves(y, y->after) & ~their_moves(y, y->before) & y->corners;
    if (given == 0)
        return;
    duel_fact *f = tell_squares(y, out, MORIARTY_FACT_GIVES, given);
    f->speaks = -1;
    if (moriarty_count(given) == 1)
        say_square(y, f, given, N_("It opens the corner {0} to the other side."));
    else
        duel_say(&f->text, N_("It opens {0} corners to the other side."), "i",
                 (int64_t)moriarty_count(given));
}

static void explain_neighbour(const scenery *y, duel_reason *out)
{
    uint64_t corner = moriarty_around[y->move] & y->corners & empties(y, y->before);
    if (corner == 0)
        return;
    int at = moriarty_first(corner);
    bool edge = at % 8 == y->move % 8 || at / 8 == y->move / 8;
    duel_fact *f = tell_squares(y, out, edge ? MORIARTY_FACT_C : MORIARTY_FACT_X, corner);
    f->speaks = -1;
    say_square(
        y, f, corner,
        edge ? N_("It stands on the edge right beside the empty corner {0}: the corner may be "
                  "lost by it.")
             : N_("It stands diagonally next to the empty corner {0}: that is how corners "
                  "are mostly lost."));
}

/* ---- freedom, parity, safety ----------------------------------------------------- */

static void explain_shut(const scenery *y, duel_reason *out)
{
    if (their_moves(y, y->after) || moriarty_blocked_ends(y->v))
        return;
    duel_fact *f = duel_reason_add(out, MORIARTY_FACT_SHUTS);
    f->speaks = 1;
    duel_say(&f->text,
             N_("The other side is left without a move: it must pass, and you play again."),
             "");
}

/* What becomes of the choice on both sides; {0} and {1} are your moves before and after, {2}
 * and {3} theirs. */
static const char *mobility_text(int yours, int theirs)
{
    static const char *const text[3][3] = {
        /* theirs: fewer */
        {N_("It narrows the choice on both sides: from {2} to {3} {3:move|moves} for the other "
            "side, from {0} to {1} for you."),
         N_("The other side is left with {3} {3:move|moves} instead of {2}, and you keep your "
            "{1}."),
         N_("The other side is left with {3} {3:move|moves} instead of {2}, while you have more "
            "to choose from: {1} instead of {0}.")},
        /* the same */
        {N_("It costs you some freedom, {1} {1:move|moves} instead of {0}, and takes none of its "
            "{3} from the other side."),
         N_("It changes nobody's choice: {3} {3:move|moves} for the other side, {1} for you."),
         N_("It gives you more to choose from, {1} {1:move|moves} instead of {0}, and the other "
            "side no more than its {3}.")},
        /* more */
        {N_("It makes room for the other side, {3} {3:move|moves} instead of {2}, and takes it "
            "from you, {1} instead of {0}."),
         N_("It makes room for the other side, {3} {3:move|moves} instead of {2}, and none for "
            "you: {1} as before."),
         N_("It opens the game for both: from {2} to {3} {3:move|moves} for the other side, from "
            "{0} to {1} for you.")}};
    return text[theirs + 1][yours + 1];
}

/* Room is gained on balance: less for them, or more for oneself and no more for them. */
static bool gains_room(const scenery *y)
{
    int theirs = compared(moriarty_count(their_moves(y, y->after)),
                          moriarty_count(their_moves(y, y->before)));
    int yours = compared(moriarty_count(own_moves(y, y->after)),
                         moriarty_count(own_moves(y, y->before)));
    return theirs < 0 || (theirs == 0 && yours > 0);
}

static void explain_mobility(const scenery *y, duel_reason *out)
{
    duel_fact *f = duel_reason_add(out, MORIARTY_FACT_MOBILITY);
    f->arg[0] = moriarty_count(own_moves(y, y->before));
    f->arg[1] = moriarty_count(own_moves(y, y->after));
    f->arg[2] = moriarty_count(their_moves(y, y->before));
    f->arg[3] = moriarty_count(their_moves(y, y->after));
    f->speaks = gains_room(y) ? 1 : f->arg[1] < f->arg[0] || f->arg[3] > f->arg[2] ? -1 : 0;
    duel_say(&f->text,
             mobility_text(compared(f->arg[1], f->arg[0]), compared(f->arg[3], f->arg[2])),
             "iiii", f->arg[0], f->arg[1], f->arg[2], f->arg[3]);
}

/* Discs turned deep inside offer the other side nothing to catch. */
static void explain_quiet(const scenery *y, duel_reason *out)
{
    uint64_t turned = y->before.other & y->after.mover, open = 0, empty = empties(y, y->after);
    for (uint64_t rest = turned; rest; rest &= rest - 1)
        open |= moriarty_around[moriarty_first(rest)] & empty;
    if (open || moriarty_count(empty) <= LATE_EMPTIES)
        return;
    duel_fact *f = tell_squares(y, out, MORIARTY_FACT_QUIET, turned);
    f->speaks = 1;
    duel_say(
        &f->text,
        moriarty_count(turned) == 1
            ? N_("It is a quiet move: the disc it turns touches no empty square, so it "
                 "opens nothing.")
            : N_("It is a quiet move: the discs it turns touch no empty square, so it opens "
                 "nothing."),
        "");
}

/* The empty squares that hang together with `square`, corner to corner included. */
static uint64_t region_of(uint64_t empty, int square)
{
    uint64_t region = moriarty_bit(square), grown = 0;
    while (region != grown) {
        grown = region;
        for (uint64_t rest = grown; rest; rest &= rest - 1)
            region |= moriarty_around[moriarty_first(rest)] & empty;
    }
    return region;
}

static void explain_parity(const scenery *y, duel_reason *out)
{
    uint64_t empty = empties(y, y->before), region = region_of(empty, y->move);
    int count = moriarty_count(region);
    if (moriarty_count(empty) > LATE_EMPTIES || count > SMALL_REGION || region == empty)
        return;
    duel_fact *f = tell_squares(y, out, MORIARTY_FACT_PARITY, region);
    f->speaks = count % 2 ? 1 : -1;
    if (count == 1)
        duel_say(
            &f->text,
            N_("It fills a single empty square, cut off from the others: nobody plays there after you."),
            "");
    else
        duel_say(&f->text,
                 count % 2
                     ? N_("It is played in a part of the board with {0} empty squares, an odd "
                          "number: if you take turns there, you have the last word.")
                     : N_("It is played in a part of the board with {0} empty squares, an even "
                          "number: if you take turns there, the other side has the last word."),
                 "i", (int64_t)count);
}

static void explain_stable(const scenery *y, duel_reason *out)
{
    if (y->playable != MORIARTY_ALL)
        return;
    int before = moriarty_count(moriarty_stable(y->before.mover, y->before.other));
    int after = moriarty_count(moriarty_stable(y->after.mover, y->after.other));
    if (after <= before)
        return;
    duel_fact *f = duel_reason_add(out, MORIARTY_FACT_STABLE);
    f->arg[0] = before, f->arg[1] = after;
    f->speaks = 1;
    duel_say(&f->text,
             N_("It makes {0} more {0:disc|discs} of yours safe for good, {1} in all."), "ii",
             (int64_t)(after - before), (int64_t)after);
}

static void explain_turned(const scenery *y, duel_reason *out)
{
    uint64_t turned = y->before.other & y->after.mover;
    duel_fact *f = tell_squares(y, out, MORIARTY_FACT_TURNED, turned);
    duel_say(&f->text, N_("It turns {0} {0:disc|discs}."), "i",
             (int64_t)moriarty_count(turned));
}

static void explain_going_on(const scenery *y, duel_reason *out)
{
    explain_result(y, out);
    explain_corner(y, out);
    explain_gift(y, out);
    explain_shut(y, out);
    explain_neighbour(y, out);
    bool room = gains_room(y);
    if (room)
        explain_mobility(y, out);
    explain_quiet(y, out);
    explain_parity(y, out);
    explain_stable(y, out);
    explain_turned(y, out);
    if (!room)
        explain_mobility(y, out);
}

static const duel_seek moriarty_hints[] = {
    {MORIARTY_FACT_FORCED, 0, N_("There is only one thing to do.")},
    {MORIARTY_FACT_ENDS, 1, N_("You can end the game and win it.")},
    {MORIARTY_FACT_ENDS, 0, N_("The game can be ended in a tie.")},
    {MORIARTY_FACT_ENDS, -1, N_("The game is about to end: count the discs.")},
    {MORIARTY_FACT_RESULT, 1, N_("The game can be counted out to a win from here.")},
    {MORIARTY_FACT_RESULT, 0, N_("The game can be counted out to a tie from here.")},
    {MORIARTY_FACT_RESULT, -1,
     N_("The game can be counted out, and it is lost: lose by as little as you can.")},
    {MORIARTY_FACT_CORNER, 1, N_("A corner can be taken.")},
    {MORIARTY_FACT_SHUTS, 1, N_("The other side can be left without a move.")},
    {MORIARTY_FACT_MOBILITY, 1, N_("Think of the choice that is left on both sides.")},
    {MORIARTY_FACT_QUIET, 1, N_("Look for a quiet move, which opens nothing.")},
    {MORIARTY_FACT_PARITY, 1,
     N_("Count the empty squares part by part: who has the last word there?")},
    {MORIARTY_FACT_STABLE, 1, N_("Discs can be made safe for good.")},
    {MORIARTY_FACT_MOBILITY, 0, N_("Think of the choice that is left on both sides.")},
    {MORIARTY_FACT_MOBILITY, -1, N_("Here a good move costs some freedom.")},
    {0, 0, NULL}};

void moriarty_explain(const duel_variant *v, const void *view, int seat, const duel_move turn[],
                      int count, duel_reason *out)
{
    duel_move move = turn[0];
    scenery y = look_at_move(v, view, (int)move);
    bool ended = moriarty_ended(v, &y.next);
    if (move == MORIARTY_PASS) {
        duel_say(&duel_reason_add(out, MORIARTY_FACT_FORCED)->text,
                 N_("No square turns a disc: passing is the only move."), "");
        explain_result(&y, out);
    } else if (ended) {
        explain_end(&y, out);
        explain_turned(&y, out);
    } else {
        explain_going_on(&y, out);
    }
    duel_reason_seek(out, moriarty_hints);
}

static const char *counted_text(int64_t empty, int64_t prize)
{
    return empty == 0 ? N_("Every square is taken: {0} discs against {1}.")
           : prize > 0
               ? N_("Nobody can move any more: {0} discs against {1}, and the {2} empty "
                    "{2:square counts|squares count} for the winner.")
               : N_("Nobody can move any more: {0} discs against {1}.");
}

void moriarty_ending(const duel_variant *v, const void *view, int seat, duel_reason *out)
{
    const moriarty_state *s = view;
    int32_t score[DUEL_SEATS] = {0};
    v->game->over(v, view, score);
    duel_fact *f = duel_reason_add(out, MORIARTY_FACT_COUNTED);
    f->arg[0] = moriarty_count(s->disc[0]);
    f->arg[1] = moriarty_count(s->disc[1]);
    f->arg[2] = moriarty_count(moriarty_squares(v)) - f->arg[0] - f->arg[1];
    duel_say(&f->text, counted_text(f->arg[2], score[0] + score[1] - f->arg[0] - f->arg[1]),
             "iii", f->arg[0], f->arg[1], f->arg[2]);
}
