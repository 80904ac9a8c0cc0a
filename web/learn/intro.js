// intro.js -- the first picture of a lesson: its elements come in one after the other. Any key or click ends it.
import { h, s } from "../frame/dom.js";
import { frame, group } from "../board/scene.js";

/** Milliseconds from one element to the next, and once all are there. */
const between = 28,
  stay = 1100;

/** Resolves when it has been seen. @param {import("../board/scene.js").Scene} scene @returns {Promise<void>} */
export function showOpening(scene) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return Promise.resolve();
  const items = scene.el.map((e, i) => {
    const g = group(e, true);
    g.style.animationDelay = `${i * between}ms`;
    return g;
  });
  const picture = s("svg", { class: "scene", viewBox: frame(scene, true).box, "aria-hidden": "true" }, ...items);
  const veil = h("div", { class: "first-picture" }, picture);
  document.body.append(veil);
  return new Promise((done) => {
    const end = (/** @type {Event | undefined} */ event) => {
      event?.preventDefault(); /* the button that was pressed to get here still has the focus */
      clearTimeout(timer);
      removeEventListener("keydown", end, true);
      veil.remove();
      done();
    };
    const timer = setTimeout(end, items.length * between + stay, undefined);
    veil.addEventListener("pointerdown", end);
    addEventListener("keydown", end, true);
  });
}
