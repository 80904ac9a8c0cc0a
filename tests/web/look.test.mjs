// look.test.mjs -- what is seen: languages and themes, nothing clipped or overlapping at any width, contrast and
// names for everybody (axe), the weight of the first load. A short run takes screens, languages and themes by turns,
// so that every one is met; DUEL_FULL=1 looks at each screen in all of them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, afterEach, before } from "node:test";
import { House, atRest, full, goWrong, play, test, turnOf } from "./browser.mjs";
import { screensOf, sizes } from "./screens.mjs";
import { allInSight, faults } from "./seen.mjs";

const house = new House();
before(() => house.open());
afterEach(() => house.empty());
after(async () => assert.equal(await house.close(), 0, "the server ends cleanly on SIGTERM"));

const sound = (page) => assert.deepEqual(page.troubles, []);
const games = ["allumettes", "nim", "ergo", "wumpus", "chicago", "moriarty"];
const widths = [
  [360, 740],
  [768, 1024],
  [1024, 768],
  [1920, 1080],
];

test("French and English, light, dark and colour-blind", async () => {
  const page = await house.person();
  await page.locator(".lang[lang=fr]").click();
  await page.locator(".card[data-game=allumettes]", { hasText: "Allumettes" }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "fr");
  await play(page, "nim");
  await turnOf(page);
  assert.match(await page.locator("#undo").textContent(), /Retour|Annuler/);
  await page.locator(".lang[lang=en]").click();
  await page.waitForFunction(() => document.querySelector("#undo")?.textContent === "Undo");
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const seat = () => page.evaluate(() => getComputedStyle(document.querySelector(".seat-disc .body")).fill);
  const [light, green] = [await paper(), await seat()];
  await page.locator('[data-key="theme"]').click();
  assert.notEqual(await paper(), light);
  await page.locator('[data-key="theme"]').click();
  await page.click("#settings");
  await page.click("#set-palette");
  await page.keyboard.press("Escape");
  assert.notEqual(await seat(), green);
  await page.reload();
  await page.waitForSelector(".status:not(:empty)");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.palette), "okabe", "it is remembered");
  sound(page);
});

test("everything comes from here, in less than 108 kB, under the strict policy", { served: true }, async () => {
  const page = await house.person();
  const context = await house.visitor();
  const fresh = await context.newPage();
  let bytes = 0;
  const hosts = new Set();
  const session = await context.newCDPSession(fresh);
  await session.send("Network.enable");
  session.on("Network.loadingFinished", (e) => {
    bytes += e.encodedDataLength;
  });
  session.on("Network.webSocketFrameReceived", (e) => {
    bytes += Buffer.byteLength(e.response.payloadData);
  });
  fresh.on("request", (r) => hosts.add(new URL(r.url()).host));
  await fresh.goto(house.url);
  await fresh.waitForSelector(".card");
  await fresh.waitForLoadState("networkidle");
  assert.deepEqual([...hosts], [new URL(house.url).host]);
  assert.ok(bytes > 10000 && bytes <= 108000, `${bytes} bytes`);
  sound(page);
  await page.evaluate(() => {
    const s = document.createElement("script");
    s.textContent = "window.slipped = 1";
    document.head.append(s);
  });
  assert.equal(await page.evaluate(() => window.slipped), undefined, "no script but those of the house");
});

let inspected = 0;

/** Looks at a screen at four widths, the language of each by turns (all: in both). */
async function inspect(page, where, again = async () => {}) {
  const bad = [];
  const turn = inspected++;
  for (const [side, lang] of ["fr", "en"].entries()) {
    await page.evaluate((l) => document.querySelector(`.lang[lang=${l}]`)?.click(), lang);
    await page.waitForFunction((l) => document.documentElement.lang === l, lang);
    await atRest(page);
    for (const [width, height] of widths.filter((_, i) => full || (turn + i) % 2 === side)) {
      await page.setViewportSize({ width, height });
      await again(lang);
      await atRest(page);
      bad.push(...(await page.evaluate(faults)).map((f) => `${where}, ${width} px, ${lang}: ${f}`));
    }
  }
  assert.deepEqual(bad, []);
}

/** A mistake of one's own, asked again. */
async function askMistake(page) {
  await house.go(page, "#/");
  await goWrong(page);
  await page.click("#learn-mistakes");
  await page.waitForSelector(".coach-text.ask");
}

