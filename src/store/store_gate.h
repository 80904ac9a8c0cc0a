/* store/store_gate.h -- whose turn it is to write to the base, among the connections of one
 * program: one after the other, in the order in which they came. Inside of the store.
 *
 * SQLite alone lets whoever asks at the right moment write; the others sleep, up to a tenth of
 * a second, before they ask again. One that writes often then keeps others out for seconds.
 * Other programs are still met at SQLite's own lock. */
#ifndef DUEL_STORE_STORE_GATE_H
#define DUEL_STORE_STORE_GATE_H

typedef struct store_gate store_gate;

store_gate *gate_new(void); /* held once; NULL: no memory */
store_gate *gate_hold(store_gate *g);
void gate_let_go(store_gate *g); /* whoever is the last frees it; NULL does nothing */

void gate_enter(store_gate *g); /* waits for its turn */
void gate_leave(store_gate *g);
int gate_waiting(store_gate *g); /* who has not had its turn */

#endif
