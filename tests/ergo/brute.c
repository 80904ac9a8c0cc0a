/* tests/ergo/brute.c -- see brute.h.
 *
 * The order of the parts is that of the rules: cards, formulas, positions, uses of a card,
 * legality, the end of a turn and of a round. */
#include "ergo/brute.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- cards -------------------------------------------------------------------------- */

static const char kinds[BRUTE_KINDS + 1] = "ABCD&|>~(FJTRVOE";
static const unsigned char deck[BRUTE_KINDS] = {4, 4, 4, 4, 4, 4, 4, 6, 8, 3, 3, 1, 1, 1, 1, 3};

static int kind_of(char card)
{
    const char *found = card ? strchr(kinds, card) : NULL;
    return found ? (int)(found - kinds) : -1;
}

static bool is_letter(char face)
{
    return face >= 'A' && face <= 'D';
}

static bool is_operator(char face)
{
    return face == '&' || face == '|' || face == '>';
}

/* The card as it was in a hand: a wild is wild again, a parenthesis has no side. */
static char card_of(const brute_card *c)
{
    if (c->wild)
        return is_letter(c->face) ? 'V' : 'O';
    return c->face == ')' ? '(' : c->face;
}

/* ---- formulas: E := U | E op U,  U := P | NOT P,  P := letter | ( E ) ----------------- */

typedef struct parser {
    const brute_line *line;
    int at;
} parser;

static char face_at(const parser *p)
{
    return p->at < p->line->count ? p->line->card[p->at].face : '\0';
}

static bool formed_expression(parser *p);

static bool formed_unit(parser *p)
{
    if (face_at(p) == '~')
        p->at++;
    char face = face_at(p);
    p->at++;
    if (face != '(')
        return is_letter(face);
    return formed_expression(p) && face_at(p) == ')' && p->at++ >= 0;
}

static bool formed_expression(parser *p)
{
    if (!formed_unit(p))
        return false;
    while (is_operator(face_at(p))) {
        p->at++;
        if (!formed_unit(p))
            return false;
    }
    return true;
}

bool brute_well_formed(const brute_line *line)
{
    parser p = {line, 0};
    return formed_expression(&p) && p.at == line->count;
}

static bool all_formed(const brute_state *s)
{
    for (int i = 0; i < BRUTE_LINES; i++)
        if (s->line[i].count && !brute_well_formed(&s->line[i]))
            return false;
    return true;
}

/* A formula's value in one model; bit i of the model is letter i. `order` lists the operators,
 * the loosest first. Each level reads operands of the next tighter one, from the left. */
static bool value_at_level(parser *p, const char *order, int level, int model)
{
    if (level == 3) {
        bool negated = face_at(p) == '~';
        p->at += negated;
        char face = face_at(p);
        p->at++;
        bool value = is_letter(face) && (model >> (face - 'A') & 1);
        if (face == '(') {
            value = value_at_level(p, order, 0, model);
            p->at++; /* its other parenthesis */
        }
        return value != negated;
    }
    bool value = value_at_level(p, order, level + 1, model);
    while (face_at(p) == order[level]) {
        p->at++;
        bool right = value_at_level(p, order, level + 1, model);
        if (order[level] == '&')
            value = value && right;
        else if (order[level] == '|')
            value = value || right;
        else
            value = !value || right;
    }
    return value;
}

static bool holds(const brute_rules *rules, const brute_line line[], int model)
{
    for (int i = 0; i < BRUTE_LINES; i++) {
        parser p = {&line[i], 0};
        if (line[i].count &&
            !value_at_level(&p, rules->official_order ? "&|>" : ">|&", 0, model))
            return false;
    }
    return true;
}

void brute_verdict(const brute_rules *rules, const brute_line line[BRUTE_LINES], char out[8])
{
    int models = 0, truths[4] = {0};
    for (int model = 0; model < 16; model++) {
        if (!holds(rules, line, model))
            continue;
        models++;
        for (int letter = 0; letter < 4; letter++)
            truths[letter] += model >> letter & 1;
    }
    for (int letter = 0; letter < 4; letter++)
        out[letter] = truths[letter] == models ? 'T' : truths[letter] ? '?' : 'F';
    out[4] = '\0';
    if (models == 0)
        strcpy(out, "PARADOX");
}

/* ---- settings ----------------------------------------------------------------------- */

