/* games/moriarty/nboard.c -- the NBoard protocol: see protocols.h.
 *
 * Everything is answered in the order it was asked, so a ping is answered once the thinking
 * before it is done. Lines that are not understood are skipped, as the protocol wants. */
#include "games/moriarty/protocols.h"

#include "core/variant.h"
#include "games/moriarty/game_files.h"

enum {
    LINE = 16384,
    TABLE = 64 << 20,
    DEEPEST = 60,
    PROVE_BEYOND = 8, /* empties from which an ending is proved, beyond the depth set */
    PROVE_MOST = 22
};

typedef struct nboard {
    const moriarty_talk *talk;
    duel_variant v;
    moriarty_game game;
    moriarty_table table;
    int depth;
    int offered; /* the move answered to the last go; MORIARTY_NO_MOVE: none */
    bool waits;  /* it was played, and the other side thinks */
} nboard;

static void done(const nboard *n)
{
    if (n->talk->flush)
        n->talk->flush();
}

static void complain(const nboard *n, const duel_msg *why)
{
    duel_put(n->talk->out, "status ");
    duel_render(DUEL_EN, why, n->talk->out);
    duel_put(n->talk->out, "\n");
}

/* ---- setting up ------------------------------------------------------------------ */

static void set_depth(nboard *n, duel_str text)
{
    int64_t depth;
    if (duel_str_number(duel_str_trim(text), &depth) && depth >= 1)
        n->depth = depth < DEEPEST ? (int)depth : DEEPEST;
    duel_putf(n->talk->out, "set myname Duelliste%d\n", n->depth);
}

static void set_game(nboard *n, duel_str text)
{
    duel_msg why;
    moriarty_filed f;
    if (moriarty_ggf_read(&n->v, &text, &f, &why) == DUEL_OK)
        n->game = f.game;
    else
        complain(n, &why);
}

static void set(nboard *n, duel_str args)
{
    duel_str what;
    if (!duel_str_word(&args, " ", &what))
        return;
    if (duel_str_is(what, "depth"))
        set_depth(n, args);
    else if (duel_str_is(what, "game"))
        set_game(n, args);
}

/* move F5/eval/time */
static void make_move(nboard *n, duel_str args)
{
    duel_msg why;
    duel_str move;
    duel_str_part(&args, '/', &move);
    if (moriarty_game_play(&n->v, &n->game, duel_str_trim(move), &why) != DUEL_OK) {
        complain(n, &why);
        return;
    }
    n->waits =
        n->game.move[n->game.count - 1] == n->offered && !moriarty_ended(&n->v, &n->game.now);
    n->offered = MORIARTY_NO_MOVE;
}

/* ---- thinking -------------------------------------------------------------------- */

static double discs(int units)
{
    return (double)units / MORIARTY_UNIT;
}

static void put_move(const nboard *n, int move)
{
    if (move == MORIARTY_PASS)
        duel_put(n->talk->out, "PA");
    else
        duel_putf(n->talk->out, "%c%d", 'A' + move % 8, move / 8 + 1);
}

static void put_search(const nboard *n, const int line[], int length, int score, int depth,
                       bool proved)
{
    duel_put(n->talk->out, "search ");
    for (int i = 0; i < length; i++)
        put_move(n, line[i]);
    duel_putf(n->talk->out, " %.2f 0 ", discs(score));
    if (proved)
        duel_put(n->talk->out, "100%\n");
    else
        duel_putf(n->talk->out, "%d\n", depth);
}

static void show_search(void *user, const moriarty_answer *a)
{
    const nboard *n = user;
    put_search(n, a->line, a->line_length, a->score, a->depth, a->proved);
    duel_putf(n->talk->out, "nodestats %llu %.2f\n", (unsigned long long)a->nodes, a->seconds);
    done(n);
}

static bool think_aloud(nboard *n, bool every_move, moriarty_answer *a)
{
    duel_msg why;
    const moriarty_state *s = &n->game.now;
    moriarty_request q = moriarty_request_of(&n->v, s);
    int empties = moriarty_empties(moriarty_board_of(s));
    q.prove = empties <= n->depth + PROVE_BEYOND && empties <= PROVE_MOST;
    q.max_depth = n->depth;
    q.every_move = every_move;
    q.seconds = n->talk->seconds;
    q.threads = n->talk->threads;
    q.table = &n->table;
    q.progress = show_search;
    q.user = n;
    duel_put(n->talk->out, "status Duelliste is thinking\n");
    duel_status status = moriarty_think(&q, a, &why);
    if (status != DUEL_OK && status != DUEL_STOPPED)
        complain(n, &why);
    return status == DUEL_OK || status == DUEL_STOPPED;
}

/* The engine does not play its own move: it waits to be told. */
static void go(nboard *n)
{
    moriarty_answer a;
    if (!think_aloud(n, false, &a))
        return;
    n->offered = a.move;
    duel_put(n->talk->out, "=== ");
    put_move(n, a.move == MORIARTY_NO_MOVE ? MORIARTY_PASS : a.move);
    duel_putf(n->talk->out, "/%.2f/%.2f\nstatus Duelliste is waiting\n", discs(a.score),
              a.seconds);
}

static void hint(nboard *n, duel_str args)
{
    moriarty_answer a;
    int64_t wanted;
    if (!duel_str_number(duel_str_trim(args), &wanted) || wanted < 1)
        wanted = 1;
    if (!think_aloud(n, wanted > 1, &a))
        return;
    for (int i = 0; wanted > 1 && i < a.move_count && i < wanted; i++)
        if (a.moves[i].known && a.moves[i].move != a.move)
            put_search(n, &a.moves[i].move, 1, a.moves[i].score, a.moves[i].known,
                       a.moves[i].proved);
    duel_put(n->talk->out, "status Duelliste is waiting\n");
}

/* ---- the loop -------------------------------------------------------------------- */

/* False once it is told to quit. */
static bool obey_nboard(nboard *n, duel_str line)
{
    duel_str word;
    if (!duel_str_word(&line, " \t", &word))
        return true;
    if (duel_str_is(word, "quit"))
        return false;
    n->waits = n->waits && duel_str_is(word, "ping");
    if (duel_str_is(word, "nboard"))
        duel_put(n->talk->out, "set myname Duelliste\n");
    else if (duel_str_is(word, "set"))
        set(n, line);
    else if (duel_str_is(word, "move"))
        make_move(n, line);
    else if (duel_str_is(word, "go"))
        go(n);
    else if (duel_str_is(word, "hint"))
        hint(n, line);
    else if (duel_str_is(word, "ping"))
        duel_putf(n->talk->out, "pong %.*s\n", (int)duel_str_trim(line).len,
                  duel_str_trim(line).at);
    else if (duel_str_is(word, "learn"))
        duel_put(n->talk->out, "learned\n");
    done(n);
    return true;
}

duel_status moriarty_nboard(const moriarty_talk *t, duel_msg *why)
{
    char line[LINE];
    nboard n = {.talk = t, .depth = 12, .offered = MORIARTY_NO_MOVE};
    moriarty_state start = moriarty_begin();
    n.game = moriarty_game_of(&start);
    duel_status status = duel_variant_make(&duel_game_moriarty, NULL, 0, &n.v, why);
    if (status == DUEL_OK)
        status = moriarty_table_init(&n.table, TABLE, why);
    if (status != DUEL_OK)
        return status;
    while (moriarty_hear(t, &n.v, n.waits ? &n.game.now : NULL, &n.table, line, LINE) &&
           obey_nboard(&n, duel_str_of(line)))
        ;
    moriarty_table_fini(&n.table);
    return DUEL_OK;
}
