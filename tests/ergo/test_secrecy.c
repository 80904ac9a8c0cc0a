/* tests/ergo/test_secrecy.c -- nobody knows what nobody was shown.
 *
 * Two deals that differ only in cards a seat has not seen are played side by side with the same
 * moves. As long as the seat has come to know none of them, everything it sees, hears or is
 * advised is the same to the byte, and every player of the catalogue chooses the same turn in
 * its place, given the same seed and the same number of nodes. */
#include "hands.h"

#include "core/reason.h"
#include "core/scene.h"
#include "table/advice.h"
#include "table/inside.h"
#include "table/players.h"

#include <math.h>

enum { NODES = 60, MEMORY = 1 << 22, PLAYERS = 32, SPEC = 48 };

/* ---- everything that is shown ----------------------------------------------------------- */

static void put_element(const duel_element *e, duel_sink *out)
{
    duel_putf(out, "%s %d %g %g %g %g %d %s %s %lld %s %s %d ", e->id, (int)e->kind,
              (double)e->x, (double)e->y, (double)e->w, (double)e->h, (int)e->tone,
              e->shape ? e->shape : "", e->face, (long long)e->number, e->target.text,
              e->alternative.text, e->last);
    duel_render(DUEL_FR, &e->label, out);
    duel_put_char(out, '\n');
}

static void put_scene(const duel_scene *scene, duel_sink *out)
{
    for (int i = 0; i < scene->count; i++)
        put_element(&scene->element[i], out);
}

static void put_reason(const duel_reason *r, duel_sink *out)
{
    for (int i = 0; i < r->count; i++) {
        duel_render(DUEL_EN, &r->fact[i].text, out);
        for (int k = 0; k < r->fact[i].targets; k++)
            duel_putf(out, " %s", r->fact[i].target[k].text);
        duel_put_char(out, '\n');
    }
}

static void put_lenses(const duel_variant *v, const void *view, int seat, duel_sink *out)
{
    for (const duel_lens *l = v->game->teaching.lenses; l && l->id; l++) {
        duel_pen pen = {.out = out, .lang = DUEL_FR, .utf8 = true};
        duel_scene scene;
        l->draw(v, view, seat, &pen);
        duel_scene_init(&scene);
        duel_scene_make(v, view, seat, &scene);
        l->scene(v, view, seat, &scene);
        put_scene(&scene, out);
        duel_scene_fini(&scene);
    }
}

/* What is refused, and how; some of these are legal moves, now and then. */
static void put_refusals(const duel_variant *v, const void *view, duel_sink *out)
{
    static const char *const texts[] = {"A@1.1",    "~@2.1", "E",       "J", "F1",  "T1.1",
                                        "R1.1/2.1", "xT",    "V=B@1.1", "?", "next"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        duel_msg why = {0};
        duel_move move;
        if (duel_read_move(v, view, duel_str_of(texts[i]), &move, &why) != DUEL_OK)
            duel_render(DUEL_FR, &why, out);
    }
}

/* The hints and the reasons of some of the moves. */
static void put_reasons(const duel_variant *v, const void *view, int seat, duel_sink *out)
{
    static duel_reason reason;
    duel_move list[DUEL_MOVES_MAX];
    int count = seat == ergo_turn(v, view) ? ergo_moves(v, view, list) : 0;
    for (int i = 0; i < count; i += 1 + count / 4) {
        duel_explain(v, view, seat, &list[i], 1, &reason);
        put_reason(&reason, out);
    }
}

/* Notation, drawing, scene, lenses, refusals and reasons in one text. */
static void put_everything(const duel_variant *v, const void *view, int seat, duel_sink *out)
{
    duel_pen pen = {.out = out, .lang = DUEL_EN, .utf8 = true};
    duel_scene scene;
    duel_print(v, view, out);
    ergo_draw(v, view, seat, &pen);
    duel_scene_init(&scene);
    duel_scene_make(v, view, seat, &scene);
    put_scene(&scene, out);
    duel_scene_fini(&scene);
    put_lenses(v, view, seat, out);
    put_refusals(v, view, out);
    put_reasons(v, view, seat, out);
}

static void assert_same_text(const duel_buf *a, const duel_buf *b)
{
    assert_int_equal(a->len, b->len);
    assert_string_equal(a->text, b->text);
}

/* ---- everybody who plays ---------------------------------------------------------------- */

