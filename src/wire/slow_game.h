/* wire/slow_game.h -- the thread of one game that may answer late (DUEL_SLOW): a hub of its
 * own, on a thread of its own, so that the loop only carries its words to and fro.
 *
 *     loop                                                    thread
 *     a request ──▶ slow_client_ask ─slip──▶ inbox ──▶ a client of the annex's hub obeys it
 *     a socket has room ◀── slow_client_take ◀─slot── what that client is told next
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

typedef struct slow_game slow_game;
typedef struct slow_game_client slow_game_client;

/* ---- an annex, as the loop's hub has it: slow_game.c --------------------------------------
 */

duel_status slow_game_new(wire_hub *home, const duel_game *game, slow_game **out,
                          duel_msg *why);
/* Waits until each has its card, but not for long: one that is slow shows it later. */
void slow_game_wait_cards(slow_game *const annexes[]);
void slow_game_end(slow_game *a); /* nothing is obeyed any more */
void slow_game_free(
    slow_game *a); /* after that, and after all clients; writes what still waits */
const duel_game *slow_game_game(const slow_game *a);
void slow_game_collect(slow_game *a);
void slow_game_make_places(slow_game *a); /* soon, by the tables there that nobody uses */
wire_hub *slow_game_home(const slow_game *a);
int slow_game_jobs(const slow_game *a, job_class lane);

/* What an annex has to show to those who sit nowhere. NULL: nothing yet, or nothing at all. */
typedef enum slow_game_shown {
    SLOW_GAME_CARD,
    SLOW_GAME_OPEN,
    SLOW_GAME_SIGNS
} slow_game_shown;
json_t *slow_game_summary(const slow_game *a, slow_game_shown what, duel_lang lang);

void slow_game_lobby_changed(slow_game *a); /* by the annex's own hub, on its thread */

/* ---- guests, in the hands of the loop: slow_game_client.c
 * ---------------------------------------- */

slow_game_client *slow_client_of(slow_game *a,
                                 wire_client *c); /* made if need be; NULL: no memory */
slow_game *slow_client_game(const slow_game_client *g);
duel_status slow_client_ask(slow_game_client *g, const json_t *what, duel_msg *why);
void slow_client_greet(slow_game_client *g); /* its language is another */
void slow_client_leave(slow_game_client *g); /* the table it sits at */
void slow_client_exit(slow_game_client *g);  /* it is no guest any more */
/* Writes a message to any of a client's guests; false: there is none. */
bool slow_client_take(slow_game_client *guests, duel_sink *out);
