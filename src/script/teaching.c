/* script/teaching.c -- what a file gives to learn by: reasons for moves and endings, marks, the
 * lesson, lenses over the picture, puzzles.
 *
 * Lesson and puzzles are tables of the file's, read when the file is; whether their positions
 * and moves are those of the game is a law (lab/laws_help.c), as for any other game. */
#include "core/lesson.h"
#include "core/play.h"
#include "core/puzzle.h"
#include "core/scene_text.h"
#include "script/inside.h"

#include <stdlib.h>
#include <string.h>

/* Opens a list of at most `most`; nil is an empty one. */
static bool open_list(duel_str *list, uint32_t most, uint32_t *count)
{
    plain_value_item head;
    if (!plain_value_take(list, &head) ||
        (head.kind != PLAIN_VALUE_LIST && head.kind != PLAIN_VALUE_NIL) || head.count > most)
        return false;
    *count = head.count;
    return true;
}

/* ---- facts ------------------------------------------------------------------------------ */

/* Up to four numbers for the sentence; *count of them. */
static bool take_args(duel_str fact, int64_t n[4], uint32_t *count)
{
    duel_str args;
    plain_value_item head = {.count = 0}, item;
    if (plain_value_find(fact, "args", &args) &&
        (!plain_value_take(&args, &head) || head.count > 4))
        return false;
    for (uint32_t i = 0; i < head.count; i++) {
        if (!plain_value_take(&args, &item) || item.kind != PLAIN_VALUE_INT)
            return false;
        n[i] = item.number;
    }
    *count = head.count;
    return true;
}

/* How much the fact gives away, from 1 to 4; one that does not say so tells why. */
static bool take_gives(duel_str fact, duel_fact *out)
{
    duel_str value;
    plain_value_item item;
    if (!plain_value_find(fact, "gives", &value))
        return true;
    bool right = plain_value_take(&value, &item) && item.kind == PLAIN_VALUE_INT &&
                 item.number >= DUEL_GIVES_KIND && item.number <= DUEL_GIVES_WHY;
    if (right)
        out->gives = (int)item.number;
    return right;
}

/* The cells it points at. */
static bool take_marks(duel_str fact, duel_fact *out)
{
    duel_str value;
    if (plain_value_find(fact, "cells", &value))
        return (out->targets = script_cells(value, out->target, DUEL_FACT_TARGETS)) > 0;
    return true;
}

/* A sentence: a text, or a table { en = "…{0}…", fr = "…{0}…", args = { numbers } }. */
static bool script_say(script_game *s, duel_str value, int64_t arg[4], duel_msg *out)
{
    uint32_t count = 0;
    const char *text = script_text(s, value);
    if (text == NULL || !take_args(value, arg, &count))
        return false;
    char kinds[5] = "iiii";
    kinds[count] = '\0';
    duel_say(out, text, kinds, arg[0], arg[1], arg[2], arg[3]);
    return true;
}

static bool put_fact(script_game *s, duel_str value, int kind, duel_reason *out)
{
    duel_fact *f = duel_reason_add(out, kind);
    return script_say(s, value, f->arg, &f->text) && take_gives(value, f) &&
           take_marks(value, f);
}

/* Facts: a list of such sentences, each perhaps with gives = 2, cells = { {x, y}… }; nil is an
 * empty one. */
static bool script_put_facts(script_game *s, duel_str list, duel_reason *out)
{
    uint32_t count;
    duel_str fact;
    if (!open_list(&list, DUEL_FACTS, &count))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!plain_value_cut(&list, &fact) || !put_fact(s, fact, (int)i, out))
            return false;
    return true;
}

/* ---- why a move is good or bad ---------------------------------------------------------- */

