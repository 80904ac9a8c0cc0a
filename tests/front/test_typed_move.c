/* tests/front/test_typed_move.c -- moves typed in part, and the words that may stand in their
 * place. */
#include "check.h"
#include "front/typed_move.h"

typedef struct typing {
    const char *variant, *position; /* NULL: a deal */
    const char *first;
    int end;              /* of it */
    const char *question; /* in English; NULL: it is not begun */
    const char *rest;     /* NULL: nothing more */
    const char *move;     /* that both come to; NULL: to none */
} typing;

static const char pies[] = "CW/WW/KW/MM/KM/RR 1 7,6,6,6,6,6 - - 1";

static const typing typings[] = {
    {"chicago", pies, "1", TYPED_MOVE_FURTHER, "keep: coffee or cocoa?", "CAFE.", "1CK"},
    {"chicago", pies, "1.", TYPED_MOVE_FURTHER, "keep: coffee or cocoa?", "cacao", "1KC"},
    {"chicago", pies, "1 pile", TYPED_MOVE_FURTHER, "keep: coffee or cocoa?", "keep cocoa",
     "1KC"},
    {"chicago", pies, "1", TYPED_MOVE_FURTHER, "keep: coffee or cocoa?", "K", "1KC"},
    {"chicago", pies, "1", TYPED_MOVE_FURTHER, "keep: coffee or cocoa?", "sugar", NULL},
    {"chicago", pies, "1", TYPED_MOVE_FURTHER, "keep: coffee or cocoa?", "2WM.", "2WM"},
    {"chicago", pies, "2 piles plus loin : garder blé, vendre maïs.", TYPED_MOVE_WHOLE, NULL,
     NULL, "2WM"},
    {"chicago", pies, "1. cafe.", TYPED_MOVE_WHOLE, NULL, NULL, "1CK"},
    {"chicago", pies, "2. ble. mais.", TYPED_MOVE_WHOLE, NULL, NULL, "2WM"},
    {"chicago", pies, "45", TYPED_MOVE_LOST, NULL, NULL, NULL},
    {"chicago", pies, "45. cafe.", TYPED_MOVE_LOST, NULL, NULL, NULL},
    {"wumpus", NULL, "(1,0)", TYPED_MOVE_WHOLE, NULL, NULL, "1:0"},
    {"wumpus", NULL, "1,0.", TYPED_MOVE_WHOLE, NULL, NULL, "1:0"},
    {"wumpus", NULL, "To (1, 0)", TYPED_MOVE_WHOLE, NULL, NULL, "1:0"},
    {"wumpus", NULL, "déduire (1,0)", TYPED_MOVE_WHOLE, NULL, NULL, "deduce:1:0"},
    {"wumpus", NULL, "d", TYPED_MOVE_FURTHER, "(1,0): dark or (0,1): dark?", "(0,1)",
     "deduce:0:1"},
    {"wumpus", NULL, "x", TYPED_MOVE_LOST, NULL, NULL, NULL},
    {"nim", "11", "3.", TYPED_MOVE_WHOLE, NULL, NULL, "3"},
    {"moriarty", NULL, "D3.", TYPED_MOVE_WHOLE, NULL, NULL, "d3"},
    {"moriarty", NULL, "d", TYPED_MOVE_LOST, NULL, NULL, NULL},
};

static void try_typing(const typing *c)
{
    duel_variant v = check_variant(c->variant);
    duel_state state, view;
    typed_turn h = {.depth = 0};
    duel_move move = 0;
    CHECK_BUF(text);
    if (c->position)
        check_position(&v, c->position, &state);
    else
        assert_ok(duel_deal(&v, duel_str_of("3"), &state));
    int seat = v.game->turn(&v, &state);
    duel_view(&v, &state, seat, &view);
    typed_move_end end = typed_move_read(&v, &view, seat, &h, duel_str_of(c->first), &move);
    assert_int_equal(end, c->end);
    assert_int_equal(h.depth > 0, c->question != NULL);
    typed_move_ask(DUEL_EN, &v, &view, seat, &h, &text.sink);
    if (c->question)
        assert_string_equal(text.text, c->question);
    if (c->rest)
        end = typed_move_read(&v, &view, seat, &h, duel_str_of(c->rest), &move);
    assert_int_equal(end == TYPED_MOVE_WHOLE, c->move != NULL);
    duel_buf_clear(&text);
    if (c->move)
        duel_print_move(&v, &view, move, &text.sink);
    assert_string_equal(text.text, c->move ? c->move : "");
}

TEST(a_begun_move_is_asked_on_and_ends_in_a_move)
{
    for (size_t i = 0; i < sizeof typings / sizeof *typings; i++)
        try_typing(&typings[i]);
}

TEST(orders_are_read_in_both_languages)
{
    static const struct {
        const char *line;
        order order;
        const char *rest;
    } cases[] = {{"?", ORDER_ADVICE, ""},
                 {"Conseil.", ORDER_ADVICE, ""},
                 {"undo", ORDER_UNDO, ""},
                 {"ANNULER", ORDER_UNDO, ""},
                 {"quit", ORDER_LEAVE, ""},
                 {"exit.", ORDER_LEAVE, ""},
                 {"quitter", ORDER_LEAVE, ""},
                 {"Aide", ORDER_HELP, ""},
                 {"regles", ORDER_RULES, ""},
                 {"Règles", ORDER_RULES, ""},
                 {"verifier 3:2", ORDER_CHECK, "3:2"},
                 {"drapeau 3:2.", ORDER_FLAG, "3:2"},
                 {"quit 3", ORDER_NONE, "quit 3"},
                 {"3:2", ORDER_NONE, "3:2"},
                 {"", ORDER_NONE, ""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        duel_str rest = duel_str_of(cases[i].line);
        assert_int_equal(order_read(&rest), cases[i].order);
        assert_true(duel_str_is(rest, cases[i].rest));
    }
}
