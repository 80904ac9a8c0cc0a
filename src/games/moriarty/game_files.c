/* games/moriarty/game_files.c -- games between the files of other programs and records: the
 * formats GGF and WTHOR (see game_files.h), and `duel moriarty import` and `export`. */
#include "games/moriarty/game_files.h"

#include "base/compact_numbers.h"
#include "base/file.h"
#include "core/variant.h"
#include "games/moriarty/commands.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* ---- GGF: reading ---------------------------------------------------------------- */

static duel_str behind(duel_str text, size_t len)
{
    return duel_str_trim((duel_str){text.at + len, text.len - len});
}

static bool begins_with(duel_str text, const char *two)
{
    return text.len >= 2 && memcmp(text.at, two, 2) == 0;
}

/* Cuts "(;" off *rest, and a number of games before it; false if it is not there. */
static bool skip_begin(duel_str *rest)
{
    duel_str text = duel_str_trim(*rest);
    while (text.len && text.at[0] >= '0' && text.at[0] <= '9')
        text = behind(text, 1);
    if (!begins_with(text, "(;"))
        return false;
    *rest = behind(text, 2);
    return true;
}

static bool skip_end(duel_str *rest)
{
    if (!begins_with(*rest, ";)"))
        return false;
    *rest = behind(*rest, 2);
    return true;
}

/* Cuts NAME[value] off *rest; false when no further tag is complete. */
static bool next_tag(duel_str *rest, duel_str *name, duel_str *value)
{
    size_t len = 0;
    while (len < rest->len && rest->at[len] >= 'A' && rest->at[len] <= 'Z')
        len++;
    *name = (duel_str){rest->at, len};
    if (len == 0 || len == rest->len || rest->at[len] != '[')
        return false;
    duel_str text = {rest->at + len + 1, rest->len - len - 1};
    const char *close = text.len ? memchr(text.at, ']', text.len) : NULL;
    if (close == NULL)
        return false;
    *value = (duel_str){text.at, (size_t)(close - text.at)};
    *rest = behind(text, value->len + 1);
    return true;
}

/* "8 SQUARES SIDE", with blanks anywhere among the squares. */
static duel_status read_start(const duel_variant *v, duel_str value, moriarty_game *g,
                              duel_msg *why)
{
    moriarty_state s;
    duel_buf text;
    duel_str word;
    if (g->count)
        return duel_invalid(why, N_("The board of a game in GGF stands before its moves."), "");
    duel_buf_init(&text);
    bool right = duel_str_word(&value, " \t", &word) && duel_str_is(word, "8");
    while (duel_str_word(&value, " \t", &word)) {
        if (text.len >= 64)
            duel_put(&text.sink, " ");
        duel_put_str(&text.sink, word);
    }
    duel_status status =
        right ? duel_read(v, duel_buf_str(&text), &s, why)
              : duel_invalid(why, N_("Only boards of 8 squares a side are read."), "");
    duel_buf_fini(&text);
    if (status == DUEL_OK)
        *g = moriarty_game_of(&s);
    return status;
}

/* B[F5/eval/time]; passes stand as B[PA]. */
static duel_status read_ggf_move(const duel_variant *v, duel_str name, duel_str value,
                                 moriarty_game *g, duel_msg *why)
{
    int seat = duel_str_is(name, "B") ? MORIARTY_ACTIVATOR : MORIARTY_INHIBITOR;
    duel_str move;
    duel_str_part(&value, '/', &move);
    move = duel_str_trim(move);
    moriarty_pass_if_blocked(v, g, seat);
    if ((int)g->now.seat != seat)
        return duel_invalid(why, N_("“{0}[{1}]” is out of turn."), "ss", name, move);
    return moriarty_game_play(v, g, move, why);
}

