// seat_bar.js -- the bar of a seat: who sits there, whose turn it is, and what the scene says of the seat:
// its numbers, the cards it holds, its plate as something that can be picked.
import { button, h, refill, s, t } from "../frame/dom.js";
import { counterText } from "../board/scene.js";
import { drawCard, drawPiece, drawTally, seatMark } from "../board/shapes.js";

/** @typedef {import("../board/scene.js").Item} Item */
/** @typedef {{role: string, name: string, person: boolean, mine: boolean, present: boolean, turn: boolean, score?: number, won?: boolean}} Seat */
/** @typedef {{pick: (target: string) => void, takeover?: (seat: number) => void, machine?: boolean, shared?: boolean, clock?: Element | null}} Help `shared`: several have won */

/** The shape of the pieces of each seat, by tone, where the seats differ by it, as crosses and noughts do; else none: seats then have the
 * marks by number that their pieces have, too. @param {{k: string, tone?: string, shape?: string}[]} looks of a picture of the game
 * @returns {Map<string, string>} */
export function signsOf(looks) {
  const found = new Map(),
    own = looks.filter((e) => e.k === "piece" && e.shape && e.tone?.startsWith("seat"));
  for (const { tone, shape } of own) found.set(tone, shape);
  const shapes = new Set(own.map((e) => e.shape));
  return found.size > 1 && shapes.size === found.size && own.every((e) => found.get(e.tone) === e.shape) ? found : new Map();
}

/** Of the game at the table that is shown. @type {Map<string, string>} */
let signs = new Map();

/** @param {Parameters<typeof signsOf>[0]} looks */
export function setSigns(looks) {
  signs = signsOf(looks);
}

/** The sign of a seat in its colour: its pieces in small, or a disc with its mark. @param {number} i */
export function seatDisc(i) {
  const tone = "seat" + (i + 1),
    shape = signs.get(tone);
  return s(
    "svg",
    { class: "seat-disc tone-" + tone, viewBox: shape ? "-.4 -.4 .8 .8" : "-.5 -.5 1 1", "aria-hidden": "true" },
    ...(shape ? [drawPiece(shape, { tone, w: 1, h: 1 })] : [s("circle", { class: "body", r: 0.42 }), seatMark(tone, 0.42)]),
  );
}

/** What a seat holds of one thing: its picture and how many, sometimes to be picked. @param {Item} e @param {Help} help */
function tally(e, help) {
  return h(
    e.t ? "button" : "span",
    {
      class: "tally" + (e.n ? "" : " none"),
      "data-id": e.id,
      "data-t": e.t,
      title: e.label,
      role: e.t ? null : "img",
      "aria-label": e.t ? null : (e.label ?? ""),
      onclick: e.t ? () => help.pick(e.t ?? "") : null,
    },
    s("svg", { class: "scene", viewBox: "-.5 -.34 1 .68", "aria-hidden": "true" }, drawTally({ ...e, w: 1, h: 0.68 }, e.shape)),
    e.t ? h("span", { class: "unseen" }, e.label) : null,
  );
}

/** A number of the seat: bare where its words only repeat whose it is. @param {Item} e @param {string} role */
function number(e, role) {
  const text = counterText(e),
    bare = text.includes(role);
  if (!bare && e.n === 0 && e.tone === "soft") return null;
  return h(
    "span",
    { class: `seat-number${bare ? " bare" : ""} tone-${e.tone ?? "plain"}`, "data-id": e.id, title: text },
    bare ? h("span", { "aria-hidden": "true" }, String(e.n)) : text,
    bare ? h("span", { class: "unseen" }, text) : null,
  );
}

/** Cards in small, as they lie in somebody else's hand. @param {Item[]} cards */
function hand(cards) {
  if (!cards.length) return null;
  return h(
    "span",
    { class: "small-hand", role: "img", "aria-label": t("cards-held", cards.length) },
    ...cards.map((e) =>
      s(
        "svg",
        { class: "scene", viewBox: "-.5 -.7 1 1.4", "aria-hidden": "true" },
        s("g", { class: `el k-card tone-${e.tone ?? "plain"}` }, drawCard({ ...e, label: "", w: 1, h: 1.4 })),
      ),
    ),
  );
}

/** The name of a seat: a button where the seat can be picked. @param {Seat} seat @param {Item | undefined} plate @param {Help} help */
function seatName(seat, plate, help) {
  if (!plate?.t) return h("strong", { class: "seat-name" }, seat.role);
  const picked = (/** @type {Event} */ e) => {
    e.stopPropagation();
    help.pick(plate.t ?? "");
  };
  return h("button", { type: "button", class: "seat-name", "data-t": plate.t, disabled: true, onclick: picked }, seat.role);
}

/** A word of a lens about the seat. @param {Item} e */
const lensChip = (e) =>
  h("span", { class: `chip lens-chip tone-${e.tone ?? "plain"}`, "data-id": e.id }, `${e.face ?? ""} ${e.label ?? ""}`);

/** Its score, where it says more than who won and nothing else tells it. @param {Seat} seat @param {Element[]} numbers */
const scoreOf = ({ score }, numbers) =>
  score !== undefined && Math.abs(score) > 1 && !numbers.length ? h("span", { class: "seat-number bare" }, score) : null;

/** What stands at the end of the bar. @param {Seat} seat @param {number} i @param {Item[]} counters @param {Help} help */
function seatEnd(seat, i, counters, help) {
  const { takeover } = help,
    numbers = counters.flatMap((e) => number(e, seat.role) ?? []);
  return h(
    "span",
    { class: "seat-end" },
    takeover
      ? button({ text: t(help.machine ? "take-over-machine" : "take-over"), class: "small", on: () => takeover(i) })
      : null,
    seat.turn ? h("span", { class: "chip turn-chip" }, t(seat.person ? "to-move" : "thinking")) : null,
    seat.won ? h("span", { class: "chip won" }, t(help.shared ? "ties" : "winner")) : null,
    ...numbers,
    scoreOf(seat, numbers),
    help.clock ?? null,
  );
}

/** @param {Seat} seat @param {number} i @param {Item[]} items what the scene says of the seat @param {Help} help */
export function seatBar(seat, i, items, help) {
  const plate = items.find((e) => e.k === "seat"),
    counters = items.filter((e) => e.k === "counter"),
    tallies = counters.filter((e) => e.face);
  return h(
    "div",
    {
      class: `seat-bar${seat.turn ? " turn" : ""}${seat.won ? " won" : ""}${seat.present ? "" : " absent"} tone-seat${i + 1}`,
      "data-t": plate?.t,
      "data-seat": i,
      onclick: plate?.t ? () => help.pick(plate.t ?? "") : null,
    },
    seatDisc(i),
    seatName(seat, plate, help),
    h("span", { class: "who" }, seat.name),
    hand(items.filter((e) => e.k === "card")),
    tallies.length ? h("span", { class: "tallies" }, ...tallies.map((e) => tally(e, help))) : null,
    ...items.filter((e) => e.lens).map(lensChip),
    seatEnd(seat, i, counters.filter((e) => !e.face), help),
  );
}

/** The bar of one seat stands below the board, the others above. @param {Element} above @param {Element} below
 * @param {Element[]} bars @param {number} near */
export function placeBars(above, below, bars, near) {
  refill(above, ...bars.filter((_, i) => i !== near));
  refill(below, bars[near]);
}
