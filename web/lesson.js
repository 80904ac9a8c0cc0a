// lesson.js -- a lesson, step by step, and the puzzle of the day: a position, something to find, an answer to
// every move. The server keeps nothing of either; what was done so far is here.
import { Board } from "./board.js";
import { announce, button, h, note, refill, t } from "./dom.js";
import { start } from "./form.js";
import { ask, refusal } from "./net.js";
import { Picker } from "./picking.js";
import { seatBar } from "./seatbar.js";

/** `ask` takes the moves of the turn so far, with blanks between.
 * @typedef {{ask: (moves?: string) => Record<string, any>, title: (game: any) => string, done: (answer: any) => void, buttons: () => any[]}} Course */

/** A board with somebody who speaks beside it. @param {string} id of the game @param {() => any[]} games @param {(title: string) => void} setTitle
 * @param {(view: {show: () => Promise<void>, say: (text: string, tone: string) => void}) => Course} begin */
function coached(id, games, setTitle, begin) {
  /** @type {any} */
  let shown = null;
  let waiting = false,
    tone = "",
    said = "";
  /** @type {string[]} moves of a turn that is not whole yet */
  let draft = [];
  /** @type {string[]} why it was right */
  let reasons = [];
  const above = h("div", { class: "seats above" }),
    below = h("div", { class: "seats below" });
  const picker = new Picker(
    (m) => play(m.move),
    () => board.mark(picker.marks()),
  );
  const board = new Board({
    pick: (target) => {
      if (picker.pick(target)) board.goOn();
    },
    cancel: () => back(),
    bars: [above, below],
  });
  const drawing = h("pre", { class: "drawing", hidden: true, tabindex: 0 });
  const buttons = h("div", { class: "move-buttons", role: "group" });
  const coach = h("div", { class: "coach", "aria-live": "polite" });
  const game = () => games().find((g) => g.id === id);
  const course = begin({
    show,
    say: (text, how) => {
      said = text;
      tone = how;
      drawCoach();
      announce(text);
    },
  });

  function drawCoach() {
    const progress = shown?.steps
      ? h("progress", {
          max: shown.steps,
          value: tone === "end" ? shown.steps : shown.step - 1,
          "aria-label": t("lesson-step", shown.step, shown.steps),
        })
      : null;
    refill(
      coach,
      progress,
      h("p", { class: "coach-text " + tone }, said),
      reasons.length ? h("ul", { class: "facts" }, ...reasons.map((r) => h("li", {}, r))) : null,
      h(
        "div",
        { class: "advice-actions" },
        draft.length ? button({ icon: "undo", text: t("undo"), id: "draft-back", on: takeBack }) : null,
        ...course.buttons(),
      ),
    );
    coach.dataset.tone = tone;
  }

  function drawSeats() {
    const roles = game()?.roles ?? [];
    const bars = roles.map((/** @type {string} */ role, /** @type {number} */ i) =>
      seatBar(
        {
          role,
          name: i === shown.seat ? t("you-learn") : "",
          person: true,
          mine: i === shown.seat,
          present: true,
          turn: i === shown.seat && picker.moves.length > 0,
        },
        i,
        board.picture.seats.get(i) ?? [],
        { pick: (target) => board.hands.pick(target) },
      ),
    );
    const low = Math.max(0, shown.seat ?? 0);
    refill(above, ...bars.filter((/** @type {any} */ _, /** @type {number} */ i) => i !== low));
    refill(below, bars[low] ?? "");
  }

  /** @param {any} answer @param {boolean} moving */
  function draw(answer, moving) {
    shown = { ...shown, ...answer, scene: answer.scene ?? shown?.scene };
    picker.offer(answer.moves ?? []);
    board.root.hidden = !shown.scene;
    drawing.hidden = Boolean(shown.scene);
    if (shown.scene) board.draw(shown.scene, { moving, played: moving, own: (seat) => seat === shown.seat });
    else drawing.textContent = answer.drawing ?? shown.drawing ?? "";
    drawSeats();
    board.mark(picker.marks());
    const plain = !shown.scene;
    refill(buttons, ...(plain ? picker.moves.map((m) => button({ text: m.move, class: "small", on: () => play(m.move) })) : []));
    buttons.hidden = !plain;
  }

  /** @param {any} answer @returns {boolean} whether there is nothing to show */
  const failed = (answer) => answer.is === "refused" || answer.is === "lost";

  /** @param {any} answer */
  function question(answer) {
    draw(answer, shown !== null);
    said = answer.question ?? answer.text;
    tone = "ask";
    drawCoach();
    announce(said);
  }

  async function show() {
    tone = "wait";
    said = t("thinking-advice");
    draft = [];
    reasons = [];
    drawCoach();
    const answer = await ask(course.ask());
    if (failed(answer)) {
      said = refusal(answer) ?? t("lost");
      note(said);
      tone = "wrong";
      drawCoach();
      return;
    }
    setTitle(course.title(game() ?? answer));
    if (answer.opening && !shown) await (await import("./opening.js")).showOpening(answer.opening);
    question(answer);
  }

  /** @param {string} move */
  async function play(move) {
    if (waiting) return;
    waiting = true;
    const moves = [...draft, move],
      answer = await ask(course.ask(moves.join(" ")));
    waiting = false;
    picker.picked = [];
    if (failed(answer)) {
      note(refusal(answer) ?? t("lost"));
      board.mark(picker.marks());
      return;
    }
    if (answer.drafted) {
      draft = moves;
      question(answer);
      return;
    }
    said = answer.text;
    tone = answer.right ? "right" : "wrong";
    reasons = answer.why ?? [];
    if (answer.right) {
      draw({ ...answer, moves: [] }, true);
      course.done(answer);
    } else if (draft.length) draw(answer, true);
    else board.mark(picker.marks());
    draft = [];
    drawCoach();
    announce([said, ...reasons].join(" "));
  }

  /** The last move of a turn that is not whole yet is taken back. */
  async function takeBack() {
    if (waiting || !draft.length) return;
    waiting = true;
    const moves = draft.slice(0, -1),
      answer = await ask(course.ask(moves.length ? moves.join(" ") : undefined));
    waiting = false;
    if (failed(answer)) return;
    draft = moves;
    question(answer);
  }

  const back = () => {
    if (!picker.back()) takeBack();
  };

  /** @param {KeyboardEvent} e */
  const key = (e) => {
    if (e.key === "Escape") back();
  };
  return {
    title: "",
    /** @param {HTMLElement} root */
    show(root) {
      root.className = "table lesson";
      refill(
        root,
        h("div", { class: "arena" }, above, h("div", { class: "felt" }, board.root, drawing), board.strip, buttons, below),
        h("aside", { class: "side" }, coach),
      );
      addEventListener("keydown", key);
      show();
    },
    news() {},
    back() {
      return show();
    },
    leave() {
      removeEventListener("keydown", key);
    },
  };
}

