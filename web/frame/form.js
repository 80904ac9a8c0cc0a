// form.js -- forms, and the fields they are made of.
import { h } from "./dom.js";

/** @typedef {import("./dom.js").Child} Child */

/** A form that is answered on the page. @param {() => void} submit @param {...(Child | Child[])} children */
export const form = (submit, ...children) =>
  h(
    "form",
    {
      class: "form",
      onsubmit: (/** @type {Event} */ e) => {
        e.preventDefault();
        submit();
      },
    },
    ...children,
  );

/** @param {HTMLElement} input with an id @param {string} text @param {{class?: string, small?: string}} [more] */
export const field = (input, text, more = {}) =>
  h(
    "div",
    { class: more.class ?? "field" },
    h("label", { for: input.id }, h("span", {}, text), more.small === undefined ? null : h("small", {}, more.small)),
    input,
  );

/** A list to choose from. @param {Record<string, any>} props @param {...HTMLElement} choices */
export const select = (props, ...choices) => /** @type {HTMLSelectElement} */ (h("select", props, ...choices));

/** @param {string} value @param {string} text @param {boolean} [selected] */
export const option = (value, text, selected = false) => h("option", { value, selected }, text);
