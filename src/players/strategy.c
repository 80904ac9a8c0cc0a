/* players/strategy.c -- how a player plays in a game with secrets: all its views found by
 * following every deal, its chances in one of them, and a strategy written and read as text.
 * See strategy.h. */
#include "players/strategy.h"
#include "base/grow.h"
#include "base/hash.h"
#include "base/real.h"
#include "core/deals.h"
#include "core/play.h"
#include "core/variant.h"
#include "players/inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- every view -------------------------------------------------------------------------- */

/* ---- what was met already ---------------------------------------------------------------- */

typedef struct met_before { /* numbers that are not 0 */
    uint64_t *slot;
    size_t count, slots; /* a power of two */
} met_before;

static uint64_t *find_slot(const met_before *m, uint64_t known)
{
    size_t at = (size_t)hash_mix(known) & (m->slots - 1);
    while (m->slot[at] && m->slot[at] != known)
        at = (at + 1) & (m->slots - 1);
    return &m->slot[at];
}

static bool grow_met(met_before *m)
{
    met_before larger = {.slots = m->slots ? 2 * m->slots : 256, .count = m->count};
    larger.slot = calloc(larger.slots, sizeof *larger.slot);
    if (larger.slot == NULL)
        return false;
    for (size_t i = 0; i < m->slots; i++)
        if (m->slot[i])
            *find_slot(&larger, m->slot[i]) = m->slot[i];
    free(m->slot);
    *m = larger;
    return true;
}

/* ---- following games --------------------------------------------------------------------- */

typedef struct following {
    const duel_variant *v;
    bool first;
    strategy_view_fn *meet;
    void *to;
    met_before met;
    duel_status status; /* DUEL_STOPPED: enough */
} following;

typedef struct stage {
    duel_state state;
    duel_info_set knowing;
    unsigned decided; /* bit i: seat i has had a choice */
} stage;

static void meet_once(following *f, const stage *s, int seat, const duel_move *list, int count)
{
    uint64_t known = s->knowing.seat[seat];
    if (2 * f->met.count >= f->met.slots && !grow_met(&f->met)) {
        f->status = DUEL_NO_SPACE;
        return;
    }
    uint64_t *slot = find_slot(&f->met, known);
    if (*slot == known)
        return;
    *slot = known;
    f->met.count++;
    duel_state view;
    duel_view(f->v, &s->state, seat, &view);
    if (!f->meet(f->to, &(strategy_view){seat, known, &view, list, count}))
        f->status = DUEL_STOPPED;
}

static void follow_game(following *f, const stage *s)
{
    const duel_game *g = f->v->game;
    if (duel_is_over(f->v, &s->state) || f->status != DUEL_OK)
        return;
    int seat = g->turn(f->v, &s->state);
    duel_move *list = malloc(f->v->max_moves * sizeof *list);
    stage *next = malloc(sizeof *next);
    int count = list && next ? g->moves(f->v, &s->state, list) : 0;
    bool again = s->decided >> seat & 1;
    if (list == NULL || next == NULL)
        f->status = DUEL_NO_SPACE;
    if (count > 1 && !(again && f->first))
        meet_once(f, s, seat, list, count);
    for (int i = 0; f->status == DUEL_OK && i < count && !(again && f->first); i++) {
        *next = *s;
        g->play(f->v, &next->state, list[i]);
        duel_info_set_step(f->v, seat, list[i], &next->state, &next->knowing);
        next->decided |= count > 1 ? 1u << seat : 0;
        follow_game(f, next);
    }
    free(next);
    free(list);
}

duel_status strategy_each_view(const duel_variant *v, bool first, strategy_view_fn *meet,
                               void *to, duel_msg *why)
{
    following f = {.v = v, .first = first, .meet = meet, .to = to};
    duel_deals d;
    duel_status status = duel_deals_list(v, DUEL_DEALS_MOST, &d, why);
    if (status != DUEL_OK)
        return status;
    for (size_t i = 0; f.status == DUEL_OK && i < d.count; i++) {
        stage root = {.decided = 0};
        memcpy(&root.state, duel_deals_state(&d, i), v->state_size);
        duel_info_set_begin(v, &root.state, &root.knowing);
        follow_game(&f, &root);
    }
    duel_deals_fini(&d);
    free(f.met.slot);
    return f.status == DUEL_NO_SPACE ? duel_no_space(why) : DUEL_OK;
}

