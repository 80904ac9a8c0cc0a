// mistakes.js -- a player's mistakes, asked again until they are right: those of a profile, of which the server knows when each is due; or
// those of one game that was played without a name, from its review, and nothing of them is kept.
import { Coach, coachView, isNothing } from "./lesson_board.js";
import { button, h, t } from "../frame/dom.js";
import { kept } from "../frame/local_prefs.js";
import { ask } from "../frame/net.js";
import { player } from "../frame/profile.js";

/** @typedef {import("./lesson_board.js").Course} Course */
/** @typedef {import("./lesson_board.js").Subject} Subject */

const homeward = () => h("a", { class: "button onward", href: "#/", id: "practice-home" }, t("home"));

/** @param {Course} course @param {Coach} coach */
function practiceButtons(course, coach) {
  const { shown, ended, solved, left, plies } = course;
  if (!shown || ended) return shown ? [homeward()] : [];
  if (!solved) return [button({ icon: "hint", text: t("exercise-show"), id: "exercise-show", on: () => coach.giveAway() })];
  if (left > 0)
    return [button({ text: t("exercise-next"), class: "primary onward", id: "exercise-next", on: () => coach.begin() })];
  return [h("p", { class: "checked" }, t(plies ? "mistakes-all" : "mistakes-done")), homeward()];
}

/** @param {any} _game @param {any} answer */
const practiceTitle = (_game, answer) => (answer.title ? t("mistakes-of", answer.title) : t("mistakes"));

/** Of a profile. @param {string | undefined} table one game, or all @returns {Subject} */
const practice = (table) => ({
  ask: ({ shown }, move) => ({
    do: "exercise",
    ...(move === undefined ? { table } : { number: shown.number, move }),
  }),
  solution: ({ shown }) => ({ do: "exercise", number: shown.number, solution: true }),
  title: practiceTitle,
  buttons: practiceButtons,
  prepare: async () => {
    const gathered = await ask({ do: "gather", table });
    return isNothing(gathered) ? gathered : null;
  },
});

/** Sits down at the table and has its game reviewed. @param {string} table @param {Coach} coach */
async function reviewGame(table, coach) {
  const tokens = kept.seats(table).map((seat) => seat.token);
  for (const question of [{ do: "join", table, tokens }, { do: "review" }, { do: "mend" }]) {
    const answer = await ask(question);
    if (isNothing(answer)) return answer;
    if (answer.is === "mending") coach.store.receive(answer);
  }
  return coach.store.known.plies?.length ? null : { is: "exercise", due: 0, text: t("mistakes-none") };
}

/** Of one game, kept by nobody. @param {string} table @returns {Subject} */
const mending = (table) => ({
  ask: ({ plies }, move) => ({ do: "mend", number: plies?.[0], ...(move === undefined ? {} : { move }) }),
  solution: ({ shown }) => ({ do: "mend", number: shown.number, solution: true }),
  title: practiceTitle,
  buttons: practiceButtons,
  prepare: (coach) => reviewGame(table, coach),
});

/** Who plays under a name, and one side only, has it kept. @param {string | undefined} table */
const subjectOf = (table) => (!table || (player.profile && kept.seats(table).length === 1) ? practice(table) : mending(table));

/** The view of one's mistakes (main.js). @param {string | undefined} table @param {() => any[]} games
 * @param {(title: string) => void} setTitle */
export function practiceView(table, games, setTitle) {
  const game = () => games().find((g) => g.id === coach.store.known.shown?.game),
    coach = new Coach(subjectOf(table), game, setTitle);
  return coachView(coach);
}
