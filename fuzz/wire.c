/* fuzz/wire.c -- what connections say to the hub, in any order, with a disk and a crew that may
 * be late or fail (house.h): every request with a number is answered once, news follows on the
 * news before it, nobody is shown a view that is not of their seats, nor told the seed of a
 * game that hides something or a key that was not given to them, and when all have gone nothing
 * of them is counted any more.
 *
 * An input is a script, a line an event:
 *     0{"do":"create"…}   connection 0 says that (there are four; it comes if it is not there);
 *                         $0 in it is the first table that was made, @0 the first key given out
 *     <1  it reads what it has been told      -1  it leaves
 *     =   the disk writes what waits          !   it fails to
 *     +2  the crew does one of its jobs       .9000  so many milliseconds pass
 *     *   everything that can be done is done, and all read
 * With FUZZ_LOUD=1 what happens is told. */
#define _GNU_SOURCE /* memmem */
#include "core/play.h"
#include "fuzz.h"
#include "house.h"
#include "table/inside.h"

#include <stdarg.h>

enum {
    PEOPLE = 4,
    KNOWN = 36, /* names of things in a script are digits and letters */
    KNOWN_TEXT = 40,
    OPEN_REQUESTS = 128,
    ROUNDS = 10000, /* after which a world should have come to rest */
    WATCHED = 16    /* one world in so many is looked at more closely (house.h) */
};

/* Numbers may be used again while they are open: then nobody can tell which of the requests an
 * answer is to, only how many there may be. */
typedef struct open_number {
    json_int_t re;
    int asked, answered;
    int seats; /* requests for one: told "done", who asks hears again as it is given */
} open_number;

typedef struct person {
    struct meeting *at;
    wire_client *client;
    bool cut;
    open_number number[OPEN_REQUESTS];
    int open;
    json_int_t news; /* the last it was shown; 0: none */
    uint64_t keys;   /* that it was given, or has said, as bits */
} person;

typedef struct known_names {
    char text[KNOWN][KNOWN_TEXT];
    int count;
} known_names;

typedef struct meeting {
    wire_hub *hub;
    quotas quotas;
    person person[PEOPLE];
    known_names tables, keys;
    duel_buf said;
    duel_str script;
    bool loud;
} meeting;

