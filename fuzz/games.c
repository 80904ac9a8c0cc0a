/* fuzz/games.c -- games of Othello in the files of others: GGF, or WTHOR after a byte of its
 * own ("W"). What is read is a legal game, and comes back the same once it is written. */
#include "fuzz.h"
#include "games/moriarty/game_files.h"

static bool same_game(const moriarty_game *a, const moriarty_game *b)
{
    return a->count == b->count &&
           memcmp(a->move, b->move, (size_t)a->count * sizeof a->move[0]) == 0 &&
           memcmp(&a->now, &b->now, sizeof a->now) == 0;
}

static void game_is_sound(const duel_variant *v, const moriarty_game *g)
{
    duel_state state;
    memcpy(&state, &g->start, sizeof g->start);
    for (int i = 0; i < g->count; i++) {
        FUZZ_MUST(duel_legal(v, &state, (duel_move)g->move[i]));
        v->game->play(v, &state, (duel_move)g->move[i]);
    }
    FUZZ_MUST(memcmp(&state, &g->now, sizeof g->now) == 0);
}

static void try_ggf(const duel_variant *v, duel_str text)
{
    moriarty_filed f, back;
    while (moriarty_ggf_read(v, &text, &f, NULL) == DUEL_OK) {
        duel_buf written;
        duel_buf_init(&written);
        game_is_sound(v, &f.game);
        moriarty_ggf_write(v, &f, &written.sink);
        duel_str rest = duel_buf_str(&written);
        FUZZ_MUST(moriarty_ggf_read(v, &rest, &back, NULL) == DUEL_OK && rest.len == 0);
        FUZZ_MUST(same_game(&f.game, &back.game) && f.ending == back.ending &&
                  f.loser == back.loser);
        duel_buf_fini(&written);
    }
}

static void try_wthor_game(const duel_variant *v, const moriarty_game *g)
{
    uint8_t bytes[MORIARTY_WTHOR_HEAD + MORIARTY_WTHOR_GAME];
    moriarty_game back;
    moriarty_wthor_head(1, (moriarty_day){2000, 1, 1}, bytes);
    FUZZ_MUST(moriarty_wthor_write(g, bytes + MORIARTY_WTHOR_HEAD, NULL) == DUEL_OK);
    duel_str file = {(const char *)bytes, sizeof bytes};
    FUZZ_MUST(moriarty_wthor_read(v, file, 0, &back, NULL) == DUEL_OK);
    FUZZ_MUST(same_game(g, &back));
}

static void try_wthor(const duel_variant *v, duel_str bytes)
{
    uint32_t games;
    moriarty_game g;
    if (moriarty_wthor_open(bytes, &games, NULL) != DUEL_OK)
        return;
    for (uint32_t i = 0; i < games; i++) {
        if (moriarty_wthor_read(v, bytes, i, &g, NULL) != DUEL_OK)
            continue;
        game_is_sound(v, &g);
        try_wthor_game(v, &g);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    duel_variant v;
    duel_str text = {(const char *)data, size};
    if (duel_variant_make(&duel_game_moriarty, NULL, 0, &v, NULL) != DUEL_OK || size == 0)
        return 0;
    if (data[0] == 'W')
        try_wthor(&v, (duel_str){text.at + 1, size - 1});
    else
        try_ggf(&v, text);
    return 0;
}
