// form.js -- beginning a game: at once, or with options and seats of one's choice; and the rules.
import { button, dialog, h, note, refill, t } from "./dom.js";
import { kept } from "./kept.js";
import { ask, refusal } from "./net.js";
import { miniature } from "./scene.js";

/** Clocks to choose from: seconds at first, seconds more for each move. */
const clocks = [
  [0, 0],
  [60, 0],
  [180, 2],
  [300, 5],
  [600, 5],
  [1800, 20],
];

/** Makes the table and goes there. @param {string} game @param {Record<string, string>} options @param {string[]} seats @param {{advice?: string, clock?: {main: number, more: number}}} [more] */
export async function create(game, options, seats, more = {}) {
  const answer = await ask({ do: "create", game, options, seats, ...more });
  if (answer.is !== "created") return refusal(answer) ?? t("lost");
  kept.addSeats(answer.table, answer.seats);
  location.hash = "#/t/" + answer.table;
  return "";
}

/** One click: the first seat against a machine. @param {any} game */
export async function start(game) {
  const seats = game.roles.map((/** @type {string} */ _, /** @type {number} */ i) => (i === 0 ? "here" : kept.opponent));
  const trouble = await create(game.id, {}, seats);
  if (trouble) note(trouble);
}

/** A game with its rules and options, which the server tells on demand. @param {any} brief */
async function whole(brief) {
  const answer = await ask({ do: "rules", game: brief.id });
  return answer.is === "rules" ? { ...brief, rules: answer.rules, options: answer.options, programs: answer.programs } : null;
}

/** A paragraph; what stands after its first line end is a drawing. @param {string} text */
function paragraph(text) {
  const [first, ...drawing] = text.split("\n");
  return drawing.length ? [h("p", {}, first), h("pre", { class: "rules-drawing" }, drawing.join("\n").replace(/^\n+/, ""))] : [h("p", {}, first)];
}

/** @param {any} brief */
export async function showRules(brief) {
  const game = await whole(brief);
  if (!game) {
    note(t("lost"));
    return;
  }
  const d = dialog(
    game.title,
    game.scene ? h("div", { class: "rules-picture" }, miniature(game.scene)) : null,
    h("p", { class: "lead" }, game.tagline),
    ...game.rules.flatMap(paragraph),
    h(
      "div",
      { class: "dialog-actions" },
      button({
        text: t("play"),
        class: "primary",
        on: () => {
          d.close();
          start(game);
        },
      }),
      brief.lesson ? h("a", { class: "button", href: "#/l/" + brief.id, onclick: () => d.close() }, t("lesson")) : null,
      button({
        text: t("options"),
        on: () => {
          d.close();
          newGame(game);
        },
      }),
    ),
  );
}

/** Its name is not the input's `name`: an option called "matches" would hide a method of the form. @param {any} o */
function optionField(o) {
  const id = "option-" + o.name;
  let input;
  if (o.kind === "yesno" || o.kind === "choice") {
    const words = o.kind === "yesno" ? ["no", "yes"] : o.choices;
    input = h(
      "select",
      { id, "data-name": o.name },
      ...words.map((/** @type {string} */ w) =>
        h("option", { value: w, selected: w === o.default }, o.kind === "yesno" ? t(w) : w),
      ),
    );
  } else {
    input = h("input", {
      id,
      "data-name": o.name,
      value: o.default,
      type: o.kind === "number" ? "number" : "text",
      min: o.least,
      max: o.most,
      autocomplete: "off",
    });
  }
  return h(
    "div",
    { class: "field" },
    h(
      "label",
      { for: id },
      h("span", {}, o.help),
      h("small", {}, o.kind === "number" ? `${o.name} · ${o.least}–${o.most}` : o.name),
    ),
    input,
  );
}

