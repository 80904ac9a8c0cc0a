/* sheets/lens_why.c -- the lens of a sheet that says why moves are legal, as derivations from
 * the facts of the position by rules of the sheet; and of a game that has ended why it has.
 *
 * The lens has a prover of its own that keeps the order in which facts come (gdl/why.h). */
#include "gdl/why.h"
#include "sheets/inside.h"

#include <pthread.h>
#include <stdlib.h>

enum { MOST_SHOWN = 40 }; /* moves */

struct sheets_because {
    pthread_mutex_t lock;
    gdl_prover *prover; /* NULL: not asked yet, or it failed */
    gdl_derivation derivation;
};

/* ---- the prover ------------------------------------------------------------------------- */

static void drop_prover(struct sheets_because *b)
{
    gdl_prover_free(b->prover);
    b->prover = NULL;
    b->derivation = (gdl_derivation){0};
}

static bool have_prover(const sheets_game *g)
{
    static const gdl_limits limits = {.seconds = 5, .bytes = (size_t)512 << 20};
    struct sheets_because *b = g->because;
    return b->prover ||
           gdl_prover_new_explaining(g->sheet, limits, &b->prover, NULL) == DUEL_OK;
}

static bool read_term(struct sheets_because *b, const char *text, gdl_term *out)
{
    return gdl_prover_term(b->prover, duel_str_of(text), out, NULL) == DUEL_OK;
}

/* Brings the prover to the facts of a view. */
static bool follow_view(const sheets_game *g, const void *view)
{
    struct sheets_because *b = g->because;
    const term_ids *facts = &g->m->fact_names;
    gdl_term *term = malloc(((size_t)facts->count + 1) * sizeof *term);
    size_t count = 0;
    bool good = term != NULL;
    for (uint32_t i = 0; good && i < facts->count; i++)
        if (holds_in(g, view, i))
            good = read_term(b, facts->at[i]->text, &term[count++]);
    good = good && gdl_prover_set(b->prover, term, count, NULL) == DUEL_OK;
    free(term);
    return good;
}

/* ---- telling ---------------------------------------------------------------------------- */

static void tell_sentence(const sheets_game *g, gdl_term sentence, duel_pen *pen)
{
    struct sheets_because *b = g->because;
    if (gdl_prover_why(b->prover, sentence, &b->derivation, NULL) != DUEL_OK)
        return;
    for (size_t i = 0; i < b->derivation.count; i++) {
        const gdl_proof_step *s = &b->derivation.step[i];
        duel_putf(pen->out, "%*s", (int)(2 * s->depth), "");
        gdl_put_step(gdl_prover_terms(b->prover), s, pen->lang, pen->out);
        duel_put(pen->out, "\n");
    }
}

static void tell_move(const sheets_game *g, duel_move move, duel_pen *pen)
{
    gdl_term term;
    if (move == nod_of(g))
        return;
    uint32_t role = machine_role_of(g->m, (uint32_t)move);
    if (read_term(g->because, machine_move_name(g->m, (uint32_t)move)->text, &term) &&
        gdl_prover_legal_term(g->because->prover, role, term, &term, NULL) == DUEL_OK)
        tell_sentence(g, term, pen);
}

static void tell_view(const duel_variant *v, const void *view, duel_pen *pen)
{
    const sheets_game *g = sheets_of(v);
    duel_move list[DUEL_MOVES_MAX];
    int count = v->game->moves(v, view, list);
    for (int i = 0; i < count && i < MOST_SHOWN; i++)
        tell_move(g, list[i], pen);
    if (count > MOST_SHOWN) {
        duel_tell(pen->lang, pen->out, N_("… and {0} more {0:move|moves}"), "i",
                  (int64_t)count - MOST_SHOWN);
        duel_put(pen->out, "\n");
    }
    if (count == 0)
        tell_sentence(g, gdl_prover_terminal(g->because->prover), pen);
}

/* What cannot be told for want of time or memory is left out. */
static void because_draw(const duel_variant *v, const void *view, int seat, duel_pen *pen)
{
    const sheets_game *g = sheets_of(v);
    pthread_mutex_lock(&g->because->lock);
    if (have_prover(g) && follow_view(g, view))
        tell_view(v, view, pen);
    else
        drop_prover(g->because);
    pthread_mutex_unlock(&g->because->lock);
}

/* ---- life ------------------------------------------------------------------------------- */

static const duel_lens lenses[] = {{"rules", N_("Why the moves are legal"), NULL, because_draw},
                                   {NULL, NULL, NULL, NULL}};

duel_status sheets_lens_install(sheets_game *g, duel_msg *why)
{
    g->because = calloc(1, sizeof *g->because);
    if (g->because == NULL)
        return duel_no_space(why);
    pthread_mutex_init(&g->because->lock, NULL);
    g->game.teaching.lenses = lenses;
    return DUEL_OK;
}

void sheets_lens_fini(sheets_game *g)
{
    if (g->because == NULL)
        return;
    drop_prover(g->because);
    pthread_mutex_destroy(&g->because->lock);
    free(g->because);
}
