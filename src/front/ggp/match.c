/* front/ggp/match.c -- a match that a player is in: see inside.h.
 *
 * Legal moves come from the prover, which can follow any sheet; the best of them from an engine
 * for the view of our seat, once the sheet has become a game. */
#include "base/clock.h"
#include "core/play.h"
#include "core/variant.h"
#include "front/ggp/inside.h"
#include "gdl/prover.h"
#include "players/player.h"
#include "sheets/load.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ---- a sheet becomes a game -------------------------------------------------------------- */

/* That may take many seconds, and clocks run: whoever is to move meanwhile plays without it. It
 * cannot be broken off, so a study that was left goes on until it is done; there are places
 * for a few of them, and a match for which there is none does without. */
typedef struct ggp_study {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    char *text;
    size_t len;
    bool done, left; /* under the lock */
    sheets_game *game;
} ggp_study;

static void *study_sheet(void *what)
{
    ggp_study *s = what;
    sheets_game *game = NULL;
    sheets_open_text("match.kif", (duel_str){s->text, s->len}, true, &game, NULL);
    pthread_mutex_lock(&s->lock);
    s->game = game;
    s->done = true;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

static void end_study(ggp_study *s)
{
    sheets_close(s->game);
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
    free(s->text);
    free(s);
}

static void free_study(ggp_study *s)
{
    pthread_join(s->thread, NULL);
    end_study(s);
}

static bool is_over_with(ggp_study *s)
{
    pthread_mutex_lock(&s->lock);
    bool over = s->done && s->left;
    pthread_mutex_unlock(&s->lock);
    return over;
}

/* -1: none. */
static int free_place(ggp_sheet_loader *all)
{
    int place = -1;
    for (int i = 0; i < GGP_STUDIES; i++) {
        if (all->at[i] && is_over_with(all->at[i])) {
            free_study(all->at[i]);
            all->at[i] = NULL;
        }
        if (all->at[i] == NULL)
            place = i;
    }
    return place;
}

static ggp_study *new_study(duel_str sheet)
{
    ggp_study *s = calloc(1, sizeof *s);
    char *text = malloc(sheet.len + 1);
    if (s == NULL || text == NULL) {
        free(s);
        free(text);
        return NULL;
    }
    memcpy(text, sheet.at, sheet.len);
    s->text = text;
    s->len = sheet.len;
    pthread_mutex_init(&s->lock, NULL);
    duel_clock_cond(&s->changed);
    return s;
}

/* NULL: there is no place, or no memory. The text is copied. */
static ggp_study *begin_study(ggp_sheet_loader *all, duel_str sheet)
{
    int place = free_place(all);
    ggp_study *s = place < 0 ? NULL : new_study(sheet);
    if (s == NULL)
        return NULL;
    if (pthread_create(&s->thread, NULL, study_sheet, s) != 0) {
        end_study(s);
        return NULL;
    }
    return all->at[place] = s;
}

/* Whether it is done; waits for that until a moment of the clock. */
static bool study_is_done(ggp_study *s, double until)
{
    bool goes_on = true;
    if (s == NULL)
        return true;
    pthread_mutex_lock(&s->lock);
    while (!s->done && goes_on)
        goes_on = duel_clock_wait(&s->changed, &s->lock, until);
    bool done = s->done;
    pthread_mutex_unlock(&s->lock);
    return done;
}

/* The game. NULL: not yet, or it is none that can be played here. It lives as long as the
 * study. */
static const duel_game *game_of_study(ggp_study *s)
{
    return s && study_is_done(s, 0) && s->game ? sheets_table(s->game) : NULL;
}

/* Nobody asks any more. */
static void leave_study(ggp_study *s)
{
    if (s == NULL)
        return;
    pthread_mutex_lock(&s->lock);
    s->left = true;
    pthread_mutex_unlock(&s->lock);
}

void ggp_sheet_loader_end(ggp_sheet_loader *all)
{
    for (int i = 0; i < GGP_STUDIES; i++)
        if (all->at[i])
            free_study(all->at[i]);
}

/* ---- the match --------------------------------------------------------------------------- */

enum { ENGINE_MEMORY = 256 << 20, PROVER_SECONDS = 600, PROVER_MEMORY = 1 << 30 };

struct ggp_match {
    gdl_sheet *sheet;
    gdl_prover *prover;
    uint32_t role;
    gdl_term *joint; /* by role: room for a step */
    duel_rng rng;
    duel_buf move;
    /* once the sheet is a game */
    ggp_study *study;
    duel_variant v;
    machine_player *player; /* NULL: not yet, or never */
    duel_answer *answer;
};

/* ---- beginning -------------------------------------------------------------------------- */

static void put_role(const ggp_match *m, uint32_t role, duel_buf *out)
{
    gdl_put_term(gdl_prover_terms(m->prover), m->sheet->role[role], &out->sink);
}

static bool find_role(ggp_match *m, duel_str name)
{
    duel_buf text;
    bool found = false;
    duel_buf_init(&text);
    for (uint32_t r = 0; r < m->sheet->roles && !found; r++) {
        duel_buf_clear(&text);
        put_role(m, r, &text);
        if ((found = duel_str_same_word(name, text.text)))
            m->role = r;
    }
    duel_buf_fini(&text);
    return found;
}

static duel_status read_match(ggp_match *m, const ggp_message *start, duel_msg *why)
{
    static const gdl_limits limits = {.seconds = PROVER_SECONDS, .bytes = PROVER_MEMORY};
    char seed[DUEL_SEED_TEXT];
    duel_status status = gdl_sheet_read(start->sheet, &m->sheet, why);
    if (status == DUEL_OK)
        status = gdl_prover_new(m->sheet, limits, &m->prover, why);
    if (status != DUEL_OK)
        return status;
    duel_seed_from_system(seed);
    duel_rng_init(&m->rng, duel_str_of(seed));
    m->joint = calloc(m->sheet->roles, sizeof *m->joint);
    m->answer = malloc(sizeof *m->answer);
    if (m->joint == NULL || m->answer == NULL)
        return duel_no_space(why);
    if (!find_role(m, start->role))
        return duel_invalid(why, N_("The sheet has no role “{0}”."), "s", start->role);
    return DUEL_OK;
}

duel_status ggp_match_new(const ggp_message *start, ggp_sheet_loader *studies, ggp_match **out,
                          duel_msg *why)
{
    ggp_match *m = calloc(1, sizeof *m);
    if (m == NULL)
        return duel_no_space(why);
    duel_buf_init(&m->move);
    duel_status status = read_match(m, start, why);
    if (status == DUEL_OK) {
        m->study = begin_study(studies, start->sheet);
        *out = m;
    } else {
        ggp_match_free(m);
    }
    return status;
}

void ggp_match_free(ggp_match *m)
{
    if (m == NULL)
        return;
    player_close(m->player);
    leave_study(m->study);
    gdl_prover_free(m->prover);
    gdl_sheet_free(m->sheet);
    duel_buf_fini(&m->move);
    free(m->joint);
    free(m->answer);
    free(m);
}

/* ---- going on --------------------------------------------------------------------------- */

duel_status ggp_match_advance(ggp_match *m, duel_str moves, duel_msg *why)
{
    duel_str move;
    uint32_t count = 0;
    duel_status status = DUEL_OK;
    while (status == DUEL_OK && count < m->sheet->roles && term_ids_cut(&moves, &move))
        status = gdl_prover_term(m->prover, move, &m->joint[count++], why);
    if (status == DUEL_OK && (count < m->sheet->roles || duel_str_skip(&moves, " \t\r\n")))
        status = duel_invalid(why, N_("A step has a move of each of {0} {0:role|roles}."), "i",
                              (int64_t)m->sheet->roles);
    return status == DUEL_OK ? gdl_prover_play(m->prover, m->joint, why) : status;
}

const char *ggp_match_anything(ggp_match *m)
{
    const gdl_list *legal = gdl_prover_legal(m->prover, m->role);
    duel_buf_clear(&m->move);
    if (legal->count)
        gdl_put_term(gdl_prover_terms(m->prover),
                     legal->at[duel_rng_below(&m->rng, (uint32_t)legal->count)], &m->move.sink);
    return m->move.text;
}

static bool is_legal_text(ggp_match *m, const char *text)
{
    gdl_term move;
    if (gdl_prover_term(m->prover, duel_str_of(text), &move, NULL) != DUEL_OK)
        return false;
    const gdl_list *legal = gdl_prover_legal(m->prover, m->role);
    for (size_t i = 0; i < legal->count; i++)
        if (legal->at[i] == move)
            return true;
    return false;
}

/* ---- the position as a view of our seat ------------------------------------------------- */

static bool is_chance_role(const ggp_match *m, uint32_t role)
{
    const gdl_terms *t = &m->sheet->terms;
    gdl_functor f = gdl_term_functor(t, m->sheet->role[role]);
    return gdl_functor_symbol(t, f) == GDL_RANDOM && gdl_functor_arity(t, f) == GDL_PLAIN;
}

/* Seats are the roles in their order, chance left out. */
static int own_seat(const ggp_match *m)
{
    int seat = 0;
    for (uint32_t r = 0; r < m->role; r++)
        seat += !is_chance_role(m, r);
    return seat;
}

/* Who chooses at the same time and sits before us has, in our view, sealed a choice. */
static void put_facts_of(ggp_match *m, duel_buf *out)
{
    const gdl_list *facts = gdl_prover_state(m->prover);
    for (size_t i = 0; i < facts->count; i++) {
        gdl_put_term(gdl_prover_terms(m->prover), facts->at[i], &out->sink);
        duel_put(&out->sink, " ");
    }
    duel_put(&out->sink, "||");
    for (uint32_t r = 0; r < m->role; r++) {
        if (is_chance_role(m, r) || gdl_prover_legal(m->prover, r)->count < 2)
            continue;
        duel_put(&out->sink, " (does ");
        put_role(m, r, out);
        duel_put(&out->sink, " ?)");
    }
}

/* False: it is not our turn in our game, or no position of it. */
static bool read_view(ggp_match *m, duel_state *view)
{
    duel_buf text;
    duel_buf_init(&text);
    put_facts_of(m, &text);
    bool read = !text.failed && duel_read(&m->v, duel_buf_str(&text), view, NULL) == DUEL_OK;
    duel_buf_fini(&text);
    return read && !duel_is_over(&m->v, view) && m->v.game->turn(&m->v, view) == own_seat(m);
}

/* ---- thinking --------------------------------------------------------------------------- */

/* In small steps: somebody may call a halt. */
static void wait_for_study(ggp_match *m, const ggp_thinking *t)
{
    static const double step = 0.05;
    double now = duel_clock();
    while (now < t->until && !atomic_load(t->stop) &&
           !study_is_done(m->study, now + step < t->until ? now + step : t->until))
        now = duel_clock();
}

static bool open_engine(ggp_match *m, const ggp_thinking *t)
{
    if (m->player || is_chance_role(m, m->role))
        return m->player != NULL;
    wait_for_study(m, t);
    const duel_game *game = game_of_study(m->study);
    if (game && duel_variant_make(game, NULL, 0, &m->v, NULL) == DUEL_OK)
        player_open(duel_str_of("expert"), &m->v, ENGINE_MEMORY, NULL, &m->player, NULL);
    return m->player != NULL;
}

typedef struct ggp_watch {
    const duel_variant *v;
    const duel_state *view;
    const ggp_thinking *t;
} ggp_watch;

static void tell_better(void *watcher, const duel_progress *p)
{
    const ggp_watch *w = watcher;
    duel_buf text;
    if (p->depth == 0)
        return;
    duel_buf_init(&text);
    duel_print_move(w->v, w->view, p->best, &text.sink);
    if (!text.failed)
        w->t->better(w->t->watcher, text.text);
    duel_buf_fini(&text);
}

static bool think_of(ggp_match *m, const duel_state *view, const ggp_thinking *t,
                     double seconds)
{
    ggp_watch watch = {&m->v, view, t};
    duel_think think = {.view = view,
                        .seat = own_seat(m),
                        .seconds = seconds,
                        .seed = duel_rng_next(&m->rng),
                        .stop = t->stop,
                        .progress = t->better ? tell_better : NULL,
                        .watcher = &watch};
    return player_think(m->player, &think, m->answer, NULL) == DUEL_OK &&
           m->answer->plan_count > 0;
}

/* Thinks about the state as it is, if it is ours to move and there is a choice. */
static bool think_here(ggp_match *m, const ggp_thinking *t, duel_state *view)
{
    enum { SHORTEST_MS = 20 };
    if (gdl_prover_legal(m->prover, m->role)->count < 2 || !open_engine(m, t) ||
        !read_view(m, view))
        return false;
    double left = t->until - duel_clock();
    if (t->most > 0 && left > t->most)
        left = t->most;
    return left > SHORTEST_MS * 1e-3 && think_of(m, view, t, left);
}

void ggp_match_prepare(ggp_match *m, const ggp_thinking *t)
{
    duel_state view;
    open_engine(m, t);
    think_here(m, t, &view);
}

const char *ggp_match_choose(ggp_match *m, const ggp_thinking *t)
{
    duel_state view;
    if (!think_here(m, t, &view))
        return NULL;
    duel_buf_clear(&m->move);
    duel_print_move(&m->v, &view, m->answer->plan[0], &m->move.sink);
    return !m->move.failed && is_legal_text(m, m->move.text) ? m->move.text : NULL;
}
