/* teach/practice.c -- see practice.h. */
#include "teach/practice.h"
#include "core/play.h"
#include "core/variant.h"
#include "players/catalogue.h"
#include "teach/spacing.h"

#include <stdlib.h>
#include <string.h>

static const char source[] = "mistake";

/* ---- keeping ------------------------------------------------------------------------------
 */

/* A mistake with the texts that the store is to keep of it. */
typedef struct kept_text {
    duel_buf record, told, variant;
    char position[DUEL_POSITION_HASH];
} kept_text;

struct duel_found_mistakes {
    duel_exercise *list;
    kept_text *text;
    size_t count;
};

void duel_found_mistakes_free(duel_found_mistakes *h)
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
static duel_status add_harvest(duel_found_mistakes *h, const duel_mistake *m, duel_msg *why)
{
    const duel_variant *v = &m->record.variant;
    kept_text *t = &h->text[h->count];
    duel_state view;
    duel_buf_init(&t->record);
    duel_buf_init(&t->told);
    duel_buf_init(&t->variant);
    duel_record_print(&m->record, &t->record.sink);
    duel_mistake_print(m, &t->told.sink);
    duel_variant_print(v, &t->variant.sink);
    duel_view(v, &m->state, m->seat, &view);
    duel_position_hash(v, &view, t->position);
    h->list[h->count++] = (duel_exercise){.source = duel_str_of(source),
                                          .game = duel_str_of(v->game->id),
                                          .rules = v->game->version,
                                          .variant = duel_buf_str(&t->variant),
                                          .position = duel_str_of(t->position),
                                          .record = duel_buf_str(&t->record),
                                          .told = duel_buf_str(&t->told)};
    bool failed = t->record.failed || t->told.failed || t->variant.failed;
    return failed ? duel_full(why) : DUEL_OK;
}

static duel_status harvest_moves(duel_found_mistakes *h, const duel_record *game,
                                 unsigned seats, const duel_review *review, duel_msg *why)
{
    duel_status status = DUEL_OK;
    h->list = calloc(review->count + 1, sizeof *h->list);
    h->text = calloc(review->count + 1, sizeof *h->text);
    if (h->list == NULL || h->text == NULL)
        return duel_full(why);
    for (size_t i = 0; status == DUEL_OK && i < review->count; i++) {
        duel_mistake m;
        if (!(seats >> review->move[i].seat & 1))
            continue;
        status = duel_mistake_take(game, review, i, &m, why);
        if (status == DUEL_OK) {
            status = add_harvest(h, &m, why);
            duel_mistake_fini(&m);
        } else if (status == DUEL_NO) {
            status = DUEL_OK;
        }
    }
    return status;
}

duel_status duel_found_mistakes_new(const duel_record *game, unsigned seats,
                                    const duel_review *review, duel_found_mistakes **out,
                                    duel_msg *why)
{
    duel_found_mistakes *h = calloc(1, sizeof *h);
    duel_status status = h ? harvest_moves(h, game, seats, review, why) : duel_full(why);
    if (status == DUEL_OK)
        *out = h;
    else
        duel_found_mistakes_free(h);
    return status;
}

duel_status duel_practice_keep(const duel_practice *p, const duel_found_mistakes *h,
                               bool *fresh, duel_msg *why)
{
    for (size_t i = 0; i < h->count; i++)
        h->list[i].due = p->now;
    return duel_store_reviewed(p->store, p->profile, p->game, h->list, h->count, p->now, fresh,
                               why);
}

/* ---- gathering ----------------------------------------------------------------------------
 */

typedef struct id_list {
    char (*id)[DUEL_ID_TEXT];
    size_t count, room;
    bool failed;
} id_list;

static bool take_id(void *to, const char *id)
{
    id_list *l = to;
    if (l->count == l->room) {
        size_t room = l->room ? 2 * l->room : 64;
        char(*bigger)[DUEL_ID_TEXT] = realloc(l->id, room * sizeof *bigger);
        l->failed = bigger == NULL;
        if (l->failed)
            return false;
        l->id = bigger;
        l->room = room;
    }
    if (strlen(id) < DUEL_ID_TEXT)
        memcpy(l->id[l->count++], id, strlen(id) + 1);
    return true;
}

static duel_status list_unreviewed(const duel_practice *p, id_list *l, duel_msg *why)
{
    duel_status status = duel_store_unreviewed(p->store, p->profile, p->game, take_id, l, why);
    return status == DUEL_OK && l->failed ? duel_full(why) : status;
}

