/* core/command.c -- the arguments of a command, by its tables: see command.h. */
#include "core/command.h"
#include "core/variant.h"

#include <stdio.h>
#include <string.h>

/* ---- reading ---------------------------------------------------------------------------- */

typedef struct reader {
    const char *called;
    const duel_command *command;
    int argc, at;
    char **argv;
    duel_args *out;
} reader;

static int find_option(const duel_command *c, duel_str name)
{
    return c->options ? duel_option_find(c->options, name) : -1;
}

static int find_text(const duel_command *c, duel_str name)
{
    for (int i = 0; c->texts && c->texts[i].name; i++)
        if (duel_str_is(name, c->texts[i].name))
            return i;
    return -1;
}

void duel_ask_flag(const duel_command *c, duel_str name, duel_msg *why)
{
    char flag[DUEL_NEAREST_TEXT + 2];
    duel_nearest n;
    duel_nearest_begin(&n, name);
    duel_nearest_try_rows(&n, c->options, sizeof *c->options);
    duel_nearest_try_rows(&n, c->texts, sizeof *c->texts);
    snprintf(flag, sizeof flag, "--%s", n.name);
    if (duel_nearest_found(&n))
        duel_say_meant(why, flag);
}

static duel_status set_option(const reader *r, int i, duel_str value, duel_msg *why)
{
    const duel_option *o = &r->command->options[i];
    if (duel_given(r->out, i))
        return duel_invalid(why, N_("{0} is given twice."), "c", o->name);
    r->out->given |= UINT32_C(1) << i;
    return duel_option_read(o, value, &r->out->value[i], why);
}

static duel_status set_text(const reader *r, int i, const char *value, duel_msg *why)
{
    if (r->out->text[i])
        return duel_invalid(why, N_("{0} is given twice."), "c", r->command->texts[i].name);
    r->out->text[i] = value; /* ends where the argument ends */
    return DUEL_OK;
}

/* "--seed=7" is cut into "seed" and "7"; value.at is NULL where there is no =. */
static void split_flag(const char *argument, duel_str *name, duel_str *value)
{
    *value = duel_str_of(argument + 2);
    duel_str_part(value, '=', name);
}

static duel_status unknown_flag(const reader *r, duel_str name, duel_msg *why)
{
    duel_invalid(why, N_("“{0}” has no flag --{1}; try “duel {0} --help”."), "cs", r->called,
                 name);
    duel_ask_flag(r->command, name, why);
    return DUEL_INVALID;
}

/* The value is after a = or the next argument. */
static duel_status read_flag(reader *r, duel_msg *why)
{
    duel_str value, name;
    split_flag(r->argv[r->at], &name, &value);
    int option = find_option(r->command, name), text = find_text(r->command, name);
    if (option < 0 && text < 0)
        return unknown_flag(r, name, why);
    bool yes_or_no = option >= 0 && r->command->options[option].kind == DUEL_YESNO;
    if (value.at == NULL && !yes_or_no && r->at + 1 >= r->argc)
        return duel_invalid(why, N_("--{0} needs a value."), "s", name);
    if (value.at == NULL)
        value = duel_str_of(yes_or_no ? "yes" : r->argv[++r->at]);
    return option >= 0 ? set_option(r, option, value, why) : set_text(r, text, value.at, why);
}

static duel_status read_word(const reader *r, duel_str argument, duel_msg *why)
{
    duel_str value = argument, name;
    duel_str_part(&value, '=', &name);
    bool of_game = r->command->most_words == DUEL_GAME_ARGS;
    int option = value.at && !of_game ? find_option(r->command, name) : -1;
    if (option >= 0)
        return set_option(r, option, value, why);
    if (r->out->word_count == (of_game ? DUEL_WORDS : r->command->most_words))
        return duel_invalid(why, N_("“{0}” is not understood here."), "s", argument);
    r->out->word[r->out->word_count++] = argument;
    return DUEL_OK;
}

/* Two dashes and a small letter; a position of Moriarty may begin with dashes, too. */
static bool is_flag(const char *arg)
{
    return strncmp(arg, "--", 2) == 0 && arg[2] >= 'a' && arg[2] <= 'z';
}

static void set_defaults(const duel_command *command, duel_args *out)
{
    *out = (duel_args){.command = command};
    for (int i = 0; command->options && command->options[i].name; i++)
        out->value[i] = command->options[i].initial;
}

duel_status duel_args_read(const char *called, const duel_command *command, int argc,
                           char **argv, duel_args *out, duel_msg *why)
{
    duel_args a;
    reader r = {called, command, argc, 0, argv, &a};
    duel_status status = DUEL_OK;
    bool words_only = false; /* after "--" */
    set_defaults(command, &a);
    for (; status == DUEL_OK && r.at < argc; r.at++) {
        duel_str argument = duel_str_of(argv[r.at]);
        if (!words_only && duel_str_is(argument, "--"))
            words_only = true;
        else if (!words_only && is_flag(argument.at))
            status = read_flag(&r, why);
        else
            status = read_word(&r, argument, why);
    }
    if (status == DUEL_OK)
        *out = a;
    return status;
}

static bool is_flag_of(const duel_command *command, const char *argument)
{
    duel_str name, value;
    if (!is_flag(argument))
        return false;
    split_flag(argument, &name, &value);
    return find_option(command, name) >= 0 || find_text(command, name) >= 0;
}

bool duel_args_strange(const duel_command *command, const char *argument, duel_str *name)
{
    duel_str value;
    if (!is_flag(argument) || is_flag_of(command, argument))
        return false;
    split_flag(argument, name, &value);
    return true;
}

