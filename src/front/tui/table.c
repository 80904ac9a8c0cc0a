/* front/tui/table.c -- what is typed before a game, and the game at the table: see table.h. */
#include "front/tui/table.h"
#include "base/spelling.h"
#include "core/play.h"
#include "core/variant.h"
#include "table/players.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the situation ----------------------------------------------------------------------- */

/* A new deal, where no seed was typed. */
static void new_deal(tui_setup *s)
{
    if (!s->fixed_seed)
        duel_seed_from_system(s->seed);
}

duel_status tui_setup_init(tui_setup *s, const duel_game *g, duel_msg *why)
{
    memset(s, 0, sizeof *s);
    duel_status status = duel_variant_make(g, NULL, 0, &s->v, why);
    if (status != DUEL_OK)
        return status;
    duel_buf_init(&s->start);
    new_deal(s);
    return DUEL_OK;
}

void tui_setup_fini(tui_setup *s)
{
    duel_buf_fini(&s->start);
}

duel_status tui_setup_state(const tui_setup *s, duel_state *out, duel_msg *why)
{
    if (s->start.len)
        return duel_read(&s->v, duel_buf_str(&s->start), out, why);
    return duel_deal(&s->v, duel_str_of(s->seed), out);
}

/* The words typed, sorted: settings apart, the rest is the position. */
typedef struct words {
    duel_str option[DUEL_OPTIONS];
    int options;
    duel_str seed;
    duel_buf position;
} words;

/* The seed of the deal, in a game that has no option of that name. */
static bool is_seed(const duel_game *g, duel_str word)
{
    duel_str value = word, name;
    duel_str_part(&value, '=', &name);
    return value.at && duel_alike(name, duel_str_of("seed")) &&
           duel_option_find(g->options, name) < 0;
}

static duel_status sort_words(const duel_game *g, duel_str text, words *w, duel_msg *why)
{
    duel_str word;
    while (duel_str_word(&text, " \t", &word)) {
        if (is_seed(g, word)) {
            w->seed = (duel_str){word.at + 5, word.len - 5};
        } else if (duel_is_setting(word)) {
            if (w->options == DUEL_OPTIONS)
                return duel_invalid(why, N_("Too many arguments."), "");
            w->option[w->options++] = word;
        } else {
            duel_put(&w->position.sink, w->position.len ? " " : "");
            duel_put_str(&w->position.sink, word);
        }
    }
    if (w->seed.len >= sizeof((tui_setup *)0)->seed)
        return duel_invalid(why, N_("A seed has at most {0} characters."), "i",
                            (int64_t)sizeof((tui_setup *)0)->seed - 1);
    return DUEL_OK;
}

/* A number alone, where it is no position: the value of the first setting. */
static bool first_setting(const duel_game *g, words *w, char room[64])
{
    int64_t number;
    if (w->options || g->options == NULL || g->options[0].kind != DUEL_NUMBER ||
        !duel_str_number(duel_buf_str(&w->position), &number))
        return false;
    snprintf(room, 64, "%s=%lld", g->options[0].name, (long long)number);
    w->option[w->options++] = duel_str_of(room);
    duel_buf_clear(&w->position);
    return true;
}

static duel_status make(const duel_game *g, const words *w, duel_variant *v, duel_buf *start,
                        duel_msg *why)
{
    duel_state state;
    duel_status status = duel_variant_make(g, w->option, w->options, v, why);
    if (status != DUEL_OK || w->position.len == 0)
        return status;
    status = duel_read(v, duel_buf_str(&w->position), &state, why);
    if (status == DUEL_OK)
        duel_print(v, &state, &start->sink);
    return status;
}

static duel_status set_situation(tui_setup *s, duel_str text, duel_msg *why)
{
    const duel_game *g = s->v.game;
    duel_variant v;
    duel_buf start;
    words w = {.options = 0};
    char room[64];
    duel_buf_init(&w.position);
    duel_buf_init(&start);
    duel_status status = sort_words(g, text, &w, why);
    if (status == DUEL_OK)
        status = make(g, &w, &v, &start, why);
    if (status != DUEL_OK && first_setting(g, &w, room))
        status = make(g, &w, &v, &start, why);
    duel_buf_fini(&w.position);
    if (status != DUEL_OK) {
        duel_buf_fini(&start);
        return status;
    }
    duel_buf_fini(&s->start);
    s->start = start;
    s->v = v;
    s->fixed_seed = w.seed.len > 0;
    if (s->fixed_seed)
        snprintf(s->seed, sizeof s->seed, "%.*s", (int)w.seed.len, w.seed.at);
    new_deal(s);
    return DUEL_OK;
}

duel_status tui_setup_read(tui_setup *s, duel_str text, duel_msg *why)
{
    duel_status status = set_situation(s, text, why);
    return status != DUEL_OK && duel_str_pointless(text, &text) ? set_situation(s, text, why)
                                                                : status;
}

/* ---- who plays --------------------------------------------------------------------------- */

static const char *opponent_of(const duel_variant *v)
{
    return v->game->museum.opponent ? v->game->museum.opponent : "expert";
}

