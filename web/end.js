// end.js -- the end of a game is a moment: under who won, by what, and what can be done next.
import { button, h, icon, refill, t } from "./dom.js";
import { isSeated } from "./known.js";

/** @typedef {import("./known.js").Known} Known */
/** @typedef {import("./deeds.js").Deeds} Deeds */

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

/** Whether what one did wrong here can be asked again: one played under a name, and not against oneself. @param {any} table */
const isPractice = ({ analysis, list, seats }) => {
  const mine = seats.filter((/** @type {any} */ seat) => seat.mine);
  return !analysis && list.length > 0 && mine.length === 1 && mine[0].profile;
};

/** @param {Known} known @param {Deeds} deeds */
const offers = ({ table }, deeds) => [
  isSeated(table) && !table.analysis
    ? button({ icon: "again", text: t("again"), class: "primary", id: "again", on: () => deeds.again() })
    : null,
  table.list.length ? button({ icon: "graph", text: t("look-back"), id: "look-back", on: () => deeds.lookBack() }) : null,
  isPractice(table)
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
