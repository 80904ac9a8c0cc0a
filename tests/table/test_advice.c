/* tests/table/test_advice.c -- advice, why not mine, and hints: of every game, each as true
 * as the judgement it is read from. */
#include "examples.h"

#include "lab/verify.h"
#include "table/advice.h"
#include "table/inside.h"

#include <ctype.h>
#include <math.h>

enum { MEMORY = 32 << 20 };

static table_judge *judge_of(const duel_variant *v, const char *spec)
{
    player_context t = {.v = v};
    table_judge *j = NULL;
    assert_ok(judge_new(&t, spec, MEMORY, &j, NULL));
    return j;
}

/* ---- why not mine? ---------------------------------------------------------------------- */

static bool reads_the_same(const duel_fact *a, const duel_fact *b)
{
    CHECK_BUF(one);
    CHECK_BUF(other);
    duel_render(DUEL_EN, &a->text, &one.sink);
    duel_render(DUEL_EN, &b->text, &other.sink);
    bool same = strcmp(one.text, other.text) == 0;
    return same;
}

static bool is_said(const duel_reason *r, const duel_fact *f)
{
    bool said = false;
    for (int i = 0; i < r->count && !said; i++)
        said = duel_fact_same(&r->fact[i], f) || reads_the_same(&r->fact[i], f);
    return said;
}

/* Every fact of the one stands in its column, or is said of both: what is said of the other is
 * what it is given as a reason for and all that the game says of it. */
static void check_facts(const duel_reason *why, const duel_reason *only,
                        const duel_reason *other, const duel_reason *all_of_other)
{
    int at = 0;
    for (int i = 0; i < why->count; i++) {
        if (is_said(other, &why->fact[i]) || is_said(all_of_other, &why->fact[i]))
            continue;
        assert_true(at < only->count && duel_fact_same(&only->fact[at], &why->fact[i]));
        at++;
    }
    assert_int_equal(at, only->count);
}

/* A line can be played; one of proved moves that comes to an end ends as was said. */
static void check_line(const duel_variant *v, const void *view, const why_not_answer *c)
{
    duel_state now;
    int32_t score[DUEL_SEATS];
    memcpy(&now, view, v->state_size);
    assert_true(c->line_count > 0 && c->line[0] == c->move);
    for (int i = 0; i < c->line_count; i++) {
        assert_true(!duel_is_over(v, &now) && duel_legal(v, &now, c->line[i]));
        v->game->play(v, &now, c->line[i]);
    }
    if (c->worth.proved && v->game->over(v, &now, score)) {
        duel_worth end = duel_worth_of_end(v, score, v->game->turn(v, view));
        assert_int_equal((int)(100 * end.share), (int)(100 * c->worth.share));
    }
}

/* Whoever reads the list is told the same as whoever asks why not. */
static void check_worths(const duel_variant *v, const table_advice *a)
{
    const why_not_answer *c = &a->other;
    const duel_move_value *r = advice_find_move(&a->answer, c->move);
    if (r == NULL)
        return;
    duel_worth listed = duel_worth_of_move_value(v, &a->answer, r);
    const duel_move_value *plan = advice_find_move(&a->answer, a->answer.plan[0]);
    duel_worth chosen = duel_worth_of_move_value(v, &a->answer, plan);
    assert_int_equal(duel_worth_compare(v, &listed, &c->worth), 0);
    assert_int_equal(duel_worth_compare(v, &chosen, &c->advised), 0);
    assert_false(duel_worth_better(v, &c->worth, &c->advised));
    if (c->seen.proved && c->worth.proved)
        assert_true(duel_worth_same(&c->seen, &c->worth));
    if (c->seen.proved)
        assert_true(c->worth.proved);
}

/* Nothing that is told for the move advised speaks against it. */
static void check_praise(const table_advice *a)
{
    const duel_reason *const told[] = {&a->told, &a->why, &a->other.advised_only};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        for (int k = 0; k < told[i]->count; k++)
            if (told[i]->fact[k].speaks < 0)
                fail_msg("said for the move advised: %s", told[i]->fact[k].text.id);
}

