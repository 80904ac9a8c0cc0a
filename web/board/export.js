// export.js -- a picture as a file of its own: what is seen with the rules that dress it, so that it looks alike anywhere; a film
// is such a picture with a layer for each position, shown one after the other.
import { s } from "../frame/dom.js";
import { paint } from "./board_svg.js";

const WIDTH = 900, /* pixels of a picture that is made */
  FRAME = 0.9, /* seconds */
  LAST = 3; /* times as long */

/** The rules that dress what stands in a picture, and the colours they name. @param {SVGSVGElement[]} pictures */
function dressOf(pictures) {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((r) => r instanceof CSSStyleRule),
    used = rules.filter((r) => !/:hover|:focus|:root|::/.test(r.selectorText) && pictures.some((p) => p.matches(r.selectorText) || p.querySelector(r.selectorText))),
    text = used.map((r) => r.cssText).join("\n"),
    names = new Set([...text.matchAll(/var\((--[\w-]+)/g)].map((m) => m[1]).filter((name) => name !== "--c")),
    root = getComputedStyle(document.documentElement);
  return `svg{${[...names].map((name) => `${name}:${root.getPropertyValue(name).trim()}`).join(";")}}\n${text}`;
}

/** A picture of its own, in the page as long as it is needed: rules are found by what they match. @param {any} scene */
function pictureOf(scene) {
  const svg = /** @type {SVGSVGElement} */ (s("svg", { class: "scene", xmlns: "http://www.w3.org/2000/svg" })),
    room = { w: WIDTH, h: (WIDTH * scene.h) / scene.w, most: 0 };
  paint(svg, scene, room, { own: () => true, turned: new Set() });
  for (const e of svg.querySelectorAll(".halo, .dot")) e.remove();
  return svg;
}

/** Lends pictures to the page while something is found out about them. @template T @param {SVGSVGElement[]} pictures @param {() => T} then */
function inPage(pictures, then) {
  const shelf = document.createElement("div");
  shelf.className = "unseen";
  shelf.append(...pictures);
  document.body.append(shelf);
  const found = then();
  shelf.remove();
  return found;
}

/** @param {SVGSVGElement} svg */
function sizeOf(svg) {
  const [, , w, h] = (svg.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
  return { width: WIDTH, height: Math.round((WIDTH * h) / w) };
}

/** @param {SVGSVGElement} svg */
const insideOf = (svg) => {
  const writer = new XMLSerializer();
  return [...svg.childNodes].map((node) => writer.serializeToString(node)).join("");
};

/** The text of a file: written, since the page may not have styles in its own elements. @param {string} css @param {string} box
 * @param {{width: number, height: number}} size @param {string} inside @param {string} [kind] its class */
function fileOf(css, box, { width, height }, inside, kind = "scene") {
  const paper = getComputedStyle(document.documentElement).backgroundColor;
  return `<svg xmlns="http://www.w3.org/2000/svg" class="${kind}" viewBox="${box}" width="${width}" height="${height}"><style><![CDATA[
svg{background:${paper}}
${css}
]]></style>${inside}</svg>`;
}

/** A position as the text of an SVG file. @param {any} scene */
export function pictureFile(scene) {
  const svg = pictureOf(scene),
    css = inPage([svg], () => dressOf([svg]));
  return fileOf(css, svg.getAttribute("viewBox") ?? "", sizeOf(svg), insideOf(svg));
}

/** What stands in the page as the text of an SVG file, as large as it is there. @param {SVGSVGElement} svg */
export function drawingFile(svg) {
  const { width, height } = svg.viewBox.baseVal;
  return fileOf(dressOf([svg]), `0 0 ${width} ${height}`, { width, height }, insideOf(svg), svg.classList.value);
}

/** A game as the text of an SVG file that moves. @param {any[]} scenes a position after the other */
export function filmFile(scenes) {
  const pictures = scenes.map(pictureOf),
    css = inPage(pictures, () => dressOf(pictures)),
    total = FRAME * (scenes.length - 1 + LAST),
    boxes = pictures.map((p) => (p.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number)),
    least = (/** @type {number} */ i) => Math.min(...boxes.map((b) => b[i])),
    most = (/** @type {number} */ i) => Math.max(...boxes.map((b) => b[i] + b[i + 2])),
    box = [least(0), least(1), most(0) - least(0), most(1) - least(1)];
  const layers = pictures.map((p, i) => `<g class="frame${i === scenes.length - 1 ? " last" : ""}" style="animation-delay:${(FRAME * i).toFixed(1)}s">${insideOf(p)}</g>`);
  const part = (/** @type {number} */ seconds) => ((100 * seconds) / total).toFixed(3),
    film = `.frame{visibility:hidden;animation:seen ${total}s infinite step-end}.frame.last{animation-name:held}
@keyframes seen{0%{visibility:visible}${part(FRAME)}%{visibility:hidden}}@keyframes held{0%{visibility:visible}${part(FRAME * LAST)}%{visibility:hidden}}`;
  return fileOf(`${css}\n${film}`, box.join(" "), { width: WIDTH, height: Math.round((WIDTH * box[3]) / box[2]) }, layers.join(""));
}

/** The same picture in points. @param {string} svg the text of a file @returns {Promise<Blob | null>} */
export async function pointsOf(svg) {
  const image = new Image(),
    canvas = document.createElement("canvas");
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg);
  await image.decode();
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  const pen = canvas.getContext("2d");
  if (!pen) return null;
  pen.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}
