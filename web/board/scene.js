// scene.js -- one picture for all games: draws the elements of a scene (core/scene.h) as SVG.
// Nothing here knows a game; layout.js fits a scene to its room, board.js lets it be touched.
import { s } from "../frame/dom.js";
import { BREAK, arrange, bounds, divide } from "./layout.js";
import { drawCard, drawDeck, drawLadder, drawPiece, drawTally, glyph } from "./shapes.js";

/** `last`: what the last turn did there: placed, changed, left; `under`: another piece lies on it; `past`: what a counter
 * showed before each move.
 * @typedef {{k: string, x: number, y: number, w: number, h: number, id?: string, tone?: string, shape?: string,
 *   face?: string, label?: string, n?: number, t?: string, alt?: string, last?: string, under?: boolean, lens?: string,
 *   past?: number[], joined?: boolean[], nameless?: boolean}} Item `joined`: above, right, below, left it goes on in another part of the same thing;
 * `nameless`: a card whose name there is no room for */
/** @typedef {{w: number, h: number, el: Item[]}} Scene */

/** @param {Item} e */
const isLane = (e) => e.k === "board" && (e.n !== undefined || e.w > 4 * e.h); /* layout.js counts what stands on a lane */

/** A shelf for cards: its number before, and at its end a check if what stands on it holds; else it is torn somewhere. @param {Item} e @param {Record<string, number>} box */
function drawLane(e, box) {
  const broken = e.tone === "danger";
  const end = s(
    "g",
    { class: "lane-end", transform: `translate(${e.w / 2 - 0.3} 0)` },
    s("path", { d: "M-.15.02-.04.13.17-.12" }),
  );
  return [
    s("rect", { ...box, class: "plate lane" + (broken ? " broken" : ""), rx: 0.12 }),
    e.face ? s("g", { transform: `translate(${-e.w / 2 + 0.25} 0)` }, glyph(e.face, 0.3, "face lane-number")) : null,
    e.n && !broken ? end : null,
  ];
}

/** A word of a lens on the board: what is known of a place. @param {Item} e @param {Record<string, number>} box */
const drawTag = (e, box) => [
  s("rect", { ...box, class: "tag", rx: e.h / 2 }),
  s(
    "text",
    { class: "face tag-text", "font-size": Math.min(0.72 * e.h, (1.7 * e.w) / Math.max(3, (e.face ?? "").length)), dy: "0.35em" },
    e.face,
  ),
];

/** Where a line of cards breaks: a torn edge on either side of nothing. @param {Item} e */
function drawBreak(e) {
  const tooth = "l.09.15-.09.15",
    teeth = tooth.repeat(4);
  return s(
    "g",
    { class: "break", transform: `translate(${BREAK / 2 - e.w / 2} 0)` },
    s("rect", { class: "torn-gap", x: -BREAK / 2, y: -0.66, width: BREAK, height: 1.32 }),
    s("path", { class: "torn", d: `M-.16-.6${teeth}M.07-.6${teeth}` }),
  );
}

/** Lines of the board that meet at a place, or pass it: its face has the ways they leave by, as on a keypad of digits.
 * @param {Item} e @param {Record<string, number>} box */
function drawLines(e, box) {
  const half = (/** @type {number} */ n) => n / 2,
    ends = [...(e.face ?? "")].map(Number).map((n) => `M0 0L${half(((n - 1) % 3) - 1)} ${half(1 - Math.floor((n - 1) / 3))}`);
  return [s("rect", { ...box, class: "tile" }), s("path", { class: "lines", d: ends.join("") }), e.t ? s("circle", { class: "lines-point", r: 0.09 }) : null];
}

/** The part of an element that is drawn, centred on (0, 0). @param {Item} e */
function drawItem(e) {
  const box = { x: -e.w / 2, y: -e.h / 2, width: e.w, height: e.h };
  switch (e.k) {
    case "board":
      return isLane(e) ? drawLane(e, box) : [s("rect", { ...box, class: "plate", rx: 0.12 })];
    case "cell":
      if (e.shape === "lines") return drawLines(e, box);
      return [
        s("rect", { ...box, class: "tile" + (Math.floor(e.x + e.y) % 2 ? " odd" : "") }),
        e.shape === "fog"
          ? s("path", { class: "mist", d: "M-.5-.2q.2-.16.42-.04t.58-.06M-.5.12q.26-.14.5 0t.5-.02M-.5.4q.2-.1.4-.02t.6-.04" })
          : null,
        e.face ? glyph(e.face, 0.42 * Math.min(e.w, e.h), "face sign-mark") : null,
      ];
    case "gap":
      return [
        s("rect", { x: -e.w / 2 + 0.03, y: -e.h / 2 + 0.05, width: e.w - 0.06, height: e.h - 0.1, rx: 0.1, class: "opening" }),
        e.shape === "break" ? drawBreak(e) : e.face ? glyph(e.face, 0.4) : null,
      ];
    case "card":
      return [drawCard(e)];
    case "pile":
      return e.shape === "deck" || e.shape === "tray"
        ? [drawDeck(e)]
        : e.shape || e.face
          ? [drawPiece(e.shape ?? "token", e)]
          : [s("circle", { class: "well", r: Math.min(e.w, e.h) / 2 })];
    case "counter":
      return [
        e.t ? s("rect", { ...box, class: "hit" }) : null,
        !e.face ? words(e, counterText(e)) : e.h > 2 * e.w ? drawLadder(e, e.past ?? []) : drawTally(e, e.shape),
      ];
    case "label":
      return [words(e, e.face || e.label || "")];
    case "seat":
      return [s("rect", { ...box, class: "plate seat-plate", rx: 0.12 }), words(e, e.face || e.label || "")];
    default:
      return e.lens && e.face && e.w > 1.5 * e.h ? drawTag(e, box) : [drawPiece(e.shape, e)];
  }
}

