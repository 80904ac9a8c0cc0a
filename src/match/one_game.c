/* match/one_game.c -- one game of a match, from its opening to its record. See inside.h. */
#include "core/play.h"
#include "core/value.h"
#include "match/inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a clock has left that ran out within the grace: it is still one. */
static const double last_moment = 1e-6;

typedef struct course { /* a game on its way */
    const match_game_table *t;
    duel_record *record;
    match_game_result *out;
    duel_state state;
    double clock[DUEL_SEATS]; /* left; 0: that seat has none */
    duel_msg reason;          /* why a seat has lost */
    bool remembers;           /* a player may ask what a seat has seen and done */
} course;

/* ---- what is kept of it ------------------------------------------------------------------ */

char *match_game_reason(const duel_msg *m)
{
    static const char bilingual = DUEL_BILINGUAL;
    duel_buf text;
    duel_buf_init(&text);
    duel_put_char(&text.sink, bilingual);
    for (int lang = DUEL_EN; lang <= DUEL_FR; lang++) {
        duel_render((duel_lang)lang, m, &text.sink);
        duel_put_char(&text.sink, '\0');
    }
    char *copy = text.failed ? NULL : malloc(text.len);
    if (copy)
        memcpy(copy, text.text, text.len);
    duel_buf_fini(&text);
    return copy;
}

void match_game_fini(match_game_result *b)
{
    free(b->reason);
    b->reason = NULL;
}

/* FNV-1a over words. */
static uint64_t mix(uint64_t hash, uint64_t word)
{
    for (int i = 0; i < 8; i++, word >>= 8)
        hash = (hash ^ (word & 0xFF)) * UINT64_C(0x100000001B3);
    return hash;
}

static uint64_t hash_of_moves(const duel_record *r)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; !r->dealt && i < r->start.len; i++)
        hash = mix(hash, (unsigned char)r->start.text[i]);
    for (size_t i = 0; i < r->count; i++)
        hash = mix(hash, r->move[i]);
    return hash;
}

void match_game_sum_up(const duel_record *r, const void *state, match_game_result *out)
{
    out->hash = hash_of_moves(r);
    out->plies = r->count - out->opening;
    if (out->end != MATCH_GAME_PROVED && out->end != MATCH_GAME_LONG)
        duel_record_over(r, state, out->score);
}

/* ---- a turn ------------------------------------------------------------------------------ */

static int seat_to_move(const course *c)
{
    return c->t->v->game->turn(c->t->v, &c->state);
}

static bool halted(const match_game_table *t)
{
    return (t->stop && atomic_load(t->stop)) || (t->halt && atomic_load(t->halt));
}

/* What the seat may take for this turn; 0: as long as it likes. */
static double turn_limit(const course *c, int seat)
{
    double own = player_seconds(c->t->player[seat]);
    return c->clock[seat] > 0 ? c->clock[seat] : own > 0 ? own : c->t->seconds;
}

/* What the seat has seen and done; 0: nobody asks, or nobody can say. */
static uint64_t known_to(const course *c, int seat)
{
    duel_info_set knowing;
    bool told = c->remembers && duel_record_info_set(c->record, c->record->count, &knowing);
    return told ? knowing.seat[seat] : 0;
}

static duel_status ask_player(course *c, int seat, uint64_t seed, duel_msg *why)
{
    const match_game_table *t = c->t;
    duel_state view;
    bool clocked = c->clock[seat] > 0;
    double limit = turn_limit(c, seat);
    duel_view(t->v, &c->state, seat, &view);
    duel_think think = {.view = &view,
                        .seat = seat,
                        .known = known_to(c, seat),
                        .seconds = clocked ? 0 : t->seconds,
                        .nodes = t->nodes,
                        .threads = 1,
                        .seed = seed,
                        .stop = t->stop,
                        .clock = c->clock[seat],
                        .increment = player_control(t->player[seat]).increment,
                        .latest = limit > 0 && (clocked || t->strict) ? limit + DUEL_GRACE : 0,
                        .past = duel_has_secrets(t->v) ? NULL : c->record};
    return player_think(t->player[seat], &think, t->room, why);
}

/* Somebody has lost by its own fault. */
static void forfeit(course *c, int seat, match_game_end end)
{
    c->out->end = end;
    c->out->loser = c->record->loser = seat;
    c->record->ending = end == MATCH_GAME_TIME ? DUEL_BY_TIME : DUEL_BY_RESIGNING;
}

/* After a turn: the clock goes on, and whoever was late has it counted. False: it has lost. */
static bool keep_time(course *c, int seat)
{
    const machine_player *p = c->t->player[seat];
    double took = player_took(p), limit = turn_limit(c, seat);
    bool clocked = c->clock[seat] > 0;
    bool late = player_lateness_count(&c->out->late[seat], took, limit);
    if (clocked)
        c->clock[seat] = fmax(c->clock[seat] - took, last_moment) + player_control(p).increment;
    if (!late || !(clocked || c->t->strict))
        return true;
    duel_say(&c->reason, N_("The player {0} has overstepped its time."), "c", player_spec(p));
    forfeit(c, seat, MATCH_GAME_TIME);
    return false;
}

/* Plays the plan until the turn ends. An engine that plans anything illegal is wrong, and the
 * match says so. */
