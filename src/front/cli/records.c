/* front/cli/records.c -- commands about stored results and records: learned, record, verify,
 * ranking. */
#include "base/file.h"
#include "front/cli/inside.h"
#include "front/commands.h"
#include "front/console.h"
#include "front/json.h"
#include "front/wording.h"
#include "lab/verify.h"
#include "players/catalogue.h"
#include "players/strategy.h"
#include "store/results.h"
#include "table/session.h"
#include "teach/high_scores.h"

#include <string.h>

/* ---- learned ----------------------------------------------------------------------------- */

typedef struct listing {
    const duel_console *c;
    json_t *rows;
} listing;

static bool list_row(void *to, const stored_results *row)
{
    listing *l = to;
    const store_topic *t = &row->topic;
    if (l->c->json)
        json_array_append_new(l->rows,
                              json_pack("{ss%sIss%sIsI}", "game", t->game.at, (int)t->game.len,
                                        "rules", (json_int_t)t->rules, "variant",
                                        t->variant.at ? t->variant.at : "", (int)t->variant.len,
                                        "positions", (json_int_t)row->positions, "bytes",
                                        (json_int_t)row->bytes));
    else
        duel_putf(l->c->out, "%-12.*s %12llu %12llu  %.*s\n", (int)t->game.len, t->game.at,
                  (unsigned long long)row->positions, (unsigned long long)row->bytes,
                  (int)t->variant.len, t->variant.at ? t->variant.at : "");
    return true;
}

static duel_status list_learned(const duel_console *c, data_store *store, duel_str game,
                                duel_msg *why)
{
    listing l = {c, json_array()};
    duel_status status = results_list(store, game, list_row, &l, why);
    if (status == DUEL_OK && c->json)
        c->print_json(c, json_pack("{sO}", "learned", l.rows));
    json_decref(l.rows);
    return status;
}

typedef duel_status learned_writer(data_store *store, duel_finder *find, duel_str game,
                                   duel_sink *out, duel_msg *why);

/* What was learned, in lines: as JSON, they are one text. */
static duel_status export_learned(const duel_console *c, learned_writer *write,
                                  data_store *store, duel_str game, duel_msg *why)
{
    duel_buf text;
    if (!c->json)
        return write(store, catalogue_find_game, game, c->out, why);
    duel_buf_init(&text);
    duel_status status = write(store, catalogue_find_game, game, &text.sink, why);
    json_t *lines = json_take_text(&text);
    if (status == DUEL_OK)
        c->print_json(c, json_pack("{sO}", "export", lines));
    json_decref(lines);
    return status;
}

static duel_status learned_verb(const duel_console *c, const duel_args *a, data_store *store,
                                duel_msg *why)
{
    duel_str verb = a->word[0], game = {"", 0};
    const duel_game *g;
    if (a->word_count > 1) {
        duel_status status = catalogue_open_game(a->word[1], &g, why);
        if (status != DUEL_OK)
            return status;
        game = duel_str_of(g->id);
    }
    if (duel_str_is(verb, "list"))
        return list_learned(c, store, game, why);
    if (duel_str_is(verb, "export"))
        return export_learned(c, duel_args_value(a, "prolog") ? results_facts : results_export,
                              store, game, why);
    duel_status status = results_forget(store, game, why);
    if (status == DUEL_OK && c->json)
        c->print_json(c, json_pack("{sb}", "forgotten", 1));
    return status;
}

static duel_status run_learned(const duel_console *c, const duel_args *a, duel_msg *why)
{
    data_store *store = NULL;
    bool verb = a->word_count >= 1 &&
                (duel_str_is(a->word[0], "list") || duel_str_is(a->word[0], "export") ||
                 duel_str_is(a->word[0], "forget"));
    if (!verb)
        return duel_invalid(why, N_("Write “duel learned list|export|forget [GAME]”."), "");
    duel_status status = store_open(c->data, &store, why);
    if (status == DUEL_OK)
        status = learned_verb(c, a, store, why);
    store_close(store);
    return status;
}

