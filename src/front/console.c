/* front/console.c -- see console.h. */
#include "front/console.h"
#include "base/clock.h"
#include "front/inside.h"
#include "front/json.h"
#include "front/wording.h"

#include <langinfo.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the flags of every command ---------------------------------------------------------- */

enum { JSON, LANG, HELP };
enum { DATA, LOAD };
static const char *const languages[] = {[DUEL_EN] = "en", [DUEL_FR] = "fr", NULL};
static const duel_option common_options[] = {
    [JSON] = {"json", DUEL_YESNO, 0, 0, 1, NULL, N_("answer with one JSON object")},
    [LANG] = {"lang", DUEL_CHOICE, -1, 0, 1, languages,
              N_("fr or en (default: the language of the locale)")},
    [HELP] = {"help", DUEL_YESNO, 0, 0, 1, NULL, N_("this text")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};
static const duel_flag common_texts[] = {
    [DATA] = {"data", "DIR", N_("where games and learned positions are kept")},
    [LOAD] = {"load", "FILE",
              N_("a game from a file (.lua, .pl, .kif, .so), for saved games and records")},
    {NULL, NULL, NULL}};
static const duel_command common = {"duel", "", "", common_options, common_texts, 0, NULL};

static duel_lang locale_language(void)
{
    const char *names[] = {getenv("LC_ALL"), getenv("LC_MESSAGES"), getenv("LANG")};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i] && names[i][0])
            return duel_lang_of(names[i]);
    return DUEL_EN;
}

void console_init(console *c)
{
    memset(c, 0, sizeof *c);
    duel_terminal_safe_init(&c->out, stdout);
    duel_terminal_safe_init(&c->err, stderr);
    c->to = (duel_console){.out = &c->out.sink,
                           .err = &c->err.sink,
                           .lang = locale_language(),
                           .terminal = isatty(STDERR_FILENO) == 1,
                           .utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0,
                           .print_json = json_print};
}

duel_status console_take_flags(console *c, int *argc, char **argv, duel_msg *why)
{
    duel_args a;
    duel_status status = duel_args_take(&common, argc, argv, &a, why);
    c->to.json = a.value[JSON];
    c->to.data = a.text[DATA];
    c->load = a.text[LOAD];
    c->help = a.value[HELP];
    if (a.value[LANG] >= 0)
        c->to.lang = (duel_lang)a.value[LANG];
    return status;
}

/* ---- help, running, failing -------------------------------------------------------------- */

void console_help(const duel_console *c, const char *called, const duel_command *command)
{
    enum { COLUMNS = 96 };
    duel_buf usage;
    if (c->json) {
        c->print_json(c, json_command(called, command, c->lang));
        return;
    }
    duel_buf_init(&usage);
    duel_putf(&usage.sink, "duel %s ", called);
    duel_command_usage(command, &usage.sink);
    wording_wrap(c->out, usage.text, COLUMNS);
    duel_putf(c->out, "%s\n\n", duel_text(c->lang, command->help));
    duel_command_help(c, command);
    duel_command_help(c, &common);
    duel_buf_fini(&usage);
}

/* A flag of every command may be meant, too. */
static void ask_common_flag(const duel_command *command, int argc, char **argv, duel_msg *why)
{
    duel_str name;
    for (int i = 0; i < argc; i++)
        if (duel_args_strange(command, argv[i], &name))
            duel_ask_flag(&common, name, why);
}

int console_run(const duel_console *c, const char *called, const duel_command *command,
                int argc, char **argv)
{
    duel_msg why;
    duel_status status = duel_command_run(c, called, command, argc, argv, &why);
    bool told = status == DUEL_OK || why.id == NULL;
    if (status == DUEL_INVALID)
        ask_common_flag(command, argc, argv, &why);
    return told ? duel_exit_status(status) : console_fail(c, status, &why);
}

int console_fail(const duel_console *c, duel_status status, const duel_msg *why)
{
    if (c->json) {
        c->print_json(c, json_failure(c->lang, status, why));
        return duel_exit_status(status);
    }
    duel_put(c->err, "duel: ");
    duel_render(c->lang, why, c->err);
    duel_put(c->err, "\n");
    return duel_exit_status(status);
}

/* ---- long work in front of a person ------------------------------------------------------ */

atomic_bool work_stop; /* the one flag a signal handler may touch */

static void on_signal(int number)
{
    atomic_store(&work_stop, true);
}

void progress_begin(void)
{
    struct sigaction act = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&act.sa_mask);
    atomic_store(&work_stop, false);
    sigaction(SIGINT, &act, NULL); /* a second Ctrl-C ends the program */
    sigaction(SIGTERM, &act, NULL);
}

size_t progress_memory(const duel_args *a)
{
    int64_t pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    int64_t half = pages > 0 && page > 0 ? pages / 2 * page >> 20 : 1024;
    return (size_t)(duel_args_has(a, "memory") ? duel_args_value(a, "memory") : half) << 20;
}

bool progress_due(progress_meter *m)
{
    double now = duel_clock();
    if (!m->c->terminal || (m->shown >= 0 && now - m->shown < 0.2))
        return false;
    m->shown = now;
    return true;
}

void progress_show(void *meter, const duel_progress *p)
{
    progress_meter *m = meter;
    if (!progress_due(m))
        return;
    duel_sink *err = m->c->err;
    double rate = p->seconds > 0 ? (double)p->positions / p->seconds / 1e6 : 0;
    duel_put_command(err, "\r\033[K");
    if (p->bounded)
        duel_tell(m->c->lang, err, N_("{0} iterations, {1} MB"), "ii", (int64_t)p->nodes,
                  (int64_t)(p->memory >> 20));
    else if (p->depth)
        duel_tell(m->c->lang, err, N_("depth {0}, {1} positions looked at"), "ii",
                  (int64_t)p->depth, (int64_t)p->nodes);
    else
        duel_tell(m->c->lang, err, N_("{0} positions, {1} MB"), "ii", (int64_t)p->positions,
                  (int64_t)(p->memory >> 20));
    if (p->bounded)
        duel_putf(err, ", %.7f … %.7f", p->low, p->high);
    else if (p->depth == 0)
        duel_putf(err, ", %.1f M/s", rate);
    duel_putf(err, ", %.0f s", p->seconds);
    fflush(stderr);
}

void progress_clear(progress_meter *m)
{
    if (m->c->terminal && m->shown >= 0)
        duel_put_command(m->c->err, "\r\033[K");
    m->shown = -1;
}

void progress_bar(progress_meter *m, uint64_t done, uint64_t total)
{
    enum { WIDTH = 40 };
    if (total == 0 || !progress_due(m))
        return;
    duel_sink *err = m->c->err;
    uint64_t filled = done * WIDTH / total;
    duel_put_command(err, "\r\033[K");
    duel_put(err, "[");
    for (uint64_t i = 0; i < WIDTH; i++)
        duel_put(err, i < filled ? "#" : " ");
    duel_putf(err, "] %llu/%llu", (unsigned long long)done, (unsigned long long)total);
    fflush(stderr);
}

void progress_step(void *watcher, uint64_t done)
{
    progress_steps *s = watcher;
    progress_bar(&s->meter, done, s->total);
}
