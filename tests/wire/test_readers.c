/* tests/wire/test_readers.c -- everything that speaks of a position says the same: views of
 * every game and every example file, asked through all readers of the page at once.
 *
 *     bar, list, badges ◀── values ┐
 *     curve             ◀── graph  │
 *     advice, why not   ◀── advise ├── one judgement, stopped at a number of nodes
 *     the last hint     ◀── hint   │
 *     command line      ◀── advise ┘
 *
 * A reader who is told a lower number than another asks once more, as the page does. With
 * DUEL_NO_SPACE more than 500 views are asked about; else one of every game. */
#include "examples.h"
#include "wire/hub_loop.h"

#include "core/record.h"

#include <jansson.h>
#include <math.h>

enum { NODES = 250, NODES_OF_FILES = 60, MEGABYTES = 8, PLIES = 10 };
#define TMP_COPY "copy"

/* ---- a view ----------------------------------------------------------------------------- */

typedef struct viewed {
    const char *name; /* of the game, as the command line takes it */
    duel_variant v;
    duel_record record; /* that leads there */
    duel_state state;
    duel_buf position; /* empty: it is reached by the moves */
    duel_buf other;    /* a move to ask about */
} viewed;

/* Moves at random; false: the game was over too soon. */
static bool walk_to(viewed *w, duel_rng *rng)
{
    duel_move list[DUEL_MOVES_MAX];
    int plies = (int)duel_rng_below(rng, PLIES);
    for (int i = 0; i < plies && !duel_is_over(&w->v, &w->state); i++) {
        uint32_t count = (uint32_t)w->v.game->moves(&w->v, &w->state, list);
        duel_move move = list[duel_rng_below(rng, count)];
        assert_ok(duel_record_add(&w->record, move, NULL));
        w->v.game->play(&w->v, &w->state, move);
    }
    return !duel_is_over(&w->v, &w->state);
}

static void begin_view(viewed *w, const duel_game *g, const char *name)
{
    *w = (viewed){.name = name};
    assert_ok(duel_variant_read(g, duel_str_of(""), &w->v, NULL));
    duel_record_init(&w->record, &w->v);
    duel_buf_init(&w->position);
    duel_buf_init(&w->other);
}

static void end_view(viewed *w)
{
    duel_record_fini(&w->record);
    duel_buf_fini(&w->position);
    duel_buf_fini(&w->other);
}

/* Two of three are begun from their text, where they have one. */
static void draw_view(viewed *w, const duel_game *g, const char *name, duel_rng *rng)
{
    duel_move list[DUEL_MOVES_MAX];
    for (;;) {
        begin_view(w, g, name);
        snprintf(w->record.seed, sizeof w->record.seed, "%u", 1 + duel_rng_below(rng, 1000));
        assert_ok(duel_record_begin(&w->record, &w->state, NULL));
        if (walk_to(w, rng))
            break;
        end_view(w);
    }
    uint32_t count = (uint32_t)g->moves(&w->v, &w->state, list);
    duel_print_move(&w->v, &w->state, list[duel_rng_below(rng, count)], &w->other.sink);
    if (g->print && g->parse && duel_rng_below(rng, 3))
        duel_print(&w->v, &w->state, &w->position.sink);
}

/* ---- asking all at once ----------------------------------------------------------------- */

enum { VALUES, GRAPH, ADVICE, WHY_NOT, HINT, READERS, ALL_READERS = (1 << READERS) - 1 };

typedef struct salon {
    place p;
    data_store *store;
    loop l;
    visitor page, tab; /* of one person, who compares in a tab of its own */
    json_t *told[READERS];
} salon;

static int nodes_of(const duel_game *g)
{
    return g->traits & DUEL_SLOW ? NODES_OF_FILES : NODES;
}

static salon *open_salon(const duel_game *g)
{
    salon *s = calloc(1, sizeof *s);
    assert_non_null(s);
    pthread_mutex_init(&s->l.lock, NULL);
    pthread_cond_init(&s->l.changed, NULL);
    duel_buf_init(&s->l.said);
    place_init(&s->p);
    s->store = open_at(&s->p);
    wire_hub_setup setup = setup_at(s->store, &s->l);
    setup.memory = (size_t)MEGABYTES << 20;
    setup.nodes = (uint64_t)nodes_of(g);
    assert_ok(wire_hub_new(&setup, &s->l.hub, NULL));
    return s;
}

