// lesson_state.test.mjs -- a lesson and a puzzle as a coach knows them: no browser, nothing but functions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { folds, newCourse } from "../../web/known/lesson_state.js";
import { Store } from "../../web/known/store.js";

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

const exercise = (more = {}) => ({ is: "exercise", number: 7, question: "Better?", due: 2, moves, scene: { el: [1] }, seat: 0, tried: [], ...more });

test("an exercise may be tried until it is right, and says when it comes back", () => {
  const asked = after({ is: "gathering", games: 1, of: 4, done: 3, total: 6 }, exercise());
  assert.deepEqual([asked.said, asked.tone, asked.left, asked.solved, asked.gathered], ["Better?", "ask", 2, false, null]);
  const wrong = folds.exercise(asked, exercise({ right: false, text: "No.", why: ["So."] }));
  assert.deepEqual([wrong.tone, wrong.moves, wrong.solved, wrong.reasons], ["wrong", moves, false, ["So."]]);
  const right = folds.exercise(wrong, exercise({ right: true, text: "Yes.", plan: "Tomorrow.", due: 1, scene: { el: [2] } }));
  assert.deepEqual([right.tone, right.moves, right.solved, right.plan, right.left], ["right", [], true, "Tomorrow.", 1]);
  const next = folds.exercise(right, exercise({ number: 8, due: 1 }));
  assert.deepEqual([next.plan, next.solved, next.reasons, next.ended], ["", false, [], false]);
});

test("an answer that is given away is seen, and nothing more can be tried", () => {
  const shown = after(exercise(), exercise({ right: false, shown: true, text: "Play 3.", scene: { el: [3] } }));
  assert.deepEqual([shown.tone, shown.moves, shown.solved, shown.shown.scene], ["ask", [], true, { el: [3] }]);
});

test("nothing is due; games are gone through before", () => {
  const nothing = after({ is: "exercise", due: 0, text: "None.", tried: [] });
  assert.deepEqual([nothing.said, nothing.ended, nothing.moves], ["None.", true, []]);
  assert.deepEqual(after({ is: "gathering", games: 1, of: 4, done: 3, total: 6 }).gathered, { games: 1, of: 4, part: 0.5 });
});

test("of one game: what is right goes, what was given away comes back at the end", () => {
  const begun = after({ is: "mending", list: [3, 7] }, exercise({ number: 3, due: undefined }));
  assert.deepEqual([begun.plies, begun.left], [[3, 7], 2]);
  const shown = folds.exercise(begun, exercise({ number: 3, due: undefined, right: false, shown: true }));
  assert.deepEqual([shown.plies, shown.left], [[7, 3], 2]);
  const right = folds.exercise(shown, exercise({ number: 7, due: undefined, right: true }));
  assert.deepEqual([right.plies, right.left, folds.mending(right, { list: [3, 7] }).plies], [[3], 1, [3]]);
});
