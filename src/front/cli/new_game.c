/* front/cli/new_game.c -- `duel new-game NAME`: a commented file to begin with. */
#include "front/cli/inside.h"
#include "front/commands.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A complete game; tests/script holds it to all laws. */
static const char lua_starter[] =
    "-- A game for Duelliste: six names, nothing to compile.\n"
    "--   duel try FILE      plays it, and reads it again whenever you save\n"
    "--   duel check FILE    holds it to the laws of a game\n"
    "--   duel solve FILE    says who wins\n"
    "-- docs/lua.md lists everything a file may define.\n"
    "\n"
    "-- A token stands on a track. In turn, each player pushes it 1 or 2 squares; whoever\n"
    "-- brings it to the last square wins.\n"
    "\n"
    "title = { en = \"My race\", fr = \"Ma course\" }\n"
    "\n"
    "-- 1. rules: what people read. A text, or a list of texts; \"…\" or { en = \"…\", fr = \"…\" }.\n"
    "rules = {\n"
    "  en = \"In turn, push the token 1 or 2 squares. Whoever brings it to the last square wins.\",\n"
    "  fr = \"À tour de rôle, poussez le pion d'une ou deux cases. Qui l'amène à la dernière gagne.\",\n"
    "}\n"
    "\n"
    "-- Options are set on the command line (squares=12) and on the page.\n"
    "options = {\n"
    "  { name = \"squares\", default = 10, min = 1, max = 100,\n"
    "    help = { en = \"squares to go\", fr = \"cases à parcourir\" } },\n"
    "}\n"
    "\n"
    "-- 2. init: the state before the first move. A number, a text, or a table of these.\n"
    "function init()\n"
    "  return option.squares\n"
    "end\n"
    "\n"
    "-- 3. over: nil while the game goes on; then a score for each seat. `seat` is to move (1, 2).\n"
    "--    win(seat), lose(seat) and tie() make the list for you.\n"
    "function over(left, seat)\n"
    "  if left == 0 then return lose(seat) end -- the other has just arrived\n"
    "end\n"
    "\n"
    "-- 4. moves: the list of legal moves; empty exactly when the game is over.\n"
    "function moves(left)\n"
    "  local list = {}\n"
    "  for push = 1, math.min(2, left) do\n"
    "    list[#list + 1] = push\n"
    "  end\n"
    "  return list\n"
    "end\n"
    "\n"
    "-- 5. play: the state after a move of that list. Seats alternate; define turn(state) if not.\n"
    "function play(left, push)\n"
    "  return left - push\n"
    "end\n"
    "\n"
    "-- 6. draw: the position as text.\n"
    "function draw(left)\n"
    "  return (\".\"):rep(option.squares - left) .. \"o\" .. (\".\"):rep(left)\n"
    "end\n";

/* The same game as a rule sheet; tests/script holds it to all laws. */
static const char sheet_starter[] =
    "; A game for Duelliste as a rule sheet (the Game Description Language): facts and rules, nothing\n"
    "; to compile. What stands in comments here at the beginning is shown as the rules of the game.\n"
    ";   duel try FILE      plays it, and reads it again whenever you save\n"
    ";   duel check FILE    holds it to the laws of a game\n"
    ";   duel solve FILE    says who wins\n"
    "; docs/rules.md tells what a sheet may say.\n"
    ";\n"
    "; A token stands on a track of ten squares. In turn, each player pushes it 1 or 2 squares; whoever\n"
    "; brings it to the last square wins.\n"
    "\n"
    "; 1. Who plays, in this order.\n"
    "(role first)\n"
    "(role second)\n"
    "\n"
    "; 2. What is true for ever.\n"
    "(other first second)\n"
    "(other second first)\n"
    "(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8) (succ 8 9)\n"
    "(succ 9 10)\n"
    "(<= (plus ?a 1 ?b) (succ ?a ?b))\n"
    "(<= (plus ?a 2 ?c) (succ ?a ?b) (succ ?b ?c))\n"
    "\n"
    "; 3. What is true at the start; a state is the set of its facts.\n"
    "(init (token 0))\n"
    "(init (turn first))\n"
    "\n"
    "; 4. What is legal: a conclusion, then its conditions. A word with ? is a variable. Everybody moves\n"
    ";    at every step; who is not to move waits.\n"
    "(<= (legal ?r (push ?n))\n"
    "    (true (turn ?r))\n"
    "    (true (token ?a))\n"
    "    (plus ?a ?n ?b))\n"
    "(<= (legal ?r wait)\n"
    "    (true (turn ?s))\n"
    "    (other ?r ?s))\n"
    "\n"
    "; 5. What is true next. What is not concluded is gone.\n"
    "(<= (next (token ?b))\n"
    "    (does ?r (push ?n))\n"
    "    (true (token ?a))\n"
    "    (plus ?a ?n ?b))\n"
    "(<= (next (turn ?s))\n"
    "    (true (turn ?r))\n"
    "    (other ?r ?s))\n"
    "\n"
    "; 6. When it is over, and what everybody gets.\n"
    "(<= terminal (true (token 10)))\n"
    "(<= (goal ?r 0)\n"
    "    (true (turn ?r)))\n"
    "(<= (goal ?s 100)\n"
    "    (true (turn ?r))\n"
    "    (other ?r ?s))\n";

