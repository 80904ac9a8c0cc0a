/* engines/mcts.c -- Monte-Carlo tree search: plays the game out thousands of times and keeps
 * to what went well. For any number of seats, with or without secrets.
 *
 * Selection is UCT (L. Kocsis and C. Szepesvári, 2006), each seat seeking its own reward. With
 * secrets it is information-set search by a single observer (P. Cowling, E. Powley and
 * D. Whitehouse, 2012): every iteration begins with a fresh guess of the view, a move counts
 * how often it was on offer, and the tree parts only where the asking seat would see a
 * difference. Without secrets, wins, ties and losses met in the tree are proved upwards
 * (M. Winands, Y. Björnsson and J.-T. Saito, 2008). One thread; every call begins a new tree.
 *
 * Estimates lie in ±1000: -1000 sure to lose, 0 even, 1000 sure to win. */
#include "base/hash.h"
#include "core/play.h"
#include "core/value.h"
#include "engines/inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the tree in memory ------------------------------------------------------------ */

/* What happened after each move tried.
 *
 *     node ──edges──▶ move ──▶ node          no secrets: a move leads to one node
 *     node ──edges──▶ move ─┬▶ node          secrets: to a node for each view that the asking
 *                           └▶ node          seat can have afterwards
 *
 * Nodes and edges are numbers into two growing arrays, so that memory can move. Number 0 is no
 * node and no edge. */

typedef struct uct_edge {
    duel_move move;
    double sum; /* rewards of the seat that plays this move */
    uint32_t visits;
    uint32_t offers; /* how often it was legal when the node was met; games with secrets */
    uint32_t child;  /* games without secrets */
    uint32_t next;   /* the node's next edge */
    uint32_t proof;  /* duel_value, for the seat that plays it */
    uint32_t legal;  /* the visit of the node at which it was last seen to be legal */
} uct_edge;

typedef struct uct_node {
    uint32_t first, last; /* edges */
    uint32_t visits;
    int32_t seat; /* to move */
} uct_node;

typedef struct uct_link { /* node and what is seen there → the node after it */
    uint64_t key;
    uint32_t node;
} uct_link;

typedef struct uct {
    uct_node *node;
    uct_edge *edge;
    uct_link *link;
    uint32_t nodes, node_room, edges, edge_room, links, link_room;
    size_t memory; /* bytes it may have */
} uct;

enum { ROOM = 256 }; /* to begin with; a power of two */

static void uct_clear(uct *t)
{
    t->nodes = t->edges = 1;
    t->links = 0;
    if (t->link)
        memset(t->link, 0, t->link_room * sizeof *t->link);
}

static bool uct_init(uct *t, size_t memory)
{
    *t = (uct){.node_room = ROOM, .edge_room = ROOM, .link_room = ROOM, .memory = memory};
    t->node = calloc(t->node_room, sizeof *t->node);
    t->edge = calloc(t->edge_room, sizeof *t->edge);
    t->link = calloc(t->link_room, sizeof *t->link);
    uct_clear(t);
    return t->node && t->edge && t->link;
}

static void uct_fini(uct *t)
{
    free(t->node);
    free(t->edge);
    free(t->link);
}

static size_t uct_bytes(const uct *t)
{
    return t->node_room * sizeof *t->node + t->edge_room * sizeof *t->edge +
           t->link_room * sizeof *t->link;
}

/* Twice the room for an array, if the memory allows it. */
static void *grown(const uct *t, void *array, uint32_t room, size_t item)
{
    if (room > UINT32_MAX / 2 || uct_bytes(t) + room * item > t->memory)
        return NULL;
    return realloc(array, 2 * (size_t)room * item);
}

/* A new node without edges; 0 when there is no room. */
static uint32_t uct_add_node(uct *t, int seat)
{
    if (t->nodes == t->node_room) {
        uct_node *more = grown(t, t->node, t->node_room, sizeof *t->node);
        if (more == NULL)
            return 0;
        t->node = more;
        t->node_room *= 2;
    }
    t->node[t->nodes] = (uct_node){.seat = seat};
    return t->nodes++;
}