/* RE[+12.00], RE[-64.00:r]: black's lead, and how it ended if not by the rules. */
static void read_result(duel_str value, moriarty_filed *out)
{
    duel_str lead;
    duel_str_part(&value, ':', &lead);
    lead = duel_str_trim(lead);
    bool black_loses = lead.len && lead.at[0] == '-';
    out->ending = duel_str_is(value, "r")   ? DUEL_BY_RESIGNING
                  : duel_str_is(value, "t") ? DUEL_BY_TIME
                                            : DUEL_BY_RULES;
    out->loser = black_loses ? MORIARTY_ACTIVATOR : MORIARTY_INHIBITOR;
}

static duel_status read_tag(const duel_variant *v, duel_str name, duel_str value,
                            moriarty_filed *out, duel_msg *why)
{
    if (duel_str_is(name, "GM") && !duel_str_same_word(duel_str_trim(value), "othello"))
        return duel_invalid(why, N_("This is a game of {0}, not of Othello."), "s", value);
    if (duel_str_is(name, "BO"))
        return read_start(v, value, &out->game, why);
    if (duel_str_is(name, "B") || duel_str_is(name, "W"))
        return read_ggf_move(v, name, value, &out->game, why);
    if (duel_str_is(name, "RE"))
        read_result(value, out);
    return DUEL_OK;
}

/* A game that its rules ended was not given up. */
static void settle_ending(const duel_variant *v, moriarty_filed *f)
{
    if (f->ending == DUEL_BY_RULES || moriarty_ended(v, &f->game.now)) {
        f->ending = DUEL_BY_RULES;
        f->loser = 0;
    }
}

duel_status moriarty_ggf_read(const duel_variant *v, duel_str *text, moriarty_filed *out,
                              duel_msg *why)
{
    moriarty_state start = moriarty_begin();
    moriarty_filed f = {.game = moriarty_game_of(&start)};
    duel_str name, value, rest = *text;
    if (!skip_begin(&rest))
        return duel_invalid(why, N_("This is no game in GGF."), "");
    while (next_tag(&rest, &name, &value)) {
        duel_status status = read_tag(v, name, value, &f, why);
        if (status != DUEL_OK)
            return status;
    }
    if (!skip_end(&rest))
        return duel_invalid(why, N_("A game in GGF is not whole: it ends with “;)”."), "");
    settle_ending(v, &f);
    *out = f;
    *text = rest;
    return DUEL_OK;
}

/* ---- GGF: writing ---------------------------------------------------------------- */

static void put_start(const moriarty_state *s, duel_sink *out)
{
    duel_put(out, "BO[8");
    for (int square = 0; square < MORIARTY_SQUARES; square++) {
        uint64_t bit = moriarty_bit(square);
        duel_putf(out, "%s%c", square % 8 ? "" : " ",
                  s->disc[MORIARTY_ACTIVATOR] & bit   ? '*'
                  : s->disc[MORIARTY_INHIBITOR] & bit ? 'O'
                                                      : '-');
    }
    duel_put(out, s->seat == MORIARTY_ACTIVATOR ? " *]" : " O]");
}

/* Who loses otherwise than on the board loses all. */
static void put_result(const duel_variant *v, const moriarty_filed *f, duel_sink *out)
{
    const moriarty_state *now = &f->game.now;
    int lead = 0;
    if (f->ending != DUEL_BY_RULES)
        lead = f->loser == MORIARTY_ACTIVATOR ? -MORIARTY_SQUARES : MORIARTY_SQUARES;
    else if (moriarty_ended(v, now))
        lead = (now->seat == MORIARTY_ACTIVATOR ? 1 : -1) * moriarty_result(v, now);
    else {
        duel_put(out, "RE[?]");
        return;
    }
    duel_putf(out, "RE[%+d.00%s]", lead,
              f->ending == DUEL_BY_RESIGNING ? ":r"
              : f->ending == DUEL_BY_TIME    ? ":t"
                                             : "");
}

