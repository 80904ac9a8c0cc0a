/* front/tui/tui.c -- `duel tui`: the DUELLISTE terminal of 1995, for every game.
 *
 * One loop sleeps until a key, a signal or a worker wakes it, lets the state change, and paints
 * the screen from the state. It never waits for an engine. However it ends, the game is in the
 * store (table/table.h) and what was learned is saved on the way out. */
#include "front/commands.h"
#include "front/console.h"
#include "front/tui/app.h"
#include "players/catalogue.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const palettes[] = {
    [TUI_COLOURS] = "usual", [TUI_COLOUR_BLIND] = "blind", [TUI_MARKS] = "none", NULL};
static const duel_option tui_options[] = {
    {"colours", DUEL_CHOICE, -1, 0, TUI_PALETTES - 1, palettes,
     N_("the colours: usual, for colour-blind eyes, or none (also with NO_COLOR)")},
    WORK_SECONDS(1000000, N_("how long a machine may think about a turn")),
    WORK_MEMORY,
    WORK_LAST};

/* ---- messages ---------------------------------------------------------------------------- */

void tui_app_say(tui_app *a, const char *id, const char *kinds, ...)
{
    duel_msg m;
    va_list args;
    va_start(args, kinds);
    duel_say_list(&m, id, kinds, &args);
    va_end(args);
    duel_buf_clear(&a->message);
    duel_render(a->lang, &m, &a->message.sink);
    a->alert = false;
}

void tui_app_complain(tui_app *a, const duel_msg *why)
{
    duel_buf_clear(&a->message);
    duel_render(a->lang, why, &a->message.sink);
    a->alert = true;
}

bool tui_app_spills(const tui_app *a)
{
    return tui_canvas_width(duel_buf_str(&a->message)) > a->layout.untitled.columns;
}

tui_brush tui_app_brush(const tui_app *a)
{
    return (tui_brush){a->lang, a->utf8, a->palette != TUI_MARKS, NULL, NULL};
}

tui_menu tui_app_menu(const tui_app *a)
{
    const duel_game *g = a->table.game;
    return (tui_menu){.place = a->place,
                      .lang = a->lang,
                      .lesson = g && g->teaching.lesson,
                      .lenses = g && g->teaching.lenses,
                      .flags = g && g->teaching.mark,
                      .review = tui_review_is_there(a),
                      .kinds = tui_explore_kinds(a),
                      .cut = a->cut};
}

/* ---- the screen as a file ---------------------------------------------------------------- */

/* A file nobody has yet: duelliste-1.txt, duelliste-2.txt… */
static FILE *new_file(char name[32])
{
    enum { MOST = 10000 };
    for (int i = 1; i < MOST; i++) {
        snprintf(name, 32, "duelliste-%d.txt", i);
        int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0)
            return fdopen(fd, "w");
        if (errno != EEXIST)
            return NULL;
    }
    return NULL;
}

void tui_app_write_screen(tui_app *a)
{
    char name[32];
    duel_msg why;
    FILE *file = new_file(name);
    bool done = file != NULL;
    if (file) {
        duel_stream out;
        duel_stream_init(&out, file);
        tui_canvas_print(&a->canvas, &out.sink);
        done = !ferror(file);
        done = fclose(file) == 0 && done;
    }
    if (done) {
        tui_app_say(a, N_("This screen was written to {0}."), "c", name);
        return;
    }
    duel_fail(&why, N_("The screen cannot be written to {0}: {1}."), "cc", name,
              strerror(errno));
    tui_app_complain(a, &why);
}

/* ---- the loop ---------------------------------------------------------------------------- */

void tui_app_arrange(tui_app *a)
{
    bool wordy =
        a->place == TUI_AT_LESSON || a->place == TUI_AT_REVIEW || a->place == TUI_AT_EXPLORE;
    int drawn = wordy ? a->drawing.sheet.rows : 0;
    a->layout = tui_layout_of(a->canvas.rows, a->canvas.columns, drawn);
}

static void resize(tui_app *a)
{
    int rows, columns;
    tui_screen_size(&rows, &columns);
    if (tui_canvas_resize(&a->canvas, rows, columns))
        tui_app_arrange(a);
}

/* Asleep until something happens; while an engine thinks its seconds are counted. */
static double patience(const tui_app *a)
{
    const double tick = 0.25;
    if (a->worker.running)
        return tick;
    uint64_t due = tui_turn_due(a), now = local_table_now().ms;
    if (due == 0)
        return -1;
    return due > now ? (double)(due - now) / 1000 : 0;
}

/* True if a key was there. */
static bool read_keys(tui_app *a)
{
    tui_key k;
    bool any = false;
    while (!a->over && tui_screen_key(&k)) {
        any = true;
        tui_keys_obey(a, &k);
    }
    return any;
}

static void suspend(tui_app *a)
{
    tui_screen_close();
    tui_wake_suspend();
    tui_screen_resized();
    resize(a);
}

