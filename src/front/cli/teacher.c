/* front/cli/teacher.c -- see teacher.h. */
#include "front/cli/teacher.h"
#include "base/typed.h"
#include "core/play.h"
#include "front/phrase.h"

#include <stdio.h>
#include <string.h>
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

order teacher_order(duel_str line)
{
    bool letter = line.len == 1 && !duel_str_is(line, "?") && !duel_str_is(line, "q");
    return letter ? ORDER_NONE : order_read(&line);
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

typedef struct profile_search {
    const char *name; /* NULL: the only one */
    char *id;
    int found;
    duel_nearest near;
} profile_search;

static bool match_profile(void *to, const char *id, duel_str name)
{
    profile_search *s = to;
    bool fits = s->name == NULL || duel_str_is(name, s->name) || strcmp(id, s->name) == 0;
    duel_nearest_try(&s->near, name);
    if (fits && strlen(id) < DUEL_PROFILE_TEXT) {
        memcpy(s->id, id, strlen(id) + 1);
        s->found++;
    }
    return true;
}

duel_status teacher_profile(duel_store *store, const char *name, char id[DUEL_PROFILE_TEXT],
                            duel_msg *why)
{
    profile_search s = {.name = name, .id = id};
    duel_nearest_begin(&s.near, duel_str_of(name ? name : ""));
    duel_status status = duel_store_profiles(store, match_profile, &s, why);
    if (status != DUEL_OK || s.found == 1)
        return status;
    if (s.found)
        return duel_bad(why, N_("Several play here: say who with --profile NAME."), "");
    return name ? duel_nearest_ask(&s.near,
                                   duel_refuse(why, N_("There is no such profile."), ""), why)
                : duel_refuse(why,
                              N_("Nobody has a profile here: the page (duel serve) makes "
                                 "one. A RECORD needs none."),
                              "");
}
