// pick.js -- from targets to moves: what is picked so far, what can follow, and when a move is whole.
import { noMarks } from "../board/mark_data.js";
import { saidValue, shortValue } from "./value_text.js";

/** `said`: in words, where people do not speak in the game's notation. @typedef {{move: string, path: string[], said?: string}} Move */
/** @typedef {{moves: Move[], picked: string[]}} Picking the moves on offer, and the targets picked so far */
/** @typedef {import("./value_text.js").Valued} Valued */
/** @typedef {{picked: string[], whole: Move | null, more: boolean}} Picked what is picked now; the move that it makes, if
 * it is whole; whether more has to be picked */

/** A move as people say it. @param {{move: string, said?: string}} m */
export const saidMove = (m) => m.said ?? m.move;

/** @param {string[]} path @param {string[]} picked */
const beginsWith = (path, picked) => picked.every((target, i) => path[i] === target);

/** The moves that are still possible. @param {Picking} picking */
export const matching = ({ moves, picked }) => moves.filter((m) => beginsWith(m.path, picked));

/** What comes of touching a target; null: nothing. What is picked already drops the last; what begins another move
 * begins anew. @param {Picking} picking @param {string} target @returns {Picked | null} */
export function pick({ moves, picked }, target) {
  const next = matching({ moves, picked }).filter((m) => m.path[picked.length] === target);
  if (next.length) {
    const whole = next.find((m) => m.path.length === picked.length + 1) ?? null;
    return { picked: [...picked, target], whole, more: !whole };
  }
  if (picked.includes(target)) return { picked: picked.slice(0, -1), whole: null, more: false };
  const begins = picked.length > 0 && moves.some((m) => m.path[0] === target);
  return begins ? { picked: [target], whole: null, more: true } : null;
}

/** The best that each target can lead to. @param {string[]} picked @param {Valued[]} values best first */
function badgesOf(picked, values) {
  /** @type {Map<string, import("../board/mark_data.js").Badge>} */
  const badges = new Map();
  for (const v of values.filter((one) => beginsWith(one.path, picked))) {
    const target = v.path[picked.length];
    if (!badges.has(target)) badges.set(target, { v: v.value, text: shortValue(v), say: saidValue(v), proved: v.proved });
  }
  return badges;
}

/** What the board is to show as open and picked. @param {Picking} picking @param {Valued[]} [values] best first
 * @returns {import("../board/mark_data.js").Marks} */
export function openMarks(picking, values = []) {
  const { picked } = picking,
    at = picked.length,
    list = matching(picking);
  return {
    ...noMarks(),
    picked,
    badges: badgesOf(picked, values),
    ghost: at && list.some((m) => m.path.length === at) ? picked : [],
    next: new Set(list.map((m) => m.path[at]).filter(Boolean)),
    further: new Set(list.filter((m) => m.path.length > at + 1).map((m) => m.path[at])),
    names: new Map(list.filter((m) => m.path.length === at + 1).map((m) => [m.path[at], saidMove(m)])),
  };
}
