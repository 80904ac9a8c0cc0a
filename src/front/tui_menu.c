/* front/tui_menu.c -- see tui_menu.h. */
#include "front/tui_menu.h"

#include <stdio.h>
#include <string.h>

enum { MOST_YIELDING = 4 };

typedef struct item {
    tui_choice choice;
    int function; /* F1… */
    int twin;     /* a letter, or TUI_CTRL + letter */
    const char *label;
    int yields; /* 0: shown first; the larger, the sooner it is left out */
} item;

static const item duel_items[] = {
    {TUI_HELP, 1, 'h', N_("Help"), 1},     {TUI_GAME, 2, 'g', N_("Game"), 1},
    {TUI_RESUME, 4, 'r', N_("Resume"), 1}, {TUI_PALETTE, 8, 'c', N_("Colours"), 4},
    {TUI_WRITE, 9, 'w', N_("Copy"), 2},    {TUI_LEAVE, 10, 'q', N_("Leave"), 0},
    {TUI_NOTHING, 0, 0, NULL, 0}};

static const item game_items[] = {
    {TUI_RULES, 1, 'h', N_("Rules"), 1}, {TUI_SITUATION, 2, 's', N_("Situation"), 1},
    {TUI_PLAY, 3, 'p', N_("Play"), 1},   {TUI_PLAYERS, 4, 'o', N_("Players"), 1},
    {TUI_UNDO, 5, 'b', N_("Undo"), 3},   {TUI_PALETTE, 8, 'c', N_("Colours"), 4},
    {TUI_WRITE, 9, 'w', N_("Copy"), 2},  {TUI_LEAVE, 10, 'q', N_("Leave"), 0},
    {TUI_NOTHING, 0, 0, NULL, 0}};

static const item play_items[] = {{TUI_RULES, 1, TUI_CTRL + 'R', N_("Rules"), 1},
                                  {TUI_ADVICE, 4, '?', N_("Advice"), 1},
                                  {TUI_UNDO, 5, TUI_CTRL + 'B', N_("Undo"), 1},
                                  {TUI_PALETTE, 8, TUI_CTRL + 'T', N_("Colours"), 4},
                                  {TUI_WRITE, 9, TUI_CTRL + 'W', N_("Copy"), 2},
                                  {TUI_LEAVE, 10, TUI_CTRL + 'X', N_("Leave"), 0},
                                  {TUI_NOTHING, 0, 0, NULL, 0}};

static const item *items_of(tui_place place)
{
    return place == TUI_AT_DUEL ? duel_items : place == TUI_AT_GAME ? game_items : play_items;
}

/* ---- the bar ----------------------------------------------------------------------------- */

static void print_keys(const item *m, char out[16])
{
    bool control = m->twin >= TUI_CTRL;
    snprintf(out, 16, "F%d %s%c", m->function, control ? "^" : "",
             (char)(control ? m->twin - TUI_CTRL : m->twin));
}

static const char *name_of(tui_place place)
{
    return place == TUI_AT_DUEL ? N_("Menu DUEL") : N_("Menu GAME");
}

static int width_of(duel_lang lang, const item *m)
{
    char keys[16];
    print_keys(m, keys);
    return 2 + (int)strlen(keys) + tui_canvas_width(duel_str_of(duel_text(lang, m->label)));
}

/* Bit i: item i has a place in a bar of so many columns. */
static unsigned shown_items(tui_place place, duel_lang lang, int columns)
{
    const item *m = items_of(place);
    unsigned shown = 0;
    int used = tui_canvas_width(duel_str_of(duel_text(lang, name_of(place))));
    for (int yields = 0; yields <= MOST_YIELDING; yields++) {
        for (int i = 0; m[i].label; i++) {
            if (m[i].yields != yields || used + width_of(lang, &m[i]) > columns)
                continue;
            used += width_of(lang, &m[i]);
            shown |= 1u << i;
        }
    }
    return shown;
}

void tui_menu_paint(tui_place place, duel_lang lang, tui_canvas *c, tui_rect r)
{
    const item *m = items_of(place);
    unsigned shown = shown_items(place, lang, r.columns);
    for (int x = 0; x < c->columns; x++)
        tui_canvas_put(c, r.row, x, " ", TUI_BAR);
    int at = r.column;
    at += tui_canvas_text(c, r.row, at, r.columns, duel_str_of(duel_text(lang, name_of(place))),
                          TUI_KEY);
    for (int i = 0; m[i].label; i++) {
        char keys[16];
        if (!(shown >> i & 1))
            continue;
        print_keys(&m[i], keys);
        tui_canvas_put(c, r.row, at, "│", TUI_BAR);
        tui_canvas_text(c, r.row, at + 1, 16, duel_str_of(keys), TUI_KEY);
        tui_canvas_text(c, r.row, at + 2 + (int)strlen(keys), r.columns,
                        duel_str_of(duel_text(lang, m[i].label)), TUI_BAR);
        at += width_of(lang, &m[i]);
    }
}

/* ---- keys -------------------------------------------------------------------------------- */

static tui_choice clicked(tui_place place, duel_lang lang, int column, int columns)
{
    const item *m = items_of(place);
    unsigned shown = shown_items(place, lang, columns);
    int at = 1 + tui_canvas_width(duel_str_of(duel_text(lang, name_of(place))));
    for (int i = 0; m[i].label; i++) {
        if (!(shown >> i & 1))
            continue;
        if (column > at && column < at + width_of(lang, &m[i]))
            return m[i].choice;
        at += width_of(lang, &m[i]);
    }
    return TUI_NOTHING;
}

tui_choice tui_menu_choice(tui_place place, duel_lang lang, const tui_key *k, int columns)
{
    const item *m = items_of(place);
    if (k->code == TUI_MOUSE)
        return k->row == 0 ? clicked(place, lang, k->column, columns - 2) : TUI_NOTHING;
    for (int i = 0; m[i].label; i++) {
        bool letter = k->code == TUI_TEXT && k->text[1] == '\0' &&
                      (k->text[0] | 0x20) == (m[i].twin | 0x20) && m[i].twin < TUI_CTRL;
        if (k->code == TUI_F0 + m[i].function || k->code == m[i].twin || letter)
            return m[i].choice;
    }
    return TUI_NOTHING;
}
