// program_worker.js -- the program, in a worker: begun on the files of this page, then its loop. See worker_link.js and src/front/static/page.c.
"use strict";

const name = self.name,
  post = new BroadcastChannel(name),
  /** Threads that think: one processor is left to the page. */
  threads = Math.max(1, Math.min(4, (navigator.hardwareConcurrency || 2) - 1)),
  PAGES = 1024, /* of memory, of 64 KB each, at first */
  MOST = 32768,
  ANNEX = 12; /* threads of a game in Lua */

/** Lines by the names that pages gave them, and by the numbers that the program knows. @type {Map<string, any>} */
const lines = new Map(),
  /** @type {Map<number, string>} */
  names = new Map();
let numbers = 0;

/** The folder of this page, among those of all pages from the same place. */
async function ownFolder() {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(encodeURIComponent(name), { create: true });
}

/** The secret of the seats (wire/seat_token.h), made once. @param {FileSystemDirectoryHandle} folder */
async function secret(folder) {
  const file = await folder.getFileHandle("page.key", { create: true }),
    kept = new Uint8Array(await (await file.getFile()).arrayBuffer());
  if (kept.length === 32) return kept;
  const made = crypto.getRandomValues(new Uint8Array(32)),
    out = await file.createWritable();
  await out.write(made);
  await out.close();
  return made;
}

/** The disk, in a worker of its own that reads letters from the memory. @param {WebAssembly.Memory} memory @param {number} mail */
function beginDisk(memory, mail) {
  const disk = new Worker("disk_worker.js");
  disk.postMessage({ memory, mail, folder: encodeURIComponent(name) });
  return new Promise((resolve, reject) => {
    disk.onmessage = resolve;
    disk.onerror = reject;
  });
}

/** @param {any} program @param {string} text @returns {[number, number]} where it is, and how long */
function written(program, text) {
  const bytes = new TextEncoder().encode(text),
    at = program._malloc(bytes.length + 1);
  program.HEAPU8.set(bytes, at);
  program.HEAPU8[at + bytes.length] = 0;
  return [at, bytes.length];
}

// ---- what one game carries: weights, and a book, larger than all the rest (tools/wasm.py) --------------------------------------------

const CARRIER = "@CARRIED@",
  /** What is asked for without any game. */
  ABOUT_NONE = new Set(["hello", "home", "words", "profile", "people", "ranking"]);
/** Resolved once it is there; null from then on. @type {Promise<void> | null} */
let fetching = null;

