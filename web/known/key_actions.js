// key_actions.js -- what a key means at a table, before anybody acts on it. Nothing here touches the page.

/** Where the key was pressed: in a field; on the board, whose arrows they are; whether there is a line to type moves into, and
 * whether a move that can be made begins with a letter. @typedef {{inField: boolean, onBoard: boolean, types: boolean, begins: (letter: string) => boolean}} Place */
/** `by`: so many moves on or back. @typedef {{does: "escape" | "undo" | "hint" | "keys" | "type"} | {does: "walk", by: number}} Meaning */

/** The keys that go along the moves. @type {Record<string, number>} */
const walks = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/** @type {Record<string, "undo" | "hint">} */
const commands = { u: "undo", h: "hint" };

/** What begins a word goes to the line for moves, and what begins no move may be a command: as a capital it always is.
 * @param {{key: string, shiftKey: boolean}} e @param {Place} place @returns {Meaning | null} */
function letterOf({ key, shiftKey }, { types, begins }) {
  const small = key.toLowerCase(),
    command = Object.hasOwn(commands, small) && (shiftKey || !begins(small));
  if (key === "?") return { does: "keys" };
  if (command) return { does: commands[small] };
  return types && key.length === 1 && /[\p{L}\p{N}]/u.test(key) ? { does: "type" } : null;
}

/** @param {{key: string, shiftKey: boolean, ctrlKey: boolean, metaKey: boolean, altKey: boolean}} e @param {Place} place @returns {Meaning | null} */
export function meaningOf(e, place) {
  if (e.ctrlKey || e.metaKey || e.altKey) return null;
  if (e.key === "Escape") return { does: "escape" };
  if (place.inField) return null;
  if (Object.hasOwn(walks, e.key)) return place.onBoard && !e.shiftKey ? null : { does: "walk", by: walks[e.key] };
  return letterOf(e, place);
}
