// layout.js -- fits a scene to the space there is. A scene is drawn by its game for no screen in
// particular: here its parts are put where a screen has room for them, without knowing the game.
//
//   divide    what belongs to a seat goes to the seat's bar, words and buttons to a strip, tables that explain beside
//             the board, the rest stays on it
//   arrange   lanes of cards wrap, a row of standing things becomes several, two blocks stand side by side or stacked

/** @typedef {import("./scene.js").Item} Item */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {{w: number, h: number, most?: number}} Room pixels; and how many things stood in the row at most */
/** @typedef {{bars: Map<number, Item[]>, strip: Item[], board: Item[], table: Item[]}} Parts `table`: cells and texts that lenses add beside the board */

export const controls = new Set(["button", "choice"]);

/** @param {Item[]} list */
export function bounds(list) {
  const x0 = Math.min(...list.map((e) => e.x)),
    y0 = Math.min(...list.map((e) => e.y));
  const x1 = Math.max(...list.map((e) => e.x + e.w)),
    y1 = Math.max(...list.map((e) => e.y + e.h));
  return { x: x0, y: y0, w: x1 - x0, h: y1 - y0 };
}

/** The seat a tone names, or -1. @param {string | undefined} tone */
export const seatOf = (tone) => Number(/^seat(\d)$/.exec(tone ?? "")?.[1] ?? 0) - 1;

/** @param {Item} e */
const isDown = (e) => e.tone === "unknown" || e.face === "?";

/** The seat whose plate stands in the same row before an element. @param {Item} e @param {Item[]} plates */
function plateOf(e, plates) {
  const middle = e.y + e.h / 2;
  const plate = plates.find((p) => middle > p.y && middle < p.y + p.h && e.x >= p.x);
  return plate ? seatOf(plate.tone) : -1;
}

/** The seat an element belongs to, or -1: its plate, its counters, its cards unless they are to be played from.
 * @param {Item} e @param {Item[]} plates @param {(seat: number) => boolean} own */
function owner(e, plates, own) {
  if (e.k === "seat") return seatOf(e.tone);
  if (e.k === "counter") return seatOf(e.tone) >= 0 ? seatOf(e.tone) : plateOf(e, plates);
  if (e.lens && e.k === "piece" && !e.t) return plateOf(e, plates);
  if (e.k !== "card") return -1;
  const seat = plateOf(e, plates);
  return seat >= 0 && (isDown(e) || !own(seat)) ? seat : -1;
}

/** A counter in words below or beside everything else is a caption, not a part of the board.
 * @param {Item} e @param {Item[]} body */
function isCaption(e, body) {
  if (e.k === "label") return true;
  if (e.k !== "counter" || e.face) return false;
  return body.every((o) => o.y + o.h <= e.y + 0.01) || body.every((o) => o.x + o.w <= e.x + 0.01);
}

/** What a lens adds beside the board: cells of a table, or a text. @param {Item} e */
const isAside = (e) => Boolean(e.lens) && (e.k === "cell" || e.k === "text");

/** @param {Scene} scene @param {(seat: number) => boolean} own whether a seat's cards are to be played from @returns {Parts} */
export function divide(scene, own) {
  const plates = scene.el.filter((e) => e.k === "seat");
  /** @type {Parts} */
  const parts = { bars: new Map(), strip: [], board: [], table: scene.el.filter(isAside) };
  const rest = scene.el
    .filter((e) => !parts.table.includes(e))
    .filter((e) => {
      const seat = owner(e, plates, own);
      if (seat >= 0) parts.bars.set(seat, [...(parts.bars.get(seat) ?? []), e]);
      return seat < 0;
    });
  const body = rest.filter((o) => !controls.has(o.k) && ((o.k !== "counter" && o.k !== "label") || o.face));
  for (const e of rest) (controls.has(e.k) || isCaption(e, body) ? parts.strip : parts.board).push(e);
  return parts;
}

/* ---- lanes of cards ---- */

const HIGH = 1.4,
  NUMBER = 0.5,
  END = 0.62,
  PAD = 0.14,
  GAP = 0.3;
export const BREAK = 0.46; /* the room where a line is torn */

/** @param {Item} e @param {Item} lane */
const inside = (e, lane) => (e.k === "card" || e.k === "gap") && e.y + e.h / 2 > lane.y && e.y + e.h / 2 < lane.y + lane.h;

/** One lane: its cards in rows, a gap before each and one behind the last that takes what is left of its row.
 * @param {Item} lane @param {Item[]} list @param {number} y @param {number} width @returns {Item[]} */
