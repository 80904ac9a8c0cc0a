/* games/ergo/lens.c -- what the proof says now, laid over the table when somebody asks.
 *
 * "proven": what becomes of each letter, marked at its owner (the seed called it cheat mode).
 * "table": the truth table of the lines, the cases in which all of them hold marked. Both are
 * worked out from the proof, which everybody sees. Nothing is told by colour alone. Who wants
 * to know more gets the lines as an address of the logic bench. */
#include "core/play.h"
#include "core/scene.h"
#include "games/ergo/well_formed.h"

#include <stdio.h>
#include <string.h>

enum { CASES = 1 << LOGIC_LETTERS };

/* ---- who is proven now ------------------------------------------------------------------- */

typedef struct fate {
    const char *mark, *ascii; /* on a screen that can show it, and on any */
    duel_tone tone;
    const char *owned, *free; /* messages: of a player's letter, of nobody's */
} fate;

static const fate fates[] = {
    {"✓", "+", DUEL_SAFE, N_("{0} is proven now, for {1} {1:point|points}."),
     N_("{0} is proven now, for nobody.")},
    {"✗", "-", DUEL_DANGER, N_("{0} is disproven now."), N_("{0} is disproven now.")},
    {"?", "?", DUEL_UNKNOWN, N_("{0} is undetermined now."), N_("{0} is undetermined now.")},
};

static const fate *fate_of(const logic_verdict *verdict, unsigned letter)
{
    char c = logic_letter_verdict(verdict, letter);
    return &fates[c == 'T' ? 0 : c == 'F' ? 1 : 2];
}

static void say_fate(const duel_variant *v, const ergo *s, const fate *f, unsigned letter,
                     duel_msg *out)
{
    duel_say(out, (int)letter < v->seats ? f->owned : f->free, "ci",
             ergo_face(letter, LOGIC_ASCII), (int64_t)ergo_size(s));
}

/* Why there is nothing to tell about letters; NULL if there is. */
static const char *silence(const duel_variant *v, const ergo *s, logic_verdict *verdict)
{
    if (!ergo_verdict(v, s, verdict))
        return N_("A line is to be mended before the proof says anything.");
    return verdict->paradox ? N_("Paradox: the lines contradict each other.") : NULL;
}

static void put_marked(duel_pen *pen, const char *mark, duel_tone tone)
{
    if (pen->tone)
        pen->tone(pen, tone);
    duel_put(pen->out, mark);
    if (pen->tone)
        pen->tone(pen, DUEL_PLAIN);
}

static void draw_proven(const duel_variant *v, const void *view, int seat, duel_pen *pen)
{
    const ergo *s = view;
    logic_verdict verdict;
    const char *nothing = silence(v, s, &verdict);
    if (nothing) {
        put_marked(pen, duel_text(pen->lang, nothing), DUEL_DANGER);
        duel_put(pen->out, "\n");
    }
    for (unsigned letter = 0; letter < LOGIC_LETTERS && nothing == NULL; letter++) {
        const fate *f = fate_of(&verdict, letter);
        duel_msg m;
        put_marked(pen, pen->utf8 ? f->mark : f->ascii, f->tone);
        duel_put(pen->out, " ");
        say_fate(v, s, f, letter, &m);
        duel_render(pen->lang, &m, pen->out);
        duel_put(pen->out, "\n");
    }
}

/* A row of words under everything else. */
static duel_element *add_words(duel_scene *out, const char *id, duel_tone tone)
{
    duel_element *e = duel_scene_add(out, DUEL_LABEL, id, 0, out->height, out->width, 0.6F);
    e->tone = tone;
    out->height += 0.6F;
    return e;
}

/* Where the mark of a letter goes: between a player's counters and cards; false if nobody's. */
static bool place_of_mark(const duel_scene *scene, unsigned letter, float *x, float *y)
{
    duel_target id = duel_target_of("seat:%u", letter + 1);
    for (int i = 0; i < scene->count; i++) {
        const duel_element *e = &scene->element[i];
        if (e->kind == DUEL_SEAT && strcmp(e->id, id.text) == 0) {
            *x = e->x + e->w + 2;
            *y = e->y + (e->h - 1) / 2;
            return true;
        }
    }
    return false;
}

static void mark_letter(const duel_variant *v, const ergo *s, const logic_verdict *verdict,
                        unsigned letter, duel_scene *out)
{
    const fate *f = fate_of(verdict, letter);
    duel_target id = duel_target_of("proven:%u", letter + 1);
    float x, y;
    duel_element *e;
    if (place_of_mark(out, letter, &x, &y)) {
        e = duel_scene_add(out, DUEL_PIECE, id.text, x, y, 1, 1);
        e->shape = "token";
        e->tone = f->tone;
        snprintf(e->face, sizeof e->face, "%s", f->mark);
    } else {
        e = add_words(out, id.text, f->tone);
    }
    say_fate(v, s, f, letter, &e->label);
}

