/* teach/mistakes.c -- a profile's own mistakes: made into exercises by a review, kept as text,
 * asked at growing distances, and tried again before the same judge. See mistakes.h. */
#include "teach/mistakes.h"
#include "base/grow.h"
#include "core/fault_guard.h"
#include "core/play.h"
#include "core/variant.h"
#include "players/catalogue.h"
#include "store/store.h"
#include "teach/inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- when something is asked again ------------------------------------------------------- */

static const int days[] = {1, 3, 7, 16, 35};
enum { STEPS = sizeof days / sizeof *days };

int64_t spacing_today(int64_t now)
{
    return now - now % SPACING_DAY;
}

spaced_repetition spacing_after(spaced_repetition s, bool right, int64_t now)
{
    if (!right)
        return (spaced_repetition){0, now};
    if (s.step < 0 || s.step >= STEPS) /* also what no plan can be: the base is a file */
        return (spaced_repetition){STEPS + 1, DUEL_NEVER};
    int64_t wait = (int64_t)days[s.step] * SPACING_DAY;
    return (spaced_repetition){s.step + 1, spacing_today(now) + wait};
}

/* ---- a mistake as an exercise ------------------------------------------------------------ */

void mistake_fini(game_mistake *m)
{
    duel_record_fini(&m->record);
}

/* ---- from a review ----------------------------------------------------------------------- */

/* An engine that does not know what is hidden may go on with what cannot be played. */
static void take_playable(const move_review *d, game_mistake *m)
{
    const duel_variant *v = &m->record.variant;
    duel_state state = m->state;
    int count = 0;
    while (count < d->line_count && !duel_is_over(v, &state) &&
           duel_legal(v, &state, d->line[count])) {
        m->line[count] = d->line[count];
        v->game->play(v, &state, d->line[count++]);
    }
    m->line_count = count;
}

duel_status mistake_take(const duel_record *game, const game_review *review, size_t at,
                         game_mistake *out, duel_msg *why)
{
    const move_review *d = &review->move[at];
    if (d->mark < DUEL_MISTAKE)
        return DUEL_REFUSED;
    *out = (game_mistake){
        .seat = d->seat, .played = d->played, .mark = d->mark, .had = d->had, .got = d->got};
    duel_status status = duel_record_copy(game, at, &out->record, why);
    if (status != DUEL_OK)
        return status;
    status = duel_record_replay(&out->record, at, &out->state, why);
    if (status == DUEL_OK)
        take_playable(d, out);
    if (status == DUEL_OK && out->line_count == 0)
        status = DUEL_REFUSED;
    if (status != DUEL_OK)
        mistake_fini(out);
    return status;
}

/* ---- as text ----------------------------------------------------------------------------- */

enum { MILLIONTHS = 1000000 };

/* Five yes or no, then share and points in millionths, and plies. */
static void print_worth(const duel_worth *w, duel_sink *out)
{
    duel_putf(out, "%d%d%d%d%d %lld %lld %lu", w->known, w->proved, w->endless, w->scored,
              w->unclear, llround(w->share * MILLIONTHS), llround(w->points * MILLIONTHS),
              (unsigned long)w->plies);
}

static bool read_number(duel_str *rest, int64_t least, int64_t most, int64_t *out)
{
    duel_str word;
    return duel_str_word(rest, " ", &word) && duel_str_number(word, out) && *out >= least &&
           *out <= most;
}

static bool read_worth(duel_str rest, duel_worth *out)
{
    enum { POINTS = 1 << 30 };
    duel_str flags;
    int64_t share, points, plies;
    if (!duel_str_word(&rest, " ", &flags) || flags.len != 5 ||
        !read_number(&rest, 0, MILLIONTHS, &share) ||
        !read_number(&rest, -(int64_t)POINTS * MILLIONTHS, (int64_t)POINTS * MILLIONTHS,
                     &points) ||
        !read_number(&rest, 0, UINT32_MAX, &plies))
        return false;
    *out = (duel_worth){.known = flags.at[0] == '1',
                        .proved = flags.at[1] == '1',
                        .endless = flags.at[2] == '1',
                        .scored = flags.at[3] == '1',
                        .unclear = flags.at[4] == '1',
                        .share = (double)share / MILLIONTHS,
                        .points = (double)points / MILLIONTHS,
                        .plies = (uint32_t)plies};
    return true;
}

