// actions.js -- what a player can do at a table: each action asks the server, and what it answers goes to the store.
import { sure, tell } from "./table_panel.js";
import { announce, note, t, whenFetched } from "../frame/dom.js";
import { enter } from "../home/go_to_table.js";
import { kept } from "../frame/local_prefs.js";
import { isSeated, ownSeat, pickingOf, walkOf } from "../known/table_state.js";
import { along, follow, look, walk } from "./looking.js";
import { ask, refusal } from "../frame/net.js";
import { showNowhere } from "../frame/not_found.js";
import { pick } from "../known/pick.js";
import { leaveReview, retry, review } from "./ask_review.js";
import { stopThinking, thinkLonger } from "./ask_values.js";

/** @typedef {import("../known/store.js").Store<import("../known/table_state.js").Known>} TableStore */

export const LAST_HINT = 4; /* it tells the move, and why */

export class Deeds {
  /** @param {string} id of the table @param {TableStore} store */
  constructor(id, store) {
    this.id = id;
    this.store = store;
    this.nonce = Math.floor(Math.random() * 1e9);
    this.left = false; /* somebody has gone to another screen */
  }

  get table() {
    return this.store.known.table;
  }

  /* ---- sitting down ---- */

  async join() {
    const own = kept.seats(this.id).filter((k) => k.kind === "here");
    const answer = await ask({ do: "join", table: this.id, tokens: own.map((k) => k.token) });
    const why = refusal(answer);
    if (!why) return;
    kept.forget(this.id);
    if (!this.left) showNowhere(why);
  }

  /** A seat became ours, at once or when the others agreed. @param {any} answer */
  sit(answer) {
    kept.addSeats(this.id, answer.seats);
    this.join();
  }

  /** The seat of one who left: a machine for those who play on, a place for those who look on. @param {number} seat */
  async takeover(seat) {
    const answer = await ask({ do: "takeover", seat, by: isSeated(this.table) ? kept.opponent : "me" });
    if (answer.is === "created") this.sit(answer);
    else tell(answer);
  }

  /* ---- playing ---- */

  /** @param {string} target @returns {boolean} whether more has to be picked */
  pick(target) {
    const { known } = this.store,
      picked = known.past || !this.table?.acting ? null : pick(pickingOf(known), target);
    if (!picked) return false;
    this.store.receive({ is: "picked", picked: picked.picked });
    if (picked.whole) this.play(picked.whole.move);
    return picked.more;
  }

  /** Takes a target back, then a step of the turn. */
  back() {
    const { picked, table } = this.store.known;
    if (picked.length) this.store.receive({ is: "picked", picked: picked.slice(0, -1) });
    else if (table?.drafted) ask({ do: "back" }).then(tell);
  }

  /** What is picked stays so until the table's news come: after the answer alone, the position before would be open once more.
   * @param {string} move @returns {Promise<boolean>} whether it was made */
  async play(move) {
    const answer = await ask({ do: "move", move, rev: this.table.rev, nonce: ++this.nonce });
    const why = refusal(answer);
    if (why) {
      note(why);
      announce(why);
    }
    const made = answer.is === "done";
    this.store.receive(made ? { is: "played" } : { is: "picked", picked: [] });
    return made;
  }

  /** A move from a list of the adviser's: what it said goes. @param {string} move */
  tryOut(move) {
    this.store.receive({ is: "tried" });
    this.play(move);
  }

  confirm() {
    ask({ do: "confirm" }).then(tell);
  }

  undo() {
    this.store.receive({ is: "undone" });
    ask({ do: "back" }).then(tell);
  }

  uncover() {
    ask({ do: "uncover" });
  }

  resign() {
    const seat = ownSeat(this.table);
    sure(t("resign"), t("resign-sure", this.table.seats[seat].role), t("resign"), () => ask({ do: "resign", seat }).then(tell));
  }

  observe() {
    sure(t("observe"), t("observe-sure"), t("observe"), () => ask({ do: "observe" }).then(tell));
  }

  /* ---- being helped ---- */

