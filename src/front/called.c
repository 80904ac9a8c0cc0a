/* front/called.c -- see called.h. */
#include "front/called.h"
#include "core/play.h"

duel_status called_read(called *c, int seat, duel_str *player, duel_msg *why)
{
    duel_str name = *player, kind;
    duel_str_part(&name, ':', &kind);
    if (name.at == NULL || !duel_str_is(kind, "human"))
        return DUEL_OK;
    duel_status status = duel_name_clean(name, c->name[seat], why);
    if (status == DUEL_OK)
        *player = kind;
    return status;
}

void called_put(const called *c, duel_lang lang, duel_sink *out, const duel_variant *v,
                int seat)
{
    const char *role = duel_role(v, seat);
    if (c->name[seat][0])
        duel_tell(lang, out, N_("{0} ({1})"), "cw", c->name[seat], role);
    else
        duel_put(out, duel_text(lang, role));
}

bool called_put_all(const called *c, duel_lang lang, duel_sink *out, const duel_variant *v)
{
    const char *between = "";
    for (int i = 0; i < v->seats; i++) {
        if (c->name[i][0] == '\0')
            continue;
        duel_put(out, between);
        called_put(c, lang, out, v, i);
        between = ", ";
    }
    return between[0] != '\0';
}
