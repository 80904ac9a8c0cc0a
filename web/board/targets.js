// targets.js -- the things of a board that a keyboard reaches: one for each target that can be picked, and the way from one
// to the next.

/** @typedef {import("./board_svg.js").Place} Place */

/** The target of what was touched. @param {EventTarget | null} e */
export function targetAt(e) {
  const found = e instanceof Element ? e.closest("[data-t]") : null;
  return found instanceof SVGElement || found instanceof HTMLElement ? (found.dataset.t ?? "") : "";
}

/** What stands on the board, without what is only seen going. @param {SVGSVGElement} svg @returns {SVGElement[]} */
export const thingsOn = (svg) => /** @type {any} */ ([...svg.querySelectorAll(":scope > .el:not(.gone)")]);

/** For each target that can be picked, the one element that takes the keyboard: the topmost of the first place.
 * @param {SVGSVGElement} svg @param {Set<string>} next @returns {Map<string, SVGElement>} */
export function representatives(svg, next) {
  const chosen = new Map();
  for (const node of thingsOn(svg)) {
    const t = node.dataset.t;
    if (!t || !next.has(t)) continue;
    const old = chosen.get(t);
    if (!old || old.getAttribute("transform") === node.getAttribute("transform")) chosen.set(t, node);
  }
  return chosen;
}

/** The way an arrow points. @param {string} key @returns {[number, number]} */
function wayOf(key) {
  if (key === "ArrowRight") return [1, 0];
  if (key === "ArrowLeft") return [-1, 0];
  return key === "ArrowDown" ? [0, 1] : [0, -1];
}

/** How far a place is that way, what lies aside counting more; Infinity where it does not lie there.
 * @param {Place | undefined} here @param {Place | undefined} there @param {[number, number]} way */
function farAlong(here, there, [dx, dy]) {
  if (!here || !there) return Infinity;
  const along = (there.x - here.x) * dx + (there.y - here.y) * dy,
    aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
  return along > 0.05 ? along + 2.5 * aside : Infinity;
}

/** The nearest thing that lies that way, else the next or the one before in the order of reading.
 * @param {SVGElement} from @param {string} key @param {SVGElement[]} all @param {Map<string, Place>} places @returns {SVGElement | undefined} */
export function neighbour(from, key, all, places) {
  const place = (/** @type {SVGElement} */ node) => places.get(node.dataset.id ?? ""),
    way = wayOf(key);
  const [best] = all
    .filter((node) => node !== from)
    .map((node) => ({ node, far: farAlong(place(from), place(node), way) }))
    .filter(({ far }) => far < Infinity)
    .sort((a, b) => a.far - b.far);
  return best?.node ?? all[all.indexOf(from) + (way[0] + way[1] > 0 ? 1 : -1)];
}
