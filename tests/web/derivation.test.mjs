// derivation.test.mjs -- derivations written in the page: right and wrong, a rule found, hints, a goal to practise on, in French on a phone.
import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import { asPremises, depthOf, deriveAddress, lineOf, writtenOf } from "../../web/learn/derivation.js";
import { House, atRest, test } from "./browser.mjs";

const house = new House();
before(() => house.open());
afterEach(() => house.empty());
after(async () => assert.equal(await house.close(), 0));

const sound = (page) => assert.deepEqual(page.troubles, []);
const lines = (page, count) => page.waitForFunction((n) => document.querySelectorAll(".fitch li").length === n, count);

async function add(page, formula, rule, cites = "") {
  const count = await page.locator(".fitch li").count();
  await page.fill("#derive-formula", formula);
  await page.selectOption("#derive-rule", rule);
  await page.fill("#derive-cites", cites);
  await page.click("#derive-add");
  await lines(page, count + 1);
}

test("what is written is an address, and lines know how deep they stand", () => {
  const written = { text: "A/\\B : P\n| ~A : H\n", goal: "A" };
  assert.deepEqual(writtenOf(deriveAddress(written).split("/").slice(2)), written);
  assert.equal(depthOf(written.text), 1);
  assert.equal(depthOf("  3. │ │ B : MP 1, 2\n"), 2);
  assert.equal(lineOf(1, " B ", "MP", "1, 3"), "| B : MP 1, 3\n");
  assert.equal(asPremises("A\n\n B"), "A : P\nB : P\n");
});

test("a reduction to the absurd, with a mistake on the way", async () => {
  const page = await house.person({ at: deriveAddress({ text: "A > B : P\n~B : P\n", goal: "~A" }) });
  await lines(page, 2);
  await add(page, "A", "H");
  await add(page, "B", "MT", "1, 3");
  await page.waitForSelector(".fitch li.wrong");
  assert.match(await page.locator(".fitch-why").textContent(), /modus tollens/);
  await page.click("#derive-remove");
  await lines(page, 3);
  await add(page, "B", "?");
  assert.match(await page.locator(".fitch li:nth-child(4) .fitch-rule").textContent(), /modus ponens 1, 3/);
  await add(page, "#", "⊥I", "2, 4");
  await page.click("#derive-close");
  await add(page, "~A", "RA", "3-5");
  await page.waitForSelector(".bench-verdict.yes");
  assert.match(decodeURIComponent(page.url()), /RA 3-5/);
  sound(page);
});

test("hints lead to the end of a goal, in French, on a phone", async () => {
  const page = await house.person({ at: "#/derive", lang: "fr", width: 390, height: 844 });
  await lines(page, 2);
  const first = decodeURIComponent(page.url());
  await page.click("#derive-level-1");
  await page.waitForFunction((was) => decodeURIComponent(location.href) !== was, first);
  await atRest(page);
  for (let i = 0; i < 12 && !(await page.locator(".bench-verdict.yes").count()); i++) {
    const before = await page.locator(".fitch li").count();
    await page.click("#derive-hint");
    await page.waitForSelector(".derive-hint summary");
    await page.click(".derive-hint summary");
    await page.click("#derive-write");
    await lines(page, before + 1);
    await atRest(page);
  }
  assert.match(await page.locator(".bench-verdict").textContent(), /^C’est dérivé/);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, "nothing sticks out");
  sound(page);
});

test("what is typed is read before anything else is done, and never once one has left", async () => {
  const page = await house.person({ at: deriveAddress({ text: "A : P\n", goal: "A" }) });
  await lines(page, 1);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3600000); /* "soon" never comes */
  await page.fill("#derive-text", "A : P\nB : P\nC : P\n");
  await page.click("#derive-remove");
  await lines(page, 2);
  assert.equal(await page.inputValue("#derive-text"), "A : P\nB : P\n");
  await house.go(page, "#/logic");
  await page.fill("#bench-text", "A\nB\nC\nD");
  await page.click("#bench-derive");
  await lines(page, 4);
  const there = page.url();
  await page.fill("#derive-goal", "B");
  await page.goBack();
  await page.waitForSelector("#bench-text");
  const here = page.url();
  assert.notEqual(here, there);
  await page.clock.runFor(1000);
  assert.equal(page.url(), here);
  sound(page);
});

test("from the bench with one click", async () => {
  const page = await house.person({ at: "#/logic/dpll/" + encodeURIComponent("A|B\n~A") + "/B" });
  await page.waitForSelector("#film-text:not(:empty)");
  await page.click("#bench-derive");
  await lines(page, 2);
  assert.equal(await page.inputValue("#derive-goal"), "B");
  sound(page);
});
