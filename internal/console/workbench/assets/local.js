// The engine in this browser responds to a form with the same bytes as the server, so the input
// need not be sent. It runs in a worker, so that a long lease does not block typing. If anything
// fails, the page uses the server until the page is closed.

const patience = 1000; // maximum time in milliseconds for which a form waits for the engine to start
const answersWithin = { first: 60_000, later: 10_000 }; // milliseconds; an engine that takes longer has failed

const possible = () => typeof WebAssembly === "object" && typeof Worker === "function" && !navigator.connection?.saveData;

const after = (delay) => new Promise((resolve) => { setTimeout(resolve, delay); });

/** The visible text of part of the page. */
function wordsOf(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.textContent;
}

/** An engine in a worker, which computes one form at a time. */
class Engine {
  #worker;
  #publicUrl;
  #turn = Promise.resolve();
  #within = answersWithin.first;
  #ended = false;

  constructor(module, address, publicUrl) {
    this.#publicUrl = publicUrl;
    this.#worker = new Worker(`${address}worker.js`, { type: "module" });
    this.#worker.postMessage({ module });
  }

  /** Returns the response to a form. A form has no response if its signal is aborted before its turn. */
  answer(form, signal) {
    const answer = this.#turn.then(() => (signal?.aborted ? null : this.#ask(form)));
    this.#turn = answer.catch(() => {});
    return answer;
  }

  async #ask(form) {
    if (this.#ended) throw new Error("the engine has ended");
    const { status, body, failed } = await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("the engine does not respond")), this.#within);
      this.#worker.onmessage = ({ data }) => { clearTimeout(timer); resolve(data); };
      this.#worker.onerror = (event) => { event.preventDefault(); clearTimeout(timer); reject(new Error("the engine has failed")); };
      this.#worker.postMessage({ form, publicUrl: this.#publicUrl });
    });
    if (failed) throw new Error(failed);
    this.#within = answersWithin.later;
    return new Response(body, { status });
  }

  end() {
    this.#ended = true;
    this.#worker.terminate();
  }
}

/**
* Starts an engine. If the server has already responded to a form, the engine computes that form
 * first, because an engine with a different response does not match this server.
 */
async function start({ engine: address, publicUrl }, answered) {
  const module = await WebAssembly.compileStreaming(fetch(`${address}engine.wasm`, { priority: "low" }));
  const engine = new Engine(module, address, publicUrl);
  try {
    const first = await engine.answer(answered.form);
    if (answered.html && wordsOf(await first.text()) !== wordsOf(answered.html)) throw new Error("an engine other than the server's");
    return engine;
  } catch (error) {
    engine.end();
    throw error;
  }
}

/**
* The page's engine. The page's dataset contains the engine's URL. The function started is called
 * when the engine is ready.
 */
export function engineHere(place, answered, started) {
  let engine = null;
  let starting = null;
  let waited = false;
  if (place.engine && possible()) {
    starting = start(place, answered).then((it) => { engine = it; started(); }).catch(() => {}).finally(() => { starting = null; });
  }
  return {
    get ready() { return engine !== null; },

    /** Returns the response to a form, or null if the server has to compute it. */
    async answer(form, signal) {
      if (starting && !waited) {
        await Promise.race([starting, after(patience)]);
        waited = true;
      }
      try {
        return (await engine?.answer(form, signal)) ?? null;
      } catch {
        engine?.end();
        engine = null;
        return null;
      }
    },
  };
}