void moriarty_ggf_write(const duel_variant *v, const moriarty_filed *f, duel_sink *out)
{
    const moriarty_game *g = &f->game;
    bool black = g->start.seat == MORIARTY_ACTIVATOR;
    duel_put(out, "(;GM[Othello]PC[Duelliste]TY[8]");
    put_result(v, f, out);
    put_start(&g->start, out);
    for (int i = 0; i < g->count; i++, black = !black) {
        duel_put(out, black ? "B[" : "W[");
        if (g->move[i] == MORIARTY_PASS)
            duel_put(out, "PA]");
        else
            duel_putf(out, "%c%d]", 'A' + g->move[i] % 8, g->move[i] / 8 + 1);
    }
    duel_put(out, ";)\n");
}

enum {
    AT_GAMES = 4, /* in the head */
    AT_YEAR = 10,
    AT_SIDE = 12,
    AT_SCORE = 6, /* in a game */
    AT_BEST = 7,
    AT_MOVES = 8
};

_Static_assert(AT_MOVES + MORIARTY_WTHOR_MOVES == MORIARTY_WTHOR_GAME, "a game is whole");

/* ---- WTHOR: reading -------------------------------------------------------------- */

static const uint8_t *bytes_of(duel_str text, size_t at)
{
    return (const uint8_t *)text.at + at;
}

duel_status moriarty_wthor_open(duel_str bytes, uint32_t *games, duel_msg *why)
{
    if (bytes.len < MORIARTY_WTHOR_HEAD)
        return duel_invalid(why,
                            N_("A file of WTHOR has a head of 16 bytes; this has {0} in all."),
                            "i", (int64_t)bytes.len);
    uint32_t count = (uint32_t)coding_get64(bytes_of(bytes, AT_GAMES));
    int side = *bytes_of(bytes, AT_SIDE);
    if (side != 0 && side != 8)
        return duel_invalid(why, N_("Only boards of 8 squares a side are read."), "");
    if (bytes.len != MORIARTY_WTHOR_HEAD + (uint64_t)count * MORIARTY_WTHOR_GAME)
        return duel_invalid(
            why, N_("{0} games of WTHOR take {1} bytes; this has {2}."), "iii", (int64_t)count,
            MORIARTY_WTHOR_HEAD + (int64_t)count * MORIARTY_WTHOR_GAME, (int64_t)bytes.len);
    *games = count;
    return DUEL_OK;
}

/* f5 is 56: row, then column. */
static bool square_of(uint8_t byte, char text[3])
{
    int row = byte / 10, column = byte % 10;
    if (row < 1 || row > 8 || column < 1 || column > 8)
        return false;
    text[0] = (char)('a' + column - 1);
    text[1] = (char)('0' + row);
    text[2] = '\0';
    return true;
}

static duel_status play_byte(const duel_variant *v, uint8_t byte, moriarty_game *g,
                             duel_msg *why)
{
    char square[3];
    if (!square_of(byte, square))
        return duel_invalid(why, N_("{0} is no square in WTHOR."), "i", (int64_t)byte);
    return moriarty_game_play(v, g, duel_str_of(square), why);
}

static bool only_zeros(const uint8_t *at, int count)
{
    while (count > 0 && *at == 0)
        at++, count--;
    return count == 0;
}

duel_status moriarty_wthor_read(const duel_variant *v, duel_str bytes, uint32_t number,
                                moriarty_game *out, duel_msg *why)
{
    size_t at = MORIARTY_WTHOR_HEAD + (size_t)number * MORIARTY_WTHOR_GAME;
    const uint8_t *move = bytes_of(bytes, at + AT_MOVES);
    moriarty_state start = moriarty_begin();
    moriarty_game g = moriarty_game_of(&start);
    for (int i = 0; i < MORIARTY_WTHOR_MOVES; i++) {
        if (only_zeros(move + i, MORIARTY_WTHOR_MOVES - i))
            break;
        duel_status status = play_byte(v, move[i], &g, why);
        if (status != DUEL_OK)
            return status;
    }
    *out = g;
    return DUEL_OK;
}

/* ---- WTHOR: writing -------------------------------------------------------------- */

