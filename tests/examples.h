/* tests/examples.h -- the games of examples/, for tests. */
#ifndef TESTS_EXAMPLES_H
#define TESTS_EXAMPLES_H

#include "check.h"

/* Where one stands, in a buffer that the next call uses again. */
static inline const char *example_path(const char *file)
{
    static char path[1024];
    const char *folder = getenv("DUEL_EXAMPLES");
    snprintf(path, sizeof path, "%s/%s", folder ? folder : "examples", file);
    return path;
}

/* "chomp.lua" and settings; must be one. It is closed with all others, or stays open. */
static inline duel_variant example(const char *file, const char *settings)
{
    duel_variant v;
    duel_msg why = {0};
    const duel_game *g = NULL;
    if (catalogue_open_game(duel_str_of(example_path(file)), &g, &why) != DUEL_OK)
        fail_msg("%s: %s", file, check_english(&why));
    assert_ok(duel_variant_read(g, duel_str_of(settings), &v, &why));
    return v;
}

#endif
