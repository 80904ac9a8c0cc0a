/* server/quotas.h -- limits on what clients may cost: one table of limits, one set of counts,
 * one place that grants or refuses.
 *
 *     about to spend ──▶ take (a thing that is given back), draw (one of so many a minute),
 *                        allow (a thing that somebody else counts)
 *                            ├──▶ granted, and counted for the address and in all
 *                            └──▶ refused with a sentence, and counted as a refusal
 *
 * Whoever serves may set each limit by its name (docs/wire.md has the table). Addresses belong
 * to the loop; everything else may be called by any thread. Time is a parameter. */
#pragma once

#include "base/status.h"

#include <pthread.h>
#include <stdatomic.h>

/* The first word of a name tells of what: a connection, an address, a table, a game from a
 * file, a house (the loop, or the annex of a game from a file), all together. */
typedef enum quota_limit {
    LIMIT_CONNECTION_BURST,
    LIMIT_CONNECTION_RATE,
    LIMIT_CONNECTION_ANSWERS,
    LIMIT_CONNECTION_KILOBYTES,
    LIMIT_ADDRESS_BURST,
    LIMIT_ADDRESS_RATE,
    LIMIT_ADDRESS_CONNECTIONS,
    LIMIT_ADDRESS_HALF_OPEN,
    LIMIT_ADDRESS_KILOBYTES,
    LIMIT_ADDRESS_NEW_TABLES,
    LIMIT_ADDRESS_JOBS,
    LIMIT_TABLE_MEMBERS,
    LIMIT_TABLE_QUESTIONS,
    LIMIT_TABLE_REVIEWS,
    LIMIT_FILE_REQUESTS,
    LIMIT_FILE_KILOBYTES,
    LIMIT_HOUSE_KILOBYTES,
    LIMIT_ALL_CONNECTIONS,
    LIMIT_ALL_HALF_OPEN,
    LIMIT_ALL_TABLES,
    LIMIT_ALL_NEW_TABLES,
    LIMIT_ALL_JOBS,
    QUOTAS_LIMITS
} quota_limit;

enum { QUOTAS_MEMBERS = 256 }; /* the most that LIMIT_TABLE_MEMBERS can be */

typedef struct quota_rule {
    const char *name; /* "address-connections" */
    int64_t usual, least, most;
    const char *help;    /* what is counted: a message */
    const char *refusal; /* what who goes beyond is told: a message; NULL: it is cut off */
    duel_status status;
} quota_rule;
extern const quota_rule governor_rules[QUOTAS_LIMITS];

typedef struct quota_limits {
    int64_t at[QUOTAS_LIMITS];
    bool count_local; /* this machine's addresses, too */
} quota_limits;

quota_limits quotas_usual_limits(void);
/* "address-connections=40,table-members=64"; NULL: none. */
duel_status quotas_read_limits(const char *text, quota_limits *to, duel_msg *why);

/* What is taken and given back. */
typedef enum quota_amount {
    QUOTA_OF_CONNECTIONS, /* WebSockets */
    QUOTA_OF_HALF_OPEN,   /* connections that are not, or no more */
    QUOTA_OF_BYTES,       /* that wait to be read */
    QUOTA_OF_TABLES_AWAKE,
    QUOTA_AMOUNTS
} quota_amount;

/* So many at once, and then so many in a time: it leaks. All 0 is a full one. */
typedef struct quota_bucket {
    double drawn;
    uint64_t counted; /* ms */
} quota_bucket;

typedef struct quota_address {
    struct quota_address *next;
    char text[48];
    uint64_t number; /* no client has it */
    int held;        /* by connections and guests */
    uint64_t left;   /* when the last one went, ms */
    int64_t has[QUOTA_AMOUNTS];
    quota_bucket new_tables, messages;
} quota_address;

typedef struct quotas {
    quota_limits limits;
    quota_address *addresses;
    uint64_t numbers;
    pthread_mutex_t lock; /* of the counts, here and of addresses */
    int64_t has[QUOTA_AMOUNTS];
    quota_bucket new_tables;
    atomic_ullong tables_made;
    atomic_ullong refused[QUOTAS_LIMITS];
} quotas;

void quotas_init(quotas *g, const quota_limits *limits);
void quotas_fini(quotas *g);

/* ---- addresses: on the loop ------------------------------------------------------------- */

/* Gives the address that text is, held once more; NULL for this machine's unless they count:
 * whoever sits there can do as they like anyway. False: no memory. */
bool quotas_arrive(quotas *g, const char *text, quota_address **out);
bool quotas_is_local(const char *address);
void quotas_hold(quota_address *a); /* NULL does nothing, here and below */
/* It is remembered for a minute, so that leaving and coming back gains nothing. */
void quotas_depart(quotas *g, quota_address *a, uint64_t now);

/* ---- granting --------------------------------------------------------------------------- */

int64_t quotas_at(const quotas *g, quota_limit what);
/* Whether there may be so many, with what is asked for. */
duel_status quotas_allow(quotas *g, quota_limit what, int64_t count, duel_msg *why);
duel_status quotas_take(quotas *g, quota_address *a, quota_amount what, int64_t amount,
                        duel_msg *why);
/* Without asking. */
void quotas_add(quotas *g, quota_address *a, quota_amount what, int64_t amount);
void quotas_give(quotas *g, quota_address *a, quota_amount what, int64_t amount);
int64_t quotas_has(quotas *g, quota_amount what);                            /* in all */
int64_t quotas_has_of(quotas *g, const quota_address *a, quota_amount what); /* NULL: 0 */
/* What somebody else has found to be too much. */
duel_status quotas_refuse(quotas *g, quota_limit what, duel_msg *why);
/* Another table, or profile. */
duel_status quotas_draw_table(quotas *g, quota_address *a, uint64_t now, duel_msg *why);
/* Another message of an address. */
duel_status quotas_draw_request(quotas *g, quota_address *a, uint64_t now, duel_msg *why);
/* Another message of a connection, whose bucket it is. */
bool quotas_draw_message(quotas *g, quota_bucket *b, uint64_t now);
