/* front/ggp/message.c -- see message.h. */
#include "front/ggp/message.h"
#include "gdl/kif.h"

static const struct {
    const char *word;
    uint32_t parts; /* the word included */
} forms[GGP_KINDS] = {[GGP_INFO] = {"info", 1},
                      [GGP_START] = {"start", 6},
                      [GGP_PLAY] = {"play", 3},
                      [GGP_STOP] = {"stop", 3},
                      [GGP_ABORT] = {"abort", 2}};

typedef struct message_reading {
    gdl_job job;
    duel_str text;
    ggp_message message;
    bool read;
} message_reading;

static bool find_kind(const gdl_expr *all, uint32_t e, ggp_kind *out)
{
    for (ggp_kind kind = 0; kind < GGP_KINDS; kind++)
        if (gdl_kif_begins(all, e, forms[kind].word) && all[e].count == forms[kind].parts) {
            *out = kind;
            return true;
        }
    return false;
}

static bool read_clock(const gdl_expr *e, double *out)
{
    int64_t seconds;
    if (e->list || !duel_str_number(e->text, &seconds) || seconds < 0)
        return false;
    *out = (double)(seconds > GGP_CLOCK_MOST ? GGP_CLOCK_MOST : seconds);
    return true;
}

static bool read_inside(const gdl_expr *e, duel_str *out)
{
    if (e->list)
        *out = (duel_str){e->text.at + 1, e->text.len - 2};
    return e->list;
}

static bool read_start(const gdl_expr *all, const gdl_expr *match, ggp_message *m)
{
    const gdl_expr *role = &all[match->next], *sheet = &all[role->next];
    const gdl_expr *start = &all[sheet->next], *play = &all[start->next];
    m->role = role->text;
    return read_inside(sheet, &m->sheet) && read_clock(start, &m->start_clock) &&
           read_clock(play, &m->play_clock);
}

static bool read_moves(const gdl_expr *e, ggp_message *m)
{
    return read_inside(e, &m->moves) || duel_str_same_word(e->text, "nil");
}

static bool read_parts(const gdl_expr *all, uint32_t e, ggp_message *m)
{
    const gdl_expr *match = &all[all[all[e].first].next];
    if (!find_kind(all, e, &m->kind))
        return false;
    if (m->kind == GGP_INFO)
        return true;
    m->match = match->text;
    if (match->text.len > GGP_MATCH_BYTES)
        return false;
    if (m->kind == GGP_START)
        return read_start(all, match, m);
    return m->kind == GGP_ABORT || read_moves(&all[match->next], m);
}

static void read_message(void *what)
{
    message_reading *r = what;
    gdl_expr *all = gdl_kif_read(&r->job, r->text);
    r->read = all[0].count == 1 && read_parts(all, all[0].first, &r->message);
}

bool ggp_message_read(duel_str text, ggp_message *out)
{
    static const gdl_limits limits = {.seconds = 2, .bytes = (size_t)256 << 20};
    message_reading r = {.text = text};
    gdl_job_init(&r.job, limits);
    bool read = gdl_job_do(&r.job, read_message, &r, NULL) == DUEL_OK && r.read;
    gdl_job_fini(&r.job);
    if (read)
        *out = r.message;
    return read;
}
