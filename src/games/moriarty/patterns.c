/* games/moriarty/patterns.c -- the squares of each lane, and which entries share a weight: see
 * patterns.h. */
#include "games/moriarty/patterns.h"

#include <stdbool.h>

enum { SYMMETRIES = 8 };

typedef struct family {
    int squares, images, first; /* first: its lowest entry */
    const char *text;
} family;

#define LIST_FAMILY(name, squares, images, text)                                               \
    {squares, images, offsetof(moriarty_entries, name) / sizeof(uint16_t), text},
static const family families[] = {MORIARTY_FAMILIES(LIST_FAMILY)};
enum { FAMILIES = sizeof families / sizeof families[0] };

#define ADD_IMAGES(name, squares, images, text) +images
_Static_assert((0 MORIARTY_FAMILIES(ADD_IMAGES)) == MORIARTY_LANES, "a lane for each image");

/* Where a symmetry takes a square: mirrored sideways, up and down, along the diagonal. */
static int image_of(int square, int symmetry)
{
    int x = square & 7, y = square >> 3;
    if (symmetry & 1)
        x = 7 - x;
    if (symmetry & 2)
        y = 7 - y;
    return symmetry & 4 ? 8 * x + y : 8 * y + x;
}

static void squares_of(const family *f, int symmetry, int square[])
{
    for (int i = 0; i < f->squares; i++)
        square[i] = image_of(8 * (f->text[2 * i + 1] - '1') + f->text[2 * i] - 'a', symmetry);
}

static uint64_t set_of(const family *f, int symmetry)
{
    int square[MORIARTY_MOST_SQUARES];
    uint64_t set = 0;
    squares_of(f, symmetry, square);
    for (int i = 0; i < f->squares; i++)
        set |= UINT64_C(1) << square[i];
    return set;
}

/* An earlier symmetry gives the same squares: no new image. */
static bool is_repeated(const family *f, int symmetry)
{
    for (int i = 0; i < symmetry; i++)
        if (set_of(f, i) == set_of(f, symmetry))
            return true;
    return false;
}

int moriarty_lane_squares(int lane, int square[MORIARTY_MOST_SQUARES])
{
    for (int i = 0; i < FAMILIES; i++)
        for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++)
            if (!is_repeated(&families[i], symmetry) && lane-- == 0) {
                squares_of(&families[i], symmetry, square);
                return families[i].squares;
            }
    return 0;
}

/* ---- mirrors --------------------------------------------------------------------- */

/* A symmetry of a pattern itself: to which place the disc on each of its squares goes. */
typedef struct mirror {
    int to[MORIARTY_MOST_SQUARES];
} mirror;

static int place_of(const int square[], int count, int wanted)
{
    int at = 0;
    while (at < count && square[at] != wanted)
        at++;
    return at;
}

static int mirrors_of(const family *f, mirror out[SYMMETRIES])
{
    int here[MORIARTY_MOST_SQUARES], there[MORIARTY_MOST_SQUARES], count = 0;
    squares_of(f, 0, here);
    for (int symmetry = 1; symmetry < SYMMETRIES; symmetry++) {
        if (set_of(f, symmetry) != set_of(f, 0))
            continue;
        squares_of(f, symmetry, there);
        for (int i = 0; i < f->squares; i++)
            out[count].to[i] = place_of(here, f->squares, there[i]);
        count++;
    }
    return count;
}

/* Entries are counted in their family here. */
static int mirrored_entry(const family *f, const mirror *m, int entry)
{
    int digit[MORIARTY_MOST_SQUARES], result = 0;
    for (int i = f->squares - 1; i >= 0; i--, entry /= 3)
        digit[m->to[i]] = entry % 3;
    for (int i = 0; i < f->squares; i++)
        result = 3 * result + digit[i];
    return result;
}

static int numbers_of(const family *f)
{
    int numbers = 1;
    for (int i = 0; i < f->squares; i++)
        numbers *= 3;
    return numbers;
}

int moriarty_pack(uint32_t weight_of[MORIARTY_ENTRIES])
{
    uint32_t count = 0;
    for (int i = 0; i < FAMILIES; i++) {
        const family *f = &families[i];
        mirror mirrors[SYMMETRIES];
        int mirror_count = mirrors_of(f, mirrors);
        for (int entry = 0; entry < numbers_of(f); entry++) {
            int least = entry;
            for (int k = 0; k < mirror_count; k++) {
                int other = mirrored_entry(f, &mirrors[k], entry);
                least = other < least ? other : least;
            }
            weight_of[f->first + entry] =
                least == entry ? count++ : weight_of[f->first + least];
        }
    }
    return (int)count;
}
