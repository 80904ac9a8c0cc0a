// early_connect.js -- fetched before all else: connects to the server and asks for words and games, while the rest of the page is
// still on its way.

/** The language wanted, as the browser remembers it. @returns {string} */
export function wantedLang() {
  try {
    const said = JSON.parse(localStorage.getItem("duelliste.lang") ?? "null");
    if (said) return said;
  } catch {
    /* a private window remembers nothing */
  }
  return navigator.language.slice(0, 2) === "fr" ? "fr" : "en";
}

/** What takes the place of a server where there is none (static/worker_link.js).
 * @returns {{open: () => WebSocket, request: (kind: string, more?: {name?: string, bytes?: ArrayBuffer}) => Promise<any>} | undefined} */
export const placeOfServer = () => /** @type {any} */ (globalThis).duellisteAlone;

/** A line to the server, or to what takes its place. @returns {WebSocket} */
export const openSocket = () =>
  placeOfServer()?.open() ?? new WebSocket(location.origin.replace(/^http/, "ws") + "/", "duelliste.2");

/** @param {WebSocket} socket @param {string} lang @param {number} n of the request @returns {Promise<any>} */
function greet(socket, lang, n) {
  return new Promise((resolve) => {
    socket.addEventListener("open", () => socket.send(JSON.stringify({ do: "hello", lang, n })));
    socket.addEventListener("message", (e) => resolve(JSON.parse(e.data)), { once: true });
    socket.addEventListener("close", () => resolve({ is: "lost" }));
  });
}

/** `n`: the number of the request. */
function begin() {
  const socket = openSocket(),
    lang = wantedLang(),
    n = 1;
  return { socket, lang, n, hello: greet(socket, lang, n) };
}

/** What was asked first, which net.js goes on from; nothing where there is no page. */
export const early = globalThis.document ? begin() : null;
