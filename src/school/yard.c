/* school/yard.c -- see yard.h. */
#include "school/yard.h"

typedef struct looker_on {
    prop_watch watch;
    school_story *story;
    duel_buf *polish;
    duel_str waits[PROP_SIGNS];
    unsigned waiting;
} looker_on;

static void put_out(looker_on *l, duel_str sign)
{
    duel_put(&l->polish->sink, l->polish->len ? " " : "");
    duel_put_str(&l->polish->sink, sign);
}

static void put_waiting(const looker_on *l, duel_sink *out)
{
    for (unsigned i = 0; i < l->waiting; i++) {
        duel_put(out, i ? " " : "");
        duel_put_str(out, l->waits[i]);
    }
}

static void follow(looker_on *l, prop_deed deed, duel_str sign)
{
    if (deed == PROP_WAITS)
        l->waits[l->waiting++] = sign;
    else if (deed != PROP_PUT_OUT)
        l->waiting--;
    if (deed == PROP_PUT_OUT || deed == PROP_SETTLED)
        put_out(l, sign);
}

static void saw(prop_watch *self, prop_deed deed, duel_str sign)
{
    static const char *const says[] = {
        [PROP_PUT_OUT] = N_("“{0}” is put out. Out: {1}   Waiting: {2}"),
        [PROP_WAITS] = N_("“{0}” waits. Out: {1}   Waiting: {2}"),
        [PROP_SETTLED] = N_("“{0}” has its parts and is put out. Out: {1}   Waiting: {2}"),
        [PROP_DROPPED] = N_("“{0}” takes its partner away. Out: {1}   Waiting: {2}"),
    };
    looker_on *l = (looker_on *)self;
    duel_buf waiting;
    follow(l, deed, sign);
    duel_buf_init(&waiting);
    put_waiting(l, &waiting.sink);
    duel_say(school_next(l->story, 0), says[deed], "sss", sign, duel_buf_str(l->polish),
             duel_buf_str(&waiting));
    duel_buf_fini(&waiting);
}

duel_status school_polish(prop_pool *pool, duel_str text, school_story *story, duel_buf *polish,
                          size_t *at, duel_msg *why)
{
    looker_on l = {.watch = {saw}, .story = story, .polish = polish};
    prop_id unused;
    return prop_read_watched(pool, text, &l.watch, &unused, at, why);
}
