/* front/tui/app.h -- the terminal interface as a whole: what its files share.
 *
 *     tui.c            the command, and the loop that sleeps until something happens
 *     key_actions.c    what a key does, by menu and by what lies on top
 *     questions.c      questions in the untitled window, lists, pages on the surface
 *     turn.c           the course of a game: whose turn, thinking, playing, the end
 *     help.c           advice, hints in steps, lenses; flags, their check, observing
 *     lesson.c         a first lesson
 *     review.c         a game gone through again
 *     explore.c        what was solved of a game, as a tree to walk
 *     pick.c           a move chosen by arrow keys, Enter and the mouse
 *     paint_screen.c   the whole screen from the whole state, every time
 *
 * Below them: table (the game), worker (thinking), words (sentences), in table.h; line
 * (typing), menu, drawing, canvas, screen (ncurses, sleeping), in screen.h. */
#pragma once

#include "core/command.h"
#include "core/reason.h"
#include "core/scene.h"
#include "front/tui/screen.h"
#include "front/tui/table.h"
#include "front/typed_move.h"

/* ---- pick.c ------------------------------------------------------------------------------ */

/* Choosing a move with arrow keys, Enter and the mouse.
 *
 * The legal moves are paths of targets (core/scene.h). At each step the targets that may come
 * next are the spots; arrow keys walk between them by their places in the drawing, which tells
 * what it shows where, Enter takes one, Escape gives one back. */

typedef struct tui_spot {
    duel_target target;
    float x, y;     /* in columns, and half rows: as far apart as they look */
    bool seen;      /* a cell or a piece that the drawing shows: the cursor says it all */
    duel_msg label; /* id == NULL: the target's own text says it */
} tui_spot;

/* Something the drawing shows, the element of the scene it is, and where it begins. */
typedef struct tui_thing {
    const duel_element *element; /* NULL: the scene does not know it */
    tui_run place;
} tui_thing;

typedef struct tui_pick {
    bool open; /* the moves of the present view are known */
    const duel_variant *v;
    duel_scene scene;
    const tui_drawing *drawing;
    tui_thing *thing; /* of the drawing, by number from 1 on */
    int moves;
    duel_move *move;
    struct tui_path *path; /* of each move */
    duel_target chosen[DUEL_PATH];
    int depth;
    int spots, at; /* at: the spot under the cursor; -1: no arrow key was pressed yet */
    tui_spot *spot;
    duel_target mark[DUEL_FACT_TARGETS]; /* what a hint points at */
    int marks;
} tui_pick;

void tui_pick_init(tui_pick *p);
void tui_pick_fini(tui_pick *p);
/* Forgets everything: the position has changed. */
void tui_pick_close(tui_pick *p);
/* Learns the moves of a view, which is drawn as `d` until the pick is closed. False: no memory,
 * or nothing to pick. */
bool tui_pick_open(tui_pick *p, const duel_variant *v, const void *view, int seat,
                   const tui_drawing *d);

void tui_pick_walk(tui_pick *p, int dx, int dy);
/* Puts the cursor on the spot drawn at a place of the drawing, or right beside it. False: there
 * is none. */
bool tui_pick_point(tui_pick *p, int row, int column);
/* Takes these, one after the other, from the beginning on. */
void tui_pick_follow(tui_pick *p, const duel_target *step, int depth);
/* Takes the spot under the cursor. True when the path is complete: *move is it. */
bool tui_pick_take(tui_pick *p, duel_move *move);
bool tui_pick_give_back(tui_pick *p); /* false: nothing was taken */
/* The only move that begins with what was taken and the spot under the cursor, if there is only
 * one. */
bool tui_pick_meant(const tui_pick *p, duel_move *move);

/* Points at something, until the position changes; the pick must be open. */
void tui_pick_mark(tui_pick *p, const duel_target *target);
/* Whether the drawing shows it. */
bool tui_pick_shows(const tui_pick *p, const duel_target *target);
/* What a target is called. */
void tui_pick_name(const tui_pick *p, const duel_target *target, duel_lang lang,
                   duel_sink *out);

