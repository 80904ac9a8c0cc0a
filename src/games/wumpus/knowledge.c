/* games/wumpus/knowledge.c -- gathering facts and reading them off: see knowledge.h. The last
 * part reads and writes it as text. */
#include "games/wumpus/knowledge.h"

#include <string.h>

/* ---- gathering ---------------------------------------------------------------------- */

void wumpus_know_nothing(int n, wumpus_knowledge *out)
{
    memset(out, 0, sizeof *out);
    out->n = n;
}

static void learn_cell(wumpus_knowledge *k, const wumpus_world *world, int x, int y)
{
    wumpus_percepts felt = wumpus_percepts_of(world);
    const wumpus_set *truth[WUMPUS_SIGNS] = {
        [WUMPUS_B] = &felt.breeze, [WUMPUS_G] = &world->gold,  [WUMPUS_P] = &felt.stench,
        [WUMPUS_T] = &world->pit,  [WUMPUS_E] = &felt.glitter, [WUMPUS_W] = &world->wumpus};
    for (int sign = 0; sign < WUMPUS_SIGNS; sign++)
        if (wumpus_has(truth[sign], x, y))
            wumpus_add(&k->is[sign], x, y);
}

void wumpus_enter(wumpus_knowledge *k, const wumpus_world *world, int x, int y)
{
    learn_cell(k, world, x, y);
    wumpus_add(&k->explored, x, y);
    wumpus_drop(&k->shown, x, y);
}

void wumpus_show(wumpus_knowledge *k, const wumpus_world *world, int x, int y)
{
    if (wumpus_has(&k->explored, x, y))
        return;
    learn_cell(k, world, x, y);
    wumpus_add(&k->shown, x, y);
}

wumpus_set wumpus_ray(int n, wumpus_cell from, wumpus_way way)
{
    wumpus_set ray = {{0}};
    for (wumpus_cell c = wumpus_toward(from, way); wumpus_inside(n, c.x, c.y);
         c = wumpus_toward(c, way))
        wumpus_add(&ray, c.x, c.y);
    return ray;
}

static wumpus_set slain_by(const wumpus_knowledge *k)
{
    wumpus_set slain = {{0}};
    for (int i = 0; i < k->shots; i++)
        if (k->shot[i].hit && k->shot[i].struck.x >= 0)
            wumpus_add(&slain, k->shot[i].struck.x, k->shot[i].struck.y);
    return slain;
}

bool wumpus_shoot(wumpus_knowledge *k, const wumpus_world *world, int x, int y, wumpus_way way)
{
    DUEL_REQUIRE(k->shots < WUMPUS_SHOTS);
    wumpus_set slain = slain_by(k), live = wumpus_minus(world->wumpus, &slain);
    wumpus_shot *shot = &k->shot[k->shots++];
    *shot = (wumpus_shot){.from = {x, y}, .way = way, .struck = {-1, -1}};
    wumpus_cell c = wumpus_toward(shot->from, way);
    while (wumpus_inside(k->n, c.x, c.y) && !wumpus_has(&live, c.x, c.y))
        c = wumpus_toward(c, way);
    shot->hit = wumpus_inside(k->n, c.x, c.y);
    if (shot->hit && wumpus_count(&world->wumpus) > 1)
        shot->struck = c;
    return shot->hit;
}

/* ---- reading ------------------------------------------------------------------------ */

wumpus_set wumpus_known(const wumpus_knowledge *k)
{
    return wumpus_or(k->explored, &k->shown);
}

wumpus_set wumpus_frontier(const wumpus_knowledge *k)
{
    wumpus_set known = wumpus_known(k), around = wumpus_around(k->n, &k->explored);
    return wumpus_minus(around, &known);
}

static bool is_percept(int sign)
{
    return sign == WUMPUS_B || sign == WUMPUS_P || sign == WUMPUS_E;
}

void wumpus_facts_none(const wumpus_rules *rules, wumpus_facts *out)
{
    memset(out, 0, sizeof *out);
    out->n = rules->n;
    for (int sign = 0; sign < WUMPUS_SIGNS; sign++)
        if (!rules->windy_start || !is_percept(sign))
            wumpus_add(&out->no[sign], 0, 0);
}

