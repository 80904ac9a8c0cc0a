// lesson_state.js -- what is known in a lesson, a puzzle or an exercise: the position and what is asked, what was picked and played of the
// answer, and what was said to it. Nothing here touches the page.

/** `moves` on offer; `draft`: those of a turn that is not whole yet; `said` in which `tone`: wait, ask, right, wrong; `reasons`: why it
 * was right; `next`: the step that follows; `waiting`: the server has been asked. Of exercises: `left` to be asked, `plan` when this one
 * comes back, `solved`: answered right or given away; `plies`: those of one
 * game whose exercises nobody keeps, the next one first; `gathered`: how far games have been gone through before.
 * @typedef {{shown: any, moves: import("./pick.js").Move[], picked: string[], draft: string[], said: string, tone: string,
 *   reasons: string[], step: number, next: number | null, ended: boolean, waiting: boolean,
 *   left: number, plan: string, solved: boolean, plies: number[] | null, gathered: {games: number, of: number, part: number} | null}} Course */

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
  left: 0,
  plan: "",
  solved: false,
  plies: null,
  gathered: null,
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

/** A right answer, and one that was given away, is seen on the board; after a wrong one the first position is shown again, if
 * there was a draft. @param {Course} course @param {any} message @returns {Course} */
function foldVerdict(course, message) {
  const right = { next: message.next ?? null, ended: message.next === undefined },
    seen = {
      shown: shownAfter(course.shown, message),
      moves: message.right || message.shown ? [] : (message.moves ?? []),
    };
  return {
    ...course,
    ...(message.right ? right : {}),
    ...(message.right || message.shown || course.draft.length ? seen : {}),
    picked: [],
    draft: [],
    said: message.text,
    tone: message.right ? "right" : message.shown ? "ask" : "wrong",
    reasons: message.why ?? [],
  };
}

/** @param {Course} course @param {any} message @returns {Course} */
const foldAnswer = (course, message) => ({
  ...(message.right === undefined ? foldQuestion : foldVerdict)(course, message),
  waiting: false,
});

/** What is right goes, what was given away comes back at the end. @param {number[] | null} plies @param {any} message */
function pliesAfter(plies, { number, right, shown }) {
  if (!plies || !(right || shown)) return plies;
  const others = plies.filter((ply) => ply !== number);
  return right ? others : [...others, number];
}

/** One of several that are due; without a number, none is. @param {Course} course @param {any} message @returns {Course} */
function foldExercise(course, message) {
  const plies = pliesAfter(course.plies, message);
  return {
    ...foldAnswer(course, message),
    plies,
    left: message.due ?? plies?.length ?? 0,
    plan: message.plan ?? "",
    solved: Boolean(message.right || message.shown),
    ended: message.number === undefined,
    reasons: message.why ?? [],
    gathered: null,
  };
}

/** `lesson`, `daily`, `exercise`, `mending`, `gathering` and `reviewing` are the server's; the others are done here. @type {import("./store.js").Folds<Course>} */
export const folds = {
  lesson: foldAnswer,
  daily: (course, message) => ({ ...foldAnswer(course, message), solved: Boolean(message.right || message.shown) }),
  exercise: foldExercise,
  mending: (course, { list }) => ({ ...course, plies: course.plies ?? list }),
  reviewing: (course, { done, total }) => ({ ...course, gathered: { games: 0, of: 1, part: done / total } }),
  gathering: (course, { games, of, done, total }) => ({ ...course, gathered: { games, of, part: total ? done / total : 0 } }),
  begun: (course, { text }) => ({ ...course, said: text, tone: "wait", draft: [], reasons: [] }),
  failed: (course, { text }) => ({ ...course, said: text, tone: "wrong" }),
  sent: (course) => ({ ...course, waiting: true }),
  unanswered: (course) => ({ ...course, waiting: false }),
  picked: (course, { picked }) => ({ ...course, picked }),
  next: (course) => ({ ...course, step: course.next ?? course.step, next: null }),
};
