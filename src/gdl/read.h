/* gdl/read.h -- the lists of a sheet's text made into rules. */
#ifndef DUEL_GDL_READ_H
#define DUEL_GDL_READ_H

#include "gdl/sheet.h"

/* Fills s->rule; leaves the sheet's job where the text is no sheet. */
void gdl_read_rules(gdl_sheet *s, duel_str text);

#endif
