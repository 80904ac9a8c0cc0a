// shelf.mjs -- a plain host of files: one folder, below some address, with nothing but a type in its heads.
import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";

const types = {
  ".css": "text/css",
  ".gz": "application/gzip",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

export class Shelf {
  /** What was asked for. @type {string[]} */
  asked = [];

  /** @param {string} folder @param {string} at its address, from / to / */
  constructor(folder, at) {
    this.at = at;
    this.server = createServer((request, answer) => {
      const path = new URL(request.url ?? "/", "http://here").pathname,
        name = path.startsWith(at) ? join(folder, path.slice(at.length) || "index.html") : "";
      this.asked.push(path);
      if (!name || !existsSync(name)) return answer.writeHead(404).end();
      answer.writeHead(200, { "Content-Type": types[extname(name)] ?? "application/octet-stream" });
      createReadStream(name).pipe(answer);
    });
  }

  /** @returns {Promise<string>} the address of the page */
  async open() {
    await new Promise((done) => this.server.listen(0, "127.0.0.1", () => done(undefined)));
    const { port } = /** @type {import("node:net").AddressInfo} */ (this.server.address());
    return `http://127.0.0.1:${port}${this.at}`;
  }

  async close() {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
    return 0;
  }
}