static void close_salon(salon *s)
{
    char key[PLACE_TEXT];
    wire_hub_free(s->l.hub);
    for (int i = 0; i < READERS; i++)
        json_decref(s->told[i]);
    duel_buf_fini(&s->l.said);
    store_close(s->store);
    snprintf(key, sizeof key, "%s/page.key", s->p.dir);
    unlink(key);
    place_fini(&s->p);
    free(s);
}

static void send_to(visitor *v, json_t *what, int number)
{
    json_object_set_new(what, "n", json_integer(number));
    char *text = json_dumps(what, JSON_COMPACT);
    ask(v, text);
    free(text);
    json_decref(what);
}

/* Anything that either of the two is told; NULL: nothing now. */
static json_t *take_any(salon *s, visitor *v)
{
    duel_buf_clear(&s->l.said);
    if (!v->ready || !wire_client_take(v->client, &s->l.said)) {
        v->ready = false;
        return NULL;
    }
    json_t *m = json_loads(s->l.said.text, 0, NULL);
    assert_non_null(m);
    return m;
}

static int re_of(const json_t *m)
{
    return (int)json_integer_value(json_object_get(m, "re"));
}

/* Waits until the answers with these numbers (bits) are there. */
static void hear_all(salon *s, unsigned wanted)
{
    while (wanted) {
        json_t *m = take_any(s, &s->page);
        m = m ? m : take_any(s, &s->tab);
        if (m == NULL) {
            run_once(&s->l);
            continue;
        }
        int at = re_of(m) - 1;
        if (at >= 0 && at < READERS && wanted >> at & 1) {
            json_decref(s->told[at]);
            s->told[at] = json_incref(m);
            wanted &= ~(1U << at);
        }
        json_decref(m);
    }
}

static json_t *hear_answer(salon *s, visitor *v, json_t *what)
{
    enum { NUMBER = 100 };
    send_to(v, what, NUMBER);
    for (;;) {
        json_t *m = take_any(s, v);
        if (m == NULL)
            run_once(&s->l);
        else if (re_of(m) == NUMBER)
            return m;
        json_decref(m);
    }
}

static const char *is(const json_t *m)
{
    return json_string_value(json_object_get(m, "is"));
}

/* A board to analyse on, from the position or the record of the view. */
static void sit_down(salon *s, const viewed *w)
{
    json_t *what, *tokens = json_array(), *seat;
    size_t i;
    CHECK_BUF(text);
    duel_record_print(&w->record, &text.sink);
    if (w->position.len)
        what = json_pack("{ssssssso}", "do", "analyse", "game", w->v.game->id, "position",
                         w->position.text, "options", json_object());
    else
        what = json_pack("{ssss}", "do", "analyse", "record", text.text);
    json_t *made = hear_answer(s, &s->page, what);
    if (strcmp(is(made), "created"))
        fail_msg("%s: %s", w->name, json_dumps(made, 0));
    json_array_foreach(json_object_get(made, "seats"), i, seat)
    {
        json_array_append(tokens, json_object_get(seat, "token"));
    }
    for (visitor *v = &s->page; v; v = v == &s->page ? &s->tab : NULL) {
        json_t *join = json_pack("{sssOsO}", "do", "join", "table",
                                 json_object_get(made, "table"), "tokens", tokens);
        json_t *done = hear_answer(s, v, join);
        assert_string_equal(is(done), "done");
        json_decref(done);
    }
    json_decref(tokens);
    json_decref(made);
}

static json_int_t ply_of(const viewed *w)
{
    return w->position.len ? 0 : (json_int_t)w->record.count;
}

static void put_question(salon *s, const viewed *w, int reader, int effort)
{
    json_t *what[] = {
        [VALUES] = json_pack("{sssIsi}", "do", "values", "ply", ply_of(w), "effort", effort),
        [GRAPH] = json_pack("{ss}", "do", "graph"),
        [ADVICE] = json_pack("{ss}", "do", "advise"),
        [WHY_NOT] = json_pack("{ssss}", "do", "advise", "instead", w->other.text),
        [HINT] = json_pack("{sssi}", "do", "hint", "step", 4)};
    send_to(reader == WHY_NOT ? &s->tab : &s->page, json_incref(what[reader]), reader + 1);
    for (int i = 0; i < READERS; i++)
        json_decref(what[i]);
}

