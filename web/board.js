// board.js -- a picture that can be played on: by click, drag, touch and keyboard.
//
// The paths of the legal moves say what can be picked next; what is picked goes to whoever made
// the board. Buttons, choices, numbers and words become HTML in `strip`, so that they stay readable
// on a small screen; what belongs to a seat is left to the seats' bars (seatbar.js).
import { h, s, t as say } from "./dom.js";
import { arrange, bounds, divide } from "./arrange.js";
import { noMarks } from "./marks.js";
import { counterText, frame, group, isDial, sizeOf, stack } from "./scene.js";
import { drawPiece, FLAG_SIGNS, glyph } from "./shapes.js";

/** @typedef {import("./scene.js").Item} Item */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {{x: number, y: number, node: SVGElement, item: Item}} Place */
/** @typedef {import("./marks.js").Marks} Marks */
/** What is done on the board goes to whoever made it; `bars` are where the seats are.
 * @typedef {{pick: (target: string) => void, cancel: () => void, flagged?: () => void, bars: HTMLElement[]}} Hands */

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const fixed = new Set(["cell", "board", "gap", "label", "seat"]);
const LONG_PRESS = 500,
  NEAR = 0.9,
  SMALLEST = 9; /* milliseconds, units, pixels of a letter */

/** The target of what was touched. @param {EventTarget | null} e */
function targetAt(e) {
  const found = e instanceof Element ? e.closest("[data-t]") : null;
  return found instanceof SVGElement || found instanceof HTMLElement ? (found.dataset.t ?? "") : "";
}

export class Board {
  /** @param {Hands} hands */
  constructor({ pick, cancel, flagged, bars }) {
    this.pick = pick;
    this.cancel = cancel;
    this.bars = bars;
    this.flagged = flagged ?? (() => {});
    this.svg = /** @type {SVGSVGElement} */ (s("svg", { class: "scene", role: "group" }));
    /* an SVG that listens to focus takes it, so its frame listens */
    this.root = h("div", { class: "board" }, this.svg);
    this.strip = h("div", { class: "strip" });
    /** @type {Map<string, Place>} */
    this.places = new Map();
    /** @type {Item[]} */
    this.items = [];
    /** @type {Item[]} */
    this.aside = [];
    /** @type {Map<number, Item[]>} */
    this.seatItems = new Map();
    /** @type {Item[]} */
    this.table = [];
    this.marks = noMarks();
    /** @type {Set<string>} */
    this.flags = new Set();
    /** @type {Map<string, string>} what flags are worth, by target: right, wrong, open */
    this.worth = new Map();
    /** @type {Set<string>} ids of things that were turned to their other target */
    this.turned = new Set();
    /** @type {((target: string) => void) | null} what the secondary action does, where it is not the board's own affair */
    this.other = null;
    this.focus = "";
    this.held = false;
    this.dragged = false;
    this.most = 0;
    /** @type {{scene: Scene, own: (seat: number) => boolean} | null} */
    this.shown = null;
    this.width = 0;
    this.unit = 50; /* pixels of a unit */
    new ResizeObserver(() => this.fit()).observe(this.root);
    this.listen();
  }

  /** The room there is, in pixels: on a phone the page scrolls, so its height is a wish. */
  room() {
    const w = this.root.clientWidth || 600,
      tall = this.root.parentElement?.clientHeight ?? 0;
    const h = matchMedia("(max-width: 899px)").matches ? Math.max(330, innerHeight * 0.6) : tall > 80 ? tall : 420;
    return { w, h, most: this.most };
  }

  fit() {
    const now = Math.round(this.root.clientWidth / 8) + 1000 * Math.round((this.root.parentElement?.clientHeight ?? 0) / 16);
    if (!this.shown || now === this.width || this.dragged) return;
    this.draw(this.shown.scene, { moving: false, played: false, own: this.shown.own });
  }

