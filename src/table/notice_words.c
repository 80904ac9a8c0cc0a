/* table/notice_words.c -- notices in words, for whoever follows tables from outside. The
 * vocabulary is told in docs/table.md. */
#include "base/messages.h"
#include "core/game.h"
#include "table/inside.h"

static const char *const ask_words[] = {
    [TABLE_ASK_MOVE] = "move",       [TABLE_ASK_CONFIRM] = "confirm",
    [TABLE_ASK_BACK] = "back",       [TABLE_ASK_ANSWER] = "answer",
    [TABLE_ASK_RESIGN] = "resign",   [TABLE_ASK_CLAIM] = "claim",
    [TABLE_ASK_TAKE] = "take",       [TABLE_ASK_MACHINE] = "machine",
    [TABLE_ASK_HELP] = "help",       [TABLE_ASK_LENS] = "lens",
    [TABLE_ASK_OBSERVE] = "observe", [TABLE_ASK_UNCOVER] = "uncover"};

/* What is known of a notice besides its word: see table_notice_kind. */
enum { HAS_ASK = 1, HAS_SEAT = 2, HAS_SEATS = 4, HAS_WHY = 8 };

static const struct telling_words {
    const char *word;
    unsigned has;
} telling_words[] = {[TABLE_NOTICE_DONE] = {"done", HAS_ASK},
                     [TABLE_NOTICE_REFUSED] = {"refused", HAS_ASK | HAS_WHY},
                     [TABLE_NOTICE_MADE] = {"made", 0},
                     [TABLE_NOTICE_SEATED] = {"seated", HAS_ASK | HAS_SEATS},
                     [TABLE_NOTICE_GRANTED] = {"granted", HAS_ASK | HAS_SEAT},
                     [TABLE_NOTICE_DRAFT] = {"draft", HAS_SEAT},
                     [TABLE_NOTICE_TURN] = {"turn", HAS_SEAT},
                     [TABLE_NOTICE_UNDONE] = {"undone", 0},
                     [TABLE_NOTICE_ASKED] = {"asked", HAS_SEATS},
                     [TABLE_NOTICE_DECLINED] = {"declined", 0},
                     [TABLE_NOTICE_ENDED] = {"ended", HAS_SEAT},
                     [TABLE_NOTICE_WANTED] = {"wanted", HAS_SEAT},
                     [TABLE_NOTICE_TROUBLE] = {"trouble", HAS_WHY},
                     [TABLE_NOTICE_SEAT] = {"hands", HAS_SEAT},
                     [TABLE_NOTICE_PRESENCE] = {"presence", HAS_SEATS},
                     [TABLE_NOTICE_MARKED] = {"marked", 0}};

const char *table_request_word(table_request_kind ask)
{
    return ask_words[ask];
}

const char *table_notice_word(table_notice_kind tell)
{
    return telling_words[tell].word;
}

static void put_seat(int seat, duel_sink *out)
{
    if (seat == DUEL_SEES_ALL)
        duel_put(out, " all");
    else if (seat != DUEL_NOBODY)
        duel_putf(out, " %d", seat);
}

void table_notice_print(const table_notice *n, duel_sink *out)
{
    const struct telling_words *w = &telling_words[n->tell];
    duel_put(out, w->word);
    if (w->has & HAS_ASK)
        duel_putf(out, " %s", table_request_word(n->ask));
    if (w->has & HAS_SEAT)
        put_seat(n->seat, out);
    for (int i = 0; w->has & HAS_SEATS && n->seats >> i; i++)
        if (n->seats >> i & 1)
            put_seat(i, out);
    if (!table_notice_is_for_all(n->tell))
        duel_putf(out, " to %llu#%lld", (unsigned long long)n->guest, (long long)n->re);
    if (w->has & HAS_WHY) {
        duel_put(out, ": ");
        duel_render(DUEL_EN, &n->why, out);
    }
}
