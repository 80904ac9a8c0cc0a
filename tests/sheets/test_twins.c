/* tests/sheets/test_twins.c -- games of the house beside the sheets of the same games: the same
 * lines of play, and the same value in every position of the small ones. */
#include "seen.h"
#include "sheets/opened.h"

#include "players/player.h"

/* How the house writes a move of the sheet: letters by number, minus what is subtracted. */
typedef struct twin {
    const char *house, *file;
    const char *format; /* "%a%2-%b%4": part 1 as a letter, … see below */
    bool plies;         /* both count how far the end is in the same way */
    int depth;          /* of perft */
    uint64_t positions; /* walked whole; 0: a few games at random */
} twin;

/* %N is part N of the move's term, #N one less, @N the letter of that number. */
static const twin twins[] = {{"allumettes", "allumettes.kif", "%1", true, 8, 38},
                             {"nim", "nim.kif", "%1", true, 8, 96},
                             {"tictactoe", "tictactoe.kif", "@1%2", true, 5, 5478},
                             {"chomp", "chomp.kif", "#1,#2", true, 3, 658},
                             {"dodgem", "dodgem.kif", "%1%2-%3%4", true, 8, 1963},
                             {"connect4", "connect4.kif", "%1", false, 5, 0},
                             {"moriarty size=4", "moriarty4.kif", "@1%2", false, 6, 0},
                             {"moriarty size=6", "moriarty6.kif", "@1%2", false, 5, 0}};
enum { TWINS = sizeof twins / sizeof *twins };

typedef struct pair {
    const twin *t;
    sheets_game *sheet;
    duel_variant v[2]; /* the house, the sheet */
    machine_player *solver[2];
    duel_answer *answer[2];
    seen met;
} pair;

/* ---- moves ------------------------------------------------------------------------------ */

static int cut_parts(const char *term, char part[8][16])
{
    int count = 0;
    duel_str rest = duel_str_of(term), word;
    while (count < 8 && duel_str_word(&rest, "() ", &word)) {
        snprintf(part[count++], 16, "%.*s", (int)word.len, word.at);
    }
    return count;
}

static void in_house(const twin *t, const char *term, char out[64])
{
    char part[8][16] = {{0}};
    size_t len = 0;
    int parts = cut_parts(term, part);
    if (strcmp(part[0], "leave") == 0) {
        snprintf(out, 64, "%s%s-off", part[1], part[2]);
        return;
    }
    if (parts == 1) {
        snprintf(out, 64, "%s", part[0]);
        return;
    }
    for (const char *f = t->format; *f; f++) {
        const char *word = strchr("%#@", *f) ? part[f[1] - '0'] : NULL;
        if (word && *f == '%')
            len += (size_t)snprintf(out + len, 64 - len, "%s", word);
        else if (word && *f == '#')
            len += (size_t)snprintf(out + len, 64 - len, "%d", atoi(word) - 1);
        else if (word)
            len += (size_t)snprintf(out + len, 64 - len, "%c", 'a' + atoi(word) - 1);
        else
            len += (size_t)snprintf(out + len, 64 - len, "%c", *f);
        f += word != NULL;
    }
}

/* ---- side by side ----------------------------------------------------------------------- */

static int sign_of(int32_t n)
{
    return (n > 0) - (n < 0);
}

static void compare_results(pair *p, const duel_state at[2])
{
    for (int i = 0; i < 2; i++) {
        duel_think t = {.view = &at[i], .seat = p->v[i].game->turn(&p->v[i], &at[i])};
        duel_msg why = {0};
        assert_ok(player_think(p->solver[i], &t, p->answer[i], &why));
    }
    const duel_result *a = &p->answer[0]->result, *b = &p->answer[1]->result;
    assert_int_equal(a->value, b->value);
    if (p->t->plies)
        assert_int_equal(a->remoteness, b->remoteness);
}

/* The same turn, end, winner and number of moves. */
static void compare_states(pair *p, const duel_state at[2], duel_move *list, int *count)
{
    duel_move other[DUEL_MOVES_MAX];
    int32_t score[2][DUEL_SEATS] = {{0}};
    bool over[2];
    for (int i = 0; i < 2; i++)
        over[i] = p->v[i].game->over(&p->v[i], &at[i], score[i]);
    assert_int_equal(over[0], over[1]);
    *count = p->v[1].game->moves(&p->v[1], &at[1], list);
    assert_int_equal(p->v[0].game->moves(&p->v[0], &at[0], other), *count);
    if (over[0])
        assert_int_equal(sign_of(score[0][0] - score[0][1]),
                         sign_of(score[1][0] - score[1][1]));
    else
        assert_int_equal(p->v[0].game->turn(&p->v[0], &at[0]),
                         p->v[1].game->turn(&p->v[1], &at[1]));
}

static void play_both(pair *p, duel_state at[2], duel_move move)
{
    char house[64];
    duel_move same;
    duel_msg why = {0};
    CHECK_BUF(text);
    duel_print_move(&p->v[1], &at[1], move, &text.sink);
    in_house(p->t, text.text, house);
    if (duel_read_move(&p->v[0], &at[0], duel_str_of(house), &same, &why) != DUEL_OK)
        fail_msg("%s: %s is %s: %s", p->t->file, text.text, house, check_english(&why));
    p->v[0].game->play(&p->v[0], &at[0], same);
    p->v[1].game->play(&p->v[1], &at[1], move);
}