typedef struct cast {
    int count;
    char spec[PLAYERS][SPEC];
} cast;

static void add_player(cast *c, const duel_variant *v, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Only those who can play where things are hidden: the others refuse whatever the deal is. */
static void add_player(cast *c, const duel_variant *v, const char *format, ...)
{
    char *spec = c->spec[c->count];
    machine_player *p;
    va_list args;
    assert_true(c->count < PLAYERS);
    va_start(args, format);
    vsnprintf(spec, SPEC, format, args);
    va_end(args);
    if (player_open(duel_str_of(spec), v, MEMORY, NULL, &p, NULL) != DUEL_OK)
        return;
    player_close(p);
    c->count++;
}

/* Every engine of the game and of the house, and the ten levels. */
static cast everybody(const duel_variant *v)
{
    cast c = {0};
    for (int i = 0; v->game->engines[i]; i++)
        add_player(&c, v, "%s:nodes=%d", v->game->engines[i]->name, NODES);
    for (int i = 0; duel_engines[i]; i++)
        add_player(&c, v, "%s:nodes=%d", duel_engines[i]->name, NODES);
    for (int level = 1; level <= 10; level++)
        add_player(&c, v, "level:%d:nodes=%d", level, NODES);
    return c;
}

TEST(test_everybody_is_asked)
{
    static const char *const known[] = {"random",      "greedy",     "mcts",
                                        "seed-random", "seed-score", "tuned",
                                        "expert",      "level:1",    "level:10"};
    duel_variant v = table_for(2, 0);
    cast c = everybody(&v);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        bool found = false;
        for (int k = 0; k < c.count; k++)
            found |= strncmp(c.spec[k], known[i], strlen(known[i])) == 0;
        if (!found)
            fail_msg("%s is not asked", known[i]);
    }
}

/* The same player in both deals, kept for the whole pair: it may remember. */
typedef struct twins {
    const duel_variant *v;
    int seat;
    cast players;
    machine_player *player[PLAYERS][2];
    table_judge *judge[2];
    ergo state[2];
    duel_buf log[2]; /* the moves, as this seat is told them */
} twins;

static const char *expert_of(const twins *t)
{
    int expert = 0;
    while (strncmp(t->players.spec[expert], "expert", 6) != 0)
        expert++;
    return t->players.spec[expert];
}

static void twins_init(twins *t, const duel_variant *v, int seat)
{
    *t = (twins){.v = v, .seat = seat, .players = everybody(v)};
    for (int i = 0; i < t->players.count; i++)
        for (int k = 0; k < 2; k++)
            assert_ok(player_open(duel_str_of(t->players.spec[i]), v, MEMORY, NULL,
                                  &t->player[i][k], NULL));
    player_context troupe = {.v = v};
    for (int k = 0; k < 2; k++) {
        duel_buf_init(&t->log[k]);
        assert_ok(judge_new(&troupe, expert_of(t), MEMORY, &t->judge[k], NULL));
    }
}

static void twins_fini(twins *t)
{
    for (int i = 0; i < t->players.count; i++)
        for (int k = 0; k < 2; k++)
            player_close(t->player[i][k]);
    for (int k = 0; k < 2; k++) {
        duel_buf_fini(&t->log[k]);
        judge_free(t->judge[k]);
    }
}

static void assert_same_plans(const twins *t, const duel_state view[2], uint64_t seed)
{
    static duel_answer answer[2];
    for (int i = 0; i < t->players.count; i++) {
        for (int k = 0; k < 2; k++) {
            duel_think call = {.view = &view[k], .seat = t->seat, .seed = seed};
            assert_ok(player_think(t->player[i][k], &call, &answer[k], NULL));
        }
        assert_true(answer[0].plan_count > 0);
        if (answer[0].plan_count != answer[1].plan_count ||
            memcmp(answer[0].plan, answer[1].plan, sizeof answer[0].plan) != 0)
            fail_msg("%s plays otherwise", t->players.spec[i]);
    }
}

