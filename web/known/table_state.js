// table_state.js -- the state of a table as the page knows it: the table as the server told it last, what it answered, and what is the reader's
// own. `folds` says, for each message, what is known after it; the rest reads from what is known. Nothing here touches
// the page.
import { noReview, reviewAfter, reviewFolds } from "./review_state.js";
import { apply } from "./store.js";
import { fromChair } from "./value_text.js";

/** @typedef {{hint: any, advice: any, checked: any, advised: any, expert: any, thinking: boolean, instead: string}} Help what was
 * asked of the adviser and answered, what was told to all, and what a machine considers: it goes with the position */
/** @typedef {{graph: any[] | null, judged: any, thinking: boolean, stopped: boolean, wanted: boolean | null, asked: string, drawn: string}} Worth
 * `judged`: what was last told of where one looks, null if nothing was; `thinking`: more will come, unless it is `stopped`;
 * `asked` and `drawn`: for which place values, and for which game the curve, were last asked for */
/** `moves`: of the `line` that is played through from there. @typedef {{ply: number, moves?: string[], line?: string[], scene?: any, drawing?: string}} Past */
/** `behind`: some news was missed; `past`: the picture one looks back to; `heading`: the place one has asked to see since, whose
 * picture has not come yet; `setting`: a position being set up; `pointed`: what
 * one points at in the words; `tab`: which panel is seen where there is room for one; `seal`: what checking the deal has shown.
 * @typedef {{table: any, behind: boolean, past: Past | null, heading: Past | null, setting: import("../table/edit_position.js").Setup | null, picked: string[],
 *   pointed: string[] | null, tab: string, seal: "" | "same" | "other", help: Help, worth: Worth,
 *   review: import("./review_state.js").Review}} Known */

/** @returns {Help} */
const noHelp = () => ({ hint: null, advice: null, checked: null, advised: null, expert: null, thinking: false, instead: "" });

/** @returns {Known} */
export const nothingKnown = () => ({
  table: null,
  behind: false,
  past: null,
  heading: null,
  setting: null,
  picked: [],
  pointed: null,
  tab: "advice",
  seal: "",
  help: noHelp(),
  worth: { graph: null, judged: null, thinking: false, stopped: false, wanted: null, asked: "", drawn: "" },
  review: noReview(),
});

/* ---- what is read from it ---- */

/** Whether one looks at another position of the game. @param {any} now @param {any} before */
const isElsewhere = (now, before) => before === null || now.rev !== before.rev || now.list.length !== before.list.length;

/** @param {any} table */
export const isSeated = (table) => table.seats.some((/** @type {any} */ seat) => seat.mine);

/** What is to be said of advice before it is asked for: whoever looks on is told nothing. @param {any} table */
export const adviceWord = (table) =>
  table.advises ? "advice-about" : table.over ? "advice-over" : !isSeated(table) ? "" : table.helps ? "advice-none" : "advice-barred";

/** What help a game has had, "" for none: who sits at a table where nobody is advised had a turn taken back. @param {any} table */
export const helpHad = (table) =>
  !table.assisted || table.analysis ? "" : isSeated(table) && table.advice === "off" && !table.helps ? "retaken" : "assisted";

/** The seat that is drawn below the board: the reader's own, if there is one. @param {any} table @returns {number} */
export const nearSeat = (table) => Math.max(0, table.seats.findIndex((/** @type {any} */ seat) => seat.mine));

/** The seat that resigns: the reader's own that is to move, else the first of them. @param {any} table @returns {number} */
export const ownSeat = (table) => {
  const turn = table.seats.findIndex((/** @type {any} */ seat) => seat.mine && seat.turn);
  return turn >= 0 ? turn : table.seats.findIndex((/** @type {any} */ seat) => seat.mine);
};

/** Whether one looks back, and not along a line that might come. @param {Known} known */
export const isBack = ({ past }) => Boolean(past && !past.line);

