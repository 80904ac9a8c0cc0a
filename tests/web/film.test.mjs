// film.test.mjs -- films gone through without a page: what stands there after each step, and that nothing lies on anything else.
import assert from "node:assert/strict";
import { test } from "node:test";
import { layOut, thingsAt } from "../../web/learn/film.js";
import { addressOf, deskOf } from "../../web/learn/logic.js";
import { duel } from "./browser.mjs";

const film = (...args) => JSON.parse(duel("logic", ...args, "--json"));
const lines = ["A>B", "B>C", "A|D", "~(D&B)", "--ask", "C xor D"];

const apart = (a, b) => Math.abs(a.x - b.x) >= (a.w + b.w) / 2 - 0.5 || Math.abs(a.y - b.y) >= (a.h + b.h) / 2 - 0.5;

for (const view of ["shape", "polish", "table", "proven", "clauses", "dpll", "tree", "resolution"])
  test(`${view}: every step has a sentence, and its picture fits`, () => {
    const shown = film(view, ...lines),
      picture = layOut(shown);
    shown.steps.forEach((step, i) => {
      const { things, w, h, links } = picture(i);
      assert.ok(step.text.length > 0);
      for (const thing of things) {
        assert.ok(thing.x - thing.w / 2 > -1 && thing.x + thing.w / 2 < w + 1 && thing.y + thing.h / 2 < h + 1, `${view} ${i}: ${thing.text} is outside`);
        for (const other of things) assert.ok(other.id >= thing.id || apart(thing, other), `${view} ${i}: ${thing.text} on ${other.text}`);
      }
      assert.ok(shown.kind !== "tree" || links.length < things.length || things.length === 0);
    });
  });

test("going back is the same as not having gone on", () => {
  const shown = film("polish", "(A>B)&~C"),
    before = [...thingsAt(shown, 3).values()];
  thingsAt(shown, shown.steps.length - 1);
  assert.deepEqual([...thingsAt(shown, 3).values()], before);
  const end = [...thingsAt(shown, shown.steps.length - 1).values()].filter((thing) => thing.in === 1).map((thing) => thing.text);
  assert.equal(end.join(" "), "A B > C ~ &");
});

test("an address says what is on the bench", () => {
  const desk = { view: "tree", text: "A/\\B\n¬C % 2", ask: "A#B", step: 4 };
  assert.deepEqual(deskOf(addressOf(desk).split("/").slice(2)), desk);
  assert.equal(deskOf([]).view, "dpll");
});
