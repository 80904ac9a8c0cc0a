/* front/puzzle_sheet.h -- a sheet of puzzles to print: twelve on a page, their answers on its
 * back. */
#pragma once

#include "front/print_canvas.h"
#include "teach/puzzle_path.h"

enum { PUZZLE_SHEET_PAGE = 12, PUZZLE_SHEET_MOST = PUZZLE_SHEET_PAGE * PRINT_PAGES / 2 };

typedef struct puzzle_sheet_puzzle {
    char name[PUZZLE_NAME];
    found_puzzle found;
} puzzle_sheet_puzzle;

/* Pages with questions and pages with answers, turn about: for a PDF printed on both sides. */
void puzzle_sheet_draw(print_canvas *e, duel_lang lang, const puzzle_sheet_puzzle list[],
                       int count);
