// moves.js -- the moves so far: a list to walk along, and how the game went as a curve.
import { button, h, icon, panelHead, redraw, s, t } from "../frame/dom.js";
import { value } from "./reasons.js";
import { saidMove } from "../known/pick.js";
import { markInList } from "./review.js";
import { seatDisc } from "./seat_bar.js";

/** What a position is worth, for the seat to move there; nothing but ply and seat where nobody can tell.
 * @typedef {{ply: number, seat: number} & Partial<import("../known/value_text.js").Worth>} Point */
/** @typedef {{list: {seat: number, move: string, said?: string}[], at: number, points: Point[] | null, thinking: boolean, settled: boolean, wanted: boolean, possible: boolean,
 *   reviewing: boolean, reviewable: boolean, verdicts: import("../known/review_state.js").Verdict[], told: (p: Point) => Point & {ended?: boolean}}} Shown `told`: as it is for who reads */
/** @typedef {{look: (ply: number) => void, want: (on: boolean) => void, branch: (ply: number) => void, think: () => void, stop: () => void, download: () => void, review: () => void}} Deeds */

const W = 300,
  H = 64;

/** The same for the first seat. @param {Point} p */
const forFirst = (p) => (p.seat === 0 ? 1 : -1) * (p.worth ?? 0);

/** @param {Shown} x @param {(ply: number) => void} look */
function curve({ list, at, points: all, told }, look) {
  const last = list.length,
    points = all ?? [],
    known = points.filter((p) => p.worth !== undefined);
  const x = (/** @type {number} */ ply) => 4 + ((W - 8) * ply) / Math.max(1, last),
    y = (/** @type {number} */ n) => H / 2 - (H / 2 - 6) * n;
  const here = points.find((p) => p.ply === at);
  const svg = s(
    "svg",
    { class: "graph", viewBox: `0 0 ${W} ${H}`, preserveAspectRatio: "none", role: "img", "aria-label": t("graph-about") },
    s("path", { class: "graph-zero", d: `M0 ${H / 2}H${W}` }),
    s("path", { class: "graph-at", d: `M${x(at)} 0V${H}` }),
    s("polyline", { class: "graph-line", points: known.map((p) => `${x(p.ply).toFixed(1)},${y(forFirst(p)).toFixed(1)}`).join(" ") }),
    ...known.map((p) =>
      s("ellipse", { class: "graph-point" + (p.proved ? " proved" : ""), cx: x(p.ply), cy: y(forFirst(p)), rx: 2.6, ry: 2.6 }),
    ),
  );
  svg.addEventListener("click", (e) => {
    const mouse = /** @type {MouseEvent} */ (e);
    const box = svg.getBoundingClientRect();
    look(Math.round(Math.max(0, Math.min(1, (mouse.clientX - box.left) / box.width)) * last));
  });
  return h("div", { class: "graph-box" }, bar(here, here && told(here)), svg);
}

/** For who cannot wait, and for who wants to know better. @param {Shown} x @param {Deeds} deeds */
function patience({ thinking, settled }, deeds) {
  if (thinking) return button({ text: t("think-stop"), class: "quiet small", key: "think", on: () => deeds.stop() });
  return settled ? null : button({ text: t("think-longer"), class: "quiet small", key: "think", on: () => deeds.think() });
}

/** A value, or how the game ended. @param {Point & {ended?: boolean} | undefined} seen */
function barText(seen) {
  if (!seen?.text) return h("span", { class: "soft" }, t("value-unknown"));
  return seen.ended ? h("span", {}, seen.text) : value(seen.value ?? "unknown", seen.text, seen.proved ?? false);
}

/** Who stands better where one looks: the first seat's share from the left.
 * @param {Point | undefined} p @param {Point & {ended?: boolean} | undefined} seen the same as it is for who reads */
