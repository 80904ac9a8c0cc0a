/* tests/sheets/opened.h -- rule sheets of examples/gdl, for tests. */
#ifndef TESTS_SHEETS_OPENED_H
#define TESTS_SHEETS_OPENED_H

#include "examples.h"

#include "sheets/load.h"

static inline sheets_game *open_sheet_file(const char *file)
{
    char name[256];
    sheets_game *g = NULL;
    duel_msg why = {0};
    snprintf(name, sizeof name, "gdl/%s", file);
    if (sheets_open(example_path(name), &g, &why) != DUEL_OK)
        fail_msg("%s: %s", file, check_english(&why));
    return g;
}

#endif