/* Asks, and takes the facts or tells `complaint`, of a file and of how many there may be. */
static void take_facts(script_call *c, script_game *s, script_variant *sv,
                       const char *complaint, duel_reason *out)
{
    duel_msg why;
    duel_status status = script_call_end(c, s, sv, &why);
    if (status == DUEL_OK && !script_put_facts(s, c->value, out))
        status = duel_fail(&why, complaint, "ci", s->id, (int64_t)DUEL_FACTS);
    if (status != DUEL_OK)
        script_fault(s, &why);
}

static void explain_move(const duel_variant *v, const void *view, int seat, duel_move move,
                         duel_reason *out)
{
    if (script_is_dead(view))
        return;
    script_variant *sv = script_lock(v);
    script_game *s = sv->game;
    script_call c = script_call_of(FN_explain, view);
    script_call_move(&c, s, move);
    script_call_int(&c, seat + 1);
    take_facts(
        &c, s, sv,
        N_("{0}: explain gives no list of at most {1} texts, each plain or with en, fr, args, "
           "gives (1 to 4) and cells."),
        out);
    script_unlock(s);
}

static void explain(const duel_variant *v, const void *view, int seat, const duel_move turn[],
                    int count, duel_reason *out)
{
    duel_explain_each(v, view, seat, turn, count, explain_move, out);
}

/* ---- why it is over --------------------------------------------------------------------- */

static void ending(const duel_variant *v, const void *view, int seat, duel_reason *out)
{
    if (script_is_dead(view))
        return;
    script_variant *sv = script_lock(v);
    script_game *s = sv->game;
    script_call c = script_call_of(FN_ending, view);
    script_call_seat(&c, seat);
    take_facts(&c, s, sv,
               N_("{0}: ending gives no list of at most {1} texts, each plain or "
                  "with en, fr, args and cells."),
               out);
    script_unlock(s);
}

/* ---- marks ------------------------------------------------------------------------------ */

/* nil, or a word; false for anything else. */
static bool claim_of(duel_str value, duel_mark_verdict *out)
{
    static const char *const names[] = {
        [DUEL_MARK_OPEN] = "open", [DUEL_MARK_PROVED] = "proved", [DUEL_MARK_WRONG] = "wrong"};
    plain_value_item item;
    if (!plain_value_take(&value, &item))
        return false;
    if (item.kind == PLAIN_VALUE_NIL)
        return *out = DUEL_MARK_NONE, true;
    for (int i = DUEL_MARK_OPEN; i <= DUEL_MARK_WRONG; i++)
        if (item.kind == PLAIN_VALUE_TEXT && duel_str_is(item.text, names[i]))
            return *out = (duel_mark_verdict)i, true;
    return false;
}

static duel_mark_verdict judge_cell(script_game *s, const script_variant *sv, script_call *c,
                                    duel_reason *out)
{
    duel_msg why;
    duel_mark_verdict claim = DUEL_MARK_NONE;
    duel_status status = script_call_end(c, s, sv, &why);
    if (status == DUEL_OK &&
        (!claim_of(c->value, &claim) || !script_put_facts(s, c->reason, out)))
        status = duel_fail(&why,
                           N_("{0}: mark gives neither nil nor “proved”, “wrong” or “open” "
                              "with a list of reasons."),
                           "c", s->id);
    if (status != DUEL_OK) {
        script_fault(s, &why);
        claim = DUEL_MARK_NONE;
    }
    if (claim == DUEL_MARK_NONE)
        out->count = 0;
    return claim;
}

static duel_mark_verdict mark(const duel_variant *v, const void *view, int seat,
                              const duel_target *target, duel_reason *out)
{
    int x, y;
    if (script_is_dead(view) || !duel_cell_of(duel_str_of(target->text), &x, &y))
        return DUEL_MARK_NONE;
    script_variant *sv = script_lock(v);
    script_game *s = sv->game;
    script_call c = script_call_of(FN_mark, view);
    script_call_seat(&c, seat);
    script_call_int(&c, x + 1);
    script_call_int(&c, y + 1);
    duel_mark_verdict claim = judge_cell(s, sv, &c, out);
    script_unlock(s);
    return claim;
}

