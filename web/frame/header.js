// header.js -- the header of the page: where one is, languages, who plays, and how one likes to see things.
import { button, h, redraw, t, whenFetched } from "./dom.js";
import { kept } from "./local_prefs.js";
import { profileName } from "./profile.js";

/** What the header needs of the page: its title now, and the language changed.
 * @typedef {{title: () => string, setLang: (code: string) => void, whoChanged: () => void}} Page */

/** Puts the look that is kept on the page. */
export function applyLook() {
  document.documentElement.dataset.theme = kept.theme;
  document.documentElement.dataset.palette = kept.palette;
}

const brand = () =>
  h(
    "a",
    { class: "brand", href: "#/", "data-key": "brand", "aria-label": "Duelliste" } /* a phone shows its sign only */,
    h("img", { src: "icon.svg", alt: "", width: 28, height: 28 }),
    h("span", {}, "Duelliste"),
  );

/** @param {string} code @param {string} short @param {string} name @param {Page} page */
const langButton = (code, short, name, page) =>
  h(
    "button",
    {
      type: "button",
      class: "lang",
      lang: code,
      "aria-pressed": String(kept.lang === code),
      "aria-label": `${short} (${name})`,
      "data-key": "lang-" + code,
      onclick: () => page.setLang(code),
    },
    short,
  );

/** @param {Page} page */
const langButtons = (page) =>
  h(
    "div",
    { class: "langs", role: "group", "aria-label": t("language") },
    langButton("fr", "Fr", "Français", page),
    langButton("en", "En", "English", page),
  );

/** @param {() => void} changed */
const profileButton = (changed) =>
  button({
    icon: "person",
    label: profileName() ? t("profile-of", profileName()) : t("profile"),
    class: "quiet profile" + (profileName() ? " known" : ""),
    key: "profile",
    id: "profile",
    on: () => whenFetched(import("./profile_form.js"), (m) => m.profileDialog(changed)),
  });

/** @param {() => void} changed */
function themeButton(changed) {
  const dark = kept.theme === "dark";
  return button({
    icon: dark ? "sun" : "moon",
    label: t(dark ? "theme-light" : "theme-dark"),
    class: "quiet",
    key: "theme",
    on: () => {
      kept.theme = dark ? "light" : "dark";
      changed();
    },
  });
}

/** @param {() => void} changed */
const settingsButton = (changed) =>
  button({
    icon: "sliders",
    label: t("settings"),
    class: "quiet",
    key: "settings",
    id: "settings",
    on: () => whenFetched(import("./settings.js"), (m) => m.settingsDialog(changed)),
  });

/** @param {Page} page */
export function drawHeader(page) {
  const again = () => {
    applyLook();
    drawHeader(page);
  };
  const otherwise = () => {
    again();
    page.whoChanged();
  };
  redraw(
    /** @type {HTMLElement} */ (document.getElementById("top")),
    brand(),
    h("h1", { class: "place", id: "place" }, page.title()),
    h("div", { class: "tools" }, langButtons(page), profileButton(otherwise), themeButton(again), settingsButton(again)),
  );
}
