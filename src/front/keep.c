/* front/keep.c -- what was kept and what is claimed: learned, verify, review. */
#include "core/play.h"
#include "core/variant.h"
#include "front/commands.h"
#include "front/pen.h"
#include "front/subject.h"
#include "front/work.h"
#include "service/catalogue.h"
#include "service/learned.h"
#include "service/player.h"
#include "service/session.h"
#include "service/verify.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- learned ------------------------------------------------------------------------------
 */

typedef struct listing {
    const request *r;
    json_t *rows;
} listing;

static bool list_row(void *to, const store_learned *row)
{
    listing *l = to;
    const store_topic *t = &row->topic;
    if (l->r->console.json)
        json_array_append_new(l->rows,
                              json_pack("{ss%sIss%sIsI}", "game", t->game.at, (int)t->game.len,
                                        "rules", (json_int_t)t->rules, "variant",
                                        t->variant.at ? t->variant.at : "", (int)t->variant.len,
                                        "positions", (json_int_t)row->positions, "bytes",
                                        (json_int_t)row->bytes));
    else
        duel_putf(l->r->console.out, "%-12.*s %12llu %12llu  %.*s\n", (int)t->game.len,
                  t->game.at, (unsigned long long)row->positions,
                  (unsigned long long)row->bytes, (int)t->variant.len,
                  t->variant.at ? t->variant.at : "");
    return true;
}

static duel_status list(request *r, duel_store *store, duel_str game, duel_msg *why)
{
    listing l = {r, json_array()};
    duel_status status = duel_learned_list(store, game, list_row, &l, why);
    if (status == DUEL_OK && r->console.json)
        args_print_json(r, json_pack("{sO}", "learned", l.rows));
    json_decref(l.rows);
    return status;
}

static duel_status learned_verb(request *r, duel_store *store, duel_msg *why)
{
    duel_str verb = r->word[0], game = {"", 0};
    const duel_game *g;
    if (r->word_count > 1) {
        duel_status status = duel_need_game(r->word[1], &g, why);
        if (status != DUEL_OK)
            return status;
        game = duel_str_of(g->id);
    }
    if (duel_str_is(verb, "list"))
        return list(r, store, game, why);
    if (duel_str_is(verb, "export"))
        return duel_learned_export(store, duel_find_game, game, r->console.out, why);
    duel_status status = duel_learned_forget(store, game, why);
    if (status == DUEL_OK && r->console.json)
        args_print_json(r, json_pack("{sb}", "forgotten", 1));
    return status;
}

static int run_learned(request *r)
{
    duel_msg why;
    duel_store *store = NULL;
    duel_status status = DUEL_OK;
    bool verb = r->word_count >= 1 && r->word_count <= 2 &&
                (duel_str_is(r->word[0], "list") || duel_str_is(r->word[0], "export") ||
                 duel_str_is(r->word[0], "forget"));
    if (!verb)
        status = duel_bad(&why, N_("Write “duel learned list|export|forget [GAME]”."), "");
    if (status == DUEL_OK)
        status = duel_store_open(r->data, &store, &why);
    if (status == DUEL_OK)
        status = learned_verb(r, store, &why);
    duel_store_close(store);
    return status == DUEL_OK ? EXIT_DONE : args_fail(r, status, &why);
}

const command command_learned = {"learned", "list|export|forget [GAME]",
                                 N_("Lists, exports or forgets what was learned."), NULL,
                                 run_learned};

/* ---- reading a record ---------------------------------------------------------------------
 */

/* The file, or standard input for "-". Ends with an error rather than read more than `most`. */
static duel_status read_file(duel_str name, duel_buf *out, duel_msg *why)
{
    enum { MOST = 64 << 20 };
    char path[4096], block[65536];
    if (name.len >= sizeof path)
        return duel_bad(why, N_("The file name is too long."), "");
    memcpy(path, name.at, name.len);
    path[name.len] = '\0';
    FILE *f = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (f == NULL)
        return duel_bad(why, N_("Cannot read {0}: {1}."), "sc", name, strerror(errno));
    size_t got;
    while ((got = fread(block, 1, sizeof block, f)) > 0 && out->len <= MOST)
        duel_put_str(&out->sink, (duel_str){block, got});
    bool failed = ferror(f) || out->failed;
    if (f != stdin)
        fclose(f);
    if (failed || out->len > MOST)
        return duel_bad(why, N_("Cannot read {0}: {1}."), "sc", name,
                        failed ? strerror(errno) : "> 64 MB");
    return DUEL_OK;
}

