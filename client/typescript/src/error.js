/** @import { Quota } from "./answer.js" */

/** Why a request was refused.
 * @typedef {"unauthorized" | "invalid_key" | "invalid_request" | "quota_exceeded" | "rate_limited" | "plan_required" | "not_found" | "internal_error"} Code
 */

/** One fault of an invalid_request: the member or the header at fault, or "body", and what was wrong with it.
 * @typedef {{field: string, message: string}} Fault
 */

/** What an error of the contract tells.
 * @typedef {object} Told
 * @property {Code | ""} code "" where the answer was not the service's
 * @property {string} message
 * @property {Fault[]} [fields]
 * @property {string} [docs]
 * @property {string} [request_id]
 */

/** A request that was refused, by a server or by the engine of this machine. */
export class LeaseholdError extends Error {
	/** Why, for programs; "" where something between here and the service answered. */
	code;
	/** The faults of an invalid_request, in the order of the message. */
	fields;
	/** The page that explains the code, or "". */
	docs;
	/** The request's id, or "" where no server was asked. */
	requestId;
	/** The status of the HTTP answer; 0 where no server was asked. */
	status;
	/** After how many seconds another attempt may succeed; 0 where waiting does not help. */
	retryAfter;
	/** @type {Quota | undefined} */
	quota;

	/** @param {Told} told @param {{status?: number, retryAfter?: number, quota?: Quota | undefined}} [answer] */
	constructor(told, { status = 0, retryAfter = 0, quota } = {}) {
		const id = told.request_id ? ` (${told.request_id})` : "";
		super(`${told.code || `status ${status}`}: ${told.message}${id}`);
		this.name = "LeaseholdError";
		this.code = told.code;
		this.fields = told.fields ?? [];
		this.docs = told.docs ?? "";
		this.requestId = told.request_id ?? "";
		this.status = status;
		this.retryAfter = retryAfter;
		this.quota = quota;
	}
}

/** A server that could not be reached or did not answer in time, after all
 * attempts. Whether the request was billed is not known: repeat it under its
 * idempotencyKey. */
export class ConnectionError extends Error {
	/** The Idempotency-Key of the request, "" where it had none. */
	idempotencyKey;

	/** @param {string} message @param {string} idempotencyKey @param {unknown} cause */
	constructor(message, idempotencyKey, cause) {
		super(message, { cause });
		this.name = "ConnectionError";
		this.idempotencyKey = idempotencyKey;
	}
}