/* Returns whether a refutation was shown. */
static bool check_contrast(const duel_variant *v, const void *view, const table_advice *a)
{
    const why_not_answer *c = &a->other;
    duel_cost cost = duel_worth_lost(v, &c->advised, &c->worth);
    bool same = c->move == a->answer.plan[0];
    duel_reason advised;
    duel_explain_why(v, view, v->game->turn(v, view), a->answer.plan, a->answer.plan_count,
                     &advised);
    check_facts(&c->why, &c->only, &a->why, &advised);
    check_facts(&a->why, &c->advised_only, &c->why, &c->why);
    check_praise(a);
    assert_int_equal(c->how == WHY_NOT_SAME_MOVE, same);
    if (same)
        return false;
    check_worths(v, a);
    if (c->how == WHY_NOT_WORSE)
        assert_true(cost.share >= 0.01 || cost.points >= 0.1);
    if (c->how == WHY_NOT_AS_GOOD)
        assert_true(cost.share < 0.01 && cost.points < 0.1);
    if (c->how == WHY_NOT_WORSE && !duel_has_secrets(v))
        check_line(v, view, c);
    else
        assert_int_equal(c->line_count, 0);
    return c->line_count > 1;
}

typedef struct tally {
    int refuted, proved; /* moves that a line refutes; that only the look behind has proved */
} tally;

/* 2: proved, 1: estimated, 0: neither. */
static int known_of(const duel_variant *v, const duel_answer *a, duel_move move)
{
    const duel_move_value *r = advice_find_move(a, move);
    duel_worth w = {.known = false};
    if (r)
        w = duel_worth_of_move_value(v, a, r);
    return w.known + w.proved;
}

/* What the look behind proves is known of the position, under a higher number; else the
 * judgement stays what it was. */
static void check_number(table_judge *j, const duel_variant *v, const duel_think *call,
                         duel_move other, table_advice *a, tally *sum)
{
    CHECK_ANSWER(known);
    judge_result before, after;
    assert_ok(judge_ask(j, call, known, &before, NULL));
    int was = known_of(v, known, other);
    assert_ok(advice_give(j, v, call, &other, a, NULL));
    int now = known_of(v, &a->answer, other);
    assert_int_equal(a->judged.number, before.number + (now > was));
    assert_ok(judge_ask(j, call, known, &after, NULL));
    assert_int_equal(after.number, a->judged.number);
    assert_true(now >= was && known_of(v, known, other) == now);
    sum->proved += now == 2 && was < 2;
}

/* One game, with moves at random. */
static void contrasts_of(const duel_variant *v, int plies, table_advice *a, tally *sum)
{
    table_judge *j = judge_of(v, NULL);
    duel_move list[DUEL_MOVES_MAX];
    duel_state view;
    duel_rng rng = check_rng(8);
    duel_state now = check_dealt(v, 1);
    for (int ply = 0; ply < plies && !duel_is_over(v, &now); ply++) {
        uint32_t count = (uint32_t)v->game->moves(v, &now, list);
        duel_move other = list[duel_rng_below(&rng, count)];
        duel_think call = {
            .view = &view, .seat = v->game->turn(v, &now), .nodes = 300, .seed = 1};
        duel_view(v, &now, call.seat, &view);
        check_number(j, v, &call, other, a, sum);
        sum->refuted += check_contrast(v, &view, a);
        v->game->play(v, &now, list[duel_rng_below(&rng, count)]);
    }
    judge_free(j);
}

TEST(two_moves_beside_each_other)
{
    table_advice *a = malloc(sizeof *a);
    tally sum = {0, 0};
    for (int g = 0; duel_games[g]; g++) {
        duel_variant v = check_variant(duel_games[g]->id);
        contrasts_of(&v, check_sample(9, 60), a, &sum);
    }
    print_message("# %d refuted, %d proved from behind\n", sum.refuted, sum.proved);
    assert_true(sum.refuted > 20 && sum.proved > 0);
    free(a);
}

/* ---- what the house hints at, counted anew ---------------------------------------------- */

static bool is_won(const duel_variant *v, const duel_state *state, int seat)
{
    int32_t score[DUEL_SEATS];
    return v->game->over(v, state, score) && duel_share(v, score, seat) >= 1;
}

/* Moves of `seat` here that win at once. */
static int winning_moves(const duel_variant *v, const duel_state *state, int seat)
{
    duel_move list[DUEL_MOVES_MAX];
    int won = 0;
    if (duel_is_over(v, state) || v->game->turn(v, state) != seat)
        return 0;
    int count = v->game->moves(v, state, list);
    for (int i = 0; i < count; i++) {
        duel_state after = *state;
        v->game->play(v, &after, list[i]);
        won += is_won(v, &after, seat);
    }
    return won;
}