/** A number with a picture that can be picked: its title is its name. @param {Item} e */
export const isDial = (e) => e.k === "counter" && Boolean(e.face && e.t);

/** How large words are on the board, to fit their place. @param {Item} e @param {string} text */
export const sizeOf = (e, text) => Math.min(0.4, 0.55 * e.h, (1.75 * e.w) / Math.max(3, text.length));

/** @param {Item} e @param {string} text */
function words(e, text) {
  return s("text", { class: "caption", "font-size": sizeOf(e, text).toFixed(3), dy: "0.35em" }, text);
}

/** A counter in words: its label says the number or is a whole sentence, else the number stands after it. @param {Item} e */
export function counterText(e) {
  const label = e.label ?? "";
  return label.includes(String(e.n)) || label.endsWith(".") ? label : `${label} ${e.n}`;
}

/** What has to stay clear around an element: a ring for focus and advice. @param {Item} e */
function halo(e) {
  const pad = e.k === "cell" || e.k === "gap" || e.k === "board" ? -0.04 : 0.0;
  if (e.k === "pile" && !e.shape && !e.face) return s("circle", { class: "halo", r: Math.min(e.w, e.h) / 2 });
  return s("rect", {
    class: "halo",
    x: -e.w / 2 - pad,
    y: -e.h / 2 - pad,
    width: e.w + 2 * pad,
    height: e.h + 2 * pad,
    rx: Math.min(0.14, e.w / 3),
  });
}

/** What the last turn did there: a ring around what was placed, a hollow where something stood. @param {Item} e */
function trail(e) {
  const size = Math.min(e.w, e.h);
  if (e.last === "left") return s("circle", { class: "trail", r: 0.26 * size });
  if (e.last !== "placed") return null;
  return e.k === "card"
    ? s("rect", { class: "trail", x: -e.w / 2, y: -e.h / 2, width: e.w, height: e.h, rx: 0.12 })
    : s("circle", { class: "trail", r: 0.47 * size });
}

/** @param {Item} e @param {boolean} bare a picture to look at only */
export function group(e, bare) {
  return s(
    "g",
    {
      class: `el k-${e.k} tone-${e.tone ?? "plain"} shape-${e.shape ?? "none"}${e.last ? " last-" + e.last : ""}${e.lens ? " lens-el" : ""}`,
      "data-id": e.id,
      "data-t": e.t,
      transform: `translate(${e.x + e.w / 2} ${e.y + e.h / 2})`,
    },
    ...drawItem(e),
    bare ? null : trail(e),
    bare ? null : s("circle", { class: "dot", r: 0.06 }),
    bare ? null : halo(e),
    bare || !e.label || e.k === "card" || (/[\p{L}\p{N}]/u.test(e.face ?? "") && !isDial(e)) ? null : s("title", {}, e.label),
  ); /* a letter that is seen belongs to the name */
}

/** The name of a cell as its label begins, taken apart: "c3, empty" or "(3,0): dark". @param {Item} e */
function nameOf(e) {
  const found = /^([a-z])(\d{1,2})\b|^\((\d+),(\d+)\)/.exec(e.label ?? "");
  return found ? { column: found[1] ?? found[3], row: found[2] ?? found[4] } : null;
}

/** Names of columns below and of rows at the left, where the cells have such names. @param {Item[]} cells @param {{x: number, y: number, w: number, h: number}} b */
function axes(cells, b) {
  const low = cells.filter((e) => Math.abs(e.y + e.h - b.y - b.h) < 0.01),
    first = cells.filter((e) => !cells.some((o) => o.y === e.y && o.x < e.x)); // rows may be set off by half a cell
  if (cells.length < 16 || cells.some((e) => !nameOf(e))) return [];
  const name = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y) =>
    s("text", { class: "axis", x, y, "font-size": 0.26, dy: "0.35em", "aria-hidden": "true" }, text);
  return [
    ...low.map((e) => name(nameOf(e)?.column ?? "", e.x + e.w / 2, b.y + b.h + 0.27)),
    ...first.map((e) => name(nameOf(e)?.row ?? "", b.x - 0.27, e.y + e.h / 2)),
  ];
}

