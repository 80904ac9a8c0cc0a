// logic.js -- the logic bench (#/logic): formulas and a question, looked at in one of several ways, each a film that can be gone through.
// The address says all of it, so that whoever opens it sees the same.
import { keepAddress } from "../frame/address.js";
import { asPremises, deriveAddress } from "./derivation.js";
import { button, h, refill, t } from "../frame/dom.js";
import { refusal } from "../frame/net.js";
import { Projector } from "./film_player.js";
import { filmTools, inTurn, readSoon, studyView } from "./common.js";

const views = ["shape", "polish", "table", "proven", "clauses", "dpll", "tree", "resolution"];

/** @typedef {{view: string, text: string, ask: string, step: number}} Desk */

/** @type {Desk[]} */
const examples = [
  { view: "dpll", text: "A ∨ B\n¬A ∨ C\n¬B ∨ C", ask: "C", step: 0 },
  { view: "tree", text: "A ⇒ B\nB ⇒ C\nA ∨ D", ask: "C ∨ D", step: 0 },
  { view: "polish", text: "(A ⇒ B) ∧ ¬C ∨ D", ask: "", step: 0 },
  { view: "table", text: "A ⊕ B\nB ⇔ C", ask: "", step: 0 },
  { view: "resolution", text: "p cnf 3 4\n1 2 0\n-1 3 0\n-2 3 0\n-3 0", ask: "", step: 0 },
];

/** What an address says: #/logic/VIEW/LINES/QUESTION/STEP. @param {string[]} parts @returns {Desk} */
export function deskOf(parts) {
  const [view, text, question, step] = parts.map(decodeURIComponent);
  if (!view || text === undefined) return { ...examples[0], view: views.includes(view) ? view : examples[0].view };
  return { view: views.includes(view) ? view : "table", text, ask: question ?? "", step: Math.max(0, (Number(step) || 1) - 1) };
}

/** @param {Desk} desk */
export const addressOf = ({ view, text, ask: question, step }) =>
  "#/logic/" + [view, text, question, String(step + 1)].map(encodeURIComponent).join("/");

