/* front/cli/inside.h -- what the commands share: the game and position they are about, records
 * wherever they are kept, a lesson's lines, sheets in a folder, and the ways to solve. */
#pragma once

#include "core/command.h"
#include "core/record.h"
#include "front/typed_move.h"
#include "store/store.h"
#include "tiers/solve.h"

#include <jansson.h>

/* A sentence, and the end of its line; `c` is a duel_console. */
#define TELL(c, ...)                                                                           \
    do {                                                                                       \
        duel_tell((c)->lang, (c)->out, __VA_ARGS__);                                           \
        duel_put((c)->out, "\n");                                                              \
    } while (0)
/* The same of what was said before (position_args.c). */
void tell_said(const duel_console *c, const duel_msg *said);

/* ---- what most commands are about: GAME [POSITION] [opt=value…] [--play MOVES]
 * (position_args.c) --
 */

typedef struct position_args {
    duel_variant v;
    duel_state state;   /* after the moves of --play */
    duel_record record; /* how it was reached */
    bool seeded;        /* its seed was chosen */
} position_args;

#define SUBJECT_USAGE "GAME [POSITION] [opt=value…]"
#define SUBJECT_TEXTS_SEEDED(help)                                                             \
    {"play", "MOVE,MOVE…", N_("moves to play first")},                                         \
    {                                                                                          \
        "seed", "N", help                                                                      \
    }
#define SUBJECT_TEXTS SUBJECT_TEXTS_SEEDED(N_("the seed of the deal (default 1)"))
#define SUBJECT_LAST_TEXT                                                                      \
    {                                                                                          \
        NULL, NULL, NULL                                                                       \
    }

/* Reads the words from `first` on; the texts of the command must include SUBJECT_TEXTS. On
 * success *s must be given to position_args_fini. */
duel_status position_args_read(const duel_args *a, int first, position_args *s, duel_msg *why);
/* The seed where it must be a number. */
duel_status position_args_seed(const duel_args *a, uint64_t *out, duel_msg *why);
void position_args_fini(position_args *s);

/* ---- records: a file, standard input, the store (records.c) ---------------------------------
 */

/* RECORD is a file, "-" for standard input, or the id of a saved game. */
duel_status records_read_record(const duel_console *c, duel_str name, duel_record *out,
                                duel_msg *why);
/* A file, or standard input for "-", of at most 64 MB. */
duel_status records_read_file(duel_str name, duel_buf *out, duel_msg *why);

/* ---- commands that teach (learn.c) ------------------------------------------------------- */

enum { TEACHER_WIDTH = 76 };

typedef struct teacher {
    const duel_console *c;
    char *line; /* the last one heard; freed by the owner */
    size_t size;
} teacher;

/* The next line of the learner's, without blanks around it; false: there are no more. */
bool teacher_hear(teacher *t, duel_str *out);
/* What a line orders; but for “?” and “q” a letter alone is a move. */
order teacher_order(duel_str line);
/* A paragraph, unless it is empty. */
void teacher_say(const teacher *t, const duel_msg *said);
/* The legal moves, in one paragraph. */
void teacher_list_moves(const duel_console *c, const duel_variant *v, const void *view);
/* What can be written besides a move. */
void teacher_help(const teacher *t);
/* The profile of this name or id in the data folder, or the only one there is if `name` is
 * NULL. */
duel_status teacher_profile(data_store *store, const char *name, char id[STORE_PROFILE_TEXT],
                            duel_msg *why);

/* ---- rule sheets of a folder: listed, drawn, measured (gdl_folder.c) --------------------- */

typedef struct gdl_folder {
    char **path; /* in order */
    size_t count, room;
} gdl_folder;

/* All files *.kif below a folder, but for those in folders v0, v1, …: older versions, as the
 * public repository keeps them. */
duel_status gdl_folder_read(const char *folder, gdl_folder *out, duel_msg *why);
void gdl_folder_fini(gdl_folder *f);

/* `duel gdl sample`: some of them, by chance. */
duel_status gdl_sample(const duel_console *c, const char *folder, int64_t seed, int64_t count,
                       duel_msg *why);
/* `duel bench gdl FOLDER`: play-outs and states a second of each. */
duel_status gdl_bench(const duel_console *c, const char *folder, duel_msg *why);
/* `duel bench sheets FOLDER`: each as a game, loaded and solved. */
duel_status gdl_bench_games(const duel_console *c, const char *folder, duel_msg *why);
/* `duel gdl pictures FOLDER`: what is found to be drawn of each. */
duel_status gdl_tell_pictures(const duel_console *c, const char *folder, duel_msg *why);

/* ---- `duel solve` of a game with secrets (solve_hidden.c), and on disk (solve_tiers.c)
 * --------------- */

/* The arguments are those of solve. */
duel_status solve_hidden(const duel_console *c, const duel_args *a, const position_args *s,
                         duel_msg *why);

/* Uses --memory, --threads, --seconds, --scratch, --every and --upto of the command. Started by
 * mpirun, several programs do it together, and the one that speaks gets the report. */
duel_status solve_tiers_solve(const duel_console *c, const duel_args *a, const position_args *s,
                              tiers_report *out, duel_msg *why);
void solve_tiers_print(const duel_console *c, const tiers_report *r);
json_t *solve_tiers_json(const tiers_report *r);
/* Whether people hear this program: of those that were started together, the first. */
bool cluster_speaks(void);

/* ---- `duel bench calibration GAME` (bench_calibration.c) --------------------------------- */

/* The words from the second on are a game, perhaps a position, and settings. */
duel_status bench_calibration(const duel_console *c, const duel_args *a, duel_msg *why);
