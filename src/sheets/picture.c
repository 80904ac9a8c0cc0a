/* sheets/picture.c -- the picture of a sheet: its board, and what does not lie on it in words.
 *
 * Moves whose arguments name places are paths of cells; where the board's columns alone are
 * named, of columns. Others are a list: of moves, or where they are many of the words that they
 * are made of, one after the other. Where that leaves two moves alike, or one the beginning of
 * another, the move itself is the last thing to pick. */
#include "sheets/picture.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PICK_MOST = DUEL_PATH - 1 };

/* What is picked: one of the kinds below, and a number. */
typedef enum pick_kind { PICK_CELL, PICK_COLUMN, PICK_WORD, PICK_MOVE } pick_kind;
typedef struct pick {
    uint16_t kind, step; /* of a word: the how manieth part of the move it is */
    uint32_t number;     /* of a cell row by row, a column, a word's first move, a move */
} pick;

typedef struct route {
    uint32_t move;
    bool listed; /* it names no place */
    int count;
    pick pick[DUEL_PATH];
} route;

/* The ways to all moves of a state. */
typedef struct routes {
    route *at;
    int count;
    bool columns; /* cells stand for their columns */
} routes;

struct picture {
    board board;
    stacks stacks;       /* where there is no board */
    bool blank_at_start; /* of what has no known name, most of the start is empty space: */
    char blank[64];      /* this */
    pthread_mutex_t lock;
    routes last;             /* of this state: whoever asks for one way asks for all */
    unsigned char *of_state; /* NULL: of none yet */
};

/* ---- moves as paths: places ------------------------------------------------------------- */

/* Cells named by arguments one behind the other. */
static int cells_named(const board *b, const term_id *move, pick *out)
{
    int count = 0, x, y, words = board_arguments(b);
    for (int i = 1; words && i + words <= move->parts && count < PICK_MOST;) {
        if (board_place_named(b, move->part + i, &x, &y) && board_has(b, x, y)) {
            uint32_t number = (uint32_t)(y * b->columns + x);
            /* a place named twice running is picked once */
            if (count == 0 || out[count - 1].number != number)
                out[count++] = (pick){.kind = PICK_CELL, .number = number};
            i += words;
        } else {
            i++;
        }
    }
    return count;
}

/* A move with a single argument, that is a column of the board. */
static int column_named(const board *b, const term_id *move, pick *out)
{
    int column = board_arguments(b) == 2 && move->parts == 2
                     ? board_index(&b->axis[0], move->part[1])
                     : -1;
    if (column < 0)
        return 0;
    out[0] = (pick){.kind = PICK_COLUMN, .number = (uint32_t)column};
    return 1;
}

/* ---- words ------------------------------------------------------------------------------ */

/* The first move of the list that has the same word at this step. */
static uint32_t first_with(const machine *m, const routes *r, int step, const char *word)
{
    for (int i = 0; i < r->count; i++) {
        const term_id *n = machine_move_name(m, r->at[i].move);
        if (r->at[i].listed && step < n->parts && strcmp(n->part[step], word) == 0)
            return r->at[i].move;
    }
    return NAMES_NONE;
}

/* Whether moves without a place differ in this part. */
static bool differ_in(const machine *m, const routes *r, int step)
{
    const char *word = NULL;
    for (int i = 0; i < r->count; i++) {
        const term_id *n = machine_move_name(m, r->at[i].move);
        if (!r->at[i].listed || step >= n->parts)
            continue;
        if (word && strcmp(word, n->part[step]) != 0)
            return true;
        word = n->part[step];
    }
    return false;
}

static int words_picked(const machine *m, const routes *r, const term_id *move,
                        const bool *told, pick *out)
{
    int count = 0;
    for (int step = 0; step < move->parts && step < PICK_MOST; step++)
        if (told[step])
            out[count++] = (pick){.kind = PICK_WORD,
                                  .step = (uint16_t)step,
                                  .number = first_with(m, r, step, move->part[step])};
    return count;
}

