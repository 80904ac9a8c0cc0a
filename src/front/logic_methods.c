/* front/logic_methods.c -- see logic_methods.h. */
#include "front/logic_methods.h"
#include "base/spelling.h"
#include "front/inside.h"
#include "school/clauses.h"
#include "school/shunting_yard.h"
#include "school/truth_tree.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct logic_desk {
    const logic_asked *asked;
    duel_lang lang;
    prop_pool pool;
    int count; /* of what is all to be true: the lines, and the question negated */
    prop_id line[DESK_LINES + 1];
    bool has_question;
    prop_id question;
    school_clauses clauses; /* once they are wanted, or read */
    duel_film film;
    json_t *answer;
} logic_desk;

/* ---- what is asked ----------------------------------------------------------------------- */

/* "p cnf 3 2", or a comment before it. */
static bool looks_like_dimacs(duel_str text)
{
    duel_str word;
    bool found = duel_str_word(&text, " \t\r\n", &word);
    duel_str next = {NULL, 0};
    duel_str_word(&text, " \t\r\n", &next);
    return found && (duel_str_is(word, "c") ||
                     (duel_str_is(word, "p") && next.at && duel_str_is(next, "cnf")));
}

duel_status logic_read_text(duel_str text, logic_asked *out, duel_msg *why)
{
    duel_str line;
    *out = (logic_asked){0};
    if (looks_like_dimacs(text)) {
        out->dimacs = text;
        return DUEL_OK;
    }
    while (duel_str_part(&text, '\n', &line)) {
        line = duel_str_trim(line);
        if (line.len && out->count == DESK_LINES)
            return duel_invalid(why, N_("At most {0} lines can be looked at."), "i",
                                (int64_t)DESK_LINES);
        if (line.len)
            out->line[out->count++] = line;
    }
    return DUEL_OK;
}

static duel_status read_formula(logic_desk *d, int number, duel_str text, prop_id *out,
                                logic_place *wrong, duel_msg *why)
{
    size_t at = 0;
    duel_status status = prop_read(&d->pool, text, out, &at, why);
    if (status == DUEL_REFUSED)
        *wrong = (logic_place){number, at};
    return status;
}

static duel_status read_lines(logic_desk *d, logic_place *wrong, duel_msg *why)
{
    const logic_asked *a = d->asked;
    duel_status status = DUEL_OK;
    if (a->dimacs.at)
        return school_read_dimacs(a->dimacs, &d->clauses, why);
    if (a->count == 0 && a->question.at == NULL)
        return duel_invalid(why, N_("Write one formula or several."), "");
    for (int i = 0; status == DUEL_OK && i < a->count; i++)
        status = read_formula(d, i, a->line[i], &d->line[d->count++], wrong, why);
    if (status == DUEL_OK && a->question.at) {
        d->has_question = true;
        status = read_formula(d, a->count, a->question, &d->question, wrong, why);
        if (status == DUEL_OK)
            d->line[d->count++] = prop_make(&d->pool, PROP_NOT, d->question, 0);
    }
    return status;
}

/* ---- what is answered -------------------------------------------------------------------- */

static json_t *desk_formula(const logic_desk *d, prop_id id)
{
    duel_buf text;
    duel_buf_init(&text);
    prop_put(&d->pool, id, PROP_UNICODE, &text.sink);
    return json_take_text(&text);
}

/* ["A", "~B"]: letters left out may be either. */
static json_t *json_model(school_clause model)
{
    json_t *j = json_array();
    for (int k = 0; k < 26; k++)
        if ((model.yes | model.no) >> k & 1)
            json_array_append_new(j,
                                  json_sprintf("%s%c", model.no >> k & 1 ? "~" : "", 'A' + k));
    return j;
}

static void say_verdict(const logic_desk *d, bool consistent, duel_str with, duel_msg *verdict)
{
    if (d->has_question && !consistent)
        duel_say(verdict, N_("It follows."), "");
    else if (d->has_question)
        duel_say(verdict,
                 with.len ? N_("It does not follow: with {0} the lines hold, and it does not.")
                          : N_("It does not follow."),
                 "s", with);
    else if (consistent)
        duel_say(verdict, with.len ? N_("All can be true: with {0}.") : N_("All can be true."),
                 "s", with);
    else
        duel_say(verdict, N_("They contradict each other."), "");
}

/* "consistent", "follows", "model", "verdict"; `model` may be NULL. */
static void desk_verdict(logic_desk *d, bool consistent, const school_clause *model)
{
    duel_msg verdict;
    duel_buf with;
    duel_buf_init(&with);
    if (model)
        school_put_literals(*model, &with.sink);
    say_verdict(d, consistent, duel_buf_str(&with), &verdict);
    json_set(d->answer, "consistent", json_boolean(consistent));
    json_set(d->answer, "follows", d->has_question ? json_boolean(!consistent) : json_null());
    json_set(d->answer, "model", consistent && model ? json_model(*model) : json_null());
    json_set(d->answer, "verdict", json_say(d->lang, &verdict));
    duel_buf_fini(&with);
}

