/* games/moriarty/workshop/fit.c -- `./dev workshop moriarty fit`: the weights of the trained
 * evaluation, from nothing but the rules and the hand-made one.
 *
 * A generation plays games against itself (self_play.c) with the weights of the one before, the
 * first with the hand-made evaluation; then the weights are fitted to all games so far
 * (regression.c). One game in ten is kept apart and tells how good they are. With a folder,
 * games and weights are kept there, and the same command goes on where it was interrupted. The
 * result depends on the settings alone, not on the number of threads. */
#include "games/moriarty/workshop/workshop.h"

#include "base/file.h"
#include "games/moriarty/commands.h"

#include <math.h>
#include <stdlib.h>

/* ---- how a training went, drawn -------------------------------------------------- */

enum {
    WIDTH = 720,
    HEIGHT = 420,
    LEFT = 50,
    RIGHT = 120,
    TOP = 50,
    BOTTOM = 50,
    LEVELS = 5,
    LINE = 13
};
enum { ALL = -1 }; /* in the place of a stage */

void moriarty_curve_add(moriarty_fit_curve *c, const moriarty_fitted *r)
{
    if (c->count < MORIARTY_CURVE_POINTS)
        c->point[c->count++] = r->point;
}

static double error_at(const moriarty_fit_curve *c, int generation, int stage)
{
    const moriarty_fit_point *p = &c->point[generation];
    return stage == ALL ? p->error : p->stage_error[stage];
}

/* The top of the picture: the largest error, and up to the next five discs. */
static double top_of(const moriarty_fit_curve *c)
{
    double most = 0;
    for (int i = 0; i < c->count; i++)
        for (int stage = ALL; stage < MORIARTY_TRAINED_STAGES; stage++)
            if (error_at(c, i, stage) > most)
                most = error_at(c, i, stage);
    int fives = 1 + (int)(most / 5);
    return 5 * fives;
}

static double across(const moriarty_fit_curve *c, int generation)
{
    int steps = c->count > 1 ? c->count - 1 : 1;
    return LEFT + (double)(WIDTH - LEFT - RIGHT) * generation / steps;
}

static double down(double error, double top)
{
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * error / top;
}

static void put_scale(const moriarty_fit_curve *c, double top, duel_sink *out)
{
    for (int i = 0; i <= LEVELS; i++) {
        double error = top * i / LEVELS, y = down(error, top);
        duel_putf(out,
                  "<path class=\"level\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" "
                  "text-anchor=\"end\">%g</text>\n",
                  LEFT, y, WIDTH - RIGHT, LEFT - 6, y + 4, error);
    }
    for (int i = 0; i < c->count; i++)
        duel_putf(out,
                  "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d<tspan x=\"%.1f\" "
                  "dy=\"15\">%llu</tspan></text>\n",
                  across(c, i), HEIGHT - BOTTOM + 18, i + 1, across(c, i),
                  (unsigned long long)c->point[i].positions);
}

static void put_legend(duel_lang lang, duel_sink *out)
{
    static const char *const names[] = {"generation", "positions"};
    for (int i = 0; i < 2; i++)
        duel_putf(out, "<text x=\"%d\" y=\"%d\" class=\"legend\">%s</text>\n",
                  WIDTH - RIGHT + 40, HEIGHT - BOTTOM + 18 + 15 * i, duel_text(lang, names[i]));
}

static void put_curve(const moriarty_fit_curve *c, int stage, double top, duel_sink *out)
{
    duel_putf(out, "<path class=\"%s\" d=\"", stage == ALL ? "all" : "stage");
    for (int i = 0; i < c->count; i++)
        duel_putf(out, "%c%.1f %.1f", i ? 'L' : 'M', across(c, i),
                  down(error_at(c, i, stage), top));
    duel_put(out, "\"/>\n");
}

/* A name at the right end of its curve, led there by a line where others stood in the way. */
static void put_name(const moriarty_fit_curve *c, duel_lang lang, int stage, double at,
                     double y, duel_sink *out)
{
    double x = across(c, c->count - 1);
    duel_putf(out, "<path class=\"level\" d=\"M%.1f %.1fL%.1f %.1f\"/>", x, at, x + 14, y);
    duel_putf(out, "<text x=\"%.1f\" y=\"%.1f\">", x + 18, y + 4);
    if (stage == ALL)
        duel_put(out, duel_text(lang, "all positions"));
    else
        duel_putf(out, "%d–%d", stage * MORIARTY_STAGE_EMPTIES,
                  (stage + 1) * MORIARTY_STAGE_EMPTIES - 1);
    duel_put(out, "</text>\n");
}

