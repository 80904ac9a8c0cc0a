// browser.mjs -- what the tests of the page share: a server of their own, pages on it, and hands to play with.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as always } from "node:test";
import { chromium } from "playwright-core";
import { Shelf } from "./shelf.mjs";

export const program = process.env.DUEL ?? new URL("../../build/duel", import.meta.url).pathname;
/** Whether all is to be tried, not a sample. */
export const full = Boolean(process.env.DUEL_FULL);
/** The folder of the page without a server (`./dev page`), if the tests are to meet that one. */
export const folder = process.env.DUEL_PAGE;
/** How long a test waits for what it needs, in milliseconds: far longer than any step takes on a machine that
 * does dozens of things at once. It ends a test that fails. */
const LIMIT = 600000;
/** Whether something is tried that only a server does: other options, other people. */
let needsServer = false;

/** A test that opens pages. `how.served`: it needs a server.
 * @param {string} name @param {object | Function} how @param {Function} [run] */
export function test(name, how, run) {
  const [options, body] = run ? [how, run] : [{}, how];
  always(name, { ...options, skip: folder && (needsServer || options.served) ? "needs a server" : options.skip }, body);
}

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Keeps in page.questions, for each line to the server, what was asked over it and not answered yet. */
function countQuestions(page) {
  page.questions = new Map();
  page.on("request", (request) => request.isNavigationRequest() && request.frame() === page.mainFrame() && page.questions.clear());
  page.on("websocket", (line) => {
    const asked = new Map();
    page.questions.set(line, asked);
    line.on("framesent", ({ payload }) => asked.set(JSON.parse(payload).n, payload));
    line.on("framereceived", ({ payload }) => asked.delete(JSON.parse(payload).re));
    line.on("close", () => page.questions.delete(line));
  });
  return page;
}

/** A server that can be killed and started again on the same data and port. */
export class House {
  data = mkdtempSync(join(tmpdir(), "duel-page-"));
  port = 18900 + 20 * (process.pid % 500); /* one that is killed finds its port free again: other files look for theirs elsewhere */
  url = "";

  /** @param {string[]} args more for `duel serve` */
  constructor(args = []) {
    this.more = args;
    needsServer ||= args.length > 0;
  }

  async start() {
    if (folder) return this.lend();
    const args = ["--port", String(this.port), "--data", this.data, "--lang", "en", ...this.more];
    this.process = spawn(program, ["serve", ...args], { stdio: ["ignore", "pipe", "inherit"] });
    this.url = await new Promise((resolve, reject) => {
      this.process.stdout.once("data", (d) => resolve(String(d).split("\n")[0]));
      this.process.once("exit", (code) => reject(new Error(`${program} ended with ${code}`)));
    });
    this.port = Number(new URL(this.url).port);
  }

  /** The page without a server, from a plain host of files and in a folder of it. */
  async lend() {
    this.shelf = new Shelf(folder, "/games/duelliste/");
    this.url = await this.shelf.open();
  }

  /** @param {NodeJS.Signals} signal @returns its exit status, or the signal that ended it */
  async stop(signal = "SIGTERM") {
    if (this.shelf) return this.shelf.close();
    const ended = new Promise((resolve) => this.process.once("exit", (code, by) => resolve(by ?? code)));
    this.process.kill(signal);
    return ended;
  }

