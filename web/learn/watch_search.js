// watch_search.js -- watches an engine search (#/watch): an engine thinks about a position, and what it does is a film. Which engine, how far it looks and
// which move it tries first can be changed. The address says all of it.
import { keepAddress } from "../frame/address.js";
import { button, h, refill, t } from "../frame/dom.js";
import { refusal } from "../frame/net.js";
import { Projector } from "./film_player.js";
import { smallPicture } from "../board/scene.js";
import { filmTools, inTurn, studyView } from "./common.js";

/** @typedef {{game: string, variant: string, position: string, of: string, first: string, step: number}} Watched */

/** @type {Watched[]} */
const examples = [
  { game: "nim", variant: "matches=5", position: "", of: "minimax:depth=9", first: "", step: 0 },
  { game: "tictactoe", variant: "", position: "XO..X...O", of: "alphabeta:depth=2", first: "", step: 0 },
  { game: "tictactoe", variant: "", position: "", of: "mcts:iterations=60", first: "", step: 0 },
  { game: "allumettes", variant: "", position: "", of: "exact", first: "", step: 0 },
  { game: "chicago", variant: "", position: "", of: "seed-minimax2", first: "", step: 0 },
  { game: "ergo", variant: "", position: "", of: "seed-score", first: "", step: 0 },
  { game: "wumpus", variant: "size=4", position: "? ? ? ? / P ? ? ? / . BP ? ? / . . B ? ; at 0,2 6 ; view", of: "knowledge", first: "", step: 0 },
  { game: "wumpus", variant: "size=5", position: "", of: "grid", first: "", step: 0 },
];

/** What an address says: #/watch/GAME/VARIANT/POSITION/ENGINE/FIRST/STEP. @param {string[]} parts @returns {Watched} */
export function watchedOf(parts) {
  const [game, variant = "", position = "", of = "", first = "", step] = parts.map(decodeURIComponent);
  if (!game) return { ...examples[0] };
  return { game, variant, position, of: of || "alphabeta:depth=3", first, step: Math.max(0, (Number(step) || 1) - 1) };
}

/** @param {Watched} watched */
export const watchAddress = ({ game, variant, position, of, first, step }) =>
  "#/watch/" + [game, variant, position, of, first, String(step + 1)].map(encodeURIComponent).join("/");

/** "matches=5 max=3" as the options of a request. @param {string} variant @returns {Record<string, string>} */
export const optionsOf = (variant) => Object.fromEntries(variant.split(/\s+/).filter(Boolean).map((word) => [word.split("=")[0], word.split("=").slice(1).join("=")]));

/** How far an engine looks, if that can be said: "depth", 3. @param {string} of */
export function reachOf(of) {
  const found = /:(depth|iterations)=(\d+)$/.exec(of);
  return found ? { name: found[1], most: found[1] === "depth" ? 9 : 400, value: Number(found[2]) } : null;
}

class Workshop {
  /** @param {Watched} watched */
  constructor(watched) {
    this.watched = watched;
    this.asked = 0;
    this.projector = new Projector((step) => this.keep({ step }));
    this.form = h("section", { class: "bench-form" });
    this.trouble = h("p", { class: "bench-trouble", role: "alert", hidden: true });
    this.picture = h("div", { class: "watch-picture" });
    this.choices = h("div", { class: "watch-choices" });
    this.found = h("dl", { class: "watch-found" });
    /** What was found without another move first, to compare with. @type {{nodes: number, cuts: number} | null} */
    this.usual = null;
  }

  /** @param {Partial<Watched>} news */
  keep(news) {
    this.watched = { ...this.watched, ...news };
    keepAddress(watchAddress(this.watched));
  }

  /** @param {Partial<Watched>} news */
  change(news) {
    this.keep({ step: 0, ...news });
    return this.load();
  }

  async load() {
    const number = ++this.asked,
      { game, variant, position, of, first, step } = this.watched;
    while (this.waiting) await this.waiting; /* one at a time: the server would refuse another */
    if (number !== this.asked) return;
    this.waiting = inTurn({ do: "trace", game, options: optionsOf(variant), position, of, ...(first ? { move: first } : {}) });
    const answer = await this.waiting;
    this.waiting = null;
    if (number === this.asked) this.show(answer, step);
  }

