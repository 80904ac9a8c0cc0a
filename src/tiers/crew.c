/* tiers/crew.c -- see crew.h. */
#include "tiers/crew.h"
#include "core/guard.h"

#include <pthread.h>

typedef struct hand {
    const duel_game *game;
    void (*work)(void *job, int i);
    void *job;
    int i;
    duel_msg fault; /* of the game; id NULL: none */
} hand;

static void *lend_a_hand(void *arg)
{
    hand *h = arg;
    duel_guard g;
    duel_guard_begin(&g, h->game);
    h->work(h->job, h->i);
    if (duel_guard_end(&g, DUEL_OK, &h->fault) == DUEL_OK)
        h->fault.id = NULL;
    return NULL;
}

void crew_run(const duel_game *game, int threads, void (*work)(void *job, int i), void *job)
{
    pthread_t id[CREW_MOST];
    hand hands[CREW_MOST];
    int started = 1;
    for (; started < threads && started < CREW_MOST; started++) {
        hands[started] = (hand){.game = game, .work = work, .job = job, .i = started};
        if (pthread_create(&id[started], NULL, lend_a_hand, &hands[started]) != 0)
            break;
    }
    work(job, 0);
    for (int i = 1; i < started; i++) {
        pthread_join(id[i], NULL);
        if (hands[i].fault.id)
            duel_guard_fault(game, &hands[i].fault);
    }
}
