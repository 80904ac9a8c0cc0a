/* moriarty/commands.c -- `duel moriarty ffo | perft | replay | transcript | gtp | nboard`. */
#include "base/clock.h"
#include "core/play.h"
#include "core/record.h"
#include "core/variant.h"
#include "games/moriarty/arguments.h"
#include "games/moriarty/ffo.h"
#include "games/moriarty/fit.h"
#include "games/moriarty/lists.h"
#include "games/moriarty/perft.h"
#include "games/moriarty/talk.h"

#include <string.h>

/* ---- words: opt=value makes the variant, the rest is kept ---------------------------------
 */

static bool is_option(const char *word)
{
    return word[0] >= 'a' && word[0] <= 'z' && strchr(word, '=') != NULL;
}

static duel_status take_variant(moriarty_words *w, duel_variant *v, duel_msg *why)
{
    duel_str option[MORIARTY_WORDS];
    int options = 0, kept = 0;
    for (int i = 0; i < w->count; i++) {
        if (is_option(w->word[i]))
            option[options++] = duel_str_of(w->word[i]);
        else
            w->word[kept++] = w->word[i];
    }
    w->count = kept;
    return duel_variant_make(&duel_game_moriarty, option, options, v, why);
}

/* ---- perft --------------------------------------------------------------------------------
 */

typedef struct counting {
    int64_t depth;
    moriarty_pass_rule rule;
    moriarty_path path;
    duel_variant v;
    moriarty_state state;
} counting;

static duel_status choose_rules(const char *convention, const char *path, counting *p,
                                duel_msg *why)
{
    bool free_pass = convention && strcmp(convention, "pass0") == 0;
    if (convention && !free_pass && strcmp(convention, "pass1") != 0)
        return duel_bad(why, N_("A convention is pass1, a pass counts as a ply, or pass0."),
                        "");
    p->rule = free_pass ? MORIARTY_PASS_IS_FREE : MORIARTY_PASS_COSTS_A_PLY;
    p->path = path && strcmp(path, "portable") == 0 ? MORIARTY_PORTABLE : MORIARTY_BEST_PATH;
    if (path && p->path != MORIARTY_PORTABLE && strcmp(path, "best") != 0)
        return duel_bad(why, N_("A path is best or portable."), "");
    return DUEL_OK;
}

static duel_status choose_position(moriarty_words *w, counting *p, duel_msg *why)
{
    static const duel_option depth = {"DEPTH", DUEL_NUMBER, 1, 0, 64, NULL, NULL};
    duel_status status = take_variant(w, &p->v, why);
    if (status == DUEL_OK && (w->count < 1 || w->count > 2))
        status =
            duel_bad(why, N_("How deep? Write “duel moriarty perft DEPTH [POSITION]”."), "");
    if (status == DUEL_OK)
        status = duel_option_read(&depth, duel_str_of(w->word[0]), &p->depth, why);
    p->state = moriarty_begin();
    if (status == DUEL_OK && w->count == 2)
        status = duel_read(&p->v, duel_str_of(w->word[1]), &p->state, why);
    if (status == DUEL_OK && moriarty_blocked_ends(&p->v))
        status = duel_refuse(why, N_("Leaves are counted under the standard rules only."), "");
    return status;
}

static int run_perft(const duel_console *c, int argc, char **argv)
{
    duel_msg why;
    counting p = {.depth = 0};
    moriarty_words words;
    const char *convention = NULL, *path = NULL;
    const moriarty_flag flags[] = {{"--convention", 0, 0, NULL, &convention, NULL},
                                   {"--path", 0, 0, NULL, &path, NULL},
                                   {NULL, 0, 0, NULL, NULL, NULL}};
    duel_status status = moriarty_arguments(flags, argc, argv, &words, &why);
    if (status == DUEL_OK)
        status = choose_rules(convention, path, &p, &why);
    if (status == DUEL_OK)
        status = choose_position(&words, &p, &why);
    if (status != DUEL_OK)
        return moriarty_fail(c, status, &why);
    double begin = duel_clock();
    uint64_t leaves = moriarty_perft(moriarty_board_of(&p.state), moriarty_squares(&p.v),
                                     (int)p.depth, p.rule, p.path);
    double seconds = duel_clock() - begin;
    if (c->json)
        duel_putf(c->out, "{\"depth\": %lld, \"leaves\": %llu, \"seconds\": %.6f}\n",
                  (long long)p.depth, (unsigned long long)leaves, seconds);
    else
        duel_putf(c->out, "%llu\n", (unsigned long long)leaves);
    return MORIARTY_DONE;
}

