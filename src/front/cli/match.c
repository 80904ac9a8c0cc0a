/* front/cli/match.c -- `duel match`, players against players: a match, a tournament, the ladder
 * of the levels; what is told of them while they are played, and at their end. */
#include "match/match.h"
#include "base/clock.h"
#include "base/file.h"
#include "front/cli/inside.h"
#include "front/commands.h"
#include "front/console.h"
#include "front/json.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- what is told: how a player did ------------------------------------------------------ */

/* The table that grows on the terminal; a match_setup.progress whose watcher it is. */
typedef struct live_table {
    const duel_console *c;
    const match_setup *m;
    double shown; /* when; -1: never */
    int lines;    /* of it on the screen, above the cursor */
} live_table;

enum {
    NAME = 28,
    TOLD_INTERVAL = 13
}; /* columns for a player, and for the interval of a share */

typedef struct rank {
    int player;
    match_points standing;
    double share;            /* of its games */
    match_strength strength; /* of a tournament of two: among all who take part */
} rank;

static bool is_single(const match_setup *m)
{
    return m->schedule->encounters == 1;
}

/* In a tournament of two the strength among all; else what its own games say. */
static bool elo_of(const match_setup *m, const rank *r, double *elo, double *error)
{
    if (is_single(m) || m->v->seats != 2)
        return m->v->seats > 1 && statistics_elo(&r->standing.rank, elo, error);
    *elo = r->strength.elo;
    *error = r->strength.error;
    return r->strength.told;
}

/* ---- a player's line --------------------------------------------------------------------- */

/* The share of points in hundredths with its 95 % interval: "  55.0 %  [44.1, 65.4]". What
 * follows stands in line if the interval, which may be missing, has a width. */
static void told_share(const match_points *s, int width, duel_sink *out)
{
    double games = (double)match_points_games(s), low, high;
    char interval[32] = "";
    if (statistics_interval(&s->share, &low, &high))
        snprintf(interval, sizeof interval, "[%.1f, %.1f]", 100 * low, 100 * high);
    duel_putf(out, "  %5.1f %%", games > 0 ? 100 * s->points / games : 0.0);
    if (width || interval[0])
        duel_putf(out, "  %-*s", width, interval);
}

