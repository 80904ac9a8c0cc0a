// life.test.mjs -- small life: the tab says whose turn it is, sounds for those who want them, a move that lies there at once, a
// word when the line is down, pictures and films to share, and a board in another page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, afterEach, before } from "node:test";
import { House, atRest, begin, moveCount, noteOf, openTargets, play, slowLine, test, touch, turnOf } from "./browser.mjs";
import { soundOf } from "../../web/known/board_view.js";

const house = new House();
before(() => house.open());
afterEach(() => house.empty());
after(async () => assert.equal(await house.close(), 0, "the server ends cleanly on SIGTERM"));

const sound = (page) => assert.deepEqual(page.troubles, []);

test("what is heard of news: a move by what was moved, the end, and nothing of the first picture", () => {
  const table = (moves, more = {}) => ({ list: Array(moves), over: false, scene: { el: [{ k: "piece" }] }, ...more });
  assert.equal(soundOf(table(1), null), "");
  assert.equal(soundOf(table(1), table(1)), "");
  assert.equal(soundOf(table(1), table(2)), "", "taken back");
  assert.equal(soundOf(table(2), table(1)), "piece");
  assert.equal(soundOf(table(2, { scene: { el: [{ k: "card" }] } }), table(1)), "card");
  assert.equal(soundOf(table(2, { over: true }), table(1)), "end");
});

test("the tab says that it is one's turn; sounds are off until they are asked for", async () => {
  const page = await house.person();
  await page.evaluate(() => {
    window.heard = 0;
    const Context = window.AudioContext;
    window.AudioContext = class extends Context {
      createOscillator() {
        window.heard++;
        return super.createOscillator();
      }
    };
  });
  await play(page, "tictactoe");
  await turnOf(page);
  assert.match(await page.title(), /^● Your turn – Tic-tac-toe · Duelliste$/);
  assert.equal(await page.locator('link[rel="icon"]').getAttribute("href"), "icon-turn.svg");
  await touch(page, "cell:1:1");
  await page.waitForFunction(() => document.querySelectorAll(".move").length >= 2);
  assert.equal(await page.evaluate(() => window.heard), 0);
  await page.click("#settings");
  await page.click("#set-sound");
  await page.keyboard.press("Escape");
  assert.ok((await page.evaluate(() => window.heard)) > 0, "it is heard at once");
  const before = await page.evaluate(() => window.heard);
  await page.locator(".el.open").first().click();
  await page.waitForFunction((n) => window.heard > n, before);
  await page.locator(".brand").click();
  await page.waitForSelector(".card");
  assert.equal(await page.title(), "Duelliste");
  sound(page);
});

test("who looks elsewhere is notified when it is their turn, if they asked for it and the browser allows it", async () => {
  const page = await house.person();
  await page.evaluate(() => {
    window.notes = [];
    window.answer = "denied";
    window.Notification = class {
      static permission = "default";
      static requestPermission = async () => (window.Notification.permission = window.answer);
      constructor(title, { body, tag }) {
        window.notes.push({ title, body, tag });
      }
      close() {}
    };
  });
  const allow = async (answer) => {
    await page.evaluate((a) => (window.answer = a), answer);
    await page.click("#settings");
    await page.click("#set-notifies");
    await page.waitForFunction((a) => Notification.permission === a, answer);
    const on = await page.locator("#set-notifies").isChecked();
    await page.keyboard.press("Escape");
    return on;
  };
  assert.equal(await allow("denied"), false);
  assert.ok(await noteOf(page), "that it was refused is said");
  assert.equal(await allow("granted"), true);
  await play(page, "tictactoe");
  await turnOf(page);
  await touch(page, "cell:1:1");
  await page.waitForFunction(() => document.querySelectorAll(".move").length >= 2);
  await turnOf(page);
  assert.deepEqual(await page.evaluate(() => window.notes), [], "who looks on needs none");
  await page.evaluate(() => Object.defineProperty(document, "hidden", { get: () => true }));
  await page.locator(".el.open").first().click();
  await page.waitForFunction(() => window.notes.length === 1);
  const [note] = await page.evaluate(() => window.notes);
  assert.equal(note.title, "Tic-tac-toe");
  assert.ok(page.url().endsWith(note.tag) && note.body.length > 5, "which table, and what to do");
  sound(page);
});

test("a move lies pale at its goal before the server has answered, and a word says that the line is slow, or gone", { served: true }, async () => {
  const page = await house.person({ lang: "fr" }),
    line = await slowLine(page);
  await play(page, "tictactoe");
  await turnOf(page);
  await touch(page, "cell:1:1");
  await page.waitForFunction(() => document.querySelectorAll(".move").length >= 2);
  await turnOf(page);
  line.holds = () => true;
  await page.locator(".el.open").first().click();
  await page.waitForSelector(".felt .ghost");
  await page.waitForFunction(() => /pas encore répondu/.test(document.getElementById("line").textContent));
  line.release();
  await page.waitForFunction(() => document.querySelectorAll(".move").length >= 4);
  await page.waitForSelector("#line", { state: "hidden" });
  assert.equal(await page.locator(".ghost").count(), 0);
  await page.context().setOffline(true);
  await page.waitForFunction(() => /réseau/.test(document.getElementById("line").textContent));
  await page.context().setOffline(false);
  await page.waitForSelector("#line", { state: "hidden" });
});

