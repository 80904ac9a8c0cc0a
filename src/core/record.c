/* core/record.c -- writing, reading and replaying records: see record.h. */
#include "core/record.h"
#include "base/grow.h"
#include "base/long_work.h"
#include "core/fault_guard.h"
#include "core/play.h"
#include "core/variant.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { FORMAT = 1 };

static const char *const endings[] = {
    [DUEL_BY_RESIGNING] = "resigned", [DUEL_BY_TIME] = "time"};

void duel_record_init(duel_record *r, const duel_variant *v)
{
    memset(r, 0, sizeof *r);
    r->variant = *v;
    duel_buf_init(&r->start);
}

void duel_record_fini(duel_record *r)
{
    duel_buf_fini(&r->start);
    free(r->move);
    r->move = NULL;
    r->count = r->room = 0;
}

duel_status duel_record_add(duel_record *r, duel_move move, duel_msg *why)
{
    if (!GROW(r->move, r->room, r->count + 1))
        return duel_no_space(why);
    r->move[r->count++] = move;
    return DUEL_OK;
}

duel_status duel_record_copy(const duel_record *r, size_t count, duel_record *out,
                             duel_msg *why)
{
    duel_record copy;
    duel_record_init(&copy, &r->variant);
    duel_put_str(&copy.start.sink, duel_buf_str(&r->start));
    duel_status status = copy.start.failed ? duel_no_space(why) : DUEL_OK;
    for (size_t i = 0; status == DUEL_OK && i < count; i++)
        status = duel_record_add(&copy, r->move[i], why);
    if (status != DUEL_OK) {
        duel_record_fini(&copy);
        return status;
    }
    memcpy(copy.seed, r->seed, sizeof copy.seed);
    copy.dealt = r->dealt;
    if (count == r->count) {
        copy.ending = r->ending;
        copy.loser = r->loser;
    }
    *out = copy;
    return DUEL_OK;
}

duel_status duel_record_keep_deal(duel_record *r, const void *state, duel_msg *why)
{
    if (r->start.len || !(r->variant.traits & DUEL_SEARCHES))
        return DUEL_OK;
    duel_print(&r->variant, state, &r->start.sink);
    r->dealt = true;
    return r->start.failed ? duel_no_space(why) : DUEL_OK;
}

duel_status duel_record_begin(const duel_record *r, void *state, duel_msg *why)
{
    if (r->start.len)
        return duel_read_again(&r->variant, duel_buf_str(&r->start), state, why);
    duel_fault_guard g;
    duel_fault_guard_begin(&g, r->variant.game);
    duel_status status = duel_deal(&r->variant, duel_str_of(r->seed), state);
    if (status != DUEL_OK)
        duel_refuse(why, N_("Nothing could be dealt with these options and this seed."), "");
    return duel_fault_guard_end(&g, status, why);
}

duel_status duel_record_replay(const duel_record *r, size_t count, void *state, duel_msg *why)
{
    duel_fault_guard g;
    duel_long_work_door(DUEL_LONG_WORK_REPLAY);
    duel_fault_guard_begin(&g, r->variant.game);
    duel_status status = duel_record_begin(r, state, why);
    for (size_t i = 0; status == DUEL_OK && i < count; i++)
        r->variant.game->play(&r->variant, state, r->move[i]);
    return duel_fault_guard_end(&g, status, why);
}

bool duel_record_info_set(const duel_record *r, size_t count, duel_info_set *out)
{
    const duel_variant *v = &r->variant;
    duel_state state;
    duel_fault_guard g;
    if (!duel_record_is_dealt(r) || duel_record_begin(r, &state, NULL) != DUEL_OK)
        return false;
    duel_fault_guard_begin(&g, v->game);
    duel_info_set_begin(v, &state, out);
    for (size_t i = 0; i < count; i++) {
        int seat = v->game->turn(v, &state);
        v->game->play(v, &state, r->move[i]);
        duel_info_set_step(v, seat, r->move[i], &state, out);
    }
    return duel_fault_guard_end(&g, DUEL_OK, NULL) == DUEL_OK;
}

bool duel_record_over(const duel_record *r, const void *state, int32_t score[])
{
    const duel_variant *v = &r->variant;
    if (r->ending == DUEL_BY_RULES)
        return v->game->over(v, state, score);
    for (int i = 0; i < v->seats; i++)
        score[i] = v->seats == 1 ? -1 : i != r->loser;
    return true;
}

