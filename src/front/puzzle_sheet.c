/* front/puzzle_sheet.c -- see puzzle_sheet.h. */
#include "front/puzzle_sheet.h"
#include "core/play.h"
#include "core/scene.h"
#include "front/print_canvas.h"
#include "front/wording.h"

enum { COLUMNS = 3, ROWS = PUZZLE_SHEET_PAGE / COLUMNS, REASONS = 2 };
static const double margin = 36, head = 34, gap = 14, words = 42, print = 7.5, small = 6;
/* Readers without Helvetica put wider letters in its place. */
static const double narrow = 0.86;

/* The game, and which of its puzzles. */
static void put_head(print_canvas *e, duel_lang lang, const puzzle_sheet_puzzle *first,
                     const char *what)
{
    duel_buf title;
    duel_buf_init(&title);
    duel_tell(lang, &title.sink, what, "w", first->found.record.variant.game->title);
    print_put_text(e, margin, margin + 10, 13, PRINT_LEFT, true, duel_buf_str(&title));
    print_put_text(e, PRINT_WIDTH - margin, margin + 10, 9, PRINT_RIGHT, false,
                   duel_str_of("Duelliste"));
    print_put_line(e, margin, margin + 16, PRINT_WIDTH - margin, margin + 16, 0.6);
    duel_buf_fini(&title);
}

/* ---- questions --------------------------------------------------------------------------- */

static void put_picture(print_canvas *e, const found_puzzle *f, double x, double y, double w,
                        double h)
{
    const duel_variant *v = &f->record.variant;
    int seat = v->game->turn(v, &f->puzzle.state);
    duel_state view;
    duel_scene scene;
    duel_scene_init(&scene);
    duel_view(v, &f->puzzle.state, seat, &view);
    duel_scene_make(v, &view, seat, &scene);
    print_scene(e, &scene, x, y, w, h);
    duel_scene_fini(&scene);
}

/* As it is written, too: a picture does not show what lies in a pile. */
static void put_position(const found_puzzle *f, duel_sink *out)
{
    const duel_variant *v = &f->record.variant;
    duel_state view;
    duel_view(v, &f->puzzle.state, v->game->turn(v, &f->puzzle.state), &view);
    if (v->game->print)
        duel_print(v, &view, out);
}

/* The size in which a text has room on one line. */
static double smaller(double w, duel_str text)
{
    double fits = narrow * w / print_width(1, text);
    return text.len && fits < small ? fits : small;
}

static void put_question(print_canvas *e, duel_lang lang, const puzzle_sheet_puzzle *p,
                         int place)
{
    double w = (PRINT_WIDTH - 2 * margin - (COLUMNS - 1) * gap) / COLUMNS;
    double h = (PRINT_HEIGHT - 2 * margin - head) / ROWS;
    double x = margin + place % COLUMNS * (w + gap), y = margin + head + place / COLUMNS * h;
    duel_buf text;
    duel_buf_init(&text);
    duel_putf(&text.sink, "%s.", p->name);
    print_put_text(e, x, y + 8, 9, PRINT_LEFT, true, duel_buf_str(&text));
    put_picture(e, &p->found, x, y + 12, w, h - words - 16);
    duel_buf_clear(&text);
    duel_render(lang, &p->found.puzzle.question, &text.sink);
    double under =
        print_put_paragraph(e, x, y + h - words + 6, narrow * w, print, duel_buf_str(&text));
    duel_buf_clear(&text);
    put_position(&p->found, &text.sink);
    print_put_text(e, x, under, smaller(w, duel_buf_str(&text)), PRINT_LEFT, false,
                   duel_buf_str(&text));
    duel_buf_fini(&text);
}

/* ---- answers ----------------------------------------------------------------------------- */

static double put_answer(print_canvas *e, duel_lang lang, const puzzle_sheet_puzzle *p,
                         double y)
{
    const duel_puzzle *z = &p->found.puzzle;
    duel_buf text;
    duel_buf_init(&text);
    duel_putf(&text.sink, "%s.", p->name);
    print_put_text(e, margin, y, 9, PRINT_LEFT, true, duel_buf_str(&text));
    duel_buf_clear(&text);
    wording_line(&text.sink, &p->found.record.variant, &z->state, z->answer, z->count);
    print_put_text(e, margin + 60, y, 9, PRINT_LEFT, true, duel_buf_str(&text));
    y += 11;
    for (int i = 0; i < z->why.count && i < REASONS; i++) {
        duel_buf_clear(&text);
        duel_render(lang, &z->why.fact[i].text, &text.sink);
        y = print_put_paragraph(e, margin + 60, y, PRINT_WIDTH - 2 * margin - 60, print,
                                duel_buf_str(&text));
    }
    duel_buf_fini(&text);
    return y + 8;
}

void puzzle_sheet_draw(print_canvas *e, duel_lang lang, const puzzle_sheet_puzzle list[],
                       int count)
{
    for (int from = 0; from < count; from += PUZZLE_SHEET_PAGE) {
        int many = count - from < PUZZLE_SHEET_PAGE ? count - from : PUZZLE_SHEET_PAGE;
        double y = margin + head + 6;
        print_new_page(e);
        put_head(e, lang, &list[from], N_("Puzzles: {0}"));
        for (int i = 0; i < many; i++)
            put_question(e, lang, &list[from + i], i);
        print_new_page(e);
        put_head(e, lang, &list[from], N_("Answers: {0}"));
        for (int i = 0; i < many; i++)
            y = put_answer(e, lang, &list[from + i], y);
    }
}
