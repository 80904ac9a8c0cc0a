/* match/openings.c -- how the games of a match begin: by a line of a book, or by the deal and a
 * few plies at random, of which the most even are taken where that is asked. See match.h. */
#include "base/file.h"
#include "base/grow.h"
#include "core/fault_guard.h"
#include "core/play.h"
#include "core/variant.h"
#include "core/worth.h"
#include "match/inside.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a book ------------------------------------------------------------------------------ */

struct opening_book {
    duel_record *line;
    size_t count, room;
};

typedef struct page { /* being read */
    const duel_variant *v;
    opening_book *book;
    int64_t number; /* of the line, from 1 */
} page;

/* A game dealt at random has no moves that could be written down for every deal. */
static bool deal_alike(const duel_variant *v, duel_state *dealt)
{
    duel_state other;
    return duel_deal(v, duel_str_of("1"), dealt) == DUEL_OK &&
           duel_deal(v, duel_str_of("2"), &other) == DUEL_OK &&
           duel_states_equal(v, dealt, &other);
}

static duel_status read_line_moves(page *p, duel_str moves, duel_record *r, duel_state *state,
                                   duel_msg *why)
{
    duel_str word;
    duel_status status = DUEL_OK;
    if (!deal_alike(p->v, state))
        return duel_invalid(
            why,
            N_("Line {0}: this game is dealt at random; write positions instead "
               "of moves."),
            "i", p->number);
    duel_print(p->v, state, &r->start.sink);
    while (status == DUEL_OK && duel_str_word(&moves, " \t", &word)) {
        duel_move move;
        if (duel_is_over(p->v, state) ||
            duel_read_move(p->v, state, word, &move, NULL) != DUEL_OK)
            return duel_invalid(why, N_("Line {0}: move {1}, “{2}”, is not legal there."),
                                "iis", p->number, (int64_t)r->count + 1, word);
        status = duel_record_add(r, move, why);
        p->v->game->play(p->v, state, move);
    }
    return status;
}

static duel_status read_opening(page *p, duel_str line, duel_record *r, duel_msg *why)
{
    duel_state state;
    duel_str rest = line, word;
    duel_status status;
    duel_str_word(&rest, " ", &word);
    if (duel_str_is(word, "moves")) {
        status = read_line_moves(p, rest, r, &state, why);
    } else {
        duel_msg rule = {0};
        duel_put_str(&r->start.sink, line);
        status = duel_read(p->v, line, &state, &rule);
        if (status != DUEL_OK)
            return duel_invalid(why, N_("Line {0}: “{1}” is no position of {2}."), "isw",
                                p->number, line, p->v->game->title);
    }
    if (status == DUEL_OK && duel_is_over(p->v, &state))
        status = duel_invalid(why, N_("Line {0}: the game is over there."), "i", p->number);
    return status;
}

static duel_status keep_line(opening_book *b, const duel_record *r, duel_msg *why)
{
    if (!GROW(b->line, b->room, b->count + 1))
        return duel_no_space(why);
    b->line[b->count++] = *r;
    return DUEL_OK;
}

static duel_status read_book_line(page *p, duel_str line, duel_msg *why)
{
    duel_record r;
    duel_record_init(&r, p->v);
    duel_status status = read_opening(p, line, &r, why);
    if (status == DUEL_OK)
        status = r.start.failed ? duel_no_space(why) : keep_line(p->book, &r, why);
    if (status != DUEL_OK)
        duel_record_fini(&r);
    return status;
}

static duel_status read_lines(page *p, duel_str text, const char *path, duel_msg *why)
{
    duel_status status = DUEL_OK;
    duel_str line;
    duel_fault_guard g;
    duel_fault_guard_begin(&g, p->v->game);
    while (status == DUEL_OK && duel_str_part(&text, '\n', &line)) {
        line = duel_str_trim(line);
        p->number++;
        if (line.len && line.at[0] != '#')
            status = read_book_line(p, line, why);
    }
    status = duel_fault_guard_end(&g, status, why);
    if (status == DUEL_OK && p->book->count == 0)
        status = duel_invalid(why, N_("There is no opening in {0}."), "c", path);
    return status;
}

duel_status opening_book_read(const char *path, const duel_variant *v, opening_book **out,
                              duel_msg *why)
{
    page p = {.v = v, .book = calloc(1, sizeof *p.book)};
    duel_buf text;
    duel_buf_init(&text);
    duel_status status =
        p.book ? duel_file_read(path, DUEL_FILE_MOST, &text, why) : duel_no_space(why);
    if (status == DUEL_OK)
        status = read_lines(&p, duel_buf_str(&text), path, why);
    duel_buf_fini(&text);
    if (status == DUEL_OK)
        *out = p.book;
    else
        opening_book_free(p.book);
    return status;
}

void opening_book_free(opening_book *b)
{
    for (size_t i = 0; b && i < b->count; i++)
        duel_record_fini(&b->line[i]);
    if (b)
        free(b->line);
    free(b);
}

/* The one for a number, whatever it is: from the front again after the last. */
static const duel_record *duel_book_line(const opening_book *b, uint64_t number)
{
    return &b->line[number % b->count];
}

/* ---- openings ---------------------------------------------------------------------------- */

enum {
    CANDIDATES = 8,      /* of which the most even is a balanced opening */
    JUDGE_NODES = 20000, /* for each of them */
    TRIES = 100          /* games at random may be over before the opening is */
};

