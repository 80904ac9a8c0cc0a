// overlay.js -- what is drawn over the things of a board: lines from reasons to what follows, frames around groups, values,
// and the flags of the reader with what they are worth.
import { bounds } from "./layout.js";
import { s } from "../frame/dom.js";
import { group } from "./scene.js";
import { FLAG_SIGNS, glyph } from "./shapes.js";

/** @typedef {import("./board_svg.js").Place} Place */
/** @typedef {import("./board_svg.js").Picture} Picture */
/** @typedef {import("./mark_data.js").Marks} Marks */
/** @typedef {import("./mark_data.js").Badge} Badge */

/** @param {SVGSVGElement} svg @param {string} what */
function clear(svg, what) {
  for (const old of svg.querySelectorAll(what)) old.remove();
}

/** Thin lines from the cells a reason speaks of to what follows from it.
 * @param {SVGSVGElement} svg @param {Picture} picture @param {Marks} marks */
function drawWhy(svg, { places }, marks) {
  clear(svg, ".why");
  const cell = (/** @type {string} */ t) =>
    [...places.values()].find((p) => p.item.k === "cell" && (p.item.t === t || p.item.id === t));
  const goal = cell(marks.goal);
  if (!goal) return;
  for (const from of [...marks.reasons].map(cell))
    if (from && from !== goal)
      svg.append(s("path", { class: "why", d: `M${from.x} ${from.y}L${goal.x} ${goal.y}`, "marker-end": "url(#tip)" }));
}

/** The things of each whole group, row by row. @param {Map<string, Place>} places @param {import("./mark_data.js").Groups} g */
function rowsOf(places, g) {
  /** @type {Map<string, import("./scene.js").Item[]>} */
  const rows = new Map();
  for (let i = 0; i < g.count - (g.count % g.size); i++) {
    const item = places.get(`${g.of}:${g.from + i}`)?.item,
      key = `${Math.floor(i / g.size)} ${item?.y}`;
    if (item) rows.set(key, [...(rows.get(key) ?? []), item]);
  }
  return [...rows.values()];
}

/** A frame around each whole group of things, row by row where a group is broken.
 * @param {SVGSVGElement} svg @param {Picture} picture @param {Marks} marks */
function drawGroups(svg, { places }, { groups }) {
  clear(svg, ".group");
  for (const row of groups ? rowsOf(places, groups) : []) {
    const b = bounds(row),
      box = { x: b.x + 0.06, y: b.y - 0.04, width: b.w - 0.12, height: b.h + 0.02, rx: 0.22 };
    svg.querySelector(".el")?.before(s("rect", { class: "group", ...box }));
  }
}

/** @param {Place} place @param {Badge} badge @param {number} unit pixels */
function badgeOn({ x, y, item }, badge, unit) {
  const size = Math.min(0.36, 0.36 * Math.max(0.7, Math.min(item.w, item.h)), 20 / unit) * (badge.proved ? 1 : 0.84),
    down = item.k === "cell" ? 0 : item.h / 2 - size * 0.6,
    wide = size * (0.84 + (badge.proved ? 0.44 : 0.72) * badge.text.length);
  return s(
    "g",
    { class: `badge v-${badge.v}${badge.proved ? " proved" : ""}`, transform: `translate(${x} ${y + down})` },
    s("rect", { x: -wide / 2, y: -size * 0.62, width: wide, height: size * 1.24, rx: size * 0.4 }),
    s("text", { "font-size": size.toFixed(3), dy: "0.35em" }, badge.text),
  );
}

/** The value of each thing that can be picked, on it. @param {SVGSVGElement} svg @param {Picture} picture @param {Marks} marks */
function drawBadges(svg, { places, unit }, { badges, next }) {
  clear(svg, ".badge");
  const done = new Set();
  for (const place of places.values()) {
    const target = place.item.t ?? "",
      badge = badges.get(target);
    if (!badge || done.has(target) || !next.has(target)) continue;
    done.add(target);
    svg.append(badgeOn(place, badge, unit));
  }
}

/** What a move puts at its goal: what was taken first, else a piece like those of the mover. @param {Picture} picture @param {Marks} marks */
function movedThing({ items }, { ghost, mover }) {
  const taken = items.find((e) => e.t === ghost[0] && (e.k === "card" || e.k === "piece")),
    own = items.find((e) => e.k === "piece" && e.tone === "seat" + (mover + 1));
  return ghost.length > 1 ? taken : own;
}

/** A move that was sent lies pale at its goal until the server has answered. @param {SVGSVGElement} svg @param {Picture} picture @param {Marks} marks */
function drawGhost(svg, picture, marks) {
  clear(svg, ".ghost");
  if (!marks.ghost.length) return; /* and a cell that cannot be picked is nobody's goal */
  const goal = [...picture.places.values()].find((p) => p.item.t === marks.ghost.at(-1) && /^(cell|gap)$/.test(p.item.k)),
    thing = goal && movedThing(picture, marks);
  if (!goal || !thing) return;
  const pale = group({ ...thing, x: goal.x - thing.w / 2, y: goal.y - thing.h / 2, t: undefined, id: undefined, last: undefined, joined: undefined }, true);
  pale.classList.replace("el", "ghost");
  svg.append(pale);
}

/** @param {SVGSVGElement} svg @param {Picture} picture @param {Marks} marks */
export function drawOverlay(svg, picture, marks) {
  drawGhost(svg, picture, marks);
  drawWhy(svg, picture, marks);
  drawGroups(svg, picture, marks);
  drawBadges(svg, picture, marks);
}

/** @param {Place} at @param {string} worth */
const flagWorth = (at, worth) =>
  s(
    "g",
    { class: "flag-worth worth-" + worth, "data-worth": worth, transform: `translate(${at.x - 0.16} ${at.y + 0.22})` },
    s("circle", { r: 0.17 }),
    glyph(FLAG_SIGNS[worth] ?? "", 0.24),
  );

/** Flags by the thing they stand on, each with the sign of what it is worth.
 * @param {SVGSVGElement} svg @param {Picture} picture @param {Set<string>} flags @param {Map<string, string>} worths by target */
export function drawFlags(svg, { places }, flags, worths) {
  clear(svg, ".flag, .flag-worth");
  for (const id of flags) {
    const at = places.get(id),
      worth = worths.get(at?.item.t ?? "");
    if (!at) continue;
    svg.append(s("path", { class: "flag", "data-flag": id, d: `M${at.x + 0.12} ${at.y - 0.02}v.44h.06v-.18l.2-.11-.2-.15z` }));
    if (worth) svg.append(flagWorth(at, worth));
  }
}
