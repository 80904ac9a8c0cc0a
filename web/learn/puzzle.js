// puzzle.js -- one puzzle: of today, of another day, or a number of the path. Who has a name has it kept, with a rating and a streak;
// this browser remembers what a guest has solved.
import { copy } from "../table/table_panel.js";
import { Coach, coachView } from "./lesson_board.js";
import { button, h, t } from "../frame/dom.js";
import { kept } from "../frame/local_prefs.js";
import { ask } from "../frame/net.js";
import { player } from "../frame/profile.js";

/** @typedef {import("./lesson_board.js").Course} Course */
/** @typedef {import("./lesson_board.js").Subject} Subject */

const SKIPPED = 12; /* puzzles passed over because their position has been solved */

/** @param {string} game @param {string} name */
export const puzzleAddress = (game, name) => `#/d/${game}/${name}`;

/** The first puzzle from this number on whose position was not solved yet. @param {string} game @param {number} from */
async function firstUnseen(game, from) {
  for (let number = from; number < from + SKIPPED; number++) {
    const answer = await ask({ do: "daily", game, name: String(number) });
    if (!answer.seen) return number;
  }
  return from + SKIPPED;
}

/** Goes on along the path: after this number, or after the highest that was tried. @param {any} shown */
async function goOn({ game, name, date }) {
  const path = date ? await ask({ do: "puzzles", game }) : null,
    from = path ? (path.next ?? 1) : Number(name) + 1;
  location.hash = puzzleAddress(game, String(await firstUnseen(game, from)));
}

/** "Your rating: 1512 (+12) · 3 days in a row". @param {any} path what the try came to */
function standing(path) {
  const change = path.change > 0 ? "+" + path.change : String(path.change).replace("-", "−"),
    rating = path.rating === undefined ? [] : [t("puzzle-rating", path.rating, change)],
    streak = path.streak > 0 ? [t("puzzle-streak", path.streak)] : [];
  return h("p", { class: "soft puzzle-standing" }, [...rating, ...streak].join(" · "));
}

/** @param {any} shown */
const share = ({ game, name }) => copy(location.origin + location.pathname + puzzleAddress(game, name), t("copied"));

/** @param {any} shown */
const facts = (shown) => [
  shown.theme ? h("p", { class: "soft puzzle-theme" }, t("puzzle-theme", shown.theme)) : null,
  shown.path ? standing(shown.path) : player.profile ? null : h("p", { class: "soft" }, t("puzzle-guest")),
];

/** @param {Course} course @param {Coach} coach */
function puzzleButtons({ shown, solved }, coach) {
  if (!shown) return [];
  const all = h("a", { class: "button", href: "#/p/" + shown.game, id: "puzzle-all" }, t("puzzle-all"));
  if (!solved) return [button({ icon: "hint", text: t("exercise-show"), id: "exercise-show", on: () => coach.giveAway() }), all];
  return [
    ...facts(shown),
    button({ text: t("puzzle-next"), class: "primary onward", id: "puzzle-next", on: () => goOn(shown) }),
    button({ icon: "share", text: t("puzzle-share"), id: "puzzle-share", on: () => share(shown) }),
    all,
  ];
}

/** @param {any} answer */
const titleOf = ({ title, name, date }) => (date ? t("puzzle-of-day", title, date) : t("puzzle-of", title, name));

/** @param {string} game @param {string | undefined} name @returns {Subject} */
const puzzle = (game, name) => ({
  ask: ({ shown }, move) => ({ do: "daily", game, name: shown?.name ?? name, ...(move === undefined ? {} : { move }) }),
  solution: ({ shown }) => ({ do: "daily", game, name: shown.name, solution: true }),
  title: (_game, answer) => (name ? titleOf(answer) : t("daily-of", answer.title)),
  buttons: puzzleButtons,
});

/** The view of a puzzle (main.js). @param {string} id of the game @param {string | undefined} name that of today, if there is none
 * @param {() => any[]} games @param {(title: string) => void} setTitle */
export function puzzleView(id, name, games, setTitle) {
  const coach = new Coach(puzzle(id, name), () => games().find((g) => g.id === id), setTitle);
  coach.store.on(["daily"], ({ shown, solved }) => {
    if (solved && shown.right && !player.profile) kept.addSolved(shown.game, shown.name);
  });
  return coachView(coach);
}
