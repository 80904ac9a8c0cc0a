// shapes.js -- how a piece is drawn, by the name of its shape (DUEL_SHAPES in core/scene.h). All are centred on (0, 0) in a
// unit square; colours come from the tone's class in style.css.
import { s } from "../frame/dom.js";

/** What a flag is worth: the sign tells as much as the colour. @type {Record<string, string>} */
export const FLAG_SIGNS = { right: "✓", wrong: "✗", open: "?" };

/** The mark of a seat, so that seats differ without colours: ring, bar, dot, diamond.
 * @param {string} tone @param {number} r */
export function seatMark(tone, r) {
  switch (tone) {
    case "seat1":
      return s("circle", { class: "mark-line", r: 0.5 * r });
    case "seat2":
      return s("path", { class: "mark-line", d: `M${-0.5 * r} 0H${0.5 * r}` });
    case "seat3":
      return s("circle", { class: "mark-fill", r: 0.26 * r });
    case "seat4":
      return s("path", { class: "mark-fill", d: `M0 ${-0.44 * r}L${0.44 * r} 0 0 ${0.44 * r} ${-0.44 * r} 0z` });
    default:
      return null;
  }
}

/** @param {string} face @param {number} size @param {string} [cls] */
export function glyph(face, size, cls = "face") {
  const length = [...face].length;
  const scale = length > 1 ? Math.max(0.42, 1.55 / (length + 0.55)) : 1;
  return s("text", { class: cls, "font-size": (size * scale).toFixed(3), dy: "0.35em" }, face);
}

/** @typedef {{face?: string, tone?: string, w: number, h: number, market?: boolean, under?: boolean, joined?: boolean[]}} Piece `under`: another piece lies on it */

/** @param {Piece} p @param {number} r */
function disc(p, r = 0.39) {
  const mark = seatMark(p.tone ?? "", r);
  return [
    s("ellipse", { class: "cast", cx: 0, cy: 0.045, rx: r, ry: r }),
    s("circle", { class: "body", r }),
    s("circle", { class: "rim", r: r - 0.035 }),
    mark ?? (p.face ? glyph(p.face, 0.42, "face on") : null),
  ];
}

/** Which way a piece looks, when its face says so. @param {string | undefined} face */
function heading(face) {
  return { U: -90, "^": -90, "▲": -90, D: 90, v: 90, "▼": 90, L: 180, "<": 180, "◀": 180 }[face ?? ""] ?? 0;
}

/** A part of a larger thing: open where it goes on, and with the mark of its seat on one of its parts.
 * @param {Piece} p @param {boolean[]} joined above, right, below, left */
function block(p, [above, right, below, left]) {
  const far = (/** @type {boolean} */ on) => (on ? 0.51 : 0.45),
    [x, y] = [-far(left), -far(above)],
    [w, h] = [far(right) - x, far(below) - y];
  const edges = [
    above ? "" : `M${x} ${y}h${w}`,
    right ? "" : `M${x + w} ${y}v${h}`,
    below ? "" : `M${x} ${y + h}h${w}`,
    left ? "" : `M${x} ${y}v${h}`,
  ];
  return [
    s("rect", { class: "body part", x, y, width: w, height: h }),
    s("path", { class: "part-edge", d: edges.join("") }),
    p.under ? null : seatMark(p.tone ?? "", 0.4),
  ];
}