function layLane(lane, list, y, width) {
  const cards = list.filter((e) => e.k === "card" && inside(e, lane)).sort((a, b) => a.x - b.x);
  const gaps = list.filter((e) => e.k === "gap" && inside(e, lane)).sort((a, b) => a.x - b.x);
  const perRow = Math.max(3, Math.floor(width - NUMBER - END)),
    rows = Math.max(1, Math.ceil(cards.length / perRow));
  const torn = gaps.findIndex((e) => e.shape === "break");
  const at = (/** @type {number} */ i) => {
    const row = Math.min(rows - 1, Math.floor(i / perRow)),
      moved = torn >= row * perRow && i > torn - 1 && torn < cards.length;
    return { x: NUMBER + (i - row * perRow) + (moved ? BREAK : 0), y: y + PAD / 2 + row * HIGH };
  };
  return [
    { ...lane, x: 0, y, w: width, h: rows * HIGH + PAD, n: cards.length },
    ...cards.map((e, i) => ({ ...e, ...at(i), w: 1, h: HIGH })),
    ...gaps.map((e, i) => {
      const p = at(i),
        last = i === cards.length;
      if (i === torn && !last) return { ...e, x: p.x - BREAK, y: p.y, w: BREAK, h: HIGH };
      return { ...e, x: p.x - (last && i ? 0.06 : GAP / 2), y: p.y, w: last ? Math.max(GAP, width - END - p.x) : GAP, h: HIGH };
    }),
  ];
}

const STEP = 1.06, /* from card to card of a hand */
  PILE = 0.86,
  ASIDE = PILE + 0.3; /* what a pile takes at the side */

/** How wide a row of so many cards is. @param {number} many */
const rowOf = (many) => many * STEP - 0.06;

/** A hand in rows, around the middle. @param {Item[]} cards @param {number} y @param {number} width @returns {Item[]} */
function layHand(cards, y, width) {
  const perRow = Math.max(1, Math.floor((width + 0.06) / STEP));
  const rows = Math.ceil(cards.length / perRow),
    even = Math.ceil(cards.length / Math.max(1, rows));
  return cards.map((e, i) => {
    const row = Math.floor(i / even),
      many = Math.min(even, cards.length - row * even);
    return { ...e, x: (width - rowOf(many)) / 2 + (i % even) * STEP, y: y + row * (HIGH + 0.06), w: 1, h: HIGH };
  });
}

/** Piles at the right, what lies beside them at the left, closer together the more there is.
 * @param {Item[]} piles @param {Item[]} small @param {number} y @param {number} width @param {number} room for what lies beside @returns {Item[]} */
function layTray(piles, small, y, width, room) {
  const high = PILE * HIGH,
    step = Math.min(0.52, room / Math.max(1, small.length));
  return [
    ...piles.map((e, i) => ({ ...e, x: width - (i + 1) * ASIDE + 0.3, y, w: PILE, h: high })),
    ...small.map((e, i) => ({ ...e, x: i * step, y: y + (high - 0.73) / 2, w: 0.52, h: 0.73 })),
  ];
}

/** Under the lanes: the hand, and beside it what was put away and the piles where there is room, else above it.
 * @param {Item[]} hand @param {Item[]} piles @param {Item[]} small @param {number} y @param {number} width
 * @param {number} wanted how much larger than others its cards should be, where there is room @returns {Item[]} */
function layFoot(hand, piles, small, y, width, wanted) {
  const heap = piles.length * ASIDE,
    least = 0.2 * small.length,
    k = Math.max(1, Math.min(wanted, (width - heap - least - (small.length ? 0.9 : 0.3)) / rowOf(hand.length))),
    left = width - heap - k * rowOf(hand.length) - 0.3;
  if (!piles.length && !small.length) return layHand(hand, y, width);
  if (hand.length && left < least + (small.length ? 0.6 : 0)) {
    const tray = layTray(piles, small, y + 0.06, width, width - heap - 0.3);
    return [...tray, ...layHand(hand, y + PILE * HIGH + 0.26, width)];
  }
  const taken = Math.min(left - 0.3, 0.52 * small.length),
    middle = Math.min(Math.max((width - k * rowOf(hand.length)) / 2, small.length ? taken + 0.4 : 0), left);
  const tray = layTray(piles, small, y + ((k - PILE) * HIGH) / 2, width, taken);
  return [...tray, ...hand.map((e, i) => ({ ...e, x: middle + i * STEP * k, y, w: k, h: HIGH * k }))];
}

const NAMED = 50, /* pixels: cards of a hand that show their names */
  LARGER = 1.35; /* than others, at most */

/** A table of lanes in cards' widths, for a card of so many pixels. @param {Scene} scene @param {Item[]} lanes @param {Room} room @param {number} card @returns {Scene} */
function tableAt(scene, lanes, room, card) {
  const width = room.w / card;
  const rest = scene.el.filter((e) => !lanes.includes(e) && !lanes.some((l) => inside(e, l)));
  const cards = rest.filter((e) => e.k === "card"),
    full = Math.max(...lanes.map((l) => l.h));
  const hand = cards.filter((e) => e.h > 0.9 * full),
    small = cards.filter((e) => !hand.includes(e));
  const piles = rest.filter((e) => e.k === "pile");
  /** @type {Item[]} */
  const out = [];
  let y = 0;
  for (const lane of lanes) {
    out.push(...layLane(lane, scene.el, y, width));
    y = bounds(out).h + 0.16;
  }
  out.push(...layFoot(hand, piles, small, y, width, Math.min(LARGER, NAMED / card)));
  const others = rest.filter((e) => e.k !== "card" && e.k !== "pile");
  return { w: width, h: bounds(out).h, el: [...out, ...others.filter((e) => controls.has(e.k))] };
}

