/* moriarty/talk.c -- see talk.h. */
#include "games/moriarty/talk.h"

bool moriarty_hear(FILE *in, char *line, size_t room)
{
    size_t len = 0;
    int c;
    while ((c = fgetc(in)) != EOF && c != '\n')
        if (len + 1 < room && c != '\r')
            line[len++] = (char)c;
    line[len] = '\0';
    return c != EOF || len > 0;
}
