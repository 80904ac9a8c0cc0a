// store.js -- what a view knows, in one place. Messages come in, from the server or from the reader's own hands, and
// are folded into the state by their name (`is`); then whoever listens to that name is told. Nothing else changes it.

/** @typedef {{is: string} & Record<string, any>} Message */
/** @template K @typedef {Record<string, (known: K, message: any) => K>} Folds for each message by name, what is known then */
/** @template K @typedef {(known: K, before: K, message: any) => void} Listener */

/** What has changed: `["=", value]` it is this now, `["-"]` it went; an object names those of its fields that changed;
 * `["~", {place: change}, script]` in a list some things changed, and it is put together anew: the script has runs of it
 * as two numbers, from where and how many, and lists of new things.
 * @param {any} old @param {any} change @returns {any} */
function patched(old, change) {
  if (!Array.isArray(change)) {
    const kept = Object.entries(old).filter(([key]) => change[key]?.[0] !== "-");
    const changed = Object.entries(change).filter(([, patch]) => patch[0] !== "-");
    return Object.fromEntries([...kept, ...changed.map(([key, patch]) => [key, patched(old[key], patch)])]);
  }
  const [sign, what, script] = change;
  if (sign === "=") return what;
  const list = old.map((/** @type {any} */ one, /** @type {number} */ i) => (what[i] ? patched(one, what[i]) : one));
  return pieced(list, script);
}

/** @param {any[]} list @param {any[]} script @returns {any[]} */
function pieced(list, script) {
  const made = [];
  for (let i = 0; i < script.length; i++) {
    const part = script[i];
    if (Array.isArray(part)) made.push(...part);
    else made.push(...list.slice(part, part + script[++i]));
  }
  return made;
}

/** A thing with a number, and what came of it: the whole takes its place; what says `since` tells only what has changed
 * since the one of that number. Null is the answer where something was missed: then the whole has to be asked for.
 * @param {Record<string, any> | null} whole @param {Record<string, any>} message @returns {Record<string, any> | null} */
export function apply(whole, message) {
  const { since, changed, news } = message;
  if (since === undefined) return message;
  if (since !== whole?.news) return null;
  return { ...patched(whole, changed), news };
}

/** @template K */
export class Store {
  /** @type {Map<string, Listener<K>[]>} */
  #listeners = new Map();

  /** @param {K} known at first @param {Folds<K>} folds */
  constructor(known, folds) {
    this.known = known;
    this.folds = folds;
  }

  /** Listens to messages of these names, once they are folded in. @param {string[]} names @param {Listener<K>} listener */
  on(names, listener) {
    for (const name of names) this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
  }

  /** @param {Message} message */
  receive(message) {
    const before = this.known;
    this.known = this.folds[message.is]?.(before, message) ?? before;
    for (const listener of this.#listeners.get(message.is) ?? []) listener(this.known, before, message);
  }
}
