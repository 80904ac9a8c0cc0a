// modules.test.mjs -- the page has no build step: what one file imports must be there, and be put into the program.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const root = new URL("../../", import.meta.url);
const text = (path) => readFileSync(new URL(path, root), "utf8");
const files = readdirSync(new URL("web/", root)).filter((f) => f !== "package.json" && f !== "static");

test("every file of the page is in the program", () => {
  const built = [...text("meson.build").matchAll(/'web\/([^']+)'/g)].map((m) => m[1]);
  assert.deepEqual(built, [...files].sort());
});

test("every import leads to a file, and every name to its export", () => {
  for (const file of files.filter((f) => f.endsWith(".js")))
    for (const [, names, from] of text(`web/${file}`).matchAll(/^import \{([^}]*)\} from "\.\/([^"]+)"/gm)) {
      assert.ok(files.includes(from), `${file} imports ${from}`);
      for (const name of names.split(",").map((n) => n.trim().split(" as ")[0]).filter(Boolean))
        assert.match(text(`web/${from}`), new RegExp(`^export (async )?(const|let|function|class) ${name}\\b`, "m"), `${file}: ${name}`);
    }
});

test("the page begins with three files: the line to the server, its look, its first screen", () => {
  const told = [...text("web/index.html").matchAll(/(?:rel="(?:stylesheet|modulepreload)" href|src)="([^"]+)"/g)].map((m) => m[1]);
  assert.deepEqual(told, ["first.js", "style.css", "main.js"]);
  assert.doesNotMatch(text("web/first.js"), /^import /m, "what is fetched first waits for nothing");
});

test("no two words of the page have one name: what is read later would speak in the other's place", () => {
  const names = [...text("src/wire/texts.c").matchAll(/^ {4}\{"([a-z0-9-]+)"/gm)].map((m) => m[1]);
  assert.ok(names.length > 300);
  assert.deepEqual(names.filter((name, i) => names.indexOf(name) !== i), []);
});
