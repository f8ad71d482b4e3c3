// Tests the workers in a browser and in Node: the engine's response, progress, a cancelled request,
// and the response to the next request.
import { Engine } from "./engine.js";
import { Workers } from "./workers.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function portfolio(leases) {
	const lease = { commencementDate: "2026-01-01", termMonths: 600, paymentAmount: 1000, discountRateAnnual: 0.06 };
	return encoder.encode(JSON.stringify({ from: "2026-01-01", to: "2026-12-31", journal: "monthly", leases: Array.from({ length: leases }, (_, i) => ({ id: `L-${i}`, ...lease })) }));
}

export async function pool(source) {
	const module = await source;
	const workers = new Workers(module, 2);
	const told = [];
	const request = portfolio(40);
	const [first, second] = await Promise.all([
		workers.answer("report", request, { onProgress: (done, of) => told.push([done, of]) }),
		workers.answer("classify", encoder.encode("{}")),
	]);
	const alone = (await Engine.start(module)).answer("report", request);
	const stop = new AbortController();
	const long = workers.answer("report", portfolio(3000), { signal: stop.signal });
	setTimeout(() => stop.abort(new Error("stopped by its caller")), 20);
	const stopped = await long.then(() => "answered", (error) => error.message);
	const after = await workers.answer("compute", request);
	workers.end();
	const ended = await workers.answer("compute", request).then(() => "answered", (error) => error.message);
	return {
		same: first.ok && decoder.decode(first.body) === decoder.decode(alone.body),
		last: told.at(-1),
		refused: second.ok === false && JSON.parse(decoder.decode(second.body)).error.fields[0].field,
		stopped,
		after: JSON.parse(decoder.decode(after.body)).error.code,
		ended,
	};
}
