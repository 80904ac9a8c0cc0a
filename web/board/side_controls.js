// side_controls.js -- the controls beside a board: buttons, choices, numbers and words become HTML, so that they stay
// readable on a small screen.
import { h, s, t } from "../frame/dom.js";
import { counterText } from "./scene.js";
import { drawPiece } from "./shapes.js";

/** @typedef {import("./scene.js").Item} Item */
/** What a touch does, and what the other way round does. @typedef {{pick: (target: string) => void, other: (target: string) => void}} Ways */

/** A number that can be made larger and smaller. @param {Item} e @param {Ways} ways */
function stepper(e, ways) {
  const text = counterText(e),
    one = (/** @type {string} */ sign, /** @type {string} */ word, /** @type {(target: string) => void} */ act) =>
      h(
        "button",
        {
          type: "button",
          class: "button small",
          "data-t": e.t,
          "data-key": e.t + sign,
          "aria-label": `${text}: ${t(word)}`,
          onclick: () => act(e.t ?? ""),
        },
        sign,
      );
  return h(
    "span",
    { class: `counter stepper tone-${e.tone ?? "plain"}`, "data-id": e.id },
    one("−", "setup-less", ways.other),
    h("span", {}, text),
    one("+", "setup-more", ways.pick),
  );
}

/** @param {Item} e */
const words = (e) =>
  h(
    "span",
    { class: `counter tone-${e.tone ?? "plain"}${e.lens ? " lens-words" : ""}`, "data-id": e.id },
    e.k === "counter" ? counterText(e) : (e.label ?? e.face ?? ""),
  );

/** @param {Item} e */
const face = (e) =>
  e.shape
    ? s(
        "svg",
        { class: "control-picture", viewBox: "-.5 -.5 1 1", "aria-hidden": "true" },
        drawPiece(e.shape, { ...e, w: 1, h: 1 }),
      )
    : e.face && h("span", { class: "control-face" }, e.face);

/** @param {Item} e @param {Ways} ways */
const control = (e, ways) =>
  h(
    "button",
    { type: "button", class: `button control k-${e.k}`, "data-t": e.t, onclick: () => e.t && ways.pick(e.t) },
    face(e) || null,
    h("span", {}, e.label ?? e.face ?? e.id ?? ""),
  );

/** @param {Item} e @param {Ways} ways */
function part(e, ways) {
  if (e.k === "counter" && e.t) return stepper(e, ways);
  return e.k === "counter" || e.k === "label" ? words(e) : control(e, ways);
}

/** Fills the strip; the keyboard stays where it was. @param {HTMLElement} strip @param {Item[]} items @param {Ways} ways
 * @returns {boolean} whether the keyboard has lost its place */
export function drawStrip(strip, items, ways) {
  const active = document.activeElement,
    had = active instanceof HTMLElement && strip.contains(active) ? active.dataset : null;
  strip.replaceChildren(...items.map((e) => part(e, ways)));
  const same = had?.key ? strip.querySelector(`[data-key="${CSS.escape(had.key)}"]`) : null;
  if (same instanceof HTMLElement) same.focus({ preventScroll: true });
  return Boolean(had?.t) && !(same instanceof HTMLElement);
}
