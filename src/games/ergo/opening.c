/* games/ergo/opening.c -- the cards dealt in the shape of the name, as the seed's program
 * began.
 *
 * 54 cards write ERGO and the last one is the full stop. Which card lies where comes from a
 * shuffle that is always the same. */
#include "core/scene.h"
#include "games/ergo/help.h"

#include <stdio.h>

enum { ROWS = 6, COLUMNS = 21 };

static const char *const name[ROWS] = {
    "####.###...###..##...", /* */
    "#....#..#.#....#..#..", /* */
    "###..#..#.#.##.#..#..", /* */
    "#....###..#..#.#..#..", /* */
    "#....#.#..#..#.#..#..", /* */
    "####.#..#..###..##..#", /* */
};

static const float HIGH = 1.4F, SPACE = 0.1F;

/* Where card `number` of the name lies; false if there is none. */
static bool place_of_card(int number, int *row, int *column)
{
    for (int at = 0; at < ROWS * COLUMNS; at++)
        if (name[at % ROWS][at / ROWS] == '#' && number-- == 0) { /* column by column */
            *row = at % ROWS;
            *column = at / ROWS;
            return true;
        }
    return false;
}

static void shuffled(uint8_t deck[ERGO_DECK])
{
    duel_rng rng;
    unsigned count = 0;
    for (unsigned kind = 0; kind < ERGO_KINDS; kind++)
        for (unsigned i = 0; i < ergo_count(ERGO_ALL, kind); i++)
            deck[count++] = (uint8_t)kind;
    duel_rng_init(&rng, duel_str_of("ergo"));
    duel_rng_shuffle(&rng, deck, count);
}

static void add_card(duel_scene *out, int number, unsigned kind)
{
    duel_target id = duel_target_of("name:%d", number);
    int row, column;
    if (!place_of_card(number, &row, &column))
        return;
    duel_element *e = duel_scene_add(out, DUEL_CARD, id.text, (float)column,
                                     (float)row * (HIGH + SPACE), 1, HIGH);
    e->tone = kind <= ERGO_D ? (duel_tone)(DUEL_SEAT1 + kind) : DUEL_PLAIN;
    e->shape = ergo_shape(kind);
    snprintf(e->face, sizeof e->face, "%s", ergo_face(kind, LOGIC_UNICODE));
}

void ergo_opening_scene(const duel_variant *v, duel_scene *out)
{
    (void)v;
    uint8_t deck[ERGO_DECK];
    shuffled(deck);
    out->width = COLUMNS;
    out->height = ROWS * (HIGH + SPACE);
    for (int i = 0; i < ERGO_DECK; i++)
        add_card(out, i, deck[i]);
}

void ergo_opening_draw(const duel_variant *v, duel_pen *pen)
{
    (void)v;
    uint8_t deck[ERGO_DECK];
    char text[ROWS][COLUMNS] = {{0}};
    shuffled(deck);
    for (int i = 0, row, column; i < ERGO_DECK && place_of_card(i, &row, &column); i++)
        text[row][column] = (char)(deck[i] + 1);
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            int kind = text[row][column] - 1;
            duel_put(pen->out, column ? " " : "  ");
            duel_put(pen->out, kind < 0 ? " "
                                        : ergo_face((unsigned)kind,
                                                    pen->utf8 ? LOGIC_UNICODE : LOGIC_ASCII));
        }
        duel_put(pen->out, "\n");
    }
}
