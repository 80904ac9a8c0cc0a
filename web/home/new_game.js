// new_game.js -- the form of a new game: who plays, and the options of the game's own table.
import { dialog, h, refill, t } from "../frame/dom.js";
import { field, form, option, select } from "../frame/form.js";
import { kept } from "../frame/local_prefs.js";
import { ask, house, refusal } from "../frame/net.js";
import { player } from "../frame/profile.js";
import { create, wholeGame } from "./start_game.js";

/** Clocks to choose from: seconds at first, seconds more for each move. */
const clocks = [
  [0, 0],
  [60, 0],
  [180, 2],
  [300, 5],
  [600, 5],
  [1800, 20],
];

/** Its name is not the input's `name`: an option called "matches" would hide a method of the form. @param {any} o */
function optionInput(o) {
  const props = { id: "option-" + o.name, "data-name": o.name };
  if (o.kind === "yesno") return select(props, ...["no", "yes"].map((w) => option(w, t(w), w === o.default)));
  if (o.kind === "choice")
    return select(props, ...o.choices.map((/** @type {string} */ w, /** @type {number} */ i) => option(w, o.words?.[i] ?? w, w === o.default)));
  const type = o.kind === "number" ? "number" : "text";
  return h("input", { ...props, value: o.default, type, min: o.least, max: o.most, autocomplete: "off" });
}

const COUNTABLE = 1e9, /* beyond it the limits of a number tell nobody anything */
  SEEN = 4; /* options that are seen at once, if there are more than a few */

/** What people call it, and from where to where it goes. @param {any} o */
const optionField = (o) =>
  field(optionInput(o), o.title ?? o.help, o.kind === "number" && o.most < COUNTABLE ? { small: t("option-range", o.least, o.most) } : {});

/** The first of them, and the others folded away. @param {HTMLElement[]} fields */
const folded = (fields) =>
  fields.length <= SEEN + 2
    ? fields
    : [
        ...fields.slice(0, SEEN),
        h("details", { class: "more-options" }, h("summary", {}, t("more-options")), h("div", { class: "fields" }, ...fields.slice(SEEN))),
      ];

/** @typedef {{spec: string, name: string, about: string, named: boolean}} Opponent */

/** Whom a seat can go to, in groups; machines with a name of their own stand apart. @param {any} game */
const seatGroups = ({ opponents, programs }) => [
  [t("people"), ["here", ...(house.alone ? [] : ["elsewhere", "open"])].map((spec) => ({ spec, name: t("seat-" + spec) }))],
  [t("machines"), opponents.filter((/** @type {Opponent} */ o) => !o.named)],
  [t("machines-named"), opponents.filter((/** @type {Opponent} */ o) => o.named)],
  [
    t("programs"),
    programs
      .map((/** @type {string | null} */ name, /** @type {number} */ n) => ({ spec: "program:" + (n + 1), name }))
      .filter((/** @type {{name: string | null}} */ { name }) => name !== null),
  ],
];

/** Who is met first: the one chosen last by a guest, the level that follows from the results of a profile. @param {any} game */
const firstOpponent = (game) => (player.profile ? game.suggested : kept.opponent);

/** @param {any} game @param {string} role @param {number} i */
function seatField(game, role, i) {
  const wanted = i === 0 ? "here" : firstOpponent(game),
    choice = (/** @type {{spec: string, name: string}} */ { spec, name }) => option(spec, name, spec === wanted),
    groups = seatGroups(game).filter(([_, list]) => list.length),
    list = select(
      { id: "seat-" + i, class: "seat-choice" },
      ...groups.map(([label, members]) => h("optgroup", { label }, ...members.map(choice))),
    ),
    about = h("small", { class: "soft seat-about", id: "seat-about-" + i }),
    tell = () => (about.textContent = game.opponents.find((/** @type {Opponent} */ o) => o.spec === list.value)?.about ?? "");
  list.addEventListener("change", tell);
  list.setAttribute("aria-describedby", about.id);
  tell();
  const name = h("input", { id: "name-" + i, class: "seat-person", maxlength: 24, autocomplete: "off", hidden: true });
  name.setAttribute("placeholder", t("seat-person"));
  name.setAttribute("aria-label", t("seat-person-of", role));
  const box = field(list, role);
  box.append(name);
  return h("div", {}, box, about);
}

/** @param {number[]} clock */
const clockOption = ([main, more]) =>
  option(`${main} ${more}`, main ? t("clock-choice", main / 60, more) : t("clock-none"));

