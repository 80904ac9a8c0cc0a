/* front/board_flags.c -- see board_flags.h. */
#include "front/board_flags.h"

#include "core/reason.h"
#include "core/scene.h"
#include "core/scene_text.h"

#include <string.h>

static int place_of(const flags *f, const char *target)
{
    for (int i = 0; i < f->count; i++)
        if (strcmp(f->on[i].text, target) == 0)
            return i;
    return -1;
}

bool flags_toggle(flags *f, const duel_target *target)
{
    int at = place_of(f, target->text);
    if (at >= 0) {
        f->on[at] = f->on[--f->count];
        return false;
    }
    if (f->count == FLAGS_MOST)
        return false;
    f->on[f->count++] = *target;
    return true;
}

bool flags_find(const duel_variant *v, const void *view, int seat, duel_str typed,
                duel_target *out)
{
    duel_scene scene;
    bool found = false;
    duel_scene_init(&scene);
    duel_scene_make(v, view, seat, &scene);
    for (int i = 0; i < scene.count && !found; i++) {
        const char *target = scene.element[i].target.text;
        bool cell = strncmp(target, "cell:", 5) == 0;
        found = typed.len &&
                (duel_str_is(typed, target) || (cell && duel_str_is(typed, target + 5)));
        if (found)
            *out = scene.element[i].target;
    }
    duel_scene_fini(&scene);
    return found;
}

/* ---- drawing ----------------------------------------------------------------------------- */

/* A pen before another: it sees what is drawn, and of what. */
typedef struct flag_pen {
    duel_pen pen;
    duel_sink sink;
    duel_pen *inner;
    const flags *flags;
    bool wanted; /* a flag, at the next blank */
} flag_pen;

static flag_pen *of_sink(duel_sink *sink)
{
    return (flag_pen *)((char *)sink - offsetof(flag_pen, sink));
}

static void write_flagged(duel_sink *self, const char *bytes, size_t count)
{
    flag_pen *p = of_sink(self);
    duel_sink *out = p->inner->out;
    const char *blank = p->wanted ? memchr(bytes, ' ', count) : NULL;
    if (blank == NULL) {
        out->write(out, bytes, count);
        return;
    }
    size_t before = (size_t)(blank - bytes);
    p->wanted = false;
    out->write(out, bytes, before);
    duel_put(out, p->inner->utf8 ? "⚑" : "F");
    out->write(out, blank + 1, count - before - 1);
}

static void tone_through(duel_pen *pen, duel_tone tone)
{
    flag_pen *p = (flag_pen *)pen;
    p->inner->tone(p->inner, tone);
}

static void thing_through(duel_pen *pen, const char *id)
{
    flag_pen *p = (flag_pen *)pen;
    p->wanted = id && place_of(p->flags, id) >= 0;
    if (p->inner->thing)
        p->inner->thing(p->inner, id);
}

void flags_draw(const flags *f, const duel_variant *v, const void *view, int seat,
                duel_pen *pen)
{
    flag_pen p = {.pen = *pen, .sink = {.write = write_flagged}, .inner = pen, .flags = f};
    p.pen.out = &p.sink;
    p.pen.tone = pen->tone ? tone_through : NULL;
    p.pen.thing = thing_through;
    duel_draw(v, view, seat, &p.pen);
}

/* ---- judging ----------------------------------------------------------------------------- */

bool flags_judge(const duel_variant *v, const void *view, int seat, const duel_target *target,
                 duel_lang lang, duel_sink *out)
{
    static const char *const signs[] = {
        [DUEL_MARK_OPEN] = "?", [DUEL_MARK_PROVED] = "✓", [DUEL_MARK_WRONG] = "✗"};
    duel_reason why;
    duel_mark_verdict claim = duel_judge_mark(v, view, seat, target, &why);
    if (claim == DUEL_MARK_NONE)
        return false;
    duel_put(out, signs[claim]);
    for (int i = 0; i < why.count; i++) {
        duel_put(out, " ");
        duel_render(lang, &why.fact[i].text, out);
    }
    return true;
}
