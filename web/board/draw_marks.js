// draw_marks.js -- shows marks on the things of a board, in its strip and at the seats, and names what can be picked for those
// who listen instead of looking.
import { t as word } from "../frame/dom.js";
import { representatives, thingsOn } from "./targets.js";
import { isDial } from "./scene.js";

/** @typedef {import("./scene.js").Item} Item */
/** @typedef {import("./mark_data.js").Marks} Marks */
/** @typedef {import("./board_svg.js").Picture} Picture */

/** @param {Element} e @param {Record<string, boolean>} classes */
function dressIn(e, classes) {
  for (const [name, on] of Object.entries(classes)) e.classList.toggle(name, on);
}

/** How many places share each target: things that lie on each other count once. @param {Item[]} items */
function placesOf(items) {
  /** @type {Map<string, Set<string>>} */
  const at = new Map();
  for (const { t, x, y, w, h } of items) if (t) at.set(t, (at.get(t) ?? new Set()).add(`${x + w / 2},${y + h / 2}`));
  return at;
}

/** What stands on a marked place needs no mark of its own. @param {Item[]} items @returns {(node: SVGElement) => boolean} */
function standing(items) {
  const ground = new Set(items.filter((e) => e.k === "cell" || e.k === "pile").map((e) => e.t ?? ""));
  return (node) => ground.has(node.dataset.t ?? "") && !/k-(cell|pile)/.test(node.getAttribute("class") ?? "");
}

/** @param {SVGElement} node @param {Marks} marks @param {boolean} above @param {number} places */
function classesOf(node, marks, above, places) {
  const t = node.dataset.t ?? "",
    id = node.dataset.id ?? "",
    open = marks.next.has(t);
  return {
    open,
    grip: open && marks.further.has(t),
    lone: open && places === 1,
    many: places > 1,
    picked: marks.picked.includes(t) && (!above || node.classList.contains("k-card")),
    advised: marks.advised.has(id) || (marks.advised.has(t) && !above),
    reason: marks.reasons.has(id) || (marks.reasons.has(t) && !above),
  };
}

/** @param {SVGElement} node @param {Item | undefined} item @param {Marks} marks @param {boolean} active whether it takes the keyboard
 * @param {boolean} flagged */
function nameThing(node, item, marks, active, flagged) {
  const label = item?.label ?? "",
    move = marks.names.get(item?.t ?? "") ?? "",
    value = marks.badges.get(item?.t ?? "")?.say ?? "";
  const text = [label, flagged ? word("flagged") : "", active ? move : "", active ? value : ""].filter(Boolean).join(", ");
  if (active) node.setAttribute("role", "button");
  else if (text) node.setAttribute("role", "img");
  else node.removeAttribute("role");
  if (!(item && isDial(item)))
    if (text || active) node.setAttribute("aria-label", text || item?.t || "");
    else node.removeAttribute("aria-label");
  if (!active) node.removeAttribute("tabindex");
}

/** Matches are taken from the first that is advised or picked to the end. @param {SVGElement[]} things @param {Marks} marks */
function markTaken(things, marks) {
  let taken = false;
  for (const node of things) {
    const t = node.dataset.t ?? "",
      match = node.classList.contains("shape-match");
    taken ||= match && (marks.advised.has(t) || marks.picked.includes(t));
    node.classList.toggle("taken", taken && match);
  }
}

/** @param {SVGSVGElement} svg @param {Picture} picture @param {Marks} marks @param {Set<string>} flags ids of what is flagged */
export function markThings(svg, { items, places }, marks, flags) {
  const things = thingsOn(svg),
    chosen = representatives(svg, marks.next),
    shared = placesOf(items),
    above = standing(items);
  svg.classList.toggle("choosing", marks.picked.length > 0);
  for (const node of things) {
    const t = node.dataset.t ?? "";
    dressIn(node, classesOf(node, marks, above(node), shared.get(t)?.size ?? 0));
    nameThing(node, places.get(node.dataset.id ?? "")?.item, marks, marks.next.has(t) && chosen.get(t) === node, flags.has(node.dataset.id ?? ""));
  }
  markTaken(things, marks);
}

/** The same for the strip. @param {Element} strip @param {Marks} marks */
export function markStrip(strip, marks) {
  for (const b of /** @type {NodeListOf<HTMLButtonElement>} */ (strip.querySelectorAll("button"))) {
    const t = b.dataset.t ?? "",
      open = marks.next.has(t);
    b.disabled = !open;
    b.hidden = !open && b.classList.contains("k-choice");
    dressIn(b, { picked: marks.picked.includes(t), advised: marks.advised.has(t) });
  }
}

/** And for the bars of the seats. @param {Element[]} bars @param {Marks} marks */
export function markBars(bars, marks) {
  for (const e of bars.flatMap((bar) => [.../** @type {NodeListOf<HTMLElement>} */ (bar.querySelectorAll("[data-t], [data-id]"))])) {
    const t = e.dataset.t ?? "",
      id = e.dataset.id ?? "";
    dressIn(e, {
      open: marks.next.has(t),
      advised: marks.advised.has(t),
      reason: marks.reasons.has(t) || marks.reasons.has(id),
    });
    if (e instanceof HTMLButtonElement) e.disabled = !marks.next.has(t);
  }
}

/** All that would be picked together is shown together. @param {SVGSVGElement} svg @param {Element[]} bars @param {string} target "": nothing */
export function warm(svg, bars, target) {
  let after = false;
  for (const node of thingsOn(svg)) {
    const here = target !== "" && node.dataset.t === target;
    after ||= here;
    const along = after && node.classList.contains("shape-match"); /* matches are taken from here to the end */
    node.classList.toggle("warm", here || along);
  }
  for (const bar of bars)
    for (const e of /** @type {NodeListOf<HTMLElement>} */ (bar.querySelectorAll("[data-t]")))
      e.classList.toggle("warm", target !== "" && e.dataset.t === target);
}