/* ---- clauses ----------------------------------------------------------------------------- */

/* Those of a line are added; its forms are given where somebody wants them. */
static duel_status clauses_of_line(logic_desk *d, int i, prop_id form[SCHOOL_FORMS],
                                   duel_msg *why)
{
    duel_status status = school_forms_of(&d->pool, d->line[i], form, why);
    if (status == DUEL_OK)
        status = school_add_clauses(&d->pool, form[SCHOOL_FORMS - 1], &d->clauses, why);
    return status;
}

static duel_status need_clauses(logic_desk *d, duel_msg *why)
{
    duel_status status = DUEL_OK;
    prop_id form[SCHOOL_FORMS];
    for (int i = 0; status == DUEL_OK && i < d->count; i++)
        status = clauses_of_line(d, i, form, why);
    return status;
}

static duel_status desk_need_formulas(const logic_desk *d, duel_msg *why)
{
    return d->asked->dimacs.at
               ? duel_refuse(why, N_("This method is for formulas, not for clauses."), "")
               : DUEL_OK;
}

/* A row of the table of forms: the line's number, the form's name, the formula. */
static void show_row(logic_desk *d, int row, int line, const char *name, const char *text)
{
    char number[16];
    snprintf(number, sizeof number, "%d", line + 1);
    const char *cell[] = {line < 0 ? "" : number, name, text};
    for (int k = 0; k < 3; k++)
        film_set(&d->film, &(film_thing){.id = 3 * row + k,
                                         .in = row,
                                         .column = k,
                                         .tone = k == 2 && line < 0 ? FILM_FACT : FILM_PLAIN,
                                         .text = cell[k]});
}

static void show_forms(logic_desk *d, int line, const prop_id form[SCHOOL_FORMS], int *row)
{
    for (int f = 0; f < SCHOOL_FORMS; f++) {
        duel_buf text;
        const char *name = school_form_name((school_form)f);
        if (f && form[f] == form[f - 1])
            continue;
        duel_buf_init(&text);
        prop_put(&d->pool, form[f], PROP_UNICODE, &text.sink);
        duel_msg *say = film_next(&d->film, f > 0);
        if (say)
            duel_say(say, N_("line {0}, {1}: {2}"), "iws", (int64_t)line + 1, name,
                     duel_buf_str(&text));
        show_row(d, (*row)++, line, name, text.text);
        duel_buf_fini(&text);
    }
}

static void show_clauses(logic_desk *d, int row)
{
    for (unsigned i = 0; i < d->clauses.count; i++) {
        duel_buf text;
        duel_buf_init(&text);
        school_put_clause(d->clauses.clause[i], &text.sink);
        duel_msg *say = film_next(&d->film, 0);
        if (say)
            duel_say(say, N_("A clause: {0}"), "s", duel_buf_str(&text));
        show_row(d, row++, -1, N_("clause"), text.text);
        duel_buf_fini(&text);
    }
}

static json_t *json_clauses(const school_clauses *c)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < c->count; i++) {
        duel_buf text;
        duel_buf_init(&text);
        school_put_clause(c->clause[i], &text.sink);
        json_array_append_new(list, json_take_text(&text));
    }
    return list;
}

static duel_status by_clauses(logic_desk *d, duel_msg *why)
{
    duel_status status = DUEL_OK;
    int row = 0;
    duel_buf dimacs;
    for (int i = 0; status == DUEL_OK && i < d->count; i++) {
        prop_id form[SCHOOL_FORMS];
        status = clauses_of_line(d, i, form, why);
        if (status == DUEL_OK)
            show_forms(d, i, form, &row);
    }
    if (status != DUEL_OK)
        return status;
    show_clauses(d, row);
    d->film.head[0] = N_("line");
    d->film.head[1] = N_("step");
    d->film.head[2] = N_("formula");
    duel_buf_init(&dimacs);
    school_put_dimacs(&d->clauses, 0, &dimacs.sink);
    json_set(d->answer, "clauses", json_clauses(&d->clauses));
    json_set(d->answer, "dimacs", json_take_text(&dimacs));
    return DUEL_OK;
}

/* ---- the table, and the proof of one ----------------------------------------------------- */

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

/* ---- the table --------------------------------------------------------------------------- */

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

static duel_status desk_table(logic_desk *d, duel_msg *why)
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

/* ---- who is proven ----------------------------------------------------------------------- */

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

static duel_status desk_proven(logic_desk *d, duel_msg *why)
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

/* ---- the methods ------------------------------------------------------------------------- */

static duel_status by_dpll(logic_desk *d, duel_msg *why)
{
    school_clause model = {0, 0};
    duel_status status = need_clauses(d, why);
    if (status != DUEL_OK)
        return status;
    school_outcome outcome = school_dpll(&d->clauses, &model, &d->film);
    if (outcome == SCHOOL_GAVE_UP)
        return duel_refuse(why, N_("This takes more cases than are looked at here."), "");
    desk_verdict(d, outcome == SCHOOL_CONSISTENT, &model);
    return DUEL_OK;
}

