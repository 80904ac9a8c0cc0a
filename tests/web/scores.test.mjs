// scores.test.mjs -- best scores class by class, and figures beside the rules: fetched when they are looked at.
import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import { House, begin, known, moveCount, play, test, touch } from "./browser.mjs";

const house = new House();
before(() => house.open());
afterEach(() => house.empty());
after(async () => assert.equal(await house.close(), 0));

const sound = (page) => assert.deepEqual(page.troubles, []);

/** Walks to the gold of a small grid that is known. */
async function findGold(page, way) {
  await house.go(page, "#/");
  await begin(page, "wumpus", ["here"], { id: "104201" });
  for (const [i, cell] of way.entries()) {
    await touch(page, "cell:" + cell);
    await moveCount(page, i + 1);
  }
  await page.waitForSelector(".status.over");
}

/** The best scores of Wumpus in the dialog of the profile. */
async function ranking(page) {
  await page.click("#profile");
  await page.click('[data-ranking="wumpus"] summary');
  await page.waitForSelector(".ranked");
  const text = await page.locator('.ranked[data-class="size=4 difficulty=hard"]').textContent();
  await page.keyboard.press("Escape");
  return text;
}

test("best scores stand in the class of their grid, and a grid counts once", async () => {
  const page = await known(house, "Ada");
  await findGold(page, ["1:0", "1:1", "1:0", "1:1", "2:1", "2:2", "3:2", "3:3"]);
  assert.match(await ranking(page), /^Side of the grid: 4 · hard992 *Ada *1 won of 1/);
  await findGold(page, ["1:0", "1:1", "2:1", "2:2", "3:2", "3:3"]);
  assert.match(await ranking(page), /992 *Ada *1 won of 1/, "one who knows the grid does better");
  sound(page);
});

test("curves of the grids are drawn beside the rules", async () => {
  const page = await house.person({ lang: "fr" });
  await play(page, "wumpus");
  await page.click("#rules");
  await page.click("dialog[open] details summary");
  await page.waitForSelector("dialog[open] .figure svg polyline");
  const title = await page.locator("dialog[open] .figure svg").first().getAttribute("aria-label");
  assert.match(title, /Grilles faciles, moyennes et difficiles de 8 sur 8/);
  sound(page);
});
