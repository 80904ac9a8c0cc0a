// learn.js -- short lessons (#/learn, #/learn/ID): text, films, and exercises that the server judges. What was solved is remembered here.
import { button, h, refill, t } from "../frame/dom.js";
import { kept } from "../frame/local_prefs.js";
import { addressOf } from "./logic.js";
import { ask, refusal } from "../frame/net.js";
import { Projector } from "./film_player.js";
import { smallPicture } from "../board/scene.js";
import { inTurn, studyView } from "./common.js";
import { optionsOf, watchAddress } from "./watch_search.js";

/** @typedef {{id: string, title: string, about: string, exercises: number}} Heading */
/** @typedef {{kind: string, text: string, exercise: boolean, game: string, variant: string, position: string, of: string, lines?: string, ask?: string, scene?: any, moves?: any[]}} Part */

const choices = /** @type {Record<string, [string, string][]>} */ ({
  worth: [["+1", "+1"], ["0", "0"], ["-1", "−1"]],
  claim: [["safe", "learn-safe"], ["danger", "learn-danger"], ["open", "learn-open"]],
  follows: [["yes", "learn-yes"], ["no", "learn-no"]],
  together: [["yes", "learn-yes"], ["no", "learn-no"]],
});
const withMoves = ["move", "first", "plays"];
const filmed = ["trace", "logic", "first", "plays", "cuts"];

/* ---- films ---- */

/** The request for the film of a part, and the address that shows it alone. @param {Part} part */
function filmOf({ kind, game, variant, position, of, lines = "", ask: question = "" }) {
  if (kind === "logic") return { request: { do: "logic", of, text: lines, ask: question }, address: addressOf({ view: of, text: lines, ask: question, step: 0 }) };
  return { request: { do: "trace", game, options: optionsOf(variant), position, of }, address: watchAddress({ game, variant, position, of, first: "", step: 0 }) };
}

/** A film is fetched when it is wanted. @param {Part} part @param {number} at @param {boolean} open */
function filmBox(part, at, open) {
  const { request, address } = filmOf(part),
    projector = new Projector(() => {}, "film-" + at),
    box = h("div", { class: "learn-film" });
  const load = async () => {
    refill(box, projector.root, h("a", { class: "soft", href: address }, t("learn-large")));
    const answer = await inTurn(request);
    if (answer.steps) projector.load(answer);
    else refill(box, h("p", { class: "bench-trouble" }, refusal(answer) ?? t("lost")));
  };
  if (open) load();
  else refill(box, button({ icon: "play", text: t("learn-film"), class: "small film-open", on: load }));
  return { box, stop: () => projector.stop() };
}

/* ---- exercises ---- */

/** Where an answer is given: by a button for each, or in writing. @param {Part} part @param {(text: string) => void} give */
function answerField({ kind, moves = [] }, give) {
  const known = choices[kind] ?? (withMoves.includes(kind) ? moves.map((m) => /** @type {[string, string]} */ ([m.move, m.move])) : null);
  if (known)
    return h(
      "div",
      { class: "learn-choices", role: "group", "aria-label": t("learn-answer") },
      known.map(([value, word]) => h("button", { type: "button", class: "button small", value, onclick: () => give(value) }, word.startsWith("learn-") ? t(word) : word)),
    );
  const long = kind === "derive",
    field = /** @type {HTMLInputElement} */ (h(long ? "textarea" : "input", { class: "learn-field", rows: 5, "aria-label": t("learn-answer"), autocomplete: "off", autocapitalize: "off", spellcheck: "false" }));
  return h(
    "form",
    {
      class: "learn-writing",
      onsubmit: (/** @type {Event} */ e) => {
        e.preventDefault();
        give(field.value);
      },
    },
    field,
    h("button", { type: "submit", class: "button primary learn-try" }, t("learn-try")),
  );
}

/** What is given in an exercise of logic; a question to be answered stands in its text. @param {Part} part */
const given = ({ kind, lines }) =>
  lines && kind === "derive" ? h("div", { class: "learn-given" }, h("span", { class: "soft" }, t("learn-given")), h("pre", {}, lines.replaceAll(" : P", ""))) : null;

class Lesson {
  /** @param {string} id @param {() => Heading[]} all */
  constructor(id, all) {
    this.id = id;
    this.all = all;
    /** @type {(() => void)[]} */
    this.stops = [];
    this.end = h("section", { class: "learn-end" });
  }

  stop() {
    for (const stop of this.stops) stop();
    this.stops = [];
  }

