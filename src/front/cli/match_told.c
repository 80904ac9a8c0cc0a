/* front/cli/match_told.c -- see match_told.h. */
#include "front/cli/match_told.h"
#include "base/clock.h"
#include "front/json.h"
#include "match/match.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { NAME = 28 }; /* columns for a player */

typedef struct rank {
    int player;
    duel_points standing;
    double share;           /* of its games */
    duel_strength strength; /* of a tournament of two: among all who take part */
} rank;

static bool is_single(const duel_match *m)
{
    return m->schedule->encounters == 1;
}

/* In a tournament of two the strength among all; else what its own games say. */
static bool elo_of(const duel_match *m, const rank *r, double *elo, double *error)
{
    if (is_single(m) || m->v->seats != 2)
        return m->v->seats > 1 && duel_evidence_elo(&r->standing.rank, elo, error);
    *elo = r->strength.elo;
    *error = r->strength.error;
    return r->strength.told;
}

/* ---- a player's line -----------------------------------------------------------------------
 */

void told_share(const duel_points *s, int width, duel_sink *out)
{
    double games = (double)duel_points_games(s), low, high;
    char interval[32] = "";
    if (duel_evidence_interval(&s->share, &low, &high))
        snprintf(interval, sizeof interval, "[%.1f, %.1f]", 100 * low, 100 * high);
    duel_putf(out, "  %5.1f %%", games > 0 ? 100 * s->points / games : 0.0);
    if (width || interval[0])
        duel_putf(out, "  %-*s", width, interval);
}

static void print_standing(const duel_match *m, const rank *r, duel_sink *out)
{
    const duel_points *s = &r->standing;
    double elo, error;
    bool told = elo_of(m, r, &elo, &error);
    duel_str spec = m->spec[r->player];
    duel_putf(out, "%-*.*s %6llu %6llu %6llu", NAME, (int)spec.len, spec.at,
              (unsigned long long)s->wins, (unsigned long long)s->ties,
              (unsigned long long)s->losses);
    told_share(s, told ? TOLD_INTERVAL : 0, out);
    if (told)
        duel_putf(out, "  Elo %+.0f ± %.0f", elo, error);
    duel_put(out, "\n");
}

static void print_faults(const duel_console *c, const duel_points *s)
{
    for (int i = 0; i < DUEL_FORFEITS && s->forfeit[i].games; i++) {
        duel_put(c->out, "    ");
        duel_tell(c->lang, c->out, N_("{0} {0:game|games} forfeited:"), "i",
                  (int64_t)s->forfeit[i].games);
        duel_putf(c->out, " %s\n", duel_text(c->lang, s->forfeit[i].reason));
    }
    if (s->late.turns == 0)
        return;
    char most[32];
    snprintf(most, sizeof most, "%.2f", s->late.most);
    duel_put(c->out, "    ");
    duel_tell(c->lang, c->out,
              N_("{0} {0:turn|turns} longer than allowed, by up to {1} seconds"), "ic",
              (int64_t)s->late.turns, most);
    duel_put(c->out, "\n");
}

/* ---- the order in a tournament --------------------------------------------------------------
 */

static int better_first(const void *a, const void *b)
{
    const rank *x = a, *y = b;
    return x->share != y->share ? (x->share < y->share) - (x->share > y->share)
                                : x->player - y->player;
}

/* Strengths in a tournament of two, where they can be found out. */
static void rate_players(const duel_match *m, const duel_tally *t, rank list[])
{
    int players = m->schedule->players, count = m->schedule->encounters;
    duel_meeting *met = calloc((size_t)count, sizeof *met);
    duel_strength *strength = calloc((size_t)players, sizeof *strength);
    for (int e = 0; met && e < count; e++) {
        const int *who = m->schedule->encounter[e].player;
        met[e] = (duel_meeting){who[0], who[1], duel_tally_standing(t, e, 0)->rank};
    }
    if (met && strength && duel_strengths(met, count, players, strength, NULL) == DUEL_OK)
        for (int i = 0; i < players; i++)
            list[i].strength = strength[i];
    free(met);
    free(strength);
}