struct duel_gatherer {
    duel_practice p;
    duel_examiner x;
    id_list games;
    size_t at;               /* of them */
    duel_session *session;   /* the game it is at; NULL: none yet */
    duel_reviewer *reviewer; /* of it */
};

duel_status duel_gatherer_new(const duel_practice *p, const duel_examiner *x,
                              duel_gatherer **out, duel_msg *why)
{
    duel_gatherer *g = calloc(1, sizeof *g);
    if (g == NULL)
        return duel_full(why);
    g->p = *p;
    g->x = *x;
    duel_status status = list_unreviewed(p, &g->games, why);
    if (status == DUEL_OK)
        *out = g;
    else
        duel_gatherer_free(g);
    return status;
}

static void put_game_away(duel_gatherer *g)
{
    duel_reviewer_free(g->reviewer);
    duel_session_free(g->session);
    g->reviewer = NULL;
    g->session = NULL;
}

void duel_gatherer_free(duel_gatherer *g)
{
    if (g == NULL)
        return;
    put_game_away(g);
    free(g->games.id);
    free(g);
}

bool duel_gatherer_left(const duel_gatherer *g)
{
    return g->at < g->games.count;
}

duel_gathered duel_gatherer_at(const duel_gatherer *g)
{
    size_t moves = g->session ? duel_session_record(g->session)->count : 0;
    size_t left = g->reviewer ? duel_reviewer_left(g->reviewer) : moves;
    return (duel_gathered){g->at, g->games.count, moves - left, moves};
}

/* A game of a file that is not at hand stays unreviewed; so does one that goes on. */
static duel_status take_up_game(duel_gatherer *g, duel_msg *why)
{
    int32_t score[DUEL_SEATS];
    duel_status status = duel_keep_load(g->p.store, g->games.id[g->at], &g->session, why);
    if (status == DUEL_OK && !duel_session_over(g->session, score))
        status = DUEL_NO;
    if (status != DUEL_OK)
        return status;
    duel_review_request q = duel_examine(&g->x, duel_session_record(g->session));
    return duel_reviewer_new(&q, &g->reviewer, why);
}

static unsigned seats_of_profile(const duel_session *s, const char *profile)
{
    unsigned seats = 0;
    for (int i = 0; i < duel_session_variant(s)->seats; i++)
        if (duel_session_human(s, i) && strcmp(duel_session_who(s, i), profile) == 0)
            seats |= 1U << i;
    return seats;
}

static duel_status keep_game(const duel_gatherer *g, duel_msg *why)
{
    bool fresh;
    duel_review review;
    duel_found_mistakes *h = NULL;
    duel_practice of = g->p;
    of.game = duel_session_id(g->session);
    duel_reviewer_finish(g->reviewer, &review);
    duel_status status =
        duel_found_mistakes_new(duel_session_record(g->session),
                                seats_of_profile(g->session, of.profile), &review, &h, why);
    if (status == DUEL_OK)
        status = duel_practice_keep(&of, h, &fresh, why);
    duel_found_mistakes_free(h);
    duel_review_fini(&review);
    return status;
}

/* A game that fails is passed over; not so memory that is short, and who has had enough. */
static bool may_pass_over(const duel_gatherer *g, duel_status status)
{
    return status != DUEL_FULL && !(g->x.stop && atomic_load(g->x.stop));
}

duel_status duel_gatherer_step(duel_gatherer *g, duel_msg *why)
{
    duel_status status = DUEL_OK;
    if (g->reviewer == NULL)
        status = take_up_game(g, why);
    else if (duel_reviewer_left(g->reviewer))
        status = duel_reviewer_step(g->reviewer, why);
    if (status != DUEL_OK && !may_pass_over(g, status))
        return status;
    bool through = status == DUEL_OK && duel_reviewer_left(g->reviewer) == 0;
    bool passed = status != DUEL_OK;
    status = through ? keep_game(g, why) : DUEL_OK;
    if (passed || (through && status == DUEL_OK)) {
        put_game_away(g);
        g->at++;
    }
    return status;
}

/* ---- what is due --------------------------------------------------------------------------
 */

