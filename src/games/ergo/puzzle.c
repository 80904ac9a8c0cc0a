/* games/ergo/puzzle.c -- see puzzle.h. Positions are those of games half played by chance; of
 * the first few that are puzzles, the one with most temptations is taken. */
#include "games/ergo/puzzle.h"
#include "core/play.h"

#include <stdlib.h>
#include <string.h>

enum {
    FOUND = 8, /* puzzles to choose from */
    POSITIONS = 20000,
    FEWEST_CARDS = 5, /* in the proof */
    MOST_CARDS = 16,
    FEWEST_KINDS = 5 /* in the hand */
};

/* ---- is it one? -------------------------------------------------------------------------- */

static unsigned kinds_in(ergo_cards hand)
{
    unsigned count = 0;
    for (unsigned kind = 0; kind < ERGO_KINDS; kind++)
        count += ergo_count(hand, kind) > 0;
    return count;
}

/* What can be told without looking at turns. */
static bool promises(const duel_variant *v, const ergo *s)
{
    logic_verdict verdict;
    ergo_cards hand = s->hand[s->turn];
    return s->stage == ERGO_PLAYING && s->used == 0 && s->fallacy[s->turn] == 0 &&
           s->held[s->turn] == ERGO_HAND && ergo_size(s) >= FEWEST_CARDS &&
           ergo_size(s) <= MOST_CARDS && kinds_in(hand) >= FEWEST_KINDS &&
           ergo_count(hand, ERGO_ERGO) == 0 && ergo_verdict(v, s, &verdict) &&
           !(verdict.proven >> s->turn & 1);
}

enum { MISSED, TEMPTING, SOLVED };

static int64_t classify_turn(const duel_variant *v, const ergo *before, const ergo_way *way,
                             const ergo *after)
{
    logic_verdict verdict;
    if (!ergo_verdict(v, after, &verdict) || !(verdict.proven >> before->turn & 1))
        return MISSED;
    return verdict.proven == 1U << before->turn ? SOLVED : TEMPTING;
}

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, ERGO_PROOF);
}

/* The proof with its lines in an order of their own, and the hand: so answers differ. */
typedef struct ending {
    uint8_t line[LOGIC_LINES][ERGO_PROOF]; /* the symbols and one, so that 0 ends a line */
    ergo_cards hand;
} ending;

static void end_of(const duel_variant *v, const ergo *s, const ergo_way *way, ending *out)
{
    ergo after = *s;
    memset(out, 0, sizeof *out);
    for (int i = 0; i < way->count; i++)
        ergo_play(v, &after, way->move[i]);
    for (unsigned line = 0; line < LOGIC_LINES; line++)
        for (unsigned at = 0; at < after.length[line]; at++)
            out->line[line][at] = (uint8_t)(after.line[line][at] + 1);
    qsort(out->line, LOGIC_LINES, sizeof *out->line, by_bytes);
    out->hand = after.hand[s->turn];
}

/* Whether the turns that solve it are one answer; then the first of them is in *answer. */
static bool single_answer(const duel_variant *v, const ergo *s, const ergo_turns *t,
                          ergo_way *answer)
{
    ending first, other;
    int count = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        if (t->way[i].worth != SOLVED)
            continue;
        end_of(v, s, &t->way[i], count ? &other : &first);
        if (count++ == 0)
            *answer = t->way[i];
        else if (memcmp(&first, &other, sizeof first) != 0)
            return false;
    }
    return count > 0;
}

static duel_status look_at(const duel_variant *v, const ergo *s, const atomic_bool *stop,
                           ergo_puzzle *out, bool *is_one, duel_msg *why)
{
    ergo_turns t;
    *is_one = false;
    if (!promises(v, s))
        return DUEL_OK;
    ergo_turns_init(&t);
    duel_status status = ergo_turns_find(v, s, classify_turn, stop, &t, why);
    *is_one = status == DUEL_OK && single_answer(v, s, &t, &out->answer);
    out->state = *s;
    out->turns = t.count;
    out->tempting = 0;
    for (uint32_t i = 0; i < t.count; i++)
        out->tempting += t.way[i].worth == TEMPTING;
    ergo_turns_fini(&t);
    return status;
}

/* ---- looking for one --------------------------------------------------------------------- */

