/* games/moriarty/gtp.c -- the Go Text Protocol: see protocols.h.
 *
 * A controller may leave passes out: a side that cannot move is passed over when the other is
 * asked to play. The words of the protocol are English whatever the language. */
#include "games/moriarty/protocols.h"

#include "base/real.h"
#include "core/play.h"
#include "core/scene_text.h"
#include "core/variant.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 1024, TABLE = 64 << 20 };

typedef struct gtp {
    const moriarty_talk *talk;
    duel_variant v;
    moriarty_game game;
    moriarty_table table;
    double seconds; /* for a move, as the clock now stands */
    duel_buf reply;
    bool over;  /* quit was said */
    bool moved; /* by the last command, and the other side is to move */
} gtp;

typedef struct gtp_command {
    const char *name;
    bool (*run)(gtp *g, duel_str args); /* false: the reply is an error */
    const char *reply;                  /* always the same, where nothing is run */
} gtp_command;

static const gtp_command *all_commands(void); /* ended by a NULL name */

static bool fails(gtp *g, const char *text)
{
    duel_put(&g->reply.sink, text);
    return false;
}

static bool says(gtp *g, const char *text)
{
    duel_put(&g->reply.sink, text);
    return true;
}

/* ---- about itself ---------------------------------------------------------------- */

static const gtp_command *find_gtp_command(duel_str name)
{
    const gtp_command *c = all_commands();
    while (c->name && !duel_str_is(name, c->name))
        c++;
    return c->name ? c : NULL;
}

static bool tell_known(gtp *g, duel_str args)
{
    return says(g, find_gtp_command(duel_str_trim(args)) ? "true" : "false");
}

static bool list_commands(gtp *g, duel_str args)
{
    for (const gtp_command *c = all_commands(); c->name; c++)
        duel_putf(&g->reply.sink, "%s\n", c->name);
    return true;
}

static bool quit(gtp *g, duel_str args)
{
    g->over = true;
    return true;
}

/* ---- setting up ------------------------------------------------------------------ */

static bool clear_board(gtp *g, duel_str args)
{
    moriarty_state start = moriarty_begin();
    g->game = moriarty_game_of(&start);
    moriarty_table_clear(&g->table);
    return true;
}

static bool set_size(gtp *g, duel_str args)
{
    char text[16];
    duel_variant v;
    args = duel_str_trim(args);
    snprintf(text, sizeof text, "size=%.*s", (int)(args.len < 4 ? args.len : 4), args.at);
    if (duel_variant_read(&duel_game_moriarty, duel_str_of(text), &v, NULL) != DUEL_OK)
        return fails(g, "unacceptable size");
    g->v = v;
    return clear_board(g, args);
}

/* A number of seconds or stones; -1 if it is none. */
static double next_number(duel_str *args)
{
    duel_str word;
    double n;
    bool read = duel_str_word(args, " \t", &word) && duel_str_real(word, &n);
    return read && n >= 0 && n < 1e9 ? n : -1;
}

static int moves_to_come(const gtp *g)
{
    int empties =
        moriarty_count(moriarty_squares(&g->v) & ~(g->game.now.disc[0] | g->game.now.disc[1]));
    return empties / 2 + 1;
}

/* A share of what is left, a little less than even, so that the clock never runs out. */
static void budget(gtp *g, double left, double moves)
{
    g->seconds = 0.9 * left / (moves > 0 ? moves : 1);
    if (g->seconds < 0.01)
        g->seconds = 0.01;
}

static bool time_settings(gtp *g, duel_str args)
{
    double main = next_number(&args), extra = next_number(&args), stones = next_number(&args);
    if (main < 0 || extra < 0 || stones < 0)
        return fails(g, "syntax error");
    if (stones > 0 && extra > 0)
        budget(g, extra, stones);
    else if (main > 0)
        budget(g, main, moves_to_come(g));
    else
        g->seconds = g->talk->seconds;
    return true;
}

static bool time_left(gtp *g, duel_str args)
{
    duel_str color;
    duel_str_word(&args, " \t", &color);
    double left = next_number(&args), stones = next_number(&args);
    if (left < 0 || stones < 0)
        return fails(g, "syntax error");
    budget(g, left, stones > 0 ? stones : moves_to_come(g));
    return true;
}

/* ---- playing --------------------------------------------------------------------- */

/* The seat of "b", "black", "w" or "white" at the front of *args; -1 if it is none. */
static int next_color(duel_str *args)
{
    duel_str word;
    if (!duel_str_word(args, " \t", &word))
        return -1;
    if (duel_str_same_word(word, "b") || duel_str_same_word(word, "black"))
        return MORIARTY_ACTIVATOR;
    if (duel_str_same_word(word, "w") || duel_str_same_word(word, "white"))
        return MORIARTY_INHIBITOR;
    return -1;
}

static bool play(gtp *g, duel_str args)
{
    int seat = next_color(&args);
    duel_str move = duel_str_trim(args);
    moriarty_game tried = g->game;
    if (seat < 0 || move.len == 0)
        return fails(g, "syntax error");
    if (moriarty_ended(&g->v, &tried.now) && duel_str_same_word(move, "pass"))
        return true;
    moriarty_pass_if_blocked(&g->v, &tried, seat);
    if ((int)tried.now.seat != seat || moriarty_game_play(&g->v, &tried, move, NULL) != DUEL_OK)
        return fails(g, "illegal move");
    g->game = tried;
    return true;
}

static duel_status think_in_time(gtp *g, moriarty_answer *a)
{
    moriarty_request q = moriarty_request_of(&g->v, &g->game.now);
    q.seconds = g->seconds;
    q.threads = g->talk->threads;
    q.table = &g->table;
    duel_status status = moriarty_think(&q, a, NULL);
    return status == DUEL_STOPPED ? DUEL_OK : status;
}

