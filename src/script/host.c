/* script/host.c -- see host.h. */
#include "script/host.h"
#include "script/flat.h"
#include "script/process.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum {
    SOURCE_MOST = 1 << 20, /* bytes of a file */
    STARTS_MOST = 200      /* a file that fails so often is not started again */
};

/* ---- failures in words --------------------------------------------------------------------
 */

static duel_status say_error(const script_host *h, int64_t line, duel_str function,
                             duel_str detail, duel_msg *why)
{
    if (line && function.len)
        return duel_fail(why, N_("{0}:{1}: in {2}: {3}"), "ciss", h->name, line, function,
                         detail);
    if (line)
        return duel_fail(why, N_("{0}:{1}: {2}"), "cis", h->name, line, detail);
    return duel_fail(why, h->kind->words[TALK_ERROR], "css", h->name, function, detail);
}

duel_status script_host_fault(const script_host *h, duel_str *answer, duel_msg *why)
{
    flat_item kind, line, function, detail;
    if (!flat_take(answer, &kind) || !flat_take(answer, &line) ||
        !flat_take(answer, &function) || !flat_take(answer, &detail) ||
        kind.number <= TALK_OK || kind.number >= TALK_ANSWERS ||
        h->kind->words[kind.number] == NULL)
        return duel_bad(why, N_("{0}: the process of the file answers nonsense."), "c",
                        h->name);
    if (kind.number == TALK_ERROR)
        return say_error(h, line.number, function.text, detail.text, why);
    duel_str name = function.text.len ? function.text : duel_str_of(h->name);
    return duel_fail(why, h->kind->words[kind.number], "cssi", h->name, name, detail.text,
                     line.number);
}

static duel_status take_answer(script_host *h, duel_str *answer, duel_msg *why)
{
    flat_item kind;
    duel_str rest = duel_buf_str(&h->in);
    if (flat_take(&rest, &kind) && kind.kind == FLAT_INT && kind.number == TALK_OK) {
        *answer = rest;
        return DUEL_OK;
    }
    rest = duel_buf_str(&h->in);
    return script_host_fault(h, &rest, why);
}

static duel_status load(script_host *h, duel_str *description, duel_msg *why)
{
    duel_buf question;
    duel_buf_init(&question);
    flat_put_int(&question, TALK_LOAD);
    flat_put_nil(&question);
    flat_put_bool(&question, false);
    flat_put_text(&question, duel_str_of(h->name));
    flat_put_text(&question, duel_buf_str(&h->source));
    duel_status status = process_begin(h, why);
    if (status == DUEL_OK)
        status = process_ask(h, duel_buf_str(&question), why);
    if (status == DUEL_OK)
        status = take_answer(h, description, why);
    duel_buf_fini(&question);
    return status;
}

/* ---- reading, starting, asking ------------------------------------------------------------
 */

static duel_status read_source(script_host *h, const char *path, duel_msg *why)
{
    char part[4096];
    size_t n;
    FILE *f = fopen(path, "r");
    if (f == NULL)
        return duel_bad(why, N_("{0}: {1}"), "cc", path, strerror(errno));
    while ((n = fread(part, 1, sizeof part, f)) > 0 && h->source.len <= SOURCE_MOST)
        duel_put_str(&h->source.sink, (duel_str){part, n});
    bool read_error = ferror(f) != 0;
    fclose(f);
    if (read_error)
        return duel_bad(why, N_("{0}: it cannot be read."), "c", path);
    if (h->source.len > SOURCE_MOST)
        return duel_bad(why, N_("{0}: the file is larger than a megabyte."), "c", path);
    return h->source.failed ? duel_full(why) : DUEL_OK;
}

static void name_after(script_host *h, const char *path)
{
    const char *slash = strrchr(path, '/');
    snprintf(h->name, sizeof h->name, "%s", slash ? slash + 1 : path);
}

duel_status script_host_start(script_host *h, const script_kind *kind, const char *path,
                              duel_str *description, duel_msg *why)
{
    *h = (script_host){.kind = kind};
    pthread_mutex_init(&h->life, NULL);
    name_after(h, path);
    duel_buf_init(&h->source);
    duel_buf_init(&h->in);
    duel_buf_init(&h->out);
    duel_status status = read_source(h, path, why);
    if (status == DUEL_OK && kind->prepare)
        kind->prepare(&h->source);
    if (status == DUEL_OK)
        status = load(h, description, why);
    if (status != DUEL_OK)
        script_host_stop(h);
    return status;
}

void script_host_stop(script_host *h)
{
    process_end(h);
    duel_buf_fini(&h->source);
    duel_buf_fini(&h->in);
    duel_buf_fini(&h->out);
    pthread_mutex_destroy(&h->life);
}

void script_host_begin(script_host *h, talk_what what, duel_str options)
{
    duel_buf_clear(&h->out);
    flat_put_int(&h->out, what);
    duel_put_str(&h->out.sink, options);
    flat_put_bool(&h->out, h->doubting);
}

duel_status script_host_ask(script_host *h, duel_str *answer, duel_msg *why)
{
    duel_str unused;
    duel_status status = DUEL_OK;
    if (h->pid == 0 && h->starts >= STARTS_MOST)
        return duel_fail(why, N_("{0}: the file has failed too often."), "c", h->name);
    if (h->pid == 0)
        status = load(h, &unused, why);
    if (status == DUEL_OK)
        status = process_ask(h, duel_buf_str(&h->out), why);
    return status == DUEL_OK ? take_answer(h, answer, why) : status;
}
