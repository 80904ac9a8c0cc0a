/* sheets/load.c -- see load.h. */
#include "sheets/load.h"
#include "base/file.h"
#include "core/record.h"
#include "sheets/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the file --------------------------------------------------------------------------- */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static duel_status read_sheet(sheets_game *g, const char *id, duel_str source, duel_msg *why)
{
    snprintf(g->id, sizeof g->id, "%s", id);
    g->game.id = g->id;
    g->game.version = duel_source_version(source);
    duel_status status = gdl_sheet_read(source, &g->sheet, why);
    if (status == DUEL_OK && (g->source = strndup(source.at, source.len)) == NULL)
        status = duel_no_space(why);
    return status;
}

/* ---- roles and seats -------------------------------------------------------------------- */

static char *text_of_term(const gdl_terms *t, gdl_term term)
{
    duel_buf text = duel_buf_empty();
    gdl_put_term(t, term, &text.sink);
    char *copy = text.failed ? NULL : strdup(text.text);
    duel_buf_fini(&text);
    return copy;
}

static bool is_chance(const sheets_game *g, uint32_t role)
{
    const gdl_terms *t = &g->sheet->terms;
    gdl_functor f = gdl_term_functor(t, g->sheet->role[role]);
    return gdl_functor_symbol(t, f) == GDL_RANDOM && gdl_functor_arity(t, f) == GDL_PLAIN;
}

static duel_status seat_roles(sheets_game *g, uint32_t *chance, duel_msg *why)
{
    *chance = MACHINE_ROLES;
    for (uint32_t r = 0; r < g->sheet->roles; r++) {
        if ((g->role_name[r] = text_of_term(&g->sheet->terms, g->sheet->role[r])) == NULL)
            return duel_no_space(why);
        g->seat_of_role[r] = SAMPLING_NOBODY;
        if (is_chance(g, r)) {
            *chance = r;
            continue;
        }
        g->seat_of_role[r] = g->seats;
        g->role_of_seat[g->seats] = r;
        g->seat_name[g->seats++] = g->role_name[r];
    }
    return DUEL_OK;
}

/* "sees" as a conclusion: what each player perceives is then part of the rules. */
static bool has_percepts(const gdl_sheet *s)
{
    for (size_t i = 0; i < s->count; i++) {
        const gdl_rule *r = &s->rule[i];
        gdl_functor f = gdl_code_functor(&s->terms, r->head);
        if (duel_str_is(gdl_symbol_text(&s->terms, gdl_functor_symbol(&s->terms, f)), "sees"))
            return true;
    }
    return false;
}

static duel_status check_playable(const sheets_game *g, duel_msg *why)
{
    uint32_t seats = 0;
    for (uint32_t r = 0; r < g->sheet->roles; r++)
        seats += !is_chance(g, r);
    if (seats == 0)
        return duel_refuse(why, N_("{0}: nobody plays in this sheet."), "c", g->id);
    if (seats > DUEL_SEATS || g->sheet->roles > MACHINE_ROLES)
        return duel_refuse(why, N_("{0}: {1} players; no more than {2} can play here."), "cii",
                           g->id, (int64_t)seats, (int64_t)DUEL_SEATS);
    if (has_percepts(g->sheet))
        return duel_refuse(why,
                           N_("{0}: the sheet says what each player sees (sees), which is not "
                              "played here."),
                           "c", g->id);
    return DUEL_OK;
}

/* ---- the machine and what is known of it ------------------------------------------------ */

static duel_status lay_out_state(sheets_game *g, duel_msg *why)
{
    uint32_t sealed = sizeof(sheets_sealed) / sizeof(uint64_t);
    g->facts_at = 2;
    g->legal_at = g->facts_at + machine_fact_words(g->m);
    g->sealed_at = g->legal_at + machine_move_words(g->m);
    g->words = g->sealed_at + (g->secrets ? sealed : 0);
    if (g->words * sizeof(uint64_t) > DUEL_STATE_MAX)
        return duel_refuse(why, N_("{0}: {1} facts and {2} moves are too many for a state."),
                           "cii", g->id, (int64_t)g->m->facts, (int64_t)g->m->moves);
    if (g->m->most_points > INT16_MAX)
        return duel_refuse(why, N_("{0}: a goal of {1} is too large."), "ci", g->id,
                           (int64_t)g->m->most_points);
    return DUEL_OK;
}

