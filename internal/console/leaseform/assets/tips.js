// Help and origins are native popovers next to their elements. Hovering over an amount opens its
// origin; a click or a key keeps it open.

const rest = 250; // milliseconds

function place(tip, by) {
  const gap = 8;
  const at = by.getBoundingClientRect();
  const box = tip.getBoundingClientRect();
  const left = Math.max(gap, Math.min(at.left, innerWidth - box.width - gap));
  const below = at.bottom + gap + box.height <= innerHeight || at.top < box.height + gap;
  tip.style.left = `${left}px`;
  tip.style.top = `${Math.max(gap, below ? at.bottom + gap : at.top - gap - box.height)}px`;
}

export function explainTips(root) {
  for (const button of root.querySelectorAll("[popovertarget]")) {
    const tip = document.getElementById(button.getAttribute("popovertarget"));
    if (!tip.classList.contains("tip")) continue;
    tip.addEventListener("toggle", (event) => { if (event.newState === "open") place(tip, button); });
    if (!("originOf" in button.dataset)) continue;
    let timer = 0;
    let hovered = false;
    const shut = () => { if (hovered && tip.matches(":popover-open")) tip.hidePopover(); hovered = false; };
    button.addEventListener("pointerenter", (event) => {
      if (event.pointerType !== "mouse") return;
      timer = setTimeout(() => { if (tip.isConnected && !tip.matches(":popover-open")) { hovered = true; tip.showPopover(); } }, rest);
    });
    button.addEventListener("pointerleave", () => { clearTimeout(timer); setTimeout(() => { if (!tip.matches(":hover")) shut(); }, rest); });
    tip.addEventListener("pointerleave", shut);
    button.addEventListener("click", (event) => {
      clearTimeout(timer);
      if (hovered) { // keeps the open popover
        event.preventDefault();
        hovered = false;
      }
    });
  }
}