class NewGame {
  /** @param {any} game with its options */
  constructor(game) {
    this.game = game;
    this.roles = game.roles;
    this.seats = h("div", { class: "fields" });
    this.options = h("div", { class: "fields" }, ...folded(game.options.map(optionField)));
    this.advice = select({ id: "advice" }, ...["off", "all", "shown"].map((v) => option(v, t("advice-" + v))));
    this.clock = select({ id: "clock" }, ...clocks.map(clockOption));
    this.among = field(this.advice, t("advice-rule")); /* only among people */
    this.trouble = h("p", { class: "trouble", role: "alert" });
    this.among.hidden = true;
    this.options.addEventListener("input", () => this.check()); /* not once the field is left: the button would move away from under the click */
    this.seats.addEventListener("change", () => this.drawPlaces());
  }

  show() {
    this.drawSeats();
    this.dialog = dialog(
      this.game.title,
      form(
        () => this.go(),
        h("h3", {}, t("who-plays")),
        this.seats,
        h("div", { class: "fields more" }, this.among, field(this.clock, t("clock"))),
        this.game.options.length ? h("h3", {}, t("options")) : null,
        this.options,
        this.trouble,
        h("div", { class: "dialog-actions" }, h("button", { type: "submit", class: "button primary" }, t("start"))),
      ),
    );
  }

  /** A field for each seat; what was chosen stays. */
  drawSeats() {
    const [places, names] = [this.places(), this.names()],
      one = (/** @type {string} */ role, /** @type {number} */ i) => seatField(this.game, role, i);
    refill(this.seats, ...this.roles.map(one));
    for (const [i, e] of this.seats.querySelectorAll("select").entries()) e.value = places[i] ?? e.value;
    for (const [i, e] of this.seats.querySelectorAll("input").entries()) e.value = names[i] ?? "";
  }

  /** What only matters among people: the rule for advice with those elsewhere, names where several sit at this screen. */
  drawPlaces() {
    const places = this.places(),
      here = places.filter((p) => p === "here").length;
    this.among.hidden = !places.some((p) => p === "elsewhere" || p === "open");
    for (const [i, name] of this.seats.querySelectorAll(".seat-person").entries())
      /** @type {HTMLElement} */ (name).hidden = here < 2 || places[i] !== "here";
  }

  /** What those at this screen are called. */
  names() {
    const all = /** @type {NodeListOf<HTMLInputElement>} */ (this.seats.querySelectorAll(".seat-person"));
    return [...all].map((e) => (e.hidden ? "" : e.value.trim()));
  }

  /** What each seat is. */
  places() {
    return [...this.seats.querySelectorAll("select")].map((e) => e.value);
  }

  /** The options that are not left as they were: those are not said, so that the table's title stays short. */
  chosen() {
    const usual = new Map(this.game.options.map((/** @type {any} */ o) => [o.name, o.default])),
      inputs = /** @type {NodeListOf<HTMLInputElement>} */ (this.options.querySelectorAll("input, select"));
    const all = [...inputs].map((e) => [e.dataset.name ?? "", e.value.trim()]);
    return Object.fromEntries(all.filter(([name, value]) => usual.get(name) !== value));
  }

  /** Asks whether the options fit; there may be more seats now. */
  async check() {
    const answer = await ask({ do: "variant", game: this.game.id, options: this.chosen() }),
      fits = answer.is === "variant";
    this.trouble.textContent = fits ? "" : (refusal(answer) ?? t("lost"));
    if (!fits || answer.roles.length === this.roles.length) return;
    this.roles = answer.roles;
    this.drawSeats();
    this.drawPlaces();
  }

  async go() {
    await this.check(); /* there may be more seats by now */
    const places = this.places(),
      machine = places.find((p) => this.game.opponents.some((/** @type {Opponent} */ o) => o.spec === p && !o.named)),
      [main, more] = this.clock.value.split(" ").map(Number);
    if (machine) kept.opponent = machine;
    const rules = { advice: this.advice.value, ...(main ? { clock: { main, more } } : {}) };
    const trouble = await create(this.game.id, this.chosen(), places, rules, this.names());
    this.trouble.textContent = trouble;
    if (!trouble) this.dialog?.close();
  }
}

/** @param {any} brief */
export async function newGame(brief) {
  const game = await wholeGame(brief);
  if (game) new NewGame(game).show();
}
