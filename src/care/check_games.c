/* care/check_games.c -- saved games examined: each is replayed from its log. See care.h. */
#include "care/inside.h"
#include "players/catalogue.h"
#include "table/session.h"

#include <string.h>

enum { SOUND = -1, WHOLLY = -2 };

/* A game taken up again, to see whether it can be. */
typedef struct replay {
    game_session *s;
    int64_t next;         /* event */
    int64_t broken;       /* the event from which nothing can be kept, SOUND, or WHOLLY */
    int64_t strange;      /* the first of a kind that this program does not know; SOUND: none */
    bool unknown;         /* its game is not here, or has other rules by now */
    duel_status short_of; /* memory, or a game's own program: nothing was learned */
    int64_t moves;        /* as its header says */
    duel_buf result;
    duel_msg why;
} replay;

/* What failed, as opposed to what was refused, says nothing about the base. */
static bool replay_refused(replay *r, duel_status status, int64_t at)
{
    bool waits = r->s && session_variant(r->s)->game->traits & DUEL_SLOW;
    if (status == DUEL_OK)
        return false;
    if (status == DUEL_NO_SPACE || (status == DUEL_FAILED && waits))
        r->short_of = status;
    else
        r->broken = at;
    return true;
}

static bool replay_header(void *to, const saved_game *g)
{
    replay *r = to;
    const duel_game *game = catalogue_find_game(g->game);
    r->unknown = game == NULL || game->version != g->rules;
    r->moves = g->moves;
    duel_put_str(&r->result.sink, g->result);
    if (r->unknown)
        return false;
    duel_say(&r->why, N_("Its beginning cannot be read."), "");
    replay_refused(r, session_read(g, &r->s, &r->why), WHOLLY);
    return false;
}

static bool is_out_of_turn(const replay *r, const store_event *e)
{
    return duel_str_is(e->kind, "move") && e->seat != session_turn(r->s);
}

static bool replay_event(void *to, const store_event *e)
{
    replay *r = to;
    duel_msg why = {.id = NULL};
    duel_status status = DUEL_OK;
    if (e->seq != r->next || is_out_of_turn(r, e)) {
        r->broken = r->next;
        duel_say(&r->why,
                 e->seq != r->next ? N_("Event {0} is missing.")
                                   : N_("Event {0} is a move of a seat that is not to move."),
                 "i", r->next);
        return false;
    }
    if (r->strange == SOUND && !session_is_event(e->kind))
        r->strange = e->seq;
    status = session_apply(r->s, e, &why);
    if (replay_refused(r, status, e->seq)) {
        duel_say(&r->why, N_("Event {0} ({1}) cannot be done."), "is", e->seq, e->data);
        return false;
    }
    r->next++;
    return true;
}

static duel_status replay_game(data_store *store, const char *id, replay *r, duel_msg *why)
{
    *r = (replay){.broken = SOUND, .strange = SOUND};
    duel_buf_init(&r->result);
    duel_status status = store_load(store, id, replay_header, r, why);
    if (status == DUEL_OK && r->s)
        status = store_events(store, id, 0, replay_event, r, why);
    return status == DUEL_OK ? r->short_of : status;
}

static void replay_fini(replay *r)
{
    session_free(r->s);
    duel_buf_fini(&r->result);
}

/* How lists should show it: its moves, and the result if it is over. */
static int64_t summary_of(const replay *r, duel_sink *result)
{
    int32_t score[DUEL_SEATS];
    int seats = session_variant(r->s)->seats;
    bool over = session_over(r->s, score);
    for (int i = 0; over && i < seats; i++)
        duel_putf(result, "%s%d", i ? " " : "", score[i]);
    return (int64_t)session_record(r->s)->count;
}

/* Tells what the header says otherwise than the log. A move that is missing where there is an
 * event of an unknown kind was that event. */
static bool summary_differs(replay *r, duel_sink *result_sink, const duel_buf *result,
                            int64_t *moves)
{
    *moves = summary_of(r, result_sink);
    if (*moves == r->moves && strcmp(result->text, r->result.text) == 0)
        return false;
    if (*moves != r->moves && r->strange != SOUND) {
        r->broken = r->strange;
        duel_say(&r->why, N_("Event {0} is of no known kind."), "i", r->strange);
        return false;
    }
    duel_say(&r->why, N_("It has {0} moves and the result “{1}”; lists show {2} and “{3}”."),
             "icic", *moves, result->text, r->moves, r->result.text);
    return true;
}

