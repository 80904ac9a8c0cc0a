/* games/wumpus/position_text.c -- positions as text: see state.h for the notation. */
#include "games/wumpus/explain.h"
#include "games/wumpus/state.h"
#include "games/wumpus/world_count.h"

#include <string.h>

/* ---- printing ----------------------------------------------------------------------- */

/* What is hidden on a cell of a full state: -. or letters of T W G. */
static void print_hidden(const wumpus_state *s, int x, int y, duel_sink *out)
{
    bool pit = wumpus_has(&s->pit, x, y), wumpus = wumpus_has(&s->wumpus, x, y);
    bool gold = wumpus_has(&s->gold, x, y);
    duel_putf(out, "-%s%s%s%s", pit ? "T" : "", wumpus ? "W" : "", gold ? "G" : "",
              pit || wumpus || gold ? "" : ".");
}

/* The knowledge as knowledge.h writes it; in a full state what is hidden takes the place of
 * each `?`, which stand in the order rows are written. */
static void print_grid(const wumpus_setup *u, const wumpus_state *s, duel_sink *out)
{
    wumpus_knowledge k = wumpus_knowledge_of(u, s);
    duel_buf text = duel_buf_empty();
    wumpus_print_knowledge(&k, &text.sink);
    int n = u->rules.n, x = 0, y = n - 1;
    for (const char *c = text.text; *c; c++) {
        if (*c == '?' && !s->veiled)
            print_hidden(s, x, y, out);
        else
            duel_put_char(out, *c);
        if (*c == ' ' && c[1] != '/' && c[1] != ';')
            x++;
        if (*c == '/')
            x = -1, y--;
    }
    duel_buf_fini(&text);
}

static void print_answers(const wumpus_set *cells, const char *word, duel_sink *out)
{
    for (wumpus_cell c = wumpus_first(cells); c.y >= 0; c = wumpus_next(cells, c))
        duel_putf(out, " ; deduce %d,%d %s", c.x, c.y, word);
}

/* Where one gold was seen it is the one; among several those grabbed are named. */
static void print_grabbed(const wumpus_state *s, duel_sink *out)
{
    wumpus_set seen = wumpus_and(s->explored, &s->is[WUMPUS_G]);
    bool plain = wumpus_count(&seen) == 1;
    for (wumpus_cell c = wumpus_first(&s->taken); c.y >= 0; c = wumpus_next(&s->taken, c))
        if (plain)
            duel_put(out, " ; grabbed");
        else
            duel_putf(out, " ; grabbed %d,%d", c.x, c.y);
}

void wumpus_print(const duel_variant *v, const void *view, duel_sink *out)
{
    const wumpus_setup *u = wumpus_setup_of(v);
    const wumpus_state *s = view;
    print_grid(u, s, out);
    duel_putf(out, " ; at %d,%d %u", s->x, s->y, s->steps);
    if (s->reveals)
        duel_putf(out, " ; reveals %d", s->reveals);
    if (s->deduces)
        duel_putf(out, " ; deduces %d", s->deduces);
    print_answers(&s->safe, "safe", out);
    print_answers(&s->danger, "danger", out);
    print_answers(&s->open, "unknown", out);
    print_grabbed(s, out);
    duel_put(out, s->climbed ? " ; climbed" : "");
    duel_put(out, s->veiled ? " ; view" : "");
}

/* ---- reading ------------------------------------------------------------------------ */

/* A position being read. */
typedef struct draft {
    const wumpus_setup *u;
    wumpus_state s;
    duel_buf known; /* the text without hidden cells, for knowledge.h */
    bool placed;    /* `at` was read */
    bool grabbed;   /* a gold was, without saying which: the first that was seen */
} draft;

static bool read_cell(int n, duel_str word, char mark, wumpus_cell *out)
{
    duel_str x;
    int64_t cx, cy;
    if (!duel_str_part(&word, mark, &x) || word.at == NULL || !duel_str_number(x, &cx) ||
        !duel_str_number(word, &cy) || cx < 0 || cy < 0 || cx >= n || cy >= n)
        return false;
    *out = (wumpus_cell){(int)cx, (int)cy};
    return true;
}

