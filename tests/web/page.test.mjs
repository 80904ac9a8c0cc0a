// page.test.mjs -- the page as people use it: by mouse, by keyboard, together, after a crash.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { House, begin, movesOf, openTargets, touch, turnOf } from "./browser.mjs";

const house = new House();
before(() => house.open());
after(async () => assert.equal(await house.close(), 0, "the server ends cleanly on SIGTERM"));

const sound = (page) => assert.deepEqual(page.troubles, []);

test("a game of NIM by mouse against the machine", async () => {
  const page = await house.person();
  await page.locator(".card", { hasText: "NIM" }).getByText("Play", { exact: true }).click();
  let turns = 0;
  while (await turnOf(page)) {
    const before = (await movesOf(page)).length;
    await page.locator('.el.open[data-t^="take:"]').last().click();
    await page.waitForFunction((n) => document.querySelectorAll(".move").length > n, before);
    assert.ok(++turns < 20);
  }
  assert.match(await page.locator(".status").textContent(), /wins\./);
  assert.ok(turns >= 3);
  sound(page);
});

test("a game of NIM by keyboard alone, from the first screen to the end", async () => {
  const page = await house.person();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
  for (let i = 0; !/^Play: NIM/.test(await focused()); i++) { await page.keyboard.press("Tab"); assert.ok(i < 60); }
  await page.keyboard.press("Enter");
  for (let turns = 0; await turnOf(page); turns++) {
    const before = (await movesOf(page)).length;
    for (let i = 0; !(await page.evaluate(() => document.activeElement?.closest(".scene"))); i++) { await page.keyboard.press("Tab"); assert.ok(i < 30); }
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
  await page.locator(".card", { hasText: "Tic-tac-toe" }).getByText("Play", { exact: true }).click();
  await turnOf(page);
  await page.keyboard.type("z9");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".note");
  assert.match(await page.locator(".note").textContent(), /A move is a square/);
  await page.locator(".typed").fill("b2");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".move").length >= 2, null, { timeout: 10000 });
  assert.equal((await movesOf(page))[0], "b2");
  sound(page);
});

test("Four in a row to its end, on the columns", async () => {
  const page = await house.person();
  await begin(page, "Four in a row", ["here", "level:1"], { width: "4", height: "4" });
  for (let turns = 0; await turnOf(page); turns++) {
    const before = (await movesOf(page)).length;
    await page.locator('.el.open[data-t^="column:"]').first().click();
    await page.waitForFunction((n) => document.querySelectorAll(".move").length > n, before);
    assert.ok(turns < 20);
  }
  sound(page);
});

test("Dodgem by drag and drop", async () => {
  const page = await house.person();
  await page.locator(".card", { hasText: "Dodgem" }).getByText("Play", { exact: true }).click();
  await turnOf(page);
  const box = async (sel) => { const b = await page.locator(sel).last().boundingBox(); return [b.x + b.width / 2, b.y + b.height / 2]; };
  const car = await page.locator(".k-piece.open").first().getAttribute("data-t");
  const [x, y] = await box(`.k-piece[data-t="${car}"]`);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y, { steps: 4 });
  const goal = await page.locator(".el.open:not(.picked)").first().getAttribute("data-t");
  const [u, v] = await box(`.el[data-t="${goal}"]`);
  await page.mouse.move(u, v, { steps: 6 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelectorAll(".move").length >= 2, null, { timeout: 10000 });
  await page.keyboard.press("Escape"); /* nothing is picked: nothing happens */
  assert.ok((await movesOf(page)).length >= 2);
  sound(page);
});

test("the L-game: a path of several steps, taken back by Escape", async () => {
  const page = await house.person();
  await begin(page, "L-game", ["here", "here"]);
  await turnOf(page);
  await touch(page, (await openTargets(page))[0]);
  assert.equal(await page.locator(".k-cell.picked").count(), 1);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".k-cell.picked").count(), 0);
  for (let i = 0; i < 5 && (await movesOf(page)).length === 0; i++) {
    const stay = page.locator(".strip .button:not([disabled])");
    if (await stay.count()) await stay.click();
    else await touch(page, (await openTargets(page))[0]);
    await page.waitForTimeout(60);
  }
  assert.equal((await movesOf(page)).length, 1);
  sound(page);
});

