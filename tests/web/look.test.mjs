// look.test.mjs -- what is seen: languages and themes, nothing clipped or overlapping at any width, contrast and
// names for everybody (axe), the weight of the first load. A short run takes screens, languages and themes by turns,
// so that every one is met; DUEL_FULL=1 looks at each screen in all of them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, afterEach, before } from "node:test";
import { House, begin, full, goWrong, play, test, todays, turnOf } from "./browser.mjs";
import { faults, outOfSight } from "./seen.mjs";

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

test("everything comes from here, in less than 100 kB, under the strict policy", async () => {
  const page = await house.person();
  const context = await house.browser.newContext();
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
  assert.ok(bytes > 10000 && bytes <= 100000, `${bytes} bytes`);
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
    for (const [width, height] of widths.filter((_, i) => full || (turn + i) % 2 === side)) {
      await page.setViewportSize({ width, height });
      await again(lang);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
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
      await page.waitForFunction(`!(${outOfSight})().length`, null, { timeout: 10000 }).catch(() => {});
      assert.deepEqual(await page.evaluate(outOfSight), [], `${game}, ${width} × ${height}`);
      assert.deepEqual(await page.evaluate(faults), [], `${game}, ${width} × ${height}`);
    }
    sound(page);
  }
});

/** The screens that axe sees: what they are called, and how to get there from home. */
const screens = [
  ["home", async () => {}],
  ...[
    ['.card[data-game="tictactoe"] .learn', "dialog[open]"],
    ['.card[data-game="nim"] button.quiet', "dialog[open] #seat-0"],
    ["#analysis-board", "dialog[open] #analysis-text"],
    ["#profile", "dialog[open] #profile-name"],
    ["#settings", "dialog[open] #set-sound"],
  ].map(([open, ready]) => [
    open,
    async (page) => {
      await page.click(open);
      await page.waitForSelector(ready);
    },
  ]),
  ...[...games, "connect4", "duo"].map((game) => [
    game,
    async (page) => {
      await play(page, game);
      await turnOf(page);
      if (await page.locator("#advise:not([disabled])").count()) {
        await page.click("#advise");
        await page.waitForSelector(".advice");
      }
    },
  ]),
  [
    "invitation",
    async (page) => {
      await begin(page, "tictactoe", ["here", "elsewhere"]);
      await page.waitForSelector(".link");
    },
  ],
  [
    "lesson",
    async (page) => {
      await house.go(page, "#/l/allumettes");
      await page.waitForSelector(".coach-text.ask");
    },
  ],
  ["exercise", askMistake],
  ...["nim", "chicago", "moriarty"].flatMap((game) => [
    [`analysis of ${game}`, (page) => analyse(page, game)],
    [
      `setting up ${game}`,
      async (page) => {
        await analyse(page, game);
        await page.click("#setup");
        await page.waitForSelector(".felt.setting");
      },
    ],
  ]),
  [
    "review",
    async (page) => {
      const record = "duelliste 1\ngame nim 1\nvariant matches=11\nseed 1\nmoves 1 2 1 3 1 3\n",
        made = await house.request(page, { do: "analyse", record });
      await house.go(page, `#/t/${made.table}/k/${made.seats[0].token}`);
      await page.click("#review-moves");
      await page.click("#turning");
      await page.locator('[data-key="better-next"]').click();
      await page.waitForSelector('[data-key="better-leave"]');
    },
  ],
];

async function analyse(page, game) {
  const made = await house.request(page, { do: "analyse", game, options: {} });
  await house.go(page, `#/t/${made.table}/k/${made.seats[0].token}`);
  await page.waitForSelector(".all-values .other", { timeout: 30000 });
}

/** In the page: what axe finds. */
async function barriers() {
  const found = await window.axe.run(document, { resultTypes: ["violations"] });
  return found.violations.map((v) => `${v.id} ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120)).join(" | ")}`);
}

test("axe finds nothing on any screen", async () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  for (const [side, theme] of ["light", "dark"].entries()) {
    const page = await house.person({ theme });
    for (const [where, open] of todays(screens, 4).filter((_, i) => full || i % 2 === side)) {
      await house.go(page, "#/");
      await open(page);
      const session = await page.context().newCDPSession(page);
      await session.send("Runtime.evaluate", { expression: axe }); /* past the page's own policy */
      assert.deepEqual(await page.evaluate(barriers), [], `${where}, ${theme}`);
      await page.keyboard.press("Escape"); /* a dialog would stay over the next screen */
    }
    await page.context().close();
  }
});
