/* core/variant.c -- reading, checking and printing options: see variant.h. */
#include "core/variant.h"

#include <ctype.h>
#include <string.h>

/* ---- one option --------------------------------------------------------------------- */

static duel_status read_number(const duel_option *o, duel_str text, int64_t *out, duel_msg *why)
{
    int64_t n;
    if (!duel_str_number(text, &n))
        return duel_invalid(why, N_("{0} is a whole number, not “{1}”."), "cs", o->name, text);
    if (n < o->least || n > o->most)
        return duel_invalid(why, N_("{0} goes from {1} to {2}; {3} is outside."), "ciii",
                            o->name, o->least, o->most, n);
    *out = n;
    return DUEL_OK;
}

static duel_status read_yesno(const duel_option *o, duel_str text, int64_t *out, duel_msg *why)
{
    static const char *const yes[] = {"yes", "oui", "true", "on", "1"};
    static const char *const no[] = {"no", "non", "false", "off", "0"};
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++) {
        if (duel_str_same_word(text, yes[i]) || duel_str_same_word(text, no[i])) {
            *out = duel_str_same_word(text, yes[i]);
            return DUEL_OK;
        }
    }
    return duel_invalid(why, N_("{0} is yes or no, not “{1}”."), "cs", o->name, text);
}

static duel_status read_choice(const duel_option *o, duel_str text, int64_t *out, duel_msg *why)
{
    duel_buf words;
    for (int i = 0; o->choices[i]; i++) {
        if (duel_alike(text, duel_str_of(o->choices[i]))) {
            *out = i;
            return DUEL_OK;
        }
    }
    duel_buf_init(&words);
    for (int i = 0; o->choices[i]; i++)
        duel_putf(&words.sink, "%s%s", i ? ", " : "", o->choices[i]);
    duel_status status = duel_invalid(why, N_("{0} is one of {1}, not “{2}”."), "css", o->name,
                                      duel_buf_str(&words), text);
    duel_buf_fini(&words);
    return duel_ask_nearest(status, why, text, o->choices, sizeof *o->choices);
}

static duel_status read_set(const duel_option *o, duel_str text, int64_t *out, duel_msg *why)
{
    uint64_t set = 0;
    duel_str rest = text, part;
    while (duel_str_part(&rest, ',', &part)) {
        int64_t n;
        if (!duel_str_number(part, &n) || n < o->least || n > o->most)
            return duel_invalid(why,
                                N_("{0} is a list of numbers from {1} to {2} joined by commas, "
                                   "like 1,3,4; not “{3}”."),
                                "ciis", o->name, o->least, o->most, text);
        set |= UINT64_C(1) << n;
    }
    *out = (int64_t)set;
    return DUEL_OK;
}

enum { MILLION = 1000000 };

/* Digits after the point, as millionths; false if they are not digits or more than six. */
static bool read_fraction(duel_str digits, int64_t *out)
{
    int64_t n, scale = MILLION;
    if (digits.len == 0 || digits.len > 6 || !duel_str_number(digits, &n) || n < 0 ||
        digits.at[0] == '-')
        return false;
    for (size_t i = 0; i < digits.len; i++)
        scale /= 10;
    *out = n * scale;
    return true;
}

static duel_status read_decimal(const duel_option *o, duel_str text, int64_t *out,
                                duel_msg *why)
{
    duel_str rest = text, whole;
    int64_t n = 0, fraction = 0;
    bool good = duel_str_part(&rest, '.', &whole) && duel_str_number(whole, &n) && n >= 0 &&
                n < INT64_MAX / MILLION - 1 && whole.at[0] != '-';
    if (good && rest.at)
        good = read_fraction(rest, &fraction);
    if (!good)
        return duel_invalid(why, N_("{0} is a number such as 0.5, not “{1}”."), "cs", o->name,
                            text);
    n = n * MILLION + fraction;
    if (n < o->least || n > o->most)
        return duel_invalid(why, N_("{0}={1} is out of range."), "cs", o->name, text);
    *out = n;
    return DUEL_OK;
}

