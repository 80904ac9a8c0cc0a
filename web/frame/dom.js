// dom.js -- making elements, and the words the server sent for them.

/** @type {Record<string, string>} */
let words = {};

/** @param {Record<string, string>} all */
export function setWords(all) {
  words = all;
}

/** Words that some screens only need. @param {Record<string, string>} more */
export function addWords(more) {
  words = { ...words, ...more };
}

/** The text of a key, with {0}, {1}… replaced; {0:one|many} chooses a word by the number.
 * @param {string} key @param {...(string|number)} args */
export function t(key, ...args) {
  return (words[key] ?? key).replace(/\{(\d)(?::([^|}]*)\|([^}]*))?\}/g, (_, i, one, many) => {
    const n = Number(args[i]);
    const single = document.documentElement.lang === "fr" ? n < 2 : n === 1;
    return one === undefined ? String(args[i] ?? "") : single ? one : many;
  });
}

/** The whole address of something of this page, in whichever folder of its host that is. @param {string} path @returns {string} */
export const addressOf = (path) => new URL(path, location.href).href;

/** @typedef {Node | string | number | null | undefined | false} Child */

/** @param {Element} e @param {Record<string, any>} props */
function dress(e, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
    else if (name === "value") /** @type {any} */ (e).value = value;
    else e.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @param {Element} e @param {any[]} children */
function fill(e, children) {
  for (const c of children.flat()) {
    if (c !== null && c !== undefined && c !== false) e.append(c instanceof Node ? c : String(c));
  }
}

/** Puts new children in place of the old. @param {Element} e @param {...(Child | Child[])} children */
export function refill(e, ...children) {
  e.replaceChildren();
  fill(e, children);
}

/** The same, and the keyboard stays on what has the same key, or beside it where that can do nothing now. @param {Element} e @param {...(Child | Child[])} children */
export function redraw(e, ...children) {
  const active = document.activeElement,
    key = active instanceof HTMLElement && e.contains(active) ? active.dataset.key : undefined;
  refill(e, ...children);
  const same = key ? e.querySelector(`[data-key="${CSS.escape(key)}"]`) : null,
    stays = same?.matches(":disabled") ? same.parentElement?.querySelector("button:not(:disabled)") : same;
  if (stays instanceof HTMLElement) stays.focus({ preventScroll: true });
}

/** An HTML element. @param {string} tag @param {Record<string, any>} [props] @param {...(Child | Child[])} children
 * @returns {HTMLElement} */
export function h(tag, props = {}, ...children) {
  const e = document.createElement(tag);
  fill(e, children);
  dress(e, props);
  return e;
}

/** An SVG element. @param {string} tag @param {Record<string, any>} [props] @param {...(Child | Child[])} children
 * @returns {SVGElement} */
export function s(tag, props = {}, ...children) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(e, children);
  dress(e, props);
  return e;
}

export const paths = {
  home: "M4 11 12 4l8 7M6.5 9.5V20h11V9.5",
  undo: "M9 7 4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 0 10h-3",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.7.6 1.1 1.2 1.1 2.2h5c0-1 .4-1.6 1.1-2.2A6 6 0 0 0 12 3",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2.5v2.5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3 7 7M17 17l1.7 1.7M18.7 5.3 17 7M7 17l-1.7 1.7",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12M12 9.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4",
  plus: "M12 5v14M5 12h14",
  again: "M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4v5h-5",
  check: "M5 12.5 10 17.5 19.5 7",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  sliders: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
  book: "M12 6.5C10 5 7 4.5 4 5v13c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5zm0 0v13",
  first: "M6 5v14M18 6l-8 6 8 6",
  prev: "M15 6l-7 6 7 6",
  next: "M9 6l7 6-7 6",
  last: "M18 5v14M6 6l8 6-8 6",
  download: "M12 4v11M8 11.5l4 4 4-4M5 20h14",
  share: "M12 15V4M8 7.5 12 3.5l4 4M6 11H4.5v9h15v-9H18",
  close: "M6 6l12 12M18 6 6 18",
  graph: "M4 20V4M4 20h16M7 15l4-5 3 3 5-7",
  branch: "M6 4v7a5 5 0 0 0 5 5h7M14 12l4 4-4 4",
  turn: "M7 4v15M3.5 15.5 7 19l3.5-3.5M17 20V5M13.5 8.5 17 5l3.5 3.5",
  edit: "M4 20l1-4.5L16.5 4l3.5 3.5L8.5 19zM14 6.5l3.5 3.5",
  resign: "M6 21V4M6 4.5h11l-2.5 4 2.5 4H6",
  watch:
    "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12M12 9.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4M4 4v3M20 4v3",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4.5 20.5c.7-4.2 3.7-6 7.5-6s6.8 1.8 7.5 6",
  play: "M8 5.5v13l10.5-6.5z",
  keys: "M3 7h18v10H3zM6.5 10.3h.01M10 10.3h.01M13.5 10.3h.01M17.5 10.3h.01M7.5 14h9",
};

/** A line drawing of 24 by 24. @param {keyof typeof paths} name */
export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: paths[name] }));
}

/** A button with an icon, a text, or both.
 * @param {{text?: string, icon?: keyof typeof paths, label?: string, class?: string, on: (e: Event) => void,
 *          pressed?: boolean, disabled?: boolean, id?: string, key?: string}} b */
export function button(b) {
  return h(
    "button",
    {
      type: "button",
      class: "button " + (b.class ?? ""),
      "aria-label": b.label,
      title: b.label,
      "aria-pressed": b.pressed === undefined ? null : String(b.pressed),
      disabled: b.disabled,
      id: b.id,
      "data-key": b.key,
      onclick: b.on,
    },
    b.icon ? icon(b.icon) : null,
    b.text ? h("span", {}, b.text) : null,
  );
}

/** What a panel is about, and beside it what can be done there: no part of its heading. @param {HTMLElement} heading @param {...(Child | Child[])} buttons */
export const panelHead = (heading, ...buttons) =>
  h("div", { class: "panel-head" }, heading, h("span", { class: "steps" }, ...buttons));

/** Says something to those who listen instead of looking. @param {string} text */
export function announce(text) {
  const live = document.getElementById("live");
  if (live && live.textContent !== text) live.textContent = text;
}

/** A note that goes away by itself. @param {string} text */
export function note(text) {
  const box = document.getElementById("notes");
  const e = h("p", { class: "note", role: "alert" }, text);
  box?.replaceChildren(e);
  setTimeout(() => e.remove(), 5000);
}

/** Shows something whose code is fetched only now. @template M @param {Promise<M>} code @param {(module: M) => void} show */
export const whenFetched = (code, show) => code.then(show, () => note(t("lost")));

/** A window above the page; Escape and its cross close it.
 * @param {string} title @param {...(Child | Child[])} children @returns {HTMLDialogElement} */
export function dialog(title, ...children) {
  const d = /** @type {HTMLDialogElement} */ (
    h(
      "dialog",
      { class: "dialog", "aria-labelledby": "dialog-title" },
      h(
        "div",
        { class: "dialog-head" },
        h("h2", { id: "dialog-title" }, title),
        button({ icon: "close", label: t("close"), class: "quiet", on: () => d.close() }),
      ),
      h("div", { class: "dialog-body" }, ...children),
    )
  );
  d.addEventListener("close", () => d.remove());
  d.addEventListener("click", (e) => {
    if (e.target === d) d.close();
  });
  document.body.append(d);
  d.showModal();
  return d;
}
