// meanwhile.test.mjs -- what somebody does while something else comes is not lost: between two messages of the server, between a press and
// its release, between two screens. In a real browser.
import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import { House, atRest, moveCount, slowLine, test } from "./browser.mjs";

const house = new House();
before(() => house.open());
afterEach(() => house.empty());
after(async () => assert.equal(await house.close(), 0));

const sound = (page) => assert.deepEqual(page.troubles, []);
const at = (page, ply) => page.waitForFunction((n) => document.querySelector(".move.at .number")?.textContent === String(n), ply);
const inHash = (page, hash) => page.evaluate((to) => (location.hash = to), hash);

/** A board to analyse on after these moves. */
async function analyse(page, game, variant, moves) {
  const record = `duelliste 1\ngame ${game} 1\nvariant ${variant}\nseed 1\nmoves ${moves}\n`,
    made = await house.request(page, { do: "analyse", record });
  await house.go(page, `#/t/${made.table}/k/${made.seats[0].token}`);
  await moveCount(page, moves.split(" ").length);
  return made;
}

/** Four in a row, with a win in one passed over at moves 7 and 10. */
const fourInARow = (page) => analyse(page, "connect4", "width=7 height=6", "1 7 1 7 1 7 2 1 2 5");

/** One picture later. */
const still = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));

/** A question to the server, behind all that the page has asked so far: those have been sent when it is answered. */
const lastOfAll = (page) =>
  page.evaluate(async () => {
    const { ask } = await import(new URL("net.js", location.href).href);
    await ask({ do: "words", of: "study" });
  });

/* ---- two questions ---- */

test("a better line that is asked for before the picture of an earlier move has come is shown", { served: true }, async () => {
  const page = await house.person(),
    line = await slowLine(page);
  await fourInARow(page);
  await page.click("#review-moves");
  await page.waitForSelector('[data-key="better-next"]');
  line.holds = (message) => message.is === "past";
  await page.click("#turning");
  await page.click('[data-key="better-next"]'); /* of move 10, which is still shown */
  await line.when(2);
  line.release();
  await page.waitForSelector('[data-key="better-0"][aria-current]');
  await at(page, 10);
  assert.match(await page.locator(".status").textContent(), /^In the line: move 1 of/);
  sound(page);
});

test("two moves back are two moves, and to the end is to the end, however late the pictures come", { served: true }, async () => {
  const page = await house.person(),
    line = await slowLine(page);
  await fourInARow(page);
  line.holds = (message) => message.is === "past";
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await line.when(2);
  line.release();
  await at(page, 8);
  line.holds = (message) => message.is === "past";
  await page.keyboard.press("ArrowLeft");
  await line.when(1);
  await page.keyboard.press("End");
  line.release();
  await at(page, 10);
  await atRest(page);
  await at(page, 10);
  sound(page);
});

test("in somebody else’s page, too, one sees what was asked for last", { served: true }, async () => {
  const page = await house.person(),
    line = await slowLine(page),
    { table } = await fourInARow(page);
  await page.goto(new URL(`embed.html#${table}`, house.url).href);
  await page.click('[data-key="first"]');
  await page.waitForSelector('[data-key="first"]:disabled');
  line.holds = (message) => message.is === "past";
  await page.click('[data-key="next"]');
  await page.click('[data-key="last"]');
  await line.when(1);
  line.release();
  await page.waitForSelector('[data-key="last"]:disabled');
  await atRest(page);
  assert.ok(await page.locator('[data-key="last"]').isDisabled());
  sound(page);
});

/* ---- a press and its release ---- */

const long = "d3 e3 f6 c5 b5 b6 f3 f2 e2 d2 c1 d1 c3 b4 e1 g3 c2 g7 h4 g1 g4 d6 g2 h3 e6 f7 b3 f5 c4 a2";

for (const [how, press, release] of [
  ["the mouse", (page) => page.mouse.down(), (page) => page.mouse.up()],
  ["the space bar", (page) => page.keyboard.down(" "), (page) => page.keyboard.up(" ")],
])
  test(`what is drawn anew while it is pressed with ${how} is pressed all the same`, { served: true }, async () => {
    const page = await house.person(),
      line = await slowLine(page);
    await analyse(page, "moriarty", "", long);
    line.holds = (message) => message.is === "reviewing";
    await page.click("#review-moves");
    await line.when(1);
    await page.locator("#review-stop").hover();
    await page.locator("#review-stop").focus();
    await press(page);
    line.release("reviewing");
    await page.waitForFunction(() => document.querySelector(".review-wait progress")?.value > 0);
    line.holds = () => false;
    await release(page);
    await page.waitForSelector("#review-moves");
    sound(page);
  });

