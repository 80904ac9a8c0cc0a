/* front/tui/table.h -- the game before the screen: how it is set up, the table, what thinks
 * beside the keyboard, and the sentences about it. Nothing here knows of windows. */
#pragma once

#include "core/lesson.h"
#include "core/record.h"
#include "front/local_table.h"
#include "front/solved_stats.h"
#include "front/wording.h"
#include "table/session.h" /* what an opening is */
#include "teach/review.h"

#include <pthread.h>

/* ---- table.c ----------------------------------------------------------------------------- */

/* What is typed before a game: its starting situation, and who plays.
 *
 * A situation is settings (matches=11 max=4), a position in the game's notation, both, or
 * nothing. As in 1995 a number alone is enough: where it is no position it is the value of the
 * game's first setting. seed=… fixes the deal. */

enum { TUI_SEATS_TEXT = 256 };

typedef struct tui_setup {
    duel_variant v;
    char seed[96];
    bool fixed_seed;            /* typed: every game begins with this deal */
    duel_buf start;             /* a position, or empty: dealt */
    char seats[TUI_SEATS_TEXT]; /* as typed; empty: the default */
    seat_names seat_names;      /* those of them who have a name */
} tui_setup;

/* The default situation of a game. */
duel_status tui_setup_init(tui_setup *s, const duel_game *g, duel_msg *why);
void tui_setup_fini(tui_setup *s);

/* *s changes only if the whole text is right. */
duel_status tui_setup_read(tui_setup *s, duel_str text, duel_msg *why);
/* The state that the game will begin with. */
duel_status tui_setup_state(const tui_setup *s, duel_state *out, duel_msg *why);

/* Who plays: 1 the person first, 2 the machine first, 3 people only, 4 machines only; or the
 * spec of the opponent, or of all seats joined by commas; human:Ada has a name. */
duel_status tui_setup_seats(tui_setup *s, duel_str text, duel_msg *why);
/* Fills in what a session needs; its texts live in `room`. */
duel_status tui_setup_opening(const tui_setup *s, char room[DUEL_SEATS][PLAYER_SPEC_TEXT],
                              session_opening *out, duel_msg *why);

/* The game at the table: what was chosen, the table itself, the lesson.
 *
 *     choose ──▶ (setup) ──▶ begin or resume ──▶ give ──▶ clear
 *            └─▶ learn ──▶ stop learning
 *
 * A lesson (core/lesson.h) lies over the game: while there is one, its position is the one
 * shown and played.
 *
 * Everything that is shown of a state comes from tui_table_view, which gives what the person
 * before the screen may see. */

typedef struct tui_table {
    local_table at; /* its table is NULL: no game begun */
    size_t memory;
    double seconds;
    const duel_game *game; /* NULL: none chosen; then nothing below is in use */
    tui_setup setup;
    bool shown_setup;      /* the situation was asked for, and is played next */
    duel_learner *learner; /* NULL: no lesson */
} tui_table;

duel_status tui_table_choose(tui_table *t, const duel_game *g, duel_msg *why);
void tui_table_clear(tui_table *t);

duel_status tui_table_begin(tui_table *t, duel_msg *why);
duel_status tui_table_resume(tui_table *t, const char *id, duel_msg *why);
/* Leaves no game; what it was is the caller's, to be closed: keeping what was learned takes
 * long, so another thread does it. */
local_table tui_table_give(tui_table *t);

duel_status tui_table_learn(tui_table *t, duel_msg *why);
void tui_table_stop_learning(tui_table *t);

const duel_variant *tui_table_variant(const tui_table *t);
bool tui_table_over(const tui_table *t);
bool tui_table_secrets(const tui_table *t);
/* A person is to move. */
bool tui_table_waits(const tui_table *t);
/* The seat to move. */
int tui_table_turn(const tui_table *t);
/* The turn drafted is a whole one: it waits to be confirmed. */
bool tui_table_ready(const tui_table *t);
/* What the seat to move sees, with its draft. */
void tui_table_mover(const tui_table *t, duel_state *view);
/* The next person must come to the screen first: something is hidden, and another one is there.
 */
bool tui_table_needs_cover(const tui_table *t);
/* What may be shown now, and as whom. Without a game, the situation prepared. */
duel_status tui_table_view(const tui_table *t, duel_state *view, int *seat, duel_msg *why);

int tui_table_people(const tui_table *t); /* how many sit at the game begun */

/* ---- think_thread.c
 * ---------------------------------------------------------------------------- */

