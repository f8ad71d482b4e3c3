// The pages' engine in a worker: each message is a request, and the worker sends back its
// response; see site.js.
import { prepare } from "./go.js";

/** The engine, decompressed while it loads. */
async function load() {
  const response = await fetch(new URL("console.packed", import.meta.url));
  if (!response.ok) throw new Error(`console.packed has status ${response.status}`);
  const of = Number(response.headers.get("Content-Length")) || 0;
  let loaded = 0;
  const counted = new TransformStream({
    transform(chunk, to) {
      loaded += chunk.length;
      postMessage({ loaded, of });
      to.enqueue(chunk);
    },
  });
  const wasm = response.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
  return new Response(wasm, { headers: { "Content-Type": "application/wasm" } });
}

async function start() {
  const scope = {
    Object, Array, Uint8Array, Uint8ClampedArray, Date, TextEncoder, TextDecoder, performance, crypto: globalThis.crypto,
    console, setTimeout: setTimeout.bind(globalThis), clearTimeout: clearTimeout.bind(globalThis),
  };
  prepare(scope);
  const go = new scope.Go();
  const { instance } = await WebAssembly.instantiateStreaming(load(), go.importObject);
  go.run(instance);
  if (!scope.leasehold) throw new Error("the engine did not start");
  scope.leasehold.progress = (leases, done, of) => postMessage({ leases, done, of });
  return scope.leasehold;
}

const engine = start();
engine.then(() => postMessage({ ready: true }), (error) => postMessage({ failed: String(error.message ?? error) }));

onmessage = async ({ data: { method, path, type, accept, body } }) => {
  try {
    postMessage((await engine).serve(method, path, type, accept, body));
  } catch (error) {
    postMessage({ failed: String(error.message ?? error) });
  }
};