/* All of them, in an order drawn by lot. */
static void ask_readers(salon *s, const viewed *w, duel_rng *rng, int effort)
{
    int order[READERS];
    for (int i = 0; i < READERS; i++)
        order[i] = i;
    for (int i = READERS - 1; i > 0; i--) {
        int k = (int)duel_rng_below(rng, (uint32_t)i + 1), kept = order[i];
        order[i] = order[k];
        order[k] = kept;
    }
    for (int i = 0; i < READERS; i++)
        put_question(s, w, order[i], effort);
    hear_all(s, ALL_READERS);
}

/* ---- what they were told ---------------------------------------------------------------- */

static const json_t *point_of(const salon *s, const viewed *w)
{
    return json_array_get(json_object_get(s->told[GRAPH], "list"), (size_t)ply_of(w));
}

static json_int_t number_of(const salon *s, const viewed *w, int reader)
{
    const json_t *m = reader == GRAPH ? point_of(s, w) : s->told[reader];
    return json_integer_value(json_object_get(m, "number"));
}

static json_int_t highest_number(const salon *s, const viewed *w)
{
    json_int_t most = 0;
    for (int i = 0; i < READERS; i++)
        most = number_of(s, w, i) > most ? number_of(s, w, i) : most;
    return most;
}

/* Readers with a lower number than another, as bits. */
static unsigned behind(const salon *s, const viewed *w)
{
    unsigned late = 0;
    for (int i = 0; i < READERS; i++)
        if (number_of(s, w, i) < highest_number(s, w))
            late |= 1U << i;
    return late;
}

/* Who is behind asks again; a look behind a move may have news for the others once more. */
static void catch_up(salon *s, const viewed *w, unsigned whom)
{
    enum { TIMES = 3 };
    for (int n = 0; n < TIMES && behind(s, w) & whom; n++) {
        unsigned late = behind(s, w) & whom;
        for (int i = 0; i < READERS; i++)
            if (late >> i & 1)
                put_question(s, w, i, 1);
        hear_all(s, late);
    }
}

static void differ(const viewed *w, const char *what, const json_t *a, const json_t *b)
{
    char *one = json_dumps(a, JSON_COMPACT), *other = json_dumps(b, JSON_COMPACT);
    fprintf(stderr, "# %s\n# %s\n", one, other); /* longer than cmocka prints */
    fail_msg("%s, “%s”, instead %s: %s", w->name, w->position.text, w->other.text, what);
}

/* Equal, but for what the command line rounds. */
static bool alike(const json_t *a, const json_t *b)
{
    const char *key;
    json_t *one;
    size_t i;
    if (json_is_real(a) && json_is_real(b))
        return fabs(json_real_value(a) - json_real_value(b)) < 1e-9;
    if (json_is_array(a) && json_is_array(b)) {
        bool same = json_array_size(a) == json_array_size(b);
        json_array_foreach(a, i, one) same = same && alike(one, json_array_get(b, i));
        return same;
    }
    if (!json_is_object(a) || !json_is_object(b))
        return a == b || json_equal(a, b);
    bool same = json_object_size(a) == json_object_size(b);
    void *at = json_object_iter((json_t *)(uintptr_t)a);
    for (; at; at = json_object_iter_next((json_t *)(uintptr_t)a, at)) {
        key = json_object_iter_key(at);
        same = same && alike(json_object_iter_value(at), json_object_get(b, key));
    }
    return same;
}

static void same_field(const viewed *w, const char *field, const json_t *a, const json_t *b)
{
    const json_t *one = json_object_get(a, field), *other = json_object_get(b, field);
    if (!alike(one, other))
        differ(w, field, a, b);
}

/* What a position or a move is worth, in every way that it is told. */
static void same_worth(const viewed *w, const json_t *a, const json_t *b)
{
    static const char *const fields[] = {"value",  "score", "remoteness", "proved",     "share",
                                         "points", "worth", "unclear",    "calibrated", "text"};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        same_field(w, fields[i], a, b);
}

static const json_t *listed(const json_t *values, const char *move)
{
    json_t *m;
    size_t i;
    json_array_foreach(json_object_get(values, "moves"), i, m)
    {
        if (strcmp(json_string_value(json_object_get(m, "move")), move) == 0)
            return m;
    }
    return NULL;
}

