/* core/reason.c -- facts: see reason.h. */
#include "core/reason.h"
#include "base/long_work.h"
#include "core/play.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

duel_fact *duel_reason_add(duel_reason *r, int kind)
{
    if (r->count < DUEL_FACTS)
        r->count++;
    duel_fact *f = &r->fact[r->count - 1];
    memset(f, 0, sizeof *f);
    f->kind = kind;
    f->gives = DUEL_GIVES_WHY;
    return f;
}

bool duel_fact_same(const duel_fact *a, const duel_fact *b)
{
    return a->kind == b->kind && memcmp(a->arg, b->arg, sizeof a->arg) == 0;
}

void duel_reason_keep(duel_reason *r, int least, int most)
{
    int kept = 0;
    for (int i = 0; i < r->count; i++)
        if (r->fact[i].gives >= least && r->fact[i].gives <= most && kept++ < i)
            r->fact[kept - 1] = r->fact[i];
    r->count = kept;
}

void duel_reason_drop_against(duel_reason *r)
{
    int kept = 0;
    for (int i = 0; i < r->count; i++)
        if (r->fact[i].speaks >= 0 && kept++ < i)
            r->fact[kept - 1] = r->fact[i];
    r->count = kept;
}

/* Letters beyond ASCII that go on a French word begin with this byte in UTF-8. */
static bool continues_word(char c)
{
    return isalnum((unsigned char)c) || (unsigned char)c == 0xC3;
}

static bool begins_word(const char *text, const char *at)
{
    return at == text || !isalnum((unsigned char)at[-1]);
}

static bool text_says_you(const char *text)
{
    static const char *const words[] = {"you",   "your", "yours", "yourself", "vous",
                                        "votre", "vos",  "vôtre", "vôtres"};
    for (const char *at = text; *at; at++)
        for (size_t i = 0; begins_word(text, at) && i < sizeof words / sizeof *words; i++) {
            size_t len = strlen(words[i]);
            if (strncasecmp(at, words[i], len) == 0 && !continues_word(at[len]))
                return true;
        }
    return false;
}

bool duel_fact_says_you(const duel_fact *f)
{
    bool said = false;
    for (int lang = DUEL_EN; !said && lang <= DUEL_FR; lang++) {
        duel_buf text;
        duel_buf_init(&text);
        duel_render((duel_lang)lang, &f->text, &text.sink);
        said = text_says_you(text.text);
        duel_buf_fini(&text);
    }
    return said;
}

void duel_reason_drop_you(duel_reason *r)
{
    int kept = 0;
    for (int i = 0; i < r->count; i++)
        if (!duel_fact_says_you(&r->fact[i]) && kept++ < i)
            r->fact[kept - 1] = r->fact[i];
    r->count = kept;
}

static const char *look_for(const duel_fact *f, const duel_seek *table)
{
    while (table->look && (table->kind != f->kind || table->speaks != f->speaks))
        table++;
    return table->look;
}

static void put_first(duel_reason *r, int kind, const char *look)
{
    int kept = r->count < DUEL_FACTS ? r->count : DUEL_FACTS - 1;
    duel_fact *f = &r->fact[0];
    memmove(f + 1, f, (size_t)kept * sizeof *f);
    memset(f, 0, sizeof *f);
    r->count = kept + 1;
    f->kind = kind;
    f->gives = DUEL_GIVES_KIND;
    duel_say(&f->text, look, "");
}

void duel_reason_seek(duel_reason *r, const duel_seek table[])
{
    for (int i = 0; i < r->count; i++) {
        const char *look = look_for(&r->fact[i], table);
        if (look) {
            put_first(r, r->fact[i].kind, look);
            return;
        }
    }
}

void duel_explain(const duel_variant *v, const void *view, int seat, const duel_move turn[],
                  int count, duel_reason *out)
{
    duel_long_work_door(DUEL_LONG_WORK_LENS);
    memset(out, 0, sizeof *out);
    if (v->game->teaching.explain && count > 0)
        v->game->teaching.explain(v, view, seat, turn, count, out);
}

void duel_explain_why(const duel_variant *v, const void *view, int seat, const duel_move turn[],
                      int count, duel_reason *out)
{
    duel_explain(v, view, seat, turn, count, out);
    duel_reason_keep(out, DUEL_GIVES_WHY, DUEL_GIVES_WHY);
}

void duel_explain_ending(const duel_variant *v, const void *view, int seat, duel_reason *out)
{
    memset(out, 0, sizeof *out);
    if (v->game->teaching.ending && duel_is_over(v, view))
        v->game->teaching.ending(v, view, seat, out);
}

static void drop_kind(duel_reason *r, int kind)
{
    int kept = 0;
    for (int i = 0; i < r->count; i++)
        if ((r->fact[i].kind != kind || r->fact[i].gives < DUEL_GIVES_WHY) && kept++ < i)
            r->fact[kept - 1] = r->fact[i];
    r->count = kept;
}

/* Puts the reasons of a later move behind those of the moves before it. */
static void add_later(duel_reason *r, const duel_reason *later)
{
    for (int i = 0; i < later->count; i++)
        drop_kind(r, later->fact[i].kind);
    for (int i = 0; i < later->count && r->count < DUEL_FACTS; i++)
        r->fact[r->count++] = later->fact[i];
}

void duel_explain_each(const duel_variant *v, const void *view, int seat,
                       const duel_move turn[], int count, duel_explain_one *one,
                       duel_reason *out)
{
    static _Thread_local duel_reason later;
    duel_state now;
    memcpy(&now, view, v->state_size);
    one(v, &now, seat, turn[0], out);
    for (int i = 1; i < count; i++) { /* inside a turn nothing is revealed: a view plays on */
        v->game->play(v, &now, turn[i - 1]);
        memset(&later, 0, sizeof later);
        one(v, &now, seat, turn[i], &later);
        duel_reason_keep(&later, DUEL_GIVES_WHY, DUEL_GIVES_WHY);
        add_later(out, &later);
    }
}

duel_mark_verdict duel_judge_mark(const duel_variant *v, const void *view, int seat,
                                  const duel_target *target, duel_reason *out)
{
    memset(out, 0, sizeof *out);
    return v->game->teaching.mark ? v->game->teaching.mark(v, view, seat, target, out)
                                  : DUEL_MARK_NONE;
}