/* All players, the best first; in a single encounter as they were named. NULL: no memory. */
static rank *rank_players(const duel_match *m, const duel_tally *t)
{
    int players = m->schedule->players;
    rank *list = calloc((size_t)players, sizeof *list);
    if (list == NULL)
        return NULL;
    for (int i = 0; i < players; i++) {
        duel_points s = duel_tally_total(t, i);
        double games = (double)duel_points_games(&s);
        list[i] = (rank){.player = i, .standing = s};
        list[i].share = games > 0 ? s.points / games : 0;
    }
    if (is_single(m))
        return list;
    if (m->v->seats == 2)
        rate_players(m, t, list);
    qsort(list, (size_t)players, sizeof *list, better_first);
    return list;
}

/* Points of one player against another, and their games, over all encounters of two. */
static void points_against(const duel_match *m, const duel_tally *t, int a, int b,
                           double *points, uint64_t *games)
{
    *points = 0, *games = 0;
    for (int e = 0; e < m->schedule->encounters; e++) {
        const duel_encounter *met = &m->schedule->encounter[e];
        for (int one = 0; one < 2; one++)
            if (met->player[one] == a && met->player[1 - one] == b) {
                const duel_points *s = duel_tally_standing(t, e, one);
                *points += s->points;
                *games += duel_points_games(s);
            }
    }
}

/* Points of one against another, as "7.5/10", or a dot. */
static void print_cell(const duel_match *m, const duel_tally *t, int a, int b, int width,
                       duel_sink *out)
{
    double points;
    uint64_t games;
    char cell[48] = "·";
    points_against(m, t, a, b, &points, &games);
    if (games)
        snprintf(cell, sizeof cell, "%g/%llu", points, (unsigned long long)games);
    duel_putf(out, "%*s", games ? width : width + 1, cell); /* a dot has two bytes */
}

static void print_crosstable(const duel_match *m, const duel_tally *t, const rank *list,
                             duel_sink *out)
{
    int players = m->schedule->players;
    unsigned long long most = (unsigned long long)m->schedule->games;
    int width = snprintf(NULL, 0, "  %llu.5/%llu", most, most);
    duel_putf(out, "\n%-*s", NAME + 4, "");
    for (int i = 0; i < players; i++)
        duel_putf(out, "%*d", width, i + 1);
    duel_put(out, "\n");
    for (int i = 0; i < players; i++) {
        duel_str spec = m->spec[list[i].player];
        duel_putf(out, "%3d %-*.*s", i + 1, NAME, (int)spec.len < NAME ? (int)spec.len : NAME,
                  spec.at);
        for (int j = 0; j < players; j++)
            print_cell(m, t, list[i].player, list[j].player, width, out);
        duel_put(out, "\n");
    }
}

/* ---- sentences -----------------------------------------------------------------------------
 */

/* The first of two, or the one of more who is surest to be above the others; NULL: nobody. */
static int surest(const duel_match *m, const duel_tally *t, double *chance)
{
    int found = -1;
    for (int i = 0; i < m->v->seats; i++) {
        double sure;
        if (duel_evidence_superiority(&duel_tally_standing(t, 0, i)->rank, &sure) &&
            (found < 0 || sure > *chance)) {
            found = i;
            *chance = sure;
        }
    }
    return found;
}

static void say_nothing(const duel_tally *t, duel_msg *out)
{
    uint64_t games = duel_tally_games(t), different = duel_tally_different(t);
    if (different < games)
        duel_say(out,
                 N_("Only {0} different {0:game was|games were} played, of {1}: that says "
                    "nothing about who is stronger. Openings make more of them (--openings "
                    "8)."),
                 "ii", (int64_t)different, (int64_t)games);
    else
        duel_say(out, N_("{0} {0:game is|games are} too few to say who is stronger."), "i",
                 (int64_t)games);
}

static void say_undecided(const duel_match *m, const duel_points *s, duel_msg *out)
{
    double low = 0, high = 1;
    duel_evidence_interval(&s->rank, &low, &high);
    double most = fmax(fabs(duel_elo_of(low)), fabs(duel_elo_of(high)));
    if (m->v->seats == 2 && isfinite(most))
        duel_say(out,
                 N_("Who is stronger is not decided: it may be either, by at most {0} Elo."),
                 "i", (int64_t)ceil(most));
    else
        duel_say(out, N_("Who is stronger is not decided."), "");
}

