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

/** Rows and cells of a file whose values are separated by tabs, semicolons or commas. */
function cellsOfFile(text) {
  const bare = text.replace(/^\ufeff/, "").replace(/\r/g, "");
  const mark = ["\t", ";", ","].find((m) => bare.split("\n", 1)[0].includes(m)) ?? ",";
  const rows = [[""]];
  let quoted = false;
  for (let i = 0; i < bare.length; i++) {
    const row = rows[rows.length - 1];
    const c = bare[i];
    if (c === '"' && quoted && bare[i + 1] === '"') row[row.length - 1] += bare[++i];
    else if (c === '"') quoted = !quoted;
    else if (c === mark && !quoted) row.push("");
    else if (c === "\n" && !quoted) rows.push([""]);
    else row[row.length - 1] += c;
  }
  return rows.map((cells) => cells.map((cell) => cell.trim())).filter((cells) => cells.some((cell) => cell !== ""));
}

const folded = (text) => text.toLowerCase().replace(/\(.*\)/, "").replace(/[^a-z0-9]/g, "");

/** Which inputs of a row the headings of a file name; a heading such as tag:entity belongs to the tags. */
function named(columns, headings) {
  const labels = columns.map((c) => folded(c.closest(".field").querySelector("label").firstChild.textContent));
  const names = columns.map((c) => folded(c.name.replace(/^.*\./, "")));
  return headings.map((h) => {
    const tag = /^tag:(.+)$/i.exec(h.trim());
    if (tag) return { at: names.indexOf("tags"), tag: tag[1].trim() };
    const at = labels.indexOf(folded(h));
    return { at: at >= 0 ? at : names.indexOf(folded(h)) };
  });
}

/** Makes the rows of a list those of a file. Returns what is wrong with it; the rows then stay. */
function load(form, list, text) {
  const [headings, ...lines] = cellsOfFile(text);
  if (!headings || lines.length === 0) return "The file has no rows.";
  const columns = (r) => [...r.querySelectorAll(":scope > .cells > .field [name]")];
  const before = rowsOf(list);
  let row = addRow(form, list);
  const places = named(columns(row), headings);
  const unknown = headings.filter((_, i) => places[i].at < 0);
  if (unknown.length > 0) {
    row.remove();
    return `The columns ${unknown.join(", ")} are not known here: name them as the form does, or use the command line, which knows more headings.`;
  }
  for (const old of before) old.remove();
  for (const cells of lines) {
    row ??= addRow(form, list);
    const inputs = columns(row);
    cells.forEach((cell, i) => {
      const { at, tag } = places[i] ?? { at: -1 };
      const control = inputs[at];
      if (!control || cell === "") return;
      put(control, tag ? [control.value, `${tag}=${cell}`].filter((part) => part !== "").join("; ") : cell);
    });
    row = null;
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
  form.addEventListener("change", async (event) => {
    if ("rowsFile" in event.target.dataset) {
      event.stopPropagation();
      const list = event.target.closest("[data-list]");
      const said = load(form, list, await event.target.files[0].text());
      list.querySelector("[data-said-of]").textContent = said;
      event.target.value = "";
      if (said === "") changed();
      return;
    }
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
