// learn.test.mjs -- the six lessons, walked through in both languages: every exercise answered wrong, then right, every film to its end.
import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import { House, test } from "./browser.mjs";

const house = new House();
before(() => house.open());
afterEach(() => house.empty());
after(async () => assert.equal(await house.close(), 0));

/** Of each exercise in its order an answer that is wrong, and one that is right. @type {Record<string, [string, string][]>} */
const answers = {
  matches: [["2", "1"], ["+1", "-1"], ["1", "3"], ["2", "1"]],
  cut: [["9", "4"], ["a1", "c2"], ["a1", "c2"]],
  proof: [["yes", "no"], ["no", "yes"], ["S > P", "P > S"], ["C : ⇒E 1, 3", "B : ?\nC : ?"], ["A & C > B : ?", "| A & C : H\n| A : ?\n| B : ?\nA & C > B : ?"]],
  dpll: [["C", "B"], ["D", "~D"], ["A B C D", "A ~B C D"], ["yes", "no"], ["no", "yes"]],
  safe: [["danger", "safe"], ["open", "safe"], ["safe", "danger"], ["safe", "open"], ["1:2", "0:3"]],
  guess: [["safe", "open"], ["2", "3"], ["3", "2"], ["yes", "no"], ["1:2", "0:3"], ["b1", "a2"]],
};

const sound = (page) => assert.deepEqual(page.troubles, []);

/** @param {import("playwright-core").Locator} card @param {string} text */
async function give(card, text) {
  const choice = card.locator(`.learn-choices [value="${text}"]`);
  if (await card.locator(".learn-choices").count()) await choice.click();
  else {
    await card.locator(".learn-field").fill(text);
    await card.locator(".learn-try").click();
  }
}

/** @param {any} page @param {import("playwright-core").Locator} card @param {string} text @param {boolean} right */
async function judged(page, card, text, right) {
  await give(card, text);
  await card.locator(`.bench-verdict.${right ? "yes" : "no"}:not([hidden])`).waitFor();
  assert.notEqual(await card.locator(".bench-verdict").textContent(), "", `a word about ${text}`);
}

/** @param {import("playwright-core").Locator} film */
async function toItsEnd(film) {
  await film.locator('[id$="-last"]').click();
  assert.ok(await film.locator('[id$="-on"]').isDisabled());
  await film.locator('[id$="-back"]').click();
  assert.ok(await film.locator('[id$="-on"]').isEnabled());
}

for (const lang of ["en", "fr"])
  test(`all lessons, every exercise wrong and right, in ${lang}`, async () => {
    const page = await house.person({ at: "#/learn", lang, width: lang === "fr" ? 390 : 1280, height: 844 });
    await page.waitForSelector(".learn-card");
    assert.equal(await page.locator(".learn-card").count(), 6);
    for (const [id, list] of Object.entries(answers)) {
      await house.go(page, "#/learn/" + id);
      await page.waitForSelector(".learn-end a");
      const cards = page.locator(".learn-exercise");
      assert.equal(await cards.count(), list.length, id);
      for (let i = 0; i < list.length; i++) {
        const [wrong, right] = list[i];
        await judged(page, cards.nth(i), wrong, false);
        await judged(page, cards.nth(i), right, true);
      }
      await page.waitForSelector(".learn-end .bench-verdict.yes");
      while (await page.locator(".film-open").count()) await page.locator(".film-open").first().click();
      const films = page.locator(".learn-film");
      for (let i = 0; i < (await films.count()); i++) await toItsEnd(films.nth(i));
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= (lang === "fr" ? 390 : 1280), `${id}: nothing sticks out`);
    }
    await house.go(page, "#/learn");
    await page.waitForSelector(".learn-card");
    assert.match(await page.locator("#learn-proof .soft").textContent(), lang === "fr" ? /^5 sur 5 faits$/ : /^5 of 5 done$/);
    sound(page);
  });

test("from home to the lessons, and what cannot be read is said", async () => {
  const page = await house.person();
  await page.click("#lessons");
  await page.click("#learn-proof");
  const card = page.locator(".learn-exercise").nth(2);
  await judged(page, card, "P > (", false);
  await page.click("#learn-next");
  await page.waitForSelector(".learn-exercise");
  assert.match(page.url(), /#\/learn\/dpll$/);
  await house.go(page, "#/learn/nowhere");
  await page.waitForSelector(".learn-card");
  sound(page);
});
