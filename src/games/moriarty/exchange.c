/* moriarty/exchange.c -- see exchange.h. */
#include "games/moriarty/exchange.h"

#include "core/record.h"
#include "core/variant.h"
#include "games/moriarty/arguments.h"
#include "games/moriarty/ggf.h"
#include "games/moriarty/wthor.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { NAME = 1024 };
typedef enum form { GGF, WTHOR } form;

static bool ends_with(duel_str name, const char *ending)
{
    size_t len = strlen(ending);
    return name.len > len &&
           duel_str_same_word((duel_str){name.at + name.len - len, len}, ending);
}

static duel_status form_of(duel_str name, form *out, duel_msg *why)
{
    if (!ends_with(name, ".wtb") && !ends_with(name, ".ggf"))
        return duel_bad(why, N_("The name of a file of games ends in .wtb or .ggf."), "");
    *out = ends_with(name, ".wtb") ? WTHOR : GGF;
    return DUEL_OK;
}

/* ---- from others --------------------------------------------------------------------------
 */

typedef struct importing {
    const duel_console *c;
    duel_variant v;
    duel_buf file;
    const char *folder; /* NULL: one game is printed */
    uint64_t wanted;    /* that one, counted from 1 */
    uint64_t games;     /* taken so far */
} importing;

static duel_status record_of(const duel_variant *v, const moriarty_filed *f, duel_record *out,
                             duel_msg *why)
{
    const moriarty_game *g = &f->game;
    duel_status status = DUEL_OK;
    duel_record_init(out, v);
    moriarty_print_state(v, &g->start, &out->start.sink);
    out->ending = f->ending;
    out->loser = f->loser;
    for (int i = 0; status == DUEL_OK && i < g->count; i++)
        status = duel_record_add(out, (duel_move)g->move[i], why);
    if (status != DUEL_OK)
        duel_record_fini(out);
    return status;
}

/* FOLDER/00001.record and so on. */
static duel_status keep_record(const importing *m, const duel_record *r, duel_msg *why)
{
    char name[NAME];
    duel_buf text;
    duel_buf_init(&text);
    duel_record_print(r, &text.sink);
    snprintf(name, sizeof name, "%s/%05llu.record", m->folder, (unsigned long long)m->games);
    duel_status status = moriarty_write_file(name, duel_buf_str(&text), why);
    duel_buf_fini(&text);
    return status;
}

static void tell_list(const importing *m, const moriarty_filed *f)
{
    duel_put(m->c->out, m->games > 1 ? ", \"" : "\"");
    moriarty_list_print(&m->v, &f->game, m->c->out);
    duel_put(m->c->out, "\"");
}

static duel_status take_filed(importing *m, const moriarty_filed *f, duel_msg *why)
{
    duel_record r;
    duel_status status = record_of(&m->v, f, &r, why);
    if (status != DUEL_OK)
        return status;
    m->games++;
    if (m->folder)
        status = keep_record(m, &r, why);
    if (m->c->json)
        tell_list(m, f);
    else if (m->folder == NULL && m->games == m->wanted)
        duel_record_print(&r, m->c->out);
    duel_record_fini(&r);
    return status;
}

static duel_status read_ggf_file(importing *m, bool keep, duel_msg *why)
{
    duel_str rest = duel_str_trim(duel_buf_str(&m->file));
    duel_status status = DUEL_OK;
    for (size_t number = 1; status == DUEL_OK && (rest.len || number == 1); number++) {
        moriarty_filed f;
        status = moriarty_ggf_read(&m->v, &rest, &f, why);
        if (status != DUEL_OK)
            return moriarty_place(m->c, status, N_("Game {0}: {1}"), number, why);
        if (keep)
            status = take_filed(m, &f, why);
    }
    return status;
}

static duel_status read_wthor_file(importing *m, bool keep, duel_msg *why)
{
    uint32_t games;
    duel_str bytes = duel_buf_str(&m->file);
    duel_status status = moriarty_wthor_open(bytes, &games, why);
    for (uint32_t i = 0; status == DUEL_OK && i < games; i++) {
        moriarty_filed f = {.ending = DUEL_BY_RULES};
        status = moriarty_wthor_read(&m->v, bytes, i, &f.game, why);
        if (status != DUEL_OK)
            return moriarty_place(m->c, status, N_("Game {0}: {1}"), i + 1, why);
        if (keep)
            status = take_filed(m, &f, why);
    }
    return status;
}

/* All games are looked at before the first is kept. */
static duel_status import_file(importing *m, form kind, duel_msg *why)
{
    duel_status (*read)(importing *, bool, duel_msg *) =
        kind == WTHOR ? read_wthor_file : read_ggf_file;
    duel_status status = read(m, false, why);
    if (status != DUEL_OK)
        return status;
    duel_put(m->c->out, m->c->json ? "{\"lists\": [" : "");
    status = read(m, true, why);
    if (m->c->json)
        duel_putf(m->c->out, "], \"games\": %llu}\n", (unsigned long long)m->games);
    return status;
}

static duel_status end_import(const importing *m, duel_msg *why)
{
    if (m->folder == NULL && !m->c->json && m->wanted > m->games)
        return duel_refuse(why, N_("There is no game {0}: the file has {1}."), "ii",
                           (int64_t)m->wanted, (int64_t)m->games);
    if (m->folder && !m->c->json) {
        duel_tell(m->c->lang, m->c->out, N_("{0} {0:game|games} read."), "i",
                  (int64_t)m->games);
        duel_put(m->c->out, "\n");
    }
    return DUEL_OK;
}

