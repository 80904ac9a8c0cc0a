// drag.js -- one press of the pointer on a board, until it is let go: a thing carried to its goal, or a finger that rests
// on one.
import { targetAt, thingsOn } from "./targets.js";

const LONG_PRESS = 500, /* milliseconds */
  SLACK = 8; /* pixels that a hand trembles */

/** The topmost piece or card of a target, the one that was touched before others.
 * @param {SVGElement[]} things @param {string} target @param {Element} at */
function pieceOf(things, target, at) {
  const all = things
    .reverse()
    .filter((n) => n.dataset.t === target && /k-(piece|card)/.test(n.getAttribute("class") ?? ""));
  return all.find((n) => n.contains(at)) ?? all[0];
}

export class Drag {
  /** @param {import("./input.js").Touch} touch @param {PointerEvent} down */
  constructor(touch, down) {
    const { board } = touch,
      { marks } = board,
      target = targetAt(down.target);
    this.touch = touch;
    this.board = board;
    this.down = down;
    this.target = target;
    this.node = pieceOf(thingsOn(board.svg), target, /** @type {Element} */ (down.target));
    this.held = Boolean(target && this.node && down.button === 0 && marks.further.has(target) && marks.next.has(target));
    this.home = board.picture.places.get(this.node?.dataset.id ?? "");
    this.scale = board.svg.getScreenCTM()?.a ?? 1;
    this.end = new AbortController();
    this.press = down.pointerType === "touch" ? setTimeout(() => this.rest(), LONG_PRESS) : 0;
    this.listen();
  }

  listen() {
    const { signal } = this.end;
    addEventListener("pointermove", (e) => this.move(e), { signal });
    addEventListener("pointerup", (e) => this.drop(e), { signal });
    addEventListener("pointercancel", (e) => this.drop(e), { signal });
  }

  stop() {
    clearTimeout(this.press);
    this.end.abort();
  }

  /** The finger has rested long enough: the other way is taken. */
  rest() {
    if (this.touch.dragged || !this.board.second(/** @type {Element} */ (this.down.target))) return;
    this.touch.dragged = true;
    this.stop();
  }

  /** @param {PointerEvent} e */
  move(e) {
    const x = e.clientX - this.down.clientX,
      y = e.clientY - this.down.clientY;
    if (!this.touch.dragged && Math.hypot(x, y) < SLACK) return;
    clearTimeout(this.press);
    if (!this.held) return;
    if (!this.touch.dragged) this.lift();
    this.place(x / this.scale, y / this.scale);
    this.touch.point(this.touch.under(e.clientX, e.clientY));
  }

  lift() {
    this.touch.dragged = true;
    this.board.hands.pick(this.target);
    this.board.svg.append(this.node);
    this.node.classList.add("dragged");
  }

  /** Shows the thing so far from where it belongs. @param {number} x @param {number} y */
  place(x, y) {
    this.node.setAttribute("transform", `translate(${(this.home?.x ?? 0) + x} ${(this.home?.y ?? 0) + y})`);
  }

  /** @param {PointerEvent} e */
  drop(e) {
    const { board, touch } = this;
    this.stop();
    if (!touch.dragged || !this.node) return;
    const goal = touch.under(e.clientX, e.clientY);
    this.node.classList.remove("dragged");
    this.place(0, 0);
    if (e.type === "pointerup" && goal && board.marks.next.has(goal)) board.hands.pick(goal);
    else board.hands.cancel();
    setTimeout(() => {
      touch.dragged = false;
    });
  }
}
