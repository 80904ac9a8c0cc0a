// table_panel.js -- the panel about the table as a whole: help that can be laid over the picture, leaving early, links, and the
// proof that nobody dealt the cards anew.
import { button, dialog, h, note, redraw, t } from "../frame/dom.js";
import { kept } from "../frame/local_prefs.js";
import { helpHad } from "../known/table_state.js";
import { ask, refusal } from "../frame/net.js";

/** @param {any} answer */
export function tell(answer) {
  const why = refusal(answer);
  if (why) note(why);
}

/** @param {string} url @param {string} said */
export async function copy(url, said) {
  try {
    await navigator.clipboard.writeText(url);
    note(said);
  } catch {
    note(url); /* no clipboard over plain HTTP from elsewhere: shown, to be copied by hand */
  }
}

/** Goes on only after a yes. @param {string} title @param {string} text @param {string} yes @param {() => void} then */
export function sure(title, text, yes, then) {
  const d = dialog(
    title,
    h("p", {}, text),
    h(
      "div",
      { class: "dialog-actions" },
      button({
        text: yes,
        class: "primary",
        id: "sure",
        on: () => {
          d.close();
          then();
        },
      }),
      button({ text: t("cancel"), on: () => d.close() }),
    ),
  );
}

/** The hash shown before the first card; once the game is over, compared with the one its record gives.
 * @param {any} now @param {"" | "same" | "other"} seal what the comparison said @param {() => void} check */
function commitment(now, seal, check) {
  const first = kept.commitment(now.id, now.commitment);
  return h(
    "details",
    { class: "commitment", open: Boolean(now.over) },
    h("summary", {}, t("commitment")),
    h("p", { class: "soft small-text" }, t(now.over ? "commitment-over" : "commitment-about")),
    h(
      "div",
      { class: "link-row" },
      h("code", { class: "hash", title: first }, first.slice(0, 8) + "…" + first.slice(-8)),
      button({ icon: "copy", label: t("copy-commitment"), class: "quiet small", on: () => copy(first, t("copied-text")) }),
      now.over ? button({ icon: "check", text: t("check"), class: "small", id: "check", on: check }) : null,
    ),
    h("p", { class: seal === "same" ? "checked" : "trouble", role: "status" }, seal && t("commitment-" + seal)),
  );
}

/** @param {any} now @param {any} lens to be laid over the picture, or taken away */
function toggleLens(now, lens) {
  const show = now.lenses.filter((/** @type {any} */ l) => (l.id === lens.id ? !l.on : l.on));
  ask({ do: "lens", show: show.map((/** @type {any} */ l) => l.id) }).then(tell);
}

/** @param {any} now */
function lenses(now) {
  const one = (/** @type {any} */ l) =>
    button({ text: l.title, class: "small lens", pressed: l.on, key: "lens-" + l.id, on: () => toggleLens(now, l) });
  return h(
    "div",
    { class: "lenses" },
    h("h3", {}, t("lenses")),
    h("div", { class: "advice-actions" }, ...now.lenses.map(one)),
  );
}

/** Cells that a lens adds beside the board, as a table. @param {import("../board/scene.js").Item[]} cells */
function lensTable(cells) {
  const rows = [...new Set(cells.map((e) => e.y))]
    .sort((a, b) => a - b)
    .map((y) => cells.filter((e) => e.y === y).sort((a, b) => a.x - b.x));
  return h(
    "div",
    { class: "table-box", tabindex: 0, role: "group", "aria-label": cells[0].label ?? "" },
    h(
      "table",
      { class: "lens-table" },
      ...rows.map((row, i) =>
        h(
          "tr",
          { title: row[0].label },
          ...row.map((e) => h(i ? "td" : "th", { class: "tone-" + (e.tone ?? "plain"), scope: i ? null : "col" }, e.face ?? "")),
        ),
      ),
    ),
  );
}

/** What a lens has to say in words, with the blanks it was written with. @param {import("../board/scene.js").Item} e */
const lensText = (e) => h("pre", { class: "lens-text", tabindex: 0 }, e.label ?? "");

/** The rule for advice, where it matters: among people. @param {any} now */
function adviceRule(now) {
  const people = now.seats.filter((/** @type {any} */ x) => x.person).length;
  if (!now.advice || now.advice === "off" || now.analysis || people < 2) return null;
  return h("p", { class: "soft" }, t(now.advice === "shown" ? "advice-is-shown" : "advice-is-all"));
}

/** @param {HTMLElement} panel @param {import("../known/table_state.js").Known} known @param {import("../board/scene.js").Item[]} aside what lenses add
 * @param {import("./actions.js").Deeds} deeds */
export function drawAround(panel, { table: now, seal }, aside, deeds) {
  const cells = aside.filter((e) => e.k === "cell");
  const parts = [
    adviceRule(now),
    now.lenses?.length ? lenses(now) : null,
    cells.length ? lensTable(cells) : null,
    ...aside.filter((e) => e.k === "text").map(lensText),
    now.commitment ? commitment(now, seal, () => deeds.checkSeal()) : null,
  ].filter(Boolean);
  panel.hidden = parts.length === 0;
  redraw(panel, h("h2", {}, t("the-table")), ...parts);
}

/** What is special about this game, seen by everybody who looks at it. @param {any} now */
export function chips(now) {
  const list = [
    ["analysis", now.analysis],
    ["observed", now.observed],
    [helpHad(now), helpHad(now)],
  ];
  return list
    .filter(([, on]) => on)
    .map(([name]) => h("span", { class: "mark mark-" + name, title: t(name + "-about") }, t(String(name))));
}
