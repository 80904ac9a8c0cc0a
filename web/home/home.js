// home.js -- the first screen: what lies ready, and every game of the house.
import { gameCard, isMain } from "./game_cards.js";
import { button, h, icon, refill, t, whenFetched } from "../frame/dom.js";
import { kept } from "../frame/local_prefs.js";
import { ask, house } from "../frame/net.js";
import { player, showProfile } from "../frame/profile.js";
import { drawLobby, drawMistakes, drawPuzzles, drawResume, gameOfTheDay } from "./home_lists.js";
import { Store } from "../known/store.js";

/** @typedef {{games: any[], terminal: any[], open: any[], agenda: any, puzzle: any}} Ready one's own games, those begun in the terminal, tables with a
 * free seat, what is due of one's mistakes, the puzzle of the day */

/** @type {import("../known/store.js").Folds<Ready>} */
const folds = {
  mine: (ready, { games, terminal }) => ({ ...ready, games, terminal: terminal ?? [] }),
  lobby: (ready, { open }) => ({ ...ready, open }),
  mistakes: (ready, agenda) => ({ ...ready, agenda }),
  daily: (ready, puzzle) => ({ ...ready, puzzle }),
};

/** @param {HTMLElement} head @param {() => any[]} games */
function drawHero(head, games) {
  const analyse = () => whenFetched(import("./open_analysis.js"), (m) => m.analysisForm(games()));
  refill(
    head,
    h("div", {}, h("h1", {}, t("welcome")), h("p", {}, t("welcome-more"))),
    h(
      "div",
      { class: "hero-actions" },
      button({ icon: "branch", text: t("analysis-board"), id: "analysis-board", on: analyse }),
      h("a", { class: "button", href: "#/learn", id: "lessons" }, icon("hint"), h("span", {}, t("lessons"))),
      h("a", { class: "button", href: "#/logic", id: "logic-bench" }, icon("book"), h("span", {}, t("logic-bench"))),
    ),
  );
}

/** @param {HTMLElement} part @param {any[]} games */
function drawLaboratory(part, games) {
  part.hidden = games.length === 0;
  refill(
    part,
    h("div", { class: "part-head" }, h("h2", {}, t("laboratory")), h("p", { class: "soft" }, t("laboratory-about"))),
    h("div", { class: "cards small-cards" }, ...games.map(gameCard)),
  );
}

class Home {
  /** @param {() => any[]} games */
  constructor(games) {
    this.games = games;
    this.head = h("div", { class: "hero" });
    this.resume = h("section", { class: "shelf", hidden: true });
    this.lobby = h("section", { class: "shelf lobby", hidden: true });
    this.mistakes = h("section", { class: "shelf mistakes", hidden: true });
    this.puzzles = h("section", { class: "shelf puzzles", hidden: true });
    this.main = h("section", { class: "cards" });
    this.laboratory = h("section", { class: "laboratory", hidden: true });
    this.alone = h("section", { class: "laboratory alone", hidden: true });
    /** @type {Store<Ready>} */
    this.store = new Store({ games: [], terminal: [], open: [], agenda: null, puzzle: null }, folds);
    this.store.on(["mine"], (ready) => drawResume(this.resume, ready.games, ready.terminal));
    this.store.on(["lobby"], (ready) => drawLobby(this.lobby, ready.open));
    this.store.on(["mistakes"], (ready) => drawMistakes(this.mistakes, ready.agenda));
    this.store.on(["daily"], () => this.drawPuzzle());
  }

  /** What the house has, in the language of the page. */
  draw() {
    const all = this.games();
    drawHero(this.head, this.games);
    refill(this.main, ...all.filter(isMain).map(gameCard));
    drawLaboratory(this.laboratory, all.filter((g) => g.group === "laboratory"));
    this.alone.hidden = !house.alone;
    if (house.alone) whenFetched(import("../frame/no_server.js"), (m) => m.drawAlone(this.alone));
    this.drawPuzzle();
  }

  /** The games that have a puzzle. */
  puzzled() {
    return this.games().filter((g) => g.daily);
  }

  drawPuzzle() {
    drawPuzzles(this.puzzles, this.puzzled(), this.store.known.puzzle);
  }

  /** Asks which games go on; free seats are told from then on. */
  async ask() {
    this.store.receive(await ask({ do: "home", mine: kept.mine() }));
    if (player.profile) await showProfile(); /* what was played since may have changed the level to suggest */
    await this.askMistakes();
  }

  /** The puzzle is asked for once its card is near: who does not go there needs not wait for it. */
  watchPuzzle() {
    const near = new IntersectionObserver((seen) => {
      if (!seen.some((e) => e.isIntersecting)) return;
      near.disconnect();
      this.askPuzzle();
    });
    near.observe(this.puzzles);
  }

  /** What it is about today: it may have to be looked for first. */
  async askPuzzle() {
    const game = gameOfTheDay(this.puzzled(), Date.now()),
      puzzle = game ? await ask({ do: "daily", game: game.id }) : null;
    if (puzzle?.is === "daily") this.store.receive(puzzle);
  }

  /** What is due of whoever plays here; of nobody, nothing. */
  async askMistakes() {
    const agenda = player.profile ? await ask({ do: "mistakes" }) : { is: "mistakes", due: 0, unreviewed: 0 };
    this.store.receive(agenda);
  }
}

/** Whoever is here goes to a table next: what it needs comes while nothing else is wanted. */
const fetchAhead = () => (window.requestIdleCallback ?? setTimeout)(() => import("../table/table.js").catch(() => {}));

/** The view of the first screen (main.js). @param {() => any[]} games @param {(title: string) => void} setTitle */
export function homeView(games, setTitle) {
  const home = new Home(games);
  return {
    title: "",
    /** @param {HTMLElement} root */
    show(root) {
      const { head, resume, lobby, mistakes, puzzles, main, laboratory, alone } = home;
      root.className = "home";
      setTitle("");
      home.draw();
      refill(root, head, h("div", { class: "shelves" }, resume, lobby, mistakes), main, puzzles, laboratory, alone);
      home.ask().then(fetchAhead);
      home.watchPuzzle();
    },
    /** @param {any} m */
    news: (m) => home.store.receive(m),
    back() {
      setTitle("");
      home.draw();
      if (home.store.known.puzzle) home.askPuzzle(); /* in another language, perhaps */
      return home.ask();
    },
    leave() {},
    whoChanged: () => home.askMistakes(),
  };
}
