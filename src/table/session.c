/* table/session.c -- a game being played, as values: begun or taken up again, looked at,
 * changed turn by turn. A change is made into events, stored by the owner, then done: what is
 * done after storing is what a restart would do, which reads the events. See session.h.
 *
 * Invariant: while `pending`, nothing but settling changes the session. */
#include "base/long_work.h"
#include "core/fault_guard.h"
#include "core/play.h"
#include "core/variant.h"
#include "players/catalogue.h"
#include "table/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A change is a list of events with the texts they point to. It is sealed when the texts will
 * grow no more, then stored, then applied. */
typedef struct change {
    store_changes batch;
    saved_game header;
    duel_buf variant, seats, terms, result;
    store_event *event;
    duel_buf *data; /* of each event */
    size_t room;
    size_t drafted; /* so many events, the first ones, are the draft of the session */
    store_result tally[DUEL_SEATS];
    store_deal dealt; /* points to the two below */
    char profile[STORE_PROFILE_TEXT];
    char opening[DUEL_POSITION_HASH];
} change;

typedef struct seat {
    char spec[PLAYER_SPEC_TEXT];
    int hands; /* how often it changed hands */
    bool kept; /* a machine has taken it over from a person, who may come back */
    char who[STORE_PROFILE_TEXT];
    int64_t left; /* on its clock, in milliseconds */
} seat;

struct game_session {
    char id[STORE_ID_TEXT];
    int64_t events; /* of its log */
    duel_record record;
    duel_state state, draft; /* validated; with the moves drafted on top */
    duel_move drafted[SESSION_DRAFT];
    duel_buf drafted_text[SESSION_DRAFT]; /* as they are stored */
    int drafted_count;
    seat seat[DUEL_SEATS];
    int undone; /* how often turns were taken back */
    bool assisted, observed;
    game_terms terms;
    int64_t stopped; /* the clock of the seat to move, to be kept with its turn; -1: as it is */
    change *pending; /* on its way to the disk: nothing else may change */
};

static void session_drop_draft(game_session *s)
{
    s->drafted_count = 0;
    memcpy(&s->draft, &s->state, session_variant(s)->state_size);
}

static duel_status session_set_seat(game_session *s, int i, duel_str spec, duel_msg *why)
{
    seat *at = &s->seat[i];
    if (spec.len >= sizeof at->spec)
        return duel_invalid(why, N_("A player is named in at most {0} characters."), "i",
                            (int64_t)PLAYER_SPEC_TEXT - 1);
    memcpy(at->spec, spec.at, spec.len);
    at->spec[spec.len] = '\0';
    return DUEL_OK;
}

/* ---- terms, as text ---------------------------------------------------------------------- */

static const char *const advice_words[] = {"off", "all", "shown"};

static void terms_print(const game_terms *t, duel_sink *out)
{
    if (!t->table)
        return;
    duel_putf(out, "table advice=%s", advice_words[t->advice]);
    if (t->open)
        duel_putf(out, " open=%u", t->open);
    if (t->main)
        duel_putf(out, " main=%lld more=%lld", (long long)t->main, (long long)t->more);
    if (t->analysis)
        duel_put(out, " analysis");
}

/* One word of what was printed. */
static void terms_read(game_terms *t, duel_str word)
{
    duel_str value = word, name;
    int64_t n = 0;
    duel_str_part(&value, '=', &name);
    if (value.at)
        duel_str_number(value, &n);
    if (duel_str_is(name, "table"))
        t->table = true;
    else if (duel_str_is(name, "analysis"))
        t->analysis = true;
    else if (duel_str_is(name, "open"))
        t->open = (unsigned)n;
    else if (duel_str_is(name, "main"))
        t->main = n;
    else if (duel_str_is(name, "more"))
        t->more = n;
    for (int i = 0; duel_str_is(name, "advice") && i < 3; i++)
        if (duel_str_is(value, advice_words[i]))
            t->advice = (advice_rule)i;
}