  async open() {
    await this.start();
    this.browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags });
  }

  /** Everybody leaves: a page that stays open goes on asking for values, and is drawn. */
  async empty() {
    await Promise.all((this.browser?.contexts() ?? []).map((context) => context.close()));
  }

  async close() {
    await this.browser.close();
    const status = await this.stop();
    rmSync(this.data, { recursive: true, force: true });
    return status;
  }

  /** A browser that remembers nothing. */
  async visitor(options = {}) {
    const context = await this.browser.newContext({ reducedMotion: "reduce", ...options });
    context.setDefaultTimeout(LIMIT);
    return context;
  }

  /** A new person. What goes wrong in its page is kept in page.troubles. `zoom`: how many times the page is magnified. */
  async person({ width = 1024, height = 768, lang = "en", theme = "light", at = "", touch = false, zoom = 1 } = {}) {
    const context = await this.visitor({
      viewport: { width, height },
      deviceScaleFactor: zoom,
      locale: lang,
      colorScheme: theme,
      hasTouch: touch,
    });
    const page = countQuestions(await context.newPage());
    page.troubles = [];
    page.on("pageerror", (e) => page.troubles.push(e.message));
    page.on("console", (m) => {
      if (m.type() === "error" && !/ERR_CONNECTION|WebSocket/.test(m.text())) page.troubles.push(m.text());
    });
    await page.goto(this.url + at);
    await page.waitForSelector(at.includes("/t/") ? ".status:not(:empty)" : at ? "main" : ".card");
    return page;
  }

  /** Goes to a screen of the page by its address, unless it is shown: it is there when what was shown before is not. */
  async go(page, at) {
    await page.evaluate((url) => {
      if (location.href !== url) document.querySelector("#main").firstElementChild?.setAttribute("data-before", "");
    }, this.url + at);
    await page.goto(this.url + at);
    await page.waitForSelector("#main > :first-child:not([data-before])", { state: "attached" });
    await page.waitForSelector(at.includes("/t/") ? ".status:not(:empty)" : at === "#/" ? ".card" : "main");
  }

  /** Asks the server for something the page has no form for, such as a table that begins in a given position. */
  async request(page, what) {
    const [answer] = await this.requests(page, [what]);
    return answer;
  }

  /** The same for several things, one after another over one line. */
  async requests(page, list) {
    return page.evaluate(async (questions) => {
      const { openSocket } = await import(new URL("early_connect.js", location.href).href),
        answers = [];
      return new Promise((resolve) => {
        const ws = openSocket(),
          ask = () => ws.send(JSON.stringify({ ...questions[answers.length], n: answers.length + 1 }));
        ws.onopen = ask;
        ws.onmessage = (e) => {
          const m = JSON.parse(e.data);
          if (m.re !== answers.length + 1) return;
          answers.push(m);
          if (answers.length < questions.length) return ask();
          ws.close();
          resolve(answers);
        };
      });
    }, list);
  }

  /** Moves of a step of a lesson, and whether each is right: ten at a time, until one is. */
  async judged(page, game, { step, moves }) {
    const judged = [];
    for (let i = 0; i < moves.length && !judged.some((m) => m.right); i += 10) {
      const some = moves.slice(i, i + 10),
        answers = await this.requests(page, some.map(({ move }) => ({ do: "lesson", game, step, move })));
      judged.push(...some.map((m, k) => ({ ...m, right: answers[k].right })));
    }
    return judged;
  }

  /** Sits down at a table that begins in a given position, against a machine or alone. */
  async begin(page, game, start, { seats = ["here", "level:1"], options = {} } = {}) {
    const made = await this.request(page, { do: "create", game, options, seats, start });
    if (made.is !== "created") throw new Error(`${game}: ${made.error?.message}`);
    await this.go(page, `#/t/${made.table}/k/${made.seats.find((s) => s.kind === "here").token}`);
    return made.table;
  }
}

/** Somebody with a name. */
export async function known(house, name, more = {}) {
  const page = await house.person(more);
  await page.click("#profile");
  await page.fill("#profile-name", name);
  await page.click("#profile-save");
  await page.waitForFunction((n) => document.querySelector("#profile")?.getAttribute("aria-label")?.includes(n), name);
  await page.keyboard.press("Escape");
  return page;
}

/** What the program itself says on the command line, with a store of its own. */
export function duel(...args) {
  const own = mkdtempSync(join(tmpdir(), "duel-said-"));
  const done = spawnSync(program, args, { encoding: "utf8", env: { ...process.env, XDG_DATA_HOME: own, LANG: "C.UTF-8" } });
  rmSync(own, { recursive: true, force: true });
  if (done.status !== 0) throw new Error(`duel ${args.join(" ")}: ${done.stderr}`);
  return done.stdout;
}

