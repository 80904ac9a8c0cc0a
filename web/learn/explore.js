// explore.js -- what was solved of a game: counted, its longest win, positions of each value to practise on. Each opens as a board to analyse
// on, which tells what every move is worth.
import { button, dialog, h, t } from "../frame/dom.js";
import { enter } from "../home/go_to_table.js";
import { ask, refusal } from "../frame/net.js";
import { dressStudy, inTurn } from "./common.js";
import { optionsOf } from "./watch_search.js";

/** Which positions can be asked for: the field of the answer, and its word. */
const kinds = [
  ["peak", "explore-longest"],
  ["wins", "explore-wins"],
  ["ties", "explore-ties"],
  ["losses", "explore-losses"],
  ["draws", "explore-draws"],
];

/** @param {string[]} list */
const anyOf = (list) => list[Math.floor(Math.random() * list.length)];

/** @param {string} game @param {string} variant */
export async function openExplorer(game, variant) {
  await dressStudy();
  const options = optionsOf(variant),
    answer = await inTurn({ do: "explore", game, options }),
    trouble = h("p", { class: "trouble", role: "alert" });
  if (answer.is !== "explored") {
    dialog(t("explore"), h("p", {}, refusal(answer) ?? t("lost")));
    return;
  }
  /** @param {string} position */
  const open = async (position) => {
    const made = await ask({ do: "analyse", game, options, position });
    if (enter(made)) d.close();
    else trouble.textContent = refusal(made) ?? t("lost");
  };
  const choices = kinds
    .filter(([field]) => answer[field].length)
    .map(([field, word]) => button({ text: t(word), id: word, on: () => open(anyOf(answer[field])) }));
  const d = dialog(
    t("explore"),
    h("p", {}, answer.text),
    choices.length ? h("p", { class: "soft" }, t("explore-about")) : null,
    trouble,
    h("div", { class: "dialog-actions" }, choices),
  );
}