static void session_set_terms(game_session *s, const game_terms *t)
{
    s->terms = *t;
    s->observed = t->analysis;
    for (int i = 0; i < DUEL_SEATS; i++)
        s->seat[i].left = t->main;
}

/* ---- changes ----------------------------------------------------------------------------- */

/* NULL does nothing. */
static void change_free(change *c)
{
    if (c == NULL)
        return;
    for (size_t i = 0; c->data && i < c->batch.count; i++)
        duel_buf_fini(&c->data[i]);
    duel_buf_fini(&c->variant);
    duel_buf_fini(&c->seats);
    duel_buf_fini(&c->terms);
    duel_buf_fini(&c->result);
    free(c->event);
    free(c->data);
    free(c);
}

/* Room for so many events; NULL if memory is short. */
static change *change_new(const game_session *s, size_t room, int64_t now)
{
    change *c = calloc(1, sizeof *c);
    if (c == NULL)
        return NULL;
    duel_buf_init(&c->variant);
    duel_buf_init(&c->seats);
    duel_buf_init(&c->terms);
    duel_buf_init(&c->result);
    c->room = room;
    c->event = calloc(room + 1, sizeof *c->event);
    c->data = calloc(room + 1, sizeof *c->data);
    c->batch = (store_changes){.id = s->id,
                               .next = s->events,
                               .event = c->event,
                               .moves = (int64_t)s->record.count,
                               .time = now,
                               .tally = c->tally};
    if (c->event && c->data)
        return c;
    change_free(c);
    return NULL;
}

/* The text of the next event, to be written by the caller.
 * The text of the next event, to be written by the caller. */
static duel_sink *change_add(change *c, const char *kind, int place)
{
    DUEL_REQUIRE(c->batch.count < c->room);
    size_t at = c->batch.count++;
    c->event[at] =
        (store_event){.time = c->batch.time, .seat = place, .kind = duel_str_of(kind)};
    duel_buf_init(&c->data[at]);
    return &c->data[at].sink;
}

static bool change_seal(change *c)
{
    bool whole = !c->result.failed && !c->variant.failed && !c->seats.failed;
    for (size_t i = 0; i < c->batch.count; i++) {
        c->event[i].data = duel_buf_str(&c->data[i]);
        whole = whole && !c->data[i].failed;
    }
    return whole;
}

/* One event that says it all; NULL if memory is short.
 * One event that says it all; NULL if memory is short. */
static change *change_one(const game_session *s, const char *kind, int place, int64_t now,
                          const char *data)
{
    change *c = change_new(s, 1, now);
    if (c)
        duel_put(change_add(c, kind, place), data);
    return c;
}

/* How the game ends with this change, for the list of games and for the profiles.
 * How the game ends with this change, for the list of games and for the profiles. */
static void change_result(const game_session *s, change *c, const int32_t score[],
                          bool by_rules)
{
    const duel_variant *v = session_variant(s);
    for (int i = 0; i < v->seats; i++)
        duel_putf(&c->result.sink, "%s%d", i ? " " : "", score[i]);
    c->batch.result = duel_buf_str(&c->result);
    for (int i = 0; i < v->seats; i++) {
        duel_value value = duel_outcome(v, score, i);
        bool twice = false;
        for (int j = 0; j < v->seats; j++)
            twice = twice || (j != i && strcmp(s->seat[i].who, s->seat[j].who) == 0);
        if (s->seat[i].who[0] == '\0' || twice || s->terms.analysis)
            continue;
        c->tally[c->batch.tallies++] =
            (store_result){.profile = s->seat[i].who,
                           .kind = duel_str_of(v->game->id),
                           .outcome = value == DUEL_WIN    ? 1
                                      : value == DUEL_LOSS ? -1
                                                           : 0,
                           .scored = by_rules && (v->seats == 1 || v->traits & DUEL_MARGIN),
                           .score = score[i],
                           .assisted = s->assisted};
    }
}

