/* games/kayles.c -- Kayles and Dawson's Kayles: knock down neighbouring pins of a row.
 *
 * In the octal notation of Guy and Smith, Kayles is .77 (take one or two neighbours) and
 * Dawson's Kayles .07 (take exactly two). A row that is hit inside falls into two rows.
 *
 * Invariants: (1) rows stand in falling order of length, so that equal positions are equal
 * bytes; (2) with a gap between neighbouring rows they fit on a lane of `pins` places, as any
 * position reached from one full row does. */
#include "core/reason.h"

#include <stdio.h>
#include <string.h>

enum { MOST_PINS = 40, MOST_ROWS = MOST_PINS / 2 };

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct lane {
    uint8_t row[MOST_ROWS]; /* lengths, falling; 0 = no more rows */
    uint32_t seat;          /* to move */
} lane;
#pragma GCC diagnostic pop

enum { PINS, RULES };
enum { KAYLES, DAWSON };

static const char *const rule_names[] = {"kayles", "dawson", NULL};

static const duel_option options[] = {
    {"pins", DUEL_NUMBER, 10, 1, MOST_PINS, NULL, N_("pins in the row at the beginning")},
    {"rules", DUEL_CHOICE, KAYLES, KAYLES, DAWSON, rule_names,
     N_("kayles: take one or two neighbouring pins; dawson: take exactly two")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

static const char *const rules[] = {
    N_("Pins stand in a row. In turn, each player knocks down one pin, or two pins that "
       "stand side by side. A row hit inside becomes two rows."),
    N_("Whoever knocks down the last pin wins: a player who cannot move has lost."),
    N_("In Dawson's Kayles (rules=dawson) one always knocks down exactly two neighbours; a "
       "lone pin stays."),
    N_("A move names the row by its length, the number of pins and the first of them: 7:2@3 "
       "takes pins 3 and 4 of a row of 7. Both ends of a row count as the same."),
    NULL};

/* Positions are the ways to choose rows, each with the gap behind it, on pins + 1 places. */
static uint64_t count_positions(int places)
{
    uint64_t ways[MOST_PINS + 2] = {1}, sum = 0;
    for (int part = 2; part <= places; part++)
        for (int total = part; total <= places; total++)
            ways[total] += ways[total - part];
    for (int total = 0; total <= places; total++)
        sum += ways[total];
    return sum;
}

/* How many pins may stay on the shorter side of a row, none included. */
static int halves_of(int pins)
{
    return pins / 2 + 1;
}

static duel_status variant(duel_variant *v, duel_msg *why)
{
    int pins = (int)v->option[PINS];
    v->state_size = sizeof(lane);
    v->max_moves = (uint32_t)pins; /* a row of n has at most n outcomes */
    v->max_plies = (uint32_t)pins;
    v->max_score = 1;
    v->key_bits = (uint32_t)pins;
    v->positions = count_positions(pins + 1);
    v->actions = (uint32_t)(2 * pins * halves_of(pins));
    return DUEL_OK;
}

static duel_status deal(const duel_variant *v, duel_rng *rng, void *state)
{
    *(lane *)state = (lane){.row = {(uint8_t)v->option[PINS]}};
    return DUEL_OK;
}

static int turn(const duel_variant *v, const void *state)
{
    return (int)((const lane *)state)->seat;
}

static int least_take(const duel_variant *v)
{
    return v->option[RULES] == DAWSON ? 2 : 1;
}

static bool over(const duel_variant *v, const void *state, int32_t score[])
{
    const lane *s = state;
    if (s->row[0] >= least_take(v))
        return false;
    score[s->seat] = 0;
    score[1 - s->seat] = 1;
    return true;
}

/* ---- moves: `take` pins of a row of `length`, `left` stay on the shorter side ------- */

typedef struct shot {
    int length, take, left;
} shot;

static duel_move move_of(shot h)
{
    return (duel_move)(h.length | h.take << 8 | h.left << 16);
}

static shot shot_of(duel_move move)
{
    return (shot){(int)(move & 0xff), (int)(move >> 8 & 0xff), (int)(move >> 16 & 0xff)};
}

static uint32_t action(const duel_variant *v, duel_move move)
{
    shot h = shot_of(move);
    int kind = 2 * (h.length - 1) + h.take - 1;
    return (uint32_t)(kind * halves_of((int)v->option[PINS]) + h.left);
}

/* Each outcome once: equal rows count once, and so do both ends of a row. */
static int moves(const duel_variant *v, const void *state, duel_move out[])
{
    const lane *s = state;
    int count = 0;
    for (int i = 0; i < MOST_ROWS && s->row[i]; i++) {
        int length = s->row[i];
        if (i > 0 && length == s->row[i - 1])
            continue;
        for (int take = least_take(v); take <= 2; take++)
            for (int left = 0; 2 * left <= length - take; left++)
                out[count++] = move_of((shot){length, take, left});
    }
    return count;
}

static void remove_row(lane *s, int length)
{
    int i = 0;
    while (s->row[i] != length)
        i++;
    memmove(s->row + i, s->row + i + 1, (size_t)(MOST_ROWS - 1 - i));
    s->row[MOST_ROWS - 1] = 0;
}

/* The lane has room for it by invariant 2. */
static void insert_row(lane *s, int length)
{
    int i = 0;
    if (length == 0)
        return;
    while (s->row[i] >= length)
        i++;
    memmove(s->row + i + 1, s->row + i, (size_t)(MOST_ROWS - 1 - i));
    s->row[i] = (uint8_t)length;
}

static void play(const duel_variant *v, void *state, duel_move move)
{
    lane *s = state;
    shot h = shot_of(move);
    remove_row(s, h.length);
    insert_row(s, h.left);
    insert_row(s, h.length - h.take - h.left);
    s->seat = 1 - s->seat;
}

/* ---- notation: 5+3+1/2 (rows, player to move), 0/1 when no pin stands -------------- */

static void print(const duel_variant *v, const void *view, duel_sink *out)
{
    const lane *s = view;
    for (int i = 0; i < MOST_ROWS && s->row[i]; i++)
        duel_putf(out, "%s%u", i ? "+" : "", s->row[i]);
    duel_putf(out, "%s/%u", s->row[0] ? "" : "0", s->seat + 1);
}

static duel_status not_a_position(duel_str text, duel_msg *why)
{
    return duel_invalid(
        why,
        N_("A position is the lengths of the rows, like 5+3+1, or with the player to move "
           "5+3+1/2; 0 when no pin stands; not “{0}”."),
        "s", text);
}

/* Reads the rows into *s, in order, as long as they fit. */
static duel_status read_rows(const duel_variant *v, duel_str text, lane *s, duel_msg *why)
{
    duel_str rest = text, word;
    int64_t pins = v->option[PINS], places = 0, length;
    if (duel_str_is(text, "0"))
        return DUEL_OK;
    while (duel_str_part(&rest, '+', &word)) {
        if (!duel_str_number(word, &length) || length < 1)
            return not_a_position(text, why);
        places += (places ? 1 : 0) + (length > MOST_PINS ? MOST_PINS + 1 : length);
        if (places > pins)
            return duel_invalid(
                why,
                N_("These rows, with a gap between two, do not fit on a lane of {0} "
                   "{0:place|places}; option pins makes it longer, up to {1}."),
                "ii", pins, (int64_t)MOST_PINS);
        insert_row(s, (int)length);
    }
    return DUEL_OK;
}

static duel_status parse(const duel_variant *v, duel_str text, void *state, duel_msg *why)
{
    duel_str seat_text = text, row_text = text;
    int64_t seat = 1;
    lane fresh = {.seat = 0};
    duel_str_part(&seat_text, '/', &row_text);
    if (seat_text.at && !duel_str_number(seat_text, &seat))
        return not_a_position(text, why);
    duel_status status = read_rows(v, row_text, &fresh, why);
    if (status != DUEL_OK)
        return status;
    if (seat < 1 || seat > 2)
        return duel_invalid(why, N_("The player to move is 1 or 2."), "");
    fresh.seat = (uint32_t)seat - 1;
    *(lane *)state = fresh;
    return DUEL_OK;
}

static void print_move(const duel_variant *v, const void *view, duel_move move, duel_sink *out)
{
    shot h = shot_of(move);
    duel_putf(out, "%d:%d@%d", h.length, h.take, h.left + 1);
}

static bool has_row(const lane *s, int64_t length)
{
    for (int i = 0; i < MOST_ROWS; i++)
        if (s->row[i] == length)
            return length > 0;
    return false;
}

static duel_status check_take(const duel_variant *v, int64_t take, duel_msg *why)
{
    if (v->option[RULES] == DAWSON && take != 2)
        return duel_refuse(why, N_("One takes exactly two neighbouring pins, not {0}."), "i",
                           take);
    if (take < 1 || take > 2)
        return duel_refuse(why, N_("One takes one pin or two neighbouring pins, not {0}."), "i",
                           take);
    return DUEL_OK;
}

static duel_status parse_move(const duel_variant *v, const void *view, duel_str text,
                              duel_move *move, duel_msg *why)
{
    duel_str rest = text, length_text = text, take_text = {NULL, 0};
    int64_t length, take, first;
    duel_str_part(&rest, ':', &length_text);
    duel_str_part(&rest, '@', &take_text);
    if (!duel_str_number(length_text, &length) || !duel_str_number(take_text, &take) ||
        !duel_str_number(rest, &first))
        return duel_invalid(
            why,
            N_("A move is row:pins@first, like 7:2@3 for pins 3 and 4 of a row of 7; not "
               "“{0}”."),
            "s", text);
    if (!has_row(view, length))
        return duel_refuse(why, N_("There is no row of {0}."), "i", length);
    duel_status status = check_take(v, take, why);
    if (status != DUEL_OK)
        return status;
    if (first < 1 || first > length - take + 1)
        return duel_refuse(
            why, N_("In a row of {0}, {1} {1:pin|pins} cannot be taken from pin {2} on."),
            "iii", length, take, first);
    int64_t before = first - 1, after = length - take - before;
    int left = (int)(before < after ? before : after);
    *move = move_of((shot){(int)length, (int)take, left});
    return DUEL_OK;
}

/* ---- pictures ---------------------------------------------------------------------- */

/* One pin is taken by picking it, two by picking the gap between them. Twin places of a row,
 * and equal rows, share their target. */
static duel_target aim(int length, int take, int before)
{
    int after = length - take - before;
    return duel_target_of("%s:%d:%d", take == 1 ? "pin" : "gap", length,
                          before < after ? before : after);
}

static void add_row(const duel_variant *v, duel_scene *out, int row, int length, int x)
{
    for (int pin = 0; pin < length; pin++) {
        duel_target id = duel_target_of("row:%d:pin:%d", row, pin);
        duel_element *e = duel_scene_add(out, DUEL_PIECE, id.text, (float)(x + pin), 0, 1, 2);
        e->shape = "pin";
        duel_say(&e->label, N_("pin {0} of a row of {1}"), "ii", (int64_t)pin + 1,
                 (int64_t)length);
        if (least_take(v) == 1)
            e->target = aim(length, 1, pin);
        if (pin + 1 == length)
            break;
        id = duel_target_of("row:%d:gap:%d", row, pin);
        e = duel_scene_add(out, DUEL_GAP, id.text, (float)(x + pin) + 0.75f, 0, 0.5f, 2);
        e->target = aim(length, 2, pin);
        duel_say(&e->label, N_("pins {0} and {1} of a row of {2}"), "iii", (int64_t)pin + 1,
                 (int64_t)pin + 2, (int64_t)length);
    }
}

static void add_length(duel_scene *out, int row, int length, int x)
{
    duel_target id = duel_target_of("row:%d", row);
    duel_element *e = duel_scene_add(out, DUEL_LABEL, id.text, (float)x, 2, 1, 1);
    e->tone = DUEL_SOFT;
    snprintf(e->face, sizeof e->face, "%d", length);
    duel_say(&e->label, N_("a row of {0} {0:pin|pins}"), "i", (int64_t)length);
}

static void scene(const duel_variant *v, const void *view, int seat, duel_scene *out)
{
    const lane *s = view;
    int x = 0;
    out->width = (float)v->option[PINS];
    out->height = 3;
    for (int i = 0; i < MOST_ROWS && s->row[i]; i++) {
        add_row(v, out, i, s->row[i], x);
        add_length(out, i, s->row[i], x);
        x += s->row[i] + 1;
    }
    if (x == 0)
        duel_say(&duel_scene_add(out, DUEL_LABEL, "none", 0, 0, out->width, 1)->label,
                 N_("No pin is left."), "");
}

static int path(const duel_variant *v, const void *view, duel_move move, duel_target out[])
{
    shot h = shot_of(move);
    out[0] = aim(h.length, h.take, h.left);
    return 1;
}

/* A pin falls, and its row becomes two; the other way round its row gets one pin more, if the
 * lane has room. */
static bool edit(const duel_variant *v, void *state, duel_str element, int step)
{
    lane *s = state;
    duel_str rest = element, word[3];
    int64_t row, pin, places = -1;
    if (duel_str_is(element, "turn")) {
        s->seat = 1 - s->seat;
        return true;
    }
    for (int i = 0; i < 3; i++)
        if (!duel_str_part(&rest, ':', &word[i]))
            return false;
    if (!duel_str_is(word[0], "row") || !duel_str_is(word[2], "pin") ||
        !duel_str_number(word[1], &row) || !duel_str_number(rest, &pin) || row < 0 ||
        row >= MOST_ROWS || pin < 0 || pin >= s->row[row])
        return false;
    for (int i = 0; i < MOST_ROWS && s->row[i]; i++)
        places += s->row[i] + 1;
    if (step < 0 && places >= v->option[PINS])
        return false;
    int length = s->row[row];
    remove_row(s, length);
    insert_row(s, step < 0 ? length + 1 : (int)pin);
    insert_row(s, step < 0 ? 0 : length - 1 - (int)pin);
    return true;
}

/* ---- reasons ----------------------------------------------------------------------- */

enum { LEAVES_NO_MOVE, LEAVES_TWINS, LEAVES_BALANCE, LEAVES_NIMBER, ENDS };

/* The nim-values of single rows, by Grundy's rule: the least number no option has. */
static void nim_values(int least, uint8_t value[MOST_PINS + 1])
{
    for (int n = 0; n <= MOST_PINS; n++) {
        uint64_t seen = 0;
        for (int take = least; take <= 2; take++)
            for (int left = 0; 2 * left <= n - take; left++)
                seen |= UINT64_C(1) << (value[left] ^ value[n - take - left]);
        value[n] = (uint8_t)__builtin_ctzll(~seen);
    }
}

static unsigned nim_sum(const duel_variant *v, const lane *s)
{
    uint8_t value[MOST_PINS + 1];
    unsigned sum = 0;
    nim_values(least_take(v), value);
    for (int i = 0; i < MOST_ROWS; i++)
        sum ^= value[s->row[i]];
    return sum;
}

static bool all_twins(const lane *s)
{
    for (int i = 0; i < MOST_ROWS; i += 2)
        if (s->row[i] != s->row[i + 1])
            return false;
    return true;
}

static const duel_seek kayles_hints[] = {
    {LEAVES_NO_MOVE, 0, N_("Nothing need be left to the other player.")},
    {LEAVES_TWINS, 0, N_("Rows of equal length answer each other: think of pairs.")},
    {LEAVES_BALANCE, 0, N_("The nim-values of the rows can be made to cancel out.")},
    {LEAVES_NIMBER, 0,
     N_("Every shot leaves the other player a good answer: make it hard to find.")},
    {0, 0, NULL}};

static void explain(const duel_variant *v, const void *view, int seat, const duel_move played[],
                    int count, duel_reason *out)
{
    duel_move move = played[0];
    lane s = *(const lane *)view;
    play(v, &s, move);
    int64_t sum = nim_sum(v, &s);
    int kind = s.row[0] < least_take(v) ? LEAVES_NO_MOVE
               : all_twins(&s)          ? LEAVES_TWINS
               : sum == 0               ? LEAVES_BALANCE
                                        : LEAVES_NIMBER;
    static const char *const sentence[] = {
        [LEAVES_NO_MOVE] = N_("It leaves nothing to take: the other player has lost."),
        [LEAVES_TWINS] =
            N_("It leaves the rows in pairs of equal length: whatever is taken from one, "
               "you take the same from its twin, down to the last."),
        [LEAVES_BALANCE] =
            N_("The nim-values of the rows it leaves cancel out: whatever is taken, you can "
               "make them cancel out again."),
        [LEAVES_NIMBER] =
            N_("The rows it leaves have the nim-value {0} together: the other player can "
               "bring it to 0 and then stays ahead.")};
    duel_fact *f = duel_reason_add(out, kind);
    f->arg[0] = sum;
    duel_say(&f->text, sentence[kind], "i", sum);
    duel_reason_seek(out, kayles_hints);
}

static void ending(const duel_variant *v, const void *view, int seat, duel_reason *out)
{
    const lane *s = view;
    duel_fact *f = duel_reason_add(out, ENDS);
    for (int i = 0; i < MOST_ROWS; i++)
        f->arg[0] += s->row[i];
    duel_say(&f->text,
             f->arg[0] ? N_("No two pins stand side by side any more: whoever made the last "
                            "shot wins.")
                       : N_("The last pin has fallen: whoever knocked it down wins."),
             "");
}

/* ---- speed ------------------------------------------------------------------------- */

/* The lane itself: for each row as many ones as pins, then a zero. */
static uint64_t pack(const duel_variant *v, const void *state)
{
    const lane *s = state;
    uint64_t key = 0;
    int at = 0;
    for (int i = 0; i < MOST_ROWS && s->row[i]; i++) {
        key |= ((UINT64_C(1) << s->row[i]) - 1) << at;
        at += s->row[i] + 1;
    }
    return key;
}

static bool unpack(const duel_variant *v, uint64_t key, void *state)
{
    lane s = {.seat = 0};
    if (key >> v->option[PINS])
        return false;
    for (int i = 0; key; i++) {
        int pins = __builtin_ctzll(~key);
        if (i == MOST_ROWS || pins == 0 || (i && pins > s.row[i - 1]))
            return false;
        s.row[i] = (uint8_t)pins;
        key = key >> pins >> 1;
    }
    *(lane *)state = s;
    return true;
}

/* The pins that stand. */
static uint32_t tier(const duel_variant *v, const void *state)
{
    return (uint32_t)__builtin_popcountll(pack(v, state));
}

static const duel_accel accel = {.pack = pack, .unpack = unpack, .tier = tier};

static void task(const duel_variant *v, const void *view, duel_msg *out)
{
    duel_say(out,
             v->option[RULES] == DAWSON
                 ? N_("Knock down two pins that stand side by side.")
                 : N_("Knock down one pin, or two that stand side by side."),
             "");
}

static void say_move(const duel_variant *v, const void *view, duel_move move, duel_msg *out)
{
    shot h = shot_of(move);
    duel_say(out,
             h.take == 1 ? N_("pin {1} of the row of {0}")
                         : N_("pins {1} and {2} of the row of {0}"),
             "iii", (int64_t)h.length, (int64_t)h.left + 1, (int64_t)h.left + 2);
}

static const char *const rule_words[] = {N_("one pin, or two neighbours"),
                                         N_("always two neighbours (Dawson's Kayles)")};
static const duel_wording wordings[] = {{"rules", N_("What one knocks down"), rule_words},
                                        {NULL, NULL, NULL}};

const duel_game duel_game_kayles = {
    .id = "kayles",
    .title = N_("Kayles"),
    .tagline = N_("Knock down one pin or two neighbours; take the last"),
    .rules = rules,
    .version = 1,
    .min_seats = 2,
    .max_seats = 2,
    .traits = DUEL_IMPARTIAL | DUEL_NIMBERS,
    .options = options,
    .wordings = wordings,
    .variant = variant,
    .deal = deal,
    .turn = turn,
    .over = over,
    .moves = moves,
    .play = play,
    .print = print,
    .parse = parse,
    .print_move = print_move,
    .parse_move = parse_move,
    .scene = scene,
    .path = path,
    .edit = edit,
    .teaching.say_move = say_move,
    .teaching.explain = explain,
    .teaching.task = task,
    .teaching.ending = ending,
    .encoding.action = action,
    .accel = &accel,
};
