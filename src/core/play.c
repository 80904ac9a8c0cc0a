/* core/play.c -- the contract's fallbacks: see play.h. */
#include "core/play.h"
#include "base/hash.h"
#include "base/long_work.h"
#include "base/spelling.h"

#include <stdlib.h>
#include <string.h>

duel_status duel_deal(const duel_variant *v, duel_str seed, void *state)
{
    duel_rng rng;
    duel_long_work_door(v->traits & DUEL_SEARCHES ? DUEL_LONG_WORK_SEARCH
                                                  : DUEL_LONG_WORK_DEAL);
    duel_rng_init(&rng, seed);
    memset(state, 0, v->state_size);
    return v->game->deal(v, &rng, state);
}

bool duel_is_over(const duel_variant *v, const void *state)
{
    int32_t score[DUEL_SEATS];
    return v->game->over(v, state, score);
}

bool duel_states_equal(const duel_variant *v, const void *a, const void *b)
{
    return memcmp(a, b, v->state_size) == 0;
}

bool duel_has_secrets(const duel_variant *v)
{
    return (v->traits & DUEL_SECRETS) != 0;
}

void duel_hide(const duel_variant *v, void *state, int seat)
{
    if (duel_has_secrets(v) && seat != DUEL_SEES_ALL)
        v->game->hide(v, state, seat);
}

void duel_view(const duel_variant *v, const void *state, int seat, void *view)
{
    memcpy(view, state, v->state_size);
    duel_hide(v, view, seat);
}

bool duel_guess_state(const duel_variant *v, const void *view, void *state)
{
    duel_rng rng;
    memcpy(state, view, v->state_size);
    if (!duel_has_secrets(v))
        return true;
    duel_long_work_door(DUEL_LONG_WORK_SOLVE);
    duel_rng_init_number(&rng, 1);
    return v->game->guess && v->game->guess(v, state, &rng, NULL) == DUEL_OK;
}

bool children_init(duel_children *b, const duel_variant *v, int room)
{
    size_t count = (size_t)room;
    *b = (duel_children){.room = room};
    b->child = malloc(count * v->state_size);
    b->move = malloc(count * sizeof *b->move);
    b->parent = malloc(count * sizeof *b->parent);
    return b->child && b->move && b->parent;
}

void children_fini(duel_children *b)
{
    free(b->child);
    free(b->move);
    free(b->parent);
}

/* The children of one state, behind the first `made` of the brood; -1: they do not fit. */
static int expand_one(const duel_variant *v, const void *state, int parent, duel_children *out,
                      int made)
{
    duel_move list[DUEL_MOVES_MAX];
    int count = v->game->moves(v, state, list);
    if (count > out->room - made)
        return -1;
    unsigned char *child = (unsigned char *)out->child + (size_t)made * v->state_size;
    for (int i = 0; i < count; i++, child += v->state_size) {
        memcpy(child, state, v->state_size);
        v->game->play(v, child, list[i]);
        out->move[made + i] = list[i];
        out->parent[made + i] = parent;
    }
    return count;
}

int duel_expand(const duel_variant *v, const void *states, int count, duel_children *out,
                int *made)
{
    if (v->game->accel && v->game->accel->expand)
        return v->game->accel->expand(v, states, count, out, made);
    const unsigned char *state = states;
    *made = 0;
    for (int i = 0; i < count; i++, state += v->state_size) {
        int more = expand_one(v, state, i, out, *made);
        if (more < 0)
            return i;
        *made += more;
    }
    return count;
}

bool duel_turn_ended(const duel_variant *v, int seat, const void *after)
{
    return v->seats == 1 || v->game->turn(v, after) != seat || duel_is_over(v, after);
}

bool duel_legal(const duel_variant *v, const void *state, duel_move move)
{
    duel_move list[DUEL_MOVES_MAX];
    int count = v->game->moves(v, state, list);
    for (int i = 0; i < count; i++)
        if (list[i] == move)
            return true;
    return false;
}

/* ---- notation ----------------------------------------------------------------------- */

void duel_print(const duel_variant *v, const void *view, duel_sink *out)
{
    if (v->game->print) {
        v->game->print(v, view, out);
        return;
    }
    const unsigned char *bytes = view;
    for (uint32_t i = 0; i < v->state_size; i++)
        duel_putf(out, "%02x", bytes[i]);
}

duel_status duel_read_again(const duel_variant *v, duel_str text, void *state, duel_msg *why)
{
    if (v->game->parse == NULL)
        return duel_invalid(why,
                            N_("{0} has no notation for positions: give moves with --play."),
                            "c", v->game->id);
    duel_state fresh;
    memset(&fresh, 0, v->state_size);
    text = duel_str_trim(text);
    duel_status status = v->game->parse(v, text, &fresh, why);
    if (status != DUEL_OK && duel_str_pointless(text, &text)) {
        memset(&fresh, 0, v->state_size);
        status = v->game->parse(v, text, &fresh, why);
    }
    if (status == DUEL_OK)
        memcpy(state, &fresh, v->state_size);
    return status;
}

