/* workshop/main.c -- `duel-workshop GAME COMMAND …`: what trains, tunes and measures the
 * engines that `duel` carries. For those who change an engine: built by `./dev workshop`, never
 * installed, and in English only. */
#include "front/console.h"
#include "front/json.h"

#include <locale.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* Each table stands in its game's folder, in workshop/. */
extern const duel_command chicago_workshop[], ergo_workshop[], moriarty_workshop[],
    wumpus_workshop[];

static const struct bench {
    const char *game;
    const duel_command *commands;
} benches[] = {{"chicago", chicago_workshop},
               {"ergo", ergo_workshop},
               {"moriarty", moriarty_workshop},
               {"wumpus", wumpus_workshop}};
enum { BENCHES = sizeof benches / sizeof *benches };

static void print_usage(const duel_console *c, const char *game, const duel_command *command)
{
    duel_putf(c->out, "duel-workshop %s %s ", game, command->name);
    duel_command_usage(command, c->out);
    duel_putf(c->out, "\n    %s\n", command->help);
}

static void print_tools(const duel_console *c)
{
    for (int i = 0; i < BENCHES; i++)
        for (const duel_command *own = benches[i].commands; own->name; own++)
            print_usage(c, benches[i].game, own);
}

static const duel_command *find_tool(const char *game, const char *name)
{
    for (int i = 0; i < BENCHES; i++)
        for (const duel_command *own = benches[i].commands; own->name; own++)
            if (strcmp(benches[i].game, game) == 0 && strcmp(own->name, name) == 0)
                return own;
    return NULL;
}

static int finish(const duel_console *c, duel_status status, const duel_msg *why)
{
    if (status != DUEL_OK && why->id && c->json)
        c->print_json(c, json_failure(c->lang, status, why));
    else if (status != DUEL_OK && why->id) {
        duel_put(c->err, "duel-workshop: ");
        duel_render(c->lang, why, c->err);
        duel_put(c->err, "\n");
    }
    return duel_exit_status(status);
}

static int run_tool(const console *c, int argc, char **argv)
{
    char called[64];
    duel_msg why = {0};
    const duel_command *tool = argc > 1 ? find_tool(argv[0], argv[1]) : NULL;
    if (tool == NULL) {
        duel_invalid(&why, "There is no such tool; “duel-workshop” alone lists them.", "");
        return finish(&c->to, DUEL_INVALID, &why);
    }
    if (c->help) {
        print_usage(&c->to, argv[0], tool);
        duel_command_help(&c->to, tool);
        return DUEL_EXIT_DONE;
    }
    snprintf(called, sizeof called, "%s %s", argv[0], argv[1]);
    return finish(&c->to, duel_command_run(&c->to, called, tool, argc - 2, argv + 2, &why),
                  &why);
}

static int run_program(console *c, int argc, char **argv)
{
    duel_msg why;
    duel_status status = console_take_flags(c, &argc, argv, &why);
    c->to.lang = DUEL_EN;
    if (status != DUEL_OK)
        return finish(&c->to, status, &why);
    if (argc > 0)
        return run_tool(c, argc, argv);
    print_tools(&c->to);
    return DUEL_EXIT_DONE;
}

int main(int argc, char **argv)
{
    console c;
    setlocale(LC_CTYPE, "");
    console_init(&c);
    if (sodium_init() < 0)
        return DUEL_EXIT_NO;
    int status = run_program(&c, argc - 1, argv + 1);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("duel-workshop");
        return DUEL_EXIT_NO;
    }
    return status;
}
