// net.js -- one WebSocket to the server, opened again whenever it breaks. See docs/wire.md.

/** @typedef {import("./store.js").Message} Message */

/** @type {WebSocket | null} */
let socket = null;
let number = 0;
let pause = 250;
/** @type {Map<number, (m: Message) => void>} */
const waiting = new Map();
/** @type {{opened: () => void, closed: () => void, news: (m: Message) => void}} */
let listener;

function open() {
  socket = new WebSocket(location.origin.replace(/^http/, "ws") + "/", "duelliste.2");
  socket.onopen = () => {
    pause = 250;
    listener.opened();
  };
  socket.onmessage = (e) => {
    const m = JSON.parse(e.data);
    const answer = waiting.get(m.re);
    waiting.delete(m.re);
    if (answer) answer(m);
    else listener.news(m);
  };
  socket.onclose = () => {
    socket = null;
    for (const answer of waiting.values()) answer({ is: "lost" });
    waiting.clear();
    listener.closed();
    setTimeout(open, pause);
    pause = Math.min(pause * 2, 5000);
  };
}

/** @param {typeof listener} l */
export function connect(l) {
  listener = l;
  open();
}

/** Sends a request; the answer may be a refusal, or "lost". @param {Record<string, any>} request @returns {Promise<Message>} */
export function ask(request) {
  return new Promise((resolve) => {
    if (!socket || socket.readyState !== WebSocket.OPEN) {
      resolve({ is: "lost" });
      return;
    }
    request.n = ++number;
    waiting.set(request.n, resolve);
    socket.send(JSON.stringify(request));
  });
}

/** Why something was not done, in words; undefined when the connection was lost. @param {Message} answer @returns {string | undefined} */
export const refusal = (answer) => answer.error?.message;
