// questions.js -- questions between the players of a table and to others: to take back, to give a seat away, to come, to play
// again. It stands under the board, where one looks, on any screen.
import { copy, tell } from "./table_panel.js";
import { addressOf, button, h, redraw, t } from "../frame/dom.js";
import { kept } from "../frame/local_prefs.js";
import { isSeated } from "../known/table_state.js";
import { ask } from "../frame/net.js";

/** @param {string} id @param {{seat: number, token: string}} k @param {string} role */
function invitation(id, k, role) {
  const url = addressOf(`./#/t/${id}/k/${k.token}`);
  const field = /** @type {HTMLInputElement} */ (
    h("input", { class: "link", readonly: true, value: url, "aria-label": t("invite", role), onfocus: () => field.select() })
  );
  return h(
    "div",
    { class: "invitation" },
    h("p", {}, t("invite", role)),
    h(
      "div",
      { class: "link-row" },
      field,
      button({
        icon: "copy",
        label: t("copy"),
        on: () => {
          field.select();
          copy(url, t("copied"));
        },
      }),
    ),
  );
}

/** A question to those who sit here, and its two answers. @param {string} text @param {any} now */
function question(text, now) {
  const answer = (/** @type {boolean} */ yes) => ask({ do: "answer", yes, rev: now.rev }).then(tell);
  return [
    h("p", { class: "question" }, text),
    h(
      "div",
      { class: "asked-actions" },
      button({ text: t("accept"), class: "primary small", id: "accept", on: () => answer(true) }),
      button({ text: t("decline"), class: "small", id: "decline", on: () => answer(false) }),
    ),
  ];
}

/** Those who sit here are asked. @param {any} now */
function questions(now) {
  if (now.asked === true) return question(t("undo-asked"), now);
  return now.wants && !now.wants.mine && isSeated(now) ? question(t("seat-asked", now.wants.role), now) : [];
}

/** What others have been asked and not answered yet. @param {any} now */
const waits = (now) => [
  now.asked === false ? h("p", { class: "soft" }, t("undo-waits")) : null,
  now.wants?.mine ? h("p", { class: "soft" }, t("seat-waits", now.wants.role)) : null,
];

/** Somebody has gone on to the return game. @param {any} now @param {() => void} again */
function offer(now, again) {
  if (!now.again || kept.seats(now.again).length) return [];
  return [
    h("p", { class: "question" }, t("again-offered")),
    isSeated(now)
      ? button({ icon: "again", text: t("again"), class: "primary small", key: "again-offered", on: again })
      : h("a", { class: "button small", href: "#/t/" + now.again }, t("watch")),
  ];
}

/** Seats that somebody is invited to and nobody has taken yet. @param {any} now */
const invited = (now) =>
  kept
    .seats(now.id)
    .filter((k) => k.kind !== "here" && k.seat >= 0 && now.seats[k.seat] && !now.seats[k.seat].present && !now.over);

/** @param {HTMLElement} box @param {any} now the table @param {() => void} again */
export function drawAsked(box, now, again) {
  const parts = [
    ...questions(now),
    ...waits(now),
    ...offer(now, again),
    ...invited(now).map((k) => invitation(now.id, k, now.seats[k.seat].role)),
    isSeated(now) ? null : h("p", { class: "soft" }, t("spectator")),
  ].filter(Boolean);
  box.hidden = parts.length === 0;
  box.classList.toggle("pressing", questions(now).length > 0);
  redraw(box, ...parts);
}

/** What was asked of others has ended, and nothing came of it. @param {any} now @param {any} before @returns {string} in words; "": nothing of the kind */
export function declined(now, before) {
  const same = before && now.list.length === before.list.length && !now.over;
  if (!same) return "";
  if (before.asked === false && now.asked === undefined) return t("undo-declined");
  return before.wants?.mine && !now.wants && !isSeated(now) ? t("seat-declined", before.wants.role) : "";
}

/** What is asked now and was not before, for those who listen. @param {any} now @param {any} before */
export function spokenQuestion(now, before) {
  if (now.asked === true && before?.asked !== true) return t("undo-asked");
  return now.wants && !now.wants.mine && !before?.wants && isSeated(now) ? t("seat-asked", now.wants.role) : "";
}
