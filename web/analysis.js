// analysis.js -- opening the analysis board: from a record, pasted or loaded, or from a position in a game's notation.
import { dialog, h, t } from "./dom.js";
import { kept } from "./kept.js";
import { ask, refusal } from "./net.js";

const MOST = 15000; /* of a request; see docs/wire.md */

/** @param {any[]} games @param {string} [chosen] */
export function analysisForm(games, chosen) {
  const trouble = h("p", { class: "trouble", role: "alert" });
  const game = /** @type {HTMLSelectElement} */ (
    h("select", { id: "analysis-game" }, ...games.map((g) => h("option", { value: g.id, selected: g.id === chosen }, g.title)))
  );
  const text = /** @type {HTMLTextAreaElement} */ (
    h("textarea", { id: "analysis-text", rows: 7, spellcheck: "false", maxlength: MOST })
  );
  const file = /** @type {HTMLInputElement} */ (h("input", { type: "file", id: "analysis-file", accept: ".txt,text/plain" }));
  file.addEventListener("change", async () => {
    const one = file.files?.[0];
    if (one) text.value = (await one.text()).slice(0, MOST);
  });

  async function go() {
    const what = text.value.trim(),
      record = /^duelliste \d/.test(what);
    const answer = await ask(
      record
        ? { do: "analyse", record: what + "\n" }
        : what
          ? { do: "analyse", game: game.value, options: {}, position: what }
          : { do: "analyse", game: game.value, options: {} },
    );
    if (answer.is !== "created") {
      trouble.textContent = refusal(answer) ?? t("lost");
      return;
    }
    kept.addSeats(answer.table, answer.seats);
    d.close();
    location.hash = "#/t/" + answer.table;
  }

  const d = dialog(
    t("analysis-board"),
    h("p", { class: "soft" }, t("analysis-form-about")),
    h(
      "form",
      {
        class: "form",
        onsubmit: (/** @type {Event} */ e) => {
          e.preventDefault();
          go();
        },
      },
      h(
        "div",
        { class: "fields" },
        h("div", { class: "field" }, h("label", { for: "analysis-game" }, h("span", {}, t("analysis-game"))), game),
        h("div", { class: "field wide" }, h("label", { for: "analysis-text" }, h("span", {}, t("analysis-text"))), text),
        h("div", { class: "field" }, h("label", { for: "analysis-file" }, h("span", {}, t("analysis-file"))), file),
      ),
      trouble,
      h("div", { class: "dialog-actions" }, h("button", { type: "submit", class: "button primary" }, t("analysis-open"))),
    ),
  );
}
