// play.test.mjs -- the games as people play them: by mouse, by keyboard, by drag and drop, by touch.
import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import { House, atRest, begin, card, drag, duel, moveCount, movesOf, noteOf, openTargets, play, playOut, spot, takeStep, test, touch, turnOf } from "./browser.mjs";

const house = new House();
before(() => house.open());
afterEach(() => house.empty());
after(async () => assert.equal(await house.close(), 0, "the server ends cleanly on SIGTERM"));

const sound = (page) => assert.deepEqual(page.troubles, []);
const status = (page) => page.locator(".status").textContent();

test("by the keyboard alone: a game, its moves walked along, a hint, undo, the keys looked up", async () => {
  const page = await house.person();
  await card(page, "moriarty").locator(".primary").focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".status:not(:empty)");
  assert.equal(await page.evaluate(() => document.activeElement.id), "main", "from the heading on");
  assert.equal(await page.locator("h1:visible").count(), 1);
  const onBoard = () => page.evaluate(() => Boolean(document.activeElement?.closest(".board")));
  for (const count of [1, 2]) {
    await turnOf(page);
    for (let i = 0; i < 20 && !(await onBoard()); i++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForFunction((n) => document.querySelectorAll(".move").length >= 2 * n, count);
    await turnOf(page);
    assert.ok(await onBoard(), "the keyboard stays on the board");
  }
  const made = await page.locator(".move").count(),
    at = (ply) => page.waitForFunction((n) => [...document.querySelectorAll(".move")].findIndex((e) => e.matches(".at")) === n - 1, ply);
  await page.keyboard.press("Shift+ArrowLeft");
  await at(made - 1);
  await page.locator("#main").focus();
  await page.keyboard.press("ArrowLeft");
  await at(made - 2);
  await page.keyboard.press("Home");
  await at(0);
  await page.keyboard.press("ArrowRight");
  await at(1);
  await page.keyboard.press("End");
  await page.waitForSelector(".felt:not(.past)");
  await page.keyboard.press("Shift+H");
  await page.waitForSelector(".hint");
  await page.keyboard.press("u");
  await page.waitForFunction((n) => document.querySelectorAll(".move").length < n, made);
  await page.keyboard.press("?");
  await page.waitForSelector("dialog .keys kbd");
  await page.keyboard.press("Escape");
  sound(page);
});

test("the form: three players by one press, people's words, names for those at one screen", async () => {
  const page = await house.person({ lang: "fr" });
  await card(page, "ergo").locator("button.quiet").click();
  await page.fill("#option-players", "3");
  await page.waitForSelector("#seat-2");
  await page.selectOption("#seat-1", "here");
  await page.fill("#name-0", "Ada");
  await page.fill("#name-1", "Émilie");
  await page.locator(".more-options summary").click();
  const told = await page.locator("dialog").innerText();
  assert.doesNotMatch(told, /one_round|preset|graine|\bseed\b|9223/);
  const choices = await page.locator("dialog option").allTextContents();
  assert.ok(choices.includes("celles du projet étudiant de 2019"), choices.join());
  await page.locator("dialog button[type=submit]").click();
  await page.waitForSelector(".cover");
  assert.equal(await page.locator("dialog[open]").count(), 0);
  const names = async () => (await page.locator(".seat-bar .who").allTextContents()).sort();
  assert.deepEqual((await names()).slice(0, 1).concat((await names()).at(-1)), ["Ada", "Émilie"]);
  await page.reload();
  await page.waitForSelector(".cover");
  assert.ok((await names()).includes("Ada"), "they are remembered");
  await page.click("#uncover");
  await page.waitForFunction(() => /Utilisez deux cartes/.test(document.querySelector(".status").textContent));
  sound(page);
});

test("home: the showpieces first, no hole, and no games in which nothing happened", async () => {
  const page = await house.person({ width: 1280, height: 800 });
  const first = await page.locator(".cards:not(.small-cards) .card").evaluateAll((all) => all.map((e) => [e.dataset.game, e.getBoundingClientRect().top]));
  assert.deepEqual(first.map(([game]) => game).slice(0, 4), ["ergo", "wumpus", "moriarty", "chicago"]);
  assert.equal(first.filter(([, top]) => top === first[0][1]).length, 3, "three and three");
  await play(page, "nim");
  await turnOf(page);
  await house.go(page, "#/");
  await atRest(page);
  assert.equal(await page.locator("a.row[href*='/t/']").count(), 0);
  await play(page, "nim");
  await turnOf(page);
  await touch(page, "take:1");
  await page.waitForFunction(() => document.querySelectorAll(".move").length >= 1);
  await house.go(page, "#/");
  await page.waitForSelector("a.row[href*='/t/']");
  await page.locator(".forget").click();
  await page.waitForFunction(() => !document.querySelector("a.row[href*='/t/']"));
  sound(page);
});

