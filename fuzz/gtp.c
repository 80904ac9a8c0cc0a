/* fuzz/gtp.c -- lines of the Go Text Protocol, or (after a line "nboard") of NBoard's: every
 * command of the first is answered by "=" or "?" and an empty line, and nothing hangs.
 *
 * The linker sends calls for a search, and for its table, here first: the one takes the first
 * legal move, the other little memory, so that what is tried are the lines. */
#define _GNU_SOURCE /* memmem */
#include "fuzz.h"
#include "games/moriarty/bitboard.h"
#include "games/moriarty/protocols.h"
#include "games/moriarty/search.h"
#include "games/moriarty/transposition_table.h"

duel_status __wrap_moriarty_think(const moriarty_request *q, moriarty_answer *out,
                                  duel_msg *why);
duel_status __real_moriarty_table_init(moriarty_table *t, size_t bytes, duel_msg *why);
duel_status __wrap_moriarty_table_init(moriarty_table *t, size_t bytes, duel_msg *why);

duel_status __wrap_moriarty_table_init(moriarty_table *t, size_t bytes, duel_msg *why)
{
    enum { LITTLE = 1 << 12 };
    (void)bytes;
    return __real_moriarty_table_init(t, LITTLE, why);
}

static int first_move(const moriarty_request *q)
{
    uint64_t moves = moriarty_moves(q->board, q->playable);
    if (moves)
        return __builtin_ctzll(moves);
    return moriarty_over(q->board, q->playable) ? MORIARTY_NO_MOVE : MORIARTY_PASS;
}

duel_status __wrap_moriarty_think(const moriarty_request *q, moriarty_answer *out,
                                  duel_msg *why)
{
    (void)why;
    *out = (moriarty_answer){.move = first_move(q), .depth = 1, .line_length = 1};
    out->line[0] = out->move;
    out->moves[0].move = out->move;
    out->move_count = 1;
    if (q->progress)
        q->progress(q->user, out);
    return DUEL_OK;
}

static void gtp_is_sound(duel_str said)
{
    while (said.len) {
        FUZZ_MUST(said.at[0] == '=' || said.at[0] == '?');
        const char *end = memmem(said.at, said.len, "\n\n", 2);
        FUZZ_MUST(end);
        size_t len = (size_t)(end - said.at) + 2;
        said.at += len, said.len -= len;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    duel_str rest = {(const char *)data, size};
    duel_buf out;
    bool nboard = duel_str_is(fuzz_line(&rest), "nboard");
    FILE *in = size ? fmemopen((void *)(uintptr_t)data, size, "r") : NULL;
    if (in == NULL)
        return 0;
    duel_buf_init(&out);
    moriarty_talk talk = {.in = in, .out = &out.sink, .seconds = 0.01, .threads = 1};
    if (nboard)
        moriarty_nboard(&talk, NULL);
    else if (moriarty_gtp(&talk, NULL) == DUEL_OK)
        gtp_is_sound(duel_buf_str(&out));
    fclose(in);
    duel_buf_fini(&out);
    return 0;
}
