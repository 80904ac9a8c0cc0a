/* games/matches.c -- a heap of matches, drawn: see matches.h. */
#include "games/matches.h"

enum { SHOWN = 60, PER_ROW = 20 };

static duel_element *add_match(duel_scene *s, const char *shape, int64_t i)
{
    duel_target id = duel_target_of("%s:%lld", shape, (long long)i);
    duel_element *e = duel_scene_add(s, DUEL_PIECE, id.text, (float)(i % PER_ROW),
                                     (float)(2 * (i / PER_ROW)), 1, 2);
    e->shape = shape;
    return e;
}

void matches_scene(int64_t count, int64_t whole, int pickable, duel_scene *s)
{
    int64_t shown = count > SHOWN ? SHOWN : count, places = whole > SHOWN ? SHOWN : whole;
    s->width = (float)PER_ROW;
    s->height = (float)(2 * ((places + PER_ROW - 1) / PER_ROW) + 1);
    for (int64_t i = 0; i < shown; i++) {
        duel_element *e = add_match(s, "match", i);
        int64_t from_end = shown - i;
        if (from_end <= pickable)
            e->target = duel_target_of("take:%lld", (long long)from_end);
    }
    for (int64_t i = shown; i < places; i++)
        add_match(s, "spent", i);
    duel_element *n = duel_scene_add(s, DUEL_COUNTER, "matches", 0, s->height - 1, 4, 1);
    n->number = count;
    duel_say(&n->label,
             count > shown ? N_("{0} {0:match|matches}, {1} of them shown")
                           : N_("{0} {0:match|matches}"),
             "ii", count, shown);
}

duel_groups matches_groups(int64_t left, int alone, int size)
{
    int64_t shown = left > SHOWN ? SHOWN : left;
    return (duel_groups){"match", alone, shown > alone ? (int)shown - alone : 0, size};
}

bool matches_edit(duel_str element, int step, int64_t most, uint32_t *count)
{
    duel_str rest = element, word;
    int64_t number, next = (int64_t)*count + 1;
    duel_str_part(&rest, ':', &word);
    if (duel_str_is(element, "matches"))
        next = (int64_t)*count + step;
    else if (!duel_str_number(rest, &number) || number < 0 || number >= SHOWN)
        return false;
    else if (duel_str_is(word, "spent") && number >= *count)
        next = number + 1;
    else if (!duel_str_is(word, "match") || number >= *count)
        return false;
    else if (step > 0)
        next = number;
    if (next < 0 || next > most)
        return false;
    *count = (uint32_t)next;
    return true;
}

const duel_machine matches_machines[] = {
    {"exact", "Expert 1995",
     N_("The resolver of DUELLISTE: it follows every course of the game to its end, by no rule "
        "of thumb, and remembers what it has solved.")},
    {NULL, NULL, NULL}};

duel_status matches_too_many(const duel_option *matches, int64_t most, int64_t count,
                             duel_msg *why)
{
    if (count < 0 || count > matches->most)
        return duel_invalid(why, N_("A heap has 0 to {0} matches."), "i", matches->most);
    return duel_invalid(why, N_("The heap has 0 to {0} matches; for more, set matches={1}."),
                        "ii", most, count);
}
