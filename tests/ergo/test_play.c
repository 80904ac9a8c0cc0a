/* tests/ergo/test_play.c -- whole games at random, 2 to 4 players, both presets: every turn can
 * be made, cards are neither lost nor found, points are those of the proof, records replay. */
#include "hands.h"

#include "core/record.h"
#include "games/ergo/well_formed.h"

extern const duel_game duel_game_ergo;

/* Every card is in one place. */
static void assert_deck(const ergo *s)
{
    unsigned count[ERGO_KINDS] = {0};
    for (unsigned line = 0; line < LOGIC_LINES; line++)
        for (unsigned at = 0; at < s->length[line]; at++)
            count[ergo_kind_at(s, line, at)]++;
    for (unsigned i = 0; i < s->pile_count; i++)
        count[s->pile[i]]++;
    for (unsigned seat = 0; seat < DUEL_SEATS; seat++)
        count[ERGO_FALLACY] += s->fallacy[seat] > 0;
    for (unsigned kind = 0; kind < ERGO_KINDS; kind++) {
        count[kind] += ergo_count(s->gone, kind);
        for (unsigned seat = 0; seat < DUEL_SEATS; seat++)
            count[kind] += ergo_count(s->hand[seat], kind);
        assert_int_equal(count[kind], ergo_count(ERGO_ALL, kind));
    }
}

/* The points a round gave, worked out line by line with the logic kit's reader of texts. */
static void assert_points(const duel_variant *v, const ergo *before, const ergo *after)
{
    logic_proof proof = {0};
    for (unsigned i = 0; i < LOGIC_LINES; i++) {
        logic_line line = {.count = after->length[i]};
        memcpy(line.symbol, after->line[i], line.count);
        assert_int_equal(logic_check(line.symbol, line.count).want, LOGIC_WANT_NOTHING);
        logic_to_rpn(&line, ergo_precedence(v), &proof.line[i]);
    }
    logic_verdict verdict = logic_proof_verdict(&proof);
    for (int seat = 0; seat < v->seats; seat++) {
        bool proven = !verdict.paradox && logic_letter_verdict(&verdict, (unsigned)seat) == 'T';
        assert_int_equal(after->score[seat] - before->score[seat],
                         proven ? (int)ergo_size(after) : 0);
    }
}

static void assert_step(const duel_variant *v, const ergo *before, const ergo *after)
{
    bool round_ended = before->stage == ERGO_PLAYING && after->stage != ERGO_PLAYING;
    assert_deck(after);
    if (round_ended)
        assert_points(v, before, after);
    else
        assert_memory_equal(before->score, after->score, sizeof before->score);
    if (!after->used) /* a turn begins: invariant 2 */
        assert_int_equal(fit_broken_line(after), -1);
    if (after->stage == ERGO_PLAYING && after->used == 0)
        assert_true(after->held[after->turn] == ERGO_HAND ||
                    (after->emptied && after->held[after->turn] == ERGO_HAND - 1));
}

/* Moves that end a round at once are taken one time in eight, so that proofs grow. */
static duel_move choose(const duel_variant *v, const ergo *s, duel_rng *rng)
{
    duel_move list[DUEL_MOVES_MAX], move;
    int count = ergo_moves(v, s, list);
    assert_true(count > 0);
    assert_true(count <= ERGO_MOVES_MAX);
    do {
        move = list[duel_rng_below(rng, (uint32_t)count)];
    } while (ergo_unpack(move).act == ERGO_END && duel_rng_below(rng, 8));
    return move;
}

static void play_game(const duel_variant *v, uint64_t seed, int turns[3])
{
    duel_record record, back;
    duel_state state, replayed;
    int32_t score[DUEL_SEATS];
    ergo *s = (ergo *)&state;
    duel_record_init(&record, v);
    snprintf(record.seed, sizeof record.seed, "%llu", (unsigned long long)seed);
    assert_ok(duel_record_begin(&record, &state, NULL));
    duel_rng rng = check_rng(seed + 1000000);
    while (!ergo_over(v, s, score)) {
        ergo before = *s;
        duel_move move = choose(v, s, &rng);
        assert_ok(duel_record_add(&record, move, NULL));
        ergo_play(v, s, move);
        assert_step(v, &before, s);
        turns[before.stage]++;
    }
    assert_true(record.count <= v->max_plies);
    CHECK_BUF(text);
    duel_record_print(&record, &text.sink);
    assert_ok(duel_record_read_as(duel_buf_str(&text), &duel_game_ergo, &back, NULL));
    assert_ok(duel_record_replay(&back, back.count, &replayed, NULL));
    assert_true(duel_states_equal(v, &state, &replayed));
    duel_record_fini(&back);
    duel_record_fini(&record);
}

TEST(test_whole_games)
{
    int games = check_sample(60, 1000), turns[3] = {0};
    for (int players = 2; players <= 4; players++)
        for (int preset = 0; preset <= 1; preset++) {
            duel_variant v = table_for(players, preset);
            for (int i = 0; i < games; i++)
                play_game(&v, (uint64_t)(1000 * players + 500 * preset + i), turns);
        }
    assert_true(turns[ERGO_PLAYING] > 100 * games);
    assert_true(turns[ERGO_BETWEEN] > games);
}

/* Play-outs end, too, and by legal moves. */
TEST(test_sampled_games)
{
    duel_rng rng = check_rng(3);
    for (int i = 0; i < check_sample(600, 10000); i++) {
        duel_variant v = table_for(2 + i % 3, i / 3 % 2);
        duel_state state;
        uint32_t plies = 0;
        assert_ok(duel_game_ergo.deal(&v, &rng, &state));
        for (; !duel_is_over(&v, &state); plies++) {
            duel_move move = ergo_sample(&v, &state, &rng);
            if (plies % 16 == 0)
                assert_true(duel_legal(&v, &state, move));
            ergo_play(&v, &state, move);
        }
        assert_true(plies <= v.max_plies);
    }
}

/* Rounds are shuffled each on its own, and the whole game hangs on the seed alone. */
TEST(test_rounds_differ)
{
    duel_variant v = table_for(4, 0);
    ergo a, round[6];
    duel_rng rng = check_rng(9);
    assert_ok(ergo_deal(&v, &rng, &a));
    for (int i = 0; i < 6; i++) {
        round[i] = a;
        for (int k = 0; k < i; k++)
            assert_memory_not_equal(round[k].pile, round[i].pile, ERGO_PILE);
        while (a.stage == ERGO_PLAYING) { /* discards, to the bottom of the pile */
            unsigned kind = 0;
            while (ergo_count(a.hand[a.turn], kind) == 0)
                kind++;
            ergo_play(&v, &a,
                      ergo_pack((ergo_use){.act = ERGO_DISCARD, .card = (uint8_t)kind}));
        }
        ergo_play(&v, &a, ergo_pack((ergo_use){.act = ERGO_NEXT}));
        assert_int_equal(a.round, i + 2);
        assert_int_equal(a.turn, (i + 1) % 4);
    }
}
