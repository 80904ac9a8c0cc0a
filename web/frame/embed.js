// embed.js -- a board in somebody else's page: a table looked at by whoever comes, its moves walked along. It knows no seats of
// this browser, so that nothing can be done here in anybody's name. The address is embed.html#ID.
import { announce, button, h, redraw, s, setWords, t } from "./dom.js";
import { wantedLang } from "./early_connect.js";
import { ask, connect, hello } from "./net.js";
import { heedPresses } from "./press.js";
import { paint } from "../board/board_svg.js";
import { saidMove } from "../known/pick.js";
import { apply } from "../known/store.js";

const id = location.hash.slice(1),
  svg = /** @type {SVGSVGElement} */ (s("svg", { class: "scene", role: "img" })),
  board = h("div", { class: "embed-board" }, svg),
  head = h("div", { class: "embed-head" }),
  foot = h("div", { class: "embed-foot" });

/** `past`: a position that one looks back to; `heading`: after how many moves one has asked to look last. @type {{table: any, past: any, heading: number}} */
const known = { table: null, past: null, heading: 0 };

function drawBoard() {
  const { scene } = known.past ?? known.table;
  if (!scene) return;
  paint(svg, scene, { w: board.clientWidth, h: board.clientHeight, most: 0 }, { own: () => false, turned: new Set() });
  svg.setAttribute("aria-label", known.table.title);
}

/** @param {number} ply */
async function look(ply) {
  known.heading = ply;
  const answer = ply < known.table.list.length ? await ask({ do: "look", ply: Math.max(0, ply) }) : null;
  if (known.heading !== ply) return; /* something else was asked for since */
  known.past = answer?.is === "past" ? answer : null;
  draw();
}

/** @param {"first" | "prev" | "next" | "last"} name @param {number} to @param {boolean} off */
const step = (name, to, off) =>
  button({ icon: name, label: t("go-" + name), class: "quiet small", key: name, disabled: off, on: () => look(to) });

function draw() {
  const { table, past } = known,
    at = past?.ply ?? table.list.length,
    end = table.list.length,
    last = table.list[at - 1];
  document.title = table.title;
  redraw(head, h("h1", {}, table.title), h("p", { class: "soft" }, past && last ? `${at}. ${saidMove(last)}` : table.status));
  drawBoard();
  redraw(
    foot,
    step("first", 0, at === 0),
    step("prev", at - 1, at === 0),
    step("next", at + 1, at === end),
    step("last", end, at === end),
    h("a", { href: `./#/t/${table.id}`, target: "_blank", rel: "noopener", class: "button small" }, t("watch")),
  );
  announce(table.status);
}

/** @param {any} m */
function news(m) {
  if (m.is !== "table") return;
  const table = apply(known.table, m);
  if (!table) ask({ do: "join", table: id, tokens: [] });
  else {
    if (known.table?.list.length !== table.list.length) known.past = null;
    known.table = table;
    draw();
  }
}

async function opened() {
  const told = await hello(wantedLang());
  if (told.is !== "hello") return;
  setWords(told.texts);
  document.documentElement.lang = told.lang;
  const answer = await ask({ do: "join", table: id, tokens: [] });
  if (answer.error) redraw(head, h("p", { class: "trouble" }, answer.error.message));
}

document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
document.getElementById("main")?.append(head, board, foot);
new ResizeObserver(() => known.table && drawBoard()).observe(board);
heedPresses();
connect({ opened, closed: () => {}, slow: () => {}, news });
