/* lab/laws_reasons.c -- laws of what is said of a turn: reasons, and the hints before them. See
 * laws.h. */
#include "core/play.h"
#include "core/reason.h"
#include "core/scene.h"
#include "core/value.h"
#include "lab/inside.h"

#include <ctype.h>

/* ---- a turn to be explained ---------------------------------------------------------- */

enum { TURN = 4 }; /* moves of a turn, or of its beginning */

typedef struct drawn_turn {
    duel_state view;
    int seat, count;
    duel_move move[TURN];
} drawn_turn;

static void explain_drawn(const law_trial *t, const drawn_turn *d, duel_reason *out)
{
    duel_explain(t->v, &d->view, d->seat, d->move, d->count, out);
}

static void draw_turn(law_trial *t, drawn_turn *out)
{
    duel_state now = t->state;
    duel_move list[DUEL_MOVES_MAX];
    out->seat = t->g->turn(t->v, &now);
    out->count = 0;
    duel_view(t->v, &now, out->seat, &out->view);
    do {
        uint32_t moves = (uint32_t)t->g->moves(t->v, &now, list);
        out->move[out->count] = list[duel_rng_below(&t->rng, moves)];
        t->g->play(t->v, &now, out->move[out->count++]);
    } while (out->count < TURN && !duel_turn_ended(t->v, out->seat, &now));
}

/* Draws a turn, and has it explained; false: there is none, or the game explains none. */
static bool explain_a_turn(law_trial *t, drawn_turn *out, duel_reason *said)
{
    if (t->g->teaching.explain == NULL || t->count == 0)
        return false;
    draw_turn(t, out);
    explain_drawn(t, out, said);
    return true;
}

/* ---- reasons ------------------------------------------------------------------------- */

/* What a fact groups is in the picture. */
static bool groups_are_drawn(law_trial *t, const duel_groups *g)
{
    duel_scene scene;
    int found = 0;
    if (g->size == 0)
        return true;
    duel_scene_init(&scene);
    duel_scene_make(t->v, &t->state, t->g->turn(t->v, &t->state), &scene);
    for (int i = 0; i < g->count; i++) {
        duel_target id = duel_target_of("%s:%d", g->of, g->from + i);
        for (int k = 0; k < scene.count; k++)
            found += strcmp(scene.element[k].id, id.text) == 0;
    }
    duel_scene_fini(&scene);
    return g->size > 0 && found == g->count
               ? true
               : BROKEN(N_("the picture has no “{0}”"), "c", g->of);
}

static bool law_reasons(law_trial *t)
{
    static _Thread_local duel_reason once, again;
    drawn_turn d;
    if (!explain_a_turn(t, &d, &once))
        return true;
    explain_drawn(t, &d, &again);
    for (int i = 0; i < once.count; i++)
        if (!duel_fact_same(&once.fact[i], &again.fact[i]) || once.fact[i].text.id == NULL ||
            !law_translated(t, once.fact[i].text.id) ||
            !groups_are_drawn(t, &once.fact[i].groups))
            return false;
    return once.count == again.count;
}

/* ---- words --------------------------------------------------------------------------- */

static bool is_in_word(char c)
{
    return isalnum((unsigned char)c) || ((unsigned char)c & 0x80);
}

static bool has_word(const char *text, const char *word)
{
    size_t len = strlen(word);
    for (const char *at = strstr(text, word); at && len; at = strstr(at + 1, word))
        if ((at == text || !is_in_word(at[-1])) && !is_in_word(at[len]))
            return true;
    return false;
}

/* ---- to whom, and for what ----------------------------------------------------------- */

/* By a list of words of its own: what is left out elsewhere is not trusted here. */
static bool text_speaks(duel_lang lang, const char *text)
{
    static const char *const words[2][9] = {
        [DUEL_EN] = {"you", "your", "yours", "yourself", "You", "Your", "Yours"},
        [DUEL_FR] = {"vous", "votre", "vos", "vôtre", "vôtres", "Vous", "Votre", "Vos"}};
    for (int i = 0; i < 9 && words[lang][i]; i++)
        if (has_word(text, words[lang][i]))
            return true;
    return false;
}

static bool speaks_to_somebody(duel_lang lang, const duel_msg *said)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_render(lang, said, &text.sink);
    bool found = text_speaks(lang, text.text);
    duel_buf_fini(&text);
    return found;
}

