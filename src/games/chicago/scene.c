/* games/chicago/scene.c -- the picture: stacks in a circle seen from above, prices, holdings.
 *
 * A stack is drawn token by token from the bottom: each lower one is a little larger, so that
 * it shows as a rim around those above. A move is the path `pile:Q` (where the trader lands,
 * from 1) then `keep:C` (the good kept): a walk of each length ends on another pile, so the two
 * name one move and all paths have the same length. What is set
 * up by hand is named by the same targets. */
#include "core/play.h"
#include "games/chicago/chicago.h"

#include <math.h>
#include <string.h>

static const float WIDTH = 16, HEIGHT = 10, CENTRE_X = 5, CENTRE_Y = 5, RADIUS = 3.5F;
static const float OUTSIDE = 4.62F;           /* how far from the middle the trader walks */
static const float TOKEN = 1.1F, RIM = 0.16F; /* the top token, and what each below adds */
static const float SIDE = 10.2F;              /* where prices and holdings begin */
static const float PRICES = 3.4F;             /* height of a price ladder */

typedef struct spot {
    float x, y; /* the middle of a pile */
} spot;

/* Pile 1 at the top, the others clockwise, at a distance from the middle. */
static spot spot_at(const chicago_board *b, int pile, float far)
{
    double angle = 2 * 3.14159265358979 * pile / b->piles;
    return (spot){CENTRE_X + far * (float)sin(angle), CENTRE_Y - far * (float)cos(angle)};
}

static spot spot_of(const chicago_board *b, int pile)
{
    return spot_at(b, pile, RADIUS);
}

static duel_target pile_target(int pile)
{
    return duel_target_of("pile:%d", pile + 1);
}

static duel_target keep_target(int good)
{
    return duel_target_of("keep:%c", chicago_good_letter(good));
}

/* By its shape, and its letter in the reader's language. */
static void show_good(duel_element *e, int good)
{
    static const char *const letters[CHICAGO_GOODS] = {N_("W"), N_("M"), N_("R"),
                                                       N_("S"), N_("C"), N_("K")};
    e->shape = chicago_good_shape(good);
    e->face[0] = chicago_good_letter(good);
    e->letter = letters[good];
}

static void add_pile(const chicago_board *b, int pile, duel_scene *out)
{
    spot at = spot_of(b, pile);
    int height = chicago_height(b, pile), top = b->pile[pile][0] - 1;
    float size = TOKEN + RIM * CHICAGO_TALL;
    duel_element *e = duel_scene_add(out, DUEL_PILE, pile_target(pile).text, at.x - size / 2,
                                     at.y - size / 2, size, size);
    e->target = pile_target(pile);
    e->number = height;
    if (pile == b->trader)
        duel_say(&e->label, N_("pile {0}, the trader on it: {1} {1:token|tokens}, {2} on top"),
                 "iiw", (int64_t)pile + 1, (int64_t)height, chicago_good_name(top));
    else
        duel_say(&e->label, N_("pile {0}: {1} {1:token|tokens}, {2} on top"), "iiw",
                 (int64_t)pile + 1, (int64_t)height, chicago_good_name(top));
}

/* `depth` 0 is the top. */
static void add_token(const chicago_board *b, int pile, int depth, duel_scene *out)
{
    spot at = spot_of(b, pile);
    int height = chicago_height(b, pile), token = b->pile[pile][depth];
    bool known = token != CHICAGO_UNKNOWN;
    float size = TOKEN + RIM * (float)depth;
    duel_target id = duel_target_of("token:%d:%d", pile + 1, height - depth);
    duel_element *e =
        duel_scene_add(out, DUEL_PIECE, id.text, at.x - size / 2, at.y - size / 2, size, size);
    e->shape = "token";
    e->tone = known ? DUEL_PLAIN : DUEL_UNKNOWN;
    e->face[0] = '?';
    if (known)
        show_good(e, token - 1);
    e->target = pile_target(pile);
    duel_say(&e->label, depth ? N_("{0}, under {1} {1:other|others}") : N_("{0}, on top"), "wi",
             chicago_good_name(token - 1), (int64_t)depth);
}

static void add_trader(const chicago_board *b, duel_scene *out)
{
    spot at = spot_at(b, b->trader, OUTSIDE);
    duel_element *e =
        duel_scene_add(out, DUEL_PIECE, "trader", at.x - 0.38F, at.y - 0.38F, 0.76F, 0.76F);
    e->shape = "pawn";
    e->tone = (duel_tone)(DUEL_SEAT1 + b->side);
    e->target = pile_target(b->trader);
    duel_say(&e->label, N_("the trader, on pile {0}"), "i", (int64_t)b->trader + 1);
}