/* What may be concluded, in one sentence. */
static void say_conclusion(const duel_match *m, const duel_tally *t, duel_msg *out)
{
    const double sure = 0.975; /* as its interval says */
    double chance = 0, low = 0, high = 1;
    int best = surest(m, t, &chance);
    if (best < 0) {
        say_nothing(t, out);
        return;
    }
    const duel_points *s = duel_tally_standing(t, 0, best);
    duel_evidence_interval(&s->share, &low, &high);
    int64_t from = (int64_t)floor(100 * low), to = (int64_t)ceil(100 * high);
    if (chance < sure)
        say_undecided(m, s, out);
    else if (m->v->seats == 2)
        duel_say(out,
                 N_("{0} is stronger than {1}: it gets between {2} and {3} of 100 points (95 % "
                    "sure)."),
                 "ssii", m->spec[best], m->spec[1 - best], from, to);
    else
        duel_say(
            out,
            N_("{0} is stronger than the others: it gets between {1} and {2} of 100 points "
               "(95 % sure)."),
            "sii", m->spec[best], from, to);
}

static const char *number_text(char text[32], double number)
{
    snprintf(text, 32, "%g", number);
    return text;
}

static void say_test(const duel_match *m, const duel_tally *t, duel_msg *out)
{
    char one[32], zero[32];
    int64_t pairs = (int64_t)duel_tally_standing(t, 0, 0)->rank.sets;
    duel_sprt_state now = duel_tally_test(t);
    bool yes = now.verdict == DUEL_SPRT_ELO1;
    const char *is = number_text(one, yes ? m->sprt.elo1 : m->sprt.elo0);
    const char *is_not = number_text(zero, yes ? m->sprt.elo0 : m->sprt.elo1);
    if (duel_tally_ended(t) == DUEL_TALLY_REPEATS)
        duel_say(
            out,
            N_("The test will never end: nothing new is played any more. Openings make new "
               "games (--openings 8)."),
            "");
    else if (now.verdict == DUEL_SPRT_OPEN)
        duel_say(out, N_("The test is not decided after {0} {0:pair|pairs} of games."), "i",
                 pairs);
    else
        duel_say(
            out,
            N_("The test has ended after {0} {0:pair|pairs} of games: {1} is better by {2} "
               "normalised Elo rather than by {3}."),
            "iscc", pairs, m->spec[0], is, is_not);
}

/* ---- words ---------------------------------------------------------------------------------
 */

static void print_pairs(const duel_console *c, const duel_match *m, const duel_tally *t)
{
    const duel_points *s = duel_tally_standing(t, 0, 0);
    double elo, error, chance;
    duel_tell(c->lang, c->out, N_("{0} {0:game|games}, {1} different"), "ii",
              (int64_t)duel_tally_games(t), (int64_t)duel_tally_different(t));
    if (m->v->seats == 2) {
        duel_put(c->out, "; ");
        duel_tell(c->lang, c->out, N_("pairs by points:"), "");
        for (int i = 0; i < DUEL_FIVE; i++)
            duel_putf(c->out, " %g: %llu", i / 2.0, (unsigned long long)s->rank.five[i]);
    }
    if (m->v->seats == 2 && duel_evidence_normalised(&s->rank, &elo, &error)) {
        duel_put(c->out, "; ");
        duel_tell(c->lang, c->out, N_("normalised Elo"), "");
        duel_putf(c->out, " %+.1f ± %.1f", elo, error);
    }
    if (m->v->seats == 2 && duel_evidence_superiority(&s->rank, &chance)) {
        duel_put(c->out, "; ");
        duel_tell(c->lang, c->out, N_("the first is the stronger with a likelihood of"), "");
        duel_putf(c->out, " %.1f %%", 100 * chance);
    }
    duel_put(c->out, "\n");
}

static void print_test_state(const duel_sprt_state *now, duel_sink *out)
{
    duel_putf(out, "LLR %.2f (%.2f, %.2f)", now->llr, now->lower, now->upper);
}

