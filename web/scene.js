// scene.js -- one picture for all games: draws a scene (core/scene.h), and lets it be touched.
//
// The scene says what there is; the paths of the legal moves say what can be picked next. Nothing
// here knows a game. Buttons, choices, numbers and counters at the edge become HTML controls, so
// that they stay readable on a small screen; everything else is SVG.
import { h, s } from "./dom.js";
import { drawCard, drawPiece, drawTally, glyph } from "./shapes.js";

/** @typedef {{k: string, x: number, y: number, w: number, h: number, id?: string, tone?: string, shape?: string,
 *   face?: string, label?: string, n?: number, t?: string, alt?: string, last?: boolean}} Item */
/** @typedef {{w: number, h: number, el: Item[]}} Scene */
/** @typedef {{next: Set<string>, further: Set<string>, picked: string[], advised: Set<string>, reasons: Set<string>,
 *   names: Map<string, string>}} Marks */

const controls = new Set(["button", "choice", "number"]);
const slow = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A counter in words below or beside everything else is a caption, not a part of the board.
 * @param {Item} e @param {Item[]} all */
function isCaption(e, all) {
  if ((e.k !== "counter" && e.k !== "label") || e.face || e.t) return false;
  const body = all.filter((o) => !controls.has(o.k) && ((o.k !== "counter" && o.k !== "label") || o.face));
  return body.every((o) => o.y + o.h <= e.y + 0.01) || body.every((o) => o.x + o.w <= e.x + 0.01);
}

/** Whether words on the board would be too small to read. @param {Item} e @param {number} px pixels for a unit */
function isTiny(e, px) {
  if ((e.k !== "counter" && e.k !== "label") || e.face) return false;
  return sizeOf(e, e.k === "counter" ? counterText(e) : e.label ?? "") * px < 12;
}

/** @param {Item[]} list */
function bounds(list) {
  const x0 = Math.min(...list.map((e) => e.x)), y0 = Math.min(...list.map((e) => e.y));
  const x1 = Math.max(...list.map((e) => e.x + e.w)), y1 = Math.max(...list.map((e) => e.y + e.h));
  return { x: x0, y: y0, w: x1 - x0, h: y1 - y0 };
}

/** The part of an element that is drawn, centred on (0, 0). @param {Item} e */
function drawItem(e) {
  const box = { x: -e.w / 2, y: -e.h / 2, width: e.w, height: e.h };
  switch (e.k) {
    case "board": return [s("rect", { ...box, class: "plate", rx: 0.12 })];
    case "cell": return [s("rect", { ...box, class: "tile" + ((e.x + e.y) % 2 ? " odd" : "") }), e.face ? glyph(e.face, 0.5 * Math.min(e.w, e.h)) : null];
    case "gap": return [s("rect", { x: -e.w / 2 + 0.06, y: -e.h / 2 + 0.06, width: e.w - 0.12, height: e.h - 0.12, rx: 0.1, class: "opening" }),
      e.face ? glyph(e.face, 0.4) : null];
    case "card": return [drawCard(e)];
    case "pile": return e.shape || e.face ? [drawPiece(e.shape ?? "token", e)] : [s("circle", { class: "well", r: Math.min(e.w, e.h) / 2 })];
    case "counter": return [e.face ? drawTally(e, e.shape) : caption(e)];
    case "label": return [words(e, e.face || e.label || "")];
    case "arrow": return [s("path", { class: "stroke", d: `M${-e.w / 2} ${-e.h / 2}L${e.w / 2} ${e.h / 2}`, "marker-end": "url(#tip)" })];
    case "seat": return [s("rect", { ...box, class: "plate seat-plate", rx: 0.12 }), words(e, e.face || e.label || "")];
    default: return [drawPiece(e.shape, e)];
  }
}

/** How large words are on the board, to fit their place. @param {Item} e @param {string} text */
const sizeOf = (e, text) => Math.min(0.3, 0.55 * e.h, (1.75 * e.w) / Math.max(3, text.length));

/** @param {Item} e @param {string} text */
function words(e, text) {
  const size = sizeOf(e, text);
  return s("text", { class: "caption", "font-size": size.toFixed(3), dy: "0.35em" }, text);
}

/** A counter on the board: its label says the number in words, or its number stands after it. @param {Item} e */
const caption = (e) => words(e, counterText(e));

/** @param {Item} e */
export function counterText(e) {
  const label = e.label ?? "";
  return label.includes(String(e.n)) ? label : `${label} ${e.n}`;
}

