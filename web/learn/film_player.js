// film_player.js -- shows a film (film.js) and goes through it: one step on or back, to both ends, running, slower; by buttons, keys and a
// slider. It knows nothing of what the film is about.
import { announce, button, h, refill, s, t } from "../frame/dom.js";
import { layOut } from "./film.js";

/** @typedef {import("./film.js").Film} Film */
/** @typedef {import("./film.js").Placed} Placed */

const paces = [2400, 1200, 500]; /* milliseconds a step: slow, usual, fast */

/** @param {Placed} thing @param {string} kind */
function thingShape(thing, kind) {
  const { x, y, w, h: high, text = "", note = "", tone = "plain", fresh, seen } = thing,
    middle = note && kind === "tree" ? y - 5 : y;
  return s(
    "g",
    { class: ["thing", tone, fresh && "fresh", seen && "seen"].filter(Boolean).join(" "), "data-id": thing.id },
    s("rect", { x: x - w / 2, y: y - high / 2, width: w, height: high, rx: kind === "table" ? 0 : 8 }),
    s("text", { x, y: middle + 5 }, text),
    note && kind === "tree" ? s("text", { x, y: y + 17, class: "note" }, note) : null,
  );
}

/** @param {{from: Placed, to: Placed}} link */
const linkShape = ({ from, to }) =>
  s("path", {
    class: "link " + (to.tone === "cut" ? "cut" : ""),
    d: `M${from.x} ${from.y + from.h / 2}C${from.x} ${(from.y + to.y) / 2} ${to.x} ${(from.y + to.y) / 2} ${to.x} ${to.y - to.h / 2}`,
  });

export class Projector {
  /** @param {(step: number) => void} moved told after each step @param {string} name what the ids of its controls begin with */
  constructor(moved = () => {}, name = "film") {
    this.moved = moved;
    this.name = name;
    /** @type {Film | null} */
    this.film = null;
    this.step = 0;
    this.pace = 1;
    /** @type {ReturnType<typeof setInterval> | null} */
    this.running = null;
    this.svg = s("svg", { class: "film", role: "img", xmlns: "http://www.w3.org/2000/svg" });
    this.stage = h("div", { class: "film-stage", tabindex: 0, role: "group" }, this.svg);
    this.sentence = h("p", { class: "film-text", id: name + "-text" });
    this.controls = h("div", { class: "film-controls", role: "group" });
    this.root = h("section", { class: "projector", hidden: true }, this.stage, this.sentence, this.controls);
    this.root.addEventListener("keydown", (e) => this.press(e));
  }

  get last() {
    return (this.film?.steps.length ?? 1) - 1;
  }

  /** @param {Film | null} film @param {number} [step] the last one if there are fewer */
  load(film, step = 0) {
    this.stop();
    this.film = film?.steps.length ? film : null;
    this.root.hidden = !this.film;
    this.layout = this.film && layOut(this.film);
    this.step = Math.max(0, Math.min(step, this.last));
    this.drawControls();
    this.draw();
  }

  /** @param {number} step */
  go(step) {
    const to = Math.max(0, Math.min(step, this.last));
    if (to === this.step) return;
    this.step = to;
    this.draw();
    this.moved(to);
    announce(this.film?.steps[to].text ?? "");
  }

  draw() {
    if (!this.film || !this.layout) return;
    const { things, links, heads, w, h: high } = this.layout(this.step),
      kind = this.film.kind,
      text = this.film.steps[this.step].text;
    this.svg.setAttribute("viewBox", `0 0 ${Math.ceil(w)} ${Math.ceil(high)}`);
    this.svg.setAttribute("width", String(Math.ceil(w)));
    this.svg.setAttribute("height", String(Math.ceil(high)));
    this.svg.setAttribute("aria-label", text);
    this.svg.setAttribute("class", "film film-" + kind);
    refill(
      this.svg,
      links.map(linkShape),
      things.map((thing) => thingShape(thing, kind)),
      heads.map(({ text: head, x, y }) => s("text", { class: "head", x, y: y + 5 }, head)),
    );
    this.sentence.textContent = text;
    this.reveal();
    this.drawState();
  }

