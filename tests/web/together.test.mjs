// together.test.mjs -- people at one table: over the network, at one screen, in the lobby, after a crash.
import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import { spawnSync } from "node:child_process";
import { apply } from "../../web/known/store.js";
import { House, begin, moveCount, movesOf, noteOf, openTargets, program, test, touch, turnOf } from "./browser.mjs";
import { isSeen } from "./seen.mjs";

const house = new House(["--absence", "1"]); // nobody waits long for one who has left
before(() => house.open());
afterEach(() => house.empty());
after(async () => assert.equal(await house.close(), 0, "the server ends cleanly on SIGTERM"));

const sound = (page) => assert.deepEqual(page.troubles, []);

/** A second browser, through the link that the first one shows. */
async function invite(first, more = {}) {
  const link = await first.locator(".link").inputValue();
  assert.match(link, /#\/t\/[0-9a-z]{10}\/k\/[0-9a-f]{32}$/);
  return house.person({ at: link.slice(link.indexOf("#")), ...more });
}

test("two browsers play one game over the network, and a third looks on", async () => {
  const first = await house.person();
  await begin(first, "tictactoe", ["here", "elsewhere"]);
  const second = await invite(first, { lang: "fr" });
  const third = await house.person({ at: new URL(first.url()).hash });
  assert.ok(!second.url().includes("/k/"), "the token leaves the address bar");
  assert.equal(await third.locator(".el.open").count(), 0);
  assert.match(await third.locator(".asked").textContent(), /looking on/);
  await first.waitForFunction(() => !document.querySelector(".link"));
  for (const [i, cell] of ["1:1", "0:0", "1:0", "0:1", "1:2"].entries()) {
    const page = i % 2 ? second : first;
    await turnOf(page);
    await touch(page, `cell:${cell}`);
    await moveCount(third, i + 1);
  }
  assert.equal(await third.locator(".status").textContent(), "The game goes to Crosses.");
  for (const page of [first, second]) await page.waitForSelector(".status.over");
  assert.equal(await second.locator(".status").textContent(), "Vous perdez.");
  assert.equal(await first.locator(".status").textContent(), "You win.");
  await first.click("#again");
  await moveCount(first, 0);
  await second.click("#again");
  await moveCount(second, 0);
  assert.equal(new URL(first.url()).hash, new URL(second.url()).hash);
  for (const page of [first, second, third]) sound(page);
});

test("taking back among people needs consent, and advice is off unless the table says so", async () => {
  const first = await house.person();
  await begin(first, "tictactoe", ["here", "elsewhere"]);
  const second = await invite(first);
  await turnOf(first);
  await touch(first, "cell:1:1");
  await turnOf(second);
  await first.click("#undo"); // nobody has answered it yet: nobody is asked
  await moveCount(second, 0);
  await turnOf(first);
  await touch(first, "cell:1:1");
  await turnOf(second);
  await touch(second, "cell:0:0");
  await turnOf(first);
  await first.click("#undo");
  await second.waitForSelector("#accept");
  assert.equal((await movesOf(second)).length, 2);
  await second.click("#accept");
  await moveCount(first, 0);
  assert.equal(await first.locator("#advise").isDisabled(), true);
  sound(second);
});

test("on a phone an invitation and a question are in sight, and who asks is told of a no", async () => {
  const first = await house.person({ width: 390, height: 844, lang: "fr" });
  await begin(first, "tictactoe", ["here", "elsewhere"]);
  await first.waitForSelector(".link");
  assert.ok(await isSeen(first, ".link"), "the link to send");
  const second = await invite(first, { width: 390, height: 844 });
  for (const [page, cell] of [
    [first, "1:1"],
    [second, "0:0"],
  ]) {
    await turnOf(page);
    await touch(page, `cell:${cell}`);
  }
  await turnOf(first);
  await first.click("#undo");
  await second.waitForSelector("#accept");
  for (const what of [".question", "#accept", "#decline"]) assert.ok(await isSeen(second, what), what);
  await second.click("#decline");
  assert.match(await noteOf(first), /pas d’accord/);
  assert.equal((await movesOf(first)).length, 2, "nothing was taken back");
  for (const page of [first, second]) sound(page);
});

test("advice for all, seen by all", async () => {
  const first = await house.person();
  await first.locator('.card[data-game="tictactoe"] button.quiet').click();
  await first.selectOption("#seat-1", "elsewhere");
  await first.selectOption("#advice", "shown");
  await first.locator("dialog button[type=submit]").click();
  await first.waitForSelector(".status:not(:empty)");
  const second = await invite(first);
  await turnOf(first);
  await first.click("#advise");
  await first.waitForSelector(".advice .facts li");
  await second.waitForFunction(() => /Advice given to Crosses/.test(document.querySelector(".advice-panel")?.textContent ?? ""));
  for (const page of [first, second]) sound(page);
});

test("a clock that runs out, and a game given up", async () => {
  const page = await house.person();
  const made = await house.request(page, {
    do: "create",
    game: "tictactoe",
    options: {},
    seats: ["here", "level:1"],
    clock: { main: 3, more: 0 },
  });
  assert.equal(made.is, "created", made.error?.message);
  await house.go(page, `#/t/${made.table}/k/${made.seats[0].token}`);
  await turnOf(page);
  assert.match(await page.locator(".seat-bar.tone-seat1 .clock").textContent(), /^3\.0$|^2\.9$/);
  const running = page.waitForSelector(".clock.running");
  await touch(page, "cell:1:1");
  await running;
  await page.waitForSelector(".status.over");
  assert.match(await page.locator(".status").textContent(), /^You ran out of time: the game goes to /);

  await house.go(page, "#/");
  await begin(page, "tictactoe", ["here", "level:1"]);
  await turnOf(page);
  await page.click("#resign");
  await page.click("#sure");
  await page.waitForSelector(".status.over");
  assert.equal(await page.locator(".status").textContent(), "You resigned: the game goes to Noughts.");
  assert.match(await page.locator(".seat-bar.tone-seat2").textContent(), /winner/);
  sound(page);
});

test("a machine takes the seat of somebody who left", async () => {
  const first = await house.person();
  await begin(first, "tictactoe", ["here", "elsewhere"]);
  const second = await invite(first);
  await turnOf(first);
  await touch(first, "cell:1:1");
  await turnOf(second);
  await second.context().close();
  await first.getByText("Let a machine take over").click();
  await first.waitForFunction(() => document.querySelectorAll(".move").length >= 2);
  assert.match(await first.locator(".seat-bar.tone-seat2 .who").textContent(), /Machine/);
  sound(first);
});

test("somebody who looks on takes the seat of one who left, if the other agrees", async () => {
  const first = await house.person();
  await begin(first, "tictactoe", ["here", "elsewhere"]);
  const second = await invite(first);
  const third = await house.person({ at: new URL(first.url()).hash });
  await turnOf(first);
  await second.context().close();
  await third.getByText("Take over this seat").click();
  await first.click("#accept");
  await third.waitForFunction(() => !document.querySelector(".asked")?.textContent.includes("looking on"));
  await touch(first, "cell:1:1");
  await turnOf(third);
  await touch(third, "cell:0:0");
  await moveCount(first, 2);
  await third.reload();
  await moveCount(third, 2);
  assert.equal(await third.locator(".seat-bar", { hasText: "you" }).count(), 1, "the seat is kept");
  for (const page of [first, third]) sound(page);
});

test("a game begun in the terminal goes on in the browser", async () => {
  spawnSync(program, ["play", "nim", "--seats", "human,human", "--data", house.data], { input: "1\n2\n", encoding: "utf8" });
  const page = await house.person();
  await page.locator(".shelf a.row", { hasText: "NIM" }).first().click();
  await moveCount(page, 2);
  assert.deepEqual(await movesOf(page), ["1", "2"]);
  await turnOf(page);
  await touch(page, (await openTargets(page))[0]);
  await moveCount(page, 3);
  sound(page);
});

test("the lobby: whoever comes first sits down", async () => {
  const host = await house.person(),
    guest = await house.person(),
    late = await house.person();
  await begin(host, "kayles", ["here", "open"]);
  await late.waitForSelector(".lobby .primary");
  await guest.locator(".lobby .primary").click();
  await guest.waitForSelector(".status:not(:empty)");
  assert.equal(await guest.locator(".seat-bar", { hasText: "you" }).count(), 1);
  await late.waitForFunction(() => document.querySelector(".lobby").hidden);
});

test("hidden hands at one screen stay under a cover", async () => {
  const page = await house.person();
  const frames = [];
  page.on("websocket", (ws) => ws.on("framereceived", (f) => frames.push(String(f.payload))));
  await page.reload();
  await page.waitForSelector(".card");
  await begin(page, "duo", ["here", "here"]);
  await page.waitForSelector("#uncover");
  const news = () => frames.map((f) => JSON.parse(f)).filter((m) => m.is === "table");
  const tables = () => news().reduce((all, m) => [...all, apply(all.at(-1) ?? null, m)], []);
  const faces = (m) => m.scene.el.filter((e) => e.k === "card").map((e) => e.face);
  assert.ok(
    tables().every((m) => faces(m).every((f) => f === "?")),
    "nothing is sent before somebody is there",
  );
  await page.click("#uncover");
  await page.waitForSelector(".k-card.open");
  assert.equal(faces(tables().at(-1)).filter((f) => f !== "?").length, 2, "one hand, not both");
  sound(page);
});

test("save, close, resume: reload, leave, come back; the server killed and started again", async () => {
  const page = await house.person();
  await begin(page, "chomp", ["here", "here"]);
  await turnOf(page);
  await touch(page, "cell:5:3");
  await moveCount(page, 1);
  await page.reload();
  await moveCount(page, 1);
  await page.click(".brand");
  await page.locator(".shelf a.row").first().click();
  await moveCount(page, 1);
  assert.equal(await house.stop("SIGKILL"), "SIGKILL");
  await page.waitForSelector("body.away");
  await house.start();
  await page.waitForSelector("body:not(.away)");
  await page.waitForFunction(() => document.querySelectorAll(".move").length === 1 && document.querySelector(".el.open"));
  await touch(page, "cell:4:2");
  await moveCount(page, 2);
});

test("a link that is shared opens the game elsewhere, to look on", async () => {
  const page = await house.person();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await begin(page, "tictactoe", ["here", "here"]);
  await turnOf(page);
  await touch(page, "cell:1:1");
  await moveCount(page, 1);
  await page.click("#share");
  await page.click("#share-link");
  await noteOf(page);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#\/t\/[0-9a-z]{10}$/);
  const other = await house.person({ at: link.slice(link.indexOf("#")) });
  await moveCount(other, 1);
  assert.deepEqual(await openTargets(other), []);
  sound(other);
});

test("a profile keeps results on the server, also for another visit", async () => {
  const page = await house.person();
  await page.click("#profile");
  await page.fill("#profile-name", "Ada");
  await page.click("#profile-save");
  await page.waitForFunction(() => document.querySelector("#profile")?.getAttribute("aria-label") === "Profile: Ada");
  await page.keyboard.press("Escape");
  await begin(page, "tictactoe", ["here", "level:1"]);
  await turnOf(page);
  assert.match(await page.locator(".seat-bar.tone-seat1").textContent(), /Ada/);
  await page.click("#resign");
  await page.click("#sure");
  await page.waitForSelector(".status.over");
  await page.reload();
  await page.waitForSelector(".status.over");
  await page.click("#profile");
  await page.waitForSelector(".results tbody tr");
  assert.match(await page.locator(".results tbody tr").first().textContent(), /Tic-tac-toe.*1/);
  assert.match(await page.locator(".best").textContent(), /Ada/);
  sound(page);
});
