// common.js -- what the learning screens share: their words, which no other screen needs, and their look.
import { addWords, button, h, note, refill, t, whenFetched } from "../frame/dom.js";
import { ask } from "../frame/net.js";

let told = "";

/** @type {Promise<any>} */
let before = Promise.resolve();
/** One request for something to watch or to work on at a time, whichever screen asks: the server would refuse another.
 * @param {Record<string, any>} request @returns {Promise<any>} */
export const inTurn = (request) => (before = before.then(() => ask(request)));

/** Fetches both, once for each language. */
export async function dressStudy() {
  const lang = document.documentElement.lang;
  if (!document.getElementById("study-look")) {
    const look = h("link", { rel: "stylesheet", href: "study.css", id: "study-look" }),
      there = new Promise((done) => look.addEventListener("load", done, { once: true }));
    document.head.append(look);
    await there;
  }
  if (told === lang) return;
  const words = await ask({ do: "words", of: "study" });
  if (words.is !== "words") return;
  addWords(words.texts);
  told = lang;
}

/** A screen for learning (main.js): it draws itself into its place once its words are there, and again in another language. `fetch`: what it
 * needs besides; `left`: one has gone elsewhere.
 * @param {{fetch?: () => Promise<void>, draw: (place: HTMLElement) => Promise<void> | void, left?: () => void}} screen */
export function studyView({ fetch = async () => {}, draw, left = () => {} }) {
  /** @type {HTMLElement | null} */
  let place = null;
  async function load() {
    await dressStudy();
    await fetch();
    if (place) await draw(place);
  }
  return {
    title: "",
    /** @param {HTMLElement} root */
    show(root) {
      root.className = "home study";
      place = root;
      refill(root);
      load();
    },
    news() {},
    back: load,
    leave() {
      left();
      place = null;
    },
  };
}

const SOON = 350; /* milliseconds after the last key */

/** Reads fields soon after something was typed there, and before anything else is done: at once when they are left.
 * @param {HTMLElement[]} fields @param {() => void} read @returns {() => void} what stops it */
export function readSoon(fields, read) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let soon;
  const stop = () => {
    clearTimeout(soon);
    soon = undefined;
  };
  const now = () => {
    if (soon === undefined) return;
    stop();
    read();
  };
  for (const field of fields) {
    field.addEventListener("input", () => {
      stop();
      soon = setTimeout(now, SOON);
    });
    field.addEventListener("change", now);
  }
  return stop;
}

/** Copies the address one is at. */
async function share() {
  await navigator.clipboard?.writeText(location.href).catch(() => {});
  note(t("copied"));
}

/** What can be taken along of a film: its address, and the picture one sees. @param {import("./film_player.js").Projector} projector @param {() => string} name of the file */
export const filmTools = (projector, name) => [
  button({ icon: "share", text: t("bench-share"), id: "bench-share", class: "small", on: share }),
  button({
    icon: "download",
    text: t("bench-svg"),
    id: "bench-svg",
    class: "small",
    on: () =>
      whenFetched(Promise.all([import("../board/export.js"), import("../frame/download.js")]), ([m, { save }]) => {
        const file = m.drawingFile(/** @type {SVGSVGElement} */ (projector.svg));
        save(new Blob([file], { type: "image/svg+xml" }), `${name()}-${projector.step + 1}.svg`);
      }),
  }),
];
