/* tests/chicago/test_reasons.c -- every fact that explains a move, worked out a second time.
 *
 * The checker reads the printed position into a sheet of its own and plays moves by their text;
 * it shares no code with the game. For each fact it computes the numbers anew, writes the
 * sentence anew, and compares both. */
#include "check.h"

#include "core/reason.h"
#include "core/scene.h"
#include "games/chicago/chicago.h"

#include <ctype.h>

/* ---- the rules once more ------------------------------------------------------------ */

typedef struct sheet {
    char pile[9][8]; /* top first, '?' unknown */
    int piles, trader, price[6], held[4][6], seats, side, komi;
    bool expert;
} sheet;

static const char letters[] = "WMRSCK?";
static const char *const names[] = {"wheat", "maize", "rice", "sugar", "coffee", "cocoa"};

static int good_of(char letter)
{
    return (int)(strchr(letters, letter) - letters);
}

static sheet read_sheet(const duel_variant *v, const void *view)
{
    sheet s = {.seats = v->seats,
               .komi = (int)duel_variant_get(v, "komi"),
               .expert = duel_variant_get(v, "expert") != 0};
    CHECK_BUF(text);
    duel_print(v, view, &text.sink);
    char *save, *pile_save, *word = strtok_r(text.text, " ", &save);
    for (char *p = strtok_r(word, "/", &pile_save); p; p = strtok_r(NULL, "/", &pile_save))
        snprintf(s.pile[s.piles++], 8, "%s", p);
    s.trader = atoi(strtok_r(NULL, " ", &save)) - 1;
    word = strtok_r(NULL, " ", &save);
    for (int i = 0; i < 6; i++)
        s.price[i] = (int)strtol(i ? word + 1 : word, &word, 10);
    for (int seat = 0; seat < s.seats; seat++)
        for (word = strtok_r(NULL, " ", &save); *word && *word != '-'; word++)
            s.held[seat][good_of(*word)]++;
    s.side = atoi(strtok_r(NULL, " ", &save)) - 1;
    return s;
}

/* Walks, and gives the piles on both sides. */
static int walk(const sheet *s, int step, int *before, int *after)
{
    int q = s->trader;
    while (step--)
        q = q + 1 == s->piles ? 0 : q + 1;
    *before = q ? q - 1 : s->piles - 1;
    *after = q + 1 == s->piles ? 0 : q + 1;
    return q;
}

static sheet play_sheet(sheet s, int step, char keep, char sell)
{
    int before, after, q = walk(&s, step, &before, &after);
    assert_true((s.pile[before][0] == keep && s.pile[after][0] == sell) ||
                (s.pile[before][0] == sell && s.pile[after][0] == keep));
    memmove(s.pile[before], s.pile[before] + 1, 7);
    memmove(s.pile[after], s.pile[after] + 1, 7);
    s.held[s.side][good_of(keep)]++;
    s.price[good_of(sell)]--;
    s.side = (s.side + 1) % s.seats;
    sheet next = s;
    next.piles = 0;
    for (int i = 0; i < s.piles; i++) {
        if (i == q)
            next.trader = next.piles;
        if (s.pile[i][0])
            memcpy(next.pile[next.piles++], s.pile[i], 8);
    }
    return next;
}

static int score_on(const sheet *s, int seat)
{
    int score = seat == 1 ? s->komi : 0;
    for (int i = 0; i < 6; i++)
        score += s->held[seat][i] * s->price[i];
    return score;
}

static int rival_on(const sheet *s, int seat)
{
    int best = -1;
    for (int i = 0; i < s->seats; i++)
        if (i != seat && score_on(s, i) > best)
            best = score_on(s, i);
    return best;
}

static int lead_on(const sheet *s, int seat)
{
    return score_on(s, seat) - rival_on(s, seat);
}

static int longest_walk(const sheet *s)
{
    if (!s->expert)
        return 3;
    for (int step = 1;; step++)
        if (s->pile[(s->trader + step) % s->piles][0] == s->pile[s->trader][0])
            return step;
}

typedef struct option {
    int step;
    char keep, sell;
} option;

static int options_on(const sheet *s, option out[18])
{
    int count = 0, longest = s->piles > 2 ? longest_walk(s) : 0;
    for (int step = 1; step <= longest; step++) {
        int before, after;
        walk(s, step, &before, &after);
        char left = s->pile[before][0], right = s->pile[after][0];
        out[count++] = (option){step, left, right};
        if (left != right)
            out[count++] = (option){step, right, left};
    }
    return count;
}

static int minimax(const sheet *s)
{
    option list[18];
    int count = options_on(s, list), best = lead_on(s, s->side);
    for (int i = 0; i < count; i++) {
        sheet next = play_sheet(*s, list[i].step, list[i].keep, list[i].sell);
        int value = -minimax(&next);
        best = i == 0 || value > best ? value : best;
    }
    return best;
}

