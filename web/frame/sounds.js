// sounds.js -- wood on felt, paper, a soft chord: made here, from noise and sines, and heard only by those who asked for it.
import { kept } from "./local_prefs.js";

/** @type {AudioContext | null} made when the first sound is heard: a browser allows it once somebody has touched the page */
let audio = null;

/** A volume that begins at once and dies away. @param {AudioContext} to @param {number} loud @param {number} seconds */
function fading(to, loud, seconds) {
  const gain = to.createGain();
  gain.gain.setValueAtTime(loud, to.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.0001, to.currentTime + seconds);
  gain.connect(to.destination);
  return gain;
}

/** @param {AudioContext} to @param {number} pitch @param {number} loud @param {number} seconds @param {number} [later] */
function sine(to, pitch, loud, seconds, later = 0) {
  const tone = to.createOscillator();
  tone.frequency.value = pitch;
  tone.connect(fading(to, loud, seconds + later));
  tone.start(to.currentTime + later);
  tone.stop(to.currentTime + later + seconds);
}

/** Noise of which one pitch is left. @param {AudioContext} to @param {number} pitch @param {number} loud @param {number} seconds */
function rustle(to, pitch, loud, seconds) {
  const length = Math.ceil(to.sampleRate * seconds),
    buffer = to.createBuffer(1, length, to.sampleRate),
    source = to.createBufferSource(),
    filter = to.createBiquadFilter();
  buffer.getChannelData(0).forEach((_, i, data) => (data[i] = Math.random() * 2 - 1));
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  source.buffer = buffer;
  source.connect(filter).connect(fading(to, loud, seconds));
  source.start();
}

/** @type {Record<string, (to: AudioContext) => void>} */
const sounds = {
  piece: (to) => {
    sine(to, 190, 0.5, 0.09);
    rustle(to, 900, 0.3, 0.05);
  },
  card: (to) => rustle(to, 3200, 0.35, 0.14),
  end: (to) => [262, 330, 392].forEach((pitch, i) => sine(to, pitch, 0.16, 0.2, 0.03 * i)),
};

/** @param {"piece" | "card" | "end"} name */
export function sound(name) {
  if (!kept.sound) return;
  audio ??= new AudioContext();
  sounds[name](audio);
}
