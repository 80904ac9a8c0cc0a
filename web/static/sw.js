// sw.js -- hands out the page: from what was fetched when it was first opened, so that it opens without a network, and with the heads
// that let it share memory among its workers, which a plain host of files does not send. VERSION and FILES are filled in by tools/page.
"use strict";

const VERSION = "@VERSION@",
  FILES = ["@FILES@"],
  PREFIX = "duelliste " + new URL(registration.scope).pathname + " ";

const HEADS = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp", "Cross-Origin-Resource-Policy": "same-origin" };

async function fetchAll() {
  const cache = await caches.open(PREFIX + VERSION);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
}

async function forgetOthers() {
  for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== PREFIX + VERSION) await caches.delete(name);
  await clients.claim();
}

/** What is not needed at first is kept from when it was. @param {Cache} cache @param {Request} request */
async function fetchLater(cache, request) {
  const given = await fetch(request);
  if (given.ok) await cache.put(request, given.clone());
  return given;
}

/** @param {Request} request */
async function handOut(request) {
  const cache = await caches.open(PREFIX + VERSION),
    folder = request.url.split(/[?#]/)[0].endsWith("/"),
    kept = await cache.match(folder ? "index.html" : request, { ignoreSearch: true }),
    given = kept ?? (await fetchLater(cache, request)),
    heads = new Headers(given.headers);
  for (const [name, value] of Object.entries(HEADS)) heads.set(name, value);
  return new Response(given.body, { status: given.status, statusText: given.statusText, headers: heads });
}

addEventListener("install", (e) => e.waitUntil(fetchAll()));
addEventListener("activate", (e) => e.waitUntil(forgetOthers()));
addEventListener("fetch", (e) => {
  if (e.request.method === "GET" && e.request.url.startsWith(registration.scope)) e.respondWith(handOut(e.request));
});
