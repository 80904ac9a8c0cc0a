/* front/tui/screen.c -- the terminal itself, and what wakes the loop in front of it: see
 * screen.h.
 *
 * The only file that knows ncurses, signals and the pipe that they and threads write to. */
#include "front/tui/screen.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* ---- colours ----------------------------------------------------------------------------- */

/* A style: a colour of the 8 every terminal has, one of the 256 most have, and attributes. */
typedef struct look {
    short few, many; /* -1: the terminal's own */
    attr_t attributes;
} look;

static const look coloured[TUI_STYLES] = {
    [DUEL_PLAIN] = {-1, -1, 0},
    [DUEL_SEAT1] = {COLOR_GREEN, 71, A_BOLD},
    [DUEL_SEAT2] = {COLOR_RED, 167, A_BOLD},
    [DUEL_SEAT3] = {COLOR_BLUE, 68, A_BOLD},
    [DUEL_SEAT4] = {COLOR_YELLOW, 172, A_BOLD},
    [DUEL_SOFT] = {-1, 245, 0},
    [DUEL_LAST] = {-1, -1, A_UNDERLINE},
    [DUEL_PICK] = {COLOR_MAGENTA, 140, A_BOLD},
    [DUEL_SAFE] = {COLOR_GREEN, 71, 0},
    [DUEL_DANGER] = {COLOR_RED, 167, 0},
    [DUEL_UNKNOWN] = {-1, 245, 0},
    [TUI_FRAME] = {-1, 245, 0},
    [TUI_TITLE] = {-1, -1, A_BOLD},
    [TUI_BAR] = {-1, -1, A_REVERSE},
    [TUI_KEY] = {-1, -1, A_REVERSE | A_BOLD},
    [TUI_TYPED] = {-1, -1, A_BOLD},
    [TUI_ALERT] = {COLOR_RED, 167, A_BOLD},
    [TUI_CURSOR] = {COLOR_MAGENTA, 140, A_BOLD | A_REVERSE}};

/* Okabe and Ito's colours, as near as the 256 come; they also differ in lightness. */
static look colour_blind(int style)
{
    look l = coloured[style];
    switch (style) {
    case DUEL_SEAT1:
    case DUEL_SAFE:
        l.few = COLOR_BLUE, l.many = 32; /* #0072B2, a shade lighter for dark terminals */
        break;
    case DUEL_SEAT2:
    case DUEL_DANGER:
    case TUI_ALERT:
        l.few = COLOR_YELLOW, l.many = 166; /* #D55E00 */
        break;
    case DUEL_SEAT3:
        l.few = COLOR_CYAN, l.many = 36; /* #009E73 */
        break;
    case DUEL_SEAT4:
        l.few = COLOR_WHITE, l.many = 214; /* #E69F00 */
        break;
    case DUEL_PICK:
    case TUI_CURSOR:
        l.few = COLOR_MAGENTA, l.many = 175; /* #CC79A7 */
        break;
    default:
        break;
    }
    return l;
}

/* Whether colours are in use at all: with NO_COLOR not even their defaults are sent. */
static bool started(void)
{
    return COLOR_PAIRS > 0;
}

/* Colour pair i + 1 belongs to style i; marks use none of them. */
void tui_screen_set_palette(tui_palette palette)
{
    if (!started() && palette != TUI_MARKS && has_colors()) {
        start_color();
        use_default_colors();
    }
    if (!started())
        return;
    for (int i = 0; i < TUI_STYLES; i++) {
        look l = palette == TUI_COLOUR_BLIND ? colour_blind(i) : coloured[i];
        short colour = palette == TUI_MARKS ? -1 : COLORS >= 256 ? l.many : l.few;
        init_pair((short)(i + 1), colour, -1);
    }
}

bool tui_screen_has_colours(void)
{
    return has_colors();
}

static attr_t attributes_of(int flagged)
{
    int style = flagged & ~TUI_CHANGED;
    attr_t a = coloured[style].attributes | (flagged & TUI_CHANGED ? A_UNDERLINE : 0);
    return started() ? a | (attr_t)COLOR_PAIR(style + 1) : a;
}

/* ---- life -------------------------------------------------------------------------------- */

