/* front/cli/gdl_folder.h -- the rule sheets of a folder: listed, drawn, measured. */
#ifndef DUEL_CLI_GDL_FOLDER_H
#define DUEL_CLI_GDL_FOLDER_H

#include "core/command.h"

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
/* `duel gdl why`: the sheet, the steps before, and what is asked about; at least two words. */
duel_status gdl_tell_why(const duel_console *c, const duel_str *words, int count,
                         duel_msg *why);

#endif
