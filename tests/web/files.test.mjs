// files.test.mjs -- games from files at the page: what each thing a file may give changes for a person.
import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import { House, begin, duel, moveCount, movesOf, test, touch, turnOf } from "./browser.mjs";

const example = (name) => new URL(`../../examples/${name}.lua`, import.meta.url).pathname;
const sheet = (name) => new URL(`../../examples/gdl/${name}.kif`, import.meta.url).pathname;
const house = new House([...["chomp", "corner", "queens", "mines", "hexapawn", "toads"].map(example), sheet("dodgem")]);
before(() => house.open());
afterEach(() => house.empty());
after(async () => assert.equal(await house.close(), 0, "the server ends cleanly on SIGTERM"));

const sound = (page) => assert.deepEqual(page.troubles, []);

test("a lesson of a file: a wrong move is answered, the right one goes on", async () => {
  const page = await house.person();
  await page.locator('.card[data-game="chomp.lua"] .learn').click();
  await page.waitForSelector(".coach-text.ask");
  await touch(page, "cell:2:2");
  await page.waitForSelector(".coach-text.right");
  await page.click("#lesson-next");
  await page.waitForSelector(".coach-text.ask");
  await touch(page, "cell:0:0");
  await page.waitForSelector(".coach-text.wrong");
  assert.match(await page.locator(".coach-text").textContent(), /the poison itself/);
  await touch(page, "cell:1:0");
  await page.waitForSelector(".coach-text.right");
  assert.match(await page.locator(".coach-text").textContent(), /nothing is left to eat but poison/);
  sound(page);
});

test("a rule sheet has a board, and a move is picked on it cell by cell", async () => {
  const page = await house.person();
  await begin(page, "dodgem.kif", ["here", "here"]);
  await turnOf(page);
  await touch(page, "cell:0:1");
  await touch(page, "cell:0:2");
  await moveCount(page, 1);
  assert.deepEqual(await movesOf(page), ["(drive a 2 a 1)"]);
  sound(page);
});

test("hints of a file in steps, its cells marked", async () => {
  const page = await house.person();
  await begin(page, "corner.lua", ["here", "here"]);
  await turnOf(page);
  await page.click("#hint");
  for (const [step, words] of [/diagonal that leads home/, /along this line/, /column 4, row 4/, /whoever has to leave it/].entries()) {
    await page.waitForFunction((n) => document.querySelector(".hint .small-text")?.textContent.includes(`${n} of 4`), step + 1);
    assert.match(await page.locator(".hint").textContent(), words);
    if (step < 3) await page.click("#hint-more");
  }
  sound(page);
});

test("a lens without a picture is told beside the board", async () => {
  const page = await house.person();
  await begin(page, "dodgem.kif", ["here", "here"]);
  await page.locator(".button.lens").first().click();
  await page.waitForSelector(".lens-text");
  assert.match(await page.locator(".lens-text").innerText(), /^\(legal right .*: by line \d+: \(<= /);
  await page.locator(".button.lens").first().click();
  await page.waitForSelector(".lens-text", { state: "detached" });
});

test("a lens of a file lies over its cells", async () => {
  const page = await house.person();
  await begin(page, "queens.lua", ["here", "here"]);
  await turnOf(page);
  await touch(page, "cell:2:2");
  await page.locator(".button.lens").first().click();
  await page.waitForSelector(".lens-el.tone-danger");
  assert.equal(await page.locator(".lens-el.tone-danger").count(), 16, "what a queen in the middle attacks");
  await page.waitForSelector(".mark-assisted");
  sound(page);
});

test("flags in a game from a file are checked", async () => {
  const page = await house.person();
  await house.begin(page, "mines.lua", ".*..**..........|3???????????????/1", { seats: ["here"] });
  await turnOf(page);
  await touch(page, "cell:1:0", { button: "right" });
  await touch(page, "cell:3:3", { button: "right" });
  await page.click("#check-flags");
  await page.waitForSelector("#checked li");
  const claims = await page.locator("#checked li").evaluateAll((list) => list.map((e) => e.getAttribute("data-claim")));
  assert.deepEqual(claims, ["right", "wrong"]);
  sound(page);
});

test("a position of a file set up by hand", async () => {
  const page = await house.person();
  const made = await house.request(page, { do: "analyse", game: "hexapawn.lua", options: {} });
  await page.evaluate(([t, s]) => import("./local_prefs.js").then((m) => m.kept.addSeats(t, s)), [made.table, made.seats]);
  await house.go(page, `#/t/${made.table}`);
  await page.click("#setup");
  await page.waitForSelector(".felt.setting");
  await touch(page, "cell:1:1");
  await page.waitForFunction(() => document.body.textContent.includes("Each side has three pawns."));
  assert.ok(await page.locator("#setup-done").isDisabled(), "no lawful position yet");
  sound(page);
});

test("the puzzle of the day of a file, wrong and right", async () => {
  const page = await house.person();
  await house.go(page, "#/d/toads.lua");
  await page.waitForSelector(".coach-text.ask");
  const puzzle = await house.request(page, { do: "daily", game: "toads.lua" });
  const solved = JSON.parse(duel("solve", example("toads"), puzzle.position, "--all", "--json")).moves;
  const path = (wins) => puzzle.moves.find((m) => m.move === solved.find((s) => (s.value === "win") === wins).move).path;
  assert.match(await page.locator(".coach-text").textContent(), /one animal only keeps the last move/);
  for (const target of path(false)) await touch(page, target);
  await page.waitForSelector(".coach-text.wrong");
  assert.match(await page.locator(".coach-text").textContent(), /run out of moves first/);
  for (const target of path(true)) await touch(page, target);
  await page.waitForSelector(".coach-text.right");
  sound(page);
});
