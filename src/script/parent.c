/* script/parent.c -- the parent's side of a game file's process: the kinds of files that run in
 * a process, how their texts are read, what is asked, and their faults in words. */
#include "base/file.h"
#include "script/child.h"
#include "script/inside.h"

#include <stdio.h>
#include <string.h>

/* ---- texts of 1995 ---------------------------------------------------------------------- */

/* Files of 1995 come from DOS (code page 850) or from the first Windows and Unix systems with
 * accents (Latin-1). A text that is not UTF-8 is taken for the one in which its bytes beyond
 * ASCII are letters. */

/* The upper half of code page 850, from 128 on (IBM's table, as Unicode publishes it). */
static const char page_850[] =
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤"
    "ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0";

enum { BEYOND_ASCII = 128, CONTROLS_END = 160, DOS_END = 0x1A };

static bool is_utf8(duel_str text)
{
    uint32_t code;
    while (text.len)
        if (!duel_str_character(&text, &code))
            return false;
    return true;
}

/* In Latin-1 nothing is written between 128 and 159; in code page 850 the letters of French
 * stand there. */
static bool is_page_850(duel_str text)
{
    size_t low = 0, high = 0;
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];
        low += c >= BEYOND_ASCII && c < CONTROLS_END;
        high += c >= CONTROLS_END;
    }
    return low > high;
}

static void put_page_850(unsigned char c, duel_sink *out)
{
    duel_str rest = duel_str_of(page_850);
    uint32_t code;
    for (int i = BEYOND_ASCII; i < c; i++)
        duel_str_character(&rest, &code);
    duel_put_str(out, (duel_str){rest.at, duel_char_length(rest.at[0])});
}

static void put_latin_1(unsigned char c, duel_sink *out)
{
    duel_put_char(out, (char)(0xC0 | c >> 6));
    duel_put_char(out, (char)(0x80 | (c & 0x3F)));
}

static void convert(duel_str text, duel_sink *out)
{
    bool dos = is_page_850(text);
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];
        if (c < BEYOND_ASCII)
            duel_put_char(out, (char)c);
        else if (dos)
            put_page_850(c, out);
        else
            put_latin_1(c, out);
    }
}

static duel_str without_ends(duel_str text)
{
    static const char mark[] = "\xEF\xBB\xBF"; /* with which some begin UTF-8 */
    if (text.len >= 3 && memcmp(text.at, mark, 3) == 0)
        text = (duel_str){text.at + 3, text.len - 3};
    const char *end = memchr(text.at, DOS_END, text.len);
    return end ? (duel_str){text.at, (size_t)(end - text.at)} : text;
}

/* Changes the text in its place; the end that DOS marks inside a file is cut off. */
static void encoding_make_utf8(duel_buf *text)
{
    duel_buf made = duel_buf_empty();
    duel_str plain = without_ends(duel_buf_str(text));
    if (is_utf8(plain))
        duel_put_str(&made.sink, plain);
    else
        convert(plain, &made.sink);
    duel_buf_fini(text);
    *text = made;
}

/* ---- the kinds -------------------------------------------------------------------------- */