const duel_option moriarty_import_options[] = {
    {"game", DUEL_NUMBER, 1, 1, INT64_C(1) << 32, NULL,
     N_("which game to print, where there is no FOLDER for all of them")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

duel_status moriarty_run_import(const duel_console *c, const duel_args *a, duel_msg *why)
{
    form kind = GGF;
    importing m = {.c = c,
                   .wanted = (uint64_t)a->value[0],
                   .folder = a->word_count > 1 ? a->word[1].at : NULL};
    if (a->word_count == 0)
        return duel_bad(why, N_("Which FILE of games?"), "");
    duel_status status = form_of(a->word[0], &kind, why);
    if (status == DUEL_OK)
        status = duel_variant_make(&duel_game_moriarty, NULL, 0, &m.v, why);
    if (status != DUEL_OK)
        return status;
    duel_buf_init(&m.file);
    status = moriarty_read_file(a->word[0].at, &m.file, why);
    if (status == DUEL_OK)
        status = import_file(&m, kind, why);
    if (status == DUEL_OK)
        status = end_import(&m, why);
    duel_buf_fini(&m.file);
    return status;
}

/* ---- to others ----------------------------------------------------------------------------
 */

static duel_status filed_of(const duel_record *r, moriarty_filed *out, duel_msg *why)
{
    moriarty_state s;
    if (!moriarty_is_othello(&r->variant))
        return duel_refuse(why,
                           N_("Only games on the full board under the usual rules are "
                              "written for other programs."),
                           "");
    duel_status status = duel_record_begin(r, &s, why);
    if (status != DUEL_OK)
        return status;
    *out =
        (moriarty_filed){.game = moriarty_game_of(&s), .ending = r->ending, .loser = r->loser};
    for (size_t i = 0; i < r->count && i < MORIARTY_MAX_GAME; i++) {
        out->game.move[out->game.count++] = (int)r->move[i];
        moriarty_do(&out->game.now, (int)r->move[i]);
    }
    return DUEL_OK;
}

static duel_status read_filed(const char *name, duel_variant *v, moriarty_filed *out,
                              duel_msg *why)
{
    duel_buf text;
    duel_record r;
    duel_buf_init(&text);
    duel_status status = moriarty_read_file(name, &text, why);
    if (status == DUEL_OK)
        status = duel_record_read_as(duel_buf_str(&text), &duel_game_moriarty, &r, why);
    duel_buf_fini(&text);
    if (status != DUEL_OK)
        return status;
    *v = r.variant;
    status = filed_of(&r, out, why);
    duel_record_fini(&r);
    return status;
}

static duel_status add_game(const char *name, form kind, duel_sink *out, duel_msg *why)
{
    duel_variant v;
    moriarty_filed f;
    uint8_t bytes[MORIARTY_WTHOR_GAME];
    duel_status status = read_filed(name, &v, &f, why);
    if (status == DUEL_OK && kind == GGF)
        moriarty_ggf_write(&v, &f, out);
    if (status != DUEL_OK || kind == GGF)
        return status;
    status = moriarty_wthor_write(&f.game, bytes, why);
    if (status == DUEL_OK)
        duel_put_str(out, (duel_str){(const char *)bytes, sizeof bytes});
    return status;
}

static void put_head(int games, duel_sink *out)
{
    uint8_t head[MORIARTY_WTHOR_HEAD];
    time_t now = time(NULL);
    struct tm day = {0};
    gmtime_r(&now, &day);
    moriarty_wthor_head((uint32_t)games,
                        (moriarty_day){day.tm_year + 1900, day.tm_mon + 1, day.tm_mday}, head);
    duel_put_str(out, (duel_str){(const char *)head, sizeof head});
}

static void tell_export(const duel_console *c, int games)
{
    if (c->json)
        duel_putf(c->out, "{\"games\": %d}\n", games);
    else {
        duel_tell(c->lang, c->out, N_("{0} {0:game|games} written."), "i", (int64_t)games);
        duel_put(c->out, "\n");
    }
}

duel_status moriarty_run_export(const duel_console *c, const duel_args *a, duel_msg *why)
{
    form kind = GGF;
    duel_buf bytes;
    int games = a->word_count - 1;
    if (games < 1)
        return duel_bad(why, N_("Write “duel moriarty export FILE RECORD…”."), "");
    duel_status status = form_of(a->word[0], &kind, why);
    duel_buf_init(&bytes);
    if (kind == WTHOR)
        put_head(games, &bytes.sink);
    for (int i = 1; status == DUEL_OK && i <= games; i++) {
        status = add_game(a->word[i].at, kind, &bytes.sink, why);
        if (status != DUEL_OK)
            status = moriarty_place(c, status, N_("Record {0}: {1}"), (size_t)i, why);
    }
    if (status == DUEL_OK)
        status = bytes.failed ? duel_full(why)
                              : moriarty_write_file(a->word[0].at, duel_buf_str(&bytes), why);
    duel_buf_fini(&bytes);
    if (status == DUEL_OK)
        tell_export(c, games);
    return status;
}
