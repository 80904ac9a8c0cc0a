// review_state.js -- what is known of a review of the game at a table, and what is read from it. Nothing here touches the page.

/** What was found of a move, and of the game: see docs/json.md.
 * @typedef {{seat: number, move: string, said?: string, best: string, best_said?: string, line_said?: string[], path: string[], line: string[], had: any, got: any, mark: string | null,
 *   sign: string, name: string, text: string, share_lost: number | null, calibrated: boolean, points_lost: number | null,
 *   reasons: {text: string, targets: string[]}[]}} Verdict */
/** @typedef {{scale: string, calibrated: boolean, above: string, below: string, values: number[], proved: boolean[]}} Curve */
/** @typedef {{moves: Verdict[], turning: number | null, sum: string[], curve: Curve | null}} Found */
/** `open`: it is looked at in place of advice; `key`: for which game, in which language, it was last asked for; `done` of `total`
 * moves are reviewed. @typedef {{open: boolean, key: string, done: number, total: number, found: Found | null}} Review */

/** @returns {Review} */
export const noReview = () => ({ open: false, key: "", done: 0, total: 0, found: null });

/** Whether there is something to review, and one may. @param {any} table */
export const isReviewable = (table) => Boolean(table.leaves && (table.over || table.analysis) && table.list.length);

/** The moves that a review is of. @param {any} table */
const movesOf = (table) => table.list.map((/** @type {any} */ m) => m.move).join(" ");

/** What a review is of: a game, in a language. @param {any} table @param {string} lang */
export const reviewKey = (table, lang) => `${lang}/${movesOf(table)}`;

/** What is still good of a review once the table is another. @param {Review} review @param {any} before @param {any} table @returns {Review} */
export const reviewAfter = (review, before, table) =>
  before && movesOf(before) !== movesOf(table) ? noReview() : review;

/** The verdict on the move that led to where one looks. @param {Review} review @param {number} ply @returns {Verdict | undefined} */
export const verdictAt = ({ found }, ply) => found?.moves[ply - 1];

/** The nearest marked move before or after; 0: there is none. @param {Found} found @param {number} ply @param {1 | -1} way */
export function nextMarked({ moves }, ply, way) {
  for (let n = ply + way; n >= 1 && n <= moves.length; n += way) if (moves[n - 1].mark) return n;
  return 0;
}

/** What a move cost, as short as can be: points, or per cent of the win. @param {Verdict} v @param {string} lang */
export function shortCost({ mark, calibrated, points_lost: points, share_lost: share }, lang) {
  if (!mark || !calibrated) return "";
  if (points) return "−" + points.toLocaleString(lang, { maximumFractionDigits: points < 10 ? 1 : 0 });
  return share ? `−${Math.round(100 * share)} %` : "";
}

/** How far up and down the curve goes: a whole number of points, or the whole win. @param {Curve} curve */
export const heightOf = ({ scale, values }) =>
  scale === "points" ? Math.max(1, Math.ceil(Math.max(...values.map(Math.abs)))) : 1;

/** What stands beside the top, the middle and the bottom of the curve: each side's own from the middle on; a player alone loses
    below it. Nothing where values are told in words. @param {Curve} curve */
export function axisOf(curve) {
  const most = heightOf(curve),
    alone = curve.below === "";
  if (!curve.calibrated) return [];
  return curve.scale === "points" ? ["+" + most, "0", (alone ? "−" : "+") + most] : ["100 %", "50 %", alone ? "0 %" : "100 %"];
}

/** @typedef {import("./table_state.js").Known} Known */

/** @param {Known} known @param {Partial<Review>} change @returns {Known} */
const withReview = (known, change) => ({ ...known, review: { ...known.review, ...change } });

/** An answer to who asked last: what was found, or why not; where the connection was lost it is asked for again. @param {Known} known @param {any} m @returns {Known} */
function foldReviewed(known, { key, answer }) {
  if (known.review.key !== key) return known;
  if (answer.is === "review") return withReview(known, { found: answer });
  return answer.is === "lost" ? withReview(known, { key: "" }) : { ...known, review: noReview() };
}

/** @type {import("./store.js").Folds<Known>} */
export const reviewFolds = {
  "review-asked": (known, { key }) => ({
    ...withReview(known, { open: true, key, done: 0, total: known.table.list.length }),
    tab: "advice",
  }),
  reviewing: (known, { done, total }) => withReview(known, { done, total }),
  reviewed: foldReviewed,
  "review-left": (known) => ({ ...known, review: noReview() }),
};
