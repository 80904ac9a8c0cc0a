/* sheets/board.c -- the board of a sheet, found in the states that random games met.
 *
 * Facts of one word are told apart by their arguments. Where some arguments are places that
 * have an order (numbers, letters, what a relation like succ puts in a row) and never two facts
 * of a state have the same place, the rest of the arguments is what stands there: one argument
 * makes a row, two a board, three several boards side by side, four a board of boards. An
 * argument like `b3` is two words in one. The word with the most places makes the board; other
 * words whose places are among the same ones lie on it. Where things may meet in a place
 * (a pellet, and who comes to eat it) the board is crowded, and the best of those is taken if
 * there is no other that it does not hold. */
#include "base/grow.h"
#include "sheets/picture.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_BYTES = 64, MOST_CELLS = 4096, LOOKED_AT = 300, LONG_ROW = 20 };

/* Facts of one word and one number of arguments. */
typedef struct group {
    const char *word;
    int parts;
    uint32_t *fact, count, room;
    board_layer layer;
    board_axis axis[BOARD_PLACES];
    int cells; /* 0: no places were found */
} group;

typedef struct board_search {
    const machine *m;
    const sheet_sampling *s;
    const gdl_sheet *sheet;
    const char *const *role;
    const char *but;
    group *g;
    size_t count, room;
    uint32_t *stamp; /* by place: the sample in which it was met last */
} board_search;

int board_index(const board_axis *a, const char *word)
{
    for (int i = 0; i < a->count; i++)
        if (strcmp(a->word[i], word) == 0)
            return i;
    return -1;
}

/* ---- putting words in order ------------------------------------------------------------- */

/* "x12" is 12: a word that begins like another and ends with a number. */
static bool is_numbered(const char *like, const char *word, long *n)
{
    size_t same = strcspn(like, "0123456789");
    return same > 0 && same < strlen(word) && memcmp(like, word, same) == 0 &&
           piece_style_number(word + same, n) && word[same] != '-';
}

/* Numbered words. In a row, one or two that are not come behind several that are. */
static bool order_numbered(const board_axis *a, bool row, long *key)
{
    enum { SEVERAL = 6, FEW = 2 };
    const char *like = NULL;
    int others = 0;
    for (int i = 0; i < a->count && like == NULL; i++)
        like = strpbrk(a->word[i], "0123456789") ? a->word[i] : NULL;
    for (int i = 0; i < a->count && like; i++)
        if (!is_numbered(like, a->word[i], &key[i]))
            key[i] = LONG_MAX - FEW + others++;
    return like && others <= FEW && (others == 0 || (row && a->count - others >= SEVERAL));
}

static bool is_letter_word(const char *word, long *n)
{
    *n = (unsigned char)word[0];
    return word[0] && word[1] == '\0' &&
           ((word[0] >= 'a' && word[0] <= 'z') || (word[0] >= 'A' && word[0] <= 'Z'));
}

static void sort_by(board_axis *a, long *key)
{
    for (int i = 1; i < a->count; i++)
        for (int k = i; k > 0 && key[k] < key[k - 1]; k--) {
            const char *word = a->word[k];
            long n = key[k];
            a->word[k] = a->word[k - 1], key[k] = key[k - 1];
            a->word[k - 1] = word, key[k - 1] = n;
        }
}

static bool order_by_number(board_axis *a, bool row)
{
    long key[BOARD_AXIS];
    bool plain = true, letters = true;
    for (int i = 0; i < a->count && plain; i++)
        plain = piece_style_number(a->word[i], &key[i]);
    bool numbered = !plain && order_numbered(a, row, key);
    for (int i = 0; i < a->count && !plain && !numbered && letters; i++)
        letters = is_letter_word(a->word[i], &key[i]);
    if (!plain && !numbered && !letters)
        return false;
    sort_by(a, key);
    return true;
}

