// store.test.mjs -- what is known at a table and how messages change it: no browser, nothing but functions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setWords } from "../../web/frame/dom.js";
import * as known from "../../web/known/table_state.js";
import { connect } from "../../web/frame/net.js";
import { signsOf } from "../../web/table/seat_bar.js";
import { drawMistakes } from "../../web/home/home_lists.js";
import { flagWorth, isMoving, marksOf, openMoves } from "../../web/known/board_view.js";
import { Store, apply } from "../../web/known/store.js";
import { fromChair } from "../../web/known/value_text.js";
import { keysOf } from "../../web/table/ask_values.js";

/* ---- what seats are known by ---- */

test("a seat has the sign of its pieces where the seats differ by it, and else the mark of its number", () => {
  const look = (tone, shape, k = "piece") => ({ k, tone, shape });
  const crosses = [look("seat2", "ring"), look("plain", "floor", "cell"), look("seat1", "cross"), look("seat1", "cross")];
  assert.deepEqual([...signsOf(crosses)].sort(), [
    ["seat1", "cross"],
    ["seat2", "ring"],
  ]);
  assert.equal(signsOf([look("seat1", "disc"), look("seat2", "disc")]).size, 0, "they differ by their marks");
  assert.equal(signsOf([look("seat1", "cross")]).size, 0, "of the other nothing is known");
  assert.equal(signsOf([look("seat1", "king"), look("seat1", "pawn"), look("seat2", "star")]).size, 0, "which of them?");
});

test("nobody has won yet where one looks back to", () => {
  const table = { seats: [{ role: "First", won: true, score: 3 }, { role: "Second" }] };
  assert.deepEqual(known.seatThere({ table, past: null }, 0), table.seats[0]);
  assert.deepEqual(known.seatThere({ table, past: { ply: 2, line: ["a"] } }, 0), table.seats[0], "a line that might come leads on from the end");
  assert.deepEqual(known.seatThere({ table, past: { ply: 2 } }, 0), { role: "First", won: false, score: undefined });
});

test("a shelf of mistakes without any is empty, and not only hidden", () => {
  const shelf = { hidden: false, held: ["a row"], replaceChildren: (...rows) => (shelf.held = rows) };
  drawMistakes(shelf, { due: 0, unreviewed: 0 });
  assert.deepEqual([shelf.hidden, shelf.held], [true, []]);
});

/* ---- the line ---- */

test("the reader learns that a line was closed because too much was asked, and it is opened again after a moment", ({ mock }) => {
  const apis = /** @type {["setTimeout"]} */ (["setTimeout"]);
  mock.timers.enable(parseInt(process.versions.node) < 20 ? /** @type {any} */ (apis) : { apis }); // Debian 12 has Node.js 18
  setWords({ "line-hasty": "Too much." });
  const lines = /** @type {any[]} */ ([]),
    heard = /** @type {string[]} */ ([]);
  Object.assign(globalThis, { duellisteAlone: { open: () => lines[lines.push({ readyState: 0 }) - 1] }, WebSocket: { CONNECTING: 0, OPEN: 1 } });
  connect({ opened: () => {}, closed: (why) => heard.push(why), slow: () => {}, news: () => {} });
  lines[0].onclose({ code: 1006 });
  mock.timers.tick(250);
  lines[1].onclose({ code: 1008 });
  mock.timers.tick(2000);
  assert.equal(lines.length, 2);
  mock.timers.tick(1000);
  assert.equal(lines.length, 3);
  assert.deepEqual(heard, ["", "Too much."]);
});

/* ---- the store ---- */

test("a whole takes the place of what was known; a patch is laid over it", () => {
  const whole = { is: "table", id: "t", news: 3, rev: 3, status: "a", list: [1], cover: 0 };
  assert.equal(apply(null, whole), whole);
  assert.equal(apply({ news: 9 }, whole), whole, "also an older one: after joining, the server knows best");
  const changed = { rev: ["=", 4], list: ["~", {}, [0, 1, [2]]], cover: ["-"] };
  assert.deepEqual(apply(whole, { is: "table", since: 3, news: 4, changed }), {
    is: "table",
    id: "t",
    news: 4,
    rev: 4,
    status: "a",
    list: [1, 2],
  });
  assert.deepEqual(whole.list, [1], "nothing is changed in place");
});