duel_status match_openings_read(duel_str text, match_openings *out, duel_msg *why)
{
    static const duel_option plies = {"--openings",        DUEL_NUMBER, 0,   0,
                                      MATCH_OPENING_PLIES, NULL,        NULL};
    duel_str rest = text, number, word = {"", 0};
    int64_t count;
    duel_str_part(&rest, ',', &number);
    duel_status status = duel_option_read(&plies, number, &count, why);
    if (status != DUEL_OK)
        return status;
    bool more = rest.at && duel_str_part(&rest, ',', &word);
    if (more && (!duel_str_is(word, "balanced") || rest.at))
        return duel_invalid(why, N_("Openings are written PLIES or PLIES,balanced; not “{0}”."),
                            "s", text);
    *out = (match_openings){.plies = (int)count, .balanced = more};
    return DUEL_OK;
}

duel_status match_openings_fit(const match_openings *o, const duel_variant *v, duel_msg *why)
{
    if (o->balanced && (v->seats != 2 || duel_has_secrets(v)))
        return duel_refuse(why, N_("Balanced openings are for two players who see everything."),
                           "");
    return DUEL_OK;
}

/* Plays at random for so many plies, and on to the end of the turn; false if it is over. */
static bool wander(duel_record *r, int plies, duel_rng *rng, duel_state *state)
{
    const duel_variant *v = &r->variant;
    duel_move list[DUEL_MOVES_MAX];
    bool ended = true;
    r->count = 0;
    for (int ply = 0; ply < plies || !ended; ply++) {
        if (duel_is_over(v, state))
            return false;
        int seat = v->game->turn(v, state);
        uint32_t count = (uint32_t)v->game->moves(v, state, list);
        duel_move move = list[duel_rng_below(rng, count)];
        if (duel_record_add(r, move, NULL) != DUEL_OK)
            return false;
        v->game->play(v, state, move);
        ended = duel_turn_ended(v, seat, state);
    }
    return !duel_is_over(v, state);
}

static duel_status draw_one(int plies, duel_rng *rng, const duel_state *dealt, duel_record *r,
                            duel_state *state, duel_msg *why)
{
    for (int i = 0; i < TRIES; i++) {
        *state = *dealt;
        if (wander(r, plies, rng, state))
            return DUEL_OK;
    }
    return duel_refuse(why, N_("Games at random are over before {0} plies."), "i",
                       (int64_t)plies);
}

/* How far from even, whoever is ahead; what nobody can value is as far as can be. */
static double unevenness(const duel_variant *v, const duel_answer *a)
{
    duel_worth w = duel_worth_of_answer(v, a);
    return w.scored ? fabs(w.points) : w.known ? fabs(duel_worth_level(v, &w)) : 1;
}

static duel_status judge_one(const duel_variant *v, machine_player *judge, duel_answer *room,
                             const duel_state *state, double *uneven, duel_msg *why)
{
    duel_think t = {.view = state,
                    .seat = v->game->turn(v, state),
                    .nodes = JUDGE_NODES,
                    .threads = 1,
                    .seed = 1};
    player_forget(judge);
    duel_status status = player_think(judge, &t, room, why);
    if (status == DUEL_OK)
        *uneven = unevenness(v, room);
    return status;
}

/* The most even of several; which it is, is known once all have been drawn, so the generator is
 * remembered where each began. */
static duel_status draw_balanced(int plies, duel_rng *rng, const duel_state *dealt,
                                 machine_player *judge, duel_answer *room, duel_record *r,
                                 duel_msg *why)
{
    double least = INFINITY, uneven = 0;
    duel_rng best = *rng;
    duel_state state;
    duel_status status = DUEL_OK;
    for (int i = 0; status == DUEL_OK && i < CANDIDATES; i++) {
        duel_rng before = *rng;
        status = draw_one(plies, rng, dealt, r, &state, why);
        if (status == DUEL_OK)
            status = judge_one(&r->variant, judge, room, &state, &uneven, why);
        if (status == DUEL_OK && uneven < least) {
            least = uneven;
            best = before;
        }
    }
    return status == DUEL_OK ? draw_one(plies, &best, dealt, r, &state, why) : status;
}

/* A deal, and how the record begins: by its position, or by a seed where the game has no
 * notation for positions. */
static duel_status draw_deal(duel_rng *rng, duel_record *out, duel_state *dealt, duel_msg *why)
{
    const duel_variant *v = &out->variant;
    memset(dealt, 0, sizeof *dealt);
    if (v->game->parse == NULL) {
        snprintf(out->seed, sizeof out->seed, "%llu", (unsigned long long)duel_rng_next(rng));
        return duel_record_begin(out, dealt, why);
    }
    if (v->game->deal(v, rng, dealt) != DUEL_OK)
        return duel_refuse(why, N_("Nothing could be dealt with these options and this seed."),
                           "");
    duel_print(v, dealt, &out->start.sink);
    return out->start.failed ? duel_no_space(why) : DUEL_OK;
}

static duel_status draw_at_random(const match_openings *o, duel_rng *rng, machine_player *judge,
                                  duel_answer *room, duel_record *out, duel_msg *why)
{
    duel_state dealt, state;
    duel_status status = draw_deal(rng, out, &dealt, why);
    if (status != DUEL_OK || o->plies == 0)
        return status;
    return o->balanced ? draw_balanced(o->plies, rng, &dealt, judge, room, out, why)
                       : draw_one(o->plies, rng, &dealt, out, &state, why);
}

duel_status match_opening_draw(const match_openings *o, uint64_t set, duel_rng *rng,
                               machine_player *judge, duel_answer *room, duel_record *out,
                               duel_msg *why)
{
    if (o->book == NULL)
        return draw_at_random(o, rng, judge, room, out, why);
    duel_record line;
    const duel_record *r = duel_book_line(o->book, set);
    duel_status status = duel_record_copy(r, r->count, &line, why);
    if (status == DUEL_OK) {
        duel_record_fini(out);
        *out = line;
    }
    return status;
}
