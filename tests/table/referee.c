/* tests/table/referee.c -- see referee.h. What the rules come to stands in rulebook.c; here
 * is how a table is followed: who has asked, what is on its way, who thinks, what must be
 * heard. */
#include "referee.h"

#include "check.h"
#include "rulebook.h"
#include "table/inside.h"

enum { PLEAS = 64, TELLS = TABLE_NOTICE_MARKED + 1, A_LITTLE_LATER = 60000, SOON = 100 };

/* Where a request is. */
typedef enum phase {
    WAITING, /* nobody has looked at it, or something is in its way */
    FLYING,  /* its change is on the way to the disk */
    SETTLED  /* it must be answered now */
} phase;

typedef struct suit {
    book_plea plea;
    phase phase;
    int64_t epoch; /* when it was asked */
    table_notice_kind answer;
    int seat;               /* as whom it may look, when it was asked */
    bool or_done, optional; /* SETTLED: done is right, too; so is no answer at all */
    bool left;              /* its guest is gone, or another by now */
} suit;

/* How often something is told to everybody in one event. */
typedef struct span {
    int least, most, heard, seat;
} span;

/* What a machine has answered, until it is played. */
typedef struct thought {
    bool held, useless, forfeits;
    bool loose;           /* somebody has changed something: the machine may be asked anew */
    uint64_t from, until; /* when it may, when it must be played */
    duel_move move[DUEL_PLAN];
    int count;
} thought;

struct referee {
    book b;
    suit suit[PLEAS];
    int suits;
    bool making, writing, known; /* known: which number the table has */
    book_change flying;
    int64_t number;
    int64_t epoch, told;    /* how often that changed; since the last answer */
    int thinking;           /* a seat */
    bool stopped;           /* who thinks */
    bool troubled;          /* a machine was, and need not be asked again */
    bool unnamed, timeless; /* a name, or that time was up, could not be written */
    unsigned shown_away;    /* seats that were absent when presence was last told */
    uint64_t last_turn;     /* 0: none since the table is here */
    thought thought;
    span span[TELLS];
    char complaint[400];
};

const char *referee_complaint(const referee *r)
{
    return r->complaint;
}