void wumpus_facts_add(wumpus_facts *facts, wumpus_sign sign, wumpus_cell cell, bool holds)
{
    wumpus_add(holds ? &facts->yes[sign] : &facts->no[sign], cell.x, cell.y);
}

/* The cells an arrow crossed without meeting a live wumpus. */
static wumpus_set crossed(int n, const wumpus_shot *shot)
{
    wumpus_set ray = wumpus_ray(n, shot->from, shot->way);
    if (!shot->hit)
        return ray;
    wumpus_set beyond = wumpus_ray(n, shot->struck, shot->way);
    wumpus_drop(&ray, shot->struck.x, shot->struck.y);
    return wumpus_minus(ray, &beyond);
}

static duel_status add_shot(const wumpus_rules *rules, const wumpus_shot *shot,
                            wumpus_facts *facts, duel_msg *why)
{
    bool told = shot->hit && shot->struck.x >= 0;
    if (shot->hit && !told && rules->wumpuses > 1)
        return duel_invalid(why, N_("The arrow from ({0},{1}): say where the wumpus fell."),
                            "ii", (int64_t)shot->from.x, (int64_t)shot->from.y);
    if (!shot->hit || told) {
        wumpus_set clear = crossed(facts->n, shot);
        clear = wumpus_minus(clear, &facts->slain);
        facts->no[WUMPUS_W] = wumpus_or(facts->no[WUMPUS_W], &clear);
    }
    if (told) {
        wumpus_add(&facts->yes[WUMPUS_W], shot->struck.x, shot->struck.y);
        wumpus_add(&facts->slain, shot->struck.x, shot->struck.y);
    } else if (shot->hit) {
        facts->hit[facts->hits++] = wumpus_ray(facts->n, shot->from, shot->way);
    }
    return DUEL_OK;
}

duel_status wumpus_facts_of(const wumpus_rules *rules, const wumpus_knowledge *k,
                            wumpus_facts *out, duel_msg *why)
{
    DUEL_REQUIRE(rules->n == k->n);
    wumpus_facts facts;
    wumpus_facts_none(rules, &facts);
    wumpus_set known = wumpus_known(k);
    for (int sign = 0; sign < WUMPUS_SIGNS; sign++) {
        wumpus_set absent = wumpus_minus(known, &k->is[sign]);
        facts.yes[sign] = k->is[sign];
        facts.no[sign] = wumpus_or(facts.no[sign], &absent);
    }
    int killed = 0;
    for (int i = 0; i < k->shots; i++) {
        duel_status status = add_shot(rules, &k->shot[i], &facts, why);
        if (status != DUEL_OK)
            return status;
        killed += k->shot[i].hit;
    }
    facts.harmless = killed >= rules->wumpuses;
    *out = facts;
    return DUEL_OK;
}

int wumpus_literal(int n, wumpus_sign sign, int x, int y)
{
    return (int)sign * n * n + y * n + x + 1;
}

bool wumpus_literal_read(int n, int literal, wumpus_sign *sign, wumpus_cell *cell)
{
    if (literal == 0 || literal < -WUMPUS_SIGNS * n * n || literal > WUMPUS_SIGNS * n * n)
        return false;
    int number = (literal < 0 ? -literal : literal) - 1;
    *sign = (wumpus_sign)(number / (n * n));
    *cell = (wumpus_cell){number % n, number / n % n};
    return true;
}

/* ---- as text ------------------------------------------------------------------------ */

static const struct {
    char letter;
    wumpus_sign sign;
} letters[] = {{'B', WUMPUS_B}, {'P', WUMPUS_P}, {'E', WUMPUS_E},
               {'T', WUMPUS_T}, {'W', WUMPUS_W}, {'G', WUMPUS_G}};
enum { LETTERS = sizeof letters / sizeof letters[0] };

static const char *const ways[] = {"north", "east", "south", "west"};

/* ---- reading ------------------------------------------------------------------------ */

typedef struct rows {
    duel_str row[WUMPUS_SIDE];
    int count; /* may pass WUMPUS_SIDE: then only the first are kept */
} rows;