/* Letters after '-': what lies there. */
static bool read_hidden(draft *d, duel_str letters, wumpus_cell c)
{
    if (duel_str_is(letters, "."))
        return true;
    for (size_t i = 0; i < letters.len; i++) {
        wumpus_set *set = letters.at[i] == 'T'   ? &d->s.pit
                          : letters.at[i] == 'W' ? &d->s.wumpus
                          : letters.at[i] == 'G' ? &d->s.gold
                                                 : NULL;
        if (set == NULL || wumpus_has(set, c.x, c.y))
            return false;
        wumpus_add(set, c.x, c.y);
    }
    return letters.len > 0;
}

static duel_status read_row(draft *d, duel_str row, int y, duel_msg *why)
{
    duel_str word;
    int n = d->u->rules.n;
    for (int x = 0; duel_str_word(&row, " \t\r\n", &word); x++) {
        bool hidden = word.at[0] == '-', inside = x < n && y >= 0;
        if (hidden && (!inside || !read_hidden(d, (duel_str){word.at + 1, word.len - 1},
                                               (wumpus_cell){x, y})))
            return duel_invalid(
                why,
                N_("“{0}” is no hidden cell: write -. or -T, -W or -G inside the "
                   "grid."),
                "s", word);
        if (!hidden && duel_str_is(word, "?") && !d->s.veiled)
            return duel_invalid(why, N_("Cell ({0},{1}) is unknown: end a view with “; view”."),
                                "ii", (int64_t)x, (int64_t)y);
        duel_put_str(&d->known.sink, hidden ? duel_str_of("?") : word);
        duel_put_char(&d->known.sink, ' ');
    }
    return DUEL_OK;
}

static duel_status read_grid(draft *d, duel_str grid, duel_msg *why)
{
    duel_str row;
    duel_status status = DUEL_OK;
    for (int y = d->u->rules.n - 1; status == DUEL_OK && duel_str_part(&grid, '/', &row); y--) {
        status = read_row(d, row, y, why);
        if (grid.at)
            duel_put(&d->known.sink, "/ ");
    }
    return status;
}

static bool read_small(duel_str word, int64_t most, uint8_t *out)
{
    int64_t n;
    if (*out || !duel_str_number(word, &n) || n < 1 || n > most)
        return false;
    *out = (uint8_t)n;
    return true;
}

static bool read_at(draft *d, duel_str rest)
{
    duel_str place, steps;
    wumpus_cell c;
    int64_t n;
    if (d->placed || !duel_str_word(&rest, " ", &place) || !duel_str_word(&rest, " ", &steps) ||
        duel_str_trim(rest).len || !read_cell(d->u->rules.n, place, ',', &c) ||
        !duel_str_number(steps, &n) || n < 0 || n > d->u->steps)
        return false;
    d->s.x = (uint8_t)c.x, d->s.y = (uint8_t)c.y;
    d->s.steps = (uint32_t)n;
    d->placed = true;
    return true;
}

static bool answered(const wumpus_state *s, wumpus_cell c)
{
    return wumpus_has(&s->safe, c.x, c.y) || wumpus_has(&s->danger, c.x, c.y) ||
           wumpus_has(&s->open, c.x, c.y);
}

static bool read_answer(draft *d, duel_str rest)
{
    duel_str place, word;
    wumpus_cell c;
    if (!duel_str_word(&rest, " ", &place) || !duel_str_word(&rest, " ", &word) ||
        duel_str_trim(rest).len || !read_cell(d->u->rules.n, place, ',', &c) ||
        answered(&d->s, c))
        return false;
    wumpus_set *set = duel_str_is(word, "safe")      ? &d->s.safe
                      : duel_str_is(word, "danger")  ? &d->s.danger
                      : duel_str_is(word, "unknown") ? &d->s.open
                                                     : NULL;
    if (set == NULL)
        return false;
    wumpus_add(set, c.x, c.y);
    return true;
}

static bool read_grabbed(draft *d, duel_str rest)
{
    wumpus_cell c;
    duel_str place = duel_str_trim(rest);
    bool plain = place.len == 0, again = d->grabbed || (plain && !wumpus_empty(&d->s.taken));
    if (again || (!plain && !read_cell(d->u->rules.n, place, ',', &c)))
        return false;
    if (plain)
        d->grabbed = true;
    else if (wumpus_has(&d->s.taken, c.x, c.y))
        return false;
    else
        wumpus_add(&d->s.taken, c.x, c.y);
    return true;
}

