// ask_values.js -- asks for the values of the positions of a game, of those that are shown, while it is wanted, and once only.
import { isValued, plyOf } from "../known/table_state.js";
import { ask } from "../frame/net.js";

/** @typedef {import("../known/table_state.js").Known} Known */

/** What the curve and the values belong to: they are told in one language, for one game, at one place.
 * @param {Known} known @param {string} lang */
export function keysOf(known, lang) {
  const game = [lang, ...known.table.list.map((/** @type {any} */ m) => m.move)].join(" ");
  return { game, place: `${game}/${plyOf(known)}/${known.table.drafted ?? 0}` };
}

const FIRST = 1,
  LAST = 3, /* that is thought for without being asked to */
  LONGEST = 4;

/** The curve that is being drawn: it comes before long thoughts. */
let drawing = Promise.resolve();

/** The value of every move where one looks: soon, and then better and better while one stays there.
 * @param {import("./actions.js").TableStore} store @param {string} key @param {number} from @param {number} to efforts */
async function valueMoves(store, key, from, to) {
  store.receive({ is: "valuing", key });
  for (let effort = from; effort <= to; effort++) {
    if (effort === LAST) await drawing;
    if (store.known.worth.asked !== key) return;
    const answer = await ask({ do: "values", ply: plyOf(store.known), effort });
    if (store.known.worth.asked !== key) return;
    const known = answer.is === "values",
      more = known && !answer.settled && !store.known.worth.stopped;
    store.receive({ is: "valued", key, answer: known ? answer : null, thinking: more && effort < to });
    if (!more) return;
  }
}

/** Thinks longer about where one looks. @param {import("./actions.js").TableStore} store */
export function thinkLonger(store) {
  valueMoves(store, keysOf(store.known, document.documentElement.lang).place, LONGEST, LONGEST);
}

/** An answer about the present has a later number than the values one sees: they are read again, which takes no thinking.
 * @param {import("./actions.js").TableStore} store @param {{number?: number}} answer */
export function catchUp(store, { number = 0 }) {
  const { known } = store,
    { judged, thinking, asked } = known.worth;
  if (isValued(known) && judged?.number < number && !thinking && !known.past) valueMoves(store, asked, FIRST, FIRST);
}

/** Enough: what was found is shown. @param {import("./actions.js").TableStore} store */
export function stopThinking(store) {
  store.receive({ is: "stopped" });
  ask({ do: "stop" });
}

/** How the game went. @param {import("./actions.js").TableStore} store @param {string} key */
async function chart(store, key) {
  store.receive({ is: "charting", key });
  const answer = await ask({ do: "graph" });
  store.receive({ is: "charted", key, list: answer.is === "graph" ? answer.list : [] });
}

/** Asks for what is wanted and was not asked for last: each is shown when it comes. @param {import("./actions.js").TableStore} store */
export function evaluate(store) {
  const { known } = store;
  if (!isValued(known)) return;
  const keys = keysOf(known, document.documentElement.lang);
  if (known.worth.asked !== keys.place) valueMoves(store, keys.place, FIRST, LAST);
  if (known.worth.drawn !== keys.game) drawing = chart(store, keys.game);
}
