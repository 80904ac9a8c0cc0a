/* school/resolution.c -- resolution: see clauses.h. Shortest clauses first; a clause that
 * another one implies is left out. */
#include "school/clauses.h"

#include <stdio.h>
#include <stdlib.h>

enum { SCHOOL_RESOLVENTS = 8192 };

enum { RESOLUTION_PATIENCE = 200000000 }; /* clauses compared */

typedef struct resolvent {
    school_clause c;
    int from[2];  /* -1: given */
    int number;   /* in the film; 0: not needed */
    bool done;    /* resolved with all that are done */
    bool useless; /* implied by a smaller one */
} resolvent;

typedef struct saturation {
    int count;
    int64_t patience;
    resolvent at[SCHOOL_RESOLVENTS];
} saturation;

/* False if there is no room, or no time. */
static bool keep(saturation *s, school_clause c, int first, int second)
{
    if (c.yes & c.no)
        return true;
    for (int i = 0; i < s->count; i++)
        if (!s->at[i].useless && school_clause_implies(s->at[i].c, c))
            return true;
    s->patience -= s->count;
    if (s->count == SCHOOL_RESOLVENTS || s->patience < 0)
        return false;
    for (int i = 0; i < s->count; i++)
        s->at[i].useless = s->at[i].useless || school_clause_implies(c, s->at[i].c);
    s->at[s->count++] = (resolvent){.c = c, .from = {first, second}};
    return true;
}

/* Every resolvent of two clauses that is no tautology: they disagree about one letter only. */
static bool resolve_pair(saturation *s, int i, int j)
{
    school_clause a = s->at[i].c, b = s->at[j].c;
    uint32_t about = (a.yes & b.no) | (a.no & b.yes);
    if (about == 0 || (about & (about - 1)))
        return true;
    return keep(s, (school_clause){(a.yes | b.yes) & ~about, (a.no | b.no) & ~about}, i, j);
}

static int next_given(const saturation *s)
{
    int best = -1;
    for (int i = 0; i < s->count; i++)
        if (!s->at[i].done && !s->at[i].useless &&
            (best < 0 || school_clause_size(s->at[i].c) < school_clause_size(s->at[best].c)))
            best = i;
    return best;
}

static school_outcome saturate(saturation *s)
{
    int given;
    while ((given = next_given(s)) >= 0) {
        if (school_clause_size(s->at[given].c) == 0)
            return SCHOOL_REFUTED;
        s->at[given].done = true;
        for (int j = 0, end = s->count; j < end; j++)
            if (s->at[j].done && !s->at[j].useless && !resolve_pair(s, given, j))
                return SCHOOL_GAVE_UP;
    }
    return SCHOOL_CONSISTENT;
}

/* ---- the film ---------------------------------------------------------------------------- */

/* Marks what the last one rests on, and numbers it in the order in which it was found. */
static void number_needed(saturation *s, bool all)
{
    int number = 0;
    for (int i = s->count - 1; i >= 0; i--) {
        resolvent *r = &s->at[i];
        bool needed = all ? !r->useless : r->number || school_clause_size(r->c) == 0;
        r->number = needed;
        for (int k = 0; needed && k < 2; k++)
            if (r->from[k] >= 0 && !all)
                s->at[r->from[k]].number = 1;
    }
    for (int i = 0; i < s->count; i++)
        s->at[i].number = s->at[i].number ? ++number : 0;
}

/* A row: its number, the clause, and where it comes from. */
static void set_row(duel_film *film, int number, const char *clause, const char *from,
                    film_tone tone)
{
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    const char *cell[] = {text, clause, from};
    for (int k = 0; k < 3; k++)
        film_set(film, &(film_thing){.id = 3 * (number - 1) + k,
                                     .in = number - 1,
                                     .column = k,
                                     .tone = k == 1 ? tone : FILM_PLAIN,
                                     .text = cell[k]});
}

static void show_derived(const saturation *s, const resolvent *r, duel_str clause,
                         duel_film *film)
{
    int a = s->at[r->from[0]].number, b = s->at[r->from[1]].number;
    bool empty = school_clause_size(r->c) == 0;
    char from[32];
    duel_msg *say = film_next(film, 0);
    snprintf(from, sizeof from, "%d, %d", a, b);
    if (say)
        duel_say(say, N_("({0}) {1}, from ({2}) and ({3})"), "isii", (int64_t)r->number, clause,
                 (int64_t)a, (int64_t)b);
    set_row(film, r->number, clause.at, from, empty ? FILM_NO : FILM_FACT);
    film_look(film, 3 * (a - 1) + 1);
    film_look(film, 3 * (b - 1) + 1);
}

static void show_clause(const saturation *s, const resolvent *r, duel_film *film)
{
    duel_buf text = duel_buf_empty();
    school_put_clause(r->c, &text.sink);
    if (r->from[0] < 0 || s->at[r->from[0]].number == 0 || s->at[r->from[1]].number == 0) {
        duel_msg *say = film_next(film, 0);
        if (say)
            duel_say(say, N_("({0}) {1}"), "is", (int64_t)r->number, duel_buf_str(&text));
        set_row(film, r->number, text.text, N_("given"), FILM_PLAIN);
    } else {
        show_derived(s, r, duel_buf_str(&text), film);
    }
    duel_buf_fini(&text);
}

school_outcome school_resolve(const school_clauses *c, duel_film *film)
{
    saturation *s = malloc(sizeof *s);
    school_outcome outcome = SCHOOL_GAVE_UP;
    if (s == NULL)
        return outcome;
    s->count = 0;
    s->patience = RESOLUTION_PATIENCE;
    for (unsigned i = 0; i < c->count; i++)
        keep(s, c->clause[i], -1, -1);
    outcome = saturate(s);
    if (film) {
        number_needed(s, outcome != SCHOOL_REFUTED);
        for (int i = 0; i < s->count; i++)
            if (s->at[i].number)
                show_clause(s, &s->at[i], film);
    }
    free(s);
    return outcome;
}