/** Waits until it is this page's turn or the game is over; true: its turn. */
export async function turnOf(page) {
  await page.waitForFunction(
    () =>
      document.querySelector(".status.over, #confirm") ||
      document.querySelector(".el.open, .move-buttons .button, .strip .button:not([disabled])"),
  );
  return !(await page.locator(".status.over").count());
}

/** The moves of the list, in the game's notation. */
export const movesOf = (page) => page.locator(".moves .move .move-text").evaluateAll((all) => all.map((e) => e.title || e.textContent));
export const moveCount = (page, n) => page.waitForFunction((k) => document.querySelectorAll(".move").length === k, n);

/** The card of a game on the first screen. */
export const card = (page, game) => page.locator(`.card[data-game="${game}"]`);

/** One click: Play. */
export async function play(page, game) {
  await card(page, game).locator(".primary").click();
  await page.waitForSelector(".status:not(:empty)");
}

/** Begins a game with the form: what each seat is, by value; options by name. */
export async function begin(page, game, seats, options = {}) {
  await card(page, game).locator("button.quiet").click();
  for (const [i, seat] of seats.entries()) await page.selectOption(`#seat-${i}`, seat);
  for (const [name, value] of Object.entries(options)) {
    const field = page.locator(`#option-${name}`);
    await field.evaluate((e) => e.closest("details")?.setAttribute("open", ""));
    if (await field.evaluate((e) => e.tagName === "SELECT")) await field.selectOption(value);
    else await field.fill(value);
  }
  await page.locator("dialog button[type=submit]").click();
  await page.waitForSelector(".status:not(:empty)");
}

/** A line to the server on which some messages are held back: `holds` says which, `when` waits until so many are. `release` lets go those of
 * one kind, or all, and holds none back from then on. `asked`: what was asked over it. The page is loaded anew, and begins at home. */
export async function slowLine(page) {
  const line = {
    holds: (_message) => false,
    /** @type {{message: any, send: () => void}[]} */
    held: [],
    /** @type {string[]} */
    asked: [],
    release(kind) {
      if (!kind) line.holds = () => false;
      const all = line.held.splice(0);
      line.held.push(...all.filter(({ message }) => kind && message.is !== kind));
      for (const { message, send } of all) if (!kind || message.is === kind) send();
    },
    async when(count) {
      while (line.held.length < count) await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    },
  };
  await page.routeWebSocket(/./, (near) => {
    const far = near.connectToServer();
    near.onMessage((m) => {
      line.asked.push(JSON.parse(m).do);
      far.send(m);
    });
    far.onMessage((m) => {
      const message = JSON.parse(m),
        send = () => near.send(m);
      if (line.holds(message)) line.held.push({ message, send });
      else send();
    });
  });
  await page.reload();
  await page.waitForSelector(".card");
  return line;
}

/** The middle of a target, where a hand would touch it once the page has come to rest. */
export async function spot(page, target) {
  let at = await middle(page, target);
  for (let before = null; before === null || before.x !== at.x || before.y !== at.y; ) {
    before = at;
    await page.evaluate(() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))));
    at = await middle(page, target);
  }
  return at;
}

async function middle(page, target) {
  const at = await page.evaluate((t) => {
    const all = [
      ...document.querySelectorAll(`[data-t="${CSS.escape(t).replace(/\\/g, "\\\\").replace(/"/g, '\\"')}"], [data-t]`),
    ].filter((e) => e.dataset.t === t && e.getClientRects().length);
    const e = all.filter((x) => x.classList.contains("open")).at(-1) ?? all.at(-1);
    if (!e) return null;
    e.scrollIntoView({ block: "nearest" });
    const shape = e.querySelector(":scope > .halo") ?? e,
      box = shape.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }, target);
  if (!at) throw new Error(`nothing to touch: ${target}`);
  return at;
}