test("a press that is let go elsewhere, or on something else that came there, presses nothing", { served: true }, async () => {
  const page = await house.person();
  await fourInARow(page);
  const here = page.locator('[data-key="move-3"]');
  await here.hover();
  await page.mouse.down();
  await here.evaluate((e) => {
    const other = document.createElement("button");
    other.textContent = e.textContent;
    other.onclick = () => document.body.setAttribute("data-clicked", "");
    e.replaceWith(other);
  });
  await page.mouse.up();
  await page.locator('[data-key="move-4"]').hover();
  await page.mouse.down();
  await page.locator('[data-key="move-5"]').hover();
  await page.mouse.up();
  await atRest(page);
  await at(page, 10);
  assert.equal(await page.locator("[data-clicked]").count(), 0);
  sound(page);
});

/* ---- two screens ---- */

test("a screen asks for something to watch when the screen before it has its answer", { served: true }, async () => {
  const page = await house.person(),
    line = await slowLine(page);
  for (const [from, kind] of [["#/logic", "logic"], ["#/watch", "trace"]]) {
    line.holds = (message) => message.is === kind;
    line.asked.length = 0;
    await inHash(page, from);
    await page.waitForSelector(".bench-stage");
    await line.when(1);
    await inHash(page, "#/derive/A%20%3A%20P%0A/A");
    await page.waitForFunction(() => document.querySelector("#main").childElementCount === 0);
    await lastOfAll(page);
    assert.ok(!line.asked.includes("inference") && !line.asked.includes("derive"), from);
    line.release();
    await page.waitForFunction(() => document.querySelectorAll(".fitch li").length === 1);
    await inHash(page, "#/");
    await page.waitForSelector(".card");
  }
  sound(page);
});

test("what was solved of a game is asked for when the screen before has its answer", { served: true }, async () => {
  const page = await house.person(),
    line = await slowLine(page);
  line.holds = (message) => message.is === "logic";
  await inHash(page, "#/logic");
  await line.when(1);
  await analyse(page, "nim", "matches=5", "1");
  await page.click("#explore");
  await page.waitForSelector("#study-look", { state: "attached" });
  while (!line.asked.includes("watch")) await still(page);
  await lastOfAll(page);
  assert.ok(!line.asked.includes("explore"));
  line.release();
  await page.waitForSelector("dialog[open] h2");
  assert.doesNotMatch(await page.locator("dialog[open]").innerText(), /looked at/);
  sound(page);
});

test("a film that goes on keeps nobody from the screen whose code is on its way", async () => {
  const page = await house.person({ at: "#/logic" });
  await page.waitForSelector("#film-text:not(:empty)");
  let send = () => {};
  const wanted = new Promise((resolve) =>
    page.route("**/watch_search.js", (route) => {
      send = () => route.continue();
      resolve(undefined);
    }),
  );
  await inHash(page, "#/watch");
  await wanted;
  await page.click("#film-on");
  assert.match(await page.locator(".film-count").textContent(), /^2 /);
  send();
  await page.waitForSelector(".watch-picture");
  assert.match(page.url(), /#\/watch/);
  sound(page);
});

test("what is being written stays while something else is answered", { served: true }, async () => {
  const page = await house.person(),
    line = await slowLine(page);
  await inHash(page, "#/derive/A%20%3A%20P%0A/A");
  await page.waitForFunction(() => document.querySelectorAll(".fitch li").length === 1);
  line.holds = (message) => message.is === "derivation";
  await page.click("#derive-hint");
  await line.when(1);
  await page.click("#derive-formula");
  await page.keyboard.type("A");
  line.release();
  await page.waitForSelector(".derive-hint p");
  await page.keyboard.type("|B");
  assert.equal(await page.inputValue("#derive-formula"), "A|B");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".fitch li").length === 2);
  assert.equal(await page.inputValue("#derive-formula"), "");
  sound(page);
});

test("mistakes that are being looked for are looked for in another language, too", { served: true }, async () => {
  const page = await house.person(),
    line = await slowLine(page),
    made = await analyse(page, "moriarty", "", long),
    reviews = () => line.asked.filter((what) => what === "review").length;
  await inHash(page, "#/m/" + made.table);
  while (reviews() < 1) await still(page);
  await page.click(".lang[lang=fr]");
  while (reviews() < 2) await still(page); /* the first of them is refused: there is no use for it any more */
  await lastOfAll(page);
  assert.equal(await page.locator(".nowhere").count(), 0);
  assert.equal(await page.locator(".coach-text.wait").count(), 1);
  sound(page);
});
