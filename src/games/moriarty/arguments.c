/* moriarty/arguments.c -- see arguments.h. */
#include "games/moriarty/arguments.h"

#include "core/variant.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static bool is_flag(const char *word)
{
    return word[0] == '-' && word[1] == '-' && word[2] >= 'a' && word[2] <= 'z';
}

static duel_status take_value(const moriarty_flag *f, const char *value, duel_msg *why)
{
    duel_option o = {f->name, DUEL_NUMBER, 0, f->least, f->most, NULL, NULL};
    if (value == NULL)
        return duel_bad(why, N_("{0} needs a value."), "c", f->name);
    if (f->number)
        return duel_option_read(&o, duel_str_of(value), f->number, why);
    *f->text = value;
    return DUEL_OK;
}

static duel_status take_flag(const moriarty_flag flags[], char **argv, int *at, int argc,
                             duel_msg *why)
{
    const moriarty_flag *f = flags;
    while (f->name && strcmp(f->name, argv[*at]) != 0)
        f++;
    if (f->name == NULL)
        return duel_bad(why, N_("“{0}” is not understood here."), "c", argv[*at]);
    if (f->given) {
        *f->given = true;
        return DUEL_OK;
    }
    ++*at;
    return take_value(f, *at < argc ? argv[*at] : NULL, why);
}

duel_status moriarty_arguments(const moriarty_flag flags[], int argc, char **argv,
                               moriarty_words *words, duel_msg *why)
{
    duel_status status = DUEL_OK;
    words->count = 0;
    for (int i = 0; i < argc && status == DUEL_OK; i++) {
        if (is_flag(argv[i]))
            status = take_flag(flags, argv, &i, argc, why);
        else if (words->count < MORIARTY_WORDS)
            words->word[words->count++] = argv[i];
        else
            status = duel_bad(why, N_("“{0}” is not understood here."), "c", argv[i]);
    }
    return status;
}

int moriarty_fail(const duel_console *c, duel_status status, const duel_msg *why)
{
    duel_put(c->err, "duel: ");
    duel_render(c->lang, why, c->err);
    duel_put(c->err, "\n");
    return status == DUEL_BAD ? MORIARTY_WRONG_USAGE : MORIARTY_NO;
}

int moriarty_fail_at(const duel_console *c, duel_status status, const char *place,
                     size_t number, const duel_msg *why)
{
    duel_put(c->err, "duel: ");
    duel_tell(c->lang, c->err, place, "i", (int64_t)number);
    duel_render(c->lang, why, c->err);
    duel_put(c->err, "\n");
    return status == DUEL_FULL ? MORIARTY_NO : MORIARTY_WRONG_USAGE;
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