/* Refuses while a change is on its way. */
static duel_status session_busy(const game_session *s, duel_msg *why)
{
    if (s->pending == NULL)
        return DUEL_OK;
    return duel_refuse(why, N_("The last change is still being written down."), "");
}

/* Takes over the change, which is pending from now on. */
static duel_status session_commit(game_session *s, change *c, duel_msg *why)
{
    if (c == NULL || !change_seal(c)) {
        change_free(c);
        return duel_no_space(why);
    }
    s->pending = c;
    return DUEL_OK;
}

static duel_status commit_one(game_session *s, const char *kind, int place, int64_t now,
                              const char *data, duel_msg *why)
{
    if (session_busy(s, why) != DUEL_OK)
        return DUEL_REFUSED;
    return session_commit(s, change_one(s, kind, place, now, data), why);
}

store_changes *session_pending(game_session *s)
{
    return s->pending ? &s->pending->batch : NULL;
}

/* ---- beginning --------------------------------------------------------------------------- */

void session_free(game_session *s)
{
    if (s == NULL)
        return;
    change_free(s->pending);
    for (int i = 0; i < SESSION_DRAFT; i++)
        duel_buf_fini(&s->drafted_text[i]);
    duel_record_fini(&s->record);
    free(s);
}

static game_session *session_of(const duel_variant *v, duel_str seed, duel_str start,
                                bool dealt)
{
    game_session *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->stopped = -1;
    for (int i = 0; i < SESSION_DRAFT; i++)
        duel_buf_init(&s->drafted_text[i]);
    duel_record_init(&s->record, v);
    snprintf(s->record.seed, sizeof s->record.seed, "%.*s", (int)seed.len, seed.at);
    duel_put_str(&s->record.start.sink, start);
    s->record.dealt = dealt && start.len;
    return s;
}

static duel_status begin_state(game_session *s, duel_msg *why)
{
    duel_status status = duel_record_begin(&s->record, &s->state, why);
    if (status == DUEL_OK)
        status = duel_record_keep_deal(&s->record, &s->state, why);
    session_drop_draft(s);
    return status;
}

/* Among the terms: the start is not somebody's own, but what the seed deals, which searches. A
 * program that does not know the word reads that game from its start. */
static const char dealt_word[] = "dealt";

static void write_header(game_session *s, change *c)
{
    const duel_variant *v = session_variant(s);
    duel_variant_print(v, &c->variant.sink);
    for (int i = 0; i < v->seats; i++)
        duel_putf(&c->seats.sink, "%s%s", i ? " " : "", s->seat[i].spec);
    terms_print(&s->terms, &c->terms.sink);
    bool keeps =
        s->record.dealt && s->terms.table; /* else a game without terms is the terminal's */
    if (keeps)
        duel_putf(&c->terms.sink, " %s", dealt_word);
    c->header = (saved_game){
        .game = duel_str_of(v->game->id),
        .rules = v->game->version,
        .variant = duel_buf_str(&c->variant),
        .seed = duel_str_of(s->record.seed),
        .start = s->record.dealt && !keeps ? (duel_str){"", 0} : duel_buf_str(&s->record.start),
        .seats = duel_buf_str(&c->seats),
        .terms = duel_buf_str(&c->terms)};
    c->batch.header = &c->header;
}

/* The moves of a game that is copied. */
static void write_moves(const game_session *s, change *c, const duel_record *from)
{
    const duel_variant *v = session_variant(s);
    duel_state state = s->state;
    for (size_t i = 0; i < from->count; i++) {
        duel_sink *text = change_add(c, "move", v->game->turn(v, &state));
        duel_print_move(v, &state, from->move[i], text);
        v->game->play(v, &state, from->move[i]);
    }
    c->batch.moves += (int64_t)from->count;
}

