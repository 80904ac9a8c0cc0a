// board.js -- a picture that can be played on: by click, drag, touch and keyboard.
//
// The paths of the legal moves say what can be picked next; what is picked goes to whoever made the board. What a scene
// has besides its board goes to `strip`; what belongs to a seat is left to the seats' bars (seat_bar.js).
import { showChange } from "./animate.js";
import { h, s } from "../frame/dom.js";
import { markBars, markStrip, markThings } from "./draw_marks.js";
import { noMarks } from "./mark_data.js";
import { drawFlags, drawOverlay } from "./overlay.js";
import { noPicture, paint } from "./board_svg.js";
import { representatives, targetAt } from "./targets.js";
import { drawStrip } from "./side_controls.js";
import { Touch } from "./input.js";

/** @typedef {import("./scene.js").Item} Item */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./mark_data.js").Marks} Marks */
/** What is done on the board goes to whoever made it; `flagged`: the flags have changed; `bars` are where the seats are.
 * @typedef {{pick: (target: string) => void, cancel: () => void, flagged?: () => void, bars: HTMLElement[]}} Hands */

/** What is there is taken away, what is not there is put. @param {Set<string>} set @param {string[]} names */
function toggleAll(set, names) {
  for (const name of names) if (!set.delete(name)) set.add(name);
}

export class Board {
  /** @param {Hands} hands */
  constructor(hands) {
    this.hands = hands;
    this.svg = /** @type {SVGSVGElement} */ (s("svg", { class: "scene", role: "group" }));
    /* an SVG that listens to focus takes it, so its frame listens */
    this.root = h("div", { class: "board", tabindex: -1 }, this.svg);
    this.strip = h("div", { class: "strip" });
    this.picture = noPicture();
    this.marks = noMarks();
    /** @type {{flags: Set<string>, worth: Map<string, string>, turned: Set<string>}} of the reader's own: ids of things that are
     * flagged; by target what that is worth: right, wrong, open; ids of things that were turned to their other target */
    this.mine = { flags: new Set(), worth: new Map(), turned: new Set() };
    /** @type {((target: string) => void) | null} what the secondary action does, where it is not the board's own affair */
    this.other = null;
    /** @type {{scene: Scene, own: (seat: number) => boolean, size: number} | null} */
    this.shown = null;
    this.focus = "";
    this.held = false; /* the keyboard is here */
    this.touch = new Touch(this);
    new ResizeObserver(() => this.fit()).observe(this.root);
  }

  /* ---- drawing ---- */

  /** The room there is, in pixels. */
  room() {
    const tall = this.root.parentElement?.clientHeight ?? 0;
    return { w: this.root.clientWidth || 600, h: tall > 80 ? tall : 420, most: this.picture.most };
  }

  /** One number for the room: a few pixels more or less are the same. */
  size() {
    return Math.round(this.root.clientWidth / 8) + 1000 * Math.round((this.root.parentElement?.clientHeight ?? 0) / 16);
  }

  fit() {
    if (this.shown?.size !== this.size() && !this.touch.dragged) this.drawAgain(false);
  }

  /** @param {boolean} moving whether what changed is seen moving */
  drawAgain(moving) {
    if (this.shown) this.draw(this.shown.scene, { moving, own: this.shown.own });
  }

  /** @param {Scene} scene @param {{moving: boolean, own: (seat: number) => boolean}} how whether what changed is seen moving, and
   * whose cards are to be played from */
  draw(scene, how) {
    const before = this.picture.places;
    this.keep();
    this.shown = { scene, own: how.own, size: this.size() };
    this.picture = paint(this.svg, scene, this.room(), { own: how.own, turned: this.mine.turned });
    this.drawStrip();
    if (before.size && how.moving) showChange(this.svg, this.picture, before);
    this.drawFlags();
    this.mark(this.marks);
    if (this.held) this.refocus();
  }

  /** The keyboard stays on the board, also through the other player's turn, when nothing there can take it. */
  keep() {
    const { activeElement, body } = document;
    this.held = this.root.contains(activeElement) || (this.held && activeElement === body);
  }

  drawStrip() {
    const ways = { pick: this.hands.pick, other: (/** @type {string} */ target) => this.other?.(target) };
    if (drawStrip(this.strip, this.picture.aside, ways)) this.refocus();
  }

  drawFlags() {
    drawFlags(this.svg, this.picture, this.mine.flags, this.mine.worth);
  }

