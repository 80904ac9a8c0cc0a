/* sheets/notation.c -- texts of a sheet's moves and positions: terms, as the sheet has them.
 *
 *     (cell 1 1 x) (cell 1 2 b) (control o)            the facts, ordered by their texts
 *     … || (does white (guess 3)) (does black ?)       choices made in this round
 *     … || (seed 17)  (seed ?)                         what chance draws from
 *     … || (heard white)                               who moves again once another has nodded
 *
 * A move is its term; brackets around it may be left out by who types it. */
#include "sheets/inside.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char behind_facts[] = "||", nod_text[] = "on";

/* ---- moves ------------------------------------------------------------------------------ */

static void print_move(const duel_variant *v, const void *view, duel_move move, duel_sink *out)
{
    const sheets_game *g = sheets_of(v);
    duel_put(out, move == nod_of(g) ? nod_text : machine_move_name(g->m, (uint32_t)move)->text);
}

/* "mark 1 2" for "(mark 1 2)". */
static bool is_text_of(const char *written, duel_str typed)
{
    size_t len = strlen(written);
    return duel_str_is(typed, written) ||
           (len > 2 && written[0] == '(' && typed.len == len - 2 && typed.at[0] != '(' &&
            memcmp(written + 1, typed.at, typed.len) == 0);
}

static duel_status parse_move(const duel_variant *v, const void *view, duel_str text,
                              duel_move *move, duel_msg *why)
{
    const sheets_game *g = sheets_of(v);
    duel_move list[DUEL_MOVES_MAX];
    duel_buf plain = duel_buf_empty();
    int count = v->game->moves(v, view, list), found = -1;
    term_ids_put_plain(text, &plain.sink);
    for (int i = 0; i < count && found < 0; i++) {
        const char *written =
            list[i] == nod_of(g) ? nod_text : machine_move_name(g->m, (uint32_t)list[i])->text;
        if (is_text_of(written, duel_buf_str(&plain)))
            found = i;
    }
    duel_buf_fini(&plain);
    if (found < 0)
        return duel_refuse(why, N_("“{0}” is not a legal move here."), "s", text);
    *move = list[found];
    return DUEL_OK;
}

/* ---- positions: writing ----------------------------------------------------------------- */

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static uint32_t print_facts(const sheets_game *g, const void *view, duel_sink *out)
{
    const term_ids *facts = &g->m->fact_names;
    const char **text = malloc(((size_t)facts->count + 1) * sizeof *text);
    uint32_t count = 0;
    if (text == NULL)
        duel_out_of_memory();
    for (uint32_t i = 0; i < facts->count; i++)
        if (holds_in(g, view, i))
            text[count++] = facts->at[i]->text;
    qsort(text, count, sizeof *text, compare_texts);
    for (uint32_t i = 0; i < count; i++)
        duel_putf(out, "%s%s", i ? " " : "", text[i]);
    free(text);
    return count;
}

static void print_sealed(const sheets_game *g, const void *view, duel_sink *out)
{
    const sheets_sealed *sealed = sealed_in(g, view);
    for (int seat = 0; seat < g->seats; seat++)
        if (sealed->move[seat])
            duel_putf(out, " (does %s %s)", g->seat_name[seat],
                      sealed->move[seat] == SEALED_UNSEEN
                          ? "?"
                          : machine_move_name(g->m, sealed->move[seat] - 1)->text);
    if (g->sheet_sampling.chance_chose && sealed->seed == 0)
        duel_put(out, " (seed ?)");
    if (sealed->seed)
        duel_putf(out, " (seed %" PRIu64 ")", sealed->seed);
    if (head_in(view)->heard)
        duel_putf(out, " (heard %s)", g->seat_name[head_in(view)->heard - 1]);
}

static void print(const duel_variant *v, const void *view, duel_sink *out)
{
    const sheets_game *g = sheets_of(v);
    bool sealed = g->secrets && !head_in(view)->over;
    uint32_t facts = print_facts(g, view, out);
    if (facts == 0 || sealed)
        duel_putf(out, "%s%s", facts ? " " : "", behind_facts);
    if (sealed)
        print_sealed(g, view, out);
}

/* ---- positions: reading ----------------------------------------------------------------- */

typedef struct position_reading {
    const duel_variant *v;
    const sheets_game *g;
    void *state;
    duel_msg *why;
} position_reading;

static duel_status read_fact(position_reading *r, duel_str term)
{
    duel_buf plain = duel_buf_empty();
    term_ids_put_plain(term, &plain.sink);
    uint32_t i = r->g->m->way->find(r->g->m, duel_buf_str(&plain));
    duel_buf_fini(&plain);
    if (i == NAMES_NONE)
        return duel_invalid(r->why, N_("“{0}” is no fact of this sheet."), "s", term);
    if (holds_in(r->g, r->state, i))
        return duel_invalid(r->why, N_("“{0}” is given twice."), "s", term);
    facts_of(r->g, r->state)[i / 64] |= (uint64_t)1 << (i % 64);
    return DUEL_OK;
}

static bool is_divider(duel_str term)
{
    return duel_str_is(term, behind_facts);
}

static int seat_called(const sheets_game *g, duel_str name)
{
    for (int seat = 0; seat < g->seats; seat++)
        if (duel_str_is(name, g->seat_name[seat]))
            return seat;
    return SAMPLING_NOBODY;
}

