/* script/pace.c -- how fast a file's own functions run, without anything around them: the
 * measure for what the house adds to them. */
#include "script/load.h"
#include "script/loaded.h"

/* Positions of one question: as many as a call has instructions for. */
enum { PACE_BATCH = 256 };

/* The next positions of the graph, from slot *at on; how many. */
static int put_some(script_game *s, const script_variant *sv, uint64_t *at)
{
    uint64_t slots = UINT64_C(1) << sv->graph->slot_bits;
    int count = 0;
    script_begin_positions(s, sv, TALK_LOOP);
    for (; *at < slots && count < PACE_BATCH; ++*at) {
        const graph_node *n = sv->graph->slot[*at];
        if (n && n->fault == NULL) {
            script_put_position(s, n->key.at);
            count++;
        }
    }
    return count;
}

static duel_status pace_all(script_game *s, const script_variant *sv, uint64_t *positions,
                            double *seconds, duel_msg *why)
{
    uint64_t at = 0;
    int count;
    *positions = 0;
    *seconds = 0;
    while (sv->graph->slot && (count = put_some(s, sv, &at)) > 0) {
        duel_str answer;
        flat_item nanoseconds;
        duel_status status = script_host_ask(&s->host, &answer, why);
        if (status != DUEL_OK)
            return status;
        if (!flat_take(&answer, &nanoseconds) || nanoseconds.kind != FLAT_INT)
            return script_nonsense(s, why);
        *seconds += (double)nanoseconds.number * 1e-9;
        *positions += (uint64_t)count;
    }
    return DUEL_OK;
}

duel_status script_pace(const duel_variant *v, uint64_t *positions, double *seconds,
                        duel_msg *why)
{
    script_game *s;
    script_variant *sv;
    script_lock(v, &s, &sv);
    duel_status status = pace_all(s, sv, positions, seconds, why);
    script_unlock(s);
    return status;
}