/* What can be kept, in the middle of the circle. */
static void add_choices(const duel_variant *v, const chicago_board *b, duel_scene *out)
{
    duel_move list[CHICAGO_MOVES];
    bool offered[CHICAGO_GOODS] = {false};
    int count = v->game->moves(v, b, list);
    for (int i = 0; i < count; i++)
        offered[chicago_keep(list[i])] = true;
    for (int good = 0; good < CHICAGO_GOODS; good++) {
        if (!offered[good])
            continue;
        duel_element *e =
            duel_scene_add(out, DUEL_CHOICE_ITEM, keep_target(good).text,
                           CENTRE_X - 1.8F + 1.2F * (float)(good % 3),
                           CENTRE_Y - 1.2F + 1.2F * (float)(good / 3), 1.1F, 1.1F);
        e->target = keep_target(good);
        show_good(e, good);
        duel_say(&e->label, N_("keep {0}"), "w", chicago_good_name(good));
    }
}

/* ---- prices and holdings ----------------------------------------------------------------- */

static float column_of_good(int good)
{
    return SIDE + 0.9F * (float)good;
}

static void add_prices(const chicago_board *b, duel_scene *out)
{
    for (int good = 0; good < CHICAGO_GOODS; good++) {
        duel_target id = duel_target_of("price:%c", chicago_good_letter(good));
        duel_element *e = duel_scene_add(out, DUEL_COUNTER, id.text, column_of_good(good), 0.8F,
                                         0.85F, PRICES);
        show_good(e, good);
        e->number = b->price[good];
        e->course = true;
        duel_say(&e->label, N_("price of {0}: {1}"), "wi", chicago_good_name(good), e->number);
    }
}

static void add_held(const duel_variant *v, const chicago_board *b, int seat, float y,
                     duel_scene *out)
{
    for (int good = 0; good < CHICAGO_GOODS; good++) {
        duel_target id = duel_target_of("held:%d:%c", seat + 1, chicago_good_letter(good));
        duel_element *e =
            duel_scene_add(out, DUEL_COUNTER, id.text, column_of_good(good), y, 0.85F, 0.75F);
        show_good(e, good);
        e->tone = (duel_tone)(DUEL_SEAT1 + seat);
        e->number = b->held[seat][good];
        duel_say(&e->label, N_("{0} holds {1} of {2}"), "wiw", duel_role(v, seat), e->number,
                 chicago_good_name(good));
    }
}

static void add_seat(const duel_variant *v, const chicago_board *b, int seat, duel_scene *out)
{
    int32_t score[DUEL_SEATS];
    float y = 4.5F + 1.38F * (float)seat;
    chicago_scores(v, b, score);
    duel_element *e = duel_scene_add(out, DUEL_SEAT, duel_target_of("seat:%d", seat + 1).text,
                                     SIDE, y, 3.6F, 0.55F);
    e->tone = (duel_tone)(DUEL_SEAT1 + seat);
    duel_say(&e->label, duel_role(v, seat), "");
    e = duel_scene_add(out, DUEL_COUNTER, duel_target_of("score:%d", seat + 1).text,
                       SIDE + 3.7F, y, 1.7F, 0.55F);
    e->tone = (duel_tone)(DUEL_SEAT1 + seat);
    e->number = score[seat];
    duel_say(&e->label, N_("score of {0}: {1}"), "wi", duel_role(v, seat), e->number);
    add_held(v, b, seat, y + 0.58F, out);
}

static void add_sight(const duel_variant *v, duel_scene *out)
{
    duel_element *e = duel_scene_add(out, DUEL_LABEL, "sight", SIDE, 0, 5.4F, 0.6F);
    duel_say(&e->label, chicago_sight(v), "");
}

void chicago_scene(const duel_variant *v, const void *view, int seat, duel_scene *out)
{
    const chicago_board *b = view;
    out->width = WIDTH;
    out->height = HEIGHT;
    for (int pile = 0; pile < b->piles; pile++) {
        add_pile(b, pile, out);
        for (int depth = chicago_height(b, pile) - 1; depth >= 0; depth--)
            add_token(b, pile, depth, out);
    }
    add_trader(b, out);
    add_choices(v, b, out);
    add_sight(v, out);
    add_prices(b, out);
    for (int i = 0; i < v->seats; i++)
        add_seat(v, b, i, out);
}

int chicago_path(const duel_variant *v, const void *view, duel_move move, duel_target out[])
{
    out[0] = pile_target(chicago_land(view, chicago_step(move)).pile);
    out[1] = keep_target(chicago_keep(move));
    return 2;
}

/* ---- setting a board up by hand ---------------------------------------------------------- */