/* A new last edge of the node; 0 when there is no room. */
static uint32_t uct_add_edge(uct *t, uint32_t node, duel_move move)
{
    if (t->edges == t->edge_room) {
        uct_edge *more = grown(t, t->edge, t->edge_room, sizeof *t->edge);
        if (more == NULL)
            return 0;
        t->edge = more;
        t->edge_room *= 2;
    }
    uct_node *n = &t->node[node];
    t->edge[t->edges] = (uct_edge){.move = move};
    if (n->last)
        t->edge[n->last].next = t->edges;
    else
        n->first = t->edges;
    n->last = t->edges;
    return t->edges++;
}

/* ---- links: open addressing, never more than half full -------------------------------- */

static uct_link *place_of_key(uct_link *link, uint32_t room, uint64_t key)
{
    uint32_t at = (uint32_t)hash_mix(key) & (room - 1);
    while (link[at].node && link[at].key != key)
        at = (at + 1) & (room - 1);
    return &link[at];
}

static uint64_t link_key(uint32_t node, uint64_t view_hash)
{
    return hash_mix(view_hash ^ (uint64_t)node << 20);
}

/* The node met after `node` when the asking seat then has a view of this hash; 0 if none. */
static uint32_t uct_linked(const uct *t, uint32_t node, uint64_t view_hash)
{
    return place_of_key(t->link, t->link_room, link_key(node, view_hash))->node;
}

static bool grow_links(uct *t)
{
    uint32_t room = 2 * t->link_room;
    if (t->link_room > UINT32_MAX / 4 ||
        uct_bytes(t) + t->link_room * sizeof *t->link > t->memory)
        return false;
    uct_link *more = calloc(room, sizeof *more);
    if (more == NULL)
        return false;
    for (uint32_t i = 0; i < t->link_room; i++)
        if (t->link[i].node)
            *place_of_key(more, room, t->link[i].key) = t->link[i];
    free(t->link);
    t->link = more;
    t->link_room = room;
    return true;
}

static bool uct_link_to(uct *t, uint32_t node, uint64_t view_hash, uint32_t child)
{
    if (2 * t->links >= t->link_room && !grow_links(t))
        return false;
    uint64_t key = link_key(node, view_hash);
    *place_of_key(t->link, t->link_room, key) = (uct_link){key, child};
    t->links++;
    return true;
}

/* ---- the engine -------------------------------------------------------------------- */

enum { SECONDS, ITERATIONS, EXPLORATION };

