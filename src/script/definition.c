/* script/definition.c -- the names a file defines beside its functions become the game's table.
 *
 * Texts are written once ("…", the same in both languages) or as { en = "…", fr = "…" }. */
#include "base/grow.h"
#include "core/record.h"
#include "script/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

duel_status script_wrong(const script_game *s, const char *name, const char *expected,
                         duel_msg *why)
{
    return duel_invalid(why, N_("{0}: {1} is not right: {2} was expected."), "ccw", s->id, name,
                        expected);
}

/* ---- memory ----------------------------------------------------------------------------- */

void *script_keep(script_game *s, void *block)
{
    if (block == NULL || s->texts == TEXTS_MOST || !GROW_ONE(s->text, s->texts)) {
        free(block);
        return NULL;
    }
    s->text[s->texts++] = block;
    return block;
}

char *script_copy(script_game *s, duel_str text)
{
    char *copy = malloc(text.len + 1);
    if (copy) {
        memcpy(copy, text.at, text.len);
        copy[text.len] = '\0';
    }
    return script_keep(s, copy);
}

/* ---- texts ------------------------------------------------------------------------------ */

bool script_plain(duel_str value, duel_str *text)
{
    plain_value_item item;
    bool right = plain_value_take(&value, &item) && item.kind == PLAIN_VALUE_TEXT &&
                 memchr(item.text.at, '\0', item.text.len) == NULL &&
                 !(item.text.len && item.text.at[0] == DUEL_BILINGUAL);
    if (right)
        *text = item.text;
    return right;
}

static bool both_of(duel_str value, duel_str *english, duel_str *french)
{
    duel_str en, fr;
    if (script_plain(value, english)) {
        *french = *english;
        return true;
    }
    bool has_en = plain_value_find(value, "en", &en) && script_plain(en, english);
    bool has_fr = plain_value_find(value, "fr", &fr) && script_plain(fr, french);
    if (has_en && !has_fr)
        *french = *english;
    if (has_fr && !has_en)
        *english = *french;
    return has_en || has_fr;
}

static size_t bilingual(char *at, duel_str english, duel_str french)
{
    size_t n = 0;
    at[n++] = DUEL_BILINGUAL;
    memcpy(at + n, english.at, english.len);
    n += english.len;
    at[n++] = '\0';
    memcpy(at + n, french.at, french.len);
    n += french.len;
    at[n++] = '\0';
    return n;
}

static bool same_text(const char *id, const char *other, size_t len)
{
    if (id[0] != DUEL_BILINGUAL)
        return false;
    size_t english = strlen(id) + 1, all = english + strlen(id + english) + 1;
    return all == len && memcmp(id, other, len) == 0;
}

/* Equal texts are kept once: a file says the same things again and again. */
const char *script_both(script_game *s, duel_str english, duel_str french)
{
    char *id = malloc(english.len + french.len + 3);
    if (id == NULL)
        return NULL;
    size_t len = bilingual(id, english, french);
    for (int i = s->texts - 1; i >= 0; i--) {
        if (same_text(s->text[i], id, len)) {
            free(id);
            return s->text[i];
        }
    }
    return script_keep(s, id);
}

const char *script_text(script_game *s, duel_str value)
{
    duel_str english, french;
    return both_of(value, &english, &french) ? script_both(s, english, french) : NULL;
}

/* One text, or a list of them, as a NULL-ended table; NULL if it is neither. */
static const char *const *text_table(script_game *s, duel_str value, uint32_t least)
{
    duel_str list = value, entry;
    plain_value_item head;
    bool one = script_text(s, value) != NULL;
    if (!one && (!plain_value_take(&list, &head) || head.kind != PLAIN_VALUE_LIST))
        return NULL;
    uint32_t count = one ? 1 : head.count;
    const char **table = script_keep(s, calloc(count + 1, sizeof *table));
    if (table == NULL || count < least)
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (one)
            entry = value;
        else if (!plain_value_cut(&list, &entry))
            return NULL;
        table[i] = script_text(s, entry);
        if (table[i] == NULL)
            return NULL;
    }
    return table;
}