/* ---- replay and transcript ----------------------------------------------------------------
 */

static void print_replay_json(const duel_console *c, const duel_variant *v,
                              const moriarty_game *g)
{
    int first = moriarty_count(g->now.disc[0]), second = moriarty_count(g->now.disc[1]);
    duel_put(c->out, "{\"moves\": [");
    for (int i = 0; i < g->count; i++) {
        duel_put(c->out, i ? ", \"" : "\"");
        moriarty_print_move(v, NULL, (duel_move)g->move[i], c->out);
        duel_put(c->out, "\"");
    }
    duel_put(c->out, "], \"list\": \"");
    moriarty_list_print(v, g, c->out);
    duel_put(c->out, "\", \"position\": \"");
    moriarty_print_state(v, &g->now, c->out);
    duel_putf(c->out, "\", \"discs\": [%d, %d], \"over\": %s}\n", first, second,
              moriarty_ended(v, &g->now) ? "true" : "false");
}

static duel_status print_record(const duel_console *c, const duel_variant *v,
                                const moriarty_game *g, duel_msg *why)
{
    duel_record r;
    duel_record_init(&r, v);
    moriarty_print_state(v, &g->start, &r.start.sink);
    duel_status status = DUEL_OK;
    for (int i = 0; status == DUEL_OK && i < g->count; i++)
        status = duel_record_add(&r, (duel_move)g->move[i], why);
    if (status == DUEL_OK)
        duel_record_print(&r, c->out);
    duel_record_fini(&r);
    return status;
}

static void print_replay(const duel_console *c, const duel_variant *v, const moriarty_game *g)
{
    duel_pen pen = {.out = c->out, .lang = c->lang};
    moriarty_draw(v, &g->now, DUEL_ALL, &pen);
    moriarty_print_state(v, &g->now, c->out);
    duel_put(c->out, "\n");
    moriarty_list_print(v, g, c->out);
    duel_put(c->out, "\n");
}

static int run_replay(const duel_console *c, int argc, char **argv)
{
    duel_msg why;
    duel_variant v;
    moriarty_words words;
    bool record = false;
    size_t number = 0;
    const moriarty_flag flags[] = {{"--record", 0, 0, NULL, NULL, &record},
                                   {NULL, 0, 0, NULL, NULL, NULL}};
    moriarty_state start = moriarty_begin();
    moriarty_game g = moriarty_game_of(&start);
    duel_status status = moriarty_arguments(flags, argc, argv, &words, &why);
    if (status == DUEL_OK)
        status = take_variant(&words, &v, &why);
    if (status == DUEL_OK && words.count != 1)
        status = duel_bad(&why, N_("Which moves? Write “duel moriarty replay f5d6c3”."), "");
    if (status != DUEL_OK)
        return moriarty_fail(c, status, &why);
    status = moriarty_list_read(&v, duel_str_of(words.word[0]), &g, &number, &why);
    if (status != DUEL_OK)
        return moriarty_fail_at(c, status, N_("Move {0}: "), number, &why);
    if (c->json)
        print_replay_json(c, &v, &g);
    else if (record)
        status = print_record(c, &v, &g, &why);
    else
        print_replay(c, &v, &g);
    return status == DUEL_OK ? MORIARTY_DONE : moriarty_fail(c, status, &why);
}

/* Passes are left out of the list, as everywhere. */
static void print_transcript(const duel_console *c, const duel_record *r)
{
    moriarty_game g = {.count = 0};
    for (size_t i = 0; i < r->count && g.count < MORIARTY_MAX_GAME; i++)
        g.move[g.count++] = (int)r->move[i];
    duel_put(c->out, c->json ? "{\"list\": \"" : "");
    moriarty_list_print(&r->variant, &g, c->out);
    duel_put(c->out, c->json ? "\"}\n" : "\n");
}