/* Thinking beside the keyboard: one job at a time, in a thread of its
 * own.
 *
 *     start ──▶ (progress…) ──▶ finished ──▶ the results are read
 *           └── stop: the engine answers the best it has
 *
 * While a job runs, the session, the players and the results belong to the thread: the loop may
 * look at the session but not change it. The thread wakes the loop about ten times
 * a second with news, and at the end. */

typedef enum tui_job {
    TUI_THINK_MOVE,
    TUI_THINK_ADVICE,
    TUI_GO_THROUGH,
    TUI_COUNT_SOLVED,
    TUI_LOOK_UP, /* the view, in what was solved: its answer is that of the advice */
    TUI_CLOSE
} tui_job;

typedef struct tui_order {
    tui_job job;
    table_players *cast;
    const duel_variant *v;
    local_table closed; /* TUI_CLOSE: belongs to the job */
    duel_state view;    /* what the seat sees */
    int seat;
    double seconds;
    uint64_t seed;
    wording_chair chair; /* of who reads what it comes to */
    int reader;          /* whose chair that is, DUEL_NOBODY: nobody's in particular */
    bool explain;        /* the move chosen may be explained: nothing is hidden in this game */
    bool hint;           /* the advice is asked for in steps */
    bool compare;        /* with a move the player thinks of */
    duel_move instead;
    game_review_request review; /* TUI_GO_THROUGH */
    data_store *store;          /* TUI_COUNT_SOLVED */
    solved_stats *solved;       /* opened by TUI_COUNT_SOLVED; for TUI_LOOK_UP with */
    size_t memory;
} tui_order;

typedef struct tui_worker {
    pthread_t thread;
    bool running; /* a thread is there and was not joined */
    atomic_bool stop, done;
    double began, told;
    pthread_mutex_t lock; /* of progress and news */
    duel_progress progress;
    bool news;
    tui_order order;
    duel_status status;
    duel_msg why;
    table_advice *advice;   /* the answer, with its reason */
    atomic_size_t reviewed; /* TUI_GO_THROUGH: moves, so far; */
    game_review found;      /* and what was found, for whoever takes it */
    uint64_t saved;         /* TUI_CLOSE: positions that are new */
} tui_worker;

duel_status tui_worker_init(tui_worker *w, duel_msg *why);
void tui_worker_fini(tui_worker *w); /* stops a job and waits for it */

duel_status tui_worker_start(tui_worker *w, const tui_order *order, duel_msg *why);
void tui_worker_stop(tui_worker *w);
/* True once after the end of a job: its thread is gone and the results can be read. */
bool tui_worker_finished(tui_worker *w);
/* Waits for the end, having asked for it. */
void tui_worker_wait(tui_worker *w);
/* The latest news; false: none has come yet. */
bool tui_worker_progress(tui_worker *w, duel_progress *out);

/* ---- window_text.c
 * ----------------------------------------------------------------------------- */

/* The sentences of the Player, Expert and untitled windows.
 *
 * All write paragraphs (a line each) to a sink; windows break them to their width. */

/* Moves made one after the other from a view, with blanks between them. */
void tui_words_moves(const duel_variant *v, const void *view, const duel_move *move, int count,
                     duel_sink *out);
/* Its facts, a line each. */
void tui_words_reason(duel_lang lang, const duel_reason *r, duel_sink *out);

void tui_words_progress(duel_lang lang, const tui_worker *w, const duel_progress *p,
                        double seconds, duel_sink *out);
/* How far a review has come. */
void tui_words_reviewing(duel_lang lang, const tui_worker *w, duel_sink *out);
/* That what is solved is being counted. */
void tui_words_counting(duel_lang lang, double seconds, duel_sink *out);
/* "First plays 3 — a win in 5 moves" and why. `said` is the plan as everybody may read it. */
void tui_words_choice(duel_lang lang, int seat, const char *said, const tui_worker *w,
                      duel_sink *out);
void tui_words_advice(duel_lang lang, const tui_worker *w, duel_sink *out);
/* What the search cost, and how much of it was known from earlier. */
void tui_words_cost(duel_lang lang, const duel_answer *a, duel_sink *out);
void tui_words_result(duel_lang lang, bool utf8, const tui_table *t, duel_sink *out);

void tui_words_rules(duel_lang lang, const duel_game *g, duel_sink *out);
void tui_words_games(duel_lang lang, duel_sink *out);
void tui_words_options(duel_lang lang, const duel_game *g, duel_sink *out);
void tui_words_players(duel_lang lang, const duel_variant *v, duel_sink *out);
void tui_words_help(duel_lang lang, duel_sink *out);