/* A row ends at '/' or at the end of a line; lines without a cell are not rows. */
static rows cut_rows(duel_str text)
{
    rows out = {.count = 0};
    duel_str line, part;
    while (duel_str_part(&text, '\n', &line)) {
        if (duel_str_trim(line).len == 0)
            continue;
        duel_str rest = duel_str_trim(line);
        if (rest.at[rest.len - 1] == '/' && text.at != NULL)
            rest.len--; /* drawn on several lines with the bars left in */
        while (duel_str_part(&rest, '/', &part)) {
            if (out.count < WUMPUS_SIDE)
                out.row[out.count] = part;
            out.count++;
        }
    }
    return out;
}

static duel_status bad_cell(wumpus_cell c, duel_str text, duel_msg *why)
{
    return duel_invalid(why,
                        N_("Cell ({0},{1}): “{2}” is no cell. Write ? or . or letters of B P E "
                           "T W G, each once."),
                        "iis", (int64_t)c.x, (int64_t)c.y, text);
}

static bool add_letter(wumpus_knowledge *k, wumpus_cell c, char letter)
{
    for (int i = 0; i < LETTERS; i++) {
        wumpus_set *set = &k->is[letters[i].sign];
        if (letters[i].letter == letter && !wumpus_has(set, c.x, c.y)) {
            wumpus_add(set, c.x, c.y);
            return true;
        }
    }
    return false;
}

static duel_status read_cell(duel_str text, wumpus_cell c, wumpus_knowledge *k, duel_msg *why)
{
    if (duel_str_is(text, "?"))
        return DUEL_OK;
    duel_str rest = text;
    bool shown = rest.at[0] == '*';
    if (shown)
        rest = (duel_str){rest.at + 1, rest.len - 1};
    wumpus_add(shown ? &k->shown : &k->explored, c.x, c.y);
    if (rest.len == 0)
        return bad_cell(c, text, why);
    if (duel_str_is(rest, "."))
        return DUEL_OK;
    for (size_t i = 0; i < rest.len; i++)
        if (!add_letter(k, c, rest.at[i]))
            return bad_cell(c, text, why);
    return DUEL_OK;
}

static duel_status read_row(duel_str text, int y, wumpus_knowledge *k, duel_msg *why)
{
    duel_str word;
    int x = 0;
    while (duel_str_word(&text, " \t\r", &word)) {
        if (x < k->n) {
            duel_status status = read_cell(word, (wumpus_cell){x, y}, k, why);
            if (status != DUEL_OK)
                return status;
        }
        x++;
    }
    if (x > k->n)
        return duel_invalid(why,
                            N_("Row y={0} has {1} cells: ({2},{0}) lies outside the {3} rows."),
                            "iiii", (int64_t)y, (int64_t)x, (int64_t)k->n, (int64_t)k->n);
    if (x < k->n)
        return duel_invalid(
            why, N_("Row y={0} has {1} cells: ({1},{0}) is missing, there are {2} rows."),
            "iii", (int64_t)y, (int64_t)x, (int64_t)k->n);
    return DUEL_OK;
}

static bool read_coordinates(int n, duel_str word, wumpus_cell *out)
{
    duel_str x, y;
    int64_t cx, cy;
    if (!duel_str_part(&word, ',', &x) || !duel_str_part(&word, ',', &y) || word.at != NULL)
        return false;
    if (!duel_str_number(x, &cx) || !duel_str_number(y, &cy))
        return false;
    if (cx < 0 || cy < 0 || cx >= n || cy >= n)
        return false;
    *out = (wumpus_cell){(int)cx, (int)cy};
    return true;
}

static bool read_way(duel_str word, wumpus_way *out)
{
    for (int i = 0; i < 4; i++)
        if (duel_str_same_word(word, ways[i])) {
            *out = (wumpus_way)i;
            return true;
        }
    return false;
}

static bool read_outcome(int n, duel_str rest, wumpus_shot *shot)
{
    duel_str word;
    shot->struck = (wumpus_cell){-1, -1};
    if (!duel_str_word(&rest, " \t\r\n", &word))
        return false;
    shot->hit = duel_str_is(word, "hit");
    if (!shot->hit && !duel_str_is(word, "miss"))
        return false;
    if (!duel_str_word(&rest, " \t\r\n", &word))
        return true;
    wumpus_set ray = wumpus_ray(n, shot->from, shot->way);
    return shot->hit && read_coordinates(n, word, &shot->struck) &&
           wumpus_has(&ray, shot->struck.x, shot->struck.y) && duel_str_trim(rest).len == 0;
}

