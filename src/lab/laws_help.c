/* lab/laws_help.c -- laws of the words: marks, lenses, lessons, puzzles. See laws.h. */
#include "core/lesson.h"
#include "core/play.h"
#include "core/puzzle.h"
#include "core/reason.h"
#include "core/scene.h"
#include "core/variant.h"
#include "lab/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool law_translated(law_trial *t, const char *id)
{
    if (id == NULL || id[0] == '\0' || duel_has_french(id))
        return true;
    return BROKEN(N_("no French for “{0}”"), "c", id);
}

/* A mark on one thing, judged by who sees the view, by who sees a guess at the rest, and by who
 * sees all: the same, so nothing but the view was asked. */
static bool mark_depends_on_view(law_trial *t, int seat, const duel_target *target)
{
    static _Thread_local duel_reason why, again;
    duel_state view, guess;
    duel_view(t->v, &t->state, seat, &view);
    duel_mark_verdict claim = duel_judge_mark(t->v, &view, seat, target, &why);
    if (claim != duel_judge_mark(t->v, &t->state, seat, target, &again))
        return BROKEN(N_("the mark on {0} is judged by what is hidden"), "c", target->text);
    if (duel_guess_state(t->v, &view, &guess) &&
        claim != duel_judge_mark(t->v, &guess, seat, target, &again))
        return BROKEN(N_("the mark on {0} is judged by what is hidden"), "c", target->text);
    if ((claim != DUEL_MARK_NONE) != (why.count > 0))
        return BROKEN(N_("the mark on {0} is judged without a word"), "c", target->text);
    for (int i = 0; i < why.count; i++)
        if (!law_translated(t, why.fact[i].text.id))
            return false;
    return true;
}

static bool law_marks(law_trial *t)
{
    duel_scene scene;
    duel_state view;
    bool right = true;
    int seat = t->g->turn(t->v, &t->state);
    if (t->g->teaching.mark == NULL)
        return true;
    duel_view(t->v, &t->state, seat, &view);
    duel_scene_init(&scene);
    duel_scene_make(t->v, &view, seat, &scene);
    if (scene.count) {
        uint32_t at = duel_rng_below(&t->rng, (uint32_t)scene.count);
        right = mark_depends_on_view(t, seat, &scene.element[at].target);
    }
    duel_scene_fini(&scene);
    return right;
}

static bool lens_draws(law_trial *t, const duel_lens *lens, const void *view, int seat)
{
    duel_scene scene;
    duel_buf text;
    bool right = true;
    duel_buf_init(&text);
    duel_pen pen = {.out = &text.sink, .lang = seat & 1 ? DUEL_FR : DUEL_EN, .utf8 = true};
    if (lens->draw)
        lens->draw(t->v, view, seat, &pen);
    duel_buf_fini(&text);
    duel_scene_init(&scene);
    duel_scene_make(t->v, view, seat, &scene);
    int plain = scene.count;
    if (lens->scene)
        lens->scene(t->v, view, seat, &scene);
    right = scene.count >= plain;
    for (int i = plain; right && i < scene.count; i++)
        right = law_translated(t, scene.element[i].label.id);
    duel_scene_fini(&scene);
    return right;
}

static bool law_lenses(law_trial *t)
{
    bool right = true;
    for (const duel_lens *l = t->g->teaching.lenses; right && l && l->id; l++) {
        right = law_translated(t, l->title);
        for (int seat = DUEL_NOBODY; right && seat < t->v->seats; seat++) {
            duel_state view;
            duel_view(t->v, &t->state, seat, &view);
            right = lens_draws(t, l, &view, seat);
        }
    }
    return right;
}

