/* front/console.c -- see console.h. */
#include "front/console.h"
#include "front/json.h"
#include "front/phrase.h"

#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the flags of every command -----------------------------------------------------------
 */

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
    duel_screen_init(&c->out, stdout);
    duel_screen_init(&c->err, stderr);
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

/* ---- help, running, failing ---------------------------------------------------------------
 */

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
    phrase_wrap(c->out, usage.text, COLUMNS);
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
    if (status == DUEL_BAD)
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