static int tokens_on(const sheet *s, char letter) /* 0: all */
{
    int count = 0;
    for (int i = 0; i < s->piles; i++)
        for (const char *c = s->pile[i]; *c; c++)
            count += letter == 0 || *c == letter;
    return count;
}

/* ---- the facts once more ------------------------------------------------------------ */

typedef struct claim { /* a fact as the checker would state it */
    int64_t arg[4];
    char text[256];
} claim;

typedef struct subject {
    sheet before, after;
    int seat, step;
    char keep, sell;
} subject;

static const char *plural(int64_t n, const char *one, const char *many)
{
    return n == 1 || n == -1 ? one : many;
}

#define WRITE(c, ...) snprintf((c)->text, sizeof(c)->text, __VA_ARGS__)
typedef long long wide;

static void claim_ends(const subject *s, claim *c)
{
    assert_true(s->after.piles <= 2);
    c->arg[0] = score_on(&s->after, s->seat);
    c->arg[1] = rival_on(&s->after, s->seat);
    WRITE(c, "It ends the game, %lld to %lld.", (wide)c->arg[0], (wide)c->arg[1]);
}

static void claim_result(const subject *s, claim *c)
{
    assert_true(s->after.seats == 2 && s->after.piles > 2 && tokens_on(&s->after, '?') == 0);
    c->arg[0] = -minimax(&s->after);
    if (c->arg[0] == 0)
        WRITE(c, "If nobody errs from here on, the game ends in a tie.");
    else
        WRITE(c, "If nobody errs from here on, it %s by %lld.",
              c->arg[0] > 0 ? "wins" : "loses", (wide)llabs(c->arg[0]));
}

static void claim_gain(const subject *s, claim *c)
{
    c->arg[0] = good_of(s->keep);
    c->arg[1] = s->after.price[c->arg[0]];
    c->arg[2] = lead_on(&s->after, s->seat) - lead_on(&s->before, s->seat);
    if (c->arg[2] == 0)
        WRITE(c, "It keeps %s, worth %lld, which leaves the lead as it is.", names[c->arg[0]],
              (wide)c->arg[1]);
    else
        WRITE(c, "It keeps %s, worth %lld, and %s %lld %s on the %sother player at once.",
              names[c->arg[0]], (wide)c->arg[1], c->arg[2] < 0 ? "yet loses" : "gains",
              (wide)llabs(c->arg[2]), plural(c->arg[2], "point", "points"),
              s->after.seats == 2 ? "" : "best ");
}

static void claim_falls(const subject *s, claim *c)
{
    c->arg[0] = good_of(s->sell);
    c->arg[1] = s->before.price[c->arg[0]] - 1;
    c->arg[2] = s->before.held[s->seat][c->arg[0]] + (s->keep == s->sell);
    for (int i = 0; i < s->before.seats; i++)
        c->arg[3] += i == s->seat ? 0 : s->before.held[i][c->arg[0]];
    if (c->arg[2] + c->arg[3] == 0)
        WRITE(c, "The price of %s falls to %lld, and nobody holds any.", names[c->arg[0]],
              (wide)c->arg[1]);
    else
        WRITE(c, "The price of %s falls to %lld: you hold %lld, the other%s %lld.",
              names[c->arg[0]], (wide)c->arg[1], (wide)c->arg[2],
              s->before.seats == 2 ? " player" : "s", (wide)c->arg[3]);
}

static void claim_reply(const subject *s, claim *c)
{
    option list[18], best = {0, 'W', 'W'};
    int count = options_on(&s->after, list), most = -1000, equals = 0, seat = s->after.side;
    for (int i = 0; i < s->after.piles; i++)
        assert_true(s->after.pile[i][0] != '?');
    for (int i = 0; i < count; i++) {
        sheet next = play_sheet(s->after, list[i].step, list[i].keep, list[i].sell);
        int gain = lead_on(&next, seat) - lead_on(&s->after, seat);
        if (gain > most)
            most = gain, equals = 0, best = list[i];
        equals += gain == most;
    }
    c->arg[0] = most;
    c->arg[1] = best.step | good_of(best.keep) << 8 | good_of(best.sell) << 16;
    c->arg[2] = equals;
    WRITE(c,
          "The best the next player can do at once is to keep %s and sell %s, %d %s on, %s "
          "%lld %s.",
          names[good_of(best.keep)], names[good_of(best.sell)], best.step,
          plural(best.step, "pile", "piles"), most < 0 ? "and even that loses" : "which gains",
          (wide)llabs(c->arg[0]), plural(most, "point", "points"));
}

