/* front/notices.c -- see notices.h. */
#include "front/notices.h"
#include "base/screen.h"

#include <stdio.h>
#include <stdlib.h>

/* A notice is one line, whatever was said about why. */
static void flatten(duel_buf *text)
{
    for (size_t i = 0; i < text->len; i++)
        if (text->text[i] == '\n')
            text->text[i] = ' ';
}

/* Opened for each: nothing is lost with a program that is killed. */
static void write_notice(const char *log, const duel_table *t, const duel_notice *n)
{
    duel_buf text;
    duel_screen line;
    FILE *file = fopen(log, "ae");
    if (file == NULL)
        return;
    duel_buf_init(&text);
    duel_notice_print(n, &text.sink);
    flatten(&text);
    duel_screen_init(&line, file);
    duel_putf(&line.sink, "%s ", duel_table_id(t));
    duel_put_str(&line.sink, duel_buf_str(&text));
    duel_put(&line.sink, "\n");
    duel_buf_fini(&text);
    fclose(file);
}

bool notices_hear(duel_table *t, duel_notice *out)
{
    const char *log = getenv("DUEL_NOTICES");
    bool any = duel_table_hear(t, out);
    if (any && log && log[0])
        write_notice(log, t, out);
    return any;
}
