// The portfolio page's script. It sends the file and the settings, and inserts the server's report.
// It computes nothing; every figure comes from the server.
import { takeFiles } from "./drop.js";
import { readChart } from "./readings.js";
import { save } from "./save.js";

const form = document.getElementById("ask");
const results = document.getElementById("results");
const trouble = document.getElementById("trouble");
const input = form.elements.file;
const tag = form.querySelector("[data-tag]");

let flight = null;

function say(text) {
  trouble.textContent = text ?? "";
  trouble.hidden = !text;
}

function byTag() {
  return form.elements.groupBy.value.split(",").includes("tag");
}

function arrangeForm() {
  tag.hidden = !byTag();
}

async function refused(response) {
  if (response.status === 401) {
    say("Your session has ended. Sign in again in another tab, then try again.");
    return;
  }
  const reply = await response.json().catch(() => ({ message: response.status === 413 || response.status === 400
    ? "The file could not be read: it may be too large." : "Something failed on the server." }));
  say(reply.message);
}

async function report() {
  if (!input.files.length || (byTag() && !form.elements.tag.value.trim())) return; // required inputs are missing
  flight?.abort();
  flight = new AbortController();
  const { signal } = flight;
  results.setAttribute("aria-busy", "true");
  try {
    const response = await fetch("/portfolio/results", {
      method: "POST", body: new FormData(form), signal, credentials: "same-origin", headers: { Accept: "application/json, text/html" },
    });
    if (response.ok) {
      say("");
      results.innerHTML = await response.text(); // this server's HTML, in which all values are escaped
      arrange();
    } else {
      results.replaceChildren(); // figures for earlier settings would mislead
      await refused(response);
    }
  } catch (error) {
    if (error.name === "AbortError") return;
    say("The server cannot be reached, or the file has changed since it was chosen. Choose it again.");
  }
  if (!signal.aborted) results.setAttribute("aria-busy", "false");
}

async function download(button) {
  button.disabled = true;
  try {
    const response = await fetch(button.formAction, { method: "POST", body: new FormData(form), credentials: "same-origin", headers: { Accept: "application/json" } });
    if (!response.ok) {
      await refused(response);
      return;
    }
    say("");
    await save(response, "report");
  } catch {
    say("The server cannot be reached. Try again.");
  } finally {
    button.disabled = false;
  }
}

/** Shows the first group's figures. */
function arrange() {
  showGroup("0");
  for (const figure of results.querySelectorAll("figure[data-chart]")) readChart(figure);
}

function showGroup(at) {
  for (const part of results.querySelectorAll("[data-figures]")) part.hidden = part.dataset.figures !== at;
  const behind = document.getElementById("behind");
  if (behind) behind.hidden = true;
}

const amountOf = (text) => {
  const n = Number(text.replace(/[(),]/g, "")); // for sorting only
  return text.startsWith("(") ? -n : n;
};

/** Shows the leases behind a figure, the largest first. */
function showBehind(button) {
  const behind = document.getElementById("behind");
  const { paths, leases } = JSON.parse(behind.dataset.leases);
  const group = button.closest("[data-figures]");
  const at = paths.indexOf(button.dataset.behind);
  const found = leases.filter((l) => ("all" in group.dataset || l.group === group.dataset.key) && l.figures[at] !== undefined);
  found.sort((a, b) => Math.abs(amountOf(b.figures[at])) - Math.abs(amountOf(a.figures[at])));
  const label = button.closest("tr").querySelector("th").textContent;
  const title = button.closest(".card").querySelector("h3").textContent;
  behind.querySelector("h2").textContent = `Behind “${title}: ${label}”`;
  behind.querySelector("[data-behind-said]").textContent = found.length === 0
    ? "No lease contributes to this figure." : `${group.querySelector(".of").textContent}: ${found.length} ${found.length === 1 ? "lease contributes" : "leases contribute"} to ${button.textContent}.`;
  const cell = (kind, text) => Object.assign(document.createElement(kind), { textContent: text });
  behind.querySelector("tbody").replaceChildren(...found.map((l) => {
    const row = document.createElement("tr");
    const head = cell("th", l.name ? `${l.id} · ${l.name}` : l.id);
    head.scope = "row";
    row.append(head, cell("td", l.class), cell("td", l.figures[at]));
    return row;
  }));
  group.after(behind);
  behind.hidden = false;
  behind.querySelector("h2").focus();
  behind.scrollIntoView({ block: "nearest" });
}

form.addEventListener("submit", (event) => { // including clicks on the buttons for files
  event.preventDefault();
  if ("file" in (event.submitter?.dataset ?? {})) download(event.submitter);
  else report();
});
form.addEventListener("change", () => {
  arrangeForm();
  report();
});
form.ownerDocument.querySelector("[data-sample]").addEventListener("click", async (event) => {
  event.preventDefault();
  try {
    const data = new DataTransfer();
    data.items.add(new File([await (await fetch(event.target.href)).blob()], "sample.csv", { type: "text/csv" }));
    input.files = data.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  } catch {
    say("The server cannot be reached. Try again.");
  }
});
results.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.group) showGroup(button.dataset.group);
  if (button?.dataset.behind) showBehind(button);
});
takeFiles(form);
arrangeForm();
arrange();
