/* front/tui/menu.c -- what can be chosen where, by which key: see screen.h. */
#include "front/tui/screen.h"

#include <stdio.h>
#include <string.h>

enum { MOST_YIELDING = 5 };

typedef struct item {
    tui_choice choice;
    int function; /* F1… */
    int twin;     /* a letter, or TUI_CTRL + letter */
    const char *label;
    int yields; /* 0: shown first; the larger, the sooner it is left out */
} item;

static const item duel_items[] = {
    {TUI_HELP, 1, 'h', N_("Help"), 1},       {TUI_GAME, 2, 'g', N_("Game"), 1},
    {TUI_RESUME, 4, 'r', N_("Resume"), 1},   {TUI_READ, 7, 'v', N_("Read"), 3},
    {TUI_PALETTE, 8, 'c', N_("Colours"), 5}, {TUI_WRITE, 9, 'w', N_("Copy"), 2},
    {TUI_LEAVE, 10, 'q', N_("Leave"), 0},    {TUI_NOTHING, 0, 0, NULL, 0}};

static const item game_items[] = {{TUI_RULES, 1, 'h', N_("Rules"), 1},
                                  {TUI_SITUATION, 2, 's', N_("Situation"), 1},
                                  {TUI_PLAY, 3, 'p', N_("Play"), 1},
                                  {TUI_PLAYERS, 4, 'o', N_("Players"), 1},
                                  {TUI_UNDO, 5, 'b', N_("Undo"), 4},
                                  {TUI_LESSON, 6, 'l', N_("Lesson"), 2},
                                  {TUI_READ, 7, 'v', N_("Read"), 3},
                                  {TUI_PALETTE, 8, 'c', N_("Colours"), 5},
                                  {TUI_WRITE, 9, 'w', N_("Copy"), 4},
                                  {TUI_LEAVE, 10, 'q', N_("Leave"), 0},
                                  {TUI_REVIEW, 11, 'r', N_("Review"), 1},
                                  {TUI_EXPLORE, 12, 'e', N_("Explore"), 3},
                                  {TUI_NOTHING, 0, 0, NULL, 0}};

static const item play_items[] = {{TUI_RULES, 1, TUI_CTRL + 'R', N_("Rules"), 1},
                                  {TUI_READ, 2, TUI_CTRL + 'V', N_("Read"), 3},
                                  {TUI_LENS, 3, TUI_CTRL + 'L', N_("Lens"), 1},
                                  {TUI_ADVICE, 4, '?', N_("Advice"), 1},
                                  {TUI_UNDO, 5, TUI_CTRL + 'B', N_("Undo"), 2},
                                  {TUI_HINT, 6, '!', N_("Hint"), 1},
                                  {TUI_FLAG, 7, TUI_CTRL + 'F', N_("Flag"), 3},
                                  {TUI_PALETTE, 8, TUI_CTRL + 'T', N_("Colours"), 5},
                                  {TUI_WRITE, 9, TUI_CTRL + 'W', N_("Copy"), 4},
                                  {TUI_LEAVE, 10, TUI_CTRL + 'X', N_("Leave"), 0},
                                  {TUI_NOTHING, 0, 0, NULL, 0}};

static const item lesson_items[] = {{TUI_RULES, 1, TUI_CTRL + 'R', N_("Rules"), 1},
                                    {TUI_READ, 2, TUI_CTRL + 'V', N_("Read"), 1},
                                    {TUI_ADVICE, 4, '?', N_("Show me"), 1},
                                    {TUI_PALETTE, 8, TUI_CTRL + 'T', N_("Colours"), 5},
                                    {TUI_WRITE, 9, TUI_CTRL + 'W', N_("Copy"), 4},
                                    {TUI_LEAVE, 10, TUI_CTRL + 'X', N_("Leave"), 0},
                                    {TUI_NOTHING, 0, 0, NULL, 0}};

