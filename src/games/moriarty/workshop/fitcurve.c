/* moriarty/workshop/fitcurve.c -- see fitcurve.h. */
#include "games/moriarty/workshop/fitcurve.h"

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
    if (c->count == MORIARTY_CURVE_POINTS)
        return;
    moriarty_fit_point *p = &c->point[c->count++];
    *p = (moriarty_fit_point){.positions = r->positions, .error = r->error};
    for (int i = 0; i < MORIARTY_TRAINED_STAGES; i++)
        p->stage_error[i] = r->stage_error[i];
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
