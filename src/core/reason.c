/* core/reason.c -- facts: see reason.h. */
#include "core/reason.h"
#include "core/play.h"

#include <string.h>

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
    memset(out, 0, sizeof *out);
    if (v->game->explain && count > 0)
        v->game->explain(v, view, seat, turn, count, out);
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
    if (v->game->ending && duel_is_over(v, view))
        v->game->ending(v, view, seat, out);
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

duel_claim duel_judge_mark(const duel_variant *v, const void *view, int seat,
                           const duel_target *target, duel_reason *out)
{
    memset(out, 0, sizeof *out);
    return v->game->mark ? v->game->mark(v, view, seat, target, out) : DUEL_CLAIM_NONE;
}