/* The advice of the game's expert, its reasons, and every step of the hint. */
static void put_advice(const twins *t, int k, const duel_state *view, uint64_t seed,
                       duel_sink *out)
{
    static table_advice advice;
    static duel_reason hint;
    duel_think call = {.view = view, .seat = t->seat, .seed = seed};
    assert_ok(advice_give(t->judge[k], t->v, &call, NULL, &advice, NULL));
    const duel_answer *a = &advice.answer;
    for (int i = 0; i < a->plan_count; i++)
        duel_print_move(t->v, view, a->plan[i], out);
    for (int i = 0; i < a->rated_count; i++)
        duel_putf(out, " %llx=%d", (unsigned long long)a->rated[i].move, a->rated[i].estimate);
    put_reason(&advice.why, out);
    for (int step = 1; step <= DUEL_HINTS; step++) {
        advice_hint(&advice, step, &hint);
        put_reason(&hint, out);
    }
}

static void assert_same_advice(const twins *t, const duel_state view[2], uint64_t seed)
{
    duel_buf text[2];
    for (int k = 0; k < 2; k++) {
        duel_buf_init(&text[k]);
        put_advice(t, k, &view[k], seed, &text[k].sink);
    }
    assert_same_text(&text[0], &text[1]);
    for (int k = 0; k < 2; k++)
        duel_buf_fini(&text[k]);
}

static void assert_same_sight(const twins *t, duel_state view[2])
{
    duel_buf text[2];
    for (int k = 0; k < 2; k++) {
        duel_view(t->v, &t->state[k], t->seat, &view[k]);
        duel_buf_init(&text[k]);
        put_everything(t->v, &view[k], t->seat, &text[k].sink);
    }
    assert_memory_equal(&view[0], &view[1], t->v->state_size);
    assert_same_text(&text[0], &text[1]);
    assert_same_text(&t->log[0], &t->log[1]);
    for (int k = 0; k < 2; k++)
        duel_buf_fini(&text[k]);
}

/* ---- pairs of deals --------------------------------------------------------------------- */

/* A place of a card that the seat does not see: in another hand, or in the pile. */
typedef struct spot {
    int seat;    /* -1: the pile */
    unsigned at; /* place in the pile, or the kind in the hand */
} spot;

static spot any_spot(const duel_variant *v, const ergo *s, int seat, duel_rng *rng)
{
    for (;;) {
        int owner = (int)duel_rng_below(rng, (uint32_t)v->seats + 1) - 1;
        unsigned kind = duel_rng_below(rng, ERGO_KINDS);
        if (owner == -1 && s->pile_count > s->sunk)
            return (spot){-1,
                          s->sunk + duel_rng_below(rng, (uint32_t)(s->pile_count - s->sunk))};
        if (owner >= 0 && owner != seat &&
            ergo_count(s->hand[owner], kind) > ergo_count(s->shown[owner], kind))
            return (spot){owner, kind};
    }
}

static unsigned card_of(const ergo *s, spot p)
{
    return p.seat < 0 ? s->pile[p.at] : p.at;
}

static void put_card(ergo *s, spot p, unsigned kind)
{
    if (p.seat < 0)
        s->pile[p.at] = (uint8_t)kind;
    else
        s->hand[p.seat] += ergo_one(kind) - ergo_one(p.at);
}

/* Two cards exchanged that the seat does not see: such pairs go on for long. */
static void exchange(const duel_variant *v, ergo *twin, int seat, duel_rng *rng)
{
    const ergo s = *twin;
    spot a, b;
    int tries = 0;
    do {
        a = any_spot(v, &s, seat, rng);
        b = any_spot(v, &s, seat, rng);
    } while ((a.seat == b.seat || card_of(&s, a) == card_of(&s, b)) && tries++ < 200);
    if (a.seat == b.seat)
        return;
    put_card(twin, a, card_of(&s, b));
    put_card(twin, b, card_of(&s, a));
}

/* The same to the seat and otherwise not: two cards exchanged, or all it does not see dealt
 * again; the coming rounds are others, too. */
static ergo twin_of(const duel_variant *v, const ergo *s, int seat, bool all, duel_rng *rng)
{
    ergo twin = *s;
    if (all) {
        ergo_hide(v, &twin, seat);
        assert_ok(ergo_guess(v, &twin, rng, NULL));
    } else {
        exchange(v, &twin, seat, rng);
    }
    twin.secret[3] = s->secret[3] ^ 0x55;
    return twin;
}