static duel_status follow_plan(course *c, int seat, duel_msg *why)
{
    const duel_variant *v = c->t->v;
    const duel_answer *a = c->t->room;
    const char *spec = player_spec(c->t->player[seat]);
    duel_status status = DUEL_OK;
    bool ended = false;
    for (int i = 0; status == DUEL_OK && !ended && i < a->plan_count; i++) {
        if (!duel_legal(v, &c->state, a->plan[i]))
            return duel_fail(why, N_("The player {0} answered with an illegal move."), "c",
                             spec);
        status = duel_record_add(c->record, a->plan[i], why);
        v->game->play(v, &c->state, a->plan[i]);
        ended = duel_turn_ended(v, seat, &c->state);
    }
    if (a->plan_count == 0)
        return duel_fail(why, N_("The player {0} answered without a move."), "c", spec);
    return status;
}

static duel_status take_turn(course *c, int seat, uint64_t seed, duel_msg *why)
{
    duel_status status = ask_player(c, seat, seed, why);
    if (halted(c->t))
        return DUEL_STOPPED; /* who was interrupted has not lost */
    if (player_forfeits(c->t->player[seat], &c->reason)) {
        double took = player_took(c->t->player[seat]), limit = turn_limit(c, seat);
        bool late = player_lateness_count(&c->out->late[seat], took, limit);
        forfeit(c, seat, late ? MATCH_GAME_TIME : MATCH_GAME_FAILED);
        return DUEL_OK;
    }
    return status == DUEL_OK && keep_time(c, seat) ? follow_plan(c, seat, why) : status;
}

/* ---- ends that are not the rules' -------------------------------------------------------- */

/* What the two have for a position that is proved for the one to move. */
static bool score_proof(const duel_answer *a, int seat, int32_t score[])
{
    bool known = a->proved && !a->at_least && a->result.value != DUEL_UNSOLVED;
    score[seat] = a->result.value == DUEL_WIN;
    score[1 - seat] = a->result.value == DUEL_LOSS;
    return known;
}

static duel_status look_for_proof(course *c, duel_msg *why)
{
    const match_game_table *t = c->t;
    int seat = seat_to_move(c);
    duel_think think = {.view = &c->state,
                        .seat = seat,
                        .nodes = t->solver_nodes,
                        .threads = 1,
                        .seed = 1,
                        .stop = t->stop};
    int32_t score[DUEL_SEATS];
    duel_status status = player_think(t->solver, &think, t->room, why);
    if (status == DUEL_OK && score_proof(t->room, seat, score)) {
        c->out->end = MATCH_GAME_PROVED;
        memcpy(c->out->score, score, sizeof(int32_t) * (size_t)t->v->seats);
    }
    return status;
}

static bool too_long(const course *c)
{
    enum { LOOPY_PLIES = 500 };
    return (c->t->v->traits & DUEL_LOOPY) && c->record->count - c->out->opening >= LOOPY_PLIES;
}

/* ---- the game ---------------------------------------------------------------------------- */

static duel_status begin_bout(course *c, uint64_t set, duel_rng *opening, duel_msg *why)
{
    const match_game_table *t = c->t;
    duel_status status =
        match_opening_draw(t->openings, set, opening, t->judge, t->room, c->record, why);
    if (status == DUEL_OK)
        status = duel_record_replay(c->record, c->record->count, &c->state, why);
    c->out->opening = c->record->count;
    for (int i = 0; i < t->v->seats; i++) {
        player_forget(t->player[i]);
        c->clock[i] = player_control(t->player[i]).base;
    }
    if (t->solver)
        player_forget(t->solver);
    return status;
}

static duel_status play_on(course *c, duel_rng *lots, duel_msg *why)
{
    duel_status status = DUEL_OK;
    while (status == DUEL_OK && c->out->end == MATCH_GAME_RULES &&
           !duel_is_over(c->t->v, &c->state)) {
        if (halted(c->t))
            return DUEL_STOPPED;
        if (too_long(c)) {
            c->out->end = MATCH_GAME_LONG;
            if (value_has_margin(c->t->v))
                value_scores_unfinished(c->t->v, &c->state, c->out->score);
            break;
        }
        if (c->t->solver)
            status = look_for_proof(c, why);
        if (status == DUEL_OK && c->out->end == MATCH_GAME_RULES)
            status = take_turn(c, seat_to_move(c), duel_rng_next(lots), why);
    }
    return status;
}

duel_status match_game_play(const match_game_table *t, uint64_t set, duel_rng *opening,
                            duel_rng *lots, duel_record *record, match_game_result *out,
                            duel_msg *why)
{
    match_game_result bout = {.end = MATCH_GAME_RULES};
    course c = {.t = t, .record = record, .out = &bout, .remembers = player_mixes(t->v)};
    duel_record_init(record, t->v);
    duel_status status = begin_bout(&c, set, opening, why);
    if (status == DUEL_OK)
        status = play_on(&c, lots, why);
    if (status == DUEL_OK && c.reason.id &&
        (bout.reason = match_game_reason(&c.reason)) == NULL)
        status = duel_no_space(why);
    if (status != DUEL_OK) {
        duel_record_fini(record);
        return status;
    }
    match_game_sum_up(record, &c.state, &bout);
    *out = bout;
    return DUEL_OK;
}
