// walks.test.mjs -- the first ten minutes, from five beginnings: somebody who has never seen Ergo, one who listens to the page in its
// order of reading, one with a phone held sideways, a teacher before a class, one who plays Wumpus without reading its rules. Each
// does what such a person would do, to the end, and finds on the way what that person needs.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { House, atRest, card, openTargets, playOut, play, touch, turnOf } from "./browser.mjs";
import { allInSight, faults, isSeen } from "./seen.mjs";

const house = new House();
before(() => house.open());
afterEach(() => house.empty());
after(async () => assert.equal(await house.close(), 0, "the server ends cleanly on SIGTERM"));

const sound = (page) => assert.deepEqual(page.troubles, []);
const text = (page, what) => page.locator(what).first().textContent();

/* ---- Ergo, never seen before ---- */

/** Finds a right move of a step, as one who reads it would. */
async function rightMove(page, game, step) {
  const judged = await house.judged(page, game, await house.request(page, { do: "lesson", game, step })),
    right = judged.find((m) => m.right);
  assert.ok(right, `${game}, step ${step}: nothing is right`);
  return right;
}

/** All steps of a lesson; each says what to do and answers. */
async function learn(page, game) {
  for (let step = 1; !(await page.locator("#lesson-play").count()); step++) {
    await page.waitForSelector(".coach-text.ask");
    assert.ok(await isSeen(page, ".coach-text"), `step ${step} is read without scrolling`);
    for (const target of (await rightMove(page, game, step)).path) await touch(page, target);
    await page.waitForSelector(".coach-text.right");
    if (await page.locator("#lesson-next").count()) await page.click("#lesson-next");
  }
}

async function meetErgo() {
  const page = await house.person({ width: 1280, height: 800 });
  assert.equal(await text(page, '.card[data-game="ergo"] p'), "Prove that you exist, and nobody else", "what it is about");
  await card(page, "ergo").locator(".learn").click();
  await learn(page, "ergo");
  await page.click("#lesson-play");
  await turnOf(page);
  assert.match(await text(page, ".status"), /^Use two cards: put them into a line, play a special, or throw them away\.$/);
  const mute = await page.locator(".felt .k-card.grip, .felt .k-card.open").evaluateAll((all) =>
    all.filter((e) => !e.querySelector(".card-name") && !/^[A-D]/.test(e.querySelector(".card-face")?.textContent ?? "")).map((e) => e.getAttribute("aria-label")),
  );
  assert.deepEqual(mute, [], "every card of the hand that is no letter has its name");
  await page.click("#hint");
  await page.waitForSelector(".hint .facts li");
  await page.click("#advise");
  await page.waitForSelector(".advice .facts li");
  assert.match(await text(page, ".advice-head .move-chip"), /line|thrown away|Ergo|Fallacy|Justification|Tabula|Revolution/, "moves are told in words");
  await page.locator(".advice").getByText("Play it").click();
  await page.locator(".status", { hasText: /^One card more/ }).waitFor();
  assert.ok(await page.locator("#undo").isEnabled(), "a card can be taken back before the turn is confirmed");
  await page.click("#advise");
  await page.waitForSelector(".advice .facts li");
  await page.locator(".advice").getByText("Play it").click();
  await page.click("#confirm");
  await page.waitForFunction(() => document.querySelectorAll(".move").length >= 3);
  await turnOf(page);
  await page.locator(".button.lens").first().click();
  await page.waitForSelector(".chip.lens-chip, .lens-words");
  assert.match(await page.locator("main").innerText(), /prove/i, "who is proven now");
  await page.click("#rules");
  await page.waitForSelector("dialog[open] .lead");
  assert.match(await page.locator("dialog[open]").innerText(), /Tabula Rasa/);
  await page.keyboard.press("Escape");
  await page.click("#resign");
  await page.click("#sure");
  await page.waitForSelector(".status.over");
  assert.ok((await isSeen(page, "#again")) && (await isSeen(page, "#review")) && (await isSeen(page, "#learn-mistakes")), "what comes next");
  return page;
}

/* ---- by the order of reading alone ---- */

