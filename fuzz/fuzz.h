/* fuzz/fuzz.h -- one target for each parser: bytes in, no crash, and what is accepted holds.
 *
 * Each target is a file with LLVMFuzzerTestOneInput. ./dev fuzz builds it with libFuzzer; the
 * tests link it with run.c, which damages the seeds in fuzz/seeds/NAME a fixed number of times.
 */
#ifndef DUEL_FUZZ_H
#define DUEL_FUZZ_H

#include "core/play.h"
#include "core/variant.h"
#include "players/catalogue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A broken promise ends the program, which is how a fuzzer learns of it. */
#define FUZZ_MUST(condition)                                                                   \
    do {                                                                                       \
        if (!(condition)) {                                                                    \
            fprintf(stderr, "%s:%d: broken: %s\n", __FILE__, __LINE__, #condition);            \
            abort();                                                                           \
        }                                                                                      \
    } while (0)

/* Cuts the first line off the input. */
static inline duel_str fuzz_line(duel_str *rest)
{
    duel_str line = {"", 0};
    if (rest->at == NULL || !duel_str_part(rest, '\n', &line))
        return (duel_str){"", 0};
    return line;
}

/* The variant named by a line such as "nim matches=11"; false if there is none. */
static inline bool fuzz_variant(duel_str line, duel_variant *v)
{
    duel_str id;
    if (!duel_str_word(&line, " ", &id))
        return false;
    const duel_game *g = catalogue_find_game(id);
    return g && duel_variant_read(g, line, v, NULL) == DUEL_OK;
}

#endif
