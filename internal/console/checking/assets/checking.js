// The script for the page that checks a schedule. It sends the lease and the schedule when they
// change, and inserts the server's response. It computes nothing.
import { explainTips } from "./tips.js";
import { showMore } from "./more.js";
import { leaseForm } from "./form.js";
import { show, takeFiles } from "./drop.js";
import { save } from "./save.js";

const form = document.getElementById("lease");
const results = document.getElementById("results");
const trouble = document.getElementById("trouble");
const fault = document.getElementById("theirs-fault");
const theirs = document.getElementById("theirs");
const file = document.querySelector("[data-file-input]");
const forget = document.querySelector("[data-forget]");
const loaded = document.querySelector("[data-loaded]");
const next = document.querySelector("[data-next]");
const note = document.querySelector("[data-sampled]");
const papers = document.querySelector("[data-papers]");
const pause = 400; // milliseconds without a keystroke before the form is sent

let timer = 0;
let flight = null;
let trying = false; // whether the lease is a sample's; the workbench's lease then does not change
let sample = ""; // the form's content, if it comes from a sample
let maps = new Map(); // the meanings that the user has assigned to columns
const lease = leaseForm(form, () => schedule(0));

function say(text) {
  trouble.textContent = text ?? "";
  trouble.hidden = !text;
}

function schedule(wait = pause) {
  clearTimeout(timer);
  timer = setTimeout(send, wait);
}

const ready = () => theirs.value.trim() !== "" || file.files.length > 0;

/** The required inputs that are empty. */
const unfilled = () => [...form.querySelectorAll("[data-field]:has(.required) [name]")]
  .filter((input) => !input.name.includes("[") && input.value.trim() === "").map((input) => input.name);

/** Shows which inputs are required before there is a result. */
function sayNext(needed) {
  next.hidden = needed.length === 0;
  next.querySelector("[data-needed]").textContent = lease.labels(needed).join(", ");
}

/** Marks a sample's inputs until the user has changed all of them. */
function markSample() {
  const { all, any } = lease.markSample(sample ? new URLSearchParams(sample) : null);
  if (!any) sample = "";
  note.hidden = !sample;
  note.querySelector("[data-sample-says]").textContent = all ? "Sample values." : "Values in italics are still sample values.";
}

/** Fills the form with a sample's lease, or empties it. */
function begin(filled) {
  sample = filled;
  lease.fill(new URLSearchParams(filled));
  lease.showWords({}, {});
  loaded.hidden = true;
  markSample();
  schedule(0);
}

/** Returns the form's data. */
function body() {
  const data = new FormData(form);
  for (const [column, member] of maps) data.append("file-map", `${column}=${member}`);
  return data;
}

async function refused(response) {
  if (response.status === 401) {
    say("Your session has ended. Sign in again in another tab, then come back; your entries are kept.");
    return;
  }
  const reply = await response.json().catch(() => ({ theirs: "Something failed, or the file is too large. Your entries are kept." }));
  const faults = reply.faults ?? {};
  const needed = unfilled().filter((name) => faults[name]);
  sayNext(needed);
  // An empty input is not marked invalid while the user first types a lease.
  if (papers.hidden) for (const name of needed) delete faults[name];
  lease.showWords(faults, reply.remarks ?? {});
  fault.textContent = reply.theirs ?? "";
  say(reply.message || reply.faults?.[""] || "");
  if (reply.retryAfter) schedule(reply.retryAfter * 1000);
}

