/* packaging/launcher.c -- begins the program of a bundle with the loader and the libraries that
 * lie beside it: bin/duel is this, linked statically, and lib/ has the rest.
 *
 * It finds its folder by the name under which it was started, which needs no /proc, and tells
 * it to the program (DUEL_PROGRAM), which starts itself once more for games that are files. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

/* The folder above the one in which `program` lies: "…/bin/duel" gives "…". */
static int folder_of(const char *program, char *out)
{
    if (realpath(program, out) == NULL)
        return 0;
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(out, '/');
        if (slash == NULL)
            return 0;
        *slash = '\0';
    }
    return 1;
}

int main(int argc, char *argv[])
{
    const char *own = (const char *)getauxval(AT_EXECFN);
    char folder[PATH_MAX], whole[PATH_MAX], room[5][PATH_MAX + 32];
    if (!folder_of(own, folder) || realpath(own, whole) == NULL) {
        fprintf(stderr, "duel: the folder of the bundle was not found\n");
        return 1;
    }
    snprintf(room[0], sizeof room[0], "%s/lib/loader", folder);
    snprintf(room[1], sizeof room[1], "%s/lib", folder);
    snprintf(room[2], sizeof room[2], "%s/lib/duel", folder);
    snprintf(room[3], sizeof room[3], "%s/lib/terminfo", folder);
    char **args = calloc((size_t)argc + 7, sizeof *args);
    if (args == NULL)
        return 1;
    char *first[] = {room[0], "--library-path", room[1], "--argv0", argv[0], room[2]};
    memcpy(args, first, sizeof first);
    memcpy(args + 6, argv + 1, (size_t)argc * sizeof *args); /* with the NULL behind them */
    setenv("DUEL_PROGRAM", whole, 1);
    setenv("TERMINFO_DIRS", room[3], 0);
    execv(room[0], args);
    perror(room[0]);
    return 1;
}
