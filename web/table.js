// table.js -- a table: the board, who sits there, what can be done.
//
// The server sends the whole table whenever something changed; this file keeps only what is the
// reader's own: what is picked so far, the advice being looked at, the move being looked back to.
import { drawAdvice } from "./advice.js";
import { chips, copy, drawAround, sure, tell } from "./around.js";
import { Board } from "./board.js";
import { Clocks } from "./clocks.js";
import { announce, button, h, icon, note, refill, t } from "./dom.js";
import { newGame, showRules } from "./form.js";
import { kept } from "./kept.js";
import { noMarks } from "./marks.js";
import { drawMoves } from "./moves.js";
import { ask, refusal } from "./net.js";
import { Picker } from "./picking.js";
import { seatBar } from "./seatbar.js";

/** @typedef {import("./picking.js").Move} Move */

const EXPERT_STAYS = 4000;

/** @param {string} id @param {() => any[]} games @param {(title: string) => void} setTitle */
export function tableView(id, games, setTitle) {
  /** @type {any} */
  let now = null;
  /** what was asked of the adviser, and answered; it goes with the position
   * @type {{hint: any, advice: any, checked: any, thinking: boolean, instead: string, advised: any, expert: any}} */
  let help = { hint: null, advice: null, checked: null, thinking: false, instead: "", advised: null, expert: null };
  /** asked and drawn: for which place values, and for which game the curve, were last asked for
   * @type {{graph: any[] | null, values: any[] | null, wanted: boolean | null, asked: string, drawn: string}} */
  const worth = { graph: null, values: null, wanted: null, asked: "", drawn: "" };
  /** @type {{ply: number, scene?: any, drawing?: string} | null} */
  let past = null;
  /** @type {string[] | null} */
  let pointed = null;
  /** a position being set up @type {import("./setup.js").Setup | null} */
  let setting = null;
  let nonce = Math.floor(Math.random() * 1e9),
    tab = "advice",
    expertTimer = 0;

  const above = h("div", { class: "seats above" }),
    below = h("div", { class: "seats below" });
  const clocks = new Clocks();
  const picker = new Picker(
    (m) => play(m.move),
    () => mark(),
  );
  const board = new Board(pick, back, [above, below]);
  const drawing = h("pre", { class: "drawing", hidden: true, tabindex: 0 });
  const buttons = h("div", { class: "move-buttons", role: "group" });
  const cover = h("div", { class: "cover", hidden: true });
  const felt = h("div", { class: "felt" }, board.root, drawing, cover);
  const status = h("p", { class: "status" }),
    special = h("div", { class: "marks" });
  const tools = h("div", { class: "actions" });
  const typed = /** @type {HTMLInputElement} */ (
    h("input", { class: "typed", autocomplete: "off", autocapitalize: "off", spellcheck: "false", size: 9, enterkeyhint: "go" })
  );
  const setup = h("div", { hidden: true });
  const writing = h(
    "form",
    {
      class: "writing",
      onsubmit: (/** @type {Event} */ e) => {
        e.preventDefault();
        sendTyped();
      },
    },
    typed,
  );
  const advicePanel = h("section", { class: "panel advice-panel", "data-tab": "advice", "aria-live": "polite" });
  const listPanel = h("section", { class: "panel list-panel", "data-tab": "moves" });
  const tablePanel = h("section", { class: "panel table-panel", "data-tab": "table" });
  const tabs = h("div", { class: "tabs", role: "group" });
  const side = h("aside", { class: "side" }, tabs, tablePanel, advicePanel, listPanel);

  const game = () => games().find((g) => g.id === now?.game);
  const seated = () => now.seats.some((/** @type {any} */ x) => x.mine);
  const at = () => (past ? past.ply : now.list.length);
  const wanted = () => now.leaves && (worth.wanted ?? Boolean(now.analysis || now.over));
  const noHelp = () => ({ hint: null, advice: null, checked: null, thinking: false, instead: "", advised: null, expert: null });

  /* ---- playing ---- */

  /** @param {string} target */
  function pick(target) {
    if (setting) {
      setting.edit(target, 1);
      return;
    }
    if (!now || past || !now.acting) return;
    if (picker.pick(target) && !board.dragged) board.refocus();
  }

  /** Escape: a target, then a step of the turn. */
  function back() {
    if (setting) setting.undo();
    else if (!picker.back() && now?.drafted) ask({ do: "back" }).then(tell);
  }

  /** @param {string} move */
  async function play(move) {
    const answer = await ask({ do: "move", move, rev: now.rev, nonce: ++nonce });
    picker.picked = [];
    const why = refusal(answer);
    if (why) {
      note(why);
      announce(why);
    }
    mark();
    return answer.is === "done";
  }

  async function sendTyped() {
    const text = typed.value.trim();
    if (!text) {
      if (now?.ready) ask({ do: "confirm" }).then(tell);
      return;
    }
    if (await play(text)) typed.value = "";
  }

  /** @param {Record<string, any>} question @param {string} [instead] */
  async function consult(question, instead = "") {
    const rev = now.rev;
    help = { ...help, thinking: true, instead };
    tab = "advice";
    drawSide();
    const answer = await ask(question);
    help = { ...help, thinking: false, expert: null };
    const why = refusal(answer);
    if (why) note(why);
    else if (now.rev === rev || now.list.length === at()) {
      if (answer.is === "advice") help = { ...help, advice: answer };
      if (answer.is === "hint") help = { ...help, hint: answer };
      if (answer.is === "checked") {
        help = { ...help, checked: answer };
        announce(answer.marks.map((/** @type {any} */ m) => m.reasons[0].text).join(" "));
      }
    }
    drawTools();
    drawSide();
    mark();
  }

  /** @param {string} [instead] */
  const advise = (instead) => consult(instead ? { do: "advise", instead } : { do: "advise" }, instead);
  /** @param {number} step */
  const hint = (step) => consult({ do: "hint", step });

  const check = () => consult({ do: "check", marks: board.flaggedTargets() });

  board.flagged = () => {
    help = { ...help, checked: null };
    if (!now) return;
    drawSide();
    mark();
  };

  /* ---- looking back, and what positions are worth ---- */

  /** @param {number} ply */
  async function look(ply) {
    if (ply >= now.list.length) past = null;
    else {
      const answer = await ask({ do: "look", ply: Math.max(0, ply) });
      if (answer.is === "past") past = /** @type {any} */ (answer);
    }
    draw(true);
    evaluate();
  }

  /** Asks, unless just that was asked last; what comes when something else was asked since is of no use.
   * @param {"asked" | "drawn"} which @param {string} key @param {Record<string, any>} request @param {(answer: any) => void} take */
  async function once(which, key, request, take) {
    if (worth[which] === key) return;
    worth[which] = key;
    const answer = await ask(request);
    if (worth[which] !== key) return;
    take(answer);
    drawSide();
    mark();
  }

  /** The value of every move where one looks, and the curve of the game: each is shown when it comes. */
  function evaluate() {
    if (!wanted()) return;
    const game = [document.documentElement.lang, ...now.list.map((/** @type {any} */ x) => x.move)].join(" "),
      place = `${game}/${at()}/${now.drafted ?? 0}`;
    if (worth.asked !== place) worth.values = null;
    once("asked", place, { do: "values", ply: at() }, (m) => (worth.values = m.is === "values" ? m.moves : null));
    once("drawn", game, { do: "graph" }, (m) => (worth.graph = m.is === "graph" ? m.list : []));
  }

  /** A table of one's own that begins where this one is looked at. @param {number} ply */
  async function branch(ply) {
    const answer = await ask({ do: "branch", ply });
    if (answer.is !== "created") {
      tell(answer);
      return;
    }
    kept.addSeats(answer.table, answer.seats);
    location.hash = "#/t/" + answer.table;
  }

  async function download() {
    const answer = await ask({ do: "record" });
    if (answer.is !== "record") {
      tell(answer);
      return;
    }
    const url = URL.createObjectURL(new Blob([answer.record], { type: "text/plain" }));
    h("a", { href: url, download: `${now.game}-${id}.txt` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }

  async function setUp() {
    const { Setup } = await import("./setup.js");
    help = noHelp();
    setting = new Setup(
      at(),
      () => draw(false),
      () => leaveSetup(),
    );
    board.other = (target) => setting?.edit(target, -1);
    refill(setup, setting.row);
  }

  function leaveSetup() {
    setting = null;
    board.other = null;
    draw(false);
    tools.querySelector("button")?.focus();
  }

  /* ---- leaving, and coming again ---- */

  const share = () => copy(`${location.origin}/#/t/${id}`, t("shared"));

  async function again() {
    const answer = await ask({ do: "again" });
    if (answer.is !== "created") {
      tell(answer);
      return;
    }
    kept.addSeats(answer.table, answer.seats);
    location.hash = "#/t/" + answer.table;
  }

  function resign() {
    const own = now.seats.findIndex((/** @type {any} */ x) => x.mine && x.turn);
    const seat = own >= 0 ? own : now.seats.findIndex((/** @type {any} */ x) => x.mine);
    sure(t("resign"), t("resign-sure", now.seats[seat].role), t("resign"), () => ask({ do: "resign", seat }).then(tell));
  }

  const observe = () => sure(t("observe"), t("observe-sure"), t("observe"), () => ask({ do: "observe" }).then(tell));

  /** The seat of one who left: a machine for those who play on, a place for those who look on. @param {number} seat */
  async function takeover(seat) {
    const answer = await ask({ do: "takeover", seat, by: seated() ? kept.opponent : "me" });
    if (answer.is === "created") sit(answer);
    else tell(answer);
  }

  /** A seat became ours, at once or when the others agreed. @param {any} answer */
  function sit(answer) {
    kept.addSeats(id, answer.seats);
    join();
  }

  /* ---- drawing ---- */

  function mark() {
    if (!now) return;
    if (setting?.shown) {
      board.mark({ ...noMarks(), next: new Set(setting.shown.scene.el.map((/** @type {any} */ e) => e.t).filter(Boolean)) });
      drawMoveButtons([]);
      return;
    }
    const shown = past ? null : (help.advice?.instead ?? help.advice ?? help.hint ?? help.advised);
    const marks = past
      ? { ...picker.marks(), next: new Set(), further: new Set(), picked: [] }
      : picker.marks(wanted() ? (worth.values ?? []) : []);
    const facts = pointed ?? (shown?.reasons ?? []).flatMap((/** @type {any} */ f) => f.targets);
    board.mark({
      ...marks,
      groups: (shown?.reasons ?? []).find((/** @type {any} */ f) => f.groups)?.groups ?? null,
      advised: new Set(past ? [] : (help.advice?.path ?? help.hint?.path ?? [])),
      reasons: new Set(facts),
      goal: (help.advice?.instead ?? help.advice ?? help.hint)?.path?.at(-1) ?? "",
    });
    board.judge(
      new Map(past || !help.checked ? [] : help.checked.marks.map((/** @type {any} */ m) => [m.target, m.claim])),
    );
    drawMoveButtons(past ? [] : picker.matching());
    for (const b of board.strip.querySelectorAll("button"))
      b.classList.toggle("primary", marks.next.size <= 2 && marks.next.has(b.dataset.t ?? ""));
  }

  /** Moves as buttons: for games without a picture, and where the things to touch are too small.
   * @param {Move[]} list */
  function drawMoveButtons(list) {
    const small =
      Math.min(...board.items.filter((e) => e.t && e.k !== "gap" && board.marks.next.has(e.t)).map((e) => Math.min(e.w, e.h))) *
        (board.svg.getScreenCTM()?.a ?? 50) <
      22;
    const needed = list.length > 0 && (!now.scene || (small && list.length <= 12 && picker.picked.length === 0));
    buttons.hidden = !needed;
    buttons.setAttribute("aria-label", t("moves"));
    refill(buttons, ...(needed ? list.slice(0, 400).map((m) => button({ text: m.move, class: "small", on: () => play(m.move) })) : []));
  }

  function drawSeats() {
    clocks.faces.clear();
    const turn = setting?.shown?.seat;
    const bars = now.seats.map((/** @type {any} */ seat, /** @type {number} */ i) =>
      seatBar(turn === undefined ? seat : { ...seat, turn: turn === i }, i, board.seatItems.get(i) ?? [], {
        pick,
        clock: clocks.face(i),
        takeover: seat.absent && !now.over ? takeover : undefined,
        machine: seated(),
      }),
    );
    const own = now.seats.findIndex((/** @type {any} */ x) => x.mine),
      low = own < 0 ? 0 : own;
    refill(above, ...bars.filter((/** @type {any} */ _, /** @type {number} */ i) => i !== low));
    refill(below, bars[low]);
  }

  function drawTools() {
    const list = setting?.shown
      ? setting.tools()
      : [
      button({
        icon: "undo",
        text: t("undo"),
        id: "undo",
        disabled: !now.undoes,
        on: () => {
          help = noHelp();
          past = null;
          ask({ do: "back" }).then(tell);
        },
      }),
      button({ icon: "hint", text: t("advice"), id: "advise", disabled: !now.advises || help.thinking, on: () => advise() }),
      now.ready
        ? button({
            icon: "check",
            text: t("confirm"),
            class: "primary",
            id: "confirm",
            on: () => ask({ do: "confirm" }).then(tell),
          })
        : null,
      now.over && seated() && !now.analysis
        ? button({ icon: "again", text: t("again"), class: "primary", id: "again", on: again })
        : null,
      now.sets ? button({ icon: "edit", text: t("setup"), id: "setup", on: setUp }) : null,
      now.resigns ? button({ icon: "resign", label: t("resign"), class: "quiet", id: "resign", on: resign }) : null,
      now.observes && !now.observed
        ? button({ icon: "watch", label: t("observe"), class: "quiet", id: "observe", on: observe })
        : null,
      button({ icon: "book", label: t("rules"), class: "quiet", id: "rules", on: () => game() && showRules(game()) }),
      button({ icon: "share", label: t("share"), class: "quiet", id: "share", on: share }),
      button({ icon: "plus", label: t("new-game"), class: "quiet", id: "new", on: () => game() && newGame(game()) }),
    ];
    const active = document.activeElement?.id;
    refill(tools, list);
    const same = active && tools.querySelector("#" + CSS.escape(active));
    if (same instanceof HTMLButtonElement && !same.disabled) same.focus();
    typed.placeholder = t("type-move");
    typed.setAttribute("aria-label", t("type-move"));
    setup.hidden = !setting?.shown;
    writing.hidden = !now.acting || Boolean(past) || !setup.hidden;
    const wrong = setting?.shown ? !setting.shown.lawful : Boolean(now.trouble);
    status.textContent = setting?.shown?.text ?? (past ? t("looking-at", past.ply) : (now.trouble ?? now.status));
    status.className = "status" + (now.over && !setting ? " over" : "") + (wrong ? " trouble" : "");
    refill(special, ...chips(now));
  }

  function drawSide() {
    const deeds = {
      hint,
      advise,
      check,
      play: (/** @type {string} */ m) => {
        help = noHelp();
        play(m);
      },
      point: (/** @type {string[] | null} */ p) => {
        pointed = p;
        mark();
      },
    };
    listPanel.hidden = Boolean(setting?.shown);
    if (setting?.shown) {
      tablePanel.hidden = true;
      side.dataset.tab = "advice";
      refill(tabs);
      refill(advicePanel, h("h2", {}, icon("edit"), t("setup")), h("p", {}, t("setup-about")));
      return;
    }
    drawAround(tablePanel, now, now.scene && !past ? board.table : [], again);
    drawAdvice(
      advicePanel,
      {
        ...help,
        possible: now.advises,
        flags: now.checks && !past ? board.flaggedTargets().length : 0,
        over: now.over,
        moves: past ? [] : (now.moves ?? []),
        values: wanted() ? worth.values : null,
        roles: now.seats.map((/** @type {any} */ s) => s.role),
      },
      deeds,
    );
    drawMoves(
      listPanel,
      { list: now.list, at: at(), points: worth.graph, best: worth.values?.[0] ?? null, wanted: wanted(), possible: now.leaves },
      {
        look,
        branch,
        download,
        want: (on) => {
          worth.wanted = on;
          worth.asked = "";
          drawSide();
          mark();
          evaluate();
        },
      },
    );
    side.dataset.tab = tab;
    const one = (/** @type {string} */ name, /** @type {string} */ text) =>
      h(
        "button",
        {
          type: "button",
          class: "tab",
          "aria-pressed": String(tab === name),
          onclick: () => {
            tab = name;
            drawSide();
          },
        },
        text,
      );
    refill(
      tabs,
      one("advice", t("advice")),
      one("moves", t("moves")),
      ...(tablePanel.hidden ? [] : [one("table", t("the-table"))]),
    );
    if (tab === "table" && tablePanel.hidden) {
      tab = "advice";
      drawSide();
    }
  }

  function drawCover() {
    const covered = now.cover !== undefined;
    cover.hidden = !covered;
    felt.classList.toggle("covered", covered);
    if (covered)
      refill(
        cover,
        h("p", {}, t("cover", now.seats[now.cover].role)),
        button({ text: t("uncover"), class: "primary", id: "uncover", on: () => ask({ do: "uncover" }) }),
      );
  }

  /** @param {boolean} moving @param {boolean} [played] */
  function draw(moving, played = true) {
    const shown = setting?.shown ?? past ?? now,
      pictured = Boolean(shown.scene);
    board.root.hidden = !pictured;
    drawing.hidden = pictured;
    if (pictured) {
      board.svg.setAttribute("aria-label", now.title);
      board.draw(shown.scene, { moving, played, own: (seat) => Boolean(now.seats[seat]?.mine) });
    } else drawing.textContent = shown.drawing ?? "";
    felt.classList.toggle("past", Boolean(past) && !setting);
    felt.classList.toggle("setting", Boolean(setting?.shown));
    drawSeats();
    drawTools();
    drawCover();
    drawSide();
    mark();
  }

  /** @param {any} fresh */
  function update(fresh) {
    const first = now === null,
      changed = first || fresh.rev !== now.rev || fresh.list.length !== now.list.length;
    const last = fresh.list.at(-1);
    if (changed) {
      help = { ...noHelp(), expert: help.expert };
      pointed = null;
      past = null;
    } /* what was considered stays readable for a moment */
    if (changed || fresh.acting !== now.acting) picker.offer(fresh.acting ? (fresh.moves ?? []) : []);
    if (!first && fresh.list.length > now.list.length && last) announce(`${fresh.seats[last.seat].role}: ${last.move}. ${fresh.status}`);
    else announce(fresh.status);
    const played = first || fresh.list.length !== now.list.length || fresh.drafted !== now.drafted;
    now = fresh;
    picker.moves = now.acting ? (now.moves ?? []) : [];
    clocks.set(now.clock);
    if (now.commitment) kept.commitment(id, now.commitment);
    setTitle(now.title);
    draw(!first, played);
    setting?.again(); /* in another language, perhaps */
    evaluate();
  }

  /** @param {any} m */
  function consider(m) {
    help = { ...help, expert: m };
    clearTimeout(expertTimer);
    expertTimer = setTimeout(() => {
      help = { ...help, expert: null };
      if (now) drawSide();
    }, EXPERT_STAYS);
    if (now) drawSide();
  }

  async function join() {
    const own = kept.seats(id).filter((k) => k.kind === "here");
    const answer = await ask({ do: "join", table: id, tokens: own.map((k) => k.token) });
    const why = refusal(answer);
    if (why) {
      note(why);
      kept.forget(id);
      location.hash = "#/";
    }
  }

  /** @param {KeyboardEvent} e */
  function key(e) {
    const inside =
      e.target instanceof HTMLInputElement || e.target instanceof HTMLSelectElement || document.querySelector("dialog[open]");
    if (e.key === "Escape" && !document.querySelector("dialog[open]")) {
      if (setting && e.target === setting.text) setting.text.value = setting.shown?.position ?? "";
      else if (typed.value) typed.value = "";
      else back();
    } else if (
      !inside &&
      e.key.length === 1 &&
      /[\p{L}\p{N}]/u.test(e.key) &&
      !e.ctrlKey &&
      !e.metaKey &&
      !e.altKey &&
      !writing.hidden
    )
      typed.focus();
  }

  return {
    title: "",
    /** @param {HTMLElement} root */
    show(root) {
      root.className = "table";
      refill(
        root,
        h(
          "div",
          { class: "arena" },
          above,
          felt,
          board.strip,
          buttons,
          below,
          h(
            "div",
            { class: "bar" },
            h("div", { class: "status-row" }, status, special),
            setup,
            h("div", { class: "bar-row" }, tools, writing),
          ),
        ),
        side,
      );
      addEventListener("keydown", key);
      join();
    },
    /** @param {any} m */
    news(m) {
      if (m.is === "table" && m.id === id) update(m);
      else if (m.is === "created" && m.table === id) sit(m);
      else if (m.is === "thinking" && now) consider(m);
      else if (m.is === "advised" && now) {
        help = { ...help, advised: m };
        drawSide();
        mark();
      }
    },
    back() {
      help = noHelp();
      worth.asked = worth.drawn = "";
      return join();
    },
    leave() {
      removeEventListener("keydown", key);
      clocks.stop();
      clearTimeout(expertTimer);
    },
  };
}
