import { readFile } from "node:fs/promises";
import { answers } from "./answers.js";
import { pool } from "./pool.js";

const engine = readFile(new URL("./engine.wasm", import.meta.url));
const [what, file] = process.argv.slice(2);
if (what === "answers") {
	process.stdout.write((await answers(engine, await readFile(file, "utf8"))).join("\n"));
} else {
	process.stdout.write(JSON.stringify(await pool(WebAssembly.compile(await engine))));
}