static void show_proven(const duel_variant *v, const void *view, int seat, duel_scene *out)
{
    const ergo *s = view;
    logic_verdict verdict;
    const char *nothing = silence(v, s, &verdict);
    if (nothing)
        duel_say(&add_words(out, "proven", DUEL_DANGER)->label, nothing, "");
    for (unsigned letter = 0; letter < LOGIC_LETTERS && nothing == NULL; letter++)
        mark_letter(v, s, &verdict, letter, out);
}

/* ---- the truth table --------------------------------------------------------------------- */

typedef struct columns {
    bool there[LOGIC_LINES];  /* the line has cards … */
    bool formed[LOGIC_LINES]; /* … and is well formed */
    logic_table table[LOGIC_LINES];
    logic_table models; /* in which all lines hold that can be read */
    bool whole;         /* all can */
} columns;

static columns columns_of_proof(const duel_variant *v, const ergo *s)
{
    columns c = {.models = LOGIC_TRUE, .whole = true};
    for (unsigned line = 0; line < LOGIC_LINES; line++) {
        c.table[line] = LOGIC_TRUE;
        c.there[line] = s->length[line] > 0;
        c.formed[line] = logic_symbols_table(s->line[line], s->length[line], ergo_precedence(v),
                                             &c.table[line]);
        c.models &= c.table[line];
        c.whole &= c.formed[line];
    }
    return c;
}

/* What stands in a row under a line. */
static const char *entry(const columns *c, unsigned line, unsigned model)
{
    return !c->there[line]                ? " "
           : !c->formed[line]             ? "?"
           : c->table[line] >> model & 1U ? "1"
                                          : "0";
}

static bool model_holds(const columns *c, unsigned model)
{
    return c->whole && (c->models >> model & 1U);
}

/* Rows are read as numbers are: the letter that changes first stands on the right. */
static unsigned model_of_row(unsigned row)
{
    unsigned model = 0;
    for (unsigned k = 0; k < LOGIC_LETTERS; k++)
        model |= (row >> (LOGIC_LETTERS - 1 - k) & 1U) << k;
    return model;
}

static void draw_table(const duel_variant *v, const void *view, int seat, duel_pen *pen)
{
    columns c = columns_of_proof(v, view);
    put_marked(pen, "  A B C D | 1 2 3 4 |\n", DUEL_SOFT);
    for (unsigned row = 0; row < CASES; row++) {
        unsigned model = model_of_row(row);
        put_marked(pen, model_holds(&c, model) ? ">" : " ", DUEL_SAFE);
        for (unsigned k = 0; k < LOGIC_LETTERS; k++)
            duel_putf(pen->out, " %u", model >> k & 1U);
        duel_put(pen->out, " |");
        for (unsigned line = 0; line < LOGIC_LINES; line++)
            duel_putf(pen->out, " %s", entry(&c, line, model));
        duel_put(pen->out, " |");
        if (model_holds(&c, model))
            put_marked(pen, pen->utf8 ? " ✓" : " +", DUEL_SAFE);
        duel_put(pen->out, "\n");
    }
    duel_tell(pen->lang, pen->out, N_("1 true, 0 false; marked: every line holds."), "");
    duel_put(pen->out, "\n");
}

static const float CELL = 0.6F; /* in units of a card's width */
enum { FIRST_LINE = LOGIC_LETTERS, LAST = FIRST_LINE + LOGIC_LINES, COLUMNS };

static duel_element *add_cell(duel_scene *out, float left, unsigned row, unsigned column,
                              const char *face, duel_tone tone)
{
    duel_target id = duel_target_of("table:%u:%u", row, column);
    duel_element *e = duel_scene_add(out, DUEL_CELL, id.text, left + CELL * (float)column,
                                     CELL * (float)row, CELL, CELL);
    snprintf(e->face, sizeof e->face, "%s", face);
    e->tone = tone;
    return e;
}

static void add_head(duel_scene *out, float left)
{
    static const char *const heads[COLUMNS] = {"A", "B", "C", "D", "1", "2", "3", "4", "✓"};
    for (unsigned column = 0; column < COLUMNS; column++) {
        bool letter = column < FIRST_LINE;
        duel_element *e = add_cell(out, left, 0, column, heads[column],
                                   letter ? (duel_tone)(DUEL_SEAT1 + column) : DUEL_SOFT);
        if (column == 0)
            duel_say(&e->label,
                     N_("Truth table: the letters, the lines, and whether every line holds."),
                     "");
    }
}