/** Clicks a target with the mouse, where it is. */
export async function touch(page, target, options = {}) {
  const { x, y } = await spot(page, target);
  await page.mouse.click(x, y, options);
}

/** Carries one target to another with the mouse. */
export async function drag(page, from, to) {
  const a = await spot(page, from);
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move(a.x + 6, a.y - 10, { steps: 3 });
  const b = await spot(page, to);
  await page.mouse.move(b.x, b.y, { steps: 5 });
  await page.mouse.up();
}

/** Targets that can be picked now: on the board, at the seats, in the strip. */
export const openTargets = (page) =>
  page.evaluate(() => [
    ...new Set([
      ...[...document.querySelectorAll(".felt .el.open:not(.picked)")].map((e) => e.dataset.t),
      ...[...document.querySelectorAll(".strip .button:not([disabled]):not([hidden])")].map((e) => e.dataset.t),
      ...[...document.querySelectorAll(".seat-bar.open")].map((e) => e.dataset.t),
    ]),
  ]);

/** A game of NIM from the first screen that begins with a mistake (to take one of eleven), and is given up. */
export async function goWrong(page) {
  await begin(page, "nim", ["here", "level:1"], { matches: "11" });
  await turnOf(page);
  await touch(page, "take:1");
  await page.waitForFunction(() => document.querySelectorAll(".move").length >= 1);
  await page.click("#resign");
  await page.click("#sure");
  await page.waitForSelector(".status.over");
}

/** In the page: what is seen of a turn: what was played, what is picked, and what can be picked next; "" where that is as it was before. */
function traceOf(before) {
  const targets = (which) => [...document.querySelectorAll(which)].map((e) => e.dataset.t),
    now = JSON.stringify([
      document.querySelectorAll(".move").length,
      document.querySelector(".status")?.textContent,
      Boolean(document.querySelector("#confirm")),
      targets(".picked"),
      targets(".open"),
      targets(".strip .button:not([disabled])"),
    ]);
  return now === before ? "" : now;
}

/** One step of a turn: confirms it, or touches one target of those that are open; then waits until that is seen. */
export async function takeStep(page, choose) {
  const before = await page.evaluate(traceOf);
  if (await page.locator("#confirm").count()) await page.click("#confirm");
  else await touch(page, choose(await openTargets(page)));
  await page.waitForFunction(traceOf, before);
}

/** Plays to the end with the mouse; `choose` picks a target among those open. Gives the number of clicks. */
export async function playOut(page, choose, most = 200) {
  let clicks = 0;
  while (await turnOf(page)) {
    if (++clicks > most) throw new Error("the game does not end");
    await takeStep(page, (open) => choose(open, clicks));
  }
  return clicks;
}

/** Goes through a film by one of its buttons as far as that leads. Gives the sentences on the way. */
export const throughFilm = (page, button) =>
  page.evaluate((id) => {
    const press = document.getElementById(id),
      sentences = [];
    for (; !press.disabled; sentences.push(document.getElementById("film-text").textContent)) press.click();
    return sentences;
  }, button);

/** In the page: whether two pictures in a row are alike. */
const isStill = () =>
  new Promise((tell) => {
    const look = () => [scrollY, document.documentElement.scrollHeight, document.querySelector("#main").innerHTML].join(),
      before = look();
    requestAnimationFrame(() => requestAnimationFrame(() => tell(look() === before)));
  });

/** Waits until a page has an answer to all that it asked the server, and has drawn it. */
export async function atRest(page) {
  const end = Date.now() + LIMIT,
    unanswered = () => [...page.questions.values()].flatMap((asked) => [...asked.values()]);
  while (!(await page.evaluate(isStill)) || unanswered().length)
    if (Date.now() > end) throw new Error(`the page does not come to rest: ${unanswered().join(" ")}`);
}

/** What a note says; it goes away by itself. */
export async function noteOf(page) {
  const text = await page.waitForFunction(() => document.querySelector(".note")?.textContent);
  return text.jsonValue();
}
