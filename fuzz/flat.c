/* fuzz/flat.c -- values of games from files: text in, bytes in; what is accepted reads back. */
#include "fuzz.h"

#include "script/plain_value.h"

static void bytes_are_safe(duel_str bytes)
{
    duel_str value, found;
    duel_buf text;
    duel_buf_init(&text);
    while (plain_value_cut(&bytes, &value)) {
        plain_value_print(value, &text.sink);
        plain_value_find(value, "en", &found);
    }
    duel_buf_fini(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    duel_str text = {(const char *)data, size};
    duel_buf bytes, back, again;
    duel_buf_init(&bytes);
    duel_buf_init(&back);
    duel_buf_init(&again);
    bytes_are_safe(text);
    if (plain_value_read(text, &bytes, NULL)) {
        duel_str rest = duel_buf_str(&bytes), value;
        FUZZ_MUST(plain_value_cut(&rest, &value) && rest.len == 0);
        plain_value_print(value, &back.sink);
        FUZZ_MUST(plain_value_read(duel_buf_str(&back), &again, NULL));
        FUZZ_MUST(again.len == bytes.len && memcmp(again.text, bytes.text, bytes.len) == 0);
    }
    duel_buf_fini(&bytes);
    duel_buf_fini(&back);
    duel_buf_fini(&again);
    return 0;
}
