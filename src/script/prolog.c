/* script/prolog.c -- the process in which a file of 1995 runs: SWI-Prolog, shut in.
 *
 * Like that of a Lua file (child.h) it is this program once more, with a word of its own. The
 * library is loaded, and with it all that files may use, before the process is shut in (jail.c)
 * and reads a byte of the file. The questions are those of script/pipe_message.h; script/six.pl
 * asks the file. */
#include "base/clock.h"
#include "script/child.h"
#include "script/plain_value.h"
#include "script/sandbox.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- SWI-Prolog, a library that may be there -------------------------------------------- */

/* Its functions, found at run time: of the interface that SWI-Prolog.h declares (the manual's
 * chapter "Foreign Language Interface") only what is used here. */

typedef uintptr_t swi_term, swi_atom, swi_functor, swi_frame;
typedef uintptr_t swi_mark;

/* What PL_term_type answers, and what its functions take as flags. */
enum {
    SWI_VARIABLE = 1,
    SWI_ATOM = 2,
    SWI_INTEGER = 3,
    SWI_FLOAT = 5,
    SWI_STRING = 6,
    SWI_COMPOUND = 7,
    SWI_NIL = 8,
    SWI_LIST = 10,
    SWI_AS_TEXT = 0x1 | 0x2,    /* CVT_ATOM | CVT_STRING */
    SWI_UTF8 = 0x100000,        /* REP_UTF8 */
    SWI_QUIET = 0x0004 | 0x0008 /* PL_Q_NODEBUG | PL_Q_CATCH_EXCEPTION */
};

/* result, name here, name there, parameters */
#define SWI_FUNCTIONS(X)                                                                       \
    X(int, initialise, PL_initialise, (int, char **))                                          \
    X(swi_frame, open_frame, PL_open_foreign_frame, (void))                                    \
    X(void, discard_frame, PL_discard_foreign_frame, (swi_frame))                              \
    X(void, mark_texts, PL_mark_string_buffers, (swi_mark *))                                  \
    X(void, drop_texts, PL_release_string_buffers_from_mark, (swi_mark))                       \
    X(void *, predicate, PL_predicate, (const char *, int, const char *))                      \
    X(int, call, PL_call_predicate, (void *, int, void *, swi_term))                           \
    X(swi_term, terms, PL_new_term_refs, (int))                                                \
    X(int, type, PL_term_type, (swi_term))                                                     \
    X(swi_atom, atom, PL_new_atom_mbchars, (int, size_t, const char *))                        \
    X(void, release, PL_unregister_atom, (swi_atom))                                           \
    X(swi_functor, functor, PL_new_functor_sz, (swi_atom, size_t))                             \
    X(int, put_chars, PL_put_chars, (swi_term, int, size_t, const char *))                     \
    X(int, put_int, PL_put_int64, (swi_term, int64_t))                                         \
    X(int, put_float, PL_put_float, (swi_term, double))                                        \
    X(int, put_nil, PL_put_nil, (swi_term))                                                    \
    X(int, put_term, PL_put_term, (swi_term, swi_term))                                        \
    X(int, put_variable, PL_put_variable, (swi_term))                                          \
    X(int, cons_list, PL_cons_list, (swi_term, swi_term, swi_term))                            \
    X(int, cons, PL_cons_functor_v, (swi_term, swi_functor, swi_term))                         \
    X(int, get_int, PL_get_int64, (swi_term, int64_t *))                                       \
    X(int, get_float, PL_get_float, (swi_term, double *))                                      \
    X(int, get_text, PL_get_nchars, (swi_term, size_t *, char **, unsigned))                   \
    X(int, get_list, PL_get_list, (swi_term, swi_term, swi_term))                              \
    X(int, get_nil, PL_get_nil, (swi_term))                                                    \
    X(int, get_name, PL_get_compound_name_arity_sz, (swi_term, swi_atom *, size_t *))          \
    X(int, get_arg, PL_get_arg_sz, (size_t, swi_term, swi_term))                               \
    X(int, atom_text, PL_atom_mbchars, (swi_atom, size_t *, char **, unsigned))

typedef struct swi {
#define SWI_MEMBER(result, here, there, parameters) result(*here) parameters;
    SWI_FUNCTIONS(SWI_MEMBER)
#undef SWI_MEMBER
} swi;

/* A function's address, as the type it has; POSIX lets dlsym give it as a data pointer. */
static bool find_function(void *library, const char *name, void *to)
{
    void *found = dlsym(library, name);
    memcpy(to, &found, sizeof found);
    return found != NULL;
}

