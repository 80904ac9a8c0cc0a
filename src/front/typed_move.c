/* front/typed_move.c -- what is typed at a table that is no whole move: see typed_move.h. */
#include "front/typed_move.h"
#include "core/play.h"

#include <stdio.h>
#include <string.h>

/* ---- orders ------------------------------------------------------------------------------ */

static const struct spelling {
    const char *word;
    order order;
} spellings[] = {
    {"?", ORDER_ADVICE},         {"advice", ORDER_ADVICE},  {"advise", ORDER_ADVICE},
    {"conseil", ORDER_ADVICE},   {"u", ORDER_UNDO},         {"undo", ORDER_UNDO},
    {"annuler", ORDER_UNDO},     {"reprendre", ORDER_UNDO}, {"b", ORDER_BACK},
    {"back", ORDER_BACK},        {"retour", ORDER_BACK},    {"m", ORDER_MOVES},
    {"moves", ORDER_MOVES},      {"coups", ORDER_MOVES},    {"rules", ORDER_RULES},
    {"règles", ORDER_RULES},     {"h", ORDER_HELP},         {"help", ORDER_HELP},
    {"aide", ORDER_HELP},        {"resign", ORDER_RESIGN},  {"abandonner", ORDER_RESIGN},
    {"abandon", ORDER_RESIGN},   {"save", ORDER_SAVE},      {"sauver", ORDER_SAVE},
    {"enregistrer", ORDER_SAVE}, {"q", ORDER_LEAVE},        {"quit", ORDER_LEAVE},
    {"exit", ORDER_LEAVE},       {"leave", ORDER_LEAVE},    {"quitter", ORDER_LEAVE},
    {"sortir", ORDER_LEAVE},     {"flag", ORDER_FLAG},      {"drapeau", ORDER_FLAG},
    {"check", ORDER_CHECK},      {"vérifier", ORDER_CHECK}, {"observe", ORDER_OBSERVE},
    {"observer", ORDER_OBSERVE}, {NULL, ORDER_NONE}};

order order_read(duel_str *rest)
{
    duel_str after = *rest, word;
    duel_str_pointless(after, &after);
    if (!duel_str_word(&after, " ", &word))
        return ORDER_NONE;
    after = duel_str_trim(after);
    const struct spelling *s = spellings;
    while (s->word && !duel_alike(word, duel_str_of(s->word)))
        s++;
    if (s->order < ORDER_FLAG && after.len)
        return ORDER_NONE;
    if (s->word)
        *rest = after;
    return s->order;
}

bool order_is_yes(duel_str word)
{
    return duel_alike(word, duel_str_of("yes")) || duel_alike(word, duel_str_of("oui"));
}

void order_nearest(duel_str typed, duel_nearest *n)
{
    duel_nearest_begin(n, typed);
    duel_nearest_try_rows(n, spellings, sizeof *spellings);
}

/* ---- a move that is begun ---------------------------------------------------------------- */

/* The legal moves that are looked at: at first all, then those that begin as they should. */
typedef struct listed {
    const duel_variant *v;
    const void *view;
    int count;
    duel_move move[DUEL_MOVES_MAX];
} listed;

static void list_all(listed *l, const duel_variant *v, const void *view)
{
    l->v = v;
    l->view = view;
    l->count = duel_is_over(v, view) ? 0 : v->game->moves(v, view, l->move);
}

static bool same(const duel_target *a, const duel_target *b)
{
    return strcmp(a->text, b->text) == 0;
}

static int shared_steps(const duel_target *a, int length, const duel_target *b, int depth)
{
    int n = 0;
    while (n < length && n < depth && same(&a[n], &b[n]))
        n++;
    return n;
}

/* Keeps the moves whose paths begin with these steps. */
static void keep_begun(listed *l, const typed_turn *h)
{
    duel_target path[DUEL_PATH];
    int kept = 0;
    for (int i = 0; i < l->count; i++) {
        int length = duel_path(l->v, l->view, l->move[i], path);
        if (length >= h->depth && shared_steps(path, length, h->step, h->depth) == h->depth)
            l->move[kept++] = l->move[i];
    }
    l->count = kept;
}

/* What the paths of all of them have in common. */
static void find_common(const listed *l, typed_turn *h)
{
    duel_target path[DUEL_PATH];
    h->depth = l->count ? duel_path(l->v, l->view, l->move[0], h->step) : 0;
    for (int i = 1; i < l->count; i++) {
        int length = duel_path(l->v, l->view, l->move[i], path);
        h->depth = shared_steps(path, length, h->step, h->depth);
    }
}