static void print_ends(const duel_console *c, const duel_match *m, const duel_tally *t)
{
    duel_msg said = {0};
    if (duel_tally_proved(t)) {
        duel_tell(c->lang, c->out, N_("{0} {0:game|games} ended by proof."), "i",
                  (int64_t)duel_tally_proved(t));
        duel_put(c->out, "\n");
    }
    if (duel_sprt_is(&m->sprt)) {
        duel_sprt_state now = duel_tally_test(t);
        print_test_state(&now, c->out);
        duel_put(c->out, "  ");
        say_test(m, t, &said);
        duel_render(c->lang, &said, c->out);
        duel_put(c->out, "\n");
    }
    if (is_single(m) && m->v->seats > 1) {
        say_conclusion(m, t, &said);
        duel_render(c->lang, &said, c->out);
        duel_put(c->out, "\n");
    }
}

static void print_table(const duel_console *c, const duel_match *m, const duel_tally *t,
                        const rank *list)
{
    duel_putf(c->out, "%-*s ", NAME, "");
    duel_tell(c->lang, c->out, N_("  wins   ties losses  points, 95 % interval\n"), "");
    for (int i = 0; duel_tally_games(t) && i < m->schedule->players; i++) {
        print_standing(m, &list[i], c->out);
        print_faults(c, &list[i].standing);
    }
    if (duel_tally_games(t) == 0)
        return;
    if (!is_single(m) && m->v->seats == 2)
        print_crosstable(m, t, list, c->out);
    if (is_single(m))
        print_pairs(c, m, t);
    print_ends(c, m, t);
}

/* ---- JSON ----------------------------------------------------------------------------------
 */

static json_t *forfeits_json(const duel_points *s, duel_lang lang)
{
    json_t *list = json_array();
    for (int i = 0; i < DUEL_FORFEITS && s->forfeit[i].games; i++)
        json_array_append_new(list,
                              json_pack("{sIss}", "games", (json_int_t)s->forfeit[i].games,
                                        "reason", duel_text(lang, s->forfeit[i].reason)));
    return list;
}

static void set_or_null(json_t *j, const char *name, bool told, double value)
{
    json_object_set_new(j, name, told ? json_real(value) : json_null());
}

static void add_evidence_json(json_t *j, const duel_points *s, int seats)
{
    double elo = 0, error = 0, low = 0, high = 0, chance = 0;
    bool told = seats > 1 && duel_evidence_elo(&s->rank, &elo, &error);
    set_or_null(j, "elo", told, elo);
    set_or_null(j, "elo_error", told, error);
    told = seats > 1 && duel_evidence_normalised(&s->rank, &elo, &error);
    set_or_null(j, "normalised_elo", told, elo);
    set_or_null(j, "normalised_error", told, error);
    told = seats > 1 && duel_evidence_superiority(&s->rank, &chance);
    set_or_null(j, "superiority", told, chance);
    told = duel_evidence_interval(&s->share, &low, &high);
    json_object_set_new(j, "interval", told ? json_pack("[ff]", low, high) : json_null());
    json_object_set_new(j, "sets", json_integer((json_int_t)s->rank.sets));
    json_object_set_new(j, "fresh_sets", json_integer((json_int_t)s->rank.fresh));
    if (seats != 2)
        return;
    json_t *five = json_array();
    for (int i = 0; i < DUEL_FIVE; i++)
        json_array_append_new(five, json_integer((json_int_t)s->rank.five[i]));
    json_object_set_new(j, "pairs", five);
}

static json_t *standing_json(const duel_match *m, int player, const duel_points *s,
                             duel_lang lang)
{
    double games = (double)duel_points_games(s);
    duel_str spec = m->spec[player];
    json_t *j = json_pack("{ss%sIsIsIsf}", "spec", spec.at, spec.len, "wins",
                          (json_int_t)s->wins, "ties", (json_int_t)s->ties, "losses",
                          (json_int_t)s->losses, "points", s->points);
    add_evidence_json(j, s, m->v->seats);
    json_object_set_new(j, "mean_margin", json_real(games > 0 ? s->margin / games : 0));
    json_object_set_new(j, "forfeits", forfeits_json(s, lang));
    json_object_set_new(
        j, "late",
        json_pack("{sIsf}", "turns", (json_int_t)s->late.turns, "seconds", s->late.most));
    return j;
}

