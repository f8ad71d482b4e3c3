// The operations on this machine: no key, no network, nothing billed.
import { Engine } from "../engine/engine.js";
import { Workers } from "../engine/workers.js";
import { Answer, encode } from "./answer.js";
import { LeaseholdError } from "./error.js";

/** @import { Request, Response as ResponseOf } from "./answer.js" */
/** @import { Outcome, Progress, Source } from "../engine/engine.js" */

/** An answer of this machine has neither request_id nor replay.
 * @template {string} O
 * @typedef {Answer<Omit<ResponseOf<O>, "request_id" | "replay">>} LocalAnswer
 */

/** engine.wasm of this package.
 * @returns {Source | Promise<Source>}
 */
function ownEngine() {
	const url = new URL("../engine/engine.wasm", import.meta.url);
	const files = url.protocol === "file:" ? globalThis.process?.getBuiltinModule?.("node:fs/promises") : undefined;
	return files ? files.readFile(url) : fetch(url);
}

/** Starts the engine in this page or process.
 * @param {Source | Promise<Source>} [source] of engine.wasm; that of this package unless given
 */
export async function load(source = ownEngine()) {
	return new Local(await Engine.start(source));
}

/** The engine in this page or process. Each answer comes at once, and nothing
 * else happens in the meantime; for many leases use {@link LocalWorkers}. */
export class Local {
	#engine;

	/** @param {Engine} engine */
	constructor(engine) {
		this.#engine = engine;
	}

	/** The revision of the accounting rules by which the figures are made. */
	get rulesRevision() {
		return this.#engine.rulesRevision;
	}

	/** The whole accounting of a lease. @param {Request<"compute">} lease */
	compute(lease) {
		return this.call("compute", lease);
	}

	/** The amortization schedule of a lease. @param {Request<"schedule">} lease */
	schedule(lease) {
		return this.call("schedule", lease);
	}

	/** The journal entries of a lease. @param {Request<"journal-entries">} lease */
	journalEntries(lease) {
		return this.call("journal-entries", lease);
	}

	/** Whether a lease is operating or finance, and why. @param {Request<"classify">} lease */
	classify(lease) {
		return this.call("classify", lease);
	}

	/** A report on many leases over a span of days. @param {Request<"report">} question */
	report(question) {
		return this.call("report", question);
	}

	/** Whether a schedule that somebody else made agrees. @param {Request<"verify">} question */
	verify(question) {
		return this.call("verify", question);
	}

	/** One lease under every treatment. @param {Request<"compare">} lease */
	compare(lease) {
		return this.call("compare", lease);
	}

	/** Answers a request of an operation by its name.
	 * @template {string} O
	 * @param {O} operation
	 * @param {Request<O>} request
	 * @returns {LocalAnswer<O>}
	 */
	call(operation, request) {
		return answered(operation, this.#engine.answer(operation, encode(operation, request)));
	}
}

/**
 * @typedef {object} WorkOptions
 * @property {Progress} [onProgress] told how many leases of a report are done, of how many
 * @property {AbortSignal} [signal] ends the work
 */

/** The engine in workers, so that nothing waits for it. */
export class LocalWorkers {
	#workers;

	/** @param {{most?: number, source?: Source | Promise<Source>}} [options] how many workers, 1 unless given; of engine.wasm */
	constructor({ most = 1, source = ownEngine() } = {}) {
		this.#workers = new Workers(source, most);
	}

	/** Answers a request of an operation by its name.
	 * @template {string} O
	 * @param {O} operation
	 * @param {Request<O>} request
	 * @param {WorkOptions} [options]
	 * @returns {Promise<LocalAnswer<O>>}
	 */
	async call(operation, request, options) {
		return answered(operation, await this.#workers.answer(operation, encode(operation, request), options));
	}

	/** Ends all workers. What they were asked is rejected. */
	end() {
		this.#workers.end();
	}
}

/** @param {string} operation @param {Outcome} outcome @returns {Answer<any>} */
function answered(operation, { ok, body }) {
	if (ok) {
		return new Answer(operation, body);
	}
	throw new LeaseholdError(JSON.parse(new TextDecoder().decode(body)).error);
}
