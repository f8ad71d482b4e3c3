import { Answer, encode } from "./answer.js";
import { ConnectionError, LeaseholdError } from "./error.js";

/** @import { Quota, Request, Response as ResponseOf } from "./answer.js" */
/** @import { Told } from "./error.js" */

/**
 * @typedef {object} ClientOptions
 * @property {string} key an API key, sk_test_… or sk_live_…
 * @property {string} [address] address of the server, such as https://leases.example; default http://127.0.0.1:8080
 * @property {number} [retries] maximum number of retries; default 4
 * @property {number} [firstWait] milliseconds before the first retry; default 200; later waits are longer
 * @property {number} [timeout] timeout of one attempt in milliseconds; default 30,000
 * @property {typeof globalThis.fetch} [fetch] replaces the global fetch
 * @property {boolean} [insecure] allows sending the key to another machine without TLS
 */

/**
 * @typedef {object} CallOptions
 * @property {string} [idempotencyKey] identifies the computation: for 30 days, equal requests with the same key are
 *   billed once and get the same response. By default, each call has a random key, which all its attempts use.
 * @property {AbortSignal} [signal] cancels the call
 */

const longestWait = 10_000; // milliseconds, unless the server requires more
const mostWait = 600; // the longest wait in seconds that a server may require

/** A response of a server.
 * @template T
 * @extends {Answer<T>}
 */
export class ServerAnswer extends Answer {
	/** @param {string} operation @param {Uint8Array} body @param {Headers} headers @param {string} idempotencyKey */
	constructor(operation, body, headers, idempotencyKey) {
		super(operation, body);
		/** The request id. */
		this.requestId = headers.get("x-request-id") ?? "";
		/** Whether this repeats an earlier response and was not billed. */
		this.replay = headers.get("idempotent-replay") === "true";
		/** The Idempotency-Key, or "". A later call with this key gets the same response. */
		this.idempotencyKey = idempotencyKey;
		/** The remaining quota of the key, if the response contains it. */
		this.quota = quotaOf(headers);
		/** The version of the server and of its accounting rules. */
		this.version = headers.get("x-leasehold-version") ?? "";
	}
}

/** Calls one server with one API key. If a call gets no response, or the server asks for a retry,
 * the client repeats the call with the same Idempotency-Key. */
export class Client {
	#base;
	#key;
	#retries;
	#firstWait;
	#timeout;
	#fetch;