/** What has to stay clear around an element: a ring for focus and advice. @param {Item} e */
function halo(e) {
  const pad = e.k === "cell" || e.k === "gap" || e.k === "board" ? -0.04 : 0.0;
  return s("rect", { class: "halo", x: -e.w / 2 - pad, y: -e.h / 2 - pad, width: e.w + 2 * pad, height: e.h + 2 * pad,
    rx: Math.min(0.14, e.w / 3) });
}

/** @param {Item} e @param {boolean} bare */
function group(e, bare) {
  return s("g", { class: `el k-${e.k} tone-${e.tone ?? "plain"} shape-${e.shape ?? "none"}${e.last ? " last" : ""}`,
    "data-id": e.id, "data-t": e.t, transform: `translate(${e.x + e.w / 2} ${e.y + e.h / 2})` },
    ...drawItem(e), bare ? null : s("circle", { class: "dot", r: 0.06 }), bare ? null : halo(e));
}

/** The view and the ground of a picture. The board keeps its size while pieces come and go: only rows that hold
 * nothing but controls are cut off. @param {Scene} scene @param {Item[]} list @param {boolean} bare */
function frame(scene, list, bare) {
  const b = list.length ? bounds(list) : { x: 0, y: 0, w: scene.w, h: Math.max(1, scene.h - 1) }, cells = list.filter((e) => e.k === "cell");
  const loose = !list.some((e) => e.k === "cell" || e.k === "board" || e.k === "card");
  const aside = scene.el.filter((e) => !list.includes(e));
  const cutX = aside.some((e) => e.x >= b.x + b.w - 0.01), cutY = aside.some((e) => e.y >= b.y + b.h - 0.01);
  const all = { x: Math.min(0, b.x), y: Math.min(0, b.y), w: cutX ? b.x + b.w : Math.max(scene.w, b.w), h: cutY ? b.y + b.h : Math.max(scene.h, b.h) };
  const view = bare ? b : all, under = cells.length ? bounds(cells) : loose && !bare ? all : null;
  const rim = loose ? 0.35 : 0.07, pad = bare ? 0.12 : (loose ? 0.37 : 0.1) + 0.006 * Math.max(view.w, view.h);
  return {
    box: `${view.x - pad} ${view.y - pad} ${view.w + 2 * pad} ${view.h + 2 * pad}`, ratio: (view.w + 2 * pad) / (view.h + 2 * pad),
    tray: under && s("rect", { class: loose ? "ground" : "tray", x: under.x - rim, y: under.y - rim, width: under.w + 2 * rim, height: under.h + 2 * rim, rx: loose ? 0.3 : 0.14 }),
  };
}

/** A small picture to look at only. @param {Scene} scene */
export function miniature(scene) {
  const list = scene.el.filter((e) => !controls.has(e.k) && !isCaption(e, scene.el));
  const f = frame(scene, list, true);
  return s("svg", { class: "scene mini", viewBox: f.box, "aria-hidden": "true" }, f.tray, ...list.map((e) => group(e, true)));
}

/** A picture that can be played on. */
export class Board {
  /** @param {(target: string) => void} pick @param {() => void} cancel */
  constructor(pick, cancel) {
    this.pick = pick;
    this.cancel = cancel;
    this.svg = /** @type {SVGSVGElement} */ (s("svg", { class: "scene", role: "group" }));
    /* an SVG that listens to focus takes it, so its frame listens */
    this.root = h("div", { class: "board" }, this.svg);
    this.strip = h("div", { class: "strip" });
    /** @type {Map<string, {x: number, y: number, node: SVGElement, item: Item}>} */
    this.places = new Map();
    /** @type {Item[]} */
    this.items = [];
    /** @type {Set<Item>} */
    this.aside = new Set();
    /** @type {Marks} */
    this.marks = { next: new Set(), further: new Set(), picked: [], advised: new Set(), reasons: new Set(), names: new Map() };
    this.focus = "";
    this.wide = false;
    this.held = false;
    /** @type {Set<string>} */
    this.flags = new Set();
    this.listen();
  }

