/* front/cli/keep.c -- `duel keep`: maintains the data folder: check, repair, sweep, backup,
 * restore. */
#include "base/spelling.h"
#include "care/care.h"
#include "front/cli/inside.h"
#include "front/commands.h"
#include "front/console.h"
#include "front/json.h"
#include "store/server_lock.h"
#include "store/store.h"

#include <time.h>

static const duel_option keep_options[] = {
    {"replace", DUEL_YESNO, 0, 0, 1, NULL, N_("write over what is there")},
    {"days", DUEL_NUMBER, 0, 0, 36500, NULL,
     N_("sweep: days after which games that are over or abandoned are deleted; 0: never")},
    {"own", DUEL_YESNO, 0, 0, 1, NULL,
     N_("sweep: delete those of profiles, too, with their results")},
    WORK_LAST};

/* What is told while a folder is looked after. */
typedef struct caring {
    const duel_console *c;
    progress_meter meter;
    json_t *faults;
} caring;

static void tell_folder_fault(void *self, const care_fault *f)
{
    caring *k = self;
    progress_clear(&k->meter);
    if (k->c->json) {
        json_array_append_new(k->faults,
                              json_pack("{sssoso}", "what", duel_fault_words[f->kind], "name",
                                        json_text(duel_str_of(f->name)), "why",
                                        json_say(k->c->lang, &f->why)));
        return;
    }
    duel_putf(k->c->out, "%s%s%s: ", duel_fault_words[f->kind], f->name[0] ? " " : "", f->name);
    tell_said(k->c, &f->why);
}

static bool show_step(void *self, int64_t done, int64_t total)
{
    caring *k = self;
    progress_bar(&k->meter, (uint64_t)done, (uint64_t)total);
    return !atomic_load(&work_stop);
}

static care_setup care_of(caring *k)
{
    return (care_setup){k, tell_folder_fault, show_step, k->c->lang};
}

/* ---- check, repair ----------------------------------------------------------------------- */

static json_t *json_health(const care_health *h)
{
    return json_pack("{sIsIsIsIsIsIsIsIsI}", "games", (json_int_t)h->games, "events",
                     (json_int_t)h->events, "blocks", (json_int_t)h->blocks, "positions",
                     (json_int_t)h->positions, "derived", (json_int_t)h->derived, "exercises",
                     (json_int_t)h->exercises, "puzzles", (json_int_t)h->dailies, "profiles",
                     (json_int_t)h->profiles, "unknown", (json_int_t)h->unknown);
}

static void tell_health(const duel_console *c, const care_health *h)
{
    TELL(c,
         N_("Looked at: {0} {0:game|games} ({1} {1:event|events}), {2} learned "
            "{2:position|positions}, {3} {3:profile|profiles}, {4} {4:exercise|exercises}, "
            "{5} {5:puzzle|puzzles}."),
         "iiiiii", h->games, h->events, h->positions, h->profiles, h->exercises, h->dailies);
    if (h->unknown)
        TELL(c,
             N_("Not looked into: {0}, of games that are not here or have other rules now "
                "(--load FILE brings one)."),
             "i", h->unknown);
}

/* A base that does not open is an answer, too. */
static duel_status check_folder(const duel_console *c, caring *k, duel_msg *why)
{
    data_store *store = NULL;
    care_health h;
    care_setup care = care_of(k);
    duel_status status = store_open(c->data, &store, why);
    if (status == DUEL_OK)
        status = care_check(store, &care, &h, why);
    store_close(store);
    progress_clear(&k->meter);
    if (status != DUEL_OK)
        return status;
    int64_t faults = care_health_faults(&h);
    why->id = NULL; /* all of it has been told */
    if (c->json) {
        c->print_json(c, json_pack("{sbsoso}", "sound", faults == 0, "looked_at",
                                   json_health(&h), "faults", json_incref(k->faults)));
        return faults ? DUEL_REFUSED : DUEL_OK;
    }
    tell_health(c, &h);
    if (faults == 0)
        TELL(c, N_("Everything is sound."), "");
    else
        TELL(c, N_("{0} {0:fault|faults}. “duel keep repair” keeps what can be kept."), "i",
             faults);
    return faults ? DUEL_REFUSED : DUEL_OK;
}

static void tell_repair(const duel_console *c, const care_repair_report *r)
{
    if (r->damaged_file[0])
        TELL(c,
             N_("The base was made anew from {0} rows read and {1} found in its pages. As it "
                "was, it is in {2}."),
             "iic", r->read, r->carved, r->damaged_file);
    if (r->aside)
        TELL(c, N_("{0} {0:row was|rows were} moved aside into {1}."), "ic", r->aside,
             r->aside_file);
    if (care_health_faults(&r->health) == 0)
        TELL(c, N_("Everything is sound."), "");
    else
        TELL(c, N_("{0} {0:fault|faults} mended."), "i", care_health_faults(&r->health));
}

static json_t *json_name(const char *file)
{
    return file[0] ? json_text(duel_str_of(file)) : json_null();
}

