// game_cards.js -- the games of the house, a card each: a live miniature, what it is, and ways to begin.
import { button, h, t } from "../frame/dom.js";
import { miniature } from "../board/scene.js";
import { openNewGame, openRules, start } from "./start_game.js";

/** @param {any} game */
function learn(game) {
  if (game.lesson) location.hash = "#/l/" + game.id;
  else openRules(game);
}

/** Those of the first shelf, without the laboratory. @param {any} game */
export const isMain = (game) => (game.group ?? "main") === "main";

/** @param {any} g */
export function gameCard(g) {
  const id = "game-" + g.id;
  return h(
    "article",
    { class: "card", "aria-labelledby": id, "data-game": g.id },
    h(
      "div",
      { class: "card-picture", "aria-hidden": "true", onclick: () => start(g) } /* for the mouse; the button says it */,
      g.scene ? miniature(g.scene) : h("span", { class: "card-letter" }, g.title[0]),
    ),
    h("div", { class: "card-text" }, h("h2", { id }, g.title), h("p", {}, g.tagline)),
    h(
      "div",
      { class: "card-actions" },
      button({ text: t("play"), class: "primary", label: t("play-game", g.title), on: () => start(g) }),
      button({ text: t("learn"), class: "learn", label: t("learn-game", g.title), on: () => learn(g) }),
      button({ icon: "sliders", class: "quiet", label: t("options-game", g.title), on: () => openNewGame(g) }),
    ),
  );
}