duel_status duel_args_take(const duel_command *command, int *argc, char **argv, duel_args *out,
                           duel_msg *why)
{
    reader r = {command->name, command, *argc, 0, argv, out};
    duel_status first = DUEL_OK;
    int kept = 0;
    bool words_only = false;
    set_defaults(command, out);
    for (; r.at < r.argc; r.at++) {
        words_only = words_only || strcmp(argv[r.at], "--") == 0;
        if (words_only || !is_flag_of(command, argv[r.at])) {
            argv[kept++] = argv[r.at];
            continue;
        }
        duel_status status = read_flag(&r, first == DUEL_OK ? why : NULL);
        first = first == DUEL_OK ? status : first;
    }
    *argc = kept;
    return first;
}

duel_status duel_command_run(const duel_console *c, const char *called,
                             const duel_command *command, int argc, char **argv, duel_msg *why)
{
    duel_args a;
    why->id = NULL;
    duel_status status = duel_args_read(called, command, argc, argv, &a, why);
    return status == DUEL_OK ? command->run(c, &a, why) : status;
}

/* ---- by name ---------------------------------------------------------------------------- */

int64_t duel_args_value(const duel_args *a, const char *option)
{
    int i = find_option(a->command, duel_str_of(option));
    DUEL_REQUIRE(i >= 0);
    return a->value[i];
}

double duel_args_decimal(const duel_args *a, const char *option)
{
    return (double)duel_args_value(a, option) * 1e-6;
}

const char *duel_args_text(const duel_args *a, const char *text, const char *otherwise)
{
    int i = find_text(a->command, duel_str_of(text));
    DUEL_REQUIRE(i >= 0);
    return a->text[i] ? a->text[i] : otherwise;
}

bool duel_args_has(const duel_args *a, const char *name)
{
    int option = find_option(a->command, duel_str_of(name));
    return option >= 0 ? duel_given(a, option) : duel_args_text(a, name, NULL) != NULL;
}

/* ---- explaining ------------------------------------------------------------------------- */

/* What the value of an option is called: "N", "easy|hard"; nothing for a yes or no. */
static void put_value_name(const duel_option *o, duel_sink *out)
{
    switch (o->kind) {
    case DUEL_NUMBER:
        duel_put(out, " N");
        break;
    case DUEL_SET:
        duel_put(out, " N,N…");
        break;
    case DUEL_DECIMAL:
        duel_put(out, " X");
        break;
    case DUEL_CHOICE:
        for (int i = 0; o->choices[i]; i++)
            duel_putf(out, "%s%s", i ? "|" : " ", o->choices[i]);
        break;
    case DUEL_YESNO:
        duel_put(out, o->initial ? "=no" : "");
        break;
    }
}

void duel_command_usage(const duel_command *command, duel_sink *out)
{
    const char *space = command->words[0] ? " " : "";
    duel_put(out, command->words);
    for (const duel_option *o = command->options; o && o->name; o++) {
        duel_putf(out, "%s[--%s", space, o->name);
        put_value_name(o, out);
        duel_put(out, "]");
        space = " ";
    }
    for (const duel_flag *f = command->texts; f && f->name; f++) {
        duel_putf(out, "%s[--%s %s]", space, f->name, f->value);
        space = " ";
    }
}

static void put_option_row(const char *name, const char *value, const char *help,
                           duel_sink *out)
{
    duel_buf left;
    duel_buf_init(&left);
    duel_putf(&left.sink, "--%s%s%s", name, value[0] && value[0] != ' ' ? " " : "", value);
    int columns = 22; /* of the screen, where a character may take several bytes */
    for (size_t i = 0; i < left.len; i++)
        columns += duel_char_goes_on(left.text[i]);
    duel_putf(out, "  %-*s %s", columns, left.text, help);
    duel_buf_fini(&left);
}

bool duel_option_has_default(const duel_option *o)
{
    return o->kind == DUEL_SET || o->initial >= o->least;
}

static void put_default(const duel_console *c, const duel_option *o)
{
    duel_buf value;
    duel_buf_init(&value);
    duel_option_print(o, o->initial, &value.sink);
    duel_put(c->out, " (");
    duel_tell(c->lang, c->out, N_("default {0}"), "s", duel_buf_str(&value));
    duel_put(c->out, ")");
    duel_buf_fini(&value);
}

void duel_command_help(const duel_console *c, const duel_command *command)
{
    for (const duel_option *o = command->options; o && o->name; o++) {
        duel_buf value;
        duel_buf_init(&value);
        if (o->kind != DUEL_CHOICE)
            put_value_name(o, &value.sink);
        put_option_row(o->name, value.text, duel_text(c->lang, o->help), c->out);
        if (o->kind != DUEL_YESNO && duel_option_has_default(o))
            put_default(c, o);
        duel_put(c->out, "\n");
        duel_buf_fini(&value);
    }
    for (const duel_flag *f = command->texts; f && f->name; f++) {
        put_option_row(f->name, f->value, duel_text(c->lang, f->help), c->out);
        duel_put(c->out, "\n");
    }
}

/* ---- the end ---------------------------------------------------------------------------- */

int duel_exit_status(duel_status status)
{
    switch (status) {
    case DUEL_OK:
        return DUEL_EXIT_DONE;
    case DUEL_INVALID:
        return DUEL_EXIT_USAGE;
    case DUEL_REFUSED:
    case DUEL_NO_SPACE:
    case DUEL_STOPPED:
    case DUEL_FAILED:
        break;
    }
    return DUEL_EXIT_NO;
}

duel_status duel_need_words(const duel_console *c, duel_msg *why)
{
    return c->json ? duel_refuse(why, N_("This is a dialogue: it has no answer in JSON."), "")
                   : DUEL_OK;
}