static const char *const lua_words[TALK_ANSWERS] = {
    [TALK_ERROR] = N_("{0}: in {1}: {2}"),
    [TALK_ENDLESS] = N_("{0}:{3}: {1} does not come to an end: it was stopped after 50 million "
                        "steps."),
    [TALK_MEMORY] = N_("{0}: {1} asks for more memory than the 64 MB a file may use."),
    [TALK_NO_VALUE] = N_("{0}: {1} gives something that is not a plain value (a number, a "
                         "text, true, false or a table of these) at {2}."),
    [TALK_NAN] = N_("{0}: {1} gives a number that is not one (NaN, such as 0/0) at {2}."),
    [TALK_CYCLE] = N_("{0}: {1} gives a table that contains itself, at {2}."),
    [TALK_LARGE] =
        N_("{0}: {1} gives a value that is too large, at {2}: a state has room for 8000 "
           "bytes and 16 tables inside each other."),
    [TALK_MISSING] = N_("{0}: there is no function {1}. A game needs rules, init, over, moves "
                        "and play."),
    [TALK_NO_LIST] = N_("{0}: moves gives {2}, not a list of moves 1, 2, 3…; a set has no "
                        "order."),
    [TALK_SCORES] = N_("{0}: over gives {2}; it gives nil while the game goes on, then a list "
                       "of scores, one whole number for each seat."),
    [TALK_TURN] = N_("{0}: turn gives {2}, not the number of a seat."),
    [TALK_MANY] = N_("{0}: moves lists {2} moves; a position has at most 4095."),
    [TALK_UNORDERED] = N_("{0}: moves lists the moves in another order when it is asked again: "
                          "pairs has no order; use ipairs, or sort the list."),
    [TALK_FICKLE] = N_("{0}: {1} gives another answer when it is asked again: it may depend on "
                       "nothing but the state it is given."),
    [TALK_NUMBER] = N_("{0}: {1} gives {2}, not a number."),
};

static const char *const prolog_words[TALK_ANSWERS] = {
    [TALK_ERROR] = N_("{0}: in {1}: {2}"),
    [TALK_MEMORY] = N_("{0}: {1} asks for more memory than the 64 MB a file may use."),
    [TALK_NO_VALUE] = N_("{0}: {1} gives a term that is not whole ({2}): states and actions "
                         "have no variables in them, and are made of numbers, names, texts, "
                         "lists and terms of these."),
    [TALK_LARGE] = N_("{0}: {1} gives a term that is too large: a state has room for 8000 "
                      "bytes and 8 terms inside each other."),
    [TALK_MISSING] = N_("{0}: there is no predicate {1}. A game has règles/1, init/2, "
                        "termine/2, possibilités/2, modifie/3 and affiche/1."),
    [TALK_NO_LIST] = N_("{0}: {1} gives {2}, not a list of actions."),
    [TALK_SCORES] = N_("{0}: {1} gives {2}; a solution is [0,A] for a position that is lost, "
                       "[1,A] for one that is won, and A is nil where the game is over."),
    [TALK_MANY] = N_("{0}: {1} lists {2} actions; a position has at most 4095."),
    [TALK_FICKLE] = N_("{0}: {1} gives another answer when it is asked again: it may depend on "
                       "nothing but the state it is given."),
    [TALK_FAILS] = N_("{0}: {1} fails where it must give an answer."),
    [TALK_OUTSIDE] = N_("{0}: it calls {2}, and a file may reach nothing outside its game."),
    [TALK_SITUATION] = N_("{0}: {1} accepts no whole number up to 1000; write facts "
                          "situation(S) for what it accepts."),
};

const script_kind script_kind_lua = {
    .process = child_word, .words = lua_words, .may_loop = "loopy = true."};
const script_kind script_kind_prolog = {.process = prolog_word,
                                        .words = prolog_words,
                                        .may_loop = "boucle.",
                                        .prepare = encoding_make_utf8};

enum {
    SOURCE_MOST = 1 << 20, /* bytes of a file */
    STARTS_MOST = 200      /* a file that fails so often is not started again */
};

/* ---- failures in words ------------------------------------------------------------------ */

static duel_status say_error(const script_parent *h, int64_t line, duel_str function,
                             duel_str detail, duel_msg *why)
{
    if (line && function.len)
        return duel_fail(why, N_("{0}:{1}: in {2}: {3}"), "ciss", h->name, line, function,
                         detail);
    if (line)
        return duel_fail(why, N_("{0}:{1}: {2}"), "cis", h->name, line, detail);
    return duel_fail(why, h->kind->words[TALK_ERROR], "css", h->name, function, detail);
}