static bool find_functions(void *library, swi *p)
{
#define SWI_FIND(result, here, there, parameters) &&find_function(library, #there, &p->here)
    return true SWI_FUNCTIONS(SWI_FIND);
#undef SWI_FIND
}

/* One thread, no signals of its own, no file of the user's, nothing said. The library goes on
 * reading its arguments. */
static bool start(const swi *p, size_t stacks)
{
    enum { WORDS = 12, WORD = 40 };
    static char word[WORDS][WORD] = {"swipl",      "-q",         "-f",          "none",
                                     "-F",         "none",       "--no-tty",    "--no-signals",
                                     "--no-packs", "--no-debug", "--no-threads"};
    static char *arguments[WORDS + 1];
    snprintf(word[WORDS - 1], WORD, "--stack-limit=%zub", stacks);
    for (int i = 0; i < WORDS; i++)
        arguments[i] = word[i];
    return p->initialise(WORDS, arguments) != 0;
}

/* Loads the library and starts it, with so many bytes for its stacks. False: it is not
 * installed, or another than those that are known. */
static bool swi_open(swi *p, size_t stacks)
{
    void *library = dlopen("libswipl.so.9", RTLD_NOW | RTLD_GLOBAL);
    return library && find_functions(library, p) && start(p, stacks);
}

/* ---- its terms as flat bytes ------------------------------------------------------------ */

/*     7  1.5  nom  [a,b]  f(a,b)    a number, a decimal, a text, a list, a map [f=[a,b]]
 *     "abc"  2.0                    maps that no other term has: [s=abc], [f=2] */

static const char text_mark[] = "s", decimal_mark[] = "f";

/* ---- terms to bytes --------------------------------------------------------------------- */

typedef struct term_writer {
    const swi *p;
    duel_buf *out;
    size_t limit; /* out->len may not go beyond */
    int depth;
} term_writer;

static talk_answer write_term(term_writer *w, swi_term t);

static talk_answer write_integer(const term_writer *w, swi_term t)
{
    int64_t n;
    if (!w->p->get_int(t, &n))
        return TALK_NO_VALUE;
    plain_value_put_int(w->out, n);
    return TALK_OK;
}

static void put_mark(duel_buf *out, const char *mark)
{
    plain_value_put_map(out, 1);
    plain_value_put_text(out, duel_str_of(mark));
}

/* A decimal that is whole would be taken for a whole number. */
static talk_answer write_float(const term_writer *w, swi_term t)
{
    double d;
    if (!w->p->get_float(t, &d) || !isfinite(d))
        return TALK_NO_VALUE;
    if (d == floor(d))
        put_mark(w->out, decimal_mark);
    plain_value_put_float(w->out, d);
    return TALK_OK;
}

static talk_answer write_text(const term_writer *w, swi_term t)
{
    size_t len;
    char *at;
    if (!w->p->get_text(t, &len, &at, SWI_AS_TEXT | SWI_UTF8))
        return TALK_NO_VALUE;
    if (len > w->limit)
        return TALK_LARGE;
    plain_value_put_text(w->out, (duel_str){at, len});
    return TALK_OK;
}

/* Its length; 0: it has no end, or another than []. */
static uint32_t list_length(const term_writer *w, swi_term list)
{
    swi_term rest = w->p->terms(2);
    uint32_t count = 0;
    if (!w->p->get_list(list, rest + 1, rest))
        return 0;
    for (count = 1; count <= w->limit && w->p->get_list(rest, rest + 1, rest); count++)
        continue;
    return w->p->get_nil(rest) ? count : 0;
}

static talk_answer write_list(term_writer *w, swi_term list, uint32_t count)
{
    swi_term rest = w->p->terms(2), head = rest + 1;
    talk_answer said = w->p->get_list(list, head, rest) ? TALK_OK : TALK_NO_VALUE;
    plain_value_put_list(w->out, count);
    for (uint32_t i = 0; i < count && said == TALK_OK; i++) {
        said = write_term(w, head);
        if (i + 1 < count && !w->p->get_list(rest, head, rest))
            said = TALK_NO_VALUE;
    }
    return said;
}

