/* games/wumpus/picture.c -- the cave as text and as a scene, and set up by hand: see state.h.
 *
 * Percepts keep their corners: breeze ≈ B, stench ∴ P, glitter ✦ E, told apart by sign, letter
 * and place.
 *
 * A cell beside those explored goes from dark to explored without a percept, then through
 * every choice of percepts, and back to dark. What lies in the cave is not set up: a full
 * state becomes the explorer's view of it. */
#include "games/wumpus/state.h"

#include "core/play.h"
#include "core/scene.h"

/* ---- what both show ----------------------------------------------------------------- */

enum { PERCEPTS = 3 };

static const struct {
    wumpus_sign sign;
    char letter;
    const char *mark;  /* in UTF-8 */
    const char *shape; /* in a scene */
    const char *name;  /* a message */
    const char *of;    /* a message: what is beside the explorer then, in the plain rules */
} percepts[PERCEPTS] = {
    {WUMPUS_B, 'B', "≈", "breeze", N_("a breeze"), N_("a pit")},
    {WUMPUS_P, 'P', "∴", "stench", N_("a stench"), N_("a wumpus")},
    {WUMPUS_E, 'E', "✦", "glitter", N_("a glitter"), N_("the gold")},
};

/* What lies on a cell, as far as the state tells: the world's own in a full state. */
typedef struct contents {
    bool known, pit, wumpus, gold;
} contents;

static contents contents_of(const wumpus_state *s, int x, int y)
{
    bool known = wumpus_has(&s->explored, x, y) || wumpus_has(&s->shown, x, y);
    return (contents){
        .known = known,
        .pit = wumpus_has(&s->is[WUMPUS_T], x, y) || wumpus_has(&s->pit, x, y),
        .wumpus = wumpus_has(&s->is[WUMPUS_W], x, y) || wumpus_has(&s->wumpus, x, y),
        .gold = wumpus_has(&s->is[WUMPUS_G], x, y) || wumpus_has(&s->gold, x, y),
    };
}

static char answer_mark(const wumpus_state *s, int x, int y)
{
    return wumpus_has(&s->safe, x, y)     ? 'v'
           : wumpus_has(&s->danger, x, y) ? '!'
           : wumpus_has(&s->open, x, y)   ? '?'
                                          : ' ';
}

/* Every one of several golds is looked for. */
static bool wants_all(const wumpus_setup *u)
{
    return u->rules.all_golds && u->rules.golds > 1;
}

static const char *ending_words(const wumpus_setup *u, wumpus_ending end)
{
    static const char *const words[] = {
        [WUMPUS_GOES_ON] = N_("Nothing is felt here."),
        [WUMPUS_FELL] = N_("You fell into a pit."),
        [WUMPUS_EATEN] = N_("The wumpus ate you."),
        [WUMPUS_FOUND] = N_("You found the gold!"),
        [WUMPUS_CLIMBED] = N_("You climbed out of the cave."),
        [WUMPUS_EXHAUSTED] = N_("You have no step left."),
    };
    return end == WUMPUS_FOUND && wants_all(u) ? N_("You found all the gold!") : words[end];
}

/* What is felt, and what it tells: who has not read the rules learns it here. In the textbook's
 * world the gold glitters on its own cell, and where all are wanted a found one still does. */
static void say_felt(const wumpus_setup *u, int const felt[], int count, duel_msg *out)
{
    static const char *const said[2][PERCEPTS] = {
        {N_("Here is {0}."), N_("Here are {0} and {1}."), N_("Here are {0}, {1} and {2}.")},
        {N_("Here is {0}: {3} is beside you."),
         N_("Here are {0} and {1}: {3} and {4} are beside you."),
         N_("Here are {0}, {1} and {2}: {3}, {4} and {5} are beside you.")}};
    const char *name[PERCEPTS] = {"", "", ""}, *of[PERCEPTS] = {"", "", ""};
    for (int i = 0; i < count; i++) {
        name[i] = percepts[felt[i]].name;
        of[i] = percepts[felt[i]].of;
    }
    duel_say(out, said[!u->textbook && !wants_all(u)][count - 1], "wwwwww", name[0], name[1],
             name[2], of[0], of[1], of[2]);
}

