/* script/load.c -- see load.h. */
#include "script/load.h"
#include "script/inside.h"
#include "sheets/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool ends_with(duel_str name, const char *end)
{
    size_t n = strlen(end);
    return name.len > n && memcmp(name.at + name.len - n, end, n) == 0;
}

/* ---- sheets ----------------------------------------------------------------------------- */

static void close_sheet(void *self)
{
    sheets_close(self);
}

static duel_status open_sheet(const char *path, script_file *out, duel_msg *why)
{
    sheets_game *g;
    duel_status status = sheets_open(path, &g, why);
    if (status == DUEL_OK)
        *out = (script_file){sheets_table(g), g, NULL, close_sheet};
    return status;
}

/* ---- Lua and Prolog --------------------------------------------------------------------- */

static void close_script(void *self)
{
    script_game *s = self;
    script_parent_stop(&s->host);
    for (int i = 0; i < s->variants; i++)
        script_variant_free(s->variant[i]);
    for (uint32_t i = 0; i < s->moves; i++)
        duel_buf_fini(&s->move[i]);
    for (int i = 0; i < s->texts; i++)
        free(s->text[i]);
    free(s->variant);
    free(s->move);
    free(s->move_slot);
    free(s->text);
    duel_buf_fini(&s->tones);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

static void hush_script(void *self)
{
    script_refuse_all(&((script_game *)self)->host);
}

static void install(script_game *s)
{
    s->game.id = s->id;
    script_rules_install(s);
    script_speed_install(s);
    script_notation_install(s);
    script_picture_install(s);
    script_reasons_install(s);
}

static duel_status open_script(const script_kind *kind, const char *path, script_file *out,
                               duel_msg *why)
{
    duel_str description;
    script_game *s = calloc(1, sizeof *s);
    if (s == NULL)
        return duel_no_space(why);
    duel_status status = script_parent_start(&s->host, kind, path, &description, why);
    if (status != DUEL_OK) {
        free(s);
        return status;
    }
    pthread_mutex_init(&s->lock, NULL);
    duel_buf_init(&s->tones);
    s->graph_most = GRAPH_MOST;
    snprintf(s->id, sizeof s->id, "%s", s->host.name);
    status = script_describe(s, description, why);
    if (status == DUEL_OK) {
        install(s);
        *out = (script_file){&s->game, s, hush_script, close_script};
    } else {
        close_script(s);
    }
    return status;
}

duel_status script_open_lua(const char *path, script_file *out, duel_msg *why)
{
    return open_script(&script_kind_lua, path, out, why);
}

static duel_status open_prolog(const char *path, script_file *out, duel_msg *why)
{
    return open_script(&script_kind_prolog, path, out, why);
}

/* ---- the kinds -------------------------------------------------------------------------- */

/* The kinds of files, by the ends of their names. */
static const struct file_kind {
    const char *end;
    duel_status (*open)(const char *path, script_file *out, duel_msg *why);
} kinds[] = {{".lua", script_open_lua},
             {".pl", open_prolog},
             {".kif", open_sheet},
             {".so", script_open_plugin}};
enum { KINDS = sizeof kinds / sizeof *kinds };

bool script_is_file(duel_str name)
{
    for (int i = 0; i < KINDS; i++)
        if (ends_with(name, kinds[i].end))
            return true;
    return false;
}

/* A dot in its last part, or a folder before it: no game of the house is called so. */
bool script_looks_like_file(duel_str name)
{
    return memchr(name.at, '.', name.len) || memchr(name.at, '/', name.len);
}

duel_status script_open(const char *path, script_file *out, duel_msg *why)
{
    for (int i = 0; i < KINDS; i++)
        if (ends_with(duel_str_of(path), kinds[i].end))
            return kinds[i].open(path, out, why);
    return script_refuse_kind(duel_str_of(path), why);
}

duel_status script_refuse_kind(duel_str name, duel_msg *why)
{
    return duel_invalid(
        why,
        N_("{0}: a game is a file whose name ends in .lua (docs/lua.md), .pl (Prolog, "
           "docs/prolog.md), .kif (a rule sheet, docs/rules.md) or .so (a plug-in in C)."),
        "s", name);
}

void script_close(script_file *f)
{
    if (f->close)
        f->close(f->self);
    f->close = NULL;
}

void script_stop_all(const script_file *f)
{
    if (f->hush)
        f->hush(f->self);
}
