// lesson_board.js -- a board with comments beside it: shows a position, says what is to be found, answers every move.
import { Board } from "../board/board.js";
import { folds, newCourse } from "../known/lesson_state.js";
import { announce, button, h, note, refill, t } from "../frame/dom.js";
import { ask, refusal } from "../frame/net.js";
import { showNowhere } from "../frame/not_found.js";
import { openMarks, pick, saidMove } from "../known/pick.js";
import { placeBars, seatBar } from "../table/seat_bar.js";
import { Store } from "../known/store.js";

/** @typedef {import("../known/lesson_state.js").Course} Course */
/** What is taught: how it is asked for, with the moves of a try between blanks; what it is called; what can be done besides;
 * how its answer is asked for; what must be done before anything can be asked, which may answer in its place.
 * @typedef {{ask: (course: Course, moves?: string) => Record<string, any>, title: (game: any, answer: any) => string,
 *   buttons: (course: Course, coach: Coach) => any[],
 *   solution?: (course: Course) => Record<string, any>,
 *   prepare?: (coach: Coach) => Promise<import("../frame/net.js").Message | null>}} Subject */

/** @param {any} answer @returns {boolean} whether there is nothing to show */
export const isNothing = (answer) => answer.is === "refused" || answer.is === "lost";

/** How far the games have been gone through before anything can be asked. @param {Course["gathered"]} gathered */
const gatheredSoFar = (gathered) =>
  gathered &&
  h("progress", {
    max: gathered.of,
    value: gathered.games + gathered.part,
    "aria-label": t("gathered", gathered.games, gathered.of),
  });

/** How far a lesson has come, or how many exercises are left. @param {Course} course */
function progress({ shown, tone, left, gathered }) {
  if (tone === "wait") return gatheredSoFar(gathered);
  if (left > 0) return h("p", { class: "soft left" }, t("mistakes-left", left));
  if (!shown?.steps) return null;
  return h("progress", {
    max: shown.steps,
    value: tone === "end" ? shown.steps : shown.step - 1,
    "aria-label": t("lesson-step", shown.step, shown.steps),
  });
}

export class Coach {
  /** @param {Subject} subject @param {() => any} game @param {(title: string) => void} setTitle */
  constructor(subject, game, setTitle) {
    this.subject = subject;
    this.game = game;
    this.setTitle = setTitle;
    this.prepared = false;
    this.begun = 0; /* times: what is answered to an earlier one is of no use */
    this.left = false; /* what is answered later belongs to no screen */
    this.above = h("div", { class: "seats above" });
    this.below = h("div", { class: "seats below" });
    this.board = new Board({
      pick: (target) => this.pick(target),
      cancel: () => this.back(),
      bars: [this.above, this.below],
    });
    this.drawing = h("pre", { class: "drawing", hidden: true, tabindex: 0 });
    this.buttons = h("div", { class: "move-buttons", role: "group" });
    this.speech = h("div", { class: "coach", "aria-live": "polite" });
    /** @type {Store<Course>} */
    this.store = new Store(newCourse(), folds);
    this.listen();
  }

  listen() {
    const { store } = this;
    store.on(["lesson", "daily", "exercise"], (course, before) => {
      if (course.shown === before.shown) this.drawMarks(course);
      else this.drawPicture(course, before.shown !== null);
    });
    store.on(["picked"], (course) => this.drawMarks(course));
    store.on(["sent", "unanswered", "lesson", "daily", "exercise"], (course) => this.drawWaiting(course));
    store.on(["begun", "failed", "lesson", "daily", "exercise", "gathering", "reviewing"], (course) => this.drawSpeech(course));
    store.on(["failed"], ({ shown, said }) => (shown ? note : showNowhere)(said));
    store.on(["lesson", "daily", "exercise"], ({ said, reasons, plan }) => announce([said, ...reasons, plan].join(" ").trim()));
  }

  /* ---- what is known is shown ---- */

  /** @param {Course} course @param {boolean} moving */
  drawPicture(course, moving) {
    const { shown, moves } = course,
      pictured = Boolean(shown.scene);
    this.board.root.hidden = !pictured;
    this.drawing.hidden = pictured || !shown.drawing;
    if (pictured) this.board.draw(shown.scene, { moving, own: (seat) => seat === shown.seat });
    else this.drawing.textContent = shown.drawing ?? "";
    this.drawSeats(course);
    this.drawMarks(course);
    const one = (/** @type {import("../known/pick.js").Move} */ m) =>
      button({ text: saidMove(m), class: "small", on: () => this.play(m.move) });
    refill(this.buttons, ...(pictured ? [] : moves.map(one)));
    this.buttons.hidden = pictured;
  }

  /** @param {Course} course */
  drawMarks(course) {
    this.board.mark(openMarks(course));
  }

  /** @param {Course} course */
  drawSeats({ shown, moves }) {
    const bars = (this.game()?.roles ?? []).map((/** @type {string} */ role, /** @type {number} */ i) => {
      const mine = i === shown.seat,
        seat = { role, name: mine ? t("you-learn") : "", person: true, mine, present: true, turn: mine && moves.length > 0 };
      return seatBar(seat, i, this.board.picture.seats.get(i) ?? [], { pick: (target) => this.pick(target) });
    });
    placeBars(this.above, this.below, bars, Math.max(0, shown.seat ?? 0));
  }