/* The percept panel: how it ended, or what is felt where the explorer stands. */
static void say_percepts(const wumpus_setup *u, const wumpus_state *s, duel_msg *out)
{
    int felt[PERCEPTS], count = 0;
    wumpus_ending end = wumpus_ending_of(u, s);
    for (int i = 0; i < PERCEPTS; i++)
        if (wumpus_has(&s->is[percepts[i].sign], s->x, s->y))
            felt[count++] = i;
    if (end != WUMPUS_GOES_ON || count == 0)
        duel_say(out, ending_words(u, end), "");
    else
        say_felt(u, felt, count, out);
}

/* What is promised of a certified grid. False: nothing is. */
static bool say_promise(const wumpus_setup *u, duel_msg *out)
{
    if (u->difficulty == WUMPUS_DIFFICULTIES)
        return false;
    static const char *const promise[2][2] = {
        {N_("Reasoning alone leads to the gold: no risk is needed."),
         N_("Reasoning alone leads to every gold: no risk is needed.")},
        {N_("A risky grid: reasoning alone does not lead to the gold."),
         N_("A risky grid: reasoning alone does not lead to every gold.")}};
    duel_say(out, promise[u->difficulty == WUMPUS_RISKY][wants_all(u)], "");
    return true;
}

/* How far one has got, where every gold is looked for. False: there is nothing to count. */
static bool say_golds(const wumpus_setup *u, const wumpus_state *s, duel_msg *out)
{
    if (!wants_all(u))
        return false;
    duel_say(out, N_("golds found: {0} of {1}"), "ii", (int64_t)wumpus_golds_found(u, s),
             (int64_t)u->rules.golds);
    return true;
}

/* ---- text --------------------------------------------------------------------------- */

static duel_tone cell_tone(const wumpus_state *s, int x, int y)
{
    contents c = contents_of(s, x, y);
    if (s->x == x && s->y == y)
        return DUEL_SEAT1;
    if (c.pit || c.wumpus || wumpus_has(&s->danger, x, y))
        return DUEL_DANGER;
    if (wumpus_has(&s->safe, x, y))
        return DUEL_SAFE;
    return c.known ? DUEL_PLAIN : DUEL_UNKNOWN;
}

/* Five columns: who or what is there, then the three percepts in their places. */
static void draw_cell(const wumpus_state *s, int x, int y, duel_pen *pen)
{
    contents c = contents_of(s, x, y);
    char mark = s->x == x && s->y == y ? '@'
                : c.pit                ? 'T'
                : c.wumpus             ? 'W'
                : c.gold               ? 'G'
                                       : answer_mark(s, x, y);
    duel_pen_thing(pen, duel_target_of("cell:%d:%d", x, y).text);
    duel_pen_tone(pen, cell_tone(s, x, y));
    if (pen->utf8 && mark == 'v')
        duel_put(pen->out, "✓");
    else if (pen->utf8 && mark == '!')
        duel_put(pen->out, "⚠");
    else
        duel_put_char(pen->out, mark);
    for (int i = 0; i < PERCEPTS; i++) {
        bool felt = wumpus_has(&s->is[percepts[i].sign], x, y);
        const char letter[] = {percepts[i].letter, '\0'};
        duel_put(pen->out, !c.known    ? (pen->utf8 ? "░" : "#")
                           : !felt     ? (i == 1 ? "." : " ")
                           : pen->utf8 ? percepts[i].mark
                                       : letter);
    }
    duel_pen_tone(pen, DUEL_PLAIN);
    duel_put_char(pen->out, ' ');
    duel_pen_thing(pen, NULL);
}

static void draw_line(duel_pen *pen, const duel_msg *m)
{
    duel_put(pen->out, "  ");
    duel_render(pen->lang, m, pen->out);
    duel_put(pen->out, "\n");
}

static void draw_panel(const wumpus_setup *u, const wumpus_state *s, duel_pen *pen)
{
    duel_msg m;
    say_percepts(u, s, &m);
    duel_pen_thing(pen, "percepts");
    draw_line(pen, &m);
    duel_pen_thing(pen, NULL);
    duel_say(&m, N_("Steps {0} of {1}, arrows {2}, reveal {3}, deduce {4}, score {5}"),
             "iiiiii", (int64_t)s->steps, (int64_t)u->steps, (int64_t)u->arrows - s->arrows,
             (int64_t)u->reveals - s->reveals, (int64_t)u->deduces - s->deduces,
             (int64_t)wumpus_score_of(u, s));
    draw_line(pen, &m);
    if (say_golds(u, s, &m))
        draw_line(pen, &m);
    if (say_promise(u, &m))
        draw_line(pen, &m);
    duel_say(&m,
             pen->utf8 ? N_("@ you, ≈ breeze, ∴ stench, ✦ glitter, T pit, W wumpus, G gold")
                       : N_("@ you, B breeze, P stench, E glitter, T pit, W wumpus, G gold"),
             "");
    duel_pen_tone(pen, DUEL_SOFT);
    draw_line(pen, &m);
    duel_pen_tone(pen, DUEL_PLAIN);
}

