// input.js -- pointer, touch and keyboard on a board: pick what can be picked, take the other way, point.
import { Drag } from "./drag.js";
import { warm } from "./draw_marks.js";
import { neighbour, representatives, targetAt } from "./targets.js";

const NEAR = 0.9; /* units */

/** How far a point is from an element, what lies above or below counting twice.
 * @param {import("./scene.js").Item} e @param {{x: number, y: number}} p */
const farFrom = (e, p) =>
  Math.hypot(Math.max(e.x - p.x, 0, p.x - e.x - e.w), 2 * Math.max(e.y - p.y, 0, p.y - e.y - e.h));

export class Touch {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.dragged = false; /* what comes next is no click */
    this.listen(board.svg, board.root);
  }

  /** @param {SVGSVGElement} svg @param {HTMLElement} root */
  listen(svg, root) {
    svg.addEventListener("click", (e) => this.click(e));
    svg.addEventListener("keydown", (e) => this.key(e));
    root.addEventListener("focusin", (e) => this.focused(targetAt(e.target)));
    root.addEventListener("focusout", () => this.point(""));
    svg.addEventListener("pointerover", (e) => {
      if (e.pointerType !== "touch") this.point(targetAt(e.target));
    });
    svg.addEventListener("pointerleave", () => this.point(""));
    svg.addEventListener("pointerdown", (e) => {
      this.dragged = false;
      new Drag(this, e);
    });
    svg.addEventListener("contextmenu", (e) => {
      const finger = /** @type {PointerEvent} */ (e).pointerType === "touch"; /* then the long press has done it */
      if (finger || this.board.second(/** @type {Element} */ (e.target))) e.preventDefault();
    });
  }

  /** @param {string} target */
  focused(target) {
    if (!target) return;
    this.board.focus = target;
    this.point(target);
  }

  /** @param {string} target */
  point(target) {
    warm(this.board.svg, this.board.hands.bars, this.board.marks.next.has(target) ? target : "");
  }

  /** What lies under the pointer: the topmost that can be picked, else the nearest place between things. @param {number} x @param {number} y */
  under(x, y) {
    const { marks, picture, svg } = this.board,
      all = document.elementsFromPoint(x, y).map(targetAt).filter(Boolean),
      matrix = svg.getScreenCTM(),
      open = all.find((t) => marks.next.has(t));
    if (open || !matrix) return open ?? all[0] ?? "";
    const p = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    const [near] = picture.items
      .filter((e) => e.k === "gap" && marks.next.has(e.t ?? "") && farFrom(e, p) < NEAR)
      .sort((a, b) => farFrom(a, p) - farFrom(b, p));
    return near?.t ?? all[0] ?? "";
  }

  /** @param {MouseEvent} e */
  click(e) {
    const { board } = this;
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    if (e.target instanceof Element && e.target.closest(".turner")) {
      board.second(e.target);
      return;
    }
    const own = targetAt(e.target),
      exact = board.marks.picked.includes(own) || e.detail === 0,
      target = exact ? own : this.under(e.clientX, e.clientY);
    if (!target) return;
    board.focus = target;
    board.hands.pick(target);
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const node = /** @type {SVGElement} */ (e.target);
    if (e.key === "Enter" || e.key === " ") {
      e.preventDefault();
      if (e.shiftKey && this.board.other) this.board.second(node);
      else if (node.dataset.t) this.board.hands.pick(node.dataset.t);
    } else if (e.key === "F2" || (e.key === "F10" && e.shiftKey) || e.key === "ContextMenu") {
      if (this.board.second(node)) e.preventDefault();
    } else if (e.key.startsWith("Arrow")) {
      e.preventDefault();
      this.step(node, e.key);
    }
  }

  /** @param {SVGElement} from @param {string} key an arrow */
  step(from, key) {
    const { svg, marks, picture } = this.board,
      to = neighbour(from, key, [...representatives(svg, marks.next).values()], picture.places);
    if (!to) return;
    from.setAttribute("tabindex", "-1");
    to.setAttribute("tabindex", "0");
    to.focus();
  }
}
