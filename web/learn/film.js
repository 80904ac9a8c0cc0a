// film.js -- something made step by step (docs/json.md): what the picture is after some of the steps, and where its things stand.
// Nothing here touches the page.

/** @typedef {{id: number, in: number, column?: number, tone?: string, text?: string, note?: string, at?: [number, number, number]}} Thing */
/** @typedef {{depth: number, text: string, put: Thing[], look: number[]}} Step */
/** @typedef {{kind: "tree" | "table" | "lanes", heads: string[], steps: Step[], cut: boolean}} Film */
/** A thing with its box. @typedef {Thing & {x: number, y: number, w: number, h: number, fresh: boolean, seen: boolean}} Placed `fresh`: this step
 * put it; `seen`: this step is about it */
/** @typedef {{things: Placed[], links: {from: Placed, to: Placed}[], heads: {text: string, x: number, y: number}[], w: number, h: number}} Picture */

const LETTER = 9.2, /* pixels */
  LEVEL = 68,
  ROW = 34,
  LANE = 74,
  SIGN = 38;

/** The things there are after a step, those put last at the end. @param {Film} film @param {number} step @returns {Map<number, Thing>} */
export function thingsAt(film, step) {
  /** @type {Map<number, Thing>} */
  const things = new Map();
  for (const { put } of film.steps.slice(0, step + 1))
    for (const thing of put) {
      things.delete(thing.id);
      things.set(thing.id, thing);
    }
  return things;
}

/** @param {Thing} thing */
const lengthOf = ({ text = "", note = "" }) => Math.max([...text].length, [...note].length * 0.82);

/** Every thing that is ever put, as it is last. @param {Film} film */
const allOf = (film) => [...thingsAt(film, film.steps.length - 1).values()];

/* ---- trees ---- */

/** @param {Thing} thing */
function nodeBox({ at = [0, 0, 0], text, note }) {
  const w = Math.max(SIGN, lengthOf({ id: 0, in: 0, text, note }) * LETTER + 18);
  return { x: at[0] * LETTER + SIGN, y: at[1] * LEVEL + 30, w, h: note ? 46 : 34 };
}

/** @param {Film} film */
function treeSize(film) {
  const boxes = allOf(film).map(nodeBox);
  return { w: Math.max(...boxes.map((b) => b.x + b.w / 2), 0) + SIGN / 2, h: Math.max(...boxes.map((b) => b.y), 0) + 40 };
}

/* ---- tables ---- */

/** Where the columns begin, and the end of the last. @param {Film} film */
function columnsOf(film) {
  const widths = film.heads.map((head) => [...head].length);
  for (const thing of film.steps.flatMap((s) => s.put)) {
    const column = thing.column ?? 0;
    widths[column] = Math.max(widths[column] ?? 0, lengthOf(thing));
  }
  const starts = [0];
  for (const width of widths) starts.push(starts[starts.length - 1] + width * LETTER + 26);
  return starts;
}

/** @param {Film} film */
const headRows = (film) => (film.heads.length ? 1 : 0);

/* ---- lanes ---- */

/** Where things of lanes begin. @param {Film} film */
const laneStart = (film) => Math.max(...film.heads.map((head) => [...head].length)) * LETTER + 24;

/** The longest lane there ever is. @param {Film} film */
function longestLane(film) {
  let longest = 1;
  for (let i = 0; i < film.steps.length; i++) {
    const lanes = film.heads.map((_, lane) => [...thingsAt(film, i).values()].filter((thing) => thing.in === lane).length);
    longest = Math.max(longest, ...lanes);
  }
  return longest;
}

/* ---- all ---- */

/** @type {Record<Film["kind"], (film: Film) => (things: Thing[]) => (thing: Thing) => {x: number, y: number, w: number, h: number}>} */
const boxes = {
  tree: () => () => nodeBox,
  table: (film) => {
    const starts = columnsOf(film),
      first = headRows(film);
    return () => (thing) => {
      const column = thing.column ?? 0,
        w = starts[column + 1] - starts[column];
      return { x: starts[column] + w / 2, y: (thing.in + first) * ROW + ROW / 2, w, h: ROW };
    };
  },
  lanes: (film) => (things) => {
    const start = laneStart(film);
    return (thing) => {
      const lane = things.filter((other) => other.in === thing.in),
        before = thing.in === 0 ? [...lane].sort((a, b) => a.id - b.id) : lane;
      return { x: start + (before.indexOf(thing) + 0.5) * (SIGN + 6), y: thing.in * LANE + LANE / 2, w: SIGN, h: SIGN };
    };
  },
};

/** @type {Record<Film["kind"], (film: Film) => {w: number, h: number}>} */
const sizes = {
  tree: treeSize,
  table: (film) => ({
    w: columnsOf(film).at(-1) ?? 0,
    h: (headRows(film) + Math.max(...allOf(film).map((thing) => thing.in), 0) + 1) * ROW,
  }),
  lanes: (film) => ({ w: laneStart(film) + longestLane(film) * (SIGN + 6) + 8, h: film.heads.length * LANE }),
};

/** @type {Record<Film["kind"], (film: Film) => Picture["heads"]>} */
const headings = {
  tree: () => [],
  table: (film) => {
    const starts = columnsOf(film);
    return film.heads.map((text, i) => ({ text, x: (starts[i] + starts[i + 1]) / 2, y: ROW / 2 }));
  },
  lanes: (film) => film.heads.map((text, i) => ({ text, x: laneStart(film) / 2, y: i * LANE + LANE / 2 })),
};

/** The same things stay where they are from one step to the next, so far as their film has them stay. @param {Film} film */
export function layOut(film) {
  const size = sizes[film.kind](film),
    heads = headings[film.kind](film),
    boxesOf = boxes[film.kind](film);
  /** @param {number} step @returns {Picture} */
  return (step) => {
    const there = thingsAt(film, step),
      shown = [...there.values()].filter((thing) => film.kind === "tree" || thing.in >= 0),
      fresh = new Set(film.steps[step]?.put.map((thing) => thing.id)),
      look = new Set(film.steps[step]?.look),
      box = boxesOf(shown),
      things = shown.map((thing) => ({ ...thing, ...box(thing), fresh: fresh.has(thing.id), seen: look.has(thing.id) })),
      byId = new Map(things.map((thing) => [thing.id, thing])),
      links =
        film.kind === "tree"
          ? things.flatMap((to) => {
              const from = byId.get(to.in);
              return from ? [{ from, to }] : [];
            })
          : [];
    return { things, links, heads, ...size };
  };
}
