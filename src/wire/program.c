/* wire/program.c -- programs at the page's tables: those whoever runs the server
 * named, and no others.
 *
 * Over the network a program is a number, "program:2"; where it lies on the disk is known to
 * the server alone, and only its name is shown. How one failed is told with that place, so it
 * is told to whoever runs the server and to nobody else. */
#include "core/variant.h"
#include "players/program_player.h"
#include "wire/inside.h"

#include <stdlib.h>
#include <string.h>

static const char prefix[] = "program:";
enum { MOST = 16 }; /* seats of programs at live tables: each is a process */

/* The spec of the program number `n`, from 1: "cmd:./bot:seconds=1". False: there is none; what
 * is too long was refused when the server started. */
static bool spec_of(const wire_hub *hub, long n, char out[PLAYER_SPEC_TEXT])
{
    duel_str rest = duel_str_of(hub->setup.programs ? hub->setup.programs : ""), command;
    for (long i = 1; duel_str_word(&rest, ",", &command); i++)
        if (i == n)
            return player_program(command, out, NULL) == DUEL_OK;
    return false;
}

static duel_str spec_name(const char *spec)
{
    return player_program_name(duel_str_of(spec));
}

static int seated(const wire_hub *hub)
{
    int count = 0;
    for (const wire_table *t = hub->tables; t; t = t->next)
        for (int i = 0; i < t->v->seats; i++)
            count += program_player_is(duel_str_of(table_chair(t->table, i, 0).spec));
    return count;
}

bool program_is(const char *seat)
{
    return strncmp(seat, prefix, strlen(prefix)) == 0;
}

duel_status program_spec(const wire_hub *hub, const char *seat, char out[PLAYER_SPEC_TEXT],
                         duel_msg *why)
{
    const char *number = seat + strlen(prefix);
    if (strlen(number) > 3 || !spec_of(hub, strtol(number, NULL, 10), out))
        return duel_invalid(why, N_("There is no such program here."), "");
    return DUEL_OK;
}

/* Also of a return game, whose programs sat down when others may have been named. */
static bool is_named(const wire_hub *hub, duel_str spec)
{
    char named[PLAYER_SPEC_TEXT];
    for (long n = 1; spec_of(hub, n, named); n++)
        if (duel_str_is(spec, named))
            return true;
    return false;
}

static duel_status try_out(const wire_hub *hub, const char *spec, duel_msg *why)
{
    duel_msg cause;
    if (player_try_program(duel_str_of(spec), &cause) == DUEL_OK)
        return DUEL_OK;
    hub->setup.complain(hub->setup.owner, &cause);
    return duel_refuse(why, N_("The program {0} cannot be started."), "s", spec_name(spec));
}

duel_status program_may_sit(const wire_hub *hub, const table_plan *plan, duel_msg *why)
{
    int count = 0;
    duel_status status = DUEL_OK;
    for (int i = 0; status == DUEL_OK && i < plan->v.seats; i++) {
        duel_str spec = duel_str_of(plan->seat[i]);
        if (!program_player_is(spec))
            continue;
        count++;
        status = is_named(hub, spec)
                     ? try_out(hub, plan->seat[i], why)
                     : duel_refuse(why, N_("There is no such program here."), "");
    }
    if (status == DUEL_OK && count && seated(hub) + count > MOST)
        return duel_refuse(why, N_("All programs are busy. Please try again in a minute."), "");
    return status;
}

void program_word_failure(const wire_hub *hub, const char *spec, duel_msg *why)
{
    if (!hub->ending) /* then it was ended by us */
        hub->setup.complain(hub->setup.owner, why);
    duel_say(why, N_("The program {0} has failed, and has lost the game."), "s",
             spec_name(spec));
}

/* Not every language can tell every game; it is not started for that. */
static bool plays(const char *spec, const duel_game *g)
{
    duel_variant v;
    return duel_variant_make(g, NULL, 0, &v, NULL) == DUEL_OK &&
           player_fits(duel_str_of(spec), &v);
}

json_t *program_list(const wire_hub *hub, const duel_game *g)
{
    json_t *list = json_array();
    char spec[PLAYER_SPEC_TEXT];
    for (long n = 1; spec_of(hub, n, spec); n++)
        json_array_append_new(list, plays(spec, g) ? program_name(spec) : json_null());
    return list;
}

json_t *program_name(const char *spec)
{
    return json_text(spec_name(spec));
}