  /** @param {Scene} scene @param {{moving: boolean, played: boolean, own: (seat: number) => boolean}} how whether what changed
   * is seen moving, whether a move made the change so that it stays marked, and whose cards are to be played from */
  draw(scene, how) {
    const before = this.places;
    /* the keyboard stays on the board, also through the other player's turn */
    this.held = this.root.contains(document.activeElement) || (this.held && document.activeElement === document.body);
    this.shown = { scene, own: how.own };
    this.width = Math.round(this.root.clientWidth / 8) + 1000 * Math.round((this.root.parentElement?.clientHeight ?? 0) / 16);
    const parts = divide(scene, how.own);
    this.most = Math.max(this.most, parts.board.length);
    const room = this.room(),
      laid = arrange({ ...scene, el: parts.board }, room);
    const f = frame(laid, false),
      unit = Math.min(room.w / f.w, room.h / f.h);
    const tiny = laid.el.filter((e) => e.k === "counter" && !e.face && sizeOf(e, counterText(e)) * unit < 12);
    this.seatItems = parts.bars;
    this.table = parts.table;
    this.aside = [...tiny, ...parts.strip];
    this.items = stack(laid.el.filter((e) => !tiny.includes(e)));
    for (const e of this.items) if (this.turned.has(e.id ?? "")) turn(e);
    this.svg.setAttribute("viewBox", f.box);
    this.svg.style.setProperty("--ratio", String(f.ratio));
    this.unit = unit;
    this.svg.replaceChildren(
      s(
        "defs",
        {},
        s(
          "marker",
          { id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 4, markerHeight: 4, orient: "auto" },
          s("path", { d: "M0 0 8 4 0 8z", class: "tip" }),
        ),
      ),
      ...(f.tray ? [f.tray] : []),
      ...f.names,
      ...this.nodesOf(),
    );
    for (const name of this.svg.querySelectorAll(".card-name"))
      if (Number(name.getAttribute("font-size")) * unit < SMALLEST) name.remove();
    this.drawStrip();
    if (before.size) this.showChange(before, how.moving && !still(), how.played);
    this.drawFlags();
    this.mark(this.marks);
    if (this.held) this.refocus();
  }

  /** @returns {SVGElement[]} */
  nodesOf() {
    this.places = new Map();
    /* gaps lie between things and overlap them: they are touched first */
    const layered = [...this.items.filter((e) => e.k !== "gap"), ...this.items.filter((e) => e.k === "gap")];
    return layered.map((e) => {
      const node = group(e, false);
      if (e.id) this.places.set(e.id, { x: e.x + e.w / 2, y: e.y + e.h / 2, node, item: e });
      return node;
    });
  }

  /* ---- the strip ---- */

  drawStrip() {
    const had =
      this.strip.contains(document.activeElement) && document.activeElement instanceof HTMLElement
        ? document.activeElement.dataset
        : null;
    this.strip.replaceChildren(...this.aside.map((e) => this.control(e)));
    const same = had?.key ? this.strip.querySelector(`[data-key="${CSS.escape(had.key)}"]`) : null;
    if (same instanceof HTMLElement) same.focus();
    else if (had?.t) this.refocus();
  }

  /** @param {Item} e */
  control(e) {
    if (e.k === "counter" && e.t) return this.stepper(e);
    if (e.k === "counter" || e.k === "label")
      return h(
        "span",
        { class: `counter tone-${e.tone ?? "plain"}${e.lens ? " lens-words" : ""}`, "data-id": e.id },
        e.k === "counter" ? counterText(e) : (e.label ?? e.face ?? ""),
      );
    const picture = e.shape
      ? s(
          "svg",
          { class: "control-picture", viewBox: "-.5 -.5 1 1", "aria-hidden": "true" },
          drawPiece(e.shape, { ...e, w: 1, h: 1 }),
        )
      : null;
    return h(
      "button",
      { type: "button", class: `button control k-${e.k}`, "data-t": e.t, onclick: () => e.t && this.pick(e.t) },
      picture ?? (e.face ? h("span", { class: "control-face" }, e.face) : null),
      h("span", {}, e.label ?? e.face ?? e.id ?? ""),
    );
  }

