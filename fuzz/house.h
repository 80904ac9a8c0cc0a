/* fuzz/house.h -- the hub in a small world without threads, files or time of its own.
 *
 *     target ──▶ hub ──▶ writes, jobs: they wait here until the target lets them be done
 *
 * The linker sends the hub's calls for the disk's thread, the crew, the players, the clock and
 * chance here first (fuzz/meson.build names them). The base is SQLite's, in memory; players and
 * the judge answer at once, well, badly or not at all, by the chance of the world. So a world
 * goes the same way each time. */
#ifndef DUEL_FUZZ_HOUSE_H
#define DUEL_FUZZ_HOUSE_H

#include "wire/inside.h"

/* A new hub around an empty base. In a watched world every piece of JSON is a piece of memory
 * of its own, and pictures are drawn; else, since both would take most of the time, a picture
 * is the mark of the view that it shows, under the name HOUSE_MARK. */
wire_hub *house_open(const wire_hub_setup *setup, bool watched);
#define HOUSE_MARK "mark of a view"
json_int_t house_mark_of(const duel_variant *v, const void *view);
void house_close(wire_hub *hub); /* once its clients are gone; the base is empty again */
data_store *house_store(void);

bool house_write(bool well);   /* all that waits for the disk; false: nothing did */
bool house_work(size_t which); /* one job of those that wait; false: none did */
void house_wait(uint64_t ms);

#endif