/** The largest cards that let everything be seen at once. @param {Scene} scene @param {Item[]} lanes @param {Room} room */
function layTable(scene, lanes, room) {
  for (let card = 78; card > 30; card -= 2) {
    const table = tableAt(scene, lanes, room, card);
    if (table.h * card <= room.h) return table;
  }
  return tableAt(scene, lanes, room, 31);
}

/* ---- a row of standing things ---- */

/** @param {Scene} scene @param {Room} room @returns {Scene} */
function layRow(scene, room) {
  const n = Math.max(room.most ?? 0, scene.el.length),
    tall = scene.el[0].h / scene.el[0].w;
  let best = { unit: 0, columns: n };
  for (let rows = 1; rows <= 8 && rows <= n; rows++) {
    const even = Math.ceil(n / rows),
      columns = rows > 1 && n > 8 ? 4 * Math.ceil(even / 4) : even,
      unit = Math.min(room.w / (columns + 0.8), room.h / (rows * (tall + 0.2) + 0.6), 84);
    if (unit > best.unit * 1.12) best = { unit, columns };
  }
  const { columns } = best;
  const el = scene.el.map((e, i) => ({ ...e, x: i % columns, y: Math.floor(i / columns) * (tall + 0.2), w: 1, h: tall }));
  return { w: columns, h: Math.ceil(n / columns) * (tall + 0.2) - 0.2, el };
}

/* ---- two blocks ---- */

/** @param {Item[]} list @param {number} dx @param {number} dy @param {number} k @returns {Item[]} */
const shift = (list, dx, dy, k) => list.map((e) => ({ ...e, x: dx + e.x * k, y: dy + e.y * k, w: e.w * k, h: e.h * k }));

/** Where nothing lies on either side of a vertical line, if anywhere. @param {Item[]} list */
function cutOf(list) {
  let best = 0,
    widest = 0.2,
    edge = -Infinity;
  for (const e of [...list].sort((a, b) => a.x - b.x)) {
    if (edge > -Infinity && e.x - edge > widest) {
      widest = e.x - edge;
      best = (e.x + edge) / 2;
    }
    edge = Math.max(edge, e.x + e.w);
  }
  return best;
}

/** Numbers with a course, without it: as high as their picture and the number. @param {Item[]} list @returns {Item[]} */
function flattened(list) {
  const top = bounds(list).y;
  return list.map((e) => (e.k === "counter" && e.face && e.h > 2 * e.w ? { ...e, y: top, h: 1.9 * e.w } : e));
}

/** The one beside the other. @param {Item[]} left @param {Item[]} right @returns {Scene} */
function beside(left, right) {
  const l = bounds(left),
    r = bounds(right),
    k = Math.min(1.6, l.h / r.h);
  const x = l.w + 0.7,
    y = (l.h - r.h * k) / 2;
  return { w: x + r.w * k, h: l.h, el: [...shift(left, -l.x, -l.y, 1), ...shift(right, x - r.x * k, y - r.y * k, k)] };
}

/** The one below the other. @param {Item[]} upper @param {Item[]} lower @returns {Scene} */
function below(upper, lower) {
  const u = bounds(upper),
    r = bounds(lower),
    k = Math.min(1.5, u.w / r.w);
  const x = (u.w - r.w * k) / 2,
    y = u.h + 0.4;
  return { w: u.w, h: y + r.h * k, el: [...shift(upper, -u.x, -u.y, 1), ...shift(lower, x - r.x * k, y - r.y * k, k)] };
}

/** Two blocks that the game put side by side are stacked where that shows them larger, the lower one in short where that does
 * so again. @param {Scene} scene @param {Room} room @returns {Scene} */
function fold(scene, room) {
  const cut = scene.el.some((e) => e.k === "cell" || e.k === "card") ? 0 : cutOf(scene.el);
  if (!cut) return scene;
  const left = scene.el.filter((e) => e.x < cut),
    right = scene.el.filter((e) => e.x >= cut);
  const scale = (/** @type {Scene} */ b) => Math.min(room.w / b.w, room.h / b.h);
  const better = (/** @type {Scene} */ a, /** @type {Scene} */ b) => (scale(b) > scale(a) ? b : a);
  return [beside(left, right), below(left, right), below(left, flattened(right))].reduce(better);
}

/** @param {Scene} scene what stays on the board @param {Room} room @returns {Scene} */
export function arrange(scene, room) {
  const lanes = scene.el.filter((e) => e.k === "board" && e.w > 4 * e.h);
  if (lanes.length) return layTable(scene, lanes, room);
  if (scene.el.length && scene.el.every((e) => e.k === "piece" && e.h > 1.5 * e.w)) return layRow(scene, room);
  return fold(scene, room);
}