  /** A number that can be made larger and smaller. @param {Item} e */
  stepper(e) {
    const text = counterText(e),
      one = (/** @type {string} */ sign, /** @type {string} */ word, /** @type {(target: string) => void} */ act) =>
        h(
          "button",
          {
            type: "button",
            class: "button small",
            "data-t": e.t,
            "data-key": e.t + sign,
            "aria-label": `${text}: ${say(word)}`,
            onclick: () => act(e.t ?? ""),
          },
          sign,
        );
    return h(
      "span",
      { class: `counter stepper tone-${e.tone ?? "plain"}`, "data-id": e.id },
      one("−", "setup-less", (target) => this.other?.(target)),
      h("span", {}, text),
      one("+", "setup-more", this.pick),
    );
  }

  /* ---- what changed ---- */

  /** What moved slides, what came drops in, what went falls away; the changed stay marked.
   * @param {Map<string, Place>} before @param {boolean} moving @param {boolean} played */
  showChange(before, moving, played) {
    /** @type {SVGElement[]} */
    const changed = [];
    const lanes = this.items.some((e) => e.k === "board" && e.n !== undefined);
    const came = [...this.places].find(([id, p]) => p.item.k === "piece" && !before.has(id))?.[1];
    for (const [id, now] of this.places) {
      const old = before.get(id);
      if (fixed.has(now.item.k)) continue;
      const slid = old && (Math.abs(old.x - now.x) > 0.01 || Math.abs(old.y - now.y) > 0.01);
      const flipped = old && (old.item.face !== now.item.face || old.item.tone !== now.item.tone);
      if (old && !slid && !flipped) continue;
      if (now.item.k === "piece" || (now.item.k === "card" && !lanes)) changed.push(now.node); /* hands change at every turn */
      if (!moving) continue;
      if (old && flipped && !slid && now.item.k === "piece") this.flip(old, now, came);
      else this.slide(old, now);
    }
    /* when nearly everything moved, marking it all says nothing */
    for (const [id, old] of before)
      if (!played && old.node.classList.contains("fresh")) this.places.get(id)?.node.classList.add("fresh");
    if (played && (changed.length <= 4 || 2 * changed.length <= this.places.size))
      for (const node of changed) node.classList.add("fresh");
    if (!moving) return;
    for (const [id, old] of before) if (!this.places.has(id) && !fixed.has(old.item.k)) this.letFall(old);
  }

  /** @param {Place | undefined} old @param {Place} now */
  slide(old, now) {
    const at = `translate(${now.x}px, ${now.y}px)`;
    const from = old ? `translate(${old.x}px, ${old.y}px)` : `translate(${now.x}px, ${now.y - 0.45}px) scale(0.85)`;
    now.node.animate(
      [
        { transform: from, opacity: old ? 1 : 0 },
        { transform: at, opacity: 1 },
      ],
      { duration: 200, easing: "ease-out" },
    );
    if (old) this.svg.append(now.node);
  }

  /** Turned over, the nearer to what came the sooner. @param {Place} old @param {Place} now @param {Place | undefined} came */
  flip(old, now, came) {
    const delay = came ? 70 * (Math.max(Math.abs(came.x - now.x), Math.abs(came.y - now.y)) - 1) : 0;
    const at = `translate(${now.x}px, ${now.y}px)`;
    old.node.classList.add("gone");
    this.svg.append(old.node);
    old.node
      .animate([{ transform: at }, { transform: `${at} scale(0.05, 1)` }], {
        duration: 100,
        delay,
        easing: "ease-in",
        fill: "both",
      })
      .finished.finally(() => old.node.remove());
    now.node.animate(
      [
        { transform: `${at} scale(0.05, 1)`, opacity: 0 },
        { transform: `${at} scale(0.05, 1)`, opacity: 1, offset: 0.01 },
        { transform: at, opacity: 1 },
      ],
      { duration: 110, delay: delay + 100, easing: "ease-out", fill: "backwards" },
    );
  }

