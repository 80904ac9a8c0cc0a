// reasons.js -- the reasons for a move: facts that light up what they speak of, and a value with its sign.
import { h, t } from "../frame/dom.js";
import { ABOUT, signOf } from "../known/value_text.js";

/** @typedef {{text: string, targets: string[], speaks?: string}} Fact */
/** Lights up what one points at. @typedef {(targets: string[] | null) => void} Pointing */

/** A fact; what it speaks of lights up alone while one points at it. @param {Fact} f @param {Pointing} point */
export const fact = (f, point) =>
  h(
    "li",
    { "data-speaks": f.speaks, onpointerenter: () => point(f.targets), onpointerleave: () => point(null) },
    f.text,
  );

/** @param {Fact[]} list @param {Pointing} point */
export const factList = (list, point) => h("ul", { class: "facts" }, ...list.map((f) => fact(f, point)));

/** A value with its sign: filled if it is proved, in outline if it is only estimated. @param {string} v @param {string} text @param {boolean} proved */
export const value = (v, text, proved) =>
  h(
    "span",
    { class: `value v-${v}${proved ? " proved" : " estimated"}` },
    h("span", { class: "value-sign", "aria-hidden": "true" }, proved ? signOf(v) : ABOUT),
    proved ? null : h("span", { class: "unseen" }, t("estimate") + " "),
    text,
  );
