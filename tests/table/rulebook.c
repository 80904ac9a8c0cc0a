/* tests/table/rulebook.c -- see rulebook.h. The sections are those of docs/table.md. */
#include "rulebook.h"

#include "core/play.h"

#include <stdio.h>
#include <string.h>

static unsigned bit(int seat)
{
    return seat < 0 ? 0 : 1U << seat;
}

static int how_many(unsigned seats)
{
    int count = 0;
    for (; seats; seats &= seats - 1)
        count++;
    return count;
}

static int first_of(unsigned seats)
{
    int seat = 0;
    while (!(seats >> seat & 1))
        seat++;
    return seat;
}

/* ---- the game ---------------------------------------------------------------------------- */

void book_replay(book *b)
{
    b->state = b->first;
    for (int i = 0; i < b->moves; i++)
        b->v.game->play(&b->v, &b->state, b->move[i]);
    b->tried = b->state;
    for (int i = 0; i < b->drafted; i++)
        b->v.game->play(&b->v, &b->tried, b->draft[i]);
}

int book_turn(const book *b)
{
    return b->v.game->turn(&b->v, &b->state);
}

bool book_over(const book *b)
{
    return b->ending != DUEL_BY_RULES || duel_is_over(&b->v, &b->state);
}

static bool has_secrets(const book *b)
{
    return duel_has_secrets(&b->v);
}

bool book_complete(const book *b)
{
    return b->drafted && duel_turn_ended(&b->v, book_turn(b), &b->tried);
}

bool book_whole_turn(const book *b, const duel_move move[], int count, duel_state *after)
{
    *after = b->tried;
    for (int i = 0; i < count; i++) {
        if (!duel_legal(&b->v, after, move[i]))
            return false;
        b->v.game->play(&b->v, after, move[i]);
        if (duel_turn_ended(&b->v, book_turn(b), after))
            return i + 1 == count;
    }
    return false;
}

/* ---- seats and guests -------------------------------------------------------------------- */

bool book_human(const book *b, int seat)
{
    return strcmp(b->seat[seat].spec, "human") == 0;
}

unsigned book_people(const book *b)
{
    unsigned people = 0;
    for (int i = 0; i < b->v.seats; i++)
        people |= book_human(b, i) ? bit(i) : 0;
    return people;
}

static unsigned kept_seats(const book *b)
{
    unsigned kept = 0;
    for (int i = 0; i < b->v.seats; i++)
        kept |= b->seat[i].kept ? bit(i) : 0;
    return kept;
}

bool book_free(const book *b, int seat)
{
    return b->terms.open & bit(seat);
}

book_stay *book_find(book *b, uint64_t guest)
{
    for (int i = 0; i < b->stays; i++)
        if (b->stay[i].guest == guest)
            return &b->stay[i];
    return NULL;
}

const book_stay *book_guest(const book *b, uint64_t guest)
{
    for (int i = 0; i < b->stays; i++)
        if (b->stay[i].guest == guest)
            return &b->stay[i];
    return NULL;
}

unsigned book_held(const book *b, uint64_t guest)
{
    const book_stay *g = book_guest(b, guest);
    return g ? g->keys & book_people(b) : 0;
}

unsigned book_presence(const book *b)
{
    unsigned seats = 0;
    for (int i = 0; i < b->stays; i++)
        seats |= book_held(b, b->stay[i].guest);
    return seats;
}

bool book_present(const book *b, int seat)
{
    return book_presence(b) & bit(seat);
}

void book_note_presence(book *b, unsigned before)
{
    unsigned after = book_presence(b);
    for (int i = 0; i < b->v.seats; i++)
        if (before & ~after & bit(i))
            b->seat[i].gone = b->now;
}

uint64_t book_absence(const book *b, int seat)
{
    bool empty = book_human(b, seat) && !book_free(b, seat) && !book_present(b, seat);
    return empty ? b->seat[seat].gone + b->manners.absence : 0;
}

bool book_away(const book *b, int seat)
{
    uint64_t since = book_absence(b, seat);
    return since && b->now >= since;
}

bool book_just_away(const book *b, int seat)
{
    return b->now == book_absence(b, seat);
}

