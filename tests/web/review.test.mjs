// review.test.mjs -- a game reviewed in the page, its better line played through, and tried again: in a real browser.
import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import { House, atRest, full, moveCount, play, test, turnOf } from "./browser.mjs";

const house = new House();
before(() => house.open());
afterEach(() => house.empty());
after(() => house.close());

const sound = (page) => assert.deepEqual(page.troubles, []);
const text = (page, what) => page.locator(what).textContent();
const focused = (page) => page.evaluate(() => document.activeElement?.dataset.key);
const stands = (page, n) => page.waitForFunction((k) => document.querySelector(".move.at .number")?.textContent === String(k), n);

/** Matches, five of them: all but two taken at once, which loses. */
async function lose(page) {
  const made = await house.request(page, { do: "create", game: "allumettes", options: { matches: "5" }, seats: ["here", "expert"] });
  await house.go(page, `#/t/${made.table}/k/${made.seats[0].token}`);
  await page.fill(".typed", "3");
  await page.press(".typed", "Enter");
  await page.waitForSelector(".status.over");
  await moveCount(page, 2);
}

/** Four in a row, with a win in one passed over at move 7, on a board to analyse on. */
async function fourInARow(page) {
  const record = "duelliste 1\ngame connect4 1\nvariant width=7 height=6\nseed 1\nmoves 1 7 1 7 1 7 2 1 2 5\n",
    made = await house.request(page, { do: "analyse", record });
  for (const seat of made.seats) await house.go(page, `#/t/${made.table}/k/${seat.token}`);
  await moveCount(page, 10);
}

test("from the end of a game: what it cost, the better line step by step, and the game tried again", async () => {
  const page = await house.person();
  await lose(page);
  await page.click("#review");
  await page.click("#turning");
  await stands(page, 1);
  assert.equal(await text(page, ".review-text"), "You gave the win away: you lose now.");
  assert.deepEqual(await page.locator(".review-row dd").allTextContents(), ["3 you lose in 2 moves", "1 you win in 3 moves"]);
  assert.equal(await text(page, ".move.at .mark"), "?? a blunder");
  assert.equal(await text(page, ".move.at .move-cost"), "−100 %");
  assert.deepEqual(await page.locator(".curve-side").allInnerTexts(), ["First", "Second\n2 moves"]);
  assert.ok(await page.locator(".review-move .facts li").count(), "with its reasons");

  const says = (status) => page.waitForFunction((text) => document.querySelector(".status")?.textContent === text, status);
  await page.locator('[data-key="better-next"]').press("Enter");
  await says("In the line: move 1 of 3");
  assert.equal(await focused(page), "better-next", "the keyboard stays");
  await page.keyboard.press("ArrowRight");
  await says("In the line: move 2 of 3");
  assert.equal(await text(page, ".walk-move[aria-current]"), "1");
  await page.keyboard.press("ArrowLeft");
  await says("In the line: move 1 of 3");
  await page.keyboard.press("ArrowLeft");
  await says("Before move 1");
  assert.ok(await page.locator(".felt .advised").count(), "what was better is shown");
  await stands(page, 1);
  await page.keyboard.press("Escape");
  await says("After move 1");

  await page.click("#retry");
  await page.waitForSelector("#review-back");
  assert.equal(await text(page, ".status"), "Take 1 to 3 matches.");
  assert.deepEqual(await page.locator(".seat-bar .seat-name").allTextContents().then((all) => all.length), 2);
  await page.fill(".typed", "1");
  await page.press(".typed", "Enter");
  await page.waitForFunction(() => document.querySelectorAll(".move").length >= 2);
  await page.click("#review-back");
  await page.waitForSelector(".review-move");
  await stands(page, 1);
  assert.equal(await text(page, ".review-text"), "You gave the win away: you lose now.", "the same review");
  await page.click("#review-leave");
  await page.waitForSelector("#review-moves");
  sound(page);
});

test("in French, on a phone and in the dark: marks on the curve lead to their moves, nothing is cut off", async () => {
  const page = await house.person({ width: 390, height: 844, lang: "fr", theme: "dark" });
  await fourInARow(page);
  await page.locator(".tab").nth(1).click();
  await page.click("#review-moves");
  await page.waitForSelector(".curve");
  assert.match(await text(page, ".review-sum"), /Tournant de la partie : le coup 7\./);
  await page.locator('[data-key="curve-8"]').click();
  await stands(page, 8);
  await page.locator('[data-key="mark-prev"]').press("Enter");
  await stands(page, 7);
  assert.equal(await focused(page), "mark-prev");
  assert.match(await text(page, ".review-text"), /^Le premier : la victoire est manquée/);
  await page.locator(".tab").nth(1).click();
  assert.match(await text(page, ".move.at .mark"), /^\?\? une gaffe$/); /* proved, however little time there is */
  await page.keyboard.press("ArrowRight");
  await stands(page, 8);
  await page.locator(".tab").first().click();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the screen");
  await page.locator(".lang[lang=en]").click();
  await page.waitForFunction(() => document.querySelector(".review-sum")?.textContent.includes("Turning point"));
  sound(page);
});

