// shots.mjs -- pictures of every screen, to be looked at: node shots.mjs FOLDER [SCREEN…]
//
// Every screen of screens.mjs, or those named, in its three sizes, light and dark; French where it is dark.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { House, atRest } from "./browser.mjs";
import { screensOf, sizes } from "./screens.mjs";

const [folder = "shots", ...only] = process.argv.slice(2),
  house = new House();
mkdirSync(folder, { recursive: true });
await house.open();

/** One who looks at every screen. */
async function tour(width, height, theme) {
  const page = await house.person({ width, height, theme, lang: theme === "dark" ? "fr" : "en", touch: width < 900 });
  for (const [name, open] of screensOf(house).filter(([what]) => !only.length || only.includes(what))) {
    await house.go(page, "#/");
    await open(page);
    await atRest(page);
    await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`) });
    await page.keyboard.press("Escape"); /* a dialog would stay over the next screen */
  }
  await page.context().close();
}

try {
  for (const [width, height] of sizes) for (const theme of ["light", "dark"]) await tour(width, height, theme);
} finally {
  await house.close();
}