  /** @param {Place} old */
  letFall(old) {
    old.node.classList.add("gone");
    this.svg.append(old.node);
    const at = `translate(${old.x}px, ${old.y}px)`,
      lean = old.item.shape === "match" ? 24 : 0;
    old.node
      .animate(
        [
          { transform: at, opacity: 1 },
          { transform: `translate(${old.x + lean / 60}px, ${old.y + 0.4}px) rotate(${lean}deg)`, opacity: 0 },
        ],
        { duration: 220, easing: "ease-out" },
      )
      .finished.finally(() => old.node.remove());
  }

  /* ---- marks ---- */

  /** Shows what can be picked, what is picked, what is advised and why. @param {Marks} marks */
  mark(marks) {
    this.marks = marks;
    if (this.turnToOpen()) return;
    this.svg.classList.toggle("choosing", marks.picked.length > 0);
    const chosen = this.representatives(),
      ground = new Set(this.items.filter((e) => e.k === "cell" || e.k === "pile").map((e) => e.t ?? ""));
    let taken = false;
    for (const node of this.nodes()) {
      const t = node.dataset.t ?? "",
        id = node.dataset.id ?? "";
      const open = marks.next.has(t),
        alone = chosen.get(t) === node,
        places = this.shared(t);
      const above =
        ground.has(t) &&
        !/k-(cell|pile)/.test(node.getAttribute("class") ?? ""); /* what stands on a marked place needs no mark of its own */
      node.classList.toggle("open", open);
      node.classList.toggle("grip", open && marks.further.has(t));
      node.classList.toggle("lone", open && places === 1);
      node.classList.toggle("many", places > 1);
      node.classList.toggle("picked", marks.picked.includes(t) && (!above || node.classList.contains("k-card")));
      node.classList.toggle("advised", marks.advised.has(id) || (marks.advised.has(t) && !above));
      node.classList.toggle("reason", marks.reasons.has(id) || (marks.reasons.has(t) && !above));
      taken ||= node.classList.contains("shape-match") && (marks.advised.has(t) || marks.picked.includes(t));
      node.classList.toggle("taken", taken && node.classList.contains("shape-match"));
      this.name(node, open && alone);
    }
    this.markAround(marks);
    this.drawWhy();
    this.drawGroups();
    this.drawBadges();
    const now = chosen.get(this.focus);
    for (const [t, node] of chosen)
      node.setAttribute("tabindex", node === (now ?? chosen.values().next().value) && marks.next.has(t) ? "0" : "-1");
  }

  /** What can be picked only the other way round is turned by itself. @returns {boolean} whether it was drawn anew */
  turnToOpen() {
    const { next, picked } = this.marks;
    const wrong = picked.length ? [] : this.items.filter((e) => e.alt && !next.has(e.t ?? "") && next.has(e.alt));
    if (!wrong.length || !this.shown) return false;
    for (const { id = "" } of wrong) if (!this.turned.delete(id)) this.turned.add(id);
    this.draw(this.shown.scene, { moving: false, played: false, own: this.shown.own });
    return true;
  }