test("a patch of something else is refused", () => {
  assert.equal(apply(null, { since: 3, news: 4, changed: {} }), null, "nothing is known yet");
  assert.equal(apply({ news: 2 }, { since: 3, news: 4, changed: {} }), null, "one was missed");
  assert.equal(apply({ news: 4 }, { since: 3, news: 4, changed: {} }), null, "it came twice");
});

test("a patch goes as deep as the change", () => {
  const whole = { news: 1, scene: { list: [{ x: 1, y: 1 }, { x: 2 }, [0]], w: 3 } };
  const changed = { scene: { list: ["~", { 0: { x: ["=", null], y: ["-"] }, 2: ["=", 5] }, [0, 3, ["more"]]], h: ["=", { new: [] }] } };
  assert.deepEqual(apply(whole, { since: 1, news: 2, changed }), {
    news: 2,
    scene: { list: [{ x: null }, { x: 2 }, 5, "more"], w: 3, h: { new: [] } },
  });
});

test("a list is put together of runs of the old one and of new things", () => {
  const changed = { list: ["~", { 3: ["=", "D"] }, [2, 2, ["x", [7]], 0, 1, ["y"]]] };
  assert.deepEqual(apply({ news: 1, list: ["a", "b", "c", "d"] }, { since: 1, news: 2, changed }), {
    news: 2,
    list: ["c", "D", "x", [7], "a", "y"],
  });
});

test("a message is folded in by its name, then those are told who listen to it", () => {
  const store = new Store(0, { add: (n, { by }) => n + by, same: (n) => n });
  const heard = [];
  store.on(["add", "same"], (now, before, m) => heard.push([m.is, before, now]));
  store.on(["other"], () => heard.push("other"));
  for (const m of [{ is: "add", by: 2 }, { is: "unheard of" }, { is: "same" }, { is: "other" }, { is: "add", by: 3 }]) store.receive(m);
  assert.equal(store.known, 5);
  assert.deepEqual(heard, [["add", 0, 2], ["same", 2, 2], "other", ["add", 2, 5]]);
});

test("who listens may send a message: it is folded into what is known by then", () => {
  const store = new Store(1, { double: (n) => 2 * n, add: (n) => n + 1 });
  store.on(["double"], (now) => now < 8 && store.receive({ is: "add" }));
  store.receive({ is: "double" });
  assert.equal(store.known, 3);
});

/* ---- a table ---- */

const seats = [
  { role: "Crosses", mine: false, turn: false },
  { role: "Noughts", mine: true, turn: true },
];
const moves = [
  { move: "b2", path: ["cell:1:1"] },
  { move: "a1-c3", path: ["cell:0:0", "cell:2:2"] },
];
const table = (more = {}) => ({ is: "table", id: "t", rev: 1, news: 1, game: "g", seats, moves, acting: true, list: [], status: "Go.", ...more });
const after = (...messages) => {
  const store = new Store(known.nothingKnown(), known.folds);
  for (const m of messages) store.receive(m);
  return store.known;
};
const hint = { is: "hint", asked: 1, reasons: [{ text: "Look.", targets: ["cell:1:1"] }] };
const advice = { is: "advice", asked: 1, path: ["cell:0:0", "cell:2:2"], reasons: [{ text: "So.", targets: ["cell:2:2"], groups: { of: "m" } }] };
const past = { is: "past", ply: 0, scene: { el: [] } };

test("another position: what was asked for the last one goes, what a machine considers stays", () => {
  const thinking = { is: "thinking", seat: 0 },
    all = [table({ list: [1] }), hint, thinking, past, { is: "picked", picked: ["cell:0:0"] }, { is: "pointed", targets: ["x"] }];
  const then = after(...all, table({ rev: 2, list: [1, 2] }));
  assert.equal(then.help.hint, null);
  assert.equal(then.help.expert, thinking);
  assert.deepEqual([then.past, then.pointed, then.picked], [null, null, []]);
  const same = after(...all, table({ list: [1], status: "Ada has come." }));
  assert.equal(same.help.hint, hint);
  assert.equal(same.past, past);
  assert.deepEqual([same.pointed, same.picked], [["x"], ["cell:0:0"]]);
  assert.equal(same.table.status, "Ada has come.");
  assert.deepEqual(after(...all, table({ list: [1], acting: false })).picked, [], "whoever is not to move has nothing in hand");
});

