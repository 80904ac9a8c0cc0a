/* games/matches.c -- a heap of matches, drawn: see matches.h. */
#include "games/matches.h"

enum { SHOWN = 60, PER_ROW = 20, GROUP = 5 };

static void draw_row(int64_t count, const char *piece, duel_pen *pen)
{
    duel_put(pen->out, "  ");
    for (int64_t i = 0; i < count; i++)
        duel_putf(pen->out, "%s%s", i && i % GROUP == 0 ? "  " : " ", piece);
    duel_put(pen->out, "\n");
}

void matches_draw(int64_t count, duel_pen *pen)
{
    int64_t shown = count > SHOWN ? SHOWN : count;
    for (int64_t at = 0; at < shown; at += PER_ROW) {
        int64_t row = shown - at < PER_ROW ? shown - at : PER_ROW;
        draw_row(row, pen->utf8 ? "●" : "o", pen);
        draw_row(row, pen->utf8 ? "┃" : "|", pen);
    }
    duel_put(pen->out, "  ");
    if (count > shown)
        duel_put(pen->out, pen->utf8 ? "… " : "... ");
    duel_tell(pen->lang, pen->out, N_("{0} {0:match|matches}"), "i", count);
    duel_put(pen->out, "\n");
}

void matches_scene(int64_t count, int pickable, duel_scene *s)
{
    int64_t shown = count > SHOWN ? SHOWN : count;
    s->width = (float)PER_ROW;
    s->height = (float)(2 * ((shown + PER_ROW - 1) / PER_ROW) + 1);
    for (int64_t i = 0; i < shown; i++) {
        duel_target id = duel_target_of("match:%lld", (long long)i);
        duel_element *e = duel_scene_add(s, DUEL_PIECE, id.text, (float)(i % PER_ROW),
                                         (float)(2 * (i / PER_ROW)), 1, 2);
        e->shape = "match";
        int64_t from_end = shown - i;
        if (from_end <= pickable)
            e->target = duel_target_of("take:%lld", (long long)from_end);
    }
    duel_element *n = duel_scene_add(s, DUEL_COUNTER, "matches", 0, s->height - 1, 4, 1);
    n->number = count;
    duel_say(&n->label, N_("{0} {0:match|matches}"), "i", count);
}