/** @type {Record<string, (p: Piece) => (SVGElement | null)[]>} */
const shapes = {
  disc: (p) => disc(p),
  ring: () => [s("circle", { class: "stroke wide", r: 0.27 })],
  cross: () => [s("path", { class: "stroke wide", d: "M-.26-.26.26.26M.26-.26-.26.26" })],
  match: () => [
    s("path", { class: "cast", d: "M-.06-.5h.2V.9h-.2z" }),
    s("rect", { class: "wood", x: -0.1, y: -0.58, width: 0.2, height: 1.45, rx: 0.045 }),
    s("path", { class: "wood-light", d: "M-.045-.45V.8" }),
    s("path", { class: "head", d: "M0-.93c.16 0 .2.14.19.3-.01.15-.07.26-.19.26s-.18-.11-.19-.26c-.01-.16.03-.3.19-.3z" }),
    s("path", { class: "head-light", d: "M-.08-.77q.02-.07.07-.08" }),
  ],
  spent: () => [
    s("rect", { class: "wood", x: -0.34, y: 0.7, width: 0.74, height: 0.13, rx: 0.04 }),
    s("path", { class: "head", d: "M-.45.765c0-.09.09-.12.17-.11.08.01.13.05.13.11s-.05.1-.13.11c-.08.01-.17-.02-.17-.11z" }),
  ],
  pin: () => [
    s("ellipse", { class: "cast", cx: 0.03, cy: 0.84, rx: 0.3, ry: 0.07 }),
    s("path", {
      class: "ivory",
      d: "M0-.88c.15 0 .23.11.23.25 0 .18-.12.25-.09.44.04.26.21.38.21.64 0 .18-.06.32-.13.4h-.44c-.07-.08-.13-.22-.13-.4 0-.26.17-.38.21-.64.03-.19-.09-.26-.09-.44 0-.14.08-.25.23-.25z",
    }),
    s("path", { class: "band", d: "M-.145-.34h.29M-.135-.24h.27" }),
  ],
  square: (p) => (p.joined ? block(p, p.joined) : [
    s("rect", { class: "cast", x: -0.44, y: -0.4, width: 0.88, height: 0.88, rx: 0.1 }),
    s("rect", { class: "body block", x: -0.45, y: -0.45, width: 0.9, height: 0.9, rx: 0.1 }),
    s("rect", { class: "rim", x: -0.36, y: -0.36, width: 0.72, height: 0.72, rx: 0.06 }),
    seatMark(p.tone ?? "", 0.4) ?? (p.face ? glyph(p.face, 0.5, "face on") : null),
  ]),
  car: (p) => [
    s(
      "g",
      { transform: `rotate(${heading(p.face)})` },
      s("rect", { class: "cast", x: -0.4, y: -0.2, width: 0.82, height: 0.5, rx: 0.16 }),
      s("path", { class: "tyre", d: "M-.27-.27h.19M.1-.27h.19M-.27.27h.19M.1.27h.19" }),
      s("rect", { class: "body", x: -0.41, y: -0.24, width: 0.82, height: 0.48, rx: 0.16 }),
      s("path", { class: "glass", d: "M.08-.17q.12.17 0 .34h.11q.09-.17 0-.34zM-.24-.16q-.06.16 0 .32h.07q-.04-.16 0-.32z" }),
      s("circle", { class: "lamp", cx: 0.36, cy: -0.14, r: 0.035 }),
      s("circle", { class: "lamp", cx: 0.36, cy: 0.14, r: 0.035 }),
      s("g", { transform: "translate(-.055 0)" }, seatMark(p.tone ?? "", 0.22)),
    ),
  ],
  token: (p) => [
    ...disc({ ...p, face: undefined, tone: undefined }, 0.4),
    s("circle", { class: "edge", r: 0.33 }),
    p.face ? glyph(p.face, 0.36, "face on") : seatMark(p.tone ?? "", 0.36),
  ],
  person: (p) => [
    s("ellipse", { class: "cast", cx: 0, cy: 0.4, rx: 0.28, ry: 0.07 }),
    s("path", { class: "body", d: "M0-.12c.2 0 .3.25.32.52h-.64C-.3.13-.2-.12 0-.12z" }),
    s("circle", { class: "body", cy: -0.25, r: 0.16 }),
    p.face ? s("g", { transform: "translate(0 .18)" }, glyph(p.face, 0.24, "face on")) : null,
  ],
};
shapes.pawn = shapes.explorer = (p) => shapes.person({ ...p, face: undefined });
shapes.pit = () => [
  s("ellipse", { class: "pit-rim", rx: 0.46, ry: 0.4 }),
  s("ellipse", { class: "pit", rx: 0.38, ry: 0.31, cy: 0.03 }),
];
shapes.wumpus = () => [
  s("path", { class: "body", d: "M-.42.4c-.06-.5.06-.78.42-.78s.48.28.42.78l-.14-.12-.14.12-.14-.12-.14.12-.14-.12z" }),
  s("path", { class: "stroke horn", d: "M-.25-.3q-.12-.06-.13-.18M.25-.3q.12-.06.13-.18" }),
  s("path", {
    class: "mark-fill",
    d: "M-.2-.1a.08.08 0 1 0 .16 0 .08.08 0 1 0-.16 0M.04-.1a.08.08 0 1 0 .16 0 .08.08 0 1 0-.16 0",
  }),
];
shapes.gold = () => [s("path", { class: "gold", d: "M-.34.3-.2-.02H.2L.34.3zM-.16-.06-.08-.3H.12L.2-.06z" })];
for (const sign of ["breeze", "stench", "glitter"]) {
  shapes[sign] = (p) => {
    const [mark, ...letter] = [...(p.face ?? "")];
    return [
      s("g", { transform: "translate(-.14 0)" }, glyph(mark ?? "", 0.78, "face sign")),
      s("g", { transform: "translate(.3 .08)" }, glyph(letter.join(""), 0.46, "face sign letter")),
    ];
  };
}

