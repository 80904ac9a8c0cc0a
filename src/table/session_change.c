/* table/session_change.c -- changes of a session: made into events, stored, then done.
 *
 * What is done after storing is what a restart would do, which reads the events. */
#include "core/play.h"
#include "table/session_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- changes ------------------------------------------------------------------------------
 */

void change_free(change *c)
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

change *change_new(const duel_session *s, size_t room, int64_t now)
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
    c->batch = (duel_batch){.id = s->id,
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

/* The text of the next event, to be written by the caller. */
duel_sink *change_add(change *c, const char *kind, int place)
{
    DUEL_REQUIRE(c->batch.count < c->room);
    size_t at = c->batch.count++;
    c->event[at] =
        (duel_event){.time = c->batch.time, .seat = place, .kind = duel_str_of(kind)};
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

/* One event that says it all; NULL if memory is short. */
change *change_one(const duel_session *s, const char *kind, int place, int64_t now,
                   const char *data)
{
    change *c = change_new(s, 1, now);
    if (c)
        duel_put(change_add(c, kind, place), data);
    return c;
}

/* How the game ends with this change, for the list of games and for the profiles. */
void change_result(const duel_session *s, change *c, const int32_t score[], bool by_rules)
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
        c->tally[c->batch.tallies++] = (duel_profile_result){
            .profile = s->seat[i].who,
            .kind = duel_str_of(v->game->id),
            .outcome = value == DUEL_WIN    ? 1
                       : value == DUEL_LOSS ? -1
                                            : 0,
            .scored = by_rules && (v->seats == 1 || v->traits & DUEL_MARGIN),
            .score = score[i],
            .assisted = s->assisted};
    }
}

duel_status session_busy(const duel_session *s, duel_msg *why)
{
    if (s->pending == NULL)
        return DUEL_OK;
    return duel_refuse(why, N_("The last change is still being written down."), "");
}

duel_status session_commit(duel_session *s, change *c, duel_msg *why)
{
    if (c == NULL || !change_seal(c)) {
        change_free(c);
        return duel_full(why);
    }
    s->pending = c;
    return DUEL_OK;
}

duel_batch *duel_session_pending(duel_session *s)
{
    return s->pending ? &s->pending->batch : NULL;
}

/* ---- applying events: after they were stored, and when a game is taken up again -----------
 */

void session_drop_draft(duel_session *s)
{
    s->drafted_count = 0;
    memcpy(&s->draft, &s->state, session_variant(s)->state_size);
}

static duel_status drop_moves(duel_session *s, size_t keep, duel_msg *why)
{
    s->record.count = keep < s->record.count ? keep : s->record.count;
    duel_status status = duel_record_replay(&s->record, s->record.count, &s->state, why);
    session_drop_draft(s);
    return status;
}

static duel_status apply_move(duel_session *s, const duel_event *e, duel_msg *why)
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

static duel_status apply_undo(duel_session *s, const duel_event *e, duel_msg *why)
{
    int64_t keep;
    if (!duel_str_number(e->data, &keep) || keep < 0)
        return DUEL_OK;
    s->assisted = true;
    s->undone++;
    return drop_moves(s, (size_t)keep, why);
}

static duel_status apply_end(duel_session *s, const duel_event *e, duel_msg *why)
{
    (void)why;
    s->record.ending = duel_str_is(e->kind, "time") ? DUEL_BY_TIME : DUEL_BY_RESIGNING;
    s->record.loser = e->seat;
    session_drop_draft(s);
    return DUEL_OK;
}

/* What the one who sat there had begun is not the next one's to finish. */
static void drop_draft_of(duel_session *s, int i)
{
    if (duel_session_turn(s) == i)
        session_drop_draft(s);
}

/* What opened the seat opens it no longer, and nobody is known to sit there. */
static void change_hands(seat *at)
{
    at->hands++;
    at->who[0] = '\0';
}