static const item review_items[] = {{TUI_ALL_MOVES, 1, 'm', N_("Moves"), 1},
                                    {TUI_BETTER, 2, 'b', N_("Better"), 1},
                                    {TUI_TURNING, 3, 't', N_("Turning point"), 1},
                                    {TUI_TRY_AGAIN, 4, 'a', N_("Try again"), 1},
                                    {TUI_READ, 7, 'v', N_("Read"), 2},
                                    {TUI_PALETTE, 8, 'c', N_("Colours"), 5},
                                    {TUI_WRITE, 9, 'w', N_("Copy"), 4},
                                    {TUI_LEAVE, 10, 'q', N_("Leave"), 0},
                                    {TUI_NOTHING, 0, 0, NULL, 0}};

static const item explore_items[] = {{TUI_RULES, 1, TUI_CTRL + 'R', N_("Rules"), 4},
                                     {TUI_AT_TABLE, 2, TUI_CTRL + 'B', N_("Table"), 2},
                                     {TUI_LONGEST, 3, TUI_CTRL + 'L', N_("Longest"), 1},
                                     {TUI_A_WIN, 4, TUI_CTRL + 'G', N_("Win"), 1},
                                     {TUI_A_LOSS, 5, TUI_CTRL + 'P', N_("Loss"), 1},
                                     {TUI_A_TIE, 6, TUI_CTRL + 'N', N_("Tie"), 1},
                                     {TUI_ENDLESS, 11, TUI_CTRL + 'F', N_("Endless"), 1},
                                     {TUI_READ, 7, TUI_CTRL + 'V', N_("Read"), 3},
                                     {TUI_PALETTE, 8, TUI_CTRL + 'T', N_("Colours"), 5},
                                     {TUI_WRITE, 9, TUI_CTRL + 'W', N_("Copy"), 4},
                                     {TUI_LEAVE, 10, TUI_CTRL + 'X', N_("Leave"), 0},
                                     {TUI_NOTHING, 0, 0, NULL, 0}};

static const item *items_of(tui_place place)
{
    static const item *const items[] = {
        [TUI_AT_DUEL] = duel_items,     [TUI_AT_GAME] = game_items,
        [TUI_AT_PLAY] = play_items,     [TUI_AT_LESSON] = lesson_items,
        [TUI_AT_REVIEW] = review_items, [TUI_AT_EXPLORE] = explore_items,
    };
    return items[place];
}

bool tui_menu_draws(tui_choice choice, duel_value *wanted)
{
    static const duel_value kinds[] = {[TUI_LONGEST] = DUEL_UNSOLVED,
                                       [TUI_A_WIN] = DUEL_WIN,
                                       [TUI_A_LOSS] = DUEL_LOSS,
                                       [TUI_A_TIE] = DUEL_TIE,
                                       [TUI_ENDLESS] = DUEL_DRAW};
    bool draws = choice >= TUI_LONGEST && choice <= TUI_ENDLESS;
    if (draws)
        *wanted = kinds[choice];
    return draws;
}

/* Whether a position that the choice leads to can be drawn. */
static bool has_kind(const tui_menu *m, tui_choice choice)
{
    duel_value wanted;
    return !tui_menu_draws(choice, &wanted) || m->kinds >> wanted & 1;
}

static bool is_there(const tui_menu *m, const item *i)
{
    return (i->choice != TUI_LESSON || m->lesson) && (i->choice != TUI_LENS || m->lenses) &&
           (i->choice != TUI_FLAG || m->flags) && (i->choice != TUI_READ || m->cut) &&
           (i->choice != TUI_REVIEW || m->review) && has_kind(m, i->choice);
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
    return place == TUI_AT_DUEL      ? N_("Menu DUEL")
           : place == TUI_AT_LESSON  ? N_("LESSON")
           : place == TUI_AT_REVIEW  ? N_("REVIEW")
           : place == TUI_AT_EXPLORE ? N_("EXPLORE")
                                     : N_("Menu GAME");
}

static int width_of(duel_lang lang, const item *m)
{
    char keys[16];
    print_keys(m, keys);
    return 2 + (int)strlen(keys) + tui_canvas_width(duel_str_of(duel_text(lang, m->label)));
}

/* Bit i: item i has a place in a bar of so many columns. */
static unsigned shown_items(const tui_menu *m, int columns)
{
    const item *list = items_of(m->place);
    unsigned shown = 0;
    int used = tui_canvas_width(duel_str_of(duel_text(m->lang, name_of(m->place))));
    for (int yields = 0; yields <= MOST_YIELDING; yields++) {
        for (int i = 0; list[i].label; i++) {
            int width = width_of(m->lang, &list[i]);
            if (list[i].yields != yields || !is_there(m, &list[i]) || used + width > columns)
                continue;
            used += width;
            shown |= 1u << i;
        }
    }
    return shown;
}

