// Shows how each amount of a schedule row is computed, in an additional row below it. The server
// sends a formula for every column; this script inserts the row's printed amounts.

export const columnOf = { payment: 2, interest: 3, principal: 4, liabilityClose: 5, rouAmortization: 6, rouAssetClose: 7, leaseExpense: 8 };

/** A schedule's rows for commencement and the periods, without its rows for events. */
export const periodRows = (table) => [...table.tBodies[0].rows].filter((row) => !row.matches(".event, .origin"));

const element = (tag, text, className) => {
  const e = document.createElement(tag);
  e.textContent = text ?? "";
  if (className) e.className = className;
  return e;
};

export function explainRows(root) {
  const table = root.querySelector("table.schedule");
  if (!table) return;
  const scroller = root.querySelector("[data-rows]");
  const said = root.querySelector("[data-said]"); // for screen readers
  const columns = JSON.parse(table.dataset.columns);
  const rows = periodRows(table); // the first row is commencement
  // A period's opening balances are those at the end of the preceding period, or after an event in between.
  const opens = rows.map((row, i) => {
    const before = row.previousElementSibling;
    return before && {
      liability: before.dataset.liability ?? rows[i - 1].cells[columnOf.liabilityClose].textContent,
      rouAsset: before.dataset.asset ?? rows[i - 1].cells[columnOf.rouAssetClose].textContent,
    };
  });
  const origin = table.ownerDocument.createElement("tr");
  origin.className = "origin";
  origin.dataset.origin = "";
  let picked = 0; // no row

  const filled = (column, i) => {
    const last = i === rows.length - 1;
    const formula = last && column.last ? column.last : column.formula;
    return formula.replace(/\{([\w.]+)\}/g, (_, name) => {
      if (name === "years") return String(Math.floor((i - 1) / Number(table.dataset.perYear)));
      if (name === "open.liability") return opens[i].liability;
      if (name === "open.rouAsset") return opens[i].rouAsset;
      return rows[i].cells[columnOf[name]].textContent;
    }) || column.words;
  };

  const close = () => {
    rows[picked].classList.remove("picked");
    origin.remove();
    picked = 0;
  };

  const open = (i, cell) => {
    close();
    picked = i;
    rows[i].classList.add("picked");
    const list = document.createElement("dl");
    for (const column of columns) {
      const formula = element("dd");
      if (columnOf[column.name] === cell) formula.className = "picked";
      const cite = element("span", column.paragraph, "cite");
      cite.title = `${column.paragraph}: ${column.text}`;
      const text = filled(column, i);
      formula.append(element("span", text, text === column.words ? "" : "formula"), cite);
      list.append(element("dt", column.label), formula);
    }
    const box = element("div");
    const paragraphs = [...new Set(columns.map((column) => column.paragraph))].join("; ");
    box.append(element("h3", `Period ${i}, ${rows[i].cells[1].textContent}`), list, element("p", paragraphs, "cite all"));
    const place = element("td");
    place.colSpan = rows[0].cells.length;
    place.append(box);
    origin.replaceChildren(place);
    rows[i].after(origin);
    // Sticky headers and footers must not cover it.
    scroller.style.scrollPaddingBlock = `${table.tHead.offsetHeight + 1}px ${table.tFoot.offsetHeight + 1}px`;
    origin.scrollIntoView({ block: "nearest" });
    rows[i].scrollIntoView({ block: "nearest" });
    said.textContent = box.innerText;
  };

  table.tBodies[0].addEventListener("click", (event) => {
    const cell = event.target.closest("td, th");
    const i = rows.indexOf(cell?.parentElement);
    if (i < 1 || String(getSelection())) return; // the user is selecting text
    if (i === picked && !(cell.cellIndex > 1)) close();
    else open(i, cell.cellIndex);
  });
  table.tBodies[0].addEventListener("pointerover", (event) => {
    const cell = event.target.closest("td");
    const i = rows.indexOf(cell?.parentElement);
    if (i < 1 || cell.title) return;
    const column = columns.find((c) => columnOf[c.name] === cell.cellIndex);
    if (column) cell.title = `${filled(column, i)}\n${column.paragraph}: ${column.text}`;
  });
  scroller.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && picked) {
      close();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 12, PageUp: -12, Home: -rows.length, End: rows.length }[event.key];
    if (!step) return;
    event.preventDefault();
    open(Math.max(1, Math.min(rows.length - 1, picked + step)), -1);
  });
}
