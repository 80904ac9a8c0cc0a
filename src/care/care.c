/* care/care.c -- everything in a base examined, and what is wrong mended: see care.h.
 *
 * One examination serves both: with somewhere to put what is wrong, it mends what it finds. */
#include "care/inside.h"

#include <stdio.h>
#include <string.h>

const char *const duel_fault_words[CARE_FAULT_KINDS] = {
    "file", "game", "summary", "learned", "record", "profile", "reference"};

int64_t care_health_faults(const care_health *h)
{
    int64_t sum = 0;
    for (int i = 0; i < CARE_FAULT_KINDS; i++)
        sum += h->faults[i];
    return sum;
}
/* ---- finding ----------------------------------------------------------------------------- */

void exam_tell(exam *x, care_fault_kind kind, const char *name, const duel_msg *why)
{
    care_fault f = {.kind = kind, .why = *why};
    snprintf(f.name, sizeof f.name, "%s", name);
    x->health->faults[kind]++;
    if (x->care->found)
        x->care->found(x->care->self, &f);
    if (x->aside)
        care_aside_reason(x->aside, f.name, why);
}

duel_status exam_step(exam *x)
{
    x->done++;
    if (x->total < x->done) /* it could not be counted, or there is more by now */
        x->total = x->done;
    bool go_on = !x->care->step || x->care->step(x->care->self, x->done, x->total);
    return go_on ? DUEL_OK : DUEL_STOPPED;
}

duel_status exam_read_on(exam *x, duel_status status, const char *name, const duel_msg *why)
{
    if (status != DUEL_FAILED || x->aside)
        return status;
    exam_tell(x, CARE_FAULT_FILE, name, why);
    return DUEL_OK;
}

duel_status exam_move_aside(exam *x, store_which which, duel_msg *why)
{
    return maintain_remove(x->store, &which, care_aside_row, x->aside, why);
}

duel_status exam_end(exam *x, duel_status status, duel_msg *why)
{
    if (status == DUEL_OK && x->aside && !care_aside_sync(x->aside))
        status = duel_fail(why, N_("What is broken could not be moved aside."), "");
    return maintain_end(x->store, status, why);
}

bool exam_keep_key(void *to, duel_str key)
{
    exam_keys *l = to;
    duel_put_str(&l->text.sink, (duel_str){(const char *)&key.len, sizeof key.len});
    duel_put_str(&l->text.sink, key);
    duel_put_char(&l->text.sink, '\0');
    return !l->text.failed;
}

bool exam_next_key(const exam_keys *l, duel_str *key)
{
    const char *at = key->at ? key->at + key->len + 1 : l->text.text;
    if (at >= l->text.text + l->text.len)
        return false;
    memcpy(&key->len, at, sizeof key->len);
    key->at = at + sizeof key->len;
    return true;
}
/* ---- the whole --------------------------------------------------------------------------- */

static bool tell_file_fault(void *to, duel_str text)
{
    duel_msg why;
    duel_say(&why, N_("SQLite finds: {0}"), "s", text);
    exam_tell(to, CARE_FAULT_FILE, "", &why);
    return true;
}

static duel_status examine_file(exam *x, duel_msg *why)
{
    if (x->aside)
        return DUEL_OK; /* its file is sound, or there is another one by now */
    return exam_read_on(x, maintain_file(x->store, tell_file_fault, x, why), "", why);
}

static duel_status examine(exam *x, duel_msg *why)
{
    store_sizes sizes = {.games = 0};
    duel_status status = exam_read_on(x, maintain_sizes(x->store, &sizes, why), "", why);
    x->total = sizes.games + sizes.runs;
    if (status == DUEL_OK)
        status = examine_file(x, why);
    if (status == DUEL_OK)
        status = exam_games(x, why);
    if (status == DUEL_OK)
        status = exam_learned(x, why);
    if (status == DUEL_OK)
        status = exam_records(x, TABLE_EXERCISE, why);
    if (status == DUEL_OK)
        status = exam_records(x, TABLE_DAILY, why);
    if (status == DUEL_OK)
        status = exam_people(x, why);
    return status == DUEL_OK ? exam_references(x, why) : status;
}

duel_status care_examine(data_store *store, const care_setup *care, care_aside *aside,
                         care_health *out, duel_msg *why)
{
    exam x = {.care = care, .health = out, .aside = aside};
    duel_msg said = {.id = NULL}; /* what cannot be read is told as a fault: nobody need ask */
    *out = (care_health){.games = 0};
    duel_status status = store_open_second(store, &x.store, &said);
    if (status == DUEL_OK && aside)
        status = maintain_unbind(x.store, &said);
    if (status == DUEL_OK)
        status = examine(&x, &said);
    store_close(x.store);
    if (status != DUEL_OK && why)
        *why = said;
    return status;
}

duel_status care_check(data_store *store, const care_setup *care, care_health *out,
                       duel_msg *why)
{
    return care_examine(store, care, NULL, out, why);
}