void wumpus_draw(const duel_variant *v, const void *view, int seat, duel_pen *pen)
{
    const wumpus_setup *u = wumpus_setup_of(v);
    int n = u->rules.n;
    for (int y = n - 1; y >= 0; y--) {
        duel_pen_tone(pen, DUEL_SOFT);
        duel_putf(pen->out, "%3d ", y);
        for (int x = 0; x < n; x++)
            draw_cell(view, x, y, pen);
        duel_put(pen->out, "\n");
    }
    duel_pen_tone(pen, DUEL_SOFT);
    duel_put(pen->out, "    ");
    for (int x = 0; x < n; x++)
        duel_putf(pen->out, " %-3d ", x);
    duel_put(pen->out, "\n");
    duel_pen_tone(pen, DUEL_PLAIN);
    draw_panel(u, view, pen);
}

/* ---- scene -------------------------------------------------------------------------- */

/* Row 0 lies at the bottom, as the cave is entered there. */
static float down(int n, int y)
{
    return (float)(n - 1 - y);
}

static void label_cell(const wumpus_state *s, int x, int y, duel_element *e)
{
    contents c = contents_of(s, x, y);
    int64_t cx = x, cy = y;
    const char *id = s->x == x && s->y == y           ? N_("({0},{1}): you are here")
                     : c.pit                          ? N_("({0},{1}): a pit")
                     : c.wumpus                       ? N_("({0},{1}): a wumpus")
                     : c.gold                         ? N_("({0},{1}): the gold")
                     : wumpus_has(&s->explored, x, y) ? N_("({0},{1}): explored")
                     : wumpus_has(&s->shown, x, y)    ? N_("({0},{1}): shown, empty")
                     : wumpus_has(&s->safe, x, y)     ? N_("({0},{1}): deduced to be safe")
                     : wumpus_has(&s->danger, x, y)   ? N_("({0},{1}): deduced to be dangerous")
                     : wumpus_has(&s->open, x, y)     ? N_("({0},{1}): nothing can be deduced")
                                                      : N_("({0},{1}): dark");
    duel_say(&e->label, id, "ii", cx, cy);
}

static void add_cell(int n, const wumpus_state *s, int x, int y, duel_scene *out)
{
    contents c = contents_of(s, x, y);
    duel_target id = duel_target_of("cell:%d:%d", x, y);
    duel_element *e = duel_scene_add(out, DUEL_CELL, id.text, (float)x, down(n, y), 1, 1);
    char mark = answer_mark(s, x, y);
    const char *face = mark == 'v' ? "✓" : mark == '!' ? "⚠" : mark == '?' ? "?" : "";
    e->target = id;
    e->tone = cell_tone(s, x, y);
    e->shape = c.known ? "floor" : "fog";
    for (int i = 0; face[i]; i++)
        e->face[i] = face[i];
    label_cell(s, x, y, e);
}

/* A thing on a cell: a third of its side, or all of it. */
static duel_element *add_thing(int n, const char *id, int x, int y, float dx, float dy,
                               float size, duel_scene *out)
{
    duel_element *e =
        duel_scene_add(out, DUEL_PIECE, id, (float)x + dx, down(n, y) + dy, size, size);
    e->target = duel_target_of("cell:%d:%d", x, y);
    return e;
}

/* Breeze top left, stench top right, glitter bottom left: each with its sign and letter. */
static void add_percepts(int n, const wumpus_state *s, int x, int y, duel_scene *out)
{
    static const float dx[PERCEPTS] = {0.02F, 0.64F, 0.02F},
                       dy[PERCEPTS] = {0.02F, 0.02F, 0.64F};
    static const char *const letters[PERCEPTS] = {N_("≈B"), N_("∴S"), N_("✦G")};
    for (int i = 0; i < PERCEPTS; i++) {
        if (!wumpus_has(&s->is[percepts[i].sign], x, y))
            continue;
        duel_target id = duel_target_of("%s:%d:%d", percepts[i].shape, x, y);
        duel_element *e = add_thing(n, id.text, x, y, dx[i], dy[i], 0.34F, out);
        e->shape = percepts[i].shape;
        int at = 0;
        for (const char *c = percepts[i].mark; *c; c++)
            e->face[at++] = *c;
        e->face[at] = percepts[i].letter;
        e->letter = letters[i];
        duel_say(&e->label, N_("({0},{1}): {2}"), "iiw", (int64_t)x, (int64_t)y,
                 percepts[i].name);
    }
}

