/* sheets/heaps.c -- see heaps.h. */
#include "sheets/heaps.h"

#include <stdlib.h>
#include <strings.h>

enum { MOST_THINGS = 60, PER_LINE = 20 };

static bool is_heap_word(const char *word)
{
    static const char *const words[] = {"heap", "pile", "matches", "sticks", "stones", "coins"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp(word, words[i]) == 0)
            return true;
    return false;
}

int heaps_count(const named *fact)
{
    const char *last = fact->part[fact->parts - 1];
    char *end;
    if (fact->parts < 2 || fact->parts > 3 || !is_heap_word(fact->part[0]))
        return -1;
    long n = strtol(last, &end, 10);
    return end != last && *end == '\0' && n >= 0 && n <= MOST_THINGS ? (int)n : -1;
}

void heaps_put(const named *fact, duel_scene *out)
{
    const char *name = fact->parts == 3 ? fact->part[1] : "";
    int count = heaps_count(fact), lines = (count + PER_LINE - 1) / PER_LINE;
    for (int i = 0; i < count; i++) {
        duel_target id = duel_target_of("heap:%.10s:%d", name, i);
        duel_element *e = duel_scene_add(out, DUEL_PIECE, id.text, (float)(i % PER_LINE),
                                         out->height + (float)(2 * (i / PER_LINE)), 1, 2);
        e->shape = "match";
        duel_say(&e->label, N_("{0}"), "c", fact->text);
    }
    out->width = (float)PER_LINE;
    out->height += (float)(2 * (lines ? lines : 1));
}
