// main.js -- the frame of the page: its header, its address, its connection.
import { announce, button, h, note, setWords, t } from "./dom.js";
import { homeView } from "./home.js";
import { kept } from "./kept.js";
import { ask, connect } from "./net.js";
import { tableView } from "./table.js";

/** @typedef {{title: string, show: (root: HTMLElement) => void, news: (m: Record<string, any>) => void, back: () => Promise<void>, leave: () => void}} View */

/** @type {{games: any[], view: View | null, ready: boolean}} */
const page = { games: [], view: null, ready: false };

function applyTheme() {
  document.documentElement.dataset.theme = kept.theme;
  document.documentElement.dataset.palette = kept.palette;
}

function drawTop() {
  const top = /** @type {HTMLElement} */ (document.getElementById("top"));
  const active = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : null;
  const lang = (/** @type {string} */ code, /** @type {string} */ name) =>
    h("button", { type: "button", class: "lang", lang: code, "aria-pressed": String(kept.lang === code), "aria-label": `${code === "fr" ? "Fr" : "En"} (${name})`, "data-key": "lang-" + code,
      onclick: () => setLang(code) }, code === "fr" ? "Fr" : "En");
  top.replaceChildren(
    h("a", { class: "brand", href: "#/", "data-key": "brand" }, h("img", { src: "/icon.svg", alt: "", width: 28, height: 28 }), h("span", {}, "Duelliste")),
    h("span", { class: "place", id: "place" }, page.view?.title ?? ""),
    h("div", { class: "tools" },
      h("div", { class: "langs", role: "group", "aria-label": t("language") }, lang("fr", "Français"), lang("en", "English")),
      button({ icon: kept.theme === "dark" ? "sun" : "moon", label: t(kept.theme === "dark" ? "theme-light" : "theme-dark"), class: "quiet", key: "theme",
        on: () => { kept.theme = kept.theme === "dark" ? "light" : "dark"; applyTheme(); drawTop(); } }),
      button({ icon: "eye", label: t("colour-blind"), class: "quiet", pressed: kept.palette === "okabe", key: "palette",
        on: () => { kept.palette = kept.palette === "okabe" ? "plain" : "okabe"; applyTheme(); drawTop(); } })));
  const again = active ? top.querySelector(`[data-key="${active}"]`) : null;
  if (again instanceof HTMLElement) again.focus();
}

/** @param {string} code */
async function setLang(code) {
  kept.lang = code;
  await greet();
  page.view?.back();
}

/** The page's words and the catalogue, in the language wanted. */
async function greet() {
  const hello = await ask({ do: "hello", lang: kept.lang });
  if (hello.is !== "hello") return;
  setWords(hello.texts);
  page.games = hello.games;
  document.documentElement.lang = hello.lang;
  drawTop();
}

/** Shows what the address names: #/ is home, #/t/ID a table, #/t/ID/k/TOKEN an invitation. */
function route() {
  const parts = location.hash.replace(/^#\/?/, "").split("/");
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  page.view?.leave();
  if (parts[0] === "t" && parts[1]) {
    if (parts[2] === "k" && parts[3]) {
      kept.addSeats(parts[1], [{ seat: -1, token: parts[3], kind: "here" }]);
      history.replaceState(null, "", "#/t/" + parts[1]);
    }
    page.view = tableView(parts[1], () => page.games, setTitle);
  } else {
    page.view = homeView(() => page.games, setTitle);
  }
  page.view.show(main);
  scrollTo(0, 0);
}

/** @param {string} title */
function setTitle(title) {
  const place = document.getElementById("place");
  if (page.view) page.view.title = title;
  if (place) place.textContent = title;
  document.title = title ? `${title} · Duelliste` : "Duelliste";
}

applyTheme();
addEventListener("hashchange", () => { if (page.ready) route(); });
connect({
  opened: async () => {
    await greet();
    if (page.ready) await page.view?.back();
    else { page.ready = true; route(); }
    document.body.classList.remove("away");
  },
  closed: () => {
    if (!page.ready) return;
    document.body.classList.add("away");
    note(t("reconnecting"));
    announce(t("reconnecting"));
  },
  news: (m) => page.view?.news(m),
});