static void loop(tui_app *a)
{
    int empty = 0; /* times there was something to read, and nothing was read */
    while (!a->over) {
        tui_paint_all(a);
        unsigned events = tui_wake_wait(patience(a));
        if (events & TUI_RESIZED) {
            tui_screen_resized();
            resize(a);
        }
        if (events & TUI_INTERRUPT)
            tui_keys_interrupt(a);
        if (events & TUI_SUSPEND)
            suspend(a);
        if (events & TUI_KEYS)
            empty = read_keys(a) ? 0 : empty + 1;
        tui_turn_worker(a);
        if (a->waiting_count && !a->worker.running)
            tui_keys_replay(a);
        if (events & TUI_LOST || empty > 3)
            a->over = true;
    }
}

/* ---- life -------------------------------------------------------------------------------- */

static tui_palette read_palette(const duel_args *a)
{
    const char *plain = getenv("NO_COLOR");
    if (duel_args_has(a, "colours"))
        return (tui_palette)duel_args_value(a, "colours");
    return plain && plain[0] ? TUI_MARKS : TUI_COLOURS;
}

static void app_init(tui_app *a)
{
    a->utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    tui_canvas_init(&a->canvas, a->utf8);
    tui_drawing_init(&a->drawing, a->utf8);
    tui_drawing_init(&a->before, a->utf8);
    tui_pick_init(&a->pick);
    duel_buf_init(&a->page);
    duel_buf_init(&a->player);
    duel_buf_init(&a->expert);
    duel_buf_init(&a->said);
    duel_buf_init(&a->message);
    duel_buf_init(&a->tour.words);
}

static void app_fini(tui_app *a)
{
    tui_canvas_fini(&a->canvas);
    tui_drawing_fini(&a->drawing);
    tui_drawing_fini(&a->before);
    tui_pick_fini(&a->pick);
    duel_buf_fini(&a->page);
    duel_buf_fini(&a->player);
    duel_buf_fini(&a->expert);
    duel_buf_fini(&a->said);
    duel_buf_fini(&a->message);
    duel_buf_fini(&a->tour.words);
    game_review_fini(&a->walk.found);
    free(a->saved);
}

static void welcome(tui_app *a)
{
    if (a->table.game == NULL)
        tui_app_say(a, N_("Duelliste {0}. Arrows and Enter choose a game; F2 or g types it."),
                    "c", DUEL_VERSION);
    else
        tui_app_say(a, a->table.game->tagline, "");
}

/* `duel tui GAME [SITUATION]` opens with that game at its menu. */
static duel_status begin_with(tui_app *a, const duel_args *args, duel_msg *why)
{
    const duel_game *g;
    duel_buf situation;
    if (args->word_count == 0)
        return DUEL_OK;
    duel_status status = catalogue_open_game(args->word[0], &g, why);
    if (status == DUEL_OK)
        status = tui_table_choose(&a->table, g, why);
    duel_buf_init(&situation);
    for (int i = 1; i < args->word_count; i++) {
        duel_put(&situation.sink, i > 1 ? " " : "");
        duel_put_str(&situation.sink, args->word[i]);
    }
    if (status == DUEL_OK && situation.len)
        status = tui_setup_read(&a->table.setup, duel_buf_str(&situation), why);
    duel_buf_fini(&situation);
    a->place = status == DUEL_OK ? TUI_AT_GAME : TUI_AT_DUEL;
    return status;
}

static duel_status run_screen(tui_app *a, duel_msg *why)
{
    duel_status status = tui_screen_open(a->palette, why);
    if (status != DUEL_OK)
        return status;
    if (!tui_screen_has_colours())
        a->palette = TUI_MARKS;
    status = tui_wake_open(why);
    if (status == DUEL_OK) {
        resize(a);
        welcome(a);
        tui_turn_study(a);
        loop(a);
        tui_worker_wait(&a->worker);
        tui_wake_close();
    }
    tui_screen_close();
    return status;
}

static duel_status open_all(tui_app *a, const duel_args *args, duel_msg *why)
{
    a->palette = read_palette(args);
    a->table.seconds = duel_args_decimal(args, "seconds");
    a->table.memory = progress_memory(args);
    duel_status status = store_open(a->c->data, &a->table.at.store, why);
    return status == DUEL_OK ? begin_with(a, args, why) : status;
}

static duel_status run_app(tui_app *a, const duel_args *args, duel_msg *why)
{
    duel_status status = tui_worker_init(&a->worker, why);
    if (status == DUEL_OK) {
        status = open_all(a, args, why);
        if (status == DUEL_OK)
            status = run_screen(a, why);
        tui_worker_fini(&a->worker);
    }
    tui_explore_close(a);
    tui_table_clear(&a->table);
    store_close(a->table.at.store);
    return status;
}

static duel_status run_tui(const duel_console *c, const duel_args *args, duel_msg *why)
{
    duel_status status = duel_need_words(c, why);
    tui_app *a = status == DUEL_OK ? calloc(1, sizeof *a) : NULL;
    if (a == NULL)
        return status == DUEL_OK ? duel_no_space(why) : status;
    a->c = c;
    a->lang = c->lang;
    app_init(a);
    status = run_app(a, args, why);
    app_fini(a);
    free(a);
    return status;
}

const duel_command command_tui = {"tui",
                                  "[GAME [SITUATION]]",
                                  N_("Opens the DUELLISTE terminal: five windows, every game."),
                                  tui_options,
                                  NULL,
                                  DUEL_GAME_ARGS,
                                  run_tui};
