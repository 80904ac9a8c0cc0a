// puzzle_path.js -- all puzzles of a game: where one stands, the days that have been, the numbers of the path, and what they are about.
import { h, refill, t } from "../frame/dom.js";
import { kept } from "../frame/local_prefs.js";
import { ask, refusal } from "../frame/net.js";
import { showNowhere } from "../frame/not_found.js";
import { player } from "../frame/profile.js";
import { puzzleAddress } from "./puzzle.js";

const AHEAD = 12; /* numbers shown after the last that was tried */

/** @typedef {{name: string, solved: boolean, first: boolean}} Tried */

/** How a puzzle went: "first", "later", "missed", or "" if it was not tried. @param {any} path @param {string} name */
function stateOf(path, name) {
  const tried = path.tried.find((/** @type {Tried} */ p) => p.name === name);
  if (!tried) return kept.solved(path.game).includes(name) && !player.profile ? "later" : "";
  return tried.first ? "first" : tried.solved ? "later" : "missed";
}

const signs = { first: "✓", later: "✓", missed: "✗", "": "" };

/** @param {any} path @param {string} name @param {string} text */
function puzzleLink(path, name, text) {
  const state = /** @type {keyof typeof signs} */ (stateOf(path, name));
  return h(
    "a",
    { class: "puzzle-link " + state, href: puzzleAddress(path.game, name), "data-name": name },
    h("span", {}, text),
    h("span", { class: "sign", role: "img", "aria-label": state ? t("puzzle-" + state) : t("puzzle-open") }, signs[state]),
  );
}

/** "16 Nov." in the reader's language. @param {string} day */
const shortDay = (day) =>
  new Date(day + "T12:00:00Z").toLocaleDateString(document.documentElement.lang, { day: "numeric", month: "short", timeZone: "UTC" });

/** @param {string} title @param {string} id @param {...any} children */
const part = (title, id, ...children) =>
  h("section", { class: "shelf", "aria-labelledby": id }, h("h2", { id }, title), ...children);

/** @param {any} path */
function standing(path) {
  if (!player.profile) return h("p", { class: "soft" }, t("puzzle-guest"));
  const rows = [
    [t("path-rating"), path.rating === null ? "–" : `${path.rating} ± ${2 * path.deviation}`],
    [t("path-solved"), `${path.solved} / ${path.tried.length}`],
    [t("path-streak"), path.streak],
    [t("path-longest"), path.longest],
  ];
  return h("dl", { class: "standing" }, ...rows.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));
}

/** @param {any} path */
function numbers(path) {
  const last = Math.min(path.count, path.next + AHEAD - 1),
    all = Array.from({ length: last }, (_, i) => String(i + 1));
  return h("div", { class: "puzzle-grid" }, ...all.slice(-60).map((name) => puzzleLink(path, name, name)));
}

/** @param {any} path */
const themes = (path) =>
  path.themes.map((/** @type {{theme: string, names: string[]}} */ { theme, names }) =>
    h(
      "details",
      {},
      h("summary", {}, theme, h("span", { class: "soft" }, ` (${names.length})`)),
      h("div", { class: "puzzle-grid" }, ...names.map((name) => puzzleLink(path, name, name.includes("-") ? shortDay(name) : name))),
    ),
  );

/** @param {HTMLElement} root @param {any} path */
function drawPath(root, path) {
  refill(
    root,
    h(
      "div",
      { class: "hero" },
      h("div", {}, h("h1", {}, t("path-of", path.title)), h("p", {}, t("path-about"))),
      h(
        "div",
        { class: "hero-actions" },
        h("a", { class: "button primary", id: "path-go", href: puzzleAddress(path.game, String(path.next)) }, t("path-go", path.next)),
      ),
    ),
    part(t("path-standing"), "path-standing", standing(path)),
    part(t("path-numbers"), "path-numbers", numbers(path)),
    part(
      t("path-days"),
      "path-days",
      h("div", { class: "puzzle-grid days" }, ...path.days.map((/** @type {string} */ day) => puzzleLink(path, day, shortDay(day)))),
    ),
    path.themes.length ? part(t("path-themes"), "path-themes", ...themes(path)) : null,
  );
}

/** The view of a game's puzzles (main.js). @param {string} game @param {(title: string) => void} setTitle */
export function pathView(game, setTitle) {
  /** @type {HTMLElement | null} */
  let place = null;
  async function load() {
    const path = await ask({ do: "puzzles", game });
    if (!place) return;
    if (path.is !== "puzzles") {
      showNowhere(refusal(path) ?? t("lost"));
      return;
    }
    setTitle(t("path-of", path.title));
    drawPath(place, path);
  }
  return {
    title: "",
    /** @param {HTMLElement} root */
    show(root) {
      root.className = "home path";
      place = root;
      refill(root);
      load();
    },
    news() {},
    back: load,
    leave() {
      place = null;
    },
    whoChanged: load,
  };
}