void moriarty_wthor_head(uint32_t games, moriarty_day made, uint8_t out[MORIARTY_WTHOR_HEAD])
{
    memset(out, 0, MORIARTY_WTHOR_HEAD);
    out[0] = (uint8_t)(made.year / 100);
    out[1] = (uint8_t)(made.year % 100);
    out[2] = (uint8_t)made.month;
    out[3] = (uint8_t)made.day;
    coding_put64(out + AT_GAMES, games | (uint64_t)made.year << 8 * (AT_YEAR - AT_GAMES));
    out[AT_SIDE] = 8;
}

/* Black's discs, and the empty squares if there are more of them: as if it ended here. */
static int black_score(const moriarty_state *s)
{
    moriarty_board b = {s->disc[MORIARTY_ACTIVATOR], s->disc[MORIARTY_INHIBITOR]};
    return (MORIARTY_SQUARES + moriarty_final(b, MORIARTY_ALL)) / 2;
}

duel_status moriarty_wthor_write(const moriarty_game *g, uint8_t out[MORIARTY_WTHOR_GAME],
                                 duel_msg *why)
{
    moriarty_state usual = moriarty_begin();
    uint8_t *to = out + AT_MOVES;
    if (memcmp(&usual, &g->start, sizeof usual) != 0)
        return duel_refuse(why, N_("WTHOR holds games from the usual opening only."), "");
    memset(out, 0, MORIARTY_WTHOR_GAME);
    out[AT_SCORE] = out[AT_BEST] = (uint8_t)black_score(&g->now);
    for (int i = 0; i < g->count; i++)
        if (g->move[i] != MORIARTY_PASS)
            *to++ = (uint8_t)(10 * (g->move[i] / 8 + 1) + g->move[i] % 8 + 1);
    return DUEL_OK;
}

/* ---- which file is which --------------------------------------------------------- */

enum { NAME = 1024 };
typedef enum form { GGF, WTHOR } form;

static bool ends_with(duel_str name, const char *ending)
{
    size_t len = strlen(ending);
    return name.len > len &&
           duel_str_same_word((duel_str){name.at + name.len - len, len}, ending);
}

static duel_status form_of(duel_str name, form *out, duel_msg *why)
{
    if (!ends_with(name, ".wtb") && !ends_with(name, ".ggf"))
        return duel_invalid(why, N_("The name of a file of games ends in .wtb or .ggf."), "");
    *out = ends_with(name, ".wtb") ? WTHOR : GGF;
    return DUEL_OK;
}

/* ---- from others ----------------------------------------------------------------- */

typedef struct importing {
    const duel_console *c;
    duel_variant v;
    duel_buf file;
    const char *folder; /* NULL: one game is printed */
    uint64_t wanted;    /* that one, counted from 1 */
    uint64_t games;     /* taken so far */
} importing;

duel_status moriarty_record_of(const duel_variant *v, const moriarty_game *g, duel_record *out,
                               duel_msg *why)
{
    duel_status status = DUEL_OK;
    duel_record_init(out, v);
    moriarty_print_state(v, &g->start, &out->start.sink);
    for (int i = 0; status == DUEL_OK && i < g->count; i++)
        status = duel_record_add(out, (duel_move)g->move[i], why);
    if (status != DUEL_OK)
        duel_record_fini(out);
    return status;
}

/* FOLDER/00001.record and so on. */
static duel_status keep_record(const importing *m, const duel_record *r, duel_msg *why)
{
    char name[NAME];
    duel_buf text = duel_buf_empty();
    duel_record_print(r, &text.sink);
    snprintf(name, sizeof name, "%s/%05llu.record", m->folder, (unsigned long long)m->games);
    duel_status status = duel_file_replace(name, duel_buf_str(&text), why);
    duel_buf_fini(&text);
    return status;
}

static void tell_list(const importing *m, const moriarty_filed *f)
{
    duel_put(m->c->out, m->games > 1 ? ", \"" : "\"");
    moriarty_list_print(&m->v, &f->game, m->c->out);
    duel_put(m->c->out, "\"");
}

