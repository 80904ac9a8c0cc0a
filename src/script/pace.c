/* script/pace.c -- how fast a file's own functions run, without anything around them: the
 * measure for what the house adds to them. */
#include "script/load.h"
#include "script/loaded.h"

/* Positions of one question: as many as a call has instructions for. And of all: of more, some
 * are taken, which the places of the graph scatter. */
enum { PACE_BATCH = 256, PACE_MOST = 200000 };

/* The next positions of the graph, from slot *at on; how many. */
static int put_some(script_game *s, const script_variant *sv, uint64_t *at)
{
    uint64_t slots = UINT64_C(1) << sv->graph->slot_bits;
    uint64_t step = 1 + sv->graph->count / PACE_MOST;
    int count = 0;
    script_begin_positions(s, sv, TALK_LOOP);
    for (; *at < slots && count < PACE_BATCH; *at += step) {
        const graph_node *n = sv->graph->slot[*at];
        if (n && n->fault == NULL) {
            script_put_position(s, n->key.at);
            count++;
        }
    }
    return count;
}

static duel_status take_pace(script_game *s, int count, script_times *t, duel_msg *why)
{
    duel_str answer;
    flat_item loop, before;
    duel_status status = script_host_ask(&s->host, &answer, why);
    if (status != DUEL_OK)
        return status;
    if (!flat_take(&answer, &loop) || !flat_take(&answer, &before))
        return script_nonsense(s, why);
    if (t->positions == 0)
        t->before = (double)before.number * 1e-9;
    t->seconds += (double)loop.number * 1e-9;
    t->positions += (uint64_t)count;
    return DUEL_OK;
}

duel_status script_pace(const duel_variant *v, script_times *out, duel_msg *why)
{
    script_game *s;
    script_variant *sv;
    uint64_t at = 0;
    int count;
    duel_status status = DUEL_OK;
    *out = (script_times){.positions = 0};
    script_lock(v, &s, &sv);
    while (status == DUEL_OK && sv->graph->slot && (count = put_some(s, sv, &at)) > 0)
        status = take_pace(s, count, out, why);
    script_unlock(s);
    return status;
}