/* goods of a market: a token with a shape and a letter of its own */
const goods = {
  triangle: "M0-.26.25.18h-.5z",
  disc: "M-.24 0a.24.24 0 1 0 .48 0 .24.24 0 1 0-.48 0",
  square: "M-.21-.21h.42v.42h-.42z",
  diamond: "M0-.28.24 0 0 .28-.24 0z",
  cross: "M-.08-.26h.16v.18h.18v.16h-.18v.18h-.16v-.18h-.18v-.16h.18z",
  star: "M0-.29.08-.1.28-.09.13.05.18.25 0 .14-.18.25-.13.05-.28-.09-.08-.1z",
};

/** @param {string | undefined} shape @param {Piece} p */
function isGood(shape, p) {
  return Object.hasOwn(goods, shape ?? "") && /^[A-Z]$/.test(p.face ?? "") && (p.tone === undefined || p.market === true);
}

/** @param {keyof typeof goods} shape @param {Piece} p */
function drawGood(shape, p) {
  return [
    s("circle", { class: "cast", cy: 0.03, r: 0.47 }),
    s("circle", { class: `body good good-${shape}`, r: 0.47 }),
    s("circle", { class: "rim", r: 0.43 }),
    ...(p.under ? [] : [s("path", { class: "good-shape", d: goods[shape], transform: "scale(1.5)" }), s("circle", { class: "good-disc", r: 0.25 })]),
    p.under ? null : glyph(p.face ?? "", 0.42, "face good-letter"),
  ];
}

/** A number with a good beside it, as on a price list. @param {Piece & {n?: number}} p @param {string | undefined} shape */
export function drawTally(p, shape) {
  const tall = p.h > p.w * 1.2,
    size = tall ? p.w * 0.8 : Math.min(p.w, p.h) * 0.86;
  const icon = isGood(shape, { ...p, market: true })
    ? s("g", { transform: `scale(${size})` }, ...drawGood(/** @type {any} */ (shape), p))
    : glyph(p.face ?? "", size * 0.8);
  const number = s(
    "text",
    { class: "caption", "font-size": (tall ? 0.44 : 0.36) * Math.min(p.w, 1), dy: "0.35em" },
    String(p.n ?? ""),
  );
  return s(
    "g",
    {},
    s("g", { transform: tall ? `translate(0 ${-p.h * 0.22})` : `translate(${-p.w * 0.2} 0)` }, icon),
    s("g", { transform: tall ? `translate(0 ${p.h * 0.26})` : `translate(${p.w * 0.26} 0)` }, number),
  );
}

