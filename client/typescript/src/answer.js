import { parse, print } from "./json.js";
import { operations } from "./shapes.js";

/** @import { Operations } from "./contract.js" */

/** What an operation is sent: an object, or its JSON as text or bytes, which is sent as it is.
 * @template {string} O
 * @typedef {(O extends keyof Operations ? Operations[O]["request"] : object) | string | Uint8Array} Request
 */

/** What an operation answers.
 * @template {string} O
 * @typedef {O extends keyof Operations ? Operations[O]["response"] : any} Response
 */

/** What a key may use in the UTC calendar month, and what is left of it.
 * @typedef {{limit: number, remaining: number}} Quota
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The bytes of a request.
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

/** An answer as it came, and as objects whose decimals are text.
 * @template T
 */
export class Answer {
	/** The JSON as it came. */
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

	/** The answer as objects, in which decimals are text, such as "519841.89".
	 * @returns {T} */
	get data() {
		const shape = operations[/** @type {keyof Operations} */ (this.#operation)]?.response;
		return (this.#data ??= /** @type {T} */ (parse(this.text, shape)));
	}
}
