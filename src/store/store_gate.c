/* store/store_gate.c -- see store_gate.h. */
#include "store/store_gate.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct store_gate {
    pthread_mutex_t lock;
    pthread_cond_t left;
    int holders;
    uint64_t given, turn; /* numbers drawn; whose it is */
};

store_gate *gate_new(void)
{
    store_gate *g = calloc(1, sizeof *g);
    if (g == NULL)
        return NULL;
    pthread_mutex_init(&g->lock, NULL);
    pthread_cond_init(&g->left, NULL);
    g->holders = 1;
    return g;
}

store_gate *gate_hold(store_gate *g)
{
    pthread_mutex_lock(&g->lock);
    g->holders++;
    pthread_mutex_unlock(&g->lock);
    return g;
}

void gate_let_go(store_gate *g)
{
    if (g == NULL)
        return;
    pthread_mutex_lock(&g->lock);
    int left = --g->holders;
    pthread_mutex_unlock(&g->lock);
    if (left)
        return;
    pthread_cond_destroy(&g->left);
    pthread_mutex_destroy(&g->lock);
    free(g);
}

void gate_enter(store_gate *g)
{
    pthread_mutex_lock(&g->lock);
    uint64_t own = g->given++;
    while (g->turn != own)
        pthread_cond_wait(&g->left, &g->lock);
    pthread_mutex_unlock(&g->lock);
}

void gate_leave(store_gate *g)
{
    pthread_mutex_lock(&g->lock);
    g->turn++;
    pthread_cond_broadcast(&g->left);
    pthread_mutex_unlock(&g->lock);
}

int gate_waiting(store_gate *g)
{
    pthread_mutex_lock(&g->lock);
    uint64_t there = g->given - g->turn; /* the one inside among them */
    pthread_mutex_unlock(&g->lock);
    return there ? (int)(there - 1) : 0;
}
