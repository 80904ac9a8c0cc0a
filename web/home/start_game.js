// start_game.js -- starts a game: at once with the first seat against a machine, as wished, or after a look at the rules.
import { note, t, whenFetched } from "../frame/dom.js";
import { enter } from "./go_to_table.js";
import { kept } from "../frame/local_prefs.js";
import { ask, refusal } from "../frame/net.js";
import { player } from "../frame/profile.js";

/** Makes the table and goes there. @param {string} game @param {Record<string, string>} options @param {string[]} seats
 * @param {{advice?: string, clock?: {main: number, more: number}}} [more] @param {string[]} [names] of those at this screen
 * @returns {Promise<string>} why not, in words */
export async function create(game, options, seats, more = {}, names = []) {
  const answer = await ask({ do: "create", game, options, seats, ...more });
  if (answer.is === "created") kept.names(answer.table, names);
  return enter(answer) ? "" : (refusal(answer) ?? t("lost"));
}

/** The level that follows from the results of whoever plays here; of nobody, or in a game that was never played, the one chosen last.
 * @param {any} game */
function opponentFor(game) {
  const row = player.profile?.results?.find((/** @type {any} */ r) => r.game === game.id);
  return row?.level ? "level:" + row.level : kept.opponent;
}

/** One click: the first seat against a machine. @param {any} game */
export async function start(game) {
  const opponent = opponentFor(game),
    seats = game.roles.map((/** @type {string} */ _, /** @type {number} */ i) => (i === 0 ? "here" : opponent));
  const trouble = await create(game.id, {}, seats);
  if (trouble) note(trouble);
}

/** A game with its rules and options, which the server tells on demand; null, and a note, where it does not. @param {any} brief */
export async function wholeGame(brief) {
  const answer = await ask({ do: "rules", game: brief.id });
  if (answer.is === "rules") {
    const { rules, figures, options, opponents, suggested, programs } = answer;
    return { ...brief, rules, figures, options, opponents, suggested, programs };
  }
  note(t("lost"));
  return null;
}

/** @param {any} game */
export const openNewGame = (game) => whenFetched(import("./new_game.js"), (m) => m.newGame(game));

/** @param {any} game */
export const openRules = (game) => whenFetched(import("./rules.js"), (m) => m.showRules(game));
