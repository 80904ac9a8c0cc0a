// sharing.js -- what can be given to others of a table: a link to look on, a picture of the position, a film of the game, and a
// piece of HTML that shows the board in another page.
import { copy } from "./table_panel.js";
import { addressOf, button, dialog, h, note, t } from "../frame/dom.js";
import { filmFile, pictureFile, pointsOf } from "../board/export.js";
import { save } from "../frame/download.js";
import { pictureOf } from "../known/table_state.js";
import { ask, house } from "../frame/net.js";

const PACE = 40; /* milliseconds from one question to the next: a server has its limits */

/** @param {string} text */
const svgBlob = (text) => new Blob([text], { type: "image/svg+xml" });

/** Every position of the game so far, from its beginning. @param {any} table @returns {Promise<any[]>} pictures */
async function positions(table) {
  const scenes = [];
  for (let ply = 0; ply < table.list.length; ply++) {
    await new Promise((done) => setTimeout(done, PACE));
    const answer = await ask({ do: "look", ply });
    if (answer.is !== "past" || !answer.scene) return [];
    scenes.push(answer.scene);
  }
  return [...scenes, table.scene];
}

/** @param {any} table */
async function saveFilm(table) {
  note(t("share-making"));
  const scenes = await positions(table);
  if (scenes.length) save(svgBlob(filmFile(scenes)), `${table.game}-${table.id}-film.svg`);
  else note(t("lost"));
}

/** @param {any} scene @param {string} name */
async function savePoints(scene, name) {
  const blob = await pointsOf(pictureFile(scene));
  if (blob) save(blob, name + ".png");
  else note(t("lost"));
}

/** @param {any} table */
const frameOf = (table) =>
  `<iframe src="${addressOf(`embed.html#${table.id}`)}" title="${table.title}" width="480" height="560" style="border:0"></iframe>`;

/** @param {string} id @param {string} what @param {() => void} on */
const way = (id, what, on) => h("li", {}, button({ text: t(id), id, class: "small", on }), h("span", { class: "soft" }, t(what)));

/** @param {import("../known/table_state.js").Known} known */
export function sharingDialog(known) {
  const { table } = known,
    { scene } = pictureOf(known),
    name = `${table.game}-${table.id}`;
  const d = dialog(
    t("share-game"),
    h(
      "ul",
      { class: "sharing" },
      ...(house.alone ? [] : [way("share-link", "share-link-about", () => copy(addressOf(`./#/t/${table.id}`), t("shared")))]),
      ...(scene
        ? [
            way("share-png", "share-png-about", () => savePoints(scene, name)),
            way("share-svg", "share-svg-about", () => save(svgBlob(pictureFile(scene)), name + ".svg")),
          ]
        : []),
      ...(scene && table.list.length ? [way("share-film", "share-film-about", () => saveFilm(table))] : []),
      ...(house.alone ? [] : [way("share-embed", "share-embed-about", () => copy(frameOf(table), t("copied-text")))]),
    ),
  );
  d.addEventListener("click", (e) => {
    if (e.target instanceof Element && e.target.closest(".sharing .button")) d.close();
  });
}