duel_status duel_option_read(const duel_option *o, duel_str value, int64_t *out, duel_msg *why)
{
    switch (o->kind) {
    case DUEL_NUMBER:
        return read_number(o, value, out, why);
    case DUEL_YESNO:
        return read_yesno(o, value, out, why);
    case DUEL_CHOICE:
        return read_choice(o, value, out, why);
    case DUEL_SET:
        return read_set(o, value, out, why);
    case DUEL_DECIMAL:
        return read_decimal(o, value, out, why);
    }
    duel_broken("an option has one of the kinds above", __FILE__, __LINE__);
}

static void print_decimal(int64_t millionths, duel_sink *out)
{
    duel_putf(out, "%lld", (long long)(millionths / MILLION));
    int64_t fraction = millionths % MILLION;
    if (fraction == 0)
        return;
    int digits = 6;
    for (; fraction % 10 == 0; fraction /= 10)
        digits--;
    duel_putf(out, ".%0*lld", digits, (long long)fraction);
}

void duel_option_print(const duel_option *o, int64_t value, duel_sink *out)
{
    const char *comma = "";
    switch (o->kind) {
    case DUEL_NUMBER:
        duel_putf(out, "%lld", (long long)value);
        break;
    case DUEL_YESNO:
        duel_put(out, value ? "yes" : "no");
        break;
    case DUEL_CHOICE:
        duel_put(out, o->choices[value]);
        break;
    case DUEL_SET:
        for (int i = 0; i < 64; i++) {
            if ((uint64_t)value >> i & 1) {
                duel_putf(out, "%s%d", comma, i);
                comma = ",";
            }
        }
        break;
    case DUEL_DECIMAL:
        print_decimal(value, out);
        break;
    }
}

int duel_option_find(const duel_option *table, duel_str name)
{
    for (int i = 0; table && table[i].name; i++)
        if (duel_str_is(name, table[i].name))
            return i;
    for (int i = 0; table && table[i].name; i++)
        if (duel_alike(name, duel_str_of(table[i].name)))
            return i;
    return -1;
}

bool duel_is_setting(duel_str word)
{
    size_t n = 0;
    while (n < word.len && (isalpha((unsigned char)word.at[n]) || word.at[n] == '_'))
        n++;
    return n > 0 && n < word.len && word.at[n] == '=';
}

/* ---- variants ----------------------------------------------------------------------- */

static void begin_variant(const duel_game *game, duel_variant *v)
{
    memset(v, 0, sizeof *v);
    v->game = game;
    v->seats = game->min_seats;
    v->traits = game->traits;
    for (int i = 0; game->options && game->options[i].name; i++)
        v->option[i] = game->options[i].initial;
}

static duel_status unknown_option(const duel_game *game, duel_str name, duel_msg *why)
{
    duel_buf names;
    duel_nearest near;
    duel_nearest_begin(&near, name);
    duel_nearest_try_rows(&near, game->options, sizeof *game->options);
    if (duel_nearest_found(&near))
        return duel_nearest_ask(
            &near, duel_invalid(why, N_("{0} has no option “{1}”."), "cs", game->id, name),
            why);
    duel_buf_init(&names);
    for (int i = 0; game->options && game->options[i].name; i++)
        duel_putf(&names.sink, "%s%s", i ? ", " : "", game->options[i].name);
    duel_status status =
        names.len
            ? duel_invalid(why, N_("{0} has no option “{1}”; it has {2}."), "css", game->id,
                           name, duel_buf_str(&names))
            : duel_invalid(why, N_("{0} has no options, so not “{1}”."), "cs", game->id, name);
    duel_buf_fini(&names);
    return status;
}

static duel_status set(duel_variant *v, duel_str setting, duel_msg *why)
{
    duel_str value = setting, name;
    duel_str_part(&value, '=', &name);
    if (value.at == NULL)
        return duel_invalid(why, N_("An option is written name=value; “{0}” is not."), "s",
                            setting);
    int i = duel_option_find(v->game->options, name);
    if (i < 0)
        return unknown_option(v->game, name, why);
    if (v->given >> i & 1)
        return duel_invalid(why, N_("The option {0} is given twice."), "s", name);
    v->given |= UINT32_C(1) << i;
    return duel_option_read(&v->game->options[i], value, &v->option[i], why);
}

