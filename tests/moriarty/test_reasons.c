/* tests/moriarty/test_reasons.c -- every fact that explains a move is worked out anew, square
 * by square, by code that shares nothing with what found it; and no fact is left out. */
#include "check.h"

#include "games/moriarty/moriarty.h"
#include "helper.h"

/* What the checker sees: own side first, before and after the move. */
typedef struct scene {
    const duel_variant *v;
    moriarty_board before, after;
    uint64_t playable;
    int side, from; /* of the board, and where it begins on the full one */
    int move;
} scene;

static uint64_t bit_at(const scene *s, int x, int y)
{
    return UINT64_C(1) << (8 * (y + s->from) + x + s->from);
}

static moriarty_board turned(moriarty_board b)
{
    return (moriarty_board){b.other, b.mover};
}

static uint64_t moves_of(const scene *s, moriarty_board b)
{
    return naive_moves(b) & s->playable;
}

static int count(uint64_t set)
{
    int n = 0;
    for (int i = 0; i < 64; i++)
        n += (int)(set >> i & 1);
    return n;
}

static uint64_t corners(const scene *s)
{
    int last = s->side - 1;
    return bit_at(s, 0, 0) | bit_at(s, last, 0) | bit_at(s, 0, last) | bit_at(s, last, last);
}

static uint64_t empties(const scene *s, moriarty_board b)
{
    return s->playable & ~b.mover & ~b.other;
}

static scene look(const duel_variant *v, const moriarty_state *m, int move)
{
    scene s = {.v = v, .side = moriarty_side(v), .move = move};
    s.from = (8 - s.side) / 2;
    for (int y = 0; y < s.side; y++)
        for (int x = 0; x < s.side; x++)
            s.playable |= bit_at(&s, x, y);
    s.before = (moriarty_board){m->disc[m->seat], m->disc[1 - m->seat]};
    s.after = move == MORIARTY_PASS ? s.before : turned(naive_play(s.before, move));
    return s;
}

/* ---- the checker's own way to each fact ------------------------------------------------- */

static bool ended(const scene *s, moriarty_board mover_first)
{
    bool blocked = moves_of(s, mover_first) == 0;
    bool seed = s->v->option[MORIARTY_RULES] == MORIARTY_SEED_RULES;
    return blocked && (seed || moves_of(s, turned(mover_first)) == 0);
}

static int final_lead(const scene *s, moriarty_board b)
{
    int lead = count(b.mover) - count(b.other), rest = count(empties(s, b));
    return moriarty_is_plain(s->v) ? lead : lead > 0 ? lead + rest : lead < 0 ? lead - rest : 0;
}

/* Plain alpha-beta over the naive rules, for the mover. */
static int perfect(const scene *s, moriarty_board b, int alpha, int beta)
{
    uint64_t moves = moves_of(s, b);
    if (ended(s, b))
        return final_lead(s, b);
    if (moves == 0)
        return -perfect(s, turned(b), -beta, -alpha);
    for (int i = 0; i < 64 && alpha < beta; i++) {
        if (!(moves >> i & 1))
            continue;
        int score = -perfect(s, naive_play(b, i), -beta, -alpha);
        if (score > alpha)
            alpha = score;
    }
    return alpha;
}

/* An empty corner that touches the move: along the edge, or only diagonally. */
static uint64_t corner_beside(const scene *s, bool diagonally)
{
    uint64_t set = 0;
    for (int y = 0; y < s->side; y++)
        for (int x = 0; x < s->side; x++) {
            uint64_t bit = bit_at(s, x, y);
            int dx = x - (s->move % 8 - s->from), dy = y - (s->move / 8 - s->from);
            bool near = dx * dx + dy * dy == (diagonally ? 2 : 1);
            if (near && bit & corners(s) & empties(s, s->before))
                set |= bit;
        }
    return set;
}

static uint64_t flood(const scene *s, uint64_t empty, int x, int y, uint64_t found)
{
    if (x < 0 || y < 0 || x >= s->side || y >= s->side)
        return found;
    if (!(bit_at(s, x, y) & empty) || bit_at(s, x, y) & found)
        return found;
    found |= bit_at(s, x, y);
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            found = flood(s, empty, x + dx, y + dy, found);
    return found;
}

static uint64_t region(const scene *s)
{
    return flood(s, empties(s, s->before), s->move % 8 - s->from, s->move / 8 - s->from, 0);
}

