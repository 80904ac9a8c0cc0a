// mark_data.js -- what a board is to show of its things: what can be picked and is picked, what is advised and why, and
// what each is worth.

/** @typedef {{v: string, text: string, say: string, proved: boolean}} Badge what it shows, and in words */
/** @typedef {{of: string, from: number, count: number, size: number}} Groups things to be seen in groups: see core/reason.h */
/** `further`: what is not a whole move yet when it is picked; `names`: the move that picking this makes; `goal`: what the
 * reasons lead to; `ghost`: the path of a whole move that was sent, `mover`: the seat whose it is.
 * @typedef {{next: Set<string>, further: Set<string>, picked: string[], advised: Set<string>, reasons: Set<string>,
 *   names: Map<string, string>, badges: Map<string, Badge>, ghost: string[], mover: number, goal: string, groups: Groups | null}} Marks */

/** @returns {Marks} */
export const noMarks = () => ({
  next: new Set(),
  further: new Set(),
  picked: [],
  advised: new Set(),
  reasons: new Set(),
  names: new Map(),
  badges: new Map(),
  ghost: [],
  mover: -1,
  goal: "",
  groups: null,
});
