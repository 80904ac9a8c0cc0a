/* script/help.c -- what a file gives to learn by: the lesson.
 *
 * A lesson is a table of the file's, read when the file is; whether its positions and moves
 * are those of the game is a law (lab/laws_help.c), as for any other game. */
#include "core/lesson.h"
#include "script/loaded.h"

#include <stdlib.h>
#include <string.h>

/* ---- the lesson ---------------------------------------------------------------------------
 */

/* Words of a step in both languages; NULL where it has none, false for what is no text. */
static bool read_words_of(script_game *s, duel_str step, const char *name, const char **out)
{
    duel_str value;
    *out = NULL;
    return !flat_find(step, name, &value) || (*out = script_text(s, value)) != NULL;
}

/* A position or moves, in the game's notation. */
static bool read_notation(script_game *s, duel_str step, const char *name, const char **out)
{
    duel_str value, text;
    *out = NULL;
    return !flat_find(step, name, &value) ||
           (script_plain(value, &text) && (*out = script_copy(s, text)) != NULL);
}

static bool read_step(script_game *s, duel_str map, duel_step *out)
{
    return read_words_of(s, map, "say", &out->say) && read_notation(s, map, "at", &out->at) &&
           read_notation(s, map, "good", &out->good) &&
           read_words_of(s, map, "right", &out->right) &&
           read_words_of(s, map, "wrong", &out->wrong) &&
           read_notation(s, map, "reply", &out->reply) && out->say && out->good &&
           (out->wrong || strcmp(out->good, "*") == 0);
}

/* NULL-ended, as the house wants it; NULL if one of them is not right. */
static const duel_step *read_steps(script_game *s, duel_str list)
{
    enum { STEPS_MOST = 64 };
    flat_item head;
    duel_str map;
    if (!flat_take(&list, &head) || head.kind != FLAT_LIST || head.count == 0 ||
        head.count > STEPS_MOST)
        return NULL;
    duel_step *steps = script_keep(s, calloc(head.count + 1, sizeof *steps));
    for (uint32_t i = 0; steps && i < head.count; i++)
        if (!flat_cut(&list, &map) || !read_step(s, map, &steps[i]))
            return NULL;
    return steps;
}

duel_status script_read_lesson(script_game *s, duel_str description, duel_msg *why)
{
    duel_str map, list;
    if (!flat_find(description, "lesson", &map))
        return DUEL_OK;
    duel_lesson *lesson = script_keep(s, calloc(1, sizeof *lesson));
    if (lesson == NULL)
        return duel_full(why);
    bool right = read_notation(s, map, "options", &lesson->options);
    if (lesson->options == NULL)
        lesson->options = "";
    if (right && flat_find(map, "steps", &list))
        lesson->steps = read_steps(s, list);
    if (lesson->steps == NULL)
        return script_wrong(
            s, "lesson",
            N_("steps = a list of tables with say, good and wrong, perhaps at, right and reply"),
            why);
    s->game.lesson = lesson;
    return DUEL_OK;
}
