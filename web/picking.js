// picking.js -- from targets to moves: what is picked so far, what can follow, and when a move is whole.
import { noMarks } from "./board.js";
import { t } from "./dom.js";

/** @typedef {{move: string, path: string[]}} Move */
/** @typedef {{value: string, score: number | null, remoteness: number | null, proved: boolean, worth?: number, text: string, points?: number}} Worth */
/** @typedef {Move & Worth} Valued */

export const signs = { win: "✓", loss: "✗", tie: "=", draw: "∞", unknown: "?" };

/** @param {string} v */
export const signOf = (v) => signs[/** @type {keyof typeof signs} */ (v)] ?? "?";

/** The mark of what is believed and not proved. */
export const ABOUT = "≈";

/** @param {Worth} m */
export const isProved = (m) => m.proved;

/** A value as short as can be: its sign and its number of moves or points, or an estimate in points or hundredths.
 * @param {Valued} m */
export function shortValue(m) {
  const decided = m.value === "win" || m.value === "loss",
    number = !decided ? "" : m.score !== null ? Math.abs(m.score) : (m.remoteness ?? "");
  if (isProved(m)) return signOf(m.value) + number;
  const about = m.points ?? (m.worth === undefined ? undefined : 100 * m.worth);
  if (about === undefined) return signOf("unknown");
  const size = Math.round(Math.abs(about));
  return ABOUT + (size === 0 ? "" : about < 0 ? "−" : "+") + size;
}

/** The same in words, for those who listen. @param {Valued} m */
export const saidValue = (m) => (isProved(m) ? m.text : `${t("estimate")}: ${m.text}`);

export class Picker {
  /** @param {(move: Move) => void} play @param {() => void} changed */
  constructor(play, changed) {
    this.play = play;
    this.changed = changed;
    /** @type {Move[]} */
    this.moves = [];
    /** @type {string[]} */
    this.picked = [];
  }

  /** @param {Move[]} moves */
  offer(moves) {
    this.moves = moves;
    this.picked = [];
  }

  matching() {
    return this.moves.filter((m) => this.picked.every((p, i) => m.path[i] === p));
  }

  /** @param {string} target @returns {boolean} whether more has to be picked */
  pick(target) {
    const next = this.matching().filter((m) => m.path[this.picked.length] === target);
    if (next.length === 0) {
      if (this.picked.includes(target)) this.back();
      else if (this.picked.length && this.moves.some((m) => m.path[0] === target)) {
        this.picked = [target];
        this.changed();
        return true;
      }
      return false;
    }
    this.picked = [...this.picked, target];
    const whole = next.find((m) => m.path.length === this.picked.length);
    if (whole) this.play(whole);
    this.changed();
    return !whole;
  }

  /** @returns {boolean} whether there was something to drop */
  back() {
    if (!this.picked.length) return false;
    this.picked = this.picked.slice(0, -1);
    this.changed();
    return true;
  }

  /** What the board is to show as open and picked; with values, the best that each target can lead to.
   * @param {Valued[]} [values] best first @returns {import("./board.js").Marks} */
  marks(values = []) {
    const list = this.matching(),
      at = this.picked.length,
      badges = new Map();
    for (const v of values) {
      const path = v.path;
      if (!this.picked.every((p, i) => path[i] === p) || badges.has(path[at])) continue;
      badges.set(path[at], { v: v.value, text: shortValue(v), say: saidValue(v), proved: isProved(v) });
    }
    return {
      ...noMarks(),
      picked: this.picked,
      badges,
      next: new Set(list.map((m) => m.path[at]).filter(Boolean)),
      further: new Set(list.filter((m) => m.path.length > at + 1).map((m) => m.path[at])),
      names: new Map(list.filter((m) => m.path.length === at + 1).map((m) => [m.path[at], m.move])),
    };
  }
}