static duel_status take_filed(importing *m, const moriarty_filed *f, duel_msg *why)
{
    duel_record r;
    duel_status status = moriarty_record_of(&m->v, &f->game, &r, why);
    if (status != DUEL_OK)
        return status;
    r.ending = f->ending;
    r.loser = f->loser;
    m->games++;
    if (m->folder)
        status = keep_record(m, &r, why);
    if (m->c->json)
        tell_list(m, f);
    else if (m->folder == NULL && m->games == m->wanted)
        duel_record_print(&r, m->c->out);
    duel_record_fini(&r);
    return status;
}

static duel_status read_ggf_file(importing *m, bool keep, duel_msg *why)
{
    duel_str rest = duel_str_trim(duel_buf_str(&m->file));
    duel_status status = DUEL_OK;
    for (size_t number = 1; status == DUEL_OK && (rest.len || number == 1); number++) {
        moriarty_filed f;
        status = moriarty_ggf_read(&m->v, &rest, &f, why);
        if (status != DUEL_OK)
            return moriarty_place(m->c, status, N_("Game {0}: {1}"), number, why);
        if (keep)
            status = take_filed(m, &f, why);
    }
    return status;
}

static duel_status read_wthor_file(importing *m, bool keep, duel_msg *why)
{
    uint32_t games;
    duel_str bytes = duel_buf_str(&m->file);
    duel_status status = moriarty_wthor_open(bytes, &games, why);
    for (uint32_t i = 0; status == DUEL_OK && i < games; i++) {
        moriarty_filed f = {.ending = DUEL_BY_RULES};
        status = moriarty_wthor_read(&m->v, bytes, i, &f.game, why);
        if (status != DUEL_OK)
            return moriarty_place(m->c, status, N_("Game {0}: {1}"), i + 1, why);
        if (keep)
            status = take_filed(m, &f, why);
    }
    return status;
}

/* All games are looked at before the first is kept. */
static duel_status import_file(importing *m, form kind, duel_msg *why)
{
    duel_status (*read)(importing *, bool, duel_msg *) =
        kind == WTHOR ? read_wthor_file : read_ggf_file;
    duel_status status = read(m, false, why);
    if (status != DUEL_OK)
        return status;
    duel_put(m->c->out, m->c->json ? "{\"lists\": [" : "");
    status = read(m, true, why);
    if (m->c->json)
        duel_putf(m->c->out, "], \"games\": %llu}\n", (unsigned long long)m->games);
    return status;
}

static duel_status end_import(const importing *m, duel_msg *why)
{
    if (m->folder == NULL && !m->c->json && m->wanted > m->games)
        return duel_refuse(why, N_("There is no game {0}: the file has {1}."), "ii",
                           (int64_t)m->wanted, (int64_t)m->games);
    if (m->folder && !m->c->json) {
        duel_tell(m->c->lang, m->c->out, N_("{0} {0:game|games} read."), "i",
                  (int64_t)m->games);
        duel_put(m->c->out, "\n");
    }
    return DUEL_OK;
}

