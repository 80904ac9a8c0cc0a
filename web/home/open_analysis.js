// open_analysis.js -- opening the analysis board: from a record, pasted or loaded, or from a position in a game's notation.
import { dialog, h, t } from "../frame/dom.js";
import { enter } from "./go_to_table.js";
import { field, form, option, select } from "../frame/form.js";
import { ask, refusal } from "../frame/net.js";

const MOST = 15000; /* of a request; see docs/wire.md */

/** What is to be analysed: a record, a position of the game, or the game from its beginning. @param {string} game @param {string} text */
function requestOf(game, text) {
  if (/^duelliste \d/.test(text)) return { do: "analyse", record: text + "\n" };
  return { do: "analyse", game, options: {}, ...(text ? { position: text } : {}) };
}

/** A file whose text goes into the field. @param {HTMLTextAreaElement} text */
function fileInput(text) {
  const file = /** @type {HTMLInputElement} */ (h("input", { type: "file", id: "analysis-file", accept: ".txt,text/plain" }));
  file.addEventListener("change", async () => {
    const one = file.files?.[0];
    if (one) text.value = (await one.text()).slice(0, MOST);
  });
  return file;
}

/** @param {any[]} games */
export function analysisForm(games) {
  const trouble = h("p", { class: "trouble", role: "alert" }),
    game = select({ id: "analysis-game" }, ...games.map((g) => option(g.id, g.title)));
  const text = /** @type {HTMLTextAreaElement} */ (
    h("textarea", { id: "analysis-text", rows: 7, spellcheck: "false", maxlength: MOST })
  );
  const go = async () => {
    const answer = await ask(requestOf(game.value, text.value.trim()));
    if (enter(answer)) d.close();
    else trouble.textContent = refusal(answer) ?? t("lost");
  };
  const fields = h(
    "div",
    { class: "fields" },
    field(game, t("analysis-game")),
    field(text, t("analysis-text"), { class: "field wide" }),
    field(fileInput(text), t("analysis-file")),
  );
  const open = h("button", { type: "submit", class: "button primary" }, t("analysis-open"));
  const d = dialog(
    t("analysis-board"),
    h("p", { class: "soft" }, t("analysis-form-about")),
    form(go, fields, trouble, h("div", { class: "dialog-actions" }, open)),
  );
}