bool book_alone(const book *b, uint64_t guest)
{
    unsigned own = book_held(b, guest);
    if (own == 0 || own != book_people(b) || b->terms.open || kept_seats(b))
        return false;
    for (int i = 0; i < b->stays; i++) {
        unsigned held = book_held(b, b->stay[i].guest);
        if (held && held != own)
            return false;
    }
    return true;
}

/* ---- what is seen ------------------------------------------------------------------------ */

static bool sees_everything(const book *b, uint64_t guest)
{
    return book_over(b) || (has_secrets(b) && b->observed && book_alone(b, guest));
}

/* A shared screen that shows one of its people at a time. */
static bool shares_screen(const book *b, uint64_t guest)
{
    return has_secrets(b) && !sees_everything(b, guest) && how_many(book_held(b, guest)) > 1;
}

static bool is_uncovered(const book *b, uint64_t guest)
{
    const book_stay *g = book_guest(b, guest);
    return g && g->uncovered == book_turn(b);
}

int book_cover(const book *b, uint64_t guest)
{
    bool turn_info = book_held(b, guest) & bit(book_turn(b));
    if (!shares_screen(b, guest) || !turn_info || is_uncovered(b, guest))
        return DUEL_NOBODY;
    return book_turn(b);
}

int book_eyes(const book *b, uint64_t guest)
{
    unsigned held = book_held(b, guest);
    int turn = book_turn(b);
    bool turn_info = held & bit(turn);
    if (sees_everything(b, guest))
        return DUEL_SEES_ALL;
    if (held == 0)
        return DUEL_NOBODY;
    if (shares_screen(b, guest))
        return turn_info && is_uncovered(b, guest) ? turn : DUEL_NOBODY;
    return turn_info ? turn : first_of(held);
}

int book_acting(const book *b, uint64_t guest)
{
    bool acts = book_held(b, guest) & bit(book_turn(b)) && !book_over(b) &&
                book_cover(b, guest) == DUEL_NOBODY;
    return acts ? book_turn(b) : DUEL_NOBODY;
}

void book_view(const book *b, int eyes, const duel_state *tried, duel_state *out)
{
    bool sees_draft = eyes == book_turn(b) || eyes == DUEL_SEES_ALL;
    duel_view(&b->v, sees_draft ? tried : &b->state, eyes, out);
}

/* ---- help -------------------------------------------------------------------------------- */

bool book_helps(const book *b, uint64_t guest)
{
    return book_held(b, guest) && (book_alone(b, guest) || b->terms.advice != ADVICE_OFF);
}

bool book_leaves(const book *b, uint64_t guest)
{
    bool may_know = !has_secrets(b) || b->terms.analysis;
    return book_over(b) || (may_know && book_helps(b, guest));
}

/* ---- time -------------------------------------------------------------------------------- */

int book_clock_runs(const book *b)
{
    int turn = book_turn(b);
    bool runs = b->terms.main && b->moves && !book_over(b) && book_human(b, turn) &&
                !book_free(b, turn);
    return runs ? turn : DUEL_NOBODY;
}

int64_t book_clock(const book *b, int seat)
{
    int64_t left = b->seat[seat].left;
    if (book_clock_runs(b) == seat)
        left -= (int64_t)(b->now - b->ticking);
    return left > 0 ? left : 0;
}

/* The clock begins anew for whoever is to move; what was spent on the old one without a turn is
 * the table's to settle. */
static void stop_clock(book *b, int ran)
{
    if (ran != DUEL_NOBODY) {
        b->stopped = ran;
        b->spent = (int64_t)(b->now - b->ticking);
    }
    b->ticking = b->now;
}

/* ---- changes ----------------------------------------------------------------------------- */

const char *book_kind_name(book_kind kind)
{
    static const char *const names[] = {
        [BOOK_MADE] = "made",         [BOOK_TURN] = "move", [BOOK_UNDO] = "undo",
        [BOOK_RESIGNED] = "resigned", [BOOK_TIME] = "time", [BOOK_SEAT] = "seat",
        [BOOK_CLAIM] = "claim",       [BOOK_NAME] = "name", [BOOK_ASSISTED] = "assisted",
        [BOOK_OBSERVED] = "observed",
    };
    return names[kind];
}