/* A pair begins at the beginning of somebody's turn. */
static bool deal_pair(twins *t, bool all, duel_rng *rng)
{
    ergo *s = t->state;
    assert_ok(ergo_deal(t->v, rng, &s[0]));
    for (uint32_t i = duel_rng_below(rng, 30); i && s[0].stage == ERGO_PLAYING; i--)
        ergo_play(t->v, &s[0], ergo_sample(t->v, &s[0], rng));
    if (s[0].stage != ERGO_PLAYING || s[0].used)
        return false;
    s[1] = twin_of(t->v, &s[0], t->seat, all, rng);
    return memcmp(s[0].pile, s[1].pile, sizeof s->pile) != 0 ||
           memcmp(s[0].hand, s[1].hand, sizeof s->hand) != 0;
}

/* The script: a move legal in both, or false. */
static bool common_move(const duel_variant *v, const ergo *a, const ergo *b, duel_rng *rng,
                        duel_move *out)
{
    duel_move list[2][DUEL_MOVES_MAX], both[DUEL_MOVES_MAX];
    int count[2] = {ergo_moves(v, a, list[0]), ergo_moves(v, b, list[1])}, common = 0;
    for (int i = 0; i < count[0]; i++)
        for (int k = 0; k < count[1]; k++)
            if (list[0][i] == list[1][k])
                both[common++] = list[0][i];
    if (common)
        *out = both[duel_rng_below(rng, (uint32_t)common)];
    return common > 0;
}

/* A move in both deals, and in the log as the seat is told of it. */
static void step(twins *t, duel_move move)
{
    for (int k = 0; k < 2; k++) {
        duel_state view;
        duel_view(t->v, &t->state[k], t->seat, &view);
        duel_print_move(t->v, &view, move, &t->log[k].sink);
        duel_put_char(&t->log[k].sink, ' ');
        ergo_play(t->v, &t->state[k], move);
    }
}

/* What the seat knows is still the same, and the round goes on. */
static bool still_alike(const twins *t)
{
    const ergo *a = &t->state[0], *b = &t->state[1];
    return a->stage == ERGO_PLAYING && b->stage == ERGO_PLAYING &&
           a->hand[t->seat] == b->hand[t->seat] &&
           memcmp(a->shown, b->shown, sizeof a->shown) == 0;
}

typedef struct tally {
    int pairs, sights, decisions;
} tally;

/* Follows the pair until the seat comes to know one of the cards. */
static void follow_pair(twins *t, int decisions, duel_rng *rng, tally *sum)
{
    int decided = 0;
    duel_move move;
    while (still_alike(t)) {
        duel_state view[2];
        assert_same_sight(t, view);
        sum->sights++;
        if (t->state[0].turn == t->seat && decided < decisions) {
            assert_same_plans(t, view, duel_rng_next(rng));
            assert_same_advice(t, view, duel_rng_next(rng));
            decided++;
        }
        if (!common_move(t->v, &t->state[0], &t->state[1], rng, &move))
            break;
        step(t, move);
    }
    sum->decisions += decided;
    sum->pairs += decided > 0;
}

/* Pairs count in which the seat came to decide something. */
TEST(test_pairs_of_deals)
{
    int wanted = check_sample(24, 1000), decisions = check_sample(2, 4);
    tally sum = {0};
    duel_rng rng = check_rng(77);
    for (int i = 0; sum.pairs < wanted; i++) {
        static twins t;
        duel_variant v = table_for(2 + i % 3, i / 3 % 2);
        twins_init(&t, &v, (int)duel_rng_below(&rng, (uint32_t)v.seats));
        if (deal_pair(&t, i / 6 % 2, &rng))
            follow_pair(&t, decisions, &rng, &sum);
        twins_fini(&t);
    }
    print_message("# %d pairs, %d views and %d decisions compared\n", sum.pairs, sum.sights,
                  sum.decisions);
    assert_true(sum.decisions > wanted && sum.sights > 2 * wanted);
}

/* ---- the same through a session, which holds the whole state ---------------------------- */

static game_session *sit_down(const twins *t, int k, const char *spec)
{
    game_session *s;
    CHECK_BUF(start);
    duel_print(t->v, &t->state[k], &start.sink);
    session_opening o = {
        .variant = t->v, .seed = duel_str_of("1"), .start = duel_buf_str(&start)};
    for (int seat = 0; seat < t->v->seats; seat++)
        o.seats[seat] = duel_str_of(seat == t->seat ? spec : "human");
    assert_ok(session_new(&o, 0, &s, NULL));
    return s;
}

