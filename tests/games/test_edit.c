/* tests/games/test_edit.c -- positions set up by hand: what each pick of a thing makes of them.
 *
 * A case is a game, where it begins, the things picked one after the other, and the text that
 * comes of it; refused: the text can be printed, but is no lawful position. Before a pick, `-`
 * means the other way round, `!` that it changes nothing. */
#include "check.h"

#include "core/scene.h"

typedef struct edit_case {
    const char *game, *variant, *start, *picks, *text;
    bool refused;
} edit_case;

#define DARK_ROWS "? ? ? ? ? ? ? ? / ? ? ? ? ? ? ? ? / ? ? ? ? ? ? ? ? / ? ? ? ? ? ? ? ? / "

static const edit_case cases[] = {
    {"tictactoe", "", ".........", "cell:1:1", "....X....", false},
    {"tictactoe", "", ".........", "cell:1:1 cell:1:1", "....O....", true},
    {"tictactoe", "", ".........", "cell:1:1 cell:0:0 cell:0:0", "O...X....", false},
    {"tictactoe", "", "....X....", "-cell:1:1", ".........", false},
    {"tictactoe", "", ".........", "!turn !cell:3:0 !mark:4 !", ".........", false},
    {"connect4", "width=4 height=4", "..../..../..../....", "cell:1:0", "..../..../..../.X..",
     false},
    {"connect4", "width=4 height=4", "..../..../..../.X..", "-cell:1:0", "..../..../.O../.X..",
     false},
    {"connect4", "width=4 height=4", "..../..../.O../.X..", "disc:1:0", "..../..../.O../.O..",
     true},
    {"connect4", "width=4 height=4", "..../..../.O../.X..", "disc:1:1 !disc:4:0",
     "..../..../..../.X..", false},
    {"dodgem", "", "R..R...UU/1", "-cell:0:0 turn", "...R...UU/2", false},
    {"dodgem", "", "R..R...UU/1", "cell:1:1", "R..RR..UU/1", true},
    {"chomp", "", "7-7-7-7/1", "cell:3:1 turn", "7-3-3-3/2", false},
    {"chomp", "", "1/1", "cell:2:1 !cell:7:0", "3-3/1", false},
    {"kayles", "", "10/1", "row:0:pin:3", "6+3/1", false},
    {"kayles", "", "6+3/1", "!-row:0:pin:0 row:1:pin:0 -row:0:pin:5 turn", "7+2/2", false},
    {"lgame", "", "a11..21..21..22b/1", "neutral:1", ".11a.21..21..22b/1", false},
    {"lgame", "", "a11..21..21..22b/1", "ell:1:0 -ell:1:3 turn", "a11..21..21..22b/2", false},
    {"allumettes", "", "19/1", "match:12 matches turn", "13/2", false},
    {"allumettes", "", "19/1", "!matches !-match:3 !match:19", "19/1", false},
    {"nim", "", "19-0/1", "match:12 last -matches", "11-1/1", false},
    {"nim", "", "0-0/1", "!-matches -last", "0-3/1", false},
    {"moriarty", "size=4", "-----OX--XO----- X", "cell:0:0 cell:1:1 cell:1:1 turn",
     "X----OX--XO----- O", false},
    {"moriarty", "size=4", "-----OX--XO----- X", "cell:1:1 -cell:0:3", "-----XX--XO-O--- X",
     false},
    {"chicago", "", "WW/M/R 1 7,6,6,6,6,6 W M 1", "trader token:2:1 turn",
     "WW/R/R 2 7,6,6,6,6,6 W M 2", false},
    {"chicago", "", "WW/M/R 1 7,6,6,6,6,6 W M 1", "-token:1:2 pile:2 -price:K held:1:W",
     "W/WM/R 1 7,6,6,6,6,5 WW M 1", false},
    {"chicago", "", "WW/M/R 3 7,6,6,6,6,6 W M 1", "price:M -pile:3", "WW/M 2 7,0,6,6,6,6 W M 1",
     true},
    {"wumpus", "size=4", "? ? ? ? / ? ? ? ? / ? ? ? ? / . ? ? ? ; at 0,0 0 ; view",
     "cell:0:1 cell:1:0 cell:0:2 cell:0:2",
     "? ? ? ? / B ? ? ? / . ? ? ? / . . ? ? ; at 0,0 3 ; view", false},
    {"wumpus", "size=4", "? ? ? ? / ? ? ? ? / . ? ? ? / . . ? ? ; at 0,0 2 ; view",
     "!cell:3:3 cell:1:0 -cell:0:1", "? ? ? ? / ? ? ? ? / ? ? ? ? / . B ? ? ; at 0,0 2 ; view",
     true},
    {"wumpus", "",
     DARK_ROWS
     "*B . ? ? B ? ? ? / . . . BP . ? ? ? / . . P W BP ? ? ? / . . . ? ? ? ? ? ; arrow 1,1 east hit ; at 1,3 74 ; reveals 1 ; deduces 3 ; view",
     "-cell:3:1",
     DARK_ROWS
     "*B . ? ? B ? ? ? / . . . BP . ? ? ? / . . P ? BP ? ? ? / . . . ? ? ? ? ? ; arrow 1,1 east hit ; at 1,3 74 ; reveals 1 ; deduces 3 ; view",
     false}, /* a wumpus that was shot goes with its cell */
};

