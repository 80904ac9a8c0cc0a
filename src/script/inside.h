/* script/inside.h -- a file that has become a game: what the parts of this room share.
 *
 * The table the rest of the house knows stands first, so that v->game leads back here. All
 * functions take the lock, and call only the script_… functions below while they hold it. Nodes
 * of the graph are held no longer than the lock: taking it may drop them.
 *
 * A state is: a byte for the seat (when the file has no `turn`: seats alternate), two for the
 * length, the flat bytes of the Lua value, zeros. Length 0 is the dead state: ended, without
 * moves, a tie. It is what a file that fails leads to, so that nothing above can be led astray;
 * the failure itself is told to whoever lets the game work (core/fault_guard.h). */
#pragma once

#include "core/fault_guard.h"
#include "script/answer_graph.h"
#include "script/parent.h"
#include "script/plain_value.h"

#include <pthread.h>

enum { STATE_HEAD = 3, TEXTS_MOST = 4096, GRAPH_MOST = 1 << 29 };

typedef struct script_variant {
    struct script_game *game;
    int64_t option[DUEL_OPTIONS];
    duel_buf options; /* as a flat map, for the file */
    int seats;
    uint32_t state_size, pack_bytes, key_bits;
    size_t largest;         /* state met so far */
    int widest;             /* most moves met so far */
    plain_value_kind kind;  /* of the state */
    graph answers, doubted; /* what was answered; what was answered twice, for who doubts */
    graph *graph;           /* the one in use, by who holds the lock */
} script_variant;

/* What a variant keeps: a file's graph grows, and hangs on the game. */
typedef struct script_place {
    int index; /* in script_game.variant */
} script_place;
DUEL_VARIANT_DATA(script_place)

typedef struct script_game {
    duel_game game; /* first */
    duel_accel accel;
    char id[80];
    pthread_mutex_t lock;
    script_parent host;
    bool has[FN_COUNT];
    uint32_t max_plies;
    int32_t max_score;
    uint32_t state_bytes; /* 0: measured */
    duel_option option[DUEL_OPTIONS + 1];
    int seats_option; /* which option is the number of seats; -1: none */
    duel_buf tones;   /* a flat map: how a face in the grid is coloured */

    struct script_puzzle *puzzle; /* teaching.c */
    int puzzles;

    script_variant **variant;
    int variants;
    size_t graph_most; /* bytes of answers kept for each */
    duel_buf *move;    /* moves that are not small whole numbers, by number */
    uint32_t moves;
    uint32_t move_slots, *move_slot;
    void **text; /* allocated with the description, or said by the file: freed at the end */
    int texts;
} script_game;

/* ---- parent.c: the process of the file, and its failures ----------------------------------
 */

/*     start ──▶ ask ──▶ ask ──▶ … ──▶ stop
 *
 * A child that dies, hangs or says too much is ended and reported; the next question starts a
 * new one. Not safe for threads by itself: the caller holds a lock. */

/* Reads the file and runs it; *description is the answer to TALK_LOAD, valid until the next
 * question. On failure nothing is kept. */
duel_status script_parent_start(script_parent *h, const script_kind *kind, const char *path,
                                duel_str *description, duel_msg *why);
void script_parent_stop(script_parent *h);

/* Begins a question in h->out: what it is, and the options (a flat map). */
void script_parent_begin(script_parent *h, talk_what what, duel_str options);
/* Sends it; *answer is what follows TALK_OK. Any other answer is a failure, in words. */
duel_status script_parent_ask(script_parent *h, duel_str *answer, duel_msg *why);

/* Turns a fault that stands in an answer into words; DUEL_INVALID if it does not even parse. */
duel_status script_parent_fault(const script_parent *h, duel_str *answer, duel_msg *why);

/* ---- definition.c: the answer to TALK_LOAD becomes the table ------------------------------
 */

duel_status script_describe(script_game *s, duel_str description, duel_msg *why);
/* A text of the file in both languages, as an id; NULL if the value is no text, or there are
 * too many already. */
const char *script_text(script_game *s, duel_str value);
const char *script_both(script_game *s, duel_str english, duel_str french);
/* A text without languages: notation, a name. */
bool script_plain(duel_str value, duel_str *text);
/* Memory as long as the game: takes over the block; NULL if there is no room left. */
void *script_keep(script_game *s, void *block);
char *script_copy(script_game *s, duel_str text);
/* The refusal of a name that does not hold what a file may write there. */
duel_status script_wrong(const script_game *s, const char *name, const char *expected,
                         duel_msg *why);
/* What people read can be shown to them; `name` is the file's word for it. */
duel_status script_check_readable(const script_game *s, const char *name, duel_str value,
                                  duel_msg *why);

/* ---- teaching.c: what a file gives to learn by ----------------------------------------------
 */

/* The lesson, the lenses, the puzzles that a description names. */
duel_status script_read_help(script_game *s, duel_str description, duel_msg *why);

/* ---- call.c --------------------------------------------------------------------------- */

static inline script_game *script_of(const duel_variant *v)
{
    /* the table is the first member; a variant holds it as read-only for everybody else */
    return (script_game *)(uintptr_t)v->game;
}

