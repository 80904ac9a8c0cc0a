/* games/wumpus/explain_text.c -- explanations as a person would say them: see explain.h.
 *
 * Arguments that come up again and again have a sentence of their own; any other names what is
 * felt where, and one of very many facts points at the cells. That explored cells are empty is
 * not said: the picture shows it. */
#include "games/wumpus/explain.h"

/* ---- words -------------------------------------------------------------------------- */

/* That nothing lies somewhere is not said: the picture shows it. */
static const char *felt_words(wumpus_sign sign, bool holds)
{
    static const char *const words[WUMPUS_SIGNS][2] = {
        [WUMPUS_B] = {N_("no breeze"), N_("a breeze")},
        [WUMPUS_P] = {N_("no stench"), N_("a stench")},
        [WUMPUS_E] = {N_("no glitter"), N_("a glitter")},
        [WUMPUS_T] = {NULL, N_("a pit")},
        [WUMPUS_W] = {NULL, N_("a wumpus")},
        [WUMPUS_G] = {NULL, N_("a gold")},
    };
    return words[sign][holds];
}

static const char *law_words(wumpus_law law)
{
    static const char *const words[WUMPUS_LAWS] = {
        [WUMPUS_LAW_ONE_WUMPUS] = N_("The number of wumpuses is known."),
        [WUMPUS_LAW_ONE_GOLD] = N_("The number of golds is known."),
        [WUMPUS_LAW_PIT_COUNT] = N_("The number of pits is known."),
        [WUMPUS_LAW_BREEZE] = N_("A breeze is felt next to a pit, and only there."),
        [WUMPUS_LAW_STENCH] = N_("A stench is smelt next to a wumpus, and only there."),
        [WUMPUS_LAW_GLITTER] = N_("A glitter is seen next to a gold, and only there."),
        [WUMPUS_LAW_PIT_WUMPUS] = N_("A wumpus is never in a pit."),
        [WUMPUS_LAW_PIT_GOLD] = N_("A gold is never in a pit."),
        [WUMPUS_LAW_WUMPUS_GOLD] = N_("A wumpus and a gold are never together."),
        [WUMPUS_LAW_START] = N_("Nothing is at the start."),
    };
    return words[law];
}

static const char *status_words(wumpus_status status)
{
    static const char *const words[] = {
        [WUMPUS_IS_UNKNOWN] = N_("unknown"),  [WUMPUS_IS_SAFE] = N_("safe"),
        [WUMPUS_IS_PIT] = N_("a pit"),        [WUMPUS_IS_WUMPUS] = N_("the wumpus’s cell"),
        [WUMPUS_IS_DANGER] = N_("dangerous"),
    };
    return words[status];
}

/* Cells as they stand in a sentence: "(1,0), (2,1)". */
static duel_str cells_text(duel_buf *out, const wumpus_set *cells)
{
    duel_buf_init(out);
    wumpus_print_cells(cells, ", ", &out->sink);
    return duel_buf_str(out);
}

static void say_there_is(const wumpus_premise *premise, duel_msg *out)
{
    duel_say(out, N_("There is {0} at ({1},{2})."), "wii",
             felt_words(premise->sign, premise->holds), (int64_t)premise->cell.x,
             (int64_t)premise->cell.y);
}

void wumpus_say_premise(const wumpus_premise *premise, duel_msg *out)
{
    int64_t x = premise->cell.x, y = premise->cell.y;
    switch (premise->kind) {
    case WUMPUS_PREMISE_FELT:
        say_there_is(premise, out);
        break;
    case WUMPUS_PREMISE_HOLDS:
        if (premise->holds)
            say_there_is(premise, out);
        else
            duel_say(out, N_("What lies at ({0},{1}) is known."), "ii", x, y);
        break;
    case WUMPUS_PREMISE_ARROW:
        duel_say(out, N_("The arrow from ({0},{1}) told something."), "ii", x, y);
        break;
    case WUMPUS_PREMISE_LAW:
        duel_say(out, law_words(premise->law), "");
        break;
    }
}

/* ---- groups ------------------------------------------------------------------------- */

