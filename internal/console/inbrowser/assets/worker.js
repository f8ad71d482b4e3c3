// The worker that runs the engine. The first message contains the engine's module, and each later
// message is a form. The workbench starts the worker; see local.js.
import { prepare } from "./go.js";

let program;

async function start(module) {
  const scope = { Object, Array, Uint8Array, Uint8ClampedArray, Date, TextEncoder, TextDecoder, performance, crypto: globalThis.crypto };
  prepare(scope);
  const go = new scope.Go();
  go.run(await WebAssembly.instantiate(module, go.importObject));
  if (!scope.leasehold) throw new Error("the engine did not start");
  return scope.leasehold;
}

onmessage = async ({ data }) => {
  if (data.module) {
    program = start(data.module);
    program.catch(() => {}); // each response reports the error
    return;
  }
  try {
    const [status, body] = (await program).show(data.form, data.publicUrl);
    postMessage({ status, body });
  } catch (error) {
    postMessage({ failed: String(error) });
  }
};