static void apply_turn(book *b, const book_change *c)
{
    book_seat *at = &b->seat[book_turn(b)];
    for (int i = 0; i < c->moves; i++)
        b->move[b->moves++] = c->move[i];
    if (c->clock >= 0)
        at->left = at->stored = c->clock;
    if (c->nonce)
        at->nonce = c->nonce;
    b->drafted = 0;
    b->back.on = false;
    b->stopped = DUEL_NOBODY;
    b->ticking = b->now;
}

static void apply_undo(book *b, const book_change *c)
{
    b->moves = c->keep;
    b->drafted = 0;
    b->assisted = true;
    b->back.on = false;
}

static void apply_end(book *b, const book_change *c)
{
    b->ending = c->kind == BOOK_TIME ? DUEL_BY_TIME : DUEL_BY_RESIGNING;
    b->loser = c->seat;
    b->drafted = 0;
    b->back.on = false;
    b->want.loose = true;
}

/* Keys shown for the seat open it no longer; what its holder asked is void. */
static void change_hands(book *b, const book_change *c)
{
    book_stay *taker = book_find(b, c->taker);
    b->seat[c->seat].hands++;
    b->seat[c->seat].who[0] = '\0';
    b->seat[c->seat].gone = b->now;
    b->seat[c->seat].nonce = 0; /* another's move */
    for (int i = 0; i < b->stays; i++)
        b->stay[i].keys &= ~bit(c->seat);
    if (taker)
        taker->keys |= bit(c->seat);
    if (b->back.asker & bit(c->seat))
        b->back.on = false;
    if (b->back.asked & bit(c->seat))
        b->back.loose = true;
}

static void apply_seat(book *b, const book_change *c)
{
    book_seat *at = &b->seat[c->seat];
    bool awaited = at->kept || book_human(b, c->seat);
    bool fresh = strcmp(c->data, "human new") == 0;
    snprintf(at->spec, sizeof at->spec, "%s", fresh ? "human" : c->data);
    at->kept = awaited && !book_human(b, c->seat);
    if (fresh)
        change_hands(b, c);
    if (b->back.asked & bit(c->seat))
        b->back.loose = true;
    if (c->seat == book_turn(b))
        b->drafted = 0;
    b->want.loose = true;
    b->want.on = b->want.on && !(fresh && b->want.seat == c->seat);
}

static void apply_claim(book *b, const book_change *c)
{
    b->terms.open &= ~bit(c->seat);
    change_hands(b, c);
    if (c->seat == book_turn(b))
        b->drafted = 0;
}

static void apply_name(book *b, const book_change *c)
{
    book_seat *at = &b->seat[c->seat];
    snprintf(at->who, sizeof at->who, "%.*s", (int)sizeof at->who - 1, c->data);
}

static void apply_mark(book *b, const book_change *c)
{
    b->assisted = true;
    b->observed = b->observed || c->kind == BOOK_OBSERVED;
}

static void apply_making(book *b, const book_change *c)
{
    (void)b;
    (void)c;
}

void book_apply(book *b, const book_change *c)
{
    static void (*const apply[])(book * b, const book_change *c) = {
        [BOOK_MADE] = apply_making,   [BOOK_TURN] = apply_turn, [BOOK_UNDO] = apply_undo,
        [BOOK_RESIGNED] = apply_end,  [BOOK_TIME] = apply_end,  [BOOK_SEAT] = apply_seat,
        [BOOK_CLAIM] = apply_claim,   [BOOK_NAME] = apply_name, [BOOK_ASSISTED] = apply_mark,
        [BOOK_OBSERVED] = apply_mark,
    };
    unsigned before = book_presence(b);
    int ran = book_clock_runs(b);
    apply[c->kind](b, c);
    book_replay(b);
    book_note_presence(b, before);
    if (book_held(b, b->want.guest))
        b->want.on = false; /* who sits down asks no longer */
    bool moved_on = book_clock_runs(b) != ran || c->kind == BOOK_UNDO ||
                    (c->kind == BOOK_SEAT && c->seat == ran);
    if (c->kind != BOOK_TURN && moved_on)
        stop_clock(b, ran);
}

/* ---- rulings ----------------------------------------------------------------------------- */

static book_ruling refused(void)
{
    return (book_ruling){.verdict = BOOK_REFUSED};
}

static book_ruling done(book_effect effect)
{
    return (book_ruling){.verdict = BOOK_DONE, .effect = effect};
}