  /** @param {Record<string, any>} question @param {string} [instead] */
  async consult(question, instead = "") {
    const asked = this.table.rev;
    if (walkOf(this.store.known)) this.store.receive({ is: "present" });
    this.store.receive({ is: "asked", instead });
    const answer = await ask(question);
    tell(answer);
    this.store.receive({ ...answer, asked });
  }

  /** @param {string} [instead] another move to compare with */
  advise(instead) {
    return this.consult(instead ? { do: "advise", instead } : { do: "advise" }, instead);
  }

  /** @param {number} step */
  hint(step) {
    return this.consult({ do: "hint", step });
  }

  /** A hint that tells a little more than the one before. */
  hintMore() {
    const { hint, thinking } = this.store.known.help,
      step = (hint?.step ?? 0) + 1;
    if (this.table?.advises && !thinking && step <= LAST_HINT) this.hint(step);
  }

  /** @param {string[]} marks targets that are flagged */
  check(marks) {
    return this.consult({ do: "check", marks });
  }

  /* ---- looking ---- */

  /** @param {number} ply after how many moves */
  look(ply) {
    return look(this.store, ply);
  }

  /** Plays a line through, as far as so many of its moves. @param {string[]} line @param {number} at */
  follow(line, at) {
    return follow(this.store, line, at);
  }

  /** The better line of a review, as far as so many of its moves. @param {number} at */
  along(at) {
    return along(this.store, at);
  }

  /** Moves on or back. @param {number} by */
  walk(by) {
    return walk(this.store, by);
  }

  /** Computes the hash of the deal from the record, and compares it with the one shown before the first card. */
  async checkSeal() {
    const answer = await ask({ do: "record" });
    if (answer.is !== "record") {
      tell(answer);
      return;
    }
    const { sealOf } = await import("./deal_proof.js"); /* it weighs something, and few want it */
    const same = (sealOf(answer.record) || answer.commitment) === kept.commitment(this.id, this.table.commitment);
    this.store.receive({ is: "unsealed", same });
  }

  /** What one points at. @param {string[] | null} targets */
  point(targets) {
    this.store.receive({ is: "pointed", targets });
  }

  /** Goes through the game again. */
  review() {
    return review(this.store);
  }

  /** Back to advice and values. */
  leaveReview() {
    leaveReview(this.store);
  }

  /** Another game, from before that move. @param {number} ply */
  retry(ply) {
    return retry(this.id, ply);
  }

  /** @param {string} name of the panel to be seen */
  openTab(name) {
    this.store.receive({ is: "tab", name });
  }

  /** Whether values are to be seen. @param {boolean} on */
  want(on) {
    this.store.receive({ is: "wanted", on });
  }

  /** Thinks longer about where one looks. */
  think() {
    thinkLonger(this.store);
  }

  /** What was found so far will do. */
  stop() {
    stopThinking(this.store);
  }

  /* ---- leaving ---- */

  share() {
    whenFetched(import("./sharing.js"), (m) => m.sharingDialog(this.store.known));
  }

  /** The return game. */
  async again() {
    const answer = await ask({ do: "again" });
    if (!enter(answer)) tell(answer);
  }

  /** A table of one's own that begins where this one is looked at. @param {number} ply */
  async branch(ply) {
    const answer = await ask({ do: "branch", ply });
    if (!enter(answer)) tell(answer);
  }

  /** Goes where a machine is seen at work on a position of this game. @param {number} ply */
  async watchMachine(ply) {
    const answer = await ask({ do: "watch", ply });
    if (answer.is !== "watch") tell(answer);
    else location.hash = "#/watch/" + [answer.game, answer.variant, answer.position].map(encodeURIComponent).join("/");
  }

  /** Shows what was solved of this game. */
  async explore() {
    const at = await ask({ do: "watch", ply: 0 });
    if (at.is !== "watch") tell(at);
    else whenFetched(import("../learn/explore.js"), (m) => m.openExplorer(at.game, at.variant));
  }

  async download() {
    const answer = await ask({ do: "record" });
    if (answer.is !== "record") {
      tell(answer);
      return;
    }
    whenFetched(import("../frame/download.js"), (m) => m.save(new Blob([answer.record], { type: "text/plain" }), `${this.table.game}-${this.id}.txt`));
  }
}