static duel_status read_shot(duel_str text, wumpus_knowledge *k, duel_msg *why)
{
    duel_str rest = text, word;
    wumpus_shot shot;
    if (!duel_str_word(&rest, " \t\r\n", &word) || !duel_str_is(word, "arrow") ||
        !duel_str_word(&rest, " \t\r\n", &word) || !read_coordinates(k->n, word, &shot.from) ||
        !duel_str_word(&rest, " \t\r\n", &word) || !read_way(word, &shot.way) ||
        !read_outcome(k->n, rest, &shot))
        return duel_invalid(why, N_("Not an arrow: “{0}”. Write: arrow 1,0 east miss."), "s",
                            duel_str_trim(text));
    if (k->shots == WUMPUS_SHOTS)
        return duel_invalid(why, N_("At most {0} arrows can be shot."), "i",
                            (int64_t)WUMPUS_SHOTS);
    k->shot[k->shots++] = shot;
    return DUEL_OK;
}

duel_status wumpus_read_knowledge(duel_str text, wumpus_knowledge *out, duel_msg *why)
{
    duel_str rest = text, grid, shot;
    duel_str_part(&rest, ';', &grid);
    rows found = cut_rows(grid);
    if (found.count < WUMPUS_MIN_SIDE || found.count > WUMPUS_SIDE)
        return duel_invalid(why, N_("A grid has {0} to {1} rows cut by “/”, not {2}."), "iii",
                            (int64_t)WUMPUS_MIN_SIDE, (int64_t)WUMPUS_SIDE,
                            (int64_t)found.count);
    wumpus_knowledge k;
    wumpus_know_nothing(found.count, &k);
    for (int i = 0; i < found.count; i++) {
        duel_status status = read_row(found.row[i], found.count - 1 - i, &k, why);
        if (status != DUEL_OK)
            return status;
    }
    while (duel_str_part(&rest, ';', &shot)) {
        duel_status status = read_shot(shot, &k, why);
        if (status != DUEL_OK)
            return status;
    }
    *out = k;
    return DUEL_OK;
}

/* ---- printing ----------------------------------------------------------------------- */

static void print_cell(const wumpus_knowledge *k, int x, int y, duel_sink *out)
{
    bool shown = wumpus_has(&k->shown, x, y), any = false;
    if (!shown && !wumpus_has(&k->explored, x, y)) {
        duel_put_char(out, '?');
        return;
    }
    if (shown)
        duel_put_char(out, '*');
    for (int i = 0; i < LETTERS; i++)
        if (wumpus_has(&k->is[letters[i].sign], x, y)) {
            duel_put_char(out, letters[i].letter);
            any = true;
        }
    if (!any)
        duel_put_char(out, '.');
}

static void print_shot(const wumpus_shot *shot, duel_sink *out)
{
    duel_putf(out, " ; arrow %d,%d %s %s", shot->from.x, shot->from.y, ways[shot->way],
              shot->hit ? "hit" : "miss");
    if (shot->hit && shot->struck.x >= 0)
        duel_putf(out, " %d,%d", shot->struck.x, shot->struck.y);
}

void wumpus_print_knowledge(const wumpus_knowledge *k, duel_sink *out)
{
    for (int y = k->n - 1; y >= 0; y--) {
        for (int x = 0; x < k->n; x++) {
            if (x > 0)
                duel_put_char(out, ' ');
            print_cell(k, x, y, out);
        }
        if (y > 0)
            duel_put(out, " / ");
    }
    for (int i = 0; i < k->shots; i++)
        print_shot(&k->shot[i], out);
}

void wumpus_print_cells(const wumpus_set *cells, const char *between, duel_sink *out)
{
    bool first = true;
    for (wumpus_cell c = wumpus_first(cells); c.y >= 0; c = wumpus_next(cells, c)) {
        duel_putf(out, "%s(%d,%d)", first ? "" : between, c.x, c.y);
        first = false;
    }
}