/* The largest error below `most` at the end; *stage is whose. False: there is none. Stages of
 * which no game kept apart has a position are left out. */
static bool next_below(const moriarty_fit_curve *c, double most, int *stage)
{
    double best = 0;
    for (int i = ALL; i < MORIARTY_TRAINED_STAGES; i++) {
        double error = error_at(c, c->count - 1, i);
        if (error < most && error > best) {
            best = error;
            *stage = i;
        }
    }
    return best > 0;
}

/* From the top down, so that no name stands on another. */
static void put_curves(const moriarty_fit_curve *c, duel_lang lang, double top, duel_sink *out)
{
    int stage;
    double last = 0;
    for (double most = top; next_below(c, most, &stage);) {
        most = error_at(c, c->count - 1, stage);
        double at = down(most, top), y = at < last + LINE ? last + LINE : at;
        put_curve(c, stage, top, out);
        put_name(c, lang, stage, at, y, out);
        last = y;
    }
}

void moriarty_curve_svg(const moriarty_fit_curve *c, duel_lang lang, duel_sink *out)
{
    double top = top_of(c);
    duel_putf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
        "font-family=\"sans-serif\" font-size=\"11\">\n"
        "<style>svg{background:#fff;fill:#222}.level{stroke:#ddd}path{fill:none}"
        ".stage{stroke:#88a}.all{stroke:#b2182b;stroke-width:2}.legend{fill:#777}</style>\n"
        "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n<text x=\"%d\" y=\"22\" "
        "font-size=\"15\">",
        WIDTH, HEIGHT, WIDTH, HEIGHT, LEFT);
    duel_tell(lang, out,
              "Error in discs on the games kept apart, by generation and empty squares", "");
    duel_put(out, "</text>\n");
    put_scale(c, top, out);
    put_legend(lang, out);
    if (c->count)
        put_curves(c, lang, top, out);
    duel_put(out, "</svg>\n");
}

/* ---- training -------------------------------------------------------------------- */

enum { BLOCK = 256, NAME = 1024, MOST_THREADS = 64 };

typedef struct trainer {
    const moriarty_fit *f;
    moriarty_labels fitted, test;
    moriarty_patterns *patterns; /* of the generation before; NULL in the first */
    moriarty_fitted *result;
} trainer;

/* ---- playing --------------------------------------------------------------------- */

static duel_status take_game(void *user, uint64_t number, const moriarty_labelled_game *g,
                             duel_msg *why)
{
    trainer *t = user;
    bool apart = number % MORIARTY_KEPT_APART == 0;
    return moriarty_labels_add(apart ? &t->test : &t->fitted, g, why);
}

/* Takes a block of games from the players, into the labels and the file, if there is one. */
static duel_status play_block(trainer *t, const moriarty_selfplay *how, int generation,
                              moriarty_label_file *file, const char *name, duel_msg *why)
{
    uint64_t left = t->f->games - file->games, number = file->games;
    int count = left < BLOCK ? (int)left : BLOCK;
    moriarty_labelled_game *game = malloc(BLOCK * sizeof *game);
    if (game == NULL)
        return duel_no_space(why);
    duel_status status =
        moriarty_play_games(how, ((uint64_t)generation << 40) + number, count, game, why);
    for (int i = 0; status == DUEL_OK && i < count; i++) {
        status = take_game(t, number + (uint64_t)i, &game[i], why);
        if (status == DUEL_OK && file->file)
            status = moriarty_label_file_add(file, name, &game[i], why);
    }
    if (file->file == NULL)
        file->games += (uint64_t)count;
    free(game);
    return status;
}

static void report_work(const trainer *t, const char *what, uint64_t done, uint64_t of)
{
    if (t->f->progress)
        t->f->progress(t->f->user, what, done, of);
}

static duel_status play_generation(trainer *t, int generation, duel_msg *why)
{
    const moriarty_fit *f = t->f;
    moriarty_eval eval = t->patterns ? moriarty_eval_of(t->patterns) : moriarty_handmade;
    moriarty_selfplay how = {f->seed, f->nodes, &eval, f->threads};
    moriarty_label_file file = {0};
    char name[NAME] = "", settings[NAME];
    duel_status status = DUEL_OK;
    snprintf(settings, sizeof settings, "moriarty games 1 seed %llu nodes %llu generation %d",
             (unsigned long long)f->seed, (unsigned long long)f->nodes, generation);
    if (f->folder) {
        snprintf(name, sizeof name, "%s/games-%d.bin", f->folder, generation);
        status = moriarty_label_file_open(name, settings, take_game, t, &file, why);
    }
    while (status == DUEL_OK && file.games < f->games) {
        report_work(t, "games played", file.games, f->games);
        status = play_block(t, &how, generation, &file, name, why);
    }
    if (file.file)
        fclose(file.file);
    return status;
}

