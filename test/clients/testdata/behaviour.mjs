// Calls the test's server and prints the outcomes, as behaviour.py does.
import { Client, ConnectionError, LeaseholdError } from "leasehold";

const address = process.argv[2];
const lease = {
	commencementDate: "2026-01-01", termMonths: 12, paymentAmount: "987654321098765.43", discountRateAnnual: "0.0612345678901234567",
	tags: { paymentAmount: "1.50" }, rentSteps: [{ from: "2026-07-01", paymentAmount: "1e3" }],
};

async function outcome(path, options = {}, ask = (c) => c.compute(lease, { idempotencyKey: "named" })) {
	try {
		const client = new Client({ key: "sk_test_key", address: address + path, firstWait: 1, ...options });
		const answer = await ask(client);
		return ["answer", answer.data.result?.initialLiability ?? null, answer.data.result?.termMonths ?? null, answer.replay, answer.idempotencyKey, answer.quota?.remaining ?? null];
	} catch (error) {
		if (error instanceof LeaseholdError) {
			return ["refused", error.status, error.code, error.message, error.fields.map((f) => f.field), error.requestId, error.retryAfter];
		}
		if (error instanceof ConnectionError) {
			return ["lost", error.idempotencyKey];
		}
		return [error.name === "TypeError" ? "wrong" : error.name];
	}
}

const told = {
	exact: await outcome("/exact"),
	whole: await outcome("/whole"),
	lost: await outcome("/lost"),
	failing: await outcome("/failing"),
	limited: await outcome("/limited"),
	refused: await outcome("/refused"),
	foreign: await outcome("/foreign", { retries: 1 }),
	redirected: await outcome("/redirected", { retries: 0 }),
	never: await outcome("/never", { retries: 2 }),
	slow: await outcome("/slow", { retries: 0, timeout: 100 }),
	unnamed: (await outcome("/failing2", {}, (c) => c.schedule(lease)))[0],
	free: (await outcome("/exact", {}, (c) => c.classify(lease))).filter((_, i) => i === 0 || i === 4),
	key: await outcome("/exact", { key: "two words" }),
	patient: (await outcome("/patient")).slice(0, 3),
	clear: await Promise.all(["http://leases.example", "http://127.0.0.1.example"].map((address) => outcome("", { address }))),
	infinite: await outcome("/exact", {}, (c) => c.compute({ ...lease, paymentAmount: Infinity })),
};
const stop = new AbortController();
setTimeout(() => stop.abort(new Error("stopped")), 50);
const stopped = await new Client({ key: "k", address: address + "/slow" }).compute(lease, { signal: stop.signal }).catch((e) => e.message);
if (stopped !== "stopped") {
	told.stopped = stopped;
}
console.log(JSON.stringify(told));