static bool touches_empty(const scene *s, uint64_t discs)
{
    for (int i = 0; i < 64; i++)
        for (int k = 0; k < 64 && discs >> i & 1; k++)
            if (empties(s, s->after) >> k & 1 && abs(i % 8 - k % 8) <= 1 &&
                abs(i / 8 - k / 8) <= 1)
                return true;
    return false;
}

static bool line_is_full(moriarty_board b, int x, int y, int dx, int dy)
{
    for (; x >= 0 && y >= 0 && x < 8 && y < 8; x -= dx, y -= dy)
        if (naive_at(b, x, y) == 0)
            return false;
    return true;
}

static bool safe_along(moriarty_board b, uint64_t safe, int x, int y, int dx, int dy)
{
    if (line_is_full(b, x, y, dx, dy) && line_is_full(b, x, y, -dx, -dy))
        return true;
    for (int sign = -1; sign <= 1; sign += 2) {
        int nx = x + sign * dx, ny = y + sign * dy;
        if (nx < 0 || ny < 0 || nx > 7 || ny > 7 || safe >> (8 * ny + nx) & 1)
            return true;
    }
    return false;
}

static uint64_t safe_discs(moriarty_board b)
{
    uint64_t safe = 0, before;
    do {
        before = safe;
        for (int i = 0; i < 64; i++)
            if (naive_at(b, i % 8, i / 8) == 1 && safe_along(b, safe, i % 8, i / 8, 1, 0) &&
                safe_along(b, safe, i % 8, i / 8, 0, 1) &&
                safe_along(b, safe, i % 8, i / 8, 1, 1) &&
                safe_along(b, safe, i % 8, i / 8, 1, -1))
                safe |= UINT64_C(1) << i;
    } while (safe != before);
    return safe;
}

/* ---- all facts of a move, in their order ------------------------------------------------ */

static void expect(duel_reason *r, int kind, int64_t a, int64_t b, int64_t c, int64_t d)
{
    duel_fact *f = duel_reason_add(r, kind);
    f->arg[0] = a, f->arg[1] = b, f->arg[2] = c, f->arg[3] = d;
}

static void expect_result(const scene *s, duel_reason *r)
{
    if (count(empties(s, s->after)) <= 10)
        expect(r, MORIARTY_FACT_RESULT, -perfect(s, turned(s->after), -65, 65), 0, 0, 0);
}

static void expect_end(const scene *s, duel_reason *r)
{
    int mine = count(s->after.mover), theirs = count(s->after.other);
    int rest = moriarty_is_plain(s->v) ? 0 : count(empties(s, s->after));
    expect(r, MORIARTY_FACT_ENDS, mine + (mine > theirs ? rest : 0),
           theirs + (theirs > mine ? rest : 0), 0, 0);
}

static void expect_corners(const scene *s, duel_reason *r)
{
    uint64_t own = UINT64_C(1) << s->move & corners(s);
    uint64_t given =
        moves_of(s, turned(s->after)) & ~moves_of(s, turned(s->before)) & corners(s);
    if (own)
        expect(r, MORIARTY_FACT_CORNER, (int64_t)own, 0, 0, 0);
    if (given)
        expect(r, MORIARTY_FACT_GIVES, (int64_t)given, 0, 0, 0);
    if (moves_of(s, turned(s->after)) == 0)
        expect(r, MORIARTY_FACT_SHUTS, 0, 0, 0, 0);
    if (corner_beside(s, true))
        expect(r, MORIARTY_FACT_X, (int64_t)corner_beside(s, true), 0, 0, 0);
    if (corner_beside(s, false))
        expect(r, MORIARTY_FACT_C, (int64_t)corner_beside(s, false), 0, 0, 0);
}

static void expect_rest(const scene *s, duel_reason *r)
{
    int safe = count(safe_discs(s->before)), safer = count(safe_discs(s->after));
    uint64_t empty = empties(s, s->before);
    int own = count(moves_of(s, s->before)), own_after = count(moves_of(s, s->after));
    int their = count(moves_of(s, turned(s->before)));
    int their_after = count(moves_of(s, turned(s->after)));
    bool first = their_after < their || (their_after == their && own_after > own);
    if (first)
        expect(r, MORIARTY_FACT_MOBILITY, own, own_after, their, their_after);
    if (count(empties(s, s->after)) > 24 && !touches_empty(s, naive_flips(s->before, s->move)))
        expect(r, MORIARTY_FACT_QUIET, (int64_t)naive_flips(s->before, s->move), 0, 0, 0);
    if (count(empty) <= 24 && count(region(s)) <= 9 && region(s) != empty)
        expect(r, MORIARTY_FACT_PARITY, (int64_t)region(s), 0, 0, 0);
    if (s->side == 8 && safer > safe)
        expect(r, MORIARTY_FACT_STABLE, safe, safer, 0, 0);
    expect(r, MORIARTY_FACT_TURNED, (int64_t)naive_flips(s->before, s->move), 0, 0, 0);
    if (!first)
        expect(r, MORIARTY_FACT_MOBILITY, own, own_after, their, their_after);
}