static duel_str without_first(duel_str s)
{
    return (duel_str){s.at + 1, s.len - 1};
}

static void apply(const duel_variant *v, const char *picks, duel_state *state)
{
    duel_str rest = duel_str_of(picks), word;
    while (duel_str_word(&rest, " ", &word)) {
        bool nothing = word.at[0] == '!';
        word = nothing ? without_first(word) : word;
        bool back = word.len && word.at[0] == '-';
        word = back ? without_first(word) : word;
        duel_state before = *state;
        bool done = duel_edit(v, state, word, back ? -1 : 1);
        assert_int_equal(done, !nothing);
        assert_int_equal(done, !duel_states_equal(v, &before, state));
    }
}

static void try_case(const edit_case *c)
{
    duel_variant v;
    duel_state state, back;
    duel_msg why = {.id = NULL};
    const duel_game *g = catalogue_find_game(duel_str_of(c->game));
    memset(&state, 0, sizeof state);
    assert_ok(duel_variant_read(g, duel_str_of(c->variant), &v, NULL));
    assert_ok(duel_read(&v, duel_str_of(c->start), &state, NULL));
    apply(&v, c->picks, &state);
    CHECK_BUF(text);
    duel_print(&v, &state, &text.sink);
    assert_string_equal(text.text, c->text);
    bool lawful = duel_read(&v, duel_buf_str(&text), &back, &why) == DUEL_OK;
    assert_int_equal(lawful, !c->refused);
    assert_int_equal(lawful, why.id == NULL);
    assert_true(!lawful || duel_states_equal(&v, &state, &back));
}

TEST(test_cases)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        try_case(&cases[i]);
}

static void begin(const char *game, const char *start, duel_variant *v, duel_state *state)
{
    const duel_game *g = catalogue_find_game(duel_str_of(game));
    memset(state, 0, sizeof *state);
    assert_ok(duel_variant_read(g, duel_str_of(""), v, NULL));
    assert_ok(start ? duel_read(v, duel_str_of(start), state, NULL)
                    : duel_deal(v, duel_str_of("1"), state));
}

/* What a picture to set up from offers: things that can be changed, and no moves. */
TEST(test_scene)
{
    duel_variant v;
    duel_state state;
    duel_scene s;
    int open = 0;
    begin("lgame", NULL, &v, &state);
    duel_scene_init(&s);
    duel_scene_edit(&v, &state, 0, &s);
    for (int i = 0; i < s.count; i++) {
        const duel_element *e = &s.element[i];
        assert_int_not_equal(e->kind, DUEL_BUTTON);
        if (e->target.text[0])
            assert_string_equal(e->target.text, e->id);
        open += e->target.text[0] != '\0';
    }
    assert_int_equal(open, 10);         /* eight squares of the Ls, two neutral pieces */
    assert_int_equal(s.count, 16 + 10); /* the cells are not picked */
    begin("tictactoe", "X........", &v, &state);
    duel_scene_edit(&v, &state, 0, &s);
    assert_string_equal(s.element[s.count - 1].id, "mark:0");
    assert_string_equal(s.element[s.count - 1].target.text, "cell:0:0");
    duel_scene_fini(&s);
}

/* Names that come from outside. */
TEST(test_cell_of)
{
    static const char *const wrong[] = {"",           "cell",      "cell:1",
                                        "cell:1:",    "cell:a:1",  "cell:-1:2",
                                        "cell:1:2:3", "xcell:1:2", "cell:1:99999999999",
                                        "cell::2"};
    int x = -7, y = -7;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(duel_cell_of(duel_str_of(wrong[i]), &x, &y));
    assert_int_equal(x, -7);
    assert_true(duel_cell_of(duel_str_of("cell:3:12"), &x, &y));
    assert_int_equal(x, 3);
    assert_int_equal(y, 12);
}

/* A game that cannot edit says so; a step is one forward or one back. */
TEST(test_steps)
{
    duel_variant v;
    duel_state state;
    begin("duo", NULL, &v, &state);
    assert_false(duel_edit(&v, &state, duel_str_of("turn"), 1));
    begin("nim", NULL, &v, &state);
    assert_false(duel_edit(&v, &state, duel_str_of("turn"), 2));
    assert_false(duel_edit(&v, &state, duel_str_of("turn"), 0));
    assert_true(duel_edit(&v, &state, duel_str_of("turn"), -1));
}
