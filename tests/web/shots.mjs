// shots.mjs -- pictures of every screen, to be looked at: node shots.mjs FOLDER [WIDTH…]
//
// Home, the forms, a lesson, an exercise, an analysis, and each game a few moves in with advice shown;
// at three widths, light and dark; one set in French with the colour-blind palette.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { House, goWrong, openTargets, play, touch, turnOf } from "./browser.mjs";

const folder = process.argv[2] ?? "shots",
  only = process.argv.slice(3).map(Number);
mkdirSync(folder, { recursive: true });
const house = new House();
await house.open();

/** Plays one turn by picking targets in the middle of what is offered. */
async function turn(page, nth) {
  const before = await page.locator(".move").count();
  for (let step = 0; step < 8 && (await page.locator(".move").count()) === before; step++) {
    if (await page.locator("#confirm").count()) await page.click("#confirm");
    else {
      const open = await openTargets(page);
      const goal = open.find((t) => /^(choice|keep|gap)/.test(t)) ?? open[(Math.floor(open.length / 2) + nth) % open.length];
      if (!goal) return;
      await touch(page, goal);
    }
    await page.waitForTimeout(120);
  }
  await turnOf(page);
}

async function tour({ width, height, theme, lang, palette }) {
  const name = (what) => join(folder, `${what}-${width}-${palette === "okabe" ? "okabe" : theme}-${lang}.png`);
  const page = await house.person({ width, height, theme, lang });
  const shot = async (what, whole = width < 900) => {
    await page.waitForTimeout(150);
    await page.screenshot({ path: name(what), fullPage: whole });
  };
  if (palette === "okabe") {
    await page.click("#settings");
    await page.click("#set-palette");
    await page.keyboard.press("Escape");
  }
  await shot("home", true);
  const games = await page.locator(".card").evaluateAll((all) => all.map((e) => e.dataset.game));
  for (const game of games) {
    await house.go(page, "#/");
    await play(page, game);
    for (let k = 0; k < 2 && (await turnOf(page)); k++) await turn(page, k);
    if (await page.locator("#advise:not([disabled])").count()) {
      await page.click("#advise");
      await page.waitForSelector(".advice", { timeout: 8000 }).catch(() => {});
    }
    await shot(game);
  }
  await house.go(page, "#/l/ergo");
  await page.waitForSelector(".coach-text.ask");
  await shot("lesson");
  await house.go(page, "#/");
  await goWrong(page);
  await page.click("#learn-mistakes");
  await page.waitForSelector(".coach-text.ask");
  await shot("exercise");
  await house.go(page, "#/");
  await page.locator('.card[data-game="nim"] button.quiet').click();
  await page.waitForSelector("dialog[open]");
  await shot("form", false);
  await house.go(page, "#/");
  await page.keyboard.press("Escape");
  const made = await house.request(page, { do: "analyse", game: "tictactoe", options: {} });
  await house.go(page, `#/t/${made.table}/k/${made.seats[0].token}`);
  await page.waitForSelector(".all-values .other");
  await shot("analysis");
  await page.context().close();
}

try {
  const sizes = [
    [360, 740],
    [768, 1024],
    [1024, 768],
    [1920, 1080],
  ].filter(([w]) => (only.length ? only.includes(w) : w !== 768));
  for (const [width, height] of sizes) for (const theme of ["light", "dark"]) await tour({ width, height, theme, lang: "en" });
  if (!only.length) await tour({ width: 1024, height: 768, theme: "light", lang: "fr", palette: "okabe" });
} finally {
  await house.close();
}
