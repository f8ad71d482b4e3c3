// Under the pointer, the chart of balances reads out the schedule's figures.
import { columnOf, periodRows } from "./rows.js";

export function readCharts(root) {
  const figure = root.querySelector('[data-chart="balances"]');
  const table = root.querySelector("table.schedule");
  if (!figure || !table) return;
  const rows = periodRows(table);
  const svg = figure.querySelector("svg");
  const cursor = svg.querySelector(".cursor");
  const reading = figure.querySelector(".reading");
  const idle = reading.textContent;
  const places = cursor.dataset.places.split(" ").map(Number); // of commencement and the ends of the periods

  svg.addEventListener("pointermove", (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    let i = 0;
    places.forEach((place, k) => { if (Math.abs(place - at.x) < Math.abs(places[i] - at.x)) i = k; });
    const x = places[i];
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
    cursor.style.visibility = "visible";
    const cells = rows[i].cells;
    const when = i === 0 ? "Commencement" : `Period ${cells[0].textContent}, ${cells[1].textContent}`;
    reading.textContent = `${when}: liability ${cells[columnOf.liabilityClose].textContent}, asset ${cells[columnOf.rouAssetClose].textContent}`;
  });
  svg.addEventListener("pointerleave", () => {
    cursor.style.visibility = "hidden";
    reading.textContent = idle;
  });
}
