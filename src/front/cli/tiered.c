/* front/cli/tiered.c -- see tiered.h. */
#include "front/cli/tiered.h"
#include "base/clock.h"
#include "front/work.h"
#include "service/learned_tiers.h"

#include <jansson.h>
#include <stdio.h>

static void show_time(duel_lang lang, duel_sink *err, double seconds)
{
    if (seconds >= 5400)
        duel_tell(lang, err, N_("{0} h left"), "i", (int64_t)(seconds / 3600 + 0.5));
    else if (seconds >= 90)
        duel_tell(lang, err, N_("{0} min left"), "i", (int64_t)(seconds / 60 + 0.5));
    else
        duel_tell(lang, err, N_("{0} s left"), "i", (int64_t)(seconds + 0.5));
}

static void show_tiers(void *meter, const tiers_progress *p)
{
    work_meter *m = meter;
    duel_sink *err = m->c->err;
    if (!work_due(m))
        return;
    duel_put_command(err, "\r\033[K");
    if (p->backwards)
        duel_tell(m->c->lang, err, N_("solving tier {0} of {1}: {2} of {3} positions"), "iiii",
                  (int64_t)p->tier, (int64_t)p->highest, (int64_t)p->done, (int64_t)p->total);
    else
        duel_tell(m->c->lang, err, N_("finding tier {0} of {1}: {2} positions"), "iii",
                  (int64_t)p->tier, (int64_t)p->highest, (int64_t)p->positions);
    duel_putf(err, ", %.1f M/s, %.0f s", p->rate / 1e6, p->seconds);
    if (p->left >= 0) {
        duel_put(err, ", ");
        show_time(m->c->lang, err, p->left);
    }
    fflush(stderr);
}

static duel_status solve_in(const duel_console *c, const duel_args *a, const subject *s,
                            const char *dir, tiers_report *out, duel_msg *why)
{
    work_meter meter = {c, -1};
    tiers_folder folder;
    duel_status status = tiers_folder_make(dir, &s->v, &s->state, &folder, why);
    if (status != DUEL_OK)
        return status;
    tiers_job job = {.v = &s->v,
                     .root = &s->state,
                     .scratch = duel_args_text(a, "scratch", NULL),
                     .memory = work_memory(a),
                     .threads = (int)duel_args_value(a, "threads"),
                     .seconds = duel_args_decimal(a, "seconds"),
                     .stop = &work_stop,
                     .progress = show_tiers,
                     .watcher = &meter};
    work_begin();
    status = tiers_solve(&job, &folder, out, why);
    work_clear(&meter);
    return status;
}

duel_status tiered_solve(const duel_console *c, const duel_args *a, const subject *s,
                         tiers_report *out, duel_msg *why)
{
    char dir[PATH_MAX];
    duel_store *store = NULL;
    duel_status status = tiers_fit(&s->v, why);
    if (status == DUEL_OK)
        status = duel_store_open(c->data, &store, why);
    if (status == DUEL_OK && !tier_shelf_path(store, dir, sizeof dir))
        status = duel_bad(why, N_("The file name is too long."), "");
    duel_store_close(store);
    return status == DUEL_OK ? solve_in(c, a, s, dir, out, why) : status;
}

void tiered_print(const duel_console *c, const tiers_report *r)
{
    char each[16];
    snprintf(each, sizeof each, "%.2f",
             r->positions ? (double)r->bytes / (double)r->positions : 0);
    duel_tell(
        c->lang, c->out,
        N_("{0} positions in {1} tiers, {2} bytes each on disk; {3} solved now, in {4} s."),
        "iicii", (int64_t)r->positions, (int64_t)r->tiers, each, (int64_t)r->fresh,
        (int64_t)(r->seconds + 0.5));
    duel_put(c->out, "\n");
}

json_t *tiered_json(const tiers_report *r)
{
    return json_pack("{sIsIsIsIsf}", "positions", (json_int_t)r->positions, "tiers",
                     (json_int_t)r->tiers, "bytes", (json_int_t)r->bytes, "fresh",
                     (json_int_t)r->fresh, "seconds", r->seconds);
}
