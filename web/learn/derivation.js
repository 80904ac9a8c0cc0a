// derivation.js -- derivations written by whoever learns (#/derive): line by line, each with its rule or with one found for it, all checked at
// once by the server, with hints on request. The address says what is written.
import { keepAddress } from "../frame/address.js";
import { button, h, note, refill, t } from "../frame/dom.js";
import { refusal } from "../frame/net.js";
import { inTurn, readSoon, studyView } from "./common.js";

/** @typedef {{text: string, goal: string}} Written */
/** @typedef {{line: number, depth: number, formula: string | null, rule: string | null, cites: number[][], found: boolean, holds: boolean, why: string | null, more: string | null}} Line */

const LEVELS = [1, 2, 3],
  NUMBERS = 100000; /* goals of each level */
/** @type {Written} */
const example = { text: "A ⇒ B : P\n¬B : P\n", goal: "¬A" };

/** @param {string[]} parts @returns {Written} */
export function writtenOf(parts) {
  const [text, goal] = parts.map(decodeURIComponent);
  return text === undefined || parts.length < 2 ? { ...example } : { text, goal };
}

/** @param {Written} written */
export const deriveAddress = ({ text, goal }) => "#/derive/" + [text, goal].map(encodeURIComponent).join("/");

/** Premises of a goal, a line each. @param {string} lines */
export const asPremises = (lines) =>
  lines
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => line + " : P\n")
    .join("");

/** How deep the last line stands. @param {string} text */
export function depthOf(text) {
  const last = text.trimEnd().split("\n").at(-1) ?? "",
    bars = /^(?:\s*\d+\.?)?\s*((?:[|│]\s*)*)/.exec(last)?.[1] ?? "";
  return [...bars].filter((c) => c === "|" || c === "│").length;
}

/** @param {number} depth @param {string} formula @param {string} rule @param {string} cites */
export const lineOf = (depth, formula, rule, cites) => `${"| ".repeat(depth)}${formula.trim()} : ${[rule, cites.trim()].filter(Boolean).join(" ")}\n`;

class Desk {
  /** @param {Written} written */
  constructor(written) {
    this.written = written;
    this.depth = depthOf(written.text);
    this.asked = 0;
    this.left = false; /* somebody has gone to another screen */
    this.stopReading = () => {};
    /** @type {any[]} */
    this.rules = [];
    this.lines = h("ol", { class: "fitch", "aria-live": "polite" });
    this.state = h("p", { class: "bench-verdict", hidden: true });
    this.speech = h("div", { class: "derive-hint", "aria-live": "polite" });
    this.entry = /** @type {HTMLFormElement} */ (h("form", { class: "derive-entry" }));
    this.bars = h("span", { class: "fitch-bars" });
    /** @type {HTMLElement | null} */
    this.closing = null;
    this.side = h("section", { class: "bench-form" });
  }

  /** @param {Partial<Written>} news */
  change(news) {
    this.written = { ...this.written, ...news };
    keepAddress(deriveAddress(this.written));
    if (this.area && this.area.value !== this.written.text) this.area.value = this.written.text;
    refill(this.speech);
    return this.load();
  }

  /** @param {string} line */
  append(line) {
    const text = this.written.text.trimEnd();
    return this.change({ text: (text ? text + "\n" : "") + line });
  }

  /* ---- checked ---- */

  /** One request at a time: the server would refuse another. @param {boolean} [hint] */
  async load(hint = false) {
    const number = ++this.asked;
    while (this.waiting) await this.waiting;
    if (number !== this.asked) return;
    const { text, goal } = this.written;
    this.waiting = inTurn({ do: "derive", text, ask: goal, ...(hint ? { hint } : {}) });
    const answer = await this.waiting;
    this.waiting = null;
    if (number !== this.asked) return;
    this.show(answer);
    if (hint && answer.hint) this.tell(answer.hint);
  }

