/* base/messages.h -- messages turned into a language.
 *
 * French comes from po/fr.po, made into a sorted table by the build (tools/mo2c.py). English
 * is the message itself. The language is a parameter: one process serves both at once. */
#pragma once

#include "base/status.h"

typedef enum duel_lang { DUEL_EN, DUEL_FR } duel_lang;

/* A text that carries its own French: this byte, the English sentence, NUL, the French one,
 * NUL. It can stand wherever an id can; nothing has to be registered. Files that are games send
 * them; in C they are written DUEL_BOTH("English", "French"), for a plug-in or a game that
 * grows and does not want its French in po/fr.po yet. */
enum { DUEL_BILINGUAL = 1 };
#define DUEL_BOTH(english, french) "\1" english "\0" french

/* The translation of an id, placeholders and all; the id itself if there is none. */
const char *duel_text(duel_lang lang, const char *id);
/* The id with these letters that the program itself has; NULL: none. For a message that came
 * from another process, in which ids stand elsewhere. */
const char *duel_id_of(const char *letters);
/* Whether the table has this id, or the id its own French. */
bool duel_has_french(const char *id);

/* Writes a message with its arguments in place. */
void duel_render(duel_lang lang, const duel_msg *m, duel_sink *out);
/* Says and renders at once. */
void duel_tell(duel_lang lang, duel_sink *out, const char *id, const char *kinds, ...);

/* "fr…" gives French, anything else English: for --lang and the locale. */
duel_lang duel_lang_of(const char *name);