/** The view and the ground of a picture. The board keeps its size while pieces come and go.
 * @param {Scene} scene what stays on the board, as arranged @param {boolean} bare */
export function frame(scene, bare) {
  const list = scene.el,
    cells = list.filter((e) => e.k === "cell");
  const b = list.length ? bounds(list) : { x: 0, y: 0, w: scene.w, h: scene.h };
  const loose = !list.some((e) => e.k === "cell" || e.k === "board" || e.k === "card");
  const all = { x: Math.min(0, b.x), y: Math.min(0, b.y), w: Math.max(scene.w, b.x + b.w), h: Math.max(scene.h, b.y + b.h) };
  const view = bare || cells.length ? b : all,
    under = cells.length ? bounds(cells) : loose && !bare ? all : null;
  const names = cells.length && !bare ? axes(cells, bounds(cells)) : [];
  const rim = loose ? 0.35 : 0.07,
    pad = bare ? 0.12 : (loose ? 0.37 : 0.06) + 0.004 * Math.max(view.w, view.h),
    side = names.length ? 0.36 : 0;
  const w = view.w + 2 * pad + side,
    h = view.h + 2 * pad + side;
  return {
    box: `${view.x - pad - side} ${view.y - pad} ${w} ${h}`,
    ratio: w / h,
    w,
    h,
    names,
    tray:
      under &&
      s("rect", {
        class: loose ? "ground" : "tray",
        x: under.x - rim,
        y: under.y - rim,
        width: under.w + 2 * rim,
        height: under.h + 2 * rim,
        rx: loose ? 0.3 : 0.14,
      }),
  };
}

/** The pieces that are one thing with this one: their ids begin alike, "ell:1:0" and "ell:1:2" (a miniature has none). @param {Item} e @param {Item[]} all */
function partsOf(e, all) {
  const name = (e.id ?? "").replace(/[^:]*$/, "");
  const alike = all.filter((o) => o.shape === e.shape && o.tone === e.tone);
  return e.id === undefined ? alike : alike.filter((o) => name !== "" && (o.id ?? "").startsWith(name));
}

/** Blocks of a seat that are parts of one thing and lie side by side are drawn as one, with one mark. @param {Item[]} list */
function join(list) {
  const blocks = list.filter((e) => e.k === "piece" && e.shape === "square" && /^seat/.test(e.tone ?? ""));
  for (const e of blocks) {
    const parts = partsOf(e, blocks),
      beside = (/** @type {number} */ dx, /** @type {number} */ dy) => parts.some((o) => o.x === e.x + dx && o.y === e.y + dy);
    if (parts.length < 2) continue;
    e.joined = [beside(0, -1), beside(1, 0), beside(0, 1), beside(-1, 0)];
    e.under = parts[0] !== e;
  }
  return list;
}

/** Marks pieces that others lie on: their signs would only be half seen. @param {Item[]} list */
export function stack(list) {
  /** @type {Map<string, Item>} */
  const top = new Map();
  for (const e of list.filter((o) => o.k === "piece")) {
    const at = `${(e.x + e.w / 2).toFixed(2)} ${(e.y + e.h / 2).toFixed(2)}`,
      old = top.get(at);
    if (old) old.under = true;
    top.set(at, e);
  }
  return join(list);
}

/** A miniature as it is told: looks, each once, and where things of each look stand. @typedef {{w: number, h: number, looks: any[], at: [number, number, number][]}} Short */

/** @param {Short} short @returns {Scene} */
const unfolded = ({ w, h, looks, at }) => ({ w, h, el: at.map(([look, x, y]) => ({ ...looks[look], x, y })) });

/** A small picture to look at only, of a game as the list of games has it. @param {Short} short */
export const miniature = (short) => smallPicture(unfolded(short));

/** The same of any position. @param {Scene} scene */
export function smallPicture(scene) {
  const all = divide(scene, () => false).board,
    lanes = all.some(isLane);
  const el = lanes
    ? all.filter((e) => e.k === "board" || (e.k === "card" && e.w > 0.9))
    : all; /* of a table of cards, what was laid out */
  const laid = arrange({ ...scene, el }, { w: 560, h: 320 }),
    f = frame(laid, true);
  return s(
    "svg",
    { class: "scene mini", viewBox: f.box, "aria-hidden": "true" },
    f.tray,
    ...stack(laid.el).map((e) => group(e, true)),
  );
}
