// panels.js -- the panels beside the board: the table as a whole, advice, moves; on a small screen one at a time.
import { drawAdvice } from "./advice.js";
import { drawAround } from "./table_panel.js";
import { h, icon, refill, t } from "../frame/dom.js";
import { adviceWord, chairAt, chairOf, isBack, isValued, plyOf, valuesSeen, walkOf } from "../known/table_state.js";
import { drawMoves } from "./moves.js";
import { isReviewable } from "../known/review_state.js";
import { drawReview } from "./review.js";
import { fromChair } from "../known/value_text.js";

/** @typedef {import("../known/table_state.js").Known} Known */

/** What the adviser's panel shows. @param {Known} known @param {number} flags how many there are */
const adviceShown = (known, flags) => ({
  ...known.help,
  chair: chairOf(known),
  possible: known.table.advises,
  word: adviceWord(known.table),
  flags: known.table.checks && !known.past ? flags : 0,
  moves: isBack(known) ? [] : (known.table.moves ?? []),
  walk: walkOf(known),
  values: isValued(known) ? valuesSeen(known) : null,
  roles: known.table.seats.map((/** @type {any} */ s) => s.role),
});

/** What a position of the game is worth to who reads: the result where it is over, and with the name of the seat where no
 * chair is the reader's. @param {any} table @param {import("./moves.js").Point} p */
function pointTold(table, p) {
  const chair = chairAt(table, p.seat);
  if (table.over && p.remoteness === 0) return { ...p, text: table.status, ended: true };
  if (p.worth === undefined) return p;
  const seen = fromChair(/** @type {any} */ (p), chair);
  return chair ? seen : { ...seen, text: t("value-of", table.seats[p.seat].role, p.text ?? "") };
}

/** What the list of moves shows. @param {Known} known */
const movesShown = (known) => ({
  list: known.table.list,
  at: plyOf(known),
  points: known.worth.graph,
  thinking: known.worth.thinking,
  settled: known.worth.judged?.settled ?? true,
  wanted: isValued(known),
  possible: known.table.leaves,
  reviewing: known.review.open,
  reviewable: isReviewable(known.table) && !known.review.open,
  verdicts: known.review.found?.moves ?? [],
  told: (/** @type {import("./moves.js").Point} */ p) => pointTold(known.table, p),
});

/** What the review's panel shows. @param {Known} known */
const reviewShown = (known) => ({
  ...known.review,
  at: plyOf(known),
  walk: walkOf(known),
  own: (/** @type {number} */ seat) => chairAt(known.table, seat) === 1,
  roles: known.table.seats.map((/** @type {any} */ s) => s.role),
});

export class Side {
  /** @param {import("../board/board.js").Board} board @param {import("./actions.js").Deeds} deeds */
  constructor(board, deeds) {
    this.board = board;
    this.deeds = deeds;
    this.tabs = h("div", { class: "tabs", role: "group" });
    this.around = h("section", { class: "panel table-panel", "data-tab": "table" });
    this.advice = h("section", { class: "panel advice-panel", "data-tab": "advice", "aria-live": "polite" });
    this.moves = h("section", { class: "panel list-panel", "data-tab": "moves" });
    this.root = h("aside", { class: "side" }, this.tabs, this.around, this.advice, this.moves);
  }

  /** @param {Known} known */
  draw(known) {
    this.moves.hidden = Boolean(known.setting?.shown);
    if (known.setting?.shown) this.drawSetup();
    else this.drawPanels(known);
  }

  /** While a position is set up, only what there is to say about it. */
  drawSetup() {
    this.around.hidden = true;
    this.root.dataset.tab = "advice";
    refill(this.tabs);
    refill(this.advice, h("h2", {}, icon("edit"), t("setup")), h("p", {}, t("setup-about")));
  }

  /** @param {Known} known */
  drawPanels(known) {
    const { board, deeds } = this,
      { table, past } = known;
    drawAround(this.around, known, table.scene && !past ? board.picture.table : [], deeds);
    this.root.toggleAttribute("data-review", known.review.open);
    this.advice.setAttribute("aria-live", known.review.open ? "off" : "polite");
    if (known.review.open) drawReview(this.advice, reviewShown(known), this.reviewers());
    else drawAdvice(this.advice, adviceShown(known, board.flaggedTargets().length), this.helpers());
    drawMoves(this.moves, movesShown(known), deeds);
    this.drawTabs(known);
    if (known.tab === "table" && this.around.hidden) deeds.openTab("advice");
  }

  /** Where there is room for one panel only: brings it into sight. Below the board it is read under it, which stays (style.css). */
  reveal() {
    if (!this.tabs.checkVisibility()) return;
    if (this.isBeside()) this.root.scrollIntoView({ block: "nearest" });
    else {
      const table = /** @type {HTMLElement} */ (this.root.parentElement);
      table.classList.add("reading");
      scrollBy(0, table.getBoundingClientRect().top);
    }
  }

  /** Somebody plays on: what to do, and what can be done, is in sight again. */
  giveWay() {
    if (!this.root.parentElement?.classList.contains("reading")) return;
    this.root.parentElement.classList.remove("reading");
    scrollTo(0, 0);
  }

  feltBox() {
    return /** @type {HTMLElement} */ (this.board.root.parentElement).getBoundingClientRect();
  }

  isBeside() {
    return this.root.getBoundingClientRect().left >= this.feltBox().right;
  }

  /** @returns {import("./advice.js").Deeds} */
  helpers() {
    const { board, deeds } = this;
    return {
      hint: (step) => deeds.hint(step),
      advise: (instead) => deeds.advise(instead),
      check: () => deeds.check(board.flaggedTargets()),
      play: (move) => deeds.tryOut(move),
      follow: (line, at) => deeds.follow(line, at),
      point: (targets) => deeds.point(targets),
    };
  }

  /** @returns {import("./review.js").Deeds} */
  reviewers() {
    const { deeds } = this;
    return {
      look: (ply) => deeds.look(ply),
      follow: (_line, at) => deeds.along(at),
      retry: (ply) => deeds.retry(ply),
      leave: () => deeds.leaveReview(),
      point: (targets) => deeds.point(targets),
    };
  }

  /** @param {Known} known */
  drawTabs({ tab, review }) {
    const one = (/** @type {string} */ name, /** @type {string} */ text) =>
      h(
        "button",
        { type: "button", class: "tab", "aria-pressed": String(tab === name), onclick: () => this.deeds.openTab(name) },
        text,
      );
    this.root.dataset.tab = tab;
    refill(
      this.tabs,
      one("advice", t(review.open ? "review" : "advice")),
      one("moves", t("moves")),
      this.around.hidden ? null : one("table", t("the-table")),
    );
  }
}
