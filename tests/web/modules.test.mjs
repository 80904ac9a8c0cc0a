// modules.test.mjs -- the page has no build step: what one file imports must be there, and be put into the program.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const root = new URL("../../", import.meta.url);
const text = (path) => readFileSync(new URL(path, root), "utf8");
const folders = ["board", "frame", "home", "known", "learn", "table"];
const files = ["", ...folders.map((folder) => folder + "/")].flatMap((folder) =>
  readdirSync(new URL("web/" + folder, root), { withFileTypes: true })
    .filter((f) => f.isFile() && f.name !== "package.json")
    .map((f) => folder + f.name),
);
const scripts = files.filter((f) => f.endsWith(".js"));

/** What a file means by an address in it. */
const fileAt = (address, file) => new URL(address, "web:///" + file).pathname.slice(1);

test("every module has its place in a folder, and every folder is known here", () => {
  const there = readdirSync(new URL("web/", root), { withFileTypes: true }).filter((f) => f.isDirectory());
  assert.deepEqual(there.map((f) => f.name).sort(), [...folders, "static"].sort());
  assert.deepEqual(scripts.filter((f) => !f.includes("/")), []);
});

test("every file of the page is in the program", () => {
  const built = [...text("meson.build").matchAll(/'web\/([^']+)'/g)].map((m) => m[1]);
  assert.deepEqual(built.sort(), [...files].sort());
});

test("no two files have one name: the browser gets all from one folder, with those of the page without a server", () => {
  const names = [...files, ...readdirSync(new URL("web/static/", root))].map((f) => f.split("/").pop());
  assert.deepEqual(names.filter((name, i) => names.indexOf(name) !== i), []);
});

test("every import leads to a file, and every name to its export", () => {
  let count = 0;
  for (const file of scripts) {
    for (const [, address] of text(`web/${file}`).matchAll(/\b(?:from |import\()"([^"]+)"/g)) {
      assert.match(address, /^(\.|\.\.\/[a-z]+)\/\w+\.js$/, file);
      assert.ok(scripts.includes(fileAt(address, file)), `${file} imports ${address}`);
      assert.ok(!address.startsWith(`../${file.split("/")[0]}/`), `${file} names its own folder: ${address}`);
      count++;
    }
    for (const [, names, address] of text(`web/${file}`).matchAll(/^import \{([^}]*)\} from "([^"]+)"/gm))
      for (const name of names.split(",").map((n) => n.trim().split(" as ")[0]).filter(Boolean))
        assert.match(
          text(`web/${fileAt(address, file)}`),
          new RegExp(`^export (async )?(const|let|function|class) ${name}\\b`, "m"),
          `${file}: ${name}`,
        );
  }
  assert.ok(count > 400, String(count));
});

test("the page begins with three files: the line to the server, its look, its first screen", () => {
  const told = [...text("web/index.html").matchAll(/(?:rel="(?:stylesheet|modulepreload)" href|src)="([^"]+)"/g)].map((m) => m[1]);
  assert.deepEqual(told, ["early_connect.js", "style.css", "main.js"]);
  for (const name of ["early_connect.js", "main.js"]) assert.ok(files.includes("frame/" + name), name);
  assert.doesNotMatch(text("web/frame/early_connect.js"), /^import /m, "what is fetched first waits for nothing");
});

test("no two words of the page have one name: what is read later would speak in the other's place", () => {
  const names = [...text("src/wire/page_texts.c").matchAll(/^ {4}\{"([a-z0-9-]+)"/gm)].map((m) => m[1]);
  assert.ok(names.length > 300);
  assert.deepEqual(names.filter((name, i) => names.indexOf(name) !== i), []);
});