/* ---- how a player plays in one ----------------------------------------------------------- */

static void count_answer(const duel_answer *a, const duel_move move[], int count, double part,
                         double chance[])
{
    for (int i = 0; i < count; i++)
        if (a->plan_count && move[i] == a->plan[0])
            chance[i] += part;
}

/* The chances of the moves rated, which may come in another order. */
static void take_chances(const duel_answer *a, const duel_move move[], int count,
                         double chance[])
{
    for (int i = 0; i < count; i++)
        for (int k = 0; k < a->rated_count; k++)
            if (a->rated[k].move == move[i])
                chance[i] = a->rated[k].chance;
}

duel_status strategy_ask(machine_player *p, const duel_think *t, int seeds,
                         const duel_move move[], int count, double chance[], bool *told,
                         duel_msg *why)
{
    duel_answer *a = malloc(sizeof *a);
    duel_status status = a ? DUEL_OK : duel_no_space(why);
    bool mixed = false;
    memset(chance, 0, (size_t)count * sizeof *chance);
    for (int seed = 1; status == DUEL_OK && !mixed && seed <= seeds; seed++) {
        duel_think asked = *t;
        asked.seed = t->seed + (uint64_t)seed;
        status = player_think(p, &asked, a, why);
        mixed = status == DUEL_OK && a->mixed;
        if (mixed)
            take_chances(a, move, count, chance);
        else if (status == DUEL_OK)
            count_answer(a, move, count, 1.0 / seeds, chance);
        player_forget(p);
    }
    free(a);
    *told = mixed;
    return status;
}

enum { STRATEGY_FORMAT = 2 };
static const char heading[] = "duelliste strategy ", check_word[] = "check ";

uint64_t strategy_check(duel_str text)
{
    return hash_bytes(text.at, text.len, STRATEGY_FORMAT);
}

/* ---- writing ----------------------------------------------------------------------------- */

typedef struct writing {
    machine_player *player;
    duel_sink *out;
    bool failed;
} writing;

static bool write_line(void *to, const strategy_view *met)
{
    writing *w = to;
    double *chance = malloc(2 * (size_t)met->count * sizeof *chance);
    w->failed = chance == NULL;
    if (chance &&
        player_mix(w->player, met->seat, met->known, met->count, chance, chance + met->count)) {
        duel_putf(w->out, "%d %016llx", met->seat + 1, (unsigned long long)met->known);
        for (int i = 0; i < met->count; i++)
            duel_putf(w->out, " %.17g", chance[i]);
        duel_put(w->out, "\n");
    }
    free(chance);
    return !w->failed;
}

duel_status strategy_write(machine_player *p, const duel_variant *v,
                           const duel_full_solution *w, duel_sink *out, duel_msg *why)
{
    duel_buf text;
    duel_buf_init(&text);
    writing to = {p, &text.sink, false};
    duel_putf(&text.sink, "%s%d\ngame %s %u\nvariant ", heading, STRATEGY_FORMAT, v->game->id,
              v->game->version);
    duel_variant_print(v, &text.sink);
    duel_putf(&text.sink, "\nlow %.17g\nhigh %.17g\n", w->low, w->high);
    duel_status status = strategy_each_view(v, false, write_line, &to, why);
    if (status == DUEL_OK && (to.failed || text.failed))
        status = duel_no_space(why);
    if (status == DUEL_OK) {
        duel_put_str(out, duel_buf_str(&text));
        duel_putf(out, "%s%016llx\n", check_word,
                  (unsigned long long)strategy_check(duel_buf_str(&text)));
    }
    duel_buf_fini(&text);
    return status;
}

/* ---- reading ----------------------------------------------------------------------------- */

typedef struct strategy_reader {
    duel_str rest;
    int64_t line; /* that was read last */
    duel_msg *why;
} strategy_reader;

static duel_status wrong_line(const strategy_reader *r)
{
    return duel_invalid(r->why, N_("Line {0} of the strategy is not understood."), "i",
                        r->line);
}

static bool next_line(strategy_reader *r, duel_str *line)
{
    r->line++;
    return r->rest.at && duel_str_part(&r->rest, '\n', line);
}

