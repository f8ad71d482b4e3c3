// The operations on this machine, without a key, a network or billing.
import { Engine } from "../engine/engine.js";
import { Workers } from "../engine/workers.js";
import { Answer, encode } from "./answer.js";
import { LeaseholdError } from "./error.js";

/** @import { Request, Response as ResponseOf } from "./answer.js" */
/** @import { Outcome, Progress, Source } from "../engine/engine.js" */

/** A response of the local engine. It has neither request_id nor replay.
 * @template {string} O
 * @typedef {Answer<Omit<ResponseOf<O>, "request_id" | "replay">>} LocalAnswer
 */

/** Returns the engine.wasm file of this package.
 * @returns {Source | Promise<Source>}
 */
function ownEngine() {
	const url = new URL("../engine/engine.wasm", import.meta.url);
	const files = url.protocol === "file:" ? globalThis.process?.getBuiltinModule?.("node:fs/promises") : undefined;
	return files ? files.readFile(url) : fetch(url);
}

/** Starts the engine in this page or process.
 * @param {Source | Promise<Source>} [source] source of engine.wasm; by default, the file in this package
 */
export async function load(source = ownEngine()) {
	return new Local(await Engine.start(source));
}

/** The engine in this page or process, which it blocks while it computes; for many leases, use
 * {@link LocalWorkers}. */
export class Local {
	#engine;

	/** @param {Engine} engine */
	constructor(engine) {
		this.#engine = engine;
	}

	/** The revision of the accounting rules. */
	get rulesRevision() {
		return this.#engine.rulesRevision;
	}

	/** Returns the complete accounting of a lease. @param {Request<"compute">} lease */
	compute(lease) {
		return this.call("compute", lease);
	}

	/** Returns the amortization schedule of a lease. @param {Request<"schedule">} lease */
	schedule(lease) {
		return this.call("schedule", lease);
	}

	/** Returns the journal entries of a lease. @param {Request<"journal-entries">} lease */
	journalEntries(lease) {
		return this.call("journal-entries", lease);
	}

	/** Classifies a lease as operating or finance, with the reasons. @param {Request<"classify">} lease */
	classify(lease) {
		return this.call("classify", lease);
	}

	/** Returns a report on many leases for a reporting period. @param {Request<"report">} question */
	report(question) {
		return this.call("report", question);
	}

	/** Compares another program's schedule with the lease. @param {Request<"verify">} question */
	verify(question) {
		return this.call("verify", question);
	}

	/** Returns one lease under every treatment. @param {Request<"compare">} lease */
	compare(lease) {
		return this.call("compare", lease);
	}

	/** Performs the operation with the given name.
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
 * @property {Progress} [onProgress] receives the number of computed leases of a report and their total
 * @property {AbortSignal} [signal] cancels the work
 */

/** The engine in workers, which do not block the page or process. */
export class LocalWorkers {
	#workers;

	/** @param {{most?: number, source?: Source | Promise<Source>}} [options] maximum number of workers (default 1), and the source of engine.wasm */
	constructor({ most = 1, source = ownEngine() } = {}) {
		this.#workers = new Workers(source, most);
	}

	/** Performs the operation with the given name.
	 * @template {string} O
	 * @param {O} operation
	 * @param {Request<O>} request
	 * @param {WorkOptions} [options]
	 * @returns {Promise<LocalAnswer<O>>}
	 */
	async call(operation, request, options) {
		return answered(operation, await this.#workers.answer(operation, encode(operation, request), options));
	}

	/** Ends all workers and rejects their requests. */
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
