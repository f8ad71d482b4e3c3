// An engine in a worker, for workers.js. The first message contains the module of engine.wasm.
// Each later message is a request; the response has the same id.
import { Engine } from "./engine.js";

const node = globalThis.process?.getBuiltinModule?.("node:worker_threads");
/** @type {any} */
const port = node?.parentPort ?? globalThis;

/** @type {Promise<Engine>} */
let engine;

/** @param {any} message */
async function take(message) {
	if (message.module) {
		engine = Engine.start(message.module);
		engine.catch(() => {}); // each request reports the error
		return;
	}
	const { id, operation, request, progress } = message;
	try {
		const { ok, body } = (await engine).answer(operation, request, progress ? throttled(id) : undefined);
		port.postMessage({ id, ok, body }, [body.buffer]);
	} catch (error) {
		port.postMessage({ id, failed: String(error) });
	}
}

const often = 50; // milliseconds between two progress messages

/** @param {number} id */
function throttled(id) {
	let last = 0;
	return (/** @type {number} */ done, /** @type {number} */ of) => {
		const now = performance.now();
		if (done === of || now - last >= often) {
			last = now;
			port.postMessage({ id, done, of });
		}
	};
}

if (node?.parentPort) {
	port.on("message", take);
} else {
	port.onmessage = (/** @type {MessageEvent} */ event) => take(event.data);
}
