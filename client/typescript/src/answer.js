import { parse, print } from "./json.js";
import { operations } from "./shapes.js";

/** @import { Operations } from "./contract.js" */

/** The request of an operation: an object, or JSON as text or bytes, which is sent unchanged.
 * @template {string} O
 * @typedef {(O extends keyof Operations ? Operations[O]["request"] : object) | string | Uint8Array} Request
 */

/** The response of an operation.
 * @template {string} O
 * @typedef {O extends keyof Operations ? Operations[O]["response"] : any} Response
 */

/** A key's quota for the UTC calendar month and its remaining units.
 * @typedef {{limit: number, remaining: number}} Quota
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Returns the bytes of a request.
 * @param {string} operation
 * @param {unknown} request
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function encode(operation, request) {
	if (request instanceof Uint8Array) {
		return /** @type {Uint8Array<ArrayBuffer>} */ (request);
	}
	const shape = operations[/** @type {keyof Operations} */ (operation)]?.request;
	return encoder.encode(typeof request === "string" ? request : print(request, shape));
}

/** A response, as the received JSON and as objects with decimals as text.
 * @template T
 */
export class Answer {
	/** The received JSON. */
	body;
	#operation;
	/** @type {T | undefined} */
	#data;

	/** @param {string} operation @param {Uint8Array} body */
	constructor(operation, body) {
		this.#operation = operation;
		this.body = body;
	}

	/** The JSON as text. */
	get text() {
		return decoder.decode(this.body);
	}

	/** The response as objects, with decimals as text, such as "519841.89".
	 * @returns {T} */
	get data() {
		const shape = operations[/** @type {keyof Operations} */ (this.#operation)]?.response;
		return (this.#data ??= /** @type {T} */ (parse(this.text, shape)));
	}
}
