/* tiers/folder.h -- a folder in which a game is solved, tier by tier.
 *
 *     about        what it is of, as text: all below a root, or all positions up to a tier;
 *                  written first, and part of every file by its hash
 *     12.keys      the positions of tier 12
 *     12.results   what they are worth: there once the tier is solved
 *     scratch/     what is on its way, unless another disk is named for it
 *
 * The folder of a position is named by the game and by the hash of what `about` says. It can be
 * carried to another machine: nothing in it depends on where it lies. */
#pragma once

#include "core/game.h"
#include "tiers/file.h"

typedef uint64_t tiers_key(const duel_variant *v, const void *state);

typedef struct tiers_folder {
    char path[PATH_MAX];
    uint64_t topic;
    bool all;      /* all positions up to tier `upto`; else what lies below */
    uint64_t root; /* of which this is the key */
    uint32_t upto;
} tiers_folder;

typedef struct tiers_list {
    uint32_t *tier; /* ascending */
    size_t count;
} tiers_list;

/* Whether a variant can be solved by tiers; else *why tells what it lacks. */
duel_status tiers_fit(const duel_variant *v, duel_msg *why);
/* By what its positions are known: canon where the game has it. */
tiers_key *tiers_key_of(const duel_variant *v);

/* The folder for all that lies below `root`, inside `dir`, made if it is missing. */
duel_status tiers_folder_make(const char *dir, const duel_variant *v, const void *root,
                              tiers_folder *out, duel_msg *why);
/* The same for all positions of tiers up to this one; refused where the game cannot list them.
 */
duel_status tiers_folder_make_all(const char *dir, const duel_variant *v, uint32_t upto,
                                  tiers_folder *out, duel_msg *why);
/* The folder at this path; DUEL_REFUSED if it is none, or not of this variant. */
duel_status tiers_folder_open(const char *path, const duel_variant *v, tiers_folder *out,
                              duel_msg *why);
/* The same for a folder of any game, and what is said of it in texts that are part of the
 * buffer. */
typedef struct tiers_about {
    duel_str game, variant;
    unsigned rules;
} tiers_about;
duel_status tiers_folder_peek(const char *path, duel_buf *text, tiers_about *about,
                              tiers_folder *out, duel_msg *why);
/* How many positions are solved there, in how many bytes, keys included; what cannot be read
 * does not count. */
void tiers_folder_size(const tiers_folder *f, uint64_t *positions, uint64_t *bytes);

void tiers_file_name(const tiers_folder *f, tier_kind kind, uint32_t tier, char out[PATH_MAX]);
/* Those of which there is a file of this kind, whatever is in it. */
duel_status tiers_folder_list(const tiers_folder *f, tier_kind kind, tiers_list *out,
                              duel_msg *why);
/* Removes it with all that is in it. */
duel_status tiers_folder_remove(const char *path, duel_msg *why);
