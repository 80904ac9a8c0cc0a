/* server/quotas.c -- see quotas.h. */
#include "server/quotas.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REMEMBERED_MS = 60000, MINUTE = 60000, SECOND = 1000, MANY = 1 << 20 };

static const char unread[] =
    N_("Too much that you have not read yet is waiting for you: read it, then ask again.");
static const char crowded_address[] = N_("Too many connections come from your address.");
static const char hasty_address[] =
    N_("Too many requests come from your address: ask again in a moment.");
static const char crowded_house[] = N_("The server has no room left: try again in a minute.");
static const char busy_table[] =
    N_("Too much is waiting at this table: ask again in a moment.");
static const char busy_file[] =
    N_("This game has too much to answer already: ask again in a moment.");

const quota_rule governor_rules[QUOTAS_LIMITS] = {
    [LIMIT_CONNECTION_BURST] = {"connection-burst", 80, 1, MANY,
                                N_("messages of a connection at once"), NULL, DUEL_REFUSED},
    [LIMIT_CONNECTION_RATE] = {"connection-rate", 30, 1, MANY,
                               N_("messages of a connection a second, for ever"), NULL,
                               DUEL_REFUSED},
    [LIMIT_CONNECTION_ANSWERS] = {"connection-answers", 64, 2, MANY,
                                  N_("answers that wait for a connection to read them"), unread,
                                  DUEL_NO_SPACE},
    [LIMIT_CONNECTION_KILOBYTES] = {"connection-kilobytes", 1024, 1, MANY,
                                    N_("kilobytes of them; then only short ones join"), unread,
                                    DUEL_NO_SPACE},
    [LIMIT_ADDRESS_BURST] = {"address-burst", 300, 1, MANY,
                             N_("messages of one address at once"), hasty_address,
                             DUEL_REFUSED},
    [LIMIT_ADDRESS_RATE] = {"address-rate", 150, 1, MANY,
                            N_("messages of one address a second, for ever"), hasty_address,
                            DUEL_REFUSED},
    [LIMIT_ADDRESS_CONNECTIONS] = {"address-connections", 256, 1, MANY,
                                   N_("WebSockets from one address"), crowded_address,
                                   DUEL_REFUSED},
    [LIMIT_ADDRESS_HALF_OPEN] = {"address-half-open", 256, 1, MANY,
                                 N_("connections from one address that are no WebSocket"),
                                 crowded_address, DUEL_REFUSED},
    [LIMIT_ADDRESS_KILOBYTES] = {"address-kilobytes", 8192, 1, MANY,
                                 N_("kilobytes of answers that wait for one address"), unread,
                                 DUEL_NO_SPACE},
    [LIMIT_ADDRESS_JOBS] =
        {"address-jobs", 64, 1, MANY,
         N_("questions of one address that wait to be thought about"),
         N_("Too much that you asked for is being thought about already: ask "
            "again in a moment."),
         DUEL_REFUSED},
    [LIMIT_ADDRESS_NEW_TABLES] =
        {"address-new-tables", 120, 1, MANY, N_("tables made from one address in a minute"),
         N_("Too many tables are being made from your address: try again in "
            "a minute."),
         DUEL_REFUSED},
    [LIMIT_TABLE_MEMBERS] = {"table-members", QUOTAS_MEMBERS, 1, QUOTAS_MEMBERS,
                             N_("people at one table, those who look on included"),
                             N_("There is no room left at this table."), DUEL_REFUSED},
    [LIMIT_TABLE_QUESTIONS] = {"table-questions", 16, 1, MANY,
                               N_("questions that wait for the adviser of a table"), busy_table,
                               DUEL_REFUSED},
    [LIMIT_TABLE_REVIEWS] = {"table-reviews", 4, 1, MANY,
                             N_("reviews that are made at a table at once"), busy_table,
                             DUEL_REFUSED},
    [LIMIT_FILE_REQUESTS] = {"file-requests", 64, 1, MANY,
                             N_("requests of a connection that wait for a game from a file"),
                             busy_file, DUEL_REFUSED},
    [LIMIT_FILE_KILOBYTES] = {"file-kilobytes", 16384, 1, MANY,
                              N_("kilobytes of all requests that wait for it"), busy_file,
                              DUEL_REFUSED},
    [LIMIT_HOUSE_KILOBYTES] =
        {"house-kilobytes", 32768, 1, MANY,
         N_("kilobytes of answers that wait for all; games from files apart"), unread,
         DUEL_NO_SPACE},
    [LIMIT_ALL_CONNECTIONS] = {"all-connections", 16384, 1, MANY, N_("WebSockets"),
                               crowded_house, DUEL_REFUSED},
    [LIMIT_ALL_HALF_OPEN] = {"all-half-open", 2048, 1, MANY,
                             N_("connections that are no WebSocket; then the oldest goes"),
                             crowded_house, DUEL_REFUSED},
    [LIMIT_ALL_NEW_TABLES] = {"all-new-tables", 600, 1, MANY, N_("tables made in a minute"),
                              N_("Too many tables are being made: try again in a minute."),
                              DUEL_REFUSED},
    [LIMIT_ALL_JOBS] = {"all-jobs", 512, 1, MANY, N_("questions that wait to be thought about"),
                        N_("Too much is being thought about already: ask again in a moment."),
                        DUEL_REFUSED},
    [LIMIT_ALL_TABLES] = {"all-tables", 2048, 1, MANY,
                          N_("tables that are awake; the others wait in the base"),
                          N_("All tables are taken. Please try again in a minute."),
                          DUEL_REFUSED},
};

