/* wire/update.c -- updates of a table: what changed since what a client was shown last.
 *
 *     view_table ──▶ a face, the same for all who see it alike ──▶ what changed since theirs
 *
 * Clients with the same seats, eyes and language are shown the same, so that is made once. Each
 * client keeps hold of the face it was sent; the next one is sent as a patch, which is written
 * once for all who come from the same face. Only who joins is sent a whole. What a patch looks
 * like is told in docs/wire.md. */
#include "wire/inside.h"
#include "wire/json_patch.h"

#include <stdlib.h>
#include <string.h>

struct wire_face {
    wire_face *next;
    struct face_key {
        duel_lang lang;
        unsigned seats, keys, lenses;
        int eyes, cover;
        bool wants; /* it is the one who asks for a seat */
    } key;
    uint64_t made_at; /* of the table's news */
    int holders;      /* clients, and the table itself while it is new */
    json_int_t number;
    json_t *whole;
    wire_text *text;       /* of it; NULL: nobody has joined since it was made */
    json_int_t patch_from; /* of the patch that was written last; 0: none */
    duel_buf patch;
};

/* ---- faces ------------------------------------------------------------------------------- */

static void face_let_go(wire_face *f)
{
    if (f == NULL || --f->holders > 0)
        return;
    json_decref(f->whole);
    text_let_go(f->text);
    duel_buf_fini(&f->patch);
    free(f);
}

void update_forget(wire_client *c)
{
    face_let_go(c->shown);
    c->shown = NULL;
}

void update_drop(wire_table *t)
{
    while (t->faces) {
        wire_face *next = t->faces->next;
        face_let_go(t->faces);
        t->faces = next;
    }
}

static struct face_key face_key_of(const wire_client *c)
{
    const game_table *t = c->table->table;
    int seat;
    struct face_key key;
    memset(&key, 0, sizeof key); /* compared as bytes */
    key.lang = c->lang;
    key.seats = client_seats(c);
    key.keys = table_keys(t, c->number);
    key.lenses = c->lenses;
    key.eyes = table_view_seat(t, c->number);
    key.cover = table_covered_seat(t, c->number);
    key.wants = table_wants(t, &seat) == c->number;
    return key;
}

/* What a client is to be shown now; NULL: no memory. Faces of earlier news are let go. */
static wire_face *face_of(wire_client *c)
{
    wire_table *t = c->table;
    struct face_key key = face_key_of(c);
    if (t->faces && t->faces->made_at != t->news)
        update_drop(t);
    for (wire_face *f = t->faces; f; f = f->next)
        if (memcmp(&f->key, &key, sizeof key) == 0)
            return f;
    wire_face *f = calloc(1, sizeof *f);
    if (f == NULL)
        return NULL;
    *f = (wire_face){.next = t->faces,
                     .key = key,
                     .made_at = t->news,
                     .holders = 1,
                     .number = ++t->face_count,
                     .whole = view_table(c)};
    duel_buf_init(&f->patch);
    t->faces = f;
    return f;
}

/* ---- sending ----------------------------------------------------------------------------- */

static int write_json(const char *bytes, size_t count, void *to)
{
    duel_sink *out = to;
    out->write(out, bytes, count);
    return 0;
}

/* False: no memory. */
static bool send_whole(wire_face *f, duel_sink *out)
{
    if (f->text == NULL) {
        json_t *what = json_pack("{sssI}", "is", "table", "news", f->number);
        json_object_update_missing(what, f->whole);
        f->text = text_new(what);
    }
    if (f->text == NULL)
        return false;
    duel_put_str(out, (duel_str){f->text->bytes, f->text->len});
    duel_put(out, "}");
    return true;
}

static void write_patch(wire_face *f, const wire_face *from)
{
    json_t *changed = wire_difference(from->whole, f->whole);
    json_t *what = json_pack("{sssIsIso}", "is", "table", "since", from->number, "news",
                             f->number, "changed", changed ? changed : json_object());
    duel_buf_clear(&f->patch);
    json_dump_callback(what, write_json, &f->patch.sink, JSON_COMPACT);
    json_decref(what);
    f->patch_from = from->number;
}

bool update_take(wire_client *c, duel_sink *out)
{
    wire_face *f = face_of(c), *from = c->shown;
    if (f == NULL || f == from)
        return false;
    if (from == NULL) {
        if (!send_whole(f, out))
            return false;
    } else {
        if (f->patch_from != from->number)
            write_patch(f, from);
        duel_put_str(out, duel_buf_str(&f->patch));
    }
    f->holders++;
    face_let_go(from);
    c->shown = f;
    return true;
}