/* See edit in core/game.h.
 *
 * A token becomes the next good, and the uppermost of a pile can go; a pile gets a token more
 * or less; the trader walks; prices and holdings go round. What the rules forbid is allowed on
 * the way, and told by chicago_check. */

/* Round a circle of `count` things. */
static int round_from(int at, int step, int count)
{
    return (at + step + count) % count;
}

static int good_of(duel_str letter)
{
    for (int good = 0; letter.len == 1 && good < CHICAGO_GOODS; good++)
        if (chicago_good_letter(good) == letter.at[0])
            return good;
    return -1;
}

/* An emptied pile vanishes; the trader stays on its pile, or steps to the next. */
static bool drop_pile(chicago_board *b, int pile)
{
    if (b->piles == 1)
        return false;
    memmove(b->pile[pile], b->pile[pile + 1],
            (size_t)(CHICAGO_PILES - 1 - pile) * sizeof b->pile[0]);
    memset(b->pile[CHICAGO_PILES - 1], 0, sizeof b->pile[0]);
    b->piles--;
    if (b->trader > pile || b->trader == b->piles)
        b->trader--;
    return true;
}

static bool drop_top(chicago_board *b, int pile)
{
    if (chicago_height(b, pile) == 1)
        return drop_pile(b, pile);
    memmove(b->pile[pile], b->pile[pile] + 1, CHICAGO_TALL - 1);
    b->pile[pile][CHICAGO_TALL - 1] = CHICAGO_NOTHING;
    return true;
}

static bool edit_pile(chicago_board *b, int pile, int step)
{
    if (step < 0)
        return drop_top(b, pile);
    if (chicago_height(b, pile) == CHICAGO_TALL)
        return false;
    memmove(b->pile[pile] + 1, b->pile[pile], CHICAGO_TALL - 1);
    b->pile[pile][0] = 1;
    return true;
}

/* Tokens are counted from the bottom, from 1. Only on top of others does the circle of goods
 * have a place for nothing; the last token of a pile goes by its pile. */
static bool edit_token(chicago_board *b, int pile, int64_t number, int step)
{
    int height = chicago_height(b, pile);
    if (number < 1 || number > height)
        return false;
    uint8_t *token = &b->pile[pile][height - number];
    bool can_go = number == height && height > 1;
    int now = *token == CHICAGO_UNKNOWN ? 0 : *token;
    int next = can_go ? round_from(now, step, CHICAGO_GOODS + 1)
                      : 1 + round_from(now - (now > 0), step, CHICAGO_GOODS);
    if (next == CHICAGO_NOTHING)
        return drop_top(b, pile);
    *token = (uint8_t)next;
    return true;
}

static bool edit_held(const duel_variant *v, chicago_board *b, duel_str seat, duel_str letter,
                      int step)
{
    int64_t number;
    int good = good_of(letter);
    if (good < 0 || !duel_str_number(seat, &number) || number < 1 || number > v->seats)
        return false;
    uint8_t *held = &b->held[number - 1][good];
    *held = (uint8_t)round_from(*held, step, CHICAGO_EACH + 1);
    return true;
}

static bool edit_price(chicago_board *b, duel_str letter, int step)
{
    int good = good_of(letter);
    if (good < 0)
        return false;
    b->price[good] = (uint8_t)round_from(b->price[good], step, chicago_opening_price(good) + 1);
    return true;
}

/* On the only pile there is nowhere to walk to. */
static bool edit_trader(chicago_board *b, int step)
{
    if (b->piles < 2)
        return false;
    b->trader = (uint8_t)round_from(b->trader, step, b->piles);
    return true;
}

bool chicago_edit(const duel_variant *v, void *state, duel_str element, int step)
{
    chicago_board *b = state;
    duel_str rest = element, word, first = {NULL, 0};
    int64_t pile = 0, number = 0;
    duel_str_part(&rest, ':', &word);
    duel_str_part(&rest, ':', &first);
    if (duel_str_is(element, "turn"))
        b->side = (uint8_t)round_from(b->side, 1, v->seats);
    else if (duel_str_is(element, "trader"))
        return edit_trader(b, step);
    else if (duel_str_is(word, "price"))
        return edit_price(b, first, step);
    else if (duel_str_is(word, "held"))
        return edit_held(v, b, first, rest, step);
    else if (!duel_str_number(first, &pile) || pile < 1 || pile > b->piles)
        return false;
    else if (duel_str_is(word, "pile"))
        return rest.at == NULL && edit_pile(b, (int)pile - 1, step);
    else
        return duel_str_is(word, "token") && duel_str_number(rest, &number) &&
               edit_token(b, (int)pile - 1, number, step);
    return true;
}
