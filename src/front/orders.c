/* front/orders.c -- see orders.h. */
#include "front/orders.h"

static const struct spelling {
    const char *word;
    order order;
} spellings[] = {
    {"?", ORDER_ADVICE},         {"advice", ORDER_ADVICE},  {"advise", ORDER_ADVICE},
    {"conseil", ORDER_ADVICE},   {"u", ORDER_UNDO},         {"undo", ORDER_UNDO},
    {"annuler", ORDER_UNDO},     {"reprendre", ORDER_UNDO}, {"b", ORDER_BACK},
    {"back", ORDER_BACK},        {"retour", ORDER_BACK},    {"m", ORDER_MOVES},
    {"moves", ORDER_MOVES},      {"coups", ORDER_MOVES},    {"rules", ORDER_RULES},
    {"règles", ORDER_RULES},     {"h", ORDER_HELP},         {"help", ORDER_HELP},
    {"aide", ORDER_HELP},        {"resign", ORDER_RESIGN},  {"abandonner", ORDER_RESIGN},
    {"abandon", ORDER_RESIGN},   {"save", ORDER_SAVE},      {"sauver", ORDER_SAVE},
    {"enregistrer", ORDER_SAVE}, {"q", ORDER_LEAVE},        {"quit", ORDER_LEAVE},
    {"exit", ORDER_LEAVE},       {"leave", ORDER_LEAVE},    {"quitter", ORDER_LEAVE},
    {"sortir", ORDER_LEAVE},     {"flag", ORDER_FLAG},      {"drapeau", ORDER_FLAG},
    {"check", ORDER_CHECK},      {"vérifier", ORDER_CHECK}, {"observe", ORDER_OBSERVE},
    {"observer", ORDER_OBSERVE}, {NULL, ORDER_NONE}};

order order_read(duel_str *rest)
{
    duel_str after = *rest, word;
    duel_str_pointless(after, &after);
    if (!duel_str_word(&after, " ", &word))
        return ORDER_NONE;
    after = duel_str_trim(after);
    const struct spelling *s = spellings;
    while (s->word && !duel_alike(word, duel_str_of(s->word)))
        s++;
    if (s->order < ORDER_FLAG && after.len)
        return ORDER_NONE;
    if (s->word)
        *rest = after;
    return s->order;
}

bool order_is_yes(duel_str word)
{
    return duel_alike(word, duel_str_of("yes")) || duel_alike(word, duel_str_of("oui"));
}

void order_nearest(duel_str typed, duel_nearest *n)
{
    duel_nearest_begin(n, typed);
    duel_nearest_try_rows(n, spellings, sizeof *spellings);
}
