// settings.js -- how one likes it: colours, sounds, notifications. The browser remembers.
import { dialog, h, note, t } from "./dom.js";
import { kept } from "./local_prefs.js";
import { sound } from "./sounds.js";

/** @param {string} id @param {boolean} on @param {(on: boolean) => void} change */
function check(id, on, change) {
  const box = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", id: "set-" + id, checked: on }));
  box.addEventListener("change", () => change(box.checked));
  return h("div", { class: "check" }, box, h("label", { for: "set-" + id }, t("set-" + id)));
}

/** The browser asks, too. @param {boolean} on */
async function allowNotifications(on) {
  const allowed = on && "Notification" in window && (await Notification.requestPermission()) === "granted";
  kept.notifies = allowed;
  if (on === allowed) return;
  const box = document.getElementById("set-notifies");
  if (box instanceof HTMLInputElement) box.checked = false;
  note(t("notifies-refused"));
}

/** @param {() => void} changed the look is another */
export function settingsDialog(changed) {
  dialog(
    t("settings"),
    check("palette", kept.palette === "okabe", (on) => {
      kept.palette = on ? "okabe" : "plain";
      changed();
    }),
    check("sound", kept.sound, (on) => {
      kept.sound = on;
      sound("piece");
    }),
    check("notifies", kept.notifies, allowNotifications),
    h("p", { class: "soft small-text" }, t("settings-about")),
  );
}
