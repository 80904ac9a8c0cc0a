/* tests/ergo/test_pictures.c -- drawing, scene and reasons, on positions of random play.
 *
 * Facts are worked out again from the proofs before and after a card, one model at a time. */
#include "hands.h"

#include "core/reason.h"
#include "core/scene.h"

static void random_state(const duel_variant *v, duel_rng *rng, ergo *s)
{
    ergo_deal(v, rng, s);
    for (uint32_t i = duel_rng_below(rng, 70); i && s->stage != ERGO_ENDED; i--) {
        duel_move move = ergo_sample(v, s, rng);
        if (ergo_unpack(move).act != ERGO_END || duel_rng_below(rng, 4) == 0)
            ergo_play(v, s, move);
    }
}

/* ---- drawing ---------------------------------------------------------------------------- */

static void assert_narrow(const char *text)
{
    int column = 0;
    for (; *text; text++) {
        column = *text == '\n' ? 0 : column + (((unsigned char)*text & 0xC0) != 0x80);
        assert_true(column <= 76);
    }
}

TEST(test_drawing_is_narrow)
{
    duel_rng rng = check_rng(1);
    for (int i = 0; i < check_sample(600, 6000); i++) {
        duel_variant v = numbered_table(i);
        ergo s;
        random_state(&v, &rng, &s);
        CHECK_BUF(text);
        duel_pen pen = {
            .out = &text.sink, .lang = i % 2 ? DUEL_FR : DUEL_EN, .utf8 = i % 4 < 2};
        ergo_draw(&v, &s, s.turn, &pen);
        assert_narrow(text.text);
        for (size_t k = 0; k < text.len && !pen.utf8 && pen.lang == DUEL_EN; k++)
            assert_true((unsigned char)text.text[k] < 128);
    }
}

/* A line of forty cards wraps in the drawing and widens the scene. */
TEST(test_long_line)
{
    duel_variant v = numbered_table(0);
    duel_scene scene;
    const char *position = "~A&~B|~C>~D&~(~A|B)>(C&D|(A>B))&(C|D)>A,,,;"
                           "FFJJTRE,?????;;BCDF;1:1!;0,0;?";
    duel_state s = check_state(&v, position);
    CHECK_BUF(text);
    duel_pen pen = {.out = &text.sink, .utf8 = true};
    ergo_draw(&v, &s, 0, &pen);
    assert_narrow(text.text);
    duel_scene_init(&scene);
    duel_scene_make(&v, &s, 0, &scene);
    for (int i = 0; i < scene.count; i++)
        assert_true(scene.element[i].x + scene.element[i].w <= scene.width);
    duel_scene_fini(&scene);
}

/* ---- scene ------------------------------------------------------------------------------ */

/* Where lines break, and what is said there. */
static const struct {
    const char *line, *gap, *words;
} breaks[] = {{"", NULL, NULL},
              {"A&B", NULL, NULL},
              {"~(A>B)", NULL, NULL},
              {"AB", "gap:1:2", "line 1 breaks after A: an operator is missing"},
              {"A&", "gap:1:3", "line 1 breaks after ∧: a letter, ¬ or ( is missing"},
              {"A&>B", "gap:1:3", "line 1 breaks after ∧: a letter, ¬ or ( is missing"},
              {"&A", "gap:1:1", "line 1 breaks at its beginning: a letter, ¬ or ( is missing"},
              {"~~A", "gap:1:2", "line 1 breaks after ¬: a letter or ( is missing"},
              {"A)", "gap:1:2", "line 1 breaks after A: the next ) closes nothing"},
              {"A)&B", "gap:1:2", "line 1 breaks after A: the next ) closes nothing"},
              {"(A", "gap:1:3", "line 1 breaks after A: an operator or ) is missing"},
              {"(AB)", "gap:1:3", "line 1 breaks after A: an operator or ) is missing"}};

static void assert_break(const duel_variant *v, const ergo *s, const char *gap,
                         const char *words)
{
    duel_scene scene;
    int found = 0;
    duel_scene_init(&scene);
    CHECK_BUF(text);
    ergo_scene(v, s, 0, &scene);
    for (int i = 0; i < scene.count; i++) {
        const duel_element *e = &scene.element[i];
        if (e->kind != DUEL_GAP || e->shape == NULL)
            continue;
        assert_string_equal(e->shape, "break");
        assert_int_equal(e->tone, DUEL_DANGER);
        assert_string_equal(e->id, gap);
        duel_render(DUEL_EN, &e->label, &text.sink);
        found++;
    }
    assert_int_equal(found, gap ? 1 : 0);
    assert_string_equal(text.text, gap ? words : "");
    duel_scene_fini(&scene);
}

TEST(test_breaks)
{
    static const char signs[] = "ABCD&|>~()";
    duel_variant v = numbered_table(0);
    ergo s;
    duel_rng rng = check_rng(1);
    for (size_t i = 0; i < sizeof breaks / sizeof *breaks; i++) {
        ergo_deal(&v, &rng, &s);
        for (const char *c = breaks[i].line; *c; c++)
            s.line[0][s.length[0]++] = (uint8_t)(strchr(signs, *c) - signs);
        assert_break(&v, &s, breaks[i].gap, breaks[i].words);
    }
}

