// pick.test.mjs -- from targets to moves, and how values are written: no browser, nothing but functions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { matching, openMarks, pick } from "../../web/known/pick.js";
import { saidValue, shortValue } from "../../web/known/value_text.js";

const move = (text, ...path) => ({ move: text, path });
/* a pile, then what is kept of it; a card that goes to two places, or away at once; a button */
const moves = [
  move("1a", "pile:1", "keep:a"),
  move("1b", "pile:1", "keep:b"),
  move("2a", "pile:2", "keep:a"),
  move("A@1", "hand:A", "gap:1"),
  move("A@1C", "hand:A", "gap:1", "choice:C"),
  move("pass", "button:pass"),
];
const at = (...picked) => ({ moves, picked });
const names = (list) => list.map((m) => m.move);

test("what is picked narrows the moves down", () => {
  assert.equal(matching(at()).length, moves.length);
  assert.deepEqual(names(matching(at("pile:1"))), ["1a", "1b"]);
  assert.deepEqual(names(matching(at("pile:1", "keep:b"))), ["1b"]);
  assert.deepEqual(matching(at("pile:3")), []);
});

test("a target goes on, or makes the move whole", () => {
  assert.deepEqual(pick(at(), "pile:1"), { picked: ["pile:1"], whole: null, more: true });
  assert.deepEqual(pick(at("pile:1"), "keep:b"), { picked: ["pile:1", "keep:b"], whole: moves[1], more: false });
  assert.deepEqual(pick(at(), "button:pass"), { picked: ["button:pass"], whole: moves[5], more: false });
});

test("of two moves on one way the shorter is made", () => {
  assert.equal(pick(at("hand:A"), "gap:1").whole, moves[3]);
  assert.equal(pick(at("hand:A", "gap:1"), "choice:C").whole, moves[4], "unless one goes on before the answer");
});

test("what is picked already drops the last, another beginning begins anew, all else is nothing", () => {
  assert.deepEqual(pick(at("pile:1"), "pile:1"), { picked: [], whole: null, more: false });
  assert.deepEqual(pick(at("hand:A", "gap:1"), "hand:A"), { picked: ["hand:A"], whole: null, more: false });
  assert.deepEqual(pick(at("pile:1"), "pile:2"), { picked: ["pile:2"], whole: null, more: true });
  assert.equal(pick(at("pile:1"), "gap:1"), null);
  assert.equal(pick(at(), "keep:a"), null);
  assert.equal(pick({ moves: [], picked: [] }, "pile:1"), null);
});

test("nothing is changed in place", () => {
  const before = Object.freeze(["pile:1"]);
  pick({ moves: Object.freeze(moves), picked: before }, "keep:a");
  pick({ moves: Object.freeze(moves), picked: before }, "pile:1");
  assert.deepEqual(before, ["pile:1"]);
});

test("every move is made by picking its path, whatever the moves are", () => {
  let seed = 7;
  const chance = (n) => (seed = (seed * 48271) % 2147483647) % n;
  for (let round = 0; round < 300; round++) {
    const some = Array.from({ length: 1 + chance(8) }, (_, i) => {
      const path = Array.from({ length: 1 + chance(3) }, (_, k) => `${k}:${chance(4)}`);
      return move(`m${i}`, ...path);
    });
    for (const m of some) {
      let state = { moves: some, picked: [] },
        made = null;
      for (const target of m.path) {
        const open = openMarks(state);
        assert.ok(open.next.has(target), "what leads to a move is open");
        const now = pick(state, target);
        assert.equal(now.more, now.whole === null);
        made = now.whole ?? made;
        state = { moves: some, picked: now.picked };
      }
      assert.deepEqual(state.picked, m.path);
      assert.ok(matching(state).some((o) => o.path.length === m.path.length));
      assert.deepEqual(made.path, m.path);
    }
  }
});

test("the board is told what is open, what goes further, and the move that a target makes", () => {
  const first = openMarks(at());
  assert.deepEqual([...first.next], ["pile:1", "pile:2", "hand:A", "button:pass"]);
  assert.deepEqual([...first.further], ["pile:1", "pile:2", "hand:A"]);
  assert.deepEqual([...first.names], [["button:pass", "pass"]]);
  const then = openMarks(at("hand:A"));
  assert.deepEqual([[...then.next], [...then.further], [...then.names]], [["gap:1"], ["gap:1"], [["gap:1", "A@1"]]]);
  assert.deepEqual(then.picked, ["hand:A"]);
});

const worth = (value, more = {}) => ({ value, score: null, remoteness: null, proved: true, text: `a ${value}`, ...more });

test("a target has the value of the best that it leads to", () => {
  const values = [
    { ...moves[1], ...worth("win", { remoteness: 3 }) },
    { ...moves[0], ...worth("loss", { remoteness: 4 }) },
    { ...moves[2], ...worth("unknown", { proved: false, calibrated: true, share: 0.627 }) },
  ];
  const badges = openMarks(at(), values).badges;
  assert.deepEqual(badges.get("pile:1"), { v: "win", text: "✓3", say: "a win", proved: true });
  assert.equal(badges.get("pile:2").text, "≈63%");
  const deeper = openMarks(at("pile:1"), values).badges;
  assert.deepEqual([...deeper].map(([t, b]) => [t, b.text]), [["keep:b", "✓3"], ["keep:a", "✗4"]]);
});

test("a value in short, and in words", () => {
  assert.equal(shortValue(worth("win", { score: 4, remoteness: 9 })), "✓4");
  assert.equal(shortValue(worth("loss", { score: -4 })), "✗4");
  assert.equal(shortValue(worth("tie", { remoteness: 5 })), "=");
  assert.equal(shortValue(worth("draw")), "∞");
  assert.equal(shortValue(worth("unknown", { proved: false })), "?");
  assert.equal(shortValue(worth("unknown", { proved: false, calibrated: true, points: -2.6, share: 0.9 })), "≈−3");
  assert.equal(shortValue(worth("unknown", { proved: false, calibrated: true, points: 0.2, share: 0.51 })), "≈0");
  for (const [at, short] of [[0.6, "≈+"], [0.1, "≈"], [-0.6, "≈−"]])
    assert.equal(shortValue(worth("unknown", { proved: false, points: 7, share: 0.7, worth: at })), short, "no number without a table");
  assert.equal(saidValue(worth("win")), "a win");
  assert.equal(saidValue(worth("win", { proved: false })), "estimate: a win");
});
