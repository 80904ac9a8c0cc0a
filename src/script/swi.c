/* script/swi.c -- see swi.h. */
#include "script/swi.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

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

bool swi_open(swi *p, size_t stacks)
{
    void *library = dlopen("libswipl.so.9", RTLD_NOW | RTLD_GLOBAL);
    return library && find_functions(library, p) && start(p, stacks);
}
