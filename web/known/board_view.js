// board_view.js -- what the board of a table shows of all that is known: marks, what flags are worth, whether a change is
// seen moving; and what is heard of it. Nothing here touches the page.
import { isValued, pickingOf, plyOf, valuesSeen, walkOf } from "./table_state.js";
import { noMarks } from "../board/mark_data.js";
import { matching, openMarks } from "./pick.js";
import { verdictAt } from "./review_state.js";

/** @typedef {import("./table_state.js").Known} Known */
/** @typedef {import("../board/mark_data.js").Marks} Marks */

/** A position being set up: everything that can be changed is open. @param {any} shown @returns {Marks} */
const setupMarks = (shown) => ({
  ...noMarks(),
  next: new Set(shown.scene.el.map((/** @type {any} */ e) => e.t).filter(Boolean)),
});

/** Nothing can be picked in the past. @param {Known} known @returns {Marks} */
const pastMarks = (known) => ({ ...openMarks(pickingOf(known)), next: new Set(), further: new Set(), picked: [] });

/** @param {Known} known @returns {Marks} */
const presentMarks = (known) => ({
  ...openMarks(pickingOf(known), isValued(known) ? (valuesSeen(known) ?? []) : []),
  mover: known.table.seats.findIndex((/** @type {any} */ seat) => seat.turn),
});

/** Along a better line of a review: where it begins, what would have been better, and why. @param {Known} known @returns {Marks} */
function reviewMarks(known) {
  const verdict = walkOf(known)?.at === 0 ? verdictAt(known.review, plyOf(known)) : undefined;
  return {
    ...noMarks(),
    advised: new Set(verdict?.path),
    reasons: new Set(known.pointed ?? verdict?.reasons.flatMap((f) => f.targets)),
    goal: verdict?.path.at(-1) ?? "",
  };
}

/** What can be picked, what is advised, and the reasons (of advice, or why it is over): those one points at, else all. @param {Known} known @returns {Marks} */
export function marksOf(known) {
  const { past, setting, help, pointed, table } = known;
  if (setting?.shown) return setupMarks(setting.shown);
  if (known.review.open && walkOf(known)) return reviewMarks(known);
  const asked = help.advice?.instead ?? help.advice ?? help.hint,
    ended = table.over ? table.reasons : null,
    reasons = past ? [] : ((asked ?? help.advised)?.reasons ?? ended ?? []);
  return {
    ...(past ? pastMarks(known) : presentMarks(known)),
    groups: reasons.find((/** @type {any} */ f) => f.groups)?.groups ?? null,
    advised: new Set(past ? [] : (help.advice?.path ?? help.hint?.path ?? [])),
    reasons: new Set(pointed ?? reasons.flatMap((/** @type {any} */ f) => f.targets)),
    goal: asked?.path?.at(-1) ?? "",
  };
}

/** The moves that are still possible where one looks. @param {Known} known */
export const openMoves = (known) => (known.past || known.setting?.shown ? [] : matching(pickingOf(known)));

/** What each flag is worth, by its target. @param {Known} known @returns {Map<string, string>} */
export const flagWorth = ({ past, help }) =>
  new Map(past || !help.checked ? [] : help.checked.marks.map((/** @type {any} */ m) => [m.target, m.claim]));

/** Whether a new picture is seen moving: the first one stands still. @param {Known} before @param {{is: string}} message */
export const isMoving = (before, { is }) => (is === "table" ? before.table !== null : is === "past" || is === "present");

/** What is heard of news about a table: that a move was made, by what was moved, and the end. @param {any} now @param {any} before
 * @returns {"" | "piece" | "card" | "end"} */
export function soundOf(now, before) {
  if (!before) return "";
  if (now.over && !before.over) return "end";
  if (now.list.length <= before.list.length) return "";
  return now.scene?.el.some((/** @type {any} */ e) => e.k === "card") ? "card" : "piece";
}