/* The same game in Prolog; tests/script holds it to all laws. */
static const char prolog_starter[] =
    "/* A game of 1995: the same race in Prolog.\n"
    "     duel try FILE      plays it, and reads it again whenever you save\n"
    "     duel check FILE    holds it to the laws of a game\n"
    "     duel solve FILE    says who wins\n"
    "   docs/prolog.md tells what a file may say.\n"
    "\n"
    "   A token stands on a track. In turn, each player pushes it 1 or 2 squares; whoever brings it to\n"
    "   the last square wins. */\n"
    "\n"
    "% 1. What people read: a list of texts.\n"
    "règles([\"Un pion sur une piste : poussez-le à tour de rôle d'une ou deux cases.\",\n"
    "        \"Qui l'amène à la dernière case gagne.\"]).\n"
    "\n"
    "% 2. From what is typed (situation=10) to the state before the first move.\n"
    "init(S, S) :- integer(S), S > 0, S =< 100.\n"
    "\n"
    "% 3. Where the game is over: 0 lost, 1 won for the player to move; nil, since nothing is played.\n"
    "%    Who has no move has lost, too.\n"
    "termine(0, [0, nil]).\n"
    "\n"
    "% 4. The list of the actions in a state.\n"
    "possibilités(N, L) :- findall(A, (member(A, [1, 2]), A =< N), L).\n"
    "\n"
    "% 5. The state after an action.\n"
    "modifie(N, A, M) :- M is N - A.\n"
    "\n"
    "% 6. The drawing.\n"
    "affiche(N) :- write(\"encore \"), write(N), write(\" cases\"), nl.\n";

static bool good_name(duel_str name)
{
    for (size_t i = 0; i < name.len; i++)
        if (!((name.at[i] >= 'a' && name.at[i] <= 'z') ||
              (name.at[i] >= '0' && name.at[i] <= '9') || name.at[i] == '_'))
            return false;
    return name.len > 0 && name.len <= 40;
}

static const struct starter_kind {
    const char *end, *text;
} starters[] = {{".lua", lua_starter}, {".kif", sheet_starter}, {".pl", prolog_starter}};

/* The kind that the name ends with, which is cut off; Lua if it ends with none. */
static const struct starter_kind *cut_kind(duel_str *name)
{
    for (size_t i = 0; i < sizeof starters / sizeof *starters; i++) {
        size_t len = strlen(starters[i].end);
        if (name->len > len && memcmp(name->at + name->len - len, starters[i].end, len) == 0) {
            name->len -= len;
            return &starters[i];
        }
    }
    return &starters[0];
}

/* Never over a file that is there. */
static duel_status write_starter(const char *path, const char *text, duel_msg *why)
{
    size_t len = strlen(text);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (fd < 0)
        return duel_invalid(why, N_("Cannot write {0}: {1}."), "cc", path, strerror(errno));
    bool written = write(fd, text, len) == (ssize_t)len;
    if (close(fd) != 0 || !written)
        return duel_invalid(why, N_("Cannot write {0}: {1}."), "cc", path, strerror(errno));
    return DUEL_OK;
}

static duel_status run_new_game(const duel_console *c, const duel_args *a, duel_msg *why)
{
    char path[64];
    duel_str name = a->word_count == 1 ? a->word[0] : (duel_str){"", 0};
    const struct starter_kind *kind = cut_kind(&name);
    if (!good_name(name))
        return duel_invalid(
            why,
            N_("Write “duel new-game NAME”, the name in small letters; NAME.kif for "
               "a rule sheet, NAME.pl for Prolog."),
            "");
    snprintf(path, sizeof path, "%.*s%s", (int)name.len, name.at, kind->end);
    duel_status status = write_starter(path, kind->text, why);
    if (status != DUEL_OK)
        return status;
    if (c->json) {
        c->print_json(c, json_pack("{ss}", "file", path));
        return DUEL_OK;
    }
    TELL(c, N_("{0} is a complete game. “duel try {0}” plays it and follows your changes."),
         "c", path);
    return DUEL_OK;
}

const duel_command command_new_game = {
    "new-game",
    "NAME",
    N_("Writes NAME.lua, or NAME.kif as a rule sheet, or NAME.pl in Prolog: a commented game to "
       "begin with."),
    NULL,
    NULL,
    1,
    run_new_game};