static book_ruling left_open(void)
{
    return (book_ruling){.verdict = BOOK_OPEN};
}

static book_ruling writes(book_kind kind, int seat, const char *data)
{
    book_ruling ruling = {.verdict = BOOK_WRITES,
                          .change = {.kind = kind, .seat = seat, .clock = -1}};
    snprintf(ruling.change.data, sizeof ruling.change.data, "%s", data);
    return ruling;
}

/* The seats for which it speaks. */
static unsigned speaks_for(const book *b, const book_plea *p)
{
    return book_held(b, p->r.guest);
}

static bool is_seat(const book *b, int seat)
{
    return seat >= 0 && seat < b->v.seats;
}

/* ---- turns ------------------------------------------------------------------------------- */

static book_ruling writes_turn(const book *b, const duel_move *last, int64_t nonce)
{
    book_ruling ruling = writes(BOOK_TURN, book_turn(b), "");
    book_change *c = &ruling.change;
    memcpy(c->move, b->draft, sizeof b->draft);
    c->moves = b->drafted;
    c->nonce = nonce;
    if (last)
        c->move[c->moves++] = *last;
    return ruling;
}

static bool acts(const book *b, const book_plea *p)
{
    return book_acting(b, p->r.guest) != DUEL_NOBODY && speaks_for(b, p) & bit(book_turn(b));
}

/* Its time is up, whether that is written already or not. */
static bool is_too_late(const book *b)
{
    return book_clock_runs(b) != DUEL_NOBODY && book_clock(b, book_turn(b)) == 0;
}

static bool sent_before(const book *b, const book_plea *p)
{
    for (int i = 0; i < b->v.seats; i++)
        if (p->r.nonce && b->seat[i].nonce == p->r.nonce && speaks_for(b, p) & bit(i))
            return true;
    return false;
}

static book_ruling rule_move(const book *b, const book_plea *p)
{
    duel_state view, after = b->tried;
    duel_move move;
    if (sent_before(b, p))
        return done(BOOK_NOTHING);
    if (p->stale || !acts(b, p) || book_complete(b) || is_too_late(b))
        return refused();
    book_view(b, book_turn(b), &b->tried, &view);
    if (duel_read_move(&b->v, &view, duel_str_of(p->text), &move, NULL) != DUEL_OK)
        return refused();
    b->v.game->play(&b->v, &after, move);
    if (duel_turn_ended(&b->v, book_turn(b), &after) && !(b->v.traits & DUEL_CONFIRM))
        return writes_turn(b, &move, p->r.nonce);
    book_ruling ruling = done(BOOK_STEP);
    ruling.step = move;
    return ruling;
}

static book_ruling rule_confirm(const book *b, const book_plea *p)
{
    if (p->stale || !acts(b, p) || !book_complete(b) || is_too_late(b))
        return refused();
    return writes_turn(b, NULL, 0);
}

/* ---- taking back ------------------------------------------------------------------------- */

/* How many moves come before the last turn of one of these seats; -1: they have made none. */
static int before_last_turn(const book *b, unsigned seats, unsigned *since)
{
    duel_state s = b->first;
    int found = -1, before = DUEL_NOBODY;
    for (int i = 0; i < b->moves; i++) {
        int seat = b->v.game->turn(&b->v, &s);
        if (seats & bit(seat) && (seat != before || b->v.seats == 1)) {
            found = i;
            *since = 0;
        }
        *since |= bit(seat);
        before = seat;
        b->v.game->play(&b->v, &s, b->move[i]);
    }
    return found;
}

static bool may_take_back(const book *b)
{
    bool several = how_many(book_people(b) | kept_seats(b)) > 1;
    return b->ending == DUEL_BY_RULES && !(has_secrets(b) && several && !b->terms.analysis);
}

static book_ruling writes_undo(int keep)
{
    char data[16];
    snprintf(data, sizeof data, "%d", keep);
    book_ruling ruling = writes(BOOK_UNDO, DUEL_NOBODY, data);
    ruling.change.keep = keep;
    return ruling;
}

static book_ruling agrees(const book *b, unsigned seats)
{
    if (b->back.asked & ~seats)
        return done(BOOK_AGREED);
    return writes_undo(b->back.keep);
}

