// The workbench's script inserts the form's results whenever the form changes. They come from the
// engine in this browser (local.js) or on the server.
import { explainTips } from "./tips.js";
import { explainRows } from "./rows.js";
import { readCharts } from "./charts.js";
import { fitTables } from "./fit.js";
import { showMore } from "./more.js";
import { leaseForm } from "./form.js";
import { offerFiles } from "./files.js";
import { engineHere } from "./local.js";
import { welcome } from "./tour.js";

const form = document.getElementById("lease");
const results = document.getElementById("results");
const trouble = document.getElementById("trouble");
const status = document.getElementById("status");
const peek = document.querySelector(".peek");
const next = document.querySelector("[data-next]");
const note = document.querySelector("[data-sample]");
const empty = document.getElementById("empty");
const pause = { here: 30, server: 250 }; // milliseconds without a keystroke before the form is computed

let timer = 0;
let flight = null; // the form that is being computed
let sent = null;   // the content of that form, or of the last form if none is being computed
const beyond = "static" in document.documentElement.dataset ? "here" : "server"; // where requests other than those for results are computed
let shownBy = beyond; // where the shown results were computed
let tab = "schedule";
let sample = note.dataset.sample; // the form's content, if it comes from a sample
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

function schedule(wait = here.ready ? pause.here : pause.server) {
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
  markSample();
  results.setAttribute("aria-busy", "true");
  try {
    let by = "here";
    let response = await here.answer(body, signal);
    if (signal.aborted) return;
    if (!response) {
      by = beyond;
      response = await ask(body, signal);
    } else if (!response.ok) { // an incomplete date is not an error while the user is still typing
      await new Promise((resolve) => { setTimeout(resolve, pause.server); });
      if (signal.aborted) return;
    }
    await receive(response, by, signal);
  } catch (error) {
    if (error.name === "AbortError") return;
    sent = null;
    results.classList.add("stale");
    say("The server cannot be reached. Your entries are kept; the page will try again.");
    schedule(5000);
  }
  if (!signal.aborted) results.setAttribute("aria-busy", "false");
}

function ask(body, signal) {
  return fetch("/workbench/results", {
    method: "POST", body, signal, credentials: "same-origin",
    headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json, text/html" },
  });
}

async function receive(response, by, signal) {
  if (response.ok) {
    const html = await response.text();
    if (signal.aborted) return;
    shownBy = by;
    show(html);
    return;
  }
  if (response.status !== 400) sent = null; // the same form may then be sent again
  results.classList.add("stale");
  await refused(response, signal);
}

/** Shows why there are no results, or no file. A response that arrives too late is ignored. */
async function refused(response, signal) {
  if (response.status === 401) {
    say("Your session has ended. Your entries are kept:", { href: "/account/sign-in?next=/", text: "sign in again in a new tab, then come back" });
    return;
  }
  const reply = await response.json().catch(() => ({ message: "Something failed on the server. Your entries are kept." }));
  if (signal?.aborted) return;
  const faults = reply.faults ?? {};
  sayNext(reply.needed ?? []);
  // An empty input is not marked invalid while the user first types a lease.
  if (!computed()) for (const name of reply.needed ?? []) delete faults[name];
  lease.showWords(faults, reply.remarks ?? {});
  say(reply.message || reply.faults?.[""] || "");
  showPeek();
  if (response.status === 400) status.textContent = computed() ? "The lease has errors; these figures are from before your last change." : next.textContent;
  if (reply.retryAfter) schedule(reply.retryAfter * 1000);
}

/** Whether the page shows amounts. */
const computed = () => results.querySelector(".summary") !== null;

/** Shows which inputs are required before there are amounts. */
function sayNext(needed) {
  next.hidden = computed() || needed.length === 0;
  next.querySelector("[data-needed]").textContent = lease.labels(needed).join(", ");
}

/** Marks a sample's inputs until the user has changed all of them. */
function markSample() {
  const { all, any } = lease.markSample(sample ? new URLSearchParams(sample) : null);
  if (!any) sample = "";
  note.hidden = !sample;
  note.querySelector("[data-sample-says]").textContent = all ? "Sample values." : "Values in italics are still sample values.";
  try { sessionStorage.setItem("sample", sample); } catch { /* the marks then last as long as the page */ }
}

