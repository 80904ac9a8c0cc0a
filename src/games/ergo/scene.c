/* games/ergo/scene.c -- the table as a picture, and moves as paths through it.
 *
 *     hand:A → gap:1:3                   hand:V → gap:1:3 → choice:B     hand:A → discard
 *     hand:( ⇄ hand:) → gap:2:1          hand:R → card:1:2 → card:3:4    hand:F → seat:2
 *     hand:T → card:1:3                  hand:J → seat:1 (one's own)     hand:E → proof
 *     button:next
 *
 * Lines and places are counted from 1, as in the notation; gap I stands before card I. Cards of
 * one kind share a target. Ids number the cards of one kind in reading order, so that most
 * cards keep theirs when something is put between them. */
#include "core/scene.h"
#include "core/play.h"
#include "games/ergo/well_formed.h"

#include <stdio.h>

/* ---- paths ------------------------------------------------------------------------------- */

static duel_target hand_target(unsigned kind, bool closing)
{
    return duel_target_of("hand:%c", closing ? ')' : ergo_letters[kind]);
}

static duel_target place_target(const char *what, unsigned line, unsigned at)
{
    return duel_target_of("%s:%u:%u", what, line + 1, at + 1);
}

/* Gaps and seats are picked by their ids. */
duel_target ergo_gap_id(unsigned line, unsigned at)
{
    return place_target("gap", line, at);
}

duel_target ergo_seat_id(unsigned seat)
{
    return duel_target_of("seat:%u", seat + 1);
}

duel_target ergo_proof_id(unsigned symbol, unsigned nth)
{
    return duel_target_of("proof:%u:%u", symbol, nth);
}

duel_target ergo_hand_id(int seat, unsigned kind, unsigned nth)
{
    return duel_target_of("hand:%d:%u:%u", seat + 1, kind, nth);
}

duel_target ergo_back_id(int seat, unsigned nth)
{
    return duel_target_of("back:%d:%u", seat + 1, nth);
}

duel_target ergo_gone_id(unsigned kind, unsigned nth)
{
    return duel_target_of("gone:%u:%u", kind, nth);
}

static duel_target choice_target(unsigned symbol)
{
    return duel_target_of("choice:%s", logic_symbol_text((logic_symbol)symbol, LOGIC_ASCII));
}

static int path_of_place(const ergo_use *u, duel_target out[])
{
    out[0] = hand_target(u->card, u->symbol == LOGIC_CLOSE);
    out[1] = ergo_gap_id(u->line, u->at);
    if (u->card < ERGO_WILDVAR)
        return 2;
    out[2] = choice_target(u->symbol);
    return 3;
}

int ergo_path(const duel_variant *v, const void *view, duel_move move, duel_target out[])
{
    const ergo *s = view;
    ergo_use u = ergo_unpack(move);
    out[0] = hand_target(u.card, false);
    switch ((ergo_act)u.act) {
    case ERGO_PLACE:
        return path_of_place(&u, out);
    case ERGO_DISCARD:
        out[1] = duel_target_of("discard");
        return 2;
    case ERGO_BLOCK:
        out[1] = ergo_seat_id(u.victim);
        return 2;
    case ERGO_JUSTIFY:
        out[1] = ergo_seat_id(s->turn);
        return 2;
    case ERGO_END:
        out[1] = duel_target_of("proof");
        return 2;
    case ERGO_ERASE:
        out[1] = place_target("card", u.line, u.at);
        return 2;
    case ERGO_SWAP:
        out[1] = place_target("card", u.line, u.at);
        out[2] = place_target("card", u.line2, u.at2);
        return 3;
    case ERGO_NEXT:
        out[0] = duel_target_of("button:next");
        return 1;
    }
    return 1;
}

/* ---- the picture ------------------------------------------------------------------------- */

/* In units of a card's width; a card is one wide and HIGH high. */
static const float HIGH = 1.4F, GAP = 0.3F, LEFT = 1.0F;

