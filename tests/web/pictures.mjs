// pictures.mjs -- the pictures of the documents, taken anew: node pictures.mjs [FOLDER [PICTURE…]] (docs/pictures, all)
import { join } from "node:path";
import { House, atRest, begin, duel, moveCount, touch, turnOf } from "./browser.mjs";
import { screensOf } from "./screens.mjs";

const [folder = new URL("../../docs/pictures", import.meta.url).pathname, ...only] = process.argv.slice(2),
  house = new House();
await house.open();
const screens = new Map(screensOf(house));

async function advice(page) {
  await page.click("#advise");
  await page.waitForSelector(".advice .facts li");
}

async function type(page, moves) {
  for (const [i, move] of moves.entries()) {
    await page.waitForSelector(".writing:not([hidden])");
    await page.fill(".typed", move);
    await page.press(".typed", "Enter");
    await moveCount(page, i + 1);
  }
}

/** Flags on cells beside what is known, held against what can be known. */
async function flagged(page) {
  await begin(page, "wumpus", ["here"], { difficulty: "hard" });
  for (const [i, cell] of ["1:0", "0:1"].entries()) {
    await touch(page, "cell:" + cell);
    await moveCount(page, i + 1);
  }
  for (let step = 2; step < 8 && (await turnOf(page)); step++) {
    await advice(page);
    await page.locator(".advice").getByText("Play it").click();
    await moveCount(page, step + 1);
  }
  for (const cell of (await page.locator(".felt .shape-fog.open").evaluateAll((all) => all.map((e) => e.dataset.t))).slice(0, 4))
    await touch(page, cell, { button: "right" });
  await page.getByText(/Check my flags/).click();
  await page.waitForSelector(".flag-worth");
}

/** A game between two machines, gone through again to its turning point. */
async function reviewed(page) {
  const record = "duelliste 1\ngame moriarty 1\nvariant size=6\nseed 1\nmoves c2 b4 a5 c1 d5 e3 d2 e4 c5 d1 f3 b2 b3 f4 a1 c6 e6 a3 f5 e5 a2 a4 b1 a6 f6 pass d6 pass e1 pass e2 f2 f1 pass b6 pass b5\n",
    made = await house.request(page, { do: "analyse", record });
  await house.go(page, `#/t/${made.table}/k/${made.seats[0].token}`);
  await page.locator("#review:visible, #review-moves:visible").first().click();
  await page.waitForSelector(".review-sum");
  await page.click("#turning");
  await page.waitForSelector(".review-move .review-text");
}

const wide = { width: 1024, height: 768 };
const pictures = {
  home: [wide, screens.get("home")],
  nim: [wide, async (page) => (await house.begin(page, "nim", "13-0/1"), advice(page))],
  moriarty: [
    wide,
    async (page) => {
      const made = await house.request(page, { do: "create", game: "moriarty", options: {}, seats: ["here", "here"] });
      for (const seat of made.seats) await house.go(page, `#/t/${made.table}/k/${seat.token}`);
      await type(page, ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3"]);
      await advice(page);
    },
  ],
  ergo: [wide, screens.get("ergo")],
  chicago: [wide, screens.get("chicago")],
  wumpus: [wide, flagged],
  analysis: [
    wide,
    async (page) => {
      const { position } = JSON.parse(duel("puzzle", "moriarty", "--name", "1", "--json")),
        made = await house.request(page, { do: "analyse", game: "moriarty", options: {}, position });
      await house.go(page, `#/t/${made.table}/k/${made.seats[0].token}`);
      await page.waitForSelector(".badge.proved");
    },
  ],
  review: [{ width: 1280, height: 800 }, reviewed],
  "review-phone": [{ width: 390, height: 844 }, async (page) => (await reviewed(page), page.locator('[data-key="better-next"]').click())],
};

try {
  for (const [name, [size, open]] of Object.entries(pictures).filter(([what]) => !only.length || only.includes(what))) {
    const page = await house.person(size);
    await open(page);
    await atRest(page);
    await page.screenshot({ path: join(folder, name + ".png") });
    await page.context().close();
  }
} finally {
  await house.close();
}
