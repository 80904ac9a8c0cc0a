// board_svg.js -- a scene laid out for its room and drawn: which things stand on the board, which beside it, and where.
import { s } from "../frame/dom.js";
import { arrange, divide } from "./layout.js";
import { counterText, frame, group, sizeOf, stack } from "./scene.js";
import { nameSize } from "./shapes.js";

/** @typedef {import("./scene.js").Item} Item */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {{x: number, y: number, node: SVGElement, item: Item}} Place */
/** `aside`: what is told in the strip; `seats`: what belongs to each seat; `table`: what a lens adds beside the board; `unit`: its
 * pixels; `most`: how many things stood on the board at most.
 * @typedef {{items: Item[], aside: Item[], seats: Map<number, Item[]>, table: Item[], places: Map<string, Place>,
 *   unit: number, most: number}} Picture */
/** Whose cards are to be played from, and which things are turned to their other target.
 * @typedef {{own: (seat: number) => boolean, turned: Set<string>}} Sight */

const READABLE = 12, /* pixels: of words on the board */
  SMALLEST = 8.6; /* of a letter */

/** @returns {Picture} */
export const noPicture = () => ({ items: [], aside: [], seats: new Map(), table: [], places: new Map(), unit: 50, most: 0 });

/** A thing as its other target: what its face said of the one, it now says of the other. @param {Item} e @returns {Item} */
function turnedOver(e) {
  const word = (/** @type {string} */ t) => t.slice(t.lastIndexOf(":") + 1);
  if (!e.alt) return e;
  return { ...e, face: e.face === word(e.t ?? "") ? word(e.alt) : e.face, t: e.alt, alt: e.t ?? "" };
}

/** The head of a line that leads from a reason. */
const tip = () =>
  s(
    "defs",
    {},
    s(
      "marker",
      { id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 4, markerHeight: 4, orient: "auto" },
      s("path", { d: "M0 0 8 4 0 8z", class: "tip" }),
    ),
  );

/** Draws every thing and keeps where it is. @param {Item[]} items @param {Map<string, Place>} places @returns {SVGElement[]} */
function nodesOf(items, places) {
  /* gaps lie between things and overlap them: they are touched first */
  const layered = [...items.filter((e) => e.k !== "gap"), ...items.filter((e) => e.k === "gap")];
  return layered.map((e) => {
    const node = group(e, false);
    if (e.id) places.set(e.id, { x: e.x + e.w / 2, y: e.y + e.h / 2, node, item: e });
    return node;
  });
}

/** @param {SVGSVGElement} svg @param {ReturnType<typeof frame>} f @param {SVGElement[]} nodes */
function fill(svg, f, nodes) {
  svg.setAttribute("viewBox", f.box);
  svg.style.setProperty("--ratio", String(f.ratio));
  svg.replaceChildren(tip(), ...(f.tray && nodes.length ? [f.tray] : []), ...f.names, ...nodes);
}

/** A card whose name could not be read has none. @param {Item} e @param {number} unit @returns {Item} */
const legible = (e, unit) => (e.k === "card" && nameSize(e) * unit < SMALLEST ? { ...e, nameless: true } : e);

/** Draws a scene; words that would be too small to read go to the strip.
 * @param {SVGSVGElement} svg @param {Scene} scene @param {{w: number, h: number, most: number}} room @param {Sight} sight @returns {Picture} */
export function paint(svg, scene, room, { own, turned }) {
  const parts = divide(scene, own),
    most = Math.max(room.most, parts.board.length),
    laid = arrange({ ...scene, el: parts.board }, { ...room, most }),
    f = frame(laid, false),
    unit = Math.min(room.w / f.w, room.h / f.h);
  const tiny = laid.el.filter((e) => e.k === "counter" && !e.face && sizeOf(e, counterText(e)) * unit < READABLE),
    items = stack(laid.el.filter((e) => !tiny.includes(e)))
      .map((e) => (turned.has(e.id ?? "") ? turnedOver(e) : e))
      .map((e) => legible(e, unit)),
    places = new Map();
  fill(svg, f, nodesOf(items, places));
  return { items, aside: [...tiny, ...parts.strip], seats: parts.bars, table: parts.table, places, unit, most };
}
