// The form's lists: rows that are added, removed and pasted from a spreadsheet, and inputs that
// only some types of event or one standard use. Rows are copies of the server's templates. While
// a page is open, no row index is reused, so that messages stay with their rows.
import { explainTips } from "./tips.js";

/** The list that a path names, without the indexes of the rows around it. */
const kindOf = (path) => path.replace(/\[\d+\]/g, "[__at__]");

/** Adds a new row at the end of a list. */
function addRow(form, list) {
  const path = list.dataset.list;
  const copy = [...form.ownerDocument.querySelectorAll("template[data-copy-of]")].find((t) => t.dataset.copyOf === kindOf(path));
  const next = Number(list.dataset.next ?? 1 + Math.max(-1, ...rowsOf(list).map((r) => Number(/\[(\d+)\]$/.exec(r.dataset.row)[1]))));
  list.dataset.next = next + 1;
  const holder = document.createElement("div");
  const prefix = `${kindOf(path)}[__at__]`; // lists within the row keep the placeholders of their own rows
  const known = `${path}[${next}]`;
  const plain = (text) => text.replace(/\[|\]/g, (c) => (c === "[" ? "-" : "")).replace(/\./g, "-");
  holder.innerHTML = copy.innerHTML.split(prefix).join(known).split(plain(prefix)).join(plain(known));
  const row = holder.firstElementChild;
  list.querySelector(":scope > [data-rows-of]").append(row);
  explainTips(row);
  arrangeRow(row);
  return row;
}

const rowsOf = (list) => [...list.querySelector(":scope > [data-rows-of]").children];

/** The list at a path, or undefined if its row does not exist. */
const listAt = (form, path) => [...form.querySelectorAll("[data-list]")].find((l) => l.dataset.list === path);

function show(part, shown) {
  part.hidden = !shown;
  for (const control of part.querySelectorAll("input[name], select[name], textarea[name]")) control.disabled = !shown;
}

const names = (list, name) => (list ?? "").split(" ").includes(name);

/** Whether an input, or a row of a list, has a value or an error. */
const stated = (part) => part.querySelector(".row, [name]:checked, .fault:not(:empty)") !== null ||
  (part.matches(".field") && part.querySelector("[name]").value !== "");

/**
* Shows the inputs of a row that its type of event accepts, and folds the optional ones. Hidden
 * inputs keep their values but are not sent.
 */
function arrangeRow(row) {
  const type = row.querySelector(':scope > .cells > .field select[name$=".type"]');
  if (!type) return;
  const standard = type.form.elements.standard.value;
  const table = type.form.querySelector('[data-rows-of="discountRates"] > .row') !== null; // the rate may come from a table
  let rest = false;
  for (const part of row.querySelectorAll(":scope > .cells > [data-may]")) {
    const { may, asked, needs, either, lax } = part.dataset;
    show(part, names(may, type.value));
    const folded = !names(asked, type.value) && !stated(part);
    part.classList.toggle("rest", folded);
    rest ||= folded && !part.hidden;
    const input = part.querySelector(":scope > .control > [data-hint]");
    if (!input) continue;
    const needed = names(needs, type.value) && !(lax && (names(lax, standard) || table));
    input.placeholder = needed ? "required" : names(either, type.value) ? "one of the two" : input.dataset.hint;
  }
  row.querySelector(":scope > .card-foot > [data-all]").hidden = !rest;
}

/** Shows all inputs that a row accepts, or only those that its type of event requires. */
function showAll(row, all) {
  row.classList.toggle("all", all);
  const button = row.querySelector(":scope > .card-foot > [data-all]");
  button.setAttribute("aria-expanded", String(all));
  button.textContent = all ? "Show what matters most" : "Show everything else";
}

/** Shows the inputs that the standard uses, and the inputs that have a value. */
function arrangeStandard(form) {
  const standard = form.elements.standard.value;
  for (const part of form.querySelectorAll("[data-standard]")) {
    const control = part.querySelector("[name]");
    part.hidden = !part.dataset.standard.split(" ").includes(standard) && control.value === "";
  }
}

/** Splits text that was copied from a spreadsheet into rows and cells. */
function cellsOf(text) {
  const lines = text.replace(/\r/g, "").split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => line.split("\t").map((cell) => cell.trim()));
}

/** Replaces a list's rows with the rows of a file, which the server parses. If it returns an error, the rows have not changed. */
async function load(form, list, file) {
  const response = await fetch(`/workbench/${list.dataset.list}`, { method: "POST", body: file, credentials: "same-origin", headers: { Accept: "application/json" } });
  const reply = await response.json().catch(() => ({}));
  if (!response.ok || !reply.rows) return reply.message ?? "The file could not be read.";
  for (const old of rowsOf(list)) old.remove();
  for (const cells of reply.rows) {
    const row = addRow(form, list);
    for (const control of row.querySelectorAll(":scope > .cells > .field [name]")) {
      const text = cells[control.name.replace(/^.*\./, "")];
      if (text) put(control, text);
    }
  }
  return "";
}