static void write_deal(change *c, const store_deal *dealt)
{
    snprintf(c->profile, sizeof c->profile, "%s", dealt->profile);
    snprintf(c->opening, sizeof c->opening, "%s", dealt->opening);
    c->dealt = (store_deal){c->profile, c->opening};
    c->batch.dealt = &c->dealt;
}

/* The header, the moves of a game that is copied, and who was dealt what are stored together.
 */
static duel_status write_beginning(game_session *s, const session_opening *o, int64_t now,
                                   duel_msg *why)
{
    change *c = change_new(s, o->from ? o->from->count : 0, now);
    if (c == NULL)
        return duel_no_space(why);
    write_header(s, c);
    if (o->dealt_to)
        write_deal(c, o->dealt_to);
    if (o->from)
        write_moves(s, c, o->from);
    return session_commit(s, c, why);
}

duel_status session_new(const session_opening *o, int64_t now, game_session **out,
                        duel_msg *why)
{
    const duel_record *from = o->from;
    bool written = from == NULL && o->start.len && !o->dealt; /* by somebody, as in duel_read */
    if (written && duel_has_secrets(o->variant))
        duel_long_work_door(DUEL_LONG_WORK_READ);
    game_session *s =
        session_of(o->variant, from ? duel_str_of(from->seed) : o->seed,
                   from ? duel_buf_str(&from->start) : o->start, from ? from->dealt : o->dealt);
    if (s == NULL)
        return duel_no_space(why);
    snprintf(s->id, sizeof s->id, "%s", o->id ? o->id : "");
    session_set_terms(s, &o->terms);
    duel_status status = begin_state(s, why);
    for (int i = 0; status == DUEL_OK && i < o->variant->seats; i++)
        status = session_set_seat(s, i, o->seats[i], why);
    if (status == DUEL_OK)
        status = write_beginning(s, o, now, why);
    if (status == DUEL_OK)
        *out = s;
    else
        session_free(s);
    return status;
}

/* ---- reading a stored one ---------------------------------------------------------------- */

static duel_status read_seats_and_terms(game_session *s, const saved_game *game, duel_msg *why)
{
    duel_str seats = game->seats, terms = game->terms, word;
    game_terms agreed = {.table = false};
    while (duel_str_word(&terms, " ", &word)) {
        terms_read(&agreed, word);
        s->record.dealt = s->record.dealt || duel_str_is(word, dealt_word);
    }
    s->record.dealt = s->record.dealt && s->record.start.len;
    session_set_terms(s, &agreed);
    duel_status status = begin_state(s, why);
    for (int i = 0; status == DUEL_OK && i < session_variant(s)->seats; i++)
        status = duel_str_word(&seats, " ", &word)
                     ? session_set_seat(s, i, word, why)
                     : duel_fail(why, N_("Seat {0} has no player."), "i", (int64_t)i + 1);
    return status;
}

duel_status session_read(const saved_game *game, game_session **out, duel_msg *why)
{
    const duel_game *g;
    duel_variant v;
    duel_status status = catalogue_need_game(game->game, &g, why);
    if (status == DUEL_OK && g->version != game->rules)
        status =
            duel_refuse(why, N_("This game was played with other rules of {0}."), "c", g->id);
    if (status == DUEL_OK)
        status = duel_variant_read(g, game->variant, &v, why);
    if (status != DUEL_OK)
        return status;
    game_session *s = session_of(&v, game->seed, game->start, false);
    if (s == NULL)
        return duel_no_space(why);
    memcpy(s->id, game->id, sizeof s->id);
    status = read_seats_and_terms(s, game, why);
    if (status == DUEL_OK)
        *out = s;
    else
        session_free(s);
    return status;
}

/* ---- looking ----------------------------------------------------------------------------- */

const char *session_id(const game_session *s)
{
    return s->id;
}

const duel_variant *session_variant(const game_session *s)
{
    return &s->record.variant;
}