test("news of what changed only; if one was missed, the table stays and is known to be behind", () => {
  const then = after(table({ cover: 1 }), {
    is: "table",
    since: 1,
    news: 2,
    changed: { rev: ["=", 2], status: ["=", "Well."], cover: ["-"] },
  });
  assert.equal(then.table.status, "Well.");
  assert.equal(then.table.cover, undefined);
  assert.equal(then.table.seats, seats);
  const missed = after(table(), { is: "table", since: 2, news: 3, changed: { status: ["=", "?"] } });
  assert.deepEqual([missed.behind, missed.table.status], [true, "Go."]);
  assert.equal(after(table(), { is: "table", since: 2, news: 3, changed: {} }, table({ rev: 3, news: 3 })).behind, false);
});

test("an answer of the adviser that came too late is not shown in the past", () => {
  assert.equal(after(table(), { is: "asked", instead: "" }).help.thinking, true);
  assert.equal(after(table(), { is: "tab", name: "moves" }, { is: "asked", instead: "b2" }).tab, "advice");
  assert.equal(after(table(), { is: "asked", instead: "" }, hint).help.hint, hint);
  const late = after(table(), { is: "asked", instead: "" }, table({ rev: 2, list: [1] }), past, hint);
  assert.deepEqual([late.help.hint, late.help.thinking], [null, false]);
  const refused = after(table(), hint, { is: "asked", instead: "" }, { is: "refused", asked: 1 });
  assert.deepEqual([refused.help.hint, refused.help.thinking], [hint, false], "a refusal leaves what was there");
});

test("before the table is there, nothing is told about it", () => {
  assert.deepEqual(after({ is: "thinking" }, { is: "advised" }), known.nothingKnown());
});

test("what is done by hand", () => {
  assert.equal(after(table(), { is: "checked", asked: 1, marks: [] }, { is: "flagged" }).help.checked, null);
  assert.equal(after(table(), past, { is: "present" }).past, null);
  assert.deepEqual(after(table(), hint, past, { is: "undone" }), after(table(), { is: "picked", picked: [] }));
  assert.equal(after(table(), hint, { is: "tried" }).help.hint, null);
  const back = after(table(), hint, { is: "valuing", key: "k" }, { is: "returned" });
  assert.deepEqual([back.help.hint, back.worth.asked], [null, ""], "in another language all is asked for again");
});

test("values and the curve: only what was asked for last is of use", () => {
  const asked = [table({ leaves: true, analysis: true }), { is: "valuing", key: "a" }, { is: "charting", key: "a" }];
  const answer = { ply: 0, number: 1, moves };
  assert.deepEqual(after(...asked, { is: "valued", key: "a", answer }).worth.judged, answer);
  assert.equal(after(...asked, { is: "valuing", key: "b" }, { is: "valued", key: "a", answer }).worth.judged, null);
  assert.equal(after(...asked, { is: "charting", key: "b" }, { is: "charted", key: "a", list: [1] }).worth.graph, null);
  const keys = (...m) => keysOf(after(...m), "en");
  assert.notEqual(keys(table({ list: [{ move: "b2" }] })).game, keys(table()).game);
  assert.notEqual(keys(table({ list: [{ move: "b2" }] }), past).place, keys(table({ list: [{ move: "b2" }] })).place);
  assert.notEqual(keys(table({ drafted: 1 })).place, keys(table()).place);
  assert.equal(keys(table({ drafted: 1 })).game, keys(table()).game);
});