/** @param {string | undefined} shape @param {Piece} piece */
export function drawPiece(shape, piece) {
  const draw = isGood(shape, piece)
    ? (/** @type {Piece} */ p) => drawGood(/** @type {any} */ (shape), p)
    : (shapes[shape ?? ""] ?? ((p) => disc(p)));
  const tall = shape === "match" || shape === "spent" || shape === "pin";
  const size = tall ? Math.min(piece.w, piece.h / 2) : Math.min(piece.w, piece.h);
  return s("g", { transform: size === 1 ? null : `scale(${size})` }, ...draw(piece));
}

/** Drawings of special cards, in a square of side 1. @type {Record<string, string>} */
const drawings = {
  fallacy: "M-.3 0a.3.3 0 1 0 .6 0 .3.3 0 1 0-.6 0M-.21.21.21-.21",
  justification: "M0-.36.28-.26V0C.28.2.14.31 0 .38-.14.31-.28.2-.28 0v-.26zM-.13 0-.03.11.14-.11",
  rasa: "M-.26-.34h.52v.68h-.52zM-.14-.18h.28M-.14-.04h.28M-.14.1h.12",
  revolution: "M-.28-.02a.28.28 0 0 1 .5-.18M.24-.36v.18H.06M.28.02a.28.28 0 0 1-.5.18M-.24.36V.18h.18",
  wildletter: "M0-.36.09-.11.35-.1.15.06.22.32 0 .17-.22.32-.15.06-.35-.1-.09-.11z",
  wildoperator: "M0-.36.09-.11.35-.1.15.06.22.32 0 .17-.22.32-.15.06-.35-.1-.09-.11zM-.1.02h.2",
  ergo: "M0-.2v.01M-.2.16v.01M.2.16v.01",
};

const RATIO = 1.4; /* of a card, 5:7 */

/** @param {{w: number, h: number}} p */
const cardHeight = ({ w, h }) => Math.min(h * 0.96, w * 0.96 * RATIO);

/** The name a label begins with, for people who do not know the sign yet; nothing where it only repeats the sign, or where
 * there is no room for it. @param {{label?: string, face?: string, nameless?: boolean}} p */
function nameOf(p) {
  const name = p.nameless ? "" : (p.label ?? "").split(",")[0];
  return name.length > 1 && !name.endsWith(p.face ?? "") ? name : "";
}

/** @param {number} width @param {number} height */
function back(width, height) {
  return s(
    "g",
    { class: "card-back" },
    s("rect", { x: -width / 2 + 0.06, y: -height / 2 + 0.06, width: width - 0.12, height: height - 0.12, rx: 0.05 }),
    s("path", { d: `M0 ${-height * 0.22}L${width * 0.24} 0 0 ${height * 0.22} ${-width * 0.24} 0z` }),
  );
}

/** The large sign of a card: a drawing, or its face.
 * @param {Piece & {shape?: string}} p @param {number} y its middle @param {number} width @param {number} height */
function cardSign(p, y, width, height) {
  const drawing = drawings[p.shape ?? ""];
  if (!drawing) return s("g", { transform: `translate(0 ${y})` }, glyph(p.face ?? "", height * 0.52, "face card-face"));
  const cls = "card-drawing" + (p.shape === "ergo" ? " dots" : "");
  return s("path", { class: cls, d: drawing, transform: `translate(0 ${y}) scale(${width * 0.92})` });
}

/** The sign of a card that stands for any of its kind. @param {number} width @param {number} height */
const wildSign = (width, height) =>
  s("path", {
    class: "wild",
    transform: `translate(${width * 0.32} ${-height * 0.36}) scale(${width * 0.3})`,
    d: drawings.wildletter,
  });

/** The sign of a card that can be turned. @param {number} width @param {number} height */
const turner = (width, height) =>
  s(
    "g",
    { class: "turner", transform: `translate(${width * 0.33} ${-height * 0.36})` },
    s("circle", { r: 0.19 * width }),
    s("path", {
      transform: `scale(${width * 0.34})`,
      d: "M-.24-.06a.24.24 0 0 1 .43-.1M.22-.34v.2H.02M.24.06a.24.24 0 0 1-.43.1M-.22.34v-.2h.2",
    }),
  );