test("a whole game of NIM by mouse against the machine, begun with one click", async () => {
  const page = await house.person();
  await play(page, "nim");
  const clicks = await playOut(page, (open) => open.at(-1));
  assert.ok(clicks >= 3);
  assert.match(await status(page), /You (win|lose)\./);
  sound(page);
});

test("a whole game of Matches by mouse: what is taken are the last", async () => {
  const page = await house.person();
  await begin(page, "allumettes", ["here", "level:1"], { matches: "9" });
  await turnOf(page);
  assert.equal(await page.locator(".shape-match").count(), 9);
  await touch(page, "take:2");
  await page.waitForFunction(() => document.querySelectorAll(".move").length >= 2);
  const taken = (await movesOf(page)).reduce((sum, m) => sum + Number(m), 0);
  assert.equal(await page.locator(".shape-match").count(), 9 - taken);
  await playOut(page, (open) => open[0]);
  assert.match(await status(page), /You (win|lose)\./);
  assert.equal(await page.locator(".shape-match").count(), 0);
  assert.equal(await page.locator(".shape-spent").count(), 9, "those that were taken lie there");
  sound(page);
});

test("a whole game of Moriarty by mouse", async () => {
  const page = await house.person();
  await begin(page, "moriarty", ["here", "level:1"], { size: "6" });
  await turnOf(page);
  assert.equal(await page.locator(".shape-disc").count(), 4);
  await playOut(page, (open, n) => open[n % open.length]);
  const bars = await page.locator(".seat-number.bare > span:first-child").allTextContents();
  assert.equal(bars.length, 2);
  const discs = [await page.locator(".shape-disc.tone-seat1").count(), await page.locator(".shape-disc.tone-seat2").count()];
  assert.deepEqual(
    bars.map(Number).sort((a, b) => a - b),
    discs.sort((a, b) => a - b),
    "the bars count the discs",
  );
  assert.match(await status(page), /^You (win|lose|tie)/);
  sound(page);
});

test("a whole game of Chicago by mouse: a pile, then what is kept", async () => {
  const page = await house.person();
  await begin(page, "chicago", ["here", "level:1"]);
  await turnOf(page);
  const pile = (await openTargets(page)).find((t) => t.startsWith("pile:"));
  await touch(page, pile);
  assert.ok((await openTargets(page)).some((t) => t.startsWith("keep:")));
  await page.keyboard.press("Escape");
  assert.ok(
    (await openTargets(page)).every((t) => t.startsWith("pile:")),
    "Escape drops the pile",
  );
  await playOut(page, (open, n) => open.find((t) => t.startsWith("keep:")) ?? open[n % open.length]);
  assert.ok((await movesOf(page)).length >= 10);
  assert.match(await status(page), /^You (win|lose|tie)/);
  assert.ok((await page.locator(".spark").count()) >= 3, "prices have a curve");
  const curves = () => page.locator(".spark").evaluateAll((all) => all.map((e) => e.getAttribute("points")?.split(" ").length));
  const before = await curves();
  await page.reload();
  await page.waitForSelector(".spark", { state: "attached" }); /* a price that never moved is a line without height */
  assert.deepEqual(await curves(), before, "and it is whole after a reload");
  sound(page);
});

test("a whole round of Ergo by mouse against the machine", async () => {
  const page = await house.person();
  await begin(page, "ergo", ["here", "level:1"], { one_round: "yes" });
  await playOut(
    page,
    (open, n) =>
      open.find((t) => t.startsWith("choice:")) ??
      open.find((t) => t.startsWith("gap:")) ??
      open.find((t) => t === "discard") ??
      open[n % open.length],
    400,
  );
  assert.ok((await movesOf(page)).length >= 4, "cards were played; an Ergo dealt early ends a round soon");
  assert.match(await status(page), /^You (win|lose|tie)/);
  sound(page);
});