/* A fact of the sheet, `(succ a b)`, all of whose arguments are on the axis. */
static bool is_step(const gdl_rule *r, const board_axis *a, duel_str *word, int step[2])
{
    char text[2][WORD_BYTES];
    duel_str rest, part;
    if (r->count || r->source.len < 5 || r->source.at[0] != '(')
        return false;
    rest = (duel_str){r->source.at + 1, r->source.len - 2};
    if (!term_ids_cut(&rest, word))
        return false;
    for (int i = 0; i < 2; i++) {
        if (!term_ids_cut(&rest, &part) || part.len >= WORD_BYTES)
            return false;
        memcpy(text[i], part.at, part.len);
        text[i][part.len] = '\0';
        step[i] = board_index(a, text[i]);
    }
    return !term_ids_cut(&rest, &part) && step[0] >= 0 && step[1] >= 0 && step[0] != step[1];
}

/* Follows the steps of one relation from the only word that none leads to. */
static bool order_by_steps(board_axis *a, const int *next)
{
    const char *word[BOARD_AXIS];
    bool reached[BOARD_AXIS] = {false};
    int at = -1, count = 0;
    for (int i = 0; i < a->count; i++)
        if (next[i] >= 0)
            reached[next[i]] = true;
    for (int i = 0; i < a->count; i++)
        at = !reached[i] && at < 0 ? i : at;
    for (; at >= 0 && count < a->count; at = next[at])
        word[count++] = a->word[at];
    if (count < a->count || at >= 0)
        return false;
    memcpy(a->word, word, (size_t)count * sizeof *word);
    return true;
}

static bool order_by_relation(const board_search *b, board_axis *a, duel_str relation)
{
    int next[BOARD_AXIS], step[2];
    for (int i = 0; i < a->count; i++)
        next[i] = -1;
    for (size_t i = 0; i < b->sheet->count; i++) {
        duel_str word;
        if (is_step(&b->sheet->rule[i], a, &word, step) && word.len == relation.len &&
            memcmp(word.at, relation.at, word.len) == 0)
            next[step[0]] = step[1];
    }
    return order_by_steps(a, next);
}

static bool put_in_order(const board_search *b, board_axis *a, bool row)
{
    if (order_by_number(a, row))
        return true;
    int step[2];
    for (size_t i = 0; i < b->sheet->count; i++) {
        duel_str word;
        if (is_step(&b->sheet->rule[i], a, &word, step) && order_by_relation(b, a, word))
            return true;
    }
    return false;
}

/* ---- words that name a column and a row ------------------------------------------------- */

/* "b3": the letter, and the number, which goes to the end of the word. */
static bool cut_joined(const char *word, const char **letter, const char **number)
{
    static const char alphabet[][2] = {"a", "b", "c", "d", "e", "f", "g", "h", "i",
                                       "j", "k", "l", "m", "n", "o", "p", "q", "r",
                                       "s", "t", "u", "v", "w", "x", "y", "z"};
    long n;
    if (word[0] < 'a' || word[0] > 'z' || !piece_style_number(word + 1, &n) || word[1] < '0')
        return false;
    *letter = alphabet[word[0] - 'a'];
    *number = word + 1;
    return true;
}

/* From the words of a place to where they are on the axes. */
static bool find_indices(const board_axis *axis, int places, bool joined,
                         const char *const *word, int *index)
{
    const char *both[2];
    if (joined && !cut_joined(word[0], &both[0], &both[1]))
        return false;
    for (int i = 0; i < places; i++)
        if ((index[i] = board_index(&axis[i], joined ? both[i] : word[i])) < 0)
            return false;
    return true;
}

static bool add_word(board_axis *a, const char *word)
{
    if (board_index(a, word) >= 0)
        return true;
    if (a->count == BOARD_AXIS)
        return false;
    a->word[a->count++] = word;
    return true;
}

/* ---- groups ----------------------------------------------------------------------------- */

static group *group_of(board_search *b, const term_id *n)
{
    for (size_t i = 0; i < b->count; i++)
        if (b->g[i].parts == n->parts && strcmp(b->g[i].word, n->part[0]) == 0)
            return &b->g[i];
    if (!GROW(b->g, b->room, b->count + 1))
        return NULL;
    b->g[b->count] = (group){.word = n->part[0], .parts = n->parts};
    return &b->g[b->count++];
}

static bool add_to_group(group *g, uint32_t fact)
{
    if (!GROW(g->fact, g->room, g->count + 1))
        return false;
    g->fact[g->count++] = fact;
    return true;
}