void duel_record_commitment(const duel_record *r, char out[DUEL_COMMITMENT_TEXT])
{
    const duel_variant *v = &r->variant;
    uint8_t hash[(DUEL_COMMITMENT_TEXT - 1) / 2];
    duel_buf text;
    duel_buf_init(&text);
    duel_putf(&text.sink, "duelliste commitment 1\ngame %s %u\nvariant ", v->game->id,
              v->game->version);
    duel_variant_print(v, &text.sink);
    duel_putf(&text.sink, "\nseed %s\n", r->seed);
    crypto_generichash(hash, sizeof hash, (const uint8_t *)text.text, text.len, NULL, 0);
    sodium_bin2hex(out, DUEL_COMMITMENT_TEXT, hash, sizeof hash);
    duel_buf_fini(&text);
}

unsigned duel_source_version(duel_str source)
{
    uint8_t hash[16];
    unsigned version = 0;
    crypto_generichash(hash, sizeof hash, (const uint8_t *)source.at, source.len, NULL, 0);
    for (int i = 0; i < 4; i++)
        version = version << 8 | hash[i];
    return version >> 1;
}

void duel_position_hash(const duel_variant *v, const void *state, char out[DUEL_POSITION_HASH])
{
    uint8_t hash[(DUEL_POSITION_HASH - 1) / 2];
    duel_buf text;
    duel_buf_init(&text);
    duel_print(v, state, &text.sink);
    crypto_generichash(hash, sizeof hash, (const uint8_t *)text.text, text.len, NULL, 0);
    sodium_bin2hex(out, DUEL_POSITION_HASH, hash, sizeof hash);
    duel_buf_fini(&text);
}

/* ---- writing ------------------------------------------------------------------------- */

static void print_moves(const duel_record *r, duel_state *state, duel_sink *out)
{
    const duel_variant *v = &r->variant;
    duel_put(out, "moves");
    for (size_t i = 0; i < r->count; i++) {
        duel_put(out, " ");
        duel_print_move(v, state, r->move[i], out);
        v->game->play(v, state, r->move[i]);
    }
    duel_put(out, "\n");
}

void duel_record_print(const duel_record *r, duel_sink *out)
{
    const duel_variant *v = &r->variant;
    duel_state state;
    char hash[DUEL_POSITION_HASH];
    int32_t score[DUEL_SEATS];
    duel_putf(out, "duelliste %d\ngame %s %u\nvariant ", FORMAT, v->game->id, v->game->version);
    duel_variant_print(v, out);
    duel_put(out, "\n");
    if (duel_record_is_dealt(r))
        duel_putf(out, "seed %s\n", r->seed);
    else
        duel_putf(out, "start %s\n", r->start.text);
    if (duel_record_begin(r, &state, NULL) != DUEL_OK)
        return;
    print_moves(r, &state, out);
    if (r->ending != DUEL_BY_RULES)
        duel_putf(out, "ended %s %d\n", endings[r->ending], r->loser);
    if (duel_record_over(r, &state, score)) {
        duel_put(out, "result");
        for (int i = 0; i < v->seats; i++)
            duel_putf(out, " %d", score[i]);
        duel_put(out, "\n");
    }
    duel_position_hash(v, &state, hash);
    duel_putf(out, "check %s\n", hash);
}

/* ---- reading: a line at a time, each naming itself ----------------------------------- */

/* The places of a record, in the order its lines take them. Up to AT_START every place is taken
 * by one line; what follows may be left out. */
typedef enum line_place {
    AT_FORMAT,
    AT_GAME,
    AT_VARIANT,
    AT_START,
    AT_MOVES,
    AT_ENDED,
    AT_RESULT,
    AT_CHECK,
    AT_NOTES
} line_place;

typedef struct reader {
    duel_finder *find;     /* or NULL: */
    const duel_game *only; /* the one game it may be */
    duel_record *r;
    duel_state state;
    line_place next; /* the first place that is still free */
    int line;
} reader;

static duel_status read_format(reader *in, duel_str value, duel_msg *why)
{
    int64_t format;
    if (!duel_str_number(value, &format) || format < 1)
        return duel_invalid(why, N_("Line 1 of a record is “duelliste 1”."), "");
    if (format > FORMAT)
        return duel_invalid(why,
                            N_("This record has format {0}; this program reads up to {1}."),
                            "ii", format, (int64_t)FORMAT);
    return DUEL_OK;
}