duel_status duel_read(const duel_variant *v, duel_str text, void *state, duel_msg *why)
{
    if (duel_has_secrets(v))
        duel_long_work_door(DUEL_LONG_WORK_READ);
    return duel_read_again(v, text, state, why);
}

void duel_print_move(const duel_variant *v, const void *view, duel_move move, duel_sink *out)
{
    if (v->game->print_move)
        v->game->print_move(v, view, move, out);
    else
        duel_putf(out, "%llu", (unsigned long long)move);
}

/* Without a notation of its own, a game's move is written as its number. */
static duel_status read_number(duel_str text, duel_move *move, duel_msg *why)
{
    int64_t n;
    if (!duel_str_number(text, &n) || n < 0)
        return duel_invalid(why, N_("A move is a number here, not “{0}”."), "s", text);
    *move = (duel_move)n;
    return DUEL_OK;
}

/* Reads what print_move writes. */
static duel_status read_printed(const duel_variant *v, const void *view, duel_str text,
                                duel_move *move, duel_msg *why)
{
    duel_move list[DUEL_MOVES_MAX];
    duel_buf printed;
    int count = v->game->moves(v, view, list), same = -1;
    duel_buf_init(&printed);
    for (int i = 0; i < count && same < 0; i++) {
        duel_buf_clear(&printed);
        v->game->print_move(v, view, list[i], &printed.sink);
        same = duel_str_is(text, printed.text) ? i : -1;
    }
    duel_buf_fini(&printed);
    if (same < 0)
        return duel_refuse(why, N_("“{0}” is not a legal move here."), "s", text);
    *move = list[same];
    return DUEL_OK;
}

static duel_status parse_move(const duel_variant *v, const void *view, duel_str text,
                              duel_move *move, duel_msg *why)
{
    if (v->game->parse_move)
        return v->game->parse_move(v, view, text, move, why);
    if (v->game->print_move)
        return read_printed(v, view, text, move, why);
    return read_number(text, move, why);
}

static duel_status read_legal(const duel_variant *v, const void *view, duel_str text,
                              duel_move *move, duel_msg *why)
{
    duel_move m = 0;
    duel_status status = parse_move(v, view, text, &m, why);
    if (status == DUEL_OK && !duel_legal(v, view, m))
        return duel_refuse(why, N_("“{0}” is not a legal move here."), "s", text);
    if (status == DUEL_OK)
        *move = m;
    return status;
}

/* "1. cafe." as "1 cafe"; false: no word ends with a point, or that is no move either. */
static bool read_pointless_words(const duel_variant *v, const void *view, duel_str text,
                                 duel_move *move)
{
    duel_buf plain;
    duel_str word;
    bool some = false;
    duel_buf_init(&plain);
    while (duel_str_word(&text, " ", &word)) {
        some = duel_str_pointless(word, &word) || some;
        duel_put(&plain.sink, plain.len ? " " : "");
        duel_put_str(&plain.sink, word);
    }
    some = some && read_legal(v, view, duel_buf_str(&plain), move, NULL) == DUEL_OK;
    duel_buf_fini(&plain);
    return some;
}

/* As the game itself reads it, *text with its final point or without, whichever is a move, or
 * its words without theirs. */
static duel_status read_written(const duel_variant *v, const void *view, duel_str *text,
                                duel_move *move, duel_msg *why)
{
    *text = duel_str_trim(*text);
    if (duel_is_over(v, view))
        return duel_refuse(why, N_("The game is over: no move can be played."), "");
    duel_status status = read_legal(v, view, *text, move, why);
    if (status != DUEL_OK && duel_str_pointless(*text, text))
        status = read_legal(v, view, *text, move, why);
    if (status != DUEL_OK && read_pointless_words(v, view, *text, move))
        status = DUEL_OK;
    return status;
}

/* ---- what front ends show, read back -------------------------------------------------- */

enum { FOLDINGS = 2 };

typedef struct shown {
    const duel_variant *v;
    const void *view;
    int count;
    duel_move list[DUEL_MOVES_MAX];
    duel_buf typed[FOLDINGS];
    duel_buf text, folded; /* of the move looked at */
} shown;

/* Bit `how`: folded so, the text is what was typed. */
static unsigned compare_shown(shown *s)
{
    unsigned same = 0;
    for (int how = 0; how < FOLDINGS; how++) {
        if (s->text.len < s->typed[how].len)
            continue;
        duel_buf_clear(&s->folded);
        duel_fold(duel_buf_str(&s->text), (duel_folding)how, &s->folded.sink);
        same |= (unsigned)(strcmp(s->folded.text, s->typed[how].text) == 0) << how;
    }
    return same;
}

