/* tests/front/test_short_lessons.c -- the short lessons: every exercise judged by the house,
 * right and wrong, and whatever cannot be read; and the films that they and others show, thing
 * by thing.
 */
#include "check.h"

#include "core/scene.h"
#include "front/inside.h"
#include "front/search_film.h"
#include "front/short_lessons.h"

/* By lesson and exercise, in their order: an answer that is wrong, and one that is right. */
static const struct {
    const char *lesson, *wrong, *right;
} answers[] = {
    {"matches", "2", "1"},
    {"matches", "+1", "-1"},
    {"matches", "1", "3"},
    {"matches", "3", "1"},
    {"cut", "5", "4"},
    {"cut", "b1", "c2"},
    {"cut", "b1", "c2"},
    {"proof", "yes", "no"},
    {"proof", "no", "yes"},
    {"proof", "S > P", "non S implique non P"},
    {"proof", "B : ?", "B : ?\nC : ?"},
    {"proof", "A&C>B : ?", "| A & C : H\n| A : ?\n| B : ?\nA & C > B : ?"},
    {"dpll", "A", "B"},
    {"dpll", "D | E", "E"},
    {"dpll", "A ~A", "~A B ~C"},
    {"dpll", "yes", "no"},
    {"dpll", "no", "yes"},
    {"safe", "open", "safe"},
    {"safe", "danger", "safe"},
    {"safe", "open", "danger"},
    {"safe", "danger", "open"},
    {"safe", "2:1", "0:3"},
    {"guess", "danger", "open"},
    {"guess", "4", "3"},
    {"guess", "1", "2"},
    {"guess", "yes", "no"},
    {"guess", "2:1", "0:3"},
    {"guess", "c2", "a2"},
};
enum { ANSWERS = sizeof answers / sizeof *answers };

static bool judged_right(const short_lesson_lesson *l, int part, const char *tried,
                         duel_lang lang)
{
    json_t *j;
    assert_ok(short_lesson_try(l, part, duel_str_of(tried), lang, &j, NULL));
    bool right = json_is_true(json_object_get(j, "right"));
    assert_true(json_string_length(json_object_get(j, "text")) > 0);
    json_decref(j);
    return right;
}

TEST(exercises_are_judged)
{
    int at = 0;
    for (const short_lesson_lesson *l = primer_lessons; l->id; l++)
        for (int part = 0; l->part[part].text; part++) {
            if (!short_lesson_is_exercise(&l->part[part]))
                continue;
            assert_true(at < ANSWERS);
            assert_string_equal(answers[at].lesson, l->id);
            assert_false(judged_right(l, part, answers[at].wrong, DUEL_EN));
            assert_true(judged_right(l, part, answers[at].right, DUEL_FR));
            at++;
        }
    assert_int_equal(at, ANSWERS);
}

TEST(nonsense_is_refused_or_wrong)
{
    static const char *const nonsense[] = {"",        " ", "((", "~", "9999999999999999999",
                                           "é : ? 1,"};
    for (const short_lesson_lesson *l = primer_lessons; l->id; l++)
        for (int part = 0; l->part[part].text; part++)
            for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; i++) {
                json_t *j = NULL;
                duel_msg why;
                if (short_lesson_try(l, part, duel_str_of(nonsense[i]), DUEL_FR, &j, &why) ==
                    DUEL_OK)
                    assert_false(json_is_true(json_object_get(j, "right")));
                json_decref(j);
            }
}

TEST(lessons_are_shown)
{
    duel_msg why;
    json_t *list = short_lesson_list(DUEL_FR);
    assert_int_equal(json_array_size(json_object_get(list, "lessons")), 6);
    json_decref(list);
    assert_null(short_lesson_find(duel_str_of("nowhere"), &why));
    for (const short_lesson_lesson *l = primer_lessons; l->id; l++) {
        json_t *j = short_lesson_show(l, DUEL_FR), *part;
        size_t i;
        assert_ptr_equal(short_lesson_find(duel_str_of(l->id), &why), l);
        json_array_foreach(json_object_get(j, "parts"), i, part)
            assert_string_not_equal(json_string_value(json_object_get(part, "text")), "");
        json_decref(j);
    }
}

/* What is felt is named in the text by the letter that the picture has for it. */
TEST(a_cave_has_the_letters_of_its_picture)
{
    duel_msg why;
    const short_lesson_lesson *l = short_lesson_find(duel_str_of("safe"), &why);
    int seen = 0;
    for (const short_lesson_part *p = l->part; p->text; p++) {
        duel_variant v;
        duel_state position;
        duel_scene scene;
        if (!short_lesson_is_exercise(p) ||
            short_lesson_position(p, &v, &position, &why) != DUEL_OK)
            continue;
        duel_scene_init(&scene);
        duel_scene_make(&v, &position, 0, &scene);
        for (int i = 0; i < scene.count; i++)
            for (duel_lang lang = DUEL_EN; lang <= DUEL_FR; lang++) {
                const duel_element *e = &scene.element[i];
                char named[8];
                if (e->shape == NULL || strcmp(e->shape, "stench") != 0)
                    continue;
                const char *face = duel_face(e, lang);
                snprintf(named, sizeof named, "(%c)", face[strlen(face) - 1]);
                assert_non_null(strstr(duel_text(lang, l->part[0].text), named));
                seen++;
            }
        duel_scene_fini(&scene);
    }
    assert_true(seen > 1);
}