/* ---- typed in part ----------------------------------------------------------------------- */

typedef enum part { FIRST, LAST } part;

/* Whether a text that is shown begins or ends with what was typed. */
static bool has_part(duel_str shown, part which, const duel_buf *typed)
{
    duel_buf folded;
    duel_buf_init(&folded);
    duel_fold(shown, DUEL_FOLD_SIGNS, &folded.sink);
    bool has = typed->len && folded.len >= typed->len;
    size_t from = which == LAST && has ? folded.len - typed->len : 0;
    has = has && memcmp(folded.text + from, typed->text, typed->len) == 0;
    duel_buf_fini(&folded);
    return has;
}

/* As it is written, or said in one of the languages. */
static bool shows_part(const listed *l, duel_move move, part which, const duel_buf *typed)
{
    duel_buf shown;
    duel_buf_init(&shown);
    duel_print_move(l->v, l->view, move, &shown.sink);
    bool has = has_part(duel_buf_str(&shown), which, typed);
    for (int lang = DUEL_EN; !has && l->v->game->teaching.say_move && lang <= DUEL_FR; lang++) {
        duel_buf_clear(&shown);
        duel_move_in_words((duel_lang)lang, l->v, l->view, move, &shown.sink);
        has = has_part(duel_buf_str(&shown), which, typed);
    }
    duel_buf_fini(&shown);
    return has;
}

static void keep_typed(listed *l, duel_str text, part which)
{
    duel_buf typed;
    int kept = 0;
    duel_buf_init(&typed);
    duel_fold(text, DUEL_FOLD_SIGNS, &typed.sink);
    for (int i = 0; i < l->count; i++)
        if (shows_part(l, l->move[i], which, &typed))
            l->move[kept++] = l->move[i];
    l->count = kept;
    duel_buf_fini(&typed);
}

static bool begin_typed(const duel_variant *v, const void *view, duel_str text, typed_turn *h)
{
    listed l;
    typed_turn begun;
    list_all(&l, v, view);
    keep_typed(&l, text, FIRST);
    find_common(&l, &begun);
    if (l.count < 2 || begun.depth == 0)
        return false;
    *h = begun;
    return true;
}

/* ---- the things to pick next ------------------------------------------------------------- */

enum { HALFWAY_THINGS = 6, THING_NAME = 96, THING_FACE = 32 };

typedef struct things {
    int count; /* more than there is room for: no name is of any use */
    duel_target at[HALFWAY_THINGS];
    char name[HALFWAY_THINGS][THING_NAME], face[HALFWAY_THINGS][THING_FACE];
    size_t shared; /* bytes of the words that all names begin with */
} things;

static const duel_element *element_of(const duel_scene *s, const duel_target *target)
{
    for (int i = 0; i < s->count; i++)
        if (s->element[i].label.id &&
            (same(&s->element[i].target, target) || same(&s->element[i].alternative, target)))
            return &s->element[i];
    return NULL;
}

static void name_thing(duel_lang lang, const duel_scene *s, things *t, int i)
{
    duel_buf name;
    const duel_element *e = element_of(s, &t->at[i]);
    duel_buf_init(&name);
    if (e)
        duel_render(lang, &e->label, &name.sink);
    else
        duel_put(&name.sink, t->at[i].text);
    snprintf(t->name[i], THING_NAME, "%s", name.text);
    snprintf(t->face[i], THING_FACE, "%s", e ? duel_face(e, lang) : "");
    duel_buf_fini(&name);
}

/* In whole words, and never all of a name. */
static size_t shared_words(const things *t)
{
    size_t end = 0;
    for (size_t n = 0; t->count > 1 && t->name[0][n]; n++) {
        for (int i = 1; i < t->count; i++)
            if (t->name[i][n] != t->name[0][n])
                return end;
        if (t->name[0][n] == ' ')
            end = n + 1;
    }
    return end;
}