/** @param {string[]} programs that may be seated @param {string} role @param {number} i */
function seatField(programs, role, i) {
  const id = "seat-" + i;
  const choice = (/** @type {string} */ value, /** @type {string} */ text) =>
    h("option", { value, selected: value === (i === 0 ? "here" : kept.opponent) }, text);
  return h(
    "div",
    { class: "field" },
    h("label", { for: id }, h("span", {}, role)),
    h(
      "select",
      { id, class: "seat-choice" },
      h(
        "optgroup",
        { label: t("people") },
        choice("here", t("seat-here")),
        choice("elsewhere", t("seat-elsewhere")),
        choice("open", t("seat-open")),
      ),
      h(
        "optgroup",
        { label: t("machines") },
        ...Array.from({ length: 10 }, (_, n) => choice("level:" + (n + 1), t("machine-level", n + 1))),
        choice("expert", t("machine-expert")),
        ...programs.map((name, n) => choice("program:" + (n + 1), name)),
      ),
    ),
  );
}

/** The form of a new game, made from the game's own table of options. @param {any} brief */
export async function newGame(brief) {
  const game = await whole(brief);
  if (!game) {
    note(t("lost"));
    return;
  }
  const seats = h("div", { class: "fields" }),
    trouble = h("p", { class: "trouble", role: "alert" });
  const options = h("div", { class: "fields" }, ...game.options.map(optionField));
  const advice = /** @type {HTMLSelectElement} */ (
    h("select", { id: "advice" }, ...["off", "all", "shown"].map((v) => h("option", { value: v }, t("advice-" + v))))
  );
  const clock = /** @type {HTMLSelectElement} */ (
    h(
      "select",
      { id: "clock" },
      ...clocks.map(([main, more]) =>
        h("option", { value: `${main} ${more}` }, main ? t("clock-choice", main / 60, more) : t("clock-none")),
      ),
    )
  );
  const field = (/** @type {string} */ id, /** @type {string} */ text, /** @type {HTMLElement} */ input) =>
    h("div", { class: "field" }, h("label", { for: id }, h("span", {}, text)), input);
  const among = field("advice", t("advice-rule"), advice);
  const together = h("div", { class: "fields more" }, among, field("clock", t("clock"), clock));
  among.hidden = true;
  let roles = game.roles;

  /* what is left as it was is not said: the table's title stays short */
  const chosen = () =>
    Object.fromEntries(
      [...options.querySelectorAll("input, select")]
        .map((e) => {
          const field = /** @type {HTMLInputElement} */ (e);
          return [field.dataset.name ?? "", field.value.trim()];
        })
        .filter(([name, value]) => game.options.find((/** @type {any} */ o) => o.name === name)?.default !== value),
    );
  const places = () => [...seats.querySelectorAll("select")].map((e) => e.value);
  const drawSeats = () => refill(seats, ...roles.map((/** @type {string} */ role, /** @type {number} */ i) => seatField(game.programs, role, i)));
  async function check() {
    const answer = await ask({ do: "variant", game: game.id, options: chosen() });
    trouble.textContent = answer.is === "variant" ? "" : (refusal(answer) ?? t("lost"));
    if (answer.is === "variant" && answer.roles.length !== roles.length) {
      roles = answer.roles;
      drawSeats();
    }
  }
  async function go() {
    const where = places(),
      machine = where.find((p) => p.startsWith("level") || p === "expert");
    if (machine) kept.opponent = machine;
    const [main, more] = clock.value.split(" ").map(Number);
    const problem = await create(game.id, chosen(), where, { advice: advice.value, ...(main ? { clock: { main, more } } : {}) });
    trouble.textContent = problem;
    if (!problem) d.close();
  }

  drawSeats();
  options.addEventListener("change", check);
  seats.addEventListener("change", () => {
    among.hidden = !places().some((p) => p === "elsewhere" || p === "open");
  });
  const form = h(
    "form",
    {
      class: "form",
      onsubmit: (/** @type {Event} */ e) => {
        e.preventDefault();
        go();
      },
    },
    h("h3", {}, t("who-plays")),
    seats,
    together,
    game.options.length ? h("h3", {}, t("options")) : null,
    options,
    trouble,
    h("div", { class: "dialog-actions" }, h("button", { type: "submit", class: "button primary" }, t("start"))),
  );
  const d = dialog(game.title, form);
}