static void seat_as(const duel_variant *v, int way, const char *machine,
                    char out[DUEL_SEATS][PLAYER_SPEC_TEXT])
{
    for (int i = 0; i < v->seats; i++) {
        bool human = way == 3 || (way == 1 && i == 0) || (way == 2 && i == v->seats - 1);
        snprintf(out[i], PLAYER_SPEC_TEXT, "%s", human ? "human" : machine);
    }
}

static duel_status seat_by_name(const duel_variant *v, duel_str text,
                                char out[DUEL_SEATS][PLAYER_SPEC_TEXT], seat_names *names,
                                duel_msg *why)
{
    duel_str rest = text, word;
    int count = 0;
    while (duel_str_part(&rest, ',', &word)) {
        char spec[PLAYER_SPEC_TEXT];
        word = duel_str_trim(word);
        if (word.len >= sizeof spec)
            return duel_invalid(why, N_("A player is named in at most {0} characters."), "i",
                                (int64_t)PLAYER_SPEC_TEXT - 1);
        player_spell(v->game, word, spec);
        word = duel_str_of(spec);
        if (count < v->seats && seat_names_read(names, count, &word, why) != DUEL_OK)
            return DUEL_INVALID;
        if (count < v->seats)
            snprintf(out[count], PLAYER_SPEC_TEXT, "%.*s", (int)word.len, word.at);
        count++;
    }
    if (count != v->seats)
        return duel_invalid(why, N_("{0} has {1} {1:player|players}; {2} {2:is|are} named."),
                            "wii", v->game->title, (int64_t)v->seats, (int64_t)count);
    return DUEL_OK;
}

static duel_status expand_players(const duel_variant *v, duel_str text,
                                  char out[DUEL_SEATS][PLAYER_SPEC_TEXT], seat_names *names,
                                  duel_msg *why)
{
    char machine[PLAYER_SPEC_TEXT];
    *names = (seat_names){.name = {""}};
    if (text.len == 0)
        text = duel_str_of("1");
    if (text.len == 1 && text.at[0] >= '1' && text.at[0] <= '4') {
        seat_as(v, text.at[0] - '0', opponent_of(v), out);
        return DUEL_OK;
    }
    if (memchr(text.at, ',', text.len) || v->seats == 1 || text.len >= sizeof machine)
        return seat_by_name(v, text, out, names, why);
    player_spell(v->game, text, machine);
    seat_as(v, 1, machine, out);
    return DUEL_OK;
}

static duel_status set_seats(tui_setup *s, duel_str text, duel_msg *why)
{
    char seat[DUEL_SEATS][PLAYER_SPEC_TEXT];
    seat_names names;
    if (text.len >= sizeof s->seats)
        return duel_invalid(why, N_("Too many arguments."), "");
    duel_status status = expand_players(&s->v, text, seat, &names, why);
    for (int i = 0; status == DUEL_OK && i < s->v.seats; i++)
        if (strcmp(seat[i], "human") != 0)
            status = table_players_try(&s->v, seat[i], why);
    if (status == DUEL_OK) {
        snprintf(s->seats, sizeof s->seats, "%.*s", (int)text.len, text.at);
        s->seat_names = names;
    }
    return status;
}

duel_status tui_setup_seats(tui_setup *s, duel_str text, duel_msg *why)
{
    duel_status status = set_seats(s, text, why);
    return status != DUEL_OK && duel_str_pointless(text, &text) ? set_seats(s, text, why)
                                                                : status;
}

duel_status tui_setup_opening(const tui_setup *s, char room[DUEL_SEATS][PLAYER_SPEC_TEXT],
                              session_opening *out, duel_msg *why)
{
    seat_names names;
    duel_status status = expand_players(&s->v, duel_str_of(s->seats), room, &names, why);
    if (status != DUEL_OK)
        return status;
    *out = (session_opening){
        .variant = &s->v, .seed = duel_str_of(s->seed), .start = duel_buf_str(&s->start)};
    for (int i = 0; i < s->v.seats; i++)
        out->seats[i] = duel_str_of(room[i]);
    return DUEL_OK;
}

/* ---- choosing, beginning, leaving -------------------------------------------------------- */

duel_status tui_table_choose(tui_table *t, const duel_game *g, duel_msg *why)
{
    tui_setup setup;
    duel_status status = tui_setup_init(&setup, g, why);
    if (status != DUEL_OK)
        return status;
    tui_table_clear(t);
    t->game = g;
    t->setup = setup;
    t->shown_setup = true; /* what is drawn is what will be played */
    return DUEL_OK;
}

local_table tui_table_give(tui_table *t)
{
    local_table was = t->at;
    t->at = (local_table){.store = was.store};
    return was;
}

void tui_table_clear(tui_table *t)
{
    uint64_t saved;
    local_table_close(&t->at, &saved, NULL);
    tui_table_stop_learning(t);
    if (t->game)
        tui_setup_fini(&t->setup);
    t->game = NULL;
    t->shown_setup = false;
}