void tui_menu_paint(const tui_menu *m, tui_canvas *c, tui_rect r)
{
    const item *list = items_of(m->place);
    unsigned shown = shown_items(m, r.columns);
    for (int x = 0; x < c->columns; x++)
        tui_canvas_put(c, r.row, x, " ", TUI_BAR);
    int at = r.column;
    at += tui_canvas_text(c, r.row, at, r.columns,
                          duel_str_of(duel_text(m->lang, name_of(m->place))), TUI_KEY);
    for (int i = 0; list[i].label; i++) {
        char keys[16];
        if (!(shown >> i & 1))
            continue;
        print_keys(&list[i], keys);
        tui_canvas_put(c, r.row, at, "│", TUI_BAR);
        tui_canvas_text(c, r.row, at + 1, 16, duel_str_of(keys), TUI_KEY);
        tui_canvas_text(c, r.row, at + 2 + (int)strlen(keys), r.columns,
                        duel_str_of(duel_text(m->lang, list[i].label)), TUI_BAR);
        at += width_of(m->lang, &list[i]);
    }
}

/* Those left out whose yielding is at most `most`; gives how many. */
static int put_left_out(const tui_menu *m, int columns, int most, duel_sink *out)
{
    const item *list = items_of(m->place);
    unsigned shown = shown_items(m, columns);
    int count = 0;
    for (int i = 0; list[i].label; i++) {
        char keys[16];
        if ((shown >> i & 1) || !is_there(m, &list[i]) || list[i].yields > most)
            continue;
        print_keys(&list[i], keys);
        duel_putf(out, "%s%s %s", count++ ? ", " : "", keys, duel_text(m->lang, list[i].label));
    }
    return count;
}

void tui_menu_second(const tui_menu *m, int columns, int room, duel_sink *out)
{
    enum { SECOND = 3 };
    duel_buf text;
    duel_buf_init(&text);
    for (int most = SECOND; most > 0; most--) {
        duel_buf_clear(&text);
        put_left_out(m, columns, most, &text.sink);
        if (tui_canvas_width(duel_buf_str(&text)) > room)
            continue;
        duel_put_str(out, duel_buf_str(&text));
        break;
    }
    duel_buf_fini(&text);
}

void tui_menu_rest(const tui_menu *m, int columns, duel_sink *out)
{
    duel_buf text;
    duel_buf_init(&text);
    if (put_left_out(m, columns, MOST_YIELDING, &text.sink))
        duel_tell(m->lang, out, N_("Also: {0}"), "s", duel_buf_str(&text));
    duel_buf_fini(&text);
}

/* ---- keys -------------------------------------------------------------------------------- */

static tui_choice clicked(const tui_menu *m, int column, int columns)
{
    const item *list = items_of(m->place);
    unsigned shown = shown_items(m, columns);
    int at = 1 + tui_canvas_width(duel_str_of(duel_text(m->lang, name_of(m->place))));
    for (int i = 0; list[i].label; i++) {
        if (!(shown >> i & 1))
            continue;
        if (column > at && column < at + width_of(m->lang, &list[i]))
            return list[i].choice;
        at += width_of(m->lang, &list[i]);
    }
    return TUI_NOTHING;
}

tui_choice tui_menu_choice(const tui_menu *m, const tui_key *k, int columns)
{
    const item *list = items_of(m->place);
    if (k->code == TUI_MOUSE)
        return k->row == 0 ? clicked(m, k->column, columns - 2) : TUI_NOTHING;
    for (int i = 0; list[i].label; i++) {
        bool letter = k->code == TUI_TEXT && k->text[1] == '\0' &&
                      (k->text[0] | 0x20) == (list[i].twin | 0x20) && list[i].twin < TUI_CTRL;
        bool chosen = k->code == TUI_F0 + list[i].function || k->code == list[i].twin || letter;
        if (chosen && is_there(m, &list[i]))
            return list[i].choice;
    }
    return TUI_NOTHING;
}
