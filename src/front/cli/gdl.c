/* front/cli/gdl.c -- `duel gdl`: rule sheets of the Game Description Language as such. What is
 * asked here is asked of the prover, so that every sheet that can be read answers. */
#include "base/spelling.h"
#include "front/cli/inside.h"
#include "front/commands.h"
#include "front/console.h"
#include "front/ggp/player.h"
#include "front/json.h"
#include "gdl/cross_check.h"
#include "gdl/kif.h"
#include "gdl/prover.h"
#include "gdl/why.h"

#include <stdio.h>
#include <stdlib.h>

static gdl_limits limits_of(const duel_args *a)
{
    return (gdl_limits){.seconds = duel_args_decimal(a, "seconds"),
                        .bytes = (size_t)duel_args_value(a, "memory") << 20};
}

/* ---- replay ----------------------------------------------------------------------------- */

typedef struct replay {
    const duel_console *c;
    gdl_sheet *sheet;
    gdl_prover *prover;
    gdl_term *move; /* by role */
    json_t *steps;
} replay;

static json_t *json_term(gdl_terms *t, gdl_term term)
{
    duel_buf text;
    duel_buf_init(&text);
    gdl_put_term(t, term, &text.sink);
    return json_take_text(&text);
}

static json_t *json_terms(gdl_terms *t, const gdl_term *term, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_term(t, term[i]));
    return list;
}

static json_t *json_goals(gdl_prover *p, uint32_t roles)
{
    json_t *goals = json_array();
    for (uint32_t r = 0; r < roles; r++) {
        int32_t points;
        bool one = gdl_prover_goal(p, r, &points) == GDL_GOAL_ONE;
        json_array_append_new(goals, one ? json_integer(points) : json_null());
    }
    return goals;
}

static void add_step(replay *r)
{
    json_t *legal = json_array();
    for (uint32_t k = 0; k < r->sheet->roles; k++) {
        const gdl_list *moves = gdl_prover_legal(r->prover, k);
        json_array_append_new(legal,
                              json_terms(gdl_prover_terms(r->prover), moves->at, moves->count));
    }
    json_array_append_new(r->steps, json_pack("{sosbso}", "legal", legal, "over",
                                              gdl_prover_over(r->prover), "goals",
                                              json_goals(r->prover, r->sheet->roles)));
}

/* A line: a move of each role, with tabs between. */
static duel_status replay_line(replay *r, duel_str line, int64_t number, duel_msg *why)
{
    duel_str part;
    uint32_t count = 0;
    duel_status status = DUEL_OK;
    while (status == DUEL_OK && count < r->sheet->roles && duel_str_part(&line, '\t', &part))
        status = gdl_prover_term(r->prover, part, &r->move[count++], why);
    if (status == DUEL_OK && (count < r->sheet->roles || line.at))
        status = duel_invalid(why,
                              N_("Line {0} of the moves: one of each of {1} {1:role|roles}, "
                                 "with tabs between."),
                              "ii", number, (int64_t)r->sheet->roles);
    if (status == DUEL_OK)
        status = gdl_prover_play(r->prover, r->move, why);
    return status;
}

static duel_status replay_lines(replay *r, duel_msg *why)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    duel_status status = DUEL_OK;
    add_step(r);
    for (int64_t number = 1; status == DUEL_OK && (length = getline(&line, &room, stdin)) > 0;
         number++) {
        duel_str text = {line, (size_t)length};
        if (text.at[text.len - 1] == '\n')
            text.len--;
        status = replay_line(r, text, number, why);
        if (status == DUEL_OK)
            add_step(r);
    }
    free(line);
    return status;
}

static void print_list(duel_sink *out, json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        duel_putf(out, "%s%s", i ? " " : "", json_string_value(json_array_get(list, i)));
}

