// targets.test.mjs -- the keyboard's way over a board, and the game that has the word today: nothing but functions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { neighbour } from "../../web/board/targets.js";
import { gameOfTheDay } from "../../web/home/home_lists.js";

/** A board of cells named as they stand, three by three, read row by row. */
const cells = [..."abcdefghi"].map((id, i) => ({ dataset: { id }, x: i % 3, y: Math.floor(i / 3) }));
const places = new Map(cells.map((c) => [c.dataset.id, c]));
const way = (from, key, open = "abcdefghi") =>
  neighbour(cells["abcdefghi".indexOf(from)], "Arrow" + key, cells.filter((c) => open.includes(c.dataset.id)), places)?.dataset.id;

test("an arrow leads to the nearest thing that lies that way", () => {
  assert.deepEqual([way("e", "Right"), way("e", "Left"), way("e", "Up"), way("e", "Down")], ["f", "d", "b", "h"]);
  assert.equal(way("a", "Right", "aci"), "c", "over what is shut");
  assert.equal(way("a", "Down", "agi"), "g", "straight on before aside");
  assert.equal(way("a", "Right", "afi"), "f", "aside where nothing is straight on");
});

test("where nothing lies that way, an arrow goes on in the order of reading", () => {
  assert.equal(way("c", "Right"), "d");
  assert.equal(way("d", "Left"), "c");
  assert.equal(way("a", "Left"), undefined);
  assert.equal(way("a", "Up"), undefined);
  assert.equal(way("i", "Down"), undefined);
});

test("every open thing is reached from the first by arrows alone", () => {
  for (let set = 1; set < 512; set++) {
    const open = [..."abcdefghi"].filter((_, i) => set & (1 << i)).join("");
    const seen = new Set([open[0]]);
    for (const from of seen)
      for (const key of ["Right", "Left", "Up", "Down"]) {
        const to = way(from, key, open);
        if (to) seen.add(to);
      }
    assert.equal(seen.size, open.length, open);
  }
});

test("one game has the word each day: the main ones in turn, all of them where there is none", () => {
  const games = [{ id: "a" }, { id: "b", group: "laboratory" }, { id: "c", group: "main" }];
  const day = (n) => gameOfTheDay(games, n * 86400000 + 5)?.id;
  assert.deepEqual([day(0), day(1), day(2)], ["a", "c", "a"]);
  assert.equal(gameOfTheDay([games[1]], 86400000).id, "b");
  assert.equal(gameOfTheDay([], 0), undefined);
});
