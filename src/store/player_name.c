/* store/player_name.c -- see player_name.h. */
#include "store/player_name.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

enum {
    UNITS = 1024, /* of UTF-16: a name of 40 bytes and what its letters can grow to */
    MARKS = 3,    /* over and under one letter */
    VIRAMA = 9,   /* its combining class */
    JOINER = 0x200D,
    NON_JOINER = 0x200C
};

typedef struct units { /* a text of ICU */
    UChar at[UNITS];
    int32_t len;
} units;

/* False: it is too long. What is no UTF-8 becomes U+FFFD. */
static bool read_units(duel_str s, units *out)
{
    UErrorCode error = U_ZERO_ERROR;
    if (s.len > UNITS / 4)
        return false;
    u_strFromUTF8WithSub(out->at, UNITS, &out->len, s.at, (int32_t)s.len, 0xFFFD, NULL, &error);
    return U_SUCCESS(error);
}

static bool normalize(const UNormalizer2 *n, const units *in, units *out)
{
    UErrorCode error = U_ZERO_ERROR;
    out->len = unorm2_normalize(n, in->at, in->len, out->at, UNITS, &error);
    return U_SUCCESS(error);
}

/* ---- what a name is made of -------------------------------------------------------------- */

typedef struct letters { /* the same, a number for each character */
    UChar32 at[UNITS];
    int32_t len;
} letters;

static UChar32 letter_at(const letters *t, int32_t at)
{
    return at >= 0 && at < t->len ? t->at[at] : 0;
}

static bool joins(UChar32 c)
{
    int32_t type = u_getIntPropertyValue(c, UCHAR_JOINING_TYPE);
    return type == U_JT_DUAL_JOINING || type == U_JT_LEFT_JOINING || type == U_JT_RIGHT_JOINING;
}

static bool is_emoji(UChar32 c)
{
    return u_hasBinaryProperty(c, UCHAR_EXTENDED_PICTOGRAPHIC) ||
           u_hasBinaryProperty(c, UCHAR_EMOJI_MODIFIER) ||
           u_hasBinaryProperty(c, UCHAR_VARIATION_SELECTOR);
}

/* Where a character that is not seen changes how its neighbours are written: RFC 5892, A.1 and
 * A.2, and emoji (UTS 51). */
static bool shapes_neighbours(const letters *t, int32_t at)
{
    UChar32 c = t->at[at], before = letter_at(t, at - 1), after = letter_at(t, at + 1);
    if (u_hasBinaryProperty(c, UCHAR_VARIATION_SELECTOR))
        return u_hasBinaryProperty(before, UCHAR_EMOJI);
    if (c == JOINER && is_emoji(before) && is_emoji(after))
        return true;
    return (c == JOINER || c == NON_JOINER) &&
           (u_getCombiningClass(before) == VIRAMA || (joins(before) && joins(after)));
}

static bool is_unseen(UChar32 c)
{
    return u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) ||
           u_hasBinaryProperty(c, UCHAR_BIDI_CONTROL) || u_charType(c) == U_FORMAT_CHAR;
}

static bool is_character(UChar32 c)
{
    int8_t type = u_charType(c);
    return type != U_CONTROL_CHAR && type != U_UNASSIGNED && type != U_PRIVATE_USE_CHAR &&
           type != U_SURROGATE && c != 0xFFFD;
}

static bool is_mark(UChar32 c)
{
    int8_t type = u_charType(c);
    return type == U_NON_SPACING_MARK || type == U_ENCLOSING_MARK;
}

static duel_status not_a_character(UChar32 c, duel_msg *why)
{
    static const char digits[] = "0123456789ABCDEF";
    char hex[9] = "U+";
    int len = 2;
    for (int shift = c > 0xFFFF ? 20 : 12; shift >= 0; shift -= 4)
        hex[len++] = digits[c >> shift & 15];
    hex[len] = '\0';
    return duel_invalid(why, N_("A name is one line of letters: {0} is none."), "c", hex);
}

typedef struct cleaning {
    letters in, out;
    int count, marks; /* letters so far; marks since the last one */
    bool blank;       /* one is due, if something follows */
} cleaning;

static void put_letter(cleaning *c, UChar32 what)
{
    if (c->blank && c->out.len)
        c->out.at[c->out.len++] = ' ', c->count++;
    c->blank = false;
    c->out.at[c->out.len++] = what;
}

