/* players/habit.c -- see habit.h. */
#include "players/habit.h"

#include <stdlib.h>
#include <string.h>

static void count_answer(const duel_answer *a, const duel_move move[], int count, double part,
                         double chance[])
{
    for (int i = 0; i < count; i++)
        if (a->plan_count && move[i] == a->plan[0])
            chance[i] += part;
}

/* The chances of the moves rated, which may come in another order. */
static void take_chances(const duel_answer *a, const duel_move move[], int count,
                         double chance[])
{
    for (int i = 0; i < count; i++)
        for (int k = 0; k < a->rated_count; k++)
            if (a->rated[k].move == move[i])
                chance[i] = a->rated[k].chance;
}

duel_status duel_habit_ask(duel_player *p, const duel_think *t, int seeds,
                           const duel_move move[], int count, double chance[], bool *told,
                           duel_msg *why)
{
    duel_answer *a = malloc(sizeof *a);
    duel_status status = a ? DUEL_OK : duel_full(why);
    bool mixed = false;
    memset(chance, 0, (size_t)count * sizeof *chance);
    for (int seed = 1; status == DUEL_OK && !mixed && seed <= seeds; seed++) {
        duel_think asked = *t;
        asked.seed = t->seed + (uint64_t)seed;
        status = duel_player_think(p, &asked, a, why);
        mixed = status == DUEL_OK && a->mixed;
        if (mixed)
            take_chances(a, move, count, chance);
        else if (status == DUEL_OK)
            count_answer(a, move, count, 1.0 / seeds, chance);
        duel_player_forget(p);
    }
    free(a);
    *told = mixed;
    return status;
}