/* A step can be done by a move it accepts and not by one it does not, and goes on alone. */
static bool lesson_step_holds(law_trial *t, duel_learner *l)
{
    const duel_step *s = duel_learner_step(l), *next = s + 1;
    bool single = strchr(s->good, ' ') == NULL && strcmp(s->good, "*") != 0;
    if (!law_translated(t, s->say) || !law_translated(t, s->right) ||
        !law_translated(t, s->wrong))
        return false;
    if (!single && (s->reply || (next->say && next->at == NULL)))
        return BROKEN(N_("step {0} of the lesson accepts several moves, and the next does not "
                         "set up its position"),
                      "i", (int64_t)l->step + 1);
    if (s->wrong == NULL && strcmp(s->good, "*") != 0)
        return BROKEN(N_("step {0} of the lesson does not answer a wrong move"), "i",
                      (int64_t)l->step + 1);
    return duel_learner_go(l, l->step + 1, t->detail) == DUEL_OK;
}

static bool law_lesson(law_trial *t)
{
    if (t->g->teaching.lesson == NULL || t->record.count)
        return true;
    duel_learner *l = malloc(sizeof *l);
    bool right = l && duel_learner_begin(t->g, l, t->detail) == DUEL_OK;
    while (right && duel_learner_step(l))
        right = lesson_step_holds(t, l);
    free(l);
    return right;
}

static bool puzzle_has_words(law_trial *t, const duel_puzzle *p)
{
    bool right = p->question.id && law_translated(t, p->question.id) && p->why.count > 0;
    for (int i = 0; right && i < p->why.count; i++)
        right = law_translated(t, p->why.fact[i].text.id);
    return right;
}

/* Plays the answer as who sees the view alone can, then has it judged, and the moves that are
 * not its first one. */
static bool answer_is_right(law_trial *t, const duel_puzzle *p)
{
    duel_state state = p->state, view;
    duel_msg why;
    int seat = t->g->turn(t->v, &state);
    for (int i = 0; i < p->count; i++) {
        duel_view(t->v, &state, seat, &view);
        if (t->g->turn(t->v, &state) != seat || !duel_legal(t->v, &view, p->answer[i]))
            return BROKEN(N_("move {0} of the answer is not legal"), "i", (int64_t)i + 1);
        t->g->play(t->v, &state, p->answer[i]);
    }
    return t->g->teaching.puzzles->judge(t->v, &p->state, p->answer, p->count, &why) == DUEL_OK;
}

/* Where a try is a single move, every other one is refused, and told why. */
static bool others_are_wrong(law_trial *t, const duel_puzzle *p)
{
    duel_move list[DUEL_MOVES_MAX];
    int count = t->g->moves(t->v, &p->state, list), wrong = 0;
    for (int i = 0; i < count && p->count == 1; i++) {
        duel_msg why = {.id = NULL};
        if (t->g->teaching.puzzles->judge(t->v, &p->state, &list[i], 1, &why) == DUEL_OK)
            continue;
        wrong++;
        if (why.id == NULL || !law_translated(t, why.id))
            return BROKEN(N_("a wrong move is not answered"), "");
    }
    return p->count > 1 || (count > 1 && wrong == count - 1);
}

static bool puzzle_holds(law_trial *t, duel_puzzle *p, duel_puzzle *again)
{
    duel_state view;
    uint64_t seed = strtoull(t->record.seed, NULL, 10);
    duel_status status = t->g->teaching.puzzles->make(t->v, seed, NULL, p, t->detail);
    if (status != DUEL_OK)
        return status == DUEL_REFUSED;
    if (t->g->teaching.puzzles->make(t->v, seed, NULL, again, t->detail) != DUEL_OK ||
        !duel_states_equal(t->v, &p->state, &again->state) || p->count != again->count ||
        memcmp(p->answer, again->answer, (size_t)p->count * sizeof *p->answer) != 0)
        return BROKEN(N_("the same seed makes another puzzle"), "");
    if (p->count < 1 || duel_is_over(t->v, &p->state))
        return BROKEN(N_("there is nothing to answer"), "");
    duel_view(t->v, &p->state, t->g->turn(t->v, &p->state), &view);
    return law_reads_back(t, &p->state) && law_reads_back(t, &view) && puzzle_has_words(t, p) &&
           answer_is_right(t, p) && others_are_wrong(t, p);
}

/* One in each check: it takes a while to make one. */
static bool law_puzzles(law_trial *t)
{
    if (t->g->teaching.puzzles == NULL || t->record.count || !t->first || t->v->given)
        return true;
    duel_puzzle *room = calloc(2, sizeof *room);
    bool right = room && puzzle_holds(t, &room[0], &room[1]);
    free(room);
    return right;
}

