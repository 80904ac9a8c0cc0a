// worker_link.js -- the page without a server: what takes the place of its WebSocket, before all else.
//
//   page ──line──▶ program_worker.js, a worker of one of this browser's tabs ──▶ the program
//
// Of all tabs that show the page one has the hub: the one that holds a lock of the browser. When it closes, however it closes, the next
// gets the lock and begins another hub on the same files; all lines are closed, and the pages open new ones, as after any server that was
// started again. The program has threads, for which a page must be isolated: sw.js sees to that, from the second loading on.
"use strict";

{
  const place = new URL(".", location.href).pathname,
    name = "duelliste " + place,
    /** What is said before the program is there to say it. @type {Record<string, Record<string, string>>} */
    words = {
      en: {
        old: "This page needs a browser that lets it work without a server (service workers, shared memory, files of its own): Chromium 108, Firefox 111, Safari 17 or a later one, and no private window.",
        failed: "The program could not be started in this browser. Loading the page again may help.",
      },
      fr: {
        old: "Cette page demande un navigateur qui la laisse travailler sans serveur (service workers, mémoire partagée, fichiers à elle) : Chromium 108, Firefox 111, Safari 17 ou plus récent, et pas de fenêtre privée.",
        failed: "Le programme n’a pas pu démarrer dans ce navigateur. Recharger la page peut aider.",
      },
    };

  /** @param {string} key */
  function tell(key) {
    const show = () => {
      const line = document.getElementById("line"),
        lang = navigator.language.startsWith("fr") ? "fr" : "en";
      if (!line) return;
      line.textContent = words[lang][key];
      line.hidden = false;
    };
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", show);
    else show();
  }

  /** Whether all is there that the program needs. */
  const able = () =>
    "serviceWorker" in navigator && "locks" in navigator && "storage" in navigator && "getDirectory" in navigator.storage && "DecompressionStream" in globalThis;

  /** Loads the page again once sw.js hands it out; twice at most, so that a browser that does not obey is not kept busy. */
  async function isolate() {
    const tries = Number(sessionStorage.getItem(name) ?? 0);
    if (!able() || tries >= 2) return tell("old");
    try {
      await navigator.serviceWorker.register("sw.js");
      await navigator.serviceWorker.ready;
    } catch {
      return tell("old");
    }
    sessionStorage.setItem(name, String(tries + 1));
    location.reload();
  }

  // ---- the hub of this tab, once it has the lock ---------------------------------------------------------------------------

  /** Whoever had a hub before has gone with it: those who spoke to it know at once. */
  function beginHub() {
    post.postMessage({ to: "all", kind: "ended" });
    for (const line of open) if (line.readyState !== WebSocket.CONNECTING) line.closed();
    const hub = new Worker("program_worker.js", { name });
    hub.onerror = () => tell("failed");
    hub.onmessage = (e) => {
      if (e.data === "failed") tell("failed");
      if (e.data !== "again") return;
      hub.terminate(); /* games from files are there from the beginning: for another one it begins anew */
      beginHub();
    };
  }

  // ---- lines --------------------------------------------------------------------------------------------------------------

  const post = new BroadcastChannel(name),
    /** Those that are not closed. @type {Set<Line>} */
    open = new Set();
  let lines = 0;

  /** As much of a WebSocket as the page uses. */
  class Line extends EventTarget {
    readyState = WebSocket.CONNECTING;
    /** @type {((e: Event) => void) | null} */ onopen = null;
    /** @type {((e: MessageEvent) => void) | null} */ onmessage = null;
    /** @type {((e: Event) => void) | null} */ onclose = null;

    constructor() {
      super();
      this.id = `${Math.random().toString(36).slice(2)}-${++lines}`;
      this.hear = (/** @type {MessageEvent} */ e) => this.receive(e.data);
      post.addEventListener("message", this.hear);
      open.add(this);
      /* held as long as this page lives: so the hub learns that it has gone */
      this.let = () => {};
      navigator.locks.request(`${name} ${this.id}`, () => new Promise((done) => this.hold(done)));
    }

    /** @param {(value?: any) => void} done */
    hold(done) {
      this.let = done;
      if (this.readyState === WebSocket.CLOSED) done();
      else this.tell("open");
    }

    /** @param {string} kind @param {string} [text] */
    tell(kind, text) {
      post.postMessage({ to: "hub", from: this.id, kind, text });
    }

    /** @param {{to: string, kind: string, text?: string}} m */
    receive(m) {
      if (m.to === "all" && this.readyState !== WebSocket.CONNECTING) this.closed();
      else if (m.to === "all" && m.kind === "begun") this.tell("open");
      if (m.to !== this.id) return;
      if (m.kind === "open" && this.readyState === WebSocket.CONNECTING) {
        this.readyState = WebSocket.OPEN;
        this.emit(new Event("open"));
      } else if (m.kind === "say") this.emit(new MessageEvent("message", { data: m.text }));
      else if (m.kind === "close") this.closed();
    }

    /** @param {any} event */
    emit(event) {
      this.dispatchEvent(event);
      if (event.type === "open") this.onopen?.(event);
      else if (event.type === "message") this.onmessage?.(event);
      else this.onclose?.(event);
    }

    closed() {
      if (this.readyState === WebSocket.CLOSED) return;
      this.readyState = WebSocket.CLOSED;
      open.delete(this);
      post.removeEventListener("message", this.hear);
      this.let();
      this.emit(new Event("close"));
    }

    /** @param {string} text */
    send(text) {
      this.tell("say", text);
    }

    close() {
      this.tell("close");
      this.closed();
    }
  }

  // ---- what only a page without a server can be asked for -------------------------------------------------------------------

  /** `file`: a game from a file, `bring`: all that was kept elsewhere, `copy`: all that is kept here. Those that change something begin the
   * program anew. @param {string} kind @param {{name?: string, bytes?: ArrayBuffer}} [more] @returns {Promise<{why?: string, bytes?: ArrayBuffer}>} */
  function request(kind, more = {}) {
    const from = `${Math.random().toString(36).slice(2)}-${++lines}`,
      lang = document.documentElement.lang;
    return new Promise((done) => {
      const hear = (/** @type {MessageEvent} */ e) => {
        if (e.data.to !== from) return;
        post.removeEventListener("message", hear);
        done(e.data);
      };
      post.addEventListener("message", hear);
      post.postMessage({ to: "hub", from, kind, lang, ...more });
    });
  }

  globalThis.duellisteAlone = { open: () => new Line(), request };
  if (!globalThis.crossOriginIsolated) isolate();
  else {
    sessionStorage.removeItem(name);
    navigator.locks.request(name, () => new Promise(beginHub));
  }
}
