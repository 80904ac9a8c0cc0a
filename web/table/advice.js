// advice.js -- the adviser's panel: hints in steps, advice with its reason, why not mine, every move's value,
// and what a machine considers while it thinks.
import { LAST_HINT } from "./actions.js";
import { button, h, icon, redraw, t } from "../frame/dom.js";
import { factList, value } from "./reasons.js";
import { saidMove } from "../known/pick.js";
import { FLAG_SIGNS } from "../board/shapes.js";
import { ABOUT, fromChair, shortValue } from "../known/value_text.js";
import { walkable, whyNot } from "./why_not.js";

/** @typedef {import("../known/pick.js").Move} Move */
/** @typedef {import("../known/value_text.js").Valued} Valued */
/** @typedef {import("./reasons.js").Fact} Fact */
/** @typedef {{hint: any, advice: any, checked: any, flags: number, thinking: boolean, instead: string, values: Valued[] | null, expert: any, advised: any, possible: boolean, word: string,
 *   moves: Move[], walk: import("./why_not.js").Walk | null, roles: string[], chair: import("../known/value_text.js").Chair}} Shown */
/** @typedef {{hint: (step: number) => void, advise: (instead?: string) => void, check: () => void, play: (text: string) => void,
 *   follow: (line: string[], at: number) => void, point: (targets: string[] | null) => void}} Deeds */

/** @param {any} hint @param {Deeds} deeds */
function hintBody(hint, deeds) {
  return h(
    "div",
    { class: "hint" },
    h("p", { class: "soft small-text" }, t("hint-step", hint.step, LAST_HINT)),
    factList(hint.reasons, deeds.point),
    hint.move ? h("p", { class: "advice-head" }, h("span", { class: "move-chip" }, saidMove(hint))) : null,
    h(
      "div",
      { class: "advice-actions" },
      hint.step < LAST_HINT
        ? button({ text: t("hint-more"), class: "primary small", id: "hint-more", on: () => deeds.hint(hint.step + 1) })
        : null,
      button({ text: t("ask-advice"), class: "small", on: () => deeds.advise() }),
    ),
  );
}

/** What each flag is worth, by its sign, and why. @param {any} checked @param {Deeds} deeds */
function checkedBody(checked, deeds) {
  return h(
    "div",
    { class: "instead", id: "checked" },
    h("h3", {}, t("checked-flags")),
    h(
      "ul",
      { class: "facts" },
      ...checked.marks.map((/** @type {any} */ m) =>
        h(
          "li",
          {
            "data-claim": m.claim,
            onpointerenter: () => deeds.point(m.reasons.flatMap((/** @type {Fact} */ f) => f.targets)),
            onpointerleave: () => deeds.point(null),
          },
          h("span", { class: "value worth-" + m.claim, title: t("checked-" + m.claim) }, FLAG_SIGNS[m.claim] ?? ""),
          " " + m.reasons.map((/** @type {Fact} */ f) => f.text).join(" "),
        ),
      ),
    ),
  );
}

/** The moves of a turn, as people say them. @param {{plan: string[], plan_said?: string[]}} a */
const saidPlan = ({ plan, plan_said: said }) => (said ? said.join("; ") : plan.join(" "));

/** @param {Shown} x @param {Deeds} deeds */
function adviceBody(x, deeds) {
  const a = fromChair(x.advice, x.chair),
    goesOn = !a.instead && a.line?.length > a.plan.length;
  return h(
    "div",
    { class: "advice" },
    h("p", { class: "advice-head" }, h("span", { class: "move-chip" }, saidPlan(a)), value(a.value, a.text, a.proved)),
    h("p", { class: "soft small-text" }, t(a.proved ? "proved" : a.book ? "estimate-book" : "estimate-about")),
    factList(a.reasons, deeds.point),
    h(
      "div",
      { class: "advice-actions" },
      button({ icon: "play", text: t("play-it"), class: "primary small", on: () => deeds.play(a.move) }),
    ),
    goesOn ? walkable("machine", a, x.walk, deeds) : null,
    a.instead ? whyNot(x.advice, x.chair, x.walk, deeds) : null,
    x.moves.length > 1 ? otherMoves(x, deeds) : null,
  );
}

/** The moves one may ask about. @param {Shown} x @param {Deeds} deeds */
function otherMoves(x, deeds) {
  const known = new Map(x.advice.moves.map((/** @type {Valued} */ m) => [m.move, fromChair(m, x.chair)]));
  const order = [...known.keys()],
    place = (/** @type {Move} */ m) => (known.has(m.move) ? order.indexOf(m.move) : order.length);
  const rows = x.moves
    .filter((m) => m.move !== x.advice.move)
    .sort((a, b) => place(a) - place(b))
    .slice(0, 80);
  return h(
    "details",
    { class: "why-not", open: rows.length <= 12 },
    h("summary", {}, t("why-not-mine")),
    h(
      "ul",
      { class: "others" },
      ...rows.map((m) => {
        const r = known.get(m.move);
        return h(
          "li",
          {},
          h(
            "button",
            { type: "button", class: "other", onclick: () => deeds.advise(m.move) },
            h("span", {}, saidMove(m)),
            r ? value(r.value, r.text, r.proved) : null,
          ),
        );
      }),
    ),
  );
}

