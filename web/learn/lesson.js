// lesson.js -- what a coach teaches: the first lesson of a game, step by step. The server keeps nothing of it.
import { Coach, coachView } from "./lesson_board.js";
import { button, h, t } from "../frame/dom.js";
import { start } from "../home/start_game.js";

/** @typedef {import("./lesson_board.js").Subject} Subject */

/** @param {Coach} coach */
function goOn(coach) {
  coach.store.receive({ is: "next" });
  coach.begin();
}

/** @param {any} game */
const ended = (game) => [
  h("p", { class: "checked" }, t("lesson-end")),
  button({ icon: "play", text: t("play"), class: "primary", id: "lesson-play", on: () => start(game) }),
];

/** @param {string} id @returns {Subject} */
const lesson = (id) => ({
  ask: ({ step }, move) => ({ do: "lesson", game: id, step, ...(move === undefined ? {} : { move }) }),
  title: (game) => t("lesson-of", game.title),
  buttons: (course, coach) => {
    const game = coach.game();
    if (course.ended && game) return ended(game);
    if (course.next === null) return [];
    return [button({ text: t("lesson-next"), class: "primary", id: "lesson-next", on: () => goOn(coach) })];
  },
});

/** The first lesson of a game. @param {string} id @param {() => any[]} games @param {(title: string) => void} setTitle */
export const lessonView = (id, games, setTitle) =>
  coachView(new Coach(lesson(id), () => games().find((g) => g.id === id), setTitle));
