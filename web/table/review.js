// review.js -- a review in place of advice: the course of the game, what the move one stands on cost, what was better and
// why, the better line to be played through, and the way to try it again.
import { button, h, icon, panelHead, redraw, s, t } from "../frame/dom.js";
import { factList } from "./reasons.js";
import { saidMove } from "../known/pick.js";
import { axisOf, heightOf, nextMarked, shortCost, verdictAt } from "../known/review_state.js";
import { seatDisc } from "./seat_bar.js";
import { walkable } from "./why_not.js";

/** @typedef {import("../known/review_state.js").Verdict} Verdict */
/** @typedef {import("../known/review_state.js").Found} Found */
/** `own`: whether a seat is the reader's; `roles`: the names of the seats.
 * @typedef {import("../known/review_state.js").Review & {at: number, walk: import("./why_not.js").Walk | null, own: (seat: number) => boolean, roles: string[]}} Shown */
/** @typedef {import("./why_not.js").Deeds & {look: (ply: number) => void, retry: (ply: number) => void, leave: () => void}} Deeds */

/* ---- the course of the game ---- */

const W = 300,
  H = 120,
  EDGE = 7, /* of the picture, so that nothing is cut off */
  MANY = 12; /* marks, that are drawn without their signs */

/** Where the points of a curve stand, in per cent of its picture. @param {import("../known/review_state.js").Curve} curve */
function placesOf(curve) {
  const last = curve.values.length - 1,
    most = heightOf(curve),
    percent = (/** @type {number} */ part, /** @type {number} */ size) => (100 * (EDGE + (size - 2 * EDGE) * part)) / size;
  return {
    x: (/** @type {number} */ ply) => percent(ply / Math.max(1, last), W),
    y: (/** @type {number} */ ply) => percent((1 - curve.values[ply] / most) / 2, H),
  };
}

/** The sign of a mark, and what it is called. @param {Verdict} v */
export const markSign = (v) =>
  h("span", { class: `mark mark-${v.mark}`, title: v.name }, v.sign, h("span", { class: "unseen" }, " " + v.name));

/** A marked move on the curve. @param {Verdict} v @param {number} ply @param {ReturnType<typeof placesOf>} place @param {Shown} x @param {Deeds} deeds */
function markOnCurve(v, ply, place, x, deeds) {
  const label = `${ply}. ${saidMove(v)}: ${v.name}`,
    turning = x.found?.turning === ply;
  const e = h(
    "button",
    {
      type: "button",
      class: `curve-mark mark-${v.mark}${turning ? " turning" : ""}`,
      "data-key": "curve-" + ply,
      "aria-label": label,
      title: label,
      "aria-current": x.at === ply ? "true" : null,
      onclick: () => deeds.look(ply),
    },
    v.mark === "inaccurate" ? null : v.sign,
  );
  e.style.left = place.x(ply) + "%";
  e.style.top = place.y(ply) + "%";
  return e;
}

/** @param {import("../known/review_state.js").Curve} curve @param {Shown} x @param {ReturnType<typeof placesOf>} place */
const curvePicture = (curve, x, place) =>
  s(
    "svg",
    {
      class: "graph",
      viewBox: "0 0 100 100",
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": t("review-curve", curve.above, curve.below),
    },
    s("path", { class: "graph-zero", d: "M0 50H100" }),
    s("path", { class: "graph-at", d: `M${place.x(x.at)} 0V100` }),
    s("polyline", {
      class: "graph-line",
      points: curve.values.map((_, i) => `${place.x(i).toFixed(2)},${place.y(i).toFixed(2)}`).join(" "),
    }),
  );

/** @param {import("../known/review_state.js").Curve} curve */
const axisLabels = (curve) =>
  h("div", { class: "curve-axis", "aria-hidden": "true" }, ...axisOf(curve).map((label) => h("span", {}, label)));

/** @param {Shown} x @param {Deeds} deeds */
function curveBox(x, deeds) {
  const curve = x.found?.curve;
  if (!curve || !x.found) return null;
  const place = placesOf(curve),
    last = curve.values.length - 1,
    svg = curvePicture(curve, x, place);
  svg.addEventListener("click", (e) => {
    const box = svg.getBoundingClientRect(),
      part = (/** @type {MouseEvent} */ (e).clientX - box.left) / box.width;
    deeds.look(Math.round(Math.max(0, Math.min(1, (part * W - EDGE) / (W - 2 * EDGE))) * last));
  });
  const marks = x.found.moves.flatMap((v, i) => (v.mark ? [markOnCurve(v, i + 1, place, x, deeds)] : []));
  return h(
    "div",
    { class: "curve" + (marks.length > MANY ? " crowded" : "") },
    axisLabels(curve),
    h("div", { class: "curve-side above" }, seatDisc(0), curve.above),
    h("div", { class: "curve-plot" }, svg, ...marks),
    h(
      "div",
      { class: "curve-side below" },
      ...(curve.below ? [seatDisc(1), curve.below] : []),
      h("span", { class: "curve-end" }, t("moves-made", last)),
    ),
  );
}