  /** @param {any} answer @param {number} step */
  show(answer, step) {
    const failed = answer.is !== "trace" ? (refusal(answer) ?? t("lost")) : null;
    this.trouble.hidden = !failed;
    this.trouble.textContent = failed ?? "";
    this.projector.load(failed ? null : answer, step);
    if (failed) return;
    if (!this.watched.first) this.usual = answer.nodes === undefined ? null : { nodes: answer.nodes, cuts: answer.cuts };
    refill(this.picture, answer.scene ? smallPicture(answer.scene) : h("pre", {}, answer.drawing ?? ""));
    this.drawChoices(answer);
    this.drawFound(answer);
  }

  /** @param {any} answer */
  drawChoices({ ways, moves, title }) {
    const name = (/** @type {string} */ of) => of.split(":")[0],
      reach = reachOf(this.watched.of),
      searches = ["alphabeta", "minimax"].includes(name(this.watched.of));
    /** @param {string} id @param {string} label @param {HTMLElement} field @param {(value: string) => Partial<Watched>} news */
    const choice = (id, label, field, news) => {
      field.id = id;
      field.addEventListener("change", () => this.change(news(/** @type {HTMLSelectElement} */ (field).value)));
      return h("label", { for: id }, t(label), field);
    };
    refill(
      this.choices,
      h("p", { class: "watch-title" }, title),
      choice(
        "watch-who",
        "watch-who",
        h("select", {}, ways.map((/** @type {any} */ way) => h("option", { value: way.of, selected: name(way.of) === name(this.watched.of) }, way.name))),
        (of) => ({ of, first: "" }),
      ),
      reach &&
        choice(
          "watch-reach",
          "watch-" + reach.name,
          h("input", { type: "number", min: 1, max: reach.most, value: reach.value }),
          (value) => ({ of: `${name(this.watched.of)}:${reach.name}=${Math.max(1, Math.min(reach.most, Number(value) || 1))}` }),
        ),
      searches &&
        choice(
          "watch-first",
          "watch-first",
          h(
            "select",
            {},
            h("option", { value: "" }, t("watch-as-usual")),
            moves.map((/** @type {any} */ m) => h("option", { value: m.move, selected: m.move === this.watched.first }, m.move)),
          ),
          (first) => ({ first }),
        ),
    );
  }

  /** @param {any} answer */
  drawFound({ move, text, nodes, cuts }) {
    /** @param {string} word @param {any} value @param {number | undefined} before */
    const row = (word, value, before) => [h("dt", {}, t(word)), h("dd", {}, String(value), before !== undefined && before !== value ? h("span", { class: "soft" }, " " + t("watch-before", before)) : null)];
    const usual = this.watched.first ? this.usual : null;
    this.found.hidden = nodes === undefined;
    refill(
      this.found,
      nodes === undefined ? [] : [row("watch-plays", move ?? "–", undefined), row("watch-worth", text, undefined), row("watch-nodes", nodes, usual?.nodes), row("watch-cuts", cuts, usual?.cuts)].flat(),
    );
  }

  /** @param {HTMLElement} root */
  draw(root) {
    refill(
      this.form,
      this.picture,
      this.choices,
      this.trouble,
      this.found,
      h(
        "div",
        { class: "bench-examples" },
        h("span", { class: "soft" }, t("bench-examples")),
        examples.map((example, i) => button({ text: t("watch-example-" + (i + 1)), id: "watch-example-" + (i + 1), class: "small", on: () => this.change(example) })),
      ),
    );
    refill(
      root,
      h("div", { class: "hero" }, h("div", {}, h("h1", {}, t("watch-work")), h("p", {}, t("watch-about")))),
      h(
        "div",
        { class: "bench proof-first" },
        h("div", { class: "bench-stage" }, this.projector.root, h("div", { class: "bench-tools" }, filmTools(this.projector, () => this.watched.of.split(":")[0]))),
        this.form,
      ),
    );
  }
}

/** The view of a machine at work (main.js). @param {string[]} parts of the address @param {(title: string) => void} setTitle */
export function watchView(parts, setTitle) {
  const workshop = new Workshop(watchedOf(parts));
  return studyView({
    draw(place) {
      setTitle(t("watch-work"));
      workshop.draw(place);
      return workshop.load();
    },
    left: () => workshop.projector.stop(),
  });
}
