// Computes requests, one per line, with an engine, and prints for each response its operation,
// whether it is a success, and the start of its SHA-256.
import { Engine } from "./engine.js";

export async function answers(source, requests) {
	const engine = await Engine.start(source);
	const encoder = new TextEncoder();
	const lines = [];
	for (const line of requests.split("\n")) {
		if (line === "") {
			continue;
		}
		const [operation, request] = line.split("\t");
		const { ok, body } = engine.answer(operation, encoder.encode(request));
		const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
		lines.push(`${operation} ${ok} ${[...sum.slice(0, 8)].map((b) => b.toString(16).padStart(2, "0")).join("")}`);
	}
	return lines;
}