static void print_standing(const match_setup *m, const rank *r, duel_sink *out)
{
    const match_points *s = &r->standing;
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

static void print_faults(const duel_console *c, const match_points *s)
{
    for (int i = 0; i < MATCH_FORFEITS && s->forfeit[i].games; i++) {
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
    TELL(c, N_("{0} {0:turn|turns} longer than allowed, by up to {1} seconds"), "ic",
         (int64_t)s->late.turns, most);
}

/* ---- the order in a tournament ----------------------------------------------------------- */

static int better_first(const void *a, const void *b)
{
    const rank *x = a, *y = b;
    return x->share != y->share ? (x->share < y->share) - (x->share > y->share)
                                : x->player - y->player;
}

/* Strengths in a tournament of two, where they can be found out. */
static void rate_players(const match_setup *m, const match_score *t, rank list[])
{
    int players = m->schedule->players, count = m->schedule->encounters;
    match_meeting *met = calloc((size_t)count, sizeof *met);
    match_strength *strength = calloc((size_t)players, sizeof *strength);
    for (int e = 0; met && e < count; e++) {
        const int *who = m->schedule->encounter[e].player;
        met[e] = (match_meeting){who[0], who[1], match_score_standing(t, e, 0)->rank};
    }
    if (met && strength && match_strengths(met, count, players, strength, NULL) == DUEL_OK)
        for (int i = 0; i < players; i++)
            list[i].strength = strength[i];
    free(met);
    free(strength);
}

/* All players, the best first; in a single encounter as they were named. NULL: no memory. */
static rank *rank_players(const match_setup *m, const match_score *t)
{
    int players = m->schedule->players;
    rank *list = calloc((size_t)players, sizeof *list);
    if (list == NULL)
        return NULL;
    for (int i = 0; i < players; i++) {
        match_points s = match_score_total(t, i);
        double games = (double)match_points_games(&s);
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
static void points_against(const match_setup *m, const match_score *t, int a, int b,
                           double *points, uint64_t *games)
{
    *points = 0, *games = 0;
    for (int e = 0; e < m->schedule->encounters; e++) {
        const match_encounter *met = &m->schedule->encounter[e];
        for (int one = 0; one < 2; one++)
            if (met->player[one] == a && met->player[1 - one] == b) {
                const match_points *s = match_score_standing(t, e, one);
                *points += s->points;
                *games += match_points_games(s);
            }
    }
}

/* Points of one against another, as "7.5/10", or a dot. */
static void print_cell(const match_setup *m, const match_score *t, int a, int b, int width,
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

static void print_crosstable(const match_setup *m, const match_score *t, const rank *list,
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

/* ---- sentences --------------------------------------------------------------------------- */

/* The first of two, or the one of more who is surest to be above the others; NULL: nobody. */
static int surest(const match_setup *m, const match_score *t, double *chance)
{
    int found = -1;
    for (int i = 0; i < m->v->seats; i++) {
        double sure;
        if (statistics_superiority(&match_score_standing(t, 0, i)->rank, &sure) &&
            (found < 0 || sure > *chance)) {
            found = i;
            *chance = sure;
        }
    }
    return found;
}

static void say_nothing(const match_score *t, duel_msg *out)
{
    uint64_t games = match_score_sums(t)->games, different = match_score_sums(t)->different;
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

static void say_undecided(const match_setup *m, const match_points *s, duel_msg *out)
{
    double low = 0, high = 1;
    statistics_interval(&s->rank, &low, &high);
    double most = fmax(fabs(statistics_elo_of(low)), fabs(statistics_elo_of(high)));
    if (m->v->seats == 2 && isfinite(most))
        duel_say(out,
                 N_("Who is stronger is not decided: it may be either, by at most {0} Elo."),
                 "i", (int64_t)ceil(most));
    else
        duel_say(out, N_("Who is stronger is not decided."), "");
}

/* What may be concluded, in one sentence. */
static void say_conclusion(const match_setup *m, const match_score *t, duel_msg *out)
{
    const double sure = 0.975; /* as its interval says */
    double chance = 0, low = 0, high = 1;
    int best = surest(m, t, &chance);
    if (best < 0) {
        say_nothing(t, out);
        return;
    }
    const match_points *s = match_score_standing(t, 0, best);
    statistics_interval(&s->share, &low, &high);
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

static void say_test(const match_setup *m, const match_score *t, duel_msg *out)
{
    char one[32], zero[32];
    int64_t pairs = (int64_t)match_score_standing(t, 0, 0)->rank.sets;
    sprt_state now = match_score_test(t);
    bool yes = now.verdict == SPRT_ELO1;
    const char *is = number_text(one, yes ? m->sprt.elo1 : m->sprt.elo0);
    const char *is_not = number_text(zero, yes ? m->sprt.elo0 : m->sprt.elo1);
    if (match_score_sums(t)->end == MATCH_SCORE_REPEATS)
        duel_say(
            out,
            N_("The test will never end: nothing new is played any more. Openings make new "
               "games (--openings 8)."),
            "");
    else if (now.verdict == SPRT_OPEN)
        duel_say(out, N_("The test is not decided after {0} {0:pair|pairs} of games."), "i",
                 pairs);
    else
        duel_say(
            out,
            N_("The test has ended after {0} {0:pair|pairs} of games: {1} is better by {2} "
               "normalised Elo rather than by {3}."),
            "iscc", pairs, m->spec[0], is, is_not);
}

/* ---- words ------------------------------------------------------------------------------- */

static void print_pairs(const duel_console *c, const match_setup *m, const match_score *t)
{
    const match_points *s = match_score_standing(t, 0, 0);
    double elo, error, chance;
    duel_tell(c->lang, c->out, N_("{0} {0:game|games}, {1} different"), "ii",
              (int64_t)match_score_sums(t)->games, (int64_t)match_score_sums(t)->different);
    if (m->v->seats == 2) {
        duel_put(c->out, "; ");
        duel_tell(c->lang, c->out, N_("pairs by points:"), "");
        for (int i = 0; i < MATCH_PENTANOMIAL; i++)
            duel_putf(c->out, " %g: %llu", i / 2.0, (unsigned long long)s->rank.five[i]);
    }
    if (m->v->seats == 2 && statistics_normalised(&s->rank, &elo, &error)) {
        duel_put(c->out, "; ");
        duel_tell(c->lang, c->out, N_("normalised Elo"), "");
        duel_putf(c->out, " %+.1f ± %.1f", elo, error);
    }
    if (m->v->seats == 2 && statistics_superiority(&s->rank, &chance)) {
        duel_put(c->out, "; ");
        duel_tell(c->lang, c->out, N_("the first is the stronger with a likelihood of"), "");
        duel_putf(c->out, " %.1f %%", 100 * chance);
    }
    duel_put(c->out, "\n");
}

static void print_test_state(const sprt_state *now, duel_sink *out)
{
    duel_putf(out, "LLR %.2f (%.2f, %.2f)", now->llr, now->lower, now->upper);
}

static void print_ends(const duel_console *c, const match_setup *m, const match_score *t)
{
    duel_msg said = {0};
    if (match_score_sums(t)->proved)
        TELL(c, N_("{0} {0:game|games} ended by proof."), "i",
             (int64_t)match_score_sums(t)->proved);
    if (sprt_is(&m->sprt)) {
        sprt_state now = match_score_test(t);
        print_test_state(&now, c->out);
        duel_put(c->out, "  ");
        say_test(m, t, &said);
        tell_said(c, &said);
    }
    if (is_single(m) && m->v->seats > 1) {
        say_conclusion(m, t, &said);
        tell_said(c, &said);
    }
}

static void print_table(const duel_console *c, const match_setup *m, const match_score *t,
                        const rank *list)
{
    duel_putf(c->out, "%-*s ", NAME, "");
    duel_tell(c->lang, c->out, N_("  wins   ties losses  points, 95 % interval\n"), "");
    for (int i = 0; match_score_sums(t)->games && i < m->schedule->players; i++) {
        print_standing(m, &list[i], c->out);
        print_faults(c, &list[i].standing);
    }
    if (match_score_sums(t)->games == 0)
        return;
    if (!is_single(m) && m->v->seats == 2)
        print_crosstable(m, t, list, c->out);
    if (is_single(m))
        print_pairs(c, m, t);
    print_ends(c, m, t);
}

/* ---- JSON -------------------------------------------------------------------------------- */

static json_t *forfeits_json(const match_points *s, duel_lang lang)
{
    json_t *list = json_array();
    for (int i = 0; i < MATCH_FORFEITS && s->forfeit[i].games; i++)
        json_array_append_new(list,
                              json_pack("{sIss}", "games", (json_int_t)s->forfeit[i].games,
                                        "reason", duel_text(lang, s->forfeit[i].reason)));
    return list;
}

static void set_or_null(json_t *j, const char *name, bool told, double value)
{
    json_object_set_new(j, name, told ? json_real(value) : json_null());
}

static void add_evidence_json(json_t *j, const match_points *s, int seats)
{
    double elo = 0, error = 0, low = 0, high = 0, chance = 0;
    bool told = seats > 1 && statistics_elo(&s->rank, &elo, &error);
    set_or_null(j, "elo", told, elo);
    set_or_null(j, "elo_error", told, error);
    told = seats > 1 && statistics_normalised(&s->rank, &elo, &error);
    set_or_null(j, "normalised_elo", told, elo);
    set_or_null(j, "normalised_error", told, error);
    told = seats > 1 && statistics_superiority(&s->rank, &chance);
    set_or_null(j, "superiority", told, chance);
    told = statistics_interval(&s->share, &low, &high);
    json_object_set_new(j, "interval", told ? json_pack("[ff]", low, high) : json_null());
    json_object_set_new(j, "sets", json_integer((json_int_t)s->rank.sets));
    json_object_set_new(j, "fresh_sets", json_integer((json_int_t)s->rank.fresh));
    if (seats != 2)
        return;
    json_t *five = json_array();
    for (int i = 0; i < MATCH_PENTANOMIAL; i++)
        json_array_append_new(five, json_integer((json_int_t)s->rank.five[i]));
    json_object_set_new(j, "pairs", five);
}

static json_t *standing_json(const match_setup *m, int player, const match_points *s,
                             duel_lang lang)
{
    double games = (double)match_points_games(s);
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

static json_t *encounters_json(const match_setup *m, const match_score *t, duel_lang lang)
{
    json_t *list = json_array();
    for (int e = 0; e < m->schedule->encounters; e++) {
        json_t *met = json_array();
        for (int one = 0; one < m->v->seats; one++)
            json_array_append_new(met, standing_json(m, m->schedule->encounter[e].player[one],
                                                     match_score_standing(t, e, one), lang));
        json_array_append_new(list, json_pack("{so}", "players", met));
    }
    return list;
}

static json_t *test_json(const match_setup *m, const match_score *t, duel_lang lang)
{
    static const char *const verdicts[] = {"open", "elo0", "elo1"};
    sprt_state now = match_score_test(t);
    duel_msg said = {0};
    say_test(m, t, &said);
    return json_pack("{sfsfsfsfsfsfsfsssbso}", "elo0", m->sprt.elo0, "elo1", m->sprt.elo1,
                     "alpha", m->sprt.alpha, "beta", m->sprt.beta, "llr", now.llr, "lower",
                     now.lower, "upper", now.upper, "verdict", verdicts[now.verdict], "repeats",
                     match_score_sums(t)->end == MATCH_SCORE_REPEATS, "text",
                     json_say(lang, &said));
}

static void print_json(const duel_console *c, const match_setup *m, const match_score *t,
                       const rank *list, double seconds)
{
    json_t *players = json_array();
    duel_msg said = {0};
    for (int i = 0; i < m->schedule->players; i++)
        json_array_append_new(players,
                              standing_json(m, list[i].player, &list[i].standing, c->lang));
    json_t *j = json_pack("{sIsIsIsosIsf}", "games", (json_int_t)match_score_sums(t)->games,
                          "different", (json_int_t)match_score_sums(t)->different, "proved",
                          (json_int_t)match_score_sums(t)->proved, "players", players, "plies",
                          (json_int_t)match_score_sums(t)->plies, "seconds", seconds);
    if (sprt_is(&m->sprt))
        json_object_set_new(j, "sprt", test_json(m, t, c->lang));
    if (!is_single(m))
        json_object_set_new(j, "encounters", encounters_json(m, t, c->lang));
    if (is_single(m) && m->v->seats > 1) {
        say_conclusion(m, t, &said);
        json_object_set_new(j, "conclusion", json_say(c->lang, &said));
    }
    c->print_json(c, j);
}

/* The whole result, in words or as JSON. */
static void told_match(const duel_console *c, const match_setup *m, const match_score *t,
                       double seconds)
{
    rank *list = rank_players(m, t);
    if (list && c->json)
        print_json(c, m, t, list, seconds);
    else if (list)
        print_table(c, m, t, list);
    free(list);
}

/* ---- while it is played ------------------------------------------------------------------ */

static void told_live_clear(live_table *live)
{
    char up[32];
    if (live->lines == 0)
        return;
    snprintf(up, sizeof up, "\r\033[%dA\033[J", live->lines);
    duel_put_command(live->c->err, up);
    live->lines = 0;
}

static void print_live_foot(const live_table *live, const match_score *t)
{
    duel_sink *err = live->c->err;
    duel_putf(err, "%llu/", (unsigned long long)match_score_sums(t)->played);
    if (sprt_is(&live->m->sprt)) {
        sprt_state now = match_score_test(t);
        duel_put(err, "…  ");
        print_test_state(&now, err);
    } else {
        duel_putf(err, "%llu", (unsigned long long)match_schedule_games(live->m->schedule));
    }
    duel_put(err, "\n");
}

static void told_live(void *watcher, const match_score *t)
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

/* ---- the ladder of the levels: is each surely stronger than one below? ------------------- */

/* The players of that schedule: level:1 and so on. */
static const duel_str *ladder_specs(void)
{
    static const duel_str levels[DUEL_LEVELS] = {
        {"level:1", 7}, {"level:2", 7}, {"level:3", 7}, {"level:4", 7}, {"level:5", 7},
        {"level:6", 7}, {"level:7", 7}, {"level:8", 7}, {"level:9", 7}, {"level:10", 8}};
    return levels;
}

/* Every level against the one so far below, which has all the other seats. */
static duel_status ladder_schedule(const duel_variant *v, int apart, match_schedule *out,
                                   duel_msg *why)
{
    match_schedule s = {.seats = v->seats, .players = DUEL_LEVELS};
    duel_status status = DUEL_OK;
    if (v->seats < 2)
        return duel_refuse(why, N_("A ladder needs at least two players."), "");
    for (int level = 1 + apart; status == DUEL_OK && level <= DUEL_LEVELS; level++) {
        match_encounter e;
        for (int one = 0; one < DUEL_SEATS; one++)
            e.player[one] = (one ? level - apart : level) - 1;
        status = match_schedule_add(&s, &e, why);
    }
    if (status == DUEL_OK)
        *out = s;
    else
        match_schedule_fini(&s);
    return status;
}

typedef struct rung {
    int level, against;
    const match_points *upper;
    double low, high; /* of its share of points, 95 % */
    bool told;        /* there are enough games for that */
    bool holds;       /* surely more than its part */
} rung;

static rung rung_of(const match_setup *m, const match_score *t, int encounter)
{
    const match_encounter *e = &m->schedule->encounter[encounter];
    rung r = {.level = e->player[0] + 1,
              .against = e->player[1] + 1,
              .upper = match_score_standing(t, encounter, 0)};
    r.told = statistics_interval(&r.upper->share, &r.low, &r.high);
    r.holds = r.told && r.low > 1.0 / m->v->seats;
    return r;
}

static void print_rung(const duel_console *c, const rung *r)
{
    const match_points *s = r->upper;
    duel_putf(c->out, "%5d %7d %6llu %6llu %6llu", r->level, r->against,
              (unsigned long long)s->wins, (unsigned long long)s->ties,
              (unsigned long long)s->losses);
    told_share(s, TOLD_INTERVAL, c->out);
    duel_putf(c->out, "  %s\n", duel_text(c->lang, r->holds ? N_("yes") : N_("no")));
}

static json_t *rung_json(const rung *r)
{
    const match_points *s = r->upper;
    json_t *j = json_pack("{sisisIsIsIsIsfsb}", "level", r->level, "against", r->against,
                          "games", (json_int_t)match_points_games(s), "wins",
                          (json_int_t)s->wins, "ties", (json_int_t)s->ties, "losses",
                          (json_int_t)s->losses, "points", s->points, "holds", r->holds);
    json_object_set_new(j, "interval",
                        r->told ? json_pack("[ff]", r->low, r->high) : json_null());
    return j;
}

/* Tells who holds its place; DUEL_REFUSED without a word: not every level does. */
static duel_status ladder_told(const duel_console *c, const match_setup *m,
                               const match_score *t)
{
    bool holds = true;
    json_t *list = c->json ? json_array() : NULL;
    if (!c->json)
        duel_tell(c->lang, c->out,
                  N_("level against   wins   ties losses  points, 95 % interval  stronger\n"),
                  "");
    for (int e = 0; e < m->schedule->encounters; e++) {
        rung r = rung_of(m, t, e);
        holds = holds && r.holds;
        if (c->json)
            json_array_append_new(list, rung_json(&r));
        else
            print_rung(c, &r);
    }
    if (c->json)
        c->print_json(c, json_pack("{so}", "ladder", list));
    return holds ? DUEL_OK : DUEL_REFUSED;
}

/* ---- what is asked for ------------------------------------------------------------------- */

enum { PLAYERS = 64, GAMES = 100 };
#define GAMES_MOST (INT64_C(1) << 40)

enum { FORM_MATCH, FORM_ROUND, FORM_GAUNTLET };
static const char *const forms[] = {"match", "round", "gauntlet", NULL};

static const duel_option match_options[] = {
    {"ladder", DUEL_YESNO, 0, 0, 1, NULL, N_("every level against one below, up to level 10")},
    {"step", DUEL_NUMBER, 2, 1, DUEL_LEVELS - 1, NULL,
     N_("how many levels below, on a ladder")},
    {"form", DUEL_CHOICE, FORM_MATCH, FORM_MATCH, FORM_GAUNTLET, forms,
     N_("match: all together; round: everybody with everybody; gauntlet: the first with all")},
    {"games", DUEL_NUMBER, GAMES, 1, GAMES_MOST, NULL,
     N_("games to play, of each encounter; a test ends by itself unless this is given")},
    {"nodes", DUEL_NUMBER, 0, 0, INT64_C(1) << 40, NULL,
     N_("positions looked at for a turn; then no time limit unless one is given")},
    {"strict", DUEL_YESNO, 0, 0, 1, NULL, N_("who takes longer than its seconds has lost")},
    {"prove", DUEL_NUMBER, 0, 0, INT64_C(1) << 40, NULL,
     N_("end games that a solver proves by looking at so many positions")},
    WORK_SECONDS(100000, N_("for a turn, where a player's spec says nothing")),
    WORK_THREADS,
    WORK_MEMORY,
    WORK_LAST};
static const duel_flag match_texts[] = {
    SUBJECT_TEXTS,
    {"players", "SPEC,SPEC…|@FILE",
     N_("the players; levels: level:1 to level:10; or a file with one on each line")},
    {"openings", "PLIES[,balanced]|FILE",
     N_("begin with so many plies at random; balanced: the most even of several; or a file of "
        "openings")},
    {"sprt", "elo0=0,elo1=5",
     N_("test whether the first player is better by elo1 or only by elo0 (normalised), with "
        "errors alpha=0.05,beta=0.05")},
    {"keep", "FOLDER", N_("keep every game there; the same command again goes on")},
    SUBJECT_LAST_TEXT};

typedef struct contest { /* all that a match is made of */
    match_setup m;
    match_schedule schedule;
    duel_str spec[PLAYERS];
    int players;
    duel_buf file; /* their names, where they come from one */
    opening_book *book;
} contest;

/* ---- who plays --------------------------------------------------------------------------- */

static duel_status add_player(contest *k, duel_str spec, duel_msg *why)
{
    if (k->players == PLAYERS)
        return duel_invalid(why, N_("At most {0} players may take part."), "i",
                            (int64_t)PLAYERS);
    k->spec[k->players++] = spec;
    return DUEL_OK;
}

/* "levels" is all of them. */
static duel_status add_players(contest *k, duel_str spec, duel_msg *why)
{
    duel_status status = DUEL_OK;
    if (!duel_str_is(spec, "levels"))
        return add_player(k, spec, why);
    for (int i = 0; status == DUEL_OK && i < DUEL_LEVELS; i++)
        status = add_player(k, ladder_specs()[i], why);
    return status;
}

static duel_status read_player_file(contest *k, const char *path, duel_msg *why)
{
    duel_status status = duel_file_read(path, DUEL_FILE_MOST, &k->file, why);
    duel_str rest = duel_buf_str(&k->file), line;
    while (status == DUEL_OK && duel_str_part(&rest, '\n', &line)) {
        line = duel_str_trim(line);
        if (line.len && line.at[0] != '#')
            status = add_players(k, line, why);
    }
    return status;
}

static duel_status read_players(const duel_args *a, contest *k, duel_msg *why)
{
    const char *text = duel_args_text(a, "players", NULL);
    duel_status status = DUEL_OK;
    if (text == NULL)
        return duel_invalid(why, N_("Who plays? Write --players SPEC,SPEC."), "");
    if (text[0] == '@')
        return read_player_file(k, text + 1, why);
    duel_str rest = duel_str_of(text), spec;
    while (status == DUEL_OK && duel_str_part(&rest, ',', &spec))
        status = add_players(k, spec, why);
    return status;
}

static duel_status read_form(const duel_args *a, contest *k, duel_msg *why)
{
    const duel_variant *v = k->m.v;
    int64_t form = duel_args_value(a, "form");
    if (form == FORM_ROUND)
        return match_schedule_round(v->seats, k->players, &k->schedule, why);
    if (form == FORM_GAUNTLET)
        return match_schedule_gauntlet(v->seats, k->players, &k->schedule, why);
    if (k->players != v->seats)
        return duel_invalid(why, N_("{0} has {1} {1:player|players}; --players names {2}."),
                            "cii", v->game->id, (int64_t)v->seats, (int64_t)k->players);
    return match_schedule_together(v->seats, k->players, &k->schedule, why);
}

static duel_status read_schedule(const duel_args *a, contest *k, duel_msg *why)
{
    bool ladder = duel_args_value(a, "ladder");
    duel_status status = DUEL_OK;
    if (ladder && duel_args_has(a, "players"))
        return duel_invalid(why, N_("Write --players or --ladder, not both."), "");
    if (ladder) {
        k->m.spec = ladder_specs();
        status = ladder_schedule(k->m.v, (int)duel_args_value(a, "step"), &k->schedule, why);
    } else {
        k->m.spec = k->spec;
        status = read_players(a, k, why);
        if (status == DUEL_OK)
            status = read_form(a, k, why);
    }
    k->m.schedule = &k->schedule;
    return status;
}

/* ---- how --------------------------------------------------------------------------------- */

static duel_status read_openings(const char *text, contest *k, duel_msg *why)
{
    k->m.openings_text = text;
    if (isdigit((unsigned char)text[0]))
        return match_openings_read(duel_str_of(text), &k->m.openings, why);
    duel_status status = opening_book_read(text, k->m.v, &k->book, why);
    k->m.openings.book = k->book;
    return status;
}

static duel_status read_sprt(const duel_args *a, contest *k, duel_msg *why)
{
    const char *text = duel_args_text(a, "sprt", NULL);
    k->schedule.games = (uint64_t)duel_args_value(a, "games");
    if (text == NULL)
        return DUEL_OK;
    if (k->schedule.encounters != 1 || k->m.v->seats < 2)
        return duel_invalid(why, N_("A test is of one encounter."), "");
    if (!duel_args_has(a, "games"))
        k->schedule.games = GAMES_MOST;
    return sprt_read(duel_str_of(text), &k->m.sprt, why);
}

static duel_status read_match(const duel_args *a, contest *k, duel_msg *why)
{
    match_setup *m = &k->m;
    const char *openings = duel_args_text(a, "openings", NULL);
    m->threads = (int)duel_args_value(a, "threads");
    m->nodes = (uint64_t)duel_args_value(a, "nodes");
    m->prove = (uint64_t)duel_args_value(a, "prove");
    m->strict = duel_args_value(a, "strict");
    m->memory = progress_memory(a);
    m->keep = duel_args_text(a, "keep", NULL);
    /* with a limit of positions the clock plays no part, unless it is asked to */
    m->seconds = m->nodes && !duel_args_has(a, "seconds") ? 0 : duel_args_decimal(a, "seconds");
    duel_status status = position_args_seed(a, &m->seed, why);
    if (status == DUEL_OK && openings)
        status = read_openings(openings, k, why);
    if (status == DUEL_OK)
        status = read_schedule(a, k, why);
    return status == DUEL_OK ? read_sprt(a, k, why) : status;
}

/* ---- the command ------------------------------------------------------------------------- */

static duel_status play_contest(const duel_console *c, const duel_args *a, contest *k,
                                duel_msg *why)
{
    match_score *tally = NULL;
    live_table live = {.c = c, .m = &k->m, .shown = -1};
    double begin = duel_clock();
    k->m.stop = &work_stop;
    k->m.progress = told_live;
    k->m.watcher = &live;
    progress_begin();
    duel_status status = match_run(&k->m, &tally, why);
    told_live_clear(&live);
    if (status != DUEL_OK)
        return status;
    if (duel_args_value(a, "ladder"))
        status = ladder_told(c, &k->m, tally);
    else
        told_match(c, &k->m, tally, duel_clock() - begin);
    match_score_free(tally);
    return status;
}

static duel_status run_match(const duel_console *c, const duel_args *a, duel_msg *why)
{
    position_args s;
    duel_status status = position_args_read(a, 0, &s, why);
    if (status != DUEL_OK)
        return status;
    contest k = {.m.v = &s.v};
    duel_buf_init(&k.file);
    status = read_match(a, &k, why);
    if (status == DUEL_OK)
        status = play_contest(c, a, &k, why);
    match_schedule_fini(&k.schedule);
    opening_book_free(k.book);
    duel_buf_fini(&k.file);
    position_args_fini(&s);
    return status;
}

const duel_command command_match = {
    "match",
    "GAME --players SPEC,SPEC | --ladder [opt=value…]",
    N_("Plays engines against each other and reports the result."),
    match_options,
    match_texts,
    DUEL_GAME_ARGS,
    run_match};
