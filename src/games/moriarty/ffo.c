/* games/moriarty/ffo.c -- `duel moriarty ffo FILE`: reads a file of problems (see commands.h),
 * and proves the result of each. */
#include "base/grow.h"
#include "games/moriarty/commands.h"

#include "base/file.h"
#include "core/variant.h"

#include <stdlib.h>
#include <string.h>

/* ---- reading a file of problems -------------------------------------------------- */

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
    if (!GROW(f->list, f->room, f->count + 1))
        return duel_no_space(r->why);
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
        return duel_invalid(r->why, N_("A score is a number from -64 to 64, not “{0}”."), "s",
                            text);
    if (!p->scored || score > p->score)
        p->score = (int)score;
    p->scored = true;
    return DUEL_OK;
}

/* ---- .obf ------------------------------------------------------------------------ */

static duel_status read_pair(reader *r, duel_str pair, moriarty_problem *p)
{
    duel_str score = pair, name;
    duel_move move;
    duel_str_part(&score, ':', &name);
    if (score.at == NULL)
        return duel_invalid(r->why, N_("After the position stand pairs move:score, not “{0}”."),
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

/* ---- tables ---------------------------------------------------------------------- */

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
        return duel_invalid(r->why,
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
    duel_buf text = duel_buf_empty();
    duel_put_str(&text.sink, cell_text(r, line, COLUMN_BOARD));
    duel_put_char(&text.sink, ' ');
    duel_put_str(&text.sink, cell_text(r, line, COLUMN_SIDE));
    duel_status status = text.failed ? duel_no_space(r->why)
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
        return duel_invalid(r->why, N_("“{0}” is not a number."), "s", number);
    duel_status status = read_position(r, line, &p);
    if (status == DUEL_OK && score.len)
        status = read_score(r, score, &p);
    return status == DUEL_OK ? add_problem(r, &p) : status;
}

/* ---- whole files ----------------------------------------------------------------- */

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
        status = duel_invalid(why, N_("There is no problem in this file."), "");
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

/* ---- proving --------------------------------------------------------------------- */

typedef struct marathon {
    const duel_console *c;
    duel_variant v;
    moriarty_problems problems;
    int64_t threads, megabytes, first, last;
    bool obf;   /* answer with lines of an .obf file */
    bool wrong; /* some score is not the one the file gives */
    int answered;
    uint64_t nodes;
    double seconds;
} marathon;

/* A small problem gets a small table: making it must not cost more than the search. */
static size_t table_bytes(const marathon *m, const moriarty_state *s)
{
    int empties = moriarty_empties(moriarty_board_of(s));
    size_t most = (size_t)m->megabytes << 20, bytes = (size_t)1 << 16;
    for (int i = 12; i < empties && bytes < most; i++)
        bytes *= 2;
    return bytes < most ? bytes : most;
}

static duel_status prove_score(const marathon *m, const moriarty_state *s, moriarty_answer *out,
                               duel_msg *why)
{
    moriarty_table table;
    moriarty_request q = moriarty_request_of(&m->v, s);
    duel_status status = moriarty_table_init(&table, table_bytes(m, s), why);
    if (status != DUEL_OK)
        return status;
    q.prove = true;
    q.threads = (int)m->threads;
    q.table = &table;
    status = moriarty_think(&q, out, why);
    moriarty_table_fini(&table);
    return status;
}

static void put_best(const marathon *m, const moriarty_answer *a, duel_sink *out)
{
    if (a->move != MORIARTY_NO_MOVE)
        moriarty_print_move(&m->v, NULL, (duel_move)a->move, out);
}

static void print_json(marathon *m, const moriarty_problem *p, const moriarty_answer *a)
{
    duel_sink *out = m->c->out;
    duel_putf(out, "%s{\"number\": %lld, \"score\": %d, \"best\": ", m->answered ? ", " : "",
              (long long)p->number, a->score / MORIARTY_UNIT);
    if (a->move == MORIARTY_NO_MOVE) {
        duel_put(out, "null");
    } else {
        duel_put(out, "\"");
        put_best(m, a, out);
        duel_put(out, "\"");
    }
    duel_putf(out, ", \"nodes\": %llu, \"seconds\": %.6f", (unsigned long long)a->nodes,
              a->seconds);
    if (p->scored)
        duel_putf(out, ", \"expected\": %d", p->score);
    duel_put(out, "}");
}

static void print_obf(marathon *m, const moriarty_problem *p, const moriarty_answer *a)
{
    moriarty_print_state(&m->v, &p->state, m->c->out);
    duel_put(m->c->out, ";");
    if (a->move != MORIARTY_NO_MOVE) {
        duel_put(m->c->out, " ");
        if (a->move == MORIARTY_PASS)
            duel_put(m->c->out, "ps");
        else
            put_best(m, a, m->c->out);
        duel_putf(m->c->out, ":%+d;", a->score / MORIARTY_UNIT);
    }
    duel_put(m->c->out, "\n");
}

static void print_text(marathon *m, const moriarty_problem *p, const moriarty_answer *a)
{
    duel_sink *out = m->c->out;
    int score = a->score / MORIARTY_UNIT;
    duel_putf(out, "%4lld  %+3d  ", (long long)p->number, score);
    put_best(m, a, out);
    duel_putf(out, "  %12llu  %9.3f s", (unsigned long long)a->nodes, a->seconds);
    if (p->scored && p->score != score) {
        duel_put(out, "  ");
        duel_tell(m->c->lang, out, N_("the file says {0}"), "i", (int64_t)p->score);
    }
    duel_put(out, "\n");
}

static void print_answer(marathon *m, const moriarty_problem *p, const moriarty_answer *a)
{
    if (m->c->json)
        print_json(m, p, a);
    else if (m->obf)
        print_obf(m, p, a);
    else
        print_text(m, p, a);
    m->answered++;
    m->nodes += a->nodes;
    m->seconds += a->seconds;
    m->wrong = m->wrong || (p->scored && p->score != a->score / MORIARTY_UNIT);
}

static duel_status prove_all(marathon *m, duel_msg *why)
{
    duel_status status = DUEL_OK;
    if (m->c->json)
        duel_put(m->c->out, "{\"positions\": [");
    for (size_t i = 0; status == DUEL_OK && i < m->problems.count; i++) {
        const moriarty_problem *p = &m->problems.list[i];
        moriarty_answer a;
        if (p->number < m->first || p->number > m->last)
            continue;
        status = prove_score(m, &p->state, &a, why);
        if (status == DUEL_OK)
            print_answer(m, p, &a);
    }
    if (m->c->json)
        duel_putf(m->c->out, "], \"nodes\": %llu, \"seconds\": %.6f}\n",
                  (unsigned long long)m->nodes, m->seconds);
    else if (!m->obf)
        duel_putf(m->c->out, "      %llu nodes  %.3f s\n", (unsigned long long)m->nodes,
                  m->seconds);
    return status;
}

/* "40-44" or "40". */
static duel_status read_range(const char *text, marathon *m, duel_msg *why)
{
    duel_str rest = duel_str_of(text), first;
    duel_str_part(&rest, '-', &first);
    duel_str last = rest.at ? rest : first;
    if (!duel_str_number(first, &m->first) || !duel_str_number(last, &m->last) ||
        m->first > m->last)
        return duel_invalid(why, N_("A range of problems is written 40-44, not “{0}”."), "c",
                            text);
    return DUEL_OK;
}

static bool is_table(const char *name)
{
    size_t len = strlen(name);
    return len > 4 && strcmp(name + len - 4, ".tsv") == 0;
}

static duel_status run_file(marathon *m, const char *name, duel_msg *why)
{
    duel_buf text = duel_buf_empty();
    size_t line = 0;
    duel_status status = duel_file_read(name, DUEL_FILE_MOST, &text, why);
    if (status == DUEL_OK)
        status = moriarty_problems_read(&m->v, duel_buf_str(&text), is_table(name),
                                        &m->problems, &line, why);
    duel_buf_fini(&text);
    if (status != DUEL_OK)
        return line ? moriarty_place(m->c, status, N_("Line {0}: {1}"), line, why) : status;
    status = prove_all(m, why);
    moriarty_problems_fini(&m->problems);
    return status == DUEL_OK && m->wrong ? DUEL_REFUSED : status; /* the table told which */
}

enum { THREADS, MEMORY, OBF };
const duel_option moriarty_ffo_options[] = {
    [THREADS] = {"threads", DUEL_NUMBER, 1, 1, MORIARTY_MAX_THREADS, NULL,
                 N_("threads to use")},
    [MEMORY] = {"memory", DUEL_NUMBER, 128, 1, 1 << 20, NULL, N_("megabytes for the table")},
    [OBF] = {"obf", DUEL_YESNO, 0, 0, 1, NULL, N_("print the results as a file of problems")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};
const duel_flag moriarty_ffo_texts[] = {
    {"only", "40-44", N_("the problems with these numbers")}, {NULL, NULL, NULL}};

duel_status moriarty_run_ffo(const duel_console *c, const duel_args *a, duel_msg *why)
{
    marathon m = {.c = c,
                  .threads = a->value[THREADS],
                  .megabytes = a->value[MEMORY],
                  .obf = a->value[OBF],
                  .first = 0,
                  .last = INT64_MAX};
    if (a->word_count != 1)
        return duel_invalid(why, N_("Which file of problems, .obf or .tsv?"), "");
    duel_status status = a->text[0] ? read_range(a->text[0], &m, why) : DUEL_OK;
    if (status == DUEL_OK)
        status = duel_variant_make(&duel_game_moriarty, NULL, 0, &m.v, why);
    return status == DUEL_OK ? run_file(&m, a->word[0].at, why) : status;
}
