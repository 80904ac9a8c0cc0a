// screens.mjs -- every screen of the page by its name, and how to get there from home: to be looked at by people (shots.mjs) and for
// barriers (look.test.mjs).
import { begin, folder, goWrong, play, takeStep, turnOf } from "./browser.mjs";

/** The three sizes that screens are looked at in: a laptop, a phone upright and sideways. */
export const sizes = [
  [1280, 800],
  [390, 844],
  [844, 390],
];

const games = ["ergo", "wumpus", "moriarty", "chicago", "allumettes", "nim", "tictactoe", "connect4", "kayles", "chomp", "dodgem", "lgame", "morris", "awari", "col", "duo"];

/** Screens that there are only where others can come. */
const served = new Set(["invitation", "sharing"]);

/** Plays one turn by picking targets in the middle of what is offered. */
async function takeTurn(page, nth) {
  const made = () => page.locator(".move").count(),
    before = await made(),
    goal = (open) => open.find((t) => /^(choice|keep|gap)/.test(t)) ?? open[(Math.floor(open.length / 2) + nth) % open.length];
  while ((await turnOf(page)) && (await made()) === before) await takeStep(page, goal);
}

/** A game a few moves in, with advice, unless it is over by then. */
async function midGame(page, game) {
  await play(page, game);
  for (let k = 0; k < 2 && (await turnOf(page)); k++) await takeTurn(page, k);
  if (!(await turnOf(page))) return;
  await page.click("#advise");
  await page.waitForSelector(".advice");
}

/** Presses something, and waits for what it opens. */
const opens = (open, ready) => async (page) => {
  await page.locator(open).first().click();
  await page.waitForSelector(ready);
};

/** @param {import("./browser.mjs").House} house @returns {[string, (page: any) => Promise<void>][]} */
export function screensOf(house) {
  const at = (address, ready) => async (page) => {
    await house.go(page, address);
    await page.waitForSelector(ready);
  };
  const analyse = async (page, game, more = {}) => {
    const made = await house.request(page, { do: "analyse", game, options: {}, ...more });
    await house.go(page, `#/t/${made.table}/k/${made.seats[0].token}`);
  };
  const analysis = async (page, game) => {
    await analyse(page, game);
    await page.waitForSelector(".all-values .other");
  };
  const ended = async (page) => {
    await goWrong(page);
    await page.waitForSelector("#again");
  };
  return [
    ["home", async () => {}],
    [
      "home-below",
      async (page) => {
        await page.locator(".puzzle-card").scrollIntoViewIfNeeded();
        await page.waitForFunction(() => document.querySelector(".puzzle-question")?.textContent);
      },
    ],
    ...["ergo", "wumpus", "nim"].map((game) => [`form-${game}`, opens(`.card[data-game="${game}"] button.quiet`, "dialog[open] #seat-0")]),
    ["rules", opens('.card[data-game="tictactoe"] .learn', "dialog[open] .lead")],
    ["analysis-form", opens("#analysis-board", "dialog[open] #analysis-text")],
    ["profile", opens("#profile", "dialog[open] #profile-name")],
    ["settings", opens("#settings", "dialog[open] #set-sound")],
    ...games.map((game) => [game, (page) => midGame(page, game)]),
    [
      "invitation",
      async (page) => {
        await begin(page, "tictactoe", ["here", "elsewhere"]);
        await page.waitForSelector(".link");
      },
    ],
    ["lesson", at("#/l/ergo", ".coach-text.ask")],
    ["puzzle", at("#/d/moriarty/1", ".coach-text.ask")],
    ["path", at("#/p/nim", "#path-go")],
    ["lessons", at("#/learn", ".learn-card")],
    ["short-lesson", at("#/learn/cut", ".film-count:not(:empty)")],
    ["machine", at("#/watch/wumpus/size%3D5//grid", ".film-count:not(:empty)")],
    ["nowhere", at("#/l/none", ".nowhere .lead")],
    ["end", ended],
    [
      "resume",
      async (page) => {
        await play(page, "nim");
        await turnOf(page);
        await takeTurn(page, 0);
        await house.go(page, "#/");
        await page.waitForSelector(".shelf .row");
      },
    ],
    [
      "exercise",
      async (page) => {
        await ended(page);
        await page.click("#learn-mistakes");
        await page.waitForSelector(".coach-text.ask");
      },
    ],
    [
      "sharing",
      async (page) => {
        await ended(page);
        await page.click("#share");
        await page.waitForSelector("dialog[open] #share-link");
      },
    ],
    [
      "keys",
      async (page) => {
        await play(page, "nim");
        await turnOf(page);
        await page.keyboard.press("?");
        await page.waitForSelector("dialog[open] .keys");
      },
    ],
    ...["nim", "chicago", "moriarty"].map((game) => [`analysis-${game}`, (page) => analysis(page, game)]),
    [
      "setup",
      async (page) => {
        await analyse(page, "moriarty");
        await page.click("#setup");
        await page.waitForSelector(".felt.setting");
      },
    ],
    [
      "review",
      async (page) => {
        await analyse(page, undefined, { options: undefined, record: "duelliste 1\ngame nim 1\nvariant matches=11\nseed 1\nmoves 1 2 1 3 1 3\n" });
        await page.locator("#review:visible, #review-moves:visible").first().click();
        await page.click("#turning");
        await page.locator('[data-key="better-next"]').click();
        await page.waitForSelector('[data-key="better-leave"]');
      },
    ],
  ].filter(([name]) => !folder || !served.has(name));
}
