// A lease's charts show the figures at the pointer.
import { followLine, readChart } from "./readings.js";
import { columnOf, periodRows } from "./rows.js";

export function readCharts(root) {
  const table = root.querySelector("table.schedule");
  for (const figure of root.querySelectorAll("figure[data-chart]")) {
    if (figure.dataset.chart === "balances") readBalances(figure, periodRows(table));
    else readChart(figure);
  }
}

/** Activates the chart of balances, whose figures come from the schedule: commencement, then the end of each period. */
function readBalances(figure, rows) {
  followLine(figure, (i) => {
    const { cells } = rows[i];
    const when = i === 0 ? "Commencement" : `Period ${cells[0].textContent}, ${cells[1].textContent}`;
    return `${when}: liability ${cells[columnOf.liabilityClose].textContent}, asset ${cells[columnOf.rouAssetClose].textContent}`;
  });
}