  /** @param {Scene} scene @param {boolean} moving whether what changed is to be seen moving
   * @param {boolean} [played] whether a move made the change, so that it stays marked */
  draw(scene, moving, played = true) {
    const before = this.places;
    /* the keyboard stays on the board, also through the other player's turn */
    this.held = this.root.contains(document.activeElement) || (this.held && document.activeElement === document.body);
    this.items = scene.el;
    const px = Math.min(this.root.clientWidth / scene.w || 50, (this.root.clientHeight > 60 && this.root.clientHeight / scene.h) || Infinity);
    this.aside = new Set(scene.el.filter((e) => controls.has(e.k) || isCaption(e, scene.el) || isTiny(e, px)));
    const list = scene.el.filter((e) => !this.aside.has(e));
    const f = frame(scene, list, false);
    this.svg.setAttribute("viewBox", f.box);
    this.svg.style.setProperty("--ratio", String(f.ratio));
    this.wide = f.ratio > 2.2;
    this.places = new Map();
    /* gaps lie between things and overlap them: they are touched first */
    const layered = [...list.filter((e) => e.k !== "gap"), ...list.filter((e) => e.k === "gap")];
    const nodes = layered.map((e) => {
      const node = group(e, false);
      if (e.id) this.places.set(e.id, { x: e.x + e.w / 2, y: e.y + e.h / 2, node, item: e });
      return node;
    });
    this.svg.replaceChildren(s("defs", {}, s("marker", { id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 4, markerHeight: 4, orient: "auto" },
      s("path", { d: "M0 0 8 4 0 8z", class: "tip" }))), ...(f.tray ? [f.tray] : []), ...nodes);
    this.drawStrip();
    if (before.size) this.showChange(before, moving && !slow(), played);
    this.drawFlags();
    this.mark(this.marks);
    if (this.held) this.refocus();
  }

  drawStrip() {
    const had = this.strip.contains(document.activeElement) && document.activeElement instanceof HTMLElement
      ? document.activeElement.dataset.t : null;
    this.strip.replaceChildren(...this.items.filter((e) => this.aside.has(e)).map((e) => this.control(e)));
    if (had) this.refocus();
  }

  /** @param {Item} e */
  control(e) {
    if (e.k === "counter" || e.k === "label")
      return h("span", { class: `counter tone-${e.tone ?? "plain"}` }, e.k === "counter" ? counterText(e) : e.label ?? e.face ?? "");
    if (e.k === "number") return this.numberEntry(e);
    return h("button", { type: "button", class: `button control k-${e.k}`, "data-t": e.t, onclick: () => e.t && this.pick(e.t) },
      e.face ? h("span", { class: "control-face" }, e.face) : null, h("span", {}, e.label ?? e.face ?? e.id ?? ""));
  }

  /** A number to be typed: its target is the entry's own with the number behind it. @param {Item} e */
  numberEntry(e) {
    const field = /** @type {HTMLInputElement} */ (h("input", { inputmode: "numeric", autocomplete: "off", "aria-label": e.label ?? "" }));
    return h("form", { class: "number-entry", onsubmit: (/** @type {Event} */ ev) => { ev.preventDefault(); this.pick(`${e.t}:${field.value.trim()}`); } },
      h("span", {}, e.label ?? ""), field);
  }

  /** What moved slides, what came drops in, what went falls away; the changed stay marked.
   * @param {Map<string, {x: number, y: number, node: SVGElement, item: Item}>} before @param {boolean} moving @param {boolean} played */
  showChange(before, moving, played) {
    const still = new Set(["cell", "board", "gap", "label", "seat"]);
    /** @type {SVGElement[]} */
    const changed = [];
    for (const [id, now] of this.places) {
      const old = before.get(id);
      if (still.has(now.item.k)) continue;
      const slid = old && (Math.abs(old.x - now.x) > 0.01 || Math.abs(old.y - now.y) > 0.01);
      const turned = old && (old.item.face !== now.item.face || old.item.tone !== now.item.tone);
      if (old && !slid && !turned) continue;
      if (now.item.k === "piece" || now.item.k === "card") changed.push(now.node);
      if (!moving) continue;
      const at = `translate(${now.x}px, ${now.y}px)`;
      const from = slid ? `translate(${old.x}px, ${old.y}px)` : turned ? `${at} scale(0.1, 1)` : `translate(${now.x}px, ${now.y - 0.45}px) scale(0.85)`;
      now.node.animate([{ transform: from, opacity: old ? 1 : 0 }, { transform: at, opacity: 1 }], { duration: 200, easing: "ease-out" });
      if (slid) this.svg.append(now.node);
    }
    /* when nearly everything moved, marking it all says nothing */
    for (const [id, old] of before) if (!played && old.node.classList.contains("fresh")) this.places.get(id)?.node.classList.add("fresh");
    if (played && (changed.length <= 4 || 2 * changed.length <= this.places.size)) for (const node of changed) node.classList.add("fresh");
    if (!moving) return;
    for (const [id, old] of before) if (!this.places.has(id) && !still.has(old.item.k)) this.letFall(old);
  }