/* What people call an option: one that there is, and a word for each of its choices. */
static bool wording_fits(law_trial *t, const duel_wording *w)
{
    int at = duel_option_find(t->g->options, duel_str_of(w->option)), i = 0;
    const duel_option *o = at < 0 ? NULL : &t->g->options[at];
    if (o == NULL || (w->values && o->choices == NULL))
        return BROKEN(N_("there are words for “{0}”, which is no such option"), "c", w->option);
    while (w->values && o->choices[i] && law_translated(t, w->values[i]))
        i++;
    return law_translated(t, w->title) && (w->values == NULL || o->choices[i] == NULL);
}

static bool law_two_languages(law_trial *t)
{
    if (t->record.count)
        return true; /* the same in every position */
    bool right = law_translated(t, t->g->title) && law_translated(t, t->g->tagline);
    for (int i = 0; right && t->g->rules[i]; i++)
        right = law_translated(t, t->g->rules[i]);
    for (int i = 0; right && t->g->options && t->g->options[i].name; i++)
        right = law_translated(t, t->g->options[i].help);
    for (int i = 0; right && t->g->roles && i < t->v->seats; i++)
        right = law_translated(t, t->g->roles[i]);
    for (const duel_wording *w = t->g->wordings; right && w && w->option; w++)
        right = wording_fits(t, w);
    for (const duel_figure *f = t->g->museum.figures; right && f && f->id; f++)
        right = law_translated(t, f->title);
    return right;
}

/* Words of moves tell the moves of a position apart, as their notation does. */
static bool moves_differ_in_words(law_trial *t, const void *view, const duel_move *list,
                                  int count)
{
    enum {
        COMPARED = 48
    }; /* neighbours in the list are the likeliest to be taken for each other */
    static _Thread_local char said[COMPARED][256];
    uint32_t first = duel_rng_below(&t->rng, (uint32_t)count);
    int some = count < COMPARED ? count : COMPARED;
    for (int i = 0; i < some; i++) {
        duel_buf text;
        duel_buf_init(&text);
        duel_move_in_words(t->record.count & 1 ? DUEL_FR : DUEL_EN, t->v, view,
                           list[(first + (uint32_t)i) % (uint32_t)count], &text.sink);
        snprintf(said[i], sizeof said[i], "%s", text.text ? text.text : "");
        duel_buf_fini(&text);
        for (int k = 0; k < i; k++)
            if (strcmp(said[i], said[k]) == 0)
                return BROKEN(N_("two moves are both called “{0}”"), "c", said[i]);
    }
    return true;
}

/* What is to be done, and each move, can be said in both languages. */
static bool law_words(law_trial *t)
{
    duel_move list[DUEL_MOVES_MAX];
    duel_state view;
    duel_msg said;
    if (duel_is_over(t->v, &t->state))
        return true;
    int seat = t->g->turn(t->v, &t->state), count = t->g->moves(t->v, &t->state, list);
    duel_view(t->v, &t->state, seat, &view);
    duel_prompt(t->v, &view, &said);
    if (said.id == NULL || !law_translated(t, said.id))
        return said.id ? false : BROKEN(N_("nothing is said of what is to be done"), "");
    if (t->g->teaching.say_move == NULL || count == 0)
        return true;
    t->g->teaching.say_move(t->v, &view, list[duel_rng_below(&t->rng, (uint32_t)count)], &said);
    return law_translated(t, said.id) && moves_differ_in_words(t, &view, list, count);
}

const law laws_of_help[] = {
    {N_("What is to be done is said, and moves differ in words."), law_words},
    {N_("A mark is judged by what is seen alone, with a reason."), law_marks},
    {N_("A lens can be laid over every view."), law_lenses},
    {N_("The lesson can be done to its end, and answers what is wrong."), law_lesson},
    {N_("A puzzle repeats, reads back and accepts its answer alone."), law_puzzles},
    {N_("Every text exists in both languages."), law_two_languages},
    {NULL, NULL}};
