// seen.mjs -- what a look at a screen finds: functions that are run in the page.
import assert from "node:assert/strict";
import { atRest } from "./browser.mjs";

/** In the page: texts that are cut off, that lie on one another, that are too small, and a page that scrolls sideways. */
export function faults() {
  const out = [];
  const seen = (e) =>
    e.getClientRects().length > 0 &&
    e.checkVisibility() /* not folded away */ &&
    !e.closest(".unseen, [hidden], title, defs, .gone, #notes") &&
    getComputedStyle(e).visibility !== "hidden" &&
    Number(getComputedStyle(e).opacity) > 0;
  const scrolls = (e) => {
    for (let a = e.parentElement; a && a !== document.body; a = a.parentElement) {
      const o = getComputedStyle(a);
      if (
        /auto|scroll/.test(o.overflowX + o.overflowY) &&
        (a.scrollHeight > a.clientHeight + 1 || a.scrollWidth > a.clientWidth + 1)
      )
        return a;
    }
    return null;
  };
  const root = document.querySelector("dialog[open]") ?? document.body;
  const texts = [];
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let n = walk.nextNode(); n; n = walk.nextNode()) {
    const e = n.parentElement;
    if (!n.data.trim() || !e || /^(SCRIPT|STYLE|OPTION)$/i.test(e.tagName) || !seen(e)) continue;
    const range = document.createRange();
    range.selectNodeContents(n);
    for (const r of range.getClientRects())
      if (r.width > 1 && r.height > 1) texts.push({ e, r, text: n.data.trim().slice(0, 40), svg: e instanceof SVGElement });
  }
  for (const e of document.querySelectorAll("body *")) {
    const o = getComputedStyle(e);
    if (/auto|scroll/.test(o.overflowX + o.overflowY) && o.position === "static" && seen(e) && e.tagName !== "TEXTAREA")
      out.push(`what it holds can leave it: ${e.className}`);
  }
  if (document.documentElement.scrollWidth > innerWidth)
    out.push(`scrolls sideways by ${document.documentElement.scrollWidth - innerWidth}`);
  for (const { e, r, text, svg } of texts) {
    const box = scrolls(e)?.getBoundingClientRect();
    if (box && (r.top < box.top - 1 || r.bottom > box.bottom + 1)) continue; /* scrolled away, and can be scrolled back */
    if (r.left < -1 || r.right > innerWidth + 1) out.push(`off the screen: ${text}`);
    for (let a = e; a && a !== document.body; a = a.parentElement) {
      const o = getComputedStyle(a);
      if (o.overflowX === "visible" || a instanceof SVGElement) continue;
      const b = a.getBoundingClientRect();
      if (r.left < b.left - 1.5 || r.right > b.right + 1.5) out.push(`cut off: ${text}`);
    }
    const size = svg
      ? parseFloat(getComputedStyle(e).fontSize) * (e.getScreenCTM()?.a ?? 1)
      : parseFloat(getComputedStyle(e).fontSize);
    if (size < 8.5 && !e.closest(".mini, .seat-disc")) out.push(`too small (${size.toFixed(1)} px): ${text}`);
  }
  /* letters are drawn inside their line's box: what counts is that boxes meet by more than its leading */
  const core = (t) => {
    const lean = t.svg ? 0.3 : 0.22;
    return { l: t.r.left + 1, r: t.r.right - 1, t: t.r.top + lean * t.r.height, b: t.r.bottom - lean * t.r.height };
  };
  const cores = texts.filter((t) => !t.e.closest(".mini, #top, .badge") || t.e.closest("#top")).map((t) => ({ ...t, c: core(t) }));
  for (let i = 0; i < cores.length; i++)
    for (let k = i + 1; k < cores.length; k++) {
      const a = cores[i],
        b = cores[k];
      if (a.e === b.e || a.e.contains(b.e) || b.e.contains(a.e) || scrolls(a.e) || scrolls(b.e)) continue;
      if (
        getComputedStyle(a.e.closest(".side") ?? a.e).position === "sticky" ||
        getComputedStyle(b.e.closest(".side") ?? b.e).position === "sticky"
      )
        continue;
      if (Math.min(a.c.r, b.c.r) - Math.max(a.c.l, b.c.l) > 1.5 && Math.min(a.c.b, b.c.b) - Math.max(a.c.t, b.c.t) > 1.5)
        out.push(`overlap: “${a.text}” and “${b.text}”`);
    }
  return [...new Set(out)];
}

/** In the page: what one needs to move, that is not on the screen: board, seats, strip, what to do, what can be done. */
function outOfSight() {
  return [".felt", ".seats.below", ".strip", ".status", ".actions"].filter((what) => {
    const e = document.querySelector(what),
      box = e?.getBoundingClientRect();
    return e?.checkVisibility() && box.height > 0 && (box.top < -1 || box.bottom > innerHeight + 1);
  });
}

/** All that one needs to move is on the screen, once the page has come to rest. */
export async function allInSight(page, when) {
  await atRest(page);
  assert.deepEqual(await page.evaluate(outOfSight), [], when);
}

/** Whether all of something is on the screen, once the page has come to rest. It is found and looked at in one step: what is drawn anew
 * in between has no place. */
export async function isSeen(page, what) {
  await atRest(page);
  return page.evaluate((selector) => {
    const e = document.querySelector(selector),
      box = e?.getBoundingClientRect();
    return Boolean(e?.checkVisibility()) && box.height > 0 && box.top >= -1 && box.left >= -1 && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1;
  }, what);
}