void mistake_print(const game_mistake *m, duel_sink *out)
{
    const duel_variant *v = &m->record.variant;
    duel_state state = m->state;
    duel_put(out, "played ");
    duel_print_move(v, &state, m->played, out);
    duel_put(out, "\nbetter");
    for (int i = 0; i < m->line_count; i++) {
        duel_put(out, " ");
        duel_print_move(v, &state, m->line[i], out);
        v->game->play(v, &state, m->line[i]);
    }
    duel_putf(out, "\nmark %d\nhad ", (int)m->mark);
    print_worth(&m->had, out);
    duel_put(out, "\ngot ");
    print_worth(&m->got, out);
    duel_put(out, "\n");
}

static bool read_line(duel_str rest, game_mistake *m)
{
    const duel_variant *v = &m->record.variant;
    duel_state state = m->state;
    while (m->line_count < GAME_REVIEW_LINE && duel_str_skip(&rest, " ")) {
        duel_move *move = &m->line[m->line_count];
        if (duel_next_move_text(v, &state, &rest, " ", move, NULL) != DUEL_OK)
            return false;
        v->game->play(v, &state, *move);
        m->line_count++;
    }
    return m->line_count > 0;
}

static bool read_mark(duel_str rest, duel_mark *out)
{
    int64_t mark;
    if (!read_number(&rest, DUEL_MISTAKE, DUEL_BLUNDER, &mark))
        return false;
    *out = (duel_mark)mark;
    return true;
}

/* The rest of the next line, which begins with `name`. */
static bool next_line(duel_str *told, const char *name, duel_str *rest)
{
    duel_str word;
    return duel_str_part(told, '\n', rest) && duel_str_word(rest, " ", &word) &&
           duel_str_is(word, name);
}

static bool read_told(duel_str told, game_mistake *m)
{
    duel_str line;
    return next_line(&told, "played", &line) &&
           duel_read_move(&m->record.variant, &m->state, duel_str_trim(line), &m->played,
                          NULL) == DUEL_OK &&
           next_line(&told, "better", &line) && read_line(line, m) &&
           next_line(&told, "mark", &line) && read_mark(line, &m->mark) &&
           next_line(&told, "had", &line) && read_worth(line, &m->had) &&
           next_line(&told, "got", &line) && read_worth(line, &m->got);
}

/* A base is a file, which can be changed: nothing of it is believed. */
static duel_status install_told(duel_str told, game_mistake *m, duel_msg *why)
{
    const duel_variant *v = &m->record.variant;
    duel_status status = duel_record_replay(&m->record, m->record.count, &m->state, why);
    if (status != DUEL_OK)
        return status;
    if (duel_is_over(v, &m->state))
        return duel_fail(why, N_("This exercise cannot be read."), "");
    m->seat = v->game->turn(v, &m->state);
    return read_told(told, m) ? DUEL_OK
                              : duel_fail(why, N_("This exercise cannot be read."), "");
}

duel_status mistake_read(duel_str record, duel_str told, game_mistake *out, duel_msg *why)
{
    memset(out, 0, sizeof *out);
    duel_status status = duel_record_read(record, catalogue_find_game, &out->record, why);
    if (status != DUEL_OK)
        return status;
    duel_fault_guard g;
    duel_fault_guard_begin(&g, out->record.variant.game);
    status = duel_fault_guard_end(&g, install_told(told, out, why), why);
    if (status != DUEL_OK)
        mistake_fini(out);
    return status;
}

/* ---- an answer --------------------------------------------------------------------------- */

game_review_request mistake_examine(const mistake_examiner *x, const duel_record *game)
{
    return (game_review_request){.record = game,
                                 .memory = x->memory,
                                 .purse = x->purse,
                                 .seconds = x->seconds,
                                 .nodes = x->nodes,
                                 .threads = x->threads,
                                 .stop = x->stop};
}

