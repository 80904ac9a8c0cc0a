// net.js -- one WebSocket to the server, opened again whenever it breaks. See docs/wire.md.

import { t } from "./dom.js";
import { early, openSocket } from "./early_connect.js";

/** @typedef {import("../known/store.js").Message} Message */

/** @type {WebSocket | null} */
let socket = null;
let number = early?.n ?? 0;
let pause = 250;
let greeted = false;
/** @type {Map<number, (m: Message) => void>} */
const waiting = new Map();
/** `slow`: whether an answer that takes no thinking is late. @type {{opened: () => void, closed: (why: string) => void, slow: (late: boolean) => void, news: (m: Message) => void}} */
let listener;

const LATE = 1500; /* milliseconds */
/** With this code the server closes a line on which more was asked than it allows: the reader learns it before the line is there again. */
const HASTY = 1008,
  HASTY_PAUSE = 2500; /* milliseconds */
/** What is answered without thinking. */
const prompt = new Set(["hello", "home", "create", "join", "move", "confirm", "back", "look", "resign", "uncover", "rules"]);
/** The numbers of requests that should have been answered. @type {Set<number>} */
const late = new Set();

/** @param {number} n of a request that was answered, or will never be */
function inTime(n) {
  if (late.delete(n) && late.size === 0) listener.slow(false);
}

function opened() {
  pause = 250;
  listener.opened();
}

/** @param {WebSocket} fresh */
function use(fresh) {
  socket = fresh;
  socket.onopen = opened;
  socket.onmessage = (e) => {
    const m = JSON.parse(e.data);
    const answer = waiting.get(m.re);
    waiting.delete(m.re);
    inTime(m.re);
    if (answer) answer(m);
    else listener.news(m);
  };
  socket.onclose = ({ code }) => {
    const why = code === HASTY ? t("line-hasty") : "";
    socket = null;
    for (const answer of waiting.values()) answer({ is: "lost" });
    waiting.clear();
    late.clear();
    if (why) pause = Math.max(pause, HASTY_PAUSE);
    listener.closed(why);
    again();
  };
}

function again() {
  setTimeout(() => use(openSocket()), pause);
  pause = Math.min(pause * 2, 5000);
}

/** @param {typeof listener} l */
export function connect(l) {
  listener = l;
  const first = early?.socket ?? openSocket();
  use(first);
  if (first.readyState === WebSocket.OPEN) opened();
  else if (first.readyState !== WebSocket.CONNECTING) again();
}

/** What is known of the other end. `alone`: it is no server, and nobody can come. */
export const house = { alone: false };

/** Words and games: what was asked for first, if it is what is wanted, and once. @param {string} lang @returns {Promise<Message>} */
export async function hello(lang) {
  const first = !greeted && lang === early?.lang ? early.hello : null;
  greeted = true;
  const told = await (first ?? ask({ do: "hello", lang }));
  house.alone = Boolean(told.alone);
  return told;
}

/** @param {number} n */
function isLate(n) {
  if (!waiting.has(n)) return;
  late.add(n);
  listener.slow(true);
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
    if (prompt.has(request.do)) setTimeout(() => isLate(request.n), LATE);
  });
}

/** Why something was not done, in words; undefined when the connection was lost. @param {Message} answer @returns {string | undefined} */
export const refusal = (answer) => answer.error?.message;
