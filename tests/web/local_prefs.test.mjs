// local_prefs.test.mjs -- what a browser remembers from the second edition is still read: no browser, nothing but functions.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const written = JSON.parse(readFileSync(new URL("../data/second/page.json", import.meta.url), "utf8"));

/** The module reads the browser's storage when it is asked: here, a copy of what was written. */
async function keptFrom(/** @type {Record<string, string>} */ storage) {
  const entries = new Map(Object.entries(storage));
  Object.assign(globalThis, {
    localStorage: {
      getItem: (/** @type {string} */ key) => entries.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ value) => void entries.set(key, value),
    },
    matchMedia: () => ({ matches: false }),
  });
  return (await import("../../web/frame/local_prefs.js")).kept;
}

test("settings, profile, seats and names of the second edition", async () => {
  const kept = await keptFrom(written);
  assert.deepEqual(
    [kept.lang, kept.theme, kept.palette, kept.sound, kept.notifies, kept.opponent],
    ["fr", "dark", "okabe", true, true, "level:7"],
  );
  assert.deepEqual(kept.profile, { id: "efafyvrw0y", secret: "0".repeat(32) });
  assert.deepEqual([kept.solved("chomp"), kept.solved("learn:safe"), kept.solved("nim")], [["3", "5"], ["2"], []]);
  assert.equal(kept.commitment("qq2h6etzwq", "another"), "0d09583c");
  assert.deepEqual(kept.origin("mmfw1tehqb"), { table: "qq2h6etzwq", ply: 4 });
  assert.deepEqual(kept.names("qq2h6etzwq"), ["Ada", "Béatrice"]);
  assert.deepEqual(
    kept.seats("qq2h6etzwq").map((seat) => [seat.seat, seat.token[0], seat.kind]),
    [
      [0, "a", "here"],
      [1, "b", "elsewhere"],
    ],
  );
  assert.deepEqual(kept.mine(), [
    { table: "mmfw1tehqb", token: "c".repeat(32) },
    { table: "qq2h6etzwq", token: "a".repeat(32) },
  ]);
  assert.ok(kept.isForgotten("2namzs712t"));
});
