/* games/moriarty/commands.c -- `duel moriarty …`: the table of the commands, what they share,
 * and the short ones. */
#include "games/moriarty/commands.h"

#include "base/clock.h"
#include "base/file.h"
#include "core/scene_text.h"
#include "core/variant.h"
#include "games/moriarty/protocols.h"

#include <stdio.h>
#include <string.h>

/* ---- words, places and files ----------------------------------------------------- */

static bool is_option(const char *word)
{
    return word[0] >= 'a' && word[0] <= 'z' && strchr(word, '=') != NULL;
}

static duel_status moriarty_take_variant(const duel_args *a, duel_variant *v,
                                         moriarty_words *rest, duel_msg *why)
{
    duel_str option[MORIARTY_WORDS] = {0};
    int options = 0;
    rest->count = 0;
    for (int i = 0; i < a->word_count; i++) {
        if (is_option(a->word[i].at))
            option[options++] = a->word[i];
        else
            rest->word[rest->count++] = a->word[i].at;
    }
    return duel_variant_make(&duel_game_moriarty, option, options, v, why);
}

duel_status moriarty_place(const duel_console *c, duel_status status, const char *id,
                           size_t number, duel_msg *why)
{
    duel_buf said = duel_buf_empty();
    duel_msg placed;
    duel_render(c->lang, why, &said.sink);
    duel_say(&placed, id, "is", (int64_t)number, duel_buf_str(&said));
    duel_buf_fini(&said);
    *why = placed;
    return status == DUEL_NO_SPACE ? DUEL_NO_SPACE : DUEL_INVALID;
}

/* ---- perft ----------------------------------------------------------------------- */

typedef struct counting {
    int64_t depth;
    moriarty_pass_rule rule;
    moriarty_path path;
    duel_variant v;
    moriarty_state state;
} counting;

