/* front/args.c -- reading the command line: see args.h. */
#include "front/args.h"
#include "core/variant.h"

#include <assert.h>
#include <string.h>

static const flag common[] = {
    {"--json", NULL, N_("answer with one JSON object")},
    {"--lang", "fr|en", N_("the language (default: the locale's)")},
    {"--data", "DIR", N_("where games and learned positions are kept")},
    {"--load", "FILE", N_("a game from a file (.lua, .so), for saved games and records")},
    {"--help", NULL, N_("this text")},
    {NULL, NULL, NULL}};

static const flag *find(const flag *table, duel_str name, int *index)
{
    for (int i = 0; table && table[i].name; i++) {
        if (duel_str_is(name, table[i].name)) {
            *index = i;
            return &table[i];
        }
    }
    return NULL;
}

static duel_status set_common(request *r, const char *name, const char *value, duel_msg *why)
{
    if (strcmp(name, "--json") == 0)
        r->console.json = true;
    else if (strcmp(name, "--help") == 0)
        r->help = true;
    else if (strcmp(name, "--data") == 0)
        r->data = value;
    else if (strcmp(name, "--load") == 0)
        r->load = value;
    else if (strcmp(value, "fr") == 0 || strcmp(value, "en") == 0)
        r->console.lang = duel_lang_of(value);
    else
        return duel_bad(why, N_("--lang is fr or en, not “{0}”."), "c", value);
    return DUEL_OK;
}

/* The value of a flag: after its =, or the next argument; "" for a switch. */
static duel_status take_value(const flag *f, const char *given, int argc, char **argv, int *at,
                              const char **value, duel_msg *why)
{
    if (f->value == NULL && given)
        return duel_bad(why, N_("{0} takes no value."), "c", f->name);
    if (f->value && given == NULL && *at + 1 >= argc)
        return duel_bad(why, N_("{0} needs a value: {1}."), "cc", f->name, f->value);
    *value = f->value == NULL ? "" : given ? given : argv[++*at];
    return DUEL_OK;
}

static duel_status read_flag(request *r, int argc, char **argv, int *at, duel_msg *why)
{
    duel_str value = duel_str_of(argv[*at]), name;
    int index = 0;
    duel_str_part(&value, '=', &name);
    const flag *own = find(r->command->flags, name, &index);
    const flag *f = own ? own : find(common, name, &index);
    const char *given = NULL;
    if (f == NULL)
        return duel_bad(why, N_("“{0}” has no flag {1}; try “duel {0} --help”."), "cs",
                        r->command->name, name);
    duel_status status = take_value(f, value.at, argc, argv, at, &given, why);
    if (status != DUEL_OK)
        return status;
    if (own == NULL)
        return set_common(r, f->name, given, why);
    if (r->value[index])
        return duel_bad(why, N_("{0} is given twice."), "c", f->name);
    r->value[index] = given;
    return DUEL_OK;
}

/* Two dashes and a small letter; a position of Moriarty may begin with dashes, too. */
static bool is_flag(const char *arg)
{
    return strncmp(arg, "--", 2) == 0 && arg[2] >= 'a' && arg[2] <= 'z';
}

duel_status args_read(request *r, int argc, char **argv, duel_msg *why)
{
    bool flags = true;
    for (int i = 0; i < argc; i++) {
        if (flags && strcmp(argv[i], "--") == 0) {
            flags = false;
        } else if (flags && is_flag(argv[i])) {
            duel_status status = read_flag(r, argc, argv, &i, why);
            if (status != DUEL_OK)
                return status;
        } else if (r->word_count == ARGS_WORDS) {
            return duel_bad(why, N_("Too many arguments."), "");
        } else {
            r->word[r->word_count++] = duel_str_of(argv[i]);
        }
    }
    return DUEL_OK;
}

/* Those that concern the console, not the store. */
static const flag *find_console_flag(duel_str name)
{
    int index;
    bool ours = duel_str_is(name, "--json") || duel_str_is(name, "--lang") ||
                duel_str_is(name, "--help");
    return ours ? find(common, name, &index) : NULL;
}

duel_status args_take_console(request *r, int *argc, char **argv, duel_msg *why)
{
    int kept = 0;
    duel_status status = DUEL_OK;
    for (int i = 0; status == DUEL_OK && i < *argc; i++) {
        duel_str value = duel_str_of(argv[i]), name;
        const char *given = NULL;
        duel_str_part(&value, '=', &name);
        const flag *f = find_console_flag(name);
        if (f == NULL) {
            argv[kept++] = argv[i];
            continue;
        }
        status = take_value(f, value.at, *argc, argv, &i, &given, why);
        if (status == DUEL_OK)
            status = set_common(r, f->name, given, why);
    }
    *argc = kept;
    return status;
}

static void print_flags(const request *r, const flag *table, duel_sink *out)
{
    for (int i = 0; table && table[i].name; i++) {
        duel_buf name;
        duel_buf_init(&name);
        duel_putf(&name.sink, "%s %s", table[i].name, table[i].value ? table[i].value : "");
        duel_putf(out, "  %-22s ", name.text);
        duel_put(out, duel_text(r->console.lang, table[i].help));
        duel_put(out, "\n");
        duel_buf_fini(&name);
    }
}

void args_help(const request *r, duel_sink *out)
{
    duel_putf(out, "duel %s %s\n", r->command->name, r->command->usage);
    duel_putf(out, "%s\n\n", duel_text(r->console.lang, r->command->help));
    print_flags(r, r->command->flags, out);
    print_flags(r, common, out);
}

const char *args_text(const request *r, const char *name)
{
    int index = 0;
    const flag *f = find(r->command->flags, duel_str_of(name), &index);
    assert(f != NULL);
    (void)f;
    return r->value[index];
}

bool args_has(const request *r, const char *name)
{
    return args_text(r, name) != NULL;
}

static duel_status read_option(const request *r, const duel_option *o, int64_t *out,
                               duel_msg *why)
{
    const char *text = args_text(r, o->name);
    *out = o->initial;
    return text ? duel_option_read(o, duel_str_of(text), out, why) : DUEL_OK;
}

duel_status args_number(const request *r, const char *name, int64_t least, int64_t most,
                        int64_t initial, int64_t *out, duel_msg *why)
{
    duel_option o = {name, DUEL_NUMBER, initial, least, most, NULL, NULL};
    return read_option(r, &o, out, why);
}

duel_status args_decimal(const request *r, const char *name, double initial, double *out,
                         duel_msg *why)
{
    const int64_t million = 1000000;
    duel_option o = {name, DUEL_DECIMAL, (int64_t)(initial * 1e6), 0, 1000000 * million,
                     NULL, NULL};
    int64_t n;
    duel_status status = read_option(r, &o, &n, why);
    if (status == DUEL_OK)
        *out = (double)n * 1e-6;
    return status;
}

int args_fail(const request *r, duel_status status, const duel_msg *why)
{
    return duel_command_fail(&r->console, status, why);
}

void args_print_json(const request *r, struct json_t *object)
{
    duel_print_json(&r->console, object);
}
