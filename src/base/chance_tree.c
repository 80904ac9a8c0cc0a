/* base/chance_tree.c -- see chance_tree.h. */
#include "base/chance_tree.h"

void duel_chance_tree_init(duel_chance_tree *t)
{
    t->length = t->read = t->beyond = 0;
    t->fault = DUEL_CHANCE_TREE_FINE;
}

bool duel_chance_tree_write(duel_chance_tree *t, uint32_t digit)
{
    if (t->length == DUEL_CHANCE_TREE_DRAWS)
        return false;
    t->digit[t->length] = digit;
    t->bound[t->length++] = 0;
    return true;
}

/* Once nothing comes of it, any number does, but not the same again and again: who draws until
 * something fits has to come to an end. */
static uint32_t give_up(duel_chance_tree *t, duel_chance_tree_fault fault, uint32_t n)
{
    t->fault = fault;
    return (uint32_t)(++t->beyond * UINT64_C(0x9E3779B97F4A7C15) >> 33) % n;
}

uint32_t duel_chance_tree_draw(duel_chance_tree *t, uint32_t n)
{
    if (n == 1)
        return 0;
    if (t->fault != DUEL_CHANCE_TREE_FINE)
        return give_up(t, t->fault, n);
    uint32_t at = t->read;
    if (at == t->length && !duel_chance_tree_write(t, 0))
        return give_up(t, DUEL_CHANCE_TREE_LONG, n);
    if (t->bound[at] == 0)
        t->bound[at] = n;
    if (t->bound[at] != n || t->digit[at] >= n)
        return give_up(t, DUEL_CHANCE_TREE_FICKLE, n);
    t->read++;
    return t->digit[at];
}

bool duel_chance_tree_next(duel_chance_tree *t)
{
    if (t->fault == DUEL_CHANCE_TREE_FINE && t->read < t->length)
        t->fault = DUEL_CHANCE_TREE_FICKLE;
    if (t->fault != DUEL_CHANCE_TREE_FINE)
        return false;
    while (t->length > 0 && t->digit[t->length - 1] + 1 == t->bound[t->length - 1])
        t->length--;
    t->read = 0;
    if (t->length == 0)
        return false;
    t->digit[t->length - 1]++;
    return true;
}

double duel_chance_tree_weight(const duel_chance_tree *t)
{
    double weight = 1;
    for (uint32_t i = 0; i < t->read; i++)
        weight /= t->bound[i];
    return weight;
}
