/* games/ergo/table_text.c -- the table as text, at most 76 columns wide, the names of cards,
 * and what people say: a move in words, what is to be done now, and what the options are
 * called.
 *
 *     Round 2 of at most 30; 50 points to win; tightest first: NOT, AND, OR, THEN
 *      1 A ⇒ B
 *      2 ¬ ( A ∧ C* )                       * a wild
 *      3
 *      4
 *     Pile: 28 cards ; from the bottom up: C
 *     Gone: A ∧ F
 *     > Letter A: 12 points, 7 cards  A B ∧ ( V F E
 *     - Letter B: 0 points, 5 cards  C ? ? ? ? (Fallacy: 2 turns)
 *     F = Fallacy / V = wild letter / E = Ergo */
#include "core/play.h"
#include "games/ergo/well_formed.h"

#include <string.h>

const char *ergo_name(unsigned kind)
{
    static const char *const names[ERGO_KINDS] = {
        N_("letter A"),    N_("letter B"),    N_("letter C"),      N_("letter D"),
        N_("AND"),         N_("OR"),          N_("THEN"),          N_("NOT"),
        N_("parenthesis"), N_("Fallacy"),     N_("Justification"), N_("Tabula Rasa"),
        N_("Revolution"),  N_("wild letter"), N_("wild operator"), N_("Ergo")};
    return names[kind];
}

const char *ergo_face(unsigned kind, logic_style style)
{
    static const char *const faces[] = {"F", "J", "T", "R", "V", "O", "E"};
    return kind <= ERGO_PAREN ? logic_symbol_text((logic_symbol)kind, style)
                              : faces[kind - ERGO_FALLACY];
}

const char *ergo_shape(unsigned kind)
{
    static const char *const shapes[] = {"fallacy",    "justification", "rasa", "revolution",
                                         "wildletter", "wildoperator",  "ergo"};
    return kind >= ERGO_FALLACY ? shapes[kind - ERGO_FALLACY] : NULL;
}

const char *ergo_letter_list(unsigned mask, char text[ERGO_LETTER_LIST])
{
    text[0] = '\0';
    for (unsigned letter = 0; letter < LOGIC_LETTERS; letter++)
        if (mask >> letter & 1)
            strcat(strcat(text, text[0] ? ", " : ""), ergo_face(letter, LOGIC_ASCII));
    return text[0] ? text : "–";
}

/* ---- words that wrap --------------------------------------------------------------------- */

enum { WIDTH = 76, INDENT = 3 };

typedef struct writer {
    duel_pen *pen;
    int column;
    unsigned met[LOGIC_SYMBOLS]; /* cards of the proof so far, by symbol, for their ids */
} writer;