static talk_answer write_compound(term_writer *w, swi_term t)
{
    swi_atom name;
    size_t arity, len;
    char *at;
    if (!w->p->get_name(t, &name, &arity) || !w->p->atom_text(name, &len, &at, SWI_UTF8))
        return TALK_NO_VALUE;
    plain_value_put_map(w->out, 1);
    plain_value_put_text(w->out, (duel_str){at, len});
    plain_value_put_list(w->out, (uint32_t)arity);
    swi_term argument = w->p->terms(1);
    talk_answer said = TALK_OK;
    for (size_t i = 1; i <= arity && said == TALK_OK; i++)
        said = w->p->get_arg(i, t, argument) ? write_term(w, argument) : TALK_NO_VALUE;
    return said;
}

static talk_answer write_kind(term_writer *w, swi_term t)
{
    uint32_t count;
    switch (w->p->type(t)) {
    case SWI_INTEGER:
        return write_integer(w, t);
    case SWI_FLOAT:
        return write_float(w, t);
    case SWI_ATOM:
        return write_text(w, t);
    case SWI_STRING:
        put_mark(w->out, text_mark);
        return write_text(w, t);
    case SWI_NIL:
        plain_value_put_list(w->out, 0);
        return TALK_OK;
    case SWI_LIST:
        count = list_length(w, t);
        return count ? write_list(w, t, count) : write_compound(w, t);
    case SWI_COMPOUND:
        return write_compound(w, t);
    default:
        return TALK_NO_VALUE;
    }
}

static talk_answer write_term(term_writer *w, swi_term t)
{
    if (w->depth >= PLAIN_VALUE_DEPTH / 2 ||
        w->out->len > w->limit) /* a compound is two tables */
        return TALK_LARGE;
    w->depth++;
    talk_answer said = write_kind(w, t);
    w->depth--;
    return said == TALK_OK && w->out->len > w->limit ? TALK_LARGE : said;
}

/* Appends the bytes of a term, at most `most` of them. What is said otherwise says why not. */
static talk_answer swiflat_write(const swi *p, swi_term t, size_t most, duel_buf *out)
{
    term_writer w = {p, out, out->len + most, 0};
    return write_term(&w, t);
}

/* ---- bytes to terms --------------------------------------------------------------------- */

/* Makes *t the first value of *rest; false if the bytes are not one that a term has. */
static bool swiflat_put(const swi *p, duel_str *rest, swi_term t);

static bool put_atom(const swi *p, duel_str text, swi_term t)
{
    return p->put_chars(t, SWI_ATOM | SWI_UTF8, text.len, text.at) != 0;
}

static bool put_items(const swi *p, duel_str *rest, uint32_t count, swi_term first)
{
    for (uint32_t i = 0; i < count; i++)
        if (!swiflat_put(p, rest, first + i))
            return false;
    return true;
}

static bool put_list(const swi *p, duel_str *rest, uint32_t count, swi_term t)
{
    swi_term items = p->terms((int)count + 1), list = items + count;
    if (!put_items(p, rest, count, items) || !p->put_nil(list))
        return false;
    while (count-- > 0)
        if (!p->cons_list(list, items + count, list))
            return false;
    return p->put_term(t, list) != 0;
}

static bool put_compound(const swi *p, duel_str *rest, duel_str name, uint32_t arity,
                         swi_term t)
{
    swi_term arguments = p->terms((int)arity + 1);
    if (!put_items(p, rest, arity, arguments))
        return false;
    swi_atom atom = p->atom(SWI_UTF8, name.len, name.at);
    bool made = p->cons(t, p->functor(atom, arity), arguments) != 0;
    p->release(atom);
    return made;
}

/* The value of a map of one name: arguments of a compound, a text, a decimal that is whole. */
static bool put_map(const swi *p, duel_str *rest, swi_term t)
{
    plain_value_item name, value;
    if (!plain_value_take(rest, &name) || name.kind != PLAIN_VALUE_TEXT ||
        !plain_value_take(rest, &value))
        return false;
    if (value.kind == PLAIN_VALUE_LIST)
        return put_compound(p, rest, name.text, value.count, t);
    if (value.kind == PLAIN_VALUE_TEXT && duel_str_is(name.text, text_mark))
        return p->put_chars(t, SWI_STRING | SWI_UTF8, value.text.len, value.text.at) != 0;
    double d = value.kind == PLAIN_VALUE_INT ? (double)value.number : value.decimal;
    return duel_str_is(name.text, decimal_mark) && p->put_float(t, d) != 0;
}