static int moves_left(const duel_variant *v, const duel_state *state)
{
    duel_move list[DUEL_MOVES_MAX];
    return duel_is_over(v, state) ? 0 : v->game->moves(v, state, list);
}

/* What is claimed of the move beside all others. */
static void check_claim(const duel_variant *v, const duel_state *view, const duel_fact *f,
                        duel_move best)
{
    duel_move list[DUEL_MOVES_MAX];
    int seat = v->game->turn(v, view), count = v->game->moves(v, view, list), doomed = 0;
    duel_state chosen = *view;
    v->game->play(v, &chosen, best);
    for (int i = 0; i < count; i++) {
        duel_state after = *view;
        v->game->play(v, &after, list[i]);
        doomed += v->seats == 2 && winning_moves(v, &after, 1 - seat) > 0;
        if (f->kind == HINT_FEWEST)
            assert_true(moves_left(v, &after) >= moves_left(v, &chosen));
        if (f->kind == HINT_MOST)
            assert_true(moves_left(v, &after) <= moves_left(v, &chosen));
    }
    assert_int_equal(f->kind == HINT_ONLY_MOVE, count == 1);
    if (f->kind == HINT_WIN)
        assert_true(is_won(v, &chosen, seat));
    if (f->kind == HINT_ALL_LOSE)
        assert_int_equal(doomed, count);
    if (f->kind == HINT_DEFENCE)
        assert_true(doomed > 0 && winning_moves(v, &chosen, 1 - seat) == 0);
}

/* ---- hints ------------------------------------------------------------------------------ */

static bool is_reason_of(const duel_reason *why, const duel_fact *hint)
{
    for (int i = 0; i < why->count; i++)
        if (why->fact[i].kind == hint->kind)
            return true;
    return false;
}

static bool in_a_word(char c)
{
    return isalnum((unsigned char)c) || ((unsigned char)c & 0x80);
}

static bool names_it(const char *text, const char *word)
{
    size_t len = strlen(word);
    for (const char *at = strstr(text, word); at && len; at = strstr(at + 1, word))
        if ((at == text || !in_a_word(at[-1])) && !in_a_word(at[len]))
            return true;
    return false;
}

/* The first step says something in both languages, and not the move. */
static void check_first_step(const duel_variant *v, const void *view, const table_advice *a)
{
    duel_reason hint;
    advice_hint(a, DUEL_GIVES_KIND, &hint);
    CHECK_BUF(move);
    duel_print_move(v, view, a->answer.plan[0], &move.sink);
    for (duel_lang lang = DUEL_EN; lang <= DUEL_FR; lang++) {
        CHECK_BUF(text);
        duel_render(lang, &hint.fact[0].text, &text.sink);
        assert_true(text.len > 10);
        assert_false(names_it(text.text, move.text));
    }
}

/* It is the game's own, of a kind that its reasons are of, or the house's, and true. */
static void check_sought(const duel_variant *v, const duel_state *view, const table_advice *a)
{
    static const char *const own_hints[] = {"ergo", "wumpus"};
    duel_reason said;
    const duel_fact *f = &a->told.fact[0];
    assert_int_equal(f->gives, DUEL_GIVES_KIND);
    duel_explain(v, view, v->game->turn(v, view), a->answer.plan, a->answer.plan_count, &said);
    bool own = said.count && said.fact[0].gives == DUEL_GIVES_KIND;
    bool alike = strcmp(v->game->id, own_hints[0]) && strcmp(v->game->id, own_hints[1]) &&
                 !(v->traits & DUEL_SLOW);
    duel_reason_keep(&said, DUEL_GIVES_WHY, DUEL_GIVES_WHY);
    if (own && alike)
        assert_true(is_reason_of(&said, f));
    if (!own && !duel_has_secrets(v))
        check_claim(v, view, f, a->answer.plan[0]);
}

/* Legal moves that begin at a place marked. */
static int begin_there(const duel_variant *v, const void *view, const duel_fact *f)
{
    duel_move list[DUEL_MOVES_MAX];
    duel_target path[DUEL_PATH];
    int count = v->game->moves(v, view, list), found = 0;
    for (int i = 0; i < count; i++) {
        bool marked = false;
        duel_path(v, view, list[i], path);
        for (int k = 0; k < f->targets; k++)
            marked = marked || strcmp(path[0].text, f->target[k].text) == 0;
        found += marked;
    }
    return found;
}

