/* tests/ergo/test_notation.c -- texts from anywhere: whatever is read is sound, and nothing
 * breaks.
 *
 * Positions and views of random play are damaged in many ways. What is still accepted must read
 * back to itself, be playable when the hand of the seat to move is known, and fit a guess. */
#include "hands.h"

#include "games/ergo/well_formed.h"

/* One to three bytes changed, left out, doubled or exchanged. */
static size_t damage(char *text, size_t len, size_t room, duel_rng *rng)
{
    static const char bytes[] = "ABCD&|>~()FJTRVOE?!*_,;:=#fi0123456789abcdef\n";
    for (uint32_t i = 1 + duel_rng_below(rng, 3); i && len > 1; i--) {
        size_t at = duel_rng_below(rng, (uint32_t)len),
               other = duel_rng_below(rng, (uint32_t)len);
        char kept = text[at];
        switch (duel_rng_below(rng, 5)) {
        case 0:
            text[at] = bytes[duel_rng_below(rng, sizeof bytes)];
            break;
        case 1:
            memmove(text + at, text + at + 1, --len - at);
            break;
        case 2:
            if (len < room) {
                memmove(text + at + 1, text + at, len++ - at);
                text[at] = bytes[duel_rng_below(rng, sizeof bytes)];
            }
            break;
        default:
            text[at] = text[other];
            text[other] = kept;
            break;
        }
    }
    return len;
}

static void assert_reads_back(const duel_variant *v, const duel_state *s)
{
    duel_state back;
    CHECK_BUF(text);
    CHECK_BUF(again);
    duel_print(v, s, &text.sink);
    assert_ok(duel_read(v, duel_buf_str(&text), &back, NULL));
    assert_true(duel_states_equal(v, s, &back));
    duel_print(v, &back, &again.sink);
    assert_string_equal(text.text, again.text);
}

static void assert_sound(const duel_variant *v, const duel_state *s, duel_rng *rng)
{
    duel_state guess = *s;
    const ergo *e = (const ergo *)s;
    bool known = ergo_total(e->hand[e->turn]) == e->held[e->turn];
    assert_reads_back(v, s);
    if (known)
        assert_int_equal(ergo_can_move(v, e), e->stage != ERGO_ENDED);
    duel_status status = ergo_guess(v, &guess, rng, NULL);
    assert_true(status == DUEL_OK || (!known && fit_broken_line(e) >= 0));
    for (int i = 0; status == DUEL_OK && i < 200 && !duel_is_over(v, &guess); i++)
        ergo_play(v, &guess, ergo_sample(v, &guess, rng));
}

TEST(test_damaged_positions)
{
    int accepted = 0, tried = check_sample(20000, 1000000);
    duel_rng rng = check_rng(12);
    for (int i = 0; i < tried; i++) {
        duel_variant v = numbered_table(i);
        ergo s;
        duel_state back;
        char copy[512];
        draw_state(&v, 90, &rng, &s);
        if (i % 2)
            ergo_hide(&v, &s, i % 4 == 1 ? s.turn : DUEL_NOBODY);
        CHECK_BUF(text);
        duel_print(&v, &s, &text.sink);
        assert_true(text.len + 4 < sizeof copy);
        memcpy(copy, text.text, text.len);
        size_t len = damage(copy, text.len, sizeof copy, &rng);
        if (duel_read(&v, (duel_str){copy, len}, &back, NULL) == DUEL_OK) {
            assert_sound(&v, &back, &rng);
            accepted++;
        }
    }
    assert_true(accepted > tried / 100);
}

/* Any bytes as a move: an answer, and nothing else happens. */
TEST(test_hostile_moves)
{
    static const char bytes[] = "ABCDabcd&|>~()FJTRVOExX=@.,/0123456789next\xE2\x87\x92";
    int accepted = 0;
    duel_rng rng = check_rng(13);
    for (int i = 0; i < check_sample(100000, 3000000); i++) {
        static ergo s;
        static duel_variant v;
        char text[10];
        duel_move move = 0;
        if (i % 1000 == 0) {
            v = numbered_table(i / 1000);
            draw_state(&v, 90, &rng, &s);
        }
        size_t len = duel_rng_below(&rng, sizeof text);
        for (size_t k = 0; k < len; k++)
            text[k] = bytes[duel_rng_below(&rng, sizeof bytes)];
        ergo before = s;
        if (duel_read_move(&v, &s, (duel_str){text, len}, &move, NULL) == DUEL_OK) {
            assert_true(duel_legal(&v, &s, move));
            accepted++;
        }
        assert_memory_equal(&before, &s, sizeof s);
    }
    assert_true(accepted > 0);
}
