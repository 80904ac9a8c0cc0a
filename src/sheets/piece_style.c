/* sheets/piece_style.c -- the piece and the colour for a word of a sheet, by how it is spelled.
 *
 * `wp`, `whitePawn` and `white pawn` are a pawn of the seat called white; `x` is a cross; `b`
 * and `blank` are nothing. A word that says nothing to us is shown by its letters. */
#include "sheets/picture.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { WORD = 64 };

/* ---- whose it is ------------------------------------------------------------------------ */

static bool begins_with(const char *word, const char *part)
{
    return strncasecmp(word, part, strlen(part)) == 0;
}

/* Names of seats often end with "player": what comes before is what pieces are called by. */
static void short_name(const char *seat, char out[WORD])
{
    snprintf(out, WORD, "%s", seat);
    size_t len = strlen(out), tail = strlen("player");
    if (len > tail && strcasecmp(out + len - tail, "player") == 0)
        out[len - tail] = '\0';
}

/* Whether exactly one seat's name begins with this letter. */
static int seat_by_letter(char letter, const char *const *seat, int seats)
{
    int found = -1;
    for (int i = 0; i < seats; i++) {
        if (tolower((unsigned char)seat[i][0]) != tolower((unsigned char)letter))
            continue;
        if (found >= 0)
            return -1;
        found = i;
    }
    return found;
}

/* The seat whose name the word has before or behind the rest of it, which *rest becomes. */
static int seat_by_name(const char *word, const char *const *seat, int seats, char rest[WORD])
{
    for (int i = 0; i < seats; i++) {
        char called[WORD];
        short_name(seat[i], called);
        size_t len = strlen(called), all = strlen(word);
        if (len == 0 || len > all)
            continue;
        if (begins_with(word, called) && (len > 1 || all == 1)) {
            snprintf(rest, WORD, "%s", word + len);
            return i;
        }
        if (len > 1 && strcasecmp(word + all - len, called) == 0) {
            snprintf(rest, WORD, "%.*s", (int)(all - len), word);
            return i;
        }
    }
    return -1;
}

static int find_seat(const char *word, const char *const *seat, int seats, char rest[WORD])
{
    int found = seat_by_name(word, seat, seats, rest);
    size_t len = strlen(word);
    if (found >= 0 || len > 2 || isdigit((unsigned char)word[1])) /* "s3" is a number */
        return found;
    found = seat_by_letter(word[0], seat, seats);
    snprintf(rest, WORD, "%s", word + 1);
    return found;
}

/* ---- what it is ------------------------------------------------------------------------- */

static bool is_one_of(const char *word, const char *const *list)
{
    for (int i = 0; list[i]; i++)
        if (strcasecmp(word, list[i]) == 0)
            return true;
    return false;
}

static bool is_nothing(const char *word)
{
    static const char *const nothing[] = {"b",       "blank",  "empty", "e",   "none",
                                          "nothing", "free",   "clear", "nil", "dirt",
                                          "open",    "vacant", "emp",   NULL};
    return is_one_of(word, nothing);
}

/* Chess pieces have signs of their own; men of draughts are discs, and their kings crowned. */
static const char *sign_of_kind(const char *kind)
{
    static const struct {
        const char *word, *letter, *sign;
    } kinds[] = {{"pawn", "p", "♟"},   {"rook", "r", "♜"},  {"knight", "n", "♞"},
                 {"bishop", "b", "♝"}, {"queen", "q", "♛"}, {"king", "k", "♚"}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcasecmp(kind, kinds[i].word) == 0 || strcasecmp(kind, kinds[i].letter) == 0)
            return kinds[i].sign;
    return NULL;
}

/* At most `most` characters of a word, without breaking one. */
static void put_letters(const char *word, size_t most, char face[16])
{
    size_t at = 0;
    for (size_t n = 0; n < most && word[at]; n++) {
        size_t len = duel_char_length(word[at]);
        if (len == 0 || at + len > 15)
            break;
        at += len;
    }
    snprintf(face, 16, "%.*s", (int)at, word);
}

void piece_style_letters(const char *word, char face[16])
{
    size_t len = strlen(word), digits = 0;
    while (digits < len && isdigit((unsigned char)word[len - 1 - digits]))
        digits++;
    if (len > 3 && digits && digits < 3 && digits < len && isalpha((unsigned char)word[0]))
        snprintf(face, 16, "%c%s", word[0], word + len - digits);
    else
        put_letters(word, 3, face);
}

static void trim_joints(char *word)
{
    while (word[0] == '_' || word[0] == '-' || word[0] == ' ')
        memmove(word, word + 1, strlen(word));
    size_t len = strlen(word);
    while (len && (word[len - 1] == '_' || word[len - 1] == '-' || word[len - 1] == ' '))
        word[--len] = '\0';
}

static bool is_plain_man(const char *kind)
{
    static const char *const men[] = {"",     "piece", "man",  "checker", "disc",
                                      "disk", "stone", "mark", "c",       NULL};
    return is_one_of(kind, men);
}

/* Something of a seat: a sign on a token, a disc, a cross or a ring. */
static void look_like_kind(piece_style *l, const char *word, char kind[WORD])
{
    trim_joints(kind);
    const char *sign = sign_of_kind(kind);
    if (sign) {
        l->shape = "token";
        snprintf(l->face, sizeof l->face, "%s", sign);
    } else if (strcasecmp(word, "x") == 0) {
        l->shape = "cross";
    } else if (strcasecmp(word, "o") == 0) {
        l->shape = "ring";
    } else if (is_plain_man(kind)) {
        l->shape = "disc";
    } else {
        l->shape = "token";
        put_letters(kind, 2, l->face);
        l->face[0] = (char)toupper((unsigned char)l->face[0]);
    }
}

piece_style piece_style_of(const char *word, const char *const *seat, int seats)
{
    piece_style l = {.seat = -1, .shape = "token"};
    char kind[WORD] = "";
    int owner = find_seat(word, seat, seats, kind);
    l.perhaps = is_nothing(word);
    l.nothing = l.perhaps && (owner < 0 || strlen(word) > 1);
    if (l.nothing)
        return l;
    l.seat = seats > 1 ? owner : -1;
    if (owner >= 0 && seats > 1)
        look_like_kind(&l, word, kind);
    else if (sign_of_kind(word) && strlen(word) > 1)
        snprintf(l.face, sizeof l.face, "%s", sign_of_kind(word));
    else if (strcasecmp(word, "x") == 0 || strcasecmp(word, "o") == 0)
        l.shape = strcasecmp(word, "x") == 0 ? "cross" : "ring";
    else
        piece_style_letters(word, l.face);
    return l;
}

bool piece_style_number(const char *word, long *n)
{
    char *end;
    *n = strtol(word, &end, 10);
    return end != word && *end == '\0';
}
