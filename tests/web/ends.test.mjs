// ends.test.mjs -- the last move and the end of a game, as those see them who play and who look on: in a real browser.
import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import { House, moveCount, test } from "./browser.mjs";

const house = new House();
before(() => house.open());
afterEach(() => house.empty());
after(() => house.close());

const sound = (page) => assert.deepEqual(page.troubles, []);
const status = (page) => page.locator(".status").textContent();

/** What is marked as done by the last turn: ids by what was done. */
const trail = (page) =>
  page.evaluate(() =>
    ["placed", "changed", "left"].map((done) => [...document.querySelectorAll(`.last-${done}`)].map((e) => e.dataset.id).sort()),
  );

/** Types moves, each when it can be typed. */
async function type(page, ...moves) {
  for (const move of moves) {
    await page.waitForSelector(".writing:not([hidden])");
    const made = await page.locator(".move").count();
    await page.fill(".typed", move);
    await page.press(".typed", "Enter");
    await page.waitForFunction((n) => document.querySelectorAll(".move").length > n, made);
  }
}

/** A table with all its seats at this screen. */
async function alone(page, game, options = {}) {
  const made = await house.request(page, { do: "create", game, options, seats: ["here", "here"] });
  for (const seat of made.seats) await house.go(page, `#/t/${made.table}/k/${seat.token}`);
  return made.table;
}

/** Two people and one who looks on, each with a language, at a table that begins in a position. */
async function sitDown(people, game, start, more = {}) {
  const made = await house.request(people[0], { do: "create", game, options: {}, start, seats: ["here", "elsewhere"], ...more });
  assert.equal(made.is, "created", made.error?.message);
  for (const [i, seat] of made.seats.entries()) await house.go(people[i], `#/t/${made.table}/k/${seat.token}`);
  await house.go(people[2], `#/t/${made.table}`);
}

/** What each of them reads at the end. */
async function readEnd(people) {
  for (const page of people) await page.waitForSelector(".status.over");
  return Promise.all(people.map(status));
}

test("the last move is marked after a jump, a reload and an undo; placed, turned and left are told apart", async () => {
  const page = await house.person();
  await alone(page, "moriarty");
  await type(page, "f5", "d6", "c3");
  const third = [["disc:2:2"], ["disc:3:3"], []],
    second = [["disc:3:5"], ["disc:3:4"], []];
  assert.deepEqual(await trail(page), third);
  await page.locator(".move").nth(1).click();
  await page.waitForSelector(".felt.past");
  assert.deepEqual(await trail(page), second, "after a jump");
  await page.reload();
  await moveCount(page, 3);
  await page.waitForSelector(".last-placed");
  assert.deepEqual(await trail(page), third, "after a reload");
  await page.click("#undo");
  await moveCount(page, 2);
  assert.deepEqual(await trail(page), second, "after an undo");
  await alone(page, "dodgem");
  await type(page, "a3-b3");
  assert.deepEqual(await trail(page), [["car:0:0"], [], ["cell:0:0"]], "from and to");
  await alone(page, "kayles");
  await type(page, "10:1@3");
  assert.deepEqual(await trail(page), [[], [], []], "what closes up has not been moved");
  sound(page);
});

test("who has won, lost, tied or resigned reads it as “you”, who looks on reads names", { served: true }, async () => {
  const people = await Promise.all(["en", "fr", "fr"].map((lang) => house.person({ lang }))),
    [first, second, third] = people;
  await sitDown(people, "connect4", "......./......./......./OX...../OX...../OX.....");
  await type(first, "2");
  assert.deepEqual(await readEnd(people), ["You win.", "Vous perdez.", "Le premier l’emporte."]);
  assert.deepEqual(await first.locator(".end-facts li").allTextContents(), ["Four in a row, upright."]);
  const shown = await second.locator(".felt.ended .el.reason").evaluateAll((all) => all.map((e) => e.dataset.id).sort());
  assert.deepEqual(shown, ["disc:1:0", "disc:1:1", "disc:1:2", "disc:1:3"], "the four are marked");
  assert.equal(await third.locator("#again").count(), 0, "who looks on has no return game");
  await first.click('[data-key="first"]');
  await first.waitForSelector(".felt.past:not(.ended)");

  await sitDown(people, "chomp", "1/1");
  await type(first, "0,0");
  assert.deepEqual(await readEnd(people), ["You lose.", "Vous gagnez.", "Le second l’emporte."]);
  assert.equal(await third.locator(".felt .k-cell.tone-danger.reason").textContent(), "✗le carré empoisonné, mangé");

  await sitDown(people, "tictactoe", "XXOOOXX.O");
  await type(first, "b1");
  assert.deepEqual(await readEnd(people), ["You tie.", "Vous êtes à égalité.", "Égalité."]);
  assert.doesNotMatch(await first.locator(".list-panel").textContent(), / 0 moves/);

  await sitDown(people, "moriarty");
  await type(first, "f5");
  await second.click("#resign");
  await second.click("#sure");
  assert.deepEqual(await readEnd(people), [
    "You win: Inhibitor resigned.",
    "Vous avez abandonné. Activateur l’emporte.",
    "Inhibiteur abandonne. Activateur l’emporte.",
  ]);
  people.forEach(sound);
});

test("who has run out of time reads it as “you”, in French too", { served: true }, async () => {
  const people = await Promise.all(["fr", "fr", "en"].map((lang) => house.person({ lang }))),
    [first] = people;
  await sitDown(people, "moriarty", undefined, { clock: { main: 2, more: 0 } });
  await type(first, "f5");
  assert.deepEqual(await readEnd(people), [
    "Inhibiteur n’a plus de temps : vous gagnez.",
    "Votre temps est écoulé. Activateur l’emporte.",
    "Inhibitor ran out of time: the game goes to Activator.",
  ]);
  people.forEach(sound);
});