const duel_record *session_record(const game_session *s)
{
    return &s->record;
}

const char *session_spec(const game_session *s, int i)
{
    return s->seat[i].spec;
}

bool session_human(const game_session *s, int i)
{
    return strcmp(s->seat[i].spec, "human") == 0;
}

bool session_assisted(const game_session *s)
{
    return s->assisted;
}

bool session_observed(const game_session *s)
{
    return s->observed;
}

bool session_kept(const game_session *s, int i)
{
    return s->seat[i].kept;
}

const game_terms *session_terms(const game_session *s)
{
    return &s->terms;
}

int session_undone(const game_session *s)
{
    return s->undone;
}

int session_seat_changes(const game_session *s, int i)
{
    return s->seat[i].hands;
}

const char *session_who(const game_session *s, int i)
{
    return s->seat[i].who;
}

int64_t session_left(const game_session *s, int i)
{
    return s->seat[i].left;
}

int session_turn(const game_session *s)
{
    return session_variant(s)->game->turn(session_variant(s), &s->state);
}

bool session_over(const game_session *s, int32_t score[])
{
    return duel_record_over(&s->record, &s->state, score);
}

void session_view(const game_session *s, int i, void *view)
{
    bool drafting = i == session_turn(s) || i == DUEL_SEES_ALL;
    duel_view(session_variant(s), drafting ? &s->draft : &s->state, i, view);
}

/* ---- a turn ------------------------------------------------------------------------------ */

int session_drafted(const game_session *s, const duel_move **moves)
{
    *moves = s->drafted;
    return s->drafted_count;
}

bool session_ready(const game_session *s)
{
    const duel_variant *v = session_variant(s);
    return s->drafted_count && duel_turn_ended(v, session_turn(s), &s->draft);
}

static duel_status ended(const game_session *s, duel_msg *why)
{
    if (s->record.ending == DUEL_BY_RULES)
        return DUEL_OK;
    return duel_refuse(why, N_("The game is over."), "");
}

/* The draft with one more move, which is legal. One that leads where the game fails is not
 * made.
 */
static duel_status play_on_draft(const game_session *s, duel_move move, duel_state *after,
                                 duel_msg *why)
{
    const duel_variant *v = session_variant(s);
    duel_fault_guard g;
    duel_fault_guard_begin(&g, v->game);
    *after = s->draft;
    v->game->play(v, after, move);
    duel_is_over(v, after); /* looked at before anybody relies on it */
    return duel_fault_guard_end(&g, DUEL_OK, why);
}

static duel_status room_in_draft(const game_session *s, duel_msg *why)
{
    if (session_busy(s, why) != DUEL_OK || ended(s, why) != DUEL_OK)
        return DUEL_REFUSED;
    if (session_ready(s))
        return duel_refuse(why, N_("The turn is complete: confirm it or take something back."),
                           "");
    if (s->drafted_count == SESSION_DRAFT)
        return duel_refuse(why, N_("A turn has at most {0} moves."), "i",
                           (int64_t)SESSION_DRAFT);
    if (s->record.count + (size_t)s->drafted_count >= SESSION_MOVES)
        return duel_refuse(why,
                           N_("A game has at most {0} moves: give up, or take turns back."),
                           "i", (int64_t)SESSION_MOVES);
    return DUEL_OK;
}

static duel_status add_to_draft(game_session *s, duel_move move, int64_t now, duel_msg *why)
{
    const duel_variant *v = session_variant(s);
    duel_state after;
    duel_status status = play_on_draft(s, move, &after, why);
    if (status != DUEL_OK)
        return status;
    duel_buf_clear(&s->drafted_text[s->drafted_count]);
    duel_print_move(v, &s->draft, move, &s->drafted_text[s->drafted_count].sink);
    s->draft = after;
    s->drafted[s->drafted_count++] = move;
    if (session_ready(s) && !(v->traits & DUEL_CONFIRM))
        return session_validate(s, now, why);
    return DUEL_OK;
}

