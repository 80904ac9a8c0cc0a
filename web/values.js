// values.js -- how a value is written: its sign, as short as can be, and in words. A value proved and one believed
// never look alike.
import { t } from "./dom.js";

/** What a position or a move is worth: see docs/json.md.
 * @typedef {{value: string, score: number | null, remoteness: number | null, proved: boolean, worth?: number, text: string,
 *   points?: number}} Worth */
/** @typedef {{move: string, path: string[]} & Worth} Valued */

const signs = { win: "✓", loss: "✗", tie: "=", draw: "∞", unknown: "?" };

/** @param {string} v */
export const signOf = (v) => signs[/** @type {keyof typeof signs} */ (v)] ?? "?";

/** The mark of what is believed and not proved. */
export const ABOUT = "≈";

/** A value as short as can be: its sign and its number of moves or points, or an estimate in points or hundredths.
 * @param {Valued} m */
export function shortValue(m) {
  const decided = m.value === "win" || m.value === "loss",
    number = !decided ? "" : m.score !== null ? Math.abs(m.score) : (m.remoteness ?? "");
  if (m.proved) return signOf(m.value) + number;
  const about = m.points ?? (m.worth === undefined ? undefined : 100 * m.worth);
  if (about === undefined) return signOf("unknown");
  const size = Math.round(Math.abs(about));
  return ABOUT + (size === 0 ? "" : about < 0 ? "−" : "+") + size;
}

/** The same in words, for those who listen. @param {Valued} m */
export const saidValue = (m) => (m.proved ? m.text : `${t("estimate")}: ${m.text}`);