function put(control, text) {
  if (control.tagName !== "SELECT") {
    control.value = text;
    return;
  }
  const wanted = text.toLowerCase();
  const found = [...control.options].find((o) => o.value.toLowerCase() === wanted || o.text.toLowerCase() === wanted || (wanted && o.text.toLowerCase().startsWith(wanted)));
  control.value = found?.value ?? "";
}

/** Inserts cells that were copied from a spreadsheet, beginning at a cell. */
function paste(form, control, text) {
  const row = control.closest(".row");
  const list = row.closest("[data-list]");
  const columns = (r) => [...r.querySelectorAll(":scope > .cells > .field [name]")];
  const first = columns(row).indexOf(control);
  let at = rowsOf(list).indexOf(row);
  for (const cells of cellsOf(text)) {
    const target = rowsOf(list)[at++] ?? addRow(form, list);
    cells.forEach((cell, i) => { const c = columns(target)[first + i]; if (c) put(c, cell); });
  }
}

/** Opens the row with the quote for a field, or a new row if there is none. */
function quote(form, button) {
  button.closest("[popover]")?.hidePopover();
  const list = listAt(form, "evidence");
  const path = button.dataset.quote;
  const of = (row) => row.querySelector('[name$=".path"]');
  const row = rowsOf(list).find((r) => of(r).value === path) ?? addRow(form, list);
  of(row).value = path;
  list.closest("details").open = true;
  row.querySelector("textarea").focus();
}

/** Activates a form's lists. The function changed is called after changes other than typing. */
export function keepLists(form, changed) {
  form.addEventListener("click", (event) => {
    const quotes = event.target.closest("[data-quote]");
    if (quotes) quote(form, quotes);
    const button = event.target.closest("[data-add], [data-remove], [data-all]");
    if (!button) return;
    if ("all" in button.dataset) {
      showAll(button.closest(".row"), button.getAttribute("aria-expanded") === "false");
      return;
    }
    if ("add" in button.dataset) {
      const row = addRow(form, button.closest("[data-list]"));
      const kind = row.querySelector('select[name$=".type"]');
      if (button.dataset.add) {
        kind.value = button.dataset.add;
        arrangeRow(row);
      }
      (button.dataset.add ? row.querySelector(".control > input[name]") : row.querySelector("input[name], select[name]")).focus({ preventScroll: true });
      row.closest("[data-list]").querySelector(":scope > .rows > .row:last-child").scrollIntoView({ block: "nearest" }); // shows the whole row above the sticky footer
      return; // an empty row changes nothing
    }
    const list = button.closest("[data-list]");
    list.dataset.next ??= 1 + Math.max(...rowsOf(list).map((r) => Number(/\[(\d+)\]$/.exec(r.dataset.row)[1])));
    button.closest(".row").remove();
    list.querySelector("[data-add]").focus();
    changed();
  });
  form.addEventListener("change", async (event) => {
    if ("rowsFile" in event.target.dataset) {
      event.stopPropagation();
      const list = event.target.closest("[data-list]");
      const said = await load(form, list, event.target.files[0]).catch(() => "The server cannot be reached. Try again.");
      list.querySelector("[data-said-of]").textContent = said;
      event.target.value = "";
      if (said === "") changed();
      return;
    }
    const row = event.target.closest(".row");
    if (row && event.target.name?.endsWith(".type")) arrangeRow(row);
    if (event.target.name === "standard") arrangeLists(form);
  });
  form.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!event.target.closest?.(".row:not(.card-row)") || !event.target.name || !/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    paste(form, event.target, text);
    changed();
  });
  arrangeLists(form);
}

/** Arranges all rows again. */
export function arrangeLists(form) {
  for (const row of form.querySelectorAll(".row")) arrangeRow(row);
  arrangeStandard(form);
}

/** Creates the rows that the given input names need, and removes all other rows. */
export function makeRows(form, names) {
  for (const row of form.querySelectorAll("[data-rows-of] > .row")) row.remove();
  for (const list of form.querySelectorAll("[data-list]")) delete list.dataset.next;
  const made = new Map(); // maps indexes in the link to indexes in the form
  for (const name of names) {
    let path = "";
    for (const part of name.matchAll(/([A-Za-z]+)\[(\d+)\]\./g)) {
      const list = listAt(form, path + part[1]);
      if (!list) break;
      const at = `${path}${part[1]}[${part[2]}]`;
      if (!made.has(at)) {
        list.dataset.next = part[2];
        addRow(form, list);
        list.dataset.next = Math.max(Number(part[2]), ...rowsOf(list).map((r) => Number(/\[(\d+)\]$/.exec(r.dataset.row)[1]))) + 1;
        made.set(at, true);
      }
      path = `${at}.`;
    }
  }
}