typedef struct painter {
    const duel_variant *v;
    const ergo *s;
    duel_scene *out;
    unsigned met[LOGIC_SYMBOLS]; /* cards of the proof so far, by symbol, for their ids */
    float y;                     /* where the next row begins */
} painter;

static duel_tone letter_tone(unsigned kind)
{
    return kind <= ERGO_D ? (duel_tone)(DUEL_SEAT1 + kind) : DUEL_PLAIN;
}

/* Why a line breaks before its card `at`: what is missing there. */
static void say_break(const ergo *s, unsigned line, const logic_mistake *m, duel_msg *out)
{
    static const char *const after[] = {
        [LOGIC_WANT_NOTHING] = N_("line {0} breaks after {1}"),
        [LOGIC_WANT_OPERAND] = N_("line {0} breaks after {1}: a letter, ¬ or ( is missing"),
        [LOGIC_WANT_NEGATED] = N_("line {0} breaks after {1}: a letter or ( is missing"),
        [LOGIC_WANT_OPERATOR] = N_("line {0} breaks after {1}: an operator is missing"),
        [LOGIC_WANT_CLOSE] = N_("line {0} breaks after {1}: an operator or ) is missing"),
        [LOGIC_WANT_SHORTER] = N_("line {0} breaks after {1}")};
    size_t at = m->at;
    bool surplus = m->want == LOGIC_WANT_OPERATOR && at < s->length[line] &&
                   s->line[line][at] == LOGIC_CLOSE;
    const char *before =
        at ? logic_symbol_text((logic_symbol)s->line[line][at - 1], LOGIC_UNICODE) : "";
    const char *sentence =
        at == 0   ? N_("line {0} breaks at its beginning: a letter, ¬ or ( is missing")
        : surplus ? N_("line {0} breaks after {1}: the next ) closes nothing")
                  : after[m->want];
    duel_say(out, sentence, "ic", (int64_t)line + 1, before);
}

static void add_gap(painter *p, unsigned line, unsigned at)
{
    duel_target t = ergo_gap_id(line, at);
    float x = LEFT + (float)at - GAP / 2;
    duel_element *e = duel_scene_add(p->out, DUEL_GAP, t.text, x, p->y, GAP, HIGH);
    e->target = t;
    duel_say(&e->label, N_("line {0}, before card {1}"), "ii", (int64_t)line + 1,
             (int64_t)at + 1);
    logic_mistake m = logic_check(p->s->line[line], p->s->length[line]);
    if (m.want == LOGIC_WANT_NOTHING || m.at != at)
        return;
    e->shape = "break";
    e->tone = DUEL_DANGER;
    say_break(p->s, line, &m, &e->label);
}

static void add_proof_card(painter *p, unsigned line, unsigned at)
{
    const ergo *s = p->s;
    unsigned symbol = s->line[line][at];
    const char *face = logic_symbol_text((logic_symbol)symbol, LOGIC_UNICODE);
    bool wild = s->wild[line] >> at & 1;
    duel_target id = ergo_proof_id(symbol, ++p->met[symbol]);
    duel_element *e =
        duel_scene_add(p->out, DUEL_CARD, id.text, LEFT + (float)at, p->y, 1, HIGH);
    e->target = place_target("card", line, at);
    e->tone = letter_tone(symbol);
    if (s->fresh_line == line + 1 && s->fresh_at == at)
        e->last = DUEL_LAST_PLACED;
    snprintf(e->face, sizeof e->face, "%s%s", face, wild ? "*" : "");
    duel_say(&e->label,
             wild ? N_("{0}, a wild, card {2} of line {1}") : N_("{0}, card {2} of line {1}"),
             "cii", face, (int64_t)line + 1, (int64_t)at + 1);
}

