// Engines in workers of a browser or of Node, which do not block the page or process.
import { compile } from "./engine.js";

/** @typedef {import("./engine.js").Outcome} Outcome */
/** @typedef {import("./engine.js").Progress} Progress */
/** @typedef {import("./engine.js").Source} Source */

/**
 * A request that waits for a worker or is being computed.
 * @typedef {object} Job
 * @property {string} operation
 * @property {Uint8Array} request
 * @property {Progress | undefined} onProgress
 * @property {(outcome: Outcome) => void} resolve
 * @property {(reason: unknown) => void} reject
 */

export class Workers {
	#module;
	#most;
	/** @type {Thread[]} */
	#idle = [];
	/** @type {Set<Thread>} */
	#busy = new Set();
	/** @type {Job[]} */
	#waiting = [];
	#ended = false;

	/**
	 * @param {Source | Promise<Source>} source of engine.wasm
	 * @param {number} [most] maximum number of workers, which are started when they are needed
	 */
	constructor(source, most = 1) {
		this.#module = compile(source);
		this.#module.catch(() => {}); // each request reports the error
		this.#most = Math.max(1, most);
	}

	/** Performs an operation. If signal is aborted, the operation's worker is ended.
	 * @param {string} operation
	 * @param {Uint8Array} request
	 * @param {{onProgress?: Progress | undefined, signal?: AbortSignal | undefined}} [options]
	 * @returns {Promise<Outcome>}
	 */
	async answer(operation, request, { onProgress, signal } = {}) {
		const module = await this.#module;
		signal?.throwIfAborted();
		if (this.#ended) {
			throw new Error("the workers have been ended");
		}
		const { promise, job } = queued(operation, request, onProgress);
		const abort = () => this.#drop(job, signal?.reason);
		signal?.addEventListener("abort", abort, { once: true });
		this.#waiting.push(job);
		this.#next(module);
		return promise.finally(() => {
			signal?.removeEventListener("abort", abort);
			this.#next(module);
		});
	}

	/** Ends all workers and rejects their requests. */
	end() {
		this.#ended = true;
		const reason = new Error("the workers have been ended");
		this.#waiting.splice(0).forEach((job) => job.reject(reason));
		[...this.#busy, ...this.#idle].forEach((thread) => thread.end(reason));
		this.#busy.clear();
		this.#idle = [];
	}

	/** @param {WebAssembly.Module} module */
	#next(module) {
		while (!this.#ended && this.#waiting.length > 0 && this.#busy.size < this.#most) {
			const thread = this.#idle.pop() ?? new Thread(module);
			this.#busy.add(thread);
			const job = /** @type {Job} */ (this.#waiting.shift());
			thread.work(job, (alive) => {
				if (this.#busy.delete(thread) && alive) {
					this.#idle.push(thread);
				}
			});
		}
	}

	/** @param {Job} job @param {unknown} reason */
	#drop(job, reason) {
		const i = this.#waiting.indexOf(job);
		if (i >= 0) {
			this.#waiting.splice(i, 1);
			job.reject(reason);
			return;
		}
		for (const thread of this.#busy) {
			if (thread.job === job) {
				thread.end(reason);
			}
		}
	}
}

/** @param {string} operation @param {Uint8Array} request @param {Progress | undefined} onProgress */
function queued(operation, request, onProgress) {
	/** @type {any} */
	const job = { operation, request, onProgress };
	/** @type {Promise<Outcome>} */
	const promise = new Promise((resolve, reject) => Object.assign(job, { resolve, reject }));
	return { promise, job: /** @type {Job} */ (job) };
}

/** One worker, which computes one request at a time. */
class Thread {
	#worker;
	#id = 0;
	/** @type {(alive: boolean) => void} */
	#done = () => {};
	/** @type {Job | undefined} */
	job;

	/** @param {WebAssembly.Module} module */
	constructor(module) {
		this.#worker = startWorker(
			(message) => this.#take(message),
			(error) => this.end(error),
		);
		this.#worker.postMessage({ module });
	}

	/** @param {Job} job @param {(alive: boolean) => void} done */
	work(job, done) {
		this.job = job;
		this.#done = done;
		this.#id++;
		const { operation, request, onProgress } = job;
		this.#worker.postMessage({ id: this.#id, operation, request, progress: onProgress !== undefined });
	}

	/** @param {unknown} reason */
	end(reason) {
		this.#worker.terminate();
		this.#settle(false, (job) => job.reject(reason));
	}

	/** @param {any} message */
	#take({ id, ok, body, failed, done, of }) {
		if (id !== this.#id || !this.job) {
			return;
		}
		if (failed !== undefined) {
			this.end(new Error(failed));
		} else if (body) {
			this.#settle(true, (job) => job.resolve({ ok, body }));
		} else {
			this.job.onProgress?.(done, of);
		}
	}

	/** @param {boolean} alive @param {(job: Job) => void} tell */
	#settle(alive, tell) {
		const job = this.job;
		this.job = undefined;
		if (job) {
			this.#done(alive);
			tell(job);
		}
	}
}

/** @param {(message: any) => void} onMessage @param {(error: unknown) => void} onError */
function startWorker(onMessage, onError) {
	if (typeof Worker !== "undefined") {
		const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
		worker.onmessage = (event) => onMessage(event.data);
		worker.onerror = (event) => onError(new Error(event.message || "worker.js: could not be loaded"));
		return worker;
	}
	const threads = globalThis.process?.getBuiltinModule?.("node:worker_threads");
	if (!threads) {
		throw new Error("workers are not available here");
	}
	const worker = new threads.Worker(new URL("./worker.js", import.meta.url));
	worker.unref(); // the process can end while its workers wait
	worker.on("message", onMessage);
	worker.on("error", onError);
	return worker;
}
