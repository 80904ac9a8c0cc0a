/* table/judge.h -- one judgement of a view, from which everything about it is told.
 *
 *     a view ──▶ is there a judgement that will do? ──yes──▶ it
 *                       │ no
 *                       └──▶ the prover, then the searcher ──▶ a judgement, with a number
 *
 * The bar, the list of moves, badges, hints, advice, why-not, the curve and the review read
 * judgements; so none of them denies what another has told. A judgement belongs to what one
 * seat sees (the bytes after `hide`), and to its past where somebody told it, and grows:
 * whoever asks with more time makes it better, and its number says which of two is the later.
 * The engines forget everything from one view to the next, so that a judgement depends on the
 * view, the limits and what was learned, and on nothing else.
 *
 * One thread at a time. */
#pragma once

#include "core/worth.h"
#include "players/lazy_player.h"

typedef struct table_judge table_judge;

/* The engine that judges where nothing is proved. */
const char *judge_searcher(const duel_variant *v);

typedef struct judge_result {
    int64_t number; /* of this judgement: grows with every change of it */
    bool settled;   /* no thinking can add anything */
} judge_result;

/* `spec`: an engine that is to judge alone; NULL: what proves where it can, then what knows the
 * game best. */
duel_status judge_new(const player_context *t, const char *spec, size_t memory,
                      table_judge **out, duel_msg *why);
void judge_free(table_judge *j); /* NULL is fine; nothing is learned */

/* The judgement of t->view for t->seat, every move valued, that took at least the seconds and
 * nodes (of each engine) of `t`, or needs no more; else it is thought about as `t` says.
 * Stopped, it is the best so far. */
duel_status judge_ask(table_judge *j, const duel_think *t, duel_answer *out,
                      judge_result *judged, duel_msg *why);