  /** @param {{x: number, y: number, node: SVGElement, item: Item}} old */
  letFall(old) {
    old.node.classList.add("gone");
    this.svg.append(old.node);
    const at = `translate(${old.x}px, ${old.y}px)`, lean = old.item.shape === "match" ? 24 : 0;
    old.node.animate([{ transform: at, opacity: 1 }, { transform: `translate(${old.x + lean / 60}px, ${old.y + 0.4}px) rotate(${lean}deg)`, opacity: 0 }],
      { duration: 220, easing: "ease-out" }).finished.finally(() => old.node.remove());
  }

  /** Shows what can be picked, what is picked, and what is advised. @param {Marks} marks */
  mark(marks) {
    this.marks = marks;
    const chosen = this.representatives();
    let taken = false;
    for (const node of this.nodes()) {
      const t = node.dataset.t ?? "", id = node.dataset.id ?? "";
      const open = marks.next.has(t), alone = chosen.get(t) === node;
      node.classList.toggle("open", open);
      const places = this.shared(t);
      node.classList.toggle("lone", open && places === 1);
      node.classList.toggle("many", places > 1);
      node.classList.toggle("picked", marks.picked.includes(t));
      node.classList.toggle("advised", marks.advised.has(t) || marks.advised.has(id));
      node.classList.toggle("reason", marks.reasons.has(t) || marks.reasons.has(id));
      taken ||= node.classList.contains("shape-match") && (marks.advised.has(t) || marks.picked.includes(t));
      node.classList.toggle("taken", taken && node.classList.contains("shape-match"));
      this.name(node, open && alone);
    }
    for (const b of /** @type {NodeListOf<HTMLButtonElement>} */ (this.strip.querySelectorAll("button"))) {
      const open = marks.next.has(b.dataset.t ?? "");
      b.disabled = !open;
      b.hidden = !open && b.classList.contains("k-choice");
      b.classList.toggle("advised", marks.advised.has(b.dataset.t ?? ""));
    }
    const now = chosen.get(this.focus);
    for (const [t, node] of chosen) node.setAttribute("tabindex", node === (now ?? chosen.values().next().value) && marks.next.has(t) ? "0" : "-1");
  }

  /** @returns {SVGElement[]} */
  nodes() {
    return /** @type {any} */ ([...this.svg.querySelectorAll(":scope > .el:not(.gone)")]);
  }

  /** How many places share a target: things that lie on each other count once. @param {string} target */
  shared(target) {
    const at = new Set();
    for (const e of this.items) if (e.t === target) at.add(`${e.x},${e.y}`);
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
    const label = item?.label ?? "", move = this.marks.names.get(item?.t ?? "") ?? "";
    const text = [label, active ? move : ""].filter(Boolean).join(", ");
    if (active) node.setAttribute("role", "button");
    else if (text) node.setAttribute("role", "img");
    else node.removeAttribute("role");
    if (text || active) node.setAttribute("aria-label", text || item?.t || "");
    if (!active) node.removeAttribute("tabindex");
  }

  refocus() {
    const chosen = this.representatives();
    const button = this.strip.querySelector(`button:not([disabled])`);
    const node = chosen.get(this.focus) ?? chosen.values().next().value ?? button;
    if (node instanceof SVGElement || node instanceof HTMLElement) node.focus();
  }

  /* ---- touching ---- */

  listen() {
    this.svg.addEventListener("click", (e) => this.click(e));
    this.svg.addEventListener("keydown", (e) => this.key(/** @type {KeyboardEvent} */ (e)));
    this.root.addEventListener("focusin", (e) => {
      const t = /** @type {SVGElement} */ (e.target).dataset?.t;
      if (t) { this.focus = t; this.warm(t); }
    });
    this.root.addEventListener("focusout", () => this.warm(""));
    this.svg.addEventListener("pointerover", (e) => { if (/** @type {PointerEvent} */ (e).pointerType !== "touch") this.warm(targetAt(e.target)); });
    this.svg.addEventListener("pointerleave", () => this.warm(""));
    this.svg.addEventListener("pointerdown", (e) => this.grab(/** @type {PointerEvent} */ (e)));
    this.svg.addEventListener("contextmenu", (e) => { if (this.second(/** @type {Element} */ (e.target))) e.preventDefault(); });
  }