  /** The same for the strip and the seats' bars. @param {Marks} marks */
  markAround(marks) {
    for (const b of /** @type {NodeListOf<HTMLButtonElement>} */ (this.strip.querySelectorAll("button"))) {
      const open = marks.next.has(b.dataset.t ?? "");
      b.disabled = !open;
      b.hidden = !open && b.classList.contains("k-choice");
      b.classList.toggle("picked", marks.picked.includes(b.dataset.t ?? ""));
      b.classList.toggle("advised", marks.advised.has(b.dataset.t ?? ""));
    }
    for (const bar of this.bars)
      for (const e of /** @type {NodeListOf<HTMLElement>} */ (bar.querySelectorAll("[data-t], [data-id]"))) {
        const t = e.dataset.t ?? "",
          id = e.dataset.id ?? "";
        e.classList.toggle("open", marks.next.has(t));
        e.classList.toggle("advised", marks.advised.has(t));
        e.classList.toggle("reason", marks.reasons.has(t) || marks.reasons.has(id));
        if (e instanceof HTMLButtonElement) e.disabled = !marks.next.has(t);
      }
  }

  /** Thin lines from the cells a reason speaks of to what follows from it. */
  drawWhy() {
    for (const old of this.svg.querySelectorAll(".why")) old.remove();
    const centre = (/** @type {string} */ t) =>
      [...this.places.values()].find((p) => p.item.k === "cell" && (p.item.t === t || p.item.id === t));
    const goal = centre(this.marks.goal);
    if (!goal) return;
    for (const t of this.marks.reasons) {
      const from = centre(t);
      if (from && from !== goal)
        this.svg.append(s("path", { class: "why", d: `M${from.x} ${from.y}L${goal.x} ${goal.y}`, "marker-end": "url(#tip)" }));
    }
  }

  /** A frame around each whole group of things, row by row where a group is broken. */
  drawGroups() {
    for (const old of this.svg.querySelectorAll(".group")) old.remove();
    const g = this.marks.groups,
      whole = g ? g.count - (g.count % g.size) : 0;
    /** @type {Map<string, Item[]>} */
    const rows = new Map();
    for (let i = 0; g && i < whole; i++) {
      const item = this.places.get(`${g.of}:${g.from + i}`)?.item,
        key = `${Math.floor(i / g.size)} ${item?.y}`;
      if (item) rows.set(key, [...(rows.get(key) ?? []), item]);
    }
    for (const row of rows.values()) {
      const b = bounds(row);
      const frame = s("rect", { class: "group", x: b.x + 0.06, y: b.y - 0.04, width: b.w - 0.12, height: b.h + 0.02, rx: 0.22 });
      this.svg.querySelector(".el")?.before(frame);
    }
  }

  /** The value of each thing that can be picked, on it. */
  drawBadges() {
    for (const old of this.svg.querySelectorAll(".badge")) old.remove();
    const done = new Set();
    for (const place of this.places.values()) {
      const badge = this.marks.badges.get(place.item.t ?? ""),
        { w, h } = place.item;
      if (!badge || done.has(place.item.t) || !this.marks.next.has(place.item.t ?? "")) continue;
      done.add(place.item.t);
      const size = Math.min(0.36, 0.36 * Math.max(0.7, Math.min(w, h)), 20 / this.unit) * (badge.proved ? 1 : 0.84),
        y = place.item.k === "cell" ? 0 : h / 2 - size * 0.6,
        wide = size * (0.84 + (badge.proved ? 0.44 : 0.58) * badge.text.length);
      this.svg.append(
        s(
          "g",
          { class: `badge v-${badge.v}${badge.proved ? " proved" : ""}`, transform: `translate(${place.x} ${place.y + y})` },
          s("rect", {
            x: -wide / 2,
            y: -size * 0.62,
            width: wide,
            height: size * 1.24,
            rx: size * 0.4,
          }),
          s("text", { "font-size": size.toFixed(3), dy: "0.35em" }, badge.text),
        ),
      );
    }
  }

  /** @returns {SVGElement[]} */
  nodes() {
    return /** @type {any} */ ([...this.svg.querySelectorAll(":scope > .el:not(.gone)")]);
  }

  /** How many places share a target: things that lie on each other count once. @param {string} target */
  shared(target) {
    const at = new Set();
    for (const e of this.items) if (e.t === target) at.add(`${e.x + e.w / 2},${e.y + e.h / 2}`);
    return at.size;
  }