static void note_line(const meeting *m, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void note_line(const meeting *m, const char *format, ...)
{
    va_list args;
    if (!m->loud)
        return;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}

/* ---- around the hub ---------------------------------------------------------------------- */

static void no_wake(void *self)
{
    (void)self;
}

static void no_alarm(void *self, uint64_t ms)
{
    (void)self, (void)ms;
}

static void no_ready(void *self, void *socket)
{
    (void)self, (void)socket;
}

static void note_cut(void *self, void *socket)
{
    (void)self;
    ((person *)socket)->cut = true;
}

static bool owns_none(void *self, void *socket)
{
    (void)self, (void)socket;
    return false;
}

static void complain_to_nobody(void *owner, const duel_msg *why)
{
    (void)owner, (void)why;
}

static void open_meeting(meeting *m, bool watched)
{
    quota_limits usual = quotas_usual_limits();
    quotas_init(&m->quotas, &usual);
    wire_hub_setup setup = {.quotas = &m->quotas,
                            .threads = 1,
                            .absence = 15,
                            .nodes = 1,
                            .local = true,
                            .self = m,
                            .wake = no_wake,
                            .alarm = no_alarm,
                            .ready = no_ready,
                            .cut = note_cut,
                            .owns = owns_none,
                            .complain = complain_to_nobody};
    m->hub = house_open(&setup, watched);
    duel_buf_init(&m->said);
    m->loud = getenv("FUZZ_LOUD") != NULL;
}

/* Two come from this machine, two from one address elsewhere. */
static person *meet(meeting *m, int which)
{
    person *p = &m->person[which];
    if (p->client)
        return p;
    *p = (person){.at = m};
    p->client = wire_client_new(m->hub, p, which < 2 ? "127.0.0.1" : "10.0.0.1", false, NULL);
    return p->client ? p : NULL;
}

static void part(person *p)
{
    wire_client_free(p->client);
    p->client = NULL;
}

/* ---- what is told ------------------------------------------------------------------------ */

static void learn_name(known_names *k, const char *text)
{
    for (int i = 0; i < k->count; i++)
        if (strcmp(k->text[i], text) == 0)
            return;
    if (k->count < KNOWN)
        snprintf(k->text[k->count++], KNOWN_TEXT, "%s", text);
}

/* The keys that stand in a text, as bits. */
static uint64_t keys_in(const meeting *m, const duel_buf *text)
{
    uint64_t found = 0;
    for (int i = 0; i < m->keys.count; i++)
        found |= (uint64_t)(strstr(text->text, m->keys.text[i]) != NULL) << i;
    return found;
}

static void learn_created(meeting *m)
{
    json_t *told = json_loadb(m->said.text, m->said.len, 0, NULL);
    const json_t *seats = json_object_get(told, "seats");
    learn_name(&m->tables, json_string_value(json_object_get(told, "table")));
    for (size_t i = 0; i < json_array_size(seats); i++)
        learn_name(&m->keys,
                   json_string_value(json_object_get(json_array_get(seats, i), "token")));
    json_decref(told);
}

static int find_number(const person *p, json_int_t re)
{
    int at = 0;
    while (at < p->open && p->number[at].re != re)
        at++;
    return at;
}

static void hear_answer(person *p, json_int_t re, bool done)
{
    int i = find_number(p, re);
    FUZZ_MUST(i < p->open); /* nobody is answered twice, or unasked */
    open_number *n = &p->number[i];
    int most = n->asked + n->seats;
    FUZZ_MUST(++n->answered <= most);
    if (n->asked == 1 ? !(n->seats && done) : n->answered == most)
        *n = p->number[--p->open];
}

static bool mentions(const duel_buf *text, const char *what)
{
    return strstr(text->text, what) != NULL;
}

static bool says_itself(const meeting *m, const char *what)
{
    return memmem(m->script.at, m->script.len, what, strlen(what)) != NULL;
}

/* On a board to analyse on all seats are one person's, who sees everything. */
static bool analyses(const person *p, const wire_table *t)
{
    return p->client->table == t && client_seats(p->client) && table_terms(t->table)->analysis;
}

/* Who knows a seed knows every card. */
static void tells_no_seed(const person *p)
{
    const meeting *m = p->at;
    for (const wire_table *t = m->hub->tables; t; t = t->next) {
        const char *seed = table_record(t->table)->seed;
        FUZZ_MUST(!duel_has_secrets(t->v) || table_over(t->table, NULL) ||
                  says_itself(m, seed) || !mentions(&m->said, seed) || analyses(p, t));
    }
}

/* A number of a message; 0: it has none. To read messages whole would take longer than all the
 * rest; within a text the quotes of a name would stand behind strokes. */
static json_int_t told_number(const meeting *m, const char *name)
{
    const char *at = strstr(m->said.text, name);
    return at ? strtoll(at + strlen(name), NULL, 10) : 0;
}

/* Whether eyes that see as this seat would see that. */
static bool is_seen_by(const wire_table *t, int seat, json_int_t mark)
{
    duel_state view;
    session_view(table_session(t->table), seat, &view);
    return house_mark_of(t->v, &view) == mark;
}

/* Who sits at a game that hides something is shown what one of its own seats may see, or what
 * everybody may. */
static void shows_no_secret(const person *p)
{
    static const char name[] = "\"" HOUSE_MARK "\":";
    const wire_table *t = p->client->table;
    const char *at = strstr(p->at->said.text, name);
    if (at == NULL || !duel_has_secrets(t->v) || table_over(t->table, NULL) ||
        table_observed(t->table))
        return;
    at += strlen(name);
    json_int_t mark = strtoll(at + strcspn(at, "0123456789"), NULL, 10);
    bool allowed = is_seen_by(t, DUEL_NOBODY, mark);
    for (int seat = 0; seat < t->v->seats; seat++)
        allowed |= (client_seats(p->client) >> seat & 1) && is_seen_by(t, seat, mark);
    FUZZ_MUST(allowed);
}

static void follows_on(person *p)
{
    json_int_t since = told_number(p->at, "\"since\":");
    FUZZ_MUST(since == 0 || since == p->news);
    p->news = told_number(p->at, "\"news\":");
}

/* Keys that the script has in it, as bits: whoever drew the same numbers may say one before it
 * was given, and be told what it said. */
static uint64_t keys_guessed(const meeting *m)
{
    uint64_t found = 0;
    for (int i = 0; i < m->keys.count; i++)
        found |= (uint64_t)says_itself(m, m->keys.text[i]) << i;
    return found;
}

static void tells_no_key(const person *p)
{
    uint64_t strange = keys_in(p->at, &p->at->said) & ~p->keys;
    FUZZ_MUST(strange == 0 || (strange & ~keys_guessed(p->at)) == 0);
}

static void hear(person *p)
{
    meeting *m = p->at;
    json_int_t re = told_number(m, "\"re\":");
    note_line(m, "%d is told %.300s", (int)(p - m->person), m->said.text);
    if (mentions(&m->said, "\"is\":\"created\"")) {
        learn_created(m);
        p->keys |= keys_in(m, &m->said);
    }
    tells_no_key(p);
    tells_no_seed(p);
    if (mentions(&m->said, "\"is\":\"table\"")) {
        follows_on(p);
        shows_no_secret(p);
    }
    if (re)
        hear_answer(p, re, mentions(&m->said, "\"is\":\"done\""));
}

/* False: there was nothing. */
static bool read_next(person *p)
{
    if (p->client == NULL || p->cut)
        return false;
    duel_buf_clear(&p->at->said);
    if (!wire_client_take(p->client, &p->at->said))
        return false;
    hear(p);
    return true;
}

static bool read_all(person *p)
{
    bool any = false;
    while (read_next(p))
        any = true;
    return any;
}

/* ---- what is asked ----------------------------------------------------------------------- */

static void put_known(const known_names *k, char digit, duel_sink *out)
{
    int at = digit >= '0' && digit <= '9' ? digit - '0' : digit - 'a' + 10;
    if (at >= 0 && at < k->count)
        duel_put(out, k->text[at]);
}

static void put_request(const meeting *m, duel_str line, duel_sink *out)
{
    for (size_t i = 0; i < line.len; i++) {
        bool table = line.at[i] == '$', key = line.at[i] == '@';
        if ((table || key) && i + 1 < line.len)
            put_known(table ? &m->tables : &m->keys, line.at[++i], out);
        else
            duel_put_char(out, line.at[i]);
    }
}

/* What it may expect to be answered by its number. */
static void note_request(person *p, duel_str text)
{
    json_t *what = json_loadb(text.at, text.len, JSON_REJECT_DUPLICATES, NULL);
    json_int_t re = json_integer_value(json_object_get(what, "n"));
    const char *verb = json_string_value(json_object_get(what, "do"));
    int i = find_number(p, re);
    if (re && i == p->open)
        p->number[p->open++] = (open_number){.re = re};
    if (re) {
        p->number[i].asked++;
        p->number[i].seats += verb && strcmp(verb, "takeover") == 0;
    }
    json_decref(what);
}

static void say(person *p, duel_str line)
{
    duel_buf text;
    if (p->open == OPEN_REQUESTS || line.len > WIRE_MESSAGE)
        return;
    duel_buf_init(&text);
    put_request(p->at, line, &text.sink);
    note_request(p, duel_buf_str(&text));
    p->keys |= text.len ? keys_in(p->at, &text) : 0;
    if (!wire_client_receive(p->client, duel_buf_str(&text)))
        part(p);
    duel_buf_fini(&text);
}

/* ---- a script ---------------------------------------------------------------------------- */

static void pass_time(meeting *m, duel_str line)
{
    enum { DAY = 86400000 };
    int64_t ms;
    if (!duel_str_number(line, &ms) || ms < 0 || ms > DAY)
        ms = 1000;
    house_wait((uint64_t)ms);
    wire_hub_tick(m->hub);
}

static bool do_everything(meeting *m)
{
    bool any = house_write(true);
    while (house_work(0))
        any = true;
    wire_hub_collect(m->hub);
    for (int i = 0; i < PEOPLE; i++)
        any = read_all(&m->person[i]) || any;
    return any;
}

static void come_to_rest(meeting *m)
{
    int rounds = 0;
    while (do_everything(m))
        FUZZ_MUST(++rounds < ROUNDS);
}

static void drop_cut(meeting *m)
{
    for (int i = 0; i < PEOPLE; i++)
        if (m->person[i].client && m->person[i].cut)
            part(&m->person[i]);
}

static int digit_of(duel_str line, int most)
{
    return line.len && line.at[0] >= '0' && line.at[0] < '0' + most ? line.at[0] - '0' : 0;
}

static void follow_line(meeting *m, duel_str line)
{
    duel_str rest = {line.at + 1, line.len - 1};
    person *p;
    note_line(m, "%.*s", (int)line.len, line.at);
    switch (line.at[0]) {
    case '<':
        read_all(&m->person[digit_of(rest, PEOPLE)]);
        break;
    case '-':
        part(&m->person[digit_of(rest, PEOPLE)]);
        break;
    case '=':
    case '!':
        house_write(line.at[0] == '=');
        break;
    case '+':
        house_work((size_t)digit_of(rest, 10));
        break;
    case '.':
        pass_time(m, rest);
        break;
    case '*':
        come_to_rest(m);
        break;
    default:
        p = line.at[0] >= '0' && line.at[0] < '0' + PEOPLE ? meet(m, line.at[0] - '0') : NULL;
        if (p)
            say(p, rest);
    }
    wire_hub_collect(m->hub);
    drop_cut(m);
}

/* ---- the end ----------------------------------------------------------------------------- */

/* Others may leave a question of consent open for ever. */
static bool waits_for_consent(const person *p)
{
    const wire_table *t = p->client->table;
    int seat;
    return t && (table_asked(t->table) || table_wants(t->table, &seat));
}

static void all_is_answered(meeting *m)
{
    come_to_rest(m);
    drop_cut(m);
    for (int i = 0; i < PEOPLE; i++) {
        const person *p = &m->person[i];
        int open = 0;
        for (int k = 0; p->client && k < p->open; k++)
            open += p->number[k].seats == 0;
        FUZZ_MUST(open == 0 || waits_for_consent(p));
    }
}

static void close_meeting(meeting *m)
{
    for (int i = 0; i < PEOPLE; i++)
        part(&m->person[i]);
    house_close(m->hub);
    for (int what = 0; what < QUOTA_AMOUNTS; what++)
        FUZZ_MUST(quotas_has(&m->quotas, (quota_amount)what) == 0);
    quotas_fini(&m->quotas);
    duel_buf_fini(&m->said);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static meeting m;
    duel_str rest = {(const char *)data, size}, line;
    memset(&m, 0, sizeof m);
    m.script = rest;
    open_meeting(&m, size % WATCHED == 0);
    while (size && duel_str_part(&rest, '\n', &line))
        if (line.len)
            follow_line(&m, line);
    all_is_answered(&m);
    close_meeting(&m);
    return 0;
}
