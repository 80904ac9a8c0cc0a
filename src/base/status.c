/* base/status.c -- building messages: see status.h. */
#include "base/status.h"
#include "base/messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A message is one line wherever it is told: what would not be seen in it becomes a "?". */
static void copy_line(duel_msg *m, duel_str s)
{
    while (s.len) {
        const char *at = s.at;
        uint32_t code;
        bool seen = duel_str_character(&s, &code) && code >= ' ' && !duel_is_control(code);
        size_t n = seen ? (size_t)(s.at - at) : 1;
        memcpy(m->text + m->used, seen ? at : "?", n);
        m->used += n;
    }
}

/* Copies a text into the message, cut on a character's boundary if it does not fit. */
static size_t keep_text(duel_msg *m, duel_str s)
{
    static const char more[] = "…";
    size_t at = m->used, room = sizeof m->text - m->used - 1;
    size_t len = s.len;
    if (len > room) {
        len = room > sizeof more ? room - sizeof more : 0;
        while (len && duel_char_goes_on(s.at[len]))
            len--;
    }
    copy_line(m, (duel_str){s.at, len});
    if (len < s.len && room > sizeof more) {
        memcpy(m->text + m->used, more, sizeof more - 1);
        m->used += sizeof more - 1;
    }
    m->text[m->used] = '\0';
    if (m->used + 1 < sizeof m->text)
        m->used++;
    return at;
}

void duel_say_list(duel_msg *m, const char *id, const char *kinds, va_list *args)
{
    if (m == NULL)
        return;
    memset(m, 0, sizeof *m);
    m->id = id;
    for (; *kinds; kinds++) {
        DUEL_REQUIRE(m->count < DUEL_MSG_ARGS);
        duel_arg *a = &m->arg[m->count++];
        switch (*kinds) {
        case 'i':
            *a = (duel_arg){.kind = DUEL_ARG_NUMBER, .number = va_arg(*args, int64_t)};
            break;
        case 's':
            *a = (duel_arg){.kind = DUEL_ARG_TEXT, .at = keep_text(m, va_arg(*args, duel_str))};
            break;
        case 'c':
            *a = (duel_arg){.kind = DUEL_ARG_TEXT,
                            .at = keep_text(m, duel_str_of(va_arg(*args, const char *)))};
            break;
        case 'w':
            *a = (duel_arg){.kind = DUEL_ARG_WORD, .word = va_arg(*args, const char *)};
            break;
        default:
            duel_broken("a kind of argument is one of i s c w", __FILE__, __LINE__);
        }
    }
}

void duel_say_meant(duel_msg *m, const char *name)
{
    bool asked = m && m->count && m->arg[m->count - 1].kind == DUEL_ARG_MEANT;
    if (m == NULL || m->id == NULL || asked || m->count == DUEL_MSG_ARGS ||
        strlen(name) >= sizeof m->text - m->used - 1)
        return;
    m->arg[m->count++] =
        (duel_arg){.kind = DUEL_ARG_MEANT, .at = keep_text(m, duel_str_of(name))};
}

#define SAY(m)                                                                                 \
    do {                                                                                       \
        va_list args;                                                                          \
        va_start(args, kinds);                                                                 \
        duel_say_list(m, id, kinds, &args);                                                    \
        va_end(args);                                                                          \
    } while (0)

void duel_say(duel_msg *m, const char *id, const char *kinds, ...)
{
    SAY(m);
}

duel_status duel_refuse(duel_msg *why, const char *id, const char *kinds, ...)
{
    SAY(why);
    return DUEL_REFUSED;
}

duel_status duel_invalid(duel_msg *why, const char *id, const char *kinds, ...)
{
    SAY(why);
    return DUEL_INVALID;
}

duel_status duel_fail(duel_msg *why, const char *id, const char *kinds, ...)
{
    SAY(why);
    return DUEL_FAILED;
}

duel_status duel_no_space(duel_msg *why)
{
    duel_say(why, N_("Not enough memory."), "");
    return DUEL_NO_SPACE;
}

/* In both languages: the language of the reader is not known here. */
static void say_last_words(const char *sentence)
{
    for (int lang = DUEL_EN; lang <= DUEL_FR; lang++)
        fprintf(stderr, "%s\n", duel_text((duel_lang)lang, sentence));
}

void duel_out_of_memory(void)
{
    say_last_words(
        N_("duel: Not enough memory to go on by the rules of the game. The program ends here; "
           "a game that is kept can be taken up again."));
    abort();
}

void duel_broken(const char *rule, const char *file, int line)
{
    say_last_words(
        N_("duel: The program has met a mistake of its own and ends here, before it does "
           "harm; a game that is kept can be taken up again. Please report this line:"));
    fprintf(stderr, "%s:%d: %s\n", file, line, rule);
    abort();
}