static int64_t left_on(const subject *s, int good)
{
    int gone = (good == 0 ? 7 : 6) - s->after.price[good];
    if (tokens_on(&s->after, '?') == 0)
        return tokens_on(&s->after, letters[good]);
    for (int i = 0; i < s->after.seats; i++)
        gone += s->after.held[i][good];
    return 6 - gone;
}

static void claim_soldout(const subject *s, claim *c)
{
    int good = good_of(s->keep);
    assert_int_equal(left_on(s, good), 0);
    c->arg[0] = good;
    c->arg[1] = s->after.held[s->seat][good];
    c->arg[2] = s->after.price[good];
    WRITE(c, "No %s is left in the piles: the %lld you hold %s worth %lld each.", names[good],
          (wide)c->arg[1], plural(c->arg[1], "stays", "stay"), (wide)c->arg[2]);
}

static void claim_left(const subject *s, claim *c)
{
    int good = good_of(s->keep);
    c->arg[0] = good;
    c->arg[1] = left_on(s, good);
    c->arg[2] = s->after.held[s->seat][good];
    assert_true(c->arg[1] > 0);
    WRITE(c, "%lld %s of %s %s left in the piles; each one sold would cost you %lld.",
          (wide)c->arg[1], plural(c->arg[1], "token", "tokens"), names[good],
          plural(c->arg[1], "is", "are"), (wide)c->arg[2]);
}

static void claim_empties(const subject *s, claim *c)
{
    c->arg[0] = s->before.piles - s->after.piles;
    c->arg[1] = s->after.piles;
    assert_true(c->arg[0] > 0);
    WRITE(c, "It empties %lld %s; %lld %s left.", (wide)c->arg[0],
          plural(c->arg[0], "pile", "piles"), (wide)c->arg[1], plural(c->arg[1], "is", "are"));
}

static const char *token_name(char letter)
{
    return letter == '?' ? "a hidden token" : names[good_of(letter)];
}

static void claim_lands(const subject *s, claim *c)
{
    int before, after, q = walk(&s->before, s->step, &before, &after);
    char one = s->before.pile[before][1], two = s->before.pile[after][1];
    c->arg[0] = q + 1;
    c->arg[1] = one ? good_of(one) + 1 : 0;
    c->arg[2] = two ? good_of(two) + 1 : 0;
    if (one && one == two && one != '?')
        WRITE(c, "It lands on pile %d and uncovers two tokens of %s.", q + 1, token_name(one));
    else if (one && two)
        WRITE(c, "It lands on pile %d and uncovers %s and %s.", q + 1, token_name(one),
              token_name(two));
    else
        WRITE(c, "It lands on pile %d and uncovers %s.", q + 1,
              one || two ? token_name(one ? one : two) : "nothing");
}

static void (*const claims[])(const subject *s, claim *c) = {
    [CHICAGO_FACT_ENDS] = claim_ends,   [CHICAGO_FACT_RESULT] = claim_result,
    [CHICAGO_FACT_GAIN] = claim_gain,   [CHICAGO_FACT_FALLS] = claim_falls,
    [CHICAGO_FACT_REPLY] = claim_reply, [CHICAGO_FACT_SOLDOUT] = claim_soldout,
    [CHICAGO_FACT_LEFT] = claim_left,   [CHICAGO_FACT_EMPTIES] = claim_empties,
    [CHICAGO_FACT_LANDS] = claim_lands};
enum { KINDS = sizeof claims / sizeof *claims };

static void check_fact(const subject *s, const duel_fact *f)
{
    claim c = {{0}, ""};
    assert_in_range(f->kind, 0, KINDS - 1);
    claims[f->kind](s, &c);
    for (int i = 0; i < 4; i++)
        if (c.arg[i] != f->arg[i])
            fail_msg("%s: argument %d is %lld, should be %lld", check_english(&f->text), i,
                     (wide)f->arg[i], (wide)c.arg[i]);
    assert_string_equal(check_english(&f->text), c.text);
}

/* What a fact points at is in the picture. */
static void check_targets(const duel_variant *v, const void *view, int seat, const duel_fact *f)
{
    duel_scene scene;
    duel_scene_init(&scene);
    duel_scene_make(v, view, seat, &scene);
    for (int i = 0; i < f->targets; i++) {
        bool there = false;
        for (int j = 0; j < scene.count; j++)
            there = there || strcmp(scene.element[j].id, f->target[i].text) == 0;
        if (!there)
            fail_msg("no %s in the picture", f->target[i].text);
    }
    duel_scene_fini(&scene);
}

