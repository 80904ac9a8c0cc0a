// press.js -- a press counts although what is pressed is drawn anew before it is let go. A browser makes a click of a press and a release
// on one element only; news that come between them put another one, that is the same to who presses, in its place.

const PRESSABLE = "button, a, summary, [data-t]";

/** @param {EventTarget | null} at @returns {HTMLElement | SVGElement | null} */
const pressable = (at) => (at instanceof Element ? at.closest(PRESSABLE) : null);

/** What stays the same of it when it is drawn anew: its name for the page, else its words. @param {HTMLElement | SVGElement} e */
const nameOf = (e) =>
  [e.localName, e.id || e.dataset.key || e.dataset.move || e.dataset.t || e.getAttribute("href") || [e.ariaLabel, e.textContent]].join();

/** Whether a release there ends a press that the browser makes no click of. @param {HTMLElement | SVGElement | null} pressed
 * @param {HTMLElement | SVGElement | null} released */
const isLost = (pressed, released) =>
  Boolean(pressed && !pressed.isConnected && released && !released.matches(":disabled") && nameOf(pressed) === nameOf(released));

/** Heeds the mouse, and the space bar, which presses too: a finger presses and lets go at once. */
export function heedPresses() {
  /** @type {ReturnType<typeof pressable>} */
  let pressed = null;
  const release = (/** @type {ReturnType<typeof pressable>} */ released, /** @type {MouseEventInit} */ how) => {
    const lost = isLost(pressed, released);
    pressed = null;
    if (lost) released?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...how }));
  };
  addEventListener("mousedown", (e) => (pressed = e.button === 0 ? pressable(e.target) : null), true);
  addEventListener("mouseup", (e) => release(pressable(e.target), { detail: 1, clientX: e.clientX, clientY: e.clientY }), true);
  addEventListener("keydown", (e) => e.key === " " && !e.repeat && (pressed = pressable(e.target)), true);
  addEventListener("keyup", (e) => e.key === " " && release(pressable(e.target), {}), true);
}