/* The line from `view` on, as far as a reply goes. */
static void think_of_reply(const game_review_request *q, const duel_state *view,
                           exercise_try *out)
{
    const duel_variant *v = &q->record->variant;
    player_context troupe = {.purse = q->purse, .v = v};
    table_judge *judge = NULL;
    judge_result unused;
    duel_answer *a = malloc(sizeof *a);
    duel_think t = {.view = view,
                    .seat = v->game->turn(v, view),
                    .seconds = q->seconds,
                    .nodes = q->nodes,
                    .threads = q->threads,
                    .seed = 1,
                    .stop = q->stop};
    if (a && judge_new(&troupe, NULL, q->memory, &judge, NULL) == DUEL_OK &&
        judge_ask(judge, &t, a, &unused, NULL) == DUEL_OK) {
        out->reply_count = a->line_count < GAME_REVIEW_LINE ? a->line_count : GAME_REVIEW_LINE;
        memcpy(out->reply, a->line, (size_t)out->reply_count * sizeof *out->reply);
    }
    judge_free(judge);
    free(a);
}

/* What would follow a wrong move, where nothing is hidden; nothing if nobody can tell. */
static void take_reply(const game_mistake *m, const game_review_request *q, exercise_try *out)
{
    const duel_variant *v = &m->record.variant;
    duel_state after = m->state;
    v->game->play(v, &after, out->move);
    if (!duel_is_over(v, &after) && !duel_has_secrets(v))
        think_of_reply(q, &after, out);
}

static void take_try(const game_mistake *m, const move_review *d, exercise_try *out)
{
    const duel_variant *v = &m->record.variant;
    duel_state view;
    out->move = d->played;
    out->mark = d->mark;
    out->worth = d->got;
    out->right = d->cost.known && d->mark == DUEL_UNMARKED;
    duel_view(v, &m->state, m->seat, &view);
    duel_explain_why(v, &view, m->seat, &d->played, 1, &out->why);
}

static duel_status try_move(const game_mistake *m, duel_move move, const mistake_examiner *x,
                            exercise_try *out, duel_msg *why)
{
    duel_record game;
    move_review verdict;
    duel_status status = duel_record_copy(&m->record, m->record.count, &game, why);
    if (status != DUEL_OK)
        return status;
    game_review_request q = mistake_examine(x, &game);
    status = duel_record_add(&game, move, why);
    if (status == DUEL_OK)
        status = game_review_last(&q, &verdict, why);
    if (status == DUEL_OK)
        take_try(m, &verdict, out);
    if (status == DUEL_OK && !out->right)
        take_reply(m, &q, out);
    duel_record_fini(&game);
    return status;
}

duel_status mistake_try(const game_mistake *m, duel_move move, const mistake_examiner *x,
                        exercise_try *out, duel_msg *why)
{
    duel_fault_guard g;
    memset(out, 0, sizeof *out);
    duel_fault_guard_begin(&g, m->record.variant.game);
    return duel_fault_guard_end(&g, try_move(m, move, x, out, why), why);
}

static const char source[] = "mistake";

/* ---- keeping ----------------------------------------------------------------------------- */

/* A mistake with the texts that the store is to keep of it. */
typedef struct kept_text {
    duel_buf record, told, variant;
    char position[DUEL_POSITION_HASH];
} kept_text;

struct found_mistakes {
    stored_exercise *list;
    kept_text *text;
    size_t count;
};

void found_mistakes_free(found_mistakes *h)
{
    if (h == NULL)
        return;
    for (size_t i = 0; i < h->count; i++) {
        duel_buf_fini(&h->text[i].record);
        duel_buf_fini(&h->text[i].told);
        duel_buf_fini(&h->text[i].variant);
    }
    free(h->list);
    free(h->text);
    free(h);
}

