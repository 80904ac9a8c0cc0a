// study.js -- what the screens for learning share: their words, which no other screen needs, and their look.
import { addWords, h } from "./dom.js";
import { ask } from "./net.js";

let told = "";

/** Fetches both, once for each language. */
export async function dressStudy() {
  const lang = document.documentElement.lang;
  if (!document.getElementById("study-look")) {
    const look = h("link", { rel: "stylesheet", href: "/study.css", id: "study-look" }),
      there = new Promise((done) => look.addEventListener("load", done, { once: true }));
    document.head.append(look);
    await there;
  }
  if (told === lang) return;
  const words = await ask({ do: "words", of: "study" });
  if (words.is !== "words") return;
  addWords(words.texts);
  told = lang;
}