static duel_status read_game(reader *in, duel_str value, duel_msg *why)
{
    duel_str id, version;
    int64_t n;
    if (!duel_str_word(&value, " ", &id) || !duel_str_word(&value, " ", &version) ||
        !duel_str_number(version, &n) || duel_str_word(&value, " ", &value))
        return duel_invalid(why, N_("Line {0}: write “game NAME VERSION”."), "i",
                            (int64_t)in->line);
    const duel_game *game = in->find ? in->find(id) : in->only;
    if (game == NULL || !duel_str_is(id, game->id))
        return duel_invalid(why, N_("Line {0}: there is no game “{1}”."), "is",
                            (int64_t)in->line, id);
    if (n != (int64_t)game->version)
        return duel_invalid(why,
                            N_("Line {0}: the record was made with rules {1} of {2}; this "
                               "program has rules {3}."),
                            "iici", (int64_t)in->line, n, game->id, (int64_t)game->version);
    in->r->variant.game = game;
    return DUEL_OK;
}

static duel_status read_variant(reader *in, duel_str value, duel_msg *why)
{
    return duel_variant_read(in->r->variant.game, value, &in->r->variant, why);
}

static duel_status read_seed(reader *in, duel_str value, duel_msg *why)
{
    if (!duel_seed_valid(value))
        return duel_invalid(why, N_("Line {0}: a seed has 1 to {1} letters, digits or signs."),
                            "ii", (int64_t)in->line, (int64_t)DUEL_SEED_TEXT - 1);
    memcpy(in->r->seed, value.at, value.len);
    in->r->seed[value.len] = '\0';
    duel_status status = duel_record_begin(in->r, &in->state, why);
    return status == DUEL_OK ? duel_record_keep_deal(in->r, &in->state, why) : status;
}

static duel_status read_start(reader *in, duel_str value, duel_msg *why)
{
    if (value.len == 0)
        return duel_invalid(why, N_("Line {0}: which position does the game start from?"), "i",
                            (int64_t)in->line);
    duel_put_str(&in->r->start.sink, value);
    return duel_record_begin(in->r, &in->state, why);
}

static duel_status read_moves(reader *in, duel_str value, duel_msg *why)
{
    const duel_variant *v = &in->r->variant;
    while (duel_str_skip(&value, " ")) {
        duel_move move;
        duel_str rest = value, word;
        duel_status status = duel_next_move_text(v, &in->state, &value, " ", &move, NULL);
        if (status == DUEL_NO_SPACE)
            return duel_no_space(why);
        if (status != DUEL_OK && duel_str_word(&rest, " ", &word))
            return duel_invalid(why, N_("Line {0}: move {1}, “{2}”, is not legal there."),
                                "iis", (int64_t)in->line, (int64_t)in->r->count + 1, word);
        status = duel_record_add(in->r, move, why);
        if (status != DUEL_OK)
            return status;
        v->game->play(v, &in->state, move);
    }
    return DUEL_OK;
}

/* "resigned 1" */
static bool read_ending(duel_str value, int seats, duel_ending *how, int *loser)
{
    duel_str word, seat;
    int64_t n;
    bool whole = duel_str_word(&value, " ", &word) && duel_str_word(&value, " ", &seat) &&
                 !duel_str_word(&value, " ", &value) && duel_str_number(seat, &n) && n >= 0 &&
                 n < seats;
    for (int i = DUEL_BY_RESIGNING; whole && i <= DUEL_BY_TIME; i++) {
        if (duel_str_is(word, endings[i])) {
            *how = (duel_ending)i;
            *loser = (int)n;
            return true;
        }
    }
    return false;
}

static duel_status read_ended(reader *in, duel_str value, duel_msg *why)
{
    const duel_variant *v = &in->r->variant;
    if (duel_is_over(v, &in->state) ||
        !read_ending(value, v->seats, &in->r->ending, &in->r->loser))
        return duel_invalid(why,
                            N_("Line {0}: write “ended resigned SEAT” or “ended time SEAT”, of "
                               "a game that goes on."),
                            "i", (int64_t)in->line);
    return DUEL_OK;
}

