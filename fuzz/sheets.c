/* fuzz/sheets.c -- a rule sheet as a game: refused with a reason, or played for a few moves;
 * each position reads back, has a picture, and its moves are derived from the rules. */
#include "core/play.h"
#include "core/scene.h"
#include "core/variant.h"
#include "fuzz.h"
#include "sheets/load.h"

enum { MOST_BYTES = 3000, PLIES = 6 };

static void look_at_position(const duel_variant *v, const duel_state *state)
{
    duel_state again;
    duel_scene scene;
    duel_buf text;
    duel_buf_init(&text);
    duel_print(v, state, &text.sink);
    FUZZ_MUST(duel_read(v, duel_buf_str(&text), &again, NULL) == DUEL_OK);
    FUZZ_MUST(duel_states_equal(v, state, &again));
    duel_scene_init(&scene);
    duel_scene_make(v, state, 0, &scene);
    FUZZ_MUST(!scene.failed);
    duel_scene_fini(&scene);
    duel_buf_clear(&text);
    duel_pen pen = {.out = &text.sink, .lang = DUEL_FR, .utf8 = true};
    v->game->teaching.lenses[0].draw(v, state, 0, &pen);
    duel_buf_fini(&text);
}

static void play_some(const duel_variant *v)
{
    duel_state state;
    duel_move *list = malloc(DUEL_MOVES_MAX * sizeof *list);
    FUZZ_MUST(list && duel_deal(v, duel_str_of("7"), &state) == DUEL_OK);
    for (int ply = 0; ply < PLIES && !duel_is_over(v, &state); ply++) {
        look_at_position(v, &state);
        int count = v->game->moves(v, &state, list);
        FUZZ_MUST(count > 0);
        v->game->play(v, &state, list[(ply * 5 + 3) % count]);
    }
    free(list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    sheets_game *g = NULL;
    duel_variant v;
    duel_msg why = {0};
    if (size == 0 || size > MOST_BYTES)
        return 0;
    bool ground = data[0] != ';'; /* a sheet that begins with a comment is proved from */
    duel_status status =
        sheets_open_text("fuzz.kif", (duel_str){(const char *)data, size}, ground, &g, &why);
    if (status != DUEL_OK) {
        FUZZ_MUST(why.id != NULL && g == NULL);
        return 0;
    }
    if (duel_variant_make(sheets_table(g), NULL, 0, &v, &why) == DUEL_OK)
        play_some(&v);
    sheets_close(g);
    return 0;
}