duel_status script_check_readable(const script_game *s, const char *name, duel_str value,
                                  duel_msg *why)
{
    if (plain_value_is_readable(value))
        return DUEL_OK;
    return duel_fail(why,
                     N_("{0}: {1} gives a text that cannot be shown: it has control "
                        "characters in it, or is no UTF-8."),
                     "cc", s->id, name);
}

static duel_status check_texts(const script_game *s, duel_str description, duel_msg *why)
{
    plain_value_item head, key;
    duel_str value;
    duel_status status = DUEL_OK;
    plain_value_take(&description, &head);
    while (status == DUEL_OK && plain_value_take(&description, &key) &&
           plain_value_cut(&description, &value)) {
        char name[32];
        snprintf(name, sizeof name, "%.*s", (int)key.text.len, key.text.at);
        status = script_check_readable(s, name, value, why);
    }
    return status;
}

/* ---- numbers ---------------------------------------------------------------------------- */

/* A whole number under a name, if it is there; DUEL_INVALID if it is something else. */
static duel_status number(const script_game *s, duel_str map, const char *name, int64_t least,
                          int64_t most, int64_t *out, duel_msg *why)
{
    duel_str value;
    plain_value_item item;
    if (!plain_value_find(map, name, &value))
        return DUEL_OK;
    if (!plain_value_take(&value, &item) || item.kind != PLAIN_VALUE_INT ||
        item.number < least || item.number > most)
        return duel_invalid(why, N_("{0}: {1} is a whole number from {2} to {3}."), "ccii",
                            s->id, name, least, most);
    *out = item.number;
    return DUEL_OK;
}

static bool flag(duel_str map, const char *name)
{
    duel_str value;
    plain_value_item item;
    return plain_value_find(map, name, &value) && plain_value_take(&value, &item) &&
           item.kind == PLAIN_VALUE_BOOL && item.number;
}

/* ---- options ---------------------------------------------------------------------------- */

static bool option_name(duel_str text)
{
    for (size_t i = 0; i < text.len; i++)
        if ((text.at[i] < 'a' || text.at[i] > 'z') && text.at[i] != '_')
            return false;
    return text.len > 0;
}

static const char *const *choice_words(script_game *s, duel_str list)
{
    plain_value_item head;
    duel_str entry, word;
    if (!plain_value_take(&list, &head) || head.kind != PLAIN_VALUE_LIST || head.count == 0)
        return NULL;
    const char **table = script_keep(s, calloc(head.count + 1, sizeof *table));
    for (uint32_t i = 0; table && i < head.count; i++) {
        if (!plain_value_cut(&list, &entry) || !script_plain(entry, &word))
            return NULL;
        table[i] = script_copy(s, word);
    }
    return table;
}

static bool read_choice(script_game *s, duel_str map, duel_option *o)
{
    duel_str choices, first, word;
    if (!plain_value_find(map, "choices", &choices))
        return false;
    o->kind = DUEL_CHOICE;
    o->choices = choice_words(s, choices);
    if (o->choices && plain_value_find(map, "default", &first) && script_plain(first, &word))
        while (o->choices[o->initial] && !duel_str_is(word, o->choices[o->initial]))
            o->initial++;
    return o->choices && o->choices[o->initial];
}

