// Searches the guides in an index of their sections, which is loaded at the first search. No
// input is sent anywhere.
const form = document.querySelector("[data-search]");
const input = form.querySelector("input");
const found = document.querySelector("[data-found]");
const article = document.querySelector("[data-article]");
const most = 20; // results
const around = 90; // characters shown on each side of a match

const address = new URL(form.dataset.index, location.href);
let index = null;

async function load() {
  index ??= fetch(address).then((response) => response.json()).then((list) => list.map((entry) => ({
    ...entry, inHeading: `${entry.title} ${entry.heading}`.toLowerCase(), inText: entry.text.toLowerCase(),
  })));
  return index;
}

/** How well a section matches words: 0 if a word is missing. */
function weight(entry, words) {
  let sum = 0;
  for (const word of words) {
    const heading = entry.inHeading.includes(word) ? 10 : 0;
    const text = Math.min(entry.inText.split(word).length - 1, 5);
    if (heading + text === 0) return 0;
    sum += heading + text;
  }
  return sum;
}

/** The part of a text around the first of the words, with all words marked. */
function excerpt(text, words) {
  const at = words.map((word) => text.toLowerCase().indexOf(word)).filter((i) => i >= 0);
  const start = Math.max(0, Math.min(...(at.length ? at : [0])) - around);
  const cut = text.slice(start, start + 2 * around);
  const p = document.createElement("p");
  if (start > 0) p.append("… ");
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "i");
  cut.split(pattern).forEach((piece, i) => {
    if (i % 2 === 0) {
      p.append(piece);
      return;
    }
    const mark = document.createElement("mark");
    mark.textContent = piece;
    p.append(mark);
  });
  if (start + 2 * around < text.length) p.append(" …");
  return p;
}

function item(entry, words) {
  const li = document.createElement("li");
  const a = document.createElement("a");
  a.href = new URL(entry.page, address).href;
  a.textContent = entry.heading;
  const small = document.createElement("small");
  small.textContent = entry.title;
  li.append(a, small, excerpt(entry.text, words));
  return li;
}

async function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const asked = input.value;
  const list = words.length ? await load() : [];
  if (asked !== input.value) return; // the input has changed in the meantime
  const hits = list.map((entry) => ({ entry, sum: weight(entry, words) })).filter(({ sum }) => sum > 0);
  hits.sort((a, b) => b.sum - a.sum);
  found.hidden = words.length === 0;
  article.hidden = words.length > 0;
  const items = hits.slice(0, most).map(({ entry }) => item(entry, words));
  if (words.length && !items.length) {
    const none = document.createElement("li");
    none.textContent = "No section contains all of these words.";
    items.push(none);
  }
  found.querySelector("ol").replaceChildren(...items);
}

input.addEventListener("input", search);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  found.querySelector("a")?.click();
});
found.addEventListener("click", (event) => {
  if (!event.target.closest("a")) return;
  input.value = ""; // the section may be on this page
  search();
});

// Elements that scroll are reachable by keyboard.
function reach() {
  for (const part of article.querySelectorAll("pre, table")) {
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
    else part.removeAttribute("tabindex");
  }
}
addEventListener("resize", reach);
reach();