test("a whole game of Wumpus by mouse, along a way that is known to be safe", async () => {
  const page = await house.person();
  const way = ["1:0", "2:0", "2:1", "2:2", "3:2"];
  await house.begin(page, "wumpus", cave({ gold: "3:2", pits: ["0:4", "5:5"], wumpus: "6:1" }), {
    seats: ["here"],
    options: { pits: "2" },
  });
  for (const [i, cell] of way.entries()) {
    await turnOf(page);
    await touch(page, `cell:${cell}`);
    await moveCount(page, i + 1);
  }
  await page.waitForSelector(".status.over");
  assert.match(await page.locator(".strip").textContent(), /found the gold/i);
  sound(page);
});

/** A cave of 8 by 8 in the game's notation, rows from the top, dark but for the entrance. */
function cave({ gold, pits, wumpus }) {
  const rows = [];
  for (let y = 7; y >= 0; y--)
    rows.push(
      Array.from({ length: 8 }, (_, x) => {
        const at = `${x}:${y}`,
          what = (pits.includes(at) ? "T" : "") + (wumpus === at ? "W" : "") + (gold === at ? "G" : "");
        return at === "0:0" ? "." : `-${what || "."}`;
      }).join(" "),
    );
  return `${rows.join(" / ")} ; at 0,0 0`;
}

test("Wumpus: flags, both lifelines, and a hint in steps that is explained on the board", async () => {
  const page = await house.person();
  await house.begin(page, "wumpus", cave({ gold: "7:7", pits: ["3:0", "5:5"], wumpus: "0:6" }), {
    seats: ["here"],
    options: { pits: "2" },
  });
  await turnOf(page);
  await touch(page, "cell:1:0");
  await moveCount(page, 1);
  await touch(page, "cell:2:0");
  await moveCount(page, 2);
  assert.match(await page.locator(".strip").textContent(), /breeze/);
  assert.equal(await page.locator(".shape-breeze").count(), 1);
  await touch(page, "cell:3:0", { button: "right" });
  assert.equal(await page.locator('.flag[data-flag="cell:3:0"]').count(), 1);
  assert.equal((await movesOf(page)).length, 2, "a flag is not a move");
  await touch(page, "cell:3:0", { button: "right" });
  assert.equal(await page.locator(".flag").count(), 0);
  await touch(page, "cell:3:0", { button: "right" });
  await touch(page, "cell:1:1", { button: "right" });
  await page.click("#check-flags");
  await page.waitForSelector("#checked li");
  assert.deepEqual(
    await page.locator("#checked li").evaluateAll((list) => list.map((e) => e.getAttribute("data-claim"))),
    ["open", "wrong"],
    "the pit is there, but nobody can know it yet",
  );
  assert.match(await page.locator('#checked li[data-claim="wrong"]').textContent(), /^✗ \(1,1\) is safe/);
  assert.deepEqual(
    await page.locator(".flag-worth").evaluateAll((list) => list.map((e) => e.textContent)),
    ["?", "✗"],
    "each flag carries its sign",
  );
  await page.waitForSelector(".mark-assisted");
  await touch(page, "cell:1:1", { button: "right" });
  assert.equal(await page.locator(".flag-worth").count(), 0, "flags that changed are to be checked again");
  await touch(page, "button:reveal");
  await touch(page, "cell:3:0");
  await moveCount(page, 3);
  assert.equal(await page.locator(".shape-pit").count(), 1, "the cell shown is a pit");
  assert.equal(await page.locator(".flag").count(), 1, "the flag stays");
  await touch(page, "button:deduce");
  await touch(page, "cell:2:1");
  await moveCount(page, 4);
  assert.match(
    await page.locator('.k-cell[data-t="cell:2:1"]').evaluate((e) => e.querySelector(".sign-mark")?.textContent ?? ""),
    /^[✓⚠?]$/,
    "the lifeline answers on the cell",
  );
  await page.click("#hint");
  for (let step = 1; step <= 4; step++) {
    await page.waitForFunction((n) => document.querySelector(".hint .small-text")?.textContent.includes(`${n} of 4`), step);
    assert.equal(await page.locator(".hint .move-chip").count(), step === 4 ? 1 : 0, `step ${step} tells no more than it should`);
    if (step < 4) await page.click("#hint-more");
  }
  assert.ok((await page.locator(".el.advised").count()) >= 1);
  assert.ok((await page.locator(".hint .facts li").count()) >= 1);
  await page.waitForSelector(".mark-assisted");
  sound(page);
});

