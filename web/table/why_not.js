// why_not.js -- your move and the computer's beside each other, each with its value and the facts that only it has,
// and their lines, played through on the board.
import { button, h, t } from "../frame/dom.js";
import { factList, value } from "./reasons.js";
import { saidMove } from "../known/pick.js";
import { fromChair } from "../known/value_text.js";

/** A line that is being played through, as far as so many moves. @typedef {{line: string[], at: number}} Walk */
/** @typedef {{follow: (line: string[], at: number) => void, point: import("./reasons.js").Pointing}} Deeds */

const SHOWN = 24; /* moves */

/** How far one has come in this line. @param {string[]} line @param {Walk | null} walk */
const reached = (line, walk) => (walk && walk.line.join(" ") === line.join(" ") ? walk.at : 0);

/** A line to go along, move by move. @param {string} name @param {{line: string[], line_said?: string[]}} of @param {Walk | null} walk @param {Deeds} deeds */
export function walkable(name, of, walk, deeds) {
  const line = of.line.slice(0, SHOWN),
    said = of.line_said ?? line,
    at = reached(line, walk),
    go = (/** @type {number} */ to) => to <= line.length && deeds.follow(line, to),
    step = (/** @type {"prev" | "next"} */ way, /** @type {number} */ to, /** @type {boolean} */ off) => {
      const b = button({ icon: way, label: t("line-" + way), class: "quiet small", key: `${name}-${way}`, on: () => go(to) });
      b.setAttribute("aria-disabled", String(off)); /* the keyboard stays on it */
      return b;
    };
  return h(
    "div",
    { class: "walk", role: "group", "aria-label": t("line-of", said[0]), "data-line": name },
    step("prev", at - 1, at === 0),
    h(
      "ol",
      { class: "walk-moves" },
      ...line.map((_, i) =>
        h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              class: "walk-move" + (i < at ? " gone" : ""),
              "aria-current": i + 1 === at ? "step" : null,
              "data-key": `${name}-${i}`,
              onclick: () => go(i + 1),
            },
            said[i],
          ),
        ),
      ),
    ),
    step("next", at + 1, at === line.length),
  );
}

/** One of the two. @param {string} side @param {any} m the move with its worth @param {import("./reasons.js").Fact[]} only @param {Deeds} deeds */
const column = (side, m, only, deeds) =>
  h(
    "section",
    { class: "column", "data-side": side },
    h("h4", {}, h("span", { class: "soft small-text" }, t("side-" + side)), h("span", { class: "move-chip" }, saidMove(m))),
    h("p", {}, value(m.value, m.text, m.proved)),
    only.length ? factList(only, deeds.point) : null,
  );

/** Their lines, below both. @param {any} advice @param {Walk | null} walk @param {Deeds} deeds */
const lines = (advice, walk, deeds) => [
  advice.instead.line?.length > 1 ? walkable("yours", advice.instead, walk, deeds) : null,
  advice.line?.length > 1 ? walkable("machine", advice, walk, deeds) : null,
  advice.line?.length > 1 ? h("p", { class: "soft small-text" }, t("line-about")) : null,
];

/** @param {any} advice @param {import("../known/value_text.js").Chair} chair @param {Walk | null} walk @param {Deeds} deeds */
export function whyNot(advice, chair, walk, deeds) {
  const other = fromChair(advice.instead, chair),
    listed = advice.moves.find((/** @type {any} */ m) => m.move === advice.move) ?? advice,
    advised = fromChair(listed, chair),
    same = other.contest === "same";
  return h(
    "div",
    { class: "instead", id: "why-not", "data-contest": other.contest },
    h("h3", {}, t("why-not", saidMove(other))),
    h("p", { class: "verdict" }, other.verdict),
    same
      ? null
      : h(
          "div",
          { class: "columns" },
          column("yours", other, other.only, deeds),
          column("machine", advised, other.advised_only, deeds),
        ),
    same ? null : lines(advice, walk, deeds),
  );
}
