/* front/cli/position_args.c -- reads which game, position and options a command is about: see
 * inside.h. */
#include "core/fault_guard.h"
#include "core/play.h"
#include "core/variant.h"
#include "front/cli/inside.h"
#include "players/catalogue.h"

#include <stdio.h>
#include <string.h>

void tell_said(const duel_console *c, const duel_msg *said)
{
    duel_render(c->lang, said, c->out);
    duel_put(c->out, "\n");
}

typedef struct words {
    const duel_game *game;
    duel_str position; /* at == NULL: none */
    duel_str option[DUEL_WORDS];
    int options;
    duel_str seed; /* "seed=4" among the options, as the terminal takes it; at == NULL: none */
} words;

/* The seed of the deal, in a game that has no option of that name. */
static bool takes_seed(words *w, duel_str word)
{
    duel_str value = word, name;
    duel_str_part(&value, '=', &name);
    if (!duel_str_is(name, "seed") || duel_option_find(w->game->options, name) >= 0)
        return false;
    w->seed = value;
    return true;
}

static duel_status sort_words(const duel_args *a, int first, words *w, duel_msg *why)
{
    if (first >= a->word_count)
        return duel_invalid(why,
                            N_("Which game? Write “duel {0} GAME”; “duel games” lists them."),
                            "c", a->command->name);
    duel_status status = catalogue_open_game(a->word[first], &w->game, why);
    for (int i = first + 1; status == DUEL_OK && i < a->word_count; i++) {
        if (duel_is_setting(a->word[i]) && takes_seed(w, a->word[i]))
            continue;
        if (duel_is_setting(a->word[i]))
            w->option[w->options++] = a->word[i];
        else if (w->position.at == NULL)
            w->position = a->word[i];
        else
            status = duel_invalid(why,
                                  N_("Two positions? “{0}” and “{1}”; quote a position "
                                     "that has blanks."),
                                  "ss", w->position, a->word[i]);
    }
    return status;
}

static duel_status begin_with(const duel_args *a, const words *w, position_args *s,
                              duel_msg *why)
{
    const char *flag = duel_args_text(a, "seed", NULL);
    duel_str seed = flag ? duel_str_of(flag) : w->seed;
    duel_record_init(&s->record, &s->v);
    strcpy(s->record.seed, "1");
    s->seeded = seed.at != NULL;
    if (s->seeded && !duel_seed_valid(seed))
        return duel_invalid(why, N_("A seed has 1 to {0} letters, digits or signs."), "i",
                            (int64_t)DUEL_SEED_TEXT - 1);
    if (s->seeded)
        snprintf(s->record.seed, sizeof s->record.seed, "%.*s", (int)seed.len, seed.at);
    if (w->position.at == NULL)
        return duel_record_begin(&s->record, &s->state, why);
    duel_status status = duel_read(&s->v, w->position, &s->state, why);
    if (status == DUEL_OK)
        duel_print(&s->v, &s->state, &s->record.start.sink);
    return status;
}

static duel_status play_moves(position_args *s, const char *list, duel_msg *why)
{
    duel_str rest = duel_str_of(list);
    duel_status status = DUEL_OK;
    while (status == DUEL_OK && rest.len) {
        duel_move move;
        status = duel_next_move_text(&s->v, &s->state, &rest, ",", &move, why);
        if (status == DUEL_OK)
            status = duel_record_add(&s->record, move, why);
        if (status == DUEL_OK)
            s->v.game->play(&s->v, &s->state, move);
    }
    return status;
}

duel_status position_args_read(const duel_args *a, int first, position_args *s, duel_msg *why)
{
    words w = {0};
    const char *moves = duel_args_text(a, "play", NULL);
    duel_status status = sort_words(a, first, &w, why);
    if (status == DUEL_OK)
        status = duel_variant_make(w.game, w.option, w.options, &s->v, why);
    if (status != DUEL_OK)
        return status;
    duel_fault_guard g;
    duel_fault_guard_begin(&g, w.game);
    status = begin_with(a, &w, s, why);
    if (status == DUEL_OK && moves)
        status = play_moves(s, moves, why);
    status = duel_fault_guard_end(&g, status, why);
    if (status != DUEL_OK)
        position_args_fini(s);
    return status;
}

duel_status position_args_seed(const duel_args *a, uint64_t *out, duel_msg *why)
{
    static const duel_option seed = {"seed", DUEL_NUMBER, 1, 0, INT64_MAX, NULL, NULL};
    int64_t n = 1;
    duel_status status =
        duel_option_read(&seed, duel_str_of(duel_args_text(a, "seed", "1")), &n, why);
    if (status == DUEL_OK)
        *out = (uint64_t)n;
    return status;
}

void position_args_fini(position_args *s)
{
    duel_record_fini(&s->record);
}