const LONG = 8; /* letters that a name has in one line */

/** Capitals are wider. @param {string} line */
const breadth = (line) => line.length * (line === line.toUpperCase() ? 1.2 : 1);

/** The second half of a word begins with a syllable: consonants that are said together, and a vowel. */
const syllable = /(?<=[aeiouyéèê][^aeiouyéèêh]?)(?:[tcp]h|[bcdfgpt][lr]|qu|[^aeiouyéèêh])(?=[aeiouyéèê])/gi;

/** Where a word is broken: before the syllable that is nearest to its middle. @param {string} word */
function breakOf(word) {
  const places = [...word.matchAll(syllable)].map((m) => m.index).filter((i) => i > 2 && i < word.length - 2),
    off = (/** @type {number} */ i) => Math.abs(i - word.length / 2);
  return places.reduce((best, i) => (off(i) < off(best) ? i : best), places[0] ?? Math.ceil(word.length / 2));
}

/** A name in one line, or in two: at its blank, else between syllables. @param {string} name */
export function linesOf(name) {
  const middle = name.indexOf(" ") + 1 || breakOf(name);
  return breadth(name) <= LONG ? [name] : [name.slice(0, middle), name.slice(middle)];
}

/** Half of what a line takes, in heights of its letters. @param {string} line */
const halfOf = (line) => 0.29 * breadth(line) - 0.13 * (line.match(/[fijltI]/g)?.length ?? 0);

/** A word in two lines stays one word to those who listen: its hyphen is only drawn. @param {string} line @param {number} y @param {number} size */
const hyphen = (line, y, size) =>
  s("path", { class: "card-hyphen", d: `M${size * (halfOf(line) + 0.05)} ${y}h${0.3 * size}`, "stroke-width": 0.09 * size });

/** How high the letters of a name are. @param {string[]} lines @param {number} width of the card */
const letterSize = (lines, width) => Math.min((lines.length > 1 ? 0.2 : 0.22) * width, (1.5 * width) / Math.max(5, ...lines.map(breadth)));

/** The same of a card that is to be drawn; Infinity for one that has no name to show. @param {{w: number, h: number, label?: string, face?: string}} p */
export function nameSize(p) {
  const name = nameOf(p);
  return name ? letterSize(linesOf(name), cardHeight(p) / RATIO) : Infinity;
}

/** @param {string[]} lines of a name @param {number} width @param {number} height */
function cardName(lines, width, height) {
  const size = letterSize(lines, width),
    first = height * (lines.length > 1 ? 0.25 : 0.37);
  return [
    s(
      "text",
      { class: "card-name", "font-size": size.toFixed(3) },
      ...lines.map((line, i) => s("tspan", { x: 0, y: first + i * 1.05 * size, dy: "0.35em" }, line)),
    ),
    lines.length > 1 && !lines[0].endsWith(" ") ? hyphen(lines[0], first, size) : null,
  ];
}

/** The face of a card: one large sign, its name below in small, and a mark where it is wild or can be turned.
 * @param {Piece & {label?: string, shape?: string, alt?: string, nameless?: boolean}} p @param {number} width @param {number} height */
function front(p, width, height) {
  const name = height > 1 ? nameOf(p) : "",
    lines = name ? linesOf(name) : [],
    raised = [0, 0.1, 0.19][lines.length] * height,
    wild = (p.face ?? "").endsWith("*"),
    face = wild ? (p.face ?? "").slice(0, -1) : (p.face ?? "");
  return s(
    "g",
    {},
    cardSign({ ...p, face }, -raised, width, lines.length > 1 ? 0.85 * height : height),
    wild ? wildSign(width, height) : null,
    ...(name ? cardName(lines, width, height) : []),
    p.alt ? turner(width, height) : null,
  );
}