/* ---- fitting --------------------------------------------------------------------- */

static void report_step(void *user, int step, double error)
{
    const trainer *t = user;
    report_work(t, "steps of the fit", (uint64_t)step, (uint64_t)t->f->steps);
}

/* The errors of the rounded weights, as a search sees them. */
static void measure_errors(const trainer *t)
{
    moriarty_fitted *r = t->result;
    double sum[MORIARTY_TRAINED_STAGES] = {0}, all = 0;
    uint64_t count[MORIARTY_TRAINED_STAGES] = {0};
    for (size_t i = 0; i < t->test.count; i++) {
        const moriarty_labelled *p = &t->test.at[i];
        int estimate = moriarty_trained_estimate(t->patterns, p->board, MORIARTY_ALL);
        int stage = moriarty_empties(p->board) / MORIARTY_STAGE_EMPTIES;
        double off = (double)estimate / MORIARTY_UNIT - p->score;
        sum[stage] += off * off;
        count[stage]++;
        all += off * off;
    }
    for (int i = 0; i < MORIARTY_TRAINED_STAGES; i++)
        r->point.stage_error[i] = count[i] ? sqrt(sum[i] / (double)count[i]) : 0;
    r->point.error = t->test.count ? sqrt(all / (double)t->test.count) : 0;
    r->games = t->fitted.games;
    r->point.positions = t->fitted.count;
}

/* What the file says of its making keeps the words of the first ones. */
static duel_status write_weights(const moriarty_fit *f, int generation,
                                 const moriarty_packed_weights *weights, duel_msg *why)
{
    char name[NAME], made[MORIARTY_FILE_MADE];
    uint8_t *bytes = malloc(MORIARTY_FILE_SIZE);
    if (bytes == NULL)
        return duel_no_space(why);
    snprintf(
        made, sizeof made,
        "duel moriarty fit --games %llu --nodes %llu --seed %llu --steps %d: generation %d",
        (unsigned long long)f->games, (unsigned long long)f->nodes, (unsigned long long)f->seed,
        f->steps, generation);
    moriarty_file_write(weights, made, bytes);
    snprintf(name, sizeof name, "%s/weights-%d.bin", f->folder, generation);
    duel_status status =
        duel_file_replace(name, (duel_str){(char *)bytes, MORIARTY_FILE_SIZE}, why);
    free(bytes);
    return status;
}

static duel_status fit_generation(trainer *t, int generation, duel_msg *why)
{
    const moriarty_fit *f = t->f;
    moriarty_regression r = {f->steps, f->hold, f->threads, report_step, t};
    duel_status status = moriarty_regress(&r, &t->fitted, &t->result->weights, why);
    if (status == DUEL_OK && t->patterns == NULL)
        t->patterns = malloc(sizeof *t->patterns);
    if (status == DUEL_OK &&
        (t->patterns == NULL || !moriarty_expand(&t->result->weights, t->patterns)))
        status = duel_no_space(why);
    if (status == DUEL_OK)
        measure_errors(t);
    if (status == DUEL_OK && f->folder)
        status = write_weights(f, generation, &t->result->weights, why);
    return status;
}

duel_status moriarty_fit_run(const moriarty_fit *f,
                             void (*done)(void *user, int generation, const moriarty_fitted *r),
                             void *user, duel_msg *why)
{
    trainer t = {.f = f, .result = malloc(sizeof *t.result)};
    duel_status status = t.result ? DUEL_OK : duel_no_space(why);
    for (int i = 1; status == DUEL_OK && i <= f->generations; i++) {
        status = play_generation(&t, i, why);
        if (status == DUEL_OK)
            status = fit_generation(&t, i, why);
        if (status == DUEL_OK)
            done(user, i, t.result);
    }
    moriarty_labels_fini(&t.fitted);
    moriarty_labels_fini(&t.test);
    free(t.patterns);
    free(t.result);
    return status;
}

/* ---- the command ----------------------------------------------------------------- */

typedef struct telling {
    const duel_console *c;
    int told; /* generations */
    moriarty_fit_curve curve;
} telling;

static void show_work(void *user, const char *what, uint64_t done, uint64_t of)
{
    const telling *t = user;
    duel_put_command(t->c->err, "\r\033[K");
    duel_tell(t->c->lang, t->c->err, "{0} of {1} {2}", "iiw", (int64_t)done, (int64_t)of, what);
}

