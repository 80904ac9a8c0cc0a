/* moriarty/problems.c -- see problems.h. */
#include "games/moriarty/problems.h"

#include "core/play.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMN_BOARD, COLUMN_SIDE, COLUMN_NUMBER, COLUMN_SCORE, COLUMNS };
static const char *const column_names[COLUMNS] = {"board", "side", "number", "exact_score"};

typedef struct reader {
    const duel_variant *v;
    moriarty_problems found;
    int column[COLUMNS]; /* place in a line of a table, from 0; -1: not there */
    bool named;          /* the line of names was read */
    duel_msg *why;
} reader;

static duel_status add_problem(reader *r, const moriarty_problem *p)
{
    moriarty_problems *f = &r->found;
    if (f->count == f->room) {
        size_t room = f->room ? 2 * f->room : 64;
        moriarty_problem *bigger = realloc(f->list, room * sizeof *bigger);
        if (bigger == NULL)
            return duel_full(r->why);
        f->list = bigger;
        f->room = room;
    }
    f->list[f->count++] = *p;
    return DUEL_OK;
}

static duel_status read_score(reader *r, duel_str text, moriarty_problem *p)
{
    int64_t score;
    duel_str digits = text;
    if (digits.len > 1 && digits.at[0] == '+' && digits.at[1] != '-')
        digits = (duel_str){digits.at + 1, digits.len - 1};
    if (!duel_str_number(digits, &score) || score < -64 || score > 64)
        return duel_bad(r->why, N_("A score is a number from -64 to 64, not “{0}”."), "s",
                        text);
    if (!p->scored || score > p->score)
        p->score = (int)score;
    p->scored = true;
    return DUEL_OK;
}

/* ---- .obf ---------------------------------------------------------------------------------
 */

static duel_status read_pair(reader *r, duel_str pair, moriarty_problem *p)
{
    duel_str score = pair, name;
    duel_move move;
    duel_str_part(&score, ':', &name);
    if (score.at == NULL)
        return duel_bad(r->why, N_("After the position stand pairs move:score, not “{0}”."),
                        "s", pair);
    duel_status status = duel_read_move(r->v, &p->state, duel_str_trim(name), &move, r->why);
    return status == DUEL_OK ? read_score(r, duel_str_trim(score), p) : status;
}

static duel_status read_obf_line(reader *r, duel_str line)
{
    moriarty_problem p = {.number = (int64_t)r->found.count + 1};
    duel_str rest = line, part;
    duel_str_part(&rest, '%', &line);
    rest = line;
    if (duel_str_trim(line).len == 0)
        return DUEL_OK;
    duel_str_part(&rest, ';', &part);
    duel_status status = duel_read(r->v, duel_str_trim(part), &p.state, r->why);
    while (status == DUEL_OK && duel_str_part(&rest, ';', &part)) {
        part = duel_str_trim(part);
        if (part.len)
            status = read_pair(r, part, &p);
    }
    return status == DUEL_OK ? add_problem(r, &p) : status;
}

/* ---- tables -------------------------------------------------------------------------------
 */

static duel_status read_names(reader *r, duel_str line)
{
    duel_str rest = line, name;
    for (int i = 0; i < COLUMNS; i++)
        r->column[i] = -1;
    for (int at = 0; duel_str_part(&rest, '\t', &name); at++)
        for (int i = 0; i < COLUMNS; i++)
            if (duel_str_is(duel_str_trim(name), column_names[i]))
                r->column[i] = at;
    r->named = true;
    if (r->column[COLUMN_BOARD] < 0 || r->column[COLUMN_SIDE] < 0)
        return duel_bad(r->why,
                        N_("A table of problems names its columns: board and side, and "
                           "if wanted number and exact_score."),
                        "");
    return DUEL_OK;
}

/* The text in a column, empty if the line has none. */
static duel_str cell_text(const reader *r, duel_str line, int column)
{
    duel_str part = {"", 0};
    int at = r->column[column];
    for (int i = 0; at >= 0 && i <= at; i++)
        if (!duel_str_part(&line, '\t', &part))
            return (duel_str){"", 0};
    return at < 0 ? (duel_str){"", 0} : duel_str_trim(part);
}

static duel_status read_position(reader *r, duel_str line, moriarty_problem *p)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_put_str(&text.sink, cell_text(r, line, COLUMN_BOARD));
    duel_put_char(&text.sink, ' ');
    duel_put_str(&text.sink, cell_text(r, line, COLUMN_SIDE));
    duel_status status = text.failed ? duel_full(r->why)
                                     : duel_read(r->v, duel_buf_str(&text), &p->state, r->why);
    duel_buf_fini(&text);
    return status;
}

static duel_status read_table_line(reader *r, duel_str line)
{
    moriarty_problem p = {.number = (int64_t)r->found.count + 1};
    if (duel_str_trim(line).len == 0 || line.at[0] == '#')
        return DUEL_OK;
    if (!r->named)
        return read_names(r, line);
    duel_str number = cell_text(r, line, COLUMN_NUMBER),
             score = cell_text(r, line, COLUMN_SCORE);
    if (number.len && !duel_str_number(number, &p.number))
        return duel_bad(r->why, N_("“{0}” is not a number."), "s", number);
    duel_status status = read_position(r, line, &p);
    if (status == DUEL_OK && score.len)
        status = read_score(r, score, &p);
    return status == DUEL_OK ? add_problem(r, &p) : status;
}

/* ---- files --------------------------------------------------------------------------------
 */

duel_status moriarty_problems_read(const duel_variant *v, duel_str text, bool table,
                                   moriarty_problems *out, size_t *line, duel_msg *why)
{
    reader r = {.v = v, .why = why};
    duel_status status = DUEL_OK;
    duel_str row;
    *line = 0;
    while (status == DUEL_OK && duel_str_part(&text, '\n', &row)) {
        ++*line;
        status = table ? read_table_line(&r, row) : read_obf_line(&r, row);
    }
    if (status == DUEL_OK && r.found.count == 0) {
        *line = 0;
        status = duel_bad(why, N_("There is no problem in this file."), "");
    }
    if (status != DUEL_OK)
        moriarty_problems_fini(&r.found);
    *out = r.found;
    return status;
}

void moriarty_problems_fini(moriarty_problems *p)
{
    free(p->list);
    *p = (moriarty_problems){NULL, 0, 0};
}
