/* table/notice_words.c -- notices in words, for whoever follows tables from outside. The
 * vocabulary is told in docs/table.md. */
#include "base/messages.h"
#include "core/game.h"
#include "table/inside.h"

static const char *const ask_words[] = {
    [DUEL_ASK_MOVE] = "move",       [DUEL_ASK_CONFIRM] = "confirm",
    [DUEL_ASK_BACK] = "back",       [DUEL_ASK_ANSWER] = "answer",
    [DUEL_ASK_RESIGN] = "resign",   [DUEL_ASK_CLAIM] = "claim",
    [DUEL_ASK_TAKE] = "take",       [DUEL_ASK_MACHINE] = "machine",
    [DUEL_ASK_HELP] = "help",       [DUEL_ASK_LENS] = "lens",
    [DUEL_ASK_OBSERVE] = "observe", [DUEL_ASK_UNCOVER] = "uncover"};

/* What is known of a notice besides its word: see duel_telling. */
enum { HAS_ASK = 1, HAS_SEAT = 2, HAS_SEATS = 4, HAS_WHY = 8 };

static const struct telling_words {
    const char *word;
    unsigned has;
} telling_words[] = {[DUEL_TELL_DONE] = {"done", HAS_ASK},
                     [DUEL_TELL_REFUSED] = {"refused", HAS_ASK | HAS_WHY},
                     [DUEL_TELL_MADE] = {"made", 0},
                     [DUEL_TELL_SEATED] = {"seated", HAS_ASK | HAS_SEATS},
                     [DUEL_TELL_GRANTED] = {"granted", HAS_ASK | HAS_SEAT},
                     [DUEL_TELL_DRAFT] = {"draft", HAS_SEAT},
                     [DUEL_TELL_TURN] = {"turn", HAS_SEAT},
                     [DUEL_TELL_UNDONE] = {"undone", 0},
                     [DUEL_TELL_ASKED] = {"asked", HAS_SEATS},
                     [DUEL_TELL_DECLINED] = {"declined", 0},
                     [DUEL_TELL_ENDED] = {"ended", HAS_SEAT},
                     [DUEL_TELL_WANTED] = {"wanted", HAS_SEAT},
                     [DUEL_TELL_TROUBLE] = {"trouble", HAS_WHY},
                     [DUEL_TELL_HANDS] = {"hands", HAS_SEAT},
                     [DUEL_TELL_PRESENCE] = {"presence", HAS_SEATS},
                     [DUEL_TELL_MARKED] = {"marked", 0}};

const char *duel_ask_word(duel_ask ask)
{
    return ask_words[ask];
}

const char *duel_telling_word(duel_telling tell)
{
    return telling_words[tell].word;
}

static void put_seat(int seat, duel_sink *out)
{
    if (seat == DUEL_ALL)
        duel_put(out, " all");
    else if (seat != DUEL_NOBODY)
        duel_putf(out, " %d", seat);
}

void duel_notice_print(const duel_notice *n, duel_sink *out)
{
    const struct telling_words *w = &telling_words[n->tell];
    duel_put(out, w->word);
    if (w->has & HAS_ASK)
        duel_putf(out, " %s", duel_ask_word(n->ask));
    if (w->has & HAS_SEAT)
        put_seat(n->seat, out);
    for (int i = 0; w->has & HAS_SEATS && n->seats >> i; i++)
        if (n->seats >> i & 1)
            put_seat(i, out);
    if (!duel_tells_all(n->tell))
        duel_putf(out, " to %llu#%lld", (unsigned long long)n->guest, (long long)n->re);
    if (w->has & HAS_WHY) {
        duel_put(out, ": ");
        duel_render(DUEL_EN, &n->why, out);
    }
}