const duel_option moriarty_import_options[] = {
    {"game", DUEL_NUMBER, 1, 1, INT64_C(1) << 32, NULL,
     N_("which game to print, where there is no FOLDER for all of them")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

duel_status moriarty_run_import(const duel_console *c, const duel_args *a, duel_msg *why)
{
    form kind = GGF;
    importing m = {.c = c,
                   .wanted = (uint64_t)a->value[0],
                   .folder = a->word_count > 1 ? a->word[1].at : NULL};
    if (a->word_count == 0)
        return duel_invalid(why, N_("Which FILE of games?"), "");
    duel_status status = form_of(a->word[0], &kind, why);
    if (status == DUEL_OK)
        status = duel_variant_make(&duel_game_moriarty, NULL, 0, &m.v, why);
    if (status != DUEL_OK)
        return status;
    duel_buf_init(&m.file);
    status = duel_file_read(a->word[0].at, DUEL_FILE_MOST, &m.file, why);
    if (status == DUEL_OK)
        status = import_file(&m, kind, why);
    if (status == DUEL_OK)
        status = end_import(&m, why);
    duel_buf_fini(&m.file);
    return status;
}

/* ---- to others ------------------------------------------------------------------- */

static duel_status filed_of(const duel_record *r, moriarty_filed *out, duel_msg *why)
{
    moriarty_state s;
    if (!moriarty_is_othello(&r->variant))
        return duel_refuse(why,
                           N_("Only games on the full board under the usual rules are "
                              "written for other programs."),
                           "");
    duel_status status = duel_record_begin(r, &s, why);
    if (status != DUEL_OK)
        return status;
    *out =
        (moriarty_filed){.game = moriarty_game_of(&s), .ending = r->ending, .loser = r->loser};
    for (size_t i = 0; i < r->count && i < MORIARTY_MAX_GAME; i++) {
        out->game.move[out->game.count++] = (int)r->move[i];
        moriarty_do(&out->game.now, (int)r->move[i]);
    }
    return DUEL_OK;
}

static duel_status read_filed(const char *name, duel_variant *v, moriarty_filed *out,
                              duel_msg *why)
{
    duel_buf text = duel_buf_empty();
    duel_record r;
    duel_status status = duel_file_read(name, DUEL_FILE_MOST, &text, why);
    if (status == DUEL_OK)
        status = duel_record_read_as(duel_buf_str(&text), &duel_game_moriarty, &r, why);
    duel_buf_fini(&text);
    if (status != DUEL_OK)
        return status;
    *v = r.variant;
    status = filed_of(&r, out, why);
    duel_record_fini(&r);
    return status;
}

static duel_status add_game(const char *name, form kind, duel_sink *out, duel_msg *why)
{
    duel_variant v;
    moriarty_filed f;
    uint8_t bytes[MORIARTY_WTHOR_GAME];
    duel_status status = read_filed(name, &v, &f, why);
    if (status == DUEL_OK && kind == GGF)
        moriarty_ggf_write(&v, &f, out);
    if (status != DUEL_OK || kind == GGF)
        return status;
    status = moriarty_wthor_write(&f.game, bytes, why);
    if (status == DUEL_OK)
        duel_put_str(out, (duel_str){(const char *)bytes, sizeof bytes});
    return status;
}

static void put_head(int games, duel_sink *out)
{
    uint8_t head[MORIARTY_WTHOR_HEAD];
    time_t now = time(NULL);
    struct tm day = {0};
    gmtime_r(&now, &day);
    moriarty_wthor_head((uint32_t)games,
                        (moriarty_day){day.tm_year + 1900, day.tm_mon + 1, day.tm_mday}, head);
    duel_put_str(out, (duel_str){(const char *)head, sizeof head});
}

static void tell_export(const duel_console *c, int games)
{
    if (c->json)
        duel_putf(c->out, "{\"games\": %d}\n", games);
    else {
        duel_tell(c->lang, c->out, N_("{0} {0:game|games} written."), "i", (int64_t)games);
        duel_put(c->out, "\n");
    }
}

duel_status moriarty_run_export(const duel_console *c, const duel_args *a, duel_msg *why)
{
    form kind = GGF;
    duel_buf bytes;
    int games = a->word_count - 1;
    if (games < 1)
        return duel_invalid(why, N_("Write “duel moriarty export FILE RECORD…”."), "");
    duel_status status = form_of(a->word[0], &kind, why);
    duel_buf_init(&bytes);
    if (kind == WTHOR)
        put_head(games, &bytes.sink);
    for (int i = 1; status == DUEL_OK && i <= games; i++) {
        status = add_game(a->word[i].at, kind, &bytes.sink, why);
        if (status != DUEL_OK)
            status = moriarty_place(c, status, N_("Record {0}: {1}"), (size_t)i, why);
    }
    if (status == DUEL_OK)
        status = bytes.failed ? duel_no_space(why)
                              : duel_file_replace(a->word[0].at, duel_buf_str(&bytes), why);
    duel_buf_fini(&bytes);
    if (status == DUEL_OK)
        tell_export(c, games);
    return status;
}
