// far.test.mjs -- a line that is long: how much comes over it from the address to the first table, and how often one waits for it.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { House, full, test } from "./browser.mjs";
import { Line } from "./line.mjs";

const port = 18990 + Math.floor(Math.random() * 900),
  house = new House(["--name", `far.localhost:${port}`]);
before(() => house.open());
after(async () => assert.equal(await house.close(), 0, "the server ends cleanly on SIGTERM"));

/** From the address to the first screen, and from a click to the table, in milliseconds; and what came in bytes. */
async function visit(trip) {
  const line = new Line(() => house.port, trip),
    context = await house.browser.newContext({ reducedMotion: "reduce" }),
    page = await context.newPage();
  context.setDefaultTimeout(120000);
  await line.open(port);
  const begun = Date.now();
  await page.goto(`http://far.localhost:${port}/`, { waitUntil: "commit" });
  await page.waitForSelector(".card");
  const home = Date.now() - begun;
  await page.waitForLoadState("networkidle"); /* what a table needs comes while one looks around */
  await page.waitForFunction(() => performance.getEntriesByName(location.origin + "/table.js").length > 0);
  await page.waitForTimeout(200);
  const clicked = Date.now();
  await page.locator('.card[data-game="moriarty"] .primary').click();
  await page.waitForSelector(".felt .el.open");
  const table = Date.now() - clicked;
  await context.close();
  line.close();
  return { home, table, bytes: line.bytes };
}

test("at most 120 kB from the address to the first table", async () => {
  await visit(0);
  const { bytes } = await visit(0);
  assert.ok(bytes > 20000 && bytes <= 120000, `${bytes} bytes`);
});

test("at most six round trips to the first screen, and two from a click to the table", { skip: !full }, async () => {
  const trip = 1500,
    near = await visit(0),
    far = await visit(trip);
  const trips = (what) => (far[what] - near[what]) / trip;
  assert.ok(trips("home") < 6.7, `${trips("home")} to the first screen`); /* a machine that is busy adds parts of one, never a whole */
  assert.ok(trips("table") < 2.7, `${trips("table")} to the table`);
});