  /** For each target that can be picked, the one element that takes the keyboard: the topmost of the first place. */
  representatives() {
    /** @type {Map<string, SVGElement>} */
    const chosen = new Map();
    for (const node of this.nodes()) {
      const t = node.dataset.t;
      if (!t || !this.marks.next.has(t)) continue;
      const old = chosen.get(t);
      if (!old || old.getAttribute("transform") === node.getAttribute("transform")) chosen.set(t, node);
    }
    return chosen;
  }

  /** @param {SVGElement} node @param {boolean} active */
  name(node, active) {
    const item = this.places.get(node.dataset.id ?? "")?.item;
    const label = item?.label ?? "",
      move = this.marks.names.get(item?.t ?? "") ?? "",
      value = this.marks.badges.get(item?.t ?? "")?.say ?? "";
    const text = [label, active ? move : "", active ? value : ""].filter(Boolean).join(", ");
    if (active) node.setAttribute("role", "button");
    else if (text) node.setAttribute("role", "img");
    else node.removeAttribute("role");
    if ((text || active) && !(item && isDial(item))) node.setAttribute("aria-label", text || item?.t || "");
    if (!active) node.removeAttribute("tabindex");
  }

  refocus() {
    const chosen = this.representatives();
    const button = this.strip.querySelector(`button:not([disabled])`);
    const node = chosen.get(this.focus) ?? chosen.values().next().value ?? button;
    if (node instanceof SVGElement || node instanceof HTMLElement) node.focus();
  }

  /** More has to be picked: the keyboard goes to what can follow, unless a hand holds something. */
  goOn() {
    if (!this.dragged) this.refocus();
  }

  /** How many pixels the smallest thing has that can be picked. */
  smallest() {
    const open = this.items.filter((e) => e.t && e.k !== "gap" && this.marks.next.has(e.t));
    return Math.min(...open.map((e) => Math.min(e.w, e.h))) * (this.svg.getScreenCTM()?.a ?? 50);
  }

  /* ---- touching ---- */

  listen() {
    this.svg.addEventListener("click", (e) => this.click(/** @type {MouseEvent} */ (e)));
    this.svg.addEventListener("keydown", (e) => this.key(/** @type {KeyboardEvent} */ (e)));
    this.root.addEventListener("focusin", (e) => {
      const t = /** @type {SVGElement} */ (e.target).dataset?.t;
      if (t) {
        this.focus = t;
        this.warm(t);
      }
    });
    this.root.addEventListener("focusout", () => this.warm(""));
    this.svg.addEventListener("pointerover", (e) => {
      if (/** @type {PointerEvent} */ (e).pointerType !== "touch") this.warm(targetAt(e.target));
    });
    this.svg.addEventListener("pointerleave", () => this.warm(""));
    this.svg.addEventListener("pointerdown", (e) => this.grab(/** @type {PointerEvent} */ (e)));
    this.svg.addEventListener("contextmenu", (e) => {
      const touch = /** @type {PointerEvent} */ (e).pointerType === "touch"; /* then the long press has done it */
      if (touch || this.second(/** @type {Element} */ (e.target))) e.preventDefault();
    });
  }

  /** Right click, long press, F2 or the menu key: another target for the same thing, else a flag to remember it by.
   * @param {Element} at @returns {boolean} whether there was something to do */
  second(at) {
    if (this.other) {
      const target = targetAt(at);
      if (target && this.marks.next.has(target)) {
        this.focus = target;
        this.other(target);
      }
      return true;
    }
    const node = at.closest(".el");
    const item = node instanceof SVGElement ? this.places.get(node.dataset.id ?? "")?.item : undefined;
    if (!item || !this.shown) return false;
    const id = item.id ?? "";
    if (item.alt) {
      const same = this.items.filter((e) => e.t === item.t && e.alt).map((e) => e.id ?? "");
      for (const one of same) if (!this.turned.delete(one)) this.turned.add(one);
      if (this.marks.picked.length) this.cancel();
      this.draw(this.shown.scene, { moving: true, played: false, own: this.shown.own });
    } else if (item.k === "cell" || this.items.some((e) => e.k === "cell" && e.t === item.t)) {
      const cell = this.items.find((e) => e.k === "cell" && e.t === item.t)?.id ?? id;
      if (!this.flags.delete(cell)) this.flags.add(cell);
      this.drawFlags();
      this.flagged();
    } else return false;
    return true;
  }

