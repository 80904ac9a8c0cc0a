/* games/moriarty/picture.c -- the board as a scene: see moriarty.h.
 *
 * Sides differ by form as well as by colour: front ends mark the discs of the first seat with a
 * ring and those of the second with a bar; as text they are full and open circles, A and I
 * without UTF-8. */
#include "games/moriarty/moriarty.h"

#include "core/play.h"

static void label_square(const duel_variant *v, const moriarty_state *s, int square,
                         duel_msg *label)
{
    uint64_t bit = moriarty_bit(square);
    duel_target name = moriarty_square_name(v, square);
    int turned = moriarty_count(moriarty_flips(moriarty_board_of(s), square));
    if ((s->disc[0] | s->disc[1]) & bit)
        duel_say(label, s->disc[0] & bit ? N_("{0}: Activator") : N_("{0}: Inhibitor"), "c",
                 name.text);
    else if (turned)
        duel_say(label, N_("{0}: a move that turns {1} {1:disc|discs}"), "ci", name.text,
                 (int64_t)turned);
    else
        duel_say(label, N_("{0}, empty"), "c", name.text);
}

static void add_cells(const duel_variant *v, const moriarty_state *s, duel_scene *out)
{
    int side = moriarty_side(v), first = out->count;
    char row = v->option[MORIARTY_NOTATION] == MORIARTY_NUMBERS ? '0' : '1';
    duel_scene_grid(out, side, side);
    out->axes = (duel_axes){row == '0' ? '0' : 'a', row, false};
    for (int i = first; i < out->count; i++)
        label_square(v, s, moriarty_square(v, (i - first) % side, (i - first) / side),
                     &out->element[i].label);
}

/* A disc keeps its id when it turns, so that turning can be shown. */
static void add_disc(const duel_variant *v, const moriarty_state *s, int square,
                     duel_scene *out)
{
    int x = moriarty_column(v, square), y = moriarty_row(v, square);
    bool active = s->disc[0] & moriarty_bit(square);
    duel_element *e = duel_scene_piece(out, duel_target_of("disc:%d:%d", x, y).text, x, y,
                                       active ? DUEL_SEAT1 : DUEL_SEAT2, "disc");
    e->face[0] = active ? 'A' : 'I';
    label_square(v, s, square, &e->label);
}

static void add_count(const duel_variant *v, const moriarty_state *s, int seat, duel_scene *out)
{
    float side = (float)moriarty_side(v), half = side / 2;
    duel_element *e =
        duel_scene_add(out, DUEL_COUNTER, duel_target_of("discs:%d", seat + 1).text,
                       half * (float)seat, side, half, 1);
    e->tone = seat == MORIARTY_ACTIVATOR ? DUEL_SEAT1 : DUEL_SEAT2;
    e->number = moriarty_count(s->disc[seat]);
    duel_say(&e->label, N_("{0}: {1} {1:disc|discs}"), "wi", duel_role(v, seat), e->number);
}

static void add_pass(const duel_variant *v, duel_scene *out)
{
    float side = (float)moriarty_side(v);
    duel_element *e = duel_scene_add(out, DUEL_BUTTON, "pass", 0, side + 1, side, 1);
    e->target = duel_target_of("button:pass");
    duel_say(&e->label, N_("Pass: no square turns a disc"), "");
}

void moriarty_scene(const duel_variant *v, const void *view, int seat, duel_scene *out)
{
    const moriarty_state *s = view;
    add_cells(v, s, out);
    for (uint64_t rest = s->disc[0] | s->disc[1]; rest; rest &= rest - 1)
        add_disc(v, s, moriarty_first(rest), out);
    add_count(v, s, MORIARTY_ACTIVATOR, out);
    add_count(v, s, MORIARTY_INHIBITOR, out);
    out->height = (float)moriarty_side(v) + 1;
    if (moriarty_legal(v, s) == 0 && !moriarty_ended(v, s)) {
        add_pass(v, out);
        out->height += 1;
    }
}

int moriarty_path_of(const duel_variant *v, const void *view, duel_move move, duel_target out[])
{
    int square = (int)move;
    out[0] = move == MORIARTY_PASS ? duel_target_of("button:pass")
                                   : duel_target_of("cell:%d:%d", moriarty_column(v, square),
                                                    moriarty_row(v, square));
    return 1;
}

/* A square goes from empty to the Activator to the Inhibitor and round again; the four in the
 * middle are never empty. */
bool moriarty_edit(const duel_variant *v, void *state, duel_str element, int step)
{
    moriarty_state *s = state;
    moriarty_board middle = moriarty_opening();
    int x, y, side = moriarty_side(v);
    if (duel_str_is(element, "turn")) {
        s->seat ^= 1;
        return true;
    }
    if (!duel_cell_of(element, &x, &y) || x >= side || y >= side)
        return false;
    uint64_t bit = moriarty_bit(moriarty_square(v, x, y));
    int holds = s->disc[0] & bit ? 1 : s->disc[1] & bit ? 2 : 0, next = (holds + step + 3) % 3;
    if ((middle.mover | middle.other) & bit && next == 0)
        next = 3 - holds;
    for (int seat = 0; seat < 2; seat++)
        s->disc[seat] = next == seat + 1 ? s->disc[seat] | bit : s->disc[seat] & ~bit;
    return true;
}