/* The same for the move as it is written, and as it is said in any language. No words are as
 * short as that. */
static unsigned compare_move(shown *s, duel_move move)
{
    enum { SAID = 4 };
    duel_buf_clear(&s->text);
    duel_print_move(s->v, s->view, move, &s->text.sink);
    unsigned same = compare_shown(s);
    bool said = s->v->game->teaching.say_move && s->typed[DUEL_FOLD_WORDS].len >= SAID;
    for (int lang = DUEL_EN; said && lang <= DUEL_FR; lang++) {
        duel_buf_clear(&s->text);
        duel_move_in_words((duel_lang)lang, s->v, s->view, move, &s->text.sink);
        same |= compare_shown(s);
    }
    return same;
}

/* The only legal move that is shown like that, with its signs or, if they are of no weight,
 * without; false: there is none, or several. */
static bool find_shown(shown *s, bool signs, duel_move *move)
{
    int found[FOLDINGS] = {0};
    duel_move meant[FOLDINGS] = {0};
    for (int i = 0; i < s->count; i++) {
        unsigned same = compare_move(s, s->list[i]);
        for (int how = 0; how < FOLDINGS; how++) {
            if (same >> how & 1) {
                meant[how] = s->list[i];
                found[how]++;
            }
        }
    }
    int how = found[DUEL_FOLD_WORDS] == 1 || !signs ? DUEL_FOLD_WORDS : DUEL_FOLD_SIGNS;
    if (found[how] == 1)
        *move = meant[how];
    return found[how] == 1;
}

/* What is no longer than this is no word with a mistake in it: any other move is as near. */
enum { SHORTEST_WORD = 4 };

static duel_status ask_nearest_move(shown *s, duel_str text, duel_status status, duel_msg *why)
{
    duel_nearest n;
    duel_nearest_begin(&n, text);
    for (int i = 0; i < s->count; i++) {
        duel_buf_clear(&s->text);
        duel_print_move(s->v, s->view, s->list[i], &s->text.sink);
        duel_nearest_try(&n, duel_buf_str(&s->text));
    }
    return n.alone && strlen(n.typed) >= SHORTEST_WORD ? duel_nearest_ask(&n, status, why)
                                                       : status;
}

/* What the game has not read. The signs between the words are of no weight where it has not
 * understood them; a text that it refuses for a reason means that and nothing else. */
static duel_status read_shown(const duel_variant *v, const void *view, duel_str text,
                              duel_status status, duel_move *move, duel_msg *why)
{
    shown s = {.v = v, .view = view};
    bool strange = status == DUEL_INVALID || v->game->parse_move == NULL;
    duel_buf *const bufs[] = {&s.typed[0], &s.typed[1], &s.text, &s.folded};
    enum { BUFS = sizeof bufs / sizeof *bufs };
    for (int i = 0; i < BUFS; i++)
        duel_buf_init(bufs[i]);
    for (int how = 0; how < FOLDINGS; how++)
        duel_fold(text, (duel_folding)how, &s.typed[how].sink);
    if (s.typed[DUEL_FOLD_SIGNS].len)
        s.count = v->game->moves(v, view, s.list);
    if (find_shown(&s, strange, move))
        status = DUEL_OK;
    else if (strange && why)
        status = ask_nearest_move(&s, text, status, why);
    for (int i = 0; i < BUFS; i++)
        duel_buf_fini(bufs[i]);
    return status;
}

duel_status duel_read_written(const duel_variant *v, const void *view, duel_str text,
                              duel_move *move, duel_msg *why)
{
    return read_written(v, view, &text, move, why);
}

duel_status duel_read_move(const duel_variant *v, const void *view, duel_str text,
                           duel_move *move, duel_msg *why)
{
    duel_status status = read_written(v, view, &text, move, why);
    bool misread = (status == DUEL_INVALID || status == DUEL_REFUSED) && !duel_is_over(v, view);
    return misread ? read_shown(v, view, text, status, move, why) : status;
}

static duel_str piece_of(duel_str rest, size_t from, const char *between)
{
    while (from < rest.len && (rest.at[from] == '\0' || !strchr(between, rest.at[from])))
        from++;
    return (duel_str){rest.at, from};
}

