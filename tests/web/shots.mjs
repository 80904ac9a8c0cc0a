// shots.mjs -- pictures of every screen, to be looked at: node shots.mjs FOLDER
//
// Each game a few moves in, with advice shown, at three widths, light and dark; one set in French
// with the colour-blind palette.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { House, movesOf, openTargets, touch } from "./browser.mjs";

const folder = process.argv[2] ?? "shots";
mkdirSync(folder, { recursive: true });
const house = new House();
await house.open();

/** Plays one turn by picking targets in the middle of what is offered. */
async function turn(page, nth) {
  const before = (await movesOf(page)).length;
  for (let step = 0; step < 6 && (await movesOf(page)).length === before; step++) {
    const button = page.locator(".strip .button:not([disabled]):not([hidden]), .move-buttons .button");
    const targets = await openTargets(page);
    if (targets.length) await touch(page, targets[(Math.floor(targets.length / 2) + nth) % targets.length]);
    else if (await button.count()) await button.first().click();
    else return;
    await page.waitForTimeout(120);
    if (await page.locator("#confirm").count()) await page.click("#confirm");
  }
  await page.waitForTimeout(1200);
}

async function tour({ width, height, theme, lang, palette }) {
  const name = (what) => join(folder, `${what}-${width}-${palette === "okabe" ? "okabe" : theme}-${lang}.png`);
  const page = await house.person({ width, height, theme, lang });
  if (palette === "okabe") await page.locator('[data-key="palette"]').click();
  await page.screenshot({ path: name("home"), fullPage: true });
  const count = await page.locator(".card").count();
  for (let i = 0; i < count; i++) {
    await page.goto(house.url + "#/");
    await page.locator(".card").nth(i).locator(".card-actions .primary").click();
    await page.waitForSelector(".status:not(:empty)");
    const game = await page.evaluate(() => document.querySelector("#place").textContent.toLowerCase().replace(/[^a-z]+/g, "-"));
    for (let k = 0; k < 2; k++) await turn(page, k);
    if (await page.locator("#advise:not([disabled])").count()) {
      await page.click("#advise");
      await page.waitForSelector(".advice", { timeout: 8000 }).catch(() => {});
    }
    await page.screenshot({ path: name(game), fullPage: width < 900 });
  }
  await page.goto(house.url + "#/");
  await page.locator(".card").nth(1).locator("button.quiet").click();
  await page.screenshot({ path: name("form") });
  await page.context().close();
}

try {
  for (const [width, height] of [[360, 740], [1024, 768], [1920, 1080]])
    for (const theme of ["light", "dark"]) await tour({ width, height, theme, lang: "en" });
  await tour({ width: 1024, height: 768, theme: "light", lang: "fr", palette: "okabe" });
} finally {
  await house.close();
}
