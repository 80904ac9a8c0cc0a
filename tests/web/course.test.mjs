// course.test.mjs -- a lesson and a puzzle as a coach knows them: no browser, nothing but functions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { folds, newCourse } from "../../web/course.js";
import { Store } from "../../web/store.js";

const moves = [{ move: "3", path: ["take:3"] }];
const asks = (more = {}) => ({ is: "lesson", step: 1, steps: 2, text: "Win.", moves, scene: { el: [1] }, seat: 0, tried: [], ...more });
const after = (...messages) => {
  const store = new Store(newCourse(), folds);
  for (const m of messages) store.receive(m);
  return store.known;
};

test("a question is shown, and what is picked of the last one goes", () => {
  const course = after({ is: "begun", text: "…" }, { is: "picked", picked: ["x"] }, asks());
  assert.deepEqual([course.said, course.tone, course.moves, course.picked], ["Win.", "ask", moves, []]);
  assert.equal(after(asks({ question: "Which?" })).said, "Which?");
  assert.deepEqual(after(asks(), asks({ scene: undefined, step: 2 })).shown.scene, { el: [1] }, "what is not told stays");
});

test("a right answer is seen, with its reasons and the step that follows", () => {
  const course = after(asks(), { is: "sent" }, { is: "lesson", right: true, text: "Yes.", why: ["So."], scene: { el: [2] }, next: 2, tried: ["3"] });
  assert.deepEqual([course.tone, course.said, course.reasons, course.moves], ["right", "Yes.", ["So."], []]);
  assert.deepEqual([course.shown.scene, course.next, course.ended, course.waiting], [{ el: [2] }, 2, false, false]);
  const then = after(asks(), { is: "lesson", right: true, text: "Yes.", next: 2, tried: ["3"] }, { is: "next" });
  assert.deepEqual([then.step, then.next], [2, null]);
  assert.equal(after(asks(), { is: "daily", right: true, text: "Yes.", tried: ["3"] }).ended, true);
});

test("a wrong answer leaves the picture, unless moves were drafted", () => {
  const first = after(asks()),
    wrong = { is: "daily", right: false, text: "No.", scene: { el: [9] }, moves: [], tried: ["1"] };
  const course = folds.daily(first, wrong);
  assert.equal(course.shown, first.shown);
  assert.deepEqual([course.moves, course.tone], [moves, "wrong"]);
  const drafted = after(asks(), asks({ is: "daily", drafted: 1, tried: ["2"] }), wrong);
  assert.deepEqual([drafted.shown.scene, drafted.moves, drafted.draft], [{ el: [9] }, [], []]);
});

test("a turn of several moves is kept until it is whole, and given up when one begins anew", () => {
  const drafted = after(asks(), asks({ drafted: 1, tried: ["2"] }));
  assert.deepEqual([drafted.draft, drafted.tone], [["2"], "ask"]);
  assert.deepEqual(folds.begun(drafted, { text: "…" }).draft, []);
});

test("a question without an answer: what was known stays", () => {
  const course = after(asks(), { is: "sent" });
  assert.equal(course.waiting, true);
  assert.deepEqual(folds.unanswered(course), { ...course, waiting: false });
  assert.deepEqual([folds.failed(course, { text: "Gone." }).said, folds.failed(course, { text: "Gone." }).tone], ["Gone.", "wrong"]);
});
