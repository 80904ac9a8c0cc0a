/* games/chicago/notation.c -- positions and moves as text: see board.h. */
#include "games/chicago/board.h"

#include <string.h>

static const char letters[] = "WMRSCK";
_Static_assert(sizeof letters - 1 == CHICAGO_GOODS, "a letter for each good");

char chicago_good_letter(int good)
{
    return letters[good];
}

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* The good of a letter, or -1. */
static int good_of_letter(char c)
{
    const char *at = c ? strchr(letters, upper(c)) : NULL;
    return at ? (int)(at - letters) : -1;
}

/* ---- positions, printed ------------------------------------------------------------------ */

static void print_piles(const chicago_board *board, duel_sink *out)
{
    for (int i = 0; i < board->piles; i++) {
        if (i)
            duel_put_char(out, '/');
        for (int j = 0; j < chicago_height(board, i); j++) {
            int token = board->pile[i][j];
            duel_put_char(out, token == CHICAGO_UNKNOWN ? '?' : letters[token - 1]);
        }
    }
}

static void print_reserve(const uint8_t held[CHICAGO_GOODS], duel_sink *out)
{
    bool none = true;
    for (int good = 0; good < CHICAGO_GOODS; good++)
        for (int i = 0; i < held[good]; i++, none = false)
            duel_put_char(out, letters[good]);
    if (none)
        duel_put_char(out, '-');
}

void chicago_print(const chicago_rules *rules, const chicago_board *board, duel_sink *out)
{
    print_piles(board, out);
    duel_putf(out, " %d ", board->trader + 1);
    for (int good = 0; good < CHICAGO_GOODS; good++)
        duel_putf(out, good ? ",%d" : "%d", board->price[good]);
    for (int seat = 0; seat < rules->seats; seat++) {
        duel_put_char(out, ' ');
        print_reserve(board->held[seat], out);
    }
    duel_putf(out, " %d", board->side + 1);
}

/* ---- positions, read --------------------------------------------------------------------- */

static duel_status bad_letter(duel_msg *why, duel_str where, size_t at)
{
    size_t len = 1; /* the whole character, should it have several bytes */
    while (at + len < where.len && ((unsigned char)where.at[at + len] & 0xC0) == 0x80)
        len++;
    return duel_invalid(why, N_("“{0}” is not a good: the letters are W M R S C K."), "s",
                        (duel_str){where.at + at, len});
}

static duel_status read_pile(duel_str text, uint8_t pile[CHICAGO_TALL], int number,
                             duel_msg *why)
{
    if (text.len < 1 || text.len > CHICAGO_TALL)
        return duel_invalid(why, N_("Pile {0} has {1} tokens: a pile has 1 to 4."), "ii",
                            (int64_t)number, (int64_t)text.len);
    for (size_t i = 0; i < text.len; i++) {
        int good = good_of_letter(text.at[i]);
        if (good < 0 && text.at[i] != '?')
            return bad_letter(why, text, i);
        pile[i] = (uint8_t)(good < 0 ? CHICAGO_UNKNOWN : good + 1);
    }
    return DUEL_OK;
}

static duel_status read_piles(duel_str text, chicago_board *board, duel_msg *why)
{
    duel_str part;
    while (duel_str_part(&text, '/', &part)) {
        if (board->piles == CHICAGO_PILES)
            return duel_invalid(why, N_("A board has at most 9 piles."), "");
        duel_status status = read_pile(part, board->pile[board->piles], board->piles + 1, why);
        if (status != DUEL_OK)
            return status;
        board->piles++;
    }
    return DUEL_OK;
}

/* A number from 1 to `most`, kept from 0. */
static bool read_from_one(duel_str text, int most, uint8_t *place)
{
    int64_t number;
    if (!duel_str_number(text, &number) || number < 1 || number > most)
        return false;
    *place = (uint8_t)(number - 1);
    return true;
}

static duel_status read_prices(duel_str text, chicago_board *board, duel_msg *why)
{
    duel_str rest = text, part;
    int count = 0;
    for (; duel_str_part(&rest, ',', &part); count++) {
        int64_t price;
        if (!duel_str_number(part, &price) || price < 0 || price > 99)
            return duel_invalid(why, N_("“{0}” is not a price."), "s", part);
        if (count < CHICAGO_GOODS)
            board->price[count] = (uint8_t)price;
    }
    if (count != CHICAGO_GOODS)
        return duel_invalid(why,
                            N_("“{0}”: six prices are needed, as 7,6,6,6,6,6 for W,M,R,S,C,K."),
                            "s", text);
    return DUEL_OK;
}