static void put_vertex(gtp *g, int move)
{
    int x = moriarty_column(&g->v, move), y = moriarty_row(&g->v, move);
    if (move == MORIARTY_PASS)
        duel_put(&g->reply.sink, "PASS");
    else
        duel_putf(&g->reply.sink, "%c%d", 'A' + x, y + 1);
}

static bool generate_move(gtp *g, duel_str args, bool and_play)
{
    int seat = next_color(&args);
    moriarty_answer a;
    if (seat < 0)
        return fails(g, "syntax error");
    if (moriarty_ended(&g->v, &g->game.now))
        return says(g, "PASS");
    moriarty_pass_if_blocked(&g->v, &g->game, seat);
    if ((int)g->game.now.seat != seat)
        return fails(g, "not this color's turn");
    if (think_in_time(g, &a) != DUEL_OK)
        return fails(g, "out of memory");
    put_vertex(g, a.move);
    if (and_play) {
        duel_target text = a.move == MORIARTY_PASS ? duel_target_of("pass")
                                                   : moriarty_square_name(&g->v, a.move);
        moriarty_game_play(&g->v, &g->game, duel_str_of(text.text), NULL);
        g->moved = !moriarty_ended(&g->v, &g->game.now);
    }
    return true;
}

static bool genmove(gtp *g, duel_str args)
{
    return generate_move(g, args, true);
}

static bool reg_genmove(gtp *g, duel_str args)
{
    return generate_move(g, args, false);
}

static bool undo(gtp *g, duel_str args)
{
    return moriarty_game_undo(&g->game) || fails(g, "cannot undo");
}

static bool showboard(gtp *g, duel_str args)
{
    duel_pen pen = {.out = &g->reply.sink, .lang = DUEL_EN};
    duel_put(&g->reply.sink, "\n");
    duel_draw(&g->v, &g->game.now, DUEL_SEES_ALL, &pen);
    return true;
}

static bool final_score(gtp *g, duel_str args)
{
    int32_t score[DUEL_SEATS];
    if (!g->v.game->over(&g->v, &g->game.now, score))
        return fails(g, "cannot score");
    int lead = score[0] - score[1];
    if (lead == 0)
        return says(g, "0");
    duel_putf(&g->reply.sink, "%c+%d", lead > 0 ? 'B' : 'W', lead > 0 ? lead : -lead);
    return true;
}

static const gtp_command *all_commands(void)
{
    static const gtp_command commands[] = {
        {"protocol_version", NULL, "2"},
        {"name", NULL, "Duelliste"},
        {"version", NULL, DUEL_VERSION},
        {"known_command", tell_known, NULL},
        {"list_commands", list_commands, NULL},
        {"quit", quit, NULL},
        {"boardsize", set_size, NULL},
        {"clear_board", clear_board, NULL},
        {"komi", NULL, ""}, /* there is none here; many controllers insist on it */
        {"time_settings", time_settings, NULL},
        {"time_left", time_left, NULL},
        {"play", play, NULL},
        {"genmove", genmove, NULL},
        {"reg_genmove", reg_genmove, NULL},
        {"undo", undo, NULL},
        {"showboard", showboard, NULL},
        {"final_score", final_score, NULL},
        {NULL, NULL, NULL}};
    return commands;
}

/* ---- the loop -------------------------------------------------------------------- */

/* Comments go, blanks of any kind become blanks, other control characters go too. */
static void tidy(char *line)
{
    char *to = line;
    for (char *at = line; *at && *at != '#'; at++) {
        if (*at == '\t')
            *to++ = ' ';
        else if ((unsigned char)*at >= ' ' && *at != 127)
            *to++ = *at;
    }
    *to = '\0';
}

static void put_reply(gtp *g, duel_str id, bool fine)
{
    duel_sink *out = g->talk->out;
    duel_put(out, fine ? "=" : "?");
    duel_put_str(out, id);
    duel_put(out, " ");
    duel_put_str(out, duel_str_trim(duel_buf_str(&g->reply)));
    duel_put(out, "\n\n");
    if (g->talk->flush)
        g->talk->flush();
}

static void obey_gtp(gtp *g, char *line)
{
    duel_str rest, word, id = {"", 0};
    int64_t number;
    g->moved = false;
    tidy(line);
    rest = duel_str_of(line);
    if (!duel_str_word(&rest, " ", &word))
        return;
    if (duel_str_number(word, &number)) {
        id = word;
        if (!duel_str_word(&rest, " ", &word))
            return;
    }
    const gtp_command *c = find_gtp_command(word);
    duel_buf_clear(&g->reply);
    bool fine = c == NULL ? fails(g, "unknown command")
                : c->run  ? c->run(g, rest)
                          : says(g, c->reply);
    put_reply(g, id, fine);
}

duel_status moriarty_gtp(const moriarty_talk *t, duel_msg *why)
{
    char line[LINE];
    gtp g = {.talk = t, .seconds = t->seconds};
    moriarty_state start = moriarty_begin();
    g.game = moriarty_game_of(&start);
    duel_status status = duel_variant_make(&duel_game_moriarty, NULL, 0, &g.v, why);
    if (status == DUEL_OK)
        status = moriarty_table_init(&g.table, TABLE, why);
    if (status != DUEL_OK)
        return status;
    duel_buf_init(&g.reply);
    while (!g.over &&
           moriarty_hear(t, &g.v, g.moved ? &g.game.now : NULL, &g.table, line, LINE))
        obey_gtp(&g, line);
    duel_buf_fini(&g.reply);
    moriarty_table_fini(&g.table);
    return DUEL_OK;
}
