// french.test.mjs -- what a reader of French sees: no sentence of the English catalogue, no straight apostrophe, « » with their
// blanks; and, where word lists are installed (a full run brings them), no English word that is neither French nor a name.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { after, afterEach, before } from "node:test";
import { House, atRest, full, goWrong, play, test, turnOf } from "./browser.mjs";

const house = new House();
before(() => house.open());
afterEach(() => house.empty());
after(async () => assert.equal(await house.close(), 0, "the server ends cleanly on SIGTERM"));

/** The English of every message, without those that are the same in French. */
function catalogue() {
  const text = readFileSync(new URL("../../po/fr.po", import.meta.url), "utf8"),
    pairs = [...text.matchAll(/^msgid "(.*)"\nmsgstr "(.*)"$/gm)].map(([, id, french]) => [id, french]);
  const french = new Set(pairs.map(([, f]) => f.toLowerCase()));
  return new Set(pairs.map(([id]) => id).filter((id) => id && !french.has(id.toLowerCase()) && /[a-z]{3}/.test(id) && !id.includes("{")));
}

/** In the page: every text that is seen or heard. */
function texts() {
  const out = [],
    walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let n = walk.nextNode(); n; n = walk.nextNode())
    if (n.data.trim() && n.parentElement?.checkVisibility() && !n.parentElement.closest("[lang=en], .hash, kbd, .move-text[title], code")) out.push(n.data.trim());
  for (const name of ["aria-label", "title", "placeholder"])
    for (const e of document.querySelectorAll(`body [${name}]`)) if (!e.closest("[lang=en], .hash, .move-text")) out.push(e.getAttribute(name).trim());
  for (const e of document.querySelectorAll("option, optgroup")) out.push((e.label ?? e.textContent).trim());
  return [...new Set(out)].filter(Boolean);
}

/** Names that are the same in every language, what is written on keys, and what is typed: words of notations and of options. */
const names = new Set(
  `next reveal deduce grab climb shoot pass max take rules left maj duelliste ergo wumpus chicago stock exchange moriarty nim kayles chomp dodgem col elo fr en svg png html ctrl tab zugzwang trader
   dawson othello tabula rasa komi expert film record`.split(/\s+/),
);

const list = (path) => new Set(readFileSync(path, "utf8").toLowerCase().split("\n"));
const lists = ["/usr/share/dict/american-english", "/usr/share/dict/french"];

/** Words of a text that are English and neither French nor a name. */
function foreign(text, english, french) {
  return [...text.matchAll(/(?<![\p{L}’'-])\p{L}{3,}(?![\p{L}])/gu)]
    .map(([word]) => word.toLowerCase())
    .filter((word) => english.has(word) && !french.has(word) && !names.has(word));
}

/** Presses something that opens a dialog. */
async function openDialog(page, button) {
  await page.locator(button).click();
  await page.waitForSelector("dialog[open]");
}

/** What they are called and how one gets there: from home, or from the one before where it `stays`. @type {[string, (page: any) => Promise<void>, boolean?][]} */
const screens = [
  ["home", async () => {}],
  ...["ergo", "wumpus", "moriarty"].map((game) => [`form of ${game}`, (page) => openDialog(page, `.card[data-game="${game}"] button.quiet`)]),
  ...["analysis-board", "profile", "settings"].map((id) => [id, (page) => openDialog(page, "#" + id)]),
  ...["ergo", "wumpus", "moriarty", "chicago", "allumettes", "nim", "tictactoe", "connect4", "kayles", "chomp", "dodgem", "lgame", "morris", "awari", "col", "duo"].flatMap((game) => [
    [
      game,
      async (page) => {
        await play(page, game);
        await turnOf(page);
        if (await page.locator("#advise:not([disabled])").count()) {
          await page.click("#advise");
          await page.waitForSelector(".advice");
        }
      },
    ],
    ["rules of " + game, (page) => openDialog(page, "#rules"), true],
  ]),
  [
    "keys",
    async (page) => {
      await play(page, "nim");
      await turnOf(page);
      await page.keyboard.press("?");
      await page.waitForSelector("dialog[open]");
    },
  ],
  [
    "end, and sharing",
    async (page) => {
      await goWrong(page);
      await openDialog(page, "#share");
    },
  ],
  [
    "review",
    async (page) => {
      await goWrong(page);
      await page.click("#review");
      await page.waitForSelector(".review-sum");
    },
  ],
];

test("every text that a reader of French meets is French, as it is printed", async () => {
  const english = catalogue(),
    words = full && lists.every(existsSync) ? lists.map(list) : null,
    page = await house.person({ lang: "fr", width: 1280, height: 800 }),
    bad = [];
  for (const [where, open, stays] of screens) {
    if (!stays) await house.go(page, "#/");
    await open(page);
    await atRest(page);
    for (const text of await page.evaluate(texts)) {
      if (english.has(text)) bad.push(`${where}: English: ${text}`);
      if (/\p{L}'\p{L}/u.test(text)) bad.push(`${where}: straight apostrophe: ${text}`);
      if (/«[^\u202f\u00a0]|[^\u202f\u00a0]»/.test(text)) bad.push(`${where}: « » without blanks: ${text}`);
      if (/\p{L}{2} [:;?!](?: |$)/u.test(text)) bad.push(`${where}: a sign that may begin a line: ${text}`);
      if (words) bad.push(...foreign(text, ...words).map((word) => `${where}: “${word}” in: ${text.slice(0, 80)}`));
    }
    await page.keyboard.press("Escape");
  }
  assert.deepEqual([...new Set(bad)], []);
});
