// table.js -- a table: puts its parts together. What the server tells goes to the store (table_state.js); what is known is
// drawn by small views, each when a message came that changes what it shows; what people do goes to the deeds.
import { declined, spokenQuestion } from "./questions.js";
import { isAwaited, notify } from "../frame/notify.js";
import { Bar } from "./status_bar.js";
import { Board } from "../board/board.js";
import { Deeds } from "./actions.js";
import { announce, h, note, refill, whenFetched } from "../frame/dom.js";
import { Felt } from "./board_area.js";
import { kept } from "../frame/local_prefs.js";
import { meaningOf } from "../known/key_actions.js";
import { folds, nothingKnown, plyOf, spokenNews, walkOf } from "../known/table_state.js";
import { isReviewable, verdictAt } from "../known/review_state.js";
import { reviewAgain } from "./ask_review.js";
import { setSigns } from "./seat_bar.js";
import { Seats } from "./seat_bars.js";
import { isMoving, openMoves, soundOf } from "../known/board_view.js";
import { Side } from "./panels.js";
import { sound } from "../frame/sounds.js";
import { Store } from "../known/store.js";
import { catchUp, evaluate } from "./ask_values.js";

/** @typedef {import("../known/table_state.js").Known} Known */
/** @typedef {"picture" | "seats" | "bar" | "cover" | "side" | "marks"} Part */

const EXPERT_STAYS = 4000; /* milliseconds */

/** @type {Part[]} */
const all = ["picture", "seats", "bar", "cover", "side", "marks"];
/** @type {Part[]} */
const answer = ["bar", "side", "marks"];

/** The parts that are drawn anew, in this order, when a message has changed what is known. @type {Record<string, Part[]>} */
const parts = {
  table: all,
  past: all,
  present: all,
  set: all,
  left: all,
  advice: answer,
  hint: answer,
  checked: answer,
  refused: answer,
  lost: answer,
  advised: ["side", "marks"],
  flagged: ["side", "marks"],
  wanted: ["side", "marks"],
  valuing: ["side"],
  valued: ["side", "marks"],
  stopped: ["side"],
  charted: ["side", "marks"],
  asked: ["side"],
  thinking: ["side"],
  calmed: ["side"],
  "review-asked": all,
  reviewing: ["side"],
  reviewed: all,
  "review-left": all,
  tab: ["side"],
  unsealed: ["side"],
  picked: ["marks"],
  pointed: ["marks"],
};

class Table {
  /** @param {string} id @param {() => any[]} games @param {(title: string, awaited?: boolean) => void} setTitle @param {number | null} reviewed the move
   * whose review the address asks for */
  constructor(id, games, setTitle, reviewed) {
    this.id = id;
    this.reviewed = reviewed;
    this.games = games;
    this.setTitle = setTitle;
    /** @type {Store<Known>} */
    this.store = new Store(nothingKnown(), folds);
    this.deeds = new Deeds(id, this.store);
    this.seats = new Seats(this.deeds, (target) => this.pick(target));
    this.board = new Board({
      pick: (target) => this.pick(target),
      cancel: () => this.cancel(),
      flagged: () => this.store.receive({ is: "flagged" }),
      bars: [this.seats.above, this.seats.below],
    });
    this.felt = new Felt(this.board, this.deeds);
    this.bar = new Bar(this.deeds, games, () => this.setUp());
    this.side = new Side(this.board, this.deeds);
    this.key = (/** @type {KeyboardEvent} */ e) => this.pressed(e);
    this.listen();
  }

  listen() {
    const { store } = this;
    store.on(["table"], (known, before) => this.arrived(known, before));
    store.on(Object.keys(parts), (known, before, message) => this.draw(known, before, message));
    store.on(["table"], (known) => known.setting?.again()); /* in another language, perhaps */
    store.on(["table"], () => this.openReview());
    store.on(["table", "past", "present", "wanted", "review-left"], (known) => known.table && evaluate(store));
    store.on(["reviewed"], ({ review }) => review.found && announce(review.found.sum.join(" ")));
    store.on(["past", "present"], (known) => known.review.found && announce(spokenVerdict(known)));
    store.on(["advice", "hint"], (_known, _before, message) => catchUp(store, message));
    store.on(["checked"], ({ help }) => help.checked && announce(spokenChecks(help.checked)));
    store.on(["thinking"], (_known, _before, message) => setTimeout(() => this.calm(message), EXPERT_STAYS));
    store.on(["tab", "advice", "hint", "checked", "review-asked"], () => this.side.reveal());
    store.on(["tried", "picked", "played", "review-left"], () => this.side.giveWay());
    store.on(["created"], (_known, _before, message) => this.deeds.sit(message));
  }

  /* ---- what is known is shown ---- */

  /** The table has news. @param {Known} known @param {Known} before */
  arrived({ table, behind }, before) {
    if (behind) {
      if (!before.behind) this.deeds.join();
      return;
    }
    announce([spokenQuestion(table, before.table), spokenNews(table, before.table)].filter(Boolean).join(" "));
    const refused = declined(table, before.table);
    if (refused) note(refused);
    setSigns(this.games().find((g) => g.id === table.game)?.scene?.looks ?? []);
    this.seats.clocks.set(table.clock);
    if (table.commitment) kept.commitment(this.id, table.commitment);
    this.setTitle(table.title, isAwaited(table));
    const heard = soundOf(table, before.table);
    if (heard) sound(heard);
    if (isAwaited(table) && before.table && !isAwaited(before.table)) notify(table);
  }