/* A line a step: "0: (mark 1 1) (mark 1 2) | noop", and at the end the goals, "= 100 0". */
static void print_step(duel_sink *out, size_t number, json_t *step)
{
    json_t *legal = json_object_get(step, "legal"), *goals = json_object_get(step, "goals");
    duel_putf(out, "%zu", number);
    for (size_t role = 0; role < json_array_size(legal); role++) {
        duel_put(out, role ? " | " : ": ");
        print_list(out, json_array_get(legal, role));
    }
    if (json_is_true(json_object_get(step, "over"))) {
        duel_put(out, " =");
        for (size_t role = 0; role < json_array_size(goals); role++) {
            json_t *goal = json_array_get(goals, role);
            if (json_is_null(goal))
                duel_put(out, " ?");
            else
                duel_putf(out, " %d", (int)json_integer_value(goal));
        }
    }
    duel_put(out, "\n");
}

static void tell_replay(const replay *r)
{
    if (!r->c->json) {
        for (size_t i = 0; i < json_array_size(r->steps); i++)
            print_step(r->c->out, i, json_array_get(r->steps, i));
        return;
    }
    json_t *roles = json_terms(gdl_prover_terms(r->prover), r->sheet->role, r->sheet->roles);
    r->c->print_json(r->c, json_pack("{sosO}", "roles", roles, "steps", r->steps));
}

static duel_status run_replay(const duel_console *c, gdl_sheet *sheet, const duel_args *a,
                              duel_msg *why)
{
    replay r = {.c = c, .sheet = sheet, .steps = json_array()};
    r.move = malloc(sheet->roles * sizeof *r.move);
    duel_status status =
        r.move ? gdl_prover_new(sheet, (gdl_limits){0}, &r.prover, why) : duel_no_space(why);
    if (status == DUEL_OK)
        status = replay_lines(&r, why);
    if (status == DUEL_OK)
        tell_replay(&r);
    gdl_prover_free(r.prover);
    json_decref(r.steps);
    free(r.move);
    return status;
}

/* ---- info ------------------------------------------------------------------------------- */

static json_t *json_warnings(const duel_console *c, const gdl_sheet *s)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < s->warnings && i < GDL_WARNINGS; i++)
        json_array_append_new(list, json_say(c->lang, &s->warning[i]));
    return list;
}

static json_t *json_sheet(const duel_console *c, gdl_sheet *s)
{
    return json_pack("{sosIso}", "roles", json_terms(&s->terms, s->role, s->roles), "rules",
                     (json_int_t)s->count, "warnings", json_warnings(c, s));
}

static void set_sizes(json_t *j, const gdl_bit_program *f)
{
    json_set(j, "facts", json_integer(f->facts));
    json_set(j, "moves", json_integer(f->moves));
    json_set(j, "gates", json_integer((json_int_t)f->gates));
    json_set(j, "inputs", json_integer((json_int_t)f->inputs));
}

static void print_info(const duel_console *c, const gdl_sheet *s, const gdl_bit_program *f)
{
    duel_putf(c->out, "roles   %u\nrules   %zu\n", s->roles, s->count);
    if (f)
        duel_putf(c->out, "facts   %u\nmoves   %u\ngates   %zu\ninputs  %zu\nseconds %.2f\n",
                  f->facts, f->moves, f->gates, f->inputs, f->seconds);
    for (uint32_t i = 0; i < s->warnings && i < GDL_WARNINGS; i++) {
        tell_said(c, &s->warning[i]);
    }
}

/* A sheet that does not ground is told of too: it can be played all the same. */
static duel_status run_info(const duel_console *c, gdl_sheet *sheet, const duel_args *a,
                            duel_msg *why)
{
    gdl_bit_program *flat = NULL;
    duel_msg reason = {0};
    duel_status status = gdl_bit_program_make(sheet, limits_of(a), &flat, &reason);
    if (c->json) {
        json_t *j = json_sheet(c, sheet);
        json_set(j, "ground", json_boolean(status == DUEL_OK));
        json_set(j, "seconds", flat ? json_real(flat->seconds) : json_null());
        if (flat)
            set_sizes(j, flat);
        else
            json_set(j, "why", json_say(c->lang, &reason));
        c->print_json(c, j);
    } else {
        print_info(c, sheet, flat);
        if (flat == NULL) {
            duel_tell(c->lang, c->out, N_("Not ground, so slower: "), "");
            tell_said(c, &reason);
        }
    }
    gdl_bit_program_free(flat);
    return DUEL_OK;
}

