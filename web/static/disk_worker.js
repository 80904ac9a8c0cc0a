// disk_worker.js -- the files of the program, in a worker that does nothing else: it sleeps until a letter comes (src/front/static/inside.h), does
// what it asks for and answers. Files that must outlive the page are those of the browser's own file system for this page; all others
// are in memory.
"use strict";

const KEPT = ["/data/duelliste.db", "/data/duelliste.db-wal", "/data/duelliste.db-journal"];
/* as in disk.h */
const ASKED = 1,
  ANSWERED = 2;
const OPEN = 0,
  SIZE = 1,
  READ = 2,
  WRITE = 3,
  TRUNCATE = 4,
  SYNC = 5;

/** A file in memory, with as much of a FileSystemSyncAccessHandle as is used. */
class Sheet {
  bytes = new Uint8Array(0);
  getSize() {
    return this.bytes.length;
  }
  /** @param {Uint8Array} to @param {{at: number}} where */
  read(to, { at }) {
    const part = this.bytes.subarray(at, at + to.length);
    to.set(part);
    return part.length;
  }
  /** @param {Uint8Array} from @param {{at: number}} where */
  write(from, { at }) {
    if (at + from.length > this.bytes.length) this.truncate(at + from.length);
    this.bytes.set(from, at);
    return from.length;
  }
  /** @param {number} size */
  truncate(size) {
    const fresh = new Uint8Array(size);
    fresh.set(this.bytes.subarray(0, size));
    this.bytes = fresh;
  }
  flush() {}
}

/** Files by their numbers, and their names. @type {any[]} */
const files = [],
  /** @type {string[]} */
  names = [];

/** A file of the browser. The tab that had it may be closing still. @param {FileSystemDirectoryHandle} folder @param {string} name */
async function openKept(folder, name) {
  const file = await folder.getFileHandle(name.slice(name.lastIndexOf("/") + 1), { create: true });
  for (let tries = 0; ; tries++)
    try {
      return await /** @type {any} */ (file).createSyncAccessHandle();
    } catch (e) {
      if (tries === 100) throw e;
      await new Promise((again) => setTimeout(again, 50));
    }
}

/** @param {string} name */
function numberOf(name) {
  if (!names.includes(name)) files[names.push(name) - 1] = new Sheet();
  return names.indexOf(name);
}

/** What is written is copied first: a file takes no memory that others may change. @param {Uint8Array} shared */
const own = (shared) => new Uint8Array(shared);

/** @param {number} verb @param {any} file @param {Uint8Array} bytes @param {number} at @returns {{answer: number, at: number}} */
function obey(verb, file, bytes, at) {
  if (verb === OPEN) return { answer: numberOf(new TextDecoder().decode(own(bytes))), at };
  if (verb === SIZE) return { answer: 0, at: file.getSize() };
  if (verb === READ) {
    const part = new Uint8Array(bytes.length),
      count = file.read(part, { at });
    bytes.set(part);
    return { answer: count, at };
  }
  if (verb === WRITE) return { answer: file.write(own(bytes), { at }), at };
  if (verb === TRUNCATE) file.truncate(at);
  else if (verb === SYNC) file.flush();
  return { answer: 0, at };
}

/** The letter, wherever the memory is now: it may have grown. @param {WebAssembly.Memory} memory @param {number} mail */
function letter(memory, mail) {
  return { words: new Int32Array(memory.buffer, mail, 6), where: new Float64Array(memory.buffer, mail + 24, 1) };
}

/** @param {WebAssembly.Memory} memory @param {number} at @param {number} count */
function bytesOf(memory, at, count) {
  if (at + count > memory.buffer.byteLength) memory.grow(0); /* another thread has made it grow */
  return new Uint8Array(memory.buffer, at, count);
}

/** @param {WebAssembly.Memory} memory @param {number} mail */
function answerNext(memory, mail) {
  const { words, where } = letter(memory, mail);
  while (Atomics.load(words, 0) !== ASKED) Atomics.wait(words, 0, Atomics.load(words, 0));
  const [, verb, file, at, count] = words;
  let done;
  try {
    done = obey(verb, files[file], bytesOf(memory, at >>> 0, count), where[0]);
  } catch (e) {
    console.error(e);
    done = { answer: -1, at: where[0] };
  }
  where[0] = done.at;
  words[5] = done.answer;
  Atomics.store(words, 0, ANSWERED);
  Atomics.notify(words, 0);
}

/** What was brought from elsewhere takes the place of the base, whole or, where that was cut short, once more. @param {FileSystemDirectoryHandle} folder */
async function takeBrought(folder) {
  const brought = await folder.getFileHandle("brought.db").catch(() => null);
  if (!brought) return;
  const bytes = new Uint8Array(await (await brought.getFile()).arrayBuffer());
  for (const file of files) file.truncate(0);
  files[0].write(bytes, { at: 0 });
  for (const file of files) file.flush();
  await folder.removeEntry("brought.db");
}

self.onmessage = async (e) => {
  const { memory, mail, folder } = e.data,
    root = await navigator.storage.getDirectory(),
    own = await root.getDirectoryHandle(folder, { create: true });
  for (const name of KEPT) files[names.push(name) - 1] = await openKept(own, name);
  await takeBrought(own);
  postMessage("ready");
  for (;;) answerNext(memory, mail);
};