/* The part of the drawing the cursor is on; rows == 0: none. */
tui_rect tui_pick_place(const tui_pick *p);
/* Marks what a hint points at, what was taken and what the cursor is on, in the window `r` that
 * shows the drawing from (top, left) on. */
void tui_pick_paint(const tui_pick *p, tui_canvas *c, tui_rect r, int top, int left);

/* ---- the whole --------------------------------------------------------------------------- */

/* What lies over the surface and takes the keys first. */
typedef enum tui_layer {
    TUI_BARE,
    TUI_PAGE,     /* a text, until a key is pressed */
    TUI_QUESTION, /* a page, and a line to type in the untitled window */
    TUI_LIST,     /* saved games to choose from */
    TUI_COVER,    /* nothing may be seen until the next player is there */
    TUI_OPENING   /* the first picture of a lesson, until a key is pressed */
} tui_layer;

typedef enum tui_question { TUI_ASK_GAME, TUI_ASK_SITUATION, TUI_ASK_PLAYERS } tui_question;

/* What is to be done once the worker has ended, instead of what it was started for. */
typedef enum tui_after {
    TUI_GO_ON,
    TUI_LEAVE_PLAY,
    TUI_UNDO_AFTER,
    TUI_PLAY_AFTER,
    TUI_REVIEW_AFTER,
    TUI_LEAVE_GAME
} tui_after;

enum { TUI_WAITING = 64 };

typedef struct tui_saved {
    char id[STORE_ID_TEXT];
    char line[96]; /* as it is shown */
} tui_saved;

/* Where one stands in a review. */
typedef struct tui_walk {
    game_review found;          /* move NULL: there is none */
    size_t at;                  /* after so many moves of the game */
    int step;                   /* of the better line in place of the last one; -1: the game */
    char origin[STORE_ID_TEXT]; /* the game reviewed while another is tried; "": none */
    size_t origin_at;
} tui_walk;

/* A position met in what was solved, and how one came to it. */
typedef struct tui_stop {
    duel_state state;
    duel_move move;   /* that led here, if: */
    const char *what; /* NULL; else what it is, a message: no move led here */
} tui_stop;

typedef enum tui_course {
    TUI_ONWARDS, /* by a move */
    TUI_BACKWARDS,
    TUI_ELSEWHERE, /* to a position out of the base */
    TUI_HOMEWARDS  /* to the one at the table */
} tui_course;

/* Where one stands in what was solved. */
typedef struct tui_tour {
    solved_stats of;
    tui_stop *stop;      /* where one has been; the last is where one stands */
    int depth, room;     /* depth 0: nowhere yet */
    duel_answer *answer; /* what is known of it, the best move first */
    int at, top;         /* the move chosen, and the first one seen */
    uint64_t number;     /* of the next position drawn */
    tui_course course;   /* where it leads to, what the worker looks up */
    tui_stop next;
    duel_buf words; /* in the window of the player, whose own stay as they are */
} tui_tour;

typedef struct tui_app {
    const duel_console *c;
    duel_lang lang;
    tui_palette palette;
    bool utf8, over; /* over: the program is to end */

    tui_canvas canvas;
    tui_layout layout;
    tui_place place;
    tui_layer layer;

    tui_table table;
    tui_worker worker;
    tui_after after;
    tui_key
        waiting[TUI_WAITING]; /* keys typed while advice was thought about, or a game saved */
    int waiting_count;
    bool watching_paused;
    table_notice verdict; /* of the table, to the last request */
    duel_buf said;        /* the plan of the machine, as everybody may read it */

    duel_state turn_view; /* what the person to move saw before the first move of the turn */
    tui_drawing drawing, before; /* the position shown, and the one before it */
    int top, left;               /* the part of the drawing shown */
    tui_rect room;               /* the largest drawing of this game so far */
    tui_pick pick;
    const duel_lens *lens; /* looked through; NULL: none */
    flags flags;           /* put by the person to move */
    int hint;              /* the step of the hint shown; 0: none yet in this position */
    tui_walk walk;
    tui_tour tour;

    tui_line line;   /* the player's move */
    tui_line answer; /* to a question */
    tui_question question;
    duel_buf page;
    int page_top, page_lines; /* as broken to the surface */
    int game_at, game_top;    /* the game chosen before there is one, and the first one seen */
    tui_saved *saved;
    int saved_count, saved_at;

    duel_buf player, expert, message; /* paragraphs of the three windows */
    int speaker;                      /* the seat whose turn Expert tells */
    bool alert;                       /* the message tells of something wrong */
    bool cut;                         /* a window holds more words than it shows */
} tui_app;

