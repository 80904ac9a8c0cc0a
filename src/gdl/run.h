/* gdl/run.h -- the words of which a flat program is made, and what runs it fast. */
#ifndef DUEL_GDL_RUN_H
#define DUEL_GDL_RUN_H

/* A gate: GDL_CODE_GATE + how many values must hold, how many must not, the values. A loop:
 * GDL_CODE_LOOP, words of its body, how many nodes it has, the first one's value, the signals
 * that define them, then its body. */
enum { GDL_CODE_LOOP, GDL_CODE_GATE };

/* Built twice: for processors that know words of 256 bits and count bits, and for those that do
 * not. Sanitizers do not get along with the choice at start. */
#if defined(__x86_64__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) &&            \
    !defined(__SANITIZE_THREAD__)
#define GDL_FOR_BOTH __attribute__((target_clones("avx2", "default")))
#else
#define GDL_FOR_BOTH
#endif

/* Of a function that is built twice: built into each, with what that may use. */
#define GDL_PART_OF_BOTH __attribute__((always_inline)) static inline

#endif