static const duel_option learned_options[] = {
    {"prolog", DUEL_YESNO, 0, 0, 1, NULL,
     N_("export as facts base(State,[Won,Action]), as files in Prolog have them")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

const duel_command command_learned = {"learned",
                                      "list|export|forget [GAME]",
                                      N_("Lists, exports or forgets what was learned."),
                                      learned_options,
                                      NULL,
                                      2,
                                      run_learned};

/* ---- reading a record -------------------------------------------------------------------- */

duel_status records_read_file(duel_str name, duel_buf *out, duel_msg *why)
{
    char path[4096];
    if (name.len >= sizeof path)
        return duel_invalid(why, N_("The file name is too long."), "");
    memcpy(path, name.at, name.len);
    path[name.len] = '\0';
    return duel_file_read(path, DUEL_FILE_MOST, out, why);
}

static duel_status print_saved(const duel_console *c, duel_str id, duel_buf *out, duel_msg *why)
{
    char name[STORE_ID_TEXT] = "";
    data_store *store = NULL;
    if (id.len < sizeof name)
        memcpy(name, id.at, id.len);
    duel_status status = store_open(c->data, &store, why);
    if (status == DUEL_OK)
        status = session_store_print(store, name, &out->sink, why);
    store_close(store);
    return status;
}

static bool looks_like_id(duel_str name)
{
    return name.len == STORE_ID_TEXT - 1 && memchr(name.at, '/', name.len) == NULL &&
           memchr(name.at, '.', name.len) == NULL;
}

duel_status records_read_record(const duel_console *c, duel_str name, duel_record *out,
                                duel_msg *why)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_status status = records_read_file(name, &text, why);
    if (status != DUEL_OK && looks_like_id(name))
        status = print_saved(c, name, &text, why);
    if (status == DUEL_OK)
        status = duel_record_read(duel_buf_str(&text), catalogue_find_game, out, why);
    duel_buf_fini(&text);
    return status;
}

static duel_status run_record(const duel_console *c, const duel_args *a, duel_msg *why)
{
    duel_buf text;
    if (a->word_count != 1)
        return duel_invalid(
            why, N_("Which game? Give the ID that “duel play --resume list” shows."), "");
    duel_buf_init(&text);
    duel_status status = print_saved(c, a->word[0], &text, why);
    if (status == DUEL_OK && c->json)
        c->print_json(c, json_pack("{so}", "record", json_text(duel_buf_str(&text))));
    else if (status == DUEL_OK)
        duel_put(c->out, text.text);
    duel_buf_fini(&text);
    return status;
}

const duel_command command_record = {
    "record", "ID", N_("Prints the record of a saved game."), NULL, NULL, 1, run_record};

/* ---- verify ------------------------------------------------------------------------------ */

static const duel_option verify_options[] = {{"most", DUEL_NUMBER, 20000000, 1,
                                              INT64_C(1) << 40, NULL,
                                              N_("look at so many positions at most")},
                                             WORK_LAST};
static const duel_flag verify_texts[] = {
    SUBJECT_TEXTS,
    {"commitment", "HASH", N_("the record was dealt as this hash, shown before, promised")},
    SUBJECT_LAST_TEXT};

static bool is_claim(duel_str word)
{
    static const char *const names[] = {
        "value=", "score=", "remoteness=", "nimber=", "line=", "strategy="};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (word.len > strlen(names[i]) && memcmp(word.at, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/* A claim that does not hold is an answer, too: in JSON with the reason beside it. */
static duel_status tell_verified(const duel_console *c, duel_status status, duel_msg *why)
{
    if (c->json && (status == DUEL_OK || status == DUEL_REFUSED)) {
        json_t *j = json_pack("{sb}", "verified", status == DUEL_OK);
        if (status == DUEL_REFUSED)
            json_object_update_new(j, json_failure(c->lang, status, why));
        c->print_json(c, j);
        why->id = NULL;
    } else if (status == DUEL_OK) {
        TELL(c, N_("Verified."), "");
    }
    return status;
}

/* Takes the claims out of the words. */
static int take_claims(duel_args *a, duel_str claim[])
{
    int claims = 0, kept = 0;
    for (int i = 0; i < a->word_count; i++) {
        if (is_claim(a->word[i]))
            claim[claims++] = a->word[i];
        else
            a->word[kept++] = a->word[i];
    }
    a->word_count = kept;
    return claims;
}

static bool mix_of_strategy(void *self, const policy_place *at, double chance[])
{
    return strategy_mix(self, at->seat, at->known, at->count, chance);
}

/* strategy=FILE: what `duel solve --strategy FILE` has written. */
static duel_status verify_strategy(const duel_variant *v, duel_str claim, uint64_t most,
                                   duel_msg *why)
{
    duel_buf text;
    player_strategy s;
    duel_str path = claim, name;
    duel_str_part(&path, '=', &name);
    duel_buf_init(&text);
    duel_status status = records_read_file(path, &text, why);
    if (status == DUEL_OK)
        status = strategy_read(v, duel_buf_str(&text), &s, why);
    if (status == DUEL_OK) {
        status = verify_policy(v, s.low, s.high, mix_of_strategy, &s, most, why);
        strategy_fini(&s);
    }
    duel_buf_fini(&text);
    return status;
}

static bool is_strategy(duel_str claim)
{
    duel_str rest = claim, name;
    duel_str_part(&rest, '=', &name);
    return duel_str_is(name, "strategy");
}

static duel_status verify_claims(const duel_args *a, duel_msg *why)
{
    position_args s;
    duel_args rest = *a;
    duel_str claim[DUEL_WORDS];
    int claims = take_claims(&rest, claim);
    duel_status status = position_args_read(&rest, 0, &s, why);
    if (status != DUEL_OK)
        return status;
    if (claims == 0)
        status = duel_invalid(
            why,
            N_("What is claimed? value=, score=, remoteness=, nimber=, line= or strategy=."),
            "");
    uint64_t most = (uint64_t)duel_args_value(a, "most");
    for (int i = 0; status == DUEL_OK && i < claims; i++)
        status = is_strategy(claim[i]) ? verify_strategy(&s.v, claim[i], most, why)
                                       : verify_game_claim(&s.v, &s.state, claim[i], most, why);
    position_args_fini(&s);
    return status;
}

static duel_status verify_commitment(const duel_args *a, const duel_record *record,
                                     duel_msg *why)
{
    char commitment[DUEL_COMMITMENT_TEXT];
    const char *claimed = duel_args_text(a, "commitment", NULL);
    duel_record_commitment(record, commitment);
    if (claimed == NULL || strcmp(claimed, commitment) == 0)
        return DUEL_OK;
    return duel_refuse(why, N_("Refused: the commitment of this deal is {0}."), "c",
                       commitment);
}

static duel_status run_verify(const duel_console *c, const duel_args *a, duel_msg *why)
{
    duel_record record;
    if (a->word_count == 0)
        return duel_invalid(why, N_("Verify what? Write a RECORD, or GAME [POSITION] value=…."),
                            "");
    if (catalogue_find_game(a->word[0]) || a->word_count > 1)
        return tell_verified(c, verify_claims(a, why), why);
    duel_status status = records_read_record(c, a->word[0], &record, why);
    if (status == DUEL_OK) {
        status = verify_commitment(a, &record, why);
        duel_record_fini(&record);
    }
    return tell_verified(c, status, why);
}

const duel_command command_verify = {
    "verify",
    "RECORD | GAME [POSITION] [opt=value…] value=…|score=…|line=…|strategy=FILE",
    N_("Checks a record or a claim with code that shares nothing with the engines."),
    verify_options,
    verify_texts,
    DUEL_GAME_ARGS,
    run_verify};

/* ---- ranking: who did best, class by class ----------------------------------------------- */

static void print_class(const duel_console *c, const duel_game *game,
                        const high_score_class *class)
{
    wording_settings(c->lang, c->out, game, duel_buf_str(&class->variant));
    duel_put(c->out, "\n");
    for (size_t i = 0; i < class->rows; i++) {
        const high_score *r = &class->row[i];
        duel_putf(c->out, "%4zu  %6lld  ", i + 1, (long long)r->best);
        duel_put_str(c->out, duel_buf_str(&r->name));
        duel_put(c->out, "  ");
        TELL(c, N_("({0} of {1} won)"), "ii", r->won, r->openings);
    }
}

static void print_ranking(const duel_console *c, const duel_game *game, const high_scores *r)
{
    if (c->json) {
        c->print_json(c, json_pack("{ssso}", "game", game->id, "classes",
                                   json_ranking(game, r, c->lang)));
        return;
    }
    for (size_t i = 0; i < r->classes; i++)
        print_class(c, game, &r->class[i]);
    if (r->classes == 0)
        TELL(c, N_("No score has been kept yet."), "");
}

static duel_status run_ranking(const duel_console *c, const duel_args *a, duel_msg *why)
{
    data_store *store = NULL;
    high_scores r;
    const duel_game *game;
    if (a->word_count == 0)
        return duel_invalid(why, N_("Best scores of which game?"), "");
    duel_status status = catalogue_need_game(a->word[0], &game, why);
    if (status == DUEL_OK && game->museum.ranked == NULL)
        status = duel_refuse(why, N_("In this game scores are not ranked."), "");
    if (status == DUEL_OK)
        status = store_open(c->data, &store, why);
    if (status == DUEL_OK)
        status = high_scores_make(store, game, &r, why);
    store_close(store);
    if (status != DUEL_OK)
        return status;
    print_ranking(c, game, &r);
    high_scores_fini(&r);
    return DUEL_OK;
}

const duel_command command_ranking = {
    "ranking",
    "GAME",
    N_("Lists the best scores of everybody here, class by class; what was dealt counts once."),
    NULL,
    NULL,
    1,
    run_ranking};