/* Columns of UTF-8 text: none of ours is wider than one. */
static int columns(const char *text)
{
    int count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

static void end_line(writer *w)
{
    duel_put(w->pen->out, "\n");
    w->column = 0;
}

static void put_blank(writer *w)
{
    duel_put(w->pen->out, " ");
    w->column++;
}

/* A blank and the word, on a new line if this one is full, each naming what it shows of the
 * picture. */
static void put_things(writer *w, const char *blank, const char *word, const char *thing,
                       duel_tone tone)
{
    if (w->column + 1 + columns(word) > WIDTH) {
        end_line(w);
        for (; w->column < INDENT; w->column++)
            duel_put(w->pen->out, " ");
    }
    duel_pen_thing(w->pen, blank);
    if (w->column)
        put_blank(w);
    duel_pen_thing(w->pen, thing);
    duel_pen_put(w->pen, tone, word);
    duel_pen_thing(w->pen, NULL);
    w->column += columns(word);
}

static void put_word(writer *w, const char *word, duel_tone tone)
{
    put_things(w, NULL, word, NULL, tone);
}

static void put_thing(writer *w, const char *word, duel_target id, duel_tone tone)
{
    put_things(w, NULL, word, id.text, tone);
}

/* A sentence, word by word; `thing` is what of the picture it shows, or NULL. */
static void put_text(writer *w, const char *thing, duel_tone tone, const char *id,
                     const char *kinds, ...)
{
    duel_msg m;
    duel_buf text = duel_buf_empty();
    va_list args;
    va_start(args, kinds);
    duel_say_list(&m, id, kinds, &args);
    va_end(args);
    duel_render(w->pen->lang, &m, &text.sink);
    duel_str rest = duel_buf_str(&text), word;
    while (duel_str_word(&rest, " ", &word)) {
        char copy[64];
        size_t len = word.len < sizeof copy ? word.len : sizeof copy - 1;
        memcpy(copy, word.at, len);
        copy[len] = '\0';
        put_things(w, thing, copy, thing, tone);
    }
    duel_buf_fini(&text);
}

static logic_style style_of(const duel_pen *pen)
{
    return pen->utf8 ? LOGIC_UNICODE : LOGIC_ASCII;
}

/* ---- the parts --------------------------------------------------------------------------- */

static duel_tone tone_of(unsigned symbol)
{
    return symbol <= LOGIC_D ? (duel_tone)(DUEL_SEAT1 + symbol) : DUEL_PLAIN;
}

/* Behind the last card: a blank for whoever asks what is what. */
static void draw_last_gap(const ergo *s, unsigned line, writer *w)
{
    if (w->pen->thing == NULL || w->column >= WIDTH)
        return;
    duel_pen_thing(w->pen, ergo_gap_id(line, s->length[line]).text);
    put_blank(w);
    duel_pen_thing(w->pen, NULL);
}

static void draw_line(const ergo *s, unsigned line, writer *w)
{
    char number[] = {' ', (char)('1' + line), '\0'};
    fit_line shape;
    fit_line_of(s, line, &shape);
    put_word(w, number, DUEL_SOFT);
    for (unsigned at = 0; at < s->length[line]; at++) {
        char card[16] = "";
        unsigned symbol = s->line[line][at];
        bool fresh = s->fresh_line == line + 1 && s->fresh_at == at;
        strcpy(card, logic_symbol_text((logic_symbol)symbol, style_of(w->pen)));
        if (s->wild[line] >> at & 1)
            strcat(card, "*");
        put_things(w, ergo_gap_id(line, at).text, card,
                   ergo_proof_id(symbol, ++w->met[symbol]).text,
                   fresh ? DUEL_LAST : tone_of(symbol));
    }
    draw_last_gap(s, line, w);
    if (!fit_well_formed(&shape))
        put_text(w, NULL, DUEL_DANGER, N_("(to be mended)"), "");
    end_line(w);
}

/* Of a hand, or those that are gone (DUEL_NOBODY). */
static void draw_cards(ergo_cards cards, int seat, writer *w)
{
    for (unsigned kind = 0; kind < ERGO_KINDS; kind++)
        for (unsigned i = 0; i < ergo_count(cards, kind); i++)
            put_thing(w, ergo_face(kind, style_of(w->pen)),
                      seat == DUEL_NOBODY ? ergo_gone_id(kind, i) : ergo_hand_id(seat, kind, i),
                      tone_of(kind));
}

static void draw_pile(const ergo *s, writer *w)
{
    put_text(w, "pile", DUEL_PLAIN, N_("Pile: {0} {0:card|cards}"), "i",
             (int64_t)s->pile_count);
    if (s->sunk)
        put_text(w, NULL, DUEL_PLAIN, N_("; from the bottom up:"), "");
    for (unsigned i = 0; i < s->sunk; i++)
        put_word(w, ergo_face(s->pile[i], style_of(w->pen)), tone_of(s->pile[i]));
    if (s->emptied)
        put_text(w, NULL, DUEL_DANGER, N_("(the round ends with this turn)"), "");
    end_line(w);
    put_text(w, "discard", DUEL_PLAIN, N_("Gone:"), "");
    draw_cards(s->gone, DUEL_NOBODY, w);
    end_line(w);
}

static void draw_seat(const duel_variant *v, const ergo *s, int seat, writer *w)
{
    bool moves = seat == s->turn && s->stage != ERGO_ENDED;
    put_word(w, moves ? ">" : "-", moves ? DUEL_PICK : DUEL_SOFT);
    put_text(w, ergo_seat_id((unsigned)seat).text, (duel_tone)(DUEL_SEAT1 + seat),
             N_("{0}: {1} {1:point|points}, {2} {2:card|cards}"), "wii", duel_role(v, seat),
             (int64_t)s->score[seat], (int64_t)s->held[seat]);
    put_word(w, "", DUEL_PLAIN);
    draw_cards(s->hand[seat], seat, w);
    for (unsigned i = 0; i + ergo_total(s->hand[seat]) < s->held[seat]; i++)
        put_thing(w, "?", ergo_back_id(seat, i), DUEL_UNKNOWN);
    if (s->fallacy[seat])
        put_text(w, NULL, DUEL_DANGER, N_("(Fallacy: {0} {0:turn|turns})"), "i",
                 (int64_t)s->fallacy[seat]);
    if (s->immune >> seat & 1)
        put_text(w, NULL, DUEL_SAFE, N_("(immune)"), "");
    end_line(w);
}

static void draw_head(const duel_variant *v, const ergo *s, writer *w)
{
    put_text(w, NULL, DUEL_SOFT,
             N_("Round {0} of at most {1}; {2} points to win; tightest first: {3}"), "iiiw",
             (int64_t)s->round, (int64_t)ergo_last_round(v), v->option[ERGO_OPT_POINTS],
             ergo_precedence(v) == LOGIC_SEED ? N_("NOT, AND, OR, THEN")
                                              : N_("NOT, THEN, OR, AND"));
    end_line(w);
}

/* The names of specials in a hand that is seen. */
static void draw_names(const ergo *s, int seat, writer *w)
{
    const char *lead = "";
    for (unsigned kind = ERGO_FALLACY; seat >= 0 && kind < ERGO_KINDS; kind++) {
        if (ergo_count(s->hand[seat], kind) == 0)
            continue;
        put_text(w, NULL, DUEL_SOFT, N_("{0}{1} = {2}"), "ccw", lead,
                 ergo_face(kind, LOGIC_ASCII), ergo_name(kind));
        lead = "/ ";
    }
    if (w->column)
        end_line(w);
}

/* How the round just ended, which everybody may work out from the proof. */
static void draw_end(const duel_variant *v, const ergo *s, writer *w)
{
    logic_verdict verdict;
    char letters[ERGO_LETTER_LIST];
    if (s->stage == ERGO_PLAYING || !ergo_verdict(v, s, &verdict))
        return;
    if (verdict.paradox)
        put_text(w, NULL, DUEL_DANGER, N_("The round ended with a paradox: nobody scores."),
                 "");
    else if (verdict.proven)
        put_text(w, NULL, DUEL_SAFE,
                 N_("The round ended; proven, for {0} {0:point|points}: {1}"), "ic",
                 (int64_t)ergo_size(s), ergo_letter_list(verdict.proven, letters));
    else
        put_text(w, NULL, DUEL_PLAIN, N_("The round ended, and nobody is proven."), "");
    end_line(w);
}

void ergo_draw(const duel_variant *v, const void *view, int seat, duel_pen *pen)
{
    const ergo *s = view;
    writer w = {.pen = pen};
    draw_head(v, s, &w);
    for (unsigned line = 0; line < LOGIC_LINES; line++)
        draw_line(s, line, &w);
    draw_pile(s, &w);
    for (int owner = 0; owner < v->seats; owner++)
        draw_seat(v, s, owner, &w);
    draw_names(s, seat, &w);
    draw_end(v, s, &w);
}

/* ---- what people say --------------------------------------------------------------------- */

/* A symbol by its name if it is an operator, else as it stands on the card. */
static const char *symbol_word(unsigned symbol)
{
    bool named = symbol >= LOGIC_AND && symbol <= LOGIC_NOT;
    return named ? ergo_name(symbol) : logic_symbol_text((logic_symbol)symbol, LOGIC_UNICODE);
}

static void say_place(const ergo_use *u, duel_msg *out)
{
    duel_say(out,
             u->card >= ERGO_WILDVAR ? N_("{0} (a wild) into line {1}, place {2}")
                                     : N_("{0} into line {1}, place {2}"),
             "wii", symbol_word(u->symbol), (int64_t)u->line + 1, (int64_t)u->at + 1);
}

/* A special is told by its name, unless a wild is played as it. */
static void say_special(const ergo_use *u, const char *plain, const char *wild, duel_msg *out)
{
    duel_say(out, u->card == ERGO_WILDVAR || u->card == ERGO_WILDOP ? wild : plain, "w",
             ergo_name(u->card));
}

void ergo_say_move(const duel_variant *v, const void *view, duel_move move, duel_msg *out)
{
    ergo_use u = ergo_unpack(move);
    switch ((ergo_act)u.act) {
    case ERGO_PLACE:
        say_place(&u, out);
        break;
    case ERGO_DISCARD:
        duel_say(out, N_("{0} thrown away"), "w", ergo_name(u.card));
        break;
    case ERGO_BLOCK:
        duel_say(out, N_("Fallacy on {0}"), "w", duel_role(v, u.victim));
        break;
    case ERGO_JUSTIFY:
        say_special(&u, N_("Justification"), N_("Justification, by a {0}"), out);
        break;
    case ERGO_END:
        say_special(&u, N_("Ergo: the round ends"), N_("Ergo, by a {0}: the round ends"), out);
        break;
    case ERGO_ERASE:
        duel_say(out, N_("Tabula Rasa on card {1} of line {0}"), "ii", (int64_t)u.line + 1,
                 (int64_t)u.at + 1);
        break;
    case ERGO_SWAP:
        duel_say(out, N_("Revolution: card {1} of line {0} with card {3} of line {2}"), "iiii",
                 (int64_t)u.line + 1, (int64_t)u.at + 1, (int64_t)u.line2 + 1,
                 (int64_t)u.at2 + 1);
        break;
    case ERGO_NEXT:
        duel_say(out, N_("Next round"), "");
        break;
    }
}

void ergo_task(const duel_variant *v, const void *view, duel_msg *out)
{
    const ergo *s = view;
    int broken = fit_broken_line(s);
    if (s->stage == ERGO_BETWEEN)
        duel_say(out, N_("The round is over: go on to the next."), "");
    else if (broken >= 0)
        duel_say(out, N_("Line {0} is broken: your second card must mend it."), "i",
                 (int64_t)broken + 1);
    else if (s->fallacy[s->turn])
        duel_say(
            out,
            N_("A Fallacy blocks you: throw cards away, or play Justification or a Fallacy."),
            "");
    else if (s->used)
        duel_say(out, N_("One card more: put it into a line, play it, or throw it away."), "");
    else
        duel_say(out,
                 N_("Use two cards: put them into a line, play a special, or throw them away."),
                 "");
}

static const char *const preset_words[] = {N_("the students’ program of 2019"),
                                           N_("as on the publisher's sheet of 2015")};
static const char *const precedence_words[] = {N_("NOT, AND, OR, THEN"),
                                               N_("NOT, THEN, OR, AND")};
const duel_wording ergo_wordings[] = {
    {"preset", N_("Which rules"), preset_words},
    {"precedence", N_("What binds more tightly"), precedence_words},
    {NULL, NULL, NULL}};
