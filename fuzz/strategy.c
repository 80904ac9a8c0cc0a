/* fuzz/strategy.c -- a solved game with secrets as text: what is read is chances, and found
 * again under what they were written for. An input is read as it is, and with a last line that
 * is right, since no other comes further than that. */
#include "players/strategy.h"
#include "core/variant.h"
#include "fuzz.h"
#include "players/catalogue.h"
#include "players/inside.h"

#include <math.h>

static void hold_to_chances(const player_strategy *s)
{
    static double chance[DUEL_MOVES_MAX];
    FUZZ_MUST(isfinite(s->low) && isfinite(s->high));
    for (size_t i = 0; i < s->lines; i++) {
        const strategy_line *l = &s->line[i];
        FUZZ_MUST(l->first + (size_t)l->count <= s->chances);
        bool found = strategy_mix(s, l->seat, l->known, l->count, chance);
        for (int k = 0; found && k < l->count; k++)
            FUZZ_MUST(isfinite(chance[k]) && chance[k] >= 0);
    }
}

static void read_once(const duel_variant *v, duel_str text)
{
    player_strategy s;
    duel_msg why = {0};
    duel_status status = strategy_read(v, text, &s, &why);
    FUZZ_MUST(status == DUEL_OK || (status == DUEL_INVALID && why.id));
    if (status == DUEL_OK) {
        hold_to_chances(&s);
        strategy_fini(&s);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    duel_variant v;
    duel_str text = {(const char *)data, size};
    duel_buf sealed;
    duel_variant_read(catalogue_find_game(duel_str_of("duo")), duel_str_of(""), &v, NULL);
    read_once(&v, text);
    duel_buf_init(&sealed);
    duel_put_str(&sealed.sink, text);
    duel_put(&sealed.sink, "\n");
    unsigned long long check = strategy_check(duel_buf_str(&sealed));
    duel_putf(&sealed.sink, "check %016llx\n", check);
    read_once(&v, duel_buf_str(&sealed));
    duel_buf_fini(&sealed);
    return 0;
}