static void assert_same_session(const twins *t, const char *spec, uint64_t seed)
{
    static duel_answer answer[2];
    duel_state view[2];
    for (int k = 0; k < 2; k++) {
        game_session *s = sit_down(t, k, spec);
        table_players *players;
        duel_think call = {.view = &view[k], .seat = t->seat, .seed = seed};
        memset(&view[k], 0, sizeof view[k]);
        session_view(s, t->seat, &view[k]);
        assert_ok(table_players_new(NULL, t->v, MEMORY, MEMORY, NULL, &players, NULL));
        table_players_sync(players, s);
        assert_ok(table_players_think(players, &call, &answer[k], NULL));
        table_players_free(players);
        session_free(s);
    }
    assert_memory_equal(&view[0], &view[1], t->v->state_size);
    assert_int_equal(answer[0].plan_count, answer[1].plan_count);
    assert_memory_equal(answer[0].plan, answer[1].plan, sizeof answer[0].plan);
}

TEST(test_sessions_hide)
{
    int wanted = check_sample(40, 1000), pairs = 0;
    duel_rng rng = check_rng(78);
    for (int i = 0; pairs < wanted; i++) {
        duel_variant v = table_for(2 + i % 3, i / 3 % 2);
        twins t = {.v = &v, .players = everybody(&v)};
        t.seat = (int)duel_rng_below(&rng, (uint32_t)v.seats);
        if (!deal_pair(&t, i / 6 % 2, &rng) || t.state[0].turn != t.seat)
            continue;
        assert_same_session(&t, t.players.spec[pairs % t.players.count], duel_rng_next(&rng));
        pairs++;
    }
}

/* ---- guesses ---------------------------------------------------------------------------- */

/* Each unseen card is as likely in each unknown place: a card that lies in the pile or in the
 * other hand is in the hand as often as that hand has places. */
TEST(test_guesses_are_uniform)
{
    duel_variant v = table_for(2, 0);
    duel_state guess;
    const char *position = "A>B,,,;ABC&(FE,V!????;?36_~;~~D;1:1;0,0;?";
    int draws = check_sample(20000, 400000), hits[ERGO_KINDS] = {0}, bottom = 0, top = 0;
    duel_rng rng = check_rng(5);
    duel_state view = check_state(&v, position);
    for (int i = 0; i < draws; i++) {
        const ergo *s = (const ergo *)&guess;
        guess = view;
        assert_ok(ergo_guess(&v, &guess, &rng, NULL));
        assert_true(ergo_count(s->hand[1], ERGO_WILDVAR) == 1);
        assert_int_equal(s->pile[0], ERGO_NOT);
        for (unsigned kind = 0; kind < ERGO_KINDS; kind++)
            hits[kind] += (int)ergo_count(s->hand[1], kind);
        bottom += s->pile[1] == ERGO_RASA;
        top += s->pile[s->pile_count - 1] == ERGO_RASA;
    }
    /* 40 unseen cards, 4 of them in the hand; A B C: 2 2 3 unseen, one T */
    const struct {
        int seen;
        double unseen, places;
    } expected[] = {{hits[ERGO_A], 2, 4},    {hits[ERGO_B], 2, 4}, {hits[ERGO_C], 3, 4},
                    {hits[ERGO_RASA], 1, 4}, {bottom, 1, 1},       {top, 1, 1}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        double p = expected[i].places / 40, mean = draws * expected[i].unseen * p;
        double spread = sqrt(draws * expected[i].unseen * p * (1 - p));
        if (fabs(expected[i].seen - mean) > 5 * spread)
            fail_msg("case %zu: %d, expected %.0f ± %.0f", i, expected[i].seen, mean, spread);
    }
}

/* What a seat could not have seen makes a view that is refused. */
TEST(test_impossible_views)
{
    duel_variant v = table_for(2, 0);
    duel_rng rng = check_rng(6);
    duel_state s = check_state(&v, ",,,;ABC&(FE,?????;?43;;1:1;0,0;?");
    ((ergo *)&s)->gone = ergo_one(ERGO_RASA) * 2;
    assert_int_equal(ergo_guess(&v, &s, &rng, NULL), DUEL_INVALID);
    ((ergo *)&s)->gone = ergo_one(ERGO_RASA);
    assert_int_equal(ergo_guess(&v, &s, &rng, NULL), DUEL_INVALID);
    ((ergo *)&s)->gone = 0;
    assert_ok(ergo_guess(&v, &s, &rng, NULL));
}