/* What the seat sees is the exercise, whatever is hidden behind it. */
static duel_status add_harvest(found_mistakes *h, const game_mistake *m, duel_msg *why)
{
    const duel_variant *v = &m->record.variant;
    kept_text *t = &h->text[h->count];
    duel_state view;
    duel_buf_init(&t->record);
    duel_buf_init(&t->told);
    duel_buf_init(&t->variant);
    duel_record_print(&m->record, &t->record.sink);
    mistake_print(m, &t->told.sink);
    duel_variant_print(v, &t->variant.sink);
    duel_view(v, &m->state, m->seat, &view);
    duel_position_hash(v, &view, t->position);
    h->list[h->count++] = (stored_exercise){.source = duel_str_of(source),
                                            .game = duel_str_of(v->game->id),
                                            .rules = v->game->version,
                                            .variant = duel_buf_str(&t->variant),
                                            .position = duel_str_of(t->position),
                                            .record = duel_buf_str(&t->record),
                                            .told = duel_buf_str(&t->told)};
    bool failed = t->record.failed || t->told.failed || t->variant.failed;
    return failed ? duel_no_space(why) : DUEL_OK;
}

static duel_status harvest_moves(found_mistakes *h, const duel_record *game, unsigned seats,
                                 const game_review *review, duel_msg *why)
{
    duel_status status = DUEL_OK;
    h->list = calloc(review->count + 1, sizeof *h->list);
    h->text = calloc(review->count + 1, sizeof *h->text);
    if (h->list == NULL || h->text == NULL)
        return duel_no_space(why);
    for (size_t i = 0; status == DUEL_OK && i < review->count; i++) {
        game_mistake m;
        if (!(seats >> review->move[i].seat & 1))
            continue;
        status = mistake_take(game, review, i, &m, why);
        if (status == DUEL_OK) {
            status = add_harvest(h, &m, why);
            mistake_fini(&m);
        } else if (status == DUEL_REFUSED) {
            status = DUEL_OK;
        }
    }
    return status;
}

duel_status found_mistakes_new(const duel_record *game, unsigned seats,
                               const game_review *review, found_mistakes **out, duel_msg *why)
{
    found_mistakes *h = calloc(1, sizeof *h);
    duel_status status = h ? harvest_moves(h, game, seats, review, why) : duel_no_space(why);
    if (status == DUEL_OK)
        *out = h;
    else
        found_mistakes_free(h);
    return status;
}

duel_status mistakes_keep(const practice_setup *p, const found_mistakes *h, bool *fresh,
                          duel_msg *why)
{
    for (size_t i = 0; i < h->count; i++)
        h->list[i].due = p->now;
    return store_reviewed(p->store, p->profile, p->game, h->list, h->count, p->now, fresh, why);
}

/* ---- gathering --------------------------------------------------------------------------- */

typedef struct id_list {
    char (*id)[STORE_ID_TEXT];
    size_t count, room;
    bool failed;
} id_list;

static bool take_id(void *to, const char *id)
{
    id_list *l = to;
    l->failed = !GROW(l->id, l->room, l->count + 1);
    if (l->failed)
        return false;
    if (strlen(id) < STORE_ID_TEXT)
        memcpy(l->id[l->count++], id, strlen(id) + 1);
    return true;
}

static duel_status list_unreviewed(const practice_setup *p, id_list *l, duel_msg *why)
{
    duel_status status = store_unreviewed(p->store, p->profile, p->game, take_id, l, why);
    return status == DUEL_OK && l->failed ? duel_no_space(why) : status;
}

struct mistake_gatherer {
    practice_setup p;
    mistake_examiner x;
    id_list games;
    size_t at;               /* of them */
    game_session *session;   /* the game it is at; NULL: none yet */
    game_reviewer *reviewer; /* of it */
};

duel_status mistake_gatherer_new(const practice_setup *p, const mistake_examiner *x,
                                 mistake_gatherer **out, duel_msg *why)
{
    mistake_gatherer *g = calloc(1, sizeof *g);
    if (g == NULL)
        return duel_no_space(why);
    g->p = *p;
    g->x = *x;
    duel_status status = list_unreviewed(p, &g->games, why);
    if (status == DUEL_OK)
        *out = g;
    else
        mistake_gatherer_free(g);
    return status;
}