static void add_line(painter *p, unsigned line)
{
    duel_target id = duel_target_of("line:%u", line + 1);
    fit_line shape;
    fit_line_of(p->s, line, &shape);
    duel_element *e = duel_scene_add(p->out, DUEL_BOARD, id.text, 0, p->y, p->out->width, HIGH);
    e->target = duel_target_of("proof");
    e->tone = fit_well_formed(&shape) ? DUEL_PLAIN : DUEL_DANGER;
    snprintf(e->face, sizeof e->face, "%u", line + 1);
    duel_say(&e->label, N_("line {0}, {1} {1:card|cards}"), "ii", (int64_t)line + 1,
             (int64_t)p->s->length[line]);
    for (unsigned at = 0; at <= p->s->length[line]; at++) {
        add_gap(p, line, at);
        if (at < p->s->length[line])
            add_proof_card(p, line, at);
    }
    p->y += HIGH + GAP;
}

static void add_hand_card(painter *p, int seat, unsigned kind, unsigned nth, float x)
{
    duel_target id = ergo_hand_id(seat, kind, nth);
    duel_element *e = duel_scene_add(p->out, DUEL_CARD, id.text, x, p->y, 1, HIGH);
    snprintf(e->face, sizeof e->face, "%s", ergo_face(kind, LOGIC_UNICODE));
    e->shape = ergo_shape(kind);
    e->tone = letter_tone(kind);
    duel_say(&e->label, N_("{0}, in the hand of {1}"), "ww", ergo_name(kind),
             duel_role(p->v, seat));
    if (seat != p->s->turn || p->s->stage != ERGO_PLAYING)
        return;
    e->target = hand_target(kind, false);
    if (kind == ERGO_PAREN)
        e->alternative = hand_target(kind, true);
}

static void add_back(painter *p, int seat, unsigned nth, float x)
{
    duel_target id = ergo_back_id(seat, nth);
    duel_element *e = duel_scene_add(p->out, DUEL_CARD, id.text, x, p->y, 1, HIGH);
    e->tone = DUEL_UNKNOWN;
    snprintf(e->face, sizeof e->face, "?");
    duel_say(&e->label, N_("a card in the hand of {0}"), "w", duel_role(p->v, seat));
}

static void add_hand(painter *p, int seat)
{
    float x = 6;
    unsigned unknown = p->s->held[seat] - ergo_total(p->s->hand[seat]);
    for (unsigned kind = 0; kind < ERGO_KINDS; kind++)
        for (unsigned nth = 0; nth < ergo_count(p->s->hand[seat], kind); nth++, x++)
            add_hand_card(p, seat, kind, nth, x);
    for (unsigned nth = 0; nth < unknown; nth++, x++)
        add_back(p, seat, nth, x);
}

static duel_element *add_counter(painter *p, const char *what, int seat, float x,
                                 int64_t number)
{
    duel_target id = duel_target_of("%s:%d", what, seat + 1);
    duel_element *e = duel_scene_add(p->out, DUEL_COUNTER, id.text, x, p->y, 1, HIGH);
    e->number = number;
    return e;
}

static void add_seat(painter *p, int seat)
{
    const ergo *s = p->s;
    duel_target t = ergo_seat_id((unsigned)seat);
    duel_element *e = duel_scene_add(p->out, DUEL_SEAT, t.text, 0, p->y, 3, HIGH);
    e->target = t;
    e->tone = (duel_tone)(DUEL_SEAT1 + seat);
    snprintf(e->face, sizeof e->face, "%c", 'A' + seat);
    duel_say(&e->label,
             s->immune >> seat & 1 ? N_("{0}, immune against Fallacies")
             : s->turn == seat     ? N_("{0}, to move")
                                   : N_("{0}, waiting"),
             "w", duel_role(p->v, seat));
    e = add_counter(p, "points", seat, 3, s->score[seat]);
    duel_say(&e->label, N_("{0} {0:point|points} of {1}"), "ii", e->number,
             p->v->option[ERGO_OPT_POINTS]);
    e = add_counter(p, "fallacy", seat, 4, s->fallacy[seat]);
    e->tone = s->fallacy[seat] ? DUEL_DANGER : DUEL_SOFT;
    duel_say(&e->label, N_("blocked by a Fallacy for {0} {0:turn|turns}"), "i", e->number);
    add_hand(p, seat);
    p->y += HIGH + GAP;
}

