// rules.js -- the rules of a game, and ways to begin it.
import { button, dialog, h, t } from "./dom.js";
import { newGame } from "./newgame.js";
import { miniature } from "./scene.js";
import { start, wholeGame } from "./start.js";

/** A paragraph; what stands after its first line end is a drawing. @param {string} text */
function paragraph(text) {
  const [first, ...drawing] = text.split("\n"),
    words = h("p", {}, first);
  return drawing.length ? [words, h("pre", { class: "rules-drawing" }, drawing.join("\n").replace(/^\n+/, ""))] : [words];
}

/** @param {any} brief */
export async function showRules(brief) {
  const game = await wholeGame(brief);
  if (!game) return;
  const then = (/** @type {(game: any) => void} */ begin) => () => {
    d.close();
    begin(game);
  };
  const d = dialog(
    game.title,
    game.scene ? h("div", { class: "rules-picture" }, miniature(game.scene)) : null,
    h("p", { class: "lead" }, game.tagline),
    ...game.rules.flatMap(paragraph),
    h(
      "div",
      { class: "dialog-actions" },
      button({ text: t("play"), class: "primary", on: then(start) }),
      brief.lesson ? h("a", { class: "button", href: "#/l/" + brief.id, onclick: () => d.close() }, t("lesson")) : null,
      button({ text: t("options"), on: then(newGame) }),
    ),
  );
}
