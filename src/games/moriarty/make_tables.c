/* moriarty/make_tables.c -- run by the build: turns the file of weights into what the program
 * carries, a table of steps and the expanded weights, ready to be read where they lie.
 *
 * usage: moriarty_tables WEIGHTS.bin TABLES.c TABLES.bin
 *
 * TABLES.c is made last and tells the checksum, so that it is compiled anew when it must be. */
#include "games/moriarty/weightfile.h"

#include <stdio.h>
#include <stdlib.h>

static uint8_t file[MORIARTY_FILE_SIZE + 1];
static moriarty_packed_weights weights;
static moriarty_patterns patterns;
static char made[MORIARTY_FILE_MADE];

static void refuse(const char *name, const char *what)
{
    fprintf(stderr, "%s: %s\n", name, what);
    exit(1);
}

static void read_weights(const char *name)
{
    FILE *in = fopen(name, "rb");
    size_t size = in ? fread(file, 1, sizeof file, in) : 0;
    if (in)
        fclose(in);
    if (!moriarty_file_read(file, size, &weights, made))
        refuse(name, "not a whole file of weights");
    if (!moriarty_expand(&weights, &patterns))
        refuse(name, "no memory");
}

static void write_patterns(const char *name)
{
    FILE *out = fopen(name, "wb");
    if (out == NULL || fwrite(&patterns, sizeof patterns, 1, out) != 1 || fclose(out) != 0)
        refuse(name, "cannot be written");
}

/* What a disc on a square adds to the number of a lane; 0 where the lane does not see it. */
static int step_of(int square, int lane)
{
    int seen[MORIARTY_MOST_SQUARES], count = moriarty_lane_squares(lane, seen), worth = 1;
    for (int i = count - 1; i >= 0; i--, worth *= 3)
        if (seen[i] == square)
            return worth;
    return 0;
}

static void write_steps(FILE *out)
{
    fprintf(out, "_Alignas(32) const int16_t moriarty_steps[64][MORIARTY_LANES_ROOM] = {\n");
    for (int square = 0; square < 64; square++) {
        for (int lane = 0; lane < MORIARTY_LANES_ROOM; lane++)
            fprintf(out, "%s%d", lane ? "," : "{", step_of(square, lane));
        fprintf(out, "},\n");
    }
    fprintf(out, "};\n");
}

static void write_source(const char *name, const char *patterns_name)
{
    FILE *out = fopen(name, "w");
    if (out == NULL)
        refuse(name, "cannot be written");
    fprintf(out, "/* Made by moriarty_tables: do not edit. Weights: %s\n * Checksum", made);
    for (int i = 23; i >= 16; i--)
        fprintf(out, " %02x", file[i]);
    fprintf(out, " */\n#include \"games/moriarty/patterns.h\"\n\n");
    write_steps(out);
    fprintf(
        out,
        "__asm__(\".pushsection .rodata\\n.balign 64\\n.hidden moriarty_trained_patterns\\n\"\n"
        "        \".globl moriarty_trained_patterns\\nmoriarty_trained_patterns:\\n\"\n"
        "        \".incbin \\\"%s\\\"\\n.popsection\");\n",
        patterns_name);
    if (fclose(out) != 0)
        refuse(name, "cannot be written");
}

int main(int argc, char **argv)
{
    if (argc != 4)
        refuse("moriarty_tables", "WEIGHTS.bin TABLES.c TABLES.bin");
    read_weights(argv[1]);
    write_patterns(argv[3]);
    write_source(argv[2], argv[3]);
    return 0;
}
