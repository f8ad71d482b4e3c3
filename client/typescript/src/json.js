// Reads and writes JSON without converting decimals to binary floating point: decimals are text in
// programs and numbers in JSON. The file shapes.js lists the decimals.
import { shapes } from "./shapes.js";

const tokens = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Parses JSON. The decimals of the named record become text with the same digits.
 * @param {string} json
 * @param {string} shape
 * @returns {any}
 */
export function parse(json, shape) {
	const digits = json.replace(tokens, (token) => (token[0] === '"' ? token : `"${token}"`));
	return keep(JSON.parse(json), JSON.parse(digits), shape);
}

/** Replaces each decimal's number with its digits as text.
 * @param {any} value @param {any} digits @param {string | undefined} shape
 * @returns {any}
 */
function keep(value, digits, shape) {
	if (shape === "#") {
		return typeof value === "number" ? digits : value;
	}
	if (Array.isArray(value)) {
		return value.map((item, i) => keep(item, digits[i], shape));
	}
	const members = shape === undefined ? undefined : shapes[shape];
	if (members && value !== null && typeof value === "object") {
		for (const name of Object.keys(value)) {
			value[name] = keep(value[name], digits[name], members[name]);
		}
	}
	return value;
}

/** Prints a value as JSON. The decimals of the named record are printed as numbers, even if they are
 * text.
 * @param {any} value
 * @param {string | undefined} shape
 * @returns {string}
 */
export function print(value, shape) {
	if (value !== null && typeof value?.toJSON === "function") {
		value = value.toJSON();
	}
	if (typeof value === "bigint") {
		return value.toString();
	}
	if (typeof value === "number" && !Number.isFinite(value)) {
		throw new TypeError(`${value} is not a finite number`);
	}
	if (Array.isArray(value)) {
		return `[${value.map((item) => print(item, shape)).join()}]`;
	}
	if (value !== null && typeof value === "object") {
		const members = shape === undefined ? undefined : shapes[shape];
		const given = Object.entries(value).filter(([, v]) => v !== undefined);
		return `{${given.map(([name, v]) => `${JSON.stringify(name)}:${print(v, members?.[name])}`).join()}}`;
	}
	if (shape === "#" && typeof value === "string" && number.test(value)) {
		return value;
	}
	return JSON.stringify(value ?? null);
}