static bool read_real(duel_str text, double *out)
{
    return duel_str_real(text, out) && isfinite(*out);
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

/* "WORD VALUE": the line begins with the word and a blank; *value is the rest, trimmed. */
static bool read_after(strategy_reader *r, const char *word, duel_str *value)
{
    duel_str line;
    size_t length = strlen(word);
    if (!next_line(r, &line) || line.len < length || memcmp(line.at, word, length) != 0)
        return false;
    *value = duel_str_trim((duel_str){line.at + length, line.len - length});
    return true;
}

static duel_status read_format(strategy_reader *r)
{
    duel_str text;
    int64_t format;
    if (!read_after(r, heading, &text) || !duel_str_number(text, &format))
        return wrong_line(r);
    if (format == STRATEGY_FORMAT)
        return DUEL_OK;
    return duel_invalid(r->why,
                        N_("This strategy is of format {0}, written by another version of the "
                           "program; here format {1} is read."),
                        "ii", format, (int64_t)STRATEGY_FORMAT);
}

/* "kuhn.lua 1" */
static duel_status read_rules(const duel_variant *v, strategy_reader *r)
{
    duel_str text, game;
    int64_t version;
    if (!read_after(r, "game ", &text) || !duel_str_word(&text, " ", &game) ||
        !duel_str_is(game, v->game->id) || !duel_str_number(duel_str_trim(text), &version))
        return wrong_line(r);
    if (version == (int64_t)v->game->version)
        return DUEL_OK;
    return duel_invalid(
        r->why,
        N_("This strategy is for version {0} of the rules of {1}; these are version "
           "{2}."),
        "ici", version, v->game->id, (int64_t)v->game->version);
}

static duel_status read_heading(const duel_variant *v, strategy_reader *r, player_strategy *s)
{
    duel_buf variant;
    duel_str text;
    duel_status status = read_rules(v, r);
    if (status != DUEL_OK)
        return status;
    duel_buf_init(&variant);
    duel_variant_print(v, &variant.sink);
    duel_str own = duel_str_trim(duel_buf_str(&variant));
    bool right = read_after(r, "variant", &text) && text.len == own.len &&
                 (own.len == 0 || memcmp(text.at, own.at, own.len) == 0) &&
                 read_named(r, "low", &s->low) && read_named(r, "high", &s->high);
    duel_buf_fini(&variant);
    return right ? DUEL_OK : wrong_line(r);
}

/* Whether the text is what was written: *rest is all of it but the last line, which says so. */
static duel_status read_check(duel_str text, duel_str *rest, duel_msg *why)
{
    size_t last = text.len && text.at[text.len - 1] == '\n' ? text.len - 1 : text.len;
    size_t begin = last, length = strlen(check_word);
    uint64_t check;
    while (begin > 0 && text.at[begin - 1] != '\n')
        begin--;
    duel_str line = {text.at + begin, last - begin};
    *rest = (duel_str){text.at, begin};
    bool right = line.len > length && memcmp(line.at, check_word, length) == 0 &&
                 read_known((duel_str){line.at + length, line.len - length}, &check) &&
                 check == strategy_check(*rest);
    if (right)
        return DUEL_OK;
    return duel_invalid(why, N_("This strategy is damaged: it is not what was written."), "");
}

static duel_status read_choices(const duel_variant *v, strategy_reader *r, player_strategy *s)
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
            if (!GROW(s->chance, chance_room, s->chances + 1))
                return duel_no_space(r->why);
            s->chance[s->chances++] = chance;
        }
        if (!GROW(s->line, line_room, s->lines + 1))
            return duel_no_space(r->why);
        s->line[s->lines++] = choice;
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

duel_status strategy_read(const duel_variant *v, duel_str text, player_strategy *out,
                          duel_msg *why)
{
    player_strategy s = {.lines = 0};
    strategy_reader r = {text, 0, why};
    duel_str body;
    duel_status status = read_format(&r);
    if (status == DUEL_OK)
        status = read_check(text, &body, why);
    if (status == DUEL_OK) {
        r.rest.len = (size_t)(body.at + body.len - r.rest.at);
        status = read_heading(v, &r, &s);
    }
    if (status == DUEL_OK)
        status = read_choices(v, &r, &s);
    if (status != DUEL_OK) {
        strategy_fini(&s);
        return status;
    }
    if (s.lines)
        qsort(s.line, s.lines, sizeof *s.line, by_known);
    *out = s;
    return DUEL_OK;
}

void strategy_fini(player_strategy *s)
{
    free(s->line);
    free(s->chance);
}

bool strategy_mix(const player_strategy *s, int seat, uint64_t known, int count,
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