/* ---- films ------------------------------------------------------------------------------ */

enum { THINGS = 4096 };

/* A node hangs where something was put before; every step says something. */
static void check_film(const json_t *film)
{
    bool put[THINGS] = {false}, tree;
    json_t *step, *thing;
    size_t i, k;
    tree = strcmp(json_string_value(json_object_get(film, "kind")), "tree") == 0;
    assert_true(json_array_size(json_object_get(film, "steps")) > 1);
    json_array_foreach(json_object_get(film, "steps"), i, step)
    {
        assert_true(json_string_length(json_object_get(step, "text")) > 0);
        json_array_foreach(json_object_get(step, "put"), k, thing)
        {
            json_int_t id = json_integer_value(json_object_get(thing, "id"));
            json_int_t in = json_integer_value(json_object_get(thing, "in"));
            assert_in_range(id, 0, THINGS - 1);
            if (tree && in >= 0)
                assert_true(put[in]);
            put[id] = true;
        }
    }
}

TEST(films_hang_together)
{
    static const short_lesson_part films[] = {
        {.game = "tictactoe",
         .variant = "",
         .position = "XO..X...O",
         .of = "alphabeta:depth=9"},
        {.game = "tictactoe", .variant = "", .position = ".........", .of = "minimax:depth=3"},
        {.game = "connect4", .variant = "width=4 height=3", .position = "", .of = "mcts"},
        {.game = "allumettes", .variant = "", .position = "19/1", .of = "exact"},
        {.game = "wumpus", .variant = "", .position = "", .of = "knowledge"},
        {.game = "wumpus", .variant = "difficulty=hard", .position = "", .of = "grid"},
        {.game = "ergo", .variant = "", .position = "", .of = "seed-score"},
        {.game = "chicago", .variant = "", .position = "", .of = "seed-minimax4"},
    };
    for (size_t i = 0; i < sizeof films / sizeof *films; i++) {
        duel_variant v;
        duel_state position;
        duel_msg why;
        json_t *film;
        assert_ok(short_lesson_position(&films[i], &v, &position, &why));
        search_film_asked asked = {
            .v = &v, .view = &position, .engine = duel_str_of(films[i].of)};
        assert_ok(search_film_engine(&asked, DUEL_FR, &film, &why));
        check_film(film);
        json_decref(film);
    }
}

static json_t *film_of(const short_lesson_part *p)
{
    duel_variant v;
    duel_state position;
    json_t *film;
    assert_ok(short_lesson_position(p, &v, &position, NULL));
    search_film_asked asked = {.v = &v, .view = &position, .engine = duel_str_of(p->of)};
    assert_ok(search_film_engine(&asked, DUEL_EN, &film, NULL));
    return film;
}

static const char *sentence(const json_t *film, size_t step)
{
    const json_t *s = json_array_get(json_object_get(film, "steps"), step);
    return json_string_value(json_object_get(s, "text"));
}

/* The lesson on minimax says that numbers come from the end of the game: it shows no others. */
TEST(minimax_is_shown_to_the_end)
{
    int films = 0;
    for (const short_lesson_lesson *l = primer_lessons; l->id; l++)
        for (int i = 0; l->part[i].text; i++) {
            const char *of = l->part[i].of ? l->part[i].of : "";
            if (l->part[i].kind != SHORT_LESSON_TRACE || strncmp(of, "minimax", 7) != 0)
                continue;
            json_t *film = film_of(&l->part[i]);
            size_t steps = json_array_size(json_object_get(film, "steps"));
            for (size_t k = 0; k < steps; k++)
                assert_null(strstr(sentence(film, k), "as far as one looks"));
            json_decref(film);
            films++;
        }
    assert_true(films > 0);
}

/* A search that looks less far than it was told to says so, and why. */
TEST(a_depth_that_is_not_reached_is_told)
{
    static const struct {
        const char *of, *said;
    } cases[] = {
        {"minimax:depth=5", "The search looks 5 moves ahead."},
        {"minimax:depth=3", "The search looks 3 moves ahead."},
        {"minimax:depth=9",
         "The search looks 5 moves ahead, not 9: to look further would change nothing."},
        {"alphabeta:depth=9",
         "The search looks 3 moves ahead, not 9: to look further would change nothing."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_t *film = film_of(&(short_lesson_part){
            .game = "allumettes", .variant = "", .position = "5/1", .of = cases[i].of});
        assert_string_equal(sentence(film, 0), cases[i].said);
        json_decref(film);
    }
    json_t *film = film_of(&(short_lesson_part){
        .game = "connect4", .variant = "", .position = "", .of = "minimax:depth=30"});
    assert_non_null(strstr(sentence(film, 0), "not 30: there are too many positions."));
    json_decref(film);
}