async function send() {
  markSample();
  if (!next.hidden) sayNext(unfilled());
  if (!trying) keep(lease.encoded());
  if (!ready()) return;
  flight?.abort();
  flight = new AbortController();
  const { signal } = flight;
  results.setAttribute("aria-busy", "true");
  try {
    const response = await fetch("/check/results", {
      method: "POST", body: body(), signal, credentials: "same-origin", headers: { Accept: "application/json, text/html" },
    });
    if (response.ok) {
      say("");
      fault.textContent = "";
      sayNext([]);
      const focused = document.activeElement?.dataset.map;
      results.innerHTML = await response.text(); // this server's HTML, in which all values are escaped
      lease.showWords({}, JSON.parse(results.querySelector("[data-remarks]").dataset.remarks));
      results.classList.remove("stale");
      if (focused) [...results.querySelectorAll("[data-map]")].find((e) => e.dataset.map === focused)?.focus({ preventScroll: true });
    } else {
      results.classList.add("stale");
      await refused(response);
    }
    papers.hidden = !response.ok;
  } catch (error) {
    if (error.name === "AbortError") return;
    say("The server cannot be reached, or the file has changed since it was chosen. Your entries are kept.");
  }
  if (!signal.aborted) results.setAttribute("aria-busy", "false");
}

async function download(button) {
  button.disabled = true;
  try {
    const response = await fetch(button.formAction, { method: "POST", body: body(), credentials: "same-origin", headers: { Accept: "application/json" } });
    if (!response.ok) {
      await refused(response);
      return;
    }
    await save(response, "check");
  } catch {
    say("The server cannot be reached. Try again.");
  } finally {
    button.disabled = false;
  }
}

// The lease is shared with the workbench in this tab. It is not sent anywhere else.
function keep(text) {
  try { sessionStorage.setItem("lease", text); } catch { /* storage may be off */ }
}
function kept() {
  try { return sessionStorage.getItem("lease"); } catch { return null; }
}

function arrangeFile() {
  show(file);
  forget.hidden = file.files.length === 0;
  theirs.disabled = file.files.length > 0; // because the file is checked instead
}

document.querySelector("[data-sample]").addEventListener("click", (event) => {
  trying = true;
  file.value = "";
  theirs.value = event.target.dataset.sample;
  maps = new Map();
  arrangeFile();
  begin(event.target.dataset.lease);
});
document.querySelector("[data-empty]").addEventListener("click", () => {
  trying = false;
  results.replaceChildren();
  papers.hidden = true;
  begin("");
  form.elements.commencementDate.focus();
});
form.addEventListener("input", () => { trying = false; schedule(); });
form.addEventListener("change", () => schedule(0));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if ("file" in (event.submitter?.dataset ?? {})) download(event.submitter);
  else if (ready()) schedule(0);
  else fault.textContent = "Paste the other schedule, or choose its file.";
});
theirs.addEventListener("input", () => { maps = new Map(); schedule(); });
document.querySelector("[name=file-tolerance]").addEventListener("input", () => schedule());
file.addEventListener("change", () => { maps = new Map(); arrangeFile(); schedule(0); });
forget.addEventListener("click", () => { file.value = ""; maps = new Map(); arrangeFile(); schedule(0); });
for (const kind of ["dragenter", "dragover"]) theirs.addEventListener(kind, (event) => { event.preventDefault(); theirs.classList.add("over"); });
for (const kind of ["dragleave", "drop"]) theirs.addEventListener(kind, () => theirs.classList.remove("over"));
theirs.addEventListener("drop", (event) => {
  if (!event.dataTransfer.files.length) return; // the browser handles dropped text
  event.preventDefault();
  file.files = event.dataTransfer.files;
  maps = new Map();
  arrangeFile();
  schedule(0);
});
results.addEventListener("change", (event) => {
  if (!event.target.dataset.map) return;
  for (const select of results.querySelectorAll("[data-map]")) maps.set(select.dataset.map, select.value);
  schedule(0);
});

explainTips(form);
showMore(form);
takeFiles(document.querySelector(".given"));
arrangeFile();
if (kept()) {
  lease.fill(new URLSearchParams(kept()));
  try { sample = sessionStorage.getItem("sample") ?? ""; } catch { sample = ""; }
  sayNext([]);
  markSample();
  loaded.hidden = note.checkVisibility();
}
if (ready()) schedule(0);