enum { CONVENTION, PATH };
static const char *const conventions[] = {"pass1", "pass0", NULL};
static const char *const paths[] = {"best", "portable", NULL};
static const duel_option perft_options[] = {
    [CONVENTION] = {"convention", DUEL_CHOICE, 0, 0, 1, conventions,
                    N_("pass1: a pass counts as a ply; pass0: it does not")},
    [PATH] = {"path", DUEL_CHOICE, 0, 0, 1, paths,
              N_("how moves are found: as fast as this machine can, or portable")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

static duel_status choose_position(const duel_args *a, counting *p, duel_msg *why)
{
    static const duel_option depth = {"DEPTH", DUEL_NUMBER, 1, 0, 64, NULL, NULL};
    moriarty_words words, *w = &words;
    duel_status status = moriarty_take_variant(a, &p->v, w, why);
    if (status == DUEL_OK && (w->count < 1 || w->count > 2))
        status = duel_invalid(
            why, N_("How deep? Write “duel moriarty perft DEPTH [POSITION]”."), "");
    if (status == DUEL_OK)
        status = duel_option_read(&depth, duel_str_of(w->word[0]), &p->depth, why);
    p->state = moriarty_begin();
    if (status == DUEL_OK && w->count == 2)
        status = duel_read(&p->v, duel_str_of(w->word[1]), &p->state, why);
    if (status == DUEL_OK && moriarty_blocked_ends(&p->v))
        status = duel_refuse(why, N_("Leaves are counted under the standard rules only."), "");
    return status;
}

static duel_status run_perft(const duel_console *c, const duel_args *a, duel_msg *why)
{
    counting p = {.rule =
                      a->value[CONVENTION] ? MORIARTY_PASS_IS_FREE : MORIARTY_PASS_COSTS_A_PLY,
                  .path = a->value[PATH] ? MORIARTY_PORTABLE : MORIARTY_BEST_PATH};
    duel_status status = choose_position(a, &p, why);
    if (status != DUEL_OK)
        return status;
    double begin = duel_clock();
    uint64_t leaves = moriarty_perft(moriarty_board_of(&p.state), moriarty_squares(&p.v),
                                     (int)p.depth, p.rule, p.path);
    double seconds = duel_clock() - begin;
    if (c->json)
        duel_putf(c->out, "{\"depth\": %lld, \"leaves\": %llu, \"seconds\": %.6f}\n",
                  (long long)p.depth, (unsigned long long)leaves, seconds);
    else
        duel_putf(c->out, "%llu\n", (unsigned long long)leaves);
    return DUEL_OK;
}

/* ---- replay and transcript ------------------------------------------------------- */

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
    duel_status status = moriarty_record_of(v, g, &r, why);
    if (status != DUEL_OK)
        return status;
    duel_record_print(&r, c->out);
    duel_record_fini(&r);
    return DUEL_OK;
}

static void print_replay(const duel_console *c, const duel_variant *v, const moriarty_game *g)
{
    duel_pen pen = {.out = c->out, .lang = c->lang, .utf8 = c->utf8};
    duel_draw(v, &g->now, DUEL_SEES_ALL, &pen);
    moriarty_print_state(v, &g->now, c->out);
    duel_put(c->out, "\n");
    moriarty_list_print(v, g, c->out);
    duel_put(c->out, "\n");
}

static const duel_option replay_options[] = {
    {"record", DUEL_YESNO, 0, 0, 1, NULL, N_("print it as a record of Duelliste")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

static duel_status run_replay(const duel_console *c, const duel_args *a, duel_msg *why)
{
    duel_variant v;
    moriarty_words words;
    size_t number = 0;
    moriarty_state start = moriarty_begin();
    moriarty_game g = moriarty_game_of(&start);
    duel_status status = moriarty_take_variant(a, &v, &words, why);
    if (status == DUEL_OK && words.count != 1)
        status = duel_invalid(why, N_("Which moves? Write “duel moriarty replay f5d6c3”."), "");
    if (status != DUEL_OK)
        return status;
    status = moriarty_list_read(&v, duel_str_of(words.word[0]), &g, &number, why);
    if (status != DUEL_OK)
        return moriarty_place(c, status, N_("Move {0}: {1}"), number, why);
    if (c->json)
        print_replay_json(c, &v, &g);
    else if (a->value[0])
        status = print_record(c, &v, &g, why);
    else
        print_replay(c, &v, &g);
    return status;
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

static duel_status run_transcript(const duel_console *c, const duel_args *a, duel_msg *why)
{
    duel_buf text;
    duel_record record;
    if (a->word_count != 1)
        return duel_invalid(why, N_("Which RECORD?"), "");
    duel_buf_init(&text);
    duel_status status = duel_file_read(a->word[0].at, DUEL_FILE_MOST, &text, why);
    if (status == DUEL_OK)
        status = duel_record_read_as(duel_buf_str(&text), &duel_game_moriarty, &record, why);
    duel_buf_fini(&text);
    if (status != DUEL_OK)
        return status;
    print_transcript(c, &record);
    duel_record_fini(&record);
    return DUEL_OK;
}

/* ---- protocols ------------------------------------------------------------------- */

static void flush_stdout(void)
{
    fflush(stdout);
}

enum { SECONDS, THREADS, PONDER };
static const duel_option talk_options[] = {
    [SECONDS] = {"seconds", DUEL_DECIMAL, 1000000, 0, INT64_C(86400000000), NULL,
                 N_("time for a move, unless the other side sets one")},
    [THREADS] = {"threads", DUEL_NUMBER, 1, 1, MORIARTY_MAX_THREADS, NULL,
                 N_("threads to use")},
    [PONDER] = {"ponder", DUEL_YESNO, 0, 0, 1, NULL, N_("thinks while the other side does")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

static moriarty_talk talk_of(const duel_console *c, const duel_args *a, double seconds)
{
    return (moriarty_talk){.in = stdin,
                           .out = c->out,
                           .flush = flush_stdout,
                           .seconds = seconds,
                           .threads = (int)a->value[THREADS],
                           .ponder = a->value[PONDER]};
}

static duel_status run_gtp(const duel_console *c, const duel_args *a, duel_msg *why)
{
    moriarty_talk t = talk_of(c, a, (double)a->value[SECONDS] * 1e-6);
    duel_status status = duel_need_words(c, why);
    return status == DUEL_OK ? moriarty_gtp(&t, why) : status;
}

/* The depth an interface sets is the limit there, unless a time is given as well. */
static duel_status run_nboard(const duel_console *c, const duel_args *a, duel_msg *why)
{
    double seconds = duel_given(a, SECONDS) ? (double)a->value[SECONDS] * 1e-6 : 0;
    moriarty_talk t = talk_of(c, a, seconds);
    duel_status status = duel_need_words(c, why);
    return status == DUEL_OK ? moriarty_nboard(&t, why) : status;
}

const duel_command moriarty_commands[] = {
    {"ffo", "FILE.obf|FILE.tsv", N_("Proves the result of every problem of a file."),
     moriarty_ffo_options, moriarty_ffo_texts, 1, moriarty_run_ffo},
    {"perft", "DEPTH [POSITION] [size=…]",
     N_("Counts the lines of play of a given length, the last ply in bulk."), perft_options,
     NULL, MORIARTY_WORDS, run_perft},
    {"replay", "MOVES [opt=value…]",
     N_("Plays a list of moves such as f5d6c3 and shows where it leads."), replay_options, NULL,
     MORIARTY_WORDS, run_replay},
    {"transcript", "RECORD", N_("Writes the moves of a record as a list such as f5d6c3."), NULL,
     NULL, 1, run_transcript},
    {"import", "FILE.wtb|FILE.ggf [FOLDER]",
     N_("Makes records of games in WTHOR or GGF: one is printed, all go into FOLDER."),
     moriarty_import_options, NULL, 2, moriarty_run_import},
    {"export", "FILE.wtb|FILE.ggf RECORD…", N_("Writes records as a file in WTHOR or GGF."),
     NULL, NULL, DUEL_WORDS, moriarty_run_export},
    {"gtp", "", N_("Speaks the Go Text Protocol, for programs that play Othello by it."),
     talk_options, NULL, 0, run_gtp},
    {"nboard", "", N_("Speaks the protocol of the NBoard interface."), talk_options, NULL, 0,
     run_nboard},
    {NULL, NULL, NULL, NULL, NULL, 0, NULL}};