script_variant *script_lock(const duel_variant *v);
void script_lock_game(script_game *s);
void script_unlock(script_game *s);
/* Of a variant, those of the answers that are good enough for who holds the lock. */
void script_choose_graph(const script_game *s, script_variant *sv);
void script_fault(const script_game *s, const duel_msg *why);

/* Writes a state; false if it is too large for the variant. */
bool script_set_state(const script_variant *sv, int seat, duel_str value, void *state);
size_t script_length(const unsigned char *state); /* bytes of its value */
duel_str script_value(const void *state);
duel_str script_key(const void *state); /* head and value: by which the graph knows it */
bool script_is_dead(const void *state);
void script_kill(const script_variant *sv, void *state);
/* Makes it the state that the graph keeps under this key. */
void script_set_known(const script_variant *sv, duel_str key, void *state);
duel_status script_too_large(const script_game *s, size_t bytes, duel_msg *why);

/* The number of a move, by its flat bytes; false when there are too many. */
bool script_move_number(script_game *s, duel_str value, duel_move *move);
void script_move_value(const script_game *s, duel_move move, duel_buf *out);

/* Calls a function of the file; the arguments are flat values one after the other. */
typedef struct script_call {
    talk_function function;
    int arguments;
    duel_buf bytes;
    duel_rng *chance;       /* NULL: none */
    duel_str value, reason; /* its results, valid until the next question */
} script_call;
/* Begins one. Its first argument is this state; NULL: it has none yet. */
script_call script_call_of(talk_function f, const void *state);
void script_call_seat(script_call *c, int seat); /* 0: a spectator */
void script_call_int(script_call *c, int64_t n);
void script_call_nil(script_call *c);
void script_call_text(script_call *c, duel_str text);
void script_call_move(script_call *c, const script_game *s, duel_move move);
duel_status script_call_end(script_call *c, script_game *s, const script_variant *sv,
                            duel_msg *why);
/* The refusal of an answer that follows no form. */
duel_status script_nonsense(const script_game *s, duel_msg *why);

/* ---- graph_expand.c
 * --------------------------------------------------------------------------- */

/* The position with its moves, asked for if it is not known; never NULL. */
graph_node *script_node(script_game *s, script_variant *sv, const void *state);
/* The same; a fault is told, and the dead position is given. */
const graph_node *script_expanded_node(script_game *s, script_variant *sv, const void *state);
/* The same for who asks nothing about its moves: it may be a bare one. */
const graph_node *script_bare_node(script_game *s, script_variant *sv, const void *state);
/* Makes the state what the edge leads to; dead, and its fault told, where that is unknown. */
void script_copy_child(const script_game *s, const script_variant *sv, const graph_edge *e,
                       void *state);

/* Asks about positions that lie one behind the other. *answer is what is said of the first
 * *answered of them, to be read in their order with what follows. */
duel_status script_ask_positions(script_game *s, const script_variant *sv, const void *states,
                                 int count, duel_str *answer, int *answered, duel_msg *why);
/* The next position of an answer, kept. NULL: nonsense, or no memory. */
graph_node *script_take_node(script_game *s, script_variant *sv, duel_str key,
                             duel_str *answer);
/* Or part by part: what is said of the position itself… */
typedef struct script_head {
    int turn, count; /* of moves */
    bool over;
    int32_t score[DUEL_SEATS];
} script_head;
bool script_take_head(const script_variant *sv, duel_str *answer, script_head *h);
graph_node *script_add_node(script_variant *sv, duel_str key, const script_head *h, int edges);
/* …after its moves, a child: its value, or why->id tells why there is none… */
bool script_take_child(script_game *s, const script_variant *sv, duel_move move,
                       duel_str *answer, duel_str *value, duel_msg *why);
/* …and what `evaluate` says. */
bool script_take_values(const script_game *s, const script_variant *sv, duel_str *answer,
                        int32_t value[]);
/* After `play`, without a `turn` of its own, the next seat moves. */
int script_next_seat(const script_game *s, const script_variant *sv, int seat);

/* In a game with secrets, views are looked at and states are played on: only the move that is
 * really played is asked about. */
void script_ask_edge(script_game *s, script_variant *sv, const graph_node *n, const void *state,
                     graph_edge *e);

/* ---- rules.c ---------------------------------------------------------------------------- */

/* Of the key of a state: 0 unless the seat stands in its bytes and makes a difference. */
uint32_t script_seat_bits(const script_game *s);
void script_variant_free(script_variant *sv);

/* ---- notation.c, picture.c -------------------------------------------------------------- */

/* How a move is written: by the file, or as the value it is. Lives as long as the node. */
const char *script_move_text(script_game *s, script_variant *sv, const void *state,
                             duel_move move);

/* The tone a value names: a seat's number, or a word; plain for anything else. */
duel_tone script_tone(duel_str value);
/* The cells of {x, y}, or of {{x, y}, {x, y}…}; 0 for anything else, or more than `most`. */
int script_cells(duel_str value, duel_target out[], int most);

void script_rules_install(script_game *s);
void script_notation_install(script_game *s);
void script_picture_install(script_game *s);
void script_reasons_install(script_game *s);
void script_speed_install(script_game *s);