static subject subject_of(const duel_variant *v, const void *view, duel_move move)
{
    subject s = {.before = read_sheet(v, view)};
    CHECK_BUF(text);
    duel_print_move(v, view, move, &text.sink);
    assert_int_equal(text.len, 3);
    s.seat = s.before.side;
    s.keep = text.text[1];
    s.sell = text.text[2];
    s.step = text.text[0] - '0';
    s.after = play_sheet(s.before, s.step, s.keep, s.sell);
    return s;
}

static void check_move(const duel_variant *v, const void *view, duel_move move, int met[KINDS])
{
    subject s = subject_of(v, view, move);
    duel_reason why;
    duel_explain_why(v, view, s.seat, &move, 1, &why);
    assert_true(why.count >= 2);
    for (int i = 0; i < why.count; i++) {
        check_fact(&s, &why.fact[i]);
        check_targets(v, view, s.seat, &why.fact[i]);
        met[why.fact[i].kind]++;
        for (int j = 0; j < i; j++) /* each thing is said once, in the promised order */
            assert_true(why.fact[j].kind < why.fact[i].kind);
    }
}

/* A game played at random; now and then every move of a position is explained. */
static void check_game(const duel_variant *v, uint64_t seed, int met[KINDS])
{
    duel_state state, view;
    duel_move list[DUEL_MOVES_MAX];
    duel_rng rng = check_rng(seed);
    memset(&state, 0, sizeof state);
    assert_ok(v->game->deal(v, &rng, &state));
    for (int count; (count = v->game->moves(v, &state, list)) > 0;) {
        duel_view(v, &state, v->game->turn(v, &state), &view);
        check_move(v, &view, list[duel_rng_below(&rng, (uint32_t)count)], met);
        v->game->play(v, &state, list[duel_rng_below(&rng, (uint32_t)count)]);
    }
}

TEST(facts_are_true)
{
    static const char *const variants[] = {"chicago",
                                           "chicago komi=4",
                                           "chicago view=tops",
                                           "chicago expert=yes",
                                           "chicago players=3",
                                           "chicago players=4 expert=yes",
                                           "chicago players=3 view=tops"};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        duel_variant v = check_variant(variants[i]);
        int met[KINDS] = {0}, games = check_sample(6, 150);
        for (int game = 0; game < games; game++)
            check_game(&v, 100 * i + (uint64_t)game, met);
        assert_true(met[CHICAGO_FACT_GAIN] && met[CHICAGO_FACT_FALLS] &&
                    met[CHICAGO_FACT_LEFT] && met[CHICAGO_FACT_EMPTIES]);
        assert_true(met[CHICAGO_FACT_ENDS] > 0 && met[CHICAGO_FACT_REPLY] > 0);
        if (i == 0)
            assert_true(met[CHICAGO_FACT_RESULT] > 0 && met[CHICAGO_FACT_SOLDOUT] > 0);
    }
}

/* A checker that accepts anything would prove nothing: bend each number and see it refused. */
TEST(bent_facts_are_found)
{
    duel_variant v = check_variant("chicago");
    duel_move list[DUEL_MOVES_MAX];
    duel_state s = check_state(&v, "SMW/CWS/SK/KSCM 4 5,4,2,5,4,3 WMK WMC 1");
    int count = v.game->moves(&v, &s, list), bent = 0;
    for (int i = 0; i < count; i++) {
        subject about = subject_of(&v, &s, list[i]);
        duel_reason why;
        duel_explain_why(&v, &s, 0, &list[i], 1, &why);
        for (int j = 0; j < why.count; j++) {
            claim c = {{0}, ""};
            claims[why.fact[j].kind](&about, &c);
            why.fact[j].arg[0]++;
            assert_true(memcmp(c.arg, why.fact[j].arg, sizeof c.arg) != 0);
            bent++;
        }
    }
    assert_true(bent > 10);
}

/* Advice can always say what differs: no two moves of a position have the same facts. */
TEST(moves_differ_by_a_fact)
{
    duel_variant v = check_variant("chicago");
    for (uint64_t seed = 1; seed <= 40; seed++) {
        duel_state s;
        duel_move list[DUEL_MOVES_MAX];
        duel_reason a, b;
        duel_rng rng = check_rng(seed);
        memset(&s, 0, sizeof s);
        v.game->deal(&v, &rng, &s);
        int count = v.game->moves(&v, &s, list);
        for (int i = 0; i < count; i++)
            for (int j = 0; j < i; j++) {
                duel_explain_why(&v, &s, 0, &list[i], 1, &a);
                duel_explain_why(&v, &s, 0, &list[j], 1, &b);
                bool same = a.count == b.count;
                for (int k = 0; same && k < a.count; k++)
                    same = duel_fact_same(&a.fact[k], &b.fact[k]);
                assert_false(same);
            }
    }
}