/* ---- the lesson ------------------------------------------------------------------------- */

/* Words of a step in both languages; NULL where it has none, false for what is no text. */
static bool read_words_of(script_game *s, duel_str step, const char *name, const char **out)
{
    duel_str value;
    *out = NULL;
    return !plain_value_find(step, name, &value) || (*out = script_text(s, value)) != NULL;
}

/* A position or moves, in the game's notation. */
static bool read_notation(script_game *s, duel_str step, const char *name, const char **out)
{
    duel_str value, text;
    *out = NULL;
    return !plain_value_find(step, name, &value) ||
           (script_plain(value, &text) && (*out = script_copy(s, text)) != NULL);
}

static bool read_step(script_game *s, duel_str map, duel_step *out)
{
    return read_words_of(s, map, "say", &out->say) && read_notation(s, map, "at", &out->at) &&
           read_notation(s, map, "good", &out->good) &&
           read_words_of(s, map, "right", &out->right) &&
           read_words_of(s, map, "wrong", &out->wrong) &&
           read_notation(s, map, "reply", &out->reply) && out->say && out->good &&
           (out->wrong || strcmp(out->good, "*") == 0);
}

/* NULL-ended, as the house wants it; NULL if one of them is not right. */
static const duel_step *read_steps(script_game *s, duel_str list)
{
    enum { STEPS_MOST = 64 };
    uint32_t count;
    duel_str map;
    if (!open_list(&list, STEPS_MOST, &count) || count == 0)
        return NULL;
    duel_step *steps = script_keep(s, calloc(count + 1, sizeof *steps));
    for (uint32_t i = 0; steps && i < count; i++)
        if (!plain_value_cut(&list, &map) || !read_step(s, map, &steps[i]))
            return NULL;
    return steps;
}

static duel_status read_lesson(script_game *s, duel_str description, duel_msg *why)
{
    duel_str map, list;
    if (!plain_value_find(description, "lesson", &map))
        return DUEL_OK;
    duel_lesson *lesson = script_keep(s, calloc(1, sizeof *lesson));
    if (lesson == NULL)
        return duel_no_space(why);
    bool right = read_notation(s, map, "options", &lesson->options);
    if (lesson->options == NULL)
        lesson->options = "";
    if (right && plain_value_find(map, "steps", &list))
        lesson->steps = read_steps(s, list);
    if (lesson->steps == NULL)
        return script_wrong(
            s, "lesson",
            N_("steps = a list of tables with say, good and wrong, perhaps at, right and reply"),
            why);
    s->game.teaching.lesson = lesson;
    return DUEL_OK;
}

/* ---- lenses -------------------------------------------------------------------------------
 *
 * What a file shows through a lens is a list of sentences. One with cells is laid over them as
 * a face in a tone; one without stands in a row of words under the picture. */

enum { LENSES = 4, LENS_CELLS = 256 };

/* Any text is cut to what an element carries, at the beginning of a character. */
static void set_face(duel_str note, duel_element *e)
{
    duel_str value, text = duel_str_of("•");
    if (plain_value_find(note, "face", &value))
        script_plain(value, &text);
    size_t len = text.len < sizeof e->face ? text.len : sizeof e->face - 1;
    while (len < text.len && len && ((unsigned char)text.at[len] & 0xC0) == 0x80)
        len--;
    memcpy(e->face, text.at, len);
}

