// explore.test.mjs -- what was solved of a game, in the page: counted, and any of it on a board.
import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import { House, duel, test } from "./browser.mjs";

const house = new House();
before(() => house.open());
afterEach(() => house.empty());
after(async () => assert.equal(await house.close(), 0));

/** @param {import("playwright-core").Page} page */
async function openBoard(page) {
  await page.click("#analysis-board");
  await page.selectOption("#analysis-game", "tictactoe");
  await page.click("dialog[open] button[type=submit]");
  await page.waitForSelector("#explore");
}

test("what is solved is counted, and its longest win opens with every move valued", { served: true }, async () => {
  const page = await house.person();
  await openBoard(page);
  duel("solve", "tictactoe", "--data", house.data);
  const told = JSON.parse(duel("explore", "tictactoe", "--data", house.data, "--json", "--lang", "en"));
  await page.click("#explore");
  await page.locator("dialog[open]", { hasText: told.text }).waitFor();
  await page.click("#explore-longest");
  await page.waitForFunction(() => !document.querySelector("dialog[open]"));
  await page.locator(".value.v-win.proved", { hasText: String(told.longest) }).first().waitFor();
  assert.deepEqual(page.troubles, []);
});

test("a position that is lost, in French", { served: true }, async () => {
  duel("solve", "tictactoe", "--data", house.data);
  const page = await house.person({ lang: "fr" });
  await openBoard(page);
  await page.click("#explore");
  await page.locator("dialog[open]", { hasText: "positions résolues" }).waitFor();
  await page.click("#explore-losses");
  await page.waitForFunction(() => !document.querySelector("dialog[open]"));
  await page.locator(".value.v-loss.proved").first().waitFor();
  assert.deepEqual(page.troubles, []);
});