/* ---- tui.c ------------------------------------------------------------------------------- */

/* Puts a sentence into the untitled window. */
void tui_app_say(tui_app *a, const char *id, const char *kinds, ...);
void tui_app_complain(tui_app *a, const duel_msg *why);
/* Whether it is too long for that window: then it stands in the one of the player. */
bool tui_app_spills(const tui_app *a);
tui_brush tui_app_brush(const tui_app *a);
tui_menu tui_app_menu(const tui_app *a);
/* Lays the windows out; all but a game have more to say than it has. */
void tui_app_arrange(tui_app *a);
/* Writes the screen to a new text file in the folder where the program was started. */
void tui_app_write_screen(tui_app *a);

/* ---- key_actions.c ----------------------------------------------------------------------- */

void tui_keys_obey(tui_app *a, const tui_key *k);
void tui_keys_interrupt(tui_app *a); /* Ctrl-C */
void tui_keys_replay(tui_app *a);    /* those that waited */
void tui_keys_rules(tui_app *a);
/* How far a key goes in a text or a list: a line or a page; 0: it means something else. */
int tui_keys_step(const tui_key *k, int page);

/* ---- questions.c
 * ------------------------------------------------------------------------------- */

/* The games that can be chosen, from 0 on; NULL: there are no more. */
const duel_game *tui_ask_game(int at);
/* Choosing one of them with arrows and Enter; false: the key does something else. */
bool tui_ask_game_key(tui_app *a, const tui_key *k);
void tui_ask_begin(tui_app *a, tui_question q);
void tui_ask_key(tui_app *a, const tui_key *k);
void tui_ask_saved(tui_app *a);
void tui_ask_saved_key(tui_app *a, const tui_key *k);
/* Shows what is in a->page until a key is pressed. */
void tui_ask_page(tui_app *a);
/* The words before the line of a question. */
const char *tui_ask_prompt(const tui_app *a);

/* ---- turn.c ------------------------------------------------------------------------------ */

/* Another game or situation: forgets what was drawn, finds out about the board, and draws. */
void tui_turn_study(tui_app *a);
/* Where the drawing stands now. */
tui_rect tui_turn_place(const tui_app *a);
/* Draws another position of the game at the table. */
void tui_turn_show(tui_app *a, const void *view, int seat);
/* Draws the position again, after anything that changes it; brings what changed into sight. */
void tui_turn_draw(tui_app *a);
/* A game that was left goes on; else a new one begins. */
void tui_turn_begin(tui_app *a);
void tui_turn_enter(tui_app *a);
/* When the table is to go on by itself, ms; 0: not before something else happens. */
uint64_t tui_turn_due(const tui_app *a);
/* A worker has ended, or it is time for the table to go on. */
void tui_turn_worker(tui_app *a);
/* Whether the table has done or granted it; if not, the player has been told why. */
bool tui_turn_ask(tui_app *a, table_request_kind what, duel_str text);
void tui_turn_uncover(tui_app *a);
void tui_turn_try(tui_app *a, duel_str text);
/* The move that is begun, typed or picked; depth 0: none. */
typed_turn tui_turn_begun(const tui_app *a);
/* Says that a move is begun. */
void tui_turn_half(tui_app *a);
void tui_turn_play(tui_app *a, duel_move move);
void tui_turn_confirm(tui_app *a);
void tui_turn_undo(tui_app *a);
void tui_turn_step_back(tui_app *a); /* within the turn */
void tui_turn_complete(tui_app *a);
/* Completes what is typed to a legal move of a view, as tui_line_complete does. */
int tui_turn_complete_in(tui_app *a, const duel_variant *v, const void *view, duel_sink *fits);
/* A person may make a move now. */
bool tui_turn_open(const tui_app *a);
/* Learns what can be picked now; false: nothing. */
bool tui_turn_open_pick(tui_app *a);
/* Back to the menu; the game stays saved and can go on. */
void tui_turn_leave(tui_app *a);
/* Leaves the game: first what was learned is saved. */
void tui_turn_leave_game(tui_app *a);
/* Takes the game off the table; what was learned is saved beside the keyboard. */
void tui_turn_close(tui_app *a, tui_after after);

