/* games/moriarty/search.h -- the best move of a position: estimated in the middle of the game,
 * proved near its end.
 *
 * The search deepens ply by ply on the evaluation, and proves the result as soon as the budget
 * is likely to suffice, or when asked to. Equal requests with one thread, a node limit and
 * equally filled tables visit the same nodes and give the same answer, on any kernel; proved
 * scores are the same for any number of threads. A search keeps nothing but what it puts into
 * the caller's table, so any number may run at once on tables of their own. */
#pragma once

#include "games/moriarty/eval.h"
#include "games/moriarty/transposition_table.h"

enum { MORIARTY_MAX_LINE = 128, MORIARTY_MAX_THREADS = 64 };

typedef struct moriarty_scored {
    int move;  /* a square or MORIARTY_PASS */
    int score; /* for the mover, in units: MORIARTY_UNIT a disc */
    int known; /* depth of that score; 0: not searched */
    bool proved;
} moriarty_scored;

typedef struct moriarty_answer {
    int move;  /* MORIARTY_NO_MOVE only when the game is over */
    int score; /* for the mover, in units; when proved, a whole number of discs */
    int swing; /* half of what it changed by from the depth before, odd after even or even
                * after odd: estimates swing so. 0 when proved */
    bool proved;
    int depth;                   /* plies searched; the empties when proved */
    int line[MORIARTY_MAX_LINE]; /* best play, passes included, beginning with `move` */
    int line_length;
    moriarty_scored moves[MORIARTY_MAX_MOVES]; /* every legal move when asked for, best first */
    int move_count;
    uint64_t nodes;
    double seconds;
} moriarty_answer;

typedef struct moriarty_request {
    moriarty_board board;
    uint64_t playable;   /* MORIARTY_ALL, or moriarty_playable(side) */
    bool plain;          /* score by plain disc difference: the winner takes no empties */
    bool blocked_ends;   /* the game ends when the mover has no move: nobody ever passes */
    bool prove;          /* go straight for the proof */
    bool sure;           /* no selective search, not even to prepare a proof */
    bool every_move;     /* the score of every legal move, not of the best alone */
    int max_depth;       /* in plies; 0: no limit. Reaching the last empty square is a proof */
    uint64_t node_limit; /* 0: no limit */
    double seconds;      /* 0: no limit */
    const atomic_bool *stop; /* may be NULL; raised by anybody to have the best so far */
    int threads;             /* at least 1 */
    moriarty_path path;
    moriarty_table *table;
    const moriarty_eval *eval;
    /* Called after every finished depth, by the calling thread; may be NULL. */
    void (*progress)(void *user, const moriarty_answer *so_far);
    void *user;
} moriarty_request;

/* DUEL_OK, or DUEL_STOPPED when a limit or the flag came before the request was fulfilled (a
 * proof was asked for and is not there, or nothing at all was searched): *out then still holds
 * a legal move, the best found. DUEL_NO_SPACE: no memory for threads. */
duel_status moriarty_think(const moriarty_request *request, moriarty_answer *out,
                           duel_msg *why);
