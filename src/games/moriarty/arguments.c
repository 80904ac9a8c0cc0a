/* moriarty/arguments.c -- see arguments.h. */
#include "games/moriarty/arguments.h"

#include "core/variant.h"
#include "games/moriarty/moriarty.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static bool is_option(const char *word)
{
    return word[0] >= 'a' && word[0] <= 'z' && strchr(word, '=') != NULL;
}

duel_status moriarty_take_variant(const duel_args *a, duel_variant *v, moriarty_words *rest,
                                  duel_msg *why)
{
    duel_str option[MORIARTY_WORDS];
    int options = 0;
    rest->count = 0;
    for (int i = 0; i < a->word_count; i++) {
        if (is_option(a->word[i].at))
            option[options++] = a->word[i];
        else
            rest->word[rest->count++] = a->word[i].at;
    }
    return duel_variant_make(&duel_game_moriarty, option, options, v, why);
}

duel_status moriarty_place(const duel_console *c, duel_status status, const char *id,
                           size_t number, duel_msg *why)
{
    duel_buf said;
    duel_msg placed;
    duel_buf_init(&said);
    duel_render(c->lang, why, &said.sink);
    duel_say(&placed, id, "is", (int64_t)number, duel_buf_str(&said));
    duel_buf_fini(&said);
    *why = placed;
    return status == DUEL_FULL ? DUEL_FULL : DUEL_BAD;
}

duel_status moriarty_read_file(const char *name, duel_buf *out, duel_msg *why)
{
    enum { MOST = 64 << 20 };
    char block[65536];
    FILE *f = strcmp(name, "-") == 0 ? stdin : fopen(name, "rb");
    if (f == NULL)
        return duel_bad(why, N_("Cannot read {0}: {1}."), "cc", name, strerror(errno));
    size_t got;
    while (out->len <= MOST && (got = fread(block, 1, sizeof block, f)) > 0)
        duel_put_str(&out->sink, (duel_str){block, got});
    int trouble = ferror(f) ? errno : out->failed ? ENOMEM : out->len > MOST ? EFBIG : 0;
    if (f != stdin)
        fclose(f);
    if (trouble)
        return duel_bad(why, N_("Cannot read {0}: {1}."), "cc", name, strerror(trouble));
    return DUEL_OK;
}

duel_status moriarty_write_file(const char *name, duel_str bytes, duel_msg *why)
{
    FILE *f = fopen(name, "wb");
    bool written = f && fwrite(bytes.at, 1, bytes.len, f) == bytes.len;
    if (f)
        written = fclose(f) == 0 && written;
    if (!written)
        return duel_fail(why, N_("Cannot write {0}: {1}."), "cc", name, strerror(errno));
    return DUEL_OK;
}
