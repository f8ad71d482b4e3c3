import { answers } from "./answers.js";
import { compile } from "./engine.js";
import { pool } from "./pool.js";

const text = async (path) => (await fetch(path)).text();
globalThis.runAnswers = async () => (await answers(fetch("engine.wasm"), await text("requests"))).join("\n");
globalThis.runPool = async () => JSON.stringify(await pool(compile(fetch("engine.wasm"))));
globalThis.ready = true;
