/* games/moriarty/workshop/make_tables.c -- run by the build: turns the files of weights and of
 * the opening book into what the program carries, a table of steps, the expanded weights and
 * the book with its values worked out, ready to be read where they lie.
 *
 * usage: moriarty_tables WEIGHTS.bin BOOK.bin TABLES.c TABLES.bin
 *
 * TABLES.c is made last and tells the checksums, so that it is compiled anew if need be. */
#include "games/moriarty/workshop/book_draft.h"

#include <stdio.h>
#include <stdlib.h>

_Static_assert((int)MORIARTY_BOOK_BYTES < (int)MORIARTY_FILE_SIZE, "both files have room");

static uint8_t file[MORIARTY_FILE_SIZE + 1];
static moriarty_packed_weights weights;
static moriarty_patterns patterns;
static moriarty_book_draft book;
static uint64_t sum[2]; /* of the two files */
static char made[2][MORIARTY_FILE_MADE];

static void refuse(const char *name, const char *what)
{
    fprintf(stderr, "%s: %s\n", name, what);
    exit(1);
}

static size_t read_data(const char *name)
{
    FILE *in = fopen(name, "rb");
    size_t size = in ? fread(file, 1, sizeof file, in) : 0;
    if (in)
        fclose(in);
    return size;
}

static void read_weights(const char *name)
{
    if (!moriarty_file_read(file, read_data(name), &weights, made[0]))
        refuse(name, "not a whole file of weights");
    if (!moriarty_expand(&weights, &patterns))
        refuse(name, "no memory");
    sum[0] = moriarty_head_sum(file);
}

static void read_book(const char *name)
{
    if (!moriarty_draft_read(file, read_data(name), &book, made[1]))
        refuse(name, "not a whole opening book");
    sum[1] = moriarty_head_sum(file);
}

static void write_data(const char *name)
{
    FILE *out = fopen(name, "wb");
    if (out == NULL || fwrite(&patterns, sizeof patterns, 1, out) != 1 ||
        fwrite(book.entry, sizeof book.entry[0], book.count, out) != book.count ||
        fwrite(book.value, 1, book.moves, out) != book.moves || fclose(out) != 0)
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

/* A symbol for so many bytes of the data, beginning behind `skip`. */
static size_t write_symbol(FILE *out, const char *symbol, const char *data, size_t skip,
                           size_t size)
{
    fprintf(out,
            "__asm__(\".pushsection .rodata\\n.balign 64\\n.hidden %s\\n\"\n"
            "        \".globl %s\\n%s:\\n\"\n"
            "        \".incbin \\\"%s\\\", %zu, %zu\\n.popsection\");\n",
            symbol, symbol, symbol, data, skip, size);
    return skip + size;
}

static void write_symbols(FILE *out, const char *data)
{
    size_t at = write_symbol(out, "moriarty_trained_patterns", data, 0, sizeof patterns);
    at =
        write_symbol(out, "moriarty_book_entries", data, at, book.count * sizeof book.entry[0]);
    write_symbol(out, "moriarty_book_values", data, at, book.moves);
    fprintf(out,
            "extern const moriarty_book_entry moriarty_book_entries[];\n"
            "extern const int8_t moriarty_book_values[];\n"
            "const moriarty_book moriarty_carried_book = {%u, moriarty_book_entries, "
            "moriarty_book_values};\n",
            book.count);
}

static void write_source(const char *name, const char *data)
{
    FILE *out = fopen(name, "w");
    if (out == NULL)
        refuse(name, "cannot be written");
    fprintf(out, "/* Made by moriarty_tables: do not edit.\n");
    for (int i = 0; i < 2; i++)
        fprintf(out, " * %s, checksum %016llx\n", made[i], (unsigned long long)sum[i]);
    fprintf(out, " */\n#include \"games/moriarty/book.h\"\n"
                 "#include \"games/moriarty/patterns.h\"\n\n");
    write_steps(out);
    write_symbols(out, data);
    if (fclose(out) != 0)
        refuse(name, "cannot be written");
}

int main(int argc, char **argv)
{
    if (argc != 5)
        refuse("moriarty_tables", "WEIGHTS.bin BOOK.bin TABLES.c TABLES.bin");
    read_weights(argv[1]);
    read_book(argv[2]);
    write_data(argv[4]);
    write_source(argv[3], argv[4]);
    moriarty_draft_fini(&book);
    return 0;
}