static duel_reason expected_of(const scene *s)
{
    duel_reason r;
    memset(&r, 0, sizeof r);
    if (s->move == MORIARTY_PASS) {
        expect(&r, MORIARTY_FACT_FORCED, 0, 0, 0, 0);
        expect_result(s, &r);
    } else if (ended(s, turned(s->after))) {
        expect_end(s, &r);
        expect(&r, MORIARTY_FACT_TURNED, (int64_t)naive_flips(s->before, s->move), 0, 0, 0);
    } else {
        expect_result(s, &r);
        expect_corners(s, &r);
        expect_rest(s, &r);
    }
    return r;
}

static void check_move(const duel_variant *v, const duel_state *state, duel_move move,
                       unsigned *kinds)
{
    duel_reason told;
    duel_explain_why(v, state, v->game->turn(v, state), &move, 1, &told);
    scene s = look(v, (const moriarty_state *)state, (int)move);
    duel_reason right = expected_of(&s);
    assert_int_equal(told.count, right.count);
    for (int i = 0; i < told.count; i++) {
        assert_int_equal(told.fact[i].kind, right.fact[i].kind);
        assert_memory_equal(told.fact[i].arg, right.fact[i].arg, sizeof right.fact[i].arg);
        assert_non_null(told.fact[i].text.id);
        *kinds |= 1u << told.fact[i].kind;
    }
}

/* Whole random games, all moves of every position; near the end only a sample, for there the
 * checker plays everything out. */
TEST(facts_are_true_and_complete)
{
    static const char *const options[] = {"", "size=6", "rules=seed", "size=4", ""};
    unsigned kinds = 0;
    for (int game = 0; game < check_sample(10, 100); game++) {
        duel_variant v;
        duel_rng rng = check_rng(100 + (uint64_t)game);
        duel_variant_read(&duel_game_moriarty, duel_str_of(options[game % 5]), &v, NULL);
        duel_state s = check_dealt(&v, 1);
        while (!duel_is_over(&v, &s)) {
            duel_move list[MORIARTY_MAX_MOVES];
            const moriarty_state *m = (const moriarty_state *)&s;
            int moves = v.game->moves(&v, &s, list);
            int left = count(moriarty_squares(&v) & ~(m->disc[0] | m->disc[1]));
            bool costly = left > 8 && left <= 11;
            for (int i = 0; i < moves; i++)
                if (!costly || (check_full() && i == 0))
                    check_move(&v, &s, list[i], &kinds);
            v.game->play(&v, &s, v.game->accel->sample(&v, &s, &rng));
        }
    }
    for (int kind = 0; kind <= MORIARTY_FACT_TURNED; kind++)
        if (!(kinds >> kind & 1))
            fail_msg("no move was explained by fact %d", kind);
}

/* Each sentence, as a person reads it. */
TEST(facts_have_words)
{
    static const struct {
        const char *position, *move, *first;
    } cases[] = {
        {"---------------------------OX------XO--------------------------- X", "d3",
         "It narrows the choice on both sides: from 4 to 3 moves for the other side, from 4 to "
         "3 for you."},
        {"-OX------------------------OX------XO--------------------------- X", "a1",
         "It takes the corner a1, which can never be turned."},
        {"------------------O--------XO------XX--------------------------- X", "b2",
         "It stands diagonally next to the empty corner a1: that is how corners are mostly lost."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        duel_variant v;
        duel_reason r;
        duel_variant_make(&duel_game_moriarty, NULL, 0, &v, NULL);
        duel_state s = check_state(&v, cases[i].position);
        duel_move move = check_read_move(&v, &s, cases[i].move);
        duel_explain_why(&v, &s, 0, &move, 1, &r);
        bool said = false;
        for (int k = 0; k < r.count; k++)
            said = said || strcmp(check_english(&r.fact[k].text), cases[i].first) == 0;
        assert_true(said);
    }
}
