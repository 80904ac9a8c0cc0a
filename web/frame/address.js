// address.js -- the address of the page: it names the screen that is shown, and some screens say in it what is seen of them.

/** Of the screen that is shown. */
let shown = "";

/** The screen that the address names is shown from now on. */
export function arrive() {
  shown = location.hash;
}

/** Says in the address what is seen of the screen that is shown. Who is on the way to another one, whose code has not come yet, gets
 * there all the same. @param {string} hash */
export function keepAddress(hash) {
  if (location.hash !== shown) return;
  history.replaceState(null, "", hash);
  arrive();
}