/* On each of its cells a strip, so that what stands there can still be seen. */
static bool lay_over(duel_str note, duel_str cells, int lens, const duel_msg *said,
                     duel_scene *out)
{
    duel_target at[LENS_CELLS];
    duel_str tone;
    int count = script_cells(cells, at, LENS_CELLS), x, y;
    for (int i = 0; i < count; i++) {
        if (!duel_cell_of(duel_str_of(at[i].text), &x, &y) || (float)x >= out->width ||
            (float)y >= out->height)
            return false;
        duel_element *e =
            duel_scene_add(out, DUEL_PIECE, duel_target_of("lens%d:%d:%d", lens, x, y).text,
                           (float)x + 0.1F, (float)y + 0.3F, 0.8F, 0.4F);
        e->target = at[i];
        e->shape = "token";
        e->tone = plain_value_find(note, "tone", &tone) ? script_tone(tone) : DUEL_PLAIN;
        e->label = *said;
        set_face(note, e);
    }
    return count > 0;
}

static void add_words(int lens, int number, const duel_msg *said, duel_scene *out)
{
    duel_element *e =
        duel_scene_add(out, DUEL_LABEL, duel_target_of("lens%d:%d", lens, number).text, 0,
                       out->height, out->width, 0.5F);
    e->label = *said;
    out->height += 0.5F;
}

static bool put_note(script_game *s, duel_str note, int lens, int number, duel_scene *out)
{
    int64_t arg[4] = {0};
    duel_str cells;
    duel_msg said;
    if (!script_say(s, note, arg, &said))
        return false;
    if (plain_value_find(note, "cells", &cells))
        return lay_over(note, cells, lens, &said, out);
    add_words(lens, number, &said, out);
    return true;
}

/* A list of notes; nil is an empty one. */
static bool put_notes(script_game *s, duel_str list, int lens, duel_scene *out)
{
    enum { NOTES_MOST = 64 };
    uint32_t count;
    duel_str note;
    if (!open_list(&list, NOTES_MOST, &count))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!plain_value_cut(&list, &note) || !put_note(s, note, lens, (int)i, out))
            return false;
    return true;
}

static void show_lens(const duel_variant *v, const void *view, int seat, int lens,
                      duel_scene *out)
{
    duel_msg why;
    if (script_is_dead(view))
        return;
    script_variant *sv = script_lock(v);
    script_game *s = sv->game;
    script_call c = script_call_of(FN_lens, view);
    script_call_seat(&c, seat);
    script_call_text(&c, duel_str_of(s->game.teaching.lenses[lens].id));
    duel_status status = script_call_end(&c, s, sv, &why);
    if (status == DUEL_OK && !put_notes(s, c.value, lens, out))
        status = duel_fail(&why,
                           N_("{0}: lens gives no list of texts, each plain or with en, fr, "
                              "args, cells, tone and face."),
                           "c", s->id);
    if (status != DUEL_OK)
        script_fault(s, &why);
    script_unlock(s);
}

/* The board as the lens shows it, and what each sign says once. */
static void draw_lens(const duel_variant *v, const void *view, int seat, int lens,
                      duel_pen *pen)
{
    duel_scene scene;
    duel_scene_init(&scene);
    duel_scene_make(v, view, seat, &scene);
    int plain = scene.count;
    show_lens(v, view, seat, lens, &scene);
    duel_scene_text(&scene, pen);
    const char *before = "";
    for (int i = plain; i < scene.count; i++) {
        const duel_element *e = &scene.element[i];
        if (e->kind == DUEL_LABEL || strcmp(e->face, before) == 0)
            continue;
        duel_putf(pen->out, "  %s  ", e->face);
        duel_render(pen->lang, &e->label, pen->out);
        duel_put(pen->out, "\n");
        before = e->face;
    }
    duel_scene_fini(&scene);
}

/* The contract hands a lens no name of its own: there is a pair of functions for each. */
#define LENS(n)                                                                                \
    static void show_lens_##n(const duel_variant *v, const void *view, int seat,               \
                              duel_scene *out)                                                 \
    {                                                                                          \
        show_lens(v, view, seat, n, out);                                                      \
    }                                                                                          \
    static void draw_lens_##n(const duel_variant *v, const void *view, int seat,               \
                              duel_pen *pen)                                                   \
    {                                                                                          \
        draw_lens(v, view, seat, n, pen);                                                      \
    }
