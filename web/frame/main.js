// main.js -- the frame of the page: its address, the view it names, its connection.
import { arrive } from "./address.js";
import { showAwaited } from "./notify.js";
import { announce, setWords, t } from "./dom.js";
import { applyLook, drawHeader } from "./header.js";
import { homeView } from "../home/home.js";
import { kept } from "./local_prefs.js";
import { connect, hello } from "./net.js";
import { isNowhere, showNowhere } from "./not_found.js";
import { heedPresses } from "./press.js";
import { showProfile } from "./profile.js";

/** @typedef {{title: string, show: (root: HTMLElement) => void, news: (m: Record<string, any>) => void, back: () => Promise<void>, leave: () => void,
 *   whoChanged?: () => void}} View */

/** @type {{games: any[], view: View | null, ready: boolean}} */
const page = { games: [], view: null, ready: false };

const drawTop = () =>
  drawHeader({ title: () => page.view?.title ?? "", setLang, whoChanged: () => page.view?.whoChanged?.() });

/** @param {string} code */
async function setLang(code) {
  kept.lang = code;
  await greet();
  again();
}

/** What is seen is asked for anew; an address that led to nothing is tried again. */
const again = () => (isNowhere() ? route() : page.view?.back());

/** The page's words and the catalogue, in the language wanted. */
async function greet() {
  const told = await hello(kept.lang);
  if (told.is !== "hello") return;
  setWords(told.texts);
  page.games = told.games;
  document.documentElement.lang = told.lang;
  await showProfile();
  drawTop();
}

/** The view an address names: #/ is home, #/t/ID a table, #/t/ID/r/MOVE its review, #/l/GAME a lesson, #/d/GAME the puzzle of the day,
 * #/d/GAME/NAME another one, #/p/GAME all of them, #/logic/… the logic bench, #/derive/… derivations, #/watch/… a machine at work, #/learn/ID a short lesson, #/m one's own mistakes, #/m/ID those of a table. What
 * home does not need is fetched when it is needed. @param {string[]} parts @returns {Promise<View>} */
async function viewOf(parts) {
  const games = () => page.games;
  const reviewed = parts[2] === "r" ? Number(parts[3]) || 0 : null;
  if (parts[0] === "t" && parts[1]) return (await import("../table/table.js")).tableView(parts[1], games, setTitle, reviewed);
  if (parts[0] === "l" && parts[1]) return (await import("../learn/lesson.js")).lessonView(parts[1], games, setTitle);
  if (parts[0] === "d" && parts[1]) return (await import("../learn/puzzle.js")).puzzleView(parts[1], parts[2], games, setTitle);
  if (parts[0] === "p" && parts[1]) return (await import("../learn/puzzle_path.js")).pathView(parts[1], setTitle);
  if (parts[0] === "logic") return (await import("../learn/logic.js")).logicView(parts.slice(1), setTitle);
  if (parts[0] === "watch") return (await import("../learn/watch_search.js")).watchView(parts.slice(1), setTitle);
  if (parts[0] === "learn") return (await import("../learn/learn.js")).learnView(parts[1], setTitle);
  if (parts[0] === "derive") return (await import("../learn/derivation.js")).deriveView(parts.slice(1), setTitle);
  if (parts[0] === "m") return (await import("../learn/mistakes.js")).practiceView(parts[1], games, setTitle);
  return parts.join("") ? unknownView() : homeView(games, setTitle);
}

/** An address that names no view. @returns {View} */
const unknownView = () => ({ title: t("nowhere"), show: () => showNowhere(t("nowhere-address")), news: () => {}, back: route, leave: () => {} });

/** Shows what the address names; an invitation, #/t/ID/k/TOKEN, is kept and leaves the address. */
async function route() {
  const parts = location.hash.replace(/^#\/?/, "").split("/");
  if (parts[0] === "t" && parts[2] === "k" && parts[3]) {
    kept.addSeats(parts[1], [{ seat: -1, token: parts[3], kind: "here" }]);
    history.replaceState(null, "", "#/t/" + parts[1]);
  }
  const wanted = location.hash,
    view = await viewOf(parts);
  if (location.hash !== wanted) return; /* somebody went on meanwhile */
  const root = /** @type {HTMLElement} */ (document.getElementById("main"));
  page.view?.leave();
  page.view = view;
  arrive();
  view.show(root);
  root.focus({ preventScroll: true }); /* whoever came by the keyboard goes on from here */
  scrollTo(0, 0);
}

/** @param {string} title @param {boolean} [awaited] whether the others wait for who sits here */
function setTitle(title, awaited = false) {
  const place = document.getElementById("place");
  if (page.view) page.view.title = title;
  if (place) place.textContent = title;
  showAwaited(title, awaited);
}

/** The connection is there, at first or again. */
async function opened() {
  await greet();
  if (page.ready) await again();
  else {
    page.ready = true;
    route();
  }
  document.body.classList.remove("away");
  showLine("");
}

/** A word on the line to the server, as long as it is not as it should be. @param {string} word */
function showLine(word) {
  const line = document.getElementById("line");
  if (!line || line.textContent === word) return;
  line.textContent = word;
  line.hidden = !word;
  if (word) announce(word);
}

/** @param {string} why in words, where more is known than that it is lost */
function closed(why) {
  if (!page.ready) return;
  document.body.classList.add("away");
  showLine(why || t("reconnecting"));
}

/** An answer is late, or there again. @param {boolean} late */
function slow(late) {
  if (page.ready && !document.body.classList.contains("away")) showLine(late ? t("line-slow") : "");
}

applyLook();
heedPresses();
addEventListener("hashchange", () => {
  if (page.ready) route();
});
addEventListener("offline", () => page.ready && showLine(t("line-offline")));
addEventListener("online", () => slow(false));
connect({ opened, closed, slow, news: (m) => page.view?.news(m) });