  /** @param {Known} known @param {Known} before @param {import("../known/store.js").Message} message */
  draw(known, before, message) {
    const missed = message.is === "table" && known.behind;
    if (!known.table || known === before || missed) return;
    const draws = {
      picture: () => this.felt.drawPicture(known, isMoving(before, message)),
      seats: () => this.seats.draw(known, this.board.picture.seats),
      bar: () => this.bar.draw(known),
      cover: () => this.felt.drawCover(known),
      side: () => this.side.draw(known),
      marks: () => this.felt.drawMarks(known),
    };
    for (const part of parts[message.is]) draws[part]();
  }

  /** The review that the address asks for, once; one that is open is followed. */
  openReview() {
    const { table } = this.store.known,
      ply = this.reviewed;
    if (!table) return;
    this.reviewed = null;
    if (ply === null || !isReviewable(table)) reviewAgain(this.store);
    else this.deeds.look(ply).then(() => this.deeds.review());
  }

  /** What a machine considered has been readable for a moment. @param {any} message */
  calm(message) {
    if (this.store.known.help.expert === message) this.store.receive({ is: "calmed" });
  }

  /* ---- what is done ---- */

  /** @param {string} target */
  pick(target) {
    const { setting } = this.store.known;
    if (setting) setting.edit(target, 1);
    else if (this.deeds.pick(target)) this.board.goOn();
  }

  /** One step back: of a position being set up, of what is picked, of the turn. */
  cancel() {
    const { setting } = this.store.known;
    if (setting) setting.undo();
    else this.deeds.back();
  }

  async setUp() {
    const { Setup } = await import("./edit_position.js"),
      changed = () => this.store.receive({ is: "set" }),
      setting = new Setup(plyOf(this.store.known), changed, () => this.leaveSetup());
    this.store.receive({ is: "setting", setting });
    this.board.other = (target) => setting.edit(target, -1);
    refill(this.bar.setup, setting.row);
  }

  leaveSetup() {
    this.board.other = null;
    this.store.receive({ is: "left" });
    this.bar.tools.querySelector("button")?.focus();
  }

  /** What a key means depends on where it is pressed; a dialog has its own. @param {KeyboardEvent} e */
  pressed(e) {
    const meaning = document.querySelector("dialog[open]") ? null : meaningOf(e, this.placeOf(e.target));
    if (!meaning) return;
    const acts = {
      escape: () => this.escape(e.target),
      walk: () => this.walk(/** @type {{by: number}} */ (meaning).by),
      undo: () => this.store.known.table?.undoes && this.deeds.undo(),
      hint: () => this.deeds.hintMore(),
      keys: () => whenFetched(import("../frame/key_help.js"), (m) => m.showKeys()),
      type: () => this.bar.typed.focus(),
    };
    if (!["escape", "type"].includes(meaning.does)) e.preventDefault();
    acts[meaning.does]();
  }

  /** @param {EventTarget | null} at @returns {import("../known/key_actions.js").Place} */
  placeOf(at) {
    const moves = openMoves(this.store.known);
    return {
      inField: at instanceof Element && at.matches("input, select, textarea"),
      onBoard: at instanceof Node && this.board.svg.contains(at),
      types: this.bar.writing.checkVisibility(),
      begins: (letter) => moves.some((m) => m.move.toLowerCase().startsWith(letter)),
    };
  }

  /** Along a line that is played through, else along the moves of the game. @param {number} by */
  walk(by) {
    if (this.store.known.table) this.deeds.walk(by);
  }

  /** Out of a line: to the move whose better one it is, or to the table. */
  leaveLine() {
    const { known } = this.store;
    if (known.review.open) this.deeds.look(plyOf(known));
    else this.store.receive({ is: "present" });
  }

  /** @param {EventTarget | null} at */
  escape(at) {
    const { setting } = this.store.known;
    if (walkOf(this.store.known)) {
      this.leaveLine();
      return;
    }
    if (setting && at === setting.text) setting.text.value = setting.shown?.position ?? "";
    else if (this.bar.typed.value) this.bar.typed.value = "";
    else this.cancel();
  }
}

/** What flags are worth, for those who listen. @param {any} checked */
const spokenChecks = (checked) => checked.marks.map((/** @type {any} */ m) => m.reasons[0].text).join(" ");

/** What the move cost where one looks. @param {Known} known */
function spokenVerdict(known) {
  const verdict = walkOf(known) ? undefined : verdictAt(known.review, plyOf(known));
  return verdict ? [verdict.said ?? verdict.move, verdict.name, verdict.text].filter(Boolean).join(". ") : "";
}

/** The view of a table (main.js). @param {string} id @param {() => any[]} games @param {(title: string, awaited?: boolean) => void} setTitle
 * @param {number | null} reviewed the move whose review is to be opened */
export function tableView(id, games, setTitle, reviewed = null) {
  const table = new Table(id, games, setTitle, reviewed),
    { store, deeds, seats, felt, board, bar, side } = table;
  return {
    title: "",
    /** @param {HTMLElement} root */
    show(root) {
      root.className = "table";
      const arena = [seats.above, felt.root, board.strip, felt.buttons, seats.below, bar.root];
      refill(root, h("div", { class: "arena" }, ...arena), side.root);
      addEventListener("keydown", table.key);
      deeds.join();
    },
    /** @param {any} m */
    news(m) {
      if ((m.id ?? m.table ?? id) === id) store.receive(m); /* late news may be of the table before */
    },
    back() {
      store.receive({ is: "returned" });
      return deeds.join();
    },
    leave() {
      removeEventListener("keydown", table.key);
      seats.clocks.stop();
      deeds.left = true;
    },
  };
}
