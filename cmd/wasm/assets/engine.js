// The Leasehold engine in this page, worker or process: JSON bytes in, JSON
// bytes out. It blocks while it computes; see workers.js.
import { prepare } from "./go.js";

/**
 * Receives the number of a request's leases computed so far, and their total number.
 * @typedef {(done: number, of: number) => void} Progress
 */

/**
 * The response of an operation. If ok is false, it is the error object of the contract.
 * @typedef {{ok: boolean, body: Uint8Array}} Outcome
 */

/**
 * The source of engine.wasm: its bytes, a response that contains them, or the module.
 * @typedef {BufferSource | Response | WebAssembly.Module} Source
 */

/** Compiles engine.wasm. Any number of workers can use the module.
 * @param {Source | Promise<Source>} source
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compile(source) {
	const given = await source;
	if (given instanceof WebAssembly.Module) {
		return given;
	}
	if (typeof Response === "undefined" || !(given instanceof Response)) {
		return WebAssembly.compile(/** @type {BufferSource} */ (given));
	}
	if (!given.ok) {
		throw new Error(`engine.wasm: status ${given.status} at ${given.url}`);
	}
	if (given.headers.get("content-type") === "application/wasm") {
		return WebAssembly.compileStreaming(given);
	}
	return WebAssembly.compile(await given.arrayBuffer());
}

export class Engine {
	#go;
	#program;

	/** @param {any} go @param {any} program */
	constructor(go, program) {
		this.#go = go;
		this.#program = program;
	}

	/** Starts an engine. Several engines can run at the same time; none changes the global object.
	 * @param {Source | Promise<Source>} source
	 */
	static async start(source) {
		const module = await compile(source);
		/** @type {any} */
		const scope = { Object, Array, Uint8Array, Uint8ClampedArray, Date, TextEncoder, TextDecoder, performance, crypto: globalThis.crypto };
		prepare(scope);
		const go = new scope.Go();
		const ended = go.run(await WebAssembly.instantiate(module, go.importObject));
		if (!scope.leasehold) {
			await ended;
			throw new Error("engine.wasm: did not start");
		}
		return new Engine(go, scope.leasehold);
	}

	/** The revision of the accounting rules. */
	get rulesRevision() {
		return /** @type {number} */ (this.#program.rulesRevision);
	}

	/** False once the engine has failed, as it does if it runs out of memory. Start another engine then. */
	get running() {
		return !this.#go.exited;
	}

	/** Performs an operation by its name in the contract, such as journal-entries.
	 * @param {string} operation
	 * @param {Uint8Array} request
	 * @param {Progress} [onProgress]
	 * @returns {Outcome}
	 */
	answer(operation, request, onProgress) {
		const given = this.#program.answer(operation, request, onProgress);
		if (!given) {
			throw new Error("engine.wasm: ended, probably because memory ran out");
		}
		return { ok: given[0], body: given[1] };
	}
}