test("Kayles: one pin, or the gap between two", async () => {
  const page = await house.person();
  await begin(page, "Kayles", ["here", "here"]);
  for (const [kind, taken] of [["gap", 2], ["pin", 1]]) {
    await turnOf(page);
    const before = await page.locator(".shape-pin").count();
    await touch(page, (await openTargets(page)).filter((t) => t.startsWith(kind)).at(-1));
    await page.waitForFunction((n) => document.querySelectorAll(".shape-pin").length === n, before - taken);
  }
  sound(page);
});

test("advice with its reason, why not mine, looking back, undo", async () => {
  const page = await house.person();
  await begin(page, "NIM", ["here", "expert"], { matches: "11" });
  await turnOf(page);
  await page.click("#advise");
  await page.waitForSelector(".advice .facts li");
  assert.match(await page.locator(".advice-head").textContent(), /3.*a win in/);
  assert.match(await page.locator(".facts").first().textContent(), /multiple of 4/);
  await page.locator(".other").first().click();
  await page.waitForSelector(".instead");
  assert.match(await page.locator(".instead").textContent(), /Why not 1\?/);
  await page.getByText("Play it").click();
  await page.waitForFunction(() => document.querySelectorAll(".move").length >= 2, null, { timeout: 10000 });
  await page.locator(".steps button").nth(0).click();
  await page.waitForSelector(".felt.past");
  assert.equal(await page.locator(".shape-match").count(), 11);
  await page.locator(".steps button").nth(3).click();
  await page.waitForSelector(".felt:not(.past)");
  await page.click("#undo");
  await page.waitForFunction(() => document.querySelectorAll(".move").length === 0);
  assert.match(await page.locator(".table-panel").textContent(), /taken back/);
  sound(page);
});

