// types.test.mjs -- the types that the comments of the page give its functions and values agree with each other.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

test("the types of the page agree with each other", () => {
  const here = new URL(".", import.meta.url).pathname,
    { stdout, status } = spawnSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "tsconfig.json", "--pretty", "false"], { cwd: here, encoding: "utf8" });
  assert.equal(stdout, "");
  assert.equal(status, 0);
});