static bool sort_into_groups(board_search *b)
{
    const term_ids *facts = &b->m->fact_names;
    for (uint32_t i = 0; i < facts->count; i++) {
        if (b->but && strcmp(facts->at[i]->part[0], b->but) == 0)
            continue;
        group *g = group_of(b, facts->at[i]);
        if (g == NULL || !add_to_group(g, i))
            return false;
    }
    return true;
}

/* ---- places ----------------------------------------------------------------------------- */

/* The words at one part of a group's facts; false: too many, or of roles, or terms. */
static bool words_at(const board_search *b, const group *g, int part, board_axis *out)
{
    out->count = 0;
    for (uint32_t i = 0; i < g->count; i++) {
        const char *word = b->m->fact_names.at[g->fact[i]]->part[part];
        if (word[0] == '(' || machine_role_named(b->m, b->role, word) >= 0 ||
            !add_word(out, word))
            return false;
    }
    return out->count > 1;
}

static int place_number(const group *g, const term_id *fact)
{
    const board_layer *l = &g->layer;
    const char *word[BOARD_PLACES];
    int place = 0, index[BOARD_PLACES] = {0};
    for (int i = 0; i < l->places; i++)
        word[i] = fact->part[l->at[i]];
    find_indices(g->axis, l->places, l->joined, word, index);
    for (int i = 0; i < l->places; i++)
        place = place * g->axis[i].count + index[i];
    return place;
}

/* Words like `b3` at one part of a group's facts. */
static bool joined_words_at(const board_search *b, const group *g, int part, board_axis *axis)
{
    axis[0].count = axis[1].count = 0;
    for (uint32_t i = 0; i < g->count; i++) {
        const char *letter, *number;
        if (!cut_joined(b->m->fact_names.at[g->fact[i]]->part[part], &letter, &number) ||
            !add_word(&axis[0], letter) || !add_word(&axis[1], number))
            return false;
    }
    return axis[0].count > 1 && axis[1].count > 1 && order_by_number(&axis[0], false) &&
           order_by_number(&axis[1], false);
}

static int cells_of(const group *g)
{
    int cells = 1;
    for (int i = 0; i < g->layer.places && cells <= MOST_CELLS; i++)
        cells *= g->axis[i].count;
    return cells;
}

/* Never two facts of a state in the same place; of a crowded one, seldom. A single fact with a
 * single argument is no row of places but a number that counts. */
static bool has_room_for_all(board_search *b, const group *g)
{
    uint32_t step = b->s->samples / LOOKED_AT + 1, met = 0, together = 0;
    bool several = g->parts > 2;
    memset(b->stamp, 0, MOST_CELLS * sizeof *b->stamp);
    for (uint32_t s = 0; s < b->s->samples; s += step) {
        const uint64_t *facts = sampling_sample(b->s, b->m, s);
        for (uint32_t i = 0, here = 0; i < g->count; i++) {
            uint32_t f = g->fact[i];
            if (!bit_in(facts, f))
                continue;
            uint32_t *stamp = &b->stamp[place_number(g, b->m->fact_names.at[f])];
            together += *stamp == s + 1;
            *stamp = s + 1;
            several = several || here++ > 0;
            met++;
        }
    }
    return several && (g->layer.crowded ? together * 2 <= met : together == 0);
}

/* Tries the parts chosen in g->layer.at. */
static bool try_places(board_search *b, group *g)
{
    for (int i = 0; i < g->layer.places; i++)
        if (!words_at(b, g, g->layer.at[i], &g->axis[i]) ||
            !put_in_order(b, &g->axis[i], g->layer.places == 1))
            return false;
    return cells_of(g) <= MOST_CELLS && has_room_for_all(b, g);
}

static bool try_joined(board_search *b, group *g)
{
    g->layer.joined = true;
    g->layer.places = 2;
    for (int part = 1; part < g->parts; part++) {
        g->layer.at[0] = g->layer.at[1] = part;
        if (joined_words_at(b, g, part, g->axis) && cells_of(g) <= MOST_CELLS &&
            has_room_for_all(b, g))
            return true;
    }
    g->layer.joined = false;
    return false;
}

