/* script/prolog.c -- see prolog.h. */
#include "script/prolog.h"
#include "script/flat.h"
#include "script/sandbox.h"
#include "script/serving.h"
#include "script/six.h"
#include "script/swiflat.h"

#include <execinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char prolog_word[] = "--process-of-a-prolog-file";

enum { ANSWER_MOST = 1 << 20 }; /* bytes of a value; of a state, the house sees to that */

typedef struct prolog_child {
    swi p;
    void *ask;          /* six:six/2 */
    duel_str situation; /* from which the game begins: a value; empty: whatever it likes */
    bool loaded, doubting;
    int answers; /* so far */
} prolog_child;

/* What a question leaves behind. Terms go with their frame; texts that were read from terms do
 * not, and there is room for 65,535 of them before SWI-Prolog ends the process. */
typedef struct asking {
    swi_frame frame;
    swi_mark texts;
} asking;

static asking begin_asking(const prolog_child *c)
{
    asking a;
    c->p.mark_texts(&a.texts);
    a.frame = c->p.open_frame();
    return a;
}

static void end_asking(const prolog_child *c, asking a)
{
    c->p.discard_frame(a.frame);
    c->p.drop_texts(a.texts);
}

/* ---- faults -------------------------------------------------------------------------------
 */

static void put_fault(duel_buf *out, talk_answer kind, int64_t line, duel_str who,
                      duel_str detail)
{
    flat_put_int(out, kind);
    flat_put_int(out, line);
    flat_put_text(out, who);
    flat_put_text(out, detail);
}

static duel_str text_of(const prolog_child *c, swi_term t)
{
    size_t len;
    char *at;
    return c->p.get_text(t, &len, &at, SWI_AS_TEXT | SWI_UTF8) ? (duel_str){at, len}
                                                               : (duel_str){"", 0};
}

