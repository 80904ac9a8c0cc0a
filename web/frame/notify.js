// notify.js -- says that it is your turn when you look elsewhere: the title, the icon, and a notification if that was allowed.
import { t } from "./dom.js";
import { kept } from "./local_prefs.js";

const plain = "icon.svg",
  pressing = "icon-turn.svg";

/** Whether the others wait for who sits here. @param {any} table */
export const isAwaited = (table) => Boolean(table?.acting && !table.over && !table.analysis);

/** The title of the page while a table is seen. @param {string} title @param {boolean} awaited */
const titleOf = (title, awaited) => `${awaited ? "● " + t("your-turn") + " – " : ""}${title ? title + " · " : ""}Duelliste`;

/** Shows in the tab whether one is awaited. @param {string} title @param {boolean} awaited */
export function showAwaited(title, awaited) {
  const icon = document.querySelector('link[rel="icon"]');
  document.title = titleOf(title, awaited);
  if (icon?.getAttribute("href") !== (awaited ? pressing : plain)) icon?.setAttribute("href", awaited ? pressing : plain);
  if (awaited) navigator.setAppBadge?.().catch(() => {});
  else navigator.clearAppBadge?.().catch(() => {});
}

/** Tells one who is elsewhere. @param {any} table */
export function notify(table) {
  if (!kept.notifies || !document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  const note = new Notification(table.title, { body: table.status, tag: table.id, icon: plain });
  note.onclick = () => {
    window.focus();
    note.close();
  };
}
