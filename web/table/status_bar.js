// status_bar.js -- the bar under the board: the line that says what is going on, or how the game ended, what can be done,
// and where moves are typed.
import { chips } from "./table_panel.js";
import { drawAsked } from "./questions.js";
import { button, h, refill, t, whenFetched } from "../frame/dom.js";
import { drawEnd, isEnd } from "./game_end.js";
import { kept } from "../frame/local_prefs.js";
import { isSeated, plyOf, walkOf } from "../known/table_state.js";
import { openNewGame, openRules } from "../home/start_game.js";

/** @typedef {import("../known/table_state.js").Known} Known */
/** @typedef {import("./actions.js").Deeds} Deeds */

/** Where one tries again what was reviewed elsewhere. @param {any} table */
function wayBack({ id }) {
  const from = kept.origin(id);
  return from
    ? button({ icon: "graph", text: t("review-back"), id: "review-back", on: () => (location.hash = `#/t/${from.table}/r/${from.ply}`) })
    : null;
}

/** Where one looks, if not at the table. @param {Known} known */
function placeText(known) {
  const walk = walkOf(known);
  if (walk) return walk.at ? t("line-at", walk.at, walk.line.length) : t("review-before", plyOf(known));
  return known.past && t("looking-at", known.past.ply);
}

/** What moves the game on. @param {Known} known @param {Deeds} deeds @param {() => void} setUp */
const mainTools = ({ table, help, past }, deeds, setUp) => [
  table.over && !table.undoes
    ? null
    : button({ icon: "undo", text: t("undo"), id: "undo", disabled: !table.undoes, on: () => deeds.undo() }),
  table.over
    ? null
    : button({
        icon: "hint",
        text: t("advice"),
        id: "advise",
        disabled: !table.advises || help.thinking,
        on: () => deeds.advise(),
      }),
  table.ready
    ? button({ icon: "check", text: t("confirm"), class: "primary", id: "confirm", on: () => deeds.confirm() })
    : null,
  table.over && past && isSeated(table) && !table.analysis
    ? button({ icon: "again", text: t("again"), class: "primary", id: "again", on: () => deeds.again() })
    : null,
  wayBack(table),
  table.sets ? button({ icon: "edit", text: t("setup"), id: "setup", on: setUp }) : null,
];

/** Something that can be done besides: where there is room, with its word. @param {keyof typeof import("../frame/dom.js").paths} icon @param {string} id
 * @param {string} word @param {() => void} on */
const quiet = (icon, id, word, on) => button({ icon, id, text: word, label: word, class: "quiet named", on });

/** What is there besides. @param {Known} known @param {Deeds} deeds @param {any} game */
const quietTools = (known, deeds, game) => [
  known.table.resigns ? quiet("resign", "resign", t("resign"), () => deeds.resign()) : null,
  known.table.observes && !known.table.observed
    ? button({ icon: "watch", label: t("observe"), class: "quiet", id: "observe", on: () => deeds.observe() })
    : null,
  known.table.study ? quiet("graph", "study", t("study"), () => (location.hash = "#/" + known.table.study)) : null,
  known.table.leaves && (known.past || !known.table.over) ? quiet("play", "watch-machine", t("watch-machine"), () => deeds.watchMachine(plyOf(known))) : null,
  known.table.analysis ? quiet("branch", "explore", t("explore"), () => deeds.explore()) : null,
  quiet("book", "rules", t("rules"), () => game && openRules(game)),
  isEnd(known) ? null : quiet("share", "share", t("share-game"), () => deeds.share()),
  button({ icon: "plus", label: t("new-game"), class: "quiet", id: "new", on: () => game && openNewGame(game) }),
  button({
    icon: "keys",
    label: t("keys"),
    class: "quiet by-keyboard",
    id: "keys",
    on: () => whenFetched(import("../frame/key_help.js"), (m) => m.showKeys()),
  }),
];

export class Bar {
  /** @param {Deeds} deeds @param {() => any[]} games @param {() => void} setUp begins to set a position up */
  constructor(deeds, games, setUp) {
    this.deeds = deeds;
    this.games = games;
    this.setUp = setUp;
    this.status = h("p", { class: "status" });
    this.special = h("div", { class: "marks" });
    this.end = h("div", { class: "end", hidden: true });
    this.asked = h("div", { class: "asked", hidden: true });
    this.head = h("section", { class: "head" }, h("div", { class: "status-row" }, this.status, this.special), this.end, this.asked);
    this.tools = h("div", { class: "actions" });
    this.setup = h("div", { hidden: true });
    this.typed = /** @type {HTMLInputElement} */ (
      h("input", { class: "typed", autocomplete: "off", autocapitalize: "off", spellcheck: "false", size: 9, enterkeyhint: "go" })
    );
    this.writing = h("form", { class: "writing", onsubmit: (/** @type {Event} */ e) => this.send(e) }, this.typed);
    this.root = h(
      "div",
      { class: "bar" },
      this.head,
      this.setup,
      h("div", { class: "bar-row" }, this.tools, this.writing),
    );
  }

  /** Plays what is typed; an empty line confirms the turn. The line is empty at once, as the next move may be typed before the
   * answer is there; a move that is refused comes back to be corrected. @param {Event} e */
  async send(e) {
    e.preventDefault();
    const text = this.typed.value.trim();
    this.typed.value = "";
    if (!text) {
      if (this.deeds.table?.ready) this.deeds.confirm();
    } else if (!(await this.deeds.play(text))) this.typed.value ||= text;
  }

  /** @param {Known} known */
  draw(known) {
    this.drawTools(known);
    this.drawTyped(known);
    this.drawStatus(known);
    refill(this.special, ...chips(known.table));
    drawAsked(this.asked, known.table, () => this.deeds.again());
  }

  /** @param {Known} known */
  drawTools(known) {
    const { table, setting } = known,
      game = this.games().find((g) => g.id === table.game),
      active = document.activeElement?.id;
    refill(
      this.tools,
      setting?.shown ? setting.tools() : [...mainTools(known, this.deeds, this.setUp), ...quietTools(known, this.deeds, game)],
    );
    const same = active && this.tools.querySelector("#" + CSS.escape(active));
    if (same instanceof HTMLButtonElement && !same.disabled) same.focus({ preventScroll: true });
  }

  /** @param {Known} known */
  drawTyped({ table, past, setting }) {
    this.typed.placeholder = t("type-move");
    this.typed.setAttribute("aria-label", t("type-move"));
    this.setup.hidden = !setting?.shown;
    this.writing.hidden = !table.acting || Boolean(past) || !this.setup.hidden;
  }

  /** @param {Known} known */
  drawStatus(known) {
    const { table, setting } = known,
      ended = isEnd(known);
    this.end.hidden = !ended;
    this.head.classList.toggle("end-card", ended);
    if (ended) drawEnd(this.end, known, this.deeds);
    const wrong = setting?.shown ? !setting.shown.lawful : Boolean(table.trouble);
    this.status.textContent = setting?.shown?.text ?? placeText(known) ?? table.trouble ?? table.status;
    this.status.className = "status" + (table.over && !setting ? " over" : "") + (wrong ? " trouble" : "");
  }
}