static duel_status read_reserve(duel_str text, uint8_t held[CHICAGO_GOODS], duel_msg *why)
{
    if (duel_str_is(text, "-"))
        return DUEL_OK;
    for (size_t i = 0; i < text.len; i++) {
        int good = good_of_letter(text.at[i]);
        if (good < 0)
            return bad_letter(why, text, i);
        if (held[good] == CHICAGO_EACH)
            return duel_invalid(why, N_("A reserve has more than 6 tokens of {0}."), "w",
                                chicago_good_name(good));
        held[good]++;
    }
    return DUEL_OK;
}

/* The words of a position; false if their number is wrong. */
static bool cut_fields(duel_str text, duel_str field[], int count)
{
    int found = 0;
    for (duel_str word; duel_str_word(&text, " \t\r\n", &word); found++) {
        if (found == count)
            return false;
        field[found] = word;
    }
    return found == count;
}

duel_status chicago_parse(const chicago_rules *rules, duel_str text, chicago_board *board,
                          duel_msg *why)
{
    enum { PILES, TRADER, PRICES, RESERVES };
    duel_str field[RESERVES + CHICAGO_SEATS + 1];
    int side = RESERVES + rules->seats;
    if (!cut_fields(text, field, side + 1))
        return duel_invalid(
            why,
            N_("A position has {0} parts: piles, trader, prices, {1} reserves and "
               "the player to move."),
            "ii", (int64_t)side + 1, (int64_t)rules->seats);
    chicago_board read = {0};
    duel_status status = read_piles(field[PILES], &read, why);
    if (status == DUEL_OK && !read_from_one(field[TRADER], read.piles, &read.trader))
        status =
            duel_invalid(why, N_("The trader stands on a pile from 1 to {0}, not on “{1}”."),
                         "is", (int64_t)read.piles, field[TRADER]);
    if (status == DUEL_OK)
        status = read_prices(field[PRICES], &read, why);
    for (int seat = 0; seat < rules->seats && status == DUEL_OK; seat++)
        status = read_reserve(field[RESERVES + seat], read.held[seat], why);
    if (status == DUEL_OK && !read_from_one(field[side], rules->seats, &read.side))
        status = duel_invalid(why, N_("The player to move is from 1 to {0}, not “{1}”."), "is",
                              (int64_t)rules->seats, field[side]);
    if (status == DUEL_OK)
        status = chicago_check(rules, &read, why);
    if (status == DUEL_OK)
        *board = read;
    return status;
}

/* ---- moves ------------------------------------------------------------------------------- */

void chicago_print_move(chicago_move move, duel_sink *out)
{
    duel_putf(out, "%d%c%c", chicago_step(move), letters[chicago_keep(move)],
              letters[chicago_sell(move)]);
}

enum { KEEP, SELL, WORD_ROOM = 12 };

/* Words a player may type, folded: without accents, in capitals. Goods first. */
static const struct {
    const char *text;
    int good;
} good_words[] = {{"BLE", 0},    {"WHEAT", 0}, {"MAIS", 1},  {"MAIZE", 1}, {"CORN", 1},
                  {"RIZ", 2},    {"RICE", 2},  {"SUCRE", 3}, {"SUGAR", 3}, {"CAFE", 4},
                  {"COFFEE", 4}, {"CACAO", 5}, {"COCOA", 5}};
static const struct {
    const char *text;
    int role;
} verbs[] = {{"KEEP", KEEP},  {"GARDER", KEEP}, {"GARDE", KEEP},
             {"SELL", SELL},  {"THROW", SELL},  {"JETER", SELL},
             {"JETTE", SELL}, {"VENDRE", SELL}, {"VENDS", SELL}};

/* The plain letter of an accented one in UTF-8 (é É ï Ï), or 0. */
static char plain_letter(unsigned char first, unsigned char second)
{
    if (first != 0xC3)
        return 0;
    switch (second) {
    case 0x89:
    case 0xA9:
        return 'E';
    case 0x8F:
    case 0xAF:
        return 'I';
    default:
        return 0;
    }
}

/* A word in capitals without accents, composed or combining; false if it cannot be ours. */
static bool fold_word(duel_str word, char folded[WORD_ROOM])
{
    size_t n = 0;
    for (size_t i = 0; i < word.len; i++) {
        unsigned char c = (unsigned char)word.at[i];
        unsigned char next = i + 1 < word.len ? (unsigned char)word.at[i + 1] : 0;
        char plain = upper(word.at[i]);
        if (c == 0xCC && (next == 0x81 || next == 0x88)) { /* an accent after its letter */
            i++;
            continue;
        }
        if (c >= 0x80) {
            plain = plain_letter(c, next);
            i++;
        }
        if (plain < 'A' || plain > 'Z' || n == WORD_ROOM - 1)
            return false;
        folded[n++] = plain;
    }
    folded[n] = '\0';
    return n > 0;
}