/** Every move with its value, best first. @param {Valued[]} values @param {Deeds} deeds @param {boolean} playable */
function valueList(values, deeds, playable) {
  return h(
    "ul",
    { class: "others all-values" },
    ...values.slice(0, 200).map((m) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: "other",
            "data-move": m.move,
            "data-short": shortValue(m),
            disabled: !playable,
            onclick: () => deeds.play(m.move),
            onpointerenter: () => deeds.point(m.path ?? null),
            onpointerleave: () => deeds.point(null),
          },
          h("span", {}, saidMove(m)),
          value(m.value, m.text, m.proved),
        ),
      ),
    ),
  );
}

/** What the two signs mean, where they are seen. @param {Valued[]} values */
function legend(values) {
  const proved = values.some((m) => m.proved),
    about = !values.every((m) => m.proved);
  const one = (/** @type {string} */ sign, /** @type {string} */ cls, /** @type {string} */ word) =>
    h("span", { class: "value v-unknown " + cls }, h("span", { class: "value-sign", "aria-hidden": "true" }, sign), word);
  return h(
    "p",
    { class: "legend small-text" },
    proved ? one("✓", "proved", t("values-proved")) : null,
    about ? one(ABOUT, "estimated", t("values-estimated")) : null,
  );
}

/** What the machine considers now. @param {any} e @param {string[]} roles */
function expertBody(e, roles) {
  const item = (/** @type {string} */ name, /** @type {string | number | undefined} */ what) =>
    what === undefined || what === null ? null : h("div", {}, h("dt", {}, name), h("dd", {}, String(what)));
  return h(
    "div",
    { class: "expert", id: "expert" },
    h("h3", {}, e.seat >= 0 && roles[e.seat] ? t("expert-of", roles[e.seat]) : t("expert")),
    h(
      "dl",
      {},
      item(t("expert-move"), e.said ?? e.move),
      item(t("expert-value"), e.text),
      item(t("expert-depth"), e.depth || undefined),
      item(t("expert-nodes"), e.nodes?.toLocaleString(document.documentElement.lang)),
      item(t("expert-time"), e.seconds === undefined ? undefined : t("seconds", Number(e.seconds).toFixed(1))),
    ),
  );
}

/** What was told to another seat, at a table where all see it. @param {any} advised @param {string[]} roles @param {Deeds} deeds */
const advisedBody = (advised, roles, deeds) =>
  h(
    "div",
    { class: "instead" },
    h("h3", {}, t("advised-to", roles[advised.seat] ?? "")),
    advised.move ? h("p", { class: "move-chip" }, saidMove(advised)) : null,
    factList(advised.reasons ?? [], deeds.point),
  );

/** Before anything was asked: what can be. @param {Shown} x @param {Deeds} deeds */
function invitation(x, deeds) {
  const about = x.word ? h("p", { class: "soft" }, t(x.word)) : null;
  if (!x.possible) return [about];
  const actions = [
    button({ text: t("hint-first"), class: "primary small", id: "hint", on: () => deeds.hint(1) }),
    button({ text: t("ask-advice"), class: "small", on: () => deeds.advise() }),
  ];
  return [about, h("div", { class: "advice-actions" }, ...actions)];
}

/** @param {Deeds} deeds */
const checkButton = (deeds) =>
  h(
    "div",
    { class: "advice-actions" },
    button({ text: t("check-flags"), class: "small", id: "check-flags", on: () => deeds.check() }),
  );

/** What was answered: flags checked, then the advice, else the hint. @param {Shown} x @param {Deeds} deeds */
const answers = (x, deeds) => [
  x.flags && !x.checked ? checkButton(deeds) : null,
  x.checked ? checkedBody(x.checked, deeds) : null,
  x.hint && !x.advice ? hintBody(x.hint, deeds) : null,
  x.advice ? adviceBody(x, deeds) : null,
];

/** @param {Valued[]} values @param {Deeds} deeds @param {boolean} playable */
const valuesBody = (values, deeds, playable) =>
  h("div", {}, h("h3", { class: "values-head" }, t("values-head")), legend(values), valueList(values, deeds, playable));

/** @param {Element} panel @param {Shown} x @param {Deeds} deeds */
export function drawAdvice(panel, x, deeds) {
  const nothing = !x.advice && !x.hint && !x.thinking && !x.values;
  redraw(
    panel,
    h("h2", {}, icon("hint"), t("advice")),
    x.thinking ? h("p", { class: "soft" }, x.instead ? t("comparing", saidMove(x.moves.find((m) => m.move === x.instead) ?? { move: x.instead })) : t("thinking-advice")) : null,
    x.expert ? expertBody(x.expert, x.roles) : null,
    x.advised ? advisedBody(x.advised, x.roles, deeds) : null,
    nothing ? invitation(x, deeds) : null,
    x.thinking ? null : answers(x, deeds),
    x.values && !x.advice ? valuesBody(x.values, deeds, x.moves.length > 0) : null,
  );
}
