// edit_position.js -- setting a position up by hand on an analysis board. The server makes every change and says what came
// of it; here is only the trail of changes asked for, so that the last one can be taken back.
import { announce, button, h, note, t } from "../frame/dom.js";
import { enter } from "../home/go_to_table.js";
import { ask, refusal } from "../frame/net.js";

/** @typedef {{ply?: number, start?: boolean, position?: string, edits: [string, number][]}} Mark where it begins, and every change since */

const LONG = 300; /* changes after which a position begins anew from its text: a request has a length */

export class Setup {
  /** @param {number} ply where one looks @param {() => void} changed @param {() => void} leave */
  constructor(ply, changed, leave) {
    this.changed = changed;
    this.leave = leave;
    /** @type {Mark[]} */
    this.trail = [{ ply, edits: [] }];
    /** @type {any} what the server made of the last mark */
    this.shown = null;
    this.text = /** @type {HTMLInputElement} */ (
      h("input", { class: "position", id: "position", autocomplete: "off", autocapitalize: "off", spellcheck: "false" })
    );
    this.text.addEventListener("change", () => this.go({ position: this.text.value, edits: [] }));
    this.row = h("div", { class: "setup-row" });
    this.ask(this.trail[0]);
  }

  /** @param {Mark} mark */
  async ask(mark) {
    const answer = await ask({ do: "setup", ...mark }),
      latest = this.trail.at(-1) === mark;
    if (answer.is !== "setup" || answer.changed === false) {
      this.trail = this.trail.filter((m) => m !== mark || this.trail.length === 1);
      const why = refusal(answer);
      if (why) {
        note(why);
        announce(why);
      }
      if (!this.shown) this.leave();
      return;
    }
    if (!latest) return;
    this.shown = answer;
    this.text.value = answer.position;
    announce(answer.text);
    this.changed();
  }

  /** @param {Mark} mark */
  go(mark) {
    this.trail.push(mark);
    return this.ask(mark);
  }

  again() {
    return this.ask(/** @type {Mark} */ (this.trail.at(-1)));
  }

  /** @param {string} element @param {number} step */
  edit(element, step) {
    const last = /** @type {Mark} */ (this.trail.at(-1));
    const from = last.edits.length < LONG || !this.shown?.lawful ? last : { position: this.shown.position, edits: [] };
    return this.go({ ...from, edits: [...from.edits, [element, step]] });
  }

  /** Takes the last change back; without one, leaves. */
  undo() {
    if (this.trail.length < 2) this.leave();
    else {
      this.trail.pop();
      this.again();
    }
  }

  async done() {
    const answer = await ask({ do: "setup", .../** @type {Mark} */ (this.trail.at(-1)), done: true });
    if (!enter(answer)) note(refusal(answer) ?? t("lost"));
  }

  async copy() {
    await navigator.clipboard?.writeText(this.text.value).catch(() => this.text.select());
    note(t("copied-text"));
  }

  /** What can be done meanwhile. */
  tools() {
    const x = this.shown;
    this.text.setAttribute("aria-label", t("setup-text"));
    this.text.title = t("setup-text");
    this.row.replaceChildren(
      this.text,
      button({ icon: "copy", label: t("copy-position"), class: "quiet", id: "copy-position", on: () => this.copy() }),
    );
    return [
      button({ icon: "undo", label: t("undo"), id: "undo", disabled: this.trail.length < 2, on: () => this.undo() }),
      x?.turns ? button({ icon: "turn", text: t("setup-turn"), id: "setup-turn", on: () => this.edit("turn", 1) }) : null,
      button({ icon: "first", text: t("setup-start"), id: "setup-start", on: () => this.go({ start: true, edits: [] }) }),
      button({ text: t("cancel"), class: "quiet", id: "setup-cancel", on: () => this.leave() }),
      button({
        icon: "check",
        text: t("setup-done"),
        class: "primary",
        id: "setup-done",
        disabled: !x?.lawful,
        on: () => this.done(),
      }),
    ];
  }
}