static duel_status read_option(script_game *s, duel_str map, duel_option *o, duel_msg *why)
{
    duel_str value, name;
    plain_value_item item;
    if (!plain_value_find(map, "name", &value) || !script_plain(value, &name) ||
        !option_name(name))
        return script_wrong(s, "options", N_("name = a word of small letters"), why);
    *o = (duel_option){.name = script_copy(s, name), .least = 0, .most = 1000000};
    o->help = plain_value_find(map, "help", &value) ? script_text(s, value)
                                                    : N_("an option of the file");
    if (o->name == NULL || o->help == NULL)
        return script_wrong(s, "options", N_("help = a text"), why);
    if (plain_value_find(map, "choices", &value))
        return read_choice(s, map, o)
                   ? DUEL_OK
                   : script_wrong(s, "options",
                                  N_("choices = a list of words, with the default"), why);
    if (!plain_value_find(map, "default", &value) || !plain_value_take(&value, &item) ||
        (item.kind != PLAIN_VALUE_BOOL && item.kind != PLAIN_VALUE_INT))
        return script_wrong(s, "options", N_("default = a whole number, true or false"), why);
    o->initial = item.number;
    o->kind = item.kind == PLAIN_VALUE_BOOL ? DUEL_YESNO : DUEL_NUMBER;
    if (o->kind == DUEL_YESNO)
        return o->most = 1, DUEL_OK;
    duel_status status = number(s, map, "min", -1000000000, 1000000000, &o->least, why);
    if (status == DUEL_OK)
        status = number(s, map, "max", -1000000000, 1000000000, &o->most, why);
    if (status == DUEL_OK && (o->initial < o->least || o->initial > o->most))
        status = script_wrong(s, "options", N_("min ≤ default ≤ max"), why);
    return status;
}

static duel_status read_options(script_game *s, duel_str description, duel_msg *why)
{
    duel_str list, map;
    plain_value_item head;
    s->seats_option = -1;
    if (!plain_value_find(description, "options", &list))
        return DUEL_OK;
    if (!plain_value_take(&list, &head) || head.kind != PLAIN_VALUE_LIST ||
        head.count > DUEL_OPTIONS)
        return script_wrong(s, "options", N_("a list of at most 20 tables"), why);
    for (uint32_t i = 0; i < head.count; i++) {
        duel_status status = plain_value_cut(&list, &map)
                                 ? read_option(s, map, &s->option[i], why)
                                 : DUEL_INVALID;
        if (status != DUEL_OK)
            return status;
        if (strcmp(s->option[i].name, "seats") == 0)
            s->seats_option = (int)i;
    }
    s->game.options = s->option;
    return DUEL_OK;
}

/* ---- the rest --------------------------------------------------------------------------- */

static duel_status read_words(script_game *s, duel_str d, duel_msg *why)
{
    duel_str value, word;
    duel_str stem = {s->id, strcspn(s->id, ".")};
    duel_buf name = duel_buf_empty();
    plain_value_put_text(&name, stem);
    s->game.title =
        script_text(s, plain_value_find(d, "title", &value) ? value : duel_buf_str(&name));
    duel_buf_fini(&name);
    s->game.tagline = plain_value_find(d, "tagline", &value) ? script_text(s, value)
                                                             : N_("A game from a file.");
    if (s->game.title == NULL)
        return script_wrong(s, "title", N_("a text"), why);
    if (s->game.tagline == NULL)
        return script_wrong(s, "tagline", N_("a text"), why);
    if (!plain_value_find(d, "rules", &value))
        return duel_invalid(why,
                            N_("{0}: there is no function {1}. A game needs rules, init, over, "
                               "moves and play."),
                            "cc", s->id, "rules");
    s->game.rules = text_table(s, value, 1);
    if (s->game.rules == NULL)
        return script_wrong(s, "rules", N_("a text or a list of texts"), why);
    if (plain_value_find(d, "roles", &value)) {
        s->game.roles = text_table(s, value, (uint32_t)s->game.max_seats);
        if (s->game.roles == NULL)
            return script_wrong(s, "roles", N_("a text for each seat"), why);
    }
    if (plain_value_find(d, "opponent", &value)) {
        /* a file never names a program to start */
        bool program =
            script_plain(value, &word) && word.len >= 4 && memcmp(word.at, "cmd:", 4) == 0;
        if (program || !script_plain(value, &word))
            return script_wrong(s, "opponent", N_("the name of a player"), why);
        s->game.museum.opponent = script_copy(s, word);
    }
    return DUEL_OK;
}