  /** Right click, long press, F2 or the menu key: another target for the same thing, else a flag to remember it by.
   * @param {Element} at @returns {boolean} whether there was something to do */
  second(at) {
    const node = at.closest(".el");
    const place = node instanceof SVGElement ? this.places.get(node.dataset.id ?? "") : undefined;
    if (!place || !(node instanceof SVGElement)) return false;
    const { item } = place;
    if (item.alt) {
      [item.t, item.alt] = [item.alt, item.t ?? ""];
      node.dataset.t = item.t;
      node.classList.toggle("turned");
      this.mark(this.marks);
    } else if (item.k === "cell") {
      const id = item.id ?? "";
      if (!this.flags.delete(id)) this.flags.add(id);
      this.drawFlags();
    } else return false;
    return true;
  }

  drawFlags() {
    for (const old of this.svg.querySelectorAll(".flag")) old.remove();
    for (const id of this.flags) {
      const at = this.places.get(id);
      if (at) this.svg.append(s("path", { class: "flag", d: `M${at.x - 0.12} ${at.y - 0.3}v.6h.06v-.26l.26-.13-.26-.21z` }));
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
  }

  /** @param {Event} e */
  click(e) {
    if (this.dragged) { this.dragged = false; return; }
    const t = targetAt(e.target);
    if (t) { this.focus = t; this.pick(t); }
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const node = /** @type {SVGElement} */ (e.target);
    if (e.key === "Enter" || e.key === " ") {
      e.preventDefault();
      if (node.dataset.t) this.pick(node.dataset.t);
    } else if (e.key === "F2" || (e.key === "F10" && e.shiftKey) || e.key === "ContextMenu") {
      if (this.second(node)) e.preventDefault();
    } else if (e.key.startsWith("Arrow")) {
      e.preventDefault();
      this.step(node, e.key);
    }
  }

  /** To the nearest thing that lies that way. @param {SVGElement} from @param {string} key */
  step(from, key) {
    const dx = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0, dy = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
    const here = this.places.get(from.dataset.id ?? "");
    let best = null, least = Infinity;
    for (const node of this.representatives().values()) {
      const there = this.places.get(node.dataset.id ?? "");
      if (!here || !there || node === from) continue;
      const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
      const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
      if (along > 0.05 && along + 2.5 * aside < least) { least = along + 2.5 * aside; best = node; }
    }
    if (!best) return;
    from.setAttribute("tabindex", "-1");
    best.setAttribute("tabindex", "0");
    best.focus();
  }

  /* ---- dragging ---- */

  /** @param {PointerEvent} down */
  grab(down) {
    const t = targetAt(down.target);
    const node = [...this.nodes()].reverse().find((n) => n.dataset.t === t && /k-(piece|card)/.test(n.getAttribute("class") ?? ""));
    this.dragged = false;
    if (!t || !node || down.button !== 0 || !this.marks.further.has(t) || !this.marks.next.has(t)) return;
    const scale = this.svg.getScreenCTM()?.a ?? 1;
    const home = this.places.get(node.dataset.id ?? "");
    const move = (/** @type {PointerEvent} */ e) => {
      const x = (e.clientX - down.clientX) / scale, y = (e.clientY - down.clientY) / scale;
      if (!this.dragged && Math.hypot(x * scale, y * scale) < 8) return;
      if (!this.dragged) {
        this.dragged = true;
        this.pick(t);
        this.svg.append(node);
        node.classList.add("dragged");
      }
      node.setAttribute("transform", `translate(${(home?.x ?? 0) + x} ${(home?.y ?? 0) + y})`);
      this.warm(targetAt(document.elementFromPoint(e.clientX, e.clientY)));
    };
    const drop = (/** @type {PointerEvent} */ e) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
      if (!this.dragged) return;
      node.classList.remove("dragged");
      node.setAttribute("transform", `translate(${home?.x} ${home?.y})`);
      const under = targetAt(document.elementFromPoint(e.clientX, e.clientY));
      if (e.type === "pointerup" && under && this.marks.next.has(under)) this.pick(under);
      else this.cancel();
      setTimeout(() => { this.dragged = false; });
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
  }
  dragged = false;
}

/** The target of what was touched. @param {EventTarget | null} e */
function targetAt(e) {
  const found = e instanceof Element ? e.closest("[data-t]") : null;
  return found instanceof SVGElement || found instanceof HTMLElement ? found.dataset.t ?? "" : "";
}