  /** @param {any} answer */
  show(answer) {
    const wrong = answer.wrong?.text ?? (answer.is === "derivation" ? null : (refusal(answer) ?? t("lost")));
    this.latex = answer.latex ?? null;
    this.state.hidden = false;
    this.state.className = "bench-verdict " + (wrong || answer.wrong ? "no" : answer.holds && this.written.goal ? "yes" : "open");
    this.state.textContent = wrong ?? (answer.wrong ? t("derive-wrong", answer.wrong) : answer.holds && this.written.goal ? t("derive-done") : t("derive-open"));
    if (answer.lines) refill(this.lines, answer.lines.map((/** @type {Line} */ line) => this.lineShape(line)));
    this.depth = depthOf(this.written.text);
    this.drawDepth();
  }

  /** @param {Line} line */
  lineShape({ line, depth, formula, rule, cites, found, holds, why, more }) {
    const named = this.rules.find((r) => r.rule === rule)?.name ?? rule ?? "";
    return h(
      "li",
      { class: holds ? "holds" : "wrong", "data-line": line },
      h("span", { class: "fitch-number" }, line),
      h("span", { class: "fitch-bars", "aria-hidden": "true" }, Array.from({ length: depth }, () => h("span", { class: "fitch-bar" }))),
      h("span", { class: "fitch-formula" }, pretty(formula ?? "…")),
      h("span", { class: "fitch-rule" + (found ? " found" : "") }, [named, cites.map((c) => c.join("–")).join(", ")].filter(Boolean).join(" ")),
      h("span", { class: "fitch-mark", role: "img", "aria-label": t(holds ? "yes" : "no") }, holds ? "✓" : "✗"),
      why ? h("p", { class: "fitch-why" }, [why, more].filter(Boolean).join(" ")) : null,
    );
  }

  /** A hint: which rule; then, if that does not help, the line. @param {{text: string, more: string | null, line: string | null}} hint */
  tell(hint) {
    const write = () => this.append((hint.line ?? "").trim() + "\n");
    refill(
      this.speech,
      h("p", {}, hint.text),
      hint.more ? h("details", {}, h("summary", {}, t("derive-hint")), h("p", { class: "fitch-formula" }, hint.more), button({ text: t("derive-write"), id: "derive-write", class: "small", on: write })) : null,
    );
  }

  /* ---- written ---- */

  /** What is being written stays there, whatever is answered meanwhile, until it is a line. */
  drawEntry() {
    const formula = /** @type {HTMLInputElement} */ (h("input", { id: "derive-formula", autocomplete: "off", autocapitalize: "off", spellcheck: "false", required: true })),
      cites = /** @type {HTMLInputElement} */ (h("input", { id: "derive-cites", autocomplete: "off", size: 6, placeholder: "1, 2" })),
      rule = /** @type {HTMLSelectElement} */ (
        h(
          "select",
          { id: "derive-rule" },
          h("option", { value: "?" }, t("derive-find")),
          this.rules.map((r) => h("option", { value: r.sign }, `${r.name} (${r.sign})`)),
        )
      );
    this.entry.onsubmit = (e) => {
      e.preventDefault();
      const line = lineOf(this.depth + (rule.value === "H" ? 1 : 0), formula.value, rule.value, ["?", "H", "P"].includes(rule.value) ? "" : cites.value);
      this.entry.reset();
      formula.focus();
      this.append(line);
    };
    this.closing = button({ text: t("derive-close"), id: "derive-close", class: "small", on: () => this.closeOne() });
    refill(
      this.entry,
      h("label", { for: "derive-formula" }, t("derive-formula"), this.bars, formula),
      h("label", { for: "derive-rule" }, t("derive-rule"), rule),
      h("label", { for: "derive-cites" }, t("derive-cites"), cites),
      h("button", { type: "submit", class: "button primary", id: "derive-add" }, t("derive-add")),
      this.closing,
    );
    this.drawDepth();
  }

  /** How deep the next line stands. */
  drawDepth() {
    refill(this.bars, Array.from({ length: this.depth }, () => h("span", { class: "fitch-bar" })));
    if (this.closing) this.closing.hidden = !this.depth;
  }

  /** The next line stands under one assumption less. */
  closeOne() {
    this.depth--;
    this.drawDepth();
    document.getElementById("derive-formula")?.focus();
  }