/* A move is read by everybody, as it is told: nothing is left out of it. */
static bool words_of_moves_are_for_all(law_trial *t, const drawn_turn *d)
{
    duel_buf text;
    bool right = true;
    duel_buf_init(&text);
    for (int lang = DUEL_EN; right && lang <= DUEL_FR; lang++) {
        duel_buf_clear(&text);
        duel_move_in_words((duel_lang)lang, t->v, &d->view, d->move[0], &text.sink);
        right = !text_speaks((duel_lang)lang, text.text) ||
                BROKEN(N_("“you” is said in “{0}”"), "s", duel_buf_str(&text));
    }
    duel_buf_fini(&text);
    return right;
}

static bool law_others(law_trial *t)
{
    static _Thread_local duel_reason said;
    drawn_turn d;
    if (t->count == 0)
        return true;
    draw_turn(t, &d);
    if (!words_of_moves_are_for_all(t, &d))
        return false;
    explain_drawn(t, &d, &said);
    duel_reason_drop_you(&said);
    for (int i = 0; i < said.count; i++)
        for (int lang = DUEL_EN; lang <= DUEL_FR; lang++)
            if (speaks_to_somebody((duel_lang)lang, &said.fact[i].text))
                return BROKEN(N_("“you” is said in “{0}”"), "w", said.fact[i].text.id);
    return true;
}

/* Whether the turn ends the game, and wins it. */
static bool turn_wins(const law_trial *t, const drawn_turn *d)
{
    duel_state after = t->state;
    int32_t score[DUEL_SEATS] = {0};
    for (int i = 0; i < d->count; i++)
        t->g->play(t->v, &after, d->move[i]);
    return t->g->over(t->v, &after, score) &&
           value_of_end(t->v, score, d->seat).value == DUEL_WIN;
}

static bool law_praise(law_trial *t)
{
    static _Thread_local duel_reason said;
    drawn_turn d;
    if (!explain_a_turn(t, &d, &said))
        return true;
    for (int i = 0; i < said.count; i++)
        if (said.fact[i].speaks < -1 || said.fact[i].speaks > 1)
            return BROKEN(N_("fact {0} says neither 1, 0 nor -1 of the move"), "i",
                          (int64_t)i + 1);
    duel_reason_keep(&said, DUEL_GIVES_WHY, DUEL_GIVES_WHY);
    if (said.count && said.fact[0].speaks < 0 && turn_wins(t, &d))
        return BROKEN(N_("the first thing said of a winning move speaks against it"), "");
    duel_reason_drop_against(&said);
    return said.count == 0 || said.fact[0].speaks >= 0;
}

/* ---- hints: what is pointed at ------------------------------------------------------- */

static bool is_called(const duel_element *e, const char *name)
{
    return strcmp(e->id, name) == 0 || strcmp(e->target.text, name) == 0;
}

static bool lies_within(const duel_element *e, const duel_element *region)
{
    float x = e->x + e->w / 2 - region->x, y = e->y + e->h / 2 - region->y;
    return x >= 0 && x <= region->w && y >= 0 && y <= region->h;
}

/* Whether what is picked is what is marked, or lies on it: a card on a marked line. */
static bool is_marked(const duel_scene *s, const char *picked, const char *marked)
{
    if (strcmp(picked, marked) == 0)
        return true;
    for (int i = 0; i < s->count; i++)
        for (int k = 0; k < s->count && strcmp(s->element[i].id, marked) == 0; k++)
            if (is_called(&s->element[k], picked) &&
                lies_within(&s->element[k], &s->element[i]))
                return true;
    return false;
}

/* Whether a fact points at something the move picks. */
static bool points_at(const law_trial *t, const drawn_turn *d, const duel_scene *s,
                      const duel_fact *f, duel_move move)
{
    duel_target path[DUEL_PATH];
    int count = f->targets ? duel_path(t->v, &d->view, move, path) : 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < f->targets; k++)
            if (is_marked(s, path[i].text, f->target[k].text))
                return true;
    return false;
}

/* Whether whoever heard the facts up to `most` may still think of `other`: every fact that
 * points at the move meant points at it as well. Facts that do not are no places to look for
 * the move, but what it is concluded from. */
static bool stays_possible(const law_trial *t, const drawn_turn *d, const duel_scene *s,
                           const duel_reason *r, int most, duel_move other)
{
    for (int i = 0; i < r->count; i++)
        if (r->fact[i].gives <= most && points_at(t, d, s, &r->fact[i], d->move[0]) &&
            !points_at(t, d, s, &r->fact[i], other))
            return false;
    return true;
}