  /** @param {Part} part @param {number} at @param {number} number of the exercise */
  exercise(part, at, number) {
    const verdict = h("p", { class: "bench-verdict", role: "status", hidden: true }),
      done = kept.solved("learn:" + this.id).includes(String(at)),
      card = h("section", { class: "learn-exercise" + (done ? " done" : ""), "data-part": at });
    const give = async (/** @type {string} */ text) => {
      const answer = await inTurn({ do: "learn", id: this.id, step: at, text });
      verdict.hidden = false;
      verdict.className = "bench-verdict " + (answer.right ? "yes" : "no");
      verdict.textContent = answer.text ?? refusal(answer) ?? t("lost");
      if (!answer.right) return;
      kept.addSolved("learn:" + this.id, String(at));
      card.classList.add("done");
      this.drawEnd();
    };
    refill(card, h("h2", {}, t("learn-exercise", number)), h("p", { class: "learn-text" }, part.text), part.scene ? h("div", { class: "learn-picture" }, smallPicture(part.scene)) : null, given(part));
    if (filmed.includes(part.kind)) {
      const film = filmBox(part, at, false);
      this.stops.push(film.stop);
      card.append(film.box);
    }
    card.append(answerField(part, give), verdict);
    return card;
  }

  /** @param {Part} part @param {number} at @param {number} number */
  part(part, at, number) {
    if (part.exercise) return this.exercise(part, at, number);
    const text = h("p", { class: "learn-text" }, part.text);
    if (!filmed.includes(part.kind)) return text;
    const film = filmBox(part, at, true);
    this.stops.push(film.stop);
    return h("section", {}, text, film.box);
  }

  /** What comes next. */
  drawEnd() {
    const all = this.all(),
      at = all.findIndex((l) => l.id === this.id),
      next = all[at + 1],
      whole = all[at] && kept.solved("learn:" + this.id).length >= all[at].exercises;
    refill(
      this.end,
      whole ? h("p", { class: "bench-verdict yes" }, t("learn-whole")) : null,
      next ? h("a", { class: "button primary", href: "#/learn/" + next.id, id: "learn-next" }, t("learn-next", next.title)) : null,
      h("a", { class: "button", href: "#/learn", id: "learn-all" }, t("learn-all")),
    );
  }

  /** @param {HTMLElement} root @param {any} lesson */
  draw(root, lesson) {
    let number = 0;
    this.stop();
    this.drawEnd();
    refill(
      root,
      h("article", { class: "learn" }, h("div", { class: "hero" }, h("div", {}, h("h1", {}, lesson.title), h("p", {}, lesson.about))), lesson.parts.map((/** @type {Part} */ p, /** @type {number} */ at) => this.part(p, at, p.exercise ? ++number : 0)), this.end),
    );
  }
}

/** @param {Heading} lesson @param {number} i */
function lessonCard({ id, title, about, exercises }, i) {
  const done = Math.min(exercises, kept.solved("learn:" + id).length);
  return h(
    "a",
    { class: "learn-card", href: "#/learn/" + id, id: "learn-" + id },
    h("span", { class: "learn-number", "aria-hidden": "true" }, i + 1),
    h("strong", {}, title),
    h("span", {}, about),
    h("span", { class: "soft" }, done ? t("learn-done", done, exercises) : t("learn-exercises", exercises)),
  );
}

/** @param {HTMLElement} root @param {Heading[]} lessons */
const drawList = (root, lessons) =>
  refill(
    root,
    h("div", { class: "hero" }, h("div", {}, h("h1", {}, t("learn-title")), h("p", {}, t("learn-about")))),
    h("div", { class: "learn-cards" }, lessons.map(lessonCard)),
    h("div", { class: "bench-tools" }, h("a", { class: "button", href: "#/logic" }, t("bench")), h("a", { class: "button", href: "#/derive" }, t("derive")), h("a", { class: "button", href: "#/watch" }, t("watch-work"))),
  );

/** The view of a lesson, or of all (main.js). @param {string | undefined} id @param {(title: string) => void} setTitle */
export function learnView(id, setTitle) {
  /** @type {Heading[]} */
  let all = [];
  /** @type {any} */
  let shown = null;
  const lesson = new Lesson(id ?? "", () => all);
  return studyView({
    async fetch() {
      all = (await inTurn({ do: "learn" })).lessons ?? [];
      shown = id ? await inTurn({ do: "learn", id }) : null;
    },
    draw(place) {
      setTitle(shown?.title ?? t("learn-title"));
      if (shown?.parts) lesson.draw(place, shown);
      else drawList(place, all);
    },
    left: () => lesson.stop(),
  });
}
