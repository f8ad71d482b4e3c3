// The workbench: sends the form as it changes and puts the server's results in
// place. It computes nothing; every figure comes from the server.
import { explainTips } from "./tips.js";
import { explainRows } from "./rows.js";
import { readCharts } from "./charts.js";
import { fitTables } from "./fit.js";
import { showMore } from "./more.js";
import { leaseForm } from "./form.js";
import { offerFiles } from "./files.js";

const form = document.getElementById("lease");
const results = document.getElementById("results");
const trouble = document.getElementById("trouble");
const status = document.getElementById("status");
const peek = document.querySelector(".peek");
const pause = 250; // milliseconds without a keystroke before the form is sent

let timer = 0;
let flight = null; // the request under way
let sent = null;   // what it, or the last one, carried
let tab = "schedule";
const lease = leaseForm(form, () => schedule(0));

function say(message, link) {
  trouble.replaceChildren(message ?? "");
  if (link) {
    const a = document.createElement("a");
    a.href = link.href;
    a.target = "_blank";
    a.textContent = link.text;
    trouble.append(" ", a);
  }
  trouble.hidden = !message;
}

function schedule(wait = pause) {
  clearTimeout(timer);
  timer = setTimeout(send, wait);
}

async function send() {
  const body = lease.encoded();
  if (body === sent && trouble.hidden) return;
  flight?.abort();
  flight = new AbortController();
  const { signal } = flight;
  sent = body;
  keep(body);
  results.setAttribute("aria-busy", "true");
  try {
    const response = await fetch("/workbench/results", {
      method: "POST", body, signal, credentials: "same-origin",
      headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json, text/html" },
    });
    await receive(response);
  } catch (error) {
    if (error.name === "AbortError") return;
    sent = null;
    results.classList.add("stale");
    say("The server cannot be reached. Nothing you typed is lost; this is tried again.");
    schedule(5000);
  }
  if (!signal.aborted) results.setAttribute("aria-busy", "false");
}

async function receive(response) {
  if (response.ok) {
    const html = await response.text();
    show(html);
    return;
  }
  sent = null;
  results.classList.add("stale");
  await refused(response);
}

/** Shows why the server did not answer with results or a file. */
async function refused(response) {
  if (response.status === 401) {
    say("Your session has ended. Nothing you typed is lost:", { href: "/account/sign-in?next=/", text: "sign in in a new tab, then come back" });
    return;
  }
  const reply = await response.json().catch(() => ({ message: "Something failed on the server. Nothing you typed is lost." }));
  lease.showWords(reply.faults ?? {}, reply.remarks ?? {});
  say(reply.message || reply.faults?.[""] || "");
  if (response.status === 400) {
    sent = lease.encoded();
    status.textContent = "The lease has errors; these figures are from before your last change.";
  }
  if (reply.retryAfter) schedule(reply.retryAfter * 1000);
}

function show(html) {
  say("");
  const focused = document.activeElement?.closest("#results") ? document.activeElement.id : "";
  const scrolls = [...results.querySelectorAll(".scroll")].map((e) => [e.scrollLeft, e.scrollTop]);
  results.innerHTML = html; // made by our own server, which escapes
  lease.showWords({}, JSON.parse(results.querySelector("[data-remarks]").dataset.remarks) ?? {});
  results.classList.remove("stale");
  arrange();
  results.querySelectorAll(".scroll").forEach((e, i) => { if (scrolls[i]) [e.scrollLeft, e.scrollTop] = scrolls[i]; });
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  announce();
}

function words() {
  const verdict = results.querySelector('[data-figure="verdict"]');
  const liability = results.querySelector('[data-figure="initialLiability"]');
  return verdict && liability ? `${verdict.textContent}: liability ${liability.textContent}` : "";
}

function announce() {
  status.textContent = words();
  results.dispatchEvent(new CustomEvent("computed", { bubbles: true }));
}

/** Makes a fresh set of results work: tabs, origins, charts. */
function arrange() {
  selectTab(tab);
  explainTips(results);
  explainRows(results);
  readCharts(results);
  files.offer(results);
  showPeek();
}

// On a small screen a bar at the foot shows the result while the form is
// edited. It leads down to the results, and is gone where these are in sight.
let inSight = false;
function showPeek() {
  const text = words();
  peek.hidden = text === "" || inSight;
  peek.querySelector("[data-peek]").textContent = text;
}
new IntersectionObserver(([entry]) => {
  inSight = entry.isIntersecting || entry.boundingClientRect.top < 0;
  showPeek();
}, { rootMargin: "0px 0px -15% 0px" }).observe(results);

function selectTab(name) {
  tab = name;
  for (const button of results.querySelectorAll('[role="tab"]')) {
    const chosen = button.id === `t-${name}`;
    button.setAttribute("aria-selected", String(chosen));
    button.tabIndex = chosen ? 0 : -1;
    document.getElementById(button.getAttribute("aria-controls")).hidden = !chosen;
  }
  fitTables(results);
}

// What is typed survives a reload of the tab, and goes no further.
function keep(body) {
  try { sessionStorage.setItem("lease", body); } catch { /* then it does not */ }
}
function kept() {
  try { return sessionStorage.getItem("lease"); } catch { return null; }
}

async function copy(button, text) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
    status.textContent = "Copied";
  } catch {
    window.prompt("Copy this:", text);
  }
  setTimeout(() => { button.textContent = label; }, 1500);
}

form.addEventListener("input", () => schedule());
form.addEventListener("change", () => schedule(0));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if ("file" in (event.submitter?.dataset ?? {})) files.fetch(event.submitter, lease.encoded());
  else schedule(0);
});
addEventListener("focus", () => { if (!trouble.hidden) schedule(0); });
// A tab that is hidden is not laid out again, but it is printed.
results.addEventListener("click", (event) => {
  const target = event.target.closest("button");
  if (!target) return;
  if (target.getAttribute("role") === "tab") selectTab(target.id.slice(2));
  if (target.dataset.copy === "curl") copy(target, document.getElementById("curl").textContent);
  if (target.dataset.copy === "link") copy(target, `${location.origin}/#${lease.encoded()}`);
  if ("print" in target.dataset) window.print();
  if (target.dataset.editRow) lease.show(target.dataset.editRow);
});
results.addEventListener("toggle", () => fitTables(results), true); // what was folded is laid out now
results.addEventListener("keydown", (event) => {
  if (event.target.getAttribute("role") !== "tab") return;
  const tabs = [...results.querySelectorAll('[role="tab"]')];
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const next = tabs[(tabs.indexOf(event.target) + step + tabs.length) % tabs.length];
  selectTab(next.id.slice(2));
  next.focus();
});
addEventListener("hashchange", open);
addEventListener("resize", () => fitTables(results));

/** Opens the lease of the address's fragment, which no server ever sees. */
function open() {
  const params = new URLSearchParams(location.hash.slice(1));
  if (!params.has("termMonths") && !params.has("paymentAmount")) return false;
  lease.fill(params);
  history.replaceState(null, "", location.pathname);
  schedule(0);
  return true;
}

lease.fold();
const files = offerFiles(document.getElementById("download"), refused);
explainTips(form);
showMore(form);
arrange();
sent = lease.encoded(); // what the server has filled in and answered
if (!open() && !location.search && kept()) {
  lease.fill(new URLSearchParams(kept()));
  schedule(0);
}