/* The record of a game in the store. While a game with secrets runs, its deal stays secret. */
static duel_status print_saved(const request *r, duel_str id, duel_buf *out, duel_msg *why)
{
    char name[DUEL_ID_TEXT] = "";
    duel_store *store = NULL;
    duel_session *s = NULL;
    int32_t score[DUEL_SEATS];
    if (id.len < sizeof name)
        memcpy(name, id.at, id.len);
    duel_status status = duel_store_open(r->data, &store, why);
    if (status == DUEL_OK)
        status = duel_session_resume(store, name, (size_t)1 << 20, &s, why);
    if (status == DUEL_OK && duel_has_secrets(duel_session_variant(s)) &&
        !duel_session_over(s, score))
        status = duel_refuse(why, N_("The game is not over: its cards are still secret."), "");
    if (status == DUEL_OK)
        duel_record_print(duel_session_record(s), &out->sink);
    duel_session_close(s, 0);
    duel_store_close(store);
    return status;
}

static bool looks_like_id(duel_str name)
{
    return name.len == DUEL_ID_TEXT - 1 && memchr(name.at, '/', name.len) == NULL &&
           memchr(name.at, '.', name.len) == NULL;
}

/* RECORD is a file, "-" for standard input, or the id of a saved game. */
static duel_status read_record(const request *r, duel_str name, duel_record *out, duel_msg *why)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_status status = read_file(name, &text, why);
    if (status != DUEL_OK && looks_like_id(name))
        status = print_saved(r, name, &text, why);
    if (status == DUEL_OK)
        status = duel_record_read(duel_buf_str(&text), duel_find_game, out, why);
    duel_buf_fini(&text);
    return status;
}

static int run_record(request *r)
{
    duel_msg why;
    duel_buf text;
    if (r->word_count != 1)
        return duel_bad(&why,
                        N_("Which game? Give the ID that “duel play --resume list” shows."),
                        ""),
               args_fail(r, DUEL_BAD, &why);
    duel_buf_init(&text);
    duel_status status = print_saved(r, r->word[0], &text, &why);
    if (status == DUEL_OK && r->console.json)
        args_print_json(r, json_pack("{ss}", "record", text.text));
    else if (status == DUEL_OK)
        duel_put(r->console.out, text.text);
    duel_buf_fini(&text);
    return status == DUEL_OK ? EXIT_DONE : args_fail(r, status, &why);
}

const command command_record = {"record", "ID", N_("Prints the record of a saved game."), NULL,
                                run_record};

/* ---- verify -------------------------------------------------------------------------------
 */

static const flag verify_flags[] = {
    SUBJECT_FLAGS,
    {"--most", "N", N_("look at N positions at most (default 20 million)")},
    {NULL, NULL, NULL}};