duel_status script_parent_fault(const script_parent *h, duel_str *answer, duel_msg *why)
{
    plain_value_item kind, line, function, detail;
    if (!plain_value_take(answer, &kind) || !plain_value_take(answer, &line) ||
        !plain_value_take(answer, &function) || !plain_value_take(answer, &detail) ||
        kind.number <= TALK_OK || kind.number >= TALK_ANSWERS ||
        h->kind->words[kind.number] == NULL)
        return duel_invalid(why, N_("{0}: the process of the file answers nonsense."), "c",
                            h->name);
    if (kind.number == TALK_ERROR)
        return say_error(h, line.number, function.text, detail.text, why);
    duel_str name = function.text.len ? function.text : duel_str_of(h->name);
    return duel_fail(why, h->kind->words[kind.number], "cssi", h->name, name, detail.text,
                     line.number);
}

static duel_status take_answer(script_parent *h, duel_str *answer, duel_msg *why)
{
    plain_value_item kind;
    duel_str rest = duel_buf_str(&h->in);
    if (plain_value_take(&rest, &kind) && kind.kind == PLAIN_VALUE_INT &&
        kind.number == TALK_OK) {
        *answer = rest;
        return DUEL_OK;
    }
    rest = duel_buf_str(&h->in);
    return script_parent_fault(h, &rest, why);
}

static duel_status load(script_parent *h, duel_str *description, duel_msg *why)
{
    duel_buf question = duel_buf_empty();
    plain_value_put_int(&question, TALK_LOAD);
    plain_value_put_nil(&question);
    plain_value_put_bool(&question, false);
    plain_value_put_text(&question, duel_str_of(h->name));
    plain_value_put_text(&question, duel_buf_str(&h->source));
    duel_status status = process_begin(h, why);
    if (status == DUEL_OK)
        status = process_ask(h, duel_buf_str(&question), why);
    if (status == DUEL_OK)
        status = take_answer(h, description, why);
    duel_buf_fini(&question);
    return status;
}

/* ---- reading, starting, asking ---------------------------------------------------------- */

static void name_after(script_parent *h, const char *path)
{
    const char *slash = strrchr(path, '/');
    snprintf(h->name, sizeof h->name, "%s", slash ? slash + 1 : path);
}

duel_status script_parent_start(script_parent *h, const script_kind *kind, const char *path,
                                duel_str *description, duel_msg *why)
{
    *h = (script_parent){.kind = kind};
    pthread_mutex_init(&h->life, NULL);
    name_after(h, path);
    duel_buf_init(&h->source);
    duel_buf_init(&h->in);
    duel_buf_init(&h->out);
    duel_status status = duel_file_read(path, SOURCE_MOST, &h->source, why);
    if (status == DUEL_OK && kind->prepare)
        kind->prepare(&h->source);
    if (status == DUEL_OK)
        status = load(h, description, why);
    if (status != DUEL_OK)
        script_parent_stop(h);
    return status;
}

void script_parent_stop(script_parent *h)
{
    process_end(h);
    duel_buf_fini(&h->source);
    duel_buf_fini(&h->in);
    duel_buf_fini(&h->out);
    pthread_mutex_destroy(&h->life);
}

void script_parent_begin(script_parent *h, talk_what what, duel_str options)
{
    duel_buf_clear(&h->out);
    plain_value_put_int(&h->out, what);
    duel_put_str(&h->out.sink, options);
    plain_value_put_bool(&h->out, h->doubting);
}

duel_status script_parent_ask(script_parent *h, duel_str *answer, duel_msg *why)
{
    duel_str unused;
    duel_status status = DUEL_OK;
    if (h->pid == 0 && h->starts >= STARTS_MOST)
        return duel_fail(why, N_("{0}: the file has failed too often."), "c", h->name);
    if (h->pid == 0)
        status = load(h, &unused, why);
    if (status == DUEL_OK)
        status = process_ask(h, duel_buf_str(&h->out), why);
    return status == DUEL_OK ? take_answer(h, answer, why) : status;
}
