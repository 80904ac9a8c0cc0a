// museum.test.mjs -- machines with a name, and the level that follows from one's results.
import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import { House, known, test } from "./browser.mjs";

const house = new House();
before(() => house.open());
afterEach(() => house.empty());
after(async () => assert.equal(await house.close(), 0));

const sound = (page) => assert.deepEqual(page.troubles, []);

/** The form of a new game. */
async function form(page, game) {
  await page.click(`.card[data-game="${game}"] .card-actions button:last-child`);
  await page.waitForSelector("dialog[open] #seat-1");
}

const museum = [
  ["ergo", "seed-score", "OrdiScore", /sans penser à la réponse/],
  ["chicago", "seed-minimax2", "Minimax 2", /profondeur 2/],
  ["moriarty", "seed-hard", "Difficile", /retourne aussitôt/],
  ["allumettes", "exact", "Expert 1995", /résolveur de DUELLISTE/],
];

for (const [game, spec, name, about] of museum)
  test(`${name} is met in ${game}, by its name, and says what it knows`, async () => {
    const page = await house.person({ lang: "fr" });
    await form(page, game);
    await page.selectOption("#seat-1", spec);
    assert.match(await page.locator("#seat-about-1").textContent(), about);
    await page.click("dialog[open] button[type=submit]");
    await page.waitForSelector(".status:not(:empty)");
    await page.waitForFunction((n) => [...document.querySelectorAll(".seat-bar")].some((e) => e.textContent.includes(n)), name);
    sound(page);
  });

test("what a level does is said, and who loses twice to one is offered an easier one", async () => {
  const page = await known(house, "Ada");
  await form(page, "allumettes");
  assert.equal(await page.locator("#seat-1").inputValue(), "level:4");
  assert.match(await page.locator("#seat-about-1").textContent(), /^Of 100 turns it plays 45 without thinking/);
  await page.keyboard.press("Escape");
  for (let i = 0; i < 2; i++) {
    await page.click('.card[data-game="allumettes"] .button.primary');
    await page.waitForSelector(".status:not(:empty)");
    await page.click("#resign");
    await page.click("dialog[open] .button.primary");
    await page.waitForSelector("#again");
    await house.go(page, "#/");
  }
  await form(page, "allumettes");
  assert.equal(await page.locator("#seat-1").inputValue(), "level:3");
  await page.keyboard.press("Escape");
  await form(page, "nim");
  assert.equal(await page.locator("#seat-1").inputValue(), "level:4", "another game, another ladder");
  sound(page);
});
