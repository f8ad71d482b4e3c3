// The engine in this browser: it answers a form as the server does, with the same
// bytes, so that what is typed need not be sent. It runs in a worker, where a long
// lease delays nobody's typing. Whatever fails leaves the page to the server, for
// as long as the page is open.

const patience = 1000; // milliseconds that a form waits for the engine to start
const answersWithin = { first: 60_000, later: 10_000 }; // milliseconds; one that takes longer has failed

const possible = () => typeof WebAssembly === "object" && typeof Worker === "function" && !navigator.connection?.saveData;

const after = (delay) => new Promise((resolve) => { setTimeout(resolve, delay); });

/** What people read of a piece of the page. */
function wordsOf(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.textContent;
}

/** An engine in a worker, which has one form at a time. */
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

  /** The response to a form. One whose signal is aborted before its turn has none. */
  answer(form, signal) {
    const answer = this.#turn.then(() => (signal?.aborted ? null : this.#ask(form)));
    this.#turn = answer.catch(() => {});
    return answer;
  }

  async #ask(form) {
    if (this.#ended) throw new Error("the engine has ended");
    const { status, body, failed } = await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("the engine does not answer")), this.#within);
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
 * Starts an engine. The form that the server has answered, where there is one, is
 * answered first: an engine that says anything else is not this server's.
 */
async function start({ engine: address, publicUrl }, answered) {
  const module = await WebAssembly.compileStreaming(fetch(`${address}engine.wasm`, { priority: "low" }));
  const engine = new Engine(module, address, publicUrl);
  try {
    const first = await engine.answer(answered.form);
    if (answered.html && wordsOf(await first.text()) !== wordsOf(answered.html)) throw new Error("another engine than the server's");
    return engine;
  } catch (error) {
    engine.end();
    throw error;
  }
}

/**
 * The engine of a page, whose dataset says where it is. started is called where it
 * can be used.
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

    /** The response to a form, or null where the server has to be asked. */
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
