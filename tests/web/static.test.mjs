// static.test.mjs -- the page without a server (docs/static.md), from a plain host of files: what the tests of the page with a server do not
// ask. Without DUEL_PAGE there is nothing to be asked.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test as always } from "node:test";
import { begin, card, duel, folder, full, House, movesOf, openTargets, play, playOut, touch, turnOf } from "./browser.mjs";

const house = new House();
const test = (name, body) => always(name, { skip: folder ? false : "there is no page without a server" }, body);
const KILLS = full ? 50 : 2;

before(() => folder && house.open());
after(() => folder && house.close());
afterEach(() => folder && house.empty());

/** Another tab of the same person. */
async function tab(page, at = "") {
  const other = await page.context().newPage();
  await other.goto(house.url + at);
  await other.waitForSelector(at.includes("/t/") ? ".status:not(:empty)" : ".card");
  return other;
}

/** Ends the processes that draw pages, by their ids, without a word to them. */
async function killRenderers() {
  const session = await house.browser.newBrowserCDPSession(),
    { processInfo } = await session.send("SystemInfo.getProcessInfo");
  for (const { type, id } of processInfo) if (type === "renderer") process.kill(id, "SIGKILL");
  await session.detach();
}

test("in a folder of a host: a game to its end, and again without a network", async () => {
  const page = await house.person();
  await play(page, "nim");
  await playOut(page, (open) => open[0]);
  const moves = await movesOf(page);
  assert.ok(moves.length > 1);
  assert.ok(house.shelf.asked.every((path) => path.startsWith("/games/duelliste/")), "nothing is asked for outside its folder");
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector(".status:not(:empty)");
  assert.deepEqual(await movesOf(page), moves);
  await house.go(page, "#/");
  await play(page, "tictactoe");
  await playOut(page, (open) => open[0]);
  assert.deepEqual(page.troubles, []);
});

test("two tabs share one program, and when its tab is closed the other goes on", async () => {
  const page = await house.person();
  await begin(page, "nim", ["here", "here"], { matches: "11" });
  const at = new URL(page.url()).hash,
    other = await tab(page, at);
  await turnOf(page);
  await touch(page, "take:1");
  await other.waitForFunction(() => document.querySelectorAll(".move").length === 1);
  await other.evaluate(() => {
    globalThis.left = new Promise((done) => new MutationObserver(done).observe(document.body, { attributeFilter: ["class"] }));
  });
  await page.close();
  await other.evaluate(() => globalThis.left);
  await other.waitForSelector("body:not(.away)");
  await turnOf(other);
  await touch(other, "take:2");
  await other.waitForFunction(() => document.querySelectorAll(".move").length === 2);
});

/** A page that tells each list of moves it shows, as soon as it does. */
async function watched(page, at) {
  const told = { moves: [] };
  await page.exposeFunction("tellMoves", (moves) => (told.moves = moves));
  await page.goto(house.url + at);
  await page.waitForSelector(".status:not(:empty)");
  await page.evaluate(() => {
    const tell = () => globalThis.tellMoves([...document.querySelectorAll(".moves .move .move-text")].map((e) => e.title || e.textContent));
    new MutationObserver(tell).observe(document.body, { childList: true, subtree: true, characterData: true });
    tell();
  });
  return told;
}

test(`the process of a page is killed ${KILLS} times between a click and its reply: every move shown is there again`, async () => {
  let page = await house.person();
  await begin(page, "connect4", ["here", "here"]);
  const at = new URL(page.url()).hash,
    context = page.context();
  for (let kills = 0; kills < KILLS; kills++) {
    await page.close().catch(() => {});
    page = await context.newPage();
    const told = await watched(page, at),
      before = await movesOf(page);
    if (!(await turnOf(page))) break;
    const open = await openTargets(page),
      crashed = new Promise((done) => page.once("crash", done));
    touch(page, open[kills % open.length]).catch(() => {});
    await new Promise((done) => setTimeout(done, (kills * 37) % 250));
    await killRenderers();
    await crashed;
    await page.close().catch(() => {});
    page = await context.newPage();
    await page.goto(house.url + at);
    await page.waitForSelector(".status:not(:empty)");
    const now = await movesOf(page);
    assert.deepEqual(now.slice(0, told.moves.length), told.moves, "what was shown is there");
    assert.ok(now.length <= before.length + 1, "and nothing else");
  }
});

test("all that is kept goes out as the file of `duel keep`, and comes in elsewhere", async () => {
  const page = await house.person();
  await begin(page, "nim", ["here", "here"], { matches: "11" });
  await turnOf(page);
  await touch(page, "take:1");
  await page.waitForFunction(() => document.querySelectorAll(".move").length === 1);
  await house.go(page, "#/");
  const [saved] = await Promise.all([page.waitForEvent("download"), page.click("#alone-save")]),
    path = await saved.path();
  const data = mkdtempSync(join(tmpdir(), "duel-carried-"));
  duel("keep", "restore", path, "--data", data);
  assert.equal(JSON.parse(duel("keep", "check", "--data", data, "--json")).looked_at.games, 1);
  const out = join(data, "back.db");
  duel("keep", "backup", out, "--data", data);
  const other = await house.person();
  await other.setInputFiles("#alone-bring-file", out);
  await other.click("#alone-bring-sure");
  await other.locator(".shelf .row", { hasText: "NIM" }).click();
  await other.waitForSelector(".status:not(:empty)");
  assert.equal((await movesOf(other)).length, 1);
  await turnOf(other);
  await touch(other, "take:2");
  await other.waitForFunction(() => document.querySelectorAll(".move").length === 2);
  rmSync(data, { recursive: true, force: true });
});

test("nobody can come: no seat elsewhere is offered, and one that is asked for is refused in words", async () => {
  const page = await house.person({ lang: "fr" });
  await card(page, "nim").locator("button.quiet").click();
  assert.equal(await page.locator("#seat-1 option[value=elsewhere], #seat-1 option[value=open]").count(), 0);
  const refused = await house.request(page, { do: "create", game: "nim", options: {}, seats: ["here", "elsewhere"] });
  assert.equal(refused.is, "refused");
  await page.keyboard.press("Escape");
  assert.match(await page.locator(".alone").textContent(), /Sans serveur/);
});