duel_status duel_next_move_text(const duel_variant *v, const void *view, duel_str *rest,
                                const char *between, duel_move *move, duel_msg *why)
{
    enum { PIECES = 64 }; /* no move is written in more */
    duel_str piece = piece_of(*rest, 0, between), text = piece;
    duel_status worst = read_written(v, view, &text, move, why), status = worst;
    for (int i = 1; status != DUEL_OK && i < PIECES && piece.len < rest->len; i++) {
        duel_msg said;
        text = piece = piece_of(*rest, piece.len + 1, between);
        status = read_written(v, view, &text, move, &said);
        if (worst == DUEL_INVALID && status == DUEL_REFUSED) {
            worst = status;
            if (why)
                *why = said;
        }
    }
    if (status != DUEL_OK && worst == DUEL_INVALID) { /* not as it is written: as it is shown */
        piece = piece_of(*rest, 0, between);
        status = worst = duel_read_move(v, view, piece, move, why);
    }
    if (status != DUEL_OK)
        return worst;
    *rest = (duel_str){rest->at + piece.len, rest->len - piece.len};
    duel_str_skip(rest, between);
    return DUEL_OK;
}

bool duel_edit(const duel_variant *v, void *state, duel_str element, int step)
{
    return v->game->edit && (step == 1 || step == -1) && v->game->edit(v, state, element, step);
}

const char *duel_role(const duel_variant *v, int seat)
{
    static const char *const ordinal[DUEL_SEATS] = {N_("First"), N_("Second"), N_("Third"),
                                                    N_("Fourth")};
    return v->game->roles ? v->game->roles[seat] : ordinal[seat];
}

/* ---- scores ------------------------------------------------------------------------- */

int32_t duel_margin(const duel_variant *v, const int32_t score[], int seat)
{
    int32_t rival = INT32_MIN;
    for (int i = 0; i < v->seats; i++)
        if (i != seat && score[i] > rival)
            rival = score[i];
    return v->seats == 1 ? score[seat] : score[seat] - rival;
}

duel_value duel_outcome(const duel_variant *v, const int32_t score[], int seat)
{
    int32_t margin = duel_margin(v, score, seat);
    return margin > 0 ? DUEL_WIN : margin < 0 ? DUEL_LOSS : DUEL_TIE;
}

double duel_share(const duel_variant *v, const int32_t score[], int seat)
{
    if (v->seats == 1)
        return score[0] > 0 ? 1.0 : score[0] < 0 ? 0.0 : 0.5;
    int top = 0;
    for (int i = 0; i < v->seats; i++) {
        if (score[i] > score[seat])
            return 0.0;
        top += score[i] == score[seat];
    }
    return 1.0 / top;
}

void duel_move_in_words(duel_lang lang, const duel_variant *v, const void *view, duel_move move,
                        duel_sink *out)
{
    duel_msg words;
    if (v->game->teaching.say_move == NULL) {
        duel_print_move(v, view, move, out);
        return;
    }
    v->game->teaching.say_move(v, view, move, &words);
    duel_render(lang, &words, out);
}

void duel_prompt(const duel_variant *v, const void *view, duel_msg *out)
{
    if (v->game->teaching.task)
        v->game->teaching.task(v, view, out);
    else
        duel_say(out, N_("Your turn."), "");
}

/* ---- what a seat knows --------------------------------------------------------------- */

static uint64_t hash_view(const duel_variant *v, const void *view, uint64_t seed)
{
    uint64_t h = hash_bytes(view, v->state_size, seed);
    return h ? h : 1;
}

uint64_t duel_info_set_first(const duel_variant *v, const void *view, int seat)
{
    return hash_view(v, view, hash_mix((uint64_t)seat + 1));
}

uint64_t duel_info_set_after(const duel_variant *v, uint64_t known, bool own, duel_move move,
                             const void *view)
{
    return hash_view(v, view, own ? hash_mix(hash_mix(known) ^ move) : hash_mix(known + 1));
}

void duel_info_set_begin(const duel_variant *v, const void *state, duel_info_set *k)
{
    for (int seat = 0; seat < v->seats; seat++) {
        duel_state view;
        duel_view(v, state, seat, &view);
        k->seat[seat] = duel_info_set_first(v, &view, seat);
    }
}

void duel_info_set_step(const duel_variant *v, int mover, duel_move move, const void *after,
                        duel_info_set *k)
{
    for (int seat = 0; seat < v->seats; seat++) {
        duel_state view;
        duel_view(v, after, seat, &view);
        k->seat[seat] = duel_info_set_after(v, k->seat[seat], seat == mover, move, &view);
    }
}

/* ---- the pen ------------------------------------------------------------------------- */

void duel_pen_tone(duel_pen *pen, duel_tone tone)
{
    if (pen->tone)
        pen->tone(pen, tone);
}

void duel_pen_thing(duel_pen *pen, const char *id)
{
    if (pen->thing)
        pen->thing(pen, id);
}

void duel_pen_put(duel_pen *pen, duel_tone tone, const char *text)
{
    duel_pen_tone(pen, tone);
    duel_put(pen->out, text);
    duel_pen_tone(pen, DUEL_PLAIN);
}
