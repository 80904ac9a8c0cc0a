/* games/ergo/hide.c -- what a seat knows, and what may lie behind it.
 *
 * A seat knows its own hand and what everybody knows: the proof, what left the round, the cards
 * put under the pile, and those of them that somebody drew later and still holds. That is what
 * `shown` and `sunk` record; the rest of hands and pile, and the secret of the coming rounds,
 * are erased. */
#include "games/ergo/well_formed.h"

#include <string.h>

void ergo_hide(const duel_variant *v, void *state, int seat)
{
    ergo *s = state;
    for (int owner = 0; owner < DUEL_SEATS; owner++)
        if (owner != seat)
            s->hand[owner] = s->shown[owner];
    memset(s->pile + s->sunk, ERGO_UNKNOWN, (size_t)(s->pile_count - s->sunk));
    memset(s->secret, 0, sizeof s->secret);
}

/* ---- guessing ---------------------------------------------------------------------------- */

/* All cards that the view shows; kinds of which it shows too many make it false. */
static bool count_seen(const ergo *s, unsigned seen[ERGO_KINDS])
{
    memset(seen, 0, ERGO_KINDS * sizeof *seen);
    for (unsigned line = 0; line < LOGIC_LINES; line++)
        for (unsigned at = 0; at < s->length[line]; at++)
            seen[ergo_kind_at(s, line, at)]++;
    for (unsigned i = 0; i < s->pile_count; i++)
        if (s->pile[i] != ERGO_UNKNOWN)
            seen[s->pile[i]]++;
    for (unsigned seat = 0; seat < DUEL_SEATS; seat++)
        seen[ERGO_FALLACY] += s->fallacy[seat] > 0;
    bool possible = true;
    for (unsigned kind = 0; kind < ERGO_KINDS; kind++) {
        seen[kind] += ergo_count(s->gone, kind);
        for (unsigned seat = 0; seat < DUEL_SEATS; seat++)
            seen[kind] += ergo_count(s->hand[seat], kind);
        possible &= seen[kind] <= ergo_count(ERGO_ALL, kind);
    }
    return possible;
}

int ergo_surplus(const ergo *s)
{
    unsigned seen[ERGO_KINDS];
    count_seen(s, seen);
    for (unsigned kind = 0; kind < ERGO_KINDS; kind++)
        if (seen[kind] > ergo_count(ERGO_ALL, kind))
            return (int)kind;
    return -1;
}

/* The cards of which the view says nothing; false if it shows more of a kind than there are. */
static bool unseen_cards(const ergo *s, ergo_cards *out)
{
    unsigned seen[ERGO_KINDS];
    if (!count_seen(s, seen))
        return false;
    *out = ERGO_ALL;
    for (unsigned kind = 0; kind < ERGO_KINDS; kind++)
        *out -= seen[kind] * ergo_one(kind);
    return true;
}

static unsigned unknown_places(const ergo *s)
{
    unsigned count = 0;
    for (unsigned seat = 0; seat < DUEL_SEATS; seat++)
        count += s->held[seat] - ergo_total(s->hand[seat]);
    for (unsigned i = 0; i < s->pile_count; i++)
        count += s->pile[i] == ERGO_UNKNOWN;
    return count;
}

static void fill_from_deck(ergo *s, const uint8_t *deck)
{
    for (unsigned seat = 0; seat < DUEL_SEATS; seat++)
        for (unsigned missing = s->held[seat] - ergo_total(s->hand[seat]); missing; missing--)
            s->hand[seat] += ergo_one(*deck++);
    for (unsigned i = 0; i < s->pile_count; i++)
        if (s->pile[i] == ERGO_UNKNOWN)
            s->pile[i] = *deck++;
}

static unsigned deck_of(ergo_cards cards, uint8_t deck[ERGO_DECK])
{
    unsigned count = 0;
    for (unsigned kind = 0; kind < ERGO_KINDS; kind++)
        for (unsigned i = 0; i < ergo_count(cards, kind); i++)
            deck[count++] = (uint8_t)kind;
    return count;
}

/* Somebody else's turn seen half-way, with a line broken, tells that a card which mends it is
 * in that hand: deals without one are drawn again. */
static bool can_go_on(const duel_variant *v, const ergo *s)
{
    return s->stage != ERGO_PLAYING || fit_broken_line(s) < 0 || ergo_can_move(v, s);
}

/* Deals are equally likely and the moves seen are taken as given (no attempt is made to weigh
 * how likely a player with other cards was to make them), so every way to put the unseen cards
 * into the unknown places is equally likely: a shuffle. */
duel_status ergo_guess(const duel_variant *v, void *view, duel_rng *rng, duel_msg *why)
{
    enum { TRIES = 5000 };
    ergo *s = view, full;
    ergo_cards unseen;
    uint8_t deck[ERGO_DECK];
    if (!unseen_cards(s, &unseen) || unknown_places(s) != ergo_total(unseen))
        return duel_invalid(why, N_("This view shows other cards than the 55 of the game."),
                            "");
    unsigned count = deck_of(unseen, deck);
    for (int i = 0; i < TRIES; i++) {
        full = *s;
        duel_rng_shuffle(rng, deck, count);
        fill_from_deck(&full, deck);
        if (!can_go_on(v, &full))
            continue;
        if (!ergo_secret_known(&full))
            ergo_draw_secret(&full, rng);
        *s = full;
        return DUEL_OK;
    }
    return duel_invalid(why, N_("No card that is out of sight could mend the broken line."),
                        "");
}
