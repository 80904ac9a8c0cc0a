/* fuzz/exercise.c -- what the base keeps of a mistake, a record and lines beside it: an
 * exercise that is read prints to one that is read, the same.
 *
 * An input is a record, then an empty line, then what is told of the mistake. */
#include "fuzz.h"
#include "teach/inside.h"
#include "teach/mistakes.h"

#include <string.h>

static void print_exercise(const game_mistake *m, duel_buf *record, duel_buf *told)
{
    duel_buf_init(record);
    duel_buf_init(told);
    duel_record_print(&m->record, &record->sink);
    mistake_print(m, &told->sink);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    game_mistake m, back;
    duel_buf record, told, told_again;
    const char *text = (const char *)data, *end = text + size, *cut = text;
    while (cut + 1 < end && !(cut[0] == '\n' && cut[1] == '\n'))
        cut++;
    if (cut + 2 > end)
        return 0;
    duel_str first = {text, (size_t)(cut + 1 - text)},
             rest = {cut + 2, (size_t)(end - cut - 2)};
    if (mistake_read(first, rest, &m, NULL) != DUEL_OK)
        return 0;
    print_exercise(&m, &record, &told);
    FUZZ_MUST(mistake_read(duel_buf_str(&record), duel_buf_str(&told), &back, NULL) == DUEL_OK);
    duel_buf_fini(&record);
    print_exercise(&back, &record, &told_again);
    FUZZ_MUST(strcmp(told.text, told_again.text) == 0);
    FUZZ_MUST(back.seat == m.seat && back.played == m.played && back.mark == m.mark);
    duel_buf_fini(&record);
    duel_buf_fini(&told);
    duel_buf_fini(&told_again);
    mistake_fini(&m);
    mistake_fini(&back);
    return 0;
}