/* Of many moves without a place, the words that tell them apart. */
static void narrow_list(const machine *m, routes *r)
{
    enum { SHORT_LIST = 16 };
    int listed = 0;
    bool told[PICK_MOST];
    for (int i = 0; i < r->count; i++)
        listed += r->at[i].listed = r->at[i].count == 0;
    if (listed <= SHORT_LIST)
        return;
    for (int step = 0; step < PICK_MOST; step++)
        told[step] = differ_in(m, r, step);
    for (int i = 0; i < r->count; i++)
        if (r->at[i].listed)
            r->at[i].count =
                words_picked(m, r, machine_move_name(m, r->at[i].move), told, r->at[i].pick);
}

/* ---- ways to all moves ------------------------------------------------------------------ */

static int compare_picks(const pick *a, const pick *b)
{
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->step != b->step)
        return a->step < b->step ? -1 : 1;
    return a->number == b->number ? 0 : a->number < b->number ? -1 : 1;
}

/* A beginning comes before what it begins. */
static int compare_routes(const void *one, const void *other)
{
    const route *a = one, *b = other;
    for (int i = 0; i < a->count && i < b->count; i++) {
        int order = compare_picks(&a->pick[i], &b->pick[i]);
        if (order)
            return order;
    }
    return a->count - b->count;
}

static bool begins(const route *a, const route *b)
{
    for (int i = 0; i < a->count; i++)
        if (i == b->count || compare_picks(&a->pick[i], &b->pick[i]) != 0)
            return false;
    return true;
}

/* Whoever is alike, or begins another, ends with the move itself. In order, those stand one
 * behind the other. */
static void part_routes(routes *r)
{
    qsort(r->at, (size_t)r->count, sizeof *r->at, compare_routes);
    bool alike = false;
    for (int i = 0; i < r->count; i++) {
        route *now = &r->at[i];
        bool next = i + 1 < r->count && begins(now, now + 1);
        bool same = next && now->count == now[1].count;
        if (now->count == 0 || next || alike)
            now->pick[now->count++] = (pick){.kind = PICK_MOVE, .number = now->move};
        alike = same;
    }
}

static void name_places(const sheets_game *g, routes *r)
{
    const board *b = &g->picture->board;
    bool cells = false;
    for (int i = 0; i < r->count; i++) {
        r->at[i].count = cells_named(b, machine_move_name(g->m, r->at[i].move), r->at[i].pick);
        cells = cells || r->at[i].count;
    }
    for (int i = 0; i < r->count && !cells; i++) {
        r->at[i].count = column_named(b, machine_move_name(g->m, r->at[i].move), r->at[i].pick);
        r->columns = r->columns || r->at[i].count;
    }
}

/* Finds the ways to all moves of a state. False: no memory. */
static bool routes_find(const duel_variant *v, const void *view, routes *out)
{
    const sheets_game *g = sheets_of(v);
    duel_move list[DUEL_MOVES_MAX];
    int count = v->game->moves(v, view, list);
    *out = (routes){.at = calloc((size_t)count + 1, sizeof *out->at), .count = count};
    if (out->at == NULL)
        return false;
    for (int i = 0; i < count; i++)
        out->at[i].move = (uint32_t)list[i];
    if (!head_in(view)->heard) {
        name_places(g, out);
        narrow_list(g->m, out);
    }
    part_routes(out);
    return true;
}

static duel_target pick_target(const pick *p, const board *b)
{
    switch ((pick_kind)p->kind) {
    case PICK_CELL:
        return duel_target_of("cell:%u:%u", p->number % (unsigned)b->columns,
                              p->number / (unsigned)b->columns);
    case PICK_COLUMN:
        return duel_target_of("column:%u", p->number);
    case PICK_WORD:
        return duel_target_of("word:%u:%u", (unsigned)p->step, p->number);
    case PICK_MOVE:
        break;
    }
    return duel_target_of("move:%u", p->number);
}

