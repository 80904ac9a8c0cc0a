// browser.mjs -- what the tests of the page share: a server of their own, and pages on it.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const program = process.env.DUEL ?? new URL("../../build/duel", import.meta.url).pathname;
const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** A server that can be killed and started again on the same data and port. */
export class House {
  data = mkdtempSync(join(tmpdir(), "duel-page-"));
  port = 18900;
  url = "";

  async start() {
    this.process = spawn(program, ["serve", "--port", String(this.port), "--data", this.data, "--lang", "en"],
      { stdio: ["ignore", "pipe", "inherit"] });
    this.url = await new Promise((resolve, reject) => {
      this.process.stdout.once("data", (d) => resolve(String(d).split("\n")[0]));
      this.process.once("exit", (code) => reject(new Error(`${program} ended with ${code}`)));
    });
    this.port = Number(new URL(this.url).port);
  }

  /** @param {NodeJS.Signals} signal @returns its exit status, or the signal that ended it */
  async stop(signal = "SIGTERM") {
    const ended = new Promise((resolve) => this.process.once("exit", (code, by) => resolve(by ?? code)));
    this.process.kill(signal);
    return ended;
  }

  async open() {
    await this.start();
    this.browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags });
  }

  async close() {
    await this.browser.close();
    const status = await this.stop();
    rmSync(this.data, { recursive: true, force: true });
    return status;
  }

  /** A new person: a browser that remembers nothing. What goes wrong in its page is kept in page.troubles. */
  async person({ width = 1024, height = 768, lang = "en", theme = "light", at = "" } = {}) {
    const context = await this.browser.newContext({ viewport: { width, height }, locale: lang, colorScheme: theme, reducedMotion: "reduce" });
    const page = await context.newPage();
    page.troubles = [];
    page.on("pageerror", (e) => page.troubles.push(e.message));
    page.on("console", (m) => { if (m.type() === "error" && !/ERR_CONNECTION|WebSocket/.test(m.text())) page.troubles.push(m.text()); });
    await page.goto(this.url + at);
    await page.waitForSelector(at.includes("/t/") ? ".status:not(:empty)" : ".card");
    return page;
  }
}

/** Waits until it is this page's turn or the game is over; true: its turn. */
export async function turnOf(page) {
  await page.waitForFunction(() => document.querySelector(".status.over") || document.querySelector(".el.open, .move-buttons .button, .strip .button:not([disabled])"),
    null, { timeout: 15000 });
  return !(await page.locator(".status.over").count());
}

export const movesOf = (page) => page.locator(".moves .move span:last-child").allTextContents();

/** Begins a game with the form: what each seat is, by value; options by name. */
export async function begin(page, title, seats, options = {}) {
  await page.locator(".card", { hasText: title }).locator("button.quiet").click();
  for (const [i, seat] of seats.entries()) await page.selectOption(`#seat-${i}`, seat);
  for (const [name, value] of Object.entries(options)) {
    const field = page.locator(`#option-${name}`);
    if (await field.evaluate((e) => e.tagName === "SELECT")) await field.selectOption(value);
    else await field.fill(value);
  }
  await page.locator("dialog button[type=submit]").click();
  await page.waitForSelector(".status:not(:empty)");
}

/** Clicks what lies on top of a target. */
export const touch = (page, target) => page.locator(`.el[data-t="${target}"]`).last().click();

/** Targets that can be picked now. */
export const openTargets = (page) => page.locator(".felt .el.open:not(.picked)").evaluateAll((all) => [...new Set(all.map((e) => e.dataset.t))]);
