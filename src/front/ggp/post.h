/* front/ggp/post.h -- one HTTP request with a message in it, and its answer, as bytes.
 *
 * Servers of General Game Playing are of many hands and years: the version is 1.0 or 1.1, lines
 * end with CR LF or LF alone, fields are anything. All that is asked for is POST and a length.
 * No input, no output. */
#ifndef DUEL_FRONT_GGP_POST_H
#define DUEL_FRONT_GGP_POST_H

#include "base/text.h"

enum {
    POST_HEAD_BYTES = 8192,
    POST_BODY_BYTES = (1 << 20) + (1 << 16), /* a sheet, and room around it */
};

typedef enum post_step { POST_MORE, POST_WHOLE, POST_REFUSED } post_step;

typedef struct post {
    duel_str body; /* once whole */
    size_t wanted; /* bytes in all, as far as is known */
    int status;    /* once refused: 400, 405, 411, 413 */
} post;

/* Of the bytes of a connection so far. */
post_step post_read(duel_str bytes, post *out);
/* An answer, after which the connection ends. */
void post_answer(int status, duel_str body, duel_sink *out);

#endif
