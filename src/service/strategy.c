/* service/strategy.c -- see strategy.h. */
#include "service/strategy.h"
#include "core/variant.h"
#include "service/views.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char heading[] = "duelliste strategy 1";

/* ---- writing ----------------------------------------------------------------------------- */

typedef struct writing {
    duel_player *player;
    duel_sink *out;
    bool failed;
} writing;

static bool write_line(void *to, const duel_seen_view *met)
{
    writing *w = to;
    double *chance = malloc(2 * (size_t)met->count * sizeof *chance);
    w->failed = chance == NULL;
    if (chance && duel_player_mix(w->player, met->seat, met->known, met->count, chance,
                                  chance + met->count)) {
        duel_putf(w->out, "%d %016llx", met->seat + 1, (unsigned long long)met->known);
        for (int i = 0; i < met->count; i++)
            duel_putf(w->out, " %.17g", chance[i]);
        duel_put(w->out, "\n");
    }
    free(chance);
    return !w->failed;
}

duel_status duel_strategy_write(duel_player *p, const duel_variant *v, const duel_whole *w,
                                duel_sink *out, duel_msg *why)
{
    writing to = {p, out, false};
    duel_putf(out, "%s\ngame %s\nvariant ", heading, v->game->id);
    duel_variant_print(v, out);
    duel_putf(out, "\nlow %.17g\nhigh %.17g\n", w->low, w->high);
    duel_status status = duel_views_each(v, false, write_line, &to, why);
    return status == DUEL_OK && to.failed ? duel_full(why) : status;
}

/* ---- reading ----------------------------------------------------------------------------- */

typedef struct strategy_reader {
    duel_str rest;
    int64_t line; /* that was read last */
    duel_msg *why;
} strategy_reader;

static duel_status wrong_line(const strategy_reader *r)
{
    return duel_bad(r->why, N_("Line {0} of the strategy is not understood."), "i", r->line);
}

static bool next_line(strategy_reader *r, duel_str *line)
{
    r->line++;
    return r->rest.at && duel_str_part(&r->rest, '\n', line);
}

static bool read_real(duel_str text, double *out)
{
    char copy[40], *end;
    if (text.len == 0 || text.len >= sizeof copy)
        return false;
    memcpy(copy, text.at, text.len);
    copy[text.len] = '\0';
    *out = strtod(copy, &end);
    return *end == '\0' && isfinite(*out);
}

static bool read_known(duel_str text, uint64_t *out)
{
    enum { DIGITS = 16 };
    *out = 0;
    for (size_t i = 0; i < text.len; i++) {
        const char *digit = memchr("0123456789abcdef", text.at[i], 16);
        if (digit == NULL)
            return false;
        *out = *out << 4 | (uint64_t)(digit - "0123456789abcdef");
    }
    return text.len == DIGITS;
}

/* "low -0.5": the number after the word. */
static bool read_named(strategy_reader *r, const char *name, double *out)
{
    duel_str line, word;
    return next_line(r, &line) && duel_str_word(&line, " ", &word) && duel_str_is(word, name) &&
           duel_str_word(&line, " ", &word) && read_real(word, out);
}

/* The rest of the line after the name must be this. */
static bool read_exactly(strategy_reader *r, const char *expected)
{
    duel_str line;
    return next_line(r, &line) && duel_str_is(duel_str_trim(line), expected);
}

static bool read_heading(const duel_variant *v, strategy_reader *r, duel_strategy *s)
{
    duel_buf game, variant;
    duel_buf_init(&game);
    duel_buf_init(&variant);
    duel_putf(&game.sink, "game %s", v->game->id);
    duel_put(&variant.sink, "variant ");
    duel_variant_print(v, &variant.sink);
    duel_str whole = duel_str_trim(duel_buf_str(&variant));
    variant.text[whole.len] = '\0';
    bool right = read_exactly(r, heading) && read_exactly(r, game.text) &&
                 read_exactly(r, variant.text) && read_named(r, "low", &s->low) &&
                 read_named(r, "high", &s->high);
    duel_buf_fini(&game);
    duel_buf_fini(&variant);
    return right;
}

static bool add_chance(duel_strategy *s, size_t *room, double chance)
{
    if (s->chances == *room) {
        size_t more = *room ? 2 * *room : 64;
        double *larger = realloc(s->chance, more * sizeof *larger);
        if (larger == NULL)
            return false;
        s->chance = larger;
        *room = more;
    }
    s->chance[s->chances++] = chance;
    return true;
}

static bool add_strategy_line(duel_strategy *s, size_t *room, strategy_line line)
{
    if (s->lines == *room) {
        size_t more = *room ? 2 * *room : 64;
        strategy_line *larger = realloc(s->line, more * sizeof *larger);
        if (larger == NULL)
            return false;
        s->line = larger;
        *room = more;
    }
    s->line[s->lines++] = line;
    return true;
}

static duel_status read_choices(const duel_variant *v, strategy_reader *r, duel_strategy *s)
{
    size_t line_room = 0, chance_room = 0;
    duel_str line, word;
    while (next_line(r, &line) && line.len) {
        strategy_line choice = {.first = s->chances};
        int64_t seat;
        double chance;
        if (!duel_str_word(&line, " ", &word) || !duel_str_number(word, &seat) || seat < 1 ||
            seat > v->seats || !duel_str_word(&line, " ", &word) ||
            !read_known(word, &choice.known))
            return wrong_line(r);
        choice.seat = (int)seat - 1;
        for (; duel_str_word(&line, " ", &word); choice.count++) {
            if (!read_real(word, &chance) || chance < 0 || choice.count == DUEL_MOVES_MAX)
                return wrong_line(r);
            if (!add_chance(s, &chance_room, chance))
                return duel_full(r->why);
        }
        if (!add_strategy_line(s, &line_room, choice))
            return duel_full(r->why);
    }
    return DUEL_OK;
}

static int by_known(const void *a, const void *b)
{
    const strategy_line *x = a, *y = b;
    if (x->seat != y->seat)
        return x->seat - y->seat;
    return (x->known > y->known) - (x->known < y->known);
}

duel_status duel_strategy_read(const duel_variant *v, duel_str text, duel_strategy *out,
                               duel_msg *why)
{
    duel_strategy s = {.lines = 0};
    strategy_reader r = {text, 0, why};
    duel_status status = read_heading(v, &r, &s) ? read_choices(v, &r, &s) : wrong_line(&r);
    if (status != DUEL_OK) {
        duel_strategy_fini(&s);
        return status;
    }
    if (s.lines)
        qsort(s.line, s.lines, sizeof *s.line, by_known);
    *out = s;
    return DUEL_OK;
}

void duel_strategy_fini(duel_strategy *s)
{
    free(s->line);
    free(s->chance);
}

bool duel_strategy_mix(const duel_strategy *s, int seat, uint64_t known, int count,
                       double chance[])
{
    strategy_line wanted = {.known = known, .seat = seat};
    const strategy_line *found =
        s->lines ? bsearch(&wanted, s->line, s->lines, sizeof wanted, by_known) : NULL;
    if (found == NULL || found->count != count)
        return false;
    memcpy(chance, s->chance + found->first, (size_t)count * sizeof *chance);
    return true;
}
