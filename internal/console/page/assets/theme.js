// Runs before the page is painted, so that the page never appears in another theme first.
(() => {
  "use strict";
  const root = document.documentElement;
  let chosen = null;
  try { chosen = localStorage.getItem("theme"); } catch { /* storage may be off */ }
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  root.classList.add("scripted");

  addEventListener("DOMContentLoaded", () => {
    root.dataset.ready = "true"; // the page's own script has already run
    const button = document.querySelector("[data-theme-switch]");
    if (!button) return;
    button.hidden = false;
    const system = matchMedia("(prefers-color-scheme: dark)");
    const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : system.matches;
    const name = () => button.setAttribute("aria-label", dark() ? "Light theme" : "Dark theme");
    name();
    system.addEventListener("change", name);
    button.addEventListener("click", () => {
      root.dataset.theme = dark() ? "light" : "dark";
      try { localStorage.setItem("theme", root.dataset.theme); } catch { /* the choice then lasts as long as the page */ }
      name();
    });
  });
})();
