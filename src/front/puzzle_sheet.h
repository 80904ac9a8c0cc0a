/* front/puzzle_sheet.h -- a sheet of puzzles to print: twelve on a page, their answers on its
 * back. */
#pragma once

#include "front/print_canvas.h"
#include "teach/puzzle_path.h"

enum { SHEET_PAGE = 12, SHEET_MOST = SHEET_PAGE * EASEL_PAGES / 2 };

typedef struct sheet_puzzle {
    char name[DUEL_PUZZLE_NAME];
    duel_found found;
} sheet_puzzle;

/* Pages with questions and pages with answers, turn about: for a PDF printed on both sides. */
void sheet_draw(easel *e, duel_lang lang, const sheet_puzzle list[], int count);