static void put_game_away(mistake_gatherer *g)
{
    game_reviewer_free(g->reviewer);
    session_free(g->session);
    g->reviewer = NULL;
    g->session = NULL;
}

void mistake_gatherer_free(mistake_gatherer *g)
{
    if (g == NULL)
        return;
    put_game_away(g);
    free(g->games.id);
    free(g);
}

bool mistake_gatherer_left(const mistake_gatherer *g)
{
    return g->at < g->games.count;
}

mistakes_gathered mistake_gatherer_at(const mistake_gatherer *g)
{
    size_t moves = g->session ? session_record(g->session)->count : 0;
    size_t left = g->reviewer ? game_reviewer_left(g->reviewer) : moves;
    return (mistakes_gathered){g->at, g->games.count, moves - left, moves};
}

/* A game of a file that is not at hand stays unreviewed; so does one that goes on. */
static duel_status take_up_game(mistake_gatherer *g, duel_msg *why)
{
    int32_t score[DUEL_SEATS];
    duel_status status = session_store_load(g->p.store, g->games.id[g->at], &g->session, why);
    if (status == DUEL_OK && !session_over(g->session, score))
        status = DUEL_REFUSED;
    if (status != DUEL_OK)
        return status;
    game_review_request q = mistake_examine(&g->x, session_record(g->session));
    return game_reviewer_new(&q, &g->reviewer, why);
}

static unsigned seats_of_profile(const game_session *s, const char *profile)
{
    unsigned seats = 0;
    for (int i = 0; i < session_variant(s)->seats; i++)
        if (session_human(s, i) && strcmp(session_who(s, i), profile) == 0)
            seats |= 1U << i;
    return seats;
}

static duel_status keep_game(const mistake_gatherer *g, duel_msg *why)
{
    bool fresh;
    game_review review;
    found_mistakes *h = NULL;
    practice_setup of = g->p;
    of.game = session_id(g->session);
    game_reviewer_finish(g->reviewer, &review);
    duel_status status = found_mistakes_new(
        session_record(g->session), seats_of_profile(g->session, of.profile), &review, &h, why);
    if (status == DUEL_OK)
        status = mistakes_keep(&of, h, &fresh, why);
    found_mistakes_free(h);
    game_review_fini(&review);
    return status;
}

/* A game that fails is passed over; not so memory that is short, and who has had enough. */
static bool may_pass_over(const mistake_gatherer *g, duel_status status)
{
    return status != DUEL_NO_SPACE && !(g->x.stop && atomic_load(g->x.stop));
}

duel_status mistake_gatherer_step(mistake_gatherer *g, duel_msg *why)
{
    duel_status status = DUEL_OK;
    if (g->reviewer == NULL)
        status = take_up_game(g, why);
    else if (game_reviewer_left(g->reviewer))
        status = game_reviewer_step(g->reviewer, why);
    if (status != DUEL_OK && !may_pass_over(g, status))
        return status;
    bool through = status == DUEL_OK && game_reviewer_left(g->reviewer) == 0;
    bool passed = status != DUEL_OK;
    status = through ? keep_game(g, why) : DUEL_OK;
    if (passed || (through && status == DUEL_OK)) {
        put_game_away(g);
        g->at++;
    }
    return status;
}

/* ---- what is due ------------------------------------------------------------------------- */

static store_exercise_query query_of(const practice_setup *p)
{
    return (store_exercise_query){.profile = p->profile,
                                  .source = source,
                                  .origin = p->game,
                                  .since = spacing_today(p->now),
                                  .now = p->now};
}

/* What belongs to a file that is not loaded, or was written anew, cannot be asked. */
static bool is_at_hand(duel_str game, unsigned rules)
{
    const duel_game *g = catalogue_find_game(game);
    return g && g->version == rules;
}

