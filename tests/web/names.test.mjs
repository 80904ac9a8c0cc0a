// names.test.mjs -- names on small cards: where they are broken, without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOf, nameSize } from "../../web/board/shapes.js";

test("a name stands in one line, or is broken at its blank, else between syllables", () => {
  for (const whole of ["OR", "THEN", "NON", "Fallacy", "Sophisme", "Ergo"]) assert.deepEqual(linesOf(whole), [whole]);
  for (const broken of ["paren|thesis", "paren|thèse", "Justifi|cation", "Revo|lution", "IMPLI|QUE", "Tabula |Rasa", "wild |operator"])
    assert.equal(linesOf(broken.replace("|", "")).join("|"), broken);
});

test("the letters of a name are as high as its longer line allows; what only repeats the sign is no name", () => {
  const card = { w: 1, h: 1.4, face: "¬" };
  assert.ok(nameSize({ ...card, label: "NOT, in your hand" }) > nameSize({ ...card, label: "wild operator, in your hand" }));
  assert.equal(nameSize({ ...card, face: "A", label: "A, in your hand" }), Infinity);
  assert.equal(nameSize({ ...card, label: "NOT", nameless: true }), Infinity);
});