/** A file that lies there compressed, however the host sends it. @param {string} file */
async function unpacked(file) {
  const packed = await fetch(file),
    stream = /** @type {ReadableStream} */ (packed.body).pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/** @param {any} program */
async function fetchCarried(program) {
  const bytes = new Uint8Array(await unpacked("carried.bin.gz"));
  for (let part = program._page_carried() >> 2; program.HEAPU32[part]; part += 3) {
    const [at, from, size] = program.HEAPU32.subarray(part, part + 3);
    program.HEAPU8.set(bytes.subarray(from, from + size), at);
  }
  fetching = null;
}

/** Whether a message may need it: one about that game, or about a table of which nobody has said what it is. @param {any} line @param {string} text */
function mayNeedCarried(line, text) {
  const { do: what, game } = JSON.parse(text);
  if (ABOUT_NONE.has(what)) return false;
  if (game !== undefined || what === "join") line.light = game !== undefined && game !== CARRIER;
  return !line.light;
}

// ---- messages ----------------------------------------------------------------------------------------------------------------------

/** @param {any} program @param {any} line @param {string} text */
function pass(program, line, text) {
  if (line.left) return;
  const [at, length] = written(program, text);
  program._page_hear(line.at, at, length);
  program._free(at);
}

/** In order: behind one that waits for something that is being fetched, all of its line wait. @param {any} program @param {any} line @param {string} text */
function passInOrder(program, line, text) {
  if (fetching && (line.waits || mayNeedCarried(line, text)))
    line.waits = (line.waits ?? fetching).then(() => pass(program, line, text));
  else pass(program, line, text);
}

/** @param {any} program @param {number} page @param {{from: string, kind: string, text?: string}} m */
function hear(program, page, m) {
  const line = lines.get(m.from);
  if (m.kind in carrying) carry(program, page, m);
  else if (m.kind === "open" && !line) open(program, page, m.from);
  else if (m.kind === "say" && line) passInOrder(program, line, m.text ?? "");
  else if (m.kind === "close" && line) leave(program, m.from);
}

/** @param {any} program @param {number} page @param {string} from */
function open(program, page, from) {
  const number = ++numbers,
    at = program._page_connect(page, number);
  if (!at) return post.postMessage({ to: from, kind: "close" });
  lines.set(from, { number, at });
  names.set(number, from);
  post.postMessage({ to: from, kind: "open" });
  navigator.locks.request(`${name} ${from}`, () => leave(program, from)); /* once its page has gone */
}

/** @param {any} program @param {string} from */
function leave(program, from) {
  const line = lines.get(from);
  if (!line) return;
  lines.delete(from);
  names.delete(line.number);
  line.left = true;
  program._page_leave(line.at);
}

// ---- into the browser and out of it (src/front/static/import_export.c) ---------------------------------------------------------------

/** @param {FileSystemDirectoryHandle} folder @param {string} file @param {ArrayBuffer | Uint8Array} bytes */
async function keep(folder, file, bytes) {
  const out = await (await folder.getFileHandle(file, { create: true })).createWritable();
  await out.write(/** @type {any} */ (bytes));
  await out.close();
}

/** The folder of games from files. */
const shelf = async () => (await ownFolder()).getDirectoryHandle("files", { create: true });

/** What the program has against something, if anything. @param {any} program @param {number} text */
function whyNot(program, text) {
  const why = text ? program.UTF8ToString(text) : undefined;
  if (text) program._free(text);
  return why;
}

/** @param {any} program @param {string} file @param {Uint8Array} bytes @param {string} lang */
function tryFile(program, file, bytes, lang) {
  program.FS.writeFile("/files/" + file, bytes);
  const [at] = written(program, "/files/" + file),
    why = whyNot(program, program._page_file(at, lang === "fr" ? 1 : 0));
  program._free(at);
  return why;
}

/** What can be asked for, and whether the program begins anew after it. @type {Record<string, (program: any, page: number, m: any) => Promise<any>>} */
const carrying = {
  async copy(program, page) {
    const length = program._malloc(4),
      at = program._page_copy(page, length),
      bytes = at ? program.HEAPU8.slice(at, at + program.HEAP32[length >> 2]).buffer : undefined;
    program._free(at);
    program._free(length);
    return { bytes };
  },
  async file(program, _, { name: file, bytes, lang }) {
    const why = tryFile(program, file, new Uint8Array(bytes), lang);
    if (!why) await keep(await shelf(), file, bytes);
    return { why, again: !why };
  },
  async forget(_, __, { name: file }) {
    await (await shelf()).removeEntry(file);
    return { again: true };
  },
  async bring(program, _, { bytes, lang }) {
    const at = program._malloc(bytes.byteLength);
    program.HEAPU8.set(new Uint8Array(bytes), at);
    const why = whyNot(program, program._page_looks_right(at, bytes.byteLength, lang === "fr" ? 1 : 0));
    program._free(at);
    if (!why) await keep(await ownFolder(), "brought.db", bytes);
    return { why, again: !why };
  },
};

/** @param {any} program @param {number} page @param {any} m */
async function carry(program, page, m) {
  const { again, ...answer } = await carrying[m.kind](program, page, m);
  post.postMessage({ to: m.from, ...answer });
  if (again) postMessage("again");
}

/** How many games in Lua were kept: each is played in a house of its own (wire/slow_game.h), with threads of its own. */
async function annexes() {
  let count = 0;
  for await (const file of /** @type {any} */ (await shelf()).keys()) count += Number(file.endsWith(".lua"));
  return count;
}

/** The games from files that were kept, put on the program's shelf. @param {any} program */
async function openFiles(program) {
  program.FS.mkdir("/files");
  for await (const [file, handle] of /** @type {any} */ (await shelf()).entries())
    tryFile(program, file, new Uint8Array(await (await handle.getFile()).arrayBuffer()), "en");
}

/** What the program says: text, or that a line is closed. @param {number} number @param {string | null} text */
function say(number, text) {
  const to = names.get(number);
  if (to === undefined) return;
  if (text !== null) return post.postMessage({ to, kind: "say", text });
  lines.get(to).left = true;
  names.delete(number);
  lines.delete(to);
  post.postMessage({ to, kind: "close" });
}

async function begin() {
  const folder = await ownFolder(),
    key = await secret(folder),
    module = await WebAssembly.compile(await unpacked("duel.wasm.gz")),
    memory = new WebAssembly.Memory({ initial: PAGES, maximum: MOST, shared: true });
  importScripts("duel.js");
  const program = await globalThis.duelliste({
    wasmMemory: memory,
    mainScriptUrlOrBlob: new URL("duel.js", location.href).href,
    poolSize: 3 * threads + 8 + ANNEX * (await annexes()),
    say,
    /** @param {WebAssembly.Imports} imports @param {(i: WebAssembly.Instance, m: WebAssembly.Module) => void} use */
    instantiateWasm(imports, use) {
      WebAssembly.instantiate(module, imports).then((instance) => use(instance, module));
      return {};
    },
  });
  program.FS.mkdir("/data");
  program.FS.writeFile("/data/page.key", key);
  await beginDisk(memory, program._page_disk());
  await openFiles(program);
  const page = program._page_open(threads);
  if (!page) throw new Error("the program does not begin");
  fetching = fetchCarried(program);
  post.onmessage = (e) => e.data.to === "hub" && hear(program, page, e.data);
  post.postMessage({ to: "all", kind: "begun" });
}

begin().catch((e) => {
  console.error(e);
  postMessage("failed");
});
