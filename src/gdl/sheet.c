/* gdl/sheet.c -- a sheet opened and closed, and how its rules are named to people. */
#include "gdl/sheet.h"
#include "gdl/kif.h"
#include "gdl/read.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

gdl_functor gdl_sheet_functor(gdl_terms *t, gdl_word w)
{
    static const int arity[GDL_WORDS] = {
        [GDL_INIT] = 1, [GDL_TRUE] = 1,  [GDL_NEXT] = 1,           [GDL_ROLE] = 1,
        [GDL_DOES] = 2, [GDL_GOAL] = 2,  [GDL_LEGAL] = 2,          [GDL_TERMINAL] = GDL_PLAIN,
        [GDL_BASE] = 1, [GDL_INPUT] = 2, [GDL_RANDOM] = GDL_PLAIN, [GDL_ANONYMOUS] = GDL_PLAIN,
    };
    return gdl_functor_of(t, w, arity[w]);
}

/* ---- messages --------------------------------------------------------------------------- */

static void say_rule(duel_msg *m, const gdl_rule *r, const char *id, duel_str word)
{
    duel_buf text;
    duel_buf_init(&text);
    gdl_kif_put(r->source, &text.sink);
    duel_str rule = duel_buf_str(&text);
    size_t room = DUEL_MSG_TEXT - 8 - (word.len < 60 ? word.len : 60);
    if (rule.len > room)
        rule.len = room;
    if (word.len > 60)
        word.len = 60;
    duel_say(m, id, "iss", (int64_t)r->line, rule, word);
    duel_buf_fini(&text);
}

_Noreturn void gdl_refuse_rule(gdl_sheet *s, const gdl_rule *r, const char *id, duel_str word)
{
    say_rule(&s->job.why, r, id, word);
    gdl_leave(&s->job, DUEL_BAD);
}

void gdl_warn_rule(gdl_sheet *s, const gdl_rule *r, const char *id, duel_str word)
{
    if (s->warnings < GDL_WARNINGS)
        say_rule(&s->warning[s->warnings], r, id, word);
    s->warnings++;
}

/* ---- opening ---------------------------------------------------------------------------- */

typedef struct sheet_reading {
    gdl_sheet *sheet;
    duel_str text;
} sheet_reading;

/* In the order of the facts; a role named twice is one role. */
static void find_roles(gdl_sheet *s)
{
    gdl_functor role = gdl_sheet_functor(&s->terms, GDL_ROLE);
    gdl_list found = {0};
    for (size_t i = 0; i < s->count; i++) {
        const gdl_rule *r = &s->rule[i];
        if (r->count || gdl_code_is_call(*r->head) ||
            gdl_term_functor(&s->terms, *r->head) != role)
            continue;
        gdl_term who = gdl_term_argument(&s->terms, *r->head, 0);
        bool again = false;
        for (size_t k = 0; k < found.count; k++)
            again |= found.at[k] == who;
        if (!again)
            gdl_push(&s->job, &found, who);
    }
    s->role = found.at;
    s->roles = (uint32_t)found.count;
}

static void read_whole_sheet(void *what)
{
    sheet_reading *reading = what;
    gdl_sheet *s = reading->sheet;
    s->text = gdl_take(&s->job, reading->text.len + 1, 1);
    if (reading->text.len)
        memcpy(s->text, reading->text.at, reading->text.len);
    gdl_terms_init(&s->terms, &s->job);
    gdl_read_rules(s, (duel_str){s->text, reading->text.len});
    find_roles(s);
    if (s->roles == 0) {
        duel_say(&s->job.why, N_("The sheet names no role: (role NAME) is missing."), "");
        gdl_leave(&s->job, DUEL_BAD);
    }
    gdl_sheet_check(s);
}

duel_status gdl_sheet_read(duel_str text, gdl_sheet **out, duel_msg *why)
{
    if (text.len > GDL_SHEET_BYTES)
        return duel_bad(why, N_("The rule sheet is too long: {0} bytes at most."), "i",
                        (int64_t)GDL_SHEET_BYTES);
    gdl_sheet *s = malloc(sizeof *s);
    if (s == NULL)
        return duel_full(why);
    *s = (gdl_sheet){.count = 0};
    gdl_job_init(&s->job, (gdl_limits){.seconds = 60, .bytes = (size_t)256 << 20});
    sheet_reading reading = {s, text};
    duel_status status = gdl_job_do(&s->job, read_whole_sheet, &reading, why);
    if (status == DUEL_OK)
        *out = s;
    else
        gdl_sheet_free(s);
    return status;
}

void gdl_sheet_free(gdl_sheet *s)
{
    if (s == NULL)
        return;
    gdl_job_fini(&s->job);
    free(s);
}

duel_status gdl_sheet_load(const char *path, gdl_sheet **out, duel_msg *why)
{
    FILE *f = fopen(path, "rb");
    if (f == NULL)
        return duel_fail(why, N_("{0}: {1}"), "cc", path, strerror(errno));
    char *text = malloc(GDL_SHEET_BYTES + 1);
    size_t size = text ? fread(text, 1, GDL_SHEET_BYTES + 1, f) : 0;
    bool broken = ferror(f) != 0;
    fclose(f);
    duel_status status = text == NULL ? duel_full(why)
                         : broken ? duel_fail(why, N_("{0}: {1}"), "cc", path, strerror(EIO))
                                  : gdl_sheet_read((duel_str){text, size}, out, why);
    free(text);
    return status;
}