static duel_status read_result(reader *in, duel_str value, duel_msg *why)
{
    const duel_variant *v = &in->r->variant;
    int32_t score[DUEL_SEATS];
    duel_str word;
    bool right = duel_record_over(in->r, &in->state, score);
    for (int i = 0; right && i < v->seats; i++) {
        int64_t n;
        right = duel_str_word(&value, " ", &word) && duel_str_number(word, &n) && n == score[i];
    }
    if (!right || duel_str_word(&value, " ", &word))
        return duel_refuse(why, N_("Line {0}: the moves do not lead to this result."), "i",
                           (int64_t)in->line);
    return DUEL_OK;
}

static duel_status read_check(reader *in, duel_str value, duel_msg *why)
{
    char hash[DUEL_POSITION_HASH];
    duel_position_hash(&in->r->variant, &in->state, hash);
    if (!duel_str_is(value, hash))
        return duel_refuse(why, N_("Line {0}: the final position is not the recorded one."),
                           "i", (int64_t)in->line);
    return DUEL_OK;
}

/* What is noted is no part of the game. */
static duel_status pass_note(reader *in, duel_str value, duel_msg *why)
{
    (void)in, (void)value, (void)why;
    return DUEL_OK;
}

static const struct line_kind {
    const char *name;
    line_place at, next; /* only moves and notes may go on on another line */
    duel_status (*read)(reader *in, duel_str value, duel_msg *why);
} kinds[] = {{"duelliste", AT_FORMAT, AT_GAME, read_format},
             {"game", AT_GAME, AT_VARIANT, read_game},
             {"variant", AT_VARIANT, AT_START, read_variant},
             {"seed", AT_START, AT_MOVES, read_seed},
             {"start", AT_START, AT_MOVES, read_start},
             {"moves", AT_MOVES, AT_MOVES, read_moves},
             {"ended", AT_ENDED, AT_RESULT, read_ended},
             {"result", AT_RESULT, AT_CHECK, read_result},
             {"check", AT_CHECK, AT_NOTES, read_check},
             {"note", AT_NOTES, AT_NOTES, pass_note}};

static bool in_order(const reader *in, const struct line_kind *kind)
{
    return kind->at == in->next || (in->next > AT_START && kind->at > in->next);
}

static duel_status read_record_line(reader *in, duel_str line, duel_msg *why)
{
    duel_str value = line, name;
    duel_str_part(&value, ' ', &name);
    if (value.at == NULL)
        value = (duel_str){"", 0};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (duel_str_is(name, kinds[i].name) && in_order(in, &kinds[i])) {
            in->next = kinds[i].next;
            return kinds[i].read(in, value, why);
        }
    if (in->next == AT_FORMAT)
        return duel_invalid(why, N_("Line 1 of a record is “duelliste 1”."), "");
    return duel_invalid(why, N_("Line {0}: “{1}” does not belong here."), "is",
                        (int64_t)in->line, name);
}

static duel_status read_record_lines(reader in, duel_str text, duel_record *out, duel_msg *why)
{
    duel_record r;
    duel_variant none = {0};
    duel_record_init(&r, &none);
    in.r = &r;
    duel_long_work_door(DUEL_LONG_WORK_READ);
    duel_fault_guard g;
    duel_fault_guard_begin(&g, NULL); /* which game it is, the record says */
    duel_status status = DUEL_OK;
    duel_str line;
    while (status == DUEL_OK && duel_str_part(&text, '\n', &line)) {
        line = duel_str_trim(line);
        in.line++;
        if (line.len)
            status = read_record_line(&in, line, why);
    }
    if (status == DUEL_OK && in.next <= AT_START)
        status = duel_invalid(why, N_("The record stops before its game begins."), "");
    status = duel_fault_guard_end(&g, status, why);
    if (status == DUEL_OK)
        *out = r;
    else
        duel_record_fini(&r);
    return status;
}

duel_status duel_record_read(duel_str text, duel_finder *find, duel_record *out, duel_msg *why)
{
    return read_record_lines((reader){.find = find}, text, out, why);
}

duel_status duel_record_read_as(duel_str text, const duel_game *game, duel_record *out,
                                duel_msg *why)
{
    return read_record_lines((reader){.only = game}, text, out, why);
}

/* A record has one line that begins so: any other before it would be its fault. */
const duel_game *duel_record_game(duel_str text, duel_finder *find)
{
    duel_str line, word;
    while (duel_str_part(&text, '\n', &line)) {
        line = duel_str_trim(line);
        if (duel_str_word(&line, " ", &word) && duel_str_is(word, "game"))
            return duel_str_word(&line, " ", &word) ? find(word) : NULL;
    }
    return NULL;
}
