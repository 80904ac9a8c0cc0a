/* wire/slow_game.h -- the thread of one game that may answer late (DUEL_WAITS): a hub of its
 * own, on a thread of its own, so that the loop only carries its words to and fro.
 *
 *     loop                                                    thread
 *     a request ──▶ guest_ask ──slip──▶ inbox ──▶ a client of the annex's hub obeys it
 *     a socket has room ◀── guest_take ◀──slot── what that client is told next
 *
 * Every table of the game is here and nowhere else, so no game is played in two houses. A
 * client of the loop's hub that asks for something here becomes a guest: a client of the hub
 * here, in the hands of the thread, a slot with room for one message, and a stay.
 *
 * What comes in is bounded (so many slips of a guest, so many bytes in all; more is refused by
 * the loop), and so is what goes out: the thread only says that there is something, and fills
 * the slot when the loop wants it, for a socket that has room. So a slow reader's answers wait
 * in its outbox here, under the rules of every outbox, and its news is not made yet. How fast a
 * connection may ask is counted once, by the loop.
 *
 * Order. Slips are obeyed one after the other in the order in which the loop wrote them, and a
 * client's leaving is a slip like its requests; so here everything happens as it was asked for.
 * Towards other houses there is no order, and none is needed:
 *   - The loop decides at once where a client sits (`away`), before it reads its next request:
 *     what is asked at a table goes to the house where the client sat when it asked.
 *   - Each slip tells who asks: language and profile are those of that moment.
 *   - Answers carry numbers, so it does not matter in which order those of two houses come.
 *   - News carries none. Each message bears the number of the stay it was made in; the loop
 *     raises that number when the client goes, and drops news of a stay that is over.
 *   - A client that was not let in after all sits nowhere, and is told so when it asks.
 *
 * A guest is made and freed by the loop: the thread says when it is done with it. */
#pragma once

#include "core/game.h"
#include "players/thread_pool.h"
#include "wire/hub.h"

#include <jansson.h>

typedef struct wire_annex wire_annex;
typedef struct wire_guest wire_guest;

/* ---- an annex, as the loop's hub has it: slow_game.c --------------------------------------
 */

duel_status annex_new(wire_hub *home, const duel_game *game, wire_annex **out, duel_msg *why);
/* Waits until each has its card, but not for long: one that is slow shows it later. */
void annex_await_cards(wire_annex *const annexes[]);
void annex_end(wire_annex *a);  /* nothing is obeyed any more */
void annex_free(wire_annex *a); /* after that, and after all clients; writes what still waits */
const duel_game *annex_game(const wire_annex *a);
void annex_collect(wire_annex *a);
void annex_make_places(wire_annex *a); /* soon, by the tables there that nobody uses */
wire_hub *annex_home(const wire_annex *a);
int annex_jobs(const wire_annex *a, duel_lane lane);

/* What an annex has to show to those who sit nowhere. NULL: nothing yet, or nothing at all. */
typedef enum annex_shows { ANNEX_CARD, ANNEX_OPEN, ANNEX_SIGNS } annex_shows;
json_t *annex_sign(const wire_annex *a, annex_shows what, duel_lang lang);

void annex_lobby_changed(wire_annex *a); /* by the annex's own hub, on its thread */

/* ---- guests, in the hands of the loop: slow_game_client.c
 * ---------------------------------------- */

wire_guest *guest_of(wire_annex *a, wire_client *c); /* made if need be; NULL: no memory */
wire_annex *guest_annex(const wire_guest *g);
duel_status guest_ask(wire_guest *g, const json_t *what, duel_msg *why);
void guest_greet(wire_guest *g); /* its language is another */
void guest_leave(wire_guest *g); /* the table it sits at */
void guest_exit(wire_guest *g);  /* it is no guest any more */
/* Writes a message to any of a client's guests; false: there is none. */
bool guest_take(wire_guest *guests, duel_sink *out);