/* ---- check ------------------------------------------------------------------------------ */

static duel_status run_check(const duel_console *c, gdl_sheet *sheet, const duel_args *a,
                             duel_msg *why)
{
    gdl_bit_program *flat = NULL;
    duel_rng rng;
    uint64_t states = 0;
    duel_rng_init_number(&rng, (uint64_t)duel_args_value(a, "seed"));
    duel_status status = gdl_bit_program_make(sheet, limits_of(a), &flat, why);
    if (status == DUEL_OK)
        status = gdl_cross_check(sheet, flat, &rng, (uint32_t)duel_args_value(a, "games"),
                                 (uint32_t)duel_args_value(a, "steps"), &states, why);
    if (status == DUEL_OK && c->json)
        c->print_json(c, json_pack("{sI}", "states", (json_int_t)states));
    else if (status == DUEL_OK)
        TELL(c, N_("{0} {0:state|states} compared, no difference."), "i", (int64_t)states);
    gdl_bit_program_free(flat);
    return status;
}

/* ---- why a move is legal, as a derivation ------------------------------------------------ */

/* `why SHEET [STEP…] MOVE`: a step is a move of each role, or of those only that have a choice.
 * Instead of a move any sentence can be asked for: `terminal`, `(goal x 100)`. */

typedef struct asking {
    const duel_console *c;
    gdl_sheet *sheet;
    gdl_prover *prover;
    gdl_term *move; /* by role */
    gdl_derivation derivation;
} asking;

/* ---- getting there ---------------------------------------------------------------------- */

/* Cuts the next term off: a word, or a bracket with all in it. */
static bool cut_term(duel_str *rest, duel_str *term)
{
    size_t len = 0;
    int open = 0;
    if (!duel_str_skip(rest, " \t"))
        return false;
    for (; len < rest->len; len++) {
        char c = rest->at[len];
        open += (c == '(') - (c == ')');
        if (open <= 0 && (c == ')' || c == ' ' || c == '\t'))
            break;
    }
    if (len < rest->len && rest->at[len] == ')')
        len++;
    *term = (duel_str){rest->at, len};
    *rest = (duel_str){rest->at + len, rest->len - len};
    return true;
}

static uint32_t count_terms(duel_str text)
{
    uint32_t count = 0;
    duel_str term;
    while (cut_term(&text, &term))
        count++;
    return count;
}

/* Whose move is not written: the only one it has. */
static bool has_only_move(asking *a, uint32_t role)
{
    const gdl_list *legal = gdl_prover_legal(a->prover, role);
    if (legal->count == 1)
        a->move[role] = legal->at[0];
    return legal->count == 1;
}

static duel_status play_step(asking *a, duel_str step, duel_msg *why)
{
    duel_str rest = step, term;
    bool all = count_terms(step) == a->sheet->roles, whole = true;
    duel_status status = DUEL_OK;
    for (uint32_t r = 0; status == DUEL_OK && r < a->sheet->roles; r++) {
        if (!all && has_only_move(a, r))
            continue;
        if (cut_term(&rest, &term))
            status = gdl_prover_term(a->prover, term, &a->move[r], why);
        else
            whole = false;
    }
    if (status == DUEL_OK && (!whole || cut_term(&rest, &term)))
        return duel_invalid(why,
                            N_("“{0}”: a step has a move of each role, or of each that has a "
                               "choice."),
                            "s", step);
    return status == DUEL_OK ? gdl_prover_play(a->prover, a->move, why) : status;
}

/* ---- what is asked for ------------------------------------------------------------------ */

static bool is_among(const gdl_list *list, gdl_term term)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i] == term)
            return true;
    return false;
}

