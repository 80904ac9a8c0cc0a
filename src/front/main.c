/* front/main.c -- `duel`: finds the command and runs it. */
#include "base/spelling.h"
#include "core/fault_guard.h"
#include "front/commands.h"
#include "front/console.h"
#include "front/inside.h"
#include "players/catalogue.h"

#include <locale.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const duel_command *const commands[] = {
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
    &command_keep,
    &command_mistakes,
    &command_check,
    &command_gdl,
    &command_logic,
    &command_trace,
    &command_explore,
    &command_ranking,
    &command_exploit,
    &command_bench,
    NULL,
};

static const duel_command *find_command(const char *name)
{
    for (int i = 0; commands[i]; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

static void print_help(const duel_console *c)
{
    duel_tell(c->lang, c->out,
              N_("Duelliste {0}: games of pure reasoning, solved, played and explained."), "c",
              DUEL_VERSION);
    duel_put(c->out, "\n\n");
    for (int i = 0; commands[i]; i++)
        duel_putf(c->out, "  duel %-8s %s\n", commands[i]->name,
                  duel_text(c->lang, commands[i]->help));
    for (int i = 0; duel_games[i]; i++)
        for (const duel_command *own = game_commands(duel_games[i]); own->name; own++)
            duel_putf(c->out, "  duel %s %s  %s\n", duel_games[i]->id, own->name,
                      duel_text(c->lang, own->help));
    duel_put(c->out, "\n");
    duel_tell(c->lang, c->out, N_("“duel COMMAND --help” tells more about a command."), "");
    duel_put(c->out, "\n");
}

static void add_game_commands(json_t *list, const duel_game *g, duel_lang lang)
{
    char called[64];
    for (const duel_command *own = game_commands(g); own->name; own++) {
        snprintf(called, sizeof called, "%s %s", g->id, own->name);
        json_array_append_new(list, json_command(called, own, lang));
    }
}

static void add_players(json_t *list, const duel_engine *const *engines)
{
    for (int i = 0; engines && engines[i]; i++)
        json_array_append_new(list, json_string(engines[i]->name));
}

/* By what players are named, those of single games as well. */
static json_t *players_json(void)
{
    json_t *list = json_pack("[s]", "expert");
    for (int level = 1; level <= DUEL_LEVELS; level++)
        json_array_append_new(list, json_sprintf("level:%d", level));
    add_players(list, duel_engines);
    for (int i = 0; duel_games[i]; i++)
        add_players(list, duel_games[i]->engines);
    return list;
}

static void print_help_json(const duel_console *c)
{
    json_t *list = json_array();
    for (int i = 0; commands[i]; i++)
        json_array_append_new(list, json_command(commands[i]->name, commands[i], c->lang));
    for (int i = 0; duel_games[i]; i++)
        add_game_commands(list, duel_games[i], c->lang);
    c->print_json(c, json_pack("{sssoso}", "version", DUEL_VERSION, "commands", list, "players",
                               players_json()));
}

static int run_or_help(const console *c, const char *called, const duel_command *command,
                       int argc, char **argv)
{
    const duel_game *unused;
    duel_msg why;
    duel_status status = DUEL_OK;
    if (c->help) {
        console_help(&c->to, called, command);
        return DUEL_EXIT_DONE;
    }
    if (c->load)
        status = catalogue_open_game(duel_str_of(c->load), &unused, &why);
    return status == DUEL_OK ? console_run(&c->to, called, command, argc, argv)
                             : console_fail(&c->to, status, &why);
}

static const duel_command *find_game_command(const char *game, const char *name)
{
    const duel_game *g = catalogue_find_game(duel_str_of(game));
    for (const duel_command *c = game_commands(g); c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

/* `duel ergo`: what a game brings beside the commands of all games. */
static bool list_game_commands(const duel_console *c, const char *name)
{
    const duel_game *g = catalogue_find_game(duel_str_of(name));
    if (game_commands(g)->name == NULL)
        return false;
    if (c->json) {
        json_t *list = json_array();
        add_game_commands(list, g, c->lang);
        c->print_json(c, json_pack("{so}", "commands", list));
        return true;
    }
    for (const duel_command *own = game_commands(g); own->name; own++) {
        duel_putf(c->out, "duel %s %s ", g->id, own->name);
        duel_command_usage(own, c->out);
        duel_putf(c->out, "\n    %s\n", duel_text(c->lang, own->help));
    }
    return true;
}

/* The commands of a game are tried with its name; the name alone begins one of every game. */
static void try_game_commands(duel_nearest *n, const char *name, const char *own_name)
{
    char line[DUEL_NEAREST_TEXT];
    snprintf(line, sizeof line, "%s %s", name, own_name);
    duel_nearest_begin(n, duel_str_of(line));
    for (int i = 0; duel_games[i]; i++) {
        for (const duel_command *own = game_commands(duel_games[i]); own->name; own++) {
            snprintf(line, sizeof line, "%s %s", duel_games[i]->id, own->name);
            duel_nearest_try(n, duel_str_of(line));
        }
    }
    if (!duel_nearest_found(n) && catalogue_find_game(duel_str_of(name)))
        snprintf(n->name, sizeof n->name, "play %.48s", name);
}

static duel_status unknown_command(int argc, char **argv, duel_msg *why)
{
    duel_nearest n;
    duel_nearest_begin(&n, duel_str_of(argv[0]));
    for (int i = 0; commands[i]; i++)
        duel_nearest_try(&n, duel_str_of(commands[i]->name));
    duel_nearest_try(&n, duel_str_of("help"));
    if (!duel_nearest_found(&n))
        try_game_commands(&n, argv[0], argc > 1 ? argv[1] : "");
    duel_invalid(why, N_("There is no command “{0}”; “duel help” lists them."), "c", argv[0]);
    return duel_nearest_ask(&n, DUEL_INVALID, why);
}

static void print_version(const duel_console *c)
{
    if (c->json)
        c->print_json(c, json_pack("{ss}", "version", DUEL_VERSION));
    else
        duel_put(c->out, "duelliste " DUEL_VERSION "\n");
}

/* argv[0] is the command, the flags of every command are gone. */
static int dispatch(const console *c, int argc, char **argv)
{
    duel_msg why;
    char called[64];
    if (argc == 0 || strcmp(argv[0], "help") == 0)
        return (c->to.json ? print_help_json : print_help)(&c->to), DUEL_EXIT_DONE;
    if (strcmp(argv[0], "--version") == 0)
        return print_version(&c->to), DUEL_EXIT_DONE;
    const duel_command *command = find_command(argv[0]);
    if (command)
        return run_or_help(c, argv[0], command, argc - 1, argv + 1);
    command = argc > 1 ? find_game_command(argv[0], argv[1]) : NULL;
    if (command) {
        snprintf(called, sizeof called, "%s %s", argv[0], argv[1]);
        return run_or_help(c, called, command, argc - 2, argv + 2);
    }
    if (argc == 1 && list_game_commands(&c->to, argv[0]))
        return DUEL_EXIT_DONE;
    return console_fail(&c->to, unknown_command(argc, argv, &why), &why);
}

static int run_program(console *c, int argc, char **argv)
{
    duel_msg why;
    bool alone = argc == 0 && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    duel_status status = console_take_flags(c, &argc, argv, &why);
    if (status != DUEL_OK)
        return console_fail(&c->to, status, &why);
    return alone ? console_run(&c->to, "tui", &command_tui, 0, argv) : dispatch(c, argc, argv);
}

/* A game from a file may fail where nobody asks, in a drawing say: never silent. The answer has
 * been given by then, so that this is told in words always; a command that has failed itself
 * has said why. */
static int run_guarded(console *c, int argc, char **argv)
{
    duel_fault_guard g;
    duel_msg why;
    duel_fault_guard_begin(&g, NULL);
    int status = run_program(c, argc, argv);
    duel_console in_words = c->to;
    in_words.json = false;
    if (duel_fault_guard_end(&g, DUEL_OK, &why) != DUEL_OK && status == DUEL_EXIT_DONE)
        status = console_fail(&in_words, DUEL_FAILED, &why);
    return status;
}

int main(int argc, char **argv)
{
    console c;
    setlocale(LC_CTYPE, "");
    console_init(&c);
    if (sodium_init() < 0)
        return DUEL_EXIT_NO;
    int status = run_guarded(&c, argc - 1, argv + 1);
    catalogue_close_games();
    if (fflush(stdout) != 0 || ferror(stdout)) { /* a full disk, a closed pipe: never silent */
        perror("duel");
        return DUEL_EXIT_NO;
    }
    return status;
}
