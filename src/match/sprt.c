/* match/sprt.c -- see sprt.h. */
#include "match/sprt.h"
#include "core/variant.h"

#include <math.h>

enum { ELO_MOST = 10000 };

/* In millionths, as decimals are read; Elo may have a minus before it. */
static const duel_option sprt_options[] = {
    {"elo0", DUEL_DECIMAL, 0, 0, ELO_MOST *INT64_C(1000000), NULL, NULL},
    {"elo1", DUEL_DECIMAL, 5000000, 0, ELO_MOST *INT64_C(1000000), NULL, NULL},
    {"alpha", DUEL_DECIMAL, 50000, 1, 499999, NULL, NULL},
    {"beta", DUEL_DECIMAL, 50000, 1, 499999, NULL, NULL},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};
enum { ELO0, ELO1, ALPHA, BETA, SPRT_OPTIONS };

static bool cut_minus(duel_str *text)
{
    bool minus = text->len && text->at[0] == '-';
    if (minus)
        *text = (duel_str){text->at + 1, text->len - 1};
    return minus;
}

static duel_status read_sprt_part(duel_str part, int64_t value[], duel_msg *why)
{
    duel_str text = part, name;
    duel_str_part(&text, '=', &name);
    int i = duel_option_find(sprt_options, name);
    if (i < 0 || text.at == NULL)
        return duel_bad(why,
                        N_("A test is written elo0=0,elo1=5 and perhaps alpha=0.05,beta=0.05; "
                           "not “{0}”."),
                        "s", part);
    bool minus = (i == ELO0 || i == ELO1) && cut_minus(&text);
    duel_status status = duel_option_read(&sprt_options[i], text, &value[i], why);
    if (status == DUEL_OK && minus)
        value[i] = -value[i];
    return status;
}

duel_status duel_sprt_read(duel_str text, duel_sprt *out, duel_msg *why)
{
    int64_t value[SPRT_OPTIONS];
    duel_str part;
    duel_status status = DUEL_OK;
    for (int i = 0; i < SPRT_OPTIONS; i++)
        value[i] = sprt_options[i].initial;
    while (status == DUEL_OK && duel_str_part(&text, ',', &part))
        status = read_sprt_part(part, value, why);
    if (status == DUEL_OK && value[ELO0] >= value[ELO1])
        status = duel_bad(why, N_("A test needs elo0 below elo1."), "");
    if (status == DUEL_OK)
        *out = (duel_sprt){(double)value[ELO0] * 1e-6, (double)value[ELO1] * 1e-6,
                           (double)value[ALPHA] * 1e-6, (double)value[BETA] * 1e-6};
    return status;
}

/* What a set costs, as minus the logarithm of its likelihood, if the mean lies `distance`
 * spreads above even and the spread is whatever explains the sets best. With s that spread, m1
 * and m2 the mean distance from even and the mean of its square, it is the least of
 *     log s + (m2 - 2 distance s m1 + distance² s²) / (2 s²). */
static double best_cost(double m1, double m2, double distance)
{
    double turn = distance * m1;
    double s = (sqrt(turn * turn + 4 * m2) - turn) / 2;
    return log(s) + (m2 / s - 2 * turn) / (2 * s) + distance * distance / 2;
}

duel_sprt_state duel_sprt_look(const duel_sprt *s, const duel_evidence *e)
{
    double m1 = e->sets ? e->power[0] / (double)e->sets : 0;
    double m2 = e->sets ? e->power[1] / (double)e->sets : 0;
    double d0 = duel_normalised_distance(s->elo0), d1 = duel_normalised_distance(s->elo1);
    duel_sprt_state now = {.lower = log(s->beta / (1 - s->alpha)),
                           .upper = log((1 - s->beta) / s->alpha)};
    if (m2 > 0)
        now.llr = (double)e->fresh * (best_cost(m1, m2, d0) - best_cost(m1, m2, d1));
    if (duel_evidence_enough(e) && now.llr >= now.upper)
        now.verdict = DUEL_SPRT_ELO1;
    if (duel_evidence_enough(e) && now.llr <= now.lower)
        now.verdict = DUEL_SPRT_ELO0;
    return now;
}
