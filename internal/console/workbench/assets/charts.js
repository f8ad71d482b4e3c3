// Under the pointer, the chart of balances reads out the schedule's figures.

export function readCharts(root) {
  const figure = root.querySelector('[data-chart="balances"]');
  const table = root.querySelector("table.schedule");
  if (!figure || !table) return;
  const rows = [...table.tBodies[0].rows];
  const svg = figure.querySelector("svg");
  const cursor = svg.querySelector(".cursor");
  const reading = figure.querySelector(".reading");
  const idle = reading.textContent;
  const ends = svg.querySelector(".rule");
  const left = Number(ends.getAttribute("x1"));
  const right = Number(ends.getAttribute("x2"));
  const periods = rows.length - 1;

  svg.addEventListener("pointermove", (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const i = Math.max(0, Math.min(periods, Math.round(((at.x - left) / (right - left)) * periods)));
    const x = left + ((right - left) * i) / periods;
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
    cursor.style.visibility = "visible";
    const cells = rows[i].cells;
    const when = i === 0 ? "Commencement" : `Period ${i}, ${cells[1].textContent}`;
    reading.textContent = `${when}: liability ${cells[5].textContent}, asset ${cells[7].textContent}`;
  });
  svg.addEventListener("pointerleave", () => {
    cursor.style.visibility = "hidden";
    reading.textContent = idle;
  });
}