  /** Shows what can be picked, what is picked, what is advised and why. @param {Marks} marks */
  mark(marks) {
    this.marks = marks;
    this.keep();
    if (this.turnToOpen()) return;
    markThings(this.svg, this.picture, marks, this.mine.flags);
    markStrip(this.strip, marks);
    markBars(this.hands.bars, marks);
    drawOverlay(this.svg, this.picture, marks);
    const chosen = representatives(this.svg, marks.next),
      first = this.nearest(chosen);
    for (const node of chosen.values()) node.setAttribute("tabindex", node === first ? "0" : "-1");
    if (this.held && [document.body, this.root].includes(/** @type {HTMLElement} */ (document.activeElement))) this.refocus();
  }

  /** What can be picked only the other way round is turned by itself. @returns {boolean} whether it was drawn anew */
  turnToOpen() {
    const { next, picked } = this.marks,
      wrong = picked.length ? [] : this.picture.items.filter((e) => e.alt && !next.has(e.t ?? "") && next.has(e.alt));
    if (!wrong.length || !this.shown) return false;
    toggleAll(this.mine.turned, wrong.map((e) => e.id ?? ""));
    this.drawAgain(false);
    return true;
  }

  /** Shows what flags are worth, each by a sign of its own. @param {Map<string, string>} worth */
  judge(worth) {
    this.mine.worth = worth;
    this.drawFlags();
  }

  /* ---- what others ask ---- */

  /** The targets of what is flagged. */
  flaggedTargets() {
    return [...this.mine.flags].flatMap((id) => this.picture.places.get(id)?.item.t ?? []);
  }

  /** How many pixels the smallest thing has that can be picked. */
  smallest() {
    const open = this.picture.items.filter((e) => e.t && e.k !== "gap" && this.marks.next.has(e.t));
    return Math.min(...open.map((e) => Math.min(e.w, e.h))) * (this.svg.getScreenCTM()?.a ?? 50);
  }

  /** More has to be picked: the keyboard goes to what can follow, unless a hand holds something. */
  goOn() {
    if (!this.touch.dragged) this.refocus();
  }

  /** Where the keyboard was, or as near to it as can be. @param {Map<string, SVGElement>} chosen @returns {SVGElement | undefined} */
  nearest(chosen) {
    const { places, items } = this.picture,
      was = items.find((e) => e.t === this.focus),
      far = (/** @type {SVGElement} */ node) => {
        const place = places.get(node.dataset.id ?? "");
        return was && place ? Math.hypot(place.x - was.x - was.w / 2, place.y - was.y - was.h / 2) : 0;
      };
    return chosen.get(this.focus) ?? [...chosen.values()].sort((a, b) => far(a) - far(b))[0];
  }

  /** To what can be picked; while nothing can, the board itself has the keyboard, so that those who listen stay where they were. */
  refocus() {
    const chosen = representatives(this.svg, this.marks.next),
      button = this.strip.querySelector(`button:not([disabled])`),
      node = this.nearest(chosen) ?? button ?? this.root;
    if (node instanceof SVGElement || node instanceof HTMLElement) node.focus({ preventScroll: node === this.root });
  }

  /* ---- the other way ---- */

  /** Right click, long press, F2 or the menu key: another target for the same thing, else a flag to remember it by.
   * @param {Element} at @returns {boolean} whether there was something to do */
  second(at) {
    if (this.other) return this.secondElsewhere(targetAt(at), this.other);
    const node = at.closest(".el"),
      item = node instanceof SVGElement ? this.picture.places.get(node.dataset.id ?? "")?.item : undefined;
    if (!item || !this.shown) return false;
    return item.alt ? this.turnOver(item) : this.flag(item);
  }

  /** @param {string} target @param {(target: string) => void} other */
  secondElsewhere(target, other) {
    if (target && this.marks.next.has(target)) {
      this.focus = target;
      other(target);
    }
    return true;
  }

  /** All things of one target are turned together. @param {Item} item */
  turnOver(item) {
    const same = this.picture.items.filter((e) => e.t === item.t && e.alt);
    toggleAll(this.mine.turned, same.map((e) => e.id ?? ""));
    if (this.marks.picked.length) this.hands.cancel();
    this.drawAgain(true);
    return true;
  }

  /** A flag stands on a cell. @param {Item} item */
  flag(item) {
    const cell = this.picture.items.find((e) => e.k === "cell" && e.t === item.t);
    if (!cell && item.k !== "cell") return false;
    toggleAll(this.mine.flags, [cell?.id ?? item.id ?? ""]);
    this.drawFlags();
    this.mark(this.marks);
    this.hands.flagged?.();
    return true;
  }
}
