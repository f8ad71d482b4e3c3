// A program that uses only the service's OpenAPI description, from which openapi-typescript
// generates leasehold.d.ts.
import createClient from "openapi-fetch";
import type { components, paths } from "./leasehold.js";

declare const process: { env: Record<string, string | undefined> };

type Lease = components["schemas"]["Lease"];

const client = createClient<paths, "application/json">({
  baseUrl: `${process.env["LEASEHOLD_URL"]}/api`,
  headers: { Authorization: `Bearer ${process.env["LEASEHOLD_KEY"]}` },
});

const lease: Lease = {
  commencementDate: "2026-01-01",
  termMonths: 60,
  paymentAmount: 10000,
  discountRateAnnual: 0.06,
};

// Every attempt has the same Idempotency-Key, so the computation is billed once.
const once = { header: { "Idempotency-Key": "lease-4711-2026-01" } };

const first = await client.POST("/v1/compute", { params: once, body: lease });
if (first.error) throw new Error(first.error.error.message);
console.log("liability", first.data.result.initialLiability);

const again = await client.POST("/v1/compute", { params: once, body: lease });
if (again.error) throw new Error(again.error.error.message);
console.log(`replay ${again.data.replay}, ${again.response.headers.get("x-quota-remaining")} left`);

const wrong = await client.POST("/v1/classify", { body: { ...lease, discountRateAnnual: 6 } });
if (wrong.error) console.log(`${wrong.error.error.code}: ${wrong.error.error.message}`);