static void add_contents(int n, const wumpus_state *s, int x, int y, duel_scene *out)
{
    contents c = contents_of(s, x, y);
    const struct {
        bool there;
        const char *shape, *name;
        char letter;
    } thing[] = {{c.pit, "pit", N_("a pit"), 'T'},
                 {c.wumpus, "wumpus", N_("a wumpus"), 'W'},
                 {c.gold && !wumpus_has(&s->taken, x, y), "gold", N_("the gold"), 'G'}};
    for (size_t i = 0; i < sizeof thing / sizeof *thing; i++) {
        if (!thing[i].there)
            continue;
        duel_target id = duel_target_of("%s:%d:%d", thing[i].shape, x, y);
        duel_element *e = add_thing(n, id.text, x, y, 0.2F, 0.2F, 0.6F, out);
        e->shape = thing[i].shape;
        e->tone = i == 2 ? DUEL_SAFE : DUEL_DANGER;
        e->face[0] = thing[i].letter;
        duel_say(&e->label, N_("({0},{1}): {2}"), "iiw", (int64_t)x, (int64_t)y, thing[i].name);
    }
}

static void add_button(const char *name, const char *label, int place, int n, duel_scene *out)
{
    duel_target id = duel_target_of("button:%s", name);
    duel_element *e = duel_scene_add(out, DUEL_BUTTON, id.text, (float)n + 0.5F,
                                     (float)place * 0.6F, 3, 0.5F);
    e->target = id;
    duel_say(&e->label, label, "");
}

static void add_label(const char *id, const duel_msg *words, int place, int n, duel_scene *out)
{
    duel_element *e =
        duel_scene_add(out, DUEL_LABEL, id, (float)n + 0.5F, (float)place * 0.6F, 3, 0.5F);
    e->label = *words;
}

static void add_counter(const char *id, const char *label, int64_t number, int place, int n,
                        duel_scene *out)
{
    duel_element *e =
        duel_scene_add(out, DUEL_COUNTER, id, (float)n + 0.5F, (float)place * 0.6F, 3, 0.5F);
    e->number = number;
    duel_say(&e->label, label, "i", number);
}

static void add_panel(const wumpus_setup *u, const wumpus_state *s, duel_scene *out)
{
    int n = u->rules.n, place = 0;
    duel_msg words;
    say_percepts(u, s, &words);
    add_label("percepts", &words, place++, n, out);
    if (say_promise(u, &words))
        add_label("promise", &words, place++, n, out);
    add_counter("score", N_("score {0}"), wumpus_score_of(u, s), place++, n, out);
    if (say_golds(u, s, &words))
        add_label("golds", &words, place++, n, out);
    add_counter("left", N_("{0} {0:step|steps} left"), (int64_t)u->steps - s->steps, place++, n,
                out);
    add_counter("arrows", N_("{0} {0:arrow|arrows} left"), u->arrows - s->arrows, place++, n,
                out);
    if (wumpus_ending_of(u, s) != WUMPUS_GOES_ON)
        return;
    if (s->arrows < u->arrows)
        add_button("shoot", N_("Shoot: pick the cell beside you on the way"), place++, n, out);
    if (s->reveals < u->reveals)
        add_button("reveal", N_("Reveal a cell (−50)"), place++, n, out);
    if (s->deduces < u->deduces)
        add_button("deduce", N_("Deduce a cell beside you (−50)"), place++, n, out);
    if (wumpus_can_grab(u, s))
        add_button("grab", N_("Grab the gold"), place++, n, out);
    if (u->textbook && s->x == 0 && s->y == 0)
        add_button("climb", N_("Climb out"), place++, n, out);
}