static unsigned traits_of(const sheets_game *g)
{
    const sheet_sampling *s = &g->sheet_sampling;
    unsigned traits = invariants_longest(g) ? 0 : DUEL_LOOPY;
    bool same_sum = s->ends == 0 || s->least_sum == s->most_sum;
    if (s->shades || (g->seats > 1 && !same_sum))
        traits |= DUEL_MARGIN;
    if (g->secrets)
        traits |= DUEL_SECRETS;
    if (!g->m->ground)
        traits |= DUEL_SLOW;
    return traits;
}

static duel_status get_to_know(sheets_game *g, bool ground, duel_msg *why)
{
    static const gdl_limits grounding = {.seconds = 10, .bytes = (size_t)1 << 30};
    uint32_t chance;
    duel_status status = seat_roles(g, &chance, why);
    if (status == DUEL_OK)
        status = ground ? machine_new(g->sheet, grounding, &g->m, why)
                        : machine_new_proved(g->sheet, &g->m, why);
    if (status == DUEL_OK)
        status = sampling_make(g->m, g->role_name, chance, &g->sheet_sampling, why);
    g->secrets = g->sheet_sampling.together || g->sheet_sampling.chance_chose;
    if (status == DUEL_OK)
        status = lay_out_state(g, why);
    if (status == DUEL_OK)
        status = invariants_find(g, why);
    if (status != DUEL_OK)
        return status;
    g->game.min_seats = g->game.max_seats = g->seats;
    g->game.traits = traits_of(g);
    return DUEL_OK;
}

/* ---- life ------------------------------------------------------------------------------- */

const duel_game *sheets_table(const sheets_game *g)
{
    return &g->game;
}

void sheets_close(sheets_game *g)
{
    if (g == NULL)
        return;
    sheets_lens_fini(g);
    sheets_picture_fini(g);
    invariants_fini(g);
    sampling_fini(&g->sheet_sampling);
    machine_free(g->m);
    gdl_sheet_free(g->sheet);
    for (uint32_t r = 0; r < MACHINE_ROLES; r++)
        free((void *)(uintptr_t)g->role_name[r]);
    for (int i = 0; i < g->kept_count; i++)
        free(g->kept[i]);
    free(g->kept);
    free(g->rule_texts);
    free(g->source);
    free(g);
}

static void install(sheets_game *g)
{
    sheets_rules_install(g);
    sheets_notation_install(g);
    sheets_words_install(g);
    sheets_picture_install(g);
}

duel_status sheets_open_text(const char *id, duel_str source, bool ground, sheets_game **out,
                             duel_msg *why)
{
    sheets_game *g = calloc(1, sizeof *g);
    if (g == NULL)
        return duel_no_space(why);
    duel_status status = read_sheet(g, id, source, why);
    if (status == DUEL_OK)
        status = check_playable(g, why);
    if (status == DUEL_OK)
        status = get_to_know(g, ground, why);
    if (status == DUEL_OK)
        status = sheets_picture_find(g, why);
    if (status == DUEL_OK)
        status = sheets_describe(g, why);
    if (status == DUEL_OK)
        status = sheets_lens_install(g, why);
    if (status == DUEL_OK) {
        install(g);
        *out = g;
    } else {
        sheets_close(g);
    }
    return status;
}

duel_status sheets_open(const char *path, sheets_game **out, duel_msg *why)
{
    duel_buf source = duel_buf_empty();
    duel_status status = duel_file_read(path, GDL_SHEET_BYTES, &source, why);
    if (status == DUEL_OK)
        status = sheets_open_text(base_name(path), duel_buf_str(&source), true, out, why);
    duel_buf_fini(&source);
    return status;
}
