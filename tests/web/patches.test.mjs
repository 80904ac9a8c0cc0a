// patches.test.mjs -- the server tells only what has changed: it must lead to the same table; and a page that has missed
// some asks for the whole.
import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import { House, begin, movesOf, openTargets, playOut, test, touch, turnOf } from "./browser.mjs";

const house = new House();
before(() => house.open());
afterEach(() => house.empty());
after(async () => assert.equal(await house.close(), 0, "the server ends cleanly on SIGTERM"));

/** In the page, before its own scripts: counts wholes and patches of the table, and loses some if told to. */
function listenIn() {
  window.news = { joined: 0, whole: 0, parts: 0, bytes: [], lose: 0 };
  window.WebSocket = class extends WebSocket {
    send(text) {
      const request = JSON.parse(text);
      if (request.do === "join" && request.tokens.length) window.news.joined++; /* not who looks on */
      super.send(text);
    }
    set onmessage(listener) {
      super.onmessage = (e) => {
        const message = JSON.parse(e.data);
        if (message.is !== "table") return listener(e);
        const part = message.since !== undefined;
        window.news[part ? "parts" : "whole"]++;
        if (part) window.news.bytes.push(e.data.length);
        if (part && window.news.lose-- > 0) return undefined;
        return listener(e);
      };
    }
  };
}

async function person() {
  const page = await house.person();
  await page.addInitScript(listenIn);
  await page.reload();
  await page.waitForSelector(".card");
  return page;
}

test("a whole game from what changed only", { served: true }, async () => {
  const page = await person();
  await begin(page, "nim", ["here", "level:1"], { matches: "9" });
  await playOut(page, (open) => open[0]);
  const played = await movesOf(page),
    { whole, parts } = await page.evaluate(() => window.news);
  assert.equal(whole, 1);
  assert.ok(parts >= played.length, `${parts} parts for ${played.length} moves`);
  const told = await page.locator(".status").textContent();
  await page.reload();
  await page.waitForSelector(".status.over");
  assert.deepEqual(await movesOf(page), played);
  assert.equal(await page.locator(".status").textContent(), told);
  assert.deepEqual(page.troubles, []);
});

test("news that was missed is made up for by joining again", { served: true }, async () => {
  const page = await person();
  await begin(page, "tictactoe", ["here", "here"]);
  await turnOf(page);
  await page.evaluate(() => (window.news.lose = 1));
  await touch(page, "cell:1:1");
  await page.waitForFunction(() => window.news.lose < 1);
  await house.request(page, { do: "join", table: new URL(page.url()).hash.split("/")[2], tokens: [] }); /* is news, too */
  await page.waitForFunction(() => window.news.joined === 2 && document.querySelectorAll(".move").length === 1);
  await touch(page, (await openTargets(page))[0]);
  await page.waitForFunction(() => document.querySelectorAll(".move").length === 2);
  assert.deepEqual(page.troubles, []);
});