/** A deal of Ergo with the first hand and the lines as wished, the rest dealt from what is left. */
function dealt(hand, lines = ["", "", "", ""]) {
  const parts = duel("new", "ergo").trim().split(";"),
    [own, other] = parts[1].split(",");
  let rest = own + other + parts[2];
  for (const c of hand + lines.join("")) {
    assert.ok(rest.includes(c), `a card ${c} is left`);
    rest = rest.replace(c, "");
  }
  return [lines.join(","), `${hand},${rest.slice(0, other.length)}`, rest.slice(other.length), ...parts.slice(3)].join(";");
}

const line = (page, n) =>
  page
    .locator(`.k-card[data-t^="card:${n}:"]`)
    .evaluateAll((all) => all.map((e) => e.querySelector(".face")?.textContent ?? "").join(""));

test("Ergo by drag and drop: a wild, a Revolution, a Tabula Rasa taken back, a parenthesis turned", async () => {
  const page = await house.person();
  await house.begin(page, "ergo", dealt("A((TRVO", ["A", "B", "", ""]));
  await turnOf(page);
  await drag(page, "hand:T", "card:1:1");
  await page.waitForFunction(() => !document.querySelector('.k-card[data-t="card:1:1"]'));
  assert.equal(await line(page, 1), "", "the Tabula Rasa took the card out");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelector('.k-card[data-t="card:1:1"]'));
  assert.equal(await line(page, 1), "A", "and Escape took the Tabula Rasa back");
  assert.equal((await movesOf(page)).length, 0);

  await drag(page, "hand:V", "gap:4:1");
  await page.waitForSelector('.strip .k-choice[data-t="choice:C"]:not([hidden])');
  await page.click('.strip .k-choice[data-t="choice:C"]');
  await page.waitForFunction(() => document.querySelector('.k-card[data-t="card:4:1"]'));
  assert.equal(await line(page, 4), "C");
  assert.equal(await page.locator('.k-card[data-t="card:4:1"] .wild').count(), 1, "a wild is marked");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector('.k-card[data-t="card:4:1"]'));

  assert.equal(await page.locator('[data-t="hand:("]').count(), 2);
  await touch(page, "hand:(", { button: "right" });
  assert.deepEqual(await page.locator('[data-t="hand:)"] .face').allTextContents(), [")", ")"], "the parentheses are turned");
  await touch(page, "hand:)", { button: "right" });
  assert.equal(await page.locator('[data-t="hand:("]').count(), 2);

  await drag(page, "hand:R", "card:1:1");
  await touch(page, "card:2:1");
  await page.waitForFunction(() => document.querySelector('.k-card[data-t="card:1:1"] .face')?.textContent === "B");
  assert.deepEqual([await line(page, 1), await line(page, 2)], ["B", "A"], "the Revolution swapped the two");

  await drag(page, "hand:A", "gap:4:1");
  await page.waitForSelector("#confirm");
  await page.click("#confirm");
  await page.waitForFunction(() => document.querySelectorAll(".move").length >= 2);
  assert.match((await movesOf(page)).join(" "), /^R1\.1\/2\.1 A@4\.1/);
  sound(page);
});

test("Ergo on a phone: the lines wrap, the board does not scroll sideways, the hand is at hand", async () => {
  const page = await house.person({ width: 360, height: 740, touch: true });
  await house.begin(page, "ergo", dealt("AD(TRVO", ["A>B>A|B&~C", "B", "", ""]));
  await turnOf(page);
  await atRest(page);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  const tops = await page
    .locator('.k-card[data-t^="card:1:"]')
    .evaluateAll((all) => new Set(all.map((e) => Math.round(e.getBoundingClientRect().top / 8))).size);
  assert.equal(tops, 2, "the long line has two rows");
  const box = await page.locator('[data-t="hand:A"]').boundingBox();
  assert.ok(box.y > 300 && box.y + box.height < 740, `the hand is in the lower half of the screen: ${box.y}`);
  assert.ok(box.width >= 30, `a card is wide enough for a thumb: ${box.width}`);
  const a = await spot(page, "hand:A");
  await page.touchscreen.tap(a.x, a.y);
  await page.waitForSelector(".picked");
  const g = await spot(page, "gap:3:1");
  await page.touchscreen.tap(g.x, g.y);
  await page.waitForFunction(() => document.querySelector('.k-card[data-t="card:3:1"]'));
  sound(page);
});