static void tell_json(const telling *t, int generation, const moriarty_fitted *r)
{
    duel_sink *out = t->c->out;
    duel_putf(out,
              "%s{\"generation\": %d, \"games\": %llu, \"positions\": %llu, \"error\": %.4f, "
              "\"stages\": [",
              t->told ? ", " : "", generation, (unsigned long long)r->games,
              (unsigned long long)r->point.positions, r->point.error);
    for (int i = 0; i < MORIARTY_TRAINED_STAGES; i++)
        duel_putf(out, "%s%.4f", i ? ", " : "", r->point.stage_error[i]);
    duel_put(out, "]}");
}

static void tell_text(const telling *t, int generation, const moriarty_fitted *r)
{
    const duel_console *c = t->c;
    if (c->terminal)
        duel_put_command(c->err, "\r\033[K");
    duel_tell(c->lang, c->out, "Generation {0}: fitted to {1} positions of {2} games.", "iii",
              (int64_t)generation, (int64_t)r->point.positions, (int64_t)r->games);
    duel_put(c->out, "\n");
    duel_tell(c->lang, c->out,
              "Error on the games kept apart, in discs, by empty squares:", "");
    duel_putf(c->out, " %.2f\n", r->point.error);
    for (int i = 0; i < MORIARTY_TRAINED_STAGES; i++)
        duel_putf(c->out, "%4d–%d %6.2f\n", i * MORIARTY_STAGE_EMPTIES,
                  (i + 1) * MORIARTY_STAGE_EMPTIES - 1, r->point.stage_error[i]);
}

static void tell_generation(void *user, int generation, const moriarty_fitted *r)
{
    telling *t = user;
    if (t->c->json)
        tell_json(t, generation, r);
    else
        tell_text(t, generation, r);
    t->told++;
    moriarty_curve_add(&t->curve, r);
}

enum { GAMES, SEED, NODES, GENERATIONS, STEPS, HOLD, THREADS };
const duel_option moriarty_fit_options[] = {
    [GAMES] = {"games", DUEL_NUMBER, 1000, 1, INT64_C(1) << 32, NULL,
               "how many games of a generation"},
    [SEED] = {"seed", DUEL_NUMBER, 1, 0, INT64_MAX, NULL, "the seed of the draws"},
    [NODES] = {"nodes", DUEL_NUMBER, 1000, 1, INT64_C(1) << 32, NULL,
               "positions looked at for each move"},
    [GENERATIONS] = {"generations", DUEL_NUMBER, 1, 1, 100, NULL,
                     "how often to play with what was learned"},
    [STEPS] = {"steps", DUEL_NUMBER, 30, 1, 1000, NULL, "steps of each fit"},
    [HOLD] = {"hold", DUEL_NUMBER, 30, 1, 100000, NULL,
              "how many positions speak for a weight of zero"},
    [THREADS] = {"threads", DUEL_NUMBER, 1, 1, MOST_THREADS, NULL, "threads to use"},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

enum { SVG };
const duel_flag moriarty_fit_texts[] = {
    [SVG] = {"svg", "FILE", "draws how the error went down"}, {NULL, NULL, NULL}};

static duel_status draw_curve(const telling *t, const char *name, duel_msg *why)
{
    duel_buf svg = duel_buf_empty();
    moriarty_curve_svg(&t->curve, t->c->lang, &svg.sink);
    duel_status status =
        svg.failed ? duel_no_space(why) : duel_file_replace(name, duel_buf_str(&svg), why);
    duel_buf_fini(&svg);
    return status;
}

duel_status moriarty_run_fit(const duel_console *c, const duel_args *a, duel_msg *why)
{
    telling t = {.c = c};
    moriarty_fit f = {.seed = (uint64_t)a->value[SEED],
                      .games = (uint64_t)a->value[GAMES],
                      .nodes = (uint64_t)a->value[NODES],
                      .generations = (int)a->value[GENERATIONS],
                      .threads = (int)a->value[THREADS],
                      .steps = (int)a->value[STEPS],
                      .hold = (double)a->value[HOLD],
                      .folder = a->word_count ? a->word[0].at : NULL,
                      .progress = c->terminal ? show_work : NULL,
                      .user = &t};
    if (c->json)
        duel_put(c->out, "{\"generations\": [");
    duel_status status = moriarty_fit_run(&f, tell_generation, &t, why);
    if (c->json && status == DUEL_OK)
        duel_put(c->out, "]}\n");
    if (status == DUEL_OK && a->text[SVG])
        status = draw_curve(&t, a->text[SVG], why);
    return status;
}