/* All ways to choose so many parts, in order; the first that works. */
static bool choose_places(board_search *b, group *g, int chosen, int from)
{
    if (chosen == g->layer.places)
        return try_places(b, g);
    for (int part = from; part < g->parts && chosen < BOARD_PLACES; part++) {
        g->layer.at[chosen] = part;
        if (choose_places(b, g, chosen + 1, part + 1))
            return true;
    }
    return false;
}

static void find_places(board_search *b, group *g)
{
    enum { MOST_PARTS = 8 };
    g->layer = (board_layer){.word = g->word, .parts = g->parts};
    bool found = g->parts <= MOST_PARTS && try_joined(b, g);
    for (int places = 1; !found && places <= BOARD_PLACES && places < g->parts; places++) {
        g->layer.places = places;
        found = g->parts <= MOST_PARTS && choose_places(b, g, 0, 1);
    }
    g->cells = found ? cells_of(g) : 0;
}

/* Where things may meet: two places, and something that stands there. */
static void find_crowded_places(board_search *b, group *g)
{
    if (g->cells || g->parts < 3 || g->parts > 4)
        return;
    g->layer = (board_layer){.word = g->word, .parts = g->parts, .crowded = true};
    bool found = try_joined(b, g);
    g->layer.places = 2;
    found = found || (g->parts == 4 && choose_places(b, g, 0, 1));
    g->cells = found ? cells_of(g) : 0;
}

/* ---- the board -------------------------------------------------------------------------- */

/* More than one dimension before a row; then the most places. */
static bool is_better_board(const group *a, const group *b)
{
    bool flat = a->layer.places > 1, other = b->layer.places > 1;
    return flat != other ? flat : a->cells > b->cells;
}

static bool lies_on(const board_axis *axis, const board_layer *l, const group *g)
{
    if (g->cells == 0 || g->layer.places != l->places || g->layer.joined != l->joined)
        return false;
    for (int i = 0; i < l->places; i++)
        for (int k = 0; k < g->axis[i].count; k++)
            if (board_index(&axis[i], g->axis[i].word[k]) < 0)
                return false;
    return true;
}

int board_arguments(const board *b)
{
    return b->joined ? 1 : b->places;
}

static void board_size(board *b)
{
    const board_axis *a = b->axis;
    if (b->places == 4) {
        b->columns = a[0].count * (a[2].count + 1) - 1;
        b->rows = a[1].count * (a[3].count + 1) - 1;
    } else if (b->places == 3) {
        b->columns = a[0].count * (a[1].count + 1) - 1;
        b->rows = a[2].count;
    } else {
        b->columns = a[0].count;
        b->rows = b->places == 2 ? a[1].count : 1;
    }
    if (b->places == 1 && b->columns > LONG_ROW) { /* a long row goes on in the next line */
        for (b->columns = 1; b->columns * b->columns < a[0].count; b->columns++)
            continue;
        b->rows = (a[0].count + b->columns - 1) / b->columns;
    }
}

/* From what the words are on their axes to columns, and rows from the top: the first of them is
 * the lowest. */
static void spread(const board *b, const int *index, int *x, int *y)
{
    const board_axis *a = b->axis;
    int up = 0;
    *x = index[0];
    if (b->places == 4) {
        *x = index[0] * (a[2].count + 1) + index[2];
        up = index[1] * (a[3].count + 1) + index[3];
    } else if (b->places == 3) {
        *x = index[0] * (a[1].count + 1) + index[1];
        up = index[2];
    } else if (b->places == 2) {
        up = index[1];
    } else {
        *x = index[0] % b->columns;
        up = b->rows - 1 - index[0] / b->columns;
    }
    *y = b->rows - 1 - up;
}

bool board_place_named(const board *b, const char *const *word, int *x, int *y)
{
    int index[BOARD_PLACES];
    if (b->places == 0 || !find_indices(b->axis, b->places, b->joined, word, index))
        return false;
    spread(b, index, x, y);
    return true;
}

bool board_place_of(const board *b, const board_layer *l, const term_id *fact, int *x, int *y)
{
    const char *word[BOARD_PLACES];
    for (int i = 0; i < b->places; i++)
        word[i] = fact->part[l->at[i]];
    return board_place_named(b, word, x, y);
}

