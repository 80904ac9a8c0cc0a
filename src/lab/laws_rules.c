/* lab/laws_rules.c -- laws of the rules: flat states, bounds, and texts that read back.
 * See laws.h. */
#include "base/spelling.h"
#include "core/play.h"
#include "core/record.h"
#include "lab/inside.h"

#include <string.h>

/* ---- flat states --------------------------------------------------------------------- */

static bool law_deal_is_flat(law_trial *t)
{
    guarded a, b;
    duel_rng rng = t->rng, again = t->rng;
    memset(&a, 0x00, sizeof a);
    memset(&b, 0xAA, sizeof b);
    memset(&b.state, 0, t->v->state_size); /* the caller clears what belongs to the state */
    if (t->g->deal(t->v, &rng, &a.state) != DUEL_OK ||
        t->g->deal(t->v, &again, &b.state) != DUEL_OK)
        return BROKEN(N_("deal fails"), "");
    return duel_states_equal(t->v, &a, &b) && law_intact(t, &b, 0xAA);
}

static bool law_play_is_flat(law_trial *t)
{
    for (int i = 0; i < t->count; i++) {
        guarded a, b;
        law_guard(t, &a, 0x00);
        law_guard(t, &b, 0xAA);
        t->g->play(t->v, &a.state, t->list[i]);
        t->g->play(t->v, &b.state, t->list[i]);
        if (!duel_states_equal(t->v, &a, &b) || !law_intact(t, &a, 0x00) ||
            !law_intact(t, &b, 0xAA))
            return false;
    }
    return true;
}

/* A game from a file can fail in any function; `holds` finds out, here it is named. */
static bool law_answers(law_trial *t)
{
    return true;
}

/* ---- shape --------------------------------------------------------------------------- */

static bool law_ends_without_moves(law_trial *t)
{
    if (t->over != (t->count == 0))
        return t->over
                   ? BROKEN(N_("{0} moves are listed in an ended game"), "i", (int64_t)t->count)
                   : BROKEN(N_("no move is listed and the game is not over"), "");
    return true;
}

static bool law_bounds(law_trial *t)
{
    int turn = t->g->turn(t->v, &t->state);
    if (turn < 0 || turn >= t->v->seats)
        return BROKEN(N_("turn gives seat {0}"), "i", (int64_t)turn);
    if ((uint32_t)t->count > t->v->max_moves)
        return BROKEN(N_("{0} moves, more than max_moves"), "i", (int64_t)t->count);
    if (!(t->v->traits & DUEL_LOOPY) && t->record.count > t->v->max_plies)
        return BROKEN(N_("{0} plies, more than max_plies"), "i", (int64_t)t->record.count);
    for (int i = 0; t->over && i < t->v->seats; i++)
        if (t->score[i] > t->v->max_score || t->score[i] < -t->v->max_score)
            return BROKEN(N_("a score of {0}, more than max_score"), "i", (int64_t)t->score[i]);
    return true;
}

/* Solvers and play-outs rely on it. The game that led here is played again, and no position on
 * the way may be this one; a pass that lets the other pass as well is found in two moves. */
static bool law_goes_forward(law_trial *t)
{
    duel_state state;
    if (t->v->traits & DUEL_LOOPY || t->record.count == 0 ||
        duel_record_begin(&t->record, &state, NULL) != DUEL_OK)
        return true;
    for (size_t i = 0; i < t->record.count; i++) {
        if (duel_states_equal(t->v, &state, &t->state))
            return BROKEN(N_("after {0} {0:move|moves} the position is the same as before"),
                          "i", (int64_t)(t->record.count - i));
        t->g->play(t->v, &state, t->record.move[i]);
    }
    return true;
}

static bool law_moves_differ(law_trial *t)
{
    for (int i = 0; i < t->count; i++)
        for (int j = 0; j < i; j++)
            if (t->list[i] == t->list[j])
                return false;
    return true;
}

/* ---- notation ------------------------------------------------------------------------ */

/* Alone, and before other moves in a line of them. */
static bool move_reads_back(const law_trial *t, const void *view, duel_buf *text, duel_move m)
{
    duel_move back = 0, cut = 0;
    duel_str rest;
    if (text->len == 0 ||
        duel_read_move(t->v, view, duel_buf_str(text), &back, NULL) != DUEL_OK || back != m)
        return false;
    duel_put(&text->sink, " x");
    rest = duel_buf_str(text);
    return duel_next_move_text(t->v, view, &rest, " ", &cut, NULL) == DUEL_OK && cut == m &&
           duel_str_is(rest, "x");
}

