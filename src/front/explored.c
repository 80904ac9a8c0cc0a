/* front/explored.c -- see explored.h. */
#include "front/explored.h"

#include <string.h>

static const char *const words[DUEL_CENSUS_KINDS] = {
    [DUEL_LOSS] = "loss", [DUEL_DRAW] = "draw", [DUEL_TIE] = "tie", [DUEL_WIN] = "win"};

duel_value explored_value(duel_str word)
{
    for (int value = DUEL_LOSS; value < DUEL_CENSUS_KINDS; value++)
        if (duel_str_is(word, words[value]))
            return (duel_value)value;
    return DUEL_UNSOLVED;
}

static duel_status choose_key(const duel_census *c, duel_value wanted, uint64_t number,
                              uint64_t *key, duel_msg *why)
{
    int sampled = wanted ? duel_census_sampled(c, wanted) : c->longest > 0;
    if (sampled == 0)
        return duel_refuse(why, N_("No position that is solved has this value."), "");
    *key = wanted ? c->sample[wanted][number % (uint64_t)sampled] : c->longest_key;
    return DUEL_OK;
}

duel_status explored_position(const duel_census *c, const duel_variant *v, duel_value wanted,
                              uint64_t number, duel_state *out, duel_msg *why)
{
    uint64_t key = 0;
    duel_status status = choose_key(c, wanted, number, &key, why);
    return status == DUEL_OK ? duel_census_position(v, key, out, why) : status;
}

void explored_tell(duel_lang lang, duel_sink *out, const duel_census *c)
{
    duel_tell(lang, out,
              N_("{0} {0:position is|positions are} solved. For who is to move: {1} won, {2} "
                 "lost, {3} tied, {4} without end."),
              "iiiii", (int64_t)c->positions, (int64_t)c->count[DUEL_WIN],
              (int64_t)c->count[DUEL_LOSS], (int64_t)c->count[DUEL_TIE],
              (int64_t)c->count[DUEL_DRAW]);
    if (c->longest) {
        duel_put(out, " ");
        duel_tell(lang, out,
                  c->ahead ? N_("The longest way to the next gain takes {0} {0:move|moves}.")
                           : N_("The longest win takes {0} {0:move|moves}."),
                  "i", (int64_t)c->longest);
    }
}

json_t *explored_json(duel_lang lang, const duel_census *c)
{
    duel_buf text;
    duel_buf_init(&text);
    explored_tell(lang, &text.sink, c);
    json_t *j = json_pack("{sIsI}", "positions", (json_int_t)c->positions, "longest",
                          (json_int_t)c->longest);
    for (int value = DUEL_LOSS; value < DUEL_CENSUS_KINDS; value++)
        json_set(j, words[value], json_integer((json_int_t)c->count[value]));
    json_set(j, "text", json_take_text(&text));
    return j;
}