/* Whatever is asked, a process is asked, which has so long to answer. */
static void read_traits(script_game *s, duel_str d)
{
    static const struct {
        const char *name;
        unsigned traits;
    } traits[] = {{"loopy", DUEL_LOOPY},
                  {"impartial", DUEL_IMPARTIAL},
                  {"nimbers", DUEL_IMPARTIAL | DUEL_NIMBERS},
                  {"margin", DUEL_MARGIN},
                  {"confirm", DUEL_CONFIRM}};
    s->game.traits = DUEL_SLOW;
    for (size_t i = 0; i < sizeof traits / sizeof *traits; i++)
        if (flag(d, traits[i].name))
            s->game.traits |= traits[i].traits;
    if (s->has[FN_hide])
        s->game.traits |= DUEL_SECRETS;
}

static duel_status read_numbers(script_game *s, duel_str d, duel_msg *why)
{
    int64_t seats = 2, plies = 8191, score = 1000, version, bytes = 0;
    version = duel_source_version(duel_buf_str(&s->host.source));
    duel_status status = number(s, d, "seats", 1, DUEL_SEATS, &seats, why);
    if (status == DUEL_OK)
        status = number(s, d, "max_plies", 1, 1000000000, &plies, why);
    if (status == DUEL_OK)
        status = number(s, d, "max_score", 1, TALK_SCORE_MOST, &score, why);
    if (status == DUEL_OK)
        status = number(s, d, "version", 0, INT32_MAX, &version, why);
    if (status == DUEL_OK)
        status = number(s, d, "state_bytes", 1, DUEL_STATE_MAX - 64, &bytes, why);
    s->game.version = (unsigned)version;
    s->game.min_seats = s->game.max_seats = (int)seats;
    s->max_plies = (uint32_t)plies;
    s->max_score = (int32_t)score;
    s->state_bytes = (uint32_t)bytes;
    return status;
}

static duel_status read_seats(script_game *s, duel_msg *why)
{
    if (s->seats_option < 0)
        return DUEL_OK;
    const duel_option *o = &s->option[s->seats_option];
    if (o->kind != DUEL_NUMBER || o->least < 1 || o->most > DUEL_SEATS)
        return script_wrong(s, "options", N_("seats from 1 to 4"), why);
    s->game.min_seats = (int)o->least;
    s->game.max_seats = (int)o->most;
    return DUEL_OK;
}

static bool read_has(script_game *s, duel_str d)
{
    duel_str list;
    plain_value_item item;
    if (!plain_value_find(d, "has", &list) || !plain_value_take(&list, &item) ||
        item.count != FN_COUNT)
        return false;
    for (int f = 0; f < FN_COUNT; f++) {
        if (!plain_value_take(&list, &item))
            return false;
        s->has[f] = item.number != 0;
    }
    return true;
}

static duel_status check_pairs(const script_game *s, duel_msg *why)
{
    static const talk_function pairs[][2] = {
        {FN_print, FN_parse}, {FN_guess, FN_hide}, {FN_parse_move, FN_print_move},
        {FN_cell, FN_grid},   {FN_lens, FN_grid},  {FN_mark, FN_grid},
        {FN_edit, FN_grid}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (s->has[pairs[i][0]] && !s->has[pairs[i][1]])
            return duel_invalid(why, N_("{0}: {1} needs {2} beside it."), "ccc", s->id,
                                talk_function_name[pairs[i][0]],
                                talk_function_name[pairs[i][1]]);
    return DUEL_OK;
}

duel_status script_describe(script_game *s, duel_str description, duel_msg *why)
{
    duel_str tones;
    if (!read_has(s, description))
        return script_wrong(s, "rules", N_("a text or a list of texts"), why);
    read_traits(s, description);
    duel_status status = check_texts(s, description, why);
    if (status == DUEL_OK)
        status = read_numbers(s, description, why);
    if (status == DUEL_OK)
        status = read_options(s, description, why);
    if (status == DUEL_OK)
        status = read_seats(s, why);
    if (status == DUEL_OK)
        status = read_words(s, description, why);
    if (status == DUEL_OK)
        status = check_pairs(s, why);
    if (status == DUEL_OK)
        status = script_read_help(s, description, why);
    if (plain_value_find(description, "tones", &tones))
        duel_put_str(&s->tones.sink, tones);
    return status;
}
