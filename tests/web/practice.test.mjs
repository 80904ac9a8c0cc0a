// practice.test.mjs -- one's own mistakes asked again: after a game, from the first screen, by hand, by keyboard, on a phone.
//
// The first move of NIM with eleven matches: to take one loses, to take three wins, which is proved at once on every machine.
import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import { House, goWrong, known, openTargets, test, touch } from "./browser.mjs";

const house = new House();
before(() => house.open());
afterEach(() => house.empty());
after(async () => assert.equal(await house.close(), 0));

const sound = (page) => assert.deepEqual(page.troubles, []);
const said = (page) => page.locator(".coach-text").textContent();

test("after a game: wrong, the answer looked up, right, and no more for today", async () => {
  const page = await known(house, "Ada");
  await goWrong(page);
  await page.click("#learn-mistakes");
  await page.waitForSelector(".coach-text.ask");
  assert.match(page.url(), /#\/m\/[0-9a-z]{10}$/);
  assert.equal(await said(page), "You played 1 here, and a win became a loss. Find something better.");
  assert.equal(await page.locator(".coach .left").textContent(), "1 to go");
  assert.equal(await page.locator("#place").textContent(), "Your mistakes: NIM (no repeat)");
  await touch(page, "take:2");
  await page.waitForSelector(".coach-text.wrong");
  assert.match(await said(page), /^No: after 2, you lose in \d+ moves\.$/);
  assert.ok((await page.locator(".coach .facts li").count()) > 0, "with the reason");
  assert.deepEqual((await openTargets(page)).sort(), ["take:1", "take:2", "take:3"], "one may try again at once");
  await page.click("#exercise-show");
  await page.waitForSelector("#exercise-next");
  assert.match(await said(page), /^Play 3: you win in \d+ moves\.$/);
  assert.deepEqual(await openTargets(page), []);
  await page.keyboard.press("Enter"); // on to the next, which is the same: it was not found
  await page.waitForSelector("#exercise-show");
  assert.match(await said(page), /^You played 1 here/);
  await touch(page, "take:3");
  await page.waitForSelector(".coach-text.right");
  assert.match(await said(page), /^Right, 3: you win in \d+ moves\.$/);
  assert.match(await page.locator(".coach").textContent(), /It comes back tomorrow\..*That was all for today\./s);
  assert.equal(await page.locator("#exercise-next, #exercise-show").count(), 0);
  await page.keyboard.press("Enter");
  await page.waitForSelector(".card");
  await page.waitForSelector(".shelf.mistakes", { state: "hidden" }); // nothing is due
  assert.equal(await page.locator("#mistakes").count(), 0);
  await house.go(page, "#/m");
  await page.waitForSelector("#practice-home");
  assert.equal(await said(page), "None of your mistakes is due: the next comes back tomorrow.");
  sound(page);
});

test("without a name: the mistakes of this game, from its review, until they are right", async () => {
  const page = await house.person();
  await goWrong(page);
  await page.click("#learn-mistakes");
  await page.waitForSelector(".coach-text.ask");
  assert.match(await said(page), /^You played 1 here/);
  await page.click("#exercise-show");
  await page.click("#exercise-next");
  await page.waitForSelector("#exercise-show");
  await touch(page, "take:3");
  await page.waitForSelector(".coach-text.right");
  assert.match(await page.locator(".coach").textContent(), /That was all of them\./);
  assert.doesNotMatch(await page.locator(".coach").textContent(), /comes back/);
  sound(page);
});

test("from the first screen, by keyboard alone", async () => {
  const page = await known(house, "Bea");
  await goWrong(page);
  await house.go(page, "#/");
  await page.waitForSelector("#mistakes");
  assert.match(await page.locator("#mistakes").textContent(), /1 of your games has not been gone through yet\./);
  await page.locator("#mistakes").focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".coach-text.ask");
  await page.goBack();
  await page.waitForSelector("#mistakes");
  await page.waitForFunction(() => document.querySelector("#mistakes")?.textContent.includes("1 of your mistakes is due."));
  await house.go(page, "#/m");
  await page.waitForSelector(".coach-text.ask");
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.dataset.t === "take:3")) break;
  }
  assert.equal(await page.evaluate(() => document.activeElement?.dataset.t), "take:3");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".coach-text.right");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "practice-home");
  sound(page);
});

test("on a phone, in French; and who has no name, or leaves, is shown nothing", async () => {
  const page = await known(house, "Céline", { width: 390, height: 844, lang: "fr" });
  await goWrong(page);
  await page.click("#learn-mistakes");
  await page.waitForSelector(".coach-text.ask");
  assert.equal(await said(page), "Ici vous avez joué 1, et un gain est devenu une perte. Trouvez mieux.");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing lies beyond the edge");
  await touch(page, "take:3");
  await page.waitForSelector(".coach-text.right");
  assert.match(await said(page), /^Juste, 3\u202f: vous gagnez en \d+ coups\.$/);
  await house.go(page, "#/");
  await goWrong(page);
  await house.go(page, "#/");
  await page.waitForSelector("#mistakes");
  await page.click("#profile");
  await page.locator(".dialog-actions .button:not(.primary)").click();
  await page.waitForFunction(() => document.querySelector(".shelf.mistakes")?.hidden);
  sound(page);
  const nobody = await house.person({ at: "#/m" });
  await nobody.waitForSelector(".nowhere");
  assert.match(await nobody.locator(".nowhere").textContent(), /who has a profile/);
});