static duel_exercise_query query_of(const duel_practice *p)
{
    return (duel_exercise_query){.profile = p->profile,
                                 .source = source,
                                 .origin = p->game,
                                 .since = duel_spacing_today(p->now),
                                 .now = p->now};
}

/* What belongs to a file that is not loaded, or was written anew, cannot be asked. */
static bool is_at_hand(duel_str game, unsigned rules)
{
    const duel_game *g = duel_find_game(game);
    return g && g->version == rules;
}

static bool add_sums(void *to, const duel_exercise_sums *row)
{
    duel_exercise_sums *all = to;
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

static duel_status sum_up_exercises(const duel_practice *p, duel_exercise_sums *out,
                                    duel_msg *why)
{
    duel_exercise_query q = query_of(p);
    *out = (duel_exercise_sums){.fresh = 0};
    return duel_store_exercise_sums(p->store, &q, add_sums, out, why);
}

/* How many may still be begun today. */
static int64_t room_today(const duel_practice *p, const duel_exercise_sums *s)
{
    if (p->game[0])
        return s->fresh;
    return s->tried < DUEL_PRACTICE_DAY ? DUEL_PRACTICE_DAY - s->tried : 0;
}

static bool count_id(void *to, const char *id)
{
    (void)id;
    ++*(int64_t *)to;
    return true;
}

duel_status duel_practice_agenda(const duel_practice *p, duel_agenda *out, duel_msg *why)
{
    duel_exercise_sums s;
    int64_t unreviewed = 0;
    duel_status status = sum_up_exercises(p, &s, why);
    if (status == DUEL_OK)
        status =
            duel_store_unreviewed(p->store, p->profile, p->game, count_id, &unreviewed, why);
    if (status != DUEL_OK)
        return status;
    int64_t room = room_today(p, &s), begun = s.fresh < room ? s.fresh : room;
    *out = (duel_agenda){.due = begun + s.again,
                         .put_off = s.fresh - begun,
                         .later = s.later,
                         .next = s.next,
                         .retired = s.never,
                         .unreviewed = unreviewed};
    return DUEL_OK;
}

/* ---- asking -------------------------------------------------------------------------------
 */

void duel_asked_fini(duel_asked *a)
{
    duel_mistake_fini(&a->mistake);
}

typedef struct reading {
    duel_asked *out;
    duel_status status;
    duel_msg *why;
} reading;

static bool take_exercise(void *to, const duel_exercise *e)
{
    reading *r = to;
    *r->out = (duel_asked){.id = e->id, .step = e->step, .due = e->due};
    r->status = duel_mistake_read(e->record, e->told, &r->out->mistake, r->why);
    return false;
}

/* The first that can be asked. */
static bool take_due(void *to, const duel_exercise *e)
{
    reading *r = to;
    if (!is_at_hand(e->game, e->rules))
        return true;
    take_exercise(to, e);
    return r->status != DUEL_OK;
}

duel_status duel_practice_next(const duel_practice *p, duel_asked *out, duel_msg *why)
{
    duel_exercise_sums s;
    duel_exercise_query q = query_of(p);
    reading r = {out, DUEL_NO, NULL};
    duel_status status = sum_up_exercises(p, &s, why);
    if (status == DUEL_OK)
        status = duel_store_due(p->store, &q, room_today(p, &s) > 0, take_due, &r, why);
    if (status == DUEL_OK && r.status != DUEL_OK)
        status = duel_refuse(why, N_("None of your mistakes is due."), "");
    return status;
}

duel_status duel_practice_find(const duel_practice *p, int64_t id, duel_asked *out,
                               duel_msg *why)
{
    reading r = {out, DUEL_NO, why};
    duel_status status = duel_store_exercise(p->store, p->profile, id, take_exercise, &r, why);
    return status == DUEL_OK ? r.status : status;
}

duel_status duel_practice_answer(const duel_practice *p, duel_asked *a, const duel_try *tried,
                                 duel_msg *why)
{
    bool right = tried && tried->right;
    if (a->due > p->now)
        return DUEL_OK;
    duel_spacing plan = duel_spacing_after((duel_spacing){a->step, a->due}, right, p->now);
    if (right && tried->move == a->mistake.played)
        plan.due = DUEL_NEVER;
    duel_status status = duel_store_attempt(p->store, p->profile, a->id, right, plan.step,
                                            plan.due, p->now, why);
    if (status == DUEL_OK) {
        a->step = plan.step;
        a->due = plan.due;
    }
    return status;
}