/* A move of whoever has it; else the sentence as it is. */
static duel_status find_sentence(asking *a, duel_str text, gdl_term *out, duel_msg *why)
{
    duel_status status = gdl_prover_term(a->prover, text, out, why);
    for (uint32_t r = 0; status == DUEL_OK && r < a->sheet->roles; r++)
        if (is_among(gdl_prover_legal(a->prover, r), *out))
            return gdl_prover_legal_term(a->prover, r, *out, out, why);
    return status;
}

static duel_status derive(asking *a, duel_str text, duel_msg *why)
{
    gdl_term sentence;
    duel_status status = find_sentence(a, text, &sentence, why);
    if (status == DUEL_OK)
        status = gdl_prover_why(a->prover, sentence, &a->derivation, why);
    if (status == DUEL_REFUSED)
        return duel_refuse(why, N_("“{0}” is no legal move here, and nothing makes it true."),
                           "s", text);
    return status;
}

/* ---- telling ---------------------------------------------------------------------------- */

static void print_derivation(const asking *a)
{
    for (size_t i = 0; i < a->derivation.count; i++) {
        const gdl_proof_step *s = &a->derivation.step[i];
        duel_putf(a->c->out, "%*s", (int)(2 * s->depth), "");
        gdl_put_step(gdl_prover_terms(a->prover), s, a->c->lang, a->c->out);
        duel_put(a->c->out, "\n");
    }
}

static const char *const because_word[] = {
    [GDL_IN_STATE] = "state", [GDL_STATED] = "stated", [GDL_BY_RULE] = "rule",
    [GDL_AS_ABOVE] = "above", [GDL_ABSENT] = "absent", [GDL_UNLIKE] = "distinct",
    [GDL_ALIKE] = "same",
};

static json_t *json_term_of(const asking *a, gdl_term term)
{
    duel_buf text;
    duel_buf_init(&text);
    gdl_put_term(gdl_prover_terms(a->prover), term, &text.sink);
    return json_take_text(&text);
}

static json_t *json_step(const asking *a, const gdl_proof_step *s)
{
    json_t *j = json_pack("{sissso}", "depth", (int)s->depth, "because",
                          because_word[s->because], "sentence", json_term_of(a, s->sentence));
    if (s->because == GDL_UNLIKE || s->because == GDL_ALIKE)
        json_set(j, "other", json_term_of(a, s->other));
    if (s->rule) {
        duel_buf rule;
        duel_buf_init(&rule);
        gdl_kif_put(s->rule->source, &rule.sink);
        json_set(j, "line", json_integer(s->rule->line));
        json_set(j, "rule", json_take_text(&rule));
    }
    return j;
}

static void tell_derivation(const asking *a)
{
    if (!a->c->json) {
        print_derivation(a);
        return;
    }
    json_t *steps = json_array();
    for (size_t i = 0; i < a->derivation.count; i++)
        json_array_append_new(steps, json_step(a, &a->derivation.step[i]));
    a->c->print_json(a->c, json_pack("{so}", "steps", steps));
}

static duel_status gdl_tell_why(const duel_console *c, const duel_str *words, int count,
                                duel_msg *why)
{
    asking a = {.c = c};
    duel_status status = gdl_sheet_load(words[0].at, &a.sheet, why);
    if (status == DUEL_OK)
        status = gdl_prover_new_explaining(a.sheet, (gdl_limits){0}, &a.prover, why);
    if (status == DUEL_OK && (a.move = malloc(a.sheet->roles * sizeof *a.move)) == NULL)
        status = duel_no_space(why);
    for (int i = 1; status == DUEL_OK && i + 1 < count; i++)
        status = play_step(&a, words[i], why);
    if (status == DUEL_OK)
        status = derive(&a, words[count - 1], why);
    if (status == DUEL_OK)
        tell_derivation(&a);
    free(a.move);
    gdl_prover_free(a.prover);
    gdl_sheet_free(a.sheet);
    return status;
}

/* ---- the command ------------------------------------------------------------------------ */

typedef struct gdl_verb {
    const char *name;
    duel_status (*run)(const duel_console *c, gdl_sheet *sheet, const duel_args *a,
                       duel_msg *why);
} gdl_verb;

