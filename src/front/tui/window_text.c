/* front/tui/window_text.c -- the sentences of three of the windows: see table.h. */
#include "core/play.h"
#include "core/variant.h"
#include "front/opponents.h"
#include "front/tui/table.h"
#include "front/wording.h"
#include "players/catalogue.h"

#include <string.h>

#define SAY(...) duel_tell(lang, out, __VA_ARGS__)

void tui_words_moves(const duel_variant *v, const void *view, const duel_move *move, int count,
                     duel_sink *out)
{
    duel_state state;
    memcpy(&state, view, v->state_size);
    for (int i = 0; i < count; i++) {
        duel_put(out, i ? " " : "");
        duel_print_move(v, &state, move[i], out);
        if (i + 1 < count)
            v->game->play(v, &state, move[i]);
    }
}

/* ---- what the expert considers and chooses ----------------------------------------------- */

/* ", you are ahead by about 1.2", where a scale means points. */
static void put_lead(duel_lang lang, const tui_order *o, const duel_scale *scale,
                     int32_t estimate, duel_sink *out)
{
    duel_worth w = duel_worth_of_estimate(o->v, scale, estimate);
    if (!w.scored)
        return;
    duel_put(out, ", ");
    wording_worth(lang, out, o->v, &w, o->chair);
}

void tui_words_progress(duel_lang lang, const tui_worker *w, const duel_progress *p,
                        double seconds, duel_sink *out)
{
    const tui_order *o = &w->order;
    SAY(N_("Thinking… {0} s (Esc: answer now)"), "i", (int64_t)seconds);
    duel_put(out, "\n");
    if (p == NULL)
        return;
    if (p->depth)
        SAY(N_("depth {0}, {1} positions looked at"), "ii", (int64_t)p->depth,
            (int64_t)p->nodes);
    else
        SAY(N_("{0} positions, {1} MB"), "ii", (int64_t)p->positions,
            (int64_t)(p->memory >> 20));
    duel_put(out, "\n");
    if (p->depth == 0 || !o->explain || !duel_legal(o->v, &o->view, p->best))
        return;
    duel_buf best;
    duel_buf_init(&best);
    duel_print_move(o->v, &o->view, p->best, &best.sink);
    SAY(N_("best so far: {0}"), "c", best.text);
    put_lead(lang, o, &p->scale, p->score, out);
    duel_put(out, "\n");
    duel_buf_fini(&best);
}

void tui_words_reviewing(duel_lang lang, const tui_worker *w, duel_sink *out)
{
    SAY(N_("Going through the game: {0} of {1} {1:move|moves}."), "ii",
        (int64_t)atomic_load(&w->reviewed), (int64_t)w->order.review.record->count);
    duel_put(out, "\n");
    SAY(N_("Esc stops it."), "");
    duel_put(out, "\n");
}

void tui_words_counting(duel_lang lang, double seconds, duel_sink *out)
{
    SAY(N_("Counting what is solved… {0} s"), "i", (int64_t)seconds);
    duel_put(out, "\n");
    SAY(N_("Esc stops it."), "");
    duel_put(out, "\n");
}

static void put_value(duel_lang lang, const tui_worker *w, duel_sink *out)
{
    duel_worth worth = duel_worth_of_plan(w->order.v, &w->advice->answer);
    duel_put(out, " — ");
    wording_worth(lang, out, w->order.v, &worth, w->order.chair);
    wording_book(lang, out, &w->advice->answer);
    duel_put(out, "\n");
}

void tui_words_reason(duel_lang lang, const duel_reason *r, duel_sink *out)
{
    for (int i = 0; i < r->count; i++) {
        duel_render(lang, &r->fact[i].text, out);
        duel_put(out, "\n");
    }
}

/* What may follow; with hidden things that would only be imagined. */
static void put_expected_line(duel_lang lang, const tui_worker *w, duel_sink *out)
{
    enum { SHOWN = 12 };
    const duel_answer *a = &w->advice->answer;
    if (a->line_count <= a->plan_count || duel_has_secrets(w->order.v))
        return;
    duel_buf line;
    duel_buf_init(&line);
    tui_words_moves(w->order.v, &w->order.view, a->line,
                    a->line_count < SHOWN ? a->line_count : SHOWN, &line.sink);
    SAY(N_("Expected: {0}"), "c", line.text);
    duel_put(out, "\n");
    duel_buf_fini(&line);
}

/* Where something is hidden a machine's opinion would tell it: only the moves are said. */
void tui_words_choice(duel_lang lang, int seat, const char *said, const tui_worker *w,
                      duel_sink *out)
{
    SAY(N_("{0} plays {1}"), "wc", duel_role(w->order.v, seat), said);
    if (!w->order.explain) {
        duel_put(out, "\n");
        return;
    }
    put_value(lang, w, out);
    tui_words_reason(lang, &w->advice->why, out);
    put_expected_line(lang, w, out);
}

void tui_words_advice(duel_lang lang, const tui_worker *w, duel_sink *out)
{
    const duel_answer *a = &w->advice->answer;
    SAY(N_("Advice: "), "");
    tui_words_moves(w->order.v, &w->order.view, a->plan, a->plan_count, out);
    put_value(lang, w, out);
    tui_words_reason(lang, &w->advice->why, out);
    put_expected_line(lang, w, out);
}