/* A choice of a seat that has one, in the state read so far. */
static bool read_choice(position_reading *r, int seat, duel_str text)
{
    const sheets_game *g = r->g;
    uint32_t role = g->role_of_seat[seat], m = NAMES_NONE;
    const uint64_t *legal = legal_in(g, r->state);
    uint32_t *sealed = &sealed_of(g, r->state)->move[seat];
    if (*sealed || machine_count(g->m, legal, role) < 2)
        return false;
    if (duel_str_is(text, "?")) {
        *sealed = SEALED_UNSEEN;
        return true;
    }
    while ((m = machine_next(g->m, legal, role, m)) != NAMES_NONE)
        if (duel_str_is(text, machine_move_name(g->m, m)->text))
            *sealed = m + 1;
    return *sealed != 0;
}

static bool read_seed(position_reading *r, duel_str text)
{
    uint64_t seed = 0;
    if (!r->g->sheet_sampling.chance_chose || sealed_in(r->g, r->state)->seed)
        return false;
    if (duel_str_is(text, "?"))
        return true;
    for (size_t i = 0; i < text.len; i++) {
        uint64_t digit = (uint64_t)(text.at[i] - '0');
        if (text.at[i] < '0' || text.at[i] > '9' || seed > (UINT64_MAX - digit) / 10)
            return false;
        seed = seed * 10 + digit;
    }
    sealed_of(r->g, r->state)->seed = seed;
    return seed != 0 && text.at[0] != '0';
}

static bool read_heard(position_reading *r, duel_str text)
{
    int seat = seat_called(r->g, text);
    bool first = head_in(r->state)->heard == 0 && r->g->seats > 1;
    if (seat == SAMPLING_NOBODY || !first || head_in(r->state)->turn != seat)
        return false;
    head_of(r->state)->heard = (uint8_t)(seat + 1);
    return true;
}

/* One of the terms behind the facts. */
static bool read_behind(position_reading *r, duel_str term)
{
    duel_str rest, word, first, second;
    if (term.len < 2 || term.at[0] != '(')
        return false;
    rest = (duel_str){term.at + 1, term.len - 2};
    if (!term_ids_cut(&rest, &word) || !term_ids_cut(&rest, &first))
        return false;
    bool more = term_ids_cut(&rest, &second);
    if (duel_str_is(word, "does") && more && seat_called(r->g, first) != SAMPLING_NOBODY)
        return read_choice(r, seat_called(r->g, first), second);
    if (duel_str_is(word, "seed") && !more)
        return read_seed(r, first);
    return duel_str_is(word, "heard") && !more && read_heard(r, first);
}

/* What is still to be chosen comes after what was: choices are made in the order of seats, and
 * once all are made the round is over. */
static bool is_sealed_in_order(const sheets_game *g, const void *state)
{
    bool open = false, some = false;
    for (int seat = 0; seat < g->seats; seat++) {
        if (machine_count(g->m, legal_in(g, state), g->role_of_seat[seat]) < 2)
            continue;
        bool made = sealed_in(g, state)->move[seat] != 0;
        if (made && (open || head_in(state)->heard))
            return false;
        open = open || !made;
        some = some || made;
    }
    return open || !some;
}

static duel_status read_secrets(position_reading *r, duel_str rest)
{
    duel_str term;
    while (term_ids_cut(&rest, &term))
        if (!r->g->secrets || head_in(r->state)->over || !read_behind(r, term))
            return duel_invalid(r->why, N_("“{0}” does not belong behind these facts."), "s",
                                term);
    if (r->g->secrets && !head_in(r->state)->over && !is_sealed_in_order(r->g, r->state))
        return duel_invalid(r->why, N_("Choices are made in the order of the seats."), "");
    if (duel_str_skip(&rest, " \t\r\n"))
        return duel_invalid(r->why, N_("A bracket is missing: “{0}”."), "s", rest);
    return DUEL_OK;
}

static duel_status read_facts(position_reading *r, duel_str *rest)
{
    duel_str term;
    duel_status status = DUEL_OK;
    while (status == DUEL_OK && term_ids_cut(rest, &term) && !is_divider(term))
        status = read_fact(r, term);
    if (status == DUEL_OK)
        status = invariants_check(r->g, r->state, r->why);
    return status;
}

static duel_status parse(const duel_variant *v, duel_str text, void *state, duel_msg *why)
{
    duel_state fresh;
    memset(&fresh, 0, v->state_size);
    position_reading r = {.v = v, .g = sheets_of(v), .state = &fresh, .why = why};
    duel_status status = read_facts(&r, &text);
    if (status == DUEL_OK && !sheets_complete(v, &fresh))
        status = duel_fail(why, N_("Nothing can be told of this position."), "");
    if (status == DUEL_OK)
        status = read_secrets(&r, text);
    if (status == DUEL_OK && !head_in(&fresh)->over)
        sheets_find_turn(r.g, &fresh);
    if (status == DUEL_OK)
        memcpy(state, &fresh, v->state_size);
    return status;
}

void sheets_notation_install(sheets_game *g)
{
    g->game.print = print;
    g->game.parse = parse;
    g->game.print_move = print_move;
    g->game.parse_move = parse_move;
}