/* Whoever asks for the way to one move of a state asks for those to the others next. */
static bool same_state_as_last(const duel_variant *v, struct picture *p, const void *view)
{
    if (p->of_state && memcmp(p->of_state, view, v->state_size) == 0)
        return true;
    if (p->of_state == NULL)
        p->of_state = malloc(v->state_size);
    free(p->last.at);
    bool good = p->of_state && routes_find(v, view, &p->last);
    if (good) {
        memcpy(p->of_state, view, v->state_size);
        return true;
    }
    free(p->of_state);
    p->of_state = NULL;
    p->last = (routes){.at = NULL};
    return false;
}

static int path(const duel_variant *v, const void *view, duel_move move, duel_target out[])
{
    struct picture *p = sheets_of(v)->picture;
    int count = 0;
    pthread_mutex_lock(&p->lock);
    bool known = same_state_as_last(v, p, view);
    for (int i = 0; known && i < p->last.count && count == 0; i++) {
        const route *r = &p->last.at[i];
        for (int k = 0; r->move == move && k < r->count; k++)
            out[count++] = pick_target(&r->pick[k], &p->board);
    }
    pthread_mutex_unlock(&p->lock);
    if (count == 0)
        out[count++] = duel_target_of("move:%u", (unsigned)move);
    return count;
}

enum { TEXT = 64 };

/* ---- what stands in a place ------------------------------------------------------------- */

/* The arguments that do not name the place, with blanks between; the word itself if there are
 * none. */
static void content_of(const board_layer *l, const term_id *fact, char out[TEXT])
{
    size_t len = 0;
    out[0] = '\0';
    for (int i = 1; i < fact->parts; i++) {
        bool place = false;
        for (int k = 0; k < l->places; k++)
            place = place || l->at[k] == i;
        if (place)
            continue;
        int more = snprintf(out + len, TEXT - len, "%s%s", len ? " " : "", fact->part[i]);
        len = len + (size_t)more < TEXT ? len + (size_t)more : TEXT - 1;
    }
    if (len == 0)
        snprintf(out, TEXT, "%s", fact->part[0]);
}

/* Whether facts of a layer say no more than that something is there. */
static bool is_bare(const board *b, const board_layer *l)
{
    return l->parts == board_arguments(b) + 1;
}

static piece_style looks_in(const sheets_game *g, const char *content)
{
    piece_style l = piece_style_of(content, g->seat_name, g->seats);
    if (g->picture->blank_at_start && strcmp(content, g->picture->blank) == 0)
        l.nothing = true;
    return l;
}

/* Whether something on the board is called empty by its name. */
static bool has_empty_word(const sheets_game *g)
{
    const term_ids *facts = &g->m->fact_names;
    for (uint32_t i = 0; i < facts->count; i++) {
        const board_layer *l = board_layer_of(&g->picture->board, facts->at[i]);
        char content[TEXT];
        if (l == NULL)
            continue;
        content_of(l, facts->at[i], content);
        if (piece_style_of(content, g->seat_name, g->seats).nothing)
            return true;
    }
    return false;
}

/* What stands in most places at the start, and whether that is more than half of them. */
static bool find_most_common(const sheets_game *g, char out[TEXT])
{
    const term_ids *facts = &g->m->fact_names;
    int places = 0, lead = 0, same = 0;
    char content[TEXT];
    for (int counting = 0; counting < 2; counting++)
        for (uint32_t i = 0; i < facts->count; i++) {
            const board_layer *l = board_layer_of(&g->picture->board, facts->at[i]);
            if (l == NULL || l->crowded || is_bare(&g->picture->board, l) ||
                !bit_in(g->m->start, i))
                continue;
            content_of(l, facts->at[i], content);
            if (counting == 0 && lead == 0)
                memcpy(out, content, TEXT);
            bool alike = strcmp(content, out) == 0;
            lead +=
                alike ? 1 : -1; /* the majority outlives all others: R. Boyer, J Moore, 1981 */
            places += counting;
            same += counting && alike;
        }
    return places > 3 && same * 2 > places;
}

