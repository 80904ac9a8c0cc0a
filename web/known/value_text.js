// value_text.js -- writes a value: its sign, as short as can be, and in words. A value proved and one believed
// never look alike.
import { t } from "../frame/dom.js";

/** What a position or a move is worth: see docs/json.md.
 * @typedef {{value: string, score: number | null, remoteness: number | null, proved: boolean, worth?: number, text: string,
 *   points?: number, share?: number, unclear?: boolean, calibrated?: boolean}} Worth */
/** @typedef {{move: string, path: string[]} & Worth} Valued */

const signs = { win: "✓", loss: "✗", tie: "=", draw: "∞", unknown: "?" };

/** @param {string} v */
export const signOf = (v) => signs[/** @type {keyof typeof signs} */ (v)] ?? "?";

/** The mark of what is believed and not proved. */
export const ABOUT = "≈";

/** An estimate whose number nobody has held to games says an order, and no more: so far from even it looks good, or bad (PHRASE_CLEAR). */
const CLEAR = 0.2;

/** @param {Worth} w */
const leaning = ({ unclear, worth = 0 }) => (unclear || Math.abs(worth) < CLEAR ? 0 : Math.sign(worth));

/** What is not proved is never all, and never nothing. @param {number} share */
const perCent = (share) => Math.min(99, Math.max(1, Math.round(100 * share)));

/** A value as short as can be: its sign and its number of moves or points, or an estimate in points, or of the chances.
 * @param {Valued} m */
export function shortValue(m) {
  const decided = m.value === "win" || m.value === "loss",
    number = !decided ? "" : m.score !== null ? Math.abs(m.score) : (m.remoteness ?? "");
  if (m.proved) return signOf(m.value) + number;
  if (m.share !== undefined && !m.calibrated) return ABOUT + ["−", "", "+"][leaning(m) + 1];
  if (m.points === undefined) return m.share === undefined ? signOf("unknown") : `${ABOUT}${perCent(m.share)}%`;
  const size = Math.round(Math.abs(m.points));
  return ABOUT + (size === 0 ? "" : m.points < 0 ? "−" : "+") + size;
}

/** The same in words, for those who listen. @param {Valued} m */
export const saidValue = (m) => (m.proved ? m.text : `${t("estimate")}: ${m.text}`);

/* ---- from the chair of who reads ---- */

/** Where one reads from: 1 the chair of the seat to move, -1 the other of two, 0 nobody's in particular.
 * @typedef {-1 | 0 | 1} Chair */

const turned = { win: "loss", loss: "win" };
const EVEN = 0.5;

/** @param {Worth} w as it is for who reads */
function decidedText({ value, score, remoteness }) {
  if (score !== null) return t(`you-${value === "win" ? "win" : "lose"}-by`, Math.abs(score));
  return remoteness ? t(`you-${value === "win" ? "win" : "lose"}-in`, remoteness) : t(value === "win" ? "you-win" : "you-lose");
}

/** @param {number} points */
const leadText = (points) =>
  t(
    points > 0 ? "you-ahead" : "you-behind",
    Math.abs(points).toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  );

/** @param {Worth} w as it is for who reads */
function textFor(w) {
  if (w.proved && (w.value === "win" || w.value === "loss")) return decidedText(w);
  if (w.proved || w.share === undefined) return w.text;
  if (!w.calibrated) return leaning(w) === 0 ? w.text : t(leaning(w) > 0 ? "you-good" : "you-bad");
  if (w.points !== undefined) return Math.abs(w.points) >= EVEN ? leadText(w.points) : w.text;
  return t("you-chance", perCent(w.share));
}

/** A value for the seat to move, as it is for who reads and told to them: you win, you lose.
 * @template {Worth} W @param {W} w @param {Chair} chair @returns {W} */
export function fromChair(w, chair) {
  if (chair === 0) return w;
  const seen = {
    ...w,
    value: chair > 0 ? w.value : (turned[/** @type {keyof typeof turned} */ (w.value)] ?? w.value),
    ...(w.points === undefined ? {} : { points: chair * w.points }),
    ...(w.worth === undefined ? {} : { worth: chair * w.worth }),
    ...(w.share === undefined || chair > 0 ? {} : { share: 1 - w.share }),
  };
  return { ...seen, text: textFor(seen) };
}
