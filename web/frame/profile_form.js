// profile_form.js -- the dialog of a profile: its name, its results, and the best of all.
import { button, dialog, h, note, refill, t } from "./dom.js";
import { field, form } from "./form.js";
import { kept } from "./local_prefs.js";
import { ask, refusal } from "./net.js";
import { player, profileName, showProfile } from "./profile.js";

const RECENT = 8,
  BEST = 12; /* rows */

/* ---- what is told of a profile ---- */

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

/** @param {any} profile */
function results(profile) {
  if (!profile.results?.length) return h("p", { class: "soft" }, t("profile-empty"));
  const head = ["profile-game", "profile-games", "profile-won", "profile-tied", "profile-lost", "profile-best"].map((k) =>
    h("th", { scope: "col" }, t(k)),
  );
  return h(
    "div",
    { class: "table-box", tabindex: 0, role: "group", "aria-label": t("profile-results") },
    h("table", { class: "results" }, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...profile.results.map(resultRow))),
  );
}

/** @param {any} r */
const recentRow = (r) =>
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
  );

/** @param {any} profile */
function recent(profile) {
  if (!profile?.recent?.length) return null;
  const rows = profile.recent.slice(0, RECENT).map(recentRow);
  return h("div", {}, h("h3", {}, t("profile-recent")), h("ul", { class: "rows" }, ...rows));
}

/** @param {any} c */
const rankedClass = (c) =>
  h(
    "div",
    { class: "ranked", "data-class": c.variant },
    h("h4", {}, c.settings),
    h(
      "ol",
      { class: "best" },
      ...c.list
        .slice(0, BEST)
        .map((/** @type {any} */ r) =>
          h("li", {}, h("strong", {}, r.best), " ", r.name, " ", h("span", { class: "soft" }, t("profile-line", r.won, r.openings))),
        ),
    ),
  );

/** Best scores of a game, class by class, fetched when they are looked at. @param {{game: string, title: string}} of */
function ranking({ game, title }) {
  const place = h("div", {});
  const fetch = async () => {
    const answer = await ask({ do: "ranking", game });
    if (answer.is !== "ranking") return note(refusal(answer) ?? t("lost"));
    refill(place, ...answer.classes.map(rankedClass));
    if (!answer.classes.length) place.append(t("ranking-empty"));
  };
  return h(
    "details",
    { "data-ranking": game, ontoggle: () => place.firstChild || fetch() },
    h("summary", {}, t("ranking-of", title)),
    place,
  );
}

/** @param {any} p */
const bestRow = (p) => h("li", {}, h("strong", {}, p.name), h("span", { class: "soft" }, t("profile-line", p.won, p.games)));

/** @param {any[]} list */
const best = (list) => [h("h3", {}, t("profile-all")), h("ol", { class: "best" }, ...list.slice(0, BEST).map(bestRow))];

/* ---- the dialog ---- */

class ProfileForm {
  /** @param {any[]} all profiles, the best first @param {() => void} changed */
  constructor(all, changed) {
    this.all = all;
    this.changed = changed;
    this.body = h("div", {});
    this.trouble = h("p", { class: "trouble", role: "alert" });
    this.name = /** @type {HTMLInputElement} */ (
      h("input", { id: "profile-name", maxlength: 24, autocomplete: "nickname", value: profileName() })
    );
  }

  /** Makes a profile, or gives the one that is here another name. */
  async save() {
    const own = player.profile ? kept.profile : null,
      name = this.name.value.trim();
    const answer = await ask({ do: "profile", ...(own ? { id: own.id, secret: own.secret } : {}), name });
    if (answer.is !== "profile") {
      this.trouble.textContent = refusal(answer) ?? t("lost");
      return;
    }
    if (answer.secret) kept.profile = { id: answer.id, secret: answer.secret };
    player.profile = answer;
    this.trouble.textContent = "";
    note(t("profile-saved", answer.name));
    this.draw();
    this.changed();
  }

  /** This browser is nobody's any more. */
  leave() {
    kept.profile = null;
    player.profile = null;
    this.name.value = "";
    this.draw();
    this.changed();
  }

  /** @param {any} profile */
  actions(profile) {
    return h(
      "div",
      { class: "dialog-actions" },
      h(
        "button",
        { type: "submit", class: "button primary", id: "profile-save" },
        t(profile ? "profile-rename" : "profile-make"),
      ),
      profile ? button({ text: t("profile-leave"), on: () => this.leave() }) : null,
    );
  }

  draw() {
    const { profile } = player;
    refill(
      this.body,
      form(() => this.save(), field(this.name, t("profile-name")), this.trouble, this.actions(profile)),
      profile ? [h("h3", {}, t("profile-results")), results(profile)] : null,
      ...(profile?.results ?? []).filter((/** @type {any} */ r) => r.ranked).map(ranking),
      recent(profile),
      this.all.length ? best(this.all) : null,
    );
  }
}

/** @param {() => void} changed */
export async function profileDialog(changed) {
  await showProfile();
  const all = await ask({ do: "profiles" }),
    own = new ProfileForm(all.is === "profiles" ? all.list : [], changed);
  own.draw();
  const d = dialog(t("profile"), h("p", { class: "soft" }, t("profile-about")), own.body);
  d.addEventListener("click", (e) => {
    if (e.target instanceof Element && e.target.closest("a")) d.close();
  });
}