class Bench {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.asked = 0;
    this.projector = new Projector((step) => this.keep({ step }));
    this.form = h("section", { class: "bench-form" });
    this.tabs = h("div", { class: "bench-views", role: "tablist" });
    this.trouble = h("div", { class: "bench-trouble", role: "alert", hidden: true });
    this.verdict = h("p", { class: "bench-verdict", hidden: true });
    this.extra = h("div", { class: "bench-extra" });
    this.stopReading = () => {};
  }

  /** @param {Partial<Desk>} news */
  keep(news) {
    this.desk = { ...this.desk, ...news };
    keepAddress(addressOf(this.desk));
  }

  /** @param {Partial<Desk>} news */
  change(news) {
    this.keep({ step: 0, ...news });
    this.drawTabs();
    return this.load();
  }

  /* ---- what is typed ---- */

  drawForm() {
    this.text = /** @type {HTMLTextAreaElement} */ (
      h("textarea", { id: "bench-text", rows: 6, spellcheck: "false", autocapitalize: "off", autocomplete: "off" })
    );
    this.text.value = this.desk.text;
    this.question = /** @type {HTMLInputElement} */ (
      h("input", { id: "bench-ask", spellcheck: "false", autocapitalize: "off", autocomplete: "off", value: this.desk.ask })
    );
    this.stopReading = readSoon([this.text, this.question], () => this.change({ text: this.text?.value ?? "", ask: this.question?.value ?? "" }));
    refill(
      this.form,
      h("label", { for: "bench-text" }, t("bench-lines")),
      this.text,
      h("p", { class: "soft small-text" }, t("bench-signs")),
      h("label", { for: "bench-ask" }, t("bench-ask")),
      this.question,
      this.trouble,
      this.verdict,
      this.extra,
      h(
        "div",
        { class: "bench-examples" },
        h("span", { class: "soft" }, t("bench-examples")),
        examples.map((example) =>
          button({ text: t("view-" + example.view), class: "small", on: () => this.take(example) }),
        ),
      ),
    );
  }

  /** @param {Desk} desk */
  take(desk) {
    if (this.text) this.text.value = desk.text;
    if (this.question) this.question.value = desk.ask;
    this.change(desk);
  }

  drawTabs() {
    refill(
      this.tabs,
      views.map((view) =>
        h(
          "button",
          {
            type: "button",
            role: "tab",
            class: "bench-view",
            id: "view-" + view,
            "aria-selected": String(view === this.desk.view),
            tabindex: view === this.desk.view ? 0 : -1,
            onclick: () => this.change({ view }),
          },
          t("view-" + view),
        ),
      ),
    );
  }

  /** Arrows go along the views. @param {KeyboardEvent} e */
  pressTabs(e) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (!by) return;
    e.preventDefault();
    const at = (views.indexOf(this.desk.view) + by + views.length) % views.length;
    this.change({ view: views[at] });
    document.getElementById("view-" + views[at])?.focus();
  }

  /* ---- what is answered ---- */

  async load() {
    const number = ++this.asked,
      { view, text, ask: question, step } = this.desk;
    while (this.waiting) await this.waiting; /* one at a time: the server would refuse another */
    if (number !== this.asked) return;
    this.waiting = inTurn({ do: "logic", of: view, text, ask: question });
    const answer = await this.waiting;
    this.waiting = null;
    if (number === this.asked) this.show(answer, step);
  }

  /** @param {any} answer @param {number} step */
  show(answer, step) {
    const failed = answer.is !== "logic" ? (refusal(answer) ?? t("lost")) : null;
    this.drawTrouble(answer.wrong ?? (failed && { text: failed }));
    this.projector.load(answer.steps ? answer : null, step);
    this.verdict.hidden = !answer.verdict;
    refill(this.verdict, answer.verdict ?? "");
    this.verdict.className = "bench-verdict " + (answer.follows ? "yes" : answer.follows === false || answer.consistent === false ? "no" : "yes");
    this.drawExtra(answer);
  }

  /** @param {{line?: number, at?: number, text: string} | null} wrong */
  drawTrouble(wrong) {
    this.trouble.hidden = !wrong;
    if (!wrong) return;
    const lines = this.desk.text.split("\n").map((line) => line.trim()).filter(Boolean),
      formula = wrong.line === undefined ? null : (lines[wrong.line] ?? this.desk.ask.trim()),
      place = formula === null ? null : [...formula];
    refill(
      this.trouble,
      place &&
        h(
          "p",
          { class: "bench-wrong" },
          place.slice(0, wrong.at).join(""),
          h("mark", {}, place[wrong.at ?? 0] ?? "␣"),
          place.slice((wrong.at ?? 0) + 1).join(""),
        ),
      h("p", {}, wrong.text),
    );
  }

  /** Clauses for other solvers, and how many models there are. @param {any} answer */
  drawExtra(answer) {
    refill(
      this.extra,
      answer.models === undefined ? null : h("p", { class: "soft", id: "bench-models" }, t("bench-models", answer.models)),
      answer.polish ? h("p", { class: "bench-polish" }, answer.polish.join("\n")) : null,
      answer.dimacs
        ? h("details", {}, h("summary", {}, t("bench-dimacs")), h("pre", { class: "bench-dimacs", tabindex: 0 }, answer.dimacs))
        : null,
    );
  }

  derive() {
    location.hash = deriveAddress({ text: asPremises(this.desk.text), goal: this.desk.ask });
  }

  /** @param {HTMLElement} root */
  draw(root) {
    this.drawForm();
    this.drawTabs();
    this.tabs.onkeydown = (e) => this.pressTabs(e);
    this.tabs.setAttribute("aria-label", t("bench-views"));
    refill(
      root,
      h("div", { class: "hero" }, h("div", {}, h("h1", {}, t("bench")), h("p", {}, t("bench-about")))),
      h(
        "div",
        { class: "bench" },
        this.form,
        h(
          "div",
          { class: "bench-stage" },
          this.tabs,
          this.projector.root,
          h(
            "div",
            { class: "bench-tools" },
            button({ icon: "edit", text: t("derive-try"), id: "bench-derive", class: "small", on: () => this.derive() }),
            filmTools(this.projector, () => this.desk.view),
          ),
        ),
      ),
    );
  }
}

/** The view of the bench (main.js). @param {string[]} parts of the address, behind the name of the view @param {(title: string) => void} setTitle */
export function logicView(parts, setTitle) {
  const bench = new Bench(deskOf(parts));
  return studyView({
    draw(place) {
      setTitle(t("bench"));
      bench.draw(place);
      return bench.load();
    },
    left() {
      bench.stopReading();
      bench.projector.stop();
    },
  });
}
