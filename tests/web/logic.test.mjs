// logic.test.mjs -- the logic bench: each view walked to its end and back, what cannot be read, addresses, keys, a phone in French.
import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import { House, atRest, duel, test, throughFilm } from "./browser.mjs";

const house = new House();
before(() => house.open());
afterEach(() => house.empty());
after(async () => assert.equal(await house.close(), 0));

const sound = (page) => assert.deepEqual(page.troubles, []);
const text = (page) => page.locator("#film-text").textContent();
const lines = ["A>B", "B>C", "A|D", "~D"];
const address = (view, ask = "C", step = 1) => `#/logic/${view}/${encodeURIComponent(lines.join("\n"))}/${encodeURIComponent(ask)}/${step}`;
const ready = (page) => page.waitForSelector("#film-text:not(:empty)");

for (const view of ["shape", "polish", "table", "proven", "clauses", "dpll", "tree", "resolution"])
  test(`${view}: to its end and back, a sentence each`, async () => {
    const told = JSON.parse(duel("logic", view, ...lines, "--ask", "C", "--json", "--lang", "en")).steps.map((s) => s.text),
      page = await house.person({ at: address(view) });
    await ready(page);
    assert.equal(await text(page), told[0]);
    await page.click("#film-on");
    assert.deepEqual([await text(page), ...(await throughFilm(page, "film-on"))], told.slice(1));
    await page.waitForURL(new RegExp(`/${told.length}$`)); /* the address says where one is */
    await page.click("#film-back");
    assert.deepEqual([await text(page), ...(await throughFilm(page, "film-back"))], told.slice(0, -1).reverse());
    sound(page);
  });

test("typed: the answer, then a mistake with its place, then clauses", async () => {
  const page = await house.person({ at: "#/logic/dpll" });
  await ready(page);
  assert.equal(await page.locator(".bench-verdict").textContent(), "It follows.");
  await page.fill("#bench-text", "A implique B\nA et non C");
  await page.fill("#bench-ask", "C");
  await page.waitForSelector(".bench-verdict.no");
  assert.match(await page.locator(".bench-verdict").textContent(), /^It does not follow: with A B ¬C/);
  await page.fill("#bench-text", "A > (B >");
  await page.waitForSelector(".bench-wrong mark");
  assert.equal(await page.locator(".bench-wrong mark").textContent(), "␣");
  assert.ok(await page.locator(".projector").isHidden());
  await page.fill("#bench-ask", "");
  await page.fill("#bench-text", "p cnf 2 2\n1 2 0\n-1 0");
  await page.waitForSelector(".bench-verdict:not([hidden])");
  await page.click("#view-clauses");
  await page.locator(".bench-extra summary").click();
  assert.equal(await page.locator(".bench-dimacs").textContent(), "p cnf 2 2\n1 2 0\n-1 0\n");
  sound(page);
});

test("an address, the keyboard, a phone, in French, and the picture as a file", async () => {
  const page = await house.person({ at: address("tree", "C", 3), lang: "fr", width: 390, height: 844, theme: "dark" });
  await ready(page);
  assert.equal(await page.locator(".film-count").textContent(), "3 sur 19");
  await page.focus(".film-stage");
  await page.keyboard.press("End");
  assert.equal(await text(page), "Toutes les branches sont fermées.");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator(".film-count").textContent(), "2 sur 19");
  await page.focus("#view-tree");
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector('#view-resolution[aria-selected="true"]');
  await atRest(page);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, "nothing sticks out");
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("#bench-svg")]);
  assert.match(file.suggestedFilename(), /^resolution-\d+\.svg$/);
  sound(page);
});