test("two browsers at one table, and a spectator", async () => {
  const first = await house.person();
  await begin(first, "Tic-tac-toe", ["here", "elsewhere"]);
  const link = await first.locator(".link").inputValue();
  assert.match(link, /#\/t\/[0-9a-z]{10}\/k\/[0-9a-f]{32}$/);
  const second = await house.person({ at: link.slice(link.indexOf("#")), lang: "fr" });
  const third = await house.person({ at: new URL(first.url()).hash });
  assert.ok(!second.url().includes("/k/"), "the token leaves the address bar");
  assert.equal(await third.locator(".el.open").count(), 0);
  assert.match(await third.locator(".table-panel").textContent(), /looking on/);
  await first.waitForFunction(() => !document.querySelector(".link"));
  for (const [i, cell] of ["1:1", "0:0", "1:0", "0:1", "1:2"].entries()) {
    const page = i % 2 ? second : first;
    await turnOf(page);
    await touch(page, `cell:${cell}`);
    await third.waitForFunction((n) => document.querySelectorAll(".move").length === n, i + 1);
  }
  assert.equal(await third.locator(".status").textContent(), "Crosses wins.");
  await second.waitForSelector(".status.over");
  assert.match(await second.locator(".status").textContent(), /gagne/);
  await first.click("#again");
  await first.waitForFunction(() => document.querySelectorAll(".move").length === 0);
  await second.click("#again");
  await second.waitForFunction(() => document.querySelectorAll(".move").length === 0);
  assert.equal(new URL(first.url()).hash, new URL(second.url()).hash);
  for (const page of [first, second, third]) sound(page);
});

test("taking back among people needs consent", async () => {
  const first = await house.person();
  await begin(first, "Tic-tac-toe", ["here", "elsewhere"]);
  const link = await first.locator(".link").inputValue();
  const second = await house.person({ at: link.slice(link.indexOf("#")) });
  await turnOf(first);
  await touch(first, "cell:1:1");
  await turnOf(second);
  await first.click("#undo");
  await second.waitForSelector("#accept");
  assert.equal((await movesOf(second)).length, 1);
  await second.click("#accept");
  await first.waitForFunction(() => document.querySelectorAll(".move").length === 0);
  assert.equal(await first.locator("#advise").isDisabled(), true, "no advice between people unless the table says so");
});

test("analysis from any move, and the record of the game", async () => {
  const page = await house.person();
  await begin(page, "Tic-tac-toe", ["here", "here"]);
  for (const [i, cell] of ["1:1", "0:0", "1:0"].entries()) {
    await turnOf(page);
    await touch(page, `cell:${cell}`);
    await page.waitForFunction((n) => document.querySelectorAll(".move").length === n, i + 1);
  }
  const [saved] = await Promise.all([page.waitForEvent("download"), page.click("#download")]);
  assert.match(readFileSync(await saved.path(), "utf8"), /^duelliste 1\ngame tictactoe[^]*moves b2 a3 b3/);
  await page.locator(".moves .move").nth(1).click();
  await page.waitForSelector(".felt.past");
  await page.click("#analyse");
  await page.waitForFunction(() => document.querySelectorAll(".move").length === 0 && document.querySelectorAll(".k-piece").length === 2);
  assert.equal((await openTargets(page)).length, 7);
  sound(page);
});

test("the lobby: whoever comes first sits down", async () => {
  const host = await house.person(), guest = await house.person(), late = await house.person();
  await begin(host, "Kayles", ["here", "open"]);
  await guest.locator(".shelf .primary").click();
  await guest.waitForSelector(".status:not(:empty)");
  assert.equal(await guest.locator(".seat-bar", { hasText: "you" }).count(), 1);
  await late.waitForFunction(() => [...document.querySelectorAll(".shelf")].every((e) => e.hidden));
});

test("hidden hands at one screen stay under a cover", async () => {
  const page = await house.person();
  const frames = [];
  page.on("websocket", (ws) => ws.on("framereceived", (f) => frames.push(String(f.payload))));
  await page.reload();
  await page.waitForSelector(".card");
  await begin(page, "Cards on the Table", ["here", "here"]);
  await page.waitForSelector("#uncover");
  const tables = () => frames.map((f) => JSON.parse(f)).filter((m) => m.is === "table");
  const faces = (m) => m.scene.el.filter((e) => e.k === "card").map((e) => e.face);
  assert.ok(tables().every((m) => faces(m).every((f) => f === "?")), "nothing is sent before somebody is there");
  await page.click("#uncover");
  await page.waitForSelector(".k-card.open");
  assert.equal(faces(tables().at(-1)).filter((f) => f !== "?").length, 2, "one hand, not both");
  sound(page);
});

test("French and English, light, dark and colour-blind", async () => {
  const page = await house.person();
  await page.locator(".lang[lang=fr]").click();
  await page.getByText("Allumettes").first().waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "fr");
  await page.locator(".card", { hasText: "NIM" }).locator(".primary").click();
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
  await page.locator('[data-key="palette"]').click();
  assert.notEqual(await seat(), green);
  await page.reload();
  await page.waitForSelector(".status:not(:empty)");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.palette), "okabe", "it is remembered");
  sound(page);
});

test("reload, leave, come back; the server killed and started again", async () => {
  const page = await house.person();
  await begin(page, "Chomp", ["here", "here"]);
  await turnOf(page);
  await page.locator('.el[data-t="cell:5:3"]').last().click();
  await page.waitForFunction(() => document.querySelectorAll(".move").length === 1);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll(".move").length === 1);
  await page.click(".brand");
  await page.locator(".shelf a.row").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".move").length === 1);
  assert.equal(await house.stop("SIGKILL"), "SIGKILL");
  await page.waitForSelector("body.away");
  await house.start();
  await page.waitForSelector("body:not(.away)", { timeout: 15000 });
  await page.waitForFunction(() => document.querySelectorAll(".move").length === 1 && document.querySelector(".el.open"));
  await page.locator('.el[data-t="cell:4:2"]').last().click();
  await page.waitForFunction(() => document.querySelectorAll(".move").length === 2);
});