/** A seat as it is where one looks: back from the end nobody had won, and no score had been reached. @param {Known} known @param {number} i */
export const seatThere = (known, i) =>
  isBack(known) ? { ...known.table.seats[i], won: false, score: undefined } : known.table.seats[i];

/** The line that is played through on the board. @param {Known} known @returns {import("../table/why_not.js").Walk | null} */
export const walkOf = ({ past }) => (past?.line ? { line: past.line, at: past.moves?.length ?? 0 } : null);

/** What is known once one has come to where one is going. @param {Known} known @returns {Known} */
export const headed = (known) => (known.heading ? { ...known, past: known.heading } : known);

/** After how many moves one looks. @param {Known} known @returns {number} */
export const plyOf = ({ past, table }) => past?.ply ?? table.list.length;

/** From which chair one reads what is worth something to a seat: one's own, the other of two, or nobody's where one looks on,
 * has several, or plays alone: then there is nobody to be ahead of. @param {any} table @param {number} seat @returns {import("./value_text.js").Chair} */
export function chairAt({ seats }, seat) {
  const mine = seats.flatMap((/** @type {any} */ s, /** @type {number} */ i) => (s.mine ? [i] : []));
  if (mine.length !== 1 || seat < 0 || seats.length === 1) return 0;
  return mine[0] === seat ? 1 : seats.length === 2 ? -1 : 0;
}

/** The same for the seat to move where one looks. @param {Known} known */
export const chairOf = ({ table, past }) =>
  chairAt(table, table.list[past?.ply ?? table.list.length]?.seat ?? table.seats.findIndex((/** @type {any} */ s) => s.turn));

/** The value of every move where one looks, told to who reads. @param {Known} known */
export const valuesSeen = (known) => known.worth.judged?.moves.map((/** @type {any} */ v) => fromChair(v, chairOf(known))) ?? null;

/** Whether values and the curve are to be seen: while a review is, it alone says what moves are worth. @param {Known} known @returns {boolean} */
export const isValued = ({ table, worth, review }) =>
  table.leaves && !review.open && (worth.wanted ?? Boolean(table.analysis || table.over));

/** What can be picked now. @param {Known} known @returns {import("./pick.js").Picking} */
export const pickingOf = ({ table, picked }) => ({ moves: table?.acting ? (table.moves ?? []) : [], picked });

/** The picture that is seen: of a position being set up, one looked back to, or the table's. @param {Known} known */
export const pictureOf = ({ setting, past, table }) => setting?.shown ?? past ?? table;

/** What those are told who listen instead of looking. @param {any} now @param {any} before @returns {string} */
export function spokenNews(now, before) {
  const last = now.list.at(-1),
    moved = before !== null && now.list.length > before.list.length;
  return moved && last ? `${now.seats[last.seat].role}: ${last.said ?? last.move}. ${now.status}` : now.status;
}

/* ---- how messages change it ---- */

/** What was asked for at one position says nothing of the next; what a machine considered stays readable for a moment. Whoever has asked
 * to see an earlier position gets there, whatever came meanwhile.
 * @param {Known} known @param {any} message @returns {Known} */
function foldTable(known, message) {
  const before = known.table,
    table = apply(before, message);
  if (!table) return { ...known, behind: true };
  const elsewhere = isElsewhere(table, before);
  return {
    ...known,
    table,
    behind: false,
    review: reviewAfter(known.review, before, table),
    ...(elsewhere ? { help: { ...noHelp(), expert: known.help.expert }, pointed: null, past: null, heading: known.heading?.line ? null : known.heading } : {}),
    picked: elsewhere || table.acting !== before.acting ? [] : known.picked,
  };
}

/** An answer of the adviser: of use unless one looks back from another position than the one it was asked at.
 * @param {"advice" | "hint" | "checked" | null} name @returns {(known: Known, message: any) => Known} */
const foldAnswer = (name) => (known, message) => {
  const fits = known.table.rev === message.asked || !known.past;
  return { ...known, help: { ...known.help, thinking: false, expert: null, ...(name && fits ? { [name]: message } : {}) } };
};