static duel_status apply_reseat(duel_session *s, const duel_event *e, duel_msg *why)
{
    duel_str data = e->data, spec;
    seat *at = &s->seat[e->seat];
    bool awaited = at->kept || duel_session_human(s, e->seat);
    if (!duel_str_word(&data, " ", &spec))
        return DUEL_OK;
    at->kept = awaited && !duel_str_is(spec, "human");
    drop_draft_of(s, e->seat);
    if (data.len) /* "human new" */
        change_hands(at);
    return session_set_seat(s, e->seat, spec, why);
}

static duel_status apply_claim(duel_session *s, const duel_event *e, duel_msg *why)
{
    (void)why;
    s->terms.open &= ~(1U << e->seat);
    drop_draft_of(s, e->seat);
    if (e->data.len) /* "new"; older games have claims that left the hand as it was */
        change_hands(&s->seat[e->seat]);
    return DUEL_OK;
}

static duel_status apply_name(duel_session *s, const duel_event *e, duel_msg *why)
{
    (void)why;
    snprintf(s->seat[e->seat].who, sizeof s->seat[e->seat].who, "%.*s", (int)e->data.len,
             e->data.at);
    return DUEL_OK;
}

static duel_status apply_clock(duel_session *s, const duel_event *e, duel_msg *why)
{
    (void)why;
    duel_str_number(e->data, &s->seat[e->seat].left);
    return DUEL_OK;
}

static duel_status apply_mark(duel_session *s, const duel_event *e, duel_msg *why)
{
    (void)why;
    s->assisted = true;
    s->observed = s->observed || duel_str_is(e->kind, "observed");
    return DUEL_OK;
}

/* An event of a kind that is not here is older or newer than this program: it is passed over.
 */
static const struct event_kind {
    const char *name;
    bool seated; /* is about a seat */
    duel_status (*apply)(duel_session *s, const duel_event *e, duel_msg *why);
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

bool duel_session_knows(duel_str kind)
{
    return find_kind(kind) != NULL;
}

duel_status duel_session_apply(duel_session *s, const duel_event *e, duel_msg *why)
{
    bool seat_exists = e->seat >= 0 && e->seat < session_variant(s)->seats;
    const struct event_kind *kind = find_kind(e->kind);
    s->events++;
    return kind && (!kind->seated || seat_exists) ? kind->apply(s, e, why) : DUEL_OK;
}

/* The draft has been looked at move by move: it is what reading its events would give. */
static duel_status take_draft(duel_session *s, duel_msg *why)
{
    size_t before = s->record.count;
    for (int i = 0; i < s->drafted_count; i++)
        if (duel_record_add(&s->record, s->drafted[i], why) != DUEL_OK) {
            s->record.count = before;
            return DUEL_FULL;
        }
    s->events += s->drafted_count;
    s->drafted_count = 0;
    memcpy(&s->state, &s->draft, session_variant(s)->state_size);
    return DUEL_OK;
}

duel_status duel_session_settle(duel_session *s, duel_msg *why)
{
    change *c = s->pending;
    duel_status status = c->batch.status;
    s->pending = NULL;
    if (status != DUEL_OK && why)
        *why = c->batch.why;
    if (status == DUEL_OK && c->drafted)
        status = take_draft(s, why);
    for (size_t i = c->drafted; status == DUEL_OK && i < c->batch.count; i++)
        status = duel_session_apply(s, &c->event[i], why);
    change_free(c);
    return status;
}

/* ---- terms, as text -----------------------------------------------------------------------
 */

static const char *const advice_words[] = {"off", "all", "shown"};

void terms_print(const duel_terms *t, duel_sink *out)
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

void terms_read(duel_terms *t, duel_str word)
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
            t->advice = (duel_advice_rule)i;
}

void session_set_terms(duel_session *s, const duel_terms *t)
{
    s->terms = *t;
    s->observed = t->analysis;
    for (int i = 0; i < DUEL_SEATS; i++)
        s->seat[i].left = t->main;
}
