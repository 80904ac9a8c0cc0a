/* front/cli/teacher.c -- see teacher.h. */
#include "front/cli/teacher.h"
#include "core/play.h"
#include "front/phrase.h"

#include <stdio.h>
#include <unistd.h>

bool teacher_hear(teacher *t, duel_str *out)
{
    duel_put(t->c->out, "> ");
    fflush(stdout);
    ssize_t len = getline(&t->line, &t->size, stdin);
    if (len < 0) {
        duel_put(t->c->out, "\n");
        return false;
    }
    if (!isatty(STDIN_FILENO)) /* what a person types shows by itself */
        duel_putf(t->c->out, "%.*s", (int)len, t->line);
    *out = duel_str_trim((duel_str){t->line, (size_t)len});
    return true;
}

void teacher_list_moves(const teacher *t, const duel_variant *v, const void *view)
{
    duel_move list[DUEL_MOVES_MAX];
    duel_buf text;
    int count = v->game->moves(v, view, list);
    duel_buf_init(&text);
    for (int i = 0; i < count; i++) {
        duel_put(&text.sink, i ? " " : "");
        duel_print_move(v, view, list[i], &text.sink);
    }
    phrase_wrap(t->c->out, text.text, TEACHER_WIDTH);
    duel_buf_fini(&text);
}

void teacher_help(const teacher *t)
{
    duel_tell(t->c->lang, t->c->out,
              N_("A move, or: ? (show the answer), moves (list them), q (leave)."), "");
    duel_put(t->c->out, "\n");
}