static bool rule_flag(brute_rules *r, const char *name, bool on)
{
    const struct {
        const char *name;
        bool *flag;
    } flags[] = {{"paired_parentheses", &r->paired},
                 {"fallacy_reset", &r->reset},
                 {"fallacy_returns", &r->returns},
                 {"immunity", &r->immunity},
                 {"wild_not", &r->wild_not},
                 {"wild_ergo", &r->wild_ergo},
                 {"wild_justification", &r->wild_justification}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(name, flags[i].name) == 0) {
            *flags[i].flag = on;
            return true;
        }
    return false;
}

static bool rule_setting(brute_rules *r, const char *name, const char *value)
{
    if (strcmp(name, "preset") == 0)
        return true; /* was read before the others */
    if (strcmp(name, "precedence") == 0)
        r->official_order = strcmp(value, "official") == 0;
    else if (strcmp(name, "players") == 0)
        r->players = atoi(value);
    else if (strcmp(name, "points") == 0)
        r->points = atoi(value);
    else if (strcmp(name, "rounds") == 0)
        r->rounds = atoi(value);
    else if (strcmp(name, "one_round") == 0)
        r->one_round = strcmp(value, "yes") == 0;
    else
        return rule_flag(r, name, strcmp(value, "yes") == 0);
    return true;
}

bool brute_rules_read(const char *settings, brute_rules *out)
{
    bool official = strstr(settings, "preset=official") != NULL;
    brute_rules r = {.players = 2,
                     .points = 50,
                     .rounds = 30,
                     .official_order = official,
                     .paired = official,
                     .reset = !official,
                     .returns = official,
                     .immunity = official,
                     .wild_not = official,
                     .wild_ergo = official,
                     .wild_justification = official};
    char name[32], value[32];
    int read = 0;
    for (; sscanf(settings, " %31[^= ]=%31[^ ]%n", name, value, &read) == 2; settings += read)
        if (!rule_setting(&r, name, value))
            return false;
    *out = r;
    return true;
}

/* ---- reading positions -------------------------------------------------------------- */

/* Each reader takes its part off *at, up to and without the ';' that ends it. */

static bool read_line(const char **at, brute_line *line)
{
    while (**at && !strchr(",;", **at)) {
        char c = *(*at)++;
        brute_card *last = line->count ? &line->card[line->count - 1] : NULL;
        if (strchr("ABCD&|>~()", c) && line->count < BRUTE_DECK)
            line->card[line->count++] = (brute_card){.face = c};
        else if (c == '!' && last)
            last->wild = true;
        else if (c == '*' && last)
            last->fresh = true;
        else
            return false;
    }
    return true;
}

bool brute_line_read(const char *formula, brute_line *out)
{
    memset(out, 0, sizeof *out);
    return read_line(&formula, out) && *formula == '\0';
}

static bool take(const char **at, char mark)
{
    if (**at != mark)
        return false;
    ++*at;
    return true;
}

static bool read_proof(const char **at, brute_state *s)
{
    for (int i = 0; i < BRUTE_LINES; i++)
        if (!read_line(at, &s->line[i]) || (i + 1 < BRUTE_LINES && !take(at, ',')))
            return false;
    return true;
}

/* Cards without an order; which of them everybody knows is of no interest here. */
static bool read_cards(const char **at, unsigned char count[BRUTE_KINDS])
{
    for (; **at && !strchr(",;", **at); ++*at) {
        if (**at == '!')
            continue;
        if (kind_of(**at) < 0)
            return false;
        count[kind_of(**at)]++;
    }
    return true;
}

static bool read_hands(const brute_rules *rules, const char **at, brute_state *s)
{
    for (int seat = 0; seat < rules->players; seat++)
        if (!read_cards(at, s->hand[seat]) || (seat + 1 < rules->players && !take(at, ',')))
            return false;
    return true;
}

static bool read_pile(const char **at, brute_state *s)
{
    for (; **at && **at != ';'; ++*at) {
        if (**at == '_')
            continue;
        if (kind_of(**at) < 0 || s->pile_count == BRUTE_DECK)
            return false;
        s->pile[s->pile_count++] = **at;
    }
    return true;
}

static int read_number(const char **at)
{
    int number = 0;
    while (isdigit((unsigned char)**at))
        number = number * 10 + *(*at)++ - '0';
    return number;
}