/* Something on the board is called empty by its name; or `b` is, and not black, since it lies
 * nearly everywhere at the start; else whatever lies there and is nobody's. */
static void find_blank(sheets_game *g)
{
    struct picture *p = g->picture;
    char most[TEXT] = "";
    if (p->board.places == 0 || !find_most_common(g, most))
        return;
    piece_style l = piece_style_of(most, g->seat_name, g->seats);
    p->blank_at_start = l.perhaps || (l.seat < 0 && !has_empty_word(g));
    memcpy(p->blank, most, sizeof p->blank);
}

/* ---- the board -------------------------------------------------------------------------- */

static void say_word(duel_element *e, const char *word)
{
    duel_say(&e->label, N_("{0}"), "c", word);
}

/* The fact behind a thing, as the sheet has it but for the brackets around it. */
static void say_fact(duel_element *e, const term_id *fact)
{
    duel_str text = duel_str_of(fact->text);
    if (fact->parts > 1)
        text = (duel_str){text.at + 1, text.len - 2};
    duel_say(&e->label, N_("{0}"), "s", text);
}

static void put_cells(const sheets_game *g, const routes *r, duel_scene *out)
{
    const board *b = &g->picture->board;
    out->width = (float)b->columns;
    out->height = (float)b->rows;
    for (int y = 0; y < b->rows; y++)
        for (int x = 0; x < b->columns; x++) {
            if (!board_has(b, x, y))
                continue;
            duel_target id = duel_target_of("cell:%d:%d", x, y);
            duel_element *e = duel_scene_add(out, DUEL_CELL, id.text, (float)x, (float)y, 1, 1);
            e->target = r->columns ? duel_target_of("column:%d", x) : id;
            duel_say(&e->label, N_("column {0}, row {1}"), "ii", (int64_t)x + 1,
                     (int64_t)b->rows - y);
        }
    char column = b->axis[0].word[0][0], row = b->places == 2 ? b->axis[1].word[0][0] : 0;
    if (b->places == 2 || (b->places == 1 && b->rows == 1))
        out->axes = (duel_axes){column == 'a' || column == '0' || column == '1' ? column : 0,
                                row == 'a' || row == '0' || row == '1' ? row : 0, true};
}

static void put_piece(const sheets_game *g, const routes *r, const board_layer *l,
                      uint32_t number, duel_scene *out)
{
    const term_id *fact = g->m->fact_names.at[number];
    char content[TEXT];
    int x, y;
    content_of(l, fact, content);
    piece_style look = looks_in(g, content);
    if (look.nothing || !board_place_of(&g->picture->board, l, fact, &x, &y))
        return;
    int which = (int)(l - g->picture->board.layer);
    duel_target id = l->crowded ? duel_target_of("at:%d:%u", which, number)
                                : duel_target_of("at:%d:%d:%d", which, x, y);
    duel_element *e = duel_scene_piece(
        out, id.text, x, y, look.seat >= 0 ? (duel_tone)(DUEL_SEAT1 + look.seat) : DUEL_PLAIN,
        look.shape);
    if (r->columns)
        e->target = duel_target_of("column:%d", x);
    memcpy(e->face, look.face, sizeof e->face);
    if (is_bare(&g->picture->board, l) && look.seat < 0) {
        e->shape = "square"; /* it is there or not, and among others one wants to know what */
        e->face[0] = g->picture->board.layers > 1 ? e->face[0] : '\0';
    }
    say_fact(e, fact);
}

/* ---- beside it -------------------------------------------------------------------------- */