/* The first complaint counts. */
static void complain(referee *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void complain(referee *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (r->complaint[0] == '\0')
        vsnprintf(r->complaint, sizeof r->complaint, format, args);
    va_end(args);
}

static void expect(referee *r, bool right, const char *what)
{
    if (!right)
        complain(r, "%s", what);
}

static void expect_number(referee *r, const char *what, int64_t is, int64_t should)
{
    if (is != should)
        complain(r, "%s is %lld, by the rules %lld", what, (long long)is, (long long)should);
}

/* ---- what is to be heard ----------------------------------------------------------------- */

static void must_hear(referee *r, table_notice_kind tell, int seat)
{
    r->span[tell].least++;
    r->span[tell].most++;
    r->span[tell].seat = seat;
}

static void may_hear(referee *r, table_notice_kind tell)
{
    r->span[tell].most++;
}

/* ---- requests ---------------------------------------------------------------------------- */

static suit *suit_of(referee *r, uint64_t guest, int64_t re)
{
    for (int i = 0; i < r->suits; i++)
        if (r->suit[i].plea.r.guest == guest && r->suit[i].plea.r.re == re)
            return &r->suit[i];
    return NULL;
}

static void drop_suit(referee *r, suit *s)
{
    int at = (int)(s - r->suit);
    memmove(s, s + 1, (size_t)(r->suits - at - 1) * sizeof *s);
    r->suits--;
    for (int i = at; i < r->suits; i++) /* texts lie in the requests */
        r->suit[i].plea.r.text = duel_str_of(r->suit[i].plea.text);
}

static unsigned away_seats(const book *b)
{
    unsigned seats = 0;
    for (int i = 0; i < b->v.seats; i++)
        seats |= (unsigned)book_away(b, i) << i;
    return seats;
}

static void begin_event(referee *r, uint64_t now)
{
    for (int i = r->suits - 1; i >= 0; i--)
        if (r->suit[i].optional)
            drop_suit(r, &r->suit[i]);
    r->b.now = now;
    memset(r->span, 0, sizeof r->span);
    r->shown_away &= away_seats(&r->b);
    r->span[TABLE_NOTICE_PRESENCE].most =
        !book_over(&r->b) && away_seats(&r->b) != r->shown_away;
    r->span[TABLE_NOTICE_WANTED].most = r->b.want.on; /* that it is wanted no longer */
    for (int i = 0; i < TELLS; i++)
        r->span[i].seat = DUEL_NOBODY;
}

static suit *add_suit(referee *r, const table_request *q)
{
    suit *s = &r->suit[r->suits++];
    if (r->suits > PLEAS)
        abort(); /* more than a world has time to ask */
    *s = (suit){.plea = {.r = *q}, .epoch = r->epoch};
    snprintf(s->plea.text, sizeof s->plea.text, "%.*s", (int)q->text.len, q->text.at);
    s->plea.r.text = duel_str_of(s->plea.text);
    s->plea.stale = q->seen && q->seen != r->number;
    return s;
}

static void settle(suit *s, table_notice_kind answer)
{
    s->phase = SETTLED;
    s->answer = answer;
}

/* Its ruling, the changes of the table's number up to `epoch` known. */
static book_ruling rule(const referee *r, const suit *s, int64_t epoch)
{
    book_plea p = s->plea;
    if (s->left)
        return (book_ruling){.verdict = BOOK_REFUSED};
    p.stale = p.stale || (p.r.seen && s->epoch != epoch);
    return book_rule(&r->b, &p);
}

/* ---- what happens ------------------------------------------------------------------------ */

referee *referee_new(const session_opening *o, const duel_state *first,
                     const table_settings *manners, uint64_t maker, int64_t re, uint64_t now)
{
    referee *r = calloc(1, sizeof *r);
    if (r == NULL)
        abort();
    r->b = (book){.v = *o->variant,
                  .manners = *manners,
                  .terms = o->terms,
                  .first = *first,
                  .observed = o->terms.analysis,
                  .now = now,
                  .ticking = now,
                  .stopped = DUEL_NOBODY};
    for (int i = 0; i < o->variant->seats; i++) {
        book_seat *at = &r->b.seat[i];
        snprintf(at->spec, sizeof at->spec, "%.*s", (int)o->seats[i].len, o->seats[i].at);
        at->left = at->stored = o->terms.main;
        at->gone = now;
    }
    book_replay(&r->b);
    r->thinking = DUEL_NOBODY;
    begin_event(r, now);
    r->making = true;
    if (maker) {
        suit *s = add_suit(r, &(table_request){.guest = maker, .re = re});
        s->phase = FLYING;
    }
    return r;
}

void referee_free(referee *r)
{
    free(r);
}

/* What a guest has asked that is not on its way to the disk is refused. */
static void void_requests(referee *r, uint64_t guest)
{
    for (int i = 0; i < r->suits; i++) {
        suit *s = &r->suit[i];
        s->left = s->left || s->plea.r.guest == guest;
    }
    if (r->b.want.on && r->b.want.guest == guest)
        r->b.want.on = false;
    if (r->b.back.guest == guest)
        r->b.back.loose = true;
}

/* Those who stay keep the order in which they came. */
static void remove_stay(book *b, uint64_t guest)
{
    book_stay *g = book_find(b, guest);
    if (g == NULL)
        return;
    b->stays--;
    memmove(g, g + 1, (size_t)(b->stay + b->stays - g) * sizeof *g);
}

void referee_join(referee *r, uint64_t guest, unsigned keys, const char *profile, uint64_t now)
{
    unsigned before = book_presence(&r->b);
    begin_event(r, now);
    if (book_find(&r->b, guest))
        void_requests(r, guest);
    remove_stay(&r->b, guest);
    book_stay *g = &r->b.stay[r->b.stays++];
    *g = (book_stay){.guest = guest, .keys = keys, .uncovered = DUEL_NOBODY};
    snprintf(g->profile, sizeof g->profile, "%s", profile);
    book_note_presence(&r->b, before);
    r->b.want.loose = r->b.want.loose || book_present(&r->b, r->b.want.seat);
    r->span[TABLE_NOTICE_PRESENCE].least = r->span[TABLE_NOTICE_PRESENCE].most = 1;
}

void referee_leave(referee *r, uint64_t guest, uint64_t now)
{
    unsigned before = book_presence(&r->b);
    begin_event(r, now);
    r->span[TABLE_NOTICE_PRESENCE].least = book_find(&r->b, guest) != NULL;
    r->span[TABLE_NOTICE_PRESENCE].most = 1;
    void_requests(r, guest);
    remove_stay(&r->b, guest);
    book_note_presence(&r->b, before);
}

void referee_ask(referee *r, const table_request *q, uint64_t now)
{
    begin_event(r, now);
    add_suit(r, q);
}

void referee_tick(referee *r, uint64_t now)
{
    begin_event(r, now);
}

/* ---- the disk's word --------------------------------------------------------------------- */

/* What everybody hears of a change. */
static void announce(referee *r, const book_change *c)
{
    static const struct {
        table_notice_kind tell;
        bool must;
    } told[] = {
        [BOOK_MADE] = {TABLE_NOTICE_PRESENCE, false},
        [BOOK_TURN] = {TABLE_NOTICE_TURN, true},
        [BOOK_UNDO] = {TABLE_NOTICE_UNDONE, true},
        [BOOK_RESIGNED] = {TABLE_NOTICE_ENDED, true},
        [BOOK_TIME] = {TABLE_NOTICE_ENDED, true},
        [BOOK_SEAT] = {TABLE_NOTICE_SEAT, true},
        [BOOK_CLAIM] = {TABLE_NOTICE_SEAT, true},
        [BOOK_NAME] = {TABLE_NOTICE_SEAT, false},
        [BOOK_ASSISTED] = {TABLE_NOTICE_MARKED, false},
        [BOOK_OBSERVED] = {TABLE_NOTICE_MARKED, false},
    };
    bool news = c->kind == BOOK_OBSERVED ? !r->b.observed : !r->b.assisted;
    bool marks = c->kind == BOOK_ASSISTED || c->kind == BOOK_OBSERVED;
    if (told[c->kind].must || (marks && news))
        must_hear(r, told[c->kind].tell, c->seat);
    else
        may_hear(r, told[c->kind].tell);
    if (c->kind == BOOK_UNDO)
        may_hear(r, TABLE_NOTICE_MARKED);
    if (c->kind == BOOK_RESIGNED && c->by_machine) /* why it has lost */
        may_hear(r, TABLE_NOTICE_TROUBLE);
    may_hear(r, TABLE_NOTICE_DRAFT);
}

static bool seats_somebody(const book_change *c)
{
    return c->kind == BOOK_CLAIM || (c->kind == BOOK_SEAT && c->taker);
}

static table_notice_kind answer_to(const suit *s, const book_change *c)
{
    table_request_kind ask = s->plea.r.ask;
    if (c->kind == BOOK_MADE)
        return TABLE_NOTICE_MADE;
    if (ask == TABLE_ASK_HELP || ask == TABLE_ASK_LENS || ask == TABLE_ASK_OBSERVE)
        return TABLE_NOTICE_GRANTED;
    return seats_somebody(c) && ask != TABLE_ASK_ANSWER ? TABLE_NOTICE_SEATED
                                                        : TABLE_NOTICE_DONE;
}

/* Who asked for the change, and who agreed, hear that it was done. */
static void answer_flying(referee *r, const book_change *c, bool stored)
{
    for (int i = 0; i < r->suits; i++) {
        suit *s = &r->suit[i];
        if (s->phase != FLYING)
            continue;
        settle(s, stored ? answer_to(s, c) : TABLE_NOTICE_REFUSED);
        s->or_done = stored && s->plea.r.ask == TABLE_ASK_TAKE;
    }
}

/* The plan, or that it failed, is of no use where the game is another by now. */
static void forget_thought(referee *r)
{
    r->thought.held = false;
    r->troubled = false;
}

/* Who wanted the seat hears that it is its own, unless it has left meanwhile. */
static void seat_guest(referee *r)
{
    suit *s = add_suit(
        r,
        &(table_request){.ask = TABLE_ASK_TAKE, .guest = r->flying.taker, .re = r->b.want.re});
    settle(s, TABLE_NOTICE_SEATED);
    s->optional = !r->b.want.on;
}

static void do_change(referee *r, const book_change *c)
{
    bool given = c->kind == BOOK_SEAT && strcmp(c->data, "human new") == 0;
    announce(r, c);
    if (given)
        seat_guest(r);
    book_apply(&r->b, c);
    if (c->kind == BOOK_TURN)
        r->last_turn = r->b.now;
    if (c->kind <= BOOK_TIME || (c->kind == BOOK_SEAT && c->seat == book_turn(&r->b)))
        forget_thought(r);
}

/* What could not be written has not happened. */
static void drop_change(referee *r, const book_change *c)
{
    bool drafted = c->kind == BOOK_TURN && !c->by_machine;
    for (int i = 0; c->kind == BOOK_MADE && i < r->suits; i++)
        r->suit[i].left = true; /* there is no table */
    may_hear(r, TABLE_NOTICE_TROUBLE);
    may_hear(r, TABLE_NOTICE_DRAFT);
    if (drafted && !(r->b.v.traits & DUEL_CONFIRM)) {
        r->b.drafted = 0;
        book_replay(&r->b);
    }
    if (c->by_machine)
        r->thought.until = r->b.now + A_LITTLE_LATER;
    r->unnamed = r->unnamed || c->kind == BOOK_NAME;
    r->timeless = r->timeless || c->kind == BOOK_TIME;
}

void referee_written(referee *r, duel_status status, uint64_t now)
{
    begin_event(r, now);
    r->writing = false;
    answer_flying(r, &r->flying, status == DUEL_OK);
    if (status == DUEL_OK)
        do_change(r, &r->flying);
    else
        drop_change(r, &r->flying);
    r->making = r->making && status != DUEL_OK;
}

void referee_restart(referee *r, bool stored, uint64_t now)
{
    book *b = &r->b;
    b->now = now;
    if (r->writing && stored)
        book_apply(b, &r->flying);
    b->stays = b->drafted = 0;
    b->back = b->want = (book_question){.on = false};
    b->ticking = now;
    b->stopped = DUEL_NOBODY;
    for (int i = 0; i < b->v.seats; i++) {
        b->seat[i].left = b->seat[i].stored;
        b->seat[i].gone = now;
        b->seat[i].nonce = 0;
    }
    book_replay(b);
    r->suits = 0;
    r->writing = r->making = r->known = r->stopped = r->unnamed = r->timeless = false;
    r->thinking = DUEL_NOBODY;
    r->last_turn = 0;
    forget_thought(r);
    begin_event(r, now);
}

/* ---- machines ---------------------------------------------------------------------------- */

void referee_thought(referee *r, duel_status status, const duel_answer *a, bool forfeits,
                     uint64_t now)
{
    duel_state after;
    thought *t = &r->thought;
    begin_event(r, now);
    r->thinking = DUEL_NOBODY;
    if (r->stopped) { /* its answer is of no use */
        r->stopped = false;
        may_hear(r, TABLE_NOTICE_TROUBLE);
        return;
    }
    if (status != DUEL_OK && !forfeits && r->b.stays == 0)
        return; /* who comes will see: it is asked anew then */
    *t = (thought){.held = true, .forfeits = forfeits, .until = now + r->b.manners.pace};
    t->from = r->last_turn ? r->last_turn + r->b.manners.pace : 0;
    if (status == DUEL_OK) {
        t->count = a->plan_count;
        memcpy(t->move, a->plan, sizeof t->move);
    }
    t->useless =
        !forfeits && (status != DUEL_OK || !book_whole_turn(&r->b, t->move, t->count, &after));
}

/* ---- notices ----------------------------------------------------------------------------- */

static void judge_refusal(referee *r, suit *s)
{
    book_ruling ruling = rule(r, s, r->epoch + r->told);
    if (ruling.verdict != BOOK_REFUSED && ruling.verdict != BOOK_OPEN && !ruling.or_refused)
        complain(r, "%s of guest %llu was refused, against the rules",
                 table_request_word(s->plea.r.ask), (unsigned long long)s->plea.r.guest);
}

static void judge_done(referee *r, suit *s)
{
    book_ruling ruling = rule(r, s, r->epoch);
    bool draws = ruling.effect == BOOK_STEP || ruling.effect == BOOK_STEP_BACK;
    if (ruling.verdict == BOOK_ASKS || ruling.verdict == BOOK_WANTS)
        book_ask_others(&r->b, &s->plea, &ruling);
    else if (ruling.verdict == BOOK_DONE && r->writing && draws)
        complain(r, "the draft was changed while something was written");
    else if (ruling.verdict == BOOK_DONE)
        book_do(&r->b, &s->plea, &ruling);
    else if (ruling.verdict != BOOK_OPEN)
        complain(r, "%s of guest %llu was done, against the rules",
                 table_request_word(s->plea.r.ask), (unsigned long long)s->plea.r.guest);
    if (ruling.verdict == BOOK_ASKS)
        must_hear(r, TABLE_NOTICE_ASKED, DUEL_NOBODY);
    if (ruling.verdict == BOOK_WANTS)
        must_hear(r, TABLE_NOTICE_WANTED, ruling.seat);
    if (draws)
        must_hear(r, TABLE_NOTICE_DRAFT, book_turn(&r->b));
    if (ruling.effect == BOOK_DECLINED)
        must_hear(r, TABLE_NOTICE_DECLINED, DUEL_NOBODY);
    if (ruling.effect == BOOK_AGREED)
        may_hear(r, TABLE_NOTICE_ASKED);
}

static void judge_grant(referee *r, const suit *s, const table_notice *n)
{
    book_ruling ruling = rule(r, s, r->epoch);
    if (ruling.verdict != BOOK_GRANTED)
        complain(r, "%s of guest %llu was granted, against the rules",
                 table_request_word(s->plea.r.ask), (unsigned long long)s->plea.r.guest);
    else
        expect_number(r, "the seat that is helped", n->seat, ruling.seat);
}

/* The change was written, or the guest has left: one answer is right. */
static void judge_settled(referee *r, const suit *s, const table_notice *n)
{
    bool done_too = s->or_done && n->tell == TABLE_NOTICE_DONE;
    if (n->tell != s->answer && !done_too)
        complain(r, "%s of guest %llu is answered “%s”, by the rules “%s”",
                 table_request_word(s->plea.r.ask), (unsigned long long)s->plea.r.guest,
                 table_notice_word(n->tell), table_notice_word(s->answer));
    if (n->tell == TABLE_NOTICE_SEATED)
        expect(r, (n->seats & ~book_held(&r->b, n->guest)) == 0 || !book_guest(&r->b, n->guest),
               "somebody is seated where it does not sit");
    if (n->tell == TABLE_NOTICE_GRANTED)
        expect_number(r, "the seat that is helped", n->seat, s->seat);
}

static void judge_waiting(referee *r, suit *s, const table_notice *n)
{
    if (n->tell == TABLE_NOTICE_REFUSED)
        judge_refusal(r, s);
    else if (n->tell == TABLE_NOTICE_DONE)
        judge_done(r, s);
    else if (n->tell == TABLE_NOTICE_GRANTED)
        judge_grant(r, s, n);
    else
        complain(r, "“%s” before it was written", table_notice_word(n->tell));
}

static void judge_answer(referee *r, const table_notice *n)
{
    suit *s = suit_of(r, n->guest, n->re);
    if (s == NULL) {
        complain(r, "“%s” to guest %llu, who has asked nothing", table_notice_word(n->tell),
                 (unsigned long long)n->guest);
        return;
    }
    if (s->phase == SETTLED)
        judge_settled(r, s, n);
    else if (s->phase == FLYING)
        expect(r, s->left && n->tell == TABLE_NOTICE_REFUSED, "answered before it was written");
    else
        judge_waiting(r, s, n);
    drop_suit(r, s);
    r->epoch += r->told;
    r->told = 0;
}

/* It was tried to play what the machine had answered, and that was no turn. */
static void hear_trouble(referee *r)
{
    bool other = r->span[TABLE_NOTICE_TROUBLE].heard <= r->span[TABLE_NOTICE_TROUBLE].most;
    if (other || !r->thought.held || !(r->thought.useless || r->thought.forfeits))
        return;
    may_hear(r, TABLE_NOTICE_TROUBLE);
    if (r->thought.forfeits)
        return;
    r->thought.held = false;
    r->troubled = true;
}

void referee_heard(referee *r, const table_notice *n)
{
    expect(r, table_notice_is_for_all(n->tell) == (n->tell >= TABLE_NOTICE_DRAFT),
           "who is told");
    if (n->tell < TABLE_NOTICE_DRAFT) {
        judge_answer(r, n);
        return;
    }
    span *s = &r->span[n->tell];
    s->heard++;
    if (n->tell == TABLE_NOTICE_TROUBLE)
        hear_trouble(r);
    if (n->tell == TABLE_NOTICE_PRESENCE)
        r->shown_away = away_seats(&r->b);
    if (s->seat != DUEL_NOBODY)
        expect_number(r, table_notice_word(n->tell), n->seat, s->seat);
    r->told += n->tell <= TABLE_NOTICE_TROUBLE;
}

/* ---- wishes ------------------------------------------------------------------------------ */

/* Whether the batch has these moves, then perhaps a clock, which is read. */
static bool is_turn(const referee *r, const store_changes *batch, book_change *c)
{
    const book *b = &r->b;
    duel_state s = b->state;
    bool same = batch->count == (size_t)c->moves || batch->count == (size_t)c->moves + 1;
    CHECK_BUF(text);
    for (int i = 0; same && i < c->moves; i++) {
        const store_event *e = &batch->event[i];
        duel_buf_clear(&text);
        duel_print_move(&b->v, &s, c->move[i], &text.sink);
        same = duel_str_is(e->kind, "move") && e->seat == book_turn(b) &&
               duel_str_is(e->data, text.text);
        b->v.game->play(&b->v, &s, c->move[i]);
    }
    c->clock = -1;
    if (!same || batch->count == (size_t)c->moves)
        return same;
    const store_event *last = &batch->event[c->moves];
    return duel_str_is(last->kind, "clock") && last->seat == book_turn(b) &&
           duel_str_number(last->data, &c->clock);
}

static bool is_change(const referee *r, const store_changes *batch, book_change *c)
{
    if (c->kind == BOOK_TURN)
        return is_turn(r, batch, c);
    return batch->count == 1 && duel_str_is(batch->event[0].kind, book_kind_name(c->kind)) &&
           batch->event[0].seat == c->seat && duel_str_is(batch->event[0].data, c->data);
}

/* A turn adds to its clock what was agreed; one that did not run may stay as it was. */
static void check_clock(referee *r, const book_change *c)
{
    const book *b = &r->b;
    int seat = book_turn(b);
    int64_t left = b->seat[seat].left, more = b->terms.more;
    if (book_clock_runs(b) == seat)
        expect_number(r, "the clock with a turn", c->clock, book_clock(b, seat) + more);
    else if (c->clock >= 0)
        expect(r, c->clock == left || c->clock == left + more,
               "a clock that did not run has changed");
}

static bool asked_for(referee *r, const store_changes *batch)
{
    for (int i = 0; i < r->suits; i++) {
        suit *s = &r->suit[i];
        if (s->phase != WAITING || (r->thinking != DUEL_NOBODY && book_stops(&r->b, &s->plea)))
            continue;
        book_ruling ruling = rule(r, s, r->epoch);
        bool writes = ruling.verdict == BOOK_WRITES || ruling.or_writes;
        if (!writes || !is_change(r, batch, &ruling.change))
            continue;
        r->flying = ruling.change;
        s->phase = FLYING;
        s->seat = ruling.seat;
        return true;
    }
    return false;
}

static bool planned(referee *r, const store_changes *batch)
{
    const thought *t = &r->thought;
    book_change c = {.kind = BOOK_TURN, .seat = book_turn(&r->b), .by_machine = true};
    if (!t->held || t->useless || t->forfeits || r->b.now < t->from)
        return false;
    for (int i = 0; i < t->count; i++)
        c.move[c.moves++] = t->move[i];
    if (!is_change(r, batch, &c))
        return false;
    r->flying = c;
    return true;
}

static bool by_itself(referee *r, const store_changes *batch, book_change c)
{
    if (!is_change(r, batch, &c))
        return false;
    r->flying = c;
    return true;
}

static bool forfeited(referee *r, const store_changes *batch)
{
    book_change c = {.kind = BOOK_RESIGNED, .seat = book_turn(&r->b), .by_machine = true};
    return r->thought.held && r->thought.forfeits && by_itself(r, batch, c);
}

static bool timed_out(referee *r, const store_changes *batch)
{
    int seat = book_clock_runs(&r->b);
    book_change c = {.kind = BOOK_TIME, .seat = seat};
    return seat != DUEL_NOBODY && book_clock(&r->b, seat) == 0 && by_itself(r, batch, c);
}

static bool gives_name(const book *b, const book_stay *g, int seat)
{
    return g->profile[0] && book_held(b, g->guest) == 1U << seat;
}

/* What the seat is to be called, by the last to come of those who give it a name; NULL: it is
 * called so, or nobody does. */
static const char *name_for(const book *b, int seat)
{
    for (int i = b->stays - 1; i >= 0; i--)
        if (gives_name(b, &b->stay[i], seat))
            return strcmp(b->seat[seat].who, b->stay[i].profile) ? b->stay[i].profile : NULL;
    return NULL;
}

static bool named(referee *r, const store_changes *batch)
{
    for (int seat = 0; seat < r->b.v.seats; seat++) {
        const char *name = name_for(&r->b, seat);
        book_change c = {.kind = BOOK_NAME, .seat = seat};
        snprintf(c.data, sizeof c.data, "%s", name ? name : "");
        if (name && by_itself(r, batch, c))
            return true;
    }
    return false;
}

static bool made(referee *r, const store_changes *batch)
{
    if (!r->making || batch->header == NULL)
        return false;
    r->flying = (book_change){.kind = BOOK_MADE, .seat = DUEL_NOBODY};
    return true;
}

static void check_write(referee *r, const store_changes *batch)
{
    expect(r, !r->writing, "two changes are written at once");
    bool right = made(r, batch) || asked_for(r, batch) || planned(r, batch) ||
                 forfeited(r, batch) || timed_out(r, batch) || named(r, batch);
    r->writing = true;
    if (!right)
        complain(r, "“%.*s %.*s” of seat %d is written without a reason",
                 batch->count ? (int)batch->event[0].kind.len : 0,
                 batch->count ? batch->event[0].kind.at : "",
                 batch->count ? (int)batch->event[0].data.len : 0,
                 batch->count ? batch->event[0].data.at : "",
                 batch->count ? batch->event[0].seat : DUEL_NOBODY);
    if (r->flying.kind == BOOK_UNDO || r->flying.kind == BOOK_SEAT ||
        r->flying.kind == BOOK_RESIGNED)
        r->thought.loose = true;
    if (right && r->flying.kind == BOOK_TURN && r->b.terms.main)
        check_clock(r, &r->flying);
}

static void check_think(referee *r, int seat)
{
    const book *b = &r->b;
    expect(r, r->thinking == DUEL_NOBODY, "a machine is asked twice");
    expect(r, b->stays > 0, "a machine is asked while nobody is there");
    expect(r, !book_over(b) && seat == book_turn(b) && !book_human(b, seat),
           "a machine is asked out of its turn");
    expect(r, !r->thought.held || r->thought.loose, "a machine is asked that has answered");
    r->thought.held = false;
    r->thinking = seat;
    r->stopped = r->troubled = false;
}

static void check_stop(referee *r)
{
    bool reason = false;
    for (int i = 0; i < r->suits; i++)
        reason = reason || (r->suit[i].phase == WAITING && book_stops(&r->b, &r->suit[i].plea));
    expect(r, r->thinking != DUEL_NOBODY && !r->stopped, "who does not think is stopped");
    expect(r, reason, "a machine is stopped without a reason");
    r->stopped = true;
}

void referee_wished(referee *r, const table_effect *w)
{
    r->epoch += r->told;
    r->told = 0;
    if (w->kind == TABLE_EFFECT_WRITE)
        check_write(r, w->batch);
    else if (w->kind == TABLE_EFFECT_THINK)
        check_think(r, w->seat);
    else
        check_stop(r);
}

/* ---- comparing --------------------------------------------------------------------------- */

static bool flies(const referee *r, book_kind kind)
{
    return r->writing && r->flying.kind == kind;
}

static void compare_told(referee *r)
{
    for (int i = TABLE_NOTICE_DRAFT; i < TELLS; i++) {
        const span *s = &r->span[i];
        if (s->heard < s->least || s->heard > s->most)
            complain(r, "“%s” was told %d times, by the rules %d to %d", table_notice_word(i),
                     s->heard, s->least, s->most);
    }
}

static void compare_number(referee *r, const game_table *t)
{
    bool changed = false;
    for (int i = TABLE_NOTICE_DRAFT; i <= TABLE_NOTICE_TROUBLE; i++)
        changed = changed || r->span[i].heard;
    int64_t number = table_number(t);
    if (!r->known)
        expect(r, number > r->number, "a table begins with a number that it had");
    else
        expect(r, changed ? number > r->number : number == r->number,
               changed ? "the table has its old number" : "the number has changed");
    r->number = number;
    r->known = true;
}

/* Questions that the rules leave to the table are as the table has them. */
static void adopt_questions(referee *r, const game_table *t)
{
    book *b = &r->b;
    unsigned asked = table_asked(t);
    int seat;
    if (b->back.on && b->back.loose && asked == 0)
        b->back.on = false;
    else if (b->back.on && b->back.loose && (asked & ~b->back.asked) == 0)
        b->back.asked = asked;
    if (b->want.on && b->want.loose && table_wants(t, &seat) == 0)
        b->want.on = false;
    b->back.loose = b->want.loose = false;
}

static void compare_questions(referee *r, const game_table *t)
{
    const book *b = &r->b;
    int seat = DUEL_NOBODY;
    uint64_t guest = table_wants(t, &seat);
    if (!flies(r, BOOK_UNDO)) {
        expect_number(r, "who is asked", table_asked(t), b->back.on ? b->back.asked : 0);
        expect_number(r, "who asks", b->back.on ? table_asker(t) : 0,
                      b->back.on ? b->back.asker : 0);
    }
    if (flies(r, BOOK_SEAT))
        return;
    expect_number(r, "who wants a seat", (int64_t)guest,
                  b->want.on ? (int64_t)b->want.guest : 0);
    expect(r, !b->want.on || seat == b->want.seat, "another seat is wanted");
}

static void adopt_thought(referee *r, const game_table *t)
{
    if (r->thought.loose && table_stage(t) == TABLE_AT_MACHINE)
        r->thought.held = false;
}

/* Nobody waits for what could be done. */
static void compare_requests(referee *r)
{
    for (int i = 0; i < r->suits; i++) {
        const suit *s = &r->suit[i];
        bool stops = r->thinking != DUEL_NOBODY && book_stops(&r->b, &s->plea);
        bool in_line = r->thinking != DUEL_NOBODY && r->stopped; /* behind one that stops it */
        if (s->phase == SETTLED && !s->optional)
            complain(r, "%s of guest %llu was not answered", table_request_word(s->plea.r.ask),
                     (unsigned long long)s->plea.r.guest);
        if (s->phase == WAITING && !r->writing && stops)
            expect(r, r->stopped, "a machine goes on thinking while somebody waits");
        else if (s->phase == WAITING && !r->writing && !in_line)
            complain(r, "%s of guest %llu waits for nothing", table_request_word(s->plea.r.ask),
                     (unsigned long long)s->plea.r.guest);
    }
}

static void compare_seat(referee *r, const game_table *t, int seat)
{
    const book *b = &r->b;
    table_chair_state chair = table_chair(t, seat, b->now);
    expect(r, strcmp(chair.spec, b->seat[seat].spec) == 0, "the spec of a seat");
    expect(r, strcmp(chair.profile, b->seat[seat].who) == 0, "the name at a seat");
    expect_number(r, "human", chair.human, book_human(b, seat));
    expect_number(r, "open", chair.open, book_free(b, seat));
    expect_number(r, "present", chair.present, book_present(b, seat));
    expect_number(r, "kept", chair.kept, b->seat[seat].kept);
    expect_number(r, "hands", chair.hands, b->seat[seat].hands);
    if (!book_just_away(b, seat))
        expect_number(r, "absent", chair.absent, book_away(b, seat));
}

/* What was spent on a clock without a turn may count or not. */
static void adopt_clock(book *b, const game_table *t)
{
    int seat = b->stopped;
    if (seat == DUEL_NOBODY)
        return;
    int64_t is = table_clock(t, seat, b->now), rest = b->seat[seat].left - b->spent;
    if (is == (rest > 0 ? rest : 0))
        b->seat[seat].left = is;
    b->stopped = DUEL_NOBODY;
}

static void compare_clocks(referee *r, const game_table *t)
{
    book *b = &r->b;
    if (b->terms.main == 0 || flies(r, BOOK_TURN))
        return;
    adopt_clock(b, t);
    expect_number(r, "whose clock runs", table_clock_runs(t), book_clock_runs(b));
    for (int i = 0; i < b->v.seats; i++)
        expect_number(r, "a clock", table_clock(t, i, b->now), book_clock(b, i));
}

/* The draft of a turn on its way may be seen already by those who see drafts, or not yet. */
static void flying_draft(const referee *r, duel_state *out)
{
    *out = r->b.tried;
    if (!flies(r, BOOK_TURN))
        return;
    *out = r->b.state;
    for (int i = 0; i < r->flying.moves; i++)
        r->b.v.game->play(&r->b.v, out, r->flying.move[i]);
}

static void compare_view(referee *r, int eyes, const duel_state *seen)
{
    duel_state tried, now, soon;
    flying_draft(r, &tried);
    book_view(&r->b, eyes, &r->b.tried, &now);
    book_view(&r->b, eyes, &tried, &soon);
    expect(r, duel_states_equal(&r->b.v, seen, &now) || duel_states_equal(&r->b.v, seen, &soon),
           "what is seen is not what hide leaves");
}

static void compare_guest(referee *r, const game_table *t, uint64_t guest)
{
    const book *b = &r->b;
    duel_state view;
    memset(&view, 0, sizeof view);
    expect_number(r, "a guest's seats", table_seats(t, guest), book_held(b, guest));
    expect_number(r, "a guest's eyes", table_view_seat(t, guest), book_eyes(b, guest));
    expect_number(r, "a guest's cover", table_covered_seat(t, guest), book_cover(b, guest));
    expect_number(r, "acting", table_acting(t, guest), book_acting(b, guest));
    expect_number(r, "alone", table_alone(t, guest), book_alone(b, guest));
    expect_number(r, "helps", table_helps(t, guest), book_helps(b, guest));
    expect_number(r, "leaves", table_leaves(t, guest), book_leaves(b, guest));
    table_view(t, guest, &view);
    compare_view(r, book_eyes(b, guest), &view);
}

static void compare_seat_view(referee *r, const game_table *t, int seat)
{
    duel_state view;
    memset(&view, 0, sizeof view);
    table_seat_view(t, seat, &view);
    compare_view(r, seat, &view);
}

static bool same_moves(const duel_move *a, const duel_move *b, size_t count)
{
    return count == 0 || memcmp(a, b, count * sizeof *a) == 0;
}

static void compare_game(referee *r, const game_table *t)
{
    const book *b = &r->b;
    const duel_record *record = table_record(t);
    const duel_move *drafted;
    expect_number(r, "the number of moves", (int64_t)record->count, b->moves);
    expect(r, same_moves(record->move, b->move, record->count), "the moves");
    expect_number(r, "how it ended", record->ending, b->ending);
    expect(r, b->ending == DUEL_BY_RULES || record->loser == b->loser, "who has lost");
    expect_number(r, "whose turn it is", table_turn(t), book_turn(b));
    expect_number(r, "over", table_over(t, NULL), book_over(b));
    expect_number(r, "assisted", table_assisted(t), b->assisted);
    expect_number(r, "observed", table_observed(t), b->observed);
    if (flies(r, BOOK_TURN))
        return;
    expect_number(r, "drafted", table_drafted(t, &drafted), b->drafted);
    expect(r, same_moves(drafted, b->draft, (size_t)b->drafted), "the draft");
    expect_number(r, "ready", table_ready(t), book_complete(b));
}

/* A tick at once is as good as having done it. */
static bool ticks_now(const referee *r, const game_table *t)
{
    uint64_t due = table_due(t);
    return due && due <= r->b.now;
}

static void compare_duties(referee *r, const game_table *t)
{
    const book *b = &r->b;
    bool idle = !r->writing && !r->making && !ticks_now(r, t);
    bool machine = !book_over(b) && !book_human(b, book_turn(b));
    int seat = book_clock_runs(b);
    uint64_t due = table_due(t);
    r->timeless = r->timeless && seat != DUEL_NOBODY && book_clock(b, seat) == 0;
    if (idle && machine && b->stays && r->thinking == DUEL_NOBODY && !r->thought.held)
        expect(r, r->troubled, "a machine is not asked in its turn");
    uint64_t last = r->thought.until > b->now ? r->thought.until : b->now;
    if (idle && r->thought.held && (due == 0 || due > last + SOON))
        complain(r, "a plan is forgotten: due %llu, now %llu, by the rules at %llu",
                 (unsigned long long)due, (unsigned long long)b->now,
                 (unsigned long long)r->thought.until);
    if (idle && seat != DUEL_NOBODY)
        if (!r->timeless && !(due && due <= b->now + (uint64_t)book_clock(b, seat) + SOON))
            complain(r, "seat %d's clock is forgotten: due %llu, now %llu, left %lld", seat,
                     (unsigned long long)due, (unsigned long long)b->now,
                     (long long)book_clock(b, seat));
    for (int i = 0; !book_over(b) && i < b->v.seats; i++)
        if (book_absence(b, i) > b->now)
            expect(r, due && due <= book_absence(b, i) + SOON, "an absence is forgotten");
    for (int i = 0; idle && !book_over(b) && !r->unnamed && i < b->v.seats; i++)
        expect(r, name_for(b, i) == NULL, "a seat is without its name");
}

static void compare_stage(referee *r, const game_table *t)
{
    const book *b = &r->b;
    table_stage_kind stage = table_stage(t);
    if (book_over(b))
        expect_number(r, "the stage", stage, TABLE_OVER);
    else if (book_human(b, book_turn(b)))
        expect_number(r, "the stage", stage, TABLE_AT_PERSON);
    else if (r->thinking != DUEL_NOBODY)
        expect_number(r, "the stage", stage, TABLE_THINKING);
    else if (r->thought.held)
        expect_number(r, "the stage", stage, TABLE_AT_PLANNED_MOVE);
    else
        expect(r, stage == TABLE_AT_MACHINE || stage == TABLE_AT_PLANNED_MOVE,
               "the stage of a machine");
    expect_number(r, "making", table_making(t) && !table_creation_failed(t),
                  r->making && r->writing);
    if (b->stays || r->writing || r->thinking != DUEL_NOBODY)
        expect(r, !table_is_idle(t), "quiet, while somebody is there");
    else if (!r->thought.held && book_clock_runs(b) == DUEL_NOBODY)
        expect(r, table_is_idle(t), "not quiet, and nobody is there");
}

void referee_compare(referee *r, const game_table *t)
{
    book *b = &r->b;
    r->epoch += r->told;
    r->told = 0;
    adopt_questions(r, t);
    adopt_thought(r, t);
    compare_requests(r);
    compare_told(r);
    compare_number(r, t);
    compare_game(r, t);
    compare_questions(r, t);
    compare_clocks(r, t);
    expect_number(r, "people", table_people(t), book_people(b));
    expect_number(r, "guests", table_watching(t), b->stays);
    for (int i = 0; i < b->v.seats; i++) {
        compare_seat(r, t, i);
        compare_seat_view(r, t, i);
    }
    for (int i = 0; i < b->stays; i++)
        compare_guest(r, t, b->stay[i].guest);
    compare_stage(r, t);
    compare_duties(r, t);
}
