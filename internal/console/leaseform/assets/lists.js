// Lists of the form: rows that are added, removed and pasted from a spreadsheet,
// and inputs that only some types of change, or one standard, have. Rows are
// copies of what the server sends in templates; their places are never reused
// while a page is open, so that messages stay with their rows.
import { explainTips } from "./tips.js";

/** The list that a path belongs to, with the places of the rows around it taken out. */
const kindOf = (path) => path.replace(/\[\d+\]/g, "[__at__]");

/** A new row for a list, put behind its rows. */
function addRow(form, list) {
  const path = list.dataset.list;
  const copy = [...form.ownerDocument.querySelectorAll("template[data-copy-of]")].find((t) => t.dataset.copyOf === kindOf(path));
  const next = Number(list.dataset.next ?? 1 + Math.max(-1, ...rowsOf(list).map((r) => Number(/\[(\d+)\]$/.exec(r.dataset.row)[1]))));
  list.dataset.next = next + 1;
  const holder = document.createElement("div");
  const prefix = `${kindOf(path)}[__at__]`; // lists within the row keep the places of their own rows open
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

/** The list of a path, or undefined where its row is not there. */
const listAt = (form, path) => [...form.querySelectorAll("[data-list]")].find((l) => l.dataset.list === path);

function show(part, shown) {
  part.hidden = !shown;
  for (const control of part.querySelectorAll("input[name], select[name]")) control.disabled = !shown;
}

/** Shows of a row what its type of change may state. What is hidden is kept, and not sent. */
function arrangeRow(row) {
  const type = row.querySelector(':scope > .cells > .field select[name$=".type"]');
  if (!type) return;
  for (const part of row.querySelectorAll(":scope > .cells > [data-types]")) show(part, part.dataset.types.split(" ").includes(type.value));
}

/** Shows what has a meaning under the standard, and what was typed in any case. */
function arrangeStandard(form) {
  const standard = form.elements.standard.value;
  for (const part of form.querySelectorAll("[data-standard]")) {
    const control = part.querySelector("[name]");
    part.hidden = !part.dataset.standard.split(" ").includes(standard) && control.value === "";
  }
}

/** Rows and cells of a text that was copied from a spreadsheet. */
function cellsOf(text) {
  const lines = text.replace(/\r/g, "").split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => line.split("\t").map((cell) => cell.trim()));
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

/** Puts what was copied from a spreadsheet into the cells from one on. */
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

/** Makes the lists of a form work. changed is called after what is no typing. */
export function keepLists(form, changed) {
  form.addEventListener("click", (event) => {
    const button = event.target.closest("[data-add], [data-remove]");
    if (!button) return;
    if ("add" in button.dataset) {
      addRow(form, button.closest("[data-list]")).querySelector("input[name], select[name]").focus();
      return; // an empty row changes nothing
    }
    const list = button.closest("[data-list]");
    list.dataset.next ??= 1 + Math.max(...rowsOf(list).map((r) => Number(/\[(\d+)\]$/.exec(r.dataset.row)[1])));
    button.closest(".row").remove();
    list.querySelector("[data-add]").focus();
    changed();
  });
  form.addEventListener("change", (event) => {
    const row = event.target.closest(".row");
    if (row && event.target.name?.endsWith(".type")) arrangeRow(row);
    if (event.target.name === "standard") arrangeStandard(form);
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

/** Arranges all rows anew. */
export function arrangeLists(form) {
  for (const row of form.querySelectorAll(".row")) arrangeRow(row);
  arrangeStandard(form);
}

/** Makes the rows that names of inputs need, and removes all others. */
export function makeRows(form, names) {
  for (const row of form.querySelectorAll("[data-rows-of] > .row")) row.remove();
  for (const list of form.querySelectorAll("[data-list]")) delete list.dataset.next;
  const made = new Map(); // place in the link: place in the form
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