test("the bar and the list speak from the same judgement, the latest", () => {
  const point = (ply, number, text) => ({ ply, seat: 0, number, text }),
    answer = (number, text) => ({ ply: 1, number, text, moves: [] }),
    begun = [table({ leaves: true, analysis: true }), { is: "valuing", key: "a" }, { is: "charting", key: "a" }],
    charted = { is: "charted", key: "a", list: [point(0, 1, "x"), point(1, 2, "early")] },
    valued = (number, text) => ({ is: "valued", key: "a", answer: answer(number, text), thinking: true });
  const texts = (...m) => after(...begun, ...m).worth.graph.map((p) => p.text);
  assert.deepEqual(texts(charted, valued(3, "late")), ["x", "late"]);
  assert.deepEqual(texts(valued(3, "late"), charted), ["x", "late"], "in whatever order they come");
  assert.deepEqual(texts(valued(1, "earlier"), charted), ["x", "early"]);
  assert.equal(after(...begun, valued(1, "a"), { is: "valuing", key: "a" }).worth.judged.text, "a", "thinking longer forgets nothing");
  assert.equal(after(...begun, valued(1, "a"), { is: "stopped" }).worth.thinking, false);
  assert.equal(after(...begun, valued(1, "a"), { is: "valued", key: "a", answer: null }).worth.judged.text, "a", "nor does a refusal");
});

test("whether values are wanted: of oneself where one analyses, else if one says so", () => {
  const wants = (more, ...m) => Boolean(known.isValued(after(table(more), ...m)));
  assert.equal(wants({ leaves: true }), false);
  assert.equal(wants({ leaves: true, analysis: true }), true);
  assert.equal(wants({ leaves: true, over: true }), true);
  assert.equal(wants({ leaves: true, over: true }, { is: "wanted", on: false }), false);
  assert.equal(wants({ leaves: false }, { is: "wanted", on: true }), false, "nobody is told what the table does not allow");
});

test("seats: one's own is near, and the one to move resigns", () => {
  assert.equal(known.nearSeat(table()), 1);
  assert.equal(known.nearSeat({ seats: [{}, {}] }), 0);
  assert.equal(known.isSeated({ seats: [{}, {}] }), false);
  assert.equal(known.ownSeat({ seats: [{ mine: true }, { mine: true, turn: true }] }), 1);
  assert.equal(known.ownSeat({ seats: [{ turn: true }, { mine: true }, { mine: true }] }), 1);
});

test("what is said aloud: the move that came, else how things are", () => {
  const list = [{ seat: 1, move: "b2" }];
  assert.equal(known.spokenNews(table({ list }), null), "Go.");
  assert.equal(known.spokenNews(table({ list }), table()), "Noughts: b2. Go.");
  assert.equal(known.spokenNews(table(), table({ list })), "Go.");
});

/* ---- what is seen of it ---- */

test("what can be picked, and what is advised with its reasons", () => {
  const marks = marksOf(after(table(), advice));
  assert.deepEqual([...marks.next], ["cell:1:1", "cell:0:0"]);
  assert.deepEqual([...marks.advised], advice.path);
  assert.deepEqual([...marks.reasons], ["cell:2:2"]);
  assert.equal(marks.goal, "cell:2:2");
  assert.deepEqual(marks.groups, { of: "m" });
  assert.deepEqual([...marksOf(after(table(), advice, { is: "pointed", targets: ["cell:1:1"] })).reasons], ["cell:1:1"]);
  assert.deepEqual(openMoves(after(table(), { is: "picked", picked: ["cell:0:0"] })), [moves[1]]);
});

test("why not: the other move's reasons, the advised one's path", () => {
  const instead = { path: ["cell:1:1"], reasons: [{ text: "No.", targets: ["cell:1:0"] }] };
  const marks = marksOf(after(table(), { ...advice, instead }));
  assert.deepEqual([[...marks.reasons], [...marks.advised], marks.goal], [["cell:1:0"], advice.path, "cell:1:1"]);
});

test("nothing can be picked in the past, nor out of turn", () => {
  const marks = marksOf(after(table(), { is: "picked", picked: ["cell:0:0"] }, advice, past));
  assert.deepEqual([marks.next.size, marks.further.size, marks.picked.length, marks.advised.size, marks.reasons.size], [0, 0, 0, 0, 0]);
  assert.deepEqual(openMoves(after(table(), past)), []);
  assert.equal(marksOf(after(table({ acting: false }))).next.size, 0);
});

test("while a position is set up, all that can be changed is open", () => {
  const setting = { shown: { scene: { el: [{ t: "a" }, { t: "b" }, {}] } } };
  const then = after(table(), hint, { is: "setting", setting });
  assert.deepEqual([...marksOf(then).next], ["a", "b"]);
  assert.deepEqual([then.help.hint, openMoves(then).length], [null, 0]);
  assert.equal(known.pictureOf(then), setting.shown);
  assert.equal(known.pictureOf(after(table(), past, { is: "setting", setting }, { is: "left" })), past);
});