static duel_status clean_letter(cleaning *c, int32_t at, duel_msg *why)
{
    UChar32 what = c->in.at[at];
    bool unseen = is_unseen(what);
    if (!is_character(what))
        return not_a_character(what, why);
    if (unseen && !shapes_neighbours(&c->in, at))
        return DUEL_OK;
    if (u_isUWhiteSpace(what)) {
        c->blank = true;
        return DUEL_OK;
    }
    c->marks = is_mark(what) && !unseen ? c->marks + 1 : 0;
    if (c->marks > MARKS || (c->marks && c->out.len == 0))
        return duel_invalid(why, N_("A name has at most {0} marks on a letter."), "i",
                            (int64_t)MARKS);
    c->count += !unseen && c->marks == 0;
    put_letter(c, what);
    return DUEL_OK;
}

/* From text to text, in place. */
static duel_status clean_letters(units *text, int *count, duel_msg *why)
{
    UErrorCode error = U_ZERO_ERROR;
    cleaning c = {.count = 0};
    duel_status status = DUEL_OK;
    u_strToUTF32(c.in.at, UNITS, &c.in.len, text->at, text->len, &error);
    for (int32_t at = 0; status == DUEL_OK && at < c.in.len; at++)
        status = clean_letter(&c, at, why);
    u_strFromUTF32(text->at, UNITS, &text->len, c.out.at, c.out.len, &error);
    *count = c.count;
    return status == DUEL_OK && U_FAILURE(error) ? duel_no_space(why) : status;
}

static duel_status write_name(const units *t, int count, char out[PLAYER_NAME_TEXT],
                              duel_msg *why)
{
    UErrorCode error = U_ZERO_ERROR;
    char name[PLAYER_NAME_TEXT];
    int32_t len = 0;
    if (count >= 1 && count <= PLAYER_NAME_LETTERS)
        u_strToUTF8(name, sizeof name, &len, t->at, t->len, &error);
    if (len < 1 || len >= PLAYER_NAME_TEXT || U_FAILURE(error))
        return duel_invalid(why, N_("A name has 1 to {0} letters."), "i",
                            (int64_t)PLAYER_NAME_LETTERS);
    memcpy(out, name, (size_t)len + 1);
    return DUEL_OK;
}

duel_status player_name_clean(duel_str given, char out[PLAYER_NAME_TEXT], duel_msg *why)
{
    UErrorCode error = U_ZERO_ERROR;
    const UNormalizer2 *composed = unorm2_getNFCInstance(&error);
    units text, whole;
    int count = 0;
    duel_status status = DUEL_OK;
    if (U_FAILURE(error))
        return duel_no_space(why);
    bool fits = read_units(given, &text) && normalize(composed, &text, &whole);
    if (fits)
        status = clean_letters(&whole, &count, why);
    if (status != DUEL_OK)
        return status;
    fits = fits && normalize(composed, &whole, &text); /* what went may have kept two apart */
    return write_name(&text, fits ? count : 0, out, why);
}

/* ---- how it looks ------------------------------------------------------------------------ */

/* Two pictures: as it is written, where I looks like l; and without case, where it does not. */
typedef struct pictures {
    units written, folded;
} pictures;

struct name_likeness {
    USpoofChecker *checker;
    const UNormalizer2 *fold; /* NFKC, without case, without what is not seen */
    pictures own;
};

static bool picture_of(const USpoofChecker *checker, const units *t, units *out)
{
    UErrorCode error = U_ZERO_ERROR;
    out->len = uspoof_getSkeleton(checker, 0, t->at, t->len, out->at, UNITS, &error);
    return U_SUCCESS(error) && out->len <= UNITS;
}

static bool pictures_of(const name_likeness *l, duel_str name, pictures *out)
{
    units text, folded;
    return read_units(name, &text) && normalize(l->fold, &text, &folded) &&
           picture_of(l->checker, &text, &out->written) &&
           picture_of(l->checker, &folded, &out->folded);
}

static bool same_units(const units *a, const units *b)
{
    return a->len == b->len && u_memcmp(a->at, b->at, a->len) == 0;
}

duel_status name_likeness_new(duel_str name, name_likeness **out, duel_msg *why)
{
    UErrorCode error = U_ZERO_ERROR;
    name_likeness *l = calloc(1, sizeof *l);
    if (l == NULL)
        return duel_no_space(why);
    l->checker = uspoof_open(&error);
    l->fold = unorm2_getNFKCCasefoldInstance(&error);
    if (U_FAILURE(error) || !pictures_of(l, name, &l->own)) {
        name_likeness_free(l);
        return duel_no_space(why);
    }
    *out = l;
    return DUEL_OK;
}

void name_likeness_free(name_likeness *l)
{
    if (l && l->checker)
        uspoof_close(l->checker);
    free(l);
}

bool name_likeness_fits(name_likeness *l, duel_str other)
{
    pictures p;
    return pictures_of(l, other, &p) &&
           (same_units(&p.written, &l->own.written) || same_units(&p.folded, &l->own.folded));
}
