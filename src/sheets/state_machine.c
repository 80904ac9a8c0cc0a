/* sheets/state_machine.c -- see state_machine.h. What both ways have in common. */
#include "sheets/state_machine.h"

#include <stdlib.h>
#include <string.h>

duel_status machine_new(const gdl_sheet *s, gdl_limits limits, machine **out, duel_msg *why)
{
    duel_msg not_ground = {0};
    duel_status status = machine_new_compiled(s, limits, out, &not_ground);
    if (status == DUEL_OK)
        return DUEL_OK;
    status = machine_new_proved(s, out, why);
    if (status == DUEL_OK)
        (*out)->why_proved = not_ground;
    return status;
}

void machine_free(machine *m)
{
    if (m == NULL)
        return;
    term_ids_fini(&m->fact_names);
    for (uint32_t r = 0; r < MACHINE_ROLES; r++)
        term_ids_fini(&m->move_names[r]);
    free(m->start);
    m->way->free(m);
}

int machine_role_named(const machine *m, const char *const *role, const char *word)
{
    for (uint32_t r = 0; r < m->roles; r++)
        if (strcmp(role[r], word) == 0)
            return (int)r;
    return -1;
}

uint32_t machine_role_of(const machine *m, uint32_t move)
{
    uint32_t role = 0;
    while (role + 1 < m->roles && move >= m->first_move[role + 1])
        role++;
    return role;
}

const term_id *machine_move_name(const machine *m, uint32_t move)
{
    uint32_t role = machine_role_of(m, move);
    return m->move_names[role].at[move - m->first_move[role]];
}

/* Word `i` of the legal moves, of the role's alone. */
static uint64_t legal_of_role(const machine *m, const uint64_t *legal, uint32_t role,
                              uint32_t i)
{
    uint32_t from = m->first_move[role], to = m->first_move[role + 1];
    uint64_t word = legal[i];
    if (i == from / 64)
        word &= UINT64_MAX << (from % 64);
    if (i == to / 64)
        word &= ~(UINT64_MAX << (to % 64));
    return word;
}

uint32_t machine_count(const machine *m, const uint64_t *legal, uint32_t role)
{
    uint32_t from = m->first_move[role], to = m->first_move[role + 1], count = 0;
    for (uint32_t i = from / 64; i * 64 < to; i++)
        count += (uint32_t)__builtin_popcountll(legal_of_role(m, legal, role, i));
    return count;
}

uint32_t machine_list(const machine *m, const uint64_t *legal, uint32_t role, uint64_t out[],
                      uint32_t most)
{
    uint32_t from = m->first_move[role], to = m->first_move[role + 1], count = 0;
    for (uint32_t i = from / 64; i * 64 < to; i++)
        for (uint64_t left = legal_of_role(m, legal, role, i); left && count < most;
             left &= left - 1)
            out[count++] = i * 64 + (uint32_t)__builtin_ctzll(left);
    return count;
}

bool machine_chooses(const machine *m, const uint64_t *legal, uint32_t role, uint32_t *first)
{
    uint32_t from = m->first_move[role], to = m->first_move[role + 1];
    *first = NAMES_NONE;
    for (uint32_t i = from / 64; i * 64 < to; i++) {
        uint64_t word = legal_of_role(m, legal, role, i);
        if (word && *first == NAMES_NONE) {
            *first = i * 64 + (uint32_t)__builtin_ctzll(word);
            word &= word - 1;
        }
        if (word)
            return true;
    }
    return false;
}

uint32_t machine_next(const machine *m, const uint64_t *legal, uint32_t role, uint32_t after)
{
    uint32_t from = after == NAMES_NONE ? m->first_move[role] : after + 1;
    for (uint32_t i = from / 64; i * 64 < m->first_move[role + 1]; i++) {
        uint64_t word = legal_of_role(m, legal, role, i);
        if (i == from / 64)
            word &= UINT64_MAX << (from % 64);
        if (word)
            return i * 64 + (uint32_t)__builtin_ctzll(word);
    }
    return NAMES_NONE;
}

uint32_t machine_nth(const machine *m, const uint64_t *legal, uint32_t role, uint64_t n)
{
    uint32_t move = NAMES_NONE;
    for (uint64_t i = 0; i <= n; i++)
        move = machine_next(m, legal, role, move);
    return move;
}