static bool add_sums(void *to, const exercise_sums *row)
{
    exercise_sums *all = to;
    if (!is_at_hand(row->game, row->rules))
        return true;
    all->fresh += row->fresh;
    all->again += row->again;
    all->tried += row->tried;
    all->later += row->later;
    all->never += row->never;
    if (row->next && (all->next == 0 || row->next < all->next))
        all->next = row->next;
    return true;
}

static duel_status sum_up_exercises(const practice_setup *p, exercise_sums *out, duel_msg *why)
{
    store_exercise_query q = query_of(p);
    *out = (exercise_sums){.fresh = 0};
    return store_exercise_sums(p->store, &q, add_sums, out, why);
}

/* How many may still be begun today. */
static int64_t room_today(const practice_setup *p, const exercise_sums *s)
{
    if (p->game[0])
        return s->fresh;
    return s->tried < PRACTICE_DAY ? PRACTICE_DAY - s->tried : 0;
}

static bool count_id(void *to, const char *id)
{
    ++*(int64_t *)to;
    return true;
}

duel_status mistakes_agenda(const practice_setup *p, exercise_agenda *out, duel_msg *why)
{
    exercise_sums s;
    int64_t unreviewed = 0;
    duel_status status = sum_up_exercises(p, &s, why);
    if (status == DUEL_OK)
        status = store_unreviewed(p->store, p->profile, p->game, count_id, &unreviewed, why);
    if (status != DUEL_OK)
        return status;
    int64_t room = room_today(p, &s), begun = s.fresh < room ? s.fresh : room;
    *out = (exercise_agenda){.due = begun + s.again,
                             .put_off = s.fresh - begun,
                             .later = s.later,
                             .next = s.next,
                             .retired = s.never,
                             .unreviewed = unreviewed};
    return DUEL_OK;
}

/* ---- asking ------------------------------------------------------------------------------ */

void exercise_asked_fini(exercise_asked *a)
{
    mistake_fini(&a->mistake);
}

typedef struct reading {
    exercise_asked *out;
    duel_status status;
    duel_msg *why;
} reading;

static bool take_exercise(void *to, const stored_exercise *e)
{
    reading *r = to;
    *r->out = (exercise_asked){.id = e->id, .step = e->step, .due = e->due};
    r->status = mistake_read(e->record, e->told, &r->out->mistake, r->why);
    return false;
}

/* The first that can be asked. */
static bool take_due(void *to, const stored_exercise *e)
{
    reading *r = to;
    if (!is_at_hand(e->game, e->rules))
        return true;
    take_exercise(to, e);
    return r->status != DUEL_OK;
}

duel_status mistakes_next(const practice_setup *p, exercise_asked *out, duel_msg *why)
{
    exercise_sums s;
    store_exercise_query q = query_of(p);
    reading r = {out, DUEL_REFUSED, NULL};
    duel_status status = sum_up_exercises(p, &s, why);
    if (status == DUEL_OK)
        status = store_due(p->store, &q, room_today(p, &s) > 0, take_due, &r, why);
    if (status == DUEL_OK && r.status != DUEL_OK)
        status = duel_refuse(why, N_("None of your mistakes is due."), "");
    return status;
}

duel_status mistakes_find(const practice_setup *p, int64_t id, exercise_asked *out,
                          duel_msg *why)
{
    reading r = {out, DUEL_REFUSED, why};
    duel_status status = store_exercise(p->store, p->profile, id, take_exercise, &r, why);
    return status == DUEL_OK ? r.status : status;
}

duel_status mistakes_answer(const practice_setup *p, exercise_asked *a,
                            const exercise_try *tried, duel_msg *why)
{
    bool right = tried && tried->right;
    if (a->due > p->now)
        return DUEL_OK;
    spaced_repetition plan = spacing_after((spaced_repetition){a->step, a->due}, right, p->now);
    if (right && tried->move == a->mistake.played)
        plan.due = DUEL_NEVER;
    duel_status status =
        store_attempt(p->store, p->profile, a->id, right, plan.step, plan.due, p->now, why);
    if (status == DUEL_OK) {
        a->step = plan.step;
        a->due = plan.due;
    }
    return status;
}
