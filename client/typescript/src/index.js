// Leasehold: lease accounting on this machine (load, LocalWorkers) or on a
// server (Client).
export { Answer } from "./answer.js";
export { Client, ServerAnswer } from "./client.js";
export { ConnectionError, LeaseholdError } from "./error.js";
export { load, Local, LocalWorkers } from "./local.js";

/** @typedef {import("./answer.js").Quota} Quota */
/** @typedef {import("./client.js").CallOptions} CallOptions */
/** @typedef {import("./client.js").ClientOptions} ClientOptions */
/** @typedef {import("./error.js").Code} Code */
/** @typedef {import("./error.js").Fault} Fault */
/** @typedef {import("./contract.js").Operations} Operations */
/** @typedef {import("./contract.js").Lease} Lease */
