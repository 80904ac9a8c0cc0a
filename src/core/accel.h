/* core/accel.h -- what a game can do faster than by its plain functions: see core/game.h. */
#pragma once

#include "core/state.h"

/* Room for the children of several states, one behind the other: those of the first state in
 * the order of its moves, then those of the second, and so on. */
typedef struct duel_children {
    void *child;     /* states, `room` of them */
    duel_move *move; /* by child: what led to it, */
    int *parent;     /* and from which state, counted from 0 */
    int room;
} duel_children;

/* Optional speed. Changes no result; the laws hold each of these to the plain functions. */
typedef struct duel_accel {
    /* An injective key of the state (without the seat when impartial), in v->key_bits bits. */
    uint64_t (*pack)(const duel_variant *v, const void *state);
    /* A key shared by exactly the states that a symmetry of the game carries into each other;
     * one of their packs. */
    uint64_t (*canon)(const duel_variant *v, const void *state);
    /* How good the state looks for `seat`; any scale, within ±1000000. */
    int32_t (*evaluate)(const duel_variant *v, const void *state, int seat);
    /* Larger = tried earlier. */
    int32_t (*order)(const duel_variant *v, const void *state, duel_move move);
    /* Plays like `play` and returns a trace with which `undo` restores every byte. */
    uint64_t (*make)(const duel_variant *v, void *state, duel_move move);
    void (*undo)(const duel_variant *v, void *state, duel_move move, uint64_t trace);
    /* A move for a play-out, from the same moves as `moves`. */
    duel_move (*sample)(const duel_variant *v, const void *state, duel_rng *rng);
    /* A proved formula for the result, where there is one: true if it answers. */
    bool (*known)(const duel_variant *v, const void *state, duel_result *out);
    /* The children of `count` states, one behind the other: for games that make many at the
     * price of one. As many whole states are done as fit into the brood, which has room for
     * one at least; their number is returned, and *made is how many children that gives. */
    int (*expand)(const duel_variant *v, const void *states, int count, duel_children *out,
                  int *made);
    /* So many games from here to their ends, by random moves, each as likely as any other: the
     * scores of each. One that goes on for too long is a tie, all its scores 0. */
    void (*playouts)(const duel_variant *v, const void *state, int count, duel_rng *rng,
                     int32_t (*score)[DUEL_SEATS]);
    /* The state of a key that pack or canon gave, in an impartial game with either seat to
     * move; false: no state has this key, which may be any number. */
    bool (*unpack)(const duel_variant *v, uint64_t key, void *state);
    /* The step of a staircase on which the state lies: no move leads up, and only where the
     * variant is loopy may one stay on its step. States that share a key, or a canonical one,
     * share a tier. With both, a game is solved step by step (tiers/solve.h). */
    uint32_t (*tier)(const duel_variant *v, const void *state);
    /* The margin that the state carries already, for the seat to move, in a game of margins:
     * seeds taken, tricks made. It changes nothing of what lies ahead: keys leave it out, so
     * that states which share one may differ in it, and play on alike. A game that never ends
     * is worth what it carries. Where the variant is loopy, a move that changes it leads to a
     * lower tier. What is kept by key is what lies ahead alone (core/value.h). */
    int32_t (*carried)(const duel_variant *v, const void *state);
    /* All positions, whether a game comes to them or not, of tiers that no move leaves for
     * others: the i-th of these tiers from below, and how many numbers it has; false: there are
     * no more. And the key with number k in a tier: no key has two numbers, some have no
     * position (unpack refuses them), and of symmetric positions each has its own, of which
     * that counts which canon keeps. */
    bool (*span)(const duel_variant *v, uint32_t i, uint32_t *tier, uint64_t *count);
    uint64_t (*nth)(const duel_variant *v, uint32_t tier, uint64_t k);
} duel_accel;
