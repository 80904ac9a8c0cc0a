// home_lists.js -- the lists on the first screen: games to go on with, free seats, one's own mistakes, today's puzzles.
import { isMain } from "./game_cards.js";
import { button, h, note, refill, t } from "../frame/dom.js";
import { enter } from "./go_to_table.js";
import { kept } from "../frame/local_prefs.js";
import { ask, house, refusal } from "../frame/net.js";
import { miniature, smallPicture } from "../board/scene.js";

const DAY = 86400000, /* milliseconds */
  RUNNING = 6,
  FROM_TERMINAL = 4;

/* ---- games to go on with ---- */

/** @param {any} g @param {(() => void) | null} [before] what has to be done before one goes there @param {(() => void) | null} [forget] */
const resumeRow = (g, before = null, forget = null) =>
  h(
    "li",
    {},
    h(
      "a",
      { class: "row", href: "#/t/" + g.table, onclick: before },
      h("strong", {}, g.title),
      g.settings ? h("span", { class: "soft" }, g.settings) : null,
      h("span", { class: "soft end" }, t("moves-made", g.moves)),
      h("span", { class: "go" }, t("continue")),
    ),
    forget ? button({ icon: "close", label: t("forget-game", g.title), class: "quiet small forget", on: forget }) : null,
  );

/** A game begun in the terminal, or brought from elsewhere: its seats are this browser's once it is opened. @param {any} g */
function terminalRow(g) {
  const seats = g.seats.map((/** @type {any} */ s) => ({ ...s, kind: "here" })),
    settings = [t(house.alone ? "from-elsewhere" : "from-terminal"), g.settings].filter(Boolean).join(" · ");
  return resumeRow({ ...g, settings }, () => kept.addSeats(g.table, seats));
}

/** Somebody was invited and has not come yet. @param {any} g */
const isWaiting = (g) => kept.seats(g.table).some((seat) => seat.kind !== "here");

/** Games that go on: one in which nothing has happened is no loss. @param {HTMLElement} shelf @param {any[]} games @param {any[]} terminal */
export function drawResume(shelf, games, terminal) {
  const running = games.filter((g) => !g.over && (g.moves > 0 || isWaiting(g))).slice(0, RUNNING),
    others = terminal.filter((g) => g.moves > 0 && !kept.isForgotten(g.table)).slice(0, FROM_TERMINAL);
  const forget = (/** @type {any} */ gone) => {
    kept.forget(gone.table);
    drawResume(shelf, games.filter((g) => g !== gone), terminal);
  };
  shelf.hidden = running.length + others.length === 0;
  refill(
    shelf,
    h("h2", {}, t("resume")),
    h("ul", { class: "rows" }, ...running.map((g) => resumeRow(g, null, () => forget(g))), ...others.map(terminalRow)),
  );
}

/* ---- free seats ---- */

/** @param {string} table @param {number} seat */
async function claim(table, seat) {
  const answer = await ask({ do: "claim", table, seat });
  if (!enter(answer)) note(refusal(answer) ?? t("lost"));
}

/** @param {any} r */
const lobbyRow = (r) =>
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
          button({ text: t("sit-as", s.role), class: "primary small", on: () => claim(r.table, s.seat) }),
        ),
      ),
      h("a", { class: "button small", href: "#/t/" + r.table }, t("watch")),
    ),
  );

/** @param {HTMLElement} shelf @param {any[]} open tables with a free seat */
export function drawLobby(shelf, open) {
  const free = open.filter((r) => !kept.seats(r.table).length);
  shelf.hidden = free.length === 0;
  refill(shelf, h("h2", {}, t("lobby")), h("ul", { class: "rows" }, ...free.map(lobbyRow)));
}

/* ---- one's own mistakes ---- */

/** @param {HTMLElement} shelf @param {{due: number, unreviewed: number}} agenda of a profile */
export function drawMistakes(shelf, { due, unreviewed }) {
  shelf.hidden = due + unreviewed === 0;
  if (shelf.hidden) return refill(shelf);
  refill(
    shelf,
    h("h2", {}, t("mistakes")),
    h(
      "a",
      { class: "row", href: "#/m", id: "mistakes" },
      h("span", {}, due ? t("mistakes-due", due) : t("mistakes-unseen", unreviewed)),
      h("span", { class: "go end" }, t("mistakes-go")),
    ),
    h("p", { class: "soft" }, t("mistakes-about")),
  );
}

/* ---- today's puzzles ---- */

/** The game that has the word today: the main ones in turn. @param {any[]} games that have a puzzle @param {number} now */
export function gameOfTheDay(games, now) {
  const main = games.filter(isMain),
    turn = main.length ? main : games;
  return turn[Math.floor(now / DAY) % turn.length];
}

/** @param {any} g @param {string} kind @param {string} text */
const puzzleLink = (g, kind, text) => h("a", { class: "button " + kind, href: "#/d/" + g.id, "data-game": g.id }, text);

/** Its position, once that is known; until then what the game looks like. @param {any} game @param {any} puzzle */
const puzzlePicture = (game, puzzle) =>
  h(
    "a",
    { class: "puzzle-picture", href: "#/d/" + game.id, "aria-hidden": "true", tabindex: -1 } /* for the mouse; the button says it */,
    puzzle?.scene ? smallPicture(puzzle.scene) : game.scene ? miniature(game.scene) : null,
  );

/** @param {any} game @param {any} puzzle */
const puzzleText = (game, puzzle) =>
  h(
    "div",
    { class: "puzzle-text" },
    h("h2", {}, t("daily-of", game.title)),
    h("p", { class: "puzzle-question" }, puzzle?.question ?? ""),
    h("p", { class: "soft" }, t("daily-about")),
    h(
      "div",
      { class: "puzzle-links today" },
      puzzleLink(game, "primary", t("puzzle-solve")),
      h("a", { class: "button quiet", href: "#/p/" + game.id, id: "puzzle-path" }, t("puzzle-all")),
    ),
  );

/** @param {HTMLElement} shelf @param {any[]} games that have a puzzle: one stands out, the others are there to choose from
 * @param {any} puzzle that of the one, if it has been told */
export function drawPuzzles(shelf, games, puzzle) {
  const first = gameOfTheDay(games, Date.now()),
    others = games.filter((g) => g !== first).map((g) => puzzleLink(g, "small", g.title));
  shelf.hidden = games.length === 0;
  if (!first) return;
  refill(
    shelf,
    h("div", { class: "puzzle-card" }, puzzlePicture(first, puzzle), puzzleText(first, puzzle)),
    h("details", {}, h("summary", { class: "soft" }, t("daily-others")), h("div", { class: "puzzle-links" }, ...others)),
  );
}