static bool law_moves_read_back(law_trial *t)
{
    duel_state view;
    bool right = true;
    duel_view(t->v, &t->state, t->g->turn(t->v, &t->state), &view);
    for (int i = 0; right && i < t->count; i++) {
        duel_buf text;
        duel_buf_init(&text);
        duel_print_move(t->v, &view, t->list[i], &text.sink);
        right = move_reads_back(t, &view, &text, t->list[i]);
        if (!right)
            duel_say(t->detail, N_("the move “{0}”"), "s", duel_buf_str(&text));
        duel_buf_fini(&text);
    }
    return right;
}

/* A text that does not mean the move is another one, and means that. */
static bool is_read_as(const law_trial *t, const void *view, const duel_buf *text, duel_move m)
{
    duel_move back = 0;
    duel_buf other;
    duel_str written = duel_buf_str(text);
    if (duel_read_move(t->v, view, written, &back, NULL) != DUEL_OK)
        return false;
    duel_str_pointless(written, &written);
    duel_buf_init(&other);
    duel_print_move(t->v, view, back, &other.sink);
    bool same = back == m || duel_str_is(written, other.text);
    duel_buf_fini(&other);
    return same;
}

static void change_case(duel_buf *text, bool up)
{
    for (size_t i = 0; i < text->len; i++) {
        char c = text->text[i];
        bool turns = up ? c >= 'a' && c <= 'z' : c >= 'A' && c <= 'Z';
        text->text[i] = (char)(turns ? c ^ 0x20 : c);
    }
}

/* As it is, ended by a point, in capitals, in small letters. */
static bool reads_in_every_hand(law_trial *t, const void *view, duel_buf *text, duel_move m)
{
    bool right = true;
    for (int way = 0; right && way < 4; way++) {
        duel_put(&text->sink, way == 1 ? "." : "");
        if (way >= 2)
            change_case(text, way == 2);
        right = is_read_as(t, view, text, m);
    }
    return right || BROKEN(N_("the move “{0}”"), "s", duel_buf_str(text));
}

/* What people see of a move they can type. Some moves of each position will do. */
static bool law_moves_read_as_shown(law_trial *t)
{
    enum { MOVES = 3 };
    duel_state view;
    duel_buf text;
    bool right = true;
    duel_view(t->v, &t->state, t->g->turn(t->v, &t->state), &view);
    duel_buf_init(&text);
    for (int i = 0; right && t->count && i < MOVES; i++) {
        duel_move m = t->list[duel_rng_below(&t->rng, (uint32_t)t->count)];
        duel_buf_clear(&text);
        duel_print_move(t->v, &view, m, &text.sink);
        right = reads_in_every_hand(t, &view, &text, m);
        for (int lang = DUEL_EN; right && t->g->teaching.say_move && lang <= DUEL_FR; lang++) {
            duel_buf_clear(&text);
            duel_move_in_words((duel_lang)lang, t->v, &view, m, &text.sink);
            right = reads_in_every_hand(t, &view, &text, m);
        }
    }
    duel_buf_fini(&text);
    return right;
}

/* A text that is no listed move is refused; one that is accepted is a listed move. */
static bool law_other_moves_refused(law_trial *t)
{
    static const char alphabet[] = "0123456789abcdefghXO=@/:,.-()xFJTRE nextVAKWMRSC";
    for (int i = 0; i < 8; i++) {
        char text[12];
        duel_state before = t->state;
        duel_move move = 0;
        uint32_t len = duel_rng_below(&t->rng, sizeof text);
        for (uint32_t j = 0; j < len; j++)
            text[j] = alphabet[duel_rng_below(&t->rng, sizeof alphabet)];
        duel_status status =
            duel_read_move(t->v, &t->state, (duel_str){text, len}, &move, NULL);
        if (status == DUEL_OK && !duel_legal(t->v, &t->state, move))
            return false;
        if (!duel_states_equal(t->v, &before, &t->state))
            return BROKEN(N_("the state was changed"), "");
    }
    return true;
}

