// A table that is wider than its container gets a smaller font. If that is not enough, each row is
// shown on several lines, but on no more than are needed to fit all figures.

// Returns whether part of the table is cut off. If rows have several lines, each column has a fixed
// share of the width. A heading that is 1 pixel wide is for screen readers only.
const tooNarrow = (scroller, table) => scroller.scrollWidth > scroller.clientWidth ||
  (table.dataset.stacked && [...table.rows].some((row) => row.clientWidth > 1 &&
    [...row.cells].some((cell) => cell.scrollWidth > cell.clientWidth)));

export function fitTables(root) {
  for (const table of root.querySelectorAll("table[data-stack]")) {
    const scroller = table.closest(".scroll");
    if (scroller.clientWidth === 0) continue; // hidden
    delete table.dataset.stacked;
    delete table.dataset.dense;
    if (tooNarrow(scroller, table)) table.dataset.dense = ""; // tries the smaller font first
    for (const columns of table.dataset.stack.split(" ")) {
      if (!tooNarrow(scroller, table)) break;
      table.dataset.stacked = columns;
    }
  }
}
