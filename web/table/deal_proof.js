// deal_proof.js -- checks a sealed deal without trusting the server: the hash of game, options and seed, as a record tells
// them, computed here. BLAKE2b after RFC 7693, 32 bytes, without a key.

const MASK = (1n << 64n) - 1n;
const start = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
];
const order = [
  "0123456789abcdef",
  "ea489fd61c02b753",
  "b8c052fdae367194",
  "7931dcbe265a40f8",
  "905724afe1bc683d",
  "2c6a0b834d75fe19",
  "c51fed4a0763928b",
  "db7ec13950f4862a",
  "6fe9b308c2d714a5",
  "a2847615fb9e3cd0",
];

/** @param {bigint} x @param {bigint} n */
const turn = (x, n) => ((x >> n) | (x << (64n - n))) & MASK;

/** @param {bigint[]} v @param {number} a @param {number} b @param {number} c @param {number} d @param {bigint} x @param {bigint} y */
function mix(v, a, b, c, d, x, y) {
  v[a] = (v[a] + v[b] + x) & MASK;
  v[d] = turn(v[d] ^ v[a], 32n);
  v[c] = (v[c] + v[d]) & MASK;
  v[b] = turn(v[b] ^ v[c], 24n);
  v[a] = (v[a] + v[b] + y) & MASK;
  v[d] = turn(v[d] ^ v[a], 16n);
  v[c] = (v[c] + v[d]) & MASK;
  v[b] = turn(v[b] ^ v[c], 63n);
}

/** @param {bigint[]} h @param {DataView} block @param {number} count @param {boolean} last */
function compress(h, block, count, last) {
  const v = [...h, ...start],
    m = Array.from({ length: 16 }, (_, i) => block.getBigUint64(8 * i, true));
  v[12] ^= BigInt(count);
  if (last) v[14] ^= MASK;
  for (let round = 0; round < 12; round++) {
    const s = [...order[round % 10]].map((c) => m[parseInt(c, 16)]);
    for (let i = 0; i < 4; i++) mix(v, i, 4 + i, 8 + i, 12 + i, s[2 * i], s[2 * i + 1]);
    for (let i = 0; i < 4; i++) mix(v, i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4), s[8 + 2 * i], s[9 + 2 * i]);
  }
  for (let i = 0; i < 8; i++) h[i] ^= v[i] ^ v[i + 8];
}

/** @param {string} text @returns {string} 64 hexadecimal digits */
export function blake2b(text) {
  const data = new TextEncoder().encode(text),
    blocks = Math.max(1, Math.ceil(data.length / 128));
  const padded = new Uint8Array(128 * blocks),
    h = [...start];
  padded.set(data);
  h[0] ^= 0x01010020n;
  for (let i = 0; i < blocks; i++)
    compress(h, new DataView(padded.buffer, 128 * i, 128), Math.min(data.length, 128 * (i + 1)), i === blocks - 1);
  const out = new DataView(new ArrayBuffer(32));
  for (let i = 0; i < 4; i++) out.setBigUint64(8 * i, h[i], true);
  return [...new Uint8Array(out.buffer)].map((b) => b.toString(16).padStart(2, "0")).join("");
}

/** The hash that was to be shown before the first card, from a record; "" where the record tells no seed.
 * @param {string} record */
export function sealOf(record) {
  const line = (/** @type {string} */ name) => new RegExp(`^${name} ?(.*)$`, "m").exec(record)?.[1];
  const seed = line("seed");
  return seed === undefined
    ? ""
    : blake2b(`duelliste commitment 1\ngame ${line("game")}\nvariant ${line("variant")}\nseed ${seed}\n`);
}
