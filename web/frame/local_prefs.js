// local_prefs.js -- what this browser remembers: its seats, its language and its settings.
import { wantedLang } from "./early_connect.js";

/** @typedef {{seat: number, token: string, kind: string}} Seat */

const MOST = 60; /* tables that are remembered */

/** @param {string} key @param {any} otherwise */
function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem("duelliste." + key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} key @param {any} value */
function write(key, value) {
  try {
    localStorage.setItem("duelliste." + key, JSON.stringify(value));
  } catch {
    /* a private window keeps nothing: play goes on */
  }
}

export const kept = {
  /** @returns {string} */
  get lang() {
    return wantedLang();
  },
  set lang(value) {
    write("lang", value);
  },
  /** @returns {string} */
  get theme() {
    return read("theme", matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  },
  set theme(value) {
    write("theme", value);
  },
  /** @returns {string} */
  get palette() {
    return read("palette", "plain");
  },
  set palette(value) {
    write("palette", value);
  },
  /** @returns {boolean} */
  get sound() {
    return read("sound", false);
  },
  set sound(value) {
    write("sound", value);
  },
  /** @returns {boolean} */
  get notifies() {
    return read("notifies", false);
  },
  set notifies(value) {
    write("notifies", value);
  },
  /** @returns {string} */
  get opponent() {
    return read("opponent", "level:4");
  },
  set opponent(value) {
    write("opponent", value);
  },

  /** @returns {{id: string, secret: string} | null} */
  get profile() {
    return read("profile", null);
  },
  set profile(value) {
    write("profile", value);
  },

  /** The puzzles of a game, or the exercises of a short lesson (learn:ID), that were solved here without a name. @param {string} game @returns {string[]} */
  solved(game) {
    return read("solved", {})[game] ?? [];
  },
  /** @param {string} game @param {string} name */
  addSolved(game, name) {
    const all = read("solved", {});
    all[game] = [...new Set([...(all[game] ?? []), name])].slice(-500);
    write("solved", all);
  },

  /** The first commitment this browser saw of a table. @param {string} table @param {string} now @returns {string} */
  commitment(table, now) {
    const all = read("commitments", {});
    if (!all[table]) {
      all[table] = now;
      for (const old of Object.keys(all).slice(0, Math.max(0, Object.keys(all).length - MOST))) delete all[old];
      write("commitments", all);
    }
    return all[table];
  },

  /** From which move of which table another one began, to go back there; `from`: it is to be remembered.
   * @param {string} table @param {{table: string, ply: number}} [from] @returns {{table: string, ply: number} | undefined} */
  origin(table, from) {
    const all = read("origins", {});
    if (from) {
      all[table] = from;
      for (const old of Object.keys(all).slice(0, Math.max(0, Object.keys(all).length - MOST))) delete all[old];
      write("origins", all);
    }
    return all[table];
  },

  /** What the people at this screen call themselves, by seat; `names`: they are to be remembered.
   * @param {string} table @param {string[]} [names] @returns {string[]} */
  names(table, names) {
    const all = read("names", {});
    if (names?.some(Boolean)) {
      all[table] = names;
      for (const old of Object.keys(all).slice(0, Math.max(0, Object.keys(all).length - MOST))) delete all[old];
      write("names", all);
    }
    return all[table] ?? [];
  },

  /** The seats this browser knows at a table. @param {string} table @returns {Seat[]} */
  seats(table) {
    return read("seats", {})[table] ?? [];
  },
  /** Adds seats to a table; the oldest tables are forgotten. @param {string} table @param {Seat[]} seats */
  addSeats(table, seats) {
    const all = read("seats", {});
    const known = (all[table] ?? []).filter((/** @type {Seat} */ k) => !seats.some((n) => n.token === k.token));
    delete all[table];
    all[table] = [...known, ...seats];
    const names = Object.keys(all);
    for (const old of names.slice(0, Math.max(0, names.length - MOST))) delete all[old];
    write("seats", all);
  },
  /** @param {string} table */
  forget(table) {
    const all = read("seats", {});
    delete all[table];
    write("seats", all);
    write("forgotten", [...read("forgotten", []), table].slice(-MOST));
  },
  /** @param {string} table @returns {boolean} */
  isForgotten(table) {
    return read("forgotten", []).includes(table);
  },
  /** One token of each table, the latest first. */
  mine() {
    /** @type {Record<string, Seat[]>} */
    const all = read("seats", {});
    return Object.entries(all)
      .reverse()
      .slice(0, 32)
      .flatMap(([table, seats]) => {
        const own = seats.find((s) => s.kind === "here");
        return own ? [{ table, token: own.token }] : [];
      });
  },
};