static int good_of_word(const char *folded)
{
    if (folded[1] == '\0')
        return good_of_letter(folded[0]);
    for (size_t i = 0; i < sizeof good_words / sizeof *good_words; i++)
        if (strcmp(folded, good_words[i].text) == 0)
            return good_words[i].good;
    return -1;
}

static int role_of_word(const char *folded)
{
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strcmp(folded, verbs[i].text) == 0)
            return verbs[i].role;
    return -1;
}

/* What has been understood so far; a good goes to the role named before it, else to the first
 * one free. */
typedef struct typed_move {
    int good[2]; /* by role; -1 = not said yet */
    int role;    /* named by a verb, or -1 */
} typed_move;

static bool say_good(typed_move *typed, int good)
{
    int role = typed->role >= 0 ? typed->role : typed->good[KEEP] < 0 ? KEEP : SELL;
    if (good < 0 || typed->good[role] >= 0)
        return false;
    typed->good[role] = good;
    typed->role = -1;
    return true;
}

static duel_status read_word(duel_str word, typed_move *typed, duel_msg *why)
{
    char folded[WORD_ROOM];
    bool known = fold_word(word, folded);
    int role = known ? role_of_word(folded) : -1, good = known ? good_of_word(folded) : -1;
    if (role >= 0) {
        typed->role = role;
        return DUEL_OK;
    }
    bool pair = known && good < 0 && strlen(folded) == 2 && good_of_letter(folded[0]) >= 0 &&
                good_of_letter(folded[1]) >= 0; /* CK */
    if (good < 0 && !pair)
        return duel_invalid(
            why,
            N_("“{0}” is not a good: wheat, maize, rice, sugar, coffee, cocoa, or "
               "W M R S C K."),
            "s", word);
    bool room = pair ? say_good(typed, good_of_letter(folded[0])) &&
                           say_good(typed, good_of_letter(folded[1]))
                     : say_good(typed, good);
    return room ? DUEL_OK
                : duel_invalid(why,
                               N_("“{0}” is one good too many: name the one kept, then the "
                                  "one sold."),
                               "s", word);
}

/* Cuts the leading digits off. */
static bool read_step(duel_str *text, int *step)
{
    duel_str digits = {text->at, 0};
    while (digits.len < text->len && text->at[digits.len] >= '0' && text->at[digits.len] <= '9')
        digits.len++;
    int64_t number;
    if (digits.len > 2 || !duel_str_number(digits, &number))
        return false;
    *step = (int)number;
    *text = (duel_str){text->at + digits.len, text->len - digits.len};
    return true;
}

/* Of the two tokens beside the landing pile, naming one is enough; naming none is answered with
 * what they are. */
static duel_status fill_in(const chicago_rules *rules, const chicago_board *board, int step,
                           duel_str text, typed_move *typed, duel_msg *why)
{
    int named = typed->good[KEEP] >= 0 ? KEEP : SELL, other = KEEP + SELL - named;
    if (typed->good[KEEP] >= 0 && typed->good[SELL] >= 0)
        return DUEL_OK;
    if (chicago_over(board) || step < 1 || step > chicago_longest(rules, board))
        return chicago_legal(rules, board, chicago_move_of(step, 0, 0), why);
    chicago_landing at = chicago_land(board, step);
    if (typed->good[named] >= 0 && typed->good[named] == at.left)
        typed->good[other] = at.right;
    else if (typed->good[named] >= 0 && typed->good[named] == at.right)
        typed->good[other] = at.left;
    else
        return duel_invalid(
            why,
            N_("“{0}” is not complete: after {1} {1:pile|piles} the tokens on both "
               "sides are {2} and {3}; name the one kept, as in {1}{4}."),
            "siwwc", text, (int64_t)step, chicago_good_name(at.left),
            chicago_good_name(at.right),
            (char[]){at.left < CHICAGO_GOODS ? letters[at.left] : '?', 0});
    return DUEL_OK;
}

duel_status chicago_parse_move(const chicago_rules *rules, const chicago_board *board,
                               duel_str text, chicago_move *move, duel_msg *why)
{
    duel_str rest = duel_str_trim(text), word;
    typed_move typed = {{-1, -1}, -1};
    int step;
    if (!read_step(&rest, &step))
        return duel_invalid(
            why,
            N_("“{0}” is not a move: write 2CK, or 2 coffee cocoa (walk 2 piles, "
               "keep coffee, sell cocoa)."),
            "s", text);
    while (duel_str_word(&rest, " \t,;:", &word)) {
        duel_status status = read_word(word, &typed, why);
        if (status != DUEL_OK)
            return status;
    }
    duel_status status = fill_in(rules, board, step, text, &typed, why);
    if (status != DUEL_OK)
        return status;
    chicago_move read = chicago_move_of(step, typed.good[KEEP], typed.good[SELL]);
    status = chicago_legal(rules, board, read, why);
    if (status == DUEL_OK)
        *move = read;
    return status;
}
