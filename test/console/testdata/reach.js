async (family, covered) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`body { font-family: ${family} }`);
  document.adoptedStyleSheets = [sheet];
  dispatchEvent(new Event("resize")); // a font does not change while a page is open
  const frames = (n) => new Promise((done) => { const step = () => (n-- > 0 ? requestAnimationFrame(step) : done()); step(); });
  await frames(3); // the page arranges itself anew

  const faults = new Set();
  const slack = 1; // pixels, for rounding
  const called = (e) => {
    const text = (e.innerText || e.value || e.getAttribute("aria-label") || e.name || "").trim().replace(/\s+/g, " ").slice(0, 48);
    return `${e.tagName.toLowerCase()} “${text}”`;
  };
  const known = (of) => { const memory = new Map(); return (e) => { if (!memory.has(e)) memory.set(e, of(e)); return memory.get(e); }; };
  const apart = known((e) => e !== null && (getComputedStyle(e).clipPath === "inset(50%)" || apart(e.parentElement))); // for screen readers
  const hidden = known((e) => !e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || e.closest(".skip") !== null || apart(e));
  const inside = (box, left, right) => box.left >= left - slack && box.right <= right + slack;

  // Text of an element, as it is laid out.
  const textBoxes = (e) => {
    const boxes = [];
    const walker = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let n = walker.nextNode(); n; n = walker.nextNode()) {
      if (!n.data.trim() || hidden(n.parentElement)) continue;
      range.selectNodeContents(n);
      boxes.push(...range.getClientRects());
    }
    return boxes;
  };
  const pen = document.createElement("canvas").getContext("2d");
  const written = (e, text) => { const s = getComputedStyle(e); pen.font = s.font; pen.letterSpacing = s.letterSpacing; return pen.measureText(text).width; };

  // What clips the children of an element: the boxes that they have to be in.
  const clips = known((e) => {
    if (!e || e === document.documentElement || e.matches(":popover-open")) return []; // a popover lies above everything
    const around = clips(e.parentElement);
    const s = getComputedStyle(e);
    if (s.overflowX === "visible" && s.overflowY === "visible") return around;
    const at = e.getBoundingClientRect();
    const left = at.left + e.clientLeft;
    const top = at.top + e.clientTop;
    const rigid = ["hidden", "clip"].includes(s.overflowY);
    return [...around, { name: `${e.tagName.toLowerCase()}.${e.className}`, left, right: left + e.clientWidth, top: rigid ? top : -Infinity, bottom: rigid ? top + e.clientHeight : Infinity }];
  });
  // Whether a box can be seen whole.
  const check = (e, box, what) => {
    if (!inside(box, 0, document.documentElement.clientWidth)) faults.add(`${what} of ${called(e)} is beyond the window`);
    for (const clip of clips(e.matches(":popover-open") ? null : e.parentElement)) {
      if (!inside(box, clip.left, clip.right)) faults.add(`${what} of ${called(e)} is cut off by ${clip.name}`);
      if (box.top < clip.top - slack || box.bottom > clip.bottom + slack) faults.add(`${what} of ${called(e)} is cut off by the height of ${clip.name}`);
    }
  };

  const above = document.querySelector(":popover-open"); // it covers the rest, and is all that is used then
  const everything = (above ? [above] : [...document.querySelectorAll("main, header")]).flatMap((root) =>
    [...root.querySelectorAll("a, button, input:not([type=hidden]), select, summary, label, th, td, dt, dd, h1, h2, h3, code, data, p, li")]);
  const seen = everything.filter((e) => !hidden(e) && e.getClientRects().length > 0);
  for (const e of seen) {
    const box = e.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    check(e, box, "a part");
    for (const text of textBoxes(e)) check(e, text, "text");
    if (e.tagName === "INPUT" && e.scrollWidth > e.clientWidth + slack) faults.add(`the value of ${called(e)} does not fit`);
    if (e.tagName === "INPUT" && e.placeholder && !e.value) {
      const s = getComputedStyle(e);
      if (written(e, e.placeholder) > e.clientWidth - parseFloat(s.paddingLeft) - parseFloat(s.paddingRight) + slack) faults.add(`the placeholder of ${called(e)} does not fit`);
    }
    if (e.tagName === "SELECT") {
      const s = getComputedStyle(e);
      const arrow = 20;
      const room = e.clientWidth - parseFloat(s.paddingLeft) - parseFloat(s.paddingRight) - arrow;
      for (const o of e.options) if (written(e, o.text) > room + slack) faults.add(`the choice “${o.text}” does not fit its list`);
    }
  }
  // Columns of one row do not run into each other.
  for (const row of document.querySelectorAll("tr")) {
    if (hidden(row)) continue;
    const cells = [...row.cells].filter((c) => !hidden(c)).map((c) => [c, textBoxes(c)]);
    for (const [c, boxes] of cells) {
      const own = c.getBoundingClientRect();
      for (const text of boxes) {
        if (!inside(text, own.left, own.right)) faults.add(`text of ${called(c)} runs out of its cell`);
      }
    }
  }
  // Nothing lies on top of a control once it is scrolled to.
  if (covered) {
    for (const e of seen.filter((e) => e.matches("a, button, input, select, summary"))) {
      e.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
      const box = e.getClientRects()[0];
      if (!box) continue;
      const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      if (!hit || !(e === hit || e.contains(hit) || hit.contains(e))) faults.add(`${called(e)} is covered by ${hit ? called(hit) : "nothing"}`);
    }
    scrollTo(0, 0);
  }
  return [...faults].slice(0, 12);
}
