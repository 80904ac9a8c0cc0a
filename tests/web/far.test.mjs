// far.test.mjs -- a line that is long: how much comes over it from the address to the first table, and how often one waits for it.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { House, full, test } from "./browser.mjs";
import { Line } from "./line.mjs";

const line = new Line(() => house.port),
  port = await line.open(),
  house = new House(["--name", `far.localhost:${port}`]);
before(() => house.open());
after(async () => {
  line.close();
  assert.equal(await house.close(), 0, "the server ends cleanly on SIGTERM");
});

/** From the address to the first screen, and from a click to the table, in milliseconds; and what came in bytes. */
async function visit(trip) {
  const context = await house.visitor(),
    page = await context.newPage();
  Object.assign(line, { trip, bytes: 0 });
  const begun = Date.now();
  await page.goto(`http://far.localhost:${port}/`, { waitUntil: "commit" });
  await page.waitForSelector(".card");
  const home = Date.now() - begun;
  await page.waitForFunction(() => performance.getEntriesByName(location.origin + "/table.js").length > 0); /* what a table needs comes while one looks around */
  await page.evaluate(() => import(location.origin + "/table.js")); /* all of it is there */
  const clicked = Date.now();
  await page.locator('.card[data-game="moriarty"] .primary').click();
  await page.waitForSelector(".felt .el.open");
  const table = Date.now() - clicked;
  await context.close();
  return { home, table, bytes: line.bytes };
}

test("at most 120 kB from the address to the first table", async () => {
  await visit(0);
  const { bytes } = await visit(0);
  assert.ok(bytes > 20000 && bytes <= 120000, `${bytes} bytes`);
});

test("at most six round trips to the first screen, and two from a click to the table", { skip: !full }, async () => {
  const trip = 1500,
    near = [],
    far = [];
  const quickest = (visits, what) => Math.min(...visits.map((one) => one[what])), /* a busy machine only adds */
    trips = (what) => (quickest(far, what) - quickest(near, what)) / trip,
    isFew = () => trips("home") < 6.7 && trips("table") < 2.7;
  do {
    near.push(await visit(0));
    far.push(await visit(trip));
  } while (!isFew() && far.length < 5);
  assert.ok(isFew(), `${trips("home")} to the first screen, ${trips("table")} to the table`);
});
