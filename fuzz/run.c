/* fuzz/run.c -- a short run of a target without a fuzzer: every seed as it is, then damaged.
 *
 * usage: fuzz_NAME FOLDER-OF-SEEDS RUNS */
#include "fuzz.h"

#include <dirent.h>

enum { MOST_SEEDS = 64, MOST_BYTES = 1 << 14 };

typedef struct seeds {
    uint8_t *bytes[MOST_SEEDS];
    size_t size[MOST_SEEDS];
    uint32_t count;
} seeds;

static void load(const char *folder, seeds *s)
{
    DIR *dir = opendir(folder);
    struct dirent *entry;
    while (dir && (entry = readdir(dir)) && s->count < MOST_SEEDS) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        FILE *f = entry->d_name[0] == '.' ? NULL : fopen(path, "rb");
        if (f == NULL)
            continue;
        s->bytes[s->count] = malloc(MOST_BYTES);
        s->size[s->count] = fread(s->bytes[s->count], 1, MOST_BYTES, f);
        s->count++;
        fclose(f);
    }
    if (dir)
        closedir(dir);
}

/* Overwrites, drops or doubles bytes, or takes some from another seed. */
static size_t damage(const seeds *s, duel_rng *rng, uint8_t *out)
{
    uint32_t pick = duel_rng_below(rng, s->count), other = duel_rng_below(rng, s->count);
    size_t size = s->size[pick];
    memcpy(out, s->bytes[pick], size);
    for (uint32_t i = 1 + duel_rng_below(rng, 4); i > 0 && size > 1; i--) {
        uint32_t at = duel_rng_below(rng, (uint32_t)size);
        switch (duel_rng_below(rng, 5)) {
        case 0:
            out[at] = (uint8_t)duel_rng_next(rng);
            break;
        case 1:
            out[at] = out[duel_rng_below(rng, (uint32_t)size)];
            break;
        case 2:
            memmove(out + at, out + at + 1, --size - at);
            break;
        case 3:
            if (size < MOST_BYTES)
                memmove(out + at + 1, out + at, size++ - at);
            break;
        default:
            if (s->size[other])
                out[at] = s->bytes[other][duel_rng_below(rng, (uint32_t)s->size[other])];
        }
    }
    return size;
}

int main(int argc, char **argv)
{
    static uint8_t input[MOST_BYTES + 8];
    seeds s = {.count = 0};
    duel_rng rng;
    long runs = argc > 2 ? atol(argv[2]) : 1000;
    load(argc > 1 ? argv[1] : ".", &s);
    duel_rng_init_number(&rng, 1);
    printf("1..1\n");
    for (uint32_t i = 0; i < s.count; i++)
        LLVMFuzzerTestOneInput(s.bytes[i], s.size[i]);
    for (long i = 0; s.count && i < runs; i++) {
        size_t size = damage(&s, &rng, input);
        uint8_t *exact = malloc(size ? size : 1); /* so that reading one byte too far is seen */
        memcpy(exact, input, size);
        LLVMFuzzerTestOneInput(exact, size);
        free(exact);
    }
    printf("%s 1 - %u seeds, %ld runs\n", s.count ? "ok" : "not ok", s.count, runs);
    for (uint32_t i = 0; i < s.count; i++)
        free(s.bytes[i]);
    return s.count ? 0 : 1;
}