/** @param {Partial<Help>} change @returns {(known: Known) => Known} */
const foldHelp = (change) => (known) => ({ ...known, help: { ...known.help, ...change } });

/** @param {Known} known @param {Partial<Worth>} change @returns {Known} */
const withWorth = (known, change) => ({ ...known, worth: { ...known.worth, ...change } });

/** What the server tells, and answers. @type {import("./store.js").Folds<Known>} */
const told = {
  table: foldTable,
  thinking: (known, m) => (known.table ? foldHelp({ expert: m })(known) : known),
  advised: (known, m) => (known.table ? foldHelp({ advised: m })(known) : known),
  advice: foldAnswer("advice"),
  hint: foldAnswer("hint"),
  checked: foldAnswer("checked"),
  refused: foldAnswer(null),
  lost: foldAnswer(null),
  past: (known, m) => ({ ...known, past: m, heading: null }),
};

/** The curve with that judgement, if it has no later one of its position. @param {any[] | null} graph @param {any} judged */
function corrected(graph, judged) {
  const there = graph?.find((p) => p.ply === judged?.ply);
  if (!judged || (there?.number ?? 0) >= judged.number) return graph;
  return [...(graph ?? []).filter((p) => p !== there), judged].sort((a, b) => a.ply - b.ply);
}

/** @param {Known} known @param {any} m @returns {Known} */
function foldValued(known, { key, answer, thinking }) {
  if (known.worth.asked !== key) return known;
  const judged = answer ?? known.worth.judged;
  return withWorth(known, { judged, thinking, graph: corrected(known.worth.graph, judged) });
}

/** What is worth how much; an answer is of no use if something else was asked for since. @type {import("./store.js").Folds<Known>} */
const weighed = {
  wanted: (known, { on }) => withWorth(known, { wanted: on, asked: "" }),
  valuing: (known, { key }) =>
    withWorth(known, { asked: key, judged: known.worth.asked === key ? known.worth.judged : null, thinking: true, stopped: false }),
  valued: foldValued,
  stopped: (known) => withWorth(known, { thinking: false, stopped: true }),
  charting: (known, { key }) => withWorth(known, { drawn: key }),
  charted: (known, { key, list }) =>
    known.worth.drawn === key ? withWorth(known, { graph: corrected(list, known.worth.judged) }) : known,
};

/** What the reader does: at the board, in the words of the adviser, along the moves, in setting a position up, and coming
 * back after the connection broke or the language changed. @type {import("./store.js").Folds<Known>} */
const done = {
  picked: (known, { picked }) => ({ ...known, picked }),
  flagged: foldHelp({ checked: null }),
  tried: (known) => ({ ...known, help: noHelp() }),
  undone: (known) => ({ ...known, help: noHelp(), past: null, heading: null }),
  asked: (known, { instead }) => foldHelp({ thinking: true, instead })({ ...known, tab: "advice", review: noReview() }),
  pointed: (known, { targets }) => ({ ...known, pointed: targets }),
  tab: (known, { name }) => ({ ...known, tab: name }),
  unsealed: (known, { same }) => ({ ...known, seal: same ? "same" : "other" }),
  calmed: foldHelp({ expert: null }),
  heading: (known, { to }) => ({ ...known, heading: to }),
  stayed: (known) => ({ ...known, heading: null }),
  present: (known) => ({ ...known, past: null, heading: null }),
  setting: (known, { setting }) => ({ ...known, setting, help: noHelp() }),
  set: (known) => ({ ...known }) /* the setup's own state has changed */,
  left: (known) => ({ ...known, setting: null }),
  returned: (known) => withWorth({ ...known, help: noHelp() }, { asked: "", drawn: "" }),
};

/** @type {import("./store.js").Folds<Known>} */
export const folds = { ...told, ...weighed, ...done, ...reviewFolds };
