/* front/main.c -- `duel`: finds the command, reads its arguments, runs it. */
#include "core/guard.h"
#include "front/commands.h"
#include "service/catalogue.h"

#include <locale.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const command *const commands[] = {
    &command_games,
    &command_rules,
    &command_new,
    &command_show,
    &command_moves,
    &command_play,
    &command_learn,
    &command_tui,
    &command_serve,
    &command_try,
    &command_new_game,
    &command_solve,
    &command_advise,
    &command_puzzle,
    &command_perft,
    &command_match,
    &command_review,
    &command_verify,
    &command_record,
    &command_learned,
    &command_check,
    &command_bench,
    NULL,
};

static const command *find(const char *name)
{
    for (int i = 0; commands[i]; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

static duel_lang locale_language(void)
{
    const char *names[] = {getenv("LC_ALL"), getenv("LC_MESSAGES"), getenv("LANG")};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i] && names[i][0])
            return duel_lang_of(names[i]);
    return DUEL_EN;
}

static void begin(request *r)
{
    memset(r, 0, sizeof *r);
    duel_screen_init(&r->out, stdout);
    duel_screen_init(&r->err, stderr);
    r->console = (duel_console){.out = &r->out.sink,
                                .err = &r->err.sink,
                                .lang = locale_language(),
                                .terminal = isatty(STDERR_FILENO) == 1};
}

static void print_help(request *r, duel_sink *out)
{
    duel_lang lang = r->console.lang;
    duel_tell(lang, out,
              N_("Duelliste {0}: games of pure reasoning, solved, played and explained."), "c",
              DUEL_VERSION);
    duel_put(out, "\n\n");
    for (int i = 0; commands[i]; i++)
        duel_putf(out, "  duel %-8s %s\n", commands[i]->name,
                  duel_text(lang, commands[i]->help));
    for (int i = 0; duel_games[i]; i++)
        for (const duel_command *c = duel_games[i]->commands; c && c->name; c++)
            duel_putf(out, "  duel %s %s  %s\n", duel_games[i]->id, c->name,
                      duel_text(lang, c->help));
    duel_put(out, "\n");
    duel_tell(lang, out, N_("“duel COMMAND --help” tells more about a command."), "");
    duel_put(out, "\n");
}

static int run_command(request *r, const command *c, int argc, char **argv)
{
    duel_msg why;
    r->command = c;
    duel_status status = args_read(r, argc, argv, &why);
    if (r->help) {
        args_help(r, r->console.out);
        return EXIT_DONE;
    }
    const duel_game *unused;
    if (status == DUEL_OK && r->load)
        status = duel_open_game(duel_str_of(r->load), &unused, &why);
    return status == DUEL_OK ? c->run(r) : args_fail(r, status, &why);
}

static void put_usage(const request *r, const char *game, const duel_command *c,
                      const char *between)
{
    duel_putf(r->console.out, "duel %s %s ", game, c->name);
    duel_command_usage(c, r->console.out);
    duel_putf(r->console.out, "\n%s%s\n", between, duel_text(r->console.lang, c->help));
}

static int run_game_command(request *r, const char *game, const duel_command *c, int argc,
                            char **argv)
{
    duel_msg why;
    char called[64];
    duel_status status = args_take_console(r, &argc, argv, &why);
    if (status != DUEL_OK)
        return args_fail(r, status, &why);
    snprintf(called, sizeof called, "%s %s", game, c->name);
    if (!r->help)
        return duel_command_run(&r->console, called, c, argc, argv);
    put_usage(r, game, c, "");
    duel_put(r->console.out, "\n");
    duel_command_help(&r->console, c);
    return EXIT_DONE;
}

static const duel_command *find_game_command(const char *game, const char *name)
{
    const duel_game *g = duel_find_game(duel_str_of(game));
    for (const duel_command *c = g ? g->commands : NULL; c && c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

/* `duel ergo`: what a game brings beside the commands of all games. */
static bool list_game_commands(request *r, const char *name)
{
    const duel_game *g = duel_find_game(duel_str_of(name));
    for (const duel_command *c = g ? g->commands : NULL; c && c->name; c++)
        put_usage(r, g->id, c, "    ");
    return g && g->commands;
}

static int dispatch(request *r, int argc, char **argv)
{
    duel_msg why;
    if (argc < 2 && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        return run_command(r, &command_tui, 0, argv);
    if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
        print_help(r, r->console.out);
        return EXIT_DONE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        duel_put(r->console.out, "duelliste " DUEL_VERSION "\n");
        return EXIT_DONE;
    }
    const command *c = find(argv[1]);
    if (c)
        return run_command(r, c, argc - 2, argv + 2);
    const duel_command *own = argc > 2 ? find_game_command(argv[1], argv[2]) : NULL;
    if (own)
        return run_game_command(r, argv[1], own, argc - 3, argv + 3);
    if ((argc == 2 || strcmp(argv[2], "--help") == 0) && list_game_commands(r, argv[1]))
        return EXIT_DONE;
    duel_bad(&why, N_("There is no command “{0}”; “duel help” lists them."), "c", argv[1]);
    return args_fail(r, DUEL_BAD, &why);
}

/* A game from a file may fail where nobody asks, in a drawing say: never silent. */
static int dispatch_guarded(request *r, int argc, char **argv)
{
    duel_guard g;
    duel_msg why;
    duel_guard_begin(&g, NULL);
    int status = dispatch(r, argc, argv);
    if (duel_guard_end(&g, DUEL_OK, &why) != DUEL_OK)
        status = args_fail(r, DUEL_FAILED, &why);
    return status;
}

int main(int argc, char **argv)
{
    request r;
    setlocale(LC_CTYPE, "");
    begin(&r);
    if (sodium_init() < 0)
        return EXIT_NO;
    int status = dispatch_guarded(&r, argc, argv);
    duel_close_games();
    if (fflush(stdout) != 0 || ferror(stdout)) { /* a full disk, a closed pipe: never silent */
        perror("duel");
        return EXIT_NO;
    }
    return status;
}