LENS(0)
LENS(1)
LENS(2)
LENS(3)
#undef LENS

static bool read_lens(script_game *s, duel_str map, int number, duel_lens *out)
{
    static const duel_lens place[LENSES] = {{NULL, NULL, show_lens_0, draw_lens_0},
                                            {NULL, NULL, show_lens_1, draw_lens_1},
                                            {NULL, NULL, show_lens_2, draw_lens_2},
                                            {NULL, NULL, show_lens_3, draw_lens_3}};
    duel_str value;
    *out = place[number];
    if (plain_value_find(map, "title", &value))
        out->title = script_text(s, value);
    return read_notation(s, map, "id", &out->id) && out->id && out->title && out->id[0];
}

static bool read_lens_table(script_game *s, duel_str list)
{
    uint32_t count;
    duel_str map;
    if (!open_list(&list, LENSES, &count) || count == 0)
        return false;
    duel_lens *lenses = script_keep(s, calloc(count + 1, sizeof *lenses));
    for (int i = 0; lenses && i < (int)count; i++)
        if (!plain_value_cut(&list, &map) || !read_lens(s, map, i, &lenses[i]))
            return false;
    s->game.teaching.lenses = lenses;
    return lenses != NULL;
}

static duel_status read_lenses(script_game *s, duel_str description, duel_msg *why)
{
    duel_str list;
    bool there = plain_value_find(description, "lenses", &list);
    if (there != s->has[FN_lens])
        return duel_invalid(why, N_("{0}: {1} needs {2} beside it."), "ccc", s->id,
                            there ? "lenses" : "lens", there ? "lens" : "lenses");
    if (there && !read_lens_table(s, list))
        return script_wrong(s, "lenses", N_("a list of at most 4 tables with id and title"),
                            why);
    return DUEL_OK;
}

/* ---- puzzles ---------------------------------------------------------------------------- */

/* Positions, each with a question and the turn that answers it. Which one a seed means is
 * counted off the list; those whose position is none of the variant are passed over. */

/* A puzzle as the file writes it: notation, and messages. */
typedef struct script_puzzle {
    const char *at, *answer;
    const char *ask, *why, *wrong;
} script_puzzle;

/* All of it must be there. */
static bool read_puzzle(script_game *s, duel_str map, script_puzzle *out)
{
    return read_notation(s, map, "at", &out->at) && read_words_of(s, map, "ask", &out->ask) &&
           read_notation(s, map, "answer", &out->answer) &&
           read_words_of(s, map, "why", &out->why) &&
           read_words_of(s, map, "wrong", &out->wrong) && out->at && out->at[0] && out->ask &&
           out->answer && out->answer[0] && out->why && out->wrong;
}

static bool read_puzzle_list(script_game *s, duel_str list)
{
    enum { PUZZLES_MOST = 512 };
    uint32_t count;
    duel_str map;
    if (!open_list(&list, PUZZLES_MOST, &count) || count == 0)
        return false;
    s->puzzle = script_keep(s, calloc(count, sizeof *s->puzzle));
    s->puzzles = s->puzzle ? (int)count : 0;
    for (int i = 0; i < s->puzzles; i++)
        if (!plain_value_cut(&list, &map) || !read_puzzle(s, map, &s->puzzle[i]))
            return false;
    return s->puzzles > 0;
}

/* ---- puzzles asked ---------------------------------------------------------------------- */

/* The moves of the answer, all of one turn; *after is where they lead. */
static duel_status read_answer(const duel_variant *v, const script_puzzle *p, duel_state *after,
                               duel_move out[DUEL_PLAN], int *count, duel_msg *why)
{
    duel_str rest = duel_str_of(p->answer);
    duel_status status = DUEL_OK;
    *count = 0;
    while (status == DUEL_OK && *count < DUEL_PLAN && duel_str_skip(&rest, " ")) {
        status = duel_next_move_text(v, after, &rest, " ", &out[*count], why);
        if (status == DUEL_OK)
            v->game->play(v, after, out[(*count)++]);
    }
    return status;
}