static bool read_turn(const char **at, brute_state *s)
{
    s->round = read_number(at);
    if (!take(at, ':'))
        return false;
    s->seat = read_number(at) - 1;
    for (; **at && **at != ';'; ++*at) {
        if (**at == '*')
            s->used = true;
        else if (**at == '!')
            s->emptied = true;
        else if (**at == '=' || **at == '#')
            s->stage = **at == '=' ? BRUTE_BETWEEN : BRUTE_OVER;
        else
            return false;
    }
    return true;
}

static bool read_seats(const brute_rules *rules, const char **at, brute_state *s)
{
    for (int seat = 0; seat < rules->players; seat++) {
        if (seat && !take(at, ','))
            return false;
        s->points[seat] = read_number(at);
        if (take(at, 'f'))
            s->fallacy[seat] = read_number(at);
        s->immune[seat] = take(at, 'i');
    }
    return true;
}

/* Every card is in exactly one place: proof, hand, pile, gone, or before a blocked player. */
static bool has_whole_deck(const brute_state *s)
{
    unsigned char seen[BRUTE_KINDS];
    memcpy(seen, s->gone, sizeof seen);
    for (int seat = 0; seat < BRUTE_SEATS; seat++) {
        for (int kind = 0; kind < BRUTE_KINDS; kind++)
            seen[kind] = (unsigned char)(seen[kind] + s->hand[seat][kind]);
        seen[kind_of('F')] = (unsigned char)(seen[kind_of('F')] + (s->fallacy[seat] > 0));
    }
    for (int i = 0; i < s->pile_count; i++)
        seen[kind_of(s->pile[i])]++;
    for (int i = 0; i < BRUTE_LINES; i++)
        for (int k = 0; k < s->line[i].count; k++)
            seen[kind_of(card_of(&s->line[i].card[k]))]++;
    return memcmp(seen, deck, sizeof deck) == 0;
}

bool brute_read(const brute_rules *rules, const char *text, brute_state *out)
{
    brute_state s;
    memset(&s, 0, sizeof s);
    if (!read_proof(&text, &s) || !take(&text, ';') || !read_hands(rules, &text, &s) ||
        !take(&text, ';') || !read_pile(&text, &s) || !take(&text, ';') ||
        !read_cards(&text, s.gone) || !take(&text, ';') || !read_turn(&text, &s) ||
        !take(&text, ';') || !read_seats(rules, &text, &s) || !take(&text, ';') ||
        !has_whole_deck(&s))
        return false;
    *out = s;
    return true;
}

/* ---- comparing positions ------------------------------------------------------------ */

static bool same_line(const brute_line *a, const brute_line *b)
{
    for (int i = 0; i < a->count && i < b->count; i++)
        if (a->card[i].face != b->card[i].face || a->card[i].wild != b->card[i].wild ||
            a->card[i].fresh != b->card[i].fresh)
            return false;
    return a->count == b->count;
}

static const char *turn_difference(const brute_state *a, const brute_state *b)
{
    if (a->stage != b->stage)
        return "whether the round or the game is over";
    if (a->round != b->round)
        return "the round";
    if (a->stage != BRUTE_PLAYING)
        return NULL;
    if (a->seat != b->seat || a->used != b->used)
        return "whose turn it is";
    return a->emptied != b->emptied ? "whether the pile became empty" : NULL;
}

const char *brute_difference(const brute_state *a, const brute_state *b)
{
    for (int i = 0; i < BRUTE_LINES; i++)
        if (!same_line(&a->line[i], &b->line[i]))
            return "the proof";
    if (memcmp(a->gone, b->gone, sizeof a->gone) != 0)
        return "the cards gone";
    if (memcmp(a->points, b->points, sizeof a->points) != 0)
        return "the points";
    if (memcmp(a->fallacy, b->fallacy, sizeof a->fallacy) != 0)
        return "the Fallacies";
    if (memcmp(a->immune, b->immune, sizeof a->immune) != 0)
        return "who is immune";
    if (a->pile_count != b->pile_count || memcmp(a->pile, b->pile, sizeof a->pile) != 0)
        return "the pile";
    if (memcmp(a->hand, b->hand, sizeof a->hand) != 0)
        return "the hands";
    return turn_difference(a, b);
}