static int run_transcript(const duel_console *c, int argc, char **argv)
{
    duel_msg why;
    duel_buf text;
    duel_record record;
    if (argc != 1)
        return duel_bad(&why, N_("Which RECORD?"), ""), moriarty_fail(c, DUEL_BAD, &why);
    duel_buf_init(&text);
    duel_status status = moriarty_read_file(argv[0], &text, &why);
    if (status == DUEL_OK)
        status = duel_record_read_as(duel_buf_str(&text), &duel_game_moriarty, &record, &why);
    duel_buf_fini(&text);
    if (status != DUEL_OK)
        return moriarty_fail(c, status, &why);
    print_transcript(c, &record);
    duel_record_fini(&record);
    return MORIARTY_DONE;
}

/* ---- protocols ----------------------------------------------------------------------------
 */

static void flush(void)
{
    fflush(stdout);
}

static int run_talk(const duel_console *c, int argc, char **argv, double seconds,
                    duel_status (*talk)(const moriarty_talk *t, duel_msg *why))
{
    duel_msg why;
    int64_t threads = 1, millionths;
    const char *text = NULL;
    moriarty_words words;
    static const duel_option o = {"--seconds",          DUEL_DECIMAL, 0,   0,
                                  INT64_C(86400000000), NULL,         NULL};
    const moriarty_flag flags[] = {{"--threads", 1, MORIARTY_MAX_THREADS, &threads, NULL, NULL},
                                   {"--seconds", 0, 0, NULL, &text, NULL},
                                   {NULL, 0, 0, NULL, NULL, NULL}};
    duel_status status = moriarty_arguments(flags, argc, argv, &words, &why);
    if (status == DUEL_OK && words.count)
        status = duel_bad(&why, N_("“{0}” is not understood here."), "c", words.word[0]);
    if (status == DUEL_OK && text) {
        status = duel_option_read(&o, duel_str_of(text), &millionths, &why);
        seconds = status == DUEL_OK ? (double)millionths * 1e-6 : seconds;
    }
    moriarty_talk t = {stdin, c->out, flush, seconds, (int)threads};
    if (status == DUEL_OK)
        status = talk(&t, &why);
    return status == DUEL_OK ? MORIARTY_DONE : moriarty_fail(c, status, &why);
}

static int run_gtp(const duel_console *c, int argc, char **argv)
{
    return run_talk(c, argc, argv, 1, moriarty_gtp);
}

/* The depth an interface sets is the limit there, unless a time is given as well. */
static int run_nboard(const duel_console *c, int argc, char **argv)
{
    return run_talk(c, argc, argv, 0, moriarty_nboard);
}

const duel_command moriarty_commands[] = {
    {"ffo", "FILE.obf|FILE.tsv [--threads N] [--only 40-44] [--memory MB] [--obf]",
     N_("Proves the result of every problem of a file."), moriarty_run_ffo},
    {"perft", "DEPTH [POSITION] [size=…] [--convention pass0|pass1] [--path portable]",
     N_("Counts the lines of play of a given length, the last ply in bulk."), run_perft},
    {"replay", "MOVES [opt=value…] [--record]",
     N_("Plays a list of moves such as f5d6c3 and shows where it leads."), run_replay},
    {"transcript", "RECORD", N_("Writes the moves of a record as a list such as f5d6c3."),
     run_transcript},
    {"gtp", "[--seconds S] [--threads N]",
     N_("Speaks the Go Text Protocol, for programs that play Othello by it."), run_gtp},
    {"nboard", "[--seconds S] [--threads N]",
     N_("Speaks the protocol of the NBoard interface."), run_nboard},
    {"fit", "[--games N] [--seed S] [--nodes N] [--threads N]",
     N_("Fits the evaluation to self-played games with proved endings."), moriarty_run_fit},
    {NULL, NULL, NULL, NULL}};
