// The schedule tells how each figure of a row comes about. The server sends a
// formula for every column; here the row's printed figures go into it.

const columnOf = { payment: 2, interest: 3, principal: 4, liabilityClose: 5, rouAmortization: 6, rouAssetClose: 7, leaseExpense: 8 };

export function explainRows(root) {
  const table = root.querySelector("table.schedule");
  if (!table) return;
  const scroller = root.querySelector("[data-rows]");
  const origin = root.querySelector("[data-origin]");
  const columns = JSON.parse(table.dataset.columns);
  const rows = table.tBodies[0].rows; // the first is the commencement
  let picked = 0;

  const filled = (column, i) => {
    const last = i === rows.length - 1;
    const formula = last && column.last ? column.last : column.formula;
    return formula.replace(/\{(prev\.)?(\w+)\}/g, (_, before, name) => {
      if (name === "years") return String(Math.floor((i - 1) / Number(table.dataset.perYear)));
      return rows[before ? i - 1 : i].cells[columnOf[name]].textContent;
    });
  };

  const pick = (i, cell) => {
    rows[picked]?.classList.remove("picked");
    picked = i;
    rows[i].classList.add("picked");
    rows[i].scrollIntoView({ block: "nearest" });
    const title = document.createElement("h3");
    title.textContent = `Period ${i}, ${rows[i].cells[1].textContent}`;
    const list = document.createElement("dl");
    let said = "";
    for (const column of columns) {
      const name = document.createElement("dt");
      name.textContent = column.label;
      const formula = document.createElement("dd");
      const text = document.createElement("span");
      text.className = "formula";
      text.textContent = filled(column, i);
      formula.append(text);
      if (column.cite !== said) {
        const cite = document.createElement("span");
        cite.className = "cite";
        cite.textContent = said = column.cite;
        formula.append(cite);
      }
      if (columnOf[column.name] === cell) formula.classList.add("picked");
      list.append(name, formula);
    }
    origin.replaceChildren(title, list);
    origin.hidden = false;
  };

  table.tBodies[0].addEventListener("click", (event) => {
    const cell = event.target.closest("td, th");
    const row = cell?.parentElement;
    if (row && row.sectionRowIndex > 0) pick(row.sectionRowIndex, cell.cellIndex);
  });
  table.tBodies[0].addEventListener("pointerover", (event) => {
    const cell = event.target.closest("td");
    const row = cell?.parentElement;
    if (!row || cell.title || row.sectionRowIndex === 0) return;
    const column = columns.find((c) => columnOf[c.name] === cell.cellIndex);
    if (column) cell.title = `${filled(column, row.sectionRowIndex)}\n${column.cite}`;
  });
  scroller.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 12, PageUp: -12, Home: -rows.length, End: rows.length }[event.key];
    if (!step) return;
    event.preventDefault();
    pick(Math.max(1, Math.min(rows.length - 1, picked + step)), -1);
  });
}
