/* core/action.c -- see action.h. */
#include "core/action.h"

bool duel_actions_fixed(const duel_variant *v)
{
    return v->actions > 0;
}

uint32_t duel_action_count(const duel_variant *v)
{
    return duel_actions_fixed(v) ? v->actions : v->max_moves;
}

uint32_t duel_action_at(const duel_variant *v, const duel_move list[], int at)
{
    if (!duel_actions_fixed(v))
        return (uint32_t)at;
    return v->game->encoding.action ? v->game->encoding.action(v, list[at])
                                    : (uint32_t)list[at];
}

int duel_action_find(const duel_variant *v, const duel_move list[], int count, uint32_t action)
{
    if (!duel_actions_fixed(v))
        return action < (uint32_t)count ? (int)action : -1;
    for (int i = 0; i < count; i++)
        if (duel_action_at(v, list, i) == action)
            return i;
    return -1;
}

static bool has_tensor(const duel_variant *v)
{
    return v->game->encoding.tensor && v->tensor_size > 0;
}

uint32_t duel_tensor_size(const duel_variant *v)
{
    return has_tensor(v) ? v->tensor_size : 8 * v->state_size;
}

float *duel_tensor_bits(uint64_t bits, int count, float *out)
{
    for (int i = 0; i < count; i++)
        *out++ = (float)(bits >> i & 1);
    return out;
}

void duel_tensor(const duel_variant *v, const void *view, int seat, float out[])
{
    if (has_tensor(v)) {
        v->game->encoding.tensor(v, view, seat, out);
        return;
    }
    const unsigned char *bytes = view;
    for (uint32_t i = 0; i < v->state_size; i++)
        out = duel_tensor_bits(bytes[i], 8, out);
}
