// animate.js -- animates what changed between two pictures: what moved slides, what came drops in, what went falls
// away. What stays marked is told by the picture itself (`last` of its elements).

/** @typedef {import("./board_svg.js").Place} Place */
/** @typedef {import("./board_svg.js").Picture} Picture */
/** @typedef {{old: Place | undefined, now: Place, slid: boolean, flipped: boolean}} Change */

const fixed = new Set(["cell", "board", "gap", "label", "seat"]);

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {Place} p */
const spot = (p) => `translate(${p.x}px, ${p.y}px)`;

/** What came, moved or looks different. @param {Map<string, Place>} places @param {Map<string, Place>} before @returns {Change[]} */
function changesOf(places, before) {
  return [...places]
    .filter(([, now]) => !fixed.has(now.item.k))
    .map(([id, now]) => {
      const old = before.get(id);
      return {
        old,
        now,
        slid: Boolean(old && (Math.abs(old.x - now.x) > 0.01 || Math.abs(old.y - now.y) > 0.01)),
        flipped: Boolean(old && (old.item.face !== now.item.face || old.item.tone !== now.item.tone)),
      };
    })
    .filter((c) => !c.old || c.slid || c.flipped);
}

/** @param {SVGSVGElement} svg @param {Place | undefined} old @param {Place} now */
function slide(svg, old, now) {
  const from = old ? spot(old) : `translate(${now.x}px, ${now.y - 0.45}px) scale(0.85)`;
  now.node.animate(
    [
      { transform: from, opacity: old ? 1 : 0 },
      { transform: spot(now), opacity: 1 },
    ],
    { duration: 200, easing: "ease-out" },
  );
  if (old) svg.append(now.node);
}

/** Shows for the last time what is there no more.
 * @param {SVGSVGElement} svg @param {Place} old @param {Keyframe[]} frames @param {KeyframeAnimationOptions} how */
function farewell(svg, old, frames, how) {
  old.node.classList.add("gone");
  svg.append(old.node);
  old.node.animate(frames, how).finished.finally(() => old.node.remove());
}

/** Turned over, the nearer to what came the sooner.
 * @param {SVGSVGElement} svg @param {Place} old @param {Place} now @param {Place | undefined} came */
function flip(svg, old, now, came) {
  const delay = came ? 70 * (Math.max(Math.abs(came.x - now.x), Math.abs(came.y - now.y)) - 1) : 0,
    at = spot(now),
    narrow = `${at} scale(0.05, 1)`;
  farewell(svg, old, [{ transform: at }, { transform: narrow }], { duration: 100, delay, easing: "ease-in", fill: "both" });
  now.node.animate(
    [
      { transform: narrow, opacity: 0 },
      { transform: narrow, opacity: 1, offset: 0.01 },
      { transform: at, opacity: 1 },
    ],
    { duration: 110, delay: delay + 100, easing: "ease-out", fill: "backwards" },
  );
}

/** @param {SVGSVGElement} svg @param {Place} old */
function letFall(svg, old) {
  const lean = old.item.shape === "match" ? 24 : 0,
    down = `translate(${old.x + lean / 60}px, ${old.y + 0.4}px) rotate(${lean}deg)`;
  farewell(
    svg,
    old,
    [
      { transform: spot(old), opacity: 1 },
      { transform: down, opacity: 0 },
    ],
    { duration: 220, easing: "ease-out" },
  );
}

/** @param {SVGSVGElement} svg @param {Picture} picture as it is now @param {Map<string, Place>} before where things were */
export function showChange(svg, { places }, before) {
  if (isStill()) return;
  const came = [...places].find(([id, p]) => p.item.k === "piece" && !before.has(id))?.[1];
  for (const { old, now, slid, flipped } of changesOf(places, before))
    if (old && flipped && !slid && now.item.k === "piece") flip(svg, old, now, came);
    else slide(svg, old, now);
  for (const [id, old] of before) if (!places.has(id) && !fixed.has(old.item.k)) letFall(svg, old);
}
