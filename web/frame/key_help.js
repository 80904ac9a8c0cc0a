// key_help.js -- the list of a table's keys.
import { dialog, h, t } from "./dom.js";

/** What is pressed, and the word for what it does. */
const sheet = [
  [["Tab", "↑ ↓ ← →"], "keys-board"],
  [["Enter"], "keys-pick"],
  [["F2"], "keys-other"],
  [["Esc"], "keys-back"],
  [["←", "→"], "keys-walk"],
  [["Home", "End"], "keys-ends"],
  [["u"], "undo"],
  [["h"], "keys-hint"],
  [["?"], "keys"],
];

/** What is written on a key. @param {string} key */
const nameOf = (key) => (/^[A-Z][a-z]/.test(key) ? t("key-" + key) : key);

/** @param {string[]} keys @param {string} what */
const row = (keys, what) => [h("dt", {}, ...keys.map((key) => h("kbd", {}, nameOf(key)))), h("dd", {}, t(what))];

export function showKeys() {
  dialog(
    t("keys"),
    h("dl", { class: "keys" }, ...sheet.flatMap(([keys, what]) => row(/** @type {string[]} */ (keys), String(what)))),
    h("p", { class: "soft" }, t("keys-typed")),
  );
}