static void find_things(duel_lang lang, const listed *l, int seat, const typed_turn *h,
                        things *t)
{
    duel_target path[DUEL_PATH];
    duel_scene scene;
    t->count = 0;
    for (int i = 0; i < l->count && t->count <= HALFWAY_THINGS; i++) {
        int known = 0;
        duel_path(l->v, l->view, l->move[i], path);
        while (known < t->count && known < HALFWAY_THINGS &&
               !same(&t->at[known], &path[h->depth]))
            known++;
        if (known < t->count)
            continue;
        if (t->count < HALFWAY_THINGS)
            t->at[t->count] = path[h->depth];
        t->count++;
    }
    duel_scene_init(&scene);
    duel_scene_make(l->v, l->view, seat, &scene);
    for (int i = 0; i < t->count && t->count <= HALFWAY_THINGS; i++)
        name_thing(lang, &scene, t, i);
    duel_scene_fini(&scene);
    t->shared = t->count <= HALFWAY_THINGS ? shared_words(t) : 0;
}

/* The only thing with that name, whole or without what all names begin with; -1: none. */
static int thing_named(const things *t, duel_str text)
{
    int found = -1;
    for (int i = 0; i < t->count && t->count <= HALFWAY_THINGS; i++) {
        bool named = duel_alike(text, duel_str_of(t->name[i])) ||
                     duel_alike(text, duel_str_of(t->name[i] + t->shared)) ||
                     duel_alike(text, duel_str_of(t->face[i]));
        if (named && found >= 0)
            return -1;
        found = named ? i : found;
    }
    return found;
}

static typed_move_end read_named(const duel_variant *v, const void *view, int seat,
                                 typed_turn *h, duel_str text, duel_move *move)
{
    listed l;
    things t;
    int named = -1;
    list_all(&l, v, view);
    keep_begun(&l, h);
    for (int lang = DUEL_EN; named < 0 && lang <= DUEL_FR; lang++) {
        find_things((duel_lang)lang, &l, seat, h, &t);
        named = thing_named(&t, text);
    }
    if (named < 0) { /* else the end of one of them */
        keep_typed(&l, text, LAST);
        *move = l.count == 1 ? l.move[0] : *move;
        return l.count == 1 ? TYPED_MOVE_WHOLE : TYPED_MOVE_LOST;
    }
    h->step[h->depth++] = t.at[named];
    keep_begun(&l, h);
    *move = l.move[0];
    find_common(&l, h);
    return l.count == 1 ? TYPED_MOVE_WHOLE : TYPED_MOVE_FURTHER;
}

/* ---- both -------------------------------------------------------------------------------- */

typed_move_end typed_move_read(const duel_variant *v, const void *view, int seat, typed_turn *h,
                               duel_str text, duel_move *move)
{
    duel_str pointless = duel_str_trim(text);
    duel_str_pointless(text, &pointless);
    typed_move_end end =
        h->depth ? read_named(v, view, seat, h, pointless, move) : TYPED_MOVE_LOST;
    if (end == TYPED_MOVE_LOST && duel_read_move(v, view, text, move, NULL) == DUEL_OK)
        end = TYPED_MOVE_WHOLE;
    if (end == TYPED_MOVE_LOST && begin_typed(v, view, pointless, h))
        end = TYPED_MOVE_FURTHER;
    if (end == TYPED_MOVE_WHOLE)
        h->depth = 0;
    return end;
}

void typed_move_ask(duel_lang lang, const duel_variant *v, const void *view, int seat,
                    const typed_turn *h, duel_sink *out)
{
    listed l;
    things t;
    duel_buf names;
    list_all(&l, v, view);
    keep_begun(&l, h);
    find_things(lang, &l, seat, h, &t);
    if (t.count == 0)
        return;
    if (t.count > HALFWAY_THINGS) {
        duel_tell(lang, out, N_("How does it go on? Type the rest, or pick it."), "");
        return;
    }
    duel_buf_init(&names);
    bool commas = strchr(t.name[0], ',') != NULL;
    for (int i = 0; i + 1 < t.count; i++)
        duel_putf(&names.sink, "%s%s",
                  i == 0   ? ""
                  : commas ? "; "
                           : ", ",
                  t.name[i] + t.shared);
    duel_str shared = duel_str_trim((duel_str){t.name[0], t.shared});
    if (shared.len && shared.at[shared.len - 1] == ':') /* as some languages have it */
        duel_put_str(out, (duel_str){t.name[0], t.shared});
    else if (shared.len)
        duel_tell(lang, out, N_("{0}: "), "s", shared);
    if (t.count > 1)
        duel_tell(lang, out, N_("{0} or {1}?"), "sc", duel_buf_str(&names),
                  t.name[t.count - 1] + t.shared);
    else
        duel_tell(lang, out, N_("{0}?"), "c", t.name[0]);
    duel_buf_fini(&names);
}