duel_status session_play(game_session *s, duel_move move, int64_t now, duel_msg *why)
{
    const duel_variant *v = session_variant(s);
    duel_fault_guard g;
    duel_status status = room_in_draft(s, why);
    if (status != DUEL_OK)
        return status;
    duel_fault_guard_begin(&g, v->game);
    if (duel_is_over(v, &s->draft) || !duel_legal(v, &s->draft, move))
        status = duel_refuse(why, N_("That move is not legal here."), "");
    status = duel_fault_guard_end(&g, status, why);
    return status == DUEL_OK ? add_to_draft(s, move, now, why) : status;
}

duel_status session_play_text(game_session *s, duel_str text, int64_t now, duel_msg *why)
{
    duel_state view;
    duel_move move;
    duel_status status = room_in_draft(s, why);
    if (status != DUEL_OK)
        return status;
    session_view(s, session_turn(s), &view);
    status = duel_read_move(session_variant(s), &view, text, &move, why);
    return status == DUEL_OK ? add_to_draft(s, move, now, why) : status;
}

void session_stop_clock(game_session *s, int64_t left)
{
    s->stopped = left;
}

/* The turn as events: all are stored or none. */
static change *turn_change(const game_session *s, int64_t now)
{
    const duel_variant *v = session_variant(s);
    int32_t score[DUEL_SEATS];
    change *c = change_new(s, SESSION_DRAFT + 1, now);
    if (c == NULL)
        return NULL;
    for (int i = 0; i < s->drafted_count; i++)
        duel_put_str(change_add(c, "move", session_turn(s)), duel_buf_str(&s->drafted_text[i]));
    c->batch.moves += s->drafted_count;
    c->drafted = (size_t)s->drafted_count;
    if (s->stopped >= 0)
        duel_putf(change_add(c, "clock", session_turn(s)), "%lld", (long long)s->stopped);
    if (v->game->over(v, &s->draft, score))
        change_result(s, c, score, true);
    return c;
}

duel_status session_validate(game_session *s, int64_t now, duel_msg *why)
{
    if (session_busy(s, why) != DUEL_OK)
        return DUEL_REFUSED;
    if (!session_ready(s))
        return duel_refuse(why, N_("The turn is not complete yet."), "");
    change *c = turn_change(s, now);
    s->stopped = -1;
    return session_commit(s, c, why);
}

duel_status session_end(game_session *s, duel_ending how, int seat_no, int64_t now,
                        duel_msg *why)
{
    int32_t score[DUEL_SEATS];
    if (session_busy(s, why) != DUEL_OK)
        return DUEL_REFUSED;
    if (session_over(s, score))
        return duel_refuse(why, N_("The game is over."), "");
    change *c = change_one(s, how == DUEL_BY_TIME ? "time" : "resigned", seat_no, now, "");
    duel_record after = {.variant = s->record.variant, .ending = how, .loser = seat_no};
    duel_record_over(&after, &s->state, score);
    if (c)
        change_result(s, c, score, false);
    return session_commit(s, c, why);
}

/* ---- the table --------------------------------------------------------------------------- */

duel_status session_reseat(game_session *s, int i, duel_str spec, bool fresh, int64_t now,
                           duel_msg *why)
{
    if (session_busy(s, why) != DUEL_OK)
        return DUEL_REFUSED;
    change *c = change_new(s, 1, now);
    if (c) {
        duel_sink *text = change_add(c, "seat", i);
        duel_put_str(text, spec);
        duel_put(text, fresh ? " new" : "");
    }
    return session_commit(s, c, why);
}

duel_status session_claim(game_session *s, int i, int64_t now, duel_msg *why)
{
    return commit_one(s, "claim", i, now, "new", why);
}

duel_status session_name(game_session *s, int i, const char *profile, int64_t now,
                         duel_msg *why)
{
    return commit_one(s, "name", i, now, profile, why);
}

