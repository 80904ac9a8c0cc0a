// meanwhile.test.mjs -- what somebody does while something else comes is not lost: between two messages of the server, between a press and
// its release, between two screens. In a real browser.
import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import { House, atRest, moveCount, slowLine, test } from "./browser.mjs";

const house = new House();
before(() => house.open());
afterEach(() => house.empty());
after(async () => assert.equal(await house.close(), 0));

const sound = (page) => assert.deepEqual(page.troubles, []);
const at = (page, ply) => page.waitForFunction((n) => document.querySelector(".move.at .number")?.textContent === String(n), ply);
const inHash = (page, hash) => page.evaluate((to) => (location.hash = to), hash);

/** A board to analyse on after these moves. */
async function analyse(page, game, variant, moves) {
  const record = `duelliste 1\ngame ${game} 1\nvariant ${variant}\nseed 1\nmoves ${moves}\n`,
    made = await house.request(page, { do: "analyse", record });
  await house.go(page, `#/t/${made.table}/k/${made.seats[0].token}`);
  await moveCount(page, moves.split(" ").length);
  return made;
}

/** Four in a row, with a win in one passed over at moves 7 and 10. */
const fourInARow = (page) => analyse(page, "connect4", "width=7 height=6", "1 7 1 7 1 7 2 1 2 5");

/** One picture later. */
const still = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));

/** A question to the server, behind all that the page has asked so far: those have been sent when it is answered. */
const lastOfAll = (page) =>
  page.evaluate(async () => {
    const { ask } = await import(new URL("net.js", location.href).href);
    await ask({ do: "words", of: "study" });
  });

/* ---- two questions ---- */

test("a better line that is asked for before the picture of an earlier move has come is shown", { served: true }, async () => {
  const page = await house.person(),
    line = await slowLine(page);
  await fourInARow(page);
  await page.click("#review-moves");
  await page.waitForSelector('[data-key="better-next"]');
  line.holds = (message) => message.is === "past";
  await page.click("#turning");
  await page.click('[data-key="better-next"]'); /* of move 10, which is still shown */
  await line.when(2);
  line.release();
  await page.waitForSelector('[data-key="better-0"][aria-current]');
  await at(page, 10);
  assert.match(await page.locator(".status").textContent(), /^In the line: move 1 of/);
  sound(page);
});

test("two moves back are two moves, and to the end is to the end, however late the pictures come", { served: true }, async () => {
  const page = await house.person(),
    line = await slowLine(page);
  await fourInARow(page);
  line.holds = (message) => message.is === "past";
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await line.when(2);
  line.release();
  await at(page, 8);
  line.holds = (message) => message.is === "past";
  await page.keyboard.press("ArrowLeft");
  await line.when(1);
  await page.keyboard.press("End");
  line.release();
  await at(page, 10);
  await atRest(page);
  await at(page, 10);
  sound(page);
});

test("in somebody else’s page, too, one sees what was asked for last", { served: true }, async () => {
  const page = await house.person(),
    line = await slowLine(page),
    { table } = await fourInARow(page);
  await page.goto(new URL(`embed.html#${table}`, house.url).href);
  await page.waitForSelector('[data-key="prev"]:enabled');
  line.holds = (message) => message.is === "past";
  await page.click('[data-key="first"]');
  await page.click('[data-key="prev"]');
  await line.when(2);
  line.release();
  await page.waitForFunction(() => document.querySelector(".embed-head p")?.textContent.startsWith("9. "));
  sound(page);
});
