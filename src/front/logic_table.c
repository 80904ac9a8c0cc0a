/* front/logic_table.c -- the truth table of the lines on a desk, row by row, and what it says
 * of each letter: proven, refuted, or open. */
#include "front/logic_desk.h"

#include <stdio.h>

typedef struct columns {
    prop_letters letters;
    int lines;
    uint64_t of[DESK_LINES + 1]; /* by line: bit m as in prop_table */
    uint64_t all;                /* rows in which all are true */
} columns;

static unsigned rows_of(const columns *c)
{
    return 1U << c->letters.count;
}

/* Its bits from the last to the first: on paper the first letter changes least often. */
static unsigned turned_round(unsigned row, unsigned bits)
{
    unsigned out = 0;
    for (unsigned k = 0; k < bits; k++)
        out |= (row >> k & 1) << (bits - 1 - k);
    return out;
}

static school_clause row_model(const prop_letters *letters, unsigned row)
{
    school_clause model = {0, 0};
    for (unsigned k = 0; k < letters->count; k++)
        *(row >> k & 1 ? &model.yes : &model.no) |= UINT32_C(1) << letters->letter[k];
    return model;
}

static duel_status make_columns(const logic_desk *d, columns *c, int lines, duel_msg *why)
{
    uint32_t set = 0;
    duel_status status = desk_need_formulas(d, why);
    for (int i = 0; i < d->count; i++)
        set |= d->pool.node[d->line[i]].letters;
    if (status == DUEL_OK && !prop_letters_of(set, &c->letters))
        status = duel_refuse(why, N_("A table here has at most {0} letters; try dpll."), "i",
                             (int64_t)PROP_TABLED);
    c->lines = lines;
    c->all = UINT64_MAX;
    for (int i = 0; status == DUEL_OK && i < lines; i++) {
        c->of[i] = prop_table(&d->pool, d->line[i], &c->letters);
        c->all &= c->of[i];
    }
    return status;
}

/* ---- the table ----------------------------------------------------------------------------
 */

static json_t *json_row(const columns *c, unsigned row)
{
    json_t *values = json_array(), *of = json_array();
    for (unsigned k = 0; k < c->letters.count; k++)
        json_array_append_new(of, json_boolean(row >> k & 1));
    for (int i = 0; i < c->lines; i++)
        json_array_append_new(values, json_boolean(c->of[i] >> row & 1));
    return json_pack("{sososb}", "letters", of, "values", values, "all",
                     (int)(c->all >> row & 1));
}

static void answer_heads(logic_desk *d, const columns *c)
{
    json_t *names = json_array(), *heads = json_array();
    for (unsigned k = 0; k < c->letters.count; k++)
        json_array_append_new(names, json_sprintf("%c", 'A' + c->letters.letter[k]));
    for (int i = 0; i < c->lines; i++)
        json_array_append_new(heads, desk_formula(d, d->line[i]));
    json_set(d->answer, "letters", names);
    json_set(d->answer, "lines", heads);
}

static unsigned answer_rows(logic_desk *d, const columns *c)
{
    json_t *list = json_array();
    unsigned models = 0;
    for (unsigned i = 0; i < rows_of(c); i++) {
        unsigned row = turned_round(i, c->letters.count);
        json_array_append_new(list, json_row(c, row));
        models += (unsigned)(c->all >> row & 1);
    }
    json_set(d->answer, "rows", list);
    json_set(d->answer, "models", json_integer(models));
    return models;
}

static void set_cell(logic_desk *d, const columns *c, int row, int column, film_tone tone,
                     const char *text)
{
    int width = (int)c->letters.count + c->lines + 1;
    film_set(&d->film, &(film_thing){.id = row * width + column,
                                     .in = row,
                                     .column = column,
                                     .tone = tone,
                                     .text = text});
}

static void show_heads(logic_desk *d, const columns *c)
{
    int column = 0;
    duel_msg *say = film_next(&d->film, 0);
    if (say)
        duel_say(say, N_("{0} {0:letter|letters}: {1} {1:row|rows}, a truth value each way."),
                 "ii", (int64_t)c->letters.count, (int64_t)rows_of(c));
    for (unsigned k = 0; k < c->letters.count; k++) {
        char letter[2] = {(char)('A' + c->letters.letter[k]), '\0'};
        set_cell(d, c, 0, column++, FILM_HEAD, letter);
    }
    for (int i = 0; i < c->lines; i++) {
        duel_buf text;
        duel_buf_init(&text);
        prop_put(&d->pool, d->line[i], PROP_UNICODE, &text.sink);
        set_cell(d, c, 0, column++, FILM_HEAD, text.text);
        duel_buf_fini(&text);
    }
    set_cell(d, c, 0, column, FILM_HEAD, N_("all"));
}

/* The first line that is false in a row; -1: none is. */
static int first_false(const columns *c, unsigned row)
{
    int i = 0;
    while (i < c->lines && c->of[i] >> row & 1)
        i++;
    return i < c->lines ? i : -1;
}