/* A number with the words before it, or words. */
static void put_words(const term_id *fact, int number, float y, duel_scene *out)
{
    char id[DUEL_TARGET_TEXT];
    long n = 0;
    snprintf(id, sizeof id, "fact:%d", number);
    bool counts = piece_style_number(fact->part[fact->parts - 1], &n) && fact->parts > 1;
    duel_element *e = duel_scene_add(out, counts ? DUEL_COUNTER : DUEL_LABEL, id, 0, y, 4, 1);
    char words[TEXT] = "";
    size_t len = 0;
    for (int i = 0; i < fact->parts - counts && len < TEXT - 1; i++) {
        int more = snprintf(words + len, TEXT - len, "%s%s", i ? " " : "", fact->part[i]);
        len = len + (size_t)more < TEXT ? len + (size_t)more : TEXT - 1;
    }
    for (char *c = words; *c; c++)
        *c = *c == '_' ? ' ' : *c;
    say_word(e, words);
    e->number = n;
}

static int compare_named(const void *a, const void *b)
{
    return strcmp((*(const term_id *const *)a)->text, (*(const term_id *const *)b)->text);
}

/* Of a crowded layer, whether more of the same stands elsewhere: the one that is alone is seen
 * on top. */
static bool is_common(const sheets_game *g, const void *view, const board_layer *l,
                      uint32_t number)
{
    const term_ids *facts = &g->m->fact_names;
    char content[TEXT], other[TEXT];
    content_of(l, facts->at[number], content);
    for (uint32_t i = 0; i < facts->count; i++) {
        if (i == number || !holds_in(g, view, i) ||
            board_layer_of(&g->picture->board, facts->at[i]) != l)
            continue;
        content_of(l, facts->at[i], other);
        if (strcmp(content, other) == 0)
            return true;
    }
    return false;
}

static void put_pieces(const sheets_game *g, const void *view, const routes *r, bool on_top,
                       duel_scene *out)
{
    const term_ids *facts = &g->m->fact_names;
    for (uint32_t i = 0; i < facts->count; i++) {
        const board_layer *l =
            holds_in(g, view, i) ? board_layer_of(&g->picture->board, facts->at[i]) : NULL;
        if (l && !l->unseen && on_top == (l->crowded && !is_common(g, view, l, i)))
            put_piece(g, r, l, i, out);
    }
}

/* Whose turn it is, is told elsewhere. */
static bool is_beside(const sheets_game *g, uint32_t i)
{
    const term_id *fact = g->m->fact_names.at[i];
    return g->sheet_sampling.names_role[i] == SAMPLING_NOBODY &&
           !stacks_has(&g->picture->stacks, fact) &&
           board_layer_of(&g->picture->board, fact) == NULL;
}

/* Beside a board, of which there would be little left, long lists are not told. */
static bool is_of_long_list(const sheets_game *g, const void *view, const char *word)
{
    enum { LONG_LIST = 8 };
    const term_ids *facts = &g->m->fact_names;
    int count = 0;
    for (uint32_t i = 0; i < facts->count && g->picture->board.places; i++)
        count += holds_in(g, view, i) && strcmp(facts->at[i]->part[0], word) == 0;
    return count > LONG_LIST;
}

/* In the order of their texts, so that what counts stays in its place. */
static void put_beside(const sheets_game *g, const void *view, duel_scene *out)
{
    enum { MOST_WORDS = 24 };
    const term_ids *facts = &g->m->fact_names;
    const term_id *beside[MOST_WORDS];
    float below = out->height + 1;
    size_t words = 0;
    for (uint32_t i = 0; i < facts->count && words < MOST_WORDS; i++)
        if (holds_in(g, view, i) && is_beside(g, i) &&
            !is_of_long_list(g, view, facts->at[i]->part[0]))
            beside[words++] = facts->at[i];
    qsort(beside, words, sizeof *beside, compare_named);
    for (size_t i = 0; i < words; i++)
        put_words(beside[i], (int)i, below + (float)i, out);
}

