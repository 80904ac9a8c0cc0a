/* games/ergo/riddle.c -- `duel ergo puzzle`: shows a puzzle, then its solution and why. */
#include "core/variant.h"
#include "games/ergo/commands.h"
#include "games/ergo/puzzle.h"

#include <string.h>

extern const duel_game duel_game_ergo;

enum { DONE, NO, USAGE };

static int fail(const duel_console *c, duel_status status, const duel_msg *why)
{
    duel_put(c->err, "duel: ");
    duel_render(c->lang, why, c->err);
    duel_put(c->err, "\n");
    return status == DUEL_BAD ? USAGE : NO;
}

/* `--seed N`; everything else is an option of the table. */
static duel_status read_words(int argc, char **argv, duel_variant *v, int64_t *seed,
                              duel_msg *why)
{
    static const duel_option option = {"--seed", DUEL_NUMBER, 1, 0, INT64_MAX, NULL, NULL};
    duel_status status = DUEL_OK;
    duel_buf table;
    duel_buf_init(&table);
    for (int i = 0; status == DUEL_OK && i < argc; i++) {
        if (strcmp(argv[i], "--seed") != 0)
            duel_putf(&table.sink, "%s ", argv[i]);
        else if (i + 1 == argc)
            status = duel_bad(why, N_("{0} needs a value."), "c", argv[i]);
        else
            status = duel_option_read(&option, duel_str_of(argv[++i]), seed, why);
    }
    if (status == DUEL_OK)
        status = duel_variant_read(&duel_game_ergo, duel_buf_str(&table), v, why);
    duel_buf_fini(&table);
    return status;
}

static void put_json(const duel_console *c, const duel_variant *v, const ergo_puzzle *p,
                     const ergo *view)
{
    duel_put(c->out, "{\"game\": \"ergo\", \"position\": \"");
    ergo_print(v, view, c->out);
    duel_putf(c->out, "\", \"turn\": %d, \"solution\": \"", view->turn + 1);
    ergo_print_move(v, view, p->answer.move[0], c->out);
    duel_put(c->out, "\", \"line\": [");
    for (int i = 0; i < p->answer.count; i++) {
        duel_put(c->out, i ? ", \"" : "\"");
        ergo_print_move(v, view, p->answer.move[i], c->out);
        duel_put(c->out, "\"");
    }
    duel_putf(c->out, "], \"turns\": %u, \"tempting\": %u}\n", p->turns, p->tempting);
}

/* The question first; the solution after a few empty lines, so as not to spoil it. */
static void put_text(const duel_console *c, const duel_variant *v, const ergo_puzzle *p,
                     const ergo *view)
{
    duel_pen pen = {.out = c->out, .lang = c->lang, .utf8 = true};
    duel_puzzle told;
    ergo_puzzle_tell(v, p, &told);
    ergo_draw(v, view, view->turn, &pen);
    ergo_print(v, view, c->out);
    duel_put(c->out, "\n");
    duel_render(c->lang, &told.question, c->out);
    duel_put(c->out, "\n\n\n\n");
    duel_tell(c->lang, c->out, N_("Solution: "), "");
    for (int i = 0; i < p->answer.count; i++) {
        duel_put(c->out, i ? " " : "");
        ergo_print_move(v, view, p->answer.move[i], c->out);
    }
    duel_put(c->out, "\n");
    for (int i = 0; i < told.why.count; i++) {
        duel_put(c->out, "  ");
        duel_render(c->lang, &told.why.fact[i].text, c->out);
        duel_put(c->out, "\n");
    }
}

int ergo_puzzle_command(const duel_console *c, int argc, char **argv)
{
    duel_msg why = {0};
    duel_variant v;
    int64_t seed = 1;
    ergo_puzzle p;
    duel_status status = read_words(argc, argv, &v, &seed, &why);
    if (status == DUEL_OK)
        status = ergo_puzzle_make(&v, (uint64_t)seed, NULL, &p, &why);
    if (status != DUEL_OK)
        return fail(c, status, &why);
    ergo view = p.state;
    ergo_hide(&v, &view, view.turn);
    if (c->json)
        put_json(c, &v, &p, &view);
    else
        put_text(c, &v, &p, &view);
    return DONE;
}