/** In the page: what of the board is covered or out of sight, in per cent of points looked at. */
function boardCovered() {
  const felt = document.querySelector(".felt"),
    box = document.querySelector(".felt .scene").getBoundingClientRect(),
    parts = [0.02, 0.25, 0.5, 0.75, 0.98],
    seen = parts.flatMap((x) => parts.map((y) => felt.contains(document.elementFromPoint(box.left + x * box.width, box.top + y * box.height))));
  return Math.round(100 - (100 * seen.filter(Boolean).length) / seen.length);
}

test("on a phone held upright the board stays above whatever is read, and gives the screen back to who plays on", async () => {
  for (const [width, height] of [[390, 844], [360, 640]]) {
    const page = await house.person({ width, height, touch: true });
    await fourInARow(page);
    await page.locator(".tab").nth(1).click();
    await page.locator(".move").last().click();
    await atRest(page);
    assert.equal(await page.evaluate(boardCovered), 0, "beside the list of moves");
    await page.locator("#review-moves").click();
    await page.locator("#turning").click();
    await page.waitForSelector('#turning[aria-pressed="true"]');
    const steps = Math.min(3, await page.locator('[data-line="better"] .walk-move').count());
    for (let step = 0; step < steps; step++) {
      await page.locator('[data-key="better-next"]').click();
      await page.waitForSelector(`[data-key="better-${step}"][aria-current]`);
      await atRest(page);
      assert.equal(await page.evaluate(boardCovered), 0, `along the better line, step ${step}`);
    }
    await page.locator("#retry").scrollIntoViewIfNeeded();
    await atRest(page);
    assert.equal(await page.evaluate(boardCovered), 0, "at the end of the panel");
    await page.locator("#review-leave").click();
    await page.waitForFunction(() => scrollY === 0 && !document.querySelector(".reading"));
    sound(page);
  }
});

test("a review that takes long is told of, and stops when it is asked to", async () => {
  const page = await house.person();
  const moves = "d3 e3 f6 c5 b5 b6 f3 f2 e2 d2 c1 d1 c3 b4 e1 g3 c2 g7 h4 g1 g4 d6 g2 h3 e6 f7 b3 f5 c4 a2",
    made = await house.request(page, { do: "analyse", record: `duelliste 1\ngame moriarty 1\nvariant \nseed 5\nmoves ${moves}\n` });
  for (const seat of made.seats) await house.go(page, `#/t/${made.table}/k/${seat.token}`);
  await moveCount(page, 30);
  await page.click("#review-moves");
  await page.waitForFunction(() => document.querySelector(".review-wait progress")?.value > 0);
  assert.match(await text(page, ".review-wait p"), /of 30 moves/);
  await page.click("#review-stop");
  await page.waitForSelector("#review-moves");
  sound(page);
});

test("on a phone what is read begins where the board ends, whatever came while it was looked for", async () => {
  const page = await house.person({ width: 390, height: 844, touch: true });
  for (const game of full ? ["kayles", "nim", "dodgem", "ergo", "chicago"] : ["kayles"]) {
    await house.go(page, "#/");
    await play(page, game);
    await turnOf(page);
    await page.click("#advise");
    await page.waitForSelector(".reading .advice");
    await atRest(page);
    const seam = await page.evaluate(() => {
      const box = (what) => document.querySelector(what).getBoundingClientRect();
      return box(".side").top - box(".felt").bottom;
    });
    assert.ok(Math.abs(seam) <= 1, `${game}: ${seam}`);
  }
  sound(page);
});

test("moves in words have a line each, short ones stand in two columns", async () => {
  const page = await house.person({ width: 1280, height: 800 });
  const columns = () => page.evaluate(() => getComputedStyle(document.querySelector(".moves")).gridTemplateColumns.split(" ").length);
  for (const [game, wanted] of [["kayles", 1], ["nim", 2]]) {
    await house.go(page, "#/");
    await play(page, game);
    await turnOf(page);
    await page.click("#advise");
    await page.click(".advice .primary");
    await page.waitForSelector(".moves");
    await atRest(page);
    assert.equal(await columns(), wanted, game);
  }
  sound(page);
});