/* By what a thing is bounded; QUOTAS_LIMITS: by nothing. */
static const struct {
    quota_limit address, all;
} bounds[QUOTA_AMOUNTS] = {
    [QUOTA_OF_CONNECTIONS] = {LIMIT_ADDRESS_CONNECTIONS, LIMIT_ALL_CONNECTIONS},
    [QUOTA_OF_HALF_OPEN] = {LIMIT_ADDRESS_HALF_OPEN, LIMIT_ALL_HALF_OPEN},
    [QUOTA_OF_BYTES] = {QUOTAS_LIMITS, QUOTAS_LIMITS}, /* by who keeps them */
    [QUOTA_OF_TABLES_AWAKE] = {QUOTAS_LIMITS, LIMIT_ALL_TABLES},
};

/* ---- limits ----------------------------------------------------------------------------- */

quota_limits quotas_usual_limits(void)
{
    quota_limits usual = {.count_local = false};
    for (int i = 0; i < QUOTAS_LIMITS; i++)
        usual.at[i] = governor_rules[i].usual;
    return usual;
}

static duel_status set_limit(duel_str name, duel_str number, quota_limits *to, duel_msg *why)
{
    const quota_rule *r = governor_rules;
    int64_t value;
    while (r < governor_rules + QUOTAS_LIMITS && !duel_str_is(name, r->name))
        r++;
    if (r == governor_rules + QUOTAS_LIMITS)
        return duel_invalid(why, N_("There is no limit “{0}”; --limits lists them."), "s",
                            name);
    if (!duel_str_number(number, &value) || value < r->least || value > r->most)
        return duel_invalid(why, N_("The limit {0} is a number from {1} to {2}."), "cii",
                            r->name, r->least, r->most);
    to->at[r - governor_rules] = value;
    return DUEL_OK;
}

duel_status quotas_read_limits(const char *text, quota_limits *to, duel_msg *why)
{
    duel_str rest = duel_str_of(text ? text : ""), word, name;
    duel_status status = DUEL_OK;
    while (status == DUEL_OK && duel_str_word(&rest, ",", &word)) {
        duel_str_part(&word, '=', &name);
        status = set_limit(name, word, to, why);
    }
    return status;
}

/* ---- life ------------------------------------------------------------------------------- */

void quotas_init(quotas *g, const quota_limits *limits)
{
    *g = (quotas){.limits = *limits};
    pthread_mutex_init(&g->lock, NULL);
    atomic_init(&g->tables_made, 0);
    for (int i = 0; i < QUOTAS_LIMITS; i++)
        atomic_init(&g->refused[i], 0);
}

static void forget_first(quota_address **at)
{
    quota_address *a = *at;
    *at = a->next;
    free(a);
}

void quotas_fini(quotas *g)
{
    while (g->addresses)
        forget_first(&g->addresses);
    pthread_mutex_destroy(&g->lock);
}

/* ---- addresses -------------------------------------------------------------------------- */

bool quotas_is_local(const char *address)
{
    return strncmp(address, "127.", 4) == 0;
}

static quota_address *new_address(quotas *g, const char *text)
{
    quota_address *a = calloc(1, sizeof *a);
    if (a == NULL)
        return NULL;
    snprintf(a->text, sizeof a->text, "%s", text);
    a->number = UINT64_C(1) << 63 | ++g->numbers;
    a->next = g->addresses;
    g->addresses = a;
    return a;
}

bool quotas_arrive(quotas *g, const char *text, quota_address **out)
{
    *out = NULL;
    if (quotas_is_local(text) && !g->limits.count_local)
        return true;
    quota_address *a = g->addresses;
    while (a && strcmp(a->text, text))
        a = a->next;
    if (a == NULL)
        a = new_address(g, text);
    quotas_hold(a);
    *out = a;
    return a != NULL;
}

void quotas_hold(quota_address *a)
{
    if (a)
        a->held++;
}

void quotas_depart(quotas *g, quota_address *a, uint64_t now)
{
    quota_address **at = &g->addresses;
    if (a == NULL)
        return;
    a->held--;
    a->left = now;
    while (*at) {
        if ((*at)->held == 0 && now > (*at)->left + REMEMBERED_MS)
            forget_first(at);
        else
            at = &(*at)->next;
    }
}