  /** What is new is seen, wherever one has scrolled to. */
  reveal() {
    const fresh = this.svg.querySelector(".fresh");
    if (!fresh || !this.film) return;
    const at = fresh.getBoundingClientRect(),
      room = this.stage.getBoundingClientRect();
    if (at.left < room.left || at.right > room.right) this.stage.scrollLeft += at.left + at.width / 2 - room.left - room.width / 2;
    if (at.top < room.top || at.bottom > room.bottom) this.stage.scrollTop += at.top + at.height / 2 - room.top - room.height / 2;
  }

  /* ---- going through it ---- */

  stop() {
    if (this.running) clearInterval(this.running);
    this.running = null;
  }

  run() {
    if (this.running) this.stop();
    else {
      if (this.step === this.last) this.go(0);
      this.running = setInterval(() => {
        this.go(this.step + 1);
        if (this.step === this.last) this.stop();
        this.drawState();
      }, paces[this.pace]);
    }
    this.drawState();
  }

  /** @param {number} pace */
  setPace(pace) {
    const was = this.running;
    this.stop();
    this.pace = pace;
    if (was) this.run();
  }

  /** @param {KeyboardEvent} e */
  press(e) {
    if (e.ctrlKey || e.metaKey || e.altKey || (e.target instanceof HTMLElement && e.target.matches("select"))) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowRight: () => this.go(this.step + 1),
      ArrowLeft: () => this.go(this.step - 1),
      Home: () => this.go(0),
      End: () => this.go(this.last),
    };
    const does = keys[e.key] ?? (e.key === " " && e.target === this.stage ? () => this.run() : null);
    if (!does) return;
    e.preventDefault();
    does();
  }

  drawControls() {
    this.slider = /** @type {HTMLInputElement} */ (
      h("input", { type: "range", min: 0, max: this.last, value: this.step, "aria-label": t("film-steps"), id: this.name + "-slider" })
    );
    this.slider.addEventListener("input", () => this.go(Number(this.slider?.value)));
    this.count = h("span", { class: "soft film-count" });
    this.buttons = [
      button({ icon: "first", label: t("film-first"), id: this.name + "-first", class: "quiet", on: () => this.go(0) }),
      button({ icon: "prev", label: t("film-back"), id: this.name + "-back", class: "quiet", on: () => this.go(this.step - 1) }),
      button({ icon: "play", label: t("film-run"), id: this.name + "-run", class: "quiet", pressed: false, on: () => this.run() }),
      button({ icon: "next", label: t("film-on"), id: this.name + "-on", class: "quiet", on: () => this.go(this.step + 1) }),
      button({ icon: "last", label: t("film-last"), id: this.name + "-last", class: "quiet", on: () => this.go(this.last) }),
    ];
    const pace = h(
      "select",
      { "aria-label": t("film-pace"), id: this.name + "-pace" },
      ["film-slow", "film-usual", "film-fast"].map((key, i) => h("option", { value: i, selected: i === this.pace }, t(key))),
    );
    pace.addEventListener("change", () => this.setPace(Number(/** @type {HTMLSelectElement} */ (pace).value)));
    this.stage.setAttribute("aria-label", t("film-keys"));
    refill(this.controls, ...this.buttons, this.slider, this.count, pace);
  }

  drawState() {
    if (!this.slider || !this.count || !this.buttons) return;
    this.slider.value = String(this.step);
    this.count.textContent = t("film-count", this.step + 1, this.last + 1) + (this.film?.cut && this.step === this.last ? " …" : "");
    const [first, back, run, on, last] = this.buttons;
    for (const b of [first, back]) b.toggleAttribute("disabled", this.step === 0);
    for (const b of [on, last]) b.toggleAttribute("disabled", this.step === this.last);
    run.setAttribute("aria-pressed", String(this.running !== null));
  }
}