static bool set_flag(uint8_t *flag, duel_str rest)
{
    bool fresh = *flag == 0 && duel_str_trim(rest).len == 0;
    *flag = 1;
    return fresh;
}

/* One part after a ';'. Arrows are left to knowledge.h. */
static duel_status read_part(draft *d, duel_str part, duel_msg *why)
{
    duel_str rest = duel_str_trim(part), word = {NULL, 0};
    bool good = duel_str_word(&rest, " ", &word);
    if (good && duel_str_is(word, "arrow")) {
        duel_put(&d->known.sink, " ;");
        duel_put_str(&d->known.sink, part);
        return DUEL_OK;
    }
    if (good && duel_str_is(word, "at"))
        good = read_at(d, rest);
    else if (good && duel_str_is(word, "reveals"))
        good = read_small(duel_str_trim(rest), d->u->reveals, &d->s.reveals);
    else if (good && duel_str_is(word, "deduces"))
        good = read_small(duel_str_trim(rest), d->u->deduces, &d->s.deduces);
    else if (good && duel_str_is(word, "deduce"))
        good = read_answer(d, rest);
    else if (good && duel_str_is(word, "grabbed"))
        good = read_grabbed(d, rest);
    else if (good && duel_str_is(word, "climbed"))
        good = set_flag(&d->s.climbed, rest);
    else if (good)
        good = duel_str_is(word, "view") && duel_str_trim(rest).len == 0;
    if (good)
        return DUEL_OK;
    return duel_invalid(why,
                        N_("“{0}” has no place after the grid; there come at, arrow, reveals, "
                           "deduces, deduce, grabbed, climbed and view, within their bounds."),
                        "s", duel_str_trim(part));
}

static bool ends_with_view(duel_str text)
{
    duel_str rest = text, part, last = {NULL, 0};
    while (duel_str_part(&rest, ';', &part))
        last = duel_str_trim(part);
    return last.at && duel_str_is(last, "view");
}

static duel_status bad_grab(duel_msg *why)
{
    return duel_invalid(why,
                        N_("Gold is grabbed where it was found, and one climbs out at the "
                           "start, by textbook rules only."),
                        "");
}

static duel_status read_all(draft *d, duel_str text, duel_msg *why)
{
    duel_str rest = text, grid, part;
    wumpus_knowledge k;
    d->s.veiled = ends_with_view(text);
    duel_str_part(&rest, ';', &grid);
    duel_status status = read_grid(d, grid, why);
    while (status == DUEL_OK && duel_str_part(&rest, ';', &part))
        status = read_part(d, part, why);
    if (status == DUEL_OK)
        status = wumpus_read_knowledge(duel_buf_str(&d->known), &k, why);
    if (status != DUEL_OK)
        return status;
    if (k.n != d->u->rules.n)
        return duel_invalid(why, N_("The grid has {0} rows; this variant has {1}."), "ii",
                            (int64_t)k.n, (int64_t)d->u->rules.n);
    if (!d->placed)
        return duel_invalid(
            why, N_("Where is the explorer? Write “; at 0,0 0” with the steps taken."), "");
    wumpus_remember(&d->s, &k);
    wumpus_set seen = wumpus_and(k.explored, &k.is[WUMPUS_G]);
    wumpus_cell gold = wumpus_first(&seen);
    if (d->grabbed && gold.y < 0)
        return bad_grab(why);
    if (d->grabbed)
        wumpus_add(&d->s.taken, gold.x, gold.y);
    return DUEL_OK;
}

/* ---- checking ----------------------------------------------------------------------- */

/* Whether the game would have ended on an explored cell, and somebody is elsewhere. */
static bool ended_before(const wumpus_setup *u, const wumpus_state *s, wumpus_cell c)
{
    wumpus_state there = *s;
    there.x = (uint8_t)c.x, there.y = (uint8_t)c.y;
    wumpus_ending now = wumpus_ending_of(u, s), then = wumpus_ending_of(u, &there);
    return then == WUMPUS_FELL || then == WUMPUS_EATEN ||
           (then == WUMPUS_FOUND && (now != WUMPUS_FOUND || !u->rules.all_golds) &&
            (c.x != s->x || c.y != s->y));
}