  /** @param {Course} course */
  drawSpeech(course) {
    const { said, tone, reasons, draft, plan } = course;
    refill(
      this.speech,
      progress(course),
      h("p", { class: "coach-text " + tone }, said),
      reasons.length ? h("ul", { class: "facts" }, ...reasons.map((r) => h("li", {}, r))) : null,
      plan ? h("p", { class: "soft" }, plan) : null,
      h(
        "div",
        { class: "advice-actions" },
        draft.length ? button({ icon: "undo", text: t("undo"), id: "draft-back", on: () => this.takeBack() }) : null,
        ...this.subject.buttons(course, this),
      ),
    );
    this.speech.dataset.tone = tone;
    const onward = this.speech.querySelector(".onward");
    if (onward instanceof HTMLElement) onward.focus({ preventScroll: true });
  }

  /** That an answer is being looked at is seen once it takes a while (style.css). @param {Course} course */
  drawWaiting({ waiting }) {
    this.speech.ariaBusy = String(waiting);
    this.speech.dataset.wait = t("thinking-advice");
  }

  /* ---- what is done ---- */

  /** Asks for the step one is at, from its beginning. */
  async begin() {
    const number = ++this.begun;
    this.store.receive({ is: "begun", text: t("thinking-advice") });
    const early = this.prepared ? null : await this.subject.prepare?.(this),
      answer = early ?? (await ask(this.subject.ask(this.store.known)));
    if (this.left || number !== this.begun) return;
    this.prepared = !isNothing(answer);
    if (!this.prepared) {
      this.store.receive({ is: "failed", text: refusal(answer) ?? t("lost") });
      return;
    }
    this.setTitle(this.subject.title(this.game() ?? answer, answer));
    if (answer.opening && !this.store.known.shown) await (await import("./intro.js")).showOpening(answer.opening);
    this.store.receive({ ...answer, tried: [] });
  }

  /** @param {string} target */
  pick(target) {
    const now = pick(this.store.known, target);
    if (!now) return;
    this.store.receive({ is: "picked", picked: now.picked });
    if (now.whole) this.play(now.whole.move);
    else if (now.more) this.board.goOn();
  }

  /** Asks what comes of these moves; one question at a time.
   * @param {string[]} tried @returns {Promise<import("../frame/net.js").Message | null>} why nothing came of them */
  async attempt(tried) {
    return this.request(this.subject.ask(this.store.known, tried.length ? tried.join(" ") : undefined), tried);
  }

  /** @param {Record<string, any>} question @param {string[]} tried @returns {Promise<import("../frame/net.js").Message | null>} */
  async request(question, tried) {
    this.store.receive({ is: "sent" });
    const answer = await ask(question),
      nothing = isNothing(answer);
    if (this.left) return null;
    this.store.receive(nothing ? { is: "unanswered" } : { ...answer, tried });
    return nothing ? answer : null;
  }

  /** The answer is given away; it does not count as found. */
  async giveAway() {
    const { known } = this.store,
      question = known.waiting ? null : this.subject.solution?.(known),
      refused = question ? await this.request(question, []) : null;
    if (refused) note(refusal(refused) ?? t("lost"));
  }

  /** @param {string} move */
  async play(move) {
    const { waiting, draft } = this.store.known;
    if (waiting) return;
    const refused = await this.attempt([...draft, move]);
    if (!refused) return;
    note(refusal(refused) ?? t("lost"));
    this.store.receive({ is: "picked", picked: [] });
  }

  /** The last move of a turn that is not whole yet is taken back. */
  takeBack() {
    const { waiting, draft } = this.store.known;
    if (!waiting && draft.length) this.attempt(draft.slice(0, -1));
  }

  /** One step back: of what is picked, then of the turn. */
  back() {
    const { picked } = this.store.known;
    if (picked.length) this.store.receive({ is: "picked", picked: picked.slice(0, -1) });
    else this.takeBack();
  }
}

/** The view of something taught (main.js). @param {Coach} coach */
export function coachView(coach) {
  const { above, below, board, drawing, buttons, speech } = coach,
    key = (/** @type {KeyboardEvent} */ e) => e.key === "Escape" && coach.back();
  return {
    title: "",
    /** @param {HTMLElement} root */
    show(root) {
      root.className = "table lesson";
      const felt = h("div", { class: "felt" }, board.root, drawing);
      refill(
        root,
        h("div", { class: "arena" }, above, felt, board.strip, buttons, below),
        h("aside", { class: "side" }, speech),
      );
      addEventListener("keydown", key);
      coach.begin();
    },
    /** @param {any} m */
    news: (m) => coach.store.receive(m),
    back() {
      coach.prepared = false;
      return coach.begin();
    },
    leave() {
      removeEventListener("keydown", key);
      coach.left = true;
    },
  };
}
