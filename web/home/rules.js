// rules.js -- the rules of a game, and ways to begin it.
import { button, dialog, h, note, t } from "../frame/dom.js";
import { ask, refusal } from "../frame/net.js";
import { newGame } from "./new_game.js";
import { miniature } from "../board/scene.js";
import { start, wholeGame } from "./start_game.js";

/** A paragraph; what stands after its first line end is a drawing. @param {string} text */
function paragraph(text) {
  const [first, ...drawing] = text.split("\n"),
    words = h("p", {}, first);
  return drawing.length ? [words, h("pre", { class: "rules-drawing" }, drawing.join("\n").replace(/^\n+/, ""))] : [words];
}

/** A picture that is fetched when it is looked at. @param {string} game @param {{id: string, title: string}} about */
function figure(game, { id, title }) {
  const place = h("div", { class: "figure", "data-figure": id });
  const fetch = async () => {
    const answer = await ask({ do: "figure", game, id });
    if (answer.is !== "figure") return note(refusal(answer) ?? t("lost"));
    const svg = new DOMParser().parseFromString(answer.svg, "image/svg+xml").documentElement;
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", title);
    place.replaceChildren(document.importNode(svg, true));
  };
  return h(
    "details",
    { ontoggle: () => place.firstChild || fetch() },
    h("summary", {}, title),
    place,
  );
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
    ...(game.figures ?? []).map((/** @type {any} */ f) => figure(game.id, f)),
    h(
      "div",
      { class: "dialog-actions" },
      button({ text: t("play"), class: "primary", on: then(start) }),
      brief.lesson ? h("a", { class: "button", href: "#/l/" + brief.id, onclick: () => d.close() }, t("lesson")) : null,
      button({ text: t("options"), on: then(newGame) }),
    ),
  );
}