void wumpus_scene(const duel_variant *v, const void *view, int seat, duel_scene *out)
{
    const wumpus_state *s = view;
    const wumpus_setup *u = wumpus_setup_of(v);
    int n = u->rules.n;
    out->width = (float)n + 3.5F;
    out->height = n < 6 ? 6 : (float)n;
    for (int y = n - 1; y >= 0; y--)
        for (int x = 0; x < n; x++)
            add_cell(n, s, x, y, out);
    for (int y = n - 1; y >= 0; y--)
        for (int x = 0; x < n; x++) {
            add_contents(n, s, x, y, out);
            add_percepts(n, s, x, y, out);
        }
    duel_element *e = add_thing(n, "explorer", s->x, s->y, 0.25F, 0.25F, 0.5F, out);
    e->shape = "explorer";
    e->tone = DUEL_SEAT1;
    e->face[0] = '@';
    duel_say(&e->label, N_("({0},{1}): you are here"), "ii", (int64_t)s->x, (int64_t)s->y);
    add_panel(u, s, out);
}

int wumpus_path(const duel_variant *v, const void *view, duel_move move, duel_target out[])
{
    const wumpus_state *s = view;
    wumpus_cell c = wumpus_move_cell(move);
    wumpus_act act = wumpus_move_act(move);
    static const char *const button[] = {
        [WUMPUS_GO] = NULL,         [WUMPUS_SHOOT] = "shoot", [WUMPUS_REVEAL] = "reveal",
        [WUMPUS_DEDUCE] = "deduce", [WUMPUS_GRAB] = "grab",   [WUMPUS_CLIMB] = "climb"};
    int count = 0;
    if (act == WUMPUS_SHOOT)
        c = wumpus_toward((wumpus_cell){s->x, s->y}, (wumpus_way)c.x);
    if (button[act])
        out[count++] = duel_target_of("button:%s", button[act]);
    if (act != WUMPUS_GRAB && act != WUMPUS_CLIMB)
        out[count++] = duel_target_of("cell:%d:%d", c.x, c.y);
    return count;
}

/* ---- set up by hand ----------------------------------------------------------------- */

enum { DARK = 0, FIRST = 1, CHOICES = FIRST + (1 << PERCEPTS) };

/* A number for what a cell shows: DARK, or FIRST and a bit for each percept. */
static int shows(const wumpus_state *s, int x, int y)
{
    int choice = wumpus_has(&s->explored, x, y) ? FIRST : DARK;
    for (int i = 0; choice && i < PERCEPTS; i++)
        choice += wumpus_has(&s->is[percepts[i].sign], x, y) << i;
    return choice;
}

/* A lifeline speaks of cells not yet explored only. */
static void mark_explored(wumpus_state *s, int x, int y)
{
    wumpus_add(&s->explored, x, y);
    wumpus_forget_answer(s, (wumpus_cell){x, y});
    uint32_t least = (uint32_t)wumpus_count(&s->explored) - 1;
    if (s->steps < least)
        s->steps = least;
}

/* Nothing is known of it any more: neither percepts nor a wumpus that was shot there. */
static void darken(wumpus_state *s, int x, int y)
{
    wumpus_drop(&s->explored, x, y);
    wumpus_drop(&s->taken, x, y);
    for (int sign = 0; sign < WUMPUS_SIGNS; sign++)
        wumpus_drop(&s->is[sign], x, y);
}

static bool may_be_dark(const wumpus_state *s, int x, int y)
{
    return (x || y) && (s->x != x || s->y != y);
}

static bool reachable(int n, const wumpus_state *s, int x, int y)
{
    wumpus_set near = wumpus_around(n, &s->explored);
    return wumpus_has(&s->explored, x, y) ||
           (wumpus_has(&near, x, y) && !wumpus_has(&s->shown, x, y));
}

bool wumpus_edit(const duel_variant *v, void *state, duel_str element, int step)
{
    wumpus_state *s = state;
    const wumpus_setup *u = wumpus_setup_of(v);
    int x, y, n = u->rules.n;
    if (!duel_cell_of(element, &x, &y) || x >= n || y >= n || !reachable(n, s, x, y))
        return false;
    int next = (shows(s, x, y) + step + CHOICES) % CHOICES;
    if (next == DARK && !may_be_dark(s, x, y))
        next = (next + step + CHOICES) % CHOICES;
    wumpus_veil(s);
    if (next == DARK)
        darken(s, x, y);
    else
        mark_explored(s, x, y);
    for (int i = 0; i < PERCEPTS; i++) {
        wumpus_drop(&s->is[percepts[i].sign], x, y);
        if (next != DARK && (next - FIRST) >> i & 1)
            wumpus_add(&s->is[percepts[i].sign], x, y);
    }
    return true;
}
