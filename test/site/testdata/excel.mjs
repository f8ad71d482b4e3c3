// Calls the add-in's functions as Excel does: it loads the script with Excel's objects, and calls
// each function by its associated name.
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [folder, calls] = process.argv.slice(2);
const page = pathToFileURL(`${folder}/excel/functions.html`);
const functions = new Map();
class ExcelError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}
globalThis.CustomFunctions = {
  associate: (id, run) => functions.set(id, run), Error: ExcelError, ErrorCode: { invalidValue: "#VALUE!", notAvailable: "#N/A" },
};
globalThis.location = page;
const engine = /data-engine="([^"]+)"/.exec(readFileSync(page, "utf8"))[1];
globalThis.document = { documentElement: { dataset: { engine } } };
globalThis.fetch = async (address) => new Response(gunzipSync(readFileSync(fileURLToPath(String(address).replace(/wasm$/, "packed")))));
await import(new URL("functions.js", page).href);

const answers = [];
for (const [id, ...args] of JSON.parse(readFileSync(calls, "utf8"))) {
  try {
    answers.push({ value: await functions.get(id)(...args) });
  } catch (error) {
    answers.push({ code: error.code, message: error.message });
  }
}
process.stdout.write(JSON.stringify(answers));
process.exit(0); // the engine waits for calls forever
