// profile.js -- who plays here: a name the server knows again, results and best scores.
import { button, dialog, h, note, refill, t } from "./dom.js";
import { kept } from "./kept.js";
import { ask, refusal } from "./net.js";

/** @type {any} */
let mine = null;

/** Shows this browser's profile to the server, after each connection. */
export async function showProfile() {
  const own = kept.profile;
  if (!own) {
    mine = null;
    return;
  }
  const answer = await ask({ do: "profile", id: own.id, secret: own.secret });
  mine = answer.is === "profile" ? answer : null;
}

/** The name to show in the header, if there is one. */
export const profileName = () => mine?.name ?? "";

/** @param {any} r */
const resultRow = (r) =>
  h(
    "tr",
    {},
    h("th", { scope: "row" }, r.title),
    h("td", {}, r.games),
    h("td", {}, r.won),
    h("td", {}, r.tied),
    h("td", {}, r.lost),
    h("td", {}, r.best ?? "–"),
  );

function results() {
  if (!mine?.results?.length) return h("p", { class: "soft" }, t("profile-empty"));
  const head = ["profile-game", "profile-games", "profile-won", "profile-tied", "profile-lost", "profile-best"].map((k) =>
    h("th", { scope: "col" }, t(k)),
  );
  return h(
    "div",
    { class: "table-box", tabindex: 0, role: "group", "aria-label": t("profile-results") },
    h("table", { class: "results" }, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...mine.results.map(resultRow))),
  );
}

function recent() {
  if (!mine?.recent?.length) return null;
  return h(
    "div",
    {},
    h("h3", {}, t("profile-recent")),
    h(
      "ul",
      { class: "rows" },
      ...mine.recent
        .slice(0, 8)
        .map((/** @type {any} */ r) =>
          h(
            "li",
            {},
            h(
              "a",
              { class: "row", href: "#/t/" + r.table },
              h("strong", {}, r.title),
              h("span", { class: "soft" }, t("outcome-" + r.outcome)),
              h("span", { class: "soft end" }, r.score ?? ""),
            ),
          ),
        ),
    ),
  );
}

/** @param {any[]} list */
const best = (list) =>
  h(
    "ol",
    { class: "best" },
    ...list
      .slice(0, 12)
      .map((p) => h("li", {}, h("strong", {}, p.name), h("span", { class: "soft" }, t("profile-line", p.won, p.games)))),
  );

/** @param {() => void} changed */
export async function profileDialog(changed) {
  await showProfile();
  const all = await ask({ do: "profiles" });
  const trouble = h("p", { class: "trouble", role: "alert" });
  const name = /** @type {HTMLInputElement} */ (
    h("input", { id: "profile-name", maxlength: 24, autocomplete: "nickname", value: mine?.name ?? "" })
  );
  const body = h("div", {});
  async function save() {
    const own = kept.profile,
      text = name.value.trim();
    const answer = await ask(
      own && mine ? { do: "profile", id: own.id, secret: own.secret, name: text } : { do: "profile", name: text },
    );
    if (answer.is !== "profile") {
      trouble.textContent = refusal(answer) ?? t("lost");
      return;
    }
    if (answer.secret) kept.profile = { id: answer.id, secret: answer.secret };
    mine = answer;
    trouble.textContent = "";
    note(t("profile-saved", answer.name));
    draw();
    changed();
  }
  function draw() {
    refill(
      body,
      h(
        "form",
        {
          class: "form",
          onsubmit: (/** @type {Event} */ e) => {
            e.preventDefault();
            save();
          },
        },
        h("div", { class: "field" }, h("label", { for: "profile-name" }, h("span", {}, t("profile-name"))), name),
        trouble,
        h(
          "div",
          { class: "dialog-actions" },
          h("button", { type: "submit", class: "button primary", id: "profile-save" }, t(mine ? "profile-rename" : "profile-make")),
          mine
            ? button({
                text: t("profile-leave"),
                on: () => {
                  kept.profile = null;
                  mine = null;
                  name.value = "";
                  draw();
                  changed();
                },
              })
            : null,
        ),
      ),
      mine ? h("h3", {}, t("profile-results")) : null,
      mine ? results() : null,
      recent(),
      all.is === "profiles" && all.list.length ? h("h3", {}, t("profile-all")) : null,
      all.is === "profiles" && all.list.length ? best(all.list) : null,
    );
  }
  draw();
  const d = dialog(t("profile"), h("p", { class: "soft" }, t("profile-about")), body);
  d.addEventListener("click", (e) => {
    if (e.target instanceof Element && e.target.closest("a")) d.close();
  });
}
