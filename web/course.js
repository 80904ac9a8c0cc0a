// course.js -- what is known in a lesson or a puzzle: the position and what is asked, what was picked and played of the
// answer, and what was said to it. Nothing here touches the page.

/** `moves` on offer; `draft`: those of a turn that is not whole yet; `said` in which `tone`: wait, ask, right, wrong; `reasons`: why it
 * was right; `next`: the step that follows; `waiting`: the server has been asked.
 * @typedef {{shown: any, moves: import("./picking.js").Move[], picked: string[], draft: string[], said: string, tone: string,
 *   reasons: string[], step: number, next: number | null, ended: boolean, waiting: boolean}} Course */

/** @returns {Course} */
export const newCourse = () => ({
  shown: null,
  moves: [],
  picked: [],
  draft: [],
  said: "",
  tone: "",
  reasons: [],
  step: 1,
  next: null,
  ended: false,
  waiting: false,
});

/** What is not told anew stays. @param {any} shown @param {any} message */
const shownAfter = (shown, message) => ({ ...shown, ...message, scene: message.scene ?? shown?.scene });

/** Something is to be found, perhaps after the moves that were tried. @param {Course} course @param {any} message @returns {Course} */
const foldQuestion = (course, message) => ({
  ...course,
  shown: shownAfter(course.shown, message),
  moves: message.moves ?? [],
  picked: [],
  draft: message.tried,
  said: message.question ?? message.text,
  tone: "ask",
});

/** A right answer is seen on the board; after a wrong one the first position is shown again, if there was a draft.
 * @param {Course} course @param {any} message @returns {Course} */
function foldVerdict(course, message) {
  const right = { next: message.next ?? null, ended: message.next === undefined },
    seen = {
      shown: shownAfter(course.shown, message),
      moves: message.right ? [] : (message.moves ?? []),
    };
  return {
    ...course,
    ...(message.right ? right : {}),
    ...(message.right || course.draft.length ? seen : {}),
    picked: [],
    draft: [],
    said: message.text,
    tone: message.right ? "right" : "wrong",
    reasons: message.why ?? [],
  };
}

/** @param {Course} course @param {any} message @returns {Course} */
const foldAnswer = (course, message) => ({
  ...(message.right === undefined ? foldQuestion : foldVerdict)(course, message),
  waiting: false,
});

/** `lesson` and `daily` are the server's; the others are done here. @type {import("./store.js").Folds<Course>} */
export const folds = {
  lesson: foldAnswer,
  daily: foldAnswer,
  begun: (course, { text }) => ({ ...course, said: text, tone: "wait", draft: [], reasons: [] }),
  failed: (course, { text }) => ({ ...course, said: text, tone: "wrong" }),
  sent: (course) => ({ ...course, waiting: true }),
  unanswered: (course) => ({ ...course, waiting: false }),
  picked: (course, { picked }) => ({ ...course, picked }),
  next: (course) => ({ ...course, step: course.next ?? course.step, next: null }),
};