static book_ruling rule_back(const book *b, const book_plea *p)
{
    unsigned own = speaks_for(b, p), since = 0;
    if (p->stale || own == 0)
        return refused();
    if (b->drafted && acts(b, p))
        return done(BOOK_STEP_BACK);
    if (!may_take_back(b))
        return refused();
    if (b->back.on && b->back.asked & own)
        return agrees(b, own);
    int keep = before_last_turn(b, own, &since);
    if (keep < 0)
        return refused();
    unsigned asked = since & book_people(b) & ~own;
    if (asked == 0)
        return writes_undo(keep);
    if (b->back.on && b->back.asker == own)
        return done(BOOK_NOTHING);
    book_ruling ruling = {.verdict = BOOK_ASKS, .asked = asked, .change = {.keep = keep}};
    return ruling;
}

/* ---- who sits where ---------------------------------------------------------------------- */

static bool sitting_down_is_over(const book *b)
{
    return b->observed && !b->terms.analysis;
}

static book_ruling writes_seat(const book *b, int seat, const char *spec, uint64_t taker)
{
    book_ruling ruling = writes(BOOK_SEAT, seat, spec);
    ruling.change.taker = taker;
    ruling.or_refused = book_over(b) || book_just_away(b, seat);
    return ruling;
}

static book_ruling rule_seat_answer(const book *b, const book_plea *p)
{
    if (!p->r.yes || !book_away(b, b->want.seat) || sitting_down_is_over(b))
        return done(BOOK_KEPT_AWAY);
    return writes_seat(b, b->want.seat, "human new", b->want.guest);
}

static book_ruling rule_answer(const book *b, const book_plea *p)
{
    unsigned own = speaks_for(b, p);
    book_ruling ruling = refused();
    if (p->stale || own == 0)
        return ruling;
    if (b->back.on && b->back.asked & own) {
        ruling = p->r.yes ? agrees(b, own) : done(BOOK_DECLINED);
        ruling.or_refused = b->back.loose;
    } else if (b->want.on) {
        ruling = rule_seat_answer(b, p);
        ruling.or_refused = ruling.or_refused || b->want.loose;
    }
    return ruling;
}

static book_ruling rule_resign(const book *b, const book_plea *p)
{
    unsigned own = speaks_for(b, p);
    int seat = p->r.seat;
    if (seat == DUEL_NOBODY && how_many(own) == 1)
        seat = first_of(own);
    if (p->stale || book_over(b) || !is_seat(b, seat) || !(own & bit(seat)))
        return refused();
    return writes(BOOK_RESIGNED, seat, "");
}

static book_ruling rule_claim(const book *b, const book_plea *p)
{
    int seat = p->r.seat;
    if (p->stale || !is_seat(b, seat) || !book_free(b, seat) || !book_human(b, seat) ||
        book_present(b, seat) || sitting_down_is_over(b))
        return refused();
    book_ruling ruling = writes(BOOK_CLAIM, seat, "new");
    ruling.change.taker = p->r.guest;
    ruling.or_refused = book_over(b);
    return ruling;
}

static book_ruling rule_take(const book *b, const book_plea *p)
{
    const book_stay *g = book_guest(b, p->r.guest);
    int seat = p->r.seat;
    if (p->stale || g == NULL || !is_seat(b, seat) || sitting_down_is_over(b))
        return refused();
    if (b->seat[seat].kept && g->keys & bit(seat))
        return writes_seat(b, seat, "human", p->r.guest);
    if (book_held(b, p->r.guest) || !book_away(b, seat) || book_presence(b) == 0)
        return refused();
    return (book_ruling){.verdict = BOOK_WANTS,
                         .seat = seat,
                         .or_refused = book_over(b) || book_just_away(b, seat)};
}

static book_ruling rule_machine(const book *b, const book_plea *p)
{
    int seat = p->r.seat;
    if (p->stale || speaks_for(b, p) == 0 || !is_seat(b, seat) || !book_away(b, seat))
        return refused();
    return writes_seat(b, seat, p->text, 0);
}

/* ---- help and eyes ----------------------------------------------------------------------- */

/* What is granted to one who is alone is marked first. */
static book_ruling grants(const book *b, const book_plea *p, int seat)
{
    bool counts = book_alone(b, p->r.guest) && !book_over(b) && !b->terms.analysis;
    book_ruling ruling = writes(BOOK_ASSISTED, DUEL_NOBODY, "");
    ruling.seat = seat;
    ruling.or_writes = counts;
    if (!counts || b->assisted)
        ruling.verdict = BOOK_GRANTED;
    return ruling;
}

