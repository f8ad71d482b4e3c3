// A table that is wider than its place is set smaller; where that is not enough, it
// lays each row out in several lines, as few as hold every figure whole.

// Whether something of the table cannot be seen whole. In several lines the
// columns have a fixed share of the width; a heading of 1 pixel is for readers
// of the screen only.
const tooNarrow = (scroller, table) => scroller.scrollWidth > scroller.clientWidth ||
  (table.dataset.stacked && [...table.rows].some((row) => row.clientWidth > 1 &&
    [...row.cells].some((cell) => cell.scrollWidth > cell.clientWidth)));

export function fitTables(root) {
  for (const table of root.querySelectorAll("table[data-stack]")) {
    const scroller = table.closest(".scroll");
    if (scroller.clientWidth === 0) continue; // not shown
    delete table.dataset.stacked;
    delete table.dataset.dense;
    if (tooNarrow(scroller, table)) table.dataset.dense = ""; // smaller, before anything is folded
    for (const columns of table.dataset.stack.split(" ")) {
      if (!tooNarrow(scroller, table)) break;
      table.dataset.stacked = columns;
    }
  }
}
