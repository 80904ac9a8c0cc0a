/* wire/field_types.c -- the type of each field of a request.
 *
 * A field means the same in whatever request it stands, so one table has them all. One that is
 * there in another shape would be read as if it were not: a list of options as none. */
#include "wire/inside.h"

enum { TEXT = 1, NUMBER = 2, YES = 4, LIST = 8, MAP = 16 };

static const struct shape {
    const char *field;
    unsigned kinds;
} shapes[] = {
    {"advice", TEXT | YES}, {"ask", TEXT},     {"by", TEXT},          {"clock", MAP},
    {"do", TEXT},           {"done", YES},     {"edits", LIST},       {"effort", NUMBER},
    {"game", TEXT},         {"hint", YES},     {"id", TEXT},          {"instead", TEXT},
    {"lang", TEXT},         {"level", NUMBER}, {"line", LIST},        {"marks", LIST},
    {"mine", LIST},         {"move", TEXT},    {"n", NUMBER},         {"name", TEXT},
    {"nodes", NUMBER},      {"nonce", NUMBER}, {"number", NUMBER},    {"of", TEXT},
    {"options", MAP},       {"ply", NUMBER},   {"position", TEXT},    {"record", TEXT},
    {"rev", NUMBER},        {"seat", NUMBER},  {"seats", LIST},       {"secret", TEXT},
    {"show", LIST},         {"solution", YES}, {"start", TEXT | YES}, {"step", NUMBER},
    {"table", TEXT},        {"text", TEXT},    {"tokens", LIST},      {"yes", YES},
};

static unsigned kind_of(const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_STRING:
        return TEXT;
    case JSON_INTEGER:
        return NUMBER;
    case JSON_TRUE:
    case JSON_FALSE:
        return YES;
    case JSON_ARRAY:
        return LIST;
    case JSON_OBJECT:
        return MAP;
    case JSON_REAL:
    case JSON_NULL:
    default:
        return 0;
    }
}

static const char *words_for(unsigned kinds)
{
    return kinds == TEXT     ? N_("a text")
           : kinds == NUMBER ? N_("a whole number")
           : kinds == YES    ? N_("true or false")
           : kinds == LIST   ? N_("a list")
           : kinds == MAP    ? N_("an object")
                             : N_("a text, true or false");
}

duel_status fields_check(json_t *what, duel_msg *why)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const json_t *value = json_object_get(what, shapes[i].field);
        if (value && !json_is_null(value) && !(kind_of(value) & shapes[i].kinds))
            return duel_invalid(why, N_("In a request “{0}” is {1}."), "cw", shapes[i].field,
                                words_for(shapes[i].kinds));
    }
    return DUEL_OK;
}
