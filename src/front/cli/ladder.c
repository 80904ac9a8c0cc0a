/* front/cli/ladder.c -- see ladder.h. */
#include "front/cli/ladder.h"
#include "front/cli/match_told.h"
#include "front/json.h"

const duel_str *ladder_specs(void)
{
    static const duel_str levels[DUEL_LEVELS] = {
        {"level:1", 7}, {"level:2", 7}, {"level:3", 7}, {"level:4", 7}, {"level:5", 7},
        {"level:6", 7}, {"level:7", 7}, {"level:8", 7}, {"level:9", 7}, {"level:10", 8}};
    return levels;
}

duel_status ladder_schedule(const duel_variant *v, int apart, duel_schedule *out, duel_msg *why)
{
    duel_schedule s = {.seats = v->seats, .players = DUEL_LEVELS};
    duel_status status = DUEL_OK;
    if (v->seats < 2)
        return duel_refuse(why, N_("A ladder needs at least two players."), "");
    for (int level = 1 + apart; status == DUEL_OK && level <= DUEL_LEVELS; level++) {
        duel_encounter e;
        for (int one = 0; one < DUEL_SEATS; one++)
            e.player[one] = (one ? level - apart : level) - 1;
        status = duel_schedule_add(&s, &e, why);
    }
    if (status == DUEL_OK)
        *out = s;
    else
        duel_schedule_fini(&s);
    return status;
}

typedef struct rung {
    int level, against;
    const duel_points *upper;
    double low, high; /* of its share of points, 95 % */
    bool told;        /* there are enough games for that */
    bool holds;       /* surely more than its part */
} rung;

static rung rung_of(const duel_match *m, const duel_tally *t, int encounter)
{
    const duel_encounter *e = &m->schedule->encounter[encounter];
    rung r = {.level = e->player[0] + 1,
              .against = e->player[1] + 1,
              .upper = duel_tally_standing(t, encounter, 0)};
    r.told = duel_evidence_interval(&r.upper->share, &r.low, &r.high);
    r.holds = r.told && r.low > 1.0 / m->v->seats;
    return r;
}

static void print_rung(const duel_console *c, const rung *r)
{
    const duel_points *s = r->upper;
    duel_putf(c->out, "%5d %7d %6llu %6llu %6llu", r->level, r->against,
              (unsigned long long)s->wins, (unsigned long long)s->ties,
              (unsigned long long)s->losses);
    told_share(s, TOLD_INTERVAL, c->out);
    duel_putf(c->out, "  %s\n", duel_text(c->lang, r->holds ? N_("yes") : N_("no")));
}

static json_t *rung_json(const rung *r)
{
    const duel_points *s = r->upper;
    json_t *j = json_pack("{sisisIsIsIsIsfsb}", "level", r->level, "against", r->against,
                          "games", (json_int_t)duel_points_games(s), "wins",
                          (json_int_t)s->wins, "ties", (json_int_t)s->ties, "losses",
                          (json_int_t)s->losses, "points", s->points, "holds", r->holds);
    json_object_set_new(j, "interval",
                        r->told ? json_pack("[ff]", r->low, r->high) : json_null());
    return j;
}

duel_status ladder_told(const duel_console *c, const duel_match *m, const duel_tally *t)
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
    return holds ? DUEL_OK : DUEL_NO;
}
