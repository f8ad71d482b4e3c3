// A chart shows the figures for the point or bar nearest to the pointer.

/** Makes a chart follow the pointer. The function read returns the text for a horizontal position, or for null after the pointer has left. */
export function follow(figure, read) {
  const svg = figure.querySelector("svg");
  const reading = figure.querySelector(".reading");
  const idle = reading.textContent;
  const move = (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    reading.textContent = read(at.x) ?? idle;
  };
  svg.addEventListener("pointermove", move);
  svg.addEventListener("pointerdown", move); // touch input
  svg.addEventListener("pointerleave", () => {
    read(null);
    reading.textContent = idle;
  });
}

const nearest = (places, x) => places.reduce((best, place, i) => (Math.abs(place - x) < Math.abs(places[best] - x) ? i : best), 0);

/** Moves a line chart's cursor to the nearest point. The function textOf returns a point's text. */
export function followLine(figure, textOf) {
  const cursor = figure.querySelector(".cursor");
  const places = cursor.dataset.places.split(" ").map(Number);
  follow(figure, (x) => {
    cursor.style.visibility = x === null ? "hidden" : "visible";
    if (x === null) return null;
    const i = nearest(places, x);
    cursor.setAttribute("x1", places[i]);
    cursor.setAttribute("x2", places[i]);
    return textOf(i);
  });
}

/** Marks the nearest bar. */
function followBars(figure) {
  const groups = [...figure.querySelectorAll("[data-reading]")];
  const places = groups.map((group) => {
    const box = group.getBBox();
    return box.x + box.width / 2;
  });
  let marked = null;
  follow(figure, (x) => {
    marked?.classList.remove("read");
    marked = x === null ? null : groups[nearest(places, x)];
    marked?.classList.add("read");
    return marked?.dataset.reading;
  });
}

/** Activates a chart that contains the text for each bar, or for each point of a line. */
export function readChart(figure) {
  const cursor = figure.querySelector(".cursor");
  if (!cursor) followBars(figure);
  else if (cursor.dataset.readings) followLine(figure, (i) => cursor.dataset.readings.split("\n")[i]);
}