duel_status session_mark(game_session *s, bool observed, int64_t now, duel_msg *why)
{
    return commit_one(s, observed ? "observed" : "assisted", DUEL_NOBODY, now, "", why);
}

bool session_take_back(game_session *s)
{
    const duel_variant *v = session_variant(s);
    if (s->drafted_count == 0 || s->pending)
        return false;
    s->drafted_count--;
    memcpy(&s->draft, &s->state, v->state_size);
    for (int i = 0; i < s->drafted_count; i++)
        v->game->play(v, &s->draft, s->drafted[i]);
    return true;
}

/* ---- undo -------------------------------------------------------------------------------- */

int64_t session_before_turn(const game_session *s, unsigned seats, unsigned *movers)
{
    const duel_variant *v = session_variant(s);
    duel_state state;
    int64_t found = -1;
    int before = DUEL_NOBODY;
    *movers = 0;
    if (duel_record_begin(&s->record, &state, NULL) != DUEL_OK)
        return -1;
    for (size_t i = 0; i < s->record.count; i++) {
        int turn = v->game->turn(v, &state);
        bool begins = v->seats == 1 || turn != before;
        if (begins && seats >> turn & 1) {
            found = (int64_t)i;
            *movers = 0;
        }
        *movers |= 1U << turn;
        before = turn;
        v->game->play(v, &state, s->record.move[i]);
    }
    return found;
}

duel_status session_undo(game_session *s, int64_t keep, int64_t now, duel_msg *why)
{
    if (session_busy(s, why) != DUEL_OK || ended(s, why) != DUEL_OK)
        return DUEL_REFUSED;
    change *c = change_new(s, 1, now);
    if (c) {
        duel_putf(change_add(c, "undo", DUEL_NOBODY), "%lld", (long long)keep);
        c->batch.moves = keep;
        c->batch.result = duel_str_of(""); /* the game goes on */
    }
    return session_commit(s, c, why);
}

/* ---- applying events: after they were stored, and when a game is taken up again ---------- */

/* The turn begins anew where the state is. */
static duel_status drop_moves(game_session *s, size_t keep, duel_msg *why)
{
    s->record.count = keep < s->record.count ? keep : s->record.count;
    duel_status status = duel_record_replay(&s->record, s->record.count, &s->state, why);
    session_drop_draft(s);
    return status;
}

static duel_status apply_move(game_session *s, const store_event *e, duel_msg *why)
{
    const duel_variant *v = session_variant(s);
    duel_move move;
    duel_status status = duel_read_move(v, &s->state, e->data, &move, why);
    if (status == DUEL_OK)
        status = duel_record_add(&s->record, move, why);
    if (status != DUEL_OK)
        return status;
    v->game->play(v, &s->state, move);
    session_drop_draft(s);
    return DUEL_OK;
}

static duel_status apply_undo(game_session *s, const store_event *e, duel_msg *why)
{
    int64_t keep;
    if (!duel_str_number(e->data, &keep) || keep < 0)
        return DUEL_OK;
    s->assisted = true;
    s->undone++;
    return drop_moves(s, (size_t)keep, why);
}

static duel_status apply_end(game_session *s, const store_event *e, duel_msg *why)
{
    s->record.ending = duel_str_is(e->kind, "time") ? DUEL_BY_TIME : DUEL_BY_RESIGNING;
    s->record.loser = e->seat;
    session_drop_draft(s);
    return DUEL_OK;
}

/* What the one who sat there had begun is not the next one's to finish. */
static void drop_draft_of(game_session *s, int i)
{
    if (session_turn(s) == i)
        session_drop_draft(s);
}

/* What opened the seat opens it no longer, and nobody is known to sit there. */
static void change_hands(seat *at)
{
    at->hands++;
    at->who[0] = '\0';
}

