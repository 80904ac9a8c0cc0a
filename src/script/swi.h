/* script/swi.h -- SWI-Prolog as a library that may be there: its functions, found at run time.
 *
 * Of the interface that SWI-Prolog.h declares (the manual's chapter "Foreign Language
 * Interface") only what is used here. Lives in the child process only. */
#ifndef DUEL_SCRIPT_SWI_H
#define DUEL_SCRIPT_SWI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* Loads the library and starts it, with so many bytes for its stacks. False: it is not
 * installed, or another than those that are known. */
bool swi_open(swi *p, size_t stacks);

#endif