/* What may lie under an explorer's feet, and how it came there: invariants 1 and 3. */
static duel_status check_ground(const wumpus_setup *u, const wumpus_state *s, duel_msg *why)
{
    wumpus_walk walk;
    wumpus_ending end = wumpus_ending_of(u, s);
    bool dead = end == WUMPUS_FELL || end == WUMPUS_EATEN;
    wumpus_walk_from(u->rules.n, &s->explored, (wumpus_cell){0, 0}, &walk);
    if (!wumpus_has(&s->explored, 0, 0))
        return duel_invalid(why, N_("The start (0,0) has been explored in every game."), "");
    for (wumpus_cell c = wumpus_first(&s->explored); c.y >= 0;
         c = wumpus_next(&s->explored, c)) {
        if (walk.steps[c.y][c.x] == WUMPUS_FAR)
            return duel_invalid(
                why, N_("({0},{1}) cannot have been reached through explored cells."), "ii",
                (int64_t)c.x, (int64_t)c.y);
        if (ended_before(u, s, c))
            return duel_invalid(why, N_("Nobody goes on after ({0},{1})."), "ii", (int64_t)c.x,
                                (int64_t)c.y);
    }
    if (walk.steps[s->y][s->x] == WUMPUS_FAR ||
        wumpus_has(dead ? &s->shown : &s->explored, s->x, s->y) == 0)
        return duel_invalid(why, N_("The explorer cannot be at ({0},{1})."), "ii",
                            (int64_t)s->x, (int64_t)s->y);
    return DUEL_OK;
}

/* Counts: steps, lifelines, arrows. */
static duel_status check_counts(const wumpus_setup *u, const wumpus_state *s, duel_msg *why)
{
    wumpus_ending end = wumpus_ending_of(u, s);
    int dead = end == WUMPUS_FELL || end == WUMPUS_EATEN;
    wumpus_set known = wumpus_or(s->explored, &s->shown);
    wumpus_set told = wumpus_or(s->safe, &s->danger), both;
    told = wumpus_or(told, &s->open);
    both = wumpus_and(told, &known);
    wumpus_set near = wumpus_around(u->rules.n, &s->explored);
    if (s->steps < (uint32_t)(wumpus_count(&s->explored) - 1 + dead))
        return duel_invalid(why, N_("{0} steps are too few for the cells explored."), "i",
                            (int64_t)s->steps);
    if (wumpus_count(&s->shown) > s->reveals + dead)
        return duel_invalid(why, N_("More cells are shown than lifelines were used."), "");
    if (wumpus_count(&told) > s->deduces || !wumpus_empty(&both) ||
        !wumpus_within(&told, &near))
        return duel_invalid(why, N_("The answers of the lifelines do not fit the cells."), "");
    if (s->arrows > u->arrows)
        return duel_invalid(why, N_("There are only {0} arrows."), "i", (int64_t)u->arrows);
    for (int i = 0; i < s->arrows; i++) {
        const wumpus_arrow *a = &s->arrow[i];
        if (!wumpus_has(&s->explored, a->x, a->y) ||
            a->told != (a->hit && u->rules.wumpuses > 1))
            return duel_invalid(
                why,
                N_("The arrow from ({0},{1}): it is shot from an explored cell, and "
                   "where a wumpus fell is told when there are several."),
                "ii", (int64_t)a->x, (int64_t)a->y);
    }
    return DUEL_OK;
}

static duel_status check_textbook(const wumpus_setup *u, const wumpus_state *s, duel_msg *why)
{
    wumpus_set seen = wumpus_and(s->explored, &s->is[WUMPUS_G]);
    int taken = wumpus_count(&s->taken);
    bool home = s->x == 0 && s->y == 0;
    if ((taken && !u->textbook) || !wumpus_within(&s->taken, &seen) ||
        (taken > 1 && !u->rules.all_golds) ||
        (s->climbed && (!u->textbook || !home || s->steps == 0)))
        return bad_grab(why);
    return DUEL_OK;
}

