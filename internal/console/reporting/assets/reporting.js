// The portfolio: sends the file with what is asked, and puts the server's report
// in place. It computes nothing; every figure comes from the server.

const form = document.getElementById("ask");
const results = document.getElementById("results");
const trouble = document.getElementById("trouble");
const drop = form.querySelector("[data-drop]");
const input = drop.querySelector("input");
const tag = form.querySelector("[data-tag]");

let flight = null;

function say(text) {
  trouble.textContent = text ?? "";
  trouble.hidden = !text;
}

function arrangeForm() {
  tag.hidden = form.elements.groupBy.value !== "tag";
  const file = input.files[0];
  drop.querySelector("[data-file-name]").textContent = file ? file.name : "Choose a file or drop it here";
}

async function refused(response) {
  if (response.status === 401) {
    say("Your session has ended. Sign in in another tab, then try again.");
    return;
  }
  const reply = await response.json().catch(() => ({ message: response.status === 413 || response.status === 400
    ? "The file could not be read: it may be too long." : "Something failed on the server." }));
  say(reply.message);
}

async function report() {
  if (!input.files.length || (form.elements.groupBy.value === "tag" && !form.elements.tag.value.trim())) return; // the question is not whole yet
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
      results.innerHTML = await response.text(); // made by our own server, which escapes
      form.querySelector("[data-downloads]").hidden = false;
      arrange();
    } else {
      results.replaceChildren(); // figures of another question would mislead
      form.querySelector("[data-downloads]").hidden = true;
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
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await response.blob());
    link.download = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition"))?.[1] ?? "report";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  } catch {
    say("The server cannot be reached. Try again.");
  } finally {
    button.disabled = false;
  }
}

/** Shows the figures of the first group. */
function arrange() {
  showGroup("0");
}

function showGroup(at) {
  for (const part of results.querySelectorAll("[data-figures]")) part.hidden = part.dataset.figures !== at;
  const behind = document.getElementById("behind");
  if (behind) behind.hidden = true;
}

const amountOf = (text) => {
  const n = Number(text.replace(/[(),]/g, "")); // for the order alone
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
    ? "No lease has a part in it." : `${group.querySelector(".of").textContent}: ${found.length} ${found.length === 1 ? "lease has" : "leases have"} a part in ${button.textContent}.`;
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

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if ("file" in (event.submitter?.dataset ?? {})) download(event.submitter);
  else report();
});
form.addEventListener("change", () => {
  arrangeForm();
  report();
});
for (const kind of ["dragenter", "dragover"]) drop.addEventListener(kind, (event) => { event.preventDefault(); drop.classList.add("over"); });
for (const kind of ["dragleave", "drop"]) drop.addEventListener(kind, () => drop.classList.remove("over"));
drop.addEventListener("drop", (event) => {
  event.preventDefault();
  if (!event.dataTransfer.files.length) return;
  input.files = event.dataTransfer.files;
  arrangeForm();
  report();
});
results.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.group) showGroup(button.dataset.group);
  if (button?.dataset.behind) showBehind(button);
});
arrangeForm();
if (results.children.length) arrange();
