// key_actions.test.mjs -- what a key means at a table, without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { meaningOf } from "../../web/known/key_actions.js";

const nowhere = { inField: false, onBoard: false, types: true, begins: () => false };
const press = (key, place = {}, held = {}) =>
  meaningOf({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held }, { ...nowhere, ...place });

test("arrows go along the moves; on the board they are its own", () => {
  assert.deepEqual(press("ArrowLeft"), { does: "walk", by: -1 });
  assert.deepEqual(press("End"), { does: "walk", by: Infinity });
  assert.equal(press("ArrowLeft", { onBoard: true }), null);
  assert.deepEqual(press("ArrowRight", { onBoard: true }, { shiftKey: true }), { does: "walk", by: 1 });
  assert.equal(press("Home", { inField: true }), null);
});

test("a letter is a command unless a move begins with it; its capital is one always", () => {
  assert.deepEqual(press("h"), { does: "hint" });
  assert.deepEqual(press("u"), { does: "undo" });
  const begins = (letter) => letter === "h";
  assert.deepEqual(press("h", { begins }), { does: "type" });
  assert.deepEqual(press("H", { begins }, { shiftKey: true }), { does: "hint" });
  assert.deepEqual(press("?", {}, { shiftKey: true }), { does: "keys" });
});

test("whatever else is typed goes to the line for moves, if there is one", () => {
  assert.deepEqual(press("d"), { does: "type" });
  assert.equal(press("d", { types: false }), null);
  assert.equal(press("d", { inField: true }), null);
  assert.equal(press("h", {}, { ctrlKey: true }), null);
  assert.deepEqual(press("Escape", { inField: true }), { does: "escape" });
});