/* ---- help.c ------------------------------------------------------------------------------ */

void tui_help_advise(tui_app *a);
/* One step more of a hint. */
void tui_help_hint(tui_app *a);
/* The worker has thought about it. */
void tui_help_finish(tui_app *a);
void tui_help_next_lens(tui_app *a);
/* A flag on what the arrows point at, or away from it. */
void tui_flag_pick(tui_app *a);
/* What was typed in place of a move: flag, check, observe. False: it is none of these. */
bool tui_flag_obey(tui_app *a, order what, duel_str rest);

/* ---- lesson.c ---------------------------------------------------------------------------- */

void tui_lesson_begin(tui_app *a);
void tui_lesson_enter(tui_app *a); /* once its first picture has been seen */
void tui_lesson_try(tui_app *a, duel_str text);
void tui_lesson_show(tui_app *a); /* the right move */
void tui_lesson_leave(tui_app *a);

/* ---- review.c ---------------------------------------------------------------------------- */

/* Whether there is a game to be reviewed: the one that is over, or the one being tried again.
 */
bool tui_review_is_there(const tui_app *a);
void tui_review_begin(tui_app *a);
void tui_review_return(tui_app *a); /* to the game that was being tried again */
void tui_review_finish(tui_app *a); /* the worker has gone through it */
void tui_review_show(tui_app *a);   /* where one stands */
void tui_review_key(tui_app *a, const tui_key *k);
void tui_review_all_moves(tui_app *a);
void tui_review_better(tui_app *a);
void tui_review_turning(tui_app *a);
void tui_review_try_again(tui_app *a);
void tui_review_leave(tui_app *a);

/* ---- explore.c --------------------------------------------------------------------------- */

void tui_explore_begin(tui_app *a);
void tui_explore_counted(tui_app *a); /* the worker has counted what is solved */
void tui_explore_looked(tui_app *a);  /* and looked up where a step leads */
void tui_explore_show(tui_app *a);    /* where one stands */
void tui_explore_key(tui_app *a, const tui_key *k);
void tui_explore_home(tui_app *a); /* the position at the table */
/* A position of this value, another one each time; of DUEL_UNSOLVED the longest win. */
void tui_explore_draw(tui_app *a, duel_value wanted);
void tui_explore_leave(tui_app *a);
/* Lets go of everything, before the store is closed. */
void tui_explore_close(tui_app *a);
/* Bit `value`: there are positions of this value to be drawn; of DUEL_UNSOLVED, a longest win.
 */
unsigned tui_explore_kinds(const tui_app *a);
/* How many moves there are; 0: the game is over there, or one stands nowhere yet. */
int tui_explore_moves(const tui_app *a);
void tui_explore_mover(const tui_app *a, duel_sink *out);
void tui_explore_move(const tui_app *a, int at, duel_sink *out);
/* All the moves. */
void tui_explore_read(const tui_app *a, duel_sink *out);
/* The moves with their values, in the window of the expert. */
void tui_explore_paint(tui_app *a);

/* ---- paint_screen.c
 * ----------------------------------------------------------------------------- */

void tui_paint_all(tui_app *a);
/* What the window of the player says. */
void tui_paint_words(const tui_app *a, duel_buf *out);
