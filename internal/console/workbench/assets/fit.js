// A table that is wider than its container gets a smaller font. If that is not enough, each row is
// shown in several lines, as few as fit all figures.

// Whether a part of the table is cut off. In several lines the columns have a fixed share of the
// width. A heading of 1 pixel is for screen readers only.
const tooNarrow = (scroller, table) => scroller.scrollWidth > scroller.clientWidth ||
  (table.dataset.stacked && [...table.rows].some((row) => row.clientWidth > 1 &&
    [...row.cells].some((cell) => cell.scrollWidth > cell.clientWidth)));

export function fitTables(root) {
  for (const table of root.querySelectorAll("table[data-stack]")) {
    const scroller = table.closest(".scroll");
    if (scroller.clientWidth === 0) continue; // hidden
    delete table.dataset.stacked;
    delete table.dataset.dense;
    if (tooNarrow(scroller, table)) table.dataset.dense = ""; // try the smaller font first
    for (const columns of table.dataset.stack.split(" ")) {
      if (!tooNarrow(scroller, table)) break;
      table.dataset.stacked = columns;
    }
  }
}