static const gdl_verb verbs[] = {
    {"replay", run_replay}, {"info", run_info}, {"check", run_check}, {NULL, NULL}};

static duel_status run_on_sheet(const duel_console *c, const duel_args *a, const gdl_verb *verb,
                                duel_msg *why)
{
    gdl_sheet *sheet = NULL;
    duel_status status = gdl_sheet_load(a->word[1].at, &sheet, why);
    if (status == DUEL_OK)
        status = verb->run(c, sheet, a, why);
    gdl_sheet_free(sheet);
    return status;
}

static duel_status run_player(const duel_console *c, const duel_args *a, duel_msg *why)
{
    ggp_player_setup setup = {.host = duel_args_text(a, "host", "127.0.0.1"),
                              .port = (int)duel_args_value(a, "port"),
                              .most = duel_args_decimal(a, "think")};
    return ggp_player_run(c, &setup, why);
}

static duel_status run_gdl(const duel_console *c, const duel_args *a, duel_msg *why)
{
    for (const gdl_verb *verb = verbs; verb->name && a->word_count == 2; verb++)
        if (duel_str_is(a->word[0], verb->name))
            return run_on_sheet(c, a, verb, why);
    if (a->word_count == 2 && duel_str_is(a->word[0], "sample"))
        return gdl_sample(c, a->word[1].at, duel_args_value(a, "seed"),
                          duel_args_value(a, "count"), why);
    if (a->word_count == 2 && duel_str_is(a->word[0], "pictures"))
        return gdl_tell_pictures(c, a->word[1].at, why);
    if (a->word_count >= 3 && duel_str_is(a->word[0], "why"))
        return gdl_tell_why(c, a->word + 1, a->word_count - 1, why);
    if (a->word_count == 1 && duel_str_is(a->word[0], "player"))
        return run_player(c, a, why);
    static const char *const names[] = {"replay",   "info", "check",  "sample",
                                        "pictures", "why",  "player", NULL};
    duel_invalid(
        why,
        N_("Write “duel gdl replay|info|check SHEET”, “duel gdl why SHEET [STEP…] MOVE”, "
           "“duel gdl sample|pictures FOLDER” or “duel gdl player”."),
        "");
    return duel_ask_nearest(DUEL_INVALID, why, a->word_count ? a->word[0] : (duel_str){"", 0},
                            names, sizeof *names);
}

static const duel_option gdl_options[] = {
    WORK_SECONDS(INT64_C(10000000), N_("the time that grounding may take")),
    {"memory", DUEL_NUMBER, 1024, 16, INT64_C(1) << 20, NULL,
     N_("megabytes that grounding may take")},
    {"seed", DUEL_NUMBER, 1, 0, INT64_MAX, NULL, N_("the seed of chance")},
    {"count", DUEL_NUMBER, 50, 1, 100000, NULL, N_("sheets to draw")},
    {"games", DUEL_NUMBER, 10, 1, 1000000, NULL, N_("random games to compare")},
    {"steps", DUEL_NUMBER, 100, 1, 1000000, NULL, N_("steps of a game at most")},
    {"port", DUEL_NUMBER, 9147, 0, 65535, NULL,
     N_("the port at which the player listens; 0: any that is free")},
    {"think", DUEL_DECIMAL, 0, 0, INT64_C(86400000000), NULL,
     N_("seconds that the player thinks on a turn at most; 0: as the clock allows")},
    WORK_LAST};
static const duel_flag gdl_texts[] = {
    {"host", "ADDR",
     N_("the address at which the player listens (default 127.0.0.1: this machine only)")},
    {NULL, NULL, NULL}};

const duel_command command_gdl = {
    "gdl",
    "replay|info|check SHEET | why SHEET [STEP…] MOVE | sample|pictures FOLDER | player",
    N_("Rule sheets: along given moves, their size, held to the prover; why a move is legal; "
       "drawn by chance; a player for servers of General Game Playing."),
    gdl_options,
    gdl_texts,
    DUEL_WORDS,
    run_gdl};
