/* front/cli/starter.c -- `duel new-game NAME`: a commented file to begin with. */
#include "front/commands.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A complete game; tests/script holds it to all laws. */
static const char starter[] =
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

static bool good_name(duel_str name)
{
    for (size_t i = 0; i < name.len; i++)
        if (!((name.at[i] >= 'a' && name.at[i] <= 'z') ||
              (name.at[i] >= '0' && name.at[i] <= '9') || name.at[i] == '_'))
            return false;
    return name.len > 0 && name.len <= 40;
}

/* Never over a file that is there. */
static duel_status write_starter(const char *path, duel_msg *why)
{
    size_t len = sizeof starter - 1;
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (fd < 0)
        return duel_fail(why, N_("{0}: {1}"), "cc", path, strerror(errno));
    bool written = write(fd, starter, len) == (ssize_t)len;
    if (close(fd) != 0 || !written)
        return duel_fail(why, N_("{0}: it cannot be written."), "c", path);
    return DUEL_OK;
}

static duel_status run_new_game(const duel_console *c, const duel_args *a, duel_msg *why)
{
    char path[64];
    duel_str name = a->word_count == 1 ? a->word[0] : (duel_str){"", 0};
    if (name.len > 4 && memcmp(name.at + name.len - 4, ".lua", 4) == 0)
        name.len -= 4;
    if (!good_name(name))
        return duel_bad(why, N_("Write “duel new-game NAME”, the name in small letters."), "");
    snprintf(path, sizeof path, "%.*s.lua", (int)name.len, name.at);
    duel_status status = write_starter(path, why);
    if (status != DUEL_OK)
        return status;
    if (c->json) {
        c->print_json(c, json_pack("{ss}", "file", path));
        return DUEL_OK;
    }
    duel_tell(c->lang, c->out,
              N_("{0} is a complete game. “duel try {0}” plays it and follows your changes."),
              "c", path);
    duel_put(c->out, "\n");
    return DUEL_OK;
}

const duel_command command_new_game = {
    "new-game", "NAME",      N_("Writes NAME.lua, a commented game to begin with."), NULL, NULL,
    1,          run_new_game};
