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
typedef enum governor_limit {
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
    GOVERNOR_LIMITS
} governor_limit;

enum { GOVERNOR_MEMBERS = 256 }; /* the most that LIMIT_TABLE_MEMBERS can be */

typedef struct governor_rule {
    const char *name; /* "address-connections" */
    int64_t usual, least, most;
    const char *help;    /* what is counted: a message */
    const char *refusal; /* what who goes beyond is told: a message; NULL: it is cut off */
    duel_status status;
} governor_rule;
extern const governor_rule governor_rules[GOVERNOR_LIMITS];

typedef struct governor_limits {
    int64_t at[GOVERNOR_LIMITS];
    bool count_local; /* this machine's addresses, too */
} governor_limits;

governor_limits governor_usual_limits(void);
/* "address-connections=40,table-members=64"; NULL: none. */
duel_status governor_read_limits(const char *text, governor_limits *to, duel_msg *why);

/* What is taken and given back. */
typedef enum governed {
    GOVERNED_CONNECTIONS, /* WebSockets */
    GOVERNED_HALF_OPEN,   /* connections that are not, or no more */
    GOVERNED_BYTES,       /* that wait to be read */
    GOVERNED_TABLES_AWAKE,
    GOVERNED
} governed;

/* So many at once, and then so many in a time: it leaks. All 0 is a full one. */
typedef struct governor_bucket {
    double drawn;
    uint64_t counted; /* ms */
} governor_bucket;

typedef struct governor_address {
    struct governor_address *next;
    char text[48];
    uint64_t number; /* no client has it */
    int held;        /* by connections and guests */
    uint64_t left;   /* when the last one went, ms */
    int64_t has[GOVERNED];
    governor_bucket new_tables, messages;
} governor_address;

typedef struct governor {
    governor_limits limits;
    governor_address *addresses;
    uint64_t numbers;
    pthread_mutex_t lock; /* of the counts, here and of addresses */
    int64_t has[GOVERNED];
    governor_bucket new_tables;
    atomic_ullong tables_made;
    atomic_ullong refused[GOVERNOR_LIMITS];
} governor;

void governor_init(governor *g, const governor_limits *limits);
void governor_fini(governor *g);

/* ---- addresses: on the loop ------------------------------------------------------------- */

/* Gives the address that text is, held once more; NULL for this machine's unless they count:
 * whoever sits there can do as they like anyway. False: no memory. */
bool governor_arrive(governor *g, const char *text, governor_address **out);
bool governor_is_local(const char *address);
void governor_hold(governor_address *a); /* NULL does nothing, here and below */
/* It is remembered for a minute, so that leaving and coming back gains nothing. */
void governor_depart(governor *g, governor_address *a, uint64_t now);

/* ---- granting --------------------------------------------------------------------------- */

int64_t governor_at(const governor *g, governor_limit what);
/* Whether there may be so many, with what is asked for. */
duel_status governor_allow(governor *g, governor_limit what, int64_t count, duel_msg *why);
duel_status governor_take(governor *g, governor_address *a, governed what, int64_t amount,
                          duel_msg *why);
/* Without asking. */
void governor_add(governor *g, governor_address *a, governed what, int64_t amount);
void governor_give(governor *g, governor_address *a, governed what, int64_t amount);
int64_t governor_has(governor *g, governed what);                               /* in all */
int64_t governor_has_of(governor *g, const governor_address *a, governed what); /* NULL: 0 */
/* What somebody else has found to be too much. */
duel_status governor_refuse(governor *g, governor_limit what, duel_msg *why);
/* Another table, or profile. */
duel_status governor_draw_table(governor *g, governor_address *a, uint64_t now, duel_msg *why);
/* Another message of an address. */
duel_status governor_draw_request(governor *g, governor_address *a, uint64_t now,
                                  duel_msg *why);
/* Another message of a connection, whose bucket it is. */
bool governor_draw_message(governor *g, governor_bucket *b, uint64_t now);