static void walk_all(pair *p, const duel_state at[2])
{
    duel_move list[64];
    int count;
    if (is_seen(&p->met, &p->v[1], &at[1]))
        return;
    compare_states(p, at, list, &count);
    if (count)
        compare_results(p, at);
    for (int i = 0; i < count; i++) {
        duel_state next[2] = {at[0], at[1]};
        play_both(p, next, list[i]);
        walk_all(p, next);
    }
}

static void walk_at_random(pair *p, const duel_state start[2], int games)
{
    duel_rng rng = check_rng(1);
    for (int game = 0; game < games; game++) {
        duel_state at[2] = {start[0], start[1]};
        duel_move list[64];
        int count;
        for (;;) {
            compare_states(p, at, list, &count);
            if (count == 0)
                break;
            play_both(p, at, list[duel_rng_below(&rng, (uint32_t)count)]);
        }
    }
}

static uint64_t count_lines(const duel_variant *v, const duel_state *at, int depth)
{
    duel_move list[DUEL_MOVES_MAX];
    int count = depth ? v->game->moves(v, at, list) : 0;
    uint64_t lines = count == 0;
    for (int i = 0; i < count; i++) {
        duel_state next = *at;
        v->game->play(v, &next, list[i]);
        lines += count_lines(v, &next, depth - 1);
    }
    return lines;
}

/* ---- tests ------------------------------------------------------------------------------ */

static void open_pair(pair *p, const twin *t, duel_state at[2])
{
    *p = (pair){.t = t, .sheet = open_sheet_file(t->file)};
    p->v[0] = check_variant(t->house);
    assert_ok(duel_variant_make(sheets_table(p->sheet), NULL, 0, &p->v[1], NULL));
    for (int i = 0; i < 2; i++) {
        memset(&at[i], 0, sizeof at[i]);
        assert_ok(duel_deal(&p->v[i], duel_str_of("1"), &at[i]));
    }
}

static void open_solvers(pair *p)
{
    for (int i = 0; i < 2; i++) {
        p->answer[i] = malloc(sizeof *p->answer[i]);
        assert_ok(player_open(duel_str_of("exact:symmetry=no"), &p->v[i], (size_t)256 << 20,
                              NULL, &p->solver[i], NULL));
    }
}

static void close_pair(pair *p)
{
    for (int i = 0; i < 2 && p->solver[i]; i++) {
        player_close(p->solver[i]);
        free(p->answer[i]);
    }
    free(p->met.at);
    sheets_close(p->sheet);
}

TEST(test_lines_of_play)
{
    for (int i = 0; i < TWINS; i++) {
        pair p;
        duel_state at[2];
        open_pair(&p, &twins[i], at);
        int depth = check_full() ? twins[i].depth : 2;
        assert_int_equal(count_lines(&p.v[0], &at[0], depth),
                         count_lines(&p.v[1], &at[1], depth));
        walk_at_random(&p, at, check_sample(2, 40));
        close_pair(&p);
    }
}

TEST(test_values)
{
    for (int i = 0; i < TWINS; i++) {
        pair p;
        duel_state at[2];
        if (twins[i].positions == 0)
            continue;
        open_pair(&p, &twins[i], at);
        open_solvers(&p);
        walk_all(&p, at);
        if (check_full())
            print_message("%s: %zu positions\n", twins[i].file, p.met.count);
        close_pair(&p);
    }
}

/* Rows of pins, falling, from the facts of the sheet. */
static void kayles_position(const char *facts, int seat, char out[64])
{
    bool pin[12] = {false};
    int row[12] = {0}, rows = 0;
    for (const char *at = facts; (at = strstr(at, "(pin ")); at++)
        pin[atoi(at + 5)] = true;
    for (int i = 1; i <= 10; i++) {
        if (!pin[i])
            continue;
        rows += !pin[i - 1];
        row[rows - 1]++;
    }
    for (int i = 1; i < rows; i++)
        for (int k = i; k > 0 && row[k] > row[k - 1]; k--) {
            int longer = row[k];
            row[k] = row[k - 1];
            row[k - 1] = longer;
        }
    size_t len = 0;
    for (int i = 0; i < rows; i++)
        len += (size_t)snprintf(out + len, 64 - len, "%s%d", i ? "+" : "", row[i]);
    snprintf(out + len, 64 - len, "%s/%d", rows ? "" : "0", seat + 1);
}

/* The house knows rows by their lengths alone, so positions are compared instead of moves. */
TEST(test_kayles)
{
    static const twin kayles = {"kayles", "kayles.kif", "", true, 0, 0};
    pair p;
    duel_state at[2];
    open_pair(&p, &kayles, at);
    open_solvers(&p);
    duel_rng rng = check_rng(7);
    for (int game = 0; game < check_sample(10, 200); game++) {
        duel_state now[2] = {at[0], at[1]};
        duel_move list[64];
        int count;
        while ((count = p.v[1].game->moves(&p.v[1], &now[1], list))) {
            char text[64];
            CHECK_BUF(facts);
            duel_print(&p.v[1], &now[1], &facts.sink);
            kayles_position(facts.text, p.v[1].game->turn(&p.v[1], &now[1]), text);
            check_position(&p.v[0], text, &now[0]);
            compare_results(&p, now);
            p.v[1].game->play(&p.v[1], &now[1], list[duel_rng_below(&rng, (uint32_t)count)]);
        }
    }
    close_pair(&p);
}