test("everything comes from here, in less than 100 kB, under the strict policy", async () => {
  const page = await house.person();
  const context = await house.browser.newContext();
  const fresh = await context.newPage();
  let bytes = 0;
  const hosts = new Set();
  const session = await context.newCDPSession(fresh);
  await session.send("Network.enable");
  session.on("Network.loadingFinished", (e) => { bytes += e.encodedDataLength; });
  session.on("Network.webSocketFrameReceived", (e) => { bytes += e.response.payloadData.length; });
  fresh.on("request", (r) => hosts.add(new URL(r.url()).host));
  await fresh.goto(house.url);
  await fresh.waitForSelector(".card");
  await fresh.waitForTimeout(300);
  assert.deepEqual([...hosts], [new URL(house.url).host]);
  assert.ok(bytes > 10000 && bytes <= 100000, `${bytes} bytes`);
  sound(page);
  await page.evaluate(() => { const s = document.createElement("script"); s.textContent = "window.slipped = 1"; document.head.append(s); });
  assert.equal(await page.evaluate(() => window.slipped), undefined, "no script but those of the house");
});

test("nothing scrolls sideways or is cut off, at any width, in both languages", async () => {
  for (const lang of ["en", "fr"]) {
    for (const width of [360, 768, 1024, 1920]) {
      const page = await house.person({ width, height: 800, lang });
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      const cut = () => page.evaluate(() => [...document.querySelectorAll("button, .seat-bar, .status, h1, h2, .counter")]
        .filter((e) => e.getClientRects().length && e.scrollWidth > e.clientWidth + 1).map((e) => e.outerHTML.slice(0, 90)));
      assert.ok((await wide()) <= 0, `home at ${width}`);
      assert.deepEqual(await cut(), [], `home at ${width}`);
      for (const card of [1, 3, 7]) {
        await page.goto(house.url + "#/");
        await page.locator(".card").nth(card).locator(".primary").click();
        await turnOf(page);
        assert.ok((await wide()) <= 0, `table ${card} at ${width}`);
        assert.deepEqual(await cut(), [], `table ${card} at ${width} ${lang}`);
        if (width < 900) continue;
        await page.click("#advise");
        await page.waitForSelector(".advice");
        assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), `all on one screen: table ${card} at ${width} ${lang}`);
      }
      await page.context().close();
    }
  }
});

test("axe finds nothing serious on any screen", async () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  for (const theme of ["light", "dark"]) {
    const page = await house.person({ theme });
    const check = async (where) => {
      const session = await page.context().newCDPSession(page);
      await session.send("Runtime.evaluate", { expression: axe }); /* past the page's own policy */
      const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
      const bad = found.violations.filter((v) => v.impact === "serious" || v.impact === "critical")
        .map((v) => `${where}: ${v.id} ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120)).join(" | ")}`);
      assert.deepEqual(bad, []);
    };
    await check(`home ${theme}`);
    await page.locator(".card").nth(1).getByText("Learn").click();
    await page.waitForSelector("dialog[open]");
    await check(`rules ${theme}`);
    await page.keyboard.press("Escape");
    await page.locator(".card").nth(1).locator("button.quiet").click();
    await page.waitForSelector("dialog[open] #seat-0");
    await check(`form ${theme}`);
    await page.keyboard.press("Escape");
    for (const card of [1, 2, 5, 6, 7, 8]) {
      await page.goto(house.url + "#/");
      await page.locator(".card").nth(card).locator(".primary").click();
      await turnOf(page);
      if (await page.locator("#advise:not([disabled])").count()) { await page.click("#advise"); await page.waitForSelector(".advice"); }
      await check(`table ${card} ${theme}`);
    }
    await page.context().close();
  }
});
