// store.js -- what a view knows, in one place. Messages come in, from the server or from the reader's own hands, and
// are folded into the state by their name (`is`); then whoever listens to that name is told. Nothing else changes it.

/** @typedef {{is: string} & Record<string, any>} Message */
/** @template K @typedef {Record<string, (known: K, message: any) => K>} Folds for each message by name, what is known then */
/** @template K @typedef {(known: K, before: K, message: any) => void} Listener */

/** A thing with a number, and what came of it: the whole takes its place; what says `since` holds only what has changed
 * since that number, whole fields that are laid over the others, and null for one that went. Null is the answer where
 * something was missed: then the whole has to be asked for.
 * @param {Record<string, any> | null} whole @param {Record<string, any>} patch @returns {Record<string, any> | null} */
export function apply(whole, patch) {
  const { since, ...changed } = patch;
  if (since === undefined) return patch;
  if (since !== whole?.rev) return null;
  return Object.fromEntries(Object.entries({ ...whole, ...changed }).filter(([, value]) => value !== null));
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