TEST(test_scene_is_sound)
{
    duel_rng rng = check_rng(2);
    for (int i = 0; i < check_sample(600, 6000); i++) {
        duel_variant v = numbered_table(i);
        ergo s;
        duel_scene scene;
        random_state(&v, &rng, &s);
        ergo_hide(&v, &s, i % 2 ? s.turn : DUEL_NOBODY);
        duel_scene_init(&scene);
        duel_scene_make(&v, &s, s.turn, &scene);
        for (int k = 0; k < scene.count; k++) {
            const duel_element *e = &scene.element[k];
            assert_true(e->x >= -0.5F && e->x + e->w <= scene.width);
            assert_true(e->y >= 0 && e->y + e->h <= scene.height);
            for (int m = 0; m < k; m++)
                if (strcmp(e->id, scene.element[m].id) == 0)
                    fail_msg("two elements are called %s", e->id);
            assert_int_equal(e->alternative.text[0] != '\0',
                             strcmp(e->target.text, "hand:(") == 0);
        }
        duel_scene_fini(&scene);
    }
}

/* ---- reasons ---------------------------------------------------------------------------- */

/* The models of some lines of a proof; none is broken. */
static logic_table models_of(const duel_variant *v, const ergo *s, unsigned lines)
{
    logic_table models = 0;
    for (unsigned m = 0; m < 16; m++) {
        bool all = true;
        for (unsigned i = 0; i < LOGIC_LINES; i++) {
            logic_line line = {.count = s->length[i]};
            logic_rpn rpn;
            memcpy(line.symbol, s->line[i], line.count);
            logic_to_rpn(&line, ergo_precedence(v), &rpn);
            all &= !(lines >> i & 1) || logic_rpn_value(&rpn, m);
        }
        models |= (logic_table)(all << m);
    }
    return models;
}

static bool entails(const duel_variant *v, const ergo *s, unsigned lines, logic_table goal)
{
    return (models_of(v, s, lines) & ~goal) == 0;
}

/* They entail it, and no fewer lines do. */
static void assert_smallest(const duel_variant *v, const ergo *s, unsigned lines,
                            logic_table goal)
{
    assert_true(lines != 0 && entails(v, s, lines, goal));
    for (unsigned other = 1; other < 16; other++)
        if (__builtin_popcount(other) < __builtin_popcount(lines))
            assert_false(entails(v, s, other, goal));
}

static bool whole(const ergo *s)
{
    for (unsigned i = 0; i < LOGIC_LINES; i++)
        if (logic_check(s->line[i], s->length[i]).want != LOGIC_WANT_NOTHING)
            return false;
    return true;
}

static char verdict_of(logic_table models, unsigned letter)
{
    logic_table table = logic_letter_table(letter);
    return models == 0 ? '?' : (models & ~table) == 0 ? 'T' : (models & table) == 0 ? 'F' : '?';
}

static void check_fact(const duel_variant *v, const duel_fact *f, const ergo *before,
                       const ergo *after, ergo_use u)
{
    logic_table was = whole(before) ? models_of(v, before, 15) : LOGIC_TRUE;
    logic_table is = whole(after) ? models_of(v, after, 15) : LOGIC_TRUE;
    unsigned letter = (unsigned)f->arg[0];
    unsigned proven = 0;
    for (unsigned k = 0; k < LOGIC_LETTERS; k++)
        proven |= (unsigned)(verdict_of(is, k) == 'T') << k;
    switch ((ergo_fact)f->kind) {
    case ERGO_FACT_PARADOX:
        assert_true(was != 0 && is == 0);
        assert_smallest(v, after, (unsigned)f->arg[0], LOGIC_FALSE);
        break;
    case ERGO_FACT_RESOLVED:
        assert_true(was == 0 && is != 0);
        break;
    case ERGO_FACT_PROVES:
        assert_true(verdict_of(was, letter) != 'T' && verdict_of(is, letter) == 'T');
        assert_smallest(v, after, (unsigned)f->arg[1], logic_letter_table(letter));
        assert_int_equal(f->arg[2], ergo_size(after));
        break;
    case ERGO_FACT_DISPROVES:
        assert_true(verdict_of(was, letter) != 'F' && verdict_of(is, letter) == 'F');
        assert_smallest(v, after, (unsigned)f->arg[1],
                        (logic_table)~logic_letter_table(letter));
        break;
    case ERGO_FACT_UNSETTLES:
        assert_int_equal(verdict_of(was, letter), f->arg[1] ? 'T' : 'F');
        assert_int_equal(verdict_of(is, letter), '?');
        break;
    case ERGO_FACT_ENDS:
    case ERGO_FACT_STAKE:
        assert_int_equal(f->kind == ERGO_FACT_ENDS, u.act == ERGO_END);
        assert_int_equal(f->arg[0], proven);
        assert_int_equal(f->arg[1], ergo_size(after));
        break;
    case ERGO_FACT_BREAKS:
        letter--;
        assert_true(logic_check(after->line[letter], after->length[letter]).want !=
                    LOGIC_WANT_NOTHING);
        break;
    case ERGO_FACT_BLOCKS:
        assert_true(u.act == ERGO_BLOCK && u.victim == f->arg[0] - 1);
        assert_int_equal(before->fallacy[u.victim], f->arg[1]);
        break;
    case ERGO_FACT_FREES:
        assert_true(u.act == ERGO_JUSTIFY && f->arg[0] == before->fallacy[before->turn]);
        break;
    case ERGO_FACT_STEP:
    case ERGO_FACT_HINT:
        fail_msg("a hint, or a step of a derivation, is no reason");
        break;
    }
}