	/** @param {ClientOptions} options */
	constructor({ key, address = "http://127.0.0.1:8080", retries = 4, firstWait = 200, timeout = 30_000, fetch = globalThis.fetch, insecure = false }) {
		if (typeof key !== "string" || !/^[!-~]+$/.test(key)) {
			throw new TypeError("key: must be an API key, sk_test_… or sk_live_…");
		}
		this.#key = key;
		this.#base = baseOf(address);
		const { protocol, hostname } = new URL(this.#base);
		if (protocol === "http:" && !insecure && !isLoopback(hostname)) {
			throw new TypeError(`address: ${JSON.stringify(address)} would send the key without TLS; use https, or allow it with insecure: true`);
		}
		this.#retries = Math.max(0, retries);
		this.#firstWait = firstWait;
		this.#timeout = timeout;
		this.#fetch = fetch.bind(globalThis);
	}

	/** Returns the complete accounting of a lease. Billed as 1 computation.
	 * @param {Request<"compute">} lease @param {CallOptions} [options] */
	compute(lease, options) {
		return this.call("compute", lease, options);
	}

	/** Returns the amortization schedule of a lease. Billed as 1 computation.
	 * @param {Request<"schedule">} lease @param {CallOptions} [options] */
	schedule(lease, options) {
		return this.call("schedule", lease, options);
	}

	/** Returns the journal entries of a lease. Billed as 1 computation.
	 * @param {Request<"journal-entries">} lease @param {CallOptions} [options] */
	journalEntries(lease, options) {
		return this.call("journal-entries", lease, options);
	}

	/** Classifies a lease as operating or finance, with the reasons. Free.
	 * @param {Request<"classify">} lease @param {CallOptions} [options] */
	classify(lease, options) {
		return this.call("classify", lease, options);
	}

	/** Returns a report on many leases for a reporting period. Billed as 1 computation per lease.
	 * @param {Request<"report">} question @param {CallOptions} [options] */
	report(question, options) {
		return this.call("report", question, options);
	}

	/** Compares another program's schedule with the lease. Billed as 1 computation.
	 * @param {Request<"verify">} question @param {CallOptions} [options] */
	verify(question, options) {
		return this.call("verify", question, options);
	}

	/** Returns one lease under every treatment. Billed as 1 computation.
	 * @param {Request<"compare">} lease @param {CallOptions} [options] */
	compare(lease, options) {
		return this.call("compare", lease, options);
	}

	/** Sends a request to the operation with the given name.
	 * @template {string} O
	 * @param {O} operation
	 * @param {Request<O>} request
	 * @param {CallOptions} [options]
	 * @returns {Promise<ServerAnswer<ResponseOf<O>>>}
	 */
	async call(operation, request, { idempotencyKey = `auto_${crypto.randomUUID()}`, signal } = {}) {
		const key = operation === "classify" ? "" : idempotencyKey;
		const body = encode(operation, request);
		for (let attempt = 0; ; attempt++) {
			/** @type {unknown} */
			let failure;
			try {
				const answer = await this.#try(operation, body, key, signal);
				if (answer instanceof ServerAnswer) {
					return answer;
				}
				failure = answer;
			} catch (error) {
				signal?.throwIfAborted();
				failure = new ConnectionError(`${operation}: no response from ${this.#base}`, key, error);
			}
			const pause = attempt < this.#retries ? this.#pause(failure, attempt) : undefined;
			if (pause === undefined) {
				throw failure;
			}
			await sleep(pause, signal);
		}
	}

	/** Makes one attempt.
	 * @param {string} operation @param {Uint8Array<ArrayBuffer>} body @param {string} idempotencyKey @param {AbortSignal | undefined} signal
	 */
	async #try(operation, body, idempotencyKey, signal) {
		const limit = AbortSignal.timeout(this.#timeout);
		/** @type {Record<string, string>} */
		const headers = { authorization: `Bearer ${this.#key}`, "content-type": "application/json" };
		if (idempotencyKey) {
			headers["idempotency-key"] = idempotencyKey;
		}
		const response = await this.#fetch(this.#base + operation, {
			method: "POST",
			headers,
			body,
			redirect: "manual", // a key must not be sent to another server
			signal: signal ? AbortSignal.any([signal, limit]) : limit,
		});
		const answer = new Uint8Array(await response.arrayBuffer());
		return response.status === 200 ? new ServerAnswer(operation, answer, response.headers, idempotencyKey) : refusal(response, answer);
	}

	/** Returns the milliseconds to wait before another attempt, or undefined if there is none.
	 * @param {unknown} failure @param {number} attempt
	 * @returns {number | undefined}
	 */
	#pause(failure, attempt) {
		const backoff = Math.min(this.#firstWait * 2 ** attempt, longestWait);
		// Half of the wait is random, so that clients that failed together do not retry together.
		const wait = backoff / 2 + (Math.random() * backoff) / 2;
		if (failure instanceof LeaseholdError) {
			if (failure.retryAfter > mostWait) {
				return undefined; // return the error instead of waiting this long
			}
			if (failure.retryAfter > 0) {
				return Math.max(wait, failure.retryAfter * 1000);
			}
			return failure.status >= 500 ? wait : undefined;
		}
		return wait;
	}
}

/** @param {string} address */
function baseOf(address) {
	const url = URL.canParse(address) ? new URL(address) : undefined;
	if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) {
		throw new TypeError(`address: ${JSON.stringify(address)} is not an address such as https://leases.example`);
	}
	const path = url.pathname.replace(/\/+$/, "");
	return `${url.origin}${path.endsWith("/api") ? path : `${path}/api`}/v1/`;
}

/** Returns whether a host in a URL is this machine.
 * @param {string} host
 */
function isLoopback(host) {
	return host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** @param {Headers} headers @returns {Quota | undefined} */
function quotaOf(headers) {
	const [limit, remaining] = [headers.get("x-quota-limit"), headers.get("x-quota-remaining")];
	return limit === null || remaining === null ? undefined : { limit: Number(limit), remaining: Number(remaining) };
}

/** Returns the error in an error response.
 * @param {Response} response @param {Uint8Array} body
 */
function refusal(response, body) {
	const text = new TextDecoder().decode(body);
	/** @type {Told} */
	let told = { code: "", message: JSON.stringify(text.slice(0, 200)), request_id: response.headers.get("x-request-id") ?? "" };
	try {
		const { error } = JSON.parse(text);
		told = typeof error?.code === "string" ? error : told;
	} catch {
		// The response is from another program between the client and the service.
	}
	const retryAfter = Number(response.headers.get("retry-after"));
	return new LeaseholdError(told, {
		status: response.status,
		retryAfter: retryAfter > 0 ? retryAfter : 0,
		quota: quotaOf(response.headers),
	});
}

/** @param {number} milliseconds @param {AbortSignal | undefined} signal @returns {Promise<void>} */
function sleep(milliseconds, signal) {
	return new Promise((resolve, reject) => {
		signal?.throwIfAborted();
		const abort = () => {
			clearTimeout(timer);
			reject(signal?.reason);
		};
		const timer = setTimeout(() => {
			signal?.removeEventListener("abort", abort);
			resolve();
		}, milliseconds);
		signal?.addEventListener("abort", abort, { once: true });
	});
}