static const char *move_of(const json_t *m)
{
    return json_string_value(json_object_get(m, "move"));
}

/* The other move is worth what the list says, and is not said to be worse where it is best. */
static void check_why_not(const salon *s, const viewed *w)
{
    const json_t *other = json_object_get(s->told[WHY_NOT], "instead");
    const json_t *row = listed(s->told[VALUES], w->other.text);
    const char *contest = json_string_value(json_object_get(other, "contest"));
    bool same = strcmp(move_of(s->told[VALUES]), w->other.text) == 0;
    assert_int_equal(strcmp(contest, "same") == 0, same);
    if (row)
        same_worth(w, other, row);
    if (strcmp(contest, "worse") == 0)
        assert_true(json_real_value(json_object_get(other, "share")) <=
                    json_real_value(json_object_get(s->told[VALUES], "share")));
    else
        assert_int_equal(json_array_size(json_object_get(other, "line")), 0);
}

/* A hint stays with the number it began with; of the same number, it says the same. */
static void check_hint(const salon *s, const viewed *w)
{
    const json_t *reasons = json_object_get(s->told[HINT], "reasons");
    assert_true(json_array_size(reasons) > 0);
    if (number_of(s, w, HINT) == number_of(s, w, VALUES))
        same_field(w, "move", s->told[HINT], s->told[VALUES]);
}

/* The position is worth what its best move is; if that alone is proved, no less. */
static void check_best(const salon *s, const viewed *w)
{
    const json_t *values = s->told[VALUES], *best = listed(values, move_of(values));
    const json_t *first = json_array_get(json_object_get(values, "moves"), 0);
    if (best == NULL)
        return;
    bool proved = json_is_true(json_object_get(best, "proved"));
    bool exact = !proved || json_object_get(values, "score") == NULL ||
                 alike(json_object_get(values, "score"), json_object_get(best, "score"));
    if (exact && proved == json_is_true(json_object_get(values, "proved")))
        same_worth(w, values, best);
    assert_true(fabs(json_real_value(json_object_get(values, "share")) -
                     json_real_value(json_object_get(best, "share"))) < 0.01);
    same_worth(w, first, best);
}

/* None denies another. */
static void check_readers(const salon *s, const viewed *w)
{
    static const char *const names[] = {"values", "graph", "advice", "advice", "hint"};
    for (int i = 0; i < READERS; i++)
        if (strcmp(is(s->told[i]), names[i]))
            fail_msg("%s: %s", w->name, json_dumps(s->told[i], 0));
    same_worth(w, s->told[VALUES], point_of(s, w));
    for (int i = ADVICE; i <= WHY_NOT; i++) {
        same_worth(w, s->told[VALUES], s->told[i]);
        same_field(w, "move", s->told[VALUES], s->told[i]);
        same_field(w, "moves", s->told[VALUES], s->told[i]);
    }
    check_best(s, w);
    check_why_not(s, w);
    check_hint(s, w);
}

/* ---- the command line ------------------------------------------------------------------- */

static void put_quoted(duel_sink *out, const char *text)
{
    assert_null(strchr(text, '\''));
    duel_putf(out, " '%s'", text);
}

static void put_moves(const viewed *w, duel_sink *out)
{
    duel_state now;
    assert_ok(duel_record_begin(&w->record, &now, NULL));
    duel_putf(out, " --seed %s --play '", w->record.seed);
    for (size_t i = 0; i < w->record.count; i++) {
        duel_put(out, i ? "," : "");
        duel_print_move(&w->v, &now, w->record.move[i], out);
        w->v.game->play(&w->v, &now, w->record.move[i]);
    }
    duel_put(out, "'");
}

/* `duel advise` with a copy of what is learned so far, before the page asks. */
static json_t *advise_on_command(const salon *s, const viewed *w)
{
    json_error_t wrong;
    const char *duel = getenv("DUEL");
    CHECK_BUF(command);
    duel_putf(&command.sink, "cp -r %s %s/" TMP_COPY " && %s advise", s->p.dir, s->p.root,
              duel ? duel : "build/duel");
    put_quoted(&command.sink, w->name);
    if (w->position.len)
        put_quoted(&command.sink, w->position.text);
    else
        put_moves(w, &command.sink);
    duel_putf(&command.sink, " --nodes %d --memory %d --json --data %s/" TMP_COPY " --instead",
              nodes_of(w->v.game), 8 * MEGABYTES, s->p.root);
    put_quoted(&command.sink, w->other.text);
    duel_putf(&command.sink, "; rm -rf %s/" TMP_COPY, s->p.root);
    FILE *f = popen(command.text, "r");
    assert_non_null(f);
    json_t *said = json_loadf(f, 0, &wrong);
    if (pclose(f) != 0 || said == NULL)
        fail_msg("%s", command.text);
    return said;
}

