/* lab/laws_numbers.c -- laws for programs that learn: moves and views as numbers. See laws.h.
 */
#include "core/action.h"
#include "core/play.h"
#include "lab/laws_trial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* By finding each number again no two moves can share one. */
static bool law_actions(law_trial *t)
{
    uint32_t count = duel_action_count(t->v);
    for (int i = 0; i < t->count; i++) {
        uint32_t action = duel_action_at(t->v, t->list, i);
        if (action >= count)
            return BROKEN(N_("move {0} has the number {1}, and there are {2}"), "iii",
                          (int64_t)t->list[i], (int64_t)action, (int64_t)count);
        int back = duel_action_find(t->v, t->list, t->count, action);
        if (back != i)
            return BROKEN(N_("moves {0} and {1} have the same number"), "ii",
                          (int64_t)t->list[i], (int64_t)t->list[back]);
    }
    return duel_action_find(t->v, t->list, t->count, count) < 0;
}

typedef struct tensor_room {
    float *seen, *again; /* one number longer than a tensor */
    size_t size;
} tensor_room;

/* Every number is written, none behind them, and all can be reckoned with. */
static bool fills_its_room(law_trial *t, const void *view, int seat, float *out, size_t size)
{
    for (size_t i = 0; i <= size; i++)
        out[i] = NAN;
    duel_tensor(t->v, view, seat, out);
    for (size_t i = 0; i < size; i++)
        if (!isfinite(out[i]))
            return BROKEN(N_("number {0} of the view is none"), "i", (int64_t)i);
    return isnan(out[size]) ? true : BROKEN(N_("numbers are written behind the last"), "");
}

/* Another deal that looks the same to the seat: all that a learner may be told is the same. */
static bool twins_look_alike(law_trial *t, const void *view, int seat, const tensor_room *r)
{
    duel_state twin;
    memcpy(&twin, view, t->v->state_size);
    if (!duel_has_secrets(t->v) || t->g->guess == NULL ||
        t->g->guess(t->v, &twin, &t->rng, NULL) != DUEL_OK)
        return true;
    duel_hide(t->v, &twin, seat);
    return fills_its_room(t, &twin, seat, r->again, r->size) &&
           memcmp(r->seen, r->again, r->size * sizeof *r->seen) == 0;
}

static bool every_seat_has_numbers(law_trial *t, const tensor_room *r)
{
    for (int seat = DUEL_NOBODY; seat < t->v->seats; seat++) {
        duel_state view;
        duel_view(t->v, &t->state, seat, &view);
        if (!fills_its_room(t, &view, seat, r->seen, r->size) ||
            !twins_look_alike(t, &view, seat, r))
            return false;
    }
    return true;
}

static bool law_tensor(law_trial *t)
{
    if (t->record.count % 4 && !t->over)
        return true; /* costly: not in every position */
    tensor_room r = {.size = duel_tensor_size(t->v)};
    r.seen = malloc((r.size + 1) * sizeof *r.seen);
    r.again = malloc((r.size + 1) * sizeof *r.again);
    bool right = r.seen == NULL || r.again == NULL || every_seat_has_numbers(t, &r);
    free(r.seen);
    free(r.again);
    return right;
}

const law laws_of_numbers[] = {
    {N_("Every move has one number below the number of actions, and it leads back."),
     law_actions},
    {N_("The numbers of a view tell what the seat sees, and no more."), law_tensor},
    {NULL, NULL}};