static const duel_option options[] = {
    {"seconds", DUEL_DECIMAL, 0, 0, BUDGET_MOST, NULL,
     N_("seconds to think about a turn; 0: as many as the call allows")},
    {"iterations", DUEL_NUMBER, 0, 0, INT64_MAX, NULL, N_("games to play out; 0: no limit")},
    {"exploration", DUEL_DECIMAL, 700000, 0, 100000000, NULL,
     N_("how much little-tried moves attract")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

enum {
    ROOT = 1,          /* the number of the first node */
    DEEPEST = 512,     /* moves in the tree */
    LOOPY_PLIES = 300, /* a play-out that may never end is cut here, */
    MOST_PLIES = 2000, /* any other one here */
    CLOCK_EVERY = 16,  /* iterations */
    ASK_EVERY = 256,   /* plies of a play-out */
    THIN = 4,          /* fewer visits a move than this are not to be trusted */
    SCALE = 1000
};

typedef struct step {
    uint32_t node, edge;
    int seat; /* that moved */
} step;

typedef struct mcts {
    const duel_variant *v;
    duel_settings settings;
    uct tree;
    bool secrets, solves;
    duel_move *list;
    step path[DEEPEST];
    int steps;

    duel_rng rng;
    duel_think think; /* the limits of this call */
    limits limits;
    double told;
    uint64_t iterations, until; /* so far in this call; when to stop at the latest */
    double until_time;
    double low, high;      /* rewards met */
    double habit;          /* the usual size of an evaluation */
    duel_state view;       /* of the root */
    int seat;              /* to move at the root: the one that asks */
    duel_value root_value; /* when proved */
    duel_answer *out;
    bool begun;     /* the first move of the turn is chosen: */
    uint32_t at;    /* at this node, 0 if outside the tree */
    duel_move last; /* it was this one */
} mcts;

static void close_mcts(void *self)
{
    mcts *m = self;
    uct_fini(&m->tree);
    free(m->list);
    free(m);
}

static duel_status open_mcts(const duel_variant *v, const duel_settings *settings,
                             size_t memory, void **self, duel_msg *why)
{
    mcts *m = calloc(1, sizeof *m);
    if (m == NULL)
        return duel_no_space(why);
    m->v = v;
    m->settings = *settings;
    m->secrets = duel_has_secrets(v);
    m->solves = !m->secrets && v->seats == 2 && !(v->traits & DUEL_MARGIN);
    m->list = malloc(v->max_moves * sizeof *m->list);
    bool ready = uct_init(&m->tree, memory);
    if (m->list == NULL || !ready) {
        close_mcts(m);
        return duel_no_space(why);
    }
    *self = m;
    return DUEL_OK;
}

/* ---- rewards: 0 to 1 for each seat ---------------------------------------------------- */

/* A share of the win; where margins matter they have a small part in it, for a player alone
 * the whole. */
static double reward_of_end(const duel_variant *v, const int32_t score[], int seat)
{
    double share = duel_share(v, score, seat), most = v->max_score > 0 ? v->max_score : 1;
    if (!(v->traits & DUEL_MARGIN))
        return share;
    double margin = duel_margin(v, score, seat) / most;
    return v->seats == 1 ? 0.5 + 0.5 * margin : 0.9 * share + 0.1 * (0.5 + 0.25 * margin);
}

/* Any scale will do: an evaluation counts by how large evaluations usually are. */
static double reward_of_looks(mcts *m, const void *state, int seat)
{
    const duel_accel *accel = m->v->game->accel;
    if (accel == NULL || accel->evaluate == NULL)
        return m->v->seats == 1 ? 0.5 : 1.0 / m->v->seats;
    double looks = accel->evaluate(m->v, state, seat), size = fabs(looks);
    m->habit += 0.01 * (size - m->habit);
    return 0.5 + 0.5 * looks / (size + m->habit + 1);
}

static void reward_ended(const mcts *m, const int32_t score[], double reward[])
{
    for (int i = 0; i < m->v->seats; i++)
        reward[i] = reward_of_end(m->v, score, i);
}

/* A game that plays many to their ends at the price of one: their mean says more than one. */
static void play_many_out(mcts *m, const duel_state *state, double reward[])
{
    enum { GAMES = 128 };
    int32_t score[GAMES][DUEL_SEATS];
    m->v->game->accel->playouts(m->v, state, GAMES, &m->rng, score);
    for (int seat = 0; seat < m->v->seats; seat++) {
        reward[seat] = 0;
        for (int i = 0; i < GAMES; i++)
            reward[seat] += reward_of_end(m->v, score[i], seat) / GAMES;
    }
}

/* Plays on to the end, or as far as makes sense. */
static void play_out(mcts *m, duel_state *state, double reward[])
{
    const duel_variant *v = m->v;
    const duel_accel *accel = v->game->accel;
    int most = v->traits & DUEL_LOOPY ? LOOPY_PLIES : MOST_PLIES;
    int32_t score[DUEL_SEATS];
    for (int ply = 0; ply < most; ply++) {
        if (v->game->over(v, state, score)) {
            reward_ended(m, score, reward);
            return;
        }
        if (ply % ASK_EVERY == ASK_EVERY - 1 &&
            (limits_asked(&m->limits) || limits_time(&m->limits)))
            break;
        duel_move move;
        if (accel && accel->sample)
            move = accel->sample(v, state, &m->rng);
        else
            move =
                m->list[duel_rng_below(&m->rng, (uint32_t)v->game->moves(v, state, m->list))];
        v->game->play(v, state, move);
    }
    for (int i = 0; i < v->seats; i++)
        reward[i] = reward_of_looks(m, state, i);
}

/* ---- the tree ------------------------------------------------------------------------- */

/* Without secrets the moves of a node never change: all of them at the first visit, shuffled,
 * since untried moves are tried in order. */
static bool expand_node(mcts *m, uint32_t node, const duel_state *state)
{
    int count = m->v->game->moves(m->v, state, m->list);
    for (int i = count; i > 0; i--) {
        uint32_t j = duel_rng_below(&m->rng, (uint32_t)i);
        duel_move move = m->list[j];
        m->list[j] = m->list[i - 1];
        if (uct_add_edge(&m->tree, node, move) == 0) {
            m->tree.node[node].first = m->tree.node[node].last = 0;
            return false;
        }
    }
    return true;
}

/* The node's edge for a move, looked for from `from` on, round to where the search began:
 * moves come in the same order nearly every time. */
static uint32_t edge_for(mcts *m, uint32_t node, uint32_t from, duel_move move)
{
    const uct_node *n = &m->tree.node[node];
    uint32_t e = from;
    while (e) {
        if (m->tree.edge[e].move == move)
            return e;
        e = m->tree.edge[e].next ? m->tree.edge[e].next : n->first;
        if (e == from)
            break;
    }
    return uct_add_edge(&m->tree, node, move);
}

/* With secrets the moves depend on the guess: marks those on offer now. */
static bool offer_moves(mcts *m, uint32_t node, const duel_state *state)
{
    int count = m->v->game->moves(m->v, state, m->list);
    uint32_t at = m->tree.node[node].first;
    bool any = false;
    for (int i = 0; i < count; i++) {
        uint32_t e = edge_for(m, node, at, m->list[i]);
        if (e == 0)
            continue; /* no room for more */
        uct_edge *edge = &m->tree.edge[e];
        edge->legal = m->tree.node[node].visits + 1;
        edge->offers++;
        at = edge->next ? edge->next : m->tree.node[node].first;
        any = true;
    }
    return any;
}

static double attraction(const mcts *m, const uct_edge *e, double log_visits)
{
    if (e->proof == DUEL_LOSS)
        return -1;
    double spread = m->high > m->low ? m->high - m->low : 1;
    double c = (double)m->settings.option[EXPLORATION] / (double)BUDGET_MICROS * spread;
    double log_offers = m->secrets ? log(e->offers) : log_visits;
    return e->sum / e->visits + c * sqrt(log_offers / e->visits);
}

/* An untried move if there is one, else the one that attracts most. */
static uint32_t select_edge(mcts *m, uint32_t node)
{
    const uct_node *n = &m->tree.node[node];
    double log_visits = log(n->visits), most = -2;
    uint32_t best = 0, untried = 0, chosen = 0;
    for (uint32_t i = n->first; i; i = m->tree.edge[i].next) {
        const uct_edge *e = &m->tree.edge[i];
        if (m->secrets && e->legal != n->visits + 1)
            continue;
        if (e->visits == 0) {
            if (!m->secrets)
                return i;
            if (duel_rng_below(&m->rng, ++untried) == 0)
                chosen = i;
        } else if (untried == 0) {
            double a = attraction(m, e, log_visits);
            if (a > most)
                most = a, best = i;
        }
    }
    return untried ? chosen : best;
}

static uint64_t view_hash(const mcts *m, const duel_state *state)
{
    duel_state view;
    duel_view(m->v, state, m->seat, &view);
    return hash_bytes(&view, m->v->state_size, 0);
}

/* The node an edge leads to; made if need be, 0 if there is no room for it. */
static uint32_t child_of(mcts *m, uint32_t node, uint32_t edge, const duel_state *state)
{
    uint64_t seen = m->secrets ? view_hash(m, state) : 0;
    uint32_t child = m->secrets ? uct_linked(&m->tree, node, seen) : m->tree.edge[edge].child;
    if (child)
        return child;
    child = uct_add_node(&m->tree, m->v->game->turn(m->v, state));
    if (child && m->secrets && !uct_link_to(&m->tree, node, seen, child))
        return 0;
    m->tree.edge[edge].child = child;
    return child;
}

typedef enum landing { OPEN, ENDED, PROVED } landing;

/* Walks down the tree and plays the moves on `state`, up to the first untried one. */
static landing descend(mcts *m, duel_state *state, int32_t score[])
{
    uint32_t node = ROOT;
    for (m->steps = 0; node && m->steps < DEEPEST;) {
        uct_node *n = &m->tree.node[node];
        if (m->secrets ? !offer_moves(m, node, state)
                       : n->first == 0 && !expand_node(m, node, state))
            return OPEN;
        uint32_t e = select_edge(m, node);
        const uct_edge *edge = &m->tree.edge[e];
        n->visits++;
        m->path[m->steps++] = (step){node, e, n->seat};
        m->v->game->play(m->v, state, edge->move);
        if (m->v->game->over(m->v, state, score))
            return ENDED;
        if (edge->proof)
            return PROVED;
        if (edge->visits == 0)
            return OPEN;
        node = child_of(m, node, e, state);
    }
    return OPEN;
}

/* ---- proofs --------------------------------------------------------------------------- */

static duel_value opposite(duel_value value)
{
    return value == DUEL_WIN ? DUEL_LOSS : value == DUEL_LOSS ? DUEL_WIN : value;
}

/* For the seat to move at the node, one edge of which has just been proved `value`. */
static duel_value value_of_node(const mcts *m, uint32_t node, duel_value value)
{
    if (value == DUEL_WIN)
        return DUEL_WIN;
    for (uint32_t i = m->tree.node[node].first; i; i = m->tree.edge[i].next) {
        duel_value proof = (duel_value)m->tree.edge[i].proof;
        if (proof == DUEL_UNSOLVED)
            return DUEL_UNSOLVED;
        if (proof > value)
            value = proof;
    }
    return value;
}

/* The last move of the path is worth `value` to its seat: what follows from it above. */
static void prove_path(mcts *m, duel_value value)
{
    for (int i = m->steps - 1; i >= 0 && value != DUEL_UNSOLVED; i--) {
        m->tree.edge[m->path[i].edge].proof = value;
        value = value_of_node(m, m->path[i].node, value);
        if (i == 0)
            m->root_value = value;
        else if (m->path[i - 1].seat != m->path[i].seat)
            value = opposite(value);
    }
}

static void reward_proved(const mcts *m, double reward[])
{
    const step *last = &m->path[m->steps - 1];
    duel_value value = (duel_value)m->tree.edge[last->edge].proof;
    double own = value == DUEL_WIN ? 1 : value == DUEL_LOSS ? 0 : 0.5;
    for (int i = 0; i < m->v->seats; i++)
        reward[i] = i == last->seat ? own : 1 - own;
}

/* ---- iterations ----------------------------------------------------------------------- */

static void back_up(mcts *m, const double reward[])
{
    for (int i = 0; i < m->steps; i++) {
        uct_edge *e = &m->tree.edge[m->path[i].edge];
        e->visits++;
        e->sum += reward[m->path[i].seat];
    }
    for (int i = 0; i < m->v->seats; i++) {
        m->low = fmin(m->low, reward[i]);
        m->high = fmax(m->high, reward[i]);
    }
}

/* ---- who looks on --------------------------------------------------------------------- */

/* For the seat that asked, if there are two of them; else for the one that moved. */
static int64_t told_share(const mcts *m, const step *s, const uct_edge *e)
{
    bool turned = m->v->seats == 2 && s->seat != m->seat;
    if (e->proof == DUEL_WIN || e->proof == DUEL_LOSS)
        return (e->proof == DUEL_WIN) == !turned ? DUEL_ENDED + 1 : -DUEL_ENDED - 1;
    if (e->proof)
        return 0;
    int64_t share = lround(SCALE * e->sum / e->visits);
    return turned ? SCALE - share : share;
}

static duel_found_by how_landed(landing where)
{
    return where == OPEN ? DUEL_BY_PLAYOUT : where == ENDED ? DUEL_BY_END : DUEL_BY_TABLE;
}

static void tell_walk(const mcts *m, landing where)
{
    duel_search_observer *w = m->think.witness;
    w->saw(w,
           &(duel_search_event){.deed = DUEL_SEARCH_PLAYOUT, .left = (int)m->iterations + 1});
    for (int i = 0; i < m->steps; i++)
        w->saw(w, &(duel_search_event){.deed = DUEL_SEARCH_ENTER,
                                       .ply = i + 1,
                                       .move = m->tree.edge[m->path[i].edge].move,
                                       .low = -DUEL_NO_BOUND,
                                       .high = DUEL_NO_BOUND});
    for (int i = m->steps - 1; i >= 0; i--) {
        const uct_edge *e = &m->tree.edge[m->path[i].edge];
        w->saw(w, &(duel_search_event){.deed = DUEL_SEARCH_LEAVE,
                                       .ply = i + 1,
                                       .move = e->move,
                                       .worth = told_share(m, &m->path[i], e),
                                       .walks = e->visits,
                                       .ends = e->proof != DUEL_UNSOLVED,
                                       .by = i == m->steps - 1 ? how_landed(where)
                                                               : DUEL_BY_SEARCH});
    }
}

static duel_status iterate(mcts *m, duel_msg *why)
{
    duel_state state;
    int32_t score[DUEL_SEATS];
    double reward[DUEL_SEATS];
    duel_status status = plan_complete(m->v, &m->view, &m->rng, &state, why);
    if (status != DUEL_OK)
        return status;
    landing where = descend(m, &state, score);
    if (where == OPEN && m->v->game->accel && m->v->game->accel->playouts)
        play_many_out(m, &state, reward);
    else if (where == OPEN)
        play_out(m, &state, reward);
    else if (where == PROVED)
        reward_proved(m, reward);
    else
        reward_ended(m, score, reward);
    back_up(m, reward);
    if (where == ENDED && m->solves)
        prove_path(m, duel_outcome(m->v, score, m->path[m->steps - 1].seat));
    if (m->think.witness && !m->secrets) /* every walk through secrets is in another world */
        tell_walk(m, where);
    m->iterations++;
    return DUEL_OK;
}

/* The move to play at a node: a proved win, else the one tried most, unless it is known to
 * lose; 0 if nothing was tried. */
static uint32_t favourite(const mcts *m, uint32_t node)
{
    uint32_t best = 0;
    for (uint32_t i = m->tree.node[node].first; i; i = m->tree.edge[i].next) {
        const uct_edge *e = &m->tree.edge[i], *b = &m->tree.edge[best];
        bool loses = e->proof == DUEL_LOSS;
        if (e->proof == DUEL_WIN)
            return i;
        if (e->visits == 0)
            continue;
        if (best == 0 || loses < (b->proof == DUEL_LOSS) ||
            (loses == (b->proof == DUEL_LOSS) &&
             (e->visits > b->visits || (e->visits == b->visits && e->sum > b->sum))))
            best = i;
    }
    return best;
}

static int32_t estimate_of_edge(const uct_edge *e)
{
    if (e->proof == DUEL_WIN || e->proof == DUEL_LOSS)
        return e->proof == DUEL_WIN ? SCALE : -SCALE;
    return e->visits ? (int32_t)lround(SCALE * (2 * e->sum / e->visits - 1)) : DUEL_NO_ESTIMATE;
}

/* A reward is a share of the win; a player's alone is what the score is of the largest. */
static duel_scale scale_of_rewards(const duel_variant *v)
{
    if (v->seats > 1 || !(v->traits & DUEL_MARGIN))
        return (duel_scale){.meaning = DUEL_MEANS_SHARE, .zero = -SCALE, .unit = 2 * SCALE};
    double most = v->max_score > 0 ? v->max_score : 1;
    return (duel_scale){.meaning = DUEL_MEANS_POINTS, .unit = SCALE / most, .spread = most / 8};
}

static void tell_favourite(mcts *m)
{
    double now = limits_seconds(&m->limits);
    uint32_t best = favourite(m, ROOT);
    if (m->think.progress == NULL || now - m->told < 0.1 || best == 0)
        return;
    m->told = now;
    duel_progress p = {.nodes = m->iterations,
                       .positions = m->tree.nodes,
                       .memory = uct_bytes(&m->tree),
                       .depth = 1,
                       .seconds = now,
                       .best = m->tree.edge[best].move,
                       .score = estimate_of_edge(&m->tree.edge[best]),
                       .scale = scale_of_rewards(m->v)};
    m->think.progress(m->think.watcher, &p);
}

static bool must_stop(mcts *m)
{
    if (limits_asked(&m->limits))
        return true;
    if (m->root_value != DUEL_UNSOLVED && !m->think.every_move)
        return true;
    if (m->until && m->iterations >= m->until)
        return true;
    if (m->iterations % CLOCK_EVERY)
        return false;
    tell_favourite(m);
    return m->until_time > 0 && limits_seconds(&m->limits) >= m->until_time;
}

/* Goes on until this share of what the call allows has been spent. */
static duel_status spend(mcts *m, double share, duel_msg *why)
{
    m->until = m->think.nodes ? (uint64_t)ceil((double)m->think.nodes * share) : 0;
    m->until_time = m->think.seconds * share;
    duel_status status = DUEL_OK;
    while (status == DUEL_OK && !must_stop(m))
        status = iterate(m, why);
    return status;
}

static void plant(mcts *m, const void *view)
{
    memcpy(&m->view, view, m->v->state_size);
    m->seat = m->v->game->turn(m->v, view);
    m->root_value = DUEL_UNSOLVED;
    uct_clear(&m->tree);
    uct_add_node(&m->tree, m->seat);
}

/* ---- turns ---------------------------------------------------------------------------- */

static bool thin(const mcts *m, uint32_t node)
{
    uint32_t moves = 0, best = node ? favourite(m, node) : 0;
    if (best == 0)
        return true;
    if (m->tree.edge[best].proof)
        return false;
    for (uint32_t i = m->tree.node[node].first; i; i = m->tree.edge[i].next)
        moves++;
    return m->tree.node[node].visits < THIN * moves;
}

/* The node after the move played last, of which the seat now has `view`. */
static uint32_t next_node(const mcts *m, const void *view)
{
    if (m->at == 0)
        return 0;
    if (m->secrets)
        return uct_linked(&m->tree, m->at, hash_bytes(view, m->v->state_size, 0));
    for (uint32_t i = m->tree.node[m->at].first; i; i = m->tree.edge[i].next)
        if (m->tree.edge[i].move == m->last)
            return m->tree.edge[i].child;
    return 0;
}

/* Whether the best move would leave the seat to go on from a node hardly tried. */
static bool turn_runs_thin(mcts *m)
{
    duel_state next;
    uint32_t best = favourite(m, ROOT);
    duel_rng rng;
    duel_rng_fork(&m->rng, m->iterations, &rng);
    if (best == 0 || !plan_goes_on(m->v, &m->view, m->tree.edge[best].move, &rng, &next))
        return false;
    m->at = ROOT;
    m->last = m->tree.edge[best].move;
    return thin(m, next_node(m, &next));
}

enum { KEEP_BACK = 4 }; /* a part of this many is kept for the rest of a turn */

/* The first move of the turn. */
static duel_status begin_turn(mcts *m, duel_msg *why)
{
    plant(m, m->think.view);
    duel_status status = spend(m, 1 - 1.0 / KEEP_BACK, why);
    if (status == DUEL_OK && !turn_runs_thin(m))
        status = spend(m, 1, why);
    return status;
}

/* A further move: half of what is left goes into a new tree. */
static duel_status search_again(mcts *m, const void *view, duel_msg *why)
{
    double left = 1;
    if (m->think.nodes)
        left = 1 - (double)m->iterations / (double)m->think.nodes;
    if (m->think.seconds > 0)
        left = fmin(left, 1 - limits_seconds(&m->limits) / m->think.seconds);
    plant(m, view);
    return spend(m, 1 - left / 2, why);
}

static duel_result proved_result(duel_value value)
{
    int32_t sign = value == DUEL_WIN ? 1 : value == DUEL_LOSS ? -1 : 0;
    return (duel_result){.value = value, .score = sign, .remoteness = DUEL_NO_REMOTENESS};
}

/* The tree's favourite line; with secrets nobody knows what will be legal. */
static void tell_line(const mcts *m, duel_answer *out)
{
    uint32_t node = ROOT;
    while (node && !m->secrets && out->line_count < DUEL_LINE) {
        uint32_t best = favourite(m, node);
        if (best == 0 || (node != ROOT && m->tree.edge[best].visits < THIN))
            return;
        out->line[out->line_count++] = m->tree.edge[best].move;
        node = m->tree.edge[best].child;
    }
}

static void answer_from_tree(const mcts *m, duel_answer *out)
{
    uint32_t best = favourite(m, ROOT);
    out->result = proved_result(m->root_value);
    out->proved = m->root_value != DUEL_UNSOLVED;
    out->estimate = best ? estimate_of_edge(&m->tree.edge[best]) : DUEL_NO_ESTIMATE;
    out->scale = scale_of_rewards(m->v);
    out->positions = m->tree.nodes - 1;
    for (uint32_t i = m->tree.node[ROOT].first; i; i = m->tree.edge[i].next) {
        const uct_edge *e = &m->tree.edge[i];
        out->rated[out->rated_count++] =
            (duel_move_value){.move = e->move,
                              .result = proved_result((duel_value)e->proof),
                              .estimate = estimate_of_edge(e),
                              .visits = e->visits};
    }
    tell_line(m, out);
}

/* The first move comes from the whole search, the others of the turn from the same tree while
 * it is thick enough. */
static duel_status choose_from_tree(void *self, const void *view, duel_move *move,
                                    duel_msg *why)
{
    mcts *m = self;
    duel_status status = DUEL_OK;
    uint32_t node = m->begun ? next_node(m, view) : ROOT;
    if (!m->begun) {
        status = begin_turn(m, why);
        answer_from_tree(m, m->out);
    } else if (thin(m, node)) {
        status = search_again(m, view, why);
        node = ROOT;
    }
    m->begun = true;
    uint32_t best = favourite(m, node);
    int count = m->v->game->moves(m->v, view, m->list);
    *move = best ? m->tree.edge[best].move : m->list[duel_rng_below(&m->rng, (uint32_t)count)];
    m->at = node;
    m->last = *move;
    return status;
}

static void begin_thinking(mcts *m, const duel_think *t, duel_answer *out)
{
    m->think = budget_of(t, m->settings.option[SECONDS], m->settings.option[ITERATIONS], false);
    limits_begin(&m->limits, &m->think);
    duel_rng_init_number(&m->rng, t->seed);
    m->out = out;
    m->begun = false;
    m->iterations = 0;
    m->told = 0;
    m->low = 1, m->high = 0;
    m->habit = 0;
}

static duel_status think(void *self, const duel_think *t, duel_answer *out, duel_msg *why)
{
    mcts *m = self;
    memset(out, 0, sizeof *out);
    begin_thinking(m, t, out);
    duel_status status = plan_turn(m->v, t, &m->rng, choose_from_tree, m, out, why);
    out->nodes = m->iterations;
    out->seconds = limits_seconds(&m->limits);
    return status;
}

const duel_engine duel_engine_mcts = {
    .name = "mcts",
    .about = N_("plays the game out many times and keeps to what went well"),
    .tells = true,
    .options = options,
    .fits = plan_fits_guesses,
    .open = open_mcts,
    .think = think,
    .close = close_mcts,
};
