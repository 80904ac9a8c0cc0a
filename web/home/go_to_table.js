// go_to_table.js -- goes to a table that was just made, with the seats it gave.
import { kept } from "../frame/local_prefs.js";

/** @param {import("../frame/net.js").Message} answer @returns {boolean} whether there is such a table */
export function enter(answer) {
  if (answer.is !== "created") return false;
  kept.addSeats(answer.table, answer.seats);
  location.hash = "#/t/" + answer.table;
  return true;
}
