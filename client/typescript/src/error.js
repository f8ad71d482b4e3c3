/** @import { Quota } from "./answer.js" */

/** The reason a request was rejected.
 * @typedef {"unauthorized" | "invalid_key" | "invalid_request" | "quota_exceeded" | "rate_limited" | "plan_required" | "not_found" | "internal_error"} Code
 */

/** One validation error of an invalid_request: the invalid field or header, or "body", and the problem.
 * @typedef {{field: string, message: string}} Fault
 */

/** The content of an error response.
 * @typedef {object} Told
 * @property {Code | ""} code "" if the response did not come from the service
 * @property {string} message
 * @property {Fault[]} [fields]
 * @property {string} [docs]
 * @property {string} [request_id]
 */

/** A request that a server or the local engine rejected. */
export class LeaseholdError extends Error {
	/** The reason, for programs; "" if the response is from another program between the client and the service. */
	code;
	/** The validation errors of an invalid_request, in the order of the message. */
	fields;
	/** The page that explains the code, or "". */
	docs;
	/** The request id, or "" without a server. */
	requestId;
	/** The status of the HTTP response; 0 without a server. */
	status;
	/** The number of seconds after which another attempt may succeed; 0 if waiting does not help. */
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

/** The server could not be reached or did not respond in time, after all attempts. The request may
 * have been billed: repeat it with the same idempotencyKey. */
export class ConnectionError extends Error {
	/** The Idempotency-Key of the request, or "". */
	idempotencyKey;

	/** @param {string} message @param {string} idempotencyKey @param {unknown} cause */
	constructor(message, idempotencyKey, cause) {
		super(message, { cause });
		this.name = "ConnectionError";
		this.idempotencyKey = idempotencyKey;
	}
}