/** The first lesson of a game. @param {string} id @param {() => any[]} games @param {(title: string) => void} setTitle */
export function lessonView(id, games, setTitle) {
  let step = 1;
  /** @type {number | null} */
  let next = null;
  let ended = false;
  return coached(id, games, setTitle, (view) => ({
    ask: (move) => (move === undefined ? { do: "lesson", game: id, step } : { do: "lesson", game: id, step, move }),
    title: (game) => t("lesson-of", game.title),
    done: (answer) => {
      next = answer.next ?? null;
      ended = next === null;
    },
    buttons: () => {
      const game = games().find((g) => g.id === id);
      if (ended && game)
        return [
          h("p", { class: "checked" }, t("lesson-end")),
          button({ icon: "play", text: t("play"), class: "primary", id: "lesson-play", on: () => start(game) }),
        ];
      if (next === null) return [];
      return [
        button({
          text: t("lesson-next"),
          class: "primary",
          id: "lesson-next",
          on: () => {
            step = next ?? step;
            next = null;
            view.show();
          },
        }),
      ];
    },
  }));
}

/** The puzzle of the day. @param {string} id @param {() => any[]} games @param {(title: string) => void} setTitle */
export function dailyView(id, games, setTitle) {
  let solved = false;
  return coached(id, games, setTitle, () => ({
    ask: (move) => (move === undefined ? { do: "daily", game: id } : { do: "daily", game: id, move }),
    title: (game) => t("daily-of", game.title),
    done: () => {
      solved = true;
    },
    buttons: () => (solved ? [h("a", { class: "button primary", href: "#/", id: "daily-home" }, t("home"))] : []),
  }));
}