static talk_answer kind_named(duel_str name)
{
    static const struct {
        const char *name;
        talk_answer kind;
    } kinds[] = {{"memory", TALK_MEMORY},       {"no_value", TALK_NO_VALUE},
                 {"missing", TALK_MISSING},     {"no_list", TALK_NO_LIST},
                 {"scores", TALK_SCORES},       {"many", TALK_MANY},
                 {"fails", TALK_FAILS},         {"outside", TALK_OUTSIDE},
                 {"situation", TALK_SITUATION}, {"error", TALK_ERROR}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (duel_str_is(name, kinds[i].name))
            return kinds[i].kind;
    return TALK_ERROR;
}

/* fault(Kind, Line, Who, Detail) */
static void copy_fault(const prolog_child *c, swi_term fault, duel_buf *out)
{
    swi_term part = c->p.terms(1);
    int64_t line = 0;
    c->p.get_arg(1, fault, part);
    flat_put_int(out, kind_named(text_of(c, part)));
    c->p.get_arg(2, fault, part);
    c->p.get_int(part, &line);
    flat_put_int(out, line);
    for (size_t i = 3; i <= 4; i++) {
        c->p.get_arg(i, fault, part);
        flat_put_text(out, text_of(c, part));
    }
}

static bool is_called(const prolog_child *c, swi_term t, const char *name)
{
    swi_atom atom;
    size_t arity, len;
    char *at;
    return c->p.get_name(t, &atom, &arity) && c->p.atom_text(atom, &len, &at, SWI_UTF8) &&
           duel_str_is((duel_str){at, len}, name);
}

/* ---- asking -------------------------------------------------------------------------------
 */

/* A question with arguments that stand in a row of terms; the answer is the term given. */
static swi_term ask_six(const prolog_child *c, const char *name, swi_term arguments, int count)
{
    swi_term both = c->p.terms(2);
    swi_atom atom = c->p.atom(SWI_UTF8, strlen(name), name);
    bool asked = c->p.cons(both, c->p.functor(atom, (size_t)count), arguments) &&
                 c->p.call(NULL, SWI_QUIET, c->ask, both);
    c->p.release(atom);
    return asked ? both + 1 : 0;
}

/* What came of a question: its own form, or a fault, which is written to *out. */
static bool has_form(const prolog_child *c, swi_term answer, const char *form, duel_buf *out)
{
    static const duel_str none = {"", 0};
    if (answer && is_called(c, answer, form))
        return true;
    if (answer && is_called(c, answer, "fault"))
        copy_fault(c, answer, out);
    else
        put_fault(out, TALK_MEMORY, 0, none, none);
    return false;
}

/* ---- positions ----------------------------------------------------------------------------
 */

/* An argument of an answer that began at `begin`; where it has no bytes, the answer is a fault
 * and nothing else. */
static bool put_part(const prolog_child *c, swi_term of, size_t i, const char *who,
                     size_t begin, duel_buf *out)
{
    swi_term part = c->p.terms(1);
    c->p.get_arg(i, of, part);
    talk_answer said = swiflat_write(&c->p, part, ANSWER_MOST, out);
    if (said == TALK_OK)
        return true;
    out->len = begin;
    put_fault(out, said, 0, duel_str_of(who), (duel_str){"", 0});
    return false;
}

/* some(State), or what went wrong, kept until somebody plays that move. */
static void put_child(const prolog_child *c, swi_term child, duel_buf *out)
{
    size_t begin = out->len;
    if (is_called(c, child, "fault")) {
        copy_fault(c, child, out);
        return;
    }
    flat_put_int(out, TALK_OK);
    put_part(c, child, 1, "modifie", begin, out);
}

/* position(Seat, Scores, Moves, Children) */
static void put_position(const prolog_child *c, swi_term position, duel_buf *out)
{
    size_t begin = out->len;
    swi_term rest = c->p.terms(2), child = rest + 1;
    flat_put_int(out, TALK_OK);
    for (size_t i = 1; i <= 3; i++)
        if (!put_part(c, position, i, "possibilites", begin, out))
            return;
    c->p.get_arg(4, position, rest);
    while (c->p.get_list(rest, child, rest))
        put_child(c, child, out);
}

static bool ask_position(const prolog_child *c, int64_t seat, duel_str state, duel_buf *out)
{
    asking asked = begin_asking(c);
    swi_term arguments = c->p.terms(2);
    c->p.put_int(arguments, seat);
    bool right = swiflat_put(&c->p, &state, arguments + 1);
    swi_term answer = right ? ask_six(c, "position", arguments, 2) : 0;
    if (right && has_form(c, answer, "position", out))
        put_position(c, answer, out);
    end_asking(c, asked);
    return right;
}

/* A file that remembers something between questions answers otherwise when it is asked again.
 */
static bool is_confirmed(prolog_child *c, int64_t seat, duel_str state, duel_str answer)
{
    bool by_turn = serving_doubts(&c->answers);
    if (!by_turn && !c->doubting)
        return true;
    duel_buf again;
    duel_buf_init(&again);
    ask_position(c, seat, state, &again);
    bool same = again.len == answer.len && memcmp(again.text, answer.at, answer.len) == 0;
    duel_buf_fini(&again);
    return same;
}

static bool answer_position(prolog_child *c, duel_str *question, duel_buf *out)
{
    flat_item seat;
    duel_str state;
    size_t begin = out->len;
    if (!flat_take(question, &seat) || !flat_cut(question, &state) ||
        !ask_position(c, seat.number, state, out))
        return false;
    duel_str answer = {out->text + begin, out->len - begin};
    if (!is_confirmed(c, seat.number, state, answer)) {
        out->len = begin;
        put_fault(out, TALK_FICKLE, 0, duel_str_of("possibilites"), (duel_str){"", 0});
    }
    return true;
}

static bool answer_positions(prolog_child *c, duel_str question, duel_buf *out)
{
    flat_item seats, children;
    serving_begun begun = serving_begin();
    duel_buf answers;
    int64_t answered = 0;
    bool right = flat_take(&question, &seats) && flat_take(&question, &children);
    duel_buf_init(&answers);
    while (right && question.len && !serving_enough(&begun, answers.len)) {
        right = answer_position(c, &question, &answers);
        answered++;
    }
    flat_put_int(out, TALK_OK);
    flat_put_int(out, answered);
    duel_put_str(&out->sink, duel_buf_str(&answers));
    duel_buf_fini(&answers);
    return right;
}

/* ---- calls --------------------------------------------------------------------------------
 */

/* How six.pl calls a function, and which of its arguments it takes. */
static const struct served {
    const char *name;
    int first, count;
} served[FN_COUNT] = {[FN_init] = {"init", 0, 1},
                      [FN_over] = {"position", 0, 0}, /* these three as positions only */
                      [FN_moves] = {"position", 0, 0},
                      [FN_play] = {"position", 0, 0},
                      [FN_draw] = {"draw", 0, 1},
                      [FN_print] = {"print", 0, 1},
                      [FN_parse] = {"parse", 0, 1},
                      [FN_print_move] = {"print", 1, 1},
                      [FN_parse_move] = {"parse_move", 0, 2},
                      [FN_claim] = {"claim", 0, 1}};

/* The situation as the option has it: a number, or the text of a term. */
static void put_situation(const prolog_child *c, swi_term t)
{
    duel_str rest = c->situation;
    if (rest.len == 0 || !swiflat_put(&c->p, &rest, t))
        c->p.put_variable(t);
}

static bool put_arguments(const prolog_child *c, const struct served *s, duel_str question,
                          uint32_t count, swi_term arguments)
{
    duel_str unused;
    for (int i = 0; i < s->first + s->count; i++) {
        if ((uint32_t)i >= count)
            return false;
        if (i < s->first ? !flat_cut(&question, &unused)
                         : !swiflat_put(&c->p, &question, arguments + (swi_term)(i - s->first)))
            return false;
    }
    return true;
}

/* some(Value) or none; a second result is never given, nor bounds. */
static void put_results(const prolog_child *c, const char *name, swi_term answer, duel_buf *out)
{
    size_t begin = out->len;
    flat_put_int(out, TALK_OK);
    if (!is_called(c, answer, "some"))
        flat_put_nil(out);
    else if (!put_part(c, answer, 1, name, begin, out))
        return;
    flat_put_nil(out);
    flat_put_nil(out);
}

static bool is_none(const prolog_child *c, swi_term answer)
{
    return answer && c->p.type(answer) == SWI_ATOM;
}

static bool answer_call(prolog_child *c, duel_str question, duel_buf *out)
{
    flat_item function, arguments;
    duel_str chance;
    if (!flat_take(&question, &function) || !flat_cut(&question, &chance) ||
        !flat_take(&question, &arguments) || function.number < 0 ||
        function.number >= FN_COUNT || served[function.number].count == 0)
        return false;
    const struct served *s = &served[function.number];
    asking asked = begin_asking(c);
    swi_term row = c->p.terms(2);
    bool right = true;
    if (function.number == FN_init)
        put_situation(c, row);
    else
        right = put_arguments(c, s, question, arguments.count, row);
    swi_term answer = right ? ask_six(c, s->name, row, s->count) : 0;
    if (right && (is_none(c, answer) || has_form(c, answer, "some", out)))
        put_results(c, s->name, answer, out);
    end_asking(c, asked);
    return right;
}

/* ---- reading the file ---------------------------------------------------------------------
 */

static void put_texts(duel_buf *out, const char *name, const char *english, const char *french)
{
    flat_put_text(out, duel_str_of(name));
    flat_put_map(out, 2);
    flat_put_text(out, duel_str_of("en"));
    flat_put_text(out, duel_str_of(english));
    flat_put_text(out, duel_str_of("fr"));
    flat_put_text(out, duel_str_of(french));
}

static void put_number_option(const prolog_child *c, swi_term option, duel_buf *out)
{
    static const char *const names[] = {"min", "max", "default"};
    swi_term part = c->p.terms(1);
    for (size_t i = 0; i < 3; i++) {
        int64_t n = 0;
        c->p.get_arg(i + 1, option, part);
        c->p.get_int(part, &n);
        flat_put_text(out, duel_str_of(names[i]));
        flat_put_int(out, n);
    }
}

/* The first situation that the file names is the usual one. */
static void put_choice_option(const prolog_child *c, swi_term option, duel_buf *out)
{
    swi_term list = c->p.terms(2), head = list + 1;
    c->p.get_arg(1, option, list);
    flat_put_text(out, duel_str_of("choices"));
    swiflat_write(&c->p, list, ANSWER_MOST, out);
    flat_put_text(out, duel_str_of("default"));
    flat_put_text(out, c->p.get_list(list, head, list) ? text_of(c, head) : (duel_str){"", 0});
}

/* none, number(Least, Most, Usual) or choices(Texts) */
static bool put_option(const prolog_child *c, swi_term option, duel_buf *out)
{
    bool number = is_called(c, option, "number");
    if (!number && !is_called(c, option, "choices"))
        return false;
    flat_put_text(out, duel_str_of("options"));
    flat_put_list(out, 1);
    flat_put_map(out, number ? 5 : 4);
    flat_put_text(out, duel_str_of("name"));
    flat_put_text(out, duel_str_of("situation"));
    put_texts(out, "help", "the situation from which init begins",
              "la situation dont part init");
    if (number)
        put_number_option(c, option, out);
    else
        put_choice_option(c, option, out);
    return true;
}

/* described(Rules, Option, Loops): the names under which a Lua file would say it. */
static void put_description(const prolog_child *c, swi_term described, duel_buf *out)
{
    duel_buf map;
    swi_term part = c->p.terms(1);
    uint32_t count = 4;
    int64_t loops = 0;
    duel_buf_init(&map);
    flat_put_text(&map, duel_str_of("rules"));
    c->p.get_arg(1, described, part);
    swiflat_write(&c->p, part, ANSWER_MOST, &map);
    c->p.get_arg(2, described, part);
    count += put_option(c, part, &map);
    c->p.get_arg(3, described, part);
    c->p.get_int(part, &loops);
    flat_put_text(&map, duel_str_of("loopy"));
    flat_put_bool(&map, loops != 0);
    flat_put_text(&map, duel_str_of("impartial")); /* no predicate is told who moves */
    flat_put_bool(&map, true);
    flat_put_text(&map, duel_str_of("has"));
    flat_put_list(&map, FN_COUNT);
    for (int f = 0; f < FN_COUNT; f++)
        flat_put_bool(&map, served[f].name != NULL);
    flat_put_int(out, TALK_OK);
    flat_put_map(out, count);
    duel_put_str(&out->sink, duel_buf_str(&map));
    duel_buf_fini(&map);
}

static bool answer_load(prolog_child *c, duel_str question, duel_buf *out)
{
    flat_item name, source;
    if (!flat_take(&question, &name) || !flat_take(&question, &source))
        return false;
    asking asked = begin_asking(c);
    swi_term text = c->p.terms(1);
    c->loaded = true;
    c->p.put_chars(text, SWI_STRING | SWI_UTF8, source.text.len, source.text.at);
    swi_term answer = ask_six(c, "load", text, 1);
    if (has_form(c, answer, "described", out))
        put_description(c, answer, out);
    end_asking(c, asked);
    return true;
}

/* ---- the process --------------------------------------------------------------------------
 */

static bool answer_question(void *self, duel_str question, duel_buf *out)
{
    prolog_child *c = self;
    flat_item what, doubting;
    duel_str options;
    if (!flat_take(&question, &what) || !flat_cut(&question, &options) ||
        !flat_take(&question, &doubting))
        return false;
    c->doubting = doubting.number != 0;
    if (!flat_find(options, "situation", &c->situation))
        c->situation = (duel_str){"", 0};
    if (what.number == TALK_LOAD)
        return !c->loaded && answer_load(c, question, out);
    if (what.number == TALK_EXPAND)
        return c->loaded && answer_positions(c, question, out);
    return c->loaded && what.number == TALK_CALL && answer_call(c, question, out);
}

/* open_string(Text, In), load_files(six, [stream(In)]): six.pl from memory, and with it the
 * libraries. */
static bool read_six(const swi *p)
{
    swi_term opened = p->terms(2), loaded = p->terms(2), option = p->terms(1);
    swi_atom stream = p->atom(SWI_UTF8, strlen("stream"), "stream");
    return p->put_chars(opened, SWI_STRING | SWI_UTF8, strlen(six_source), six_source) &&
           p->call(NULL, SWI_QUIET, p->predicate("open_string", 2, "system"), opened) &&
           p->cons(option, p->functor(stream, 1), opened + 1) && p->put_nil(loaded + 1) &&
           p->cons_list(loaded + 1, option, loaded + 1) &&
           p->put_chars(loaded, SWI_ATOM, strlen("six"), "six") &&
           p->call(NULL, SWI_QUIET, p->predicate("load_files", 2, "user"), loaded) &&
           p->call(NULL, SWI_QUIET, p->predicate("prepare", 0, "six"), p->terms(1));
}

/* SWI-Prolog looks at the C stack when memory is short, and the C library prepares for that by
 * calls which are not to be had later. */
static void prepare_backtrace(void)
{
    void *frame[1];
    backtrace(frame, 1);
}

static _Noreturn void prolog_run(void)
{
    prolog_child *c = calloc(1, sizeof *c);
    if (c == NULL || !swi_open(&c->p, SANDBOX_MEMORY))
        _exit(PROLOG_MISSING);
    if (!read_six(&c->p))
        _exit(1);
    c->ask = c->p.predicate("six", 2, "six");
    prepare_backtrace();
    serving_run(answer_question, c);
}

/* Like begin_as_child of child.c, for files of 1995. */
__attribute__((constructor)) static void begin_as_prolog(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], prolog_word) == 0)
        prolog_run();
}
