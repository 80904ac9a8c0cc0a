// review_state.test.mjs -- what is known of a review and what is read from it: no browser, nothing but functions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { folds, isValued, nothingKnown, pictureOf, plyOf } from "../../web/known/table_state.js";
import { axisOf, heightOf, isReviewable, nextMarked, reviewKey, shortCost, verdictAt } from "../../web/known/review_state.js";
import { marksOf } from "../../web/known/board_view.js";
import { Store } from "../../web/known/store.js";

const verdict = (mark, more = {}) => ({ mark, path: [], reasons: [], line: ["x"], share_lost: null, points_lost: null, calibrated: true, ...more }),
  found = { is: "review", moves: [verdict(null), verdict("mistake"), verdict(null), verdict("blunder")], turning: 4, sum: [], curve: null },
  table = { is: "table", news: 1, rev: 1, leaves: true, over: true, scene: "now", list: ["a", "b", "c", "d"].map((move) => ({ seat: 0, move })) };

/** A table of which the review is known. */
function reviewed() {
  const store = new Store(nothingKnown(), folds);
  store.receive(table);
  store.receive({ is: "review-asked", key: "k" });
  store.receive({ is: "reviewed", key: "k", answer: found });
  return store;
}

test("what is over, or analysed, and was played can be reviewed", () => {
  const may = (/** @type {any} */ change) => isReviewable({ ...table, ...change });
  assert.ok(may({}) && may({ over: false, analysis: true }));
  assert.ok(!may({ over: false }) && !may({ leaves: false }) && !may({ list: [] }));
});

test("marked moves are found forwards and backwards", () => {
  assert.deepEqual([0, 2, 4].map((ply) => nextMarked(found, ply, 1)), [2, 4, 0]);
  assert.deepEqual([4, 2, 0].map((ply) => nextMarked(found, ply, -1)), [2, 0, 0]);
  assert.equal(verdictAt({ ...nothingKnown().review, found }, 2), found.moves[1]);
  assert.equal(verdictAt({ ...nothingKnown().review, found }, 0), undefined, "before the first move");
});

test("a cost is told in points, else in parts of the win, and not where nothing is marked", () => {
  assert.equal(shortCost(verdict("mistake", { points_lost: 2.5, share_lost: 0.2 }), "fr"), "−2,5");
  assert.equal(shortCost(verdict("blunder", { points_lost: 12.4 }), "en"), "−12");
  assert.equal(shortCost(verdict("blunder", { share_lost: 0.444 }), "en"), "−44 %");
  assert.equal(shortCost(verdict(null, { share_lost: 0.04 }), "en"), "");
  assert.equal(shortCost(verdict("mistake", { share_lost: 0.2, points_lost: 3, calibrated: false }), "en"), "");
});

test("the axis counts for each side, and for a player alone up and down", () => {
  const two = { scale: "points", calibrated: true, above: "First", below: "Second", values: [0, -3.2, 2], proved: [] },
    alone = { scale: "points", calibrated: true, above: "Explorer", below: "", values: [863], proved: [] };
  assert.deepEqual(axisOf(two), ["+4", "0", "+4"]);
  assert.deepEqual(axisOf(alone), ["+863", "0", "−863"]);
  assert.deepEqual(axisOf({ ...two, scale: "steps" }), ["100 %", "50 %", "100 %"]);
  assert.deepEqual(axisOf({ ...alone, scale: "steps" }), ["100 %", "50 %", "0 %"]);
  for (const scale of ["points", "steps"]) assert.deepEqual(axisOf({ ...two, scale, calibrated: false }), [], "told in words");
});

test("a curve is as high as its points, or the whole win", () => {
  assert.equal(heightOf({ scale: "points", calibrated: true, above: "", below: "", values: [0, -3.2, 2], proved: [] }), 4);
  assert.equal(heightOf({ scale: "steps", calibrated: true, above: "", below: "", values: [0.3], proved: [] }), 1);
});

test("a review takes the place of values, until it is left or the game has gone on", () => {
  const store = reviewed();
  assert.equal(store.known.review.found, found);
  assert.equal(store.known.tab, "advice");
  store.receive({ ...table, news: 2 });
  assert.ok(store.known.review.open, "nothing has been played");
  store.receive({ ...table, news: 3, rev: 2, list: table.list.slice(1) });
  assert.ok(!store.known.review.open && store.known.review.found === null);
  const left = reviewed();
  assert.ok(!isValued(left.known));
  left.receive({ is: "review-left" });
  assert.ok(isValued(left.known));
});

test("an answer belongs to who asked last; one that was lost is asked for again", () => {
  const store = reviewed();
  store.receive({ is: "review-asked", key: "other" });
  store.receive({ is: "reviewed", key: "k", answer: { is: "refused" } });
  assert.ok(store.known.review.open, "not that one was refused");
  store.receive({ is: "reviewed", key: "other", answer: { is: "lost" } });
  assert.ok(store.known.review.open && store.known.review.key !== reviewKey(table, "en"));
  store.receive({ is: "review-asked", key: "third" });
  store.receive({ is: "reviewed", key: "third", answer: { is: "refused" } });
  assert.ok(!store.known.review.open);
});

test("a better line is shown in place of the table, begins with what is better, and gives way to a move one looks at", () => {
  const store = reviewed(),
    { known } = store;
  found.moves[3] = verdict("blunder", { path: ["p", "q"], reasons: [{ text: "", targets: ["r"] }] });
  const along = (/** @type {string[]} */ moves) => ({ is: "past", ply: 4, line: ["x"], moves, scene: "line" });
  store.receive(along([]));
  assert.equal(pictureOf(store.known).scene, "line");
  assert.equal(plyOf(store.known), 4, "one stays at the move");
  assert.deepEqual([...marksOf(store.known).advised, marksOf(store.known).goal, ...marksOf(store.known).reasons], ["p", "q", "q", "r"]);
  store.receive(along(["x"]));
  assert.equal(marksOf(store.known).advised.size, 0);
  store.receive({ is: "past", ply: 2, scene: "past" });
  assert.equal(pictureOf(store.known).scene, "past");
  assert.equal(pictureOf(known).scene, "now", "nothing is changed in place");
});