duel_status tui_screen_open(tui_palette palette, duel_msg *why)
{
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return duel_refuse(why, N_("This needs a terminal; “duel play” works without one."),
                           "");
    if (newterm(NULL, stdout, stdin) == NULL)
        return duel_fail(why,
                         N_("The terminal “{0}” is not known here; “duel play” works "
                            "without it."),
                         "c", getenv("TERM") ? getenv("TERM") : "");
    cbreak();
    noecho();
    nonl();
    intrflush(stdscr, FALSE);
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(25);
    leaveok(stdscr, FALSE);
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED, NULL);
    mouseinterval(0);
    tui_screen_set_palette(palette);
    return DUEL_OK;
}

void tui_screen_close(void)
{
    endwin();
}

void tui_screen_size(int *rows, int *columns)
{
    *rows = LINES;
    *columns = COLS;
}

void tui_screen_resized(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row && size.ws_col)
        resizeterm(size.ws_row, size.ws_col);
    clearok(curscr, TRUE); /* whatever another program left there goes */
}

void tui_screen_show(const tui_canvas *c, int row, int column)
{
    for (int y = 0; y < c->rows; y++) {
        for (int x = 0; x < c->columns; x++) {
            const tui_cell *cell = tui_canvas_at(c, y, x);
            attrset((int)attributes_of(cell->style));
            mvaddstr(y, x, cell->text);
        }
    }
    curs_set(row >= 0);
    if (row >= 0)
        move(row, column);
    refresh();
}

/* ---- keys -------------------------------------------------------------------------------- */

static int named_key(int c)
{
    static const struct {
        int curses, ours;
    } names[] = {{KEY_ENTER, TUI_ENTER},
                 {'\r', TUI_ENTER},
                 {'\n', TUI_ENTER},
                 {27, TUI_ESCAPE},
                 {'\t', TUI_TAB},
                 {KEY_BACKSPACE, TUI_BACKSPACE},
                 {127, TUI_BACKSPACE},
                 {'\b', TUI_BACKSPACE},
                 {KEY_DC, TUI_DELETE},
                 {KEY_UP, TUI_UP},
                 {KEY_DOWN, TUI_DOWN_KEY},
                 {KEY_LEFT, TUI_LEFT},
                 {KEY_RIGHT, TUI_RIGHT},
                 {KEY_HOME, TUI_HOME},
                 {KEY_END, TUI_END},
                 {KEY_PPAGE, TUI_PAGE_UP},
                 {KEY_NPAGE, TUI_PAGE_DOWN},
                 {KEY_SLEFT, TUI_SHIFT_LEFT},
                 {KEY_SRIGHT, TUI_SHIFT_RIGHT},
                 {KEY_MOUSE, TUI_MOUSE}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].curses == c)
            return names[i].ours;
    if (c >= KEY_F(1) && c <= KEY_F(12))
        return TUI_F0 + c - KEY_F0;
    if (c >= 1 && c <= 26)
        return TUI_CTRL + 'A' + c - 1;
    return c < 32 || c > 255 ? TUI_OTHER : TUI_TEXT;
}

/* The other bytes of a character whose first one has been read. */
static void read_text(int first, tui_key *out)
{
    int want = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    out->text[0] = (char)first;
    for (int i = 1; i < want; i++) {
        int c = getch();
        if (c < 0x80 || c > 0xBF) { /* not UTF-8: dropped, the next key stands by itself */
            if (c != ERR)
                ungetch(c);
            out->code = TUI_OTHER;
            return;
        }
        out->text[i] = (char)c;
    }
}

static bool read_mouse(tui_key *out)
{
    MEVENT event;
    if (getmouse(&event) != OK || !(event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED)))
        return false;
    out->row = event.y;
    out->column = event.x;
    return true;
}

bool tui_screen_key(tui_key *out)
{
    int c = getch();
    if (c == ERR)
        return false;
    *out = (tui_key){.code = named_key(c)};
    if (out->code == TUI_TEXT)
        read_text(c, out);
    if (out->code == TUI_MOUSE && !read_mouse(out))
        out->code = TUI_OTHER;
    return true;
}

/* ---- what wakes the loop ----------------------------------------------------------------- */

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