static duel_status lay_out(const duel_variant *v, const script_puzzle *p, duel_puzzle *out,
                           duel_msg *why)
{
    duel_state after = out->state;
    if (read_answer(v, p, &after, out->answer, &out->count, why) != DUEL_OK)
        return DUEL_INVALID; /* a mistake of the file, not a variant without puzzles */
    for (int i = 0; i < out->count && i < DUEL_LINE; i++)
        out->line[out->line_count++] = out->answer[i];
    duel_say(&out->question, p->ask, "");
    duel_say(&duel_reason_add(&out->why, 0)->text, p->why, "");
    return DUEL_OK;
}

static duel_status make_puzzle(const duel_variant *v, uint64_t seed, const atomic_bool *stop,
                               duel_puzzle *out, duel_msg *why)
{
    (void)stop; /* it is there already */
    const script_game *s = script_of(v);
    *out = (duel_puzzle){.count = 0};
    for (int i = 0; i < s->puzzles; i++) {
        const script_puzzle *p = &s->puzzle[(seed + (uint64_t)i) % (uint64_t)s->puzzles];
        duel_msg unfit;
        if (duel_read(v, duel_str_of(p->at), &out->state, &unfit) == DUEL_OK &&
            !duel_is_over(v, &out->state))
            return lay_out(v, p, out, why);
    }
    return duel_refuse(why, N_("This game has no puzzles."), "");
}

/* The puzzle of this position; NULL: none. */
static const script_puzzle *puzzle_at(const duel_variant *v, const void *state)
{
    const script_game *s = script_of(v);
    for (int i = 0; i < s->puzzles; i++) {
        duel_state at;
        duel_msg unfit;
        if (duel_read(v, duel_str_of(s->puzzle[i].at), &at, &unfit) == DUEL_OK &&
            duel_states_equal(v, &at, state))
            return &s->puzzle[i];
    }
    return NULL;
}

static duel_status judge_turn(const duel_variant *v, const void *state, const duel_move turn[],
                              int count, duel_msg *why)
{
    const script_puzzle *p = puzzle_at(v, state);
    duel_state after;
    duel_move answer[DUEL_PLAN];
    int length;
    if (p == NULL)
        return duel_refuse(why, N_("This game has no puzzles."), "");
    memcpy(&after, state, v->state_size);
    duel_status status = read_answer(v, p, &after, answer, &length, why);
    bool same = status == DUEL_OK && count == length;
    for (int i = 0; same && i < count; i++)
        same = turn[i] == answer[i];
    return same || status != DUEL_OK ? status : duel_refuse(why, p->wrong, "");
}

static duel_status read_puzzles(script_game *s, duel_str description, duel_msg *why)
{
    static const duel_puzzler puzzler = {make_puzzle, judge_turn};
    duel_str list;
    if (!plain_value_find(description, "puzzles", &list))
        return DUEL_OK;
    if (!read_puzzle_list(s, list))
        return script_wrong(s, "puzzles",
                            N_("a list of tables with at, ask, answer, why and wrong"), why);
    s->game.teaching.puzzles = &puzzler;
    return DUEL_OK;
}

duel_status script_read_help(script_game *s, duel_str description, duel_msg *why)
{
    duel_status status = read_lesson(s, description, why);
    if (status == DUEL_OK)
        status = read_lenses(s, description, why);
    return status == DUEL_OK ? read_puzzles(s, description, why) : status;
}

void script_reasons_install(script_game *s)
{
    s->game.teaching.explain = s->has[FN_explain] ? explain : NULL;
    s->game.teaching.ending = s->has[FN_ending] ? ending : NULL;
    s->game.teaching.mark = s->has[FN_mark] ? mark : NULL;
}
