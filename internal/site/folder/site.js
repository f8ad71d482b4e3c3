// Handles the pages' requests, because a static site has no server program. The engine, in a
// worker, returns the same responses as a server. No input leaves the browser.
(() => {
  "use strict";
  const root = new URL(".", document.currentScript.src);
  const network = window.fetch.bind(window);
  const slow = 300; // milliseconds until the page shows that work is in progress

  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = new URL("site.css", root).href;
  document.head.append(sheet);

  // Decompress a compressed engine here: many servers do not compress.
  async function unpacked(address, signal) {
    const response = await network(address, { signal });
    if (!response.ok) return response;
    return new Response(response.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": "application/wasm" } });
  }

  // Shows the progress of work that takes a while.
  const shown = { box: null, timer: 0 };
  function say(words, done, of) {
    if (!shown.box) {
      shown.box = document.createElement("div");
      shown.box.className = "computing";
      shown.box.setAttribute("role", "status");
      shown.box.append(document.createElement("span"), document.createElement("progress"));
      shown.box.hidden = true;
      document.body.append(shown.box);
    }
    if (!shown.timer) shown.timer = setTimeout(() => { shown.box.hidden = false; }, slow);
    const [text, bar] = shown.box.children;
    text.textContent = words;
    bar.setAttribute("aria-label", words);
    if (of && done) {
      bar.max = of;
      bar.value = done;
    } else {
      bar.removeAttribute("value");
    }
  }
  function hush() {
    clearTimeout(shown.timer);
    shown.timer = 0;
    if (shown.box) shown.box.hidden = true;
  }

  let worker = null;
  let started = null; // settled once the engine has started
  let current = null; // the request in progress
  const waiting = [];

  function start() {
    if (started) return started;
    worker = new Worker(new URL("site-worker.js", root), { type: "module" });
    started = new Promise((resolve, reject) => {
      const fail = (text) => {
        worker.terminate();
        started = null;
        reject(new Error(text));
        current?.reject(new Error(text));
      };
      worker.onerror = (event) => { event.preventDefault(); fail(event.message || "it could not be started"); };
      worker.onmessage = ({ data }) => {
        if (data.loaded) say(`Loading the engine (only once): ${(data.loaded / 1e6).toFixed(1)} MB`, data.loaded, data.of);
        else if (data.ready) resolve();
        else if (data.failed) fail(data.failed);
        else if (data.leases) say(`Computing: ${data.leases.toLocaleString("en")} leases`, data.done, data.of);
        else current?.resolve(data);
      };
    });
    return started;
  }

  async function next() {
    if (current || !waiting.length) return;
    current = waiting.shift();
    const job = current;
    try {
      say("Loading the engine (only once)");
      await start();
      say("Computing");
      worker.postMessage(job.request, [job.request.body.buffer]);
      await job.settled;
    } catch (error) {
      job.reject(error);
    }
    current = null;
    if (!waiting.length) hush();
    next();
  }

  /** Responds to a request as the program's server does. */
  async function answer(path, request) {
    const { signal } = request;
    const job = { request: {
      method: request.method, path, type: request.headers.get("Content-Type") ?? "", accept: request.headers.get("Accept") ?? "",
      body: new Uint8Array(await request.arrayBuffer()),
    } };
    const stopped = () => new DOMException("The request was stopped.", "AbortError");
    if (signal.aborted) throw stopped();
    job.settled = new Promise((resolve, reject) => Object.assign(job, { resolve, reject }));
    signal.addEventListener("abort", () => {
      const at = waiting.indexOf(job);
      if (at >= 0) waiting.splice(at, 1);
    });
    waiting.push(job);
    next();
    const aborted = new Promise((_, reject) => { signal.addEventListener("abort", () => reject(stopped())); });
    try {
      const { status, headers, body } = await Promise.race([job.settled, aborted]);
      return new Response(body, { status, headers });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      const message = `The engine did not respond: ${error.message}. Your entries are kept.`;
      return Response.json({ message, file: message, theirs: message }, { status: 500 });
    }
  }

  window.fetch = (input, init) => {
    const request = new Request(input, init);
    const address = new URL(request.url);
    if (address.origin !== location.origin) return network(request);
    if (request.method === "POST") return answer(address.pathname, request);
    if (address.pathname.endsWith("/engine.wasm")) return unpacked(address.href.replace(/wasm$/, "packed"), request.signal);
    return network(request);
  };

  addEventListener("DOMContentLoaded", () => {
    // Start the engine early for a report or a check; the workbench has its own engine.
    if (document.body.matches(".checking, .reporting")) start().then(() => { if (!current) hush(); }, () => {});
    if ("serviceWorker" in navigator) {
      navigator.serviceWorker.register(new URL("sw.js", root)).catch(() => { /* then the folder needs its server */ });
    }
  });
})();