test("nothing is clipped and nothing overlaps at four widths in both languages: home, forms, lesson, exercise", async () => {
  const page = await house.person();
  await inspect(page, "home");
  await page.locator('.card[data-game="ergo"] button.quiet').click();
  await page.waitForSelector("dialog[open] #seat-0");
  await inspect(page, "form");
  await page.keyboard.press("Escape");
  await page.click("#analysis-board");
  await page.waitForSelector("dialog[open]");
  await inspect(page, "analysis form");
  await page.keyboard.press("Escape");
  await page.click("#profile");
  await page.waitForSelector("dialog[open]");
  await inspect(page, "profile");
  await page.keyboard.press("Escape");
  await house.go(page, "#/l/wumpus");
  await page.waitForSelector(".coach-text.ask");
  await inspect(page, "lesson", () => page.waitForSelector(".coach-text.ask"));
  await askMistake(page);
  await inspect(page, "exercise", () => page.waitForSelector(".coach-text.ask"));
  sound(page);
});

for (const game of games)
  test(`nothing is clipped and nothing overlaps at four widths in both languages: ${game}`, async () => {
    const page = await house.person();
    await play(page, game);
    await turnOf(page);
    await inspect(page, game, () => turnOf(page));
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.click("#advise");
    await page.waitForSelector(".advice");
    await atRest(page);
    assert.deepEqual(await page.evaluate(faults), [], `${game} with advice`);
    for (const height of [800, 560]) {
      await page.setViewportSize({ width: 1280, height });
      await page.waitForFunction(() => document.documentElement.scrollHeight <= innerHeight); /* all on one screen */
    }
    sound(page);
  });

test("a phone, upright and sideways: all that one needs to move is seen together", async () => {
  for (const [i, [width, height]] of [[390, 844], [844, 390]].entries()) {
    const page = await house.person({ width, height, lang: ["en", "fr"][i], theme: ["dark", "light"][i], touch: true });
    for (const game of full ? [...games, "lgame", "connect4"] : ["ergo", "chicago", games[i]]) {
      await house.go(page, "#/");
      await play(page, game);
      await turnOf(page);
      await allInSight(page, `${game}, ${width} × ${height}`);
      assert.deepEqual(await page.evaluate(faults), [], `${game}, ${width} × ${height}`);
    }
    sound(page);
  }
});

/** In the page: what axe finds. */
async function barriers() {
  const found = await window.axe.run(document, { resultTypes: ["violations"] });
  return found.violations.map((v) => `${v.id} ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120)).join(" | ")}`);
}

/** How the screens are looked at; a short run takes a screen in one of these ways. */
const ways = [
  { theme: "light", size: sizes[0] },
  { theme: "dark", size: sizes[0] },
  { theme: "dark", size: sizes[1], lang: "fr" },
  { theme: "light", size: sizes[2], lang: "fr" },
];

test("at a table all tools stand in one row, and the line where moves are typed beside them", async () => {
  for (const lang of ["en", "fr"]) {
    const page = await house.person({ width: 1280, height: 800, lang });
    for (const game of full ? [...games, "lgame", "connect4"] : ["ergo", ...games]) {
      await house.go(page, "#/");
      await play(page, game);
      await turnOf(page);
      await atRest(page);
      const tops = await page.locator(".actions > *, .writing").evaluateAll((all) => all.map((e) => e.getBoundingClientRect()).filter((b) => b.width).map((b) => b.top + b.height / 2));
      assert.ok(Math.max(...tops) - Math.min(...tops) < 4, `${game}, ${lang}: ${tops}`);
    }
    sound(page);
  }
});

test("axe finds nothing on any screen", async () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"),
    bad = [];
  for (const [side, { theme, size: [width, height], lang }] of ways.entries()) {
    const page = await house.person({ theme, width, height, lang }),
      session = await page.context().newCDPSession(page);
    for (const [where, open] of screensOf(house).filter((_, i) => full || i % ways.length === side)) {
      await house.go(page, "#/");
      await open(page);
      if (!(await page.evaluate(() => "axe" in window))) await session.send("Runtime.evaluate", { expression: axe }); /* past the page's own policy */
      bad.push(...(await page.evaluate(barriers)).map((b) => `${where}, ${theme}, ${width} px: ${b}`));
      await page.keyboard.press("Escape"); /* a dialog would stay over the next screen */
    }
    await page.context().close();
  }
  assert.deepEqual(bad, []);
});
