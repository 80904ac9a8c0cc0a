/* players/player.c -- engine specs and what they stand for: see player.h. */
#include "players/player.h"
#include "base/clock.h"
#include "base/long_work.h"
#include "base/spelling.h"
#include "core/fault_guard.h"
#include "core/play.h"
#include "core/variant.h"
#include "players/catalogue.h"
#include "players/inside.h"
#include "players/program_player.h"
#include "players/strategy.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct part { /* an engine in use; engine == NULL: none */
    const duel_engine *engine;
    void *self;
} part;

struct machine_player {
    char spec[PLAYER_SPEC_TEXT];
    const duel_variant *v;
    part main;   /* the engine named, or the searcher of an expert */
    part solver; /* of an expert without an engine of its own: asked first */
    const duel_calibration *calibration; /* of what the first one says; NULL: there is none */
    double seconds;
    uint64_t nodes;
    int depth;              /* for a program; 0: as deep as it likes */
    time_control control;   /* its clock */
    double took;            /* by the last think */
    double careless;        /* how often a level plays anything */
    program_player *bot;    /* a program of somebody else plays; NULL: an engine */
    machine_player *victim; /* whom a punisher punishes, */
    duel_policy manner;     /* and how it is asked */
    duel_msg forfeit;       /* how it lost the game; id NULL: it did not */
};

/* ---- the time it has --------------------------------------------------------------------- */

static const duel_option control_parts[] = {
    {"tc", DUEL_DECIMAL, 0, 1, INT64_C(86400000000), NULL, NULL},
    {"tc", DUEL_DECIMAL, 0, 0, INT64_C(86400000000), NULL, NULL}};

duel_status time_control_read(duel_str text, time_control *out, duel_msg *why)
{
    duel_str rest = text, base;
    int64_t seconds[2] = {0, 0};
    duel_str_part(&rest, '+', &base);
    duel_status status = duel_option_read(&control_parts[0], base, &seconds[0], NULL);
    if (status == DUEL_OK && rest.at)
        status = duel_option_read(&control_parts[1], rest, &seconds[1], NULL);
    if (status != DUEL_OK)
        return duel_invalid(why,
                            N_("A clock is written tc=10+0.1: seconds for the game, and more "
                               "for each turn; not “{0}”."),
                            "s", text);
    *out = (time_control){(double)seconds[0] * 1e-6, (double)seconds[1] * 1e-6};
    return DUEL_OK;
}

/* As if thirty turns were to come, and never more than half of what is left. */
double time_control_share(double left, double increment)
{
    double share = left / 30 + increment * 0.8;
    return share < left / 2 ? share : left / 2;
}

bool player_lateness_count(player_lateness *l, double took, double limit)
{
    if (limit <= 0 || took <= limit + DUEL_GRACE)
        return false;
    player_lateness_add(l, &(player_lateness){1, took - limit});
    return true;
}

void player_lateness_add(player_lateness *to, const player_lateness *more)
{
    to->turns += more->turns;
    if (more->most > to->most)
        to->most = more->most;
}

/* ---- levels ------------------------------------------------------------------------------ */

/* Where an expert has no grades of its own. A solver that knows every answer is only held back
 * by carelessness. */
static const duel_level usual_levels[DUEL_LEVELS + 1] = {
    {0, 0},       {0.90, 20},    {0.75, 50},    {0.60, 100},    {0.45, 300}, {0.32, 1000},
    {0.22, 3000}, {0.14, 10000}, {0.08, 30000}, {0.03, 100000}, {0, 0}};

static const duel_level *levels_of(const duel_engine *e)
{
    return e && e->levels ? e->levels : usual_levels;
}

duel_level player_level_of(const duel_game *game, int level)
{
    return levels_of(catalogue_find_engine(game, duel_str_of("expert")))[level];
}

/* ---- machines with names ----------------------------------------------------------------- */

static void skip_blanks(duel_str *s)
{
    while (s->len && *s->at == ' ')
        *s = (duel_str){s->at + 1, s->len - 1};
}

static bool sounds_like(duel_str a, duel_str b)
{
    for (skip_blanks(&a), skip_blanks(&b); a.len && b.len; skip_blanks(&a), skip_blanks(&b)) {
        if (tolower((unsigned char)*a.at) != tolower((unsigned char)*b.at))
            return false;
        a = (duel_str){a.at + 1, a.len - 1};
        b = (duel_str){b.at + 1, b.len - 1};
    }
    return a.len == b.len;
}

