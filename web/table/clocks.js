// clocks.js -- the clocks of a table: the server keeps them, the page counts on between two messages.
import { h, t } from "../frame/dom.js";

/** @typedef {{main: number, more: number, left: (number | null)[], running: number}} Clock */

/** Minutes and seconds; tenths when little is left. @param {number} ms */
export function clockText(ms) {
  const left = Math.max(0, ms),
    minutes = Math.floor(left / 60000),
    seconds = Math.floor(left / 1000) % 60;
  return left < 10000 ? (Math.floor(left / 100) / 10).toFixed(1) : `${minutes}:${String(seconds).padStart(2, "0")}`;
}

export class Clocks {
  /** @type {Clock | null} */
  clock = null;
  since = 0;
  /** @type {Map<number, HTMLElement>} */
  faces = new Map();
  timer = 0;

  /** @param {Clock | undefined} clock as of now */
  set(clock) {
    this.clock = clock ?? null;
    this.since = performance.now();
    clearInterval(this.timer);
    if (this.clock && this.clock.running >= 0) this.timer = setInterval(() => this.tick(), 100);
  }

  /** @param {number} seat */
  left(seat) {
    const left = this.clock?.left[seat];
    if (left === null || left === undefined) return null;
    return this.clock?.running === seat ? left - (performance.now() - this.since) : left;
  }

  /** The face of a seat's clock, if it has one. @param {number} seat */
  face(seat) {
    const left = this.left(seat);
    if (left === null) return null;
    const e = h("span", { class: "clock", role: "timer", "aria-label": t("time-left") });
    this.faces.set(seat, e);
    this.show(seat, e);
    return e;
  }

  /** @param {number} seat @param {HTMLElement} e */
  show(seat, e) {
    const left = this.left(seat) ?? 0;
    e.textContent = clockText(left);
    e.classList.toggle("running", this.clock?.running === seat);
    e.classList.toggle("short", left < 20000);
  }

  tick() {
    for (const [seat, e] of this.faces) if (e.isConnected) this.show(seat, e);
  }

  stop() {
    clearInterval(this.timer);
  }
}