static json_t *encounters_json(const duel_match *m, const duel_tally *t, duel_lang lang)
{
    json_t *list = json_array();
    for (int e = 0; e < m->schedule->encounters; e++) {
        json_t *met = json_array();
        for (int one = 0; one < m->v->seats; one++)
            json_array_append_new(met, standing_json(m, m->schedule->encounter[e].player[one],
                                                     duel_tally_standing(t, e, one), lang));
        json_array_append_new(list, json_pack("{so}", "players", met));
    }
    return list;
}

static json_t *test_json(const duel_match *m, const duel_tally *t, duel_lang lang)
{
    static const char *const verdicts[] = {"open", "elo0", "elo1"};
    duel_sprt_state now = duel_tally_test(t);
    duel_msg said = {0};
    say_test(m, t, &said);
    return json_pack("{sfsfsfsfsfsfsfsssbso}", "elo0", m->sprt.elo0, "elo1", m->sprt.elo1,
                     "alpha", m->sprt.alpha, "beta", m->sprt.beta, "llr", now.llr, "lower",
                     now.lower, "upper", now.upper, "verdict", verdicts[now.verdict], "repeats",
                     duel_tally_ended(t) == DUEL_TALLY_REPEATS, "text", json_say(lang, &said));
}

static void print_json(const duel_console *c, const duel_match *m, const duel_tally *t,
                       const rank *list, double seconds)
{
    json_t *players = json_array();
    duel_msg said = {0};
    for (int i = 0; i < m->schedule->players; i++)
        json_array_append_new(players,
                              standing_json(m, list[i].player, &list[i].standing, c->lang));
    json_t *j = json_pack("{sIsIsIsosIsf}", "games", (json_int_t)duel_tally_games(t),
                          "different", (json_int_t)duel_tally_different(t), "proved",
                          (json_int_t)duel_tally_proved(t), "players", players, "plies",
                          (json_int_t)duel_tally_plies(t), "seconds", seconds);
    if (duel_sprt_is(&m->sprt))
        json_object_set_new(j, "sprt", test_json(m, t, c->lang));
    if (!is_single(m))
        json_object_set_new(j, "encounters", encounters_json(m, t, c->lang));
    if (is_single(m) && m->v->seats > 1) {
        say_conclusion(m, t, &said);
        json_object_set_new(j, "conclusion", json_say(c->lang, &said));
    }
    c->print_json(c, j);
}

void told_match(const duel_console *c, const duel_match *m, const duel_tally *t, double seconds)
{
    rank *list = rank_players(m, t);
    if (list && c->json)
        print_json(c, m, t, list, seconds);
    else if (list)
        print_table(c, m, t, list);
    free(list);
}

/* ---- while it is played --------------------------------------------------------------------
 */

void told_live_clear(live_table *live)
{
    char up[32];
    if (live->lines == 0)
        return;
    snprintf(up, sizeof up, "\r\033[%dA\033[J", live->lines);
    duel_put_command(live->c->err, up);
    live->lines = 0;
}

static void print_live_foot(const live_table *live, const duel_tally *t)
{
    duel_sink *err = live->c->err;
    duel_putf(err, "%llu/", (unsigned long long)duel_tally_played(t));
    if (duel_sprt_is(&live->m->sprt)) {
        duel_sprt_state now = duel_tally_test(t);
        duel_put(err, "…  ");
        print_test_state(&now, err);
    } else {
        duel_putf(err, "%llu", (unsigned long long)duel_schedule_games(live->m->schedule));
    }
    duel_put(err, "\n");
}

void told_live(void *watcher, const duel_tally *t)
{
    enum { MOST = 20 }; /* rows that surely fit */
    live_table *live = watcher;
    double now = duel_clock();
    if (!live->c->terminal || (live->shown >= 0 && now - live->shown < 0.25))
        return;
    rank *list = rank_players(live->m, t);
    int rows = live->m->schedule->players;
    if (list == NULL)
        return;
    rows = rows < MOST ? rows : MOST;
    live->shown = now;
    told_live_clear(live);
    for (int i = 0; i < rows; i++)
        print_standing(live->m, &list[i], live->c->err);
    print_live_foot(live, t);
    live->lines = rows + 1;
    free(list);
    fflush(stderr);
}