const duel_machine *player_find_machine(const duel_game *game, duel_str name)
{
    const duel_machine *m = game->museum.machines;
    for (; m && m->spec; m++)
        if (duel_str_is(name, m->spec) ||
            sounds_like(name, duel_str_of(duel_text(DUEL_EN, m->title))) ||
            sounds_like(name, duel_str_of(duel_text(DUEL_FR, m->title))))
            return m;
    return NULL;
}

/* ---- reading a spec ---------------------------------------------------------------------- */

static const duel_option budget[] = {
    {"seconds", DUEL_DECIMAL, 0, 0, INT64_C(86400000000), NULL, N_("seconds for a turn")},
    {"nodes", DUEL_NUMBER, 0, 1, INT64_MAX, NULL, N_("positions looked at for a turn")},
    {"depth", DUEL_NUMBER, 0, 1, 1000, NULL, N_("plies a program looks ahead")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};
enum { SECONDS, NODES, DEPTH, BUDGETS };

typedef struct reading {
    duel_str name;
    const duel_engine *engine;
    duel_settings settings;
    int64_t budget[BUDGETS];
    time_control control;
    int level;        /* 0: not a level */
    duel_str command; /* a program, without its budget; at == NULL: none */
    duel_str victim;  /* of a punisher; at == NULL: it is none */
} reading;

static void begin_settings(const duel_engine *e, duel_settings *s)
{
    for (int i = 0; e->options && e->options[i].name; i++)
        s->option[i] = e->options[i].initial;
}

static duel_status read_setting(duel_str text, reading *r, duel_msg *why)
{
    duel_str value = text, name;
    duel_str_part(&value, '=', &name);
    int own = r->engine ? duel_option_find(r->engine->options, name) : -1;
    int shared = duel_option_find(budget, name);
    if (shared == DEPTH && r->command.at == NULL)
        shared = -1; /* an engine that has a depth has it among its own */
    if (value.at && duel_str_is(name, "tc"))
        return time_control_read(value, &r->control, why);
    if (value.at == NULL || (own < 0 && shared < 0)) {
        duel_nearest near;
        duel_nearest_begin(&near, name);
        duel_nearest_try_rows(&near, r->engine ? r->engine->options : NULL, sizeof *budget);
        duel_nearest_try_rows(&near, budget, sizeof *budget);
        return duel_nearest_ask(&near,
                                duel_invalid(why,
                                             N_("“{0}” is not an option of the player {1}."),
                                             "ss", text, r->name),
                                why);
    }
    if (own >= 0)
        return duel_option_read(&r->engine->options[own], value, &r->settings.option[own], why);
    return duel_option_read(&budget[shared], value, &r->budget[shared], why);
}

static duel_status read_level(duel_str *rest, reading *r, duel_msg *why)
{
    static const duel_option level = {"level", DUEL_NUMBER, 5, 1, DUEL_LEVELS, NULL, NULL};
    duel_str number;
    int64_t n;
    if (!duel_str_part(rest, ':', &number))
        return duel_invalid(why, N_("A level is written level:1 to level:10."), "");
    duel_status status = duel_option_read(&level, number, &n, why);
    if (status == DUEL_OK)
        r->level = (int)n;
    return status;
}

/* Whether the game has an engine of that name, which then takes the place of the house's. */
static bool brings_engine(const duel_game *g, const char *name)
{
    for (int i = 0; g->engines && g->engines[i]; i++)
        if (strcmp(g->engines[i]->name, name) == 0)
            return true;
    return false;
}

/* The kinds of players that are no engines, and how they are typed in French. */
static const char *const other_players[][2] = {
    {"human", "humain"}, {"expert", "expert"}, {"level", "niveau"}, {NULL, NULL}};

static void try_engines(const duel_engine *const *list, duel_nearest *n)
{
    for (int i = 0; list && list[i]; i++)
        duel_nearest_try(n, duel_str_of(list[i]->name));
}

static duel_nearest nearest_player(const duel_game *g, duel_str name)
{
    duel_nearest n;
    duel_nearest_begin(&n, name);
    duel_nearest_try_rows(&n, other_players, sizeof *other_players);
    duel_nearest_try_rows(&n, g->museum.machines, sizeof *g->museum.machines);
    try_engines(g->engines, &n);
    try_engines(duel_engines, &n);
    for (const duel_machine *m = g->museum.machines; m && m->spec; m++) {
        duel_nearest_try(&n, duel_str_of(duel_text(DUEL_EN, m->title)));
        duel_nearest_try(&n, duel_str_of(duel_text(DUEL_FR, m->title)));
    }
    return n;
}

static const char *engine_alike(const duel_engine *const *list, duel_str name)
{
    for (int i = 0; list && list[i]; i++)
        if (duel_alike(name, duel_str_of(list[i]->name)))
            return list[i]->name;
    return NULL;
}

void player_spell(const duel_game *g, duel_str typed, char out[PLAYER_SPEC_TEXT])
{
    duel_str rest = typed, head;
    duel_str_part(&rest, ':', &head);
    const char *name = engine_alike(g->engines, head);
    name = name ? name : engine_alike(duel_engines, head);
    for (int i = 0; name == NULL && other_players[i][0]; i++)
        for (int lang = 0; lang < 2; lang++)
            if (duel_alike(head, duel_str_of(other_players[i][lang])))
                name = other_players[i][0];
    duel_str spelled = name ? duel_str_of(name) : head;
    snprintf(out, PLAYER_SPEC_TEXT, "%.*s%s%.*s", (int)spelled.len, spelled.at,
             rest.at ? ":" : "", (int)rest.len, rest.at ? rest.at : "");
}

static bool is_machine(const duel_game *g, const char *spec)
{
    for (const duel_machine *m = g->museum.machines; m && m->spec; m++)
        if (strcmp(m->spec, spec) == 0)
            return true;
    return false;
}

/* Players are listed as they are written in any language. */
static duel_status unknown_player(const duel_variant *v, duel_str name, duel_msg *why)
{
    duel_buf names;
    duel_buf_init(&names);
    duel_put(&names.sink, "expert, level:1…10");
    for (const duel_machine *m = v->game->museum.machines; m && m->spec; m++)
        duel_putf(&names.sink, ", %s", m->spec);
    for (int i = 0; v->game->engines && v->game->engines[i]; i++)
        if (strcmp(v->game->engines[i]->name, "expert") != 0 &&
            !is_machine(v->game, v->game->engines[i]->name))
            duel_putf(&names.sink, ", %s", v->game->engines[i]->name);
    for (int i = 0; duel_engines[i]; i++)
        if (!brings_engine(v->game, duel_engines[i]->name) &&
            !is_machine(v->game, duel_engines[i]->name))
            duel_putf(&names.sink, ", %s", duel_engines[i]->name);
    duel_nearest near = nearest_player(v->game, name);
    duel_status status =
        duel_nearest_found(&near)
            ? duel_nearest_ask(
                  &near, duel_invalid(why, N_("There is no player “{0}”."), "s", name), why)
            : duel_invalid(why, N_("There is no player “{0}”; there are {1}."), "ss", name,
                           duel_buf_str(&names));
    duel_buf_fini(&names);
    return status;
}

/* cmd:PATH, perhaps with the budget behind it: cmd:./bot:seconds=2 */
static duel_status read_command(duel_str spec, reading *r, duel_msg *why)
{
    duel_str rest = spec, word;
    duel_str_part(&rest, ':', &r->name);
    duel_str_part(&rest, ':', &word);
    r->command = (duel_str){spec.at, (size_t)(word.at + word.len - spec.at)};
    duel_status status = DUEL_OK;
    while (status == DUEL_OK && duel_str_part(&rest, ':', &word))
        status = read_setting(word, r, why);
    return status;
}

/* The engine's own name, where a machine of the game was called by what people call it. */
static duel_str engine_name(const duel_game *g, duel_str name)
{
    const duel_machine *m =
        catalogue_find_engine(g, name) ? NULL : player_find_machine(g, name);
    return m ? duel_str_of(m->spec) : name;
}

/* Where things are hidden, another engine solves; it goes by the same name for people. */
static duel_str solver_named(const duel_variant *v, duel_str name)
{
    bool hidden = duel_has_secrets(v) && duel_str_is(name, "exact");
    return hidden ? duel_str_of("equilibrium") : name;
}

static duel_status read_spec(duel_str spec, const duel_variant *v, reading *r, duel_msg *why)
{
    duel_str rest = spec, word;
    if (program_player_is(spec))
        return read_command(spec, r, why);
    duel_str_part(&rest, ':', &r->name);
    r->name = engine_name(v->game, r->name);
    bool level = duel_str_is(r->name, "level");
    duel_status status = level ? read_level(&rest, r, why) : DUEL_OK;
    bool expert = level || duel_str_is(r->name, "expert");
    r->engine = catalogue_find_engine(v->game, expert ? duel_str_of("expert")
                                                      : solver_named(v, r->name));
    if (expert && r->engine && r->engine->fits && r->engine->fits(v, NULL) != DUEL_OK)
        r->engine = NULL; /* not in this variant: the expert that knows no game plays */
    if (status == DUEL_OK && r->engine == NULL && !expert)
        status = unknown_player(v, r->name, why);
    if (r->engine)
        begin_settings(r->engine, &r->settings);
    if (duel_str_is(r->name, "punisher") && rest.at) {
        r->victim = rest; /* all that follows is its name */
        return status;
    }
    while (status == DUEL_OK && duel_str_part(&rest, ':', &word))
        status = read_setting(word, r, why);
    return status;
}

/* ---- opening ----------------------------------------------------------------------------- */

static duel_status open_part(part *p, const duel_engine *e, const duel_variant *v,
                             const duel_settings *s, size_t memory, duel_msg *why)
{
    duel_status status = e->fits ? e->fits(v, why) : DUEL_OK;
    if (status == DUEL_OK)
        status = e->open(v, s, memory, &p->self, why);
    if (status == DUEL_OK)
        p->engine = e;
    return status;
}

static duel_status open_named(part *p, const char *name, const duel_variant *v,
                              const duel_learned *learned, size_t memory, duel_msg *why)
{
    duel_settings s = {.learned = learned};
    const duel_engine *e = catalogue_find_engine(v->game, duel_str_of(name));
    if (e == NULL)
        return duel_invalid(why, N_("There is no player “{0}”."), "c", name);
    begin_settings(e, &s);
    return open_part(p, e, v, &s, memory, why);
}

const char *player_general_searcher(const duel_variant *v)
{
    const duel_accel *a = v->game->accel;
    bool sampled = a && a->playouts && a->evaluate == NULL;
    return duel_has_secrets(v) || v->seats > 2 || sampled ? "mcts" : "alphabeta";
}

static duel_status ask_victim(void *self, const duel_think *t, const duel_move move[],
                              int count, double chance[], duel_msg *why)
{
    duel_think asked = *t;
    bool told;
    asked.seed = 0;
    return strategy_ask(self, &asked, STRATEGY_SEEDS, move, count, chance, &told, why);
}

static duel_status open_victim(machine_player *p, size_t memory, reading *r, duel_msg *why)
{
    duel_status status =
        player_open(r->victim, p->v, memory, r->settings.learned, &p->victim, why);
    p->manner = (duel_policy){p->victim, ask_victim};
    r->settings.against = &p->manner;
    return status;
}

/* Where things are hidden: by a mix, if the game is so small that it is solved before anybody
 * gets impatient; else by sampling. */
static duel_status open_expert_of_secrets(machine_player *p, const duel_learned *learned,
                                          size_t memory, duel_msg *why)
{
    static const char solver[] = "equilibrium:ends=20000";
    reading r = {.settings.learned = learned};
    if (player_mixes(p->v) && read_spec(duel_str_of(solver), p->v, &r, why) == DUEL_OK)
        open_part(&p->solver, r.engine, p->v, &r.settings, memory / 2, why);
    return open_named(&p->main, player_general_searcher(p->v), p->v, NULL, memory, why);
}

/* An expert for a game that has none of its own. */
static duel_status open_general_expert(machine_player *p, const duel_learned *learned,
                                       size_t memory, duel_msg *why)
{
    if (duel_has_secrets(p->v) || p->v->seats > 2)
        return open_expert_of_secrets(p, learned, memory, why);
    duel_status status = open_named(&p->solver, "exact", p->v, learned, memory / 2, why);
    if (status == DUEL_OK)
        status =
            open_named(&p->main, player_general_searcher(p->v), p->v, NULL, memory / 2, why);
    return status;
}

/* With other settings of its own an engine is another engine. */
static bool is_as_usual(const reading *r)
{
    const duel_option *o = r->engine ? r->engine->options : NULL;
    for (int i = 0; o && o[i].name; i++)
        if (r->settings.option[i] != o[i].initial)
            return false;
    return true;
}

duel_status player_open(duel_str spec, const duel_variant *v, size_t memory,
                        const duel_learned *learned, machine_player **out, duel_msg *why)
{
    reading r = {.settings.learned = learned};
    if (spec.len >= PLAYER_SPEC_TEXT)
        return duel_invalid(why, N_("A player is named in at most {0} characters."), "i",
                            (int64_t)PLAYER_SPEC_TEXT - 1);
    duel_status status = read_spec(spec, v, &r, why);
    if (status != DUEL_OK)
        return status;
    machine_player *p = calloc(1, sizeof *p);
    if (p == NULL)
        return duel_no_space(why);
    memcpy(p->spec, spec.at, spec.len);
    p->v = v;
    p->seconds = (double)r.budget[SECONDS] * 1e-6;
    const duel_level *level = &levels_of(r.engine)[r.level];
    p->nodes = r.budget[NODES] ? (uint64_t)r.budget[NODES] : level->nodes;
    p->careless = level->careless;
    p->depth = (int)r.budget[DEPTH];
    p->control = r.control;
    if (r.victim.at)
        status = open_victim(p, memory / 2, &r, why);
    if (r.command.at)
        status = program_player_open(r.command, v, &p->bot, why);
    else if (status == DUEL_OK)
        status = r.engine ? open_part(&p->main, r.engine, v, &r.settings, memory, why)
                          : open_general_expert(p, learned, memory, why);
    if (status == DUEL_OK && p->main.engine && is_as_usual(&r))
        p->calibration = calibration_of(v, p->main.engine->name);
    if (status == DUEL_OK)
        *out = p;
    else
        player_close(p);
    return status;
}

void player_close(machine_player *p)
{
    if (p == NULL)
        return;
    program_player_close(p->bot);
    player_close(p->victim);
    if (p->main.engine)
        p->main.engine->close(p->main.self);
    if (p->solver.engine)
        p->solver.engine->close(p->solver.self);
    free(p);
}

bool player_fits(duel_str spec, const duel_variant *v)
{
    enum { LITTLE = 1 << 20 }; /* of memory, since it is not to think */
    machine_player *p = NULL;
    bool fits = player_open(spec, v, LITTLE, NULL, &p, NULL) == DUEL_OK;
    player_close(p);
    return fits;
}

duel_status player_start(machine_player *p, duel_msg *why)
{
    if (p->victim)
        return player_start(p->victim, why);
    return p->bot ? program_player_start(p->bot, why) : DUEL_OK;
}

duel_status player_program(duel_str command, char spec[PLAYER_SPEC_TEXT], duel_msg *why)
{
    const char *language = program_player_is(command) ? "" : "cmd:";
    if (snprintf(spec, PLAYER_SPEC_TEXT, "%s%.*s", language, (int)command.len, command.at) >=
        PLAYER_SPEC_TEXT)
        return duel_invalid(why, N_("The name of this program is too long."), "");
    return DUEL_OK;
}

duel_str player_program_name(duel_str spec)
{
    duel_str language, path, step, name;
    duel_str_part(&spec, ':', &language);
    duel_str_part(&spec, ':', &path);
    name = path;
    while (duel_str_part(&path, '/', &step))
        name = step;
    return name;
}

duel_status player_try_program(duel_str spec, duel_msg *why)
{
    reading r = {.level = 0};
    program_player *bot = NULL;
    duel_status status = read_command(spec, &r, why);
    if (status == DUEL_OK)
        status = program_player_open(r.command, NULL, &bot, why);
    if (status == DUEL_OK)
        status = program_player_start(bot, why);
    program_player_close(bot);
    return status;
}

/* ---- thinking ---------------------------------------------------------------------------- */

enum { DEFAULT_SECONDS = 1 };

static bool unlimited(const duel_think *t)
{
    return t->seconds <= 0 && t->nodes == 0;
}

/* The share of its time an expert gives to solving before it turns to searching. */
static duel_think solver_share(const duel_think *t)
{
    duel_think share = *t;
    if (unlimited(t))
        share.seconds = DEFAULT_SECONDS;
    share.seconds *= 0.4;
    share.progress = NULL;
    return share;
}

static duel_status think_anything(machine_player *p, const duel_think *t, duel_rng *rng,
                                  duel_answer *out)
{
    duel_state state;
    const duel_game *g = p->v->game;
    duel_move list[DUEL_MOVES_MAX];
    memset(out, 0, sizeof *out);
    bool goes_on = duel_guess_state(p->v, t->view, &state);
    do {
        int count = g->moves(p->v, goes_on ? &state : t->view, list);
        duel_move move = list[duel_rng_below(rng, (uint32_t)count)];
        out->plan[out->plan_count++] = out->line[out->line_count++] = move;
        if (goes_on)
            g->play(p->v, &state, move);
    } while (goes_on && out->plan_count < DUEL_PLAN && !duel_turn_ended(p->v, t->seat, &state));
    return DUEL_OK;
}

/* A solver may have proved the position by one move and not know what the others are worth. */
static bool all_rated(const duel_answer *a)
{
    for (int i = 0; i < a->rated_count; i++)
        if (a->rated[i].result.value == DUEL_UNSOLVED)
            return false;
    return true;
}

static void forget_part(part *p)
{
    if (p->engine && p->engine->forget)
        p->engine->forget(p->self);
}

static void forget_engines(machine_player *p)
{
    forget_part(&p->main);
    forget_part(&p->solver);
}

/* What is solved as a whole is solved once, and small: no limit but to be stopped. */
static bool think_mixed(machine_player *p, const duel_think *t, duel_answer *out)
{
    duel_think whole = *t;
    whole.seconds = 0;
    whole.nodes = 0;
    whole.progress = NULL;
    return p->solver.engine->think(p->solver.self, &whole, out, NULL) == DUEL_OK && out->mixed;
}

typedef struct onlooker { /* who is told how far the thinking has got */
    const machine_player *player;
    const duel_think *call;
} onlooker;

static void tell_calibrated(void *self, const duel_progress *p)
{
    const onlooker *o = self;
    duel_progress told = *p;
    if (o->player->calibration && p->nodes >= o->player->calibration->nodes)
        told.scale.calibration = o->player->calibration;
    o->call->progress(o->call->watcher, &told);
}

/* What was thought about for less than the games of the table were says nothing by it, unless
 * there was no more to think about. */
static bool thought_enough(const duel_calibration *c, const duel_think *t, const duel_answer *a)
{
    const double nearly = 0.9;
    bool stopped = t->stop && atomic_load(t->stop);
    bool spent = (t->nodes && (double)a->nodes >= nearly * (double)t->nodes) ||
                 (t->seconds > 0 && a->seconds >= nearly * t->seconds);
    return (double)a->nodes >= nearly * (double)c->nodes || !(stopped || spent);
}

/* What games have shown of its estimates is said along with them. */
static duel_status think_calibrated(machine_player *p, const duel_think *call, duel_answer *out,
                                    duel_msg *why)
{
    onlooker watcher = {p, call};
    duel_think t = *call;
    if (call->progress) {
        t.progress = tell_calibrated;
        t.watcher = &watcher;
    }
    duel_status status = p->main.engine->think(p->main.self, &t, out, why);
    if (status == DUEL_OK && p->calibration && thought_enough(p->calibration, call, out))
        out->scale.calibration = p->calibration;
    return status;
}

static duel_status think_as_set_up(machine_player *p, const duel_think *call, duel_answer *out,
                                   duel_msg *why)
{
    duel_think t = *call;
    duel_rng rng;
    if (p->seconds > 0)
        t.seconds = p->seconds;
    if (p->nodes)
        t.nodes = p->nodes;
    if (p->bot)
        return program_player_think(p->bot, &t, p->depth, out, why);
    if (t.clock > 0 && t.seconds <= 0)
        t.seconds = time_control_share(t.clock, t.increment);
    duel_rng_init_number(&rng, t.seed);
    if (p->careless > 0 && duel_rng_unit(&rng) < p->careless)
        return think_anything(p, &t, &rng, out);
    if (p->solver.engine && p->solver.engine->whole) {
        if (think_mixed(p, &t, out))
            return DUEL_OK;
    } else if (p->solver.engine) {
        duel_think share = solver_share(&t);
        duel_status status = p->solver.engine->think(p->solver.self, &share, out, why);
        if (status == DUEL_OK && out->proved && (!t.every_move || all_rated(out)))
            return DUEL_OK;
        forget_part(&p->solver); /* room for the next try, nearer the end */
        if (unlimited(&t))
            t.seconds = DEFAULT_SECONDS;
        t.seconds *= 0.6;
    }
    return think_calibrated(p, &t, out, why);
}

duel_status player_think(machine_player *p, const duel_think *call, duel_answer *out,
                         duel_msg *why)
{
    duel_long_work_door(DUEL_LONG_WORK_SOLVE);
    duel_msg unused, *reason = why ? why : &unused;
    duel_fault_guard g;
    double begin = duel_clock();
    duel_fault_guard_begin(&g, p->v->game);
    duel_status status = think_as_set_up(p, call, out, reason);
    p->took = p->bot ? program_player_seconds(p->bot) : duel_clock() - begin;
    p->forfeit.id = NULL;
    if (duel_fault_guard_end(&g, DUEL_OK, reason) != DUEL_OK) {
        forget_engines(p); /* what was found out about a game that fails is worth nothing */
        return DUEL_FAILED;
    }
    if (p->bot && status == DUEL_REFUSED)
        p->forfeit = *reason;
    return status;
}

bool player_ponders(const machine_player *p)
{
    return p->main.engine && p->main.engine->ponder && p->nodes == 0;
}

void player_ponder(machine_player *p, const duel_think *t)
{
    if (player_ponders(p))
        p->main.engine->ponder(p->main.self, t);
}

bool player_forfeits(const machine_player *p, duel_msg *reason)
{
    if (p->forfeit.id && reason)
        *reason = p->forfeit;
    return p->forfeit.id != NULL;
}

void player_forget(machine_player *p)
{
    if (p->bot)
        program_player_forget(p->bot);
    forget_engines(p);
}

bool player_prover(const machine_player *p, const duel_engine **engine, void **self)
{
    const part *prover = p->solver.engine ? &p->solver : &p->main;
    if (prover->engine == NULL)
        return false;
    *engine = prover->engine;
    *self = prover->self;
    return prover->engine->harvest != NULL;
}

/* ---- games with secrets ------------------------------------------------------------------ */

bool player_mixes(const duel_variant *v)
{
    const duel_engine *e = catalogue_find_engine(v->game, duel_str_of("equilibrium"));
    return e && e->fits(v, NULL) == DUEL_OK;
}

static const part *mixing_part(const machine_player *p)
{
    return p->solver.engine && p->solver.engine->whole ? &p->solver : &p->main;
}

duel_status player_solution(machine_player *p, const duel_think *t, duel_full_solution *out,
                            duel_msg *why)
{
    duel_long_work_door(DUEL_LONG_WORK_SOLVE);
    const part *own = mixing_part(p);
    duel_fault_guard g;
    if (own->engine == NULL || own->engine->whole == NULL)
        return duel_refuse(why, N_("The player {0} does not solve games as a whole."), "c",
                           p->spec);
    duel_fault_guard_begin(&g, p->v->game);
    return duel_fault_guard_end(&g, own->engine->whole(own->self, t, out, why), why);
}

bool player_mix(machine_player *p, int seat, uint64_t known, int count, double chance[],
                double worth[])
{
    const part *own = mixing_part(p);
    return own->engine && own->engine->mix &&
           own->engine->mix(own->self, seat, known, count, chance, worth);
}

bool player_habit_cost(machine_player *p, int seat, uint64_t known, int count, double cost[])
{
    const part *own = mixing_part(p);
    return own->engine && own->engine->habit &&
           own->engine->habit(own->self, seat, known, count, cost);
}

double player_carelessness(const machine_player *p)
{
    const duel_engine *own = p->solver.engine ? NULL : p->main.engine;
    return own && strcmp(own->name, "random") == 0 ? 1 : p->careless;
}

const char *player_spec(const machine_player *p)
{
    return p->spec;
}

double player_seconds(const machine_player *p)
{
    return p->seconds;
}

time_control player_control(const machine_player *p)
{
    return p->control;
}

double player_took(const machine_player *p)
{
    return p->took;
}

duel_status player_log(machine_player *p, const char *path, duel_msg *why)
{
    return p->bot ? program_player_log(p->bot, path, why) : DUEL_OK;
}