static bool leaves_a_choice(law_trial *t, const drawn_turn *d, const duel_reason *r)
{
    duel_scene scene;
    bool right = true;
    duel_scene_init(&scene);
    duel_scene_make(t->v, &d->view, d->seat, &scene);
    for (int most = DUEL_GIVES_KIND; right && most < DUEL_GIVES_MOVE && t->count > 1; most++) {
        int possible = 0;
        for (int i = 0; i < t->count && possible < 2; i++)
            possible += stays_possible(t, d, &scene, r, most, t->list[i]);
        if (possible < 2)
            right = BROKEN(N_("step {0} of a hint leaves a single move"), "i", (int64_t)most);
    }
    duel_scene_fini(&scene);
    return right;
}

/* ---- hints: what is said ------------------------------------------------------------- */

static bool keeps_move_back(law_trial *t, const drawn_turn *d, const duel_fact *f)
{
    duel_buf move, text;
    bool right = true;
    duel_buf_init(&move);
    duel_buf_init(&text);
    duel_print_move(t->v, &d->view, d->move[0], &move.sink);
    for (int lang = 0; right && lang < 2 && t->count > 1; lang++) {
        duel_buf_clear(&text);
        duel_render(lang ? DUEL_FR : DUEL_EN, &f->text, &text.sink);
        right = !text.len || !move.len || !has_word(text.text, move.text) ||
                BROKEN(N_("step {0} of a hint says “{1}”"), "is", (int64_t)f->gives,
                       duel_buf_str(&move));
    }
    duel_buf_fini(&move);
    duel_buf_fini(&text);
    return right;
}

static bool law_hints(law_trial *t)
{
    static _Thread_local duel_reason said;
    drawn_turn d;
    int given = DUEL_GIVES_KIND;
    if (!explain_a_turn(t, &d, &said))
        return true;
    for (int i = 0; i < said.count; i++) {
        const duel_fact *f = &said.fact[i];
        if (f->gives < given || f->gives > DUEL_GIVES_WHY)
            return BROKEN(N_("fact {0} gives away less than the one before it"), "i",
                          (int64_t)i + 1);
        given = f->gives;
        if (given < DUEL_GIVES_MOVE && !keeps_move_back(t, &d, f))
            return false;
    }
    return leaves_a_choice(t, &d, &said);
}

/* ---- the end ------------------------------------------------------------------------- */

static bool marks_are_drawn(law_trial *t, const duel_scene *s, const duel_fact *f)
{
    for (int i = 0; t->g->scene && i < f->targets; i++) {
        bool found = false;
        for (int k = 0; !found && k < s->count; k++)
            found = is_called(&s->element[k], f->target[i].text);
        if (!found)
            return BROKEN(N_("the picture has no “{0}”"), "c", f->target[i].text);
    }
    return true;
}

/* What somebody who sees the end as `seat` is told of it. */
static bool end_is_explained(law_trial *t, int seat)
{
    static _Thread_local duel_reason once, again;
    duel_state view;
    duel_scene scene;
    duel_view(t->v, &t->state, seat, &view);
    duel_explain_ending(t->v, &view, seat, &once);
    duel_explain_ending(t->v, &view, seat, &again);
    if (once.count == 0 || once.count != again.count)
        return BROKEN(N_("nothing is said of the end, or something else the second time"), "");
    duel_scene_init(&scene);
    duel_scene_make(t->v, &view, seat, &scene);
    bool right = true;
    for (int i = 0; right && i < once.count; i++)
        right = duel_fact_same(&once.fact[i], &again.fact[i]) && once.fact[i].text.id &&
                law_translated(t, once.fact[i].text.id) &&
                marks_are_drawn(t, &scene, &once.fact[i]);
    duel_scene_fini(&scene);
    return right;
}

static bool law_ending(law_trial *t)
{
    if (t->g->teaching.ending == NULL || t->count > 0)
        return true;
    for (int seat = DUEL_SEES_ALL; seat < t->v->seats; seat++)
        if (!end_is_explained(t, seat))
            return false;
    return true;
}

const law laws_of_reasons[] = {
    {N_("Reasons repeat, and have words in both languages."), law_reasons},
    {N_("What is said of somebody else's move speaks to nobody."), law_others},
    {N_("What is said for a move does not speak against it."), law_praise},
    {N_("Hints give away more and more, and at first leave a choice of moves."), law_hints},
    {N_("The end is explained, and what shows it is in the picture."), law_ending},
    {NULL, NULL}};
