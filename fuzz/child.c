/* fuzz/child.c -- what the process of a file answers: nothing it says may be believed unseen.
 *
 * The linker sends the house's calls to the process here: none is started, and its answers are
 * the input, each after its length in two bytes. When they are used up it is silent, as if it
 * had died. */
#include "core/fault_guard.h"
#include "core/scene_text.h"
#include "fuzz.h"
#include "script/load.h"
#include "script/pipe_message.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

static duel_str answers;

bool __wrap_talk_send(int fd, duel_str bytes);
bool __wrap_talk_receive(int fd, duel_buf *in);
int __wrap_posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *files,
                       const posix_spawnattr_t *how, char *const argv[], char *const env[]);
int __wrap_kill(pid_t pid, int number);
pid_t __wrap_waitpid(pid_t pid, int *status, int options);

bool __wrap_talk_send(int fd, duel_str bytes)
{
    (void)fd, (void)bytes;
    return true;
}

bool __wrap_talk_receive(int fd, duel_buf *in)
{
    (void)fd;
    duel_buf_clear(in);
    if (answers.len < 2)
        return false;
    size_t len = (size_t)(unsigned char)answers.at[0] << 8 | (unsigned char)answers.at[1];
    answers.at += 2, answers.len -= 2;
    len = len < answers.len ? len : answers.len;
    duel_put_str(&in->sink, (duel_str){answers.at, len});
    answers.at += len, answers.len -= len;
    return true;
}

int __wrap_posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *files,
                       const posix_spawnattr_t *how, char *const argv[], char *const env[])
{
    (void)path, (void)files, (void)how, (void)argv, (void)env;
    *pid = 1;
    return answers.len ? 0 : EAGAIN;
}

int __wrap_kill(pid_t pid, int number)
{
    (void)pid, (void)number;
    return 0;
}

pid_t __wrap_waitpid(pid_t pid, int *status, int options)
{
    (void)options;
    *status = 0;
    return pid;
}

/* ---- a game of it ---------------------------------------------------------------------------
 */

static void look_at(const duel_variant *v, const void *state, duel_buf *text)
{
    duel_state view, again;
    int seat = v->game->turn(v, state);
    FUZZ_MUST(seat >= 0 && seat < v->seats);
    duel_view(v, state, seat, &view);
    duel_print(v, &view, &text->sink);
    duel_read(v, duel_buf_str(text), &again, NULL);
    duel_draw(v, &view, seat, &(duel_pen){.out = &text->sink, .lang = DUEL_EN, .utf8 = true});
}

static void play_some(const duel_variant *v, duel_buf *text)
{
    enum { PLIES = 6 };
    duel_state state;
    int32_t score[DUEL_SEATS];
    if (duel_deal(v, duel_str_of("1"), &state) != DUEL_OK)
        return;
    for (int ply = 0; ply < PLIES && !v->game->over(v, &state, score); ply++) {
        duel_move list[DUEL_MOVES_MAX];
        int count = v->game->moves(v, &state, list);
        FUZZ_MUST(count >= 0 && count < DUEL_MOVES_MAX);
        look_at(v, &state, text);
        if (count == 0)
            return;
        duel_print_move(v, &state, list[ply % count], &text->sink);
        v->game->play(v, &state, list[ply % count]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    script_file file;
    duel_variant v;
    duel_fault_guard guard;
    duel_buf text;
    answers = (duel_str){(const char *)data, size};
    if (script_open_lua("/dev/null", &file, NULL) != DUEL_OK)
        return 0;
    duel_buf_init(&text);
    duel_fault_guard_begin(&guard, file.game);
    if (duel_variant_read(file.game, duel_str_of(""), &v, NULL) == DUEL_OK)
        play_some(&v, &text);
    duel_fault_guard_end(&guard, DUEL_OK, NULL);
    duel_buf_fini(&text);
    script_close(&file);
    return 0;
}