  /** The targets of what is flagged. */
  flaggedTargets() {
    return [...this.flags].flatMap((id) => this.places.get(id)?.item.t ?? []);
  }

  /** Shows what flags are worth, each by a sign of its own. @param {Map<string, string>} worth */
  judge(worth) {
    this.worth = worth;
    this.drawFlags();
  }

  drawFlags() {
    for (const old of this.svg.querySelectorAll(".flag, .flag-worth")) old.remove();
    for (const id of this.flags) {
      const at = this.places.get(id),
        worth = this.worth.get(at?.item.t ?? "");
      if (!at) continue;
      this.svg.append(
        s("path", { class: "flag", "data-flag": id, d: `M${at.x + 0.12} ${at.y - 0.02}v.44h.06v-.18l.2-.11-.2-.15z` }),
      );
      if (worth)
        this.svg.append(
          s(
            "g",
            { class: "flag-worth worth-" + worth, "data-worth": worth, transform: `translate(${at.x - 0.16} ${at.y + 0.22})` },
            s("circle", { r: 0.17 }),
            glyph(FLAG_SIGNS[worth] ?? "", 0.24),
          ),
        );
    }
  }

  /** All that would be picked together is shown together. @param {string} target */
  warm(target) {
    const open = target && this.marks.next.has(target);
    let after = false;
    for (const node of this.nodes()) {
      const t = node.dataset.t ?? "";
      if (open && t === target) after = true;
      const with_ = after && node.classList.contains("shape-match"); /* matches are taken from here to the end */
      node.classList.toggle("warm", Boolean(open && (t === target || with_)));
    }
    for (const bar of this.bars)
      for (const e of /** @type {NodeListOf<HTMLElement>} */ (bar.querySelectorAll("[data-t]")))
        e.classList.toggle("warm", Boolean(open && e.dataset.t === target));
  }

  /** What lies under the pointer: the topmost that can be picked, else the nearest place between things. @param {number} x @param {number} y */
  under(x, y) {
    const all = document.elementsFromPoint(x, y).map(targetAt).filter(Boolean),
      exact = all[0] ?? "";
    const open = all.find((t) => this.marks.next.has(t));
    if (open) return open;
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return exact;
    const p = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    let best = exact,
      least = NEAR;
    for (const e of this.items) {
      if (e.k !== "gap" || !this.marks.next.has(e.t ?? "")) continue;
      const dx = Math.max(e.x - p.x, 0, p.x - e.x - e.w),
        dy = Math.max(e.y - p.y, 0, p.y - e.y - e.h),
        far = Math.hypot(dx, 2 * dy);
      if (far < least) {
        least = far;
        best = e.t ?? "";
      }
    }
    return best;
  }

  /** @param {MouseEvent} e */
  click(e) {
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    if (e.target instanceof Element && e.target.closest(".turner")) {
      this.second(e.target);
      return;
    }
    const own = targetAt(e.target),
      t = this.marks.picked.includes(own) || e.detail === 0 ? own : this.under(e.clientX, e.clientY);
    if (t) {
      this.focus = t;
      this.pick(t);
    }
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const node = /** @type {SVGElement} */ (e.target);
    if (e.key === "Enter" || e.key === " ") {
      e.preventDefault();
      if (e.shiftKey && this.other) this.second(node);
      else if (node.dataset.t) this.pick(node.dataset.t);
    } else if (e.key === "F2" || (e.key === "F10" && e.shiftKey) || e.key === "ContextMenu") {
      if (this.second(node)) e.preventDefault();
    } else if (e.key.startsWith("Arrow")) {
      e.preventDefault();
      this.step(node, e.key);
    }
  }