static book_ruling rule_help(const book *b, const book_plea *p)
{
    if (p->stale || !acts(b, p) || book_complete(b) || !book_helps(b, p->r.guest))
        return refused();
    return grants(b, p, book_turn(b));
}

static book_ruling rule_lens(const book *b, const book_plea *p)
{
    bool there = book_guest(b, p->r.guest) != NULL;
    if (p->stale || !there || !(book_helps(b, p->r.guest) || book_over(b)))
        return refused();
    return grants(b, p, book_eyes(b, p->r.guest));
}

static book_ruling rule_observe(const book *b, const book_plea *p)
{
    if (p->stale || book_over(b) || !has_secrets(b) || !book_alone(b, p->r.guest))
        return refused();
    book_ruling ruling = writes(BOOK_OBSERVED, DUEL_NOBODY, "");
    ruling.or_writes = true;
    ruling.seat = DUEL_SEES_ALL;
    if (b->observed)
        ruling.verdict = BOOK_GRANTED;
    return ruling;
}

static book_ruling rule_uncover(const book *b, const book_plea *p)
{
    if (p->stale || book_guest(b, p->r.guest) == NULL)
        return refused();
    return book_cover(b, p->r.guest) == DUEL_NOBODY ? left_open() : done(BOOK_UNCOVERED);
}

book_ruling book_rule(const book *b, const book_plea *p)
{
    static book_ruling (*const rules[])(const book *b, const book_plea *p) = {
        [TABLE_ASK_MOVE] = rule_move,       [TABLE_ASK_CONFIRM] = rule_confirm,
        [TABLE_ASK_BACK] = rule_back,       [TABLE_ASK_ANSWER] = rule_answer,
        [TABLE_ASK_RESIGN] = rule_resign,   [TABLE_ASK_CLAIM] = rule_claim,
        [TABLE_ASK_TAKE] = rule_take,       [TABLE_ASK_MACHINE] = rule_machine,
        [TABLE_ASK_HELP] = rule_help,       [TABLE_ASK_LENS] = rule_lens,
        [TABLE_ASK_OBSERVE] = rule_observe, [TABLE_ASK_UNCOVER] = rule_uncover,
    };
    return rules[p->r.ask](b, p);
}

bool book_stops(const book *b, const book_plea *p)
{
    const book_stay *g = book_guest(b, p->r.guest);
    bool changes = p->r.ask == TABLE_ASK_BACK || p->r.ask == TABLE_ASK_ANSWER ||
                   p->r.ask == TABLE_ASK_RESIGN || p->r.ask == TABLE_ASK_TAKE ||
                   p->r.ask == TABLE_ASK_MACHINE;
    return changes && g && g->keys;
}

/* ---- effects ----------------------------------------------------------------------------- */

void book_ask_others(book *b, const book_plea *p, const book_ruling *ruling)
{
    book_question q = {.on = true,
                       .guest = p->r.guest,
                       .re = p->r.re,
                       .asker = speaks_for(b, p),
                       .asked = ruling->asked,
                       .keep = ruling->change.keep,
                       .seat = ruling->seat};
    if (ruling->verdict == BOOK_ASKS)
        b->back = q;
    else
        b->want = q;
}

void book_do(book *b, const book_plea *p, const book_ruling *ruling)
{
    book_stay *g = book_find(b, p->r.guest);
    if (ruling->effect == BOOK_STEP) {
        b->draft[b->drafted++] = ruling->step;
        b->seat[book_turn(b)].nonce = p->r.nonce;
    } else if (ruling->effect == BOOK_STEP_BACK) {
        b->drafted--;
    } else if (ruling->effect == BOOK_AGREED) {
        b->back.asked &= ~speaks_for(b, p);
    } else if (ruling->effect == BOOK_DECLINED) {
        b->back.on = false;
    } else if (ruling->effect == BOOK_KEPT_AWAY) {
        b->want.on = false;
    } else if (ruling->effect == BOOK_UNCOVERED) {
        g->uncovered = book_turn(b);
    }
    book_replay(b);
}