/** What a screen reader is told, in its order: role, name, and the node behind it. */
async function reading(page) {
  const session = (page.reader ??= await page.context().newCDPSession(page)),
    { nodes } = await session.send("Accessibility.getFullAXTree"),
    byId = new Map(nodes.map((n) => [n.nodeId, n])),
    out = [];
  const visit = (n) => {
    const name = n.name?.value ?? "";
    if (!n.ignored && name && !["InlineTextBox", "RootWebArea"].includes(n.role?.value))
      out.push({ role: n.role.value, name, node: n.backendDOMNodeId, off: n.properties?.some((p) => p.name === "disabled" && p.value.value) });
    for (const id of n.childIds ?? []) if (byId.has(id)) visit(byId.get(id));
  };
  visit(nodes[0]);
  return out;
}

/** Goes to the first thing with this role and name, and presses it, by the keyboard. */
async function press(page, role, name) {
  const found = (await reading(page)).find((n) => n.role === role && !n.off && name.test(n.name));
  assert.ok(found, `there is a ${role} ${name}`);
  await page.reader.send("DOM.getDocument", { depth: 0 });
  await page.reader.send("DOM.focus", { backendNodeId: found.node });
  await page.keyboard.press("Enter");
  return found.name;
}

const indexOf = (list, role, name) => list.findIndex((n) => n.role === role && name.test(n.name));

/** Waits until those who listen are told something like this. */
const told = (page, what) =>
  page.waitForFunction((w) => new RegExp(w).test(document.getElementById("live").textContent), what.source);

async function listen() {
  const page = await house.person({ width: 1024, height: 768 }),
    home = await reading(page),
    order = [["heading", /^A good game, at once$/], ["heading", /^Ergo$/], ["button", /^Play: Ergo$/], ["heading", /^Wumpus/], ["heading", /^Puzzle of the day/], ["heading", /^The laboratory$/], ["button", /^Play: Tic-tac-toe$/]].map(([role, name]) => indexOf(home, role, name));
  assert.ok(order.every((at, i) => at >= 0 && (i === 0 || at > order[i - 1])), `home is read in its order: ${order}`);
  assert.deepEqual(home.filter((n) => n.role === "button" && /^\W*$/.test(n.name)), [], "every button says what it does");
  await press(page, "button", /^Play: Tic-tac-toe$/);
  await told(page, /./);
  await turnOf(page);
  const table = await reading(page),
    places = [["heading", /^Tic-tac-toe$/], ["button", /^column 1, row 1, a3$/], ["StaticText", /^Mark an empty square: three in a row win\.$/], ["button", /^Advice$/], ["heading", /^Moves$/]].map(([role, name]) => indexOf(table, role, name));
  assert.ok(places.every((at, i) => at >= 0 && (i === 0 || at > places[i - 1])), `the table is read in its order: ${places}`);
  for (let turn = 0; await turnOf(page); turn++) {
    assert.ok(turn < 6);
    const made = await page.locator(".move").count();
    await press(page, "button", /^column \d, row \d, \w\d$/);
    await page.waitForFunction((n) => document.querySelectorAll(".move").length > n, made);
    assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), "BODY", "one stays where one was");
  }
  await told(page, /You (win|lose|tie)/);
  await press(page, "button", /^Review$/);
  await page.waitForSelector(".review-sum");
  assert.ok(indexOf(await reading(page), "heading", /^Review$/) > 0);
  await press(page, "link", /^Duelliste$/);
  await page.waitForSelector(".card");
  return page;
}

/* ---- a phone held sideways ---- */

async function holdSideways() {
  const page = await house.person({ width: 844, height: 390, lang: "fr", touch: true });
  await play(page, "chicago");
  const all = async (when) => {
    await allInSight(page, when);
    assert.deepEqual(await page.evaluate(faults), [], when);
  };
  await turnOf(page);
  await all("at first");
  const small = await page.locator(".felt .el.open").evaluateAll((list) => list.map((e) => e.getBoundingClientRect()).filter((b) => Math.max(b.width, b.height) < 24).length);
  assert.equal(small, 0, "a thumb finds what can be picked");
  await page.click("#advise");
  await page.waitForSelector(".advice .facts li");
  assert.ok((await isSeen(page, ".felt")) && (await isSeen(page, ".advice-head")), "advice is read beside the board it speaks of");
  await page.evaluate(() => scrollTo(0, 0));
  await playOut(page, (open) => open.find((t) => /^keep|^choice/.test(t)) ?? open[0]);
  assert.ok((await isSeen(page, ".status.over")) && (await isSeen(page, "#again")), "how it ended, and what comes next");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  return page;
}