/** A card of 5:7; a face that is unknown shows the back. @param {Piece & {label?: string, shape?: string, alt?: string, nameless?: boolean}} p */
export function drawCard(p) {
  const height = cardHeight(p),
    width = height / RATIO;
  const down = p.tone === "unknown" || p.face === "?";
  const box = { x: -width / 2, y: -height / 2, width, height, rx: 0.09 * width };
  return s(
    "g",
    {},
    s("rect", { ...box, y: -height / 2 + 0.03, class: "cast" }),
    s("rect", { ...box, class: "card-body" }),
    down ? back(width, height) : front(p, width, height),
    down || (nameOf(p) && height > 1)
      ? null
      : s("g", { transform: `translate(0 ${height * 0.4})` }, seatMark(p.tone ?? "", 0.13 * height)),
  );
}

/** A tray that takes what is put away. @param {Piece & {n?: number}} p @param {Record<string, number>} box */
const drawTray = (p, box) =>
  s(
    "g",
    {},
    s("rect", { ...box, class: "pile-tray" }),
    s("path", {
      class: "tray-sign",
      d: "M-.14-.22h.28M-.1-.22v-.06h.2v.06M-.11-.22l.02.3h.18l.02-.3",
      transform: `translate(0 ${-box.height * 0.12})`,
    }),
    s(
      "g",
      { transform: `translate(0 ${box.height * 0.24})` },
      s("text", { class: "face soft-number", "font-size": 0.32 * p.w, dy: "0.35em" }, String(p.n ?? "")),
    ),
  );

/** A pile of cards with its number: a deck lies face down, a tray takes what is put away. @param {Piece & {n?: number, shape?: string}} p */
export function drawDeck(p) {
  const width = p.w * 0.92,
    height = p.h * 0.92,
    box = { x: -width / 2, y: -height / 2, width, height, rx: 0.09 * width };
  if (p.shape !== "deck") return drawTray(p, box);
  const card = (/** @type {number} */ d) =>
    s("g", { transform: `translate(${d} ${-d})` }, s("rect", { ...box, class: "card-body" }), p.n ? back(width, height) : null);
  const number = s(
    "g",
    { class: "pile-number" },
    s("circle", { r: 0.33 * p.w }),
    s("text", { class: "face", "font-size": 0.36 * p.w, dy: "0.35em" }, String(p.n ?? "")),
  );
  return s("g", { class: "deck" }, ...(p.n ? [0.08, 0.04, 0] : [0]).map(card), number);
}

/** A price ladder: a rung for each price, the way it went, and where it stands. @param {Piece & {n?: number, shape?: string}} p @param {number[]} past */
export function drawLadder(p, past) {
  const n = p.n ?? 0,
    top = Math.max(7, n, ...past),
    icon = 0.74 * p.w,
    low = p.h / 2 - icon - 0.16,
    high = -p.h / 2 + 0.3,
    w = p.w * 0.8;
  const at = (/** @type {number} */ v) => low - ((low - high) * v) / top;
  const curve = [...past, n].slice(-40),
    step = curve.length > 1 ? (w * 0.72) / (curve.length - 1) : 0;
  const points = curve.map((v, i) => `${(-w / 2 + i * step).toFixed(3)} ${at(v).toFixed(3)}`);
  return s(
    "g",
    {},
    ...Array.from({ length: top + 1 }, (_, v) =>
      s("path", { class: "rung" + (v ? "" : " ground-rung"), d: `M${-w / 2} ${at(v)}H${w / 2}` }),
    ),
    points.length > 2 || curve[0] !== n ? s("polyline", { class: "spark", points: points.join(" ") }) : null,
    s(
      "g",
      { transform: `translate(${points.length > 2 ? w * 0.3 : 0} ${at(n)})` },
      s("circle", { class: "stand", r: 0.24 * p.w }),
      glyph(String(n), 0.34 * p.w, "face on-ink"),
    ),
    s(
      "g",
      { transform: `translate(0 ${p.h / 2 - icon / 2}) scale(${icon})` },
      ...(isGood(p.shape, { ...p, market: true }) ? drawGood(/** @type {any} */ (p.shape), p) : [glyph(p.face ?? "", 0.7)]),
    ),
  );
}
