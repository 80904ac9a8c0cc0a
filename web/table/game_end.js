// game_end.js -- the end of a game: who won, by what, and what can be done next.
import { button, h, icon, refill, t } from "../frame/dom.js";
import { isSeated } from "../known/table_state.js";
import { isReviewable } from "../known/review_state.js";

/** @typedef {import("../known/table_state.js").Known} Known */
/** @typedef {import("./actions.js").Deeds} Deeds */

/** Whether one looks at the end of a game. @param {Known} known */
export const isEnd = ({ table, past, setting }) => Boolean(table.over && !past && !setting);

/** By what it ended; what a fact speaks of lights up alone while one points at it.
 * @param {{text: string, targets: string[]}} f @param {Deeds} deeds */
const factLine = (f, deeds) =>
  h(
    "li",
    { onpointerenter: () => deeds.point(f.targets.length ? f.targets : null), onpointerleave: () => deeds.point(null) },
    f.text,
  );

/** @param {Known} known @param {Deeds} deeds */
const offers = ({ table, review }, deeds) => [
  isSeated(table) && !table.analysis
    ? button({ icon: "again", text: t("again"), class: "primary", id: "again", on: () => deeds.again() })
    : null,
  isReviewable(table) && !review.open ? button({ icon: "graph", text: t("review"), id: "review", on: () => deeds.review() }) : null,
  isSeated(table) && !table.analysis && table.list.length
    ? h("a", { class: "button", href: "#/m/" + table.id, id: "learn-mistakes" }, icon("book"), h("span", {}, t("mistakes")))
    : null,
  button({ icon: "share", text: t("share-game"), id: "share", on: () => deeds.share() }),
];

/** @param {Element} root @param {Known} known @param {Deeds} deeds */
export function drawEnd(root, known, deeds) {
  const { reasons = [] } = known.table;
  refill(
    root,
    reasons.length
      ? h("ul", { class: "end-facts" }, ...reasons.map((/** @type {any} */ f) => factLine(f, deeds)))
      : null,
    h("div", { class: "end-offers" }, ...offers(known, deeds)),
  );
}
