/* front/ggp/message.h -- what a server of General Game Playing says to a player.
 *
 *     (INFO)                                        is it there?
 *     (START match role (sheet…) startclock playclock)
 *     (PLAY match (move…))                          moves of all roles; nil: the first step
 *     (STOP match (move…))   (ABORT match)
 *
 * as M. Genesereth and others describe it ("General Game Playing", chapter "Game Management").
 * No input, no output: a text is put in, a message comes out that points into it. */
#ifndef DUEL_FRONT_GGP_MESSAGE_H
#define DUEL_FRONT_GGP_MESSAGE_H

#include "base/text.h"

typedef enum ggp_kind {
    GGP_INFO,
    GGP_START,
    GGP_PLAY,
    GGP_STOP,
    GGP_ABORT,
    GGP_KINDS
} ggp_kind;

typedef struct ggp_message {
    ggp_kind kind;
    duel_str match;
    duel_str role, sheet;           /* of START; the sheet without the brackets around it */
    double start_clock, play_clock; /* seconds */
    duel_str moves;                 /* of PLAY, without the brackets; at == NULL: nil */
} ggp_message;

enum { GGP_CLOCK_MOST = 86400, GGP_MATCH_BYTES = 200 };

/* False: it is none of these. */
bool ggp_message_read(duel_str text, ggp_message *out);

#endif
