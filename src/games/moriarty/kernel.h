/* games/moriarty/kernel.h -- the hot code, compiled once for any machine, once for AVX2, and
 * once for AVX2 with what AVX-512 adds for words of four lanes.
 *
 * A kernel is a read-only table of functions. All kernels give the same results, to the same
 * number of nodes; which one runs is chosen once per call of a search, never inside it. */
#pragma once

#include "games/moriarty/bitboard.h"

typedef enum moriarty_path {
    MORIARTY_PORTABLE,
    MORIARTY_AVX2, /* this and the next presume that moriarty_path_works says so */
    MORIARTY_AVX512,
    MORIARTY_PATHS,
    MORIARTY_BEST_PATH = MORIARTY_PATHS /* the fastest that works on this machine */
} moriarty_path;

struct moriarty_worker;

typedef struct moriarty_kernel {
    uint64_t (*moves)(uint64_t mover, uint64_t other);
    uint64_t (*flips)(uint64_t mover, uint64_t other, int square);
    uint64_t (*perft)(moriarty_board b, uint64_t playable, int depth, int pass_cost);
    /* The value of a board within (alpha, beta); fail-soft: see node_kernel.h. */
    int (*search)(struct moriarty_worker *w, moriarty_board b, int alpha, int beta, int depth,
                  int proved);
} moriarty_kernel;

extern const moriarty_kernel moriarty_kernel_portable;
#if defined __x86_64__
extern const moriarty_kernel moriarty_kernel_avx2;
extern const moriarty_kernel moriarty_kernel_avx512;
#endif

bool moriarty_path_works(moriarty_path path);
/* The path that MORIARTY_BEST_PATH stands for; any other stands for itself. */
moriarty_path moriarty_path_chosen(moriarty_path path);
const moriarty_kernel *moriarty_kernel_of(moriarty_path path);

/* Leaf counts of the game tree: the usual proof that the rules are right. A game that ends
 * before the depth is reached counts as one leaf. The last ply is counted in bulk, without
 * playing it. */
typedef enum moriarty_pass_rule {
    MORIARTY_PASS_COSTS_A_PLY, /* the usual convention */
    MORIARTY_PASS_IS_FREE
} moriarty_pass_rule;

uint64_t moriarty_perft(moriarty_board b, uint64_t playable, int depth, moriarty_pass_rule rule,
                        moriarty_path path);
