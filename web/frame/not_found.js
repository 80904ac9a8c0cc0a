// not_found.js -- an address that leads to nothing: why, and a way home. Nothing else is shown, as if it could be played.
import { announce, h, refill, t } from "./dom.js";

const place = () => /** @type {HTMLElement} */ (document.getElementById("main"));

/** @param {string} why in words */
export function showNowhere(why) {
  const root = place();
  root.className = "home nowhere";
  refill(
    root,
    h("h1", {}, t("nowhere")),
    h("p", { class: "lead" }, why),
    h("a", { class: "button primary", href: "#/", id: "way-home" }, t("home")),
  );
  announce(why);
}

/** Whether the address led to nothing when it was last tried. */
export const isNowhere = () => place().classList.contains("nowhere");