static duel_status apply_reseat(game_session *s, const store_event *e, duel_msg *why)
{
    duel_str data = e->data, spec;
    seat *at = &s->seat[e->seat];
    bool awaited = at->kept || session_human(s, e->seat);
    if (!duel_str_word(&data, " ", &spec))
        return DUEL_OK;
    at->kept = awaited && !duel_str_is(spec, "human");
    drop_draft_of(s, e->seat);
    if (data.len) /* "human new" */
        change_hands(at);
    return session_set_seat(s, e->seat, spec, why);
}

static duel_status apply_claim(game_session *s, const store_event *e, duel_msg *why)
{
    s->terms.open &= ~(1U << e->seat);
    drop_draft_of(s, e->seat);
    if (e->data.len) /* "new"; older games have claims that left the hand as it was */
        change_hands(&s->seat[e->seat]);
    return DUEL_OK;
}

static duel_status apply_name(game_session *s, const store_event *e, duel_msg *why)
{
    snprintf(s->seat[e->seat].who, sizeof s->seat[e->seat].who, "%.*s", (int)e->data.len,
             e->data.at);
    return DUEL_OK;
}

static duel_status apply_clock(game_session *s, const store_event *e, duel_msg *why)
{
    duel_str_number(e->data, &s->seat[e->seat].left);
    return DUEL_OK;
}

static duel_status apply_mark(game_session *s, const store_event *e, duel_msg *why)
{
    s->assisted = true;
    s->observed = s->observed || duel_str_is(e->kind, "observed");
    return DUEL_OK;
}

/* An event of a kind that is not here is older or newer than this program: it is passed over.
 */
static const struct event_kind {
    const char *name;
    bool seated; /* is about a seat */
    duel_status (*apply)(game_session *s, const store_event *e, duel_msg *why);
} event_kinds[] = {{"move", true, apply_move},      {"undo", false, apply_undo},
                   {"resigned", true, apply_end},   {"time", true, apply_end},
                   {"seat", true, apply_reseat},    {"claim", true, apply_claim},
                   {"name", true, apply_name},      {"clock", true, apply_clock},
                   {"assisted", false, apply_mark}, {"observed", false, apply_mark}};

static const struct event_kind *find_kind(duel_str name)
{
    for (size_t i = 0; i < sizeof event_kinds / sizeof *event_kinds; i++)
        if (duel_str_is(name, event_kinds[i].name))
            return &event_kinds[i];
    return NULL;
}

bool session_is_event(duel_str kind)
{
    return find_kind(kind) != NULL;
}

duel_status session_apply(game_session *s, const store_event *e, duel_msg *why)
{
    bool seat_exists = e->seat >= 0 && e->seat < session_variant(s)->seats;
    const struct event_kind *kind = find_kind(e->kind);
    s->events++;
    return kind && (!kind->seated || seat_exists) ? kind->apply(s, e, why) : DUEL_OK;
}

/* The draft has been looked at move by move: it is what reading its events would give. */
static duel_status take_draft(game_session *s, duel_msg *why)
{
    size_t before = s->record.count;
    for (int i = 0; i < s->drafted_count; i++)
        if (duel_record_add(&s->record, s->drafted[i], why) != DUEL_OK) {
            s->record.count = before;
            return DUEL_NO_SPACE;
        }
    s->events += s->drafted_count;
    s->drafted_count = 0;
    memcpy(&s->state, &s->draft, session_variant(s)->state_size);
    return DUEL_OK;
}

duel_status session_settle(game_session *s, duel_msg *why)
{
    change *c = s->pending;
    duel_status status = c->batch.status;
    s->pending = NULL;
    if (status != DUEL_OK && why)
        *why = c->batch.why;
    if (status == DUEL_OK && c->drafted)
        status = take_draft(s, why);
    for (size_t i = c->drafted; status == DUEL_OK && i < c->batch.count; i++)
        status = session_apply(s, &c->event[i], why);
    change_free(c);
    return status;
}
