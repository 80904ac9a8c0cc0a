// looking.js -- looking elsewhere than at the table: back to an earlier position, along a line that might come, along the better line of
// a review. The server draws each picture; only the one that was asked for last is shown, however late it comes.
import { tell } from "./table_panel.js";
import { announce } from "../frame/dom.js";
import { headed, plyOf, walkOf } from "../known/table_state.js";
import { ask } from "../frame/net.js";
import { verdictAt } from "../known/review_state.js";

/** @typedef {import("./actions.js").TableStore} TableStore */
/** @typedef {import("../known/table_state.js").Past} Past */

/** @param {TableStore} store @param {Past} to @param {{ply: number, line?: string[]}} from where the server begins, and what it plays there */
async function goTo(store, to, from) {
  store.receive({ is: "heading", to });
  const answer = await ask({ do: "look", ...from });
  if (store.known.heading !== to) return; /* something else was asked for since */
  if (answer.is === "past") {
    if (to.moves?.length) announce(`${to.moves.length}. ${to.moves.at(-1)}`);
    store.receive({ ...answer, ...to });
  } else {
    if (to.line) tell(answer);
    store.receive({ is: "stayed" });
  }
}

/** Back to a position of the game, or to the table. @param {TableStore} store @param {number} ply after how many moves */
export async function look(store, ply) {
  const to = { ply: Math.max(0, ply) };
  if (ply >= store.known.table.list.length) store.receive({ is: "present" });
  else await goTo(store, to, to);
}

/** Along a line from the table on, as far as so many of its moves. @param {TableStore} store @param {string[]} line @param {number} at */
export async function follow(store, line, at) {
  const ply = store.known.table.list.length,
    moves = line.slice(0, at);
  if (at <= 0) store.receive({ is: "present" });
  else await goTo(store, { ply, moves, line }, { ply, line: moves });
}

/** Along the better line in place of the move that led there, as far as so many of its moves: one stays at that move.
 * @param {TableStore} store @param {number} at @param {number} [ply] of the move: the one at which one looks */
export async function along(store, at, ply = plyOf(store.known)) {
  const line = verdictAt(store.known.review, ply)?.line,
    moves = line?.slice(0, at) ?? [];
  if (line && at >= 0 && at <= line.length) await goTo(store, { ply, moves, line }, { ply: ply - 1, line: moves });
}

/** Moves on or back from where one is going: in the line that is played through, else in the game. @param {TableStore} store @param {number} by */
export function walk(store, by) {
  const there = headed(store.known),
    line = walkOf(there),
    to = (line?.at ?? plyOf(there)) + by;
  if (!line) return look(store, to);
  const at = Math.min(to, line.line.length);
  return there.review.open ? along(store, Math.max(0, at), plyOf(there)) : follow(store, line.line, at);
}
