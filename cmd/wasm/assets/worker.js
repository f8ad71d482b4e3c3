// An engine in a worker, for workers.js. The first message has the module of
// engine.wasm; each later one is a request, and is answered by its id.
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
		engine.catch(() => {}); // each request tells it
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

const often = 50; // milliseconds between two messages of progress

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
