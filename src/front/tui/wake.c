/* front/tui/wake.c -- see wake.h. */
#include "front/tui/wake.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

static int wake_pipe[2] = {-1, -1}; /* a signal handler is told nothing: it must find this */

static void write_letter(char letter)
{
    int kept = errno;
    ssize_t n = write(wake_pipe[1], &letter, 1); /* full: the loop is awake anyway */
    (void)n;
    errno = kept;
}

static void on_signal(int number)
{
    switch (number) {
    case SIGWINCH:
    case SIGCONT:
        write_letter('r');
        break;
    case SIGINT:
        write_letter('i');
        break;
    case SIGTSTP:
        write_letter('z');
        break;
    default:
        write_letter('x');
    }
}

static void catch_signal(int number)
{
    struct sigaction act = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigemptyset(&act.sa_mask);
    sigaction(number, &act, NULL);
}

static void make_quiet(int fd)
{
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
    fcntl(fd, F_SETFD, FD_CLOEXEC);
}

duel_status tui_wake_open(duel_msg *why)
{
    static const int signals[] = {SIGWINCH, SIGCONT, SIGINT, SIGHUP, SIGTERM, SIGQUIT, SIGTSTP};
    if (pipe(wake_pipe) != 0)
        return duel_fail(why, N_("The system has no pipe left."), "");
    make_quiet(wake_pipe[0]);
    make_quiet(wake_pipe[1]);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        catch_signal(signals[i]);
    signal(SIGPIPE, SIG_IGN);
    return DUEL_OK;
}

void tui_wake_close(void)
{
    close(wake_pipe[0]);
    close(wake_pipe[1]);
    wake_pipe[0] = wake_pipe[1] = -1;
}

static unsigned read_letters(void)
{
    char letter[64];
    unsigned events = 0;
    ssize_t n;
    while ((n = read(wake_pipe[0], letter, sizeof letter)) > 0)
        for (ssize_t i = 0; i < n; i++)
            events |= letter[i] == 'r'   ? TUI_RESIZED
                      : letter[i] == 'i' ? TUI_INTERRUPT
                      : letter[i] == 'w' ? TUI_WORKER
                      : letter[i] == 'z' ? TUI_SUSPEND
                                         : TUI_LOST;
    return events;
}

unsigned tui_wake_wait(double seconds)
{
    struct pollfd fd[] = {{STDIN_FILENO, POLLIN, 0}, {wake_pipe[0], POLLIN, 0}};
    int n = poll(fd, 2, seconds < 0 ? -1 : (int)(seconds * 1000 + 0.5));
    unsigned events = read_letters();
    if (n > 0 && fd[0].revents & POLLIN)
        events |= TUI_KEYS;
    else if (n > 0 && fd[0].revents & (POLLHUP | POLLERR | POLLNVAL))
        events |= TUI_LOST;
    return events;
}

/* The terminal library would do this inside its signal handler, where little is safe. */
void tui_wake_suspend(void)
{
    signal(SIGTSTP, SIG_DFL);
    raise(SIGTSTP);
    catch_signal(SIGTSTP);
}

void tui_wake_from_worker(void)
{
    write_letter('w');
}