test("a move that was answered, and not told of yet, is not open again", { served: true }, async () => {
  const page = await house.person(),
    line = await slowLine(page);
  await begin(page, "nim", ["here", "here"]);
  await turnOf(page);
  line.holds = ({ is: kind }) => ["done", "table"].includes(kind);
  await touch(page, "take:1");
  while (!line.held.some(({ message }) => message.is === "done")) await atRest(page);
  line.release("done");
  await atRest(page);
  assert.deepEqual(await openTargets(page), []);
  line.release();
  await moveCount(page, 1);
  await turnOf(page);
  sound(page);
});

test("a move that is typed before the answer to the last one has come is not lost", { served: true }, async () => {
  const page = await house.person(),
    line = await slowLine(page);
  await begin(page, "nim", ["here", "here"]);
  line.holds = (message) => message.is === "done"; /* not the news of the table */
  await page.fill(".typed", "1");
  await page.press(".typed", "Enter");
  await moveCount(page, 1);
  await page.fill(".typed", "2");
  line.release();
  await atRest(page);
  await page.press(".typed", "Enter");
  await moveCount(page, 2);
  await page.fill(".typed", "9");
  await page.press(".typed", "Enter");
  await noteOf(page);
  await page.waitForFunction(() => document.querySelector(".typed").value === "9"); /* to be corrected */
  sound(page);
});

test("an answer that comes when one has gone elsewhere changes nothing there", { served: true }, async () => {
  const page = await house.person(),
    line = await slowLine(page);
  for (const [at, kind] of [["#/l/nim", "lesson"], ["#/t/none", "refused"]]) {
    line.holds = (message) => message.is === kind;
    await page.evaluate((hash) => (location.hash = hash), at);
    await page.waitForSelector("#main.table", { state: "attached" });
    await page.click(".brand");
    await page.waitForSelector(".card");
    assert.equal(line.held.length, 1, at);
    line.release();
    await atRest(page);
    assert.equal(await page.title(), "Duelliste", at);
    assert.ok(await page.locator(".card").first().isVisible(), at);
  }
  sound(page);
});

/** What a button of the sharing dialog gives. */
async function shared(page, which) {
  await page.click("#share");
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("#share-" + which)]);
  return readFileSync(await file.path());
}

/** A table with three moves on it. */
async function threeMoves() {
  const page = await house.person();
  await begin(page, "tictactoe", ["here", "here"]);
  for (let i = 0; i < 3; i++) {
    await turnOf(page);
    await touch(page, `cell:${i}:${i % 2}`);
    await moveCount(page, i + 1);
  }
  return page;
}

test("a picture and a film to share", async () => {
  const page = await threeMoves();
  const png = await shared(page, "png");
  assert.equal(png.toString("latin1", 1, 4), "PNG");
  assert.ok(png.readUInt32BE(16) === 900 && png.length > 8000, `${png.length} bytes`);
  const svg = String(await shared(page, "svg"));
  assert.match(svg, /^<svg[^>]*viewBox/);
  assert.equal(svg.match(/class="el k-piece/g).length, 3);
  assert.match(svg, /--seat1:#/, "with its colours");
  const film = String(await shared(page, "film"));
  assert.equal(film.match(/class="frame/g).length, 4, "the beginning and three moves");
  sound(page);
});

test("a board in another page that can be looked at only", { served: true }, async () => {
  const page = await threeMoves();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.click("#share");
  await page.click("#share-embed");
  await noteOf(page);
  const frame = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(frame, /^<iframe src="http:\/\/127\.0\.0\.1:\d+\/embed\.html#[0-9a-z]{10}"/);

  const elsewhere = createServer((_, answer) => answer.setHeader("Content-Type", "text/html").end(`<!doctype html><title>x</title>${frame}`));
  await new Promise((done) => elsewhere.listen(0, "127.0.0.1", done));
  const other = await (await house.visitor()).newPage();
  await other.goto(`http://127.0.0.1:${elsewhere.address().port}/`);
  const inside = other.frameLocator("iframe");
  await inside.locator(".embed-board .k-piece").first().waitFor();
  assert.equal(await inside.locator(".embed-board .k-piece").count(), 3);
  await touch(page, "cell:0:2");
  await inside.locator(".embed-board .k-piece").nth(3).waitFor();
  await inside.locator('[data-key="first"]').click();
  await inside.locator(".embed-board .k-piece").first().waitFor({ state: "detached" });
  assert.equal(await inside.locator("input, .open").count(), 0, "nothing to play with");
  const whole = await (await house.visitor()).newPage(),
    refused = whole.waitForEvent("requestfailed");
  await whole.setContent(`<iframe src="${house.url}"></iframe>`);
  assert.match((await refused).failure().errorText, /BLOCKED_BY_RESPONSE/, "the page itself stands in no frame");
  elsewhere.close();
  sound(page);
});
