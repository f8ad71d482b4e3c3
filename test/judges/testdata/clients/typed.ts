// The compiler checks, with its strictest settings, what the types accept and reject.
import { Client, LeaseholdError, LocalWorkers, load, type Lease } from "leasehold";

const lease: Lease = {
  commencementDate: "2026-01-01",
  termMonths: 60,
  paymentAmount: "10000.00",
  discountRateAnnual: 0.06,
  rentSteps: [{ from: "2028-01-01", paymentAmount: 11000n }],
  events: [{ date: "2027-01-01", type: "index", changePct: "0.03" }],
};

const engine = await load();
const answer = engine.compute(lease);
const liability: string = answer.data.result.initialLiability;
const periods: number = answer.data.result.periods;
// @ts-expect-error a response of the local engine has no request_id
answer.data.request_id;
// @ts-expect-error an amount is not a number
const wrong: number = answer.data.result.initialLiability;
// @ts-expect-error there is no such field
engine.compute({ ...lease, rent: 1 });
// @ts-expect-error termMonths is required
engine.compute({ commencementDate: "2026-01-01", paymentAmount: 1, discountRateAnnual: 0 });

const workers = new LocalWorkers({ most: 2 });
const schedule = await workers.call("schedule", lease, { onProgress: (done, of) => void (done / of) });
const closing: string | undefined = schedule.data.schedule[0]?.liabilityClose;
workers.end();

const client = new Client({ key: "sk_test_key", retries: 0 });
try {
  const { data, quota } = await client.journalEntries(JSON.stringify(lease), { idempotencyKey: "one" });
  const id: string = data.request_id;
  console.log(id, quota?.remaining, data.journalEntries[0]?.lines[0]?.debit);
} catch (error) {
  if (error instanceof LeaseholdError && error.code === "rate_limited") {
    console.log(error.retryAfter);
  }
}
console.log(liability, periods, wrong, closing);