/* ---- granting --------------------------------------------------------------------------- */

int64_t quotas_at(const quotas *g, quota_limit what)
{
    return g->limits.at[what];
}

duel_status quotas_refuse(quotas *g, quota_limit what, duel_msg *why)
{
    const quota_rule *r = &governor_rules[what];
    atomic_fetch_add(&g->refused[what], 1);
    if (r->refusal)
        duel_say(why, r->refusal, "");
    return r->status;
}

duel_status quotas_allow(quotas *g, quota_limit what, int64_t count, duel_msg *why)
{
    return what == QUOTAS_LIMITS || count <= g->limits.at[what] ? DUEL_OK
                                                                : quotas_refuse(g, what, why);
}

static void count_more(quotas *g, quota_address *a, quota_amount what, int64_t amount)
{
    g->has[what] += amount;
    if (a)
        a->has[what] += amount;
}

duel_status quotas_take(quotas *g, quota_address *a, quota_amount what, int64_t amount,
                        duel_msg *why)
{
    duel_status status = DUEL_OK;
    pthread_mutex_lock(&g->lock);
    if (a)
        status = quotas_allow(g, bounds[what].address, a->has[what] + amount, why);
    if (status == DUEL_OK)
        status = quotas_allow(g, bounds[what].all, g->has[what] + amount, why);
    if (status == DUEL_OK)
        count_more(g, a, what, amount);
    pthread_mutex_unlock(&g->lock);
    return status;
}

int64_t quotas_has(quotas *g, quota_amount what)
{
    pthread_mutex_lock(&g->lock);
    int64_t has = g->has[what];
    pthread_mutex_unlock(&g->lock);
    return has;
}

int64_t quotas_has_of(quotas *g, const quota_address *a, quota_amount what)
{
    pthread_mutex_lock(&g->lock);
    int64_t has = a ? a->has[what] : 0;
    pthread_mutex_unlock(&g->lock);
    return has;
}

void quotas_add(quotas *g, quota_address *a, quota_amount what, int64_t amount)
{
    pthread_mutex_lock(&g->lock);
    count_more(g, a, what, amount);
    pthread_mutex_unlock(&g->lock);
}

void quotas_give(quotas *g, quota_address *a, quota_amount what, int64_t amount)
{
    quotas_add(g, a, what, -amount);
}

/* `now` was read before the lock was taken: who came later may have counted already. */
static void leak(quota_bucket *b, int64_t many, uint64_t ms, uint64_t now)
{
    if (now > b->counted) {
        b->drawn -= (double)(now - b->counted) * (double)many / (double)ms;
        b->counted = now;
    }
    if (b->drawn < 0)
        b->drawn = 0;
}

/* `at_once` of them, and `many` more in `ms`. */
static bool draw(quota_bucket *b, int64_t at_once, int64_t many, uint64_t ms, uint64_t now)
{
    leak(b, many, ms, now);
    bool left = b->drawn + 1 <= (double)at_once;
    b->drawn += left;
    return left;
}

duel_status quotas_draw_table(quotas *g, quota_address *a, uint64_t now, duel_msg *why)
{
    int64_t own = quotas_at(g, LIMIT_ADDRESS_NEW_TABLES);
    int64_t all = quotas_at(g, LIMIT_ALL_NEW_TABLES);
    pthread_mutex_lock(&g->lock);
    bool own_left = a == NULL || draw(&a->new_tables, own, own, MINUTE, now);
    bool left = own_left && draw(&g->new_tables, all, all, MINUTE, now);
    pthread_mutex_unlock(&g->lock);
    if (left)
        return DUEL_OK;
    return quotas_refuse(g, own_left ? LIMIT_ALL_NEW_TABLES : LIMIT_ADDRESS_NEW_TABLES, why);
}

duel_status quotas_draw_request(quotas *g, quota_address *a, uint64_t now, duel_msg *why)
{
    int64_t burst = quotas_at(g, LIMIT_ADDRESS_BURST), rate = quotas_at(g, LIMIT_ADDRESS_RATE);
    pthread_mutex_lock(&g->lock);
    bool left = a == NULL || draw(&a->messages, burst, rate, SECOND, now);
    pthread_mutex_unlock(&g->lock);
    return left ? DUEL_OK : quotas_refuse(g, LIMIT_ADDRESS_RATE, why);
}

/* A person never fills it, a flood does at once. */
bool quotas_draw_message(quotas *g, quota_bucket *b, uint64_t now)
{
    if (draw(b, quotas_at(g, LIMIT_CONNECTION_BURST), quotas_at(g, LIMIT_CONNECTION_RATE),
             SECOND, now))
        return true;
    quotas_refuse(g, LIMIT_CONNECTION_RATE, NULL);
    return false;
}
