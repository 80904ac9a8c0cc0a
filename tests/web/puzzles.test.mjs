// puzzles.test.mjs -- puzzles as a path: solved, the next, all of them, with a name and without, by an address that anybody may open.
import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import { House, duel, known, test, touch } from "./browser.mjs";

const house = new House();
before(() => house.open());
afterEach(() => house.empty());
after(async () => assert.equal(await house.close(), 0));

const sound = (page) => assert.deepEqual(page.troubles, []);
const asked = (page) => page.waitForSelector(".coach-text.ask");
const state = (page, name) => page.locator(`.puzzle-link[data-name="${name}"]`).first().getAttribute("class");

/** The answer, as the command line tells it. */
const answerOf = (game, name) => JSON.parse(duel("puzzle", game, "--name", name, "--json")).answer;

/** A move that is not the answer. */
async function wrongMove(page, game, name) {
  const { moves } = await house.request(page, { do: "daily", game, name }),
    right = answerOf(game, name)[0];
  return moves.find((m) => m.move !== right);
}

async function pickAll(page, path) {
  for (const target of path) await touch(page, target);
}

async function solve(page, game, name) {
  await house.go(page, `#/d/${game}/${name}`);
  await page.waitForSelector(".coach-text.ask, .coach-text.wrong");
  const { moves } = await house.request(page, { do: "daily", game, name }),
    right = moves.find((m) => m.move === answerOf(game, name)[0]);
  await pickAll(page, right.path);
  await page.waitForSelector(".coach-text.right");
}

test("with a name: missed, then found, the next one, and all of it is kept", async () => {
  const page = await known(house, "Ada");
  await house.go(page, "#/d/chomp/3");
  await asked(page);
  assert.equal(await page.locator("#place").textContent(), "Chomp: puzzle 3");
  await pickAll(page, (await wrongMove(page, "chomp", "3")).path);
  await page.waitForSelector(".coach-text.wrong");
  await solve(page, "chomp", "3");
  assert.match(await page.locator(".coach").textContent(), /1 day in a row/);
  await page.click("#puzzle-next");
  await page.waitForURL((url) => /^#\/d\/chomp\/\d+$/.test(url.hash) && !url.hash.endsWith("/3"));
  const next = page.url().split("/").at(-1);
  assert.ok(Number(next) > 3);
  await solve(page, "chomp", next);
  assert.match(await page.locator(".coach").textContent(), /Your rating: \d+ \(\+\d+\)/, "the first try counts");
  await page.click("#puzzle-all");
  await page.waitForSelector(".standing");
  assert.match(await page.locator(".standing").textContent(), /2 \/ 2/);
  assert.match(await state(page, "3"), /later/);
  assert.match(await state(page, next), /first/);
  assert.match(await page.locator("#path-go").getAttribute("href"), new RegExp(`/${Number(next) + 1}$`));
  await page.reload();
  await page.waitForSelector(".standing");
  assert.match(await state(page, next), /first/, "it is kept with the profile");
  sound(page);
});

test("without a name, in French, on a phone: the answer looked up, and what was solved is remembered here", async () => {
  const page = await house.person({ width: 390, height: 844, lang: "fr", at: "#/p/tictactoe" });
  await page.waitForSelector("#path-go");
  assert.equal(await page.locator(".standing").count(), 0);
  await page.click("#path-go");
  await asked(page);
  await page.click("#exercise-show");
  await page.waitForSelector("#puzzle-next");
  assert.match(await page.locator(".coach-text").textContent(), /^La réponse est /);
  await solve(page, "tictactoe", "2");
  await page.click("#puzzle-all");
  await page.waitForSelector("#path-go");
  assert.match(await state(page, "2"), /later/);
  assert.doesNotMatch(await state(page, "1"), /later|first/, "the answer was given away");
  sound(page);
});

test("the card on the first screen shows the position and the question that the puzzle has", async () => {
  const page = await house.person({ lang: "fr" }),
    game = await page.locator(".puzzle-links.today [data-game]").getAttribute("data-game"),
    { question } = await house.request(page, { do: "daily", game });
  await page.locator(".puzzle-card").scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.querySelector(".puzzle-question")?.textContent);
  const shown = await page.locator(".puzzle-question").textContent();
  assert.ok(shown.length > 10);
  await page.locator(".lang[lang=en]").click();
  await page.waitForFunction((q) => document.querySelector(".puzzle-question")?.textContent === q, question);
  assert.notEqual(shown, question);
  assert.ok((await page.locator(".puzzle-picture .el").count()) > 3, "its miniature");
  await page.click(".puzzle-links.today [data-game]");
  await asked(page);
  assert.equal(await page.locator(".coach-text").textContent(), question);
  sound(page);
});

test("an address that leads to nothing says why, shows no board and leads home, also in another language", async () => {
  const page = await house.person();
  for (const at of ["#/t/none", "#/l/none", "#/d/none", "#/p/none", "#/m/none", "#/m", "#/new/ergo", "#/t"]) {
    await page.goto(house.url + at);
    await page.waitForSelector(".nowhere .lead");
    assert.equal(await page.locator("main .felt, main .seat-bar, main .bar").count(), 0, at);
    assert.match(await page.locator(".nowhere .lead").textContent(), /There is no|Mistakes are kept/, at);
    await page.click("#way-home");
    await page.waitForSelector(".card");
  }
  await page.goto(house.url + "#/l/none");
  await page.waitForSelector(".nowhere");
  await page.locator(".lang[lang=fr]").click();
  await page.getByText("Il n’y a rien ici").waitFor();
  sound(page);
});

test("an address that leads to no puzzle says what there is", async () => {
  const page = await house.person({ at: "#/d/nim/0" });
  await page.waitForSelector(".nowhere");
  assert.match(await page.locator(".nowhere").textContent(), /a number from 1 to 1000, or one of the last 60 days/);
  await house.go(page, "#/p/duo");
  await page.waitForSelector(".nowhere");
  sound(page);
});