duel_status duel_check_range(const char *who, const char *what, int64_t is, int64_t least,
                             int64_t most, duel_msg *why)
{
    if (is >= least && is <= most)
        return DUEL_OK;
    return duel_invalid(why, N_("{0}: {1} is {2}; the contract wants {3} to {4}."), "cciii",
                        who, what, is, least, most);
}

static duel_status check_beside(const duel_variant *v, duel_msg *why)
{
    const duel_game *g = v->game;
    static const duel_accel none = {.pack = NULL};
    const duel_accel *a = g->accel ? g->accel : &none;
    const struct {
        bool fine;
        const char *name, *other;
    } pairs[] = {{!(v->traits & DUEL_SECRETS) || g->hide, "DUEL_SECRETS", "hide"},
                 {v->key_bits == 0 || a->pack, "key_bits", "pack"},
                 {!a->carried || v->traits & DUEL_MARGIN, "carried", "DUEL_MARGIN"},
                 {!a->carried || (v->key_bits && a->unpack), "carried", "unpack"},
                 {!a->carried || a->tier, "carried", "tier"},
                 {!a->span || (a->nth && a->unpack && a->tier), "span", "nth, unpack, tier"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (!pairs[i].fine)
            return duel_invalid(why, N_("{0}: {1} needs {2} beside it."), "ccc", g->id,
                                pairs[i].name, pairs[i].other);
    return DUEL_OK;
}

duel_status duel_variant_check(const duel_variant *v, duel_msg *why)
{
    const duel_game *g = v->game;
    const struct {
        const char *name;
        int64_t is, least, most;
    } shape[] = {{"seats", v->seats, g->min_seats, g->max_seats},
                 {"state_size", v->state_size, 1, DUEL_STATE_MAX},
                 {"max_moves", v->max_moves, 1, DUEL_MOVES_MAX},
                 {"max_plies", v->max_plies, 1, UINT32_MAX},
                 {"max_score", v->max_score, 0, INT32_MAX},
                 {"key_bits", v->key_bits, 0, 64},
                 {"actions", v->actions, 0, DUEL_ACTIONS_MAX},
                 {"tensor_size", v->tensor_size, 0, DUEL_TENSOR_MAX}};
    duel_status status = DUEL_OK;
    for (size_t i = 0; status == DUEL_OK && i < sizeof shape / sizeof *shape; i++)
        status = duel_check_range(g->id, shape[i].name, shape[i].is, shape[i].least,
                                  shape[i].most, why);
    return status == DUEL_OK ? check_beside(v, why) : status;
}

static duel_status complete_variant(duel_variant *v, duel_variant *out, duel_msg *why)
{
    duel_status status = v->game->variant(v, why);
    if (status == DUEL_OK)
        status = duel_variant_check(v, why);
    if (status == DUEL_OK)
        *out = *v;
    return status;
}

duel_status duel_variant_make(const duel_game *game, const duel_str *settings, int count,
                              duel_variant *out, duel_msg *why)
{
    duel_variant v;
    begin_variant(game, &v);
    for (int i = 0; i < count; i++) {
        duel_status status = set(&v, settings[i], why);
        if (status != DUEL_OK)
            return status;
    }
    return complete_variant(&v, out, why);
}

duel_status duel_variant_read(const duel_game *game, duel_str text, duel_variant *out,
                              duel_msg *why)
{
    duel_variant v;
    duel_str word;
    begin_variant(game, &v);
    while (duel_str_word(&text, " \t", &word)) {
        duel_status status = set(&v, word, why);
        if (status != DUEL_OK)
            return status;
    }
    return complete_variant(&v, out, why);
}

void duel_variant_print(const duel_variant *v, duel_sink *out)
{
    const char *blank = "";
    const duel_option *options = v->game->options;
    for (int i = 0; options && options[i].name; i++) {
        if (v->option[i] == options[i].initial && !(v->given >> i & 1))
            continue;
        duel_putf(out, "%s%s=", blank, options[i].name);
        duel_option_print(&options[i], v->option[i], out);
        blank = " ";
    }
}

int64_t duel_variant_get(const duel_variant *v, const char *name)
{
    int i = duel_option_find(v->game->options, duel_str_of(name));
    DUEL_REQUIRE(i >= 0);
    return v->option[i];
}
