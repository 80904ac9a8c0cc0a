/* front/opponents.c -- see opponents.h. */
#include "front/opponents.h"
#include "front/inside.h"
#include "players/calibration.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char level_prefix[] = "level:";

/* 1 to DUEL_LEVELS; 0: it is none. */
static int level_of(const char *spec)
{
    int64_t level;
    size_t length = strlen(level_prefix);
    if (strncmp(spec, level_prefix, length) != 0 ||
        !duel_str_number(duel_str_of(spec + length), &level) || level < 1 ||
        level > DUEL_LEVELS)
        return 0;
    return (int)level;
}

static bool is_expert(const char *spec)
{
    return strcmp(spec, "expert") == 0;
}

bool opponent_is(const duel_game *g, const char *spec)
{
    return level_of(spec) || is_expert(spec) || player_find_machine(g, duel_str_of(spec));
}

void opponent_name(duel_lang lang, duel_sink *out, const duel_game *g, const char *spec)
{
    const duel_machine *m = player_find_machine(g, duel_str_of(spec));
    if (level_of(spec))
        duel_tell(lang, out, N_("Machine, level {0}"), "i", (int64_t)level_of(spec));
    else if (is_expert(spec))
        duel_tell(lang, out, N_("Machine, expert"), "");
    else if (m)
        duel_put(out, duel_text(lang, m->title));
    else
        duel_tell(lang, out, N_("Machine, {0}"), "c", spec);
}

/* The last level is the expert. */
static void put_level(duel_lang lang, duel_sink *out, duel_level l)
{
    int64_t careless = lround(100 * l.careless);
    if (l.careless <= 0)
        duel_tell(lang, out, N_("The expert: it always thinks, as far as its time allows."),
                  "");
    else if (l.nodes == 0)
        duel_tell(lang, out,
                  N_("Of 100 turns it plays {0} without thinking; for the others it looks as "
                     "far as its time allows."),
                  "i", careless);
    else
        duel_tell(lang, out,
                  N_("Of 100 turns it plays {0} without thinking; for the others it looks at "
                     "{1} {1:position|positions} at most."),
                  "ii", careless, (int64_t)l.nodes);
}

/* How strong that is, where it was measured. */
static void put_grade(duel_lang lang, duel_sink *out, const duel_game *g, int level)
{
    int rating = level_rating_of(g, level),
        below = level > 1 ? level_rating_of(g, level - 1) : 0;
    const int about = 10; /* no finer than it was measured */
    if (rating == 0)
        return;
    duel_put(out, " ");
    int64_t shown = (rating + about / 2) / about * about;
    if (below)
        duel_tell(lang, out,
                  N_("About {0} on the ladder of this game; of 100 games against level {1} it "
                     "makes {2} points."),
                  "iii", shown, (int64_t)level - 1,
                  (int64_t)level_rating_points(rating, below));
    else
        duel_tell(lang, out, N_("About {0} on the ladder of this game."), "i", shown);
}

static void about_level(duel_lang lang, duel_sink *out, const duel_game *g, int level)
{
    put_level(lang, out, player_level_of(g, level));
    put_grade(lang, out, g, level);
}

void opponent_about(duel_lang lang, duel_sink *out, const duel_game *g, const char *spec)
{
    const duel_machine *m = player_find_machine(g, duel_str_of(spec));
    if (level_of(spec) || is_expert(spec))
        about_level(lang, out, g, is_expert(spec) ? DUEL_LEVELS : level_of(spec));
    else if (m)
        duel_put(out, duel_text(lang, m->about));
}

void opponent_paragraph(duel_lang lang, duel_sink *out, const duel_machine *m)
{
    duel_tell(lang, out, N_("{0}: {1}"), "ww", m->title, m->about);
}

void opponent_ladder(duel_lang lang, duel_sink *out, const duel_game *g)
{
    if (level_rating_of(g, 1) == 0)
        return;
    for (int level = 1; level <= DUEL_LEVELS; level++) {
        duel_tell(lang, out, N_("Level {0}:"), "i", (int64_t)level);
        put_grade(lang, out, g, level);
        duel_put(out, "\n");
    }
}

static json_t *opponent_json(duel_lang lang, const duel_game *g, const char *spec)
{
    duel_buf name, about;
    duel_buf_init(&name);
    duel_buf_init(&about);
    opponent_name(lang, &name.sink, g, spec);
    opponent_about(lang, &about.sink, g, spec);
    return json_pack("{sssososb}", "spec", spec, "name", json_take_text(&name), "about",
                     json_take_text(&about), "named",
                     player_find_machine(g, duel_str_of(spec)) != NULL);
}

json_t *opponents_json(duel_lang lang, const duel_game *g)
{
    json_t *list = json_array();
    for (int level = 1; level <= DUEL_LEVELS; level++) {
        char spec[sizeof level_prefix + 12];
        snprintf(spec, sizeof spec, "%s%d", level_prefix, level);
        json_array_append_new(list, opponent_json(lang, g, spec));
    }
    json_array_append_new(list, opponent_json(lang, g, "expert"));
    for (const duel_machine *m = g->museum.machines; m && m->spec; m++)
        json_array_append_new(list, opponent_json(lang, g, m->spec));
    return list;
}
