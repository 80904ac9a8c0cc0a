// home.js -- the first screen: games to go on with, free seats, today's puzzles, and every game of the house.
import { button, h, note, refill, t } from "./dom.js";
import { newGame, showRules, start } from "./form.js";
import { kept } from "./kept.js";
import { ask, refusal } from "./net.js";
import { miniature } from "./scene.js";

/** @param {() => any[]} games @param {(title: string) => void} setTitle */
export function homeView(games, setTitle) {
  const resume = h("section", { class: "shelf", hidden: true });
  const lobby = h("section", { class: "shelf lobby", hidden: true });
  const puzzles = h("section", { class: "shelf puzzles", hidden: true });
  const main = h("section", { class: "cards" });
  const laboratory = h("section", { class: "laboratory", hidden: true });
  const head = h("div", { class: "hero" });

  /** @param {any} g */
  const learn = (g) => {
    if (g.lesson) location.hash = "#/l/" + g.id;
    else showRules(g);
  };

  /** @param {any} g */
  function card(g) {
    const id = "game-" + g.id;
    return h(
      "article",
      { class: "card", "aria-labelledby": id, "data-game": g.id },
      h(
        "div",
        { class: "card-picture", "aria-hidden": "true", onclick: () => start(g) } /* for the mouse; the button says it */,
        g.scene ? miniature(g.scene) : h("span", { class: "card-letter" }, g.title[0]),
      ),
      h("div", { class: "card-text" }, h("h2", { id }, g.title), h("p", {}, g.tagline)),
      h(
        "div",
        { class: "card-actions" },
        button({ text: t("play"), class: "primary", label: t("play-game", g.title), on: () => start(g) }),
        button({ text: t("learn"), class: "learn", label: t("learn-game", g.title), on: () => learn(g) }),
        button({ icon: "sliders", class: "quiet", label: t("options-game", g.title), on: () => newGame(g) }),
      ),
    );
  }

  function draw() {
    setTitle("");
    const all = games(),
      first = all.filter((g) => (g.group ?? "main") === "main"),
      rest = all.filter((g) => g.group === "laboratory");
    refill(
      head,
      h("div", {}, h("h1", {}, t("welcome")), h("p", {}, t("welcome-more"))),
      h(
        "div",
        { class: "hero-actions" },
        button({
          icon: "branch",
          text: t("analysis-board"),
          id: "analysis-board",
          on: async () => (await import("./analysis.js")).analysisForm(games()),
        }),
      ),
    );
    refill(main, ...first.map(card));
    laboratory.hidden = rest.length === 0;
    refill(
      laboratory,
      h("div", { class: "part-head" }, h("h2", {}, t("laboratory")), h("p", { class: "soft" }, t("laboratory-about"))),
      h("div", { class: "cards small-cards" }, ...rest.map(card)),
    );
    drawPuzzles(all.filter((g) => g.daily));
  }

  /** One game has the word today, the main ones in turn; the others are there to choose from. @param {any[]} list */
  function drawPuzzles(list) {
    const main = list.filter((g) => (g.group ?? "main") === "main"),
      turn = main.length ? main : list,
      first = turn[Math.floor(Date.now() / 86400000) % turn.length];
    const link = (/** @type {any} */ g, /** @type {string} */ kind) =>
      h("a", { class: "button " + kind, href: "#/d/" + g.id, "data-game": g.id }, g.title);
    puzzles.hidden = list.length === 0;
    if (!first) return;
    refill(
      puzzles,
      h("h2", {}, t("daily")),
      h("p", { class: "soft" }, t("daily-about")),
      h("div", { class: "puzzle-links today" }, link(first, "primary")),
      h(
        "details",
        {},
        h("summary", { class: "soft" }, t("daily-others")),
        h("div", { class: "puzzle-links" }, ...list.filter((g) => g !== first).map((g) => link(g, "small"))),
      ),
    );
  }

  /** @param {any} g @param {string} href @param {(() => void) | null} [before] */
  const row = (g, href, before = null) =>
    h(
      "li",
      {},
      h(
        "a",
        { class: "row", href, onclick: before },
        h("strong", {}, g.title),
        g.variant ? h("span", { class: "soft" }, g.variant) : null,
        h("span", { class: "soft end" }, t("moves-made", g.moves)),
        h("span", { class: "go" }, t("continue")),
      ),
    );

  /** @param {any[]} list @param {any[]} terminal */
  function drawResume(list, terminal) {
    const running = list.filter((g) => !g.over).slice(0, 6),
      others = terminal.slice(0, 4);
    resume.hidden = running.length + others.length === 0;
    refill(
      resume,
      h("h2", {}, t("resume")),
      h(
        "ul",
        { class: "rows" },
        ...running.map((g) => row(g, "#/t/" + g.table)),
        ...others.map((g) =>
          row({ ...g, variant: [t("from-terminal"), g.variant].filter(Boolean).join(" · ") }, "#/t/" + g.table, () =>
            kept.addSeats(
              g.table,
              g.seats.map((/** @type {any} */ s) => ({ ...s, kind: "here" })),
            ),
          ),
        ),
      ),
    );
  }

  /** @param {any[]} list */
  function drawLobby(list) {
    const free = list.filter((r) => !kept.seats(r.table).length);
    lobby.hidden = free.length === 0;
    refill(
      lobby,
      h("h2", {}, t("lobby")),
      h(
        "ul",
        { class: "rows" },
        ...free.map((r) =>
          h(
            "li",
            {},
            h(
              "div",
              { class: "row" },
              h("strong", {}, r.title),
              h("span", { class: "soft" }, t("looking-for")),
              h(
                "span",
                { class: "end seats" },
                r.seats.map((/** @type {any} */ s) =>
                  button({ text: t("sit-as", s.role), class: "primary small", on: () => sit(r.table, s.seat) }),
                ),
              ),
              h("a", { class: "button small", href: "#/t/" + r.table }, t("watch")),
            ),
          ),
        ),
      ),
    );
  }

  /** @param {string} table @param {number} seat */
  async function sit(table, seat) {
    const answer = await ask({ do: "claim", table, seat });
    if (answer.is !== "created") {
      note(refusal(answer) ?? t("lost"));
      return;
    }
    kept.addSeats(table, answer.seats);
    location.hash = "#/t/" + table;
  }

  async function look() {
    const answer = await ask({ do: "home", mine: kept.mine() });
    if (answer.is === "mine") drawResume(answer.games, answer.terminal ?? []);
  }

  return {
    title: "",
    /** @param {HTMLElement} root */
    show(root) {
      root.className = "home";
      draw();
      refill(root, head, h("div", { class: "shelves" }, resume, lobby, puzzles), main, laboratory);
      look();
    },
    /** @param {any} m */
    news(m) {
      if (m.is === "lobby") drawLobby(m.open);
    },
    back() {
      draw();
      return look();
    },
    leave() {},
  };
}
