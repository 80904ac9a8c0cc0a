/* script/puzzles.c -- puzzles of a file's own: a list of positions, each with a question and
 * the turn that answers it. Which one a seed means is counted off the list; those whose
 * position is none of the variant are passed over. */
#include "core/play.h"
#include "core/puzzle.h"
#include "script/loaded.h"

#include <stdlib.h>
#include <string.h>

/* ---- reading ------------------------------------------------------------------------------
 */

/* A text that must be there, in both languages or as notation. */
static bool need_words(script_game *s, duel_str map, const char *name, const char **out)
{
    duel_str value;
    return flat_find(map, name, &value) && (*out = script_text(s, value)) != NULL;
}

static bool need_notation(script_game *s, duel_str map, const char *name, const char **out)
{
    duel_str value, text;
    return flat_find(map, name, &value) && script_plain(value, &text) && text.len > 0 &&
           (*out = script_copy(s, text)) != NULL;
}

static bool read_puzzle(script_game *s, duel_str map, script_puzzle *out)
{
    return need_notation(s, map, "at", &out->at) && need_words(s, map, "ask", &out->ask) &&
           need_notation(s, map, "answer", &out->answer) &&
           need_words(s, map, "why", &out->why) && need_words(s, map, "wrong", &out->wrong);
}

static bool read_puzzle_list(script_game *s, duel_str list)
{
    enum { PUZZLES_MOST = 512 };
    flat_item head;
    duel_str map;
    if (!flat_take(&list, &head) || head.kind != FLAT_LIST || head.count == 0 ||
        head.count > PUZZLES_MOST)
        return false;
    s->puzzle = script_keep(s, calloc(head.count, sizeof *s->puzzle));
    s->puzzles = s->puzzle ? (int)head.count : 0;
    for (int i = 0; i < s->puzzles; i++)
        if (!flat_cut(&list, &map) || !read_puzzle(s, map, &s->puzzle[i]))
            return false;
    return s->puzzles > 0;
}

/* ---- the contract -------------------------------------------------------------------------
 */

/* The moves of the answer, all of one turn; *after is where they lead. */
static duel_status read_answer(const duel_variant *v, const script_puzzle *p, duel_state *after,
                               duel_move out[DUEL_PLAN], int *count, duel_msg *why)
{
    duel_str rest = duel_str_of(p->answer);
    duel_status status = DUEL_OK;
    *count = 0;
    while (status == DUEL_OK && *count < DUEL_PLAN && duel_str_skip(&rest, " ")) {
        status = duel_cut_move(v, after, &rest, " ", &out[*count], why);
        if (status == DUEL_OK)
            v->game->play(v, after, out[(*count)++]);
    }
    return status;
}

static duel_status lay_out(const duel_variant *v, const script_puzzle *p, duel_puzzle *out,
                           duel_msg *why)
{
    duel_state after = out->state;
    if (read_answer(v, p, &after, out->answer, &out->count, why) != DUEL_OK)
        return DUEL_BAD; /* a mistake of the file, not a variant without puzzles */
    for (int i = 0; i < out->count && i < DUEL_LINE; i++)
        out->line[out->line_count++] = out->answer[i];
    duel_say(&out->question, p->ask, "");
    duel_say(&duel_reason_add(&out->why, 0)->text, p->why, "");
    return DUEL_OK;
}

static duel_status make_puzzle(const duel_variant *v, uint64_t seed, const atomic_bool *stop,
                               duel_puzzle *out, duel_msg *why)
{
    (void)stop; /* it is there already */
    const script_game *s = script_of(v);
    *out = (duel_puzzle){.count = 0};
    for (int i = 0; i < s->puzzles; i++) {
        const script_puzzle *p = &s->puzzle[(seed + (uint64_t)i) % (uint64_t)s->puzzles];
        duel_msg unfit;
        if (duel_read(v, duel_str_of(p->at), &out->state, &unfit) == DUEL_OK &&
            !duel_is_over(v, &out->state))
            return lay_out(v, p, out, why);
    }
    return duel_refuse(why, N_("This game has no puzzles."), "");
}

/* The puzzle of this position; NULL: none. */
static const script_puzzle *puzzle_at(const duel_variant *v, const void *state)
{
    const script_game *s = script_of(v);
    for (int i = 0; i < s->puzzles; i++) {
        duel_state at;
        duel_msg unfit;
        if (duel_read(v, duel_str_of(s->puzzle[i].at), &at, &unfit) == DUEL_OK &&
            duel_same(v, &at, state))
            return &s->puzzle[i];
    }
    return NULL;
}

static duel_status judge_turn(const duel_variant *v, const void *state, const duel_move turn[],
                              int count, duel_msg *why)
{
    const script_puzzle *p = puzzle_at(v, state);
    duel_state after;
    duel_move answer[DUEL_PLAN];
    int length;
    if (p == NULL)
        return duel_refuse(why, N_("This game has no puzzles."), "");
    memcpy(&after, state, v->state_size);
    duel_status status = read_answer(v, p, &after, answer, &length, why);
    bool same = status == DUEL_OK && count == length;
    for (int i = 0; same && i < count; i++)
        same = turn[i] == answer[i];
    return same || status != DUEL_OK ? status : duel_refuse(why, p->wrong, "");
}

duel_status script_read_puzzles(script_game *s, duel_str description, duel_msg *why)
{
    static const duel_puzzler puzzler = {make_puzzle, judge_turn};
    duel_str list;
    if (!flat_find(description, "puzzles", &list))
        return DUEL_OK;
    if (!read_puzzle_list(s, list))
        return script_wrong(s, "puzzles",
                            N_("a list of tables with at, ask, answer, why and wrong"), why);
    s->game.teaching.puzzles = &puzzler;
    return DUEL_OK;
}