static duel_status by_resolution(logic_desk *d, duel_msg *why)
{
    duel_status status = need_clauses(d, why);
    if (status != DUEL_OK)
        return status;
    school_outcome outcome = school_resolve(&d->clauses, &d->film);
    if (outcome == SCHOOL_GAVE_UP)
        return duel_refuse(why, N_("Resolution makes too many clauses of this; try dpll."), "");
    d->film.head[0] = N_("number");
    d->film.head[1] = N_("clause");
    d->film.head[2] = N_("from");
    desk_verdict(d, outcome == SCHOOL_CONSISTENT, NULL);
    return DUEL_OK;
}

static duel_status by_tree(logic_desk *d, duel_msg *why)
{
    duel_status status = desk_need_formulas(d, why);
    school_tree *tree = status == DUEL_OK ? malloc(sizeof *tree) : NULL;
    if (tree == NULL)
        return status == DUEL_OK ? duel_no_space(why) : status;
    status = school_grow(tree, &d->pool, d->line, d->count, why);
    if (status == DUEL_OK) {
        school_clause model;
        school_tree_model(tree, &model.yes, &model.no);
        school_show_tree(tree, PROP_UNICODE, &d->film);
        desk_verdict(d, tree->open >= 0, &model);
    }
    free(tree);
    return status;
}

static duel_status by_polish(logic_desk *d, duel_msg *why)
{
    duel_status status = desk_need_formulas(d, why);
    json_t *list = json_array();
    school_yard yard = {.film = &d->film};
    for (int i = 0; status == DUEL_OK && i < d->asked->count; i++) {
        duel_buf polish;
        duel_buf_init(&polish);
        status = school_polish(&d->pool, d->asked->line[i], &yard, &polish, NULL, why);
        json_array_append_new(list, json_take_text(&polish));
    }
    json_set(d->answer, "polish", list);
    return status;
}

static duel_status by_shape(logic_desk *d, duel_msg *why)
{
    duel_status status = desk_need_formulas(d, why);
    int things = 0;
    for (int i = 0; status == DUEL_OK && i < d->asked->count; i++)
        school_show_formula(&d->pool, d->line[i], &d->film, &things);
    if (status == DUEL_OK && d->has_question)
        school_show_formula(&d->pool, d->question, &d->film, &things);
    return status;
}

/* ---- the desk ---------------------------------------------------------------------------- */

#define METHODS(METHOD)                                                                        \
    METHOD("shape", FILM_TREE, by_shape)                                                       \
    METHOD("polish", FILM_LANES, by_polish)                                                    \
    METHOD("table", FILM_TABLE, desk_table)                                                    \
    METHOD("proven", FILM_TABLE, desk_proven)                                                  \
    METHOD("clauses", FILM_TABLE, by_clauses)                                                  \
    METHOD("dpll", FILM_TREE, by_dpll)                                                         \
    METHOD("tree", FILM_TREE, by_tree)                                                         \
    METHOD("resolution", FILM_TABLE, by_resolution)

static const struct method {
    const char *name;
    film_kind kind;
    duel_status (*run)(logic_desk *d, duel_msg *why);
} methods[] = {
#define METHOD_ROW(name, kind, run) {name, kind, run},
    METHODS(METHOD_ROW)};

const char *const logic_methods[] = {
#define METHOD_NAME(name, kind, run) name,
    METHODS(METHOD_NAME) NULL};

static const struct method *method_named(duel_str name)
{
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (duel_str_is(name, methods[i].name))
            return &methods[i];
    return NULL;
}

bool logic_is_method(duel_str name)
{
    return method_named(name) != NULL;
}

static duel_status run_method(logic_desk *d, const struct method *m, logic_place *wrong,
                              duel_msg *why)
{
    prop_pool_init(&d->pool);
    film_init(&d->film, m->kind);
    d->answer = json_object();
    duel_status status = read_lines(d, wrong, why);
    if (status == DUEL_OK)
        status = m->run(d, why);
    if (status == DUEL_OK)
        status = film_report(&d->film, d->lang, d->answer, why);
    film_fini(&d->film);
    return status;
}

duel_status logic_decide(duel_str method, const logic_asked *asked, duel_lang lang,
                         json_t **answer, logic_place *wrong, duel_msg *why)
{
    const struct method *m = method_named(method);
    *wrong = (logic_place){-1, 0};
    if (m == NULL)
        return duel_ask_nearest(duel_invalid(why, N_("There is no method “{0}”."), "s", method),
                                why, method, logic_methods, sizeof *logic_methods);
    logic_desk *d = calloc(1, sizeof *d);
    if (d == NULL)
        return duel_no_space(why);
    d->asked = asked;
    d->lang = lang;
    duel_status status = run_method(d, m, wrong, why);
    if (status == DUEL_OK)
        *answer = d->answer;
    else
        json_decref(d->answer);
    free(d);
    return status;
}