/* ---- before a class ---- */

async function project() {
  const page = await house.person({ width: 960, height: 540, zoom: 2, lang: "fr" }); /* 1920 × 1080, magnified twice */
  assert.deepEqual(await page.evaluate(faults), [], "the first screen");
  await play(page, "ergo");
  await turnOf(page);
  const share = await page.locator(".felt").evaluate((e) => e.getBoundingClientRect().height / innerHeight);
  assert.ok(share > 0.8, `the board has ${Math.round(100 * share)} % of the height`);
  await page.locator(".button.lens").nth(1).click();
  await page.waitForSelector(".lens-table");
  assert.deepEqual(await page.evaluate(faults), [], "with the truth table");
  await page.locator(".lens-table").first().scrollIntoViewIfNeeded();
  assert.ok(await isSeen(page, ".felt"), "the board stays beside its truth table");
  await house.go(page, "#/");
  await play(page, "nim");
  await turnOf(page);
  await page.keyboard.press("?");
  await page.waitForSelector("dialog[open] .keys");
  await page.keyboard.press("Escape");
  await page.evaluate(() => (document.documentElement.style.fontSize = "24px")); /* and the letters larger still */
  await atRest(page);
  assert.deepEqual(await page.evaluate(faults), [], "large letters");
  await page.evaluate(() => (document.documentElement.style.fontSize = ""));
  while (await turnOf(page)) {
    const made = await page.locator(".move").count();
    await touch(page, (await openTargets(page))[0]);
    await page.waitForFunction((n) => document.querySelectorAll(".move").length > n, made);
  }
  await page.waitForSelector(".status.over");
  await page.keyboard.press("Home");
  await page.waitForSelector(".felt.past");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => /1/.test(document.querySelector(".status").textContent));
  await page.keyboard.press("End");
  await page.waitForSelector(".felt:not(.past)");
  await page.click("#review");
  await page.waitForSelector(".review-sum");
  assert.deepEqual(await page.evaluate(faults), [], "the review");
  return page;
}

/* ---- Wumpus without its rules ---- */

async function exploreBlindly() {
  const page = await house.person({ width: 390, height: 844, touch: true });
  await play(page, "wumpus");
  await turnOf(page);
  assert.match(await text(page, ".status"), /^Go to a cell beside those you know/, "what to do is said");
  const felt = new Set();
  for (let step = 0; (await turnOf(page)) && step < 60; step++) {
    const made = await page.locator(".move").count(),
      here = await text(page, ".strip .counter");
    felt.add(here);
    if (/breeze|stench|glitter/.test(here)) assert.match(here, /(a pit|a wumpus|the gold).* beside you/, "what is felt is explained");
    await page.click("#advise");
    await page.waitForSelector(".advice .facts li");
    if (step === 0) {
      assert.match(await text(page, ".advice .facts"), /is safe/, "why one may go there");
      assert.ok((await isSeen(page, ".felt .scene")) && (await isSeen(page, ".advice-head")), "advice is read under the board it speaks of");
    }
    await page.locator(".advice").getByText("Play it").click();
    await page.waitForFunction((n) => document.querySelectorAll(".move").length > n, made);
    if (step === 0) assert.ok(await isSeen(page, ".status"), "and then what to do is in sight again");
  }
  await page.waitForSelector(".status.over");
  assert.ok(felt.size > 1, [...felt].join(" | "));
  assert.match(await page.locator(".end-card").innerText(), /gold|pit|wumpus|step/, "by what it ended");
  await page.evaluate(() => document.querySelector(".end-card").scrollIntoView());
  assert.ok(await isSeen(page, "#again"));
  return page;
}

const walks = [
  ["Ergo, never seen before", meetErgo],
  ["by the order of reading alone", listen],
  ["a phone held sideways", holdSideways],
  ["projected before a class", project],
  ["Wumpus without reading its rules", exploreBlindly],
];

for (const [who, walk] of walks) test(`the first ten minutes: ${who}`, async () => sound(await walk()));
