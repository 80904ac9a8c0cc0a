// watch.test.mjs -- the machine at work: each film walked to its end and back, another move first, from a table, from Ergo to the bench.
import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import { House, duel, test, throughFilm } from "./browser.mjs";

const house = new House();
before(() => house.open());
afterEach(() => house.empty());
after(async () => assert.equal(await house.close(), 0));

const sound = (page) => assert.deepEqual(page.troubles, []);
const text = (page) => page.locator("#film-text").textContent();
const ready = (page) => page.waitForSelector("#film-text:not(:empty)");
const address = (...parts) => "#/watch/" + parts.map(encodeURIComponent).join("/");
const cave = "? ? ? ? / P ? ? ? / . BP ? ? / . . B ? ; at 0,2 6 ; view";

/** What can be watched: game, variant, position, who. */
const films = [
  ["nim", "matches=5", "5-0/1", "minimax:depth=9"],
  ["tictactoe", "", "XO..X...O", "alphabeta:depth=2"],
  ["tictactoe", "", "XO..X...O", "mcts:iterations=30"],
  ["nim", "matches=6", "6-0/1", "exact"],
  ["chicago", "", "", "seed-depth1"],
  ["chicago", "", "KKWR/MCWR/WSWS/KRRS/WSMS/CKCM/KMWC/MCMC/RRKS 6 7,6,6,6,6,6 - - 1", "seed-minimax2"],
  ["chicago", "", "", "seed-minimax4"],
  ["ergo", "", "", "seed-score"],
  ["wumpus", "size=4", cave, "knowledge"],
  ["wumpus", "size=4", cave, "grid"],
];

for (const [game, variant, position, who] of films)
  test(`${game}, ${who}: to its end and back, a sentence each`, async () => {
    const page = await house.person({ at: address(game, variant, position, who) });
    await ready(page);
    const words = [game, ...variant.split(" ").filter(Boolean), ...(position ? [position] : [])],
      told = position ? JSON.parse(duel("trace", ...words, "--engine", who, "--json", "--lang", "en")).steps.map((s) => s.text) : null,
      count = Number(await page.locator("#film-slider").getAttribute("max")) + 1,
      seen = [await text(page)];
    if (told) assert.equal(count, told.length);
    const on = count > 80 ? Math.floor(count / 40) : 1; /* a long one is walked in strides */
    if (on === 1) seen.push(...(await throughFilm(page, "film-on")));
    for (let i = on; on > 1 && i < count; i += on) {
      await page.locator("#film-slider").fill(String(i));
      seen.push(await text(page));
    }
    if (told) assert.deepEqual(seen, told.filter((_, i) => i % on === 0));
    if (await page.locator("#film-last").isEnabled()) await page.click("#film-last");
    assert.ok(await page.locator("#film-on").isDisabled());
    if (on === 1) assert.deepEqual(await throughFilm(page, "film-back"), seen.slice(0, -1).reverse());
    sound(page);
  });

test("another move first changes what is looked at, and the address says it", async () => {
  const page = await house.person({ at: address("tictactoe", "", "XO..X...O", "alphabeta:depth=3") });
  await ready(page);
  const nodes = page.locator(".watch-found dd").nth(2);
  const usual = Number(await nodes.textContent());
  await page.selectOption("#watch-first", "b1");
  await page.waitForSelector(".watch-found dd:nth-of-type(3) .soft");
  assert.match(await nodes.textContent(), new RegExp(`\\(in its own order: ${usual}\\)`));
  assert.match(page.url(), /\/b1\/1$/);
  await page.fill("#watch-reach", "2");
  await page.locator("#watch-reach").blur();
  await page.waitForFunction(() => location.hash.includes("depth%3D2"));
  await page.selectOption("#watch-who", "exact");
  await page.waitForFunction(() => !document.querySelector("#watch-reach"));
  sound(page);
});

test("from a table one sees the machine at work on its position, and from Ergo the bench", async () => {
  const page = await house.person({ width: 1280 });
  const made = await house.request(page, { do: "analyse", game: "nim", options: { matches: "7" }, position: "7-0/1" });
  await house.go(page, `#/t/${made.table}/k/${made.seats[0].token}`);
  await page.click("#watch-machine");
  await ready(page);
  assert.match(page.url(), /#\/watch\/nim\/matches%3D7\/7-0/);
  const ergo = await house.request(page, { do: "analyse", game: "ergo", options: {}, position: duel("new", "ergo", "--play", "A@1.1").trim() });
  await house.go(page, `#/t/${ergo.table}/k/${ergo.seats[0].token}`);
  await page.click("#study");
  await page.waitForSelector('#view-proven[aria-selected="true"]');
  assert.equal(await page.inputValue("#bench-text"), "A\n");
  sound(page);
});

test("what cannot be watched is said, in French, on a phone, and nothing sticks out", async () => {
  const page = await house.person({ at: address("nim", "matches=5", "5-0/1", "cmd:/bin/ls"), lang: "fr", width: 390, height: 844, theme: "dark" });
  await page.waitForSelector(".bench-trouble:not([hidden])");
  assert.equal(await page.locator(".bench-trouble").textContent(), "Ce moteur ne se laisse pas regarder.");
  await house.go(page, address("nim", "matches=5", "5-0/1", "minimax:depth=9"));
  await ready(page);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  sound(page);
});
