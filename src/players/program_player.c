/* players/program_player.c -- see program_player.h: what all who speak some language have in
 * common. */
#include "players/program_player.h"
#include "base/clock.h"
#include "core/play.h"
#include "players/program.h"

#include <stdlib.h>
#include <string.h>

static const program_protocol *const dialects[] = {&dialect_house, &dialect_gtp,
                                                   &dialect_nboard};

/* The one a spec begins with the name of; NULL: none. *rest is what follows the colon. */
static const program_protocol *dialect_of(duel_str spec, duel_str *rest)
{
    duel_str name;
    *rest = spec;
    duel_str_part(rest, ':', &name);
    for (size_t i = 0; rest->at && i < sizeof dialects / sizeof *dialects; i++)
        if (duel_str_is(name, dialects[i]->name))
            return dialects[i];
    return NULL;
}

bool program_player_is(duel_str spec)
{
    duel_str rest;
    return dialect_of(spec, &rest) != NULL && rest.len > 0;
}

/* ---- a turn ------------------------------------------------------------------------------ */

static duel_status greet_program(program_player *b, int seat, duel_msg *why)
{
    program_wait w = {.until = duel_clock() + PROGRAM_HANDSHAKE_SECONDS};
    bool ready = b->ready && program_runs(&b->program);
    b->fresh = b->fresh || !ready || b->seat != seat;
    b->seat = seat;
    if (ready)
        return DUEL_OK;
    if (program_start(&b->program, why) != DUEL_OK)
        return DUEL_REFUSED; /* it was there when the game began */
    program_begin_answer(&b->program);
    duel_status status = b->speaks->greet(b, &w, why);
    b->ready = status == DUEL_OK;
    return status;
}

static double patience(const duel_think *t)
{
    return t->latest > 0    ? t->latest
           : t->seconds > 0 ? t->seconds + PROGRAM_GRACE_SECONDS
                            : PROGRAM_PATIENT_SECONDS;
}

/* A turn of several moves is asked for move by move, on a state imagined from the view: inside
 * its own turn a seat learns nothing, so its view stays true. */
static duel_status ask_turn(program_player *b, const duel_think *t, int depth, duel_answer *out,
                            duel_msg *why)
{
    duel_state state, view;
    program_question q = {.view = &view, .think = t, .depth = depth};
    program_wait w = {duel_clock() + patience(t), t->stop, b->speaks->urge, false};
    memcpy(&view, t->view, b->v->state_size);
    bool goes_on = duel_guess_state(b->v, t->view, &state), ended = false;
    duel_status status = DUEL_OK;
    while (!ended) {
        duel_move move;
        program_begin_answer(&b->program);
        status = b->speaks->ask(b, &q, &w, &move, why);
        if (status != DUEL_OK)
            break;
        b->fresh = false;
        q.made++;
        out->plan[out->plan_count++] = out->line[out->line_count++] = move;
        if (!goes_on || out->plan_count == DUEL_PLAN)
            break;
        b->v->game->play(b->v, &state, move);
        duel_view(b->v, &state, t->seat, &view);
        ended = duel_turn_ended(b->v, t->seat, &state);
    }
    return status;
}

duel_status program_player_think(program_player *b, const duel_think *t, int depth,
                                 duel_answer *out, duel_msg *why)
{
    memset(out, 0, sizeof *out);
    duel_status status = greet_program(b, t->seat, why);
    double begin = duel_clock();
    if (status == DUEL_OK)
        status = ask_turn(b, t, depth, out, why);
    out->seconds = b->took = duel_clock() - begin;
    return status;
}

double program_player_seconds(const program_player *b)
{
    return b->took;
}

void program_player_forget(program_player *b)
{
    b->fresh = true;
}

/* ---- life -------------------------------------------------------------------------------- */

duel_status program_player_open(duel_str spec, const duel_variant *v, program_player **out,
                                duel_msg *why)
{
    duel_str command;
    const program_protocol *speaks = dialect_of(spec, &command);
    duel_status status = v && speaks->fits ? speaks->fits(v, why) : DUEL_OK;
    program_player *b = status == DUEL_OK ? calloc(1, sizeof *b) : NULL;
    if (status == DUEL_OK && b == NULL)
        status = duel_no_space(why);
    if (status == DUEL_OK)
        status = program_init(&b->program, command, why);
    if (status != DUEL_OK) {
        free(b);
        return status;
    }
    b->v = v;
    b->speaks = speaks;
    b->fresh = true;
    *out = b;
    return DUEL_OK;
}

duel_status program_player_start(program_player *b, duel_msg *why)
{
    return program_start(&b->program, why);
}

duel_status program_player_log(program_player *b, const char *path, duel_msg *why)
{
    return program_log(&b->program, path, why);
}

void program_player_close(program_player *b)
{
    if (b == NULL)
        return;
    program_fini(&b->program, b->speaks->farewell);
    free(b);
}
