// practice.js -- one's own mistakes, asked until they are right: of all games of a profile, or of one. What is due when, the server
// knows.
import { Coach, coachView, isNothing } from "./coach.js";
import { button, h, note, t } from "./dom.js";
import { ask, refusal } from "./net.js";

/** @typedef {import("./coach.js").Course} Course */

/** The answer is given away; it counts as wrong, and comes back. @param {Coach} coach */
async function giveAway(coach) {
  const { waiting, shown } = coach.store.known;
  if (waiting) return;
  const refused = await coach.request({ do: "exercise", number: shown.number, solution: true }, []);
  if (refused) note(refusal(refused) ?? t("lost"));
}

const homeward = () => h("a", { class: "button onward", href: "#/", id: "practice-home" }, t("home"));

/** @param {Course} course @param {Coach} coach */
function practiceButtons(course, coach) {
  if (!course.shown || course.ended) return course.shown ? [homeward()] : [];
  if (!course.solved)
    return [button({ icon: "hint", text: t("exercise-show"), id: "exercise-show", on: () => giveAway(coach) })];
  if (course.left > 0)
    return [button({ text: t("exercise-next"), class: "primary onward", id: "exercise-next", on: () => coach.begin() })];
  return [h("p", { class: "checked" }, t("mistakes-done")), homeward()];
}

/** @param {string | undefined} table one game, or all @returns {import("./coach.js").Subject} */
const practice = (table) => ({
  ask: ({ shown }, move) => ({
    do: "exercise",
    ...(move === undefined ? { table } : { number: shown.number, move }),
  }),
  title: (_game, answer) => (answer.title ? t("mistakes-of", answer.title) : t("mistakes")),
  buttons: practiceButtons,
  prepare: async ({ shown }) => {
    const gathered = shown ? null : await ask({ do: "gather", table });
    return gathered && isNothing(gathered) ? gathered : null;
  },
});

/** The view of one's mistakes (main.js). @param {string | undefined} table @param {() => any[]} games
 * @param {(title: string) => void} setTitle */
export function practiceView(table, games, setTitle) {
  const game = () => games().find((g) => g.id === coach.store.known.shown?.game),
    coach = new Coach(practice(table), game, setTitle);
  return coachView(coach);
}