/* Every step says something of its own and nothing that gives away more; the candidates of the
 * house, where a game has none, are two at least; reasons are the facts that tell why. */
static void check_hints(const duel_variant *v, const void *view, const table_advice *a)
{
    duel_move list[DUEL_MOVES_MAX];
    bool choice = v->game->moves(v, view, list) > 1;
    for (int step = 1; step <= DUEL_HINTS; step++) {
        duel_reason hint;
        advice_hint(a, step, &hint);
        assert_true(hint.count > 0);
        for (int i = 0; i < hint.count; i++) {
            const duel_fact *f = &hint.fact[i];
            assert_non_null(f->text.id);
            assert_true(f->gives <= step && (f->gives == step || f->gives == DUEL_GIVES_MOVE));
            if (strstr(f->text.id, "It begins at one of the places marked."))
                assert_true(begin_there(v, view, f) > 1 || !choice);
        }
        assert_true(step < DUEL_GIVES_MOVE || hint.fact[0].gives == DUEL_GIVES_MOVE);
        assert_true(step < DUEL_GIVES_WHY || hint.count > a->why.count);
    }
    for (int i = 0; i < a->why.count; i++)
        assert_int_equal(a->why.fact[i].gives, DUEL_GIVES_WHY);
}

/* Hints of one game along random moves, by a judge who thinks or by one who does not. */
static void check_hints_along(const duel_variant *v, const char *spec, int plies,
                              table_advice *a)
{
    duel_state view;
    table_judge *p = judge_of(v, spec);
    duel_state now = check_dealt(v, 1);
    for (int ply = 0; ply < plies && !duel_is_over(v, &now); ply++) {
        duel_think call = {
            .view = &view, .seat = v->game->turn(v, &now), .nodes = 200, .seed = 1};
        duel_view(v, &now, call.seat, &view);
        assert_ok(advice_give(p, v, &call, NULL, a, NULL));
        check_hints(v, &view, a);
        check_first_step(v, &view, a);
        check_sought(v, &view, a);
        v->game->play(v, &now, a->answer.plan[0]);
    }
    judge_free(p);
}

TEST(hints_of_every_game_go_step_by_step)
{
    table_advice *a = malloc(sizeof *a);
    for (int g = 0; duel_games[g]; g++) {
        duel_variant v = check_variant(duel_games[g]->id);
        check_hints_along(&v, "random", check_sample(12, 100), a);
        check_hints_along(&v, NULL, check_sample(4, 100), a);
    }
    free(a);
}

TEST(hints_of_every_file_go_step_by_step)
{
    static const char *const files[] = {
        "chomp.lua",    "corner.lua",    "cram.lua",  "dots.lua",      "fibonacci.lua",
        "hexapawn.lua", "kuhn.lua",      "mines.lua", "queens.lua",    "toads.lua",
        "wythoff.lua",  "tictactoe.lua", "nim.lua",   "allumettes.lua"};
    table_advice *a = malloc(sizeof *a);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        duel_variant v = example(files[i], "");
        check_hints_along(&v, NULL, check_sample(2, 40), a);
    }
    free(a);
    catalogue_close_games();
}

/* ---- why to mix ------------------------------------------------------------------------- */

static const duel_fact *fact_of(const duel_reason *r, int kind)
{
    for (int i = 0; i < r->count; i++)
        if (r->fact[i].kind == kind)
            return &r->fact[i];
    fail_msg("no fact of kind %d", kind);
    return NULL;
}

static void expect_about(int64_t got, double expected)
{
    assert_true(llabs(got - llround(expected * 1e6)) <= 2000);
}

/* The solution of the judge, but for one view of Second's, where it plays the same every time.
 */
typedef struct habitual {
    table_judge *judge;
    uint64_t known; /* 0: nowhere */
    int always;
} habitual;

static bool habitual_mix(void *self, const policy_place *at, double chance[])
{
    const habitual *h = self;
    double worth[DUEL_MOVES_MAX];
    if (at->known != h->known || at->seat != 1)
        return judge_mix(h->judge, at->seat, at->known, at->count, chance, worth);
    for (int i = 0; i < at->count; i++)
        chance[i] = i == h->always;
    return true;
}