int wumpus_groups_of(const wumpus_explanation *e, wumpus_group out[WUMPUS_GROUPS])
{
    static const wumpus_group kinds[WUMPUS_GROUPS] = {
        {.sign = WUMPUS_B, .holds = true}, {.sign = WUMPUS_B, .holds = false},
        {.sign = WUMPUS_P, .holds = true}, {.sign = WUMPUS_P, .holds = false},
        {.sign = WUMPUS_E, .holds = true}, {.sign = WUMPUS_E, .holds = false},
        {.sign = WUMPUS_T, .holds = true}, {.sign = WUMPUS_W, .holds = true},
        {.sign = WUMPUS_G, .holds = true},
    };
    int count = 0;
    for (int i = 0; i < WUMPUS_GROUPS; i++) {
        wumpus_group g = kinds[i];
        for (int k = 0; k < e->facts; k++) {
            const wumpus_premise *p = &e->premise[k];
            bool tells = p->kind == WUMPUS_PREMISE_FELT || p->kind == WUMPUS_PREMISE_HOLDS;
            if (tells && p->sign == g.sign && p->holds == g.holds)
                wumpus_add(&g.cells, p->cell.x, p->cell.y);
        }
        if (!wumpus_empty(&g.cells))
            out[count++] = g;
    }
    return count;
}

void wumpus_say_group(const wumpus_group *g, duel_msg *out)
{
    duel_buf cells;
    duel_say(out, N_("There is {0} at {1}."), "ws", felt_words(g->sign, g->holds),
             cells_text(&cells, &g->cells));
    duel_buf_fini(&cells);
}

/* What the explanation is made of. */
typedef struct outline {
    wumpus_set breeze, calm;  /* where a breeze is felt, where none */
    wumpus_set stench, clean; /* the same for the stench */
    bool glitter;             /* something is said of glitters */
    bool shown;               /* something that lies on a cell matters */
    int shots;
    wumpus_cell shooter; /* of the last of them */
} outline;

static outline outline_of(const wumpus_explanation *e)
{
    outline o = {.shots = 0};
    for (int i = 0; i < e->facts; i++) {
        const wumpus_premise *p = &e->premise[i];
        wumpus_set *felt = p->sign == WUMPUS_B ? (p->holds ? &o.breeze : &o.calm)
                                               : (p->holds ? &o.stench : &o.clean);
        if (p->kind == WUMPUS_PREMISE_ARROW) {
            o.shots++;
            o.shooter = p->cell;
        } else if (p->kind == WUMPUS_PREMISE_FELT && p->sign == WUMPUS_E) {
            o.glitter = true;
        } else if (p->kind == WUMPUS_PREMISE_FELT) {
            wumpus_add(felt, p->cell.x, p->cell.y);
        } else {
            o.shown = true;
        }
    }
    return o;
}

/* ---- arguments with a sentence of their own ----------------------------------------- */

/* Fills {0} the cell, {1} to {3} sets of cells. */
static void say_three(duel_msg *out, const char *id, wumpus_cell c, const wumpus_set *a,
                      const wumpus_set *b, const wumpus_set *third)
{
    duel_buf cell, one, two, three;
    wumpus_set here = wumpus_only(c.x, c.y);
    duel_str text = cells_text(&cell, &here), first = cells_text(&one, a),
             second = cells_text(&two, b);
    duel_say(out, id, "ssss", text, first, second, cells_text(&three, third));
    duel_buf_fini(&cell);
    duel_buf_fini(&one);
    duel_buf_fini(&two);
    duel_buf_fini(&three);
}

static void say_with(duel_msg *out, const char *id, wumpus_cell c, const wumpus_set *a,
                     const wumpus_set *b)
{
    const wumpus_set nothing = {{0}};
    say_three(out, id, c, a, b, &nothing);
}

/* No pit, because a cell beside it is calm; no wumpus for one of several reasons. */
static bool say_safe(const wumpus_explanation *e, const outline *o, duel_msg *out)
{
    bool smelt = !wumpus_empty(&o->stench), clean = !wumpus_empty(&o->clean);
    const wumpus_set shooter = wumpus_only(o->shooter.x, o->shooter.y);
    if (wumpus_empty(&o->calm) || !wumpus_empty(&o->breeze) || o->shots > 1 ||
        (!e->dead && !o->shots && !smelt && !clean))
        return false;
    if (o->shots == 1 && !smelt && !clean)
        say_with(out,
                 e->dead ? N_("{0} is safe: there is no breeze at {1}, and the arrow from {2} "
                              "killed the wumpus.")
                         : N_("{0} is safe: there is no breeze at {1}, and the arrow from {2} "
                              "met no wumpus there."),
                 e->cell, &o->calm, &shooter);
    else if (o->shots == 1)
        return false;
    else if (e->dead && !smelt && !clean)
        say_with(out, N_("{0} is safe: there is no breeze at {1}, and the wumpus is dead."),
                 e->cell, &o->calm, &shooter);
    else if (clean && !smelt && wumpus_same(&o->calm, &o->clean))
        say_with(out, N_("{0} is safe: there is neither breeze nor stench at {1}."), e->cell,
                 &o->calm, &o->clean);
    else if (clean && !smelt)
        say_with(out,
                 N_("{0} is safe: no breeze at {1}, so it is no pit; no stench at {2}, so the "
                    "wumpus is not there."),
                 e->cell, &o->calm, &o->clean);
    else if (!clean)
        say_with(out,
                 N_("{0} is safe: no breeze at {1}, so it is no pit; and the stench at {2} "
                    "comes from somewhere else."),
                 e->cell, &o->calm, &o->stench);
    else
        say_three(out,
                  N_("{0} is safe: no breeze at {1}, so it is no pit; and the stench at {2}, "
                     "with none at {3}, places the wumpus somewhere else."),
                  e->cell, &o->calm, &o->stench, &o->clean);
    return true;
}