static void add_piles(painter *p)
{
    const ergo *s = p->s;
    float x = p->out->width - 2;
    duel_element *e = duel_scene_add(p->out, DUEL_PILE, "pile", x, p->y, 2, HIGH);
    e->shape = "deck";
    e->number = s->pile_count;
    duel_say(&e->label, N_("the pile: {0} {0:card|cards}, of which {1} known at the bottom"),
             "ii", e->number, (int64_t)s->sunk);
    e = duel_scene_add(p->out, DUEL_PILE, "discard", x - 3, p->y, 2, HIGH);
    e->shape = "tray";
    e->number = ergo_total(s->gone);
    e->target = duel_target_of("discard");
    duel_say(&e->label, N_("out of this round: {0} {0:card|cards}"), "i", e->number);
    if (ergo_last_round(p->v) > 1) {
        e = duel_scene_add(p->out, DUEL_LABEL, "round", 0, p->y, x - 3, HIGH);
        duel_say(&e->label, N_("Round {0}"), "i", (int64_t)s->round);
    }
    p->y += HIGH + GAP;
}

/* Every card that is gone, small, beside the pile they lie on. */
static void add_gone(painter *p)
{
    float x = 0;
    for (unsigned kind = 0; kind < ERGO_KINDS; kind++)
        for (unsigned nth = 0; nth < ergo_count(p->s->gone, kind); nth++, x += 0.5F) {
            duel_target id = ergo_gone_id(kind, nth);
            duel_element *e = duel_scene_add(p->out, DUEL_CARD, id.text, x, p->y, 0.5F, 0.7F);
            snprintf(e->face, sizeof e->face, "%s", ergo_face(kind, LOGIC_UNICODE));
            e->shape = ergo_shape(kind);
            e->tone = DUEL_SOFT;
            duel_say(&e->label, N_("{0}, out of this round"), "w", ergo_name(kind));
        }
    p->y += 0.7F + GAP;
}

/* What a wild in hand may stand for. */
static void add_choices(painter *p)
{
    const ergo *s = p->s;
    ergo_cards hand = s->stage == ERGO_PLAYING ? s->hand[s->turn] : 0;
    float x = 0;
    for (unsigned kind = ERGO_WILDVAR; kind <= ERGO_WILDOP; kind++)
        for (unsigned symbol = 0; symbol < LOGIC_SYMBOLS && ergo_count(hand, kind); symbol++) {
            if (!ergo_can_be(p->v, kind, symbol))
                continue;
            duel_target t = choice_target(symbol);
            duel_element *e = duel_scene_add(p->out, DUEL_CHOICE_ITEM, t.text, x++, p->y, 1, 1);
            e->target = t;
            snprintf(e->face, sizeof e->face, "%s",
                     logic_symbol_text((logic_symbol)symbol, LOGIC_UNICODE));
            duel_say(&e->label, N_("as {0}"), "w", ergo_name(symbol));
        }
}

static void add_next(painter *p)
{
    duel_element *e = duel_scene_add(p->out, DUEL_BUTTON, "next", 0, p->y, 4, 1);
    e->target = duel_target_of("button:next");
    duel_say(&e->label, N_("Next round"), "");
}

/* Wide enough for the longest line, a hand, and the cards that are gone. */
static float width_of(const ergo *s)
{
    float width = 14;
    for (unsigned line = 0; line < LOGIC_LINES; line++)
        if (LEFT + (float)s->length[line] + 1 > width)
            width = LEFT + (float)s->length[line] + 1;
    float gone = 0.5F * (float)ergo_total(s->gone);
    return gone > width ? gone : width;
}

void ergo_scene(const duel_variant *v, const void *view, int seat, duel_scene *out)
{
    painter p = {.v = v, .s = view, .out = out};
    out->width = width_of(view);
    for (unsigned line = 0; line < LOGIC_LINES; line++)
        add_line(&p, line);
    add_piles(&p);
    add_gone(&p);
    for (int owner = 0; owner < v->seats; owner++)
        add_seat(&p, owner);
    if (p.s->stage == ERGO_BETWEEN)
        add_next(&p);
    else
        add_choices(&p);
    out->height = p.y + 1;
}