/* The end of a game played at random: every player who is proven is told of, and by a smallest
 * set of lines. */
static void check_end(const duel_variant *v, const ergo *s)
{
    static duel_reason why;
    logic_table models = models_of(v, s, 15);
    unsigned told = 0, proven = 0;
    for (unsigned k = 0; models && k < (unsigned)v->seats; k++)
        proven |= (unsigned)(verdict_of(models, k) == 'T') << k;
    duel_explain_ending(v, s, DUEL_NOBODY, &why);
    for (int i = 0; i < why.count; i++) {
        const duel_fact *f = &why.fact[i];
        if (f->kind == ERGO_FACT_PROVES) {
            assert_smallest(v, s, (unsigned)f->arg[1], logic_letter_table((unsigned)f->arg[0]));
            told |= 1U << f->arg[0];
        } else if (f->kind == ERGO_FACT_PARADOX) {
            assert_smallest(v, s, (unsigned)f->arg[0], LOGIC_FALSE);
        } else if (f->kind == ERGO_FACT_ENDS) {
            assert_int_equal(f->arg[0], proven);
        }
    }
    assert_int_equal(told, proven);
}

TEST(the_end_tells_who_is_proven)
{
    enum { TWO_LONG_PROOFS = 64 };
    for (int game = 0; game < 500; game++) {
        if (game >= check_sample(12, 500) && game != TWO_LONG_PROOFS)
            continue;
        duel_variant v = numbered_table(game);
        duel_state s;
        duel_rng rng;
        duel_move list[DUEL_MOVES_MAX];
        char seed[16];
        snprintf(seed, sizeof seed, "%d", game);
        assert_ok(duel_deal(&v, duel_str_of(seed), &s));
        duel_rng_init(&rng, duel_str_of(seed));
        while (!duel_is_over(&v, &s)) {
            uint32_t count = (uint32_t)v.game->moves(&v, &s, list);
            v.game->play(&v, &s, list[duel_rng_below(&rng, count)]);
        }
        check_end(&v, (const ergo *)&s);
    }
}

/* Every letter whose verdict changes is told of. */
static void check_complete(const duel_variant *v, const duel_reason *r, const ergo *before,
                           const ergo *after)
{
    if (!whole(before) || !whole(after) || models_of(v, after, 15) == 0)
        return;
    for (unsigned k = 0; k < LOGIC_LETTERS; k++) {
        bool told = false;
        for (int i = 0; i < r->count; i++)
            told |= r->fact[i].kind >= ERGO_FACT_PROVES &&
                    r->fact[i].kind <= ERGO_FACT_UNSETTLES && r->fact[i].arg[0] == k;
        assert_int_equal(told, verdict_of(models_of(v, before, 15), k) !=
                                   verdict_of(models_of(v, after, 15), k));
    }
}

TEST(test_facts)
{
    static duel_reason reason;
    int seen[ERGO_FACT_STAKE + 1] = {0};
    duel_rng rng = check_rng(3);
    for (int i = 0; i < check_sample(6000, 100000); i++) {
        duel_variant v = numbered_table(i);
        ergo s, after;
        duel_move list[DUEL_MOVES_MAX];
        random_state(&v, &rng, &s);
        if (s.stage != ERGO_PLAYING)
            continue;
        ergo_hide(&v, &s, s.turn);
        duel_move move = list[duel_rng_below(&rng, (uint32_t)ergo_moves(&v, &s, list))];
        memset(&reason, 0, sizeof reason);
        ergo_add_reasons(&v, &s, &move, 1, &reason);
        after = s;
        ergo_play(&v, &after, move);
        assert_true(reason.count > 0 && reason.count <= DUEL_FACTS);
        for (int k = 0; k < reason.count; k++) {
            check_fact(&v, &reason.fact[k], &s, &after, ergo_unpack(move));
            seen[reason.fact[k].kind]++;
        }
        check_complete(&v, &reason, &s, &after);
    }
    for (int kind = 0; kind <= ERGO_FACT_STAKE; kind++)
        if (seen[kind] == 0)
            fail_msg("no fact of kind %d was seen", kind);
}
