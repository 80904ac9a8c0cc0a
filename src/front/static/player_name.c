/* front/static/player_name.c -- store/player_name.h where Unicode's data are not at hand: they
 * would be larger than all the rest of the page. Nobody else is there to be taken for, so a
 * name is only made tidy: control characters are refused, blanks are one blank; letters are
 * compared as they are written, without the case of the first 128. */
#include "store/player_name.h"

#include <stdlib.h>
#include <string.h>

static bool is_gap(char c)
{
    return c == ' ' || c == '\t';
}

static bool begins_letter(char c)
{
    return ((unsigned char)c & 0xC0) != 0x80;
}

duel_status player_name_clean(duel_str given, char out[PLAYER_NAME_TEXT], duel_msg *why)
{
    char name[PLAYER_NAME_TEXT];
    size_t len = 0;
    int letters = 0;
    for (size_t i = 0; i < given.len && len < sizeof name; i++) {
        char c = given.at[i];
        if ((unsigned char)c < ' ' && !is_gap(c))
            return duel_invalid(why, N_("A name is one line of letters: {0} is none."), "c",
                                "U+00..");
        if (is_gap(c) && (len == 0 || name[len - 1] == ' '))
            continue;
        name[len++] = is_gap(c) ? ' ' : c;
        letters += begins_letter(c);
    }
    if (len && name[len - 1] == ' ')
        len--, letters--;
    if (letters < 1 || letters > PLAYER_NAME_LETTERS || len >= sizeof name)
        return duel_invalid(why, N_("A name has 1 to {0} letters."), "i",
                            (int64_t)PLAYER_NAME_LETTERS);
    memcpy(out, name, len);
    out[len] = '\0';
    return DUEL_OK;
}

struct name_likeness {
    char name[PLAYER_NAME_TEXT];
};

duel_status name_likeness_new(duel_str name, name_likeness **out, duel_msg *why)
{
    name_likeness *l = calloc(1, sizeof *l);
    if (l == NULL || name.len >= sizeof l->name) {
        free(l);
        return duel_no_space(why);
    }
    memcpy(l->name, name.at, name.len);
    *out = l;
    return DUEL_OK;
}

void name_likeness_free(name_likeness *l)
{
    free(l);
}

static char without_case(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

bool name_likeness_fits(name_likeness *l, duel_str other)
{
    bool same = strlen(l->name) == other.len;
    for (size_t i = 0; same && i < other.len; i++)
        same = without_case(l->name[i]) == without_case(other.at[i]);
    return same;
}
