// no_server.js -- the page without a server: what is different there, games from files, and all that is kept carried out of this browser and into it.
import { button, dialog, h, note, refill, t } from "./dom.js";
import { save } from "./download.js";
import { placeOfServer } from "./early_connect.js";

/** @typedef {{why?: string, bytes?: ArrayBuffer}} Answer */

/** @param {string} kind @param {{name?: string, bytes?: ArrayBuffer}} [more] @returns {Promise<Answer>} */
const request = async (kind, more) => placeOfServer()?.request(kind, more);

const isGame = (/** @type {File} */ file) => /\.(lua|kif)$/.test(file.name);

async function saveAll() {
  const { bytes } = await request("copy"),
    day = new Date().toISOString().slice(0, 10);
  if (bytes) save(new Blob([bytes], { type: "application/vnd.sqlite3" }), `duelliste-${day}.db`);
  else note(t("lost"));
}

/** @param {File} file */
async function addGame(file) {
  const { why } = await request("file", { name: file.name, bytes: await file.arrayBuffer() });
  note(why ?? t("alone-added", file.name));
}

/** @param {File} file */
async function bringAll(file) {
  const { why } = await request("bring", { bytes: await file.arrayBuffer() });
  note(why ?? t("alone-brought"));
}

/** @param {File} file */
function askToBring(file) {
  const sure = () => {
    d.close();
    bringAll(file);
  };
  const d = dialog(
    t("alone-bring"),
    h("p", {}, t("alone-bring-about", file.name)),
    h("div", { class: "dialog-actions" }, button({ text: t("alone-bring-sure"), id: "alone-bring-sure", class: "primary", on: sure })),
  );
}

/** A game is played, anything else was saved somewhere. @param {File} file */
const take = (file) => (isGame(file) ? addGame(file) : askToBring(file));

/** @param {string} id @param {string} accept */
function picker(id, accept) {
  const input = /** @type {HTMLInputElement} */ (h("input", { type: "file", accept, hidden: true, id: id + "-file" }));
  input.addEventListener("change", () => {
    if (input.files?.[0]) take(input.files[0]);
    input.value = "";
  });
  return [input, button({ text: t(id), id, class: "small", on: () => input.click() })];
}

/** Files may be dropped anywhere. */
function heedDrops() {
  addEventListener("dragover", (e) => e.dataTransfer?.types.includes("Files") && e.preventDefault());
  addEventListener("drop", (e) => {
    const file = e.dataTransfer?.files[0];
    if (!file) return;
    e.preventDefault();
    take(file);
  });
}

let heeded = false;

/** @param {HTMLElement} part */
export function drawAlone(part) {
  if (!heeded) heedDrops();
  heeded = true;
  refill(
    part,
    h("div", { class: "part-head" }, h("h2", {}, t("alone")), h("p", { class: "soft" }, t("alone-about"))),
    h(
      "div",
      { class: "alone-ways" },
      ...picker("alone-game", ".lua,.kif"),
      button({ text: t("alone-save"), id: "alone-save", class: "small", on: saveAll }),
      ...picker("alone-bring", ".db"),
    ),
  );
}