  /** To the nearest thing that lies that way, else along the order of reading. @param {SVGElement} from @param {string} key */
  step(from, key) {
    const dx = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0,
      dy = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
    const here = this.places.get(from.dataset.id ?? "");
    let best = null,
      least = Infinity;
    for (const node of this.representatives().values()) {
      const there = this.places.get(node.dataset.id ?? "");
      if (!here || !there || node === from) continue;
      const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
      const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
      if (along > 0.05 && along + 2.5 * aside < least) {
        least = along + 2.5 * aside;
        best = node;
      }
    }
    if (!best) {
      /* nothing lies that way: the next or the one before, in reading order */
      const all = [...this.representatives().values()];
      best = all[all.indexOf(from) + (dx + dy > 0 ? 1 : -1)];
    }
    if (!best) return;
    from.setAttribute("tabindex", "-1");
    best.setAttribute("tabindex", "0");
    best.focus();
  }

  /* ---- dragging, and a long press ---- */

  /** @param {PointerEvent} down */
  grab(down) {
    const t = targetAt(down.target),
      at = /** @type {Element} */ (down.target);
    this.dragged = false;
    const press =
      down.pointerType === "touch"
        ? setTimeout(() => {
            if (!this.dragged && this.second(at)) {
              this.dragged = true;
              stop();
            }
          }, LONG_PRESS)
        : 0;
    const node =
      [...this.nodes()]
        .reverse()
        .find((n) => n.dataset.t === t && /k-(piece|card)/.test(n.getAttribute("class") ?? "") && n.contains(at)) ??
      [...this.nodes()].reverse().find((n) => n.dataset.t === t && /k-(piece|card)/.test(n.getAttribute("class") ?? ""));
    const held = t && node && down.button === 0 && this.marks.further.has(t) && this.marks.next.has(t);
    const scale = this.svg.getScreenCTM()?.a ?? 1,
      home = node ? this.places.get(node.dataset.id ?? "") : undefined;
    const move = (/** @type {PointerEvent} */ e) => {
      const x = (e.clientX - down.clientX) / scale,
        y = (e.clientY - down.clientY) / scale;
      if (!this.dragged && Math.hypot(x * scale, y * scale) < 8) return;
      clearTimeout(press);
      if (!held || !node) return;
      if (!this.dragged) {
        this.dragged = true;
        this.pick(t);
        this.svg.append(node);
        node.classList.add("dragged");
      }
      node.setAttribute("transform", `translate(${(home?.x ?? 0) + x} ${(home?.y ?? 0) + y})`);
      this.warm(this.under(e.clientX, e.clientY));
    };
    const stop = () => {
      clearTimeout(press);
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
    };
    const drop = (/** @type {PointerEvent} */ e) => {
      stop();
      if (!this.dragged || !node) return;
      const goal = this.under(e.clientX, e.clientY);
      node.classList.remove("dragged");
      node.setAttribute("transform", `translate(${home?.x} ${home?.y})`);
      if (e.type === "pointerup" && goal && this.marks.next.has(goal)) this.pick(goal);
      else this.cancel();
      setTimeout(() => {
        this.dragged = false;
      });
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
  }
}

/** Shows a thing as its other target: what its face said of the one, it now says of the other. @param {Item} e */
function turn(e) {
  if (!e.alt) return;
  const word = (/** @type {string} */ t) => t.slice(t.lastIndexOf(":") + 1);
  if (e.face === word(e.t ?? "")) e.face = word(e.alt);
  [e.t, e.alt] = [e.alt, e.t ?? ""];
}