static void say_row(logic_desk *d, const columns *c, unsigned row, int number, int models)
{
    int wrong = first_false(c, row);
    duel_msg *say = film_next(&d->film, 0);
    if (say && wrong < 0)
        duel_say(say, N_("Row {0}: every line is true; {1} {1:model|models} so far."), "ii",
                 (int64_t)number, (int64_t)models);
    else if (say)
        duel_say(say, N_("Row {0}: line {1} is false."), "ii", (int64_t)number,
                 (int64_t)wrong + 1);
}

static void show_table_row(logic_desk *d, const columns *c, unsigned row, int number,
                           int models)
{
    int column = 0;
    bool all = c->all >> row & 1;
    say_row(d, c, row, number, models);
    for (unsigned k = 0; k < c->letters.count; k++)
        set_cell(d, c, number, column++, FILM_PLAIN, row >> k & 1 ? "1" : "0");
    for (int i = 0; i < c->lines; i++) {
        bool is = c->of[i] >> row & 1;
        set_cell(d, c, number, column++, is ? FILM_YES : FILM_NO, is ? "1" : "0");
    }
    set_cell(d, c, number, column, all ? FILM_YES : FILM_PLAIN, all ? "✓" : "");
}

duel_status desk_table(logic_desk *d, duel_msg *why)
{
    columns c;
    int models = 0;
    duel_status status = make_columns(d, &c, d->count, why);
    if (status != DUEL_OK)
        return status;
    answer_heads(d, &c);
    answer_rows(d, &c);
    show_heads(d, &c);
    for (unsigned i = 0; i < rows_of(&c); i++) {
        unsigned row = turned_round(i, c.letters.count);
        models += (int)(c.all >> row & 1);
        show_table_row(d, &c, row, (int)i + 1, models);
    }
    school_clause model = row_model(&c.letters, c.all ? (unsigned)__builtin_ctzll(c.all) : 0);
    desk_verdict(d, c.all != 0, &model);
    return DUEL_OK;
}

/* ---- who is proven ------------------------------------------------------------------------
 */

typedef enum standing { PROVEN, REFUTED, OPEN_YET, STANDINGS } standing;

static standing stands(uint64_t all, uint64_t letter)
{
    return (all & ~letter) == 0 ? PROVEN : (all & letter) == 0 ? REFUTED : OPEN_YET;
}

static void show_letter(logic_desk *d, const columns *c, int row, int models, standing s)
{
    static const char *const names[STANDINGS] = {N_("proven"), N_("refuted"), N_("open")};
    static const char *const says[STANDINGS] = {
        N_("{0} is proven: it is true in every one of the {1} {1:model|models}."),
        N_("{0} is refuted: it is false in every one of the {1} {1:model|models}."),
        N_("{0} is open: true in some of the {1} models, false in others.")};
    static const film_tone tones[STANDINGS] = {FILM_YES, FILM_NO, FILM_GUESS};
    char letter[2] = {(char)('A' + c->letters.letter[row]), '\0'};
    duel_msg *say = film_next(&d->film, 0);
    if (say)
        duel_say(say, says[s], "ci", letter, (int64_t)models);
    film_set(&d->film, &(film_thing){.id = 2 * row, .in = row, .text = letter});
    film_set(
        &d->film,
        &(film_thing){
            .id = 2 * row + 1, .in = row, .column = 1, .tone = tones[s], .text = names[s]});
    json_array_append_new(json_object_get(d->answer, "proven"),
                          json_pack("{ssss}", "letter", letter, "standing", names[s]));
}

/* Of lines that contradict each other everything follows: nothing is worth a proof then. */
static void show_contradiction(logic_desk *d)
{
    duel_msg *say = film_next(&d->film, 0);
    if (say)
        duel_say(say,
                 N_("The lines contradict each other: they have no model, and prove "
                    "nothing worth having."),
                 "");
}

duel_status desk_proven(logic_desk *d, duel_msg *why)
{
    columns c;
    duel_status status = make_columns(d, &c, d->asked->count, why);
    if (status != DUEL_OK)
        return status;
    uint64_t rows = rows_of(&c) == 64 ? UINT64_MAX : (UINT64_C(1) << rows_of(&c)) - 1;
    int models = __builtin_popcountll(c.all & rows);
    d->film.head[0] = N_("letter");
    d->film.head[1] = N_("is");
    json_set(d->answer, "models", json_integer(models));
    json_set(d->answer, "proven", json_array());
    if (models == 0)
        show_contradiction(d);
    for (unsigned k = 0; models && k < c.letters.count; k++) {
        prop_id letter = prop_letter(&d->pool, c.letters.letter[k]);
        uint64_t column = prop_table(&d->pool, letter, &c.letters);
        show_letter(d, &c, (int)k, models, stands(c.all & rows, column & rows));
    }
    return DUEL_OK;
}