static int hand_size(const brute_state *s, int seat)
{
    int size = 0;
    for (int kind = 0; kind < BRUTE_KINDS; kind++)
        size += s->hand[seat][kind];
    return size;
}

const char *brute_dealt_badly(const brute_rules *rules, const brute_state *s)
{
    static const unsigned char none[BRUTE_KINDS];
    if (s->stage != BRUTE_PLAYING || s->used || s->emptied)
        return "the turn has not just begun";
    if (s->seat != (s->round - 1) % rules->players)
        return "the wrong seat begins";
    for (int i = 0; i < BRUTE_LINES; i++)
        if (s->line[i].count)
            return "the proof is not empty";
    if (memcmp(s->gone, none, sizeof none) != 0)
        return "cards are gone";
    for (int seat = 0; seat < rules->players; seat++) {
        if (s->fallacy[seat] || s->immune[seat])
            return "a Fallacy or an immunity lasts";
        if (hand_size(s, seat) != (seat == s->seat ? 7 : 5))
            return "a hand has the wrong size";
    }
    return NULL;
}

/* ---- uses of one card --------------------------------------------------------------- */

typedef struct use {
    char act;       /* @ place, x discard, or the special: F J T R E */
    char card;      /* what leaves the hand */
    char face;      /* @: what it stands for */
    int line, at;   /* @ T R, from 0 */
    int line2, at2; /* R */
    int victim;     /* F */
} use;

typedef struct uses {
    int count;
    use use[BRUTE_USES];
} uses;

static void add(uses *list, use u)
{
    if (list->count == BRUTE_USES)
        abort();
    list->use[list->count++] = u;
}

/* The faces a card can show in the proof; none for those that are never placed. */
static const char *faces_of(const brute_rules *rules, const char *card)
{
    static const char plain[][2] = {"A", "B", "C", "D", "&", "|", ">", "~"};
    if (*card == 'V')
        return "ABCD";
    if (*card == 'O')
        return rules->wild_not ? "&|>~" : "&|>";
    if (*card == '(')
        return "()";
    return kind_of(*card) < 8 ? plain[kind_of(*card)] : "";
}

static bool may_be(const brute_rules *rules, char card, char special)
{
    bool wild = card == 'V' || card == 'O';
    return card == special || (wild && special == 'E' && rules->wild_ergo) ||
           (wild && special == 'J' && rules->wild_justification);
}

static void add_placings(const brute_rules *rules, const brute_state *s, const char *card,
                         uses *out)
{
    for (const char *face = faces_of(rules, card); *face; face++)
        for (int line = 0; line < BRUTE_LINES; line++)
            for (int at = 0; at <= s->line[line].count; at++)
                add(out,
                    (use){.act = '@', .card = *card, .face = *face, .line = line, .at = at});
}

static void add_fallacies(const brute_rules *rules, const brute_state *s, uses *out)
{
    for (int seat = 0; seat < rules->players; seat++)
        if (seat != s->seat && !s->immune[seat] && (!s->fallacy[seat] || rules->reset))
            add(out, (use){.act = 'F', .card = 'F', .victim = seat});
}

static void add_erasures(const brute_state *s, uses *out)
{
    for (int line = 0; line < BRUTE_LINES; line++)
        for (int at = 0; at < s->line[line].count; at++)
            if (!s->line[line].card[at].fresh)
                add(out, (use){.act = 'T', .card = 'T', .line = line, .at = at});
}

static bool can_swap(char a, char b)
{
    return (is_letter(a) && is_letter(b)) || (is_operator(a) && is_operator(b));
}

static void add_swaps(const brute_state *s, uses *out)
{
    for (int line = 0; line < BRUTE_LINES; line++)
        for (int at = 0; at < s->line[line].count; at++)
            for (int line2 = line; line2 < BRUTE_LINES; line2++)
                for (int at2 = line2 == line ? at + 1 : 0; at2 < s->line[line2].count; at2++)
                    if (can_swap(s->line[line].card[at].face, s->line[line2].card[at2].face))
                        add(out, (use){.act = 'R',
                                       .card = 'R',
                                       .line = line,
                                       .at = at,
                                       .line2 = line2,
                                       .at2 = at2});
}

static bool may_end_round(const brute_state *s)
{
    bool stands[4] = {false};
    for (int line = 0; line < BRUTE_LINES; line++)
        for (int at = 0; at < s->line[line].count; at++)
            if (is_letter(s->line[line].card[at].face))
                stands[s->line[line].card[at].face - 'A'] = true;
    return stands[0] && stands[1] && stands[2] && stands[3] && all_formed(s);
}