void tui_words_cost(duel_lang lang, const duel_answer *a, duel_sink *out)
{
    if (a->formula)
        SAY(N_("The answer comes from a proved formula."), "");
    else if (a->proved && a->positions == 0)
        SAY(N_("Known already: nothing had to be searched."), "");
    else if (a->proved && a->learned)
        SAY(N_("Solved: {0} {0:position|positions}, {1} of them learned earlier."), "ii",
            (int64_t)a->positions, (int64_t)a->learned);
    else if (a->proved)
        SAY(N_("Solved: {0} {0:position|positions} looked at."), "i", (int64_t)a->positions);
    else if (a->nodes)
        SAY(N_("Searched: {0} {0:position|positions} looked at."), "i", (int64_t)a->nodes);
}

static void put_why_over(duel_lang lang, const tui_table *t, duel_sink *out)
{
    const game_table *table = t->at.table;
    duel_state view;
    duel_reason why;
    table_view(table, LOCAL_TABLE_GUEST, &view);
    duel_explain_ending(tui_table_variant(t), &view, table_view_seat(table, LOCAL_TABLE_GUEST),
                        &why);
    if (table_record(table)->ending == DUEL_BY_RULES)
        tui_words_reason(lang, &why, out);
}

void tui_words_result(duel_lang lang, bool utf8, const tui_table *t, duel_sink *out)
{
    int32_t score[DUEL_SEATS];
    duel_pen pen = {.out = out, .lang = lang, .utf8 = utf8};
    int reader = wording_reader(table_people(t->at.table));
    if (!table_over(t->at.table, score))
        return;
    wording_ending(&pen, table_record(t->at.table), score, reader);
    duel_put(out, "\n");
    put_why_over(lang, t, out);
    if (reader >= 0 && table_assisted(t->at.table)) {
        SAY(N_("You had help on the way."), "");
        duel_put(out, "\n");
    }
}

/* ---- pages on the surface ---------------------------------------------------------------- */

void tui_words_help(duel_lang lang, duel_sink *out)
{
    static const char *const lines[] = {
        N_("DUELLISTE: a small expert system for duels. Press a key."),
        "",
        N_("A duel is chosen with F2, its starting situation with F2 again, and played with F3: "
           "player and expert in turn until the end. What the expert learns is kept when you "
           "leave the game with F10."),
        "",
        N_("Each choice has a second key, written beside it, for terminals without function keys; "
           "^R is Ctrl and R."),
        N_("A move is typed; Tab completes it, the arrows pick it on the board, Enter plays it. "
           "F4 or ? gives advice, F6 or ! a hint in steps, F5 takes back, Esc makes the expert "
           "answer at once; whoever types resign gives the game up."),
        N_("Once a game is over, F11 or r goes through it again: what each move cost, what was "
           "better, and a way to try it again."),
        N_("What was solved of a game is gone through with F12 or e: how much of it is won, every "
           "move with its value, the longest win, positions drawn at random."),
        N_("Page Up and Page Down move a drawing that is larger than its window; F8 changes the "
           "colours (for all eyes, or none); F9 writes this screen to a text file."),
        NULL};
    for (int i = 0; lines[i]; i++)
        duel_putf(out, "%s\n", lines[i][0] ? duel_text(lang, lines[i]) : "");
}

void tui_words_options(duel_lang lang, const duel_game *g, duel_sink *out)
{
    for (int i = 0; g->options && g->options[i].name; i++) {
        duel_buf setting;
        duel_buf_init(&setting);
        duel_putf(&setting.sink, "%s=", g->options[i].name);
        duel_option_print(&g->options[i], g->options[i].initial, &setting.sink);
        duel_putf(out, "%-16s  %s\n", setting.text, duel_text(lang, g->options[i].help));
        duel_buf_fini(&setting);
    }
}

void tui_words_rules(duel_lang lang, const duel_game *g, duel_sink *out)
{
    for (int i = 0; g->rules[i]; i++)
        duel_putf(out, "%s\n\n", duel_text(lang, g->rules[i]));
    tui_words_options(lang, g, out);
}

void tui_words_games(duel_lang lang, duel_sink *out)
{
    for (int i = 0; duel_games[i]; i++)
        duel_putf(out, "%-11s  %s — %s\n", duel_games[i]->id,
                  duel_text(lang, duel_games[i]->title),
                  duel_text(lang, duel_games[i]->tagline));
}

void tui_words_players(duel_lang lang, const duel_variant *v, duel_sink *out)
{
    static const char *const two[] = {
        N_("1  You first, then the machine"), N_("2  The machine first, then you"),
        N_("3  People only, at this screen"), N_("4  Machines only: you watch"), NULL};
    for (int i = 0; two[i]; i++)
        if (v->seats > 1 || i == 0 || i == 3)
            duel_putf(out, "%s\n", duel_text(lang, two[i]));
    duel_put(out, "\n");
    SAY(N_("Or the name of the machine: level:1 to level:10, expert, random… Or all players by "
           "name, in order: human,level:3. Of several people each may have a name: "
           "human:Ada,human:Bob"),
        "");
    duel_put(out, "\n");
    opponent_ladder(lang, out, v->game);
    for (const duel_machine *m = v->game->museum.machines; m && m->spec; m++) {
        opponent_paragraph(lang, out, m);
        duel_put(out, "\n");
    }
}
