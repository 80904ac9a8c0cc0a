/* tests/server/test_fair_queue.c -- turns of connections: by address, and within one in the
 * order they came. */
#include "check.h"

#include "server/connection_inside.h"

enum { LINES = 40, ADDRESSES = 5, STEPS = 5000 };

typedef struct crowd {
    fair_queue turns;
    server_connection line[LINES];
    uint64_t address[ADDRESSES]; /* no two in one queue */
    int came[LINES], taken;      /* when each came; how many turns there were */
    int last[ADDRESSES];         /* turn of each address; 0: it has had none since it waits */
} crowd;

static int address_of(int line)
{
    return line % ADDRESSES;
}

/* Addresses that a hash tells apart, found by trying. */
static void find_addresses(crowd *c)
{
    bool used[FAIR_QUEUE_QUEUES] = {false};
    int found = 0;
    for (uint64_t number = 1; found < ADDRESSES; number++) {
        fair_queue_add(&c->turns, &c->line[0], number);
        unsigned queue = c->line[0].turn.queue;
        fair_queue_remove(&c->turns, &c->line[0]);
        if (!used[queue])
            c->address[found++] = number;
        used[queue] = true;
    }
}

static int waiting_of(const crowd *c, int address, int *first)
{
    int count = 0;
    *first = -1;
    for (int i = 0; i < LINES; i++) {
        if (address_of(i) != address || !c->line[i].turn.waits)
            continue;
        count++;
        if (*first < 0 || c->came[i] < c->came[*first])
            *first = i;
    }
    return count;
}

/* No address that waited as long as this one has had its last turn before it. */
static void expect_fair(const crowd *c, int taken)
{
    int own = address_of(taken), first;
    for (int a = 0; a < ADDRESSES; a++)
        if (a != own && waiting_of(c, a, &first) && c->last[own])
            assert_true(c->last[a] > c->last[own] || c->came[first] > c->last[own]);
}

static void take_one(crowd *c)
{
    int first[ADDRESSES], waiting = 0;
    for (int a = 0; a < ADDRESSES; a++)
        waiting += waiting_of(c, a, &first[a]);
    assert_int_equal(c->turns.waiting, waiting);
    server_connection *l = fair_queue_take(&c->turns);
    assert_true((l == NULL) == (waiting == 0));
    if (l == NULL)
        return;
    int taken = (int)(l - c->line);
    assert_int_equal(taken, first[address_of(taken)]); /* of its address, who came first */
    expect_fair(c, taken);
    c->last[address_of(taken)] = ++c->taken;
}

TEST(addresses_have_turns_about)
{
    static crowd c;
    duel_rng rng = check_rng(1);
    find_addresses(&c);
    for (int step = 0; step < STEPS; step++) {
        int i = (int)duel_rng_below(&rng, LINES);
        uint32_t what = duel_rng_below(&rng, 8);
        if (what < 4) {
            if (!c.line[i].turn.waits)
                c.came[i] = ++c.taken;
            fair_queue_add(&c.turns, &c.line[i], c.address[address_of(i)]);
        } else if (what == 4) {
            fair_queue_remove(&c.turns, &c.line[i]);
        } else {
            take_one(&c);
        }
    }
}

/* However many wait of one address, another's waits for one of them. */
TEST(one_does_not_wait_for_many)
{
    static crowd c;
    find_addresses(&c);
    for (int i = 0; i < LINES - 1; i++)
        fair_queue_add(&c.turns, &c.line[i], c.address[0]);
    fair_queue_take(&c.turns);
    fair_queue_add(&c.turns, &c.line[LINES - 1], c.address[1]);
    bool heard = false;
    for (int turn = 0; turn < 2; turn++)
        heard |= fair_queue_take(&c.turns) == &c.line[LINES - 1];
    assert_true(heard);
}