static bool is_claim(duel_str word)
{
    static const char *const names[] = {"value=", "score=", "remoteness=", "nimber=", "line="};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (word.len > strlen(names[i]) && memcmp(word.at, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

static int say_verified(const request *r, duel_status status, const duel_msg *why)
{
    if (status == DUEL_OK || status == DUEL_NO) {
        if (r->console.json)
            args_print_json(r, json_pack("{sb}", "verified", status == DUEL_OK));
        else if (status == DUEL_OK)
            duel_tell(r->console.lang, r->console.out, N_("Verified."), ""),
                duel_put(r->console.out, "\n");
    }
    return status == DUEL_OK ? EXIT_DONE : args_fail(r, status, why);
}

static int verify_claims(request *r)
{
    duel_msg why;
    subject s;
    int64_t most;
    duel_str claim[ARGS_WORDS];
    int claims = 0, kept = 0;
    for (int i = 0; i < r->word_count; i++) {
        if (is_claim(r->word[i]))
            claim[claims++] = r->word[i];
        else
            r->word[kept++] = r->word[i];
    }
    r->word_count = kept;
    duel_status status = args_number(r, "--most", 1, INT64_C(1) << 40, 20000000, &most, &why);
    if (status == DUEL_OK)
        status = subject_read(r, 0, &s, &why);
    if (status != DUEL_OK)
        return args_fail(r, status, &why);
    if (claims == 0)
        status = duel_bad(
            &why, N_("What is claimed? value=, score=, remoteness=, nimber= or line=."), "");
    for (int i = 0; status == DUEL_OK && i < claims; i++)
        status = duel_verify(&s.v, &s.state, claim[i], (size_t)most, &why);
    subject_fini(&s);
    return say_verified(r, status, &why);
}

static int run_verify(request *r)
{
    duel_msg why;
    duel_record record;
    if (r->word_count == 0)
        return duel_bad(&why, N_("Verify what? Write a RECORD, or GAME [POSITION] value=…."),
                        ""),
               args_fail(r, DUEL_BAD, &why);
    if (duel_find_game(r->word[0]) || r->word_count > 1)
        return verify_claims(r);
    duel_status status = read_record(r, r->word[0], &record, &why);
    if (status == DUEL_OK)
        duel_record_fini(&record);
    return say_verified(r, status, &why);
}

const command command_verify = {
    "verify", "RECORD | GAME [POSITION] [opt=value…] value=…|score=…|line=…",
    N_("Checks a record or a claim with code that shares nothing with the engines."),
    verify_flags, run_verify};

/* ---- review -------------------------------------------------------------------------------
 */

static const flag review_flags[] = {
    {"--engine", "SPEC", N_("who reviews (default expert)")},
    {"--seconds", "S", N_("how long it may think about a move (default 0.2)")},
    WORK_MEMORY_FLAG,
    {NULL, NULL, NULL}};

/* One move of the game under review. */
typedef struct verdict {
    int seat;
    duel_move played, best;
    duel_result had, got; /* before and after, for the mover; DUEL_UNSOLVED: not known */
    int64_t cost;         /* points, or steps of win–tie–loss; -1: not known */
} verdict;

static int64_t rank(const duel_variant *v, const duel_result *r)
{
    if (v->traits & DUEL_MARGIN)
        return r->score;
    return r->value == DUEL_WIN ? 2 : r->value == DUEL_LOSS ? 0 : 1;
}

static duel_status review_move(duel_player *p, const duel_variant *v, const void *state,
                               duel_move played, double seconds, duel_answer *a, verdict *out,
                               duel_msg *why)
{
    duel_state view;
    int seat = v->game->turn(v, state);
    duel_view(v, state, seat, &view);
    duel_think t = {.view = &view,
                    .seat = seat,
                    .seconds = seconds,
                    .seed = 1,
                    .stop = &work_stop,
                    .every_move = true};
    duel_status status = duel_player_think(p, &t, a, why);
    if (status != DUEL_OK)
        return status;
    *out = (verdict){.seat = seat,
                     .played = played,
                     .best = a->plan_count ? a->plan[0] : played,
                     .had = a->result,
                     .cost = -1};
    for (int i = 0; i < a->rated_count; i++)
        if (a->rated[i].move == played)
            out->got = a->rated[i].result;
    if (out->had.value != DUEL_UNSOLVED && out->got.value != DUEL_UNSOLVED)
        out->cost = rank(v, &out->had) - rank(v, &out->got);
    return DUEL_OK;
}

static void print_verdict(const request *r, const duel_variant *v, const void *state, size_t n,
                          const verdict *d)
{
    duel_sink *out = r->console.out;
    duel_putf(out, "%3zu. ", n + 1);
    duel_print_move(v, state, d->played, out);
    if (d->cost < 0) {
        duel_put(out, "  ?\n");
        return;
    }
    duel_put(out, "  ");
    pen_value(r->console.lang, out, v, &d->got);
    if (d->cost > 0) {
        duel_tell(r->console.lang, out, N_("; better: "), "");
        duel_print_move(v, state, d->best, out);
        duel_put(out, ", ");
        pen_value(r->console.lang, out, v, &d->had);
    }
    duel_put(out, "\n");
}

static json_t *verdict_json(const duel_variant *v, const void *state, const verdict *d)
{
    duel_buf played, best;
    duel_buf_init(&played);
    duel_buf_init(&best);
    duel_print_move(v, state, d->played, &played.sink);
    duel_print_move(v, state, d->best, &best.sink);
    json_t *j = json_pack("{sisssssI}", "seat", d->seat + 1, "move", played.text, "best",
                          best.text, "cost", (json_int_t)d->cost);
    duel_buf_fini(&played);
    duel_buf_fini(&best);
    return j;
}

typedef struct review {
    request *r;
    duel_record record;
    duel_player *player;
    duel_answer *answer;
    double seconds;
    json_t *moves;
    size_t turning; /* the move that cost most */
    int64_t worst;
} review;

static duel_status review_all(review *w, duel_msg *why)
{
    const duel_variant *v = &w->record.variant;
    duel_state state;
    work_meter meter = {w->r, -1};
    duel_status status = duel_record_begin(&w->record, &state, why);
    for (size_t i = 0; status == DUEL_OK && i < w->record.count; i++) {
        verdict d;
        work_bar(&meter, i, w->record.count);
        status = review_move(w->player, v, &state, w->record.move[i], w->seconds, w->answer, &d,
                             why);
        if (status != DUEL_OK)
            break;
        if (d.cost > w->worst)
            w->worst = d.cost, w->turning = i;
        work_clear(&meter);
        if (w->r->console.json)
            json_array_append_new(w->moves, verdict_json(v, &state, &d));
        else
            print_verdict(w->r, v, &state, i, &d);
        v->game->play(v, &state, w->record.move[i]);
    }
    return status;
}

static void print_turning(const review *w)
{
    duel_lang lang = w->r->console.lang;
    if (w->r->console.json)
        args_print_json(w->r, json_pack("{sOso}", "moves", w->moves, "turning",
                                        w->worst > 0 ? json_integer((json_int_t)w->turning + 1)
                                                     : json_null()));
    else if (w->worst > 0)
        duel_tell(lang, w->r->console.out, N_("Turning point: move {0}.\n"), "i",
                  (int64_t)w->turning + 1);
    else
        duel_tell(lang, w->r->console.out, N_("No move gave anything away.\n"), "");
}

static int run_review(request *r)
{
    duel_msg why;
    review w = {.r = r};
    size_t memory;
    const char *spec = args_text(r, "--engine");
    if (r->word_count != 1)
        return duel_bad(&why, N_("Review which RECORD?"), ""), args_fail(r, DUEL_BAD, &why);
    duel_status status = args_decimal(r, "--seconds", 0.2, &w.seconds, &why);
    if (status == DUEL_OK)
        status = work_memory(r, &memory, &why);
    if (status == DUEL_OK)
        status = read_record(r, r->word[0], &w.record, &why);
    if (status != DUEL_OK)
        return args_fail(r, status, &why);
    work_begin();
    w.moves = json_array();
    w.answer = malloc(sizeof *w.answer);
    status = w.answer ? duel_player_open(duel_str_of(spec ? spec : "expert"), &w.record.variant,
                                         memory, NULL, &w.player, &why)
                      : duel_full(&why);
    if (status == DUEL_OK)
        status = review_all(&w, &why);
    if (status == DUEL_OK)
        print_turning(&w);
    json_decref(w.moves);
    duel_player_close(w.player);
    free(w.answer);
    duel_record_fini(&w.record);
    return status == DUEL_OK ? EXIT_DONE : args_fail(r, status, &why);
}

const command command_review = {
    "review", "RECORD", N_("Reviews a game: what each move cost, and the turning point."),
    review_flags, run_review};
