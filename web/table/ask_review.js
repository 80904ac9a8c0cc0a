// ask_review.js -- a review asked for, a game tried again: each deed asks the server, and what it answers goes to the store.
import { tell } from "./table_panel.js";
import { enter } from "../home/go_to_table.js";
import { kept } from "../frame/local_prefs.js";
import { ask } from "../frame/net.js";
import { reviewKey } from "../known/review_state.js";
import { stopThinking } from "./ask_values.js";

/** @typedef {import("./actions.js").TableStore} TableStore */

/** @param {TableStore} store */
export async function review(store) {
  const { table, worth } = store.known,
    key = reviewKey(table, document.documentElement.lang);
  if (worth.thinking) stopThinking(store); /* the review has its own judge */
  store.receive({ is: "review-asked", key });
  const answer = await ask({ do: "review" });
  if (store.known.review.key !== key) return;
  tell(answer);
  store.receive({ is: "reviewed", key, answer });
}

/** A review that is open goes on in another language, and after the connection was lost. @param {TableStore} store */
export function reviewAgain(store) {
  const { table, review: known } = store.known;
  if (table && known.open && known.key !== reviewKey(table, document.documentElement.lang)) review(store);
}

/** Back to advice; what is still being thought about is not wanted any more. @param {TableStore} store */
export function leaveReview(store) {
  if (!store.known.review.found) ask({ do: "stop", of: "review" });
  store.receive({ is: "review-left" });
}

/** Once more from the position before that move; the way back is kept. @param {string} id of this table @param {number} ply the move */
export async function retry(id, ply) {
  const answer = await ask({ do: "retry", ply: ply - 1, by: kept.opponent });
  if (answer.is === "created") kept.origin(answer.table, { table: id, ply });
  if (!enter(answer)) tell(answer);
}