bool law_reads_back(law_trial *t, const void *view)
{
    duel_buf text, again;
    guarded back;
    duel_msg why = {0};
    duel_buf_init(&text);
    duel_buf_init(&again);
    memset(&back, 0xAA, sizeof back);
    duel_print(t->v, view, &text.sink);
    bool right = duel_read(t->v, duel_buf_str(&text), &back.state, &why) == DUEL_OK;
    if (right) {
        duel_print(t->v, &back.state, &again.sink);
        right = duel_states_equal(t->v, view, &back.state) &&
                strcmp(text.text, again.text) == 0 && law_intact(t, &back, 0xAA);
    }
    if (!right)
        duel_say(t->detail, N_("the position “{0}”"), "s", duel_buf_str(&text));
    duel_buf_fini(&text);
    duel_buf_fini(&again);
    return right;
}

static bool law_positions_read_back(law_trial *t)
{
    if (t->g->parse == NULL)
        return true;
    for (int seat = DUEL_SEES_ALL; seat < t->v->seats; seat++) {
        duel_state view;
        duel_view(t->v, &t->state, seat, &view);
        if (!law_reads_back(t, &view))
            return false;
        if (!duel_has_secrets(t->v))
            break;
    }
    return true;
}

/* Damaged texts: whatever is accepted must be a position like any other. */
static bool law_damaged_positions(law_trial *t)
{
    if (t->g->parse == NULL)
        return true;
    bool right = true;
    duel_buf text;
    duel_buf_init(&text);
    duel_print(t->v, &t->state, &text.sink);
    for (int i = 0; right && i < 4 && text.len; i++) {
        duel_state back;
        duel_move list[DUEL_MOVES_MAX];
        size_t at = duel_rng_below(&t->rng, (uint32_t)text.len);
        char kept = text.text[at];
        text.text[at] = text.text[duel_rng_below(&t->rng, (uint32_t)text.len)];
        if (duel_read(t->v, duel_buf_str(&text), &back, NULL) == DUEL_OK &&
            !duel_has_secrets(t->v)) {
            int count = t->g->moves(t->v, &back, list);
            right = duel_is_over(t->v, &back) == (count == 0) && law_reads_back(t, &back);
        }
        if (!right)
            duel_say(t->detail, N_("the position “{0}”"), "s", duel_buf_str(&text));
        text.text[at] = kept;
    }
    duel_buf_fini(&text);
    return right;
}

static bool law_record_replays(law_trial *t)
{
    if (t->record.count % 8 && !t->over)
        return true; /* costly: not in every position */
    duel_buf text;
    duel_record back;
    duel_state state;
    duel_buf_init(&text);
    duel_record_print(&t->record, &text.sink);
    /* the game under test may be a copy that the catalogue does not know */
    duel_status status = duel_record_read_as(duel_buf_str(&text), t->g, &back, t->detail);
    bool right = status == DUEL_OK;
    if (right) {
        right = duel_record_replay(&back, back.count, &state, t->detail) == DUEL_OK &&
                duel_states_equal(t->v, &state, &t->state);
        duel_record_fini(&back);
    }
    duel_buf_fini(&text);
    return right;
}

const law laws_of_rules[] = {
    {N_("Every function answers, and answers what the contract asks."), law_answers},
    {N_("A deal depends on its seed alone and fills the whole state."), law_deal_is_flat},
    {N_("Play depends on state and move alone and stays inside the state."), law_play_is_flat},
    {N_("An ended game has no moves; any other has at least one."), law_ends_without_moves},
    {N_("Turns, moves, plies and scores keep the bounds of the variant."), law_bounds},
    {N_("A position never comes back, unless the game is loopy."), law_goes_forward},
    {N_("No move is listed twice."), law_moves_differ},
    {N_("A listed move is accepted and its text reads back."), law_moves_read_back},
    {N_("Any other move is refused, and the state untouched."), law_other_moves_refused},
    {N_("The text of a position or a view reads back to the same bytes."),
     law_positions_read_back},
    {N_("A damaged position is refused, or is a sound position."), law_damaged_positions},
    {N_("A record replays to the same position."), law_record_replays},
    {NULL, NULL}};

const law laws_of_typing[] = {
    {N_("A move is read in every form in which it is shown."), law_moves_read_as_shown},
    {NULL, NULL}};
