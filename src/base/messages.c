/* base/messages.c -- rendering: see messages.h. */
#include "base/messages.h"
#include "base/french.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static int by_id(const void *key, const void *entry)
{
    return strcmp(key, ((const duel_french_entry *)entry)->id);
}

static const duel_french_entry *find(const char *id)
{
    return bsearch(id, duel_french, duel_french_count, sizeof *duel_french, by_id);
}

bool duel_has_french(const char *id)
{
    return id[0] == DUEL_BILINGUAL || find(id) != NULL;
}

const char *duel_id_of(const char *letters)
{
    const duel_french_entry *e = find(letters);
    return e ? e->id : NULL;
}

const char *duel_text(duel_lang lang, const char *id)
{
    if (id[0] == DUEL_BILINGUAL)
        return lang == DUEL_FR ? id + strlen(id) + 1 : id + 1;
    const duel_french_entry *e = lang == DUEL_FR ? find(id) : NULL;
    return e ? e->text : id;
}

static void put_arg(duel_lang lang, const duel_msg *m, const duel_arg *a, duel_sink *out)
{
    switch (a->kind) {
    case DUEL_ARG_NUMBER:
        duel_putf(out, "%lld", (long long)a->number);
        break;
    case DUEL_ARG_TEXT:
    case DUEL_ARG_MEANT:
        duel_put(out, m->text + a->at);
        break;
    case DUEL_ARG_WORD:
        duel_put(out, duel_text(lang, a->word));
        break;
    }
}

/* Of "one|many}", writes the half that the number asks for. French counts 0 as one. */
static void put_plural(duel_lang lang, int64_t number, const char *words, duel_sink *out)
{
    uint64_t n = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    bool one = lang == DUEL_FR ? n < 2 : n == 1;
    size_t first = strcspn(words, "|}");
    if (one || words[first] != '|') {
        duel_put_str(out, (duel_str){words, first});
        return;
    }
    const char *many = words + first + 1;
    duel_put_str(out, (duel_str){many, strcspn(many, "}")});
}

/* At "{3…": the index and what follows it, or -1 if this is not a placeholder. */
static int placeholder(const duel_msg *m, const char *at)
{
    if (at[0] != '{' || at[1] < '0' || at[1] > '9' || (at[2] != '}' && at[2] != ':'))
        return -1;
    int index = at[1] - '0';
    return index < m->count && strchr(at, '}') ? index : -1;
}

/* The name that was perhaps meant comes last. */
static void put_meant(duel_lang lang, const duel_msg *m, duel_sink *out)
{
    const duel_arg *last = m->count ? &m->arg[m->count - 1] : NULL;
    if (last == NULL || last->kind != DUEL_ARG_MEANT)
        return;
    duel_put(out, " ");
    duel_tell(lang, out, N_("Did you mean {0}?"), "c", m->text + last->at);
}

void duel_render(duel_lang lang, const duel_msg *m, duel_sink *out)
{
    if (m->id == NULL)
        return;
    const char *at = duel_text(lang, m->id);
    while (*at) {
        int index = placeholder(m, at);
        if (index < 0) {
            size_t plain = 1 + strcspn(at + 1, "{");
            duel_put_str(out, (duel_str){at, plain});
            at += plain;
            continue;
        }
        const duel_arg *a = &m->arg[index];
        if (at[2] == ':')
            put_plural(lang, a->kind == DUEL_ARG_NUMBER ? a->number : 1, at + 3, out);
        else
            put_arg(lang, m, a, out);
        at = strchr(at, '}') + 1;
    }
    put_meant(lang, m, out);
}

void duel_tell(duel_lang lang, duel_sink *out, const char *id, const char *kinds, ...)
{
    duel_msg m;
    va_list args;
    va_start(args, kinds);
    duel_say_list(&m, id, kinds, &args);
    va_end(args);
    duel_render(lang, &m, out);
}

duel_lang duel_lang_of(const char *name)
{
    return name && name[0] == 'f' && name[1] == 'r' ? DUEL_FR : DUEL_EN;
}