/* Every use of one card, whatever becomes of the lines. */
static void add_card(const brute_rules *rules, const brute_state *s, const char *card,
                     uses *out)
{
    bool blocked = s->fallacy[s->seat] > 0;
    add(out, (use){.act = 'x', .card = *card});
    if (*card == 'F')
        add_fallacies(rules, s, out);
    if (blocked && may_be(rules, *card, 'J'))
        add(out, (use){.act = 'J', .card = *card});
    if (blocked)
        return;
    add_placings(rules, s, card, out);
    if (*card == 'T')
        add_erasures(s, out);
    if (*card == 'R')
        add_swaps(s, out);
    if (may_be(rules, *card, 'E') && may_end_round(s))
        add(out, (use){.act = 'E', .card = *card});
}

static void list_uses(const brute_rules *rules, const brute_state *s, uses *out)
{
    out->count = 0;
    for (int kind = 0; kind < BRUTE_KINDS; kind++)
        if (s->hand[s->seat][kind])
            add_card(rules, s, &kinds[kind], out);
}

static void print_special(const use *u, char out[BRUTE_TEXT])
{
    if (u->card == u->act)
        snprintf(out, BRUTE_TEXT, "%c", u->act);
    else
        snprintf(out, BRUTE_TEXT, "%c=%c", u->card, u->act);
}

static void print_use(const use *u, char out[BRUTE_TEXT])
{
    int line = u->line + 1, at = u->at + 1;
    if (u->act == 'x')
        snprintf(out, BRUTE_TEXT, "x%c", u->card);
    else if (u->act == 'F')
        snprintf(out, BRUTE_TEXT, "F%d", u->victim + 1);
    else if (u->act == 'T')
        snprintf(out, BRUTE_TEXT, "T%d.%d", line, at);
    else if (u->act == 'R')
        snprintf(out, BRUTE_TEXT, "R%d.%d/%d.%d", line, at, u->line2 + 1, u->at2 + 1);
    else if (u->act != '@')
        print_special(u, out);
    else if (u->card == 'V' || u->card == 'O')
        snprintf(out, BRUTE_TEXT, "%c=%c@%d.%d", u->card, u->face, line, at);
    else
        snprintf(out, BRUTE_TEXT, "%c@%d.%d", u->face, line, at);
}

/* ---- doing it ----------------------------------------------------------------------- */

static void leave_round(brute_state *s, char card)
{
    s->gone[kind_of(card)]++;
}

static void put_under_pile(brute_state *s, char card)
{
    s->pile[s->pile_count++] = card;
}

static void place(brute_state *s, const use *u)
{
    brute_line *line = &s->line[u->line];
    for (int i = line->count++; i > u->at; i--)
        line->card[i] = line->card[i - 1];
    line->card[u->at] =
        (brute_card){.face = u->face, .wild = u->card == 'V' || u->card == 'O', .fresh = true};
}

static void erase(brute_state *s, const use *u)
{
    brute_line *line = &s->line[u->line];
    put_under_pile(s, card_of(&line->card[u->at]));
    line->count--;
    for (int i = u->at; i < line->count; i++)
        line->card[i] = line->card[i + 1];
}

static void swap(brute_state *s, const use *u)
{
    brute_card *a = &s->line[u->line].card[u->at], *b = &s->line[u->line2].card[u->at2];
    brute_card kept = *a;
    *a = *b;
    *b = kept;
}

/* The Fallacy lies before its victim; one that lay there already leaves the round. */
static void block(brute_state *s, int victim)
{
    if (s->fallacy[victim])
        leave_round(s, 'F');
    s->fallacy[victim] = 3;
}

static void justify(const brute_rules *rules, brute_state *s)
{
    leave_round(s, 'F');
    s->fallacy[s->seat] = 0;
    s->immune[s->seat] = rules->immunity;
}

/* The effect of one card, without what follows from the end of a turn. */
static void do_use(const brute_rules *rules, brute_state *s, const use *u)
{
    s->hand[s->seat][kind_of(u->card)]--;
    if (u->act == '@')
        place(s, u);
    else if (u->act == 'F')
        block(s, u->victim);
    else
        leave_round(s, u->card);
    if (u->act == 'T')
        erase(s, u);
    if (u->act == 'R')
        swap(s, u);
    if (u->act == 'J')
        justify(rules, s);
}