static void check_command(const salon *s, const viewed *w, const json_t *said)
{
    const json_t *other = json_object_get(said, "instead");
    same_worth(w, s->told[VALUES], said);
    same_field(w, "move", s->told[VALUES], said);
    same_field(w, "moves", s->told[VALUES], said);
    same_field(w, "contest", json_object_get(s->told[WHY_NOT], "instead"), other);
    same_field(w, "verdict", json_object_get(s->told[WHY_NOT], "instead"), other);
}

/* ---- all of it -------------------------------------------------------------------------- */

typedef struct tally {
    int views, at_once, after_asking, proved, refined;
} tally;

/* While it is thought about longer nobody is told a lower number than before, be it that the
 * longest thoughts give way to the other questions. */
static void check_refining(salon *s, const viewed *w, duel_rng *rng, int effort, tally *sum)
{
    json_int_t before[READERS];
    json_t *hint = json_incref(json_object_get(s->told[HINT], "reasons"));
    for (int i = 0; i < READERS; i++)
        before[i] = number_of(s, w, i);
    ask_readers(s, w, rng, effort);
    for (int i = 0; i < READERS; i++)
        assert_true(number_of(s, w, i) >= before[i]);
    sum->refined += highest_number(s, w) > before[VALUES];
    catch_up(s, w, ALL_READERS & ~(1U << HINT));
    check_readers(s, w);
    assert_true(json_equal(json_object_get(s->told[HINT], "reasons"), hint));
    json_decref(hint);
}

static void check_view(salon *s, const viewed *w, duel_rng *rng, tally *sum)
{
    json_t *said = advise_on_command(s, w);
    enter(&s->page, &s->l); /* anew for each view: who asks too much is cut off */
    enter(&s->tab, &s->l);
    sit_down(s, w);
    ask_readers(s, w, rng, 1);
    unsigned late = behind(s, w);
    catch_up(s, w, ALL_READERS);
    check_readers(s, w);
    sum->views++;
    sum->at_once += late == 0;
    sum->after_asking += behind(s, w) == 0;
    sum->proved += json_is_true(json_object_get(s->told[VALUES], "proved"));
    check_command(s, w, said);
    json_decref(said);
    check_refining(s, w, rng, 2, sum);
    check_refining(s, w, rng, 4, sum);
    wire_client_free(s->page.client);
    wire_client_free(s->tab.client);
}

static void check_game(const duel_game *g, const char *name, int which, tally *sum)
{
    salon *s = open_salon(g);
    duel_rng rng = check_rng((uint64_t)which + 1);
    for (int i = 0; i < check_sample(1, 18); i++) {
        viewed w;
        draw_view(&w, g, name, &rng);
        check_view(s, &w, &rng, sum);
        end_view(&w);
    }
    close_salon(s);
    if (check_full())
        print_message("# %s\n", name);
}

TEST(every_reader_says_the_same)
{
    static const char *const files[] = {
        "allumettes.lua", "chomp.lua",     "corner.lua", "cram.lua",   "dots.lua",
        "fibonacci.lua",  "hexapawn.lua",  "kuhn.lua",   "mines.lua",  "nim.lua",
        "queens.lua",     "tictactoe.lua", "toads.lua",  "wythoff.lua"};
    int files_count = sizeof files / sizeof *files, which = 0;
    tally sum = {0};
    for (; duel_games[which]; which++)
        check_game(duel_games[which], duel_games[which]->id, which, &sum);
    for (int i = 0; i < files_count; i++, which++) {
        duel_variant v = example(files[i], "");
        check_game(v.game, example_path(files[i]), which, &sum);
        catalogue_close_games();
    }
    print_message(
        "# %d views, %d proved: %d of one number at once, %d after asking again; %d refined\n",
        sum.views, sum.proved, sum.at_once, sum.after_asking, sum.refined);
    assert_true(100 * sum.after_asking >= 99 * sum.views);
}