/* Whether `deal` could have laid this world. */
static duel_status check_world(const wumpus_rules *rules, const wumpus_world *w, duel_msg *why)
{
    wumpus_set all = wumpus_or(w->pit, &w->wumpus), ground = wumpus_ground(rules);
    wumpus_set on_pit = wumpus_or(w->wumpus, &w->gold),
               shared = wumpus_and(w->wumpus, &w->gold);
    all = wumpus_or(all, &w->gold);
    on_pit = wumpus_and(on_pit, &w->pit);
    if (wumpus_count(&w->wumpus) != rules->wumpuses || wumpus_count(&w->gold) != rules->golds ||
        (rules->pits_are == WUMPUS_PITS_COUNT && wumpus_count(&w->pit) != rules->pits))
        return duel_invalid(
            why,
            N_("This variant has {0} {0:wumpus|wumpuses}, {1} {1:gold|golds} and its "
               "number of pits."),
            "ii", (int64_t)rules->wumpuses, (int64_t)rules->golds);
    if (!wumpus_within(&all, &ground) || (!rules->overlap && !wumpus_empty(&on_pit)) ||
        (!rules->overlap && rules->strict && !wumpus_empty(&shared)))
        return duel_invalid(why, N_("Something lies where these rules allow nothing."), "");
    return DUEL_OK;
}

/* In a full state all that is known must be true, and every answer right. */
static duel_status check_truth(const wumpus_setup *u, wumpus_state *s, duel_msg *why)
{
    wumpus_set danger;
    s->pit = wumpus_or(s->pit, &s->is[WUMPUS_T]);
    s->wumpus = wumpus_or(s->wumpus, &s->is[WUMPUS_W]);
    s->gold = wumpus_or(s->gold, &s->is[WUMPUS_G]);
    wumpus_world world = wumpus_world_of(u, s);
    duel_status status = check_world(&u->rules, &world, why);
    if (status != DUEL_OK)
        return status;
    wumpus_knowledge k = wumpus_knowledge_of(u, s), again;
    wumpus_know_nothing(k.n, &again);
    for (wumpus_cell c = wumpus_first(&k.explored); c.y >= 0; c = wumpus_next(&k.explored, c))
        wumpus_enter(&again, &world, c.x, c.y);
    for (wumpus_cell c = wumpus_first(&k.shown); c.y >= 0; c = wumpus_next(&k.shown, c))
        wumpus_show(&again, &world, c.x, c.y);
    for (int i = 0; i < k.shots; i++)
        wumpus_shoot(&again, &world, k.shot[i].from.x, k.shot[i].from.y, k.shot[i].way);
    wumpus_state truth = *s;
    wumpus_remember(&truth, &again);
    danger = wumpus_or(world.pit, &world.wumpus);
    wumpus_set wrong = wumpus_and(s->safe, &world.pit);
    if (memcmp(&truth, s, sizeof truth) != 0 || !wumpus_empty(&wrong) ||
        !wumpus_within(&s->danger, &danger))
        return duel_invalid(why, N_("What is known is not true of this grid."), "");
    return DUEL_OK;
}

/* A view nobody could have is refused; the cells in conflict are named when they alone show it,
 * else it is the number of pits or the empty corner. */
static duel_status check_view(const wumpus_setup *u, const wumpus_state *s, duel_msg *why)
{
    wumpus_knowledge k = wumpus_knowledge_of(u, s);
    wumpus_facts facts;
    wumpus_conflict conflict;
    duel_status status = wumpus_facts_of(&u->rules, &k, &facts, why);
    if (status != DUEL_OK)
        return status;
    if (wumpus_counts_agree(&u->rules, &facts) != DUEL_REFUSED)
        return DUEL_OK; /* too entangled to count: taken as it is */
    if (wumpus_check_knowledge(&u->rules, &k, &conflict, why) == DUEL_REFUSED)
        return DUEL_INVALID;
    return duel_invalid(why, N_("No grid of this variant agrees with these cells."), "");
}

static duel_status check_draft(draft *d, duel_msg *why)
{
    duel_status status = check_ground(d->u, &d->s, why);
    if (status == DUEL_OK)
        status = check_counts(d->u, &d->s, why);
    if (status == DUEL_OK)
        status = check_textbook(d->u, &d->s, why);
    if (status == DUEL_OK)
        status = d->s.veiled ? check_view(d->u, &d->s, why) : check_truth(d->u, &d->s, why);
    return status;
}

duel_status wumpus_parse(const duel_variant *v, duel_str text, void *state, duel_msg *why)
{
    draft d = {.u = wumpus_setup_of(v)};
    duel_buf_init(&d.known);
    duel_status status = read_all(&d, text, why);
    if (status == DUEL_OK && d.known.failed)
        status = duel_no_space(why);
    if (status == DUEL_OK)
        status = check_draft(&d, why);
    duel_buf_fini(&d.known);
    if (status == DUEL_OK)
        memcpy(state, &d.s, sizeof d.s);
    return status;
}
