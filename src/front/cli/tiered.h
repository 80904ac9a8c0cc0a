/* front/cli/tiered.h -- `duel solve --tiers`: a game solved on disk, tier by tier
 * (tiers/solve.h), into the data folder, where everybody finds it afterwards. */
#ifndef DUEL_FRONT_CLI_TIERED_H
#define DUEL_FRONT_CLI_TIERED_H

#include "front/cli/subject.h"
#include "tiers/solve.h"

struct json_t;

/* Whether all positions are wanted, not those below one. */
bool tiered_wants_every(const duel_args *a);
/* Uses --memory, --threads, --seconds, --scratch, --every and --upto of the command. Started by
 * mpirun, several programs do it together (cluster.h), and the one that speaks gets the report.
 */
duel_status tiered_solve(const duel_console *c, const duel_args *a, const subject *s,
                         tiers_report *out, duel_msg *why);

void tiered_print(const duel_console *c, const tiers_report *r);
struct json_t *tiered_json(const tiers_report *r);

#endif