static duel_status repair_folder(const duel_console *c, caring *k, duel_msg *why)
{
    care_repair_report r;
    care_setup care = care_of(k);
    duel_status status = care_repair(c->data, (int64_t)time(NULL), &care, &r, why);
    progress_clear(&k->meter);
    if (status != DUEL_OK)
        return status;
    if (!c->json) {
        tell_health(c, &r.health);
        tell_repair(c, &r);
        return DUEL_OK;
    }
    c->print_json(c, json_pack("{sIsosOsIsIsIsoso}", "mended",
                               (json_int_t)care_health_faults(&r.health), "looked_at",
                               json_health(&r.health), "faults", k->faults, "read",
                               (json_int_t)r.read, "carved", (json_int_t)r.carved, "aside",
                               (json_int_t)r.aside, "aside_file", json_name(r.aside_file),
                               "damaged_file", json_name(r.damaged_file)));
    return DUEL_OK;
}

/* ---- backup, restore --------------------------------------------------------------------- */

static duel_status back_up_folder(const duel_console *c, caring *k, const char *file,
                                  bool replace, duel_msg *why)
{
    data_store *store = NULL;
    care_setup care = care_of(k);
    duel_status status = store_open(c->data, &store, why);
    if (status == DUEL_OK)
        status = care_backup(store, file, replace, &care, why);
    store_close(store);
    progress_clear(&k->meter);
    if (status == DUEL_OK && c->json)
        c->print_json(c, json_pack("{so}", "backup", json_name(file)));
    else if (status == DUEL_OK)
        TELL(c, N_("Everything is in {0}."), "c", file);
    return status;
}

static duel_status restore_folder(const duel_console *c, caring *k, const char *file,
                                  bool replace, duel_msg *why)
{
    char before[512];
    care_health h = {.games = 0};
    care_setup care = care_of(k);
    duel_status status =
        care_restore(c->data, file, replace, (int64_t)time(NULL), &care, &h, before, why);
    progress_clear(&k->meter);
    if (status != DUEL_OK)
        return status;
    if (c->json) {
        c->print_json(c, json_pack("{sososo}", "restored", json_name(file), "looked_at",
                                   json_health(&h), "before", json_name(before)));
        return DUEL_OK;
    }
    tell_health(c, &h);
    TELL(c, N_("Restored from {0}."), "c", file);
    if (before[0])
        TELL(c, N_("What was there is in {0}."), "c", before);
    return DUEL_OK;
}

/* ---- sweep ------------------------------------------------------------------------------- */

static bool go_on_sweeping(void *self, int64_t gone)
{
    return !atomic_load(&work_stop);
}

/* A server sweeps by itself, and knows at which tables somebody sits. */
static duel_status sweep_alone(data_store *store, const store_sweep *by, int64_t *gone,
                               duel_msg *why)
{
    server_lock lock = {.held = false};
    duel_status status = server_lock_take(&lock, store_path(store), why);
    if (status == DUEL_OK)
        status = store_sweep_all(store, by, go_on_sweeping, NULL, gone, why);
    server_lock_drop(&lock);
    return status;
}

static duel_status sweep_folder(const duel_console *c, const duel_args *a, duel_msg *why)
{
    data_store *store = NULL;
    int64_t gone = 0;
    store_sweep by = {(int64_t)time(NULL), duel_args_value(a, "days"),
                      duel_args_value(a, "own") != 0};
    duel_status status = store_open(c->data, &store, why);
    if (status == DUEL_OK)
        status = sweep_alone(store, &by, &gone, why);
    store_close(store);
    if (status == DUEL_OK && c->json)
        c->print_json(c, json_pack("{sI}", "swept", (json_int_t)gone));
    else if (status == DUEL_OK)
        TELL(c, N_("{0} {0:game was|games were} deleted."), "i", gone);
    return status;
}

/* ---- the command ------------------------------------------------------------------------- */

static duel_status run_verb(const duel_console *c, const duel_args *a, caring *k, duel_msg *why)
{
    duel_str verb = a->word_count ? a->word[0] : (duel_str){"", 0};
    const char *file = a->word_count == 2 ? a->word[1].at : NULL;
    bool replace = duel_args_value(a, "replace");
    if (duel_str_is(verb, "check") && file == NULL)
        return check_folder(c, k, why);
    if (duel_str_is(verb, "repair") && file == NULL)
        return repair_folder(c, k, why);
    if (duel_str_is(verb, "sweep") && file == NULL)
        return sweep_folder(c, a, why);
    if (duel_str_is(verb, "backup") && file)
        return back_up_folder(c, k, file, replace, why);
    if (duel_str_is(verb, "restore") && file)
        return restore_folder(c, k, file, replace, why);
    static const char *const verbs[] = {"check", "repair", "sweep", "backup", "restore", NULL};
    duel_invalid(
        why, N_("Write “duel keep check”, “repair”, “sweep”, “backup FILE” or “restore FILE”."),
        "");
    return duel_ask_nearest(DUEL_INVALID, why, verb, verbs, sizeof *verbs);
}

static duel_status run_keep(const duel_console *c, const duel_args *a, duel_msg *why)
{
    caring k = {c, {c, -1}, json_array()};
    progress_begin();
    why->id = NULL;
    duel_status status = run_verb(c, a, &k, why);
    json_decref(k.faults);
    return status;
}

const duel_command command_keep = {
    "keep",
    "check|repair|sweep|backup FILE|restore FILE",
    N_("Looks after the data folder: is everything sound, mends it, saves and restores it."),
    keep_options,
    NULL,
    2,
    run_keep};