/** Fills the form with a sample, or empties it for a new lease. */
function begin(filled) {
  sample = filled;
  lease.fill(new URLSearchParams(filled));
  lease.showWords({}, {});
  history.replaceState(null, "", location.pathname);
  if (!filled) {
    results.replaceChildren(empty.content.cloneNode(true));
    results.classList.remove("stale");
    form.elements.commencementDate.focus();
  }
  form.scrollTo({ top: 0 });
  schedule(0);
}

function show(html) {
  say("");
  const focused = document.activeElement?.closest("#results") ? document.activeElement.id : "";
  const scrolls = [...results.querySelectorAll(".scroll")].map((e) => [e.scrollLeft, e.scrollTop]);
  results.innerHTML = html; // this program's HTML, in which all values are escaped
  sayNext([]);
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

/** Shows where the amounts were computed. */
function sayWhere() {
  const summary = results.querySelector(".summary");
  if (!summary) return;
  const line = summary.querySelector("[data-computed]") ?? summary.appendChild(document.createElement("p"));
  line.className = "where screen-only";
  line.dataset.computed = shownBy;
  line.textContent = shownBy === "here" ? "Computed in this browser." : "Computed by the server.";
}

function announce() {
  status.textContent = words();
  results.dispatchEvent(new CustomEvent("computed", { bubbles: true }));
}

// The folded sections, which stay folded in new results. On a phone, the long sections are folded
// until the user opens them.
const folded = new Set(matchMedia("(max-width: 40rem)").matches ? ["criteria", "side", "convention"] : []);

/** Activates new results: folds, tabs, origins, charts. */
function arrange() {
  sayWhere();
  for (const section of results.querySelectorAll("[data-fold]")) section.open = !folded.has(section.dataset.fold);
  selectTab(tab);
  explainTips(results);
  explainRows(results);
  readCharts(results);
  files.offer(results);
  showPeek();
}

// On a small screen, a bar at the bottom shows the main result while the user edits the form.
// Clicking it scrolls to the results. It is hidden while they are visible.
let inSight = false;
function showPeek() {
  const wrong = form.querySelectorAll(".field.wrong").length;
  const text = wrong > 0 && computed() ? `Before your last change: ${words()}` : words();
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

// The input survives reloading the tab. It is not sent anywhere else.
function keep(body) {
  try { sessionStorage.setItem("lease", body); } catch { /* without storage, it does not */ }
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

form.addEventListener("click", (event) => {
  const link = event.target.closest("[data-lease]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  begin(link.dataset.lease);
});
form.addEventListener("input", () => schedule());
form.addEventListener("change", () => schedule(0));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if ("file" in (event.submitter?.dataset ?? {})) files.fetch(event.submitter, lease.encoded());
  else schedule(0);
});
addEventListener("focus", () => { if (!trouble.hidden) schedule(0); });
// Handles clicks on buttons in the results.
results.addEventListener("click", (event) => {
  const target = event.target.closest("button");
  if (!target) return;
  if (target.getAttribute("role") === "tab") selectTab(target.id.slice(2));
  if (target.dataset.copy === "curl") copy(target, document.getElementById("curl").textContent);
  if (target.dataset.copy === "link") copy(target, `${location.origin}${location.pathname}#${lease.encoded()}`);
  if ("print" in target.dataset) window.print();
  if (target.dataset.editRow) lease.show(target.dataset.editRow);
});
results.addEventListener("change", () => schedule(0)); // the user has chosen a different last month for the fiscal year
results.addEventListener("toggle", ({ target }) => {
  if (target.dataset.fold) folded[target.open ? "delete" : "add"](target.dataset.fold);
  fitTables(results); // a folded table has no layout
}, true);
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

/** Opens the lease in the URL fragment, which no server sees. */
function open() {
  const params = new URLSearchParams(location.hash.slice(1));
  if (!params.has("termMonths") && !params.has("paymentAmount")) return false;
  sample = "";
  lease.fill(params);
  history.replaceState(null, "", location.pathname);
  schedule(0);
  return true;
}

sent = lease.encoded(); // the form that the server has filled in and computed
const answered = { form: sent, html: results.querySelector(".summary") && results.innerHTML };
const here = engineHere(results.dataset, answered, () => {
  if (sent !== answered.form) return;
  shownBy = "here"; // the amounts stay the same
  sayWhere();
});
const files = offerFiles(document.getElementById("download"), refused);
explainTips(form);
showMore(form);
arrange();
if (!open() && !location.search && kept()) {
  lease.fill(new URLSearchParams(kept()));
  try { sample = sessionStorage.getItem("sample") ?? ""; } catch { sample = ""; }
  schedule(0);
}
markSample();
welcome();