  removeLast() {
    const lines = this.written.text.trimEnd().split("\n").slice(0, -1);
    this.change({ text: lines.length ? lines.join("\n") + "\n" : "" });
  }

  /** @param {number} level */
  async newGoal(level) {
    const goal = await inTurn({ do: "goal", level, number: Math.floor(Math.random() * NUMBERS) });
    if (this.left) return;
    if (goal.is !== "goal") note(refusal(goal) ?? t("lost"));
    else {
      if (this.goal) this.goal.value = goal.ask;
      this.change({ text: goal.text, goal: goal.ask });
    }
  }

  async copyLatex() {
    if (!this.latex) return;
    await navigator.clipboard?.writeText(this.latex).catch(() => {});
    note(t("copied-text"));
  }

  drawSide() {
    this.goal = /** @type {HTMLInputElement} */ (h("input", { id: "derive-goal", value: this.written.goal, autocomplete: "off", spellcheck: "false" }));
    this.area = /** @type {HTMLTextAreaElement} */ (h("textarea", { id: "derive-text", rows: 7, spellcheck: "false", autocapitalize: "off" }));
    this.area.value = this.written.text;
    this.stopReading = readSoon([this.goal, this.area], () => this.change({ text: this.area?.value ?? "", goal: this.goal?.value ?? "" }));
    refill(
      this.side,
      h("label", { for: "derive-goal" }, t("derive-goal")),
      this.goal,
      h("label", { for: "derive-text" }, t("derive-lines")),
      this.area,
      h("p", { class: "soft small-text" }, t("derive-format")),
      h("div", { class: "bench-examples" }, h("span", { class: "soft" }, t("derive-new")), LEVELS.map((level) => button({ text: t("derive-level-" + level), class: "small", id: "derive-level-" + level, on: () => this.newGoal(level) }))),
      h("details", { class: "derive-rules" }, h("summary", {}, t("derive-rules")), this.rules.map((r) => h("p", {}, h("strong", {}, `${r.name} (${r.sign})`), h("br"), r.shapes.join("  ·  ")))),
    );
  }

  leave() {
    this.left = true;
    this.stopReading();
  }

  /** @param {HTMLElement} root */
  draw(root) {
    this.drawSide();
    this.drawEntry();
    refill(
      root,
      h("div", { class: "hero" }, h("div", {}, h("h1", {}, t("derive")), h("p", {}, t("derive-about")))),
      h(
        "div",
        { class: "bench proof-first" },
        h(
          "div",
          { class: "bench-stage" },
          this.lines,
          this.entry,
          this.state,
          h(
            "div",
            { class: "bench-tools" },
            button({ icon: "hint", text: t("derive-hint"), id: "derive-hint", class: "small", on: () => this.load(true) }),
            button({ icon: "undo", text: t("derive-remove"), id: "derive-remove", class: "small", on: () => this.removeLast() }),
            button({ icon: "copy", text: t("derive-latex"), id: "derive-latex", class: "small", on: () => this.copyLatex() }),
            h("a", { class: "button small", href: "#/logic" }, t("bench")),
          ),
          this.speech,
        ),
        this.side,
      ),
    );
  }
}

/** @param {string} ascii */
function pretty(ascii) {
  /** @type {Record<string, string>} */
  const signs = { "~": "¬", "&": " ∧ ", "|": " ∨ ", ">": " ⇒ ", "=": " ⇔ ", "^": " ⊕ ", "#": "⊥" };
  return ascii.replace(/[~&|>=^#]/g, (sign) => signs[sign]);
}

/** The view of a derivation (main.js). @param {string[]} parts of the address @param {(title: string) => void} setTitle */
export function deriveView(parts, setTitle) {
  const desk = new Desk(writtenOf(parts));
  return studyView({
    async fetch() {
      desk.rules = (await inTurn({ do: "inference" })).rules ?? [];
    },
    draw(place) {
      setTitle(t("derive"));
      desk.draw(place);
      return desk.load();
    },
    left: () => desk.leave(),
  });
}
