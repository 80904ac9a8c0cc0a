/* fuzz/sheet.c -- a rule sheet: refused with a reason, or read so that its roles can be told.
 */
#include "gdl/sheet.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gdl_sheet *s = NULL;
    duel_msg why = {0};
    duel_buf text;
    duel_status status = gdl_sheet_read((duel_str){(const char *)data, size}, &s, &why);
    FUZZ_MUST((status == DUEL_OK) == (s != NULL));
    duel_buf_init(&text);
    if (status != DUEL_OK) {
        FUZZ_MUST(why.id != NULL);
        duel_render(DUEL_EN, &why, &text.sink);
        FUZZ_MUST(text.len > 0);
    } else {
        FUZZ_MUST(s->roles > 0);
        for (uint32_t r = 0; r < s->roles; r++)
            gdl_put_term(&s->terms, s->role[r], &text.sink);
        FUZZ_MUST(text.len > 0);
        gdl_sheet_free(s);
    }
    duel_buf_fini(&text);
    return 0;
}