/* "A ¬B C ¬D" */
static void name_model(unsigned model, char text[LOGIC_LETTERS * 4])
{
    text[0] = '\0';
    for (unsigned k = 0; k < LOGIC_LETTERS; k++) {
        strcat(text, k ? " " : "");
        strcat(strcat(text, model >> k & 1U ? "" : "¬"), ergo_face(k, LOGIC_ASCII));
    }
}

/* The label of its first cell says the whole row. */
static void add_row(duel_scene *out, float left, const columns *c, unsigned row)
{
    unsigned model = model_of_row(row);
    bool marked = model_holds(c, model);
    duel_tone tone = marked ? DUEL_SAFE : DUEL_PLAIN;
    char name[LOGIC_LETTERS * 4];
    name_model(model, name);
    for (unsigned column = 0; column < COLUMNS; column++) {
        const char *face = column < FIRST_LINE ? (model >> column & 1U ? "1" : "0")
                           : column < LAST     ? entry(c, column - FIRST_LINE, model)
                                               : (marked ? "✓" : "");
        duel_element *e = add_cell(out, left, row + 1, column, face, tone);
        if (column == 0)
            duel_say(&e->label,
                     marked ? N_("{0}: every line holds.") : N_("{0}: not every line holds."),
                     "c", name);
    }
}

static void show_table(const duel_variant *v, const void *view, int seat, duel_scene *out)
{
    columns c = columns_of_proof(v, view);
    float left = out->width + CELL, bottom = CELL * (CASES + 1);
    add_head(out, left);
    for (unsigned row = 0; row < CASES; row++)
        add_row(out, left, &c, row);
    out->width = left + CELL * COLUMNS;
    out->height = out->height > bottom ? out->height : bottom;
}

const duel_lens ergo_lenses[] = {{"proven", N_("Who is proven now"), show_proven, draw_proven},
                                 {"table", N_("Truth table"), show_table, draw_table},
                                 {NULL, NULL, NULL, NULL}};

/* ---- the logic bench --------------------------------------------------------------------- */

/* It reads formulas by its own precedence: so every pair of them is in parentheses. */

/* Where the part that ends before `end` begins. */
static int part_begins(const logic_rpn *r, int end)
{
    int wanted = 1, at = end;
    while (wanted > 0) {
        uint8_t symbol = r->symbol[--at];
        wanted += symbol == LOGIC_NOT ? 0 : symbol >= LOGIC_AND ? 1 : -1;
    }
    return at;
}

static void put_bracketed(const logic_rpn *r, int end, duel_sink *out)
{
    uint8_t symbol = r->symbol[end - 1];
    if (symbol == LOGIC_NOT) {
        duel_put(out, "~");
        put_bracketed(r, end - 1, out);
    } else if (symbol < LOGIC_AND) {
        duel_put(out, logic_symbol_text(symbol, LOGIC_ASCII));
    } else {
        duel_put(out, "(");
        put_bracketed(r, part_begins(r, end - 1), out);
        duel_put(out, logic_symbol_text(symbol, LOGIC_ASCII));
        put_bracketed(r, end - 1, out);
        duel_put(out, ")");
    }
}

/* All but letters and digits as the addresses of the web have it. */
static void put_encoded(duel_str text, duel_sink *out)
{
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];
        if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
            duel_put_char(out, (char)c);
        else
            duel_putf(out, "%%%02X", c);
    }
}

static void put_line_of(const duel_variant *v, const ergo *s, int i, duel_sink *out)
{
    logic_line line = {.count = s->length[i]};
    logic_rpn rpn;
    for (int k = 0; k < s->length[i]; k++)
        line.symbol[k] = s->line[i][k];
    if (line.count == 0 || logic_check(line.symbol, line.count).want != LOGIC_WANT_NOTHING)
        return;
    logic_to_rpn(&line, ergo_precedence(v), &rpn);
    put_bracketed(&rpn, rpn.count, out);
    duel_put(out, "\n");
}

void ergo_study(const duel_variant *v, const void *view, duel_sink *out)
{
    duel_buf lines = duel_buf_empty();
    for (int i = 0; i < LOGIC_LINES; i++)
        put_line_of(v, view, i, &lines.sink);
    if (lines.len) {
        duel_put(out, "logic/proven/");
        put_encoded(duel_buf_str(&lines), out);
    }
    duel_buf_fini(&lines);
}