static bool swiflat_put(const swi *p, duel_str *rest, swi_term t)
{
    plain_value_item item;
    if (!plain_value_take(rest, &item))
        return false;
    switch (item.kind) {
    case PLAIN_VALUE_INT:
        return p->put_int(t, item.number) != 0;
    case PLAIN_VALUE_FLOAT:
        return p->put_float(t, item.decimal) != 0;
    case PLAIN_VALUE_TEXT:
        return put_atom(p, item.text, t);
    case PLAIN_VALUE_LIST:
        return put_list(p, rest, item.count, t);
    case PLAIN_VALUE_MAP:
        return item.count == 1 && put_map(p, rest, t);
    case PLAIN_VALUE_NIL:
    case PLAIN_VALUE_BOOL:
    default:
        return false;
    }
}

/* ---- the file --------------------------------------------------------------------------- */

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

/* ---- faults ----------------------------------------------------------------------------- */

static void put_fault(duel_buf *out, talk_answer kind, int64_t line, duel_str who,
                      duel_str detail)
{
    plain_value_put_int(out, kind);
    plain_value_put_int(out, line);
    plain_value_put_text(out, who);
    plain_value_put_text(out, detail);
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
    plain_value_put_int(out, kind_named(text_of(c, part)));
    c->p.get_arg(2, fault, part);
    c->p.get_int(part, &line);
    plain_value_put_int(out, line);
    for (size_t i = 3; i <= 4; i++) {
        c->p.get_arg(i, fault, part);
        plain_value_put_text(out, text_of(c, part));
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

/* ---- asking ----------------------------------------------------------------------------- */

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

/* ---- positions -------------------------------------------------------------------------- */

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
static void put_child(const prolog_child *c, swi_term made, duel_buf *out)
{
    size_t begin = out->len;
    if (is_called(c, made, "fault")) {
        copy_fault(c, made, out);
        return;
    }
    plain_value_put_int(out, TALK_OK);
    put_part(c, made, 1, "modifie", begin, out);
}

/* position(Seat, Scores, Moves, Children) */
static void put_position(const prolog_child *c, swi_term position, duel_buf *out)
{
    size_t begin = out->len;
    swi_term rest = c->p.terms(2), made = rest + 1;
    plain_value_put_int(out, TALK_OK);
    for (size_t i = 1; i <= 3; i++)
        if (!put_part(c, position, i, "possibilites", begin, out))
            return;
    c->p.get_arg(4, position, rest);
    while (c->p.get_list(rest, made, rest))
        put_child(c, made, out);
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

/* A file that remembers something between questions answers otherwise when asked again. */
static bool is_confirmed(prolog_child *c, int64_t seat, duel_str state, duel_str answer)
{
    bool by_turn = child_asks_twice(&c->answers);
    if (!by_turn && !c->doubting)
        return true;
    duel_buf again = duel_buf_empty();
    ask_position(c, seat, state, &again);
    bool same = again.len == answer.len && memcmp(again.text, answer.at, answer.len) == 0;
    duel_buf_fini(&again);
    return same;
}

static bool answer_position(prolog_child *c, duel_str *question, duel_buf *out)
{
    plain_value_item seat;
    duel_str state;
    size_t begin = out->len;
    if (!plain_value_take(question, &seat) || !plain_value_cut(question, &state) ||
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
    plain_value_item seats, children;
    double begun = duel_clock();
    duel_buf answers = duel_buf_empty();
    int64_t answered = 0;
    bool right = plain_value_take(&question, &seats) && plain_value_take(&question, &children);
    while (right && question.len && !child_loop_enough(begun, answers.len)) {
        right = answer_position(c, &question, &answers);
        answered++;
    }
    plain_value_put_int(out, TALK_OK);
    plain_value_put_int(out, answered);
    duel_put_str(&out->sink, duel_buf_str(&answers));
    duel_buf_fini(&answers);
    return right;
}

/* ---- calls ------------------------------------------------------------------------------ */

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
        if (i < s->first ? !plain_value_cut(&question, &unused)
                         : !swiflat_put(&c->p, &question, arguments + (swi_term)(i - s->first)))
            return false;
    }
    return true;
}

/* some(Value) or none; a second result is never given, nor bounds. */
static void put_results(const prolog_child *c, const char *name, swi_term answer, duel_buf *out)
{
    size_t begin = out->len;
    plain_value_put_int(out, TALK_OK);
    if (!is_called(c, answer, "some"))
        plain_value_put_nil(out);
    else if (!put_part(c, answer, 1, name, begin, out))
        return;
    plain_value_put_nil(out);
    plain_value_put_nil(out);
}

static bool is_none(const prolog_child *c, swi_term answer)
{
    return answer && c->p.type(answer) == SWI_ATOM;
}

static bool answer_call(prolog_child *c, duel_str question, duel_buf *out)
{
    plain_value_item function, arguments;
    duel_str chance;
    if (!plain_value_take(&question, &function) || !plain_value_cut(&question, &chance) ||
        !plain_value_take(&question, &arguments) || function.number < 0 ||
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

/* ---- reading the file ------------------------------------------------------------------- */

static void put_texts(duel_buf *out, const char *name, const char *english, const char *french)
{
    plain_value_put_text(out, duel_str_of(name));
    plain_value_put_map(out, 2);
    plain_value_put_text(out, duel_str_of("en"));
    plain_value_put_text(out, duel_str_of(english));
    plain_value_put_text(out, duel_str_of("fr"));
    plain_value_put_text(out, duel_str_of(french));
}

static void put_number_option(const prolog_child *c, swi_term option, duel_buf *out)
{
    static const char *const names[] = {"min", "max", "default"};
    swi_term part = c->p.terms(1);
    for (size_t i = 0; i < 3; i++) {
        int64_t n = 0;
        c->p.get_arg(i + 1, option, part);
        c->p.get_int(part, &n);
        plain_value_put_text(out, duel_str_of(names[i]));
        plain_value_put_int(out, n);
    }
}

/* The first situation that the file names is the usual one. */
static void put_choice_option(const prolog_child *c, swi_term option, duel_buf *out)
{
    swi_term list = c->p.terms(2), head = list + 1;
    c->p.get_arg(1, option, list);
    plain_value_put_text(out, duel_str_of("choices"));
    swiflat_write(&c->p, list, ANSWER_MOST, out);
    plain_value_put_text(out, duel_str_of("default"));
    plain_value_put_text(out, c->p.get_list(list, head, list) ? text_of(c, head)
                                                              : (duel_str){"", 0});
}

/* none, number(Least, Most, Usual) or choices(Texts) */
static bool put_option(const prolog_child *c, swi_term option, duel_buf *out)
{
    bool number = is_called(c, option, "number");
    if (!number && !is_called(c, option, "choices"))
        return false;
    plain_value_put_text(out, duel_str_of("options"));
    plain_value_put_list(out, 1);
    plain_value_put_map(out, number ? 5 : 4);
    plain_value_put_text(out, duel_str_of("name"));
    plain_value_put_text(out, duel_str_of("situation"));
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
    duel_buf map = duel_buf_empty();
    swi_term part = c->p.terms(1);
    uint32_t count = 4;
    int64_t loops = 0;
    plain_value_put_text(&map, duel_str_of("rules"));
    c->p.get_arg(1, described, part);
    swiflat_write(&c->p, part, ANSWER_MOST, &map);
    c->p.get_arg(2, described, part);
    count += put_option(c, part, &map);
    c->p.get_arg(3, described, part);
    c->p.get_int(part, &loops);
    plain_value_put_text(&map, duel_str_of("loopy"));
    plain_value_put_bool(&map, loops != 0);
    plain_value_put_text(&map, duel_str_of("impartial")); /* no predicate is told who moves */
    plain_value_put_bool(&map, true);
    plain_value_put_text(&map, duel_str_of("has"));
    plain_value_put_list(&map, FN_COUNT);
    for (int f = 0; f < FN_COUNT; f++)
        plain_value_put_bool(&map, served[f].name != NULL);
    plain_value_put_int(out, TALK_OK);
    plain_value_put_map(out, count);
    duel_put_str(&out->sink, duel_buf_str(&map));
    duel_buf_fini(&map);
}

static bool answer_load(prolog_child *c, duel_str question, duel_buf *out)
{
    plain_value_item name, source;
    if (!plain_value_take(&question, &name) || !plain_value_take(&question, &source))
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

/* ---- the process ------------------------------------------------------------------------ */

static bool answer_question(void *self, duel_str question, duel_buf *out)
{
    prolog_child *c = self;
    plain_value_item what, doubting;
    duel_str options;
    if (!plain_value_take(&question, &what) || !plain_value_cut(&question, &options) ||
        !plain_value_take(&question, &doubting))
        return false;
    c->doubting = doubting.number != 0;
    if (!plain_value_find(options, "situation", &c->situation))
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
    child_loop_run(answer_question, c);
}

/* Like begin_as_child of process.c, for files of 1995. */
__attribute__((constructor)) static void begin_as_prolog(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], prolog_word) == 0)
        prolog_run();
}