/* By the reply that shares no file with the engines; a point is two of margin. */
static void habits_cost_what_a_plain_reply_finds(const duel_variant *v, table_judge *j,
                                                 const table_advice *a)
{
    duel_record r;
    duel_info_set knowing;
    duel_state state;
    double without, with;
    const duel_fact *told = fact_of(&a->why, WHY_MIX_HABIT);
    duel_record_init(&r, v);
    for (int seed = 1;; seed++) { /* a deal that gives Second the 1 */
        CHECK_BUF(text);
        snprintf(r.seed, sizeof r.seed, "%d", seed);
        assert_ok(duel_record_begin(&r, &state, NULL));
        duel_print(v, &state, &text.sink);
        bool found = text.text[1] == '1';
        if (found)
            break;
    }
    duel_move check = check_read_move(v, &state, "check");
    duel_record_add(&r, check, NULL);
    assert_true(duel_record_info_set(&r, 1, &knowing));
    habitual h = {j, 0, 0};
    assert_ok(reference_best_response(v, 0, habitual_mix, &h, 100000, &without, NULL));
    h.known = knowing.seat[1];
    for (h.always = 0; h.always < 2; h.always++) { /* check, then bet */
        assert_ok(reference_best_response(v, 0, habitual_mix, &h, 100000, &with, NULL));
        expect_about(told->arg[1 - h.always], (with - without) / 2);
    }
    duel_record_fini(&r);
}

/* Kuhn's poker, Second has the 1 and First has checked. A 3 always bets there; let a 1 bet one
 * time in b. Then a 2 that is bet into meets a 1 with the chance (1/b) / (1 + 1/b), calling is
 * worth 2 coins times twice that less one, and folding -1: the same if b is 3. To a 1, checking
 * is worth -1, since it loses to any card.
 *
 * Who always checks the 1: First's 2 folds to every bet, and where it met a 1 (one deal in six)
 * gets 1 instead of 1/3. Who always bets it: First's 2 calls, and gets 0 on average instead of
 * -1/3 (one deal in three); its 3 checks, and gets 2 from a 1 instead of 4/3 (of both, one deal
 * in three: 3/2 instead of 7/6). */
TEST(a_mix_is_explained)
{
    duel_variant v = example("kuhn.lua", "");
    table_advice *a = malloc(sizeof *a);
    duel_state view = check_state(&v, "?1:check/2");
    table_judge *j = judge_of(&v, NULL);
    duel_think t = {.view = &view, .seat = 1, .nodes = 100, .seed = 1};
    assert_ok(advice_give(j, &v, &t, NULL, a, NULL));
    double bet = 1.0 / 3, bluffs = bet / (1 + bet), call = 2 * bluffs - 2 * (1 - bluffs);
    const duel_fact *often = fact_of(&a->why, WHY_MIX_CHANCE);
    expect_about(often->arg[0], bet);
    assert_int_equal(often->arg[1], 1);
    assert_int_equal(often->arg[2], 3);
    assert_string_equal(check_english(&often->text), "Mix your moves: bet 1 time in 3.");
    expect_about(fact_of(&a->why, WHY_MIX_EVEN)->arg[0], -1);
    const duel_fact *answer = fact_of(&a->why, WHY_MIX_ANSWER);
    expect_about(answer->arg[0], call);
    assert_string_equal(check_english(&answer->text),
                        "After bet, First in 2?:check-bet/1 is as well off with fold as with "
                        "call: -1 either way.");
    const duel_fact *learned = fact_of(&a->why, WHY_MIX_LEARNED);
    expect_about(learned->arg[0], 0.5);
    expect_about(learned->arg[1], bluffs);
    assert_string_equal(check_english(&learned->text),
                        "What First learns by bet: in 2?:check-bet/1 it takes you to be in "
                        "?1:check/2 with a chance of 1/4; before, it was 1/2.");
    const duel_fact *habit = fact_of(&a->why, WHY_MIX_HABIT);
    expect_about(habit->arg[0], 2.0 / 9);
    expect_about(habit->arg[1], 1.0 / 9);
    assert_string_equal(check_english(&habit->text),
                        "A habit costs: always bet, and one who knew would win 0.222 more a "
                        "game; always check, 0.111 more.");
    habits_cost_what_a_plain_reply_finds(&v, j, a);
    judge_free(j);
    free(a);
    catalogue_close_games();
}