test("what flags are worth", () => {
  const checked = { is: "checked", asked: 1, marks: [{ target: "cell:1:1", claim: "wrong" }] };
  assert.deepEqual([...flagWorth(after(table(), checked))], [["cell:1:1", "wrong"]]);
  assert.equal(flagWorth(after(table(), checked, past)).size, 0);
});

test("what checking the deal has shown outlives the news that follow", () => {
  const ended = table({ over: true });
  assert.equal(after(ended).seal, "");
  assert.equal(after(ended, { is: "unsealed", same: true }, ended).seal, "same");
  assert.equal(after(ended, { is: "unsealed", same: false }, ended).seal, "other");
});

test("a first picture stands still, what comes after it is seen moving", () => {
  const moving = (message, ...earlier) => isMoving(after(...earlier), message);
  assert.equal(moving(table()), false);
  assert.equal(moving(table({ list: [{}] }), table()), true);
  assert.equal(moving(past, table()), true);
  assert.equal(moving({ is: "left" }, table()), false);
});

test("a value is read from the chair of who reads: a win of the other of two is a loss", () => {
  const lost = { value: "loss", score: null, remoteness: 4, proved: true, worth: -1, text: "a loss in 4 moves" };
  const told = { ...lost, value: "win", worth: 1, text: "you-win-in" };
  assert.deepEqual(fromChair(lost, -1), told);
  assert.equal(fromChair({ ...lost, score: -3 }, 1).text, "you-lose-by");
  assert.equal(fromChair({ ...lost, value: "tie", text: "a tie" }, -1).text, "a tie");
  assert.equal(fromChair(lost, 0), lost);
  const guess = { ...lost, value: "unknown", proved: false, remoteness: null, share: 0.8, worth: 0.6, text: "looks good" };
  assert.deepEqual([1, -1].map((chair) => fromChair(guess, chair).text), ["you-good", "you-bad"], "no number without a table");
  assert.equal(fromChair({ ...guess, share: 0.52, worth: 0.04, text: "unclear" }, -1).text, "unclear");
  assert.equal(fromChair({ ...guess, calibrated: true }, -1).text, "you-chance");
});

test("one's chair: of the seat to move, of the other, or none where one has several or looks on", () => {
  const seated = (...mine) => ({ table: { list: [{ seat: 0 }], seats: mine.map((m, i) => ({ mine: m, turn: i === 1 })) }, past: null });
  assert.equal(known.chairOf(seated(false, true)), 1);
  assert.equal(known.chairOf(seated(true, false)), -1);
  assert.equal(known.chairOf({ ...seated(true, false), past: { ply: 0 } }), 1, "where one looks back to, the other was to move");
  assert.equal(known.chairOf(seated(true, true)), 0);
  assert.equal(known.chairOf(seated(false, false)), 0);
  assert.equal(known.chairOf(seated(true, false, false)), 0, "of three, none is the other");
});

test("advice: one truth for both players, and nothing to who looks on", () => {
  const at = (mine, more) => known.adviceWord({ seats: [{ mine }, { mine: false }], advises: false, over: false, helps: false, ...more });
  assert.equal(at(true, { acting: true }), "advice-barred");
  assert.equal(at(true, { acting: false }), "advice-barred", "whoever waits is not promised any");
  assert.equal(at(true, { helps: true }), "advice-none");
  assert.equal(at(true, { helps: true, advises: true }), "advice-about");
  assert.equal(at(false, {}), "");
  assert.equal(at(false, { over: true }), "advice-over");
});

test("where nobody can be advised, a turn taken back is no advice", () => {
  const had = (advice, helps, mine) => known.helpHad({ assisted: true, analysis: false, over: false, advice, helps, seats: [{ mine }] });
  assert.equal(had("off", false, true), "retaken");
  assert.equal(had("all", true, true), "assisted");
  assert.equal(had("off", true, true), "assisted", "alone one is advised all the same");
  assert.equal(had("off", false, false), "assisted", "who looks on cannot tell");
  assert.equal(known.helpHad({ assisted: false, advice: "off", seats: [] }), "");
});