/* A turn of somebody who thinks twice out of three times; else, and between rounds, a card. */
static void go_on(const duel_variant *v, ergo *s, duel_rng *rng)
{
    ergo_way way = {.count = 1};
    if (s->stage == ERGO_PLAYING && s->used == 0 && duel_rng_below(rng, 3)) {
        ergo_scale scale;
        ergo_scale_init(v, &ergo_seed_weights, s->turn, &scale);
        ergo_reply(v, s, &scale, rng, &way);
    } else {
        way.move[0] = ergo_sample(v, s, rng);
    }
    for (int i = 0; i < way.count; i++)
        ergo_play(v, s, way.move[i]);
}

duel_status ergo_puzzle_make(const duel_variant *v, uint64_t seed, const atomic_bool *stop,
                             ergo_puzzle *out, duel_msg *why)
{
    duel_rng rng;
    ergo s = {.stage = ERGO_ENDED};
    ergo_puzzle best = {.turns = 0}, one;
    int found = 0;
    duel_rng_init_number(&rng, seed);
    for (int i = 0; found < FOUND && i < POSITIONS; i++) {
        bool is_one;
        if (s.stage == ERGO_ENDED)
            ergo_deal(v, &rng, &s);
        duel_status status = look_at(v, &s, stop, &one, &is_one, why);
        if (status == DUEL_OK && stop && atomic_load(stop)) {
            duel_say(why, N_("Stopped before a puzzle was found."), "");
            status = DUEL_STOPPED;
        }
        if (status != DUEL_OK)
            return status;
        if (is_one && (found++ == 0 || one.tempting > best.tempting))
            best = one;
        go_on(v, &s, &rng);
    }
    if (found == 0)
        return duel_refuse(why, N_("No puzzle was found in {0} positions; try another seed."),
                           "i", (int64_t)POSITIONS);
    *out = best;
    return DUEL_OK;
}

/* ---- as the house tells it --------------------------------------------------------------- */

/* What the answer leaves in the proof, and how rare it is. */
static void tell_reasons(const duel_variant *v, const ergo_puzzle *p, duel_reason *out)
{
    ergo_add_reasons(v, &p->state, p->answer.move, p->answer.count, out);
    duel_say(&duel_reason_add(out, ERGO_FACT_HINT)->text,
             N_("Of {0} turns it is the only one; {1} {1:proves|prove} another letter, too."),
             "ii", (int64_t)p->turns, (int64_t)p->tempting);
}

static void tell_ergo_puzzle(const duel_variant *v, const ergo_puzzle *p, duel_puzzle *out)
{
    memset(out, 0, sizeof *out);
    memcpy(&out->state, &p->state, sizeof p->state);
    duel_say(&out->question, N_("{0}, use two cards: prove {1}, and no other letter."), "wc",
             duel_role(v, p->state.turn), ergo_face(p->state.turn, LOGIC_ASCII));
    out->count = out->line_count = p->answer.count;
    for (int i = 0; i < p->answer.count; i++)
        out->answer[i] = out->line[i] = p->answer.move[i];
    tell_reasons(v, p, &out->why);
}

static duel_status make(const duel_variant *v, uint64_t seed, const atomic_bool *stop,
                        duel_puzzle *out, duel_msg *why)
{
    ergo_puzzle p;
    duel_status status = ergo_puzzle_make(v, seed, stop, &p, why);
    if (status == DUEL_OK)
        tell_ergo_puzzle(v, &p, out);
    return status;
}

/* Whether the proof after a turn of `seat` is what was asked for, and what is wrong else. */
static duel_status check_proof(const duel_variant *v, const ergo *after, int seat,
                               duel_msg *why)
{
    char others[ERGO_LETTER_LIST];
    const char *own = ergo_face((unsigned)seat, LOGIC_ASCII);
    logic_verdict verdict;
    if (!ergo_verdict(v, after, &verdict) || !(verdict.proven >> seat & 1))
        return duel_refuse(why, N_("{0} is not proven that way. Try again."), "c", own);
    if (verdict.proven == 1U << seat)
        return DUEL_OK;
    ergo_letter_list(verdict.proven & ~(1U << seat), others);
    return duel_refuse(why,
                       N_("{0} is proven, but not alone: {1} would score as well. Try "
                          "again."),
                       "cc", own, others);
}

static duel_status judge_turn(const duel_variant *v, const void *state, const duel_move turn[],
                              int count, duel_msg *why)
{
    ergo after = *(const ergo *)state;
    int seat = after.turn;
    for (int i = 0; i < count; i++)
        ergo_play(v, &after, turn[i]);
    return check_proof(v, &after, seat, why);
}

const duel_puzzler ergo_puzzles = {.make = make, .judge = judge_turn};