/* ---- legality ----------------------------------------------------------------------- */

/* Whether the turn may end here: every line is in order, and the parentheses placed in it are
 * two if they must be. */
static bool turn_may_end(const brute_rules *rules, const brute_state *s)
{
    int opened = 0, closed = 0;
    for (int line = 0; line < BRUTE_LINES; line++)
        for (int at = 0; at < s->line[line].count; at++) {
            const brute_card *c = &s->line[line].card[at];
            opened += c->fresh && c->face == '(';
            closed += c->fresh && c->face == ')';
        }
    return (!rules->paired || opened == closed) && all_formed(s);
}

static bool some_second_card(const brute_rules *rules, const brute_state *s)
{
    uses seconds;
    list_uses(rules, s, &seconds);
    for (int i = 0; i < seconds.count; i++) {
        brute_state after = *s;
        do_use(rules, &after, &seconds.use[i]);
        if (turn_may_end(rules, &after))
            return true;
    }
    return false;
}

static bool is_legal(const brute_rules *rules, const brute_state *s, const use *u)
{
    brute_state after = *s;
    do_use(rules, &after, u);
    if (s->used || u->act == 'E')
        return turn_may_end(rules, &after);
    return some_second_card(rules, &after);
}

void brute_list(const brute_rules *rules, const brute_state *s, brute_moves *out)
{
    uses all;
    out->count = 0;
    if (s->stage != BRUTE_PLAYING)
        return;
    list_uses(rules, s, &all);
    for (int i = 0; i < all.count; i++)
        if (is_legal(rules, s, &all.use[i]))
            print_use(&all.use[i], out->text[out->count++]);
}

/* ---- the end of a turn, of a round -------------------------------------------------- */

static void end_round(const brute_rules *rules, brute_state *s)
{
    char verdict[8];
    int cards = 0;
    bool enough = false;
    brute_verdict(rules, s->line, verdict);
    for (int i = 0; i < BRUTE_LINES; i++)
        cards += s->line[i].count;
    for (int seat = 0; seat < rules->players; seat++) {
        if (strcmp(verdict, "PARADOX") != 0 && verdict[seat] == 'T')
            s->points[seat] += cards;
        enough = enough || s->points[seat] >= rules->points;
    }
    s->stage =
        enough || s->round >= rules->rounds || rules->one_round ? BRUTE_OVER : BRUTE_BETWEEN;
}

static void count_down(const brute_rules *rules, brute_state *s)
{
    if (s->fallacy[s->seat] == 0 || --s->fallacy[s->seat] > 0)
        return;
    if (rules->returns)
        put_under_pile(s, 'F');
    else
        leave_round(s, 'F');
}

static void draw_two(brute_state *s)
{
    for (int i = 0; i < 2 && s->pile_count; i++) {
        s->hand[s->seat][kind_of(s->pile[0])]++;
        memmove(s->pile, s->pile + 1, sizeof s->pile - 1);
        s->pile[--s->pile_count] = '\0';
    }
    s->emptied = s->pile_count == 0;
}

static void end_turn(const brute_rules *rules, brute_state *s, bool ergo)
{
    for (int line = 0; line < BRUTE_LINES; line++)
        for (int at = 0; at < s->line[line].count; at++)
            s->line[line].card[at].fresh = false;
    s->used = false;
    if (!ergo)
        count_down(rules, s);
    if (ergo || s->emptied) {
        end_round(rules, s);
        return;
    }
    s->seat = (s->seat + 1) % rules->players;
    draw_two(s);
}

bool brute_play(const brute_rules *rules, brute_state *s, const char *move)
{
    char text[BRUTE_TEXT];
    uses all;
    int i = 0;
    list_uses(rules, s, &all);
    for (; i < all.count; i++) {
        print_use(&all.use[i], text);
        if (strcmp(text, move) == 0)
            break;
    }
    if (i == all.count || !is_legal(rules, s, &all.use[i]))
        return false;
    bool complete = s->used || all.use[i].act == 'E';
    do_use(rules, s, &all.use[i]);
    s->used = true;
    if (complete)
        end_turn(rules, s, all.use[i].act == 'E');
    return true;
}