function bar(p, seen) {
  const share = p?.worth === undefined ? 50 : Math.round(50 + 50 * forFirst(p));
  return h(
    "div",
    { class: "value-row" },
    h(
      "div",
      { class: "value-bar", role: "img", "aria-label": seen?.text ?? t("value-unknown") },
      s(
        "svg",
        { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
        s("rect", { class: "tone-seat2 share", width: 100, height: 10 }),
        s("rect", { class: "tone-seat1 share", width: share, height: 10 }),
        s("path", { class: "middle", d: "M50 0V10" }),
      ),
    ),
    barText(seen),
  );
}

/** The way along the moves. @param {Shown} x @param {Deeds} deeds */
function steps({ at, list }, deeds) {
  const end = list.length,
    step = (/** @type {"first"|"prev"|"next"|"last"} */ name, /** @type {number} */ to, /** @type {boolean} */ off) =>
      button({ icon: name, label: t("go-" + name), class: "quiet small", key: name, disabled: off, on: () => deeds.look(to) });
  return [
    step("first", 0, at === 0),
    step("prev", at - 1, at === 0),
    step("next", at + 1, at === end),
    step("last", end, at === end),
  ];
}

/** Whether values are to be seen. @param {Shown} x @param {Deeds} deeds */
const valuesButton = ({ wanted }, deeds) =>
  h(
    "button",
    {
      type: "button",
      class: "button quiet small",
      id: "values",
      "data-key": "values",
      title: t("values-about"),
      "aria-label": t("values-about"),
      "aria-pressed": String(wanted),
      onclick: () => deeds.want(!wanted),
    },
    icon("graph"),
  );

/** @param {{seat: number, move: string, said?: string}} m @param {number} ply after it @param {Shown} x @param {Deeds} deeds */
const moveRow = (m, ply, { at, verdicts }, deeds) =>
  h(
    "li",
    {},
    h(
      "button",
      {
        type: "button",
        class: `move tone-seat${m.seat + 1}${ply === at ? " at" : ""}`,
        "data-key": "move-" + ply,
        "aria-current": ply === at ? "true" : null,
        onclick: () => deeds.look(ply),
      },
      h("span", { class: "number" }, ply),
      seatDisc(m.seat),
      h("span", { class: "move-text", title: m.said ? m.move : null }, saidMove(m)),
      markInList(verdicts[ply - 1]),
    ),
  );

const SHORT = 10; /* letters of a move that two columns have room for */

/** Moves in words have a line each. @param {Shown} x @param {Deeds} deeds */
function moveList(x, deeds) {
  const { list } = x;
  if (!list.length) return h("p", { class: "soft" }, t("no-moves"));
  const wordy = list.some((m) => saidMove(m).length > SHORT);
  return h("ol", { class: wordy ? "moves wordy" : "moves" }, ...list.map((m, i) => moveRow(m, i + 1, x, deeds)));
}

/** Going on from where one looks, and taking the game along. @param {Shown} x @param {Deeds} deeds */
const ways = ({ at, reviewable }, deeds) =>
  h(
    "div",
    { class: "advice-actions" },
    reviewable ? button({ text: t("review"), class: "small", id: "review-moves", key: "review", on: () => deeds.review() }) : null,
    button({ icon: "branch", text: t("analyse"), class: "small", id: "analyse", on: () => deeds.branch(at) }),
    button({ icon: "download", label: t("download"), class: "quiet small", id: "download", on: () => deeds.download() }),
  );

/** @param {Shown} x @param {Deeds} deeds */
function worthOf(x, deeds) {
  if (!x.wanted) return null;
  if (!x.points) return h("p", { class: "soft" }, t("values-wait"));
  return h("div", { class: "worth-box" }, curve(x, (ply) => deeds.look(ply)), patience(x, deeds));
}

/** @param {Element} panel @param {Shown} x @param {Deeds} deeds */
export function drawMoves(panel, x, deeds) {
  redraw(
    panel,
    panelHead(h("h2", {}, t("moves")), x.possible && !x.reviewing ? valuesButton(x, deeds) : null, steps(x, deeds)),
    worthOf(x, deeds),
    moveList(x, deeds),
    x.possible ? ways(x, deeds) : null,
  );
  const here = panel.querySelector(".at"),
    box = panel.querySelector(".moves");
  if (here instanceof HTMLElement && box) box.scrollTop = here.offsetTop - box.clientHeight / 2;
}