duel_status tui_table_learn(tui_table *t, duel_msg *why)
{
    duel_learner *l = malloc(sizeof *l);
    if (l == NULL)
        return duel_no_space(why);
    duel_status status = duel_learner_begin(t->game, l, why);
    if (status != DUEL_OK) {
        free(l);
        return status;
    }
    tui_table_stop_learning(t);
    t->learner = l;
    return DUEL_OK;
}

void tui_table_stop_learning(tui_table *t)
{
    free(t->learner);
    t->learner = NULL;
}

/* Where nobody plays, eyes must be able to follow. */
static uint64_t pace_of(const session_opening *o)
{
    enum { WATCHED = 700 }; /* ms */
    for (int i = 0; i < o->variant->seats; i++)
        if (duel_str_is(o->seats[i], "human"))
            return 0;
    return WATCHED;
}

/* There must be no game. */
duel_status tui_table_begin(tui_table *t, duel_msg *why)
{
    char room[DUEL_SEATS][PLAYER_SPEC_TEXT];
    session_opening o;
    if (!t->shown_setup)
        new_deal(&t->setup);
    duel_status status = tui_setup_opening(&t->setup, room, &o, why);
    if (status == DUEL_OK)
        status = local_table_begin(&t->at, &o, t->memory, pace_of(&o), why);
    if (status == DUEL_OK)
        t->shown_setup = false;
    return status;
}

/* What has no room here is left to the default. */
static void prepare_players(tui_table *t)
{
    duel_buf seats;
    duel_buf_init(&seats);
    for (int i = 0; i < table_variant(t->at.table)->seats; i++)
        duel_putf(&seats.sink, "%s%s", i ? "," : "", table_chair(t->at.table, i, 0).spec);
    if (!seats.failed && seats.len < sizeof t->setup.seats)
        memcpy(t->setup.seats, seats.text, seats.len + 1);
    duel_buf_fini(&seats);
}

/* The situation and the players prepared become those of the resumed game, so that F3 can play
 * it again. */
duel_status tui_table_resume(tui_table *t, const char *id, duel_msg *why)
{
    local_table again = {.store = t->at.store};
    uint64_t saved;
    duel_status status = local_table_resume(&again, id, t->memory, 0, why);
    if (status == DUEL_OK)
        status = tui_table_choose(t, table_variant(again.table)->game, why);
    if (status != DUEL_OK) {
        local_table_close(&again, &saved, NULL);
        return status;
    }
    t->at = again;
    t->setup.v = *table_variant(again.table);
    const duel_record *r = table_record(again.table);
    if (!r->dealt)
        duel_put_str(&t->setup.start.sink, duel_buf_str(&r->start));
    prepare_players(t);
    t->shown_setup = false;
    return DUEL_OK;
}

/* ---- looking ----------------------------------------------------------------------------- */

const duel_variant *tui_table_variant(const tui_table *t)
{
    if (t->learner)
        return &t->learner->v;
    return t->at.table ? table_variant(t->at.table) : &t->setup.v;
}

bool tui_table_over(const tui_table *t)
{
    return t->at.table && !t->learner && table_over(t->at.table, NULL);
}

bool tui_table_secrets(const tui_table *t)
{
    return duel_has_secrets(tui_table_variant(t));
}

bool tui_table_waits(const tui_table *t)
{
    if (t->learner)
        return duel_learner_step(t->learner) != NULL;
    return t->at.table && table_stage(t->at.table) == TABLE_AT_PERSON;
}

bool tui_table_needs_cover(const tui_table *t)
{
    return !t->learner && t->at.table &&
           table_covered_seat(t->at.table, LOCAL_TABLE_GUEST) != DUEL_NOBODY;
}

int tui_table_turn(const tui_table *t)
{
    if (t->learner)
        return t->learner->v.game->turn(&t->learner->v, &t->learner->state);
    return table_turn(t->at.table);
}

bool tui_table_ready(const tui_table *t)
{
    return t->at.table && !t->learner && table_ready(t->at.table);
}

int tui_table_people(const tui_table *t)
{
    return t->at.table ? __builtin_popcount(table_people(t->at.table)) : 0;
}

void tui_table_mover(const tui_table *t, duel_state *view)
{
    if (t->learner)
        duel_view(&t->learner->v, &t->learner->state, tui_table_turn(t), view);
    else
        table_seat_view(t->at.table, table_turn(t->at.table), view);
}

duel_status tui_table_view(const tui_table *t, duel_state *view, int *seat, duel_msg *why)
{
    if (t->learner) {
        *seat = tui_table_turn(t);
        tui_table_mover(t, view);
        return DUEL_OK;
    }
    if (t->at.table) {
        *seat = table_view_seat(t->at.table, LOCAL_TABLE_GUEST);
        table_view(t->at.table, LOCAL_TABLE_GUEST, view);
        return DUEL_OK;
    }
    duel_state state;
    duel_status status = tui_setup_state(&t->setup, &state, why);
    if (status == DUEL_OK) {
        *seat = DUEL_NOBODY;
        duel_view(&t->setup.v, &state, DUEL_NOBODY, view);
    }
    return status;
}