test("a game of NIM by keyboard alone, from the first screen to the end", async () => {
  const page = await house.person();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
  for (let i = 0; !/^Play: NIM/.test(await focused()); i++) {
    await page.keyboard.press("Tab");
    assert.ok(i < 80);
  }
  await page.keyboard.press("Enter");
  await page.waitForSelector(".status:not(:empty)");
  for (let turns = 0; await turnOf(page); turns++) {
    const before = (await movesOf(page)).length;
    for (let i = 0; !(await page.evaluate(() => document.activeElement?.closest(".scene"))); i++) {
      await page.keyboard.press("Tab");
      assert.ok(i < 40);
    }
    const first = await focused();
    if ((await page.locator(".el.open").count()) > 1) {
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowLeft");
      assert.equal(await focused(), first, "right and left again");
    }
    await page.keyboard.press("Enter");
    await page.waitForFunction((n) => document.querySelectorAll(".move").length > n, before);
    assert.ok(turns < 20);
  }
  sound(page);
});

test("typed moves, and the refusal of a wrong one", async () => {
  const page = await house.person();
  await play(page, "tictactoe");
  await turnOf(page);
  await page.keyboard.type("z9");
  await page.keyboard.press("Enter");
  assert.match(await noteOf(page), /A move is a square/);
  await page.locator(".typed").fill("b2");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".move").length >= 2);
  assert.equal((await movesOf(page))[0], "b2");
  sound(page);
});

test("Dodgem by drag and drop; Kayles between two pins; the L-game step by step", async () => {
  const page = await house.person();
  await play(page, "dodgem");
  await turnOf(page);
  const car = await page.locator(".k-piece.open").first().getAttribute("data-t");
  await touch(page, car);
  const goal = (await openTargets(page))[0];
  await page.keyboard.press("Escape");
  await drag(page, car, goal);
  await page.waitForFunction(() => document.querySelectorAll(".move").length >= 2);

  await house.go(page, "#/");
  await begin(page, "kayles", ["here", "here"]);
  for (const [kind, taken] of [
    ["gap", 2],
    ["pin", 1],
  ]) {
    await turnOf(page);
    const before = await page.locator(".shape-pin").count();
    await touch(page, (await openTargets(page)).filter((t) => t.startsWith(kind)).at(-1));
    await page.waitForFunction((n) => document.querySelectorAll(".shape-pin").length === n, before - taken);
  }

  await house.go(page, "#/");
  await begin(page, "lgame", ["here", "here"]);
  await turnOf(page);
  await touch(page, (await openTargets(page))[0]);
  assert.equal(await page.locator(".k-cell.picked").count(), 1);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".k-cell.picked").count(), 0);
  while ((await turnOf(page)) && (await movesOf(page)).length === 0)
    await takeStep(page, (open) => open.find((t) => t.startsWith("button")) ?? open[0]);
  assert.equal((await movesOf(page)).length, 1);
  sound(page);
});

test("a click is answered by the next picture on the screen, before any word of the server", async () => {
  const page = await house.person();
  await play(page, "chicago");
  await turnOf(page);
  const times = [];
  for (let i = 0; i < 6; i++) {
    await page.evaluate(() => {
      window.answered = 0;
      const look = (click) => {
        window.answered = document.querySelector(".picked") ? performance.now() - click.timeStamp : -1;
      };
      addEventListener("click", (e) => requestAnimationFrame(() => setTimeout(look, 0, e)), { once: true });
    });
    await touch(
      page,
      (await openTargets(page)).find((t) => t.startsWith("pile:")),
    );
    await page.waitForFunction(() => window.answered !== 0);
    times.push(await page.evaluate(() => window.answered));
    await page.keyboard.press("Escape");
  }
  assert.ok(
    times.every((ms) => ms > 0),
    "each click shows what is picked",
  );
  console.log(`# a click was answered after ${times.map(Math.round).join(", ")} ms`);
});