const board_layer *board_layer_of(const board *b, const term_id *fact)
{
    for (int i = 0; i < b->layers; i++)
        if (b->layer[i].parts == fact->parts && strcmp(b->layer[i].word, fact->part[0]) == 0)
            return &b->layer[i];
    return NULL;
}

/* Facts that say no more than that something is there, and never change: walls. */
static bool is_scenery(const board_search *b, const group *g)
{
    if (g->parts != (g->layer.joined ? 2 : g->layer.places + 1))
        return false;
    for (uint32_t s = 0; s < b->s->samples; s++)
        for (uint32_t i = 0; i < g->count; i++) {
            uint32_t f = g->fact[i];
            if (bit_in(b->m->start, f) != bit_in(sampling_sample(b->s, b->m, s), f))
                return false;
        }
    return true;
}

/* Lays out what was found in `best`, and whatever else lies on it. */
static bool lay_out_board(const board_search *s, const group *best, board *out)
{
    out->places = best->layer.places;
    out->joined = best->layer.joined;
    memcpy(out->axis, best->axis, sizeof out->axis);
    board_size(out);
    out->layer = calloc(s->count, sizeof *out->layer);
    out->there = calloc((size_t)out->columns * (size_t)out->rows, sizeof *out->there);
    if (out->layer == NULL || out->there == NULL)
        return false;
    for (size_t i = 0; i < s->count; i++) {
        if (!lies_on(best->axis, &best->layer, &s->g[i]))
            continue;
        out->layer[out->layers] = s->g[i].layer;
        out->layer[out->layers++].unseen = &s->g[i] != best && is_scenery(s, &s->g[i]);
        for (uint32_t k = 0; k < s->g[i].count; k++) {
            int x, y;
            const term_id *fact = s->m->fact_names.at[s->g[i].fact[k]];
            if (board_place_of(out, &s->g[i].layer, fact, &x, &y))
                out->there[y * out->columns + x] = 1;
        }
    }
    return true;
}

static bool is_board(const group *g)
{
    return g->cells >= (g->layer.places > 1 ? 4 : 3);
}

/* The best of those that are crowded, or are not. */
static const group *best_group(const board_search *s, bool crowded)
{
    const group *best = NULL;
    for (size_t i = 0; i < s->count; i++)
        if (s->g[i].layer.crowded == crowded && is_board(&s->g[i]) &&
            (best == NULL || is_better_board(&s->g[i], best)))
            best = &s->g[i];
    return best;
}

static const group *choose_board(board_search *s)
{
    for (size_t i = 0; i < s->count; i++)
        find_places(s, &s->g[i]);
    const group *best = best_group(s, false);
    for (size_t i = 0; i < s->count; i++)
        find_crowded_places(s, &s->g[i]);
    const group *crowded = best_group(s, true);
    bool holds = best && crowded && crowded->cells > best->cells &&
                 lies_on(crowded->axis, &crowded->layer, best);
    return crowded && (best == NULL || best->layer.places == 1 || holds) ? crowded : best;
}

/* Facts met on the way only have been met: a board of those is none to rely on. */
static duel_status search_board(board_search *s, board *out, duel_msg *why)
{
    s->stamp = malloc(MOST_CELLS * sizeof *s->stamp);
    if (s->stamp == NULL || !sort_into_groups(s))
        return duel_no_space(why);
    const group *best = choose_board(s);
    return best == NULL || lay_out_board(s, best, out) ? DUEL_OK : duel_no_space(why);
}

duel_status board_find(const machine *m, const sheet_sampling *s, const gdl_sheet *sheet,
                       const char *const *role, const char *but, board *out, duel_msg *why)
{
    board_search b = {.m = m, .s = s, .sheet = sheet, .role = role, .but = but};
    *out = (board){.places = 0};
    duel_status status = search_board(&b, out, why);
    for (size_t i = 0; i < b.count; i++)
        free(b.g[i].fact);
    free(b.g);
    free(b.stamp);
    return status;
}

void board_fini(board *b)
{
    free(b->layer);
    free(b->there);
    *b = (board){.places = 0};
}
