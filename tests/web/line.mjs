// line.mjs -- a line to the server as long as one wishes: all that goes over it, HTTP and WebSocket alike, comes later by half a
// round trip each way, a connection costs one more, and what came back is counted.
import { connect, createServer } from "node:net";

export class Line {
  bytes = 0; /* from the server */
  trip = 0; /* milliseconds there and back, for connections from now on */

  /** @param {() => number} port of the server */
  constructor(port) {
    this.server = createServer((near) => {
      const { trip } = this,
        far = connect(port(), "127.0.0.1"),
        opened = Date.now() + trip; /* the handshake of TCP */
      this.carry(near, far, () => Math.max(0, opened - Date.now()) + trip / 2);
      this.carry(far, near, () => trip / 2, (n) => (this.bytes += n));
    });
  }

  /** Bytes keep their order: what came earlier was sent on earlier. */
  carry(from, to, wait, count = () => {}) {
    let clear = 0;
    const later = (act) => {
      clear = Math.max(clear, Date.now() + wait());
      setTimeout(act, clear - Date.now());
    };
    from.on("data", (data) => {
      count(data.length);
      later(() => to.writable && to.write(data));
    });
    from.on("end", () => later(() => to.end()));
    from.on("error", () => to.destroy());
  }

  /** @returns {Promise<number>} its own port */
  async open() {
    await new Promise((done) => this.server.listen(0, "127.0.0.1", () => done(undefined)));
    return /** @type {import("node:net").AddressInfo} */ (this.server.address()).port;
  }

  close() {
    this.server.close();
  }
}