/* What is picked that is not on the board: words of moves, and whole moves. */
static void put_pick(const sheets_game *g, const pick *p, bool first, float x, float y,
                     duel_scene *out)
{
    duel_target id = pick_target(p, &g->picture->board);
    for (int i = 0; i < out->count; i++)
        if (strcmp(out->element[i].id, id.text) == 0)
            return;
    duel_element *e =
        duel_scene_add(out, first ? DUEL_BUTTON : DUEL_CHOICE_ITEM, id.text, x, y, 2, 1);
    e->target = id;
    if (p->number == nod_of(g))
        duel_say(&e->label, N_("Go on"), "");
    else if (p->kind == PICK_WORD)
        say_word(e, machine_move_name(g->m, p->number)->part[p->step]);
    else
        say_word(e, machine_move_name(g->m, p->number)->text);
}

static void put_picks(const sheets_game *g, const routes *r, duel_scene *out)
{
    enum { IN_A_ROW = 4 };
    float y = out->height + 50;
    int count = 0;
    for (int i = 0; i < r->count; i++)
        for (int k = 0; k < r->at[i].count; k++) {
            const pick *p = &r->at[i].pick[k];
            if (p->kind != PICK_WORD && p->kind != PICK_MOVE)
                continue;
            put_pick(g, p, k == 0, (float)(count % IN_A_ROW) * 2, y + (float)(count / IN_A_ROW),
                     out);
            count++;
        }
}

/* Where there is nothing else to see, in the order of their texts. */
static void put_heaps(const sheets_game *g, const void *view, duel_scene *out)
{
    enum { MOST_HEAPS = 8 };
    const term_ids *facts = &g->m->fact_names;
    const term_id *heap[MOST_HEAPS];
    size_t heaps = 0;
    for (uint32_t i = 0; i < facts->count && heaps < MOST_HEAPS; i++)
        if (holds_in(g, view, i) && heaps_count(facts->at[i]) >= 0)
            heap[heaps++] = facts->at[i];
    qsort(heap, heaps, sizeof *heap, compare_named);
    for (size_t i = 0; i < heaps; i++)
        heaps_put(heap[i], out);
}

static void scene(const duel_variant *v, const void *view, int seat, duel_scene *out)
{
    const sheets_game *g = sheets_of(v);
    routes r;
    if (!routes_find(v, view, &r)) {
        out->failed = true;
        free(r.at);
        return;
    }
    if (g->picture->board.places)
        put_cells(g, &r, out);
    if (g->picture->stacks.word)
        stacks_put(&g->picture->stacks, g->m, facts_in(g, view), out);
    else if (g->picture->board.places < 2)
        put_heaps(g, view, out);
    put_pieces(g, view, &r, false, out);
    put_pieces(g, view, &r, true, out);
    put_beside(g, view, out);
    put_picks(g, &r, out);
    free(r.at);
}

/* ---- life ------------------------------------------------------------------------------- */

duel_status sheets_picture_find(sheets_game *g, duel_msg *why)
{
    g->picture = calloc(1, sizeof *g->picture);
    if (g->picture == NULL)
        return duel_no_space(why);
    pthread_mutex_init(&g->picture->lock, NULL);
    stacks_find(g->m, &g->sheet_sampling, &g->picture->stacks);
    duel_status status = board_find(g->m, &g->sheet_sampling, g->sheet, g->role_name,
                                    g->picture->stacks.word, &g->picture->board, why);
    if (g->picture->board.places > 1)
        g->picture->stacks.word = NULL;
    else if (g->picture->stacks.word)
        board_fini(&g->picture->board);
    if (status == DUEL_OK)
        find_blank(g);
    return status;
}

void sheets_picture_fini(sheets_game *g)
{
    if (g->picture == NULL)
        return;
    board_fini(&g->picture->board);
    free(g->picture->last.at);
    free(g->picture->of_state);
    pthread_mutex_destroy(&g->picture->lock);
    free(g->picture);
}

void sheets_picture_install(sheets_game *g)
{
    g->game.scene = scene;
    g->game.path = path;
}