/* ---- the move one stands on ---- */

/** @param {string} name @param {string} move @param {any} worth @param {string} kind */
const worthRow = (name, move, worth, kind) =>
  h(
    "div",
    { class: "review-row " + kind },
    h("dt", {}, t(name)),
    h("dd", {}, h("span", { class: "move-chip" }, move), " ", worth ? worth.text : t("value-unknown")),
  );

/** The better line, to be played through on the board. @param {Verdict} v @param {Shown} x @param {Deeds} deeds */
const betterLine = (v, { walk, at }, deeds) =>
  h(
    "div",
    { class: "better-line" },
    h("h4", {}, t("review-line")),
    walkable("better", v, walk, deeds),
    walk ? button({ icon: "close", text: t("review-line-leave"), class: "quiet small", key: "better-leave", on: () => deeds.look(at) }) : null,
  );

/** Facts speak to the one who moved. @param {Verdict} v @param {Shown} x @param {Deeds} deeds */
function reasons(v, x, deeds) {
  if (!v.reasons.length) return [];
  return [
    x.own(v.seat) ? null : h("p", { class: "soft small-text" }, t("review-told", x.roles[v.seat])),
    factList(v.reasons, deeds.point),
  ];
}

/** @param {Verdict} v @param {Shown} x @param {Deeds} deeds */
const betterBody = (v, x, deeds) => [
  h(
    "dl",
    { class: "review-rows" },
    worthRow("review-played", saidMove(v), v.got, "played"),
    worthRow("review-better", v.best_said ?? v.best, v.had, "better"),
  ),
  betterLine(v, x, deeds),
  ...reasons(v, x, deeds),
];

/** @param {Shown} x @param {Deeds} deeds */
function moveBody(x, deeds) {
  const v = verdictAt(x, x.at);
  if (!v) return h("p", { class: "soft" }, t("review-start"));
  return h(
    "div",
    { class: "review-move", "data-mark": v.mark ?? "" },
    h("h3", {}, `${x.at}. `, seatDisc(v.seat), ` ${saidMove(v)} `, v.mark ? markSign(v) : null, v.mark ? h("span", { class: "mark-name" }, v.name) : null),
    h("p", { class: "review-text" }, v.text),
    ...(v.mark ? betterBody(v, x, deeds) : [v.got ? h("p", { class: "soft" }, v.got.text) : null]),
    h(
      "div",
      { class: "advice-actions" },
      button({ icon: "again", text: t("review-retry"), class: "small", id: "retry", key: "retry", on: () => deeds.retry(x.at) }),
    ),
  );
}

/* ---- the panel ---- */

/** @param {Shown} x @param {Deeds} deeds */
const progress = ({ done, total }, deeds) =>
  h(
    "div",
    { class: "review-wait" },
    h("p", { role: "status" }, t("review-wait", done, total)),
    h("progress", { max: total, value: done, "aria-label": t("review") }),
    button({ text: t("review-stop"), class: "small", key: "leave", id: "review-stop", on: () => deeds.leave() }),
  );

/** To the turning point in one step, and along the marked moves. @param {Found} found @param {Shown} x @param {Deeds} deeds */
function ways(found, x, deeds) {
  const go = (/** @type {"prev" | "next"} */ name, /** @type {number} */ to) =>
    button({ icon: name, label: t("review-" + name), class: "quiet small", key: "mark-" + name, disabled: !to, on: () => deeds.look(to) });
  const turning = found.turning;
  return h(
    "div",
    { class: "review-ways" },
    turning
      ? button({ text: t("review-turning", turning), class: "small", id: "turning", key: "turning", pressed: x.at === turning, on: () => deeds.look(turning) })
      : null,
    ...(found.moves.some((v) => v.mark) ? [go("prev", nextMarked(found, x.at, -1)), go("next", nextMarked(found, x.at, 1))] : []),
  );
}

/** @param {Element} panel @param {Shown} x @param {Deeds} deeds */
export function drawReview(panel, x, deeds) {
  const { found } = x,
    head = panelHead(
      h("h2", {}, icon("graph"), t("review")),
      button({ icon: "close", label: t("review-leave"), class: "quiet small", key: "close", id: "review-leave", on: () => deeds.leave() }),
    );
  if (!found) redraw(panel, head, progress(x, deeds));
  else
    redraw(
      panel,
      head,
      curveBox(x, deeds),
      ways(found, x, deeds),
      moveBody(x, deeds),
      h("p", { class: "soft small-text review-sum" }, found.sum.join(" ")),
    );
}

/** What the list of moves shows beside a move. @param {Verdict | undefined} v */
export const markInList = (v) =>
  v?.mark ? [markSign(v), h("span", { class: "move-cost" }, shortCost(v, document.documentElement.lang))] : null;
