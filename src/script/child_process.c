/* script/child_process.c -- the process of a Lua file: this program once more (child.h). */
#include "script/child.h"
#include "script/serving.h"

#include <string.h>
#include <unistd.h>

const char child_word[] = "--process-of-a-file";

static bool answer_question(void *self, duel_str question, duel_buf *out)
{
    return child_answer(self, question, out);
}

static _Noreturn void child_run(void)
{
    child *c = child_new();
    if (c == NULL)
        _exit(1);
    serving_run(answer_question, c);
}

/* Whatever program this is part of, a test included: started with this word, it is the process
 * of a file, and its own main never runs. */
__attribute__((constructor)) static void begin_as_child(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], child_word) == 0)
        child_run();
}
