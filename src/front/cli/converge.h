/* front/cli/converge.h -- how a game with secrets came to be solved, as a picture: the bounds
 * of its value closing, and the mixes of a few views settling.
 *
 *     begin ──▶ converge_watch, as the progress of the solve ──▶ converge_svg ──▶ fini
 *
 * Views are looked at where there are few; those drawn are the most mixed in the end. */
#ifndef DUEL_FRONT_CLI_CONVERGE_H
#define DUEL_FRONT_CLI_CONVERGE_H

#include "front/work.h"
#include "players/player.h"

typedef struct converge_view {
    int seat, count; /* whose; of moves */
    uint64_t known;
    duel_state *view;
    duel_move *move;
    size_t first; /* of its chances in a moment */
} converge_view;

typedef struct converge_moment {
    uint64_t iterations;
    double low, high;
    double *chance; /* of every move of every view */
} converge_moment;

typedef struct converge {
    work_meter *meter; /* is shown what is watched, too */
    const duel_variant *v;
    duel_player *player;
    converge_view *view;
    size_t views, choices;
    converge_moment *moment;
    size_t moments;
    bool looked, failed; /* views were looked for; there was no memory */
} converge;

void converge_begin(converge *c, work_meter *meter, const duel_variant *v, duel_player *p);
void converge_fini(converge *c);
/* A duel_think.progress; `watcher` is a converge. */
void converge_watch(void *watcher, const duel_progress *p);
void converge_svg(const converge *c, duel_lang lang, duel_sink *out);

#endif
