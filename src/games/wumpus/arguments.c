/* wumpus/arguments.c -- reading the arguments of a command: see arguments.h. */
#include "games/wumpus/arguments.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    const duel_option *options;
    const char *const *texts;
    int argc, at;
    char **argv;
    wumpus_arguments *out;
} reader;

static int find_text(const reader *r, duel_str name)
{
    for (int i = 0; r->texts && r->texts[i]; i++)
        if (duel_str_is(name, r->texts[i]))
            return i;
    return -1;
}

static duel_status set_option(reader *r, int i, duel_str value, duel_msg *why)
{
    const duel_option *o = &r->options[i];
    if (r->out->given >> i & 1)
        return duel_bad(why, N_("{0} is given twice."), "c", o->name);
    r->out->given |= UINT32_C(1) << i;
    return duel_option_read(o, value, &r->out->value[i], why);
}

/* The value of a flag: after its =, or the next argument. */
static duel_status take_value(reader *r, duel_str name, duel_str *value, duel_msg *why)
{
    if (value->at)
        return DUEL_OK;
    if (r->at + 1 >= r->argc)
        return duel_bad(why, N_("--{0} needs a value."), "s", name);
    *value = duel_str_of(r->argv[++r->at]);
    return DUEL_OK;
}

/* The value of `--daily` when no number follows it. */
static bool may_be_left_out(const reader *r, int option)
{
    const duel_option *o = &r->options[option];
    const char *next = r->at + 1 < r->argc ? r->argv[r->at + 1] : "--";
    return o->kind == DUEL_NUMBER && o->initial < o->least && next[0] == '-';
}

static duel_status take_default(reader *r, int i, duel_msg *why)
{
    if (r->out->given >> i & 1)
        return duel_bad(why, N_("{0} is given twice."), "c", r->options[i].name);
    r->out->given |= UINT32_C(1) << i;
    return DUEL_OK;
}

static duel_status read_flag(reader *r, duel_str argument, duel_msg *why)
{
    duel_str value = {argument.at + 2, argument.len - 2}, name;
    duel_str_part(&value, '=', &name);
    if (duel_str_is(name, "help")) {
        r->out->help = true;
        return DUEL_OK;
    }
    int option = duel_option_find(r->options, name), text = find_text(r, name);
    if (option < 0 && text < 0)
        return duel_bad(why, N_("There is no flag --{0} here."), "s", name);
    if (option >= 0 && r->options[option].kind == DUEL_YESNO && value.at == NULL)
        value = duel_str_of("yes");
    if (option >= 0 && value.at == NULL && may_be_left_out(r, option))
        return take_default(r, option, why);
    duel_status status = take_value(r, name, &value, why);
    if (status != DUEL_OK)
        return status;
    if (option >= 0)
        return set_option(r, option, value, why);
    r->out->text[text] = value.at; /* ends where the argument ends */
    return DUEL_OK;
}

static duel_status read_word(reader *r, duel_str argument, duel_msg *why)
{
    duel_str value = argument, name;
    duel_str_part(&value, '=', &name);
    int option = value.at ? duel_option_find(r->options, name) : -1;
    if (option >= 0)
        return set_option(r, option, value, why);
    if (r->out->word)
        return duel_bad(why, N_("What is “{0}” for? One file is enough."), "s", argument);
    r->out->word = argument.at;
    return DUEL_OK;
}

duel_status wumpus_arguments_read(const duel_option *options, const char *const *texts,
                                  int argc, char **argv, wumpus_arguments *out, duel_msg *why)
{
    wumpus_arguments fresh = {.given = 0};
    reader r = {.options = options, .texts = texts, .argc = argc, .argv = argv, .out = &fresh};
    for (int i = 0; options[i].name; i++)
        fresh.value[i] = options[i].initial;
    for (; r.at < argc; r.at++) {
        duel_str argument = duel_str_of(argv[r.at]);
        bool flag = argument.len > 2 && strncmp(argument.at, "--", 2) == 0;
        duel_status status = flag ? read_flag(&r, argument, why) : read_word(&r, argument, why);
        if (status != DUEL_OK)
            return status;
    }
    *out = fresh;
    return DUEL_OK;
}

void wumpus_arguments_help(const duel_console *c, const duel_command *command,
                           const duel_option *options)
{
    duel_putf(c->out, "duel wumpus %s %s\n%s\n\n", command->name, command->usage,
              duel_text(c->lang, command->help));
    for (int i = 0; options[i].name; i++)
        duel_putf(c->out, "  --%-12s %s\n", options[i].name,
                  duel_text(c->lang, options[i].help));
}

int wumpus_fail(const duel_console *c, duel_status status, const duel_msg *why)
{
    duel_put(c->err, "duel: ");
    duel_render(c->lang, why, c->err);
    duel_put(c->err, "\n");
    return status == DUEL_BAD ? 2 : 1;
}

int wumpus_run_command(const duel_console *c, const duel_command *command,
                       const duel_option *options, const char *const *texts, wumpus_run *run,
                       int argc, char **argv)
{
    duel_msg why = {0};
    wumpus_arguments a;
    duel_status status = wumpus_arguments_read(options, texts, argc, argv, &a, &why);
    if (status == DUEL_OK && a.help) {
        wumpus_arguments_help(c, command, options);
        return 0;
    }
    if (status == DUEL_OK && a.word)
        status = duel_bad(&why, N_("What is “{0}” for?"), "c", a.word);
    if (status == DUEL_OK)
        status = run(c, &a, &why);
    return status == DUEL_OK ? 0 : wumpus_fail(c, status, &why);
}

void wumpus_print_json(const duel_console *c, struct json_t *object)
{
    char *text = json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(12));
    json_decref(object);
    if (text)
        duel_putf(c->out, "%s\n", text);
    free(text);
}