static duel_status remove_game(exam *x, duel_str id, duel_msg *why)
{
    static const int tables[] = {TABLE_EVENT, TABLE_TALLY, TABLE_GAME};
    duel_status status = DUEL_OK;
    for (size_t i = 0; status == DUEL_OK && i < sizeof tables / sizeof *tables; i++)
        status =
            exam_move_aside(x,
                            (store_which){.table = tables[i],
                                          .column = tables[i] == TABLE_GAME ? "id" : "game",
                                          .key = id},
                            why);
    return status;
}

static duel_status examine_summary(exam *x, const char *id, replay *r, duel_msg *why)
{
    duel_buf result;
    int64_t moves;
    duel_status status = DUEL_OK;
    duel_buf_init(&result);
    if (summary_differs(r, &result.sink, &result, &moves)) {
        exam_tell(x, CARE_FAULT_SUMMARY, id, &r->why);
        if (x->aside)
            status = maintain_summary(x->store, id, moves, duel_buf_str(&result), why);
    }
    duel_buf_fini(&result);
    return status;
}

/* The events up to the one that is broken stay: the game can be taken up from there. */
static duel_status cut_game(exam *x, const char *id, int64_t from, duel_msg *why)
{
    replay r;
    duel_buf result;
    duel_status status = exam_move_aside(x,
                                         (store_which){.table = TABLE_EVENT,
                                                       .column = "game",
                                                       .key = duel_str_of(id),
                                                       .and_from = "seq",
                                                       .from = from},
                                         why);
    if (status != DUEL_OK)
        return status;
    duel_buf_init(&result);
    status = replay_game(x->store, id, &r, why);
    if (status == DUEL_OK && r.s && r.broken == SOUND) {
        int64_t moves = summary_of(&r, &result.sink);
        status = maintain_summary(x->store, id, moves, duel_buf_str(&result), why);
    }
    replay_fini(&r);
    duel_buf_fini(&result);
    return status;
}

static duel_status examine_replay(exam *x, const char *id, replay *r, duel_msg *why)
{
    duel_status status = DUEL_OK;
    x->health->games++;
    x->health->events += r->next;
    x->health->unknown += r->unknown;
    if (!r->unknown && r->broken == SOUND)
        status = examine_summary(x, id, r, why);
    if (status != DUEL_OK || r->unknown || r->broken == SOUND)
        return status;
    exam_tell(x, CARE_FAULT_GAME, id, &r->why);
    if (x->aside == NULL)
        return DUEL_OK;
    return r->broken == WHOLLY ? remove_game(x, duel_str_of(id), why)
                               : cut_game(x, id, r->broken, why);
}

static duel_status examine_game(exam *x, const char *id, duel_msg *why)
{
    replay r;
    duel_status status = maintain_begin(x->store, x->aside != NULL, why);
    if (status != DUEL_OK)
        return status;
    status = replay_game(x->store, id, &r, why);
    if (status == DUEL_OK)
        status = examine_replay(x, id, &r, why);
    else if (status == DUEL_INVALID) /* it has been deleted meanwhile */
        status = DUEL_OK;
    replay_fini(&r);
    return exam_end(x, status, why);
}

/* A row changed by hand, or by a bit: no game can be asked for by such a name. */
static duel_status examine_nameless(exam *x, duel_str id, duel_msg *why)
{
    duel_msg told;
    duel_say(&told, N_("Its name is none."), "");
    exam_tell(x, CARE_FAULT_GAME, id.at, &told);
    if (x->aside == NULL)
        return DUEL_OK;
    duel_status status = maintain_begin(x->store, true, why);
    return status == DUEL_OK ? exam_end(x, remove_game(x, id, why), why) : status;
}

duel_status exam_games(exam *x, duel_msg *why)
{
    exam_keys ids;
    duel_str id = {NULL, 0};
    duel_buf_init(&ids.text);
    duel_status status =
        exam_read_on(x, maintain_games(x->store, exam_keep_key, &ids, why), "game", why);
    if (status == DUEL_OK && ids.text.failed)
        status = duel_no_space(why);
    while (status == DUEL_OK && exam_next_key(&ids, &id)) {
        bool named = strlen(id.at) == id.len && id.len < STORE_ID_TEXT;
        status = named ? examine_game(x, id.at, why) : examine_nameless(x, id, why);
        status = exam_read_on(x, status, id.at, why);
        if (status == DUEL_OK)
            status = exam_step(x);
    }
    duel_buf_fini(&ids.text);
    return status;
}