/* A mark that has one place left to come from. */
static bool say_source(const wumpus_explanation *e, const outline *o, duel_msg *out)
{
    bool pit = e->status == WUMPUS_IS_PIT;
    const wumpus_set *felt = pit ? &o->breeze : &o->stench, *none = pit ? &o->calm : &o->clean;
    const wumpus_set *other = pit ? &o->stench : &o->breeze;
    const wumpus_set *other_none = pit ? &o->clean : &o->calm;
    if (o->shots || wumpus_empty(felt) || !wumpus_empty(other) || !wumpus_empty(other_none))
        return false;
    if (wumpus_empty(none))
        say_with(out,
                 pit ? N_("{0} is a pit: the breeze at {1} can come from nowhere else.")
                     : N_("{0} is the wumpus’s cell: the stench at {1} can come from nowhere "
                          "else."),
                 e->cell, felt, none);
    else
        say_with(out,
                 pit ? N_("{0} is a pit: the breeze at {1} can come from nowhere else, for "
                          "there is none at {2}.")
                     : N_("{0} is the wumpus’s cell: the stench at {1} can come from nowhere "
                          "else, for there is none at {2}."),
                 e->cell, felt, none);
    return true;
}

static bool say_argument(const wumpus_explanation *e, duel_msg *out)
{
    outline o = outline_of(e);
    if (o.glitter || (o.shown && e->status == WUMPUS_IS_SAFE))
        return false;
    if (e->status == WUMPUS_IS_SAFE)
        return say_safe(e, &o, out);
    return (e->status == WUMPUS_IS_PIT || e->status == WUMPUS_IS_WUMPUS) &&
           say_source(e, &o, out);
}

/* ---- any other ---------------------------------------------------------------------- */

static void say_groups(const wumpus_explanation *e, const wumpus_group *g, int count,
                       duel_msg *out)
{
    duel_buf cell, one, two;
    const wumpus_set here = wumpus_only(e->cell.x, e->cell.y);
    duel_str text = cells_text(&cell, &here), first = cells_text(&one, &g[0].cells);
    duel_str second = cells_text(&two, &g[count - 1].cells);
    if (count == 1)
        duel_say(out, N_("{0} is {1}: there is {2} at {3}."), "swws", text,
                 status_words(e->status), felt_words(g[0].sign, g[0].holds), first);
    else
        duel_say(out, N_("{0} is {1}: there is {2} at {3}, and {4} at {5}."), "swwsws", text,
                 status_words(e->status), felt_words(g[0].sign, g[0].holds), first,
                 felt_words(g[1].sign, g[1].holds), second);
    duel_buf_fini(&cell);
    duel_buf_fini(&one);
    duel_buf_fini(&two);
}

static void say_together(const wumpus_explanation *e, duel_msg *out)
{
    duel_buf cell, all;
    const wumpus_set here = wumpus_only(e->cell.x, e->cell.y);
    duel_str text = cells_text(&cell, &here);
    if (e->facts == 0 && e->cell.x + e->cell.y == 1 && e->status == WUMPUS_IS_SAFE)
        duel_say(out, N_("{0} is safe: nothing is felt at the start."), "s", text);
    else if (e->facts == 0)
        duel_say(out, N_("{0} is {1}, by the rules alone."), "sw", text,
                 status_words(e->status));
    else
        duel_say(out, N_("{0} is {1}: look at {2} together, they leave no other way."), "sws",
                 text, status_words(e->status), cells_text(&all, &e->cells));
    duel_buf_fini(&cell);
    if (e->facts)
        duel_buf_fini(&all);
}

bool wumpus_say_explanation(const wumpus_explanation *e, duel_msg *out)
{
    wumpus_group group[WUMPUS_GROUPS];
    int groups = wumpus_groups_of(e, group);
    bool felt_only = true;
    for (int i = 0; i < e->facts; i++)
        felt_only = felt_only && e->premise[i].kind != WUMPUS_PREMISE_ARROW;
    if (say_argument(e, out))
        return true;
    if (felt_only && groups >= 1 && groups <= 2) {
        say_groups(e, group, groups, out);
        return true;
    }
    say_together(e, out);
    return e->facts == 0;
}
