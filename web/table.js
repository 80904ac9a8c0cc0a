// table.js -- a table: the board, who sits there, what was played, and advice.
//
// The server sends the whole table whenever something changed; this file keeps only what is the
// reader's own: what is picked so far, the advice being looked at, the move being looked back to.
import { announce, button, h, icon, note, refill, s, t } from "./dom.js";
import { newGame, showRules } from "./form.js";
import { kept } from "./kept.js";
import { ask } from "./net.js";
import { Board } from "./scene.js";
import { seatMark } from "./shapes.js";

/** @typedef {{m: string, p: string[]}} Move */

const signs = { win: "✓", loss: "✗", tie: "=", draw: "∞", unknown: "?" };

/** A small disc with the colour and the mark of a seat. @param {number} i */
function seatDisc(i) {
  const tone = "seat" + (i + 1);
  return s("svg", { class: "seat-disc tone-" + tone, viewBox: "-.5 -.5 1 1", "aria-hidden": "true" }, s("circle", { class: "body", r: 0.42 }), seatMark(tone, 0.42));
}

/** @param {string} id @param {() => any[]} games @param {(title: string) => void} setTitle */
export function tableView(id, games, setTitle) {
  /** @type {any} */
  let now = null;
  /** @type {string[]} */
  let picked = [];
  /** @type {any} */
  let advice = null;
  let thinking = false, instead = "";
  /** @type {{ply: number, scene?: any, drawing?: string} | null} */
  let past = null;
  let nonce = Math.floor(Math.random() * 1e9);
  let tab = "advice";

  const board = new Board(pick, back);
  const drawing = h("pre", { class: "drawing", hidden: true });
  const buttons = h("div", { class: "move-buttons", role: "group" });
  const cover = h("div", { class: "cover", hidden: true });
  const felt = h("div", { class: "felt" }, board.root, drawing, cover);
  const above = h("div", { class: "seats above" }), below = h("div", { class: "seats below" });
  const status = h("p", { class: "status" });
  const tools = h("div", { class: "actions" });
  const typed = /** @type {HTMLInputElement} */ (h("input", { class: "typed", autocomplete: "off", autocapitalize: "off", spellcheck: "false", size: 9, enterkeyhint: "go" }));
  const writing = h("form", { class: "writing", onsubmit: (/** @type {Event} */ e) => { e.preventDefault(); sendTyped(); } }, typed);
  const advicePanel = h("section", { class: "panel advice-panel", "data-tab": "advice", "aria-live": "polite" });
  const listPanel = h("section", { class: "panel list-panel", "data-tab": "moves" });
  const tablePanel = h("section", { class: "panel table-panel", "data-tab": "table" });
  const tabs = h("div", { class: "tabs", role: "group" });
  const side = h("aside", { class: "side" }, tabs, tablePanel, advicePanel, listPanel);

  const game = () => games().find((g) => g.id === now?.game);
  const matching = () => (now?.moves ?? []).filter((/** @type {Move} */ m) => picked.every((p, i) => m.p[i] === p));

  /* ---- playing ---- */

  /** @param {string} target */
  function pick(target) {
    if (!now || past) return;
    if (!now.acting) return;
    const next = matching().filter((/** @type {Move} */ m) => m.p[picked.length] === target);
    if (next.length === 0) {
      if (picked.includes(target)) back();
      else if (picked.length && now.moves.some((/** @type {Move} */ m) => m.p[0] === target)) { picked = [target]; mark(); }
      return;
    }
    picked = [...picked, target];
    const whole = next.find((/** @type {Move} */ m) => m.p.length === picked.length);
    if (whole) play(whole.m);
    mark();
    if (whole === undefined && !board.dragged) board.refocus();
  }

  /** Escape: a target, then a step of the turn. */
  function back() {
    if (picked.length) { picked = picked.slice(0, -1); mark(); }
    else if (now?.drafted) ask({ do: "back" }).then(tell);
  }

  /** @param {string} text */
  async function play(text) {
    const answer = await ask({ do: "move", text, rev: now.rev, nonce: ++nonce });
    picked = [];
    if (answer.is === "refused") { note(answer.text); announce(answer.text); }
    mark();
    return answer.is === "done";
  }

  async function sendTyped() {
    const text = typed.value.trim();
    if (!text) { if (now?.ready) ask({ do: "confirm" }).then(tell); return; }
    if (await play(text)) typed.value = "";
  }

  /** @param {any} answer */
  function tell(answer) {
    if (answer.is === "refused") note(answer.text);
  }

  /** @param {string} [other] */
  async function advise(other) {
    thinking = true;
    instead = other ?? "";
    tab = "advice";
    drawSide();
    const answer = await ask(other ? { do: "advise", instead: other } : { do: "advise" });
    thinking = false;
    if (answer.is === "advice") advice = answer;
    else if (answer.is === "refused") note(answer.text);
    drawSide();
    mark();
  }

  /* ---- looking back ---- */

  /** @param {number} ply */
  async function look(ply) {
    const last = now.list.length;
    if (ply >= last) { past = null; draw(true); return; }
    const answer = await ask({ do: "look", ply: Math.max(0, ply) });
    if (answer.is === "past") { past = /** @type {any} */ (answer); draw(true); }
  }

  /** A table of one's own that begins where this one is looked at. @param {number} ply */
  async function branch(ply) {
    const answer = await ask({ do: "branch", ply });
    if (answer.is !== "created") { tell(answer); return; }
    kept.addSeats(answer.table, answer.seats);
    location.hash = "#/t/" + answer.table;
  }

  async function download() {
    const answer = await ask({ do: "record" });
    if (answer.is !== "record") { tell(answer); return; }
    const url = URL.createObjectURL(new Blob([answer.text], { type: "text/plain" }));
    h("a", { href: url, download: `${now.game}-${id}.txt` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }

  /* ---- drawing ---- */

  function mark() {
    const list = past || !now ? [] : matching();
    const at = picked.length;
    const next = new Set(list.map((/** @type {Move} */ m) => m.p[at]).filter(Boolean));
    const further = new Set(list.filter((/** @type {Move} */ m) => m.p.length > at + 1).map((/** @type {Move} */ m) => m.p[at]));
    const names = new Map(list.filter((/** @type {Move} */ m) => m.p.length === at + 1).map((/** @type {Move} */ m) => [m.p[at], m.m]));
    const shown = advice && !past ? advice.instead ?? advice : null;
    const facts = shown?.facts ?? [];
    board.mark({ next, further, picked, names, advised: new Set(advice && !past ? advice.p : []),
      reasons: new Set(facts.flatMap((/** @type {any} */ f) => f.targets)) });
    drawMoveButtons(list);
    for (const b of board.strip.querySelectorAll("button")) b.classList.toggle("primary", next.size <= 2 && next.has(b.dataset.t ?? ""));
  }

  /** Moves as buttons: for games without a picture, and where the things to touch are too small.
   * @param {Move[]} list */
  function drawMoveButtons(list) {
    const small = Math.min(...board.items.filter((e) => e.t && board.marks.next.has(e.t)).map((e) => Math.min(e.w, e.h))) * (board.svg.getScreenCTM()?.a ?? 50) < 26;
    const wanted = list.length > 0 && (!now.scene || (small && list.length <= 12 && picked.length === 0));
    buttons.hidden = !wanted;
    buttons.setAttribute("aria-label", t("moves"));
    refill(buttons, ...(wanted ? list.slice(0, 400).map((m) => button({ text: m.m, class: "small", on: () => play(m.m) })) : []));
  }

  /** @param {any} seat @param {number} i */
  function seatBar(seat, i) {
    return h("div", { class: `seat-bar${seat.turn ? " turn" : ""}${seat.won ? " won" : ""}${seat.present ? "" : " absent"} tone-seat${i + 1}` },
      seatDisc(i), h("strong", {}, seat.role), h("span", { class: "who" }, seat.name),
      seat.turn ? h("span", { class: "chip" }, t(seat.person ? "to-move" : "thinking")) : null,
      seat.won ? h("span", { class: "chip won" }, t("wins")) : null,
      seat.score !== undefined && Math.abs(seat.score) > 1 ? h("span", { class: "score" }, seat.score) : null);
  }

  function drawSeats() {
    const bars = now.seats.map(seatBar);
    const own = now.seats.findIndex((/** @type {any} */ x) => x.mine);
    const low = own < 0 ? 0 : own;
    refill(above, ...bars.filter((/** @type {any} */ _, /** @type {number} */ i) => i !== low));
    refill(below, bars[low]);
  }

  function drawTools() {
    const list = [
      button({ icon: "undo", text: t("undo"), id: "undo", disabled: !now.undoes, on: () => { advice = null; past = null; ask({ do: "back" }).then(tell); } }),
      button({ icon: "hint", text: t("advice"), id: "advise", disabled: !now.advises || thinking, on: () => advise() }),
      now.ready ? button({ icon: "check", text: t("confirm"), class: "primary", id: "confirm", on: () => ask({ do: "confirm" }).then(tell) }) : null,
      now.over && now.seats.some((/** @type {any} */ x) => x.mine) ? button({ icon: "again", text: t("again"), class: "primary", id: "again", on: again }) : null,
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
    writing.hidden = !now.acting || Boolean(past);
    status.textContent = past ? t("looking-at", past.ply) : now.trouble ?? now.status;
    status.className = "status" + (now.over ? " over" : "") + (now.trouble ? " trouble" : "");
  }

  /** @param {string} url @param {string} said */
  async function copy(url, said) {
    try {
      await navigator.clipboard.writeText(url);
      note(said);
    } catch {
      note(url); /* no clipboard over plain HTTP from elsewhere: shown, to be copied by hand */
    }
  }

  const share = () => copy(`${location.origin}/#/t/${id}`, t("shared"));

  async function again() {
    const answer = await ask({ do: "again" });
    if (answer.is !== "created") { tell(answer); return; }
    kept.addSeats(answer.table, answer.seats);
    location.hash = "#/t/" + answer.table;
  }

  /* ---- beside the board ---- */

  /** @param {any} f */
  const fact = (f) => h("li", {}, f.text);

  function drawAdvice() {
    const nothing = !advice && !thinking;
    refill(advicePanel, h("h2", {}, icon("hint"), t("advice")),
      thinking ? h("p", { class: "soft" }, instead ? t("comparing", instead) : t("thinking-advice")) : null,
      nothing ? h("p", { class: "soft" }, now.advises ? t("advice-about") : now.over ? t("advice-over") : t("advice-none")) : null,
      nothing && now.advises ? button({ text: t("ask-advice"), class: "small", on: () => advise() }) : null,
      advice && !thinking ? adviceBody() : null);
  }

  function adviceBody() {
    const others = advice.moves.filter((/** @type {any} */ m) => m.m !== advice.m);
    return h("div", { class: "advice" },
      h("p", { class: "advice-head" }, h("span", { class: "move-chip" }, advice.plan.join(" ")),
        h("span", { class: "value v-" + advice.v }, signs[/** @type {keyof typeof signs} */ (advice.v)] + " " + advice.value)),
      advice.proved ? h("p", { class: "soft small-text" }, t("proved")) : null,
      h("ul", { class: "facts" }, ...advice.facts.map(fact)),
      advice.line?.length > advice.plan.length ? h("p", { class: "line" }, h("span", { class: "soft" }, t("then")), " ", advice.line.slice(advice.plan.length, 14).join(" ")) : null,
      h("div", { class: "advice-actions" }, button({ icon: "play", text: t("play-it"), class: "primary small", on: () => { const m = advice.m; advice = null; play(m); } })),
      advice.instead ? insteadBody(advice.instead) : null,
      others.length || now.moves.length > 1 ? whyNot(others) : null);
  }

  /** @param {any} other */
  function insteadBody(other) {
    return h("div", { class: "instead" }, h("h3", {}, t("why-not", other.m)),
      h("p", { class: "value v-" + other.v }, signs[/** @type {keyof typeof signs} */ (other.v)] + " " + (other.value ?? t("value-unknown"))),
      other.same ? h("p", {}, t("same-move")) : h("ul", { class: "facts" }, ...other.facts.map(fact)),
      !other.same && other.facts.length === 0 ? h("p", { class: "soft" }, t("no-difference")) : null);
  }

  /** @param {any[]} rated */
  function whyNot(rated) {
    const known = new Map(rated.map((m) => [m.m, m]));
    const rows = now.moves.filter((/** @type {Move} */ m) => m.m !== advice.m).slice(0, 60);
    return h("details", { class: "why-not", open: rows.length <= 12 }, h("summary", {}, t("why-not-mine")),
      h("ul", { class: "others" }, ...rows.map((/** @type {Move} */ m) => {
        const r = known.get(m.m);
        return h("li", {}, h("button", { type: "button", class: "other", onclick: () => advise(m.m) }, h("span", {}, m.m),
          r ? h("span", { class: "value v-" + r.v }, signs[/** @type {keyof typeof signs} */ (r.v)] + " " + r.text) : null));
      })));
  }

  function drawList() {
    const at = past ? past.ply : now.list.length;
    const step = (/** @type {"first"|"prev"|"next"|"last"} */ name, /** @type {number} */ to, /** @type {boolean} */ off) =>
      button({ icon: name, label: t("go-" + name), class: "quiet small", disabled: off, on: () => look(to) });
    const end = now.list.length;
    refill(listPanel, h("h2", {}, t("moves"), h("span", { class: "steps" },
      step("first", 0, at === 0), step("prev", at - 1, at === 0), step("next", at + 1, at === end), step("last", end, at === end))),
      end === 0 ? h("p", { class: "soft" }, t("no-moves")) : h("ol", { class: "moves" }, ...now.list.map((/** @type {any} */ m, /** @type {number} */ i) =>
        h("li", {}, h("button", { type: "button", class: `move tone-seat${m.s + 1}${i + 1 === at ? " at" : ""}`, "aria-current": i + 1 === at ? "true" : null, onclick: () => look(i + 1) },
          h("span", { class: "number" }, i + 1), seatDisc(m.s), h("span", {}, m.m))))));
    if (now.leaves && end) listPanel.append(h("div", { class: "advice-actions" },
      button({ text: t("analyse"), class: "small", id: "analyse", on: () => branch(at) }),
      button({ icon: "download", label: t("download"), class: "quiet small", id: "download", on: download })));
    const here = listPanel.querySelector(".at");
    const box = listPanel.querySelector(".moves");
    if (here instanceof HTMLElement && box) box.scrollTop = here.offsetTop - box.clientHeight / 2;
  }

  function drawTable() {
    const invited = kept.seats(id).filter((k) => k.kind !== "here" && k.seat >= 0 && now.seats[k.seat] && !now.seats[k.seat].present && !now.over);
    const parts = [];
    if (now.asked === true) parts.push(h("p", {}, t("undo-asked")), h("div", { class: "advice-actions" },
      button({ text: t("accept"), class: "primary small", id: "accept", on: () => ask({ do: "answer", yes: true }).then(tell) }),
      button({ text: t("decline"), class: "small", on: () => ask({ do: "answer", yes: false }).then(tell) })));
    if (now.asked === false) parts.push(h("p", { class: "soft" }, t("undo-waits")));
    for (const k of invited) parts.push(invitation(k));
    if (now.again && !kept.seats(now.again).length) parts.push(h("p", {}, t("again-offered")),
      now.seats.some((/** @type {any} */ x) => x.mine) ? button({ icon: "again", text: t("again"), class: "primary small", on: again })
        : h("a", { class: "button small", href: "#/t/" + now.again }, t("watch")));
    if (!now.seats.some((/** @type {any} */ x) => x.mine)) parts.push(h("p", { class: "soft" }, t("spectator")));
    if (now.assisted) parts.push(h("p", { class: "soft" }, t("assisted")));
    tablePanel.hidden = parts.length === 0;
    refill(tablePanel, h("h2", {}, t("the-table")), ...parts);
  }

  /** @param {{seat: number, token: string}} k */
  function invitation(k) {
    const url = `${location.origin}/#/t/${id}/k/${k.token}`;
    const field = /** @type {HTMLInputElement} */ (h("input", { class: "link", readonly: true, value: url, "aria-label": t("invite", now.seats[k.seat].role), onfocus: () => field.select() }));
    return h("div", { class: "invitation" }, h("p", {}, t("invite", now.seats[k.seat].role)), h("div", { class: "link-row" }, field,
      button({ icon: "copy", label: t("copy"), on: () => { field.select(); copy(url, t("copied")); } })));
  }

  function drawSide() {
    drawTable();
    drawAdvice();
    drawList();
    side.dataset.tab = tab;
    const one = (/** @type {string} */ name, /** @type {string} */ text) =>
      h("button", { type: "button", class: "tab", "aria-pressed": String(tab === name), onclick: () => { tab = name; drawSide(); } }, text);
    refill(tabs, one("advice", t("advice")), one("moves", t("moves")), ...(tablePanel.hidden ? [] : [one("table", t("the-table"))]));
    if (tab === "table" && tablePanel.hidden) { tab = "advice"; drawSide(); }
  }

  function drawCover() {
    const covered = now.cover !== undefined;
    cover.hidden = !covered;
    felt.classList.toggle("covered", covered);
    if (covered) refill(cover, h("p", {}, t("cover", now.seats[now.cover].role)),
      button({ text: t("uncover"), class: "primary", id: "uncover", on: () => ask({ do: "uncover" }) }));
  }

  /** @param {boolean} moving @param {boolean} [played] */
  function draw(moving, played = true) {
    const shown = past ?? now;
    const pictured = Boolean(shown.scene);
    board.root.hidden = !pictured;
    drawing.hidden = pictured;
    if (pictured) {
      board.svg.setAttribute("aria-label", now.title);
      board.draw(shown.scene, moving, played);
    } else drawing.textContent = shown.drawing ?? "";
    felt.classList.toggle("past", Boolean(past));
    felt.parentElement?.classList.toggle("wide", pictured && board.wide);
    drawSeats();
    drawTools();
    drawCover();
    drawSide();
    mark();
  }

  /** @param {any} fresh */
  function update(fresh) {
    const first = now === null, changed = first || fresh.rev !== now.rev || fresh.list.length !== now.list.length;
    const last = fresh.list.at(-1);
    if (changed) { picked = []; advice = null; if (past) past = null; }
    if (!first && fresh.list.length > now.list.length && last) announce(`${fresh.seats[last.s].role}: ${last.m}. ${fresh.status}`);
    else announce(fresh.status);
    const played = first || fresh.list.length !== now.list.length || fresh.drafted !== now.drafted;
    now = fresh;
    setTitle(now.title);
    draw(!first, played);
  }

  async function join() {
    const own = kept.seats(id).filter((k) => k.kind === "here");
    const answer = await ask({ do: "join", table: id, tokens: own.map((k) => k.token) });
    if (answer.is === "refused") { note(answer.text); kept.forget(id); location.hash = "#/"; }
  }

  /** @param {KeyboardEvent} e */
  function key(e) {
    const inside = e.target instanceof HTMLInputElement || e.target instanceof HTMLSelectElement || document.querySelector("dialog[open]");
    if (e.key === "Escape" && !document.querySelector("dialog[open]")) { if (typed.value) typed.value = ""; else back(); }
    else if (!inside && e.key.length === 1 && /[\p{L}\p{N}]/u.test(e.key) && !e.ctrlKey && !e.metaKey && !e.altKey && !writing.hidden) typed.focus();
  }

  return {
    title: "",
    /** @param {HTMLElement} root */
    show(root) {
      root.className = "table";
      refill(root, h("div", { class: "arena" }, above, felt, board.strip, buttons, below, h("div", { class: "bar" }, status, h("div", { class: "bar-row" }, tools, writing))), side);
      addEventListener("keydown", key);
      join();
    },
    /** @param {any} m */
    news(m) { if (m.is === "table" && m.id === id) update(m); },
    back() { advice = null; return join(); },
    leave() { removeEventListener("keydown", key); },
  };
}
